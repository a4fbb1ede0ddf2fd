"""The files of a release and the manifest that hashes them.

Belongs here: canonical lines, atomic writes, hashes, the manifest's contents. Does not: choosing tasks (tasks.py).
The canary: every line of the JSONL files carries it under "canary". qrels.trec and doc_ids.txt keep the bare forms that
other programs read; for them, and for everything else, the manifest names it.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import pyarrow as pa

from bench_assets.publishing.funnel import yields_json
from bench_assets.publishing.tasks import canonical, label_prompt
from bench_assets.publishing.yields import Yields
from bench_assets.schemas import RELEASE_MANIFEST
from bench_assets.settings.release import EMBEDDED
from bench_resources.atomic import write_bytes
from scoring.errors import BadInputError, name_culprits
from scoring.trec import trec_id

QUESTIONS_FILE = "questions.jsonl"
TASKS_FILE = "tasks.jsonl"
QRELS_FILE = "qrels.trec"
QRELS_LINES_FILE = "qrels.jsonl"
DOC_IDS_FILE = "doc_ids.txt"
MANIFEST_FILE = "manifest.json"
CANARY_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "docketbench:canary")
NOT_LEADERBOARD_GRADE = "not leaderboard grade"
LEADERBOARD_GRADE = "leaderboard grade"
NOT_AUDITED = "not audited"


@dataclass(frozen=True)
class ExportedFile:
    """One file of a release: its name, the hash of its bytes, its size and its number of lines."""

    file: str
    sha256: str
    bytes: int
    n_lines: int


@dataclass(frozen=True)
class ReleaseSource:
    """What a release's file says, as far as its data depend on it.

    Attributes:
        models: model by role.
        sampling: what live models are handed beside the prompt; {} where none is asked.
        settings: the values of each section, [evaluation] left out: it moves scores, not the release.
    """

    version: str
    source: str
    seed: int
    models: Mapping[str, str]
    sampling: Mapping[str, float | int | str | bool]
    settings: Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class ReleaseFacts:
    """What the manifest says beside its files.

    Attributes:
        models: names of every model that drafted, verified or labelled.
        prompts: version by prompt id.
        yields: by type, stage by stage.
        quarantined: reason by shard.
        audit: of the factory that built it: what was measured on the planted corpus; None when it was not.
        completeness: of the targets, and what of the source was not read; empty without targets.
        counts: whatever a reader of the release wants counted, e.g. {"documents": 400}.
    """

    models: Sequence[str]
    prompts: Mapping[str, str]
    yields: Yields
    quarantined: Mapping[str, str]
    counts: Mapping[str, int]
    completeness: Mapping[str, Any]
    audit: Mapping[str, Any] | None = None


def canary(version: str, seed: int) -> str:
    """The release's GUID: found in a model's output, it says that the model saw the release's files."""
    return str(uuid.uuid5(CANARY_NAMESPACE, f"{version}|{seed}"))


def write_questions(folder: Path, questions: pa.Table, *, guid: str) -> ExportedFile:
    """questions.jsonl: {task_id, type, question, canary}, in the table's order."""
    return _write_lines(folder / QUESTIONS_FILE, (canonical({**row, "canary": guid}) for row in questions.to_pylist()))


def write_tasks(folder: Path, tasks: pa.Table, *, guid: str) -> ExportedFile:
    """tasks.jsonl: the key, in the table's order; `pattern` is null until a type needs it."""
    return _write_lines(folder / TASKS_FILE, (canonical(key_line(row, guid=guid)) for row in tasks.to_pylist()))


def key_line(row: Mapping[str, Any], *, guid: str) -> dict[str, Any]:
    """One line of tasks.jsonl from one row of TASKS."""
    provenance = json.loads(row["provenance"])
    return {**row, "provenance": provenance, "pattern": None, "canary": guid}


def write_qrels(folder: Path, qrels: pa.Table) -> ExportedFile:
    """qrels.trec: `task_id 0 doc_id relevance`; see `trec_id` for doc_ids with white space."""
    rows = qrels.to_pylist()
    return _write_lines(
        folder / QRELS_FILE, (f"{row['task_id']} 0 {trec_id(row['doc_id'])} {row['relevance']}" for row in rows)
    )


def write_qrels_lines(folder: Path, qrels: pa.Table, *, guid: str) -> ExportedFile:
    """qrels.jsonl: the same judgments with the doc_ids as they are, for loaders that know no TREC."""
    return _write_lines(folder / QRELS_LINES_FILE, (canonical({**row, "canary": guid}) for row in qrels.to_pylist()))


