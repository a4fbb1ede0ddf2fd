"""Whom a release keeps private: the people on its lists, and those whom its own documents mark as victims or minors.

Belongs here: reading the marks, and knowing a private person again in any form of the name. Does not: who is notable
(targets.py), what else a task may not ask (drafting/facts.py). In doubt somebody is private: what is lost is a few
questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz.distance import Levenshtein

from bench_resources.names import GIVEN_NAMES, NOT_NAMES, OFFICE_TITLES, ORGANISATION_HEADS, TITLES
from bench_resources.reader.people import PersonName, fold, parse_person
from bench_resources.words import zipf

RARE_SURNAME_ZIPF = 3.6  # a surname that is rarer means its bearer also alone: "the Tolland hearing"
COMMON_WORD_ZIPF = 4.3  # a last word this common is no surname, unless a known given name stands before it
MIN_MISREAD_CHARS = 5  # one letter of a shorter word makes another name
REACH_CHARS = 90  # on either side of a mark, in which the name stands
BATCH = 1_000

_COURTESY = r"(?:Mr|Mrs|Ms|Miss|Master|Messrs|Dr)\b\.?"
_WORD = r"[A-ZÀ-Þ][A-Za-zÀ-ÿ]*(?:['\u2019-][A-Za-zÀ-ÿ]+)*"
_NAME = (
    rf"(?:{_COURTESY}\s+)?(?:{_WORD},[ \t]+{_WORD}(?:\s+[A-Z]\.?)?(?![A-Za-z])"
    rf"|(?:{_WORD}|[A-Z]\.)(?:\s+(?:[A-Z]\.|{_WORD})){{1,3}})|{_COURTESY}\s+{_WORD}"
)
_TEENS = "ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen"
_AGE = rf"(?:1[0-7]|[1-9]|one|two|three|four|five|six|seven|eight|nine|{_TEENS})"
_SHOWN = (
    r"victims?\b(?!['\u2019])|juveniles?\b|infant\b|school(?:girl|boy)\b|under-?age\b"
    r"|minors?\b(?=\s*[,.;:()]|\s+(?:and|who|whose|of|at|in|when|was|is|child|girl|boy|female|male|daughter|son|living"
    r"|residing|under|named|by)\b|\s*\Z|\s+(?-i:[A-Z]))"
    rf"|{_AGE}[- ]years?[- ](?:old|of[- ]age)\b|age[d]?:?\s+(?:of\s+)?{_AGE}\b(?![-/\d])"
    r"|(?:jane|john|baby)\s+(?:doe|roe)\b"
)
MARK = re.compile(rf"(?<![\w-])(?:{_SHOWN})", re.IGNORECASE)
# The same without looking round, which Arrow's expressions lack: it finds the few texts worth a closer look.
HAS_MARK = (
    rf"(?i)\b(?:victims?|juveniles?|infant|school(?:girl|boy)|under-?age|minors?|{_AGE}[- ]years?[- ](?:old|of[- ]age)"
    rf"|age[d]?:?\s+(?:of\s+)?{_AGE}|(?:jane|john|baby)\s+(?:doe|roe))\b"
)
# "the victim, Mrs. Roe", "14-year-old girl named Ann Roe", "VICTIM: ROE, Ann", "Jane Doe (Ann Roe)".
_AFTER = re.compile(
    rf"(?:\s+(?:child|girl|boy|female|male|student|pupil|daughter|son|victim|witness|No\.?\s*\d+|\d+)\b)*"
    rf"\s*[,:(\"\u201c-]?\s*(?:(?:is|was|named|called|identified\s+as|known\s+as|whose\s+(?:real\s+)?name\s+(?:is|was)"
    rf"|real\s+name|[Aa][Kk][Aa]|by\s+the\s+name\s+of),?:?\s+)*(?P<name>{_NAME})"
)
# What may stand between a name and its mark: "Ann Roe (then a minor", "Ann Roe, age 14", "Ann Roe was only ..."
_BEFORE = re.compile(
    rf"(?P<name>{_NAME})(?:\s*[,(;:\u2013-]+\s*|\s+(?=was|is|being|as\b|alias|aka|a/k/a|hereinafter))"
    r"(?:(?i:who|was|is|being|then|now|still|only|just|a|an|the|as|alias|aka|a/k/a|hereinafter|hereafter|called|known|to"
    r"|referred|alleged|murder|rape|assault|unfortunate|deceased|young|minor|aged?|at|of)[,:]?\s+|[\"\u201c(])*\Z"
)
_MORE = re.compile(rf"\s*(?:,\s*(?:and\s+)?|\s+and\s+|;\s*)(?P<name>{_NAME})")
_NO_NAME = NOT_NAMES | TITLES | ORGANISATION_HEADS
_BARE = r"(?:(?P<before>[\w.'\u2019-]+)\s+)?(?<!\w)(?P<last>%s)(?:['\u2019]s)?(?!\w)"


def marked_people(documents: Iterable[pa.Table]) -> frozenset[str]:
    """Names that documents mark as those of victims or minors, or as the person behind a Jane Doe, as they stand.

    Args:
        documents: tables with `text`, one a shard or the corpus alone; rows without text mark nobody.

    Returns: full names, or a courtesy title with a surname; never a bare surname, nor a public title.
    """
    found: set[str] = set()
    for batch in (b for table in documents for b in table.select(["text"]).to_batches(max_chunksize=BATCH)):
        texts = batch.column(0)
        for text in texts.filter(pc.fill_null(pc.match_substring_regex(texts, HAS_MARK), False)).to_pylist():
            found.update(marks_in(text))
    return frozenset(found)


def marks_in(text: str) -> Iterator[str]:
    """The names that one text marks, as `marked_people` gives them."""
    for mark in MARK.finditer(text):
        after = text[mark.end() : mark.end() + REACH_CHARS]
        beside = [_BEFORE.search(text[max(0, mark.start() - REACH_CHARS) : mark.start()])]
        at = _AFTER.match(after)
        beside.append(at)
        while at is not None and mark.group().lower().endswith("s"):  # "the victims, Ann Roe, Bea Roe and Cy Roe"
            at = _MORE.match(after, at.end())
            at = at if at is not None and not _titled(at["name"]) else None  # "... and Mayor Roe found them"
            beside.append(at)
        for name in (_clear(match["name"]) for match in beside if match is not None):
            if name:
                yield name
            if re.match(_COURTESY, name):
                yield from _bearers(text, name.split()[-1])


def _bearers(text: str, surname: str) -> Iterator[str]:
    """The full names of that surname in a text: whom a courtesy title alone may mean."""
    named = re.finditer(rf"(?:{_WORD}|[A-Z]\.)\s+(?:[A-Z]\.\s+)?(?i:{re.escape(surname)})(?!\w)", text)
    yield from (name for match in named if (name := _clear(match.group())) and not re.match(_COURTESY, name))


def _clear(written: str) -> str:
    """A name without what opens its sentence; "" for words that are nobody's name."""
    words = written.split()[_titled(written) :]
    while words and fold(words[0]) in NOT_NAMES and not re.match(_COURTESY, words[0]):
        del words[0]
    if len(words) < 2:
        return ""
    given, last = (words[1], words[0]) if words[0].endswith(",") else (words[-2], words[-1])
    if fold(last) in _NO_NAME or (fold(given) in _NO_NAME and not re.match(_COURTESY, given)):
        return ""
    is_name = len(fold(given)) == 1 or fold(given) in GIVEN_NAMES or zipf(fold(last)) < COMMON_WORD_ZIPF
    return " ".join(words) if is_name else ""


