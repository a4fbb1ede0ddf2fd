"""The source as one release sees it: which shards, in which version, and their tables read together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

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


@dataclass(frozen=True)
class ShardTables:
    """A shard-partitioned table over every shard that was read, in shard order, with a `shard` column.

    Iterated as often as a stage likes; one shard is in memory at a time, because a release holds more than fits.
    """

    lake: Lake
    shards: tuple[str, ...]
    asset: str
    columns: tuple[str, ...] | None = None

    def __iter__(self) -> Iterator[pa.Table]:
        """One table a shard."""
        for shard in self.shards:
            table = self.lake.read(self.asset, shard, self.columns)
            yield table.append_column("shard", pa.array([shard] * table.num_rows, pa.string()))


@dataclass(frozen=True)
class NamedTables:
    """(shard, table) of every shard, for what compares documents across shards; iterated as often as one likes."""

    tables: ShardTables

    def __iter__(self) -> Iterator[tuple[str, pa.Table]]:
        """The shards in order."""
        return zip(self.tables.shards, self.tables, strict=True)


def shard_tables(lake: Lake, snapshot: pa.Table, asset: str, columns: Sequence[str] | None = None) -> ShardTables:
    """The tables of the snapshot's shards, without the quarantined ones.

    Args:
        lake: where they are.
        snapshot: SOURCE_SNAPSHOT.
        asset: which of the shard-partitioned tables.
        columns: those that are read; all by default.

    Raises: ValueError: every shard is quarantined.
    """
    read = tuple(row["shard"] for row in snapshot.to_pylist() if row["quarantine_reason"] is None)
    if not read:
        raise ValueError(f"every shard of the source is quarantined, so there is no {asset} to build from")
    return ShardTables(lake, read, asset, tuple(columns) if columns else None)
