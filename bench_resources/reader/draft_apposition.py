"""Facts that a noun phrase states by itself: when a document or an event that it describes is dated.

Belongs here: "letter dated 3 May 1961 from A to B", "the inauguration of A on 3 May 1961". Does not: clauses with a
verb (facts), who holds which post (draft_posts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bench_resources.prompting import AnswerType
from bench_resources.reader.draft_clauses import is_simple, is_speakable, trim, words_of
from bench_resources.reader.draft_entities import NAMED, Kind, Unit
from bench_resources.reader.draft_statements import Statement

_DOCUMENTS = frozenset(
    (
        "memorandum letter telegram cable dispatch directive report affidavit teletype airtel communication statement"
    ).split()
)
_DATES = frozenset({Kind.DATE, Kind.MONTH})
MIN_TOPIC_WORDS = 4
MIN_CUT_TOPIC_WORDS = 7  # of a topic whose end cannot be said: what is left must tell one paper from others
_TOPIC_OPENERS = frozenset(
    (
        "regarding concerning requesting enclosing transmitting about forwarding authorizing describing "
        "summarizing reporting advising"
    ).split()
)


def dated_documents(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "a letter dated 3 May 1961 from A to B regarding C": when the letter is dated."""
    for at, unit in enumerate(row):
        if unit.kind is not Kind.WORD or unit.text not in _DOCUMENTS or sum(u.kind in _DATES for u in row) != 1:
            continue
        span = list(row[at + 1 : at + 26])
        date = next((u for u in span if u.kind in _DATES), None)
        if date is None:
            before = row[at - 1] if at else unit
            date, span = (before, span) if before.kind in _DATES and len(before.text) > 4 else (None, span)
            if date is None:
                continue
        else:
            spot = span.index(date)
            if not spot or span[spot - 1].text not in {"dated", "of"}:
                continue
            head = spot - 2 if spot > 1 and span[spot - 2].text == "," else spot - 1
            span = span[:head] + span[spot + 1 :]
        described = _description(span)
        yield from _correspondence(unit.text, date, span)
        if described:
            yield (
                f"{unit.text} {described}",
                (f"{_asked_date(date)} of the {unit.text} {described}?", date.text, AnswerType.DATE, 3),
            )


def _asked_date(date: Unit) -> str:
    """What a date that may be less than a day is asked for as."""
    if date.kind is Kind.DATE:
        return "What is the date"
    return "What is the year" if date.text.isdigit() else "What are the month and year"


_LETTERS = frozenset("memorandum letter telegram cable dispatch teletype airtel".split())


def _correspondence(what: str, date: Unit, span: Sequence[Unit]) -> Iterator[Statement]:
    """As in "Who sent the letter dated 3 May 1961 to the Director of Ports?" where both parties are named."""
    parties: dict[str, Unit] = {}
    for at, unit in enumerate(span[:8]):
        to = span[at + 2 : at + 3] if span[at + 1 : at + 2] and span[at + 1].text == "the" else span[at + 1 : at + 2]
        if unit.text in {"from", "to"} and to and to[0].kind in NAMED and unit.text not in parties:
            parties[unit.text] = to[0]
    if what not in _LETTERS or len(parties) != 2 or date.kind is not Kind.DATE:
        return
    sender, recipient = parties["from"], parties["to"]
    kinds = {Kind.PERSON: AnswerType.PERSON, Kind.OFFICE: AnswerType.TITLE}
    for opening, asked, other in (("Who sent", sender, recipient), ("To whom was", recipient, sender)):
        link = "to" if asked is sender else "from"
        article = "the " if other.kind is not Kind.PERSON else ""
        question = f"{opening} the {what} dated {date.name} {link} {article}{other.name}" + (
            "?" if asked is sender else " sent?"
        )
        is_said = asked.name not in other.name and is_speakable([other]) and asked.name == asked.text
        if is_said and not re.search(r"['’]s?$", other.name):
            yield other.name, (question, asked.text, kinds.get(asked.kind, AnswerType.ORGANISATION), 3)


def _description(span: Sequence[Unit]) -> str:
    """As in "from A to B regarding C": parties and topic as far as they can be said; "" when they tell too little."""
    kept: list[Unit] = []
    n_parties, has_topic = 0, False
    at = 0
    while at < len(span):
        if span[at].text == ",":
            at += 1
            continue
        if span[at].text in {"from", "to"} and not has_topic:
            end = at + 3 if span[at + 1 : at + 2] and span[at + 1].text == "the" else at + 2
            if end > len(span) or span[end - 1].kind not in NAMED:
                break
            kept.extend(span[at:end])
            n_parties += 1
            at = end
        elif (
            span[at].text in _TOPIC_OPENERS or (span[at].kind is Kind.WORD and span[at].text.endswith("ing"))
        ) and kept:
            topic = _topic(span[at:])
            has_topic = bool(topic)
            kept.extend(topic)
            break
        else:
            break
    enough = n_parties >= 2 or (n_parties == 1 and has_topic)
    return words_of(kept) if enough and is_speakable(kept) else ""


