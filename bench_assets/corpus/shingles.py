"""A text as hashes: its letters without layout, every run of eight of them, and how many documents hold each run.

Belongs here: squeezing, shingles, their counts, signatures. Does not: which documents may be copies
(candidate_pairs.py), and which are (comparisons.py).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Flags = npt.NDArray[np.bool_]
Places = npt.NDArray[np.int64]
Counts = npt.NDArray[np.uint8]
Signatures = npt.NDArray[np.uint32]

# Eight letters are a long word or two short ones: shorter runs are in every document, longer ones do not survive two
# bad scans (measured from 6 to 13 on records scanned twice).
SHINGLE_CHARS = 8
SLOTS = 64  # 256 bytes a document; of two that share a tenth of their rare text six slots agree, as expected
SIGNATURE_SEED = 1
ROW_MIN, ROW_MAX = 1 << 16, 1 << 30  # bytes
PLACES_A_CHAR = (
    4  # at least; of bad scans most shingles are distinct, and at 2 one copy in sixty was lost to collisions
)
MANY = 255
OTHER_ROW = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio: the product's high bits depend on all bits
NOT_IN_WORDS = bytes(code for code in range(128) if not chr(code).isalnum())
# Quotation marks, dashes, bullets and the like: one engine prints them, another prints ASCII or nothing.
SMALL = bytes(range(256)).lower()


def squeeze(text: str) -> bytes:
    """The letters and digits of a text in small letters, without blanks, line ends and marks.

    Of a text in Latin letters the ASCII ones, as bytes: of the others many are marks or misreadings. Of any other text
    all, as UTF-8, where marks beyond ASCII stay.
    """
    plain = text.encode("ascii", "ignore")
    if len(plain) * 2 < len(text):
        plain = text.casefold().encode("utf-8", "surrogatepass")
    return plain.translate(SMALL, NOT_IN_WORDS)


class Part(NamedTuple):
    """A share of all hashes: number `at` of `of` ranges of one width."""

    at: int
    of: int


WHOLE = Part(0, 1)


def parts_of(n_chars: int) -> list[Part]:
    """All hashes in parts, so that two rows of ROW_MAX hold the counts of one part of texts of so many characters."""
    of = max(1, -(-n_chars * PLACES_A_CHAR // ROW_MAX))
    return [Part(at, of) for at in range(of)]


def shingle_hashes(squeezed: bytes) -> Hashes:
    """The hash of every run of SHINGLE_CHARS bytes, in order; none of fewer bytes."""
    n = max(0, len(squeezed) - SHINGLE_CHARS + 1)
    # Eight bytes are one number: a view at every byte instead of a loop over places.
    mixed = np.ndarray((n,), np.dtype("<u8"), squeezed if n else bytes(SHINGLE_CHARS), strides=(1,)).astype(np.uint64)
    mixed ^= mixed >> np.uint64(31)  # the finisher of splitmix64: neighbours in text are far apart as hashes
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(32)
    return mixed


def placed_in_part(squeezed: bytes, part: Part) -> tuple[Hashes, Places]:
    """The hashes that are in a part, in order, and where in the text each stands."""
    hashes = shingle_hashes(squeezed)
    if part.of == 1:
        return hashes, np.arange(len(hashes))
    first, end = (2**64 * at // part.of for at in (part.at, part.at + 1))
    places = np.flatnonzero(hashes - np.uint64(first) <= np.uint64(end - 1 - first))  # what is lower turns very high
    return hashes[places], places


def distinct(hashes: Hashes) -> Hashes:
    """Hashes sorted, each once."""
    ordered = np.sort(hashes)  # np.unique hashes again, which takes seven times as long
    return ordered[is_first(ordered)]


def placed_shingles(squeezed: bytes) -> tuple[Hashes, Places]:
    """The distinct hashes of a text, sorted, and where in the squeezed text each first stands."""
    hashes = shingle_hashes(squeezed)
    # A stable order takes several times as long; what stands first is the least of the places of one hash.
    places = np.argsort(hashes)
    ordered = hashes[places]
    starts = np.flatnonzero(is_first(ordered))
    return ordered[starts], np.minimum.reduceat(places, starts) if len(starts) else places


def is_first(ordered: Hashes) -> Flags:
    """True for each of some sorted hashes that differs from the one before."""
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return first


class HolderCounts:
    """How many documents hold a shingle: a count-min sketch of two rows, never too low, and seldom too high.

    Memory: 2 x PLACES_A_CHAR to 4 x PLACES_A_CHAR bytes a character, two gigabytes for one part of a larger source.

    Source: Cormode & Muthukrishnan 2005.
    """

    def __init__(self, n_chars: int) -> None:
        """`n_chars`: of all texts to come, over the number of parts when shingles of one part are counted."""
        size = ROW_MIN
        while size < n_chars * PLACES_A_CHAR:
            size *= 2
        self._rows = np.zeros((2, size), np.uint8)

    def add(self, hashes: Hashes) -> None:
        """Counts a document that holds these shingles, repeats as one; beyond MANY nothing is added."""
        for row, places in zip(self._rows, self._places(hashes), strict=True):
            counts = row.take(places)
            row[places] = counts + (counts < MANY)

    def of(self, hashes: Hashes) -> Counts:
        """The counts of shingles, at most MANY."""
        first, second = (row.take(places) for row, places in zip(self._rows, self._places(hashes), strict=True))
        counts: Counts = np.minimum(first, second)
        return counts

    def clear(self) -> None:
        """Counts anew, in the same memory."""
        self._rows[:] = 0

    def _places(self, hashes: Hashes) -> tuple[Places, Places]:
        """A place in each row; as int64, since numpy copies an index of any other type."""
        size = self._rows.shape[1]
        first, second = hashes & np.uint64(size - 1), hashes * OTHER_ROW >> np.uint64(65 - size.bit_length())
        return first.view(np.int64), second.view(np.int64)


def sign(hashes: Hashes, sizes: Places) -> Signatures:
    """A MinHash signature of SLOTS numbers a document: the share of slots in which two agree estimates their Jaccard.

    Args:
        hashes: of one document after the other.
        sizes: how many are of each; one without any has the highest number in every slot.

    Source: rensa's R-MinHash (Fast Similarity Sketching, Dahlgaard et al. 2017).
    """
    import rensa  # noqa: PLC0415 - a compiled library, loaded where it is used

    offsets = np.zeros(len(sizes) + 1, np.uint64)
    np.cumsum(sizes, out=offsets[1:])
    rows = rensa.RMinHash.digest_matrix_from_flat_token_hashes(hashes, offsets, SLOTS, SIGNATURE_SEED).to_rows()
    return np.array(rows, np.uint32).reshape(-1, SLOTS)
