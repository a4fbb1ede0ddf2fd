"""Calendar periods."""

import pytest

from bench_assets.drafting.periods import Period, periods

SPRING = Period("1964-03", "1964-06")


@pytest.mark.parametrize(
    ("date", "is_held", "is_touched"),
    [
        ("1964-03-01", True, True),
        ("1964-06-30", True, True),
        ("1964-07-01", False, False),
        ("1964-02-29", False, False),
        ("1964-04", True, True),
        ("1964", False, True),  # some day of that year: perhaps one of the spring
        ("1965", False, False),
    ],
)
def test_a_date_of_which_a_part_is_unknown_may_lie_inside(date: str, *, is_held: bool, is_touched: bool):
    assert SPRING.holds(date) is is_held
    assert SPRING.touches(date) is is_touched


def test_a_period_is_written_as_a_question_needs_it():
    assert str(SPRING) == "the period from March 1964 to June 1964"
    assert str(Period("1964-03", "1964-03")) == "March 1964"
    assert str(Period("1964-01", "1964-12")) == "1964"
    assert str(Period("1964-01", "1965-12")) == "the period from January 1964 to December 1965"


def test_half_a_month_is_written_with_its_days():
    second_half = Period("1964-02-16", "1964-02-29")
    assert str(second_half) == "the period from February 16, 1964 to February 29, 1964"
    assert second_half.holds("1964-02-16")
    assert not second_half.holds("1964-02")
    assert second_half.touches("1964-02")
    assert not second_half.touches("1964-02-15")
    assert second_half.overlaps(Period("1964-02", "1964-03"))
    assert not second_half.overlaps(Period("1964-03", "1964-03"))


def test_periods_overlap_when_they_share_a_month():
    assert SPRING.overlaps(Period("1964-06", "1964-08"))
    assert not SPRING.overlaps(Period("1964-07", "1964-08"))


def test_a_period_contains_another_when_it_holds_all_of_its_days():
    assert SPRING.contains(Period("1964-03-01", "1964-06-30"))
    assert SPRING.contains(SPRING)
    assert not SPRING.contains(Period("1964-06-30", "1964-07-01"))
    assert not Period("1964-06-30", "1964-07-01").contains(SPRING)


def test_periods_of_a_year_are_parts_of_months_then_months_quarters_halves_and_the_year():
    found = list(periods("1964-05-02", "1964-11-30"))
    assert found[4:8] == [
        ("1964-02-01", "1964-02-07"),
        ("1964-02-08", "1964-02-15"),
        ("1964-02-16", "1964-02-23"),
        ("1964-02-24", "1964-02-29"),
    ]
    found = found[12 * 4 :]
    assert found[:2] == [("1964-01-01", "1964-01-15"), ("1964-01-16", "1964-01-31")]
    assert found[3] == ("1964-02-16", "1964-02-29")
    found = found[24:]
    assert len(found) == 12 + 4 + 2 + 1
    assert found[0] == ("1964-01", "1964-01")
    assert found[12] == ("1964-01", "1964-03")
    assert found[-1] == ("1964-01", "1964-12")


def test_periods_of_several_years_end_with_spans_of_years():
    found = list(periods("1964", "1966"))
    assert found[-3:] == [("1964-01", "1965-12"), ("1965-01", "1966-12"), ("1964-01", "1966-12")]
