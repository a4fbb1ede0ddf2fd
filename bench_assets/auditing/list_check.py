"""Whether a list or a timeline is true and whole.

Belongs here: items against the deeds and slots of the planted records. Does not: single answers (truth_check.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from bench_assets.auditing.planted_records import Kind, Record, Truth, ValueType, fold, is_same
from bench_assets.auditing.question_cues import DEEDS, ITEMS, Deed, asks_for, deeds_told
from bench_assets.auditing.question_reading import Asked, is_about, near, read_text
from bench_assets.auditing.stated_values import Period, read_day, read_period, take_days
from bench_assets.auditing.truth_check import NOT_SAID, Ruling, sources_of
from scoring.contract import TaskType

_CLAUSE = re.compile(r"\(([a-e])\)\s*(.+?)(?=;?\s*(?:and\s+)?\([a-e]\)|\s*\??\s*$)", re.DOTALL)
_PLACED = re.compile(r"\(([a-e])\)")
_OF_WHOM = re.compile(r"record of (?P<name>.+?) in (?P<period>.+?), event by event", re.DOTALL)
_YEAR = r"\b(?:1[89]|20)\d\d\b"
_PAST = re.compile(
    rf"\b(?:between|from|in|during|on)\b[^?;]*?{_YEAR}(?:\s+(?:and|to|through|until)\b[^?;]{{0,20}}?{_YEAR})?"
)
_REPLY = re.compile(r"^(?:(?:re|fw|fwd):?\s+)+", re.IGNORECASE)  # before the title of a message that goes back or on


class Event(NamedTuple):
    """A deed of a record: what happened, on which day."""

    record: Record
    deed: Deed

    @property
    def day(self) -> str:
        """ISO 8601; "" when no document dates it."""
        value = self.record.slots.get(self.deed.day)
        return value.text if value is not None else ""

    @property
    def identity(self) -> tuple[str, ...]:
        """The same for the copies of one paper in several documents."""
        if self.record.kind is not Kind.PAPER:
            return (self.record.key, self.deed.words)
        roles = ("title", "written_by", "addressed_to", "written_on")
        title, *others = (self.record.slots[role].text if role in self.record.slots else "" for role in roles)
        return (_REPLY.sub("", fold(title)), *others)


def check_list(task: Mapping[str, Any], truth: Truth) -> Ruling:
    """True when every item is, lies in the period, and none is missing that a legible statement gives."""
    if task["type"] == TaskType.DOSSIER:
        return _check_dossier(task, truth)
    return _check_aggregation(task, truth)


def check_timeline(task: Mapping[str, Any], truth: Truth) -> Ruling:
    """True when each clause happened on its day, the days are in order, and no one document dates them all."""
    clauses = dict(_CLAUSE.findall(task["question"]))
    order = _PLACED.findall(task["answer"])
    said = dict(zip(order, _PLACED.split(task["answer"])[2::2], strict=True))
    if sorted(order) != sorted(clauses) or len(clauses) < 2:
        return Ruling(False, "the answer's letters are not the question's")
    days = [read_day(said[letter]) or "" for letter in order]
    if "" in days or days != sorted(days):
        return Ruling(False, "the answer is not in order of date")
    dated: list[Event] = []
    for letter, day in zip(order, days, strict=True):
        found = _events_of(clauses[letter], truth)
        event = next((event for event in found if event.day == day), None)
        if event is None:
            return _undated(letter, found)
        dated.append(event)
    return _dispersed(dated, task)


def _undated(letter: str, found: Sequence[Event]) -> Ruling:
    if not found:
        return Ruling(None, NOT_SAID)
    true = next((event.day for event in found if event.day), "")
    return Ruling(False, f"({letter}) happened on {true}" if true else f"no document dates ({letter})")


def _dispersed(dated: Sequence[Event], task: Mapping[str, Any]) -> Ruling:
    if len(sources_of(task)) < 2:
        return Ruling(False, "one document is all its evidence")
    alone = set.intersection(*(event.record.legible[event.deed.day] for event in dated))
    if alone:
        return Ruling(False, f"{min(alone)} alone dates every clause")
    return Ruling(True, "every clause is dated right", _facts(dated))


def _facts(events: Iterable[Event]) -> tuple[str, ...]:
    return tuple(
        sorted({event.record.fact_ids[r] for event in events for r in event.deed.needs if r in event.record.fact_ids})
    )


def _events_of(clause: str, truth: Truth) -> list[Event]:
    """Everything in the truth that a clause may tell."""
    asked = read_text(clause, truth.names)
    told = deeds_told(asked.rest)
    return [
        Event(record, deed)
        for record in near(truth, asked)
        for deed in told
        if deed.kind is record.kind
        and _tells(record, deed)
        and is_about(record, asked, is_loose=True)
        and _takes_part(record, deed, asked)
    ]


def _tells(record: Record, deed: Deed) -> bool:
    """Whether a record has what makes the deed, be it dated or not."""
    return all(role in record.slots for role in deed.needs if role != deed.day or len(deed.needs) == 1)


def _takes_part(record: Record, deed: Deed, asked: Asked) -> bool:
    """Whether whom a clause names first does the deed, or it is done to them: never somebody else of the record."""
    taking = frozenset().union(*(record.slots[role].ids for role in deed.roles if role in record.slots))
    if not taking or not asked.mentions:
        return True
    return any(mention.ids & taking for mention in asked.mentions)


def _check_dossier(task: Mapping[str, Any], truth: Truth) -> Ruling:
    about = _OF_WHOM.search(task["question"])
    figure = truth.names.find(about["name"]) if about else []
    period = read_period(about["period"]) if about else None
    if not figure or period is None:
        return Ruling(None, NOT_SAID)
    ids = figure[0].ids
    given: list[Event] = []
    for item in task["items"]:
        found = _item_events(item["item"], truth)
        ruling, event = _judge_dated(item["item"], found, period, ids)
        if event is None:
            return ruling
        given.append(event)
    missing = _missing_events(truth, ids, period, {event.identity for event in given})
    if missing:
        return Ruling(False, f"incomplete: {_told(missing[0])}")
    return Ruling(True, "every event is true, none is missing", _facts(given))


def _item_events(item: str, truth: Truth) -> list[Event]:
    return _events_of(item.partition(": ")[2], truth)


def _judge_dated(item: str, found: Sequence[Event], period: Period, ids: frozenset[str]) -> tuple[Ruling, Event | None]:
    day = read_day(item.partition(": ")[0])
    if day is None or not found:
        return Ruling(None, f"{NOT_SAID}: {item[:60]}"), None
    event = next((event for event in found if event.day == day), None)
    if event is None:
        true = next((event.day for event in found if event.day), "")
        return Ruling(False, f"happened on {true}: {item[:60]}" if true else f"undated: {item[:60]}"), None
    if not period.holds(day):
        return Ruling(False, f"out of the period: {item[:60]}"), None
    if not event.record.people & ids and event.deed.roles != ("approved_by",):
        return Ruling(False, f"of somebody else: {item[:60]}"), None
    return Ruling(True, ""), event


def _missing_events(truth: Truth, ids: frozenset[str], period: Period, given: set[tuple[str, ...]]) -> list[Event]:
    """Events of a figure in a period that legible statements give and a list does not."""
    return [event for event in _all_events(truth, ids) if period.holds(event.day) and event.identity not in given]


def _all_events(truth: Truth, ids: frozenset[str]) -> Iterator[Event]:
    for record in truth.of_kind(*{deed.kind for deed in DEEDS}):
        for deed in DEEDS:
            is_dated = deed.kind is record.kind and deed.day in record.slots and _tells(record, deed)
            if is_dated and _is_doer(record, deed, ids, truth) and _is_legible(record, deed):
                yield Event(record, deed)


def _is_doer(record: Record, deed: Deed, ids: frozenset[str], truth: Truth) -> bool:
    for role in deed.roles:
        value = record.slots.get(role)
        if value is None:
            continue
        if value.ids & ids or (
            not value.ids and any(fold(value.text) in fold(truth.names.rows[one]["canonical_name"]) for one in ids)
        ):
            return True
    return False


def _is_legible(record: Record, deed: Deed) -> bool:
    """Whether one document gives everything that the event needs."""
    return bool(set.intersection(*(record.legible[role] for role in deed.needs)))


def _told(event: Event) -> str:
    people = ", ".join(value.text for value in event.record.slots.values() if value.type is ValueType.NAME)
    return f"{event.day} {event.record.kind} of {people}"[:80]


def _check_aggregation(task: Mapping[str, Any], truth: Truth) -> Ruling:
    asked = read_text(_PAST.sub(" ", task["question"]), truth.names)
    period = read_period(task["question"])
    items = [item["item"] for item in task["items"]]
    judged = [
        _judge_items(items, role, offer, truth)
        for kind, figure, role in _relations(asked)
        if (offer := _items_by_key(asked, kind, figure, role, period, truth))
    ]
    if not judged:
        return Ruling(None, NOT_SAID)
    right = next((ruling for ruling in judged if ruling.is_right), None)
    return right or max(judged, key=lambda ruling: ruling.reason.startswith("incomplete"))


def _relations(asked: Asked) -> Iterator[tuple[Kind, str, str]]:
    for kind, pairs in ITEMS.items():
        for figure, role in pairs:
            if asks_for(kind, figure, asked.rest):
                yield kind, figure, role


def _items_by_key(
    asked: Asked, kind: Kind, figure: str, role: str, period: Period | None, truth: Truth
) -> dict[str, list[Record]]:
    """The true items of a relation, each with its records: those of the figure asked about, in the period, legible."""
    ids = frozenset().union(*(mention.ids for mention in asked.mentions))
    found: dict[str, list[Record]] = {}
    for record in truth.of_kind(kind):
        if figure not in record.slots or role not in record.slots or not _is_figure(record, figure, ids, truth):
            continue
        is_known = record.legible[figure] & record.legible[role]
        if is_known and _lies_in(record, period) and _is_consistent(record, asked, role):
            key = fold(record.slots[role].text)
            found.setdefault(_REPLY.sub("", key) if role == "title" else key, []).append(record)
    return found


def _is_figure(record: Record, role: str, ids: frozenset[str], truth: Truth) -> bool:
    value = record.slots[role]
    if value.ids:
        return bool(value.ids & ids)
    return any(fold(value.text) in fold(truth.names.rows[one]["canonical_name"]) for one in ids)


def _lies_in(record: Record, period: Period | None) -> bool:
    if period is None:
        return True
    days = {record.slots[deed.day].text for deed in DEEDS if deed.kind is record.kind and deed.day in record.slots}
    return any(period.holds(day) for day in days)


def _is_consistent(record: Record, asked: Asked, role: str) -> bool:
    """Whether the question's other words are the record's; a list's question need not name the matter of each item."""
    if record.kind in (Kind.CONTRACT, Kind.INCIDENT) or not asked.telling:
        return True
    return is_about(record, asked, without=role)


