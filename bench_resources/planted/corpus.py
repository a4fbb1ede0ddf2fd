"""The embedded corpus on disk: parquet shards as a release would ship them, and the truth in a folder beside them.

Belongs here: files. Does not: a word of what is in them.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from bench_resources.planted import truth
from bench_resources.planted.cast import Entity
from bench_resources.planted.draws import draws_for
from bench_resources.planted.pages import question_of
from bench_resources.planted.papers import Paper, papers
from bench_resources.planted.topics import Topic
from bench_resources.planted.wording import ASKED_TYPES
from scoring.errors import BadInputError

VERSION = 1  # of what is written: a folder of another version is written anew
MARKER = "planted.json"
ROWS = 2_000  # a table's rows are flushed in groups of this many
LANES = 16  # shards filled in turn; more would be as many open files

SHARD = pa.schema([
    ("doc_id", pa.string()), ("file_name", pa.string()), ("file_type", pa.string()), ("online_url", pa.string()),
    ("text_content", pa.string()),
])  # fmt: skip
SHARD_WITH_CONTENT = SHARD.append(pa.field("content", pa.binary()))


def write_corpus(
    folder: Path, *, n_documents: int = 400, seed: int = 0, n_shards: int = 4, content_bytes: int = 0
) -> None:
    """Writes `part-00000.parquet` ... and `truth/` below `folder`, whole, or leaves the same corpus alone.

    Args:
        folder: made with its parents; replaced when it holds another planted corpus.
        n_documents: how many; memory does not grow with it.
        seed: of everything.
        n_shards: over which the documents are dealt; the documents do not depend on it.
        content_bytes: of random bytes in a `content` column, which no scan of the text may read; 0: no such column.

    Raises:
        BadInputError: the folder holds something else, or a number is out of range.
    """
    parameters = {
        "n_documents": n_documents,
        "seed": seed,
        "n_shards": n_shards,
        "content_bytes": content_bytes,
        "version": VERSION,
    }
    if n_documents < 1 or n_shards < 1 or content_bytes < 0 or seed < 0:
        raise BadInputError(
            f"A planted corpus of {parameters} cannot be written: documents and shards start at 1, the others at 0. "
            "Change the numbers."
        )
    if written_parameters(folder) == parameters:
        return
    if folder.exists() and written_parameters(folder) is None and any(folder.iterdir()):
        raise BadInputError(
            f"{folder} holds files that are no planted corpus; nothing was written. "
            "Name another folder or empty this one."
        )
    fresh = folder.with_name(f".{folder.name}.writing")
    shutil.rmtree(fresh, ignore_errors=True)
    (fresh / truth.FOLDER).mkdir(parents=True)
    write_papers(fresh, parameters)
    (fresh / truth.FOLDER / MARKER).write_text(json.dumps(parameters, sort_keys=True) + "\n", encoding="utf-8")
    shutil.rmtree(folder, ignore_errors=True)
    fresh.rename(folder)


def written_parameters(folder: Path) -> dict[str, int] | None:
    """The parameters of the finished corpus in a folder; None when there is none."""
    try:
        found: dict[str, int] = json.loads((folder / truth.FOLDER / MARKER).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found


class Rows:
    """Rows of one parquet file, written in groups so that memory stays flat."""

    def __init__(self, stack: ExitStack, path: Path, schema: pa.Schema) -> None:
        self._schema = schema
        self._writer = stack.enter_context(pq.ParquetWriter(path, schema, compression="zstd"))
        self._rows: list[tuple[Any, ...]] = []
        stack.callback(self.flush)

    def extend(self, rows: Iterable[tuple[Any, ...]]) -> None:
        """Rows in the order of the schema."""
        self._rows.extend(rows)
        if len(self._rows) >= ROWS:
            self.flush()

    def flush(self) -> None:
        """What is held goes to the file."""
        if self._rows:
            columns = zip(*self._rows, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(columns, self._schema, strict=True)]
            self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))
            self._rows.clear()


class Truth:
    """The truth tables in the making: each fact and entity once, though many documents bring it."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._tables = {name: Rows(stack, folder / f"{name}.parquet", schema) for name, schema in truth.TABLES.items()}
        self._held: dict[str, Entity] = {}
        self._seen: set[str] = set()
        self._town = -1

    def add(self, paper: Paper) -> None:
        """Everything one paper adds. What was seen is forgotten at the next town: nothing crosses over."""
        if paper.collection.number != self._town:
            self._town = paper.collection.number
            self._seen.clear()
            self._entities(paper.collection.entities)
        self._entities(paper.page.private.values())
        self._absences(paper.topics)
        self._tables["facts"].extend(tuple(fact) for fact in paper.page.facts.values() if self._is_new(fact.fact_id))
        flat = truth.flatten(paper.text) if paper.n_edits else paper.flat
        self._tables["statements"].extend(
            (said[0], paper.doc_id, *said[1:], said.statement in flat) for said in paper.page.statements
        )
        self._tables["appearances"].extend(
            (named[0], paper.doc_id, *named[1:], named.surface in flat) for named in paper.appearances
        )
        self._tables["documents"].extend(
            [
                (
                    paper.doc_id,
                    paper.kind,
                    paper.cluster_id,
                    paper.is_rescan,
                    paper.quality,
                    paper.character_error_rate,
                    len(paper.text),
                )
            ]
        )

    def _is_new(self, key: str) -> bool:
        is_new = key not in self._seen
        self._seen.add(key)
        return is_new

    def _entities(self, entities: Iterable[Entity]) -> None:
        for entity in entities:
            if self._is_new(entity.entity_id):
                row = (
                    entity.entity_id,
                    entity.name,
                    entity.kind,
                    entity.office,
                    entity.is_public,
                    entity.privacy_reason,
                )
                self._tables["entities"].extend([row])
                self._tables["aliases"].extend((entity.entity_id, alias, form.value) for form, alias in entity.forms())

    def _absences(self, topics: Iterable[Topic]) -> None:
        for topic in topics:
            self._tables["absent_facts"].extend(
                (topic.fact_id(relation), topic.subject, relation, question_of(topic, relation), ASKED_TYPES[relation])
                for relation in topic.absent
                if self._is_new(topic.fact_id(relation))
            )


