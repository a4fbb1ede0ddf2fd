"""Names in a text that scanning damaged: near matches of long names, by their letters alone.

Belongs here: the second pass of the rescan. Does not: exact matches (rescan.py), joining names (aliases.py).
A text is squeezed to its letters, so that marks, blanks, line ends and digits inside a name do not matter. Where some
letters in a row are a name's, the stretch round them is compared with the whole name: it must cost little in errors of
recognition, begin and end with a word, and hold no word that is itself one.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench_assets.source.readings import lower_reading
from bench_resources.misreadings import AS_LETTER, LOOK_ALIKES, distance, mend
from bench_resources.names import GIVEN_NAMES, TITLES
from bench_resources.words import frequencies, zipf

SEED_CHARS = 5  # of a name, in a row and whole: two errors leave them in sixteen letters
MIN_ZIPF_COMMON = 4.3  # what words as common as this hold is no seed ...
MIN_SEEDS = 4  # ... while so many others are left
MIN_CHARS = 10  # of a name of several words
MIN_ALONE_CHARS = 7  # of a surname alone
COST_PER_CHAR = 0.13  # as in aliases.py
ALONE_COST = 0.5  # one look-alike in a surname alone; behind a title as in a full name
SHIFTS = (0, -1, 1, -2, 2)  # letters by which a stretch may begin elsewhere, or be longer or shorter
MAX_ZIPF = 2.0  # a word as common as this is no misreading ...
MIN_SURE_CHARS = 18  # ... but for one look-alike in a name as long as this: "Coastal Fort Authority"
MAX_ZIPF_INITIAL = 3.5  # people of a commoner surname differ by their initials
MAX_NAMES = 24  # of an entity: the rest are misreadings of these
NEAR_NAME = 2  # letters: names nearer than this to one that is looked for anyway are not looked for
CODE_POINTS = 0x250  # of Latin letters with and without marks; the rest is dropped
WORD_BEFORE = re.compile(r"([A-Za-z]+)\.?\s{1,3}\Z")
CONTEXT_CHARS = 24
MEMORY = 10_000  # costs that are kept
DOUBLE = re.compile(r"[^\W\d_]|-[A-Z]")
WORDS = re.compile(r"\s+|(?<=\w)[,;:]\s*|(?<=\w)\.\s*")


class Name(NamedTuple):
    """One name that is looked for: its letters, its words, whose it is, and what it may cost."""

    letters: str
    words: tuple[str, ...]
    entity_id: str
    limit: float

    @property
    def max_edits(self) -> int:
        """The most letters that may differ: each look-alike costs half."""
        return int(2 * self.limit)


class Page(NamedTuple):
    """A text, its letters, and at which of its characters each stands."""

    text: str
    letters: str
    places: npt.NDArray[np.int64]


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
    is_kept &= ~stands_in | beside[:-2] | beside[2:]
    return letters[is_kept].tobytes().decode("ascii"), is_kept


class NearScanner:
    """Finds which entities a text names under a misreading."""

    def __init__(self, aliases: Mapping[str, Iterable[str]]) -> None:
        """Takes the aliases of each entity_id; short ones and acronyms are left to exact matching."""
        import ahocorasick_rs  # noqa: PLC0415 - a compiled library, loaded where it is used
        from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - as above

        self._edits = Levenshtein.distance
        self._names = [
            name for entity_id in sorted(aliases) for name in names_to_find(entity_id, sorted(set(aliases[entity_id])))
        ]
        seeds: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, name in enumerate(self._names):
            for at in seed_places(name.letters):
                seeds[name.letters[at : at + SEED_CHARS]].append((at, number))
        self._seeds = [seeds[seed] for seed in sorted(seeds)]
        self._automaton = ahocorasick_rs.AhoCorasick(sorted(seeds)) if seeds else None

    def entities(self, text: str, found: Iterable[str] = ()) -> set[str]:
        """entity_ids that the text names nearly, beside those already found."""
        if self._automaton is None:
            return set()
        letters, is_kept = squeeze(text)
        places: npt.NDArray[np.int64] | None = None
        known = set(found)
        near: set[str] = set()
        for name, start in self._candidates(letters, known):
            if name.entity_id in known or not self._is_near(name, letters, start):
                continue
            places = np.flatnonzero(is_kept) if places is None else places
            page = Page(text, letters, places)
            if any(self._is_named(name, page, start + shift) for shift in SHIFTS):
                near.add(name.entity_id)
                known.add(name.entity_id)
        return near

    def _candidates(self, letters: str, known: set[str]) -> Iterator[tuple[Name, int]]:
        """Each name of which some letters stand in the text, and where it would begin; an entity known is passed by."""
        assert self._automaton is not None
        seen: set[tuple[int, int]] = set()
        for index, place, _ in self._automaton.find_matches_as_indexes(letters, overlapping=True):
            for at, number in self._seeds[index]:
                start = place - at
                if (number, start) in seen or start < 0:
                    continue
                seen.add((number, start))
                name = self._names[number]
                if name.entity_id not in known:
                    yield name, start

    def _is_near(self, name: Name, letters: str, start: int) -> bool:
        """A quick look: few letters differ in a stretch as long as the name, one lost at either end made good."""
        cutoff = name.max_edits + 1
        n: int = self._edits(name.letters, letters[start : start + len(name.letters)], score_cutoff=cutoff)
        return n <= cutoff

    def _is_named(self, name: Name, page: Page, start: int) -> bool:
        """True when a stretch that begins at letter `start` is the name, misread."""
        if start < 0 or start >= len(page.places) or not begins_word(page.text, int(page.places[start])):
            return False
        for shift in SHIFTS:
            last = start + len(name.letters) + shift - 1
            if last >= len(page.places) or not ends_word(page.text, int(page.places[last])):
                continue
            stretch = page.letters[start : last + 1]
            if self._edits(name.letters, stretch, score_cutoff=name.max_edits) > name.max_edits:
                continue
            if stretch != name.letters and (stretch.startswith(name.letters) or stretch.endswith(name.letters)):
                continue  # "Fenwicks", "McFenwick"
            cost = cost_of(name.letters, stretch, name.limit)
            span = int(page.places[start]), int(page.places[last]) + 1
            if cost <= name.limit and is_misreading(name, page.text, span, cost):
                return True
        return False


def names_to_find(entity_id: str, aliases: Sequence[str]) -> list[Name]:
    """The aliases long enough, those made of the entity's common words first, without those near to one before."""
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - loaded where it is used

    worded = {alias: words_of(alias) for alias in aliases}
    frequency = Counter(word for words in worded.values() for word in set(words))
    ordered = sorted(aliases, key=lambda alias: (-min((frequency[word] for word in worded[alias]), default=0), alias))
    kept: list[Name] = []
    for alias in ordered:
        letters, words = "".join(worded[alias]), worded[alias]
        is_long = len(letters) >= (MIN_CHARS if len(words) > 1 else MIN_ALONE_CHARS)
        is_new = all(Levenshtein.distance(letters, name.letters) > NEAR_NAME for name in kept)
        if is_long and is_new and len(kept) < MAX_NAMES:
            kept.append(Name(letters, words, entity_id, max(ALONE_COST, COST_PER_CHAR * len(letters))))
    return kept


