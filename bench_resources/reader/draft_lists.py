"""Questions whose answer is a list, from statements about one figure: the reader's answer to `list_questions`.

Belongs here: which statements say the same kind of thing, which periods make a whole list of them, how it is asked.
Does not: dates and periods (draft_periods), taking a clause apart (draft_frames).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from datetime import date
from difflib import SequenceMatcher
from itertools import combinations
from typing import NamedTuple

from bench_resources.prompting import ListItem, ListQuestion
from bench_resources.reader.draft_frames import Frame, frames_of, is_title
from bench_resources.reader.draft_periods import Span, periods, read_span

MIN_ITEMS, MAX_ITEMS = 3, 8
ALIKE = 0.88  # of the letters of two items: "items for the agenda" and "items for thb agenda" are one
_DATED = re.compile(r"(?P<date>(?:[A-Z][a-z]+ )?(?:\d{1,2}, )?\d{4}): (?P<clause>.+)", re.DOTALL)


class Entry(NamedTuple):
    """One statement's part in a relation: its item, "" when it does not name it, and its days, None without a date."""

    number: int
    item: str
    span: Span | None


def list_questions(name: str, kind: str, statements: Sequence[str]) -> list[ListQuestion]:
    """List questions about a figure, each of three to eight items, in the order of their relations.

    Args:
        name: the figure, as the statements write it.
        kind: "person" or anything else for a body; a body takes an article where the statements give it one.
        statements: lines such as "March 3, 1964: Jane Roe met John Poe", or without a date.
    Returns: empty where no relation has a whole list. Items are substrings of each of their statements.
    """
    relations: dict[Frame, list[Entry]] = defaultdict(list)
    for number, statement in enumerate(statements, start=1):
        line = " ".join(statement.split())
        dated = _DATED.fullmatch(line)
        span = read_span(dated["date"]) if dated else None
        clause = dated["clause"] if dated and span is not None else line
        for frame, item in frames_of(clause, name, is_person=kind == "person"):
            relations[frame].append(Entry(number, item, span))
    found = [question for frame, entries in relations.items() for question in _questions(frame, entries, statements)]
    return list({question.question: question for question in found}.values())


def _questions(frame: Frame, entries: Sequence[Entry], statements: Sequence[str]) -> list[ListQuestion]:
    entries = _told_apart(entries) if frame.is_of_titles else _united(entries)
    names = {entry.item for entry in entries}
    if names == {""}:
        return []
    if all(entry.span is None for entry in entries):
        return [_question(frame, "", entries, statements)] if _is_list(names) else []
    made: list[tuple[Span, ListQuestion]] = []
    for period in periods([entry.span for entry in entries if entry.span is not None]):
        if any(period.span.meets(taken) for taken, _ in made):
            continue
        inside = [entry for entry in entries if entry.span is not None and period.span.holds(entry.span)]
        items = {entry.item for entry in inside}
        if _is_list(items) and not _may_miss(period.span, items, entries):
            made.append((period.span, _question(frame, period.words, inside, statements)))
    return [question for _, question in sorted(made, key=lambda pair: pair[0])]


def _is_list(items: Collection[str]) -> bool:
    """Whether so many items make a list, all of them named, and no two of them one thing in two wordings."""
    is_named = "" not in items and MIN_ITEMS <= len(items) <= MAX_ITEMS
    return is_named and not any(_are_alike(one, other) for one, other in combinations(sorted(items), 2))


def _are_alike(one: str, other: str) -> bool:
    """Whether two items differ in capitals, in what follows, or in letters that a scan misreads."""
    small, large = sorted((one.casefold(), other.casefold()), key=len)
    if re.findall(r"\d+", small) != re.findall(r"\d+", large):
        return False
    return large.startswith(small) or SequenceMatcher(None, small, large).ratio() >= ALIKE


def _may_miss(period: Span, items: set[str], entries: Sequence[Entry]) -> bool:
    """Whether a statement without a date, or with one that only overlaps the period, may add an item to the list."""
    open_ = [e for e in entries if e.span is None or (period.meets(e.span) and not period.holds(e.span))]
    return any(entry.item not in items for entry in open_)


def _question(frame: Frame, when: str, entries: Sequence[Entry], statements: Sequence[str]) -> ListQuestion:
    numbers: dict[str, list[int]] = defaultdict(list)
    for entry in sorted(entries, key=lambda e: (e.span or Span(date.max, date.max), e.number)):
        numbers[entry.item].append(entry.number)
    items = [
        ListItem(item=_written(item, [statements[n - 1] for n in found]), statements=sorted(set(found)))
        for item, found in numbers.items()
    ]
    return ListQuestion(question=frame.question(when), items=items)


def _written(item: str, statements: Sequence[str]) -> str:
    """The item in a form that stands in each of its statements: short of a given name where one statement is."""
    lines = [" ".join(statement.split()) for statement in statements]
    words = item.split()
    forms = [item, *(" ".join(words[at:]) for at in range(1, len(words)))]
    return next((form for form in forms if all(form in line for line in lines)), item)


def _united(entries: Sequence[Entry]) -> list[Entry]:
    """The entries with one spelling for each item: "Rankin" is "J. Lee Rankin" where nobody else is.

    A thing told once with and once without what follows it is one thing, in its shorter wording.
    """
    items = list(dict.fromkeys(entry.item for entry in entries))
    canonical = {item: _canonical(item, items) for item in items}
    return [entry._replace(item=canonical[entry.item]) for entry in entries]


def _told_apart(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, but without a title that may be another one's beginning: which paper it is of, nobody can say."""
    items = {entry.item.casefold() for entry in entries}
    return [
        entry._replace(item="") if any(other.startswith(f"{entry.item.casefold()} ") for other in items) else entry
        for entry in entries
    ]


def _canonical(item: str, items: Sequence[str]) -> str:
    heads = [other for other in items if (other and item.startswith(f"{other} ")) or item.startswith(f"{other},")]
    if not item:
        return item
    if heads and not _is_name(item):
        return min(heads, key=len)
    if not _is_name(item):
        return item
    same = [other for other in items if other not in {item, ""} and _is_name(other) and _is_short_for(item, other)]
    return same[0] if len(same) == 1 else item


def _is_name(item: str) -> bool:
    words = [word for word in item.split() if not is_title(word)]
    return bool(words) and all(word[0].isupper() for word in words)


def _is_short_for(short: str, full: str) -> bool:
    """Whether one name may be the other's short form: the same last word, fewer or shorter words before it."""
    *given, surname = (word for word in short.replace(".", "").lower().split() if not is_title(word))
    *full_given, full_surname = full.replace(".", "").lower().split()
    if surname != full_surname or len(full_given) < max(1, len(given)) or is_title(full_given[0]):
        return False
    rest = iter(full_given)
    return all(any(name == word or (len(name) == 1 and word[:1] == name) for word in rest) for name in given)
