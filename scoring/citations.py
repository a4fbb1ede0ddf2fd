"""Citations against gold: the gate, precision, recall, and near-duplicates that count as one.

Belongs here: what a list of cited documents is worth. Does not: whether the answer is right (correctness.py).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from scoring.contract import Task

GATE = 3  # seed methodology, section 8: only the first three distinct citations count toward correctness


@dataclass(frozen=True)
class Units:
    """Which documents hold the same evidence. `unit_of` names a document's unit; one in no unit is its own."""

    representative: dict[str, str]

    @classmethod
    def of(cls, task: Task) -> Units:
        """The task's gold units, each named by its smallest doc_id."""
        return cls({doc_id: min(unit) for unit in task.gold_units for doc_id in unit})

    def unit_of(self, doc_id: str) -> str:
        """The unit's smallest doc_id."""
        return self.representative.get(doc_id, doc_id)

    def units_of(self, doc_ids: Iterable[str]) -> frozenset[str]:
        """The distinct units of some documents."""
        return frozenset(map(self.unit_of, doc_ids))

    def distinct_units(self, ranking: Iterable[str]) -> list[str]:
        """A ranking of documents as a ranking of units, the first member retrieved standing for its unit."""
        return list(dict.fromkeys(map(self.unit_of, ranking)))


def gated(citations: Iterable[str], gate: int = GATE) -> tuple[str, ...]:
    """The first `gate` distinct citations, in order."""
    return tuple(dict.fromkeys(citations))[:gate]


def is_supported(citations: Sequence[str], support: Collection[str], units: Units) -> bool:
    """Whether a gated citation is a supporting document or a near-duplicate of one.

    Source: seed methodology, section 8; units are ours and change nothing where there are none.
    """
    return not units.units_of(gated(citations)).isdisjoint(units.units_of(support))


def citation_precision(citations: Sequence[str], gold: Collection[str], units: Units) -> float:
    """Share of all distinct citations that are gold, in [0, 1]; not gated, so stuffing pays for itself.

    Returns: 0.0 without citations. An id that no corpus holds counts as wrong.
    Source: seed methodology, section 8, after ALCE (Gao et al. 2023), against pooled gold.
    """
    cited = dict.fromkeys(citations)
    if not cited:
        return 0.0
    gold_units = units.units_of(gold)
    return sum(units.unit_of(doc_id) in gold_units for doc_id in cited) / len(cited)


def citation_recall(citations: Sequence[str], gold: Collection[str], units: Units) -> float:
    """Share of the gold units that are cited anywhere in the list, in [0, 1].

    Raises: ValueError: no gold; such a task has no recall, which is not 0.
    Source: seed methodology, section 8.
    """
    gold_units = units.units_of(gold)
    if not gold_units:
        raise ValueError("citation recall needs at least one gold document")
    return len(gold_units & units.units_of(citations)) / len(gold_units)
