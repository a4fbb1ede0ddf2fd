"""A release as TREC files: judgments, topics, and a run for every system.

Belongs here: the files of that folder. Does not: the formats' lines (scoring/trec.py), which systems there are.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench_assets.publishing.exchange import (
    README_FILE,
    BuiltRelease,
    about,
    how_gold_counts,
    judgments,
    write_lines,
)
from bench_assets.publishing.exports import QRELS_FILE, ExportedFile
from bench_assets.publishing.tasks import canonical
from scoring.citations import Units
from scoring.contract import Task
from scoring.retrieval import first_distinct
from scoring.trec import run_lines, trec_id

GOLD_FILE = "qrels.gold.trec"
TOPICS_FILE = "topics.tsv"
TOPICS_LINES_FILE = "topics.jsonl"
RUNS_FOLDER = "runs"
UNITS_FOLDER = "units"  # judgments and runs in which copies of one evidence are one document, as the headline counts
Rankings = Mapping[str, Sequence[str]]  # doc_ids by task, best first


def write_trec(
    folder: Path, release: BuiltRelease, runs: Mapping[str, Rankings], left_out: Mapping[str, str]
) -> list[ExportedFile]:
    """Writes the files into an empty folder.

    Args:
        folder: to write to.
        release: whose judgments and topics.
        runs: by system.
        left_out: why a system has no run, by system.
    """
    with (release.folder / QRELS_FILE).open(encoding="utf-8", newline="\n") as lines:
        files = [write_lines(folder, QRELS_FILE, (line.removesuffix("\n") for line in lines))]
    files += [
        write_lines(folder, GOLD_FILE, (f"{of.task_id} 0 {of.doc} {of.gain}" for of in judgments(release))),
        write_lines(
            folder, TOPICS_FILE, (f"{task.task_id}\t{' '.join(task.question.split())}" for task in release.tasks)
        ),
        write_lines(folder, TOPICS_LINES_FILE, (_topic(task, release.canary) for task in release.tasks)),
        write_lines(folder, f"{UNITS_FOLDER}/{QRELS_FILE}", _unit_judgments(release)),
        write_lines(folder, README_FILE, _readme(release, sorted(runs), left_out)),
    ]
    for system in sorted(runs):
        name, rankings = f"{RUNS_FOLDER}/{system}.trec", runs[system]
        files.append(write_lines(folder, name, _run(release, rankings, system)))
        files.append(write_lines(folder, f"{UNITS_FOLDER}/{name}", _unit_run(release, rankings, system)))
    return files


def _topic(task: Task, canary: str) -> str:
    return canonical({"task_id": task.task_id, "type": task.type, "question": task.question, "canary": canary})


def _run(release: BuiltRelease, rankings: Rankings, system: str) -> Iterator[str]:
    """The lines of a run, by task; a document that a system retrieved twice stands where it came first."""
    for task in release.tasks:
        yield from run_lines(task.task_id, list(dict.fromkeys(rankings.get(task.task_id, ()))), system)


def _unit_judgments(release: BuiltRelease) -> Iterator[str]:
    """The gold units of every task, each under its smallest doc_id."""
    for task in release.tasks:
        for unit in sorted(Units.of(task).units_of(task.citable_docs)):
            yield f"{task.task_id} 0 {trec_id(unit)} 1"


def _unit_run(release: BuiltRelease, rankings: Rankings, system: str) -> Iterator[str]:
    """A run as the headline metrics read it: the first distinct documents, then the first of each unit."""
    for task in release.tasks:
        ranking = Units.of(task).distinct_units(first_distinct(rankings.get(task.task_id, ())))
        yield from run_lines(task.task_id, ranking, system)


def _readme(release: BuiltRelease, systems: Sequence[str], left_out: Mapping[str, str]) -> list[str]:
    shown = systems[0] if systems else "SYSTEM"
    return [
        *about(release, "TREC files"),
        "| file | |",
        "|---|---|",
        f"| `{QRELS_FILE}` | the judgments as released: 2 supports, 1 partial, 0 irrelevant, -1 pooled but unjudged |",
        f"| `{GOLD_FILE}` | the same with gold 1 and the rest 0 |",
        f"| `{TOPICS_FILE}` | task_id, a tab, the question on one line |",
        f"| `{TOPICS_LINES_FILE}` | the same with the type, one JSON object a line |",
        f"| `{RUNS_FOLDER}/SYSTEM.trec` | task_id Q0 doc_id rank score system; scores fall with the rank |",
        f"| `{UNITS_FOLDER}/` | judgments and runs in which copies of one evidence are one document |",
        "",
        "In a doc_id white space, control characters and `%` are percent-encoded.",
        "",
        "docketbench's own recall@5, recall@20 and nDCG@10 come of:",
        "",
        f"    cd {UNITS_FOLDER}; trec_eval -c -m recall.5,20 -m ndcg_cut.10 {QRELS_FILE} {RUNS_FOLDER}/{shown}.trec",
        "",
        *how_gold_counts(release),
        *(line for system, reason in sorted(left_out.items()) for line in ("", f"No run of {system}: {reason}.")),
    ]
