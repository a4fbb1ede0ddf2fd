"""Papers that a list of subjects may lack: headings that were not read as such, dates that were not read.

Belongs here: what a heading's label stands near, read with the least trust, so that a list is called whole only where
nothing speaks against it. Does not: headers that are read (answering_headers), what a list asks (answering_lists).
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from rapidfuzz.distance import OSA

from bench_resources.reader.answer_types import DateValue, find_dates, month_name
from bench_resources.reader.answering_figures import figure_spans
from bench_resources.reader.answering_forms import Period, span_of
from bench_resources.reader.answering_items import words_of
from bench_resources.reader.answering_statements import Told, names_figure
from bench_resources.reader.passages import join_wraps
from bench_resources.words import is_english

DAY_REACH = 150  # characters between a day and a figure that may have to do with each other
REACH = 500  # characters before and behind a heading in which a date may be its own
HEADING_CHARS = 350  # behind a label, in which its value may stand: of a column of labels that of any
RECORD_REACH = 200  # characters before and behind a label in which a memorandum may say that it is for the record
LABELS = ("subject", "title")
REST_CHARS = 100  # behind a heading, in which its torn subject may end
MIN_LETTERS = 4  # of a body, of which one may be misread
MAX_MISREAD = 2  # letters of a label
MIN_VALUE = 2  # letters beside a label: fewer are specks
TYPED_REACH = 2_500  # characters from a heading to a typist's mark
TYPED_CHARS = 24  # of a day beside it
TYPED_NEAR = dt.timedelta(days=7)  # between the days on which a paper was typed and dated
VALUE_LINES = 3  # of a value that begins beside its label

_LABEL = re.compile(
    r"^[^\w\n]{0,6}(?:(?P<word>[A-Za-z]{5,8})\b[^\w\n]{0,6}(?:[:;.]|[^\w\n]?$)|(?:RE|SUBJ|Subj)\s*[:;])", re.MULTILINE
)
_TYPIST = re.compile(r"^\W{0,4}[A-Z][\w&/:. -]{1,40}[/:] ?[a-z]{2,4}\b[ \t]*\(?", re.MULTILINE)
_SPECKS = " .,;:-_|"
_OPEN = re.compile(r"(?i)(?:\b(?:of|for|the|and|to|in|on|with|by|from|at|or|between)|[,&-])\s*$")
_SHEET = re.compile(
    r"\W{0,4}(?:SUBJECTS|DOCUMENT TYPE|CLASSIFICATION|RESTRICTIONS|CURRENT STATUS|REF\w*|Recipients?)\b"
)
_BODY = re.compile(r"^\W{0,2}(?:(?:1|I|l)[.,)]\s|\(?1[.)]|Dear\b)", re.MULTILINE)
_RECORD = re.compile(r"\b(?:for|to)\b\W{0,6}(?:the\W{1,3})?(?:\w*(?:ecord|recor)|files?)\b|\bmfr\b", re.IGNORECASE)
_MONTHS = "|".join(month_name(number)[:3] for number in range(1, 13))
_MONTH = re.compile(rf"\b(?P<month>{_MONTHS})[a-z]*\.?,?\s+(?:19|['\u2019])?(?P<year>[3-9]\d)\b", re.IGNORECASE)


def doubtful_subjects(
    figure: str, period: Period | None, text: str, told: Sequence[Told], *, is_of_record: bool
) -> Iterator[str]:
    """Lines that may be subjects, naming a figure, of papers that may be of a period.

    They stand behind a label that opens no header which was read, before the text begins, and a date near them lies in
    the period, or a month of it; without a period every one of them. Where only memoranda for the record are asked
    for, a word like that stands near.
    """
    read = [one for one in told if one.kind == "header" and one.subject]
    yield from _misread_heads(figure, period, text, read, is_of_record=is_of_record)
    for label in _LABEL.finditer(text):
        if not _is_label(label) or any(one.start <= label.start() < one.end for one in read):
            continue
        if is_of_record and not _RECORD.search(text, max(0, label.start() - RECORD_REACH), label.end() + RECORD_REACH):
            continue
        subject = _named_behind(figure, text, label.end())
        if any(one.value and set(words_of(subject)) <= set(words_of(one.subject)) for one in read):
            continue  # a sheet repeats its paper
        if subject and (period is None or may_be_of(period, text, label.start(), label.end())):
            yield subject


def _misread_heads(
    figure: str, period: Period | None, text: str, read: Sequence[Told], *, is_of_record: bool
) -> Iterator[str]:
    """Subjects of headings of a period in which a body's letters may stand misread, the rest of a torn one included."""
    for one in read:
        is_open = (one.is_memorandum or not is_of_record) and not figure_spans(figure, one.subject)
        lines = text[one.start : one.end + REST_CHARS].split("\n")
        if is_open and any(_is_misread(figure, line) for line in lines) and _is_in_time(period, one, text):
            yield one.subject


def _is_in_time(period: Period | None, told: Told, text: str) -> bool:
    """Whether a heading may be of a period: its date meets it, or one near it where it has none of its own."""
    if period is None:
        return True
    return period.meets(told.value) if told.value else may_be_of(period, text, told.start, told.end)


