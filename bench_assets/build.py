"""Building a release: every partition in graph order, reused where its fingerprint holds, in this or worker processes.

Belongs here: what is reused, built, quarantined or failed, and in which process. Does not: any stage, any printing.
No scheduler of our own: an asset's stale partitions are handed to Dagster, one run a partition.
"""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, Literal

import dagster as dg

from bench_assets.definitions import ASSETS, CHECKS, RESOURCES
from bench_assets.evaluation.submissions import names_of
from bench_assets.exclusive import hold_home
from bench_assets.fingerprints import Fingerprints
from bench_assets.graph import GRAPH, Grid
from bench_assets.history import close_killed_runs, prune_runs, recorded_materialisations
from bench_assets.partitions import CATALOGUE, HOME, SUBMISSIONS, current_partitions
from bench_assets.planning import Step, plan_steps, stale_assets
from bench_assets.pooling.runs import require_runs
from bench_assets.settings.access import ROLES_ASKED, access_of, require_callable
from bench_assets.workers import Workers
from bench_resources.lake import Lake
from scoring.errors import BadInputError, name_culprits

BUILD_TAG = "docketbench/build"
QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
OURS = re.compile(r"(?:scoring|bench_resources|bench_assets)\.[\w.]+:(?:\s|\Z)")
# Errors after which the same command goes on, by the name that Dagster keeps.
RESUMABLE = frozenset({"BudgetSpentError", "BatchPendingError", "UnknownPriceError", "ReplayMissError"})
State = Literal["reused", "building", "built", "quarantined", "failed"]


@dataclass(frozen=True)
class BuildEvent:
    """One partition's progress: `done` of `total` are settled; `reason` is set for a failure or quarantine."""

    asset: str
    partition: str
    state: State
    seconds: float
    done: int
    total: int
    reason: str = ""


Report = Callable[[BuildEvent], None]


