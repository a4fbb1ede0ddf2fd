"""The dense index: what is found, in which order, and what an index must hold."""

from __future__ import annotations

import math

import numpy as np
import pyarrow as pa
import pytest

from bench_assets.schemas import CHUNKS
from bench_resources.dense import BLOCK_CHUNKS, DenseIndex, block_ends, build_dense_index, document_starts, recall_at_k
from bench_resources.embedders import embedder_of
from bench_resources.retrieval import Hit
from bench_resources.vectors import VectorStore
from scoring.errors import BadInputError
from tests.bench_resources.made_chunks import chunks
from tests.bench_resources.made_embedders import MadeEmbedder, drawn, said

SAID = {"east": [1, 0], "north": [0, 1], "north-east": [1, 1], "west": [-1, 0]}


def built(folder, embedder, *rows, **how):
    build_dense_index(chunks(*rows), embedder, folder, **how)
    return DenseIndex(folder, embedder)


def test_documents_come_by_the_angle_to_their_best_chunk_which_is_named(tmp_path):
    # cos 45 degrees is 0.7071; the best chunk of D-1 points north-east, D-2's only one away.
    rows = [("D-1", 0, "west"), ("D-1", 1, "north-east"), ("D-2", 0, "west"), ("D-3", 0, "east")]
    hits = built(tmp_path / "dense", said(SAID), *rows).search(["east"], 5)[0]
    assert [(hit.doc_id, hit.chunk_id) for hit in hits] == [
        ("D-3", "D-3#0000"),
        ("D-1", "D-1#0001"),
        ("D-2", "D-2#0000"),
    ]
    assert [hit.score for hit in hits] == pytest.approx([1, math.sqrt(0.5), -1], abs=1e-6)


def test_equal_scores_are_ordered_by_doc_id_even_at_the_cut(tmp_path):
    index = built(tmp_path / "ties", said(SAID), *[(f"D-{n:03d}", 0, "north") for n in range(199, -1, -1)])
    assert [hit.doc_id for hit in index.search(["north"], 2)[0]] == ["D-000", "D-001"]


def test_k_counts_documents_not_chunks(tmp_path):
    many = [("D-1", n, "north") for n in range(60)]
    index = built(tmp_path / "k", said(SAID), *many, ("D-2", 0, "north-east"))
    assert [hit.doc_id for hit in index.search(["north"], 2)[0]] == ["D-1", "D-2"]


def test_an_empty_text_is_held_and_never_found_and_an_empty_query_finds_nothing(tmp_path):
    index = built(tmp_path / "blank", said(SAID), ("D-1", 0, ""), ("D-2", 0, "west"))
    assert index.n_chunks == 2
    found = index.search(["east", "", "unknown"], 5)
    assert [[hit.doc_id for hit in hits] for hits in found] == [["D-2"], [], []]


def test_queries_are_answered_in_order_and_alike_alone_and_together(tmp_path):
    embedder = drawn()
    index = built(tmp_path / "many", embedder, *[(f"D-{n // 3:03d}", n % 3, f"berth {n}") for n in range(900)])
    queries = [f"berth {n} or so" for n in range(30)]
    together = index.search(queries, 6)
    assert together == [index.search([query], 6)[0] for query in queries]
    assert together[::-1] == index.search(queries[::-1], 6)


def test_what_is_held_in_memory_and_what_is_read_at_each_search_rank_alike(tmp_path):
    # More chunks than one block has, of four a document, which no block may part.
    rows = [(f"D-{n // 4:05d}", n % 4, f"berth {n}") for n in range(BLOCK_CHUNKS + 500)]
    index = built(tmp_path / "read", drawn(8), *rows)
    held = index.search(["pier", "quay"], 9)
    read = DenseIndex(tmp_path / "read", drawn(8), held_bytes=0)
    assert read.search(["pier", "quay"], 9) == held == read.search(["pier", "quay"], 9)


def test_two_builds_of_one_table_rank_alike_and_hold_every_chunk(tmp_path):
    table = chunks(("B", 0, "north"), ("A", 0, "north"), ("A", 1, "east"))
    build_dense_index(table, said(SAID), tmp_path / "one")
    build_dense_index(table.take([2, 0, 1]), said(SAID), tmp_path / "two")
    one, two = DenseIndex(tmp_path / "one", said(SAID)), DenseIndex(tmp_path / "two", said(SAID))
    assert one.search(["north-east"], 9) == two.search(["north-east"], 9)
    assert (one.n_chunks, one.n_documents) == (3, 2)


def test_an_index_is_replaced_whole(tmp_path):
    built(tmp_path / "dense", said(SAID), ("D-1", 0, "north"), ("D-2", 0, "east"))
    index = built(tmp_path / "dense", said(SAID), ("D-9", 0, "west"))
    assert [hit.doc_id for hit in index.search(["west"], 9)[0]] == ["D-9"]
    assert [path.name for path in tmp_path.iterdir()] == ["dense"]


