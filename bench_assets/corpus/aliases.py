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
from typing import NamedTuple

import pyarrow as pa

from bench_assets.corpus.entities import Alias, Entity, PersonName, absorb, dominant, parse_person, titled_name
from bench_assets.corpus.near_people import (
    MAX_ZIPF_INITIAL,
    NEAR_TIMES,
    RARE_DOCUMENTS,
    RARE_SHARE,
    join_near_people,
)
from bench_assets.corpus.shared_names import share_names
from bench_assets.corpus.surnames import join_surnames
from bench_assets.schemas import ALIAS_INDEX
from bench_assets.source.mentions import Form, Kind
from bench_resources.misreadings import (
    ALIKE_COST,
    COST_PER_CHAR,
    FAR,
    LOOK_ALIKES,
    MAX_ZIPF_MISREAD,
    MIN_SURE_CHARS,
    distance,
    mend,
)
from bench_resources.names import GIVEN_NAMES
from bench_resources.words import zipf

FREQUENT_TIMES = 5  # of a misread body, how much more frequent the body is
RARE_TIMES = 20  # where a letter makes a word of another by chance
MIN_BODY_NEAR_CHARS = 15
BODY_NEAR_DISTANCE = 4
MAX_NEAR_BODIES = 8
MIN_ACRONYM_CHARS = 3
FRAGMENT_SHARE = 0.5  # a body is a fragment of a longer one that is at least this frequent


def build_alias_index(mentions: Iterable[pa.Table]) -> pa.Table:
    """One row per (entity, alias).

    Args:
        mentions: ENTITY_MENTIONS, a table a shard, in any order.

    Returns: ALIAS_INDEX by (entity_id, alias). Surnames and acronyms that could mean several are not in it.
    """
    collected = collect_aliases(mentions)
    people, shared = join_people(collected.people)
    bodies = join_bodies(collected.bodies, collected.acronyms)
    entities = [*share_names(people, bodies, shared, collected.titled), *bodies]
    rows: dict[str, list[object]] = {name: [] for name in ALIAS_INDEX.names}
    for entity in sorted(entities, key=entity_id):
        canonical = canonical_name(entity)
        for name, n_mentions, n_documents, reason, doc_ids in forms_of(entity):
            row = (entity_id(entity), canonical, entity.kind, name, n_mentions, n_documents, reason, doc_ids)
            for column, value in zip(ALIAS_INDEX.names, row, strict=True):
                rows[column].append(value)
    return pa.table(rows, schema=ALIAS_INDEX)


def forms_of(entity: Entity) -> Iterator[tuple[str, int, int, str, list[str] | None]]:
    """Its aliases: (name, mentions, documents, reason, the documents that it is limited to), by name."""
    for name, (alias, reason) in sorted(entity.aliases.items()):
        yield name, alias.n_mentions, len(alias.documents), reason, None
    for name, documents in sorted(entity.shared.items()):
        yield name, len(documents), len(documents), "borne by several, this one by its company", sorted(documents)


class Collected(NamedTuple):
    """What the mentions of a release name, by name.

    Attributes:
        people: by name, titles left out.
        titled: the people that stand behind a title, by (title, name).
        bodies: by name, acronyms too.
        acronyms: for each the bodies it was written after in one document, how often.
    """

    people: dict[str, Alias]
    titled: dict[tuple[str, str], Alias]
    bodies: dict[str, Alias]
    acronyms: dict[str, Counter[str]]


def collect_aliases(mentions: Iterable[pa.Table]) -> Collected:
    """The names of people and bodies, each with its documents."""
    people: dict[str, Alias] = {}
    titled: dict[tuple[str, str], Alias] = {}
    bodies: dict[str, Alias] = {}
    acronyms: dict[str, Counter[str]] = defaultdict(Counter)
    last = body = ""
    for found, name, kind, form, title in mentions_in_order(mentions):
        if found != last:
            last, body = found, ""  # one string for all mentions of a document: they are kept in many sets
        group = people if kind == Kind.PERSON else bodies
        group.setdefault(name, Alias(name)).see(last)
        if title:
            titled.setdefault((title, name), Alias(titled_name(title, name))).see(last)
        if form == Form.ACRONYM:
            acronyms[name][body] += 1
        elif kind == Kind.ORGANISATION:
            body = name
    return Collected(people, titled, bodies, acronyms)


