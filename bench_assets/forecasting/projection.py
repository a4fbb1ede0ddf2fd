"""How many of each unit a release will have, from what an earlier one had and from what is counted already.

Belongs here: the arithmetic from one unit to the next, quotas and caps. Does not: reading tables, calls, prices.
Every guess is a proportion: the earlier release had so many of one unit for each of another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from bench_assets.corpus.targets import CANDIDATES_PER_TARGET
from bench_assets.forecasting.units import Unit, Units
from bench_assets.settings.release import ReleaseSettings


class Former(NamedTuple):
    """What an earlier release had, and under which settings."""

    units: Units
    settings: ReleaseSettings


@dataclass(frozen=True)
class Rehearsed:
    """What the embedded reader made of the sources of both releases, each under its own settings; {} where it did not.

    A live model finds another number of facts than the reader does, in about the proportion in which the sources
    differ for the reader.
    """

    former: Mapping[Unit, float] = field(default_factory=dict)
    new: Mapping[Unit, float] = field(default_factory=dict)

    def change(self, unit: Unit, of: Unit) -> float:
        """How many times as many of a unit there are for one of another as there were; 1 when it does not say."""
        counts = [side.get(name, 0.0) for side in (self.new, self.former) for name in (unit, of)]
        if not all(counts):
            return 1.0
        now, of_now, then, of_then = counts
        return (now / of_now) / (then / of_then)


@dataclass
class Projection:
    """The units of one release, filled in the order of Unit.

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
    units: dict[Unit, float] = field(default_factory=dict)
    counted: set[Unit] = field(default_factory=set)

    def each(self, unit: Unit, of: Unit) -> float:
        """How many of a unit there are for one of another; 0 when nobody knows."""
        known = next((f.units for f in (self.former, self.built_in) if f.units[of]), None)
        return known[unit] / known[of] * self.rehearsed.change(unit, of) if known else 0.0

    def scaled(self, unit: Unit, by: Unit) -> float:
        """As many of a unit as the release has of `by`, in the earlier proportion."""
        return self.units[by] * self.each(unit, by)

    def supply(self, unit: Unit, by: Unit, *, is_cut: bool) -> float:
        """As `scaled`, of what a quota cut off before.

        An earlier release that filled its quota does not say how much more there was: the larger proportion, its own or
        the built-in one, is taken.
        """
        each = self.each(unit, by)
        if is_cut:
            floor = self.rehearsed.new.get(unit, 0.0) / self.rehearsed.new[by] if self.rehearsed.new.get(by) else 0.0
            built_in = self.built_in.units[unit] / self.built_in.units[by]
            each = max(each, floor or built_in)
        return self.units[by] * each


def project(
    settings: ReleaseSettings,
    counted: Mapping[Unit, float],
    source: Mapping[Unit, float],
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
    for unit in Unit:
        if unit in own:
            made.units[unit] = own[unit]
        elif unit in TEXTS and unit in source:
            made.units[unit] = source[unit] * _share(made)
        else:
            made.units[unit] = RULES[unit](made)
        if unit is Unit.CANDIDATES and Unit.PEOPLE in made.counted:
            made.counted.add(unit)
        # Where the backbone takes every document, the corpus is the source, whoever the targets are.
        if unit in own or (is_whole and (unit is Unit.CORPUS or unit in TEXTS)):
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


def _pairs(made: Projection) -> float:
    """With the depth of a pool, which a small corpus cannot fill."""
    deep, was_deep = (
        min(settings.pooling.depth, units[Unit.CORPUS])
        for settings, units in ((made.settings, made.units), (made.former.settings, made.former.units))
    )
    return made.scaled(Unit.PAIRS, Unit.VERIFIED) * (deep / was_deep if was_deep else 1.0)


def _by(unit: Unit, by: Unit) -> Callable[[Projection], float]:
    return lambda made: made.scaled(unit, by)


def _drafts(made: Projection) -> float:
    return min(made.units[Unit.SUPPLY], made.settings.drafting.single_hop)


def _absences(made: Projection) -> float:
    return min(made.units[Unit.ABSENCE_SUPPLY], made.settings.drafting.unanswerable)


def _absence_supply(made: Projection) -> float:
    is_cut = made.former.units[Unit.ABSENCES] >= made.former.settings.drafting.unanswerable
    return made.supply(Unit.ABSENCE_SUPPLY, Unit.TARGETS, is_cut=is_cut)


def _released(unit: Unit, by: Unit) -> Callable[[Projection], float]:
    return lambda made: min(made.scaled(unit, by), made.settings.publishing.max_tasks_per_type)


TEXTS = (Unit.CHARS, Unit.EXCERPT_CHARS, Unit.WINDOWS, Unit.WINDOW_CHARS)
# Facts are about targets, so they grow with the documents of targets rather than with windows: over eight embedded
# corpora of 120 to 300 documents drafts for each such document differed by 15% (standard deviation), drafts for each
# window by 27%.
RULES: Mapping[Unit, Callable[[Projection], float]] = {
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
    Unit.SUPPLY: _by(Unit.SUPPLY, Unit.MENTIONS),
    Unit.DRAFTS: _drafts,
    Unit.ABSENCE_SUPPLY: _absence_supply,
    Unit.ABSENCES: _absences,
    Unit.ALONE: _by(Unit.ALONE, Unit.DRAFTS),
    Unit.RECOVERED: _by(Unit.RECOVERED, Unit.ALONE),
    Unit.NEEDED: _by(Unit.NEEDED, Unit.RECOVERED),
    Unit.VERIFIED: _by(Unit.VERIFIED, Unit.NEEDED),
    Unit.ALONE_ABSENCES: _by(Unit.ALONE_ABSENCES, Unit.ABSENCES),
    Unit.VERIFIED_ABSENCES: _by(Unit.VERIFIED_ABSENCES, Unit.ALONE_ABSENCES),
    Unit.PAIRS: _pairs,
    Unit.QUESTIONS: _released(Unit.QUESTIONS, Unit.VERIFIED),
    Unit.REJECTIONS: _released(Unit.REJECTIONS, Unit.VERIFIED_ABSENCES),
}
assert set(RULES) == set(Unit)
