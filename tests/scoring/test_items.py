"""Item F1, and one item of the answer for at most one reference item."""

from __future__ import annotations

import pytest

from scoring.contract import Item, Task, TaskType
from scoring.items import count_items, f1, match_one_to_one, share_cited

TASK = Task(
    "t1",
    TaskType.AGGREGATION,
    items=(Item("the Ada", ("D-1",)), Item("the Brin", ("D-2",)), Item("the Coe"), Item("the Dee", ("D-4",))),
    gold_docs=("D-9",),
)


def test_an_uncited_match_costs_recall_and_precision() -> None:
    # Matched 2 of 4, one supported, one extra: precision 1/3, recall 1/4, F1 = 2/(3+4) = 2/7. Uncited: 4/7.
    counts = count_items(TASK, [True, True, False, False], 1, ["D-1"])
    assert (counts.matched, counts.supported) == (2, 1)
    assert counts.cited_f1 == pytest.approx(2 / 7)
    assert counts.uncited_f1 == pytest.approx(4 / 7)


def test_the_gold_supports_only_items_that_record_no_documents() -> None:
    assert count_items(TASK, [True, False, True, False], 0, ["D-9"]).supported == 1


def test_another_items_document_supports_nothing() -> None:
    assert count_items(TASK, [True, False, False, False], 0, ["D-2", "D-4"]).cited_f1 == 0.0


def test_three_gated_citations_cap_a_long_list() -> None:
    # All four matched, all four documents cited, the fourth behind the gate: 2*3/(4+4).
    assert count_items(TASK, [True] * 4, 0, ["D-1", "D-2", "D-9", "D-4"]).cited_f1 == pytest.approx(0.75)


def test_nothing_matched_is_zero_and_everything_is_one() -> None:
    assert f1(0, 0, 4) == 0.0
    assert f1(4, 4, 4) == 1.0


def test_flags_that_do_not_fit_the_items_are_refused() -> None:
    with pytest.raises(ValueError, match="zip"):
        count_items(TASK, [True], 0, [])


def test_a_claim_is_cited_by_any_citation_not_only_a_gated_one() -> None:
    assert share_cited(TASK, [True, True, False, True], ["x", "y", "z", "D-1", "D-4"]) == pytest.approx(2 / 3)
    assert share_cited(TASK, [False] * 4, ["D-1"]) is None


def test_one_item_of_the_answer_matches_at_most_one_reference_item() -> None:
    # One answer item that fits both reference items: one match, nothing left over.
    assert match_one_to_one([[True], [True]]) == ([True, False], 0)


def test_the_largest_matching_is_found_where_the_greedy_one_is_not() -> None:
    # Row 0 fits columns 0 and 1, row 1 only column 0: row 0 must move to column 1.
    assert match_one_to_one([[True, True, False], [True, False, False]]) == ([True, True], 1)


def test_matching_nothing() -> None:
    assert match_one_to_one([]) == ([], 0)
    assert match_one_to_one([[False, False]]) == ([False], 2)
