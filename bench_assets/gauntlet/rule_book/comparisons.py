"""What a text says of two figures or two dates: that one is more than, up from, later than, followed by the other.

Belongs here: finding the word that compares, which value it is about and which it is compared with. Does not: what the
quotes show (directions.py), the words themselves (change_words.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import IntEnum
from typing import NamedTuple

from bench_assets.gauntlet.rule_book.change_words import (
    CHANGES_DOWN,
    CHANGES_UP,
    IS_EARLIER,
    IS_LATER,
    IS_LESS,
    IS_MORE,
)
from bench_assets.gauntlet.rule_book.figures import YEAR, Amount, amounts, dated, is_before
from bench_resources.reader.answer_types import DateValue

FAR_WORDS = 7  # at most between a word that compares and the value that it is about


class Way(IntEnum):
    """Which way a word points: more and later are up."""

    UP = 1
    DOWN = -1


class Value(NamedTuple):
    """A figure or a date where it stands in a text."""

    start: int
    end: int
    text: str
    value: Amount | DateValue


class Word(NamedTuple):
    """A word that compares; `is_change` of something that moved, and not of two things side by side."""

    start: int
    end: int
    text: str
    way: Way
    is_change: bool


class Comparison(NamedTuple):
    """That `about` is more or later (UP), or less or earlier, than `other`; None where the text leaves it open."""

    way: Way
    about: Value | None
    other: Value | None
    word: Word
    is_strict: bool


class Side(NamedTuple):
    """How a value stands to a word: as what came of it, as what it is measured from, or neither."""

    value: Value
    is_result: bool
    is_base: bool


_FIGURE_WORD = re.compile(
    rf"\b(?:(?P<change_up>{CHANGES_UP})|(?P<change_down>{CHANGES_DOWN})|(?P<up>{IS_MORE})|(?P<down>{IS_LESS}))\b",
    re.IGNORECASE,
)
_DATE_WORD = re.compile(rf"\b(?:(?P<up>{IS_LATER})|(?P<down>{IS_EARLIER}))\b", re.IGNORECASE)
_MOVED = re.compile(r"put|push|set|mov|held|carr|shift|sli|postpon|defer|delay|adjourn|brought|bring|pull|hasten|exped|"
                    r"advanc|accelerat|quicken|extend|prolong|shelv|suspend|resched|kick|bump|call|kept|speed|"
                    r"sped|stood",
                    re.IGNORECASE)  # fmt: skip
_NOT = re.compile(
    r"\b(?:no|not|never|nor|hardly|scarcely|without|n't|\w+n't|neither|nothing|nowhere)\b(?: \w+)?\s*$", re.IGNORECASE
)
_ONLY_BOUND = frozenset(
    {"over", "above", "beyond", "past", "plus", "under", "below", "beneath", "behind", "minus", "top"}
)
_BASE = re.compile(
    r"\b(?:from|than|over|above|below|beneath|under|against|versus|vs\.?|on|of|beyond|past|to be|beside|"
    r"compared (?:with|to)|relative to|ahead of|short of|shy of|behind|upon|with|the|after|before)"
    r"(?: (?:the|an?|its|that|those|what|was|were|had|been|some|only|about|former|earlier|previous|old|original|figure|"
    r"date|day|sum|of|on|at|[a-z]+))*\s*$",
    re.IGNORECASE,
)
_RESULT = re.compile(
    r"\b(?:to|at|into|reaching|reached|until|till|as (?:high|low|much|many|far|late|early) as|"
    r"standing at|totall?ing|becoming|became|making|:|-|namely|now)\s*(?:only |just |a |the |some |about |on |be )*$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r"\bfrom(?: (?:the|an?|its|some|about|only|what|was|had|been|figure|date|of|[a-z]+)){0,4}\s*$", re.IGNORECASE
)
_BY = re.compile(r"^ by\b|\bby(?: (?:the|an?|some|about|just|only|that|its))*\s*$", re.IGNORECASE)
_THAN = re.compile(r"^[^.;?]{0,40}\b(?:than|from|to|of|on|over|against)\b", re.IGNORECASE)
_OR = re.compile(r"^\W*(?:or|/|nor|and not|rather than)\W*(?:\w+ ){0,2}?$", re.IGNORECASE)
_TAKES_TO = re.compile(r"(?:prior|subsequent\w*|previous\w*|superior|inferior|antecedent)$", re.IGNORECASE)
_BREAK = re.compile(r"[.?!;](?:\s|$)")
_NOUN_BETWEEN = re.compile(r"^ (?!than\b|to\b|from\b|of\b)[a-z]+(?:,|:| of| at| on|,? namely| -)? $", re.IGNORECASE)
_VALUE_NOUN = re.compile(
    r"^(?:(?: [a-z]+)? (?:sum|amount|figure|price|bid|offer|number|total|cost|rate|date|day|one|value|level|"
    r"payment|fee|rent|"
    r"wage|toll|salary|count|quantity|charge|share|percentage|of the two|of these)s?\b|\s*(?:[?.,;:)]|$)|"
    r"[^?.;]{0,40}\bthan\b)",
    re.IGNORECASE,
)
_MEASURES = re.compile(r"(?:er|more|less|worse|above|below|beyond|beneath|short|shy|behind|ahead)$", re.IGNORECASE)
# "The following day", "after which came May 1", "the last before it being May 1": not about the values beside them.
_OF_ITSELF = re.compile(
    r"(?:following|after|before) (?:day|which|it being)\b|(?:(?:after|before) that|afterwards?) (?:came|was|fell)\b",
    re.IGNORECASE,
)
_PARTICIPLE = re.compile(r"(?:\w+(?:ed|en|one)|put|brought|bid|cut|driven)\b", re.IGNORECASE)
_PASSIVE = re.compile(r" (?:(?:had|has|having) been|was|were|is|being|been)(?: \w+)? ", re.IGNORECASE)
_SINCE = re.compile(r"\W*since\b", re.IGNORECASE)
_STARTS = re.compile(r"\b(?:start|beginn|open)\w* (?:off )?(?:at|from|with) $", re.IGNORECASE)
_OWNED = re.compile(r"\b(?:of|at|for|with)\s*$", re.IGNORECASE)
_NEEDS_LINK = re.compile(
    r"(?:er|more|less|worse|ior|short|shy|ahead|excess|upwards|prior|advance|sooner|subsequently|subsequent|wake|"
    r"heels)$"
)
_LINK = re.compile(r"^(?: \w+){0,4}? (?:than|to|of|from|by comparison with)\b")
_ATTRIBUTE = re.compile(r"^\s*$")
_PRONOUN_BEHIND = re.compile(r"^ (?:it|that|this|them|the other|the former|the latter)\b", re.IGNORECASE)
_CHOICE_AROUND = 40  # characters: "rise or fall"


def values(text: str, *, of_dates: bool) -> list[Value]:
    """The dates of a text with a year, or its figures that are no year, in order."""
    if of_dates:
        return [
            Value(c.start, c.end, c.text, c.value)
            for c in dated(text)
            if isinstance(c.value, DateValue) and c.value.year
        ]
    return [
        Value(amount.start, amount.end, amount.text, amount)
        for amount in amounts(text)
        if not _is_year(amount) and not _is_label(amount, text)
    ]


def _is_year(amount: Amount) -> bool:
    return not amount.is_money and YEAR.fullmatch(amount.text) is not None


def _is_label(amount: Amount, text: str) -> bool:
    """Whether a number is a name's: "Pier 14", "No. 3"; small number words are no figures either."""
    before = text[: amount.start]
    return not amount.is_money and (
        re.search(r"(?:\b[A-Z][\w.'\u2019&-]*|\b[Nn]o\.?|#)\s?$", before) is not None or amount.text.casefold() == "one"
    )


