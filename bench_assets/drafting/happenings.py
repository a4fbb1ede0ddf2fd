"""What happened, once: the events that several documents tell joined into one happening with all its documents.

Belongs here: which events are one, and how a happening is told. Does not: finding events, choosing tasks.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import pyarrow as pa
from rapidfuzz import fuzz

from bench_assets.drafting.event_dates import write_date

SAME_RATIO = 80.0  # of 100: words of two tellings of one day that are one event
SAME_HEADER_RATIO = 90.0  # of two letters, whose wording is the same but for what they are about
MISREAD_RATIO = 95.0  # of two titles with the same numbers: other papers differ in a word
ALIKE_RATIO = 88.0  # of two tellings of different days: a reader cannot tell which of the two is meant
MIN_TITLE_WORDS = 4  # with which a longer title begins, by which it is known: "Board Request" begins many
FULL_NAME = 2  # words: a given name and a surname
_RECORD = "memorandum for the record"
_TELLING = re.compile(r"(?<!\w)(?:[A-Z][\w'\u2019-]*|\d[\d.,]*)")
_SENT = re.compile(r"(?P<whom>.+) was sent a letter")
_TITLE = re.compile(r'"([^"]+)"')
_WORD = re.compile(r"[^\W_]+")
_NAME = re.compile(r"(?<!\w)[A-Z][\w'\u2019-]{2,}")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Happening:
    """One event of one target, with every document's telling of it.

    Attributes:
        date: ISO 8601 as far as it is known; None when no document dates it.
        event: the telling that says least, so that every document states it.
        rows: of EVENTS, by document and place.
    """

    entity_id: str
    date: str | None
    event: str
    rows: tuple[Row, ...]

    @property
    def is_clean(self) -> bool:
        """Whether a task may rest on it: a draftable document tells it."""
        return bool(self.sources)

    @property
    def sources(self) -> tuple[Row, ...]:
        """The rows that a task may quote: of draftable documents, one a document, with the event's own words if any."""
        first: dict[str, Row] = {}
        for row in sorted(self.rows, key=lambda row: row["event"] != self.event):
            if row["is_draftable"]:
                first.setdefault(row["doc_id"], row)
        return tuple(sorted(first.values(), key=lambda row: (row["doc_id"], row["start"])))

    @property
    def doc_ids(self) -> list[str]:
        """The documents that a task may cite for it, sorted."""
        return sorted(row["doc_id"] for row in self.sources)

    @property
    def salience(self) -> int:
        """The highest that a telling has."""
        return max(int(row["salience"]) for row in self.rows)

    def told(self) -> str:
        """As an item of an answer: "March 12, 1964: A. Roe resigned her office"; without a date the event alone."""
        return f"{write_date(self.date)}: {self.event}" if self.date else self.event


