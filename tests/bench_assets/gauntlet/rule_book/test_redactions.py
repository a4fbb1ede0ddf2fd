"""Answers that were hidden, left blank or misread."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.redactions import find_redaction
from tests.bench_assets.gauntlet.rule_book.made_drafts import PEOPLE, SOUND_LISTS, aggregation, rejected, single

ASKED = "What did the Tallow Council name for the Merrow?"
HIDDEN = (
    "[REDACTED]",
    "█████",
    "XXXX",
    "Jane Doe",
    "____",
    "(deleted)",
    "b6, b7C",
    "(b)(6)",
    "(b)(7)(C)",
    "[illegible]",
    "J. XXXXX",
    "Quentin [name deleted]",
    "Minor Victim 1",
    "John Doe",
    "[ ]",
    "*****",
    "Name withheld",
    "Exemption 6",
    "Jane Doe 3",
    "$[illegible]",
    "the redacted company",
    "Mr. ______ of the Board",
    "......",
    "[blank]",
    "illegible",
    "UNKNOWN",
    "Victim-1",
    "Qu3nt1n Y@rdl|ng",
    "Yrdlng xqzt brd",
    "<redacted>",
    "--------",
    "Witness A",
    "[unreadable] Street",
    "???",
    "withheld under (b)(6)",
    "b7C",
    "██████ Yardling",
    "Individual 2",
    "Mr. X---- of Porthaven",
    "(illegible) Avenue",
    "N/A",
    "[Deleted]",
    "name redacted",
    "$██,000",
    "March __, 1964",
    "Confidential Informant 3",
    "tbe H@rb0r B0ard",
    "25X1",
    "REDACTED",
    "Redacted name",
    "J■■■ Smith",
    "DELETED",
    "[CENSORED]",
    "Unidentified male",
    "1.4(c)",
    "XXX-XX-1234",
    "__________ Company",
    "Okell and [REDACTED]",
    "[name redacted]",
    "Mr. [DELETED]",
    "████ Street",
    "(b) (7) (C)",
    "b(6)",
    "[b6]",
    "Jane Roe",
    "JOHN DOE 2",
    "Okell, [illegible]",
    "xxxxxxxx",
    "___ Yardling",
    "________",
    "[unintelligible]",
    "<name>",
    "[...]",
    "(name deleted)",
    "■■■■■",
    "* * * *",
    "- - - -",
    "Victim No. 3",
    "Minor 2",
    "REDACTED - PRIVACY",
    "Withheld",
    "not legible",
    "[page missing]",
    "b7D",
    "(b)(3)",
    "Employee-1",
    "the [blank] Company",
    "$XX,XXX",
    "19XX",
    "Qnnnlln Ybrdllng",
    "t?e H?rb?r",
    "Yar|ling, Qu~nt",
    "Okell ▓▓▓▓",
    "[OCR failure]",
    "Unnamed source",
    "(redacted)",
    "Exempt b6",
    "FNU LNU",
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


@pytest.mark.parametrize("answer", HIDDEN)
def test_a_hidden_blank_or_misread_answer_is_found(answer):
    assert find_redaction(single(ASKED, answer), Context())


@pytest.mark.parametrize("answer", HIDDEN[:20])
def test_so_is_such_an_item(answer):
    assert find_redaction(aggregation(items=(answer, *PEOPLE[1:])), Context())


@pytest.mark.parametrize("answer", SOUND)
def test_names_figures_and_terms_are_no_redactions(answer):
    assert find_redaction(single(ASKED, answer), Context()) == ""


@pytest.mark.parametrize("draft", [*SOUND_LISTS, rejected(ASKED)], ids=lambda draft: draft.type)
def test_sound_lists_and_rejection_types_hold_none(draft):
    assert find_redaction(draft, Context()) == ""


def test_no_answer_at_all_is_a_blank():
    assert find_redaction(single(ASKED, ""), Context()) == "the answer is blank"