def alike(one: Value, other: Value) -> bool:
    """Whether two values can be compared and are not the same."""
    a, b = one.value, other.value
    if isinstance(a, Amount) and isinstance(b, Amount):
        return a.is_money == b.is_money and a.unit == b.unit and a.value != b.value
    return isinstance(a, DateValue) and isinstance(b, DateValue) and (is_before(a, b) or is_before(b, a))


def contradicts(way: Way, about: Value, other: Value) -> bool:
    """Whether `about` is on the other side of `other`."""
    a, b = about.value, other.value
    if isinstance(a, Amount) and isinstance(b, Amount):
        return (a.value - b.value) * way < 0
    if isinstance(a, DateValue) and isinstance(b, DateValue):
        return is_before(a, b) if way is Way.UP else is_before(b, a)
    return False


def words_of(text: str, *, of_dates: bool) -> list[Word]:
    """The words of a text that compare figures, or dates; of a choice ("rise or fall") none."""
    pattern = _DATE_WORD if of_dates else _FIGURE_WORD
    found = [_word(match, of_dates=of_dates) for match in pattern.finditer(text) if not _is_of_name(match, text)]
    found = [word for word in found if not _OF_ITSELF.match(text, word.start)]
    if of_dates:
        found = [word for word in found if word.text.casefold() != "ahead" or text[word.end :].startswith(" of")]
    return [word for word in found if not _is_choice(word, found, text)]


