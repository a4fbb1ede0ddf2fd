"""Which tasks are reviewed: how many of each type, and that the draw repeats."""

from __future__ import annotations

from collections import Counter

import pytest

from bench_assets.reviewing.sampling import allocate, draw_sample, sample_size
from scoring.errors import BadInputError


def key(**counts: int) -> list[dict[str, str]]:
    return [{"task_id": f"{kind}-{n}", "type": kind} for kind, count in counts.items() for n in range(count)]


@pytest.mark.parametrize(
    ("n_tasks", "share", "size"),
    [
        (0, 0.1, 0),
        (7, 0.1, 7),  # all: fewer than 30
        (290, 0.1, 30),  # 29, so the least
        (300, 0.1, 30),
        (301, 0.1, 31),  # 30.1, rounded up
        (1230, 0.1, 123),  # in binary 0.1 * 1230 is above 123
        (50, 1.0, 50),
    ],
)
def test_a_sample_is_the_share_at_least_thirty_or_all(n_tasks: int, share: float, size: int) -> None:
    assert sample_size(n_tasks, share) == size


@pytest.mark.parametrize("share", [0.0, -0.1, 1.1, float("nan")])
def test_a_share_that_is_none_is_refused(share: float) -> None:
    with pytest.raises(BadInputError, match=r"it is more than 0 and at most 1. Give --share 0.1"):
        sample_size(100, share)


def test_types_share_a_sample_by_largest_remainder() -> None:
    # 30 of 200: 30 * 133/200 = 19.95, 30 * 47/200 = 7.05, 30 * 20/200 = 3; floors 19 + 7 + 3 = 29, the one left to 0.95
    assert allocate({"single_hop": 133, "timeline": 47, "dossier": 20}, 30) == {
        "single_hop": 20,
        "timeline": 7,
        "dossier": 3,
    }


def test_equal_remainders_go_by_name() -> None:
    # 3 of 6, two of each: 1 each; 4 of 6: 4/3 each, floors 3, the one left to the first name
    assert allocate({"b": 2, "a": 2, "c": 2}, 3) == {"a": 1, "b": 1, "c": 1}
    assert allocate({"b": 2, "a": 2, "c": 2}, 4) == {"a": 2, "b": 1, "c": 1}


def test_a_rare_type_takes_one_from_the_largest() -> None:
    # 30 of 1002: 29.94, 0.03, 0.03; floors 29 + 0 + 0, the one left to 0.94: 30, 0, 0; then one each from the largest
    assert allocate({"single_hop": 1000, "dossier": 1, "timeline": 1}, 30) == {
        "single_hop": 28,
        "dossier": 1,
        "timeline": 1,
    }


def test_a_release_without_tasks_has_an_empty_sample() -> None:
    assert draw_sample([], share=0.1, seed=0) == []


def test_all_tasks_are_shown_when_there_are_few() -> None:
    tasks = key(single_hop=3, timeline=1)
    assert {task["task_id"] for task in draw_sample(tasks, share=0.1, seed=0)} == {task["task_id"] for task in tasks}


def test_a_draw_repeats_whatever_the_order_and_moves_with_the_seed() -> None:
    tasks = key(single_hop=300, timeline=60, unanswerable=40)
    drawn = draw_sample(tasks, share=0.1, seed=7)
    assert drawn == draw_sample(tasks[::-1], share=0.1, seed=7)
    assert drawn != draw_sample(tasks, share=0.1, seed=8)
    # 40 of 400: 30, 6, 4
    assert Counter(task["type"] for task in drawn) == {"single_hop": 30, "timeline": 6, "unanswerable": 4}


def test_a_review_that_stops_half_way_has_seen_half_of_each_type() -> None:
    drawn = draw_sample(key(single_hop=300, timeline=60, unanswerable=40), share=0.1, seed=7)
    assert Counter(task["type"] for task in drawn[:20]) == {"single_hop": 15, "timeline": 3, "unanswerable": 2}
