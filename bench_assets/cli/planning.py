"""`plan`: what a build will ask of models and cost, for people and as JSON.

Belongs here: showing a forecast. Does not: making one (forecasting/), whether the difference between two systems could
be told apart.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from bench_assets.cli.homes import release_file
from bench_assets.cli.output import print_json, say, say_next, show, table_of

if TYPE_CHECKING:
    from bench_assets.forecasting.forecast import Forecast
    from bench_assets.forecasting.plan import Planned

COLUMNS = ("stage", "role", "model", "prompt", "calls", "basis", "input tokens", "output tokens", "dollars")


def plan(home: Path, version: str, *, like: str | None, is_rehearsed: bool = True, is_json: bool) -> None:
    """Says what a build of a release will ask, before anything is asked; nothing is written.

    Args:
        home: the home.
        version: the release.
        like: the earlier release whose yields are taken; None leaves the choice to the forecast.
        is_rehearsed: whether the embedded reader may compare the sources in memory.
        is_json: one document instead of a table.

    Raises: BadInputError: no such release, or `like` was not built whole.
    """
    from bench_assets.forecasting.forecast import forecast  # noqa: PLC0415 - pyarrow and SQLAlchemy come with it

    release_file(home, version)
    if is_rehearsed:
        say("Counting, and reading both sources with the embedded reader where they are small enough ...")
    found = forecast(home, version, like=like, is_rehearsed=is_rehearsed)
    if is_json:
        print_json(found.as_json())
    else:
        show(table_of(f"{version}: what a build will ask", COLUMNS, cells(found)))
    for note in found.notes:
        say(note)
    first = [] if found.is_source_counted else [f"docketbench build {version} --only source"]
    say_next(*first, f"docketbench build {version}")


def cells(found: Forecast) -> list[Sequence[str]]:
    """The rows of the table, the total last."""
    from bench_assets.forecasting.notes import dollars  # noqa: PLC0415 - as above

    total = found.total
    sums = (f"{total.calls:,}", "", f"{total.input_tokens:,}", f"{total.output_tokens:,}")
    told = "price unknown" if total.cost_usd is None else dollars(total.cost_usd)
    return [*map(_row, found.rows), ("total", "", "", "", *sums, told)]


def _row(row: Planned) -> Sequence[str]:
    from bench_assets.forecasting.notes import dollars  # noqa: PLC0415 - as above

    numbers = (f"{row.calls:,}", row.basis.value, f"{row.input_tokens:,}", f"{row.output_tokens:,}")
    told = "price unknown" if row.cost_usd is None else dollars(row.cost_usd) if row.is_live else "-"
    return row.stage, row.role, row.model, row.prompt_id, *numbers, told
