"""Compares answers of several parts with their references: dated items one to one, and timelines in order.

Belongs here: items "March 3, 1964: CLAUSE" and answers to timeline questions, in whatever form they are written. Does
not: items that are names or things (matching), reading passages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from bench_resources.reader.answer_types import Candidate, DateValue, find_dates, find_proper, same_date
from bench_resources.reader.answering_dossier import telling
from bench_resources.reader.answering_figures import figure_spans
from bench_resources.reader.answering_forms import (
    DatedItem,
    agree,
    dated_item,
    dossier_asked,
    span_of,
    timeline_asked,
)
from bench_resources.reader.answering_items import is_alike, words_of
from bench_resources.reader.answering_meanings import same_meaning
from bench_resources.reader.answering_statements import PAST, parse_clause, stems_of
from bench_resources.reader.passages import WORD, stem
from bench_resources.reader.people import fold, parse_person, same_person

MIN_OWN = 0.25  # of the words of each of two subjects, for two letters
MIN_TITLE_WORDS = 4  # of a subject by which two letters can be told apart
MIN_TELLING = 0.5  # of an item's words beside the figure and the date, in the part that gives it


@dataclass(frozen=True)
class Pairing:
    """Which items an answer gives, one part for one item, and how many parts are left over."""

    matched: tuple[bool, ...]
    n_extra: int


def are_dated(items: Sequence[str]) -> bool:
    """Whether every item is of the form "March 3, 1964: CLAUSE"; False for none."""
    return bool(items) and all(dated_item(item) is not None for item in items)


def match_dated(question: str, items: Sequence[str], answer: str) -> Pairing:
    """Dated items found in an answer: the same date by value and half of the item's telling words.

    The words of the figure asked about count for nothing: every item has them. The only part of a date gives the only
    item of it where they share a name. The best pairs are taken first.
    """
    wanted = [item for item in map(dated_item, items) if item is not None]
    parts = dated_parts(question, answer)
    figure = figure_of(question)
    pairs = [
        (share, -i, -k)
        for i, item in enumerate(wanted)
        for k, part in enumerate(parts)
        if (share := _share(item, part, figure, is_only=_is_only(wanted, parts, item, part))) > 0
    ]
    taken: dict[int, int] = {}
    for _, i, k in sorted(pairs, reverse=True):
        if -i not in taken and -k not in taken.values():
            taken[-i] = -k
    left = [part for k, part in enumerate(parts) if k not in taken.values()]
    n_extra = sum(not any(_is_echo(item, part, figure) for item in wanted) for part in left)
    return Pairing(tuple(i in taken for i in range(len(wanted))), n_extra)


_DATED = re.compile(r"\bdated\b", re.IGNORECASE)


def _is_echo(item: DatedItem, part: DatedPart, figure: str) -> bool:
    """Whether a part of an item's date tells no deed, and names nothing that the item does not.

    As "2. Memorandum for A. Roe, dated 3 March 1964" beside "March 3, 1964: B. Poe wrote a memorandum to A. Roe".
    """
    bare = _DATED.sub(" ", part.text)
    if not any(same_date(item.value, value) for value in part.values) or PAST.search(bare):
        return False
    said, known = telling(bare, figure), stems_of(item.clause)
    return all(word.isdigit() or any(same_meaning(word, other) for other in known) for word in said)


class DatedPart(NamedTuple):
    """One part of an answer with the dates it may be of."""

    values: tuple[DateValue, ...]
    text: str


_LINE = re.compile(r"\n+|;\s*")
_SENTENCE = re.compile(r"(?<=[a-z0-9)][.!?])\s+(?=[A-Z0-9])")
_BULLET = re.compile(r"^\s*(?:[-*\u2022]+\s*|\d{1,2}[.)]\s+(?!\d{4}\b))")


def dated_parts(question: str, answer: str) -> list[DatedPart]:
    """The parts of an answer: its lines, or what semicolons part, or sentences where it is one line of several dates.

    A line that only opens a list ("The records give:") is none. A letter of a timeline stands for its clause.
    """
    lines = [line for line in _LINE.split(answer) if line.strip(" -*\u2022\t")]
    if len(lines) == 1 and len(find_dates(answer)) > 1:
        lines = _dated_lines([line for line in _SENTENCE.split(answer) if line.strip()])
    parts = [_dated_part(_BULLET.sub("", line), timeline_asked(question)) for line in lines]
    return [part for part in parts if part.values or not part.text.rstrip().endswith(":")]


def _dated_lines(sentences: Sequence[str]) -> list[str]:
    """Sentences of one line as its parts: where the first opens with a date, so does every part."""
    if not sentences or dated_item(sentences[0]) is None:
        return list(sentences)
    lines: list[str] = []
    for sentence in sentences:
        if dated_item(sentence) is not None or not lines:
            lines.append(sentence)
        else:
            lines[-1] += f" {sentence}"
    return lines


def _dated_part(line: str, clauses: Sequence[str]) -> DatedPart:
    lead = dated_item(line)
    dates = tuple(c.value for c in find_dates(line) if isinstance(c.value, DateValue) and _is_dating(c.value))
    letter = _LETTER.search(line)
    if clauses and letter is not None and letter.group(1) in "abcdefgh"[: len(clauses)]:
        line = f"{line} {clauses['abcdefgh'.index(letter.group(1))]}"
    return DatedPart((lead.value,) if lead is not None else dates, line)


def _is_dating(value: DateValue) -> bool:
    return value.year is not None


def figure_of(question: str) -> str:
    """The figure whose words every item holds: of a dossier question its name; "" for others."""
    asked = dossier_asked(question)
    return asked.name if asked is not None else ""


def _is_only(wanted: Sequence[DatedItem], parts: Sequence[DatedPart], item: DatedItem, part: DatedPart) -> bool:
    """Whether an item and a part are the only ones of their date."""
    alike = sum(agree(item.value, other.value) for other in wanted)
    beside = sum(any(same_date(item.value, value) for value in other.values) for other in parts)
    return alike == 1 and beside == 1 and bool(part.values)


def _share(item: DatedItem, part: DatedPart, figure: str, *, is_only: bool) -> float:
    """The share of an item's telling words that a part of the same date holds; 0 for too few or another date."""
    if not any(same_date(item.value, value) for value in part.values) or is_other_letter(item.clause, part.text):
        return 0.0
    wanted = telling_words(item.clause, figure)
    there = stems_of(part.text) | {fold(word) for word in re.findall(r"[\w'\u2019-]+", part.text)}
    held = [word for word in wanted if any(same_meaning(word, other) for other in there)]
    share = len(held) / len(wanted) if wanted else 1.0
    if share >= MIN_TELLING:
        return share
    is_alike = _shares_name(item.clause, part.text, figure) or parse_clause(item.clause).verb in held
    return 0.1 + share if is_only and is_alike else 0.0


