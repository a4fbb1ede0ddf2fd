"""One shard as documents: the two columns, text untouched, or one reason why it cannot be used.

Belongs here: the rules that turn rows into documents or into a quarantine. Does not: parquet's bytes (shards.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pyarrow as pa

from bench_assets.schemas import DOCUMENTS
from bench_assets.source.locks import ShardLock
from bench_assets.source.shards import ShardFile, UnreadableShardError
from scoring.errors import name_culprits

MAX_ID_CHARS = 512  # ids are cited, joined and printed; longer ones are text in the wrong column


@dataclass(frozen=True)
class ShardReading:
    """What reading one shard gave.

    Attributes:
        documents: DOCUMENTS by doc_id; empty when the shard is quarantined.
        counts: rows, skipped_no_text, duplicate_rows and documents.
        quarantine_reason: why nothing of the shard is used, or None.
        bytes_read: bytes taken from disk.
    """

    documents: pa.Table
    counts: dict[str, int] = field(default_factory=dict)
    quarantine_reason: str | None = None
    bytes_read: int = 0


def read_shard(shard: ShardLock) -> ShardReading:
    """The documents of a shard, or its quarantine reason. Never raises for anything the file holds.

    Only the two columns are read. The lock's size is checked before, and its `read_sha256` over the very bytes read:
    hashing the whole file would mean reading the media columns that a scan must not touch.
    """
    bytes_read = 0
    try:
        with ShardFile(shard.file) as opened:
            try:
                documents, counts = read_documents(opened, shard)
            finally:
                bytes_read = opened.bytes_read
    except UnreadableShardError as reason:
        empty = {"rows": 0, "skipped_no_text": 0, "duplicate_rows": 0, "documents": 0}
        return ShardReading(DOCUMENTS.empty_table(), empty, str(reason), bytes_read)
    return ShardReading(documents, counts, None, bytes_read)


def read_documents(opened: ShardFile, shard: ShardLock) -> tuple[pa.Table, dict[str, int]]:
    """DOCUMENTS and counts of an open shard. Raises UnreadableShardError with the reason for a quarantine."""
    if opened.size != shard.bytes:
        raise UnreadableShardError(
            f"it has {opened.size:,} bytes, {shard.bytes:,} when it was locked; run `docketbench source add` again"
        )
    check_types(opened, shard)
    tables, read_sha256 = opened.read((shard.id_column, shard.text_column))
    if read_sha256 != shard.read_sha256:
        raise UnreadableShardError("its content changed since it was locked; run `docketbench source add` again")
    ids: list[str | None] = []
    texts: list[str | None] = []
    for table in tables:
        ids += as_strings(table[shard.id_column], shard.id_column, len(ids))
        texts += as_strings(table[shard.text_column], shard.text_column, len(texts))
    check_ids(ids, shard.id_column)
    return collect_documents([str(doc_id) for doc_id in ids], texts, shard.id_column)


def check_types(opened: ShardFile, shard: ShardLock) -> None:
    """Raises UnreadableShardError unless ids are strings or integers and texts are strings or UTF-8 bytes."""
    for name, may_be_integer in ((shard.id_column, True), (shard.text_column, False)):
        kind = opened.field(name).type
        value = kind.value_type if pa.types.is_dictionary(kind) else kind
        if not (is_text(value) or pa.types.is_null(value) or (may_be_integer and pa.types.is_integer(value))):
            expected = "a string or integer" if may_be_integer else "a string"
            raise UnreadableShardError(f"column {name!r} is {str(kind)[:80]}, expected {expected} column")


def is_text(kind: pa.DataType) -> bool:
    """True for the types whose values are text or may be."""
    tests = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    binaries = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view)
    return any(test(kind) for test in (*tests, *binaries))


def as_strings(column: pa.ChunkedArray, name: str, first_row: int) -> list[str | None]:
    """The column as Python strings; `first_row` is where its row group begins, for the message.

    Raises: UnreadableShardError: bytes that are not UTF-8, naming the rows (from 0).
    """
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    if pa.types.is_null(column.type):
        return [None] * len(column)
    if pa.types.is_integer(column.type):
        return [None if value is None else str(value) for value in column.to_pylist()]
    # Parquet readers do not check what a string column holds: decode the bytes ourselves, strictly.
    values = column.cast(pa.large_binary()).to_pylist()
    texts: list[str | None] = []
    broken: list[int] = []
    for row, value in enumerate(values, first_row):
        try:
            texts.append(None if value is None else value.decode("utf-8"))
        except UnicodeDecodeError:
            broken.append(row)
            texts.append(None)
    if broken:
        raise UnreadableShardError(f"column {name!r} is not UTF-8 in {count(broken, 'row')} ({name_culprits(broken)})")
    return texts


def check_ids(ids: Sequence[str | None], name: str) -> None:
    """Raises UnreadableShardError when a row has no id that a person could cite."""
    faulty = [row for row, doc_id in enumerate(ids) if not is_usable_id(doc_id)]
    if faulty:
        raise UnreadableShardError(
            f"{count(faulty, 'row')} {'has' if len(faulty) == 1 else 'have'} no usable {name} (null, empty, blanks "
            f"round it, control characters or over {MAX_ID_CHARS} characters): {name_culprits(faulty)}"
        )


def is_usable_id(doc_id: str | None) -> bool:
    """True for a non-empty, printable id without blanks round it."""
    if not doc_id:
        return False
    return len(doc_id) <= MAX_ID_CHARS and doc_id == doc_id.strip() and doc_id.isprintable()


def collect_documents(ids: Sequence[str], texts: Iterable[str | None], name: str) -> tuple[pa.Table, dict[str, int]]:
    """DOCUMENTS by id, rows without text skipped, equal rows kept once.

    Raises: UnreadableShardError: an id with two different texts.
    """
    kept: dict[str, str] = {}
    tally: Counter[str] = Counter()
    conflicts: set[str] = set()
    for doc_id, text in zip(ids, texts, strict=True):
        if text is None or not text.strip():
            tally["skipped_no_text"] += 1
        elif doc_id not in kept:
            kept[doc_id] = text
        elif kept[doc_id] == text:
            tally["duplicate_rows"] += 1
        else:
            conflicts.add(doc_id)
    if conflicts:
        named = name_culprits([repr(doc_id[:80]) for doc_id in sorted(conflicts)])
        raise UnreadableShardError(f"{len(conflicts):,} values of {name} occur with different texts: {named}")
    ordered = sorted(kept.items())
    columns = ([doc_id for doc_id, _ in ordered], [text for _, text in ordered], [len(text) for _, text in ordered])
    documents = pa.table(dict(zip(DOCUMENTS.names, columns, strict=True)), schema=DOCUMENTS)
    counts = {"rows": len(ids), "skipped_no_text": 0, "duplicate_rows": 0, "documents": len(kept)} | dict(tally)
    return documents, counts


def count(rows: Sequence[int], noun: str) -> str:
    """Return "1 row", "3 rows"."""
    return f"{len(rows):,} {noun}{'' if len(rows) == 1 else 's'}"
