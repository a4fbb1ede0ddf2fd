"""Copies of one record in a release's source: filed twice, sent twice, or scanned twice and read differently each time.

Belongs here: what makes two documents copies, and the clusters that follow. Does not: hashing text (shingles.py), the
shapes of record numbers (record_numbers.py), what a stage does with copies.

Two scans of one bad page share few words, and two forms of one office share many, so neither count decides alone. What
counts double is what both documents hold and hardly any other does: no form's text is rare, no misreading is shared.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bench_assets.corpus.record_numbers import record_numbers
from bench_assets.corpus.shingles import (
    Counts,
    Hashes,
    HolderCounts,
    Signatures,
    placed_shingles,
    shingle_hashes,
    sign,
    squeeze,
)
from bench_assets.schemas import NEAR_DUPLICATES
from bench_assets.settings.release import DuplicatesSection

Keys = npt.NDArray[np.uint64]
Indexes = npt.NDArray[np.int64]
Pair = tuple[int, int]
Shards = Iterable[tuple[str, pa.Table]]

NO_KEY = 0
RARE_SHARE = 2 / 3  # of a similarity; the rest is the plain Jaccard index
MIN_RARE = 8  # shingles: fewer are one word, which two documents may share by chance
WINDOW_CHARS = 200  # of squeezed text: three lines
SAMPLED_IN_WINDOW = 2  # above one shingle in so many windows grow, so that a sample still meets them
MIN_SPREAD = 0.5  # of the windows of both; scans of one record share something in four of five
MIN_SLOTS = 5  # of 64 that must agree before two documents are compared; copies at the default threshold share over 12
NUMBERED_SIMILARITY = 0.02  # with one record number on both: that much tells a scan from another page that cites it
DOUBTFUL_RARE = 0.05  # of the rare part: from here on the characters are aligned where the threshold is missed
ALIGNED = 0.8  # papers of one matter reach 0.75, copies of which one character in ten is misread 0.85
ALIGNED_CHARS = 4_000  # of each text: an edit distance takes the product of two lengths
FORM_JACCARD = 0.8  # above it scans are clean enough to read numbers by
FORM_NUMBERS = 1 / 2  # of the digits: copies have at least that share in common, whatever was stamped on one later
BLOCK_DOCUMENTS = 200_000  # pairs of so many documents are held at a time
NUMBER = re.compile(r"\d(?:[\d,./-]*\d)?", re.ASCII)


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


class Compared(NamedTuple):
    """Two documents that were compared.

    Attributes:
        first: a document's place in the order of ids.
        second: a later one.
        similarity: of their texts, in [0, 1].
        rare: the part of it that rests on rare shingles, in [0, 1].
        numbers: the share of the digits of the one with fewer that stand in numbers of both.
        is_form: they say the same with other numbers: two filled forms, no copies.
        is_numbered: both print one record number.
        alignment: the share of characters that stand in the same order, in [0, 1]; 0.0 where it was not asked for.
    """

    first: int
    second: int
    similarity: float
    rare: float
    numbers: float
    is_form: bool
    is_numbered: bool
    alignment: float = 0.0


@dataclass
class Census:
    """What is known of every document after one reading, by its place in the order of ids.

    Attributes:
        doc_ids: sorted.
        shards: the shard of each; of an id in several shards the first by name.
        texts: a key of the squeezed text; NO_KEY for one without letters.
        groups: a key of the group; NO_KEY for none.
        lengths: of the squeezed texts, in bytes.
        holders: the document that prints a record number, one row each.
        numbers: the key of that number.
    """

    doc_ids: list[str]
    shards: list[str]
    texts: Keys
    groups: Keys
    lengths: Indexes
    holders: Indexes
    numbers: Keys
    places: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        self.places = {doc_id: at for at, doc_id in enumerate(self.doc_ids)}


def find_near_duplicates(shards: Shards, settings: DuplicatesSection) -> pa.Table:
    """One row per document of a cluster of two or more.

    The texts are read five times, a shard at a time: for keys, for counts, for signatures, and those of candidates to
    be compared and aligned. Of a document stay its keys and a signature of 256 bytes, of a candidate its shingles, or
    its opening; the counts take two gigabytes at most.

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


