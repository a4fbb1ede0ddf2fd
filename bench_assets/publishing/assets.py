"""Wiring of the publishing stage: the key, what systems are given, the judgments, the funnel, the hashes, the card."""

import dagster as dg
import pyarrow as pa

from bench_assets.publishing.card import write_card
from bench_assets.publishing.funnel import Tables, count_funnel, funnel_pages
from bench_assets.publishing.release import publish_release
from bench_assets.publishing.tasks import qrels as qrels_of
from bench_assets.publishing.tasks import questions as questions_of
from bench_assets.publishing.tasks import release_tasks
from bench_assets.results import finish, wired
from bench_assets.reviewing.summary import reviewed_types
from bench_assets.settings.release import DraftingSection, PublishingSection
from bench_assets.settings.tables import read_settings
from bench_resources.lake import Made
from bench_resources.resources import HomeResource


@dg.asset(**wired("tasks"))
def tasks(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    drafting_settings: pa.Table,
    publishing_settings: pa.Table,
    verified_tasks: pa.Table,
    pool_labels: pa.Table,
    gold_labels: pa.Table,
) -> dg.MaterializeResult:
    """One row per released task: the key."""
    stage = read_settings(publishing_settings)
    drafting = read_settings(drafting_settings).section(DraftingSection)
    settings = stage.section(PublishingSection)
    version, seed = context.partition_key, stage.seed
    released = release_tasks(verified_tasks, gold_labels, pool_labels, drafting, settings, version, seed)
    return finish(context, home, Made(released))


@dg.asset(**wired("questions"))
def questions(context: dg.AssetExecutionContext, home: HomeResource, tasks: pa.Table) -> dg.MaterializeResult:
    """One row per released question: all that a system under test is given."""
    return finish(context, home, Made(questions_of(tasks)))


@dg.asset(**wired("qrels"))
def qrels(
    context: dg.AssetExecutionContext, home: HomeResource, tasks: pa.Table, pool_labels: pa.Table
) -> dg.MaterializeResult:
    """One row per judged (task, document): 2 supports, 1 partial, 0 irrelevant, -1 unjudged."""
    return finish(context, home, Made(qrels_of(tasks, pool_labels)))


@dg.asset(**wired("yield_funnel"))
def yield_funnel(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    drafting_settings: pa.Table,
    publishing_settings: pa.Table,
    task_drafts: pa.Table,
    rule_verdicts: pa.Table,
    standalone_verdicts: pa.Table,
    answerability_verdicts: pa.Table,
    necessity_verdicts: pa.Table,
    adjudication_verdicts: pa.Table,
    pool_labels: pa.Table,
    gold_labels: pa.Table,
    tasks: pa.Table,
) -> dg.MaterializeResult:
    """One row per (type, stage, outcome category): how many tasks went on or fell, and a few that fell."""
    stage = read_settings(drafting_settings)
    drafting = stage.section(DraftingSection)
    retractions = read_settings(publishing_settings).section(PublishingSection).retractions
    gauntlet = [rule_verdicts, standalone_verdicts, answerability_verdicts, necessity_verdicts, adjudication_verdicts]
    tables = Tables(task_drafts, gauntlet, pool_labels, gold_labels, tasks)
    funnel = count_funnel(tables, drafting, retractions, stage.seed)
    return finish(context, home, Made(funnel), funnel_pages(funnel, drafting))


@dg.asset(**wired("release_manifest"))
def release_manifest(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    corpus_settings: pa.Table,
    drafting_settings: pa.Table,
    gauntlet_settings: pa.Table,
    pooling_settings: pa.Table,
    publishing_settings: pa.Table,
    source_snapshot: pa.Table,
    corpus: pa.Table,
    completeness_certificates: pa.Table,
    task_drafts: pa.Table,
    rule_verdicts: pa.Table,
    standalone_verdicts: pa.Table,
    answerability_verdicts: pa.Table,
    necessity_verdicts: pa.Table,
    adjudication_verdicts: pa.Table,
    pool_labels: pa.Table,
    tasks: pa.Table,
    questions: pa.Table,
    qrels: pa.Table,
    yield_funnel: pa.Table,
) -> dg.MaterializeResult:
    """One row per file of the release, written under exports/ with its hash; refused when a gate fails."""
    settings = [corpus_settings, drafting_settings, gauntlet_settings, pooling_settings, publishing_settings]
    verdicts = [rule_verdicts, standalone_verdicts, answerability_verdicts, necessity_verdicts, adjudication_verdicts]
    made = publish_release(
        home.path,
        context.partition_key,
        settings=settings,
        snapshot=source_snapshot,
        corpus=corpus,
        certificates=completeness_certificates,
        drafts=task_drafts,
        verdicts=verdicts,
        labels=pool_labels,
        tasks=tasks,
        questions=questions,
        qrels=qrels,
        funnel=yield_funnel,
    )
    return finish(context, home, made)


@dg.asset(**wired("dataset_card"))
def dataset_card(
    context: dg.AssetExecutionContext, home: HomeResource, tasks: pa.Table, release_manifest: pa.Table
) -> dg.MaterializeResult:
    """One row per file of the dataset card: exports/<release>/README.md."""
    reviews = reviewed_types(home.path, context.partition_key, tasks)
    return finish(context, home, write_card(home.path, context.partition_key, release_manifest, tasks, reviews))


ASSETS = [tasks, questions, qrels, yield_funnel, release_manifest, dataset_card]
