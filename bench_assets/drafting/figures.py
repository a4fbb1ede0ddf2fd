"""Two public figures whom no document connects, and who of them a task is about: what a false premise is made of.

Belongs here: which documents name a figure in any way, which pairs are apart, whose turn it is. Does not: the wording
and its proof (premises).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets.corpus.entities import parse_person
from bench_assets.corpus.private_people import PrivateNames
from bench_assets.corpus.rescan import AliasScanner
from bench_assets.corpus.targets import is_barred
from bench_assets.drafting.facts import Target
from bench_assets.drafting.reading import Reading, copies_in, texts, with_copies
from bench_assets.source.mentions import Kind
from bench_resources.reader.draft_lexicon import MONTHS
from bench_resources.reader.passages import is_same_word
from bench_resources.words import zipf

COMMON_WORD_ZIPF = 4.3  # a surname that is a word this common counts in capitals only
MIN_SURNAME_CHARS = 3
NEAR_CHARS = 600  # names nearer than this may be of one dealing
MAX_SHARED = 12  # documents that name both of a pair: each is read whole
HEAD_CHARS = 1500  # of a document, in which it is dated
MIN_DATED = 3  # documents of a figure that say of what time it is
MIN_TIME_SHARE = 0.3  # of two figures' dated documents that are of the same years: else they are of two times
MIN_YEAR_SHARE = 0.1  # of a figure's dated documents, for a premise to name their year
ROUNDING = 1e-9  # a third of three is one, whatever binary fractions say

_DATED = re.compile(
    r"\b(?:" + "|".join(month[:3] for month in MONTHS) + r")[a-z]*[.,]? (?:\d{1,2},? )?(1[789]\d\d|20\d\d)\b"
    r"|\b\d{1,2}[/-]\d{1,2}[/-]((?:1[789]|20)\d\d|\d\d)\b",
    re.IGNORECASE,
)
LABEL_CHARS = 120  # before a name, in which the label of its header line stands
_LABEL = re.compile(
    r"(?:^|\n)[^\w\n]*(?:from|to|cc|bcc|via|thr(?:u|ough)|attention|attn|cop(?:y|ies)(?: to)?|distribution|"
    r"submitted by|approved by|prepared by|signed|present|attendees|participants)\b[ .:;]*(?:\n[ \t]*)?[^\n]*\Z",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[^\W\d_]{3,}[\"'\u201d\u2019)]?[.!?][\"'\u201d\u2019)]?\s")


class Interaction(StrEnum):
    """What a premise says that two figures had, as its prompt names it."""

    MEETING = "meeting"
    CALL = "telephone call"
    AGREEMENT = "agreement"


@dataclass(frozen=True)
class Figure:
    """A person whom premises may be about.

    Attributes:
        target: with every form of the name that is this person's alone.
        surname: in small letters.
        named_in: every document that may name the figure: by any form, by a misreading, by the bare surname, which
            others may bear, and every copy of such a document.
        times: the share of the figure's dated documents that is of each year; empty when few are dated.
        looser: a pattern of all forms and the bare surname.
    """

    target: Target
    surname: str
    named_in: frozenset[str]
    times: Mapping[int, float]
    looser: re.Pattern[str]

    @property
    def entity_id(self) -> str:
        """The target's."""
        return self.target.entity_id

    @property
    def years(self) -> frozenset[int]:
        """Those that many of the figure's documents are of."""
        return frozenset(year for year, share in self.times.items() if share >= MIN_YEAR_SHARE)


class Pair(NamedTuple):
    """Two figures by entity_id in order, and the documents that name both, far apart: none in a strict pair."""

    one: str
    other: str
    shared: tuple[str, ...]


class Casting(NamedTuple):
    """Who a premise is about: the anchor had this dealing with the outside figure."""

    anchor: str
    outside: str
    interaction: Interaction
    shared: tuple[str, ...]


def find_figures(
    targets: Sequence[Target],
    readings: Mapping[str, Reading | None],
    corpus: pa.Table,
    near_duplicates: pa.Table,
    alias_index: pa.Table,
    private: PrivateNames,
) -> list[Figure]:
    """The people among the targets who were read whole and are nobody private, by entity_id.

    Args:
        targets: that are entity-complete.
        readings: of each.
        corpus: CORPUS; every text is searched, of any quality.
        near_duplicates: NEAR_DUPLICATES.
        alias_index: ALIAS_INDEX: a form that several people bear counts as each one's.
        private: whom no task may name.
    """
    people = {
        target.entity_id: target
        for target in sorted(targets, key=lambda target: target.entity_id)
        if target.kind == Kind.PERSON
        and readings.get(target.entity_id) is not None
        and not is_barred((target.canonical_name, *target.forms), Kind.PERSON, private)
    }
    forms = _forms(people, alias_index)
    surnames = {entity_id: parse_person(target.canonical_name).last for entity_id, target in people.items()}
    kept = {entity_id for entity_id, surname in surnames.items() if len(surname) >= MIN_SURNAME_CHARS}
    named = _named_in(corpus, {key: forms[key] for key in sorted(kept)}, surnames)
    written = {doc_id: year for doc_id, text in texts(corpus) if (year := year_of(text)) is not None}
    copies = copies_in(corpus, near_duplicates)
    return [
        Figure(
            target,
            surnames[entity_id],
            with_copies(frozenset(named[entity_id]), copies),
            times_of([written[doc_id] for doc_id in _listed(readings[entity_id]) if doc_id in written]),
            _pattern([*forms[entity_id], surnames[entity_id]]),
        )
        for entity_id, target in people.items()
        if entity_id in kept
    ]


