"""Replies that were paid for, by the hash of their request: a table in SQLite or Postgres, and its export as JSONL.

Belongs here: opening the database, storing, finding, exporting, loading, checking. Does not: calling a model, money
(ledger.py), what a request is (llm_requests.py). Import it where a model is used: SQLAlchemy takes a moment to load.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import math
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from threading import RLock
from typing import Any, NamedTuple, Self

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from bench_resources.atomic import write_bytes
from bench_resources.blocks import batched
from bench_resources.llm_requests import Request, canonical, canonical_json, request_from_json
from scoring.errors import MAX_CULPRITS, BadInputError, DocketbenchError, MissingFileError, name_culprits

BLOCK_ROWS = 500  # keys in one query: SQLite before 3.32 takes 999 variables, and a block of replies fits in memory
BUSY_SECONDS = 60  # a writer waits so long for others; a commit with its fsync takes some 10 ms on a slow disk
MAX_LINE_BYTES = 64 << 20  # as for a shard's lines: a reply with its documents is far below
MIN_SECRET_CHARS = 8  # a shorter value is a switch or a word, and would be found everywhere
SECRET_NAMES = ("_API_KEY", "_TOKEN", "_SECRET", "PASSWORD")
GZIP_MAGIC = b"\x1f\x8b"
# What providers say when a reply is whole: OpenAI and litellm, then Anthropic. Every other reason, known or not, is
# taken to mean that the reply is cut or withheld ("length", "max_tokens", "content_filter", "refusal", "error", "").
WHOLE = frozenset({"stop", "tool_calls", "function_call", "end_turn", "tool_use", "stop_sequence"})
TRUNCATED = frozenset({"length", "max_tokens", "model_context_window_exceeded"})
WITHHELD = frozenset({"content_filter", "refusal", "safety"})
CREATION_LOCK = 0x646F636B  # Postgres advisory lock: two CREATE TABLE IF NOT EXISTS at once can both try

METADATA = sa.MetaData()
COMPLETIONS = sa.Table(
    "llm_completions",
    METADATA,
    # Collation C: an export is sorted alike in every database.
    sa.Column("key", sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql"), primary_key=True),
    sa.Column("model", sa.Text, nullable=False),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("tool_calls", sa.Text),
    sa.Column("input_tokens", sa.BigInteger, nullable=False),
    sa.Column("output_tokens", sa.BigInteger, nullable=False),
    sa.Column("finish_reason", sa.Text, nullable=False),
    sa.Column("cost_usd", sa.Double, nullable=False),
)
COLUMNS = tuple(column.name for column in COMPLETIONS.columns)


# --- the database ---------------------------------------------------------------------------------------------------


class UnreachableDatabaseError(BadInputError):
    """The database of a cache cannot be opened."""

    def __init__(self, url: str, reason: str) -> None:
        """`url` without its password; `reason` in the driver's words."""
        super().__init__(
            f"The database {url} cannot be opened: {reason} "
            "Give sqlite:///PATH, or postgresql+psycopg2://USER:PASSWORD@HOST/NAME of a server that runs."
        )


class DatabaseFailedError(DocketbenchError):
    """The database of a cache was open and failed: a full disk, a lost server."""

    def __init__(self, url: str, reason: str) -> None:
        """`url` without its password; `reason` in the driver's words."""
        self.reason = reason
        super().__init__(
            f"The database {url} failed: {reason} What was stored before is kept. "
            "Check its disk or its server, and run the same command again."
        )


