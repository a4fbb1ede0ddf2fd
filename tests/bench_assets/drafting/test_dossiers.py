"""Dossier drafts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from bench_assets.drafting.dossiers import dossiers
from bench_assets.settings.release import DraftingSection
from tests.bench_assets.drafting.told_events import MARROW, event, target, told

SPRING = (
    event("D-1", f"{MARROW} met Bertram Yule at Lundmark Hall", "1961-05-03"),
    event("D-2", f"{MARROW} opened the library at Pebble Bay", "1961-05-09"),
    event("D-3", f"{MARROW} signed the charter of the salt fleet", "1961-05-30"),
)


def drafts(*rows: dict[str, Any], **settings: Any) -> tuple[list[dict[str, Any]], Counter[str]]:
    counts: Counter[str] = Counter()
    return dossiers(target(), told(*rows), DraftingSection(**settings), 7, counts), counts


def test_three_events_of_a_month_in_three_documents_are_a_dossier_of_that_month():
    (draft,), _ = drafts(*SPRING)
    assert draft["type"] == "dossier"
    asked = f"What do the documents record of {MARROW} in May 1961, event by event, with the date of each?"
    assert draft["question"] == asked
    assert [item["item"] for item in draft["items"]] == [
        f"May 3, 1961: {MARROW} met Bertram Yule at Lundmark Hall",
        f"May 9, 1961: {MARROW} opened the library at Pebble Bay",
        f"May 30, 1961: {MARROW} signed the charter of the salt fleet",
    ]
    assert [item["doc_ids"] for item in draft["items"]] == [["D-1"], ["D-2"], ["D-3"]]
    assert draft["answer"] == "; ".join(item["item"] for item in draft["items"])
    assert draft["attainable_f1"] == 1.0
    assert [piece["doc_id"] for piece in draft["evidence"]] == ["D-1", "D-2", "D-3"]
    assert draft["task_id"].startswith("do-")


def test_events_of_two_months_are_asked_by_quarter():
    moved = [*SPRING[:2], SPRING[2] | {"date": "1961-06-30"}]
    (draft,), _ = drafts(*moved)
    assert " in the period from April 1961 to June 1961, " in draft["question"]


def test_two_events_are_no_dossier():
    assert drafts(*SPRING[:2])[0] == []


def test_events_of_one_document_are_no_dossier():
    found, counts = drafts(*(row | {"doc_id": "D-1", "start": at} for at, row in enumerate(SPRING)))
    assert found == []
    assert counts["one_document"]


def test_a_period_of_which_one_document_tells_all_is_passed_over_for_a_longer_one():
    register = [row | {"doc_id": "D-9"} for row in SPRING]
    assert drafts(*SPRING, *register)[1]["one_document"]
    later = event("D-4", f"{MARROW} closed the ferry to Pebble Bay", "1961-06-20")
    (draft,), _ = drafts(*SPRING, *register, later)
    assert len(draft["items"]) > 1
    assert "D-4" in {doc_id for item in draft["items"] for doc_id in item["doc_ids"]}


@pytest.mark.parametrize(
    ("added", "reason"),
    [
        # A list that a degraded document goes on would not be whole.
        ({"is_draftable": False, "date": "1961-05-20"}, "told_by_a_degraded_document"),
        # Some day of that year: perhaps in May.
        ({"date": "1961"}, "undated_day"),
    ],
)
def test_a_period_that_may_hold_another_event_is_not_asked(added: dict[str, Any], reason: str):
    found, counts = drafts(*SPRING, event("D-4", f"{MARROW} sold the barge Quiet Plover") | added)
    assert found == []
    assert counts[reason]


def test_a_list_of_which_three_citations_earn_too_little_is_not_asked():
    more = [
        event("D-4", f"{MARROW} sold the barge Quiet Plover", "1961-05-10"),
        event("D-5", f"{MARROW} hired two pilots for Slip 4", "1961-05-10"),
    ]
    five = [*(row | {"date": "1961-05-10"} for row in SPRING), *more]
    found, counts = drafts(*five)
    assert found == []  # five items of five documents: 0.75
    assert counts["too_many_documents"]
    (draft,), _ = drafts(*five, min_attainable_f1=0.7)
    assert draft["attainable_f1"] == 0.75


def test_what_is_too_much_for_a_month_is_asked_by_halves():
    more = [
        event("D-4", f"{MARROW} sold the barge Quiet Plover", "1961-05-20"),
        event("D-5", f"{MARROW} hired two pilots for Slip 4", "1961-05-21"),
    ]
    (draft,), _ = drafts(*SPRING, *more)
    assert " in the period from May 16, 1961 to May 31, 1961, " in draft["question"]
    assert [item["doc_ids"] for item in draft["items"]] == [["D-4"], ["D-5"], ["D-3"]]


def test_what_no_period_of_the_calendar_holds_alone_is_asked_from_day_to_day():
    """Five events of five documents in one half of a month: 0.75 for all of them, 1.0 for three.

    The first week holds four (0.86), but begins on the day of one: a question does not name the days that it asks for.
    """
    more = [
        event("D-4", f"{MARROW} sold the barge Quiet Plover", "1961-05-07"),
        event("D-5", f"{MARROW} hired two pilots for Slip 4", "1961-05-09"),
    ]
    days = ("1961-05-01", "1961-05-03", "1961-05-05")
    found, counts = drafts(*(row | {"date": day} for row, day in zip(SPRING, days, strict=True)), *more)
    assert counts["day_in_question"]
    assert [draft["question"].partition(" in ")[2].partition(", event")[0] for draft in found] == [
        "the period from April 30, 1961 to May 6, 1961"
    ]


def test_a_letter_without_a_subject_is_not_told_beside_the_letter_of_that_day_with_one():
    wrote = f"{MARROW} wrote a letter to Bertram Yule"
    titled = event("D-4", f'{wrote} on the subject "Dues of the Old Port"', "1961-05-20", form="header")
    bare = event("D-5", wrote, "1961-05-20", form="header")
    (draft,), _ = drafts(*SPRING[:2], titled, bare)
    assert [item["doc_ids"] for item in draft["items"]] == [["D-1"], ["D-2"], ["D-4"]]


def test_no_events_give_no_dossier():
    assert drafts() == ([], Counter())
