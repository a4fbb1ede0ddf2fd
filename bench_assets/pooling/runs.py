"""Contributed runs: the `retrieved` lists of submissions that a release names by hash."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bench_assets.evaluation.submissions import PREDICTIONS_FILE, folder_hash, folder_of, read_submission
from scoring.errors import BadInputError


def read_runs(home: Path, version: str, named: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    """Ranked doc_ids by task, by submission, for the runs in [pooling] contributed_runs.

    Raises: BadInputError: a submission is not there, or its predictions are not the ones that were named.
    """
    return {name: _read_run(home, version, name, sha256) for name, sha256 in sorted(named.items())}


def require_runs(home: Path, version: str, named: Mapping[str, str]) -> None:
    """Raises BadInputError for the first run by name that is not there, or is not the file that was named."""
    for name, sha256 in sorted(named.items()):
        _require_run(home, version, name, sha256)


def _read_run(home: Path, version: str, name: str, sha256: str) -> dict[str, list[str]]:
    rows = read_submission(_require_run(home, version, name, sha256)).select(["task_id", "retrieved"]).to_pylist()
    return {row["task_id"]: row["retrieved"] for row in rows}


def _require_run(home: Path, version: str, name: str, sha256: str) -> Path:
    """The folder of a run that is what the release named."""
    folder = folder_of(home, version, name)
    if not (folder / PREDICTIONS_FILE).is_file():
        raise BadInputError(
            f"[pooling] contributed_runs of {version} names {name!r}, but {folder} holds no {PREDICTIONS_FILE}. "
            "Put that file back, or take the run out of the release: the pool will be judged again."
        )
    found = folder_hash(folder)
    if found != sha256:
        raise BadInputError(
            f"[pooling] contributed_runs of {version} names {name!r} with the hash {sha256[:12]}, but the predictions "
            f"in {folder} have {found[:12]}. Restore that file, or name the new hash: the pool will be judged again."
        )
    return folder
