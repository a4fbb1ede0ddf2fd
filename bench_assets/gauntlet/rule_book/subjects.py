"""Subjects and titles of papers that an answer gives as written: what such words say is no fault of the answer.

Belongs here: whether a quote labels words as a subject or a title. Does not: what may stand in one (banners,
redactions).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from bench_assets.gauntlet.rule_book.drafts import titles

_DOTS = re.compile(r"\s*(?:\.{3,}|\u2026)\s*$")
_COLUMN = r"title(?:\s+(?:date|pages)\b\W*(?:\d{1,4}\b\W*)?)+"  # of a sheet whose labels stand above all values
_LABEL = rf"\b(?:(?:subject|subj|re|title)\s*[:;]\W*|{_COLUMN})"


def is_labelled(subject: str, quotes: Iterable[str]) -> bool:
    """Whether a quote has a text right behind the label of a subject or a title, over whatever lines.

    Of a text with dots at its end, which is quoted in part, what stands before them.
    """
    said = _DOTS.sub("", subject).strip()
    return bool(said) and any(_labelled(said).search(quote) for quote in quotes)


def given_subjects(text: str) -> list[str]:
    """What of an answer, an item or a clause may be a subject: every text in quotation marks, else every item."""
    return titles(text) or text.split("; ")


@lru_cache(maxsize=4_000)
def _labelled(subject: str) -> re.Pattern[str]:
    words = r"\s+".join(map(re.escape, subject.split()))
    return re.compile(rf"{_LABEL}{words}", re.IGNORECASE)
