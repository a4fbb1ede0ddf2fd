"""Wiring of the reference systems: each writes a submission's folder, like anybody else."""

import dagster as dg
import pyarrow as pa

from bench_assets.corpus.indexes import RetrieverName, open_retriever
from bench_assets.reference.submitting import submit_reference
from bench_assets.reference.systems import predict, retriever_of
from bench_assets.results import finish, model_of, wired
from bench_assets.settings.tables import read_settings
from bench_resources.resources import HomeResource, ModelsResource


@dg.asset(**wired("reference_predictions"))
def reference_predictions(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    retrieval_settings: pa.Table,
    evaluation_settings: pa.Table,
    corpus: pa.Table,
    bm25_index: pa.Table,
    dense_index: pa.Table,
    questions: pa.Table,
) -> dg.MaterializeResult:
    """One row per prediction of a reference system, also written as data/submissions/<release>/<system>."""
    context.log.info("%s and %s can be asked", bm25_index["index_name"][0], dense_index["index_name"][0])
    stage = read_settings(evaluation_settings)
    release, _, system = context.partition_key.partition("|")
    name = retriever_of(system)
    index = open_retriever(name, home.path, release, read_settings(retrieval_settings))
    with model_of(context, home, models, stage, "answerer") as model:
        predictions = predict(system, questions, corpus, index, model, stage.seed)
    embedder = None if name is RetrieverName.BM25 else dense_index["embedder"][0].as_py()
    made = submit_reference(home.path, release, system, predictions, questions, model, embedder)
    return finish(context, home, made)


ASSETS = [reference_predictions]
