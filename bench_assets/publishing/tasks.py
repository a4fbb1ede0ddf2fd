"""The released tasks, their questions and their relevance judgments, from what the gauntlet and the pools let through.

Belongs here: which verified tasks are released, and the rows of the key. Does not: files and hashes (exports.py).
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import pyarrow as pa

from bench_assets.drafting.list_drafts import attainable_f1
from bench_assets.schemas import QRELS, QUESTIONS, TASKS
from bench_assets.settings.release import DraftingSection, PublishingSection
from scoring.contract import REJECTION_TYPES, TaskType

# Written into every task's provenance. Not the package's version, which no fingerprint holds: a release that is brought
# up to date must equal one built from nothing. Bump it together with the logic number of `tasks` in graph.py.
PIPELINE_VERSION = "3"
HEADER = "header"  # the form of a task that was read from a memo header or a cover sheet
RELEVANCE = {"supports": 2, "partial": 1, "irrelevant": 0, "unjudged": -1}
Row = Mapping[str, Any]


def release_tasks(
    verified: pa.Table,
    gold: pa.Table,
    labels: pa.Table,
    drafting: DraftingSection,
    settings: PublishingSection,
    version: str,
    seed: int,
) -> pa.Table:
    """The key of a release, sorted by type and task_id.

    Args:
        verified: VERIFIED_TASKS of every type.
        gold: GOLD_LABELS of every type; an answerable task without any is not released.
        labels: POOL_LABELS of every type; their digest is the task's pool version.
        drafting: the quota per type.
        settings: the share of header tasks, and the retractions.
        version: the release, written into each task's provenance.
        seed: decides which tasks fill a quota, by hash order.

    Returns: TASKS; no rows when nothing was verified.
    """
    gold_of, labels_of = _by_task(gold), _by_task(labels)
    kept = [
        row
        for row in _rows(verified)
        if row["task_id"] not in settings.retractions and (row["type"] in REJECTION_TYPES or gold_of[row["task_id"]])
    ]
    chosen = _within_quota(kept, drafting, settings, seed)
    released = [_task(row, gold_of[row["task_id"]], labels_of[row["task_id"]], version) for row in chosen]
    return pa.Table.from_pylist(sorted(released, key=lambda row: (row["type"], row["task_id"])), schema=TASKS)


def questions(tasks: pa.Table) -> pa.Table:
    """QUESTIONS: what a system under test is given of the TASKS, in their order."""
    return tasks.select(QUESTIONS.names).cast(QUESTIONS)


def qrels(tasks: pa.Table, labels: pa.Table) -> pa.Table:
    """QRELS of the released tasks: 2 supports, 1 partial, 0 irrelevant, -1 pooled but unjudged.

    A gold document of the key that no label row names is relevant all the same: the key decides, the pool explains.

    Returns: sorted by task_id and doc_id; rejection types have no rows.
    """
    relevance: dict[tuple[str, str], int] = {}
    answerable = {row["task_id"]: row for row in _rows(tasks) if row["type"] not in REJECTION_TYPES}
    for label in _rows(labels):
        if label["task_id"] in answerable:
            pair = label["task_id"], label["doc_id"]
            relevance[pair] = max(relevance.get(pair, RELEVANCE["unjudged"]), RELEVANCE[label["label"]])
    for task_id, task in answerable.items():
        for doc_id in task["gold_docs"]:
            relevance[task_id, doc_id] = RELEVANCE["supports"]
    judged = [
        {"task_id": task_id, "doc_id": doc_id, "relevance": grade}
        for (task_id, doc_id), grade in sorted(relevance.items())
    ]
    return pa.Table.from_pylist(judged, schema=QRELS)


def _within_quota(rows: Iterable[Row], drafting: DraftingSection, settings: PublishingSection, seed: int) -> list[Row]:
    """At most the quota of each type, no more of them from headers than their share, the first in seeded hash order."""
    by_type: dict[str, list[Row]] = defaultdict(list)
    for row in sorted(rows, key=lambda row: (_draw(seed, row["task_id"]), row["task_id"])):
        by_type[row["type"]].append(row)
    quotas = {kind: drafting.quota(TaskType(kind)) for kind in sorted(by_type)}
    return [row for kind, quota in quotas.items() for row in _balanced(by_type[kind], quota, settings)]


def _balanced(rows: list[Row], wanted: int, settings: PublishingSection) -> list[Row]:
    """The first rows within the quota, such that headers are no more than their share of what is kept."""
    n_others = sum(row["form"] != HEADER for row in rows)
    share = Fraction(settings.max_header_share).limit_denominator(1000)  # a third is a third, whatever binary says
    quota = min(wanted, n_others + int(share * n_others / (1 - share)))
    left = int(share * quota)
    kept = []
    for row in rows:
        if row["form"] != HEADER or left:
            left -= row["form"] == HEADER
            kept.append(row)
    return kept[:quota]


def _draw(seed: int, task_id: str) -> str:
    return hashlib.sha256(f"{seed}|{task_id}".encode()).hexdigest()


def _task(row: Row, gold: list[Row], labels: list[Row], version: str) -> dict[str, Any]:
    """One row of TASKS. A rejection type keeps no gold whatever its pool says."""
    held = [] if row["type"] in REJECTION_TYPES else sorted(gold, key=_by_unit)
    units: dict[int, dict[str, None]] = defaultdict(dict)
    for label in held:
        units[label["unit"]][label["doc_id"]] = None
    items = _items(row, held)
    return {
        "task_id": row["task_id"],
        "type": row["type"],
        "question": row["question"],
        "answer": row["answer"],
        "items": items,
        "gold_docs": sorted({label["doc_id"] for label in held}),
        "gold_units": [list(units[unit]) for unit in sorted(units)],
        "evidence": _evidence(row, held),
        "entity_ids": sorted(row["entity_ids"] or []),
        "false_element": row["false_element"],
        "attainable_f1": _attainable(row, items, units),
        "provenance": canonical(_provenance(row, labels, version)),
    }


def _items(row: Row, gold: list[Row]) -> list[dict[str, Any]]:
    """The items of a task, each with every document that pooling found to support it."""
    supports: dict[int, set[str]] = defaultdict(set)
    for label in gold:
        supports[label["item"]].add(label["doc_id"])
    return [
        {"item": item["item"], "doc_ids": sorted({*item["doc_ids"], *supports[at]})}
        for at, item in enumerate(row["items"] or ())
    ]


def _attainable(row: Row, items: list[dict[str, Any]], units: Mapping[int, Iterable[str]]) -> float | None:
    """What three citations can earn with the gold as it is; None for a type that is not scored by item."""
    if row["attainable_f1"] is None:
        return None
    unit_of = {doc_id: unit for unit, doc_ids in units.items() for doc_id in doc_ids}
    return attainable_f1([[str(unit_of.get(doc_id, doc_id)) for doc_id in item["doc_ids"]] for item in items])


def _by_unit(label: Row) -> tuple[int, str, int]:
    return label["unit"], label["doc_id"], label["item"] or 0


def _evidence(row: Row, gold: list[Row]) -> list[dict[str, Any]]:
    """The draft's own evidence first, then the quote of each further gold document, without repeats."""
    evidence = [dict(piece) for piece in row["evidence"] or []]
    cited = {piece["doc_id"] for piece in evidence}
    spans: set[tuple[str, int, int]] = set()
    for label in gold:
        span = label["doc_id"], label["start"], label["end"]
        if label["doc_id"] not in cited and label["quote"] is not None and span not in spans:
            spans.add(span)
            digest = hashlib.sha256(label["quote"].encode()).hexdigest()
            evidence.append({**{key: label[key] for key in ("doc_id", "start", "end", "quote")}, "sha256": digest})
    return evidence


