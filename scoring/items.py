"""List answers: item F1, and the rule that one item of the answer matches at most one reference item.

Belongs here: counting items. Does not: deciding that two items mean the same (the judge does).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.citations import Units, is_supported
from scoring.contract import Task

Pairs = Sequence[Sequence[bool]]


@dataclass(frozen=True)
class ItemCounts:
    """Items of one answer: `supported` of the `matched` have a gated citation among their own documents."""

    n_items: int
    matched: int
    supported: int
    extra: int

    @property
    def cited_f1(self) -> float:
        """Item F1 where only supported items are right; a matched, unsupported item stays in the denominator."""
        return f1(self.supported, self.matched + self.extra, self.n_items)

    @property
    def uncited_f1(self) -> float:
        """Item F1 with the citation gate removed."""
        return f1(self.matched, self.matched + self.extra, self.n_items)


def f1(n_right: int, n_given: int, n_expected: int) -> float:
    """Harmonic mean of right/given and right/expected, in [0, 1]; 0.0 when nothing is right."""
    return 2 * n_right / (n_given + n_expected) if n_right else 0.0


def count_items(task: Task, matched: Sequence[bool], extra: int, citations: Sequence[str]) -> ItemCounts:
    """How many items an answer matched, and how many of those its gated citations support.

    An item without recorded documents is supported by the task's gold.
    Raises: ValueError: `matched` is not one flag an item.
    Source: seed methodology, section 8 (aggregation, dossier).
    """
    units = Units.of(task)
    supported = sum(
        is_matched and is_supported(citations, item.doc_ids or task.gold_docs, units)
        for item, is_matched in zip(task.items, matched, strict=True)
    )
    return ItemCounts(len(task.items), sum(matched), supported, extra)


def share_cited(task: Task, matched: Sequence[bool], citations: Sequence[str]) -> float | None:
    """Share of the matched items that any citation supports, not only a gated one; None when nothing matched.

    Citation precision at the level of claims: a matched item is a claim, right when something cited holds it.
    """
    units = Units.of(task)
    cited = units.units_of(citations)
    hits = [
        not cited.isdisjoint(units.units_of(item.doc_ids or task.gold_docs))
        for item, is_matched in zip(task.items, matched, strict=True)
        if is_matched
    ]
    return sum(hits) / len(hits) if hits else None


def match_one_to_one(pairs: Pairs) -> tuple[list[bool], int]:
    """The largest set of pairs in which no item, of the answer or of the reference, is used twice.

    Args:
        pairs: one row a reference item, one column an item of the answer; true where they mean the same.

    Returns: one flag a reference item, and the number of items of the answer left over.
    Source: augmenting paths (Kuhn 1955); rows are tried in order, so the same input gives the same flags.
    """
    n_given = len(pairs[0]) if pairs else 0
    owner: dict[int, int] = {}
    for row in range(len(pairs)):
        _augment(row, pairs, owner, set())
    taken = set(owner.values())
    return [row in taken for row in range(len(pairs))], n_given - len(owner)


def _augment(row: int, pairs: Pairs, owner: dict[int, int], tried: set[int]) -> bool:
    """Finds `row` a column, moving earlier rows to others where that frees one."""
    for column, is_same in enumerate(pairs[row]):
        if is_same and column not in tried:
            tried.add(column)
            if column not in owner or _augment(owner[column], pairs, owner, tried):
                owner[column] = row
                return True
    return False