class Database:
    """One open database; threads may share it, processes each open their own (never carry one across a fork).

    SQLite: write-ahead log, every commit synced to the disk, writers wait for each other. `sqlite://` is one database
    in this process's memory.
    """

    def __init__(self, url: str, tables: Sequence[sa.Table]) -> None:
        """Opens the database and makes the tables that are missing. Raises UnreachableDatabaseError."""
        self.url, self.engine = _engine(url)
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._writer = self.engine.execution_options(is_write=True)
        # The memory database has one connection, which threads take in turn.
        in_memory = isinstance(self.engine.pool, StaticPool)
        self._turn: AbstractContextManager[Any] = RLock() if in_memory else nullcontext()
        try:
            with self.write() as connection:
                self.lock(connection, CREATION_LOCK)
                for table in tables:
                    connection.execute(sa.schema.CreateTable(table, if_not_exists=True))
                    for index in sorted(table.indexes, key=lambda index: str(index.name)):
                        connection.execute(sa.schema.CreateIndex(index, if_not_exists=True))
        except DatabaseFailedError as error:
            raise UnreachableDatabaseError(self.url, error.reason) from error

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A transaction that reads."""
        with self._turn, self._begin(self.engine) as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        """A transaction that writes; it is on the disk when this returns."""
        with self._turn, self._begin(self._writer) as connection:
            yield connection

    @contextmanager
    def _begin(self, engine: sa.Engine) -> Iterator[sa.Connection]:
        try:
            with engine.begin() as connection:
                yield connection
        except (sa.exc.DBAPIError, sqlite3.Error) as error:
            raise DatabaseFailedError(self.url, _driver_words(error)) from error

    def insert(self, table: sa.Table) -> sqlite.Insert | postgresql.Insert:
        """An insert that can say what happens on a conflict."""
        return sqlite.insert(table) if self.is_sqlite else postgresql.insert(table)

    def lock(self, connection: sa.Connection, number: int) -> None:
        """Holds a lock until the transaction ends; in SQLite a writer is alone as it is."""
        if not self.is_sqlite:
            connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))

    def close(self) -> None:
        """Closes every connection."""
        self.engine.dispose()


def _engine(given: str) -> tuple[str, sa.Engine]:
    """The URL without its password, and its engine."""
    try:
        url = sa.make_url(given)
    except (sa.exc.ArgumentError, ValueError):
        # Not chained: the driver's message may hold the password.
        raise UnreachableDatabaseError("of the model cache", "its address is no URL.") from None
    shown = url.render_as_string(hide_password=True)
    dialect = url.get_backend_name()
    if dialect not in ("sqlite", "postgresql"):
        raise UnreachableDatabaseError(shown, f"{dialect} is not supported.")
    try:
        engine = (
            _sqlite_engine(url)
            if dialect == "sqlite"
            else sa.create_engine(url, pool_pre_ping=True, hide_parameters=True)
        )
    except ModuleNotFoundError as error:
        raise UnreachableDatabaseError(shown, f"{error.name} is not installed (docketbench[postgres]).") from error
    except OSError as error:
        raise UnreachableDatabaseError(shown, f"{error.strerror}.") from error
    return shown, engine


def _sqlite_engine(url: sa.URL) -> sa.Engine:
    if url.database in (None, "", ":memory:"):
        engine = sa.create_engine(
            url, poolclass=StaticPool, connect_args={"check_same_thread": False}, hide_parameters=True
        )
    else:
        Path(str(url.database)).parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(url, connect_args={"timeout": BUSY_SECONDS}, max_overflow=-1, hide_parameters=True)
    sa.event.listen(engine, "connect", _set_up_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: Any, _record: ConnectionPoolEntry) -> None:
    # sqlite3 would begin a transaction late, at the first write, and then a reader that turns writer fails at once
    # instead of waiting its turn. So transactions are begun by _begin_sqlite.
    connection.isolation_level = None
    connection.execute("PRAGMA synchronous = FULL")
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            # The switch does not wait for others as everything else does, and many may open a fresh file at once.
            if "locked" not in str(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


def _begin_sqlite(connection: sa.Connection) -> None:
    is_write = connection.get_execution_options().get("is_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_write else "BEGIN")


def _driver_words(error: Exception) -> str:
    """What the driver said, on one line; SQLAlchemy's own text holds the statement and a link, and may hold rows."""
    words = " ".join(str(getattr(error, "orig", error)).split())
    return words if words.endswith(".") else f"{words}."


# --- secrets --------------------------------------------------------------------------------------------------------


def secrets_of(environment: Mapping[str, str]) -> dict[str, str]:
    """The values that may be stored nowhere, each with the name of its variable."""
    return {
        value.strip(): name
        for name, value in sorted(environment.items())
        if name.upper().endswith(SECRET_NAMES) and len(value.strip()) >= MIN_SECRET_CHARS
    }


def find_secret(text: str, secrets: Mapping[str, str]) -> str | None:
    """The name of the variable whose value stands in a text, as it is or as JSON spells it; None when there is none."""
    return next((name for value, name in secrets.items() if value in text or _in_json(value) in text), None)


def _in_json(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)[1:-1]


# --- what is stored -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Stored:
    """A reply as it is kept.

    Attributes:
        text: may be empty when there are tool calls.
        tool_calls: plain JSON objects, as the provider gave them.
        input_tokens: of the prompt, as the provider counted.
        output_tokens: of the reply, as the provider counted.
        finish_reason: in the provider's word, e.g. "stop".
        cost_usd: what the call cost when it was made.
    """

    text: str
    input_tokens: int
    output_tokens: int
    finish_reason: str
    cost_usd: float
    tool_calls: Sequence[Mapping[str, Any]] = ()


