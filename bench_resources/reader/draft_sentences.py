"""Sentences of OCR text, whole and clean enough to quote, with their spans.

Belongs here: joining wrapped lines, splitting sentences, telling a sound sentence from debris. Does not: what a
sentence
says (draft_clauses) or which names are public (draft_entities).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

MIN_CHARS = 45
MAX_CHARS = 520
MIN_WORDS = 7
LOWER_ZIPF = 2.7  # wordfreq: once in 2 million words; below it OCR debris outweighs rare words
KNOWN_SHARE = 0.87  # of lower-case words that must be in the dictionary; what a question takes is checked word by word
MAX_ODD = 2
MAX_NOISE = 1  # stray marks of a scan: a question that held one would be refused, whatever stands around it
MIN_LOWER_SHARE = 0.25  # of a sentence's words: fewer is a heading or a list of names
CLEAN_SHARE = 0.985  # of a passage's lower-case words: a page of print or fresh typescript reaches it, a poor scan not
_MIN_LOWER = 3
_RARE_ZIPF, _MIN_DERIVED, _STEM_ZIPF, _PART_ZIPF = 1.2, 6, 2.7, 3.3
_PREFIXES = ("re", "un", "over", "under", "pre", "mis", "non", "out", "inter", "sub")
_SUFFIXES = (
    ("s", ""),
    ("es", ""),
    ("ies", "y"),
    ("ed", ""),
    ("ed", "e"),
    ("ing", ""),
    ("ing", "e"),
    ("er", ""),
    ("ers", ""),
    ("ly", ""),
    ("ment", ""),
    ("ness", ""),
)
ODD_SHARE = 0.15  # of capitalised words that may be in no dictionary

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_TERMINAL = re.compile(r"[.?!:][\"”')]*$")
_SPLIT = re.compile(r"(?<=[.?!])[\"”)]{0,2}\s+(?=[\"“(]?[A-Z0-9])")
_ABBREVIATION = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Messrs|Dr|Gen|Col|Lt|Maj|Capt|Sgt|Adm|Brig|Hon|Rev|Sen|Rep|Gov|Amb|St|No|Nos|Vol|Fig|Art|"
    r"Sec|Dept|Inc|Co|"
    r"Corp|Ltd|vs|v|etc|cf|pp|p|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept|Sep|Oct|Nov|Dec|Ave|Blvd|Jr|Sr|approx|est|ref|"
    r"para)|\b[A-Z]|\bU\.S|\bD\.C)\.$"
)
_NOISE = re.compile(r"[|~{}\\<>=_^#§«»•¢€¥©®™¬�]|£(?!\d)|\.\.|--|,,|[a-z]\. [a-z]|[^\x00-\x7f–—“”‘’À-ÿ£]")
_ENDING = re.compile(r"(?:[a-z\d)%]|[A-Z]{2}|[a-z][\"”])\.$|[a-z]\.[\"”]$")
_LIST_MARK = re.compile(r"^(?:\(?(?:[0-9]{1,2}|[a-zA-Z]|[ivx]{1,4})[.)]\s+)+")
_PAGE_BREAK = re.compile(r"^-{3,}$|^## Page|^(?:Page|PAGE) \d")


class Sentence(NamedTuple):
    """One clean sentence: its span in the passage, and its words on one line without a list mark."""

    start: int
    end: int
    text: str


@cache
def zipf(word: str) -> float:
    """Zipf frequency of a lower-case English word: 0 when unknown, about 7 for `the`."""
    from wordfreq import zipf_frequency  # noqa: PLC0415 - half a second to import

    return float(zipf_frequency(word, "en"))


@cache
def is_word(word: str) -> bool:
    """Whether a lower-case word is English: common, or rare but made of common parts ("relining", "coalfields")."""
    if zipf(word) >= LOWER_ZIPF:
        return True
    if zipf(word) < _RARE_ZIPF or len(word) < _MIN_DERIVED:
        return False
    stems = [word[len(p) :] for p in _PREFIXES if word.startswith(p)]
    stems += [word[: -len(e)] + tail for e, tail in _SUFFIXES if word.endswith(e)]
    if any(zipf(stem) >= _STEM_ZIPF for stem in stems if len(stem) > 2):
        return True
    return any(min(zipf(word[:i]), zipf(word[i:])) >= _PART_ZIPF for i in range(4, len(word) - 3))


_LOWER = re.compile(r"(?<![\w'’.-])[a-z]{3,}(?![\w'’-])")


def is_cleanly_read(passage: str) -> bool:
    """Whether hardly a word of a passage is misread, so that a name in no dictionary is likelier rare than debris."""
    words = _LOWER.findall(passage)
    return len(words) >= _MIN_LOWER and sum(map(is_word, words)) >= CLEAN_SHARE * len(words)


def join_lines(raw: str) -> str:
    """Wrapped lines as one: white space collapsed, a word broken by a hyphen at the line's end made whole."""
    return " ".join(re.sub(r"(?<=[a-z])-[ \t]*\n\s*(?=[a-z])", "", raw).split())


