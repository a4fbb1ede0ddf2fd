"""What the drafts of answers in several parts share: parts with their documents, evidence, what citations can earn.

Belongs here: rows of TASK_DRAFTS made of happenings, and the choice among those that a target offers. Does not: which
happenings make a task (dossiers.py, timelines.py, aggregations.py).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from bench_assets.drafting.drafts import task_id
from bench_assets.drafting.facts import Target
from bench_assets.drafting.happenings import Happening
from bench_assets.settings.release import DraftingSection
from scoring.contract import TaskType

GATED_CITATIONS = 3  # seed methodology, section 8: no more count toward correctness
FORM = "parts"  # neither sentence nor header: the share of headers is of tasks that one line answers
MIN_ITEMS = 3
MIN_DOCUMENTS = 2  # else the task asks for one document
Draft = dict[str, Any]


class Part(NamedTuple):
    """One part of an answer and the happenings that give it."""

    item: str
    happenings: tuple[Happening, ...]

    @property
    def doc_ids(self) -> list[str]:
        """Its own documents, sorted."""
        return sorted({doc_id for one in self.happenings for doc_id in one.doc_ids})


def attainable_f1(supports: Sequence[Iterable[str]]) -> float:
    """The best item F1 that three citations can earn on a list, in [0, 1]: exactly the items they support are given.

    Args:
        supports: for each item the documents, or units of copies, that support it.

    Source: item F1 of the seed methodology, section 8, and its three gated citations.
    """
    held = [frozenset(one) for one in supports]
    counts = Counter(doc_id for one in held for doc_id in one)
    # A document that supports no more items than another, and none that it lacks, is never needed.
    documents = sorted(counts, key=lambda doc_id: (-counts[doc_id], doc_id))
    chosen = combinations(documents, min(GATED_CITATIONS, len(documents)))
    n_best = max((sum(not one.isdisjoint(cited) for one in held) for cited in chosen), default=0)
    return 2 * n_best / (n_best + len(held)) if n_best else 0.0


def part_draft(
    task_type: TaskType, seed: int, question: str, answer: str, parts: Sequence[Part], target: Target
) -> Draft:
    """A row of TASK_DRAFTS whose answer has these parts; `attainable_f1` is filled where the type is scored by item."""
    rows = {
        (row["doc_id"], row["start"], row["end"]): row
        for part in parts
        for one in part.happenings
        for row in one.sources
    }
    earned = attainable_f1([part.doc_ids for part in parts]) if task_type is not TaskType.TIMELINE else None
    return {
        "task_id": task_id(task_type, seed, question),
        "type": task_type.value,
        "question": question,
        "answer": answer,
        "answer_type": "date" if task_type is TaskType.TIMELINE else "list",
        "items": [{"item": part.item, "doc_ids": part.doc_ids} for part in parts],
        "evidence": [_evidence(rows[key]) for key in sorted(rows)],
        "entity_ids": [target.entity_id],
        "salience": max(one.salience for part in parts for one in part.happenings),
        "form": FORM,
        "certificate": None,
        "false_element": None,
        "attainable_f1": earned,
    }


def _evidence(row: Mapping[str, Any]) -> dict[str, Any]:
    digest = hashlib.sha256(row["quote"].encode()).hexdigest()
    return {name: row[name] for name in ("doc_id", "start", "end", "quote")} | {"sha256": digest}


def list_fault(parts: Sequence[Part], settings: DraftingSection) -> str:
    """Why parts make no list that is scored by item, as a snake_case reason; "" when they do."""
    checks = {
        "too_few": len(parts) < MIN_ITEMS,
        "too_many": len(parts) > settings.max_items,
        "one_document": len(documents_of(parts)) < MIN_DOCUMENTS or _is_told_by_one(parts),
        "too_many_documents": attainable_f1([part.doc_ids for part in parts]) < settings.min_attainable_f1,
    }
    return next((reason for reason, is_faulty in checks.items() if is_faulty), "")


def _is_told_by_one(parts: Sequence[Part]) -> bool:
    """Whether one document tells every part: then the task asks for it, and others only repeat it."""
    return bool(frozenset[str].intersection(*(frozenset(part.doc_ids) for part in parts)))


def documents_of(parts: Iterable[Part]) -> set[str]:
    """Every document that a part rests on."""
    return {doc_id for part in parts for doc_id in part.doc_ids}


def in_rounds(offered: Sequence[Sequence[Draft]], seed: int) -> Iterator[Draft]:
    """Drafts in rounds, one a target, the targets in a seeded order: no target comes twice before the others did."""
    order = sorted((list(drafts) for drafts in offered if drafts), key=lambda drafts: _seeded(seed, drafts[0]))
    for turn in range(max(map(len, order), default=0)):
        yield from (drafts[turn] for drafts in order if turn < len(drafts))


def _seeded(seed: int, draft: Draft) -> str:
    return hashlib.sha256(f"{seed}|{draft['entity_ids'][0]}".encode()).hexdigest()
