"""The names of a question by what they are of: a body or a place, anybody at all, several.

Belongs here: counting such names, days left out. Does not: pronouns (deixis.py), nouns (noun_phrases.py).
"""

from __future__ import annotations

import re

from bench_assets.gauntlet.rule_book.noun_phrases import QUESTIONS, TITLE
from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import Candidate, find_proper

_MONTH = r"(?:January|February|March|April|May|June|July|August|September|October|November|December|Christmas|Easter)"
_DAY = re.compile(
    rf"\b(?:\d{{1,2}}(?:st|nd|rd|th)? )?{_MONTH}\b(?: \d{{1,2}}(?:st|nd|rd|th)?\b)?(?:,? \d{{4}}\b)?"
    r"|\b(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b|\b(?:1[5-9]|20)\d\d\b|\b\d{1,2}/\d{1,2}/\d{2,4}\b",
    re.IGNORECASE,
)
_ASKS = re.compile(rf"(?:(?:On|In|At|By|To|For|From|With) )?(?:{'|'.join(sorted(QUESTIONS))})\b", re.IGNORECASE)


_NUMBER = re.compile(r" \d")
_OF_BODY = re.compile(r" (?:of|&) ")


def _undated(text: str) -> str:
    return _ASKS.sub("-", _DAY.sub("-", text), count=1)


def _names(text: str) -> list[Candidate]:
    return [run for run in find_proper(_undated(text)) if run.kind is not AnswerType.TITLE or " of " in run.text]


def names_body(text: str) -> bool:
    """Whether a text names what is no person: a body, a place, a ship; a number behind a name counts, "Pier 9"."""
    undated, names = _undated(text), _names(text)
    return any(
        run.kind is not AnswerType.PERSON
        or _OF_BODY.search(run.text) is not None
        or _NUMBER.match(undated, run.end) is not None
        for run in names
    )


def names_any(text: str) -> bool:
    """Whether a text names anybody or anything beside days and offices; a quoted title counts."""
    return TITLE in text or bool(_names(text)) or re.search(r"\d", _undated(text)) is not None


def parties_in(text: str) -> int:
    """How many people and bodies a text names; "Pier 9" is none."""
    undated = _undated(text)
    return sum(run.kind is not AnswerType.PLACE and not _NUMBER.match(undated, run.end) for run in _names(text))