def doubtful_days(figure: str, period: Period, text: str, told: Sequence[Told]) -> Iterator[tuple[DateValue, str]]:
    """Days of a period that stand near a figure's name, and the words between, where no statement was read.

    What was read, and found to tell nothing that happened, is no doubt; a heading that was read without a figure that
    stands in it is one.
    """
    for date in find_dates(text):
        value = date.value
        if not isinstance(value, DateValue) or not value.is_full or not period.holds(value):
            continue
        if any(one.start <= date.start < one.end and not _lacks(figure, one, text) for one in told):
            continue
        near = text[max(0, date.start - DAY_REACH) : date.end + DAY_REACH]
        if figure_spans(figure, near):
            yield value, join_wraps(near).strip(_SPECKS)


def _lacks(figure: str, told: Told, text: str) -> bool:
    """Whether a heading was read without a figure's name that its lines hold."""
    is_there = told.kind == "header" and bool(figure_spans(figure, text[told.start : told.end]))
    return is_there and not names_figure(figure, told)


def may_be_of(period: Period, text: str, start: int, end: int) -> bool:
    """Whether a date within reach of a stretch of a text lies in a period, or a month that meets it.

    Of a paper whose typist put his mark and the day at its end only a day near that one may be its own.
    """
    typed = _typed_day(text, end)
    if typed is not None:
        return period.first - TYPED_NEAR <= typed <= period.last + TYPED_NEAR
    near = text[max(0, start - REACH) : end + REACH]
    days = [date.value for date in find_dates(near) if isinstance(date.value, DateValue)]
    return any(value.month and period.meets(value) for value in days) or any(map(period.meets, _months(near)))


def _typed_day(text: str, at: int) -> dt.date | None:
    """The day beside a typist's mark that ends the paper whose heading ends at a place: "ABC/Roe:jk 3 May 1964"."""
    following = next((label for label in _LABEL.finditer(text, at) if _is_label(label)), None)
    mark = _TYPIST.search(text, at, min(at + TYPED_REACH, following.start() if following else len(text)))
    dates = find_dates(text[mark.end() : mark.end() + TYPED_CHARS]) if mark else []
    value = dates[0].value if dates and dates[0].start == 0 else None
    span = span_of(value) if isinstance(value, DateValue) and value.is_full else None
    return span.first if span else None


def _months(near: str) -> Iterator[DateValue]:
    """The months of a stretch that stand with a year, whatever stands for their day: "0903171 MAY 64"."""
    for found in _MONTH.finditer(near):
        number = next(n for n in range(1, 13) if month_name(n)[:3].casefold() == found["month"].casefold())
        yield DateValue(1900 + int(found["year"]), number, ())


def _is_label(label: re.Match[str]) -> bool:
    """Whether the word that opens a line is a label, a letter or two of it misread: "susect:"; "SUBJECTS" is none."""
    word = (label["word"] or "subject").casefold()
    is_near = any(OSA.distance(word, name, score_cutoff=MAX_MISREAD) <= MAX_MISREAD for name in LABELS)
    return is_near and word[0] in "st" and not word.endswith("s")


def _named_behind(figure: str, text: str, at: int) -> str:
    """The lines behind a label that name a figure and say more than its name, before the text begins; "" for none.

    Of a label with its value beside it those of the value; below one without, as in a column of labels, any of some.
    """
    zone = text[at : at + HEADING_CHARS]
    body = _BODY.search(zone)
    lines = [line.strip() for line in (zone[: body.start()] if body else zone).split("\n")]
    has_value = sum(map(str.isalpha, lines[0])) > MIN_VALUE
    lines = [line for line in lines if any(map(str.isalnum, line))]
    if has_value:
        lines = lines[:VALUE_LINES]
    for number, line in enumerate(lines):
        if _SHEET.match(line):
            break
        alone, before = line.strip(_SPECKS), lines[number - 1] if number else ""
        goes_on = alone[:1].islower() or _OPEN.search(before) is not None or not _says_more(figure, alone)
        said = join_wraps(f"{before} {line}" if goes_on else line).strip(_SPECKS)
        if _is_misread(figure, line) or (figure_spans(figure, line) and _says_more(figure, said)):
            return said
    return ""


def _is_misread(figure: str, said: str) -> bool:
    """Whether a line holds a body's letters, four or more, with one of them misread: "MHB" would stand for too much."""
    letters = "".join(word[0] for word in figure.split() if word[0].isupper())
    if len(letters) < MIN_LETTERS or figure_spans(figure, said):
        return False
    words = re.findall(rf"\b[A-Z]{{{len(letters)}}}\b", said)
    return any(sum(a != b for a, b in zip(word, letters, strict=True)) == 1 and not is_english(word) for word in words)


def _says_more(figure: str, said: str) -> bool:
    """Whether a line says something beside a figure's name, which is no part of an office's code: "Clerk/NHB"."""
    spans = figure_spans(figure, said)
    for start, end in reversed(spans):
        if said[:start].endswith("/"):
            return False
        said = said[:start] + said[end:]
    return bool(spans) and len(words_of(said)) > 0
