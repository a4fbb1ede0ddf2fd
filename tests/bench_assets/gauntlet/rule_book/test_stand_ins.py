"""Words that stand for something said before or left unsaid."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.stand_ins import find_stand_in

POINTING = (
    "On what date did the former become Superintendent of Docks?",
    "What did the latter two tell Otto Lund?",
    "How much did the second one cost?",
    "Who did so on March 3, 1964?",
    "Which firm audited such a fund in 1964?",
    "What did someone tell Ida Holm about the fire at Pier 9?",
    "Which company got the contract for Pier 9 instead?",
    "Who was appointed Secretary of the Board last December?",
    "Who is the present Commissioner of Docks?",
    "What do both say about the sale of Pier 9?",
    "Of the three firms, which bid lowest for Pier 9?",
    "To which of the two did Ida Holm write?",
    "Who among those listed was appointed Clerk?",
    "What else was agreed between Otto Lund and Ida Holm?",
    "Which other matters did Otto Lund raise?",
    "Which alternative did Otto Lund prefer?",
)
SOUND = (
    "Which of the two tugs, the Merrow or the Petrel, sank in 1921?",
    "Which of the two did Ida Holm buy, the Merrow or the Petrel?",
    "Who else was on the line when Otto Lund telephoned Ida Holm?",
    "What else besides salt did the Merrow carry?",
    "Which of those who signed the lease of Pier 9 was a dockhand?",
    "What did both Otto Lund and Ida Holm say about Pier 9?",
    "Which other name did Otto Lund use?",
    "Which storm, such as that of 1921, did the Merrow survive?",
    "",
)


@pytest.mark.parametrize("question", POINTING)
def test_a_word_without_what_it_stands_for_is_found(question):
    assert find_stand_in(question)


@pytest.mark.parametrize("question", SOUND)
def test_a_word_beside_what_it_stands_for_is_not(question):
    assert find_stand_in(question) == ""
