"""Titles in registers and lists, and the dates that are theirs."""

from __future__ import annotations

import pytest

from bench_resources.reader.entries import entry_date, names_title, title_places


def test_a_title_is_placed_behind_a_label_or_in_quotation_marks_alone():
    text = 'See winter barrels.\nSubject: Winter Bar-\nrels.\nIt is captioned "Winter Barrels" here.'
    places = title_places("Winter Barrels", text)
    # by hand: "Subject:" is at 20, its title at 29 to 45; "captioned" at 53, the title behind it at 64 to 78
    assert [(place.label, place.start, place.end) for place in places[:2]] == [(20, 29, 45), (53, 64, 78)]
    assert text[29:45] == "Winter Bar-\nrels"
    assert title_places("barrel", "Subject: ") == ()
    assert title_places("tin", "Subject: tin") == ()  # too short to tell one


@pytest.mark.parametrize(
    ("rest", "is_it"),
    [
        ("\n1. The ships are late.", True),
        (" REFERENCE: none", True),
        (" (S)", True),
        (" at Porthaven", False),
        ("\nat Porthaven", False),
        ("\n(WB) Annex by Boon", False),
    ],
)
def test_a_title_that_goes_on_is_another(rest, is_it):
    text = f"SUBJECT: Winter Barrels{rest}"
    assert bool(title_places("Winter Barrels", text)) is is_it
    assert names_title("Winter Barrels", text) is is_it


def test_a_headers_title_may_be_worse_read_than_an_entrys():
    text = "SUBJECT: Loss cf Winler Barreis at Porthaven"  # three letters of 29 misread; two may be in a list
    assert title_places("Loss of Winter Barrels at Porthaven", text) == ()
    assert names_title("Loss of Winter Barrels at Porthaven", text)
    assert not names_title("Sale of Summer Tin at Lundmark Bay", text)


def test_another_word_in_a_title_is_not_a_misread_one():
    text = "SUBJECT: Letter Accusing the Quill Line of Selling Cod"
    assert (
        title_places("Letter Accusing the Quill Line of Selling Tin", text) == ()
    )  # three letters of 37, but together
    assert title_places("Letter Accusinq the Quill Line cf Selling C0d", text.replace("Cod", "C0d")) != ()


def test_an_entrys_date_says_where_it_stands():
    text = "8 May 1961 No. 4\nSubject: Winter Barrels."
    (place,) = title_places("Winter Barrels", text)
    date = entry_date(text, place)
    assert (date.text, date.start, date.end) == ("8 May 1961", 0, 10)
    (place,) = title_places("Winter Barrels", text[17:])
    assert entry_date(text[17:], place) is None
