"""The dataset card: exports/<release>/README.md, as the Hugging Face Hub reads it and as people do.

Belongs here: its front matter, its sections, its file. Does not: counting anything (funnel.py, exports.py), reading
reviews. The card shows the manifest's hash, so it is made after the manifest and its own hash is in its table alone;
what a score depends on is in the manifest. No time and no path stands in it: the same release has the same card.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets.markdown import prose, table
from bench_assets.publishing import exports
from bench_assets.publishing.yields import TypeYield, Yields, read_yields, table_rows
from bench_assets.reviewing.summary import ReviewedType
from bench_assets.schemas import DATASET_CARD
from bench_resources.atomic import write_bytes
from bench_resources.lake import Made
from scoring.contract import REJECTION_TYPES
from scoring.errors import BadInputError

CARD_FILE = "README.md"
CONFIGS = {  # of the Hub's viewer, which takes a file by its ending and so not qrels.trec
    "questions": exports.QUESTIONS_FILE,
    "tasks": exports.TASKS_FILE,
    "qrels": exports.QRELS_LINES_FILE,
}
SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
LARGEST = "1M<n<10M"
LICENCE = "other"  # quotes are the source's; only who publishes the release can say more
NAME_CHARS = 200
SHARES = ("verified_true_share", "planted_defects_passed_share", "gold_recall")
LIMITS = (
    "Relevance judgments are as deep as the pool: a document that no retriever found is unjudged, not irrelevant.",
    "Rejection types are easy for a system that reads the `type` field: read `retrieval_types_macro` as well.",
    "An absence is proved over the documents that were read; what was not read is stated below and is not covered.",
    "Documents are as they were released: misread letters, stamps and blanks are left in texts and quotes.",
)


class Absences(NamedTuple):
    """The certificates of one rejection type: how many, and the fewest and most documents that one of them read."""

    n: int
    fewest: int
    most: int


@dataclass(frozen=True)
class CardFacts:
    """What the card is written from.

    Attributes:
        manifest: the contents of manifest.json.
        files: the release's files, the manifest among them.
        yields: by type.
        absences: of the rejection types that have tasks.
        reviews: by type; a type that nobody reviewed is not there.
    """

    manifest: Mapping[str, Any]
    files: Sequence[exports.ExportedFile]
    yields: Yields
    absences: Mapping[str, Absences]
    reviews: Mapping[str, ReviewedType]

    @property
    def version(self) -> str:
        """The release's, harmless."""
        return _safe(self.manifest["release"])

    @property
    def source(self) -> str:
        """The source's name, harmless."""
        return _safe(self.manifest["source"])

    @property
    def manifest_sha256(self) -> str:
        """The hash that names this very release."""
        return next(file.sha256 for file in self.files if file.file == exports.MANIFEST_FILE)


def write_card(home: Path, version: str, files: pa.Table, tasks: pa.Table, reviews: Mapping[str, ReviewedType]) -> Made:
    """Writes the card of a published release and gives DATASET_CARD, its one row.

    Args:
        home: where the exports are.
        version: the release.
        files: RELEASE_MANIFEST of the release.
        tasks: TASKS of the release.
        reviews: by type; {} when nobody reviewed it.

    Raises: BadInputError: manifest.json is not the one of the table.
    """
    folder = home / "exports" / version
    held = [exports.ExportedFile(**row) for row in files.to_pylist()]
    manifest = read_manifest(folder, held)
    facts = CardFacts(manifest, held, read_yields(manifest), count_absences(tasks), reviews)
    content = card_text(facts).encode()
    path = write_bytes(folder / CARD_FILE, content)
    row = exports.ExportedFile(path.name, hashlib.sha256(content).hexdigest(), len(content), content.count(b"\n"))
    return Made(pa.Table.from_pylist([row.__dict__], schema=DATASET_CARD), side_files=[path])


