"""Every shard becomes documents or exactly one quarantine reason."""

from __future__ import annotations

import dataclasses
import datetime as dt
import decimal
import json

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bench_assets.schemas import DOCUMENTS
from bench_assets.source.documents import Gathered, read_shard
from bench_assets.source.locks import lock_shard
from bench_assets.source.readers import Place
from bench_assets.source.rows import Columns, Kind, Rows, UnreadableShardError
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


TWO_COLUMNS = Columns("doc_id", "text_content")


def lock(path, columns=TWO_COLUMNS):
    return lock_shard("papers", path.stem, Place(Kind.PARQUET, path.parent, path.name), columns)[1]


def read(path, columns=TWO_COLUMNS):
    return read_shard(lock(path, columns))


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


def expected_variants():
    lines = shared_data("parquet_variants", "expected.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def test_the_table_of_variants_is_complete():
    files = {f"{name}.parquet" for name in VARIANTS}
    assert {line["file"] for line in expected_variants()} == files
    assert {path.name for path in shared_data("parquet_variants").glob("*.parquet")} == files
    assert len(files) == 33


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_no_row_of_a_variant_is_dropped_without_a_count(name):
    path = shared_data("parquet_variants", f"{name}.parquet")
    (line,) = [line for line in expected_variants() if line["file"] == path.name]
    reading = read(path)
    counts = reading.counts
    kept = counts["documents"] + counts["skipped_no_text"] + counts["duplicate_rows"]
    assert counts["rows"] == kept
    assert len(reading.documents) == counts["documents"]
    if reading.quarantine_reason is None:
        assert counts["rows"] == line["rows"]
    else:
        assert kept == 0
        assert reading.quarantine_reason.strip()


@pytest.mark.parametrize("shard", range(16))
def test_no_row_of_the_real_shards_is_dropped_without_a_count(shard):
    path = shared_data("jfk", f"jfk-{shard:05d}-of-00016.parquet")
    counts = read(path).counts
    assert counts["rows"] == pq.read_metadata(path).num_rows
    assert counts["rows"] == counts["documents"] + counts["skipped_no_text"] + counts["duplicate_rows"]


@pytest.mark.parametrize("shard", [3, 9])
def test_media_bytes_are_never_read(shard):
    path = shared_data("jfk", f"jfk-{shard:05d}-of-00016.parquet")
    reading = read(path)
    metadata = pq.read_metadata(path)
    groups = [metadata.row_group(i) for i in range(metadata.num_row_groups)]
    columns = [group.column(i) for group in groups for i in range(group.num_columns)]
    wanted = sum(c.total_compressed_size for c in columns if c.path_in_schema in {"doc_id", "text_content"})
    footer = metadata.serialized_size + 8
    assert "content" in {column.path_in_schema for column in columns}
    assert reading.bytes_read <= wanted + footer + 8  # the tail is looked at before the footer
    assert reading.bytes_read <= 1.1 * wanted
    assert reading.bytes_read < 0.25 * path.stat().st_size


def test_text_is_untouched_and_ids_sorted(tmp_path):
    text = "\ufeffone\r\n\x00two  \u202e"
    reading = read(written(tmp_path, doc_id=["b", "a"], text_content=["x", text]))
    assert reading.documents.to_pylist() == [
        {"doc_id": "a", "text": text, "length_chars": len(text), "date": None, "meta": None, "group": None},
        {"doc_id": "b", "text": "x", "length_chars": 1, "date": None, "meta": None, "group": None},
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
    locked = lock(path)
    written(tmp_path, doc_id=["a"], text_content=["other"])
    same_size = dataclasses.replace(locked, bytes=path.stat().st_size)
    assert "its content changed since it was locked" in read_shard(same_size).quarantine_reason
    assert "when it was locked" in read_shard(dataclasses.replace(locked, bytes=1)).quarantine_reason
    path.unlink()
    assert "it cannot be opened" in read_shard(locked).quarantine_reason


def test_an_encrypted_shard_says_so(tmp_path):
    (tmp_path / "shard.parquet").write_bytes(b"PAREjunkjunkPARE")
    assert read(tmp_path / "shard.parquet").quarantine_reason == "it is encrypted"


def test_a_footer_longer_than_the_file_is_refused(tmp_path):
    (tmp_path / "shard.parquet").write_bytes(b"PAR1junk\xff\xff\xff\x7fPAR1")
    assert "its footer claims 2,147,483,647 bytes of a file of 16" in read(tmp_path / "shard.parquet").quarantine_reason


KEPT = Columns("doc_id", "text_content", "day", ("pages", "box"))


def test_a_date_and_other_columns_are_kept_as_text_with_nulls(tmp_path):
    path = written(
        tmp_path,
        doc_id=["a", "b"],
        text_content=["x", "y"],
        day=pa.array([dt.date(1963, 11, 22), None]),
        pages=pa.array([3, None], pa.int16()),
        box=['N-1 "é"', "N-2"],
        other=["never", "read"],
    )
    documents = read(path, KEPT).documents
    assert documents["date"].to_pylist() == ["1963-11-22", None]
    assert documents["meta"].to_pylist() == ['{"box":"N-1 \\"é\\"","pages":"3"}', '{"box":"N-2","pages":null}']
    assert read(path).documents["meta"].to_pylist() == [None, None]


def test_a_group_is_kept_as_text_and_an_empty_one_groups_nothing(tmp_path):
    path = written(tmp_path, doc_id=["a", "b", "c"], text_content=["x", "y", "z"], record=[7, None, 7])
    columns = Columns("doc_id", "text_content", group="record")
    assert read(path, columns).documents["group"].to_pylist() == ["7", None, "7"]
    path = written(tmp_path, doc_id=["a", "b"], text_content=["x", "y"], record=["", "N-1"])
    assert read(path, columns).documents["group"].to_pylist() == [None, "N-1"]


def test_one_column_may_be_group_and_metadata(tmp_path):
    path = written(tmp_path, doc_id=["a"], text_content=["x"], record=["N-1"])
    documents = read(path, Columns("doc_id", "text_content", None, ("record",), "record")).documents
    assert (documents["group"].to_pylist(), documents["meta"].to_pylist()) == (["N-1"], ['{"record":"N-1"}'])


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        (pa.array([True, False]), ["true", "false"]),
        (pa.array([1.5, 1e20]), ["1.5", "1e+20"]),
        (pa.array([decimal.Decimal("1.20"), None]), ["1.20", None]),
        (
            pa.array([dt.datetime(1963, 11, 22, 9, tzinfo=dt.UTC)] * 2, pa.timestamp("s")),
            ["1963-11-22 09:00:00.000"] * 2,
        ),
        (pa.array(["Nov. '63", ""]).dictionary_encode(), ["Nov. '63", ""]),
        (pa.array([b"ab", b"cd"], pa.binary(2)), ["ab", "cd"]),
        (pa.nulls(2), [None, None]),
    ],
)
def test_any_scalar_is_a_date_as_it_was_found(tmp_path, values, texts):
    path = written(tmp_path, doc_id=["a", "b"], text_content=["x", "y"], day=values)
    assert read(path, Columns("doc_id", "text_content", "day")).documents["date"].to_pylist() == texts


