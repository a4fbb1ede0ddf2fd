"""One shard as documents: the asked columns, text untouched, or one reason why it cannot be used.

Belongs here: the rules that turn rows into documents or into a quarantine. Does not: the bytes of any kind of file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

import pyarrow as pa

from bench_assets.schemas import DOCUMENTS
from bench_assets.source.locks import ShardLock, hash_file
from bench_assets.source.readers import identity_of, open_shard
from bench_assets.source.rows import (
    MAX_ID_CHARS,
    MAX_TEXT_BYTES,
    Faults,
    Rows,
    ShardReader,
    UnreadableShardError,
    count,
    is_usable_id,
)
from scoring.errors import name_culprits

ADD_AGAIN = "run `docketbench source add` again"
UNUSABLE_ID = f"null, empty, blanks round it, control characters or over {MAX_ID_CHARS} characters"
CHANGED = f"its content changed since it was locked; {ADD_AGAIN}"


@dataclass(frozen=True)
class ShardReading:
    """What reading one shard gave.

    Attributes:
        documents: DOCUMENTS by doc_id; empty when the shard is quarantined.
        counts: rows, skipped_no_text, duplicate_rows and documents; duplicate_rows_with_other_metadata where there are.
        quarantine_reason: why nothing of the shard is used, or None.
        bytes_read: bytes taken from disk.
    """

    documents: pa.Table
    counts: dict[str, int] = field(default_factory=dict)
    quarantine_reason: str | None = None
    bytes_read: int = 0


def read_shard(shard: ShardLock) -> ShardReading:
    """The documents of a shard, or its quarantine reason. Never raises for anything the file holds.

    Only the asked columns are read. The lock's size is checked before, and its `read_sha256` over the very bytes read:
    hashing the whole file would mean reading the media columns that a scan must not touch. Of a shard on a store the
    etag is checked before and after, and a fetch that fails throws away what came before it.
    """
    bytes_read = 0
    try:
        check_identity(shard)
        with open_unchanged(shard) as opened:
            try:
                documents, counts = read_documents(opened, shard)
            finally:
                bytes_read = opened.bytes_read
        if shard.etag:
            check_identity(shard)  # no hash covers the columns: nobody may have replaced the file in between
    except UnreadableShardError as reason:
        empty = {"rows": 0, "skipped_no_text": 0, "duplicate_rows": 0, "documents": 0}
        return ShardReading(DOCUMENTS.empty_table(), empty, str(reason), bytes_read)
    return ShardReading(documents, counts, None, bytes_read)


def check_identity(shard: ShardLock) -> None:
    """Raises UnreadableShardError when the shard has another size or etag than was locked, or is not there."""
    found = identity_of(shard.place)
    if found.size_bytes != shard.bytes:
        raise UnreadableShardError(
            f"it changed: it has {found.size_bytes:,} bytes, {shard.bytes:,} when it was locked; {ADD_AGAIN}"
        )
    if found.etag != shard.etag:
        raise UnreadableShardError(CHANGED)


def open_unchanged(shard: ShardLock) -> ShardReader:
    """The open shard. Raises UnreadableShardError; one that could be opened when it was locked says that it changed."""
    try:
        return open_shard(shard.place)
    except UnreadableShardError:
        if shard.read_sha256 and not shard.etag and is_changed(shard):
            raise UnreadableShardError(CHANGED) from None
        raise


def is_changed(shard: ShardLock) -> bool:
    """True when the whole file is another one; it is read in full, so ask only of what can no longer be opened."""
    try:
        return hash_file(shard.file) != shard.sha256
    except OSError:
        return False  # it cannot be read at all, which is a reason of its own


def read_documents(opened: ShardReader, shard: ShardLock) -> tuple[pa.Table, dict[str, int]]:
    """DOCUMENTS and counts of an open shard. Raises UnreadableShardError with the reason for a quarantine.

    A shard that changed is named as changed, whatever else is wrong with it: its owner mends the change, not the fault.
    """
    gathered = Gathered(opened.noun, shard.columns.id)
    try:
        for rows in opened.batches(shard.columns):
            gathered.add(rows)
    except UnreadableShardError:
        if shard.read_sha256:  # else it was as unreadable when it was locked
            check_digest(opened.digest(shard.columns), shard)
        raise
    check_digest(opened.digest_read(), shard)
    gathered.check()
    return gathered.table(), gathered.counts()


def check_digest(found: str, shard: ShardLock) -> None:
    """Raises UnreadableShardError when the bytes read are not those that were locked."""
    if found != shard.read_sha256:
        raise UnreadableShardError(CHANGED)


class Kept(NamedTuple):
    """What is stored of a document beside its id."""

    text: str
    date: str | None
    meta: str | None
    group: str | None


class Gathered:
    """The rows of a shard so far: those with text once each, counts of the others, and what is wrong with them."""

    def __init__(self, noun: str, id_column: str) -> None:
        """`noun` and `id_column` are for the messages."""
        self.noun = noun
        self.id_column = id_column
        self.kept: dict[str, Kept] = {}
        self.tally: Counter[str] = Counter(rows=0, skipped_no_text=0, duplicate_rows=0)
        self.faulty = Faults(noun)
        self.conflicts: set[str] = set()
        self.size_chars = 0

    def add(self, rows: Rows) -> None:
        """Takes a batch. Raises UnreadableShardError when the shard holds more text than one table can."""
        columns = (rows.places, rows.ids, rows.texts, rows.dates, rows.metas, rows.groups)
        for place, doc_id, text, *others in zip(*columns, strict=True):
            self.tally["rows"] += 1
            if doc_id is None or not is_usable_id(doc_id):
                self.faulty.note(UNUSABLE_ID, place)
            elif text is None or not text.strip():
                self.tally["skipped_no_text"] += 1
            else:
                self._keep(doc_id, Kept(text, *others))
        if self.size_chars > MAX_TEXT_BYTES:
            raise UnreadableShardError("it holds over 2 GB of text; split it into smaller shards")

    def _keep(self, doc_id: str, found: Kept) -> None:
        known = self.kept.setdefault(doc_id, found)
        if known is found:
            self.size_chars += len(doc_id) + len(found.text) + len(found.meta or "") + len(found.group or "")
        elif known.text != found.text:
            self.conflicts.add(doc_id)
        else:
            self.tally["duplicate_rows"] += 1
            if known != found:
                self.tally["duplicate_rows_with_other_metadata"] += 1

    def check(self) -> None:
        """Raises UnreadableShardError: ids that nobody could cite, or an id with two different texts."""
        if n := self.faulty.total:
            raise UnreadableShardError(
                f"{count(n, self.noun)} {'has' if n == 1 else 'have'} no usable {self.id_column} ({UNUSABLE_ID}): "
                f"{self.faulty.places(UNUSABLE_ID)}"
            )
        if self.conflicts:
            named = name_culprits([repr(doc_id[:80]) for doc_id in sorted(self.conflicts)])
            raise UnreadableShardError(
                f"{len(self.conflicts):,} values of {self.id_column} occur with different texts: {named}"
            )

    def table(self) -> pa.Table:
        """DOCUMENTS by id."""
        ordered = sorted(self.kept.items())
        columns = {
            "doc_id": [doc_id for doc_id, _ in ordered],
            "text": [kept.text for _, kept in ordered],
            "length_chars": [len(kept.text) for _, kept in ordered],
            "date": [kept.date for _, kept in ordered],
            "meta": [kept.meta for _, kept in ordered],
            "group": [kept.group or None for _, kept in ordered],  # an empty value groups nothing
        }
        return pa.table(columns, schema=DOCUMENTS)

    def counts(self) -> dict[str, int]:
        """What became of the rows."""
        return {**self.tally, "documents": len(self.kept)}
