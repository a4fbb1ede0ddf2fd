"""A JSONL shard becomes documents or one reason that names the lines."""

from __future__ import annotations

import gzip
import json
import tracemalloc
from functools import partial

import pytest

from bench_assets.source import jsonl
from bench_assets.source.documents import read_shard
from bench_assets.source.jsonl import JsonlShard
from bench_assets.source.locks import lock_shard
from bench_assets.source.readers import Place
from bench_assets.source.rows import Columns, Kind, Suits, UnreadableShardError
from bench_resources.ranges import LocalRanges

TWO = Columns("id", "body")
SOUND = b'{"id": "a", "body": "one"}\n'


def locked(path, columns=TWO):
    return lock_shard("papers", "s", Place(Kind.JSONL, path.parent, path.name), columns)[1]


def reading_of(tmp_path, content, columns=TWO):
    path = tmp_path / "s.jsonl"
    path.write_bytes(content)
    return read_shard(locked(path, columns))


def lines(*records):
    return "".join(f"{json.dumps(record)}\n" for record in records).encode()


def test_lines_are_documents_and_text_is_untouched(tmp_path):
    body = "\ufeffone\r\n\x00two  \u202e é"
    reading = reading_of(tmp_path, lines({"id": "b", "body": "x"}, {"id": 7, "body": body, "other": [1]}))
    assert reading.documents.select(["doc_id", "text"]).to_pydict() == {"doc_id": ["7", "b"], "text": [body, "x"]}
    assert reading.quarantine_reason is None


def test_a_byte_order_mark_blank_lines_and_a_missing_last_line_end_are_harmless(tmp_path):
    reading = reading_of(tmp_path, b"\xef\xbb\xbf" + SOUND + b"\r\n   \n" + SOUND.replace(b'"a"', b'"b"').strip())
    assert reading.documents["doc_id"].to_pylist() == ["a", "b"]
    assert reading.counts == {"rows": 2, "skipped_no_text": 0, "duplicate_rows": 0, "documents": 2}


def test_gzip_is_known_by_its_content_and_each_byte_is_read_once(tmp_path):
    for name in ("s.jsonl.gz", "s.jsonl"):
        path = tmp_path / name
        path.write_bytes(gzip.compress(SOUND) + gzip.compress(SOUND))  # two members, as `cat` makes them
        reading = read_shard(locked(path))
        assert reading.counts["duplicate_rows"] == 1
        assert reading.bytes_read == path.stat().st_size


def test_null_text_is_skipped_and_a_repeated_line_is_read_once(tmp_path):
    reading = reading_of(tmp_path, SOUND + SOUND + lines({"id": "b", "body": None}, {"id": "c", "body": " \n"}))
    assert reading.counts == {"rows": 4, "skipped_no_text": 2, "duplicate_rows": 1, "documents": 1}


def test_kept_fields_are_text_as_written_and_an_absent_one_is_null(tmp_path):
    content = b"""{"id": "a", "body": "x", "day": 1963.10, "n": 12, "ok": true}
{"id": "b", "body": "y", "day": "May 1963", "n": null}
{"id": "c", "body": "z"}
"""
    documents = reading_of(tmp_path, content, Columns("id", "body", "day", ("ok", "n"), "n")).documents
    assert documents["date"].to_pylist() == ["1963.10", "May 1963", None]
    assert documents["group"].to_pylist() == ["12", None, None]
    assert documents["meta"].to_pylist() == [
        '{"n":"12","ok":"true"}', '{"n":null,"ok":null}', '{"n":null,"ok":null}',
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b'{"id": "a", "body": ', "it has 1 line with bad JSON (2)"),
        (b"[" * 100_000, "it has 1 line with bad JSON (2)"),
        (b'{"id": 1' + b"0" * 5000 + b', "body": "x"}', "it has 1 line with bad JSON (2)"),
        (b'{"id": "a", "body": "x", "n": NaN}', "it has 1 line with NaN (2)"),
        (b'["a", "x"]', "it has 1 line with no JSON object (2)"),
        (b'{"id": "a"}', "it has 1 line without 'body' (2)"),
        (b'{"body": "x"}', "it has 1 line without 'id' (2)"),
        (b'{"id": "b", "id": "a", "body": "x"}', "it has 1 line with a key given twice (2)"),
        (b'{"id": 1.5, "body": "x"}', "it has 1 line where 'id' is not a string or integer (2)"),
        (b'{"id": true, "body": "x"}', "it has 1 line where 'id' is not a string or integer (2)"),
        (b'{"id": "a", "body": 3}', "it has 1 line where 'body' is not a string (2)"),
        (b'{"id": "a", "body": 3.5}', "it has 1 line where 'body' is not a string (2)"),
        (b'{"id": "a", "body": ["x"]}', "it has 1 line where 'body' is not a string (2)"),
        (b'{"id": "a", "body": "\\ud83d"}', "it has 1 line where 'body' has half a character (2)"),
        (b'{"id": "a", "body": "\xff"}', "it has 1 line with bad UTF-8 (2)"),
        (b'{"id": "a", "body": "\x00"}', "it has 1 line with NUL bytes, perhaps UTF-16 (2)"),
        (b'{"id": null, "body": "x"}', "1 line has no usable id (null, empty, blanks round it, control characters or over 512 characters): 2"),
        (b'{"id": "a", "body": "other"}', "1 values of id occur with different texts: 'a'"),
    ],
)  # fmt: skip
def test_a_faulty_line_is_the_reason_and_is_named(tmp_path, line, reason):
    reading = reading_of(tmp_path, SOUND + line + b"\n")
    assert reading.quarantine_reason == reason
    assert len(reading.documents) == 0


