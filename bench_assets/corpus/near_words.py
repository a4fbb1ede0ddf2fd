"""One stretch of a text against one name: whether its words can be the name's, misread.

Belongs here: letters without marks, dirt, the words of a stretch, initials. Does not: finding a stretch
(near_names.py).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench_assets.corpus.near_people import MAX_ZIPF_INITIAL
from bench_assets.source.readings import lower_reading
from bench_resources.misreadings import (
    ALIKE_COST,
    AS_LETTER,
    COST_PER_CHAR,
    LOOK_ALIKES,
    MAX_ZIPF_MISREAD,
    MIN_SURE_CHARS,
    distance,
    mend,
)
from bench_resources.names import GIVEN_NAMES, TITLES
from bench_resources.words import zipf

TITLE_RELIEF = 0.5  # a title says that a surname follows
WORD_COST_PER_CHAR = 0.3  # errors come in patches, but not one word of a name may be quite another
LONG_WORD_COST = 1.5  # of a short word, where the rest of the name is long or has several words
MIN_WORDS = 2
ALONE_COST = 0.5  # one look-alike in a surname alone; behind a title as in a full name
CODE_POINTS = 0x250  # of Latin letters with and without marks; the rest is dropped
DIRT = r"[~^*|\\{}<>=+#%@`!$_]"
PIECES = re.compile(rf"{DIRT}|[:;]")
# "Harold'J. Fenwick", "HaroldJ. Fenwick"
JOINTS = re.compile(rf"(?:['\u2019]|{DIRT})(?=[A-Z])|(?<=[a-z])(?=[A-Z](?:\.|\Z))")
UNREADABLE = re.compile(r"[^\w\s]\.")  # an initial of which a mark is left: "H. |. Fenwick"
POINTED = re.compile(rf"[A-Z](?:{DIRT}|[:;])")
LOST_INITIAL = re.compile(r"(?:^|\s)[^\w\s]?\.\s{1,2}\Z")  # one of which its point is left: ". J. Fenwick"
ANY_LETTER = "?"
SOILED = re.compile(rf"(?<=[A-Za-z]){DIRT}|{DIRT}(?=[A-Za-z])|[A-Za-z][:;](?=[a-z])|[A-Za-z]{{2}}[:;](?=[A-Z])")
SOILED_BEFORE = re.compile(rf"(?<!\w){DIRT}\Z")
SOILED_AFTER = re.compile(rf"{DIRT}(?!\w)")
WORD_BEFORE = re.compile(rf"([A-Za-z][^\s.']*)[.'\s]{{1,3}}{DIRT}?\Z")
CONTEXT_CHARS = 24
# A mark right before a small letter, or a colon between letters, is dirt in the middle of a word.
WORDS = re.compile(r"\s+|(?<=\w)[,.;:](?![a-z]|(?<=\w\w[;:])[A-Z])\s*")


class Name(NamedTuple):
    """One name that is looked for: its letters, its words, whose it is, what it may cost, all words of its owner."""

    letters: str
    words: tuple[str, ...]
    entity_id: str
    limit: float
    max_edits: int  # the most letters that may differ: each look-alike costs half
    own_words: frozenset[str]


class Word(NamedTuple):
    """One word of a stretch: its letters, what stands there, and how much dirt is in it or at its ends."""

    letters: str
    shown: str
    n_dirt: int


@cache
def letter_table() -> npt.NDArray[np.uint8]:
    """For each code point the small letter that it is read as; 0 for what is no letter."""
    table = np.zeros(CODE_POINTS, np.uint8)
    for code in range(CODE_POINTS):
        character = chr(code)
        plain = AS_LETTER.get(character) or unicodedata.normalize("NFKD", character)[0].lower()
        if plain.isascii() and plain.isalpha():
            table[code] = ord(plain)
    return table


@cache
def is_letter_table() -> npt.NDArray[np.bool_]:
    """For each code point whether it is a letter by itself."""
    return np.array([chr(code).isalpha() for code in range(CODE_POINTS)], np.bool_)


def squeeze(text: str) -> tuple[str, npt.NDArray[np.bool_]]:
    """The letters of a text, small and without accents, and which of its characters they are."""
    codes = np.frombuffer(text.encode("utf-32-le", "replace"), dtype=np.uint32)
    codes = np.where(codes < CODE_POINTS, codes, 0)
    letters = letter_table()[codes]
    is_kept = letters > 0
    # A digit or a mark is one only beside a letter: a page's number is none.
    stands_in = is_kept & ~is_letter_table()[codes]
    beside = np.zeros(len(codes) + 2, np.bool_)
    beside[1:-1] = is_kept & ~stands_in
    is_kept &= ~stands_in | beside[:-2] | beside[2:] | is_initial(codes)
    return letters[is_kept].tobytes().decode("ascii"), is_kept


def is_initial(codes: npt.NDArray[np.uint32]) -> npt.NDArray[np.bool_]:
    """Which characters are a nought that stands for an initial: "0. J. Fenwick". Other digits number lines."""
    found = np.zeros(len(codes), np.bool_)
    is_lone = ~is_word_table()[codes[:-2]] & (codes[1:-1] == ord("0")) & (codes[2:] == ord("."))
    found[1:-1] = is_lone
    return found


@cache
def is_word_table() -> npt.NDArray[np.bool_]:
    """For each code point whether it is a letter or a digit."""
    return np.array([chr(code).isalnum() for code in range(CODE_POINTS)], np.bool_)


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as they are squeezed."""
    squeezed = (squeeze(word)[0] for word in WORDS.split(name))
    return tuple(word for word in squeezed if word)


