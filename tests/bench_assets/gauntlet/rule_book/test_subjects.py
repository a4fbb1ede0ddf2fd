"""Subjects and titles of papers that an answer gives as written."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.subjects import given_subjects, is_labelled


@pytest.mark.parametrize(
    ("subject", "quote", "is_so"),
    [
        ("Dues of the Harbor Board", "4 May 1964\nSUBJECT: Dues of the\nHarbor Board", True),
        ("Dues of the Harbor Board", "RE:  DUES OF THE HARBOR BOARD", True),
        ("Dues of the Harbor Board", "Title : Dues of the Harbor Board at Porthaven", True),
        ("Dues of the ...", "SUBJ; Dues of the Harbor Board", True),
        ("Dues of the Harbor Board", "TITLE\n\nDATE\n\nPAGES : 2\n\nDues of the Harbor Board", True),
        ("Dues of the Harbor Board", "TITLE of the Dues of the Harbor Board", False),
        ("Dues of the Harbor Board", "Dues of the Harbor Board", False),
        ("Dues of the Harbor Board", "SUBJECT: Ropes\n\nDues of the Harbor Board are late.", False),
        ("Harbor Board", "SUBJECT: Dues of the Harbor Board", False),  # the label stands before other words
        ("...", "SUBJECT: Dues", False),
        ("", "SUBJECT: Dues", False),
    ],
)
def test_a_subject_is_labelled_where_it_stands_right_behind_the_label(subject, quote, is_so):
    assert is_labelled(subject, ["", quote]) is is_so


def test_of_quoted_titles_each_is_a_subject_and_else_each_item():
    assert given_subjects('a memorandum on the subject "Dues" was written; one on "Ropes" was sent') == [
        "Dues",
        "Ropes",
    ]
    assert given_subjects("Dues; Ropes") == ["Dues", "Ropes"]
