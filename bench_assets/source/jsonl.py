"""One JSONL shard, plain or gzip: one object a line, streamed, every faulty line counted and the first five named.

Belongs here: lines, JSON, values as strings, what can be wrong with a line. Does not: documents (documents.py).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing
from itertools import islice
from typing import Any

from bench_assets.source.rows import Columns, Faults, HoldsNothing, Rows, Suits, UnreadableShardError, meta_json
from bench_resources.ranges import Opener, Ranges

GZIP_MAGIC = b"\x1f\x8b"
MAX_LINE_BYTES = 64 << 20  # a document beyond it is an archive in the wrong place
BATCH_BYTES = 8 << 20
BLOCK_BYTES = 1 << 20
SAMPLE_LINES = 100  # looked at to learn which fields there are

Line = tuple[int, bytes]  # its number from 1, and its bytes


class LineFault(ValueError):  # noqa: N818 - a fault of a line is collected, not an error of the shard
    """One line cannot be a row. The message says why, without the line's number."""


class Digits(str):
    """A number with a fraction or an exponent, as it was written."""

    __slots__ = ()


class HashedFile(io.RawIOBase):
    """A file read once from its beginning; every byte taken is hashed and counted."""

    def __init__(self, ranges: Ranges) -> None:
        self._ranges = ranges
        self._position = 0
        self.digest = hashlib.sha256()
        self.bytes_read = 0

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Fills the buffer from the file."""
        content = self._ranges.read_at(self._position, len(buffer))
        buffer[: len(content)] = content
        self._position += len(content)
        self.digest.update(content)
        self.bytes_read += len(content)
        return len(content)

    def close(self) -> None:
        """Closes the file; again is harmless."""
        self._ranges.close()
        super().close()


class JsonlShard(HoldsNothing):
    """A JSONL file, a ShardReader. Each method reads the file anew and holds no more than a batch of it."""

    noun = "line"

    def __init__(self, opener: Opener) -> None:
        """Raises UnreadableShardError: the file cannot be opened, or is empty."""
        self._open = opener
        self._read = ""
        self.bytes_read = 0
        try:
            with closing(opener()) as ranges:
                if ranges.size == 0:
                    raise UnreadableShardError("it is empty (0 bytes)")
        except OSError as error:
            raise UnreadableShardError(f"it cannot be opened: {error.strerror}") from error

    @property
    def columns(self) -> Mapping[str, Suits]:
        """What the fields of the first hundred lines can be used for, in the order seen."""
        found: dict[str, set[Suits]] = {}
        for number, raw in islice(self._lines(Faults(self.noun)), SAMPLE_LINES):
            try:
                record = parse(decode(raw, is_first=number == 1))
            except LineFault:
                continue
            for name, value in record.items():
                if is_whole(name):  # else nobody could name it, nor a terminal show it
                    found.setdefault(name, set()).update(suits(value))
        return {name: next(iter(kinds)) if len(kinds) == 1 else Suits.OTHER for name, kinds in found.items()}

    def count_rows(self) -> int:
        """Lines that are not blank."""
        too_long = Faults(self.noun)
        return sum(1 for _ in self._lines(too_long)) + too_long.total

    def digest(self, columns: Columns) -> str:  # noqa: ARG002 - a line has to be read whole
        """SHA-256 over the whole file, which is read only if no other method has read it to its end."""
        try:
            with HashedFile(self._open()) as raw:
                while not self._read and raw.read(BLOCK_BYTES):
                    pass
                self.bytes_read += raw.bytes_read
                return self._read or raw.digest.hexdigest()
        except OSError as error:
            raise UnreadableShardError(f"it cannot be read: {error.strerror}") from error

    def batches(self, columns: Columns) -> Iterator[Rows]:
        """The sound lines, some megabytes at a time; faulty ones are raised as one reason at the end."""
        faults = Faults(self.noun)
        unseen = set(columns.names)
        n_objects = 0
        for batch in batched(self._lines(faults)):
            rows: list[tuple[int, dict[str, str | None]]] = []
            for number, raw in batch:
                try:
                    record = parse(decode(raw, is_first=number == 1))
                    n_objects += 1
                    unseen -= record.keys()
                    rows.append((number, values_of(record, columns, may_be_broken=b"\\u" in raw)))
                except LineFault as fault:
                    faults.note(str(fault), number)
            yield rows_of(rows, columns)
        if n_objects and unseen:
            named = ", ".join(map(repr, sorted(unseen)))
            raise UnreadableShardError(f"no line has {named}; the first lines have {', '.join(self.columns)[:200]}")
        faults.check()

    def digest_read(self) -> str:
        """What `digest` gives, once `batches` is exhausted."""
        return self._read

    def _lines(self, faults: Faults) -> Iterator[Line]:
        """Lines that are not blank and not too long. Raises UnreadableShardError for a damaged gzip stream."""
        number = 0
        try:
            ranges = self._open()
            with HashedFile(ranges) as raw, io.BufferedReader(raw, ranges.block_bytes) as buffered:
                try:
                    for number, line in bounded_lines(unpacked(buffered), faults):
                        yield number, line
                    while buffered.read(BLOCK_BYTES):  # whatever gzip left, so that the hash is of the whole file
                        pass
                    self._read = raw.digest.hexdigest()
                finally:
                    self.bytes_read += raw.bytes_read
        except EOFError as error:
            raise UnreadableShardError(f"it is cut off: its gzip stream ends after line {number:,}") from error
        except (gzip.BadGzipFile, zlib.error) as error:
            raise UnreadableShardError(f"its gzip stream is damaged after line {number:,}: {error}") from error
        except OSError as error:
            raise UnreadableShardError(f"it cannot be read: {error.strerror}") from error


def unpacked(buffered: io.BufferedReader[HashedFile]) -> io.BufferedIOBase:
    """The file's content: what begins like gzip is unpacked, whatever it is called."""
    if buffered.peek(len(GZIP_MAGIC))[: len(GZIP_MAGIC)] == GZIP_MAGIC:
        return gzip.GzipFile(fileobj=buffered)
    return buffered


