"""Unanswerable drafts and what proves them."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pyarrow as pa

from bench_assets.drafting.absence import draft_unanswerable
from bench_assets.drafting.certified import Certified, Drafted
from bench_assets.schemas import (
    ALIAS_INDEX,
    COMPLETENESS_CERTIFICATES,
    CORPUS,
    NEAR_DUPLICATES,
    TARGET_ENTITIES,
    TASK_DRAFTS,
)
from bench_assets.settings.release import DraftingSection
from bench_resources.prompting import AbsentQuestion, AbsentQuestions, Answer, AnswerType, template
from bench_resources.reader.absent_attributes import UNUSUAL_OF_PERSONS, USUAL_OF_PERSONS
from bench_resources.reader.model import EmbeddedReader
from scoring.llm import Completion, Prompt

TARGETS = pa.Table.from_pylist(
    [{"entity_id": "adela-quenby", "canonical_name": "Adela Quenby", "kind": "person", "aliases": ["QUENBY, Adela"]}],
    schema=TARGET_ENTITIES,
)


ABSTAINED = Answer(answer="The documents do not state it.", doc_ids=[], is_abstained=True)


class Scripted:
    """A model that always offers the same questions, finds an answer where a word stands, or fails in a role."""

    name = "scripted"

    def __init__(self, *questions: str, answers_where: str = "\0", fails: str = "", pending: bool = False) -> None:
        self.questions, self.answers_where, self.fails, self.pending = questions, answers_where, fails, pending
        self.prompts = list[Prompt]()

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.prompts.extend(prompts)
        return [self._complete(prompt) for prompt in prompts]

    def checked(self) -> list[str]:
        """The questions that were put to passages, in order."""
        return [prompt.variables["question"] for prompt in self.prompts if prompt.prompt_id == "answer"]

    def _complete(self, prompt: Prompt) -> Completion:
        if prompt.prompt_id == self.fails:
            return Completion("", self.name, error="timeout", is_pending=self.pending)
        if prompt.prompt_id == "absent_questions":
            name = prompt.variables["name"]
            offered = [
                AbsentQuestion(question=q.format(name=name), subject="s", asked_type=AnswerType.DATE)
                for q in self.questions
            ]
            return Completion(AbsentQuestions(questions=offered).model_dump_json(), self.name)
        is_told = any(self.answers_where in passage["text"] for passage in prompt.variables["passages"])
        reply = Answer(answer="1961", doc_ids=[], is_abstained=False) if is_told else ABSTAINED
        return Completion(reply.model_dump_json(), self.name)


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


def copies(*clusters: Sequence[str]) -> pa.Table:
    rows = [{"cluster_id": cluster[0], "doc_id": doc_id} for cluster in clusters for doc_id in cluster]
    return pa.Table.from_pylist(rows, schema=NEAR_DUPLICATES)


def drafted(
    table: pa.Table,
    model: EmbeddedReader | Scripted,
    n: int = 10,
    certificates: pa.Table = CERTIFICATES,
    *,
    near: pa.Table | None = None,
    targets: pa.Table = TARGETS,
    share: float = 1.0,
    protected: frozenset[str] = frozenset(),
) -> Drafted:
    near = copies() if near is None else near
    certified = Certified(table, targets, certificates, near, ALIAS_INDEX.empty_table())
    settings = DraftingSection(unanswerable=n, max_figure_share=share, oversampling={"unanswerable": 1.0})
    return draft_unanswerable(certified, model, settings, 3, protected)


def draft(
    table: pa.Table, model: EmbeddedReader | Scripted, n: int = 10, certificates: pa.Table = CERTIFICATES
) -> list[dict[str, object]]:
    found = drafted(table, model, n, certificates).table
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
    told = " ".join(word for each in (*USUAL_OF_PERSONS, *UNUSUAL_OF_PERSONS) for word in each.stems.split())

    assert draft(corpus("Adela Quenby met.", f"Adela Quenby: {told}"), EmbeddedReader()) == []


def test_a_listed_document_that_cannot_be_read_gives_nothing() -> None:
    assert draft(corpus("Adela Quenby met.", " "), EmbeddedReader()) == []


def test_a_target_that_no_document_is_listed_for_proves_nothing() -> None:
    assert draft(corpus("Nothing.", listed=()), EmbeddedReader()) == []


def test_a_failed_reply_or_an_unfit_question_gives_nothing() -> None:
    table = corpus("Adela Quenby met.")

    assert draft(table, Scripted("When did Adela Quenby resign?", fails="absent_questions")) == []
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
        return drafted(table, Scripted(ask(other)), 1, protected=frozenset(protected)).table.num_rows == 1

    assert is_drafted("the Harbor Commission")
    assert is_drafted("Senator Bram Sedge")
    assert not is_drafted("Senator Bram Sedge", "SEDGE, Bram")
    assert not is_drafted("Senator Una Frith")
    assert not is_drafted("Ida Tansy")
    assert not is_drafted("Miss Tansy")


RESIGNED = "When did Adela Quenby resign?"


def test_a_question_that_the_last_passage_of_a_copy_answers_is_dropped() -> None:
    # D-1 is a copy of D-0 in which the name was lost: it is read whole. D-2 is none: nobody reads it.
    table = corpus("Adela Quenby wrote.", "xx" * 20_000 + "She resigned in 1961.", "Resigned.", listed=[0])
    found = drafted(table, Scripted(RESIGNED, answers_where="resigned"), near=copies(["D-0", "D-1"]))
    alone = drafted(table, Scripted(RESIGNED, answers_where="resigned"))

    assert (found.table.num_rows, found.counts) == (0, {"answered": 1, "checked": 1})
    assert (alone.table.num_rows, alone.counts) == (1, {"checked": 1})


def test_one_failed_call_drops_the_question() -> None:
    found = drafted(corpus("Adela Quenby met."), Scripted(RESIGNED, fails="answer"))
    assert (found.table.num_rows, found.counts) == (0, {"checked": 1, "model_failure": 1})


def test_the_certificate_says_who_found_no_answer_in_what() -> None:
    table = corpus("Adela Quenby met.", "A copy.", listed=[0])
    row = drafted(table, Scripted(RESIGNED), near=copies(["D-0", "D-1"])).table.to_pylist()[0]
    certificate = json.loads(row["certificate"])

    assert certificate["documents_read"] == ["D-0"]
    assert certificate["copies_read"] == ["D-1"]
    assert certificate["check_prompt_id"] == "answer"
    assert certificate["check_prompt_version"] == template("answer").version
    assert certificate["check_model"] == "scripted"
    assert certificate["n_calls"] == 1
    assert certificate["verdict"] == "no document answers it"
    assert (row["false_element"], row["attainable_f1"]) == (None, None)


def test_only_as_many_questions_are_checked_as_the_quota_needs() -> None:
    model = Scripted("When did {name} resign?", "Which city gave {name} a medal?", "Who is the heir to {name}?")
    assert len(draft(corpus("Adela Quenby met."), model, 1)) == 1
    assert len(model.checked()) == 1


def test_after_a_question_that_is_answered_the_next_is_checked() -> None:
    model = Scripted("When did {name} resign?", "Which city gave {name} a medal?", answers_where="resign")
    # Both find the word in the passage: two are checked for a quota of one, and none is left.
    found = drafted(corpus("Adela Quenby may resign."), model, 1)
    assert (found.table.num_rows, found.counts) == (0, {"answered": 2, "checked": 2})


def test_nothing_more_is_asked_while_a_batch_is_unanswered() -> None:
    model = Scripted("When did {name} resign?", "Which city gave {name} a medal?", fails="answer", pending=True)
    assert draft(corpus("Adela Quenby met."), model, 1) == []
    assert len(model.checked()) == 1


def test_one_thing_is_asked_of_a_target_once() -> None:
    model = Scripted("When did {name} resign?", "When did {name} resign ?", "In when did {name} resign?")
    assert len(draft(corpus("Adela Quenby met."), model)) == 1


def test_no_target_holds_more_than_its_share() -> None:
    names = ["Adela Quenby", "Bram Sedge"]
    targets = pa.Table.from_pylist(
        [{"entity_id": name, "canonical_name": name, "kind": "person", "aliases": []} for name in names],
        schema=TARGET_ENTITIES,
    )
    rows = [
        {"doc_id": name, "quality_class": "clean", "entity_ids": [name], "text": f"{name} wrote."} for name in names
    ]
    certificates = pa.Table.from_pylist(
        [COMPLETE | {"entity_id": name} for name in names], schema=COMPLETENESS_CERTIFICATES
    )
    model = Scripted("When did {name} resign?", "Which city gave {name} a medal?", "Who is the heir to {name}?")
    table = pa.Table.from_pylist(rows, schema=CORPUS)

    def shares(share: float) -> list[int]:
        found = drafted(table, model, 6, certificates, targets=targets, share=share).table.to_pylist()
        return sorted(sum(row["entity_ids"] == [name] for row in found) for name in names)

    assert shares(0.5) == [3, 3]  # half of six each
    assert shares(0.4) == [1, 1]  # two each make four, of which four tenths are one; one each is always allowed
