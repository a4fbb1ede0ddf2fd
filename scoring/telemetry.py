"""Tokens and dollars, as systems report them: claims, not measurements.

Belongs here: sums and means of what was reported. Does not: any price, any audit.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scoring.contract import Prediction


@dataclass(frozen=True)
class Telemetry:
    """Totals over a split, and the same per task of the split. None: no prediction reported it."""

    tokens_total: int | None
    tokens_per_task: float | None
    cost_usd_total: float | None
    cost_usd_per_task: float | None
    n_reporting_usage: int
    n_reporting_cost: int


def sum_telemetry(predictions: Sequence[Prediction]) -> Telemetry:
    """Sums usage and cost; means are per *task of the split*, so that reporting less does not look cheaper per task.

    Tokens are input_tokens + output_tokens; cache_read_input_tokens are left out, because providers differ on whether
    input_tokens holds them already. Source: seed methodology, section 8 (operational telemetry).
    """
    usages = [p.usage for p in predictions if p.usage is not None]
    costs = [p.cost_usd for p in predictions if p.cost_usd is not None]
    tokens = sum(usage.input_tokens + usage.output_tokens for usage in usages)
    cost = math.fsum(costs)
    return Telemetry(
        tokens_total=tokens if usages else None,
        tokens_per_task=tokens / len(predictions) if usages else None,
        cost_usd_total=cost if costs else None,
        cost_usd_per_task=cost / len(predictions) if costs else None,
        n_reporting_usage=len(usages),
        n_reporting_cost=len(costs),
    )
