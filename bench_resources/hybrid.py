"""Hybrid retrieval: the rankings of several retrievers as one, by reciprocal rank fusion.

Belongs here: the fusion, and a retriever made of retrievers. Does not: the retrievers (bm25.py, dense.py).
Only ranks enter, so that scores which have nothing in common need no weights.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from bench_resources.retrieval import Hit, Retriever

RANK_CONSTANT = 60  # Cormack, Clarke, Buettcher 2009
DEPTH = 100  # documents of each ranking that are fused: far more than a pool or a reader takes


class HybridRetriever:
    """Retrievers asked together."""

    def __init__(self, retrievers: Mapping[str, Retriever], depth: int = DEPTH) -> None:
        """Fuses by name, so that the order in which retrievers are given changes nothing.

        Args:
            retrievers: by name; at least one.
            depth: how many documents of each are fused.

        Raises: ValueError: no retriever, or depth < 1.
        """
        if not retrievers:
            raise ValueError("no retriever to fuse, expected at least one")
        if depth < 1:
            raise ValueError(f"depth is {depth}, expected at least 1")
        self._retrievers = [retrievers[name] for name in sorted(retrievers)]
        self._depth = depth

    def search(self, queries: Sequence[str], k: int) -> list[list[Hit]]:
        """The best `k` documents of each query, in the order of the queries; of each ranking the first max(k, depth).

        Returns: documents best first, score = fused, ties by doc_id; [] for a query that no retriever answers.
        Raises: ValueError: k < 1.
        """
        if k < 1:
            raise ValueError(f"k is {k}, expected at least 1")
        found = [retriever.search(queries, max(k, self._depth)) for retriever in self._retrievers]
        return [fuse(rankings)[:k] for rankings in zip(*found, strict=True)]


def fuse(rankings: Sequence[Sequence[Hit]]) -> list[Hit]:
    """One ranking of several, each without repeats: a document scores 1 / (60 + rank) in each that holds it.

    Returns: all documents, best first, ties by doc_id; the chunk is that of the ranking where the document stands
        highest, of the first such ranking.
    Source: Cormack, Clarke, Buettcher 2009, reciprocal rank fusion, k = 60.
    """
    ranks: dict[str, list[int]] = defaultdict(list)
    chunks: dict[str, tuple[int, str]] = {}
    for ranking in rankings:
        for rank, hit in enumerate(ranking, 1):
            ranks[hit.doc_id].append(rank)
            if rank < chunks.get(hit.doc_id, (rank + 1, ""))[0]:
                chunks[hit.doc_id] = (rank, hit.chunk_id)
    hits = [Hit(doc_id, fused_score(held), chunks[doc_id][1]) for doc_id, held in ranks.items()]
    return sorted(hits, key=lambda hit: (-hit.score, hit.doc_id))


def fused_score(ranks: Sequence[int]) -> float:
    """The sum of 1 / (60 + rank), added from the last rank to the first: equal ranks give equal bits in any order."""
    return sum(1 / (RANK_CONSTANT + rank) for rank in sorted(ranks, reverse=True))
