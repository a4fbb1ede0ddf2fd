"""Which names are found, in which form, with which span - and what is no name."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.schemas import DOCUMENTS, ENTITY_MENTIONS
from bench_assets.source.mentions import find_mentions, mentions_of


def named(text):
    """(name, form, title) of each mention."""
    return [(found.name, str(found.form), found.title) for found in mentions_of(text)]


@pytest.mark.parametrize(
    ("text", "name", "form", "title"),
    [
        ("I saw Harold Fenwick there.", "Harold Fenwick", "full", ""),
        ("I saw Harold J. Fenwick there.", "Harold J. Fenwick", "full", ""),
        ("I saw Harold\nFenwick there.", "Harold Fenwick", "full", ""),
        ("told HAROLD FENWICK that", "HAROLD FENWICK", "capitals", ""),
        ("told Harold FENWICK that", "Harold FENWICK", "full", ""),
        ("FROM: FENWICK, HAROLD J.\nTO: FILE", "FENWICK, HAROLD J", "last_first", ""),
        ("From: Fenwick, Harold\nTo: file", "Fenwick, Harold", "last_first", ""),
        ("a call from Mr. Fenwick today", "Fenwick", "titled", "mr"),
        ("met Senator Harold Fenwick at noon", "Harold Fenwick", "titled", "senator"),
        ("met Deputy Director Fenwick at noon", "Fenwick", "titled", "deputy director"),
        ("signed, H. J. Fenwick, for", "H. J. Fenwick", "initials", ""),
        ("signed, H. James Fenwick, for", "H. James Fenwick", "initials", ""),
        ("the clerk Ysolde Q. Fenwick said", "Ysolde Q. Fenwick", "full", ""),
        ("met Miguel de la Torre yesterday", "Miguel de la Torre", "full", ""),
        ("met J.Harold Fenwick today", "J.Harold Fenwick", "initials", ""),
        ("met Harold J, Fenwick today", "Harold J, Fenwick", "full", ""),  # the point, misread
        ("met Harold.Fenwick today", "Harold.Fenwick", "full", ""),  # the blank, misread
        ("met Harold 0sgood today", "Harold Osgood", "full", ""),
        ("met Har0ld Fen|wick today", "Harold Fenlwick", "full", ""),
        ("met Harnet Fenwick today", "Harnet Fenwick", "full", ""),  # Harriet
        ("met HAROLD FENW1CK today", "HAROLD FENWICK", "capitals", ""),
        ("FROM: FENWICK, HAR0LD J.", "FENWICK, HAROLD J", "last_first", ""),
        ("told Cornmissioner Fenwick", "Fenwick", "titled", "commissioner"),
        ("told Fire Marshal Fenwick", "Fenwick", "titled", "fire marshal"),
        ("met lmogen Fenwick today", "Imogen Fenwick", "full", ""),
        ("met Imo#gen Fen_wick today", "Imogen Fenwick", "full", ""),
        ("met Imogen 2imwick-4sh today", "Imogen Zimwick-Ash", "full", ""),
        ("told Harold'J. Fenwick that", "Harold J. Fenwick", "full", ""),
        ("told Harold J..Fenwick that", "Harold J. Fenwick", "full", ""),
        ("told Harold J. =Fenwick that", "Harold J. Fenwick", "full", ""),
        ("told HaroldFenwick that", "Harold Fenwick", "full", ""),
        ("told HaroldJ. Fenwick that", "Harold J. Fenwick", "full", ""),
        ("told Harold 8. Fenwick that", "Harold B. Fenwick", "full", ""),
        ("told Harold B. }enwick that", "Harold B. Enwick", "full", ""),
        ("told ~arold Fenwick that", "Arold Fenwick", "full", ""),
        ("FROM: Fenwick; Harold J.\nTO: file", "Fenwick, Harold J", "last_first", ""),
        ("FROM: FENWICK. HAROLD J., CLERK", "FENWICK, HAROLD J", "last_first", ""),
        ("told Harold@ Fenwick that", "Harold Fenwick", "full", ""),
        ("signed Harold J. Fenwick:mnl", "Harold J. Fenwick", "full", ""),
        ("told Harold Fenwick_Lund that", "Harold Fenwick-Lund", "full", ""),
        ("> was told\n> by Harold\n> Fenwick that", "Harold Fenwick", "full", ""),
        ("FROM:   .'Fenwick, Harold\nTO: file", "Fenwick, Harold", "last_first", ""),
        ("FROM.   Fenwick, Harold\nTO: file", "Fenwick, Harold", "last_first", ""),
        ("FROM: FENWICK,.HAROLD\nTO: file", "FENWICK, HAROLD", "last_first", ""),
        ("FROM:     A. J. Fenwick\nTO: file", "A. J. Fenwick", "initials", ""),
        ("it was late. Senator\nFenwick left", "Fenwick", "titled", "senator"),
        ("the clerk of the\nDocks, Harold Fenwick took over", "Harold Fenwick", "full", ""),
    ],
)
def test_a_person_is_found(text, name, form, title):
    assert named(text) == [(name, form, title)]


@pytest.mark.parametrize(
    "text",
    [
        "The Memorandum Concerning Subject Matter was Approved.",
        "FROM: Chief, Records Branch\nSUBJECT: Monthly Report",
        "Page 3 of 4. New York, Tuesday, 4 March",
        "U. S. Marshal and D. C. Streets",
        "A. List item\nB. Another item",
        "Q. Did you see it?\nA. James was there.",
        "George and the others",
        "tHE gArbled Wcrds oF Sc4nned text",
        "x@Harold.Fenwick",
        "Harold Subjoct",  # a form's word, misread
        "Clement N. Commissioner",
        "Harold Fenwick Memorial Library",
        "the Senator Harold J. Fenwick Harbor Records Collection Act of 1962",
        "RELEASED UNDER THE HAROLD J. FENWICK HARBOR RECORDS ACT",
        "released under the Harold J. Fenwick\n\nHarbor Records Collection Act of",
        "GEN TIDCOM TIDSOP",  # routing, no general
        "the office of the General Counsel\nAttachments",
        "He was Director.\nFenwick left",
        "SENATOR\nFENWICK",  # two lines of a form
        "Harold Fen*ick left",  # part of the name is hidden
        "HAROLD FENW*CK",
        "HAROLD|FENWICK",
        "on June 8. Fenwick left",
        "TO: Fenwick; Lund; Osgood",
        "",
    ],
)
def test_no_person_is_found(text):
    assert [found for found in mentions_of(text) if found.kind == "person"] == []


@pytest.mark.parametrize(
    "text",
    [
        "Harold Fenwick\nRecords Branch",
        "Harold Fenwick visited the library",
        "Harold Fenwick. The Collection",
        "Harold Fenwick General Counsel Tides Commission",
    ],
)
def test_what_stands_after_a_name_rarely_makes_it_a_thing(text):
    assert [name for name, form, _ in named(text) if form == "full"] == ["Harold Fenwick"]


def test_a_comma_after_an_initial_parts_two_people():
    assert [name for name, _, _ in named("saw Harold J, Martha Osgood and others")] == ["Martha Osgood"]


def test_names_in_a_list_stay_apart():
    assert [name for name, _, _ in named("Harold Fenwick\nMartha Osgood\nPeter Lund")] == [
        "Harold Fenwick",
        "Martha Osgood",
        "Peter Lund",
    ]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("the Department of Fisheries said", "Department of Fisheries"),
        ("the Coastal Survey Agency said", "Coastal Survey Agency"),
        ("THE COASTAL SURVEY AGENCY", "COASTAL SURVEY AGENCY"),
        ("the House Select Committee on Tides met", "House Select Committee on Tides"),
        ("the Trade and Fisheries Board met", "Trade and Fisheries Board"),
    ],
)
def test_a_body_is_found(text, name):
    assert named(text) == [(name, "body", "")]


def test_a_date_is_no_part_of_a_body():
    assert named("the Coastal Survey Board on November 4 met") == [("Coastal Survey Board", "body", "")]


@pytest.mark.parametrize("text", ["ISSUING OFFICE", "the Agency said", "the Office", "In Committee"])
def test_form_labels_and_bare_heads_are_no_bodies(text):
    assert named(text) == []


def test_an_acronym_in_brackets_must_spell_its_body():
    assert named("the Coastal Survey Agency (CSA) met")[1] == ("CSA", "acronym", "")
    assert len(named("the Coastal Survey Agency (ATTN) met")) == 1


def test_spans_are_of_the_untouched_text_and_the_title_is_inside():
    text = "\r\n  Senator  Harold\r\nFenwick left. The Coastal Survey Agency (CSA) stayed."
    row = {"doc_id": "D-1", "text": text, "length_chars": len(text)}
    table = find_mentions(pa.Table.from_pylist([row], schema=DOCUMENTS))
    assert table.schema.equals(ENTITY_MENTIONS)
    for row in table.to_pylist():
        assert text[row["start"] : row["end"]] == row["surface"]
    assert table["surface"].to_pylist()[0].startswith("Senator")
    assert table["name"].to_pylist() == ["Harold Fenwick", "Coastal Survey Agency", "CSA"]


def test_no_documents_make_an_empty_table():
    assert find_mentions(DOCUMENTS.empty_table()).schema.equals(ENTITY_MENTIONS)


def test_a_hostile_text_takes_no_time():
    text = "HAROLD " * 20_000 + "A" * 200_000 + " Department of" * 5_000 + " A. B." * 5_000
    assert isinstance(mentions_of(text), list)
