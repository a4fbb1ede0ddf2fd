"""Items that failed, by the key of their request: why there is no reply, so that a replay takes them as the build did.

Belongs here: the table of reasons beside the replies; noting, finding, forgetting. Does not: replies (llm_cache.py),
what a provider's failure means (providers.py), in which mode a reason counts (cached_models.py). A reply always wins.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any

import sqlalchemy as sa

from bench_resources.blocks import batched
from bench_resources.llm_cache import BLOCK_ROWS, METADATA, Database, Store, find_secret, secrets_of
from bench_resources.llm_requests import Request, canonical_json

MAX_REASON_CHARS = 1_000  # a meaning and 80 quoted characters, each of which JSON may spell in six, are half of it
BLOT = "[secret]"

FAILURES = sa.Table(
    "llm_failures",
    METADATA,
    sa.Column("key", sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql"), primary_key=True),
    sa.Column("model", sa.Text, nullable=False),
    sa.Column("request", sa.Text),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("cost_usd", sa.Double, nullable=False),
    sa.Column("is_lasting", sa.Boolean, nullable=False),
)
COLUMNS = tuple(column.name for column in FAILURES.columns)


# --- an item ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class FailedItem:
    """Why a request has no reply, as of the last time it was asked.

    Attributes:
        key: of the request.
        model: that of the request.
        request: in its canonical spelling; None where that holds a secret, and then no export has the item.
        reason: one line without secrets and timings, at most 1,000 characters: what the build's tables say.
        cost_usd: what the failure cost.
        is_lasting: whether asking again would hardly change it.
    """

    key: str
    model: str
    request: str | None
    reason: str
    cost_usd: float
    is_lasting: bool


def failed_item(request: Request, reason: str, cost_usd: float = 0.0, *, is_lasting: bool) -> FailedItem:
    """A request's failure as it can be kept: take its `reason` from here on, or a replay would say something else."""
    spelled = canonical_json(request).decode("utf-8")
    is_kept = find_secret(spelled, secrets_of(os.environ)) is None
    return FailedItem(
        request.key, request.model, spelled if is_kept else None, clean_reason(reason), cost_usd, is_lasting
    )


def clean_reason(reason: str) -> str:
    """A reason on one line that every database holds, its secrets blotted out, cut to 1,000 characters."""
    for value in secrets_of(os.environ):
        for spelled in (value, json.dumps(value, ensure_ascii=False)[1:-1]):
            reason = reason.replace(spelled, BLOT)
    return " ".join(storable_text(reason).split())[:MAX_REASON_CHARS]


def storable_text(text: str) -> str:
    """The text with "?" for halves of surrogate pairs, which are no text, and NULs, which Postgres does not hold."""
    return text.replace("\0", "?").encode("utf-8", "replace").decode("utf-8")


# --- the table --------------------------------------------------------------------------------------------------------


class Failures(Store):
    """Failed items by key. Of several for one key the latest stays."""

    tables = (FAILURES,)

    def __len__(self) -> int:
        """How many there are, those that have a reply by now included."""
        with self.database.read() as connection:
            return connection.execute(sa.select(sa.func.count()).select_from(FAILURES)).scalar_one()

    def put_many(self, items: Iterable[FailedItem]) -> None:
        """Notes items, all or none, on the disk before this returns; each takes the place of an earlier one."""
        listed = list(items)
        if listed:
            with self.database.write() as connection:
                note(self.database, connection, listed)

    def add_many(self, items: Iterable[FailedItem]) -> dict[str, FailedItem]:
        """Notes those whose key is missing, in one transaction; of two with one key the first counts.

        Returns: those that had been there before, by key.
        """
        first: dict[str, FailedItem] = {}
        for item in items:
            first.setdefault(item.key, item)
        with self.database.write() as connection:
            known = _find(connection, first)
            note(self.database, connection, [item for key, item in first.items() if key not in known])
        return known

    def get_many(self, keys: Iterable[str]) -> dict[str, FailedItem]:
        """The failures that are noted, by key, in the order of `keys`; a key without one is left out."""
        wanted = list(dict.fromkeys(keys))
        with self.database.read() as connection:
            found = _find(connection, wanted)
        return {key: found[key] for key in wanted if key in found}

    def rows(self) -> Iterator[FailedItem]:
        """Every item by key, a block at a time; what is noted meanwhile may be there or not."""
        last = ""
        with self.database.read() as connection:
            while True:
                statement = sa.select(FAILURES).where(FAILURES.c.key > last).order_by(FAILURES.c.key).limit(BLOCK_ROWS)
                items = [FailedItem(**row) for row in connection.execute(statement).mappings()]
                if not items:
                    return
                yield from items
                last = items[-1].key

    def forget(self, keys: Iterable[str], model: str | None = None) -> int:
        """Takes failures out, so that their requests wait for a batch again, and a replay misses them.

        Args:
            keys: whose, such as `Ledger.keys(release)`; one without a failure is no fault.
            model: of these those of one model alone; None: of all.

        Returns: how many were taken out.
        """
        n_gone = 0
        for block in batched(sorted(set(keys)), BLOCK_ROWS):
            statement = sa.delete(FAILURES).where(FAILURES.c.key.in_(block))
            if model is not None:
                statement = statement.where(FAILURES.c.model == model)
            with self.database.write() as connection:
                n_gone += connection.execute(statement).rowcount
        return n_gone


def note(database: Database, connection: sa.Connection, items: Iterable[FailedItem]) -> None:
    """`put_many` within a transaction of a database that has the table."""
    latest: dict[str, dict[str, Any]] = {item.key: asdict(item) for item in items}
    if not latest:
        return
    statement = database.insert(FAILURES)
    changed = {name: statement.excluded[name] for name in COLUMNS if name != "key"}
    statement = statement.on_conflict_do_update(index_elements=["key"], set_=changed)
    # Sorted: two writers who lock rows in different orders would wait for each other for ever in Postgres.
    connection.execute(statement, [latest[key] for key in sorted(latest)])


def _find(connection: sa.Connection, keys: Iterable[str]) -> dict[str, FailedItem]:
    found: dict[str, FailedItem] = {}
    for block in batched(keys, BLOCK_ROWS):
        rows = connection.execute(sa.select(FAILURES).where(FAILURES.c.key.in_(block))).mappings()
        found.update((row["key"], FailedItem(**row)) for row in rows)
    return found
