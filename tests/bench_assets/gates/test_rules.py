"""Each gate: what it lets through, and what it rejects."""

from __future__ import annotations

import json
from typing import Any

import pyarrow as pa
import pytest

from bench_assets.gates.rules import (
    funnel_gaps,
    impossible_scores,
    misread_evidence,
    missing_documents,
    unindexed_chunks,
    unproven_absences,
    unreadable_quotes,
)
from bench_assets.schemas import (
    BM25_INDEX,
    CHUNKS,
    CORPUS,
    FACTS,
    GOLD_LABELS,
    SCORES,
    TASK_DRAFTS,
    TASKS,
    YIELD_FUNNEL,
)
from scoring.contract import TaskType

TEXT = "The Tallow Board met at Juniper Bay. Café at 9."  # 47 characters; the é is two bytes
QUOTE = "Juniper Bay"  # characters 24 to 35


def table(schema: pa.Schema, *rows: dict[str, object]) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=schema)


CORPUS_TABLE = table(CORPUS, {"doc_id": "d1", "text": TEXT}, {"doc_id": "d2", "text": ""})


def span(
    doc_id: str = "d1", start: int | None = 24, end: int | None = 35, quote: str | None = QUOTE
) -> dict[str, object]:
    return {"doc_id": doc_id, "start": start, "end": end, "quote": quote}


@pytest.mark.parametrize("schema", [FACTS, GOLD_LABELS])
@pytest.mark.parametrize("row", [span(), span(start=37, end=41, quote="Café"), span(start=42, end=47, quote="at 9.")])
def test_a_verbatim_span_is_no_fault(schema: pa.Schema, row: dict[str, object]):
    assert TEXT[42:47] == "at 9."
    assert unreadable_quotes(table(schema, row), CORPUS_TABLE) == []


@pytest.mark.parametrize(
    ("row", "named"),
    [
        (span(quote="juniper Bay"), "d1 [24:35]"),
        (span(start=25, end=36), "d1 [25:36]"),
        (span(doc_id="d2"), "d2 [24:35]"),
        (span(doc_id="d9"), "d9 [24:35]"),
        (span(start=38, end=43, quote="Café"), "d1 [38:43]"),
        (span(start=-5, end=-1, quote="at 9"), "d1 [-5:-1]"),  # reads back in Python, in no other language
        (span(start=42, end=99, quote="at 9."), "d1 [42:99]"),
        (span(start=0, end=0, quote=""), "d1 [0:0]"),  # "" is everywhere, so it proves nothing
        (span(doc_id="d9", start=0, end=0, quote=""), "d9 [0:0]"),
        (span(start=None, end=None, quote=TEXT), "d1 [None:None]"),
        (span(quote=None), "d1 [24:35]"),
    ],
)
def test_a_span_that_does_not_read_back_is_named(row: dict[str, object], named: str):
    assert unreadable_quotes(table(FACTS, span(), row), CORPUS_TABLE) == [named]


def test_no_row_is_no_fault():
    assert unreadable_quotes(FACTS.empty_table(), CORPUS_TABLE) == []


def index(n_chunks: int) -> pa.Table:
    return table(BM25_INDEX, {"index_name": "bm25", "n_chunks": n_chunks})


THREE_CHUNKS = table(CHUNKS, *({"chunk_id": f"d1#{n:04d}"} for n in range(3)))


def test_an_index_of_every_chunk_is_no_fault():
    assert unindexed_chunks(index(3), THREE_CHUNKS) == []


@pytest.mark.parametrize("held", [0, 2, 4])
def test_an_index_of_fewer_or_more_chunks_is_named(held: int):
    assert unindexed_chunks(index(held), THREE_CHUNKS) == [f"bm25 holds {held} chunks of 3"]


def test_no_index_is_a_fault():
    assert unindexed_chunks(BM25_INDEX.empty_table(), THREE_CHUNKS) == ["there is no index of the 3 chunks"]


