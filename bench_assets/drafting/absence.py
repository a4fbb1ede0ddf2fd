"""Unanswerable tasks: questions about a target that no document which mentions it answers, with the proof.

Belongs here: reading every document of a target, and the certificate. Does not: which attributes are asked (the
prompt).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa

from bench_assets.drafting.drafts import task_id
from bench_assets.drafting.facts import Target, fault_of, read_targets
from bench_assets.schemas import TASK_DRAFTS
from bench_assets.settings.release import DraftingSection, TaskType
from bench_resources.prompting import AbsentQuestion, AbsentQuestions, Fact, template
from scoring.llm import Model, ask

PROMPT_ID = "absent_questions"
CONTEXT_CHARS = 1500  # read on either side of a mention
SALIENCE = 3


def draft_unanswerable(
    corpus: pa.Table, targets: pa.Table, model: Model, settings: DraftingSection, seed: int
) -> pa.Table:
    """Unanswerable drafts, at most `settings.unanswerable`, spread evenly over the targets, sorted by task_id.

    Every document of the corpus in which any alias of the target stands, or which the corpus lists for it, is read
    around every
    mention. A target of which a listed document cannot be read gives nothing; so does a failed model reply.
    """
    rows = {row["entity_id"]: row for row in targets.to_pylist()}
    readable = [target for target in read_targets(targets) if target.forms]
    passages = _passages(corpus, readable)
    read = [(target, passages[target.entity_id]) for target in readable if passages.get(target.entity_id)]
    prompts = [
        template(PROMPT_ID).fill(name=t.canonical_name, kind=t.kind, passages=[text for _, text in found])
        for t, found in read
    ]
    offered: list[list[dict[str, Any]]] = []
    for (target, found), reply in zip(read, ask(model, prompts), strict=True):
        value = reply.expect(AbsentQuestions)
        questions = value.questions if value is not None else []
        certificate = _certificate(rows[target.entity_id], found, reply.model)
        offered.append([_draft(q, target, certificate, seed) for q in questions if _is_fit(q, target)])
    chosen = list(_spread(offered, settings.unanswerable, seed))
    return pa.Table.from_pylist(sorted(chosen, key=lambda draft: draft["task_id"]), schema=TASK_DRAFTS)


def _passages(corpus: pa.Table, targets: Sequence[Target]) -> dict[str, list[tuple[str, str]]]:
    """(doc_id, text around every mention) by entity_id. A target with an unreadable document is left out."""
    found: dict[str, list[tuple[str, str]]] = {target.entity_id: [] for target in targets}
    scanner = MentionScanner(targets)
    for batch in corpus.select(["doc_id", "entity_ids", "text"]).sort_by("doc_id").to_batches(max_chunksize=256):
        for row in batch.to_pylist():
            text, listed = row["text"] or "", set(row["entity_ids"] or [])
            mentioned = scanner.targets_in(text)
            for target in targets:
                if target.entity_id not in listed | mentioned or target.entity_id not in found:
                    continue
                around = around_mentions(text, target)
                if target.entity_id in listed and not text.strip():
                    del found[target.entity_id]
                elif around or target.entity_id in listed:
                    found[target.entity_id].append((row["doc_id"], around or text))
    return found


class MentionScanner:
    """Which targets a text may mention: every form of every target in one pass, so that few texts are read closely."""

    def __init__(self, targets: Sequence[Target]) -> None:
        import ahocorasick_rs  # noqa: PLC0415 - a compiled library

        self._owners: list[set[str]] = []
        forms: dict[str, set[str]] = {}
        for target in targets:
            for form in target.forms:
                forms.setdefault(" ".join(form.casefold().split()), set()).add(target.entity_id)
        keys = sorted(forms)
        self._owners = [forms[key] for key in keys]
        self._automaton = ahocorasick_rs.AhoCorasick(keys) if keys else None

    def targets_in(self, text: str) -> set[str]:
        """entity_ids whose name stands in the text in any form, whatever its case and line breaks."""
        if self._automaton is None:
            return set()
        hits = self._automaton.find_matches_as_indexes(" ".join(text.casefold().split()), overlapping=True)
        return {owner for index, _, _ in hits for owner in self._owners[index]}


def around_mentions(text: str, target: Target) -> str:
    """The text within reach of every mention of a target, joined; "" when it is not mentioned."""
    spans: list[list[int]] = []
    for match in target.pattern.finditer(text):
        start, end = max(0, match.start() - CONTEXT_CHARS), min(len(text), match.end() + CONTEXT_CHARS)
        if spans and start <= spans[-1][1]:
            spans[-1][1] = end
        else:
            spans.append([start, end])
    return "\n".join(text[start:end] for start, end in spans)


def _is_fit(question: AbsentQuestion, target: Target) -> bool:
    """Whether a question names its target and asks for nothing that a fact could not be asked for."""
    stand_in = Fact(
        subject=question.subject,
        question=question.question,
        answer="-",
        answer_type=question.asked_type,
        quote="-",
        salience=1,
        form="sentence",
    )
    return bool(target.pattern.search(question.question)) and not fault_of(stand_in, "\0")


def _certificate(row: dict[str, Any], found: Sequence[tuple[str, str]], model: str) -> str:
    """What was read, as JSON: the documents, the aliases they were found by, and a hash over the text."""
    digest = hashlib.sha256("\0".join(text for _, text in found).encode()).hexdigest()
    certificate = {
        "entity_id": row["entity_id"],
        "aliases": sorted({row["canonical_name"], *(row["aliases"] or [])}),
        "documents_read": [doc_id for doc_id, _ in found],
        "n_documents_read": len(found),
        "text_sha256": digest,
        "prompt_id": PROMPT_ID,
        "model": model,
    }
    return json.dumps(certificate, sort_keys=True, ensure_ascii=False)


def _spread(offered: Sequence[Sequence[dict[str, Any]]], quota: int, seed: int) -> Iterator[dict[str, Any]]:
    """Drafts in rounds, one a target, targets in a seeded order, until the quota is full."""
    order = sorted(
        (list(drafts) for drafts in offered if drafts),
        key=lambda d: hashlib.sha256(f"{seed}|{d[0]['entity_ids'][0]}".encode()).hexdigest(),
    )
    n_given = 0
    for turn in range(max(map(len, order), default=0)):
        for drafts in order:
            if turn < len(drafts) and n_given < quota:
                n_given += 1
                yield drafts[turn]


def _draft(question: AbsentQuestion, target: Target, certificate: str, seed: int) -> dict[str, Any]:
    return {
        "task_id": task_id(TaskType.UNANSWERABLE, seed, question.question),
        "type": TaskType.UNANSWERABLE.value,
        "question": question.question,
        "answer": "",
        "answer_type": question.asked_type.value,
        "items": [],
        "evidence": [],
        "entity_ids": [target.entity_id],
        "salience": SALIENCE,
        "form": "sentence",
        "certificate": certificate,
    }
