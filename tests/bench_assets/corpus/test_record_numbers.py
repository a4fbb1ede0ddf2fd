"""Which numbers on a page are a record's own."""

from __future__ import annotations

import pytest

from bench_assets.corpus.record_numbers import HEAD_CHARS, record_numbers


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("310-20417-10055\n\nMEMORANDUM", ["310-20417-10055"]),
        ("RECORD NUMBER: 310-20417-10055 SERIES: 2", ["310-20417-10055"]),
        ("HARBOR_PAPERS_0012345", ["HARBORPAPERS0012345"]),
        ("HBR00012345", ["HBR00012345"]),
        ("HBR-00012345 and HBR00012345", ["HBR00012345"]),
        ("Call 555-201-4477 or 1-555-201-4477", []),
        ("10-29-1961", []),  # eight digits: a date
        ("No. 12345678901", []),  # one group without letters: an account, a cable, anything
        ("x310-20417-10055", []),
        ("", []),
    ],
)
def test_numbers_of_archives_are_told_from_others(text, numbers):
    assert record_numbers(text) == numbers


def test_a_number_counts_at_the_top_and_the_bottom_alone():
    number = "310-20417-10055"
    filling = "The clerk read the register. " * 40
    assert record_numbers(filling + number) == [number]
    assert record_numbers(f"{filling[: HEAD_CHARS + 40]}{number} {filling}") == []


def test_hostile_digits_take_no_time():
    assert record_numbers("1-" * 500_000) == []
    assert record_numbers("A" * 1_000_000) == []
