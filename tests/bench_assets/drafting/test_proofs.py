"""Finished drafts that rest on something not found, asked for once more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
import pytest

from bench_assets.drafting.certified import Certified
from bench_assets.drafting.proofs import unproven
from bench_assets.schemas import (
    ALIAS_INDEX,
    COMPLETENESS_CERTIFICATES,
    CORPUS,
    NEAR_DUPLICATES,
    TARGET_ENTITIES,
    TASK_DRAFTS,
)
from scoring.llm import Completion, Prompt

NAME = "Adela Quenby"
TEXTS = {"D-1": f"{NAME} came home in May 1961.", "D-2": f"A note on {NAME} and on Bertram Yule."}
CERTIFICATE = {
    "entity_id": "e-1", "aliases": [NAME], "n_in_corpus": 2, "n_garbage": 0, "missing": [],
    "n_documents_scanned": 2, "n_garbage_documents": 0, "n_rows_skipped": 0, "quarantined_shards": [],
}  # fmt: skip
ITEMS = [{"item": "Agnes Crake", "doc_ids": ["D-1"]}, {"item": "Osbert Teale", "doc_ids": ["D-1"]}]


class Finds:
    """A model that answers from passages which hold a word, and calls every answer to a list one item more."""

    name = "finds"

    def __init__(self, word: str) -> None:
        self.word = word

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        return [Completion(json.dumps(self._said(prompt)), self.name) for prompt in prompts]

    def _said(self, prompt: Prompt) -> dict[str, Any]:
        if prompt.prompt_id == "judge_items":
            return {"matched_items": [False, False], "extra_items": 1, "reason": ""}
        is_told = any(self.word in passage["text"] for passage in prompt.variables["passages"])
        return {"answer": "Bertram Yule" if is_told else "", "doc_ids": [], "is_abstained": not is_told}


def certified() -> Certified:
    corpus = [
        {
            "doc_id": doc_id,
            "shard": "s",
            "role": "target",
            "quality_class": "clean",
            "entity_ids": ["e-1"],
            "text": text,
        }
        for doc_id, text in TEXTS.items()
    ]
    target = {"entity_id": "e-1", "canonical_name": NAME, "kind": "person", "aliases": [NAME]}
    return Certified(
        pa.Table.from_pylist(corpus, schema=CORPUS),
        pa.Table.from_pylist([target], schema=TARGET_ENTITIES),
        pa.Table.from_pylist([CERTIFICATE], schema=COMPLETENESS_CERTIFICATES),
        NEAR_DUPLICATES.empty_table(),
        ALIAS_INDEX.empty_table(),
    )


def drafts(*types: str, entity_id: str = "e-1") -> pa.Table:
    rows = [
        {"task_id": kind, "type": kind, "question": f"Whom did {NAME} meet?", "entity_ids": [entity_id], "items": ITEMS}
        for kind in types
    ]
    return pa.Table.from_pylist(rows, schema=TASK_DRAFTS)


@pytest.mark.parametrize(
    ("word", "refused"),
    [
        (
            "Bertram",
            {"unanswerable": "answered_absence", "aggregation": "incomplete_list", "dossier": "incomplete_list"},
        ),
        ("Nobody", {}),
    ],
)
def test_one_passage_that_answers_takes_the_proof_from_absences_and_from_lists(word: str, refused: dict[str, str]):
    assert unproven(drafts("unanswerable", "aggregation", "dossier"), certified(), Finds(word)) == refused


def test_other_types_rest_on_nothing_that_was_not_found():
    assert unproven(drafts("single_hop", "timeline", "false_premise"), certified(), Finds("Bertram")) == {}


def test_a_target_that_cannot_be_read_proves_nothing():
    found = unproven(drafts("unanswerable", "aggregation", entity_id="e-2"), certified(), Finds("Nobody"))
    assert found == {"unanswerable": "answered_absence", "aggregation": "incomplete_list"}
