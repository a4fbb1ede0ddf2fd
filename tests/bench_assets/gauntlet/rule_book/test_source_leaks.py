"""Questions that name where their answer lies."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.context import Context, squeezed
from bench_assets.gauntlet.rule_book.source_leaks import find_source_leak
from tests.bench_assets.gauntlet.rule_book.made_drafts import SOUND_LISTS, rejected, single
from tests.bench_assets.gauntlet.rule_book.sound_questions import SOUND_QUESTIONS

CONTEXT = Context(leaked_ids=frozenset({"hp00020417", "00020417", "12345678", "hp47234013"}))
LEAKING = (
    "What does HP-00020417 say about the dredging of Pier 14?",
    "Who signed the lease in document HP-47234013?",
    "According to record number 124-10326-10014, who met Okell?",
    "Who wrote 00020417.pdf about Pier 14?",
    "What is said on page 3 of the file about Pier 14?",
    "Who is named in the 12 March memorandum in file 201-289248?",
    "What does https://archive.example/12345678 state about Okell?",
    "According to Box 14, Folder 3, who signed the lease?",
    "In the Okell file, who is named as the buyer?",
    "What sum is named in file no. 62-109060?",
    "Who met Okell according to document 104-10326-10014?",
    "What does Exhibit 12 say about the lease of Berth 11?",
    "In docket no. 78-1234, who was sued?",
    "What does the memo with Bates number HVPA00012345 say of Okell?",
    "Who is named in harborview_memo_12.txt?",
    "In record 12345678, whom did Okell meet?",
    "What does line 14 of the ledger say about Okell's salary?",
    "Who was mentioned in paragraph 5 of the memorandum of March 3, 1964?",
    "Which company is named in doc id 4417?",
    'What did Okell say in the deposition stored in folder "Pier 14"?',
    "What did archives.gov/research/pier14 say about Okell?",
    "Who is named in cable MEXI-6453?",
    "According to HP00020417, when did Okell meet Yardling?",
    "What amount does serial 105-82555-1 give for the lease?",
    "In the file on Beatrice Okell, who is named as her deputy?",
    "What does NARA 104-10004-10143 say about the Merrow?",
    "Which witness is named on page two of the deposition of Otto Lund?",
    "What did Okell pay according to www.harborview.example?",
    "What does document no. 12 say about the fire at Pier 16?",
    "Who signed the letter numbered HP 00020417?",
    "Who met Okell, according to reel 17, frame 203?",
    "What does document 00020417 say about Okell?",
    "Who is named in file HP-20417?",
    "In the Harborview Inquiry file on Pier 9, who is the buyer?",
    "What does page 7 of the deposition of Lund say about the Merrow?",
    "According to Record No. 180-10110-10484, who called Okell?",
    "What is stated in FBI file 105-82555 about Okell?",
    "Which sum stands in doc-00020417.txt?",
    "Who is mentioned at https://docs.example.org/okell?",
    "What does the record with id 4471a say on Okell?",
    "In folder 9 of box 22, what does Okell report?",
    "Who signed the memo stamped HVA-000123?",
    "What does item 7 in docket 64-cv-1182 say about Okell?",
    "According to the memorandum of 3 May in file 62-116395, who met Lund?",
    "In exhibit no. 44, what price is named for Berth 11?",
    "What does HP_00020417 record of Lund?",
    "Who is quoted in cable DIR-84888?",
    "In paragraph 4, whom does Okell accuse of theft?",
    "What does p. 12 of the report on Pier 16 say?",
    "What name appears in document number 77 about the Merrow?",
    "In JFK-style record 104-10015-10004, whom did Okell name?",
    "What is Okell's title according to HP-47234013?",
    "What do we learn from file 104-10326 about Lund?",
    "Who, in FBI 62-109060-1234, met Lund?",
    "What does the PDF 20417.pdf say about the Merrow?",
    "In records box 7, what did Lund sign?",
    "What is on page 12 of Okell's deposition?",
    "Per Bates HVPA-0001234, who paid Lund?",
    "Which price is given in Document 3 for Berth 11?",
    "What does serial no. 44 in the Lund file say?",
    "Who is named in the 3 May letter in folder 12?",
)  # fmt: skip


@pytest.mark.parametrize("question", LEAKING)
def test_a_question_that_names_its_source_is_found(question):
    assert find_source_leak(single(question, doc_id="HP-00020417"), CONTEXT)


@pytest.mark.parametrize("question", SOUND_QUESTIONS)
def test_numbers_of_contracts_laws_and_places_are_no_sources(question):
    assert find_source_leak(rejected(question), CONTEXT) == ""


@pytest.mark.parametrize("draft", SOUND_LISTS, ids=lambda draft: draft.type)
def test_lists_name_no_source(draft):
    assert find_source_leak(draft, CONTEXT) == ""


def test_an_id_is_known_without_its_marks_and_its_extension():
    assert squeezed("HP-0002_0417.pdf") == "hp00020417"


def test_the_reason_names_the_id():
    found = find_source_leak(single("What does HP 00020417 say of Otto Lund?", doc_id="d1"), CONTEXT)
    assert found == "the question holds '00020417', which is a document's id or a part of one"
