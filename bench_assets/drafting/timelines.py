"""Timeline tasks: events of one target, told by several documents, to be put in order and dated.

Belongs here: which events are asked for together, and how. Does not: finding events.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from string import ascii_lowercase

import numpy as np

from bench_assets.drafting.event_dates import is_day, write_date
from bench_assets.drafting.facts import Target
from bench_assets.drafting.happenings import Happening, is_alike, is_spread
from bench_assets.drafting.list_drafts import Draft, Part, part_draft
from scoring.contract import TaskType

# A paper of which nobody can say which it is, where no period bounds the question: "A. Roe was sent a letter".
_HALF_TOLD = re.compile(r'"\.\.\. | \.\.\."|(?i:\bpage \d)|(?:wrote|was sent) an? [a-z]+(?: for the record)?$')
N_EVENTS = 3  # three can be put in six orders, and each has a date to find
MAX_SPAN_YEARS = 15  # further apart they are no story
MAX_USES = 3  # drafts that an event may be in
N_NEAR = 10  # following events with which an event is asked again


def timelines(target: Target, told: Sequence[Happening], seed: int, counts: Counter[str]) -> list[Draft]:
    """Timeline drafts of one target: first of events that follow each other, then of events far apart, then of others.

    Three events of three days, which no document tells all of, and of which none could be taken for another one of
    the target's. An event is in three drafts at most, and no two drafts share two. `counts` says why others were not
    asked for.
    """
    usable = []
    for one in told:
        reason = _fault(one, told)
        counts[reason] += bool(reason)
        usable += [] if reason else [one]
    groups = _with_few_shared([*_neighbours(usable), *_far_apart(usable), *_near(usable)])
    return [_draft(target, group, seed) for group in groups]


def _with_few_shared(groups: Iterable[Sequence[Happening]]) -> Iterator[Sequence[Happening]]:
    """The groups, but without those that share two events with an earlier one or ask an event once too often."""
    pairs: set[frozenset[int]] = set()
    uses: Counter[int] = Counter()
    for group in groups:
        own = [id(one) for one in group]
        new = {frozenset(pair) for pair in combinations(own, 2)}
        if pairs.isdisjoint(new) and all(uses[one] < MAX_USES for one in own):
            pairs |= new
            uses.update(own)
            yield group


def _neighbours(usable: Sequence[Happening]) -> Iterator[list[Happening]]:
    """Groups of events that follow each other, in order of date; none is in two."""
    waiting = list(usable)
    while len(waiting) >= N_EVENTS:
        group = _group(waiting)
        if group is None:
            waiting = waiting[1:]
            continue
        yield group
        waiting = [one for one in waiting if one not in group]


def _far_apart(usable: Sequence[Happening]) -> Iterator[list[Happening]]:
    """Groups of events a third of all apart, so that two of one neighbourhood are never together; none is in two."""
    step = len(usable) // N_EVENTS
    for at in range(step if step > N_EVENTS else 0):
        group = [usable[at + turn * step] for turn in range(N_EVENTS)]
        if _is_askable(group):
            yield group


def _near(usable: Sequence[Happening]) -> Iterator[list[Happening]]:
    """Every group of an event and two of those that come next."""
    for at, one in enumerate(usable):
        for others in combinations(usable[at + 1 : at + 1 + N_NEAR], N_EVENTS - 1):
            if _is_askable([one, *others]):
                yield [one, *others]


def _is_askable(group: Sequence[Happening]) -> bool:
    """Whether events, in order of date, are of as many days, of one story, and told by no document alone."""
    is_told = len({one.date for one in group}) == N_EVENTS and is_spread(group)
    return is_told and _years_between(group[0], group[-1]) <= MAX_SPAN_YEARS


def _fault(one: Happening, told: Sequence[Happening]) -> str:
    if not one.date or not is_day(one.date):
        return "undated_day"
    if not one.is_clean:
        return "told_by_a_degraded_document"
    if _HALF_TOLD.search(one.event):
        return "half_told"
    if any(other is not one and is_alike(one, other) for other in told):
        return "alike"
    return ""


def _group(usable: Sequence[Happening]) -> list[Happening] | None:
    """The first event, and after it the next ones of other days, the last such that no document tells all."""
    group = [usable[0]]
    for one in usable[1:]:
        if len(group) == N_EVENTS or _years_between(group[0], one) > MAX_SPAN_YEARS:
            break
        is_last = len(group) + 1 == N_EVENTS
        if one.date != group[-1].date and (not is_last or is_spread([*group, one])):
            group.append(one)
    return group if len(group) == N_EVENTS else None


def _years_between(one: Happening, other: Happening) -> int:
    return int((other.date or "0000")[:4]) - int((one.date or "0000")[:4])


def _draft(target: Target, group: Sequence[Happening], seed: int) -> Draft:
    """The events lettered in a seeded order that is not the order of their dates; the answer in that order."""
    digest = hashlib.sha256("|".join([str(seed), *(one.told() for one in group)]).encode()).digest()
    generator = np.random.default_rng(int.from_bytes(digest[:8], "big"))
    shown = list(range(len(group)))
    while shown == sorted(shown):
        shown = generator.permutation(len(group)).tolist()
    letters = {at: ascii_lowercase[place] for place, at in enumerate(shown)}
    clauses = "; ".join(f"({letters[at]}) {group[at].event}" for at in shown)
    question = f"In what order did these happen, and on what date each: {clauses}?"
    answer = "; ".join(f"({letters[at]}) {write_date(one.date or '')}" for at, one in enumerate(group))
    return part_draft(TaskType.TIMELINE, seed, question, answer, [Part(one.told(), (one,)) for one in group], target)
