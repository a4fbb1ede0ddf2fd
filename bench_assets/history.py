"""What Dagster's instance remembers of the lake: the last materialisation of each partition, and the runs behind it.

Belongs here: reading and pruning the instance. Does not: deciding what is rebuilt (build.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import dagster as dg

from bench_assets.fingerprints import Recorded

PAGE = 1000


def recorded_materialisations(instance: dg.DagsterInstance, asset: str, keys: Sequence[str]) -> dict[str, Recorded]:
    """The last materialisation of each of the asset's partitions, by key; a partition never made is absent."""
    found: dict[str, Recorded] = {}
    wanted = set(keys)
    for record in _latest_first(instance, asset):
        key = record.partition_key
        if key in wanted and key not in found:
            found[key] = _recorded(record)
        if len(found) == len(wanted):
            break
    return found


def _latest_first(instance: dg.DagsterInstance, asset: str) -> list[dg.EventLogRecord]:
    records: list[dg.EventLogRecord] = []
    cursor: str | None = None
    while True:
        page = instance.fetch_materializations(dg.AssetKey(asset), limit=PAGE, cursor=cursor)
        records += page.records
        if not page.has_more:
            return records
        cursor = page.cursor


def _recorded(record: dg.EventLogRecord) -> Recorded:
    event = record.asset_materialization
    metadata = event.metadata if event else {}
    tags = (event.tags if event else None) or {}
    values = {name: metadata[name].value for name in ("fingerprint", "size_bytes") if name in metadata}
    size = values.get("size_bytes")
    version = tags.get("dagster/data_version", "")
    return Recorded(str(values.get("fingerprint", "")), version, size if isinstance(size, int) else -1)


def close_killed_runs(instance: dg.DagsterInstance, tag: str) -> None:
    """Marks as failed the runs of a build that was killed; call it while no build runs in this home."""
    for run in instance.get_runs(dg.RunsFilter(tags={tag: "1"}, statuses=[dg.DagsterRunStatus.STARTED])):
        instance.report_run_failed(run, "the build that made this run was killed")


def prune_runs(instance: dg.DagsterInstance, tag: str, assets: Sequence[str], started: datetime) -> None:
    """Deletes the runs of builds that no partition's last materialisation comes from.

    A run is a database and a folder; without pruning a weekly build fills a disk. Runs that failed since `started` stay
    to be looked at until the next build.
    """
    needed: set[str] = set()
    for asset in assets:
        seen: set[str | None] = set()
        for record in _latest_first(instance, asset):
            if record.partition_key not in seen:
                seen.add(record.partition_key)
                needed.add(record.run_id)
    failed = [dg.DagsterRunStatus.FAILURE, dg.DagsterRunStatus.CANCELED]
    over = [
        *instance.get_runs(dg.RunsFilter(tags={tag: "1"}, statuses=[dg.DagsterRunStatus.SUCCESS])),
        *instance.get_runs(dg.RunsFilter(tags={tag: "1"}, statuses=failed, created_before=started)),
    ]
    for run in over:
        if run.run_id not in needed:
            instance.delete_run(run.run_id)
