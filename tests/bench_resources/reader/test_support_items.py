"""Whether a window states one item of an answer of several parts."""

from __future__ import annotations

import pytest

from bench_resources.prompting import Support
from bench_resources.reader.support import pool_label

DOSSIER = "What do the documents record of Ann K. Reddick in 1964, event by event, with the date of each?"
ITEM = "March 3, 1964: Ann K. Reddick met Otto Lund at the Anchor Hotel"
LIST = "Whom did Ann K. Reddick meet between March and May 1964?"


@pytest.mark.parametrize(
    ("window", "quote"),
    [
        ("Rain fell. Director Reddick saw Otto Lund at the Anchor\nHotel on 3 March 1964. It was late.", "Director Reddick saw Otto Lund at the Anchor\nHotel on 3 March 1964."),
        ("Ann Reddick came. On March 3, 1964 she met Otto Lund at the Anchor Hotel.", "Ann Reddick came. On March 3, 1964 she met Otto Lund at the Anchor Hotel."),
        ("Ann Reddick met Otto Lund at the Anchor Hotel. This was on March 3, 1964.", "Ann Reddick met Otto Lund at the Anchor Hotel. This was on March 3, 1964."),
    ],
)  # fmt: skip
def test_a_window_supports_a_dated_item_with_its_words_verbatim(window, quote):
    label = pool_label(DOSSIER, ITEM, window)
    assert label.label is Support.SUPPORTS
    assert label.quote == quote
    assert quote in window


def test_a_header_supports_that_its_sender_wrote():
    window = "DATE:  3 March 1964\nTO:    Lund, Otto\nFROM:  Reddick, Ann K.\nSUBJECT: Salt tax\n\nPay it."
    item = "March 3, 1964: Ann K. Reddick wrote to Otto Lund about Salt tax"
    assert pool_label(DOSSIER, item, window).quote == window[: window.index("\n\nPay")]
    reversed_item = "March 3, 1964: Otto Lund wrote to Ann K. Reddick about Salt tax"
    assert pool_label(DOSSIER, reversed_item, window).label is Support.IRRELEVANT


@pytest.mark.parametrize(
    ("window", "label"),
    [
        ("Ann Reddick met Otto Lund at the Anchor Hotel.", Support.PARTIAL),  # undated
        ("Ann Reddick met Otto Lund at the Anchor Hotel on 9 May 1964.", Support.IRRELEVANT),  # another time
        ("Paul Reddick met Otto Lund at the Anchor Hotel on 3 March 1964.", Support.IRRELEVANT),  # another Reddick
        ("Ann Reddick left the Anchor Hotel on 3 March 1964.", Support.IRRELEVANT),  # without Lund
        ("", Support.IRRELEVANT),
    ],
)
def test_a_window_without_the_date_is_partial_and_another_event_irrelevant(window, label):
    found = pool_label(DOSSIER, ITEM, window)
    assert found.label is label
    assert found.quote is None


def test_an_item_of_a_timeline_goes_by_its_own_figures():
    question = (
        "In what order did these happen, and on what date each: (a) the salt tax was set; (b) Ida Holm met Bert Carr?"
    )
    window = "Ida Holm talked with Bert Carr on 3 March 1964. The salt tax was set on 4 May 1964."
    assert pool_label(question, "March 3, 1964: Ida Holm met Bert Carr", window).label is Support.SUPPORTS
    assert (
        pool_label(question, "May 4, 1964: the salt tax was set", window).quote == "The salt tax was set on 4 May 1964."
    )
    assert pool_label(question, "May 4, 1964: Ida Holm met Bert Carr", window).label is not Support.SUPPORTS


@pytest.mark.parametrize(
    ("item", "window", "label"),
    [
        ("Otto Lund", "Ann Reddick met Mayor Lund on 3 March 1964.", Support.SUPPORTS),
        ("Otto Lund", "Ann Reddick met Otto Lund on 3 June 1964.", Support.IRRELEVANT),  # after the period
        ("Otto Lund", "Ann Reddick met Otto Lund.", Support.PARTIAL),
        ("Otto Lund", "Ann Reddick met Ida Holm, a friend of Otto Lund, on 3 March 1964.", Support.IRRELEVANT),
        ("Otto Lund", "Ann Reddick wrote to Otto Lund on 3 March 1964.", Support.IRRELEVANT),
    ],
)
def test_an_item_of_a_list_needs_figure_verb_and_period(item, window, label):
    assert pool_label(LIST, item, window).label is label


def test_an_item_of_a_list_without_a_period_needs_no_date():
    question = "For what did Ann K. Reddick sign the papers?"
    window = "Rain fell. The papers for the lease of Pier 14 were signed by Director Reddick."
    assert pool_label(question, "the lease of Pier 14", window).label is Support.SUPPORTS
    assert pool_label(question, "the lease of Pier 41", window).label is not Support.SUPPORTS


@pytest.mark.parametrize(
    ("item", "label"),
    [
        ('a memorandum on the subject "STB Visit" (Salt and Tallow Board) was written', Support.SUPPORTS),
        ('a memorandum on the subject "STB Price" (Salt and Tallow Board) was written', Support.IRRELEVANT),
    ],
)
def test_a_gloss_in_an_item_asks_nothing_of_a_window(item, label):
    question = "In what order did these happen, and on what date each: (a) the salt tax was set; (b) the quay was sold?"
    window = "3 March 1964\n\nMEMORANDUM FOR THE RECORD\n\nSUBJECT: STB Visit\n\n1. They came at noon."
    assert pool_label(question, f"March 3, 1964: {item}", window).label is label


