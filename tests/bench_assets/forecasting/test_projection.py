"""From one release's units to another's."""

from __future__ import annotations

import pytest

from bench_assets.forecasting.projection import Projection, Rehearsed, project
from bench_assets.forecasting.units import Unit
from tests.bench_assets.forecasting.made_yields import COUNTS, former, settings


def of_documents(n_documents: int, was: object = None, **sections: object) -> Projection:
    return project(settings(**sections), {}, {Unit.DOCUMENTS: n_documents}, was or former(), former())


def test_the_same_source_gives_the_same_again():
    assert of_documents(100).units == pytest.approx(COUNTS)


def test_twice_the_documents_give_twice_of_everything_up_to_the_quotas():
    made = of_documents(200, drafting={"single_hop": 60, "unanswerable": 30}).units
    assert made[Unit.SUPPLY] == pytest.approx(80)
    assert (made[Unit.DRAFTS], made[Unit.ABSENCES]) == (60, 30)
    # 60 drafts, of which 16 in 40 are verified, each with 320 / 16 documents.
    assert made[Unit.VERIFIED] == pytest.approx(24)
    assert made[Unit.PAIRS] == pytest.approx(480)
    assert made[Unit.QUESTIONS] == pytest.approx(24)
    assert made[Unit.REJECTIONS] == pytest.approx(15)


def test_no_document_gives_nothing():
    assert set(of_documents(0).units.values()) == {0}


def test_targets_candidates_and_tasks_keep_their_limits():
    made = of_documents(100, corpus={"max_targets": 1}, publishing={"max_tasks_per_type": 5}).units
    assert (made[Unit.CANDIDATES], made[Unit.TARGETS]) == (15, 1)
    assert made[Unit.MENTIONS] == pytest.approx(20)  # a tenth of the targets
    assert (made[Unit.QUESTIONS], made[Unit.REJECTIONS]) == (1.6, 1.0)
    full = of_documents(100, publishing={"max_tasks_per_type": 5}).units
    assert (full[Unit.QUESTIONS], full[Unit.REJECTIONS]) == (5, 5)


def test_the_corpus_is_what_targets_are_named_in_and_the_backbone():
    made = of_documents(100, corpus={"backbone_documents": 5})
    assert made.units[Unit.CORPUS] == pytest.approx(65)  # 60 of 80 name a target
    assert made.units[Unit.WINDOWS] == pytest.approx(50 * 65 / 80)


def test_a_deeper_pool_has_more_pairs_while_the_corpus_lasts():
    assert of_documents(100, pooling={"depth": 40}).units[Unit.PAIRS] == pytest.approx(640)
    assert of_documents(100, pooling={"depth": 500}).units[Unit.PAIRS] == pytest.approx(320 * 80 / 20)


def test_a_quota_that_was_filled_hides_how_much_there_was():
    was = former(settings(drafting={"unanswerable": 5}), ABSENCES=5, ABSENCE_SUPPLY=5)
    assert of_documents(100, was).units[Unit.ABSENCES] == 20  # the built-in two a target
    was = former(settings(corpus={"max_targets": 4}), TARGETS=4)
    assert of_documents(100, was).units[Unit.TARGETS] == 10


def test_a_proportion_that_the_earlier_release_has_not_is_the_built_in_one():
    was = former(PEOPLE=0, TARGETS=0, MENTIONS=0, SUPPLY=0, DRAFTS=0, ALONE=0)
    made = project(settings(), {Unit.PEOPLE: 20}, {Unit.DOCUMENTS: 100}, was, former()).units
    assert made[Unit.TARGETS] == 10


def test_what_is_counted_is_taken_and_said_to_be():
    made = project(settings(), {Unit.DRAFTS: 7, Unit.PEOPLE: 30}, {Unit.DOCUMENTS: 100}, former(), former())
    assert made.counted == {Unit.DOCUMENTS, Unit.PEOPLE, Unit.CANDIDATES, Unit.DRAFTS}
    assert (made.units[Unit.DRAFTS], made.units[Unit.ALONE]) == (7, 7)
    assert made.units[Unit.TARGETS] == 15


SOURCE = {
    Unit.DOCUMENTS: 100, Unit.USABLE: 90, Unit.NAMES: 80, Unit.NAME_DOCUMENTS: 800, Unit.CHARS: 180_000,
    Unit.EXCERPT_CHARS: 180_000, Unit.WINDOWS: 90, Unit.WINDOW_CHARS: 90_000,
}  # fmt: skip


def test_a_counted_source_is_the_corpus_where_the_backbone_takes_every_document():
    made = project(settings(), {}, SOURCE, former(), former())
    assert (made.units[Unit.CORPUS], made.units[Unit.WINDOWS], made.units[Unit.CHARS]) == (90, 90, 180_000)
    assert {Unit.CORPUS, Unit.WINDOWS, Unit.CHARS} < made.counted
    # People go with names, 20 for 40, and documents of targets with documents of names, 200 for 400.
    assert (made.units[Unit.PEOPLE], made.units[Unit.MENTIONS]) == (40, 400)


def test_a_counted_source_is_shared_where_it_does_not():
    made = project(settings(corpus={"backbone_documents": 0}), {}, SOURCE, former(), former())
    assert made.units[Unit.WINDOWS] == pytest.approx(90 * 0.75)  # 60 of 80 documents name a target
    assert Unit.WINDOWS not in made.counted


def test_a_rehearsal_says_how_much_richer_a_source_is():
    # The reader drafted 10 from 100 documents of targets, now 30 from 100; of 10 it verified 5, now of 10 as many.
    rehearsed = Rehearsed(
        former={Unit.SUPPLY: 10, Unit.MENTIONS: 100, Unit.NEEDED: 10, Unit.VERIFIED: 5},
        new={Unit.SUPPLY: 30, Unit.MENTIONS: 100, Unit.NEEDED: 20, Unit.VERIFIED: 10},
    )
    made = project(settings(), {}, {Unit.DOCUMENTS: 100}, former(), former(), rehearsed).units
    assert made[Unit.SUPPLY] == pytest.approx(120)
    assert made[Unit.VERIFIED] == pytest.approx(48)  # a live model's 16 in 40


def test_a_rehearsal_that_found_nothing_says_nothing():
    assert Rehearsed(former={Unit.SUPPLY: 0, Unit.MENTIONS: 9}, new={}).change(Unit.SUPPLY, Unit.MENTIONS) == 1.0


def test_a_rehearsal_knows_what_a_filled_quota_hides():
    was = former(settings(drafting={"unanswerable": 5}), ABSENCES=5, ABSENCE_SUPPLY=5)
    rehearsed = Rehearsed(new={Unit.ABSENCE_SUPPLY: 30, Unit.TARGETS: 10})
    made = project(settings(), {}, {Unit.DOCUMENTS: 100}, was, former(), rehearsed)
    assert made.units[Unit.ABSENCES] == 30
