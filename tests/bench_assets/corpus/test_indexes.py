"""The row of an index, and the files that it answers for."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from bench_assets.corpus.indexes import (
    RetrieverName,
    index_folder,
    make_bm25_index,
    make_dense_index,
    open_retriever,
    open_retrievers,
)
from bench_assets.schemas import BM25_INDEX, CHUNKS, DENSE_INDEX
from bench_assets.settings.release import RetrievalSection
from bench_assets.settings.tables import StageSettings
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


RETRIEVAL = StageSettings(
    "letters", 0, RetrievalSection(fusion_depth=7).model_dump_json(), {"embedder": "static"}, {}, frozenset()
)


def test_the_row_of_the_dense_index_names_the_embedder_with_its_version(tmp_path: Path):
    put(tmp_path, "chunks", "v1", THREE)
    made = make_dense_index(THREE, Lake(tmp_path), "v1", RETRIEVAL)
    assert made.table.schema == DENSE_INDEX
    assert made.table.to_pylist() == [
        {
            "index_name": "dense",
            "n_chunks": 3,
            "n_documents": 2,
            "embedder": "static/wordllama-0.4.0.post1/l2_supercat_256",
            "dimensions": 256,
            "chunks_version": Lake(tmp_path).footer("chunks", "v1").data_version,
        }
    ]


def test_losing_a_file_of_the_dense_index_is_noticed(tmp_path: Path):
    made = make_dense_index(THREE, Lake(tmp_path), "v1", RETRIEVAL)
    put(tmp_path, "dense_index", "v1", made.table, side_files=made.side_files)
    footer = Lake(tmp_path).footer("dense_index", "v1")
    assert Lake(tmp_path).is_whole(footer)
    assert any(path.suffix == ".lance" for path in made.side_files)
    made.side_files[-1].unlink()
    assert not Lake(tmp_path).is_whole(footer)


def test_vectors_outlive_the_index_beside_the_replies(tmp_path: Path):
    make_dense_index(THREE, Lake(tmp_path), "v1", RETRIEVAL)
    assert (tmp_path / "models" / "vectors.sqlite").is_file()


def test_every_retriever_of_a_release_finds_what_it_is_asked_for(tmp_path: Path):
    make_bm25_index(THREE, Lake(tmp_path), "v1")
    make_dense_index(THREE, Lake(tmp_path), "v1", RETRIEVAL)
    opened = open_retrievers(tmp_path, "v1|single_hop", RETRIEVAL)
    assert set(opened) == {"bm25", "dense", "hybrid"}
    assert {name: one.search(["juniper"], 5)[0][0].doc_id for name, one in opened.items()} == dict.fromkeys(
        opened, "d2"
    )


def test_a_release_without_a_dense_index_still_opens_its_other_one(tmp_path: Path):
    make_bm25_index(THREE, Lake(tmp_path), "v1")
    assert open_retriever(RetrieverName.BM25, tmp_path, "v1", RETRIEVAL).search(["salt"], 1)[0][0].doc_id == "d1"
