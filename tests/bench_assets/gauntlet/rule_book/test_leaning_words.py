"""Words of a question that lean on something before it, and the same words where they do not. Every name is invented."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.leaning_words import find_leaning


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Who met Otto Lund again on May 3, 1964?", "again"),
        ("Whom did Ida Holm meet instead on May 3, 1964?", "instead"),
        ("Who else wrote to Otto Lund?", "Who else"),
        ("Whom besides him did Ida Holm meet?", "besides him"),
        ("What was the subject of the earlier meeting of Otto Lund and Ida Holm?", "the earlier meeting"),
        ("Whom did Ida Holm see at a further meeting on May 3, 1964?", "a further meeting"),
        ("On what later date did the Salt Board vote?", "what later date"),
        ("Who sent the last of the letters to Otto Lund?", "the last of the letters"),
        ("On what subjects did Ida Holm write in the months that followed?", "in the months that followed"),
        ("Whom did Ida Holm meet upon her return?", "upon her return"),
        ("Who sent the message of the 22nd inst. to Otto Lund?", "inst."),
        ("Who sent the message of April 26 last to Otto Lund?", "April 26 last"),
        ("Who sent the message of the 26th last to Otto Lund?", "26th last"),
        ("Whom did Ida Holm meet just before Christmas?", "just before Christmas"),
        ("In which nearby city did Otto Lund sign?", "nearby"),
        ("Who sent her the message about the salt?", "Who sent her"),
        ("Where did Otto Lund meet Ida Holm to discuss it?", "to discuss it"),
        ("What else do the documents record of Ida Holm in May 1964?", "What else do"),
        ("On what subjects did Ida Holm write between then and May 1964?", "between then"),
        ("To whom did Ida Holm write until the date of the meeting?", "the date of the meeting"),
        ("Where did Otto Lund meet her on May 3, 1964?", "did Otto Lund meet her"),
        ("In what year did Ida Holm come to terms with the company?", "with the company"),
        ("Who met Otto Lund a few days later?", "a few days later"),
        ("What salary did Ida Holm then receive?", "Holm then receive"),
        ("Whom did Ida Holm meet over yonder at Pier 9?", "yonder"),
        ("Who met Otto Lund on Monday last?", "Monday last"),
        ("Whom did Otto Lund meet in recent months?", "in recent months"),
        ("Who met the visitor of the following week?", "the visitor of the following week"),
        ("Whom did Ida Holm meet on the 3rd?", "on the 3rd"),
        ("Whom did Ida Holm meet in late March?", "late March"),
    ],
)
def test_words_that_lean_on_something_before_the_question_are_found(question: str, found: str) -> None:
    assert find_leaning(question) == found


@pytest.mark.parametrize(
    "question",
    [
        "Who else was on the line when Otto Lund telephoned Ida Holm?",
        "Which board, also known as the Salt Board, met in 1964?",
        "Whom did Ida Holm name instead of Otto Lund?",
        "Who met Otto Lund before Christmas 1964?",
        "What did Section 4 of the Salt Act forbid?",
        "Whom did Ida Holm meet after her return to Porthaven in 1964?",
        "Which board was later called the Salt Board?",
        "What did the Mayor tell Otto Lund on May 3, 1964?",
        "How much more did Otto Lund pay than Ida Holm?",
        "When Otto Lund met Ida Holm on May 3, 1964, whom did she meet a few days later?",
        "When Otto Lund, who had struck a rock in 1958, struck it again in 1964, who was on board?",
        "Whom did Ida Holm meet in late March 1964?",
        "What was the date of the meeting between Otto Lund and Ida Holm?",
        "Which bidder asked the Salt Board for a second hearing?",
        "Who succeeded Otto Lund as Second Secretary of the Salt Board?",
    ],
)
def test_the_same_words_that_lean_on_nothing_are_left_alone(question: str) -> None:
    assert find_leaning(question) == ""
