"""When two items of lists are one, and when two."""

from __future__ import annotations

import pytest

from bench_resources.prompting import AnswerType
from bench_resources.reader.answering_items import (
    is_replaced,
    is_same_item,
    is_same_subject,
    title_likeness,
    without_reply,
)
from bench_resources.reader.matching import match_items


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Reroofing of the Saltworks Avenue footbridge", "R*eroofing of the 5altworhs Auenue footbridge"),
        ("the demolition of Warehouse 24", "the demolition of Ware`house 24"),
        ("the flooding of Berth 15", "The floodin|g of Berth 15"),
        ("Barrel count - items for the agenda", "RE: Barrel count - items for the agenda"),
        ("Barrel count of the northern saltworks", "Barrel count of the northern"),
    ],
)
def test_things_that_differ_by_a_scan_a_line_break_or_a_reply_mark_are_one(one, other):
    assert is_same_item(one, other, None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the fire at Pier 16", "the fire at Pier 18"),
        ("Barrel count - items for the agenda", "Barrel count - next steps"),
        ("the sale of Pier 4", "the lease of Pier 4"),
        ("the flooding of Berth 15", "the collapse at Berth 15"),
    ],
)
def test_things_with_another_figure_or_word_are_two(one, other):
    assert not is_same_item(one, other, None)


def test_people_misread_by_a_letter_or_two_are_one_and_namesakes_are_two():
    assert is_same_item("Presideut Dtummell", "Isidore Drummell", AnswerType.PERSON)
    assert is_same_item("Isidore Dtummell", "Isidore M. Drummell", AnswerType.PERSON)
    assert not is_same_item("Ann Drummell", "Isidore Drummell", AnswerType.PERSON)


def test_a_word_that_another_replaces_makes_another_thing():
    assert is_replaced("the investigation into the flooding of Berth 15", "the investigation into the fire at Berth 15")
    assert not is_replaced("the dredging of Pier 14", "the dredging works at Pier 14")


def test_an_item_of_a_list_does_not_match_one_with_a_replaced_word():
    found = match_items(
        "What was assigned to Ann K. Reddick?",
        ["the investigation into the flooding of Berth 15"],
        "the investigation into the fire at Berth 15",
    )
    assert (found.matched, found.n_extra) == ((False,), 1)


def test_titles_are_as_alike_as_their_words():
    assert title_likeness("Barrel count", "BARREL COUNT") == 1.0
    assert 0 < title_likeness("Barrel count of the saltworks", "Barrel count of the") < 1
    assert title_likeness("Barrel count - next steps", "Barrel count - file copy") == 0.0


@pytest.mark.parametrize("mark", ["RE: ", "Fw: ", "Re: FW: ", "RB: ", "Pe; "])
def test_reply_marks_are_left_out_even_misread(mark):
    assert without_reply(f"{mark}Barrel count") == "Barrel count"


def test_a_word_before_a_colon_is_no_reply_mark():
    assert without_reply("Tax: the salt") == "Tax: the salt"
    assert without_reply("") == ""


BOARD = "Northern Harbor Board"


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("Dues of the Northern Harbor Board", "DUES OF NHB", True),
        ("Northern Harbor Board (NHB) Request", "Northern Harbor Board Request", True),
        ("NHB Request", "MEMO - SUBJ: NHB REQUEST", True),
        ("Meeting with NHB Clerks", "MEETING WITH NHB CLERKS (SALT PROBLEMS)", True),
        ("Meeting with NHB Clerks (3)", "Meeting with NHB Clerks (4)", False),  # a number tells papers apart
        ("Northern Harbor Board", "NHB", True),
        ("Northern Harbor Board", "Visit to the Northern Harbor Board", False),  # the name alone says less
        ("NHB Request", "NHB Request for Ledgers of the Salt Mills", False),
        ("Dues of the NHB", "Ropes of the NHB", False),
        ("HC61-0412- NHB Dues", "NHB Dues", True),  # a file's number
        ("1960-1961 NHB Dues", "1961-1962 NHB Dues", False),
        ("Meeting with the Northern Harbor Board ...", "Meeting with NHB Clerk Otto Lund, 3 May 1961", True),
        ("Visit to the Northern Harbor Board ...", "Meeting with NHB Clerk Otto Lund", False),
        ("... Former Clerk, NHB", "Talk with Otto Lund, Former Clerk, Northern Harbor Board (NHB)", True),
        ("... Former Clerk, NHB", "Former Clerk, NHB, in Good Health", False),
        ("Request of the NHB ...", "NHB Requests", False),
        ("Request of the NHB ...", "REQUEST OF NORTHERN HARBOR BOARD (NHB) OF 3 MAY", True),
        ("... NHB REQUEST (SALT HEARING)", "NHB Request", False),
        ("... NHB Request", "NHB Request ...", False),  # nothing says that they are of one
        ("NHB Request ...", "Northern Harbor Board Request ...", True),
    ],
)
def test_subjects_that_name_a_figure_go_by_what_they_say_beside_its_name(one, other, is_one):
    assert is_same_subject(BOARD, one, other) is is_one
    assert is_same_subject(BOARD, other, one) is is_one
