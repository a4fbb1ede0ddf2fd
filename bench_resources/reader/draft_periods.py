"""Dates of statements as spans of days, and the calendar periods that a list question may be about.

Belongs here: reading a date of an item, months, quarters, half-years, years and how a question writes them. Does not:
which statements belong together (draft_lists).
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import NamedTuple

MONTHS = tuple(calendar.month_name)[1:]
_DATE = re.compile(
    rf"(?:(?P<day_first>\d{{1,2}}) )?(?:(?P<month>{'|'.join(MONTHS)}),? )?(?:(?P<day>\d{{1,2}}), )?(?P<year>\d{{4}})"
)
_QUARTER, _HALF, _YEAR = 3, 6, 12  # months
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
    """Every period about the spans, shortest kinds first, early ones before late ones."""
    years = sorted({year for span in spans for year in (span.first.year, span.last.year)})
    for length in (1, _QUARTER, _HALF):
        for year in years:
            for first in range(1, _YEAR + 1, length):
                yield Period(_months(year, first, first + length - 1), _words(year, first, first + length - 1))
    yield from (Period(_months(year, 1, _YEAR), f"in {year}") for year in years)
    for n_years in range(2, MAX_YEARS + 1):
        for year in years:
            last = year + n_years - 1
            if last in years:
                yield Period(Span(date(year, 1, 1), date(last, 12, 31)), f"between {year} and {last}")


def _words(year: int, first: int, last: int) -> str:
    if first == last:
        return f"in {MONTHS[first - 1]} {year}"
    return f"between {MONTHS[first - 1]} and {MONTHS[last - 1]} {year}"
