"""The plan of a build: calls, tokens and dollars by stage, role and prompt.

Belongs here: yields times units, prices, totals, the document that --json gives. Does not: reading a home
(forecast.py), how it is shown (cli/planning.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from bench_assets.forecasting.projection import Projection, Rehearsal
from bench_assets.forecasting.units import ASKS, Ask, Scene, Units
from bench_assets.forecasting.yields import Asked, Yields
from bench_assets.settings.release import ModelMode, ModelsSection
from bench_resources.models import calls_out
from bench_resources.prices import Price, cost_of, price_of

Standing = Callable[[str, str], bool]  # asset, rest of the partition key -> whether it need not be built


class Basis(StrEnum):
    """Where a number of calls comes from."""

    COUNTED = "counted"  # what calls grow with was counted in this release's own tables
    ESTIMATED = "estimated"


@dataclass(frozen=True)
class Planned:
    """What one prompt of one stage will be asked, from a cold cache.

    Attributes:
        stage: the asset.
        role: of the model.
        model: its pinned name.
        prompt_id: of the template.
        calls: of partitions that are still to be built, repairs included.
        input_tokens: of all these calls.
        output_tokens: of all these calls.
        cost_usd: of all these calls; None when nobody knows the price.
        basis: of `calls`.
        yields_of: the release whose calls these numbers come from, "" for the built-in yields.
        n_partitions: of the stage that ask this prompt.
        n_built: of these, how many need not be built.
    """

    stage: str
    role: str
    model: str
    prompt_id: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    basis: Basis
    yields_of: str
    n_partitions: int
    n_built: int

    @property
    def is_live(self) -> bool:
        """Whether its calls go out, and so cost anything."""
        return calls_out(self.model)

    def as_json(self) -> dict[str, Any]:
        """The row in the document."""
        names = ("stage", "role", "model", "prompt_id", "calls", "input_tokens", "output_tokens", "cost_usd")
        return {name: getattr(self, name) for name in names} | {
            "is_live": self.is_live,
            "basis": self.basis.value,
            "yields_of": self.yields_of or None,
            "partitions": self.n_partitions,
            "partitions_built": self.n_built,
        }


class Totals(NamedTuple):
    """Sums over what goes out. `cost_usd` is None when a price is not known."""

    calls: int
    input_tokens: int
    output_tokens: int
    cost_usd: float | None


def plan_asks(
    projection: Projection,
    models: ModelsSection,
    sources: tuple[Yields, Yields],
    submissions: Sequence[str],
    is_standing: Standing,
    prices: Mapping[str, Price],
) -> list[Planned]:
    """One row a prompt of a stage, in building order.

    Args:
        projection: the release's units.
        models: its section.
        sources: the yields of the earlier release; the built-in ones, for stages that it put to the embedded reader.
        submissions: whose answers will be judged.
        is_standing: what need not be built.
        prices: the release's own.
    """
    planner = _Planner(projection, models, sources, submissions, is_standing, prices)
    return [planner.plan(ask) for ask in ASKS]


def total_of(rows: Sequence[Planned]) -> Totals:
    """The sums over the rows whose calls go out."""
    live = [row for row in rows if row.is_live]
    costs = [row.cost_usd for row in live]
    return Totals(
        sum(row.calls for row in live),
        sum(row.input_tokens for row in live),
        sum(row.output_tokens for row in live),
        None if None in costs else round(sum(cost for cost in costs if cost is not None), 6),
    )


def unpriced(rows: Sequence[Planned]) -> list[str]:
    """The models of which nobody knows the price, sorted."""
    return sorted({row.model for row in rows if row.cost_usd is None})


class _Change(NamedTuple):
    """How many times as many calls as earlier a unit needs, and how many times as long their prompts are."""

    calls: float
    chars: float


@dataclass(frozen=True)
class _Planner:
    projection: Projection
    models: ModelsSection
    sources: tuple[Yields, Yields]  # the earlier release's and the built-in ones
    submissions: Sequence[str]
    is_standing: Standing
    prices: Mapping[str, Price]

    def plan(self, ask: Ask) -> Planned:
        model = self.models.roles()[ask.role]
        parts = ask.parts(self.models.roles(), self.submissions)
        todo = {part: units for part, units in parts.items() if not self.is_standing(ask.stage, part)}
        counts = _counts(todo, self.projection.units)
        source = self._source(ask)
        each, tokens_in, tokens_out = _each(ask, source)
        more = ask.per_call(self.projection.settings) / ask.per_call(source.settings)  # that one call answers
        change = self._change(ask, source, counts)
        calls = each * sum(counts.values()) * change.calls / more
        rounded = round(calls), round(calls * tokens_in * change.chars), round(calls * tokens_out * more)
        is_counted = all(unit in self.projection.counted for units in todo.values() for unit in units)
        return Planned(
            ask.stage,
            ask.role,
            model,
            ask.prompt_id,
            *rounded,
            self._cost(model, rounded),
            Basis.COUNTED if is_counted else Basis.ESTIMATED,
            source.release,
            len(parts),
            len(parts) - len(todo),
        )

    def _source(self, ask: Ask) -> Yields:
        """The earlier release, unless it cannot say how often the stage asks."""
        yields, built_in = self.sources
        n_former = sum(_counts(ask.parts(yields.models, yields.submissions), yields.units).values())
        return yields if ask.stage in yields.stages and n_former else built_in

    def _change(self, ask: Ask, source: Yields, counts: Mapping[str, float]) -> _Change:
        """As the embedded reader found it where it was asked, else from the sizes of both releases."""
        now, then = self.projection.rehearsed.new, self._rehearsal(source)
        each_now, each_then = self._each_put(ask, now), self._each_put(ask, then)
        if each_now and each_then:
            was, put = then.put[ask.prompted], now.put[ask.prompted]
            return _Change(each_now / each_then, put.chars * was.calls / (put.calls * was.chars))
        former = _counts(ask.parts(source.models, source.submissions), source.units)
        old = Scene(source.units, source.settings, former)
        new = Scene(self.projection.units, self.projection.settings, counts)
        return _Change(ask.per_unit(new) / ask.per_unit(old), ask.prompt_chars(new) / ask.prompt_chars(old))

    def _rehearsal(self, source: Yields) -> Rehearsal:
        """What the embedded reader was asked of the earlier source; the built-in calls are its own."""
        return source.as_rehearsal() if not source.release else self.projection.rehearsed.former

    def _each_put(self, ask: Ask, side: Rehearsal) -> float:
        """Calls for one unit; 0 where the reader was not asked."""
        put = side.put.get(ask.prompted)
        n_units = sum(_counts(ask.parts(self.models.roles(), self.submissions), side.units).values())
        return put.calls / n_units if put and n_units else 0.0

    def _cost(self, model: str, asked: tuple[int, int, int]) -> float | None:
        calls, tokens_in, tokens_out = asked
        if not calls_out(model) or not calls:
            return 0.0
        price = price_of(model, self.prices)
        if price is None:
            return None
        discount = self.models.batch_discount if self.models.mode is ModelMode.BATCH else 0.0
        return round(cost_of(price, tokens_in, tokens_out) * (1 - discount), 6)


def _counts(parts: Mapping[str, Sequence[str]], units: Units) -> dict[str, float]:
    return {part: sum(units.get(unit, 0.0) for unit in of) for part, of in parts.items()}


def _each(ask: Ask, source: Yields) -> tuple[float, float, float]:
    """Calls for one unit, input tokens and output tokens for one call; zeros where nothing was asked."""
    asked = source.asked.get(ask.prompted, Asked(0, 0, 0))
    n_units = sum(_counts(ask.parts(source.models, source.submissions), source.units).values())
    if not asked.calls or not n_units:
        return 0.0, 0.0, 0.0
    return asked.calls / n_units, asked.input_tokens / asked.calls, asked.output_tokens / asked.calls
