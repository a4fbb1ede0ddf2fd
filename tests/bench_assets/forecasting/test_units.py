"""Which stage asks what, and what its calls grow with."""

from __future__ import annotations

import pytest

from bench_assets.forecasting.units import ASKS, TYPES, UNITS, Scene, Step, Unit
from bench_assets.graph import GRAPH
from bench_assets.settings.release import ASKED_ROLES
from tests.bench_assets.forecasting.made_yields import COUNTS, MODELS, settings


def ask_of(stage: str, prompt_id: str):
    return next(ask for ask in ASKS if (ask.stage, ask.prompt_id) == (stage, prompt_id))


def scene(**gauntlet: object) -> Scene:
    return Scene(COUNTS, settings(gauntlet=gauntlet), {"bm25": 30, "closed_book": 10})


def test_every_prompt_of_the_graph_is_planned_and_no_other():
    assert {(ask.stage, ask.prompt_id) for ask in ASKS} == {
        (node.asset, prompt_id) for node in GRAPH for prompt_id in node.prompts
    }
    assert {ask.role for ask in ASKS} == set(ASKED_ROLES)


def test_what_necessity_asked_without_a_document_is_not_asked_again_of_the_same_model():
    reading = ask_of("reference_predictions", "answer")
    both = (Unit.QUESTIONS, Unit.REJECTIONS)
    retrieving = dict.fromkeys(("bm25", "dense", "hybrid"), both)
    assert reading.parts(MODELS, ()) == retrieving | {"closed_book": (Unit.REJECTIONS,)}
    assert reading.parts(MODELS | {"answerer": "acme/large"}, ()) == retrieving | {"closed_book": both}


def test_every_submission_is_judged():
    judging = ask_of("answer_verdicts", "judge_answer")
    judged = ("single_hop_released", "timeline_released")
    assert judging.parts(MODELS, ("mine", "yours")) == {"mine": judged, "yours": judged}


def test_prompts_grow_with_what_they_show():
    # 80,000 characters of excerpts in 80 documents: 1,000 each.
    adjudicating = ask_of("adjudication_verdicts", "answer")
    wording = adjudicating.prompt_chars(scene(rivals=0))
    assert adjudicating.prompt_chars(scene(rivals=7)) - wording == 7_000
    # Five documents for the three of four prompts that show any.
    reading = ask_of("reference_predictions", "answer")
    assert reading.prompt_chars(scene()) - wording == 5 * 1_000 * 0.75
    # 1,000 characters of a window, and 10 names of 20.
    facts = ask_of("facts", "facts")
    assert facts.shown_chars(scene()) == 1_200
    # 20 documents of a target.
    assert ask_of("task_drafts", "absent_questions").shown_chars(scene()) == 20_000
    # Half of the prompts show five distractors.
    assert ask_of("necessity_verdicts", "answer").shown_chars(scene()) == 2_500


def test_a_target_of_many_documents_takes_more_calls_to_read():
    checking = ask_of("task_drafts", "answer")
    assert checking.per_unit(scene()) == pytest.approx(20_000 / 12_000)
    assert checking.shown_chars(scene()) == 12_000
    few = scene()._replace(units=COUNTS | {Unit.MENTIONS: 30})  # three documents of 1,000 characters each
    assert (checking.per_unit(few), checking.shown_chars(few)) == (1, 3_000)


def test_every_unit_has_one_name():
    assert len(set(UNITS)) == len(UNITS) == len(Unit) + len(Step) * len(TYPES)


def test_an_empty_release_shows_nothing():
    nothing = Scene(dict.fromkeys(Unit, 0.0), settings(), {})
    assert [ask.shown_chars(nothing) for ask in ASKS] == [0.0] * len(ASKS)
