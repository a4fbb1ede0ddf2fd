"""Faults of questions and of drafts, each with its counter-example."""

from __future__ import annotations

import pytest

from bench_resources.prompting import Outcome
from bench_resources.reader.review import Draft, adjudicate, is_copy, is_garbled_word, standalone, states_misread

QUESTION = "On what date did the Tallow Board meet at Juniper Bay?"
QUOTE = "The Tallow Board met at Juniper Bay on 3 May 1961 to set the price of salt."
PASSAGE = f"It was late. {QUOTE} Nobody came."
DRAFT = Draft(QUESTION, "3 May 1961", QUOTE, PASSAGE)


@pytest.mark.parametrize(
    "question",
    [
        QUESTION,
        'Who sent the memorandum of 3 May 1961 on the subject "Winter Shipments" to the Director of Salt?',
        "What does the abbreviation TBR stand for?",
        "How many members does the U.S. Tallow Board have?",
        "In what capacity did Ann Reddick serve when she left the Salt Division?",
        "What position did O'Hara-Lund hold in the Quill Treaty Commission's staff?",
    ],
)
def test_sound_questions_stand_alone(question):
    said = standalone(question)
    assert (said.verdict, said.category) == (Outcome.PASS, "sound")


@pytest.mark.parametrize(
    ("question", "category"),
    [
        ("The Tallow Board met at Juniper Bay.", "not_a_question"),
        ("Did the Tallow Board meet at Juniper Bay?", "not_a_question"),
        ("When did the Tallow Board meet? Where did the Tallow Board meet?", "not_a_question"),
        ("By whom was the Tallow Board queried as?", "dangling"),
        ("Who was Reddick?", "too_short"),
        ("What is the date of file 104-10021 of the Tallow Board?", "source_leak"),
        ("What does tallow_minutes.pdf say of the Tallow Board?", "source_leak"),
        ("Who signed record number 12 of the Tallow Board?", "source_leak"),
        ("What is the date in TBR-00231 of the Tallow Board?", "source_leak"),
        ("What stands beside FROM: on the Tallow Board's paper?", "form_label"),
        ("When did [REDACTED] meet the Tallow Board?", "redaction"),
        ("When did Jane Doe meet the Tallow Board?", "redaction"),
        ("On what date was Ann Reddick of the Tallow Board born?", "personal_data"),
        ("What is the home address of Ann Reddick of Porthaven?", "personal_data"),
        ("When did this board meet Ann Reddick at Juniper Bay?", "deixis"),
        ("Who visited the Tallow Board last week at Juniper Bay?", "deixis"),
        ("Who wrote the memo about Juniper Bay?", None),
        ("Who led the Tallow Board in the years 1958-1961?", None),
        ("When was the memorandum received by Ann Reddick?", "unnamed_source"),
        ("When did he visit the Tallow Board at Juniper Bay?", "pronoun"),
        ("When did the old board first meet at the bay?", "no_named_subject"),
        ("When did the Tallow Bxrrd meet at Juniper Bay with prlce salters?", "garbled"),
        ("When did the Tallow Board mеet at Juniper Bay?", "garbled"),  # the e of "meet" is Cyrillic
    ],
)
def test_faulty_questions_do_not_stand_alone(question, category):
    said = standalone(question)
    assert said.category == (category or "sound")
    assert (said.verdict is Outcome.FAIL) is (category is not None)


@pytest.mark.parametrize(("word", "is_garbled"), [("S6QG", True), ("dARTINEL", True), ("Mgrtzk", True), ("prlce", True), ("Reddick", False), ("NATO", False), ("1,500", False), ("B-26", False), ("$4.50", False), ("Division's", False)])  # fmt: skip
def test_misread_words_are_told_by_their_shape(word, is_garbled):
    parts = word.split("-")
    assert any(is_garbled_word(part) for part in parts) is is_garbled


def test_a_sound_draft_passes():
    assert adjudicate(DRAFT, []).category == "sound"