def read_manifest(folder: Path, files: Iterable[exports.ExportedFile]) -> dict[str, Any]:
    """manifest.json of a release. Raises BadInputError when it is missing or not the file that was hashed."""
    expected = next((file.sha256 for file in files if file.file == exports.MANIFEST_FILE), "")
    path = folder / exports.MANIFEST_FILE
    content = path.read_bytes() if path.is_file() else b""
    if hashlib.sha256(content).hexdigest() != expected:
        raise BadInputError(f"{path} is not the manifest that was built. Build the release again.")
    manifest: dict[str, Any] = json.loads(content)
    return manifest


def count_absences(tasks: pa.Table) -> dict[str, Absences]:
    """The certificates of each rejection type among TASKS; a type without one is not there."""
    counts: dict[str, list[int]] = {}
    for row in tasks.select(["type", "provenance"]).to_pylist():
        certificate = json.loads(row["provenance"]).get("certificate") if row["type"] in REJECTION_TYPES else None
        if certificate:
            counts.setdefault(row["type"], []).append(len(certificate.get("documents_read") or ()))
    return {kind: Absences(len(read), min(read), max(read)) for kind, read in sorted(counts.items())}


def card_text(facts: CardFacts) -> str:
    """The whole card. Text of documents, models and settings stands in it escaped."""
    sections = [
        front_matter(facts),
        _opening(facts),
        _files(facts),
        _making(facts),
        _types(facts),
        _funnel(facts),
        _completeness(facts),
        _standing(facts),
        _scoring(facts),
        _citation(facts),
    ]
    return "\n\n".join(sections) + "\n"


def front_matter(facts: CardFacts) -> str:
    """The YAML that the Hub reads: every text as a JSON string, which YAML reads the same.

    A file without a line is no configuration: the Hub's viewer fails on one.
    """
    n_tasks = facts.manifest["counts"]["tasks"]
    filled = {file.file for file in facts.files if file.n_lines}
    lines = [
        "---",
        f"license: {LICENCE}",
        f"pretty_name: {json.dumps(' '.join(str(facts.manifest[name]) for name in ('source', 'release')))}",
        "task_categories:",
        "- question-answering",
        "- text-retrieval",
        "tags:",
        "- rag",
        "- benchmark",
        "size_categories:",
        f"- {next((name for limit, name in SIZES if n_tasks < limit), LARGEST)}",
        *(["configs:"] if filled & set(CONFIGS.values()) else []),
    ]
    for name, file in CONFIGS.items():
        if file in filled:
            lines += [f"- config_name: {name}", "  data_files:", "  - split: test", f"    path: {file}"]
    return "\n".join([*lines, "---"])


def _opening(facts: CardFacts) -> str:
    counts = facts.manifest["counts"]
    return (
        f"# {facts.source} {facts.version}\n\n"
        f"A benchmark for retrieval-augmented generation: {counts['tasks']:,} questions over "
        f"{counts['documents_in_corpus']:,} documents, with a key, verbatim evidence and relevance judgments. An "
        "answer counts when it is right **and** one of its first three citations is a document that supports it. "
        f"This release is **{_safe(facts.manifest['grade'])}**.\n\n"
        "The documents themselves are not part of it; `doc_ids.txt` names those that a system may cite. The licence of "
        "the quotes is that of the source."
    )


def _files(facts: CardFacts) -> str:
    rows = [[_code(file.file), f"{file.n_lines:,}", f"{file.bytes:,}", _code(file.sha256)] for file in facts.files]
    return "## Files\n\n" + table(["file", "lines", "bytes", "sha256"], rows)


