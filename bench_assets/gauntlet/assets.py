"""Wiring of the gauntlet: four stages of verdicts, each reading those before it, and what passed them all."""

import dagster as dg
import pyarrow as pa

from bench_assets.corpus.indexes import index_folder
from bench_assets.gauntlet.adjudication import adjudicate
from bench_assets.gauntlet.answerability import judge_answerability
from bench_assets.gauntlet.necessity import judge_necessity
from bench_assets.gauntlet.rules import judge_by_rules
from bench_assets.gauntlet.standalone import judge_standalone
from bench_assets.gauntlet.verified import count_outcomes, verify_tasks
from bench_assets.results import finish, model_of, wired
from bench_assets.settings.release import GauntletSection
from bench_assets.settings.tables import read_settings
from bench_resources.bm25 import Bm25Index
from bench_resources.lake import Made
from bench_resources.resources import HomeResource, ModelsResource


@dg.asset(**wired("rule_verdicts"))
def rule_verdicts(
    context: dg.AssetExecutionContext, home: HomeResource, corpus: pa.Table, task_drafts: pa.Table
) -> dg.MaterializeResult:
    """One row per draft: does it keep the rules that need no model?"""
    verdicts = judge_by_rules(task_drafts, corpus)
    return finish(context, home, Made(verdicts, count_outcomes(verdicts)))


@dg.asset(**wired("standalone_verdicts"))
def standalone_verdicts(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    gauntlet_settings: pa.Table,
    task_drafts: pa.Table,
    rule_verdicts: pa.Table,
) -> dg.MaterializeResult:
    """One row per draft that keeps the rules: can its question be understood without the document?"""
    with model_of(context, home, models, read_settings(gauntlet_settings), "cheap") as model:
        verdicts = judge_standalone(task_drafts, [rule_verdicts], model)
    return finish(context, home, Made(verdicts, count_outcomes(verdicts), model_calls=model.n_calls))


@dg.asset(**wired("answerability_verdicts"))
def answerability_verdicts(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    gauntlet_settings: pa.Table,
    corpus: pa.Table,
    task_drafts: pa.Table,
    rule_verdicts: pa.Table,
    standalone_verdicts: pa.Table,
) -> dg.MaterializeResult:
    """One row per draft that stands alone: does another prompt recover its answer from its documents?"""
    stage = read_settings(gauntlet_settings)
    settings = stage.section(GauntletSection)
    with model_of(context, home, models, stage, "cheap") as model:
        verdicts = judge_answerability(task_drafts, [rule_verdicts, standalone_verdicts], corpus, model, settings)
    return finish(context, home, Made(verdicts, count_outcomes(verdicts), model_calls=model.n_calls))


@dg.asset(**wired("necessity_verdicts"))
def necessity_verdicts(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    gauntlet_settings: pa.Table,
    corpus: pa.Table,
    task_drafts: pa.Table,
    rule_verdicts: pa.Table,
    standalone_verdicts: pa.Table,
    answerability_verdicts: pa.Table,
) -> dg.MaterializeResult:
    """One row per answerable draft: do closed book and random distractors fail?"""
    stage = read_settings(gauntlet_settings)
    earlier = [rule_verdicts, standalone_verdicts, answerability_verdicts]
    settings = stage.section(GauntletSection)
    with model_of(context, home, models, stage, "cheap") as model:
        verdicts = judge_necessity(task_drafts, earlier, corpus, model, settings, stage.seed)
    return finish(context, home, Made(verdicts, count_outcomes(verdicts), model_calls=model.n_calls))


@dg.asset(**wired("adjudication_verdicts"))
def adjudication_verdicts(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    gauntlet_settings: pa.Table,
    corpus: pa.Table,
    bm25_index: pa.Table,
    task_drafts: pa.Table,
    rule_verdicts: pa.Table,
    standalone_verdicts: pa.Table,
    answerability_verdicts: pa.Table,
    necessity_verdicts: pa.Table,
) -> dg.MaterializeResult:
    """One row per draft that passed the other stages: the stronger model's last word, rivals at hand."""
    context.log.info("rivals come from %s", bm25_index["index_name"][0])
    stage = read_settings(gauntlet_settings)
    earlier = [rule_verdicts, standalone_verdicts, answerability_verdicts, necessity_verdicts]
    index = Bm25Index(index_folder(home.path, context.partition_key))
    with model_of(context, home, models, stage, "strong") as model:
        verdicts = adjudicate(task_drafts, earlier, corpus, index, model, stage.section(GauntletSection))
    return finish(context, home, Made(verdicts, count_outcomes(verdicts), model_calls=model.n_calls))


@dg.asset(**wired("verified_tasks"))
def verified_tasks(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    task_drafts: pa.Table,
    rule_verdicts: pa.Table,
    standalone_verdicts: pa.Table,
    answerability_verdicts: pa.Table,
    necessity_verdicts: pa.Table,
    adjudication_verdicts: pa.Table,
) -> dg.MaterializeResult:
    """One row per draft that passed every stage: the draft with its verdicts."""
    stages = [rule_verdicts, standalone_verdicts, answerability_verdicts, necessity_verdicts, adjudication_verdicts]
    return finish(context, home, Made(verify_tasks(task_drafts, stages)))


ASSETS = [
    rule_verdicts,
    standalone_verdicts,
    answerability_verdicts,
    necessity_verdicts,
    adjudication_verdicts,
    verified_tasks,
]