def _is_of_name(match: re.Match[str], text: str) -> bool:
    """Whether a word is a name's: "Slip 9", "the Rose"; a sentence's first word counts as one before a number only."""
    if not match[0][0].isupper():
        return False
    is_first = not text[: match.start()].strip() or re.search(r"[.?!:;]\W*$", text[: match.start()]) is not None
    return not is_first or re.match(r" \d+\b(?! (?:percent|per cent|to|or)\b)", text[match.end() :]) is not None


def _word(match: re.Match[str], *, of_dates: bool) -> Word:
    groups = {name for name, said in match.groupdict().items() if said}
    way = Way.UP if groups & {"up", "change_up"} else Way.DOWN
    is_change = _MOVED.match(match[0]) is not None if of_dates else bool(groups & {"change_up", "change_down"})
    return Word(match.start(), match.end(), match[0], way, is_change)


def _is_choice(word: Word, found: Sequence[Word], text: str) -> bool:
    """Whether a word is one of two that a question leaves open: "more or less than", "raised or lowered"."""
    for other in found:
        if other.way is word.way:
            continue
        first, second = sorted((word, other))
        if second.start - first.end <= _CHOICE_AROUND and _OR.match(text[first.end : second.start]):
            return True
    return False


def comparisons(text: str, *, of_dates: bool) -> list[Comparison]:
    """What every word of a text that compares says of the values around it."""
    there = values(text, of_dates=of_dates)
    if not there and not of_dates and len(text) > 400:
        return []
    return [_comparison(word, there, text) for word in words_of(text, of_dates=of_dates)]


def _comparison(word: Word, there: Sequence[Value], text: str) -> Comparison:
    start, end = _sentence_around(word, text)
    near = [value for value in there if start <= value.start and value.end <= end]
    before = [value for value in near if value.end <= word.start and not _is_difference(value, word, text)]
    after = [value for value in near if value.start >= word.end]
    way, is_strict = _pointed(word, text)
    about, other = _placed(word, before, after, text)
    if _is_passive(word, after, text):
        way = Way(-way)
    return Comparison(way, about, other, word, is_strict)


def _is_difference(value: Value, word: Word, text: str) -> bool:
    """Whether a value says by how much: "$2,000 more than", "5 cents below"."""
    is_beside = isinstance(value.value, Amount) and not word.is_change and not text[value.end : word.start].strip()
    return is_beside and _MEASURES.search(word.text) is not None and not _OWNED.search(text[: value.start])


def _sentence_around(word: Word, text: str) -> tuple[int, int]:
    starts = [match.end() for match in _BREAK.finditer(text[: word.start])]
    ending = _BREAK.search(text, word.end)
    return (starts[-1] if starts else 0), (ending.start() if ending else len(text))


def _pointed(word: Word, text: str) -> tuple[Way, bool]:
    """The way of a word with the "no" before it: "no more than" is less or the same."""
    is_denied = _NOT.search(text[max(0, word.start - 24) : word.start]) is not None
    is_at = re.search(r"\bat $", text[: word.start], re.IGNORECASE) is not None
    return (Way(-word.way), False) if is_denied else (word.way, not is_at)


def _is_passive(word: Word, after: Sequence[Value], text: str) -> bool:
    """Whether "by" turns the word about: "exceeded by $7", "followed by May 1"; "rose by $7" says how much."""
    if word.is_change or not after or not word.text.casefold().endswith(("ed", "en", "one")):
        return False
    return _BY.match(text[word.end : after[0].start]) is not None


def _of_base(word: Word, before: Sequence[Value], text: str) -> Value | None:
    """The value before a passive, which is what was changed or topped: "once $950 had been raised"."""
    is_past = before and _PASSIVE.fullmatch(text[before[-1].end : word.start]) is not None
    is_told = re.match(r" (?:from|to)\b" if word.is_change else r" (?:from|to|by)\b", text[word.end :]) is not None
    return before[-1] if is_past and not is_told and _PARTICIPLE.match(word.text) else None


