"""The interval of a pool's completeness covers the truth as often as it promises, and tells something."""

from __future__ import annotations

import numpy as np
import pytest

from bench_assets.pooling.completeness import Completeness
from benchmarks.completeness_truth import (
    MAX_MEDIAN_WIDTH,
    MIN_COVERAGE,
    Change,
    Outcome,
    Setting,
    change_texts,
    open_world,
    repeat,
    summary,
)


def said(share, low, high, n_beyond=0):
    return Completeness(share, low, high, 200, 5, n_beyond, 8.0)


def test_a_summary_worked_by_hand():
    outcomes = [
        Outcome(0.90, said(0.92, 0.85, 0.95)),
        Outcome(0.80, said(0.88, 0.82, 0.96)),  # the truth lies below
        Outcome(0.96, said(0.96, 0.86, 0.96, n_beyond=1)),  # an end belongs to the interval
        Outcome(0.94, said(0.90, 0.80, 0.98)),
    ]
    found = summary(Setting("small", 5, 10), outcomes)
    # widths 0.10, 0.14, 0.10, 0.18; errors 0.02, 0.08, 0, -0.04
    assert found["coverage"] == 0.75
    assert found["median_width"] == pytest.approx(0.12)
    assert found["mean_error"] == pytest.approx(0.015)
    assert found["truth"] == [0.8, 0.9, 0.96]
    assert found["refuted"] == 1


def test_a_changed_statement_is_gone_from_its_text_wherever_its_lines_break():
    statement = "the Tallow Board met on 3 May 1961"
    rows = [
        {"fact_id": "f1", "doc_id": f"d{i}", "statement": statement, "written_answer": "3 May 1961", "is_legible": True}
        for i in range(200)
    ]
    original = "We note that the Tallow\n> Board met on 3 May\n1961."
    for change, left in ((Change.REWORDED, "Tallow"), (Change.HIDDEN, "We note")):
        texts = {row["doc_id"]: original for row in rows}
        chosen = change_texts(texts, rows, change, np.random.default_rng(0))
        assert {doc_id for _, doc_id in chosen} == {doc_id for doc_id, text in texts.items() if text != original}
        assert 5 < len(chosen) < 100
        assert all("1961" not in texts[doc_id] and left in texts[doc_id] for _, doc_id in chosen)


def test_the_interval_covers_the_truth_and_is_narrow_at_a_small_size():
    # A hundred repetitions on a corpus that nothing was set on; the benchmark has ten settings of twice the size.
    setting = Setting("small", 5, 50, n_stating=2)
    with open_world(200, 11, Change.NONE) as world:
        outcomes = [repeat(world, setting, 200, seed) for seed in range(100)]
    found = summary(setting, outcomes)
    assert 0.80 <= found["truth"][1] <= 0.99
    assert found["coverage"] >= MIN_COVERAGE
    assert found["median_width"] <= MAX_MEDIAN_WIDTH
    assert found["n_judged"] == 200
