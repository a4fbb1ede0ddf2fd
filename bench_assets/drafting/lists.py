"""Drafts of the types whose answers have several parts: what the targets offer, checked until the quota is full.

Belongs here: the order of choosing and checking. Does not: what a target offers (aggregations, dossiers, timelines).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa
from rapidfuzz import fuzz

from bench_assets.corpus.private_people import PrivateNames, marked_people
from bench_assets.drafting.aggregations import aggregations
from bench_assets.drafting.agreement import plain
from bench_assets.drafting.certified import Certified, Drafted
from bench_assets.drafting.dossiers import dossiers
from bench_assets.drafting.facts import Target, read_targets
from bench_assets.drafting.happenings import happenings
from bench_assets.drafting.list_drafts import Draft, in_rounds
from bench_assets.drafting.reading import complete_passages
from bench_assets.drafting.timelines import timelines
from bench_assets.drafting.whole_lists import whole_lists
from bench_assets.schemas import TASK_DRAFTS
from bench_assets.settings.release import DraftingSection
from scoring.contract import LIST_TYPES, TaskType
from scoring.llm import Model

SAME_WORDING = 97.0  # of 100: two questions that differ in less are one, names and dates included
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
    kept = candidates[:quota]
    if task_type in LIST_TYPES:
        kept = _whole(candidates, quota, targets, certified, model, counts)
    table = pa.Table.from_pylist(sorted(kept, key=lambda draft: draft["task_id"]), schema=TASK_DRAFTS)
    return Drafted(table, dict(sorted((+counts).items())))


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
) -> list[Draft]:
    """The first candidates whose lists are whole, as many as are wanted; no more are checked than that takes."""
    wanted = {draft["entity_ids"][0] for draft in candidates}
    readings = complete_passages(
        certified.corpus, certified.near_duplicates, [target for target in targets if target.entity_id in wanted]
    )
    waiting, kept = list(candidates), list[Draft]()
    while waiting and len(kept) < quota:
        n_next = max(1, int(SPARE * (quota - len(kept))))
        chosen, waiting = waiting[:n_next], waiting[n_next:]
        checked = whole_lists(chosen, readings, certified, model, counts)
        kept += checked.drafts
        if checked.is_pending:
            break  # how many more are needed will show when the batch is answered
    return kept[:quota]
