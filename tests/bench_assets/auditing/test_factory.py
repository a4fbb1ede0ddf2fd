"""What the audit measures of a built release."""

from __future__ import annotations

import pyarrow as pa

from bench_assets.auditing.factory import (
    FactoryAudit,
    Found,
    Truths,
    TypeAudit,
    aliases_found,
    completeness_found,
    count_truths,
    gold_found,
    quality_found,
    with_models,
)
from bench_assets.auditing.truth_check import Checked
from scoring.contract import TaskType
from tests.bench_assets.auditing.made_truth import TEXTS, made_truth

NOTHING = Found(0, 0, 0, 0)


def checked(is_right: bool | None, fact_ids: tuple[str, ...] = ()) -> Checked:  # noqa: FBT001 - a case
    return Checked("t1", "single_hop", is_right, "", fact_ids)


def audit_of(*types: TypeAudit) -> FactoryAudit:
    return FactoryAudit("audit", 400, 0, {}, types, (), NOTHING, NOTHING, NOTHING, {})


def test_tasks_of_which_the_truth_is_silent_count_apart() -> None:
    found = count_truths([checked(is_right=True), checked(is_right=None), checked(is_right=False)])
    assert (found, found.n) == (Truths(1, 1, 1), 2)
    assert found.as_json()["true_share"] == 0.5
    assert count_truths([]).as_json()["true_share"] is None


def test_a_wrong_task_of_a_rejection_type_is_a_false_absence() -> None:
    of = [
        TypeAudit(TaskType.SINGLE_HOP, Truths(9, 1, 0), Truths(8, 1, 1), 10, 9),
        TypeAudit(TaskType.UNANSWERABLE, Truths(5, 0, 0), Truths(4, 1, 0), 4, 4),
    ]
    document = audit_of(*of).as_json()
    assert document["false_absences"] == 1
    assert document["verified_true_share"] == 12 / 14  # 8 + 4 of 9 + 5
    filled = document["types_filled"]
    assert filled["single_hop"] == {"wanted": 10, "verified": 10, "released": 9, "is_filled": False}
    assert filled["unanswerable"]["is_filled"] is True


def test_gold_is_held_against_the_documents_that_state_every_fact() -> None:
    task = {"task_id": "t1", "type": "single_hop", "gold_docs": ["D1", "D3"]}
    by_id = {"t1": checked(True, ("m1.met_on", "m1.met_with"))}
    assert gold_found([task], by_id, made_truth(), set(TEXTS)) == Found(1, 1, 2, 1)  # D1 states both, D3 neither
    assert gold_found([task], {"t1": checked(is_right=False)}, made_truth(), set(TEXTS)) == NOTHING


def test_the_documents_of_a_target_are_those_that_name_it() -> None:
    targets = pa.table({"entity_id": ["e1"], "canonical_name": ["Ines R. Holloway"]})
    corpus = pa.table({"doc_id": ["D1", "D2", "D4"], "entity_ids": [[], ["e1"], ["e1"]]})
    assert completeness_found(corpus, targets, made_truth()) == Found(1, 1, 2, 1)


def test_a_form_of_a_name_is_right_when_it_means_the_person() -> None:
    index = pa.table(
        {
            "entity_id": ["e1", "e1", "e1", "e2"],
            "canonical_name": ["Orla M. Fenwick"] * 3 + ["Nobody Known"],
            "alias": ["Orla M. Fenwick", "Basil Crane", "Orla M. Fenvvick", "Nobody Known"],
        }
    )
    # True forms are two, "Orla Fenwick" is missed; of the joined ones "Basil Crane" is wrong, the misread one unknown.
    assert aliases_found(index, made_truth()) == Found(2, 1, 2, 1)


def test_a_document_outside_the_corpus_was_called_garbage() -> None:
    corpus = pa.table({"doc_id": ["D1"], "quality_class": ["degraded"]})
    documents = pa.table({"doc_id": ["D1", "D2"], "quality": ["clean", "garbage"]})
    found = quality_found(corpus, documents)
    assert (found["clean"]["degraded"], found["garbage"]["garbage"]) == (1, 1)


def test_the_models_of_another_release_take_the_place_of_ones_own() -> None:
    own = '[release]\nseed = 1\n[models]\ncheap = "a"\n[models.sampling]\nt = 0\n[corpus]\nn = 2'
    other = '# x\n[models]\ncheap = "b"\n[gauntlet]\nrivals = 3\n'
    assert with_models(own, other) == '[release]\nseed = 1\n[corpus]\nn = 2\n[models]\ncheap = "b"\n'
