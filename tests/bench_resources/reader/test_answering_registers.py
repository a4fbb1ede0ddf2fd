"""Registers of papers and citations of papers: whose entry, on what subject, and which date is its own."""

from __future__ import annotations

import pytest

from bench_resources.reader.answer_types import DateValue
from bench_resources.reader.answering_registers import entries_in, papers_cited
from bench_resources.reader.answering_statements import fit, parse_clause, told_in
from bench_resources.reader.answering_timeline import place_clause

REGISTER = """PAPERS SENT TO THE TALLOW BOARD

13 May 1964   SB-3/781
Memorandum from Ann REDDICK to Otto LUND.
Subject: Cost of the New
Crane at the Salt Quay.

15 May 1964 [Board Paper No. 9]
Memorandum from Otto LUND, Chief Clerk, to Beatrice W. OKELL
Subject: Silting of the Basin.
Recipient: Tallow Board.

19 Mav 1964
Subject: Tolls on Barges.
"""


def parts_of(found):
    return [(one.sender, one.receiver, one.subject, one.value) for one in found]


def test_an_entry_gives_its_parties_its_wrapped_subject_and_its_own_date():
    assert parts_of(entries_in(REGISTER)) == [
        ("Ann REDDICK", "Otto LUND", "Cost of the New Crane at the Salt Quay", DateValue(1964, 5, (13,))),
        ("Otto LUND, Chief Clerk", "Beatrice W. OKELL", "Silting of the Basin", DateValue(1964, 5, (15,))),
        ("", "", "Tolls on Barges", DateValue(1964, 5, (19,))),  # one letter of the month is misread
    ]


def test_a_date_that_cannot_be_read_is_not_replaced_by_a_neighbours():
    found = entries_in(REGISTER.replace("15 May 1964", "15 Xqy 1964"))
    assert ("Otto LUND, Chief Clerk", DateValue(1964, 5, (15,))) not in [(one.sender, one.value) for one in found]
    assert next(one.value for one in found if one.subject == "Silting of the Basin") is None


def test_of_a_column_of_dates_nobody_knows_whose_is_the_last():
    (entry,) = entries_in("13 May 1964\n14 May 1964\nSubject: Tolls on Barges.\n")
    assert entry.value is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "13 May 1964\n\nOn that day the Tallow Board met at Juniper Bay and rose again.\n",
        "The crane was paid for on\n13 May 1964\nSubject: Tolls on Barges.\n",  # the date ends a sentence
        "13 May 1964\nMEMORANDUM FOR: Otto Lund\nFROM: Ann Reddick\nSUBJECT: Tolls\n",  # a labelled header
        "13 May 1964\nSUBJECT: Tolls on Barges\nFROM: Ann Reddick\nTO: Otto Lund\n",
    ],
)
def test_what_a_header_or_running_text_says_is_no_entry(text):
    assert entries_in(text) == []


def test_a_header_below_a_date_and_a_subject_keeps_its_parties():
    text = "13 May 1964\nSUBJECT: Tolls on Barges\nFROM: Ann Reddick\nTO: Otto Lund\n"
    assert [(told.sender, told.receiver) for told in told_in(text)] == [("Ann Reddick", "Otto Lund")]


@pytest.mark.parametrize(
    ("clause", "date"),
    [
        ('Ann Reddick wrote a memorandum to Otto Lund on the subject "Cost of the New Crane at the Salt Quay"', (13,)),
        ('Beatrice W. Okell was sent a memorandum on the subject "Silting of the Basin"', (15,)),
        ('Otto Lund wrote to Ann Reddick on the subject "Cost of the New Crane at the Salt Quay"', None),
    ],
)
def test_a_register_dates_who_wrote_to_whom_on_what(clause, date):
    placed = place_clause(clause, [("d1", REGISTER)])
    assert (placed.value.days if placed else None) == date


def test_a_subject_that_goes_on_behind_its_entry_is_the_one_that_a_clause_quotes_whole():
    told = told_in("13 May 1964\nMemorandum from Ann REDDICK to Otto LUND.\nSubject: Cost of the New\n\nCrane.\n")[0]
    assert told.subject == "Cost of the New"
    assert fit(parse_clause('Ann Reddick wrote to Otto Lund on the subject "Cost of the New Crane"'), told) == 1.0
    # Two of its three telling words stand, the third is another: 0.95 less a third of 0.3, as for a subject cut short.
    other = fit(parse_clause('Ann Reddick wrote to Otto Lund on the subject "Cost of the New Boat"'), told)
    assert other == pytest.approx(0.85)


@pytest.mark.parametrize(
    "text",
    [
        "Letter to Otto Lund, dated 3 May 1964, from Beatrice Okell.",
        "It rests on a letter from Beatrice Okell to Otto Lund dated 3 May 1964; see below.",
        "See the letter of 3 May 1964 from Beatrice\nOkell to Mr. Otto Lund, regarding salt.",
    ],
)
def test_a_citation_with_both_parties_and_a_date_is_a_paper(text):
    (paper,) = papers_cited(text)
    assert paper.sender == "Beatrice Okell"
    assert paper.receiver.removeprefix("Mr. ") == "Otto Lund"
    assert paper.value == DateValue(1964, 5, (3,))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "There is no letter from Beatrice Okell to Otto Lund dated 3 May 1964.",
        "the draft letter from Beatrice Okell to Otto Lund dated 3 May 1964",
        "The memorandum of the Tallow Board was read.",
        "a letter from Beatrice Okell dated 3 May 1964",  # to nobody
        "a letter dated 3 May 1964 from Beatrice Okell, an assistant to the Board",
        "1. Letter to Otto Lund dated 5/3/64.\n2. Letter from Beatrice Okell",  # two papers
        "Letter dated 3 May 1964 to Otto Lund from\nThis office has it.",
        "Letter dated 3 May 1964 to Otto Lund from B.\n\nOkell",  # the name is cut
        "a letter from Beatrice Okell to Otto Lund dated in May",
        "a letter from Beatrice Okell to Otto Lund dated 3 May 19.64",
        "a letter from the north to Otto Lund dated 3 May 1964",
    ],
)
def test_a_citation_without_a_party_or_a_date_or_of_an_unwritten_paper_is_none(text):
    assert papers_cited(text) == []


def test_what_is_said_of_a_cited_paper_keeps_its_own_date():
    text = "Letter to Otto Lund, dated 3 May 1964, from Beatrice Okell was read at the session of 9 May 1964."
    assert {(told.kind, told.value.days) for told in told_in(text)} == {("header", (3,)), ("sentence", (9,))}


def test_a_citation_in_a_subject_does_not_hide_the_header():
    text = "TO: Otto Lund\nFROM: Ann Reddick\nDATE: 5 June 1964\nSUBJECT: Letter from Ida Holm to Bert Carr dated 3 May 1964\n"
    (told,) = told_in(text)
    assert (told.sender, told.receiver, told.value) == ("Ann Reddick", "Otto Lund", DateValue(1964, 6, (5,)))
