"""Which released tasks a reviewer is given: a seeded sample, stratified by type.

Belongs here: how many of each type, which ones, in what order. Does not: what is shown of a task (page.py).
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from scoring.errors import BadInputError

MIN_SAMPLE = 30  # fewer say little: 0 bad of 30 still allows 11% (Wilson, 95%)
Line = Mapping[str, Any]


def draw_sample(tasks: Iterable[Line], *, share: float, seed: int) -> list[Line]:
    """The tasks to review, in the order they are shown.

    Args:
        tasks: lines of the key, in any order.
        share: of the tasks, in (0, 1]; at least MIN_SAMPLE are drawn, or all when there are fewer.
        seed: decides which, by hash order.

    Returns: no tasks when there are none. The types alternate in step with their numbers, so that a review which
        stops early has seen something of each.
    Raises: BadInputError: a share outside (0, 1].
    """
    by_type: dict[str, list[Line]] = defaultdict(list)
    for task in sorted(tasks, key=lambda task: (_draw(seed, task["task_id"]), task["task_id"])):
        by_type[task["type"]].append(task)
    counts = {kind: len(held) for kind, held in by_type.items()}
    wanted = allocate(counts, sample_size(sum(counts.values()), share))
    placed = [
        (Fraction(2 * at + 1, 2 * wanted[kind]), kind, at) for kind, n in sorted(wanted.items()) for at in range(n)
    ]
    return [by_type[kind][at] for _, kind, at in sorted(placed)]


def sample_size(n_tasks: int, share: float) -> int:
    """How many tasks of a release are reviewed. Raises BadInputError for a share outside (0, 1]."""
    if not 0 < share <= 1:  # also refuses NaN
        raise BadInputError(
            f"A share of {share} cannot be reviewed: it is more than 0 and at most 1. Give --share 0.1."
        )
    exact = Fraction(share).limit_denominator(1_000_000)  # a tenth is a tenth, whatever binary says
    return min(n_tasks, max(MIN_SAMPLE, math.ceil(exact * n_tasks)))


def allocate(counts: Mapping[str, int], size: int) -> dict[str, int]:
    """How many of each type make up a sample of `size`: by largest remainder, and at least one of each.

    A type whose share rounds to none takes one from the type that has most. Equal remainders go by name.

    Args:
        counts: tasks by type, each at least 1.
        size: from the number of types to the number of tasks.
    """
    total = sum(counts.values())
    exact = {kind: Fraction(size * counts[kind], total) for kind in sorted(counts)}
    given = {kind: math.floor(quota) for kind, quota in exact.items()}
    by_remainder = sorted(exact, key=lambda kind: (given[kind] - exact[kind], kind))
    for kind in by_remainder[: size - sum(given.values())]:
        given[kind] += 1
    for kind in [kind for kind, n in given.items() if n == 0]:
        given[min(given, key=lambda other: (-given[other], other))] -= 1
        given[kind] = 1
    return given


def _draw(seed: int, task_id: str) -> str:
    # Salted: without it, equal seeds would review those first that the release itself drew first.
    return hashlib.sha256(f"review|{seed}|{task_id}".encode()).hexdigest()
