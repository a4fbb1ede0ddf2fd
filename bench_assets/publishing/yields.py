"""What became of each type's drafts, as records: stage by stage, how many are short, and why.

Belongs here: the order of the stages, the records, their JSON, the sentence and the cells that people read. Does not:
counting tables (funnel.py), Dagster, pyarrow: the command line reads this from a manifest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from scoring.contract import TaskType
from scoring.errors import BadInputError

MAX_EXAMPLES = 5  # of rejected tasks, for a reader to see what a stage does


class FunnelStage(StrEnum):
    """The stages that a task goes through, in order; those of the gauntlet have the names of their verdicts."""

    FOUND = "found"
    DRAFTED = "drafted"
    RULES = "rules"
    STANDALONE = "standalone"
    ANSWERABILITY = "answerability"
    NECESSITY = "necessity"
    ADJUDICATION = "adjudication"
    POOLED = "pooled"
    RELEASED = "released"


class Example(NamedTuple):
    """A rejected task; its question is cut at 200 characters, its reason, which may quote a document, at 80."""

    task_id: str
    question: str
    category: str
    reason: str


@dataclass(frozen=True)
class StageYield:
    """What one stage did with the tasks of one type.

    Attributes:
        n_in: how many came to it.
        n_passed: how many it let through.
        rejected: how many fell, by category, most first.
        n_not_applicable: how many it had nothing to say of; they went on.
        examples: of those that fell.
    """

    stage: FunnelStage
    n_in: int
    n_passed: int
    rejected: Mapping[str, int]
    n_not_applicable: int
    examples: tuple[Example, ...] = ()

    @property
    def n_rejected(self) -> int:
        """How many fell."""
        return sum(self.rejected.values())

    @property
    def n_out(self) -> int:
        """How many went on."""
        return self.n_passed + self.n_not_applicable

    def as_json(self) -> dict[str, Any]:
        """The stage's entry in the manifest."""
        return {
            "stage": self.stage.value,
            "n_in": self.n_in,
            "passed": self.n_passed,
            "rejected": dict(self.rejected),
            "not_applicable": self.n_not_applicable,
            "examples": [example._asdict() for example in self.examples],
        }


@dataclass(frozen=True)
class TypeYield:
    """The way of one type's tasks, from what drafting looked for to what was released.

    Attributes:
        n_wanted: tasks that the release should hold.
        stages: all of them, in order.
    """

    n_wanted: int
    stages: tuple[StageYield, ...]

    def stage(self, name: FunnelStage) -> StageYield:
        """One stage; nothing came to one that is not there."""
        return next((stage for stage in self.stages if stage.stage == name), StageYield(name, 0, 0, {}, 0))

    @property
    def n_drafted(self) -> int:
        """Drafts that were made."""
        return self.stage(FunnelStage.DRAFTED).n_out

    @property
    def n_verified(self) -> int:
        """Drafts that came through the gauntlet."""
        return self.stage(FunnelStage.ADJUDICATION).n_out

    @property
    def n_released(self) -> int:
        """Tasks of the release."""
        return self.stage(FunnelStage.RELEASED).n_out

    @property
    def n_short(self) -> int:
        """How many tasks fewer there are than wanted."""
        return max(0, self.n_wanted - self.n_released)

    @property
    def why(self) -> str:
        """How many are short and where their drafts fell, most first; "" when the quota was filled."""
        if not self.n_short:
            return ""
        losses = sorted((stage for stage in self.stages if stage.n_rejected), key=lambda stage: -stage.n_rejected)
        return f"{self.n_short:,} short of {self.n_wanted:,}: {'; '.join(map(_loss, losses)) or 'nothing fell'}"

    def as_json(self) -> dict[str, Any]:
        """The type's entry in the manifest."""
        return {
            "wanted": self.n_wanted,
            "drafted": self.n_drafted,
            "stages": [stage.as_json() for stage in self.stages],
            "released": self.n_released,
            "short": self.n_short,
            "why": self.why,
        }


Yields = Mapping[str, TypeYield]  # by task type


