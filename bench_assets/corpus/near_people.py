"""Which rare names are misreadings of frequent ones.

Belongs here: whole names of people, by the cost of the errors between them. Does not: joining forms that are spelt
alike, surnames alone (aliases.py).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from bench_assets.corpus.entities import Entity, PersonName, absorb
from bench_resources.misreadings import ALIKE_COST, COST_PER_CHAR, LOOK_ALIKES, MAX_ZIPF_MISREAD, distance
from bench_resources.names import GIVEN_NAMES
from bench_resources.words import zipf

RARE_DOCUMENTS = 2  # an OCR near-form is seen in at most this many documents ...
RARE_SHARE = 0.1  # ... or in this share of the documents of the form beside it ...
NEAR_TIMES = 3  # ... beside a person's name seen at least this many times as often
STRAY_SHARE = 0.03  # of somebody's documents: what has the same surname and is no rarer is somebody else
MAX_ZIPF_INITIAL = 3.5  # people of a commoner surname differ by their middle initials
MIN_SURE_SURNAME = 7  # letters
MIN_NEAR_CHARS = 5  # one letter of a shorter name makes another name: Dean, Dunn
MIN_TAIL_CHARS = 3
MIN_ZIPF_TAIL = 4.5  # of a word that lost the blank before it
PIECE_CHARS = 4  # what is left of a surname at its beginning or its end
OTHER_BEARERS = 2  # a surname that more documents than this give to people of other initials is no misreading
IN_FULL_COST = 0.25  # the same initials elsewhere are nearer to initials than a first name is


def join_near_people(entities: Sequence[Entity]) -> list[Entity]:
    """Files a rare name under the one that it is a misreading of: the nearest name that is several times as frequent.

    Frequent names come first, so that a misreading is never filed under another.
    """
    bearers: dict[str, Counter[str]] = defaultdict(Counter)
    for entity in entities:
        assert entity.parsed is not None
        bearers[entity.parsed.last][entity.parsed.first[0]] += len(entity.documents)
    frequent: dict[tuple[str, str], list[Sized]] = defaultdict(list)
    absorbed: dict[tuple[str, str], dict[str, Entity]] = defaultdict(dict)
    kept: list[Entity] = []
    for one in sorted(map(sized, entities), key=lambda one: (-one.n_documents, one.entity.key)):
        keys = near_keys(one.person)
        near = {other.entity.key: other for key in keys for other in frequent.get(key, ())}
        owner = nearest(one, near, bearers)
        if owner is not None:
            absorb(owner, one.entity, "rare form, a misreading of a frequent name")
            absorbed[one.person.first, one.person.last][owner.key] = owner
            continue
        kept.append(one.entity)
        if one.n_documents >= RARE_DOCUMENTS:
            for key in keys:
                frequent[key].append(one)
    return join_plain_forms(kept, absorbed)


def join_plain_forms(
    entities: Iterable[Entity], absorbed: Mapping[tuple[str, str], Mapping[str, Entity]]
) -> list[Entity]:
    """Files First Last where First M. Last was found to be a misreading of one name only."""
    kept: list[Entity] = []
    for entity in entities:
        assert entity.parsed is not None
        owners = list(absorbed.get((entity.parsed.first, entity.parsed.last), {}).values())
        is_rare = len(owners) == 1 and len(entity.documents) <= RARE_SHARE * len(owners[0].documents)
        # An owner with a middle name is never filed away itself.
        if is_rare and not entity.parsed.middles and has_middles(owners[0]):
            absorb(owners[0], entity, "rare form, a misreading of a frequent name")
        else:
            kept.append(entity)
    return kept


def has_middles(entity: Entity) -> bool:
    """True for First Middle Last."""
    return entity.parsed is not None and bool(entity.parsed.middles)


class Sized(NamedTuple):
    """A person, and in how many documents before anybody was joined."""

    entity: Entity
    person: PersonName
    n_documents: int

    def is_rare_beside(self, other: Sized) -> bool:
        """True for a form rare enough to be a misreading of the other's name."""
        limit = max(RARE_DOCUMENTS, RARE_SHARE * other.n_documents)
        times = 1 if is_sure(self.person, other.person) else NEAR_TIMES
        return self.n_documents <= limit and self.n_documents * times <= other.n_documents

    def is_same_beside(self, other: Sized) -> bool:
        """True for a form so rare beside the other's that its being a listed first name says nothing."""
        initials = self.person.middle_initials[:1]
        return (
            bool(initials)
            and initials == other.person.middle_initials[:1]
            and self.n_documents <= same_share(self.person.last) * other.n_documents
        )


def same_share(last: str) -> float:
    """Of somebody's documents, how many may name a bearer of another first name before it is somebody else's."""
    if zipf(last) < MAX_ZIPF_MISREAD:
        return RARE_SHARE
    return RARE_SHARE / 2 if zipf(last) < MAX_ZIPF_INITIAL else STRAY_SHARE


def is_sure(person: PersonName, other: PersonName) -> bool:
    """True when one name can hardly be another's: equal but for a letter or two of a long surname that is no word."""
    return (
        person.first == other.first
        and len(person.last) >= MIN_SURE_SURNAME
        and max(zipf(person.last), zipf(other.last)) < MAX_ZIPF_MISREAD
        and distance(person.last, other.last, 1.0) <= 1.0
    )


def sized(entity: Entity) -> Sized:
    """The entity with its size now."""
    assert entity.parsed is not None
    return Sized(entity, entity.parsed, len(entity.documents))


