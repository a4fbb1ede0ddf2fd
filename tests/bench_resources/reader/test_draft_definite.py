"""Questions that point at one thing, and questions that do not."""

from __future__ import annotations

import pytest

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader.draft_definite import is_definite


def fact(question: str, answer: str = "Ada Quill", kind: AnswerType = AnswerType.TITLE) -> Fact:
    return Fact(
        subject="-", question=question, answer=answer, answer_type=kind, quote=answer, salience=3, form="sentence"
    )


@pytest.mark.parametrize(
    "question",
    [
        "What position did Ada Quill hold?",  # of which body?
        "What public office or title did Ada Quill hold?",  # at which time?
        "What position did Ada Quill hold in the QZX Operations Group?",  # whose acronym?
        "What position did Ada Quill hold in the Services Staff?",  # two everyday words
        'What is the date of the document titled "Harbor Dues Doubled"?',  # a cutting or the file about it?
        "To whom was the letter dated May 3, 1961 from the Port Authority sent?",  # it sends several a day
        "What is the date of the letter from the Port Authority to Senator Quill?",
    ],
)
def test_what_a_strict_reader_could_not_pin_down_is_left_out(question: str):
    assert not is_definite(fact(question))


@pytest.mark.parametrize(
    "question",
    [
        "What position did Ada Quill hold in the Harbor Pilots Bureau?",
        "What position did Ada Quill hold in the FBI?",  # anybody can spell that out
        'What is the date of the letter from the Port Authority on the subject "Harbor Dues"?',
        "What is the date of the letter to the Port Authority concerning the harbor dues?",
        "On what date did the Port Authority publish the harbor dues?",
    ],
)
def test_what_names_its_body_or_its_matter_is_kept(question: str):
    assert is_definite(fact(question))


def test_a_bare_surname_is_no_answer_and_a_full_name_is():
    question = "Who signed the Harbor Dues Act of 1961?"
    assert not is_definite(fact(question, "Quill", AnswerType.PERSON))
    assert is_definite(fact(question, "Ada Quill", AnswerType.PERSON))
    assert is_definite(fact(question, "Senator Quill", AnswerType.PERSON))
