"""Which drafting belongs to which task type.

Belongs here: the choice by type. Does not: any drafting.
"""

from __future__ import annotations

import pyarrow as pa

from bench_assets.drafting.absence import draft_unanswerable
from bench_assets.drafting.certified import Certified, Drafted
from bench_assets.drafting.drafts import draft_single_hop
from bench_assets.drafting.events import find_events
from bench_assets.drafting.facts import find_facts
from bench_assets.drafting.lists import draft_lists
from bench_assets.drafting.premises import draft_false_premises
from bench_assets.progress import Progress, untold
from bench_assets.schemas import FACTS
from bench_assets.settings.release import DraftingSection
from bench_assets.settings.tables import StageSettings
from bench_resources.lake import Made
from bench_resources.models import CountedModel
from scoring.contract import REJECTION_TYPES, TaskType


def find_facts_of_type(
    task_type: TaskType,
    corpus: pa.Table,
    targets: pa.Table,
    model: CountedModel,
    stage: StageSettings,
    progress: Progress = untold,
) -> Made:
    """FACTS that tasks of a type are drafted from; none for a type that is drafted from events or from absences."""
    if task_type != TaskType.SINGLE_HOP:
        source = "absences" if task_type in REJECTION_TYPES else "events"
        return Made(FACTS.empty_table(), {"not_applicable": f"the type is drafted from {source}"})
    settings = stage.section(DraftingSection)
    found = find_facts(corpus, targets, model, settings, progress, stage.protected_names)
    return Made(found.table, found.counts, model_calls=model.n_calls)


def draft_type(
    task_type: TaskType,
    facts: pa.Table,
    events: pa.Table,
    certified: Certified,
    model: CountedModel,
    stage: StageSettings,
) -> Made:
    """TASK_DRAFTS of a type, with how many were asked for, how many were found, and why others were not kept."""
    settings = stage.section(DraftingSection)
    drafted = _draft(task_type, facts, events, certified, model, stage)
    notes = {"asked": settings.n_drafts(task_type), "drafted": drafted.table.num_rows, **drafted.counts}
    return Made(drafted.table, notes, model_calls=model.n_calls)


def _draft(
    task_type: TaskType,
    facts: pa.Table,
    events: pa.Table,
    certified: Certified,
    model: CountedModel,
    stage: StageSettings,
) -> Drafted:
    settings = stage.section(DraftingSection)
    match task_type:
        case TaskType.SINGLE_HOP:
            return Drafted(draft_single_hop(facts, settings, stage.seed), {})
        case TaskType.UNANSWERABLE:
            return draft_unanswerable(certified, model, settings, stage.seed, stage.protected_names)
        case TaskType.FALSE_PREMISE:
            return draft_false_premises(certified, model, settings, stage.seed, stage.protected_names)
        case _:
            return draft_lists(task_type, events, certified, model, settings, stage.seed, stage.protected_names)


def find_events_of(
    corpus: pa.Table,
    targets: pa.Table,
    model: CountedModel,
    stage: StageSettings,
    progress: Progress = untold,
) -> Made:
    """EVENTS of a release, with how many were rejected for each reason."""
    settings = stage.section(DraftingSection)
    found = find_events(corpus, targets, model, settings, progress, stage.protected_names)
    return Made(found.table, found.counts, model_calls=model.n_calls)
