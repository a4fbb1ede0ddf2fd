"""When a call that failed is sent again: what a server says of it, and how long to wait otherwise.

Belongs here: arithmetic over numbers and a header. Does not: clocks, waiting, chance, or which failures are worth
another try (providers.py).
"""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

FIRST_BACKOFF_SECONDS = 1.0
LONGEST_BACKOFF_SECONDS = 60.0  # rate limits are counted by the minute
LONGEST_WAIT_SECONDS = 300.0  # whatever a server says: a run that stands still for longer looks dead


def told_seconds(header: str | None, now: datetime) -> float | None:
    """How long a Retry-After header asks to wait from `now` on, at least 0; None where it is absent or no such thing.

    Args:
        header: seconds, or an HTTP date.
        now: with a time zone.

    Source: RFC 9110, 10.2.3; fractions of a second are sent in practice and taken.
    """
    if header is None:
        return None
    seconds = _seconds(header)
    if seconds is None:
        seconds = _seconds_until(header, now)
    return None if seconds is None else max(0.0, seconds)


def wait_seconds(n_failed: int, told: float | None, chance: float) -> float:
    """How long to wait after the n-th failure in a row, n from 1.

    Args:
        n_failed: the wait without a word from the server lies between 0 and 1, 2, 4 ... 60 seconds.
        told: what the server asked for. It is honoured, with the jitter on top, so that calls which were all told the
            same do not come back at once.
        chance: a uniform number in [0, 1): full jitter.

    Source: full jitter as in Brooker, "Exponential Backoff And Jitter", AWS Architecture Blog 2015.
    """
    backoff = chance * min(LONGEST_BACKOFF_SECONDS, FIRST_BACKOFF_SECONDS * 2.0 ** min(n_failed - 1, 16))
    return min(LONGEST_WAIT_SECONDS, (told or 0.0) + backoff)


def _seconds(header: str) -> float | None:
    try:
        seconds = float(header)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def _seconds_until(header: str, now: datetime) -> float | None:
    try:
        then = parsedate_to_datetime(header)
    except ValueError:
        return None
    aware = then if then.tzinfo else then.replace(tzinfo=UTC)  # "-0000" says UTC, and parses as no zone at all
    ahead: timedelta = aware - now
    return ahead.total_seconds()
