"""Which forms are one person or body, and which stay apart."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pytest

from bench_assets.corpus.aliases import PersonName, build_alias_index, parse_person
from bench_assets.schemas import ALIAS_INDEX, ENTITY_MENTIONS
from bench_assets.source.documents import read_shard
from bench_assets.source.locks import lock_source
from bench_assets.source.mentions import find_mentions
from bench_resources.names import GIVEN_NAMES, NOT_NAMES
from tests.shared_data import shared_data


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
        ("Har0ld J, Fenw1ck", PersonName("harold", ("j",), "fenwlck")),
        ("J.Harold Fenwick", PersonName("j", ("harold",), "fenwick")),
        ("Harnet Fenwick", PersonName("harriet", (), "fenwick")),
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


@pytest.mark.parametrize(
    ("name", "n", "is_joined"),
    [
        ("Har0ld Fenwick", 1, True),  # a digit
        ("Harnld Fenwlck", 1, True),  # look-alikes in both parts
        ("Harold Fenw", 1, True),  # cut
        ("FENWIXQ, HAROLD", 1, False),  # two letters that are not read for these: 2 > 13 * 0.13
        ("Harold Penwick", 5, False),  # 5 of 30 documents: more than a tenth
        ("Harold Renwick", 1, False),  # Renwick is a surname in print
        ("Harald Fenwick", 1, False),  # Harald is a given name
        ("Martha Fenwick", 1, False),
        ("Harold Osgood", 1, False),
    ],
)
def test_what_is_a_misreading_of_a_frequent_name(name, n, is_joined):
    assert (name in index(("Harold Fenwick", 30), (name, n))["Harold Fenwick"]) is is_joined


def test_a_surname_that_others_bear_is_no_misreading():
    others = (("Martha Fenwlck", 2), ("Peter Fenwlck", 2))
    assert "Harold Fenwlck" in index(("Harold Fenwick", 30), ("Harold Fenwlck", 1))["Harold Fenwick"]
    assert "Harold Fenwlck" not in index(("Harold Fenwick", 30), ("Harold Fenwlck", 1), *others)["Harold Fenwick"]


def test_a_rare_middle_initial_that_looks_like_the_frequent_one_is_it():
    assert list(index(("Harold V. Fenwick", 30), ("Harold Y. Fenwick", 1))) == ["Harold V. Fenwick"]
    assert len(index(("Harold V. Fenwick", 30), ("Harold S. Fenwick", 1))) == 2
    assert len(index(("Harold V. Smith", 30), ("Harold Y. Smith", 1))) == 2  # of a common surname, two people


def test_initials_that_look_alike_in_a_row_are_filed_one_after_the_other():
    # F is rare beside E, E beside A, and both pairs look alike: everything ends with A.
    found = index(("Harold A. Fenwick", 300), ("Harold E. Fenwick", 20), ("Harold F. Fenwick", 2))
    assert list(found) == ["Harold A. Fenwick"]


def test_initials_join_the_full_name_that_nearly_all_documents_have():
    found = index(("Harold J. Fenwick", 30), ("Hxrvld J. Fenwick", 1), ("H. J. Fenwick", 5))
    assert "H. J. Fenwick" in found["Harold J. Fenwick"]


def test_a_middle_name_goes_to_the_only_full_name_that_has_it():
    found = index(("Peter Harold Fenwick", 9), ("Harold Fenwick", 4), ("Harold Peter Fenwick", 2))
    assert list(found) == ["Peter Harold Fenwick"]
    assert len(index(("Peter Harold Fenwick", 3), ("Harold Fenwick", 9))) == 2  # the shorter is the more frequent


def test_a_misread_surname_goes_to_its_only_bearer():
    found = index(("Harold Fenwick", 9), ("Fenwlck", 1, "person", "titled"), ("Fenwich", 9, "person", "titled"))
    assert found["Harold Fenwick"]["Fenwlck"] == "a misreading of the surname of one person only"
    assert "Fenwich" not in found["Harold Fenwick"]  # nine documents: a surname of its own


def test_a_body_is_joined_by_its_letters_and_kept_apart_by_a_word():
    body = ("organisation", "body")
    found = index(
        ("Department of Fisheries", 30, *body), ("Department of Fishcrics", 4, *body), ("Departm3nt of Fisheries", 1, *body),
        ("Department of Fishermen", 1, *body),
    )  # fmt: skip
    assert set(found["Department of Fisheries"]) == {
        "Department of Fisheries",
        "Department of Fishcrics",
        "Departm3nt of Fisheries",
    }


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


def test_the_most_mentioned_people_of_a_real_release_are_people():
    documents = [
        read_shard(shard).documents
        for shard in lock_source("real", shared_data("jfk"), "doc_id", "text_content").shards
    ]
    mentions = pa.concat_tables([find_mentions(shard) for shard in documents])
    people = {
        row["alias"]: row["canonical_name"]
        for row in build_alias_index([mentions]).to_pylist()
        if row["kind"] == "person" and row["doc_ids"] is None
    }
    named = {
        (doc_id, people[name])
        for doc_id, name, kind in zip(*(mentions[c].to_pylist() for c in ("doc_id", "name", "kind")), strict=True)
        if kind == "person" and name in people
    }
    counts = Counter(name for _, name in named)
    top = [name for name, _ in counts.most_common(20)]
    parsed = [parse_person(name) for name in top]  # "J. Lee Osgood" is called by the second
    assert all({person.first, *person.middles} & GIVEN_NAMES for person in parsed)
    assert not any(word.lower() in NOT_NAMES for name in top for word in name.split())
    # A release banner stands on nearly half of the pages, and names somebody: it must not count.
    assert counts[top[0]] < 0.1 * sum(map(len, documents))


def test_no_mentions_make_an_empty_index_and_order_does_not_matter():
    assert build_alias_index([ENTITY_MENTIONS.empty_table()]).num_rows == 0
    assert index(("Harold Fenwick", 3), ("Martha Osgood", 2)) == index(("Martha Osgood", 2), ("Harold Fenwick", 3))


def aliases_of(documents):
    """{canonical name: {alias: doc_ids}} over doc_id -> [(title, name)]."""
    rows = [
        {"doc_id": doc_id, "start": at, "end": at + 1, "surface": name, "name": name, "kind": "person",
         "form": "titled" if title else "full", "title": title}
        for doc_id, named in documents.items()
        for at, (title, name) in enumerate(named)
    ]  # fmt: skip
    found: dict[str, dict[str, list[str] | None]] = {}
    for row in build_alias_index([pa.Table.from_pylist(rows, schema=ENTITY_MENTIONS)]).to_pylist():
        found.setdefault(row["canonical_name"], {})[row["alias"]] = row["doc_ids"]
    return found


def two_circles():
    """Harold Fenwick is named with Martha Osgood, Walter Fenwick with Peter Lund: thirty documents each."""
    harold = {f"H{i}": [("", "Harold Fenwick"), ("", "Martha Osgood")] for i in range(30)}
    walter = {f"W{i}": [("", "Walter Fenwick"), ("", "Peter Lund")] for i in range(30)}
    return harold | walter


def test_a_title_and_a_surname_that_several_bear_are_of_the_one_in_whose_company_they_stand():
    harbor = {f"T{i}": [("chairman", "Fenwick"), ("", "Martha Osgood")] for i in range(3)}
    found = aliases_of(two_circles() | harbor)
    assert found["Harold Fenwick"]["Chairman Fenwick"] is None  # everywhere
    assert "Chairman Fenwick" not in found["Walter Fenwick"]


def test_a_title_that_two_of_a_surname_have_is_divided_by_document():
    shared = {
        "T1": [("chairman", "Fenwick"), ("", "Martha Osgood")],
        "T2": [("chairman", "Fenwick"), ("", "Peter Lund")],
        "T3": [("chairman", "Fenwick"), ("", "Walter Fenwick")],  # named in full beside it
        "T4": [("chairman", "Fenwick"), ("", "Martha Osgood"), ("", "Peter Lund")],  # as much for one as for the other
        "T5": [("chairman", "Fenwick")],  # no company
    }
    found = aliases_of(two_circles() | shared)
    assert found["Harold Fenwick"]["Chairman Fenwick"] == ["T1"]
    assert found["Walter Fenwick"]["Chairman Fenwick"] == ["T2", "T3"]


def test_company_that_is_everywhere_says_nothing():
    everywhere = {doc_id: [*named, ("", "Ysolde Q. Vantree")] for doc_id, named in two_circles().items()}
    asked = {"T1": [("chairman", "Fenwick"), ("", "Ysolde Q. Vantree")]}
    found = aliases_of(everywhere | asked)
    assert all("Chairman Fenwick" not in aliases for aliases in found.values())


def test_first_and_last_name_of_two_is_divided_by_company():
    one = {f"A{i}": [("", "Harold A. Fenwick"), ("", "Martha Osgood")] for i in range(30)}
    other = {f"T{i}": [("", "Harold T. Fenwick"), ("", "Peter Lund")] for i in range(30)}
    bare = {"B1": [("", "Harold Fenwick"), ("", "Martha Osgood")], "B2": [("", "Harold Fenwick"), ("", "Peter Lund")]}
    found = aliases_of(one | other | bare)
    assert found["Harold A. Fenwick"]["Harold Fenwick"] == ["B1"]
    assert found["Harold T. Fenwick"]["Harold Fenwick"] == ["B2"]
    assert "Harold Fenwick" not in found


def test_who_is_called_by_the_title_in_full_is_meant_whatever_the_company():
    titled = {f"F{i}": [("senator", "Walter Fenwick")] for i in range(3)}
    asked = {f"T{i}": [("senator", "Fenwick"), ("", "Martha Osgood"), ("", "Peter Lund")] for i in range(3)}
    found = aliases_of(two_circles() | titled | asked)
    assert found["Walter Fenwick"]["Senator Fenwick"] is None
    assert "Senator Fenwick" not in found["Harold Fenwick"]
