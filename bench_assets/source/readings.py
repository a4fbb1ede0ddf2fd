"""How a word of a scanned document is to be read: marks mended, and a listed word known under one error.

Belongs here: what a word says. Does not: whether it is part of a name (mentions.py).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from bench_resources.misreadings import LETTERS, misreadings_of
from bench_resources.names import COMMON_GIVEN_NAMES, GIVEN_NAMES, NOT_NAMES, TITLES
from bench_resources.words import is_english

# A digit or a mark, a capital I after small letters (for l), a small l among capitals or for the first one (for I).
SOILED = rf"[^{LETTERS}'\x{{2019}}-]|[a-z][a-z][a-z]I|[a-z]I[a-z]|[A-Z]l[A-Z]|[A-Z][A-Z]l$|^l[^aeiouly]"
MIN_LISTED_CHARS = 6  # a common given name is known from five letters on


def lower_reading(lower: str) -> str:
    """The listed word that a word in small letters is a misreading of, or the word itself; "harnet" is "harriet"."""
    return misread_words().get(lower, lower)


@cache
def misread_words() -> dict[str, str]:
    """What one error makes of given names, titles and words of forms, and is no word: misreading -> word.

    A form that could be of two kinds is left out; of two words of one kind the first by letters is taken.
    """
    long_titles = {word for title in TITLES for word in title.split() if len(word) >= MIN_LISTED_CHARS}
    long_words = {word for word in NOT_NAMES if len(word) >= MIN_LISTED_CHARS}
    listed = GIVEN_NAMES | NOT_NAMES | long_titles
    long_names = {name for name in GIVEN_NAMES if len(name) >= MIN_LISTED_CHARS}
    given = _misread(COMMON_GIVEN_NAMES | long_names, listed)
    other = _misread(long_titles | long_words, listed)
    both = given.keys() & other.keys()
    return {form: word for form, word in (given | other).items() if form not in both}


def _misread(words: Iterable[str], listed: frozenset[str] | set[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for word in sorted(words):
        for form in misreadings_of(word):
            if form not in found and form not in listed and not is_english(form):
                found[form] = word
    return found
