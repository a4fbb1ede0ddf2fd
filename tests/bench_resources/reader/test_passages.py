"""Sentences, headers, stems and coverage."""

from __future__ import annotations

import pytest

from bench_resources.reader.passages import (
    begun,
    content_words,
    coverage,
    header_blocks,
    header_field,
    is_same_word,
    join_wraps,
    match_sentences,
    name_coverage,
    parse_query,
    sentences,
    stem,
)

MEMO = """12 May 1961

MEMORANDUM FOR: Director of Salt
FROM: Ann Reddick
SUBJECT: Price of
    barrels at Porthaven

1. The price rose. Mr. Carr of St. Ives Co. paid $4.50 a bar-
rel in April.
2. Nothing else changed.
"""


def test_empty_text_has_no_sentences():
    assert sentences("") == ()
    assert sentences(" \n \n") == ()


def test_spans_give_the_untouched_text_back():
    for sentence in sentences(MEMO):
        assert join_wraps(MEMO[sentence.start : sentence.end]) == sentence.text


def test_headers_stand_alone_and_wrapped_prose_is_joined():
    found = [(sentence.field, sentence.text) for sentence in sentences(MEMO)]
    assert found == [
        ("date", "12 May 1961"),
        ("to", "MEMORANDUM FOR: Director of Salt"),
        ("from", "FROM: Ann Reddick"),
        ("subject", "SUBJECT: Price of barrels at Porthaven"),
        ("", "1. The price rose."),
        ("", "Mr. Carr of St. Ives Co. paid $4.50 a barrel in April."),
        ("", "2. Nothing else changed."),
    ]


def test_a_blank_line_after_every_line_is_no_paragraph_end():
    text = "THE BOARD MET AT PORTHAVEN\n\nON 3 MAY 1961 AND AGREED\n\nTO THE PRICE.\n\nCARR LEFT.\n"
    assert [s.text for s in sentences(text)] == [
        "THE BOARD MET AT PORTHAVEN ON 3 MAY 1961 AND AGREED TO THE PRICE.",
        "CARR LEFT.",
    ]


def test_paragraphs_that_nobody_wrapped_are_told_apart_and_end_a_subject():
    long = (
        "The Tallow Board sold the barrels of the old dock at Porthaven to the Marlow Freight Company on 3 May 1961, "
        * 2
    )
    text = f"From: Salt Board\nTo: Director of Salt\nSubject: Price of barrels at Porthaven\n\nNothing else.\n\n{long}\n\n{long}\n"

    found = sentences(text)
    assert [s.text for s in found if s.field == "subject"] == ["Subject: Price of barrels at Porthaven"]
    assert "Nothing else." in [s.text for s in found]


def test_an_endless_run_is_cut():
    assert max(len(s.text) for s in sentences("salt " * 1000)) <= 600


@pytest.mark.parametrize(
    ("line", "field"),
    [
        ("From: Ann", "from"),
        ("SUBIECT: salt", "subject"),
        ("> To: Bob", "to"),
        ("Sent: 3 May", "date"),
        ("The price: low", ""),
        ("Ratio: 3", ""),
    ],
)
def test_header_labels_are_known_also_with_a_misread_letter(line, field):
    assert header_field(line) == field


def test_a_header_block_takes_the_date_line_near_it():
    block = header_blocks(sentences(MEMO))[0]
    assert block[0].text == "12 May 1961"
    assert [s.field for s in block] == ["date", "to", "from", "subject"]


def test_forms_of_a_word_share_a_stem():
    assert stem("appointed") == stem("appointment")
    assert stem("sent") == stem("send")
    assert stem("Reddick's") == stem("Reddick")
    assert content_words("Who is the Director of Salt?") == ["Director", "Salt"]


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("porthaven", "portbaven", True),
        ("salt", "malt", False),
        ("1963", "1968", False),
        ("reddick", "reddlck", True),
        ("memorandum", "memcrandom", True),
    ],
)
def test_long_words_may_be_misread_and_figures_never(one, other, is_same):
    assert is_same_word(one, other) is is_same


def test_a_question_weighs_names_and_dates_most():
    query = parse_query("On what date before 3 May 1961 did Ann Reddick visit Porthaven?")
    weights = dict(zip(query.stems, query.weights, strict=True))
    assert weights["porthaven"] > weights["visit"]
    assert "@3 May 1961" in query.names
    assert "date" not in query.names
    # Ann is a given name: texts go on with Reddick alone
    assert weights[stem("Ann")] < weights[stem("Reddick")] / 2


def test_coverage_is_the_share_of_the_weight_and_dates_match_by_value():
    query = parse_query("What did Reddick say at Porthaven on 3 May 1961?")
    matched = match_sentences(query, sentences("At Portbaven, on 5/3/61, Reddick said so."))
    assert coverage(query, matched) == pytest.approx(1.0)
    assert name_coverage(query, match_sentences(query, sentences("Reddick said so on 4 May 1961."))) < 0.6
    assert coverage(parse_query("?"), set()) == 0.0


def test_a_cheap_search_never_rules_out_what_stands_there():
    query = parse_query("When did the Tallow Board meet at Porthaven?")
    text = "The TALLOW BOARD meets at Porthaven."
    assert set(match_sentences(query, sentences(text))) <= begun(query, text)


def test_the_marks_of_quoted_mail_are_no_words():
    assert join_wraps("he met Carr at the\n> > Merchants\n>Club") == "he met Carr at the Merchants Club"
    assert join_wraps("a > b") == "a > b"


def test_one_figure_inside_a_long_word_is_a_letter_misread():
    assert stem("barre1s") == stem("barrels")
    assert stem("p0rthaven") == "porthaven"
    assert stem("b12") == "b12"
    assert stem("sb1961") == "sb1961"


def test_an_initial_weighs_as_little_as_a_given_name():
    query = parse_query("Which organisation reviewed the files of John C. Wileyford?")
    weights = dict(zip(query.stems, query.weights, strict=True))
    assert weights["c"] < 0.5 < weights["wileyford"]
    assert weights["john"] < 0.5