_WRITES = re.compile(r"\s+(?:also\s+|then\s+)?(?:wrote|sent|addressed|cabled|mailed|e-?mailed)\b")
_ON_SUBJECT = re.compile(
    r"\b(?:wrote|sent|addressed|cabled|mailed|e-?mailed|letter|memo|memorandum|message|report)\b.*?"
    r"\b(?:about|regarding|concerning|on the subject(?: of)?|entitled|titled|re:)\s+(?P<subject>.+)$",
    re.IGNORECASE | re.DOTALL,
)


def is_other_letter(clause: str, text: str) -> bool:
    """Whether a part tells of another letter than an item of writing: by another writer, or plainly on another subject.

    Another subject has a quarter of its words for itself, and so has the item's: two letters of one day on one affair.
    """
    wanted = parse_clause(clause)
    if not wanted.title:
        return False
    writer = next((run for run in find_proper(text) if _WRITES.match(text, run.end)), None)
    ours, theirs = (parse_person(name) if name else None for name in (wanted.writer, writer.text if writer else ""))
    is_named = theirs is not None and bool(theirs.given)  # an office that wrote may be the person's own
    if ours is not None and theirs is not None and is_named and not same_person(ours, theirs):
        return True
    about = _ON_SUBJECT.search(text)
    if about is None or len(words_of(wanted.title)) < MIN_TITLE_WORDS:
        return False
    title, subject = words_of(wanted.title), words_of(about["subject"])
    return _own_share(title, subject) >= MIN_OWN and _own_share(subject, title) >= MIN_OWN


def _own_share(words: Sequence[str], others: Sequence[str]) -> float:
    """The share of some words to which others have none alike, in meaning or as scanned."""
    own = [word for word in words if not any(is_alike(word, o) or same_meaning(stem(word), stem(o)) for o in others)]
    return len(own) / len(words) if words else 0.0


def _shares_name(clause: str, text: str, figure: str) -> bool:
    """Whether a part names somebody or something with a capital that a clause names beside the figure."""
    names = [word for word in WORD.findall(_without_figure(clause, figure)) if word[0].isupper()]
    there = {stem(word) for word in WORD.findall(_without_figure(text, figure))}
    return any(stem(word) in there for word in names if len(word) > 1)


def _without_figure(text: str, figure: str) -> str:
    for start, end in reversed(figure_spans(figure, text)) if figure else ():
        text = text[:start] + " " + text[end:]
    return text


def telling_words(clause: str, figure: str) -> list[str]:
    """The stems of a clause's words beside the figure's name; of other people the surname alone."""
    plain = _without_figure(clause, figure)
    parsed = parse_clause(plain)
    people = [name.surname for person in parsed.people if (name := parse_person(person)) is not None]
    return [*people, *(key for key, _ in parsed.weights)]


# --- timelines ------------------------------------------------------------------------------------------------------

_LETTER = re.compile(r"(?:\(|\b(?:event|item|option)\s)([a-h])\b\)?", re.IGNORECASE)
_BARE_LETTER = re.compile(
    r"(?:^\s*|[\n;,]\s*|\b(?:then|first|finally|lastly|next|and)\s+|\d[.)]\s+|->\s*|\u2192\s*)"
    r"([a-hA-H])(?=\s*[).:,\u2013\u2014=-]|\s+(?:on|in|happened|was)\b)"
)


