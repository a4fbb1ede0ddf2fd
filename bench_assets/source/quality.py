"""How readable each document is: numbers first, then a class decided from them.

Belongs here: vectorised signals over text and the thresholds. Does not: repairing text, choosing documents.
"""

from __future__ import annotations

import re
from enum import StrEnum
from typing import TYPE_CHECKING

import pyarrow as pa

from bench_assets.schemas import DOCUMENT_QUALITY
from bench_resources.words import english_words

if TYPE_CHECKING:
    import polars as pl


class QualityClass(StrEnum):
    """What a document is good for: tasks come from clean ones, degraded ones distract, garbage is left out."""

    CLEAN = "clean"
    DEGRADED = "degraded"
    GARBAGE = "garbage"


# Set on general grounds and checked by eye: at 0.78 a reader passes over the errors (names and places alone cost a page
# of correct text 5 to 12% of its words); below 0.48 every other word is none, and sentences are guessed, not read.
CLEAN_MIN_DICTIONARY = 0.78
GARBAGE_MAX_DICTIONARY = 0.48
CLEAN_MAX_ODD = 0.08
GARBAGE_MIN_ODD = 0.40
CLEAN_MAX_GARBAGE = 0.06
GARBAGE_MIN_GARBAGE = 0.30
CLEAN_MIN_WORDS = 30  # fewer hold no sentence worth a task
GARBAGE_MAX_WORDS = 5  # fewer say nothing

RUN = r"[\p{L}\p{M}\p{N}]+"  # letters and digits: a word, a number, a code, or debris of one
MARKS = r".,;:!?'\"()\-/&%$#*_=+@\u2018\u2019\u201c\u201d\u2013\u2014"
ORDINARY = rf"[\p{{L}}\p{{M}}\p{{N}}\s{MARKS}]"
NOT_MARKS = rf"[^{MARKS}]"
ORDINARY_BARE = (
    r"(?:[-\u2013\u2014&*\u2022.]|-{2,}|\.{3,}|\*{2,}|_{2,}|={3,})"  # tokens without letters that typists use
)
ROMAN_NUMBERS = frozenset({"ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii"})
LATIN_AND_OTHER = re.compile(r"[A-Za-z].*[\u0370-\u052f]|[\u0370-\u052f].*[A-Za-z]")
CASE_INSIDE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
CASE_ALLOWED = re.compile(r"(?:Mc|Mac|De|Di|La|Le|Van|O)[A-Z][a-z]+|[A-Z]{2,}s")
DIGIT_INSIDE = re.compile(r"[a-z]\d|\d[a-z]|[A-Z]\d+[A-Z]*[a-z]")
DIGIT_ALLOWED = re.compile(r"\d+(?:st|nd|rd|th|s|d|am|pm|mm|cm|km|kg|lb|ft|hrs?|[a-h])", re.IGNORECASE)
REPEATED = re.compile(r"([^\W\d_])\1\1")
VOWEL = re.compile(r"[aeiouyAEIOUYÀ-ÿ]")


def classify_documents(documents: pa.Table) -> pa.Table:
    """One row per document: its signals and its class.

    garbage_ratio: share of non-blank characters that are odd symbols or stand in tokens without a letter or digit.
    dictionary_ratio: share of its words (two letters or more, split words rejoined) in an English list; 0.0 without.
    odd_word_ratio: share of its words and codes with a shape that no typist makes; 0.0 without any.

    Args:
        documents: DOCUMENTS.

    Returns: DOCUMENT_QUALITY by doc_id.
    """
    import polars as pl  # noqa: PLC0415 - loaded where it is used

    if not len(documents):
        return DOCUMENT_QUALITY.empty_table()
    frame = pl.from_arrow(documents.select(["doc_id", "text", "length_chars"]))
    assert isinstance(frame, pl.DataFrame)
    signals = frame.join(count_words(frame), on="doc_id", how="left").join(
        count_symbols(frame), on="doc_id", how="left"
    )
    n_words, n_runs = pl.col("n_words").fill_null(0), pl.col("n_runs").fill_null(0)
    signals = signals.with_columns(
        n_words=n_words,
        dictionary_ratio=pl.when(n_words > 0).then(pl.col("n_english") / n_words).otherwise(0.0).fill_null(0.0),
        odd_word_ratio=pl.when(n_runs > 0).then(pl.col("n_odd") / n_runs).otherwise(0.0).fill_null(0.0),
    ).with_columns(pl.col("dictionary_ratio", "odd_word_ratio", "garbage_ratio").round(4))
    classed = signals.with_columns(quality_class=class_expression()).sort("doc_id")
    return classed.select(DOCUMENT_QUALITY.names).to_arrow().cast(DOCUMENT_QUALITY)


