"""Judging answers of several parts: dated items one to one, timelines by order and date."""

from __future__ import annotations

import pytest

from bench_resources.reader.matching import equivalent, match_items
from bench_resources.reader.matching_items import are_dated, match_dated

DOSSIER = "What do the documents record of Ann K. Reddick in 1964, event by event, with the date of each?"
ITEMS = [
    "March 3, 1964: Ann K. Reddick met Otto Lund at the Anchor Hotel",
    "April 7, 1964: Ann K. Reddick wrote to Ida Holm about the salt tax",
    "May 1964: Ann K. Reddick signed the papers for the dredging of Pier 14",
]
TIMELINE = (
    "In what order did these happen, and on what date each: (a) Ann K. Reddick signed the Quill Treaty; "
    "(b) Otto Lund met Ida Holm at Juniper Bay; (c) the price of salt was set?"
)
REFERENCE = "(b) March 3, 1964; (c) April 7, 1964; (a) May 1, 1965"


# --- dated items ---


@pytest.mark.parametrize(
    "said",
    [
        "; ".join(ITEMS),
        "; ".join(reversed(ITEMS)),
        "- March 3, 1964: met Lund at the Anchor Hotel\n- April 7, 1964: wrote to Ida Holm about the tax on salt\n- May 1964: signed for the dredging of Pier 14",
        "1. On 3 March 1964 Reddick saw Mr. Lund at the Anchor Hotel.\n2. 4/7/64: memorandum to Holm about the salt tax.\n3. 1964-05-09 she signed the papers for dredging Pier 14.",
        "On March 3, 1964, Reddick met Otto Lund at the Anchor Hotel. On April 7, 1964, she wrote to Ida Holm about the salt tax. In May 1964 she signed the papers for the dredging of Pier 14.",
        "The documents record:\nMarch 3, 1964 - a meeting with Otto Lund, Anchor Hotel\nApril 7, 1964 - a letter to Ida Holm about the salt tax\nMay 1964 - papers signed, dredging of Pier 14",
    ],
)
def test_an_item_is_matched_by_its_date_and_half_of_its_telling_words(said):
    found = match_items(DOSSIER, ITEMS, said)
    assert found.matched == (True, True, True)
    assert found.n_extra == 0


@pytest.mark.parametrize(
    ("said", "matched", "n_extra"),
    [
        ("", (False, False, False), 0),
        ("March 4, 1964: Ann K. Reddick met Otto Lund at the Anchor Hotel", (False, False, False), 1),  # another date
        ("March 3, 1964: Ann K. Reddick left for Porthaven", (False, False, False), 1),  # another event of the date
        ("Ann K. Reddick met Otto Lund at the Anchor Hotel", (False, False, False), 1),  # no date
        (f"{ITEMS[0]}; {ITEMS[0]}", (True, False, False), 1),  # one part gives one item
        (f"{ITEMS[0]}; June 1, 1964: Ann K. Reddick rested", (True, False, False), 1),
        ("1964: Ann K. Reddick met Otto Lund at the Anchor Hotel", (False, False, False), 1),  # less than its date
        ("March 3, 1964: talks with Lund", (True, False, False), 0),  # the only part of its date, with a shared name
    ],
)
def test_what_has_another_date_or_event_is_extra(said, matched, n_extra):
    found = match_items(DOSSIER, ITEMS, said)
    assert found.matched == matched
    assert found.n_extra == n_extra


def test_two_events_of_one_date_are_told_apart():
    items = ["March 3, 1964: Ann K. Reddick met Otto Lund", "March 3, 1964: Ann K. Reddick wrote to Ida Holm"]
    found = match_items(DOSSIER, items, "March 3, 1964: she wrote to Ida Holm; March 3, 1964: she met Otto Lund")
    assert (found.matched, found.n_extra) == ((True, True), 0)
    found = match_items(DOSSIER, items, "March 3, 1964: she wrote to Ida Holm")
    assert found.matched == (False, True)


def test_items_of_a_timeline_are_matched_by_their_letters():
    items = [
        "March 3, 1964: Otto Lund met Ida Holm at Juniper Bay",
        "April 7, 1964: the price of salt was set",
        "May 1, 1965: Ann K. Reddick signed the Quill Treaty",
    ]
    assert match_items(TIMELINE, items, REFERENCE).matched == (True, True, True)
    assert match_items(TIMELINE, items, REFERENCE.replace("May 1", "May 2")).matched == (True, True, False)


def test_plain_items_are_not_dated():
    assert not are_dated(["Otto Lund", "March 3, 1964: x"])
    assert not are_dated([])
    found = match_items("Whom did Ann Reddick meet in 1964?", ["Otto Lund", "Ida Holm"], "Otto Lund; Bert Carr")
    assert (found.matched, found.n_extra) == ((True, False), 1)


# --- timelines ---


