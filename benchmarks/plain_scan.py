"""The scan of a shard as one would write it first: one Python loop over documents, with `re`.

Belongs here: the yardstick of bench_corpus.py, with the rows of the real scan. Does not: anything the factory runs.
Its character classes end with the Basic Multilingual Plane: `re` looks letters beyond it up one range after another.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from bench_assets.schemas import DOCUMENT_QUALITY, DOCUMENTS, ENTITY_MENTIONS
from bench_assets.source import quality
from bench_resources.words import english_words
from benchmarks.plain_mentions import mentions_of


class Tables(NamedTuple):
    """What a scan gives."""

    documents: pa.Table
    document_quality: pa.Table
    entity_mentions: pa.Table


def character_class(*categories: str) -> str:
    """The inside of a bracket expression: the characters whose Unicode category begins with one of these."""
    inside = [unicodedata.category(chr(code)).startswith(categories) for code in range(0x10000)] + [False]
    edges = [code for code in range(1, len(inside)) if inside[code] != inside[code - 1]]
    ranges = zip(edges[0::2], edges[1::2], strict=True)
    return "".join(f"\\u{first:04x}-\\u{last - 1:04x}" for first, last in ranges)


LETTERS, LETTERS_AND_DIGITS, RUN_CHARACTERS = character_class("L"), character_class("L", "N"), character_class(*"LMN")
WORD_CHARACTERS = character_class("L", "M", "Nd", "Nl", "Pc")
SMALL = character_class("Ll")
BLANKS = r"\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
MARKS = r".,;:!?'\"()\-/&%$#*_=+@\u2018\u2019\u201c\u201d\u2013\u2014"
LINE_BREAK = re.compile(rf"([{SMALL}])-[ \t]*\r?\n[ \t]*([{SMALL}])")
TAIL = re.compile(rf"['\u2019](?:[{LETTERS}]{{1,2}})(?![{WORD_CHARACTERS}])")
RUN = re.compile(rf"[{RUN_CHARACTERS}]+")
TOKEN = re.compile(rf"[^{BLANKS}]+")
HAS_LETTER_OR_DIGIT = re.compile(f"[{LETTERS_AND_DIGITS}]")
ODD = re.compile(f"[^{RUN_CHARACTERS}{BLANKS}{MARKS}]")
MARK = re.compile(f"[{MARKS}]")
TYPED = re.compile(r"[-\u2013\u2014&*\u2022.]|-{2,}|\.{3,}|\*{2,}|_{2,}|={3,}")
MAX_JUDGED = 100_000


def scan_shard(file: Path, id_column: str, text_column: str) -> Tables:
    """The three tables of a shard that nothing is wrong with."""
    table = pq.read_table(file, columns=[id_column, text_column])
    rows = zip(table[id_column].to_pylist(), table[text_column].to_pylist(), strict=True)
    return scan(sorted({doc_id: text for doc_id, text in rows if text is not None and text.strip()}.items()))


def scan(documents: Iterable[tuple[str, str]]) -> Tables:
    """The three tables of (doc_id, text) pairs in the order of their ids."""
    read, judged, named = [], [], []
    for doc_id, text in documents:
        read.append((doc_id, text, len(text), None, None, None))  # no date, no further columns, no group
        judged.append((doc_id, *judge_text(text), len(text)))
        for found in mentions_of(text):
            surface = text[found.start : found.end]
            named.append(
                (doc_id, found.start, found.end, surface, found.name, str(found.kind), str(found.form), found.title)
            )
    return Tables(as_table(read, DOCUMENTS), as_table(judged, DOCUMENT_QUALITY), as_table(named, ENTITY_MENTIONS))


def as_table(rows: Sequence[tuple[object, ...]], schema: pa.Schema) -> pa.Table:
    """Rows in the order of the schema as a table."""
    columns = list(zip(*rows, strict=True)) or [()] * len(schema)
    return pa.table(dict(zip(schema.names, columns, strict=True)), schema=schema)


class Counts:
    """What of the words of a text the estimate of its error rate is made of."""

    def __init__(self) -> None:
        self.n = self.n_letters = self.n_unknown = 0

    def add(self, run: str, n: int, *, is_english: bool) -> None:
        """A run that occurs n times."""
        self.n += n
        self.n_letters += n * len(run)
        self.n_unknown += not is_english


def judge_text(text: str) -> tuple[float, float, float, float, int]:
    """estimated_error_rate, garbage_ratio, dictionary_ratio, odd_word_ratio and n_words of a text."""
    n_english = n_odd = n_runs = 0
    words, small = Counts(), Counts()
    for run, n in Counter(RUN.findall(TAIL.sub("", LINE_BREAK.sub(r"\1\2", text)))).items():
        is_word, is_english, is_odd, is_small = judge_run(run)
        n_runs += n
        n_english += n * is_english
        n_odd += n * is_odd
        if is_word:
            words.add(run, n, is_english=is_english)
        if is_small:
            small.add(run, n, is_english=is_english)
    tokens = TOKEN.findall(text)
    debris = sum(
        len(MARK.findall(token))
        for token in tokens
        if not HAS_LETTER_OR_DIGIT.search(token) and not TYPED.fullmatch(token)
    )
    garbage_ratio = rounded((len(ODD.findall(text)) + debris) / max(sum(map(len, tokens)), 1))
    dictionary_ratio = rounded(n_english / words.n) if words.n else 0.0
    odd_word_ratio = rounded(n_odd / n_runs) if n_runs else 0.0
    return rounded(error_rate(words, small)), garbage_ratio, dictionary_ratio, odd_word_ratio, words.n


def error_rate(words: Counts, small: Counts) -> float:
    """The estimate from the small words, or from all of them."""
    is_running = small.n > 0 and small.n >= quality.MIN_SMALL_SHARE * words.n
    looked_at = small if is_running else words
    if not looked_at.n:
        return 1.0
    expected = quality.CORRECT_UNKNOWN if is_running else quality.NAMES_UNKNOWN
    share = looked_at.n_unknown / looked_at.n
    broken = (share - expected) / ((1 - expected) * (1 - quality.STILL_ENGLISH))
    return math.log(1 / (1 - min(max(broken, 0.0), quality.MAX_BROKEN))) * looked_at.n / looked_at.n_letters


@lru_cache(MAX_JUDGED)
def judge_run(run: str) -> tuple[bool, bool, bool, bool]:
    """Whether a run is a word, an English one, odd, and small."""
    is_word = quality.is_wordlike(run)
    return is_word, is_word and is_known(run.lower()), quality.is_odd(run), quality.is_small(run)


def is_known(word: str) -> bool:
    """True for a lower-case word of the list, a plural of one, a small Roman number, or what is left of "isn't"."""
    english = english_words()
    if word in english or word in quality.ROMAN_NUMBERS or word in quality.CUT_SHORT:
        return True
    return len(word) > 5 and word.endswith("s") and word[:-1] in english


def rounded(ratio: float) -> float:
    """Four digits, halves to even, as polars rounds."""
    return round(ratio * 10_000) / 10_000
