"""Each check passes over a sound table and fails on a planted fault; test_assets.py has the two that read a home."""

from __future__ import annotations

import json
from pathlib import Path

import dagster as dg
import pyarrow as pa
import pytest

from bench_assets.gates import checks
from bench_assets.publishing.yields import FunnelStage
from bench_assets.schemas import (
    BM25_INDEX,
    CHUNKS,
    COMPLETENESS_CERTIFICATES,
    CORPUS,
    DENSE_INDEX,
    FACTS,
    GOLD_LABELS,
    SCORES,
    TASK_DRAFTS,
    TASKS,
    YIELD_FUNNEL,
)
from bench_resources.resources import HomeResource
from scoring.contract import TaskType

TEXT = "The Tallow Board met at Juniper Bay."
SPAN = {"doc_id": "d1", "start": 24, "end": 35, "quote": "Juniper Bay"}
ERROR, WARN = dg.AssetCheckSeverity.ERROR, dg.AssetCheckSeverity.WARN


def table(schema: pa.Schema, *rows: dict[str, object]) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=schema)


CORPUS_TABLE = table(CORPUS, {"doc_id": "d1", "text": TEXT})


def task(**changed: object) -> pa.Table:
    evidence = [SPAN | {"sha256": ""}]
    row = {"task_id": "sh-1", "items": [], "gold_docs": ["d1"], "gold_units": [["d1"]], "evidence": evidence}
    return table(TASKS, row | changed)


def index(n_chunks: int) -> pa.Table:
    return table(BM25_INDEX, {"index_name": "bm25", "n_chunks": n_chunks})


def vectors(n_chunks: int) -> pa.Table:
    return table(DENSE_INDEX, {"index_name": "dense", "n_chunks": n_chunks})


def certificate(*missing: str) -> pa.Table:
    return table(COMPLETENESS_CERTIFICATES, {"entity_id": "p-1", "missing": list(missing)})


def absence(certificate: dict[str, object]) -> pa.Table:
    return table(TASK_DRAFTS, {"task_id": "un-1", "evidence": [], "certificate": json.dumps(certificate)})


def metric(value: float) -> pa.Table:
    row = {"metric": "m", "value": value, "n_asked": 2, "n_measured": 2, "n_unmeasured": 0}
    return table(SCORES, row | {"bracket_low": 0.5, "bracket_high": 0.5})


def funnel(n_released: int) -> pa.Table:
    """One task of each type at every stage, but for the last."""
    counts = {"n_in": 1, "n_passed": 1, "n_rejected": 0, "n_not_applicable": 0}
    rows = [{"task_type": kind, "stage": stage, **counts} for kind in TaskType for stage in FunnelStage]
    return table(YIELD_FUNNEL, *rows[:-1], rows[-1] | {"n_passed": n_released})


TWO_CHUNKS = table(CHUNKS, {"chunk_id": "d1#0000"}, {"chunk_id": "d1#0001"})
MOVED = SPAN | {"start": 25}
# A check, tables over which it holds, tables over which it does not, and what it says of them.
GATES = [
    (checks.targets_are_complete, (certificate(),), (certificate("d7"),), "p-1 lacks d7"),
    (checks.index_holds_every_chunk, (index(2), TWO_CHUNKS), (index(1), TWO_CHUNKS), "bm25 holds 1 chunks of 2"),
    (checks.vectors_are_of_every_chunk, (vectors(2), TWO_CHUNKS), (vectors(1), TWO_CHUNKS), "dense holds 1 chunks of 2"),
    (checks.quotes_are_verbatim, (table(FACTS, SPAN), CORPUS_TABLE), (table(FACTS, MOVED), CORPUS_TABLE), "d1 [25:35]"),
    (checks.absences_are_certified, (absence({"documents_read": ["d1"]}),), (absence({}),), "un-1"),
    (checks.gold_spans_read_back, (table(GOLD_LABELS, SPAN), CORPUS_TABLE), (table(GOLD_LABELS, MOVED), CORPUS_TABLE), "d1 [25:35]"),
    (checks.gold_documents_are_in_the_corpus, (task(), CORPUS_TABLE), (task(gold_docs=["d9"]), CORPUS_TABLE), "sh-1 names d9"),
    (checks.gold_documents_are_in_the_corpus, (task(), CORPUS_TABLE), (task(evidence=[MOVED | {"sha256": ""}]), CORPUS_TABLE), "d1 [25:35]"),
    (checks.funnel_adds_up, (funnel(1),), (funnel(0),), "false_premise released took 1 and settled 0"),
    (checks.scores_are_possible, (metric(0.5),), (metric(1.5),), "m = 1.5"),
]  # fmt: skip


@pytest.mark.parametrize(("check", "sound", "faulty", "said"), GATES)
def test_a_check_holds_over_sound_tables_and_names_what_it_rejects(check, sound, faulty, said: str):
    held, failed = check(*sound), check(*faulty)
    assert (held.passed, held.description, held.metadata["faults"].value) == (True, None, 0)
    assert (failed.passed, failed.severity, failed.description) == (False, ERROR, said)
    assert failed.metadata["faults"].value == 1


def test_every_check_of_a_table_blocks_what_is_made_of_it_in_the_same_run():
    gated = {spec.key.name: spec.blocking for check in checks.CHECKS for spec in check.check_specs}
    notices = {"shard_is_readable", "every_source_and_release_file_is_readable"}
    assert {name for name, is_blocking in gated.items() if not is_blocking} == notices
    assert {spec.key.name for gate in GATES for spec in gate[0].check_specs} == set(gated) - notices


def test_a_verdict_names_five_faults_and_counts_the_rest():
    said = checks.verdict([f"d{n}" for n in range(7)])
    assert (said.description, said.metadata["faults"].value) == ("d0, d1, d2, d3, d4, and 2 more", 7)


def test_a_home_whose_files_can_be_read_passes(tmp_path: Path):
    said = checks.every_source_and_release_file_is_readable(home=HomeResource(folder=str(tmp_path)))
    assert (said.passed, said.severity) == (True, WARN)
