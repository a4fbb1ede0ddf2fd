"""The screen and the draw outside the pools, on hand-made tasks."""

from __future__ import annotations

from collections import Counter
from math import log

import pyarrow as pa
import pytest

from bench_assets.pooling.screen import read_screen, signs
from bench_assets.pooling.unpooled import Stratum, allocate, as_pools, draw_unpooled
from bench_assets.schemas import CORPUS, POOLED_STRATA, POOLS, UNPOOLED, VERIFIED_TASKS
from bench_assets.settings.release import PoolingSection
from bench_resources.retrieval import Hit

SETTINGS = PoolingSection(depth=2, window_chars=400, window_overlap_chars=100)
BUDGET = 20


class Ranked:
    """A retriever that ranks the documents of a corpus by name, for every question."""

    def __init__(self, n: int) -> None:
        self.n = n

    def search(self, queries, k):
        return [[Hit(f"d{i:03d}", 1.0 / (i + 1), f"d{i:03d}#0000") for i in range(min(k, self.n))] for _ in queries]


def task(task_id="t1", kind="single_hop", answer="salt", items=()):
    return {
        "task_id": task_id, "type": kind, "question": "What did the Tallow Board tax?", "answer": answer,
        "items": [{"item": item, "doc_ids": []} for item in items], "evidence": [], "entity_ids": [],
    }  # fmt: skip


def verified(*rows):
    return pa.Table.from_pylist(list(rows), schema=VERIFIED_TASKS)


def corpus(*texts):
    return pa.Table.from_pylist([{"doc_id": f"d{i:03d}", "text": text} for i, text in enumerate(texts)], schema=CORPUS)


def pools(*pairs):
    return pa.Table.from_pylist([{"task_id": one, "doc_id": doc_id} for one, doc_id in pairs], schema=POOLS)


def test_signs_are_beginnings_figures_and_last_digits():
    assert signs("The Harbourmaster paid £1,963 in Été '63, a") == {"harbo", "paid", "été", "#963", "#63"}
    assert signs("") == signs("of a 1") == set()


def test_a_score_is_the_root_of_the_best_window_s_share_of_question_times_answer():
    texts = ["the tallow board taxed salt", "the tallow board met", "tallow and salt", "nothing"]
    screen = read_screen(corpus(*texts), [task()], SETTINGS)
    # "Board" stands in two of the four windows and "Tallow" in three; no word begins like "tax" but ends there.
    board, tallow = log(5 / 2.5), log(5 / 3.5)
    part = tallow / (board + tallow)
    assert screen.holders.keys() == {"tallo", "board", "salt"}
    assert screen.scores(task()).tolist() == pytest.approx([1.0, 0.0, part**0.5, 0.0])
    # of several items the best counts; one that the corpus has no sign of could stand anywhere
    assert screen.scores(task(items=("salt", "iron"))).tolist() == pytest.approx([1.0, 1.0, part**0.5, 0.0])


def test_a_score_is_measured_by_the_least_of_the_sources():
    texts = ["the tallow board taxed salt", "the tallow board met", "tallow and salt", "tallow salt"]
    part = log(5 / 4.5) / (log(5 / 2.5) + log(5 / 4.5))  # of the question: "tallow" of all four, "board" of two
    for sources, divided in ((("d002",), 1.0), (("d000",), part), (("d000", "d002"), 1.0), (("gone", "d001"), 1.0)):
        one = task() | {"evidence": [{"doc_id": doc_id} for doc_id in sources]}
        found = read_screen(corpus(*texts), [one], SETTINGS).scores(one).tolist()
        assert found == pytest.approx([1.0, 0.0, divided * part**0.5, divided * part**0.5])


def test_a_task_of_which_the_corpus_holds_no_sign_singles_nothing_out():
    assert read_screen(corpus("nothing", ""), [task()], SETTINGS).scores(task()).tolist() == [0.0, 0.0]
    assert read_screen(corpus(), [task()], SETTINGS).scores(task()).tolist() == []


def test_signs_far_apart_in_a_document_are_in_no_window_together():
    text = "the tallow board met. " + "x " * 400 + "salt"
    screen = read_screen(corpus(text, "the tallow board", "salt"), [task()], SETTINGS)
    assert screen.scores(task()).tolist() == [0.0, 0.0, 0.0]


def test_a_share_of_the_budget_is_at_least_one_and_what_is_not_needed_goes_on():
    sizes = {
        Stratum.LIKELY: 40, Stratum.POSSIBLE: 10, Stratum.DOUBTFUL: 0, Stratum.NEAR_MISS: 900, Stratum.FAR_MISS: 900,
        Stratum.REST: 9000,
    }  # fmt: skip
    # Of 100: likely 40; possible 25, holds 10, 15 over; doubtful 20 + 15, holds 0; near misses 6 + 35; far 4; rest 5.
    assert list(allocate(sizes, 100).values()) == [40, 10, 0, 41, 4, 5]
    assert list(allocate(dict.fromkeys(Stratum, 1), 20).values()) == [1] * 6
    # Of 20: near 1, far 1, rest 1; the rest holds none, so its pair goes to the first that can take it.
    assert list(allocate(dict.fromkeys(Stratum, 30) | {Stratum.REST: 0}, 20).values()) == [9, 5, 4, 1, 1, 0]


def mixed_corpus():
    """300 documents: the first 12 hold question and answer, the next 18 half the question and the answer."""
    likely = ["the tallow board set the salt price"] * 12
    half = ["the tallow salt"] * 18
    return corpus(*likely, *half, *["nothing at all"] * 270)


