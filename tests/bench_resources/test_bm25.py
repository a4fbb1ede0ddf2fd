"""BM25: what is found, in which order, and what cannot break a query."""

from __future__ import annotations

import pytest

from bench_assets.schemas import CHUNKS
from bench_resources.bm25 import Bm25Index, build_index
from tests.bench_resources.made_chunks import chunks


@pytest.fixture
def index(tmp_path):
    rows = [
        ("D-1", 0, "The harbour board paid account 4471-0098 on Tuesday."),
        ("D-1", 1, "Gulls over the pier."),
        ("D-2", 0, "The harbour board met; minutes of O'Malley."),
        ("D-3", 0, "Nothing to see."),
    ]
    build_index(chunks(*rows), tmp_path / "bm25")
    return Bm25Index(tmp_path / "bm25")


def test_a_document_is_found_by_an_account_number_and_by_its_parts(index):
    for query in ("4471-0098", "4471", "account 0098"):
        assert [hit.doc_id for hit in index.search([query], 5)[0]] == ["D-1"]


def test_a_document_ranks_by_its_best_chunk_which_is_named(index):
    hits = index.search(["gulls"], 5)[0]
    assert [(hit.doc_id, hit.chunk_id) for hit in hits] == [("D-1", "D-1#0001")]


@pytest.mark.parametrize(
    "query", ["O'Malley", "at 12:30 (board)", "AND OR NOT harbour", "http://x.y/?q=[a]", 'body:"harbour', "^~*\\"]
)
def test_no_query_is_parsed(index, query):
    assert isinstance(index.search([query], 3)[0], list)


def test_queries_without_a_known_term_find_nothing(index):
    assert index.search(["", "   ", "zzyzx", "?!"], 3) == [[], [], [], []]


def test_queries_are_answered_in_order(index):
    found = index.search(["gulls", "minutes"], 1)
    assert [hits[0].doc_id for hits in found] == ["D-1", "D-2"]


def test_equal_scores_are_ordered_by_doc_id_even_at_the_cut(tmp_path):
    # Two hundred equal chunks: whichever the engine returns first, the first two by doc_id must come out.
    build_index(chunks(*[(f"D-{n:03d}", 0, "same words here") for n in range(199, -1, -1)]), tmp_path / "ties")
    hits = Bm25Index(tmp_path / "ties").search(["words"], 2)[0]
    assert [hit.doc_id for hit in hits] == ["D-000", "D-001"]
    assert hits[0].score == hits[1].score


def test_k_counts_documents_not_chunks(tmp_path):
    many = [("D-1", n, "pier pier pier") for n in range(60)]
    build_index(chunks(*many, ("D-2", 0, "a pier among many other longer words of a dull paragraph")), tmp_path / "k")
    assert [hit.doc_id for hit in Bm25Index(tmp_path / "k").search(["pier"], 2)[0]] == ["D-1", "D-2"]


def test_two_builds_of_one_table_rank_alike_and_hold_every_chunk(tmp_path, index):
    table = chunks(("B", 0, "red boat"), ("A", 0, "red boat"), ("A", 1, "blue boat"))
    build_index(table, tmp_path / "one")
    build_index(table.take([2, 0, 1]), tmp_path / "two")
    one, two = Bm25Index(tmp_path / "one"), Bm25Index(tmp_path / "two")
    assert one.search(["boat red"], 9) == two.search(["boat red"], 9)
    assert (one.n_chunks, one.n_documents) == (3, 2)


def test_an_empty_table_makes_an_index_that_finds_nothing(tmp_path):
    build_index(CHUNKS.empty_table(), tmp_path / "empty")
    empty = Bm25Index(tmp_path / "empty")
    assert (empty.n_chunks, empty.search(["boat"], 3)) == (0, [[]])


def test_k_below_one_is_refused(index):
    with pytest.raises(ValueError, match="k is 0, expected at least 1"):
        index.search(["boat"], 0)


def test_a_missing_index_is_an_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        Bm25Index(tmp_path / "absent")
