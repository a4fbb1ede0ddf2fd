"""Which two documents of a release's source may be copies: their keys, and what is rare in each.

Belongs here: what is known of every document, and the pairs that are worth a comparison. Does not: hashing text
(shingles.py), comparing two texts (comparisons.py), what follows from it (near_duplicates.py).

In memory are a few numbers a document. Letters, signatures and pairs wait in temporary files, and a block of them is
held at a time.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import IO, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bench_assets.corpus.record_numbers import record_numbers
from bench_assets.corpus.shingles import (
    SHINGLE_CHARS,
    SLOTS,
    WHOLE,
    Counts,
    Flags,
    Hashes,
    HolderCounts,
    Part,
    distinct,
    is_first,
    parts_of,
    placed_in_part,
    sign,
    squeeze,
)
from bench_assets.settings.release import DuplicatesSection
from bench_resources.blocks import batched

Keys = npt.NDArray[np.uint64]
Indexes = npt.NDArray[np.int64]
Shards = Iterable[tuple[str, pa.Table]]
NewFile = Callable[[], IO[bytes]]

NO_KEY = 0
NO_VALUE = 2**32 - 1  # in a signature: of a document without rare shingles
MIN_RARE = 8  # shingles: fewer are one word, which two documents may share by chance
MIN_SLOTS = 5  # of 64 that must agree before two documents are compared; copies at the default threshold share over 12
BLOCK_ROWS = 250  # signatures that are written together
BLOCK_DOCUMENTS = 10_000  # pairs of so many documents are held at a time
HASHED_CHARS = 1 << 15  # of documents that are hashed together: their hashes stay in the processor's cache
MOST_FILES = 128  # open at once, where a process may have 256; above so many blocks the blocks grow
NUMBER = re.compile(r"\d(?:[\d,./-]*\d)?", re.ASCII)


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


def originals(census: Census, settings: DuplicatesSection) -> Flags:
    """True for the documents whose texts are compared: long enough, and the first of those with the same text."""
    is_first = np.zeros(len(census.doc_ids), np.bool_)
    is_first[np.unique(census.texts, return_index=True)[1]] = True
    compared: Flags = is_first & (census.lengths >= settings.min_chars)
    return compared


def wanted_texts(shards: Shards, census: Census, wanted: Flags) -> Iterator[tuple[int, str]]:
    """(place, text) of the wanted documents; of an id in several shards the text of the one that is kept."""
    for shard, table in shards:
        for doc_id, text in rows_of(table, "doc_id", "text"):
            place = census.places[doc_id]
            if wanted[place] and census.shards[place] == shard:
                yield place, text


class Letters:
    """The letters and numbers of documents in a file, so that texts are read and squeezed once."""

    def __init__(self, lengths: Indexes, file: IO[bytes]) -> None:
        """`lengths`: the letters of each document, by place."""
        self._file = file
        self._lengths = lengths
        self._places = array("q")
        self.starts, self._sizes = np.zeros(len(lengths), np.int64), np.zeros(len(lengths), np.int64)

    def keep(self, texts: Iterable[tuple[int, str]]) -> None:
        """Writes (place, text), each place once."""
        end = 0
        for place, text in texts:
            content = b" ".join([squeeze(text), *(number.encode() for number in NUMBER.findall(text))])
            self._file.write(content)
            self._places.append(place)
            self.starts[place], self._sizes[place] = end, len(content)
            end += len(content)

    def of(self, place: int) -> tuple[bytes, list[bytes]]:
        """(letters, numbers) of a document that was kept."""
        self._file.seek(self.starts[place])
        content, length = self._file.read(self._sizes[place]), self._lengths[place]
        return content[:length], content[length:].split()

    def hashes(self, part: Part = WHOLE) -> Iterator[list[tuple[int, Hashes]]]:
        """(place, shingles in order of the text) in blocks, as they were kept. Until it ends nothing else is read.

        Some documents are hashed at once: one call of numpy takes as long as hashing a thousand letters.
        """
        self._file.seek(0)
        for places in self._blocks():
            content = self._file.read(int(self._sizes[places].sum()))
            hashes, at = placed_in_part(content, part)
            starts = self.starts[places] - self.starts[places[0]]
            firsts = np.searchsorted(at, starts).tolist()
            ends = np.searchsorted(at, starts + self._lengths[places] - (SHINGLE_CHARS - 1)).tolist()
            yield [(place, hashes[first:end]) for place, first, end in zip(places, firsts, ends, strict=True)]

    def _blocks(self) -> Iterator[list[int]]:
        """Places in the order of the file, HASHED_CHARS together or a single one."""
        block: list[int] = []
        n_chars = 0
        for place in self._places:
            if block and n_chars + self._sizes[place] > HASHED_CHARS:
                yield block
                block, n_chars = [], 0
            block.append(place)
            n_chars += self._sizes[place]
        if block:
            yield block


class Holders:
    """How many documents hold each shingle of a document, in a file: a byte each, in the order of the hashes."""

    def __init__(self, starts: Indexes, file: IO[bytes]) -> None:
        """`starts`: where each document has as many bytes as it has letters, by place."""
        self._file = file
        self._starts, self._sizes = starts, np.zeros(len(starts), np.int64)

    def add(self, place: int, counts: Counts) -> None:
        """Those of the next hashes of a document."""
        self._file.seek(self._starts[place] + self._sizes[place])
        self._file.write(counts.tobytes())
        self._sizes[place] += len(counts)

    def of(self, place: int) -> Counts:
        """All that were added of a document."""
        self._file.seek(self._starts[place])
        return np.frombuffer(self._file.read(self._sizes[place]), np.uint8)


class Signed(NamedTuple):
    """A document's rare shingles of a part: how many there are, and SLOTS numbers for them."""

    place: int
    n_rare: int
    signature: npt.NDArray[np.uint32]


