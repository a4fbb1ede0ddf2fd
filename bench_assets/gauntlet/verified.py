"""What came through the gauntlet, and how many fell where.

Belongs here: joining drafts with their verdicts, counting. Does not: any verdict.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pyarrow as pa

from bench_assets.gauntlet.verdicts import passed, rows
from bench_assets.schemas import VERIFIED_TASKS


def verify_tasks(drafts: pa.Table, stages: Sequence[pa.Table]) -> pa.Table:
    """VERIFIED_TASKS, by task_id: drafts that have a row in every stage and fail in none, with those rows in order."""
    alive = [passed(table) for table in stages]
    by_stage = [{row.pop("task_id"): row for row in table.to_pylist()} for table in stages]
    kept = [
        draft | {"verdicts": [found[draft["task_id"]] for found in by_stage]}
        for draft in rows(drafts)
        if all(draft["task_id"] in ids for ids in alive)
    ]
    return pa.Table.from_pylist(kept, schema=VERIFIED_TASKS)


def count_outcomes(verdicts: pa.Table) -> dict[str, int]:
    """How many drafts a stage passed, failed and did not apply to, and how many failures there are of each category."""
    pairs = list(zip(verdicts["outcome"].to_pylist(), verdicts["category"].to_pylist(), strict=True))
    counts = Counter(outcome for outcome, _ in pairs)
    counts.update(f"{outcome}: {category}" for outcome, category in pairs if outcome == "fail")
    return dict(sorted(counts.items()))
