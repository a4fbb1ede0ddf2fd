"""How readable each document is, in numbers: above all an estimate of its character error rate.

Belongs here: vectorised signals over text. Does not: the classes (corpus/quality.py), repairing text.
"""

from __future__ import annotations

import re
import string
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from bench_assets.schemas import DOCUMENT_QUALITY
from bench_assets.source.characters import (
    CODE_POINTS,
    Codes,
    Flags,
    Layout,
    Mask,
    Places,
    Spans,
    batches,
    counts_within,
    distinct,
    lay_out,
    places_within,
    runs_of,
    sums_within,
)
from bench_resources.words import english_words

if TYPE_CHECKING:
    import polars as pl


# What the estimate of the error rate takes for given. The first was measured on the word list; the shares of unknown
# words were set, to one digit, on planted pages and on software documentation misread at known rates, also in capitals.
STILL_ENGLISH = 0.10  # of words with one letter lost, added or changed at random, weighted by how common they are
CORRECT_UNKNOWN = 0.01  # of the small words of correct text no list has this share: terms, dialect, abbreviations
NAMES_UNKNOWN = 0.05  # of all words of correct text, counted once a page: names, places, code names cost 2 to 8%
MIN_SMALL_SHARE = 0.25  # a page whose words are in capitals, or all begin with one, is judged by all its words
MAX_BROKEN = 0.98  # a page without a known word: its rate is past telling

SINGLE_SIGNS = "-\u2013\u2014&*\u2022."  # tokens without letters that typists use
RULE_LENGTHS = np.zeros(128, np.int64)  # by sign: the shortest rule typists draw with it; 0: they draw none
for _sign, _least in (("-", 2), (".", 3), ("*", 2), ("_", 2), ("=", 3)):
    RULE_LENGTHS[ord(_sign)] = _least
LINE_BREAK = re.compile(r"-[ \t]*\r?\n[ \t]*")
ROMAN_NUMBERS = frozenset({"ii", "iii", "iv", "vi", "vii", "viii", "ix", "xi", "xii"})
CUT_SHORT = frozenset({  # what is left of "isn't" once the tail is off
    "ain", "aren", "couldn", "didn", "doesn", "don", "hadn", "hasn", "haven", "isn", "mustn", "needn", "shouldn",
    "wasn", "weren", "won", "wouldn",
})  # fmt: skip
LATIN_AND_OTHER = re.compile(r"[A-Za-z].*[\u0370-\u052f]|[\u0370-\u052f].*[A-Za-z]")
CASE_INSIDE = re.compile(r"[a-z][A-Z]|[A-Z]{2}[a-z]{2}")
CASE_ALLOWED = re.compile(r"(?:Mc|Mac|De|Di|La|Le|Van|O)[A-Z][a-z]+|[A-Z]{2,}s")
DIGIT_INSIDE = re.compile(r"[a-z]\d|\d[a-z]|[A-Z]\d+[A-Z]*[a-z]")
DIGIT_ALLOWED = re.compile(r"\d+(?:st|nd|rd|th|s|d|am|pm|mm|cm|km|kg|lb|ft|hrs?|[a-h])", re.IGNORECASE)
REPEATED = re.compile(r"([^\W\d_])\1\1")
VOWEL = re.compile(r"[aeiouyAEIOUYÀ-ÿ]")
# Every run that can be odd, or small without being letters alone, and some more: polars has no back-references.
MAY_BE_ODD = (
    r"^[b-z]$|[^A-Za-z0-9]|[a-z][A-Z0-9]|[A-Z]{2}[a-z]{2}|^[0-9].*[a-z]|[0-9][A-Za-z]|[A-Z][0-9]+[A-Z]*[a-z]"
    r"|^[b-df-hj-np-tv-xz]{4,}$"
)
TRIPLES = [letter * 3 for letter in string.ascii_letters]


