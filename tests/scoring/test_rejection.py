"""Declining."""

from __future__ import annotations

from scoring.contract import Prediction, Task, TaskType, Verdict
from scoring.rejection import is_premise_refused, rejection_score

REFUSED = Verdict("t", is_refusal=True)


def test_an_empty_answer_is_no_refusal() -> None:
    assert rejection_score(Prediction("t", "No."), REFUSED) == 1.0
    assert rejection_score(Prediction("t", " "), REFUSED) == 0.0
    assert rejection_score(Prediction("t", "No."), Verdict("t", is_correct=True)) == 0.0


def test_only_refused_false_premises_can_name_one() -> None:
    assert is_premise_refused(Task("t", TaskType.FALSE_PREMISE), Prediction("t", "No."), REFUSED)
    assert not is_premise_refused(Task("t", TaskType.UNANSWERABLE), Prediction("t", "No."), REFUSED)
    assert not is_premise_refused(Task("t", TaskType.FALSE_PREMISE), Prediction("t", "Wine."), Verdict("t"))
