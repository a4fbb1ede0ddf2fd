"""Headings that were not read, and which of them speak against a list that is called whole. Every name is invented."""

from __future__ import annotations

import datetime as dt

import pytest

from bench_resources.reader.answering_doubts import doubtful_days, doubtful_subjects
from bench_resources.reader.answering_forms import Period
from bench_resources.reader.answering_statements import told_in

BOARD = "Northern Harbor Board"
MAY = Period(dt.date(1964, 5, 1), dt.date(1964, 5, 31))
COLUMN = "MEMORANDUM FOR:\nFROM\nSUBJECT\nOH 64-11\n20 May 1964\nClerk of Quays\nOtto Lund\nNHB Request for Ledgers\n\n1. Text."


def doubts(text: str, *, is_of_record: bool = False) -> list[str]:
    return list(doubtful_subjects(BOARD, MAY, text, told_in(text), is_of_record=is_of_record))


def test_a_subject_among_the_values_of_a_column_of_labels_is_doubtful():
    assert doubts(COLUMN) == ["NHB Request for Ledgers"]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("NOTE\n| Sud 14 May 1964\n\nsusect: Ropes of the NHB\n\n1. Text.", "Ropes of the NHB"),
        ("SUBJECT: List of Salt Requested,\nby the NHB (U)\n\nx MAY 64", "List of Salt Requested, by the NHB (U)"),
        ("TITLE\nDATE\nPAGES\nLUND\nROPES OF THE NHB\n05/22/1964", "ROPES OF THE NHB"),
    ],
)
def test_a_misread_label_a_line_that_goes_on_and_a_month_alone_are_enough(text: str, subject: str):
    assert doubts(text) == [subject]


@pytest.mark.parametrize(
    "text",
    [
        COLUMN.replace("20 May 1964", "20 June 1964"),  # another time
        COLUMN.replace("NHB Request for Ledgers", "Ledgers"),
        "SUBJECT\n20 May 1964\n1. The NHB asked for ledgers.",  # the text, and no heading
        "20 May 1964\nSUBJECTS : NHB LEDGERS",  # the key words of a sheet
        "SUBJECT\nOtto Lund\nOfficer of Quays/NHB\n20 May 1964",  # an office
        "DATE: 20 May 1964\nTO: Otto Lund\nFROM: Ann Reddick\nSUBJECT: NHB Ledgers\n\nText.",  # was read
    ],
)
def test_what_is_of_another_time_says_nothing_more_or_was_read_is_not_doubtful(text: str):
    assert doubts(text) == []


def test_of_memoranda_for_the_record_only_what_may_be_one_is_doubtful():
    assert doubts(COLUMN, is_of_record=True) == []
    assert doubts(COLUMN.replace("MEMORANDUM FOR:", "MEMORANDUM FOR: RECORD"), is_of_record=True) == [
        "NHB Request for Ledgers"
    ]


def test_a_day_near_a_figure_where_nothing_was_read_is_doubtful():
    slip = "TITLE\nDATE\nPAGES\nLUND\nCALL OF THE NHB\n05/22/1964"
    ((day, near),) = doubtful_days(BOARD, MAY, slip, told_in(slip))
    assert (day.month, day.days, "CALL OF THE NHB" in near) == (5, (22,), True)


@pytest.mark.parametrize(
    "text",
    [
        "The Northern Harbor Board met Otto Lund on 14 May 1964.",  # was read
        "The Northern Harbor Board will meet Otto Lund on 14 May 1964.",  # was read, and is a plan
        "TITLE\nDATE\nPAGES\nLUND\nCALL OF THE NHB\n06/22/1964",
        "TITLE\nDATE\nPAGES\nLUND\nCALL OF THE CLERK\n05/22/1964",
    ],
)
def test_a_day_in_a_statement_of_another_time_or_far_from_the_figure_is_not_doubtful(text: str):
    assert list(doubtful_days(BOARD, MAY, text, told_in(text))) == []


def test_a_typists_mark_dates_a_paper_whose_own_day_is_not_there():
    listed = (
        "SUBJECT: List of Salt Requested,\nby the NHB (U)\n\n2. Ida Holm made it.\n\nSLT/QUAY/jk {}\n\n1. 14 May 1964\n"
    )
    assert doubts(listed.format("15 December 1964")) == []
    assert doubts(listed.format("29 April 1964")) == ["List of Salt Requested, by the NHB (U)"]  # typed days before
    assert doubts(listed.replace("SLT/QUAY/jk {}", "")) == ["List of Salt Requested, by the NHB (U)"]


def test_a_line_of_a_sheet_that_repeats_its_papers_subject_is_no_doubt():
    title = "TITLE\nOKELL\nWITH AGENDA\nNORTHERN HARBOR BOARD ROPES\n05/22/1964\n"
    paper = "\n\n---\n\n22 May 1964\n\nMEMORANDUM FOR THE RECORD\n\nSUBJECT: Northern Harbor Board Ropes\n\n1. Text."
    assert doubts(title + paper) == []
    assert doubts(title) != []


def test_letters_of_which_one_is_misread_may_be_a_bodys():
    body = "Northern Harbor Board of Porthaven"
    sheet = (
        "ORIGINATOR : PORT\nFROM : OKELL\nTO : RECORD\nTITLE : REPLY\nDATE : 05/22/1964\nPAGES : 1\nTO A WHBP REQUEST\n"
    )

    def found(text: str, period: Period = MAY) -> list[str]:
        return list(doubtful_subjects(body, period, text, told_in(text), is_of_record=False))

    assert found(sheet) == ["REPLY"]
    assert found(sheet.replace("WHBP", "WMBP")) == []  # two of them
    assert found(sheet.replace("REPLY", "NHBP REPLY")) == []  # what names the body is read as its own
    assert found(sheet, Period(dt.date(1964, 6, 1), dt.date(1964, 6, 30))) == []
