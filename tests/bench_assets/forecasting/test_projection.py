"""From one release's units to another's."""

from __future__ import annotations

import pytest

from bench_assets.forecasting.projection import Projection, Rehearsal, Rehearsed, project
from bench_assets.forecasting.units import Unit
from tests.bench_assets.forecasting.made_yields import COUNTS, former, settings


def of_documents(n_documents: int, was: object = None, **sections: object) -> Projection:
    return project(settings(**sections), {}, {Unit.DOCUMENTS: n_documents}, was or former(), former())


def test_the_same_source_gives_the_same_again():
    assert of_documents(100).units == pytest.approx(COUNTS)


def test_twice_the_documents_give_twice_of_everything_up_to_the_quotas():
    made = of_documents(200, drafting={"single_hop": 60, "unanswerable": 30}).units
    assert made["draftable_facts"] == pytest.approx(80)
    assert (made["single_hop_drafts"], made["unanswerable_drafts"]) == (60, 30)
    # 60 drafts, of which 16 in 40 are verified, each with 320 / 16 documents.
    assert made["verified_drafts"] == pytest.approx(24)
    assert made["pooled_pairs"] == pytest.approx(480)
    assert made[Unit.QUESTIONS] == pytest.approx(24)
    assert made[Unit.REJECTIONS] == pytest.approx(15)


def test_no_document_gives_nothing():
    assert set(of_documents(0).units.values()) == {0}


def test_targets_candidates_and_tasks_keep_their_limits():
    made = of_documents(100, corpus={"max_targets": 1}).units
    assert (made[Unit.CANDIDATES], made[Unit.TARGETS]) == (15, 1)
    assert made[Unit.MENTIONS] == pytest.approx(20)  # a tenth of the targets
    assert (made[Unit.QUESTIONS], made[Unit.REJECTIONS]) == (1.6, 1.0)
    many = {"single_hop": 5, "unanswerable": 5, "oversampling": {"single_hop": 8.0, "unanswerable": 4.0}}
    full = of_documents(100, drafting=many).units
    assert (full["verified_drafts"], full["verified_absences"]) == (16, 10)
    assert (full[Unit.QUESTIONS], full[Unit.REJECTIONS]) == (5, 5)


def test_the_corpus_is_what_targets_are_named_in_and_the_backbone():
    made = of_documents(100, corpus={"backbone_documents": 5})
    assert made.units[Unit.CORPUS] == pytest.approx(65)  # 60 of 80 name a target
    assert made.units[Unit.WINDOWS] == pytest.approx(50 * 65 / 80)


def test_a_deeper_pool_has_more_pairs_while_the_corpus_lasts():
    assert of_documents(100, pooling={"depth": 40}).units["pooled_pairs"] == pytest.approx(640)
    assert of_documents(100, pooling={"depth": 500}).units["pooled_pairs"] == pytest.approx(320 * 80 / 20)


def test_a_quota_that_was_filled_hides_how_much_there_was():
    was = former(settings(drafting={"unanswerable": 5}), unanswerable_drafts=5, absent_questions=5)
    assert of_documents(100, was).units["unanswerable_drafts"] == 20  # the built-in two a target
    was = former(settings(corpus={"max_targets": 4}), targets=4)
    assert of_documents(100, was).units[Unit.TARGETS] == 10


def test_a_proportion_that_the_earlier_release_has_not_is_the_built_in_one():
    was = former(people=0, targets=0, target_documents=0)
    made = project(settings(), {Unit.PEOPLE: 20}, {Unit.DOCUMENTS: 100}, was, former()).units
    assert made[Unit.TARGETS] == 10


