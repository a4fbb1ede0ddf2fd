"""The nearest documents: exact, and the same bits whatever a matrix product makes of its shape and its threads."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from bench_resources.nearest import Block, Found, exact_scores, nearest_documents, score_error

ROOT = Path(__file__).resolve().parents[2]


def unit_rows(count, dimensions, seed):
    rows = np.random.default_rng(seed).standard_normal((count, dimensions))
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def blocks_of(vectors, sizes):
    """Blocks of one-chunk documents, of these sizes."""
    first = 0
    for size in sizes:
        yield Block(first, np.arange(size), vectors[first : first + size])
        first += size


def close_corpus(dimensions=256):
    """600 documents within a few roundings of each other around 30 directions: a matrix product confuses their order."""
    around = unit_rows(30, dimensions, 1)
    jitter = np.random.default_rng(2).standard_normal((600, dimensions)) * 3e-8
    return (np.repeat(around, 20, axis=0) + jitter).astype(np.float32), unit_rows(40, dimensions, 3)


def test_a_document_counts_by_its_best_chunk():
    # Rows 0 and 1 are one document, row 2 another; the query is the second axis: scores 0, 0.8 and 0.6.
    vectors = np.array([[1, 0], [0.6, 0.8], [0.8, 0.6]], dtype=np.float32)
    block = Block(0, np.array([0, 2]), vectors)
    found = nearest_documents(np.array([[0, 1]], dtype=np.float32), [block], 5)
    assert found == [[Found(np.float32(0.8), 0, 1), Found(np.float32(0.6), 2, 2)]]


def test_equal_scores_go_by_row_even_at_the_cut_and_across_blocks():
    vectors = np.tile(np.array([[0, 1]], dtype=np.float32), (9, 1))
    found = nearest_documents(vectors[:1], blocks_of(vectors, [2, 3, 4]), 3)
    assert [one.row for one in found[0]] == [0, 1, 2]


def test_the_first_of_equal_chunks_stands_for_its_document():
    vectors = np.tile(np.array([[0, 1]], dtype=np.float32), (3, 1))
    found = nearest_documents(vectors[:1], [Block(4, np.array([0]), vectors)], 3)
    assert found == [[Found(1.0, 4, 4)]]


def test_zero_vectors_are_never_found_and_find_nothing():
    # Beside a zero vector stands one that points away: -1 is found, the 0 before it is not.
    vectors = np.array([[0, 0], [0, -1]], dtype=np.float32)
    queries = np.array([[0, 1], [0, 0]], dtype=np.float32)
    assert nearest_documents(queries, blocks_of(vectors, [2]), 5) == [[Found(-1.0, 1, 1)], []]


def test_no_blocks_and_no_queries_find_nothing():
    queries = unit_rows(2, 4, 0)
    assert nearest_documents(queries, [], 3) == [[], []]
    assert nearest_documents(queries[:0], blocks_of(unit_rows(3, 4, 1), [3]), 3) == []


def test_a_score_is_the_exact_product_rounded_once():
    query, *rows = unit_rows(50, 256, 5)
    exact = [
        float(np.float32(float(sum(Fraction(float(a)) * Fraction(float(b)) for a, b in zip(query, row, strict=True)))))
        for row in rows
    ]
    assert exact_scores(query, np.array(rows)).tolist() == exact


def test_no_matrix_product_is_further_off_than_the_bound_says():
    for dimensions in (2, 384, 1536):
        queries, vectors = unit_rows(20, dimensions, 6), unit_rows(300, dimensions, 7)
        exact = np.array([exact_scores(query, vectors) for query in queries])
        assert np.abs(queries @ vectors.T - exact).max() < score_error(dimensions)
    # 256 dimensions: 1.01 (256 + 2) 2^-24
    assert score_error(256) == pytest.approx(1.5532e-5, rel=1e-4)


def test_the_best_are_those_of_a_sort_of_all_exact_scores():
    vectors, queries = close_corpus()
    found = nearest_documents(queries, blocks_of(vectors, [100] * 6), 7)
    for query, got in zip(queries, found, strict=True):
        scores = exact_scores(query, vectors)
        order = sorted(range(len(vectors)), key=lambda row: (-scores[row], row))[:7]
        assert [(one.row, one.score) for one in got] == [(row, scores[row]) for row in order]


@pytest.mark.parametrize("sizes", [[600], [1] * 600, [7, 290, 303]])
def test_the_size_of_blocks_changes_no_bit(sizes):
    vectors, queries = close_corpus()
    expected = nearest_documents(queries, blocks_of(vectors, [200] * 3), 9)
    assert nearest_documents(queries, blocks_of(vectors, sizes), 9) == expected


@pytest.mark.parametrize("size", [1, 3, 39])
def test_the_number_of_queries_in_a_batch_changes_no_bit(size):
    vectors, queries = close_corpus()
    together = nearest_documents(queries, blocks_of(vectors, [600]), 9)
    split = [
        found
        for start in range(0, len(queries), size)
        for found in nearest_documents(queries[start : start + size], blocks_of(vectors, [600]), 9)
    ]
    assert split == together


def test_the_number_of_threads_changes_no_bit():
    program = (
        "from tests.bench_resources.test_nearest import blocks_of, close_corpus\n"
        "from bench_resources.nearest import nearest_documents\n"
        "vectors, queries = close_corpus()\n"
        "print([[(one.row, one.score.hex()) for one in found]\n"
        "       for found in nearest_documents(queries, blocks_of(vectors, [600]), 9)])\n"
    )
    printed = set()
    for threads in ("1", "2", "3"):
        given = {**os.environ, "OPENBLAS_NUM_THREADS": threads, "OMP_NUM_THREADS": threads}
        done = subprocess.run(
            [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False, env=given
        )
        assert done.returncode == 0, done.stderr
        printed.add(done.stdout)
    assert len(printed) == 1
