"""Which words are English, from an offline frequency list.

Belongs here: look-ups in wordfreq's list, loaded at the first call. Does not: any corpus's own vocabulary.
"""

from __future__ import annotations

import math
from functools import cache

PER_BILLION = 9  # a Zipf frequency is the logarithm of occurrences in a thousand million words
ABSENT = 0.0

# The list was counted on real text and holds its typing errors: "tbe" 2.6, "anc" 3.4. Short strings collide with it by
# chance, so the shorter a word, the more common it must be. Measured: letters drawn at random, by length.
MIN_ZIPF_BY_LENGTH = {1: 5.5, 2: 4.6, 3: 3.9, 4: 3.1, 5: 2.6}
MIN_ZIPF_LONGER = 1.7


@cache
def frequencies() -> dict[str, float]:
    """Zipf frequency by lower-case word, about 320,000 English ones. Takes half a second, once a process."""
    import wordfreq  # noqa: PLC0415 - half a second to load, and only some stages ask

    return {word: math.log10(share) + PER_BILLION for word, share in wordfreq.get_frequency_dict("en", "large").items()}


def zipf(word: str) -> float:
    """The Zipf frequency of a word in any case: 7 is "the", 3 is rare but known, 0.0 is not in the list."""
    return frequencies().get(word.lower(), ABSENT)


def is_english(word: str) -> bool:
    """True for a word frequent enough for its length not to be an accident. Apostrophes and hyphens are not words."""
    return zipf(word) >= MIN_ZIPF_BY_LENGTH.get(len(word), MIN_ZIPF_LONGER)


@cache
def english_words() -> frozenset[str]:
    """Every lower-case word that `is_english`."""
    return frozenset(word for word in frequencies() if is_english(word))
