"""Whether finished drafts that rest on something not found would still be drafted: the same questions, asked once more.

Belongs here: which check belongs to which type. Does not: the checks (absence.py, whole_lists.py), any stage of the
gauntlet, which takes a certificate as drafting wrote it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pyarrow as pa

from bench_assets.drafting.absence import CHECK_ID, fault_of_absence
from bench_assets.drafting.certified import Certified
from bench_assets.drafting.facts import read_targets
from bench_assets.drafting.list_drafts import Draft
from bench_assets.drafting.reading import Asked, Reading, ask_of_all, complete_passages
from bench_assets.drafting.whole_lists import whole_lists
from scoring.contract import LIST_TYPES, TaskType
from scoring.llm import Model

ANSWERED = "answered_absence"
INCOMPLETE = "incomplete_list"


def unproven(drafts: pa.Table, certified: Certified, model: Model) -> dict[str, str]:
    """By task_id, why an unanswerable or list draft would not be drafted: ANSWERED or INCOMPLETE.

    Args:
        drafts: TASK_DRAFTS of any types; other types are passed over.
        certified: what drafting read.
        model: that checked them.
    """
    rows = [row for row in drafts.to_pylist() if row["type"] in {TaskType.UNANSWERABLE, *LIST_TYPES}]
    wanted = {row["entity_ids"][0] for row in rows}
    targets = [target for target in read_targets(certified.targets) if target.entity_id in wanted]
    readings = complete_passages(certified.corpus, certified.near_duplicates, targets)
    absences = [row for row in rows if row["type"] == TaskType.UNANSWERABLE]
    lists = [row for row in rows if row["type"] != TaskType.UNANSWERABLE]
    whole = {draft["task_id"] for draft in whole_lists(lists, readings, certified, model, Counter()).drafts}
    incomplete = {row["task_id"]: INCOMPLETE for row in lists if row["task_id"] not in whole}
    return incomplete | _answered(absences, readings, model)


def _answered(drafts: Sequence[Draft], readings: Mapping[str, Reading | None], model: Model) -> dict[str, str]:
    """Those that a passage of their target answers, or whose target cannot be read whole."""
    read = [(row, found) for row in drafts if (found := readings.get(row["entity_ids"][0])) is not None]
    replies = ask_of_all(model, CHECK_ID, [Asked({"question": row["question"]}, found.passages) for row, found in read])
    proven = {row["task_id"] for (row, _), of_one in zip(read, replies, strict=True) if not fault_of_absence(of_one)}
    return {row["task_id"]: ANSWERED for row in drafts if row["task_id"] not in proven}
