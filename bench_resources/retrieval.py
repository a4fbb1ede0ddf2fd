"""What every retriever offers: queries in, documents out, best first.

Belongs here: the record and the protocol. Does not: any index (bm25.py has the first).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Hit(NamedTuple):
    """A document, the score of its best chunk, and which chunk that was."""

    doc_id: str
    score: float
    chunk_id: str


class Retriever(Protocol):
    """Anything that ranks the corpus for queries."""

    def search(self, queries: Sequence[str], k: int) -> list[list[Hit]]:
        """At most `k` distinct documents a query, best first, ties by doc_id; a query without a known term gives []."""
        ...
