"""Dates of statements as spans of days, and the calendar periods that a list question may be about.

Belongs here: reading a date of an item, months, quarters, half-years, years and how a question writes them. Does not:
which statements belong together (draft_lists).
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import NamedTuple

MONTHS = tuple(calendar.month_name)[1:]
_DATE = re.compile(
    rf"(?:(?P<day_first>\d{{1,2}}) )?(?:(?P<month>{'|'.join(MONTHS)}),? )?(?:(?P<day>\d{{1,2}}), )?(?P<year>\d{{4}})"
)
_QUARTER, _HALF, _YEAR = 3, 6, 12  # months
MAX_RUN = 12  # statements after one, up to which a period that begins with it may last
MAX_YEARS = 3  # of the longest period: more is no list of a time


class Span(NamedTuple):
    """The days, first and last, in which something happened or that a period holds."""

    first: date
    last: date

    def holds(self, other: Span) -> bool:
        """Whether the other span lies wholly in this one."""
        return self.first <= other.first and other.last <= self.last

    def meets(self, other: Span) -> bool:
        """Whether the two have a day in common."""
        return self.first <= other.last and other.first <= self.last


class Period(NamedTuple):
    """A calendar period as a question writes it: "in March 1996", "between January and March 1996"."""

    span: Span
    words: str


def read_span(written: str) -> Span | None:
    """The span of "March 3, 1964", "3 March 1964", "March 1964" or "1964"; None for anything else."""
    match = _DATE.fullmatch(" ".join(written.split()))
    if match is None:
        return None
    year, month = int(match["year"]), match["month"]
    day = match["day"] or match["day_first"]
    if month is None:
        return None if day else Span(date(year, 1, 1), date(year, 12, 31))
    number = MONTHS.index(month) + 1
    if day is None:
        return _months(year, number, number)
    try:
        return Span(date(year, number, int(day)), date(year, number, int(day)))
    except ValueError:
        return None


def _months(year: int, first: int, last: int) -> Span:
    return Span(date(year, first, 1), date(year, last, calendar.monthrange(year, last)[1]))


def periods(spans: Iterable[Span]) -> Iterator[Period]:
    """Every period about the spans, short ones before long ones, early ones before late ones.

    Months, quarters, halves and years of the calendar, runs of years, and the months from one span to another.
    """
    known = sorted(set(spans))
    found = {*_of_calendar(known), *_from_one_to_another(known)}
    yield from (Period(span, _words(span)) for span in sorted(found, key=lambda span: (_n_months(span), span)))


def _of_calendar(spans: Sequence[Span]) -> Iterator[Span]:
    years = sorted({year for span in spans for year in (span.first.year, span.last.year)})
    for year in years:
        for length in (1, _QUARTER, _HALF, _YEAR):
            yield from (_months(year, first, first + length - 1) for first in range(1, _YEAR + 1, length))
        for last in (year + more for more in range(1, MAX_YEARS)):
            if last in years:
                yield Span(date(year, 1, 1), date(last, 12, 31))


def _from_one_to_another(spans: Sequence[Span]) -> Iterator[Span]:
    """The whole months from one span to each of the next ones."""
    for at, one in enumerate(spans):
        for other in spans[at + 1 : at + 1 + MAX_RUN]:
            first, last = one.first, max(one.last, other.last)
            span = Span(first.replace(day=1), last.replace(day=calendar.monthrange(last.year, last.month)[1]))
            if _n_months(span) <= MAX_YEARS * _YEAR:
                yield span


def from_day_to_day(spans: Iterable[Span]) -> Iterator[Period]:
    """Every period from one known day to a later one of the next, as "from March 3, 1996 to May 9, 1996"."""
    days = sorted({span for span in spans if span.first == span.last})
    for at, one in enumerate(days):
        for other in days[at + 1 : at + 1 + MAX_RUN]:
            yield Period(Span(one.first, other.last), f"from {_day(one.first)} to {_day(other.last)}")


def _day(day: date) -> str:
    return f"{MONTHS[day.month - 1]} {day.day}, {day.year}"


def _n_months(span: Span) -> int:
    return (span.last.year - span.first.year) * _YEAR + span.last.month - span.first.month + 1


def _words(span: Span) -> str:
    first, last = span.first, span.last
    is_years = (first.month, last.month) == (1, _YEAR)
    if is_years:
        return f"in {first.year}" if first.year == last.year else f"between {first.year} and {last.year}"
    if _n_months(span) == 1:
        return f"in {MONTHS[first.month - 1]} {first.year}"
    opening = MONTHS[first.month - 1] + (f" {first.year}" if first.year != last.year else "")
    return f"between {opening} and {MONTHS[last.month - 1]} {last.year}"
