"""The yield funnel: how many tasks of each type came to each stage, went on, or fell there, and a few that fell.

Belongs here: counting it from the stages' tables, its table, its Markdown. Does not: the stages' own verdicts, what
the counts mean for a quota (yields.py).
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets import markdown
from bench_assets.gauntlet.verdicts import Ruling, is_rejection, survivors
from bench_assets.pooling.gold import dropped
from bench_assets.publishing.tasks import HEADER
from bench_assets.publishing.yields import (
    MAX_EXAMPLES,
    Example,
    FunnelStage,
    StageYield,
    TypeYield,
    Yields,
    most_first,
    spread,
)
from bench_assets.schemas import YIELD_FUNNEL
from bench_assets.settings.release import DraftingSection
from scoring.contract import TaskType
from scoring.errors import MAX_EXCERPT_CHARS

QUESTION_CHARS = 200  # of an example; a reader wants the whole question, and most are shorter
UNKNOWN = "unknown"  # the type of what has a verdict and no draft
NOT_FOUND = "not_found"
UNNAMED = "unnamed"  # the category of a rejection without one
Row = Mapping[str, Any]


class Tables(NamedTuple):
    """What the funnel is counted from, each over every type: TASK_DRAFTS, VERDICTS a stage, and so on."""

    drafts: pa.Table
    verdicts: Sequence[pa.Table]
    labels: pa.Table
    gold: pa.Table
    tasks: pa.Table


class Fate(NamedTuple):
    """What a stage did with one task."""

    task_id: str
    ruling: Ruling
    category: str = ""
    reason: str = ""


def count_funnel(tables: Tables, drafting: DraftingSection, retractions: Mapping[str, str], seed: int) -> pa.Table:
    """YIELD_FUNNEL by type, in the contract's order, then stage, then category; its sums are proved by a gate.

    What came to a stage is counted from the stage's own table, not from what the one before let through, so that a
    verdict that was lost or belongs to nothing leaves a gap that the gate finds.

    Args:
        tables: of every type.
        drafting: how many drafts were looked for; what drafting passed over is in no table.
        retractions: reason by task_id.
        seed: decides which rejected tasks are the examples, by hash order.

    Returns: a row of every stage for every type, of types without a draft too.
    """
    drafts = {row["task_id"]: row for row in tables.drafts.to_pylist()}
    fates = _fates(tables, drafts, drafting, retractions)
    by_type: dict[str, dict[FunnelStage, list[Fate]]] = defaultdict(lambda: defaultdict(list))
    for stage, held in fates.items():
        for fate in held:
            by_type[_type_of(fate, drafts)][stage].append(fate)
    kinds = [*(kind.value for kind in TaskType), *([UNKNOWN] if UNKNOWN in by_type else [])]
    rows = [
        row
        for kind in kinds
        for stage in FunnelStage
        for row in (
            _found_rows(kind, len(by_type[kind][FunnelStage.DRAFTED]), drafting)
            if stage == FunnelStage.FOUND
            else _stage_rows(kind, stage, by_type[kind][stage], drafts, seed)
        )
    ]
    return pa.Table.from_pylist(rows, schema=YIELD_FUNNEL)


def read_funnel(funnel: pa.Table, drafting: DraftingSection) -> dict[str, TypeYield]:
    """The records of YIELD_FUNNEL by type, in its order; a type that is none of the contract's is wanted by nobody."""
    rows: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in funnel.to_pylist():
        rows[row["task_type"]][row["stage"]].append(row)
    return {
        kind: TypeYield(_quota(kind, drafting), tuple(_stage_yield(FunnelStage(name), of[name]) for name in of))
        for kind, of in rows.items()
    }


def funnel_pages(funnel: pa.Table, drafting: DraftingSection) -> dict[str, str]:
    """Markdown for the UI: {"funnel": a table a type, and the examples}, every text of a document made harmless."""
    yields = read_funnel(funnel, drafting)
    return {"funnel": "\n\n".join(section for kind, of in yields.items() for section in _sections(kind, of))}


def yields_json(yields: Yields) -> dict[str, Any]:
    """The manifest's `yields`: {type: {wanted, drafted, stages, released, short, why}}."""
    return {kind: of.as_json() for kind, of in yields.items()}


