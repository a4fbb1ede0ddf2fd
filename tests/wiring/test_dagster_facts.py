"""Facts of Dagster 1.13 that the wiring leans on: when one changes, a workaround of ours is over."""

import warnings
from pathlib import Path

import dagster as dg
import pytest

LETTERS = dg.StaticPartitionsDefinition(["a/1", "a/2", "b/1"])
RELEASES = dg.StaticPartitionsDefinition(["v1", "v2"])
TYPES = dg.StaticPartitionsDefinition(["single_hop", "unanswerable"])
WARNING = ".*is currently in (beta|preview)"


@pytest.fixture
def instance(tmp_path: Path):
    with dg.instance_for_test(temp_dir=str(tmp_path)) as made:
        yield made


class Memory(dg.IOManager):
    """Keeps outputs, and gives inputs by partition key."""

    def __init__(self) -> None:
        self.held: dict[tuple[str, str], object] = {}

    def handle_output(self, context: dg.OutputContext, obj: object) -> None:
        self.held[(context.asset_key.path[-1], context.asset_partition_key)] = obj

    def load_input(self, context: dg.InputContext) -> dict[str, object]:
        return {key: self.held[(context.asset_key.path[-1], key)] for key in context.asset_partition_keys}


def test_a_static_mapping_feeds_a_release_its_own_shards_only(instance: dg.DagsterInstance):
    mapping = dg.StaticPartitionMapping({"a/1": {"v1"}, "a/2": {"v1"}, "b/1": {"v2"}})
    seen: dict[str, object] = {}

    @dg.asset(partitions_def=LETTERS)
    def documents(context: dg.AssetExecutionContext) -> str:
        return context.partition_key

    @dg.asset(partitions_def=RELEASES, ins={"documents": dg.AssetIn(partition_mapping=mapping)})
    def snapshot(documents: dict) -> None:
        seen.update(documents)

    memory = Memory()
    for key in LETTERS.get_partition_keys():
        dg.materialize([documents], partition_key=key, instance=instance, resources={"io_manager": memory})
    dg.materialize(
        [documents, snapshot],
        selection=["snapshot"],
        partition_key="v1",
        instance=instance,
        resources={"io_manager": memory},
    )
    assert seen == {"a/1": "a/1", "a/2": "a/2"}


def test_an_unknown_static_partition_list_may_be_empty():
    assert dg.StaticPartitionsDefinition([]).get_partition_keys() == []


def test_two_dimension_keys_are_joined_by_a_bar_in_the_order_of_their_names():
    grid = dg.MultiPartitionsDefinition({"task_type": TYPES, "release": RELEASES})
    assert grid.get_partition_keys()[0] == "v1|single_hop"


def test_the_mapping_between_two_and_one_dimension_still_warns():
    """When this fails, the filter in partitions.py can go."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        dg.MultiToSingleDimensionPartitionMapping(partition_dimension_name="release")
    assert any("beta" in str(warning.message) for warning in caught)


def test_an_equal_data_version_after_a_re_run_is_recorded_again(instance: dg.DagsterInstance):
    @dg.asset(partitions_def=RELEASES)
    def corpus() -> dg.MaterializeResult:
        return dg.MaterializeResult(value=1, data_version=dg.DataVersion("same"))

    for _ in range(2):
        dg.materialize([corpus], partition_key="v1", instance=instance, resources={"io_manager": Memory()})
    records = instance.fetch_materializations(dg.AssetKey("corpus"), limit=10).records
    tags = [record.asset_materialization.tags["dagster/data_version"] for record in records]
    assert tags == ["same", "same"]


def test_string_annotations_of_a_context_are_refused():
    """Why assets.py and checks.py have no `from __future__ import annotations`."""

    def body(context: "dg.AssetExecutionContext") -> None: ...

    body.__annotations__["context"] = "dg.AssetExecutionContext"
    with pytest.raises(dg.DagsterInvalidDefinitionError, match="Cannot annotate `context`"):
        dg.asset(body)


def test_deleting_a_run_deletes_its_materialisations(instance: dg.DagsterInstance):
    """Why prune_runs keeps every run that a partition's last materialisation comes from."""

    @dg.asset(partitions_def=RELEASES)
    def corpus() -> int:
        return 1

    ran = dg.materialize([corpus], partition_key="v1", instance=instance, resources={"io_manager": Memory()})
    assert len(instance.fetch_materializations(dg.AssetKey("corpus"), limit=10).records) == 1
    instance.delete_run(ran.run_id)
    assert instance.fetch_materializations(dg.AssetKey("corpus"), limit=10).records == []
