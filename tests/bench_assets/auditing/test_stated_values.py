"""Dates, amounts, counts and periods as values."""

from __future__ import annotations

import pytest

from bench_assets.auditing.stated_values import Period, read_cents, read_count, read_day, read_period, take_days


@pytest.mark.parametrize(
    "text", ["March 3, 1996", "3 March 1996", "MARCH 3, 1996", "3rd of March 1996", "1996-03-03", "03/03/96"]
)
def test_a_day_is_one_in_every_form(text: str) -> None:
    assert read_day(f"on {text}") == "1996-03-03"


@pytest.mark.parametrize("text", ["", "March 1996", "February 31, 1996", "March 3, 1996 and March 4, 1996"])
def test_no_day_or_several_are_none(text: str) -> None:
    assert read_day(text) is None


def test_days_are_taken_out_of_a_text() -> None:
    assert take_days("met on March 3, 1996 at noon") == ("met on   at noon", ("1996-03-03",))


def test_amounts_and_counts_are_compared_by_value() -> None:
    assert (read_cents("$1,250.50"), read_cents("$4,500"), read_cents("nothing")) == (125_050, 450_000, None)
    assert (read_count("nine vessels"), read_count("1,204"), read_count("none")) == (9, 1_204, None)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("in 1996", "1996-01-01", "1996-12-31"),
        ("in February 1996", "1996-02-01", "1996-02-29"),
        ("between March and August 1996", "1996-03-01", "1996-08-31"),
        ("from November 1995 to January 1996", "1995-11-01", "1996-01-31"),
        ("between 1994 and 1996", "1994-01-01", "1996-12-31"),
        ("between March 3, 1996 and May 7, 1996", "1996-03-03", "1996-05-07"),
    ],
)
def test_a_period_runs_from_its_first_day_to_its_last(text: str, first: str, last: str) -> None:
    assert read_period(text) == Period(first, last)


def test_a_text_without_a_year_has_no_period() -> None:
    assert read_period("in March") is None
