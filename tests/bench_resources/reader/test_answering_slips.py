"""Telephone slips and headings of testimony, each a deed with its date."""

from __future__ import annotations

import pytest

from bench_resources.reader.answer_types import DateValue
from bench_resources.reader.answering import answer
from bench_resources.reader.answering_slips import deeds_in
from bench_resources.reader.answering_statements import told_in

SLIP = """WHILE YOU WERE OUT

For: Chairman Yardling
Caller: Beatrice Okell
Date: March 3, 1964
[X] telephoned   [ ] came to see you   [X] will call again

Message:
The shed burned on 1 March 1964.
"""
DEPOSITION = """TRANSCRIPT OF DEPOSITION

WITNESS: Beatrice K. Okell
Taken on 4 May 1964

Ms. Okell, having been first duly sworn, testified as follows:

Q. Did you keep a copy?
A. I did not.
"""
DAY = DateValue(1964, 3, (3,))


@pytest.mark.parametrize(
    "text",
    [
        SLIP,
        SLIP.replace("WHILE YOU WERE OUT", "TELEPHONE MESSAGE").replace("For:", "To:").replace("Caller:", "From:"),
        SLIP.replace("WHILE YOU WERE OUT", "WH1LE YOU WERE 0UT").replace("Date: ", ""),
    ],
)
def test_a_slip_says_who_telephoned_whom_and_when(text):
    (call,) = deeds_in(text)
    assert (call.text, call.value) == ("Beatrice Okell telephoned Chairman Yardling", DAY)


def test_a_slip_ticked_for_a_visit_is_no_call():
    visited = SLIP.replace("[X] telephoned   [ ] came", "[ ] telephoned   [X] came")
    assert deeds_in(visited)[0].text == "Beatrice Okell came to see Chairman Yardling"


@pytest.mark.parametrize("cut", ["WHILE YOU WERE OUT", "Caller: Beatrice Okell\n", "Date: March 3, 1964\n"])
def test_a_slip_half_read_gives_nothing(cut):
    assert deeds_in(SLIP.replace(cut, "")) == []


@pytest.mark.parametrize(
    "text",
    [
        DEPOSITION,
        "TESTIMONY OF BEATRICE K. OKELL\n\nDate: May 4, 1964\n\nMr. Lund. State your name.\n",
        "DEPOSITION OF BEATRICE K. OKELL, MAY 4, 1964\n",
        "HEARING ON THE SALT TAX\nMay 4, 1964\n\nBeatrice K. Okell, having been duly sworn, testified:\n",
        "See the testimony of Beatrice K. Okell, May 4, 1964, on the salt tax.\n",
    ],
)
def test_testimony_is_dated_by_its_heading_or_by_who_refers_to_it(text):
    (deed,) = deeds_in(text)
    assert deed.text.casefold() == "beatrice k. okell testified"
    assert deed.value == DateValue(1964, 5, (4,))


@pytest.mark.parametrize(
    "text",
    [
        DEPOSITION.replace("Taken on 4 May 1964", ""),
        DEPOSITION.replace("Taken on 4 May 1964", "Taken on 4 May 1964\nTaken on 6 May 1964"),
        "WITNESS: Beatrice K. Okell\n4 May 1964\n\nThe lease was signed.\n",
    ],
)
def test_a_witness_without_one_date_or_without_an_oath_testified_nothing(text):
    assert deeds_in(text) == []


def test_a_form_lends_its_date_to_no_sentence_beside_it():
    question = "What do the documents record of Beatrice K. Okell in 1964, event by event, with the date of each?"
    given = answer(question, [("d1", DEPOSITION + "A. Beatrice K. Okell met Otto Lund.\n")])
    assert given.answer == "May 4, 1964: Beatrice K. Okell testified"


def test_a_slip_with_the_labels_of_mail_is_no_letter():
    text = SLIP.replace("For:", "To:").replace("Caller:", "From:")
    assert [one.kind for one in told_in(text) if one.kind != "sentence"] == ["form"]


def test_whom_a_figure_telephoned_is_read_from_slips():
    assert answer("Whom did Beatrice K. Okell telephone in 1964?", [("d1", SLIP)]).answer == "Chairman Yardling"
