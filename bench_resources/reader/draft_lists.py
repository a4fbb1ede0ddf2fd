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
from bench_resources.reader.draft_periods import Span, from_day_to_day, periods, read_span

MIN_ITEMS, MAX_ITEMS = 3, 8
MAX_DAYS = 40  # lists of one relation from one day to another
MAX_OTHERS = 12  # lists of one relation with other items, of periods that share days with those of the first choice
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
    offered = [_offered(frame, entries, statements, name) for frame, entries in relations.items()]
    found = [question for one in offered for question in one.first] + [
        question for one in offered for question in one.others
    ]
    return list({question.question: question for question in found}.values())


class _Offered(NamedTuple):
    """The lists of one relation: of periods that share no day, and others, in case some of those are not whole."""

    first: list[ListQuestion]
    others: list[ListQuestion]


def _offered(frame: Frame, entries: Sequence[Entry], statements: Sequence[str], name: str) -> _Offered:
    entries = _made_one(frame, entries, name)
    names = {entry.item for entry in entries}
    if names <= {""}:
        return _Offered([], [])
    if all(entry.span is None for entry in entries):
        return _Offered([_question(frame, "", entries, statements)] if _is_list(names, name) else [], [])
    made: list[tuple[Span, ListQuestion]] = []
    for period in periods([entry.span for entry in entries if entry.span is not None]):
        inside = [entry for entry in entries if entry.span is not None and period.span.holds(entry.span)]
        items = {entry.item for entry in inside}
        if _is_list(items, name) and not _may_miss(period.span, items, entries):
            made.append((period.span, _question(frame, period.words, inside, statements)))
    first: list[tuple[Span, ListQuestion]] = []
    for one in made:
        first += [one] if not any(one[0].meets(span) for span, _ in first) else []
    asked = [_items(question) for _, question in first]
    others: list[ListQuestion] = []
    for _, question in made:
        if _items(question) not in asked:
            asked.append(_items(question))
            others.append(question)
    days = _day_lists(frame, entries, statements, name) if frame.is_of_dated else []
    return _Offered(
        [question for _, question in sorted(first, key=lambda one: one[0])], [*others[:MAX_OTHERS], *days[:MAX_DAYS]]
    )


def _day_lists(frame: Frame, entries: Sequence[Entry], statements: Sequence[str], name: str) -> list[ListQuestion]:
    """The shortest lists from one entry's day to another's: a paper beside them in a month leaves those whole."""
    found = []
    for period in from_day_to_day(entry.span for entry in entries if entry.span is not None):
        inside = [entry for entry in entries if entry.span is not None and period.span.holds(entry.span)]
        items = {entry.item for entry in inside}
        if len(items) == MIN_ITEMS and _is_list(items, name) and not _may_miss(period.span, items, entries):
            found.append(_question(frame, period.words, inside, statements))
    return found


def _items(question: ListQuestion) -> frozenset[str]:
    return frozenset(item.item for item in question.items)


def _made_one(frame: Frame, entries: Sequence[Entry], name: str) -> list[Entry]:
    """The entries with one wording for each item; of a relation of dated papers only those with a date."""
    if frame.is_of_dated:
        return _certain(_worded(_without_echoes([entry for entry in entries if entry.span is not None]), name), name)
    return _told_apart(entries) if frame.is_of_titles else _united(entries)


def _is_list(items: Collection[str], name: str) -> bool:
    """Whether so many items make a list, all of them named, and no two of them one thing in two wordings."""
    is_named = "" not in items and MIN_ITEMS <= len(items) <= MAX_ITEMS
    plain = sorted(_plain_title(item, name) for item in items) if is_named else []
    return is_named and not any(_are_alike(one, other) for one, other in combinations(plain, 2))


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
        ListItem(
            item=item if frame.is_of_titles else _written(item, [statements[n - 1] for n in found]),
            statements=sorted(set(found)),
        )
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
    """The entries with one spelling for each item: "Marlow" is "Ida K. Marlow" where nobody else is.

    A thing told once with and once without what follows it is one thing, in its shorter wording.
    """
    items = list(dict.fromkeys(entry.item for entry in entries))
    canonical = {item: _canonical(item, items) for item in items}
    return [entry._replace(item=canonical[entry.item]) for entry in entries]


def _without_echoes(entries: Sequence[Entry]) -> list[Entry]:
    """The entries without a title that ends a longer one of its date: a record sheet repeats its paper's."""
    return [
        entry
        for entry in entries
        if not any(
            other.span == entry.span and other.item.casefold().endswith(f" {entry.item.casefold()}")
            for other in entries
        )
    ]


def _told_apart(entries: Sequence[Entry]) -> list[Entry]:
    """The entries, but without a title that may be another one's beginning: which paper it is of, nobody can say."""
    items = {entry.item.casefold() for entry in entries}
    return [
        entry._replace(item="") if any(other.startswith(f"{entry.item.casefold()} ") for other in items) else entry
        for entry in entries
    ]


def _worded(entries: Sequence[Entry], name: str) -> list[Entry]:
    """The entries, titles that differ only in how they write the figure's name in the wording of the first.

    A title that is no more than the name is none: any of the others may be meant by it.
    """
    first: dict[str, str] = {}
    for entry in entries:
        title = _plain_title(entry.item, name)
        first.setdefault(title, entry.item if any(map(str.isalpha, title)) else "")
    return [entry._replace(item=first[_plain_title(entry.item, name)]) for entry in entries]


def _certain(entries: Sequence[Entry], name: str) -> list[Entry]:
    """The entries, but without a title of which only the beginning is told where another day's begins with the same.

    Whether the two papers are on one subject, nobody can say.
    """
    titles = [_plain_title(entry.item.removesuffix("..."), name) for entry in entries]
    return [
        entry._replace(item="")
        if entry.item.endswith("...")
        and any(
            other.span != entry.span and there.startswith(own) for other, there in zip(entries, titles, strict=True)
        )
        else entry
        for entry, own in zip(entries, titles, strict=True)
    ]


def _plain_title(title: str, name: str) -> str:
    """A title in small letters, a figure's name and its initials, which may follow it in brackets, both as a mark."""
    letters = "".join(word[0] for word in name.split() if word[0].isupper())
    named = rf"(?:{re.escape(name)}(?:\s+\({letters}\))?|\b{letters}\b)" if len(letters) > 2 else re.escape(name)
    said = re.sub(r"(?i)^memo(?:randum)?\s+on\s+", "", title)
    return " ".join(re.sub(rf"(?i){named}", "\0", said).casefold().split())


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
