"""The lake: what decides a version, what decides reuse, and what a reader never sees."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bench_resources.lake import Footer, Lake

TABLE = pa.table({"doc_id": ["a", "b", None], "spans": [[1], [], [2, 3]]})


@pytest.fixture
def lake(tmp_path: Path) -> Lake:
    return Lake(tmp_path)


def publish(lake: Lake, table: pa.Table, fingerprint: str = "f1", **more: object) -> None:
    lake.publish(lake.stage("facts", "v1|single_hop", table, fingerprint, **more))


def test_a_partition_key_becomes_folders(lake: Lake, tmp_path: Path):
    assert lake.path("facts", "v1|single_hop") == tmp_path / "lake/facts/v1/single_hop.parquet"
    assert lake.path("documents", "letters/00001") == tmp_path / "lake/documents/letters/00001.parquet"


def test_a_staged_table_cannot_be_read_before_it_is_published(lake: Lake):
    lake.stage("facts", "v1|single_hop", TABLE, "f1")
    assert lake.footer("facts", "v1|single_hop") is None


def test_a_published_table_reads_back_with_its_footer(lake: Lake):
    publish(lake, TABLE, notes={"rejected": 2})
    footer = lake.footer("facts", "v1|single_hop")
    assert footer is not None
    assert (footer.fingerprint, footer.notes, footer.n_rows) == ("f1", {"rejected": 2}, 3)
    assert lake.read("facts", "v1|single_hop").equals(TABLE)


def test_the_data_version_follows_rows_and_notes_but_not_fingerprint_or_batches(lake: Lake):
    in_two = pa.concat_tables([TABLE.slice(0, 1), TABLE.slice(1)])
    same = [lake.stage("facts", "k", table, fp).footer.data_version for table, fp in [(TABLE, "f1"), (in_two, "f2")]]
    other_rows = lake.stage("facts", "k", TABLE.slice(0, 2), "f1").footer.data_version
    other_notes = lake.stage("facts", "k", TABLE, "f1", notes={"n": 1}).footer.data_version
    assert same[0] == same[1]
    assert len({same[0], other_rows, other_notes}) == 3


def test_tables_without_rows_that_differ_in_schema_differ_in_version(lake: Lake):
    one, other = pa.schema([("a", pa.string())]), pa.schema([("b", pa.string())])
    versions = {lake.stage("facts", "k", schema.empty_table(), "f").footer.data_version for schema in (one, other)}
    assert len(versions) == 2


@pytest.mark.parametrize("kept", [0, 10, 200])
def test_a_cut_file_counts_as_never_built(lake: Lake, kept: int):
    publish(lake, TABLE)
    path = lake.path("facts", "v1|single_hop")
    path.write_bytes(path.read_bytes()[:kept])
    assert lake.footer("facts", "v1|single_hop") is None


def test_a_lost_or_cut_side_file_is_noticed(lake: Lake, tmp_path: Path):
    side = tmp_path / "exports" / "questions.jsonl"
    side.parent.mkdir()
    side.write_text("line\n", encoding="utf-8")
    publish(lake, TABLE, side_files=[side])
    footer = lake.footer("facts", "v1|single_hop")
    assert footer is not None
    assert footer.side_files == {"exports/questions.jsonl": hashlib.sha256(b"line\n").hexdigest()}
    assert lake.is_whole(footer)
    side.write_text("lin\n", encoding="utf-8")
    assert not lake.is_whole(footer)
    side.unlink()
    assert not lake.is_whole(footer)


def test_a_side_file_of_the_same_size_with_another_byte_is_noticed(lake: Lake, tmp_path: Path):
    side = tmp_path / "side.bin"
    side.write_bytes(b"\x00\x01\x02")
    publish(lake, TABLE, side_files=[side])
    footer = lake.footer("facts", "v1|single_hop")
    assert footer is not None
    side.write_bytes(b"\x00\x01\x03")
    assert not lake.is_whole(footer)
    side.write_bytes(b"\x00\x01\x02")
    assert lake.is_whole(footer)


def test_a_side_file_of_which_only_the_size_was_noted_counts_as_changed(lake: Lake, tmp_path: Path):
    (tmp_path / "side.bin").write_bytes(b"abc")
    assert not lake.is_whole(Footer("f1", "d1", {}, {"side.bin": 3}, n_rows=0, size_bytes=0))


def test_a_folder_in_the_place_of_a_side_file_is_noticed(lake: Lake, tmp_path: Path):
    (tmp_path / "side.bin").mkdir()
    assert not lake.is_whole(Footer("f1", "d1", {}, {"side.bin": "00"}, n_rows=0, size_bytes=0))


def test_a_sweep_removes_what_a_killed_run_staged_and_nothing_else(lake: Lake, tmp_path: Path):
    publish(lake, TABLE)
    lake.stage("facts", "v1|single_hop", TABLE, "f1")
    lake.sweep()
    assert list((tmp_path / "lake/.staging").iterdir()) == []
    assert lake.footer("facts", "v1|single_hop") is not None


def test_the_same_rows_make_the_same_bytes(lake: Lake):
    first, second = (lake.stage("facts", "k", TABLE, "f1", notes={"n": 1}) for _ in range(2))
    assert first.staged_path.read_bytes() == second.staged_path.read_bytes()
    assert first.footer == second.footer


def test_a_published_table_replaces_the_one_before(lake: Lake):
    publish(lake, TABLE)
    publish(lake, TABLE.slice(0, 1), "f2")
    footer = lake.footer("facts", "v1|single_hop")
    assert footer is not None
    assert (footer.fingerprint, footer.n_rows) == ("f2", 1)
    assert lake.read("facts", "v1|single_hop").num_rows == 1


def test_columns_can_be_read_alone_and_in_the_order_asked(lake: Lake):
    publish(lake, TABLE)
    assert lake.read("facts", "v1|single_hop", ["spans"]).equals(TABLE.select(["spans"]))


def test_a_table_that_was_never_built_cannot_be_read(lake: Lake):
    assert lake.footer("facts", "v1|single_hop") is None
    with pytest.raises(FileNotFoundError):
        lake.read("facts", "v1|single_hop")


def test_a_parquet_file_of_somebody_else_counts_as_never_built(lake: Lake):
    path = lake.path("facts", "v1|single_hop")
    path.parent.mkdir(parents=True)
    pq.write_table(TABLE, path)
    assert lake.footer("facts", "v1|single_hop") is None


def test_a_folder_in_the_place_of_a_table_counts_as_never_built(lake: Lake):
    lake.path("facts", "v1|single_hop").mkdir(parents=True)
    assert lake.footer("facts", "v1|single_hop") is None


def test_a_side_file_outside_the_home_is_refused(tmp_path: Path):
    outside = tmp_path / "outside.txt"
    outside.write_text("x", encoding="utf-8")
    with pytest.raises(ValueError, match="is not in the subpath of"):
        Lake(tmp_path / "home").stage("facts", "k", TABLE, "f1", side_files=[outside])


def test_a_size_is_that_of_the_file_in_its_place(lake: Lake):
    publish(lake, TABLE)
    footer = lake.footer("facts", "v1|single_hop")
    assert footer is not None
    assert footer.size_bytes == lake.path("facts", "v1|single_hop").stat().st_size


def test_rows_come_one_by_one_in_their_order_and_by_the_columns_asked(lake: Lake):
    publish(lake, pa.table({"n": range(2500), "m": ["x"] * 2500}))
    rows = list(lake.rows("facts", "v1|single_hop", ["n"]))
    assert rows == [{"n": n} for n in range(2500)]
    with pytest.raises(FileNotFoundError):
        next(lake.rows("facts", "v2|single_hop", ["n"]))
