"""Aggregation drafts from a model's list questions."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from bench_assets.corpus.private_people import PrivateNames
from bench_assets.drafting.aggregations import aggregations
from bench_assets.settings.release import DraftingSection
from scoring.llm import Completion, Prompt
from tests.bench_assets.drafting.told_events import MARROW, event, target, told

ROWS = (
    event("D-1", f"{MARROW} met Bertram Yule", "1961-05-03"),
    event("D-2", f"{MARROW} met Agnes Crake", "1961-05-09"),
    event("D-3", f"{MARROW} met Osbert Teale", "1961-06-30"),
    event("D-4", f"{MARROW} met Nora Finch", "1961-07-01", is_draftable=False),
)
ASKED = f"Whom did {MARROW} meet between May and June 1961?"
ITEMS = [
    {"item": "Bertram Yule", "statements": [1]},
    {"item": "Agnes Crake", "statements": [2]},
    {"item": "Osbert Teale", "statements": [3]},
]


@dataclass
class Scripted:
    """A model that offers one list question, or fails."""

    items: list[dict[str, Any]]
    question: str = ASKED
    error: str | None = None
    name: str = "scripted"
    asked: list[Prompt] = field(default_factory=list)

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked += prompts
        offered = json.dumps({"questions": [{"question": self.question, "items": self.items}]})
        return [Completion("" if self.error else offered, self.name, error=self.error) for _ in prompts]


def drafts(model: Scripted, *rows: dict[str, Any], **settings: Any) -> tuple[list[dict[str, Any]], Counter[str]]:
    counts: Counter[str] = Counter()
    clerk, private = target(), PrivateNames(frozenset())
    happened = {"e-marrow": told(*(rows or ROWS))}
    offered = aggregations([clerk], happened, model, DraftingSection(**settings), 7, private, counts)
    return [draft for of_one in offered for draft in of_one], +counts


def test_a_list_question_becomes_a_draft_whose_items_have_their_own_documents():
    model = Scripted(ITEMS)
    (draft,), _ = drafts(model)
    assert (draft["type"], draft["question"]) == ("aggregation", ASKED)
    assert [(item["item"], item["doc_ids"]) for item in draft["items"]] == [
        ("Bertram Yule", ["D-1"]), ("Agnes Crake", ["D-2"]), ("Osbert Teale", ["D-3"]),
    ]  # fmt: skip
    assert draft["answer"] == "Bertram Yule; Agnes Crake; Osbert Teale"
    assert draft["attainable_f1"] == 1.0
    # What a degraded document tells is shown: a list that lacks it is not whole.
    assert model.asked[0].variables["statements"] == [
        f"May 3, 1961: {MARROW} met Bertram Yule",
        f"May 9, 1961: {MARROW} met Agnes Crake",
        f"June 30, 1961: {MARROW} met Osbert Teale",
        f"July 1, 1961: {MARROW} met Nora Finch",
    ]


@pytest.mark.parametrize(
    ("items", "question", "reason"),
    [
        ([*ITEMS[:2], {"item": "Nora Finch", "statements": [3]}], ASKED, "item_not_in_quote"),
        ([*ITEMS[:2], {"item": "Osbert Teale", "statements": [9]}], ASKED, "unknown_statement"),
        ([*ITEMS[:2], {"item": "Osbert Teale", "statements": []}], ASKED, "unknown_statement"),
        ([*ITEMS, {"item": "bertram yule", "statements": [1]}], ASKED, "item_twice"),
        (ITEMS[:2], ASKED, "too_few"),
        ([*ITEMS, {"item": "Nora Finch", "statements": [4]}], ASKED, "told_by_a_degraded_document"),
        (ITEMS, "Whom did the clerk meet between May and June 1961?", "another_figure"),
        (ITEMS, f"Whom did {MARROW} meet beside Bertram Yule?", "gives_answer_away"),
        (ITEMS, f"Name whom {MARROW} met", "not_a_question"),
    ],
)
def test_a_list_that_fails_a_check_is_left_out_and_counted(items: list[dict[str, Any]], question: str, reason: str):
    found, counts = drafts(Scripted(items, question))
    assert found == []
    assert counts == {reason: 1}


@pytest.mark.parametrize("misread", ["Clerk of the B!ard", "of the Salt Compan+", "{of the Board"])
def test_a_list_that_rests_on_a_misread_quote_alone_is_left_out(misread: str):
    spoilt = ROWS[2] | {"quote": f"{MARROW} met Osbert Teale, {misread}, on June 30, 1961."}
    found, counts = drafts(Scripted(ITEMS), *ROWS[:2], spoilt)
    assert (found, counts) == ([], {"misread_quote": 1})
    clean = ROWS[2] | {"doc_id": "D-9"}
    assert len(drafts(Scripted(ITEMS), *ROWS[:2], spoilt, clean)[0]) == 1
    numbered = ROWS[2] | {"quote": f"{MARROW} met Osbert Teale, Case#:12, on June 30, 1961."}
    assert len(drafts(Scripted(ITEMS), *ROWS[:2], numbered)[0]) == 1


def test_a_list_of_one_document_is_no_list_task():
    rows = [row | {"doc_id": "D-1", "start": at * 90} for at, row in enumerate(ROWS[:3])]
    found, counts = drafts(Scripted(ITEMS), *rows)
    assert found == []
    assert counts == {"one_document": 1}


def test_who_states_too_little_is_not_asked_about():
    model = Scripted(ITEMS)
    assert drafts(model, *ROWS[:2])[0] == []
    assert model.asked == []


def test_a_failed_reply_gives_nothing():
    found, counts = drafts(Scripted(ITEMS, error="timed out"))
    assert found == []
    assert counts == {"model_failure": 1}
