"""Drafts that ask what an earlier one asks."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.duplicates import Asked
from tests.bench_assets.gauntlet.rule_book.made_drafts import rejected, single

QUESTION = "On what date did Winifred F. Fennimore meet Ulysses K. Lindqvister at the Merchants Club to discuss the dredging of Pier 4?"
QUOTE = "On 9 August 1994, Winifred F. Fennimore met Ulysses K. Lindqvister at the Merchants Club to discuss the dredging of Pier 4."
FIRST = single(QUESTION, "9 August 1994", QUOTE)


def repeats(earlier, later):
    asked = Asked()
    asked.add(earlier)
    return asked.repeats(later)


@pytest.mark.parametrize(
    ("question", "answer", "quote", "doc_id"),
    [
        ("When did Winifred Fennimore meet Ulysses Lindqvister at the Merchants Club about the dredging of Pier 4?", "August 9, 1994", QUOTE, "d1"),
        ("What was the date on which Winifred F. Fennimore met Ulysses K. Lindqvister at the Merchants Club?", "9 August 1994", QUOTE, "d1"),
        ("At the Merchants Club, on what day did Ulysses K. Lindqvister meet Winifred F. Fennimore about the dredging of Pier 4?", "9 August 1994", "Otherwise told.", "d2"),
        (QUESTION.replace("to discuss", "about"), "8/9/94", QUOTE.replace("Winifred", "Wlnifred"), "d3"),
        ("On which day did Lindqvister and Fennimore meet at the Merchants Club?", "9 August 1994", QUOTE, "d1"),
        (QUESTION.upper(), "9 August 1994", QUOTE, "d1"),
    ],
)  # fmt: skip
def test_the_same_fact_in_other_words_is_found(question, answer, quote, doc_id):
    assert repeats(FIRST, single(question, answer, quote, "t2", doc_id))


@pytest.mark.parametrize(
    ("question", "answer", "quote"),
    [
        ("Where did Winifred F. Fennimore meet Ulysses K. Lindqvister on 9 August 1994?", "Merchants Club", QUOTE),
        (QUESTION.replace("Pier 4", "Pier 9"), "9 August 1994", "On 9 August 1994 they met about Pier 9."),
        ("On what date was the lease of Berth 11 approved by the Harbor Board?", "9 August 1994", "The lease of Berth 11 was approved on 9 August 1994."),
        ("Who met Ulysses K. Lindqvister at the Merchants Club on 9 August 1994?", "Winifred F. Fennimore", QUOTE),
    ],
)  # fmt: skip
def test_another_fact_of_the_same_statement_or_day_is_not(question, answer, quote):
    assert repeats(FIRST, single(question, answer, quote, "t2", "d2")) == ""


@pytest.mark.parametrize(
    ("earlier", "later", "is_same"),
    [
        ("Who was chosen to write the official biography of Otto Lund?", "Who wrote the official biography of Otto Lund?", True),
        ("In which city did Otto Lund dedicate a public library?", "In which city was the public library dedicated by Otto Lund?", True),
        ("In which city did Otto Lund dedicate a public library?", "In which city did Ida Holm dedicate a public library?", False),
        ("In which city did Otto Lund dedicate a public library?", "In which city was the portrait of Otto Lund unveiled?", False),
    ],
)  # fmt: skip
def test_questions_without_an_answer_are_told_by_their_words(earlier, later, is_same):
    assert bool(repeats(rejected(earlier), rejected(later, "t2"))) is is_same


def test_two_bearers_of_a_surname_are_two_answers():
    earlier = single("Who signed the lease of Berth 11?", "Anna Okell", "Anna Okell signed the lease of Berth 11.")
    later = single(
        "Who signed the lease of Berth 11 in 1964?", "Beatrice Okell", "Beatrice Okell signed it.", "t2", "d2"
    )
    assert repeats(earlier, later) == ""