def task(**changed: object) -> pa.Table:
    evidence = [span() | {"sha256": ""}]
    row = {"task_id": "sh-1", "items": [], "gold_docs": ["d1"], "gold_units": [["d1"]], "evidence": evidence}
    return table(TASKS, row | changed)


def test_a_task_of_documents_in_the_corpus_is_no_fault():
    assert missing_documents(task(), CORPUS_TABLE) == []
    assert missing_documents(task(gold_docs=[], gold_units=[], evidence=[]), CORPUS_TABLE) == []


@pytest.mark.parametrize(
    "changed",
    [
        {"gold_docs": ["d1", "d9"]},
        {"gold_units": [["d1", "d9"]]},
        {"evidence": [span(doc_id="d9") | {"sha256": ""}]},
        {"items": [{"item": "salt", "doc_ids": ["d1", "d9"]}]},
    ],
)
def test_a_document_that_the_corpus_lacks_is_named_wherever_the_key_names_it(changed: dict[str, object]):
    assert missing_documents(task(**changed), CORPUS_TABLE) == ["sh-1 names d9"]


def test_every_missing_document_is_named_once_in_order():
    assert missing_documents(task(gold_docs=["d9", "d8", "d9"]), CORPUS_TABLE) == ["sh-1 names d8", "sh-1 names d9"]


def test_released_evidence_that_reads_back_is_no_fault():
    assert misread_evidence(task(), CORPUS_TABLE) == []
    assert misread_evidence(task(evidence=[]), CORPUS_TABLE) == []
    assert misread_evidence(TASKS.empty_table(), CORPUS_TABLE) == []


def test_released_evidence_that_does_not_read_back_is_named():
    evidence = [span() | {"sha256": ""}, span(quote="Juniper Day") | {"sha256": ""}]
    assert misread_evidence(task(evidence=evidence), CORPUS_TABLE) == ["d1 [24:35]"]


def draft(certificate: object, evidence: list[dict[str, object]] | None) -> pa.Table:
    text = certificate if certificate is None or isinstance(certificate, str) else json.dumps(certificate)
    return table(TASK_DRAFTS, {"task_id": "un-1", "evidence": evidence, "certificate": text})


def test_an_absence_that_names_what_was_read_is_no_fault():
    assert unproven_absences(draft({"documents_read": ["d1"]}, [])) == []


def test_a_draft_with_evidence_claims_no_absence():
    assert unproven_absences(draft(None, [span() | {"sha256": ""}])) == []


@pytest.mark.parametrize("certificate", [None, "", {}, {"documents_read": []}, {"n_documents_read": 4}])
@pytest.mark.parametrize("evidence", [[], None])
def test_an_absence_without_proof_is_named(certificate: object, evidence: list[dict[str, object]] | None):
    assert unproven_absences(draft(certificate, evidence)) == ["un-1"]


def metric(
    value: float | None, low: float | None, high: float | None, counts: tuple[int, int, int] = (4, 3, 1)
) -> pa.Table:
    asked, measured, unmeasured = counts
    row = {"metric": "m", "value": value, "n_asked": asked, "n_measured": measured, "n_unmeasured": unmeasured}
    return table(SCORES, row | {"bracket_low": low, "bracket_high": high})


@pytest.mark.parametrize(
    "scores",
    [
        # 2 right of 3 measured, 1 unmeasured: 2/3, between 2/4 and 3/4.
        metric(2 / 3, 0.5, 0.75),
        metric(1.0, 1.0, 1.0, (4, 4, 0)),
        metric(0.0, 0.0, 0.0, (4, 4, 0)),
        metric(0.1 + 0.2, 0.3, 0.3, (4, 4, 0)),  # sums of floats differ in the last place
        metric(None, 0.0, 1.0, (4, 0, 4)),
        metric(None, None, None, (0, 0, 0)),
    ],
)
def test_a_possible_score_is_no_fault(scores: pa.Table):
    assert impossible_scores(scores) == []


