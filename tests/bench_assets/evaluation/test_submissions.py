from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.evaluation.records import predictions_of
from bench_assets.evaluation.submissions import (
    folder_hash,
    folder_of,
    names_of,
    read_submission,
    write_submission,
    write_submitted,
)
from bench_assets.schemas import PREDICTIONS
from scoring.errors import BadInputError, FaultyFileError, MissingFileError

ROW = {"task_id": "t1", "answer": "Zoë", "citations": ["d1"], "retrieved": ["d1", "d2"]}
PLAIN = ROW | {"input_tokens": None, "output_tokens": None, "cost_usd": None}


def table(*rows: dict) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=PREDICTIONS)


@pytest.mark.parametrize("name", ["..", ".", "a/b", "../x", "a|b", "", "a,b", "x" * 65, "-x", "a\nb", "C:\\x"])
def test_a_name_cannot_leave_its_folder(tmp_path: Path, name: str) -> None:
    with pytest.raises(BadInputError, match="cannot be used: a name is 1 to 64 letters"):
        folder_of(tmp_path, "v1", name)
    with pytest.raises(BadInputError, match="cannot be used"):
        folder_of(tmp_path, name, "system")


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    rows = [PLAIN | {"input_tokens": 7, "output_tokens": 0, "cost_usd": 0.5}, PLAIN | {"task_id": "t0", "answer": ""}]
    folder = folder_of(tmp_path, "v1", "mine")
    write_submission(folder, table(*rows), {"system": "mine"})
    assert read_submission(folder).to_pylist() == [rows[1], rows[0]]
    assert json.loads((folder / "metadata.json").read_text(encoding="utf-8")) == {"system": "mine"}


def test_what_was_never_reported_is_not_in_the_line(tmp_path: Path) -> None:
    write_submission(tmp_path, table(PLAIN), {})
    line = json.loads((tmp_path / "predictions.jsonl").read_text(encoding="utf-8"))
    assert set(line) == {"task_id", "answer", "citations", "retrieved"}


def test_a_submission_is_known_by_the_hash_of_its_predictions(tmp_path: Path) -> None:
    digest = write_submitted(tmp_path, b"{}\n", {"system": "a"})
    assert digest == folder_hash(tmp_path) == hashlib.sha256(b"{}\n").hexdigest()
    write_submitted(tmp_path, b"{}\n", {"system": "another"})
    assert folder_hash(tmp_path) == digest


def test_a_folder_without_predictions_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"holds no predictions.jsonl. Submit it with"):
        folder_hash(tmp_path)
    with pytest.raises(MissingFileError, match="predictions file"):
        read_submission(tmp_path)


def test_names_are_folders_with_predictions_sorted(tmp_path: Path) -> None:
    for name in ("b", "a"):
        write_submission(folder_of(tmp_path, "v1", name), table(PLAIN), {})
    folder_of(tmp_path, "v1", "empty").mkdir()
    assert names_of(tmp_path, "v1") == ["a", "b"]
    assert names_of(tmp_path, "v2") == []


def test_faults_are_found_with_and_without_the_releases_tasks(tmp_path: Path) -> None:
    write_submitted(tmp_path, b'{"task_id": "t1", "answer": NaN}\n', {})
    with pytest.raises(FaultyFileError, match="line 1"):
        read_submission(tmp_path)
    write_submission(tmp_path, table(PLAIN), {})
    with pytest.raises(FaultyFileError, match="t2"):
        read_submission(tmp_path, ["t1", "t2"])


def test_a_line_of_a_run_is_a_row_without_an_answer(tmp_path: Path) -> None:
    ranking = PLAIN | {"answer": None, "citations": []}
    write_submission(tmp_path, table(ranking), {})
    assert json.loads((tmp_path / "predictions.jsonl").read_text(encoding="utf-8"))["is_ranking"] is True
    read = read_submission(tmp_path)
    assert read.to_pylist() == [ranking]
    [held] = predictions_of(read)
    assert (held.answer, held.is_ranking) == ("", True)