def _forms(people: Mapping[str, Target], alias_index: pa.Table) -> dict[str, list[str]]:
    forms = {entity_id: set(target.forms) for entity_id, target in people.items()}
    for row in alias_index.select(["entity_id", "alias"]).to_pylist():
        if row["entity_id"] in forms:
            forms[row["entity_id"]].add(row["alias"])
    return {entity_id: sorted(names) for entity_id, names in forms.items()}


def _named_in(
    corpus: pa.Table, forms: Mapping[str, Sequence[str]], surnames: Mapping[str, str]
) -> Mapping[str, set[str]]:
    """The documents that may name each figure: the corpus's own list, and a rescan by all forms and bare surnames."""
    named: dict[str, set[str]] = defaultdict(set)
    for row in corpus.select(["doc_id", "entity_ids"]).to_pylist():
        for entity_id in row["entity_ids"] or ():
            named[entity_id].add(row["doc_id"])
    words = {key for key in forms if zipf(surnames[key]) >= COMMON_WORD_ZIPF}
    scanner = AliasScanner({key: [*forms[key], *([] if key in words else [surnames[key]])] for key in forms})
    in_capitals = {key: _capitalised(surnames[key]) for key in sorted(words)}
    for doc_id, text in texts(corpus):
        for entity_id in scanner.entities(text):
            named[entity_id].add(doc_id)
        for entity_id, pattern in in_capitals.items():
            if pattern.search(text):
                named[entity_id].add(doc_id)
    return named


def _capitalised(surname: str) -> re.Pattern[str]:
    either = "|".join(re.escape(form) for form in (surname.title(), surname.upper()))
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)")


def _pattern(forms: Sequence[str]) -> re.Pattern[str]:
    ordered = sorted({form for form in forms if form.strip()}, key=lambda form: (-len(form), form))
    either = "|".join(r"\s+".join(map(re.escape, form.split())) for form in ordered)
    return re.compile(rf"(?<!\w)(?:{either})(?!\w)", re.IGNORECASE)


def _listed(reading: Reading | None) -> tuple[str, ...]:
    return reading.listed if reading is not None else ()


def year_of(text: str) -> int | None:
    """The year that a document's head names most, the earliest of equals; None when it names none.

    Two figures for a year are of the twentieth century.
    """
    dated: list[tuple[str, str]] = _DATED.findall(text[:HEAD_CHARS])
    told = Counter(int(long or (f"19{short}" if len(short) == 2 else short)) for long, short in dated)
    return min(told, key=lambda year: (-told[year], year), default=None)


def times_of(years: Sequence[int]) -> dict[int, float]:
    """The share of documents for each year, a third of each given to the year before and the year after.

    Empty for fewer than MIN_DATED.
    """
    shares: Counter[int] = Counter()
    if len(years) >= MIN_DATED:
        for year in years:
            shares.update({year - 1: 1, year: 1, year + 1: 1})
    return {year: n / (3 * len(years)) for year, n in sorted(shares.items())}


def find_pairs(figures: Sequence[Figure], corpus: pa.Table) -> list[Pair]:
    """The pairs of figures of one time that no document connects, strict ones first, then those least named together.

    No namesakes. Where documents name both, in however loose a way, no two mentions may stand near each other or in one
    header, list or sentence, in any of them; a document in which plain search does not find both rules the pair out.
    """
    pairs = [
        (one, other, one.named_in & other.named_in)
        for one, other in combinations(sorted(figures, key=lambda figure: figure.entity_id), 2)
        if not is_same_word(one.surname, other.surname) and _are_of_one_time(one, other)
    ]
    wanted = {doc_id for _, _, shared in pairs if len(shared) <= MAX_SHARED for doc_id in shared}
    read = {doc_id: text for doc_id, text in texts(corpus) if doc_id in wanted}
    found = [
        Pair(one.entity_id, other.entity_id, tuple(sorted(shared)))
        for one, other, shared in pairs
        if len(shared) <= MAX_SHARED and all(are_apart(read[doc_id], one, other) for doc_id in sorted(shared))
    ]
    return sorted(found, key=lambda pair: (len(pair.shared), pair))


