"""What the ledger beside the cache holds of earlier releases.

Belongs here: reading, never making a database that is not there. Does not: what calls mean. Import it where a plan is
made: SQLAlchemy takes a moment to load.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa

from bench_assets.forecasting.yields import CallRow
from bench_resources.ledger import CALLS, SPENDING, Ledger
from bench_resources.llm_cache import COMPLETIONS


class CallBook:
    """The calls and the replies of one database."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger

    def releases(self) -> list[str]:
        """The releases that called, the one whose last call is the latest first."""
        statement = sa.select(CALLS.c.release).group_by(CALLS.c.release).order_by(sa.func.max(CALLS.c.call_id).desc())
        with self._ledger.database.read() as connection:
            return list(connection.execute(statement).scalars())

    def rows(self, release: str) -> list[CallRow]:
        """The calls of a release, in order."""
        columns = [CALLS.c[name] for name in CallRow._fields]
        statement = sa.select(*columns).where(CALLS.c.release == release).order_by(CALLS.c.call_id)
        with self._ledger.database.read() as connection:
            return [CallRow(*row) for row in connection.execute(statement)]

    def spent_usd(self, release: str) -> float:
        """What counts against a release's budget so far."""
        totals = self._ledger.totals(release, by=("source",))
        return sum(total.cost_usd for total in totals if total.group[0] in SPENDING)

    def n_replies(self, model: str) -> int:
        """How many replies of a model are kept."""
        table = sa.inspect(self._ledger.database.engine).has_table(COMPLETIONS.name)
        if not table:
            return 0
        statement = sa.select(sa.func.count()).select_from(COMPLETIONS).where(COMPLETIONS.c.model == model)
        with self._ledger.database.read() as connection:
            return int(connection.execute(statement).scalar_one())


@contextmanager
def open_book(url: str) -> Iterator[CallBook | None]:
    """The book at a database's address; None where no call was ever made. Raises UnreachableDatabaseError."""
    if not _is_there(url):
        yield None
        return
    with Ledger(url) as ledger:
        yield CallBook(ledger)


def _is_there(url: str) -> bool:
    """False for a SQLite file that is not there, which opening would make."""
    try:
        parsed = sa.make_url(url)
    except (sa.exc.ArgumentError, ValueError):
        return True  # opening it says what is wrong with it
    return parsed.get_backend_name() != "sqlite" or Path(parsed.database or "").is_file()
