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
