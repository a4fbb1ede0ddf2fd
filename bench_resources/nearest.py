"""The nearest documents of queries, exactly: the same bits whatever the number of threads, queries or blocks.

Belongs here: arithmetic over blocks of vectors. Does not: where vectors lie (dense.py), what they mean (embedders.py).
A matrix product is fast and its last bits depend on its shape and its threads. So it only chooses: every chunk that may
be among the best, by a bound on its error, is scored again, each pair by itself in float64.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench_resources.embedders import Vectors

QUERIES_AT_ONCE = 256  # with blocks of 32,768 chunks a product of 32 MB
PAIRS_AT_ONCE = 4096  # scored again together: 8 MB a thousand dimensions
FLOAT32_ROUNDING = 2.0**-24


@dataclass(frozen=True)
class Block:
    """Consecutive chunks of whole documents.

    Attributes:
        first_row: the number of its first chunk.
        starts: the row of each document's first chunk, counted from `first_row`; the first is 0.
        vectors: one row a chunk, of unit length or zero.
    """

    first_row: int
    starts: NDArray[np.int64]
    vectors: Vectors

    @cached_property
    def is_silent(self) -> NDArray[np.bool_]:
        """By chunk, whether its vector is zero. Looked up once: it takes longer than the product with one query."""
        silent: NDArray[np.bool_] = np.logical_not(np.any(self.vectors, axis=1))
        return silent


class Found(NamedTuple):
    """A document's best chunk: its score, the row of the document's first chunk, and its own row."""

    score: float
    document: int
    row: int


def nearest_documents(queries: Vectors, blocks: Iterable[Block], k: int) -> list[list[Found]]:
    """The best `k` documents of each query by their best chunk, ties by row.

    Args:
        queries: one row a query, of unit length or zero.
        blocks: all chunks in the order of their rows; read once.
        k: at least 1.

    Returns: by query, best first. Zero vectors are never found and find nothing.
    """
    found: list[list[Found]] = [[] for _ in queries]
    best = np.full((len(queries), k), -np.inf, dtype=np.float32)
    asked = np.flatnonzero(queries.any(axis=1))
    margin = 2 * score_error(queries.shape[1])
    for block in blocks:
        for first in range(0, len(asked), QUERIES_AT_ONCE):
            some = asked[first : first + QUERIES_AT_ONCE]
            rough = queries[some] @ block.vectors.T
            rough[:, block.is_silent] = -np.inf
            best[some] = _largest(best[some], np.maximum.reduceat(rough, block.starts, axis=1))
            floor = best[some].min(axis=1) - margin
            for query, scores, least in zip(some, rough, floor, strict=True):
                rows = np.flatnonzero((scores >= least) & (scores > -np.inf))
                found[query] = best_documents([*found[query], *_score(queries[query], block, rows)], k)
    return found


def score_error(dimensions: int) -> float:
    """How far a float32 product of two unit vectors can be from the exact score, in whatever order it is added.

    Source: Higham 2002, section 3.1: n u / (1 - n u) times the product of the lengths; here with room for lengths that
    are off by a thousandth, and for the rounding of the exact score.
    """
    return 1.01 * (dimensions + 2) * FLOAT32_ROUNDING


def exact_scores(query: Vectors, vectors: Vectors) -> Vectors:
    """The dot product of one query with each row: exact products, added in float64 in one fixed order."""
    scores = np.empty(len(vectors), dtype=np.float32)
    wide = query.astype(np.float64)
    for start in range(0, len(vectors), PAIRS_AT_ONCE):
        part = slice(start, start + PAIRS_AT_ONCE)
        scores[part] = (vectors[part] * wide).sum(axis=1)
    return scores


def best_documents(candidates: Sequence[Found], k: int) -> list[Found]:
    """The best chunk of each document, best first, the first `k`; equal scores by row."""
    chosen: dict[int, Found] = {}
    for candidate in sorted(candidates, key=lambda found: (-found.score, found.row)):
        chosen.setdefault(candidate.document, candidate)
        if len(chosen) == k:
            break
    return list(chosen.values())


def _largest(best: Vectors, more: Vectors) -> Vectors:
    """The largest values of each row of both, as many as `best` is wide, in no order."""
    width = best.shape[1]
    together = np.concatenate([best, more], axis=1)
    largest: Vectors = np.partition(together, -width, axis=1)[:, -width:]
    return largest


def _score(query: Vectors, block: Block, rows: NDArray[np.int64]) -> list[Found]:
    scores = exact_scores(query, block.vectors[rows])
    documents = block.starts[np.searchsorted(block.starts, rows, side="right") - 1]
    return [
        Found(score, document + block.first_row, row + block.first_row)
        for score, document, row in zip(scores.tolist(), documents.tolist(), rows.tolist(), strict=True)
    ]