@pytest.mark.parametrize(
    "said",
    [
        REFERENCE,
        "(b) 3 March 1964; (c) 7 April 1964; (a) 1 May 1965",
        "b: 1964-03-03\nc: 1964-04-07\na: 1965-05-01",
        "1. (b) - March 3, 1964\n2. (c) - April 7, 1964\n3. (a) - May 1, 1965",
        "First (b) on 3 March 1964, then (c) on 7 April 1964, and finally (a) on 1 May 1965.",
        "March 3, 1964: (b); April 7, 1964: (c); May 1, 1965: (a)",
        "The order is (b), (c), (a). (b) March 3, 1964; (c) April 7, 1964; (a) May 1, 1965",
        "1. March 3, 1964: Otto Lund met Ida Holm at Juniper Bay\n2. April 7, 1964: the price of salt was set\n3. May 1, 1965: Ann K. Reddick signed the Quill Treaty",
        "Otto Lund met Ida Holm on 3 March 1964; the price of salt was set on 7 April 1964; Reddick signed the Quill Treaty on 1 May 1965",
    ],
)
def test_a_timeline_is_right_by_order_and_dates_in_whatever_form(said):
    assert equivalent(TIMELINE, REFERENCE, said).is_correct


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("(c) April 7, 1964; (b) March 3, 1964; (a) May 1, 1965", "another order"),
        ("(b) March 3, 1964; (c) April 8, 1964; (a) May 1, 1965", "a date is missing or another"),
        ("(b) March 3, 1964; (c); (a) May 1, 1965", "a date is missing or another"),
        ("(b) March 3, 1964; (c) 1964; (a) May 1, 1965", "a date is missing or another"),
        ("(b) March 3, 1964 or June 4, 1964; (c) April 7, 1964; (a) May 1, 1965", "a date is missing or another"),
        ("(b) March 3, 1964; (a) May 1, 1965", "an event is missing"),
        ("March 3, 1964; April 7, 1964; May 1, 1965", "an event is missing"),
        ("(c), (b), (a)", "a date is missing or another"),
        ("The salt was cheap.", "an event is missing"),
    ],
)
def test_a_timeline_with_another_order_or_date_is_wrong(said, reason):
    found = equivalent(TIMELINE, REFERENCE, said)
    assert not found.is_correct
    assert found.reason == reason


def test_events_of_one_date_may_stand_in_either_order():
    reference = "(b) March 3, 1964; (c) March 3, 1964; (a) May 1, 1965"
    assert equivalent(TIMELINE, reference, "(c) March 3, 1964; (b) March 3, 1964; (a) May 1, 1965").is_correct


def test_an_empty_timeline_answer_is_wrong():
    assert equivalent(TIMELINE, REFERENCE, " ").reason == "the answer is empty"


WROTE_ITEM = (
    "August 6, 1964: Ann K. Reddick wrote to Otto Lund on the subject "
    '"Theft at the Salt Lane pumping station - items for the agenda"'
)
SALT = "What do the documents record of Otto Lund in 1964, event by event, with the date of each?"


@pytest.mark.parametrize(
    ("part", "is_matched"),
    [
        ("August 6, 1964: Ann Reddick wrote to Otto Lund about Theft at the Salt Lane pvmping station - items for the agenda", True),
        ("August 6, 1964: a memorandum from Ann Reddick about the theft at the pumping station, with agenda items", True),
        ("August 6, 1964: Ann Reddick wrote to Otto Lund about Theft at the Salt Lane pumping station - distribution of copies", False),
        ("August 6, 1964: Otto Lund wrote a report about the theft at the Salt Lane pumping station - items for the agenda", False),
    ],
)  # fmt: skip
def test_two_letters_of_one_day_are_told_apart_by_their_writers_and_subjects(part, is_matched):
    assert match_dated(SALT, [WROTE_ITEM], part).matched == (is_matched,)


def test_a_sentence_without_a_date_of_its_own_belongs_to_the_dated_one_before_it():
    said = "March 3, 1964: 2. Ann K. Reddick met Otto Lund, of 3 March 1964. The Anchor Hotel was shut."
    assert match_items(DOSSIER, ITEMS, said).n_extra == 0


def test_a_mere_reference_to_the_paper_of_an_item_is_nothing_more():
    items = ["April 7, 1964: Otto Lund wrote a memorandum to Ann K. Reddick"]
    reference = "April 7, 1964: 4. Memorandum for Ann K. REDDICK, dated 7 April 1964"
    assert match_items(DOSSIER, items, f"{items[0]}; {reference}").n_extra == 0
    other = "April 7, 1964: 4. Memorandum for Ann K. REDDICK on salt, dated 7 April 1964"
    assert match_items(DOSSIER, items, f"{items[0]}; {other}").n_extra == 1  # of another paper, perhaps


def test_a_letter_whose_writer_is_named_by_an_office_is_the_same_letter_but_for_its_subject():
    item = 'April 7, 1964: Otto Lund wrote a memorandum to Ann K. Reddick on the subject "Dues of the old salt port"'
    said = "April 7, 1964: {who} wrote to Ann K. Reddick about {what}"
    asked = [
        ("DDP", "Dues of the old salt port", 0),
        ("DDP", "Ropes and lamps for the northern slip", 1),
        ("Ida Holm", "Dues of the old salt port", 1),
    ]
    for who, what, n_extra in asked:
        assert match_items(DOSSIER, [item], said.format(who=who, what=what)).n_extra == n_extra
