"""What drafts of several parts share."""

import pytest

from bench_assets.drafting.list_drafts import attainable_f1, in_rounds


@pytest.mark.parametrize(
    ("supports", "best"),
    [
        ([["a"], ["b"], ["c"]], 1.0),  # three citations, three items
        ([["a"], ["b"], ["c"], ["d"]], 6 / 7),  # three of four, nothing else said: precision 1, recall 3/4
        ([["a"], ["b"], ["c"], ["d"], ["e"]], 0.75),  # precision 1, recall 3/5
        ([["a"], ["a"], ["b"], ["c"], ["d"]], 8 / 9),  # one document gives two items
        ([["a", "x"], ["b", "x"], ["c", "x"], ["d", "y"]], 1.0),  # two documents give all
        ([["a"]], 1.0),
        ([[], []], 0.0),
        ([], 0.0),
    ],
)
def test_three_citations_cap_what_a_list_can_earn(supports: list[list[str]], best: float):
    assert attainable_f1(supports) == pytest.approx(best)


def test_no_target_comes_twice_before_the_others_did():
    offered = [[{"entity_ids": [name], "at": at} for at in range(n)] for name, n in (("a", 3), ("b", 1), ("c", 2))]
    turns = list(in_rounds(offered, seed=1))
    assert sorted(draft["entity_ids"][0] for draft in turns[:3]) == ["a", "b", "c"]
    assert sorted(draft["entity_ids"][0] for draft in turns[3:5]) == ["a", "c"]
    assert turns[5]["entity_ids"] == ["a"]
    assert list(in_rounds([], seed=1)) == []
