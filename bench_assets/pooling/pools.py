"""Which documents are judged for a task: what every retriever found, and where the task came from.

Belongs here: the union with its contributors. Does not: labels.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from bench_assets.gauntlet.verdicts import has_parts, is_rejection, rows, source_ids
from bench_assets.schemas import POOLS
from bench_assets.settings.release import PoolingSection
from bench_resources.retrieval import Retriever

SOURCE = "source"
ALIAS_INDEX = "alias_index"  # every document of the figure that a list is about


def build_pools(
    verified: pa.Table,
    retrievers: Mapping[str, Retriever],
    corpus: pa.Table,
    settings: PoolingSection,
    contributed: Mapping[str, Mapping[str, Sequence[str]]],
) -> pa.Table:
    """POOLS by (task_id, doc_id): the union of the top `depth` of each retriever and contributed run, and the sources.

    Of a task whose answer has several items also every document that names the figure it is about, with rank 0.

    `retrievers` are by name; `contributed` is run name -> task_id -> doc_ids, best first. Documents that the corpus
    lacks are left out.
    Returns: no rows for rejection types, whose gold is empty by construction.
    """
    known = set(corpus["doc_id"].to_pylist())
    naming = _documents_of_figures(corpus)
    tasks = [task for task in rows(verified) if not is_rejection(task)]
    questions = [task["question"] for task in tasks]
    rankings = {name: one.search(questions, settings.depth) for name, one in sorted(retrievers.items())}
    found: list[dict[str, Any]] = []
    for at, task in enumerate(tasks):
        runs: dict[str, Sequence[str]] = {name: [hit.doc_id for hit in hits[at]] for name, hits in rankings.items()}
        runs |= {name: run.get(task["task_id"], ()) for name, run in sorted(contributed.items())}
        listed = (
            {doc_id for entity_id in task["entity_ids"] for doc_id in naming[entity_id]} if has_parts(task) else set()
        )
        found += _pool(task, runs, listed, known, settings.depth)
    return pa.Table.from_pylist(found, schema=POOLS)


def _documents_of_figures(corpus: pa.Table) -> dict[str, list[str]]:
    """The documents of each target, by entity_id."""
    naming: dict[str, list[str]] = defaultdict(list)
    for row in corpus.select(["doc_id", "entity_ids"]).to_pylist():
        for entity_id in row["entity_ids"] or ():
            naming[entity_id].append(row["doc_id"])
    return naming


def _pool(
    task: Mapping[str, Any], runs: Mapping[str, Sequence[str]], listed: set[str], known: set[str], depth: int
) -> list[dict[str, Any]]:
    """The rows of one task, by doc_id, each with its contributors by name."""
    contributors: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for doc_id in source_ids(task):
        contributors[doc_id].append({"retriever": SOURCE, "rank": 0})
    for doc_id in sorted(listed):
        contributors[doc_id].append({"retriever": ALIAS_INDEX, "rank": 0})
    for name, ranking in runs.items():
        for rank, doc_id in enumerate(list(dict.fromkeys(ranking))[:depth], 1):
            contributors[doc_id].append({"retriever": name, "rank": rank})
    return [
        {"task_id": task["task_id"], "doc_id": doc_id, "contributors": sorted(by, key=lambda c: c["retriever"])}
        for doc_id, by in sorted(contributors.items())
        if doc_id in known
    ]