def test_faults_of_many_lines_are_one_reason_with_five_lines_of_a_kind(tmp_path):
    reading = reading_of(tmp_path, SOUND + b"{\n" * 7 + b"3\n")
    assert reading.quarantine_reason == (
        "it has 7 lines with bad JSON (2, 3, 4, 5, 6, and 2 more); 1 line with no JSON object (9)"
    )


def test_a_field_to_keep_must_be_a_scalar_and_must_be_in_some_line(tmp_path):
    columns = Columns("id", "body", "day")
    faulty = reading_of(tmp_path, lines({"id": "a", "body": "x", "day": ["1963"]}), columns)
    assert faulty.quarantine_reason == "it has 1 line where 'day' is not a scalar (1)"
    assert reading_of(tmp_path, SOUND, columns).quarantine_reason == "no line has 'day'; the first lines have id, body"


def test_a_line_over_the_limit_is_named_and_never_held(tmp_path, monkeypatch):
    monkeypatch.setattr(jsonl, "MAX_LINE_BYTES", 1 << 20)
    path = tmp_path / "s.jsonl.gz"
    path.write_bytes(gzip.compress(SOUND + b" " * (30 << 20) + b"\n" + SOUND))
    lock = locked(path)
    assert lock.rows == 3
    tracemalloc.start()
    reading = read_shard(lock)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert reading.quarantine_reason == "it has 1 line over 1 MB (2)"
    assert peak < 12 << 20


def test_memory_does_not_grow_with_what_is_not_kept(tmp_path):
    path = tmp_path / "s.jsonl"
    with path.open("wb") as opened:
        for n in range(40):
            opened.write(lines({"id": str(n), "body": "x", "scan": "s" * (1 << 20)}))
    lock = locked(path)
    tracemalloc.start()
    assert len(read_shard(lock).documents) == 40
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20 << 20  # a batch of 8 MB, the line at hand and its copies, of 40 MB


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty (0 bytes)"),
        (gzip.compress(SOUND * 1000, mtime=0)[:-4], "it is cut off: its gzip stream ends after line 1,000"),
        (gzip.compress(SOUND, mtime=0)[:10] + b"\xff" * 20, "its gzip stream is damaged after line 0: "),
        (gzip.compress(SOUND, mtime=0) + b"junk", "its gzip stream is damaged after line 1: Not a gzipped file"),
    ],
)
def test_a_broken_file_is_locked_without_rows_and_quarantined(tmp_path, content, reason):
    path = tmp_path / "s.jsonl.gz"
    path.write_bytes(content)
    lock = locked(path)
    assert (lock.rows, lock.read_sha256) == (None, "")
    assert read_shard(lock).quarantine_reason.startswith(reason)


def test_a_line_in_utf16_is_no_text(tmp_path):
    assert "NUL bytes, perhaps UTF-16" in reading_of(tmp_path, SOUND.decode().encode("utf-16-le")).quarantine_reason


def test_a_changed_file_is_named_as_changed_whatever_it_holds_now(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(SOUND)
    lock = locked(path)
    for content in (SOUND.replace(b"one", b"two"), SOUND.replace(b"{", b"[")):
        path.write_bytes(content)
        assert read_shard(lock).quarantine_reason == (
            "its content changed since it was locked; run `docketbench source add` again"
        )
    path.write_bytes(SOUND * 2)
    assert read_shard(lock).quarantine_reason == (
        "it changed: it has 54 bytes, 27 when it was locked; run `docketbench source add` again"
    )
    path.unlink()
    assert "it cannot be opened" in read_shard(lock).quarantine_reason


def test_fields_are_told_from_the_first_lines(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_bytes(b"{broken\n" + lines({"id": 1, "body": "x", "n": 1.5, "m": None}, {"id": 2, "tag": [1], "m": "y"}))
    assert JsonlShard(partial(LocalRanges, path)).columns == {
        "id": Suits.INTEGER, "body": Suits.TEXT, "n": Suits.OTHER, "m": Suits.TEXT, "tag": Suits.OTHER,
    }  # fmt: skip


def test_half_a_character_in_a_field_name_is_neither_shown_nor_a_fault(tmp_path):
    content = b'{"id": "a", "\\ud83d": "x"}\n'
    reading = reading_of(tmp_path, content)
    assert reading.quarantine_reason == "no line has 'body'; the first lines have id"
    sound = reading_of(tmp_path, SOUND.replace(b"}", b', "\\ud83d": 1}'))
    assert sound.documents["doc_id"].to_pylist() == ["a"]


def test_a_folder_in_place_of_a_file_is_unreadable(tmp_path):
    with pytest.raises(UnreadableShardError, match="it cannot be read: Is a directory"):
        JsonlShard(partial(LocalRanges, tmp_path)).count_rows()
