"""How often the interval of a pool's completeness covers the truth, and how wide it is, on the planted corpus.

Belongs here: settings of known truth, repetitions, the measures. Does not: a rule of the stages.

A repetition draws facts as tasks, each with one document that states it as the source; fills the pools with BM25 at a
depth that misses some; draws the sample; labels pools and sample by the truth; and compares the interval with the share
of all (task, document) pairs that support which the pools do hold. Garbage is left out, as a release does.

What supports: `legible` counts a document whose statement the noise left whole, `stated` one that states the fact even
where noise broke the very words, so that what is missing is worse to read than what was found. `reworded` takes the
answer out of one in ten stating documents, found or not: they support in other words. `hidden` takes one in four
whole statements out, question and answer: no search finds it and no screen, as a text that shares no word with either.
There the assumption is wrong; it stands apart, as the limit of any estimate that judges some hundred pairs.
"""

from __future__ import annotations

import argparse
import json
import re
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from bench_assets.pooling.completeness import Completeness, count_pool, estimate, judged
from bench_assets.pooling.pools import build_pools
from bench_assets.pooling.unpooled import as_pools, draw_unpooled
from bench_assets.schemas import CHUNKS, CORPUS, POOL_LABELS, VERIFIED_TASKS
from bench_assets.settings.release import PoolingSection
from bench_assets.source.documents import read_shard
from bench_assets.source.locks import lock_source
from bench_resources.bm25 import Bm25Index, build_index
from bench_resources.planted.corpus import write_corpus
from bench_resources.planted.truth import read_truth
from bench_resources.prompting import Support
from bench_resources.windows import cut
from scoring.contract import TaskType

N_DOCUMENTS = 800
N_REPETITIONS = 100
BUDGET = 200
CHUNK_CHARS = 1200
CHUNK_OVERLAP_CHARS = 200
REWORDED_SHARE = 0.1  # of the statements
HIDDEN_SHARE = 0.25
MIN_COVERAGE = 0.90  # what the interval must show
MAX_MEDIAN_WIDTH = 0.15


class Change(StrEnum):
    """What is done to some of the statements."""

    NONE = "none"
    REWORDED = "reworded"
    HIDDEN = "hidden"


class Counted(StrEnum):
    """Which documents support a fact."""

    LEGIBLE = "legible"
    STATED = "stated"


class Setting(NamedTuple):
    """One simulated release.

    Attributes:
        n_stating: documents that must state a fact for it to become a task.
        is_limit: the assumption is wrong on purpose.
    """

    name: str
    depth: int
    n_tasks: int
    n_stating: int = 1
    counted: Counted = Counted.LEGIBLE
    change: Change = Change.NONE
    is_limit: bool = False


SETTINGS = (
    Setting("depth 2", 2, 150),
    Setting("depth 5", 5, 150),
    Setting("depth 20", 20, 150),
    Setting("several, depth 5", 5, 100, n_stating=2),
    Setting("several, depth 10", 10, 100, n_stating=2),
    Setting("stated, depth 5", 5, 150, counted=Counted.STATED),
    Setting("stated, depth 20", 20, 150, counted=Counted.STATED),
    Setting("stated, several, depth 20", 20, 100, n_stating=2, counted=Counted.STATED),
    Setting("reworded, depth 5", 5, 150, change=Change.REWORDED),
    Setting("few tasks, depth 10", 10, 40, n_stating=2),
    Setting("hidden, depth 10", 10, 150, change=Change.HIDDEN, is_limit=True),
)


@dataclass(frozen=True)
class World:
    """A corpus with its index, its facts, and which documents support each."""

    corpus: pa.Table
    index: Bm25Index
    facts: Mapping[str, Mapping[str, Any]]
    supports: Mapping[Counted, Mapping[str, frozenset[str]]]
    sources: Mapping[str, Sequence[str]]


