"""The indexes of a release: where they lie, and the row that says what each holds."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from bench_assets.schemas import BM25_INDEX
from bench_resources.bm25 import TOKENIZER, Bm25Index, build_index
from bench_resources.lake import Lake, Made


def index_folder(home: Path, partition: str) -> Path:
    """Where the BM25 index of a partition's release lies."""
    return home / "indexes" / "bm25" / partition.partition("|")[0]


def make_bm25_index(chunks: pa.Table, lake: Lake, release: str) -> Made:
    """Builds the index of a release beside the lake; its version is that of the chunks, since its bytes do not repeat.

    Raises: ValueError: the index does not hold every chunk.
    """
    folder = index_folder(lake.home, release)
    build_index(chunks, folder)
    held = Bm25Index(folder).n_chunks
    if held != chunks.num_rows:
        raise ValueError(f"the BM25 index of {release} holds {held} chunks of {chunks.num_rows}; build it again")
    footer = lake.footer("chunks", release)
    row = {
        "index_name": "bm25",
        "n_chunks": held,
        "n_documents": len(chunks["doc_id"].unique()),
        "tokenizer": TOKENIZER,
        "chunks_version": footer.data_version if footer else "",
    }
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    return Made(pa.Table.from_pylist([row], schema=BM25_INDEX), side_files=files)
