"""The board: submissions by the macro of cited correctness, with what qualifies each number.

Belongs here: the order, the columns, the notes below. Does not: any metric, files (publishing.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from bench_assets.schemas import LEADERBOARD

if TYPE_CHECKING:
    from rich.table import Table

Scores = Mapping[str, Any]
NOT_MEASURED = "-"
CONTROLS = frozenset({"type_reader", "random_citer"})  # rows that a system must beat, not systems


def rank_board(scores_by_system: Mapping[str, Scores]) -> pa.Table:
    """LEADERBOARD, best macro first, equal macros sharing a rank and standing by name.

    A row that must not be published is last and has no rank: nothing unmeasured is ranked. The interval is the one
    that combines the types' own intervals, which covers small types better than the bootstrap does (METRICS 3).
    """
    rows = [board_row(system, scores) for system, scores in scores_by_system.items()]
    rows.sort(key=lambda row: (not row["is_publishable"], -(row["overall_cited_correctness"] or 0.0), row["system"]))
    values = [row["overall_cited_correctness"] for row in rows]
    ranked = [
        row | {"rank": values.index(row["overall_cited_correctness"]) + 1} for row in rows if row["is_publishable"]
    ]
    return pa.Table.from_pylist([*ranked, *rows[len(ranked) :]], schema=LEADERBOARD)


def board_row(system: str, scores: Scores) -> dict[str, Any]:
    """One row of LEADERBOARD without its rank; `scores` keeps the whole scores.json."""
    low, high = _interval(scores["overall_cited_correctness_ci95_mover"] or scores["overall_cited_correctness_ci95"])
    hop_low, hop_high = _interval(scores["per_type_ci95"].get("single_hop"))
    retrieval = scores["retrieval"]
    return {
        "rank": None,
        "system": system,
        "overall_cited_correctness": scores["overall_cited_correctness"],
        "ci95_low": low,
        "ci95_high": high,
        "overall_cited_correctness_micro": scores["overall_cited_correctness_micro"],
        "retrieval_types_macro": scores["retrieval_types_macro"],
        "single_hop": scores["per_type"].get("single_hop"),
        "single_hop_low": hop_low,
        "single_hop_high": hop_high,
        "overall_uncited_correctness": scores["overall_uncited_correctness"],
        "citation_precision": scores["citation_precision"],
        "citation_recall": scores["citation_recall"],
        "recall_at_5": retrieval.get("recall@5"),
        "recall_at_20": retrieval.get("recall@20"),
        "ndcg_at_10": retrieval.get("ndcg@10"),
        "is_publishable": scores["is_publishable"] and scores["overall_cited_correctness"] is not None,
        "scores": json.dumps(scores, ensure_ascii=False, sort_keys=True, allow_nan=False),
    }


def board_json(release: str, board: pa.Table, grade: str) -> dict[str, Any]:
    """The board's JSON: {release, grade, always_refuse_macro, saturated_types, rows: [{system, rank, ...scores.json}]}.

    A type is saturated when every ranked system is at 0.95 or above on it (METRICS 1).
    """
    rows = [{"system": row["system"], "rank": row["rank"], **json.loads(row["scores"])} for row in board.to_pylist()]
    return {
        "release": release,
        "grade": grade,
        "always_refuse_macro": next((row["always_refuse_macro"] for row in rows), None),
        "saturated_types": _saturated([row for row in rows if row["rank"] is not None]),
        "rows": rows,
    }


def render(board: Mapping[str, Any]) -> Table:
    """The board's JSON as a table for a terminal, every interval beside its number."""
    from rich.markup import escape  # noqa: PLC0415 - only people need colours
    from rich.table import Table  # noqa: PLC0415

    table = Table(title=f"{escape(board['release'])}: cited correctness", title_justify="left")
    table.add_column("#", justify="right")
    table.add_column("system", no_wrap=True)
    for name in ("overall [95%]", "single_hop [95%]"):
        table.add_column(name, no_wrap=True)
    for name in ("micro", "uncited", "cit. prec.", "cit. rec.", "recall@5", "recall@20", "nDCG@10"):
        table.add_column(name, justify="right")
    for scores in board["rows"]:
        table.add_row(*_cells(scores))
    return table


def notes(board: Mapping[str, Any]) -> list[str]:
    """What a reader of the board must know, a sentence each."""
    told = []
    if board["always_refuse_macro"] is not None:
        told.append(f"Floor: a system that always refuses has an overall of {board['always_refuse_macro']:.2f}.")
    if board["saturated_types"]:
        told.append(f"Saturated, every system at 0.95 or above: {', '.join(board['saturated_types'])}.")
    controls = [row["system"] for row in board["rows"] if row["system"] in CONTROLS]
    if controls:
        told.append(f"Controls, to be beaten: {', '.join(controls)}.")
    told += [
        f"{row['system']} is not ranked: {'; '.join(row['unpublishable_because']) or 'nothing was measured'}."
        for row in board["rows"]
        if row["rank"] is None
    ]
    # A ranking has no judge, whose name is in the version; its retrieval compares all the same.
    versions = sorted({row["scoring_version"] for row in board["rows"] if not row.get("is_ranking")})
    if len(versions) > 1:
        told.append(f"Rows of several scoring versions ({', '.join(versions)}) do not compare: score them all again.")
    if board["grade"] != "leaderboard grade":
        told.append(
            f"This release is {board['grade']}: the embedded reader made or judged it. Read it as a demonstration."
        )
    return told


def _saturated(rows: Sequence[Scores]) -> list[str]:
    if not rows:
        return []
    shared = set.intersection(*(set(row["saturated_types"]) for row in rows))
    return sorted(shared)


def _cells(scores: Scores) -> list[str]:
    row = board_row(scores["system"], scores)
    overall = _with_interval(row["overall_cited_correctness"], row["ci95_low"], row["ci95_high"])
    single_hop = _with_interval(row["single_hop"], row["single_hop_low"], row["single_hop_high"])
    names = (
        "overall_cited_correctness_micro", "overall_uncited_correctness", "citation_precision", "citation_recall",
        "recall_at_5", "recall_at_20", "ndcg_at_10",
    )  # fmt: skip
    rank = NOT_MEASURED if scores["rank"] is None else str(scores["rank"])
    return [rank, row["system"], overall, single_hop, *(_number(row[name]) for name in names)]


def _with_interval(value: float | None, low: float | None, high: float | None) -> str:
    """A number as 0.538 [0.50, 0.57]; the bracket is escaped, because Rich reads it as markup."""
    if value is None or low is None or high is None:
        return _number(value)
    return f"{value:.3f} \\[{low:.2f}, {high:.2f}]"


def _number(value: float | None) -> str:
    return NOT_MEASURED if value is None else f"{value:.3f}"


def _interval(pair: Sequence[float] | None) -> tuple[float | None, float | None]:
    return (None, None) if pair is None else (pair[0], pair[1])
