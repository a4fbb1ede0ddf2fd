"""Two figures, dates or hours that quotes tell of two things in order, and which of the things has the greater.

Belongs here: pairing things with values, and a question that asks which is more, by how much, or before or after what.
Does not: two values beside each other in a question or an answer (comparisons.py).
"""

from __future__ import annotations

import re
from enum import IntEnum
from typing import NamedTuple

from bench_assets.gauntlet.rule_book.change_words import CHANGES_DOWN, CHANGES_UP, IS_LESS, IS_MORE
from bench_assets.gauntlet.rule_book.comparisons import Way, values
from bench_assets.gauntlet.rule_book.drafts import Draft, shortened
from bench_assets.gauntlet.rule_book.figures import Amount, amounts, dated, dates, is_before, key
from bench_resources.reader.answer_types import DateValue

_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_SLIGHT = frozenset(
    "the a an of in on at to by for from with and or as that this it its one those which was were is".split()
)
_OPTIONS = re.compile(r"(?:^|[,:]|\bbetween)\s*(?P<one>[^,:?]+?),? (?:or|and) (?P<other>[^,?]+?)\s*\?$")
_UP = re.compile(
    rf"\b(?:{IS_MORE}|highest|largest|greatest|biggest|longest|heaviest|dearest|costliest|tallest|oldest|most|deepest|warmest|"
    r"fastest|warmer|hotter|faster|stronger|farther|further|older|elder|brighter|louder|more \w+|won|win|wins)\b",
    re.IGNORECASE,
)
_DOWN = re.compile(
    rf"\b(?:{IS_LESS}|lowest|smallest|least|shortest|lightest|cheapest|fewest|youngest|shallowest|coldest|slowest|colder|cooler|"
    r"slower|nearer|younger|shallower|narrower|less \w+|lost|lose|loses|second)\b",
    re.IGNORECASE,
)
_LATE = re.compile(
    r"\b(?:later|latest|last|second|younger|youngest|more recent(?:ly)?|most recent(?:ly)?|newer|newest|after)\b",
    re.IGNORECASE,
)
_SOON = re.compile(
    r"\b(?:earlier|earliest|first|sooner|soonest|before|older|oldest|elder|eldest|ahead|preceded)\b", re.IGNORECASE
)
_CLOCK = re.compile(r"\b(?P<hour>\d{1,2})(?:[:.](?P<minute>\d\d))? ?(?P<half>[ap])\.?m\b\.?", re.IGNORECASE)
_CHANGES_UP = re.compile(rf"\b(?:{CHANGES_UP}|{IS_MORE}|longer|heavier|warmer|hotter|deeper|older)\b", re.IGNORECASE)
_CHANGES_DOWN = re.compile(rf"\b(?:{CHANGES_DOWN}|{IS_LESS}|colder|cooler|younger|nearer)\b", re.IGNORECASE)
_THAN = re.compile(
    r"\b(?:than|above or below|below or above|over or under|under or over) "
    r"(?:in |on |at |of |for |did |was |the |that of |those of )*(?P<base>[^?,]*)"
)
_BASE_END = re.compile(r"\b(?:was|were|did|had|is|are|struck|in)\b")
_OLD = re.compile(r"\b(?:old|former|first|earlier|original|previous)\b", re.IGNORECASE)
_YEARS = re.compile(r"\b(?:1[5-9]|20)\d\d\b")
_BEFORE_OR_AFTER = re.compile(
    r"\b(?:before or after|after or before|precedes? or follows?|preceded or followed|earlier or later|"
    r"later or earlier|sooner or later|"
    r"prior to or (?:subsequent to|after|following)|follows? or precedes?|until or after)\b",
    re.IGNORECASE,
)
_SAYS_BEFORE = re.compile(r"\b(?:before|earlier|sooner|prior|preced\w+|ahead|antedat\w+|predat\w+)\b", re.IGNORECASE)
_SAYS_AFTER = re.compile(r"\b(?:after\w*|later|subsequent\w*|follow\w+|postdat\w+|since)\b", re.IGNORECASE)


class Place(IntEnum):
    """Of two things told, which one."""

    FIRST = 0
    SECOND = 1


class Told(NamedTuple):
    """Two values in the order of a quote, as numbers that can be compared, with where they start."""

    first: float
    second: float
    starts: tuple[int, int]
    is_time: bool