@pytest.mark.parametrize(
    ("changes", "category"),
    [
        ({"answer": "9 May 1961"}, "answer_not_in_quote"),
        ({"passage": "Something else."}, "quote_not_in_passage"),
        ({"answer": "", "question": "On what date was Ann Reddick of the Tallow Board convicted of fraud?"}, "discrediting"),
        ({"question": "On what date, 3 May 1961, did the Tallow Board meet at Juniper Bay?"}, "gives_answer_away"),
        ({"question": "How much did the Tallow Board pay at Juniper Bay?"}, "wrong_type"),
        ({"question": "When did this board meet at Juniper Bay?"}, "deixis"),
        ({"quote": QUOTE[:-6], "passage": PASSAGE}, "cut_quote"),  # "... price of"
        ({"question": "Where did the Tallow Board meet on 3 May 1961?", "answer": "Jun1per B4y", "quote": QUOTE.replace("Juniper Bay", "Jun1per B4y"), "passage": QUOTE.replace("Juniper Bay", "Jun1per B4y")}, "garbled_answer"),
        ({"question": "Who met the Tallow Board at Juniper Bay?", "answer": "John Doe", "quote": "John Doe met the Tallow Board at Juniper Bay.", "passage": "John Doe met the Tallow Board at Juniper Bay."}, "redaction"),
    ],
)  # fmt: skip
def test_unsound_drafts_fall_with_their_reason(changes, category):
    draft = Draft(**({"question": QUESTION, "answer": "3 May 1961", "quote": QUOTE, "passage": PASSAGE} | changes))
    said = adjudicate(draft, [])
    assert (said.verdict, said.category) == (Outcome.FAIL, category)


def test_a_rival_with_another_answer_makes_a_draft_ambiguous():
    rival = (
        "The Tallow Board met at Juniper Bay again on 8 June 1964, with Ann Reddick in the chair and no salt at all."
    )
    assert adjudicate(DRAFT, [("d2", rival)]).category == "ambiguous"


@pytest.mark.parametrize(
    "rival",
    [
        QUOTE.replace(
            "3 May", "8 May"
        ),  # the same page scanned again and misread: agreement of copies is drafting's business
        "The Tallow Board, which met at Juniper Bay on May 3, 1961, adjourned.",  # the same answer
        "The Copper Commission met at Lundmark on 9 June 1964.",  # about something else
    ],
)
def test_rivals_that_agree_or_speak_of_something_else_do_no_harm(rival):
    assert adjudicate(DRAFT, [("d2", rival)]).category == "sound"


@pytest.mark.parametrize(
    ("question", "answer", "quote", "other"),
    [
        (QUESTION, "3 May 1961", QUOTE, "9 June 1974"),
        (QUESTION, "3 May 1961", QUOTE, "8 May 1967"),  # two figures
        (
            "How much did the Tallow Board pay for the relining of the Mill Street conduit?",
            "$42,300",
            "The Tallow Board paid $42,300 for the relining of the Mill Street conduit.",
            "$97,500",
        ),
        (
            "Who chaired the Copper Commission at Lundmark in 1958?",
            "Ilse Marrow",
            "Ilse Marrow chaired the Copper Commission at Lundmark in 1958.",
            "Bertram Yule",
        ),
    ],
)
def test_a_rival_in_the_quotes_own_wording_with_another_value_is_no_copy(question, answer, quote, other):
    draft = Draft(question, answer, quote, quote)
    assert is_copy(quote, quote.replace(answer, other))
    assert adjudicate(draft, [("d2", quote.replace(answer, other))]).category == "ambiguous"
    assert adjudicate(draft, [("d2", quote)]).category == "sound"


@pytest.mark.parametrize("copied", ["Fen|wick", "Fenw\\ick", "F}enwick"])
def test_a_name_that_a_mark_cuts_in_a_copy_is_read_whole(copied):
    question, answer = "By whom was the walkout at the Juniper Bay ferry first reported?", "Commissioner Fenwick"
    quote = f"The walkout at the Juniper Bay ferry was first reported by {answer}."
    # Another form of the same name, so that the mark is all that could make two values of it.
    copy = quote.replace(answer, f"Otto M. {copied}")
    assert adjudicate(Draft(question, answer, quote, quote), [("d2", copy)]).category == "sound"
    other = quote.replace(answer, "Otto M. Bel|wether")
    assert adjudicate(Draft(question, answer, quote, quote), [("d2", other)]).category == "ambiguous"


