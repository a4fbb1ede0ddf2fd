"""How similar two documents are that may be copies.

Belongs here: what is compared of a document, the measures, and which counts they rest on. Does not: which pairs may be
copies (candidate_pairs.py), which similarity makes them copies (near_duplicates.py).

Two scans of one bad page share few words, and two forms of one office share many, so neither count decides alone. What
counts double is what both documents hold and hardly any other does: no form's text is rare, no misreading is shared.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, NamedTuple

import numpy as np
import numpy.typing as npt

from bench_assets.corpus.candidate_pairs import (
    MIN_RARE,
    Census,
    Holders,
    Keys,
    Letters,
    Shards,
    SignatureFile,
    grouped_pairs,
    is_rare,
    likely_pairs,
    numbered_pairs,
    originals,
    sign_all,
    unpacked,
    wanted_texts,
)
from bench_assets.corpus.shingles import (
    MANY,
    Counts,
    Flags,
    Hashes,
    placed_shingles,
)
from bench_assets.settings.release import DuplicatesSection

RARE_SHARE = 2 / 3  # of a similarity; the rest is the plain Jaccard index
WINDOW_CHARS = 200  # of squeezed text: three lines
MIN_SPREAD = 0.5  # of the windows of both; scans of one record share something in four of five
DOUBTFUL_RARE = 0.05  # of the rare part: from here on the characters are aligned where the threshold is missed
ALIGNED = 0.8  # papers of one matter reach 0.75, copies of which one character in ten is misread 0.85
ALIGNED_CHARS = 4_000  # of each text: an edit distance takes the product of two lengths
FORM_JACCARD = 0.8  # above it scans are clean enough to read numbers by
FORM_NUMBERS = 1 / 2  # of the digits: copies have at least that share in common, whatever was stamped on one later
WEIGHTS = (1 / np.maximum(np.arange(MANY + 1) - 1, 1)).astype(np.float32)  # by how many documents hold a shingle
HELD_CHARS = 1_000_000  # whose shingles are held while pairs are gone through, in about thirty megabytes


class Compared(NamedTuple):
    """Two documents that were compared.

    Attributes:
        first: a document's place in the order of ids.
        second: a later one.
        similarity: of their texts, in [0, 1].
        rare: the part of it that rests on rare shingles, in [0, 1].
        numbers: the share of the digits of the one with fewer that stand in numbers of both.
        is_form: they say the same with other numbers: two filled forms, no copies.
        is_numbered: both print one record number.
        alignment: the share of characters that stand in the same order, in [0, 1]; 0.0 below ALIGNED, and where it was
            not asked for.
    """

    first: int
    second: int
    similarity: float
    rare: float
    numbers: float
    is_form: bool
    is_numbered: bool
    alignment: float = 0.0


@dataclass(frozen=True)
class Candidate:
    """What is compared of a document.

    Attributes:
        hashes: its shingles, sorted.
        weights: 1 for what one other document holds, 1/2 for what two others hold, and so on; 0 for what is not rare.
        weight: their sum.
        windows: which window of the text each shingle stands in first, from 0.
        n_windows: how many windows the text has.
        opening: its first letters.
        numbers: checksums of the numbers in its text, the lengths in their last byte, sorted, once each.
    """

    hashes: Hashes
    weights: npt.NDArray[np.float32]
    weight: float
    windows: npt.NDArray[np.int32]
    n_windows: int
    opening: bytes
    numbers: Keys


def compare_all(shards: Shards, census: Census, settings: DuplicatesSection) -> Iterator[Compared]:
    """Every two documents that may be copies with their similarity, by place; exact copies are left out."""
    wanted = originals(census, settings)
    n_documents, n_chars = len(census.doc_ids), int(census.lengths[wanted].sum())
    numbered, grouped = numbered_pairs(census, settings), grouped_pairs(census, settings)
    with ExitStack() as files:

        def new_file() -> IO[bytes]:
            return files.enter_context(TemporaryFile())

        letters, signed = Letters(census.lengths, new_file()), SignatureFile(new_file())
        letters.keep(wanted_texts(shards, census, wanted))
        holders = Holders(letters.starts, new_file())
        sign_all(letters, n_chars, settings.max_copies, holders, signed)
        held = Candidates(letters, holders, settings.max_copies)
        for pairs in likely_pairs(signed, np.union1d(numbered, grouped), n_documents, new_file):
            is_numbered = np.isin(pairs, numbered).tolist()
            for at, pair in enumerate(unpacked(pairs)):
                yield aligned(compare(pair, held, is_numbered=is_numbered[at]), held, settings)


class Candidates:
    """What is compared of documents, read when it is asked for; the last ones are held, HELD_CHARS of them."""

    def __init__(self, letters: Letters, holders: Holders, most: int) -> None:
        """`most`: what more documents hold is not rare."""
        self._letters, self._holders, self._most = letters, holders, most
        self._held: dict[int, Candidate] = {}
        self._n_chars = 0

    def of(self, place: int) -> Candidate:
        """A document as it is compared."""
        if place not in self._held:
            self._held[place] = one = candidate_of(*self._letters.of(place), self._holders.of(place), self._most)
            self._n_chars += len(one.hashes)
            while self._n_chars > HELD_CHARS and len(self._held) > 1:
                self._n_chars -= len(self._held.pop(next(iter(self._held))).hashes)
        return self._held[place]


def candidate_of(letters: bytes, numbers: Iterable[bytes], held: Counts, most: int) -> Candidate:
    """A document as it is compared, of whose shingles so many documents hold each."""
    hashes, places = placed_shingles(letters)
    n_windows = max(1, len(letters) // WINDOW_CHARS)
    weights = WEIGHTS.take(held)
    weights[~is_rare(held, most)] = 0
    sums = {zlib.crc32(number) << 8 | min(255, len(number)) for number in numbers}
    return Candidate(
        hashes,
        weights,
        float(weights.sum(dtype=np.float64)),
        np.minimum(places // WINDOW_CHARS, n_windows - 1).astype(np.int32),
        n_windows,
        letters[:ALIGNED_CHARS],
        np.array(sorted(sums), np.uint64),
    )


def compare(pair: tuple[int, int], held: Candidates, *, is_numbered: bool) -> Compared:
    """How similar two documents are.

    The similarity is 2/3 the weighted Jaccard index of their rare shingles and 1/3 the Jaccard index of all. Being an
    index of both texts and not the share of the shorter one, it is low for a mail and the thread that quotes it whole.
    Rare shingles count when they stand all over both texts: a paragraph that two letters share is in one place.
    """
    one, other = held.of(pair[0]), held.of(pair[1])
    at, by = shared(one.hashes, other.hashes)
    n_shared = int(np.count_nonzero(at))
    jaccard = n_shared / max(1, len(one.hashes) + len(other.hashes) - n_shared)
    rare = 0.0
    if is_all_over(one, at) and is_all_over(other, by):
        weight = float(one.weights[at].sum(dtype=np.float64))
        rare = weight / (one.weight + other.weight - weight)
    similarity = RARE_SHARE * rare + (1 - RARE_SHARE) * jaccard
    numbers = shared_numbers(one, other)
    return Compared(*pair, similarity, rare, numbers, jaccard >= FORM_JACCARD and numbers < FORM_NUMBERS, is_numbered)


def shared(keys: Keys, others: Keys) -> tuple[Flags, Flags]:
    """True for each key that is among the others, and the same the other way; both are sorted, without repeats."""
    at, by = np.zeros(len(keys), np.bool_), np.zeros(len(others), np.bool_)
    if len(others):
        places = np.searchsorted(others, keys)
        places[places == len(others)] = 0
        np.equal(others[places], keys, out=at)
        by[places[at]] = True
    return at, by


def is_all_over(one: Candidate, shared_with_other: Flags) -> bool:
    """True for rare shingles enough, in windows enough of a text."""
    windows = one.windows[shared_with_other & (one.weights > 0)]
    return len(windows) >= MIN_RARE and int(np.count_nonzero(np.bincount(windows))) >= MIN_SPREAD * one.n_windows


def aligned(one: Compared, held: Candidates, settings: DuplicatesSection) -> Compared:
    """A comparison, that which neither says yes nor no with the alignment of the two openings."""
    from rapidfuzz.distance import Indel  # noqa: PLC0415 - a compiled library, loaded where it is used

    if not is_doubtful(one, settings):
        return one
    openings = [held.of(place).opening for place in one[:2]]
    return one._replace(alignment=Indel.normalized_similarity(*openings, score_cutoff=ALIGNED))


def is_doubtful(one: Compared, settings: DuplicatesSection) -> bool:
    """True for two texts somewhat similar whose numbers agree: a bad scan of one record, or papers of one matter."""
    is_missed = one.similarity < settings.similarity
    return is_missed and one.rare >= DOUBTFUL_RARE and one.numbers >= FORM_NUMBERS


def shared_numbers(one: Candidate, other: Candidate) -> float:
    """The share of the digits of the one with fewer that stand in numbers of both; 1.0 when one has none."""
    least = min(count_digits(one.numbers), count_digits(other.numbers))
    both = one.numbers[shared(one.numbers, other.numbers)[0]]
    return count_digits(both) / least if least else 1.0


def count_digits(numbers: Keys) -> int:
    """The characters of some numbers; a long one says more than the day of a month."""
    return int((numbers & 0xFF).sum())
