"""The partitions definitions, read once from the home that DOCKETBENCH_HOME names: one process, one home.

The only module that reads source locks and releases at import (see docs/architecture.md).
"""

from __future__ import annotations

import os
import warnings
from pathlib import Path

import dagster as dg

from bench_assets.catalogue import Catalogue, read_catalogue
from bench_assets.graph import TYPES, Grid, Partitions
from bench_assets.reference.systems import SYSTEMS
from scoring.errors import BadInputError

# Dagster 1.13 has no stable form of a two-dimension mapping, nor of a check on a partition; test_dagster_facts.py says
# when it has one. A warning for each use would bury what a user should read.
warnings.filterwarnings("ignore", message=".*is currently in (beta|preview)")
HOME_VARIABLE = "DOCKETBENCH_HOME"
HOME = Path(os.environ.get(HOME_VARIABLE, "data")).resolve()
CATALOGUE: Catalogue = read_catalogue(HOME)
SUBMISSIONS = "submissions"

shards = dg.StaticPartitionsDefinition(list(CATALOGUE.shards))
releases = dg.StaticPartitionsDefinition(sorted(CATALOGUE.releases))
submissions = dg.DynamicPartitionsDefinition(name=SUBMISSIONS)
release_by_type = dg.MultiPartitionsDefinition(
    {"release": releases, "task_type": dg.StaticPartitionsDefinition([str(kind) for kind in TYPES])}
)
release_by_submission = dg.MultiPartitionsDefinition({"release": releases, "submission": submissions})
release_by_system = dg.MultiPartitionsDefinition(
    {"release": releases, "system": dg.StaticPartitionsDefinition(list(SYSTEMS))}
)
DEFINITIONS: dict[Grid, dg.PartitionsDefinition] = {
    Grid.SHARD: shards,
    Grid.RELEASE: releases,
    Grid.RELEASE_BY_TYPE: release_by_type,
    Grid.RELEASE_BY_SUBMISSION: release_by_submission,
    Grid.RELEASE_BY_SYSTEM: release_by_system,
}


def releases_of_shard(catalogue: Catalogue) -> dict[str, list[str]]:
    """Versions by shard key: the releases whose source holds the shard. A release without a lock maps to nothing."""
    found: dict[str, list[str]] = {key: [] for key in catalogue.shards}
    for version in sorted(catalogue.releases):
        try:
            keys = catalogue.shards_of(version)
        except BadInputError:
            continue  # the build of that release says so; the others stay usable
        for key in keys:
            found[key].append(version)
    return found


def mapping(downstream: Grid, upstream: Grid) -> dg.PartitionMapping | None:
    """How an upstream grid feeds a downstream one; None where the keys are the same.

    Dagster infers Identity between different definitions, so every other pair is declared.
    """
    if downstream == upstream:
        return None
    if upstream == Grid.SHARD:
        # AllPartitionMapping would feed every source into every release.
        return dg.StaticPartitionMapping({key: set(names) for key, names in releases_of_shard(CATALOGUE).items()})
    return dg.MultiToSingleDimensionPartitionMapping(partition_dimension_name="release")


def current_partitions(catalogue: Catalogue, instance: dg.DagsterInstance) -> Partitions:
    """The keys of every grid now: static ones from the catalogue, submissions from the instance."""
    by_release: dict[str, list[str]] = {version: [] for version in sorted(catalogue.releases)}
    for key, versions in releases_of_shard(catalogue).items():
        for version in versions:
            by_release[version].append(key)
    return Partitions(by_release, SYSTEMS, sorted(instance.get_dynamic_partitions(SUBMISSIONS)))
