"""Drafts whose answers have several parts, from the events of a corpus."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from bench_assets.drafting.certified import Certified
from bench_assets.drafting.lists import apart, draft_lists
from bench_assets.schemas import ALIAS_INDEX, COMPLETENESS_CERTIFICATES, CORPUS, NEAR_DUPLICATES, TARGET_ENTITIES
from bench_assets.settings.release import DraftingSection
from scoring.contract import TaskType
from scoring.llm import Completion, Prompt
from tests.bench_assets.drafting.told_events import MARROW, event, table

ROWS = (
    event("D-1", f"{MARROW} met Bertram Yule at Lundmark Hall", "1961-05-03"),
    event("D-2", f"{MARROW} opened the library at Pebble Bay", "1961-05-09"),
    event("D-3", f"{MARROW} signed the charter of the salt fleet", "1961-05-20"),
    event("D-4", f"{MARROW} sold the barge Quiet Plover", "1961-05-30"),
)
FOUND = {"answer": f"May 25, 1961: {MARROW} hired two pilots", "doc_ids": ["D-5"], "is_abstained": False}
ABSTAINED = {"answer": "The passages do not say.", "doc_ids": [], "is_abstained": True}


@dataclass
class Scripted:
    """A model that finds one more event when it is asked about a period that holds May 25, and never another."""

    refused: tuple[str, ...]
    is_late: bool = False
    name: str = "scripted"
    asked: list[str] = field(default_factory=list)

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        return [self._complete(prompt) for prompt in prompts]

    def _complete(self, prompt: Prompt) -> Completion:
        question = str(prompt.variables["question"])
        if self.is_late:
            return Completion("", self.name, is_pending=True)
        if prompt.prompt_id == "judge_items":
            said: dict[str, Any] = {"matched_items": [False] * 4, "extra_items": 1, "reason": ""}
        else:
            self.asked.append(question.partition(" in ")[2].partition(", event")[0])
            said = FOUND if self.asked[-1] in self.refused else ABSTAINED
        return Completion(json.dumps(said), self.name)


def certified() -> Certified:
    rows = [
        {"doc_id": row["doc_id"], "shard": "s", "role": "target", "quality_class": "clean", "is_draftable": True,
         "entity_ids": ["e-marrow"], "text": row["quote"]}
        for row in ROWS
    ]  # fmt: skip
    named = {"entity_id": "e-marrow", "canonical_name": MARROW, "kind": "person", "aliases": ["Mrs. Marrow"]}
    complete = {
        "entity_id": "e-marrow", "aliases": ["Mrs. Marrow"], "n_in_corpus": 4, "n_garbage": 0, "missing": [],
        "n_documents_scanned": 4, "n_garbage_documents": 0, "n_rows_skipped": 0, "quarantined_shards": [],
    }  # fmt: skip
    return Certified(
        pa.Table.from_pylist(rows, schema=CORPUS),
        pa.Table.from_pylist([named], schema=TARGET_ENTITIES),
        pa.Table.from_pylist([complete], schema=COMPLETENESS_CERTIFICATES),
        NEAR_DUPLICATES.empty_table(),
        ALIAS_INDEX.empty_table(),
    )


def periods_kept(model: Scripted) -> list[str]:
    drafted = draft_lists(TaskType.DOSSIER, table(*ROWS), certified(), model, DraftingSection(), 7)
    return [question.partition(" in ")[2].partition(", event")[0] for question in drafted.table["question"].to_pylist()]


def test_a_period_whose_list_is_not_whole_gives_way_to_one_that_does_not_hold_all_of_it() -> None:
    model = Scripted(refused=("May 1961",))
    assert periods_kept(model) == ["the period from May 2, 1961 to May 21, 1961"]
    # The quarter, the half and the year hold all of May and would lack the same.
    assert model.asked == ["May 1961", "the period from May 2, 1961 to May 21, 1961"]


def test_a_period_whose_list_is_whole_is_asked_alone() -> None:
    model = Scripted(refused=())
    assert periods_kept(model) == ["May 1961"]
    assert model.asked == ["May 1961"]


def test_other_periods_wait_until_a_batch_has_answered() -> None:
    model = Scripted(refused=(), is_late=True)
    assert periods_kept(model) == []


def test_no_events_give_no_drafts() -> None:
    drafted = draft_lists(TaskType.DOSSIER, table(), certified(), Scripted(refused=()), DraftingSection(), 7)
    assert (drafted.table.num_rows, drafted.counts) == (0, {})


def test_of_lists_whose_periods_share_a_paper_those_stay_that_stand_in_the_way_of_fewest() -> None:
    def asked(when: str, *doc_ids: str) -> dict[str, Any]:
        return {
            "question": f"On what subjects did {MARROW} write {when}?",
            "entity_ids": ["e-marrow"],
            "evidence": [{"doc_id": doc_id, "start": 0} for doc_id in doc_ids],
            "items": [{"item": f"Dues of {doc_id}"} for doc_id in doc_ids],
        }

    spring = asked("between March and May 1961", "D-1", "D-2", "D-3")
    year = asked("in 1961", "D-2", "D-3", "D-4", "D-5")
    autumn = asked("between September and November 1961", "D-4", "D-5", "D-6")
    others = asked("between March and May 1961", "D-1", "D-8") | {"question": f"Who wrote to {MARROW} in 1961?"}
    same = asked("in 1961", "D-1", "D-2", "D-7") | {"question": f"On what was {MARROW} written to in 1961?"}
    assert apart([year, spring, autumn, others]) == [spring, autumn, others]
    assert apart([year, spring]) == [year]
    assert apart([spring, same]) == [spring]  # two of its three items
    assert apart([]) == []


def test_of_two_lists_that_stand_in_each_others_way_the_one_stays_whose_items_have_their_beginning() -> None:
    def asked(when: str, *items: str) -> dict[str, Any]:
        evidence = [{"doc_id": "D-1", "start": 0}]
        held = [{"item": item} for item in items]
        return {"question": f"Papers {when}?", "entity_ids": ["e-marrow"], "evidence": evidence, "items": held}

    ends = asked("in May 1961", "... of the Old Port", "Ropes")
    begun = asked("in June 1961", "Dues of ...", "Nets")
    assert apart([ends, begun]) == [begun]
