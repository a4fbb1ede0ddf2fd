"""The row of an index, and the files that it answers for."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from bench_assets.corpus.indexes import index_folder, make_bm25_index
from bench_assets.schemas import BM25_INDEX, CHUNKS
from bench_resources.bm25 import TOKENIZER, Bm25Index
from bench_resources.lake import Lake
from tests.small_home import put


def chunks(*pairs: tuple[str, str]) -> pa.Table:
    rows = [
        {"chunk_id": f"{doc_id}#{n:04d}", "doc_id": doc_id, "ordinal": n, "start": 0, "end": len(text), "text": text}
        for n, (doc_id, text) in enumerate(pairs)
    ]
    return pa.Table.from_pylist(rows, schema=CHUNKS)


THREE = chunks(("d1", "salt harbour"), ("d1", "tallow"), ("d2", "juniper"))


def test_every_partition_of_a_release_reads_the_index_of_the_release(tmp_path: Path):
    assert index_folder(tmp_path, "v1|single_hop") == index_folder(tmp_path, "v1") == tmp_path / "indexes/bm25/v1"


def test_the_row_counts_chunks_and_documents_and_carries_the_version_of_the_chunks(tmp_path: Path):
    put(tmp_path, "chunks", "v1", THREE)
    made = make_bm25_index(THREE, Lake(tmp_path), "v1")
    version = Lake(tmp_path).footer("chunks", "v1").data_version
    assert made.table.schema == BM25_INDEX
    assert made.table.to_pylist() == [
        {"index_name": "bm25", "n_chunks": 3, "n_documents": 2, "tokenizer": TOKENIZER, "chunks_version": version}
    ]


def test_the_index_can_be_asked_and_losing_one_of_its_files_is_noticed(tmp_path: Path):
    made = make_bm25_index(THREE, Lake(tmp_path), "v1")
    folder = index_folder(tmp_path, "v1")
    assert [hit.doc_id for hit in Bm25Index(folder).search(["juniper"], 5)[0]] == ["d2"]
    put(tmp_path, "bm25_index", "v1", made.table, side_files=made.side_files)
    footer = Lake(tmp_path).footer("bm25_index", "v1")
    assert Lake(tmp_path).is_whole(footer)
    assert folder / "chunk_keys.parquet" in made.side_files
    made.side_files[-1].unlink()
    assert not Lake(tmp_path).is_whole(footer)


def test_an_index_is_replaced_whole(tmp_path: Path):
    make_bm25_index(THREE, Lake(tmp_path), "v1")
    made = make_bm25_index(chunks(("d9", "ledger")), Lake(tmp_path), "v1")
    assert made.table["n_chunks"].to_pylist() == [1]
    assert Bm25Index(index_folder(tmp_path, "v1")).search(["salt"], 5) == [[]]


def test_no_chunk_makes_an_index_of_none(tmp_path: Path):
    made = make_bm25_index(CHUNKS.empty_table(), Lake(tmp_path), "v1")
    assert (made.table["n_chunks"].to_pylist(), made.table["n_documents"].to_pylist()) == ([0], [0])
