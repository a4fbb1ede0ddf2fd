"""People whom a question or an answer names though the release shows them in no public office: no task names them.

Belongs here: finding people in questions, answers and their documents, and telling targets and officials from everybody
else. Does not: who is a target (corpus/targets.py), whom a release marks private (corpus/private_people.py).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import pyarrow as pa

from bench_assets.corpus.private_people import RARE_SURNAME_ZIPF, PrivateNames
from bench_assets.schemas import DOCUMENTS
from bench_assets.source.mentions import Kind, find_mentions
from bench_resources.names import OFFICE_TITLES
from bench_resources.reader.draft_officials import office_holders
from bench_resources.reader.people import PersonName, fold, parse_person, same_person
from bench_resources.words import zipf

# The word before begins with no capital: else the initials are of a middle name. "A. Roe" is testimony: an answer.
_INITIALLED = re.compile(
    r"(?:^|[\n:;(]\s*|(?<![\w.])[^A-Z\s]\S*\s+)(?P<name>(?![AQ]\.\s+[A-Z][a-z])(?:[A-Z]\.\s*){1,3}(?P<last>[A-Z][a-z]{2,}))(?![\w-])"
)


class Told(NamedTuple):
    """What a task would tell, and what it is told from.

    Attributes:
        question: as drafted.
        answer: as drafted; "" when there is none.
        is_person: whether the answer is said to be a person.
        quote: what shows the answer, and perhaps its public office.
        text: the document, in which people may be named in full whom the question names in short.
        subject: whom or what the question is said to be about.
    """

    question: str
    answer: str = ""
    is_person: bool = False
    quote: str = ""
    text: str = ""
    subject: str = ""


class Named(NamedTuple):
    """A person's name as it stands, and the title before it in small letters."""

    name: str
    title: str

    @property
    def written(self) -> str:
        """The name; a surname alone with its title, since alone it may be any word."""
        return self.name if " " in self.name else f"{self.title or 'mr'} {self.name}"


def initialled(text: str) -> Iterator[Named]:
    """As in "I. Roe" of a rare surname: too little to make a mention of, and enough for somebody to be meant."""
    for match in _INITIALLED.finditer(text):
        if zipf(match["last"]) < RARE_SURNAME_ZIPF:
            yield Named(" ".join(match["name"].split()), "")


@dataclass(frozen=True)
class PublicPeople:
    """Whom tasks may name.

    Attributes:
        names: of targets, in every form, and of officials; bodies among them do no harm.
    """

    names: tuple[PersonName, ...]

    @classmethod
    def of(cls, names: Iterable[str]) -> PublicPeople:
        """Everybody of these names."""
        return cls(tuple(person for name in sorted(set(names)) if (person := parse_person(name)) is not None))

    def holds(self, named: Named) -> bool:
        """Whether a person may be named: one of them, or one whom a public title stands before."""
        person = parse_person(named.name)
        if named.title in OFFICE_TITLES or person is None:
            return True
        return any(same_person(person, other) or _shares_given(person, other) for other in self.names)


def _shares_given(one: PersonName, other: PersonName) -> bool:
    """Whether two names of one surname share a first or middle name: "Lee Roe" and "J. Lee Roe"."""
    shared = {word for word in one.given if len(word) > 1} & set(other.given)
    return one.surname == other.surname and bool(shared)


def names_stranger(told: Sequence[Told], public: PublicPeople) -> list[bool]:
    """For each, whether it names a person who is not public and whom its own quote shows in no public office."""
    people = people_in({text for one in told for text in (one.question, one.answer, one.subject, one.text)})
    private = {
        text: PrivateNames(
            frozenset(named.written for named in (*people[text], *initialled(text)) if not public.holds(named))
        )
        for text in {one.text for one in told}
    }
    return [_is_stranger(one, people, private[one.text], public) for one in told]


def people_in(texts: Iterable[str]) -> Mapping[str, list[Named]]:
    """The people that each text names."""
    distinct = sorted({text for text in texts if text.strip()})
    rows = [{"doc_id": f"{at:09d}", "text": text, "length_chars": len(text)} for at, text in enumerate(distinct)]
    found: dict[str, list[Named]] = defaultdict(list)
    for mention in find_mentions(pa.Table.from_pylist(rows, schema=DOCUMENTS)).to_pylist():
        if mention["kind"] == Kind.PERSON:
            found[distinct[int(mention["doc_id"])]].append(Named(mention["name"], mention["title"]))
    return found


def _is_stranger(told: Told, people: Mapping[str, list[Named]], private: PrivateNames, public: PublicPeople) -> bool:
    named = [*people[told.question], *people[told.answer], *people[told.subject]]
    is_titled = any(fold(word) in OFFICE_TITLES for word in told.answer.split())
    if told.is_person and not people[told.answer] and not is_titled:
        named.append(Named(told.answer, ""))  # a name that the walk over mentions finds doubtful is a person's still
    strangers = [one for one in named if not public.holds(one)]
    if strangers:
        shown = PublicPeople.of(office_holders(told.quote))
        return not all(shown.holds(one) for one in strangers)
    return any(private.search(part) for part in (told.question, told.answer, told.subject))
