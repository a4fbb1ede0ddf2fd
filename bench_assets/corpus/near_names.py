"""Names in a text that scanning damaged: near matches of long names, by their letters alone.

Belongs here: the second pass of the rescan. Does not: exact matches (rescan.py), joining names (aliases.py).
A text is squeezed to its letters, so that marks, blanks, line ends and digits inside a name do not matter. Where some
letters in a row are a name's, the stretch round them is compared with the whole name: it must cost little in errors of
recognition, begin and end with a word, and hold no word that is itself one. Dirt inside a word shows that a letter was
misread there, so that another error costs as little as a look-alike.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import ceil
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from bench_assets.corpus.near_words import (
    ALONE_COST,
    CONTEXT_CHARS,
    Name,
    is_known,
    is_misreading,
    relief_of,
    squeeze,
    words_of,
)
from bench_assets.source.readings import lower_reading
from bench_resources.misreadings import (
    ALIKE_COST,
    COST_PER_CHAR,
    distance,
    misreadings_of,
)
from bench_resources.names import TITLES
from bench_resources.words import frequencies

SEED_CHARS = 5  # of a name, in a row and whole: two errors leave them in sixteen letters
MIN_ZIPF_COMMON = 4.3  # what words as common as this hold is no seed ...
MIN_SEEDS = 4  # ... while so many others are left
MIN_CHARS = 10  # of a name of several words
MIN_ALONE_CHARS = 7  # of a surname alone
LONG_CHARS = 22  # of a name that may bear three lost letters
SHIFTS = (0, -1, 1, -2, 2)  # letters by which a stretch may begin elsewhere, or be longer or shorter
MAX_NAMES = 24  # of an entity: the rest are misreadings of these
STRAY_TIMES = 3  # as often as a word of a name stands the word that it is a misreading of
NEAR_NAME = 2  # letters: names nearer than this to one that is looked for anyway are not looked for
RUN_ON = re.compile(r"(?<![A-Za-z])[A-Za-z]+\Z")
# Words beside a name that may have lost the blank between: "metHarold Fenwick". Left out behind a name: those that end
# surnames ("on", "in", "is", "as").
JOINING = frozenset({
    "after", "also", "and", "asked", "at", "because", "before", "for", "from", "had", "has", "have", "met", "said",
    "saw", "should", "since", "talked", "that", "then", "told", "until", "was", "were", "when", "where", "which",
    "while", "who", "will", "with", "would",
})  # fmt: skip
JOINING_BEFORE = JOINING | {"by", "of", "the", "to"}
RUN_ON_AFTER = re.compile(rf"(?:{'|'.join(sorted(JOINING))})(?![A-Za-z])")
LAST_WORD = re.compile(r"[A-Za-z]+\Z")
MEMORY = 10_000  # costs that are kept
DOUBLE = re.compile(r"[^\W\d_]|-[A-Z]")


class Page(NamedTuple):
    """A text, its letters, and at which of its characters each stands."""

    text: str
    letters: str
    places: npt.NDArray[np.int64]


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
            for seed, at in seeds_of(name):
                seeds[seed].append((at, number))
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
                if (number, start) in seen or start < min(SHIFTS):  # the text may begin with a letter lost
                    continue
                seen.add((number, start))
                name = self._names[number]
                if name.entity_id not in known:
                    yield name, start

    def _is_near(self, name: Name, letters: str, start: int) -> bool:
        """A quick look: few letters differ in a stretch as long as the name, one lost at either end made good."""
        cutoff = name.max_edits + 1
        n: int = self._edits(name.letters, letters[max(0, start) : start + len(name.letters)], score_cutoff=cutoff)
        return n <= cutoff

    def _is_named(self, name: Name, page: Page, start: int) -> bool:
        """True when a stretch that begins at letter `start` is the name, misread."""
        if start < 0 or start >= len(page.places) or not begins_name(page.text, int(page.places[start]), name):
            return False
        for shift in SHIFTS:
            last = start + len(name.letters) + shift - 1
            if last >= len(page.places) or not ends_name(page.text, int(page.places[last])):
                continue
            stretch = page.letters[start : last + 1]
            edits = self._edits(name.letters, stretch, score_cutoff=name.max_edits)
            if edits > name.max_edits:
                continue
            if stretch != name.letters and (stretch.startswith(name.letters) or stretch.endswith(name.letters)):
                continue  # "Fenwicks", "McFenwick"
            span = int(page.places[start]), int(page.places[last]) + 1
            relief = relief_of(name, page.text, span) if edits else 0
            cost = cost_of(name.letters, stretch, name.limit + relief)
            if cost - relief <= name.limit and is_misreading(name, page.text, span, cost):
                return True
        return False


def names_to_find(entity_id: str, aliases: Sequence[str]) -> list[Name]:
    """The aliases long enough, those without a misread word first, then those made of the entity's common words.

    One that is near to another before it is not looked for: it is a misreading of that one, or both are.

    A name with an initial and the name without it are both looked for: read through the other, the loss of the initial
    would use up what errors may cost.
    """
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - loaded where it is used

    worded = {alias: words_of(alias) for alias in aliases}
    frequency = Counter(word for words in worded.values() for word in set(words))
    strays = stray_words(frequency)

    def rank(alias: str) -> tuple[int, list[int], str]:
        words = worded[alias]
        return sum(word in strays for word in words), [-n for n in sorted(frequency[word] for word in words)], alias

    ordered = sorted(aliases, key=rank)
    own_words = frozenset(frequency)
    kept: list[Name] = []
    for alias in ordered:
        letters, words = "".join(worded[alias]), worded[alias]
        is_long = len(letters) >= (MIN_CHARS if len(words) > 1 else MIN_ALONE_CHARS)
        alike = (name.letters for name in kept if len(name.words) == len(words))
        is_new = all(Levenshtein.distance(letters, other) > NEAR_NAME for other in alike)
        if is_long and is_new and len(kept) < MAX_NAMES:
            limit = cost_limit(len(letters))
            kept.append(Name(letters, words, entity_id, limit, int(limit / ALIKE_COST), own_words))
    return kept


def stray_words(frequency: Mapping[str, int]) -> set[str]:
    """The words of an entity's names that are misread: rare ones near to a frequent one, rare middle initials."""
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - loaded where it is used

    ordered = sorted((word for word in frequency if len(word) > NEAR_NAME), key=lambda word: (-frequency[word], word))
    kept: list[str] = []
    strays: set[str] = set()
    for word in ordered:
        common = (other for other in kept if frequency[other] >= STRAY_TIMES * frequency[word])
        is_stray = any(Levenshtein.distance(word, other, score_cutoff=NEAR_NAME) <= NEAR_NAME for other in common)
        (strays.add if is_stray else kept.append)(word)
    first = {word[0] for word in kept}
    middle = {word: n for word, n in frequency.items() if len(word) == 1 and word not in first}
    most = max(middle.values(), default=0)
    return strays | {word for word, n in middle.items() if n * STRAY_TIMES <= most}


