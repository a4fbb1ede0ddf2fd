"""What one answer earns, type by type."""

from __future__ import annotations

import pytest

from scoring.contract import Item, Prediction, Task, TaskType, Verdict
from scoring.correctness import score_task

HOP = Task("t1", TaskType.SINGLE_HOP, answer="12 May 1961", gold_docs=("g1", "g2"))
ABSENT = Task("t1", TaskType.UNANSWERABLE)
FALSE = Task("t1", TaskType.FALSE_PREMISE, false_element="the dinner at Quill House")
RIGHT = Verdict("t1", is_correct=True)
REFUSED = Verdict("t1", is_refusal=True)


def test_a_right_answer_with_a_gold_citation_earns_one() -> None:
    score = score_task(HOP, Prediction("t1", "12 May 1961", ("x", "g2")), RIGHT)
    assert (score.cited, score.uncited, score.citation_precision, score.citation_recall) == (1.0, 1.0, 0.5, 0.5)


def test_a_right_answer_without_a_gold_citation_earns_uncited_only() -> None:
    score = score_task(HOP, Prediction("t1", "12 May 1961", ("x", "y", "z", "g1")), RIGHT)
    assert (score.cited, score.uncited) == (0.0, 1.0)


def test_a_wrong_answer_with_a_gold_citation_earns_nothing() -> None:
    assert score_task(HOP, Prediction("t1", "1962", ("g1",)), Verdict("t1")).uncited == 0.0


def test_is_correct_counts_only_when_nothing_was_refused() -> None:
    both = Verdict("t1", is_refusal=True, is_correct=True)
    assert score_task(HOP, Prediction("t1", "I cannot say; 12 May 1961", ("g1",)), both).cited == 0.0


def test_an_answer_that_is_correct_of_an_unanswerable_task_is_not_a_refusal() -> None:
    assert score_task(ABSENT, Prediction("t1", "1961"), RIGHT).cited == 0.0


def test_declining_an_unanswerable_task_earns_one_and_needs_no_citation() -> None:
    score = score_task(ABSENT, Prediction("t1", "The documents do not say."), REFUSED)
    assert (score.cited, score.uncited, score.citation_precision, score.citation_recall) == (1.0, 1.0, None, None)


@pytest.mark.parametrize("task", [HOP, ABSENT, FALSE])
@pytest.mark.parametrize("verdict", [None, RIGHT, REFUSED, Verdict("t1", error="down")])
def test_an_empty_answer_earns_zero_whatever_the_judge_says(task: Task, verdict: Verdict | None) -> None:
    score = score_task(task, Prediction("t1", "  ", ("g1",)), verdict)
    assert (score.cited, score.uncited, score.is_premise_refused) == (0.0, 0.0, False)


def test_an_empty_list_answer_earns_zero_without_a_verdict() -> None:
    task = Task("t1", TaskType.DOSSIER, items=(Item("a"),), gold_docs=("g1",))
    assert score_task(task, Prediction("t1", ""), None).cited == 0.0


@pytest.mark.parametrize("verdict", [None, Verdict("t1", is_correct=True, error="timed out")])
def test_without_a_verdict_correctness_is_unmeasured_and_citations_are_not(verdict: Verdict | None) -> None:
    score = score_task(HOP, Prediction("t1", "12 May 1961", ("g1",)), verdict)
    assert (score.cited, score.uncited, score.citation_precision) == (None, None, 1.0)


def test_a_list_task_earns_item_f1() -> None:
    task = Task("t1", TaskType.AGGREGATION, items=(Item("a", ("D-1",)), Item("b", ("D-2",))))
    verdict = Verdict("t1", matched_items=(True, True), extra_items=1)
    score = score_task(task, Prediction("t1", "a, b, c", ("D-1",)), verdict)
    # supported 1, matched 2, extra 1, items 2: 2*1/(3+2); uncited 2*2/5; of the two claims one is cited
    assert (score.cited, score.uncited, score.item_citation_precision) == (0.4, 0.8, 0.5)


def test_a_refused_false_premise_says_whether_it_was_named() -> None:
    named = Verdict("t1", is_refusal=True, names_premise=True)
    score = score_task(FALSE, Prediction("t1", "No dinner at Quill House is recorded."), named)
    assert (score.cited, score.is_premise_refused, score.names_premise) == (1.0, True, True)
    accepted = score_task(FALSE, Prediction("t1", "He brought wine."), Verdict("t1", names_premise=True))
    assert (accepted.cited, accepted.is_premise_refused, accepted.names_premise) == (0.0, False, None)


def test_records_of_different_tasks_are_refused() -> None:
    with pytest.raises(ValueError, match="not of task t1"):
        score_task(HOP, Prediction("t2", "x"), None)
