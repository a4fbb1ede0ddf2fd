"""Copies of one record in a release's source: filed twice, sent twice, or scanned twice and read differently each time.

Belongs here: what makes two documents copies, and the clusters that follow. Does not: which pairs are looked at
(candidate_pairs.py), how similar they are (comparisons.py), what a stage does with copies.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import NamedTuple

import pyarrow as pa

from bench_assets.corpus.candidate_pairs import NO_KEY, Census, Shards, buckets, take_census
from bench_assets.corpus.comparisons import ALIGNED, Compared, compare_all
from bench_assets.schemas import NEAR_DUPLICATES
from bench_assets.settings.release import DuplicatesSection

Pair = tuple[int, int]

NUMBERED_SIMILARITY = 0.02  # with one record number on both: that much tells a scan from another page that cites it


class Evidence(StrEnum):
    """Why two documents are copies, the surest first."""

    EXACT = "exact"  # the same letters and digits in the same order
    GROUP = "group"  # the same value of the source's group column
    RECORD_NUMBER = "record_number"  # the same number at the top or the bottom, and some text in common
    MINHASH = "minhash"  # similar text
    ALIGNMENT = "alignment"  # less similar, but most characters stand in the same order: one copy is misread


class Link(NamedTuple):
    """Two documents that are copies. `similarity` is None where they were not compared."""

    first: int
    second: int
    evidence: Evidence
    similarity: float | None


def find_near_duplicates(shards: Shards, settings: DuplicatesSection) -> pa.Table:
    """One row per document of a cluster of two or more.

    The texts are read twice, a shard at a time: for keys, and to put their letters into a temporary file, from which
    all the rest is read. Of a document stay its ids and keys, of two that are copies a link; the counts take two
    gigabytes at most, what is compared thirty megabytes.

    Args:
        shards: (shard, table with doc_id, text and group), which can be gone through several times in any order.
        settings: thresholds.

    Returns: NEAR_DUPLICATES by cluster_id and doc_id; the same whatever the order of shards.
    Raises: TypeError: `shards` is an iterator, which is empty when it is read again.
    """
    census = take_census(shards)
    return table_of(census, find_links(census, compare_all(shards, census, settings), settings), settings)


def notes_of(table: pa.Table) -> dict[str, int]:
    """What the UI says of NEAR_DUPLICATES: clusters, their documents by evidence, and the largest cluster."""
    sizes = Counter(table["cluster_id"].to_pylist())
    by_evidence = Counter(table["evidence"].to_pylist())
    return {
        "clusters": len(sizes),
        "documents_in_clusters": len(table),
        **{f"documents_by_{evidence}": by_evidence[evidence] for evidence in Evidence},
        "largest_cluster": max(sizes.values(), default=0),
    }


def find_links(census: Census, compared: Iterable[Compared], settings: DuplicatesSection) -> list[Link]:
    """Every two documents that are copies, with the surest evidence for it."""
    links = [*exact_links(census, settings)]
    similarities: dict[Pair, float] = {}
    for found in compared:
        if (evidence := evidence_of(found, settings)) is not None:
            similarity = found.alignment if evidence is Evidence.ALIGNMENT else found.similarity
            links.append(Link(found.first, found.second, evidence, similarity))
        if census.groups[found.first] == census.groups[found.second] != NO_KEY:
            similarities[found.first, found.second] = found.similarity
    for places in buckets(census.groups):
        links += [
            Link(first, second, Evidence.GROUP, similarities.get((first, second)))
            for first, second in chosen_pairs(places, settings)
        ]
    return links


def evidence_of(found: Compared, settings: DuplicatesSection) -> Evidence | None:
    """Why two compared documents are copies; None when they are not."""
    if found.is_form:
        return None
    if found.is_numbered and found.similarity >= NUMBERED_SIMILARITY:
        return Evidence.RECORD_NUMBER
    if found.similarity >= settings.similarity:
        return Evidence.MINHASH
    return Evidence.ALIGNMENT if found.alignment >= ALIGNED else None


def exact_links(census: Census, settings: DuplicatesSection) -> Iterator[Link]:
    """The first of each text with every other. A short text joins no two groups: a blank page is in many records."""
    for places in buckets(census.texts):
        firsts: dict[int, int] = {}
        for place in places:
            is_short = census.lengths[place] < settings.min_chars
            first = firsts.setdefault(int(census.groups[place]) if is_short else NO_KEY, place)
            if first != place:
                yield Link(first, place, Evidence.EXACT, 1.0)


def chosen_pairs(places: Sequence[int], settings: DuplicatesSection) -> Iterator[Pair]:
    """Every pair of a group; of a large one the first member with each other."""
    firsts = places if len(places) <= settings.max_copies else places[:1]
    return ((first, second) for at, first in enumerate(firsts) for second in places[at + 1 :])


def join(links: Sequence[Link], n_documents: int, settings: DuplicatesSection) -> list[int]:
    """The cluster of each document, as the place of its first member.

    What the source says and what is the same joins always. What is only similar joins the most similar first, and
    never to more than `max_copies` different texts, so that a chain of likenesses ends.
    """
    clusters = Clusters(n_documents)
    for link in links:
        if link.evidence is Evidence.EXACT:
            clusters.join(link.first, link.second, n_texts=-1)
    sure = [link for link in links if link.evidence is Evidence.GROUP]
    for link in sure:
        clusters.join(link.first, link.second)
    rest = [link for link in links if link.evidence not in {Evidence.EXACT, Evidence.GROUP}]
    for link in sorted(rest, key=lambda link: (-(link.similarity or 0.0), link.first, link.second)):
        if clusters.size_together(link.first, link.second) <= settings.max_copies:
            clusters.join(link.first, link.second)
    return [clusters.first_of(place) for place in range(n_documents)]


class Clusters:
    """Sets of places that grow together; each is called by its first place and knows its different texts."""

    def __init__(self, n: int) -> None:
        self._parents = list(range(n))
        self._n_texts = [1] * n

    def first_of(self, place: int) -> int:
        """The first place of the cluster."""
        while self._parents[place] != place:
            self._parents[place] = self._parents[self._parents[place]]
            place = self._parents[place]
        return place

    def size_together(self, one: int, other: int) -> int:
        """How many different texts the clusters of two places have."""
        first, second = self.first_of(one), self.first_of(other)
        return self._n_texts[first] + (self._n_texts[second] if first != second else 0)

    def join(self, one: int, other: int, *, n_texts: int = 0) -> None:
        """Makes one cluster of two; `n_texts` is added to the number of its texts."""
        first, second = sorted((self.first_of(one), self.first_of(other)))
        if first != second:
            self._parents[second] = first
            self._n_texts[first] += self._n_texts[second] + n_texts


def table_of(census: Census, links: Sequence[Link], settings: DuplicatesSection) -> pa.Table:
    """NEAR_DUPLICATES of the links. Each document is told by its surest link within its cluster, then the closest."""
    clusters = join(links, len(census.doc_ids), settings)
    best: dict[int, tuple[int, float, int, Link]] = {}
    order = {evidence: rank for rank, evidence in enumerate(Evidence)}
    for link in links:
        if clusters[link.first] == clusters[link.second]:
            for place, other in ((link.first, link.second), (link.second, link.first)):
                ranked = (order[link.evidence], -(link.similarity or 0.0), other, link)
                best[place] = min(best.get(place, ranked), ranked)
    rows = [
        (
            census.doc_ids[clusters[place]],
            census.doc_ids[place],
            census.shards[place],
            str(link.evidence),
            link.similarity,
            census.doc_ids[other],
        )
        for place, (_, _, other, link) in sorted(best.items(), key=lambda item: (clusters[item[0]], item[0]))
    ]
    columns = list(zip(*rows, strict=True)) or [()] * len(NEAR_DUPLICATES)
    return pa.table([list(column) for column in columns], schema=NEAR_DUPLICATES)