def seed_places(letters: str) -> list[int]:
    """Where the seeds of a name begin: those that no common word holds, unless that leaves too few."""
    places = range(len(letters) - SEED_CHARS + 1)
    rare = [at for at in places if letters[at : at + SEED_CHARS] not in common_seeds()]
    return rare if len(rare) >= MIN_SEEDS else list(places)


@cache
def common_seeds() -> frozenset[str]:
    """Letters in a row that common words hold: each would be met on every page."""
    return frozenset(
        word[at : at + SEED_CHARS]
        for word, frequency in frequencies().items()
        if frequency >= MIN_ZIPF_COMMON
        for at in range(len(word) - SEED_CHARS + 1)
    )


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as they are squeezed."""
    squeezed = (squeeze(word)[0] for word in WORDS.split(name))
    return tuple(word for word in squeezed if word)


@lru_cache(maxsize=MEMORY)
def cost_of(name: str, stretch: str, limit: float) -> float:
    """The cost of the errors between a name and a stretch; a page that says one thing over and over is judged once."""
    return distance(name, stretch, limit)


def begins_word(text: str, at: int) -> bool:
    """True when no letter stands right before the place."""
    return at == 0 or not text[at - 1].isalpha()


def ends_word(text: str, at: int) -> bool:
    """True when neither a letter nor a double name's second half stands right after the place."""
    return DOUBLE.match(text, at + 1) is None


def is_misreading(name: Name, text: str, span: tuple[int, int], cost: float) -> bool:
    """True when the words of the stretch are none of their own, and its initials can be the name's."""
    start, end = span
    words = [word for word in WORDS.split(text[start:end]) if word]
    read = [squeeze(mend(word))[0] for word in words]
    if len(name.words) == 1 and cost > ALONE_COST and not follows_title(text, start):
        return False
    if cost == 0 and len(name.words) > 1:
        return True  # parted: "Fen wick"
    known = [word for word in read if len(word) > 1 and word not in name.words and is_known(word)]
    if known and not (cost <= ALONE_COST and len(name.letters) >= MIN_SURE_CHARS and GIVEN_NAMES.isdisjoint(known)):
        return False
    if len(read) != len(name.words):
        # Words were parted or run together; an initial that is lost makes another name.
        return cost < 1 or n_initials(read) >= n_initials(name.words)
    return all(is_same_initial(word, other, name) for word, other in zip(read, name.words, strict=True))


def n_initials(words: Iterable[str]) -> int:
    """How many words are a single letter."""
    return sum(len(word) == 1 for word in words)


def is_known(word: str) -> bool:
    """True for a given name or a word, which is no misreading of another."""
    return word in GIVEN_NAMES or zipf(word) >= MAX_ZIPF


def is_same_initial(word: str, other: str, name: Name) -> bool:
    """True unless a single letter stands for one that it is not read for."""
    if min(len(word), len(other)) > 1 or word == other:
        return True
    return word + other in LOOK_ALIKES and max(map(zipf, name.words)) < MAX_ZIPF_INITIAL


def follows_title(text: str, start: int) -> bool:
    """True when the word before the place is a title."""
    before = WORD_BEFORE.search(text[max(0, start - CONTEXT_CHARS) : start])
    return before is not None and lower_reading(before[1].lower()) in TITLES