def bounded_lines(opened: io.BufferedIOBase, faults: Faults) -> Iterator[Line]:
    """Lines with their numbers, blank ones passed over; of a line that is too long no more than the limit is held."""
    number = 0
    while raw := opened.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(raw) > MAX_LINE_BYTES:
            faults.note(f"over {MAX_LINE_BYTES >> 20} MB", number)
            while raw and not raw.endswith(b"\n"):
                raw = opened.readline(BLOCK_BYTES)
        elif raw.strip():
            yield number, raw


def batched(lines: Iterable[Line]) -> Iterator[list[Line]]:
    """The lines in lists of some megabytes."""
    batch: list[Line] = []
    size = 0
    for line in lines:
        batch.append(line)
        size += len(line[1])
        if size >= BATCH_BYTES:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def decode(raw: bytes, *, is_first: bool) -> str:
    """A line as text, without the byte order mark of a file. Raises LineFault."""
    if b"\0" in raw:
        raise LineFault("with NUL bytes, perhaps UTF-16")
    try:
        return raw.decode("utf-8-sig" if is_first else "utf-8")
    except UnicodeDecodeError as error:
        raise LineFault("with bad UTF-8") from error


def parse(text: str) -> dict[str, Any]:
    """The JSON object on a line. Raises LineFault."""
    try:
        record = json.loads(text, object_pairs_hook=unique, parse_float=Digits, parse_constant=refuse_constant)
    except LineFault:
        raise
    except (ValueError, RecursionError) as error:  # a ValueError that is no JSONDecodeError: a number of 4,300 digits
        raise LineFault("with bad JSON") from error
    if not isinstance(record, dict):
        raise LineFault("with no JSON object")
    return record


def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of some pairs. Raises LineFault when a key is given twice: which of the two was meant?"""
    found = dict(pairs)
    if len(found) < len(pairs):
        raise LineFault("with a key given twice")
    return found


def refuse_constant(constant: str) -> None:
    """Raises LineFault: NaN and the infinities are no JSON."""
    raise LineFault(f"with {constant}")


def suits(value: object) -> set[Suits]:
    """What a field with this value can be used for; nothing is said by null."""
    if value is None:
        return set()
    if isinstance(value, str):
        return {Suits.OTHER if isinstance(value, Digits) else Suits.TEXT}
    return {Suits.INTEGER if isinstance(value, int) and not isinstance(value, bool) else Suits.OTHER}


def values_of(record: Mapping[str, Any], columns: Columns, *, may_be_broken: bool) -> dict[str, str | None]:
    """The wanted fields as strings. Raises LineFault for a missing id or text, a wrong type or half a character."""
    found: dict[str, str | None] = {}
    for name in columns.names:
        if name not in record and name in {columns.id, columns.text}:
            raise LineFault(f"without {name!r}")
        value = as_string(record.get(name), name, columns)
        if may_be_broken and value is not None and not is_whole(value):
            raise LineFault(f"where {name!r} has half a character")
        found[name] = value
    return found


def as_string(value: object, name: str, columns: Columns) -> str | None:
    """A field's value as text: a text stays as it is, a number as it was written, a boolean as in JSON."""
    if value is None:
        return None
    (kind,) = suits(value)
    if name == columns.text:
        is_right, expected = kind is Suits.TEXT, "a string"
    elif name == columns.id:
        is_right, expected = kind in {Suits.TEXT, Suits.INTEGER}, "a string or integer"
    else:
        is_right, expected = not isinstance(value, (list, dict)), "a scalar"
    if not is_right:
        raise LineFault(f"where {name!r} is not {expected}")
    return json.dumps(value) if isinstance(value, bool) else str(value)


def is_whole(text: str) -> bool:
    r"""False for half a character such as \ud83d alone: JSON can say it, UTF-8 cannot."""
    if text.isascii():
        return True
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def rows_of(rows: list[tuple[int, dict[str, str | None]]], columns: Columns) -> Rows:
    """A batch of lines as rows."""
    found = [values for _, values in rows]
    return Rows(
        places=[number for number, _ in rows],
        ids=[values[columns.id] for values in found],
        texts=[values[columns.text] for values in found],
        dates=[values[columns.date] if columns.date else None for values in found],
        metas=[meta_json(columns.meta, [values[name] for name in columns.meta]) for values in found],
        groups=[values[columns.group] if columns.group else None for values in found],
    )
