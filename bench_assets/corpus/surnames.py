"""Whose a surname is that stands alone.

Belongs here: the only bearer, misread or not. Does not: names in full (aliases.py), what several bear
(shared_names.py).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from bench_assets.corpus.company import Bearer
from bench_assets.corpus.entities import Alias, Entity, parse_person
from bench_assets.corpus.near_people import RARE_DOCUMENTS, RARE_SHARE, STRAY_SHARE, without_a_letter
from bench_resources.misreadings import COST_PER_CHAR, FAR, MAX_ZIPF_MISREAD, distance
from bench_resources.names import GIVEN_NAMES
from bench_resources.words import zipf

MIN_DOCUMENTS = 3  # of the only bearer
SURNAME_STRAY_SHARE = 0.1  # one-off people of the same surname may be OCR debris; more of them make it ambiguous
MAX_ZIPF_SURNAME = 4.3  # a surname that is as common a word as this would match sentences


def join_surnames(entities: Sequence[Entity], surnames: Iterable[Alias]) -> dict[str, str]:
    """Gives Last to the only person of that surname; an ordinary word goes to nobody.

    A surname that nobody bears goes to the one that it is a misreading of.

    Args:
        entities: people named in full; they are added to.
        surnames: the forms that are a surname alone, titles left out.

    Returns: for each form that is still nobody's the surname that it is read as, which several bear.
    """
    by_last = bearers_of(entities)
    owners = {last: owner for last, bearers in by_last.items() if (owner := only_bearer(bearers)) is not None}
    near = by_lost_letter(last for last, bearers in by_last.items() if n_named(bearers) >= MIN_DOCUMENTS)
    shared: dict[str, str] = {}
    for alias in surnames:
        last = parse_person(alias.name).last
        if zipf(last) >= MAX_ZIPF_SURNAME or last in GIVEN_NAMES:
            continue
        meant = last
        if last not in by_last or n_named(by_last[last]) < MIN_DOCUMENTS:  # nobody's, or only debris bears it
            meant = surname_meant(last, len(alias.documents), near, by_last) or last
        if meant in owners:
            is_same = meant == last
            reason = "the only person of that surname" if is_same else "a misreading of the surname of one person only"
            owners[meant].add(alias, reason)
        elif meant in by_last:
            shared[alias.name] = meant
    return shared


def bearers_of(entities: Iterable[Entity]) -> dict[str, list[Bearer]]:
    """The people of each surname."""
    found: dict[str, list[Bearer]] = defaultdict(list)
    for entity in entities:
        assert entity.parsed is not None
        found[entity.parsed.last].append(Bearer(entity, frozenset(entity.documents)))
    return found


def n_named(bearers: Iterable[Bearer]) -> int:
    """In how many documents the most frequent bearer of a surname is named."""
    return max(len(bearer.documents) for bearer in bearers)


def by_lost_letter(words: Iterable[str]) -> dict[str, set[str]]:
    """The words by what each is without one of its letters, and by itself."""
    found: dict[str, set[str]] = defaultdict(set)
    for word in words:
        for form in without_a_letter(word):
            found[form].add(word)
    return found


def surname_meant(
    last: str, n_documents: int, near: Mapping[str, set[str]], by_last: Mapping[str, Sequence[Bearer]]
) -> str | None:
    """The only surname that one is a misreading of; None when it is a word, or too frequent for one."""
    if zipf(last) >= MAX_ZIPF_MISREAD:
        return None
    others = {other for form in without_a_letter(last) for other in near.get(form, ())}
    meant = [other for other in sorted(others) if distance(last, other, COST_PER_CHAR * len(other)) < FAR]
    if len(meant) != 1:
        return None
    return meant[0] if n_documents <= max(RARE_DOCUMENTS, RARE_SHARE * n_named(by_last[meant[0]])) else None


def only_bearer(bearers: Iterable[Bearer]) -> Entity | None:
    """The only person of a surname, seen often enough; one-off people beside may be OCR debris. None otherwise."""
    (owner, documents), *rest = sorted(bearers, key=lambda bearer: (-len(bearer.documents), bearer.entity.key))
    n, others = len(documents), [len(other.documents) for other in rest]
    is_only = all(other <= max(1, STRAY_SHARE * n) for other in others) and sum(others) <= SURNAME_STRAY_SHARE * n
    return owner if n >= MIN_DOCUMENTS and is_only else None
