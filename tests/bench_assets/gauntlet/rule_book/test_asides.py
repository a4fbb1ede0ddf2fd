"""Speech beside a question, stand-ins for nobody named, and the same words where they name. Every name is invented."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.asides import find_aside


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Whom, he wrote, did Otto Lund meet on May 3, 1964?", ", he wrote,"),
        ("On what date, according to him, did Ida Holm resign?", "according to him"),
        ("Who met Otto Lund on May 3, 1964, dear reader?", "dear reader"),
        ("As the summary in the box states, who met Otto Lund?", "As the summary in the box states,"),
        ("Who, by the stamp on the back, met Otto Lund in 1964?", ", by the stamp on the back,"),
        ("Who met Otto Lund, as agreed?", "as agreed"),
        ("What did the described event cost the Salt Board?", "the described event"),
        ("Who met Person A on May 3, 1964?", "Person A"),
        ("Who met Mr. X on May 3, 1964?", "Mr. X"),
        ("Who met [NAME] on May 3, 1964?", "[NAME]"),
        ("Who wrote to Ida Holm and self about Pier 9?", "and self"),
        ("Whom did the others meet at Pier 9 on May 3, 1964?", "the others meet"),
        ("On what date did both of them meet Otto Lund?", "both of them"),
        ("Who was in the room when they met with Ida Holm?", "when they met"),
        ("Who arranged the meeting between them and Ida Holm?", "between them and"),
        ('Who sent the letter of May 3, 1964 to them on the subject ""?', "1964 to them"),
        ("Whom did Otto Lund meet on May 3, 1964 about something else?", "about something"),
        ("Whom did Otto Lund meet about what happened on May 3, 1964?", "about what happened"),
    ],
)
def test_speech_beside_a_question_and_stand_ins_for_nobody_named_are_found(question: str, found: str) -> None:
    assert find_aside(question) == found


@pytest.mark.parametrize(
    "question",
    [
        "What did Otto Lund put to Ida Holm when the two telephoned?",
        "Who told Otto Lund and Ida Holm that both of them had been dismissed?",
        "Who said Otto Lund had left the Salt Board?",
        "As the Salt Board states, who founded it?",
        "Who stood on the other side of Pier 9 on May 3, 1964?",
        "How many of those present at the hearing on Pier 9 voted against it?",
        "Whom did Otto Lund ask about what happened at Pier 9?",
    ],
)
def test_the_same_words_where_they_name_are_left_alone(question: str) -> None:
    assert find_aside(question) == ""
