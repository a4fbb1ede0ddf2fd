"""The model cache as a file: replies and failures in sorted JSONL, out and in, checked line by line.

Belongs here: writing an export, loading, opening and checking one, and the reader of lines that others wrote, which the
batch results share. Does not: the tables (llm_cache.py, llm_failures.py), what a batch's lines mean (batch_results.py).
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import math
import os
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from bench_resources.atomic import whole_file
from bench_resources.blocks import batched
from bench_resources.llm_cache import (
    BLOCK_ROWS,
    COLUMNS,
    Cache,
    Stored,
    find_secret,
    row_of,
    secret_in,
    secrets_of,
    stored_of,
    why_unstorable,
)
from bench_resources.llm_failures import MAX_REASON_CHARS, FailedItem, Failures, clean_reason, failed_item
from bench_resources.llm_requests import Request, request_from_json
from scoring.errors import MAX_CULPRITS, BadInputError, MissingFileError, name_culprits

MAX_LINE_BYTES = 64 << 20  # as for a shard's lines: a reply with its documents is far below
GZIP_MAGIC = b"\x1f\x8b"
FAILURE_FIELDS = ("key", "model", "request", "failed", "cost_usd")

# --- out and in -------------------------------------------------------------------------------------------------------


class Exported(NamedTuple):
    """How many lines of each kind were written."""

    n_replies: int
    n_failures: int


def export_cache(
    cache: Cache, path: Path, keys: AbstractSet[str] | None = None, failures: Failures | None = None
) -> Exported:
    """Writes replies, all columns, and failures as JSONL sorted by key; the same rows give the same bytes.

    `request` and `tool_calls` stay the JSON texts that they are in the table: the key is the sha256 of `request`
    as it stands there, which anyone can check. Rows are read and written a block at a time.

    Args:
        cache: what is exported.
        path: written whole or not at all; a name that ends in .gz is packed (without a time; the packed bytes repeat
            with the same zlib).
        keys: of these alone, such as `Ledger.keys(release)`; None: of all.
        failures: why keys have no reply; one that has a reply by now is left out.
    """
    n_lines = n_failures = 0
    with whole_file(path) as file:
        packer = gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) if path.suffix == ".gz" else None
        with packer or nullcontext(file) as sink:
            for row in _exported_rows(cache, keys, failures):
                sink.write(_line(row))
                n_lines += 1
                n_failures += "failed" in row
    return Exported(n_lines - n_failures, n_failures)


def _exported_rows(
    cache: Cache, keys: AbstractSet[str] | None, failures: Failures | None
) -> Iterator[Mapping[str, Any]]:
    failed = (_failure_row(item) for item in failures.rows() if item.request is not None) if failures else iter(())
    of_key = itemgetter("key")
    for key, rows in groupby(merge(cache.rows(), failed, key=of_key), key=of_key):
        if keys is None or key in keys:
            yield next(rows)  # of two with one key `merge` gives the reply first


def load_export(cache: Cache, path: Path, failures: Failures | None = None) -> LoadReport:
    """Stores the sound lines of an export; what is stored already stays.

    Args:
        cache: where its replies go.
        path: the export.
        failures: where its failures go, as failures that may pass: another run asks these items again. None: they are
            checked and left out.

    Raises: MissingFileError: the file cannot be opened.
    """
    log = _Log()
    loading = _Loading(cache, failures)
    for block in batched(_sound_lines(path, log), BLOCK_ROWS):
        loading.take_replies([line for line in block if isinstance(line, _ReplyLine)])
        loading.take_failures([line for line in block if isinstance(line, _FailureLine)])
    return LoadReport(loading.n_new, loading.n_known, loading.n_failures, loading.conflicts, log.faults())


class _Loading:
    """One loading of a file: what became of its lines so far."""

    def __init__(self, cache: Cache, failures: Failures | None) -> None:
        self.n_new = self.n_known = self.n_failures = 0
        self.conflicts = Notes()
        self._cache = cache
        self._failures = failures
        self._failed_here: set[str] = set()

    def take_replies(self, lines: Sequence[_ReplyLine]) -> None:
        held = self._cache.add_rows(line.row for line in lines)
        for line in lines:
            key = line.key
            if key in self._failed_here:
                self.conflicts.add(line.number, f"{key[:12]}... failed on a line before, and has a reply")
            if key not in held:
                held[key] = line.row
                self.n_new += 1
            elif _said_in(held[key]) == line.says:
                self.n_known += 1
            else:
                self.conflicts.add(line.number, f"{key[:12]}... is stored with another reply")

    def take_failures(self, lines: Sequence[_FailureLine]) -> None:
        if self._failures is None or not lines:
            return
        answered = self._cache.get_many(line.key for line in lines)
        held = self._failures.add_many(line.item for line in lines if line.key not in answered)
        for line in lines:
            key = line.key
            if key in answered:
                self.conflicts.add(line.number, f"{key[:12]}... failed, and is stored with a reply")
            elif key not in held:
                held[key] = line.item
                self._failed_here.add(key)
                self.n_failures += 1
            elif held[key].reason == line.item.reason:
                self.n_known += 1
            else:
                self.conflicts.add(line.number, f"{key[:12]}... is noted with another failure")


class Replay(NamedTuple):
    """What a replay reads; in memory."""

    cache: Cache
    failures: Failures

    def close(self) -> None:
        """Closes both."""
        self.cache.close()
        self.failures.close()


def open_export(path: Path) -> Replay:
    """An export in memory: what a replay reads.

    Raises: MissingFileError; FaultyExportError: a line is faulty or two lines contradict each other. A replay from a
    damaged file would name a missing reply much later, and not say why.
    """
    replay = Replay(Cache("sqlite://"), Failures("sqlite://"))
    report = load_export(replay.cache, path, replay.failures)
    faults = [*report.faults, *_contradictions(report.conflicts)]
    if faults:
        replay.close()
        raise FaultyExportError(str(path), faults)
    return replay


def verify(path: Path) -> list[FaultGroup]:
    """What is wrong with an export, read line by line without storing anything; [] for a sound one.

    Raises: MissingFileError: the file cannot be opened.
    """
    log = _Log()
    said: dict[str, bytes] = {}
    conflicts = Notes()
    for line in _sound_lines(path, log):
        digest = hashlib.sha256(repr(line.says).encode("utf-8")).digest()
        if said.setdefault(line.key, digest) != digest:
            conflicts.add(line.number, f"{line.key[:12]}... is told otherwise on a line before")
    return [*log.faults(), *_contradictions(conflicts)]


def _contradictions(conflicts: Notes) -> list[FaultGroup]:
    return [FaultGroup(LineFault.CONTRADICTION, conflicts)] if conflicts.count else []


def _said_in(row: Mapping[str, Any]) -> tuple[str, str | None]:
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
    WRONG_REASON = "a failure whose reason cannot be kept"
    SECRET = "the value of a secret"
    CONTRADICTION = "one key with two replies, or a failure beside another line"
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
        n_known: lines whose reply or failure was stored before, or stands on an earlier line.
        n_failures: failures noted.
        conflicts: lines whose key is stored with another reply or failure, which stays; a reply wins in any case.
        faults: lines that were left out, by kind.
    """

    n_new: int
    n_known: int
    n_failures: int
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
class _ReplyLine:
    number: int
    row: dict[str, Any]

    @property
    def key(self) -> str:
        return str(self.row["key"])

    @property
    def says(self) -> tuple[str, str | None]:
        return _said_in(self.row)