def mentions_in_order(mentions: Iterable[pa.Table]) -> Iterator[tuple[str, str, str, str, str]]:
    """(doc_id, name, kind, form, title) of every mention, those of a document one after the other as they stand."""
    for table in mentions:
        ordered = table.sort_by([("doc_id", "ascending"), ("start", "ascending")])
        for batch in ordered.select(["doc_id", "name", "kind", "form", "title"]).to_batches(max_chunksize=10_000):
            yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def join_people(people: Mapping[str, Alias]) -> tuple[list[Entity], dict[str, str]]:
    """Entities of everybody who is named in full somewhere, and the surnames that several of them bear."""
    parsed = {name: parse_person(name) for name in people}
    by_base: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name in sorted(people):
        if parsed[name].first:
            by_base[parsed[name].first, parsed[name].last].append(name)
    move_double_surnames(people, parsed, by_base)
    entities = [entity for base in sorted(by_base) for entity in split_by_middle(base, by_base[base], people, parsed)]
    entities = join_middles(join_initials(join_near_people(drop_cut_names(entities))))
    surnames = [people[name] for name in sorted(people) if not parsed[name].first]
    return entities, join_surnames(entities, surnames)


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
    meant: dict[str, str] = {}
    for middle, n in sorted(weights.items()):
        frequent = [f for f in sorted(weights) if n <= max(RARE_DOCUMENTS, RARE_SHARE * weights[f])]
        alike = [f for f in frequent if n * NEAR_TIMES <= weights[f] and middle + f in LOOK_ALIKES]
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
    seen = Counter(dict.fromkeys(own, 0))
    for name in names:
        seen[parsed[name]] += len(people[name].documents)
    # A middle name tells more than its initial; of two that are spelt out one is a misreading.
    longest = max(own, key=lambda person: (is_spelt_out(person), seen[person], len(person.middles), person.middles))
    entity = Entity(Kind.PERSON, f"{base[0]} {middle} {base[1]}", PersonName(base[0], longest.middles, base[1]))
    for name in sorted(names):
        entity.add(people[name], "first name, middle initial and last name agree")
    return entity


def is_spelt_out(person: PersonName) -> bool:
    """True when a middle name is more than an initial."""
    return any(len(middle) > 1 for middle in person.middles)


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
            if sizes[key] * FREQUENT_TIMES <= sizes[other]
            and (cost := cost_of_body(key, other, is_rare=sizes[key] * RARE_TIMES <= sizes[other])) is not None
        }
        best = sorted(costs, key=lambda other: (costs[other], other))[:2]
        if best and (len(best) == 1 or costs[best[0]] < costs[best[1]]):
            absorb(entities[best[0]], entities[key], "rare form, a misreading of a frequent name")
        else:
            kept.append(entities[key])
    return sorted(kept, key=lambda entity: entity.key)


def cost_of_body(key: str, other: str, *, is_rare: bool) -> float | None:
    """What the errors cost that make `other` of a body's key; None where they are too many, or a word is another."""
    words = set(other.split())
    has_word = any(word not in words and zipf(word) >= MAX_ZIPF_MISREAD for word in key.split())
    # One look-alike in a long name may make a word by chance, "Coastal Fort Authority"; any letter, where that is rare.
    by_chance = (1.0 if is_rare else ALIKE_COST) * (len(other) >= MIN_SURE_CHARS)
    limit = by_chance if has_word else COST_PER_CHAR * len(other)
    cost = distance(key, other, limit) if key != other else FAR
    return cost if cost <= limit else None


def canonical_name(entity: Entity) -> str:
    """The form seen in most documents, in title case where any is, written First Last; a known word breaks a tie."""
    forms = sorted(
        entity.aliases.values(), key=lambda form: (-len(form[0].documents), -known(form[0].name), form[0].name)
    )
    spelt = [
        alias.name
        for alias, reason in forms
        if "," not in alias.name and " " in alias.name and "rare form" not in reason
    ]
    mixed = [name for name in spelt if not any(word.isupper() and len(word) > 2 for word in name.split())]
    if entity.parsed is not None and len(entity.parsed.first) > 1:  # "Scott Breckinridge" says more than "S. D."
        mixed = [name for name in mixed if says_first(parse_person(name), entity.parsed.first)]
    if mixed:
        return mixed[0]
    if entity.parsed is not None:
        return " ".join(title_case(word) for word in (entity.parsed.first, *entity.parsed.middles, entity.parsed.last))
    return " ".join(word if word in {"of", "and", "on", "for"} else title_case(word) for word in entity.key.split())


def says_first(person: PersonName, first: str) -> bool:
    """True for a name with that first name, or with it behind an initial: "J. Edgar Hoover" for "edgar"."""
    return first in {person.first, *(person.middles[:1] if len(person.first) == 1 else ())}


def known(name: str) -> float:
    """How common the words of a name are in print: of two readings seen as often, a word is the likelier."""
    return sum(zipf(word.lower()) for word in name.split())


def title_case(words: str) -> str:
    """Each word with a capital; an initial gets its point."""
    return " ".join(f"{word.upper()}." if len(word) == 1 else word.capitalize() for word in words.split())


def entity_id(entity: Entity) -> str:
    """Kind, readable name and six hex digits of its key: the same for the same key, whatever else is in the corpus."""
    ascii_key = unicodedata.normalize("NFKD", entity.key).encode("ascii", "ignore").decode()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_key).strip("-")[:60]
    return f"{entity.kind}:{slug}:{hashlib.sha256(entity.key.encode()).hexdigest()[:6]}"
