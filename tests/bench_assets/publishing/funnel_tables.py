"""Literal tables of a small release, whose funnel is worked out by hand in test_funnel.py."""

from __future__ import annotations

import pyarrow as pa

from bench_assets.publishing.funnel import Tables
from bench_assets.schemas import GOLD_LABELS, POOL_LABELS, TASK_DRAFTS, TASKS, VERDICTS
from bench_assets.settings.release import DraftingSection, OversamplingSection

GAUNTLET = ("rules", "standalone", "answerability", "necessity", "adjudication")
NONE_WANTED = dict.fromkeys(("single_hop", "aggregation", "timeline", "dossier", "unanswerable", "false_premise"), 0)


ONCE = OversamplingSection(**dict.fromkeys(OversamplingSection.model_fields, 1.0))


def drafting(**quotas: object) -> DraftingSection:
    return DraftingSection(**(NONE_WANTED | {"oversampling": ONCE} | quotas))


def draft(task_id: str, kind: str = "single_hop", *, doc_id: str = "d1", form: str = "sentence") -> dict:
    evidence = [] if kind == "unanswerable" else [{"doc_id": doc_id}]
    return {"task_id": task_id, "type": kind, "question": f"Who signed {task_id}?", "evidence": evidence, "form": form}


def verdicts(stage: str, **outcomes: str) -> pa.Table:
    """One VERDICTS table: task_id = "pass", "not_applicable", or the category that it fell for."""
    rows = [
        {"task_id": task_id, "stage": stage, "outcome": said, "category": "sound"}
        if said in ("pass", "not_applicable")
        else {"task_id": task_id, "stage": stage, "outcome": "fail", "category": said, "reason": f"it is {said}"}
        for task_id, said in outcomes.items()
    ]
    return pa.Table.from_pylist(rows, schema=VERDICTS)


def tables(
    drafts: list[dict],
    stages: dict[str, dict[str, str]],
    *,
    labels: list[dict] = (),
    gold: list[str] = (),
    tasks: list[dict] = (),
) -> Tables:
    return Tables(
        pa.Table.from_pylist(drafts, schema=TASK_DRAFTS),
        [verdicts(stage, **stages.get(stage, {})) for stage in GAUNTLET],
        pa.Table.from_pylist(list(labels), schema=POOL_LABELS),
        pa.Table.from_pylist([{"task_id": task_id, "doc_id": "d1"} for task_id in gold], schema=GOLD_LABELS),
        pa.Table.from_pylist(list(tasks), schema=TASKS),
    )


# Six drafts of eight looked for, and two absences. s1 falls at the rules, s2 at necessity, s3 has a source that does
# not support it, s4 is withdrawn, s5 and s6 are released; u1 is released, u2 falls at adjudication.
NAMES = ("s1", "s2", "s3", "s4", "s5", "s6")
DRAFTING = drafting(single_hop=4, unanswerable=2, oversampling={"single_hop": 2.0, "unanswerable": 1.0})
RETRACTIONS = {"s4": "the date is another paper's"}
SMALL = tables(
    [*map(draft, NAMES), draft("u1", "unanswerable"), draft("u2", "unanswerable")],
    {
        "rules": {"s1": "deixis"} | dict.fromkeys((*NAMES[1:], "u1", "u2"), "pass"),
        "standalone": dict.fromkeys((*NAMES[1:], "u1", "u2"), "pass"),
        "answerability": dict.fromkeys(NAMES[1:], "pass") | dict.fromkeys(("u1", "u2"), "not_applicable"),
        "necessity": {"s2": "closed_book"} | dict.fromkeys(NAMES[2:], "pass") | dict.fromkeys(("u1", "u2"), "not_applicable"),
        "adjudication": dict.fromkeys((*NAMES[2:], "u1"), "pass") | {"u2": "answered"},
    },
    labels=[{"task_id": "s3", "doc_id": "d1", "label": "irrelevant", "reason": "another paper"}],
    gold=["s4", "s5", "s6"],
    tasks=[{"task_id": "s5", "type": "single_hop"}, {"task_id": "s6", "type": "single_hop"}, {"task_id": "u1", "type": "unanswerable"}],
)  # fmt: skip
