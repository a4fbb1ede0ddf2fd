"""Dates, amounts, counts and periods in a text, as values: how the audit compares what is written with what is true.

Belongs here: reading values. Does not: names and records (planted_records.py), any verdict. The audit shares no code
with the stages that it measures, so these readings are its own.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from typing import NamedTuple

MONTHS = tuple(name.lower() for name in calendar.month_name[1:])
_UP_TO_TEN = "zero one two three four five six seven eight nine ten"
_UP_TO_TWENTY = "eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
COUNTS = {word: count for count, word in enumerate(f"{_UP_TO_TEN} {_UP_TO_TWENTY}".split())}
_MONTH = "|".join(MONTHS)
_DAY = re.compile(
    rf"\b(?:(?P<y>\d{{4}})-(?P<m>\d\d)-(?P<d>\d\d)"
    rf"|(?P<month>{_MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?\s+(?P<year>\d{{4}})"
    rf"|(?P<day2>\d{{1,2}})(?:st|nd|rd|th)?(?:\s+of)?\s+(?P<month2>{_MONTH}),?\s+(?P<year2>\d{{4}})"
    rf"|(?P<m3>\d{{1,2}})/(?P<d3>\d{{1,2}})/(?P<y3>\d{{4}}|\d\d))\b",
    re.IGNORECASE,
)
_MONTH_OR_YEAR = re.compile(rf"\b(?:(?P<month>{_MONTH})(?:\s+of)?,?\s+)?(?P<year>(?:1[89]|20)\d\d)\b", re.IGNORECASE)
_BARE_MONTH = re.compile(rf"\b(?P<month>{_MONTH})\s+(?:and|to|until|through)\b", re.IGNORECASE)
_MONEY = re.compile(r"\$\s?(\d[\d,]*(?:\.\d\d)?)")
_COUNT = re.compile(rf"\b(?:\d[\d,]*|{'|'.join(COUNTS)})\b", re.IGNORECASE)
_TURN = 50  # two figures of a year: above it the 1900s


class Period(NamedTuple):
    """Days from first to last, both ISO 8601 and both included."""

    first: str
    last: str

    def holds(self, day: str) -> bool:
        """Whether a day lies in it."""
        return self.first <= day <= self.last


class Dated(NamedTuple):
    """A text without its days, and the days."""

    rest: str
    days: tuple[str, ...]


def take_days(text: str) -> Dated:
    """The days that a text names, in order and in ISO 8601, and the text with a blank for each."""
    days = [day for match in _DAY.finditer(text) if (day := _iso(match))]
    return Dated(_DAY.sub(" ", text), tuple(days))


def read_day(text: str) -> str | None:
    """The one day that a text names in ISO 8601; None for none and for several."""
    found = set(take_days(text).days)
    return found.pop() if len(found) == 1 else None


def read_cents(text: str) -> int | None:
    """The one amount of dollars in a text, in cents; None for none and for several."""
    found = {round(float(amount.replace(",", "")) * 100) for amount in _MONEY.findall(text)}
    return found.pop() if len(found) == 1 else None


def read_count(text: str) -> int | None:
    """The first number in a text, in figures or in words up to twenty; None for none."""
    match = _COUNT.search(text)
    if match is None:
        return None
    word = match[0].lower()
    return COUNTS[word] if word in COUNTS else int(word.replace(",", ""))


def read_period(text: str) -> Period | None:
    """The days from the first to the last month, year or day that a text names; None when it names none.

    "between March and August 1996" is from March 1 to August 31, 1996; "in 1996" is the year.
    """
    rest, days = take_days(text)
    spans = [Period(day, day) for day in days]
    spans += [_span(match["month"], int(match["year"])) for match in _MONTH_OR_YEAR.finditer(rest)]
    if not spans:
        return None
    years = sorted(int(span.first[:4]) for span in spans)
    spans += [_span(match["month"], years[0]) for match in _BARE_MONTH.finditer(rest)]
    return Period(min(span.first for span in spans), max(span.last for span in spans))


def _span(month: str | None, year: int) -> Period:
    if month is None:
        return Period(f"{year}-01-01", f"{year}-12-31")
    number = MONTHS.index(month.lower()) + 1
    return Period(f"{year}-{number:02d}-01", f"{year}-{number:02d}-{calendar.monthrange(year, number)[1]:02d}")


def _iso(match: re.Match[str]) -> str | None:
    found = match.groupdict()
    month = found["month"] or found["month2"]
    year = found["y"] or found["year"] or found["year2"] or found["y3"]
    day = found["d"] or found["day"] or found["day2"] or found["d3"]
    number = MONTHS.index(month.lower()) + 1 if month else int(found["m"] or found["m3"])
    full = int(year) if len(year) == 4 else int(year) + (1900 if int(year) > _TURN else 2000)
    try:
        return dt.date(full, number, int(day)).isoformat()
    except ValueError:
        return None
