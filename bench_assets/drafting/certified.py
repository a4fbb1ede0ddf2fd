"""What drafts that rest on something not found are made from, and what every certificate of them says.

Belongs here: the tables, the drafts with their counts, hashes over what was read. Does not: reading (reading.py), any
claim (absence.py, premises.py, whole_lists.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets.corpus.completeness import not_read
from bench_assets.drafting.reading import Passage


@dataclass(frozen=True)
class Certified:
    """What a claim of absence rests on: the corpus, its targets, and what is known of its completeness.

    Attributes:
        corpus, targets, certificates: CORPUS, TARGET_ENTITIES and their COMPLETENESS_CERTIFICATES.
        near_duplicates: NEAR_DUPLICATES of the source: copies of a document are read with it.
        alias_index: ALIAS_INDEX of the source: every form of every name.
    """

    corpus: pa.Table
    targets: pa.Table
    certificates: pa.Table
    near_duplicates: pa.Table
    alias_index: pa.Table

    def complete(self) -> dict[str, dict[str, Any]]:
        """The certificate of each target of which no document is missing, by entity_id."""
        return {row["entity_id"]: row for row in self.certificates.to_pylist() if not row["missing"]}


class Drafted(NamedTuple):
    """TASK_DRAFTS, and how many candidates were checked and how many dropped, by reason."""

    table: pa.Table
    counts: dict[str, int]


def not_read_of(complete: Mapping[str, Any]) -> dict[str, Any]:
    """What a target's COMPLETENESS_CERTIFICATES row does not speak for."""
    return not_read(complete) | {"garbage_documents_that_name_it": complete["n_garbage"]}


def digest(passages: Sequence[Passage]) -> str:
    """sha256 over the text of passages, in order."""
    return hashlib.sha256("\0".join(text for _, text in passages).encode()).hexdigest()
