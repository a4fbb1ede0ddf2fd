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
    WINDOW_CHARS,
    WINDOW_OVERLAP_CHARS,
    Ruling,
    Stage,
    Verdict,
    has_parts,
    is_list,
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
from bench_resources import windows
from bench_resources.overlap import token_recall
from bench_resources.prompting import Answer, template
from scoring.judge import AnswerJudgement, ItemsJudgement
from scoring.judge import template as judge_template
from scoring.llm import Model, Prompt, Reply, ask


@dataclass(frozen=True)
class Recovery:
    """What a reader made of some passages: an answer and whether it is the draft's, or a failure (`said` is None).

    Attributes:
        share: of the items of a list that the answer names; 1 or 0 for any other answer.
    """

    said: Answer | None
    is_recovered: bool
    replies: tuple[Reply, ...]
    share: float = 0.0

    @property
    def is_failed(self) -> bool:
        """Whether a model failed on the way."""
        return self.said is None or any(reply.value is None for reply in self.replies)


def judge_answerability(
    drafts: pa.Table, earlier: Sequence[pa.Table], corpus: pa.Table, model: Model, settings: GauntletSection
) -> pa.Table:
    """VERDICTS of stage 2, one row a draft that passed stage 1.

    A draft passes when the answer read from its source documents, shown as `source_passages` has them, is
    judged equivalent to the draft's and holds at least `token_overlap_floor` of its words; one with a list, when the
    answer names at least `item_recovery_floor` of its items.
    """
    alive = survivors(drafts, earlier)
    asked = [draft for draft in alive if not is_rejection(draft)]
    texts = texts_of(corpus, (doc_id for draft in asked for doc_id in source_ids(draft)))
    missing = [draft for draft in asked if not _is_held(draft, texts)]
    readable = [draft for draft in asked if _is_held(draft, texts)]
    shown = [source_passages(draft, texts) for draft in readable]
    verdicts = [not_applicable(draft) for draft in alive if is_rejection(draft)]
    verdicts += [
        Verdict(draft["task_id"], Ruling.FAIL, "source_missing", "a source document is not in the corpus")
        for draft in missing
    ]
    for draft, recovery in zip(readable, recover(readable, shown, model, settings), strict=True):
        verdicts.append(_verdict(draft, recovery, settings.token_overlap_floor))
    return verdict_table(Stage.ANSWERABILITY, template("answer"), verdicts)


def source_passages(draft: Mapping[str, Any], texts: Mapping[str, str]) -> list[dict[str, str]]:
    """What a reader is shown of a draft's sources: the windows that fit the question best, and of parts those quoted.

    A question of several parts fits no one stretch of a register or a diary: where no window shown holds a quote of a
    part whole, the window that does is shown as well, so that the reader may err but cannot miss the place.
    """
    found = passages(draft["question"], source_ids(draft), texts)
    for evidence in draft["evidence"] if has_parts(draft) else ():
        doc_id, quote = evidence["doc_id"], evidence["quote"]
        if not any(shown["doc_id"] == doc_id and quote in shown["text"] for shown in found):
            found.append({"doc_id": doc_id, "text": _window_with(texts[doc_id], evidence["start"], evidence["end"])})
    return found


def _window_with(text: str, start: int, end: int) -> str:
    """The window of a text that holds a span, the first where two do; where it lies across two, the span's own."""
    spans = windows.cut(text, WINDOW_CHARS, WINDOW_OVERLAP_CHARS)
    held = next(((first, last) for first, last in spans if first <= start and end <= last), (start, end))
    return text[held[0] : held[1]]


def _is_held(draft: Mapping[str, Any], texts: Mapping[str, str]) -> bool:
    ids = source_ids(draft)
    return bool(ids) and all(doc_id in texts for doc_id in ids)


def recover(
    drafts: Sequence[Mapping[str, Any]],
    shown: Sequence[list[dict[str, str]]],
    model: Model,
    settings: GauntletSection,
) -> list[Recovery]:
    """What a reader answers to each draft's question from the passages shown, and whether it is the draft's answer."""
    answering = template("answer")
    prompts = [answering.fill(question=d["question"], passages=given) for d, given in zip(drafts, shown, strict=True)]
    replies = ask(model, prompts)
    answers = [reply.expect(Answer) for reply in replies]
    told = [i for i, said in enumerate(answers) if said is not None and not said.is_abstained and said.answer.strip()]
    judged = ask(model, [_judge_prompt(drafts[i], answers[i]) for i in told])
    by_index = dict(zip(told, judged, strict=True))
    floor = settings.item_recovery_floor
    return [_recovery(drafts[i], answers[i], reply, by_index.get(i), floor) for i, reply in enumerate(replies)]


def _judge_prompt(draft: Mapping[str, Any], said: Answer | None) -> Prompt:
    assert said is not None
    if is_list(draft):
        items = [item["item"] for item in draft["items"]]
        return judge_template("judge_items").fill(question=draft["question"], items=items, answer=said.answer)
    return judge_template("judge_answer").fill(
        question=draft["question"], reference=draft["answer"], answer=said.answer
    )


def _recovery(
    draft: Mapping[str, Any], said: Answer | None, reply: Reply, judged: Reply | None, floor: float
) -> Recovery:
    if judged is None:
        return Recovery(said, is_recovered=False, replies=(reply,))
    replies = (reply, judged)
    if is_list(draft):
        matched = _matched(draft, judged)
        share = sum(matched) / len(draft["items"]) if matched is not None else 0.0
        return Recovery(
            said if matched is not None else None, is_recovered=share >= floor, replies=replies, share=share
        )
    ruling = judged.expect(AnswerJudgement)
    is_right = ruling is not None and ruling.is_correct and not ruling.is_refusal
    return Recovery(said, is_recovered=is_right, replies=replies, share=float(is_right))


def _matched(draft: Mapping[str, Any], judged: Reply) -> list[bool] | None:
    """One flag an item; None when the judge failed, or gave another number of flags."""
    ruling = judged.expect(ItemsJudgement)
    return ruling.matched_items if ruling is not None and len(ruling.matched_items) == len(draft["items"]) else None


def _verdict(draft: Mapping[str, Any], recovery: Recovery, floor: float) -> Verdict:
    task_id = draft["task_id"]
    if recovery.is_failed or recovery.said is None:
        return model_failure(task_id, recovery.replies)
    if recovery.said.is_abstained:
        return Verdict(
            task_id, Ruling.FAIL, "not_recovered", "the reader found no answer in the source", recovery.replies
        )
    if not recovery.is_recovered and is_list(draft):
        told = f"the reader found {recovery.share:.0%} of the items"
        return Verdict(task_id, Ruling.FAIL, "items_not_recovered", told, recovery.replies)
    if not recovery.is_recovered:
        return Verdict(task_id, Ruling.FAIL, "another_answer", "the reader came to another answer", recovery.replies)
    if not is_list(draft) and token_recall(draft["answer"], recovery.said.answer) < floor:
        return Verdict(task_id, Ruling.FAIL, "low_overlap", "the answers share too few words", recovery.replies)
    return Verdict(task_id, Ruling.PASS, "recovered", "the reader came to the same answer", recovery.replies)
