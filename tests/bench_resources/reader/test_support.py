"""Whether a window supports an answer."""

from __future__ import annotations

import pytest

from bench_resources.prompting import Support
from bench_resources.reader.support import holds_answer, pool_label

QUESTION = "On what date did the Tallow Board meet at Juniper Bay to set the price of salt?"
WINDOW = """The ships were late again. The Tallow Board met at
Juniper Bay on 3 May 1961 to set the price of salt. Ann Reddick
took the minutes.
"""
MEMO = "12 May 1961\n\nMEMORANDUM FOR: Director of Salt\nFROM: Ann Reddick\nSUBJECT: Winter shipments at Porthaven\n\n1. Late.\n"


def test_support_comes_with_a_verbatim_quote():
    said = pool_label(QUESTION, "3 May 1961", WINDOW)
    assert said.label is Support.SUPPORTS
    assert said.quote == "The Tallow Board met at\nJuniper Bay on 3 May 1961 to set the price of salt."
    assert said.quote in WINDOW


@pytest.mark.parametrize("answer", ["May 3, 1961", "5/3/61", "3 May 61"])
def test_values_count_not_their_forms(answer):
    assert pool_label(QUESTION, answer, WINDOW).label is Support.SUPPORTS


def test_a_copy_scanned_again_supports():
    noisy = "The TaIlow Board met at\nJunlper Bay on 3 May 196l to set the prlce of salt."
    assert pool_label(QUESTION, "3 May 1961", noisy).label is Support.SUPPORTS


@pytest.mark.parametrize(
    "window",
    [
        WINDOW.replace("3 May 1961", "9 May 1961"),  # another answer
        WINDOW.replace("on 3 May 1961 ", ""),  # no answer
    ],
)
def test_the_matter_without_the_answer_is_partial(window):
    said = pool_label(QUESTION, "3 May 1961", window)
    assert said.label is Support.PARTIAL
    assert said.quote is None


@pytest.mark.parametrize(
    "window",
    [
        "",
        "The Copper Commission met at Lundmark on 3 May 1961 to set the price of tin.",  # the answer about something else
        "Salt was dear. " * 20 + "3 May 1961.",
        "The Tallow Board is old.\n\n" + "Nothing happened. " * 30 + "\n\nOn 3 May 1961 Bob Carr left.",
    ],
)
def test_the_answer_about_something_else_is_irrelevant(window):
    assert pool_label(QUESTION, "3 May 1961", window).label is Support.IRRELEVANT


@pytest.mark.parametrize(
    "window",
    [
        f'Rain fell. A clerk noted: the reply to "{QUESTION}" is 3 May 1961.',
        f'Rain fell. "{QUESTION}" The clerk wrote: 3 May 1961.',
        f"{QUESTION}\n\n3 May 1961.",
    ],
)
def test_a_window_that_repeats_the_question_speaks_of_no_matter(window):
    assert pool_label(QUESTION, "3 May 1961", window).label is Support.IRRELEVANT


def test_a_statement_beside_the_repeated_question_supports():
    said = pool_label(QUESTION, "3 May 1961", f'The clerk was asked: "{QUESTION}" {WINDOW}')
    assert said.label is Support.SUPPORTS
    assert said.quote == "The Tallow Board met at\nJuniper Bay on 3 May 1961 to set the price of salt."


def test_another_bearer_of_the_name_does_not_support():
    question, answer = "When did Ann Reddick leave Porthaven?", "3 May 1961"
    assert pool_label(question, answer, "Ann Reddick left Porthaven on 3 May 1961.").label is Support.SUPPORTS
    assert pool_label(question, answer, "Bob Reddick left Porthaven on 3 May 1961.").label is not Support.SUPPORTS


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who sent the memorandum on winter shipments at Porthaven?", "Ann Reddick"),
        ("To whom is the memorandum on winter shipments at Porthaven addressed?", "Director of Salt"),
        ("What is the date of the memorandum from Ann Reddick on winter shipments at Porthaven?", "12 May 1961"),
    ],
)
def test_a_header_supports_in_the_field_asked_for(question, answer):
    said = pool_label(question, answer, MEMO)
    assert said.label is Support.SUPPORTS
    assert said.quote in MEMO


def test_a_header_does_not_support_in_another_field():
    question = "Who sent the memorandum on winter shipments at Porthaven?"
    assert pool_label(question, "Director of Salt", MEMO).label is not Support.SUPPORTS


def test_answers_are_found_by_kind():
    assert holds_answer("How much was paid?", "$1,500", "they paid 1,500 dollars")
    assert not holds_answer("How much was paid?", "$1,500", "they paid $15,000")
    assert holds_answer("Who signed it?", "Ann Reddick", "signed: A. REDDICK")
    assert not holds_answer("Who signed it?", "Ann Reddick", "Ann Carr and Bob Reddick")
    assert holds_answer("Which order was it?", "Order 114", "under Order 114 of the board")
    assert not holds_answer("Which order was it?", "Order 114", "under Order 141 of the board")
    assert holds_answer("Which ship was it?", "Grey Heron", "the Grey\nHeron sailed")
    assert not holds_answer("Which ship was it?", "Grey Heron", "a grey sea and, far off, another kind of heron")


REGISTER = """24 May 1961 HC-117

Subject: Mooring Dues of Foreign Vessels in the
Old Port.

Recipients: Salt Board, Tallow Board.

25 May 1961 HC-118

Subject: Travel of Harbor Pilots.
"""


def test_an_entry_of_a_register_supports_its_own_date_and_not_the_next_ones():
    question = 'What is the date of the document on the subject "Mooring Dues of Foreign Vessels in the Old Port"?'
    label = pool_label(question, "24 May 1961", REGISTER)

    assert label.label is Support.SUPPORTS
    assert label.quote is not None
    assert label.quote.startswith("24 May 1961 HC-117")
    assert label.quote in REGISTER
    assert pool_label(question, "25 May 1961", REGISTER).label is not Support.SUPPORTS


FORM = """TITLE : MOORING DUES OF FOREIGN VESSELS

IN THE OLD PORT.

DATE

: 02/03/1961

PAGES

: 13

DATE OF LAST REVIEW : 09/30/98
"""
FORM_TITLE = '"MOORING DUES OF FOREIGN VESSELS IN THE OLD PORT"'


@pytest.mark.parametrize(
    ("question", "answer", "other"),
    [
        (f"What is the date of the document titled {FORM_TITLE}?", "02/03/1961", "09/30/98"),
        (f"How many pages does the document titled {FORM_TITLE} have?", "13", "30"),
    ],
)
def test_a_form_supports_what_its_own_field_says(question: str, answer: str, other: str):
    assert pool_label(question, answer, FORM).label is Support.SUPPORTS
    assert pool_label(question, other, FORM).label is not Support.SUPPORTS