def _fates(
    tables: Tables, drafts: Mapping[str, Row], drafting: DraftingSection, retractions: Mapping[str, str]
) -> dict[FunnelStage, list[Fate]]:
    fates = defaultdict(list, {FunnelStage.DRAFTED: [Fate(task_id, Ruling.PASS) for task_id in sorted(drafts)]})
    for row in (row for table in tables.verdicts for row in table.to_pylist()):
        fate = Fate(row["task_id"], Ruling(row["outcome"]), row["category"] or "", row["reason"] or "")
        fates[FunnelStage(row["stage"])].append(fate)
    fates[FunnelStage.POOLED] = list(_pooled(survivors(tables.drafts, tables.verdicts), tables))
    went_on = {fate.task_id for fate in fates[FunnelStage.POOLED] if fate.ruling != Ruling.FAIL}
    pooled = [drafts[task_id] for task_id in sorted(went_on & drafts.keys())]
    fates[FunnelStage.RELEASED] = list(_released(pooled, tables.tasks, drafting, retractions))
    return fates


def _pooled(verified: Iterable[Row], tables: Tables) -> Iterator[Fate]:
    """Whether a verified task has gold; where it has none, what its first faulty source is labelled."""
    gold = set(tables.gold["task_id"].to_pylist())
    held = list(verified)
    fallen = {
        drop.task_id: drop for drop in dropped(tables.labels, pa.Table.from_pylist(held, schema=tables.drafts.schema))
    }
    yield from _strays(gold, held)
    for draft in held:
        if is_rejection(draft):
            yield Fate(draft["task_id"], Ruling.NOT_APPLICABLE)
        elif draft["task_id"] in gold:
            yield Fate(draft["task_id"], Ruling.PASS)
        elif draft["task_id"] in fallen:
            yield Fate(draft["task_id"], Ruling.FAIL, *fallen[draft["task_id"]][1:])
        else:
            yield Fate(draft["task_id"], Ruling.FAIL, "no_gold", "no document is gold")


def _strays(held: Collection[str], expected: Iterable[Row]) -> list[Fate]:
    """What stands in a stage's table and did not come to it: counted, so that the sums do not add up."""
    return [Fate(task_id, Ruling.PASS) for task_id in sorted(set(held) - {draft["task_id"] for draft in expected})]


def _released(
    pooled: Iterable[Row], tasks: pa.Table, drafting: DraftingSection, retractions: Mapping[str, str]
) -> Iterator[Fate]:
    """Whether a task with gold is in the key; where it is not, whether it was withdrawn or there was no room."""
    released, counts = set(tasks["task_id"].to_pylist()), Counter(tasks["type"].to_pylist())
    held = list(pooled)
    yield from _strays(released, held)
    for draft in held:
        task_id, quota = draft["task_id"], _quota(draft["type"], drafting)
        if task_id in released:
            yield Fate(task_id, Ruling.PASS)
        elif task_id in retractions:
            yield Fate(task_id, Ruling.FAIL, "retracted", retractions[task_id])
        else:
            yield Fate(task_id, Ruling.FAIL, *_no_room(draft, quota, is_full=counts[draft["type"]] >= quota))


class _NoRoom(NamedTuple):
    category: str
    reason: str


def _no_room(draft: Row, quota: int, *, is_full: bool) -> _NoRoom:
    if is_full:
        return _NoRoom("over_quota", f"the quota of {quota:,} is filled")
    if draft["form"] == HEADER:
        return _NoRoom("header_share", "headers are no more than their share")
    return _NoRoom("not_chosen", "")


def _type_of(fate: Fate, drafts: Mapping[str, Row]) -> str:
    draft = drafts.get(fate.task_id)
    return draft["type"] if draft else UNKNOWN


def _quota(kind: str, drafting: DraftingSection) -> int:
    return drafting.quota(TaskType(kind)) if kind != UNKNOWN else 0


