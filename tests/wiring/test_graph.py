"""The graph page, held against DESIGN's arrows and against what Dagster makes of it."""

from __future__ import annotations

import dagster as dg
import pyarrow as pa
import pytest

from bench_assets import schemas
from bench_assets.definitions import ASSETS, CHECKS, RESOURCES, defs
from bench_assets.fingerprints import code_version
from bench_assets.graph import GRAPH, NODES, TYPES, Grid, Partitions

KEYS = Partitions({"v1": ["letters/0", "letters/1"], "v2": ["ledgers/0"]}, ("bm25",), ("bm25", "mine"))


def test_every_asset_stands_below_what_it_is_made_from():
    seen: set[str] = set()
    for node in GRAPH:
        assert set(node.upstream) <= seen, node.asset
        seen.add(node.asset)


def test_what_is_wired_is_what_is_drawn():
    graph = defs.resolve_asset_graph()
    wired = {key.path[-1]: {up.path[-1] for up in graph.get(key).parent_keys} for key in graph.get_all_asset_keys()}
    assert wired == {node.asset: set(node.upstream) for node in GRAPH}


def test_groups_and_code_versions_come_from_the_page():
    graph = defs.resolve_asset_graph()
    for node in GRAPH:
        shown = graph.get(dg.AssetKey(node.asset))
        assert (shown.group_name, shown.code_version) == (node.stage, code_version(node))


def test_every_asset_says_what_its_rows_are():
    for asset in ASSETS:
        for spec in asset.specs:
            assert (spec.description or "").startswith(("One row", "One row:")), spec.key


def test_every_table_has_a_schema():
    tables = [node.asset for node in GRAPH if node.stage != "settings"]
    assert all(isinstance(getattr(schemas, asset.upper()), pa.Schema) for asset in tables)


@pytest.mark.parametrize(
    ("downstream", "key", "upstream", "expected"),
    [
        (Grid.RELEASE, "v1", Grid.SHARD, ["letters/0", "letters/1"]),
        (Grid.RELEASE, "v2", Grid.SHARD, ["ledgers/0"]),
        (Grid.RELEASE_BY_TYPE, "v1|single_hop", Grid.RELEASE, ["v1"]),
        (Grid.RELEASE, "v2", Grid.RELEASE_BY_TYPE, [f"v2|{kind}" for kind in TYPES]),
        (Grid.RELEASE_BY_SUBMISSION, "v1|mine", Grid.RELEASE, ["v1"]),
        (Grid.RELEASE, "v1", Grid.RELEASE_BY_SUBMISSION, ["v1|bm25", "v1|mine"]),
        (Grid.RELEASE_BY_TYPE, "v1|unanswerable", Grid.RELEASE_BY_TYPE, ["v1|unanswerable"]),
    ],
)
def test_partitions_map_between_grids(downstream: Grid, key: str, upstream: Grid, expected: list[str]):
    assert KEYS.upstream_keys(downstream, key, upstream) == expected


def test_a_changed_prompt_is_a_changed_code_version():
    asked = NODES["answerability_verdicts"]
    assert code_version(asked).startswith("2+answer.")
    assert code_version(asked) != code_version(NODES["standalone_verdicts"])


def test_the_code_location_loads_with_an_empty_home():
    assert (
        dg.Definitions.validate_loadable(dg.Definitions(assets=ASSETS, asset_checks=CHECKS, resources=RESOURCES))
        is None
    )
