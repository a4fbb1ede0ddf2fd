"""Wiring of the corpus stage: from a source's shards to a retrieval corpus with its index."""

import dagster as dg
import pyarrow as pa

from bench_assets.corpus.aliases import build_alias_index
from bench_assets.corpus.chunks import cut_chunks
from bench_assets.corpus.completeness import certify_completeness, summarise_completeness
from bench_assets.corpus.indexes import make_bm25_index, make_dense_index
from bench_assets.corpus.near_duplicates import find_near_duplicates, notes_of
from bench_assets.corpus.selection import select_corpus
from bench_assets.corpus.snapshot import NamedTables, shard_tables, take_snapshot
from bench_assets.corpus.targets import select_targets
from bench_assets.partitions import CATALOGUE
from bench_assets.results import finish, model_of, wired, wired_to
from bench_assets.settings.release import CorpusSection, DuplicatesSection
from bench_assets.settings.tables import read_settings
from bench_resources.lake import Made
from bench_resources.resources import HomeResource, ModelsResource

TEXT_COLUMNS = ("doc_id", "text")
GROUP_COLUMNS = ("doc_id", "text", "group")


@dg.asset(**wired_to("source_snapshot"))
def source_snapshot(context: dg.AssetExecutionContext, home: HomeResource) -> dg.MaterializeResult:
    """One row per shard of the release's source: the lineage that a wide fan-in would lose, at no cost."""
    return finish(context, home, Made(take_snapshot(home.lake, CATALOGUE.shards_of(context.partition_key))))


@dg.asset(**wired("near_duplicates"))
def near_duplicates(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    duplicates_settings: pa.Table,
    source_snapshot: pa.Table,
) -> dg.MaterializeResult:
    """One row per document that has copies in the source: of its text, or of the record it is a scan of."""
    settings = read_settings(duplicates_settings).section(DuplicatesSection)
    documents = shard_tables(home.lake, source_snapshot, "documents", GROUP_COLUMNS)
    table = find_near_duplicates(NamedTables(documents), settings)
    return finish(context, home, Made(table, notes_of(table)))


@dg.asset(**wired("alias_index"))
def alias_index(
    context: dg.AssetExecutionContext, home: HomeResource, source_snapshot: pa.Table
) -> dg.MaterializeResult:
    """One row per (entity, alias): a form of a name and why it belongs to its entity."""
    mentions = shard_tables(home.lake, source_snapshot, "entity_mentions")
    return finish(context, home, Made(build_alias_index(mentions)))


@dg.asset(**wired("target_entities"))
def target_entities(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    models: ModelsResource,
    corpus_settings: pa.Table,
    source_snapshot: pa.Table,
    alias_index: pa.Table,
) -> dg.MaterializeResult:
    """One row per target entity of the release: public figures, offices and organisations that can be bounded."""
    stage = read_settings(corpus_settings)
    mentions = shard_tables(home.lake, source_snapshot, "entity_mentions")
    documents = shard_tables(home.lake, source_snapshot, "documents", TEXT_COLUMNS)
    settings = stage.section(CorpusSection)
    with model_of(context, home, models, stage, "cheap") as model:
        targets = select_targets(alias_index, mentions, documents, model, settings, stage.protected_names)
    return finish(context, home, Made(targets, model_calls=model.n_calls))


@dg.asset(**wired("corpus"))
def corpus(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    corpus_settings: pa.Table,
    source_snapshot: pa.Table,
    target_entities: pa.Table,
) -> dg.MaterializeResult:
    """One row per document of the retrieval corpus: every document of every target, and a seeded backbone."""
    stage = read_settings(corpus_settings)
    documents = shard_tables(home.lake, source_snapshot, "documents", TEXT_COLUMNS)
    quality = shard_tables(home.lake, source_snapshot, "document_quality")
    selected = select_corpus(documents, quality, target_entities, stage.section(CorpusSection), stage.seed)
    return finish(context, home, Made(selected.corpus, selected.notes))


@dg.asset(**wired("completeness_certificates"))
def completeness_certificates(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    corpus_settings: pa.Table,
    source_snapshot: pa.Table,
    target_entities: pa.Table,
    corpus: pa.Table,
) -> dg.MaterializeResult:
    """One row per target: that every document which names it is in the corpus, and what nobody could read."""
    documents = shard_tables(home.lake, source_snapshot, "documents", TEXT_COLUMNS)
    quality = shard_tables(home.lake, source_snapshot, "document_quality")
    thresholds = read_settings(corpus_settings).section(CorpusSection).quality
    shards = zip(documents, quality, strict=True)
    certificates = certify_completeness(target_entities, corpus, source_snapshot, shards, thresholds)
    return finish(context, home, Made(certificates, summarise_completeness(certificates)))


@dg.asset(**wired("chunks"))
def chunks(
    context: dg.AssetExecutionContext, home: HomeResource, corpus_settings: pa.Table, corpus: pa.Table
) -> dg.MaterializeResult:
    """One row per chunk, with the span of the untouched text that it is."""
    return finish(context, home, Made(cut_chunks(corpus, read_settings(corpus_settings).section(CorpusSection))))


@dg.asset(**wired("bm25_index"))
def bm25_index(context: dg.AssetExecutionContext, home: HomeResource, chunks: pa.Table) -> dg.MaterializeResult:
    """One row per index: what it holds. Its files lie beside the lake, under indexes/."""
    return finish(context, home, make_bm25_index(chunks, home.lake, context.partition_key))


@dg.asset(**wired("dense_index"))
def dense_index(
    context: dg.AssetExecutionContext, home: HomeResource, retrieval_settings: pa.Table, chunks: pa.Table
) -> dg.MaterializeResult:
    """One row per index of vectors: what it holds, and whose they are. Its files lie beside the lake too."""
    settings = read_settings(retrieval_settings)
    return finish(context, home, make_dense_index(chunks, home.lake, context.partition_key, settings))


ASSETS = [
    source_snapshot,
    near_duplicates,
    alias_index,
    target_entities,
    corpus,
    completeness_certificates,
    chunks,
    bm25_index,
    dense_index,
]
