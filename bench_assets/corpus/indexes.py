"""The indexes of a release: where they lie, the rows that say what each holds, and its retrievers, open for asking."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import pyarrow as pa

from bench_assets.schemas import BM25_INDEX, DENSE_INDEX
from bench_assets.settings.release import RetrievalSection
from bench_assets.settings.tables import StageSettings
from bench_resources.bm25 import TOKENIZER, Bm25Index, build_index
from bench_resources.dense import DenseIndex, build_dense_index
from bench_resources.embedders import embedder_of
from bench_resources.hybrid import HybridRetriever
from bench_resources.lake import Lake, Made
from bench_resources.retrieval import Retriever
from bench_resources.vectors import VectorStore

VECTORS_FILE = Path("models") / "vectors.sqlite"  # beside the replies: what a model gave is kept when indexes go


class RetrieverName(StrEnum):
    """What ranks the documents of a release."""

    BM25 = "bm25"
    DENSE = "dense"
    HYBRID = "hybrid"


def index_folder(home: Path, partition: str, name: RetrieverName = RetrieverName.BM25) -> Path:
    """Where an index of a partition's release lies."""
    return home / "indexes" / name.value / partition.partition("|")[0]


def make_bm25_index(chunks: pa.Table, lake: Lake, release: str) -> Made:
    """Builds the index of a release beside the lake; its version is that of the chunks, since its bytes do not repeat.

    Raises: ValueError: the index does not hold every chunk.
    """
    folder = index_folder(lake.home, release)
    build_index(chunks, folder)
    row = _counts("BM25", chunks, Bm25Index(folder).n_chunks, lake, release)
    row |= {"index_name": RetrieverName.BM25.value, "tokenizer": TOKENIZER}
    return Made(pa.Table.from_pylist([row], schema=BM25_INDEX), side_files=_files(folder))


def make_dense_index(chunks: pa.Table, lake: Lake, release: str, settings: StageSettings) -> Made:
    """The same for the vectors of the release's embedder. Vectors that were computed once are kept below the home.

    Raises: ValueError: the index does not hold every chunk. BadInputError: no such embedder.
    """
    folder = index_folder(lake.home, release, RetrieverName.DENSE)
    embedder = embedder_of(settings.models["embedder"])
    with VectorStore(f"sqlite:///{lake.home / VECTORS_FILE}") as store:
        build_dense_index(chunks, embedder, folder, store=store)
    row = _counts("dense", chunks, DenseIndex(folder, embedder).n_chunks, lake, release)
    row |= {"index_name": RetrieverName.DENSE.value, "embedder": embedder.name, "dimensions": embedder.dimensions}
    return Made(pa.Table.from_pylist([row], schema=DENSE_INDEX), side_files=_files(folder))


def open_retrievers(home: Path, partition: str, settings: StageSettings) -> Mapping[str, Retriever]:
    """Every retriever of a partition's release, by name."""
    return {name.value: open_retriever(name, home, partition, settings) for name in RetrieverName}


def open_retriever(name: RetrieverName, home: Path, partition: str, settings: StageSettings) -> Retriever:
    """One retriever of a partition's release; another's libraries are not loaded."""
    folder = index_folder(home, partition, name)
    match name:
        case RetrieverName.BM25:
            return Bm25Index(folder)
        case RetrieverName.DENSE:
            return DenseIndex(folder, embedder_of(settings.models["embedder"]))
        case RetrieverName.HYBRID:
            both = (RetrieverName.BM25, RetrieverName.DENSE)
            fused = {one.value: open_retriever(one, home, partition, settings) for one in both}
            return HybridRetriever(fused, settings.section(RetrievalSection).fusion_depth)


def _counts(title: str, chunks: pa.Table, held: int, lake: Lake, release: str) -> dict[str, object]:
    """What a row of any index says. Raises ValueError: it does not hold every chunk."""
    if held != chunks.num_rows:
        raise ValueError(f"the {title} index of {release} holds {held} chunks of {chunks.num_rows}; build it again")
    footer = lake.footer("chunks", release)
    return {
        "n_chunks": held,
        "n_documents": len(chunks["doc_id"].unique()),
        "chunks_version": footer.data_version if footer else "",
    }


def _files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]