@pytest.mark.parametrize(
    ("columns", "reason"),
    [
        ({}, "it has no column 'day'; its columns are doc_id, text_content"),
        ({"day": [["1963"]]}, "column 'day' is list<element: string>, expected a scalar column"),
        ({"day": [b"\xff"]}, "column 'day' is not UTF-8 in 1 row (0)"),
    ],
)
def test_a_column_to_keep_that_cannot_be_is_a_reason(tmp_path, columns, reason):
    path = written(tmp_path, doc_id=["a"], text_content=["x"], **columns)
    assert read(path, Columns("doc_id", "text_content", "day")).quarantine_reason == reason


def test_a_dot_in_a_columns_name_is_no_path(tmp_path):
    path = written(tmp_path, doc_id=["a"], text_content=["x"], **{"box.no": ["7"], "box": [{"no": "8"}]})
    documents = read(path, Columns("doc_id", "text_content", None, ("box.no",))).documents
    assert documents["meta"].to_pylist() == ['{"box.no":"7"}']


def test_repeated_rows_with_other_metadata_are_counted(tmp_path):
    path = written(tmp_path, doc_id=["a"] * 3, text_content=["x"] * 3, day=["1963", "1963", "1964"])
    reading = read(path, Columns("doc_id", "text_content", "day"))
    assert reading.documents["date"].to_pylist() == ["1963"]
    assert reading.counts == {
        "rows": 3, "skipped_no_text": 0, "duplicate_rows": 2, "documents": 1, "duplicate_rows_with_other_metadata": 1,
    }  # fmt: skip


def test_a_shard_that_changed_and_is_faulty_as_well_is_named_as_changed(tmp_path):
    path = written(tmp_path, doc_id=["a"], text_content=["first"])
    locked = lock(path)
    pq.write_table(pa.table({"doc_id": ["a"], "text_content": [7]}), path)
    changed = dataclasses.replace(locked, bytes=path.stat().st_size)
    assert read_shard(changed).quarantine_reason.startswith("its content changed since it was locked")
    path.write_bytes(b"x" * path.stat().st_size)  # no parquet any more
    assert read_shard(changed).quarantine_reason.startswith("its content changed since it was locked")


def test_more_text_than_one_table_can_hold_is_refused():
    gathered = Gathered("row", "doc_id")
    gathered.size_chars = 2**31
    with pytest.raises(UnreadableShardError, match="over 2 GB of text; split it"):
        gathered.add(Rows())
