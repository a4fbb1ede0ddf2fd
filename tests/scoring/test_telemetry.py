"""Self-reported tokens and dollars."""

from __future__ import annotations

from scoring.contract import Prediction, Usage
from scoring.telemetry import Telemetry, sum_telemetry


def test_means_are_per_task_of_the_split_and_not_per_reporting_line() -> None:
    predictions = [
        Prediction("a", "x", usage=Usage(100, 20, 50, 2), cost_usd=0.25),
        Prediction("b", "x", usage=Usage(80)),
        Prediction("c", "x"),
        Prediction("d", "x"),
    ]
    # tokens 120 + 80 over four tasks; cost .25 over four tasks; cache reads are not added
    assert sum_telemetry(predictions) == Telemetry(200, 50.0, 0.25, 0.0625, 2, 1)


def test_what_was_never_reported_is_null_and_not_zero() -> None:
    assert sum_telemetry([Prediction("a", "x")]) == Telemetry(None, None, None, None, 0, 0)
    assert sum_telemetry([Prediction("a", "x", cost_usd=0.0)]).cost_usd_total == 0.0
