"""Questions that ask about paper instead of matters."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.boilerplate import Boilerplate, fold
from bench_assets.gauntlet.rule_book.boilerplate_questions import find_boilerplate_question
from bench_assets.gauntlet.rule_book.context import Context
from tests.bench_assets.gauntlet.rule_book.made_drafts import SOUND_LISTS, rejected, single
from tests.bench_assets.gauntlet.rule_book.sound_questions import SOUND_QUESTIONS

LINES = (
    "HARBORVIEW INQUIRY - RELEASED IN FULL",
    "No further action is required from your office at this stage.",
    "secretary of the harbor board",
)
CONTEXT = Context(Boilerplate.of(fold(line) for line in LINES))
OF_PAPER = (
    "What classification marking does the memorandum from Okell to Yardling bear?",
    "What words are stamped at the top of the memorandum of March 3, 1964?",
    "How many pages, including the cover, does the fax from Okell to Yardling have?",
    "Who is on the distribution list of the memorandum of March 3, 1964?",
    "When was the memorandum on Pier 14 declassified?",
    "Under which FOIA exemption was Okell's name withheld?",
    "What is the file number of the memorandum on Pier 14?",
    "Which box is checked on the telephone message slip for Okell?",
    "What does the FROM line of the memorandum on Pier 14 say?",
    "From whose holdings was the letter to Okell reproduced?",
    "What does the letterhead of Okell's letter say?",
    "What is printed at the foot of each page of the report on Pier 14?",
    "What confidentiality notice ends the message from Okell?",
    "What label stands before Okell's name on the form?",
    'What is the record number of the CIA document titled "Pier 14"?',
    "On what date was the Okell file released in part?",
    "What is the document type of the report on Pier 14?",
    "What does the banner at the top of the minutes say?",
    "What stamp appears on the letter from Okell of March 3, 1964?",
    "What is the page count of the fax to Yardling?",
    "Which archive holds the reproduced letter from Okell?",
    "To whom was the memo from Okell cc'd?",
    "What is the subject line of the message that Okell sent on March 3, 1964?",
    "What security classification did the cable about Pier 14 carry?",
    "How is the memorandum from Okell classified?",
    "What marking is on every page of the deposition of Otto Lund?",
    'Which document bears the words "HARBORVIEW INQUIRY - RELEASED IN FULL"?',
    'In which letter does "No further action is required from your office at this stage" stand?',
    "What form number is at the bottom of Okell's expense form?",
    "What is the declassification date of the memorandum on Pier 14?",
    "Who initialed the routing slip of the memorandum on Pier 14?",
    "What is the control number of the cable on Pier 14?",
    "What is written on the fax cover sheet to Yardling?",
    "What was the date of last review of the record on Okell?",
    "How many pages does the deposition of Otto Lund run to?",
    "Which agency is the originator of the record on Pier 14?",
    "What exemption code covers the name of the informant in the Okell memo?",
    "What handwritten notation is in the margin of Okell's letter?",
    "What notice is printed at the bottom of the message from Okell to Lund?",
    "What is the heading of the memorandum from Okell to Lund?",
    "Which stamp does the first page of the report on Pier 16 bear?",
    "How many pages did Okell fax to Lund, cover included?",
    "What is the number of pages of the facsimile from Okell to Lund?",
    "Who received copies of the memorandum according to its distribution?",
    "What does the confidentiality footer of Okell's e-mail say?",
    "When was the record on Pier 16 released to the public?",
    "Which release status does the Okell memo carry?",
    "What does the archive's stamp on the letter from Lund read?",
    "What is the case number of the Okell file?",
    "Which boxes did the telephone slip for Lund have ticked?",
    "What is the classification of the memorandum on Pier 16?",
    "For what reason was part of the Okell memo withheld from release?",
    "What words appear in capitals across the top of the Board's minutes?",
    "What type of document is the paper from Okell to Lund?",
    "What marks the message from Okell as privileged?",
    "Which holdings was the transcript reproduced from?",
    "When was Okell's memorandum approved for release?",
    "What does the form ask the recipient to check?",
    "What title heads the transmittal sheet from Okell?",
    "What is stamped on the deposition of Otto Lund?",
    "Which page number does the ledger of Pier 9 end on?",
    "What instruction about circulation is marked on Okell's memorandum?",
    "Which warning about unauthorized disclosure does the deposition carry?",
    "Who is on the cc line of the memorandum on Pier 16?",
    "What is stamped across the front of the Lund letter?",
    "How many pages are there in the fax that Okell sent to Lund?",
    "What legend appears on the cover of the report on Pier 16?",
    "Which distribution restriction is printed on the memo about Pier 9?",
    "When was the Okell memo downgraded?",
    "What does the routing slip on the Lund memo say?",
    "Who is on the distribution list for the report on Pier 16?",
    "What is the file reference of the memo from Okell?",
    "What is the declassification authority of the cable on the Merrow?",
    "Which archive's stamp is on the minutes of May 3, 1961?",
    "What does the footer on the message from Okell state?",
    "In what category was the record on Lund withheld?",
    "What is the page total shown on the fax cover to Lund?",
    "What form was used to record Okell's call to Lund?",
    "What status does the archive give the document on Pier 16?",
    'What does the "ACTION" box of the telephone form say?',
    "What exemption is cited for the deletions in the Lund memo?",
    "Which words are printed at the head of the Board's letter paper in the letter to Lund?",
    "What control number does the cable on the Merrow bear?",
    "When was the transcript of Lund's testimony released in full?",
    "What does the banner of the Harborview papers read?",
    "What does the confidentiality notice on Okell's e-mail forbid?",
    "How many copies of the memo on Pier 16 were made for distribution?",
    "What is the accession number of the letter from Lund?",
    "Which of the options on the fax sheet is marked with an X?",
)  # fmt: skip


@pytest.mark.parametrize("question", OF_PAPER)
def test_a_question_about_paper_is_found(question):
    assert find_boilerplate_question(single(question), CONTEXT)


@pytest.mark.parametrize("question", SOUND_QUESTIONS)
def test_a_question_about_a_matter_is_not(question):
    assert find_boilerplate_question(rejected(question), CONTEXT) == ""


@pytest.mark.parametrize("draft", SOUND_LISTS, ids=lambda draft: draft.type)
def test_lists_ask_about_matters(draft):
    assert find_boilerplate_question(draft, CONTEXT) == ""


def test_an_office_that_many_letterheads_name_may_be_asked_about():
    assert (
        find_boilerplate_question(single("Who was sworn in as Secretary of the Harbor Board in 1964?"), CONTEXT) == ""
    )


def test_a_repeated_line_may_be_the_title_asked_about_but_not_the_thing_asked():
    said = "No further action is required from your office at this stage"
    assert find_boilerplate_question(single(f'Who wrote the note on the subject "{said}"?'), CONTEXT) == ""
    assert "a line that many documents share" in find_boilerplate_question(
        single(f'Who wrote "{said}" to Lund?'), CONTEXT
    )
