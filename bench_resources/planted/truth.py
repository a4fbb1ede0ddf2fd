"""What is true of the embedded corpus: one record a fact, a statement, a person, an appearance, a document.

Belongs here: the records, their tables, reading them back. Does not: making them. No stage of the factory reads them.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

FOLDER = "truth"


class Fact(NamedTuple):
    """Something that documents state. `answer` is canonical: ISO dates, $1,234, full names."""

    fact_id: str
    subject: str
    relation: str
    question: str
    answer: str
    answer_type: str
    is_public: bool


class Statement(NamedTuple):
    """One place where a document states a fact; `form` is header, sentence, row or dialogue.

    `is_standalone`: it names its subject, so that it can be understood alone.
    """

    fact_id: str
    statement: str
    written_answer: str
    form: str
    is_standalone: bool


class Appearance(NamedTuple):
    """One surface under which a document names an entity."""

    entity_id: str
    surface: str
    form: str


# One row per fact that at least one document states.
FACTS = pa.schema([
    ("fact_id", pa.string()), ("subject", pa.string()), ("relation", pa.string()), ("question", pa.string()),
    ("answer", pa.string()), ("answer_type", pa.string()), ("is_public", pa.bool_()),
])  # fmt: skip
# One row per (fact, document, statement). `is_legible`: the noise left the statement whole.
STATEMENTS = pa.schema([
    ("fact_id", pa.string()), ("doc_id", pa.string()), ("statement", pa.string()), ("written_answer", pa.string()),
    ("form", pa.string()),
    ("is_standalone", pa.bool_()), ("is_legible", pa.bool_()),
])  # fmt: skip
# One row per fact that a reader might ask for and that no document states.
ABSENT_FACTS = pa.schema([
    ("fact_id", pa.string()), ("subject", pa.string()), ("relation", pa.string()), ("question", pa.string()),
    ("asked_type", pa.string()),
])  # fmt: skip
# One row per person or organisation. `privacy_reason` is empty for the public ones.
ENTITIES = pa.schema([
    ("entity_id", pa.string()), ("canonical_name", pa.string()), ("kind", pa.string()), ("office", pa.string()),
    ("is_public", pa.bool_()),
    ("privacy_reason", pa.string()),
])  # fmt: skip
# One row per (entity, form of its name) that the release may print.
ALIASES = pa.schema([("entity_id", pa.string()), ("alias", pa.string()), ("form", pa.string())])
# One row per (entity, document, surface) that the release does print. `is_legible`: the noise left the name whole.
APPEARANCES = pa.schema([
    ("entity_id", pa.string()), ("doc_id", pa.string()), ("surface", pa.string()), ("form", pa.string()),
    ("is_legible", pa.bool_()),
])  # fmt: skip
# One row per document. `cluster_id` is shared by scans of one record; the rate is edits over clean characters.
DOCUMENTS = pa.schema([
    ("doc_id", pa.string()), ("kind", pa.string()), ("cluster_id", pa.string()), ("is_rescan", pa.bool_()),
    ("quality", pa.string()),
    ("character_error_rate", pa.float64()), ("length_chars", pa.int32()),
])  # fmt: skip
TABLES: dict[str, pa.Schema] = {
    "facts": FACTS, "statements": STATEMENTS, "absent_facts": ABSENT_FACTS, "entities": ENTITIES, "aliases": ALIASES,
    "appearances": APPEARANCES, "documents": DOCUMENTS,
}  # fmt: skip


def flatten(text: str) -> str:
    """The text on one line, quote marks of replies removed: how a statement is looked for in a laid-out document."""
    return " ".join(" ".join(line.lstrip("> ") for line in text.split("\n")).split())


def read_truth(folder: Path, name: str) -> pa.Table:
    """One truth table of a written corpus. Raises KeyError for a name that is not in TABLES."""
    return pq.read_table(folder / FOLDER / f"{name}.parquet", schema=TABLES[name])
