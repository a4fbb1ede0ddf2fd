"""Rank metrics on worked vectors, and the holes in the judgments."""

from __future__ import annotations

from math import log2

import pytest

from scoring.contract import Prediction, Task, TaskType
from scoring.retrieval import (
    evaluate_rankings,
    first_distinct,
    judged_only,
    judged_share,
    mean_over_topics,
    rank_biased_precision,
    score_retrieval,
)

RANKING = ["x", "a", "c", "y", "b"]
QRELS = {"a": 2, "b": 1, "c": 0, "e": 0}


def evaluate(ranking: list[str], qrels: dict[str, int], measure: str, relevance_level: int = 1) -> float:
    return evaluate_rankings({"q": ranking}, {"q": qrels}, [measure], relevance_level)["q"][measure]


@pytest.mark.parametrize(
    ("measure", "expected"),
    [
        ("ndcg_cut_10", 0.626665),  # (2/log2(3) + 1/log2(6)) / (2 + 1/log2(3))
        ("map", 0.45),  # (1/2 + 2/5) / 2
        ("bpref", 0.75),  # a: nothing irrelevant above; b: c above, 1 - 1/2
        ("recall_5", 1.0),
        ("P_5", 0.4),
        ("recip_rank", 0.5),
    ],
)
def test_a_ranking_with_holes(measure: str, expected: float) -> None:
    assert evaluate(RANKING, QRELS, measure) == pytest.approx(expected, abs=1e-6)


def test_the_judged_only_list_is_scored_apart() -> None:
    # a, c, b: (2 + 1/2) / (2 + 1/log2(3))
    assert evaluate(judged_only(RANKING, QRELS), QRELS, "ndcg_cut_10") == pytest.approx(0.950234, abs=1e-6)


def test_three_of_five_are_judged() -> None:
    assert judged_share(RANKING, QRELS, 5) == pytest.approx(0.6)
    assert judged_share(["a"], QRELS, 5) == 1.0
    assert judged_share([], QRELS, 5) is None
    assert judged_share(["a", "p"], QRELS | {"p": -1}, 5) == 0.5


def test_the_gain_is_linear_and_not_exponential() -> None:
    # (1 + 3/log2(3) + 2/log2(5)) / (3 + 2/log2(3) + 1/2) = 0.788377; exponential gain would be 0.71422
    assert evaluate(["c", "a", "d", "b"], {"a": 3, "b": 2, "c": 1, "d": 0}, "ndcg_cut_10") == pytest.approx(
        0.788377, abs=1e-6
    )


def test_rank_is_the_order_given_whatever_the_ids() -> None:
    assert evaluate(["z", "a"], {"z": 1}, "recip_rank") == 1.0
    assert evaluate(["a", "z"], {"z": 1}, "recip_rank") == 0.5


def test_the_ideal_comes_from_the_judgments() -> None:
    gold = dict.fromkeys(["g1", "g2", "g3", "g4", "g5"], 1)
    expected = 1 / (1 + 0.63093 + 0.5 + 0.43068 + 0.38685)
    assert evaluate(["g1", "x"], gold, "ndcg_cut_10") == pytest.approx(expected, abs=1e-6)


def test_a_topic_missing_from_the_run_halves_the_mean() -> None:
    scores = evaluate_rankings({"q1": ["a"]}, {"q1": {"a": 1}, "q2": {"b": 1}}, ["map"])
    assert mean_over_topics(scores, "map") == 0.5
    assert mean_over_topics({}, "map") is None


def test_topics_with_nothing_relevant_are_left_out() -> None:
    assert evaluate_rankings({"q": ["a"]}, {"q": {"a": 0}, "r": {}, "s": {"b": -1}}, ["map"]) == {}
    assert evaluate_rankings({"q": ["a"]}, {"q": {"a": 1}}, ["map"], relevance_level=2) == {}


def test_a_ranking_that_repeats_a_document_is_refused() -> None:
    with pytest.raises(ValueError, match="names a document twice"):
        evaluate(["a", "a"], QRELS, "map")


def test_hostile_ids_are_only_names() -> None:
    ids = ["a b", "a\tb", "", "é" * 300, "a\0b"]
    assert evaluate(ids, {"a\0b": 1, "a\0c": 1}, "recall_5") == 0.5


