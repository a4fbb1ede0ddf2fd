"""Unanswerable tasks: questions about a target that no document which mentions it answers, with the proof.

Belongs here: reading every document of a target, and the certificate. Does not: which attributes are asked (the
prompt).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import pyarrow as pa

from bench_assets.corpus.completeness import not_read
from bench_assets.corpus.private_people import PrivateNames, marked_people
from bench_assets.drafting.drafts import task_id
from bench_assets.drafting.facts import Permitted, Target, fault_of, public_people, read_targets
from bench_assets.drafting.strangers import PublicPeople, Told, names_stranger
from bench_assets.schemas import TASK_DRAFTS
from bench_assets.settings.release import DraftingSection
from bench_resources.prompting import AbsentQuestion, AbsentQuestions, Fact, template
from scoring.contract import TaskType
from scoring.llm import Model, ask

PROMPT_ID = "absent_questions"
CONTEXT_CHARS = 1500  # read on either side of a mention
SALIENCE = 3
MAX_TEXTS = 50  # in which somebody whom a question names beside its target is looked up
_CAPITALISED = re.compile(r"(?<!\w)[A-Z][\w'\u2019-]{2,}")


@dataclass(frozen=True)
class Certified:
    """What an absence rests on: CORPUS, TARGET_ENTITIES and their COMPLETENESS_CERTIFICATES."""

    corpus: pa.Table
    targets: pa.Table
    certificates: pa.Table


def draft_unanswerable(
    certified: Certified,
    model: Model,
    settings: DraftingSection,
    seed: int,
    protected: frozenset[str] = frozenset(),
) -> pa.Table:
    """Unanswerable drafts, at most `settings.unanswerable`, spread evenly over the targets, sorted by task_id.

    Every document that the corpus lists for a target is read around every mention. A target of which a listed
    document cannot be read gives nothing; so does one whose completeness is not certified, and a failed model reply. No
    question names a `protected` person, one whom the documents mark as a victim or a minor, or anybody else who is no
    target and in no public office.
    """
    private = PrivateNames(protected | marked_people([certified.corpus]))
    rows = {row["entity_id"]: row for row in certified.targets.to_pylist()}
    complete = {row["entity_id"]: row for row in certified.certificates.to_pylist() if not row["missing"]}
    readable = [target for target in read_targets(certified.targets) if target.forms and target.entity_id in complete]
    public = public_people(readable)
    passages = _passages(certified.corpus, readable)
    read = [(target, passages[target.entity_id]) for target in readable if passages.get(target.entity_id)]
    prompts = [
        template(PROMPT_ID).fill(name=t.canonical_name, kind=t.kind, passages=[text for _, text in found])
        for t, found in read
    ]
    offered: list[list[dict[str, Any]]] = []
    for (target, found), reply in zip(read, ask(model, prompts), strict=True):
        value = reply.expect(AbsentQuestions)
        questions = _of_public(value.questions if value is not None else [], target, found, public)
        certificate = _certificate(rows[target.entity_id], found, reply.model, complete[target.entity_id])
        offered.append([_draft(q, target, certificate, seed) for q in questions if _is_fit(q, target, private)])
    chosen = list(_spread(offered, settings.unanswerable, seed))
    return pa.Table.from_pylist(sorted(chosen, key=lambda draft: draft["task_id"]), schema=TASK_DRAFTS)


def _passages(corpus: pa.Table, targets: Sequence[Target]) -> dict[str, list[tuple[str, str]]]:
    """(doc_id, text around every mention) by entity_id. A target with an unreadable document is left out.

    Which documents name a target is the corpus's own list, which its rescan of every alias over every text made.
    """
    found: dict[str, list[tuple[str, str]]] = {target.entity_id: [] for target in targets}
    by_id = {target.entity_id: target for target in targets}
    for batch in corpus.select(["doc_id", "entity_ids", "text"]).sort_by("doc_id").to_batches(max_chunksize=256):
        for row in batch.to_pylist():
            for entity_id in sorted(found.keys() & set(row["entity_ids"] or [])):
                text = row["text"] or ""
                if not text.strip():
                    del found[entity_id]
                    continue
                found[entity_id].append((row["doc_id"], around_mentions(text, by_id[entity_id]) or text))
    return found


@lru_cache(maxsize=256)
def _by_first_word(forms: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """Patterns of the forms in small letters, by their first word: plain search for it finds where to look closely."""
    words: dict[str, list[str]] = {}
    for form in forms:
        first, *others = form.lower().split()
        words.setdefault(first, []).append(r"\s+".join(map(re.escape, [first, *others])))
    return {
        first: re.compile(rf"(?<!\w)(?:{'|'.join(sorted(either, key=len, reverse=True))})(?!\w)")
        for first, either in words.items()
    }


def _mentions(text: str, target: Target) -> list[tuple[int, int]]:
    """Spans of every mention of a target, in order."""
    lower = text.lower()
    if len(lower) != len(text):  # a letter of two in small print: the offsets would not be the text's
        return [match.span() for match in target.pattern.finditer(text)]
    spans = []
    for first, pattern in _by_first_word(target.forms).items():
        at = lower.find(first)
        while at >= 0:
            match = pattern.match(lower, at)
            if match:
                spans.append(match.span())
            at = lower.find(first, match.end() if match else at + 1)
    return sorted(spans)


def around_mentions(text: str, target: Target) -> str:
    """The text within reach of every mention of a target, joined; "" when it is not mentioned."""
    spans: list[list[int]] = []
    for first, last in _mentions(text, target):
        start, end = max(0, first - CONTEXT_CHARS), min(len(text), last + CONTEXT_CHARS)
        if spans and start <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], end)
        else:
            spans.append([start, end])
    return "\n".join(text[start:end] for start, end in spans)


def _of_public(
    questions: Sequence[AbsentQuestion], target: Target, found: Sequence[tuple[str, str]], public: PublicPeople
) -> list[AbsentQuestion]:
    """The questions that name nobody but targets and holders of public offices."""
    told = []
    for question in questions:
        others = set(_CAPITALISED.findall(target.pattern.sub(" ", question.question)[1:]))
        # Whoever is named beside the target is so in full in one of these; most questions name nobody.
        texts = [text for _, text in found if any(word in text for word in others)] if others else []
        told.append(Told(question.question, text="\n\n".join(texts[:MAX_TEXTS])))
    strange = names_stranger(told, public)
    return [question for question, is_strange in zip(questions, strange, strict=True) if not is_strange]


def _is_fit(question: AbsentQuestion, target: Target, private: PrivateNames) -> bool:
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
    return bool(target.pattern.search(question.question)) and not fault_of(stand_in, "\0", Permitted([target], private))


def _certificate(row: dict[str, Any], found: Sequence[tuple[str, str]], model: str, complete: Mapping[str, Any]) -> str:
    """As JSON: the documents read, the aliases they were found by, a hash over the text, and what was not read."""
    digest = hashlib.sha256("\0".join(text for _, text in found).encode()).hexdigest()
    certificate = {
        "entity_id": row["entity_id"],
        "aliases": sorted({row["canonical_name"], *(row["aliases"] or [])}),
        "documents_read": [doc_id for doc_id, _ in found],
        "n_documents_read": len(found),
        "n_documents_scanned": complete["n_documents_scanned"],
        "not_read": not_read(complete) | {"garbage_documents_that_name_it": complete["n_garbage"]},
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
