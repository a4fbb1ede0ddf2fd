"""The word list tells words from debris."""

from __future__ import annotations

import pytest

from bench_resources.words import is_english, zipf


@pytest.mark.parametrize("word", ["the", "Memorandum", "harbor", "telegram", "of", "a", "I"])
def test_words_are_english(word):
    assert is_english(word)


@pytest.mark.parametrize("word", ["tbe", "anc", "wae", "bave", "aocument", "reaponsinility", "x", "qz", ""])
def test_scanning_errors_are_not(word):
    assert not is_english(word)


def test_an_absent_word_has_frequency_zero():
    assert zipf("nnvepucnes") == 0.0
    assert zipf("The") > 7