def _titled(written: str) -> int:
    """How many words of a name come before it, up to its last public title: 2 for "Harbor Commissioner Ann Roe"."""
    return max((i + 1 for i, word in enumerate(written.split()) if fold(word) in OFFICE_TITLES), default=0)


@dataclass(frozen=True)
class PrivateNames:
    """People whom no task may be about or name, by the names that a release gives them.

    Attributes:
        names: in any form, "First M. Last", "LAST, First", "Mrs. Last" or one word alone.
    """

    names: frozenset[str]

    def is_one(self, name: str) -> bool:
        """Whether a form of a person's name may be one of them: surnames alike, first names alike or an initial."""
        person = parse_person(name)
        if person is None or not self.names:
            return False
        if any(fold(word) in self._alone for word in name.split()):
            return True
        return bool(person.given) and any(
            _is_alike(person.surname, other.surname) and _may_be_given(person.given[0], other.given[0])
            for other in self._people
        )

    def is_in_body(self, name: str) -> bool:
        """Whether a body is named after one of them: "Ann Roe Fund", "Roe Estate"."""
        words = {fold(word) for word in name.split()} - _NO_NAME
        return bool(words & (self._alone | {person.surname for person in self._people})) or self.search(name)

    def search(self, text: str) -> bool:
        """Whether a text names one of them, in full, by initials, with a courtesy title, or by a rare surname alone.

        A surname after another's given name is another's.
        """
        if self._full is not None and self._full.search(text):
            return True
        return self._last is not None and any(self._is_meant(match) for match in self._last.finditer(text))

    def _is_meant(self, match: re.Match[str]) -> bool:
        before, last = match["before"] or "", match["last"]
        if not last[0].isupper():
            return False
        if re.match(_COURTESY, before, re.IGNORECASE):
            return True
        word = fold(before)
        if before[:1].isupper() and len(word) == 1:
            return any(fold(last) == person.surname and person.given[0][0] == word for person in self._people)
        if before[:1].isupper() and word not in NOT_NAMES | TITLES:
            return False
        return zipf(last) < RARE_SURNAME_ZIPF

    @cached_property
    def _people(self) -> tuple[PersonName, ...]:
        parsed = {parse_person(name) for name in self.names}
        return tuple(sorted((one for one in parsed if one and one.given), key=lambda one: (one.surname, one.given)))

    @cached_property
    def _alone(self) -> frozenset[str]:
        return frozenset(fold(name) for name in self.names if len(name.split()) == 1)

    @cached_property
    def _full(self) -> re.Pattern[str] | None:
        return name_pattern(self.names)

    @cached_property
    def _last(self) -> re.Pattern[str] | None:
        surnames = sorted(
            {name.replace(",", " ").split()[0 if "," in name else -1] for name in self.names if " " in name}
        )
        return re.compile(_BARE % "|".join(map(re.escape, surnames)), re.IGNORECASE) if surnames else None


