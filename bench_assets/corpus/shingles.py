"""A text as hashes: its letters without layout, every run of eight of them, and how many documents hold each run.

Belongs here: squeezing, shingles, their counts, signatures. Does not: which documents are copies (near_duplicates.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Hashes = npt.NDArray[np.uint64]
Places = npt.NDArray[np.int64]
Counts = npt.NDArray[np.uint8]
Signatures = npt.NDArray[np.uint32]

# Eight letters are a long word or two short ones: shorter runs are in every document, longer ones do not survive two
# bad scans (measured from 6 to 13 on records scanned twice).
SHINGLE_CHARS = 8
SLOTS = 64  # 256 bytes a document; of two that share a tenth of their rare text six slots agree, as expected
SIGNATURE_SEED = 1
ROW_MIN, ROW_MAX = 1 << 16, 1 << 30  # bytes
PLACES_A_CHAR = 2  # at least; about half of the shingles are distinct, so that a quarter of a row is taken
MANY = 255
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


def shingle_hashes(squeezed: bytes, step: int = 1) -> Hashes:
    """The distinct hashes of every run of SHINGLE_CHARS bytes, sorted; of these one in `step`, always the same.

    Args:
        squeezed: what `squeeze` gives; shorter than a run gives none.
        step: a power of two. Which hashes are kept depends on the hash alone, so shares of a sample are shares of all.
    """
    hashes = hash_runs(squeezed)
    if step > 1:
        hashes = hashes[hashes < np.uint64(2**64 // step)]
    hashes.sort()  # np.unique hashes again, which takes seven times as long
    return hashes[is_first(hashes)]


def placed_shingles(squeezed: bytes, step: int = 1) -> tuple[Hashes, Places]:
    """What `shingle_hashes` gives, and where in the squeezed text each first stands."""
    hashes = hash_runs(squeezed)
    kept = np.flatnonzero(hashes < np.uint64(2**64 // step)) if step > 1 else np.arange(len(hashes))
    places = kept[np.argsort(hashes[kept], kind="stable")]
    first = is_first(hashes[places])
    return hashes[places[first]], places[first]


def hash_runs(squeezed: bytes) -> Hashes:
    """The hash of every run of SHINGLE_CHARS bytes, in order."""
    n = max(0, len(squeezed) - SHINGLE_CHARS + 1)
    # Eight bytes are one number: a view at every byte instead of a loop over places.
    mixed = np.ndarray((n,), np.dtype("<u8"), squeezed if n else bytes(SHINGLE_CHARS), strides=(1,)).astype(np.uint64)
    mixed ^= mixed >> np.uint64(31)  # the finisher of splitmix64: neighbours in text are far apart as hashes
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(29)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(32)
    return mixed


def is_first(ordered: Hashes) -> npt.NDArray[np.bool_]:
    """True for each of some sorted hashes that differs from the one before."""
    first = np.ones(len(ordered), np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=first[1:])
    return first


class HolderCounts:
    """How many documents hold a shingle: a count-min sketch of two rows, never too low, and seldom too high.

    Memory: 2 x PLACES_A_CHAR bytes a character, two gigabytes at most. Above half a billion characters only one
    shingle in `step` is looked at, so that no more than about a quarter of a row is ever taken.

    Source: Cormode & Muthukrishnan 2005.
    """

    def __init__(self, n_chars: int) -> None:
        """`n_chars`: of all texts to come."""
        self.step = 1
        while n_chars * PLACES_A_CHAR > self.step * ROW_MAX:
            self.step *= 2
        size = ROW_MIN
        while size < n_chars * PLACES_A_CHAR // self.step:
            size *= 2
        self._rows = np.zeros((2, size), np.uint8)

    def add(self, hashes: Hashes) -> None:
        """Counts a document that holds these distinct shingles; beyond MANY nothing is added."""
        for row, places in zip(self._rows, self._places(hashes), strict=True):
            counts = row[places]
            row[places] = counts + (counts < MANY)

    def of(self, hashes: Hashes) -> Counts:
        """The counts of shingles, at most MANY."""
        first, second = (row[places] for row, places in zip(self._rows, self._places(hashes), strict=True))
        counts: Counts = np.minimum(first, second)
        return counts

    def _places(self, hashes: Hashes) -> tuple[Hashes, Hashes]:
        """Bits 0 to 29, and 30 to 59; `step` looks at those above."""
        mask = np.uint64(self._rows.shape[1] - 1)
        return hashes & mask, (hashes >> np.uint64(30)) & mask


def sign(shingles: Sequence[Hashes]) -> Signatures:
    """A MinHash signature of SLOTS numbers a document: the share of slots in which two agree estimates their Jaccard.

    Source: rensa's R-MinHash (Fast Similarity Sketching, Dahlgaard et al. 2017).
    """
    import rensa  # noqa: PLC0415 - a compiled library, loaded where it is used

    offsets = np.zeros(len(shingles) + 1, np.uint64)
    np.cumsum([len(hashes) for hashes in shingles], out=offsets[1:])
    flat = np.concatenate([np.empty(0, np.uint64), *shingles])
    rows = rensa.RMinHash.digest_matrix_from_flat_token_hashes(flat, offsets, SLOTS, SIGNATURE_SEED).to_rows()
    return np.array(rows, np.uint32).reshape(-1, SLOTS)
