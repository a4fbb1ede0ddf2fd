"""Two values that a quote tells in order, against a choice, a difference and a before or after."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.told_in_order import (
    find_wrong_choice,
    find_wrong_difference,
    find_wrong_lead,
    find_wrong_side,
)
from tests.bench_assets.gauntlet.rule_book.made_drafts import rejected, single

LEFT = "Ida Holm left at 9:40 p.m.; Otto Lund left at 8:15 p.m."
TONS = "Pier 9 handled 1,500 tons in 1962 and 1,200 tons in 1963."
CAME = "The barge arrived on May 3, 1964 and the tug arrived on May 5, 1964."
SIDE = "Did Otto Lund write before or after May 1, 1964?"


@pytest.mark.parametrize(
    ("question", "quote", "right", "wrong"),
    [
        ("Who left first, Ida Holm or Otto Lund?", LEFT, "Otto Lund", "Ida Holm"),
        ("Who left last, Ida Holm or Otto Lund?", LEFT, "Ida Holm", "Otto Lund"),
        ("Which year had the higher tonnage, 1962 or 1963?", TONS, "1962", "1963"),
    ],
)
def test_of_two_things_the_one_with_the_other_value_is_found(question, quote, right, wrong):
    assert find_wrong_choice(single(question, wrong, quote))
    assert find_wrong_choice(single(question, right, quote)) == ""


def test_a_difference_is_measured_from_what_stands_behind_than():
    # 1,500 less 1,200 is 300, and 1963 is the lower
    assert find_wrong_difference(single("How many more tons were there in 1963 than in 1962?", "300 tons", TONS))
    assert find_wrong_difference(single("How many fewer tons were there in 1963 than in 1962?", "300 tons", TONS)) == ""
    assert find_wrong_difference(single("By how much did tonnage rise?", "300 tons", TONS))
    assert find_wrong_difference(single("By how much did tonnage fall?", "300 tons", TONS)) == ""


def test_another_amount_than_the_difference_is_not_judged():
    assert find_wrong_difference(single("By how much did tonnage rise?", "250 tons", TONS)) == ""


def test_the_sooner_of_two_is_dated_earlier():
    assert find_wrong_lead(single("How many days sooner did the tug arrive than the barge?", "2 days", CAME))
    assert find_wrong_lead(single("How many days later did the tug arrive than the barge?", "2 days", CAME)) == ""


def test_before_or_after_is_judged_by_the_one_date_of_the_quotes():
    assert find_wrong_side(single(SIDE, "before", "Otto Lund wrote on June 9, 1964."))
    assert find_wrong_side(single(SIDE, "after", "Otto Lund wrote on June 9, 1964.")) == ""
    assert find_wrong_side(single(SIDE, "before", "Otto Lund wrote.")) == ""


@pytest.mark.parametrize("check", [find_wrong_choice, find_wrong_difference, find_wrong_lead, find_wrong_side])
def test_a_rejection_type_has_nothing_to_judge(check):
    assert check(rejected("Who left first, Ida Holm or Otto Lund?")) == ""