def name_pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Any of the names of people, with a middle name or initials or without, or turned round; None for no name."""
    forms = []
    for name in sorted(names):
        words = [re.escape(word) for word in name.replace(",", " ").split()]
        full = [word for word in words if len(word.strip(".\\")) > 1]
        if len(full) > 1:
            first, last = (full[1], full[0]) if "," in name else (full[0], full[-1])
            forms += [rf"{first}(?:\s+[\w.'’-]+){{0,2}}\s+{last}", rf"{last},\s*{first}"]
        elif len(words) > 1:  # initials and a surname, which alone may be any word
            forms.append(r"\s+".join(words))
        else:
            forms += words
    return re.compile(rf"(?<!\w)(?:{'|'.join(forms)})(?!\w)", re.IGNORECASE) if forms else None


def _is_alike(one: str, other: str) -> bool:
    """Whether two words are one, a letter misread or not."""
    if one == other:
        return True
    is_long = min(len(one), len(other)) >= MIN_MISREAD_CHARS
    return is_long and Levenshtein.distance(one, other, score_cutoff=1) <= 1


def _may_be_given(one: str, other: str) -> bool:
    """Whether two first names may be one person's: alike, or one the initial of the other."""
    return one[:1] == other[:1] if 1 in {len(one), len(other)} else _is_alike(one, other)