def take_census(shards: Shards) -> Census:
    """The keys of every document. Raises TypeError for an iterator."""
    if iter(shards) is shards:
        raise TypeError("shards is an iterator, which can be read once only; pass a list or an object that starts anew")
    taken = Taken()
    for shard, table in shards:
        for doc_id, text, group in rows_of(table, "doc_id", "text", "group"):
            if taken.is_wanted(doc_id, shard):
                taken.add(doc_id, shard, text, group)
    return taken.census()


class Taken:
    """The census in the making, in arrays: a record a document would take three times the memory."""

    def __init__(self) -> None:
        self._rows: dict[str, int] = {}  # the row that holds a document; of an id met again the last one taken
        self._shards: list[str] = []
        self._texts, self._groups, self._lengths = array("Q"), array("Q"), array("q")
        self._holders, self._numbers = array("q"), array("Q")

    def is_wanted(self, doc_id: str, shard: str) -> bool:
        """True unless the id was met in a shard whose name comes first."""
        return doc_id not in self._rows or shard < self._shards[self._rows[doc_id]]

    def add(self, doc_id: str, shard: str, text: str, group: str | None) -> None:
        """Takes a document, in place of one with that id."""
        squeezed = squeeze(text)
        self._rows[doc_id] = row = len(self._shards)
        self._shards.append(shard)
        self._texts.append(key_of(squeezed) if squeezed else NO_KEY)
        self._groups.append(NO_KEY if group is None else key_of(group.encode("utf-8", "surrogatepass")))
        self._lengths.append(len(squeezed))
        for number in record_numbers(text):
            self._holders.append(row)
            self._numbers.append(key_of(number.encode()))

    def census(self) -> Census:
        """The documents by id."""
        doc_ids = sorted(self._rows)
        rows = np.array([self._rows[doc_id] for doc_id in doc_ids], np.int64)
        places = np.full(len(self._shards), -1, np.int64)
        places[rows] = np.arange(len(rows))
        holders = places[np.array(self._holders, np.int64)]
        return Census(
            doc_ids,
            [self._shards[row] for row in rows],
            np.array(self._texts, np.uint64)[rows],
            np.array(self._groups, np.uint64)[rows],
            np.array(self._lengths, np.int64)[rows],
            holders[holders >= 0],
            np.array(self._numbers, np.uint64)[holders >= 0],
        )


def rows_of(table: pa.Table, *names: str) -> Iterator[tuple[str, ...]]:
    """The rows of some columns, a thousand held at a time."""
    for batch in table.select(list(names)).to_batches(max_chunksize=1000):
        yield from zip(*(column.to_pylist() for column in batch.columns), strict=True)


def key_of(content: bytes) -> int:
    """Eight bytes that stand for some content, never NO_KEY."""
    return int.from_bytes(hashlib.blake2b(content, digest_size=8).digest(), "little") or 1


def originals(census: Census, settings: DuplicatesSection) -> npt.NDArray[np.bool_]:
    """True for the documents whose texts are compared: long enough, and the first of those with the same text."""
    is_first = np.zeros(len(census.doc_ids), np.bool_)
    is_first[np.unique(census.texts, return_index=True)[1]] = True
    compared: npt.NDArray[np.bool_] = is_first & (census.lengths >= settings.min_chars)
    return compared


def compare_all(shards: Shards, census: Census, settings: DuplicatesSection) -> list[Compared]:
    """Every two documents that may be copies with their similarity, by place; exact copies are left out."""
    wanted = originals(census, settings)
    counts = HolderCounts(int(census.lengths[wanted].sum()))
    for _, hashes in texts_of(shards, census, wanted, counts.step):
        counts.add(hashes)
    numbered = numbered_pairs(census, wanted, settings)
    pairs = {*similar_pairs(*sign_all(shards, census, wanted, counts, settings)), *numbered}
    pairs |= grouped_pairs(census, wanted, settings)
    read = read_candidates(shards, census, pairs, counts, settings)
    compared = [compare(pair, read, counts.step, is_numbered=pair in numbered) for pair in sorted(pairs)]
    return align_doubtful(shards, census, compared, settings)


