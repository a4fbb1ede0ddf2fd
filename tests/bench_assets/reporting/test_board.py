from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from rich.console import Console

from bench_assets.evaluation.scores import write_scores
from bench_assets.reporting.board import board_json, notes, rank_board, render
from bench_assets.reporting.publishing import publish_board
from scoring.errors import BadInputError


def scores(macro: float | None, **changes: object) -> dict:
    return {
        "overall_cited_correctness": macro,
        "overall_cited_correctness_ci95": [0.1, 0.2],
        "overall_cited_correctness_ci95_mover": [0.3, 0.4],
        "overall_cited_correctness_micro": 0.25,
        "retrieval_types_macro": 0.5,
        "per_type": {"single_hop": 0.5, "unanswerable": 1.0},
        "per_type_ci95": {"single_hop": [0.45, 0.55], "unanswerable": None},
        "always_refuse_macro": 0.5,
        "saturated_types": ["unanswerable"],
        "overall_uncited_correctness": 0.6,
        "citation_precision": None,
        "citation_recall": 0.7,
        "retrieval": {"recall@5": 0.8, "recall@20": 0.9, "ndcg@10": None},
        "scoring_version": "1-x",
        "is_publishable": True,
        "unpublishable_because": [],
    } | changes


def shown(board: dict) -> str:
    console = Console(file=io.StringIO(), width=200)
    console.print(render(board))
    return console.file.getvalue()


def test_the_board_is_ordered_by_the_macro_and_ties_share_a_rank_by_name() -> None:
    board = rank_board({"c": scores(0.5), "b": scores(0.5), "a": scores(0.2), "z": scores(0.9)})
    assert list(zip(board["rank"].to_pylist(), board["system"].to_pylist(), strict=True)) == [
        (1, "z"), (2, "b"), (2, "c"), (4, "a"),
    ]  # fmt: skip


def test_what_may_not_be_published_is_last_and_has_no_rank() -> None:
    board = rank_board({"broken": scores(0.99, is_publishable=False), "silent": scores(None), "ok": scores(0.1)})
    assert list(zip(board["rank"].to_pylist(), board["system"].to_pylist(), strict=True)) == [
        (1, "ok"), (None, "broken"), (None, "silent"),
    ]  # fmt: skip


def test_the_interval_is_the_one_that_covers_small_types() -> None:
    row = rank_board({"a": scores(0.35)}).to_pylist()[0]
    assert (row["ci95_low"], row["ci95_high"]) == (0.3, 0.4)
    assert (row["single_hop_low"], row["single_hop_high"]) == (0.45, 0.55)
    bare = rank_board({"a": scores(0.15, overall_cited_correctness_ci95_mover=None)}).to_pylist()[0]
    assert (bare["ci95_low"], bare["ci95_high"]) == (0.1, 0.2)


def test_the_boards_json_is_each_systems_scores_with_its_name() -> None:
    held = board_json("v1", rank_board({"a": scores(0.5), "b": scores(0.6)}), "leaderboard grade")
    assert held["release"] == "v1"
    assert [(row["system"], row["rank"], row["overall_cited_correctness"]) for row in held["rows"]] == [
        ("b", 1, 0.6), ("a", 2, 0.5),
    ]  # fmt: skip
    assert held["rows"][1] == {"system": "a", "rank": 2, **scores(0.5)}


def test_the_table_shows_numbers_with_intervals_and_a_dash_for_what_was_not_measured() -> None:
    text = shown(board_json("v1", rank_board({"a": scores(0.35)}), "leaderboard grade"))
    assert "0.350 [0.30, 0.40]" in text
    assert "0.500 [0.45, 0.55]" in text
    assert " - " in text


def test_the_notes_give_floor_saturation_controls_grade_and_why_a_row_has_no_rank() -> None:
    broken = scores(0.9, is_publishable=False, unpublishable_because=["half unmeasured"], saturated_types=[])
    board = rank_board({"type_reader": scores(0.5), "bm25": scores(0.8), "x": broken})
    assert notes(board_json("v1", board, "not leaderboard grade")) == [
        "Floor: a system that always refuses has an overall of 0.50.",
        "Saturated, every system at 0.95 or above: unanswerable.",
        "Controls, to be beaten: type_reader.",
        "x is not ranked: half unmeasured.",
        "This release is not leaderboard grade: the embedded reader made or judged it. Read it as a demonstration.",
    ]


def test_rows_of_two_scoring_versions_are_pointed_out() -> None:
    board = rank_board({"a": scores(0.5), "b": scores(0.6, scoring_version="2-x")})
    assert any("1-x, 2-x" in note for note in notes(board_json("v1", board, "leaderboard grade")))


def test_an_empty_board_is_a_board() -> None:
    held = board_json("v1", rank_board({}), "leaderboard grade")
    assert held["rows"] == []
    assert notes(held) == []
    assert "v1" in shown(held)


def test_the_published_board_reads_the_scores_and_the_grade(tmp_path: Path) -> None:
    for name, macro in (("b", 0.4), ("a", 0.6)):
        write_scores(tmp_path, "v1", name, scores(macro))
    manifest = tmp_path / "exports" / "v1" / "manifest.json"
    manifest.write_text('{"grade": "leaderboard grade"}', encoding="utf-8")
    made = publish_board(tmp_path, "v1", ["v1|b", "v1|a"])
    held = json.loads((tmp_path / "exports" / "v1" / "leaderboard.json").read_text(encoding="utf-8"))
    assert [row["system"] for row in held["rows"]] == ["a", "b"]
    assert made.table["system"].to_pylist() == ["a", "b"]
    manifest.unlink()
    with pytest.raises(BadInputError, match=r"manifest.json cannot be read.*docketbench build v1"):
        publish_board(tmp_path, "v1", ["v1|b"])


def test_a_ranking_stands_last_without_rank_and_is_of_no_scoring_version() -> None:
    ranking = {"is_publishable": False, "unpublishable_because": ["it is a ranking"], "is_ranking": True}
    held = {"a": scores(0.5), "run": scores(None, scoring_version="1-none", **ranking)}
    board = board_json("v1", rank_board(held), "leaderboard grade")
    assert [(row["system"], row["rank"]) for row in board["rows"]] == [("a", 1), ("run", None)]
    told = notes(board)
    assert "run is not ranked: it is a ranking." in told
    assert not [note for note in told if "scoring versions" in note]