def write_papers(folder: Path, parameters: dict[str, int]) -> None:
    """Every paper into its shard, and its truth beside; at most LANES shards are open at a time."""
    schema = SHARD_WITH_CONTENT if parameters["content_bytes"] else SHARD
    n_documents, n_shards = parameters["n_documents"], parameters["n_shards"]
    n_blocks = -(-n_shards // LANES)
    stream = enumerate(papers(parameters["seed"], n_documents))
    with ExitStack() as held:
        kept = Truth(held, folder / truth.FOLDER)
        for block in range(n_blocks):
            last = (block + 1) * n_documents // n_blocks
            first = block * n_documents // n_blocks
            with ExitStack() as stack:
                shards = [
                    Rows(stack, folder / f"part-{at:05d}.parquet", schema)
                    for at in range(block * LANES, min(n_shards, (block + 1) * LANES))
                ]
                for at, paper in islice(stream, last - first):
                    shards[at % len(shards)].extend([shard_row(paper, at, parameters)])
                    kept.add(paper)


def shard_row(paper: Paper, serial: int, parameters: dict[str, int]) -> tuple[Any, ...]:
    """A document as the release ships it; the address of most is not known."""
    number = paper.doc_id.removeprefix("HP-")
    url = f"https://archive.harborview.example/{number}.pdf" if serial % 5 == 0 else None
    row = (paper.doc_id, f"{number}.pdf", "pdf", url, paper.text)
    if not parameters["content_bytes"]:
        return row
    return (*row, draws_for(parameters["seed"], 5, serial).rng.bytes(parameters["content_bytes"]))
