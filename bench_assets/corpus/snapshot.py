"""The source as one release sees it: which shards, in which version, and their tables read together."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from bench_assets.schemas import SOURCE_SNAPSHOT
from bench_resources.lake import Footer, Lake

SHARD_TABLES = ("documents", "document_quality", "entity_mentions")


def take_snapshot(lake: Lake, shards: Sequence[str]) -> pa.Table:
    """One row per shard: its counts, its quarantine reason, and the versions of its three tables.

    Raises: FileNotFoundError: a shard's table was not built.
    """
    rows = [_snapshot_row(lake, shard) for shard in sorted(shards)]
    return pa.Table.from_pylist(rows, schema=SOURCE_SNAPSHOT)


def _snapshot_row(lake: Lake, shard: str) -> dict[str, object]:
    footers = {asset: _footer(lake, asset, shard) for asset in SHARD_TABLES}
    documents = footers["documents"]
    return {
        "shard": shard,
        "n_documents": documents.n_rows,
        "n_skipped": sum(n for name, n in documents.notes.items() if name.startswith("skipped") and isinstance(n, int)),
        "quarantine_reason": documents.notes["quarantine_reason"],
        **{f"{asset}_version": footer.data_version for asset, footer in footers.items()},
    }


def _footer(lake: Lake, asset: str, shard: str) -> Footer:
    footer = lake.footer(asset, shard)
    if footer is None:
        raise FileNotFoundError(f"{asset} of shard {shard} is not in the lake; materialise it first")
    return footer


def read_shards(lake: Lake, snapshot: pa.Table, asset: str) -> pa.Table:
    """A shard-partitioned table over every shard that was read, in shard order, with a `shard` column."""
    read = [row["shard"] for row in snapshot.to_pylist() if row["quarantine_reason"] is None]
    tables = [lake.read(asset, shard) for shard in read]
    labelled = [
        table.append_column("shard", pa.array([shard] * table.num_rows, pa.string()))
        for table, shard in zip(tables, read, strict=True)
    ]
    return pa.concat_tables(labelled) if labelled else _nothing(asset)


def _nothing(asset: str) -> pa.Table:
    raise ValueError(f"every shard of the source is quarantined, so there is no {asset} to build from")
