"""Settings as assets: one a section of the release TOML, so that a change makes stale what it concerns."""

import dagster as dg
import pyarrow as pa

from bench_assets.graph import GRAPH
from bench_assets.partitions import CATALOGUE
from bench_assets.results import finish, wired
from bench_assets.schemas import SETTINGS
from bench_assets.settings.tables import settings_row
from bench_resources.lake import Made
from bench_resources.resources import HomeResource


def settings_asset(asset: str) -> dg.AssetsDefinition:
    """One row per release: what the stage may know of its TOML."""

    @dg.asset(**wired(asset), description=f"One row: [{asset.removesuffix('_settings')}] of the release's TOML.")
    def section(context: dg.AssetExecutionContext, home: HomeResource) -> dg.MaterializeResult:
        row = settings_row(CATALOGUE, asset, context.partition_key)
        return finish(context, home, Made(pa.Table.from_pylist([row], schema=SETTINGS)))

    asset_definition: dg.AssetsDefinition = section
    return asset_definition


ASSETS = [settings_asset(node.asset) for node in GRAPH if node.stage == "settings"]
