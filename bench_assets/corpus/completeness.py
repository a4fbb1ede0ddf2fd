"""The proof that a corpus holds every document of every target, and what nobody could read.

Belongs here: one more rescan of the whole source against the corpus as it was stored. Does not: choosing documents
(selection.py), the verdict over the proof (gates/rules.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import pyarrow as pa

from bench_assets.corpus.quality import QualityClass
from bench_assets.corpus.rescan import AliasScanner, scan, scanner_of
from bench_assets.corpus.selection import class_by_document
from bench_assets.schemas import COMPLETENESS_CERTIFICATES
from bench_assets.settings.release import QualityThresholds


def certify_completeness(
    targets: pa.Table,
    corpus: pa.Table,
    snapshot: pa.Table,
    shards: Iterable[tuple[pa.Table, pa.Table]],
    thresholds: QualityThresholds,
) -> pa.Table:
    """One row per target: the documents that name it by any alias, and where they are.

    Nothing is taken over from the selection: every text of the source is searched again, and what is found is looked
    for in the corpus as it lies in the lake.

    Args:
        targets: TARGET_ENTITIES.
        corpus: CORPUS.
        snapshot: SOURCE_SNAPSHOT, which knows what of the source was not read.
        shards: doc_id and text, and DOCUMENT_QUALITY, of each shard in the order of shards; of a doc_id in several
            shards the first one's document counts.
        thresholds: those of the release, which say what is garbage.

    Returns: COMPLETENESS_CERTIFICATES by entity_id. `missing` is what should be in the corpus and is not.
    """
    aliases = dict(zip(targets["entity_id"].to_pylist(), targets["aliases"].to_pylist(), strict=True))
    held = dict(zip(corpus["doc_id"].to_pylist(), map(frozenset, corpus["entity_ids"].to_pylist()), strict=True))
    totals = {**unread(snapshot), "n_documents_scanned": 0, "n_garbage_documents": 0}
    n_held, n_garbage = Counter[str](), Counter[str]()
    missing: dict[str, list[str]] = {entity_id: [] for entity_id in aliases}
    for doc_id, entity_ids, is_garbage in rescan(shards, thresholds, scanner_of(targets)):
        totals["n_documents_scanned"] += 1
        totals["n_garbage_documents"] += is_garbage
        for entity_id in entity_ids:
            if entity_id in held.get(doc_id, ()):
                n_held[entity_id] += 1
            elif is_garbage:
                n_garbage[entity_id] += 1
            else:
                missing[entity_id].append(doc_id)
    rows = [
        {
            "entity_id": entity_id,
            "aliases": sorted(aliases[entity_id]),
            "n_in_corpus": n_held[entity_id],
            "n_garbage": n_garbage[entity_id],
            "missing": sorted(missing[entity_id]),
            **totals,
        }
        for entity_id in sorted(aliases)
    ]
    return pa.Table.from_pylist(rows, schema=COMPLETENESS_CERTIFICATES)


def rescan(
    shards: Iterable[tuple[pa.Table, pa.Table]], thresholds: QualityThresholds, scanner: AliasScanner
) -> Iterator[tuple[str, list[str], bool]]:
    """(doc_id, entity_ids that it names, whether it is garbage) of every document of the source, each id once."""
    seen: set[str] = set()
    for texts, numbers in shards:
        classes = class_by_document(numbers, thresholds)
        named = dict(scan(texts, scanner))
        for doc_id in texts["doc_id"].to_pylist():
            if doc_id not in seen:
                seen.add(doc_id)
                yield doc_id, named.get(doc_id, []), classes[doc_id] == QualityClass.GARBAGE


def unread(snapshot: pa.Table) -> dict[str, Any]:
    """What of the source no rescan could read: shards in quarantine, and rows without text or with a repeated id."""
    rows = snapshot.to_pylist()
    return {
        "quarantined_shards": [row["shard"] for row in rows if row["quarantine_reason"] is not None],
        "n_rows_skipped": sum(row["n_skipped"] for row in rows),
    }


def summarise_completeness(certificates: pa.Table) -> Mapping[str, Any]:
    """What a release says of its completeness: totals over the targets, and what was not read.

    Empty without a target.
    """
    rows = certificates.to_pylist()
    if not rows:
        return {}
    return {
        "targets": len(rows),
        "documents_scanned": rows[0]["n_documents_scanned"],
        "target_documents_in_corpus": sum(row["n_in_corpus"] for row in rows),
        "target_documents_missing": sum(len(row["missing"]) for row in rows),
        "target_documents_left_out_as_garbage": sum(row["n_garbage"] for row in rows),
        "not_read": not_read(rows[0]),
    }


def not_read(certificate: Mapping[str, Any]) -> dict[str, Any]:
    """What a certificate does not speak for, in its own words."""
    return {
        "quarantined_shards": certificate["quarantined_shards"],
        "rows_without_text_or_skipped": certificate["n_rows_skipped"],
        "garbage_documents": certificate["n_garbage_documents"],
    }
