"""Wiring of the evaluation stage: a submission's predictions, the judge's verdicts, the scores."""

import dagster as dg
import pyarrow as pa

from bench_assets.evaluation.judging import judge_answers
from bench_assets.evaluation.scores import score_tables
from bench_assets.evaluation.submissions import folder_of, read_submission
from bench_assets.results import finish, model_of, wired
from bench_assets.settings.release import EvaluationSection
from bench_assets.settings.tables import read_settings
from bench_resources.lake import Made
from bench_resources.resources import HomeResource, ModelsResource


@dg.asset(**wired("predictions"))
def predictions(context: dg.AssetExecutionContext, home: HomeResource) -> dg.MaterializeResult:
    """One row per prediction of a submission, as its folder holds it."""
    release, _, name = context.partition_key.partition("|")
    return finish(context, home, Made(read_submission(folder_of(home.path, release, name))))


@dg.asset(**wired("answer_verdicts"))
def answer_verdicts(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    evaluation_settings: pa.Table,
    tasks: pa.Table,
    predictions: pa.Table,
) -> dg.MaterializeResult:
    """One row per task of a submission: what the judge said of its answer."""
    with model_of(context, home, models, read_settings(evaluation_settings), "judge") as model:
        verdicts = judge_answers(predictions, tasks, model)
    return finish(context, home, Made(verdicts, model_calls=model.n_calls))


@dg.asset(**wired("scores"))
def scores(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    evaluation_settings: pa.Table,
    tasks: pa.Table,
    qrels: pa.Table,
    predictions: pa.Table,
    answer_verdicts: pa.Table,
) -> dg.MaterializeResult:
    """One row per metric of a submission, and its scores.json among the exports."""
    settings = read_settings(evaluation_settings).section(EvaluationSection)
    made = score_tables(home.path, context.partition_key, tasks, predictions, answer_verdicts, qrels, settings)
    return finish(context, home, made)


ASSETS = [predictions, answer_verdicts, scores]
