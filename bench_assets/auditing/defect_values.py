"""Values that defects are made of: dates and amounts in the forms that people write, and which kind an answer is.

Belongs here: reading a value, writing it otherwise. Does not: what is done to a draft (defects.py), any gate's reading.
"""

from __future__ import annotations

import calendar
import datetime as dt
import re
from typing import Any, NamedTuple

from bench_assets.auditing.defect_wordings import ValueKind
from scoring.contract import TaskType

Draft = dict[str, Any]  # a row of TASK_DRAFTS, as pyarrow gives it


_MONTHS = ("January February March April May June July August September October November December").split()
_MONTH = f"(?:{'|'.join(_MONTHS)})"
_DATE = re.compile(
    rf"\b(?:(?P<iso>\d{{4}}-\d\d-\d\d)|(?P<mdy>{_MONTH}\s+\d{{1,2}},\s+\d{{4}})|(?P<dmy>\d{{1,2}}\s+{_MONTH}\s+\d{{4}})"
    rf"|(?P<my>{_MONTH}\s+\d{{4}})|(?P<y>(?:1[5-9]|20)\d\d))\b",
    re.IGNORECASE,
)
_AMOUNT = re.compile(r"(?<![\w.,])(?P<mark>\$ ?)?(?P<digits>\d+(?:,\d{3})*)(?P<cents>\.\d+)?(?![\w-])")
_ONES = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
).split()
_TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_ONES[1:])})\b", re.IGNORECASE)
_ORGANISED = re.compile(
    r"\b(?:Company|Corporation|Board|Authority|Department|Office|Works|Sons|Mutual|Bank|Union|Committee|Commission|Agency|"
    r"Bureau|Inc|Ltd|Association|Club|Lines|Assurance|Underwriters|Council|Court|Courier|Service|University|College)\b"
)


class Day(NamedTuple):
    """A date as far as it is known, with the style that it is written in and where."""

    year: int
    month: int
    day: int
    style: str
    start: int
    end: int

    @property
    def at(self) -> tuple[int, int, int]:
        """What two dates are compared by; 0 for what is not known."""
        return (self.year, self.month, self.day)


class Amount(NamedTuple):
    """A figure that is no date: its mark and value, whether it is a word, and where it stands."""

    mark: str
    value: int
    cents: str
    is_word: bool
    start: int
    end: int


def days(text: str) -> list[Day]:
    """Every date of a text, in its order; what no calendar has is none."""
    return [day for day in map(_day, _DATE.finditer(text)) if _is_real(day)]


def _is_real(day: Day) -> bool:
    if not day.year or day.month > 12:
        return False
    return not day.month or day.day <= calendar.monthrange(day.year, day.month)[1]


def _day(found: re.Match[str]) -> Day:
    style = found.lastgroup or ""
    numbers = [int(digits) for digits in re.findall(r"\d+", found[0])]
    month = next((i + 1 for i, name in enumerate(_MONTHS) if name.lower() in found[0].lower()), 0)
    parts = {"iso": numbers, "mdy": [numbers[-1], month, numbers[0]], "dmy": [numbers[-1], month, numbers[0]],
             "my": [numbers[-1], month, 0], "y": [numbers[-1], 0, 0]}[style]  # fmt: skip
    return Day(parts[0], parts[1], parts[2], style, found.start(), found.end())


def amounts(text: str) -> list[Amount]:
    """Every figure of a text that is no part of a date, in its order."""
    free = _DATE.sub(lambda found: " " * len(found[0]), text)
    figures = [
        Amount(found["mark"] or "", int(found["digits"].replace(",", "")), found["cents"] or "", False, *found.span())
        for found in _AMOUNT.finditer(free)
    ]
    words = [
        Amount("", _ONES.index(found[0].lower()), "", True, *found.span()) for found in _NUMBER_WORD.finditer(free)
    ]
    return sorted(figures + words, key=lambda amount: amount.start)


def write_day(day: Day) -> str:
    """A date in its own style."""
    month = _MONTHS[day.month - 1]
    return {
        "iso": f"{day.year}-{day.month:02}-{day.day:02}", "mdy": f"{month} {day.day}, {day.year}",
        "dmy": f"{day.day} {month} {day.year}", "my": f"{month} {day.year}", "y": str(day.year),
    }[day.style]  # fmt: skip


