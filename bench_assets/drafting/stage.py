"""Which drafting belongs to which task type.

Belongs here: the choice by type. Does not: any drafting.
"""

from __future__ import annotations

from collections.abc import Mapping

import pyarrow as pa

from bench_assets.drafting.absence import Certified, draft_unanswerable
from bench_assets.drafting.drafts import draft_single_hop
from bench_assets.drafting.facts import find_facts
from bench_assets.progress import Progress, untold
from bench_assets.schemas import FACTS
from bench_assets.settings.release import DraftingSection, TaskType
from bench_assets.settings.tables import StageSettings
from bench_resources.lake import Made
from bench_resources.models import CountedModel


def find_facts_of_type(
    task_type: TaskType,
    corpus: pa.Table,
    targets: pa.Table,
    model: CountedModel,
    stage: StageSettings,
    progress: Progress = untold,
) -> Made:
    """FACTS that tasks of a type are drafted from; none for a type that claims an absence."""
    if task_type == TaskType.UNANSWERABLE:
        return Made(FACTS.empty_table(), {"not_applicable": "the type is drafted from absences"})
    settings = stage.section(DraftingSection)
    found = find_facts(corpus, targets, model, settings, progress, stage.protected_names)
    return Made(found.table, found.counts, model_calls=model.n_calls)


def draft_type(
    task_type: TaskType,
    facts: pa.Table,
    certified: Certified,
    model: CountedModel,
    stage: StageSettings,
) -> Made:
    """TASK_DRAFTS of a type, with how many were asked for and how many were found."""
    settings = stage.section(DraftingSection)
    if task_type == TaskType.UNANSWERABLE:
        drafts = draft_unanswerable(certified, model, settings, stage.seed, stage.protected_names)
    else:
        drafts = draft_single_hop(facts, settings, stage.seed)
    notes: Mapping[str, int] = {"asked": getattr(settings, task_type.value), "drafted": drafts.num_rows}
    return Made(drafts, notes, model_calls=model.n_calls)
