"""One parquet file, read through a counter: only the asked columns, every byte accounted for.

Belongs here: opening, the bytes of columns, hashing them, values as strings, turning each thing that can be wrong into
one sentence. Does not: what a document is (documents.py), what a lock is (locks.py).
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
from collections.abc import Iterator, Mapping, Sequence
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.parquet as pq

from bench_assets.source.rows import Columns, Rows, Suits, UnreadableShardError, count, meta_json
from bench_resources.ranges import Opener, Ranges
from scoring.errors import excerpt, name_culprits

MAGIC = b"PAR1"
ENCRYPTED_MAGIC = b"PARE"
TAIL_BYTES = 8  # the footer's length, then the magic
MAX_ROW_GROUP_BYTES = 2**31 - 1  # Arrow's string offsets are 32 bits; a bigger claim is a bomb or must be split
ARROW_ERRORS = (pa.ArrowException, OSError, EOFError, ValueError, MemoryError, OverflowError)


class CountingFile(io.RawIOBase):
    """A read-only file that counts the bytes taken, and serves ranges it holds without reading them again."""

    def __init__(self, ranges: Ranges) -> None:
        self._ranges = ranges
        self._size = ranges.size
        self._position = 0
        self._held: dict[int, bytes] = {}
        self.bytes_read = 0

    @property
    def size(self) -> int:
        """The file's size in bytes."""
        return self._size

    def readable(self) -> bool:
        """True."""
        return True

    def seekable(self) -> bool:
        """True."""
        return True

    def tell(self) -> int:
        """The position of the next read."""
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET, /) -> int:
        """Moves the position of the next read; a place beyond the end reads as empty."""
        base = {os.SEEK_SET: 0, os.SEEK_CUR: self._position, os.SEEK_END: self._size}[whence]
        self._position = max(0, base + offset)
        return self._position

    def read(self, size: int = -1, /) -> bytes:
        """`size` bytes from the position, from what is held when it covers them all; fewer at the end."""
        end = self._size if size is None or size < 0 else min(self._position + size, self._size)
        wanted = max(0, end - self._position)
        content = self._from_held(self._position, wanted)
        if content is None:
            content = self.take(self._position, wanted)
        self._position += len(content)
        return content

    def close(self) -> None:
        """Closes the file; again is harmless."""
        self._ranges.close()
        super().close()

    def take(self, start: int, length: int) -> bytes:
        """`length` bytes of the file, or fewer at its end."""
        content = self._ranges.read_at(start, length)
        self.bytes_read += len(content)
        return content

    def hold(self, ranges: Sequence[tuple[int, int]]) -> list[bytes]:
        """Reads (start, length) ranges, by start, keeps them in place of what was held before, and returns them.

        Ranges that touch are read as one, since each may be a request over a network; a gap is never read.
        """
        self._held = {start: self.take(start, length) for start, length in joined(ranges)}
        return [self._from_held(start, length) or b"" for start, length in ranges]

    def _from_held(self, start: int, length: int) -> bytes | None:
        for first, content in self._held.items():
            if first <= start and start + length <= first + len(content):
                return content[start - first : start - first + length]
        return None


