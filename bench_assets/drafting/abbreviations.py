"""Abbreviations that a release writes out in more than one way: a question for one of them has two answers.

Belongs here: finding rival expansions in every document, clean or not. Does not: which facts ask for an expansion.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping

from rapidfuzz import fuzz

from bench_resources.words import zipf

ASKED = re.compile(r"^What does the abbreviation (?P<acronym>\S+) stand for\?$")
MIN_DOCUMENTS = 2  # that write the rival: one may be a scan's accident
RIVAL_SHARE = 0.5  # of the documents that write the expansion
SAME_RATIO = 80.0  # of 100: misreadings and plurals of one expansion are alike to this degree
WORD_ZIPF = 3.0  # a rarer word in a name that is alike is what the scan made of a common one
CUT_SHARE = 0.5  # of the documents that hold an expansion
_SMALL = r"(?:of|the|and|for|on|in|to)"
_RUN = re.compile(rf"\b[A-Z][a-z]+(?:\s+(?:{_SMALL}\s+){{0,2}}[A-Z][a-z]+)+")
_GOES_ON = re.compile(r"\s+(?:on|of|for|to)\s")
_CAPITAL = re.compile(r"[A-Z][a-z]+")


def ambiguous_abbreviations(texts: Iterable[str], expansions: Mapping[str, str]) -> set[str]:
    """Those of the acronyms that a release writes out otherwise too, or whose expansion is misread or cut short.

    Initials that other words share, in half as many documents as the expansion or more: chance gives a common acronym
    a few such runs of words, so a rival is measured against the expansion. And "Select Committee" where most documents
    that hold it go on with "on Ports".

    Args:
        texts: every document of the corpus.
        expansions: the expansion in question, by acronym.
    """
    lengths = sorted({len(acronym) for acronym in expansions})
    rivals: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    n_cut: Counter[str] = Counter()
    for text in texts if expansions else ():
        readings = {reading for run in _RUN.findall(text) for reading in _readings(run, lengths, expansions)}
        for acronym, words in {(acronym, words) for acronym, words, _ in readings}:
            rivals[acronym][words] += 1
        n_cut.update({acronym for acronym, words, goes_on in readings if goes_on and words == expansions[acronym]})
    shared = {
        acronym
        for acronym, counts in rivals.items()
        if _has_rival(expansions[acronym], counts) or _is_misread(expansions[acronym], counts)
    }
    return shared | {acronym for acronym, n in n_cut.items() if n > CUT_SHARE * rivals[acronym][expansions[acronym]]}


def _has_rival(expansion: str, counts: Mapping[str, int]) -> bool:
    same = {words for words in counts if fuzz.ratio(words.lower(), expansion.lower()) >= SAME_RATIO}
    n_same = sum(counts[words] for words in same)
    most = max((n for words, n in counts.items() if words not in same), default=0)
    return most >= max(MIN_DOCUMENTS, n_same * RIVAL_SHARE)


def _is_misread(expansion: str, counts: Mapping[str, int]) -> bool:
    """Whether as many documents write the expansion a little otherwise, in words: one of the two is a slip."""
    alike = [
        n
        for words, n in counts.items()
        if words != expansion
        and fuzz.ratio(words.lower(), expansion.lower()) >= SAME_RATIO
        and all(zipf(word.lower()) >= WORD_ZIPF for word in words.split())
    ]
    is_cut = any(words[:-1] == expansion for words in counts)  # "Harbor Pilot" beside "Harbor Pilots"
    return is_cut or max(alike, default=0) >= max(1, counts.get(expansion, 0))


def _readings(run: str, lengths: Iterable[int], expansions: Mapping[str, str]) -> Iterable[tuple[str, str, bool]]:
    """(acronym, words, whether the name goes on) for every stretch of a run whose initials are an acronym's letters."""
    found = [(match.start(), match.end(), match[0][0]) for match in _CAPITAL.finditer(run)]
    for n in lengths:
        for first in range(len(found) - n + 1):
            acronym = "".join(initial for _, _, initial in found[first : first + n])
            if acronym in expansions:
                start, end = found[first][0], found[first + n - 1][1]
                yield acronym, " ".join(run[start:end].split()), _GOES_ON.match(run, end) is not None
