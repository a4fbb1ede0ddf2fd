"""Whether another document says nearly the same sentence, and says it with the same answer.

Belongs here: finding re-released and re-scanned copies of one sentence, and comparing what they state. Does not:
near-duplicate documents.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from enum import StrEnum

import pyarrow as pa
from rapidfuzz import fuzz

from bench_resources.prompting import AnswerType, Fact

RARE_WORDS = 6  # of a quote, by document frequency: what candidates are found by
MIN_SHARED = 3
MAX_CANDIDATES = 6
COPY_RATIO = 85.0  # of 100: two scans of one sentence stay above, two sentences about one matter below
MARGIN_CHARS = 12
BEYOND_CHARS = 300  # of a paper behind its heading, by which two papers on one subject are told apart
MIN_BEYOND = 40  # fewer tell nothing apart
SAME_BEYOND = 80.0  # of 100: two scans of one paper stay above, the next form letter of an office below

_WORD = re.compile(r"[a-z]{5,}")
_DATE_LIKE = re.compile(
    r"\b\d{1,2}(?:st|nd|rd|th)? (?:january|february|march|april|may|june|july|august|september|october|november|"
    r"december) \d{4}\b|"
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december) \d{1,2}(?: \d{4})\b"
)
_TITLE = re.compile(r'"([^"]+)"')
_YEAR = re.compile(r"\b(?:1[789]\d\d|20\d\d)\b")
_NUMBER_LIKE = re.compile(r"\b\d[\d,]*(?:\.\d+)?\b")


class Agreement(StrEnum):
    """What copies of a fact's sentence say."""

    AGREES = "agrees"
    CONFLICTS = "conflicts"
    ALONE = "alone"


def plain(text: str) -> str:
    """Lower case words and figures, one space apart: what two scans of a line share."""
    return " ".join(re.findall(r"\$?[^\W_]+(?:[.,]\d+)*", text.lower()))


class Corroborator:
    """Compares facts with every document of a corpus. Only the quotes' own rarer words are indexed."""

    def __init__(self, corpus: pa.Table, quotes: Sequence[str]) -> None:
        self._texts = dict(zip(corpus["doc_id"].to_pylist(), corpus["text"].to_pylist(), strict=True))
        wanted = {word for quote in quotes for word in _WORD.findall(quote.lower())}
        self._frequency: Counter[str] = Counter()
        self._documents: dict[str, list[str]] = defaultdict(list)
        for doc_id in sorted(self._texts):
            for word in wanted.intersection(_WORD.findall((self._texts[doc_id] or "").lower())):
                self._frequency[word] += 1
                self._documents[word].append(doc_id)
        self._plain: dict[str, str] = {}

    def compare(self, doc_id: str, fact: Fact) -> Agreement:
        """Whether other documents repeat the fact's quote, with its answer or with another of the same kind."""
        quote, answer = plain(fact.quote), plain(fact.answer)
        outcome = Agreement.ALONE
        for candidate in self._candidates(doc_id, quote):
            copy = self._copy(candidate, quote)
            is_another = bool(copy) and fact.form == "header" and self._differs(doc_id, candidate, quote)
            if is_another or not _names_title(copy, fact.question):
                continue  # another paper of the same office: its heading is much alike
            if copy and _has_other_years(copy, fact.question):
                return Agreement.CONFLICTS
            if copy and answer in copy:
                outcome = Agreement.AGREES
            elif copy and _says_otherwise(copy, answer, fact.answer_type):
                return Agreement.CONFLICTS
        return outcome

    def _candidates(self, doc_id: str, quote: str) -> list[str]:
        words = sorted(set(_WORD.findall(quote)), key=lambda w: (self._frequency[w], w))[:RARE_WORDS]
        shared = Counter(other for word in words for other in self._documents[word] if other != doc_id)
        need = min(MIN_SHARED, len(words))
        best = sorted((other for other, n in shared.items() if n >= need), key=lambda other: (-shared[other], other))
        return best[:MAX_CANDIDATES]

    def _differs(self, doc_id: str, other: str, quote: str) -> bool:
        """Whether what follows a heading in its own document does not stand in the other one."""
        text, others = self._text(doc_id), self._text(other)
        at = text.find(quote)
        beyond = text[at + len(quote) :][:BEYOND_CHARS].strip() if at >= 0 else ""
        if min(len(beyond), len(others)) < MIN_BEYOND:
            return False
        short, long = sorted((beyond, others), key=len)
        return not fuzz.partial_ratio(short, long, score_cutoff=SAME_BEYOND)

    def _text(self, doc_id: str) -> str:
        if doc_id not in self._plain:
            self._plain[doc_id] = plain(self._texts[doc_id] or "")
        return self._plain[doc_id]

    def _copy(self, doc_id: str, quote: str) -> str:
        """The stretch of a document that repeats the quote, a little wider; "" when none does."""
        text = self._text(doc_id)
        if len(text) < len(quote):
            return ""
        found = fuzz.partial_ratio_alignment(quote, text, score_cutoff=COPY_RATIO)
        return text[max(0, found.dest_start - MARGIN_CHARS) : found.dest_end + MARGIN_CHARS] if found else ""


def _names_title(copy: str, question: str) -> bool:
    """Whether a copy holds the title that a question quotes, scanned as it may be; True for a question without one."""
    title = _TITLE.search(question)
    return title is None or fuzz.partial_ratio(plain(title[1]), copy) >= COPY_RATIO


def _has_other_years(copy: str, question: str) -> bool:
    """Whether a copy dates what the question tells of to another year: one of the two is misread."""
    asked, stated = set(_YEAR.findall(question)), set(_YEAR.findall(copy))
    return bool(asked) and bool(stated) and not asked <= stated


def _says_otherwise(copy: str, answer: str, kind: AnswerType) -> bool:
    """Whether a copy states another value where the answer should stand. Names are too often misread to say."""
    if kind is AnswerType.DATE:
        return bool(_DATE_LIKE.search(copy)) and bool(_DATE_LIKE.fullmatch(answer))
    if kind in {AnswerType.MONEY, AnswerType.NUMBER}:
        return bool(_NUMBER_LIKE.search(copy))
    return False