@dataclass(frozen=True)
class BuildSummary:
    """What a build did. Counts are partitions of assets; `quarantine`, `failures` and `stops` give reasons by name.

    A stop is no fault: a budget is spent, or a batch is to be answered. Its partitions are among the failed.
    """

    release: str
    manifest_sha256: str | None
    built: int
    reused: int
    quarantined: int
    failed: int
    model_calls: int
    seconds: float
    quarantine: Mapping[str, str]
    failures: Mapping[str, str]
    stops: Mapping[str, str] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The document that `build --json` ends with."""
        counts = {name: getattr(self, name) for name in ("built", "reused", "quarantined", "failed")}
        return {
            "release": self.release,
            "manifest_sha256": self.manifest_sha256,
            "partitions": counts,
            "model_calls": self.model_calls,
            "seconds": round(self.seconds, 3),
            "quarantine": dict(self.quarantine),
            "failures": dict(self.failures),
            "stops": dict(self.stops),
        }


@dataclass(frozen=True)
class Ran:
    """What one run gave: `reason` is empty when it succeeded; `is_stopped` says that nothing is wrong."""

    key: str
    seconds: float
    model_calls: int
    reason: str
    is_stopped: bool = False


def build_release(
    home: Path,
    version: str,
    *,
    workers: int = 1,
    only: str | None = None,
    report: Report,
) -> BuildSummary:
    """Builds what is not reusable of a release, in graph order, and prunes superseded runs.

    A quarantined shard stops nothing: what the others give is built, and the summary names it with its reason. A step
    that a budget or an unanswered batch stopped is in the summary as stopped: nothing is wrong with it.

    Args:
        home: the home that this process was started for.
        version: a release of it.
        workers: processes for stages of several partitions.
        only: build this stage alone, from what is in the lake.
        report: called for every partition as it is settled.
    Raises: BadInputError: no such release, a faulty file, a model or a run that cannot be had, another build in this
        home.
    """
    _require_home(home)
    _require_sound(version, plan_steps(only))
    with _opened(workers) as build:
        build.settle(version, plan_steps(only), report)
        return build.summary(version)


def score_submission(home: Path, version: str, name: str, *, report: Report) -> BuildSummary:
    """Judges and scores one submission of a built release, and brings its board up to date."""
    _require_home(home)
    found = names_of(home, version)
    if name not in found:
        raise BadInputError(f"Release {version} has no submission {name!r}; found {name_culprits(found) or 'none'}.")
    scoring = [step for step in plan_steps() if step.nodes[0].stage in ("settings", "evaluation", "reporting")]
    with _opened(1) as build:
        build.settle(version, scoring, report, submission=name)
        return build.summary(version)


def _require_sound(version: str, steps: Sequence[Step]) -> None:
    """Raises now what a stage would raise an hour into the build."""
    settings = CATALOGUE.settings_of(version)
    CATALOGUE.shards_of(version)  # first: without its source nothing else of a release matters yet
    roles = {role for step in steps for role in ROLES_ASKED.get(step.nodes[0].stage, ())}
    require_callable(settings.models, access_of(HOME, version, settings.models, os.environ), sorted(roles))
    require_runs(HOME, version, settings.pooling.contributed_runs)


def _require_home(home: Path) -> None:
    if home.resolve() != HOME:
        raise BadInputError(f"This process serves the home {HOME}, not {home}; start another process for it.")


@contextmanager
def _opened(workers: int) -> Iterator[Build]:
    began = datetime.now(UTC)
    instance = process_instance()  # before any worker starts: parallel first openings corrupt it
    with hold_home(HOME), Workers(workers) as pool:
        Lake(HOME).sweep()
        close_killed_runs(instance, BUILD_TAG)
        build = Build(instance, pool)
        yield build
        prune_runs(instance, BUILD_TAG, [node.asset for node in GRAPH], began)


@dataclass
class Build:
    """One build as it goes: what is settled so far."""

    instance: dg.DagsterInstance
    pool: Workers
    started: float = field(default_factory=time.monotonic)
    counts: dict[str, int] = field(default_factory=lambda: {"built": 0, "reused": 0, "quarantined": 0, "failed": 0})
    model_calls: int = 0
    quarantine: dict[str, str] = field(default_factory=dict)
    failures: dict[str, str] = field(default_factory=dict)
    stops: dict[str, str] = field(default_factory=dict)
    failed_keys: set[str] = field(default_factory=set)

    def settle(self, version: str, todo: Sequence[Step], report: Report, submission: str | None = None) -> None:
        """Settles every partition of every step, in order; a failed step's downstream is not tried."""
        self._register(version)
        for step in todo:
            keys = self._keys(version, step, submission)
            self._settle_step(step, keys, report)
            if step.grid == Grid.SHARD:
                self._note_quarantine(keys, report)
            if (self.failures or self.stops) and step.grid != Grid.RELEASE_BY_SUBMISSION:
                return
            if step.nodes[0].stage == "reference":
                self._register(version)

    def summary(self, version: str) -> BuildSummary:
        """What was done so far."""
        lake = Lake(HOME)
        footer = lake.footer("release_manifest", version)
        files = lake.read("release_manifest", version).to_pylist() if footer else []
        hashes = {row["file"]: row["sha256"] for row in files}
        seconds = time.monotonic() - self.started
        return BuildSummary(
            release=version,
            manifest_sha256=hashes.get("manifest.json"),
            **self.counts,
            model_calls=self.model_calls,
            seconds=seconds,
            quarantine=self.quarantine,
            failures=self.failures,
            stops=self.stops,
        )

    def _register(self, version: str) -> None:
        known = set(self.instance.get_dynamic_partitions(SUBMISSIONS))
        new = [name for name in names_of(HOME, version) if name not in known]
        if new:
            self.instance.add_dynamic_partitions(SUBMISSIONS, new)

    def _keys(self, version: str, step: Step, submission: str | None) -> list[str]:
        if step.grid == Grid.RELEASE_BY_SUBMISSION:
            names = [submission] if submission else names_of(HOME, version)
            # What failed once is not carried further: the lake may hold its tables of an earlier day.
            return [key for name in names if (key := f"{version}|{name}") not in self.failed_keys]
        return current_partitions(CATALOGUE, self.instance).keys(step.grid, version)

    def _settle_step(self, step: Step, keys: Sequence[str], report: Report) -> None:
        fingerprints = Fingerprints(CATALOGUE, current_partitions(CATALOGUE, self.instance), Lake(HOME))
        recorded = {asset: recorded_materialisations(self.instance, asset, keys) for asset in step.assets}
        stale = {key: stale_assets(step, key, fingerprints, recorded) for key in keys}
        todo = [(assets, key) for key, assets in stale.items() if assets]
        done = len(keys) - len(todo)
        self.counts["reused"] += sum(len(step.assets) - len(assets) for assets in stale.values())
        if done:
            report(BuildEvent(step.name, f"{done} partitions" if done > 1 else keys[0], "reused", 0.0, done, len(keys)))
        for _, key in todo[: self.pool.size]:
            report(BuildEvent(step.name, key, "building", 0.0, done, len(keys)))
        for ran in self.pool.run_all(run_partition, todo):
            done += 1
            self._note(step.name, ran, len(stale[ran.key]))
            state: State = "failed" if ran.reason else "built"
            report(BuildEvent(step.name, ran.key, state, ran.seconds, done, len(keys), ran.reason))

    def _note(self, name: str, ran: Ran, n_assets: int) -> None:
        self.counts["failed" if ran.reason else "built"] += n_assets
        self.model_calls += ran.model_calls
        if ran.reason:
            (self.stops if ran.is_stopped else self.failures)[f"{name} {ran.key}"] = ran.reason
            self.failed_keys.add(ran.key)

    def _note_quarantine(self, keys: Sequence[str], report: Report) -> None:
        for key in keys:
            footer = Lake(HOME).footer("documents", key)
            reason = footer.notes.get("quarantine_reason") if footer else None
            if reason:
                self.quarantine[key] = reason
                self.counts["quarantined"] += 1
                report(BuildEvent("source", key, "quarantined", 0.0, len(keys), len(keys), reason))


