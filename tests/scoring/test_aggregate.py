"""Averages and their denominators."""

from __future__ import annotations

import pytest

from scoring.aggregate import Measure, always_refuse_macro, average, average_by_type, macro_average, retrieval_types
from scoring.contract import TaskType

HOP, ABSENT = TaskType.SINGLE_HOP, TaskType.UNANSWERABLE


def test_the_bracket_takes_the_unmeasured_as_all_wrong_and_all_right() -> None:
    # 1, 0, 1 measured and one not: mean 2/3, bracket [2/4, 3/4]
    assert average([1.0, 0.0, None, 1.0]) == Measure(pytest.approx(2 / 3), 4, 3, 0.5, 0.75)
    assert average([1.0, 0.0, None, 1.0]).n_unmeasured == 1


def test_nothing_measured_has_no_value_and_the_whole_bracket() -> None:
    assert average([None, None]) == Measure(None, 2, 0, 0.0, 1.0)


def test_nothing_asked_has_no_bracket() -> None:
    assert average([]) == Measure(None, 0, 0, None, None)
    assert average([]).bracket_width is None


def test_the_order_of_values_does_not_move_a_mean() -> None:
    values = [0.1, 0.7, 1e-17, 0.2]
    assert average(values) == average(reversed(values))


def test_the_macro_weighs_types_and_not_tasks() -> None:
    by_type = average_by_type([HOP, HOP, HOP, ABSENT], [0.0, 0.0, 1.0, 1.0])
    assert macro_average(by_type).value == pytest.approx((1 / 3 + 1) / 2)


def test_a_type_without_measurement_leaves_the_macro_unmeasured() -> None:
    macro = macro_average(average_by_type([HOP, ABSENT], [None, 1.0]))
    assert macro == Measure(None, 2, 1, 0.5, 1.0)


def test_the_macro_of_nothing_is_unmeasured() -> None:
    assert macro_average({}) == Measure(None, 0, 0, None, None)


def test_rejection_types_need_no_retrieval() -> None:
    by_type = average_by_type([HOP, ABSENT, TaskType.FALSE_PREMISE], [0.0, 1.0, 1.0])
    assert list(retrieval_types(by_type)) == [HOP]


def test_always_refusing_earns_the_share_of_rejection_types() -> None:
    assert always_refuse_macro(TaskType) == pytest.approx(1 / 3)  # of the six types of the seed methodology two
    assert always_refuse_macro([HOP, HOP, ABSENT]) == 0.5
    assert always_refuse_macro([]) is None
