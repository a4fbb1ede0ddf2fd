"""Which lines of a page are a paper's heading, and which date is the paper's own. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.reader.draft_entities import Vocabulary
from bench_resources.reader.draft_headers import listed_facts
from bench_resources.reader.draft_papers import Paper, papers_of
from bench_resources.reader.draft_registers import referred_papers


def one(passage: str) -> Paper:
    (found,) = papers_of(passage)
    return found


MEMO = """OPC 61-0412
9 AUG 1961

MEMORANDUM FOR: Director of Pilots
ATTENTION: Staff of the Northern Locks

FROM : Wilfred Tansley
Chief of Moorings

SUBJECT: Probable Shortage of Berths Reported
to the Harbor Board (U)

1. Action requested: none.
"""


def test_a_date_above_the_heading_an_office_below_the_name_and_a_subject_of_two_lines_are_read() -> None:
    paper = one(MEMO)
    assert paper.kind == "memorandum"
    assert paper.date == "9 AUG 1961"
    assert paper.sender == ("Wilfred Tansley", "Chief of Moorings")
    assert paper.receiver[0] == "Director of Pilots"
    assert paper.subject == "Probable Shortage of Berths Reported to the Harbor Board (U)"
    assert MEMO[paper.start : paper.end].startswith("9 AUG 1961\n")
    assert MEMO[paper.start : paper.end].endswith("(U)")


def test_labels_and_values_on_separate_lines_are_one_heading() -> None:
    passage = "29 SEP 1961\n\nMEMORANDUM FOR THE RECORD\n\nFROM\n\n: Wilfred Tansley\n\nSUBJECT\n\n: Dues of the Port\n\n1. Text"
    paper = one(passage)
    assert paper.kind == "memorandum for the record"
    assert (paper.sender, paper.subject, paper.date) == (("Wilfred Tansley",), "Dues of the Port", "29 SEP 1961")


def test_a_year_below_its_day_and_month_is_of_one_date_with_them() -> None:
    assert (
        one("MAY 9\n\n1961\n\nCopy\n\nMEMORANDUM FOR: Ida Marlow\n\nSUBJECT: Dues of the Port\n\n1. Text").date
        == "MAY 9 1961"
    )
    assert one("Berth 9\n\n1961\n\nMEMORANDUM FOR: Ida Marlow\n\nSUBJECT: Dues of the Port\n\n1. Text").date == ""


def test_a_date_may_stand_inside_the_heading_or_behind_its_title() -> None:
    below = "MEMORANDUM FOR THE RECORD\n\n24 July 1961\n\nSUBJECT : Dues of the Port\n\n1. Text"
    beside = "MEMORANDUM FOR THE RECORD bd 24 July 1961\n\nSUBJECT: Dues of the Port\n1. Text"
    assert one(below).date == one(beside).date == "24 July 1961"


@pytest.mark.parametrize(
    "above",
    [
        "3 May 1961\n\n4 May 1961",  # which of the two?
        "3 May 1961\n\n2 LAPR 1961",  # the nearer one is misread
        "2.4 MAY 1961",  # perhaps the 24th
        "31 June 1961",  # no such day, and the month may be another
        "3 May 1961\n\n## Page 2",  # of the page before
        "",
    ],
)
def test_a_day_that_is_not_certain_is_none(above: str) -> None:
    passage = f"{above}\n\nMEMORANDUM FOR THE RECORD\n\nSUBJECT: Dues of the Port\n\n1. Text"
    assert one(passage).date == ""


def test_a_subject_that_may_go_on_is_not_taken() -> None:
    assert list(papers_of("MEMORANDUM FOR THE RECORD\n\nSUBJECT: Dues of the\n\nTansley wrote in.")) == []


SHEET = """AGENCY : OPC
DATE : 06/30/97
ORIGINATOR : OPC
FROM : TANSLEY, WILFRED
TO : MARLOW, IDA
TITLE : DUES OF THE OLD PORT
DATE : 05/22/61
PAGES : 4
"""


def test_a_record_sheet_gives_the_day_of_its_paper_and_not_that_of_the_printing() -> None:
    paper = one(SHEET)
    assert (paper.kind, paper.subject, paper.date) == ("document", "DUES OF THE OLD PORT", "05/22/61")
    assert (paper.sender, paper.receiver) == (("TANSLEY, WILFRED",), ("MARLOW, IDA",))
    assert list(papers_of(SHEET.replace("DATE : 05/22/61\n", ""))) == []


def test_a_sheets_day_is_its_papers_where_the_head_of_that_has_another_of_that_year() -> None:
    paper = SHEET + "\n\n---\n\n## Page 2\n\nNORTHERN PORT\n\n{}\n\nDUES\n\nThe dues are late.\n"
    denied = one(paper.format("23 May 1961"))
    assert (denied.date, denied.is_sheet) == ("23 May 1961", True)
    assert paper.format("23 May 1961")[: denied.end].endswith("23 May 1961")  # the quote shows it
    assert one(paper.format("22 May 1961")).date == "05/22/61"
    assert one(paper.format("12 June 1998")).date == "05/22/61"  # a stamp of the release
    assert one(paper.format("23 May 1961\n\n24 May 1961")).date == "05/22/61"  # which of them?


def test_a_stamp_over_a_title_is_no_title_and_the_first_of_january_of_a_sheet_is_no_day() -> None:
    stamped = one(SHEET.replace("TITLE : DUES OF THE OLD PORT", "TITLE :\nReleased under the Port Records Act"))
    assert (stamped.subject, stamped.date) == ("", "05/22/61")
    assert one(SHEET.replace("05/22/61", "01/01/61")).date == ""


def test_a_column_of_labels_above_a_column_of_values_gives_nothing() -> None:
    assert list(papers_of("FROM:\nTO:\nTITLE:\nDATE:\n\nTANSLEY\nMARLOW\nDUES OF THE PORT\n05/22/61")) == []


@pytest.mark.parametrize(
    "values",
    ["DUES OF THE OLD PORT", "TANSLEY\nMARLOW,\nIDA\nREPORT ON DUES\nOF THE OLD PORT"],  # a kind of paper opens it
)
def test_a_title_is_certain_in_a_column_of_all_labels_where_it_stands_alone_or_says_what_it_heads(values: str) -> None:
    paper = one(
        f"Date: 10/13/99\nORIGINATOR : NHB\nFROM\nTO\nTITLE\nDATE\nPAGES : 2\n{values}\n05/22/61\nSUBJECTS : DUES"
    )
    assert (paper.subject.removeprefix("REPORT ON "), paper.date) == ("DUES OF THE OLD PORT", "05/22/61")
    assert (paper.sender, paper.receiver) == ((), ())


def test_a_day_that_february_does_not_have_leaves_the_month() -> None:
    assert one(MEMO.replace("9 AUG 1961", "29 February 1961")).date == "February 1961"


def test_a_subject_whose_end_the_spacing_does_not_show_is_cut_behind_its_first_line() -> None:
    lines = [
        "4 May 1961",
        "MEMORANDUM FOR THE RECORD",
        "SUBJECT: Dues of the Northern Harbor Board Task Force",
        "Meeting - 4 May 1961, Tower 6",
        "Present",
        "Wilfred Tansley",
        "1. He opened it.",
    ]
    paper = one("\n\n".join(lines))
    assert (paper.subject, paper.is_cut) == ("Dues of the Northern Harbor Board Task Force", True)
    assert not one("\n\n".join([*lines[:3], lines[-1]])).is_cut


def test_the_one_date_below_a_column_of_labels_is_a_sheets_and_what_stands_above_it_the_title() -> None:
    titled = one(
        "FROM\n\n: TANSLEY, WILFRED\n\nTITLE : DUES OF THE OLD PORT\n\nDATE\n\nPAGES\n\n05/22/61\n\n4\n\nSUBJECTS : DUES"
    )
    assert (titled.subject, titled.date) == ("DUES OF THE OLD PORT", "05/22/61")
    column = one("FROM : TANSLEY\nTO : MARLOW\nTITLE\nDATE\nPAGES\nDUES OF THE OLD PORT\n05/22/61\n4\nSUBJECTS : DUES")
    assert (column.subject, column.date) == ("DUES OF THE OLD PORT", "05/22/61")
    twice = "TITLE : DUES OF THE OLD PORT\nDATE\nPAGES\n05/22/61\n05/23/61\nSUBJECTS : DUES"
    assert one(twice).date == ""


@pytest.mark.parametrize(
    "above",
    ["9 May 1961\n\n", "9 May 1961\n\nWORKING PAPER:\n\n", "9 May 1961\n\nRETURN TO THE BOARD\nDo not copy\n\n"],
)
def test_a_paper_that_opens_with_its_day_and_subject_alone_is_one(above: str) -> None:
    paper = one(f"{above}SUBJECT: Dues of the Old Port\n\n1. Text")
    assert (paper.kind, paper.subject, paper.date) == ("paper", "Dues of the Old Port", "9 May 1961")


def test_a_subject_alone_is_no_paper_without_its_day_or_among_others_of_a_register() -> None:
    entry = "9 May 1961\nSUBJECT: Dues of the Old Port\n\n1. Text\n\n"
    assert list(papers_of("SUBJECT: Dues of the Old Port\n\n1. Text")) == []
    assert list(papers_of(entry + entry.replace("9 May", "3 June"))) == []


def test_the_mark_of_the_plurals_own_ends_a_line_of_a_subject() -> None:
    passage = "9 May 1961\n\nMEMORANDUM FOR THE RECORD\n\nSUBJECT: Inquiry of the Harbor Board into the Pilots’\nSupport for the Port\n\n1. Text"
    assert one(passage).subject == "Inquiry of the Harbor Board into the Pilots’ Support for the Port"


def test_a_routing_slip_gives_nothing() -> None:
    assert list(papers_of("ROUTING AND RECORD SHEET\nSUBJECT: Dues of the Port\nFROM: Wilfred Tansley")) == []


def test_mail_behind_marks_is_read_with_its_reply_mark() -> None:
    paper = one(
        "> From: Wilfred Tansley\n> Sent: Monday, May 8, 1961 9:03 AM\n> To: Ida Marlow\n> Subject: RE: Dues of the Port\n>\n> Ida,"
    )
    assert (paper.kind, paper.date, paper.subject) == ("message", "May 8, 1961", "RE: Dues of the Port")


def test_an_entry_of_a_register_has_the_date_that_opens_it() -> None:
    passage = "\n3 May 1961 HC 4-117 [Board Document No. 9]\n\nMemorandum from Wilfred TANSLEY, HC, to Ida MARLOW.\nSubject: Dues of the Old Port.\n"
    (paper,) = referred_papers(passage)
    assert (paper.kind, paper.date, paper.subject) == ("memorandum", "3 May 1961", "Dues of the Old Port")
    assert (paper.sender, paper.receiver) == (("Wilfred TANSLEY",), ("Ida MARLOW",))
    assert passage[paper.start : paper.end].startswith("3 May 1961")


def test_a_subject_that_stops_at_an_abbreviation_is_not_taken() -> None:
    passage = "Memorandum from Ida MARLOW, dated 3 May 1961. Subject: Ropes in Photograph No. 14 of the Port."
    assert [paper.subject for paper in referred_papers(passage)] == [""]


def test_letters_in_brackets_open_the_second_line_of_a_subject_and_a_marking_the_text() -> None:
    heading = "MEMORANDUM FOR THE RECORD\n\nSUBJECT: Requests of the Northern Harbor Board\n{}\n\n1. Text"
    assert one(heading.format("(NHB) for Ledgers")).subject == "Requests of the Northern Harbor Board (NHB) for Ledgers"
    assert (
        one(heading.format("\n(NHB) for Ledgers")).subject == "Requests of the Northern Harbor Board (NHB) for Ledgers"
    )
    assert one(heading.format("(S) The ledgers are kept.")).subject == "Requests of the Northern Harbor Board"


def test_a_paper_named_in_a_text_needs_its_day_and_must_be_no_draft() -> None:
    dated = "See the memorandum for Mr. Tansley, dated 21 May 1961; subject: Dues of the Old Port."
    assert [(p.receiver, p.date) for p in referred_papers(dated)] == [(("Mr. Tansley",), "21 May 1961")]
    assert list(referred_papers(dated.replace(", dated 21 May 1961", ""))) == []
    assert list(referred_papers(dated.replace("the memorandum", "the draft memorandum"))) == []


@pytest.mark.parametrize(
    ("passage", "sender", "receiver", "date"),
    [
        ("Letter for OTC fr Chief Counsel/Director\nof HSTB, dtd 14 Feb 78", ("HSTB",), ("OTC",), "14 Feb 78"),
        ("Letter for OTC fr Director of HSTB, dtd 14 Feb 78", ("Director, HSTB",), ("OTC",), "14 Feb 78"),
        ("Memo for SA/DQ/O fr OTC (OTC 78-0588/1),\n\ndtd 16 Feb 78", ("OTC",), ("SA/DQ/O",), "16 Feb 78"),
        ("Ltr from Okell to Lund - 28 Feb '78", ("Okell",), ("Lund",), "28 Feb '78"),
        ("HSTB ltr dtd 6 Feb 78", ("HSTB",), (), "6 Feb 78"),
    ],
)
def test_a_reference_in_office_shorthand_is_a_paper(
    passage: str, sender: tuple[str, ...], receiver: tuple[str, ...], date: str
) -> None:
    (paper,) = referred_papers(passage)
    assert (paper.sender, paper.receiver, paper.date) == (sender, receiver, date)


def test_who_directs_a_field_of_work_and_no_body_is_called_by_his_whole_title() -> None:
    (paper,) = referred_papers("Letter fr Director of Central Works, dtd 14 Feb 78")
    assert paper.sender == ("Director of Central Works",)


def test_a_reference_to_the_same_subject_has_that_of_its_heading_and_is_quoted_from_there() -> None:
    heading = "23 FEB 1978\nMEMORANDUM FOR: Otto Lund\nFROM: Ann Reddick\nSUBJECT: Tolls on the Old Barges\n\n"
    passage = f"{heading}REFERENCE: Memo for SA/DQ/O fr OTC, dtd 16 Feb 78, Same Subject\n\n1. Text"
    (paper,) = referred_papers(passage)
    assert (paper.subject, paper.date) == ("Tolls on the Old Barges", "16 Feb 78")
    quote = passage[paper.start : paper.end]
    assert quote.startswith("23 FEB 1978")
    assert quote.endswith("Same Subject")
    (alone,) = referred_papers(passage.removeprefix(heading))
    assert alone.subject == ""


@pytest.mark.parametrize(
    ("line", "date"),
    [
        ("9 AUG 61", "9 AUG 61"),
        ("9 Aug '61", "9 Aug '61"),
        ("9 AUG 19 61", ""),  # a year that the scan parted
        ("AUG 12, 13", ""),  # days
        ("31 JUN 61", ""),  # no day
    ],
)
def test_the_year_of_a_paper_may_have_two_digits(line: str, date: str) -> None:
    assert one(MEMO.replace("9 AUG 1961", line)).date == date


@pytest.mark.parametrize("passage", ["", "\n\n", "SUBJECT:", "FROM", "0k€ll ####: @@", "MEMORANDUM FOR"])
def test_empty_and_garbled_pages_give_nothing(passage: str) -> None:
    assert list(papers_of(passage)) == list(referred_papers(passage)) == []


def test_a_title_below_a_short_date_ends_before_the_number_of_a_paragraph() -> None:
    passage = (
        "Memorandum for All Pilots from\nOTC, dtd 23 May 73;\nSubj: Agency Involvement in the\nHarbor Case\n\n1. Text"
    )
    (fact,) = listed_facts(passage, Vocabulary({}, frozenset()))
    assert fact.question == 'What is the date of the memorandum on the subject "Agency Involvement in the Harbor Case"?'
    assert fact.answer == "23 May 73"