@dataclass(frozen=True)
class _FailureLine:
    number: int
    item: FailedItem

    @property
    def key(self) -> str:
        return self.item.key

    @property
    def says(self) -> tuple[str]:
        return (self.item.reason,)


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


def _failure_row(item: FailedItem) -> dict[str, Any]:
    """A failure as it is exported. Whether it lasts is not: who reads the file asks again or replays."""
    return dict(zip(FAILURE_FIELDS, (item.key, item.model, item.request, item.reason, item.cost_usd), strict=True))


def _sound_lines(path: Path, log: _Log) -> Iterator[_ReplyLine | _FailureLine]:
    """The lines that hold, in order; the others go to the log. Raises MissingFileError."""
    secrets = secrets_of(os.environ)
    for number, raw in raw_lines(path, "model cache", log.add):
        try:
            yield _checked_line(number, read_object(raw), secrets)
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


def _checked_line(number: int, record: dict[str, Any], secrets: Mapping[str, str]) -> _ReplyLine | _FailureLine:
    """What stands on a line. Raises LineError."""
    if "failed" in record:
        return _FailureLine(number, _checked_failure(record, secrets))
    return _ReplyLine(number, _checked_row(record, secrets))


def _checked_row(record: dict[str, Any], secrets: Mapping[str, str]) -> dict[str, Any]:
    """The row of a reply. Raises LineError."""
    _require_fields(record, COLUMNS)
    request = _checked_request(record)
    row = row_of(request, _checked_stored(record))
    if record["tool_calls"] != row["tool_calls"]:
        raise LineError(LineFault.WRONG_FIELDS, "tool_calls are not in their canonical spelling")
    _require_no_secret(secret_in(row, secrets))
    return row


def _checked_failure(record: dict[str, Any], secrets: Mapping[str, str]) -> FailedItem:
    """The failure of an item. Raises LineError."""
    _require_fields(record, FAILURE_FIELDS)
    request = _checked_request(record)
    texts = (record["request"], record["failed"])
    _require_no_secret(next((name for text in texts if (name := find_secret(text, secrets))), None))
    reason, cost_usd = record["failed"], record["cost_usd"]
    if not reason or clean_reason(reason) != reason:
        raise LineError(LineFault.WRONG_REASON, f"expected one line of 1 to {MAX_REASON_CHARS:,} characters")
    if not (math.isfinite(cost_usd) and cost_usd >= 0):
        raise LineError(LineFault.WRONG_FIELDS, f'"cost_usd" is {cost_usd}, expected dollars from 0')
    return failed_item(request, reason, float(cost_usd), is_lasting=False)


def _require_no_secret(name: str | None) -> None:
    if name:
        raise LineError(LineFault.SECRET, f"that of {name}")


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


def _require_fields(record: Mapping[str, Any], names: Iterable[str]) -> None:
    wrong = sorted(set(record) ^ set(names))
    wrong = wrong or [name for name in names if not _is_typed(name, record[name])]
    if wrong:
        raise LineError(LineFault.WRONG_FIELDS, name_culprits([json.dumps(name)[:80] for name in wrong]))


def _is_typed(name: str, value: Any) -> bool:
    # A number beyond all floats is a whole number to the parser, and to nobody else.
    is_number = type(value) is int and abs(value) < 1 << 1_000
    return type(value) in _KINDS.get(name, (str,)) and (is_number or type(value) is not int)


_KINDS: dict[str, tuple[type, ...]] = {
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
