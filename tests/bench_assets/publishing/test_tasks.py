from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest

from bench_assets.publishing.tasks import qrels, questions, release_tasks
from bench_assets.schemas import GOLD_LABELS, POOL_LABELS, VERIFIED_TASKS
from bench_assets.settings.release import DraftingSection, PublishingSection


def verdict(stage: str, outcome: str = "pass", *, prompt: str = "adjudicate") -> dict:
    return {
        "stage": stage, "outcome": outcome, "category": "sound", "reason": "",
        "prompt_id": prompt, "prompt_version": "v" + prompt[:3], "model": "embedded", "cost_usd": 0.0,
    }  # fmt: skip


def verified(*rows: dict) -> pa.Table:
    base = {
        "type": "single_hop", "question": "Who signed it?", "answer": "Ada Quill", "answer_type": "person", "items": [],
        "evidence": [], "entity_ids": [], "salience": 3, "form": "sentence", "certificate": None, "verdicts": [],
        "false_element": None, "attainable_f1": None,
    }  # fmt: skip
    return pa.Table.from_pylist([base | row for row in rows], schema=VERIFIED_TASKS)


LISTED = {
    "task_id": "do-1", "type": "dossier", "attainable_f1": 1.0,
    "items": [{"item": "one", "doc_ids": ["d1"]}, {"item": "two", "doc_ids": ["d2"]}, {"item": "three", "doc_ids": ["d3"]}],
}  # fmt: skip


def listed_gold(*rows: tuple[str, int, int]) -> pa.Table:
    """(doc_id, item, unit) of the list."""
    return pa.Table.from_pylist(
        [
            {
                "task_id": "do-1",
                "doc_id": d,
                "item": item,
                "start": item,
                "end": 9,
                "quote": f"q{d}{item}",
                "unit": unit,
            }
            for d, item, unit in rows
        ],
        schema=GOLD_LABELS,
    )


def gold(*rows: tuple[str, str, int]) -> pa.Table:
    return pa.Table.from_pylist(
        [{"task_id": t, "doc_id": d, "start": 4, "end": 9, "quote": f"q{d}", "unit": unit} for t, d, unit in rows],
        schema=GOLD_LABELS,
    )


def labels(*rows: tuple[str, str, str]) -> pa.Table:
    return pa.Table.from_pylist(
        [{"task_id": t, "doc_id": d, "label": label, "prompt_version": "p1", "model": "other"} for t, d, label in rows],
        schema=POOL_LABELS,
    )


def release(
    tasks: pa.Table, golds: pa.Table, pool: pa.Table, *, seed: int = 0, quota: int = 100, **settings: object
) -> list[dict]:
    drafting = DraftingSection(single_hop=quota)
    return release_tasks(tasks, golds, pool, drafting, PublishingSection(**settings), "v1", seed).to_pylist()


def test_an_answerable_task_without_gold_is_not_released_and_a_rejection_task_needs_none() -> None:
    drafts = verified({"task_id": "sh-1"}, {"task_id": "sh-2"}, {"task_id": "un-1", "type": "unanswerable"})
    released = release(drafts, gold(("sh-2", "d1", 0)), labels(("sh-2", "d1", "supports")))
    assert [row["task_id"] for row in released] == ["sh-2", "un-1"]
    assert released[1]["gold_docs"] == []


def test_a_rejection_task_keeps_no_gold_even_when_a_label_says_so() -> None:
    drafts = verified({"task_id": "un-1", "type": "unanswerable"})
    assert release(drafts, gold(("un-1", "d1", 0)), labels())[0]["gold_units"] == []


def test_gold_documents_are_sorted_and_grouped_by_unit() -> None:
    golds = gold(("sh-1", "d9", 0), ("sh-1", "d3", 1), ("sh-1", "d1", 0))
    task = release(verified({"task_id": "sh-1"}), golds, labels())[0]
    assert task["gold_docs"] == ["d1", "d3", "d9"]
    assert task["gold_units"] == [["d1", "d9"], ["d3"]]


