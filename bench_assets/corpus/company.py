"""Whom a name means that several people bear: the one in whose company the document is.

Belongs here: comparing who else a document names with whom each bearer is named with. Does not: which names are shared
(surnames.py).
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from bench_assets.corpus.entities import Entity

SURE = 0.98  # posterior of one bearer against all others, each as likely beforehand
MIN_TOGETHER = 3  # documents, over the company: fewer are chance
SMOOTHING = 1.0  # documents in which a bearer keeps company as all of the surname do


class Bearer(NamedTuple):
    """Somebody of a surname, and the documents that name them in full."""

    entity: Entity
    documents: frozenset[str]


class Company:
    """Who is named where, over a release."""

    def __init__(self, entities: Iterable[Entity], documents: Iterable[str]) -> None:
        """Takes everybody named in full, and the documents that will be asked about."""
        wanted = set(documents)
        self._names: dict[str, list[str]] = defaultdict(list)
        for entity in sorted(entities, key=lambda entity: (entity.kind, entity.key)):
            for doc_id in entity.documents & wanted:
                self._names[doc_id].append(f"{entity.kind}:{entity.key}")

    def decide(self, doc_ids: Iterable[str], bearers: Sequence[Bearer]) -> Iterator[tuple[str, Entity]]:
        """(doc_id, whom it means) of the documents that name a surname alone; those that stay unsure are left out."""
        own = {f"{bearer.entity.kind}:{bearer.entity.key}" for bearer in bearers}
        together = [self._together(bearer, own) for bearer in bearers]
        for doc_id in sorted(doc_ids):
            in_full = [bearer for bearer in bearers if doc_id in bearer.documents]
            if in_full:
                if len(in_full) == 1:
                    yield doc_id, in_full[0].entity
                continue
            company = [name for name in self._names.get(doc_id, ()) if name not in own]
            likeliest = most_likely(company, bearers, together)
            if likeliest is not None:
                yield doc_id, bearers[likeliest].entity

    def _together(self, bearer: Bearer, own: set[str]) -> Mapping[str, int]:
        """In how many of the bearer's documents each other name stands."""
        return Counter(name for doc_id in bearer.documents for name in self._names.get(doc_id, ()) if name not in own)


def most_likely(company: Sequence[str], bearers: Sequence[Bearer], together: Sequence[Mapping[str, int]]) -> int | None:
    """Which bearer keeps that company, by naive Bayes with equal priors; None when it is not sure.

    Equal priors, and shares of each bearer's own documents: who is named in half of a release is nobody's likelier
    companion for that.
    """
    total = sum(len(bearer.documents) for bearer in bearers)
    rates = {name: sum(counts.get(name, 0) for counts in together) / total for name in company}
    known = {name: rate for name, rate in rates.items() if rate > 0}
    scores = [
        math.log(len(bearer.documents)) / 2
        + sum(
            math.log((counts.get(name, 0) + SMOOTHING * rate) / (len(bearer.documents) + SMOOTHING))
            for name, rate in known.items()
        )
        for bearer, counts in zip(bearers, together, strict=True)
    ]
    best = max(range(len(scores)), key=lambda i: (scores[i], -i), default=None)
    if best is None or sum(together[best].get(name, 0) for name in known) < MIN_TOGETHER:
        return None
    posterior = 1 / sum(math.exp(min(0.0, score - scores[best])) for score in scores)
    return best if posterior >= SURE else None
