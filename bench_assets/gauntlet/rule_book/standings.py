"""Where a question or its answer says of one of its two dates or figures that it is the lesser: "once X had passed".

Belongs here: finding such phrases, and whether the values bear them out. Does not: the phrases (standing_phrases.py),
words that compare two values beside each other (comparisons.py), who calls this (directions.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bench_assets.gauntlet.rule_book.change_words import (
    CHANGES_DOWN,
    CHANGES_UP,
    IS_EARLIER,
    IS_LATER,
    IS_LESS,
    IS_MORE,
)
from bench_assets.gauntlet.rule_book.comparisons import Value, Way, alike, contradicts, values
from bench_assets.gauntlet.rule_book.drafts import Draft, shortened
from bench_assets.gauntlet.rule_book.figures import Amount
from bench_assets.gauntlet.rule_book.standing_phrases import EARLIER, LATER, LESS, MARK, MORE, compiled

OTHER = "\u25c7"  # stands in a text for another value than the one that is marked

_PHRASES = {
    True: ((Way.DOWN, compiled(EARLIER)), (Way.UP, compiled(LATER))),
    False: ((Way.DOWN, compiled(LESS)), (Way.UP, compiled(MORE))),
}  # of dates, of figures
_POLAR = re.compile(r"\b(?:did|does|do|was|were|is|are|had|has|have)\b[^,?]*$", re.IGNORECASE)
_DENIED = re.compile(
    r"\W*(?:no|not|never|neither)\b(?! (?:more|less|later|earlier|fewer|until|before|as)\b)", re.IGNORECASE
)
_OWN_BOUND = re.compile(r"not? ", re.IGNORECASE)  # an answer that opens so bounds itself: "No later than May 1"
_OPPOSED = (
    "before|after|earlier|later|sooner|more|less|fewer|up|down|above|below|over|under|rise|fall|higher|lower|larger|"
    "smaller|greater|most|least|first|last|precede|follow"
)
_EITHER = re.compile(rf"\bwhether\b|\b(?:{_OPPOSED})\w* or\b|\bor (?:{_OPPOSED})\b", re.IGNORECASE)
_UPWARD = re.compile(rf"\b(?:{CHANGES_UP}|{IS_MORE}|up\w*|rise)\b", re.IGNORECASE)
_DOWNWARD = re.compile(rf"\b(?:{CHANGES_DOWN}|{IS_LESS}|down\w*|fall)\b", re.IGNORECASE)
_LATER = re.compile(rf"\b(?:{IS_LATER})\b", re.IGNORECASE)
_EARLIER = re.compile(rf"\b(?:{IS_EARLIER})\b", re.IGNORECASE)
_OPENS = re.compile(
    r"\W*(?:(?:it|they|that|this|the \w+) (?:was |were |is |had |has |went |came |moved |did )?|an? )?(?P<word>\w+)"
)


class Standing(NamedTuple):
    """That a value is the lesser (DOWN) or the greater (UP) of two, in the words that say so."""

    way: Way
    value: Value
    said: str


def find_wrong_standing(draft: Draft) -> str:
    """A date or figure of a question or its answer said to be the lesser of two that is the greater; "" for none."""
    if draft.type != "single_hop" or draft.is_rejection or not draft.answer:
        return ""
    for of_dates in (False, True):
        asked, told = (values(text, of_dates=of_dates) for text in (draft.outside_titles, draft.answer))
        if not told or len({_same(one) for one in (*asked, *told) if _sort(one) == _sort(told[0])}) != 2:
            continue
        for standing in _standings(draft, of_dates=of_dates):
            rivals = [one for one in (*told, *asked) if alike(one, standing.value)]
            if rivals and contradicts(standing.way, standing.value, rivals[0]):
                return f"{standing.said!r} is said beside {rivals[0].text!r}: {shortened(draft.question, 80)!r}"
    return ""


def _same(value: Value) -> str:
    """What two writings of one value share."""
    return f"{value.value.value} {value.value.unit}" if isinstance(value.value, Amount) else repr(value.value)


def _sort(value: Value) -> tuple[bool, str]:
    """What two values must share to be compared: dates all do, figures of one unit."""
    return (value.value.is_money, value.value.unit) if isinstance(value.value, Amount) else (False, "date")


def _standings(draft: Draft, *, of_dates: bool) -> Iterator[Standing]:
    question, answer = draft.outside_titles.rstrip(" ?"), draft.answer.rstrip(" .")
    yield from _chosen(question, answer, of_dates=of_dates)
    is_denied = _DENIED.match(answer) is not None
    for text in (question, answer):
        for value, marked in _marked(text, of_dates=of_dates):
            for way, pattern in _PHRASES[of_dates]:
                found = pattern.search(marked)
                is_own = text is answer and found is not None and _OWN_BOUND.match(found[0]) and not found.start()
                if found is None or is_own or _is_open(marked, found):
                    continue
                is_asked = text is question and _POLAR.search(marked[: found.end()]) is not None
                is_turned = is_denied and is_asked and not re.search(r"\b(?:not|never|no)\b", found[0])
                turned = Way(-way) if is_turned else way
                yield Standing(turned, value, found[0].replace(MARK, value.text))


def _chosen(question: str, answer: str, *, of_dates: bool) -> Iterator[Standing]:
    """What the word that opens an answer says of its value, where the question leaves up or down open."""
    up, down = (_LATER, _EARLIER) if of_dates else (_UPWARD, _DOWNWARD)
    opening = _OPENS.match(answer)
    told = values(answer, of_dates=of_dates)
    is_new = bool(told) and _same(told[0]) not in {_same(one) for one in values(question, of_dates=of_dates)}
    if (
        opening is None
        or not is_new
        or not _EITHER.search(question)
        or not (up.search(question) and down.search(question))
    ):
        return
    is_up, is_down = up.match(opening["word"]) is not None, down.match(opening["word"]) is not None
    if is_up is not is_down and opening.end() <= told[0].start:
        yield Standing(Way.UP if is_up else Way.DOWN, told[0], opening["word"])


def _is_open(marked: str, found: re.Match[str]) -> bool:
    """Whether a choice stands beside the words: "before or after X"."""
    return _EITHER.search(marked[max(0, found.start() - 12) : found.end() + 14]) is not None


def _marked(text: str, *, of_dates: bool) -> Iterator[tuple[Value, str]]:
    """Each value of a text, with the text that has a mark in its place and another in the others'."""
    there = values(text, of_dates=of_dates)
    for one in there:
        marked = text
        for value in reversed(there):
            marked = marked[: value.start] + (MARK if value is one else OTHER) + marked[value.end :]
        yield one, marked