def _judge_items(items: Sequence[str], role: str, offer: Mapping[str, Sequence[Record]], truth: Truth) -> Ruling:
    """The items of a task against the true ones of a role."""
    met: set[str] = set()
    for item in items:
        key = next((key for key, records in offer.items() if _is_item(item, role, records, truth)), None)
        if key is None:
            return Ruling(False, f"not true: {item[:60]}")
        met.add(key)
    if missing := sorted(offer.keys() - met):
        return Ruling(False, f"incomplete: {missing[0][:60]}")
    facts = {fact for records in offer.values() for record in records for fact in record.fact_ids.values()}
    return Ruling(True, "every item is true, none is missing", tuple(sorted(facts)))


def _is_item(item: str, role: str, records: Sequence[Record], truth: Truth) -> bool:
    bare = take_days(item).rest.strip(" :,")
    if role == "title":
        return any(_is_title(bare, record.slots[role].text) for record in records)
    return any(is_same(record.slots[role], bare, truth.names) for record in records)


def _is_title(written: str, title: str) -> bool:
    """Whether a written title is the paper's, or it up to a dash: reply marks and capitals make no other title."""
    ours, theirs = (_REPLY.sub("", fold(text)) for text in (written, title))
    return ours == theirs or ours == _REPLY.sub("", fold(title.rpartition(" - ")[0]))
