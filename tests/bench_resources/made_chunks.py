"""Chunks as the index tests write them: each a text of its own."""

from __future__ import annotations

import pyarrow as pa

from bench_assets.schemas import CHUNKS


def chunks(*rows):
    """CHUNKS of (doc_id, ordinal, text)."""
    return pa.Table.from_pylist(
        [
            {
                "chunk_id": f"{doc_id}#{ordinal:04d}",
                "doc_id": doc_id,
                "ordinal": ordinal,
                "start": 0,
                "end": len(text),
                "text": text,
            }
            for doc_id, ordinal, text in rows
        ],
        schema=CHUNKS,
    )
