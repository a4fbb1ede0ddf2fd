"""Lines and sentences that many documents share though they are no copies: banners, stamps, labels, set phrases.

Belongs here: folding, counting, and asking whether a text is such a line. Does not: what follows from it (the gates).
"""

from __future__ import annotations

import re
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from rapidfuzz import fuzz, process

from bench_assets.corpus.shingles import Hashes, HolderCounts, distinct

BATCH = 256
SHARE = 0.01  # of the documents: what more of them hold is a form's or a banner's
MIN_HOLDERS, MAX_HOLDERS = 6, 200  # a sketch counts to 255
MIXED = np.uint64(0x9E3779B97F4A7C15)  # 2**64 over the golden ratio: spreads 32 bits over 64
MIN_LETTERS = 4  # of a line: fewer are initials and page numbers
LONG_LETTERS = 40  # of a line that tells one document's copies from other documents
MAX_LETTERS = 400
CHARS_A_LINE = 40  # about; sizes the sketch
NEAR_RATIO = 90.0  # of 100: the same line scanned twice
MIN_COVER = 0.6  # of a line's letters, in a text that is a part of it, or of a text's that holds it
MIN_PART_WORDS = 3
MOST_FOREIGN = 0.25  # of a text's characters; with more beyond ASCII it is in another script

_SENTENCE_END = re.compile(r"([.?!;]) (?=[\"“(]?[A-Z])")
_MARKS = re.compile(r"(?:[^\w\n]|_)+")
_BLANKS, _NOUGHTS = re.compile("  +"), re.compile("00+")  # with two letters to look for: six times as fast as " {2,}"
_PLAIN = bytes(
    ord("\n") if chr(code) == "\n" else ord("0") if chr(code).isdigit() else ord(chr(code).lower())
    if code < 128 and chr(code).isalnum() else ord(" ")
    for code in range(256)
)  # fmt: skip
_FIGURES = re.compile(r"\d+")
_SPACED = re.compile(r"\b(?:[^\W\d_] ){3,}[^\W\d_]\b")
_QUOTE_MARKS = re.compile(r"^[ \t>|]+", re.MULTILINE)


def fold(text: str) -> str:
    """Small letters and figures one space apart, every run of figures as 0; spaced-out letters are joined."""
    return _fold_lines(" ".join(text.split()))[0]


def _fold_lines(text: str) -> list[str]:
    """Every line of a text folded; all at once, which takes a tenth of the time of one by one.

    Of a text in Latin letters its ASCII ones, as bytes, in a fifth of the time: of the others many are marks.
    """
    octets = text.encode("ascii", "replace")
    if octets.count(b"?") - text.count("?") > len(text) * MOST_FOREIGN:
        plain = _FIGURES.sub("0", _MARKS.sub(" ", text.casefold()))
    else:
        plain = _NOUGHTS.sub("0", _BLANKS.sub(" ", octets.translate(_PLAIN).decode("ascii")))
    joined = _SPACED.sub(lambda match: match[0].replace(" ", ""), plain)
    return [line.strip() for line in joined.split("\n")]


def units(text: str) -> set[str]:
    """The lines and sentences of a text, folded; those of few letters and those of very many are left out."""
    bare = _QUOTE_MARKS.sub("", text)
    sentences = _SENTENCE_END.sub(lambda match: f"{match[1]}\n", " ".join(bare.split()))
    folded = {*_fold_lines(bare), *_fold_lines(sentences)}
    return {unit for unit in folded if MIN_LETTERS <= _n_letters(unit) <= MAX_LETTERS}


def _n_letters(folded: str) -> int:
    return len(folded) - folded.count(" ") - folded.count("0")


