"""Figures as gates compare them: dates, amounts and numbers of a text by value, with how finely each is written.

Belongs here: finding values, rounding, whether one text states another's value. Does not: any gate.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from bench_assets.gauntlet.rule_book.drafts import shortened
from bench_resources.reader.answer_types import (
    Candidate,
    DateValue,
    find_dates,
    find_money,
    find_numbers,
    spelled_value,
)

N_KEPT = 2_000  # texts: every gate asks for the figures of the same few of a draft
YEAR = re.compile(r"(?:1[5-9]|20)\d\d")
_ABOUT = re.compile(
    r"\b(?:about|approximately|approx\.?|around|roughly|nearly|almost|some|circa|ca\.|close to|more than|over|"
    r"less than|"
    r"under|at least|up to|an estimated|estimated(?: at)?|in excess of)\s+(?:US)?[$£€]?\s?$",
    re.IGNORECASE,
)
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b", re.IGNORECASE)
_ORDINAL_WORDS = {
    word: number
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth "
        "fifteenth sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
}
_ORDINAL_WORD = re.compile(rf"\b(?:{'|'.join(_ORDINAL_WORDS)})\b", re.IGNORECASE)
_MIXED = re.compile(r"\b(?=[\w/-]*\d)(?=[\w/-]*[A-Za-z])[A-Za-z0-9]+(?:[-/][A-Za-z0-9]+)*\b")
_SCALE = re.compile(r"hundred|thousand|million|billion|trillion|(?<=\d)\s?k\b", re.IGNORECASE)
_SCALES = {"hundred": 2, "thousand": 3, "k": 3, "million": 6, "billion": 9, "trillion": 12}
_SHARED_YEAR = re.compile(
    r"\b([A-Z][a-z]{2,8}\.?(?: \d{1,2})?)(?:,? (?:and|or|to|through|until)|,|\s?[-\u2013])\s*"
    r"(?=[A-Z][a-z]{2,8}\.?,? (?:\d{1,2},? )?((?:1[5-9]|20)\d\d)\b)"
)


class Amount(NamedTuple):
    """A number or a sum by value. `step` is half of its last written digit; `unit` a currency, "%", or ""."""

    text: str
    start: int
    end: int
    value: Decimal
    step: Decimal
    unit: str
    is_money: bool


def amounts(text: str) -> list[Amount]:
    """Every sum of money and every other number of a text in order; parts of dates are none, bare years are."""
    return list(_amounts(text))


@lru_cache(maxsize=N_KEPT)
def _amounts(text: str) -> tuple[Amount, ...]:
    money = [
        _amount(text, c.text, c.start, c.end, c.value, c.unit, is_money=True)
        for c in find_money(text)
        if isinstance(c.value, Decimal)
    ]
    plain = [
        _amount(text, c.text, c.start, c.end, c.value, c.unit, is_money=False)
        for c in find_numbers(text)
        if isinstance(c.value, Decimal)
    ]
    found = sorted([*money, *plain], key=lambda amount: (amount.start, -amount.end))
    # "3 thousand" is also read as a thousand.
    return tuple(one for at, one in enumerate(found) if not any(other.end >= one.end for other in found[:at]))


def _amount(text: str, written: str, start: int, end: int, value: Decimal, unit: str, *, is_money: bool) -> Amount:
    is_about = _ABOUT.search(text[max(0, start - 24) : start]) is not None
    return Amount(written, start, end, value, _half_step(written, value, is_about=is_about), unit, is_money)


def _half_step(written: str, value: Decimal, *, is_about: bool) -> Decimal:
    """Half a step of the last written digit: 50,000 of "1.2 million", 0.5 of "12,400", 50 of "about 12,400"."""
    fraction = re.search(r"\d\.(\d+)", re.sub(r"[,.](?=\d{3}(?!\d))", "", written))
    scale = _SCALE.search(written)
    power = _SCALES[scale[0].strip().casefold()] if scale else 0
    power -= len(fraction[1]) if fraction else 0
    if not any(char.isdigit() for char in written):
        power = 0  # "twelve hundred" is exact
    if is_about and not fraction:
        digits = str(int(abs(value)))
        power = max(power, len(digits) - len(digits.rstrip("0")) if value else 0)
    return Decimal(5) * Decimal(10) ** (power - 1)


def ordinals(text: str) -> set[int]:
    """Ordinal numbers of a text by value."""
    found = {int(number) for number in _ORDINAL.findall(text)}
    return found | {_ORDINAL_WORDS[match[0].casefold()] for match in _ORDINAL_WORD.finditer(text)}


def dates(text: str) -> list[DateValue]:
    """Every date of a text in order, as far as it is stated; "March and May 1964" gives both their year."""
    return list(_dates(text))


def dated(text: str) -> list[Candidate]:
    """Where dates stand in a text."""
    return list(_dated(text))


@lru_cache(maxsize=N_KEPT)
def _dated(text: str) -> tuple[Candidate, ...]:
    return tuple(c for c in find_dates(text) if isinstance(c.value, DateValue))


@lru_cache(maxsize=N_KEPT)
def _dates(text: str) -> tuple[DateValue, ...]:
    filled = _SHARED_YEAR.sub(lambda match: f"{match[1]} {match[2]}; ", text)
    return tuple(c.value for c in find_dates(filled) if isinstance(c.value, DateValue))


def key(date: DateValue) -> tuple[int, int, int]:
    """For putting dates in order; 0 for what is not stated."""
    return (date.year or 0, date.month or 0, date.days[0] if date.days else 0)


def is_before(one: DateValue, other: DateValue) -> bool:
    """Whether a date is earlier than another as far as both are stated; False when one lacks its year."""
    if not one.year or not other.year:
        return False
    pairs = zip(key(one), key(other), strict=True)
    known = [(a, b) for a, b in pairs if a and b]
    return tuple(a for a, _ in known) < tuple(b for _, b in known)


def states_date(wanted: DateValue, found: list[DateValue]) -> bool:
    """Whether dates of a text state a date, one alone or a day's and a year's together."""
    if any(_states(wanted, one) for one in found):
        return True
    partial = [one for one in found if one.year is None]
    yearly = [one for one in found if one.year is not None]
    joined = (DateValue(year.year, day.month, day.days) for day, year in product(partial, yearly))
    return any(_states(wanted, one) for one in joined)


def _states(wanted: DateValue, stated: DateValue) -> bool:
    if wanted.year is not None and stated.year != wanted.year:
        return False
    is_turned = (
        wanted.month is not None
        and len(stated.days) == 1
        and wanted.days == (stated.month,)
        and stated.days == (wanted.month,)
    )
    if is_turned:
        return True  # 3/5 is read month first, and may be day first
    if wanted.month is not None and stated.month != wanted.month:
        return False
    return set(wanted.days) <= set(stated.days) or (
        len(stated.days) == 2 and all(stated.days[0] <= day <= stated.days[1] for day in wanted.days)
    )


def is_traced(wanted: Amount, found: list[Amount]) -> bool:
    """Whether amounts hold a value, exactly or rounded to its last written digit; two currencies must agree."""
    return any(
        abs(one.value - wanted.value) <= (wanted.step if one.value != wanted.value else 0) and _is_of_unit(wanted, one)
        for one in found
    )


def _is_of_unit(one: Amount, other: Amount) -> bool:
    return not one.unit or not other.unit or one.unit == other.unit


def untraced(text: str, quotes: tuple[str, ...]) -> str:
    """The first figure of a text that none of the quotes states; "" when all are stated."""
    told = " ".join(quotes)
    squeezed = re.sub(r"\s", "", told).casefold()
    shown = [date for quote in quotes for date in dates(quote)]
    for candidate in find_dates(text):
        value = candidate.value
        is_stated = isinstance(value, DateValue) and (states_date(value, shown) or _stands(candidate.text, squeezed))
        if not is_stated and not (
            isinstance(value, DateValue) and value.month is None and _is_number(candidate.text, told)
        ):
            return shortened(candidate.text)
    known = [amount for quote in quotes for amount in amounts(quote)]
    known_ordinals = ordinals(told)
    for amount in amounts(text):
        is_bare_year = YEAR.fullmatch(amount.text) is not None
        is_shown = is_traced(amount, known) or _stands(amount.text, squeezed) or amount.value in known_ordinals
        if not is_shown and not is_bare_year and amount.text.casefold() != "one":
            return amount.text
    loose = (
        ordinals(text)
        - known_ordinals
        - {amount.value for amount in known}
        - {1, 2}
        - {day for date in shown for day in date.days}
    )
    mixed = next(
        (
            word
            for word in _MIXED.findall(text)
            if not _ORDINAL.fullmatch(word) and not _stands(word, squeezed, is_word=True)
        ),
        "",
    )
    return f"{min(loose)}th" if loose else mixed


def _stands(written: str, squeezed: str, *, is_word: bool = False) -> bool:
    """Whether the characters stand in a text without blanks, no figure beside them."""
    wanted = re.sub(r"\s", "", written).casefold()
    wanted, there = (re.sub(r"[-/.]", "", one) if is_word else one for one in (wanted, squeezed))
    return re.search(rf"(?<!\d)(?<!\d[.,]){re.escape(wanted)}(?!\d|[.,]\d)", there) is not None


def _is_number(written: str, told: str) -> bool:
    return any(amount.value == spelled_value(written) or amount.text == written for amount in amounts(told))
