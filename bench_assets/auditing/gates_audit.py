"""How many planted defects get past the gates, and how many sound tasks are lost to them.

Belongs here: putting defects before gates, the counts and their intervals. Does not: making defects (defects.py), the
gates (gauntlet), which drafts are sound (truth_check.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

from scoring.intervals import Interval, wilson

Draft = Mapping[str, Any]  # a row of TASK_DRAFTS
DUPLICATE = "duplicate_fact"
N_DEFECTS = 60  # of a kind: at 2% missed the interval ends near 10%
# The gates that need no model; each is named like the defect that it is there for.
RULE_KINDS = (
    "deixis",
    "source_leak",
    "answer_given_away",
    "untraced_figure",
    "wrong_direction",
    "duplicate_fact",
    "redacted_answer",
    "banner_answer",
    "boilerplate_question",
)
# What only the whole gauntlet can catch, models included.
GAUNTLET_KINDS = (
    "invented_quote",
    "wrong_answer",
    "unneeded_source",
    "supported_premise",
    "answered_absence",
    "incomplete_list",
    "single_document",
    "wrong_item",
    "ambiguous_question",
)


class Planted(Protocol):
    """A defect: a spoilt row, the rows that must stand beside it, and which half its wording is of."""

    @property
    def draft(self) -> Mapping[str, Any]:
        """The spoilt row of TASK_DRAFTS."""

    @property
    def also(self) -> tuple[Mapping[str, Any], ...]:
        """Rows that the table must hold too."""

    @property
    def is_held_out(self) -> bool:
        """Whether no gate's author has seen the wording."""

    @property
    def origin_task_id(self) -> str:
        """The sound draft that it was made from."""


Judge = Callable[[Sequence[Draft]], Mapping[str, str]]  # drafts -> by task_id of those that fail, what refused them


class Misses(NamedTuple):
    """Of some defects, how many nothing refused."""

    n: int
    missed: int

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95%; None for no defects."""
        return wilson(self.missed, self.n)

    def as_json(self) -> dict[str, Any]:
        """Counts, share and interval; null where there is nothing."""
        return {"n_defects": self.n, "missed": self.missed, **share_json("missed_share", self.missed, self.n)}


@dataclass(frozen=True)
class GateAudit:
    """One kind of defect and the gate that is there for it.

    Attributes:
        gate: the kind's name, and the gate's.
        shown, held_out: the defects in wordings that the gates' authors may have read, and in others.
        caught_by: how many each gate or category refused.
        n_sound, lost: sound drafts, and those that this gate refused; that anything did, where no gate has the name.
    """

    gate: str
    shown: Misses
    held_out: Misses
    caught_by: Mapping[str, int]
    n_sound: int
    lost: int

    @property
    def total(self) -> Misses:
        """Both halves."""
        return Misses(self.shown.n + self.held_out.n, self.shown.missed + self.held_out.missed)

    def as_json(self) -> dict[str, Any]:
        """The row of `audit --json`."""
        total = self.total
        return {
            "gate": self.gate,
            "n_defects": total.n,
            "missed": total.missed,
            "missed_share": total.missed / total.n if total.n else None,
            "interval": interval_json(total.missed, total.n),
            "caught_by_own": self.caught_by.get(self.gate, 0),
            "caught_by": dict(self.caught_by),
            "n_sound": self.n_sound,
            "lost": self.lost,
            "lost_share": self.lost / self.n_sound if self.n_sound else None,
            "lost_interval": interval_json(self.lost, self.n_sound),
            "shown": self.shown.as_json(),
            "held_out": self.held_out.as_json(),
        }


def interval_json(successes: int, n: int) -> list[float] | None:
    """Wilson's 95% as [low, high]; None for n = 0."""
    found = wilson(successes, n)
    return found.as_json() if found else None


def share_json(name: str, successes: int, n: int) -> dict[str, Any]:
    """A share and its interval under a name; null for n = 0."""
    return {name: successes / n if n else None, "interval": interval_json(successes, n)}


def audit_gates(
    sound: Sequence[Draft],
    plant: Callable[[str], Sequence[Planted]],
    judge: Judge,
    kinds: Iterable[str] = RULE_KINDS,
    told: Callable[[str], None] = lambda _: None,
) -> list[GateAudit]:
    """One row a kind of defect, in order.

    Args:
        sound: drafts that the truth calls right.
        plant: the defects of a kind, made from them.
        judge: what refuses drafts, given together: a table of one draft, or of many.
        kinds: of defects.
        told: hears which kind is at hand.
    """
    lost = judge(sound) if sound else {}
    found = []
    for kind in kinds:
        told(kind)
        planted = plant(kind)
        refused = refusals(planted, kind, judge)
        shown, held_out = (_misses(planted, refused, is_held_out=half) for half in (False, True))
        n_lost = sum(by == kind for by in lost.values()) if kind in RULE_KINDS else len(lost)
        caught_by = dict(sorted(Counter(by for by in refused if by).items()))
        found.append(GateAudit(kind, shown, held_out, caught_by, len(sound), n_lost))
    return found


def _misses(planted: Sequence[Planted], refused: Sequence[str], *, is_held_out: bool) -> Misses:
    half = [by for one, by in zip(planted, refused, strict=True) if one.is_held_out is is_held_out]
    return Misses(len(half), half.count(""))


def refusals(planted: Sequence[Planted], kind: str, judge: Judge) -> list[str]:
    """What refused each defect, in order; "" for one that passed.

    Defects of one draft never stand in one table, where they would be refused as each other's duplicates. One that is
    called a duplicate all the same, and is none, is judged once more alone.
    """
    refused: dict[int, str] = {}
    for batch in apart(planted):
        rows = {row["task_id"]: row for at in batch for row in (*planted[at].also, planted[at].draft)}
        by_id = judge(list(rows.values()))
        refused |= {at: _refusal(planted[at], kind, by_id) for at in batch}
    for at, by in refused.items():
        if by == DUPLICATE != kind:
            alone = judge([*planted[at].also, planted[at].draft])
            refused[at] = _refusal(planted[at], kind, alone)
    return [refused[at] for at in range(len(planted))]


def apart(planted: Sequence[Planted]) -> list[list[int]]:
    """Positions of defects in as few batches as keep those of one draft apart."""
    batches: list[list[int]] = []
    n_of: dict[str, int] = {}
    for at, one in enumerate(planted):
        nth = n_of.get(one.origin_task_id, 0)
        n_of[one.origin_task_id] = nth + 1
        if nth == len(batches):
            batches.append([])
        batches[nth].append(at)
    return batches


def _refusal(one: Planted, kind: str, by_id: Mapping[str, str]) -> str:
    """Of a pair that asks the same fact, either may be the one that is refused."""
    by = by_id.get(one.draft["task_id"], "")
    if by or kind != DUPLICATE:
        return by
    return next((by_id[row["task_id"]] for row in one.also if by_id.get(row["task_id"]) == DUPLICATE), "")


def passed_share(audits: Sequence[GateAudit]) -> Misses:
    """All defects of some audits together: how many got through."""
    return Misses(sum(one.total.n for one in audits), sum(one.total.missed for one in audits))
