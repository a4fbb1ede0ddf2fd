"""Which drafting a task type gets."""

from __future__ import annotations

import dataclasses
import json

import pyarrow as pa

from bench_assets.drafting.certified import Certified
from bench_assets.drafting.drafts import task_id
from bench_assets.drafting.stage import draft_type, find_events_of, find_facts_of_type
from bench_assets.schemas import (
    ALIAS_INDEX,
    COMPLETENESS_CERTIFICATES,
    CORPUS,
    EVENTS,
    FACTS,
    NEAR_DUPLICATES,
    TARGET_ENTITIES,
    TASK_DRAFTS,
)
from bench_assets.settings.release import DraftingSection
from bench_assets.settings.tables import StageSettings
from bench_resources.models import CountedModel
from scoring.contract import TaskType
from scoring.llm import Completion

QUOTE = "The Tallow Board met at Juniper Bay on 3 May 1961."
FACT = {
    "fact_id": "f1", "doc_id": "d1", "start": 0, "end": len(QUOTE), "quote": QUOTE, "subject": "Tallow Board",
    "question": "On what date did the Tallow Board meet at Juniper Bay?", "answer": "3 May 1961", "answer_type": "date",
    "salience": 3, "form": "sentence", "entity_ids": ["e1"], "prompt_id": "facts", "model": "scripted",
}  # fmt: skip
ABSENT = {"question": "Who chaired the Tallow Board in 1970?", "subject": "Tallow Board", "asked_type": "person"}
TARGETS = pa.Table.from_pylist(
    [
        {
            "entity_id": "e1",
            "canonical_name": "Tallow Board",
            "kind": "organisation",
            "aliases": ["Tallow Board"],
            "n_documents": 1,
            "reason": "",
        }
    ],
    schema=TARGET_ENTITIES,
)
DOCUMENTS = pa.Table.from_pylist(
    [
        {
            "doc_id": "d1",
            "shard": "s/1",
            "role": "target",
            "quality_class": "clean",
            "is_draftable": True,
            "entity_ids": ["e1"],
            "text": QUOTE,
        }
    ],
    schema=CORPUS,
)

CERTIFIED = Certified(
    DOCUMENTS,
    TARGETS,
    pa.Table.from_pylist([{"entity_id": "e1", "missing": []}], schema=COMPLETENESS_CERTIFICATES),
    NEAR_DUPLICATES.empty_table(),
    ALIAS_INDEX.empty_table(),
)
NO_FACTS, NO_EVENTS = FACTS.empty_table(), EVENTS.empty_table()
ABSTAINED = {"answer": "The documents do not say.", "doc_ids": [], "is_abstained": True}


class Scripted:
    """A model that gives the same reply to every prompt, abstains from every answer, and remembers what it was asked."""

    name = "scripted"

    def __init__(self, reply: dict[str, object]) -> None:
        self.reply = reply
        self.asked: list[str] = []

    def complete_all(self, prompts):
        self.asked += [prompt.prompt_id for prompt in prompts]
        replies = [ABSTAINED if prompt.prompt_id == "answer" else self.reply for prompt in prompts]
        return [Completion(json.dumps(reply), self.name) for reply in replies]


def stage(**settings: int) -> StageSettings:
    section = DraftingSection(
        **{"oversampling": {"single_hop": 1.0, "unanswerable": 1.0}, "max_figure_share": 1.0} | settings
    )
    return StageSettings("letters", 7, section.model_dump_json(), {}, {}, frozenset())


def test_an_absence_is_drafted_from_no_fact_and_says_so():
    model = Scripted({"facts": []})
    made = find_facts_of_type(TaskType.UNANSWERABLE, DOCUMENTS, TARGETS, CountedModel(model), DraftingSection())
    assert made.table.equals(FACTS.empty_table())
    assert made.notes == {"not_applicable": "the type is drafted from absences"}
    assert (made.model_calls, model.asked) == (0, [])


def test_facts_are_asked_for_and_counted():
    fact = {name: FACT[name] for name in ("subject", "question", "answer", "answer_type", "quote", "salience", "form")}
    model = Scripted({"facts": [fact]})
    made = find_facts_of_type(TaskType.SINGLE_HOP, DOCUMENTS, TARGETS, CountedModel(model), stage())
    assert made.table.schema == FACTS
    assert made.table["answer"].to_pylist() == ["3 May 1961"]
    assert (made.model_calls, set(model.asked)) == (1, {"facts"})
    assert made.notes["asked"] == 1


