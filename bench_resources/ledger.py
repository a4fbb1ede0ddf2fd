"""What was asked and what it cost: one row a call, and the budget that is read from these rows.

Belongs here: the table of calls, totals, reservations. Does not: prices (prices.py), replies (llm_cache.py), any wish
to call. The tables lie beside the cache, in the same database. Import it where a model is used, as llm_cache.py.
"""

from __future__ import annotations

import hashlib
import math
import os
import socket
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path
from threading import Condition
from typing import Any, NamedTuple

import sqlalchemy as sa

from bench_resources.llm_cache import METADATA, Store, find_secret, secrets_of
from scoring.errors import StoppedError, excerpt

NANO = 1_000_000_000  # sums are made in whole nano-dollars: exact, so that their order does not show
LEASE_SECONDS = 3_600  # longer than any call with its retries; how long another machine's dead worker holds money
POLL_SECONDS = 0.2  # how often a waiting worker looks for what other processes have settled
BUDGET_LOCK = 0x6C656467  # Postgres advisory lock: rows of calls appear in the order of their ids
STORED = "stored"
FAILED = "failed:"

ID = sa.BigInteger().with_variant(sa.Integer, "sqlite")
CALLS = sa.Table(
    "llm_calls",
    METADATA,
    sa.Column("call_id", ID, primary_key=True, autoincrement=True),
    sa.Column("at_utc", sa.Text, nullable=False),
    sa.Column("release", sa.Text, nullable=False),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("model", sa.Text, nullable=False),
    sa.Column("prompt_id", sa.Text, nullable=False),
    sa.Column("prompt_version", sa.Text, nullable=False),
    sa.Column("key", sa.String(64), nullable=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("input_tokens", sa.BigInteger, nullable=False),
    sa.Column("output_tokens", sa.BigInteger, nullable=False),
    sa.Column("cost_usd", sa.Double, nullable=False),
    sa.Column("seconds", sa.Double, nullable=False),
    sa.Column("outcome", sa.Text, nullable=False),
    sqlite_autoincrement=True,  # an id is never used twice
)
RESERVATIONS = sa.Table(
    "llm_reservations",
    METADATA,
    sa.Column("reservation_id", ID, primary_key=True, autoincrement=True),
    sa.Column("release", sa.Text, nullable=False),
    sa.Column("cost_nanousd", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.Double, nullable=False),
    sa.Column("host", sa.Text, nullable=False),
    sa.Column("pid", sa.BigInteger, nullable=False),
    sqlite_autoincrement=True,
)
GROUPS = ("release", "stage", "role", "model", "prompt_id", "prompt_version", "source", "outcome")


class Source(StrEnum):
    """Where a reply came from."""

    LIVE = "live"
    CACHE = "cache"
    BATCH = "batch"


SPENDING = (Source.LIVE.value,)  # what counts against a budget: a batch was paid for where it was run


@dataclass(frozen=True)
class Call:
    """One call that was sent, or answered from the cache.

    Attributes:
        at_utc: when, as ISO 8601 text in UTC, e.g. "2026-01-31T12:00:00+00:00".
        release: the release that it was made for.
        stage: the stage that asked.
        role: of the model, e.g. "judge".
        model: the pinned snapshot.
        prompt_id: of the template.
        prompt_version: of the template.
        key: of the request.
        source: live, from the cache, or from a batch.
        input_tokens: as the provider counted; 0 where the call failed before it counted.
        output_tokens: as the provider counted.
        cost_usd: what this very call cost; 0 from the cache. A failed call may have cost something.
        seconds: how long it took.
        outcome: "stored", or `failed(reason)`.

    Raises: ValueError: a number that is negative or not finite, a time that is not UTC, a cost from the cache.
    """

    at_utc: str
    release: str
    stage: str
    role: str
    model: str
    prompt_id: str
    prompt_version: str
    key: str
    source: Source
    input_tokens: int
    output_tokens: int
    cost_usd: float
    seconds: float
    outcome: str = STORED

    def __post_init__(self) -> None:
        """Checks what a total would silently get wrong."""
        if datetime.fromisoformat(self.at_utc).utcoffset() != timedelta(0):
            raise ValueError(f"at_utc is {self.at_utc!r}, expected ISO 8601 with +00:00")
        for name in ("input_tokens", "output_tokens", "cost_usd", "seconds"):
            value = getattr(self, name)
            if not (math.isfinite(value) and value >= 0):
                raise ValueError(f"{name} is {value}, expected a number from 0")
        if self.source is Source.CACHE and self.cost_usd:
            raise ValueError(f"cost_usd is {self.cost_usd} for a reply from the cache, expected 0")
        if self.outcome != STORED and not self.outcome.startswith(FAILED):
            raise ValueError(f"outcome is {excerpt(self.outcome)!r}, expected {STORED!r} or {FAILED!r} and a reason")


def failed(reason: str) -> str:
    """The outcome of a call that gave no reply to keep: at most 80 characters of the reason, secrets blotted out."""
    for value in secrets_of(os.environ):
        reason = reason.replace(value, "[secret]")
    return FAILED + excerpt(reason)


class Total(NamedTuple):
    """Sums over the calls of one group.

    Attributes:
        group: the values of the columns that were asked for, in that order.
        n_calls: rows.
        n_live: of them sent to a provider there and then.
        n_failed: of them without a reply to keep.
    """

    group: tuple[str, ...]
    n_calls: int
    n_live: int
    n_failed: int
    input_tokens: int
    output_tokens: int
    cost_usd: float
    seconds: float


class Ledger(Store):
    """The calls of every release, to which rows are added and from which none is taken away."""

    tables = (CALLS, RESERVATIONS)

    def add(self, calls: Iterable[Call]) -> None:
        """Adds rows in order, all or none, on the disk before this returns. Raises ValueError for one with a secret."""
        rows = _rows(calls)
        with self.database.write() as connection:
            self.insert(connection, rows)

    def insert(self, connection: sa.Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Adds rows within a transaction, under the lock that keeps their ids in the order of their commits."""
        self.database.lock(connection, BUDGET_LOCK)
        if rows:
            connection.execute(sa.insert(CALLS), rows)

    def totals(self, release: str | None = None, by: Sequence[str] = ("stage", "model")) -> list[Total]:
        """Sums by the columns named, sorted by their values; [] without calls. `by` () gives one sum over everything.

        Args:
            release: of this release alone; None: of all.
            by: columns among GROUPS.

        Raises: ValueError: a column that is no group.
        """
        if unknown := [name for name in by if name not in GROUPS]:
            raise ValueError(f"no groups: {unknown}; there are {GROUPS}")
        columns = [CALLS.c[name] for name in by]
        sums = [
            sa.func.count(),
            _count_if(CALLS.c.source == Source.LIVE.value),
            _count_if(CALLS.c.outcome != STORED),
            sa.func.sum(CALLS.c.input_tokens),
            sa.func.sum(CALLS.c.output_tokens),
            _nano_sum(CALLS.c.cost_usd),
            _nano_sum(CALLS.c.seconds),
        ]
        statement = sa.select(*columns, *sums).group_by(*columns).having(sa.func.count() > 0)
        if release is not None:
            statement = statement.where(CALLS.c.release == release)
        with self.database.read() as connection:
            rows = connection.execute(statement).all()
        return sorted(_total(tuple(row), len(columns)) for row in rows)

    def keys(self, release: str) -> set[str]:
        """The keys of all that a release asked, with or without a reply; empty without calls."""
        statement = sa.select(CALLS.c.key).where(CALLS.c.release == release).distinct()
        with self.database.read() as connection:
            return set(connection.execute(statement).scalars())


def _count_if(condition: sa.ColumnElement[bool]) -> sa.ColumnElement[Any]:
    return sa.func.sum(sa.case((condition, 1), else_=0))


def _nano_sum(column: sa.ColumnElement[float]) -> sa.ColumnElement[Any]:
    return sa.func.sum(sa.cast(sa.func.round(column * NANO), sa.BigInteger))


def _total(row: tuple[Any, ...], n_groups: int) -> Total:
    # int(): Postgres sums big integers to decimals.
    n_calls, n_live, n_failed, tokens_in, tokens_out, cost, seconds = (int(number) for number in row[n_groups:])
    return Total(row[:n_groups], n_calls, n_live, n_failed, tokens_in, tokens_out, cost / NANO, seconds / NANO)


def _rows(calls: Iterable[Call]) -> list[dict[str, Any]]:
    rows = [asdict(call) | {"source": call.source.value} for call in calls]
    secrets = secrets_of(os.environ)
    for row in rows:
        for name, value in row.items():
            if isinstance(value, str) and (leak := find_secret(value, secrets)):
                raise ValueError(f"{name} of a call holds the value of {leak}")
    return rows


# --- the budget -----------------------------------------------------------------------------------------------------


class BudgetSpentError(StoppedError):
    """The next call would go beyond the budget of a release."""

    def __init__(self, release: str, spent_usd: float, limit_usd: float, needed_usd: float) -> None:
        """`needed_usd` is what the next call was expected to cost."""
        self.release = release
        self.spent_usd = spent_usd
        self.limit_usd = limit_usd
        super().__init__(
            f"Release {release} has spent {_dollars(spent_usd)} of its budget of {_dollars(limit_usd)}, and the next "
            f"call may cost {_dollars(needed_usd)}. Everything done so far is kept, and no reply is paid for twice. "
            "To go on, raise budget_usd in [models] of the release's TOML, and run the same build command again."
        )


def _dollars(amount: float) -> str:
    """Cents, and four digits more where cents would hide the amount."""
    return f"${amount:,.2f}" if round(amount, 2) == round(amount, 6) else f"${amount:,.6f}"


@dataclass(frozen=True)
class Reservation:
    """Money set aside for calls that are about to be sent."""

    reservation_id: int
    cost_usd: float


class Budget:
    """The dollars that a release may spend on live calls; threads and processes may share it.

    What is spent stands in the ledger, what is in flight in a table of reservations; both are read and written in one
    transaction, one worker at a time. A call is let through when spent + in flight + its estimate stay within the
    limit. So the limit is passed only by as much as estimates were too low, and work stops only when what is really
    left would not hold the next call: within one call of the limit, however many workers there are.

    The order that loses nothing: reserve, send, `Cache.put`, settle. A worker that is killed leaves its reservation:
    on the same machine it is dropped as soon as anybody looks and finds the process gone, on another one after
    `lease_seconds`. What it had in flight may have been paid and stands in no ledger: at most that much is unseen.
    """

    def __init__(
        self,
        ledger: Ledger,
        release: str,
        limit_usd: float,
        *,
        lease_seconds: float = LEASE_SECONDS,
        now: Callable[[], float] = time.time,
    ) -> None:
        """`now` gives seconds since 1970, alike on all machines to within a fraction of the lease."""
        if not (math.isfinite(limit_usd) and limit_usd >= 0):
            raise ValueError(f"the limit is {limit_usd}, expected dollars from 0")
        self._ledger = ledger
        self._release = release
        self._limit_usd = limit_usd
        self._lease_seconds = lease_seconds
        self._now = now
        self._settled = Condition()
        self._last_call_id = 0
        self._spent = 0  # nano-dollars up to that call: no row is ever changed, so only new ones are read

    def spent_usd(self) -> float:
        """What the release has spent on live calls so far."""
        with self._settled, self._ledger.database.write() as connection:
            self._ledger.database.lock(connection, BUDGET_LOCK)
            return self._read_spent(connection) / NANO

    def reserve(self, cost_usd: float) -> Reservation:
        """Sets money aside, waiting while calls in flight hold what is left.

        Settle in a `finally`, with no calls when none was sent: a process that lives keeps what it reserved. Calls that
        settle must not need the waiting thread: a caller with one thread takes `try_reserve`.

        Args:
            cost_usd: the most that the calls are expected to cost; several calls may be reserved as one.

        Raises: BudgetSpentError: what is left would not hold it even if everything in flight were free.
        """
        while True:
            with self._settled:
                reservation = self._try(cost_usd)
                if reservation is not None:
                    return reservation
                self._settled.wait(POLL_SECONDS)

    def try_reserve(self, cost_usd: float) -> Reservation | None:
        """`reserve` without waiting: None while calls in flight hold what is left."""
        with self._settled:
            return self._try(cost_usd)

    def reserve_many(self, costs_usd: Sequence[float]) -> list[Reservation]:
        """`try_reserve` for several calls in one step.

        Returns: reservations for the first of them, as many as fit beside what is in flight; [] while none does.
        Raises: BudgetSpentError: the first would not fit even if everything in flight were free.
        """
        with self._settled:
            return self._reserve(costs_usd)

    def settle(self, reservation: Reservation, calls: Iterable[Call]) -> None:
        """Writes what the calls really cost into the ledger and gives the reservation back, in one step.

        Args:
            reservation: as `reserve` gave it; one whose lease has run out is settled all the same.
            calls: the rows, failed ones included; none when nothing was sent.
        """
        self.settle_many([reservation], calls)

    def settle_many(self, reservations: Iterable[Reservation], calls: Iterable[Call]) -> None:
        """`settle` for several reservations and the calls of all of them, in one step."""
        rows = _rows(calls)
        numbers = [reservation.reservation_id for reservation in reservations]
        gone = sa.delete(RESERVATIONS).where(RESERVATIONS.c.reservation_id.in_(numbers))
        with self._settled:
            with self._ledger.database.write() as connection:
                self._ledger.insert(connection, rows)
                connection.execute(gone)
            self._settled.notify_all()

    def _try(self, cost_usd: float) -> Reservation | None:
        return next(iter(self._reserve([cost_usd])), None)

    def _reserve(self, costs_usd: Sequence[float]) -> list[Reservation]:
        if faulty := [cost for cost in costs_usd if not (math.isfinite(cost) and cost >= 0)]:
            raise ValueError(f"the estimate is {faulty[0]}, expected dollars from 0")
        limit = math.floor(round(self._limit_usd * NANO, 3))
        held: list[Reservation] = []
        with self._ledger.database.write() as connection:
            self._ledger.database.lock(connection, BUDGET_LOCK)
            spent = self._read_spent(connection)
            taken = spent + self._in_flight(connection)
            for cost_usd in costs_usd:
                needed = math.ceil(round(cost_usd * NANO, 3))  # up: a sum of estimates is never less than they are
                if not held and spent + needed > limit:
                    raise BudgetSpentError(self._release, spent / NANO, self._limit_usd, cost_usd)
                if taken + needed > limit:
                    break
                taken += needed
                held.append(Reservation(self._insert(connection, needed), cost_usd))
        return held

    def _read_spent(self, connection: sa.Connection) -> int:
        statement = sa.select(sa.func.max(CALLS.c.call_id), _nano_sum(CALLS.c.cost_usd)).where(
            CALLS.c.call_id > self._last_call_id, CALLS.c.release == self._release, CALLS.c.source.in_(SPENDING)
        )
        last, more = connection.execute(statement).one()
        if last is not None:
            self._last_call_id = last
            self._spent += int(more)
        return self._spent

    def _in_flight(self, connection: sa.Connection) -> int:
        """Nano-dollars reserved, after the reservations of dead workers were dropped."""
        columns = RESERVATIONS.c
        own = columns.release == self._release
        rows = connection.execute(
            sa.select(columns.reservation_id, columns.expires_at, columns.host, columns.pid).where(own)
        )
        dead = [row.reservation_id for row in rows if row.expires_at <= self._now() or _is_gone(row.host, row.pid)]
        if dead:
            connection.execute(sa.delete(RESERVATIONS).where(columns.reservation_id.in_(dead)))
        return int(
            connection.execute(
                sa.select(sa.func.coalesce(sa.func.sum(columns.cost_nanousd), 0)).where(own)
            ).scalar_one()
        )

    def _insert(self, connection: sa.Connection, needed: int) -> int:
        row = {
            "release": self._release,
            "cost_nanousd": needed,
            "expires_at": self._now() + self._lease_seconds,
            "host": _host(),
            "pid": os.getpid(),
        }
        key = connection.execute(sa.insert(RESERVATIONS).values(row)).inserted_primary_key
        assert key is not None
        return int(key[0])


def _host() -> str:
    """A mark of the machine and of its process numbers: two containers of one name count processes apart."""
    namespace = ""
    with suppress(OSError):
        namespace = str(Path("/proc/self/ns/pid").readlink())
    return hashlib.sha256(f"{socket.gethostname()} {namespace}".encode()).hexdigest()[:16]


def _is_gone(host: str, pid: int) -> bool:
    """Whether a process of this machine has ended; False for another machine's, of which nothing is known."""
    if host != _host():
        return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