class Unstorable(StrEnum):
    """Why a reply is not kept."""

    TRUNCATED = "truncated"
    REFUSED = "refused or withheld"
    FAILED = "not finished in a known way"
    EMPTY = "empty"
    UNREADABLE = "not storable as text or numbers"


class UnstorableError(DocketbenchError):
    """A reply is failed, refused, empty or truncated. Sound ones that came with it were stored."""

    def __init__(self, reasons: Mapping[str, Unstorable]) -> None:
        """`reasons` by key."""
        self.reasons = dict(reasons)
        named = [f"{key[:12]}... is {reason}" for key, reason in sorted(self.reasons.items())]
        super().__init__(
            f"Not stored, since a cache keeps whole replies only: {name_culprits(named)}. "
            "Treat the item as failed; it is asked again in the next run."
        )


class SecretError(ValueError):
    """A request or a reply holds the value of a secret. The message names the variable, never the value."""

    def __init__(self, names: Iterable[str]) -> None:
        """`names` of environment variables."""
        self.names = sorted(set(names))
        super().__init__(
            f"Not stored: the text holds the value of {name_culprits(self.names)}. Keep credentials out of prompts."
        )


def why_unstorable(stored: Stored) -> Unstorable | None:
    """The reason why a reply may not be kept; None when it may.

    A reply is kept when its finish reason is one of WHOLE and it has text or tool calls; "tool_calls" without any is
    empty. NUL characters and halves of surrogate pairs are no text: Postgres could not hold them.
    """
    if stored.finish_reason not in WHOLE:
        return _why_unfinished(stored.finish_reason)
    if not _is_readable(stored):
        return Unstorable.UNREADABLE
    if not stored.tool_calls and (stored.finish_reason in ("tool_calls", "tool_use") or not stored.text.strip()):
        return Unstorable.EMPTY
    return None


def _why_unfinished(reason: object) -> Unstorable:
    word = reason.lower() if isinstance(reason, str) else ""
    if word in TRUNCATED:
        return Unstorable.TRUNCATED
    return Unstorable.REFUSED if word in WITHHELD else Unstorable.FAILED


def _is_readable(stored: Stored) -> bool:
    try:
        stored.text.encode("utf-8")
        canonical(list(stored.tool_calls))
    except (ValueError, TypeError, AttributeError):
        return False
    tokens = (stored.input_tokens, stored.output_tokens)
    has_counts = all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n < 1 << 63 for n in tokens)
    has_calls = all(isinstance(call, Mapping) for call in stored.tool_calls)
    return "\0" not in stored.text and has_calls and has_counts and _is_cost(stored.cost_usd)


def _is_cost(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value) and value >= 0


def _row(request: Request, stored: Stored) -> dict[str, Any]:
    """The row of a reply that may be kept."""
    spelled = canonical_json(request)
    return {
        "key": hashlib.sha256(spelled).hexdigest(),
        "model": request.model,
        "request": spelled.decode("utf-8"),
        "text": stored.text,
        "tool_calls": canonical(list(stored.tool_calls)).decode("utf-8") if stored.tool_calls else None,
        "input_tokens": stored.input_tokens,
        "output_tokens": stored.output_tokens,
        "finish_reason": stored.finish_reason,
        "cost_usd": float(stored.cost_usd),
    }


def _stored(row: Mapping[str, Any]) -> Stored:
    calls = tuple(json.loads(row["tool_calls"])) if row["tool_calls"] else ()
    return Stored(
        row["text"], row["input_tokens"], row["output_tokens"], row["finish_reason"], row["cost_usd"], tool_calls=calls
    )


def _secret_in(row: Mapping[str, Any], secrets: Mapping[str, str]) -> str | None:
    texts = (row["model"], row["request"], row["text"], row["tool_calls"] or "")
    return next((name for text in texts if (name := find_secret(text, secrets))), None)


# --- the cache ------------------------------------------------------------------------------------------------------


