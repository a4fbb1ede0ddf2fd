"""`source add`: what it shows, what it guesses, what it refuses, and what it says when a source is added again."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from bench_assets.cli.main import app
from bench_assets.source.locks import read_locks

RUNNER = CliRunner()


@pytest.fixture
def letters(tmp_path: Path) -> Path:
    folder = tmp_path / "letters"
    folder.mkdir()
    for name in "ab":
        rows = [{"id": f"{name}{n}", "body": f"Dear Wilma, {n}", "sent": f"May {n + 1}", "n": n} for n in range(7)]
        text = "".join(f"{json.dumps(row)}\n" for row in rows)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return folder


def add(tmp_path: Path, folder: Path, *options: str) -> tuple[int, dict[str, object], str]:
    command = ["source", "add", "letters", str(folder), *options, "--json", "--home", str(tmp_path / "home")]
    ended = RUNNER.invoke(app, command)
    return ended.exit_code, json.loads(ended.stdout), ended.stderr


def test_columns_are_guessed_said_and_five_rows_shown(tmp_path: Path, letters: Path) -> None:
    code, shown, err = add(tmp_path, letters, "--date-column", "sent", "--meta-column", "n")
    assert code == 0
    assert f"Found 2 shards of JSONL in {letters}." in err
    assert "Guessed --id-column id by its name" in err
    assert "Guessed --text-column body by its name" in err
    assert (shown["kind"], shown["shards"], shown["rows"]) == ("jsonl", 2, 14)
    assert (shown["id_column"], shown["text_column"]) == ("id", "body")
    assert (shown["date_column"], shown["meta_columns"]) == ("sent", ["n"])
    assert shown["columns"] == ["id", "body", "sent", "n"]
    assert len(shown["preview"]) == 5
    assert shown["preview"][0] == {"doc_id": "a0", "text": "Dear Wilma, 0", "date": "May 1", "meta": '{"n":"0"}'}


def test_for_people_the_chosen_columns_are_marked(tmp_path: Path, letters: Path) -> None:
    named = ["--date-column", "sent", "--group-column", "n"]
    command = ["source", "add", "letters", str(letters), *named, "--home", str(tmp_path / "home")]
    ended = RUNNER.invoke(app, command)
    assert "Columns: id (doc_id), body (text), sent (date), n (group)" in ended.stderr
    assert "First rows of a" in ended.stdout
    assert ended.stdout.count("Dear Wilma") == 5


def test_a_source_added_again_names_what_changed_and_keeps_its_columns(tmp_path: Path, letters: Path) -> None:
    add(tmp_path, letters, "--date-column", "sent")
    again = add(tmp_path, letters)
    assert "Since the former lock: 2 as before." in again[2]
    assert (again[1]["changed"], again[1]["new"], again[1]["gone"]) == ([], [], [])
    (letters / "b.jsonl").write_text('{"id": "b", "body": "Dear Amos", "sent": null}\n', encoding="utf-8")
    (letters / "c.jsonl").write_text('{"id": "c", "body": "Dear Ines", "sent": null}\n', encoding="utf-8")
    _, shown, err = add(tmp_path, letters)
    assert "Columns as in the former lock: 'id', 'body', 'sent'." in err
    assert "Since the former lock: 1 changed (b), 1 new (c), 1 as before." in err
    assert (shown["changed"], shown["new"], shown["date_column"]) == (["b"], ["c"], "sent")
    _, shown, _ = add(tmp_path, letters, "--date-column", "sent", "--group-column", "n")
    assert (shown["group_column"], shown["preview"][0]["group"]) == ("n", "0")
    (letters / "a.jsonl").unlink()
    _, shown, err = add(tmp_path, letters, "--id-column", "id")
    assert "1 gone (a), 2 as before. Other columns are read: every shard is built anew." in err
    assert (shown["gone"], shown["date_column"]) == (["a"], None)


def test_a_guess_that_is_unclear_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    path = tmp_path / "s.parquet"
    pq.write_table(pa.table({"id": ["a"], "doc_id": ["b"], "text": ["x"]}), path)
    code, shown, _ = add(tmp_path, path)
    assert code == 2
    assert "Which column holds the id of a document is unclear: id, doc_id could each be it" in str(shown["error"])
    assert read_locks(tmp_path / "home") == []


def test_a_column_to_keep_that_no_shard_has_is_refused(tmp_path: Path, letters: Path) -> None:
    code, shown, _ = add(tmp_path, letters, "--meta-column", "box")
    assert code == 2
    assert "has the columns 'id' and 'body' and 'box'. Columns found: body, id, n, sent." in str(shown["error"])


def test_text_files_need_no_columns_and_take_none(tmp_path: Path) -> None:
    folder = tmp_path / "notes"
    (folder / "1963").mkdir(parents=True)
    (folder / "1963" / "memo.txt").write_text("Dear Wilma", encoding="utf-8")
    code, shown, _ = add(tmp_path, folder)
    assert (code, shown["kind"], shown["preview"]) == (0, "text", [{"doc_id": "1963/memo", "text": "Dear Wilma"}])
    code, shown, _ = add(tmp_path, folder, "--text-column", "body")
    assert code == 2
    assert "Text files have no columns: a file's path is its id." in str(shown["error"])


def test_files_that_are_passed_over_are_counted(tmp_path: Path, letters: Path) -> None:
    (letters / "old").mkdir()
    (letters / "old" / "z.jsonl").write_text("{}\n", encoding="utf-8")
    (letters / "README.md").write_text("", encoding="utf-8")
    _, shown, err = add(tmp_path, letters)
    assert shown["passed_over"] == {"files in subfolders": 1, "other files": 1}
    assert "not read: 1 files in subfolders, 1 other files." in err


def test_a_shard_that_a_build_will_quarantine_is_said_so_and_the_next_one_shown(tmp_path: Path, letters: Path) -> None:
    (letters / "a.jsonl").write_text('{"id": "a"}\n', encoding="utf-8")
    _, shown, err = add(tmp_path, letters, "--id-column", "id", "--text-column", "body")
    assert "Shard a will be quarantined: no line has 'body'; the first lines have id." in err
    assert shown["preview"][0]["doc_id"] == "b0"


def test_a_faulty_former_lock_is_replaced_and_named(tmp_path: Path, letters: Path) -> None:
    add(tmp_path, letters)
    (tmp_path / "home" / "sources" / "letters.toml").write_text("name = ", encoding="utf-8")
    code, _, err = add(tmp_path, letters)
    assert code == 0
    assert "The former lock is replaced unread: " in err
    assert len(read_locks(tmp_path / "home")) == 1
