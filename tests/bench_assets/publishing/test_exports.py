from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.publishing import exports
from bench_assets.publishing.exports import ExportedFile, ReleaseFacts, ReleaseSource
from bench_assets.publishing.yields import TypeYield
from bench_assets.schemas import (
    CORPUS,
    POOL_LABELS,
    QRELS,
    QUESTIONS,
    SOURCE_SNAPSHOT,
    TASKS,
    VERDICTS,
)
from scoring.errors import BadInputError
from scoring.reading import read_tasks

TASK = {
    "task_id": "sh-1", "type": "single_hop", "question": "Wann, Zoë?", "answer": "3 May", "items": [],
    "gold_docs": ["d1"], "gold_units": [["d1"]], "evidence": [], "entity_ids": ["e1"], "provenance": '{"release":"v1"}',
}  # fmt: skip


def source(model: str = "embedded", **settings: dict) -> ReleaseSource:
    roles = ("cheap", "strong", "judge", "answerer")
    return ReleaseSource("v1", "papers", 5, dict.fromkeys(roles, model), {}, settings)


def facts(**changes: object) -> ReleaseFacts:
    held = {"models": [], "prompts": {}, "yields": {}, "quarantined": {}, "counts": {}, "completeness": {}}
    return ReleaseFacts(**(held | changes))


def corpus(*doc_ids: str) -> pa.Table:
    return pa.Table.from_pylist([{"doc_id": doc_id, "text": "x"} for doc_id in doc_ids], schema=CORPUS)


def test_the_canary_is_the_releases_own_and_repeats() -> None:
    assert exports.canary("v1", 0) == exports.canary("v1", 0)
    assert len({exports.canary("v1", 0), exports.canary("v1", 1), exports.canary("v2", 0)}) == 3


def test_every_line_of_questions_and_tasks_carries_the_canary(tmp_path: Path) -> None:
    asked = pa.Table.from_pylist([{key: TASK[key] for key in QUESTIONS.names}], schema=QUESTIONS)
    exports.write_questions(tmp_path, asked, guid="g-1")
    exports.write_tasks(tmp_path, pa.Table.from_pylist([TASK], schema=TASKS), guid="g-1")
    assert (tmp_path / "questions.jsonl").read_text(encoding="utf-8") == (
        '{"canary":"g-1","question":"Wann, Zoë?","task_id":"sh-1","type":"single_hop"}\n'
    )
    line = json.loads((tmp_path / "tasks.jsonl").read_text(encoding="utf-8"))
    assert line["canary"] == "g-1"
    assert line["provenance"] == {"release": "v1"}
    assert line["false_element"] is None
    assert line["pattern"] is None


def test_the_written_key_is_read_by_the_contract(tmp_path: Path) -> None:
    exports.write_tasks(tmp_path, pa.Table.from_pylist([TASK], schema=TASKS), guid="g")
    (task,) = read_tasks(tmp_path / "tasks.jsonl")
    assert (task.task_id, task.gold_docs, task.gold_units) == ("sh-1", ("d1",), (("d1",),))


def test_a_files_row_holds_the_hash_of_its_bytes(tmp_path: Path) -> None:
    row = exports.write_doc_ids(tmp_path, corpus("d2", "d1"))
    content = (tmp_path / "doc_ids.txt").read_bytes()
    assert content == b"d1\nd2\n"
    assert row == ExportedFile("doc_ids.txt", hashlib.sha256(content).hexdigest(), 6, 2)


def test_a_doc_id_of_two_lines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match=r"1 documents have a line break in their doc_id: 'a\\nb'.*Add the source"):
        exports.write_doc_ids(tmp_path, corpus("a\nb"))


def test_qrels_are_trec_lines_of_four_fields_whatever_the_doc_id_holds(tmp_path: Path) -> None:
    judged = [{"task_id": "t", "doc_id": "box 7/é%1", "relevance": 2}, {"task_id": "t", "doc_id": "z", "relevance": -1}]
    exports.write_qrels(tmp_path, pa.Table.from_pylist(judged, schema=QRELS))
    lines = (tmp_path / "qrels.trec").read_text(encoding="utf-8").splitlines()
    assert lines == ["t 0 box%207/é%251 2", "t 0 z -1"]


def test_an_embedded_model_makes_the_release_not_leaderboard_grade() -> None:
    assert exports.manifest(source(), [], facts())["grade"] == "not leaderboard grade"
    assert exports.manifest(source("live-1"), [], facts(models=["live-1"]))["grade"] == "leaderboard grade"
    mixed = exports.manifest(source("live-1"), [], facts(models=["embedded", "live-1"]))
    assert mixed["grade"] == "not leaderboard grade"
    assert mixed["audit"] == "not audited"


