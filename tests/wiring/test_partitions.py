"""Partition keys from a home, and how one grid feeds another."""

from __future__ import annotations

import os
from pathlib import Path

import dagster as dg
import pytest

from bench_assets.graph import Grid
from bench_assets.partitions import (
    CATALOGUE,
    DEFINITIONS,
    HOME,
    SUBMISSIONS,
    current_partitions,
    mapping,
    releases_of_shard,
)
from bench_assets.reference.systems import SYSTEMS
from tests.small_home import catalogue, release, source


def test_this_process_serves_the_home_of_its_environment():
    assert Path(os.environ["DOCKETBENCH_HOME"]).resolve() == HOME == CATALOGUE.home


def test_every_grid_has_partitions():
    assert set(DEFINITIONS) == set(Grid)


def test_a_shard_feeds_every_release_of_its_source_and_no_other(tmp_path: Path):
    found = catalogue(tmp_path, releases={"v2": release("letters"), "v1": release("letters"), "w": release("ledgers")})
    assert releases_of_shard(found) == {
        "ledgers/0": ["w"],
        "letters/0": ["v1", "v2"],
        "letters/1": ["v1", "v2"],
    }


def test_a_release_without_its_lock_leaves_the_others_usable(tmp_path: Path):
    found = catalogue(tmp_path, sources={"letters": source("letters", "0")})
    assert releases_of_shard(found) == {"letters/0": ["v1"]}
    with dg.DagsterInstance.ephemeral() as instance:
        assert current_partitions(found, instance).shards_by_release == {"v1": ["letters/0"], "v2": []}


def test_submissions_come_from_the_instance_in_order(tmp_path: Path):
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions(SUBMISSIONS, ["theirs", "mine"])
        found = current_partitions(catalogue(tmp_path), instance)
    assert (found.submissions, found.systems) == (["mine", "theirs"], SYSTEMS)


@pytest.mark.parametrize("grid", list(Grid))
def test_a_grid_feeds_itself_key_by_key(grid: Grid):
    assert mapping(grid, grid) is None


@pytest.mark.parametrize(
    ("downstream", "upstream", "kind"),
    [
        (Grid.RELEASE, Grid.SHARD, dg.StaticPartitionMapping),
        (Grid.RELEASE_BY_TYPE, Grid.RELEASE, dg.MultiToSingleDimensionPartitionMapping),
        (Grid.RELEASE, Grid.RELEASE_BY_SUBMISSION, dg.MultiToSingleDimensionPartitionMapping),
        (Grid.RELEASE_BY_SYSTEM, Grid.RELEASE, dg.MultiToSingleDimensionPartitionMapping),
    ],
)
def test_every_other_pair_is_declared(downstream: Grid, upstream: Grid, kind: type):
    assert isinstance(mapping(downstream, upstream), kind)
