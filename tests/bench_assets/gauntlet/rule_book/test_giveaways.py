"""Answers that stand in their own question."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.giveaways import find_giveaway
from tests.bench_assets.gauntlet.rule_book.made_drafts import (
    ORDER,
    RECORD,
    SOUND_LISTS,
    WHOM,
    aggregation,
    dossier,
    rejected,
    single,
    timeline,
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Whom did Okell meet when she saw Quentin Yardling at the Anchor Hotel?", "Quentin Yardling"),
        ("Why did Yardling come to see Beatrice Okell?", "Quentin Yardling"),
        ("What did Mr. Yardling's company build, and who heads it?", "Quentin P. Yardling"),
        ("Who was YARDLING, QUENTIN to the Board?", "Quentin Yardling"),
        ("Who is Harriet L. Ravensholt, who led the inquiry?", "Harriet Ravensholt"),
        ("On what date was the lease of 3 March 1964 signed?", "March 3, 1964"),
        ("On what date (3/3/64) was the lease signed?", "March 3, 1964"),
        ("In what year did the Board meet on March 3, 1964?", "1964"),
        ("How much was the $12,400 bond for Pier 14?", "$12,400"),
        ("What was the bond of twelve thousand dollars for?", "$12,000"),
        ("How much, $1.2 million, was paid?", "$1,200,000"),
        ("How many of the eleven members voted?", "11"),
        ("How many of the 11 members voted?", "eleven"),
        ("What percentage, 45%, did Lund receive?", "45 percent"),
        ("Where at the Anchor Hotel did Okell meet Yardling?", "the Anchor Hotel"),
        ("Which body, the Harbor Board or another, approved the lease?", "Harbor Board"),
        ("What position did Okell, the Harbor Master, hold?", "Harbor Master"),
        ("Which company, Blackwater Stevedoring, posted the bond?", "Blackwater Stevedoring Company"),
    ],
)
def test_an_answer_in_its_question_is_found(question, answer):
    assert find_giveaway(single(question, answer), Context())


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How many bids were received for the dredging of Pier 14?", "14"),
        ("Whom did Anna Okell meet on March 3, 1964?", "Beatrice Okell"),
        ("On what date did the Board answer the letter of March 3, 1964?", "April 7, 1964"),
        ("On what day of March 1964 did the Board meet?", "March 3, 1964"),
        ("What was the abbreviation of the Tallow Council?", "TC"),
        ("Which bid was higher, that of Blackwater Company or of Ironmonger Corporation?", "Blackwater Company"),
        ("How much did the sale of Berth 11 bring in 1964?", "$1,964"),
        ("Who lives in Yardling Street?", "Quentin Yardling"),
        ("Where did the Harbor Board sit?", "the Board's rooms at the Anchor Hotel"),
    ],
)
def test_what_only_looks_like_the_answer_is_not(question, answer):
    assert find_giveaway(single(question, answer), Context()) == ""


@pytest.mark.parametrize("draft", [*SOUND_LISTS, rejected(WHOM)], ids=lambda draft: draft.type)
def test_clauses_of_a_timeline_and_the_period_of_a_dossier_give_nothing_away(draft):
    assert find_giveaway(draft, Context()) == ""


@pytest.mark.parametrize(
    "draft",
    [
        aggregation(WHOM.replace("people", "people, such as Otto Lund,")),
        aggregation(WHOM.replace("meet", "meet with Lund")),
        timeline(ORDER.replace("Otto Lund signed", "on March 3, 1964 Otto Lund signed")),
        dossier(RECORD.replace("event by event", "such as that she met Yardling on March 3, 1964")),
        dossier(
            RECORD.replace("event by event", "such as that Beatrice K. Okell met Quentin Yardling at the Anchor Hotel")
        ),
    ],
)
def test_an_item_in_a_question_is_found(draft):
    assert find_giveaway(draft, Context())


def test_a_double_barrelled_surname_gives_its_bearer_away():
    assert find_giveaway(single("Who, known as Palliser-Lund, met Okell?", "Clement Palliser-Lund"), Context())