@dataclass(frozen=True)
class Boilerplate:
    """The folded lines that many documents share."""

    lines: frozenset[str] = frozenset()
    _by_word: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, lines: Iterable[str]) -> Boilerplate:
        """Of folded lines."""
        ordered = sorted(set(lines))
        by_word: dict[str, list[str]] = defaultdict(list)
        for line in ordered:
            for word in set(line.split()):
                by_word[word].append(line)
        return cls(frozenset(ordered), dict(by_word))

    def like(self, text: str) -> str:
        """The line that a text is, all but a letter or two; "" when it is none."""
        folded = fold(text)
        if folded in self.lines:
            return folded
        if _n_letters(folded) < 2 * MIN_LETTERS:
            return ""
        near = process.extractOne(folded, self._sharing(folded), scorer=fuzz.ratio, score_cutoff=NEAR_RATIO)
        return near[0] if near else ""

    def covering(self, text: str) -> str:
        """The line that a text is, is most of, or mostly consists of; "" when there is none."""
        folded = fold(text)
        return self.like(text) or next((line for line in self._sharing(folded) if _covers(line, folded)), "")

    def inside(self, text: str, min_words: int) -> str:
        """A line of at least so many words that stands in a text; "" when none does."""
        folded = f" {fold(text)} "
        lines = (line for line in self._sharing(folded) if len(line.split()) >= min_words)
        return next((line for line in lines if f" {line} " in folded), "")

    def without(self, text: str) -> list[str]:
        """The folded words of a text that are left when the lines that stand in it are taken out, the longest first."""
        folded = f" {fold(text)} "
        for line in sorted(self._sharing(folded), key=len, reverse=True):
            folded = folded.replace(f" {line} ", "  ")
        return folded.split()

    def _sharing(self, folded: str) -> list[str]:
        """Lines that share one of the words that fewest lines have."""
        shared = sorted((self._by_word[word] for word in set(folded.split()) if word in self._by_word), key=len)
        return sorted({line for some in shared[:4] for line in some})


def _covers(line: str, folded: str) -> bool:
    short, long = sorted((line, folded), key=len)
    return (
        len(short.split()) >= MIN_PART_WORDS
        and f" {short} " in f" {long} "
        and _n_letters(short) >= MIN_COVER * _n_letters(long)
    )


def find_boilerplate(corpus: pa.Table) -> Boilerplate:
    """The lines that many documents of CORPUS share, copies of one document counted as one.

    Two passes: the first counts the documents that hold a line in a sketch, the second tells copies apart for the few
    lines that many hold.
    """
    threshold = min(MAX_HOLDERS, max(MIN_HOLDERS, int(corpus.num_rows * SHARE)))
    counts = HolderCounts(_n_chars(corpus) // CHARS_A_LINE)
    for folded in _units_of(corpus):
        counts.add(distinct(_hashes(folded)))
    families: dict[str, set[int]] = defaultdict(set)
    for folded in _units_of(corpus):
        ordered = sorted(folded)
        hashes = _hashes(ordered)
        n_holders = counts.of(hashes)
        held = [unit for unit, n in zip(ordered, n_holders, strict=True) if n >= threshold]
        telling = [
            int(value)
            for unit, value, n in zip(ordered, hashes, n_holders, strict=True)
            if 1 < n < threshold and _n_letters(unit) >= LONG_LETTERS
        ]
        # Without such a line it has no copies: the line that fewest hold is its own.
        own = [(int(n), int(value)) for value, n in zip(hashes, n_holders, strict=True)]
        family = min(telling) if telling else min(own, default=(0, 0))[1]
        for unit in held:
            if len(families[unit]) < threshold:
                families[unit].add(family)
    return Boilerplate.of(unit for unit, members in families.items() if len(members) >= threshold)


def _n_chars(corpus: pa.Table) -> int:
    return sum(len(text or "") for text in _texts(corpus))


def _texts(corpus: pa.Table) -> Iterator[str]:
    for batch in corpus.select(["text"]).to_batches(max_chunksize=BATCH):
        yield from (text or "" for text in batch.column(0).to_pylist())


def _units_of(corpus: pa.Table) -> Iterator[set[str]]:
    return (units(text) for text in _texts(corpus))


def _hashes(folded: Iterable[str]) -> Hashes:
    # Of 32 bits: two of a few million lines that share a hash are most likely two that one document has.
    checks = np.fromiter((zlib.crc32(unit.encode()) for unit in folded), np.uint64)
    return checks * MIXED
