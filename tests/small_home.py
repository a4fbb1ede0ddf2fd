"""Two invented sources and a release of each, as records: for tests of what decides a rebuild."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import pyarrow as pa

from bench_assets.catalogue import Catalogue
from bench_assets.fingerprints import Fingerprints, Recorded
from bench_assets.graph import Partitions
from bench_assets.planning import Step
from bench_assets.settings.release import ReleaseSettings, Section
from bench_assets.source.locks import ShardLock, SourceLock
from bench_resources.lake import Lake

ROWS = pa.table({"n": [1, 2]})
OTHER_ROWS = pa.table({"n": [1, 3]})


def source(name: str, *shards: str, sha256: str = "aa") -> SourceLock:
    locks = tuple(
        ShardLock(name, shard, f"/papers/{name}", f"{shard}.parquet", 10, sha256, "bb", 4, "doc_id", "text")
        for shard in shards
    )
    return SourceLock(name, f"/papers/{name}", "doc_id", "text", locks)


def release(source_name: str, **sections: Section | Mapping[str, object]) -> ReleaseSettings:
    return ReleaseSettings(release={"source": source_name, "seed": 7}, **sections)


def catalogue(home: Path, **changed: object) -> Catalogue:
    made = Catalogue(
        home,
        sources={"letters": source("letters", "0", "1"), "ledgers": source("ledgers", "0")},
        releases={"v1": release("letters"), "v2": release("ledgers")},
        faults={},
    )
    return replace(made, **changed)


def partitions(*submissions: str) -> Partitions:
    return Partitions({"v1": ["letters/0", "letters/1"], "v2": ["ledgers/0"]}, ("bm25",), submissions)


def fingerprints(home: Path, found: Catalogue | None = None, submissions: Sequence[str] = ()) -> Fingerprints:
    return Fingerprints(found or catalogue(home), partitions(*submissions), Lake(home))


def put(home: Path, asset: str, key: str, table: pa.Table = ROWS, fingerprint: str = "any", **more: object) -> None:
    lake = Lake(home)
    lake.publish(lake.stage(asset, key, table, fingerprint, **more))


def build(home: Path, step: Step, key: str) -> dict[str, dict[str, Recorded]]:
    """Publishes every table of a step as a build would; gives what Dagster then has on record."""
    for node in step.nodes:
        put(home, node.asset, key, ROWS, fingerprints(home).expected(node.asset, key))
    footers = {asset: Lake(home).footer(asset, key) for asset in step.assets}
    return {asset: {key: Recorded.of(footer)} for asset, footer in footers.items() if footer is not None}