def _topic(span: Sequence[Unit]) -> list[Unit]:
    end = next(
        (
            i
            for i, u in enumerate(span)
            if i and (u.kind is Kind.MARK or u.text in {"which", "that", "and", "who", "was", "were", "is"})
        ),
        len(span),
    )
    topic = list(trim(span[:end]))
    least = MIN_TOPIC_WORDS
    if not is_speakable(topic):
        least = MIN_CUT_TOPIC_WORDS
        for cut in range(len(topic) - 1, 2, -1):
            if topic[cut].text in {"to", "for", "from", "with", "in", "on", "at", "by"} and is_speakable(topic[:cut]):
                topic = topic[:cut]
                break
    is_whole = is_speakable(topic) and len(words_of(topic).split()) >= least and is_simple(topic[1:])
    return topic if is_whole and any(u.kind is Kind.WORD and u.text not in _GRAMMAR for u in topic[1:]) else []


_GRAMMAR = frozenset("the a an of to for from with in on at by and or".split())  # beside a lone name: no matter yet


_EVENTS = frozenset(
    "arrival departure visit meeting interview defection trip testimony appointment retirement resignation election "
    "speech conference hearing invasion "
    "return appearance inauguration assassination conversation briefing discussion transfer release flight "
    "request".split()
)


def dated_events(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "Jane Doe's visit to Lisbon on 3 May 1961": when an act that a noun names took place."""
    if sum(u.kind is Kind.DATE for u in row) != 1:
        return
    yield from _named_events(row)
    for at in range(1, len(row) - 2):
        if row[at].text not in _EVENTS or row[at - 1].kind not in NAMED or not re.search(r"['’]s?$", row[at - 1].name):
            continue
        on = next(
            (
                i
                for i in range(at + 1, min(len(row) - 1, at + 9))
                if row[i].text == "on" and row[i + 1].kind is Kind.DATE
            ),
            None,
        )
        if on is None or not is_simple(row[at + 1 : on]) or not is_speakable(row[at + 1 : on]):
            continue
        described = words_of(row[at - 1 : on])
        yield row[at - 1].name, (f"What was the date of {described}?", row[on + 1].text, AnswerType.DATE, 4)


# Of a person these happen once, or once a place; a body meets every week, so its meeting needs the other party.
_ONE_OFF = frozenset(
    "inauguration appointment resignation election retirement nomination arrival departure signing "
    "establishment creation abolition ratification launching opening dedication defection testimony".split()
)
_SPOKEN_OF = frozenset(
    "confirmed approved announced discussed opposed supported reported protested considered recommended proposed "
    "requested rejected ratified debated criticized praised mentioned noted described questioned".split()
)
_JOINT = frozenset("meeting conference conversation discussion agreement talks luncheon".split())


def _named_events(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "the inauguration of President Roe in Lisbon on 3 May 1961", and the same with its date before it."""
    for at in range(1, len(row) - 2):
        link = row[at + 1].text
        if not ((row[at].text in _ONE_OFF and link == "of") or (row[at].text in _JOINT and link == "between")):
            continue
        if any(u.text in _SPOKEN_OF for u in row[:at]):
            continue  # "confirmed the nomination of Roe on 3 May": the day of the vote
        on = next((i for i in range(at + 2, min(len(row) - 1, at + 12)) if row[i].text == "on"), len(row))
        if on + 1 < len(row) and row[on + 1].kind is Kind.DATE:
            span, date = row[at:on], row[on + 1]
        elif row[at - 1].kind is Kind.DATE:
            ends = _EVENT_ENDS if link == "of" else _EVENT_ENDS - {"and"}
            end = next((i for i in range(at + 2, min(len(row), at + 10)) if row[i].text in ends), 0)
            span, date = row[at:end], row[at - 1]
        else:
            continue
        n_named = sum(u.kind in NAMED or u.kind is Kind.THING for u in span)
        is_whole = n_named > (row[at].text in _JOINT) and is_speakable(span) and is_simple(span[1:])
        if is_whole and not any(u.text == "," for u in span):
            described = words_of(trim(span))
            yield described, (f"What was the date of the {described}?", date.text, AnswerType.DATE, 4)


_EVENT_ENDS = frozenset({",", ".", "and", "was", "were", "is", "that", "which", ";", "had", "has"})
