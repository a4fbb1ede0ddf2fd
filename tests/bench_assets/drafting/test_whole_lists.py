"""Lists to which nothing can be added."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa
import pytest

from bench_assets.drafting.certified import Certified
from bench_assets.drafting.reading import Passage, Reading
from bench_assets.drafting.whole_lists import Checked, whole_lists
from bench_assets.schemas import ALIAS_INDEX, COMPLETENESS_CERTIFICATES, CORPUS, NEAR_DUPLICATES, TARGET_ENTITIES
from scoring.llm import Completion, Prompt

COMPLETE = {
    "entity_id": "e-marrow", "aliases": ["Mrs. Marrow"], "n_in_corpus": 3, "n_garbage": 0, "missing": [],
    "n_documents_scanned": 9, "n_garbage_documents": 1, "n_rows_skipped": 0, "quarantined_shards": [],
}  # fmt: skip
DRAFT = {
    "task_id": "ag-1",
    "question": "Whom did Ilse P. Marrow meet in May 1961?",
    "entity_ids": ["e-marrow"],
    "items": [{"item": name, "doc_ids": ["D-1"]} for name in ("Bertram Yule", "Agnes Crake", "Osbert Teale")],
    "certificate": None,
}
READING = Reading((Passage("D-1", "x" * 9000), Passage("D-2", "y" * 9000)), ("D-1",), ("D-2",))
ABSTAINED = {"answer": "The passages do not say.", "doc_ids": [], "is_abstained": True}
SAME = {"answer": "Bertram Yule", "doc_ids": ["D-1"], "is_abstained": False}


@dataclass
class Scripted:
    """A model that gives its answers in turn, one verdict on each of them, and fails where there is none."""

    answers: list[dict[str, Any] | None]
    verdict: dict[str, Any] | None = None
    name: str = "scripted"
    asked: list[Prompt] = field(default_factory=list)

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked += prompts
        return [self._complete(prompt) for prompt in prompts]

    def _complete(self, prompt: Prompt) -> Completion:
        said = self.verdict if prompt.prompt_id == "judge_items" else self.answers.pop(0)
        return Completion(json.dumps(said), self.name) if said else Completion("", self.name, error="timed out")


def certified(complete: dict[str, Any] = COMPLETE) -> Certified:
    certificates = pa.Table.from_pylist([complete], schema=COMPLETENESS_CERTIFICATES)
    empty = [schema.empty_table() for schema in (CORPUS, TARGET_ENTITIES, NEAR_DUPLICATES, ALIAS_INDEX)]
    return Certified(empty[0], empty[1], certificates, empty[2], empty[3])


def check(
    model: Scripted, reading: Reading | None = READING, complete: dict[str, Any] = COMPLETE
) -> tuple[Checked, Counter[str]]:
    counts: Counter[str] = Counter()
    return whole_lists([DRAFT], {"e-marrow": reading}, certified(complete), model, counts), +counts


def verdict(extra: int, n_items: int = 3) -> dict[str, Any]:
    return {"matched_items": [True] + [False] * (n_items - 1), "extra_items": extra, "reason": ""}


def test_a_list_that_no_document_adds_to_is_kept_with_what_was_read():
    model = Scripted([SAME, ABSTAINED], verdict(0))
    found, counts = check(model)
    (draft,) = found.drafts
    certificate = json.loads(draft["certificate"])
    assert certificate["documents_read"] == ["D-1"]
    assert certificate["copies_read"] == ["D-2"]
    assert certificate["n_calls"] == 2  # two passages of 9,000 characters
    assert certificate["verdict"] == "no document adds an item"
    assert counts == {"whole": 1}
    assert [prompt.prompt_id for prompt in model.asked] == ["answer", "answer", "judge_items"]


@pytest.mark.parametrize(
    ("model", "reason"),
    [
        (Scripted([SAME, ABSTAINED], verdict(1)), "incomplete_list"),
        (Scripted([SAME, None], verdict(0)), "model_failure"),
        (Scripted([SAME, ABSTAINED]), "model_failure"),
        (Scripted([SAME, ABSTAINED], verdict(0, n_items=2)), "model_failure"),
    ],
)
def test_one_item_more_or_any_failure_drops_the_list(model: Scripted, reason: str):
    found, counts = check(model)
    assert found.drafts == []
    assert counts == {reason: 1}


def test_a_figure_of_which_a_document_is_missing_or_cannot_be_read_has_no_whole_list():
    for found, counts in (check(Scripted([]), None), check(Scripted([]), READING, COMPLETE | {"missing": ["D-9"]})):
        assert found.drafts == []
        assert counts == {"figure_not_readable": 1}
