"""The gate, citation precision and recall, and near-duplicates that count as one."""

from __future__ import annotations

import pytest

from scoring.citations import Units, citation_precision, citation_recall, gated, is_supported
from scoring.contract import Task, TaskType

ALONE = Units({})
PAIR = Units.of(Task("t1", TaskType.SINGLE_HOP, gold_docs=("g1", "g2"), gold_units=(("g2", "g1"),)))


def test_the_gate_is_the_first_three_distinct_citations() -> None:
    assert gated(["a", "a", "b", "a", "c", "d"]) == ("a", "b", "c")


def test_a_gold_document_cited_fourth_supports_nothing() -> None:
    assert not is_supported(["a", "b", "c", "g1"], {"g1"}, ALONE)


def test_repeats_do_not_use_up_the_gate() -> None:
    assert is_supported(["a", "a", "b", "b", "g1"], {"g1"}, ALONE)


def test_any_member_of_a_unit_satisfies_the_gate() -> None:
    assert is_supported(["g2"], {"g1"}, PAIR)
    assert not is_supported(["g2"], {"g1"}, ALONE)


def test_precision_is_over_every_distinct_citation() -> None:
    # a, b, c, g1 cited; g1 right: 1/4, though it stands behind the gate and a is cited twice
    assert citation_precision(["a", "a", "b", "c", "g1"], {"g1"}, ALONE) == 0.25


def test_no_citation_is_precision_and_recall_zero() -> None:
    assert citation_precision([], {"g1"}, ALONE) == 0.0
    assert citation_recall([], {"g1"}, ALONE) == 0.0


def test_an_id_that_no_corpus_holds_counts_as_wrong() -> None:
    assert citation_precision(["g1", "no such document"], {"g1"}, ALONE) == 0.5


def test_recall_counts_units_and_precision_counts_both_members() -> None:
    # gold g1 = g2 and g3: two units. Citing g1, g2: both right (2/2), one of two units found.
    assert citation_precision(["g1", "g2"], {"g1", "g2", "g3"}, PAIR) == 1.0
    assert citation_recall(["g1", "g2"], {"g1", "g2", "g3"}, PAIR) == 0.5
    assert citation_recall(["g1", "g2"], {"g1", "g2", "g3"}, ALONE) == pytest.approx(2 / 3)


def test_recall_without_gold_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one gold document"):
        citation_recall(["a"], set(), ALONE)


def test_a_unit_takes_the_place_of_its_first_member_retrieved() -> None:
    assert PAIR.distinct_units(["a", "g2", "b", "g1", "c"]) == ["a", "g1", "b", "c"]
