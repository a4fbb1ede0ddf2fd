"""What every asset hands to Dagster: its staged table with version, fingerprint, preview and counts."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping
from typing import Any

import dagster as dg
import pyarrow as pa

from bench_assets.fingerprints import Fingerprints, code_version
from bench_assets.graph import NODES, Node
from bench_assets.markdown import cell
from bench_assets.markdown import table as markdown_table
from bench_assets.partitions import CATALOGUE, DEFINITIONS, current_partitions, mapping
from bench_assets.progress import Progress, Tell, counted, documents_told, say
from bench_assets.schemas import schema_of
from bench_assets.settings.access import access_of
from bench_assets.settings.tables import StageSettings
from bench_resources.lake import Lake, Made
from bench_resources.model_access import Caller
from bench_resources.models import CountedModel
from bench_resources.resources import HomeResource, ModelsResource

PREVIEW_ROWS = 5
PREVIEW_CHARS = 80  # a cell's length in a preview; previews are for orientation, not for reading documents
LAKE_IO = "lake_io"
MODEL_POOL = "llm"  # steps that ask a model; an instance may say how many run at once (deploy/dagster.yaml)


def wired(asset: str) -> dict[str, Any]:
    """Arguments of `@dg.asset` for a node of the graph page."""
    node = NODES[asset]
    return {
        "name": asset,
        "group_name": node.stage,
        "partitions_def": DEFINITIONS[node.grid],
        "ins": inputs(node),
        "code_version": code_version(node),
        "io_manager_key": LAKE_IO,
        "kinds": {"parquet"},
        "pool": MODEL_POOL if node.prompts else None,
        "metadata": {"dagster/column_schema": column_schema(schema_of(asset))},
    }


def wired_to(asset: str) -> dict[str, Any]:
    """Like `wired`, for an asset that reads its upstream through the lake: arrows without loading."""
    node = NODES[asset]
    return {key: value for key, value in wired(asset).items() if key != "ins"} | {"deps": dependencies(node)}


def dependencies(node: Node) -> list[dg.AssetDep]:
    """The node's upstream assets as arrows that load nothing."""
    return [dg.AssetDep(name, partition_mapping=mapping(node.grid, NODES[name].grid)) for name in node.upstream]


def inputs(node: Node) -> dict[str, dg.AssetIn]:
    """The node's upstream assets with the partition mapping of each."""
    return {name: dg.AssetIn(partition_mapping=mapping(node.grid, NODES[name].grid)) for name in node.upstream}


def inputs_from(asset: str, *upstream: str) -> dict[str, dg.AssetIn]:
    """Inputs of a check on `asset` beside its own table, mapped as the asset itself maps them."""
    grid = NODES[asset].grid
    return {name: dg.AssetIn(partition_mapping=mapping(grid, NODES[name].grid)) for name in upstream}


def column_schema(schema: pa.Schema) -> dg.TableSchema:
    """An Arrow schema as the UI shows one."""
    return dg.TableSchema([dg.TableColumn(name=column.name, type=str(column.type)) for column in schema])


def finish(
    context: dg.AssetExecutionContext, home: HomeResource, made: Made, pages: Mapping[str, str] | None = None
) -> dg.MaterializeResult:
    """Stages a single asset's table and describes it for the UI; `pages` are Markdown by name, shown beside it."""
    return stage_result(context, home, context.asset_key.path[-1], made, {}, pages or {})


def stage_result(
    context: dg.AssetExecutionContext,
    home: HomeResource,
    asset: str,
    made: Made,
    versions: Mapping[str, str],
    pages: Mapping[str, str] | None = None,
) -> dg.MaterializeResult:
    """Stages a table under its fingerprint.

    Args:
        context: of the running step.
        home: where the lake is.
        asset: which of the step's assets this is.
        made: what its stage made.
        versions: data versions of assets made earlier in the same step.
        pages: further Markdown for the UI, by name.
    Raises: ValueError: the table's schema is not the asset's.
    """
    key = context.partition_key
    table = made.table.cast(schema_of(asset))
    fingerprint = current_fingerprints(context.instance, home.lake).expected(asset, key, versions)
    staged = home.lake.stage(asset, key, table, fingerprint, notes=made.notes, side_files=made.side_files)
    footer = staged.footer
    return dg.MaterializeResult(
        asset_key=asset,
        value=staged,
        data_version=dg.DataVersion(footer.data_version),
        metadata={
            "dagster/row_count": footer.n_rows,
            "fingerprint": footer.fingerprint,
            "size_bytes": footer.size_bytes,
            "model_calls": made.model_calls,
            "preview": dg.MetadataValue.md(preview(table)),
            "notes": dg.MetadataValue.json(dict(made.notes)),
            "path": dg.MetadataValue.path(str(staged.path)),
            **{name: dg.MetadataValue.md(page) for name, page in (pages or {}).items()},
        },
    )


def progress_of(context: dg.AssetExecutionContext, clock: Callable[[], float] = time.monotonic) -> Progress:
    """How a long step tells how far it is: to the run's log in the UI, and to the build that runs it."""
    return documents_told(f"{context.asset_key.path[-1]} {context.partition_key}", _tell(context), clock)


def _tell(context: dg.AssetExecutionContext) -> Tell:
    def tell(line: str) -> None:
        context.log.info(line)
        say(line)

    return tell


def model_of(
    context: dg.AssetExecutionContext, home: HomeResource, models: ModelsResource, stage: StageSettings, role: str
) -> CountedModel:
    """The model of a role for a step, closed by leaving its block; it tells how far its calls are.

    Raises: BadInputError: there is no such model.
    """
    asset, release = context.asset_key.path[-1], context.partition_key.partition("|")[0]
    access = access_of(home.path, release, CATALOGUE.settings_of(release).models, os.environ)
    told = counted(f"{asset} {context.partition_key}", _tell(context), noun=f"replies of {stage.models[role]}")
    return models.open(stage.models[role], access, Caller(asset, role, told))


def version_of(result: dg.MaterializeResult) -> str:
    """The data version that a result of ours carries. Raises ValueError for one without."""
    if result.data_version is None:
        raise ValueError(f"{result.asset_key} has no data version; make results with stage_result")
    return result.data_version.value


def preview(table: pa.Table) -> str:
    """The first rows as a Markdown table, cells cut and made harmless. A table without rows gives a sentence."""
    if table.num_rows == 0:
        return "no rows"
    head = table.slice(0, PREVIEW_ROWS).to_pylist()
    return markdown_table(table.column_names, [[_cell(value) for value in row.values()] for row in head])


def _cell(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    return cell(text, PREVIEW_CHARS)


def current_fingerprints(instance: dg.DagsterInstance, lake: Lake) -> Fingerprints:
    """Fingerprints over this process's catalogue and the submissions that the instance knows now."""
    return Fingerprints(CATALOGUE, current_partitions(CATALOGUE, instance), lake)