def paragraphs(passage: str) -> Iterator[tuple[int, int]]:
    """Spans of runs of lines that read on; a blank line ends a run unless the text plainly continues after it."""
    start = end = -1
    is_blank = False
    for line in re.finditer(r"[^\n]+", passage):
        words = line.group().strip()
        if not words:
            continue
        is_blank = start >= 0 and "\n" in passage[end : line.start()].replace("\n", "", 1)
        if start >= 0 and not _reads_on(passage[start:end].rstrip(), words, is_blank=is_blank):
            yield start, end
            start = -1
        if _PAGE_BREAK.match(words):
            continue
        start = line.start() if start < 0 else start
        end = line.end()
    if start >= 0:
        yield start, end


def _reads_on(before: str, words: str, *, is_blank: bool) -> bool:
    if _PAGE_BREAK.match(words):
        return False
    if not is_blank:
        return True
    last = before.rsplit("\n", 1)[-1].strip()
    return (
        not _TERMINAL.search(before)
        and len(last) > MIN_CHARS
        and (words[0].islower() or last[-1] in "-," or last[-1].islower())
    )


def sentences(passage: str, familiar: frozenset[str] = frozenset()) -> list[Sentence]:
    """Every clean sentence of a passage, in order. Debris and fragments give none; `familiar` words are no debris."""
    found = []
    for start, end in paragraphs(passage):
        for from_, to in (_trimmed(passage, *span) for span in _split(passage, start, end)):
            text = _LIST_MARK.sub("", join_lines(passage[from_:to]))
            if is_clean(text, familiar):
                found.append(Sentence(from_, to, text))
    return found


_LEADING_DEBRIS = re.compile(r"[^\w\s(\"“$£]{1,3}\s+(?=[A-Z])")
_TRAILING_DEBRIS = re.compile(r"(?<=[.])\s+[^\w\s\"”)]{1,3}$")


def _trimmed(passage: str, start: int, end: int) -> tuple[int, int]:
    """A sentence's span without specks of the scan before its capital and after its full stop."""
    lead = _LEADING_DEBRIS.match(passage, start, end)
    start = lead.end() if lead else start
    trail = _TRAILING_DEBRIS.search(passage, max(start, end - 8), end)
    return start, trail.start() if trail else end


def _split(passage: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    at = start
    for gap in _SPLIT.finditer(passage, start, end):
        head = passage[at : gap.start()].rstrip('"”)')
        if _ABBREVIATION.search(head[-12:]):
            continue
        cut = gap.end() - len(gap.group().lstrip('"”)'))
        yield at, cut
        at = gap.end()
    while end > at and passage[end - 1].isspace():
        end -= 1
    if end > at:
        yield at, end


def is_clean(text: str, familiar: frozenset[str] = frozenset()) -> bool:
    """Whether a line is one whole sentence of dictionary words: capital first, full stop last, no debris between."""
    if not MIN_CHARS <= len(text) <= MAX_CHARS or not text[0].isupper() or not _ENDING.search(text):
        return False
    if (
        len(_NOISE.findall(text)) > MAX_NOISE
        or _ABBREVIATION.search(text)
        or text.count('"') % 2
        or text.count("(") != text.count(")")
    ):
        return False
    if re.match(r"[A-Z][A-Za-z]* ?:", text):
        return False
    words = _WORD.findall(text)
    capitalised = [w for w in words if w[0].isupper()]
    lower = [w for w in words if w[0].islower()]
    if len(words) < MIN_WORDS or len(lower) < MIN_LOWER_SHARE * len(words):
        return False
    known = sum(is_word(w.lower().replace("’", "'")) for w in lower)
    if known < KNOWN_SHARE * len(lower):
        return False
    odd = sum(zipf(w.lower()) <= 0 and w.lower() not in familiar for w in capitalised)
    return odd <= max(MAX_ODD, ODD_SHARE * len(words))
