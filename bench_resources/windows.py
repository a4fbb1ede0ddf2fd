"""Windows of a document, best first for a question: what a model is shown of a text too long to show whole.

Belongs here: cutting at line ends, ranking by words, wherever in the document they stand. Does not: judging a window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log

from bench_resources.reader.answer_types import DateValue, month_name
from bench_resources.reader.passages import parse_query, surface_forms


@dataclass(frozen=True)
class Window:
    """Characters of an untouched text, end exclusive, and the share of the query's weight that they hold, in [0, 1]."""

    start: int
    end: int
    text: str
    share: float


@lru_cache(maxsize=1024)
def cut(text: str, size: int, overlap: int) -> tuple[tuple[int, int], ...]:
    """Spans of at most `size` characters covering the whole text, each sharing about `overlap` with the one before.

    A window begins after a line end, or after a blank, where there is one inside the overlap.
    Raises: ValueError: the overlap is not smaller than half the size.
    """
    if overlap * 2 >= size:
        raise ValueError(
            f"windows of {size} characters cannot overlap by {overlap}; an overlap below {size // 2} is needed"
        )
    spans = []
    start = 0
    while True:
        end = min(start + size, len(text))
        spans.append((start, end))
        if end == len(text):
            return tuple(spans)
        start = _begin(text, end - overlap, end)


def _begin(text: str, start: int, end: int) -> int:
    for mark in ("\n", " "):
        at = text.find(mark, start, end)
        if at != -1:
            return at + 1
    return start


@lru_cache(maxsize=1024)
def _folded(text: str) -> str:
    """The text in small letters, character for character: a letter that would become two stays as it is."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(c.lower() if len(c.lower()) == 1 else c for c in text)


def _positions(text: str, key: str) -> list[int]:
    """Where words that begin with a stem stand, by plain searches: stemming a long document costs more than a call."""
    lower = _folded(text)
    found = []
    at = lower.find(key)
    while at != -1:
        if at == 0 or not lower[at - 1].isalnum():
            found.append(at)
        at = lower.find(key, at + len(key))
    return found


def rank_windows(text: str, query: str, *, size: int, overlap: int) -> list[Window]:
    """Every window of a text, those that hold most of the query's words first, in order of place on a tie.

    A word weighs by how much it tells in English and by how few of the document's own windows hold it.
    """
    spans = cut(text, size, overlap)
    scores, shares = [0.0] * len(spans), [0.0] * len(spans)
    asked = parse_query(query)
    dates = dict(asked.dates)
    for key, weight in zip(asked.stems, asked.weights, strict=True):
        forms = _date_forms(key, dates[key]) if key in dates else surface_forms(key)
        holders = _holders(spans, sorted(at for form in forms for at in _positions(text, form)))
        for i in holders:
            scores[i] += weight * log(1 + len(spans) / len(holders))
            shares[i] += weight / asked.total
    order = sorted(range(len(spans)), key=lambda i: (-scores[i], i))
    return [Window(*spans[i], text[spans[i][0] : spans[i][1]], shares[i]) for i in order]


def _date_forms(key: str, value: DateValue) -> set[str]:
    """The ways a date is written most: as the query has it, "27 sep", "september 27", "9/27/63"; or its year alone."""
    forms = {key.removeprefix("@").lower()}
    if value.month is None:
        return forms
    name = month_name(value.month).lower()
    for day in value.days:
        forms |= {f"{day} {name[:3]}", f"{day:02d} {name[:3]}", f"{name} {day}", f"{name[:3]} {day}"}
        forms |= {f"{value.month}{mark}{day}{mark}" for mark in "/-"}
    return forms if value.days else forms | {f"{name} {value.year}", f"{name[:3]} {value.year}"}


def _holders(spans: Sequence[tuple[int, int]], starts: Sequence[int]) -> set[int]:
    """Which windows hold any of the positions; both are in order, so one pass is enough."""
    held: set[int] = set()
    first = 0
    for at in starts:
        while spans[first][1] <= at:
            first += 1
        held.update(i for i in range(first, min(first + 2, len(spans))) if spans[i][0] <= at < spans[i][1])
    return held
