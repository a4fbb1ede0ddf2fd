"""Folders of text files: each file a document under its path, each folder a shard."""

from __future__ import annotations

import pytest

from bench_assets.source import finding, textfiles
from bench_assets.source.documents import read_shard
from bench_assets.source.finding import find_shards
from bench_assets.source.locks import lock_found, read_locks, write_lock
from bench_assets.source.rows import TEXT_COLUMNS
from scoring.errors import BadInputError


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "papers"
    for name, text in (
        ("a.txt", "one"),
        ("box 1/b.txt", "two\r\n"),
        ("box 1/c.TXT", "three"),
        ("box 1/x/d.v2.txt", "four"),
    ):
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())
    return root


def lock_of(path):
    return lock_found("papers", find_shards(path), TEXT_COLUMNS)


def documents_of(lock):
    tables = [read_shard(shard).documents for shard in lock.shards]
    return {row["doc_id"]: row["text"] for table in tables for row in table.to_pylist()}


def reason_of(folder, name, content):
    (folder / "box 1" / name).write_bytes(content)
    return {shard.name: read_shard(shard).quarantine_reason for shard in lock_of(folder).shards}["box 1"]


def test_a_subfolder_is_a_shard_and_a_path_without_its_suffix_an_id(folder):
    lock = lock_of(folder)
    assert [(shard.name, shard.rows) for shard in lock.shards] == [("box 1", 2), ("box 1~x", 1), ("files", 1)]
    assert documents_of(lock) == {"a": "one", "box 1/b": "two\r\n", "box 1/c": "three", "box 1/x/d.v2": "four"}


def test_one_text_file_is_a_source(folder):
    lock = lock_of(folder / "a.txt")
    assert [shard.key for shard in lock.shards] == ["papers/a"]
    assert documents_of(lock) == {"a": "one"}


def test_a_large_folder_is_cut_by_name_and_a_change_touches_one_shard(folder, monkeypatch):
    monkeypatch.setattr(finding, "MAX_FILES_IN_SHARD", 2)
    for n in range(5):
        (folder / f"n{n}.txt").write_text(f"text {n}", encoding="utf-8")
    lock = lock_of(folder)
    assert [(shard.name, shard.first, shard.last) for shard in lock.shards] == [
        ("box 1", "b.txt", "c.TXT"), ("box 1~x", "d.v2.txt", "d.v2.txt"), ("files-00001", "a.txt", "n0.txt"),
        ("files-00002", "n1.txt", "n2.txt"), ("files-00003", "n3.txt", "n4.txt"),
    ]  # fmt: skip
    assert len(documents_of(lock)) == 9
    (folder / "n2.txt").write_text("TEXT 2", encoding="utf-8")
    reasons = {shard.name: read_shard(shard).quarantine_reason for shard in lock.shards}
    assert [name for name, reason in reasons.items() if reason] == ["files-00002"]
    assert reasons["files-00002"].startswith("its content changed since it was locked")


def test_a_renamed_file_is_a_change_though_no_byte_of_it_differs(folder):
    lock = lock_of(folder)
    (folder / "box 1" / "b.txt").rename(folder / "box 1" / "bb.txt")
    assert [shard.name for shard in lock.shards if read_shard(shard).quarantine_reason] == ["box 1"]


def test_a_lost_file_is_a_change(folder):
    lock = lock_of(folder)
    (folder / "box 1" / "b.txt").unlink()
    assert read_shard(lock.shards[0]).quarantine_reason.startswith("it changed: it has 5 bytes, 10 when it was locked")


def test_the_lock_of_text_files_reads_back_equal(folder, tmp_path):
    lock = lock_of(folder)
    text = write_lock(tmp_path / "home", lock).read_text(encoding="utf-8")
    assert 'kind = "text"' in text
    assert read_locks(tmp_path / "home") == [lock]


def test_an_empty_file_is_skipped_and_counted_and_a_byte_order_mark_is_no_text(folder):
    (folder / "box 1" / "b.txt").write_bytes(b" \n")
    (folder / "box 1" / "c.TXT").write_bytes(b"\xef\xbb\xbfthree")
    reading = read_shard(lock_of(folder).shards[0])
    assert reading.counts == {"rows": 2, "skipped_no_text": 1, "duplicate_rows": 0, "documents": 1}
    assert reading.documents["text"].to_pylist() == ["three"]
    assert reading.bytes_read == 10


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"caf\xe9", "with bad UTF-8"),
        ("abc".encode("utf-16-le"), "with NUL bytes, perhaps UTF-16"),
        (b"x" * 11, "over 0 MB"),
    ],
)
def test_a_file_that_is_no_text_is_the_reason_by_its_name(folder, monkeypatch, content, why):
    monkeypatch.setattr(textfiles, "MAX_FILE_BYTES", 10)
    assert reason_of(folder, "bad.txt", content) == f"it has 1 file {why} ('bad.txt')"


def test_two_texts_under_one_id_are_a_conflict(folder):
    assert reason_of(folder, "b.TXT", b"other") == "1 values of path occur with different texts: 'box 1/b'"


@pytest.mark.parametrize("name", [" a.txt", "a\tb.txt", "a\udcff.txt"])
def test_a_path_that_cannot_be_an_id_is_refused_when_it_is_added(folder, name):
    (folder / name).write_bytes(b"x")
    with pytest.raises(BadInputError, match=r"1 files have paths that cannot be ids: .*Rename them"):
        find_shards(folder)
