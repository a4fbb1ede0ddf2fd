from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.publishing.funnel import count_funnel
from bench_assets.publishing.release import publish_release
from bench_assets.schemas import (
    COMPLETENESS_CERTIFICATES,
    CORPUS,
    POOL_LABELS,
    QRELS,
    QUESTIONS,
    SETTINGS,
    SOURCE_SNAPSHOT,
    TASK_DRAFTS,
    TASKS,
    VERDICTS,
)
from scoring.errors import StoppedError
from tests.bench_assets.publishing.funnel_tables import drafting, tables

QUOTE = "Ada Quill signed"
DIGEST = hashlib.sha256(QUOTE.encode()).hexdigest()
EVIDENCE = {"doc_id": "d1", "start": 0, "end": len(QUOTE), "quote": QUOTE, "sha256": DIGEST}
TASK = {
    "task_id": "sh-1", "type": "single_hop", "question": "Who signed?", "answer": "Ada Quill", "items": [],
    "gold_docs": ["d1"], "gold_units": [["d1"]], "evidence": [EVIDENCE], "entity_ids": [], "provenance": "{}",
}  # fmt: skip

CERTIFICATE = {
    "entity_id": "body:tallow-board:1", "n_in_corpus": 1, "n_garbage": 2, "n_documents_scanned": 6,
    "n_garbage_documents": 3, "n_rows_skipped": 4, "quarantined_shards": ["papers/7"],
}  # fmt: skip


FUNNEL = count_funnel(tables([], {}), drafting(), {}, 0)


def section(name: str, settings: str = '{"a": 1}') -> pa.Table:
    row = {
        "section": name,
        "source": "papers",
        "seed": 3,
        "settings": settings,
        "sampling": "{}",
        "models": '{"cheap": "embedded"}',
    }
    return pa.Table.from_pylist([row | {"protected_names": []}], schema=SETTINGS)


def publish(
    home: Path,
    *,
    task: dict = TASK,
    drafts: pa.Table | None = None,
    missing: Sequence[str] = (),
    funnel: pa.Table = FUNNEL,
) -> pa.Table:
    tasks = pa.Table.from_pylist([task], schema=TASKS)
    made = publish_release(
        home, "v1",
        settings=[section("publishing"), section("corpus"), section("drafting", '{"single_hop": 2}')],
        snapshot=SOURCE_SNAPSHOT.empty_table(),
        corpus=pa.Table.from_pylist([{"doc_id": "d1", "text": f"{QUOTE} it."}], schema=CORPUS),
        certificates=pa.Table.from_pylist([CERTIFICATE | {"missing": missing}], schema=COMPLETENESS_CERTIFICATES),
        drafts=TASK_DRAFTS.empty_table() if drafts is None else drafts,
        verdicts=[VERDICTS.empty_table()],
        labels=POOL_LABELS.empty_table(),
        tasks=tasks,
        questions=tasks.select(QUESTIONS.names).cast(QUESTIONS),
        qrels=QRELS.empty_table(),
        funnel=funnel,
    )  # fmt: skip
    assert [path.name for path in made.side_files] == [
        "questions.jsonl", "tasks.jsonl", "qrels.trec", "qrels.jsonl", "doc_ids.txt", "manifest.json",
    ]  # fmt: skip
    return made.table


def test_every_file_is_hashed_in_the_table_and_all_but_itself_in_the_manifest(tmp_path: Path) -> None:
    table = publish(tmp_path)
    folder = tmp_path / "exports" / "v1"
    for row in table.to_pylist():
        assert row["sha256"] == hashlib.sha256((folder / row["file"]).read_bytes()).hexdigest()
    held = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert [file["file"] for file in held["files"]] == [
        "doc_ids.txt", "qrels.jsonl", "qrels.trec", "questions.jsonl", "tasks.jsonl",
    ]  # fmt: skip
    assert held["canary"] in (folder / "questions.jsonl").read_text(encoding="utf-8")
    assert (held["seed"], held["settings"]) == (
        3, {"corpus": {"a": 1}, "drafting": {"single_hop": 2}, "publishing": {"a": 1}},
    )  # fmt: skip
    assert (held["yields"]["single_hop"]["wanted"], held["yields"]["single_hop"]["short"]) == (2, 2)


def test_two_publications_give_the_same_bytes_and_name_no_path(tmp_path: Path) -> None:
    assert publish(tmp_path / "a").equals(publish(tmp_path / "b"))
    assert str(tmp_path) not in (tmp_path / "a" / "exports" / "v1" / "manifest.json").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("changes", "gate"),
    [
        ({"gold_docs": ["d1", "d7"]}, r"gold_documents_are_in_the_corpus does not hold for sh-1 names d7"),
        ({"evidence": [EVIDENCE | {"start": 1}]}, r"evidence_reads_back does not hold for d1 \[1:16\]"),
    ],
)
def test_a_gate_that_does_not_hold_stops_before_any_file(tmp_path: Path, changes: dict, gate: str) -> None:
    with pytest.raises(StoppedError, match=f"Release v1 is not published: {gate}"):
        publish(tmp_path, task=TASK | changes)
    assert not (tmp_path / "exports").exists()


def test_the_manifest_says_how_complete_the_targets_are_and_what_was_not_read(tmp_path: Path) -> None:
    publish(tmp_path)
    held = json.loads((tmp_path / "exports" / "v1" / "manifest.json").read_text(encoding="utf-8"))
    assert held["completeness"] == {
        "targets": 1,
        "documents_scanned": 6,
        "target_documents_in_corpus": 1,
        "target_documents_missing": 0,
        "target_documents_left_out_as_garbage": 2,
        "not_read": {
            "quarantined_shards": ["papers/7"],
            "rows_without_text_or_skipped": 4,
            "garbage_documents": 3,
        },
    }


def test_a_target_that_lacks_a_document_stops_the_release(tmp_path: Path) -> None:
    with pytest.raises(StoppedError, match="targets_are_complete does not hold for body:tallow-board:1 lacks d9"):
        publish(tmp_path, missing=["d9"])
    assert not (tmp_path / "exports").exists()


def test_an_absence_without_certificate_stops_the_release(tmp_path: Path) -> None:
    drafts = pa.Table.from_pylist([{"task_id": "un-1", "type": "unanswerable", "evidence": []}], schema=TASK_DRAFTS)
    with pytest.raises(StoppedError, match="absences_are_certified does not hold for un-1"):
        publish(tmp_path, drafts=drafts)


def test_a_funnel_that_does_not_add_up_stops_the_release(tmp_path: Path) -> None:
    with pytest.raises(StoppedError, match="funnel_adds_up does not hold for dossier released has no row"):
        publish(
            tmp_path,
            funnel=FUNNEL.filter(
                [row["stage"] != "released" or row["task_type"] != "dossier" for row in FUNNEL.to_pylist()]
            ),
        )
    assert not (tmp_path / "exports").exists()
