"""Wiring of the pooling stage: who retrieved what, what each document says, and the gold."""

import dagster as dg
import pyarrow as pa

from bench_assets.corpus.indexes import open_retrievers
from bench_assets.pooling.gold import collect_gold, count_gold
from bench_assets.pooling.labels import label_pools
from bench_assets.pooling.pools import build_pools
from bench_assets.pooling.runs import read_runs
from bench_assets.results import finish, model_of, wired
from bench_assets.settings.release import PoolingSection
from bench_assets.settings.tables import read_settings
from bench_resources.lake import Made
from bench_resources.resources import HomeResource, ModelsResource


@dg.asset(**wired("pools"))
def pools(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    retrieval_settings: pa.Table,
    pooling_settings: pa.Table,
    corpus: pa.Table,
    bm25_index: pa.Table,
    dense_index: pa.Table,
    verified_tasks: pa.Table,
) -> dg.MaterializeResult:
    """One row per (task, document) that a retriever, a contributed run or the source put in the pool."""
    context.log.info("pooling from %s and %s", bm25_index["index_name"][0], dense_index["index_name"][0])
    release = context.partition_key.partition("|")[0]
    settings = read_settings(pooling_settings).section(PoolingSection)
    retrievers = open_retrievers(home.path, context.partition_key, read_settings(retrieval_settings))
    runs = read_runs(home.path, release, settings.contributed_runs)
    return finish(context, home, Made(build_pools(verified_tasks, retrievers, corpus, settings, runs)))


@dg.asset(**wired("pool_labels"))
def pool_labels(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    pooling_settings: pa.Table,
    corpus: pa.Table,
    near_duplicates: pa.Table,
    verified_tasks: pa.Table,
    pools: pa.Table,
) -> dg.MaterializeResult:
    """One row per pooled (task, document): supports, partial, irrelevant or unjudged."""
    stage = read_settings(pooling_settings)
    settings = stage.section(PoolingSection)
    with model_of(context, home, models, stage, "cheap") as model:
        labels = label_pools(pools, verified_tasks, corpus, near_duplicates, model, settings)
    return finish(context, home, Made(labels.table, labels.counts, model_calls=model.n_calls))


@dg.asset(**wired("gold_labels"))
def gold_labels(
    context: dg.AssetExecutionContext, home: HomeResource, verified_tasks: pa.Table, pool_labels: pa.Table
) -> dg.MaterializeResult:
    """One row per (task, document) whose label supports, of tasks that survived pooling."""
    gold = collect_gold(pool_labels, verified_tasks)
    return finish(context, home, Made(gold, count_gold(pool_labels, verified_tasks)))


ASSETS = [pools, pool_labels, gold_labels]
