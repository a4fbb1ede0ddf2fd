"""Parts of papers that a question points at, and the same words where they are named. Every name is invented."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.papers_pointed_at import find_paper_part


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Whom did Ida Holm meet about the fire referred to in row 4?", "row 4"),
        ("What is the date of Exhibit C?", "of Exhibit C"),
        ("In Document 2, who met Otto Lund?", "In Document 2,"),
        ("Referring to Exhibit B, who met Otto Lund?", "Referring to Exhibit B,"),
        ("Who met Otto Lund in 1964, as shown in Figure 2?", "Figure 2"),
        ("Who met Otto Lund in 1964, see p. 3?", "see p."),
        ("What did Otto Lund say of the matter set out in paragraph 3?", "paragraph 3"),
        ("In the entry marked with an asterisk, who met Otto Lund?", "the entry marked"),
        ("Who met the name circled in the attachment on May 3, 1964?", "the name circled"),
        ("What did Ida Holm say of the facility in the photograph?", "in the photograph"),
        ("Who met the man mentioned in the passage on May 3, 1964?", "mentioned in the passage"),
        ("Who wrote the name at the top of the page?", "at the top of the page"),
        ("Taking the first attachment as read, who met Otto Lund?", "the first attachment"),
        ("Who met the hero of the story above on May 3, 1964?", "the story above"),
        ("In light of the preceding question, who met Otto Lund?", "the preceding question"),
        ("Who met Otto Lund, as per the contract?", "as per"),
        ("Who met Otto Lund, according to the file?", "according to the file"),
        ("Who was cc'd on the lease of Pier 9?", "cc'd"),
    ],
)
def test_a_part_of_a_paper_that_nobody_sees_is_found(question: str, found: str) -> None:
    assert find_paper_part(question) == found


@pytest.mark.parametrize(
    "question",
    [
        "What did Exhibit 12 of the Salt Commission show?",
        "What did Section 4 of the Salt Act forbid?",
        "What did Table 2 of the Salt Board's report for 1964 list?",
        "Who owned the land above Porthaven in 1964?",
        "What did Otto Lund say of the leak below deck of the Merrow?",
        "According to the records of the Salt Board, who founded it?",
        "Who took the photograph of Otto Lund at Pier 9?",
        "What was the subject matter of the Salt Act?",
        "What was the next question of the Salt Board to Otto Lund?",
    ],
)
def test_a_part_that_is_named_is_left_alone(question: str) -> None:
    assert find_paper_part(question) == ""
