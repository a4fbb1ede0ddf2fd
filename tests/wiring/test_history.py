"""What Dagster remembers of the lake, and which runs may be forgotten."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import dagster as dg
import pytest

from bench_assets.fingerprints import Recorded
from bench_assets.history import close_killed_runs, prune_runs, recorded_materialisations

TAG = "docketbench/build"
QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
KEYS = dg.StaticPartitionsDefinition(["v1", "v2"])


@pytest.fixture
def instance() -> Iterator[dg.DagsterInstance]:
    with dg.DagsterInstance.ephemeral() as made:
        yield made


def make(
    instance: dg.DagsterInstance, key: str, fingerprint: str = "f", *, tag: str = TAG, name: str = "corpus"
) -> str:
    """Materialises one partition of an asset by a run of a build; gives the run's id."""

    @dg.asset(name=name, partitions_def=KEYS)
    def made() -> dg.MaterializeResult:
        metadata = {"fingerprint": fingerprint, "size_bytes": 40}
        return dg.MaterializeResult(data_version=dg.DataVersion(f"d{fingerprint}"), metadata=metadata)

    return dg.materialize([made], partition_key=key, instance=instance, tags={tag: "1"}, run_config=QUIET).run_id


def record(instance: dg.DagsterInstance, key: str, fingerprint: str) -> None:
    """What a run would leave of one materialisation, without the run."""
    metadata = {"fingerprint": fingerprint, "size_bytes": 40}
    tags = {"dagster/data_version": f"d{fingerprint}"}
    instance.report_runless_asset_event(dg.AssetMaterialization("corpus", partition=key, metadata=metadata, tags=tags))


def fail(instance: dg.DagsterInstance) -> str:
    @dg.asset(partitions_def=KEYS)
    def corpus() -> None:
        raise ZeroDivisionError

    return dg.materialize(
        [corpus], partition_key="v1", instance=instance, tags={TAG: "1"}, run_config=QUIET, raise_on_error=False
    ).run_id


def test_the_last_materialisation_of_a_partition_counts(instance: dg.DagsterInstance):
    make(instance, "v1", "f1")
    make(instance, "v1", "f2")
    record(instance, "v2", "f3")
    assert recorded_materialisations(instance, "corpus", ["v1", "v2", "v3"]) == {
        "v1": Recorded("f2", "df2", 40),
        "v2": Recorded("f3", "df3", 40),
    }


def test_partitions_that_were_not_asked_for_are_left_out(instance: dg.DagsterInstance):
    record(instance, "v1", "f1")
    record(instance, "v2", "f2")
    assert list(recorded_materialisations(instance, "corpus", ["v2"])) == ["v2"]
    assert recorded_materialisations(instance, "corpus", []) == {}


def test_nothing_is_recorded_of_an_asset_that_was_never_made(instance: dg.DagsterInstance):
    assert recorded_materialisations(instance, "corpus", ["v1"]) == {}


def test_a_materialisation_of_somebody_else_matches_no_file(instance: dg.DagsterInstance):
    instance.report_runless_asset_event(dg.AssetMaterialization("corpus", partition="v1"))
    # No fingerprint, no data version, and no file has -1 bytes.
    assert recorded_materialisations(instance, "corpus", ["v1"]) == {"v1": Recorded("", "", -1)}


def test_a_size_that_is_no_number_matches_no_file(instance: dg.DagsterInstance):
    event = dg.AssetMaterialization("corpus", partition="v1", metadata={"size_bytes": "40"})
    instance.report_runless_asset_event(event)
    assert recorded_materialisations(instance, "corpus", ["v1"])["v1"].size_bytes == -1


def test_more_materialisations_than_a_page_holds_are_read(
    instance: dg.DagsterInstance, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("bench_assets.history.PAGE", 2)
    record(instance, "v2", "f0")
    for n in range(1, 5):
        record(instance, "v1", f"f{n}")
    found = recorded_materialisations(instance, "corpus", ["v1", "v2"])
    assert {key: recorded.fingerprint for key, recorded in found.items()} == {"v1": "f4", "v2": "f0"}


class Pruned(NamedTuple):
    """Runs by what they were, and which of them pruning left."""

    made: dict[str, str]
    left: set[str]
    recorded: set[str]


@pytest.fixture(scope="module")
def pruned() -> Pruned:
    with dg.DagsterInstance.ephemeral() as instance:
        made = {
            "superseded": make(instance, "v1", "f1"),
            "of another asset": make(instance, "v1", name="chunks"),
            "of somebody else": make(instance, "v1", "f2", tag="somebody/else"),
            "failed": fail(instance),
            "last of v1": make(instance, "v1", "f3"),
            "last of v2": make(instance, "v2", "f4"),
        }
        prune_runs(instance, TAG, ["corpus", "chunks"], datetime(2020, 1, 1, tzinfo=UTC))
        left = {run.run_id for run in instance.get_runs()}
        return Pruned(made, left, set(recorded_materialisations(instance, "corpus", ["v1", "v2"])))


def test_pruning_deletes_a_run_of_which_nothing_is_the_last(pruned: Pruned):
    assert pruned.made["superseded"] not in pruned.left


def test_pruning_keeps_the_run_of_every_partitions_last_materialisation(pruned: Pruned):
    assert {pruned.made["last of v1"], pruned.made["last of v2"]} <= pruned.left
    assert pruned.recorded == {"v1", "v2"}


@pytest.mark.parametrize("kind", ["of another asset", "of somebody else", "failed"])
def test_pruning_leaves_alone_what_another_asset_or_a_person_needs(pruned: Pruned, kind: str):
    assert pruned.made[kind] in pruned.left


def test_a_run_that_failed_before_this_build_is_deleted(instance: dg.DagsterInstance):
    failed = fail(instance)
    prune_runs(instance, TAG, ["corpus"], datetime(2100, 1, 1, tzinfo=UTC))
    assert failed not in {run.run_id for run in instance.get_runs()}


def test_a_killed_builds_run_is_closed_and_no_other(instance: dg.DagsterInstance):
    started = {
        name: dg.DagsterRun(job_name="made", run_id=name, status=dg.DagsterRunStatus.STARTED, tags={tag: "1"})
        for name, tag in [("killed", TAG), ("theirs", "somebody/else")]
    }
    for run in started.values():
        instance.add_run(run)
    done = make(instance, "v1")
    close_killed_runs(instance, TAG)
    statuses = {run.run_id: run.status for run in instance.get_runs()}
    assert statuses == {
        "killed": dg.DagsterRunStatus.FAILURE,
        "theirs": dg.DagsterRunStatus.STARTED,
        done: dg.DagsterRunStatus.SUCCESS,
    }
