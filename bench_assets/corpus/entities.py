"""People and bodies as the forms of their names: what joining hands about.

Belongs here: the records, and the parts of a person's name. Does not: which forms are joined
(aliases.py, near_people.py).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from bench_assets.source.mentions import Kind
from bench_assets.source.readings import lower_reading
from bench_resources.misreadings import mend
from bench_resources.names import PARTICLES

MISREAD_POINT = re.compile(r"(?<=\b[A-Z])[,;:]\s+(?=[A-Z])")
JOINED_POINT = re.compile(r"\.(?=[A-Z])")


DOMINANT_SHARE = 0.8  # of the documents, for a form without middle name to belong to one of several middle names


@dataclass(frozen=True)
class PersonName:
    """The parts of a person's name, lower case, without points. `first` is "" for a surname alone."""

    first: str
    middles: tuple[str, ...]
    last: str

    @property
    def middle_initials(self) -> str:
        """First letters of the middle names."""
        return "".join(middle[0] for middle in self.middles)


@dataclass(slots=True)
class Alias:
    """One form of a name: how often and in which documents it was seen."""

    name: str
    n_mentions: int = 0
    documents: set[str] = field(default_factory=set)

    def see(self, doc_id: str) -> None:
        """Counts one mention."""
        self.n_mentions += 1
        self.documents.add(doc_id)


@dataclass
class Entity:
    """Forms that mean one person or body: alias text -> (alias, reason).

    `shared`: forms that others bear as well, with the documents in which they mean this one.
    """

    kind: Kind
    key: str
    parsed: PersonName | None = None
    aliases: dict[str, tuple[Alias, str]] = field(default_factory=dict)
    shared: dict[str, set[str]] = field(default_factory=dict)

    @property
    def documents(self) -> set[str]:
        """Documents that hold any of its aliases as a mention, and those where a shared one means it."""
        return set().union(*(alias.documents for alias, _ in self.aliases.values()), *self.shared.values())

    def add(self, alias: Alias, reason: str) -> None:
        """Takes an alias in; the first reason stays."""
        self.aliases.setdefault(alias.name, (alias, reason))

    def share(self, alias: Alias, doc_id: str) -> None:
        """Takes an alias of others in for one document."""
        self.shared.setdefault(alias.name, set()).add(doc_id)


def parse_person(name: str) -> PersonName:
    """The parts of "First M. Last", "LAST, First M." or "Last"; particles belong to the surname.

    A point is where blanks were, and a comma after an initial is its point, misread.
    """
    name = JOINED_POINT.sub(". ", MISREAD_POINT.sub(". ", name))
    if "," in name:
        last, _, given = name.partition(",")
        parts = [*given.split(), *last.split()]
        n_last = len(last.split())
    else:
        parts, n_last = name.split(), 1
    words = [mend(part.strip(".,;:'\u2019\"")).lower() for part in parts]
    parts = [part for part, word in zip(parts, words, strict=True) if word]
    words = [word for word in words if word]
    while len(words) > n_last + 1 and words[-n_last - 1] in PARTICLES and not parts[-n_last - 1].endswith("."):
        n_last += 1  # "y Last", not the initial of "Y. Last"
    given_words, last_words = words[:-n_last], words[-n_last:]
    first, *middles = given_words or [""]
    return PersonName(lower_reading(first), tuple(middles), " ".join(last_words))


def absorb(owner: Entity, other: Entity, reason: str) -> None:
    """Moves every alias of `other` to `owner`."""
    for _, (alias, _) in sorted(other.aliases.items()):
        owner.add(alias, reason)


def dominant(weights: Mapping[str, int], share: float = DOMINANT_SHARE) -> str | None:
    """The key with at least that share of the weight, or None."""
    total = sum(weights.values())
    best = max(sorted(weights), key=lambda key: weights[key], default=None)
    return best if best is not None and weights[best] >= share * total else None


def titled_name(title: str, name: str) -> str:
    """A title in small letters and a name as one alias: "Deputy Director Fenwick"."""
    return f"{title.title()} {name}"
