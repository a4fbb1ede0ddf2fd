"""Lake tables as scoring's records, and back.

Belongs here: one function a record. Does not: what a record means (scoring/contract.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from bench_assets.schemas import PREDICTIONS
from scoring.contract import Prediction, Task, Usage, Verdict


def tasks_of(table: pa.Table) -> list[Task]:
    """TASKS as scoring's tasks, in the table's order."""
    return [Task.from_json(row) for row in table.to_pylist()]


def verdicts_of(table: pa.Table) -> list[Verdict]:
    """ANSWER_VERDICTS as scoring's verdicts, in the table's order."""
    return [Verdict.from_json(row) for row in table.to_pylist()]


def predictions_of(table: pa.Table) -> list[Prediction]:
    """PREDICTIONS as scoring's predictions, in the table's order; a row without an answer is a ranking."""
    return [
        Prediction(
            task_id=row["task_id"],
            answer=row["answer"] or "",
            citations=tuple(row["citations"]),
            retrieved=tuple(row["retrieved"]),
            usage=_usage(row["input_tokens"], row["output_tokens"]),
            cost_usd=row["cost_usd"],
            is_ranking=row["answer"] is None,
        )
        for row in table.to_pylist()
    ]


def predictions_table(predictions: Sequence[Prediction]) -> pa.Table:
    """PREDICTIONS by task_id; usage keeps the two counts that telemetry sums."""
    rows = [
        {
            "task_id": prediction.task_id,
            "answer": None if prediction.is_ranking else prediction.answer,
            "citations": list(prediction.citations),
            "retrieved": list(prediction.retrieved),
            "input_tokens": prediction.usage.input_tokens if prediction.usage else None,
            "output_tokens": prediction.usage.output_tokens if prediction.usage else None,
            "cost_usd": prediction.cost_usd,
        }
        for prediction in sorted(predictions, key=lambda prediction: prediction.task_id)
    ]
    return pa.Table.from_pylist(rows, schema=PREDICTIONS)


def _usage(input_tokens: int | None, output_tokens: int | None) -> Usage | None:
    """Usage as it was reported; None when neither count was."""
    if input_tokens is None and output_tokens is None:
        return None
    return Usage(input_tokens=input_tokens or 0, output_tokens=output_tokens or 0)
