"""Which unpooled documents are judged to learn how complete the pools are: a seeded sample with known probabilities.

Belongs here: the strata, the budget over them, the draw. Does not: scores (screen.py), what the sample says
(completeness.py).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from bench_assets.gauntlet.verdicts import is_rejection, rows
from bench_assets.pooling.screen import Screen, read_screen
from bench_assets.schemas import POOLED_STRATA, POOLS, UNPOOLED
from bench_assets.settings.release import PoolingSection
from bench_resources.retrieval import Retriever

UNPOOLED_DRAW = "unpooled"  # the contributor of a drawn pair, for the judge's eyes only
NEAR_DEPTHS = 2  # a near miss lies within so many depths of a ranking
FAR_DEPTHS = 5  # and a far one within so many

Pair = tuple[int, int]  # the numbers of a task and of a document


class Stratum(StrEnum):
    """Where an unpooled pair lies, the likeliest to support first.

    The screened strata are the pairs of the highest scores, over all tasks together. Beyond them a pair is a near or a
    far miss of a retriever, or of the rest.
    """

    LIKELY = "likely"
    POSSIBLE = "possible"
    DOUBTFUL = "doubtful"
    NEAR_MISS = "near_miss"
    FAR_MISS = "far_miss"
    REST = "rest"


class Band(NamedTuple):
    """What of the budget goes into a stratum, and how many pairs it holds as a multiple of the budget.

    `n_pairs` is None for strata that hold what there is.
    """

    share: float
    n_pairs: float | None


# Where the budget lowers the bound. A supporting pair found with probability p stands for 1/p pairs, and a stratum in
# which none was found may still hold about 3/p: so nearly all is spent on as many pairs as it can cover with p of at
# least 0.18, about as the roots of pessimistic rates of support, 0.25, 0.06 and 0.01 (Neyman 1934).
# Neyman over the strata beyond, by their size, would take everything and still bound nothing: 200 of 100,000 pairs
# without a find leave up to 1,800. They get enough for an alarm; completeness.py says how they are bounded.
PLAN: Mapping[Stratum, Band] = {
    Stratum.LIKELY: Band(0.40, 0.4),
    Stratum.POSSIBLE: Band(0.25, 0.5),
    Stratum.DOUBTFUL: Band(0.20, 1.1),
    Stratum.NEAR_MISS: Band(0.06, None),
    Stratum.FAR_MISS: Band(0.04, None),
    Stratum.REST: Band(0.05, None),
}
SCREENED = tuple(stratum for stratum, band in PLAN.items() if band.n_pairs is not None)


class Draw(NamedTuple):
    """The sample, UNPOOLED, and POOLED_STRATA: in which stratum each pooled pair would be if it were not pooled."""

    sample: pa.Table
    pooled: pa.Table


class Screened(NamedTuple):
    """The pairs of each screened stratum; the highest score below each; the scores of the pooled pairs."""

    pairs: Mapping[Stratum, list[Pair]]
    ceilings: Mapping[Stratum, float]
    pooled: Mapping[Pair, float]


def draw_unpooled(
    pools: pa.Table,
    verified: pa.Table,
    retrievers: Mapping[str, Retriever],
    corpus: pa.Table,
    settings: PoolingSection,
    *,
    budget: int,
    seed: int,
) -> Draw:
    """About `budget` unpooled pairs of answerable tasks, without replacement within each stratum.

    Every unpooled pair of a document and an answerable task is in one stratum, and each stratum with any pair has at
    least one drawn: so every probability is above 0. A budget that covers every pair draws them all.

    Args:
        pools: POOLS of the tasks.
        verified: VERIFIED_TASKS; rejection types have no pool, so nothing of theirs is drawn.
        retrievers: by name, those that filled the pools; asked once more, deeper.
        corpus: CORPUS.
        settings: depth and windows.
        budget: pairs to draw; 200 bound the share well (benchmarks/completeness_truth.py).
        seed: of the release.
    Returns: both tables by (task_id, doc_id); without rows where there is no answerable task.
    """
    tasks = [task for task in rows(verified) if not is_rejection(task)]
    screen = read_screen(corpus, tasks, settings)
    pooled = _numbered(pools, tasks, screen)
    screened = _screen_pairs(screen, tasks, pooled, budget)
    missed = _missed(tasks, retrievers, screen, settings.depth, pooled)
    strata = _strata(screened, missed, settings.depth)
    n_rest = len(tasks) * len(screen.doc_ids) - len(pooled) - sum(map(len, strata.values()))
    sizes = {stratum: len(pairs) for stratum, pairs in strata.items()} | {Stratum.REST: n_rest}
    quotas = allocate(sizes, budget)
    rng = _generator(seed)
    drawn = {stratum: _draw(pairs, quotas[stratum], rng) for stratum, pairs in strata.items()}
    taken = pooled.union(*strata.values())
    drawn[Stratum.REST] = _draw_rest(taken, (len(tasks), len(screen.doc_ids)), quotas[Stratum.REST], rng)
    found = [
        {"stratum": stratum.value, "probability": quotas[stratum] / sizes[stratum], "rank": missed.get(pair)}
        | _keys(pair, tasks, screen)
        for stratum, pairs in drawn.items()
        for pair in pairs
    ]
    placed = [
        {"stratum": _place(score, screened.ceilings).value} | _keys(pair, tasks, screen)
        for pair, score in screened.pooled.items()
    ]
    return Draw(_table(found, UNPOOLED), _table(placed, POOLED_STRATA))


def _table(found: Sequence[Mapping[str, Any]], schema: pa.Schema) -> pa.Table:
    ordered = sorted(found, key=lambda row: (row["task_id"], row["doc_id"]))
    return pa.Table.from_pylist(ordered, schema=schema)


def _generator(seed: int) -> np.random.Generator:
    """The generator of the draw; a seed may be negative, which numpy does not take."""
    digest = hashlib.sha256(f"{UNPOOLED_DRAW}|{seed}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))


def as_pools(sample: pa.Table) -> pa.Table:
    """The sample as POOLS, so that it is judged as pooled documents are."""
    found = [
        {
            "task_id": row["task_id"],
            "doc_id": row["doc_id"],
            "contributors": [{"retriever": UNPOOLED_DRAW, "rank": row["rank"]}],
        }
        for row in sample.to_pylist()
    ]
    return pa.Table.from_pylist(found, schema=POOLS)


def allocate(sizes: Mapping[Stratum, int], budget: int) -> dict[Stratum, int]:
    """How many pairs of each stratum are drawn: its share of the budget, at least 1, at most what it holds.

    What a stratum cannot take goes to the next, and at last to the first that can.
    """
    quotas: dict[Stratum, int] = {}
    spare = 0
    for stratum, band in PLAN.items():
        wanted = round(band.share * budget) + spare
        quotas[stratum] = min(max(wanted, 1), sizes[stratum])
        spare = wanted - quotas[stratum]
    for stratum in PLAN:
        added = max(0, min(spare, sizes[stratum] - quotas[stratum]))
        quotas[stratum] += added
        spare -= added
    return quotas


def _numbered(pools: pa.Table, tasks: Sequence[Mapping[str, Any]], screen: Screen) -> set[Pair]:
    """The pooled pairs of the tasks."""
    task_numbers = {task["task_id"]: number for number, task in enumerate(tasks)}
    named = zip(pools["task_id"].to_pylist(), pools["doc_id"].to_pylist(), strict=True)
    return {
        (task_numbers[task_id], screen.doc_numbers[doc_id])
        for task_id, doc_id in named
        if task_id in task_numbers and doc_id in screen.doc_numbers
    }


def _screen_pairs(screen: Screen, tasks: Sequence[Mapping[str, Any]], pooled: set[Pair], budget: int) -> Screened:
    """The unpooled pairs of the highest scores above 0, ties by task_id and doc_id, cut into bands.

    Of each task no more are kept than the bands hold together, so that memory does not grow with the corpus.
    """
    sizes = [round((PLAN[stratum].n_pairs or 0) * budget) for stratum in SCREENED]
    n_kept = sum(sizes) + 1
    pooled_docs: dict[int, list[int]] = defaultdict(list)
    for number, doc_number in sorted(pooled):
        pooled_docs[number].append(doc_number)
    ranked: list[tuple[float, int, int]] = []
    scored: dict[Pair, float] = {}
    for number, task in enumerate(tasks):
        scores = screen.scores(task)
        scored |= {(number, doc_number): float(scores[doc_number]) for doc_number in pooled_docs[number]}
        scores[pooled_docs[number]] = 0.0
        best = np.argsort(-scores, kind="stable")[:n_kept]
        ranked += [(-float(scores[one]), number, int(one)) for one in best if scores[one] > 0]
        ranked = sorted(ranked)[:n_kept]
    ends = [int(end) for end in np.cumsum(sizes)]
    starts = [0, *ends[:-1]]
    pairs = {
        stratum: [(number, one) for _, number, one in ranked[start:end]]
        for stratum, start, end in zip(SCREENED, starts, ends, strict=True)
    }
    ceilings = {
        stratum: -ranked[end][0] if end < len(ranked) else 0.0 for stratum, end in zip(SCREENED, ends, strict=True)
    }
    return Screened(pairs, ceilings, scored)


def _place(score: float, ceilings: Mapping[Stratum, float]) -> Stratum:
    """The first stratum that only lower scores lie below; a tie with what lies below counts as below."""
    return next((stratum for stratum in SCREENED if score > ceilings[stratum]), Stratum.REST)


def _missed(
    tasks: Sequence[Mapping[str, Any]],
    retrievers: Mapping[str, Retriever],
    screen: Screen,
    depth: int,
    pooled: set[Pair],
) -> dict[Pair, int]:
    """The best rank of each unpooled pair that a retriever has within FAR_DEPTHS depths."""
    questions = [task["question"] for task in tasks]
    best: dict[Pair, int] = {}
    for _, retriever in sorted(retrievers.items()):
        for number, hits in enumerate(retriever.search(questions, FAR_DEPTHS * depth)):
            for rank, hit in enumerate(hits, 1):
                pair = number, screen.doc_numbers.get(hit.doc_id, -1)
                if pair[1] >= 0 and pair not in pooled:
                    best[pair] = min(rank, best.get(pair, rank))
    return best


def _strata(screened: Screened, missed: Mapping[Pair, int], depth: int) -> dict[Stratum, list[Pair]]:
    """The pairs of every stratum but the rest, which is too large to list."""
    held = {pair for pairs in screened.pairs.values() for pair in pairs}
    beyond = [(pair, rank) for pair, rank in sorted(missed.items()) if pair not in held]
    return dict(screened.pairs) | {
        Stratum.NEAR_MISS: [pair for pair, rank in beyond if rank <= NEAR_DEPTHS * depth],
        Stratum.FAR_MISS: [pair for pair, rank in beyond if rank > NEAR_DEPTHS * depth],
    }


def _draw(pairs: Sequence[Pair], n: int, rng: np.random.Generator) -> list[Pair]:
    return [pairs[at] for at in sorted(rng.choice(len(pairs), n, replace=False))] if n else []


def _draw_rest(taken: set[Pair], shape: Pair, n: int, rng: np.random.Generator) -> list[Pair]:
    """`n` pairs that are not taken, every set of so many as likely as any other."""
    found: set[Pair] = set()
    while len(found) < n:
        pair = int(rng.integers(shape[0])), int(rng.integers(shape[1]))
        if pair not in taken:
            found.add(pair)
    return sorted(found)


def _keys(pair: Pair, tasks: Sequence[Mapping[str, Any]], screen: Screen) -> dict[str, Any]:
    return {"task_id": tasks[pair[0]]["task_id"], "doc_id": screen.doc_ids[pair[1]]}
