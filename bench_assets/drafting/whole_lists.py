"""Whether a list is whole: every document of its figure is asked the list's own question, and none may add to it.

Belongs here: the check and its certificate. Does not: gathering what a figure's documents say (reading.py), drafting.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from bench_assets.drafting.certified import Certified, digest, not_read_of
from bench_assets.drafting.list_drafts import Draft
from bench_assets.drafting.reading import Asked, Reading, ask_of_all
from bench_resources.prompting import Answer, template
from scoring.judge import ItemsJudgement
from scoring.judge import template as judge_template
from scoring.llm import Model, Prompt, Reply, ask

CHECK_ID = "answer"
JUDGE_ID = "judge_items"
VERDICT = "no document adds an item"


class Checked(NamedTuple):
    """The drafts whose list is whole, each with its certificate; and whether a batch has not answered yet."""

    drafts: list[Draft]
    is_pending: bool


def whole_lists(
    drafts: Sequence[Draft],
    readings: Mapping[str, Reading | None],
    certified: Certified,
    model: Model,
    counts: Counter[str],
) -> Checked:
    """The list drafts to which nothing can be added from what the corpus holds on their figure.

    Each question is put to all passages of its figure; whatever is answered is judged against the items, and one item
    more drops the draft, as does a failure or a figure that cannot be read whole. `counts` gets the reasons.
    """
    complete = certified.complete()
    fit = [(draft, found) for draft in drafts if (found := readings.get(_figure(draft))) and _figure(draft) in complete]
    counts["figure_not_readable"] += len(drafts) - len(fit)
    asked = [Asked({"question": draft["question"]}, found.passages) for draft, found in fit]
    answered = ask_of_all(model, CHECK_ID, asked)
    told = [
        (at, said.answer)
        for at, replies in enumerate(answered)
        for said in (reply.expect(Answer) for reply in replies)
        if said is not None and not said.is_abstained and said.answer.strip()
    ]
    judged = ask(model, [_judge_prompt(fit[at][0], answer) for at, answer in told])
    verdicts: dict[int, list[Reply]] = {}
    for (at, _), reply in zip(told, judged, strict=True):
        verdicts.setdefault(at, []).append(reply)
    kept = []
    for at, (draft, found) in enumerate(fit):
        reason = _fault(draft, answered[at], verdicts.get(at, []))
        counts[reason or "whole"] += 1
        if not reason:
            kept.append(draft | {"certificate": _certificate(draft, found, answered[at], complete)})
    is_pending = any(reply.is_pending for replies in answered for reply in replies) or any(r.is_pending for r in judged)
    return Checked(kept, is_pending)


def _figure(draft: Draft) -> str:
    entity_id: str = draft["entity_ids"][0]
    return entity_id


def _judge_prompt(draft: Draft, answer: str) -> Prompt:
    items = [item["item"] for item in draft["items"]]
    return judge_template(JUDGE_ID).fill(question=draft["question"], items=items, answer=answer)


def _fault(draft: Draft, replies: Sequence[Reply], judged: Sequence[Reply]) -> str:
    """Why a list cannot be called whole, as a snake_case reason; "" when it can."""
    verdicts = [reply.expect(ItemsJudgement) for reply in judged]
    if any(reply.value is None for reply in (*replies, *judged)):
        return "model_failure"
    if any(verdict is None or len(verdict.matched_items) != len(draft["items"]) for verdict in verdicts):
        return "model_failure"
    return "incomplete_list" if any(verdict is not None and verdict.extra_items for verdict in verdicts) else ""


def _certificate(
    draft: Draft, found: Reading, replies: Sequence[Reply], complete: Mapping[str, Mapping[str, Any]]
) -> str:
    """As JSON: what was read, a hash over it, what was not read, and who says that nothing is to be added."""
    of_figure = complete[_figure(draft)]
    certificate = {
        "entity_id": _figure(draft),
        "aliases": sorted(of_figure["aliases"] or ()),
        "documents_read": list(found.listed),
        "n_documents_read": len(found.listed),
        "copies_read": list(found.copies),
        "n_documents_scanned": of_figure["n_documents_scanned"],
        "not_read": not_read_of(of_figure),
        "text_sha256": digest(found.passages),
        "check_prompt_id": CHECK_ID,
        "check_prompt_version": template(CHECK_ID).version,
        "check_model": replies[0].model if replies else "",
        "n_calls": len(replies),
        "verdict": VERDICT,
    }
    return json.dumps(certificate, sort_keys=True, ensure_ascii=False)
