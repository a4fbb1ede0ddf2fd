"""The tables of copies count what they say."""

from __future__ import annotations

import json
import sys

import pytest

from bench_assets.corpus.near_duplicates import Compared
from benchmarks.near_duplicate_truth import Truth, by_threshold, lines_of, main, pairs_of, score


def test_pairs_are_all_within_a_record():
    assert pairs_of({"c": "1", "a": "1", "b": "2", "d": "1"}) == {("a", "c"), ("a", "d"), ("c", "d")}
    assert pairs_of({}) == set()


def test_a_score_worked_by_hand():
    # Three found, two of them of four copies.
    assert score([("a", "b"), ("a", "c"), ("x", "y")], [("a", "b"), ("a", "c"), ("b", "c"), ("d", "e")]) == (
        4, 3, pytest.approx(2 / 3), 0.5,
    )  # fmt: skip
    assert score([], []) == (0, 0, None, None)


def test_evidence_alone_and_together():
    truth = Truth({"a": "1", "b": "1", "c": "2", "d": "2", "e": "3"}, {})
    compared = [
        (("a", "b"), Compared(0, 1, 0.50, 0.5, 1.0, is_form=False, is_numbered=False)),
        (("c", "d"), Compared(2, 3, 0.05, 0.0, 1.0, is_form=False, is_numbered=True)),
        (("d", "e"), Compared(3, 4, 0.01, 0.0, 1.0, is_form=False, is_numbered=True)),
        (("a", "e"), Compared(0, 4, 0.90, 0.0, 0.0, is_form=True, is_numbered=False)),
    ]
    scores = by_threshold(truth, compared)
    assert scores["number alone"] == (2, 2, 0.5, 0.5)
    assert scores["number and some text"] == (2, 1, 1.0, 0.5)
    assert scores["minhash 0.40"] == (2, 1, 1.0, 0.5)
    assert scores["minhash 0.40 or number"] == (2, 2, 1.0, 1.0)
    assert scores["minhash 0.60"] == (2, 0, None, 0.0)
    assert len(lines_of("pairs", scores)) == 2 + len(scores)


def test_planted_copies_under_five_percent_are_found(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(sys, "argv", ["bench", "--documents", "1500", "--corpus", str(tmp_path / "absent")])
    main()
    shown = capsys.readouterr()
    result = json.loads(shown.out.splitlines()[-1])
    clear = result["planted"]["by_error_rate"]["0% to under 5%"]
    assert clear["recall"] >= 0.95
    assert clear["precision"] >= 0.98
    assert "largest clusters" in shown.err
    assert "real" not in result