def _are_of_one_time(one: Figure, other: Figure) -> bool:
    """Whether enough of their documents are of the same years, or too few are dated to tell."""
    if not one.times or not other.times:
        return True
    return sum(min(share, other.times.get(year, 0.0)) for year, share in one.times.items()) >= MIN_TIME_SHARE


def are_apart(text: str, one: Figure, other: Figure) -> bool:
    """Whether a text names both, not both in headers, nowhere within NEAR_CHARS or without a sentence's end between."""
    ours = [match.span() for match in one.looser.finditer(text)]
    theirs = [match.span() for match in other.looser.finditer(text)]
    if not ours or not theirs:
        return False
    if all(any(_is_in_header(text, span[0]) for span in spans) for spans in (ours, theirs)):
        return False  # of two letters of one thread, perhaps: who is copied on both has to do with both
    return all(_are_far(text, min(a, b), max(a, b)) for a in ours for b in theirs)


def _is_in_header(text: str, at: int) -> bool:
    return _LABEL.search(text[max(0, at - LABEL_CHARS) : at]) is not None


def _are_far(text: str, first: tuple[int, int], second: tuple[int, int]) -> bool:
    if second[0] - first[1] < NEAR_CHARS:
        return False
    return _SENTENCE_END.search(text, first[1], second[0]) is not None


class Rota:
    """Whose turn it is: strict pairs first, then who has been named least, every kind of dealing as often."""

    def __init__(self, pairs: Sequence[Pair], per_figure: int, seed: int) -> None:
        """Takes the pairs, the most castings that one figure may be in, and what breaks ties."""
        self._open = {
            Casting(anchor, outside, interaction, pair.shared): hashlib.sha256(
                f"{seed}|{anchor}|{outside}|{interaction}".encode()
            ).hexdigest()
            for pair in pairs
            for anchor, outside in ((pair.one, pair.other), (pair.other, pair.one))
            for interaction in Interaction
        }
        self._per_figure = per_figure
        self._n: Counter[tuple[str, ...]] = Counter()

    def choose(self, n: int) -> list[Casting]:
        """The next castings, at most `n`; each is offered once, one pair with one kind of dealing too."""
        chosen: list[Casting] = []
        while len(chosen) < n:
            possible = [casting for casting in self._open if self._has_room(casting)]
            if not possible:
                break
            best = min(possible, key=self._turn)
            chosen.append(best)
            for told in (best, best._replace(anchor=best.outside, outside=best.anchor)):
                self._open.pop(told, None)
            self._count(best, 1)
        return chosen

    def give_back(self, casting: Casting) -> None:
        """Counts a casting no more that came to nothing; it is not offered again."""
        self._count(casting, -1)

    def _has_room(self, casting: Casting) -> bool:
        return max(self._n["figure", casting.anchor], self._n["figure", casting.outside]) < self._per_figure

    def _turn(self, casting: Casting) -> tuple[bool, int, int, int, int, int, str]:
        return (
            bool(casting.shared),
            self._n["pair", *sorted(casting[:2])],
            self._n["outside", casting.outside],
            self._n["figure", casting.outside] + self._n["figure", casting.anchor],
            self._n["interaction", casting.interaction],
            len(casting.shared),
            self._open[casting],
        )

    def _count(self, casting: Casting, by: int) -> None:
        for key in (
            ("pair", *sorted(casting[:2])),
            ("outside", casting.outside),
            ("figure", casting.anchor),
            ("figure", casting.outside),
            ("interaction", str(casting.interaction)),
        ):
            self._n[key] += by


def most_of(n_tasks: int, share: float) -> int:
    """How many of so many tasks one figure may be in: its share of them, or one."""
    return max(1, int(n_tasks * share + ROUNDING))


def within_share(drafts: Sequence[Mapping[str, Any]], share: float) -> list[dict[str, Any]]:
    """The first drafts such that no entity is in more than its share of those kept, or one.

    The share is of what is kept, so a cut lowers it: cut until nothing changes.
    """
    kept = [dict(draft) for draft in drafts]
    while True:
        fewer = _at_most(kept, most_of(len(kept), share))
        if len(fewer) == len(kept):
            return kept
        kept = fewer


def _at_most(drafts: Iterable[dict[str, Any]], most: int) -> list[dict[str, Any]]:
    held: Counter[str] = Counter()
    kept = []
    for draft in drafts:
        if all(held[entity_id] < most for entity_id in draft["entity_ids"]):
            held.update(draft["entity_ids"])
            kept.append(draft)
    return kept
