"""The gates as pure functions: each returns the faults it found, in order; none means that the gate holds.

The same functions run as asset checks beside their table and once more when a release is published: a check gates
only its own run, and the table it rejects is already written.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pyarrow as pa

from bench_assets.publishing.yields import FunnelStage
from scoring.contract import TaskType
from scoring.errors import name_culprits


def unreadable_quotes(rows: pa.Table, corpus: pa.Table) -> list[str]:
    """Rows with {doc_id, start, end, quote} whose span does not read back as the quote."""
    texts = dict(zip(corpus["doc_id"].to_pylist(), corpus["text"].to_pylist(), strict=True))
    return [
        f"{row['doc_id']} [{row['start']}:{row['end']}]"
        for row in rows.select(["doc_id", "start", "end", "quote"]).to_pylist()
        if not _reads_back(row, texts.get(row["doc_id"], ""))
    ]


def _reads_back(row: Mapping[str, Any], text: str) -> bool:
    start, end, quote = row["start"], row["end"], row["quote"]
    # Python's slices take negative and overlong ends; a reader in another language does not. "" proves nothing.
    return bool(quote) and start is not None and 0 <= start < end <= len(text) and text[start:end] == quote


def unindexed_chunks(index: pa.Table, chunks: pa.Table) -> list[str]:
    """Indexes that do not hold every chunk of the release; no index at all is one fault."""
    if index.num_rows == 0:
        return [f"there is no index of the {chunks.num_rows} chunks"]
    return [
        f"{row['index_name']} holds {row['n_chunks']} chunks of {chunks.num_rows}"
        for row in index.to_pylist()
        if row["n_chunks"] != chunks.num_rows
    ]


def missing_documents(tasks: pa.Table, corpus: pa.Table) -> list[str]:
    """Documents that a released task names, anywhere in its key, and that the corpus does not hold."""
    held = set(corpus["doc_id"].to_pylist())
    return [
        f"{task['task_id']} names {doc_id}"
        for task in tasks.to_pylist()
        for doc_id in sorted(_documents_of(task) - held)
    ]


def _documents_of(task: Mapping[str, Any]) -> set[str]:
    units = [doc_id for unit in task["gold_units"] for doc_id in unit]
    items = [doc_id for item in task["items"] for doc_id in item["doc_ids"]]
    return {*task["gold_docs"], *units, *items, *(evidence["doc_id"] for evidence in task["evidence"])}


def misread_evidence(tasks: pa.Table, corpus: pa.Table) -> list[str]:
    """Evidence of released tasks whose span does not read back as its quote."""
    rows = [evidence for task in tasks.to_pylist() for evidence in task["evidence"]]
    schema = pa.schema([(name, tasks.schema.field("evidence").type.value_type.field(name).type) for name in _EVIDENCE])
    return unreadable_quotes(pa.Table.from_pylist(rows, schema=schema), corpus)


_EVIDENCE = ("doc_id", "start", "end", "quote")


def incomplete_targets(certificates: pa.Table) -> list[str]:
    """Targets of which the corpus lacks a document that names them."""
    return [
        f"{row['entity_id']} lacks {name_culprits(row['missing'])}"
        for row in certificates.select(["entity_id", "missing"]).to_pylist()
        if row["missing"]
    ]


def unproven_absences(drafts: pa.Table) -> list[str]:
    """Drafts without evidence whose certificate is missing or names no document that was read."""
    return [
        row["task_id"]
        for row in drafts.select(["task_id", "evidence", "certificate"]).to_pylist()
        if not row["evidence"] and not json.loads(row["certificate"] or "{}").get("documents_read")
    ]


def funnel_gaps(funnel: pa.Table) -> list[str]:
    """Stages of YIELD_FUNNEL at which tasks appear or vanish, by type.

    All that came to a stage passed, fell, or was none of its business; all that did not fall came to the next one. A
    stage without a row is a gap, whatever stands around it, and so is a type of the contract without any.
    """
    stages: dict[tuple[str, str], list[Mapping[str, Any]]] = defaultdict(list)
    for row in funnel.to_pylist():
        stages[row["task_type"], row["stage"]].append(row)
    kinds = dict.fromkeys([*(kind.value for kind in TaskType), *(kind for kind, _ in stages)])
    return [
        f"{kind} {gap}" for kind in kinds for gap in _gaps([stages.get((kind, stage), []) for stage in FunnelStage])
    ]


def _gaps(stages: Sequence[Sequence[Mapping[str, Any]]]) -> Iterator[str]:
    """The gaps of one type, from the rows of each of its stages in order."""
    went_on: int | None = None
    for name, rows in zip(FunnelStage, stages, strict=True):
        if not rows:
            yield f"{name} has no row"
            went_on = None
            continue
        n_in = rows[0]["n_in"]
        n_out = sum(row["n_passed"] + row["n_not_applicable"] for row in rows)
        n_settled = n_out + sum(row["n_rejected"] for row in rows)
        if wrong := [row["n_in"] for row in rows if row["n_in"] != n_settled]:
            yield f"{name} took {wrong[0]:,} and settled {n_settled:,}"
        if went_on not in (None, n_in):
            yield f"{name} took {n_in:,} of {went_on:,}"
        went_on = n_out


def impossible_scores(scores: pa.Table) -> list[str]:
    """Shares outside [0, 1], values outside their bracket, and denominators that do not add up."""
    return [
        f"{row['metric']} = {row['value']}"
        for row in scores.to_pylist()
        if row["n_measured"] + row["n_unmeasured"] != row["n_asked"] or not _is_possible(row)
    ]


def _is_possible(row: Mapping[str, Any]) -> bool:
    """A metric without a bracket was asked of nobody, so it has no value; one without a value was not measured."""
    value, low, high = row["value"], row["bracket_low"], row["bracket_high"]
    if low is None or high is None:
        return value is None and low is None and high is None and row["n_asked"] == 0
    slack = 1e-9  # sums of floats
    held = [0.0, low, high if value is None else value, high, 1.0]
    return all(small <= big + slack for small, big in pairwise(held))
