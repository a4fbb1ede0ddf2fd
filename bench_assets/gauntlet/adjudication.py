"""Stage 4: the stronger model's last word, with the passages that might say otherwise at hand.

Belongs here: gathering rivals, asking. Does not: what makes a task sound (the prompt says it).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from bench_assets.gauntlet.premises import adjudicate_premises
from bench_assets.gauntlet.verdicts import (
    WINDOW_CHARS,
    Ruling,
    Stage,
    Verdict,
    has_parts,
    is_rejection,
    model_failure,
    passages,
    source_ids,
    survivors,
    texts_of,
    verdict_table,
)
from bench_assets.settings.release import GauntletSection
from bench_resources.prompting import Answer, Judgement, Outcome, template
from bench_resources.retrieval import Retriever
from scoring.contract import TaskType
from scoring.llm import Model, Prompt, Reply, ask


def adjudicate(
    drafts: pa.Table,
    earlier: Sequence[pa.Table],
    corpus: pa.Table,
    index: Retriever,
    model: Model,
    settings: GauntletSection,
) -> pa.Table:
    """VERDICTS of stage 4, one row a draft that passed the earlier stages.

    Rivals are the best windows of the top `settings.rivals` documents for the question, the sources left out. An
    unanswerable draft also fails when the `answer` prompt reads an answer out of a rival. A false premise has two
    judgments of its own (premises.py).
    """
    standing = survivors(drafts, earlier)
    alive = [draft for draft in standing if draft["type"] != TaskType.FALSE_PREMISE]
    premises = [draft for draft in standing if draft["type"] == TaskType.FALSE_PREMISE]
    found = _rivals(alive, index, settings.rivals)
    texts = texts_of(corpus, {doc_id for ids in found for doc_id in ids} | {i for d in alive for i in source_ids(d)})
    shown = [
        passages(d["question"], [i for i in ids if i in texts], texts, n_windows=1)
        for d, ids in zip(alive, found, strict=True)
    ]
    prompts = [_prompt(draft, rivals, texts) for draft, rivals in zip(alive, shown, strict=True)]
    replies = ask(model, prompts)
    answered = _answered(alive, shown, model)
    verdicts = [
        _verdict(draft, prompt, reply, answered.get(draft["task_id"]))
        for draft, prompt, reply in zip(alive, prompts, replies, strict=True)
    ]
    verdicts += adjudicate_premises(premises, corpus, index, model, settings)
    return verdict_table(Stage.ADJUDICATION, template("adjudicate"), verdicts)


def _rivals(drafts: Sequence[Mapping[str, Any]], index: Retriever, count: int) -> list[list[str]]:
    """The best documents for each question that are not its sources, best first."""
    depth = count + max((len(source_ids(draft)) for draft in drafts), default=0)
    if not drafts or not count:
        return [[] for _ in drafts]
    hits = index.search([draft["question"] for draft in drafts], depth)
    return [
        [hit.doc_id for hit in ranking if hit.doc_id not in set(source_ids(draft))][:count]
        for draft, ranking in zip(drafts, hits, strict=True)
    ]


def _prompt(draft: Mapping[str, Any], rivals: list[dict[str, str]], texts: Mapping[str, str]) -> Prompt:
    if has_parts(draft):
        quotes = {
            doc_id: [e["quote"] for e in draft["evidence"] if e["doc_id"] == doc_id] for doc_id in source_ids(draft)
        }
        items = [
            {"item": item["item"], "quotes": [quote for doc_id in item["doc_ids"] for quote in quotes[doc_id]]}
            for item in draft["items"]
        ]
        return template("adjudicate_items").fill(question=draft["question"], items=items, rivals=rivals)
    asked = template("adjudicate")
    if is_rejection(draft):
        return asked.fill(question=draft["question"], answer="", quote="", passage="", rivals=rivals)
    evidence = draft["evidence"][0]
    passage = around(texts.get(evidence["doc_id"], ""), evidence["start"], evidence["end"])
    return asked.fill(
        question=draft["question"], answer=draft["answer"], quote=evidence["quote"], passage=passage, rivals=rivals
    )


def around(text: str, start: int, end: int, size: int = WINDOW_CHARS) -> str:
    """The span with as much of the text on either side as `size` characters allow; never less than the span."""
    margin = max(0, size - (end - start)) // 2
    return text[max(0, start - margin) : end + margin]


def _answered(
    drafts: Sequence[Mapping[str, Any]], shown: Sequence[list[dict[str, str]]], model: Model
) -> dict[str, Reply]:
    """What the `answer` prompt reads from the rivals of each draft that claims an absence."""
    answering = template("answer")
    asked = [(draft, rivals) for draft, rivals in zip(drafts, shown, strict=True) if is_rejection(draft)]
    replies = ask(model, [answering.fill(question=draft["question"], passages=rivals) for draft, rivals in asked])
    return {draft["task_id"]: reply for (draft, _), reply in zip(asked, replies, strict=True)}


def _verdict(draft: Mapping[str, Any], prompt: Prompt, reply: Reply, answered: Reply | None) -> Verdict:
    task_id, asked = draft["task_id"], prompt.template
    replies = (reply,) if answered is None else (reply, answered)
    said = reply.expect(Judgement)
    if said is None or (answered is not None and answered.value is None):
        return model_failure(task_id, replies, asked)
    told = answered.expect(Answer) if answered is not None else None
    if said.verdict is Outcome.PASS and told is not None and not told.is_abstained:
        return Verdict(task_id, Ruling.FAIL, "answerable", "a retrieved passage answers the question", replies, asked)
    ruling = Ruling.PASS if said.verdict is Outcome.PASS else Ruling.FAIL
    return Verdict(task_id, ruling, said.category, said.reason, replies, asked)
