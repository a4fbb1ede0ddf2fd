"""Events of targets, checked against the untouched text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pytest

from bench_assets.drafting.events import find_events
from bench_assets.schemas import CORPUS, EVENTS, TARGET_ENTITIES
from bench_assets.settings.release import DraftingSection
from scoring.llm import Completion, Prompt

MARROW = "Ilse P. Marrow"
TARGETS = pa.Table.from_pylist(
    [{"entity_id": "e-marrow", "canonical_name": MARROW, "kind": "person", "aliases": ["Mrs. Marrow"]},
     {"entity_id": "e-yule", "canonical_name": "Bertram Yule", "kind": "person", "aliases": []}],
    schema=TARGET_ENTITIES,
)  # fmt: skip
TEXT = "The board sat. On 3 May 1961, Mrs. Marrow met\nBertram Yule at Lundmark Hall. It rained."
EVENT = {
    "figure": MARROW,
    "event": f"{MARROW} met Bertram Yule at Lundmark Hall",
    "date": "3 May 1961",
    "quote": "On 3 May 1961, Mrs. Marrow met Bertram Yule at Lundmark Hall.",
    "salience": 3,
    "form": "sentence",
}


@dataclass
class Scripted:
    """A model that gives the same events of every window, or fails."""

    events: list[dict[str, object]]
    error: str | None = None
    name: str = "scripted"
    asked: list[Prompt] = field(default_factory=list)

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked += prompts
        text = "" if self.error else json.dumps({"events": self.events})
        return [Completion(text, self.name, error=self.error) for _ in prompts]


def corpus(*texts: str, is_draftable: bool = True, entity_ids: Sequence[str] = ("e-marrow", "e-yule")) -> pa.Table:
    rows = [
        {
            "doc_id": f"D-{at}",
            "shard": "s",
            "role": "target",
            "quality_class": "clean",
            "is_draftable": is_draftable,
            "entity_ids": list(entity_ids),
            "text": text,
        }
        for at, text in enumerate(texts)
    ]
    return pa.Table.from_pylist(rows, schema=CORPUS)


def found(model: Scripted, table: pa.Table) -> tuple[list[dict[str, object]], dict[str, int]]:
    finding = find_events(table, TARGETS, model, DraftingSection())
    assert finding.table.schema == EVENTS
    return finding.table.to_pylist(), finding.counts


def test_an_event_is_kept_with_its_span_and_its_date():
    ((row,), _) = found(Scripted([EVENT]), corpus(TEXT))
    assert TEXT[row["start"] : row["end"]] == row["quote"]  # the document's own line break
    assert "met\nBertram" in row["quote"]
    assert (row["entity_id"], row["date"], row["event"]) == ("e-marrow", "1961-05-03", EVENT["event"])
    assert row["is_draftable"]


def test_a_model_is_asked_for_the_figures_that_the_window_names():
    model = Scripted([])
    found(model, corpus("Mrs. Marrow resigned.", "Nobody was there."))
    assert [prompt.variables["figures"] for prompt in model.asked] == [[MARROW]]


def test_a_degraded_document_is_read_and_marked():
    ((row,), _) = found(Scripted([EVENT]), corpus(TEXT, is_draftable=False))
    assert not row["is_draftable"]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"quote": "On 3 May 1961, Mrs. Marrow resigned."}, "invented_quote"),
        ({"figure": "Agnes Crake"}, "another_figure"),
        ({"event": "Bertram Yule went to Lundmark Hall"}, "another_figure"),
        ({"date": "9 May 1961"}, "invented_date"),
        ({"date": "the board"}, "invented_date"),
        ({"date": "Lundmark Hall"}, "unreadable_date"),
        ({"event": f"{MARROW} met Bertram Yule; it rained"}, "no_event"),
        ({"event": "Mrs. Marrow resigned"}, "no_event"),
        ({"event": f"{MARROW} told her home address to Bertram Yule"}, "personal_data"),
        ({"event": f"{MARROW} met Agnes Crake at Lundmark Hall"}, "person_not_public"),
    ],
)
def test_an_event_that_fails_a_check_is_rejected_and_counted(changes: dict[str, object], reason: str):
    rows, counts = found(Scripted([EVENT | changes]), corpus(TEXT))
    assert rows == []
    assert counts[reason] == 1


def test_an_event_without_a_date_has_none():
    ((row,), _) = found(Scripted([EVENT | {"date": ""}]), corpus(TEXT))
    assert row["date"] is None


def test_a_copy_with_another_date_drops_the_event():
    other = TEXT.replace("3 May", "8 May")
    rows, counts = found(Scripted([EVENT]), corpus(TEXT, other))
    assert rows == []
    assert (counts["conflicting_copy"], counts["invented_quote"]) == (1, 1)


def test_a_failed_reply_is_counted_and_nothing_is_made_up():
    rows, counts = found(Scripted([EVENT], error="timed out"), corpus(TEXT))
    assert rows == []
    assert counts["model_failure"] == 1


def test_the_order_of_documents_does_not_matter():
    table = corpus(TEXT, TEXT.replace("It rained.", "It snowed."))
    assert found(Scripted([EVENT]), table) == found(Scripted([EVENT]), table.take([1, 0]))


def test_empty_input_gives_an_empty_table():
    assert found(Scripted([EVENT]), corpus())[0] == []
