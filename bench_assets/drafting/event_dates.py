"""Dates of events: read from what a document writes, kept as ISO 8601 as far as they are known, written for people.

Belongs here: one date. Does not: periods (periods.py), finding dates in a text (the reader).
"""

from __future__ import annotations

import datetime as dt
import re

from bench_resources.reader.answer_types import DateValue, find_dates, month_name, of_its_time

MIN_YEAR, MAX_YEAR = 1500, 2099
_MONTH_YEAR = re.compile(r"(?P<month>[A-Za-z]{3,9})\.?,? (?:of )?(?P<year>\d{4})")
_YEAR = re.compile(r"\d{4}")
DAY_CHARS, MONTH_CHARS, YEAR_CHARS = len("1964-03-12"), len("1964-03"), len("1964")


def iso_of(written: str, document: str = "") -> str | None:
    """A written date as 1964-03-12, 1964-03 or 1964, as far as it says; None when it is no one date with its year.

    A year of two digits is of the century that the years of four in its `document` show: see `of_its_time`.
    """
    text = " ".join(written.split()).strip(" .,;")
    found = find_dates(text)
    value = found[0].value if len(found) == 1 else None
    if isinstance(value, DateValue):
        return _iso(of_its_time(value, document))
    if match := _MONTH_YEAR.fullmatch(text):
        months = [n for n in range(1, 13) if month_name(n).casefold().startswith(match["month"].casefold())]
        return f"{match['year']}-{months[0]:02d}" if len(months) == 1 and _is_year(match["year"]) else None
    return text if _YEAR.fullmatch(text) and _is_year(text) else None


def _is_year(text: str) -> bool:
    return MIN_YEAR <= int(text) <= MAX_YEAR


def _iso(value: DateValue) -> str | None:
    """None for a range of days, a day that no calendar has, and a date without its year."""
    if value.year is None or len(value.days) > 1 or not MIN_YEAR <= value.year <= MAX_YEAR:
        return None
    if value.month is None:
        return f"{value.year:04d}"
    if not value.days:
        return f"{value.year:04d}-{value.month:02d}"
    try:
        return dt.date(value.year, value.month, value.days[0]).isoformat()
    except ValueError:
        return None


def is_day(date: str) -> bool:
    """Whether an ISO date names a day."""
    return len(date) == DAY_CHARS


def write_date(date: str) -> str:
    """An ISO date as people write it: "March 12, 1964", "March 1964", "1964"."""
    if len(date) == YEAR_CHARS:
        return date
    year, month = int(date[:4]), int(date[5:7])
    named = month_name(month).capitalize()
    return f"{named} {int(date[8:])}, {year}" if is_day(date) else f"{named} {year}"
