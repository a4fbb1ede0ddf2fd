"""What the planted truth says of lists and timelines."""

from __future__ import annotations

import pytest

from bench_assets.auditing.list_check import check_list, check_timeline
from tests.bench_assets.auditing.made_truth import made_truth, task

MET_CRANE = "March 3, 1996: Orla M. Fenwick met Basil T. Crane at the Elm Hall"
MET_HOLLOWAY = "May 7, 1996: Orla M. Fenwick met Ines R. Holloway"
WROTE = 'June 3, 1996: Orla M. Fenwick wrote to Basil T. Crane about "Repair of Pier 9 - notes"'
RECORD = "What do the documents record of Orla M. Fenwick in {}, event by event, with the date of each?"
ORDER = (
    "In what order did these happen, and on what date each: (a) Orla M. Fenwick met Ines R. Holloway; "
    "(b) Orla M. Fenwick met Basil T. Crane at the Elm Hall?"
)


@pytest.mark.parametrize(
    ("items", "is_right", "reason"),
    [
        (("Basil T. Crane", "Ines R. Holloway"), True, "every item is true, none is missing"),
        (("Basil T. Crane",), False, "incomplete: ines r holloway"),
        (("Basil T. Crane", "Tobin Ashgrove"), False, "not true: Tobin Ashgrove"),
    ],
)
def test_a_list_is_right_when_it_is_true_and_whole(items: tuple[str, ...], is_right: bool, reason: str) -> None:  # noqa: FBT001 - a case
    asked = task("aggregation", "Whom did Orla M. Fenwick meet between March and May 1996?", "", "D1 D2", items)
    found = check_list(asked, made_truth())
    assert (found.is_right, found.reason) == (is_right, reason)


def test_an_item_out_of_the_period_is_not_missed() -> None:
    asked = task("aggregation", "Whom did Orla M. Fenwick meet in March 1996?", "", "D1", ("Basil T. Crane",))
    assert check_list(asked, made_truth()).is_right is True


def test_a_relation_that_the_truth_does_not_know_is_not_judged() -> None:
    asked = task("aggregation", "Which songs did Orla M. Fenwick sing in 1996?", "", "D1", ("a shanty",))
    assert check_list(asked, made_truth()).is_right is None


@pytest.mark.parametrize(
    ("period", "items", "is_right"),
    [
        ("1996", (MET_CRANE, MET_HOLLOWAY, WROTE), True),
        ("1996", (MET_CRANE, WROTE), False),  # the meeting of May is missing
        ("the period from April 1996 to May 1996", (MET_HOLLOWAY,), True),
        ("the period from April 1996 to May 1996", (MET_CRANE, MET_HOLLOWAY), False),  # March is before it
        ("May 1996", (MET_HOLLOWAY.replace("May 7", "May 8"),), False),
        ("May 1996", (MET_HOLLOWAY.replace("Holloway", "Ashgrove"),), None),
    ],
)
def test_a_dossier_is_right_when_each_event_is_and_none_is_missing(
    period: str,
    items: tuple[str, ...],
    is_right: bool | None,  # noqa: FBT001 - a case
) -> None:
    found = check_list(task("dossier", RECORD.format(period), "", "D1 D2 D5", items), made_truth())
    assert found.is_right is is_right, found.reason


@pytest.mark.parametrize(
    ("answer", "doc_ids", "reason"),
    [
        ("(b) March 3, 1996; (a) May 7, 1996", "D1 D2", ""),
        ("(a) May 7, 1996; (b) March 3, 1996", "D1 D2", "the answer is not in order of date"),
        ("(b) March 4, 1996; (a) May 7, 1996", "D1 D2", "(b) happened on 1996-03-03"),
        ("(b) March 3, 1996", "D1 D2", "the answer's letters are not the question's"),
        ("(b) March 3, 1996; (a) May 7, 1996", "D1", "one document is all its evidence"),
    ],
)
def test_a_timeline_is_right_in_its_days_its_order_and_its_documents(answer: str, doc_ids: str, reason: str) -> None:
    found = check_timeline(task("timeline", ORDER, answer, doc_ids), made_truth())
    assert (found.is_right, found.reason) == ((not reason), reason or "every clause is dated right")


def test_a_clause_without_a_day_in_any_document_is_wrong() -> None:
    asked = ORDER.replace("met Ines R. Holloway", "signed the papers for the repair of Pier 9")
    found = check_timeline(task("timeline", asked, "(b) March 3, 1996; (a) May 7, 1996", "D1 D3"), made_truth())
    assert (found.is_right, found.reason) == (False, "no document dates (a)")
