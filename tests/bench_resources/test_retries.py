"""When to try again: the header's two forms, and full jitter. The origins of the numbers are in the module."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bench_resources.retries import told_seconds, wait_seconds

NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)  # a Sunday


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("0.25", 0.25),
        ("0", 0.0),
        ("-3", 0.0),
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sun, 01 Mar 2026 13:00:30 +0100", 30.0),
        ("Sun, 01 Mar 2026 12:00:30 -0000", 30.0),
        ("Sun, 01 Mar 2026 11:59:00 GMT", 0.0),
    ],
)
def test_a_server_says_seconds_or_an_instant_and_the_past_is_now(header: str, seconds: float):
    assert told_seconds(header, NOON) == seconds


@pytest.mark.parametrize("header", [None, "", "soon", "nan", "inf", "1e999", "32 Foo 2026", "١٢ Mar"])
def test_what_is_no_time_says_nothing(header: str | None):
    assert told_seconds(header, NOON) is None


@pytest.mark.parametrize(
    ("n_failed", "seconds"),
    [(1, 0.5), (2, 1.0), (3, 2.0), (4, 4.0), (6, 16.0), (7, 30.0), (5_000, 30.0)],
)
def test_the_wait_doubles_up_to_a_minute_of_which_chance_takes_a_part(n_failed: int, seconds: float):
    # Half of 1, 2, 4, 8, 32 and of 60, which 64 is cut to.
    assert wait_seconds(n_failed, None, 0.5) == seconds


def test_without_chance_there_is_no_wait():
    assert wait_seconds(4, None, 0.0) == 0.0


def test_what_the_server_says_is_waited_with_the_jitter_on_top():
    assert wait_seconds(1, 7.0, 0.0) == 7.0
    assert wait_seconds(2, 7.0, 0.5) == 8.0  # and half of 2


def test_no_wait_is_over_five_minutes_whatever_the_server_says():
    assert wait_seconds(1, 299.75, 0.5) == 300.0
    assert wait_seconds(1, 86_400.0, 0.0) == 300.0
