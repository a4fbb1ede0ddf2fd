"""Figures of answers and items that no quote states."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.untraced_figures import find_untraced_figure
from tests.bench_assets.gauntlet.rule_book.made_drafts import (
    EVENT_QUOTES,
    RECORD_QUOTES,
    SOUND_LISTS,
    aggregation,
    dossier,
    rejected,
    single,
    timeline,
)

ASKED = "What did the Tallow Board put down for the Merrow?"


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("$1.3 million", "Marlow lost $1,183,000"),  # 117,000 off, and half a step is 50,000
        ("$12,500", "$12,400 was paid"),
        ("about 300", "411 dockers"),
        ("twelve", "The Board has eleven members"),
        ("7 of 12 members", "7 of 11 members"),
        ("45 percent", "forty-four percent voted"),
        ("$1.18 billion", "$1.18 million was paid"),
        ("2.5 tons", "25 tons"),
        ("£500", "$500 was paid"),
        ("two vessels", "three vessels"),
        ("March 5, 1964", "on March 3, 1964"),
        ("March 3, 1965", "on March 3, 1964"),
        ("April 3, 1964", "on March 3, 1964"),
        ("March 1964", "in 1964"),
        ("1965", "in 1964"),
        ("Pier 41", "the dredging of Pier 14"),
        ("14 Dock Street", "at 41 Dock Street"),
        ("the HP-15 motor", "the HP-14 motor"),
        ("the 82nd Division", "the 81st Division"),
        ("7:45", "at half past 7:30"),
    ],
)
def test_a_figure_that_no_quote_states_is_found(answer, quote):
    assert find_untraced_figure(single(ASKED, answer, quote), Context())


@pytest.mark.parametrize(
    ("answer", "quote"),
    [
        ("about $1.2 million", "Marlow lost $1,183,000 in 1964"),  # 17,000 off, within half of 0.1 million
        ("$1.9 billion", "1,948 million dollars were left"),  # 48 million off, within 50
        ("about 300", "297 dockers"),
        ("eleven", "The Tallow Board has 11 members"),
        ("11", "The Tallow Board has eleven members"),
        ("$50", "a fine of fifty dollars"),
        ("about 45 percent", "Lund received 44.6 percent"),
        ("March 3, 1964", "signed on 3 Mar 64"),
        ("March 3, 1964", "signed on 3/3/1964"),
        ("February 28, 1964", "on the 28th day of February, 1964"),
        ("March 3, 1964", "In 1964 the Board met on March 3"),
        ("March 1964", "in March and May 1964"),
        ("4 March 1964", "from March 3-5, 1964"),
        ("the third pier", "the 3rd pier"),
        ("Pier 14", "the dredging of Pier\n14"),
        ("the B-26", "a B 26 was seen"),
        ("one of the clerks", "a clerk"),
        ("the tallow lamps", "anything"),
    ],
)
def test_a_figure_is_traced_by_value_and_rounded_to_its_last_digit(answer, quote):
    assert find_untraced_figure(single(ASKED, answer, quote), Context()) == ""


@pytest.mark.parametrize("draft", SOUND_LISTS, ids=lambda draft: draft.type)
def test_sound_lists_are_traced(draft):
    assert find_untraced_figure(draft, Context()) == ""


@pytest.mark.parametrize(
    "draft",
    [
        timeline(quotes=(*EVENT_QUOTES[:2], EVENT_QUOTES[2].replace("1st", "2nd"))),
        dossier(quotes=(RECORD_QUOTES[0], RECORD_QUOTES[1].replace("12,400", "21,400"))),
        aggregation(items=("Pier 9", "Pier 14"), quotes=("Pier 9 was shut.", "Pier 16 was shut.")),
        # Stated, but by the other item's document.
        aggregation(items=("Pier 9", "Pier 14"), quotes=("Pier 9 and Pier 14 were shut.", "The pier was shut.")),
    ],
)
def test_an_item_is_traced_in_its_own_documents(draft):
    assert find_untraced_figure(draft, Context())


def test_a_rejection_type_has_nothing_to_trace():
    assert find_untraced_figure(rejected("How many members had the Tallow Board in 1964?"), Context()) == ""


def test_the_reason_says_which_figure_of_what():
    found = find_untraced_figure(single(ASKED, "$12,500 in all", "$12,400 was paid"), Context())
    assert found == "no quote states '$12,500' of '$12,500 in all'"
