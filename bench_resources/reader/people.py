"""Names of people: taking them apart, comparing them, telling two bearers apart; and who held an office by a text.

Belongs here: given names, initials, surnames, a name beside an office. Does not: finding out who is a public figure.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import BODY_WORDS, TITLE_WORDS, find_proper, strip_honorifics
from bench_resources.reader.passages import STOP_WORDS, is_same_word

_PARTICLES = frozenset({"de", "del", "la", "von", "van", "den", "der", "di", "du", "al", "el", "bin", "ben", "y"})
_SUFFIX = re.compile(r",?\s+(?:Jr|Sr|II|III|IV|Esq)\.?(?=$|[,\s])", re.IGNORECASE)
_MAX_NAME_WORDS = 6


@dataclass(frozen=True)
class PersonName:
    """A person's name taken apart: given names or initials in order, and the surname; lower case, no accents."""

    given: tuple[str, ...]
    surname: str


@lru_cache(maxsize=20_000)
def parse_person(name: str) -> PersonName | None:
    """The parts of a name in the form "First M. Last", "LAST, First M." or "Last"; None for what is no such name."""
    plain = _SUFFIX.sub("", strip_honorifics(" ".join(name.split())).strip(" .,;:()\"'“”"))
    if not plain or any(char.isdigit() for char in plain) or len(plain.split()) > _MAX_NAME_WORDS:
        return None
    head, comma, tail = plain.partition(",")
    if comma and len(head.split()) > 2:  # a title after the name, not a name turned round
        return None
    words = [fold(word) for word in ((tail + " " + head) if comma else plain).replace(".", ". ").split()]
    words = _without_title([word for word in words if word])
    if not words or any(len(word) > 1 and word in STOP_WORDS | BODY_WORDS for word in words):
        return None
    given = tuple(word for word in words[:-1] if word not in _PARTICLES)
    return PersonName(given, words[-1])


def _without_title(words: Sequence[str]) -> list[str]:
    """The words after the last title before the surname: "Fire Marshal Carr" gives "Carr"."""
    titled = [i for i, word in enumerate(words[:-1]) if word in TITLE_WORDS]
    return [word for word in words[titled[-1] + 1 if titled else 0 :] if word not in TITLE_WORDS]


def fold(text: str) -> str:
    """Letters and digits only, small, without accents where there is a plain letter."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode() or text
    return re.sub(r"[^\w]", "", plain).casefold()


def same_person(one: PersonName, other: PersonName) -> bool:
    """Whether two names may be one person's: surnames alike, every given name they share alike or an initial of it."""
    if not is_same_word(one.surname, other.surname):
        return False
    if not one.given or not other.given:
        return True
    if not same_given(one.given[0], other.given[0]):
        return False
    return len(one.given) < 2 or len(other.given) < 2 or same_given(one.given[1], other.given[1])


def same_given(one: str, other: str) -> bool:
    """Whether two given names may be one: alike, or one the initial of the other."""
    if len(one) == 1 or len(other) == 1:
        return one[:1] == other[:1]
    return is_same_word(one, other)


@lru_cache(maxsize=4_000)
def people_named(question: str) -> tuple[PersonName, ...]:
    """People whom a question names with a given name and a surname."""
    found = []
    for run in find_proper(question):
        name = parse_person(run.text) if run.kind is AnswerType.PERSON else None
        if name is not None and name.given and len(name.surname) > 2:
            found.append(name)
    return tuple(found)


def names_another(people: Sequence[PersonName], text: str) -> bool:
    """Whether a text names only other bearers of a person's surname: "Ann Carr" where "Paul Carr" is asked about."""
    return any(_only_others(person, text) for person in people)


def _only_others(person: PersonName, text: str) -> bool:
    bearers = re.findall(
        rf"(?:\b([A-Z][\w'\u2019]*)\.?\s+)?(?:\b([A-Z][\w'\u2019]*)\.?\s+)?\b{person.surname}\b(?:,\s+([A-Z]\w+))?",
        text,
        re.IGNORECASE,
    )
    shown = [[word for word in bearer if word[:1].isupper()] for bearer in bearers]
    given = [[fold(word) for word in words if fold(word) not in TITLE_WORDS | _NO_GIVEN] for words in shown]
    return bool(given) and all(words and not _may_be_given(person, words) for words in given)


def _may_be_given(person: PersonName, words: Sequence[str]) -> bool:
    """Whether what stands before a surname may be the person's given names: full names decide before initials."""
    full = [word for word in words if len(word) > 1]
    return any(_is_given_of(person, word) for word in full or words)


def _is_given_of(person: PersonName, word: str) -> bool:
    return any(same_given(word, given) for given in person.given)


_NO_GIVEN = STOP_WORDS | frozenset(
    "mr mrs ms miss dr messrs subject re alias aka said says see name named january february march "
    "april may june july august september october november december".split()
)
