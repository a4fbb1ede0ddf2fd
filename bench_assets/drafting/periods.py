"""Calendar periods that a list question can be about, from a quarter of a month to a span of years.

Belongs here: periods and how a question writes them. Does not: events, which period is asked.
"""

from __future__ import annotations

import calendar
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench_assets.drafting.event_dates import YEAR_CHARS, is_day, write_date

MONTH_STEPS = (1, 3, 6, 12)  # a month, a quarter, a half, a year: each begins where the calendar begins it
MAX_YEARS = 5  # a longer span is no period that a reader would ask for
MIDDLE = 15  # the last day of the first half of a month
QUARTERS = (7, 15, 23)  # the last days of its first three quarters


class Period(NamedTuple):
    """From the first of its days or months to the last, both included: "1964-03", or "1964-03-16"."""

    first: str
    last: str

    def holds(self, date: str) -> bool:
        """Whether a date, as far as it is known, lies wholly inside."""
        return _earliest(self.first) <= _earliest(date) and _latest(date) <= _latest(self.last)

    def touches(self, date: str) -> bool:
        """Whether a date, as far as it is known, may lie inside."""
        return _earliest(self.first) <= _latest(date) and _earliest(date) <= _latest(self.last)

    def contains(self, other: Period) -> bool:
        """Whether all days of the other are of this one too."""
        return self.holds(other.first) and self.holds(other.last)

    def overlaps(self, other: Period) -> bool:
        """Whether the two share a day."""
        return _earliest(self.first) <= _latest(other.last) and _earliest(other.first) <= _latest(self.last)

    def __str__(self) -> str:
        """As a question writes it: "March 1964", "1964", "the period from March 1964 to June 1964"."""
        year = self.first[:YEAR_CHARS]
        if self.first == self.last:
            return write_date(self.first)
        if (self.first, self.last) == (f"{year}-01", f"{year}-12"):
            return year
        return f"the period from {write_date(self.first)} to {write_date(self.last)}"


def _earliest(date: str) -> str:
    return date + "0000-01-01"[len(date) :]


def _latest(date: str) -> str:
    return date + "9999-12-31"[len(date) :]  # a month's 31st: later than any of its days, before the next month


def periods(first_date: str, last_date: str) -> Iterator[Period]:
    """Every period of the calendar that touches the time between two ISO dates, the shortest first, then by time.

    Parts of months only where both dates name a day.
    """
    first, last = int(first_date[:YEAR_CHARS]), int(last_date[:YEAR_CHARS])
    months = [(year, month) for year in range(first, last + 1) for month in range(1, 13)]
    if is_day(first_date) and is_day(last_date):
        for ends in (QUARTERS, (MIDDLE,)):
            yield from (part for year, month in months for part in _parts(year, month, ends))
    for n_months in MONTH_STEPS:
        for year in range(first, last + 1):
            for month in range(1, 13, n_months):
                yield Period(f"{year:04d}-{month:02d}", f"{year:04d}-{month + n_months - 1:02d}")
    for n_years in range(2, MAX_YEARS + 1):
        for year in range(first, last - n_years + 2):
            yield Period(f"{year:04d}-01", f"{year + n_years - 1:04d}-12")


def _parts(year: int, month: int, ends: Sequence[int]) -> Iterator[Period]:
    """The parts of a month up to each of these days, and the rest."""
    of_month = f"{year:04d}-{month:02d}"
    first = 1
    for end in (*ends, calendar.monthrange(year, month)[1]):
        yield Period(f"{of_month}-{first:02d}", f"{of_month}-{end:02d}")
        first = end + 1
