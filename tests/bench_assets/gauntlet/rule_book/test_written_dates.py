"""A known date in any way of writing it."""

from __future__ import annotations

import pytest

from bench_assets.gauntlet.rule_book.written_dates import is_written
from bench_resources.reader.answer_types import DateValue

DAY = DateValue(1964, 3, (7,))


@pytest.mark.parametrize(
    "text",
    [
        "the seventh of March 1964",
        "Slip 4 of March 7, 1964",
        "1964/03/07",
        "7.3.64",
        "19640307",
        "7-Mar-64",
        "March the 7th, 1964",
    ],
)
def test_a_date_is_found_however_it_is_written(text):
    assert is_written(DAY, text)


@pytest.mark.parametrize("text", ["March 17, 1964", "March 7, 1965", "7 marches in 1964", "March 1964", "", "17.3.64"])
def test_another_date_is_not_it(text):
    assert not is_written(DAY, text)


def test_a_date_without_a_month_is_never_found():
    assert not is_written(DateValue(1964, None, ()), "in 1964")