def write_doc_ids(folder: Path, corpus: pa.Table) -> ExportedFile:
    """doc_ids.txt: every document of the retrieval corpus, sorted, one a line.

    Raises: BadInputError: a doc_id holds a line break, so that a line would no longer be an id.
    """
    doc_ids = sorted(corpus.column("doc_id").to_pylist())
    broken = [repr(doc_id)[:80] for doc_id in doc_ids if "\n" in doc_id or doc_id.endswith("\r")]
    if broken:
        raise BadInputError(
            f"{len(broken):,} documents have a line break in their doc_id: {name_culprits(broken)}. "
            "Add the source again with an id column that holds one line a value."
        )
    return _write_lines(folder / DOC_IDS_FILE, doc_ids)


def manifest(release: ReleaseSource, files: Sequence[ExportedFile], facts: ReleaseFacts) -> dict[str, Any]:
    """The contents of manifest.json: what was built from what, without a time, a path or a number of workers.

    The grade is "not leaderboard grade" as soon as one model, used or configured, was the embedded reader; the audit
    is "not audited" where the home has none of the same code and models.
    """
    used = sorted({*facts.models, *release.models.values()})
    return {
        "audit": NOT_AUDITED if facts.audit is None else dict(facts.audit),
        "canary": canary(release.version, release.seed),
        "completeness": dict(facts.completeness),
        "counts": dict(facts.counts),
        "files": [asdict(file) for file in sorted(files, key=lambda file: file.file)],
        "grade": NOT_LEADERBOARD_GRADE if EMBEDDED in used else LEADERBOARD_GRADE,
        "models": used,
        "models_by_role": dict(release.models),
        "prompts": dict(facts.prompts),
        "quarantined_shards": dict(facts.quarantined),
        "release": release.version,
        "sampling": dict(release.sampling),
        "seed": release.seed,
        "settings": dict(release.settings),
        "source": release.source,
        "yields": yields_json(facts.yields),
    }


def write_manifest(folder: Path, contents: Mapping[str, Any]) -> ExportedFile:
    """manifest.json, readable by people; its hash is the release's manifest_sha256."""
    text = json.dumps(contents, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False)
    return _write_lines(folder / MANIFEST_FILE, text.split("\n"))


def manifest_table(files: Sequence[ExportedFile]) -> pa.Table:
    """RELEASE_MANIFEST: one row a file, sorted by name."""
    return pa.Table.from_pylist([asdict(file) for file in sorted(files, key=lambda f: f.file)], schema=RELEASE_MANIFEST)


def collect_facts(  # noqa: PLR0913 - every table that the manifest speaks of
    *,
    yields: Yields,
    stages: Sequence[pa.Table],
    labels: Sequence[pa.Table],
    tasks: pa.Table,
    corpus: pa.Table,
    snapshot: pa.Table,
    completeness: Mapping[str, Any],
    audit: Mapping[str, Any] | None = None,
) -> ReleaseFacts:
    """What the manifest says, read from the tables of every stage and type."""
    verdicts = [row for table in stages for row in table.to_pylist()]
    judged = [
        row for table in labels for row in table.select(["task_id", "label", "prompt_version", "model"]).to_pylist()
    ]
    prompts = {row["prompt_id"]: row["prompt_version"] for row in verdicts if row["prompt_id"]}
    prompts |= label_prompt(judged)
    shards = snapshot.select(["shard", "quarantine_reason", "n_documents"]).to_pylist()
    return ReleaseFacts(
        models=sorted({row["model"] for row in (*verdicts, *judged) if row["model"]}),
        prompts=prompts,
        yields=yields,
        quarantined={row["shard"]: row["quarantine_reason"] for row in shards if row["quarantine_reason"] is not None},
        counts={
            "documents_in_source": sum(row["n_documents"] or 0 for row in shards),
            "documents_in_corpus": corpus.num_rows,
            "pool_labels": len(judged),
            "tasks": tasks.num_rows,
        },
        completeness=completeness,
        audit=audit,
    )


def _write_lines(path: Path, lines: Iterable[str]) -> ExportedFile:
    held = list(lines)
    content = "".join(f"{line}\n" for line in held).encode()
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, content)
    return ExportedFile(path.name, hashlib.sha256(content).hexdigest(), len(content), len(held))