def _placed(
    word: Word, before: Sequence[Value], after: Sequence[Value], text: str
) -> tuple[Value | None, Value | None]:
    """The value that a word is about, and the one that it is compared with, as far as its sentence has them."""
    if base := _of_base(word, before, text):
        return None, base
    behind = [value for value in after if _n_words(text[word.end : value.start]) <= FAR_WORDS]
    if behind and _ATTRIBUTE.match(text[word.end : behind[0].start]) and _is_attribute(word, text):
        return behind[0], (before[-1] if before else None)  # "a lesser $5,000"
    if behind and _NOUN_BETWEEN.match(text[word.end : behind[0].start]) and _is_attribute(word, text):
        return behind[0], None  # "a lower sum, $5,000"
    if _is_attribute(word, text) and not _VALUE_NOUN.match(text[word.end :]):
        return None, None  # "the lower deck"
    if before and _PRONOUN_BEHIND.match(text[word.end :]) and not word.is_change:
        return before[-1], (before[-2] if len(before) > 1 else None)  # "May 1 precedes it"
    return _of_change(word, before, behind, text) if word.is_change else _of_two(word, before, behind, text)


def _is_attribute(word: Word, text: str) -> bool:
    return (
        re.search(r"\b(?:an?|the|some|its|their) $", text[: word.start], re.IGNORECASE) is not None
        and re.search(r"(?:er|less|more)$", word.text, re.IGNORECASE) is not None
    )


def _of_change(
    word: Word, before: Sequence[Value], behind: Sequence[Value], text: str
) -> tuple[Value | None, Value | None]:
    """Of "rose from A to B", in any order: B and A."""
    results, bases = [], []
    at = word.end
    for value in behind:
        gap = text[at : value.start]
        if _BY.search(gap):
            pass
        elif _RESULT.search(gap) and not _is_start(gap):
            results.append(value)
        elif _FROM.search(gap) or _is_start(gap) or (_BASE.search(gap) and not _is_amount(gap)):
            bases.append(value)
        at = value.end
    at = 0
    for value in before:
        gap = text[max(at, value.start - 40) : value.start]
        if _FROM.search(gap) or _is_start(gap):
            bases.append(value)
        elif _RESULT.search(gap) and bases:
            results.append(value)
        at = value.end
    about = results[0] if results else next((one for one in reversed(before) if one not in bases), None)
    return about, (bases[0] if bases else None if not results else _last(before, results))


def _is_start(gap: str) -> bool:
    """Whether what follows is where something began: "starting at $5", "gone up since it stood at $5"."""
    return _STARTS.search(gap) is not None or _SINCE.match(gap) is not None


def _is_amount(gap: str) -> bool:
    """Whether what follows says how much: "an increase of $5", "gained $5", "lost the $5"."""
    return re.fullmatch(r"\s*(?:of|the|an?|in|some|about|only|)*\s*", gap, re.IGNORECASE) is not None


def _last(before: Sequence[Value], results: Sequence[Value]) -> Value | None:
    return next((one for one in reversed(before) if one not in results), None)


def _of_two(
    word: Word, before: Sequence[Value], behind: Sequence[Value], text: str
) -> tuple[Value | None, Value | None]:
    """Of "A is more than B", "A, after B", "A tops B": A and B."""
    gap = text[word.end : behind[0].start] if behind else ""
    is_told = gap.startswith(" than ")
    is_bound = (
        bool(behind)
        and not re.search(r"[,:(]", gap)
        and (is_told or _TAKES_TO.match(word.text) or not _RESULT.search(gap))
    )
    is_bound = bool(is_bound) and _binds(word, gap)
    other = behind[0] if is_bound else None
    if (
        not is_bound
        and behind
        and (":" in gap or _RESULT.search(gap) or re.match(r"^,? (?:on|at|in|with|it was)\b|^,", gap))
    ):
        return behind[0], None  # "More: $7", "later, on May 1"
    about = next((one for one in reversed(before) if other is None or alike(one, other)), None)
    return about, other


def _binds(word: Word, gap: str) -> bool:
    """Whether a word compares with what follows: at once, or over "than", "to", "of" and the like."""
    said = word.text.casefold()
    if said in _ONLY_BOUND:
        return _n_words(gap) <= 2
    if said == "after" or not _NEEDS_LINK.search(said):
        return True
    return _LINK.match(gap) is not None


def _n_words(gap: str) -> int:
    return len(gap.split())


def direct(text: str, *, of_dates: bool) -> Iterator[tuple[Comparison, Value, Value]]:
    """The comparisons of a text that name both their values."""
    for one in comparisons(text, of_dates=of_dates):
        if one.about and one.other and alike(one.about, one.other):
            yield one, one.about, one.other
