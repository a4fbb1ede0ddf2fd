"""Which documents a release holds: every one of every target, and a backbone drawn by hash.

Belongs here: the choice. Does not: the targets (targets.py), what becomes of the documents.
"""

from __future__ import annotations

import hashlib
import heapq
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets.corpus.quality import QualityClass, class_shares, classify
from bench_assets.corpus.rescan import AliasScanner, scan, scanner_of
from bench_assets.schemas import CORPUS
from bench_assets.settings.release import CorpusSection, QualityThresholds

TARGET, BACKBONE = "target", "backbone"


@dataclass(frozen=True)
class Selection:
    """CORPUS by doc_id, and what was read for it: documents, repeated ids, documents of each class, class_shares."""

    corpus: pa.Table
    notes: Mapping[str, Any]


class Row(NamedTuple):
    """A row of CORPUS."""

    doc_id: str
    shard: str
    role: str
    quality_class: str
    is_draftable: bool
    entity_ids: list[str]
    text: str


def select_corpus(
    documents: Iterable[pa.Table], quality: Iterable[pa.Table], targets: pa.Table, settings: CorpusSection, seed: int
) -> Selection:
    """The retrieval corpus: one row per document of it.

    Every document that names a target by any alias is in it, garbage excepted, found by a rescan of all texts; then a
    backbone of `backbone_documents` others, those with the smallest sha256 of "<seed>|<doc_id>", so that a larger
    backbone holds the smaller one. Garbage is in neither. Degraded documents stay: they are the distractors.
    What is held in memory is the corpus itself, one shard, and the doc_ids seen so far.

    Args:
        documents: doc_id, text and `shard`, a table a shard in the order of shards; of a doc_id in several shards the
            first one's document is taken.
        quality: DOCUMENT_QUALITY of the same shards in the same order.
        targets: TARGET_ENTITIES.
        settings: backbone_documents, and the thresholds of quality.
        seed: of the release.

    Raises: KeyError: a document without a quality row.
    """
    scanner = scanner_of(targets)
    backbone = Backbone(settings.backbone_documents, seed)
    named: list[Row] = []
    seen: set[str] = set()
    counts = Counter(documents_read=0, repeated_doc_ids=0, **{name.value: 0 for name in QualityClass})
    for texts, numbers in zip(documents, quality, strict=True):
        classes = class_by_document(numbers, settings.quality)
        usable = usable_documents(texts, classes, seen, counts)
        draftable = draftable_documents(numbers, settings.quality)
        for row in rows_of(usable, classes, draftable, scanner):
            if row.role == TARGET:
                named.append(row)
            else:
                backbone.offer(row)
    rows = sorted([*named, *backbone.rows()])
    columns = [list(column) for column in zip(*rows, strict=True)] or [[] for _ in Row._fields]
    return Selection(pa.table(columns, schema=CORPUS), {**counts, "class_shares": class_shares(counts)})


def usable_documents(documents: pa.Table, classes: Mapping[str, str], seen: set[str], counts: Counter[str]) -> pa.Table:
    """A shard's documents whose id no shard before had and that are no garbage; `seen` and `counts` are carried on."""
    kept = []
    for doc_id in documents["doc_id"].to_pylist():
        is_repeat = doc_id in seen
        counts["documents_read"] += 1
        counts["repeated_doc_ids" if is_repeat else classes[doc_id]] += 1
        kept.append(not is_repeat and classes[doc_id] != QualityClass.GARBAGE)
        seen.add(doc_id)
    return documents.filter(pa.array(kept, pa.bool_()))


def rows_of(
    documents: pa.Table, classes: Mapping[str, str], draftable: frozenset[str], scanner: AliasScanner
) -> Iterator[Row]:
    """The rows that a shard's documents would have in the corpus."""
    named = dict(scan(documents, scanner))
    for doc_id, shard, text in zip(*(documents[c].to_pylist() for c in ("doc_id", "shard", "text")), strict=True):
        entity_ids = named.get(doc_id, [])
        role = TARGET if entity_ids else BACKBONE
        yield Row(doc_id, shard, role, classes[doc_id], doc_id in draftable, entity_ids, text)


class Backbone:
    """The documents that come first in the draw, of those offered so far."""

    def __init__(self, size: int, seed: int) -> None:
        """Takes how many and the seed of the order."""
        self._size = size
        self._seed = seed
        self._held: list[tuple[int, Row]] = []  # a heap, the last in the draw on top

    def offer(self, row: Row) -> None:
        """Takes the row in, if it comes before one that is held."""
        entry = (-hash_order(self._seed, row.doc_id), row)
        if len(self._held) < self._size:
            heapq.heappush(self._held, entry)
        elif self._held:
            heapq.heappushpop(self._held, entry)

    def rows(self) -> list[Row]:
        """What is held, in no order."""
        return [row for _, row in self._held]


def class_by_document(quality: pa.Table, thresholds: QualityThresholds) -> Mapping[str, str]:
    """The quality class of each document of a shard."""
    return dict(zip(quality["doc_id"].to_pylist(), classify(quality, thresholds).to_pylist(), strict=True))


def draftable_documents(quality: pa.Table, thresholds: QualityThresholds) -> frozenset[str]:
    """The documents of a shard that facts may be drafted from: those that a wider border would call clean."""
    classes = class_by_document(quality, thresholds.for_drafting())
    return frozenset(doc_id for doc_id, name in classes.items() if name == QualityClass.CLEAN)


def hash_order(seed: int, doc_id: str) -> int:
    """Where a document stands in the draw."""
    return int.from_bytes(hashlib.sha256(f"{seed}|{doc_id}".encode()).digest())
