"""How many of each unit a release will have, from what an earlier one had and from what is counted already.

Belongs here: the arithmetic from one unit to the next, quotas and caps. Does not: reading tables, calls, prices.
Every guess is a proportion: the earlier release had so many of one unit for each of another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

from bench_assets.corpus.targets import CANDIDATES_PER_TARGET
from bench_assets.forecasting.units import (
    ANSWERABLE,
    REJECTED,
    SINGLE_HOP,
    TYPES,
    UNITS,
    Prompted,
    Step,
    Unit,
    Units,
    of_type,
)
from bench_assets.settings.release import ReleaseSettings
from scoring.contract import TaskType


class Former(NamedTuple):
    """What an earlier release had, and under which settings."""

    units: Units
    settings: ReleaseSettings


class Put(NamedTuple):
    """Prompts of one id that one stage put to the embedded reader, and their characters, all together."""

    calls: int
    chars: int


@dataclass(frozen=True)
class Rehearsal:
    """What the embedded reader made of one source.

    Attributes:
        units: that it counted.
        put: what it was asked on the way, each request once.
    """

    units: Units = field(default_factory=dict)
    put: Mapping[Prompted, Put] = field(default_factory=dict)

    def beside(self, units: Units) -> Rehearsal:
        """The same with further units, of which its own count more."""
        return Rehearsal({**units, **self.units}, self.put)


@dataclass(frozen=True)
class Rehearsed:
    """What the embedded reader made of the sources of both releases, each under its own settings; {} where it did not.

    A live model finds another number of facts than the reader does, in about the proportion in which the sources
    differ for the reader.
    """

    former: Rehearsal = Rehearsal()
    new: Rehearsal = Rehearsal()

    def change(self, unit: str, of: str) -> float:
        """How many times as many of a unit there are for one of another as there were; 1 when it does not say."""
        counts = [side.get(name, 0.0) for side in (self.new.units, self.former.units) for name in (unit, of)]
        now, of_now, then, of_then = counts
        if unit not in self.new.units or not all((of_now, then, of_then)):
            return 1.0
        return (now / of_now) / (then / of_then)


@dataclass
class Projection:
    """The units of one release, filled in the order of UNITS.

    Attributes:
        settings: of the release.
        former: the earlier release.
        built_in: yields that are asked where the earlier release had none of a unit, so that no proportion is known.
        rehearsed: how the sources differ.
        units: what is known or guessed so far.
        counted: the units that were counted, not guessed.
    """

    settings: ReleaseSettings
    former: Former
    built_in: Former
    rehearsed: Rehearsed = Rehearsed()
    units: dict[str, float] = field(default_factory=dict)
    counted: set[str] = field(default_factory=set)

    def each(self, unit: str, of: str) -> float:
        """How many of a unit there are for one of another; 0 when nobody knows."""
        return self.earlier(unit, of) * self.rehearsed.change(unit, of)

    def earlier(self, unit: str, of: str) -> float:
        """How many there were for one of another; 0 when nobody knows."""
        known = next((f.units for f in (self.former, self.built_in) if f.units[of]), None)
        return known[unit] / known[of] if known else 0.0

    def scaled(self, unit: str, by: str) -> float:
        """As many of a unit as the release has of `by`, in the earlier proportion."""
        return self.units[by] * self.each(unit, by)

    def supply(self, unit: str, by: str, *, is_cut: bool) -> float:
        """As `scaled`, of what a quota cut off before, or what was not found at all.

        An earlier release that filled its quota does not say how much more there was: the larger proportion, its own or
        the embedded reader's, or else the built-in one, is taken. Where it found none the reader's is.
        """
        each = self.each(unit, by)
        if is_cut or not each:
            others = (self.rehearsed.new.units, self.built_in.units if is_cut else {})
            floors = (known[unit] / known[by] for known in others if unit in known and known.get(by))
            each = max(each, next(floors, 0.0))
        return self.units[by] * each


def project(
    settings: ReleaseSettings,
    counted: Units,
    source: Units,
    former: Former,
    built_in: Former,
    rehearsed: Rehearsed = Rehearsed(),
) -> Projection:
    """Every unit of a release.

    Args:
        settings: of the release.
        counted: what its own tables tell already.
        source: what its source's tables tell, texts as if every usable document were in the corpus; {} when the source
            was not read. DOCUMENTS alone may be there, from the lock.
        former: the earlier release.
        built_in: for proportions that the earlier one has none of.
        rehearsed: how the two sources differ for the embedded reader.
    """
    made = Projection(settings, former, built_in, rehearsed)
    own = {unit: n for unit, n in source.items() if unit not in TEXTS} | dict(counted)
    is_whole = Unit.USABLE in own and settings.corpus.backbone_documents >= own[Unit.USABLE]
    for unit in UNITS:
        if unit in own:
            made.units[unit] = own[unit]
        elif unit in TEXTS and unit in source:
            made.units[unit] = source[unit] * _share(made)
        else:
            made.units[unit] = RULES[unit](made)
        if unit == Unit.CANDIDATES and Unit.PEOPLE in made.counted:
            made.counted.add(unit)
        # Where the backbone takes every document, the corpus is the source, whoever the targets are.
        if unit in own or (is_whole and (unit == Unit.CORPUS or unit in TEXTS)):
            made.counted.add(unit)
    return made


def _share(made: Projection) -> float:
    """The share of the source's usable documents that the corpus has."""
    return made.units[Unit.CORPUS] / made.units[Unit.USABLE] if made.units[Unit.USABLE] else 0.0


