"""Drafts of the types whose answers have several parts: what the targets offer, checked until the quota is full.

Belongs here: the order of choosing and checking. Does not: what a target offers (aggregations, dossiers, timelines).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

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

SAME_WORDING = 97.0  # of 100: two questions that differ in less are one, names and dates included
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
    """Each question once, and each answer once: of a letter from one target to another both could be asked."""
    kept: list[Draft] = []
    wordings: list[str] = []
    answers: set[str] = set()
    for draft in candidates:
        wording = plain(draft["question"])
        answer = " ".join(sorted(plain(item["item"]) for item in draft["items"]))
        if answer in answers or any(fuzz.ratio(wording, other) >= SAME_WORDING for other in wordings):
            continue
        wordings.append(wording)
        answers.add(answer)
        kept.append(draft)
    return kept


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
        kept += checked.drafts
        is_pending = checked.is_pending  # how many more are needed will show when the batch is answered
    return Checked(kept[:quota], is_pending)
