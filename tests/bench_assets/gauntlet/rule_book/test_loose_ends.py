"""Questions that go on from something that nobody sees. Every name is invented."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.loose_ends import find_loose_end


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("What did Beatrice Okell sign too?", "too"),
        ("Still on Beatrice Okell: what did she sign on May 3, 1964?", "Still on"),
        ("Same question for Beatrice Okell: when was the lease signed?", "Same"),
        ("In it, what did Beatrice Okell say?", "In it,"),
        ("What, then, did Beatrice Okell sign?", ", then"),
        ("Did Beatrice Okell sign before or after?", "before or after"),
        ("What does Beatrice Okell go on to say about Pier 9?", "go on to say"),
        ("On what date did Beatrice Okell do so?", "do so"),
        ("What did the other member of the Harbor Board say?", "the other member"),
        ("Which pier did Beatrice Okell open on Tuesday?", "on Tuesday"),
        ("Which pier did Beatrice Okell open in the spring?", "in the spring"),
        ("How old is Beatrice Okell?", "How old is"),
        ("Beatrice Okell signed the lease. On what day?", "Beatrice Okell signed the lease."),
        ("On what date did Beatrice Okell sign the lease? The writer is unsure.", "The writer is unsure."),
        ("Right at the top, on what date did Beatrice Okell sign the lease of Pier 9?", "Right at the top,"),
        ("The Harbor Board asks: on what date did Beatrice Okell sign the lease?", "The Harbor Board asks:"),
        ("On what date did Beatrice Okell sign the lease, unless misread?", ", unless misread?"),
        ("How much for Pier 9?", "How much for Pier 9?"),
        ("Beatrice Okell and the lease of Pier 9: which day?", "which day?"),
    ],
)
def test_what_goes_on_from_something_unseen_is_found(question: str, found: str):
    assert find_loose_end(question) == found


@pytest.mark.parametrize(
    "question",
    [
        "On what date did Beatrice Okell sign the lease of Pier 9?",
        "Which pier did Beatrice Okell open on Tuesday, May 5, 1964?",
        "Which pier did Beatrice Okell open in the spring of 1964?",
        "Besides Beatrice Okell, who was the other member of the Harbor Board in 1964?",
        "Who chairs the Harbor Board under the charter of 1964?",
        "Which section of the Harbor Dues Act deals with salt?",
        "Which pier did Capt. Okell of Lundmark Corp. Ltd. open in 1964?",
        "As chairman, what did Beatrice Okell sign on May 3, 1964?",
        "After leaving office, whom did Beatrice Okell meet in Lundmark?",
        "At the Anchor Hotel, whom did Beatrice Okell meet in 1964?",
        "Who bore the cost of Pier 9 under the charter of 1964?",
        "Whose signature closes the charter of the Harbor Board?",
        "List the piers that Beatrice Okell opened in 1964.",
        "In the lease of Pier 9, what rent was agreed with Quentin Yardling?",
        "Did Beatrice Okell sign before or after Quentin Yardling?",
    ],
)
def test_a_question_that_stands_alone_has_no_loose_end(question: str):
    assert find_loose_end(question) == ""
