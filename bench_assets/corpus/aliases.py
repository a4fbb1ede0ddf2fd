"""Which forms of a name are one person or body, each with its reason.

Belongs here: joining forms over all shards. Does not: finding mentions (source/mentions.py), choosing targets.
A join needs evidence in the names themselves; where two people could be meant the form stays out, because a wrong join
would put one person's papers into another's.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pyarrow as pa

from bench_assets.schemas import ALIAS_INDEX
from bench_assets.source.mentions import Form, Kind
from bench_assets.source.readings import lower_reading
from bench_resources.misreadings import ALIKE_COST, FAR, LOOK_ALIKES, distance, mend
from bench_resources.names import GIVEN_NAMES, PARTICLES
from bench_resources.words import zipf

RARE_DOCUMENTS = 2  # an OCR near-form is seen in at most this many documents ...
RARE_SHARE = 0.1  # ... or in this share of the documents of the form beside it ...
NEAR_TIMES = 3  # ... beside a person's name seen at least this many times as often
FREQUENT_TIMES = 5  # the same for a body, and for a middle initial
STRAY_SHARE = 0.02  # of somebody's documents: what has the same surname and is no rarer is somebody else
MAX_ZIPF_INITIAL = 3.5  # people of a commoner surname differ by their middle initials
MIN_NEAR_CHARS = 5  # one letter of a shorter name makes another name: Dean, Dunn
PIECE_CHARS = 4  # what is left of a surname at its beginning or its end
COST_PER_CHAR = 0.13  # of first and last name: 1 for "Jim Masters", 2 for sixteen letters
MAX_ZIPF_MISREAD = 2.0  # a name that is as common a word as this is no misreading
OTHER_BEARERS = 2  # nor is a surname that more documents than this give to people of other initials
MIN_BODY_NEAR_CHARS = 15
BODY_NEAR_DISTANCE = 4
MAX_NEAR_BODIES = 8
MIN_SURE_CHARS = 18  # as in near_names.py
DOMINANT_SHARE = 0.8  # of the documents, for a form without middle name to belong to one of several middle names
SURNAME_MIN_DOCUMENTS = 3
SURNAME_STRAY_SHARE = 0.1  # one-off people of the same surname may be OCR debris; more of them make it ambiguous
MAX_ZIPF_SURNAME = 4.3  # a surname that is as common a word as this would match sentences
MIN_ACRONYM_CHARS = 3
FRAGMENT_SHARE = 0.5  # a body is a fragment of a longer one that is at least this frequent


MISREAD_POINT = re.compile(r"(?<=\b[A-Z])[,;:]\s+(?=[A-Z])")
JOINED_POINT = re.compile(r"\.(?=[A-Z])")


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


@dataclass
class Entity:
    """Forms that mean one person or body: alias text -> (alias, reason)."""

    kind: Kind
    key: str
    parsed: PersonName | None = None
    aliases: dict[str, tuple[Alias, str]] = field(default_factory=dict)

    @property
    def documents(self) -> set[str]:
        """Documents that hold any of its aliases as a mention."""
        return set().union(*(alias.documents for alias, _ in self.aliases.values()))

    def add(self, alias: Alias, reason: str) -> None:
        """Takes an alias in; the first reason stays."""
        self.aliases.setdefault(alias.name, (alias, reason))


def build_alias_index(mentions: Iterable[pa.Table]) -> pa.Table:
    """One row per (entity, alias).

    Args:
        mentions: ENTITY_MENTIONS, a table a shard, in any order.

    Returns: ALIAS_INDEX by (entity_id, alias). Surnames and acronyms that could mean several are not in it.
    """
    people, bodies, acronyms = collect_aliases(mentions)
    entities = [*join_people(people), *join_bodies(bodies, acronyms)]
    rows: dict[str, list[object]] = {name: [] for name in ALIAS_INDEX.names}
    for entity in sorted(entities, key=entity_id):
        canonical = canonical_name(entity)
        for name, (alias, reason) in sorted(entity.aliases.items()):
            row = (entity_id(entity), canonical, entity.kind, name, alias.n_mentions, len(alias.documents), reason)
            for column, value in zip(ALIAS_INDEX.names, row, strict=True):
                rows[column].append(value)
    return pa.table(rows, schema=ALIAS_INDEX)


def collect_aliases(
    mentions: Iterable[pa.Table],
) -> tuple[dict[str, Alias], dict[str, Alias], dict[str, Counter[str]]]:
    """People by name, bodies by name, and for each acronym the bodies it was written after in one document."""
    people: dict[str, Alias] = {}
    bodies: dict[str, Alias] = {}
    acronyms: dict[str, Counter[str]] = defaultdict(Counter)
    last = body = ""
    for found, name, kind, form in mentions_in_order(mentions):
        if found != last:
            last, body = found, ""  # one string for all mentions of a document: they are kept in many sets
        group = people if kind == Kind.PERSON else bodies
        alias = group.setdefault(name, Alias(name))
        alias.n_mentions += 1
        alias.documents.add(last)
        if form == Form.ACRONYM:
            acronyms[name][body] += 1
        elif kind == Kind.ORGANISATION:
            body = name
    return people, bodies, acronyms


def mentions_in_order(mentions: Iterable[pa.Table]) -> Iterator[tuple[str, str, str, str]]:
    """(doc_id, name, kind, form) of every mention, those of a document one after the other as they stand in it."""
    for table in mentions:
        ordered = table.sort_by([("doc_id", "ascending"), ("start", "ascending")])
        for batch in ordered.select(["doc_id", "name", "kind", "form"]).to_batches(max_chunksize=10_000):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def join_people(people: Mapping[str, Alias]) -> list[Entity]:
    """Entities of everybody who is named in full somewhere."""
    parsed = {name: parse_person(name) for name in people}
    by_base: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in sorted(people):
        if parsed[name].first:
            by_base[parsed[name].first, parsed[name].last].append(name)
    move_double_surnames(people, parsed, by_base)
    entities = [entity for base in sorted(by_base) for entity in split_by_middle(base, by_base[base], people, parsed)]
    entities = join_middles(join_initials(join_near_people(drop_cut_names(entities))))
    surnames = [people[name] for name in sorted(people) if not parsed[name].first]
    join_surnames(entities, surnames)
    return entities


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


def move_double_surnames(
    people: Mapping[str, Alias], parsed: dict[str, PersonName], by_base: dict[tuple[str, str], list[str]]
) -> None:
    """Files First Surname Second under First Surname when that is a known person and First Second is not."""
    for name in sorted(people):
        person = parsed[name]
        if not person.middles or person.middles[-1] in GIVEN_NAMES or len(person.middles[-1]) == 1:
            continue
        short, long = (person.first, person.middles[-1]), (person.first, person.last)
        n_short = sum(len(people[other].documents) for other in by_base.get(short, ()) if other != name)
        n_long = sum(len(people[other].documents) for other in by_base[long] if parsed[other] != person)
        if n_short > n_long:
            by_base[long].remove(name)
            by_base[short].append(name)
            parsed[name] = PersonName(person.first, person.middles[:-1], person.middles[-1])
    for base in [base for base, names in by_base.items() if not names]:
        del by_base[base]


def split_by_middle(
    base: tuple[str, str], names: Sequence[str], people: Mapping[str, Alias], parsed: Mapping[str, PersonName]
) -> list[Entity]:
    """One entity for each middle initial seen; the form without one goes to the only or the dominant middle."""
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[parsed[name].middle_initials[:1]].append(name)
    weights = {
        middle: len(set().union(*(people[name].documents for name in group)))
        for middle, group in groups.items()
        if middle
    }
    plain = groups.pop("", [])
    if zipf(base[1]) < MAX_ZIPF_INITIAL:
        join_near_initials(groups, weights)
    entities = {middle: make_entity(base, middle, group, people, parsed) for middle, group in sorted(groups.items())}
    if plain:
        owner = dominant(weights)
        target = entities.get(owner) if owner else None
        if target is None:
            target = entities.setdefault(
                "", Entity(Kind.PERSON, f"{base[0]} {base[1]}", PersonName(base[0], (), base[1]))
            )
        for name in sorted(plain):
            target.add(people[name], "first and last name equal")
    return [entities[middle] for middle in sorted(entities)]


def join_near_initials(groups: dict[str, list[str]], weights: dict[str, int]) -> None:
    """Files the names of a rare middle initial under the one frequent initial that looks like it."""
    frequent = sorted(middle for middle, n in weights.items() if n >= RARE_DOCUMENTS * FREQUENT_TIMES)
    meant: dict[str, str] = {}
    for middle in sorted(weights):
        rare = [f for f in frequent if weights[middle] <= max(RARE_DOCUMENTS, RARE_SHARE * weights[f])]
        alike = [f for f in rare if middle + f in LOOK_ALIKES]
        if len(alike) == 1:
            meant[middle] = alike[0]
    for middle in sorted(meant, key=lambda middle: (weights[middle], middle)):  # each is rarer than what it is read for
        groups[meant[middle]] += groups.pop(middle)
        weights.pop(middle)


def drop_cut_names(entities: Sequence[Entity]) -> list[Entity]:
    """Without each First Middle that a First Middle Last about as frequent continues: a line's end cut it off."""
    longer: Counter[tuple[str, str]] = Counter()
    for entity in entities:
        assert entity.parsed is not None
        for middle in entity.parsed.middles[:1]:
            longer[entity.parsed.first, middle] += len(entity.documents)
    kept = []
    for entity in entities:
        assert entity.parsed is not None
        is_cut = not entity.parsed.middles and entity.parsed.last in GIVEN_NAMES
        if not (is_cut and longer[entity.parsed.first, entity.parsed.last] >= FRAGMENT_SHARE * len(entity.documents)):
            kept.append(entity)
    return kept


