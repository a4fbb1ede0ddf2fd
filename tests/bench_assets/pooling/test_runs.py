"""Contributed runs: only the file that the release named."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.evaluation.submissions import folder_of, write_submission
from bench_assets.pooling.runs import read_runs, require_runs
from bench_assets.schemas import PREDICTIONS
from scoring.errors import BadInputError


def submit(home: Path, name: str, *retrieved: str) -> str:
    rows = [
        {"task_id": task_id, "answer": "salt", "citations": [], "retrieved": list(retrieved)}
        for task_id in ("t2", "t1")
    ]
    return write_submission(folder_of(home, "v1", name), pa.Table.from_pylist(rows, schema=PREDICTIONS), {})


def test_a_named_run_is_its_rankings_by_task(tmp_path: Path):
    named = {name: submit(tmp_path, name, *found) for name, found in [("mine", ["d2", "d1"]), ("theirs", [])]}
    assert read_runs(tmp_path, "v1", named) == {
        "mine": {"t1": ["d2", "d1"], "t2": ["d2", "d1"]},
        "theirs": {"t1": [], "t2": []},
    }


def test_a_submission_that_no_release_names_is_not_pooled(tmp_path: Path):
    submit(tmp_path, "mine", "d1")
    assert read_runs(tmp_path, "v1", {}) == {}


def test_a_run_that_was_changed_since_is_refused(tmp_path: Path):
    named = submit(tmp_path, "mine", "d1")
    found = submit(tmp_path, "mine", "d2")
    for refuse in (read_runs, require_runs):
        with pytest.raises(BadInputError) as refused:
            refuse(tmp_path, "v1", {"mine": named})
        assert str(refused.value) == (
            f"[pooling] contributed_runs of v1 names 'mine' with the hash {named[:12]}, but the predictions in "
            f"{tmp_path / 'submissions/v1/mine'} have {found[:12]}. "
            "Restore that file, or name the new hash: the pool will be judged again."
        )


def test_a_run_that_is_not_there_is_refused(tmp_path: Path):
    for refuse in (read_runs, require_runs):
        with pytest.raises(BadInputError) as refused:
            refuse(tmp_path, "v1", {"mine": "ab"})
        assert str(refused.value) == (
            f"[pooling] contributed_runs of v1 names 'mine', but {tmp_path / 'submissions/v1/mine'} holds no "
            "predictions.jsonl. Put that file back, or take the run out of the release: the pool will be judged again."
        )


def test_runs_that_are_what_was_named_are_sound_and_so_are_none(tmp_path: Path):
    require_runs(tmp_path, "v1", {name: submit(tmp_path, name, "d1") for name in ("mine", "theirs")})
    require_runs(tmp_path, "v1", {})


def test_one_faulty_run_among_sound_ones_is_refused(tmp_path: Path):
    named = {"mine": submit(tmp_path, "mine", "d1"), "zeal": "ab"}
    with pytest.raises(BadInputError, match="names 'zeal'"):
        require_runs(tmp_path, "v1", named)


def test_a_name_cannot_leave_the_submissions(tmp_path: Path):
    with pytest.raises(BadInputError, match="cannot be used"):
        read_runs(tmp_path, "v1", {"../v2/mine": "ab"})