class Cache:
    """Replies by key. The first one stored for a key stays; storing again changes nothing."""

    def __init__(self, url: str) -> None:
        """Opens `sqlite:///PATH`, `sqlite://` (in memory) or `postgresql+psycopg2://...`.

        Raises: UnreachableDatabaseError.
        """
        self._database = Database(url, [COMPLETIONS])

    def __enter__(self) -> Self:
        """The cache."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self.close()

    def close(self) -> None:
        """Closes every connection."""
        self._database.close()

    def __len__(self) -> int:
        """How many replies there are."""
        with self._database.read() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(COMPLETIONS)).scalar_one()

    def get_many(self, keys: Iterable[str]) -> dict[str, Stored]:
        """The replies that are there, by key, in the order of `keys`; a key without one is left out."""
        wanted = list(dict.fromkeys(keys))
        with self._database.read() as connection:
            found = self._rows(connection, wanted)
        return {key: _stored(found[key]) for key in wanted if key in found}

    def put(self, request: Request, stored: Stored) -> Stored:
        """Stores a reply, on the disk before this returns.

        Returns: the reply that the cache holds for this request: another one, where another writer was first. Go on
        with that one, or this run and its replay would differ.
        Raises: UnstorableError, SecretError.
        """
        return self.put_many([(request, stored)])[0]

    def put_many(self, pairs: Iterable[tuple[Request, Stored]]) -> list[Stored]:
        """`put` for several in one transaction, in order; of two with one key the first counts.

        Raises: UnstorableError, SecretError: after the sound ones were stored, so that nothing paid for is lost.
        """
        keys: list[str] = []
        rows: dict[str, dict[str, Any]] = {}
        reasons: dict[str, Unstorable] = {}
        leaks: list[str] = []
        secrets = secrets_of(os.environ)
        for request, stored in pairs:
            if reason := why_unstorable(stored):
                reasons[request.key] = reason
                continue
            row = _row(request, stored)
            keys.append(row["key"])
            if leak := _secret_in(row, secrets):
                leaks.append(leak)
            else:
                rows.setdefault(row["key"], row)
        held = self._insert(rows)
        if leaks:
            raise SecretError(leaks)
        if reasons:
            raise UnstorableError(reasons)
        return [_stored(held[key]) for key in keys]

    def export(self, path: Path | None = None) -> bytes:
        """Every reply as JSONL sorted by key, all columns; the same rows give the same bytes.

        `request` and `tool_calls` stay the JSON texts that they are in the table: the key is the sha256 of `request`
        as it stands there, which anyone can check. The whole file is held in memory.

        Args:
            path: where to write it too, whole or not at all; a name that ends in .gz is packed (without a time; the
                packed bytes repeat with the same zlib).

        Returns: the bytes of the file.
        """
        is_packed = path is not None and path.suffix == ".gz"
        buffer = io.BytesIO()
        packer = gzip.GzipFile(filename="", mode="wb", fileobj=buffer, mtime=0) if is_packed else nullcontext(buffer)
        with packer as sink:
            for row in self._all_rows():
                sink.write(_line(row))
        content = buffer.getvalue()
        if path is not None:
            write_bytes(path, content)
        return content

    def load(self, path: Path) -> LoadReport:
        """Stores the sound lines of an export; what is stored already stays.

        Raises: MissingFileError: the file cannot be opened.
        """
        log = _Log()
        n_new = n_known = 0
        conflicts = Notes()
        for block in batched(_sound_lines(path, log), BLOCK_ROWS):
            with self._database.write() as connection:
                known = self._rows(connection, [line.row["key"] for line in block])
                fresh: dict[str, dict[str, Any]] = {}
                for line in block:
                    key = line.row["key"]
                    held = known.get(key) or fresh.get(key)
                    if held is None:
                        fresh[key] = line.row
                    elif _says(held) == _says(line.row):
                        n_known += 1
                    else:
                        conflicts.add(line.number, f"{key[:12]}... is stored with another reply")
                self._insert_rows(connection, fresh)
            n_new += len(fresh)
        return LoadReport(n_new, n_known, conflicts, log.faults())

    def _insert(self, rows: Mapping[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
        if not rows:
            return {}
        with self._database.write() as connection:
            self._insert_rows(connection, rows)
            return self._rows(connection, list(rows))

    def _insert_rows(self, connection: sa.Connection, rows: Mapping[str, dict[str, Any]]) -> None:
        if rows:
            statement = self._database.insert(COMPLETIONS).on_conflict_do_nothing(index_elements=["key"])
            # Sorted: two writers who lock rows in different orders would wait for each other for ever in Postgres.
            connection.execute(statement, [rows[key] for key in sorted(rows)])

    def _rows(self, connection: sa.Connection, keys: Sequence[str]) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for start in range(0, len(keys), BLOCK_ROWS):
            statement = sa.select(COMPLETIONS).where(COMPLETIONS.c.key.in_(keys[start : start + BLOCK_ROWS]))
            found.update((row["key"], dict(row)) for row in connection.execute(statement).mappings())
        return found

    def _all_rows(self) -> Iterator[dict[str, Any]]:
        """Every row by key, a block at a time; what is stored meanwhile may be there or not."""
        last = ""
        with self._database.read() as connection:
            while True:
                statement = sa.select(COMPLETIONS).where(COMPLETIONS.c.key > last)
                statement = statement.order_by(COMPLETIONS.c.key).limit(BLOCK_ROWS)
                rows = connection.execute(statement).mappings().all()
                if not rows:
                    return
                yield from map(dict, rows)
                last = rows[-1]["key"]


def open_export(path: Path) -> Cache:
    """A cache in memory that holds an export: what a replay reads.

    Raises: MissingFileError; FaultyExportError: a line is faulty or two lines contradict each other. A replay from a
    damaged file would name a missing reply much later, and not say why.
    """
    cache = Cache("sqlite://")
    report = cache.load(path)
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


class _LineError(Exception):
    def __init__(self, kind: LineFault, detail: str) -> None:
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
    for number, raw in _raw_lines(path, log):
        try:
            yield _Line(number, _checked_row(raw, secrets))
        except _LineError as error:
            log.add(error.kind, number, error.detail)


def _raw_lines(path: Path, log: _Log) -> Iterator[tuple[int, bytes]]:
    """Lines that are not blank and not too long; what begins like gzip is unpacked, whatever it is called."""
    number = 0
    try:
        with path.open("rb") as file:
            is_packed = file.peek(len(GZIP_MAGIC))[: len(GZIP_MAGIC)] == GZIP_MAGIC
            source: io.BufferedIOBase = gzip.GzipFile(fileobj=file) if is_packed else file
            try:
                while raw := source.readline(MAX_LINE_BYTES + 1):
                    number += 1
                    if len(raw) > MAX_LINE_BYTES:
                        log.add(LineFault.TOO_LONG, number, f"over {MAX_LINE_BYTES >> 20} MB")
                        while raw and not raw.endswith(b"\n"):
                            raw = source.readline(MAX_LINE_BYTES)
                    elif raw.strip():
                        yield number, raw
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                log.add(LineFault.CUT_OFF, number + 1, f"{error}")
    except OSError as error:
        raise MissingFileError(str(path), "model cache", error.strerror or "unreadable") from error


def _checked_row(raw: bytes, secrets: Mapping[str, str]) -> dict[str, Any]:
    """The row on a line. Raises _LineError."""
    record = _record(raw)
    request = _checked_request(record)
    row = _row(request, _checked_stored(record))
    if record["tool_calls"] != row["tool_calls"]:
        raise _LineError(LineFault.WRONG_FIELDS, "tool_calls are not in their canonical spelling")
    if leak := _secret_in(row, secrets):
        raise _LineError(LineFault.SECRET, f"that of {leak}")
    return row


def _record(raw: bytes) -> dict[str, Any]:
    if b"\0" in raw:
        raise _LineError(LineFault.NOT_TEXT, f"NUL at byte {raw.index(0)}")
    try:
        record = json.loads(raw.decode("utf-8"), parse_constant=_refuse_constant)
    except UnicodeDecodeError as error:
        raise _LineError(LineFault.NOT_TEXT, f"byte {error.start} is {raw[error.start]:#04x}") from error
    except (ValueError, RecursionError) as error:
        raise _LineError(LineFault.BAD_JSON, str(error)[:80]) from error
    if not isinstance(record, dict):
        raise _LineError(LineFault.BAD_JSON, f"a {type(record).__name__}, expected an object")
    wrong = sorted(set(record) ^ set(COLUMNS))
    wrong = wrong or [name for name, kinds in _KINDS.items() if type(record[name]) not in kinds]
    if wrong:
        raise _LineError(LineFault.WRONG_FIELDS, name_culprits([json.dumps(name)[:80] for name in wrong]))
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
        raise _LineError(LineFault.WRONG_REQUEST, str(error)[:80]) from error
    if record["key"] != request.key:
        raise _LineError(LineFault.WRONG_KEY, f"{json.dumps(record['key'])[:20]} for {request.key[:12]}...")
    if record["model"] != request.model:
        raise _LineError(LineFault.WRONG_FIELDS, "model is not that of the request")
    return request


def _checked_stored(record: Mapping[str, Any]) -> Stored:
    try:
        stored = _stored(record)
    except (ValueError, TypeError, RecursionError) as error:
        raise _LineError(LineFault.WRONG_FIELDS, "tool_calls are no JSON list") from error
    if reason := why_unstorable(stored):
        raise _LineError(LineFault.UNSTORABLE, f"it is {reason}")
    return stored
