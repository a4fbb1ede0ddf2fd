"""Drafts of the types whose answers have several parts: what the targets offer, checked until the quota is full.

Belongs here: the order of choosing and checking. Does not: what a target offers (aggregations, dossiers, timelines).
"""

from __future__ import annotations

import calendar
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pyarrow as pa
from rapidfuzz import fuzz

from bench_assets.corpus.private_people import PrivateNames, marked_people
from bench_assets.drafting.aggregations import aggregations
from bench_assets.drafting.agreement import plain
from bench_assets.drafting.certified import Certified, Drafted
from bench_assets.drafting.dossiers import Tried, dossiers
from bench_assets.drafting.facts import Target, read_targets
from bench_assets.drafting.happenings import happenings
from bench_assets.drafting.list_drafts import Draft, in_rounds
from bench_assets.drafting.reading import complete_passages
from bench_assets.drafting.timelines import timelines
from bench_assets.drafting.whole_lists import Checked, whole_lists
from bench_assets.schemas import TASK_DRAFTS
from bench_assets.settings.release import DraftingSection
from scoring.contract import TaskType
from scoring.llm import Model

SAME_WORDING = 97.0  # of 100: two questions of one time that differ in less are one, names included
MAX_SHARED = 0.5  # of the items of the shorter of two lists of one figure, whatever is asked
MORE_ROUNDS = 2  # in which other periods are asked in the place of those whose lists were not whole
SPARE = 1.5  # candidates that are checked at once for each draft that is missing: most lists are not whole


def draft_lists(
    task_type: TaskType,
    events: pa.Table,
    certified: Certified,
    model: Model,
    settings: DraftingSection,
    seed: int,
    protected: frozenset[str] = frozenset(),
) -> Drafted:
    """Drafts of aggregation, timeline or dossier, at most as many as are wanted, sorted by task_id.

    Targets take turns, in a seeded order. A list is kept only when every document of its figure was asked for more and
    none had any. Without events there are none.
    """
    counts: Counter[str] = Counter()
    targets = read_targets(certified.targets)
    told = happenings(events, {target.entity_id: target.canonical_name for target in targets})
    match task_type:
        case TaskType.AGGREGATION:
            private = PrivateNames(protected | marked_people([certified.corpus]))
            offered = aggregations(targets, told, model, settings, seed, private, counts)
        case TaskType.DOSSIER:
            offered = [dossiers(one, told.get(one.entity_id, ()), settings, seed, counts) for one in targets]
        case _:
            offered = [timelines(one, told.get(one.entity_id, ()), seed, counts) for one in targets]
    candidates = _distinct(list(in_rounds(offered, seed)))
    counts["offered"] = len(candidates)
    quota = settings.n_drafts(task_type)
    check = partial(_whole, targets=targets, certified=certified, model=model, counts=counts)
    match task_type:
        case TaskType.AGGREGATION:
            kept = check(candidates, quota).drafts
        case TaskType.DOSSIER:

            def offer(tried: Tried) -> list[Draft]:
                held = ((one, told.get(one.entity_id, ())) for one in targets)
                return list(in_rounds([dossiers(*one, settings, seed, Counter(), tried) for one in held], seed))

            kept = _whole_dossiers(candidates, quota, check, offer, counts)
        case _:
            kept = candidates[:quota]
    table = pa.Table.from_pylist(sorted(kept, key=lambda draft: draft["task_id"]), schema=TASK_DRAFTS)
    return Drafted(table, dict(sorted((+counts).items())))


def _whole_dossiers(
    candidates: Sequence[Draft],
    quota: int,
    check: Callable[[Sequence[Draft], int], Checked],
    offer: Callable[[Tried], list[Draft]],
    counts: Counter[str],
) -> list[Draft]:
    """The dossiers that are whole; where some are not, other periods of those figures are asked in their place."""
    kept, is_pending = check(candidates, quota)
    refused: set[str] = set()
    for _ in range(MORE_ROUNDS):
        if is_pending or not candidates or len(kept) >= quota:
            break
        whole = frozenset(draft["question"] for draft in kept)
        refused |= {draft["question"] for draft in candidates} - whole
        offered = _distinct([*kept, *offer(Tried(whole, frozenset(refused)))])
        candidates = [draft for draft in offered if draft["question"] not in whole]
        counts["offered"] += len(candidates)
        checked = check(candidates, quota - len(kept))
        kept, is_pending = [*kept, *checked.drafts], checked.is_pending
    return kept


