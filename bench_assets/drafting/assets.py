"""Wiring of the drafting stage: facts with their quotes, and the tasks drafted from them."""

import dagster as dg
import pyarrow as pa

from bench_assets.drafting.certified import Certified
from bench_assets.drafting.stage import draft_type, find_events_of, find_facts_of_type
from bench_assets.results import finish, model_of, progress_of, wired
from bench_assets.settings.tables import read_settings
from bench_resources.resources import HomeResource, ModelsResource
from scoring.contract import TaskType


@dg.asset(**wired("facts"))
def facts(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    drafting_settings: pa.Table,
    corpus: pa.Table,
    target_entities: pa.Table,
) -> dg.MaterializeResult:
    """One row per fact whose quote was found verbatim in its document."""
    stage = read_settings(drafting_settings)
    task_type = TaskType(context.partition_key.rpartition("|")[2])
    with model_of(context, home, models, stage, "cheap") as model:
        found = find_facts_of_type(task_type, corpus, target_entities, model, stage, progress_of(context))
    return finish(context, home, found)


@dg.asset(**wired("events"))
def events(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    drafting_settings: pa.Table,
    corpus: pa.Table,
    target_entities: pa.Table,
) -> dg.MaterializeResult:
    """One row per thing that a document states a target did, or was done to or with it."""
    stage = read_settings(drafting_settings)
    with model_of(context, home, models, stage, "cheap") as model:
        found = find_events_of(corpus, target_entities, model, stage, progress_of(context))
    return finish(context, home, found)


@dg.asset(**wired("task_drafts"))
def task_drafts(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    drafting_settings: pa.Table,
    near_duplicates: pa.Table,
    alias_index: pa.Table,
    corpus: pa.Table,
    completeness_certificates: pa.Table,
    target_entities: pa.Table,
    facts: pa.Table,
    events: pa.Table,
) -> dg.MaterializeResult:
    """One row per drafted task, with its evidence or its certificate of absence."""
    stage = read_settings(drafting_settings)
    task_type = TaskType(context.partition_key.rpartition("|")[2])
    certified = Certified(corpus, target_entities, completeness_certificates, near_duplicates, alias_index)
    with model_of(context, home, models, stage, "cheap") as model:
        drafted = draft_type(task_type, facts, events, certified, model, stage)
    return finish(context, home, drafted)


ASSETS = [facts, events, task_drafts]
