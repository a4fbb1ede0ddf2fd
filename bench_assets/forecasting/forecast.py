"""A release's plan from what its home holds.

Belongs here: which earlier release the yields come from, what of the new one is counted already. Does not: the
arithmetic (projection.py, plan.py), showing it. Nothing is asked of a model, built or written.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from bench_assets.catalogue import Catalogue, read_catalogue
from bench_assets.corpus.snapshot import SHARD_TABLES
from bench_assets.evaluation.submissions import names_of
from bench_assets.fingerprints import Fingerprints
from bench_assets.forecasting.built_in import BUILT_IN
from bench_assets.forecasting.calls import CallBook, open_book
from bench_assets.forecasting.notes import notes
from bench_assets.forecasting.plan import Planned, Totals, plan_asks, total_of, unpriced
from bench_assets.forecasting.projection import Former, Projection, Rehearsal, Rehearsed, project
from bench_assets.forecasting.rehearsal import MAX_DOCUMENTS, rehearse
from bench_assets.forecasting.sizes import former_shards, sizes_of, source_sizes
from bench_assets.forecasting.standing import Standing
from bench_assets.forecasting.units import TYPES, UNITS, Step, Unit, Units, of_type
from bench_assets.forecasting.yields import Yields, missing_tables, yields_of
from bench_assets.graph import Partitions
from bench_assets.reference.systems import SYSTEMS
from bench_assets.settings.access import access_of
from bench_assets.settings.release import ModelsSection, ReleaseSettings, check_name
from bench_assets.settings.tables import protected_names
from bench_resources.lake import Lake
from bench_resources.models import live_models, require_model
from scoring.errors import BadInputError, name_culprits

MAX_REPEATS = 1.5  # calls of `standalone` for a draft that it judges: more are of builds under other settings


class NoYieldsError(BadInputError):
    """The release that `--like` names cannot say how another one will be."""

    def __init__(self, release: str, missing: Sequence[str]) -> None:
        """`missing` are tables that it lacks."""
        super().__init__(
            f"Release {release!r} gives no yields: the lake lacks {len(missing):,} of its tables "
            f"({name_culprits(missing)}). Build it whole with docketbench build {release}, name another release with "
            "--like, or leave --like out."
        )


@dataclass(frozen=True)
class Forecast:
    """What a build will ask, and where the numbers come from.

    Attributes:
        release: the version.
        models: its section.
        rows: one a prompt of a stage.
        projection: the units behind them.
        yields: of the earlier release, or built in.
        is_source_counted: whether the release's source is in the lake and was counted.
        n_replies: kept replies of each live model, which cost nothing again.
        spent_usd: of the release's budget so far.
        repeats: calls of `standalone` for a draft of the earlier release; about 1 unless it was built several times.
    """

    release: str
    models: ModelsSection
    rows: tuple[Planned, ...]
    projection: Projection
    yields: Yields
    is_source_counted: bool
    n_replies: Mapping[str, int]
    spent_usd: float
    repeats: float

    @property
    def total(self) -> Totals:
        """The sums over what goes out."""
        return total_of(self.rows)

    @property
    def unpriced(self) -> list[str]:
        """Models whose price nobody knows."""
        return unpriced(self.rows)

    @property
    def notes(self) -> list[str]:
        """What must be known beside the numbers."""
        return notes(self)

    @property
    def left_usd(self) -> float | None:
        """What would be left of the budget after the build; None without a budget or with an unknown price."""
        if self.models.budget_usd is None or self.total.cost_usd is None:
            return None
        return round(self.models.budget_usd - self.spent_usd - self.total.cost_usd, 6)

    @property
    def is_rehearsed(self) -> bool:
        """Whether the embedded reader compared the two sources."""
        return bool(self.projection.rehearsed.new.units)

    @property
    def is_repeated(self) -> bool:
        """Whether the earlier release's calls are of several builds, so that they are too many."""
        return self.repeats > MAX_REPEATS

    def as_json(self) -> dict[str, Any]:
        """The document that `plan --json` gives."""
        units = self.projection.units
        return {
            "release": self.release,
            "like": self.yields.release or None,
            "mode": self.models.mode.value,
            "stages": [row.as_json() for row in self.rows],
            "total": self.total._asdict(),
            "unpriced_models": self.unpriced,
            "budget_usd": self.models.budget_usd,
            "spent_usd": round(self.spent_usd, 6),
            "left_usd": self.left_usd,
            "is_source_counted": self.is_source_counted,
            "is_rehearsed": self.is_rehearsed,
            "cached_replies": dict(self.n_replies),
            "like_calls_per_draft": round(self.repeats, 3) if self.yields.release else None,
            "notes": self.notes,
            "units": {
                unit: {"count": round(units[unit], 1), "is_counted": unit in self.projection.counted} for unit in UNITS
            },
        }