def spelled(number: int) -> str:
    """A number below a billion in words."""
    for size, name in ((10**6, "million"), (1000, "thousand"), (100, "hundred")):
        if number >= size:
            rest = f" {spelled(number % size)}" if number % size else ""
            return f"{spelled(number // size)} {name}{rest}"
    if number < len(_ONES):
        return _ONES[number]
    return _TENS[number // 10] + (f"-{_ONES[number % 10]}" if number % 10 else "")


def value_kind(draft: Draft) -> ValueKind:
    """What its answer is."""
    kinds = {TaskType.AGGREGATION: ValueKind.ITEMS, TaskType.TIMELINE: ValueKind.CLAUSES}
    answer, task_type = draft["answer"], TaskType(draft["type"])
    if task_type in kinds:
        return kinds[task_type]
    if days(answer):
        return ValueKind.DATE
    if figures := amounts(answer):
        is_bare = not re.search(r"[A-Za-z]{3}", _AMOUNT.sub("", answer)) or figures[0].is_word
        return ValueKind.MONEY if figures[0].mark else ValueKind.NUMBER if is_bare else ValueKind.OTHER
    return ValueKind.NAME if draft["answer_type"] in {"person", "organisation"} else ValueKind.OTHER


def value_fields(kind: ValueKind, answer: str) -> dict[str, str]:
    """The parts and forms of a value, for templates."""
    if kind is ValueKind.DATE:
        return date_fields(days(answer)[0])
    if kind in {ValueKind.MONEY, ValueKind.NUMBER}:
        return amount_fields(amounts(answer)[0])
    forms = {
        "same": answer,
        "caps": answer.upper(),
        "small": answer.lower(),
        "bare": re.sub(r"^(?:the|an?) ", "", answer),
    }
    return forms | (name_fields(answer) if kind is ValueKind.NAME else {})


def date_fields(day: Day) -> dict[str, str]:
    """The parts and forms of a date, for templates."""
    fields = {"y": str(day.year), "century": str(-(-day.year // 100)), "since_1900": str(day.year - 1900),
              "leap": "Yes" if calendar.isleap(day.year) else "No"}  # fmt: skip
    if day.month:
        month = _MONTHS[day.month - 1]
        fields |= {"m": str(day.month), "Month": month, "Mon": month[:3], "MON": month[:3].upper(),
                   "next_month": _MONTHS[day.month % 12]}  # fmt: skip
    if day.day:
        weekday = dt.date(day.year, day.month, day.day).strftime("%A")
        fields |= {"d": str(day.day), "nth": _nth(day.day), "weekday": weekday}
    return fields


def _nth(number: int) -> str:
    is_teen = number % 100 in {11, 12, 13}
    return f"{number}{'th' if is_teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def amount_fields(amount: Amount) -> dict[str, str]:
    """The forms of an amount, for templates: with its mark, rounded, in words."""
    value = amount.value
    fields = {"amount": f"{value:,}", "digits": str(value), "words": spelled(value), "money": f"${value:,}",
              "twice": f"${2 * value:,}"}  # fmt: skip
    fields |= {"half": f"${value // 2:,}"} if value % 2 == 0 else {}
    return fields | ({"thousands": f"{value / 1000:g}"} if value >= 1000 and value % 100 == 0 else {})


def name_fields(name: str) -> dict[str, str]:
    """The parts and forms of a name, for templates."""
    words = name.split()
    if _ORGANISED.search(name):
        return {"surname": " ".join(words[:-1])} if len(words) > 2 else {}
    fields = {"surname": words[-1], "letter": words[-1][0], "n_words": spelled(len(words))}
    if len(words) < 2:
        return fields
    initials = " ".join(f"{word[0]}." for word in words[:-1])
    return fields | {"given": words[0], "last_first": f"{words[-1]}, {' '.join(words[:-1])}",
                     "initials": f"{initials} {words[-1]}", "name": name}  # fmt: skip


def means_same(one: str, other: str) -> bool:
    """Whether two values may be forms of one: the same date or amount, or a word of the name in common."""
    if days(one) and days(other):
        return any(day.at in {found.at for found in days(other)} for day in days(one))
    if amounts(one) and amounts(other):
        return amounts(one)[0].value == amounts(other)[0].value
    words = [{word for word in re.findall(r"[\w-]{4,}", text.lower()) if word not in _COMMON} for text in (one, other)]
    return bool(words[0] & words[1]) or one.lower() == other.lower()


_COMMON = frozenset("company corporation office street hotel hall house deputy director president chief city".split())
