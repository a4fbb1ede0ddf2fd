"""Every shard becomes documents or exactly one quarantine reason."""

from __future__ import annotations

import dataclasses
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bench_assets.schemas import DOCUMENTS
from bench_assets.source.documents import read_shard
from bench_assets.source.locks import lock_shard
from tests.shared_data import shared_data

# file -> (documents, rows without text, repeated rows) or a piece of the one reason. Worked from expected.jsonl's
# descriptions: 40 rows each, seven of them doubled in two files, two blank texts in odd_text.
VARIANTS = {
    "base": (40, 0, 0), "large_string": (40, 0, 0), "string_view": (40, 0, 0), "dictionary": (40, 0, 0),
    "null_typed_url": (40, 0, 0), "zero_rows": (0, 0, 0), "zero_row_groups": (0, 0, 0), "reordered": (40, 0, 0),
    "missing_online_url": (40, 0, 0), "missing_text": "no column 'text_content'; its columns are doc_id, file_name",
    "extra_columns": (40, 0, 0), "int_doc_id": (40, 0, 0), "content_first": (40, 0, 0),
    "binary_text": "'text_content' is not UTF-8 in 1 row (5)", "invalid_utf8": "'text_content' is not UTF-8 in 1 row (5)",
    "duplicate_ids": (40, 0, 7), "conflicting_ids": "7 values of doc_id occur with different texts",
    "null_ids": "3 rows have no usable doc_id", "all_null_text": (0, 40, 0), "odd_text": (38, 2, 0),
    "pages_list": "list<element: string>, expected a string column", "struct": "no column 'doc_id'",
    "one_row_groups": (40, 0, 0), "codec_none": (40, 0, 0), "codec_gzip": (40, 0, 0), "codec_brotli": (40, 0, 0),
    "codec_lz4": (40, 0, 0), "codec_snappy": (40, 0, 0), "truncated": "the last 4 bytes are not PAR1",
    "empty_file": "it is empty (0 bytes)", "not_parquet": "not a parquet file", "damaged_page": "row group 0 is damaged",
    "footer_only_magic": "its footer cannot be read",
}  # fmt: skip


def read(path, id_column="doc_id", text_column="text_content"):
    return read_shard(lock_shard("papers", path, id_column, text_column)[1])


def written(tmp_path, **columns):
    pq.write_table(pa.table(columns), tmp_path / "shard.parquet")
    return tmp_path / "shard.parquet"


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_variant_gives_rows_or_one_reason(name):
    reading = read(shared_data("parquet_variants", f"{name}.parquet"))
    expected = VARIANTS[name]
    if isinstance(expected, str):
        assert expected in reading.quarantine_reason
        assert len(reading.documents) == 0
    else:
        counts = reading.counts
        assert reading.quarantine_reason is None
        assert (counts["documents"], counts["skipped_no_text"], counts["duplicate_rows"]) == expected
    assert reading.documents.schema.equals(DOCUMENTS)


def test_the_table_of_variants_is_complete():
    lines = shared_data("parquet_variants", "expected.jsonl").read_text(encoding="utf-8").splitlines()
    assert {json.loads(line)["file"] for line in lines} == {f"{name}.parquet" for name in VARIANTS}


def test_media_bytes_are_never_read():
    path = shared_data("jfk", "jfk-00003-of-00016.parquet")
    reading = read(path)
    metadata = pq.read_metadata(path)
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    columns = [group.column(i) for group in groups for i in range(group.num_columns)]
    wanted = sum(c.total_compressed_size for c in columns if c.path_in_schema in {"doc_id", "text_content"})
    footer = metadata.serialized_size + 8
    assert reading.bytes_read <= wanted + footer + 8  # the tail is looked at before the footer
    assert reading.bytes_read < 0.25 * path.stat().st_size


def test_text_is_untouched_and_ids_sorted(tmp_path):
    text = "\ufeffone\r\n\x00two  \u202e"
    reading = read(written(tmp_path, doc_id=["b", "a"], text_content=["x", text]))
    assert reading.documents.to_pylist() == [
        {"doc_id": "a", "text": text, "length_chars": len(text)},
        {"doc_id": "b", "text": "x", "length_chars": 1},
    ]


def test_binary_text_that_is_utf8_is_text(tmp_path):
    assert read(written(tmp_path, doc_id=["a"], text_content=["né".encode()])).documents["text"].to_pylist() == ["né"]


def test_a_dictionary_of_ids_is_read(tmp_path):
    ids = pa.array(["a", "b"]).dictionary_encode()
    assert read(written(tmp_path, doc_id=ids, text_content=["x", "y"])).documents["doc_id"].to_pylist() == ["a", "b"]


@pytest.mark.parametrize("bad", ["", " a", "a\n", "a\tb", "x" * 513, None])
def test_an_id_nobody_can_cite_quarantines(tmp_path, bad):
    reading = read(written(tmp_path, doc_id=pa.array(["ok", bad], pa.string()), text_content=["x", "y"]))
    assert reading.quarantine_reason.startswith("1 row has no usable doc_id")
    assert reading.quarantine_reason.endswith(": 1")


def test_conflicts_name_at_most_five_ids(tmp_path):
    ids = [str(n) for n in range(7)]
    reading = read(written(tmp_path, doc_id=ids * 2, text_content=["x"] * 7 + ["y"] * 7))
    assert reading.quarantine_reason.endswith("'0', '1', '2', '3', '4', and 2 more")


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({"doc_id": [1.5], "text_content": ["x"]}, "column 'doc_id' is double, expected a string or integer column"),
        ({"doc_id": ["a"], "text_content": [3]}, "column 'text_content' is int64, expected a string column"),
    ],
)
def test_a_wrong_type_is_named(tmp_path, columns, reason):
    assert read(written(tmp_path, **columns)).quarantine_reason == reason


def test_two_columns_of_one_name_are_refused(tmp_path):
    table = pa.Table.from_arrays(
        [pa.array(["a"]), pa.array(["b"]), pa.array(["x"])], names=["doc_id", "doc_id", "text_content"]
    )
    pq.write_table(table, tmp_path / "shard.parquet")
    assert "2 columns called 'doc_id'" in read(tmp_path / "shard.parquet").quarantine_reason


def test_a_shard_that_changed_or_went_since_its_lock_is_quarantined(tmp_path):
    path = written(tmp_path, doc_id=["a"], text_content=["first"])
    _, lock = lock_shard("papers", path, "doc_id", "text_content")
    written(tmp_path, doc_id=["a"], text_content=["other"])
    same_size = dataclasses.replace(lock, bytes=path.stat().st_size)
    assert "its content changed since it was locked" in read_shard(same_size).quarantine_reason
    assert "when it was locked" in read_shard(dataclasses.replace(lock, bytes=1)).quarantine_reason
    path.unlink()
    assert "it cannot be opened" in read_shard(lock).quarantine_reason


def test_an_encrypted_shard_says_so(tmp_path):
    (tmp_path / "shard.parquet").write_bytes(b"PAREjunkjunkPARE")
    assert read(tmp_path / "shard.parquet").quarantine_reason == "it is encrypted"


def test_a_footer_longer_than_the_file_is_refused(tmp_path):
    (tmp_path / "shard.parquet").write_bytes(b"PAR1junk\xff\xff\xff\x7fPAR1")
    assert "its footer claims 2,147,483,647 bytes of a file of 16" in read(tmp_path / "shard.parquet").quarantine_reason
