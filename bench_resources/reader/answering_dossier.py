"""Lists the dated events of a figure in a period: every dated statement that names it, each event once.

Belongs here: dossier questions, telling events from plans, denials and each other. Does not: taking sentences apart
(answering_statements), comparing answers (matching_items), drafting.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from bench_resources.prompting import Answer
from bench_resources.reader.answer_types import DateValue, find_dates, find_proper
from bench_resources.reader.answering_doubts import doubtful_days
from bench_resources.reader.answering_figures import figure_spans
from bench_resources.reader.answering_forms import Dossier, agree, dossier_asked, span_of, write_date
from bench_resources.reader.answering_items import title_likeness
from bench_resources.reader.answering_meanings import WRITING, meanings, same_meaning
from bench_resources.reader.answering_statements import PAST, Told, names_figure, parse_clause, stems_of, told_in
from bench_resources.reader.passages import is_same_word
from bench_resources.reader.people import parse_person

MAX_PART_CHARS = 220
MIN_SHARED = 0.5  # of the shorter statement's words: two of one date that share so many tell one event
MIN_SHARED_OTHERWISE = 0.8  # where their verbs are of different meanings
_UNDOUBTED = re.compile(  # what only leads into a statement of fact
    r"\b(?:is|was) not (?:disputed|denied|doubted|contested|in doubt)\b"
    r"|\b(?:as )?[^,.;]{1,40}\b(?:will|would|may|might) (?:recall|remember|know|have (?:seen|heard)|note)\b",
    re.IGNORECASE,
)
_UNREAL = re.compile(
    r"\b(?:will|shall|would|might|cannot|never|unless|if|whether|(?:is|are|was|were|has|have|had|did|do|does|could) not"
    r"|didn['\u2019]t|(?:is|are|was|were) (?:to|scheduled|expected|due|supposed|planning|about to) |plans? to"
    r"|please (?!note|recall|refer|remember|find|be (?:advised|informed))\w+"
    r"|planned to|proposed to|intends? to|hopes? to|expects? to|denied|alleged\w*|rumou?r\w*)\b",
    re.IGNORECASE,
)
_SUBJECT_PRONOUN = re.compile(r"\b(?:he|she|it)\b")


@dataclass(frozen=True)
class Event:
    """One event of a dossier: its date, a statement of it, the documents that state it."""

    value: DateValue
    text: str
    doc_ids: tuple[str, ...]
    told: Told


def answer_dossier(question: str, passages: Sequence[tuple[str, str]], declined: str) -> Answer | None:
    """Every dated statement of the figure in order of date; None for a question of another form.

    Abstains, saying `declined`, when no passage has any.
    """
    asked = dossier_asked(question)
    if asked is None:
        return None
    parts = dossier_parts(asked, passages)
    if not parts:
        return Answer(answer=declined, doc_ids=[], is_abstained=True)
    said = "; ".join(f"{write_date(part.value)}: {part.text}" for part in parts)
    doc_ids = [doc_id for part in parts for doc_id in part.doc_ids[:1]]
    return Answer(answer=said, doc_ids=list(dict.fromkeys(doc_ids)), is_abstained=False)


def dossier_parts(asked: Dossier, passages: Sequence[tuple[str, str]]) -> list[Event]:
    """The events in order of date, each once though several passages state it.

    A day near the figure's name where no statement was read counts as one, in the words about it: a list that holds
    no such event may lack it.
    """
    found: list[Event] = []
    for doc_id, text in passages:
        for told in told_in(text):
            if told.value is None or not asked.period.holds(told.value):
                continue
            said = said_of(asked.name, told)
            if said:
                _add(found, Event(told.value, said, (doc_id,), told), asked.name)
        for value, near in doubtful_days(asked.name, asked.period, text, told_in(text)):
            _add(found, Event(value, cut_short(near), (doc_id,), Told(near, near, 0, 0, value)), asked.name)
    return sorted(found, key=lambda part: (_day(part.value), part.text))


def _day(value: DateValue) -> dt.date:
    span = span_of(value)
    return span.first if span is not None else dt.date.max


def said_of(name: str, told: Told) -> str:
    """What a statement says of a figure, short and on one line; "" when it says nothing that it did or met with."""
    if not names_figure(name, told):
        return ""
    if told.kind == "row":
        return _row_said(told)
    text = told.text if told.kind == "header" else _with_figure(name, told)
    if told.kind == "sentence" and (not text or not is_real(text)):
        return ""
    return cut_short(text)


def is_real(text: str) -> bool:
    """Whether a clause tells what happened: past, no plan, nothing denied, nothing only alleged."""
    plain = _UNDOUBTED.sub("", text)
    return PAST.search(plain) is not None and _UNREAL.search(plain) is None


def cut_short(text: str) -> str:
    """A statement as a part of an answer: no semicolons, no more than a line or two."""
    plain = text.replace(";", ",").rstrip(" .,")
    return plain if len(plain) <= MAX_PART_CHARS else plain[:MAX_PART_CHARS].rsplit(" ", 1)[0]


def _row_said(told: Told) -> str:
    """An entry of a calendar with whose it is, where it names somebody."""
    named = [run for run in find_proper(told.text) if len(run.text.split()) > 1]
    if not named:
        return ""
    return cut_short(f"{told.sender}: {told.text}" if told.sender else told.text)


def _with_figure(name: str, told: Told) -> str:
    """The clause with its figure in it: one that leaves its subject out, or says "he", goes on about the one before."""
    if figure_spans(name, told.text):
        return told.text
    at = told.sentence.find(told.text)
    if not figure_spans(name, told.sentence[: max(0, at)]):
        return ""
    first = told.text.split(" ", 1)[0]
    if PAST.fullmatch(first):
        return f"{name} {told.text}"
    pronoun = _SUBJECT_PRONOUN.search(told.text)
    has_other = any(len(run.text.split()) > 1 for run in find_proper(told.text[: pronoun.start()])) if pronoun else True
    return "" if has_other else _SUBJECT_PRONOUN.sub(name, told.text, count=1)


# --- one event told twice -------------------------------------------------------------------------------------------


def _add(found: list[Event], part: Event, name: str) -> None:
    """Adds a part, or merges it into the event that it tells again: the fuller wording and the exacter date stay."""
    for i, other in enumerate(found):
        if is_same_event(other, part, name):
            best = max(
                (other, part), key=lambda one: (one.told.kind != "row", one.value.is_full, len(one.text), one.text)
            )
            found[i] = replace(best, doc_ids=tuple(dict.fromkeys((*other.doc_ids, *part.doc_ids))))
            return
    found.append(part)


def is_same_event(one: Event, other: Event, name: str) -> bool:
    """Whether two parts tell one event: the same date, and half of the shorter one's telling words."""
    if not agree(one.value, other.value):
        return False
    if one.told.kind == other.told.kind == "header":
        return _is_same_header(one.told, other.told)
    if is_other_company(one.text, other.text, name):
        return False
    ours, theirs = telling(one.text, name), telling(other.text, name)
    if not ours or not theirs:
        return ours == theirs
    short, long = sorted((ours, theirs), key=len)
    shared = sum(any(same_meaning(word, there) for there in long) for word in short) / len(short)
    kinds = [frozenset[int]().union(*map(meanings, words)) for words in (ours, theirs)]
    is_otherwise = bool(kinds[0]) and bool(kinds[1]) and not kinds[0] & kinds[1]
    return shared >= (MIN_SHARED_OTHERWISE if is_otherwise else MIN_SHARED)


