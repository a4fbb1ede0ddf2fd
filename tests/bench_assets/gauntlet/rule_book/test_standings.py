"""Phrases that make one of two dates or figures the lesser, against the values."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.standings import find_wrong_standing
from tests.bench_assets.gauntlet.rule_book.made_drafts import rejected, single

WHEN = "When was the vote on Pier 9"
COST = "What did the roof of Shed 6 cost"
# (question, answer) with a value for {}: what the first fits is true, what the second fits is not.
PHRASES = (
    (f"{WHEN}, once May 1, 1965 had passed?", "{}", "June 9, 1966", "March 3, 1964"),
    (f"{WHEN}, by May 1, 1965 at the latest?", "{}", "March 3, 1964", "June 9, 1966"),
    (f"{WHEN}, with May 1, 1965 still to come?", "{}", "March 3, 1964", "June 9, 1966"),
    (f"{WHEN}, from May 1, 1965 onward?", "{}", "June 9, 1966", "March 3, 1964"),
    (f"{WHEN}, and had May 1, 1965 been reached by then?", "Not yet: it was {}", "March 3, 1964", "June 9, 1966"),
    (f"{WHEN}?", "{}, after which came May 1, 1965", "March 3, 1964", "June 9, 1966"),
    (f"{WHEN}?", "On {}; May 1, 1965 came first.", "June 9, 1966", "March 3, 1964"),
    (f"{COST}, at most $9,000?", "{}", "$7,000", "$12,000"),
    (f"{COST}, with $9,000 as the minimum?", "{}", "$12,000", "$7,000"),
    (f"{COST}, when $9,000 was found too much?", "{}", "$7,000", "$12,000"),
    (f"{COST}, and was the movement from $9,000 up or down?", "Down, since it became {}", "$7,000", "$12,000"),
    (f"{COST}?", "{}, so $9,000 was not reached", "$7,000", "$12,000"),
)


@pytest.mark.parametrize(("question", "answer", "right", "wrong"), PHRASES)
def test_a_phrase_that_the_other_value_contradicts_is_found(question, answer, right, wrong):
    assert find_wrong_standing(single(question, answer.format(wrong)))


@pytest.mark.parametrize(("question", "answer", "right", "wrong"), PHRASES)
def test_a_phrase_that_the_other_value_bears_out_is_not(question, answer, right, wrong):
    assert find_wrong_standing(single(question, answer.format(right))) == ""


def test_one_value_or_a_rejection_has_nothing_to_stand_beside():
    assert find_wrong_standing(single(f"{WHEN}?", "by March 3, 1964")) == ""
    assert find_wrong_standing(single(f"{WHEN}?", "")) == ""
    assert find_wrong_standing(rejected(f"{WHEN}, by May 1, 1965 at the latest?")) == ""
