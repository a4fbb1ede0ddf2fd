"""A release in BEIR's layout: corpus.jsonl, queries.jsonl, qrels/test.tsv.

Belongs here: the files of that folder. Does not: reading the corpus from the lake, which judgments count (exchange.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest
from pathlib import Path
from typing import NamedTuple

from bench_assets.publishing.exchange import (
    README_FILE,
    BuiltRelease,
    about,
    how_gold_counts,
    judgments,
    write_lines,
)
from bench_assets.publishing.exports import DOC_IDS_FILE, ExportedFile
from bench_assets.publishing.tasks import canonical
from scoring.contract import Task
from scoring.errors import BadInputError, quote
from scoring.trec import trec_id

CORPUS_FILE = "corpus.jsonl"
QUERIES_FILE = "queries.jsonl"
JUDGMENTS_FILE = "qrels/test.tsv"
JUDGMENTS_HEADER = "query-id\tcorpus-id\tscore"
LOADER = (
    "from beir.datasets.data_loader import GenericDataLoader; "
    'corpus, queries, qrels = GenericDataLoader(data_folder=".").load(split="test")'
)


class Document(NamedTuple):
    """A document of the retrieval corpus; `shard` is where the source has it."""

    doc_id: str
    shard: str
    text: str


def write_beir(folder: Path, release: BuiltRelease, documents: Iterable[Document]) -> list[ExportedFile]:
    """Writes the files into an empty folder; one document at a time is in memory.

    Args:
        folder: to write to.
        release: whose tasks and judgments.
        documents: of its corpus, by doc_id.

    Raises: BadInputError: the documents are not those of the release's doc_ids.txt.
    """
    held = require_released(documents, release)
    tests = (f"{trec_id(of.task_id)}\t{of.doc}\t{of.gain}" for of in judgments(release))
    return [
        write_lines(folder, CORPUS_FILE, (_corpus_line(document, release.canary) for document in held)),
        write_lines(folder, QUERIES_FILE, (_query_line(task, release.canary) for task in release.tasks)),
        write_lines(folder, JUDGMENTS_FILE, chain([JUDGMENTS_HEADER], tests)),
        write_lines(folder, README_FILE, _readme(release)),
    ]


def require_released(documents: Iterable[Document], release: BuiltRelease) -> Iterator[Document]:
    """The documents, each held against its line of doc_ids.txt. Raises BadInputError at the first that is another."""
    with (release.folder / DOC_IDS_FILE).open(encoding="utf-8", newline="\n") as lines:
        for document, line in zip_longest(documents, lines):
            found = None if document is None else document.doc_id
            expected = None if line is None else line.removesuffix("\n")
            if document is None or found != expected:
                raise BadInputError(
                    f"The corpus of {release.version} in this home is not the one it was released with: "
                    f"{_named(found)} stands where {DOC_IDS_FILE} has {_named(expected)}. "
                    f"Build the release again with: docketbench build {release.version}"
                )
            yield document


def _named(doc_id: str | None) -> str:
    return "no document" if doc_id is None else quote(doc_id)


def _corpus_line(document: Document, canary: str) -> str:
    metadata = {"doc_id": document.doc_id, "shard": document.shard, "canary": canary}
    return canonical({"_id": trec_id(document.doc_id), "title": "", "text": document.text, "metadata": metadata})


def _query_line(task: Task, canary: str) -> str:
    metadata = {"type": task.type, "canary": canary}
    return canonical({"_id": trec_id(task.task_id), "text": task.question, "metadata": metadata})


def _readme(release: BuiltRelease) -> list[str]:
    return [
        *about(release, "BEIR layout"),
        "| file | |",
        "|---|---|",
        f"| `{CORPUS_FILE}` | `_id`, `title` (empty: the source has none), `text`, `metadata` with the doc_id |",
        f"| `{QUERIES_FILE}` | `_id`, `text`, `metadata` with the type |",
        f"| `{JUDGMENTS_FILE}` | query-id, corpus-id, score; a header line |",
        "",
        "In an id white space, control characters and `%` are percent-encoded, in all three files alike.",
        "",
        "Read from this folder:",
        "",
        f"    {LOADER}",
        "",
        f"The {release.n_rejections:,} tasks of the types unanswerable and false_premise are queries without qrels: no",
        "document is relevant to them, and the loader leaves them out. Score their answers with docketbench.",
        "",
        *how_gold_counts(release),
    ]