def is_other_company(one: str, other: str, name: str) -> bool:
    """Whether two clauses name other people beside the figure, or one was written by the other's reader."""
    ours, theirs = parse_clause(one), parse_clause(other)
    beside = [{_surname(p) for p in clause.people if not figure_spans(name, p)} for clause in (ours, theirs)]
    if beside[0] and beside[1] and not any(is_same_word(a, b) for a in beside[0] for b in beside[1]):
        return True
    is_written = all(meanings(clause.verb) & WRITING and len(clause.people) > 1 for clause in (ours, theirs))
    return is_written and not is_same_word(_surname(ours.people[0]), _surname(theirs.people[0]))


def are_letters(one: str, other: str) -> bool:
    """Whether two clauses both tell that somebody wrote: then their subjects tell them apart."""
    return bool(meanings(parse_clause(one).verb) & meanings(parse_clause(other).verb) & WRITING)


def _surname(person: str) -> str:
    name = parse_person(person)
    return name.surname if name is not None else person.casefold()


def _is_same_header(one: Told, other: Told) -> bool:
    is_between_same = _like(one.sender, other.sender, MIN_SHARED) and _like(one.receiver, other.receiver, MIN_SHARED)
    is_untitled = not one.subject or not other.subject
    return is_between_same and (is_untitled or title_likeness(one.subject, other.subject) > 0)


def _like(one: str, other: str, floor: float) -> bool:
    """Whether two fields may say the same: one of them is empty, or so much of the shorter one's words is shared."""
    ours, theirs = sorted((stems_of(one), stems_of(other)), key=len)
    shared = sum(any(same_meaning(word, there) for there in theirs) for word in ours)
    return not ours or shared >= floor * len(ours)


def telling(text: str, name: str) -> frozenset[str]:
    """The stems of a statement beside the figure's name and its dates."""
    for date in reversed(find_dates(text)):
        if isinstance(date.value, DateValue) and (date.value.year or date.value.month):
            text = text[: date.start] + " " + text[date.end :]
    for start, end in reversed(figure_spans(name, text)):
        text = text[:start] + " " + text[end:]
    return stems_of(text)