def texts_of(shards: Shards, census: Census, wanted: npt.NDArray[np.bool_], step: int) -> Iterator[tuple[int, Hashes]]:
    """(place, shingles) of the wanted documents, in the order of the shards."""
    for place, text in wanted_texts(shards, census, wanted):
        yield place, shingle_hashes(squeeze(text), step)


def wanted_texts(shards: Shards, census: Census, wanted: npt.NDArray[np.bool_]) -> Iterator[tuple[int, str]]:
    """(place, text) of the wanted documents; of an id in several shards the text of the one that is kept."""
    for shard, table in shards:
        for doc_id, text in rows_of(table, "doc_id", "text"):
            place = census.places[doc_id]
            if wanted[place] and census.shards[place] == shard:
                yield place, text


def is_rare(counts: Counts, settings: DuplicatesSection) -> npt.NDArray[np.bool_]:
    """True for shingles that few documents share. What one alone holds may be a misreading, and says nothing."""
    rare: npt.NDArray[np.bool_] = (counts > 1) & (counts <= settings.max_copies)
    return rare


def fewest_rare(step: int) -> int:
    """How many rare shingles must be shared when one in `step` is looked at."""
    return max(2, MIN_RARE // step)


def sign_all(
    shards: Shards,
    census: Census,
    wanted: npt.NDArray[np.bool_],
    counts: HolderCounts,
    settings: DuplicatesSection,
) -> tuple[Indexes, Signatures]:
    """(places, signatures) of the rare shingles of every document that has enough of them, by place."""
    places: list[int] = []
    signatures = [np.empty((0, sign([]).shape[1]), np.uint32)]
    for batch in batched(texts_of(shards, census, wanted, counts.step), 500):
        rare = [(place, hashes[is_rare(counts.of(hashes), settings)]) for place, hashes in batch]
        kept = [(place, hashes) for place, hashes in rare if len(hashes) >= fewest_rare(counts.step)]
        places += [place for place, _ in kept]
        signatures.append(sign([hashes for _, hashes in kept]))
    order = np.argsort(np.array(places, np.int64))
    return np.array(places, np.int64)[order], np.concatenate(signatures)[order]


Item = TypeVar("Item")


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """The items in lists of `size`, the last one shorter."""
    batch: list[Item] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch


def similar_pairs(places: Indexes, signatures: Signatures) -> set[Pair]:
    """Pairs of places whose signatures agree in MIN_SLOTS slots or more.

    Each slot is a band of its own: rare shingles alone were signed, so that no value of a slot has many holders.
    """
    found: set[Pair] = set()
    for start in range(0, len(places), BLOCK_DOCUMENTS):
        met = [pairs_in_slot(column, start, start + BLOCK_DOCUMENTS) for column in signatures.T]
        pairs, n_slots = np.unique(np.concatenate(met), return_counts=True)
        kept = pairs[n_slots >= MIN_SLOTS]
        firsts, seconds = places[kept >> 32], places[kept & 0xFFFFFFFF]
        found.update(zip(firsts.tolist(), seconds.tolist(), strict=True))
    return found


def pairs_in_slot(values: npt.NDArray[np.uint32], start: int, end: int) -> Indexes:
    """Pairs of rows with the same value, the first from `start` to before `end`, as first << 32 | second."""
    order = np.argsort(values, kind="stable")
    ordered = values[order]
    pairs = [np.empty(0, np.int64)]
    for apart in range(1, len(values)):
        same = np.flatnonzero(ordered[:-apart] == ordered[apart:])
        if not len(same):
            break
        firsts, seconds = order[same], order[same + apart]
        inside = (firsts >= start) & (firsts < end)
        pairs.append((firsts[inside] << 32) | seconds[inside])
    return np.concatenate(pairs)


def buckets(keys: Keys) -> Iterator[list[int]]:
    """Places with the same key, two or more, each in order; NO_KEY makes none."""
    order = np.argsort(keys, kind="stable")
    edges = np.flatnonzero(np.diff(keys[order])) + 1
    for members in np.split(order, edges):
        if len(members) > 1 and keys[members[0]] != NO_KEY:
            yield members.tolist()


def all_pairs(members: Iterable[list[int]], wanted: npt.NDArray[np.bool_], most: int) -> set[Pair]:
    """Pairs of wanted members of one list; a list of more than `most` says nothing."""
    return {
        (first, second)
        for places in members
        if len(places) <= most
        for at, first in enumerate(places)
        for second in places[at + 1 :]
        if wanted[first] and wanted[second]
    }


def numbered_pairs(census: Census, wanted: npt.NDArray[np.bool_], settings: DuplicatesSection) -> set[Pair]:
    """Pairs that print one record number, which not many documents print."""
    lists = (sorted(census.holders[rows].tolist()) for rows in buckets(census.numbers))
    return all_pairs(lists, wanted, settings.max_copies)


def grouped_pairs(census: Census, wanted: npt.NDArray[np.bool_], settings: DuplicatesSection) -> set[Pair]:
    """Pairs of one group: copies by what the source says, compared so that the table can say how similar they are."""
    return all_pairs(buckets(census.groups), wanted, settings.max_copies)


@dataclass(frozen=True)
class Candidate:
    """What is compared of a document.

    Attributes:
        hashes: its shingles, sorted.
        weights: 1 for what one other document holds, 1/2 for what two others hold, and so on; 0 for what is not rare.
        weight: their sum.
        windows: which window of the text each shingle stands in first, from 0.
        n_windows: how many windows the text has.
        numbers: checksums of the numbers in its text, the lengths in their last byte, sorted, once each.
    """

    hashes: Hashes
    weights: npt.NDArray[np.float32]
    weight: float
    windows: npt.NDArray[np.int32]
    n_windows: int
    numbers: Keys


def read_candidates(
    shards: Shards, census: Census, pairs: set[Pair], counts: HolderCounts, settings: DuplicatesSection
) -> dict[int, Candidate]:
    """The documents of the pairs, by place."""
    wanted = np.zeros(len(census.doc_ids), np.bool_)
    wanted[sorted({place for pair in pairs for place in pair})] = True
    return {place: candidate_of(text, counts, settings) for place, text in wanted_texts(shards, census, wanted)}


def candidate_of(text: str, counts: HolderCounts, settings: DuplicatesSection) -> Candidate:
    """A document as it is compared."""
    squeezed = squeeze(text)
    hashes, places = placed_shingles(squeezed, counts.step)
    width = WINDOW_CHARS * max(1, counts.step // SAMPLED_IN_WINDOW)
    n_windows = max(1, len(squeezed) // width)
    windows = np.minimum(places // width, n_windows - 1).astype(np.int32)
    held = counts.of(hashes)
    weights = np.zeros(len(hashes), np.float32)
    rare = is_rare(held, settings)
    weights[rare] = 1 / (held[rare] - 1.0)
    numbers = {zlib.crc32(number.encode()) << 8 | min(255, len(number)) for number in NUMBER.findall(text)}
    return Candidate(
        hashes,
        weights,
        float(weights.sum(dtype=np.float64)),
        windows,
        n_windows,
        np.array(sorted(numbers), np.uint64),
    )


def compare(pair: Pair, read: Mapping[int, Candidate], step: int, *, is_numbered: bool) -> Compared:
    """How similar two documents are.

    The similarity is 2/3 the weighted Jaccard index of their rare shingles and 1/3 the Jaccard index of all. Being an
    index of both texts and not the share of the shorter one, it is low for a mail and the thread that quotes it whole.
    Rare shingles count when they stand all over both texts: a paragraph that two letters share is in one place.
    """
    one, other = read[pair[0]], read[pair[1]]
    at, by = is_in(one.hashes, other.hashes), is_in(other.hashes, one.hashes)
    shared = one.weights[at]
    jaccard = len(shared) / max(1, len(one.hashes) + len(other.hashes) - len(shared))
    weight = float(shared.sum(dtype=np.float64))
    rare = 0.0
    if np.count_nonzero(shared) >= fewest_rare(step) and min(spread(one, at), spread(other, by)) >= MIN_SPREAD:
        rare = weight / (one.weight + other.weight - weight)
    similarity = RARE_SHARE * rare + (1 - RARE_SHARE) * jaccard
    numbers = shared_numbers(one, other)
    return Compared(*pair, similarity, rare, numbers, jaccard >= FORM_JACCARD and numbers < FORM_NUMBERS, is_numbered)


def is_in(keys: Keys, others: Keys) -> npt.NDArray[np.bool_]:
    """True for each key that is among the others; both are sorted, without repeats."""
    if not len(others):
        return np.zeros(len(keys), np.bool_)
    found: npt.NDArray[np.bool_] = others[np.minimum(np.searchsorted(others, keys), len(others) - 1)] == keys
    return found


def spread(one: Candidate, shared: npt.NDArray[np.bool_]) -> float:
    """The share of a text's windows that hold a rare shingle of those shared."""
    return len(set(one.windows[shared & (one.weights > 0)].tolist())) / one.n_windows


def align_doubtful(
    shards: Shards, census: Census, compared: Sequence[Compared], settings: DuplicatesSection
) -> list[Compared]:
    """The comparisons, those that neither say yes nor no with the alignment of the two openings."""
    from rapidfuzz.distance import Indel  # noqa: PLC0415 - a compiled library, loaded where it is used

    wanted = np.zeros(len(census.doc_ids), np.bool_)
    wanted[[place for one in compared if is_doubtful(one, settings) for place in one[:2]]] = True
    openings = {place: squeeze(text)[:ALIGNED_CHARS] for place, text in wanted_texts(shards, census, wanted)}
    return [
        one._replace(alignment=Indel.normalized_similarity(openings[one.first], openings[one.second]))
        if is_doubtful(one, settings)
        else one
        for one in compared
    ]


def is_doubtful(one: Compared, settings: DuplicatesSection) -> bool:
    """True for two texts somewhat similar whose numbers agree: a bad scan of one record, or papers of one matter."""
    is_missed = one.similarity < settings.similarity
    return is_missed and one.rare >= DOUBTFUL_RARE and one.numbers >= FORM_NUMBERS


def shared_numbers(one: Candidate, other: Candidate) -> float:
    """The share of the digits of the one with fewer that stand in numbers of both; 1.0 when one has none."""
    least = min(count_digits(one.numbers), count_digits(other.numbers))
    both = one.numbers[is_in(one.numbers, other.numbers)]
    return count_digits(both) / least if least else 1.0


def count_digits(numbers: Keys) -> int:
    """The characters of some numbers; a long one says more than the day of a month."""
    return int((numbers & 0xFF).sum())


def find_links(census: Census, compared: Sequence[Compared], settings: DuplicatesSection) -> list[Link]:
    """Every two documents that are copies, with the surest evidence for it."""
    similarities = {(found.first, found.second): found.similarity for found in compared}
    links = [*exact_links(census, settings)]
    for places in buckets(census.groups):
        links += [
            Link(first, second, Evidence.GROUP, similarities.get((first, second)))
            for first, second in chosen_pairs(places, settings)
        ]
    links += [
        Link(
            found.first, found.second, evidence, found.alignment if evidence is Evidence.ALIGNMENT else found.similarity
        )
        for found in compared
        if (evidence := evidence_of(found, settings)) is not None
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
