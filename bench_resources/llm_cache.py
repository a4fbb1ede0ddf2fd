"""Replies that were paid for, by the hash of their request: a table in SQLite or Postgres.

Belongs here: opening the database, storing, finding. Does not: its export as a file (llm_export.py), calling a model,
money (ledger.py), what a request is (llm_requests.py). Import it where a model is used: SQLAlchemy takes a moment.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from threading import RLock
from typing import Any, ClassVar, Self

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.pool import ConnectionPoolEntry, StaticPool

from bench_resources.llm_requests import Request, canonical, canonical_json
from scoring.errors import BadInputError, DocketbenchError, name_culprits

BLOCK_ROWS = 500  # keys in one query: SQLite before 3.32 takes 999 variables, and a block of replies fits in memory
BUSY_SECONDS = 60  # a writer waits so long for others; a commit with its fsync takes some 10 ms on a slow disk
MIN_SECRET_CHARS = 8  # a shorter value is a switch or a word, and would be found everywhere
SECRET_NAMES = ("_API_KEY", "_TOKEN", "_SECRET", "PASSWORD")
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


class Store:
    """Some tables of an open database; leaving the block closes it."""

    tables: ClassVar[Sequence[sa.Table]] = ()

    def __init__(self, url: str) -> None:
        """Opens `sqlite:///PATH`, `sqlite://` (in memory) or `postgresql+psycopg2://...`.

        Raises: UnreachableDatabaseError.
        """
        self.database = Database(url, self.tables)

    def __enter__(self) -> Self:
        """The store."""
        return self

    def __exit__(self, *_: object) -> None:
        """Closes it."""
        self.close()

    def close(self) -> None:
        """Closes every connection."""
        self.database.close()


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


def row_of(request: Request, stored: Stored) -> dict[str, Any]:
    """The row of a reply that may be kept: a value for each of COLUMNS."""
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


def stored_of(row: Mapping[str, Any]) -> Stored:
    """The reply in a row."""
    calls = tuple(json.loads(row["tool_calls"])) if row["tool_calls"] else ()
    return Stored(
        row["text"], row["input_tokens"], row["output_tokens"], row["finish_reason"], row["cost_usd"], tool_calls=calls
    )


def secret_in(row: Mapping[str, Any], secrets: Mapping[str, str]) -> str | None:
    """The name of the variable whose value stands in a row; None when there is none."""
    texts = (row["model"], row["request"], row["text"], row["tool_calls"] or "")
    return next((name for text in texts if (name := find_secret(text, secrets))), None)


# --- the cache ------------------------------------------------------------------------------------------------------


class Cache(Store):
    """Replies by key. The first one stored for a key stays; storing again changes nothing."""

    tables = (COMPLETIONS,)

    def __len__(self) -> int:
        """How many replies there are."""
        with self.database.read() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(COMPLETIONS)).scalar_one()

    def get_many(self, keys: Iterable[str]) -> dict[str, Stored]:
        """The replies that are there, by key, in the order of `keys`; a key without one is left out."""
        wanted = list(dict.fromkeys(keys))
        with self.database.read() as connection:
            found = self._rows(connection, wanted)
        return {key: stored_of(found[key]) for key in wanted if key in found}

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
        rows: dict[str, Mapping[str, Any]] = {}
        reasons: dict[str, Unstorable] = {}
        leaks: list[str] = []
        secrets = secrets_of(os.environ)
        for request, stored in pairs:
            if reason := why_unstorable(stored):
                reasons[request.key] = reason
                continue
            row = row_of(request, stored)
            keys.append(row["key"])
            if leak := secret_in(row, secrets):
                leaks.append(leak)
            else:
                rows.setdefault(row["key"], row)
        held = self._insert(rows)
        if leaks:
            raise SecretError(leaks)
        if reasons:
            raise UnstorableError(reasons)
        return [stored_of(held[key]) for key in keys]

    def add_rows(self, rows: Iterable[Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
        """Stores the sound rows whose key is missing, in one transaction; of two with one key the first counts.

        Returns: those rows, by key, that had been there before.
        """
        first: dict[str, Mapping[str, Any]] = {}
        for row in rows:
            first.setdefault(row["key"], row)
        with self.database.write() as connection:
            known = self._rows(connection, list(first))
            self._insert_rows(connection, {key: row for key, row in first.items() if key not in known})
        return known

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every row by key, a block at a time; what is stored meanwhile may be there or not."""
        last = ""
        with self.database.read() as connection:
            while True:
                statement = sa.select(COMPLETIONS).where(COMPLETIONS.c.key > last)
                statement = statement.order_by(COMPLETIONS.c.key).limit(BLOCK_ROWS)
                rows = connection.execute(statement).mappings().all()
                if not rows:
                    return
                yield from map(dict, rows)
                last = rows[-1]["key"]

    def _insert(self, rows: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
        if not rows:
            return {}
        with self.database.write() as connection:
            self._insert_rows(connection, rows)
            return self._rows(connection, list(rows))

    def _insert_rows(self, connection: sa.Connection, rows: Mapping[str, Mapping[str, Any]]) -> None:
        if rows:
            statement = self.database.insert(COMPLETIONS).on_conflict_do_nothing(index_elements=["key"])
            # Sorted: two writers who lock rows in different orders would wait for each other for ever in Postgres.
            connection.execute(statement, [rows[key] for key in sorted(rows)])

    def _rows(self, connection: sa.Connection, keys: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        found: dict[str, Mapping[str, Any]] = {}
        for start in range(0, len(keys), BLOCK_ROWS):
            statement = sa.select(COMPLETIONS).where(COMPLETIONS.c.key.in_(keys[start : start + BLOCK_ROWS]))
            found.update((row["key"], dict(row)) for row in connection.execute(statement).mappings())
        return found
