"""The stratified bootstrap of the macro average: types are strata, clusters of tasks are what is drawn.

Belongs here: clusters, draws, percentile intervals. Does not: closed forms (intervals.py), comparing systems.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.citations import Units
from scoring.contract import Task, TaskType
from scoring.intervals import Interval

DRAWS = 1000  # seed methodology, section 8
CONFIDENCE = 0.95
BLOCK_CELLS = 2_000_000  # draws are made in blocks of this many cells, so that memory does not grow with the draws
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Stratum:
    """One type: the cluster of each of its tasks, numbered from 0 without gaps."""

    clusters: NDArray[np.int64]

    @property
    def n_clusters(self) -> int:
        """Distinct clusters."""
        return int(self.clusters.max()) + 1 if self.clusters.size else 0

    @property
    def largest_share(self) -> float:
        """Share of the type's tasks in its largest cluster."""
        return float(np.bincount(self.clusters).max() / self.clusters.size)


def cluster_tasks(tasks: Sequence[Task]) -> list[int]:
    """The cluster of each task, numbered from 0 in order of appearance.

    Answerable tasks that share a gold unit are one cluster, and so are chains of them; rejection tasks share their
    anchor entity. A task with neither is a cluster of its own.
    """
    parent = list(range(len(tasks)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    first: dict[str, int] = {}
    for i, task in enumerate(tasks):
        for link in _links(task):
            parent[root(i)] = root(first.setdefault(link, i))
    numbers: dict[int, int] = {}
    return [numbers.setdefault(root(i), len(numbers)) for i in range(len(tasks))]


def _links(task: Task) -> list[str]:
    """What a task shares with others of its cluster."""
    if task.is_rejection:
        return list(task.entity_ids[:1])
    return sorted(Units.of(task).units_of(task.citable_docs))


def stratify(tasks: Sequence[Task]) -> dict[TaskType, Stratum]:
    """The strata of some tasks. Tasks of a type keep their order."""
    by_type = {kind: [task for task in tasks if task.type is kind] for kind in TaskType}
    return {
        kind: Stratum(np.array(cluster_tasks(members), dtype=np.int64)) for kind, members in by_type.items() if members
    }


def bootstrap_macro(
    strata: Mapping[TaskType, Stratum],
    values: Mapping[TaskType, Floats],
    rng: np.random.Generator,
    draws: int = DRAWS,
) -> Floats:
    """Macro averages of resampled releases, whole clusters drawn inside each type.

    Args:
        strata: the clusters of each type.
        values: by type, one row a task and one column a metric, NaN where unmeasured. The clusters drawn depend on
            `rng` and `strata` only, so columns (or systems) are paired.
        rng: source of randomness.
        draws: number of resampled releases.

    Returns: draws x metrics; NaN in a draw in which some type has nothing measured, and everywhere without strata.
    Source: Efron 1979, stratified by type (seed methodology, section 8), by cluster (Field & Welsh 2007).
    """
    if not strata:
        return np.full((draws, 1), np.nan)
    means = [resample_means(strata[kind], values[kind], rng, draws) for kind in sorted(strata)]
    return np.asarray(np.sum(means, axis=0) / len(strata), dtype=np.float64)


def resample_means(
    stratum: Stratum,
    values: Floats,
    rng: np.random.Generator,
    draws: int = DRAWS,
    *,
    block_cells: int = BLOCK_CELLS,
) -> Floats:
    """Means of one type over resampled clusters, draws x metrics; NaN where a draw has nothing measured."""
    n = stratum.n_clusters
    is_measured = ~np.isnan(values)
    sums = _sum_by_cluster(stratum, np.where(is_measured, values, 0.0))
    sizes = _sum_by_cluster(stratum, is_measured.astype(np.float64))
    means = np.empty((draws, values.shape[1]))
    block = max(1, block_cells // n)
    for start in range(0, draws, block):
        size = min(block, draws - start)
        picked = rng.integers(n, size=(size, n)) + np.arange(size)[:, None] * n
        counts = np.bincount(picked.ravel(), minlength=size * n).reshape(size, n).astype(np.float64)
        with np.errstate(invalid="ignore"):
            means[start : start + size] = (counts @ sums) / (counts @ sizes)
    return means


def _sum_by_cluster(stratum: Stratum, values: Floats) -> Floats:
    sums = np.zeros((stratum.n_clusters, values.shape[1]))
    np.add.at(sums, stratum.clusters, values)
    return sums


def percentile_interval(samples: Floats, confidence: float = CONFIDENCE) -> Interval | None:
    """The central percentile interval of one column of draws; None when no draw is a number."""
    kept = samples[~np.isnan(samples)]
    if not kept.size:
        return None
    tail = (1 - confidence) / 2
    low, high = np.quantile(kept, [tail, 1 - tail])
    return Interval(float(low), float(high))


def largest_clusters(strata: Mapping[TaskType, Stratum]) -> dict[TaskType, float]:
    """By type, the share of its tasks in its largest cluster: 1.0 means that its interval says nothing."""
    return {kind: strata[kind].largest_share for kind in sorted(strata)}
