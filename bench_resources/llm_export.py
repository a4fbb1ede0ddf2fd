"""The model cache as a file: sorted JSONL, out and in, checked line by line.

Belongs here: writing an export, loading, opening and checking one, and the reader of lines that others wrote, which the
batch results share. Does not: the table (llm_cache.py), what a batch's lines mean (batch_results.py).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import os
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from bench_resources.atomic import write_bytes
from bench_resources.blocks import batched
from bench_resources.llm_cache import (
    BLOCK_ROWS,
    COLUMNS,
    Cache,
    Stored,
    row_of,
    secret_in,
    secrets_of,
    stored_of,
    why_unstorable,
)
from bench_resources.llm_requests import Request, request_from_json
from scoring.errors import MAX_CULPRITS, BadInputError, MissingFileError, name_culprits

MAX_LINE_BYTES = 64 << 20  # as for a shard's lines: a reply with its documents is far below
GZIP_MAGIC = b"\x1f\x8b"

# --- out and in -------------------------------------------------------------------------------------------------------


def export_cache(cache: Cache, path: Path | None = None) -> bytes:
    """Every reply as JSONL sorted by key, all columns; the same rows give the same bytes.

    `request` and `tool_calls` stay the JSON texts that they are in the table: the key is the sha256 of `request`
    as it stands there, which anyone can check. The whole file is held in memory.

    Args:
        cache: what is exported.
        path: where to write it too, whole or not at all; a name that ends in .gz is packed (without a time; the
            packed bytes repeat with the same zlib).

    Returns: the bytes of the file.
    """
    is_packed = path is not None and path.suffix == ".gz"
    buffer = io.BytesIO()
    packer = gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) if is_packed else nullcontext(buffer)
    with packer as sink:
        for row in cache.rows():
            sink.write(_line(row))
    content = buffer.getvalue()
    if path is not None:
        write_bytes(path, content)
    return content


def load_export(cache: Cache, path: Path) -> LoadReport:
    """Stores the sound lines of an export; what is stored already stays.

    Raises: MissingFileError: the file cannot be opened.
    """
    log = _Log()
    n_new = n_known = 0
    conflicts = Notes()
    for block in batched(_sound_lines(path, log), BLOCK_ROWS):
        held = cache.add_rows(line.row for line in block)
        for line in block:
            key = line.row["key"]
            if key not in held:
                held[key] = line.row
                n_new += 1
            elif _says(held[key]) == _says(line.row):
                n_known += 1
            else:
                conflicts.add(line.number, f"{key[:12]}... is stored with another reply")
    return LoadReport(n_new, n_known, conflicts, log.faults())


def open_export(path: Path) -> Cache:
    """A cache in memory that holds an export: what a replay reads.

    Raises: MissingFileError; FaultyExportError: a line is faulty or two lines contradict each other. A replay from a
    damaged file would name a missing reply much later, and not say why.
    """
    cache = Cache("sqlite://")
    report = load_export(cache, path)
    faults = [*report.faults, *_contradictions(report.conflicts)]
    if faults:
        cache.close()
        raise FaultyExportError(str(path), faults)
    return cache


def verify(path: Path) -> list[FaultGroup]:
    """What is wrong with an export, read line by line without storing anything; [] for a sound one.

    Raises: MissingFileError: the file cannot be opened.
    """
    log = _Log()
    said: dict[str, bytes] = {}
    conflicts = Notes()
    for line in _sound_lines(path, log):
        key = line.row["key"]
        digest = hashlib.sha256(repr(_says(line.row)).encode("utf-8")).digest()
        if said.setdefault(key, digest) != digest:
            conflicts.add(line.number, f"{key[:12]}... has another reply on a line before")
    return [*log.faults(), *_contradictions(conflicts)]


def _contradictions(conflicts: Notes) -> list[FaultGroup]:
    return [FaultGroup(LineFault.CONTRADICTION, conflicts)] if conflicts.count else []


def _says(row: Mapping[str, Any]) -> tuple[str, str | None]:
    """What a reply says; its tokens and its cost may differ between two that are the same."""
    return row["text"], row["tool_calls"]


# --- lines of an export -----------------------------------------------------------------------------------------------


class LineFault(StrEnum):
    """What can be wrong with a line of an export."""

    NOT_TEXT = "not UTF-8, or with a NUL"
    TOO_LONG = "line too long"
    BAD_JSON = "not one JSON object a line"
    WRONG_FIELDS = "a field missing, unknown or of the wrong type"
    WRONG_REQUEST = "not a request in its canonical spelling"
    WRONG_KEY = "the key is not the hash of the request"
    UNSTORABLE = "a reply that is not whole"
    SECRET = "the value of a secret"
    CONTRADICTION = "one key with two replies"
    CUT_OFF = "packed data damaged or cut off"


class Note(NamedTuple):
    """One line, numbered from 1, and what was found on it."""

    line: int
    detail: str


@dataclass
class Notes:
    """How many lines, and the first five of them."""

    count: int = 0
    examples: list[Note] = field(default_factory=list)

    def add(self, line: int, detail: str) -> None:
        """Counts a line, and keeps it while it is among the first five."""
        self.count += 1
        if len(self.examples) < MAX_CULPRITS:
            self.examples.append(Note(line, detail))


@dataclass(frozen=True)
class FaultGroup:
    """Every line with one kind of fault."""

    kind: LineFault
    notes: Notes

    def __str__(self) -> str:
        """E.g. "line too long (2): line 4: ...; line 9: ..."."""
        shown = "; ".join(f"line {note.line:,}: {note.detail}" for note in self.notes.examples)
        hidden = self.notes.count - len(self.notes.examples)
        return f"{self.kind} ({self.notes.count:,}): {shown}" + (f"; and {hidden:,} more" if hidden else "")


@dataclass(frozen=True)
class LoadReport:
    """What became of the lines of an export.

    Attributes:
        n_new: replies stored.
        n_known: lines whose reply was stored before, or stands on an earlier line.
        conflicts: lines whose key is stored with another reply, which stays.
        faults: lines that were left out, by kind.
    """

    n_new: int
    n_known: int
    conflicts: Notes
    faults: list[FaultGroup]


class FaultyExportError(BadInputError):
    """An export cannot be relied on."""

    def __init__(self, path: str, faults: Sequence[FaultGroup]) -> None:
        """`faults` as `verify` gives them."""
        self.faults = list(faults)
        shown = "\n".join(f"  {group}" for group in faults)
        super().__init__(
            f"The model cache {path} is faulty:\n{shown}\n"
            "Nothing was read from it. Fetch the file again, or export it anew."
        )


@dataclass(frozen=True)
class _Line:
    number: int
    row: dict[str, Any]


class LineError(Exception):
    """A line is faulty, as seen before its number is known."""

    def __init__(self, kind: LineFault, detail: str) -> None:
        """`detail` says what was found, in at most 80 characters."""
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


class _Log:
    def __init__(self) -> None:
        self._notes: dict[LineFault, Notes] = {}

    def add(self, kind: LineFault, line: int, detail: str) -> None:
        self._notes.setdefault(kind, Notes()).add(line, detail)

    def faults(self) -> list[FaultGroup]:
        return [FaultGroup(kind, self._notes[kind]) for kind in LineFault if kind in self._notes]


def _line(row: Mapping[str, Any]) -> bytes:
    return json.dumps(row, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode("utf-8") + b"\n"


def _sound_lines(path: Path, log: _Log) -> Iterator[_Line]:
    """The lines that hold, in order; the others go to the log. Raises MissingFileError."""
    secrets = secrets_of(os.environ)
    for number, raw in raw_lines(path, "model cache", log.add):
        try:
            yield _Line(number, _checked_row(raw, secrets))
        except LineError as error:
            log.add(error.kind, number, error.detail)


def raw_lines(path: Path, what: str, fault: Callable[[LineFault, int, str], None]) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank and not too long; what begins like gzip is unpacked, whatever it is called.

    Args:
        path: the file.
        what: its role, for the error.
        fault: is told of a line that is too long and of damaged packing: the kind, the line from 1, what was found.

    Raises: MissingFileError: the file cannot be opened.
    """
    number = 0
    try:
        with path.open("rb") as file:
            is_packed = file.peek(len(GZIP_MAGIC))[: len(GZIP_MAGIC)] == GZIP_MAGIC
            source: io.BufferedIOBase = gzip.GzipFile(fileobj=file) if is_packed else file
            try:
                while raw := source.readline(MAX_LINE_BYTES + 1):
                    number += 1
                    if len(raw) > MAX_LINE_BYTES:
                        fault(LineFault.TOO_LONG, number, f"over {MAX_LINE_BYTES >> 20} MB")
                        while raw and not raw.endswith(b"\n"):
                            raw = source.readline(MAX_LINE_BYTES)
                    elif raw.strip():
                        yield number, raw
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                fault(LineFault.CUT_OFF, number + 1, f"{error}")
    except OSError as error:
        raise MissingFileError(str(path), what, error.strerror or "unreadable") from error


