"""The IO manager between Dagster and the lake: publishes what a step staged, and loads upstream tables."""

from typing import get_origin

import dagster as dg
import pyarrow as pa

from bench_resources.lake import Staged
from bench_resources.resources import HomeResource


class LakeIOManager(dg.ConfigurableIOManager):
    """Publishes a Staged file by rename; loads a table, or the tables of all mapped partitions.

    An input annotated `pa.Table` gets the mapped partitions' rows one after the other, by key; one annotated `dict`
    gets a table by key. A mapped partition that was never built is left out: grids have empty cells.
    """

    home: dg.ResourceDependency[HomeResource]

    def handle_output(self, context: dg.OutputContext, obj: Staged) -> None:
        """Moves the staged file into its place; it is complete, and its metadata was reported by the asset."""
        context.log.debug("publishing %s", obj.path)
        self.home.lake.publish(obj)

    def load_input(self, context: dg.InputContext) -> pa.Table | dict[str, pa.Table]:
        """The upstream table, or tables by partition key."""
        asset = context.asset_key.path[-1]
        keys = sorted(context.asset_partition_keys)
        tables = {key: self.home.lake.read(asset, key) for key in keys if self.home.lake.path(asset, key).exists()}
        kind = context.dagster_type.typing_type
        if (get_origin(kind) or kind) is dict:
            return tables
        if not tables:
            raise FileNotFoundError(
                f"{asset} has no table for {', '.join(keys) or 'any partition'}; materialise it first"
            )
        return pa.concat_tables(tables.values())
