"""Averages that know their denominators: by type, macro, micro.

Belongs here: the denominator contract. Does not: intervals of sampling (bootstrap.py, intervals.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.contract import REJECTION_TYPES, TaskType


@dataclass(frozen=True)
class Measure:
    """A mean over what was measured, and what it would be if the unmeasured were all 0 or all 1.

    Attributes:
        value: None when nothing was measured; never 0, 0.5 or NaN instead.
        bracket_low, bracket_high: None when nothing was asked.
    """

    value: float | None
    n_asked: int
    n_measured: int
    bracket_low: float | None
    bracket_high: float | None

    @property
    def n_unmeasured(self) -> int:
        """Asked and not measured."""
        return self.n_asked - self.n_measured

    @property
    def bracket_width(self) -> float | None:
        """0.0 when everything was measured; None when nothing was asked."""
        if self.bracket_low is None or self.bracket_high is None:
            return None
        return self.bracket_high - self.bracket_low


def average(values: Iterable[float | None]) -> Measure:
    """The mean of values in [0, 1], None standing for unmeasured. The order of the values does not matter."""
    asked = list(values)
    measured = [value for value in asked if value is not None]
    total = math.fsum(measured)
    n_asked, n_measured = len(asked), len(measured)
    if not n_asked:
        return Measure(None, 0, 0, None, None)
    return Measure(
        total / n_measured if n_measured else None,
        n_asked,
        n_measured,
        total / n_asked,
        (total + n_asked - n_measured) / n_asked,
    )


def average_by_type(types: Sequence[TaskType], values: Sequence[float | None]) -> dict[TaskType, Measure]:
    """One mean a type that occurs, in the order of TaskType."""
    pairs = list(zip(types, values, strict=True))
    present = {kind for kind, _ in pairs}
    return {kind: average(value for k, value in pairs if k is kind) for kind in TaskType if kind in present}


def macro_average(by_type: Mapping[TaskType, Measure]) -> Measure:
    """Unweighted mean over types, the sort key of a board.

    A type of which nothing was measured leaves the macro unmeasured: dropping it would let a broken judge raise
    a score.
    Source: seed methodology, section 8 (overall score).
    """
    measures = list(by_type.values())
    values = [m.value for m in measures if m.value is not None]
    lows = [m.bracket_low for m in measures if m.bracket_low is not None]
    highs = [m.bracket_high for m in measures if m.bracket_high is not None]
    return Measure(
        math.fsum(values) / len(values) if values and len(values) == len(measures) else None,
        sum(m.n_asked for m in measures),
        sum(m.n_measured for m in measures),
        math.fsum(lows) / len(lows) if lows else None,
        math.fsum(highs) / len(highs) if highs else None,
    )


def retrieval_types(by_type: Mapping[TaskType, Measure]) -> dict[TaskType, Measure]:
    """The types that need retrieval: all but the rejection types, which saturate."""
    return {kind: measure for kind, measure in by_type.items() if kind not in REJECTION_TYPES}


def always_refuse_macro(types: Iterable[TaskType]) -> float | None:
    """The macro of declining everything: the share of types that are rejection types. None without types."""
    present = set(types)
    return len(present & REJECTION_TYPES) / len(present) if present else None
