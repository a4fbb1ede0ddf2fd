"""Sentences of OCR text: joined over line ends, split at full stops, debris left out."""

from __future__ import annotations

import pytest

from bench_resources.reader.draft_dates import is_calendar_date
from bench_resources.reader.draft_entities import Kind, Vocabulary, expansions, is_acronym, units
from bench_resources.reader.draft_sentences import is_clean, join_lines, sentences

NOBODY = Vocabulary({}, frozenset())


def test_a_word_broken_at_the_line_end_is_made_whole() -> None:
    assert join_lines("the com-\n  mission met") == "the commission met"
    assert join_lines("the Anglo-\nSaxon") == "the Anglo- Saxon"


def test_an_abbreviation_does_not_end_a_sentence() -> None:
    text = "The letter was shown to Mr. Tolland of the harbor office on the same day. It was then sent to the U.S. Senate with a note on the dues."

    assert [s.text for s in sentences(text)] == [text[:73], text[74:]]


def test_double_spaced_lines_read_on_but_paragraphs_do_not() -> None:
    text = "The Harbor Commission approved the dredging of the northern channel\n\nand the building of a new pier.\n\nSHORT TITLE\n\nThe dues were paid in full by every ship in the port."

    assert [s.text for s in sentences(text)] == [
        "The Harbor Commission approved the dredging of the northern channel and the building of a new pier.",
        "The dues were paid in full by every ship in the port.",
    ]


@pytest.mark.parametrize(
    "line",
    [
        "the dues were paid in full by every ship in the old port.",  # starts in the middle
        "The dues were paid in full by every ship in the old port",  # does not end
        "The dues were discussed at length in the office of Mr.",  # ends in an abbreviation
        "Tne dves wcre paia in fuii by evcry snip in tne oid pcrt.",  # debris
        "The dues | were paid in ~ full by every ship in the old port.",  # stray marks
        "Subject: The dues were paid in full by every ship in the port.",  # a label
    ],
)
def test_debris_and_fragments_are_no_sentences(line: str) -> None:
    assert not is_clean(line)


@pytest.mark.parametrize(("word", "is_one"), [("FBA", True), ("COX", False), ("LEE", False), ("XIV", False)])
def test_letters_that_make_a_syllable_are_a_shouted_name(word: str, is_one: bool) -> None:  # noqa: FBT001 - a column of the table
    assert is_acronym(word, NOBODY._replace(repeated=frozenset({word}))) is is_one


def test_initials_must_all_agree() -> None:
    assert expansions("the House Select Committee on Harbors (HSCH)") == {"HSCH": "House Select Committee on Harbors"}
    assert expansions("the House Select Committee on Harbors (HSC)") == {}


def test_capitalised_runs_are_told_apart() -> None:
    row = units(
        "Then the Harbor Commission in New York wrote to Senator Tolland about Berta Quenby on 3 May 1961.", NOBODY
    )

    assert [(u.kind, u.text) for u in row if u.kind not in {Kind.WORD, Kind.MARK}] == [
        (Kind.UNKNOWN, "Then"),
        (Kind.ORGANISATION, "Harbor Commission"),
        (Kind.PLACE, "New York"),
        (Kind.PERSON, "Senator Tolland"),
        (Kind.UNKNOWN, "Berta Quenby"),
        (Kind.DATE, "3 May 1961"),
    ]


@pytest.mark.parametrize(
    ("written", "is_day"),
    [
        ("29 February 1964", True),
        ("29 February 1963", False),
        ("May 31, 1961", True),
        ("13/1/1961", False),
        ("2/30/61", False),
        ("29 Feb 64", True),
        ("29 Feb 00", True),  # below 30 of the 2000s: 1900 was no leap year
        ("", False),
    ],
)
def test_only_days_of_the_calendar_are_dates(written: str, is_day: bool) -> None:  # noqa: FBT001 - a column of the table
    assert is_calendar_date(written) is is_day
