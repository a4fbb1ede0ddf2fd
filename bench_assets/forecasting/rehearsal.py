"""The stages that ask models, run in memory by the embedded reader, to see how much a source gives.

Belongs here: calling the stages in order and counting. Does not: any stage; what is made of the counts (projection.py).
How rich in facts about public people a source is cannot be told from its size: over eight embedded corpora of 120 to
300 documents the drafts for each window differed by 27% (standard deviation). How many calls a draft takes that all
documents of a figure are asked about cannot either. The reader is no live model, so only the proportion counts in which
two sources differ for it. Nothing is stored, and nothing goes out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from bench_assets.corpus.aliases import build_alias_index
from bench_assets.corpus.chunks import cut_chunks
from bench_assets.corpus.completeness import certify_completeness
from bench_assets.corpus.near_duplicates import find_near_duplicates
from bench_assets.corpus.selection import select_corpus
from bench_assets.corpus.snapshot import NamedTables, shard_tables, take_snapshot
from bench_assets.corpus.targets import select_targets
from bench_assets.drafting.certified import Certified
from bench_assets.drafting.stage import draft_type, find_events_of, find_facts_of_type
from bench_assets.forecasting.projection import Put, Rehearsal
from bench_assets.forecasting.sizes import READERS
from bench_assets.forecasting.units import SINGLE_HOP, Prompted
from bench_assets.gauntlet.adjudication import adjudicate
from bench_assets.gauntlet.answerability import judge_answerability
from bench_assets.gauntlet.necessity import judge_necessity
from bench_assets.gauntlet.rules import judge_by_rules
from bench_assets.gauntlet.standalone import judge_standalone
from bench_assets.gauntlet.verified import verify_tasks
from bench_assets.settings.release import ReleaseSettings
from bench_assets.settings.tables import StageSettings
from bench_resources.bm25 import Bm25Index, build_index
from bench_resources.lake import Lake
from bench_resources.models import CountedModel
from bench_resources.reader.model import embedded_reader
from scoring.contract import TaskType
from scoring.llm import Completion, Model, Prompt

MAX_DOCUMENTS = 1_000  # of a source: a dozen a second are read, of two sources


@dataclass(frozen=True)
class Found:
    """What a source was found to hold."""

    alias_index: pa.Table
    targets: pa.Table
    corpus: pa.Table
    certified: Certified


@dataclass
class Tally:
    """The embedded reader, and what each stage put to it: each request once, as a cache would have it."""

    put: dict[Prompted, Put] = field(default_factory=dict)
    _seen: set[bytes] = field(default_factory=set)

    def model(self, stage: str) -> CountedModel:
        """The reader as one stage asks it."""
        return CountedModel(_Heard(self, stage, embedded_reader()))

    def note(self, stage: str, prompt: Prompt) -> None:
        """Counts a prompt that was not put before."""
        said = "\0".join(message["content"] for message in prompt.messages())
        digest = hashlib.sha256(said.encode(errors="surrogatepass")).digest()
        if digest not in self._seen:
            self._seen.add(digest)
            prompted = Prompted(stage, prompt.prompt_id)
            calls, chars = self.put.get(prompted, Put(0, 0))
            self.put[prompted] = Put(calls + 1, chars + len(said))


class _Heard:
    """A model whose prompts are counted."""

    def __init__(self, tally: Tally, stage: str, model: Model) -> None:
        self._tally = tally
        self._stage = stage
        self._model = model
        self.name = model.name

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        for prompt in prompts:
            self._tally.note(self._stage, prompt)
        return self._model.complete_all(prompts)


def rehearse(lake: Lake, shards: Sequence[str], settings: ReleaseSettings, protected: frozenset[str]) -> Rehearsal:
    """The units from people to verified drafts that the embedded reader gives, and what it was asked for them.

    Args:
        lake: with the three tables of every shard.
        shards: of the source.
        settings: of the release.
        protected: names that it marks private.

    Raises: ValueError: no shard could be read.
    """
    tally = Tally()
    found = _find(lake, shards, settings, protected, tally)
    origin, sections = settings.release, settings.drafting.model_dump_json()
    stage = StageSettings(origin.source, origin.seed, sections, {}, {}, protected)
    facts = find_facts_of_type(TaskType.SINGLE_HOP, found.corpus, found.targets, tally.model("facts"), stage).table
    events = find_events_of(found.corpus, found.targets, tally.model("events"), stage).table
    tables = {
        ("alias_index", ""): found.alias_index,
        ("target_entities", ""): found.targets,
        ("corpus", ""): found.corpus,
        ("facts", SINGLE_HOP): facts,
    }
    with TemporaryDirectory() as folder:
        build_index(cut_chunks(found.corpus, settings.corpus), Path(folder) / "index")
        index = Bm25Index(Path(folder) / "index")
        for kind in TaskType:
            drafts = draft_type(kind, facts, events, found.certified, tally.model("task_drafts"), stage).table
            judged = _judge(drafts, found.corpus, index, settings, tally)
            tables |= {(asset, kind.value): table for asset, table in ({"task_drafts": drafts} | judged).items()}
    counted: dict[str, float] = {}
    for reader in READERS:
        if (reader.asset, reader.part) in tables:
            counted |= reader.read(tables[reader.asset, reader.part], settings)
    return Rehearsal(counted, tally.put)


def _find(
    lake: Lake, shards: Sequence[str], settings: ReleaseSettings, protected: frozenset[str], tally: Tally
) -> Found:
    snapshot = take_snapshot(lake, shards)
    mentions = shard_tables(lake, snapshot, "entity_mentions")
    documents = shard_tables(lake, snapshot, "documents", ("doc_id", "text"))
    quality = shard_tables(lake, snapshot, "document_quality")
    grouped = NamedTables(shard_tables(lake, snapshot, "documents", ("doc_id", "text", "group")))
    near_duplicates = find_near_duplicates(grouped, settings.duplicates)
    alias_index = build_alias_index(mentions)
    model = tally.model("target_entities")
    targets = select_targets(alias_index, mentions, documents, model, settings.corpus, protected)
    corpus = select_corpus(documents, quality, targets, settings.corpus, settings.release.seed).corpus
    thresholds = settings.corpus.quality
    certificates = certify_completeness(targets, corpus, snapshot, zip(documents, quality, strict=True), thresholds)
    certified = Certified(corpus, targets, certificates, near_duplicates, alias_index)
    return Found(alias_index, targets, corpus, certified)


def _judge(
    drafts: pa.Table, corpus: pa.Table, index: Bm25Index, settings: ReleaseSettings, tally: Tally
) -> dict[str, pa.Table]:
    """The gauntlet's tables, by asset."""
    gauntlet, seed = settings.gauntlet, settings.release.seed
    made = {"rule_verdicts": judge_by_rules(drafts, corpus)}
    made["standalone_verdicts"] = judge_standalone(drafts, [*made.values()], tally.model("standalone_verdicts"))
    made["answerability_verdicts"] = judge_answerability(
        drafts, [*made.values()], corpus, tally.model("answerability_verdicts"), gauntlet
    )
    made["necessity_verdicts"] = judge_necessity(
        drafts, [*made.values()], corpus, tally.model("necessity_verdicts"), gauntlet, seed
    )
    made["adjudication_verdicts"] = adjudicate(
        drafts, [*made.values()], corpus, index, tally.model("adjudication_verdicts"), gauntlet
    )
    return made | {"verified_tasks": verify_tasks(drafts, list(made.values()))}
