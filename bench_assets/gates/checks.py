"""The gates as asset checks, for people to see beside the table that they speak of."""

from collections.abc import Sequence

import dagster as dg
import pyarrow as pa

from bench_assets.gates.rules import (
    funnel_gaps,
    impossible_scores,
    incomplete_targets,
    misread_evidence,
    missing_documents,
    unindexed_chunks,
    unproven_absences,
    unreadable_quotes,
)
from bench_assets.partitions import CATALOGUE, release_by_submission, release_by_type, releases, shards
from bench_assets.results import inputs_from
from bench_resources.resources import HomeResource
from scoring.errors import name_culprits


def verdict(
    faults: Sequence[str], severity: dg.AssetCheckSeverity = dg.AssetCheckSeverity.ERROR
) -> dg.AssetCheckResult:
    """Passed without faults; otherwise at most five of them, and their number."""
    return dg.AssetCheckResult(
        passed=not faults,
        severity=severity,
        description=name_culprits(faults) or None,
        metadata={"faults": len(faults)},
    )


@dg.asset_check(asset="documents", partitions_def=shards)
def shard_is_readable(context: dg.AssetCheckExecutionContext, home: HomeResource) -> dg.AssetCheckResult:
    """The shard gave rows. A warning, since a quarantined shard stops the build by itself, at its end."""
    footer = home.lake.footer("documents", context.partition_key)
    reason = footer.notes.get("quarantine_reason") if footer else "the table cannot be read"
    return verdict([reason] if reason else [], dg.AssetCheckSeverity.WARN)


@dg.asset_check(asset="corpus_settings", partitions_def=releases)
def every_source_and_release_file_is_readable(home: HomeResource) -> dg.AssetCheckResult:
    """Every TOML of the home could be read. A warning: the release at hand is built from files that could."""
    faults = [
        f"{path.name}: {CATALOGUE.faults[name]}" for name in sorted(CATALOGUE.faults) for path in [home.path / name]
    ]
    return verdict(faults, dg.AssetCheckSeverity.WARN)


@dg.asset_check(asset="completeness_certificates", partitions_def=releases, blocking=True)
def targets_are_complete(completeness_certificates: pa.Table) -> dg.AssetCheckResult:
    """Every document of the source that names a target and can be read is in the corpus."""
    return verdict(incomplete_targets(completeness_certificates))


@dg.asset_check(
    asset="bm25_index", partitions_def=releases, blocking=True, additional_ins=inputs_from("bm25_index", "chunks")
)
def index_holds_every_chunk(bm25_index: pa.Table, chunks: pa.Table) -> dg.AssetCheckResult:
    """The index's count is the chunks' count."""
    return verdict(unindexed_chunks(bm25_index, chunks))


@dg.asset_check(
    asset="dense_index", partitions_def=releases, blocking=True, additional_ins=inputs_from("dense_index", "chunks")
)
def vectors_are_of_every_chunk(dense_index: pa.Table, chunks: pa.Table) -> dg.AssetCheckResult:
    """The dense index's count is the chunks' count."""
    return verdict(unindexed_chunks(dense_index, chunks))


@dg.asset_check(
    asset="facts", partitions_def=release_by_type, blocking=True, additional_ins=inputs_from("facts", "corpus")
)
def quotes_are_verbatim(facts: pa.Table, corpus: pa.Table) -> dg.AssetCheckResult:
    """Every fact's span reads back as its quote."""
    return verdict(unreadable_quotes(facts, corpus))


@dg.asset_check(asset="task_drafts", partitions_def=release_by_type, blocking=True)
def absences_are_certified(task_drafts: pa.Table) -> dg.AssetCheckResult:
    """Every draft without evidence names the documents that were read."""
    return verdict(unproven_absences(task_drafts))


@dg.asset_check(
    asset="gold_labels",
    partitions_def=release_by_type,
    blocking=True,
    additional_ins=inputs_from("pool_labels", "corpus"),
)
def gold_spans_read_back(gold_labels: pa.Table, corpus: pa.Table) -> dg.AssetCheckResult:
    """Every gold span reads back as its quote."""
    return verdict(unreadable_quotes(gold_labels, corpus))


@dg.asset_check(
    asset="tasks", partitions_def=releases, blocking=True, additional_ins=inputs_from("release_manifest", "corpus")
)
def gold_documents_are_in_the_corpus(tasks: pa.Table, corpus: pa.Table) -> dg.AssetCheckResult:
    """Every document that a released task names is in the corpus, and its evidence reads back."""
    return verdict([*missing_documents(tasks, corpus), *misread_evidence(tasks, corpus)])


@dg.asset_check(asset="yield_funnel", partitions_def=releases, blocking=True)
def funnel_adds_up(yield_funnel: pa.Table) -> dg.AssetCheckResult:
    """Whatever came to a stage passed it, fell there, or was none of its business, and the rest came to the next."""
    return verdict(funnel_gaps(yield_funnel))


@dg.asset_check(asset="scores", partitions_def=release_by_submission, blocking=True)
def scores_are_possible(scores: pa.Table) -> dg.AssetCheckResult:
    """No share leaves [0, 1] or its bracket, and denominators add up."""
    return verdict(impossible_scores(scores))


CHECKS = [
    shard_is_readable,
    every_source_and_release_file_is_readable,
    targets_are_complete,
    index_holds_every_chunk,
    vectors_are_of_every_chunk,
    quotes_are_verbatim,
    absences_are_certified,
    gold_spans_read_back,
    gold_documents_are_in_the_corpus,
    funnel_adds_up,
    scores_are_possible,
]
