from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.gates.rules import funnel_gaps
from bench_assets.gauntlet.verdicts import Stage
from bench_assets.publishing.funnel import Tables, count_funnel, funnel_pages, read_funnel
from bench_assets.publishing.yields import FunnelStage
from bench_assets.schemas import VERDICTS
from scoring.contract import TaskType
from tests.bench_assets.publishing.funnel_tables import DRAFTING, RETRACTIONS, SMALL, draft, drafting, tables


def small(seed: int = 0) -> pa.Table:
    return count_funnel(SMALL, DRAFTING, RETRACTIONS, seed)


def counts_of(funnel: pa.Table, kind: str) -> list[tuple[str, str, int, int, int, int]]:
    names = ("stage", "category", "n_in", "n_passed", "n_rejected", "n_not_applicable")
    return [tuple(row[name] for name in names) for row in funnel.to_pylist() if row["task_type"] == kind]


def test_every_draft_is_counted_at_each_stage_until_it_falls() -> None:
    assert counts_of(small(), "single_hop") == [
        ("found", "pass", 8, 6, 0, 0),  # 4 wanted, twice as many looked for
        ("found", "not_found", 8, 0, 2, 0),
        ("drafted", "pass", 6, 6, 0, 0),
        ("rules", "pass", 6, 5, 0, 0),
        ("rules", "deixis", 6, 0, 1, 0),
        ("standalone", "pass", 5, 5, 0, 0),
        ("answerability", "pass", 5, 5, 0, 0),
        ("necessity", "pass", 5, 4, 0, 0),
        ("necessity", "closed_book", 5, 0, 1, 0),
        ("adjudication", "pass", 4, 4, 0, 0),
        ("pooled", "pass", 4, 3, 0, 0),
        ("pooled", "source_irrelevant", 4, 0, 1, 0),
        ("released", "pass", 3, 2, 0, 0),
        ("released", "retracted", 3, 0, 1, 0),
    ]


def test_what_a_stage_has_nothing_to_say_of_goes_on() -> None:
    assert counts_of(small(), "unanswerable")[-7:] == [
        ("necessity", "pass", 2, 0, 0, 0),
        ("necessity", "not_applicable", 2, 0, 0, 2),
        ("adjudication", "pass", 2, 1, 0, 0),
        ("adjudication", "answered", 2, 0, 1, 0),
        ("pooled", "pass", 1, 0, 0, 0),
        ("pooled", "not_applicable", 1, 0, 0, 1),
        ("released", "pass", 1, 1, 0, 0),
    ]


def test_a_type_without_a_draft_has_every_stage_and_nothing_in_it() -> None:
    assert counts_of(small(), "timeline") == [(stage.value, "pass", 0, 0, 0, 0) for stage in FunnelStage]
    assert list(dict.fromkeys(small()["task_type"].to_pylist())) == [kind.value for kind in TaskType]


def test_the_gauntlets_stages_are_those_of_the_funnel_in_their_order() -> None:
    order = list(map(str, FunnelStage))
    places = [order.index(stage.value) for stage in Stage]
    assert places == sorted(places)
    assert order[:2] + order[-2:] == ["found", "drafted", "pooled", "released"]


def test_an_example_is_cut_and_names_why_it_fell() -> None:
    asked = draft("s1") | {"question": "Who\nsigned " + "x" * 300}
    long = tables([asked], {"rules": {"s1": "deixis"}})
    said = pa.Table.from_pylist([row | {"reason": "y" * 90} for row in long.verdicts[0].to_pylist()], schema=VERDICTS)
    funnel = count_funnel(long._replace(verdicts=[said, *long.verdicts[1:]]), drafting(), {}, 0)
    [example] = next(row["examples"] for row in funnel.to_pylist() if row["category"] == "deixis")
    # 200 characters of the question: 11 of "Who signed ", 186 of the word, three dots.
    assert example == {
        "task_id": "s1", "question": "Who signed " + "x" * 186 + "...", "category": "deixis", "reason": "y" * 77 + "...",
    }  # fmt: skip


def test_five_examples_are_drawn_by_the_seed_whatever_the_order_of_the_rows() -> None:
    names = [f"s{n}" for n in range(12)]
    first = count_funnel(
        tables([draft(n) for n in names], {"rules": dict.fromkeys(names, "deixis")}), drafting(), {}, 1
    )
    again = count_funnel(
        tables([draft(n) for n in names[::-1]], {"rules": dict.fromkeys(names[::-1], "deixis")}), drafting(), {}, 1
    )
    other = count_funnel(
        tables([draft(n) for n in names], {"rules": dict.fromkeys(names, "deixis")}), drafting(), {}, 2
    )
    [drawn] = [row["examples"] for row in first.to_pylist() if row["category"] == "deixis"]
    assert len({example["task_id"] for example in drawn}) == 5
    assert first.equals(again)
    assert not first.equals(other)


@pytest.mark.parametrize(
    ("labels", "category", "reason"),
    [
        ([], "source_not_pooled", "source d1 is not pooled"),
        ([{"label": "unjudged", "reason": None}], "source_unjudged", "source d1 is unjudged"),
        ([{"label": "partial", "reason": "no date"}], "source_partial", "source d1 is partial"),
        ([{"label": "supports", "reason": "it says so"}], "no_gold", "no document is gold"),
    ],
)
def test_a_task_without_gold_falls_for_what_its_source_is_labelled(
    labels: list[dict], category: str, reason: str
) -> None:
    stages = {stage.value: {"s1": "pass"} for stage in list(FunnelStage)[2:7]}
    held = tables([draft("s1")], stages, labels=[row | {"task_id": "s1", "doc_id": "d1"} for row in labels])
    [row] = [row for row in count_funnel(held, drafting(), {}, 0).to_pylist() if row["n_rejected"]]
    assert (row["stage"], row["category"], row["examples"][0]["reason"]) == ("pooled", category, reason)


