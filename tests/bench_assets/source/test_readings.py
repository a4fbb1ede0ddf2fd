"""A listed word is known under one error, and a word of its own is left alone."""

from __future__ import annotations

import re

import pytest

from bench_assets.source.readings import SOILED, lower_reading, misread_words
from bench_resources.names import GIVEN_NAMES
from bench_resources.words import is_english


@pytest.mark.parametrize(
    ("found", "meant"),
    [
        ("harnet", "harriet"),  # n for ri
        ("rohert", "robert"),
        ("cornmissioner", "commissioner"),
        ("subjoct", "subject"),
        ("harold", "harold"),
        ("marla", "marla"),  # a given name itself, though one letter from Maria
        ("rebel", "rebel"),  # a word
        ("fenwick", "fenwick"),
        ("", ""),
    ],
)
def test_what_a_word_says(found, meant):
    assert lower_reading(found) == meant


def test_no_misreading_is_a_word_or_a_given_name():
    assert not any(is_english(form) or form in GIVEN_NAMES for form in misread_words())


@pytest.mark.parametrize(
    ("word", "is_soiled"),
    [("Har0ld", True), ("Fen|wick", True), ("WILLlAM", True), ("Harold", False), ("O'Brien", False), ("Al", False)],
)
def test_which_words_are_to_be_mended(word, is_soiled):
    assert (re.search(SOILED.replace(r"\x{2019}", "\u2019"), word) is not None) is is_soiled
