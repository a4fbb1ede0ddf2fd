"""Which forms are one person or body, and which stay apart."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.corpus.aliases import PersonName, build_alias_index, parse_person
from bench_assets.schemas import ALIAS_INDEX, ENTITY_MENTIONS


def index(*mentions):
    """canonical name -> {alias: reason} over (name, n_documents[, kind[, form]])."""
    rows = []
    for serial, (name, n, *rest) in enumerate(mentions):
        kind, form = (*rest, *("person", "full")[len(rest) :])
        rows += [
            {"doc_id": f"D-{serial}-{i}" if kind == "person" else f"D-{i}", "start": serial, "end": serial + 1, "surface": name, "name": name,
             "kind": kind, "form": form, "title": ""}
            for i in range(n)
        ]  # fmt: skip
    table = build_alias_index([pa.Table.from_pylist(rows, schema=ENTITY_MENTIONS)])
    assert table.schema.equals(ALIAS_INDEX)
    found: dict[str, dict[str, str]] = {}
    for row in table.to_pylist():
        found.setdefault(row["canonical_name"], {})[row["alias"]] = row["reason"]
    return found


@pytest.mark.parametrize(
    ("name", "parsed"),
    [
        ("Harold J. Fenwick", PersonName("harold", ("j",), "fenwick")),
        ("FENWICK, HAROLD J", PersonName("harold", ("j",), "fenwick")),
        ("Miguel de la Torre", PersonName("miguel", (), "de la torre")),
        ("Fenwick", PersonName("", (), "fenwick")),
    ],
)
def test_names_are_parsed(name, parsed):
    assert parse_person(name) == parsed


def test_order_case_and_middle_initial_are_one_person():
    found = index(("Harold Fenwick", 5), ("FENWICK, HAROLD J", 2), ("Harold J. Fenwick", 4), ("HAROLD FENWICK", 3))
    assert list(found) == ["Harold Fenwick"]
    assert set(found["Harold Fenwick"]) == {
        "Harold Fenwick",
        "FENWICK, HAROLD J",
        "Harold J. Fenwick",
        "HAROLD FENWICK",
    }


def test_different_middle_initials_are_different_people_and_the_bare_form_is_neither():
    found = index(("Harold J. Fenwick", 4), ("Harold T. Fenwick", 4), ("Harold Fenwick", 6))
    assert len(found) == 3


def test_initials_join_the_only_full_name_that_agrees():
    assert list(index(("Harold James Fenwick", 4), ("H. J. Fenwick", 2))) == ["Harold James Fenwick"]
    assert len(index(("Harold James Fenwick", 4), ("Hubert John Fenwick", 4), ("H. J. Fenwick", 2))) == 3
    assert list(index(("Robert Fenwick", 9), ("G. Robert Fenwick", 2))) == ["Robert Fenwick"]


def test_a_surname_joins_its_only_bearer_and_an_ambiguous_one_nobody():
    only = index(("Harold Fenwick", 4), ("Fenwick", 9, "person", "titled"))
    assert only["Harold Fenwick"]["Fenwick"] == "the only person of that surname"
    two = index(("Harold Fenwick", 4), ("Martha Fenwick", 4), ("Fenwick", 9, "person", "titled"))
    assert all("Fenwick" not in aliases for aliases in two.values())


def test_a_surname_that_is_an_ordinary_word_joins_nobody():
    assert set(index(("Harold Church", 9), ("Church", 9, "person", "titled"))["Harold Church"]) == {"Harold Church"}


def test_a_rare_misreading_joins_a_frequent_name_and_a_frequent_neighbour_does_not():
    found = index(("Harold Fenwick", 12), ("Harold Fenwiek", 1), ("Harold Penwick", 6))
    assert "Harold Fenwiek" in found["Harold Fenwick"]
    assert "Harold Penwick" in found  # six documents: another man


def test_one_letter_of_a_short_name_makes_another_name():
    assert "Harold Dunn" in index(("Harold Dunn", 1), ("Harold Dunk", 12))


def test_a_double_surname_joins_when_the_short_form_is_known():
    found = index(("Luis Arregui", 6), ("Luis Arregui Montalvo", 2))
    assert list(found) == ["Luis Arregui"]


def test_a_name_that_a_line_end_cut_is_dropped():
    assert list(index(("Martin Luther", 4), ("Martin Luther Stokely", 4))) == ["Martin Luther Stokely"]


def test_bodies_join_by_case_order_and_spelt_out_acronym():
    body = ("organisation", "body")
    found = index(
        ("Department of Fisheries", 4, *body), ("DEPARTMENT OF FISHERIES", 1, *body), ("Fisheries Department", 2, *body),
        ("Coastal Survey Agency", 3, *body), ("CSA", 3, "organisation", "acronym"),
    )  # fmt: skip
    assert set(found["Department of Fisheries"]) == {
        "Department of Fisheries",
        "DEPARTMENT OF FISHERIES",
        "Fisheries Department",
    }
    assert found["Coastal Survey Agency"]["CSA"] == "acronym in brackets after the name"


def test_a_fragment_of_a_longer_body_is_no_body():
    body = ("organisation", "body")
    found = index(
        ("House Select Committee on Tides", 6, *body), ("Select Committee", 8, *body), ("House Select Comm", 2, *body)
    )
    assert list(found) == ["House Select Committee on Tides"]


def test_no_mentions_make_an_empty_index_and_order_does_not_matter():
    assert build_alias_index([ENTITY_MENTIONS.empty_table()]).num_rows == 0
    assert index(("Harold Fenwick", 3), ("Martha Osgood", 2)) == index(("Martha Osgood", 2), ("Harold Fenwick", 3))
