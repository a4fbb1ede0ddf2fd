"""What drafts of several parts share."""

import pytest

from bench_assets.drafting.list_drafts import Part, attainable_f1, in_rounds, list_fault
from bench_assets.settings.release import DraftingSection
from tests.bench_assets.drafting.told_events import MARROW, event, told


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


def test_a_list_that_one_document_tells_whole_asks_for_that_document() -> None:
    def told_by(*doc_ids: str) -> Part:
        return Part(
            "x", tuple(told(*(event(doc_id, f"{MARROW} met Bertram Yule", "1961-05-03") for doc_id in doc_ids)))
        )

    parts = [told_by("D-1", "D-9"), told_by("D-2", "D-9"), told_by("D-3", "D-9")]
    assert list_fault(parts, DraftingSection()) == "one_document"
    assert list_fault([*parts[:2], told_by("D-3")], DraftingSection()) == ""