def make_entity(
    base: tuple[str, str],
    middle: str,
    names: Sequence[str],
    people: Mapping[str, Alias],
    parsed: Mapping[str, PersonName],
) -> Entity:
    """The entity of names that agree in first name, middle initial and surname."""
    own = [parsed[name] for name in names if parsed[name].middle_initials[:1] == middle]
    longest = max(own, key=lambda person: (len(" ".join(person.middles)), person.middles))
    entity = Entity(Kind.PERSON, f"{base[0]} {middle} {base[1]}", PersonName(base[0], longest.middles, base[1]))
    for name in sorted(names):
        entity.add(people[name], "first name, middle initial and last name agree")
    return entity


def dominant(weights: Mapping[str, int]) -> str | None:
    """The key with at least DOMINANT_SHARE of the weight, or None."""
    total = sum(weights.values())
    best = max(sorted(weights), key=lambda key: weights[key], default=None)
    return best if best is not None and weights[best] >= DOMINANT_SHARE * total else None


def join_initials(entities: Sequence[Entity]) -> list[Entity]:
    """Files F. M. Last under the only full name of that surname whose initials agree."""
    by_last: dict[str, list[Entity]] = defaultdict(list)
    for entity in entities:
        assert entity.parsed is not None
        if len(entity.parsed.first) > 1:
            by_last[entity.parsed.last].append(entity)
    kept: list[Entity] = []
    for entity in entities:
        assert entity.parsed is not None
        bearers = [] if len(entity.parsed.first) > 1 else by_last[entity.parsed.last]
        fitting = [e for e in bearers if agrees(entity, e)] or [e for e in bearers if agrees_on_second(entity, e)]
        owner = dominant({e.key: len(e.documents) for e in fitting})
        if owner is not None:
            absorb(next(e for e in fitting if e.key == owner), entity, "initials agree with the full name")
        else:
            kept.append(entity)
    return kept


