"""Dossier tasks: the dated events of one entity-complete target in a period of the calendar.

Belongs here: which period makes a list that is whole, and how it is asked. Does not: finding events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, timedelta
from itertools import combinations
from typing import NamedTuple

from bench_assets.drafting.event_dates import is_day
from bench_assets.drafting.facts import Target
from bench_assets.drafting.happenings import Happening, is_alike, is_echo, is_misreading, is_spread
from bench_assets.drafting.list_drafts import (
    MIN_ITEMS,
    Draft,
    Part,
    list_fault,
    part_draft,
)
from bench_assets.drafting.periods import Period, periods
from bench_assets.settings.release import DraftingSection
from scoring.contract import TaskType

MAX_DAYS = 8  # of happenings, in a period that begins and ends with one: no list is longer


class Tried(NamedTuple):
    """The questions that were asked before: of whole lists, and of lists to which something was to be added."""

    whole: frozenset[str] = frozenset()
    refused: frozenset[str] = frozenset()


NOTHING_TRIED = Tried()


def dossiers(
    target: Target,
    told: Sequence[Happening],
    settings: DraftingSection,
    seed: int,
    counts: Counter[str],
    tried: Tried = NOTHING_TRIED,
) -> list[Draft]:
    """Dossier drafts of one target, no two of one time: of the calendar's periods, the shortest first, then of others.

    A period is asked for when the target's happenings in it are three or more, of two documents or more, all told by a
    draftable one and dated to the day, which the question does not name, no document tells them all, and three
    citations can earn enough of them.
    After `tried` ones none is of the time of a whole list, and none holds all of a refused one: what that list lacks,
    it would lack. `counts` says why others were not asked.
    """
    dated = [one for one in told if one.date]
    if len(dated) < MIN_ITEMS:
        return []
    asked = {
        _question(target, period): period
        for period in (*periods(dated[0].date or "", dated[-1].date or ""), *_from_day_to_day(dated))
    }
    taken = [asked[question] for question in sorted(tried.whole & asked.keys())]
    barred = [asked[question] for question in sorted(tried.refused & asked.keys())]
    drafts = []
    for question, period in asked.items():
        if any(period.overlaps(other) for other in taken) or any(period.contains(other) for other in barred):
            continue
        held = _once([one for one in dated if one.date and period.touches(one.date)])
        is_dated = any(one.date in period for one in held)
        reason = _fault(held, settings) or ("day_in_question" if is_dated else "")
        if reason:
            counts[reason] += reason != "too_few"
            continue
        taken.append(period)
        parts = [Part(one.told(), (one,)) for one in held]
        drafts.append(
            part_draft(TaskType.DOSSIER, seed, question, "; ".join(part.item for part in parts), parts, target)
        )
    return drafts


def _question(target: Target, period: Period) -> str:
    name = target.canonical_name
    return f"What do the documents record of {name} in {period}, event by event, with the date of each?"


def _from_day_to_day(dated: Sequence[Happening]) -> Iterator[Period]:
    """The periods from the eve of one happening to the day after a later one, with few happenings before many."""
    days = sorted({one.date for one in dated if one.date and is_day(one.date)})
    for n_later in range(1, MAX_DAYS):
        yield from (
            Period(_moved(first, -1), _moved(last, 1)) for first, last in zip(days, days[n_later:], strict=False)
        )


def _moved(day: str, by: int) -> str:
    return (date.fromisoformat(day) + timedelta(days=by)).isoformat()


def _once(held: Sequence[Happening]) -> list[Happening]:
    """Without "A wrote to B" of a day on which A wrote to B on a subject: nothing says that it is another letter."""
    return [one for one in held if not any(is_echo(one, other) for other in held)]


def _fault(held: Sequence[Happening], settings: DraftingSection) -> str:
    """Why the happenings of a period make no task, as a snake_case reason; "" when they do."""
    checks = {
        "one_document": not is_spread(held),
        "told_by_a_degraded_document": not all(one.is_clean for one in held),
        "undated_day": not all(one.date and is_day(one.date) for one in held),
        "misread_title": any(is_misreading(one, other) for one, other in combinations(held, 2)),
        "perhaps_one_event": any(_is_perhaps_one(one, other) for one, other in combinations(held, 2)),
    }
    own = next((reason for reason, is_faulty in checks.items() if is_faulty), "")
    return list_fault([Part(one.told(), (one,)) for one in held], settings) or own


def _is_perhaps_one(one: Happening, other: Happening) -> bool:
    return one.date == other.date and (is_alike(one, other) or is_alike(other, one))
