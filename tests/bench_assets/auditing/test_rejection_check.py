"""What the planted truth says of absences and false premises."""

from __future__ import annotations

import pytest

from bench_assets.auditing.rejection_check import check_absence, check_premise
from tests.bench_assets.auditing.made_truth import made_truth, task


@pytest.mark.parametrize(
    ("question", "is_right"),
    [
        ("On what date did Orla M. Fenwick meet Basil T. Crane?", False),
        ("How much was the price of the repair of Pier 9?", False),
        ("Which university awarded an honorary degree to Orla M. Fenwick?", True),
        ("How many guests met at the farewell dinner given for Orla M. Fenwick?", True),
        ("What was the price of the repair of Pier 8?", True),
    ],
)
def test_an_absence_is_false_when_a_document_answers_it(question: str, is_right: bool) -> None:  # noqa: FBT001 - a case
    found = check_absence(task("unanswerable", question), made_truth())
    assert found.is_right is is_right, found.reason


def test_an_absence_that_the_truth_lists_is_said_to_be_listed() -> None:
    asked = "What is the salary of Orla M. Fenwick?"
    row = {"fact_id": "p1.salary", "subject": "x", "relation": "salary", "question": asked, "asked_type": "money"}
    truth = made_truth(absent_facts=[row])
    assert check_absence(task("unanswerable", asked), truth).reason == "the truth lists it as absent"


@pytest.mark.parametrize(
    ("other", "is_right"),
    [
        ("Basil T. Crane", False),  # they met, and one wrote to the other
        ("Ines R. Holloway", False),
        ("Tobin Ashgrove", True),  # no document names both
    ],
)
def test_a_premise_is_false_when_a_document_states_a_dealing(other: str, is_right: bool) -> None:  # noqa: FBT001 - a case
    asked = f"On what date did Orla M. Fenwick telephone {other} about the ferries?"
    found = check_premise(task("false_premise", asked), made_truth())
    assert found.is_right is is_right, found.reason


def test_two_who_are_only_named_in_one_document_are_not_judged() -> None:
    found = check_premise(task("false_premise", "When did Tobin Ashgrove meet Basil T. Crane?"), made_truth())
    assert (found.is_right, found.reason) == (None, "named together: D6")


def test_a_premise_of_one_known_figure_is_not_judged() -> None:
    assert (
        check_premise(task("false_premise", "When did Orla M. Fenwick meet the king?"), made_truth()).is_right is None
    )
