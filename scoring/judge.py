"""The judge: which prompt an answer is graded with, and how a reply becomes a verdict.

Belongs here: the three judge prompts, their response schemas, and what failure means. Does not: any model, any score.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from scoring.contract import Prediction, Task, Verdict
from scoring.errors import JudgeFailedError, excerpt
from scoring.llm import Model, Prompt, PromptTemplate, Reply, ask, load_template

FOLDER = Path(__file__).parent / "prompts"
NO_ANSWER = "a ranking, which has no answer to judge"
MAX_FAILED_SHARE = 0.5  # above it the judge is broken and no score would mean anything


class JudgeReply(BaseModel):
    """Base of the judge's replies: unknown fields are a fault, "true" and "false" as strings are not."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class AnswerJudgement(JudgeReply):
    """Reply to `judge_answer`. Variables: question, reference, answer (all str)."""

    is_refusal: bool
    is_correct: bool
    reason: str = ""


class RejectionJudgement(JudgeReply):
    """Reply to `judge_rejection`. Variables: question, false_element ("" when there is none), answer (all str)."""

    is_refusal: bool
    names_premise: bool
    reason: str = ""


class ItemsJudgement(JudgeReply):
    """Reply to `judge_items`. Variables: question (str), items (list[str]), answer (str)."""

    matched_items: list[bool]
    extra_items: int = Field(ge=0)
    reason: str = ""


RESPONSES: dict[str, type[JudgeReply]] = {
    "judge_answer": AnswerJudgement,
    "judge_rejection": RejectionJudgement,
    "judge_items": ItemsJudgement,
}


@cache
def template(prompt_id: str) -> PromptTemplate:
    """The template of a judge prompt. Raises KeyError for one that is not in RESPONSES."""
    return load_template(FOLDER, prompt_id, RESPONSES[prompt_id])


@cache
def prompt_version() -> str:
    """One version over all judge prompts: scores of different versions do not stand on one board."""
    versions = "".join(template(prompt_id).version for prompt_id in sorted(RESPONSES))
    return hashlib.sha256(versions.encode()).hexdigest()[:12]


def judge_prompt(task: Task, prediction: Prediction) -> Prompt:
    """The prompt that grades one answer."""
    if task.is_rejection:
        return template("judge_rejection").fill(
            question=task.question, false_element=task.false_element or "", answer=prediction.answer
        )
    if task.is_list:
        items = [item.item for item in task.items]
        return template("judge_items").fill(question=task.question, items=items, answer=prediction.answer)
    return template("judge_answer").fill(question=task.question, reference=task.answer, answer=prediction.answer)


def judge_predictions(tasks: Sequence[Task], predictions: Sequence[Prediction], model: Model) -> list[Verdict]:
    """One verdict a task, in the order of `tasks`.

    An empty answer gets a verdict of nothing right without a call. A failed item gets a verdict with `error` set: it is
    unmeasured. So is a ranking, about which no judge is asked. A verdict list longer or shorter than the task's items
    is asked once more, then fails.

    Raises:
        KeyError: a task has no prediction.
        JudgeFailedError: more than half of what was asked failed.
    """
    by_task = {prediction.task_id: prediction for prediction in predictions}
    asked = [task for task in tasks if not by_task[task.task_id].is_empty]
    judged = _ask(asked, [judge_prompt(task, by_task[task.task_id]) for task in asked], model)
    misfits = [task for task in asked if _is_misfit(task, judged[task.task_id])]
    judged |= _ask(misfits, [_repair(task, by_task, judged[task.task_id]) for task in misfits], model)
    verdicts = {task.task_id: _verdict(task, judged[task.task_id]) for task in asked}
    _refuse_broken_judge(model, list(verdicts.values()))
    return [verdicts.get(task.task_id) or _unasked_verdict(task, by_task[task.task_id]) for task in tasks]


def _ask(tasks: Sequence[Task], prompts: Sequence[Prompt], model: Model) -> dict[str, Reply]:
    return {task.task_id: reply for task, reply in zip(tasks, ask(model, prompts), strict=True)}


def _repair(task: Task, by_task: Mapping[str, Prediction], reply: Reply) -> Prompt:
    """The prompt again, with the reply that does not fit: the same request would get the same reply."""
    said = reply.value.model_dump_json() if reply.value is not None else ""
    return replace(judge_prompt(task, by_task[task.task_id]), broken_reply=said)


def _is_misfit(task: Task, reply: Reply) -> bool:
    return isinstance(reply.value, ItemsJudgement) and len(reply.value.matched_items) != len(task.items)


def _unasked_verdict(task: Task, prediction: Prediction) -> Verdict:
    if prediction.is_ranking:
        return Verdict(task.task_id, error=NO_ANSWER)
    n_items = len(task.items) if task.is_list else 0
    return Verdict(task.task_id, matched_items=(False,) * n_items, reason="empty answer, not judged")


def _verdict(task: Task, reply: Reply) -> Verdict:
    """The reply as a verdict. Fields that the prompt does not ask for keep their defaults."""
    answered = reply.value
    version = prompt_version()
    if _is_misfit(task, reply):
        error = f"the judge did not give one verdict for each of {len(task.items)} items"
        return Verdict(task.task_id, prompt_version=version, model=reply.model, error=error)
    if not isinstance(answered, JudgeReply):
        return Verdict(task.task_id, prompt_version=version, model=reply.model, error=reply.error or "no verdict")
    fields = answered.model_dump()
    if "matched_items" in fields:
        fields["matched_items"] = tuple(fields["matched_items"])
    return Verdict(task.task_id, prompt_version=version, model=reply.model, **fields)


def _refuse_broken_judge(model: Model, verdicts: Sequence[Verdict]) -> None:
    errors = [excerpt(verdict.error) for verdict in verdicts if verdict.error is not None]
    if len(errors) > MAX_FAILED_SHARE * len(verdicts):
        reasons = [reason for reason, _ in sorted(Counter(errors).items(), key=lambda pair: (-pair[1], pair[0]))]
        raise JudgeFailedError(model.name, len(errors), len(verdicts), reasons)