def test_a_copy_read_at_another_place_of_the_sentence_is_a_copy():
    # The copy's date is misread beyond reading, so that the other date of the same sentence is taken for the answer.
    quote = "The Tallow Board met at Juniper Bay on 3 May 1961, and again at Lundmark on 9 June 1961."
    copy = quote.replace("3 May 1961", "3 Mgv l%6l")
    assert adjudicate(Draft(QUESTION, "3 May 1961", quote, quote), [("d2", copy)]).category == "sound"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (QUOTE, "3 May 1961"),
        (QUOTE, "8 May 1961"),
        (QUOTE, "3 May l96l"),
        (QUOTE, "Junlper\nBay"),
        (QUOTE, "JuniperBay"),
        ("It met on May 3rd, 1961.", "May 3, 1961"),
        ("It paid $42,300 for salt.", "$42.300"),
        ("It paid $42,300 for salt.", "$42300"),
        ("It paid $1.5 million.", "$1,5 million"),
        ("Ann Reddick left.", "Ann Rcddick"),  # 0.5 for a look-alike, of 0.91 that seven letters may cost
    ],
)
def test_a_value_is_found_under_misread_letters_and_a_misread_figure(text, value):
    assert states_misread(text, value)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        (QUOTE, "9 June 1974"),
        (QUOTE, "8 May 1967"),
        (QUOTE, "2 May 1961"),  # a 2 does not look like a 3
        (QUOTE, "13 May 1961"),
        (QUOTE, "3 March 1961"),
        ("It met on 9 June 1961.", "9 July 1961"),
        ("It paid $42,300 for salt.", "$97,500"),
        ("It paid $1.5 million.", "$15 million"),
        ("It paid $4 million.", "$4 billion"),
        ("It has forty members.", "fifty members"),
        ("Ann Reddick left.", "Bob Reddick"),
        ("Ann Reddick left.", "Ann Rcddlck"),  # two look-alikes are more: 1.0
        ("Ann Reddick, Inspector of Salt", "Inspector of Malt"),
        ("Issued under Order 114.", "Order 141"),
        (QUOTE, "..."),
        ("", "3 May 1961"),
    ],
)
def test_another_value_is_no_misreading(text, value):
    assert not states_misread(text, value)


def test_an_absence_falls_when_a_passage_answers():
    draft = Draft(QUESTION, "", "", "")
    assert adjudicate(draft, [("d2", "The Copper Commission met at Lundmark.")]).category == "sound"
    assert adjudicate(draft, [("d2", QUOTE)]).category == "answerable"


@pytest.mark.parametrize("title", ["Why Is the Harbor Here Closed?", "What They Said of It"])
def test_a_quoted_title_may_ask_and_point_as_it_likes(title: str):
    assert standalone(f'Which organisation placed the advertisement entitled "{title}"?').verdict is Outcome.PASS


def test_a_former_name_points_at_nothing_and_the_former_does():
    assert standalone("What was the former name of the Salt Board of Porthaven?").verdict is Outcome.PASS
    assert standalone("On what date was the former moved to Porthaven by the Salt Board?").category == "deixis"


def test_its_may_stand_for_what_is_asked_for():
    assert standalone("Which organisation held its ball at the Porthaven Hotel on 3 May 1961?").verdict is Outcome.PASS
    assert (
        standalone("On what date was its ball held at the old hotel by the pilots of Porthaven?").category == "pronoun"
    )


@pytest.mark.parametrize(
    ("title", "category"),
    [
        ("Return of Redacted Pages to the Harbor Board", "sound"),
        ("Redacted Pages", "redaction"),  # a stamp
        ("Meeting of REDACTED with the Harbor Board", "redaction"),
        ("Meeting of [redacted] with the Harbor Board", "redaction"),
        ("Meeting of the Harbor Board with ____", "redaction"),
    ],
)
def test_a_title_may_say_that_papers_were_redacted_and_hold_no_mark(title, category):
    question = f'On what date did Ann K. Reddick write a memorandum on the subject "{title}"?'
    assert standalone(question).category == category
