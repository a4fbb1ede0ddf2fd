"""Marks of victims and minors, and a private person known again in any form."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.corpus.private_people import PrivateNames, marked_people, marks_in, name_pattern

NAMES = PrivateNames(frozenset({"Tolland, Berta", "Quibb", "Osric J. Penhallow"}))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("The victim, Nettie Sorrel, lay there.", ["Nettie Sorrel"]),
        ("Nettie Sorrel, age 14, was asked.", ["Nettie Sorrel"]),
        ("NETTIE SORREL, THE VICTIM, was found.", ["NETTIE SORREL"]),
        ("When Nettie Sorrel, then a minor, came", ["Nettie Sorrel"]),
        ("Nettie Sorrel was only fourteen years old.", ["Nettie Sorrel"]),
        ("a 14-year-old girl named Nettie Sorrel", ["Nettie Sorrel"]),
        ("VICTIM: SORREL, Nettie J.", ["SORREL, Nettie J."]),
        ("SORREL, NETTIE (a minor)", ["SORREL, NETTIE"]),
        ("From: Nettie Sorrel (minor)\nTo: the Mayor", ["Nettie Sorrel"]),
        ("N. Sorrel, a juvenile,", ["N. Sorrel"]),
        ("the minor child Opal O'Brien-Tate", ["Opal O'Brien-Tate"]),
        ("Jane Doe (Nettie Sorrel) said", ["Nettie Sorrel"]),
        ("Nettie Sorrel, hereinafter Jane Doe No. 2, said", ["Nettie Sorrel"]),
        ("the victim, Mayor Nettie Sorrel", ["Nettie Sorrel"]),
        ("the victims, Ann Roe, Beatrice Roe and Mayor Harold Fenwick", ["Ann Roe", "Beatrice Roe"]),
        ("the victim, Mrs. Sorrel. Her name is Nettie Sorrel; Mayor Sorrel is another.", ["Mrs. Sorrel", "Nettie Sorrel"]),
    ],
)  # fmt: skip
def test_a_mark_beside_a_name_is_read(text, names):
    assert list(marks_in(text)) == names


@pytest.mark.parametrize(
    "text",
    [
        "the victim's counsel, Harold Fenwick, rose", "Commissioner Ruth Carver told the victim's mother",
        "a victim of Harold Fenwick", "Harold Fenwick, a minor official", "Minor League Baseball",
        "Fenwick, Harold, 12, 14", "Harold Fenwick, age 54, was", "a plan of 14 years' standing by Harold Fenwick",
        "the victim of the Senate Committee", "", "victim",
    ],
)  # fmt: skip
def test_a_mark_of_somebody_else_is_none(text):
    assert list(marks_in(text)) == []


def test_documents_without_text_mark_nobody():
    documents = pa.table({"text": pa.array([None, "", "the victim, Nettie Sorrel,"], pa.string())})
    assert marked_people([documents]) == {"Nettie Sorrel"}
    assert marked_people([documents.slice(0, 0)]) == frozenset()


@pytest.mark.parametrize(
    "form", ["Berta Tolland", "Berta Holland", "TOLLAND, BERTA", "Berta M. Tolland", "B. Tolland", "Berta Toland", "Ada Quibb", "O. Penhallow"]
)  # fmt: skip
def test_a_listed_person_is_known_in_any_form_of_the_name_a_letter_misread(form):
    assert NAMES.is_one(form)


@pytest.mark.parametrize("form", ["Ada Tolland", "Tolland", "Berta", "Quibble", "Harbor Commission", ""])
def test_another_bearer_of_a_name_is_not_the_listed_one(form):
    assert not NAMES.is_one(form)
    assert not PrivateNames(frozenset()).is_one(form)


@pytest.mark.parametrize(
    "name", ["Tolland Estate", "Berta Tolland Fund", "Quibb and Sons", "Estate of Osric Penhallow"]
)
def test_a_body_named_after_a_listed_person_is_known(name):
    assert NAMES.is_in_body(name)
    assert not NAMES.is_in_body("Harbor Commission")


@pytest.mark.parametrize(
    "text",
    [
        "Who met Berta Tolland?", "the letter of berta m. TOLLAND", "TOLLAND, Berta", "Mrs. Tolland spoke", "B. Tolland",
        "the Penhallow family", "Tolland's claim", "Mr. Quibb", "Senator Tolland",
    ],
)  # fmt: skip
def test_a_text_that_names_a_listed_person_is_found(text):
    assert NAMES.search(text)


@pytest.mark.parametrize("text", ["Ada Tolland", "Berta Toland", "Quibble", "Berta", "the tolland", "A. Tolland", ""])
def test_a_text_that_names_another_is_not(text):
    assert not NAMES.search(text)


def test_a_common_word_is_no_surname_by_itself():
    harbor = PrivateNames(frozenset({"Ann Harbor"}))
    assert not harbor.search("the Harbor Commission")
    assert harbor.search("Miss Harbor")
    assert harbor.search("Ann Harbor")


def test_a_surname_after_initials_alone_is_no_word_of_its_own():
    pattern = name_pattern({"J. House"})
    assert pattern.search("J. House")
    assert not pattern.search("the House Committee")
    assert name_pattern([]) is None
