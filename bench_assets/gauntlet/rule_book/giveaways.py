"""Answers that stand in their own question: in the same words, as the same date or amount, by surname.

Belongs here: what counts as the same without paraphrase. Does not: guessing an answer from a question (necessity).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.drafts import Draft, Part, shortened, words
from bench_assets.gauntlet.rule_book.figures import YEAR, Amount, amounts, dates
from bench_assets.gauntlet.rule_book.written_dates import is_written
from bench_resources.names import GIVEN_NAMES
from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import (
    BODY_WORDS,
    TITLE_WORDS,
    DateValue,
    find_dates,
    find_proper,
    same_date,
    spelled_value,
)
from bench_resources.reader.passages import STOP_WORDS
from bench_resources.reader.people import PersonName, parse_person, same_person

MIN_SURNAME_CHARS = 3
MIN_DIGITS = 4  # of a figure that is told by its digits alone
_OF_NAME = re.compile(
    r"(?:\b(?!(?:USD|US|GBP|EUR|The|A|An|Of|In|On|At|By|To|From|For|How|What|Which|When|Who|Did|Was|"
    r"Were)\b)[A-Z][\w.'\u2019&-]*|"
    r"\b[Nn]o\.?|[Nn]umber|#)\s?$"
)
# "Which was higher, A or B": the answer must stand there.
_CHOICE = re.compile(
    r"\b(?:(?:high|low|larg|small|great|long|short|earl[iy]|lat|big|heav[iy]|light|old|new|young|cheap|costl[iy]|"
    r"dear|soon|fast|slow|rich|"
    r"poor|wid|deep|near)+(?:er|est|st|r)|more|less|most|least|fewer|first|last|better|worse|best|worst|"
    r"before the other)\b|"
    r"^(?:Was|Were|Did|Is|Are|Does|Had|Has) ",
    re.IGNORECASE,
)
_LINKED = re.compile(r"(?<=\w)-(?=[A-Za-z])")  # "a 45-thousand-dollar bond"
_HALVES = re.compile(
    r"\b(?P<whole>\w+) and (?:a|one) half (?P<scale>hundred|thousand|million|billion)\b", re.IGNORECASE
)
_SHORT = {
    "corp": "corporation", "co": "company", "inc": "incorporated", "ltd": "limited", "dept": "department",
    "assn": "association", "assoc": "association", "bros": "brothers", "comm": "commission", "govt": "government",
}  # fmt: skip
_BODY_TAIL = re.compile(
    r"(?<=\w\w\s)(?:Company|Corporation|Incorporated|Limited|Inc|Corp|Ltd|Co|Company,? Inc|LLC|& Co)\.?$"
)
_FRAME = re.compile(
    r"^(?:(?:it|he|she|they|this) (?:was|is|were)|(?:in|on|at|by|to|from|for|about|approximately|around|some)\b|the|"
    r"an?)\s+",
    re.IGNORECASE,
)


def find_giveaway(draft: Draft, _: Context) -> str:
    """Which part of an answer the question states, in a sentence; "" for none.

    The clauses of a timeline and the period of a dossier are the question's own; of those types the dates must not
    stand there, and of a dossier no whole event.
    """
    if draft.is_rejection:
        return ""
    given = {"timeline": _given_dates, "dossier": _given_events}.get(draft.type, _given_parts)
    found = next(given(draft), "")
    return f"the question states {shortened(found)!r}, which is of its answer" if found else ""


def _given_dates(draft: Draft) -> Iterator[str]:
    asked = dates(draft.question)
    for candidate in find_dates(draft.answer):
        if isinstance(candidate.value, DateValue) and (
            any(_is_told(candidate.value, one) for one in asked) or is_written(candidate.value, draft.question)
        ):
            yield candidate.text


def _given_events(draft: Draft) -> Iterator[str]:
    asked = [date for date in dates(draft.question) if date.days]
    for part in draft.items:
        if _stands(words(part.clause), words(draft.question)):
            yield part.clause
        if any(date.days and _is_told(date, one) for date in dates(part.date) for one in asked):
            yield part.date


def _given_parts(draft: Draft) -> Iterator[str]:
    is_choice = re.search(r"\bor\b", draft.outside_titles) and _CHOICE.search(draft.outside_titles)
    for part in draft.parts:
        if not is_choice and _is_given(part, draft.question):
            yield part.text


def _is_given(part: Part, question: str) -> bool:
    text = part.text.strip(" .,;:")
    found = _lone_value(text)
    if isinstance(found, DateValue):
        return any(_is_told(found, one) for one in dates(question)) or is_written(found, question)
    if isinstance(found, Amount):
        same = any(
            _is_same(found, one)
            for told in {question, _HALVES.sub(_with_half, _LINKED.sub(" ", question))}
            for one in amounts(told)
            if not _is_of_name(told, one)
        )
        return same or _has_digits(found, question)
    return _names(text, question) or _says(text, question) or _says(_without_tail(text), question)


def _lone_value(text: str) -> DateValue | Amount | None:
    """The one date or amount that a text is, but for a word or two; None when it is something else."""
    for candidate in find_dates(text)[:1]:
        rest = text[: candidate.start] + text[candidate.end :]
        if isinstance(candidate.value, DateValue) and _is_frame(rest):
            return candidate.value
    for amount in amounts(text)[:1]:
        if _is_frame(text[: amount.start]) and len(words(text[amount.end :])) <= 1:
            return amount
    return None


def _is_frame(rest: str) -> bool:
    told = [word for word in words(rest) if word not in STOP_WORDS]
    return len(told) <= 1 and not any(char.isdigit() for char in rest)


def _is_told(wanted: DateValue, stated: DateValue) -> bool:
    if wanted.year is None and wanted.month is None:
        return False
    return same_date(wanted, stated)


def _is_same(wanted: Amount, stated: Amount) -> bool:
    if wanted.is_money and not stated.is_money and YEAR.fullmatch(stated.text):
        return False
    return wanted.value == stated.value and (wanted.unit == stated.unit or not wanted.is_money or not stated.is_money)


def _with_half(match: re.Match[str]) -> str:
    """A number and a half of a scale in figures: "three and a half million" is "3.5 million"."""
    whole = spelled_value(match["whole"])
    return match[0] if whole is None else f"{whole}.5 {match['scale']}"


def _has_digits(wanted: Amount, question: str) -> bool:
    """Whether the digits of a figure of four or more stand there, blanks and points between them aside."""
    digits = str(int(wanted.value)) if wanted.value == int(wanted.value) else ""
    between = r"[ ,.'\u2019]?"
    if len(digits) < MIN_DIGITS or YEAR.fullmatch(digits):
        return False
    return re.search(rf"(?<![\d.,]){between.join(digits)}(?!\d|[,.]\d{{3}})", question) is not None


def _is_of_name(question: str, amount: Amount) -> bool:
    """Whether a number belongs to a name: "Pier 14", "No. 14"."""
    return not amount.is_money and _OF_NAME.search(question[: amount.start]) is not None


def _says(text: str, question: str) -> bool:
    """Whether a question has the telling words of a text in one piece, articles and prepositions aside."""
    told = [word for word in _full(_FRAME.sub("", text)) if word not in STOP_WORDS]
    return bool(told) and _stands(told, [word for word in _full(question) if word not in STOP_WORDS])


def _full(text: str) -> list[str]:
    """The words of a text, the ends of firms' names written out."""
    return [_SHORT.get(word, word) for word in words(text)]


