"""What questions ask for, and values read from text."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import (
    DateValue,
    asked_type,
    find_dates,
    find_identifiers,
    find_money,
    find_numbers,
    find_places,
    find_proper,
    find_titles,
    header_role,
    of_its_time,
    same_date,
)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When did the Tallow Board meet?", AnswerType.DATE),
        ("On what date was the Quill Treaty signed?", AnswerType.DATE),
        ("What is the date of the letter to Ann Reddick?", AnswerType.DATE),
        ("How much was paid to Marlow Freight?", AnswerType.MONEY),
        ("What was the annual budget of the Tallow Board?", AnswerType.MONEY),
        ("How many members does the Tallow Board have?", AnswerType.NUMBER),
        ("In what capacity did Ann Reddick serve the Tallow Board?", AnswerType.TITLE),
        ("What position did Ann Reddick hold?", AnswerType.TITLE),
        ("Where did the Tallow Board meet?", AnswerType.PLACE),
        ("In which city was the Quill Treaty signed?", AnswerType.PLACE),
        ("What does the abbreviation TBR stand for?", AnswerType.ORGANISATION),
        ("Which company shipped the salt?", AnswerType.ORGANISATION),
        ("Who signed the Quill Treaty?", AnswerType.PERSON),
        ("To whom was the letter on salt addressed?", AnswerType.PERSON),
        ("What did Ann Reddick recommend to Marlow Freight?", None),
    ],
)
def test_the_wording_says_what_kind_of_answer_is_asked(question, kind):
    assert asked_type(question) is kind


@pytest.mark.parametrize(
    "text",
    [
        "27 September 1963",
        "27 Sept. 1963",
        "27 SEPT 63",
        "September 27, 1963",
        "Sep 27 1963",
        "Septenber 27, 1963",
        "9/27/63",
        "09-27-1963",
        "27/9/1963",
        "1963-09-27",
        "27th of September, 1963",
        "the 27th day of September, 1963",
        "27° September 1963",
    ],
)
def test_every_usual_form_of_a_date_has_one_value(text):
    assert [date.value for date in find_dates(f"It was {text}.")] == [DateValue(1963, 9, (27,))]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("l2 May 1977", DateValue(1977, 5, (12,))),  # the letter l for the figure 1
        ("in May 1963", DateValue(1963, 5, ())),
        ("since 1963", DateValue(1963, None, ())),
        ("on June 28 he", DateValue(None, 6, (28,))),
        ("18-20 April 1968", DateValue(1968, 4, (18, 20))),
        ("3 Jan 05", DateValue(2005, 1, (3,))),  # below 30: this century
        ("letter dtd 14 Feb 78, Same Subject", DateValue(1978, 2, (14,))),
        ("22 DEC 77", DateValue(1977, 12, (22,))),
        ("14 Feb 78 he met the Board", DateValue(1978, 2, (14,))),
        ("3 May '64", DateValue(1964, 5, (3,))),
        ("May 3, '12", DateValue(2012, 5, (3,))),
        ("Aug. 5, 77\nA note", DateValue(1977, 8, (5,))),
        ("12/22/77", DateValue(1977, 12, (22,))),
        ("on May 3, 15 men met", DateValue(None, 5, (3,))),  # a count
        ("on 3 May 40 crates were lost", DateValue(None, 5, (3,))),
        ("on 3 May 40 men rowed", DateValue(None, 5, (3,))),
        ("3 May, 12 tolls", DateValue(None, 5, (3,))),
        ("May 12, 13 and", DateValue(None, 5, (12,))),  # days
        ("3 May 10:30", DateValue(None, 5, (3,))),  # a time
        ("3 May 10 a.m.", DateValue(None, 5, (3,))),
        ("3 May 12.5", DateValue(None, 5, (3,))),  # a rate
        ("3 September 19;65", DateValue(None, 9, (3,))),  # a year that the scan broke
        ("May 7, 19--", DateValue(None, 5, (7,))),
        ("2.4 JAN 1978", DateValue(1978, 1, ())),  # a day with a speck in it
    ],
)
def test_dates_are_read_as_far_as_they_are_stated(text, value):
    assert [date.value for date in find_dates(text)] == [value]


@pytest.mark.parametrize(
    "text",
    [
        "page 12 of 20",
        "march 40 miles",
        "a 3 man team",
        "202-555-0143",
        "they may 3 times",
        "$1963",
        "1963/4",
        "File No. 9-10-64",
        "#9/10/64",
    ],
)
def test_what_only_looks_like_a_date_is_none(text):
    assert find_dates(text) == []


def test_an_answer_must_state_what_the_reference_states():
    full, month, year = DateValue(1963, 9, (27,)), DateValue(1963, 9, ()), DateValue(1963, None, ())
    assert same_date(year, full)
    assert same_date(month, full)
    assert not same_date(full, month)
    assert not same_date(full, DateValue(1963, 9, (26,)))


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("$1,500", Decimal(1500), "dollar"),
        ("$1.5 million", Decimal(1500000), "dollar"),
        ("20,000 pesos", Decimal(20000), "peso"),
        ("two payments of £12.50", Decimal("12.50"), "pound"),
        ("S10,000", Decimal(10000), "dollar"),  # OCR reads the dollar sign as a letter
    ],
)
def test_amounts_of_money_have_a_value_and_a_currency(text, value, unit):
    assert [(c.value, c.unit) for c in find_money(text)] == [(value, unit)]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("forty-three members", [43]),
        ("two hundred and six men", [206]),
        ("three thousand two hundred", [3200]),
        ("1.500 barrels", [1500]),
        ("12 members met on 3 May 1962", [12]),  # the date's figures are not numbers
        ("$40 for 6 men", [6]),
        ("a file 201-747651", []),
    ],
)
def test_numbers_are_valued_and_leave_dates_money_and_ids_alone(text, values):
    assert [int(c.value) for c in find_numbers(text)] == values


def test_names_bodies_places_and_titles_are_told_apart_by_shape():
    kinds = {c.text: c.kind for c in find_proper("Ann M. Reddick of the Tallow Board met him in Porthaven.")}
    assert kinds["Porthaven"] is AnswerType.PLACE
    assert find_proper("Ann M. Reddick left.")[0].kind is AnswerType.PERSON
    assert find_proper("The Tallow Board left.")[0].kind is AnswerType.ORGANISATION
    assert "Deputy Director for Salt" in [c.text for c in find_titles("Ann Reddick, Deputy Director for Salt, left.")]
    assert "Juniper Bay, Ohio" in [c.text for c in find_places("They met at Juniper Bay, Ohio, twice.")]
    assert "Executive Order 11905" in [c.text for c in find_identifiers("under Executive Order 11905 it")]


@pytest.mark.parametrize(
    ("question", "role"),
    [
        ("Who sent the memorandum on salt?", "from"),
        ("To whom was the memorandum on salt sent?", "to"),
        ("What is the date of the memorandum on salt?", "date"),
        ("What was the subject of the memorandum to Ann Reddick?", "subject"),
        ("How many barrels does the memorandum count?", ""),
    ],
)
def test_a_question_about_a_memo_names_the_field_that_answers_it(question, role):
    assert header_role(question, asked_type(question)) == role


def test_a_person_is_parted_from_the_place_and_a_body_keeps_its_small_words():
    assert [c.text for c in find_proper("Otto Lund met Ida Holm in Copper Cove.")] == [
        "Otto Lund",
        "Ida Holm",
        "Copper Cove",
    ]
    assert [c.text for c in find_proper("the Committee on Salt Rights in Lundmark")] == [
        "Committee on Salt Rights in Lundmark"
    ]


def test_what_is_of_somebody_is_no_place():
    kinds = {c.text: c.kind for c in find_proper("the review of the John Orme files in Lundmark")}
    assert kinds == {"John Orme": AnswerType.PERSON, "Lundmark": AnswerType.PLACE}


def test_a_capital_i_misread_before_a_consonant_is_one():
    assert [c.text for c in find_proper("the Salt lnspection Service")] == ["Salt lnspection Service"]
    assert [c.text for c in find_proper("the Salt listing of it")] == ["Salt"]


def test_a_position_begins_with_the_word_that_says_of_what():
    assert [c.text for c in find_titles("She was sworn in as Harbour Commissioner.")] == ["Harbour Commissioner"]
    assert [c.text for c in find_titles("The Commissioner met Ann Reddick; the Commissioner left.")] == [
        "Commissioner"
    ] * 2


def test_a_misread_year_is_a_year_and_a_word_is_none():
    assert [c.value for c in find_dates("in 196l and 196O")] == [DateValue(1961, None, ()), DateValue(1960, None, ())]
    assert find_dates("coil961 barrels") == []


def test_a_name_behind_a_body_is_no_state():
    places = [
        c.text
        for c in find_places(
            "at the Porthaven Port Authority, Leonora Finch spoke; he went to Salem, Lundmark, in May."
        )
    ]
    assert "Porthaven Port Authority" in places
    assert "Salem, Lundmark" in places


@pytest.mark.parametrize(
    ("read", "text", "year"),
    [
        (2029, "15 Feb 29. The Board was founded in 1921.", 1929),  # 1921 and 1929 are 8 years apart
        (2029, "15 Feb 29", 2029),  # nothing shows a century
        (2029, "15 Feb 29. The Board was founded in 1921, and closed in 2015.", 2029),  # both centuries
        (1978, "14 Feb 78. Released in 2018.", 1978),  # 2078 is 60 years from 2018
        (1929, "1929 and 2030", 1929),  # written with four digits
        (None, "14 Feb. In 1921.", None),
    ],
)
def test_a_year_of_two_digits_is_of_the_century_that_its_text_shows(read, text, year):
    assert of_its_time(DateValue(read, 2, (15,)), text).year == year
