"""Vectors that were computed once, by the name of their embedder and the hash of their text: a table of a database.

Belongs here: keeping, finding, and computing what is missing. Does not: embedding (embedders.py), searching (dense.py).
A database rather than parquet shards or LanceDB: a commit is whole or not there, workers write at once, and vectors are
found by key a batch at a time, while shards grow in number and are read through, and must be merged when texts change.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import ClassVar

import numpy as np
import sqlalchemy as sa

from bench_resources.embedders import Embedder, Vectors
from bench_resources.llm_cache import METADATA, Store
from bench_resources.model_access import Told, untold
from scoring.errors import DocketbenchError

BATCH_TEXTS = 256  # embedded and committed together: what a kill can lose
UNIT_TOLERANCE = 1e-3  # of a vector's length: an embedder that rounds to 16 bits is within it
STORED_TYPE = "<f4"

VECTORS = sa.Table(
    "text_vectors",
    METADATA,
    sa.Column("model", sa.Text, primary_key=True),
    sa.Column("text_sha256", sa.LargeBinary(32), primary_key=True),
    sa.Column("vector", sa.LargeBinary, nullable=False),
)


class UnsoundVectorsError(DocketbenchError):
    """An embedder gave something else than one vector of unit length a text."""

    def __init__(self, model: str, found: str, expected: str) -> None:
        """`found` and `expected` as clauses."""
        super().__init__(
            f"The embedder {model!r} gave {found}, expected {expected}. Nothing of it was kept; use another embedder."
        )


class VectorStore(Store):
    """Vectors in a database; processes open it each for themselves."""

    tables: ClassVar[Sequence[sa.Table]] = (VECTORS,)

    def find(self, model: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors that are there, by key; at most BATCH_TEXTS keys."""
        with self.database.read() as connection:
            return self._rows(connection, model, keys)

    def put(self, model: str, vectors: Mapping[bytes, bytes]) -> dict[bytes, bytes]:
        """Keeps vectors that are on the disk when this returns. Returns what is kept: the first one wins."""
        rows = [{"model": model, "text_sha256": key, "vector": vectors[key]} for key in sorted(vectors)]
        with self.database.write() as connection:
            statement = self.database.insert(VECTORS).on_conflict_do_nothing(index_elements=["model", "text_sha256"])
            connection.execute(statement, rows)
            return self._rows(connection, model, list(vectors))

    def _rows(self, connection: sa.Connection, model: str, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        columns = sa.select(VECTORS.c.text_sha256, VECTORS.c.vector)
        statement = columns.where(VECTORS.c.model == model, VECTORS.c.text_sha256.in_(keys))
        return {bytes(key): bytes(vector) for key, vector in connection.execute(statement)}


def embed_all(
    texts: Iterable[str], n_texts: int, embedder: Embedder, store: VectorStore, told: Told = untold
) -> Iterator[Vectors]:
    """The vectors of texts in their order, in batches of BATCH_TEXTS, each text computed once and kept.

    Args:
        texts: read as they are needed.
        n_texts: how many those are, for `told`.
        embedder: asked for what the store lacks.
        store: where every vector is found and kept.
        told: called after each batch with texts done and texts in all.

    Returns: arrays of one row a text; none for no texts.
    Raises: UnsoundVectorsError: a vector is not finite, or neither of unit length nor zero.
    """
    waiting = iter(texts)
    done = 0
    while batch := list(islice(waiting, BATCH_TEXTS)):
        yield _embed_batch(batch, embedder, store)
        done += len(batch)
        told(done, n_texts)


def _embed_batch(batch: Sequence[str], embedder: Embedder, store: VectorStore) -> Vectors:
    keys = [text_key(text) for text in batch]
    texts = dict(zip(keys, batch, strict=True))
    found = store.find(embedder.name, list(texts))
    missing = [key for key in texts if key not in found]
    if missing:
        made = checked(embedder, embedder.embed([texts[key] for key in missing]), len(missing)).astype(STORED_TYPE)
        found |= store.put(embedder.name, {key: row.tobytes() for key, row in zip(missing, made, strict=True)})
    vectors = np.frombuffer(b"".join(found[key] for key in keys), dtype=STORED_TYPE).astype(np.float32)
    return vectors.reshape(len(batch), embedder.dimensions)


def text_key(text: str) -> bytes:
    """The SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


def checked(embedder: Embedder, vectors: Vectors, n_texts: int) -> Vectors:
    """The vectors themselves when there is one of the right length a text, finite, and at unit length or zero."""
    if vectors.shape != (n_texts, embedder.dimensions):
        raise UnsoundVectorsError(
            embedder.name, f"an array of {vectors.shape}", f"one of {(n_texts, embedder.dimensions)}"
        )
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1)
    is_sound = (lengths == 0) | (np.abs(lengths - 1) <= UNIT_TOLERANCE)  # a NaN is neither
    if not is_sound.all():
        worst = lengths[~is_sound][0]
        raise UnsoundVectorsError(embedder.name, f"a vector of length {worst:.6g}", "length 1, or 0 for no text")
    return vectors
