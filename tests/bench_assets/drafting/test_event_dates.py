"""Dates of events."""

import pytest

from bench_assets.drafting.event_dates import is_day, iso_of, write_date


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("March 12, 1964", "1964-03-12"),
        ("12 March 1964", "1964-03-12"),
        ("12 March\n 1964", "1964-03-12"),
        ("MARCH 12, 1964.", "1964-03-12"),
        ("3/12/64", "1964-03-12"),
        ("12 Mar 64", "1964-03-12"),
        ("12 MAR '64", "1964-03-12"),
        ("12 Mar 04", "2004-03-12"),
        ("Tuesday, March 3, 1998 4:15 PM", "1998-03-03"),
        ("March 1964", "1964-03"),
        ("Mar. 1964", "1964-03"),
        ("1964", "1964"),
    ],
)
def test_a_written_date_is_kept_as_far_as_it_says(written: str, iso: str):
    assert iso_of(written) == iso


@pytest.mark.parametrize(
    "written", ["", "12 March", "30 February 1961", "12-13 March 1964", "Tuesday", "19", "0064", "May 12, 13"]
)
def test_what_names_no_one_day_month_or_year_is_no_date(written: str):
    assert iso_of(written) is None


@pytest.mark.parametrize(
    ("iso", "written"), [("1964-03-02", "March 2, 1964"), ("1964-03", "March 1964"), ("1964", "1964")]
)
def test_a_date_is_written_as_people_do(iso: str, written: str):
    assert write_date(iso) == written
    assert iso_of(written) == iso
    assert is_day(iso) == (iso == "1964-03-02")


def test_the_document_shows_the_century_of_two_digits() -> None:
    assert iso_of("12 Mar 24") == "2024-03-12"
    assert iso_of("12 Mar 24", "The Board was founded in 1919.") == "1924-03-12"