@pytest.mark.parametrize(
    ("quota", "form", "category"),
    [(1, "header", "over_quota"), (2, "header", "header_share"), (2, "sentence", "not_chosen")],
)
def test_a_verified_task_that_is_left_out_falls_for_the_room_there_was(quota: int, form: str, category: str) -> None:
    stages = {stage.value: {"s1": "pass", "s2": "pass"} for stage in list(FunnelStage)[2:7]}
    released = [{"task_id": "s1", "type": "single_hop"}]
    held = tables([draft("s1"), draft("s2", form=form)], stages, gold=["s1", "s2"], tasks=released)
    rows = count_funnel(held, drafting(single_hop=quota), {}, 0).to_pylist()
    assert [(row["stage"], row["category"]) for row in rows if row["n_rejected"]] == [("released", category)]


def test_more_drafts_than_were_looked_for_are_all_found() -> None:
    held = count_funnel(tables([draft("s1"), draft("s2")], {}), drafting(single_hop=1), {}, 0)
    assert counts_of(held, "single_hop")[:2] == [("found", "pass", 2, 2, 0, 0), ("drafted", "pass", 2, 2, 0, 0)]


def test_a_rejection_without_a_category_has_a_name_all_the_same() -> None:
    held = tables([draft("s1")], {"rules": {"s1": " "}})
    assert ("rules", "unnamed", 1, 0, 1, 0) in counts_of(count_funnel(held, drafting(), {}, 0), "single_hop")


def without(held: Tables, stage: int, task_id: str) -> Tables:
    kept = [row for row in held.verdicts[stage].to_pylist() if row["task_id"] != task_id]
    changed = pa.Table.from_pylist(kept, schema=VERDICTS)
    return held._replace(verdicts=[*held.verdicts[:stage], changed, *held.verdicts[stage + 1 :]])


def with_verdict(held: Tables, stage: int, task_id: str) -> Tables:
    row = {"task_id": task_id, "stage": list(FunnelStage)[stage + 2].value, "outcome": "pass"}
    changed = pa.Table.from_pylist([*held.verdicts[stage].to_pylist(), row], schema=VERDICTS)
    return held._replace(verdicts=[*held.verdicts[:stage], changed, *held.verdicts[stage + 1 :]])


@pytest.mark.parametrize(
    ("held", "gaps"),
    [
        (SMALL, []),
        # s5 has no verdict of standalone, but of those after it, and gold.
        (without(SMALL, 1, "s5"), ["single_hop standalone took 4 of 5", "single_hop answerability took 5 of 4"]),
        # s2 fell at necessity and is judged once more.
        (with_verdict(SMALL, 4, "s2"), ["single_hop adjudication took 5 of 4", "single_hop pooled took 4 of 5"]),
        (with_verdict(SMALL, 0, "x9"), ["unknown rules took 1 of 0", "unknown standalone took 0 of 1"]),
        # s6 has lost its gold and is in the key.
        (SMALL._replace(gold=SMALL.gold.slice(0, 2)), ["single_hop released took 3 of 2"]),
    ],
)
def test_a_lost_or_a_stray_row_leaves_a_gap_that_the_gate_names(held: Tables, gaps: list[str]) -> None:
    assert funnel_gaps(count_funnel(held, DRAFTING, RETRACTIONS, 0)) == gaps


def test_the_records_of_a_type_say_how_many_are_short_and_why() -> None:
    of = read_funnel(small(), DRAFTING)["single_hop"]
    assert (of.n_wanted, of.n_drafted, of.n_verified, of.n_released, of.n_short) == (4, 6, 4, 2, 2)
    assert of.why == (
        "2 short of 4: drafting found only 6 of 8 drafts; 1 fell at rules; 1 fell at necessity; 1 fell at pooled; "
        "1 left out of the release"
    )
    assert of.stage(FunnelStage.RULES).rejected == {"deixis": 1}
    assert of.stage(FunnelStage.RELEASED).examples == (("s4", "Who signed s4?", "retracted", RETRACTIONS["s4"]),)


def test_the_page_of_the_funnel_makes_a_documents_text_harmless() -> None:
    asked = draft("s1") | {"question": "Who | signed ![x](http://a.example/b)?"}
    funnel = count_funnel(tables([asked], {"rules": {"s1": "<b>"}}), drafting(single_hop=1), {}, 0)
    page = funnel_pages(funnel, drafting(single_hop=1))["funnel"]
    assert "### single_hop: 0 of 1\n\n1 short of 1: 1 fell at rules.\n\n| stage | in | passed |" in page
    assert "| rules | 1 | 0 | 0 | &#60;b&#62; 1 |" in page
    question = "Who &#124; signed &#33;&#91;x&#93;(http://a.example/b)?"
    assert f"| rules | s1 | {question} | &#60;b&#62; | it is &#60;b&#62; |" in page


def test_an_empty_release_is_counted_too() -> None:
    funnel = count_funnel(tables([], {}), drafting(), {}, 0)
    assert funnel.num_rows == 6 * 9  # types by stages
    assert funnel_gaps(funnel) == []
