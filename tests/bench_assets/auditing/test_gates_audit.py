"""How defects are put before gates, and what is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bench_assets.auditing.gates_audit import Misses, apart, audit_gates, passed_share, refusals


@dataclass(frozen=True)
class Spoilt:
    """A defect as gates see it."""

    draft: Mapping[str, Any]
    origin_task_id: str = "o1"
    is_held_out: bool = False
    also: tuple[Mapping[str, Any], ...] = ()


def row(task_id: str, category: str = "") -> dict[str, str]:
    """A draft that the judge below refuses as `category`; "" passes."""
    return {"task_id": task_id, "category": category}


def judge(drafts: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Refuses what says so; "crowded" is called a duplicate unless it stands alone."""
    return {
        draft["task_id"]: "duplicate_fact" if draft["category"] == "crowded" else draft["category"]
        for draft in drafts
        if draft["category"] and (draft["category"] != "crowded" or len(drafts) > 1)
    }


def test_missed_defects_and_lost_tasks_are_counted_by_half() -> None:
    planted = [
        Spoilt(row("a", "deixis"), "o1"),
        Spoilt(row("b", "source_leak"), "o2"),
        Spoilt(row("c"), "o3"),
        Spoilt(row("d"), "o4", is_held_out=True),
    ]
    sound = [row("s1"), row("s2", "deixis"), row("s3", "source_leak"), row("s4")]
    (found,) = audit_gates(sound, lambda _: planted, judge, ["deixis"])
    assert (found.shown, found.held_out) == (Misses(3, 1), Misses(1, 1))
    assert (found.caught_by, found.n_sound, found.lost) == ({"deixis": 1, "source_leak": 1}, 4, 1)
    # Wilson for 2 of 4 with z = 1.96: 0.5 -+ 0.35
    document = found.as_json()
    assert (document["missed_share"], document["caught_by_own"]) == (0.5, 1)
    assert [round(end, 2) for end in document["interval"]] == [0.15, 0.85]


def test_what_any_stage_loses_counts_where_no_gate_has_the_name() -> None:
    sound = [row("s1"), row("s2", "deixis"), row("s3", "another_answer")]
    (found,) = audit_gates(sound, lambda _: [], judge, ["wrong_answer"])
    assert (found.lost, found.total, found.as_json()["missed_share"]) == (2, Misses(0, 0), None)


def test_defects_of_one_draft_never_stand_in_one_table() -> None:
    planted = [Spoilt(row("a"), "o1"), Spoilt(row("b"), "o2"), Spoilt(row("c"), "o1"), Spoilt(row("d"), "o1")]
    assert apart(planted) == [[0, 1], [2], [3]]


def test_a_defect_called_a_duplicate_is_judged_once_more_alone() -> None:
    planted = [Spoilt(row("a", "crowded"), "o1"), Spoilt(row("b"), "o2")]
    assert refusals(planted, "deixis", judge) == ["", ""]
    assert refusals(planted, "duplicate_fact", judge) == ["duplicate_fact", ""]


def test_of_two_that_ask_the_same_either_may_be_refused() -> None:
    planted = [Spoilt(row("b"), "o1", also=(row("a", "duplicate_fact"),))]
    assert refusals(planted, "duplicate_fact", judge) == ["duplicate_fact"]


def test_all_defects_together_have_one_share() -> None:
    audits = audit_gates([], lambda kind: [Spoilt(row("a", kind))] if kind == "deixis" else [Spoilt(row("b"))], judge)
    assert passed_share(audits) == Misses(9, 8)  # of nine kinds, only deixis is refused