def _found_rows(kind: str, n_found: int, drafting: DraftingSection) -> list[dict[str, Any]]:
    """What drafting looked for is what the settings ask; what it did not find is no task, so it has no example."""
    n_sought = max(n_found, drafting.n_drafts(TaskType(kind)) if kind != UNKNOWN else 0)
    rows = [_row(kind, FunnelStage.FOUND, n_sought, Ruling.PASS, n_passed=n_found)]
    n_missing = n_sought - n_found
    return [*rows, _row(kind, FunnelStage.FOUND, n_sought, NOT_FOUND, n_rejected=n_missing)] if n_missing else rows


def _stage_rows(
    kind: str, stage: FunnelStage, fates: Collection[Fate], drafts: Mapping[str, Row], seed: int
) -> list[dict[str, Any]]:
    counts = Counter(fate.ruling for fate in fates)
    rows = [_row(kind, stage, len(fates), Ruling.PASS, n_passed=counts[Ruling.PASS])]
    if n_apart := counts[Ruling.NOT_APPLICABLE]:
        rows.append(_row(kind, stage, len(fates), Ruling.NOT_APPLICABLE, n_not_applicable=n_apart))
    fallen: dict[str, list[Fate]] = defaultdict(list)
    for fate in fates:
        if fate.ruling == Ruling.FAIL:
            category = markdown.cut(fate.category, MAX_EXCERPT_CHARS) or UNNAMED  # a model may have named it
            fallen[category].append(fate)
    for category, held in sorted(fallen.items()):
        examples = [_example(fate, category, drafts) for fate in _drawn(held, seed)]
        rows.append(_row(kind, stage, len(fates), category, n_rejected=len(held), examples=examples))
    return rows


def _row(kind: str, stage: FunnelStage, n_in: int, category: str, **held: Any) -> dict[str, Any]:
    counts = {"n_passed": 0, "n_rejected": 0, "n_not_applicable": 0, "examples": []}
    return {"task_type": kind, "stage": stage.value, "category": str(category), "n_in": n_in, **counts, **held}


def _drawn(fates: Iterable[Fate], seed: int) -> list[Fate]:
    return sorted(fates, key=lambda fate: (_draw(seed, fate.task_id), fate.task_id))[:MAX_EXAMPLES]


def _draw(seed: int, task_id: str) -> str:
    return hashlib.sha256(f"{seed}|{task_id}".encode()).hexdigest()


def _example(fate: Fate, category: str, drafts: Mapping[str, Row]) -> dict[str, str]:
    question = drafts[fate.task_id]["question"] if fate.task_id in drafts else ""
    return Example(
        fate.task_id,
        markdown.cut(question or "", QUESTION_CHARS),
        category,
        markdown.cut(fate.reason, MAX_EXCERPT_CHARS),
    )._asdict()


def _stage_yield(stage: FunnelStage, rows: Sequence[Row]) -> StageYield:
    rejected = {row["category"]: row["n_rejected"] for row in rows if row["n_rejected"]}
    return StageYield(
        stage,
        n_in=rows[0]["n_in"],
        n_passed=sum(row["n_passed"] for row in rows),
        rejected=most_first(rejected),
        n_not_applicable=sum(row["n_not_applicable"] for row in rows),
        examples=spread(Example(**example) for row in rows for example in row["examples"]),
    )


def _sections(kind: str, of: TypeYield) -> Iterator[str]:
    """A heading with the verdict, the stages, and the examples."""
    yield f"### {kind}: {of.n_released:,} of {of.n_wanted:,}"
    if of.why:
        yield f"{of.why}."
    rows = [
        [stage.stage.value, *(f"{n:,}" for n in (stage.n_in, stage.n_passed, stage.n_not_applicable)), _fallen(stage)]
        for stage in of.stages
    ]
    yield markdown.table(["stage", "in", "passed", "not applicable", "rejected"], rows)
    examples = [
        [stage.stage.value, *(markdown.cell(text, QUESTION_CHARS) for text in example)]
        for stage in of.stages
        for example in stage.examples
    ]
    if examples:
        yield markdown.table(["stage", "task", "question", "category", "reason"], examples)


def _fallen(stage: StageYield) -> str:
    return ", ".join(f"{markdown.cell(name, MAX_EXCERPT_CHARS)} {n:,}" for name, n in stage.rejected.items())
