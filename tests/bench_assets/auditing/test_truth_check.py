"""What the planted truth says of a task with one answer."""

from __future__ import annotations

import pytest

from bench_assets.auditing.truth_check import NOT_SAID, Checked, check_tasks
from tests.bench_assets.auditing.made_truth import TEXTS, made_truth, tables, task


def checked(question: str, answer: str, doc_ids: str) -> Checked:
    return check_tasks([task("single_hop", question, answer, doc_ids)], made_truth(), TEXTS)[0]


@pytest.mark.parametrize(
    ("question", "answer", "doc_ids"),
    [
        ("Whom did Orla M. Fenwick meet on March 3, 1996?", "Basil Crane", "D1"),
        ("Who met Ines R. Holloway on 7 May 1996?", "Orla M. Fenwick", "D2"),
        ("On what date did Orla Fenwick meet Basil T. Crane about the repair of Pier 9?", "3 March 1996", "D1"),
        ("Where did Orla M. Fenwick meet Basil T. Crane?", "Elm Hall", "D1"),
        ("Who signed the papers for the repair of Pier 9?", "Fenwick", "D3"),
        ("What was the price of the repair of Pier 9?", "$4,500.00", "D3"),
        ('To whom is the message of June 3, 1996 on the subject "Repair of Pier 9 - notes" addressed?', "Crane", "D5"),
    ],
)
def test_a_stated_answer_is_right_in_any_wording(question: str, answer: str, doc_ids: str) -> None:
    found = checked(question, answer, doc_ids)
    assert found.is_right is True, found.reason


def test_the_facts_of_a_right_answer_are_the_one_asked_and_those_named() -> None:
    assert checked("Whom did Orla M. Fenwick meet on March 3, 1996?", "Basil Crane", "D1").fact_ids == (
        "m1.met_on",
        "m1.met_with",
    )


def test_another_value_is_wrong_and_the_true_one_is_said() -> None:
    found = checked("Whom did Orla M. Fenwick meet on March 3, 1996?", "Ines R. Holloway", "D1")
    assert (found.is_right, found.reason) == (False, "the truth is Basil T. Crane (meeting.met_with)")


def test_a_question_that_two_answers_fit_is_wrong() -> None:
    found = checked("Whom did Orla M. Fenwick meet?", "Basil T. Crane", "D1")
    assert (found.is_right, found.reason) == (False, "another answer is as true: Ines R. Holloway")


def test_an_answer_that_its_documents_do_not_state_is_wrong() -> None:
    found = checked("Whom did Orla M. Fenwick meet on March 3, 1996?", "Basil Crane", "D2")
    assert (found.is_right, found.reason) == (False, "the evidence's documents do not state it")


@pytest.mark.parametrize("question", ["Who signed the papers for the repair of Pier 8?", "Who painted the Elm Hall?"])
def test_a_subject_that_the_truth_does_not_know_is_not_judged(question: str) -> None:
    found = checked(question, "Orla M. Fenwick", "D3")
    assert (found.is_right, found.reason) == (None, NOT_SAID)


def test_an_office_that_a_signature_gives_is_right() -> None:
    question = "What position did Orla M. Fenwick hold in the Eastmere Docks?"
    assert checked(question, "Warden", "D5").is_right is True
    assert checked(question, "Warden", "D4").is_right is None  # the document does not give it
    asked = "On what date was Orla M. Fenwick appointed Warden of the Eastmere Docks?"
    assert checked(asked, "March 3, 1990", "D5").is_right is None  # an office says nothing of its day


def test_two_messages_of_one_title_and_day_are_told_apart_by_their_lines() -> None:
    rows = tables()["statements"].to_pylist()
    lines = (
        ("h1.m.written_by", "From: Basil Crane", "Basil Crane"),
        ("h1.m.addressed_to", "To: Ines", "Ines R. Holloway"),
    )
    rows += [rows[-2] | {"fact_id": f, "statement": said, "written_answer": name} for f, said, name in lines]
    truth = made_truth(statements=rows)
    asked = 'To whom is the message of June 3, 1996 from {} on the subject "Repair of Pier 9 - notes" addressed?'
    for sender, receiver in (("Orla Fenwick", "Basil Crane"), ("Basil Crane", "Ines R. Holloway")):
        assert check_tasks([task("single_hop", asked.format(sender), receiver, "D5")], truth, TEXTS)[0].is_right
