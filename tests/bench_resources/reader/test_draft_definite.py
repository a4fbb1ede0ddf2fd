"""Questions that point at one thing, and questions that do not."""

from __future__ import annotations

import pytest

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader.draft_definite import is_about_another, is_definite, told
from bench_resources.reader.draft_entities import vocabulary


def fact(question: str, answer: str = "Ada Quill", kind: AnswerType = AnswerType.TITLE) -> Fact:
    return Fact(
        subject="-", question=question, answer=answer, answer_type=kind, quote=answer, salience=3, form="sentence"
    )


@pytest.mark.parametrize(
    "question",
    [
        "What position did Ada Quill hold in the QZX Operations Group?",  # whose acronym?
        "What position did Ada Quill hold in the Services Staff?",  # two everyday words
        "Who was Director of the QZX Operations Group on 3 May 1961?",
        "To whom was the letter dated May 3, 1961 from the Port Authority sent?",  # it sends several a day
        "What is the date of the letter from the Port Authority to Senator Quill?",
        "What are the month and year of the memorandum from Ada Quill to the Port Authority?",
        'What is the date of the memorandum on the subject "Release of Lists and Plans"?',  # every office files some
        'What is the date of the document on the subject "Travel of foreign pilots"?',  # not even a kind of paper
        'What is the date of the memorandum on the subject "Meeting with Harbor Pilots Bureau Staff"?',  # which one?
        'What is the date of the memorandum on the subject "Letter to Us on Mandrel Dues at Selby Locks"?',  # whom?
        "What is the date of the letter to the Port Authority concerning its recent findings?",  # recent when?
        "In what place has the Port Authority chosen a new site for its beacons?",  # as of when?
        "Which organisation was strengthened with experienced pilots against the smugglers?",  # any was, some day
        "Which organisation continued the talks on harbor dues in Selby?",
        "Who was the chairman of the Federal Water Board?",  # in which year?
        "Who was elected Chairman of the Harbor Pilots Council?",
        "Which organisation fined the company $2 million in 2016?",  # which company?
        "Which organisation sent a man from Selby to Porthaven at the wish of Ambassador Quill?",  # which man?
        'What is the date of the memorandum titled "Harbor Reports Inquiry"?',  # whose?
        "On what date did the Harbor Pilots Bureau hold its annual ball at the Selby Hotel?",  # it does every year
        "On what date did the Port Authority continue the talks on harbor dues in Selby?",
        'What is the date of the document titled "Planning of Harbor Inspections and Dredging"?',
        'What is the date of the letter titled "Dues of Foreign Vessels at Selby Locks"?',  # many go out under a caption
        'What is the date of the memorandum on the subject "Request for Copies of Mandrel Records"?',  # or its answer?
        "Which organisation sent the Port Authority a copy of a report dated May 3, 1961?",  # which report?
        "How many lamps did the Port Authority have in the Selby office?",  # when?
        "Which organisation received from the Port Authority a copy of a cable on 3 May 1961?",  # which cable?
        "Which organisation was founded by Directive No. 8 of 3 May 1961 and functions under the Port Authority?",
        'To whom is the memorandum on the subject "Request for Access to Mandrel Records" addressed?',  # of which day?
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
        "Who was Director of the Harbor Pilots Bureau on 3 May 1961?",
        "Where is the Harbor Pilots Bureau headquartered?",
        "Which organisation fined the Company of Pilots $2 million in 2016?",
        "Which organisation was strengthened with experienced pilots in May 1961?",
        "Which organisation sent a pilot from Selby to Porthaven at the wish of Ambassador Quill?",
        "Which organisation was the youth group of the Pilots Union?",
        "Who was elected Chairman of the Harbor Pilots Council in 1961?",
        "On what date did the Port Authority open a school to continue the talks on harbor dues in Selby?",
        'What is the date of the HPB document titled "Planning of Harbor Inspections and Dredging"?',
        "Who was the chairman of the Commission on Harbor Fires?",
        "How many lamps did the Port Authority have in the Selby office in 1961?",
        'To whom is the memorandum of 3 May 1961 on the subject "Request for Access to Mandrel Records" addressed?',
        'What is the date of the memorandum on the subject "Meeting with Pilots on Mandrel Dues at Selby Locks"?',
        'What is the date of the memorandum from the Director on the subject "Release of Lists and Plans"?',
        'What is the date of the report titled "Recent Dues of Foreign Vessels at Selby Locks"?',  # a title says "recent"
        'What is the date of the letter to the Port Authority titled "Dues of Foreign Vessels at Selby Locks"?',
        'What is the date of the memorandum from Chief, Pilots Staff on the subject "Request for Mandrel Records"?',
    ],
)
def test_what_names_its_body_or_its_matter_is_kept(question: str):
    assert is_definite(fact(question))


def test_a_bare_surname_is_no_answer_and_a_full_name_is():
    question = "Who signed the Harbor Dues Act of 1961?"
    assert not is_definite(fact(question, "Quill", AnswerType.PERSON))
    assert not is_definite(fact(question, "Mr. Quill", AnswerType.PERSON))
    assert is_definite(fact(question, "Ada Quill", AnswerType.PERSON))
    assert is_definite(fact(question, "Senator Quill", AnswerType.PERSON))


def test_a_title_tells_more_by_rare_words_than_by_common_ones():
    assert told("the of and") == 0.0  # grammar
    assert told("Zymurgy") > told("Plans") > 0.0
    assert told("Plans plans PLANS") == told("Plans")


@pytest.mark.parametrize(
    ("subject", "question", "expected"),
    [
        ("Ada Quill", "On what date did Ada Quill open the pier?", False),  # a target
        ("Berta Tolland", "On what date did Berta Tolland open the pier?", True),  # an official, no target
        ("Berta Tolland's", "What was the date of Berta Tolland's visit to Selby?", True),
        ("Senator Tolland", "On what date did Senator Tolland open the pier?", True),
        ("Berta Tolland", "Who opened the pier on 3 May 1961?", False),  # asked for, not about
        ("memorandum", "What is the date of the memorandum from Berta Tolland on the pier?", False),
    ],
)
def test_a_question_is_about_a_listed_person_or_about_none(subject: str, question: str, *, expected: bool):
    known = vocabulary("", ["Ada Quill"], ["Berta Tolland"])
    made = fact(question).model_copy(update={"subject": subject})

    assert is_about_another(made, known) is expected
