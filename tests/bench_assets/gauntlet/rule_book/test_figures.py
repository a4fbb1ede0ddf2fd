"""Values of figures and how finely they are written."""

from __future__ import annotations

from decimal import Decimal

import pytest

from bench_assets.gauntlet.rule_book.figures import amounts, dates, is_before, states_date
from bench_resources.reader.answer_types import DateValue


@pytest.mark.parametrize(
    ("text", "value", "step"),
    [
        ("$12,400", "12400", "0.5"),
        ("about $12,400", "12400", "50"),  # the last digit that is no zero stands for hundreds
        ("$1.2 million", "1200000", "50000"),
        ("3 thousand tons", "3000", "500"),
        ("44.6 percent", "44.6", "0.05"),
        ("twelve hundred", "1200", "0.5"),
    ],
)
def test_a_step_is_half_of_the_last_written_digit(text, value, step):
    (amount,) = amounts(text)
    assert (amount.value, amount.step) == (Decimal(value), Decimal(step))


def test_months_that_share_a_year_both_get_it():
    assert dates("between March and May 1964") == [DateValue(1964, 3, ()), DateValue(1964, 5, ())]


def test_dates_are_compared_as_far_as_both_are_stated():
    assert is_before(DateValue(1964, 3, (3,)), DateValue(1964, 5, ()))
    assert not is_before(DateValue(1964, None, ()), DateValue(1964, 5, ()))
    assert not is_before(DateValue(None, 3, (3,)), DateValue(1964, 5, ()))


def test_a_day_and_a_year_apart_state_a_date_together():
    wanted = DateValue(1964, 3, (3,))
    assert states_date(wanted, [DateValue(1964, None, ()), DateValue(None, 3, (3,))])
    assert not states_date(wanted, [DateValue(1964, None, ()), DateValue(None, 3, (4,))])
