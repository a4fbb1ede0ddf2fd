"""The table of precision and recall counts what it says."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.quality_truth import class_of, plant, score, tables


@pytest.mark.parametrize(
    ("rate", "name"),
    [(0.0, "clean"), (0.02, "clean"), (0.021, "degraded"), (0.149, "degraded"), (0.15, "garbage"), (0.25, "garbage")],
)
def test_the_classes_of_error_rates(rate, name):
    assert class_of(rate) == name


def test_a_score_worked_by_hand():
    # Found clean 4 times, 3 of them rightly; truly clean 6 times: P = 3/4, R = 3/6, F1 = 2*3/(4+6).
    pairs = Counter({("clean", "clean"): 3, ("clean", "degraded"): 3, ("garbage", "clean"): 1})
    assert score(pairs, "clean") == pytest.approx((0.75, 0.5, 0.6))
    assert score(pairs, "garbage") == (0.0, 0.0, 0.0)


def test_planted_pages_cover_the_rates_and_repeat():
    planted = list(plant(60, 0))
    assert planted == list(plant(60, 0))
    assert planted[0].rate == 0.0
    assert 0.15 < max(one.rate for one in planted) < 0.35
    assert {one.quality_class for one in planted} == {"clean", "degraded", "garbage"}


def test_the_tables_print_one_line_a_class_and_one_a_band():
    planted = list(plant(12, 0))
    text, scores = tables(planted, [one.quality_class for one in planted])
    assert len(text.splitlines()) == 1 + 3 + 2 + 6
    assert scores["degraded"].f1 == 1.0
