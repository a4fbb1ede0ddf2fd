"""Between Dagster and the lake: what is published, and what an input gets."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import pyarrow as pa
import pytest

from bench_resources.io_managers import LakeIOManager
from bench_resources.lake import Lake
from bench_resources.resources import HomeResource
from tests.small_home import put

QUIET = {"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}}
SHARDS = dg.StaticPartitionsDefinition(["b/1", "a/2", "a/1", "c/1"])
RELEASES = dg.StaticPartitionsDefinition(["v1"])
MAPPING = dg.StaticPartitionMapping({"b/1": {"v1"}, "a/2": {"v1"}, "a/1": {"v1"}})
# Dagster 1.13 opens a resource inside a resource by an attribute that it deprecates itself.
pytestmark = pytest.mark.filterwarnings("ignore:.*dagster_run.*:DeprecationWarning")
DOCUMENTS = dg.AssetSpec("documents", partitions_def=SHARDS)


def rows(*names: str) -> pa.Table:
    return pa.table({"name": pa.array(names, pa.string())})


def load(home: Path, kind: object) -> object:
    """What an asset of release v1 gets of `documents` when its parameter is annotated with `kind`."""
    got: list[object] = []

    def snapshot(documents):
        got.append(documents)

    snapshot.__annotations__ = {"documents": kind, "return": None}
    ins = {"documents": dg.AssetIn(partition_mapping=MAPPING, input_manager_key="lake_io")}
    dg.materialize(
        [DOCUMENTS, dg.asset(partitions_def=RELEASES, ins=ins)(snapshot)],
        selection=["snapshot"],
        partition_key="v1",
        run_config=QUIET,
        resources={"lake_io": LakeIOManager(home=HomeResource(folder=str(home))), "io_manager": dg.mem_io_manager},
    )
    return got[0]


def test_a_table_gets_the_mapped_partitions_in_the_order_of_their_keys(tmp_path: Path):
    for key in ("b/1", "a/2", "a/1", "c/1"):
        put(tmp_path, "documents", key, rows(key))
    assert load(tmp_path, pa.Table)["name"].to_pylist() == ["a/1", "a/2", "b/1"]


def test_an_empty_cell_is_left_out(tmp_path: Path):
    put(tmp_path, "documents", "b/1", rows("x", "y"))
    assert load(tmp_path, pa.Table)["name"].to_pylist() == ["x", "y"]


@pytest.mark.parametrize("kind", [dict, dict[str, pa.Table]])
def test_a_dict_gets_a_table_by_key(tmp_path: Path, kind: object):
    put(tmp_path, "documents", "b/1", rows("x"))
    put(tmp_path, "documents", "a/1", rows("y", "z"))
    got = load(tmp_path, kind)
    assert list(got) == ["a/1", "b/1"]
    assert {key: table["name"].to_pylist() for key, table in got.items()} == {"a/1": ["y", "z"], "b/1": ["x"]}


def test_a_dict_of_nothing_built_is_empty(tmp_path: Path):
    assert load(tmp_path, dict) == {}


def test_a_table_of_nothing_built_is_refused(tmp_path: Path):
    with pytest.raises(FileNotFoundError) as refused:
        load(tmp_path, pa.Table)
    assert str(refused.value) == "documents has no table for a/1, a/2, b/1; materialise it first"


def test_an_output_is_moved_into_its_place_and_not_before(tmp_path: Path):
    lake = Lake(tmp_path)
    seen: list[object] = []

    @dg.asset(partitions_def=SHARDS, io_manager_key="lake_io")
    def documents(context):
        staged = lake.stage("documents", context.partition_key, rows("x"), "f1")
        seen.append(lake.footer("documents", "a/1"))
        return dg.MaterializeResult(value=staged)

    manager = LakeIOManager(home=HomeResource(folder=str(tmp_path)))
    dg.materialize([documents], partition_key="a/1", run_config=QUIET, resources={"lake_io": manager})
    assert seen == [None]
    assert lake.read("documents", "a/1").equals(rows("x"))
    assert list((tmp_path / "lake/.staging").iterdir()) == []


def test_a_home_resource_is_the_folder_and_its_lake(tmp_path: Path):
    home = HomeResource(folder=str(tmp_path))
    assert (home.path, home.lake) == (tmp_path, Lake(tmp_path))
