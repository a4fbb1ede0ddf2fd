"""Fast scalar choices from one numpy generator: the only source of chance in the embedded corpus.

Belongs here: picking, ranges, samples. Does not: anything that knows what is being picked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

Item = TypeVar("Item")
BATCH = 512  # one vectorised draw is 50 times cheaper than as many scalar ones


class Draws:
    """Choices made from batches of uniform numbers, so that a seed gives the same choices on any machine."""

    def __init__(self, rng: np.random.Generator) -> None:
        self.rng = rng
        self._units: list[float] = []

    def unit(self) -> float:
        """A number in [0, 1)."""
        if not self._units:
            self._units = self.rng.random(BATCH).tolist()
        return self._units.pop()

    def chance(self, probability: float) -> bool:
        """True with this probability."""
        return self.unit() < probability

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self.unit() * (high - low + 1))

    def pick(self, items: Sequence[Item]) -> Item:
        """One of the items. Raises IndexError when there are none."""
        if not self._units:  # as in unit(), without a call: half of all choices are made here
            self._units = self.rng.random(BATCH).tolist()
        return items[int(self._units.pop() * len(items))]

    def sample(self, items: Sequence[Item], count: int) -> list[Item]:
        """`count` different items in drawn order; all of them when there are fewer."""
        left = list(items)
        return [left.pop(int(self.unit() * len(left))) for _ in range(min(count, len(left)))]


def draws_for(seed: int, *keys: int) -> Draws:
    """The choices that belong to a seed and a place in the corpus, independent of every other place."""
    return Draws(np.random.Generator(np.random.PCG64((seed, *keys))))