def class_expression() -> pl.Expr:
    """The thresholds above as one polars expression."""
    import polars as pl  # noqa: PLC0415 - as above

    words, odd = pl.col("dictionary_ratio"), pl.col("odd_word_ratio")
    debris, n_words = pl.col("garbage_ratio"), pl.col("n_words")
    is_garbage = (
        (words < GARBAGE_MAX_DICTIONARY) | (odd > GARBAGE_MIN_ODD) | (debris > GARBAGE_MIN_GARBAGE)
        | (n_words <= GARBAGE_MAX_WORDS)
    )  # fmt: skip
    is_clean = (
        (words >= CLEAN_MIN_DICTIONARY) & (odd <= CLEAN_MAX_ODD) & (debris <= CLEAN_MAX_GARBAGE)
        & (n_words >= CLEAN_MIN_WORDS)
    )  # fmt: skip
    return (
        pl.when(is_garbage).then(pl.lit(str(QualityClass.GARBAGE)))
        .when(is_clean).then(pl.lit(str(QualityClass.CLEAN)))
        .otherwise(pl.lit(str(QualityClass.DEGRADED)))
    )  # fmt: skip


def count_words(frame: pl.DataFrame) -> pl.DataFrame:
    """n_words, n_english, n_runs and n_odd of each document that has any run of letters or digits."""
    import polars as pl  # noqa: PLC0415 - as above

    # A word broken at a line's end is one word; an apostrophe's tail is not a word of its own.
    joined = (
        pl.col("text")
        .str.replace_all(r"(\p{Ll})-[ \t]*\r?\n[ \t]*(\p{Ll})", "$1$2")
        .str.replace_all(r"['\u2019]\p{L}{1,2}\b", "")
    )
    runs = (
        frame.select("doc_id", run=joined.str.extract_all(RUN)).explode("run").drop_nulls("run")
        .group_by("doc_id", "run").agg(n=pl.len())
    )  # fmt: skip
    distinct = runs.select("run").unique()["run"].to_list()
    english = english_words()
    judged = pl.DataFrame(
        {
            "run": distinct,
            "is_word": [run.isalpha() and len(run) > 1 for run in distinct],
            "is_english": [run.isalpha() and len(run) > 1 and is_known(run.lower(), english) for run in distinct],
            "is_odd": [is_odd(run) for run in distinct],
        },
        schema={"run": pl.String, "is_word": pl.Boolean, "is_english": pl.Boolean, "is_odd": pl.Boolean},
    )
    weighted = runs.join(judged, on="run", how="left")
    n = pl.col("n")
    return weighted.group_by("doc_id").agg(
        n_runs=n.sum(),
        n_words=n.filter(pl.col("is_word")).sum(),
        n_english=n.filter(pl.col("is_english")).sum(),
        n_odd=n.filter(pl.col("is_odd")).sum(),
    )


def count_symbols(frame: pl.DataFrame) -> pl.DataFrame:
    """garbage_ratio of each document."""
    import polars as pl  # noqa: PLC0415 - as above

    text = pl.col("text")
    symbols = text.str.replace_all(ORDINARY, "").str.len_chars()
    bare = text.str.replace_all(r"\S*[\p{L}\p{N}]\S*", "").str.replace_all(r"\s+", "  ")
    debris = (
        bare.str.replace_all(rf"(?:^|\s){ORDINARY_BARE}(?:\s|$)", " ").str.replace_all(NOT_MARKS, "").str.len_chars()
    )
    inked = text.str.replace_all(r"\s", "").str.len_chars()
    ratio = (symbols + debris) / pl.max_horizontal(inked, pl.lit(1))
    return frame.select("doc_id", garbage_ratio=ratio.cast(pl.Float64))


def is_known(word: str, english: frozenset[str]) -> bool:
    """True for a lower-case word of the list, a plural of one, or a small Roman number."""
    return word in english or word in ROMAN_NUMBERS or (len(word) > 5 and word.endswith("s") and word[:-1] in english)


def is_odd(run: str) -> bool:
    """True for a run that no typist makes: "0hi0", "thE", "reqqqst", Cyrillic inside Latin, a lone letter."""
    if len(run) == 1:
        return run.isalpha() and run.islower() and run != "a"
    if run.isdigit():
        return False
    return has_odd_case(run) or has_odd_letters(run)


def has_odd_case(run: str) -> bool:
    """True for capitals or digits inside a word."""
    if CASE_INSIDE.search(run) and not CASE_ALLOWED.fullmatch(run):
        return True
    return bool(DIGIT_INSIDE.search(run)) and not DIGIT_ALLOWED.fullmatch(run)


def has_odd_letters(run: str) -> bool:
    """True for two alphabets in one word, a letter three times in a row, or four small letters without a vowel."""
    if LATIN_AND_OTHER.search(run) or REPEATED.search(run):
        return True
    return len(run) > 3 and run.isalpha() and run.islower() and not VOWEL.search(run)
