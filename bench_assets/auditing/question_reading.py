"""What a question or a clause is about, and whether a planted record is what it speaks of.

Belongs here: names, days and matters of a text against the slots of a record. Does not: vocabulary (question_cues.py),
any verdict on a task. Strict about the subject - every name, day, numbered or named place must be the record's - and
lenient about the wording.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from bench_assets.auditing.planted_records import Kind, Mention, Names, Record, Truth, ValueType, fold, words_of
from bench_assets.auditing.stated_values import MONTHS, take_days

_TITLE = re.compile(r"[\"“]([^\"”]+)[\"”]")
_TELLING = re.compile(r"[A-Z][\w'’.&-]*|\d[\d,./-]*")
_FORWARDED = re.compile(r"^(?:(?:re|fwd?|fw)\s*:\s*)+", re.IGNORECASE)
# What every paper of a port calls its own boards and officers: it tells no matter from another, though offices it does.
_HOUSE = frozenset("harbor board port authority secretary city council".split())
_SMALL = frozenset("the a an in on at of and for re".split())
BODY = "bod-"  # how the planted ids of a town's boards and offices begin
_OPENING = re.compile(r"^\W*(?:[A-Z]\w*)")


class Asked(NamedTuple):
    """A text taken apart.

    Attributes:
        text: without quoted titles.
        rest: without titles, names and days.
        titles: the quoted titles, in small letters.
        telling: capitalised words and figures of the rest, in small letters.
    """

    text: str
    rest: str
    titles: tuple[str, ...]
    mentions: tuple[Mention, ...]
    days: tuple[str, ...]
    telling: tuple[str, ...]


def read_text(text: str, names: Names) -> Asked:
    """Takes a question or a clause apart."""
    titles = tuple(fold(title) for title in _TITLE.findall(text))
    untitled = _TITLE.sub(" ", " ".join(text.split()))
    rest, days = take_days(untitled)
    mentions = tuple(names.find(rest))
    for mention in reversed(mentions):
        rest = f"{rest[: mention.start]} {rest[mention.end :]}"
    told = _TELLING.findall(_OPENING.sub(" ", rest, count=1))
    telling = tuple(word.strip(".,'").casefold() for word in told)
    return Asked(untitled, rest, titles, mentions, days, tuple(filter(None, telling)))


def is_about(record: Record, asked: Asked, *, without: str = "", is_loose: bool = False) -> bool:
    """Whether everything that a text names is the record's, and at least one thing is named.

    Args:
        record: of the truth.
        asked: the text.
        without: the role that is asked for, whose value proves nothing.
        is_loose: a title may lack the "Re:" that it opens with.
    """
    n_named = len(asked.mentions) + len(asked.days) + len(asked.telling) + len(asked.titles)
    if not n_named or not _titles_fit(record, asked, is_loose=is_loose):
        return False
    slots = {role: value for role, value in record.slots.items() if role != without}
    days = {value.text for value in slots.values() if value.type is ValueType.DAY}
    if not set(asked.days) <= days:
        return False
    texts = [value.text for value in slots.values()]
    people = frozenset().union(*(value.ids for value in slots.values()))
    if not all(_is_of(mention, people, texts) or _is_house(mention, record) for mention in asked.mentions):
        return False
    known = frozenset(MONTHS).union(_SMALL, *(words_of(text) for text in texts))
    known |= frozenset() if record.kind is Kind.PERSON else _HOUSE
    return known.issuperset(asked.telling) and _matter_fits(record, asked)


def _titles_fit(record: Record, asked: Asked, *, is_loose: bool) -> bool:
    """A quoted title is the record's, or its beginning: a wrapped subject line is often cut."""
    if not asked.titles:
        return True
    title = record.slots["title"].text if "title" in record.slots else ""
    known = {fold(title), fold(_FORWARDED.sub("", title))} if is_loose else {fold(title)}
    return bool(title) and all(any(one.startswith(said) for one in known) for said in asked.titles)


def _is_of(mention: Mention, people: frozenset[str], texts: Iterable[str]) -> bool:
    """A name is the record's when it means somebody in it, or stands in one of its texts ("Director of the ...")."""
    return bool(mention.ids & people) or any(fold(mention.text) in fold(text) for text in texts)


def _is_house(mention: Mention, record: Record) -> bool:
    """Whether a name is that of the port's own board or authority, on whose behalf everything is done."""
    is_body = all(entity_id.startswith(BODY) for entity_id in mention.ids)
    return is_body and record.kind in (Kind.CONTRACT, Kind.INCIDENT) and bool(words_of(mention.text) & _HOUSE)


def _matter_fits(record: Record, asked: Asked) -> bool:
    """A matter is named by what was done, and where: by the whole place or, when others tell it apart, by no word."""
    if record.kind not in (Kind.CONTRACT, Kind.INCIDENT):
        return True
    said = set(re.findall(r"\w+", asked.text.casefold()))
    act, _, place = fold(record.slots["what"].text).partition(" ")
    stem = act[: max(4, len(act) - 3)]
    spot = set(place.split()) - _SMALL
    return any(word.startswith(stem) for word in said) and (spot <= said or not spot & said)


def near(truth: Truth, asked: Asked) -> list[Record]:
    """The records that hold the most telling thing of a text, by key; none for a text that names nothing.

    So that a question is not held against every record there is.
    """
    plain = {*_HOUSE, *_SMALL, *MONTHS}
    words = [*asked.telling, *(word for title in asked.titles for word in title.split())]
    offers = [truth.by_key.get(key, []) for key in (*asked.days, *words) if key not in plain]
    people = [one for one in asked.mentions if not all(entity_id.startswith(BODY) for entity_id in one.ids)]
    offers += [_of_mention(truth, mention) for mention in (people or asked.mentions)]
    fewest: list[Record] = min(offers, key=len, default=[])
    return sorted(fewest, key=lambda record: record.key)


def _of_mention(truth: Truth, mention: Mention) -> list[Record]:
    keys = [*sorted(mention.ids), mention.text.casefold().split()[-1].strip(".")]
    return list({record.key: record for key in keys for record in truth.by_key.get(key, [])}.values())
