"""The stratified bootstrap: what is drawn, that it repeats, and what it cannot say."""

from __future__ import annotations

import numpy as np
import pytest

from scoring import bootstrap
from scoring.bootstrap import Stratum, bootstrap_macro, cluster_tasks, percentile_interval, resample_means, stratify
from scoring.contract import Task, TaskType

HOP, ABSENT = TaskType.SINGLE_HOP, TaskType.UNANSWERABLE


def singles(n: int) -> Stratum:
    return Stratum(np.arange(n))


def column(*values: float) -> bootstrap.Floats:
    return np.array(values, dtype=np.float64)[:, None]


def test_tasks_that_share_a_gold_unit_are_one_cluster_through_chains() -> None:
    tasks = [
        Task("a", HOP, gold_docs=("D-1",)),
        Task("b", HOP, gold_docs=("D-3",)),
        Task("c", HOP, gold_docs=("D-2", "D-4"), gold_units=(("D-1", "D-2"),)),
        Task("d", HOP, gold_docs=("D-4",)),
        Task("e", HOP),
    ]
    assert cluster_tasks(tasks) == [0, 1, 0, 0, 2]


def test_rejection_tasks_share_their_anchor_entity() -> None:
    tasks = [Task("a", ABSENT, entity_ids=("e1", "e2")), Task("b", ABSENT, entity_ids=("e2",)), Task("c", ABSENT)]
    tasks.append(Task("d", ABSENT, entity_ids=("e1",)))
    assert cluster_tasks(tasks) == [0, 1, 2, 0]


def test_the_share_of_the_largest_cluster_is_reported() -> None:
    strata = stratify(
        [Task("a", HOP, gold_docs=("D",)), Task("b", HOP, gold_docs=("D",)), Task("c", HOP), Task("d", HOP)]
    )
    assert bootstrap.largest_clusters(strata) == {HOP: 0.5}


def test_means_spread_as_the_binomial_does() -> None:
    # 100 tasks, 30 right: the standard deviation of a resampled mean is sqrt(.3 * .7 / 100) = 0.0458
    means = resample_means(singles(100), column(*[1.0] * 30, *[0.0] * 70), np.random.default_rng(1), 4000)
    assert means.mean() == pytest.approx(0.3, abs=0.003)
    assert means.std() == pytest.approx(0.0458, abs=0.002)


def test_whole_clusters_are_drawn() -> None:
    # Two clusters of two, one all right and one all wrong: a draw is 0, 1/2 or 1, with 1/4, 1/2, 1/4 of the draws.
    stratum = Stratum(np.array([0, 0, 1, 1]))
    means = resample_means(stratum, column(1, 1, 0, 0), np.random.default_rng(1), 4000)
    values, counts = np.unique(means, return_counts=True)
    assert values.tolist() == [0.0, 0.5, 1.0]
    assert counts / 4000 == pytest.approx([0.25, 0.5, 0.25], abs=0.03)


def test_clusters_of_unequal_size_weigh_by_their_tasks() -> None:
    # Clusters {1} and {0, 0, 0}: drawing both gives 1/4, not 1/2.
    means = resample_means(Stratum(np.array([0, 1, 1, 1])), column(1, 0, 0, 0), np.random.default_rng(1), 500)
    assert set(np.unique(means)) == {0.0, 0.25, 1.0}


def test_the_same_seed_gives_the_same_draws_in_blocks_of_any_size() -> None:
    values = column(*np.linspace(0, 1, 50))
    whole = resample_means(singles(50), values, np.random.default_rng(7), 200)
    seven_a_block = resample_means(singles(50), values, np.random.default_rng(7), 200, block_cells=350)
    assert np.allclose(whole, seven_a_block, rtol=0, atol=1e-14)  # sums may be made in another order


def test_the_macro_weighs_strata_equally() -> None:
    strata = {HOP: singles(3), ABSENT: singles(1)}
    macro = bootstrap_macro(strata, {HOP: column(0, 0, 0), ABSENT: column(1)}, np.random.default_rng(1), 10)
    assert np.unique(macro).tolist() == [0.5]


def test_unmeasured_tasks_do_not_move_the_draws_of_another_column() -> None:
    full = np.column_stack([np.arange(20) % 2, np.arange(20) % 3 == 0]).astype(np.float64)
    holed = full.copy()
    holed[4, 0] = np.nan
    one, other = (resample_means(singles(20), v, np.random.default_rng(3), 50) for v in (full, holed))
    assert np.array_equal(one[:, 1], other[:, 1])
    assert not np.array_equal(one[:, 0], other[:, 0])


def test_nothing_measured_has_no_interval() -> None:
    means = resample_means(singles(3), column(np.nan, np.nan, np.nan), np.random.default_rng(1), 10)
    assert percentile_interval(means[:, 0]) is None


def test_none_of_seven_has_zero_width_which_is_why_a_second_interval_stands_beside_it() -> None:
    means = resample_means(singles(7), column(*[0.0] * 7), np.random.default_rng(1))
    found = percentile_interval(means[:, 0])
    assert found is not None
    assert found.as_json() == [0.0, 0.0]


def test_percentiles_of_known_draws() -> None:
    found = percentile_interval(np.arange(1001.0))
    assert found is not None
    assert found.as_json() == pytest.approx([25.0, 975.0])


def test_no_strata_give_no_interval() -> None:
    assert percentile_interval(bootstrap_macro({}, {}, np.random.default_rng(1), 5)[:, 0]) is None