def find_wrong_choice(draft: Draft) -> str:
    """Of two things that a question names, the one chosen that its quotes give the other value; "" for none."""
    options = _OPTIONS.search(draft.outside_titles)
    if draft.type != "single_hop" or options is None:
        return ""
    chosen = _named_by(draft.answer, options["one"], options["other"])
    text = " ".join(draft.whole.quotes)
    if chosen is None:
        return ""
    is_one_first = _is_one_first(options["one"], options["other"], text)
    for told in _told(text) if is_one_first is not None else ():
        way = _asked(draft.outside_titles[: options.start("one")], told)
        place = Place.FIRST if (chosen is Place.FIRST) is is_one_first else Place.SECOND
        if (
            way is not None
            and told.first != told.second
            and _greater(told) is not (place if way is Way.UP else Place(1 - place))
        ):
            return f"the quotes contradict {shortened(draft.answer)!r} of {shortened(draft.question, 80)!r}"
    return ""


def _greater(told: Told) -> Place:
    return Place.FIRST if told.first > told.second else Place.SECOND


def _asked(question: str, told: Told) -> Way | None:
    """Which of two values is asked for; of ages told in dates of birth the earlier is the older."""
    up, down = (_LATE, _SOON) if told.is_time else (_UP, _DOWN)
    is_up, is_down = up.search(question) is not None, down.search(question) is not None
    if is_up is is_down:
        return None
    return Way.UP if is_up else Way.DOWN


def _named_by(answer: str, one: str, other: str) -> Place | None:
    """Which of two things an answer names by a word that the other lacks; None for neither, or both."""
    marks = _telling(one, other), _telling(other, one)
    said = {word.casefold() for word in _WORD.findall(answer)}
    found = [place for place in Place if marks[place] & said]
    return found[0] if len(found) == 1 else None


def _telling(one: str, other: str) -> set[str]:
    """The words of one thing that the other does not share."""
    mine, its = ({word.casefold() for word in _WORD.findall(text)} - _SLIGHT for text in (one, other))
    return mine - its


def _is_one_first(one: str, other: str, text: str) -> bool | None:
    """Whether a text speaks of one thing before the other; None when it lacks either."""
    at = [_first_at(_telling(*pair), text) for pair in ((one, other), (other, one))]
    return None if at[0] is None or at[1] is None or at[0] == at[1] else at[0] < at[1]


def _first_at(wanted: set[str], text: str) -> int | None:
    return next((match.start() for match in _WORD.finditer(text) if match[0].casefold() in wanted), None)


def _told(text: str) -> list[Told]:
    """The two hours, the two dates or the two figures of a text; none where it has more or fewer of a sort."""
    hours = [(_minutes(match), match.start()) for match in _CLOCK.finditer(text)]
    days = [(_as_number(c.value), c.start) for c in dated(text) if isinstance(c.value, DateValue) and c.value.year]
    figures = [] if hours else [(float(v.value.value), v.start) for v in _figures(text)]
    found = []
    for pairs, is_time in ((hours, True), (days, True), (figures, False)):
        if len(pairs) == 2:
            (first, a), (second, b) = pairs
            found.append(Told(first, second, (a, b), is_time))
    return found


class _Figure(NamedTuple):
    start: int
    value: Amount


def _figures(text: str) -> list[_Figure]:
    """The figures of a text that can be compared: of one unit, no years and no part of a name."""
    found = [_Figure(v.start, v.value) for v in values(text, of_dates=False) if isinstance(v.value, Amount)]
    money = [one for one in found if one.value.is_money]
    return money or found


def _minutes(match: re.Match[str]) -> float:
    hour = int(match["hour"]) % 12 + (12 if match["half"].casefold() == "p" else 0)
    return hour * 60 + int(match["minute"] or 0)


def _as_number(date: DateValue) -> float:
    year, month, day = key(date)
    return year * 10_000 + month * 100 + day


