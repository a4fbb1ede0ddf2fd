"""The embedded reader as the reviewer of a task whose answer has several parts: may it be released?

Belongs here: parts stated by their quotes, given once, complete by the rivals. Does not: faults of questions and of
answers of one part (review), reading answers (answering_lists).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from bench_resources.prompting import Judgement, Outcome, Support
from bench_resources.reader.answer_types import find_dates
from bench_resources.reader.answering_dossier import Event, are_letters, dossier_parts, is_other_company, telling
from bench_resources.reader.answering_figures import figure_spans
from bench_resources.reader.answering_forms import (
    DatedItem,
    agree,
    dated_item,
    dossier_asked,
    list_asked,
    timeline_asked,
    write_date,
)
from bench_resources.reader.answering_items import is_same_item
from bench_resources.reader.answering_lists import is_same, list_items
from bench_resources.reader.answering_meanings import same_meaning
from bench_resources.reader.answering_statements import PAST, Told, parse_clause
from bench_resources.reader.answering_timeline import Placed, place_clause
from bench_resources.reader.passages import join_wraps
from bench_resources.reader.review import is_copy, is_discrediting, is_garbled_word, standalone, states_misread
from bench_resources.reader.support import pool_label
from bench_resources.reader.support_items import label_listed

MIN_SAME = 0.85  # of either part's words beside the figure: two of one date that share so many are one part
MIN_SAME_TITLE = 0.9  # of two papers' subjects, give or take a misread letter: below, one has words of its own
MIN_KNOWN = 0.5  # of the shorter one's words: a rival's event of a part's date that shares so many is that part
NOISE_SHARE = 0.25  # of a rival's words are misread
_SOUND = Judgement(verdict=Outcome.PASS, category="sound", reason="no fault was found")


@dataclass(frozen=True)
class Part:
    """One part of an answer with the quotes that state it."""

    item: str
    quotes: tuple[str, ...]


def adjudicate_items(question: str, parts: Sequence[Part], rivals: Sequence[tuple[str, str]]) -> Judgement:
    """The reply to `adjudicate_items`: the first fault of a task of several parts, or sound.

    Args:
        question: a dossier, timeline or list question.
        parts: every part of the answer; none is a fault.
        rivals: (doc_id, text) of passages of other documents.
    """
    review = standalone(question)
    if review.verdict is Outcome.FAIL:
        return review
    if is_discrediting(question):
        return _fail("discrediting", "the question presupposes something discreditable")
    return _unsound_parts(question, parts) or _unsettled(question, parts, rivals) or _SOUND


def _fail(category: str, reason: str) -> Judgement:
    return Judgement(verdict=Outcome.FAIL, category=category, reason=reason)


# --- the parts ------------------------------------------------------------------------------------------------------


def _unsound_parts(question: str, parts: Sequence[Part]) -> Judgement | None:
    if not parts:
        return _fail("no_items", "the answer has no part")
    if any(_is_garbled(part.item) for part in parts):
        return _fail("garbled_item", "a word of a part is misread")
    if not all(is_stated(question, part) for part in parts):
        return _fail("item_not_in_quote", "the quotes of a part do not state it")
    if any(is_repeated(question, one.item, other.item) for i, one in enumerate(parts) for other in parts[:i]):
        return _fail("repeated_item", "a part is given twice")
    if not _is_of_question(question, [part.item for part in parts]):
        return _fail("wrong_item", "a part is no answer to this question")
    return None


def _is_garbled(item: str) -> bool:
    return _n_garbled(item) > 0


def _n_garbled(text: str) -> int:
    words = [word.strip(".,'\u2019\"\u201c\u201d();:") for word in re.split(r"[\s/\u2013\u2014-]+", join_wraps(text))]
    return sum(is_garbled_word(word) for word in words)


# Where a clause may end and something else begin: a full stop behind a word or a year, a sign that opens no word.
_PIECE_END = re.compile(r"(?:(?<=[^\W\d_]{3})|(?<=\d{4}))[.!?][\"'\u201d)]*\s+|\s+(?=[{}<$%#|^~\\])")


def _is_noise(text: str, figure: str = "") -> bool:
    """Whether so much of what a rival seems to say is misread that it says nothing; one rare word is no noise.

    Of a text in which something else follows the clause, the clause that names the figure and tells a deed is judged.
    """
    pieces = [piece for piece in _PIECE_END.split(text) if PAST.search(piece) and figure_spans(figure, piece)]
    return all(_n_garbled(piece) >= NOISE_SHARE * len(piece.split()) for piece in (pieces or [text]))


def is_stated(question: str, part: Part) -> bool:
    """Whether one of a part's quotes states it in full, over blank lines that part the lines of its sentence too."""
    asked = list_asked(question)
    read = dict.fromkeys((*part.quotes, *map(_closed_up, part.quotes)))
    labels = (label_listed(asked, part.item, one) if asked else pool_label(question, part.item, one) for one in read)
    return any(label.label is Support.SUPPORTS for label in labels)


_LABELLED = re.compile(r"^\W{0,3}[^\W\d_]{2,12}\s?[:;]", re.MULTILINE)
_IN_SENTENCE = re.compile(
    r"(?<![.!?:;])(?<![.!?][\"'\u201d])[ \t]*\n[ \t]*\n\s*"
    r"(?!(?:The|An?|On|In|At|By|For|He|She|It|They|This|That|These|Those|His|Her|There|When|As|We|I)\b)(?=\w)"
)