class SignatureFile:
    """Signatures in a file, in the order in which documents are read; each slot of all is read at once."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._places, self._n_rare = array("q"), array("q")

    def merge(self, block: int, signed: Sequence[Signed]) -> None:
        """Adds what is rare in the documents of a block, BLOCK_ROWS or fewer in the last: new ones, or the same again.

        The signature of a union is the least value in each slot.
        """
        rows = np.full((SLOTS, BLOCK_ROWS), NO_VALUE, np.uint32)
        rows[:, : len(signed)] = np.array([one.signature for one in signed]).T
        first = block * BLOCK_ROWS
        if first == len(self._places):
            self._places.extend(one.place for one in signed)
            self._n_rare.extend(one.n_rare for one in signed)
        else:
            np.minimum(rows, self._read(block, 0, SLOTS).reshape(rows.shape), out=rows)
            for at, one in enumerate(signed, first):
                self._n_rare[at] += one.n_rare
        self._file.seek(block * rows.nbytes)
        self._file.write(rows.tobytes())

    def slots(self, fewest: int) -> Iterator[tuple[Indexes, npt.NDArray[np.uint32]]]:
        """(places, values) of each slot, without documents that have fewer rare shingles."""
        kept = np.flatnonzero(np.array(self._n_rare, np.int64) >= fewest)
        places = np.array(self._places, np.int64)[kept]
        blocks = range(-(-len(self._places) // BLOCK_ROWS))
        for slot in range(SLOTS):
            values = [np.empty(0, np.uint32), *(self._read(block, slot, 1) for block in blocks)]
            yield places, np.concatenate(values)[kept]

    def _read(self, block: int, slot: int, n_slots: int) -> npt.NDArray[np.uint32]:
        self._file.seek(4 * BLOCK_ROWS * (block * SLOTS + slot))
        return np.frombuffer(self._file.read(4 * BLOCK_ROWS * n_slots), np.uint32)


class PairFiles:
    """Pairs in files, one for each range of first places."""

    def __init__(self, n_documents: int, new_file: NewFile) -> None:
        self._width = max(BLOCK_DOCUMENTS, -(-n_documents // MOST_FILES))
        self._files = [new_file() for _ in range(0, max(1, n_documents), self._width)]

    def add(self, pairs: Indexes) -> None:
        """Keeps pairs, in any order."""
        for file, block in zip(self._files, self.split(np.sort(pairs)), strict=True):
            file.write(block.tobytes())

    def split(self, pairs: Indexes) -> list[Indexes]:
        """Sorted pairs, divided as the files divide them."""
        edges = [(at * self._width) << 32 for at in range(1, len(self._files))]
        return np.split(pairs, np.searchsorted(pairs, edges))

    def blocks(self) -> Iterator[Indexes]:
        """The pairs of each file, with repeats, by first places."""
        for file in self._files:
            file.seek(0)
            yield np.frombuffer(file.read(), np.int64)


def sign_all(letters: Letters, n_chars: int, most: int, holders: Holders, signed: SignatureFile) -> None:
    """Signs the shingles of every document that at most `most` documents hold, and keeps how many hold each.

    Of a large source one part of all shingles is counted at a time: every part costs two readings of the letters.
    """
    parts = parts_of(n_chars)
    counts = HolderCounts(n_chars // len(parts))
    for part in parts:
        counts.clear()
        for block in letters.hashes(part):
            for _, hashes in block:
                counts.add(hashes)
        signatures = (one for block in letters.hashes(part) for one in sign_block(block, counts, most, holders))
        for at, batch in enumerate(batched(signatures, BLOCK_ROWS)):
            signed.merge(at, batch)


def sign_block(
    block: Sequence[tuple[int, Hashes]], counts: HolderCounts, most: int, holders: Holders
) -> Iterator[Signed]:
    """The documents of a block signed; how many hold each of their shingles goes to `holders`."""
    each = [distinct(hashes) for _, hashes in block]
    joined, ends = np.concatenate(each), np.cumsum([len(hashes) for hashes in each])
    held = counts.of(joined)
    for (place, _), some in zip(block, np.split(held, ends[:-1]), strict=True):
        holders.add(place, some)
    rare = is_rare(held, most)
    n_rare = np.diff(np.concatenate([[0], np.cumsum(rare)])[ends], prepend=0)
    for (place, _), n, signature in zip(block, n_rare.tolist(), sign(joined[rare], n_rare), strict=True):
        yield Signed(place, n, signature)


def is_rare(counts: Counts, most: int) -> Flags:
    """True for shingles that few documents share. What one alone holds may be a misreading, and says nothing."""
    rare: Flags = (counts > 1) & (counts <= most)
    return rare


def likely_pairs(signed: SignatureFile, more: Indexes, n_documents: int, new_file: NewFile) -> Iterator[Indexes]:
    """Pairs whose signatures agree in MIN_SLOTS slots, and `more`, in order; those of some first places at a time.

    Each slot is a band of its own: rare shingles alone were signed, so that no value of a slot has many holders.
    """
    files = PairFiles(n_documents, new_file)
    for places, values in signed.slots(fewest=MIN_RARE):
        files.add(pairs_in_slot(places, values))
    for block, some in zip(files.blocks(), files.split(more), strict=True):
        pairs, n_slots = np.unique(block, return_counts=True)
        yield np.union1d(pairs[n_slots >= MIN_SLOTS], some)


def pairs_in_slot(places: Indexes, values: npt.NDArray[np.uint32]) -> Indexes:
    """Pairs of places with the same value, as first << 32 | second."""
    order = np.argsort(values, kind="stable")
    ordered, held = values[order], places[order]
    pairs = [np.empty(0, np.int64)]
    for apart in range(1, len(values)):
        same = np.flatnonzero((ordered[:-apart] == ordered[apart:]) & (ordered[apart:] != NO_VALUE))
        if not len(same):
            break
        pairs.append(packed(held[same], held[same + apart]))
    return np.concatenate(pairs)


def packed(ones: Indexes, others: Indexes) -> Indexes:
    """Pairs of places, each as the lower one << 32 | the higher one."""
    pairs: Indexes = (np.minimum(ones, others) << 32) | np.maximum(ones, others)
    return pairs


def unpacked(pairs: Indexes) -> Iterator[tuple[int, int]]:
    """The places of each pair."""
    for start in range(0, len(pairs), BLOCK_ROWS):
        block = pairs[start : start + BLOCK_ROWS]
        yield from zip((block >> 32).tolist(), (block & 0xFFFFFFFF).tolist(), strict=True)


def buckets(keys: Keys) -> Iterator[list[int]]:
    """Places with the same key, two or more, each in order; NO_KEY makes none."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    starts = np.flatnonzero(is_first(ordered))
    ends = np.append(starts[1:], len(keys))
    kept = (ends - starts > 1) & (ordered[starts] != NO_KEY)
    for start, end in zip(starts[kept].tolist(), ends[kept].tolist(), strict=True):
        yield order[start:end].tolist()


def all_pairs(members: Iterable[list[int]], wanted: Flags, most: int) -> Indexes:
    """Pairs of wanted members of one list, packed and sorted; a list of more than `most` says nothing."""
    pairs = (
        first << 32 | second
        for places in members
        if len(places) <= most
        for at, first in enumerate(places)
        for second in places[at + 1 :]
        if wanted[first] and wanted[second]
    )
    return np.unique(np.fromiter(pairs, np.int64))


def numbered_pairs(census: Census, settings: DuplicatesSection) -> Indexes:
    """Pairs that print one record number, which not many documents print."""
    lists = (sorted(census.holders[rows].tolist()) for rows in buckets(census.numbers))
    return all_pairs(lists, originals(census, settings), settings.max_copies)


def grouped_pairs(census: Census, settings: DuplicatesSection) -> Indexes:
    """Pairs of one group: copies by what the source says, compared so that the table can say how similar they are."""
    return all_pairs(buckets(census.groups), originals(census, settings), settings.max_copies)
