"""What scanning makes of a word, and what that costs."""

from __future__ import annotations

import pytest

from bench_resources.misreadings import ALIKE_COST, FAR, LOOK_ALIKES, distance, mend, misreadings_of


@pytest.mark.parametrize(
    ("found", "meant"),
    [
        ("Har0ld", "Harold"),
        ("FENW1CK", "FENWICK"),
        ("Fen~wick", "Fenwick"),
        ("0SGOOD", "OSGOOD"),
        ("0sgood", "Osgood"),
        ("Lul1", "Lull"),
        ("WILLlAM", "WILLIAM"),
        ("HaroId", "Harold"),
        ("McIntyre", "McIntyre"),  # fewer than three small letters before it
        ("O'Brien", "O'Brien"),
        ("A", "A"),
        ("", ""),
    ],
)
def test_marks_and_digits_are_read_as_letters(found, meant):
    assert mend(found) == meant


def test_one_error_gives_look_alikes_lost_letters_and_one_letter_for_two():
    found = set(misreadings_of("martin"))
    assert {"mactin", "marfin", "martln"} <= found
    assert "rnartin" in found  # rn for m
    assert "martin" not in found
    assert "artin" in found  # six letters: one may be lost
    assert list(misreadings_of("dean")) == []  # four letters: another name


def test_look_alikes_go_both_ways():
    assert all(pair[::-1] in LOOK_ALIKES for pair in LOOK_ALIKES)
    assert "eo" in LOOK_ALIKES
    assert "az" not in LOOK_ALIKES


@pytest.mark.parametrize(
    ("word", "other", "cost"),
    [
        ("fenwick", "fenwick", 0.0),
        ("fenwiek", "fenwick", ALIKE_COST),  # e for c
        ("fenwick", "fenwizk", 1.0),  # z is not read for c
        ("fenwik", "fenwick", 1.0),  # one lost
        ("rnorton", "morton", ALIKE_COST),  # rn for m
        ("morton", "rnorton", ALIKE_COST),
        ("fonwiek", "fenwick", 2 * ALIKE_COST),
        ("", "ab", 2.0),
    ],
)
def test_what_errors_cost(word, other, cost):
    assert distance(word, other, 2.0) == cost


def test_beyond_the_limit_is_far():
    assert distance("fenwick", "osgoody", 2.0) == FAR
    assert distance("fenwick", "fenwickberg", 2.0) == FAR
    assert distance("fenwizk", "fenwick", 0.5) == FAR