def test_evidence_is_the_drafts_own_first_and_each_document_once() -> None:
    own = {"doc_id": "d3", "start": 0, "end": 2, "quote": "ok", "sha256": "x"}
    drafts = verified({"task_id": "sh-1", "evidence": [own]})
    task = release(drafts, gold(("sh-1", "d1", 0), ("sh-1", "d3", 0)), labels())[0]
    assert [(piece["doc_id"], piece["quote"]) for piece in task["evidence"]] == [("d3", "ok"), ("d1", "qd1")]


def test_an_item_gets_every_document_that_pooling_found_for_it() -> None:
    golds = listed_gold(("d1", 0, 0), ("d2", 1, 1), ("d3", 2, 2), ("d4", 0, 3), ("d4", 1, 3))
    (task,) = release(verified(LISTED), golds, labels())
    assert [item["doc_ids"] for item in task["items"]] == [["d1", "d4"], ["d2", "d4"], ["d3"]]
    assert task["gold_docs"] == ["d1", "d2", "d3", "d4"]
    assert task["gold_units"] == [["d1"], ["d2"], ["d3"], ["d4"]]
    assert [(e["doc_id"], e["quote"]) for e in task["evidence"]][-2:] == [("d4", "qd40"), ("d4", "qd41")]


def test_what_citations_can_earn_is_told_of_the_gold_as_it_is() -> None:
    four = LISTED | {"attainable_f1": 6 / 7, "items": [*LISTED["items"], {"item": "four", "doc_ids": ["d4"]}]}
    own = [("d1", 0, 0), ("d2", 1, 1), ("d3", 2, 2), ("d4", 3, 3)]
    assert release(verified(four), listed_gold(*own), labels())[0]["attainable_f1"] == pytest.approx(6 / 7)
    # A document that gives two items, and a copy of it: three citations earn all four.
    more = [*own, ("d5", 0, 4), ("d5", 1, 4), ("d6", 0, 4), ("d6", 1, 4)]
    assert release(verified(four), listed_gold(*more), labels())[0]["attainable_f1"] == 1.0


def test_headers_are_no_more_than_their_share_of_what_is_released() -> None:
    names = [f"sh-{n}" for n in range(9)]
    forms = ["sentence"] * 4 + ["header"] * 5
    drafts = verified(*({"task_id": name, "form": form} for name, form in zip(names, forms, strict=True)))
    golds = gold(*((name, "d1", 0) for name in names))

    def n_of(form: str, **settings: Any) -> int:
        return sum(
            json.loads(row["provenance"])["form"] == form for row in release(drafts, golds, labels(), **settings)
        )

    # A third: two headers beside four sentences; of three tasks, one. A half: four beside four.
    assert (n_of("sentence"), n_of("header")) == (4, 2)
    assert (n_of("header", max_header_share=0.5), n_of("header", max_header_share=0.0)) == (4, 0)
    assert n_of("header", quota=3) <= 1
    assert n_of("sentence", quota=3) + n_of("header", quota=3) == 3


def test_a_retracted_task_is_not_released() -> None:
    drafts, golds = verified({"task_id": "sh-1"}, {"task_id": "sh-2"}), gold(("sh-1", "d1", 0), ("sh-2", "d1", 0))
    released = release(drafts, golds, labels(), retractions={"sh-1": "wrong date"})
    assert [row["task_id"] for row in released] == ["sh-2"]


def test_the_quota_is_filled_by_seeded_hash_order_whatever_the_order_of_the_rows() -> None:
    names = [f"sh-{n}" for n in range(12)]
    golds = gold(*((name, "d1", 0) for name in names))
    kept = {}
    for order in (names, names[::-1]):
        drafts = verified(*({"task_id": name} for name in order))
        kept[tuple(order)] = [row["task_id"] for row in release(drafts, golds, labels(), seed=3, quota=5)]
    first, second = kept.values()
    assert first == second == sorted(first)
    assert len(first) == 5
    other = release(verified(*({"task_id": name} for name in names)), golds, labels(), seed=4, quota=5)
    assert [row["task_id"] for row in other] != first