def test_every_unpooled_pair_has_a_known_probability_and_none_is_drawn_that_is_pooled():
    pooled = pools(("t1", "d000"), ("t1", "d001"), ("t2", "d000"), ("t2", "d299"))
    tasks = verified(task("t1"), task("t2"), task("t9", kind="unanswerable"))
    sample, placed = draw_unpooled(
        pooled, tasks, {"bm25": Ranked(300)}, mixed_corpus(), SETTINGS, budget=BUDGET, seed=7
    )
    assert sample.schema == UNPOOLED
    assert placed.schema == POOLED_STRATA
    rows = sample.to_pylist()
    assert {(row["task_id"], row["doc_id"]) for row in rows}.isdisjoint(
        {(row["task_id"], row["doc_id"]) for row in pooled.to_pylist()}
    )
    # drawn / probability is a stratum's size: together 2 tasks x 300 documents less 4 pooled
    assert sum(1 / row["probability"] for row in rows) == pytest.approx(596)
    sizes = {name: n / next(r["probability"] for r in rows if r["stratum"] == name) for name, n in strata(rows).items()}
    # Bands of 8, 10 and 22 pairs at a budget of 20. The ranking's depth 2 to 10 lies among them.
    assert {name: round(size) for name, size in sizes.items()} == {
        "likely": 8, "possible": 10, "doubtful": 22, "rest": 556,
    }  # fmt: skip
    assert {row["rank"] for row in rows if row["stratum"] == "rest"} == {None}
    assert len(rows) == 20


def strata(rows):
    return Counter(row["stratum"] for row in rows)


def test_a_near_miss_beyond_the_screen_keeps_its_rank():
    texts = corpus(*["nothing at all"] * 50)
    pooled = pools(("t1", "d000"), ("t1", "d001"))
    sample, _ = draw_unpooled(pooled, verified(task()), {"bm25": Ranked(50)}, texts, SETTINGS, budget=BUDGET, seed=0)
    ranks = {row["doc_id"]: row["rank"] for row in sample.to_pylist() if row["stratum"] == "near_miss"}
    # depth 2: third and fourth are near; both are drawn, as nothing passed the screen and left its budget over
    assert ranks == {"d002": 3, "d003": 4}
    assert strata(sample.to_pylist()) == {"near_miss": 2, "far_miss": 6, "rest": 12}


def test_a_pooled_pair_is_placed_by_its_text_alone():
    pooled = pools(("t1", "d000"), ("t1", "d012"), ("t1", "d299"))
    _, placed = draw_unpooled(
        pooled, verified(task()), {"bm25": Ranked(300)}, mixed_corpus(), SETTINGS, budget=BUDGET, seed=0
    )
    # 11 full matches are left for 8 likely pairs: a tie with what lies below the band counts as below
    said = dict(zip(placed["doc_id"].to_pylist(), placed["stratum"].to_pylist(), strict=True))
    assert said == {"d000": "possible", "d012": "doubtful", "d299": "rest"}


def test_a_budget_that_covers_everything_draws_everything():
    sample, placed = draw_unpooled(
        pools(("t1", "d000")),
        verified(task()),
        {"bm25": Ranked(5)},
        corpus(*["salt"] * 5),
        SETTINGS,
        budget=BUDGET,
        seed=0,
    )
    assert [(row["doc_id"], row["probability"]) for row in sample.to_pylist()] == [
        (f"d00{i}", 1.0) for i in (1, 2, 3, 4)
    ]
    assert len(placed) == 1


def test_probabilities_are_those_of_being_drawn():
    texts, tasks, pooled = mixed_corpus(), verified(task()), pools(("t1", "d000"))
    counts: Counter[str] = Counter()
    stated = {}
    for seed in range(300):
        for row in draw_unpooled(pooled, tasks, {}, texts, SETTINGS, budget=BUDGET, seed=seed).sample.to_pylist():
            counts[row["stratum"], row["doc_id"]] += 1
            stated[row["stratum"]] = row["probability"]
    # 300 seeds: a share near p has a standard error of at most 0.03
    for (stratum, _), n in counts.items():
        assert n / 300 == pytest.approx(stated[stratum], abs=0.12)
    assert stated["likely"] == 1.0


def test_the_same_seed_draws_the_same_and_a_negative_one_is_a_seed():
    texts, tasks, pooled = mixed_corpus(), verified(task()), pools(("t1", "d000"))
    drawn = [draw_unpooled(pooled, tasks, {}, texts, SETTINGS, budget=BUDGET, seed=seed).sample for seed in (-3, -3, 4)]
    assert drawn[0].equals(drawn[1])
    assert not drawn[0].equals(drawn[2])


def test_nothing_is_drawn_where_nothing_can_be_answered():
    for tasks in (verified(), verified(task(kind="false_premise"))):
        sample, placed = draw_unpooled(
            pools(), tasks, {"bm25": Ranked(3)}, corpus("salt"), SETTINGS, budget=BUDGET, seed=0
        )
        assert sample.num_rows == placed.num_rows == 0
        assert as_pools(sample).schema == POOLS


def test_a_sample_is_judged_as_pools_are():
    sample, _ = draw_unpooled(
        pools(("t1", "d000")), verified(task()), {}, corpus("salt", "iron"), SETTINGS, budget=BUDGET, seed=0
    )
    assert as_pools(sample).to_pylist() == [
        {"task_id": "t1", "doc_id": "d001", "contributors": [{"retriever": "unpooled", "rank": None}]}
    ]
