"""Calendar periods that a list question can be about: months, quarters, halves, years, and spans of years.

Belongs here: periods and how a question writes them. Does not: events, which period is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bench_assets.drafting.event_dates import YEAR_CHARS, write_date

MONTH_STEPS = (1, 3, 6, 12)  # a month, a quarter, a half, a year: each begins where the calendar begins it
MAX_YEARS = 5  # a longer span is no period that a reader would ask for


class Period(NamedTuple):
    """Whole months, both ends included, each as "1964-03"."""

    first: str
    last: str

    def holds(self, date: str) -> bool:
        """Whether a date, as far as it is known, lies wholly inside."""
        return self.first <= f"{date}-01"[: len(self.first)] and f"{date}-12"[: len(self.last)] <= self.last

    def touches(self, date: str) -> bool:
        """Whether a date, as far as it is known, may lie inside."""
        return self.first <= f"{date}-12"[: len(self.first)] and f"{date}-01"[: len(self.last)] <= self.last

    def overlaps(self, other: Period) -> bool:
        """Whether the two share a month."""
        return self.first <= other.last and other.first <= self.last

    def __str__(self) -> str:
        """As a question writes it: "March 1964", "1964", "the period from March 1964 to June 1964"."""
        year = self.first[:YEAR_CHARS]
        if self.first == self.last:
            return write_date(self.first)
        if (self.first, self.last) == (f"{year}-01", f"{year}-12"):
            return year
        return f"the period from {write_date(self.first)} to {write_date(self.last)}"


def periods(first_date: str, last_date: str) -> Iterator[Period]:
    """Every period of the calendar that touches the time between two ISO dates, the shortest first, then by time."""
    first, last = int(first_date[:YEAR_CHARS]), int(last_date[:YEAR_CHARS])
    for n_months in MONTH_STEPS:
        for year in range(first, last + 1):
            for month in range(1, 13, n_months):
                yield Period(f"{year:04d}-{month:02d}", f"{year:04d}-{month + n_months - 1:02d}")
    for n_years in range(2, MAX_YEARS + 1):
        for year in range(first, last - n_years + 2):
            yield Period(f"{year:04d}-01", f"{year + n_years - 1:04d}-12")
