"""Names that several people bear, divided among them by the company they are in.

Belongs here: First Last of two who differ by their middle names, and a title with a surname of several. Does not: how
company decides (company.py), names of one person only (aliases.py, surnames.py).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence

from bench_assets.corpus.company import Bearer, Company
from bench_assets.corpus.entities import Alias, Entity, dominant
from bench_assets.corpus.surnames import bearers_of, n_named

MIN_DOCUMENTS = 3  # decided, for a title with a surname to mean one person everywhere ...
TITLE_SHARE = 0.95  # ... as in so many of the documents decided
MIN_CALLED_SHARE = 0.1  # as often as the one whom a title stands before most: "Senator John Fenwick" and his brother
MIN_BEARER_SHARE = 0.02  # of the documents of the most frequent one: fewer are misreadings
MIN_DECIDED_SHARE = 0.5  # of the documents of a First Last: else it stays somebody of its own


def share_names(
    people: Sequence[Entity],
    bodies: Sequence[Entity],
    surnames: Mapping[str, str],
    titled: Mapping[tuple[str, str], Alias],
) -> list[Entity]:
    """The people without those that were only a First Last of others; the rest is added to.

    Args:
        people: named in full.
        bodies: which are company as people are.
        surnames: for each form of a surname alone the one that it is read as, which several bear.
        titled: by (title, name), as collected.
    """
    kept = share_plain_forms(people, bodies)
    share_surnames(kept, bodies, surnames, titled)
    return kept


def share_plain_forms(people: Sequence[Entity], bodies: Sequence[Entity]) -> list[Entity]:
    """Divides First Last between First M. Last and First N. Last."""
    by_base: dict[tuple[str, str], list[Entity]] = defaultdict(list)
    for entity in people:
        assert entity.parsed is not None
        by_base[entity.parsed.first, entity.parsed.last].append(entity)
    plain: dict[str, list[Bearer]] = {}
    for entities in by_base.values():
        bearers = [Bearer(one, frozenset(one.documents)) for one in entities if one.parsed and one.parsed.middles]
        if len(bearers) > 1:
            plain.update({one.key: frequent(bearers) for one in entities if one.parsed and not one.parsed.middles})
    shared = [entity for entity in people if entity.key in plain]
    company = Company(
        [*(entity for entity in people if entity.key not in plain), *bodies],
        documents_of([[alias for alias, _ in entity.aliases.values()] for entity in shared], plain.values()),
    )
    dropped = {entity.key for entity in shared if is_divided(entity, company, plain[entity.key])}
    return [entity for entity in people if entity.key not in dropped]


def is_divided(entity: Entity, company: Company, bearers: Sequence[Bearer]) -> bool:
    """Gives the documents of an entity to its bearers, when most can be decided; True when they were."""
    documents = entity.documents
    decided = dict(company.decide(documents, bearers))
    if len(decided) < MIN_DECIDED_SHARE * len(documents):
        return False
    for alias, _ in entity.aliases.values():
        for doc_id in sorted(alias.documents & decided.keys()):
            decided[doc_id].share(alias, doc_id)
    return True


def share_surnames(
    entities: Sequence[Entity],
    bodies: Iterable[Entity],
    shared: Mapping[str, str],
    titled: Mapping[tuple[str, str], Alias],
) -> None:
    """Divides the documents of a surname that several bear among them, by the company that it is in.

    Where nearly all documents of a title and the surname mean one person, both together are a name of that person.

    Args:
        entities: people named in full; they are added to.
        bodies: which are company as people are.
        shared: as `join_surnames` returns it.
        titled: by (title, name), as collected; a surname alone always stands behind a title.
    """
    by_last = bearers_of(entities)
    groups: dict[tuple[str, str], list[Alias]] = defaultdict(list)
    for (title, name), alias in sorted(titled.items()):
        if name in shared:
            groups[title, shared[name]].append(alias)
    asked = {(title, last): called(title, frequent(by_last[last]), titled) for title, last in groups}
    company = Company([*entities, *bodies], documents_of(groups.values(), asked.values()))
    for group, aliases in groups.items():
        decided = dict(company.decide(set().union(*(alias.documents for alias in aliases)), asked[group]))
        divide(aliases, decided)


def called(title: str, bearers: Sequence[Bearer], titled: Mapping[tuple[str, str], Alias]) -> list[Bearer]:
    """The bearers whom the title stands before in full, where it does so often enough to tell; else all of them."""
    counts = [
        len(set().union(*(titled[title, name].documents for name in entity.aliases if (title, name) in titled)))
        for entity, _ in bearers
    ]
    if sum(counts) < MIN_DOCUMENTS:
        return list(bearers)
    return [bearer for bearer, n in zip(bearers, counts, strict=True) if n >= MIN_CALLED_SHARE * max(counts)]


def divide(aliases: Sequence[Alias], decided: Mapping[str, Entity]) -> None:
    """Gives a title with a surname to the one that nearly all decided documents mean, or each to whom it means."""
    counts = Counter(entity.key for entity in decided.values())
    owner = dominant(counts, TITLE_SHARE)
    for alias in aliases:
        if owner is not None and counts[owner] >= MIN_DOCUMENTS:
            whole = next(entity for entity in decided.values() if entity.key == owner)
            whole.add(alias, "the only person of that surname whom the title means")
            continue
        for doc_id in sorted(alias.documents & decided.keys()):
            decided[doc_id].share(alias, doc_id)


def documents_of(aliases: Iterable[Sequence[Alias]], bearers: Iterable[Sequence[Bearer]]) -> set[str]:
    """The documents of all these names, and of all these people."""
    found = {doc_id for group in aliases for alias in group for doc_id in alias.documents}
    return found.union(*(bearer.documents for group in bearers for bearer in group))


def frequent(bearers: Sequence[Bearer]) -> list[Bearer]:
    """Without those so rare beside the most frequent one that they may be misreadings."""
    n = n_named(bearers)
    return [bearer for bearer in bearers if len(bearer.documents) >= MIN_BEARER_SHARE * n]