def _making(facts: CardFacts) -> str:
    manifest = facts.manifest
    counts = manifest["counts"]
    models = [[_code(role), _code(model)] for role, model in sorted(manifest["models_by_role"].items())]
    prompts = [[_code(name), _code(version)] for name, version in sorted(manifest["prompts"].items())]
    sampling = ", ".join(f"{_safe(name)} {_safe(value)}" for name, value in sorted(manifest["sampling"].items()))
    return "\n\n".join(
        [
            "## How it was built",
            (
                f"From the source {facts.source}: {counts['documents_in_source']:,} documents, of which "
                f"{counts['documents_in_corpus']:,} are in the corpus. Seed {manifest['seed']}. Every task was drafted "
                "from a verbatim quote, or from a certificate of absence, and passed every stage below."
            ),
            table(["role", "model"], models),
            table(["prompt", "version"], prompts) if prompts else "No stage put a prompt to a model.",
            f"Sampling: {sampling}." if sampling else "No live model was asked, so nothing was sampled.",
        ]
    )


def _types(facts: CardFacts) -> str:
    rows = [
        [_code(kind), f"{of.n_released:,}", f"{of.n_wanted:,}", *_reviewed(facts.reviews.get(kind))]
        for kind, of in _wanted(facts)
    ]
    heading = ["type", "tasks", "wanted", "reviewed", "error rate [95%]"]
    return (
        "## Tasks by type\n\n"
        + table(heading, rows)
        + "\n\nThe error rate is the share of reviewed tasks that a person called bad, with Wilson's interval; those "
        "that the person was unsure of are in neither part."
    )


def _reviewed(marks: ReviewedType | None) -> list[str]:
    """How many were decided, and the share of bad ones with its interval."""
    if marks is None:
        return ["0", "not reviewed"]
    further = [("unsure", marks.n_unsure), ("withdrawn since", marks.n_withdrawn)]
    told = [f"{marks.n_ok + marks.n_bad:,}", *(f"{n:,} {name}" for name, n in further if n)]
    if marks.error_rate is None or marks.low is None or marks.high is None:
        return [", ".join(told), "not reviewed"]
    return [", ".join(told), f"{marks.error_rate:.1%} ({marks.low:.1%} to {marks.high:.1%})"]


def _funnel(facts: CardFacts) -> str:
    kinds = [kind for kind, _ in _wanted(facts)]
    why = [f"- {_code(kind)}: {of.why}." for kind, of in _wanted(facts) if of.why]
    rows = table_rows(facts.yields, kinds)
    return "\n\n".join(
        [
            "## From drafts to tasks",
            "What went on from each stage, in brackets what fell there; `manifest.json` has reasons and examples.",
            table(["stage", *map(_code, kinds)], rows),
            *(["\n".join(why)] if why else []),
        ]
    )


def _completeness(facts: CardFacts) -> str:
    held = facts.manifest["completeness"]
    told = [
        f"- {_code(kind)}: {of.n:,} tasks carry a certificate of absence, which names every document that was read for "
        f"it, {of.fewest:,} to {of.most:,} of them."
        for kind, of in facts.absences.items()
    ]
    if held:
        told.append(
            f"- {held['targets']:,} targets are complete: {held['documents_scanned']:,} documents were searched for "
            f"their names. Of the pairs of a target and a document that names it, "
            f"{held['target_documents_in_corpus']:,} are in the corpus, {held['target_documents_missing']:,} are "
            f"missing, and {held['target_documents_left_out_as_garbage']:,} were left out as unreadable."
        )
        told.append(_unread(held["not_read"]))
    return "## Absence and completeness\n\n" + ("\n".join(told) or "The release has no target and no absence.")


def _unread(not_read: Mapping[str, Any]) -> str:
    shards = ", ".join(map(_safe, not_read["quarantined_shards"])) or "none"
    return (
        f"- Not covered: {not_read['garbage_documents']:,} unreadable documents, "
        f"{not_read['rows_without_text_or_skipped']:,} rows without text or with a repeated id, "
        f"quarantined shards: {shards}."
    )


