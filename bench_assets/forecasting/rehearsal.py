"""The stages that ask models, run in memory by the embedded reader, to see how much a source gives.

Belongs here: calling the stages in order and counting. Does not: any stage; what is made of the counts (projection.py).
How rich in facts about public people a source is cannot be told from its size: over eight embedded corpora of 120 to
300 documents the drafts for each window differed by 27% (standard deviation). The reader is no live model, so only the
proportion counts in which two sources differ for it. Nothing is stored, and nothing goes out.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pyarrow as pa

from bench_assets.corpus.aliases import build_alias_index
from bench_assets.corpus.chunks import cut_chunks
from bench_assets.corpus.completeness import certify_completeness
from bench_assets.corpus.selection import select_corpus
from bench_assets.corpus.snapshot import shard_tables, take_snapshot
from bench_assets.corpus.targets import select_targets
from bench_assets.drafting.absence import draft_unanswerable
from bench_assets.drafting.certified import Certified
from bench_assets.drafting.drafts import draft_single_hop
from bench_assets.drafting.facts import find_facts
from bench_assets.forecasting.sizes import NO_QUOTA, READERS
from bench_assets.forecasting.units import SINGLE_HOP, UNANSWERABLE, Unit
from bench_assets.gauntlet.adjudication import adjudicate
from bench_assets.gauntlet.answerability import judge_answerability
from bench_assets.gauntlet.necessity import judge_necessity
from bench_assets.gauntlet.standalone import judge_standalone
from bench_assets.gauntlet.verified import verify_tasks
from bench_assets.settings.release import ReleaseSettings
from bench_resources.bm25 import Bm25Index, build_index
from bench_resources.lake import Lake
from bench_resources.reader.model import embedded_reader

MAX_DOCUMENTS = 2_000  # of a source: forty to fifty a second are read, of two sources


class Found(NamedTuple):
    """What a source was found to hold."""

    alias_index: pa.Table
    targets: pa.Table
    corpus: pa.Table
    certificates: pa.Table


def rehearse(
    lake: Lake, shards: Sequence[str], settings: ReleaseSettings, protected: frozenset[str]
) -> dict[Unit, float]:
    """The units from people to verified drafts that the embedded reader gives.

    Args:
        lake: with the three tables of every shard.
        shards: of the source.
        settings: of the release.
        protected: names that it marks private.

    Raises: ValueError: no shard could be read.
    """
    found = _find(lake, shards, settings, protected)
    model, drafting, seed = embedded_reader(), settings.drafting, settings.release.seed
    facts = find_facts(found.corpus, found.targets, model, drafting, protected=protected).table
    certified = Certified(found.corpus, found.targets, found.certificates)
    without_quota = drafting.model_copy(update={"unanswerable": NO_QUOTA})
    offered = draft_unanswerable(certified, model, without_quota, seed, protected)
    drafts = {
        SINGLE_HOP: draft_single_hop(facts, drafting, seed),
        UNANSWERABLE: draft_unanswerable(certified, model, drafting, seed, protected),
    }
    tables = {
        ("alias_index", ""): found.alias_index,
        ("target_entities", ""): found.targets,
        ("corpus", ""): found.corpus,
        ("facts", SINGLE_HOP): facts,
        **{("task_drafts", kind): table for kind, table in drafts.items()},
    }
    with TemporaryDirectory() as folder:
        build_index(cut_chunks(found.corpus, settings.corpus), Path(folder) / "index")
        index = Bm25Index(Path(folder) / "index")
        for kind, table in drafts.items():
            tables |= {(asset, kind): made for asset, made in _judge(table, found.corpus, index, settings).items()}
    counted: dict[Unit, float] = {}
    for reader in READERS:
        if (reader.asset, reader.part) in tables:
            counted |= reader.read(tables[reader.asset, reader.part], settings)
    return counted | {Unit.ABSENCE_SUPPLY: offered.num_rows}


def _find(lake: Lake, shards: Sequence[str], settings: ReleaseSettings, protected: frozenset[str]) -> Found:
    snapshot = take_snapshot(lake, shards)
    mentions = shard_tables(lake, snapshot, "entity_mentions")
    documents = shard_tables(lake, snapshot, "documents", ("doc_id", "text"))
    quality = shard_tables(lake, snapshot, "document_quality")
    alias_index = build_alias_index(mentions)
    targets = select_targets(alias_index, mentions, documents, embedded_reader(), settings.corpus, protected)
    corpus = select_corpus(documents, quality, targets, settings.corpus, settings.release.seed).corpus
    thresholds = settings.corpus.quality
    certificates = certify_completeness(targets, corpus, snapshot, zip(documents, quality, strict=True), thresholds)
    return Found(alias_index, targets, corpus, certificates)


def _judge(drafts: pa.Table, corpus: pa.Table, index: Bm25Index, settings: ReleaseSettings) -> dict[str, pa.Table]:
    """The gauntlet's tables, by asset."""
    model, gauntlet = embedded_reader(), settings.gauntlet
    stages = [judge_standalone(drafts, model)]
    stages.append(judge_answerability(drafts, stages, corpus, model, gauntlet))
    stages.append(judge_necessity(drafts, stages, corpus, model, gauntlet, settings.release.seed))
    stages.append(adjudicate(drafts, stages, corpus, index, model, gauntlet))
    names = ("standalone_verdicts", "answerability_verdicts", "necessity_verdicts")
    return {**dict(zip(names, stages, strict=False)), "verified_tasks": verify_tasks(drafts, stages)}