def test_provenance_names_models_prompts_verdicts_and_the_pool() -> None:
    drafts = verified(
        {"task_id": "sh-1", "verdicts": [verdict("standalone", prompt="standalone"), verdict("adjudication")]}
    )
    pool = labels(("sh-1", "d1", "supports"), ("sh-1", "d2", "irrelevant"))
    told = json.loads(release(drafts, gold(("sh-1", "d1", 0)), pool)[0]["provenance"])
    assert told["models"] == ["embedded", "other"]
    assert told["prompts"] == {"adjudicate": "vadj", "pool_label": "p1", "standalone": "vsta"}
    assert told["verdicts"] == {"adjudication": "pass", "standalone": "pass"}
    assert told["release"] == "v1"
    assert len(told["pool_version"]) == 12


def test_the_pool_version_moves_with_a_label_and_not_with_the_order_of_labels() -> None:
    def version(*rows: tuple[str, str, str]) -> str:
        released = release(verified({"task_id": "t"}), gold(("t", "d1", 0)), labels(*rows))
        return json.loads(released[0]["provenance"])["pool_version"]

    a, b = ("t", "d1", "supports"), ("t", "d2", "irrelevant")
    assert version(a, b) == version(b, a)
    assert version(a, b) != version(a, ("t", "d2", "partial"))


def test_an_absence_certificate_travels_in_the_provenance() -> None:
    drafts = verified({"task_id": "un-1", "type": "unanswerable", "certificate": '{"documents_read": 7}'})
    told = json.loads(release(drafts, gold(), labels())[0]["provenance"])
    assert told["certificate"] == {"documents_read": 7}
    assert told["pool_version"] is None


def test_nothing_verified_gives_an_empty_key() -> None:
    assert release(verified(), gold(), labels()) == []


def test_questions_hold_neither_answer_nor_gold() -> None:
    drafts, settings = verified({"task_id": "sh-1"}), PublishingSection()
    tasks = release_tasks(drafts, gold(("sh-1", "d1", 0)), labels(), DraftingSection(), settings, "v1", 0)
    assert questions(tasks).to_pylist() == [{"task_id": "sh-1", "type": "single_hop", "question": "Who signed it?"}]


def test_qrels_grade_the_released_answerable_tasks_alone() -> None:
    drafts = verified({"task_id": "sh-1"}, {"task_id": "un-1", "type": "unanswerable"}, {"task_id": "sh-2"})
    pool = labels(
        ("sh-1", "d4", "unjudged"), ("sh-1", "d1", "supports"), ("sh-1", "d2", "partial"), ("sh-1", "d3", "irrelevant"),
        ("un-1", "d1", "irrelevant"), ("sh-2", "d1", "irrelevant"),
    )  # fmt: skip
    tasks = release_tasks(drafts, gold(("sh-1", "d1", 0)), pool, DraftingSection(), PublishingSection(), "v1", 0)
    assert [tuple(row.values()) for row in qrels(tasks, pool).to_pylist()] == [
        ("sh-1", "d1", 2), ("sh-1", "d2", 1), ("sh-1", "d3", 0), ("sh-1", "d4", -1),
    ]  # fmt: skip


def test_a_label_that_is_no_label_is_an_error() -> None:
    drafts, pool = verified({"task_id": "sh-1"}), labels(("sh-1", "d1", "maybe"))
    tasks = release_tasks(drafts, gold(("sh-1", "d1", 0)), pool, DraftingSection(), PublishingSection(), "v1", 0)
    with pytest.raises(KeyError, match="maybe"):
        qrels(tasks, pool)