def find_wrong_difference(draft: Draft) -> str:
    """A difference said to be a rise that the two figures of the quotes show to be a fall, and so on; "" for none."""
    told = amounts(draft.answer) if draft.type == "single_hop" else []
    text = " ".join(draft.whole.quotes)
    figures = _figures(text)
    if len(figures) != 2 or not _is_difference(draft, told, figures):
        return ""
    way = _one_way(draft.outside_titles) or _one_way(draft.answer)
    later = _of_later(draft.outside_titles, text, (figures[0].start, figures[1].start))
    if way is None or later is None:
        return ""
    new, old = figures[later].value.value, figures[1 - later].value.value
    return f"the quotes' figures contradict {shortened(draft.question, 80)!r}" if (new - old) * way < 0 else ""


def _is_difference(draft: Draft, told: list[Amount], figures: list[_Figure]) -> bool:
    """Whether an answer gives by how much two figures differ, or chooses between more and less of them."""
    apart = abs(figures[0].value.value - figures[1].value.value)
    is_choice = not told and _THAN.search(draft.outside_titles) is not None and _one_way(draft.outside_titles) is None
    return is_choice or (len(told) == 1 and told[0].value == apart)


def _one_way(text: str) -> Way | None:
    is_up, is_down = (any(match[0][0].islower() or not match.start() for match in pattern.finditer(text))
                      for pattern in (_CHANGES_UP, _CHANGES_DOWN))  # fmt: skip
    return None if is_up is is_down else Way.UP if is_up else Way.DOWN


def _of_later(question: str, text: str, starts: tuple[int, int]) -> Place | None:
    """Which of two figures is measured against the other: not that of "than", else the later told or dated."""
    than = _THAN.search(question)
    years = [(match[0], match.start()) for match in _YEARS.finditer(text)]
    if than is None:
        is_turned = len(years) == 2 and years[0][0] > years[1][0]
        return Place.FIRST if is_turned or _OLD.search(question) else Place.SECOND
    base = _BASE_END.split(than["base"])[0]
    rest = question.replace(base, " ") if base.strip() else question
    if len(years) == 2 and (shared := [at for at, (year, _) in enumerate(years) if year in base]):
        return Place(1 - shared[0])
    is_base_first = _is_one_first(base, _thing_more(rest, base, text), text)
    if is_base_first is None:
        return _beside(base, text, starts)
    return Place.SECOND if is_base_first else Place.FIRST


def _thing_more(rest: str, base: str, text: str) -> str:
    """The words of a question, its base apart, that the quotes have too and the base lacks."""
    there = {word.casefold() for word in _WORD.findall(text)}
    return " ".join(
        word for word in _WORD.findall(rest) if word.casefold() in there and word.casefold() not in base.casefold()
    )


def _beside(base: str, text: str, starts: tuple[int, int]) -> Place | None:
    """The figure that is not the base's, where the base stands before both figures or behind both."""
    at = _first_at(_telling(base, ""), text)
    if at is None or starts[0] < at < starts[1]:
        return None
    return Place.SECOND if at < starts[0] else Place.FIRST


def find_wrong_lead(draft: Draft) -> str:
    """One thing asked about as sooner than another that the dates or hours of the quotes put later; "" for none."""
    question, text = draft.outside_titles, " ".join(draft.whole.quotes)
    is_late, is_soon = (pattern.search(question) is not None for pattern in (_LATE, _SOON))
    than = _THAN.search(question)
    if draft.type != "single_hop" or than is None or dates(than[0]) or is_late is is_soon:
        return ""
    for told in _told(text):
        place = _of_later(question, text, told.starts) if told.is_time else None
        if place is not None and told.first != told.second and (_greater(told) is place) is not is_late:
            return f"the quotes' dates contradict {shortened(question, 80)!r}"
    return ""


def find_wrong_side(draft: Draft) -> str:
    """An answer "before" to "before or after May 1, 1964" whose quotes date it behind that day, and so on."""
    question = draft.outside_titles
    bounds = [date for date in dates(question) if date.year]
    if draft.type != "single_hop" or not _BEFORE_OR_AFTER.search(question) or len(bounds) != 1:
        return ""
    is_early, is_late = (pattern.search(draft.answer) is not None for pattern in (_SAYS_BEFORE, _SAYS_AFTER))
    shown = {date for quote in draft.whole.quotes for date in dates(quote) if date.year and date != bounds[0]}
    if is_early is is_late or len(shown) != 1:
        return ""
    (date,) = shown
    is_wrong = is_before(bounds[0], date) if is_early else is_before(date, bounds[0])
    return f"the quotes date it on the other side than {shortened(draft.answer)!r}" if is_wrong else ""
