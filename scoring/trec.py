"""TREC files: relevance judgments and runs, read as NIST writes them.

Belongs here: the two formats, and scoring a run by its own scores. Does not: our predictions (contract.py).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TypeVar

from scoring.errors import FaultKind, FaultLog, FaultyFileError, quote
from scoring.reading import text_lines

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]
V = TypeVar("V")


def read_qrels(path: Path) -> Qrels:
    """Relevance by topic and document, from lines `topic iteration doc_id relevance`. Raises FaultyFileError."""
    faults = FaultLog()
    qrels: Qrels = {}
    for number, (topic, _, doc_id, relevance) in _fields(path, "qrels", 4, faults):
        try:
            grade = int(relevance)
        except ValueError:
            faults.add(FaultKind.WRONG_TYPE, number, f"relevance is {quote(relevance)}, expected a whole number")
            continue
        _put(qrels.setdefault(topic, {}), doc_id, grade, number, faults)
    return _sound(path, qrels, faults)


def read_run(path: Path) -> Run:
    """Score by topic and document, from lines `topic Q0 doc_id rank score run`. Raises FaultyFileError."""
    faults = FaultLog()
    run: Run = {}
    for number, (topic, _, doc_id, _, score, _) in _fields(path, "run", 6, faults):
        try:
            value = float(score)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            faults.add(FaultKind.NOT_FINITE, number, f"score is {quote(score)}, expected a number")
            continue
        _put(run.setdefault(topic, {}), doc_id, value, number, faults)
    return _sound(path, run, faults)


def evaluate_run(qrels: Qrels, run: Run, measures: Iterable[str]) -> dict[str, float | None]:
    """Means of trec_eval's measures of a run, ranked by the run's own scores, ties by descending doc_id.

    The mean is over every topic with a relevant document, one that the run misses counting 0 (trec_eval -c; plain
    trec_eval averages over the topics of the run). None when no topic has one.
    Source: trec_eval, through pytrec_eval.
    """
    import pytrec_eval  # noqa: PLC0415 - only scoring of rankings needs the extension

    names = list(measures)
    topics = [topic for topic, docs in qrels.items() if any(grade > 0 for grade in docs.values())]
    found = pytrec_eval.RelevanceEvaluator({topic: qrels[topic] for topic in topics}, set(names)).evaluate(
        {topic: docs for topic, docs in run.items() if docs}
    )
    if not topics:
        return dict.fromkeys(names)
    zero: Mapping[str, float] = dict.fromkeys(names, 0.0)
    return {name: math.fsum(found.get(topic, zero)[name] for topic in topics) / len(topics) for name in names}


def _fields(path: Path, what: str, n_fields: int, faults: FaultLog) -> Iterator[tuple[int, list[str]]]:
    for number, line in text_lines(path, what, faults):
        fields = line.split()
        if fields and len(fields) != n_fields:
            faults.add(FaultKind.MISSING_FIELD, number, f"{len(fields)} columns, expected {n_fields}")
        elif fields:
            yield number, fields


def _put(documents: dict[str, V], doc_id: str, value: V, number: int, faults: FaultLog) -> None:
    if doc_id in documents:
        faults.add(FaultKind.DUPLICATE_KEY, number, f"document {quote(doc_id)} is given twice for its topic")
    documents[doc_id] = value


def _sound(path: Path, table: V, faults: FaultLog) -> V:
    if faults.total:
        raise FaultyFileError(str(path), faults)
    return table
