"""Contributed runs: the `retrieved` lists of submissions that a release names by hash."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bench_assets.evaluation.submissions import folder_hash, folder_of, read_submission
from scoring.errors import BadInputError


def read_runs(home: Path, version: str, named: Mapping[str, str]) -> dict[str, dict[str, list[str]]]:
    """Ranked doc_ids by task, by submission, for the runs in [pooling] contributed_runs.

    Raises: BadInputError: a submission is not there, or its predictions are not the ones that were named.
    """
    return {name: _read_run(home, version, name, sha256) for name, sha256 in sorted(named.items())}


def _read_run(home: Path, version: str, name: str, sha256: str) -> dict[str, list[str]]:
    folder = folder_of(home, version, name)
    found = folder_hash(folder)
    if found != sha256:
        raise BadInputError(
            f"[pooling] contributed_runs of {version} names {name!r} with the hash {sha256[:12]}, but the predictions "
            f"in {folder} have {found[:12]}. Restore that file, or name the new hash: the pool will be judged again."
        )
    rows = read_submission(folder).select(["task_id", "retrieved"]).to_pylist()
    return {row["task_id"]: row["retrieved"] for row in rows}
