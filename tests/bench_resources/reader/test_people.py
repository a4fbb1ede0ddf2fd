"""Names of people."""

from __future__ import annotations

import pytest

from bench_resources.reader.people import (
    PersonName,
    names_another,
    parse_person,
    people_named,
    same_person,
)


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("Ann M. Reddick", PersonName(("ann", "m"), "reddick")),
        ("REDDICK, Ann M.", PersonName(("ann", "m"), "reddick")),
        ("Mr. Reddick", PersonName((), "reddick")),
        ("Otto von Lund, Jr.", PersonName(("otto",), "lund")),
        ("Zoë Muñoz", PersonName(("zoe",), "munoz")),
    ],
)
def test_forms_of_a_name_have_one_shape(name, parts):
    assert parse_person(name) == parts


@pytest.mark.parametrize("name", ["", "Tallow Board", "Room 12", "the man who signed it", "Salt Division Staff"])
def test_what_is_no_name_of_a_person_is_none(name):
    assert parse_person(name) is None


def test_initials_agree_with_names_and_other_names_do_not():
    ann = parse_person("Ann M. Reddick")
    assert same_person(ann, parse_person("A. Reddick"))
    assert same_person(ann, parse_person("Reddick"))
    assert not same_person(ann, parse_person("Bob Reddick"))
    assert not same_person(ann, parse_person("Ann K. Reddick"))


def test_another_bearer_of_the_surname_is_told_apart():
    asked = people_named("When did Ann Reddick visit Porthaven?")
    assert asked == (PersonName(("ann",), "reddick"),)
    assert names_another(asked, "Bob Reddick visited Porthaven.")
    assert names_another(asked, "REDDICK, Bob visited.")
    assert not names_another(asked, "Reddick visited Porthaven.")
    assert not names_another(asked, "A. Reddick visited with Bob Reddick.")
    assert not names_another(asked, "Nobody came.")
    assert names_another(people_named("When did Ann M. Reddick visit Porthaven?"), "Bob M. Reddick came.")