_NUMBERED_LINE = re.compile(r"^[ \t]*\d{1,2}[.)](?=\s)", re.MULTILINE)


class Placement(NamedTuple):
    """One event of a timeline answer: its letter and its date, None where the answer gives none."""

    letter: str
    value: DateValue | None


@dataclass(frozen=True)
class Verdict:
    """Whether a timeline answer is right, and why."""

    is_correct: bool
    reason: str


def match_timeline(question: str, reference: str, answer: str) -> Verdict | None:
    """Whether an answer puts the events in the reference's order with its dates; None where it is no timeline question.

    Events of one date may stand in either order. An answer may write letters, the clauses, or numbered lines of them.
    """
    clauses = timeline_asked(question)
    wanted = {one.letter: one.value for one in placements(clauses, reference) if one.value is not None}
    if not clauses or len(wanted) < len(clauses):
        return None
    given = placements(clauses, answer)
    if {one.letter for one in given} != set(wanted):
        return Verdict(False, "an event is missing")
    for letter, value in given:
        if value is None or not same_date(_known(wanted[letter]), value):
            return Verdict(False, "a date is missing or another")
    days = [(span.first if (span := span_of(_known(wanted[one.letter]))) else None) for one in given]
    is_ordered = all(a is None or b is None or a <= b for a, b in pairwise(days))
    return Verdict(is_ordered, "the same order and dates" if is_ordered else "another order")


def _known(value: DateValue | None) -> DateValue:
    return value if value is not None else DateValue(None, None, ())


def placements(clauses: Sequence[str], answer: str) -> list[Placement]:
    """The events that an answer places, in its order, each with its date; an event dated in two ways has none."""
    answer = _NUMBERED_LINE.sub(
        lambda match: " " * len(match.group()), answer
    )  # "1. March 3" is not the first of March
    marks = _marks(clauses, answer)
    if not marks:
        return []
    dates = [date for date in find_dates(answer) if isinstance(date.value, DateValue) and date.value.year is not None]
    dated: dict[str, list[DateValue]] = {}
    order: dict[str, None] = {}
    is_before = bool(dates) and dates[0].start < marks[0].start
    for i, mark in enumerate(marks):
        order.setdefault(mark.letter, None)
        low = mark.end if not is_before else (marks[i - 1].end if i else 0)
        high = mark.start if is_before else (marks[i + 1].start if i + 1 < len(marks) else len(answer))
        dated.setdefault(mark.letter, []).extend(_values(dates, low, high))
    return [Placement(letter, _one(dated[letter])) for letter in order]


def _values(dates: Sequence[Candidate], low: int, high: int) -> list[DateValue]:
    return [date.value for date in dates if low <= date.start < high and isinstance(date.value, DateValue)]


def _one(values: Sequence[DateValue]) -> DateValue | None:
    """The date that all values are, the exactest of them; None for none or several."""
    if not values:
        return None
    exact = max(values, key=lambda value: (value.is_full, value.month is not None))
    return exact if all(agree(exact, value) for value in values) else None


class _Mark(NamedTuple):
    """Where an answer speaks of an event."""

    letter: str
    start: int
    end: int


def _marks(clauses: Sequence[str], answer: str) -> list[_Mark]:
    letters = "abcdefgh"[: len(clauses)]
    for pattern in (_LETTER, _BARE_LETTER):
        found = [_Mark(m.group(1).casefold(), m.start(), m.end()) for m in pattern.finditer(answer)]
        found = [mark for mark in found if mark.letter in letters]
        if len({mark.letter for mark in found}) == len(clauses):
            return found
    return _by_clause(clauses, answer)


def _by_clause(clauses: Sequence[str], answer: str) -> list[_Mark]:
    """The lines or sentences of an answer that tell an event in words, each as its end: its date is told before that.

    A line is the event of whose own words, not shared by all clauses, it holds most and at least half.
    """
    words = [set(telling_words(clause, "")) for clause in clauses]
    shared = set.intersection(*words) if words else set()
    found = []
    for line in re.finditer(r"[^\n;]+", answer):
        for start, end in _sentences(line):
            there = stems_of(answer[start:end]) | {fold(w) for w in re.findall(r"[\w'\u2019-]+", answer[start:end])}
            shares = [_held(own - shared, there) for own in words]
            best = max(shares, default=0.0)
            if best >= MIN_TELLING and shares.count(best) == 1:
                found.append(_Mark("abcdefgh"[shares.index(best)], end, end))
    return found


def _sentences(line: re.Match[str]) -> list[tuple[int, int]]:
    cuts = [line.start(), *(line.start() + m.end() for m in _SENTENCE.finditer(line.group())), line.end()]
    return list(pairwise(cuts))


def _held(wanted: set[str], there: set[str] | frozenset[str]) -> float:
    return sum(any(same_meaning(word, other) for other in there) for word in wanted) / len(wanted) if wanted else 0.0
