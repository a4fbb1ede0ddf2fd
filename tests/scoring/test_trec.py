"""TREC files, and NIST's own qrels, run and expected values."""

from __future__ import annotations

from pathlib import Path

import pytest

from scoring.errors import FaultyFileError
from scoring.trec import evaluate_run, read_qrels, read_run
from tests.shared_data import shared_data

PUBLISHED = [
    "map",
    "recip_rank",
    "P_10",
    "P_5",
    "P_20",
    "bpref",
    "recall_5",
    "recall_20",
    "recall_100",
    "ndcg_cut_10",
    "ndcg",
]


def published(name: str) -> dict[str, float]:
    lines = shared_data("trec_eval_tests", name).read_text(encoding="ascii").splitlines()
    return {line.split()[0]: float(line.split()[2]) for line in lines if not line.startswith(("runid", "relstring"))}


def test_nists_values_come_out() -> None:
    qrels = read_qrels(shared_data("trec_eval_tests", "qrels.test"))
    run = read_run(shared_data("trec_eval_tests", "results.test"))
    found = evaluate_run(qrels, run, PUBLISHED)
    plain, every = published("out.test"), published("out.test.a")
    assert {"map": plain["map"], "recip_rank": plain["recip_rank"], "P_10": plain["P_10"]} == {
        "map": 0.1785,
        "recip_rank": 0.4064,
        "P_10": 0.3,
    }
    assert {name: round(value or 0.0, 4) for name, value in found.items()} == {name: every[name] for name in PUBLISHED}


def test_a_topic_missing_from_the_run_halves_the_mean() -> None:
    assert evaluate_run({"1": {"a": 1}, "2": {"b": 1}}, {"1": {"a": 1.0}}, ["map"]) == {"map": 0.5}
    assert evaluate_run({"1": {"a": 1}}, {}, ["map"]) == {"map": 0.0}


def test_topics_with_nothing_relevant_do_not_count() -> None:
    assert evaluate_run({"1": {"a": 1}, "2": {"b": 0}}, {"1": {"a": 1.0}, "2": {"b": 1.0}}, ["map"]) == {"map": 1.0}
    assert evaluate_run({"2": {"b": 0}}, {"2": {"b": 1.0}}, ["map"]) == {"map": None}


def test_a_run_is_ranked_by_its_scores_and_ties_by_descending_id() -> None:
    run = {"1": {"a": 1.0, "z": 1.0}}
    assert evaluate_run({"1": {"z": 1}}, run, ["recip_rank"]) == {"recip_rank": 1.0}
    assert evaluate_run({"1": {"a": 1}}, run, ["recip_rank"]) == {"recip_rank": 0.5}


def test_faulty_judgments_are_listed_by_line(tmp_path: Path) -> None:
    path = tmp_path / "qrels"
    path.write_text("1 0 a 2\n\n1 0 b\n1 0 c high\n1 0 a 1\n", encoding="utf-8")
    with pytest.raises(FaultyFileError) as caught:
        read_qrels(path)
    message = str(caught.value)
    assert "line 3: 3 columns, expected 4" in message
    assert 'line 4: relevance is "high", expected a whole number' in message
    assert 'line 5: document "a" is given twice for its topic' in message


def test_a_faulty_run_is_listed_by_line(tmp_path: Path) -> None:
    path = tmp_path / "run"
    path.write_text("1 Q0 a 1 2.5 r\n1 Q0 b 2 nan r\n1 Q0 c 3 best r\n", encoding="utf-8")
    with pytest.raises(FaultyFileError) as caught:
        read_run(path)
    assert 'line 2: score is "nan", expected a number; line 3: score is "best"' in str(caught.value)