def test_a_protected_name_gives_no_fact():
    fact = {name: FACT[name] for name in ("subject", "question", "answer", "answer_type", "quote", "salience", "form")}
    protecting = dataclasses.replace(stage(), protected_names=frozenset({"Ona Quill"}))
    named = fact | {"question": f"{fact['question'].removesuffix('?')} with Ona Quill?"}
    made = find_facts_of_type(
        TaskType.SINGLE_HOP, DOCUMENTS, TARGETS, CountedModel(Scripted({"facts": [named]})), protecting
    )
    assert (made.table.num_rows, made.notes["protected_person"]) == (0, 1)


def test_a_protected_name_is_in_no_absence():
    protecting = dataclasses.replace(stage(unanswerable=3), protected_names=frozenset({"Ona Quill"}))
    named = ABSENT | {"question": "On what date did the Tallow Board hear Senator Ona Quill?", "asked_type": "date"}
    drafted = [
        draft_type(TaskType.UNANSWERABLE, NO_FACTS, NO_EVENTS, CERTIFIED, CountedModel(Scripted(given)), known)
        for given in [{"questions": [named]}]
        for known in (stage(unanswerable=3), protecting)
    ]
    assert [made.table.num_rows for made in drafted] == [1, 0]


def test_single_hop_is_drafted_from_facts_without_a_model():
    facts = pa.Table.from_pylist([FACT], schema=FACTS)
    model = Scripted({})
    made = draft_type(TaskType.SINGLE_HOP, facts, NO_EVENTS, CERTIFIED, CountedModel(model), stage(single_hop=5))
    assert made.table.schema == TASK_DRAFTS
    assert made.table["task_id"].to_pylist() == [task_id(TaskType.SINGLE_HOP, 7, FACT["question"])]
    assert made.notes == {"asked": 5, "drafted": 1}
    assert (made.model_calls, model.asked) == (0, [])


def test_unanswerable_is_drafted_from_absences_with_a_certificate():
    model = Scripted({"questions": [ABSENT]})
    made = draft_type(TaskType.UNANSWERABLE, NO_FACTS, NO_EVENTS, CERTIFIED, CountedModel(model), stage(unanswerable=3))
    assert made.table["task_id"].to_pylist() == [task_id(TaskType.UNANSWERABLE, 7, ABSENT["question"])]
    assert json.loads(made.table["certificate"][0].as_py())["documents_read"] == ["d1"]
    assert made.notes == {"asked": 3, "drafted": 1, "checked": 1}
    assert (made.model_calls, model.asked) == (2, ["absent_questions", "answer"])


def test_a_quota_of_none_drafts_nothing():
    facts = pa.Table.from_pylist([FACT], schema=FACTS)
    made = draft_type(TaskType.SINGLE_HOP, facts, NO_EVENTS, CERTIFIED, CountedModel(Scripted({})), stage(single_hop=0))
    assert made.notes == {"asked": 0, "drafted": 0}


def test_lists_are_drafted_from_events_and_their_facts_are_none():
    model = Scripted({"questions": []})
    for kind in (TaskType.AGGREGATION, TaskType.TIMELINE, TaskType.DOSSIER):
        made = find_facts_of_type(kind, DOCUMENTS, TARGETS, CountedModel(model), stage())
        assert made.notes == {"not_applicable": "the type is drafted from events"}
        drafted = draft_type(kind, NO_FACTS, NO_EVENTS, CERTIFIED, CountedModel(model), stage())
        assert (drafted.table.schema, drafted.table.num_rows) == (TASK_DRAFTS, 0)
    assert model.asked == []  # there is nothing to ask about


def test_events_are_asked_for_and_counted():
    event = {
        "figure": "Tallow Board", "event": "The Tallow Board met at Juniper Bay", "date": "3 May 1961", "quote": QUOTE,
        "salience": 3, "form": "sentence",
    }  # fmt: skip
    model = Scripted({"events": [event]})
    made = find_events_of(DOCUMENTS, TARGETS, CountedModel(model), stage())
    assert made.table["date"].to_pylist() == ["1961-05-03"]
    assert (made.model_calls, made.notes["kept"]) == (1, 1)