@dataclass(frozen=True)
class _Planning:
    """What a plan is made from."""

    catalogue: Catalogue
    version: str
    settings: ReleaseSettings
    shards: Sequence[str]
    submissions: Sequence[str]
    lake: Lake
    standing: Standing

    @classmethod
    def of(cls, home: Path, version: str) -> Self:
        """Of a release as its home stands."""
        catalogue, lake = read_catalogue(home), Lake(home)
        settings = catalogue.settings_of(version)
        shards = catalogue.shards_of(version)
        submissions = sorted({*SYSTEMS, *names_of(home, version)})
        fingerprints = Fingerprints(catalogue, Partitions({version: shards}, SYSTEMS, submissions), lake)
        return cls(catalogue, version, settings, shards, submissions, lake, Standing(fingerprints))

    def stands(self, asset: str, part: str) -> bool:
        """Whether a partition of the release need not be built."""
        return self.standing.holds(asset, f"{self.version}|{part}" if part else self.version)

    def source(self) -> Units:
        """What the source's tables tell, or else the lock: rows, of which a few may have no text."""
        if self.is_source_counted:
            return source_sizes(self.lake, self.shards, self.settings)
        lock = self.catalogue.sources[self.settings.release.source]
        return {Unit.DOCUMENTS: float(sum(shard.rows or 0 for shard in lock.shards))}

    @property
    def is_source_counted(self) -> bool:
        """Whether every shard of the source is in the lake."""
        return all(self.standing.holds(asset, shard) for asset in SHARD_TABLES for shard in self.shards)

    def rehearse(self, source: Units, yields: Yields) -> Rehearsed:
        """Both sources as the embedded reader finds them; nothing when one is not in the lake, or takes too long."""
        is_verified = all(self.stands("verified_tasks", kind) for kind in TYPES)
        sizes = (source.get(Unit.USABLE, 0.0), yields.units[Unit.USABLE])
        if is_verified or not self.is_source_counted or not all(0 < size <= MAX_DOCUMENTS for size in sizes):
            return Rehearsed()
        former = former_shards(self.lake, yields.release) if yields.release else []
        protected = frozenset(protected_names(self.catalogue))
        then = rehearse(self.lake, former, yields.settings, protected) if former else _untold(yields)
        now = rehearse(self.lake, self.shards, self.settings, protected)
        return Rehearsed(then.beside(yields.units), now.beside(source))

    def project(self, yields: Yields, source: Units, rehearsed: Rehearsed) -> Projection:
        """The release's units."""
        counted = sizes_of(self.lake, self.version, self.settings, self.standing.holds)
        if Unit.PEOPLE in rehearsed.new.units:
            counted = {Unit.PEOPLE: rehearsed.new.units[Unit.PEOPLE]} | counted  # no model is asked who is one person
        former = Former(yields.units, yields.settings)
        return project(self.settings, counted, source, former, Former(BUILT_IN.units, BUILT_IN.settings), rehearsed)


def forecast(
    home: Path,
    version: str,
    *,
    like: str | None = None,
    is_rehearsed: bool = True,
    environment: Mapping[str, str] = os.environ,
) -> Forecast:
    """The plan of a release as its home stands now.

    Args:
        home: with its sources, releases, lake and ledger; none of them is changed.
        version: the release.
        like: the earlier release that yields are taken from; None: its own earlier build, else the one that called
            last, else the built-in yields.
        is_rehearsed: whether the embedded reader may compare the two sources, which takes up to three minutes.
        environment: may name the database of the cache.

    Raises: BadInputError: no such release, a faulty file, a source without a lock, a name that is no model's.
        NoYieldsError: `like` was not built whole.
    """
    planning = _Planning.of(home, version)
    models = planning.settings.models
    access = access_of(home, version, models, environment)
    for name in models.roles().values():
        require_model(name, has_address=access.address(name).api_base is not None)
    with open_book(access.cache_url) as book:
        yields = _yields(planning.lake, book, version, like, models)
        n_replies = {name: book.n_replies(name) if book else 0 for name in live_models(models.roles())}
        spent_usd = book.spent_usd(version) if book else 0.0
    source = planning.source()
    rehearsed = planning.rehearse(source, yields) if is_rehearsed else Rehearsed()
    projection = planning.project(yields, source, rehearsed)
    rows = plan_asks(projection, models, (yields, BUILT_IN), planning.submissions, planning.stands, access.prices)
    return Forecast(
        version,
        models,
        tuple(rows),
        projection,
        yields,
        planning.is_source_counted,
        n_replies,
        spent_usd,
        _repeats(yields),
    )


def choose_like(lake: Lake, callers: Sequence[str], built: Sequence[str], version: str) -> str | None:
    """The release whose yields fit best: None when no release was built whole.

    Args:
        lake: where the tables are.
        callers: releases that called, the latest first.
        built: releases of which the lake has a manifest.
        version: the release that is planned; its own earlier build, if any, knows its source best.
    """
    own = [version] if version in callers else []
    # Whole builds by the embedded reader come last: they know how many of everything there is, but no token.
    for name in [*own, *callers, *([version] if version in built else []), *built]:
        if not missing_tables(lake, name):
            return name
    return None


def _yields(lake: Lake, book: CallBook | None, version: str, like: str | None, models: ModelsSection) -> Yields:
    built = sorted(path.stem for path in lake.path("release_manifest", version).parent.glob("*.parquet"))
    chosen = check_name(like, "release") if like else choose_like(lake, book.releases() if book else [], built, version)
    if chosen is None:
        return BUILT_IN
    if missing := missing_tables(lake, chosen):
        raise NoYieldsError(chosen, missing)
    return yields_of(lake, chosen, book.rows(chosen) if book else [], models.roles())


def _repeats(yields: Yields) -> float:
    asked = next((asked for prompted, asked in yields.asked.items() if prompted.prompt_id == "standalone"), None)
    n_drafts = sum(yields.units[of_type(Step.SOUND, kind)] for kind in TYPES)
    return asked.calls / n_drafts if asked and n_drafts else 1.0


def _untold(yields: Yields) -> Rehearsal:
    """The reader's word on a source that is not there to be read: the built-in yields are its own."""
    return Rehearsal() if yields.release else yields.as_rehearsal()