def join_middles(entities: Sequence[Entity]) -> list[Entity]:
    """Files Middle Last and Middle First Last under the only First Middle Last, when that is as frequent."""
    by_middle: dict[tuple[str, str], list[Entity]] = defaultdict(list)
    for entity in entities:
        assert entity.parsed is not None
        for middle in entity.parsed.middles if len(entity.parsed.first) > 1 else ():
            if len(middle) > 1:
                by_middle[middle, entity.parsed.last].append(entity)
    kept: list[Entity] = []
    for entity in entities:
        assert entity.parsed is not None
        others = by_middle[entity.parsed.first, entity.parsed.last]
        longer = [e for e in others if e.parsed and entity.parsed.middles[:1] in {(), (e.parsed.first,)}]
        owner = dominant({e.key: len(e.documents) for e in longer})
        full = next((e for e in longer if e.key == owner), None)
        if full is not None and len(full.documents) >= len(entity.documents):
            absorb(full, entity, "middle and last name of the only full name that has them")
        else:
            kept.append(entity)
    return kept


def agrees(short: Entity, full: Entity) -> bool:
    """True when the first initial is the full first name's, and middles that both have do not differ."""
    assert short.parsed is not None
    assert full.parsed is not None
    if not full.parsed.first.startswith(short.parsed.first):
        return False
    ours, theirs = short.parsed.middles, full.parsed.middles
    return all(
        a[0] == b[0] and (len(a) == 1 or len(b) == 1 or a == b) for a, b in zip(ours, theirs, strict=False)
    ) and bool(ours and theirs)


