"""Wiring of the source stage: what the lock says of a shard, then its three tables in one step."""

from collections.abc import Iterator

import dagster as dg
import pyarrow as pa

from bench_assets import schemas
from bench_assets.fingerprints import code_version, shard_row
from bench_assets.graph import NODES
from bench_assets.partitions import CATALOGUE, shards
from bench_assets.results import LAKE_IO, column_schema, finish, inputs, stage_result, version_of, wired
from bench_assets.schemas import schema_of
from bench_assets.source.documents import read_shard
from bench_assets.source.mentions import find_mentions
from bench_assets.source.quality import measure_documents, medians
from bench_resources.lake import Made
from bench_resources.resources import HomeResource

SHARD_TABLES = ("documents", "document_quality", "entity_mentions")


@dg.asset(**wired("shard_locks"))
def shard_locks(context: dg.AssetExecutionContext, home: HomeResource) -> dg.MaterializeResult:
    """One row per shard: its size, hash and columns, as its source was locked."""
    row = shard_row(CATALOGUE, context.partition_key)
    return finish(context, home, Made(pa.Table.from_pylist([row], schema=schemas.SHARD_LOCKS)))


def _out(asset: str, description: str) -> dg.AssetOut:
    return dg.AssetOut(
        description=description,
        io_manager_key=LAKE_IO,
        code_version=code_version(NODES[asset]),
        group_name="source",
        kinds={"parquet"},
        metadata={"dagster/column_schema": column_schema(schema_of(asset))},
    )


# One step for three tables: a step costs more than two of them.
@dg.multi_asset(
    name="shard_tables",
    partitions_def=shards,
    ins=inputs(NODES["documents"]),
    outs={
        "documents": _out("documents", "One row per document that has text; the text is untouched."),
        "document_quality": _out(
            "document_quality", "One row per document: the numbers that its class is decided from."
        ),
        "entity_mentions": _out("entity_mentions", "One row per mention of a person or an organisation."),
    },
    internal_asset_deps={
        "documents": {dg.AssetKey("shard_locks")},
        "document_quality": {dg.AssetKey("documents")},
        "entity_mentions": {dg.AssetKey("documents")},
    },
    can_subset=False,
)
def shard_tables(
    context: dg.AssetExecutionContext, home: HomeResource, shard_locks: pa.Table
) -> Iterator[dg.MaterializeResult]:
    """Reads one shard's columns, measures its documents and finds the names in them."""
    context.log.info("reading %s", shard_locks["path"][0])
    reading = read_shard(CATALOGUE.shards[context.partition_key])
    notes = {**reading.counts, "bytes_read": reading.bytes_read, "quarantine_reason": reading.quarantine_reason}
    documents = stage_result(context, home, "documents", Made(reading.documents, notes), {})
    made_here = {"documents": version_of(documents)}
    yield documents
    quality = measure_documents(reading.documents)
    yield stage_result(context, home, "document_quality", Made(quality, {"medians": medians(quality)}), made_here)
    mentions = Made(find_mentions(reading.documents))
    yield stage_result(context, home, "entity_mentions", mentions, made_here)


ASSETS = [shard_locks, shard_tables]
