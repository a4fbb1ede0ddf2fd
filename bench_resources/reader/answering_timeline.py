"""Puts dated events in order: finds each clause of a timeline question in the passages, and its date.

Belongs here: timeline questions. Does not: dossiers and lists (answering_lists), comparing answers (matching_items).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple

from bench_resources.prompting import Answer
from bench_resources.reader.answer_types import DateValue
from bench_resources.reader.answering_forms import agree, span_of, timeline_asked, write_date
from bench_resources.reader.answering_statements import MIN_FIT, Told, fit, parse_clause, told_in

TIE = 0.08  # of fit: statements this alike that give different dates leave the date open


class Placed(NamedTuple):
    """A clause's date, the document and the statement that give it, and how well they do."""

    value: DateValue
    doc_id: str
    fit: float
    told: Told


def answer_timeline(question: str, passages: Sequence[tuple[str, str]], declined: str) -> Answer | None:
    """The events in order of date, "(b) March 3, 1964; (a) May 1, 1965"; None for a question of another form.

    Abstains, saying `declined`, unless every clause has its one date.
    """
    clauses = timeline_asked(question)
    if not clauses:
        return None
    placed = [place_clause(clause, passages) for clause in clauses]
    known = [(letter, one) for letter, one in zip("abcdefgh", placed, strict=False) if one is not None]
    if len(known) < len(clauses):
        return Answer(answer=declined, doc_ids=[], is_abstained=True)
    ordered = sorted(known, key=lambda pair: (_day(pair[1].value), pair[0]))
    said = "; ".join(f"({letter}) {write_date(one.value)}" for letter, one in ordered)
    best = sorted(known, key=lambda pair: (-pair[1].fit, pair[1].doc_id))
    return Answer(answer=said, doc_ids=list(dict.fromkeys(one.doc_id for _, one in best)), is_abstained=False)


def _day(value: DateValue) -> dt.date:
    span = span_of(value)
    return span.first if span is not None else dt.date.max


def place_clause(clause: str, passages: Sequence[tuple[str, str]]) -> Placed | None:
    """The date of a clause by the statement that gives it best; None where none does or the best disagree."""
    wanted = parse_clause(clause)
    found = [
        Placed(told.value, doc_id, share, told)
        for doc_id, text in passages
        for told in told_in(text)
        if told.value is not None and told.value.year is not None and (share := fit(wanted, told)) >= MIN_FIT
    ]
    if not found:
        return None
    top = max(one.fit for one in found)
    best = [one for one in found if one.fit >= top - TIE]
    exact = max(best, key=lambda one: (one.value.is_full, one.value.month is not None, one.fit, one.doc_id))
    return exact if all(agree(exact.value, other.value) for other in best) else None