def measure_documents(documents: pa.Table) -> pa.Table:
    """One row per document: its signals.

    estimated_error_rate: misread characters over characters, from the words that are no longer words; see
    `estimate_error_rate`. 1.0 without words.
    garbage_ratio: share of non-blank characters that are odd symbols or stand in tokens without a letter or digit.
    dictionary_ratio: share of its words (two letters or more, split words rejoined) in an English list; 0.0 without.
    odd_word_ratio: share of its words and codes with a shape that no typist makes; 0.0 without any.
    n_words: words of two letters or more.

    Args:
        documents: DOCUMENTS.

    Returns: DOCUMENT_QUALITY by doc_id.
    """
    import polars as pl  # noqa: PLC0415 - loaded where it is used

    if not len(documents):
        return DOCUMENT_QUALITY.empty_table()
    counted = pl.concat([count_batch(batch) for batch in batches(documents)])
    n_words, n_runs = pl.col("n_words"), pl.col("n_runs")
    signals = counted.with_columns(
        garbage_ratio=(pl.col("n_symbols") + pl.col("n_debris")) / pl.max_horizontal("n_inked", pl.lit(1)),
        dictionary_ratio=pl.when(n_words > 0).then(pl.col("n_english") / n_words).otherwise(0.0),
        odd_word_ratio=pl.when(n_runs > 0).then(pl.col("n_odd") / n_runs).otherwise(0.0),
        estimated_error_rate=estimate_error_rate(),
    ).with_columns(pl.col("dictionary_ratio", "odd_word_ratio", "garbage_ratio", "estimated_error_rate").round(4))
    return signals.sort("doc_id").select(DOCUMENT_QUALITY.names).to_arrow().cast(DOCUMENT_QUALITY)


def medians(quality: pa.Table) -> dict[str, float]:
    """The median of each number of DOCUMENT_QUALITY; nothing of no documents."""
    if not len(quality):
        return {}
    return {
        name: round(float(np.median(quality[name].to_numpy())), 4)
        for name in DOCUMENT_QUALITY.names
        if name != "doc_id"
    }


def count_batch(documents: pa.Table) -> pl.DataFrame:
    """The counts that the signals are made of, for each document of a batch."""
    import polars as pl  # noqa: PLC0415 - as above

    layout = lay_out(documents["text"].to_pylist())
    traits = traits_of(layout.codes)
    counts = count_symbols(layout, traits) | count_words(layout, traits)
    columns = pl.from_arrow(documents.select(["doc_id", "length_chars"]))
    assert isinstance(columns, pl.DataFrame)
    return columns.with_columns(**{name: pl.Series(values) for name, values in counts.items()})


def estimate_error_rate() -> pl.Expr:
    """The character error rate e as one polars expression over the counts.

    A word of n letters comes through whole with probability (1 - e)^n, so that e is -log(share of whole words) / n. A
    share of broken words is English by accident, and a share of correct ones is in no list: both are allowed for. Only
    words that begin with a small letter are looked at, since unknown capitalised ones are names; where a page has few
    of them (teletype, forms, lists), all its words are. An unknown word counts once a document: errors differ, while
    names and terms come again.
    """
    import polars as pl  # noqa: PLC0415 - as above

    is_running = (pl.col("n_small") > 0) & (pl.col("n_small") >= MIN_SMALL_SHARE * pl.col("n_words"))

    def chosen(what: str) -> pl.Expr:
        return pl.when(is_running).then(pl.col(f"{what}_small")).otherwise(pl.col(f"{what}_words"))

    expected = pl.when(is_running).then(CORRECT_UNKNOWN).otherwise(NAMES_UNKNOWN)
    unknown = chosen("n_unknown") / chosen("n")
    broken = ((unknown - expected) / ((1 - expected) * (1 - STILL_ENGLISH))).clip(0.0, MAX_BROKEN)
    rate = (1 / (1 - broken)).log() * chosen("n") / chosen("n_letters")
    return pl.when(chosen("n") > 0).then(rate).otherwise(1.0)


class Trait:
    """What a character is to the signals; each as the regex engine of polars has it, by TRAIT_PATTERNS."""

    LETTER = 1
    SMALL = 2
    RUN = 4  # letters, digits, and the accents that stand alone: a word, a number, a code, or debris of one
    MARK = 8
    ODD = 16
    BLANK = 32
    JOINED = 64  # no word ends before it
    NUMBER = 128


MARKS = r".,;:!?'\"()\-/&%$#*_=+@\u2018\u2019\u201c\u201d\u2013\u2014"
TRAIT_PATTERNS = {
    Trait.LETTER: r"\p{L}",
    Trait.SMALL: r"\p{Ll}",
    Trait.RUN: r"[\p{L}\p{M}\p{N}]",
    Trait.MARK: rf"[{MARKS}]",
    Trait.ODD: rf"[^\p{{L}}\p{{M}}\p{{N}}\s{MARKS}]",
    Trait.BLANK: r"\s",
    Trait.JOINED: r"\w",
    Trait.NUMBER: r"\p{N}",
}
TRAITS_BY_CODE = np.zeros(CODE_POINTS, np.uint8)  # 0: not judged yet; RUN, MARK, ODD or BLANK is true of each