def _provenance(row: Row, labels: list[Row], version: str) -> dict[str, Any]:
    """Who made, verified and labelled the task, with which prompts."""
    verdicts = row["verdicts"] or []
    judged = [verdict for verdict in verdicts if verdict["prompt_id"]]
    prompts = {verdict["prompt_id"]: verdict["prompt_version"] for verdict in judged}
    prompts |= label_prompt(labels)
    return {
        "answer_type": row["answer_type"],
        "certificate": json.loads(row["certificate"]) if row["certificate"] else None,
        "form": row["form"],
        "models": sorted({used["model"] for used in (*verdicts, *labels) if used["model"]}),
        "pipeline_version": PIPELINE_VERSION,
        "pool_version": _pool_version(labels),
        "prompts": prompts,
        "release": version,
        "salience": row["salience"],
        "verdicts": {verdict["stage"]: verdict["outcome"] for verdict in verdicts},
    }


def _pool_version(labels: list[Row]) -> str | None:
    """Twelve hex digits over the task's labels; None when the task has no pool."""
    if not labels:
        return None
    lines = sorted(f"{label['doc_id']}\0{label['item']}\0{label['label']}" for label in labels)
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:12]


def label_prompt(labels: Iterable[Row]) -> dict[str, str]:
    """{"pool_label": its version}, or nothing when no label was judged by a prompt."""
    versions = sorted({label["prompt_version"] for label in labels if label["prompt_version"]})
    return {"pool_label": versions[-1]} if versions else {}


def canonical(value: Any) -> str:
    """JSON with sorted keys, no spaces, characters as themselves. Raises ValueError for NaN."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _rows(table: pa.Table) -> list[Row]:
    rows: list[Row] = table.to_pylist()
    return rows


def _by_task(table: pa.Table) -> dict[str, list[Row]]:
    grouped: dict[str, list[Row]] = defaultdict(list)
    for row in _rows(table):
        grouped[row["task_id"]].append(row)
    return grouped
