"""A word of a question against its opposite in the quote."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.opposites import Claim, forms, opposite_said


@pytest.mark.parametrize(
    ("question", "answer", "quote", "word"),
    [
        (
            "On what date did the depot at Pier 9 close?",
            "May 3, 1964",
            "The depot at Pier 9 opened on May 3, 1964.",
            "close",
        ),
        ("To what was Otto Lund demoted in 1964?", "Clerk", "In 1964 Otto Lund was promoted to Clerk.", "demoted"),
        ("How many seats did the Reform Party gain?", "four", "The Reform Party lost four seats.", "gain"),
        ("What did Otto Lund lend to Ida Holm?", "$500", "Otto Lund borrowed $500 from Ida Holm.", "lend"),
        ("How much was added to the rent of Pier 9?", "$20", "$20 was deducted from the rent of Pier 9.", "added"),
        ("By how much did the toll go up?", "5 cents", "The toll came down by 5 cents.", "go up"),
    ],
)
def test_a_word_whose_opposite_the_quote_says_of_the_same_is_found(question, answer, quote, word):
    assert opposite_said(Claim(question, answer), quote, quote) == word


@pytest.mark.parametrize(
    ("question", "answer", "quote"),
    [
        # the quote says the question's word too
        ("When did the depot at Pier 9 close?", "May 3, 1964", "The depot, opened in 1931, closed on May 3, 1964."),
        # the other word is of another clause
        ("When was the embargo lifted?", "May 3, 1964", "The embargo, imposed in 1962, was ended on May 3, 1964."),
        ("How many seats did the Reform Party gain?", "four", "The Reform Party won four seats that others lost."),
        # one sale from its two sides
        ("Who sold Berth 9 to Ida Holm?", "Otto Lund", "Ida Holm bought Berth 9 from Otto Lund."),
        ("What did Otto Lund receive from Ida Holm?", "$800", "Ida Holm paid Otto Lund $800."),
        # denied
        ("When did the depot at Pier 9 close?", "May 3, 1964", "The depot at Pier 9 was not open on May 3, 1964."),
        # of something else
        ("When did the depot at Pier 9 close?", "May 3, 1964", "The library opened on May 3, 1964."),
        ("", "", ""),
    ],
)
def test_an_opposite_of_another_act_or_another_side_of_one_is_not(question, answer, quote):
    assert opposite_said(Claim(question, answer), quote, quote) == ""


def test_a_word_is_known_in_its_endings():
    assert {"cut", "cuts", "cutting"} <= set(forms("cut"))
    assert {"carry", "carries", "carried"} <= set(forms("carry"))
    assert {"leave", "leaves", "left", "leaving"} <= set(forms("leave"))