def relief_of(name: Name, text: str, span: tuple[int, int]) -> float:
    """What more the errors of a stretch may cost: for each dirt, and for a title before a surname alone."""
    is_titled = len(name.words) == 1 and follows_title(text, span[0])
    return (1 - ALIKE_COST) * n_soiled(text, span) + TITLE_RELIEF * is_titled


def n_soiled(text: str, span: tuple[int, int]) -> int:
    """How much dirt stands in the words of a stretch, and where its first or last letter may have been."""
    start, end = span
    before = SOILED_BEFORE.search(text[max(0, start - 2) : start]) is not None
    return len(SOILED.findall(text[start:end])) + before + (SOILED_AFTER.match(text, end) is not None)


def is_misreading(name: Name, text: str, span: tuple[int, int], cost: float) -> bool:
    """True when the words of the stretch are none of their own, and its initials can be the name's."""
    if len(name.words) == 1 and cost > ALONE_COST and not follows_title(text, span[0]):
        return False
    if cost == 0 and len(name.words) > 1:
        return True  # parted: "Fen wick"
    start, end = span
    is_soiled = SOILED_BEFORE.search(text[max(0, start - 2) : start]) is not None
    partings = partings_of(text[start:end], len(name.words))
    return any(may_be(name, read_words(shown, is_soiled=is_soiled), cost, text[:start]) for shown in partings)


def may_be(name: Name, words: Sequence[Word], cost: float, before: str) -> bool:
    """True when such words, behind that text, can be the name's, misread at that cost."""
    known = known_words(name, words)
    if known and not is_sure(name, words, known, cost):
        return False
    if len(words) == len(name.words):
        return are_same_words(name, words, cost)
    whole = [word for word in words if len(word.letters) > 1]  # parted or run together, or dirt stands between
    has_initials = has_same_initials(name, words) or has_lost_initial(name, words, before)
    return cost < 1 or (has_initials and are_same_words(name, whole, cost))


def read_words(shown: Sequence[str], *, is_soiled: bool) -> list[Word]:
    """The words of a stretch as they are read; dirt before the first one is its own."""
    return [
        Word(
            letters_of(word),
            word,
            len(SOILED.findall(word)) + (at == 0 and is_soiled),
        )
        for at, word in enumerate(shown)
    ]


def letters_of(word: str) -> str:
    """The letters that a word is read as: of an initial its own, whatever stands for its point ("J!")."""
    if UNREADABLE.fullmatch(word):
        return ANY_LETTER
    return squeeze(word[0] if POINTED.fullmatch(word) else mend(word))[0]


def partings_of(stretch: str, n: int) -> list[list[str]]:
    """The words of a stretch, in each way to part it: by blanks and points first.

    Where that makes too few, marks and dirt part them if that makes the `n` that there should be: "Harold'J.~FENWICK";
    where it makes too many, only blanks do: "FE:WICK".
    """
    words = [word for word in WORDS.split(stretch) if is_word(word)]
    if len(words) > n == len(stretch.split()):
        return [stretch.split()]
    ways = [[piece for word in words for piece in joint.split(word) if is_word(piece)] for joint in (JOINTS, PIECES)]
    return [words, *(way for way in ways if len(words) < n == len(way))]


def is_word(piece: str) -> bool:
    """True for what has a letter or a digit, or is all that is left of an initial."""
    return any(map(str.isalnum, piece)) or UNREADABLE.fullmatch(piece) is not None


def is_sure(name: Name, words: Sequence[Word], known: Sequence[str], cost: float) -> bool:
    """True when words in their own right are misreadings all the same, in a name so long that it is no other.

    Either a single look-alike is all that differs, or one word was read as a rarer one that has a look-alike in it or
    lacks a letter, and the rest is long: "Coastal Pot Authority".
    """
    if len(name.letters) < MIN_SURE_CHARS or not GIVEN_NAMES.isdisjoint(known):
        return False
    if cost <= ALONE_COST:
        return True
    if len(known) > 1 or len(words) != len(name.words):
        return False
    word, other = known[0], name.words[[word.letters for word in words].index(known[0])]
    n_lost = len(other) - len(word)
    is_one_error = n_lost in (0, 1) and distance(other, word, 1) <= max(ALIKE_COST, n_lost)
    return is_one_error and len(name.letters) - len(other) >= MIN_SURE_CHARS and zipf(word) < zipf(other)


