"""Rejection tasks: what declining earns, and whether the fabricated element was named.

Belongs here: unanswerable and false_premise. Does not: how a refusal is recognised (the judge does).
"""

from __future__ import annotations

from scoring.contract import Prediction, Task, TaskType, Verdict


def rejection_score(prediction: Prediction, verdict: Verdict) -> float:
    """1.0 when the answer declines or rejects the premise, else 0.0. An empty answer is no refusal.

    Source: seed methodology, section 8; the rule for the empty answer is ours.
    """
    return float(verdict.is_refusal and not prediction.is_empty)


def is_premise_refused(task: Task, prediction: Prediction, verdict: Verdict) -> bool:
    """Whether this is a false premise that the system refused: the population of premise_id_rate."""
    return task.type is TaskType.FALSE_PREMISE and rejection_score(prediction, verdict) == 1.0
