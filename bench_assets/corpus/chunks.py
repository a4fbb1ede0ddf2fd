"""Cutting documents into the overlapping windows that retrievers index.

Belongs here: token windows as character spans of the untouched text. Does not: tokenising for any model or index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pyarrow as pa

from bench_assets.schemas import CHUNKS
from bench_assets.settings.release import CorpusSection
from scoring.errors import BadInputError

# A token is a run of non-blank characters; a longer run (base64, OCR rules) is cut, so that a chunk stays readable.
TOKEN = re.compile(r"\S{1,200}")


def cut_chunks(corpus: pa.Table, settings: CorpusSection) -> pa.Table:
    """One row per window of `chunk_tokens` tokens, each beginning `chunk_overlap_tokens` before the last one's end.

    Args:
        corpus: CORPUS, or any table with doc_id and text.
        settings: window and overlap, in tokens (runs of non-blank characters).

    Returns: CHUNKS in the order of (doc_id, ordinal); a document of blanks only has none.
    Raises: BadInputError: the overlap is not smaller than the window.
    """
    size, overlap = settings.chunk_tokens, settings.chunk_overlap_tokens
    if overlap >= size:
        raise BadInputError(
            f"corpus.chunk_overlap_tokens is {overlap}, expected less than corpus.chunk_tokens ({size}). "
            "Lower the overlap in the release's TOML."
        )
    batches = []
    for batch in corpus.select(["doc_id", "text"]).sort_by("doc_id").to_batches(max_chunksize=1000):
        columns: dict[str, list[object]] = {name: [] for name in CHUNKS.names}
        for doc_id, text in zip(batch["doc_id"].to_pylist(), batch["text"].to_pylist(), strict=True):
            for ordinal, (start, end) in enumerate(windows(text, size, overlap)):
                row = (f"{doc_id}#{ordinal:04d}", doc_id, ordinal, start, end, text[start:end])
                for name, value in zip(CHUNKS.names, row, strict=True):
                    columns[name].append(value)
        batches.append(pa.table(columns, schema=CHUNKS))
    return pa.concat_tables(batches) if batches else CHUNKS.empty_table()


def windows(text: str, size: int, overlap: int) -> Iterator[tuple[int, int]]:
    """Spans of `size` tokens, consecutive ones sharing `overlap`; the last is never only what was already covered."""
    tokens = [match.span() for match in TOKEN.finditer(text)]
    for first in range(0, len(tokens), size - overlap):
        last = min(first + size, len(tokens)) - 1
        yield tokens[first][0], tokens[last][1]
        if last == len(tokens) - 1:
            return