def test_a_second_build_embeds_nothing_that_is_kept(tmp_path):
    rows = [("D-1", 0, "north"), ("D-2", 0, "east")]
    with VectorStore(f"sqlite:///{tmp_path}/vectors.sqlite") as store:
        built(tmp_path / "one", said(SAID), *rows, store=store)
        second = said(SAID)
        index = built(tmp_path / "two", second, *rows, ("D-3", 0, "west"), store=store)
        assert second.asked == ["west"]
    assert index.n_chunks == 3


def test_progress_tells_how_many_chunks_have_their_vectors(tmp_path):
    told = []
    built(tmp_path / "told", drawn(), *[("D", n, f"{n}") for n in range(257)], told=lambda *each: told.append(each))
    assert told == [(256, 257), (257, 257)]


@pytest.mark.parametrize("approximate", [False, True])
def test_an_empty_table_makes_an_index_that_finds_nothing(tmp_path, approximate):
    build_dense_index(CHUNKS.empty_table(), said(SAID), tmp_path / "empty", approximate=approximate)
    empty = DenseIndex(tmp_path / "empty", said(SAID), approximate=approximate)
    assert (empty.n_chunks, empty.n_documents, empty.search(["north"], 3)) == (0, 0, [[]])


def test_k_below_one_is_refused(tmp_path):
    with pytest.raises(ValueError, match="k is 0, expected at least 1"):
        built(tmp_path / "k", said(SAID), ("D-1", 0, "north")).search(["north"], 0)


def test_a_missing_index_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        DenseIndex(tmp_path / "absent", said(SAID))


def test_an_index_of_another_embedder_is_refused(tmp_path):
    built(tmp_path / "dense", said(SAID), ("D-1", 0, "north"))
    other = MadeEmbedder(lambda _: [1, 0], 2, "made/2")
    with pytest.raises(BadInputError, match="built with the embedder 'made/1', and is asked with 'made/2'"):
        DenseIndex(tmp_path / "dense", other)


def test_an_index_without_an_approximate_one_says_so(tmp_path):
    built(tmp_path / "dense", said(SAID), ("D-1", 0, "north"))
    with pytest.raises(BadInputError, match=r"without an approximate index\. Build it with one, or search it exactly"):
        DenseIndex(tmp_path / "dense", said(SAID), approximate=True)


def test_the_approximate_index_finds_nearly_all_with_the_exact_scores(tmp_path):
    rows = [(f"D-{n // 3:03d}", n % 3, f"berth {n}") for n in range(600)]
    embedder = drawn(16)
    exact = built(tmp_path / "both", embedder, *rows, ("D-999", 0, ""), approximate=True)
    approximate = DenseIndex(tmp_path / "both", embedder, approximate=True)
    queries = [f"pier {n}" for n in range(20)]
    assert recall_at_k(exact, approximate, queries, 5) >= 0.9
    scores = {hit.doc_id: hit.score for hit in exact.search(queries[:1], 600)[0]}
    assert all(scores[hit.doc_id] == hit.score for hit in approximate.search(queries[:1], 5)[0])
    assert approximate.search([""], 5) == [[]]
    assert len(approximate.search(queries[:1], 500)[0]) == 200  # every document that has a vector


class ListedRetriever:
    def __init__(self, *rankings):
        self._rankings = rankings

    def search(self, queries, k):
        return [list(ranking)[:k] for ranking in self._rankings]


def test_recall_is_the_share_of_the_best_that_score_as_well():
    # First query: of 0.9 and 0.8, one is found, and a copy that scores 0.8 too: 2 of 2. Second: 0.7 is, 0.6 is not:
    # 1 of 2. The third finds nothing and does not count. (1 + 0.5) / 2.
    exact = ListedRetriever([Hit("A", 0.9, "a"), Hit("B", 0.8, "b")], [Hit("A", 0.7, "a"), Hit("B", 0.6, "b")], [])
    near = ListedRetriever([Hit("A", 0.9, "a"), Hit("C", 0.8, "c")], [Hit("A", 0.7, "a"), Hit("D", 0.1, "d")], [])
    assert recall_at_k(exact, near, ["one", "two", "three"], 2) == 0.75
    assert math.isnan(recall_at_k(ListedRetriever([]), ListedRetriever([]), ["one"], 2))


def test_blocks_end_where_documents_do():
    # Documents of 3, 1, 1 and 4 chunks, blocks of at least 2: 3, then 1 + 1, then 4.
    starts = document_starts(pa.array(["A"] * 3 + ["B", "C"] + ["D"] * 4))
    assert starts.tolist() == [0, 3, 4, 5]
    assert list(block_ends(starts, 9, 2)) == [3, 5, 9]
    assert list(block_ends(np.empty(0, dtype=np.int64), 0, 2)) == []


def test_the_static_embedder_finds_a_paraphrase_in_an_index(tmp_path):
    embedder = embedder_of("static")
    index = built(
        tmp_path / "static",
        embedder,
        ("D-1", 0, "The harbour board paid for the dredging of the pier."),
        ("D-2", 0, "Beatrice K. Okell played the violin at a concert."),
    )
    assert index.search(["Who gave money to deepen the port?"], 1)[0][0].doc_id == "D-1"