def test_a_repeated_document_earns_once() -> None:
    assert first_distinct(["g1", "g1", "g1"]) == ["g1"]
    assert first_distinct(map(str, range(30))) == [str(i) for i in range(20)]


def test_rank_biased_precision_and_its_residual_cover_everything() -> None:
    # weights .2, .16, .128, .1024, .08192; relevant a, b; unjudged x, y; tail .8^5
    found = rank_biased_precision(RANKING, QRELS)
    assert found.value == pytest.approx(0.16 + 0.08192)
    assert found.residual == pytest.approx(0.2 + 0.1024 + 0.8**5)
    assert rank_biased_precision([], QRELS).residual == 1.0


def task(task_id: str, *gold: str, units: tuple[tuple[str, ...], ...] = ()) -> Task:
    return Task(task_id, TaskType.SINGLE_HOP, gold_docs=gold, gold_units=units)


def score_one(asked: Task, *retrieved: str, qrels: dict[str, int] | None = None) -> dict[str, float | None]:
    predictions = {asked.task_id: Prediction(asked.task_id, "x", retrieved=retrieved)}
    return score_retrieval([asked], predictions, None if qrels is None else {asked.task_id: qrels})[asked.task_id]


def test_a_list_of_one_gold_document_three_times_is_the_list_of_it_once() -> None:
    asked = task("t", "g1", "g2")
    assert score_one(asked, "g1", "g1", "g1") == score_one(asked, "g1")
    assert score_one(asked, "g1")["ndcg@10"] == pytest.approx(1 / (1 + 1 / log2(3)))


def test_near_duplicates_are_one_unit_for_recall_and_ndcg() -> None:
    asked = task("t", "g1", "g2", "g3", units=(("g1", "g2"),))
    scores = score_one(asked, "g2", "g1")
    assert scores["recall@5"] == 0.5
    assert scores["ndcg@10"] == pytest.approx(1 / (1 + 1 / log2(3)))


def test_only_the_first_twenty_distinct_count() -> None:
    asked = task("t", "g1")
    assert score_one(asked, *[f"x{i}" for i in range(19)], "x0", "g1")["recall@20"] == 1.0
    assert score_one(asked, *[f"x{i}" for i in range(20)], "g1")["recall@20"] == 0.0


def test_an_empty_list_scores_zero_and_tasks_without_gold_are_not_asked() -> None:
    asked = [task("t1", "g1"), task("t2"), Task("t3", TaskType.UNANSWERABLE, gold_docs=("g1",))]
    found = score_retrieval(asked, {t.task_id: Prediction(t.task_id, "x") for t in asked})
    assert list(found) == ["t1"]
    assert set(found["t1"].values()) == {0.0}
    assert score_retrieval([], {}) == {}


def test_unjudged_documents_open_a_bracket_that_enters_the_ideal() -> None:
    # x unjudged, g gold: 1/log2(3) against ideal 1; with x relevant (1 + 1/log2(3)) / (1 + 1/log2(3)).
    scores = score_one(task("t", "g"), "x", "g", qrels={"g": 2, "n": 0})
    assert scores["ndcg@10"] == pytest.approx(1 / log2(3))
    assert scores["ndcg@10_unjudged_relevant"] == pytest.approx(1.0)
    assert scores["ndcg@10_judged_only"] == pytest.approx(1.0)
    assert scores["judged@10"] == 0.5
    assert scores["rbp"] == pytest.approx(0.16)


def test_partial_support_counts_in_the_graded_diagnostic_only() -> None:
    # gold g 2, partial p 1: order p, g gives (1 + 2/log2(3)) / (2 + 1/log2(3)); the headline sees g at rank 2.
    scores = score_one(task("t", "g"), "p", "g", qrels={"g": 2, "p": 1})
    assert scores["ndcg@10_graded"] == pytest.approx((1 + 2 / log2(3)) / (2 + 1 / log2(3)))
    assert scores["ndcg@10"] == pytest.approx(1 / log2(3))
    assert scores["bpref"] == pytest.approx(0.0)  # one document below the level stands above the only relevant one


def test_gold_that_the_judgments_lack_is_gold_all_the_same() -> None:
    assert score_one(task("t", "g"), "g", qrels={})["judged@10"] == 1.0