@cache
def process_instance() -> dg.DagsterInstance:
    """Dagster's instance, opened once a process: opening it checks every migration, which costs a third of a run."""
    return dg.DagsterInstance.get()


def run_partition(assets: Sequence[str], key: str) -> Ran:
    """Materialises assets of one partition in this process, by one Dagster run. Never raises for a failed step."""
    started = time.monotonic()
    result = dg.materialize(
        [*ASSETS, *CHECKS],
        selection=list(assets),
        partition_key=key,
        instance=process_instance(),
        resources=RESOURCES,
        run_config=QUIET,
        tags={BUILD_TAG: "1"},
        raise_on_error=False,
    )
    seconds = time.monotonic() - started
    return Ran(key, seconds, model_calls_of(result), reason_of(result), is_stopped=is_stopped(result))


def model_calls_of(result: dg.ExecuteInProcessResult) -> int:
    """How many prompts the assets of a run put to a model."""
    made = [event.materialization for event in result.all_events if event.is_step_materialization]
    return sum(count for one in made if isinstance(count := one.metadata["model_calls"].value, int))


def in_words(message: str) -> str:
    """An error as Dagster keeps it; of ours, which is a sentence by itself, without the name of its class."""
    told = message.strip()
    return told.partition(":")[2].strip() if OURS.match(told) else told


def is_stopped(result: dg.ExecuteInProcessResult) -> bool:
    """Whether a run ended because a budget was spent or a batch is to be answered."""
    failed = [event.step_failure_data.error for event in result.all_events if event.is_step_failure]
    return bool(failed) and all(RESUMABLE & {link.cls_name for link in chain_of(error)} for error in failed)


def chain_of(error: Any) -> Iterator[Any]:
    """An error as Dagster keeps it, and what it was raised from."""
    while error is not None:
        yield error
        error = error.cause


def reason_of(result: dg.ExecuteInProcessResult) -> str:
    """Why a run failed, in the words of the first error; "" when it succeeded and every check passed."""
    for event in result.all_events:
        if event.is_step_failure:
            error = event.step_failure_data.error
            # Dagster wraps what a step raised; what that was raised from says less than what was written for a reader.
            while error is not None and error.cause is not None and (error.cls_name or "").startswith("Dagster"):
                error = error.cause
            return in_words(error.message) if error else "the step failed"
    checks = result.get_asset_check_evaluations()
    failed = [check for check in checks if not check.passed and check.severity == dg.AssetCheckSeverity.ERROR]
    return "; ".join(f"{check.check_name} does not hold: {check.description or 'see the UI'}" for check in failed)
