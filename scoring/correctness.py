"""What one answer earns: cited and uncited correctness, citation precision and recall.

Belongs here: one task at a time. Does not: averages (aggregate.py), rankings (retrieval.py).
"""

from __future__ import annotations

from dataclasses import dataclass

from scoring.citations import Units, citation_precision, citation_recall, is_supported
from scoring.contract import Prediction, Task, TaskType, Verdict
from scoring.items import count_items, share_cited
from scoring.rejection import is_premise_refused, rejection_score


@dataclass(frozen=True)
class TaskScore:
    """One task's share of every answer metric. None: unmeasured, or a metric that this task is not asked.

    Attributes:
        cited: with the citation gate; uncited: without it. Both in [0, 1], None when no verdict was had.
        citation_precision, citation_recall: answerable tasks with gold only; they need no judge.
        item_citation_precision: list types with a matched item only.
        is_premise_refused: a false premise that was refused; `names_premise` whether it was named.
    """

    task_id: str
    type: TaskType
    cited: float | None
    uncited: float | None
    citation_precision: float | None = None
    citation_recall: float | None = None
    item_citation_precision: float | None = None
    is_premise_refused: bool = False
    names_premise: bool | None = None


def score_task(task: Task, prediction: Prediction, verdict: Verdict | None) -> TaskScore:
    """What one prediction earns on its task.

    Args:
        task: the key's line.
        prediction: the answer to it. An empty answer earns 0 whatever a verdict says; of a ranking nothing is measured.
        verdict: None, or one with `error` set, leaves correctness unmeasured: None, never 0.

    Raises: ValueError: the three are not of the same task, or the verdict's items do not fit.
    Source: seed methodology, section 8. That an empty answer earns 0 is ours.
    """
    if prediction.task_id != task.task_id or (verdict is not None and verdict.task_id != task.task_id):
        raise ValueError(f"prediction or verdict is not of task {task.task_id}")
    if prediction.is_ranking:
        return TaskScore(task.task_id, task.type, cited=None, uncited=None)
    if prediction.is_empty:
        verdict = Verdict(task.task_id, matched_items=(False,) * len(task.items))
    elif verdict is not None and verdict.error is not None:
        verdict = None
    cited, uncited = (None, None) if verdict is None else _correctness(task, prediction, verdict)
    is_refused = verdict is not None and is_premise_refused(task, prediction, verdict)
    gold, units = task.citable_docs, Units.of(task)
    return TaskScore(
        task.task_id,
        task.type,
        cited,
        uncited,
        citation_precision=citation_precision(prediction.citations, gold, units) if gold else None,
        citation_recall=citation_recall(prediction.citations, gold, units) if gold else None,
        item_citation_precision=(
            share_cited(task, verdict.matched_items, prediction.citations)
            if verdict is not None and task.is_list
            else None
        ),
        is_premise_refused=is_refused,
        names_premise=verdict.names_premise if verdict is not None and is_refused else None,
    )


def _correctness(task: Task, prediction: Prediction, verdict: Verdict) -> tuple[float, float]:
    """Cited and uncited correctness of a judged answer."""
    if task.is_rejection:
        declined = rejection_score(prediction, verdict)
        return declined, declined
    if task.is_list:
        counts = count_items(task, verdict.matched_items, verdict.extra_items, prediction.citations)
        return counts.cited_f1, counts.uncited_f1
    is_right = verdict.is_correct and not verdict.is_refusal
    has_support = is_supported(prediction.citations, task.gold_docs, Units.of(task))
    return float(is_right and has_support), float(is_right)