def happenings(events: pa.Table, names: Mapping[str, str]) -> dict[str, list[Happening]]:
    """The happenings of each target, by entity_id: the dated ones in order of date, then the others.

    Args:
        events: EVENTS.
        names: canonical names by entity_id.
    """
    by_entity: dict[str, dict[str | None, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in events.to_pylist():
        by_entity[row["entity_id"]][row["date"]].append(row)
    return {
        entity_id: sorted(
            (made for date, rows in by_date.items() for made in _join(entity_id, date, rows, names[entity_id])),
            key=lambda one: (one.date is None, one.date or "", one.event),
        )
        for entity_id, by_date in sorted(by_entity.items())
    }


def _join(entity_id: str, date: str | None, rows: Sequence[Row], name: str) -> list[Happening]:
    """The rows of one day in groups: whatever is the same as one of a group is of the group."""
    ordered = sorted(rows, key=lambda row: (row["doc_id"], row["start"], row["event"]))
    group = list(range(len(ordered)))
    own = frozenset(_NAME.findall(name))
    for i, j in combinations(range(len(ordered)), 2):
        if group[i] != group[j] and is_same(ordered[i], ordered[j], own):
            gone, kept = group[j], group[i]
            group = [kept if number == gone else number for number in group]
    made = []
    for number in dict.fromkeys(group):
        held = tuple(row for row, at in zip(ordered, group, strict=True) if at == number)
        usable = _of_record([row for row in held if row["is_draftable"]] or list(held))
        event = min((row["event"] for row in usable), key=lambda told: (len(told), told))
        made.append(Happening(entity_id, date, event, held))
    return made


def _of_record(rows: Sequence[Row]) -> list[Row]:
    """The rows that call a paper a memorandum for the record where every document does; else all of them.

    A record sheet over it says no more than "document".
    """
    kept = [row for row in rows if _RECORD in row["event"]]
    return kept if {row["doc_id"] for row in kept} == {row["doc_id"] for row in rows} else list(rows)


def is_spread(held: Sequence[Happening]) -> bool:
    """Whether no one document tells all of these happenings; False for none."""
    return bool(held) and not set.intersection(*({row["doc_id"] for row in one.rows} for one in held))


def is_same(one: Row, other: Row, own: frozenset[str]) -> bool:
    """Whether two events of one target on one day, or both without a day, are one told twice.

    The same title of a paper; nearly the same words, with the names and figures of the one all in the other; or, of
    dated ones in running text, a full name in both that is none of the target's `own`: two people meet once a day. Two
    letters of a day to one person are two.
    """
    titles = [_TITLE.search(row["event"]) for row in (one, other)]
    if all(titles):
        return bool(one["date"]) and _are_one_title(*(found[1] for found in titles if found))
    if one["date"] and (_says_less(one["event"], other["event"]) or _says_less(other["event"], one["event"])):
        return True
    ours, theirs = (set(_NAME.findall(row["event"])) - own for row in (one, other))
    if "header" in {one["form"], other["form"]}:
        return _says_no_other(one, other) and fuzz.ratio(_plain(one), _plain(other)) >= SAME_HEADER_RATIO
    if _says_no_other(one, other) and fuzz.token_set_ratio(_plain(one), _plain(other)) >= SAME_RATIO:
        return True
    return bool(one["date"]) and len(ours & theirs) >= FULL_NAME


def _says_less(one: str, other: str) -> bool:
    """Whether "A was sent a letter" or "B wrote a letter" leaves out the other side of "B wrote a letter to A"."""
    sent = _SENT.fullmatch(one)
    if sent:
        return re.search(rf" wrote (?:a letter )?to {re.escape(sent['whom'])}(?!\w)", other) is not None
    return one.endswith(" wrote a letter") and other.startswith(f"{one} to ")


def _says_no_other(one: Row, other: Row) -> bool:
    """Whether the names and figures of one telling are all in the other."""
    ours, theirs = (set(_TELLING.findall(row["event"])) for row in (one, other))
    return ours <= theirs or theirs <= ours


def is_alike(one: Happening, other: Happening) -> bool:
    """Whether the words of one happening may be meant of another: nearly the same, or all of them in the other's.

    Two papers are alike when their titles are, or the one's title says no more than the other's. One whose title is
    not told may be any of the others.
    """
    ours, theirs = _TITLE.search(one.event), _TITLE.search(other.event)
    if ours and theirs:
        is_part = set(_WORD.findall(ours[1].casefold())) <= set(_WORD.findall(theirs[1].casefold()))
        return is_part or fuzz.ratio(ours[1].casefold(), theirs[1].casefold()) >= SAME_HEADER_RATIO
    if ours:
        return False
    told, others = one.event.casefold(), other.event.casefold()
    is_within = set(_WORD.findall(told)) <= set(_WORD.findall(others))
    return is_within or fuzz.token_sort_ratio(told, others) >= ALIKE_RATIO


def is_echo(one: Happening, other: Happening) -> bool:
    """Whether one happening of a day says less than another, with the other's words alone, and no title of its own."""
    if one.date != other.date or _TITLE.search(one.event) or not _TITLE.search(other.event):
        return False
    return set(_WORD.findall(one.event.casefold())) < set(_WORD.findall(other.event.casefold()))


def is_misreading(one: Happening, other: Happening) -> bool:
    """Whether a few letters part the titles of two papers: of "Saltworks" and "Seltworks" one was misread."""
    ours, theirs = _TITLE.search(one.event), _TITLE.search(other.event)
    if not (ours and theirs):
        return False
    written = [found[1].casefold() for found in (ours, theirs)]
    numbers = [re.findall(r"\d+", title) for title in written]
    is_near = fuzz.ratio(*written) >= MISREAD_RATIO
    return written[0] != written[1] and numbers[0] == numbers[1] and is_near


def _are_one_title(one: str, other: str) -> bool:
    """Nearly the same letters, or the one begins with all of the other: one paper's subject, cut short or whole.

    Of a title that dots open, the other ends with it.
    """
    if fuzz.ratio(one.casefold(), other.casefold()) >= SAME_HEADER_RATIO:
        return True
    short, long = sorted((one, other), key=lambda title: len(_WORD.findall(title)))
    words, others = (_WORD.findall(title.casefold()) for title in (short, long))
    held = others[-len(words) :] if short.startswith("...") else others[: len(words)]
    return len(words) >= MIN_TITLE_WORDS and held == words


def _plain(row: Row) -> str:
    return " ".join(_WORD.findall(row["event"].casefold()))