def cost_limit(n_letters: int) -> float:
    """What the errors in so many letters may cost; rounded up to the next half in a name too long to be another."""
    limit = max(ALONE_COST, COST_PER_CHAR * n_letters)
    return limit if n_letters < LONG_CHARS else ceil(limit / ALIKE_COST) * ALIKE_COST


def seeds_of(name: Name) -> list[tuple[str, int]]:
    """The letters in a row by which a name is met, and where in it they begin.

    One error in the middle of a surname alone breaks every seed of it: then the whole misread surname is one.
    """
    letters = name.letters
    seeds = [(letters[at : at + SEED_CHARS], at) for at in seed_places(letters)]
    if len(name.words) > 1:
        return seeds
    missed = (form for form in misreadings_of(letters) if not any(seed in form for seed, _ in seeds))
    return seeds + [(form, 0) for form in sorted(set(missed))]


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


@lru_cache(maxsize=MEMORY)
def cost_of(name: str, stretch: str, limit: float) -> float:
    """The cost of the errors between a name and a stretch; a page that says one thing over and over is judged once."""
    from rapidfuzz.distance import Postfix, Prefix  # noqa: PLC0415 - loaded where it is used

    # Most of a near match is the same at both ends; a letter of it stays, which may be one of two read for one.
    same = max(0, Prefix.similarity(name, stretch) - 1)
    name, stretch = name[same:], stretch[same:]
    same = max(0, Postfix.similarity(name, stretch) - 1)
    return distance(name[: len(name) - same], stretch[: len(stretch) - same], limit)


def begins_name(text: str, at: int, name: Name) -> bool:
    """True when no letter stands right before the place, or a common word that lost its blank."""
    if at == 0 or not text[at - 1].isalpha():
        return True
    if not (text[at].isupper() and text[at - 1].islower()):
        return False
    before = RUN_ON.search(text[max(0, at - CONTEXT_CHARS) : at])
    if before is None or lower_reading(before[0].lower()) in TITLES:
        return before is not None
    return before[0] in JOINING_BEFORE and len(name.words) > 1  # "McFenwick", "deFenwick", "LaFenwick"


def ends_name(text: str, at: int) -> bool:
    """True when neither a letter nor a double name's second half follows, or a word that lost the blank before it."""
    if DOUBLE.match(text, at + 1) is None:
        return True
    after = RUN_ON_AFTER.match(text, at + 1)
    last = LAST_WORD.search(text[max(0, at + 1 - CONTEXT_CHARS) : at + 1])
    return after is not None and last is not None and last[0][-1].islower() and not is_known(last[0].lower() + after[0])
