"""Answers that are a banner, a stamp, a label or a line of many documents."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.banners import find_banner
from bench_assets.gauntlet.rule_book.boilerplate import Boilerplate, fold
from bench_assets.gauntlet.rule_book.context import Context
from tests.bench_assets.gauntlet.rule_book.made_drafts import (
    EVENT_QUOTES,
    EVENTS,
    PEOPLE,
    RECORD_QUOTES,
    RECORDED,
    SOUND_LISTS,
    aggregation,
    dossier,
    rejected,
    single,
    timeline,
)

ASKED = "What did the Tallow Council name for the Merrow?"
LINES = (
    "HARBORVIEW INQUIRY - RELEASED IN FULL",
    "REPRODUCED FROM THE HOLDINGS OF THE MUNICIPAL ARCHIVE",
    "Produced to the Committee pursuant to subpoena",
    "I would be grateful for your comments before the end of the week",
    "No further action is required from your office at this stage.",
    "Harbor Board",
    "December 0",
    "Imogen A. Marchbanks",
)
CONTEXT = Context(Boilerplate.of(fold(line) for line in LINES))
BANNERS = (
    "CONFIDENTIAL",
    "SECRET",
    "RELEASED IN PART",
    "Page 3 of 9",
    "FOR IMMEDIATE RELEASE",
    "TOP SECRET",
    "UNCLASSIFIED",
    "HARBORVIEW INQUIRY - RELEASED IN FULL",
    "REPRODUCED FROM THE HOLDINGS OF THE MUNICIPAL ARCHIVE",
    "M E M O R A N D U M",
    "INTEROFFICE MEMORANDUM",
    "CONFIOENTIAL",
    "No further action is required from your office at this stage.",
    "Produced to the Committee pursuant to subpoena",
    "FACSIMILE TRANSMITTAL SHEET",
    "WHILE YOU WERE OUT",
    "FROM:",
    "SUBJECT",
    "DRAFT",
    "FILE COPY",
    "DECLASSIFIED 3 May 1998",
    "Approved for Release 2017",
    "page 2",
    "2 of 5",
    "[X] FOR REVIEW",
    "ATTORNEY-CLIENT PRIVILEGED",
    "Official Use Only",
    "municipal archive holdings reproduced from the holdings of the municipal archive",
    "RELEASED IN FULL",
    "-----Original Message-----",
    "cc: file",
    "Do not circulate",
    "EYES ONLY",
    "SENSITIVE BUT UNCLASSIFIED",
    "Unauthorized use or disclosure is prohibited",
    "MEMORANDUM FOR THE FILE",
    "PRESS RELEASE",
    "URGENT",
    "STRICTLY CONFIDENTIAL",
    "I would be grateful for your comments before the end of the week",
    "Confidential",
    "Secret",
    "HARBORVIEW INQUIRY – RELEASED IN FULL",
    "PAGE 4 OF 7",
    "PAGES (including cover): 14",
    "FAX TRANSMITTAL",
    "MEMORANDUM",
    "To:",
    "Re:",
    "Distribution list",
    "NOT FOR PUBLICATION",
    "C O N F I D E N T I A L",
    "TOP SECRET//NOFORN",
    "Approved for public release",
    "INTERNAL USE ONLY",
    "Privileged & Confidential",
    "ORIGINAL",
    "RECEIVED MAY 3 1964",
    "Telephone message",
    "Produced to the Committee Pursuant to Subpoena",
    "Produced to the Commitlee pursuant to subpoena",
    "DO NOT DESTROY",
    "END",
    "For Review",
    "This document is confidential",
    "DECLASSIFIED",
    "Draft - not for circulation",
    "RESTRICTED",
)  # fmt: skip
SOUND = (
    "Quentin Yardling",
    "Harbor Board",
    "$12,400",
    "March 3, 1964",
    "eleven",
    "Deputy Director for Salt",
    "B-26",
    "Anchor Hotel",
    "Winifred W. Mandeville-Ash",
    "Assassination Records Review Board",
    "45 percent",
    "Public Law 88-123",
    "Pope John XXIII",
    "the dredging of Pier 14",
    "O'Brien & Sons, Inc.",
    "3.5 million tons",
    "Custom House Square",
    "a small boat (the Merrow)",
    "Beatrice K. Okell; Quentin Yardling",
    "NSC-68",
    "St. Mary's Hospital",
    "Jean-Luc d'Aubigny",
    "World War II",
    "7:30 p.m.",
    "Chairman Mandeville-Ash",
    "AT&T",
    "14 Dock Street",
    "Dr. L. B. Roe-Hartley",
    "Agent Carlos Ruiz",
    "Company B, 3rd Battalion",
    "Xavier Quill",
    "12 February 1999",
    "United States Intelligence Board",
    "Person-to-person call",
    "Officer J. Tull",
    "The Communist",
    "Title III",
    "Room 1204",
    "Vitamin B6",
    "the name of the vessel",
    "seven to two",
    "U.S.S. Maine",
    "20 to 30",
)  # fmt: skip


@pytest.mark.parametrize("quote", ["The council heard the matter.", None])
@pytest.mark.parametrize("answer", BANNERS)
def test_a_banner_is_found_whatever_its_quote_says(answer, quote):
    assert find_banner(single(ASKED, answer, quote), CONTEXT)


@pytest.mark.parametrize("answer", BANNERS[:10])
def test_so_is_a_banner_among_items(answer):
    assert find_banner(aggregation(items=(answer, *PEOPLE[1:])), CONTEXT)


@pytest.mark.parametrize("answer", SOUND)
def test_names_figures_and_terms_are_no_banners(answer):
    assert find_banner(single(ASKED, answer, f"The council named {answer} for the Merrow."), CONTEXT) == ""


@pytest.mark.parametrize("draft", [*SOUND_LISTS, rejected(ASKED)], ids=lambda draft: draft.type)
def test_sound_lists_and_rejection_types_hold_none(draft):
    assert find_banner(draft, CONTEXT) == ""


def test_a_letterhead_is_an_answer_where_a_sentence_says_it():
    assert find_banner(single(ASKED, "Harbor Board", "HARBOR BOARD\nMINUTES"), CONTEXT)
    assert (
        find_banner(single(ASKED, "Harbor Board", "The lease was approved\nby the Harbor Board in May."), CONTEXT) == ""
    )


@pytest.mark.parametrize("answer", ["Imogen A. Marchbanks", "December 5"])
def test_people_and_dates_are_answers_however_many_lines_repeat_them(answer):
    assert find_banner(single(ASKED, answer), CONTEXT) == ""


def test_a_word_of_a_marking_in_a_subject_is_no_marking_where_a_label_says_that_it_is_the_subject():
    title = "Declassification Review of Harbor Board Papers"
    items = (title, "Dues of the Harbor Board", "Ropes for the Harbor Board")
    quotes = [f"4 May 1964\nSUBJECT: {title}", f"SUBJECT: {items[1]}", f"SUBJECT: {items[2]}"]
    asked = "On what subjects that name the Harbor Board were papers written that are dated in May 1964?"
    assert find_banner(aggregation(asked, items, quotes), CONTEXT) == ""
    stamped = [f"{title} 4 May 1964", *quotes[1:]]
    assert find_banner(aggregation(asked, items, stamped), CONTEXT)
    short = ("Declassified 4 May", *items[1:])  # the marking is most of it, whatever its label
    labelled = ["SUBJECT: Declassified 4 May", *quotes[1:]]
    assert find_banner(aggregation(asked, short, labelled), CONTEXT)


def on_subject(subject, label="SUBJECT:"):
    """A timeline and a dossier of which one event quotes a subject."""
    event = f'May 1, 1965: a memorandum on the subject "{subject}" was written'
    quote = f"1 May 1965\n{label} {subject}"
    return (
        timeline(items=(*EVENTS[:2], event), quotes=(*EVENT_QUOTES[:2], quote)),
        dossier(items=(RECORDED[0], event), quotes=(RECORD_QUOTES[0], quote)),
    )


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    "subject",
    [
        "Declassification Review of Harbor Board Papers",
        "Request that the Harbor Log be Declassified and Returned",
        "Declassification Review of Harbor Board ...",
    ],
)
def test_a_dated_event_may_quote_a_subject_with_a_word_of_a_marking(subject, at):
    assert find_banner(on_subject(subject)[at], CONTEXT) == ""


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize(
    ("subject", "label"),
    [
        ("Declassification Review of Harbor Board Papers", ""),  # no label says that it is a subject
        ("Declassified 4 May", "SUBJECT:"),  # the marking is most of it
        ("SANITIZED COPY", "SUBJECT:"),
        ("CONFIDENTIAL", "SUBJECT:"),
        ("Approved for Release 2017", "RE:"),
        ("FILE COPY", "Title:"),
    ],
)
def test_a_dated_event_may_quote_no_subject_that_is_but_a_marking_or_has_no_label(subject, label, at):
    assert find_banner(on_subject(subject, label)[at], CONTEXT)


def test_a_marking_beside_the_subject_that_an_event_quotes_is_one():
    event = 'May 1, 1965: a memorandum on the subject "Declassification Review of Old Papers" was declassified'
    quotes = (*EVENT_QUOTES[:2], "1 May 1965\nSUBJECT: Declassification Review of Old Papers")
    assert find_banner(timeline(items=(*EVENTS[:2], event), quotes=quotes), CONTEXT)


def test_names_that_many_lines_repeat_are_an_answer_together_too():
    people = ("Imogen A. Marchbanks", "Otto B. Lund")
    lines = Context(Boilerplate.of(fold(line) for line in people))
    quotes = [f"FROM: {one}\nTO: Ida Holm" for one in people]
    assert find_banner(aggregation("Who wrote to Ida Holm between March and May 1964?", people, quotes), lines) == ""
    stamped = (people[0], "Harbor Board")
    others = Context(Boilerplate.of(fold(line) for line in stamped))
    asked = "Which bodies wrote to Ida Holm between March and May 1964?"
    assert find_banner(aggregation(asked, stamped, ["HARBOR BOARD", "HARBOR BOARD"]), others)
