"""The folder of a submission: where it lies, how it is written and how it is read back.

Belongs here: names, paths, predictions.jsonl and metadata.json. Does not: checking predictions line by line, which
is the contract's (scoring/contract.py), and scores.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa

from bench_assets.evaluation.records import predictions_table
from bench_assets.settings.release import check_name
from bench_resources.atomic import write_bytes
from scoring.errors import BadInputError
from scoring.reading import read_predictions

PREDICTIONS_FILE = "predictions.jsonl"
METADATA_FILE = "metadata.json"


def folder_of(home: Path, version: str, name: str) -> Path:
    """`<home>/submissions/<release>/<name>`. Raises BadInputError for a name that could leave that folder."""
    return home / "submissions" / check_name(version, "release") / check_name(name, "submission")


def names_of(home: Path, version: str) -> list[str]:
    """The submissions of a release that hold a predictions file, sorted."""
    found = (home / "submissions" / check_name(version, "release")).glob(f"*/{PREDICTIONS_FILE}")
    return sorted(path.parent.name for path in found)


def write_submission(folder: Path, predictions: pa.Table, metadata: Mapping[str, Any]) -> str:
    """Writes PREDICTIONS as a submission; returns the sha256 of predictions.jsonl."""
    lines = [
        json.dumps(line_of(row), sort_keys=True, ensure_ascii=False, allow_nan=False) for row in predictions.to_pylist()
    ]
    return write_submitted(folder, "".join(f"{line}\n" for line in lines).encode(), metadata)


def write_submitted(folder: Path, predictions: bytes, metadata: Mapping[str, Any]) -> str:
    """Stores a checked predictions file byte by byte; returns its sha256.

    The metadata is written last: a folder without it was interrupted, and writing it again mends it.
    """
    folder.mkdir(parents=True, exist_ok=True)
    write_bytes(folder / PREDICTIONS_FILE, predictions)
    text = json.dumps(metadata, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False)
    write_bytes(folder / METADATA_FILE, f"{text}\n".encode())
    return hashlib.sha256(predictions).hexdigest()


def line_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """One row of PREDICTIONS as a line of predictions.jsonl; what was never reported is left out."""
    usage = {name: row[name] for name in ("input_tokens", "output_tokens") if row[name] is not None}
    line = {name: row[name] for name in ("task_id", "answer", "citations", "retrieved")}
    if row["answer"] is None:
        line |= {"answer": "", "is_ranking": True}
    if usage:
        line["usage"] = usage
    if row["cost_usd"] is not None:
        line["cost_usd"] = row["cost_usd"]
    return line


def folder_hash(folder: Path) -> str:
    """The sha256 of a submission's predictions.jsonl, by which a release names a contributed run.

    Raises: BadInputError: the folder holds none.
    """
    path = folder / PREDICTIONS_FILE
    if not path.is_file():
        raise BadInputError(f"{folder} holds no {PREDICTIONS_FILE}. Submit it with: docketbench score")
    return hashlib.sha256(path.read_bytes()).hexdigest()


def read_submission(folder: Path, task_ids: Iterable[str] | None = None) -> pa.Table:
    """PREDICTIONS of a submission, by task_id.

    Args:
        folder: the submission's.
        task_ids: the release's tasks, each of which must be answered once; None leaves that to the judging stage, so
            that a submission can be read without its release.

    Raises: FaultyFileError: every fault with its line. MissingFileError: the folder holds no predictions file.
    """
    return predictions_table(read_predictions(folder / PREDICTIONS_FILE, task_ids))
