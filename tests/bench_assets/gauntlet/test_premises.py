"""The two judgments on a false premise."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pyarrow as pa
import pytest

from bench_assets.gauntlet.premises import adjudicate_premises
from bench_assets.gauntlet.verdicts import Ruling
from bench_assets.schemas import CORPUS
from bench_assets.settings.release import GauntletSection
from bench_resources.prompting import Judgement, Outcome, PremiseSupport
from bench_resources.reader.model import EmbeddedReader
from bench_resources.retrieval import Hit
from scoring.llm import Completion, Prompt

CERTIFICATE = {
    "figures": [
        {"name": "Adela Quenby", "aliases": ["A. Quenby"]},
        {"name": "Bram Sedge", "aliases": []},
    ]
}
DRAFT = {
    "task_id": "fp-1", "type": "false_premise", "question": "On what date did Adela Quenby meet with Bram Sedge?",
    "false_element": "the meeting of Adela Quenby with Bram Sedge", "entity_ids": ["quenby", "sedge"],
    "certificate": json.dumps(CERTIFICATE), "evidence": [],
}  # fmt: skip
QUENBY = "Adela Quenby wrote to the harbour office about salt."
SEDGE = "Bram Sedge inspected the pier."


class Ranked:
    """A retriever that always finds the same documents, and remembers what it was asked."""

    def __init__(self, *doc_ids: str) -> None:
        self.doc_ids, self.asked = doc_ids, list[tuple[str, int]]()

    def search(self, queries: Sequence[str], k: int) -> list[list[Hit]]:
        self.asked += [(query, k) for query in queries]
        return [[Hit(doc_id, 1.0, f"{doc_id}#0") for doc_id in self.doc_ids][:k] for _ in queries]


class Scripted:
    """A model that says what it is told to, and fails in a role."""

    name = "scripted"

    def __init__(self, *, supported: bool = False, category: str = "sound", fails: str = "") -> None:
        self.supported, self.category, self.fails = supported, category, fails
        self.prompts = list[Prompt]()

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.prompts += prompts
        return [self._complete(prompt) for prompt in prompts]

    def _complete(self, prompt: Prompt) -> Completion:
        if prompt.prompt_id == self.fails:
            return Completion("", self.name, 0.5, error="timed out")
        if prompt.prompt_id == "premise_support":
            reply = PremiseSupport(is_supported=self.supported, doc_ids=[], reason="they met")
            return Completion(reply.model_dump_json(), self.name, 0.5)
        verdict = Outcome.PASS if self.category == "sound" else Outcome.FAIL
        judged = Judgement(verdict=verdict, category=self.category, reason="so it is")
        return Completion(judged.model_dump_json(), self.name, 0.5)

    def shown(self) -> list[str]:
        asked = (prompt for prompt in self.prompts if prompt.prompt_id == "premise_support")
        return [passage["text"] for prompt in asked for passage in prompt.variables["passages"]]


def corpus(**texts: str) -> pa.Table:
    named = {"quenby": "Quenby", "sedge": "Sedge"}
    rows = [
        {"doc_id": doc_id, "entity_ids": [key for key, name in named.items() if name in text], "text": text}
        for doc_id, text in texts.items()
    ]
    return pa.Table.from_pylist(rows, schema=CORPUS)


def outcome(table: pa.Table, index: Ranked, model: object, rivals: int = 10) -> tuple[Ruling, str]:
    (verdict,) = adjudicate_premises([DRAFT], table, index, model, GauntletSection(rivals=rivals))
    assert verdict.task_id == "fp-1"
    return verdict.ruling, verdict.category


def test_a_premise_that_nothing_supports_and_that_may_be_asked_passes():
    model = Scripted()
    table = corpus(d1=QUENBY, d2=SEDGE)
    (verdict,) = adjudicate_premises([DRAFT], table, Ranked("d1", "d2"), model, GauntletSection())
    assert (verdict.ruling, verdict.category, verdict.reason) == (Ruling.PASS, "sound", "so it is")
    assert [prompt.prompt_id for prompt in model.prompts] == ["premise_support", "premise_quality"]
    assert [reply.cost_usd for reply in verdict.replies] == [0.5, 0.5]


def test_a_supported_premise_fails_before_its_quality_is_asked():
    model = Scripted(supported=True)
    assert outcome(corpus(d1=QUENBY), Ranked("d1"), model) == (Ruling.FAIL, "supported_premise")
    assert [prompt.prompt_id for prompt in model.prompts] == ["premise_support"]


def test_a_premise_of_poor_quality_fails_with_its_category():
    model = Scripted(category="vague_premise")
    assert outcome(corpus(d1=QUENBY), Ranked("d1"), model) == (Ruling.FAIL, "vague_premise")


@pytest.mark.parametrize("role", ["premise_support", "premise_quality"])
def test_a_failed_model_rejects(role):
    assert outcome(corpus(d1=QUENBY), Ranked("d1"), Scripted(fails=role)) == (Ruling.FAIL, "model_failure")


def test_a_premise_for_which_nothing_was_read_is_rejected():
    assert outcome(corpus(d1="Nothing."), Ranked(), Scripted()) == (Ruling.FAIL, "model_failure")


def test_the_document_that_names_both_nearest_is_read_though_no_retriever_finds_it():
    far = "x" * 3000
    near = f"{far} Mr. Sedge, who came with A. Quenby, {far}"
    model = Scripted()
    outcome(corpus(d1="Nothing.", d2=near, d3=QUENBY), Ranked("d1"), model)
    assert any("Mr. Sedge, who came with A. Quenby" in text and len(text) <= 2500 for text in model.shown())
    assert outcome(corpus(d1="Nothing.", d2=near), Ranked("d1"), EmbeddedReader()) == (Ruling.FAIL, "supported_premise")


def test_documents_that_name_one_alone_are_read_where_none_names_both():
    index, model = Ranked("d1", "d2", "d3"), Scripted()
    outcome(corpus(d1=QUENBY, d2=SEDGE, d3="Neither."), index, model, rivals=0)
    assert model.shown() == [QUENBY, SEDGE]
    assert index.asked == [("Adela Quenby Bram Sedge", 20)]


def test_the_embedded_reader_passes_a_sound_premise_and_no_draft_gives_no_verdict():
    table = corpus(d1=QUENBY, d2=SEDGE)
    assert outcome(table, Ranked("d1", "d2"), EmbeddedReader()) == (Ruling.PASS, "sound")
    assert adjudicate_premises([], table, Ranked("d1"), Scripted(), GauntletSection()) == []