def agrees_on_second(short: Entity, full: Entity) -> bool:
    """True for G. Robert Last and Robert Last or Robert G. Last."""
    assert short.parsed is not None
    assert full.parsed is not None
    initials = full.parsed.middle_initials[:1]
    return short.parsed.middles[:1] == (full.parsed.first,) and initials in {"", short.parsed.first}


def absorb(owner: Entity, other: Entity, reason: str) -> None:
    """Moves every alias of `other` to `owner`."""
    for _, (alias, _) in sorted(other.aliases.items()):
        owner.add(alias, reason)


def join_near_people(entities: Sequence[Entity]) -> list[Entity]:
    """Files a rare name under the one that it is a misreading of: the nearest name that is several times as frequent.

    Frequent names come first, so that a misreading is never filed under another.
    """
    bearers: dict[str, Counter[str]] = defaultdict(Counter)
    for entity in entities:
        assert entity.parsed is not None
        bearers[entity.parsed.last][entity.parsed.first[0]] += len(entity.documents)
    frequent: dict[tuple[str, str], list[Sized]] = defaultdict(list)
    kept: list[Entity] = []
    for one in sorted(map(sized, entities), key=lambda one: (-one.n_documents, one.entity.key)):
        near = {other.entity.key: other for key in near_keys(one.person) for other in frequent.get(key, ())}
        owner = nearest(one, near, bearers[one.person.last])
        if owner is not None:
            absorb(owner, one.entity, "rare form, a misreading of a frequent name")
            continue
        kept.append(one.entity)
        if one.n_documents >= NEAR_TIMES:
            for key in near_keys(one.person):
                frequent[key].append(one)
    return kept


