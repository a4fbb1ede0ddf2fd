"""Whether a window states one item of an answer of several parts: the label of a pool, and the proof of a quote.

Belongs here: dated items of dossiers and timelines, items of list questions. Does not: answers of one part (support),
what a label means for a task (pooling).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from bench_resources.prompting import AnswerType, PoolLabel, Support
from bench_resources.reader.answer_types import same_date
from bench_resources.reader.answering_forms import (
    DatedItem,
    ListAsked,
    dated_item,
    dossier_asked,
    list_asked,
    timeline_asked,
)
from bench_resources.reader.answering_lists import holds_matter, is_same, items_of
from bench_resources.reader.answering_statements import (
    MIN_FIT,
    Told,
    names_figure,
    parse_clause,
    stems_of,
    told_in,
    without_gloss,
)
from bench_resources.reader.passages import begun, coverage, is_same_word, parse_query
from bench_resources.reader.support_readings import bodies_of, fit_of, heads_below, in_full, spelt_out, with_noun

MIN_HOPED = 0.5  # of a clause's weight that a window may hold at most: below, it is not read
MIN_HELD = 0.9  # of an item's words, where it does not stand in its place
_PRONOUN = re.compile(r"\b(?:he|she|they|it|him|her|them)\b", re.IGNORECASE)
_IRRELEVANT = PoolLabel(label=Support.IRRELEVANT, quote=None, reason="no passage of the window speaks of the item")
_PARTIAL = PoolLabel(label=Support.PARTIAL, quote=None, reason="a passage tells the event without its date")


def label_item(question: str, answer: str, window: str) -> PoolLabel | None:
    """The label of a window for one item; None where question and answer are of one part.

    It supports when one passage (a clause, with its neighbours where it leans on them, or a header) names the figure,
    tells the item and gives its date by value; partial when it tells it without a date; irrelevant else.
    """
    item = dated_item(answer)
    if item is not None and (dossier_asked(question) or timeline_asked(question)):
        return _label_dated(question, item, window)
    asked = list_asked(question)
    if asked is not None and (asked.is_plural or asked.period is not None):
        return label_listed(asked, answer, window)
    return None


def label_undated(question: str, answer: str, window: str) -> PoolLabel | None:
    """The label of a window where the question may want a list, though only its small word says so; else None."""
    asked = list_asked(question)
    return label_listed(asked, answer, window) if asked is not None else None


# --- dated items ----------------------------------------------------------------------------------------------------


def _label_dated(question: str, item: DatedItem, window: str) -> PoolLabel:
    said = without_gloss(item.clause)
    query, bodies = parse_query(f"that {said}"), bodies_of(said)
    if coverage(query, begun(query, window) | begun(query, spelt_out(window, bodies))) < MIN_HOPED:
        return _IRRELEVANT
    clause = parse_clause(item.clause)
    figure = asked.name if (asked := dossier_asked(question)) else ""
    told = [one for one in with_neighbours(_read(window)) if not figure or names_figure(figure, one)]
    fitting = [one for one in told if fit_of(clause, in_full(one, clause, bodies)) >= MIN_FIT]
    stating = [one for one in fitting if one.value is not None and same_date(item.value, one.value)]
    if stating:
        best = min(stating, key=lambda one: (one.end - one.start, one.start))
        return _supports(window, best)
    return _PARTIAL if any(one.value is None for one in fitting) else _IRRELEVANT


def _read(window: str) -> list[Told]:
    """The statements of a window, and the heads that stand below a line of another paper."""
    found = told_in(window)
    return [*found, *(head for one in found for head in heads_below(window, one))]


def _supports(window: str, told: Told) -> PoolLabel:
    return PoolLabel(
        label=Support.SUPPORTS,
        quote=window[told.start : told.end],
        reason="one passage states the item to the question",
    )


def with_neighbours(told: Sequence[Told]) -> Iterator[Told]:
    """Statements, each also with the one before it where it says "he", and a neighbour's date where it has none.

    A clause whose noun follows its date, "the March 3, 1964, letter", also with that date.
    """
    for i, one in enumerate(told):
        yield one
        if one.kind != "sentence":
            continue
        before = told[i - 1] if i and told[i - 1].kind == "sentence" else None
        after = told[i + 1] if i + 1 < len(told) and told[i + 1].kind == "sentence" else None
        if before is not None and (noun := with_noun(before, one)) is not None:
            yield noun
        if before is not None and _PRONOUN.search(one.text):
            yield replace(one, sentence=f"{before.sentence} {one.sentence}", start=before.start)
        for near in (before, after) if one.value is None else ():
            if near is not None and near.value is not None:
                yield replace(one, value=near.value, start=min(one.start, near.start), end=max(one.end, near.end))


# --- items of lists -------------------------------------------------------------------------------------------------


def label_listed(asked: ListAsked, item: str, window: str) -> PoolLabel:
    """The label of a window for an item of a list question."""
    query = parse_query(f"that {asked.figure} {item}")
    if coverage(query, begun(query, window)) < MIN_HOPED:
        return _IRRELEVANT
    telling = [one for one in with_neighbours(_read(window)) if _tells(asked, item, one)]
    stating = [
        one for one in telling if asked.period is None or (one.value is not None and asked.period.holds(one.value))
    ]
    if stating:
        return _supports(window, min(stating, key=lambda one: (one.end - one.start, one.start)))
    return _PARTIAL if any(one.value is None for one in telling) else _IRRELEVANT


def _tells(asked: ListAsked, item: str, told: Told) -> bool:
    """Whether a statement gives an item to a list question, whenever it was."""
    if not names_figure(asked.figure, told) or not holds_matter(asked, told):
        return False
    if any(is_same(asked, item, other) for other in items_of(asked, told)):
        return True
    return (
        asked.kind is not AnswerType.PERSON
        and not asked.papers
        and told.kind == "sentence"
        and _holds_words(item, told.text)
    )


def _holds_words(item: str, text: str) -> bool:
    """Nine in ten of an item's words, and its figures all."""
    wanted, there = stems_of(item), stems_of(text)
    figures = {word for word in wanted if any(char.isdigit() for char in word)}
    held = sum(any(is_same_word(word, other) for other in there) for word in wanted)
    return bool(wanted) and figures <= there and held >= MIN_HELD * len(wanted)