def _closed_up(quote: str) -> str:
    """A quote of prose without the blank lines inside its sentences; a head with labels as it is.

    A short quote cannot show that blank lines part all lines of its document.
    """
    return quote if _LABELLED.search(quote) else _IN_SENTENCE.sub("\n", quote)


def is_repeated(question: str, one: str, other: str) -> bool:
    """Whether two parts are one: the same date and nearly the same words, or one name or thing."""
    ours, theirs = dated_item(one), dated_item(other)
    if ours is None or theirs is None:
        asked = list_asked(question)
        return is_same(asked, one, other) if asked else is_same_item(one, other, None)
    name = _figure(question)
    if is_other_company(ours.clause, theirs.clause, name):
        return False
    return agree(ours.value, theirs.value) and _share(ours.clause, theirs.clause, name, of_longer=True) >= MIN_SAME


def _figure(question: str) -> str:
    asked = dossier_asked(question)
    return asked.name if asked is not None else ""


def _share(one: str, other: str, name: str, *, of_longer: bool) -> float:
    """The share of the longer or the shorter one's telling words that both hold."""
    ours, theirs = telling(one, name), telling(other, name)
    size = max(len(ours), len(theirs)) if of_longer else min(len(ours), len(theirs))
    shared = sum(any(same_meaning(word, there) for there in theirs) for word in ours)
    return shared / size if size else 1.0


def _is_of_question(question: str, items: Sequence[str]) -> bool:
    """Whether the parts are dated inside a dossier's period, or are the clauses of a timeline, each once."""
    dossier, clauses = dossier_asked(question), timeline_asked(question)
    dated = [found for item in items if (found := dated_item(item)) is not None]
    if dossier is not None:
        return len(dated) == len(items) and all(dossier.period.holds(item.value) for item in dated)
    return not clauses or sorted(item.clause.casefold() for item in dated) == sorted(c.casefold() for c in clauses)


# --- the rivals -----------------------------------------------------------------------------------------------------


def _unsettled(question: str, parts: Sequence[Part], rivals: Sequence[tuple[str, str]]) -> Judgement | None:
    """The fault that other documents show: a further part, or another date of one."""
    if _is_contradicted(question, parts, rivals):
        return _fail("contradicted_item", "another document dates a part differently")
    further = [*_further_events(question, parts, rivals), *_further_items(question, parts, rivals)]
    return _fail("incomplete_list", "another document gives a part that the answer lacks") if further else None


def _is_contradicted(question: str, parts: Sequence[Part], rivals: Sequence[tuple[str, str]]) -> bool:
    if not timeline_asked(question):
        return False
    for part in parts:
        item = dated_item(part.item)
        placed = [place_clause(item.clause, [rival]) for rival in rivals] if item is not None else []
        for found in placed:
            is_other = found is not None and item is not None and not agree(item.value, found.value)
            if found is not None and is_other and _is_same_paper(item, found) and not _is_rescan(part, found.told):
                return True
    return False


def _is_same_paper(item: DatedItem | None, found: Placed) -> bool:
    """Whether a rival speaks of the very paper of an item that quotes a subject: a longer or a cut one is another's."""
    is_titled = item is not None and bool(parse_clause(item.clause).title)
    return not is_titled or found.told.kind != "header" or found.fit >= MIN_SAME_TITLE


def _is_rescan(part: Part, told: Told) -> bool:
    """Whether a rival's statement is a part's quote scanned again, its date misread in a figure or a letter."""
    item = dated_item(part.item)
    if item is None or told.value is None:
        return False
    if told.kind in ("header", "form"):
        is_same = _share(item.clause, told.text, "", of_longer=True) >= MIN_SAME
        return is_same and states_misread(write_date(item.value), write_date(told.value))
    dates = [date.text for date in find_dates(told.sentence) if date.value == told.value]
    copied = [quote for quote in part.quotes if is_copy(quote, told.sentence)]
    return any(states_misread(quote, date) for quote in copied for date in dates)


def _further_events(question: str, parts: Sequence[Part], rivals: Sequence[tuple[str, str]]) -> list[str]:
    """The events of a dossier's figure in its period that rivals tell and the answer lacks; copies of a quote apart."""
    asked = dossier_asked(question)
    if asked is None:
        return []
    return [
        event.text
        for event in dossier_parts(asked, rivals)
        if not any(_is_event_of(asked.name, part, event) or _is_rescan(part, event.told) for part in parts)
        and not _is_noise(event.text, asked.name)
    ]


def _is_event_of(name: str, part: Part, event: Event) -> bool:
    """Whether a rival's event is a part of the answer: its date, nobody else, and enough of its words."""
    item = dated_item(part.item)
    if item is None or not agree(item.value, event.value) or is_other_company(item.clause, event.text, name):
        return False
    floor = MIN_SAME if are_letters(item.clause, event.text) else MIN_KNOWN
    return _share(item.clause, event.text, name, of_longer=False) >= floor


def _further_items(question: str, parts: Sequence[Part], rivals: Sequence[tuple[str, str]]) -> list[str]:
    """The items of a list question that rivals give and the answer lacks."""
    asked = list_asked(question)
    if asked is None:
        return []
    given = [item.text for item in list_items(asked, rivals)]
    return [
        text
        for text in given
        if not any(is_same(asked, part.item, text) for part in parts)
        and not any(states_misread(part.item, text) for part in parts)
        and not _is_noise(text)
    ]
