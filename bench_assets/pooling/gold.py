"""The gold: documents that support a task, joined into units where they are copies of one another.

Belongs here: units, and which tasks fall because their own source does not support them, or because one document
supports every item of a list. Does not: labels.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa
from rapidfuzz import fuzz

from bench_assets.gauntlet.verdicts import is_rejection, rows, source_ids
from bench_assets.schemas import GOLD_LABELS
from bench_resources.prompting import Support

NOT_POOLED = "not pooled"
ONE_SUFFICES = "one_document_suffices"
MIN_COPY_RATIO = 85.0  # of 100: two OCR engines on one page agree on more than this, two sentences on one fact on less
MAX_LENGTH_RATIO = 2.5  # a phrase inside a long passage is no copy of it


class Dropped(NamedTuple):
    """A task that pooling drops: as what, such as source_partial, and why."""

    task_id: str
    category: str
    reason: str


def collect_gold(labels: pa.Table, verified: pa.Table) -> pa.Table:
    """GOLD_LABELS by task_id, doc_id and item: the supporting documents of the tasks that are not `dropped`.

    Rejection types have no rows: their gold is empty by construction.
    """
    fallen = {drop.task_id for drop in dropped(labels, verified)}
    known = {task["task_id"] for task in rows(verified)}
    by_task: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in labels.to_pylist():
        if row["label"] == Support.SUPPORTS and row["task_id"] in known - fallen:
            by_task[row["task_id"]].append(row)
    found: list[dict[str, Any]] = []
    for _, held in sorted(by_task.items()):
        held.sort(key=lambda row: (row["doc_id"], row["item"] or 0))
        unit_of = _units_of(held)
        names = ("task_id", "doc_id", "item", "start", "end", "quote")
        found += [{name: row[name] for name in names} | {"unit": unit_of[row["doc_id"]]} for row in held]
    return pa.Table.from_pylist(found, schema=GOLD_LABELS)


def dropped(labels: pa.Table, verified: pa.Table) -> list[Dropped]:
    """Answerable tasks with a source document that is not labelled `supports`, with its label, by task_id.

    A list of which one pooled document supports every item falls too: it does not bring documents together.
    """
    said: dict[str, dict[tuple[str, int | None], str]] = defaultdict(dict)
    for row in labels.select(["task_id", "doc_id", "item", "label"]).to_pylist():
        said[row["task_id"]][row["doc_id"], row["item"]] = row["label"]
    found = []
    for task in rows(verified):
        if not is_rejection(task):
            faults = _faults(task, said[task["task_id"]]) or _faults_of_whole(task, said[task["task_id"]])
            reasons = "; ".join(fault.reason for fault in faults)
            found += [Dropped(task["task_id"], faults[0].category, reasons)] if faults else []
    return found


class _Fault(NamedTuple):
    category: str
    reason: str


def _faults(task: Mapping[str, Any], said: Mapping[tuple[str, int | None], str]) -> list[_Fault]:
    """Sources that do not support; where an answer has several items, each must support its own."""
    sources: list[tuple[str, int | None]] = [
        (doc_id, at) for at, item in enumerate(task["items"] or ()) for doc_id in item["doc_ids"]
    ] or [(doc_id, None) for doc_id in source_ids(task)]
    labelled = [(doc_id, at, said.get((doc_id, at), NOT_POOLED)) for doc_id, at in sources]
    return [
        _Fault(f"source_{label}".replace(" ", "_"), f"source {doc_id} is {label}" + _of_item(at))
        for doc_id, at, label in labelled
        if label != Support.SUPPORTS
    ] or ([] if sources else [_Fault("no_source", "no source document")])


def _faults_of_whole(task: Mapping[str, Any], said: Mapping[tuple[str, int | None], str]) -> list[_Fault]:
    """Documents that support every item of a list."""
    n_items = len(task["items"] or ())
    supported = Counter(doc_id for (doc_id, at), label in said.items() if label == Support.SUPPORTS and at is not None)
    return [
        _Fault(ONE_SUFFICES, f"document {doc_id} supports all {n_items} items")
        for doc_id, n_supported in sorted(supported.items())
        if n_supported == n_items > 1
    ]


def _of_item(at: int | None) -> str:
    return "" if at is None else f" for item {at + 1}"


def count_gold(labels: pa.Table, verified: pa.Table) -> dict[str, int]:
    """How many pairs have each label, how many tasks were dropped and how many kept with gold."""
    counts = {
        f"label: {label}": labels["label"].to_pylist().count(label)
        for label in sorted(set(labels["label"].to_pylist()))
    }
    n_answerable = sum(1 for task in rows(verified) if not is_rejection(task))
    n_dropped = len(dropped(labels, verified))
    return counts | {"tasks dropped": n_dropped, "tasks with gold": n_answerable - n_dropped}


def _units_of(rows: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """The unit of each document of a task, from 0: copies of one another in every item that either supports."""
    items: dict[int | None, list[Mapping[str, Any]]] = defaultdict(list)
    for row in rows:
        items[row["item"]].append(row)
    told: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for at, held in enumerate(items.values()):
        for row, unit in zip(held, units([row["quote"] for row in held]), strict=True):
            told[row["doc_id"]].append((at, unit))
    order: dict[tuple[tuple[int, int], ...], int] = {}
    return {doc_id: order.setdefault(tuple(sorted(pairs)), len(order)) for doc_id, pairs in sorted(told.items())}


def units(quotes: Sequence[str]) -> list[int]:
    """The unit of each quote, from 0 in order of first member: near-identical quotes share one, chains included."""
    plain = [re.sub(r"[\W_]+", " ", quote.casefold()).strip() for quote in quotes]
    unit = list(range(len(plain)))
    for i in range(len(plain)):
        for j in range(i):
            if unit[i] != unit[j] and is_copy(plain[i], plain[j]):
                gone, kept = unit[i], unit[j]
                unit = [kept if number == gone else number for number in unit]
    order = {number: at for at, number in enumerate(dict.fromkeys(unit))}
    return [order[number] for number in unit]


def is_copy(one: str, other: str) -> bool:
    """Whether two quotes, folded, are one text read twice."""
    short, long = sorted((one, other), key=len)
    if not short or len(long) > MAX_LENGTH_RATIO * len(short):
        return False
    return fuzz.partial_ratio(short, long, score_cutoff=MIN_COPY_RATIO) > 0
