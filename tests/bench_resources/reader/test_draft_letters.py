"""Which letters a passage shows: their day, whom they greet, their subject, who signed. Every name is invented."""

from __future__ import annotations

import pytest

from bench_resources.reader.draft_events import find_events
from bench_resources.reader.draft_letters import MAX_QUOTE, letters_of

LETTER = """CALDER TUG COMPANY
14 Rope Lane

March 15, 1964

Miss Beatrice K. Okell
Chairman of the Harbor Board
Old Port

Re: Dues of the Old Port and their
collection

Dear Miss Okell:

This will confirm what I told you.

Very truly yours,

Quentin Yardling
President
"""
OKELL, YARDLING = "Beatrice K. Okell", "Quentin Yardling"
SUBJECT = "Dues of the Old Port and their collection"


def told(passage: str, figures: list[str]) -> set[tuple[str, str, str]]:
    found = find_events(passage, is_document_start=True, figures=figures)
    return {(event.figure, event.event, event.date) for event in found}


def test_a_letter_has_the_day_above_its_address_a_subject_and_who_signed_below_its_closing() -> None:
    (letter,) = letters_of(LETTER)
    assert (letter.kind, letter.date, letter.subject) == ("letter", "March 15, 1964", SUBJECT)
    assert letter.receiver[:2] == (OKELL, "Chairman of the Harbor Board")
    assert letter.sender == (YARDLING, "President")
    assert LETTER[letter.start : letter.end].startswith("March 15, 1964")
    assert LETTER[letter.start : letter.end].endswith(YARDLING)


def test_a_letter_is_an_event_of_both_sides() -> None:
    event = f'{YARDLING} wrote a letter to {OKELL} on the subject "{SUBJECT}"'
    assert told(LETTER, [OKELL, YARDLING]) == {(figure, event, "March 15, 1964") for figure in (OKELL, YARDLING)}


def test_a_writer_who_may_not_be_named_is_left_out_of_a_letter() -> None:
    assert told(LETTER, [OKELL]) == {(OKELL, f'{OKELL} was sent a letter on the subject "{SUBJECT}"', "March 15, 1964")}


def test_a_letter_too_long_to_quote_ends_with_its_subject() -> None:
    (letter,) = letters_of(LETTER.replace("I told you.", "I told you.\n" * (MAX_QUOTE // 10)))
    assert letter.sender == ()
    assert LETTER[letter.start : letter.end].endswith("collection")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("March 15, 1964", ""),
        ("March 15, 1964", "March 35, 1964"),
        ("14 Rope Lane", "March 12, 1964"),  # of two days, which is the letter's?
        ("Dear Miss Okell", "Dear Miss Vane"),  # not whom the address names
        ("Dear Miss Okell", "Dear Sirs"),
        ("Miss Beatrice K. Okell", "The Chairman"),
        ("Re: Dues", "FROM: Dues"),  # the heading of something else
        ("Dear Miss Okell:", ""),
    ],
)
def test_what_lacks_one_day_or_a_full_name_that_is_greeted_is_no_letter(old: str, new: str) -> None:
    assert list(letters_of(LETTER.replace(old, new))) == []


def test_the_name_below_another_papers_heading_signed_no_letter() -> None:
    (letter,) = letters_of(LETTER.replace("This will confirm what I told you.", "MEMORANDUM of the day"))
    assert letter.sender == ()


def test_no_text_holds_no_letter() -> None:
    assert list(letters_of("")) == []


def test_a_letter_greeted_by_first_name_is_one_of_him_whom_its_address_names() -> None:
    passage = """Office of the Pilots 15 March 1964

Miss Beatrice K. Okell

o
Chairman of the Harbor Board
Old Port

Dear Bea:
Herewith are comments.
"""
    assert told(passage, [OKELL]) == {(OKELL, f"{OKELL} was sent a letter", "15 March 1964")}


def test_the_writers_office_may_stand_between_the_day_and_a_misread_courtesy() -> None:
    passage = LETTER.replace("March 15, 1964\n", "March 15, 1964\n\nOffice of the Pilots\n").replace("Miss B", "ir. B")
    (letter,) = letters_of(passage)
    assert letter.receiver[0] == OKELL


def test_a_greeting_of_nobody_by_name_is_no_letter() -> None:
    assert list(letters_of(LETTER.replace("Dear Miss Okell", "Dear Colleague"))) == []
