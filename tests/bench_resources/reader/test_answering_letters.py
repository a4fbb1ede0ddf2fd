"""Letters and reports whose layout alone says who wrote to whom, when and about what."""

from __future__ import annotations

import pytest

from bench_resources.reader.answer_types import DateValue
from bench_resources.reader.answering import answer
from bench_resources.reader.answering_letters import letters_in
from bench_resources.reader.answering_statements import told_in

LETTER = """                      HARBOR COMMISSIONER

{date}

Quentin J. Yardling
President of Tallow Freight Company
Porthaven

{subject}Dear {whom}:

Thank you for your note. On April 2, 1964 Ida Holm inspected the salt sheds.

{closing}


{signed}
Harbor Commissioner

cc: Ida R. Holm
"""
REPORT = """REPORT ON THE FIRE AT SHED 12
Draft language

Submitted by BEATRICE K. OKELL, Harbor Commissioner
4 May 1964

1. COURSE OF EVENTS

The shed burned.
"""
HOME = "Nettie A. Merrow\n41 Orchard Row\nPorthaven\n\n12 August 1964\n\nTo Chairman Yardling:\n\nI write about the noise.\n\nYours truly,\n\n[REDACTED]\n"


def _letter(date="March 3, 1964", subject="", whom="Mr. Yardling", closing="Sincerely,", signed="Beatrice K. Okell"):
    return LETTER.format(date=date, subject=subject, whom=whom, closing=closing, signed=signed)


@pytest.mark.parametrize(
    "text",
    [
        _letter(),
        _letter(date="3 March 1964", whom="Quentin"),
        _letter(date="Porthaven, March 3, 1964", closing="Very truly yours,", signed="BEATRICE K. OKELL"),
        _letter(whom="Mr. President", closing="Respectfully yours,", signed="/s/ Beatrice K. Okell"),
        _letter(whom="Mr. Yardlimg", closing="Sinccrely,", signed="Bea\nBeatrice K. Okell, Harbor Commissioner"),
    ],
)
def test_a_letter_gives_its_parties_and_its_date_in_whatever_form(text):
    (letter,) = letters_in(text)
    assert (letter.sender.casefold(), letter.receiver) == ("beatrice k. okell", "Quentin J. Yardling")
    assert letter.value == DateValue(1964, 3, (3,))


def test_a_subject_is_read_to_the_blank_line_below_it():
    (letter,) = letters_in(_letter(subject="Re: Dredging of the Salt Lane\nferry slip - schedule\n\n"))
    assert letter.subject == "Dredging of the Salt Lane ferry slip - schedule"


@pytest.mark.parametrize(
    "text",
    [
        _letter(date="Tuesday morning"),
        _letter(date="March 3, 1964\nApril 9, 1964"),
        _letter(date="Received March 3, 1964"),
        "The papers were found. Dear old Lund had kept them.\n\nSincerely,\n\nBeatrice K. Okell\n",
    ],
)
def test_a_letter_without_one_sure_date_gives_nothing(text):
    assert letters_in(text) == []


def test_a_letter_cut_before_its_signature_gives_its_receiver_alone():
    (letter,) = letters_in(_letter().split("Sincerely")[0])
    assert (letter.sender, letter.receiver) == ("", "Quentin J. Yardling")


def test_the_signature_of_the_next_letter_signs_no_letter_before_it():
    cut = _letter().split("Sincerely")[0]
    first, second = letters_in(cut + _letter(date="May 4, 1964", signed="Otto B. Lund"))
    assert (first.sender, second.sender) == ("", "Otto B. Lund")


def test_an_office_a_place_and_a_copy_sign_nothing():
    (letter,) = letters_in(_letter(signed="Fort George G. Marlow"))
    assert letter.sender == ""


def test_who_writes_from_home_stands_above_the_date_where_the_signature_is_struck_out():
    (letter,) = letters_in(HOME)
    assert (letter.sender, letter.receiver) == ("Nettie A. Merrow", "Chairman Yardling")


@pytest.mark.parametrize("line", ["Submitted by", "Prepared by:", "Respectfully submitted by", "Submitte# by"])
def test_a_report_is_by_whoever_submitted_it_under_its_title(line):
    (report,) = letters_in(REPORT.replace("Submitted by", line))
    assert (report.sender, report.subject) == ("BEATRICE K. OKELL", "THE FIRE AT SHED 12 - Draft language")
    assert report.value == DateValue(1964, 5, (4,))


@pytest.mark.parametrize("cut", ["4 May 1964\n", "REPORT ON THE FIRE AT SHED 12\n"])
def test_a_report_without_its_date_or_its_title_gives_nothing(cut):
    assert letters_in(REPORT.replace(cut, "")) == []


def test_the_body_of_a_letter_is_still_read():
    told = [one.text for one in told_in(_letter()) if one.kind == "sentence"]
    assert any("Ida Holm inspected the salt sheds" in text for text in told)


def test_a_labelled_header_above_a_salutation_is_no_second_letter():
    mail = "From: Beatrice K. Okell\nSent: Tuesday, March 3, 1964 9:01 AM\nTo: Quentin J. Yardling\nSubject: Salt\n\nDear Quentin,\n\nYes.\n"
    assert [one.kind for one in told_in(mail) if one.kind != "sentence"] == ["header"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("To whom did Beatrice K. Okell write between January and June 1964?", "Quentin J. Yardling"),
        ("Who wrote to Quentin J. Yardling in 1964?", "Beatrice K. Okell"),
        ("On what subjects was Quentin J. Yardling written to in 1964?", "Salt tax"),
    ],
)
def test_lists_are_read_from_letters(question, expected):
    given = answer(question, [("d1", _letter(subject="Re: Salt tax\n\n"))])
    assert given.answer == expected