def _loss(stage: StageYield) -> str:
    if stage.stage == FunnelStage.FOUND:
        return f"drafting found only {stage.n_passed:,} of {stage.n_in:,} drafts"
    if stage.stage == FunnelStage.RELEASED:
        return f"{stage.n_rejected:,} left out of the release"
    return f"{stage.n_rejected:,} fell at {stage.stage}"


def read_yields(manifest: Mapping[str, Any]) -> dict[str, TypeYield]:
    """The yields of a manifest, types in the contract's order.

    Raises: BadInputError: another version of this program wrote it.
    """
    order = list(TaskType)
    try:
        held = sorted(
            manifest["yields"].items(), key=lambda pair: order.index(pair[0]) if pair[0] in order else len(order)
        )
        return {kind: _type_yield(of) for kind, of in held}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise BadInputError(
            f"The manifest of {manifest.get('release', 'the release')} has yields that this version cannot read "
            f"({type(error).__name__}: {error}). Build the release again."
        ) from error


def _type_yield(of: Mapping[str, Any]) -> TypeYield:
    return TypeYield(of["wanted"], tuple(map(_stage_yield, of["stages"])))


def _stage_yield(of: Mapping[str, Any]) -> StageYield:
    return StageYield(
        FunnelStage(of["stage"]),
        of["n_in"],
        of["passed"],
        most_first(of["rejected"]),
        of["not_applicable"],
        tuple(Example(**example) for example in of["examples"]),
    )


def most_first(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts by size, equal ones by name: JSON of ours sorts by name alone."""
    return dict(sorted(counts.items(), key=lambda pair: (-pair[1], pair[0])))


def yield_told(kind: str, of: TypeYield) -> str:
    """One type's way from drafts to tasks, in a sentence."""
    if not of.n_wanted and not of.n_drafted:
        return f"{kind}: none wanted."
    found = of.stage(FunnelStage.FOUND)
    drafted = _loss(found) if found.n_rejected else f"{of.n_drafted:,} drafted"
    fell = [_loss(stage) for stage in of.stages if stage.n_rejected and stage.stage != FunnelStage.FOUND]
    short = [f"{of.n_short:,} short"] if of.n_short else []
    way = [drafted, *fell, f"{of.n_released:,} of {of.n_wanted:,} released", *short]
    return f"{kind}: {', '.join(way)}."


def table_rows(yields: Yields, kinds: Sequence[str]) -> list[list[str]]:
    """The funnel for people: what was wanted, a row a stage with what went on and what fell, what is short."""
    held = [yields[kind] for kind in kinds]
    return [
        ["wanted", *(f"{of.n_wanted:,}" for of in held)],
        *([stage.value, *(_cell(of.stage(stage)) for of in held)] for stage in FunnelStage),
        ["short", *(f"{of.n_short:,}" for of in held)],
    ]


def category_rows(yields: Yields, kinds: Sequence[str]) -> list[list[str]]:
    """Why tasks fell: stage, category, and how many of each type, categories of a stage by name."""
    held = [yields[kind] for kind in kinds]
    return [
        [stage.value, category, *(f"{of.stage(stage).rejected.get(category, 0):,}" for of in held)]
        for stage in FunnelStage
        for category in sorted({name for of in held for name in of.stage(stage).rejected})
    ]


def _cell(stage: StageYield) -> str:
    """What went on, marked where the stage does not apply; behind it what fell: "12 (-3)"."""
    went_on = f"{stage.n_out:,}" if stage.n_passed or not stage.n_not_applicable else f"{stage.n_out:,} n/a"
    return f"{went_on} (-{stage.n_rejected:,})" if stage.n_rejected else went_on


def spread(examples: Iterable[Example]) -> tuple[Example, ...]:
    """At most five, one of each category before a second of any; those of one category stay in their order."""
    seen: dict[str, int] = {}
    ranked = []
    for example in examples:
        seen[example.category] = seen.get(example.category, 0) + 1
        ranked.append((seen[example.category], example))
    ranked.sort(key=lambda pair: pair[0])
    return tuple(example for _, example in ranked[:MAX_EXAMPLES])
