"""Which documents a release holds: every one of every target, and a backbone drawn by hash.

Belongs here: the choice. Does not: the targets (targets.py), what becomes of the documents.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import pyarrow as pa

from bench_assets.corpus.rescan import AliasScanner, scan
from bench_assets.schemas import CORPUS
from bench_assets.settings.release import CorpusSection
from bench_assets.source.quality import QualityClass

TARGET, BACKBONE = "target", "backbone"
UNSEEN = ""  # sorts before every shard name


def select_corpus(
    documents: pa.Table, quality: pa.Table, targets: pa.Table, settings: CorpusSection, seed: int
) -> pa.Table:
    """One row per document of the retrieval corpus.

    Every document that names a target by any alias is in it, garbage excepted, found by a rescan of all texts; then a
    backbone of `backbone_documents` others, those with the smallest sha256 of "<seed>|<doc_id>", so that a larger
    backbone holds the smaller one. Garbage is in neither. Degraded documents stay: they are the distractors.

    Args:
        documents: DOCUMENTS with a `shard` column; of a doc_id in several shards the first shard's is taken.
        quality: DOCUMENT_QUALITY of the same shards, with or without a `shard` column.
        targets: TARGET_ENTITIES.
        settings: backbone_documents.
        seed: of the release.

    Returns: CORPUS by doc_id.
    Raises: KeyError: a document without a quality row.
    """
    documents = keep_first(documents)
    classes = class_by_document(quality)
    usable = [classes[doc_id] != QualityClass.GARBAGE for doc_id in documents["doc_id"].to_pylist()]
    documents = documents.filter(pa.array(usable, pa.bool_()))
    aliases = dict(zip(targets["entity_id"].to_pylist(), targets["aliases"].to_pylist(), strict=True))
    named = dict(scan(documents, AliasScanner(aliases)))
    others = sorted(
        (hash_order(seed, doc_id), doc_id) for doc_id in documents["doc_id"].to_pylist() if doc_id not in named
    )
    backbone = {doc_id for _, doc_id in others[: settings.backbone_documents]}
    chosen = documents.filter(
        pa.array([doc_id in named or doc_id in backbone for doc_id in documents["doc_id"].to_pylist()], pa.bool_())
    )
    doc_ids = chosen["doc_id"].to_pylist()
    return pa.table(
        {
            "doc_id": doc_ids,
            "shard": chosen["shard"],
            "role": [TARGET if doc_id in named else BACKBONE for doc_id in doc_ids],
            "quality_class": [classes[doc_id] for doc_id in doc_ids],
            "entity_ids": [named.get(doc_id, []) for doc_id in doc_ids],
            "text": chosen["text"],
        },
        schema=CORPUS,
    )


def keep_first(documents: pa.Table) -> pa.Table:
    """DOCUMENTS by doc_id, of each the row of the first shard."""
    ordered = documents.sort_by([("doc_id", "ascending"), ("shard", "ascending")])
    keep = []
    previous = None
    for doc_id in ordered["doc_id"].to_pylist():
        keep.append(doc_id != previous)
        previous = doc_id
    return ordered.filter(pa.array(keep, pa.bool_()))


def count_repeats(documents: pa.Table) -> int:
    """Rows whose doc_id a former shard already has."""
    return len(documents) - len(documents["doc_id"].unique())


def class_by_document(quality: pa.Table) -> Mapping[str, str]:
    """The quality class of each document; of a doc_id in several shards the first shard's."""
    has_shards = "shard" in quality.column_names
    shards = quality["shard"].to_pylist() if has_shards else [UNSEEN] * len(quality)
    rows = sorted(
        zip(shards, quality["doc_id"].to_pylist(), quality["quality_class"].to_pylist(), strict=True), reverse=True
    )
    return {doc_id: quality_class for _, doc_id, quality_class in rows}


def hash_order(seed: int, doc_id: str) -> str:
    """Where a document stands in the draw."""
    return hashlib.sha256(f"{seed}|{doc_id}".encode()).hexdigest()
