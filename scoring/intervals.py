"""Intervals for a proportion, a bounded mean and a macro of them.

Belongs here: intervals in closed form or from scipy. Does not: resampling (bootstrap.py).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

Z95 = 1.959963984540054  # two-sided 95% of the standard normal


@dataclass(frozen=True)
class Interval:
    """A two-sided interval."""

    low: float
    high: float

    def as_json(self) -> list[float]:
        """[low, high]."""
        return [self.low, self.high]


def wilson(successes: float, n: int, z: float = Z95) -> Interval | None:
    """Wilson's score interval for a proportion, in [0, 1]; None for n = 0.

    `successes` may be the sum of n values in [0, 1]: their variance is at most that of 0/1 values with the same mean,
    so the interval is then conservative. Where it is a count this is scipy's binomtest(...).proportion_ci("wilson").

    Raises: ValueError: successes outside [0, n].
    Source: Wilson 1927.
    """
    if n == 0:
        return None
    if not 0 <= successes <= n:
        raise ValueError(f"{successes} successes of {n}")
    mean = successes / n
    scale = 1 + z * z / n
    centre = (mean + z * z / (2 * n)) / scale
    half = z / scale * math.sqrt(mean * (1 - mean) / n + z * z / (4 * n * n))
    # The ends are exact at 0 and n; rounding would leave 1e-17 there.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == n else min(1.0, centre + half)
    return Interval(low, high)


def clopper_pearson(successes: int, n: int, confidence: float = 0.95) -> Interval | None:
    """The exact binomial interval, in [0, 1]; None for n = 0.

    Source: Clopper & Pearson 1934, through scipy.stats.binomtest.
    """
    if n == 0:
        return None
    from scipy import stats  # noqa: PLC0415 - takes two seconds to import

    found = stats.binomtest(successes, n).proportion_ci(confidence, method="exact")
    return Interval(float(found.low), float(found.high))


def mover_mean(means: Sequence[float], intervals: Sequence[Interval]) -> Interval | None:
    """Interval for the unweighted mean of independent means, from the interval of each; None for none.

    Unlike a bootstrap it keeps its width where a type sits at 0 or 1.
    Source: MOVER, Zou & Donner 2008, for a linear combination with equal weights.
    """
    if not means:
        return None
    centre = math.fsum(means) / len(means)
    pairs = list(zip(means, intervals, strict=True))
    below = math.sqrt(math.fsum((mean - part.low) ** 2 for mean, part in pairs)) / len(means)
    above = math.sqrt(math.fsum((part.high - mean) ** 2 for mean, part in pairs)) / len(means)
    return Interval(max(0.0, centre - below), min(1.0, centre + above))


def clustered_standard_error(clusters: Sequence[Sequence[float]]) -> float | None:
    """Standard error of the mean of all values when values of one cluster move together.

    Returns: None for fewer than two clusters, where it is undefined, not 0.
    Source: sqrt(sum_c (sum_i (x_ci - mean))^2 * C/(C-1)) / n, the sandwich estimator of Liang & Zeger 1986.
    """
    filled = [cluster for cluster in clusters if cluster]
    if len(filled) < 2:
        return None
    n = sum(map(len, filled))
    mean = math.fsum(value for cluster in filled for value in cluster) / n
    squares = math.fsum(math.fsum(value - mean for value in cluster) ** 2 for cluster in filled)
    return math.sqrt(squares * len(filled) / (len(filled) - 1)) / n