def test_a_subject_that_names_a_figure_is_supported_by_the_head_of_its_paper_alone():
    question = "On what subjects that name the Northern Harbor Board were papers written that are dated in May 1964?"
    window = "DATE: 9 May 1964\nTO: Otto Lund\nFROM: Ann Reddick\nSUBJECT: NHB Ledgers\n\nThe ledgers are late."
    assert pool_label(question, "NHB Ledgers", window).label is Support.SUPPORTS
    assert pool_label(question, "Northern Harbor Board", window).label is Support.IRRELEVANT  # says less
    spoken = "On 9 May 1964 the ledgers of the Northern Harbor Board (NHB) were late."
    assert pool_label(question, "NHB Ledgers", spoken).label is not Support.SUPPORTS


IN_ORDER = "In what order did these happen, and on what date each: (a) the salt tax was set; (b) the quay was sold?"
CUT_END = 'March 3, 1964: a memorandum for the record on the subject "Meeting with Tallow Board ..." was written'
CUT_START = 'March 3, 1964: a memorandum for the record on the subject "... Tallow Board Staff" was written'
CUT_BOTH = 'March 3, 1964: a memorandum for the record on the subject "... the Tallow Board ..." was written'


def record(subject):
    """A memorandum for the record of 3 March 1964."""
    return (
        f"3 March 1964\n\nMEMORANDUM FOR THE RECORD\n\nFROM : Otto Lund\n\nSUBJECT: {subject}\n\n1. They came at noon."
    )


@pytest.mark.parametrize(
    ("item", "subject", "label"),
    [
        (CUT_END, "Meeting with Tallow Board", Support.SUPPORTS),
        (CUT_END, "Meeting with Tallow Board\n(HTB) Clerk Ida Holm, 3 March 1964", Support.SUPPORTS),
        (CUT_END, "Lunch with Tallow Board Clerk Ida Holm", Support.IRRELEVANT),  # begins otherwise
        (CUT_END, "Tallow Board Meeting with Ida Holm", Support.IRRELEVANT),
        (CUT_START, "Talk with Ida Holm, Tallow Board Staff", Support.SUPPORTS),
        (CUT_START, "Tallow Board Staff and Ida Holm", Support.IRRELEVANT),  # goes on
        (CUT_BOTH, "Ida Holm and the Tallow Board at the Quay", Support.SUPPORTS),
        (CUT_BOTH, "Ida Holm and the Salt Board at the Quay", Support.IRRELEVANT),
        (CUT_END, "-", Support.IRRELEVANT),
    ],
)
def test_a_subject_that_an_item_quotes_in_part_is_supported_by_the_whole_one(item, subject, label):
    assert pool_label(IN_ORDER, item, record(subject)).label is label


@pytest.mark.parametrize(
    ("window", "label"),
    [
        ("This answers a March 3,\n1964, letter to the mayor signed by Ann\nReddick, Clerk, which asked for salt by May 9,\n1964, and a list of the ships.", Support.SUPPORTS),
        ("He answered the March 3, 1964, letter of Ann Reddick, and that of May 9, 1964, by the mayor.", Support.SUPPORTS),
        # a date behind "on" is of what stands before it
        ("The quay was sold on March 3, 1964, letters of Ann Reddick went out, and on May 9, 1964 it burnt.", Support.IRRELEVANT),
        ("This answers a March 4, 1964, letter signed by Ann Reddick, which asked for salt by May 9, 1964.", Support.IRRELEVANT),
    ],
)  # fmt: skip
def test_a_date_before_its_noun_is_the_noun_s_over_comma_and_line_end(window, label):
    assert pool_label(DOSSIER, "March 3, 1964: Ann K. Reddick wrote a letter", window).label is label


BOARD = "What do the documents record of the Harbor Wards Board in 1964, event by event, with the date of each?"


@pytest.mark.parametrize(
    ("window", "label"),
    [
        ("Please refer to HWB ltr of 3 March 1964 - already tasked to you.", Support.SUPPORTS),
        ("The HWB sent its ledgers on 3 March 1964.", Support.IRRELEVANT),  # no paper is named
        ("The HWB met Otto Lund on 3 March 1964.", Support.IRRELEVANT),
        ("Please refer to SWB ltr of 3 March 1964.", Support.IRRELEVANT),
        ("Please refer to HWB ltr of 9 March 1964.", Support.IRRELEVANT),
    ],
)
def test_the_letters_of_a_body_and_of_a_paper_stand_for_their_words(window, label):
    assert pool_label(BOARD, "March 3, 1964: the Harbor Wards Board wrote a letter", window).label is label


def test_the_last_line_of_an_entry_takes_no_date_from_the_next_one():
    item = 'March 3, 1964: a document on the subject "Dues of the Old Port" was written'
    entries = (
        "1 March 1964 HB-316/01446\nSubject: Ropes.\nRecipient: Salt Board.\n\n"
        "2 March 1964 HB-316/01499\n\nSubject: Otto LUND.\nRecipient: Salt Board.\n\n"
        "3 March 1964 HB-316/01779\nSubject: Dues of the\nOld Port.\nRecipient: Salt Board.\n"
        "9 March 1964 HB-316/02545\nSubject: Salt.\n"
    )
    found = pool_label(IN_ORDER, item, entries)
    assert found.quote == "3 March 1964 HB-316/01779\nSubject: Dues of the\nOld Port."
    other = item.replace("March 3", "March 9")
    assert pool_label(IN_ORDER, other, entries).label is not Support.SUPPORTS