def traits_of(codes: Codes) -> Flags:
    """The traits of each character. A code point is judged once a process, when it is first met."""
    import polars as pl  # noqa: PLC0415 - as above

    traits = TRAITS_BY_CODE[codes]
    if not traits.all():
        fresh = np.unique(codes[traits == 0])
        characters = pl.Series([chr(code) for code in fresh.tolist()])
        for trait, pattern in TRAIT_PATTERNS.items():
            TRAITS_BY_CODE[fresh] |= characters.str.contains(pattern).to_numpy() * np.uint8(trait)
        traits = TRAITS_BY_CODE[codes]
    return traits


def count_words(layout: Layout, traits: Flags) -> dict[str, Places]:
    """n_words, n_english, n_runs and n_odd of each document, and what the estimate of its error rate is made of.

    A word broken at a line's end is one word; an apostrophe's tail is not a word of its own.
    """
    broken = line_breaks(layout, traits)
    codes, kept = cut(layout.codes, traits, broken)
    tails = apostrophe_tails(codes, kept)
    codes, kept = cut(codes, kept, tails)
    document_ends = moved(moved(layout.documents.ends, broken), tails)
    is_run = (kept & Trait.RUN) != 0
    runs = runs_of(is_run)
    strings, which = distinct(codes, is_run, runs)
    judgements = judge(strings)
    judged = judgements[which]
    before = np.searchsorted(runs.starts, np.concatenate(([0], document_ends)))
    spans = Spans(before[:-1], before[1:])
    lengths = runs.ends - runs.starts
    is_word, is_small = (judged & Judgement.WORD) != 0, (judged & Judgement.SMALL) != 0
    return {
        "n_runs": spans.ends - spans.starts,
        "n_words": counts_within(is_word, spans),
        "n_small": counts_within(is_small, spans),
        "n_english": counts_within((judged & Judgement.ENGLISH) != 0, spans),
        "n_odd": counts_within((judged & Judgement.ODD) != 0, spans),
        "n_letters_words": sums_within(lengths * is_word, spans),
        "n_letters_small": sums_within(lengths * is_small, spans),
    } | count_unknown(judgements, which, spans)


def count_unknown(judgements: Flags, which: Places, documents: Spans) -> dict[str, Places]:
    """How many different words that are not English each document has, and how many of them are small."""
    is_unknown = (judgements & Judgement.ENGLISH) == 0
    is_unknown &= (judgements & (Judgement.WORD | Judgement.SMALL)) != 0
    at = np.flatnonzero(is_unknown[which])
    document = np.searchsorted(documents.ends, at, side="right")
    pairs = np.sort(document * len(judgements) + which[at])  # np.unique takes ten times as long
    pairs = pairs[np.flatnonzero(np.diff(pairs, prepend=-1))]
    document, found = pairs // len(judgements), judgements[pairs % len(judgements)]

    def counted(judgement: int) -> Places:
        return np.bincount(document[(found & judgement) != 0], minlength=len(documents.ends))

    return {"n_unknown_words": counted(Judgement.WORD), "n_unknown_small": counted(Judgement.SMALL)}


def line_breaks(layout: Layout, traits: Flags) -> Spans:
    """The hyphens and line ends within words: between two small letters, each letter in one break at most."""
    found = np.array([match.span() for match in LINE_BREAK.finditer(layout.text)], np.int64).reshape(-1, 2)
    starts, ends = found[:, 0], found[:, 1]
    is_inside = (traits[starts - 1] & traits[ends] & Trait.SMALL) != 0
    starts, ends = starts[is_inside], ends[is_inside]
    # "a-\nb-\nc": the b belongs to the first break, so the second is none, and a third may be one again.
    kept = np.ones(len(starts), np.bool_)
    for at in (np.flatnonzero(starts[1:] - 1 == ends[:-1]) + 1).tolist():
        kept[at] = not kept[at - 1]
    return Spans(starts[kept], ends[kept])


def apostrophe_tails(codes: Codes, traits: Flags) -> Spans:
    """The apostrophes with the one or two letters that end a word after them."""
    at = np.flatnonzero((codes == ord("'")) | (codes == ord("\u2019")))
    is_letter = (traits & Trait.LETTER) != 0
    ends = at + np.where(is_letter[at + 2], 3, 2)
    is_tail = is_letter[at + 1] & ((traits[ends] & Trait.JOINED) == 0)
    return Spans(at[is_tail], ends[is_tail])


def cut(codes: Codes, traits: Flags, spans: Spans) -> tuple[Codes, Flags]:
    """What is left without the spans."""
    if not len(spans.starts):
        return codes, traits
    is_kept = np.ones(len(codes), np.bool_)
    is_kept[places_within(spans)] = False
    return codes[is_kept], traits[is_kept]


def moved(places: Places, spans: Spans) -> Places:
    """Where places are once the spans before them are cut."""
    lost = np.concatenate(([0], np.cumsum(spans.ends - spans.starts)))
    return places - lost[np.searchsorted(spans.starts, places)]