def _without_tail(text: str) -> str:
    """A firm's name without its last word, when two are left; "" otherwise."""
    bare = _BODY_TAIL.sub("", text).strip(" ,")
    return bare if bare != text and len(bare.split()) > 1 else ""


def _stands(told: list[str], asked: list[str]) -> bool:
    return bool(told) and any(asked[at : at + len(told)] == told for at in range(len(asked) - len(told) + 1))


def _names(text: str, question: str) -> bool:
    """Whether a question names the person whom a text names, in any form, or by surname alone."""
    person = parse_person(_before_office(text))
    if person is None or not _is_person(person, text):
        return False
    for match in re.finditer(_surname_pattern(person.surname), question, re.IGNORECASE):
        if match[0][:1].isupper() and _may_be(person, question, match):
            return True
    return False


def _surname_pattern(surname: str) -> str:
    """A surname with or without the marks inside it: a double-barrelled one is read as one word."""
    spelt = "[-'\u2019]?".join(map(re.escape, surname))
    return rf"(?<![\w-]){spelt}(?![\w-])"


def _before_office(text: str) -> str:
    """The name without the office behind it, which a comma parts from it."""
    head, comma, tail = text.partition(",")
    return head if comma and len(head.split()) > 1 and len(tail.split()) > 1 else text


def _is_person(person: PersonName, text: str) -> bool:
    """Whether what looks like a name is likely one: with initials, a given name or a title, and nothing of a body."""
    if len(person.surname) < MIN_SURNAME_CHARS or not text[:1].isupper():
        return False
    plain = [word.strip(".,").casefold() for word in text.split()]
    if any(word in BODY_WORDS for word in plain):
        return False
    is_titled = len(plain) > 1 and any(
        word in TITLE_WORDS or word in {"mr", "mrs", "ms", "miss", "dr"} for word in plain[:-1]
    )
    known = any(len(given) == 1 or given in GIVEN_NAMES for given in person.given)
    return (
        known
        or is_titled
        or any(run.kind is AnswerType.PERSON and len(person.given) in {1, 2} for run in find_proper(text))
    )


def _may_be(person: PersonName, question: str, at: re.Match[str]) -> bool:
    """Whether the bearer of a surname in a question may be the person: no other given name stands before it."""
    before = re.search(r"(?:\b[A-Z][\w'\u2019.-]*\s+)*$", question[: at.start()])
    given = [word.strip(".").casefold() for word in (before[0].split() if before else ())]
    if (
        before
        and given
        and _OPENS.search(question[: before.start()])
        and given[0] not in GIVEN_NAMES
        and len(given[0]) > 1
    ):
        given = given[1:]  # a sentence's first word: "Since Marrow was there"
    given = [word for word in given if word not in TITLE_WORDS and word not in _NO_GIVEN]
    after = re.match(r",\s+([A-Z][\w.]*)", question[at.end() :])
    given = [after[1].strip(".").casefold()] if after and not given else given
    if not given:
        return (
            re.match(
                r"\s+(?:Street|Avenue|Road|Square|Hotel|Hall|Wharf|Building|Bridge|Island|Park|County)\b",
                question[at.end() :],
            )
            is None
        )
    return same_person(person, PersonName(tuple(given), person.surname))


_OPENS = re.compile(r"(?:^|[.?!:;]\s|[\"“(])\s*$")
_NO_GIVEN = STOP_WORDS | frozenset(
    "mr mrs ms miss dr messrs hon rev sir who whom whose which what when where how did was were does is".split()
)
