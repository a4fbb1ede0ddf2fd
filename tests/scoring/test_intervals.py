"""Intervals at the counts where a bootstrap has none, and the clustered standard error."""

from __future__ import annotations

import pytest
from scipy import stats

from scoring.intervals import Interval, clopper_pearson, clustered_standard_error, mover_mean, wilson


def test_none_of_seven() -> None:
    assert wilson(0, 7) == Interval(0.0, pytest.approx(0.354, abs=5e-4))
    assert clopper_pearson(0, 7) == Interval(0.0, pytest.approx(0.410, abs=5e-4))


def test_all_of_38() -> None:
    assert wilson(38, 38) == Interval(pytest.approx(0.908, abs=5e-4), 1.0)
    assert clopper_pearson(38, 38) == Interval(pytest.approx(0.907, abs=5e-4), 1.0)


@pytest.mark.parametrize(("k", "n"), [(0, 1), (1, 1), (3, 10), (400, 823), (110, 111)])
def test_wilson_is_scipys(k: int, n: int) -> None:
    theirs = stats.binomtest(k, n).proportion_ci(0.95, method="wilson")
    ours = wilson(k, n)
    assert ours is not None
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


def test_wilson_takes_the_sum_of_partial_scores() -> None:
    found = wilson(3.5, 7)
    assert found is not None
    assert found.low < 0.5 < found.high


def test_of_nothing_there_is_no_interval() -> None:
    assert wilson(0, 0) is None
    assert clopper_pearson(0, 0) is None
    assert mover_mean([], []) is None


def test_more_successes_than_trials_are_refused() -> None:
    with pytest.raises(ValueError, match="8 successes of 7"):
        wilson(8, 7)


def test_mover_combines_unequal_arms() -> None:
    # Means 0 [0, .4] and 1 [.7, 1]: below sqrt(0 + .09)/2 = .15, above sqrt(.16 + 0)/2 = .2 around .5
    found = mover_mean([0.0, 1.0], [Interval(0.0, 0.4), Interval(0.7, 1.0)])
    assert found == Interval(pytest.approx(0.35), pytest.approx(0.7))


def test_mover_of_one_type_is_its_interval() -> None:
    assert mover_mean([0.25], [Interval(0.125, 0.5)]) == Interval(0.125, 0.5)


def test_clusters_widen_the_standard_error() -> None:
    # Deviations from 1/2 sum to 1, -1, 0: sqrt((1 + 1) * 3/2) / 6 = 0.288675; naive sqrt(6 * 0.25 / 5) / sqrt(6) = 0.223607
    assert clustered_standard_error([[1, 1], [0, 0], [1, 0]]) == pytest.approx(0.288675, abs=1e-6)
    assert clustered_standard_error([[1], [1], [0], [0], [1], [0]]) == pytest.approx(0.223607, abs=1e-6)


def test_one_cluster_has_no_standard_error() -> None:
    assert clustered_standard_error([[1, 0, 1]]) is None
    assert clustered_standard_error([[1, 0, 1], []]) is None