def _named_people(made: Projection) -> float:
    by = Unit.NAMES if Unit.NAMES in made.counted else Unit.DOCUMENTS
    return made.scaled(Unit.PEOPLE, by)


def _candidates(made: Projection) -> float:
    return min(made.units[Unit.PEOPLE], made.settings.corpus.max_targets * CANDIDATES_PER_TARGET)


def _targets(made: Projection) -> float:
    is_cut = made.former.units[Unit.TARGETS] >= made.former.settings.corpus.max_targets
    return min(made.supply(Unit.TARGETS, Unit.PEOPLE, is_cut=is_cut), made.settings.corpus.max_targets)


def _mentions(made: Projection) -> float:
    """With the documents of the names, and fewer when there may not be as many targets."""
    n_expected = made.scaled(Unit.TARGETS, Unit.PEOPLE)
    allowed = min(1.0, made.units[Unit.TARGETS] / n_expected) if n_expected else 1.0
    return made.scaled(Unit.MENTIONS, Unit.NAME_DOCUMENTS) * allowed


def _named(made: Projection) -> float:
    return min(made.units[Unit.USABLE], made.scaled(Unit.NAMED, Unit.USABLE))


def _corpus(made: Projection) -> float:
    return min(made.units[Unit.USABLE], made.units[Unit.NAMED] + made.settings.corpus.backbone_documents)


def _by(unit: str, by: str) -> Callable[[Projection], float]:
    return lambda made: made.scaled(unit, by)


def _supply(kind: str, by: str) -> Callable[[Projection], float]:
    """What facts give is counted without a quota; of other types a quota hides what else there was."""
    unit, drafts, task_type = of_type(Step.SUPPLY, kind), of_type(Step.DRAFTS, kind), TaskType(kind)

    def found(made: Projection) -> float:
        if kind == SINGLE_HOP:
            return made.supply(unit, by, is_cut=False)
        is_cut = made.former.units[drafts] >= made.former.settings.drafting.n_drafts(task_type)
        supply = made.supply(unit, by, is_cut=is_cut)
        # Where the reader filled the new quota, it does not say that there is less than there was.
        is_filled = made.rehearsed.new.units.get(drafts, 0.0) >= made.settings.drafting.n_drafts(task_type)
        return max(supply, made.units[by] * made.earlier(unit, by)) if is_filled else supply

    return found


def _drafts(kind: str) -> Callable[[Projection], float]:
    return lambda made: min(made.units[of_type(Step.SUPPLY, kind)], made.settings.drafting.n_drafts(TaskType(kind)))


