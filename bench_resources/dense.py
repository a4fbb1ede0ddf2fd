"""Dense retrieval: documents ranked by their chunk whose vector is nearest to the query's, in a LanceDB table.

Belongs here: building, opening and asking one index of vectors, exactly or by LanceDB's own approximate index. Does
not: embedding, the arithmetic of an exact search (nearest.py), fusion (hybrid.py). LanceDB takes seconds to import.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from bench_resources.atomic import write_folder
from bench_resources.embedders import Embedder, Vectors
from bench_resources.model_access import Told, untold
from bench_resources.nearest import Block, Found, best_documents, exact_scores, nearest_documents
from bench_resources.retrieval import Hit, Retriever
from bench_resources.vectors import VectorStore, embed_all
from scoring.errors import BadInputError

__all__ = ["DenseIndex", "Hit", "Retriever", "build_dense_index", "recall_at_k"]

KEYS_FILE = "chunk_keys.parquet"
FACTS_FILE = "index.json"
TABLE_FOLDER = "vectors"
TABLE = "chunks"
BLOCK_CHUNKS = 32_768  # of a search: 32 MB of 256 dimensions
HELD_BYTES = 512 * 1024 * 1024  # half a million chunks of 256 dimensions
FIRST_FETCH = 8  # chunks fetched of the approximate index for each document wanted; doubled until they are enough
PROBED_PARTITIONS = 20
CHUNKS_A_PARTITION = 8192
SEARCHED_EDGES = 4  # times the chunks fetched: candidates of a walk through the graph
BUILDING_TIME = timedelta(hours=2)


def build_dense_index(
    chunks: pa.Table,
    embedder: Embedder,
    folder: Path,
    *,
    store: VectorStore | None = None,
    approximate: bool = False,
    told: Told = untold,
) -> None:
    """Builds the index of a chunks table in `folder`, replacing what is there, whole or not at all.

    Args:
        chunks: CHUNKS; an empty table gives an index that finds nothing.
        embedder: gives the vectors.
        folder: of the index.
        store: where vectors are found and kept, so that a build that was killed goes on; None keeps them for this one.
        approximate: also builds LanceDB's own index, whose answers differ from build to build.
        told: how many chunks have their vectors.
    """
    ordered = chunks.select(["doc_id", "ordinal", "chunk_id", "text"]).sort_by(
        [("doc_id", "ascending"), ("ordinal", "ascending")]
    )
    texts = (text for batch in ordered.select(["text"]).to_batches() for text in batch.column(0).to_pylist())

    def fill(temporary: Path) -> None:
        with VectorStore("sqlite://") if store is None else nullcontext(store) as kept:
            batches = embed_all(texts, ordered.num_rows, embedder, kept, told)
            write_vectors(batches, embedder.dimensions, temporary / TABLE_FOLDER)
        if approximate and ordered.num_rows:
            add_approximate_index(temporary / TABLE_FOLDER)
        pq.write_table(ordered.select(["chunk_id", "doc_id"]), temporary / KEYS_FILE)
        facts = {"embedder": embedder.name, "dimensions": embedder.dimensions, "approximate": approximate}
        (temporary / FACTS_FILE).write_text(json.dumps(facts, sort_keys=True), encoding="utf-8")

    write_folder(folder, fill)


def write_vectors(batches: Iterable[Vectors], dimensions: int, folder: Path) -> None:
    """Writes the LanceDB table: the vector of each chunk, and its row number in the keys file."""
    schema = pa.schema([("row", pa.int64()), ("vector", pa.list_(pa.float32(), dimensions))])

    def numbered() -> Iterator[pa.RecordBatch]:
        first = 0
        for vectors in batches:
            rows = pa.array(np.arange(first, first + len(vectors), dtype=np.int64))
            flat = pa.array(np.ascontiguousarray(vectors).reshape(-1))
            yield pa.record_batch([rows, pa.FixedSizeListArray.from_arrays(flat, dimensions)], schema=schema)
            first += len(vectors)

    reader = pa.RecordBatchReader.from_batches(schema, numbered())
    _connect(folder).create_table(TABLE, data=reader, schema=schema)


def add_approximate_index(folder: Path) -> None:
    """LanceDB's graph over coarse vectors, in partitions of some thousand chunks."""
    from lancedb.index import HnswSq  # noqa: PLC0415 - seconds to import

    table = _connect(folder).open_table(TABLE)
    partitions = max(1, table.count_rows() // CHUNKS_A_PARTITION)
    config = HnswSq(distance_type="dot", num_partitions=partitions)
    table.create_index("vector", config=config, wait_timeout=BUILDING_TIME)


def _connect(folder: Path) -> Any:
    import lancedb  # noqa: PLC0415 - seconds to import

    return lancedb.connect(str(folder))


class DenseIndex:
    """An index that `build_dense_index` wrote, open for asking.

    A score is the cosine of the angle between query and chunk; a document scores as its best chunk.
    """

    def __init__(
        self, folder: Path, embedder: Embedder, *, approximate: bool = False, held_bytes: int = HELD_BYTES
    ) -> None:
        """Opens the index.

        Args:
            folder: of the index.
            embedder: of the queries; the one that the index was built with.
            approximate: ask LanceDB's own index, which is faster where one query comes at a time, and misses some.
            held_bytes: an index with fewer bytes of vectors stays in memory; a larger one is read at each search.

        Raises: FileNotFoundError: `folder` holds no index. BadInputError: it is of another embedder, or has no
            approximate index.
        """
        facts = json.loads((folder / FACTS_FILE).read_text(encoding="utf-8"))
        if facts["embedder"] != embedder.name:
            raise BadInputError(
                f"The dense index was built with the embedder {facts['embedder']!r}, and is asked with "
                f"{embedder.name!r}. Their vectors have nothing in common: build the index again."
            )
        if approximate and not facts["approximate"]:
            raise BadInputError(
                "The dense index was built without an approximate index. Build it with one, or search it exactly."
            )
        keys = pq.read_table(folder / KEYS_FILE)
        self._chunk_ids = keys["chunk_id"].combine_chunks()
        self._doc_ids = keys["doc_id"].combine_chunks()
        self._starts = document_starts(self._doc_ids)
        self._embedder = embedder
        self._is_approximate = approximate
        self._is_held = len(self._doc_ids) * embedder.dimensions * np.dtype(np.float32).itemsize <= held_bytes
        self._table = _connect(folder / TABLE_FOLDER).open_table(TABLE)

    @property
    def n_chunks(self) -> int:
        """How many chunks the index holds, as LanceDB counts them."""
        return int(self._table.count_rows())

    @property
    def n_documents(self) -> int:
        """How many distinct documents those chunks are of."""
        return len(self._starts)

    def search(self, queries: Sequence[str], k: int) -> list[list[Hit]]:
        """The best `k` documents of each query, in the order of the queries; all of them in one pass over the vectors.

        Returns: documents best first, score = best chunk, ties by doc_id; [] for a query without a token.
        Raises: ValueError: k < 1.
        """
        if k < 1:
            raise ValueError(f"k is {k}, expected at least 1")
        vectors = self._embedder.embed(list(queries))
        if self._is_approximate:
            found = [self._walk(vector, k) for vector in vectors]
        else:
            found = nearest_documents(vectors, self._blocks(), k)
        return [[self._hit(one) for one in some] for some in found]

    def _hit(self, found: Found) -> Hit:
        return Hit(self._doc_ids[found.document].as_py(), found.score, self._chunk_ids[found.row].as_py())

    def _blocks(self) -> Iterator[Block]:
        yield from self._held if self._is_held else self._read()

    @cached_property
    def _held(self) -> list[Block]:
        return list(self._read())

    def _read(self) -> Iterator[Block]:
        """All vectors, in blocks that end where a document does."""
        scan = self._table.search().select(["row", "vector"]).limit(max(1, len(self._doc_ids)))
        batches = scan.to_batches(BLOCK_CHUNKS)
        held = np.empty((0, self._embedder.dimensions), dtype=np.float32)
        first = 0
        for end in block_ends(self._starts, len(self._doc_ids), BLOCK_CHUNKS):
            while len(held) < end - first:
                held = np.concatenate([held, _vectors_of(next(batches), first + len(held), held.shape[1])])
            starts = self._starts[np.searchsorted(self._starts, first) : np.searchsorted(self._starts, end)]
            yield Block(first, starts - first, held[: end - first])
            held, first = held[end - first :], end

    def _walk(self, vector: Vectors, k: int) -> list[Found]:
        """One query to the approximate index; what it finds is scored exactly."""
        if not vector.any() or not len(self._doc_ids):
            return []
        limit = k * FIRST_FETCH
        while True:
            near = self._near(vector, limit)
            rows = near["row"].to_numpy()
            scores = exact_scores(vector, _matrix(near["vector"].combine_chunks(), len(vector)))
            documents = self._starts[np.searchsorted(self._starts, rows, side="right") - 1]
            found = [Found(*each) for each in zip(scores.tolist(), documents.tolist(), rows.tolist(), strict=True)]
            ranked = best_documents([one for one in found if one.score], k)
            if len(ranked) == k or len(rows) < limit:
                return ranked
            limit *= 4

    def _near(self, vector: Vectors, limit: int) -> pa.Table:
        query = self._table.search(vector, vector_column_name="vector").distance_type("dot")
        query = query.nprobes(PROBED_PARTITIONS).ef(limit * SEARCHED_EDGES).limit(limit)
        return query.select(["row", "vector", "_distance"]).to_arrow()


def document_starts(doc_ids: pa.StringArray) -> NDArray[np.int64]:
    """The rows at which another document begins, in rows that are in the order of their documents."""
    import pyarrow.compute as pc  # noqa: PLC0415 - loads the kernels, which only this needs

    if not len(doc_ids):
        return np.empty(0, dtype=np.int64)
    is_other = pc.not_equal(doc_ids[1:], doc_ids[:-1]).to_numpy(zero_copy_only=False)
    return np.concatenate([[0], np.flatnonzero(is_other) + 1]).astype(np.int64)


def block_ends(starts: NDArray[np.int64], n_rows: int, size: int) -> Iterator[int]:
    """Where blocks of whole documents end, each of at least `size` rows but the last."""
    ends = np.append(starts[1:], n_rows)
    first = 0
    while first < n_rows:
        at = min(int(np.searchsorted(ends, first + size)), len(ends) - 1)
        first = int(ends[at])
        yield first


def recall_at_k(exact: Retriever, approximate: Retriever, queries: Sequence[str], k: int) -> float:
    """The mean share of the best `k` documents that an approximate search finds, in [0, 1].

    A document counts when it scores at least what the last one of the exact search does: among copies none is missed.

    Returns: NaN when the exact search finds nothing.
    Source: recall as ann-benchmarks has it, by distance and not by id (Aumüller, Bernhardsson, Faithfull 2018).
    """
    shares = []
    for wanted, got in zip(exact.search(queries, k), approximate.search(queries, k), strict=True):
        if wanted:
            near = sum(hit.score >= wanted[-1].score for hit in got)
            shares.append(min(near, len(wanted)) / len(wanted))
    return sum(shares) / len(shares) if shares else math.nan


def _vectors_of(batch: pa.RecordBatch, first_row: int, dimensions: int) -> Vectors:
    rows = batch.column("row").to_numpy()
    if not np.array_equal(rows, np.arange(first_row, first_row + len(rows))):
        raise ValueError(f"the dense index gives its rows out of order at row {first_row}; build it again")
    return _matrix(batch.column("vector"), dimensions)


def _matrix(vectors: pa.FixedSizeListArray, dimensions: int) -> Vectors:
    matrix: Vectors = vectors.flatten().to_numpy(zero_copy_only=False).reshape(-1, dimensions)
    return matrix
