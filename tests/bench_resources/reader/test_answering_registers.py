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


@pytest.mark.parametrize(
    ("text", "sender", "receiver", "day"),
    [
        ("Letter for OTC fr Chief Clerk/Director\nof HSTB, dtd 14 Feb 78", "Chief Clerk/Director of HSTB", "OTC", 14),
        (
            "Letter for OTC. fr Chief Clerk/Director\n' of HSTB, dtd 14 Feb 78-~",
            "Chief Clerk/Director of HSTB",
            "OTC",
            14,
        ),
        ("Memo for SA/DQ/O fr OTC (OTC 78-0070/9),\n\ndtd 1 Feb 78.", "OTC", "SA/DQ/O", 1),
        ("MEMO FOR OTTO LUND FR B. OKELL DTD 3 FEB 78", "B. OKELL", "OTTO LUND", 3),
        ("Memo for Mr Lund from Mr Okell, 12 Feb 78", "Mr Okell", "Mr Lund", 12),
        ("Ltr from Okell to Lund - 28 Feb 78", "Okell", "Lund", 28),
        ("HSTB ltr dated 6 Feb 78 asks for it", "HSTB", "", 6),
        ("HSTB Letter (OTC 78-1565/1) dated 3 Feb 1978", "HSTB", "", 3),
        ("Ltr from Okell dtd 13 Feb 78 (Tolls)", "Okell", "", 13),
        ("Memo to Lund atd 13 Feb 78", "", "Lund", 13),  # "dtd", misread
    ],
)
def test_a_citation_in_office_shorthand_is_a_paper(text, sender, receiver, day):
    (paper,) = papers_cited(text)
    assert (paper.sender, paper.receiver) == (sender, receiver)
    assert paper.value == DateValue(1978, 2, (day,))


@pytest.mark.parametrize(
    "text",
    [
        "Memo for Record dtd 3 May 78",  # to the file
        "Memo dtd 8 Nov 95",  # of nobody
        "HSTB ltr of last May",
        "THE LETTER DATED 3 MAY 1978",  # in capitals any word looks like letters of a body
        "the draft ltr fr Okell to Lund dtd 3 May 78",
        "ltr fr Okell to Lund at a rate of 3/78",
        "ltr fr Okell to Lund, 12 crates",
    ],
)
def test_shorthand_without_a_party_or_a_date_is_no_paper(text):
    assert papers_cited(text) == []


@pytest.mark.parametrize("whom", ["Record", "the record", "the File"])
def test_a_memorandum_for_the_record_has_a_writer_alone(whom):
    (paper,) = papers_cited(f"Memo for {whom} from Bert Okell, dtd 13 Feb 78")
    assert (paper.sender, paper.receiver, paper.is_for_record) == ("Bert Okell", "", True)
    (told,) = told_in(f"Memo for {whom} from Bert Okell, dtd 13 Feb 78")
    assert told.text == "Bert Okell wrote a memorandum for the record"


REFERRING = """23 FEB 1978
MEMORANDUM FOR: Otto Lund
FROM: Ann Reddick
SUBJECT: Tolls on Barges

REFERENCES: A. Memo for Otto Lund fr OTC (OTC 78-0588/1),
dtd 16 Feb 78, Same Subject
B. Letter for OTC fr Chief Clerk/Director
of HSTB, dtd 14 Feb 78

1. The tolls are high.
"""


def test_papers_behind_references_are_told_beside_the_header_and_may_share_its_subject():
    told = {(one.text, one.value) for one in told_in(REFERRING) if one.kind == "header"}
    assert told == {
        ("Ann Reddick wrote to Otto Lund about Tolls on Barges", DateValue(1978, 2, (23,))),
        ("OTC wrote a memorandum to Otto Lund about Tolls on Barges", DateValue(1978, 2, (16,))),
        ("Chief Clerk/Director of HSTB wrote a letter to OTC", DateValue(1978, 2, (14,))),
    }


def test_the_same_subject_without_a_header_is_none():
    (told,) = told_in("Memo for Otto Lund fr Ann Reddick, dtd 16 Feb 78, Same Subject")
    assert (told.text, told.subject) == ("Ann Reddick wrote a memorandum to Otto Lund", "")


def test_a_body_named_by_its_letters_gives_a_clause_of_its_name():
    told = next(one for one in told_in("REFERENCE: HSTB ltr dtd 14 Feb 78\n\n1. It asks.") if one.kind == "header")
    clause = parse_clause("the Harbor and Southern Tow Board wrote a letter")
    assert fit(clause, told) == 1.0
    assert fit(parse_clause("the Northern Quay Pilots Board wrote a letter"), told) < 1.0
