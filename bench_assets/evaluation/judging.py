"""What the judge says of a submission, as a table.

Belongs here: tables to scoring's records and back. Does not: prompts and rules of judging (scoring/judge.py).
"""

from __future__ import annotations

import pyarrow as pa

from bench_assets.evaluation.records import predictions_of, tasks_of
from bench_assets.schemas import ANSWER_VERDICTS
from scoring.errors import BadInputError, name_culprits
from scoring.judge import judge_predictions
from scoring.llm import Model


def judge_answers(predictions: pa.Table, tasks: pa.Table, model: Model) -> pa.Table:
    """ANSWER_VERDICTS, one row a task, by task_id; a task on which the judge failed carries its error.

    Raises:
        BadInputError: a task has no prediction, or a prediction no task.
        JudgeFailedError: the judge failed on most tasks, so that something is wrong with it and not with them.
    """
    require_complete(predictions, tasks)
    verdicts = judge_predictions(tasks_of(tasks), predictions_of(predictions), model)
    rows = [
        {
            "task_id": verdict.task_id,
            "is_refusal": verdict.is_refusal,
            "is_correct": verdict.is_correct,
            "matched_items": list(verdict.matched_items),
            "extra_items": verdict.extra_items,
            "names_premise": verdict.names_premise,
            "reason": verdict.reason,
            "prompt_version": verdict.prompt_version,
            "model": verdict.model,
            "error": verdict.error,
        }
        for verdict in sorted(verdicts, key=lambda verdict: verdict.task_id)
    ]
    return pa.Table.from_pylist(rows, schema=ANSWER_VERDICTS)


def require_complete(predictions: pa.Table, tasks: pa.Table) -> None:
    """Raises BadInputError unless every task is answered and nothing else is: no task is dropped, none is added."""
    answered, asked = set(predictions["task_id"].to_pylist()), set(tasks["task_id"].to_pylist())
    missing, unknown = sorted(asked - answered), sorted(answered - asked)
    if missing or unknown:
        raise BadInputError(
            f"The submission does not fit the release's {len(asked):,} tasks: {len(missing):,} missing "
            f"({name_culprits(missing) or 'none'}), {len(unknown):,} unknown ({name_culprits(unknown) or 'none'}). "
            "Answer every question of questions.jsonl once and submit again."
        )