class Sized(NamedTuple):
    """A person, and in how many documents before anybody was joined."""

    entity: Entity
    person: PersonName
    n_documents: int

    def is_rare_beside(self, other: Sized) -> bool:
        """True for a form rare enough to be a misreading of the other's name."""
        limit = max(RARE_DOCUMENTS, RARE_SHARE * other.n_documents)
        return self.n_documents <= limit and self.n_documents * NEAR_TIMES <= other.n_documents

    def is_same_beside(self, other: Sized) -> bool:
        """True for a form so rare beside the other's that its being a listed first name says nothing."""
        initials = self.person.middle_initials[:1]
        return (
            bool(initials)
            and initials == other.person.middle_initials[:1]
            and self.person.last == other.person.last
            and self.n_documents
            <= (RARE_SHARE if zipf(self.person.last) < MAX_ZIPF_MISREAD else STRAY_SHARE) * other.n_documents
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


def nearest(one: Sized, near: Mapping[str, Sized], bearers: Mapping[str, int]) -> Entity | None:
    """The one near name that costs least; None when two cost the same, or when the name is no misreading at all.

    `bearers`: how often the surname is borne, by initial. One that people of another initial bear is a surname.
    """
    costs: dict[str, float] = {}
    for key, other in sorted(near.items()):
        others = sum(n for initial, n in bearers.items() if initial not in {one.person.first[0], other.person.first[0]})
        is_other_surname = one.person.last != other.person.last and others > OTHER_BEARERS
        if is_other_surname or not one.is_rare_beside(other) or not middles_agree(one.person, other.person):
            continue
        cost = cost_between(one.person, other.person, is_same=one.is_same_beside(other))
        if cost is not None:
            costs[key] = cost
    best = sorted(costs, key=lambda key: (costs[key], key))[:2]
    if not best or (len(best) == 2 and costs[best[0]] == costs[best[1]]):
        return None
    return near[best[0]].entity


def cost_between(person: PersonName, other: PersonName, *, is_same: bool) -> float | None:
    """What the errors cost that make `other` of the person's name; None where they are too many or none at all."""
    is_half = other.last.startswith(f"{person.last}-")
    if person.last != other.last and zipf(person.last) >= MAX_ZIPF_MISREAD and not is_half:
        return None
    is_cut = is_half or (len(person.last) >= PIECE_CHARS and other.last.startswith(person.last))
    is_known = person.first in GIVEN_NAMES or zipf(person.first) >= MAX_ZIPF_MISREAD
    if person.first != other.first and is_known and not is_same:
        return None
    limit = COST_PER_CHAR * (len(other.first) + len(other.last))
    cost = distance(person.first, other.first, limit)
    cost += min(1.0, limit) if is_cut and person.last != other.last else distance(person.last, other.last, limit)
    is_equal = (person.first, person.last) == (other.first, other.last)
    return None if is_equal or cost > limit else cost


def middles_agree(person: PersonName, other: PersonName) -> bool:
    """True unless both have a middle initial and they differ in more than one might be read for the other."""
    if not person.middles or not other.middles:
        return True
    initials = person.middle_initials[0], other.middle_initials[0]
    return initials[0] == initials[1] or "".join(initials) in LOOK_ALIKES


def join_surnames(entities: Iterable[Entity], surnames: Iterable[Alias]) -> None:
    """Gives Last to the only person of that surname; an ambiguous or ordinary word goes to nobody.

    A surname that nobody bears goes to the only person whose surname it is a misreading of.
    """
    by_last: dict[str, list[tuple[int, Entity]]] = defaultdict(list)
    for entity in entities:
        assert entity.parsed is not None
        by_last[entity.parsed.last].append((len(entity.documents), entity))
    owners = {last: owner for last, bearers in by_last.items() if (owner := only_bearer(bearers)) is not None}
    near = by_lost_letter(owners)
    for alias in surnames:
        last = parse_person(alias.name).last
        if zipf(last) >= MAX_ZIPF_SURNAME or last in GIVEN_NAMES:
            continue
        if last in owners:
            owners[last].add(alias, "the only person of that surname")
        elif last not in by_last and len(alias.documents) <= RARE_DOCUMENTS:
            meant = surnames_meant(last, near)
            if len(meant) == 1:
                owners[meant[0]].add(alias, "a misreading of the surname of one person only")


def by_lost_letter(words: Iterable[str]) -> dict[str, set[str]]:
    """The words by what each is without one of its letters, and by itself."""
    found: dict[str, set[str]] = defaultdict(set)
    for word in words:
        for form in without_a_letter(word):
            found[form].add(word)
    return found


def surnames_meant(last: str, near: Mapping[str, set[str]]) -> list[str]:
    """The surnames that one is a misreading of, sorted; none when it is a word."""
    if zipf(last) >= MAX_ZIPF_MISREAD:
        return []
    others = {other for form in without_a_letter(last) for other in near.get(form, ())}
    return sorted(other for other in others if distance(last, other, COST_PER_CHAR * len(other)) < FAR)


def only_bearer(bearers: Iterable[tuple[int, Entity]]) -> Entity | None:
    """The only person of a surname, seen often enough; one-off people beside may be OCR debris. None otherwise."""
    (n_documents, owner), *rest = sorted(bearers, key=lambda bearer: (-bearer[0], bearer[1].key))
    others = [n for n, _ in rest]
    is_only = (
        all(n <= max(1, STRAY_SHARE * n_documents) for n in others) and sum(others) <= SURNAME_STRAY_SHARE * n_documents
    )
    return owner if n_documents >= SURNAME_MIN_DOCUMENTS and is_only else None


def join_bodies(bodies: Mapping[str, Alias], acronyms: Mapping[str, Counter[str]]) -> list[Entity]:
    """Entities of organisations: case, "the" and word order apart; acronyms where a document spelt them out."""
    entities: dict[str, Entity] = {}
    for name in sorted(bodies):
        if name not in acronyms:
            key = body_key(name)
            entities.setdefault(key, Entity(Kind.ORGANISATION, key)).add(bodies[name], "same words")
    for acronym in sorted(acronyms):
        meant = Counter[str]()
        for name, n in acronyms[acronym].items():
            meant[body_key(name)] += n
        owner = dominant(meant)
        if owner in entities and len(acronym.replace(".", "")) >= MIN_ACRONYM_CHARS:
            entities[owner].add(bodies[acronym], "acronym in brackets after the name")
    return join_near_bodies(drop_fragments(entities))


def body_key(name: str) -> str:
    """Lower-case words, "State Department" as "department of state"."""
    parts = name.replace("&", "and").split()
    read = (mend(word) if any(letter.isdigit() for letter in word) else word for word in parts)
    words = [word.strip(".,").lower() for word in read if word.lower() != "the"]
    if len(words) == 2 and words[1] in {"department", "ministry"}:
        return f"{words[1]} of {words[0]}"
    return " ".join(words)


def drop_fragments(entities: Mapping[str, Entity]) -> dict[str, Entity]:
    """Without the bodies that are a piece of a longer one about as frequent, as "Select Committee" is."""
    sizes = {key: len(entity.documents) for key, entity in entities.items()}
    fragments: set[str] = set()
    for key in sorted(entities):
        words = key.split()
        for first in range(len(words)):
            for last in range(first + 1, len(words) + 1):
                piece = " ".join(words[first:last])
                if piece != key and piece in sizes and sizes[key] >= FRAGMENT_SHARE * sizes[piece]:
                    fragments.add(piece)
    fragments |= cut_bodies(sizes)
    return {key: entity for key, entity in entities.items() if key not in fragments}


def cut_bodies(sizes: Mapping[str, int]) -> set[str]:
    """Keys that a line's end cut inside a word, "bureau of inve", and that a key about as frequent continues."""
    cut = set()
    ordered = sorted(sizes)
    for i, key in enumerate(ordered):
        for following in ordered[i + 1 :]:
            if not following.startswith(key):
                break
            if following[len(key)].isalpha() and sizes[following] >= FRAGMENT_SHARE * sizes[key]:
                cut.add(key)
    return cut


def join_near_bodies(entities: Mapping[str, Entity]) -> list[Entity]:
    """Files a rare body under the frequent one it is a misreading of."""
    from rapidfuzz import process  # noqa: PLC0415 - loaded where it is used
    from rapidfuzz.distance import Levenshtein  # noqa: PLC0415 - as above

    sizes = {key: len(entity.documents) for key, entity in entities.items()}
    frequent = sorted(
        key for key, n in sizes.items() if n >= RARE_DOCUMENTS * FREQUENT_TIMES and len(key) >= MIN_BODY_NEAR_CHARS
    )
    kept: list[Entity] = []
    for key in sorted(entities, key=lambda key: (-sizes[key], key)):
        near = process.extract(
            key, frequent, scorer=Levenshtein.distance, score_cutoff=BODY_NEAR_DISTANCE, limit=MAX_NEAR_BODIES
        )
        costs = {
            other: cost
            for other, _, _ in near
            if sizes[key] * FREQUENT_TIMES <= sizes[other] and (cost := cost_of_body(key, other)) is not None
        }
        best = sorted(costs, key=lambda other: (costs[other], other))[:2]
        if best and (len(best) == 1 or costs[best[0]] < costs[best[1]]):
            absorb(entities[best[0]], entities[key], "rare form, a misreading of a frequent name")
        else:
            kept.append(entities[key])
    return sorted(kept, key=lambda entity: entity.key)


def cost_of_body(key: str, other: str) -> float | None:
    """What the errors cost that make `other` of a body's key; None where they are too many, or a word is another."""
    words = set(other.split())
    has_word = any(word not in words and zipf(word) >= MAX_ZIPF_MISREAD for word in key.split())
    # One look-alike in a long name may make a word by chance: "Coastal Fort Authority".
    limit = ALIKE_COST * (len(other) >= MIN_SURE_CHARS) if has_word else COST_PER_CHAR * len(other)
    cost = distance(key, other, limit) if key != other else FAR
    return cost if cost <= limit else None


def canonical_name(entity: Entity) -> str:
    """The form seen in most documents, in title case where any is, written First Last."""
    forms = sorted(entity.aliases.values(), key=lambda form: (-len(form[0].documents), form[0].name))
    spelt = [
        alias.name
        for alias, reason in forms
        if "," not in alias.name and " " in alias.name and "rare form" not in reason
    ]
    mixed = [name for name in spelt if not any(word.isupper() and len(word) > 2 for word in name.split())]
    if entity.parsed is not None and len(entity.parsed.first) > 1:  # "Scott Breckinridge" says more than "S. D."
        mixed = [name for name in mixed if parse_person(name).first == entity.parsed.first]
    if mixed:
        return mixed[0]
    if entity.parsed is not None:
        return " ".join(title_case(word) for word in (entity.parsed.first, *entity.parsed.middles, entity.parsed.last))
    return " ".join(word if word in {"of", "and", "on", "for"} else title_case(word) for word in entity.key.split())


def title_case(words: str) -> str:
    """Each word with a capital; an initial gets its point."""
    return " ".join(f"{word.upper()}." if len(word) == 1 else word.capitalize() for word in words.split())


def entity_id(entity: Entity) -> str:
    """Kind, readable name and six hex digits of its key: the same for the same key, whatever else is in the corpus."""
    ascii_key = unicodedata.normalize("NFKD", entity.key).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_key).strip("-")[:60]
    return f"{entity.kind}:{slug}:{hashlib.sha256(entity.key.encode()).hexdigest()[:6]}"