@pytest.mark.parametrize(
    "scores",
    [
        metric(0.9, 0.5, 0.75),
        metric(0.4, 0.5, 0.75),
        metric(-0.1, -0.1, 0.75),
        metric(1.2, 0.5, 1.3),
        metric(0.6, 0.5, 1.3),
        metric(0.6, 0.7, 0.5),
        metric(None, 0.7, 0.5),
        metric(None, -0.1, 0.5),
        metric(float("nan"), 0.5, 0.75),
        metric(0.6, float("nan"), 0.75),
        metric(7.0, None, None, (0, 0, 0)),
        metric(None, None, None, (4, 3, 1)),  # asked, and without a bracket
        metric(0.6, 0.5, None),
        metric(2 / 3, 0.5, 0.75, (4, 3, 0)),
        metric(2 / 3, 0.5, 0.75, (4, 4, 1)),
    ],
)
def test_an_impossible_score_is_named(scores: pa.Table):
    assert impossible_scores(scores) == [f"m = {scores['value'][0].as_py()}"]


STAGES = ("found", "drafted", "rules", "standalone", "answerability", "necessity", "adjudication", "pooled", "released")


def funnel(*rows: dict[str, Any], kind: str = "timeline") -> pa.Table:
    """Every stage of every type with nothing in it, but for the rows given of one type."""
    empty = {"n_in": 0, "n_passed": 0, "n_rejected": 0, "n_not_applicable": 0, "category": "pass"}
    given = {row["stage"] for row in rows}
    filled = [empty | {"task_type": kind} | row for row in rows]
    rest = [
        empty | {"task_type": of, "stage": stage}
        for of in TaskType
        for stage in STAGES
        if of != kind or stage not in given
    ]
    return pa.Table.from_pylist([*filled, *rest], schema=YIELD_FUNNEL)


FOUND = {"stage": "found", "n_in": 3, "n_passed": 3}
DRAFTED = {"stage": "drafted", "n_in": 3, "n_passed": 3}
RULES = {"stage": "rules", "n_in": 3, "n_rejected": 3, "category": "deixis"}


def test_a_funnel_whose_stages_take_what_the_one_before_let_through_has_no_gap():
    apart = RULES | {"n_rejected": 2, "n_not_applicable": 1}
    assert funnel_gaps(funnel(FOUND, DRAFTED, RULES)) == []
    assert funnel_gaps(funnel()) == []
    assert funnel_gaps(funnel(FOUND, DRAFTED, apart)) == ["timeline standalone took 0 of 1"]  # it went on


@pytest.mark.parametrize(
    ("rows", "gap"),
    [
        ([FOUND, DRAFTED, RULES | {"n_rejected": 2}], "timeline rules took 3 and settled 2"),
        (
            [FOUND, DRAFTED | {"n_in": 2, "n_passed": 2}, RULES | {"n_in": 2, "n_rejected": 2}],
            "timeline drafted took 2 of 3",
        ),
        (
            [FOUND, DRAFTED, RULES | {"n_rejected": 2}, RULES | {"n_in": 4, "n_rejected": 1}],
            "timeline rules took 4 and settled 3",
        ),
    ],
)
def test_a_funnel_that_does_not_add_up_is_named_where_it_breaks(rows: list[dict[str, Any]], gap: str):
    assert funnel_gaps(funnel(*rows)) == [gap]


def test_a_stage_or_a_type_without_a_row_is_a_gap():
    held = funnel(FOUND, DRAFTED, RULES).to_pylist()
    kept = [
        row
        for row in held
        if row["task_type"] != "dossier" and (row["task_type"], row["stage"]) != ("timeline", "drafted")
    ]
    gaps = funnel_gaps(pa.Table.from_pylist(kept, schema=YIELD_FUNNEL))
    assert gaps == ["timeline drafted has no row", *(f"dossier {stage} has no row" for stage in STAGES)]
