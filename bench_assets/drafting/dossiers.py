"""Dossier tasks: the dated events of one entity-complete target in a period of the calendar.

Belongs here: which period makes a list that is whole, and how it is asked. Does not: finding events.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from bench_assets.drafting.event_dates import is_day
from bench_assets.drafting.facts import Target
from bench_assets.drafting.happenings import Happening, is_alike
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


def dossiers(
    target: Target, told: Sequence[Happening], settings: DraftingSection, seed: int, counts: Counter[str]
) -> list[Draft]:
    """Dossier drafts of one target, the shortest period first; no two share a month.

    A period is asked for when the target's happenings in it are three or more, of two documents or more, all told by a
    draftable one and dated to the day, and three citations can earn enough of them. `counts` says why others were not.
    """
    dated = [one for one in told if one.date]
    if len(dated) < MIN_ITEMS:
        return []
    taken: list[Period] = []
    drafts = []
    for period in periods(dated[0].date or "", dated[-1].date or ""):
        if any(period.overlaps(other) for other in taken):
            continue
        held = [one for one in dated if one.date and period.touches(one.date)]
        reason = _fault(held, settings)
        if reason:
            counts[reason] += reason != "too_few"
            continue
        taken.append(period)
        parts = [Part(one.told(), (one,)) for one in held]
        question = (
            f"What do the documents record of {target.canonical_name} in {period}, event by event, "
            "with the date of each?"
        )
        drafts.append(
            part_draft(TaskType.DOSSIER, seed, question, "; ".join(part.item for part in parts), parts, target)
        )
    return drafts


def _fault(held: Sequence[Happening], settings: DraftingSection) -> str:
    """Why the happenings of a period make no task, as a snake_case reason; "" when they do."""
    checks = {
        "told_by_a_degraded_document": not all(one.is_clean for one in held),
        "undated_day": not all(one.date and is_day(one.date) for one in held),
        "perhaps_one_event": any(one.date == other.date and is_alike(one, other) for one, other in pairwise(held)),
    }
    own = next((reason for reason, is_faulty in checks.items() if is_faulty), "")
    return list_fault([Part(one.told(), (one,)) for one in held], settings) or own
