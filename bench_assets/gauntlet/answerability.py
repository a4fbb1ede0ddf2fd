"""Stage 2: does a reader who is given the source documents, and not the answer, come to the same answer?

Belongs here: asking, judging, the token-overlap floor; and asking the same of other passages for stage 3. Does not:
drafting. The prompt is another one than drafting's, so that a fact the document does not state is not agreed on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pyarrow as pa

from bench_assets.gauntlet.verdicts import (
    Ruling,
    Stage,
    Verdict,
    is_rejection,
    model_failure,
    not_applicable,
    passages,
    source_ids,
    survivors,
    texts_of,
    verdict_table,
)
from bench_assets.settings.release import GauntletSection
from bench_resources.overlap import token_recall
from bench_resources.prompting import Answer, template
from scoring.judge import AnswerJudgement
from scoring.judge import template as judge_template
from scoring.llm import Model, Reply, ask


@dataclass(frozen=True)
class Recovery:
    """What a reader made of some passages: an answer and whether it is the draft's, or a failure (`said` is None)."""

    said: Answer | None
    is_recovered: bool
    replies: tuple[Reply, ...]

    @property
    def is_failed(self) -> bool:
        """Whether a model failed on the way."""
        return self.said is None or any(reply.value is None for reply in self.replies)


def judge_answerability(
    drafts: pa.Table, earlier: Sequence[pa.Table], corpus: pa.Table, model: Model, settings: GauntletSection
) -> pa.Table:
    """VERDICTS of stage 2, one row a draft that passed stage 1.

    A draft passes when the answer read from its source documents, shown as the windows that fit the question best, is
    judged equivalent to the draft's and holds at least `token_overlap_floor` of its words.
    """
    alive = survivors(drafts, earlier)
    asked = [draft for draft in alive if not is_rejection(draft)]
    texts = texts_of(corpus, (doc_id for draft in asked for doc_id in source_ids(draft)))
    missing = [draft for draft in asked if not _is_held(draft, texts)]
    readable = [draft for draft in asked if _is_held(draft, texts)]
    shown = [passages(draft["question"], source_ids(draft), texts) for draft in readable]
    verdicts = [not_applicable(draft) for draft in alive if is_rejection(draft)]
    verdicts += [
        Verdict(draft["task_id"], Ruling.FAIL, "source_missing", "a source document is not in the corpus")
        for draft in missing
    ]
    for draft, recovery in zip(readable, recover(readable, shown, model), strict=True):
        verdicts.append(_verdict(draft, recovery, settings.token_overlap_floor))
    return verdict_table(Stage.ANSWERABILITY, template("answer"), verdicts)


def _is_held(draft: Mapping[str, Any], texts: Mapping[str, str]) -> bool:
    ids = source_ids(draft)
    return bool(ids) and all(doc_id in texts for doc_id in ids)


def recover(drafts: Sequence[Mapping[str, Any]], shown: Sequence[list[dict[str, str]]], model: Model) -> list[Recovery]:
    """What a reader answers to each draft's question from the passages shown, and whether it is the draft's answer."""
    answering = template("answer")
    prompts = [answering.fill(question=d["question"], passages=given) for d, given in zip(drafts, shown, strict=True)]
    replies = ask(model, prompts)
    answers = [reply.expect(Answer) for reply in replies]
    told = [i for i, said in enumerate(answers) if said is not None and not said.is_abstained and said.answer.strip()]
    judging = judge_template("judge_answer")
    judged = ask(model, [_judge_prompt(judging, drafts[i], answers[i]) for i in told])
    by_index = dict(zip(told, judged, strict=True))
    return [_recovery(answers[i], reply, by_index.get(i)) for i, reply in enumerate(replies)]


def _judge_prompt(judging: Any, draft: Mapping[str, Any], said: Answer | None) -> Any:
    assert said is not None
    return judging.fill(question=draft["question"], reference=draft["answer"], answer=said.answer)


def _recovery(said: Answer | None, reply: Reply, judged: Reply | None) -> Recovery:
    if judged is None:
        return Recovery(said, is_recovered=False, replies=(reply,))
    ruling = judged.expect(AnswerJudgement)
    is_right = ruling is not None and ruling.is_correct and not ruling.is_refusal
    return Recovery(said, is_recovered=is_right, replies=(reply, judged))


def _verdict(draft: Mapping[str, Any], recovery: Recovery, floor: float) -> Verdict:
    task_id = draft["task_id"]
    if recovery.is_failed or recovery.said is None:
        return model_failure(task_id, recovery.replies)
    if recovery.said.is_abstained:
        return Verdict(
            task_id, Ruling.FAIL, "not_recovered", "the reader found no answer in the source", recovery.replies
        )
    if not recovery.is_recovered:
        return Verdict(task_id, Ruling.FAIL, "another_answer", "the reader came to another answer", recovery.replies)
    if token_recall(draft["answer"], recovery.said.answer) < floor:
        return Verdict(task_id, Ruling.FAIL, "low_overlap", "the answers share too few words", recovery.replies)
    return Verdict(task_id, Ruling.PASS, "recovered", "the reader came to the same answer", recovery.replies)