def known_words(name: Name, words: Sequence[Word]) -> list[str]:
    """Those read that are words or given names in their own right, and not the name's."""
    if len(name.words) == 1 or len(words) != len(name.words):
        strange = [word.letters for word in words if word.letters not in name.words]
    else:
        pairs = zip(words, name.words, strict=True)
        strange = [
            word.letters for word, other in pairs if not (word.letters == other or is_excused(word, other, name))
        ]
    return [letters for letters in strange if len(letters) > 1 and is_known(letters)]


def is_excused(word: Word, other: str, name: Name) -> bool:
    """True for a word that is one in its own right by chance: what stands there shows that it was another.

    Another form of the name has it, or dirt stands in it ("Olive~" for Oliver), or it lost its capital ("arold"), or
    the other is a title, which no name but this one begins with.
    """
    if word.letters in name.words or (word.letters in name.own_words and is_near_word(word.letters, other)):
        return True
    if word.n_dirt or (other in TITLES and is_near_word(word.letters, other)):
        return True
    return word.shown[:1].islower() and distance(other[1:], word.letters, ALIKE_COST) <= ALIKE_COST


def has_same_initials(name: Name, words: Sequence[Word]) -> bool:
    """True when no initial was lost, and none was added that is another's; a small letter is dirt."""
    if wanted := initials(name.words):
        held = [word.letters for word in words if len(word.letters) == 1]
        each = all(any(is_same_initial(letter, other, name) for letter in held) for other in wanted)
        return each and len(held) >= len(wanted)  # "M. Fenwick" is no "W. W. Fenwick"
    own = initials(name.own_words)
    added = [word.letters for word in words if len(word.letters) == 1 and any(map(str.isupper, word.shown))]
    return not own or all(any(is_same_initial(letter, other, name) for other in own) for letter in added)


def has_lost_initial(name: Name, words: Sequence[Word], before: str) -> bool:
    """True when all but the name's first initial was read, and the point of that one stands before the stretch."""
    held = [word.letters for word in words if len(word.letters) == 1]
    wanted = initials(name.words)
    is_first = len(wanted) > 1 and wanted[0] == name.words[0]
    if not is_first or len(held) != len(wanted) - 1 or LOST_INITIAL.search(before[-CONTEXT_CHARS:]) is None:
        return False
    return all(is_same_initial(letter, other, name) for letter, other in zip(held, wanted[1:], strict=True))


def initials(words: Iterable[str]) -> list[str]:
    """The words that are a single letter."""
    return [word for word in words if len(word) == 1]


def is_known(word: str) -> bool:
    """True for a given name or a word, which is no misreading of another."""
    return word in GIVEN_NAMES or zipf(word) >= MAX_ZIPF_MISREAD


def is_near_word(word: str, other: str) -> bool:
    """True when the errors between two words cost no more than in a name as long, or one letter."""
    limit = max(1.0, COST_PER_CHAR * len(other))
    return distance(other, word, limit) <= limit


def are_same_words(name: Name, words: Sequence[Word], cost: float) -> bool:
    """True unless as many words were read as the name has, and one is not the name's."""
    if len(words) != len(name.words):
        return True
    return all(is_same_word(word, other, name, cost) for word, other in zip(words, name.words, strict=True))


def is_same_word(word: Word, other: str, name: Name, cost: float) -> bool:
    """True for a word that may be the other, misread; a single letter must be one that it is read for."""
    if min(len(word.letters), len(other)) == 1:
        return is_same_initial(word.letters, other, name)
    if cost <= 1:
        return True  # or else the blank is misplaced: "Har oldFenwick"
    is_long = len(name.letters) >= MIN_SURE_CHARS or len(name.words) > MIN_WORDS
    limit = max(LONG_WORD_COST, len(other) / 3) if is_long else max(1.0, WORD_COST_PER_CHAR * len(other))
    limit += (1 - ALIKE_COST) * word.n_dirt
    return distance(other, word.letters, limit) <= limit


def is_same_initial(word: str, other: str, name: Name) -> bool:
    """True unless a single letter stands for one that it is not read for."""
    rarest = min((zipf(part) for part in name.words if len(part) > 1), default=0.0)  # most often the surname
    is_alike = word == ANY_LETTER or word + other in LOOK_ALIKES
    return word == other or (is_alike and rarest < MAX_ZIPF_INITIAL)


def follows_title(text: str, start: int) -> bool:
    """True when the word before the place is a title, misread or not."""
    before = WORD_BEFORE.search(text[max(0, start - CONTEXT_CHARS) : start])
    return before is not None and lower_reading(squeeze(mend(before[1]))[0]) in TITLES