def near_keys(person: PersonName) -> set[tuple[str, str]]:
    """What two near names share: both parts but for a letter each, or one part and a piece of the other."""
    lasts = without_a_letter(person.last)
    keys = {(first, last) for first in without_a_letter(person.first) for last in lasts}
    first, last = person.first, person.last
    keys |= {(f"{first[0]}.", last[at : at + PIECE_CHARS]) for at in range(len(last) - PIECE_CHARS + 1)}
    keys |= {(first, last[at : at + 3]) for at in range(len(last) - 2)}
    if person.middles:
        keys.add((f"{first[0]}{person.middle_initials[0]}.", last))
        keys |= {(f"{person.middle_initials[0]}.", form) for form in lasts}
    if len(last) >= PIECE_CHARS:
        keys |= {(first, f"{last[:PIECE_CHARS]}*"), (first, f"*{last[-PIECE_CHARS:]}")}
    if len(first) >= MIN_NEAR_CHARS:
        keys |= {(f"{first[:2]}*", last), (f"*{first[-2:]}", last)}
    return keys


def without_a_letter(word: str) -> set[str]:
    """The word, and the word without each of its letters; a short one as it is."""
    if len(word) < MIN_NEAR_CHARS:
        return {word}
    return {word, *(word[:at] + word[at + 1 :] for at in range(len(word)))}


def nearest(one: Sized, near: Mapping[str, Sized], bearers: Mapping[str, Mapping[str, int]]) -> Entity | None:
    """The one near name that costs least; None when two cost the same, or when the name is no misreading at all.

    `bearers`: for each surname how often it is borne, by the initial of the first name.
    """
    costs: dict[str, float] = {}
    for key, other in sorted(near.items()):
        if not one.is_rare_beside(other) or not middles_agree(one.person, other.person):
            continue
        if is_surname_of_others(one.person, other.person, bearers):
            continue
        cost = cost_between(one.person, other.person, is_same=one.is_same_beside(other))
        if cost is not None:
            costs[key] = cost
    best = sorted(costs, key=lambda key: (costs[key], key))[:2]
    if not best or (len(best) == 2 and costs[best[0]] == costs[best[1]]):
        return None
    return near[best[0]].entity


def is_surname_of_others(person: PersonName, other: PersonName, bearers: Mapping[str, Mapping[str, int]]) -> bool:
    """True for another surname that people of further initials bear, and not as often as misreadings come."""
    if person.last == other.last:
        return False
    initials = {person.first[0], other.first[0]}
    n_others = sum(n for initial, n in bearers[person.last].items() if initial not in initials)
    return n_others > max(OTHER_BEARERS, RARE_SHARE * sum(bearers[other.last].values()))


def cost_between(person: PersonName, other: PersonName, *, is_same: bool) -> float | None:
    """What the errors cost that make `other` of the person's name; None where they are too many or none at all."""
    is_half = other.last.startswith(f"{person.last}-")
    if person.last != other.last and zipf(person.last) >= MAX_ZIPF_MISREAD and not is_half:
        return None
    if len(person.first) == 1 < len(other.first) and person.middles:
        return cost_of_initials(person, other)
    is_cut = is_half or (len(person.last) >= PIECE_CHARS and other.last.startswith(person.last))
    is_known = person.first in GIVEN_NAMES or zipf(person.first) >= MAX_ZIPF_MISREAD
    if person.first != other.first and is_known and not is_same:
        return None
    limit = COST_PER_CHAR * (len(other.first) + len(other.last))
    cost = distance(person.first, other.first, limit)
    cost += (
        min(1.0, limit) if is_cut and person.last != other.last else distance_of_last(person.last, other.last, limit)
    )
    is_equal = (person.first, person.last) == (other.first, other.last)
    return None if is_equal or cost > limit else cost


def cost_of_initials(person: PersonName, other: PersonName) -> float | None:
    """The same for F. M. Last beside First M. Last, of which a letter of the surname or the second initial is off."""
    if not other.first.startswith(person.first) or not other.middles:
        return None
    limit = COST_PER_CHAR * len(other.last)
    cost = distance(person.last, other.last, limit)
    if person.middle_initials[0] != other.middle_initials[0]:
        is_alike = cost == 0 and zipf(other.last) < MAX_ZIPF_INITIAL
        return ALIKE_COST + IN_FULL_COST if is_alike else None
    return cost + IN_FULL_COST if 0 < cost <= limit else None


def distance_of_last(last: str, other: str, limit: float) -> float:
    """The least cost of errors between two surnames, of which a half may be lost, or a word have run into the first."""
    first_half, _, second_half = other.partition("-")
    whole = distance(last, other, limit)
    tail = last[len(other) :]
    if len(tail) >= MIN_TAIL_CHARS and zipf(tail) >= MIN_ZIPF_TAIL:  # "Fenwickwas"
        whole = min(whole, 1 + distance(last[: len(other)], other, limit - 1))
    return min(whole, 1 + distance(last, first_half, limit - 1)) if second_half and "-" not in last else whole


def middles_agree(person: PersonName, other: PersonName) -> bool:
    """True unless both have a middle initial and they differ in more than one might be read for the other."""
    if not person.middles or not other.middles:
        return True
    initials = person.middle_initials[0], other.middle_initials[0]
    return initials[0] == initials[1] or "".join(initials) in LOOK_ALIKES
