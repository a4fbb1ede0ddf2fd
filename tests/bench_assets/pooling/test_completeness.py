"""The share that the pools hold, worked by hand."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.pooling.completeness import (
    Contribution,
    Judged,
    PoolCount,
    count_pool,
    estimate,
    judged,
    unique_contributions,
)
from bench_assets.pooling.labels import label_pools
from bench_assets.pooling.pools import build_pools
from bench_assets.pooling.unpooled import Stratum, as_pools, draw_unpooled
from bench_assets.schemas import CORPUS, NEAR_DUPLICATES, POOL_LABELS, POOLED_STRATA, POOLS, UNPOOLED, VERIFIED_TASKS
from bench_assets.settings.release import PoolingSection
from bench_resources.reader.model import EmbeddedReader


def pools(**by):
    """POOLS of task t1: document -> names of contributors."""
    rows = [
        {"task_id": "t1", "doc_id": doc_id, "contributors": [{"retriever": name, "rank": 1} for name in names.split()]}
        for doc_id, names in by.items()
    ]
    return pa.Table.from_pylist(rows, schema=POOLS)


def labels(*rows):
    """POOL_LABELS of task t1 from (document, label) or (document, label, item)."""
    found = [
        {"task_id": "t1", "doc_id": doc_id, "label": label, "item": item[0] if item else None}
        for doc_id, label, *item in rows
    ]
    return pa.Table.from_pylist(found, schema=POOL_LABELS)


def drawn(stratum, n, n_supporting, probability, n_unjudged=0):
    """A stratum of which n pairs were drawn, some without a label."""
    said = [True] * n_supporting + [None] * n_unjudged
    said += [False] * (n - len(said))
    return [Judged(stratum, probability, one) for one in said]


def test_where_everything_was_judged_the_share_is_exact():
    sample = [*drawn(Stratum.LIKELY, 10, 2, 1.0), *drawn(Stratum.REST, 30, 0, 1.0)]
    said = estimate(PoolCount(8, 8, 4), sample)
    assert said == (0.8, 0.8, 0.8, 40, 2, 0, 2.0)  # 8 of 8 + 2


def test_a_find_stands_for_as_many_as_it_was_drawn_from():
    # 3 of the 10 judged of 20 support: 6 are missing. No pooled pair failed the screen, so beyond it the odds are
    # 0.5 of 40.5, and 6 + 6 / 81 are missing of 40 + that.
    sample = [*drawn(Stratum.POSSIBLE, 10, 3, 0.5), *drawn(Stratum.REST, 10, 0, 0.001)]
    said = estimate(PoolCount(40, 40, 0), sample)
    assert said.estimated_missing == pytest.approx(6 * (1 + 0.5 / 40.5))
    assert said.share == pytest.approx(40 / (40 + 6 * (1 + 0.5 / 40.5)))
    assert said.low < said.share < said.high
    assert said.high <= 40 / 43  # three were found for certain


def test_one_unjudged_pair_may_support_and_may_not():
    # One of two was judged and does not: the other supports with probability 0.5 / 2. Nothing else is left.
    said = estimate(PoolCount(3, 3, 0), drawn(Stratum.POSSIBLE, 1, 0, 0.5))
    assert said == (1.0, 0.75, 1.0, 1, 0, 0, 0.0)


def test_what_the_screen_leaves_out_of_the_pools_it_leaves_out_of_the_missing():
    # 2 of 12 found pairs fail: odds 2 / 10, at twice that 4 / 10, so 12 * 4 / 14 failing of 12. Each of the 5 found
    # inside then brings (12 * 4 / 14 + 0.5) / (12 * 10 / 14 + 0.5) beyond.
    sample = [*drawn(Stratum.LIKELY, 50, 5, 1.0), *drawn(Stratum.REST, 10, 0, 0.0001)]
    said = estimate(PoolCount(12, 12, 2), sample)
    assert said.estimated_missing == pytest.approx(5 * (1 + (48 / 14 + 0.5) / (120 / 14 + 0.5)))
    sure = estimate(PoolCount(12, 12, 0), sample)
    assert said.low < sure.low < sure.share


def test_a_hundred_thousand_pairs_without_a_find_do_not_undo_the_interval():
    inside = [*drawn(Stratum.LIKELY, 80, 5, 1.0), *drawn(Stratum.POSSIBLE, 50, 1, 0.5)]
    sample = [*inside, *drawn(Stratum.DOUBTFUL, 40, 0, 0.18), *drawn(Stratum.REST, 20, 0, 20 / 100_000)]
    said = estimate(PoolCount(150, 90, 3), sample)
    assert said.high - said.low < 0.15
    assert said.low < 150 / 157 < said.high


def test_one_find_beyond_the_screen_refutes_the_assumption():
    inside = drawn(Stratum.LIKELY, 80, 5, 1.0)
    said = estimate(PoolCount(150, 90, 3), [*inside, *drawn(Stratum.REST, 20, 1, 0.01)])
    assert said.n_found_beyond == 1
    assert said.estimated_missing == pytest.approx(105)  # 5, and one of 20 of 2,000
    # the exact upper bound of 1 of 20 is 0.2487: about 497 of 2,000
    assert said.low == pytest.approx(150 / (150 + 5 + 497), abs=0.01)
    assert said.high == pytest.approx(150 / 156)  # the six that were found


def test_a_pair_that_the_judge_failed_on_is_not_evidence():
    # 10 drawn of 20, 5 labelled, 2 support: 2 * 20 / 5. The size of the stratum is still 20.
    said = estimate(PoolCount(32, 32, 0), drawn(Stratum.DOUBTFUL, 10, 2, 0.5, n_unjudged=5))
    assert (said.n_judged, said.estimated_missing) == (5, 8.0)
    assert said.share == pytest.approx(0.8)


def test_nothing_is_said_where_nothing_supports():
    assert estimate(PoolCount(0, 0, 0), []) is None
    assert estimate(PoolCount(0, 0, 0), drawn(Stratum.REST, 5, 0, 0.1)) is None
    only_outside = estimate(PoolCount(0, 0, 0), drawn(Stratum.LIKELY, 5, 1, 1.0))
    assert (only_outside.share, only_outside.low, only_outside.high) == (0.0, 0.0, 0.0)


def test_nothing_found_and_nothing_drawn_is_whole():
    assert estimate(PoolCount(4, 4, 0), []) == (1.0, 1.0, 1.0, 0, 0, 0, 0.0)


@pytest.mark.parametrize("probability", [0.0, 1.5])
def test_a_probability_outside_its_range_is_refused(probability):
    with pytest.raises(ValueError, match=r"probability of stratum rest is not in \(0, 1\]"):
        estimate(PoolCount(1, 1, 0), [Judged(Stratum.REST, probability, True)])


def test_the_screen_is_asked_about_what_searches_found_alone():
    pooled = pools(d1="bm25", d2="bm25 source", d3="alias_index", d4="alias_index bm25", d5="bm25")
    said = labels(*((doc_id, "supports") for doc_id in ("d1", "d2", "d3", "d4")), ("d5", "partial"))
    places = {"d1": "rest", "d2": "rest", "d3": "rest", "d4": "likely", "d5": "rest"}
    strata = [{"task_id": "t1", "doc_id": doc_id, "stratum": name} for doc_id, name in places.items()]
    # four support; d2 is a source and d3 was only listed; of d1 and d4 one would have been left out
    assert count_pool(said, pooled, pa.Table.from_pylist(strata, schema=POOLED_STRATA)) == PoolCount(4, 2, 1)


def test_a_drawn_pair_supports_when_any_item_does_and_is_unjudged_when_none_does_and_one_failed():
    doc_ids = ("d1", "d2", "d3", "d4")
    rows = [{"task_id": "t1", "doc_id": one, "stratum": "likely", "probability": 0.5} for one in doc_ids]
    said = labels(
        ("d1", "unjudged", 0), ("d1", "supports", 1), ("d2", "irrelevant", 0), ("d2", "unjudged", 1),
        ("d3", "partial", 0), ("d3", "irrelevant", 1),
    )  # fmt: skip
    found = judged(pa.Table.from_pylist(rows, schema=UNPOOLED), said)
    assert [one.is_supporting for one in found] == [True, None, False, None]
    assert found[0] == Judged(Stratum.LIKELY, 0.5, True)


def test_a_supporting_document_that_no_search_found_is_drawn_judged_and_counted():
    sentence = "The Tallow Board met at Juniper Bay on 3 May 1961 to set the price of salt."
    texts = {"d1": sentence, "d2": f"Minutes. {sentence}", "d3": "The ferry was late.", "d4": "Coal was dear."}
    corpus = pa.Table.from_pylist([{"doc_id": one, "text": text} for one, text in texts.items()], schema=CORPUS)
    question = "On what date did the Tallow Board meet at Juniper Bay?"
    tasks = [{
        "task_id": "t1", "type": "single_hop", "question": question, "answer": "3 May 1961", "items": [],
        "evidence": [{"doc_id": "d1"}], "entity_ids": [],
    }]  # fmt: skip
    verified = pa.Table.from_pylist(tasks, schema=VERIFIED_TASKS)
    settings = PoolingSection(depth=1)
    pooled = build_pools(verified, {}, corpus, settings, {})

    def read(pairs):
        nothing = pa.Table.from_pylist([], schema=NEAR_DUPLICATES)
        return label_pools(pairs, verified, corpus, nothing, EmbeddedReader(), settings).table

    draw = draw_unpooled(pooled, verified, {}, corpus, settings, budget=200, seed=0)
    said = estimate(count_pool(read(pooled), pooled, draw.pooled), judged(draw.sample, read(as_pools(draw.sample))))
    # d2 is found among the three that were left, all of them judged
    assert said == (0.5, 0.5, 0.5, 3, 1, 0, 1.0)


def test_leaving_one_retriever_out_says_what_it_alone_brought():
    pooled = pools(d1="bm25", d2="bm25 dense", d3="dense", d4="dense", d5="source")
    said = labels(
        ("d1", "irrelevant"), ("d2", "supports"), ("d3", "supports", 0), ("d3", "supports", 1), ("d4", "partial")
    )
    assert unique_contributions(pooled, said) == [
        Contribution("bm25", 1, 0), Contribution("dense", 2, 1), Contribution("source", 1, 0),
    ]  # fmt: skip
    assert unique_contributions(pools(), labels()) == []