def joined(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """(start, length) ranges, by start, with those that touch as one."""
    found: list[tuple[int, int]] = []
    for start, length in ranges:
        if found and sum(found[-1]) == start:
            found[-1] = (found[-1][0], found[-1][1] + length)
        else:
            found.append((start, length))
    return found


class ShardFile:
    """An open parquet file, a ShardReader. Every method raises UnreadableShardError with a quarantine reason."""

    noun = "row"

    def __init__(self, opener: Opener, *, hashes_columns: bool = True) -> None:
        """Opens the file and reads its footer.

        Args:
            opener: opens the file.
            hashes_columns: whether the digests are over the footer and the columns, or over the footer alone: of a
                file whose store vouches for its content, the columns would have to be fetched only to be hashed.
        """
        self._hashes_columns = hashes_columns
        self._digest = hashlib.sha256()
        try:
            self._file = CountingFile(opener())
        except OSError as error:
            raise UnreadableShardError(f"it cannot be opened: {error.strerror}") from error
        try:
            self._footer = self._read_footer()
            # Parsed from the footer alone: opened by itself, pyarrow reads the last 64 KB, whatever columns lie there.
            metadata = pq.read_metadata(pa.BufferReader(MAGIC + self._footer))
            self._parquet = pq.ParquetFile(pa.PythonFile(self._file, mode="r"), metadata=metadata, pre_buffer=False)
            self._schema = self._parquet.schema_arrow
            self._names = list(self._schema.names)  # here, since a name need not be UTF-8
        except UnreadableShardError:
            self._file.close()
            raise
        except ARROW_ERRORS as error:
            self._file.close()
            raise UnreadableShardError(f"its footer cannot be read: {excerpt(str(error))}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    @property
    def columns(self) -> Mapping[str, Suits]:
        """What each top-level column can be used for, in the file's order."""
        return {field.name: suits(field.type) for field in self._schema}

    def count_rows(self) -> int:
        """Rows that the footer claims."""
        return int(self._parquet.metadata.num_rows)

    @property
    def bytes_read(self) -> int:
        """Bytes taken from disk so far."""
        return self._file.bytes_read

    def field(self, name: str) -> pa.Field:
        """The one column of exactly that name. A column that differs in case is another column."""
        found = [field for field in self._schema if field.name == name]
        if not found:
            raise UnreadableShardError(f"it has no column {name!r}; its columns are {', '.join(self._names)[:200]}")
        if len(found) > 1:
            raise UnreadableShardError(f"it has {len(found)} columns called {name!r}")
        return found[0]

    def digest(self, columns: Columns) -> str:
        """SHA-256 over the footer and the columns' bytes, in the file's order; absent columns add nothing."""
        digest = hashlib.sha256(self._footer)
        for group in range(self._parquet.num_row_groups if self._hashes_columns else 0):
            for content in self._hold(group, columns):
                digest.update(content)
        self._file.hold([])
        return digest.hexdigest()

    def batches(self, columns: Columns) -> Iterator[Rows]:
        """The rows of one row group after the other."""
        check_types({name: self.field(name).type for name in columns.names}, columns)
        self._digest = hashlib.sha256(self._footer)
        first = 0
        for group in range(self._parquet.num_row_groups):
            for content in self._hold(group, columns):
                if self._hashes_columns:
                    self._digest.update(content)
            table = self._read_group(group, columns.names)
            yield rows_of(table, columns, first)
            first += table.num_rows
        self._file.hold([])

    def digest_read(self) -> str:
        """What `digest` gives, once `batches` is exhausted."""
        return self._digest.hexdigest()

    def _hold(self, group: int, columns: Columns) -> list[bytes]:
        try:
            return self._file.hold(self._ranges(group, columns.names))
        except OSError as error:
            raise UnreadableShardError(f"row group {group} cannot be read: {error.strerror}") from error

    def _read_group(self, group: int, names: Sequence[str]) -> pa.Table:
        claimed = self._parquet.metadata.row_group(group).num_rows
        try:
            table = self._parquet.read_row_group(group, columns=list(names), use_threads=False)
        except ARROW_ERRORS as error:
            raise UnreadableShardError(f"row group {group} is damaged: {excerpt(str(error))}") from error
        if table.num_rows != claimed:
            raise UnreadableShardError(f"row group {group} holds {table.num_rows:,} rows, its footer says {claimed:,}")
        return table

    def _read_footer(self) -> bytes:
        size = self._file.size
        if size == 0:
            raise UnreadableShardError("it is empty (0 bytes)")
        tail = self._file.take(max(0, size - TAIL_BYTES), TAIL_BYTES)
        if tail[-4:] == ENCRYPTED_MAGIC:
            raise UnreadableShardError("it is encrypted")
        if tail[-4:] != MAGIC:
            raise UnreadableShardError("it is not a parquet file, or its end is cut off: the last 4 bytes are not PAR1")
        (length,) = struct.unpack("<I", tail[:4].rjust(4, b"\0"))
        if length + TAIL_BYTES + len(MAGIC) > size:
            raise UnreadableShardError(f"its footer claims {length:,} bytes of a file of {size:,}")
        start = size - TAIL_BYTES - length
        return self._file.take(start, length) + tail

    def _ranges(self, group: int, names: Sequence[str]) -> list[tuple[int, int]]:
        return list(self._find_ranges(group, set(names)))

    def _find_ranges(self, group: int, names: set[str]) -> Iterator[tuple[int, int]]:
        """(start, length) of each chunk of the named columns in a row group, by start."""
        meta = self._parquet.metadata.row_group(group)
        found = []
        for i in range(meta.num_columns):
            column = meta.column(i)
            if column.path_in_schema.split(".")[0] not in names and column.path_in_schema not in names:
                continue
            if column.total_uncompressed_size > MAX_ROW_GROUP_BYTES:
                raise UnreadableShardError(f"row group {group} claims over 2 GB in a column; write smaller row groups")
            starts = [column.data_page_offset]
            if column.has_dictionary_page and column.dictionary_page_offset:
                starts.append(column.dictionary_page_offset)
            start, length = min(starts), column.total_compressed_size
            if start < 0 or length < 0 or start + length > self._file.size:
                raise UnreadableShardError(f"row group {group} claims bytes beyond the end of the file")
            found.append((start, length))
        return iter(sorted(found))


def is_text(kind: pa.DataType) -> bool:
    """True for the types whose values are text."""
    return any(test(kind) for test in (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view))


def is_bytes(kind: pa.DataType) -> bool:
    """True for the types whose values may be text."""
    return any(test(kind) for test in (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view))


def suits(kind: pa.DataType) -> Suits:
    """What a column of this type can be used for."""
    value = value_type(kind)
    if is_text(value):
        return Suits.TEXT
    if is_bytes(value):
        return Suits.BYTES
    return Suits.INTEGER if pa.types.is_integer(value) else Suits.OTHER


def value_type(kind: pa.DataType) -> pa.DataType:
    """The type itself, or that of a dictionary's values."""
    return kind.value_type if pa.types.is_dictionary(kind) else kind


def check_types(found: Mapping[str, pa.DataType], columns: Columns) -> None:
    """Raises UnreadableShardError unless ids are strings or integers, texts are strings or bytes, the rest scalars."""
    for name, kind in found.items():
        if pa.types.is_null(kind):
            continue
        if name == columns.text:
            expected, is_right = "a string", suits(kind) in {Suits.TEXT, Suits.BYTES}
        elif name == columns.id:
            expected, is_right = "a string or integer", suits(kind) is not Suits.OTHER
        else:
            expected, is_right = "a scalar", is_scalar(value_type(kind))
        if not is_right:
            raise UnreadableShardError(f"column {name!r} is {str(kind)[:80]}, expected {expected} column")


def is_scalar(kind: pa.DataType) -> bool:
    """True for a type whose values can be written as one text."""
    if suits(kind) is not Suits.OTHER or pa.types.is_fixed_size_binary(kind):
        return True
    tests = (pa.types.is_boolean, pa.types.is_floating, pa.types.is_decimal, pa.types.is_temporal)
    return any(test(kind) for test in tests) and not pa.types.is_interval(kind)


def rows_of(table: pa.Table, columns: Columns, first_row: int) -> Rows:
    """A row group's rows; `first_row` is where it begins, for messages."""
    values = {name: as_strings(table[name], name, first_row) for name in columns.names}
    nothing: list[str | None] = [None] * table.num_rows
    metas = nothing
    if columns.meta:
        metas = [meta_json(columns.meta, row) for row in zip(*(values[name] for name in columns.meta), strict=True)]
    dates = values[columns.date] if columns.date else nothing
    groups = values[columns.group] if columns.group else nothing
    places = range(first_row, first_row + table.num_rows)
    return Rows(places, values[columns.id], values[columns.text], dates, metas, groups)


def as_strings(column: pa.ChunkedArray, name: str, first_row: int) -> list[str | None]:
    """The column as Python strings; `first_row` is where its row group begins, for the message.

    Raises: UnreadableShardError: bytes that are not UTF-8, naming the rows (from 0).
    """
    kind = value_type(column.type)
    if pa.types.is_dictionary(column.type):
        column = column.cast(kind)
    if pa.types.is_null(kind):
        return [None] * len(column)
    if not (is_text(kind) or is_bytes(kind) or pa.types.is_fixed_size_binary(kind)) or pa.types.is_decimal(kind):
        return list(column.cast(pa.string()).to_pylist())
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
        raise UnreadableShardError(
            f"column {name!r} is not UTF-8 in {count(len(broken), 'row')} ({name_culprits(broken)})"
        )
    return texts
