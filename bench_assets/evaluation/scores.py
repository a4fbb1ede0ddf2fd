"""The scores of a submission, as a table with denominators and as scores.json.

Belongs here: tables to the scorecard and back, and where scores.json lies. Does not: any metric (scoring/).
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from bench_assets.evaluation.records import predictions_of, tasks_of, verdicts_of
from bench_assets.schemas import SCORES
from bench_assets.settings.release import EvaluationSection, check_name
from bench_resources.atomic import write_bytes
from bench_resources.lake import Made
from scoring.errors import BadInputError
from scoring.scorecard import Scorecard, score


def score_submission(
    tasks: pa.Table, predictions: pa.Table, verdicts: pa.Table, qrels: pa.Table, settings: EvaluationSection
) -> tuple[pa.Table, dict[str, Any]]:
    """SCORES of a submission, by metric, and the contents of its scores.json.

    Raises: BadInputError: the release has no task.
    """
    if tasks.num_rows == 0:
        raise BadInputError("The release has no task, so nothing can be scored. Look at its yields in manifest.json.")
    card = score(
        tasks_of(tasks),
        predictions_of(predictions),
        verdicts_of(verdicts),
        relevance_of(qrels),
        settings.bootstrap_draws,
        settings.bootstrap_seed,
    )
    return scores_table(card), card.as_json()


def relevance_of(qrels: pa.Table) -> dict[str, dict[str, int]]:
    """QRELS as relevance by task and document."""
    relevance: dict[str, dict[str, int]] = defaultdict(dict)
    for row in qrels.to_pylist():
        relevance[row["task_id"]][row["doc_id"]] = row["relevance"]
    return dict(relevance)


def scores_table(card: Scorecard) -> pa.Table:
    """SCORES: one row a metric, by name; a metric that nobody was asked has neither value nor bracket."""
    rows = [
        {
            "metric": name,
            "value": measure.value,
            "n_asked": measure.n_asked,
            "n_measured": measure.n_measured,
            "n_unmeasured": measure.n_unmeasured,
            "bracket_low": measure.bracket_low,
            "bracket_high": measure.bracket_high,
        }
        for name, measure in sorted(card.measures.items())
    ]
    return pa.Table.from_pylist(rows, schema=SCORES)


def score_tables(
    home: Path,
    partition: str,
    tasks: pa.Table,
    predictions: pa.Table,
    verdicts: pa.Table,
    qrels: pa.Table,
    settings: EvaluationSection,
) -> Made:
    """SCORES of the submission partition "release|name", with its scores.json written beside the release's files."""
    version, _, name = partition.partition("|")
    table, contents = score_submission(tasks, predictions, verdicts, qrels, settings)
    path = write_scores(home, version, name, contents)
    # Intervals and the judge are in scores.json alone; its hash makes a change of them a change of the table's version.
    return Made(table, notes={"scores_sha256": hashlib.sha256(path.read_bytes()).hexdigest()}, side_files=[path])


def scores_path(home: Path, version: str, name: str) -> Path:
    """exports/<release>/scores/<name>.json. Raises BadInputError for a name that could leave that folder."""
    return home / "exports" / check_name(version, "release") / "scores" / f"{check_name(name, 'submission')}.json"


def write_scores(home: Path, version: str, name: str, contents: Mapping[str, Any]) -> Path:
    """Writes a submission's scores.json, whole or not at all."""
    text = json.dumps(contents, ensure_ascii=False, indent=1, allow_nan=False)
    return write_bytes(scores_path(home, version, name), f"{text}\n".encode())


def read_scores(home: Path, version: str, name: str) -> dict[str, Any]:
    """A submission's scores.json. Raises BadInputError when it was never scored, or the file was damaged."""
    path = scores_path(home, version, name)
    try:
        contents: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BadInputError(
            f"Submission {name!r} of release {version!r} has no scores. "
            f"Score it with: docketbench score {version} PREDICTIONS --name {name}"
        ) from error
    except ValueError as error:
        raise BadInputError(f"{path} was damaged after it was written: {error}. Score the submission again.") from error
    return contents
