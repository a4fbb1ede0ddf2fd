"""One parquet file, read through a counter: only the asked columns, every byte accounted for.

Belongs here: opening, the bytes of columns, hashing them, turning each thing that can be wrong into one sentence.
Does not: what a document is (documents.py), what a lock is (locks.py).
"""

from __future__ import annotations

import hashlib
import io
import os
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

import pyarrow as pa
import pyarrow.parquet as pq

from scoring.errors import excerpt

MAGIC = b"PAR1"
ENCRYPTED_MAGIC = b"PARE"
TAIL_BYTES = 8  # the footer's length, then the magic
MAX_ROW_GROUP_BYTES = 2**31 - 1  # Arrow's string offsets are 32 bits; a bigger claim is a bomb or must be split
ARROW_ERRORS = (pa.ArrowException, OSError, EOFError, ValueError, MemoryError, OverflowError)


class UnreadableShardError(Exception):
    """A shard that cannot be read. The message is its quarantine reason: one clause, without the file's name."""


class CountingFile(io.RawIOBase):
    """A read-only file that counts the bytes taken from disk, and serves ranges it holds without reading them again."""

    def __init__(self, path: Path) -> None:
        self._descriptor = os.open(path, os.O_RDONLY)
        self._size = os.fstat(self._descriptor).st_size
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
        if not self.closed:
            os.close(self._descriptor)
        super().close()

    def take(self, start: int, length: int) -> bytes:
        """`length` bytes from disk, or fewer at the end of the file."""
        parts = []
        while length > 0 and (part := os.pread(self._descriptor, length, start)):
            parts.append(part)
            start, length = start + len(part), length - len(part)
        content = b"".join(parts)
        self.bytes_read += len(content)
        return content

    def hold(self, ranges: Sequence[tuple[int, int]]) -> list[bytes]:
        """Reads (start, length) ranges, keeps them in place of what was held before, and returns them."""
        self._held = {start: self.take(start, length) for start, length in ranges}
        return [self._held[start] for start, _ in ranges]

    def _from_held(self, start: int, length: int) -> bytes | None:
        for first, content in self._held.items():
            if first <= start and start + length <= first + len(content):
                return content[start - first : start - first + length]
        return None


class ShardFile:
    """An open parquet file. Every method raises UnreadableShardError with a quarantine reason."""

    def __init__(self, path: Path) -> None:
        """Opens the file and reads its footer."""
        try:
            self._file = CountingFile(path)
        except OSError as error:
            raise UnreadableShardError(f"it cannot be opened: {error.strerror}") from error
        try:
            self._footer = self._read_footer()
            # Parsed from the footer alone: opened by itself, pyarrow reads the last 64 KB, whatever columns lie there.
            metadata = pq.read_metadata(pa.BufferReader(MAGIC + self._footer))
            self._parquet = pq.ParquetFile(pa.PythonFile(self._file, mode="r"), metadata=metadata, pre_buffer=False)
            self._schema = self._parquet.schema_arrow
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
    def columns(self) -> list[str]:
        """Names of the top-level columns, in the file's order."""
        return list(self._schema.names)

    @property
    def n_rows(self) -> int:
        """Rows that the footer claims."""
        return int(self._parquet.metadata.num_rows)

    @property
    def size(self) -> int:
        """The file's size in bytes."""
        return self._file.size

    @property
    def bytes_read(self) -> int:
        """Bytes taken from disk so far."""
        return self._file.bytes_read

    def field(self, name: str) -> pa.Field:
        """The one column of exactly that name. A column that differs in case is another column."""
        found = [field for field in self._schema if field.name == name]
        if not found:
            raise UnreadableShardError(f"it has no column {name!r}; its columns are {', '.join(self.columns)[:200]}")
        if len(found) > 1:
            raise UnreadableShardError(f"it has {len(found)} columns called {name!r}")
        return found[0]

    def hash_columns(self, names: Sequence[str]) -> str:
        """SHA-256 over the footer and the named columns' bytes, in the file's order; absent columns add nothing."""
        digest = hashlib.sha256(self._footer)
        for group in range(self._parquet.num_row_groups):
            for content in self._file.hold(self._ranges(group, names)):
                digest.update(content)
        return digest.hexdigest()

    def read(self, names: Sequence[str]) -> tuple[list[pa.Table], str]:
        """The named columns, one table a row group, and what `hash_columns` gives; each byte is read once."""
        digest = hashlib.sha256(self._footer)
        tables = []
        for group in range(self._parquet.num_row_groups):
            for content in self._file.hold(self._ranges(group, names)):
                digest.update(content)
            tables.append(self._read_group(group, names))
        self._file.hold([])
        return tables, digest.hexdigest()

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
