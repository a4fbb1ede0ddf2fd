"""Records of the contract: what makes one faulty, and that they survive a round trip."""

from __future__ import annotations

import math

import pytest

from scoring.contract import Item, Prediction, Task, TaskType, Usage, Verdict
from scoring.errors import FaultError, FaultKind

LINE = {"task_id": "t1", "answer": "12 May 1961", "citations": ["D-1"], "retrieved": ["D-1", "D-2"]}


def test_a_prediction_survives_a_round_trip() -> None:
    line = LINE | {
        "usage": {"input_tokens": 3, "output_tokens": 4, "cache_read_input_tokens": 0, "requests": 1},
        "cost_usd": 0.25,
        "contexts": ["a passage"],
        "trace_id": "x",
    }
    assert Prediction.from_json(line).to_json() == line


def test_absent_and_null_optional_fields_are_the_same() -> None:
    assert Prediction.from_json(LINE) == Prediction.from_json(
        LINE | {"usage": None, "cost_usd": None, "contexts": None}
    )


def test_unknown_fields_are_passed_over() -> None:
    assert Prediction.from_json(LINE | {"note": 1, "usage": {"input_tokens": 5, "seats": 2}}).usage == Usage(5)


def test_an_answer_of_white_space_is_empty() -> None:
    assert Prediction("t1", " \n\t").is_empty


@pytest.mark.parametrize(
    ("field", "value", "kind"),
    [
        ("task_id", "", FaultKind.WRONG_TYPE),
        ("task_id", 7, FaultKind.WRONG_TYPE),
        ("answer", None, FaultKind.WRONG_TYPE),
        ("answer", ["a"], FaultKind.WRONG_TYPE),
        ("answer", "a\0b", FaultKind.NUL),
        ("answer", "\ud800", FaultKind.NOT_UTF8),
        ("citations", "D-1", FaultKind.WRONG_TYPE),
        ("citations", ["D-1", None], FaultKind.WRONG_TYPE),
        ("retrieved", {"D-1": 1}, FaultKind.WRONG_TYPE),
        ("usage", [1], FaultKind.WRONG_TYPE),
        ("usage", {"input_tokens": -1}, FaultKind.WRONG_TYPE),
        ("usage", {"input_tokens": True}, FaultKind.WRONG_TYPE),
        ("usage", {"input_tokens": 1.5}, FaultKind.WRONG_TYPE),
        ("cost_usd", "0.1", FaultKind.WRONG_TYPE),
        ("cost_usd", -0.1, FaultKind.WRONG_TYPE),
        ("cost_usd", math.nan, FaultKind.WRONG_TYPE),
        ("cost_usd", math.inf, FaultKind.WRONG_TYPE),
        ("cost_usd", True, FaultKind.WRONG_TYPE),
        ("contexts", "passage", FaultKind.WRONG_TYPE),
        ("trace_id", 3, FaultKind.WRONG_TYPE),
    ],
)
def test_a_prediction_of_wrong_types_is_refused(field: str, value: object, kind: FaultKind) -> None:
    with pytest.raises(FaultError) as caught:
        Prediction.from_json(LINE | {field: value})
    assert caught.value.kind is kind
    assert field in caught.value.detail


@pytest.mark.parametrize("field", ["task_id", "answer", "citations", "retrieved"])
def test_a_prediction_without_a_required_field_is_refused(field: str) -> None:
    line = {name: value for name, value in LINE.items() if name != field}
    with pytest.raises(FaultError, match=f"required field missing: {field} is not there"):
        Prediction.from_json(line)


def test_every_fault_of_a_prediction_is_told_at_once() -> None:
    with pytest.raises(FaultError) as caught:
        Prediction.from_json({"task_id": "t1", "answer": 3, "retrieved": "D-1"})
    details = [fault.detail for fault in (caught.value, *caught.value.others)]
    assert details == [
        "answer is int, expected text",
        "citations is not there",
        'retrieved is "D-1", expected a list',
    ]


def test_a_task_survives_a_round_trip() -> None:
    task = Task(
        "t1",
        TaskType.AGGREGATION,
        "Which vessels were inspected?",
        "the Ada and the Brin",
        (Item("the Ada", ("D-1",)), Item("the Brin")),
        ("D-1", "D-2"),
        (("D-2", "D-3"),),
        ("e1",),
    )
    assert Task.from_json(task.to_json()) == task


def test_a_row_of_the_key_is_a_task_whatever_else_it_holds() -> None:
    row = {
        "task_id": "t1",
        "type": "unanswerable",
        "question": "Who?",
        "answer": None,
        "items": None,
        "provenance": "{}",
    }
    assert Task.from_json(row) == Task("t1", TaskType.UNANSWERABLE, "Who?")


def test_citable_documents_are_the_gold_and_the_documents_of_items() -> None:
    task = Task("t1", TaskType.DOSSIER, items=(Item("a", ("D-2",)), Item("b")), gold_docs=("D-1",))
    assert task.citable_docs == {"D-1", "D-2"}


def test_a_rejection_task_has_no_gold_even_when_its_key_names_some() -> None:
    assert Task("t1", TaskType.FALSE_PREMISE, gold_docs=("D-1",)).citable_docs == frozenset()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"type": "riddle"}, 'type is "riddle", expected one of single_hop, aggregation'),
        ({"gold_units": [["D-1", "D-2"], ["D-2"]]}, 'gold_units puts "D-2" in two units'),
        ({"type": "aggregation"}, 'task "t1" of type aggregation has no items'),
        ({"items": ["a"]}, r'items\[0\] is "a", expected an object'),
        ({"items": [{"doc_ids": []}]}, "item is not there"),
        ({"gold_docs": "D-1"}, 'gold_docs is "D-1", expected a list'),
        ({"gold_units": [["D-1", 2]]}, r"gold_units\[0\]\[1\] is int, expected text"),
    ],
)
def test_a_faulty_task_is_refused(change: dict[str, object], message: str) -> None:
    with pytest.raises(FaultError, match=message):
        Task.from_json({"task_id": "t1", "type": "single_hop"} | change)


def test_a_verdict_survives_a_round_trip() -> None:
    verdict = Verdict("t1", is_correct=True, matched_items=(True, False), extra_items=2, reason="one found", model="m")
    assert Verdict.from_json(verdict.to_json()) == verdict


def test_a_failed_verdict_keeps_its_error_only() -> None:
    assert Verdict("t1", is_correct=True, error="timed out").to_json() == {"task_id": "t1", "error": "timed out"}
    assert Verdict.from_json({"task_id": "t1", "error": "timed out"}).error == "timed out"


@pytest.mark.parametrize(
    "change",
    [{"is_refusal": "false"}, {"is_correct": 1}, {"matched_items": [1]}, {"extra_items": -1}, {"extra_items": "2"}],
)
def test_a_verdict_of_wrong_types_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(FaultError, match="expected"):
        Verdict.from_json({"task_id": "t1", "is_refusal": False} | change)


def test_a_verdict_without_is_refusal_is_refused() -> None:
    with pytest.raises(FaultError, match="is_refusal is not there"):
        Verdict.from_json({"task_id": "t1", "is_correct": True})
