"""`validate` and `score`: what happens to a predictions file.

Belongs here: checking, storing, asking for the score, saying what came out. Does not: the contract and the metrics.
`validate` imports neither Dagster nor pyarrow: it is what a system builder runs most often.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench_assets.cli.homes import enter_home, exported, make_home
from bench_assets.cli.output import BuildProgress, end_with, print_json, say, say_next
from bench_assets.cli.replies import write_waiting
from bench_assets.progress import heard_by
from bench_assets.settings.release import check_name
from scoring.contract import Prediction
from scoring.errors import (
    MAX_CULPRITS,
    BadInputError,
    DocketbenchError,
    FaultyFileError,
    MissingFileError,
    StoppedError,
    name_culprits,
    quote,
)
from scoring.reading import UnknownDocument, read_tasks, unknown_documents
from scoring.trec import read_submitted

RESERVED = (
    "bm25",
    "dense",
    "hybrid",
    "closed_book",
    "type_reader",
    "random_citer",
)  # reference/systems.py; a test holds them together
ONLY_RETRIEVAL = "A run has no answers: recall and nDCG are scored, everything else is unmeasured and it gets no rank."


def validate(home: Path, version: str, path: Path, *, is_json: bool) -> None:
    """Says whether a predictions file is sound, with every fault; ends with 2 when it is not."""
    try:
        predictions, strangers = check(home, version, path)
    except FaultyFileError as error:
        if is_json:
            print_json(_report(version, path, is_valid=False, faults=error.faults.as_json()))
        end_with(error)
    _warn(strangers)
    if is_json:
        counts = {
            "n_tasks": len(predictions),
            "n_predictions": len(predictions),
        }  # exactly one a task, or we were not here
        counts |= {"is_ranking": True} if is_ranking(predictions) else {}
        print_json(_report(version, path, is_valid=True) | counts | {"warnings": _warnings(strangers)})
    say(sound_told(version, path, predictions), style="green")
    say_next(f"docketbench score {version} {path} --name MY-SYSTEM")


def score(home: Path, version: str, path: Path, *, name: str, is_json: bool) -> None:
    """Checks a predictions file, stores it as a submission, and has it judged and scored.

    Raises: BadInputError: the name is a reference system's or leaves its folder, or the file is faulty or a pipe.
    """
    if check_name(name, "submission") in RESERVED:
        raise BadInputError(f"The name {name!r} belongs to a reference system of every board. Choose another --name.")
    if path.is_fifo() or path.is_char_device():
        raise MissingFileError(str(path), "predictions", "it is a pipe or a device, and score reads it twice")
    predictions, strangers = check(home, version, path)
    _warn(strangers)
    manifest = exported(home, version, "manifest.json")
    from bench_assets.evaluation.submissions import folder_of, write_submitted  # noqa: PLC0415 - pyarrow

    metadata = metadata_of(name, dataset=hashlib.sha256(manifest.read_bytes()).hexdigest())
    folder = folder_of(home, version, name)
    make_home(home)
    held = lines_of(predictions) if is_ranking(predictions) else path.read_bytes()
    digest = write_submitted(folder, held, metadata)
    say(f"Stored {folder} (predictions.jsonl {digest[:12]}).")
    scores = run_score(home, version, name)
    if is_json:
        print_json(scores)
    else:
        say(headline(scores))
    say_next(f"docketbench board {version}")


def check(home: Path, version: str, path: Path) -> tuple[list[Prediction], list[UnknownDocument]]:
    """The predictions of a sound file, and the documents they name that the corpus does not hold.

    Raises: FaultyFileError, MissingFileError; BadInputError: the release was not built.
    """
    tasks = read_tasks(exported(home, version, "tasks.jsonl"))
    predictions = read_submitted(path, [task.task_id for task in tasks])
    return predictions, unknown_documents(predictions, exported(home, version, "doc_ids.txt"))


def is_ranking(predictions: Sequence[Prediction]) -> bool:
    """Whether a submission has rankings alone, as a TREC run has."""
    return any(prediction.is_ranking for prediction in predictions)


def lines_of(predictions: Sequence[Prediction]) -> bytes:
    """Predictions as a predictions.jsonl: the form in which a TREC run is stored."""
    lines = (json.dumps(one.to_json(), sort_keys=True, ensure_ascii=False, allow_nan=False) for one in predictions)
    return "".join(f"{line}\n" for line in lines).encode()


def sound_told(version: str, path: Path, predictions: Sequence[Prediction]) -> str:
    """What a sound file holds, and of a run what it cannot be scored for."""
    if not is_ranking(predictions):
        return f"{path} is sound: {len(predictions):,} predictions, one for each task of {version}."
    n_ranked = sum(bool(prediction.retrieved) for prediction in predictions)
    return (
        f"{path} is sound: a run that ranks documents for {n_ranked:,} of the {len(predictions):,} tasks of {version}. "
        f"{ONLY_RETRIEVAL}"
    )


def metadata_of(name: str, *, dataset: str) -> dict[str, Any]:
    """metadata.json of a submission; null is what nobody stated so far."""
    from importlib.metadata import version as installed_version  # noqa: PLC0415 - reads the installed packages

    return {
        "system": name,
        "dataset_sha256": dataset,
        "harness_version": installed_version("docketbench"),
        "model": None,
        "model_snapshot": None,
        "prompt_template": None,
        "shots": None,
        "factors": {},
    }


def run_score(home: Path, version: str, name: str) -> dict[str, Any]:
    """scores.json of a stored submission, computed by the same assets as in a build.

    Raises: DocketbenchError: judging or scoring failed, with the reason. StoppedError: a budget is spent, or a batch of
        the judge is to be answered: the same command goes on.
    """
    enter_home(home)
    from bench_assets.build import score_submission  # noqa: PLC0415 - Dagster, whose home must be set before
    from bench_assets.evaluation.scores import read_scores  # noqa: PLC0415

    with BuildProgress() as progress, heard_by(progress.tell):
        summary = score_submission(home, version, name, report=progress.report)
    if summary.failures:
        reasons = [f"{step}: {reason}" for step, reason in sorted(summary.failures.items())]
        raise DocketbenchError(f"Submission {name!r} is stored but was not scored. {name_culprits(reasons)}")
    if summary.stops:
        reasons = [f"{step}: {reason}" for step, reason in sorted(summary.stops.items())]
        files = "".join(f"\n{line}" for line in write_waiting(home, version))
        raise StoppedError(f"Submission {name!r} is stored and waits to be scored. {name_culprits(reasons)}{files}")
    return read_scores(home, version, name)


def headline(scores: Mapping[str, Any]) -> str:
    """The scores in a sentence or two; "not measured" stands where nothing was."""
    if scores.get("is_ranking"):
        found = ", ".join(f"{name} {number(value)}" for name, value in scores["retrieval"].items())
        n_asked = scores["denominators"]["retrieval.ndcg@10"]["n_asked"]
        return f"Retrieval: {found}, over {n_asked:,} tasks with gold. {ONLY_RETRIEVAL}"
    cited, uncited = scores["overall_cited_correctness"], scores["overall_uncited_correctness"]
    low, high = scores.get("overall_cited_correctness_ci95") or (None, None)
    return (
        f"Cited correctness {number(cited)} [{number(low)}, {number(high)}], uncited {number(uncited)}, "
        f"over {scores['n_tasks']:,} tasks; {scores['judge_errors']:,} unmeasured."
    )


def number(value: float | None) -> str:
    """Three decimals, or what to say when nothing was measured."""
    return "not measured" if value is None else f"{value:.3f}"


def _warn(strangers: Sequence[UnknownDocument]) -> None:
    if strangers:
        named = [f"{quote(stranger.doc_id)} ({stranger.task_id}, {stranger.field})" for stranger in strangers]
        say(
            f"Warning: {len(strangers):,} cited or retrieved documents are not in the corpus and count as wrong: "
            f"{name_culprits(named)}.",
            style="yellow",
        )


def _report(version: str, path: Path, *, is_valid: bool, faults: Sequence[Mapping[str, Any]] = ()) -> dict[str, Any]:
    """The JSON of `validate`, in the words of `python -m scoring validate`."""
    return {
        "release": version,
        "predictions": str(path),
        "is_valid": is_valid,
        "faults": list(faults),
        "warnings": [],
        "doc_ids_checked": is_valid,
    }


def _warnings(strangers: Sequence[UnknownDocument]) -> list[dict[str, Any]]:
    if not strangers:
        return []
    examples = [vars(stranger) for stranger in strangers[:MAX_CULPRITS]]
    return [{"kind": "unknown_document", "count": len(strangers), "examples": examples}]
