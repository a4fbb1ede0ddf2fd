"""Timeline drafts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bench_assets.drafting.timelines import timelines
from tests.bench_assets.drafting.told_events import MARROW, event, target, told

THREE = (
    event("D-1", f"{MARROW} met Bertram Yule at Lundmark Hall", "1961-05-03"),
    event("D-2", f"{MARROW} opened the library at Pebble Bay", "1961-08-09"),
    event("D-2", f"{MARROW} signed the charter of the salt fleet", "1962-01-30", start=90, end=120),
)


def drafts(*rows: dict[str, Any], seed: int = 7) -> tuple[list[dict[str, Any]], Counter[str]]:
    counts: Counter[str] = Counter()
    return timelines(target(), told(*rows), seed, counts), counts


def test_three_events_of_two_documents_are_asked_in_another_order_than_they_happened():
    (draft,), _ = drafts(*THREE)
    letters = {text: draft["question"].split(text)[0][-4:-1] for text in (row["event"] for row in THREE)}
    assert sorted(letters.values()) == ["(a)", "(b)", "(c)"]
    assert list(letters.values()) != ["(a)", "(b)", "(c)"]
    dates = ["May 3, 1961", "August 9, 1961", "January 30, 1962"]
    assert draft["answer"] == "; ".join(f"{a} {b}" for a, b in zip(letters.values(), dates, strict=True))
    assert [item["item"] for item in draft["items"]] == [
        f"{date}: {row['event']}" for date, row in zip(dates, THREE, strict=True)
    ]
    assert draft["attainable_f1"] is None  # one answer, right or wrong
    assert draft["task_id"].startswith("tl-")


def test_the_same_seed_letters_them_alike():
    assert drafts(*THREE)[0] == drafts(*reversed(THREE))[0]


def test_what_one_document_tells_whole_is_no_timeline():
    whole = [row | {"doc_id": "D-1", "start": at * 100} for at, row in enumerate(THREE)]
    assert drafts(*whole)[0] == []


def test_another_event_in_the_place_of_the_third_makes_one():
    whole = [row | {"doc_id": "D-1", "start": at * 100} for at, row in enumerate(THREE)]
    fourth = event("D-4", f"{MARROW} hired two pilots for Slip 4", "1962-02-01")
    (draft,), _ = drafts(*whole, fourth)
    assert [item["doc_ids"] for item in draft["items"]] == [["D-1"], ["D-1"], ["D-4"]]


def test_an_event_that_could_be_taken_for_another_is_not_asked():
    twice = event("D-5", THREE[0]["event"], "1961-11-11")
    found, counts = drafts(*THREE, twice)
    assert found == []
    assert counts["alike"] == 2


def test_events_of_one_day_have_no_order():
    assert drafts(*THREE[:2], THREE[2] | {"date": THREE[1]["date"]})[0] == []


def test_events_further_apart_than_a_story_are_no_timeline():
    assert drafts(*THREE[:2], THREE[2] | {"date": "1980-01-30"})[0] == []


def test_an_event_is_asked_again_only_beside_other_events_and_at_most_three_times():
    """Twelve events: four groups of neighbours, four of events that stand a third of all apart, then others."""
    deeds = [
        "bought a barge", "sold nine lamps at auction", "opened the rope works", "painted Slip 4 green", "closed a ledger",
        "hung the storm bell", "lost her umbrella", "found an anchor off Lundmark", "named the crane Agnes",
        "rode the first ferry", "read a gauge aloud", "scrapped the hull of the Old Magpie",
    ]  # fmt: skip
    rows = [event(f"D-{at}", f"{MARROW} {deed}", f"1961-{at + 1:02d}-05") for at, deed in enumerate(deeds)]
    found, _ = drafts(*rows)
    groups = [frozenset(item["item"] for item in draft["items"]) for draft in found]
    assert 8 < len(groups) <= 12  # twelve events three times make twelve groups of three
    assert max(Counter(item for group in groups for item in group).values()) == 3
    assert max(len(one & other) for at, one in enumerate(groups) for other in groups[:at]) == 1