def _checked_row(raw: bytes, secrets: Mapping[str, str]) -> dict[str, Any]:
    """The row on a line. Raises LineError."""
    record = _record(raw)
    request = _checked_request(record)
    row = row_of(request, _checked_stored(record))
    if record["tool_calls"] != row["tool_calls"]:
        raise LineError(LineFault.WRONG_FIELDS, "tool_calls are not in their canonical spelling")
    if leak := secret_in(row, secrets):
        raise LineError(LineFault.SECRET, f"that of {leak}")
    return row


def read_object(raw: bytes) -> dict[str, Any]:
    """The JSON object on a line. Raises LineError."""
    if b"\0" in raw:
        raise LineError(LineFault.NOT_TEXT, f"NUL at byte {raw.index(0)}")
    try:
        record = json.loads(raw.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise LineError(LineFault.NOT_TEXT, f"byte {error.start} is {raw[error.start]:#04x}") from error
    except (ValueError, RecursionError) as error:
        raise LineError(LineFault.BAD_JSON, str(error)[:80]) from error
    if not isinstance(record, dict):
        raise LineError(LineFault.BAD_JSON, f"a {type(record).__name__}, expected an object")
    return record


def _record(raw: bytes) -> dict[str, Any]:
    record = read_object(raw)
    wrong = sorted(set(record) ^ set(COLUMNS))
    wrong = wrong or [name for name, kinds in _KINDS.items() if type(record[name]) not in kinds]
    if wrong:
        raise LineError(LineFault.WRONG_FIELDS, name_culprits([json.dumps(name)[:80] for name in wrong]))
    return record


_KINDS: dict[str, tuple[type, ...]] = {
    **dict.fromkeys(COLUMNS, (str,)),
    "tool_calls": (str, type(None)),
    "input_tokens": (int,),
    "output_tokens": (int,),
    "cost_usd": (int, float),
}


def _refuse_constant(constant: str) -> float:
    raise ValueError(f"{constant} is no JSON number")


def _checked_request(record: Mapping[str, Any]) -> Request:
    text: str = record["request"]
    try:
        request = request_from_json(text)
    except (ValueError, TypeError) as error:
        raise LineError(LineFault.WRONG_REQUEST, str(error)[:80]) from error
    if record["key"] != request.key:
        raise LineError(LineFault.WRONG_KEY, f"{json.dumps(record['key'])[:20]} for {request.key[:12]}...")
    if record["model"] != request.model:
        raise LineError(LineFault.WRONG_FIELDS, "model is not that of the request")
    return request


def _checked_stored(record: Mapping[str, Any]) -> Stored:
    try:
        stored = stored_of(record)
    except (ValueError, TypeError, RecursionError) as error:
        raise LineError(LineFault.WRONG_FIELDS, "tool_calls are no JSON list") from error
    if reason := why_unstorable(stored):
        raise LineError(LineFault.UNSTORABLE, f"it is {reason}")
    return stored