def _distinct(candidates: Sequence[Draft]) -> list[Draft]:
    """Each question once, and each answer once: of a letter from one target to another both could be asked.

    One target may be asked for the same in several periods, of which `apart` leaves one.
    """
    kept: list[Draft] = []
    wordings: list[_Wording] = []
    answers: dict[str, Draft] = {}
    for draft in candidates:
        wording = _wording(draft["question"])
        answer = " ".join(sorted(plain(item["item"]) for item in draft["items"]))
        is_again = answer in answers and not _are_of_one_list(draft, answers[answer])
        if is_again or any(wording.is_same(other) for other in wordings):
            continue
        wordings.append(wording)
        answers.setdefault(answer, draft)
        kept.append(draft)
    return kept


class _Wording(NamedTuple):
    """A question in plain words, and the months and figures among them."""

    plain: str
    dates: tuple[str, ...]

    def is_same(self, other: _Wording) -> bool:
        """Whether two questions are one: nearly the same words, of the same time."""
        return self.dates == other.dates and fuzz.ratio(self.plain, other.plain) >= SAME_WORDING


def _wording(question: str) -> _Wording:
    said = plain(question)
    return _Wording(said, tuple(word for word in said.split() if word in _MONTHS or word[0].isdigit()))


_MONTHS = frozenset(name.casefold() for name in calendar.month_name if name)
_OF_PERIODS = frozenset("in between and from to the period of".split())


def _are_of_one_list(one: Draft, other: Draft) -> bool:
    """Whether two drafts of one figure ask the same in periods that share a paper, or share most of their items."""
    if one["entity_ids"] != other["entity_ids"]:
        return False
    items = [{plain(item["item"]) for item in draft["items"]} for draft in (one, other)]
    if len(items[0] & items[1]) > MAX_SHARED * min(map(len, items)):
        return True
    if _without_time(one) != _without_time(other):
        return False
    sources = [{(row["doc_id"], row["start"]) for row in draft["evidence"]} for draft in (one, other)]
    return not sources[0].isdisjoint(sources[1])


def apart(drafts: Sequence[Draft]) -> list[Draft]:
    """Drafts of which no two are of one list, in their order: those first chosen that stand in the way of fewest.

    Before them those of items that are quoted whole: the end of a subject alone a reader hardly finds again.
    """
    rivals = [
        [k for k, other in enumerate(drafts) if k != i and _are_of_one_list(one, other)] for i, one in enumerate(drafts)
    ]
    chosen: list[int] = []
    for i in sorted(range(len(drafts)), key=lambda i: (_n_ends(drafts[i]), len(rivals[i]), i)):
        chosen += [i] if not any(k in chosen for k in rivals[i]) else []
    return [drafts[i] for i in sorted(chosen)]


def _n_ends(draft: Draft) -> int:
    """How many of a draft's items lack their beginning."""
    return sum(item["item"].startswith("...") for item in draft["items"])


def _without_time(draft: Draft) -> list[str]:
    wording = _wording(draft["question"])
    return [word for word in wording.plain.split() if word not in wording.dates and word not in _OF_PERIODS]


def _whole(
    candidates: Sequence[Draft],
    quota: int,
    targets: Sequence[Target],
    certified: Certified,
    model: Model,
    counts: Counter[str],
) -> Checked:
    """The first candidates whose lists are whole, as many as are wanted; no more are checked than that takes."""
    wanted = {draft["entity_ids"][0] for draft in candidates}
    readings = complete_passages(
        certified.corpus, certified.near_duplicates, [target for target in targets if target.entity_id in wanted]
    )
    waiting, kept, is_pending = list(candidates), list[Draft](), False
    while waiting and len(kept) < quota and not is_pending:
        n_next = max(1, int(SPARE * (quota - len(kept))))
        chosen, waiting = waiting[:n_next], waiting[n_next:]
        checked = whole_lists(chosen, readings, certified, model, counts)
        kept += apart([draft for draft in checked.drafts if not any(_are_of_one_list(draft, one) for one in kept)])
        waiting = [draft for draft in waiting if not any(_are_of_one_list(draft, other) for other in kept)]
        is_pending = checked.is_pending  # how many more are needed will show when the batch is answered
    return Checked(kept[:quota], is_pending)
