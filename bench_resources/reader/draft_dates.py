"""Which day of the calendar a date as written is.

Belongs here: reading a written date far enough to tell 31 June from a date. Does not: finding or comparing dates.
"""

from __future__ import annotations

import re
from datetime import date

_MONTHS = {
    name: number for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)
}
MIN_YEAR, MAX_YEAR = 1700, 2049
FIRST_OF_1900S = 30  # two digits from here on are a year of the 1900s, fewer one of the 2000s
CENTURY = 100
# A year of two digits, "14 Feb 78": no day, no time, and not the first half of one that the scan parted, "19 64".
TWO_DIGITS = r"(?!18|19|20)\d\d(?!\s?\d|[\w.,:/;-]\d)"
YEAR = rf"(?:(?:19|20)\d\d|['\u2019]?{TWO_DIGITS})"
YEAR_BEHIND_DAY = rf"(?:(?:19|20)\d\d|['\u2019]{TWO_DIGITS}|(?=3[2-9]|[4-9]){TWO_DIGITS})"  # "May 12, 13" are days


def is_calendar_date(written: str) -> bool:
    """Whether a written date names a day that exists."""
    return read_date(written) is not None


def read_date(written: str) -> date | None:
    """The day that a written date names; None for one that does not exist.

    Day or month first; numbers alone are month, day, year.
    """
    numbers = [int(n) for n in re.findall(r"\d+", written)]
    named = re.search(r"[A-Za-z]{3,}", written)
    month = _MONTHS.get(named.group()[:3].lower()) if named else None
    if month is not None and len(numbers) == 2:
        day, year = numbers
    elif named is None and len(numbers) == 3:
        month, day, year = numbers
    else:
        return None
    if year < CENTURY:
        year += 1900 if year >= FIRST_OF_1900S else 2000
    if not MIN_YEAR <= year <= MAX_YEAR:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