def _standing(facts: CardFacts) -> str:
    grade = facts.manifest["grade"]
    why = (
        " The embedded reader, which is deterministic and has no weights, drafted, verified, judged or answered for "
        "it: read its numbers as a demonstration."
        if grade == exports.NOT_LEADERBOARD_GRADE
        else ""
    )
    limits = [*LIMITS, *_short(facts)]
    return (
        "## Limits, grade and audit\n\n"
        + "\n".join(f"- {limit}" for limit in limits)
        + f"\n\nGrade: **{_safe(grade)}**.{why}\n\nAudit: {_audited(facts.manifest['audit'])}."
    )


def _audited(told: str | Mapping[str, Any]) -> str:
    """The manifest's audit in a sentence's middle: shares as percentages, "unmeasured" where there is none."""
    if isinstance(told, str):
        return _safe(told)
    shares = {name: f"{told[name]:.1%}" if told[name] is not None else "unmeasured" for name in SHARES}
    return (
        f"the same code and models, over {told['documents']:,} planted documents: {shares['verified_true_share']} of "
        f"verified tasks true, {told['false_absences']:,} false absences, {shares['planted_defects_passed_share']} of "
        f"planted defects passed, {shares['gold_recall']} of the gold found"
    )


def _short(facts: CardFacts) -> Iterator[str]:
    few = [_code(kind) for kind, of in _wanted(facts) if of.n_short]
    if few:
        yield f"Fewer tasks than wanted: {', '.join(few)}."
    if not any(marks.n_marked for marks in facts.reviews.values()):
        yield "No person has reviewed a sample of its tasks."


def _scoring(facts: CardFacts) -> str:
    version = _plain(facts.manifest["release"])
    return (
        "## How to score a system\n\n"
        "Answer every line of `questions.jsonl` once, in a `predictions.jsonl` of "
        '`{"task_id", "answer", "citations", "retrieved"}`, then any of:\n\n'
        "```\n"
        "python -m scoring validate --tasks tasks.jsonl --predictions predictions.jsonl --doc-ids doc_ids.txt\n"
        "python -m scoring score --tasks tasks.jsonl --predictions predictions.jsonl --judge NAME --qrels qrels.trec\n"
        f"docketbench score {version} predictions.jsonl --name MY-SYSTEM   # by its own judge, onto its board\n"
        "```\n\n"
        "The headline is the unweighted mean over types of cited correctness. `qrels.trec` has the judgments in TREC's "
        "form (2 supports, 1 partial, 0 irrelevant, -1 unjudged), `qrels.jsonl` the same with the ids as they are."
    )


def _citation(facts: CardFacts) -> str:
    version, source = (_plain(facts.manifest[name]) for name in ("release", "source"))
    return (
        "## Citation and canary\n\n"
        "```bibtex\n"
        f"@misc{{docketbench-{source}-{version},\n"
        f"  title = {{{source} {version}: a benchmark for retrieval-augmented generation}},\n"
        f"  note = {{Built with Docketbench; manifest sha256 {facts.manifest_sha256}}}\n"
        "}\n"
        "```\n\n"
        "Benchmark data should never be in training corpora. Canary GUID "
        f"`{facts.manifest['canary']}`: found in a model's output, it says that the model saw these files."
    )


def _wanted(facts: CardFacts) -> list[tuple[str, TypeYield]]:
    """The types that the release wants or has."""
    return [(kind, of) for kind, of in facts.yields.items() if of.n_wanted or of.n_released]


def _safe(value: object) -> str:
    return prose(str(value), NAME_CHARS)


def _code(value: object) -> str:
    """A name in a code span, which reads no entities: only marks that end neither the span nor a cell stay."""
    return f"`{_plain(value, also='/:@+')}`"


def _plain(value: object, also: str = "") -> str:
    """A name of letters, digits and the marks of a partition key alone; any other character becomes a hyphen."""
    return "".join(char if char.isalnum() or char in f"._-{also}" else "-" for char in str(value))[:NAME_CHARS]
