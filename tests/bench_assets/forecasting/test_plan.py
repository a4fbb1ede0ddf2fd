"""Calls, tokens and dollars, by hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from bench_assets.forecasting.plan import Basis, Planned, plan_asks, total_of, unpriced
from bench_assets.forecasting.projection import Projection, Put, Rehearsal, Rehearsed, project
from bench_assets.forecasting.units import Prompted, Unit
from bench_assets.settings.release import ModelsSection
from bench_resources.prices import Price
from tests.bench_assets.forecasting.made_yields import COUNTS, SYSTEMS, former, settings, yields

NAME = "acme/small-2026-01-01"
PRICES = {NAME: Price(1.0, 4.0)}
LIVE = {"cheap": NAME, "strong": NAME, "judge": NAME, "answerer": NAME}


def models(**given: object) -> ModelsSection:
    return ModelsSection.model_validate(LIVE | given)


def same(**sections: object) -> Projection:
    """A release that has what the old one had."""
    return project(settings(**sections), {}, {Unit.DOCUMENTS: 100}, former(), former())


def rows(
    asked: dict[tuple[str, str], tuple[int, int, int]],
    projection: Projection | None = None,
    section: ModelsSection | None = None,
    built_in: dict[tuple[str, str], tuple[int, int, int]] | None = None,
    is_standing: Callable[[str, str], bool] = lambda *_: False,
    prices: dict[str, Price] = PRICES,
) -> dict[tuple[str, str], Planned]:
    sources = yields(asked), yields(built_in or {}, release="")
    planned = plan_asks(projection or same(), section or models(), sources, SYSTEMS, is_standing, prices)
    return {(row.stage, row.prompt_id): row for row in planned}


STANDALONE = ("standalone_verdicts", "standalone")
LABELS = ("pool_labels", "pool_label")


def test_calls_and_tokens_go_with_the_units():
    # 60 drafts asked 66 times, 100 tokens each; now 30 single-hop and 15 unanswerable drafts: 45 * 1.1.
    made = rows({STANDALONE: (66, 6_600, 660)}, same(drafting={"single_hop": 30, "unanswerable": 15}))[STANDALONE]
    assert made.calls == round(49.5)
    assert (made.input_tokens, made.output_tokens) == (4_950, 495)
    # A dollar for a million in, four for a million out.
    assert made.cost_usd == pytest.approx(0.00495 + 4 * 0.000495)
    assert (made.yields_of, made.basis) == ("old", Basis.ESTIMATED)


def test_longer_documents_make_longer_prompts():
    before = rows({LABELS: (320, 32_000, 3_200)})[LABELS]
    made = same()
    made.units[Unit.EXCERPT_CHARS] *= 2
    after = rows({LABELS: (320, 32_000, 3_200)}, made)[LABELS]
    assert before.input_tokens == 32_000
    assert 32_000 < after.input_tokens < 64_000  # the wording does not grow
    assert after.calls == before.calls


def test_the_calls_of_a_unit_change_as_the_embedded_reader_found_them():
    # The reader asked 2 times a draft of 20 then, and 3 times a draft of 30 now, in prompts half as long again.
    checks = ("task_drafts", "answer")
    then = Rehearsal({"unanswerable_drafts": 20}, {Prompted(*checks): Put(40, 40_000)})
    now = Rehearsal({"unanswerable_drafts": 30}, {Prompted(*checks): Put(90, 135_000)})
    made = replace(same(), rehearsed=Rehearsed(then, now))
    found = rows({checks: (100, 10_000, 1_000)}, made)[checks]
    assert (found.calls, found.input_tokens, found.output_tokens) == (150, 22_500, 1_500)
    # The built-in calls are the reader's own, 5 for each of 20 drafts: it is their change that counts.
    built_in = rows({}, made, built_in={checks: (100, 10_000, 1_000)})[checks]
    assert (built_in.calls, built_in.yields_of) == (60, "")


def test_built_partitions_ask_nothing():
    asked = {STANDALONE: (60, 6_000, 600)}
    # 40 single-hop drafts are judged already, 20 unanswerable ones and none of four types are not.
    made = rows(asked, is_standing=lambda asset, part: part == "single_hop")[STANDALONE]
    assert (made.calls, made.n_partitions, made.n_built) == (20, 6, 1)
    assert rows(asked, is_standing=lambda *_: True)[STANDALONE].calls == 0


def test_a_prompt_that_an_earlier_release_did_not_need_is_not_planned():
    found = rows({("necessity_verdicts", "answer"): (64, 6_400, 640)}, built_in={LABELS: (320, 3_200, 320)})
    assert found["necessity_verdicts", "judge_answer"].calls == 0
    assert found["necessity_verdicts", "answer"].calls == 64


def test_a_stage_that_an_earlier_release_put_to_the_embedded_reader_has_the_built_in_yields():
    made = rows({STANDALONE: (60, 6_000, 600)}, built_in={LABELS: (640, 6_400, 640)})[LABELS]
    assert (made.calls, made.yields_of) == (640, "")


def test_a_release_without_a_unit_cannot_say_how_often_it_asks_for_one():
    old = yields({LABELS: (3, 30, 3)})
    nothing = COUNTS | {"pooled_pairs": 0}
    sources = (type(old)(**{**vars(old), "units": nothing}), yields({LABELS: (640, 6_400, 640)}, release=""))
    planned = plan_asks(same(), models(), sources, SYSTEMS, lambda *_: False, PRICES)
    assert next(row for row in planned if row.stage == "pool_labels").calls == 640


def test_what_is_counted_is_said_to_be():
    made = project(settings(), {Unit.WINDOWS: 50}, {Unit.DOCUMENTS: 100}, former(), former())
    assert rows({("facts", "facts"): (50, 5_000, 500)}, made)["facts", "facts"].basis is Basis.COUNTED


def test_the_embedded_reader_costs_nothing_and_is_not_in_the_total():
    found = rows({STANDALONE: (60, 6_000, 600)}, section=models(cheap="embedded"))
    assert (found[STANDALONE].calls, found[STANDALONE].cost_usd, found[STANDALONE].is_live) == (60, 0.0, False)
    assert total_of(list(found.values())) == (0, 0, 0, 0.0)


def test_a_batch_takes_its_discount_off():
    asked = {STANDALONE: (60, 1_000_000, 0)}
    assert rows(asked)[STANDALONE].cost_usd == 1.0
    assert rows(asked, section=models(mode="batch", batch_discount=0.25))[STANDALONE].cost_usd == 0.75


def test_an_unknown_price_is_not_guessed():
    found = list(rows({STANDALONE: (60, 6_000, 600)}, prices={}).values())
    assert unpriced(found) == [NAME]
    assert total_of(found) == (60, 6_000, 600, None)


def test_an_unknown_price_of_what_is_not_asked_does_not_matter():
    found = list(rows({}, prices={}).values())
    assert unpriced(found) == []
    assert total_of(found) == (0, 0, 0, 0.0)


def test_a_row_says_everything_of_itself():
    assert rows({STANDALONE: (60, 6_000, 600)})[STANDALONE].as_json() == {
        "stage": "standalone_verdicts",
        "role": "cheap",
        "model": NAME,
        "prompt_id": "standalone",
        "calls": 60,
        "input_tokens": 6_000,
        "output_tokens": 600,
        "cost_usd": 0.0084,
        "is_live": True,
        "basis": "estimated",
        "yields_of": "old",
        "partitions": 6,
        "partitions_built": 0,
    }