def count_symbols(layout: Layout, traits: Flags) -> dict[str, Places]:
    """n_symbols, n_debris and n_inked of each document."""
    is_inked = (traits & Trait.BLANK) == 0
    tokens = runs_of(is_inked)
    has_run = counts_within((traits & (Trait.LETTER | Trait.NUMBER)) != 0, tokens) > 0
    bare = Spans(tokens.starts[~has_run], tokens.ends[~has_run])
    debris = np.where(is_typed(layout.codes, bare), 0, counts_within((traits & Trait.MARK) != 0, bare))
    within = np.zeros(len(debris) + 1, np.int64)
    np.cumsum(debris, out=within[1:])
    bounds = Spans(*(np.searchsorted(bare.starts, places) for places in layout.documents))
    return {
        "n_symbols": counts_within((traits & Trait.ODD) != 0, layout.documents),
        "n_debris": within[bounds.ends] - within[bounds.starts],
        "n_inked": counts_within(is_inked, layout.documents),
    }


def is_typed(codes: Codes, tokens: Spans) -> Mask:
    """True for the tokens without letters that typists use: one of the single signs, or a rule of one sign."""
    lengths = tokens.ends - tokens.starts
    is_repeat = np.zeros(len(codes), np.bool_)
    is_repeat[1:] = codes[1:] == codes[:-1]
    is_rule = counts_within(is_repeat, Spans(tokens.starts + 1, tokens.ends)) == lengths - 1
    least = RULE_LENGTHS[np.minimum(codes[tokens.starts], len(RULE_LENGTHS) - 1)]
    is_single = (lengths == 1) & np.isin(codes[tokens.starts], [ord(sign) for sign in SINGLE_SIGNS])
    found: Mask = is_single | (is_rule & (least > 0) & (lengths >= least))
    return found


class Judgement:
    """What a run of letters and digits is."""

    WORD = 1
    ENGLISH = 2
    ODD = 4
    SMALL = 8  # what was typed as a word that begins with a small letter, broken ones with digits included


def judge(runs: pa.Array) -> Flags:
    """The judgement of each run. Only what could be odd, or is not ASCII, is looked at one by one."""
    import polars as pl  # noqa: PLC0415 - as above

    column = pl.Series(pl.from_arrow(runs))
    known = known_words()
    is_word = column.str.contains(r"^[A-Za-z]{2,}$").to_numpy()
    is_english = (
        np.fromiter(map(known.__contains__, column.str.to_lowercase().to_list()), np.bool_, len(runs)) & is_word
    )
    is_small = column.str.contains(r"^[a-z]{2,}$").to_numpy()
    judged: Flags = (
        is_word * np.uint8(Judgement.WORD)
        | is_english * np.uint8(Judgement.ENGLISH)
        | is_small * np.uint8(Judgement.SMALL)
    )
    slow = np.flatnonzero((column.str.contains(MAY_BE_ODD) | column.str.contains_any(TRIPLES)).to_numpy())
    judged[slow] = np.fromiter(map(judge_one, column.gather(slow).to_list()), np.uint8, len(slow))
    return judged


def judge_one(run: str) -> int:
    """The judgement of one run."""
    is_word = is_wordlike(run)
    is_english = is_word and run.lower() in known_words()
    return (
        Judgement.WORD * is_word
        | Judgement.ENGLISH * is_english
        | Judgement.ODD * is_odd(run)
        | Judgement.SMALL * is_small(run)
    )


def is_wordlike(run: str) -> bool:
    """True for two letters or more, and for a word with a letter turned digit: "OFF1CE", not "B52" or "FORM80"."""
    if len(run) > 1 and run.isalpha():
        return True
    if not run[-1].isalpha():
        return False
    n_letters = sum(map(str.isalpha, run))
    is_broken = n_letters >= 3 and n_letters >= 3 * (len(run) - n_letters)
    return is_broken and not DIGIT_ALLOWED.fullmatch(run)


def is_small(run: str) -> bool:
    """True for a run of two characters or more with a small letter and no capital at its start; not for "8th"."""
    is_lower = len(run) > 1 and not run[0].isupper() and run != run.upper()
    return is_lower and (run.isalpha() or not DIGIT_ALLOWED.fullmatch(run))


@cache
def known_words() -> frozenset[str]:
    """English words in lower case, plurals of those of five letters or more, small Roman numbers, "isn" of "isn't"."""
    english = english_words()
    return english | ROMAN_NUMBERS | CUT_SHORT | {f"{word}s" for word in english if len(word) >= 5}


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
