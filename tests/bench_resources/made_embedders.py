"""Embedders for the tests of what asks one: vectors that are said, or drawn from a text's hash; each keeps count."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence

import numpy as np


class MadeEmbedder:
    """Vectors by a function of the text, brought to unit length."""

    def __init__(self, vector_of: Callable[[str], Sequence[float]], dimensions: int, name: str = "made/1") -> None:
        self.name, self.dimensions = name, dimensions
        self.asked: list[str] = []
        self._vector_of = vector_of

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += texts
        vectors = np.array([self._vector_of(text) for text in texts], dtype=np.float64).reshape(-1, self.dimensions)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        return np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0).astype(np.float32)


def said(vectors: Mapping[str, Sequence[float]]) -> MadeEmbedder:
    """Every text's vector is given; that of another text is zero."""
    dimensions = len(next(iter(vectors.values())))
    return MadeEmbedder(lambda text: vectors.get(text, [0.0] * dimensions), dimensions)


def drawn(dimensions: int = 64) -> MadeEmbedder:
    """A direction at random, the same for the same text; an empty text has none."""

    def vector_of(text: str) -> np.ndarray:
        seed = int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big")
        return np.random.default_rng(seed).standard_normal(dimensions) * bool(text.strip())

    return MadeEmbedder(vector_of, dimensions)
