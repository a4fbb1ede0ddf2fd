"""Which value a word of comparison is about, and which it is compared with."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.comparisons import Way, comparisons, direct, words_of


@pytest.mark.parametrize(
    ("text", "way", "about", "other"),
    [
        ("It rose from $5 to $7", Way.UP, "$7", "$5"),
        ("It sank to $5 from $7", Way.DOWN, "$5", "$7"),
        ("$7, up from $5", Way.UP, "$7", "$5"),
        ("$7 is no more than $9", Way.DOWN, "$7", "$9"),
        ("$7 was exceeded by $9", Way.DOWN, "$7", "$9"),
        ("$7, as against a lesser $5", Way.DOWN, "$5", "$7"),
    ],
)
def test_a_sentence_says_which_figure_is_more(text, way, about, other):
    found = [(one.way, first.text, second.text) for one, first, second in direct(text, of_dates=False)]
    assert (way, about, other) in found


@pytest.mark.parametrize(
    ("text", "way", "about", "other"),
    [
        ("May 1, 1965, well after March 3, 1964", Way.UP, "May 1, 1965", "March 3, 1964"),
        ("May 1, 1965 precedes March 3, 1964", Way.DOWN, "May 1, 1965", "March 3, 1964"),
        ("May 1, 1965, followed by March 3, 1964", Way.DOWN, "May 1, 1965", "March 3, 1964"),
        ("It was put off from March 3, 1964 to May 1, 1965", Way.UP, "May 1, 1965", "March 3, 1964"),
    ],
)
def test_a_sentence_says_which_date_is_later(text, way, about, other):
    found = [(one.way, first.text, second.text) for one, first, second in direct(text, of_dates=True)]
    assert (way, about, other) in found


def test_an_amount_of_difference_is_not_compared():
    # $10 is how much more, not what is more than $30.
    assert [first.text for _, first, _ in direct("$40, $10 more than $30", of_dates=False)] == ["$40"]


def test_a_choice_left_open_says_nothing():
    assert words_of("Did it rise or fall from $5?", of_dates=False) == []


def test_a_text_without_values_leaves_both_open():
    (found,) = comparisons("It increased.", of_dates=False)
    assert (found.about, found.other) == (None, None)
