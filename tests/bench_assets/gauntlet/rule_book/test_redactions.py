"""Answers that were hidden, left blank or misread."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.redactions import find_redaction
from tests.bench_assets.gauntlet.rule_book.made_drafts import (
    PEOPLE,
    RECORD_QUOTES,
    RECORDED,
    SOUND_LISTS,
    aggregation,
    dossier,
    rejected,
    single,
)

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


ON_SUBJECTS = "On what subjects that name the Harbor Board were papers written that are dated in May 1964?"
OTHERS = ("Dues of the Harbor Board", "Ropes for the Harbor Board")
OF_PAPERS = (
    "Examination by Otto Lund of Sanitized Portions of the History of the Harbor Board",
    "Return of Redacted Pages to the Harbor Board by Ida Holm",
    "Request that Records be Expunged at the Harbor Board of Porthaven",
    "Illegible Copies of the Ledgers of the Harbor Board",
    "Sanitized Harbor Documents of the Porthaven Salt Affair",
    "Pages Redacted by Otto Lund for the Harbor Board",
    "Information Withheld from the Harbor Board at Porthaven",
    "REVIEW OF REDACTED DOCUMENTS OF THE HARBOR BOARD AT PORTHAVEN",
)
STRUCK_OUT = (
    "[DELETED]",
    "SANITIZED COPY",
    "Sanitized Version",
    "REDACTED",
    "Redacted Document",
    "SANITIZED COPY - Dues of the Harbor Board",
    "Meeting with Redacted of the Harbor Board at Porthaven",
    "Meeting of REDACTED Members with the Harbor Board",
    "Examination of REDACTED Portions of the History of the Harbor Board",
    "Letter from Illegible to the Harbor Board of Porthaven",
    "Meeting with Name Withheld of the Harbor Board at Porthaven",
    "Talks of [Sanitized] Portions with the Harbor Board of Porthaven",
    "Sanitized Portions of the History of [name deleted] of the Harbor Board",
    "Meeting of the Harbor Board with ██████",
    "Dues of the Harbor Board and ________",
    "Return of Sanitized Pages to XXXXXX of the Harbor Board",
    "Sanitized Portions of the History of Jane Doe at the Harbor Board",
    "Letter from Redacted to Records of the Harbor Board of Porthaven",
    "Talk with Redacted about Files of the Harbor Board of Porthaven",
    "Dues of the Harbor Board of Porthaven with Letters REDACTED",
    "Dues of the Harbor Board of Porthaven: Letter Redacted",
    "Text Deleted by Otto Lund",
    "Redacted by Otto Lund for the Harbor Board of Porthaven",
)  # fmt: skip


def on_subject(subject, label="SUBJECT"):
    """A list of subjects with one item and its quote given."""
    quotes = [f"4 May 1964\n{label}: {one}" for one in (subject, *OTHERS)]
    return aggregation(ON_SUBJECTS, (subject, *OTHERS), quotes)


@pytest.mark.parametrize("label", ["SUBJECT", "Title", "RE"])
@pytest.mark.parametrize("subject", OF_PAPERS)
def test_what_a_labelled_subject_says_of_papers_is_no_redaction(subject, label):
    assert find_redaction(on_subject(subject, label), Context()) == ""


@pytest.mark.parametrize("subject", OF_PAPERS)
def test_it_is_one_where_no_label_stands_before_it(subject):
    quotes = [f"4 May 1964\n{one}" for one in (subject, *OTHERS)]
    assert find_redaction(aggregation(ON_SUBJECTS, (subject, *OTHERS), quotes), Context())


@pytest.mark.parametrize("subject", STRUCK_OUT)
def test_what_was_struck_out_of_a_labelled_subject_is_one(subject):
    assert find_redaction(on_subject(subject), Context())


@pytest.mark.parametrize("subject", STRUCK_OUT)
def test_so_it_is_in_a_subject_that_a_dated_event_quotes(subject):
    event = f'May 4, 1964: a memorandum on the subject "{subject}" was written'
    quotes = (f"4 May 1964\nSUBJECT: {subject}", RECORD_QUOTES[1])
    assert find_redaction(dossier(items=(event, RECORDED[1]), quotes=quotes), Context())


@pytest.mark.parametrize("subject", OF_PAPERS)
def test_a_dated_event_may_quote_what_a_subject_says_of_papers(subject):
    event = f'May 4, 1964: a memorandum on the subject "{subject}" was written'
    quotes = (f"4 May 1964\nSUBJECT: {subject}", RECORD_QUOTES[1])
    assert find_redaction(dossier(items=(event, RECORDED[1]), quotes=quotes), Context()) == ""


def test_a_word_with_a_common_prefix_is_no_misreading():
    works = ("the reroofing of Berth 8", "the rewiring of Pier 24")
    assert find_redaction(aggregation("What did Otto Lund inspect?", works, works), Context()) == ""
    assert find_redaction(
        aggregation("What did Otto Lund inspect?", ("the rerofnig of Berth 8", works[1]), works), Context()
    )