def test_the_manifests_bytes_do_not_depend_on_the_order_of_its_files(tmp_path: Path) -> None:
    a, b = ExportedFile("a", "1", 1, 1), ExportedFile("b", "2", 1, 1)
    first = exports.write_manifest(tmp_path / "1", exports.manifest(source(), [a, b], facts()))
    second = exports.write_manifest(tmp_path / "2", exports.manifest(source(), [b, a], facts()))
    assert first == second
    assert first.sha256 == hashlib.sha256((tmp_path / "1" / "manifest.json").read_bytes()).hexdigest()


def test_the_manifest_holds_retractions_and_quarantined_shards() -> None:
    retracted = source(publishing={"retractions": {"t9": "wrong"}})
    held = exports.manifest(retracted, [], facts(quarantined={"papers/02": "truncated"}))
    assert held["settings"]["publishing"]["retractions"] == {"t9": "wrong"}
    assert held["quarantined_shards"] == {"papers/02": "truncated"}


def test_the_manifest_table_is_sorted_by_file() -> None:
    table = exports.manifest_table([ExportedFile("b", "2", 3, 4), ExportedFile("a", "1", 1, 1)])
    assert table.column("file").to_pylist() == ["a", "b"]


def test_what_the_manifest_says_is_read_from_every_stage_and_type() -> None:
    verdicts = pa.Table.from_pylist(
        [
            {"task_id": "s1", "stage": "rules", "outcome": "pass", "prompt_id": "", "prompt_version": "", "model": ""},
            {"task_id": "s1", "stage": "standalone", "outcome": "pass", "prompt_id": "standalone", "prompt_version": "a", "model": "m"},
        ],
        schema=VERDICTS,
    )  # fmt: skip
    snapshot = pa.Table.from_pylist(
        [{"shard": "p/1", "n_documents": 3}, {"shard": "p/2", "n_documents": 0, "quarantine_reason": "cut"}],
        schema=SOURCE_SNAPSHOT,
    )
    pool = pa.Table.from_pylist(
        [{"task_id": "s1", "doc_id": "d1", "label": "supports", "prompt_version": "p", "model": "n"}],
        schema=POOL_LABELS,
    )
    told = exports.collect_facts(
        yields={"single_hop": TypeYield(2, ())}, stages=[verdicts], labels=[pool],
        tasks=pa.Table.from_pylist([TASK], schema=TASKS), corpus=corpus("d1"), snapshot=snapshot, completeness={"targets": 2},
    )  # fmt: skip
    assert told.models == ["m", "n"]
    assert told.prompts == {"standalone": "a", "pool_label": "p"}
    assert told.quarantined == {"p/2": "cut"}
    assert told.completeness == {"targets": 2}
    assert told.counts == {"documents_in_source": 3, "documents_in_corpus": 1, "pool_labels": 1, "tasks": 1}
    assert exports.manifest(source(), [], told)["yields"] == {
        "single_hop": {
            "wanted": 2,
            "drafted": 0,
            "stages": [],
            "released": 0,
            "short": 2,
            "why": "2 short of 2: nothing fell",
        }
    }


def test_judgments_are_also_lines_with_the_doc_ids_as_they_are(tmp_path: Path) -> None:
    judged = pa.Table.from_pylist([{"task_id": "t", "doc_id": "box 7/é%1", "relevance": 2}], schema=QRELS)
    row = exports.write_qrels_lines(tmp_path, judged, guid="g-1")
    assert (row.file, row.n_lines) == ("qrels.jsonl", 1)
    assert (tmp_path / "qrels.jsonl").read_text(encoding="utf-8") == (
        '{"canary":"g-1","doc_id":"box 7/é%1","relevance":2,"task_id":"t"}\n'
    )


def test_the_false_element_and_the_attainable_score_of_a_task_are_in_its_line() -> None:
    row = TASK | {"false_element": "a meeting of the two", "attainable_f1": 0.9}
    [held] = pa.Table.from_pylist([row], schema=TASKS).to_pylist()
    line = exports.key_line(held, guid="g")
    assert (line["false_element"], line["attainable_f1"], line["pattern"]) == ("a meeting of the two", 0.9, None)


def test_a_number_that_is_none_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        exports.canonical({"x": float("nan")})