def test_what_is_counted_is_taken_and_said_to_be():
    made = project(settings(), {"single_hop_drafts": 7, Unit.PEOPLE: 30}, {Unit.DOCUMENTS: 100}, former(), former())
    assert made.counted == {Unit.DOCUMENTS, Unit.PEOPLE, Unit.CANDIDATES, "single_hop_drafts"}
    assert (made.units["single_hop_drafts"], made.units["standalone_drafts"]) == (7, 7)
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
        former=Rehearsal({"draftable_facts": 10, Unit.MENTIONS: 100, "needed_drafts": 10, "verified_drafts": 5}),
        new=Rehearsal({"draftable_facts": 30, Unit.MENTIONS: 100, "needed_drafts": 20, "verified_drafts": 10}),
    )
    made = project(settings(), {}, {Unit.DOCUMENTS: 100}, former(), former(), rehearsed).units
    assert made["draftable_facts"] == pytest.approx(120)
    assert made["verified_drafts"] == pytest.approx(48)  # a live model's 16 in 40


def test_a_rehearsal_that_finds_nothing_any_more_says_that_there_is_nothing():
    then = Rehearsal({"dossier_supply": 4, "dossier_drafts": 4, Unit.MENTIONS: 100})
    now = Rehearsal({"dossier_supply": 0, "dossier_drafts": 0, Unit.MENTIONS: 100})
    was = former(settings(drafting={"dossier": 4}), dossier_supply=4, dossier_drafts=4)  # a filled quota
    made = project(settings(), {}, {Unit.DOCUMENTS: 100}, was, former(dossier_supply=9), Rehearsed(then, now)).units
    assert made["dossier_drafts"] == 0


def test_a_rehearsal_that_found_nothing_says_nothing():
    nothing = Rehearsed(former=Rehearsal({"draftable_facts": 0, Unit.MENTIONS: 9}))
    assert nothing.change("draftable_facts", Unit.MENTIONS) == 1.0


def test_a_rehearsal_knows_what_a_filled_quota_hides():
    was = former(settings(drafting={"unanswerable": 5}), unanswerable_drafts=5, absent_questions=5)
    rehearsed = Rehearsed(new=Rehearsal({"absent_questions": 30, Unit.TARGETS: 10}))
    made = project(settings(), {}, {Unit.DOCUMENTS: 100}, was, former(), rehearsed)
    assert made.units["unanswerable_drafts"] == 30


def test_a_quota_that_the_rehearsal_filled_does_not_make_a_source_poorer():
    # The reader found 40 then, twice as many as the live model, and its quota of 12 now; another 20 are there for it.
    rehearsed = Rehearsed(
        former=Rehearsal({"absent_questions": 40, Unit.TARGETS: 10}),
        new=Rehearsal({"absent_questions": 12, "unanswerable_drafts": 12, Unit.TARGETS: 10}),
    )
    given = settings(drafting={"unanswerable": 12})
    made = project(given, {}, {Unit.DOCUMENTS: 100}, former(), former(), rehearsed).units
    assert (made["absent_questions"], made["unanswerable_drafts"]) == (20, 12)


def test_a_type_that_was_not_wanted_before_has_the_built_in_proportion():
    some = former(timeline_drafts=50, timeline_supply=50, timeline_sound_drafts=25)
    was = former(settings(drafting={"timeline": 0}))
    made = project(settings(), {}, {Unit.DOCUMENTS: 100}, was, some).units
    assert (made["timeline_drafts"], made["timeline_sound_drafts"]) == (40, 20)  # the quota, and half of it
    # One that was wanted and not found is not to be found now.
    assert project(settings(), {}, {Unit.DOCUMENTS: 100}, former(), some).units["timeline_drafts"] == 0


def test_a_type_that_only_the_rehearsal_found_is_as_many_as_it_found():
    rehearsed = Rehearsed(new=Rehearsal({"dossier_supply": 8, Unit.MENTIONS: 100}))
    made = project(settings(), {}, {Unit.DOCUMENTS: 100}, former(), former(), rehearsed).units
    assert made["dossier_drafts"] == pytest.approx(16)  # of 200 documents of targets
