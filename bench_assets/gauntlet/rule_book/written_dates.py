"""Whether a text writes a certain date in any of the ways that a day, a month and a year are put together.

Belongs here: looking for a date that is known. Does not: reading dates (bench_resources.reader.answer_types), which
takes the first way that fits and may take a neighbour's number for the day: "Slip 4 of October 27, 1994".
"""

from __future__ import annotations

import re
from functools import lru_cache

from bench_resources.reader.answer_types import DateValue

_MONTHS = ("January February March April May June July August September October November December").split()
_ONES = (
    "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth "
    "sixteenth seventeenth eighteenth nineteenth twentieth"
).split()
_IN_FIGURES = re.compile(r"\d\s?[-/.]\s?\d|\d{8}")
_BETWEEN = r"[\s,.'\u2019/-]*(?:(?:the|of|in|on|at|day|year)\b[\s,]*){0,3}"


def is_written(date: DateValue, text: str) -> bool:
    """Whether a text writes a date with its month and day; with its month and year where it has no day.

    A day without a year beside it counts, since the year is then the one that the text speaks of or leaves open; a day
    with another year does not.
    """
    if not date.month or not (_MONTHS[date.month - 1][:3].casefold() in text.casefold() or _IN_FIGURES.search(text)):
        return False
    return any(pattern.search(text) for pattern in _patterns(date.year, date.month, date.days[0] if date.days else 0))


@lru_cache(maxsize=2_000)
def _patterns(year: int | None, month: int, day: int) -> tuple[re.Pattern[str], ...]:
    name = _MONTHS[month - 1]
    named = rf"(?:{name}(?![a-z])|{name[:3]}t?\b\.?)"
    years = rf"(?:{year}|['\u2019]?{year % 100:02}(?!\d))" if year else r"(?:1[5-9]|20)\d\d"
    if not day:
        return (
            tuple(_compiled(one) for one in (rf"{named}{_BETWEEN}{years}", rf"{years}{_BETWEEN}{named}"))
            if year
            else ()
        )
    days = rf"(?:0?{day}(?:st|nd|rd|th)?|{_ordinal(day)})"
    other_year = rf"(?!{_BETWEEN}(?!{year})(?:1[5-9]|20)\d\d)" if year else ""
    found = [
        rf"(?<!\d)(?<![a-z]-){days}(?!\w){_BETWEEN}{named}{other_year}",
        rf"{named}{_BETWEEN}{days}(?![\w])(?![,.]\d){other_year}",
    ]
    if year:
        found += [
            rf"(?<!\d){year}\s?[-/. ]\s?0?{month}\s?[-/. ]\s?0?{day}(?!\d)",
            rf"(?<!\d)0?{month}\s?[-/.]\s?0?{day}\s?[-/.]\s?{years}(?!\d)",
            rf"(?<!\d)0?{day}\s?[-/.]\s?0?{month}\s?[-/.]\s?{years}(?!\d)",
            rf"(?<!\d){year}{month:02}{day:02}(?!\d)",
        ]
    return tuple(_compiled(one) for one in found)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![A-Za-z]){pattern}", re.IGNORECASE)


def _ordinal(day: int) -> str:
    """A day's ordinal in words: "third", "twenty-first"."""
    if day <= len(_ONES):
        return _ONES[day - 1]
    return {30: "thirtieth", 31: "thirty-first"}.get(day, f"twenty-{_ONES[day - 21]}")
