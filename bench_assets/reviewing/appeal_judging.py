"""What the release's strong model says of appeals: the pool's own prompt, put to the window around the quote.

Belongs here: the window, the prompts, replies as what is recorded. Does not: files (appeals.py), opening a model.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from bench_assets.pooling.labels import MISFIT, find_quote
from bench_assets.reviewing.appeals import Appeal, Judged
from bench_resources.prompting import PoolLabel, PoolLabels, Support, template
from scoring.contract import Task
from scoring.errors import BadInputError, quote
from scoring.llm import Model, Prompt, Reply, ask

PROMPT = "pool_label"
_BEST_FIRST = (Support.SUPPORTS, Support.PARTIAL, Support.IRRELEVANT)


class Opinion(NamedTuple):
    """What came of asking about one appeal: `judged`, or the reason why there is nothing to record."""

    judged: Judged | None
    error: str = ""
    is_pending: bool = False


class _Asked(NamedTuple):
    """One prompt: of an answer that has several items, about one of them."""

    at: int
    item: str | None
    window: str
    prompt: Prompt


def window_around(text: str, start: int, end: int, size: int) -> str:
    """At most `size` characters with the span in their middle, as far as the text goes; never less than the span."""
    spare = max(size - (end - start), 0)
    first = max(min(start - spare // 2, len(text) - size), 0)
    return text[min(first, start) : max(first + size, end)]


def judge_appeals(
    appeals: Sequence[Appeal], tasks: Mapping[str, Task], texts: Mapping[str, str], model: Model, *, window_chars: int
) -> list[Opinion]:
    """One opinion an appeal, in order.

    A list answer is asked about item by item, as in pooling; the best label counts. The quote that the model gives when
    it says "supports" must stand in the window, else it failed.

    Args:
        appeals: whose tasks and documents are in the two mappings.
        tasks: the key, by task_id.
        texts: of the documents, by doc_id.
        model: the release's strong one.
        window_chars: [pooling] of the release.

    Raises: BadInputError: a document no longer holds its quote.
    """
    asked = [
        question
        for at, appeal in enumerate(appeals)
        for question in _questions(at, appeal, tasks[appeal.task], texts[appeal.document], window_chars)
    ]
    replies: list[list[tuple[_Asked, Reply]]] = [[] for _ in appeals]
    for question, reply in zip(asked, ask(model, [question.prompt for question in asked]), strict=True):
        replies[question.at].append((question, reply))
    return [_opinion(found) for found in replies]


def _questions(at: int, appeal: Appeal, task: Task, text: str, window_chars: int) -> list[_Asked]:
    if text[appeal.start : appeal.end] != appeal.quote:
        raise BadInputError(
            f"Document {quote(appeal.document)} no longer holds the quote of the appeal on task {appeal.task} at "
            f"[{appeal.start:,}:{appeal.end:,}]: the source was changed. Remove that appeal and file it again."
        )
    window = window_around(text, appeal.start, appeal.end, window_chars)
    answers = [(item.item, item.item) for item in task.items] if task.is_list else [(None, task.answer)]
    return [
        _Asked(at, item, window, template(PROMPT).fill(question=task.question, answer=answer, windows=[window]))
        for item, answer in answers
    ]


def _opinion(found: Sequence[tuple[_Asked, Reply]]) -> Opinion:
    """The best label of an appeal's prompts; one that failed matters only where no other one supports."""
    pending = any(reply.is_pending for _, reply in found)
    labels = [(asked, reply, _label_of(asked, reply)) for asked, reply in found]
    sound = [(asked, reply, said) for asked, reply, said in labels if isinstance(said, PoolLabel)]
    errors = [said for _, _, said in labels if isinstance(said, str)]
    best = min(sound, key=lambda one: _BEST_FIRST.index(one[2].label), default=None)
    if pending or best is None or (errors and best[2].label is not Support.SUPPORTS):
        return Opinion(None, errors[0], is_pending=pending)
    supported = [asked.item for asked, _, said in sound if said.label is Support.SUPPORTS and asked.item is not None]
    reason = " ".join(best[2].reason.encode("utf-8", "replace").decode().split())  # a model may write half a surrogate
    judged = Judged(
        label=best[2].label.value,
        reason=reason,
        items=tuple(supported),
        model=best[1].model,
        prompt_version=template(PROMPT).version,
    )
    return Opinion(judged)


def _label_of(asked: _Asked, reply: Reply) -> PoolLabel | str:
    """The label of the one window, or what was wrong with the reply."""
    said = reply.expect(PoolLabels)
    if said is None or len(said.labels) != 1:
        return reply.error or MISFIT
    [label] = said.labels
    if label.label is Support.SUPPORTS and find_quote(label.quote or "", asked.window) is None:
        return "the quote is not in the window"
    return label
