"""TREC files: relevance judgments and runs, read and written as NIST writes them, and a run as predictions.

Belongs here: the two formats, ids in them, and scoring a run by its own scores. Does not: lines of JSON (reading.py).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TypeVar
from urllib.parse import unquote

from scoring.contract import Prediction
from scoring.errors import FaultKind, FaultLog, FaultyFileError, MissingFileError, quote
from scoring.reading import read_predictions, text_lines

Qrels = dict[str, dict[str, int]]
Run = dict[str, dict[str, float]]
V = TypeVar("V")
QRELS_COLUMNS = 4
RUN_COLUMNS = 6


def trec_id(doc_id: str) -> str:
    """The doc_id as one TREC field: white space, control characters and `%` percent-encoded, the rest as it is."""
    return "".join(
        "".join(f"%{byte:02X}" for byte in char.encode())
        if char == "%" or char.isspace() or not char.isprintable()
        else char
        for char in doc_id
    )


def doc_id_of(field: str) -> str:
    """The doc_id that `trec_id` wrote as a field; what it can not have written stays as it is."""
    try:
        return unquote(field, errors="strict")
    except UnicodeDecodeError:
        return field


def run_lines(task_id: str, doc_ids: Sequence[str], tag: str) -> Iterator[str]:
    """A ranking without repeats as lines of a run, `task_id Q0 doc_id rank score tag`, rank from 1.

    Scores are whole numbers that fall by one to 1: no tie is left for trec_eval to break, whatever it thinks of ranks,
    and single precision holds them exactly up to 16 million documents.
    """
    for at, doc_id in enumerate(doc_ids):
        yield f"{task_id} Q0 {trec_id(doc_id)} {at + 1} {len(doc_ids) - at} {tag}"


def read_qrels(path: Path) -> Qrels:
    """Relevance by topic and document, from lines `topic iteration doc_id relevance`. Raises FaultyFileError."""
    faults = FaultLog()
    qrels: Qrels = {}
    for number, (topic, _, doc_id, relevance) in _fields(path, "qrels", QRELS_COLUMNS, faults):
        try:
            grade = int(relevance)
        except ValueError:
            faults.add(FaultKind.WRONG_TYPE, number, f"relevance is {quote(relevance)}, expected a whole number")
            continue
        _put(qrels.setdefault(topic, {}), doc_id, grade, number, faults)
    return _sound(path, qrels, faults)


def read_run(path: Path, topics: Collection[str] | None = None) -> Run:
    """Score by topic and document, from lines `topic Q0 doc_id rank score run`; a topic not in `topics` is a fault.

    Raises: FaultyFileError.
    """
    faults = FaultLog()
    run: Run = {}
    for number, (topic, _, doc_id, _, score, _) in _fields(path, "run", RUN_COLUMNS, faults):
        if topics is not None and topic not in topics:
            faults.add(FaultKind.UNKNOWN_TASK, number, quote(topic))
            continue
        try:
            value = float(score)
        except ValueError:
            value = math.nan
        if not math.isfinite(value):
            faults.add(FaultKind.NOT_FINITE, number, f"score is {quote(score)}, expected a number")
            continue
        _put(run.setdefault(topic, {}), doc_id, value, number, faults)
    return _sound(path, run, faults)


def is_run(path: Path) -> bool:
    """Whether a file's first line that is not blank has a run's six columns and begins no JSON object.

    A file that cannot be read is none: whoever reads it next says why.
    """
    try:
        first = next((line for _, line in text_lines(path, "predictions", FaultLog()) if line.strip()), "")
    except MissingFileError:
        return False
    return len(first.split()) == RUN_COLUMNS and not first.lstrip().startswith("{")


def read_submitted(path: Path, task_ids: Iterable[str]) -> list[Prediction]:
    """The predictions of a submitted file, sorted by task_id: a predictions.jsonl, or a TREC run, told by its content.

    Raises: FaultyFileError, MissingFileError.
    """
    return read_rankings(path, task_ids) if is_run(path) else read_predictions(path, task_ids)


def read_rankings(path: Path, task_ids: Iterable[str]) -> list[Prediction]:
    """A TREC run as predictions that are rankings, one for each of `task_ids`; a task without a line retrieves nothing.

    Documents stand as trec_eval orders them: by score, ties by descending id as it is in the file; the rank column is
    not read.

    Raises:
        FaultyFileError: with every fault and its line, a topic that is no task among them.
        MissingFileError: the file cannot be opened.
    """
    asked = frozenset(task_ids)
    run = read_run(path, asked)
    return [
        Prediction(task_id, answer="", retrieved=_ranked(run.get(task_id, {})), is_ranking=True)
        for task_id in sorted(asked)
    ]


def _ranked(scores: Mapping[str, float]) -> tuple[str, ...]:
    order = sorted(scores, key=lambda doc_id: (scores[doc_id], doc_id.encode()), reverse=True)
    return tuple(map(doc_id_of, order))


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