def _pairs(kind: str) -> Callable[[Projection], float]:
    """With the depth of a pool, which a small corpus cannot fill."""

    def found(made: Projection) -> float:
        deep, was_deep = (
            min(settings.pooling.depth, units[Unit.CORPUS])
            for settings, units in ((made.settings, made.units), (made.former.settings, made.former.units))
        )
        pairs = made.scaled(of_type(Step.PAIRS, kind), of_type(Step.VERIFIED, kind))
        return pairs * (deep / was_deep if was_deep else 1.0)

    return found


def _released(kind: str) -> Callable[[Projection], float]:
    """No more than the quota, which may have cut the earlier release too."""

    def found(made: Projection) -> float:
        unit, task_type = of_type(Step.RELEASED, kind), TaskType(kind)
        is_cut = made.former.units[unit] >= made.former.settings.drafting.quota(task_type)
        fit = made.supply(unit, of_type(Step.VERIFIED, kind), is_cut=is_cut)
        return min(fit, made.settings.drafting.quota(task_type))

    return found


def _sum(step: Step, kinds: Sequence[str]) -> Callable[[Projection], float]:
    return lambda made: sum(made.units[of_type(step, kind)] for kind in kinds)


def _rules_of(kind: str) -> Iterator[tuple[str, Callable[[Projection], float]]]:
    # What is stated of targets grows with their documents; absences and pairs of strangers with the targets themselves.
    yield of_type(Step.SUPPLY, kind), _supply(kind, Unit.TARGETS if kind in REJECTED else Unit.MENTIONS)
    yield of_type(Step.DRAFTS, kind), _drafts(kind)
    stages = (Step.DRAFTS, Step.SOUND, Step.ALONE, Step.RECOVERED, Step.NEEDED, Step.VERIFIED)
    for before, step in pairwise(stages):
        yield of_type(step, kind), _by(of_type(step, kind), of_type(before, kind))
    yield of_type(Step.PAIRS, kind), _pairs(kind)
    yield of_type(Step.RELEASED, kind), _released(kind)


TEXTS = (Unit.CHARS, Unit.EXCERPT_CHARS, Unit.WINDOWS, Unit.WINDOW_CHARS)
# Facts are about targets, so they grow with the documents of targets rather than with windows: over eight embedded
# corpora of 120 to 300 documents drafts for each such document differed by 15% (standard deviation), drafts for each
# window by 27%.
RULES: Mapping[str, Callable[[Projection], float]] = {
    Unit.DOCUMENTS: lambda made: made.former.units[Unit.DOCUMENTS],
    Unit.USABLE: _by(Unit.USABLE, Unit.DOCUMENTS),
    Unit.NAMES: _by(Unit.NAMES, Unit.DOCUMENTS),
    Unit.NAME_DOCUMENTS: _by(Unit.NAME_DOCUMENTS, Unit.DOCUMENTS),
    Unit.PEOPLE: _named_people,
    Unit.CANDIDATES: _candidates,
    Unit.TARGETS: _targets,
    Unit.MENTIONS: _mentions,
    Unit.NAMED: _named,
    Unit.CORPUS: _corpus,
    Unit.CHARS: _by(Unit.CHARS, Unit.CORPUS),
    Unit.EXCERPT_CHARS: _by(Unit.EXCERPT_CHARS, Unit.CORPUS),
    Unit.WINDOWS: _by(Unit.WINDOWS, Unit.CORPUS),
    Unit.WINDOW_CHARS: _by(Unit.WINDOW_CHARS, Unit.WINDOWS),
    Unit.EVENT_WINDOWS: _by(Unit.EVENT_WINDOWS, Unit.NAMED),
    **{unit: rule for kind in TYPES for unit, rule in _rules_of(kind)},
    Unit.QUESTIONS: _sum(Step.RELEASED, ANSWERABLE),
    Unit.REJECTIONS: _sum(Step.RELEASED, REJECTED),
}
assert set(RULES) == set(UNITS)
