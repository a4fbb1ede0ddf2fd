"""The gauntlet's stages on hand-made drafts, with doubles for failing models."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pytest

from bench_assets.gauntlet.adjudication import adjudicate, around
from bench_assets.gauntlet.answerability import judge_answerability, source_passages
from bench_assets.gauntlet.necessity import draw_distractors, judge_necessity
from bench_assets.gauntlet.standalone import judge_standalone
from bench_assets.gauntlet.verdicts import Ruling, Stage, Verdict, verdict_table
from bench_assets.gauntlet.verified import count_outcomes, verify_tasks
from bench_assets.schemas import CORPUS, TASK_DRAFTS, VERDICTS, VERIFIED_TASKS
from bench_assets.settings.release import GauntletSection
from bench_resources.reader.model import EmbeddedReader
from bench_resources.retrieval import Hit
from scoring.llm import Completion, Prompt

REPORT = (
    "The Tallow Board met at Juniper Bay on 3 May 1961 to set the price of salt. Ann Reddick, Deputy Director for Salt, "
    "told the board that Marlow Freight Company had been paid $12,400 for the winter shipments. The Tallow Board has eleven "
    "members. The Quill Treaty was signed by Otto Lund at Porthaven on 19 June 1962. Nothing else was said."
)
FACTS = {
    "date": ("On what date did the Tallow Board meet at Juniper Bay?", "3 May 1961", "9 May 1961"),
    "place": ("Where did the Tallow Board meet on 3 May 1961?", "Juniper Bay", "Copper Cove"),
    "money": ("How much was Marlow Freight Company paid for the winter shipments?", "$12,400", "$21,400"),
    "number": ("How many members does the Tallow Board have?", "eleven", "twelve"),
    "person": ("By whom was the Quill Treaty signed at Porthaven?", "Otto Lund", "Ida Holm"),
    "title": ("What position did Ann Reddick hold when Marlow Freight Company was paid?", "Deputy Director for Salt", "Chief Inspector of Tin"),
}  # fmt: skip
SETTINGS = GauntletSection()


def draft(task_id, question, answer, doc_id="d1", text=REPORT, kind="single_hop"):
    at = max(0, text.find(answer)) if answer else 0
    start = text.rfind(". ", 0, at) + 2 if ". " in text[:at] else 0
    end = text.find(". ", at)
    end = len(text) if end == -1 else end + 1
    quote = text[start:end]
    evidence = [{"doc_id": doc_id, "start": start, "end": end, "quote": quote, "sha256": ""}] if answer else []
    return {
        "task_id": task_id, "type": kind, "question": question, "answer": answer, "answer_type": "date", "items": [],
        "evidence": evidence, "entity_ids": [], "salience": 3, "form": "sentence", "certificate": None,
    }  # fmt: skip


def drafts(*rows):
    return pa.Table.from_pylist(list(rows), schema=TASK_DRAFTS)


def corpus(**texts):
    rows = [
        {"doc_id": doc_id, "shard": "s/1", "role": "target", "quality_class": "clean", "entity_ids": [], "text": text}
        for doc_id, text in texts.items()
    ]
    return pa.Table.from_pylist(rows, schema=CORPUS)


def outcomes(table):
    return {row["task_id"]: (row["outcome"], row["category"]) for row in table.to_pylist()}


def stage(name, **rulings):
    rows = [
        {"task_id": task_id, "stage": name, "outcome": ruling, "category": "x", "reason": "", "prompt_id": "p", "prompt_version": "v", "model": "m", "cost_usd": 0.0}
        for task_id, ruling in rulings.items()
    ]  # fmt: skip
    return pa.Table.from_pylist(rows, schema=VERDICTS)


@dataclass
class Scripted:
    """A model that replies by role, and fails where the script holds no reply."""

    replies: dict[str, dict]
    name: str = "scripted"
    asked: list[Prompt] = field(default_factory=list)

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked += prompts
        return [self._complete(prompt) for prompt in prompts]

    def _complete(self, prompt: Prompt) -> Completion:
        if prompt.prompt_id not in self.replies:
            return Completion("", self.name, 0.5, error="timed out")
        return Completion(json.dumps(self.replies[prompt.prompt_id]), self.name, 0.5)


@dataclass
class Ranked:
    """A retriever that always finds the same documents."""

    doc_ids: list[str]

    def search(self, queries, k):
        return [
            [Hit(doc_id, 1.0 / i, f"{doc_id}#0000") for i, doc_id in enumerate(self.doc_ids, 1)][:k] for _ in queries
        ]


BROKEN = Scripted({})


def test_stage_one_passes_and_fails_by_the_models_word():
    table = judge_standalone(
        drafts(
            draft("t1", FACTS["date"][0], "3 May 1961"),
            draft("t2", "When did this board meet Ann Reddick?", "3 May 1961"),
        ),
        [],
        EmbeddedReader(),
    )
    assert outcomes(table) == {"t1": ("pass", "sound"), "t2": ("fail", "deixis")}
    assert table.schema == VERDICTS


def test_stage_one_fails_a_question_that_names_its_own_document():
    generous = Scripted({"standalone": {"verdict": "pass", "category": "sound", "reason": ""}})
    table = judge_standalone(drafts(draft("t1", "What does D1 say of the Tallow Board?", "3 May 1961")), [], generous)
    assert outcomes(table) == {"t1": ("fail", "source_leak")}


@pytest.mark.parametrize("kind", FACTS)
def test_stage_two_recovers_a_fact_and_fails_when_it_changed(kind):
    question, answer, changed = FACTS[kind]
    table = drafts(draft("t1", question, answer))
    passed = judge_answerability(table, [], corpus(d1=REPORT), EmbeddedReader(), SETTINGS)
    failed = judge_answerability(table, [], corpus(d1=REPORT.replace(answer, changed)), EmbeddedReader(), SETTINGS)
    assert outcomes(passed) == {"t1": ("pass", "recovered")}
    assert outcomes(failed) == {"t1": ("fail", "another_answer")}


def test_stage_two_reads_the_place_wherever_it_stands():
    text = "Nothing of note was said about the weather.\n" * 500 + REPORT + "\nIt rained.\n" * 500
    table = judge_answerability(
        drafts(draft("t1", *FACTS["money"][:2])), [], corpus(d1=text), EmbeddedReader(), SETTINGS
    )
    assert outcomes(table) == {"t1": ("pass", "recovered")}


def test_stage_two_never_shows_the_answer():
    model = Scripted({"answer": {"answer": "", "doc_ids": [], "is_abstained": True}})
    judge_answerability(drafts(draft("t1", *FACTS["money"][:2])), [], corpus(d1="Nothing."), model, SETTINGS)
    assert ["$12,400" in prompt.messages()[0]["content"] for prompt in model.asked] == [False]


@pytest.mark.parametrize(
    ("replies", "category"),
    [
        ({"answer": {"answer": "nothing", "doc_ids": [], "is_abstained": True}}, "not_recovered"),
        ({"answer": {"answer": "9 May 1961", "doc_ids": ["d1"], "is_abstained": False}, "judge_answer": {"is_refusal": False, "is_correct": False}}, "another_answer"),
        ({"answer": {"answer": "in spring", "doc_ids": ["d1"], "is_abstained": False}, "judge_answer": {"is_refusal": False, "is_correct": True}}, "low_overlap"),
        ({"answer": {"answer": "3 May 1961", "doc_ids": ["d1"], "is_abstained": False}, "judge_answer": {"is_refusal": True, "is_correct": True}}, "another_answer"),
        ({"answer": {"answer": "3 May 1961", "doc_ids": ["d1"], "is_abstained": False}}, "model_failure"),  # the judge fails
        ({}, "model_failure"),
    ],
)  # fmt: skip
def test_stage_two_rejects_with_a_reason(replies, category):
    table = judge_answerability(
        drafts(draft("t1", *FACTS["date"][:2])), [], corpus(d1=REPORT), Scripted(replies), SETTINGS
    )
    assert outcomes(table) == {"t1": ("fail", category)}
    assert table["reason"][0].as_py()


def test_stage_two_fails_a_draft_whose_source_is_not_in_the_corpus():
    table = judge_answerability(
        drafts(draft("t1", *FACTS["date"][:2])), [], corpus(d2=REPORT), EmbeddedReader(), SETTINGS
    )
    assert outcomes(table) == {"t1": ("fail", "source_missing")}


def test_stage_three_passes_what_needs_its_source():
    table = judge_necessity(
        drafts(draft("t1", *FACTS["date"][:2])),
        [],
        corpus(d1=REPORT, d2="It rained.", d3="It snowed."),
        EmbeddedReader(),
        SETTINGS,
        0,
    )
    assert outcomes(table) == {"t1": ("pass", "needed")}


def test_stage_three_fails_what_unrelated_documents_tell():
    table = judge_necessity(
        drafts(draft("t1", *FACTS["date"][:2])), [], corpus(d1=REPORT, d2=REPORT), EmbeddedReader(), SETTINGS, 0
    )
    assert outcomes(table) == {"t1": ("fail", "distractors_suffice")}


def test_stage_three_fails_what_a_model_knows_by_heart():
    knowing = Scripted(
        {
            "answer": {"answer": "3 May 1961", "doc_ids": [], "is_abstained": False},
            "judge_answer": {"is_refusal": False, "is_correct": True},
        }
    )
    table = judge_necessity(
        drafts(draft("t1", *FACTS["date"][:2])), [], corpus(d1=REPORT, d2="It rained."), knowing, SETTINGS, 0
    )
    assert outcomes(table) == {"t1": ("fail", "closed_book")}
    assert table["cost_usd"][0].as_py() == pytest.approx(2.0)  # four calls of half a dollar
    assert outcomes(
        judge_necessity(drafts(draft("t1", *FACTS["date"][:2])), [], corpus(d1=REPORT), BROKEN, SETTINGS, 0)
    ) == {"t1": ("fail", "model_failure")}


def test_distractors_are_seeded_by_task_and_never_the_source():
    pool = [f"d{i}" for i in range(20)]
    own = draft("t1", *FACTS["date"][:2])
    drawn = draw_distractors(own, pool, 5, 0)
    assert drawn == draw_distractors(own, pool, 5, 0)
    assert len(set(drawn)) == 5
    assert "d1" not in draw_distractors(own, pool, 20, 0)
    assert drawn != draw_distractors(own, pool, 5, 1)
    assert draw_distractors(own, [], 5, 0) == []


RIVAL = "The Tallow Board met at Juniper Bay again on 8 June 1964, with Ann Reddick in the chair and no salt at all."


def test_stage_four_passes_a_draft_without_a_rival_answer():
    table = adjudicate(
        drafts(draft("t1", *FACTS["date"][:2])),
        [],
        corpus(d1=REPORT, d2="It rained."),
        Ranked(["d1", "d2"]),
        EmbeddedReader(),
        SETTINGS,
    )
    assert outcomes(table) == {"t1": ("pass", "sound")}


def test_stage_four_fails_a_draft_that_another_document_answers_otherwise():
    table = adjudicate(
        drafts(draft("t1", *FACTS["date"][:2])),
        [],
        corpus(d1=REPORT, d2=RIVAL),
        Ranked(["d1", "d2"]),
        EmbeddedReader(),
        SETTINGS,
    )
    assert outcomes(table) == {"t1": ("fail", "ambiguous")}


def test_the_source_is_no_rival_of_itself():
    model = Scripted({"adjudicate": {"verdict": "pass", "category": "sound", "reason": ""}})
    adjudicate(
        drafts(draft("t1", *FACTS["date"][:2])),
        [],
        corpus(d1=REPORT, d2="It rained."),
        Ranked(["d1", "d2", "gone"]),
        model,
        SETTINGS,
    )
    assert [rival["doc_id"] for rival in model.asked[0].variables["rivals"]] == ["d2"]
    assert "3 May 1961" in model.asked[0].variables["passage"]


def test_an_absence_passes_the_stages_that_do_not_apply_and_falls_when_a_rival_answers():
    absent = draft("t1", FACTS["date"][0], "", kind="unanswerable")
    reader = EmbeddedReader()
    second = judge_answerability(drafts(absent), [], corpus(d1=REPORT), reader, SETTINGS)
    third = judge_necessity(drafts(absent), [second], corpus(d1=REPORT), reader, SETTINGS, 0)
    assert outcomes(second) == outcomes(third) == {"t1": ("not_applicable", "rejection_type")}
    fourth = adjudicate(drafts(absent), [second, third], corpus(d1=REPORT), Ranked(["d1"]), reader, SETTINGS)
    assert outcomes(fourth) == {"t1": ("fail", "answerable")}
    alone = adjudicate(drafts(absent), [second, third], corpus(d2="It rained."), Ranked(["d2"]), reader, SETTINGS)
    assert outcomes(alone) == {"t1": ("pass", "sound")}
    generous = Scripted(
        {
            "adjudicate": {"verdict": "pass", "category": "sound", "reason": ""},
            "answer": {"answer": "3 May 1961", "doc_ids": ["d1"], "is_abstained": False},
        }
    )
    assert outcomes(adjudicate(drafts(absent), [], corpus(d1=REPORT), Ranked(["d1"]), generous, SETTINGS)) == {
        "t1": ("fail", "answerable")
    }


def test_a_failing_model_never_passes_a_draft():
    table = drafts(draft("t1", *FACTS["date"][:2]), draft("t2", FACTS["date"][0], "", kind="unanswerable"))
    assert set(outcomes(judge_standalone(table, [], BROKEN)).values()) == {("fail", "model_failure")}
    judged = adjudicate(table, [], corpus(d1=REPORT), Ranked(["d1"]), BROKEN, SETTINGS)
    assert set(outcomes(judged).values()) == {("fail", "model_failure")}
    half = Scripted({"adjudicate": {"verdict": "pass", "category": "sound", "reason": ""}})  # `answer` fails
    assert outcomes(adjudicate(table, [], corpus(d1=REPORT), Ranked(["d1"]), half, SETTINGS))["t2"] == (
        "fail",
        "model_failure",
    )


def test_only_survivors_get_a_row():
    table = drafts(draft("t1", *FACTS["date"][:2]), draft("t2", *FACTS["money"][:2]))
    judged = judge_answerability(
        table, [stage("standalone", t1="fail", t2="pass")], corpus(d1=REPORT), EmbeddedReader(), SETTINGS
    )
    assert list(outcomes(judged)) == ["t2"]


def test_no_drafts_give_empty_tables_and_no_calls():
    empty, reader = drafts(), EmbeddedReader()
    tables = [
        judge_standalone(empty, [], reader),
        judge_answerability(empty, [], corpus(), reader, SETTINGS),
        judge_necessity(empty, [], corpus(), reader, SETTINGS, 0),
        adjudicate(empty, [], corpus(), Ranked([]), reader, SETTINGS),
    ]
    assert [table.num_rows for table in tables] == [0, 0, 0, 0]
    assert reader.n_calls == 0
    assert verify_tasks(empty, tables).schema == VERIFIED_TASKS


def test_verified_tasks_passed_every_stage_and_carry_its_verdicts():
    table = drafts(draft("t2", *FACTS["money"][:2]), draft("t1", *FACTS["date"][:2]), draft("t3", *FACTS["place"][:2]))
    first, second = (
        stage("standalone", t1="pass", t2="pass", t3="pass"),
        stage("answerability", t1="not_applicable", t2="fail"),
    )
    kept = verify_tasks(table, [first, second])
    assert kept["task_id"].to_pylist() == ["t1"]  # t3 has no row in the second stage
    assert [verdict["stage"] for verdict in kept["verdicts"][0].as_py()] == ["standalone", "answerability"]


def test_outcomes_are_counted_with_the_reasons_of_failures():
    assert count_outcomes(stage("standalone", t1="pass", t2="fail", t3="fail")) == {"fail": 2, "fail: x": 2, "pass": 1}


def test_the_passage_around_a_quote_never_loses_it():
    text = "a" * 100 + "quote" + "b" * 100
    assert around(text, 100, 105, size=25) == "a" * 10 + "quote" + "b" * 10
    assert around(text, 100, 105, size=2) == "quote"


def test_verdicts_do_not_depend_on_the_order_of_drafts():
    rows = [draft(f"t{i}", *fact[:2]) for i, fact in enumerate(FACTS.values())]
    forward = judge_answerability(drafts(*rows), [], corpus(d1=REPORT), EmbeddedReader(), SETTINGS)
    assert forward == judge_answerability(drafts(*rows[::-1]), [], corpus(d1=REPORT), EmbeddedReader(), SETTINGS)


def listed(kind="dossier"):
    """Three parts of two documents: two by d1."""
    items = [("one", ["d1"]), ("two", ["d1"]), ("three", ["d2"])]
    evidence = [
        {"doc_id": doc_id, "start": at, "end": at + 2, "quote": quote, "sha256": ""}
        for doc_id, at, quote in (("d1", 0, "q1"), ("d1", 3, "q2"), ("d2", 0, "q3"))
    ]
    return draft("t1", "What do the documents record?", "one; two; three", kind=kind) | {
        "items": [{"item": item, "doc_ids": doc_ids} for item, doc_ids in items],
        "evidence": evidence,
    }


def test_stage_two_shows_the_place_of_every_part():
    # 3 windows of the diary fit the question, none of them the last page; a single answer is left to those.
    diary = "The Tallow Board met at Juniper Bay.\n" * 900 + "Ida Holm went home.\n" + "It rained.\n" * 900
    quote = "Ida Holm went home."
    at = diary.index(quote)
    evidence = [{"doc_id": "d1", "start": at, "end": at + len(quote), "quote": quote, "sha256": ""}]
    items = [{"item": "one", "doc_ids": ["d1"]}]
    asked = draft("t1", "Where did the Tallow Board meet?", "one", kind="timeline") | {"evidence": evidence}
    assert not any(quote in shown["text"] for shown in source_passages(asked, {"d1": diary}))
    *fitting, placed = source_passages(asked | {"items": items}, {"d1": diary})
    assert fitting == source_passages(asked, {"d1": diary})
    assert quote in placed["text"]
    assert placed["doc_id"] == "d1"
    assert len(placed["text"]) > len(quote)
    # Shown once, though two parts stand in it; of a document that fits whole nothing is added.
    assert (
        len(source_passages(asked | {"items": items * 2, "evidence": evidence * 2}, {"d1": diary})) == len(fitting) + 1
    )
    assert source_passages(asked | {"items": items}, {"d1": quote}) == [{"doc_id": "d1", "text": quote}]


def test_a_quote_longer_than_a_window_is_shown_as_it_stands():
    diary = "The Tallow Board met at Juniper Bay.\n" * 900 + "Ida Holm went home.\n" * 900
    at = diary.index("Ida Holm")
    evidence = [{"doc_id": "d1", "start": at, "end": len(diary), "quote": diary[at:], "sha256": ""}]
    asked = draft("t1", "Where did the Tallow Board meet?", "one", kind="timeline")
    asked |= {"items": [{"item": "one", "doc_ids": ["d1"]}], "evidence": evidence}
    assert source_passages(asked, {"d1": diary})[-1]["text"] == diary[at:]


@dataclass
class ByDocuments:
    """Answers with the documents it is shown, and matches as many items as `matched` says for them."""

    matched: dict[str, int]
    name: str = "by documents"

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        return [Completion(json.dumps(self._reply(prompt)), self.name) for prompt in prompts]

    def _reply(self, prompt: Prompt) -> dict:
        if prompt.prompt_id == "answer":
            shown = " ".join(sorted({passage["doc_id"] for passage in prompt.variables["passages"]}))
            return {"answer": shown or "nothing", "doc_ids": [], "is_abstained": not shown}
        n_items = self.matched.get(prompt.variables["answer"], 0)
        return {"matched_items": [at < n_items for at in range(3)], "extra_items": 0, "reason": ""}


TWO = {"d1": "q1 q2", "d2": "q3", "d3": "It rained."}


@pytest.mark.parametrize(
    ("n_items", "floor", "outcome"),
    [(3, 0.8, ("pass", "recovered")), (2, 0.8, ("fail", "items_not_recovered")), (2, 0.6, ("pass", "recovered"))],
)
def test_stage_two_asks_for_most_items_of_a_list(n_items, floor, outcome):
    settings = SETTINGS.model_copy(update={"item_recovery_floor": floor})
    model = ByDocuments({"d1 d2": n_items})
    assert outcomes(judge_answerability(drafts(listed()), [], corpus(**TWO), model, settings)) == {"t1": outcome}


def test_a_judge_who_gives_another_number_of_items_fails_the_list():
    short = {"matched_items": [True], "extra_items": 0, "reason": ""}
    model = Scripted({"answer": {"answer": "one", "doc_ids": [], "is_abstained": False}, "judge_items": short})
    table = judge_answerability(drafts(listed()), [], corpus(**TWO), model, SETTINGS)
    assert outcomes(table) == {"t1": ("fail", "model_failure")}


def test_stage_three_fails_a_list_that_one_of_its_documents_gives():
    table = judge_necessity(drafts(listed()), [], corpus(**TWO), ByDocuments({"d1": 3, "d1 d2": 3}), SETTINGS, 0)
    assert outcomes(table) == {"t1": ("fail", "one_document_suffices")}
    assert table["reason"][0].as_py() == "the document d1 alone gives the answer"
    table = judge_necessity(drafts(listed()), [], corpus(**TWO), ByDocuments({"d1": 2, "d1 d2": 3}), SETTINGS, 0)
    assert outcomes(table) == {"t1": ("pass", "needed")}


@pytest.mark.parametrize("kind", ["aggregation", "dossier", "timeline"])
def test_stage_four_shows_each_part_with_its_own_quotes(kind):
    model = Scripted({"adjudicate_items": {"verdict": "pass", "category": "sound", "reason": ""}})
    table = adjudicate(drafts(listed(kind)), [], corpus(**TWO), Ranked(["d3"]), model, SETTINGS)
    assert outcomes(table) == {"t1": ("pass", "sound")}
    assert model.asked[0].variables["items"] == [
        {"item": "one", "quotes": ["q1", "q2"]},
        {"item": "two", "quotes": ["q1", "q2"]},
        {"item": "three", "quotes": ["q3"]},
    ]
    assert table["prompt_id"].to_pylist() == ["adjudicate_items"]


def test_a_stage_without_a_prompt_says_so():
    table = verdict_table(Stage.RULES, None, [Verdict("t1", Ruling.FAIL, "deixis", "it says this")])
    assert table.select(["stage", "prompt_id", "prompt_version", "model", "cost_usd"]).to_pylist() == [
        {"stage": "rules", "prompt_id": "", "prompt_version": "", "model": "", "cost_usd": 0.0}
    ]
