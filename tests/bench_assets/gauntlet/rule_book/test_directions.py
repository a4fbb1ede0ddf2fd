"""Words of change, order and comparison against the figures beside them."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.directions import find_wrong_direction
from tests.bench_assets.gauntlet.rule_book.made_drafts import (
    EVENT_QUOTES,
    EVENTS,
    RECORD,
    RECORD_QUOTES,
    RECORDED,
    SOUND_LISTS,
    dossier,
    single,
    timeline,
)

HIGHER = "Which bid was higher, that of Blackwater Company or that of Ironmonger Corporation?"
BIDS = "Blackwater Company bid $7,000 and Ironmonger Corporation bid $5,000"
FIRST = "Which happened first, the fire at Pier 9 or the flooding of Shed 6?"
DATED = "The fire at Pier 9 occurred on March 3, 1964. The flooding of Shed 6 occurred on May 1, 1965."


@pytest.mark.parametrize(
    ("question", "answer", "quote"),
    [
        ("How did the rent change?", "It rose from $7,000 to $5,000", "The rent was $7,000 and is $5,000"),
        ("By how much did the rent fall in 1963?", "$2,000", "The rent rose from $5,000 in 1962 to $7,000 in 1963."),
        ("How much did the toll increase in 1964?", "10 cents", "In 1964 the toll fell by 10 cents"),
        ("By what percentage did traffic decrease?", "5 percent", "Traffic increased 5 percent in 1964"),
        ("What was the increase in the bond?", "$2,000", "The bond was reduced by $2,000"),
        ("How did the rent change?", "It was lowered by $500", "The rent was raised by $500 in 1964."),
        ("How far did the price of salt drop?", "from $3 to $5 a ton", "It went from $3 to $5 a ton"),
        ("By what factor did the fleet grow?", "It doubled from 10 to 15 vessels", "from 10 to 15 vessels"),
        ("How did membership change?", "It declined from 9 to 11", "Membership went from 9 to 11"),
        ("Who earned more than $5,000 from the sale?", "Otto Lund", "Otto Lund earned $4,100 from the sale"),
        ("How many dockers struck?", "more than 500", "Fewer than 500 dockers struck"),
        ("How many bids were received?", "over 20 bids", "In all 14 bids were received"),
        ("What did Blackwater bid?", "$5,000, more than the $6,000 of Ironmonger", "$5,000 and $6,000"),
        (HIGHER, "Ironmonger Corporation", BIDS),
        (FIRST, "the flooding of Shed 6", DATED),
        (FIRST.replace("first", "later"), "the fire at Pier 9", DATED),
        (
            "Who was appointed Harbor Master after May 1, 1964?",
            "Otto Lund",
            "On March 3, 1964 Otto Lund was appointed.",
        ),
        ("On what date before March 3, 1964 did the Board vote?", "May 1, 1965", "It voted on May 1, 1965"),
        ("What happened between May 1965 and March 1964?", "a strike", "a strike"),
        ("When was the lease signed?", "May 1, 1965, before March 3, 1964", "May 1, 1965; March 3, 1964"),
    ],
)
def test_a_word_that_the_figures_contradict_is_found(question, answer, quote):
    assert find_wrong_direction(single(question, answer, quote), Context())


@pytest.mark.parametrize(
    ("question", "answer", "quote"),
    [
        ("How did the toll change?", "It fell from 50 cents to 40 cents", "The toll fell from 50 cents to 40 cents."),
        ("By how much did the rent rise?", "$2,000", "The rent rose from $5,000 in 1962 to $7,000 in 1963."),
        ("How did the fleet grow?", "It doubled from 10 to 20 vessels", "from 10 to 20 vessels"),
        ("What did more than 300 dockers demand?", "higher wages", "350 dockers demanded higher wages"),
        ("How many tons did the Merrow carry, up from 200?", "300", "The Merrow carried 300 tons, up from 200."),
        ("Who lowered the flag for more than 2 hours?", "Otto Lund", "Otto Lund lowered the flag for 3 hours"),
        ("What did Yardling cut from the budget?", "$18,500", "Yardling cut $18,500 from the budget"),
        (HIGHER, "Blackwater Company", BIDS),
        (FIRST, "the fire at Pier 9", DATED),
        ("Who was appointed after May 1, 1964?", "Otto Lund", "On June 3, 1964 Otto Lund was appointed."),
        ("What date did the Board set before June 1, 1964?", "May 3, 1964", "The Board set May 3, 1964"),
        ("What happened between March 1964 and May 1965?", "a strike", "a strike"),
        ("Who fell from the roof of Pier 9?", "Otto Lund", "Otto Lund fell from the roof of Pier 9"),
    ],
)
def test_a_word_that_the_figures_bear_out_is_not(question, answer, quote):
    assert find_wrong_direction(single(question, answer, quote), Context()) == ""


@pytest.mark.parametrize("draft", SOUND_LISTS, ids=lambda draft: draft.type)
def test_lists_in_order_of_date_are_sound(draft):
    assert find_wrong_direction(draft, Context()) == ""


@pytest.mark.parametrize(
    "draft",
    [
        timeline(answer="(a) May 1, 1965; (b) March 3, 1964; (c) April 7, 1964"),
        timeline(items=(EVENTS[1], EVENTS[0], EVENTS[2]), quotes=(EVENT_QUOTES[1], EVENT_QUOTES[0], EVENT_QUOTES[2])),
        dossier(items=RECORDED[::-1], quotes=RECORD_QUOTES[::-1]),
    ],
)
def test_a_list_out_of_order_is_found(draft):
    assert "stands after" in find_wrong_direction(draft, Context())


def test_a_timeline_dates_each_clause_as_its_item_does():
    found = find_wrong_direction(timeline(answer="(c) March 3, 1964; (b) April 7, 1964; (a) May 1, 1965"), Context())
    assert found == "the answer dates (c) otherwise than its item"


def test_a_dossier_keeps_to_its_period():
    later = RECORD.replace("in 1964", "in the period from April 1964 to June 1964")
    assert find_wrong_direction(dossier(later), Context()).endswith("lies outside the period asked for")
