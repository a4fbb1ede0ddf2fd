"""A source as one release sees it."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.corpus.snapshot import SHARD_TABLES, NamedTables, shard_tables, take_snapshot
from bench_assets.schemas import SOURCE_SNAPSHOT
from bench_resources.lake import Lake
from tests.small_home import put

SOUND = {"quarantine_reason": None, "rows_read": 9, "skipped_no_text": 3, "skipped_null_id": 4}


def docs(*doc_ids: str) -> pa.Table:
    return pa.table({"doc_id": pa.array(doc_ids, pa.string()), "text": pa.array(doc_ids, pa.string())})


def put_shard(home: Path, shard: str, *doc_ids: str, notes: dict[str, object] = SOUND) -> None:
    put(home, "documents", shard, docs(*doc_ids), notes=notes)
    put(home, "document_quality", shard)
    put(home, "entity_mentions", shard)


def test_a_row_counts_a_shard_and_names_the_versions_of_its_tables(tmp_path: Path):
    put_shard(tmp_path, "letters/0", "a", "b")
    snapshot = take_snapshot(Lake(tmp_path), ["letters/0"])
    versions = {f"{asset}_version": Lake(tmp_path).footer(asset, "letters/0").data_version for asset in SHARD_TABLES}
    assert snapshot.schema == SOURCE_SNAPSHOT
    assert snapshot.to_pylist() == [
        # 3 without text and 4 without an id were skipped; rows_read is no skip.
        {"shard": "letters/0", "n_documents": 2, "n_skipped": 7, "quarantine_reason": None, **versions}
    ]


def test_shards_stand_in_order_whatever_order_they_were_named_in(tmp_path: Path):
    for shard in ("letters/1", "letters/0", "letters/10"):
        put_shard(tmp_path, shard, "a")
    snapshot = take_snapshot(Lake(tmp_path), ["letters/10", "letters/1", "letters/0"])
    assert snapshot["shard"].to_pylist() == ["letters/0", "letters/1", "letters/10"]


def test_changed_documents_change_the_snapshot(tmp_path: Path):
    put_shard(tmp_path, "letters/0", "a")
    before = take_snapshot(Lake(tmp_path), ["letters/0"])
    put_shard(tmp_path, "letters/0", "b")
    assert take_snapshot(Lake(tmp_path), ["letters/0"]) != before


def test_a_source_without_shards_gives_no_row(tmp_path: Path):
    assert take_snapshot(Lake(tmp_path), []).equals(SOURCE_SNAPSHOT.empty_table())


@pytest.mark.parametrize("lost", SHARD_TABLES)
def test_a_table_that_was_never_built_is_named(tmp_path: Path, lost: str):
    put_shard(tmp_path, "letters/0", "a")
    Lake(tmp_path).path(lost, "letters/0").unlink()
    with pytest.raises(FileNotFoundError) as refused:
        take_snapshot(Lake(tmp_path), ["letters/0"])
    assert str(refused.value) == f"{lost} of shard letters/0 is not in the lake; materialise it first"


def test_shards_are_read_in_order_with_their_names_and_without_the_quarantined(tmp_path: Path):
    put_shard(tmp_path, "letters/1", "c")
    put_shard(tmp_path, "letters/0", "b", "a")
    put_shard(tmp_path, "letters/2", notes=SOUND | {"quarantine_reason": "no column 'text'"})
    snapshot = take_snapshot(Lake(tmp_path), ["letters/1", "letters/2", "letters/0"])
    tables = shard_tables(Lake(tmp_path), snapshot, "documents", ("doc_id",))
    assert [table.column_names for table in tables] == [["doc_id", "shard"]] * 2
    assert [(shard, len(table)) for shard, table in NamedTables(tables)] == [("letters/0", 2), ("letters/1", 1)]
    read = pa.concat_tables(tables)  # iterated a second time
    assert read.select(["shard", "doc_id"]).to_pylist() == [
        {"shard": "letters/0", "doc_id": "b"},
        {"shard": "letters/0", "doc_id": "a"},
        {"shard": "letters/1", "doc_id": "c"},
    ]


def test_a_shard_without_documents_is_read(tmp_path: Path):
    put_shard(tmp_path, "letters/0")
    snapshot = take_snapshot(Lake(tmp_path), ["letters/0"])
    assert [table.num_rows for table in shard_tables(Lake(tmp_path), snapshot, "documents")] == [0]


def test_a_source_of_quarantined_shards_is_refused(tmp_path: Path):
    put_shard(tmp_path, "letters/0", notes=SOUND | {"quarantine_reason": "cut short"})
    snapshot = take_snapshot(Lake(tmp_path), ["letters/0"])
    with pytest.raises(ValueError, match="every shard of the source is quarantined, so there is no documents to build"):
        shard_tables(Lake(tmp_path), snapshot, "documents")
