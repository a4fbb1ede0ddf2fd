from __future__ import annotations

import json

import pytest

from bench_assets.publishing.funnel import count_funnel, read_funnel, yields_json
from bench_assets.publishing.yields import (
    Example,
    FunnelStage,
    StageYield,
    TypeYield,
    category_rows,
    read_yields,
    spread,
    table_rows,
    yield_told,
)
from scoring.errors import BadInputError
from tests.bench_assets.publishing.funnel_tables import DRAFTING, RETRACTIONS, SMALL

YIELDS = read_funnel(count_funnel(SMALL, DRAFTING, RETRACTIONS, 0), DRAFTING)


def stage(name: str, n_in: int, n_passed: int, **rejected: int) -> StageYield:
    return StageYield(FunnelStage(name), n_in, n_passed, rejected, 0)


def test_what_the_manifest_holds_reads_back_as_it_was() -> None:
    written = json.loads(json.dumps({"yields": yields_json(YIELDS)}, sort_keys=True))
    assert read_yields(written) == YIELDS
    held = written["yields"]["unanswerable"]
    assert {name: held[name] for name in ("wanted", "drafted", "released", "short", "why")} == {
        "wanted": 2, "drafted": 2, "released": 1, "short": 1, "why": "1 short of 2: 1 fell at adjudication",
    }  # fmt: skip
    assert held["stages"][6] == {
        "stage": "adjudication", "n_in": 2, "passed": 1, "rejected": {"answered": 1}, "not_applicable": 0,
        "examples": [{"task_id": "u2", "question": "Who signed u2?", "category": "answered", "reason": "it is answered"}],
    }  # fmt: skip


@pytest.mark.parametrize(
    "yields",
    [{"single_hop": {"drafted": {"tasks": 4}}}, {"single_hop": {"wanted": 1, "stages": [{"stage": "guessed"}]}}, []],
)
def test_yields_of_another_version_are_bad_input(yields: object) -> None:
    with pytest.raises(
        BadInputError, match=r"^The manifest of v1 has yields that this version cannot read .*Build the"
    ):
        read_yields({"release": "v1", "yields": yields})


def test_the_stages_where_drafts_fell_are_named_most_first() -> None:
    stages = (
        stage("found", 12, 10, not_found=2),
        stage("rules", 10, 9, deixis=1),
        stage("necessity", 9, 4, known=3, vague=2),
    )
    assert TypeYield(8, stages).why == (
        "8 short of 8: 5 fell at necessity; drafting found only 10 of 12 drafts; 1 fell at rules"
    )


def test_a_filled_quota_has_no_reason_although_drafts_fell() -> None:
    of = TypeYield(2, (stage("drafted", 3, 3), stage("released", 3, 2, over_quota=1)))
    assert (of.n_short, of.why) == (0, "")
    assert yield_told("dossier", of) == "dossier: 3 drafted, 1 left out of the release, 2 of 2 released."


def test_a_sentence_of_a_type_says_its_way_and_what_is_short() -> None:
    assert yield_told("unanswerable", YIELDS["unanswerable"]) == (
        "unanswerable: 2 drafted, 1 fell at adjudication, 1 of 2 released, 1 short."
    )
    assert yield_told("single_hop", YIELDS["single_hop"]).startswith(
        "single_hop: drafting found only 6 of 8 drafts, 1 fell at rules, 1 fell at necessity, "
    )
    assert yield_told("timeline", YIELDS["timeline"]) == "timeline: none wanted."


def test_the_table_has_a_row_a_stage_and_a_column_a_type() -> None:
    assert table_rows(YIELDS, ["single_hop", "unanswerable"]) == [
        ["wanted", "4", "2"],
        ["found", "6 (-2)", "2"],
        ["drafted", "6", "2"],
        ["rules", "5 (-1)", "2"],
        ["standalone", "5", "2"],
        ["answerability", "5", "2 n/a"],
        ["necessity", "4 (-1)", "2 n/a"],
        ["adjudication", "4", "1 (-1)"],
        ["pooled", "3 (-1)", "1 n/a"],
        ["released", "2 (-1)", "1"],
        ["short", "2", "1"],
    ]


def test_types_are_read_in_the_contracts_order_and_a_strange_one_last() -> None:
    empty = {"wanted": 0, "stages": []}
    read = read_yields({"yields": dict.fromkeys(["dossier", "unknown", "timeline", "single_hop"], empty)})
    assert list(read) == ["single_hop", "timeline", "dossier", "unknown"]


def test_categories_are_counted_for_each_type() -> None:
    assert category_rows(YIELDS, ["single_hop", "unanswerable"]) == [
        ["found", "not_found", "2", "0"],
        ["rules", "deixis", "1", "0"],
        ["necessity", "closed_book", "1", "0"],
        ["adjudication", "answered", "0", "1"],
        ["pooled", "source_irrelevant", "1", "0"],
        ["released", "retracted", "1", "0"],
    ]


def test_examples_are_one_of_each_category_before_a_second_of_any() -> None:
    fallen = [Example(f"a{n}", "", "deixis", "") for n in range(5)] + [
        Example("b0", "", "leak", ""),
        Example("c0", "", "banner", ""),
    ]
    assert [example.task_id for example in spread(fallen)] == ["a0", "b0", "c0", "a1", "a2"]
    assert spread([]) == ()
