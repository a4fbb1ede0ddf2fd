"""Reciprocal rank fusion, worked out by hand."""

from __future__ import annotations

import pytest

from bench_resources.hybrid import HybridRetriever, fuse
from bench_resources.retrieval import Hit


def ranking(*doc_ids, source="x"):
    return [Hit(doc_id, 100.0 - rank, f"{doc_id}#{source}") for rank, doc_id in enumerate(doc_ids)]


class ListedRetriever:
    def __init__(self, *rankings):
        self._rankings = rankings
        self.depths = []

    def search(self, queries, k):
        self.depths.append(k)
        return [ranking[:k] for ranking in self._rankings]


def test_a_document_scores_one_over_sixty_and_its_rank_in_each_ranking():
    # A: 1/61 + 1/63 = 124/3843; C: 1/63 + 1/61, the same; B: 1/62 + 1/64 = 126/3968 is less than 1/61 + 1/63.
    # A and C tie and go by doc_id: A, C, B. 124/3843 = 0.0322664, 126/3968 = 0.0317540.
    hits = fuse([ranking("A", "B", "C"), ranking("C", "D", "A", "B")])
    # D: 1/62 = 0.0161290.
    assert [hit.doc_id for hit in hits] == ["A", "C", "B", "D"]
    assert [hit.score for hit in hits] == pytest.approx([124 / 3843, 124 / 3843, 126 / 3968, 1 / 62], abs=1e-15)
    assert hits[0].score == hits[1].score


def test_two_middling_ranks_beat_one_first_place():
    # B: 2/70 = 0.0286 against A: 1/61 = 0.0164. B is tenth in both.
    first = ranking("A", *[f"F-{n}" for n in range(8)], "B")
    second = ranking(*[f"S-{n}" for n in range(9)], "B")
    assert fuse([first, second])[0] == Hit("B", pytest.approx(2 / 70), "B#x")


def test_the_chunk_is_that_of_the_ranking_where_the_document_stands_highest():
    hits = fuse([ranking("A", "B", source="bm25"), ranking("B", "A", source="dense")])
    assert {hit.doc_id: hit.chunk_id for hit in hits} == {"A": "A#bm25", "B": "B#dense"}
    hits = fuse([ranking("A", source="bm25"), ranking("A", source="dense")])
    assert hits[0].chunk_id == "A#bm25"


def test_ties_go_by_doc_id_whichever_ranking_a_document_is_in():
    assert [hit.doc_id for hit in fuse([ranking("Z"), ranking("A")])] == ["A", "Z"]


def test_equal_ranks_score_alike_in_whatever_order_rankings_come():
    three = [ranking("A", "B", "C"), ranking("B", "C", "A"), ranking("C", "A", "B")]
    assert len({hit.score for hit in fuse(three)}) == 1


def test_nothing_fused_is_nothing():
    assert fuse([]) == fuse([[], []]) == []


def test_retrievers_are_fused_to_a_depth_and_cut_at_k():
    one, other = ListedRetriever(ranking("A", "B", "C")), ListedRetriever(ranking("C", "B"))
    # To depth 2: A 1/61, B 2/62, C 1/61 of the other alone, since its third place is beyond the depth.
    hits = HybridRetriever({"one": one, "other": other}, depth=2).search(["query"], 2)[0]
    assert [(hit.doc_id, hit.score) for hit in hits] == [("B", pytest.approx(2 / 62)), ("A", pytest.approx(1 / 61))]
    assert one.depths == other.depths == [2]


def test_more_documents_wanted_than_the_depth_are_fetched():
    one = ListedRetriever(ranking("A", "B", "C"))
    assert len(HybridRetriever({"one": one}, depth=1).search(["query"], 3)[0]) == 3


def test_each_query_is_fused_by_itself():
    one, other = ListedRetriever(ranking("A"), []), ListedRetriever([], [])
    assert HybridRetriever({"one": one, "other": other}).search(["first", "second"], 5) == [
        [Hit("A", 1 / 61, "A#x")],
        [],
    ]


def test_the_order_in_which_retrievers_are_given_changes_nothing():
    one, other = ListedRetriever(ranking("A", source="1")), ListedRetriever(ranking("A", source="2"))
    first = HybridRetriever({"one": one, "other": other}).search(["query"], 5)
    assert first == HybridRetriever({"other": other, "one": one}).search(["query"], 5)


def test_no_retriever_no_depth_and_k_below_one_are_refused():
    with pytest.raises(ValueError, match="no retriever to fuse"):
        HybridRetriever({})
    with pytest.raises(ValueError, match="depth is 0, expected at least 1"):
        HybridRetriever({"one": ListedRetriever()}, depth=0)
    with pytest.raises(ValueError, match="k is 0, expected at least 1"):
        HybridRetriever({"one": ListedRetriever()}).search([], 0)
