"""Many texts as one array of code points, so that characters are judged and counted by the million.

Belongs here: laying texts out, runs of characters, distinct strings. Does not: what any character or string means.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

BETWEEN = "\n\n"  # no word, no sign and no broken line goes on across it
BATCH_CHARS = 1_000_000  # arrays of a batch take about 40 bytes a character
CODE_POINTS = 0x110000
SPARSE = 32  # characters a span, from which looking places up is cheaper than counting all

Codes = npt.NDArray[np.uint32]
Flags = npt.NDArray[np.uint8]
Places = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]


class Spans(NamedTuple):
    """Where things begin and end; ends are exclusive."""

    starts: Places
    ends: Places


class Layout(NamedTuple):
    """Texts behind one another, with BETWEEN before, between and after them, so that each place has neighbours."""

    text: str
    codes: Codes
    documents: Spans


def batches(documents: pa.Table) -> Iterator[pa.Table]:
    """The rows in order, cut so that a batch holds about BATCH_CHARS; a longer document is a batch of its own."""
    before = np.cumsum(documents["length_chars"].to_numpy(), dtype=np.int64)
    first = 0
    while first < len(documents):
        base = int(before[first - 1]) if first else 0
        last = max(first + 1, int(np.searchsorted(before, base + BATCH_CHARS, side="right")))
        yield documents.slice(first, last - first)
        first = last


def lay_out(texts: Sequence[str]) -> Layout:
    """The texts as one."""
    text = BETWEEN + BETWEEN.join(texts) + 2 * BETWEEN
    codes = np.frombuffer(text.encode("utf-32-le"), dtype=np.uint32)
    lengths = np.fromiter(map(len, texts), np.int64, len(texts))
    ends = np.cumsum(lengths + len(BETWEEN))
    return Layout(text, codes, Spans(ends - lengths, ends))


def runs_of(mask: Mask) -> Spans:
    """The stretches of True. The first and the last place are False."""
    edges = np.flatnonzero(mask[1:] != mask[:-1]) + 1
    return Spans(edges[0::2], edges[1::2])


def counts_within(mask: Mask, spans: Spans) -> Places:
    """How many True each span holds."""
    if len(spans.starts) * SPARSE < len(mask) or not mask.any():
        places = np.flatnonzero(mask)
        return np.searchsorted(places, spans.ends) - np.searchsorted(places, spans.starts)
    before = np.zeros(len(mask) + 1, np.int32)
    np.cumsum(mask, out=before[1:])
    return (before[spans.ends] - before[spans.starts]).astype(np.int64)


def sums_within(values: Places, spans: Spans) -> Places:
    """What the values of each span add up to."""
    before = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=before[1:])
    return before[spans.ends] - before[spans.starts]


def places_within(spans: Spans) -> Places:
    """Every place within the spans, in order."""
    lengths = spans.ends - spans.starts
    shifts = np.cumsum(lengths) - lengths
    places: Places = np.arange(int(lengths.sum())) + np.repeat(spans.starts - shifts, lengths)
    return places


def distinct(codes: Codes, mask: Mask, spans: Spans) -> tuple[pa.Array, Places]:
    """The distinct strings among spans, and which of them each span is. `mask` is True within spans alone."""
    picked = codes[mask]
    content = picked.tobytes().decode("utf-32-le").encode("utf-8")
    offsets = np.zeros(len(spans.starts) + 1, np.int64)
    np.cumsum(spans.ends - spans.starts, out=offsets[1:])
    if len(content) != len(picked):
        widths = 1 + (picked >= 0x80).astype(np.int8) + (picked >= 0x800) + (picked >= 0x10000)
        bytes_before = np.zeros(len(picked) + 1, np.int64)
        np.cumsum(widths, out=bytes_before[1:])
        offsets = bytes_before[offsets]
    strings = pa.LargeStringArray.from_buffers(len(spans.starts), pa.py_buffer(offsets), pa.py_buffer(content))
    encoded = strings.dictionary_encode()
    return encoded.dictionary, encoded.indices.to_numpy().astype(np.int64)
