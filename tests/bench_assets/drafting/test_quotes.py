"""Where a quote stands in an untouched text."""

from __future__ import annotations

from bench_assets.drafting.quotes import find_quote, flatten


def test_white_space_and_quotation_marks_do_not_matter_and_the_span_is_of_the_text() -> None:
    text = "He said: “the com-\n mission\tmet”  at noon."
    span = find_quote(text, '"the com- mission met" at')

    assert span is not None
    assert text[span[0] : span[1]] == "“the com-\n mission\tmet”  at"


def test_a_changed_letter_is_an_invention() -> None:
    assert find_quote("the commission met", "the commission let") is None
    assert find_quote("the commission met", "") is None
    assert find_quote("", "x") is None


def test_flatten_joins_lines_and_broken_words() -> None:
    assert flatten("the com-\n  mission\n\nmet") == "the commission met"
