"""Drafts as gates read them."""

from __future__ import annotations

from bench_assets.gauntlet.rule_book.drafts import read_draft
from tests.bench_assets.gauntlet.rule_book.made_drafts import EVENTS, ORDER, timeline


def test_an_item_is_shown_by_its_own_documents_alone():
    evidence = [
        {"doc_id": "d1", "start": 0, "end": 9, "quote": "Okell met\nLund.", "sha256": ""},
        {"doc_id": "d2", "start": 0, "end": 9, "quote": "Okell met Holm.", "sha256": ""},
    ]
    items = [{"item": "Otto Lund", "doc_ids": ["d1"]}, {"item": "Ida Holm", "doc_ids": ["d2"]}]
    row = {"task_id": "t1", "type": "aggregation", "question": "Whom?", "answer": "Otto Lund; Ida Holm", "items": items}
    draft = read_draft(row | {"evidence": evidence})
    assert [part.quotes for part in draft.items] == [("Okell met Lund.",), ("Okell met Holm.",)]
    assert draft.whole.quotes == ("Okell met Lund.", "Okell met Holm.")


def test_a_rejection_type_has_no_parts():
    row = {"task_id": "t1", "type": "unanswerable", "question": "Who?", "answer": None, "items": None, "evidence": None}
    assert read_draft(row).parts == ()


def test_a_timeline_gives_its_clauses_by_letter():
    assert timeline().clauses == {
        "a": "Beatrice K. Okell met Quentin Yardling at the Anchor Hotel",
        "b": "Otto Lund signed the lease of Berth 11",
        "c": "the Harbor Board approved the dredging of Pier 14",
    }
    assert ORDER.endswith("Pier 14?")


def test_an_item_parts_into_date_and_clause():
    part = timeline().items[0]
    assert (part.text, part.date, part.clause) == (EVENTS[0], "March 3, 1964", "Otto Lund signed the lease of Berth 11")
