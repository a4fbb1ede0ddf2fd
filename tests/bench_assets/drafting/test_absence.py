"""Unanswerable drafts and what proves them."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pyarrow as pa

from bench_assets.drafting.absence import Certified, draft_unanswerable
from bench_assets.schemas import COMPLETENESS_CERTIFICATES, CORPUS, TARGET_ENTITIES, TASK_DRAFTS
from bench_assets.settings.release import DraftingSection
from bench_resources.prompting import AbsentQuestion, AbsentQuestions, AnswerType
from bench_resources.reader.model import EmbeddedReader
from scoring.llm import Completion, Prompt

TARGETS = pa.Table.from_pylist(
    [{"entity_id": "adela-quenby", "canonical_name": "Adela Quenby", "kind": "person", "aliases": ["QUENBY, Adela"]}],
    schema=TARGET_ENTITIES,
)


class Scripted:
    """A model that always offers the same question, or fails."""

    name = "scripted"

    def __init__(self, question: str, error: str | None = None) -> None:
        self.question, self.error, self.prompts = question, error, list[Prompt]()

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.prompts.extend(prompts)
        reply = AbsentQuestions(
            questions=[AbsentQuestion(question=self.question, subject="s", asked_type=AnswerType.DATE)]
        )
        return [Completion("" if self.error else reply.model_dump_json(), self.name, error=self.error) for _ in prompts]


def corpus(*texts: str, listed: Sequence[int] | None = None) -> pa.Table:
    rows = [
        {
            "doc_id": f"D-{i}",
            "shard": "s",
            "role": "target",
            "quality_class": "clean",
            "entity_ids": ["adela-quenby"] if listed is None or i in listed else [],
            "text": text,
        }
        for i, text in enumerate(texts)
    ]
    return pa.Table.from_pylist(rows, schema=CORPUS)


COMPLETE = {
    "entity_id": "adela-quenby", "n_in_corpus": 2, "n_garbage": 1, "missing": [], "n_documents_scanned": 9,
    "n_garbage_documents": 3, "n_rows_skipped": 4, "quarantined_shards": ["papers/7"],
}  # fmt: skip
CERTIFICATES = pa.Table.from_pylist([COMPLETE], schema=COMPLETENESS_CERTIFICATES)


def draft(
    table: pa.Table, model: EmbeddedReader | Scripted, n: int = 10, certificates: pa.Table = CERTIFICATES
) -> list[dict[str, object]]:
    certified = Certified(table, TARGETS, certificates)
    found = draft_unanswerable(certified, model, DraftingSection(unanswerable=n), 3)
    assert found.schema == TASK_DRAFTS
    return list(found.to_pylist())


def test_every_document_that_the_corpus_lists_for_the_target_is_read() -> None:
    texts = ("A note by Adela\nQuenby.", "Nothing.", "From: QUENBY, ADELA", "Quenbyville is a town.")
    table = corpus(*texts, listed=(0, 2))
    certificate = json.loads(str(draft(table, EmbeddedReader())[0]["certificate"]))

    assert certificate["documents_read"] == ["D-0", "D-2"]
    assert certificate["aliases"] == ["Adela Quenby", "QUENBY, Adela"]
    assert certificate["n_documents_scanned"] == 9
    assert certificate["not_read"] == {
        "garbage_documents": 3,
        "garbage_documents_that_name_it": 1,
        "quarantined_shards": ["papers/7"],
        "rows_without_text_or_skipped": 4,
    }


def test_a_target_whose_completeness_is_not_certified_gives_nothing() -> None:
    table = corpus("A note by Adela Quenby.")
    lacking = pa.Table.from_pylist([COMPLETE | {"missing": ["D-7"]}], schema=COMPLETENESS_CERTIFICATES)
    assert draft(table, EmbeddedReader())
    assert draft(table, EmbeddedReader(), certificates=lacking) == []
    assert draft(table, EmbeddedReader(), certificates=CERTIFICATES.slice(0, 0)) == []


def test_a_key_word_in_the_last_document_drops_the_question() -> None:
    told = "oath memoir honorary commencement portrait allowance museum biography farewell medal orchestra architect exhibition library"

    assert draft(corpus("Adela Quenby met.", f"Adela Quenby: {told}"), EmbeddedReader()) == []


def test_a_listed_document_that_cannot_be_read_gives_nothing() -> None:
    assert draft(corpus("Adela Quenby met.", " "), EmbeddedReader()) == []


def test_a_target_that_no_document_is_listed_for_proves_nothing() -> None:
    assert draft(corpus("Nothing.", listed=()), EmbeddedReader()) == []


def test_a_failed_reply_or_an_unfit_question_gives_nothing() -> None:
    table = corpus("Adela Quenby met.")

    assert draft(table, Scripted("When did Adela Quenby resign?", error="timeout")) == []
    assert draft(table, Scripted("When did she resign?")) == []
    assert draft(table, Scripted("What was the birth date of Adela Quenby?")) == []
    assert len(draft(table, Scripted("When did Adela Quenby resign?"))) == 1


def test_the_quota_holds_and_an_answer_is_empty() -> None:
    drafts = draft(corpus("Adela Quenby met."), EmbeddedReader(), 2)

    assert len(drafts) == 2
    assert all(d["answer"] == "" and d["evidence"] == [] for d in drafts)


def test_no_question_names_somebody_listed_marked_or_in_no_public_office_beside_the_target() -> None:
    table = corpus("Adela Quenby wrote to Senator Bram Sedge, to Ida Tansy and to the victim, Senator Una Frith.")
    ask = "On what date did Adela Quenby write to {}?".format

    def is_drafted(other: str, *protected: str) -> bool:
        model, settings = Scripted(ask(other)), DraftingSection(unanswerable=1)
        return (
            len(draft_unanswerable(Certified(table, TARGETS, CERTIFICATES), model, settings, 3, frozenset(protected)))
            == 1
        )

    assert is_drafted("the Harbor Commission")
    assert is_drafted("Senator Bram Sedge")
    assert not is_drafted("Senator Bram Sedge", "SEDGE, Bram")
    assert not is_drafted("Senator Una Frith")
    assert not is_drafted("Ida Tansy")
    assert not is_drafted("Miss Tansy")