@contextmanager
def open_world(n_documents: int, seed: int, change: Change) -> Iterator[World]:
    """The planted corpus of a seed without garbage, some of its statements changed."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "planted"
        write_corpus(folder, n_documents=n_documents, seed=seed, n_shards=1)
        garbage = {row["doc_id"] for row in read_truth(folder, "documents").to_pylist() if row["quality"] == "garbage"}
        shards = lock_source("planted", folder, "doc_id", "text_content").shards
        texts = {
            row["doc_id"]: row["text"]
            for shard in shards
            for row in read_shard(shard).documents.to_pylist()
            if row["doc_id"] not in garbage
        }
        statements = [row for row in read_truth(folder, "statements").to_pylist() if row["doc_id"] in texts]
        facts = {row["fact_id"]: row for row in read_truth(folder, "facts").to_pylist() if row["is_public"]}
        changed = change_texts(texts, statements, change, np.random.default_rng([seed, 1]))
        build_index(_chunks(texts), Path(scratch) / "index")
        yield World(
            corpus=_corpus(texts),
            index=Bm25Index(Path(scratch) / "index"),
            facts=facts,
            supports={
                Counted.LEGIBLE: _stating(row for row in statements if row["is_legible"]),
                Counted.STATED: _stating(statements),
            },
            sources={
                fact_id: sorted(one for one in found if (fact_id, one) not in changed)
                for fact_id, found in _stating(row for row in statements if row["is_legible"]).items()
            },
        )


def change_texts(
    texts: dict[str, str], statements: Sequence[Mapping[str, Any]], change: Change, rng: np.random.Generator
) -> set[tuple[str, str]]:
    """Changes the texts in place; gives the (fact, document) pairs that were chosen."""
    chosen = set()
    share = HIDDEN_SHARE if change is Change.HIDDEN else REWORDED_SHARE
    for row in statements:
        if change is Change.NONE or not row["is_legible"] or rng.random() >= share:
            continue
        said = row["written_answer"] if change is Change.REWORDED else row["statement"]
        pattern = r"[\s>]+".join(map(re.escape, said.split()))
        texts[row["doc_id"]] = re.sub(pattern, "as agreed before", texts[row["doc_id"]])
        chosen.add((row["fact_id"], row["doc_id"]))
    return chosen


def _stating(statements: Iterable[Mapping[str, Any]]) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row in statements:
        found[row["fact_id"]].add(row["doc_id"])
    return {fact_id: frozenset(doc_ids) for fact_id, doc_ids in found.items()}


def _corpus(texts: Mapping[str, str]) -> pa.Table:
    rows = [{"doc_id": doc_id, "text": text, "entity_ids": []} for doc_id, text in sorted(texts.items())]
    return pa.Table.from_pylist(rows, schema=CORPUS)


def _chunks(texts: Mapping[str, str]) -> pa.Table:
    rows = [
        {"chunk_id": f"{doc_id}#{at:04d}", "doc_id": doc_id, "ordinal": at, "text": text[slice(*span)]}
        for doc_id, text in sorted(texts.items())
        for at, span in enumerate(cut(text, CHUNK_CHARS, CHUNK_OVERLAP_CHARS))
    ]
    return pa.Table.from_pylist(rows, schema=CHUNKS)


class Outcome(NamedTuple):
    """One repetition: the true share, and what was said of it."""

    truth: float
    said: Completeness

    @property
    def is_covered(self) -> bool:
        """Whether the interval holds the truth."""
        return self.said.low <= self.truth <= self.said.high


def repeat(world: World, setting: Setting, budget: int, seed: int) -> Outcome:
    """One repetition."""
    supports = world.supports[setting.counted]
    known = sorted(
        fact_id for fact_id in world.facts if world.sources.get(fact_id) and len(supports[fact_id]) >= setting.n_stating
    )
    rng = np.random.default_rng([seed, 2])
    chosen = [known[at] for at in sorted(rng.choice(len(known), setting.n_tasks, replace=False))]
    verified = pa.Table.from_pylist([_task(world, fact_id, rng) for fact_id in chosen], schema=VERIFIED_TASKS)
    settings = PoolingSection(depth=setting.depth)
    retrievers = {"bm25": world.index}
    pools = build_pools(verified, retrievers, world.corpus, settings, {})
    draw = draw_unpooled(pools, verified, retrievers, world.corpus, settings, budget=budget, seed=seed)
    labels = label_truly(pools, supports)
    pool = count_pool(labels, pools, draw.pooled)
    said = estimate(pool, judged(draw.sample, label_truly(as_pools(draw.sample), supports)))
    if said is None:
        raise ValueError(f"no document supports a task of {setting.name}")
    return Outcome(pool.n_supports / sum(len(supports[fact_id]) for fact_id in chosen), said)


def _task(world: World, fact_id: str, rng: np.random.Generator) -> dict[str, Any]:
    fact, sources = world.facts[fact_id], world.sources[fact_id]
    source = sources[int(rng.integers(len(sources)))]
    return {
        "task_id": fact_id, "type": TaskType.SINGLE_HOP.value, "question": fact["question"], "answer": fact["answer"],
        "items": [], "evidence": [{"doc_id": source}], "entity_ids": [],
    }  # fmt: skip


def label_truly(pools: pa.Table, supports: Mapping[str, frozenset[str]]) -> pa.Table:
    """POOL_LABELS of some pairs, as the truth has them."""
    rows = [
        {
            "task_id": row["task_id"],
            "doc_id": row["doc_id"],
            "label": (Support.SUPPORTS if row["doc_id"] in supports[row["task_id"]] else Support.IRRELEVANT).value,
        }
        for row in pools.select(["task_id", "doc_id"]).to_pylist()
    ]
    return pa.Table.from_pylist(rows, schema=POOL_LABELS)


def summary(setting: Setting, outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The measures of a setting; a share's error is what was estimated less the truth."""
    truths = [one.truth for one in outcomes]
    return {
        "setting": setting.name,
        "is_limit": setting.is_limit,
        "coverage": sum(one.is_covered for one in outcomes) / len(outcomes),
        "median_width": round(statistics.median(one.said.high - one.said.low for one in outcomes), 4),
        "mean_error": round(statistics.fmean(one.said.share - one.truth for one in outcomes), 4),
        "truth": [round(value, 3) for value in (min(truths), statistics.fmean(truths), max(truths))],
        "refuted": sum(one.said.n_found_beyond > 0 for one in outcomes),
        "n_judged": max(one.said.n_judged for one in outcomes),
    }


def main() -> None:
    """Prints a line a setting to stderr and one JSON line to stdout."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--documents", type=int, default=N_DOCUMENTS)
    parser.add_argument("--repetitions", type=int, default=N_REPETITIONS)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    started = time.perf_counter()
    found = []
    for change in Change:
        with open_world(options.documents, options.seed, change) as world:
            for setting in (one for one in SETTINGS if one.change is change):
                seeds = range(options.seed * options.repetitions, (options.seed + 1) * options.repetitions)
                found.append(summary(setting, [repeat(world, setting, options.budget, seed) for seed in seeds]))
                print(json.dumps(found[-1]), file=sys.stderr, flush=True)
    held = [one for one in found if not one["is_limit"]]
    result = {
        "coverage": min(one["coverage"] for one in held),
        "median_width": max(one["median_width"] for one in held),
        "repetitions": options.repetitions,
        "budget": options.budget,
        "documents": options.documents,
        "is_met": all(one["coverage"] >= MIN_COVERAGE and one["median_width"] <= MAX_MEDIAN_WIDTH for one in held),
        "seconds": round(time.perf_counter() - started, 1),
        "settings": found,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
