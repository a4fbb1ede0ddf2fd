"""What a certificate of completeness says, and that a document left out on purpose is found."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.corpus.completeness import certify_completeness, summarise_completeness
from bench_assets.corpus.selection import select_corpus
from bench_assets.gates.rules import incomplete_targets
from bench_assets.schemas import COMPLETENESS_CERTIFICATES, SOURCE_SNAPSHOT, TARGET_ENTITIES
from bench_assets.settings.release import CorpusSection, QualityThresholds
from tests.bench_assets.corpus.test_selection import quality_of

TARGETS = pa.Table.from_pylist(
    [
        {"entity_id": "body:csa", "canonical_name": "Coastal Survey Agency", "aliases": ["Coastal Survey Agency"]},
        {"entity_id": "person:fenwick", "canonical_name": "Harold Fenwick", "aliases": ["Harold Fenwick", "FENWICK"]},
    ],
    schema=TARGET_ENTITIES,
)
SNAPSHOT = pa.Table.from_pylist(
    [
        {"shard": "s/1", "n_documents": 3, "n_skipped": 2, "quarantine_reason": None},
        {"shard": "s/2", "n_documents": 2, "n_skipped": 0, "quarantine_reason": None},
        {"shard": "s/3", "n_documents": 0, "n_skipped": 0, "quarantine_reason": "it is truncated"},
    ],
    schema=SOURCE_SNAPSHOT,
)
SHARDS = {
    "s/1": [
        ("a", "Harold Fenwick of the Coastal Survey Agency.", "clean"),
        ("b", "nobody", "clean"),
        ("c", "HAROLD FENWICK %%%", "garbage"),
    ],
    # The second "a" is another text under an id that s/1 has: it is not in the corpus, and no target's document.
    "s/2": [("a", "Harold Fenwick", "clean"), ("d", "the coastal  survey\nagency", "degraded")],
}

THRESHOLDS = QualityThresholds()


def documents() -> list[pa.Table]:
    return [
        pa.table({"doc_id": [r[0] for r in rows], "text": [r[1] for r in rows], "shard": [shard] * len(rows)})
        for shard, rows in SHARDS.items()
    ]


def quality() -> list[pa.Table]:
    return [quality_of([(doc_id, name) for doc_id, _, name in rows]) for rows in SHARDS.values()]


def corpus() -> pa.Table:
    return select_corpus(documents(), quality(), TARGETS, CorpusSection(backbone_documents=0), 0).corpus


def certify(held: pa.Table) -> pa.Table:
    table = certify_completeness(TARGETS, held, SNAPSHOT, zip(documents(), quality(), strict=True), THRESHOLDS)
    assert table.schema.equals(COMPLETENESS_CERTIFICATES)
    return table


def test_a_certificate_counts_what_is_there_and_what_nobody_could_read():
    read = {
        "n_documents_scanned": 4,  # a, b, c, d
        "n_garbage_documents": 1,
        "n_rows_skipped": 2,
        "quarantined_shards": ["s/3"],
    }
    assert certify(corpus()).to_pylist() == [
        # a and d; Fenwick stands in a, and in c, which is garbage and so left out.
        {"entity_id": "body:csa", "aliases": ["Coastal Survey Agency"], "n_in_corpus": 2, "n_garbage": 0, "missing": []}
        | read,
        {"entity_id": "person:fenwick", "aliases": ["FENWICK", "Harold Fenwick"], "n_in_corpus": 1, "n_garbage": 1, "missing": []}
        | read,
    ]  # fmt: skip
    assert incomplete_targets(certify(corpus())) == []


@pytest.mark.parametrize(
    ("held", "faults"),
    [
        (corpus().slice(1), ["body:csa lacks a", "person:fenwick lacks a"]),
        (corpus().slice(0, 1), ["body:csa lacks d"]),
        (corpus().slice(0, 0), ["body:csa lacks a, d", "person:fenwick lacks a"]),
    ],
)
def test_a_document_that_the_corpus_lost_is_named_for_every_target_in_it(held: pa.Table, faults: list[str]):
    assert incomplete_targets(certify(held)) == faults


def test_a_document_that_is_there_under_another_target_is_missing_all_the_same():
    rows = [row | {"entity_ids": ["body:csa"]} for row in corpus().to_pylist()]
    held = pa.Table.from_pylist(rows, schema=corpus().schema)
    assert incomplete_targets(certify(held)) == ["person:fenwick lacks a"]


def test_the_summary_adds_up_the_targets():
    assert summarise_completeness(certify(corpus())) == {
        "targets": 2,
        "documents_scanned": 4,
        "target_documents_in_corpus": 3,
        "target_documents_missing": 0,
        "target_documents_left_out_as_garbage": 1,
        "not_read": {"quarantined_shards": ["s/3"], "rows_without_text_or_skipped": 2, "garbage_documents": 1},
    }
    assert summarise_completeness(COMPLETENESS_CERTIFICATES.empty_table()) == {}
