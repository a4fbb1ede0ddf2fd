"""Steps, and which of their assets a build makes again."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_assets.fingerprints import Recorded
from bench_assets.graph import GRAPH, STAGES, Grid
from bench_assets.planning import MADE_TOGETHER, Step, plan_steps, stale_assets
from bench_resources.lake import Lake
from scoring.errors import BadInputError
from tests.small_home import OTHER_ROWS, ROWS, build, catalogue, fingerprints, put, source

KEY = "letters/0"
SHARD_ASSETS = ["shard_locks", *MADE_TOGETHER]


def step_of(name: str) -> Step:
    return next(step for step in plan_steps() if step.name == name)


def test_steps_hold_every_asset_once_in_the_order_of_the_graph():
    assert [asset for step in plan_steps() for asset in step.assets] == [node.asset for node in GRAPH]


def test_four_stages_are_one_run_each_and_every_other_asset_its_own():
    sizes = {step.name: len(step.nodes) for step in plan_steps()}
    assert [sizes.pop(name) for name in ("settings", "source", "gauntlet", "pooling")] == [8, 4, 6, 3]
    assert set(sizes.values()) == {1}
    assert {step.grid for step in plan_steps("source")} == {Grid.SHARD}


def test_a_step_holds_one_grid():
    assert all({node.grid for node in step.nodes} == {step.grid} for step in plan_steps())


def test_one_stage_alone_can_be_planned():
    assert [step.name for step in plan_steps("pooling")] == ["pooling"]
    assert [step.name for step in plan_steps("drafting")] == ["facts", "events", "task_drafts"]
    assert [step for stage in STAGES for step in plan_steps(stage)] == plan_steps()


def test_an_unknown_stage_is_refused():
    with pytest.raises(BadInputError) as refused:
        plan_steps("polling")
    assert str(refused.value) == (
        "There is no stage 'polling'; the stages are settings, source, corpus, drafting, gauntlet, pooling, "
        "publishing, reference, evaluation, reporting."
    )


def test_what_was_never_built_is_stale(tmp_path: Path):
    nothing = {asset: {} for asset in SHARD_ASSETS}
    assert stale_assets(step_of("source"), KEY, fingerprints(tmp_path), nothing) == SHARD_ASSETS


def test_what_was_built_from_the_same_is_reused(tmp_path: Path):
    recorded = build(tmp_path, step_of("source"), KEY)
    assert stale_assets(step_of("source"), KEY, fingerprints(tmp_path), recorded) == []


def test_what_is_made_in_a_run_makes_what_hangs_on_it_stale(tmp_path: Path):
    recorded = build(tmp_path, step_of("source"), KEY)
    held = catalogue(tmp_path)
    moved = catalogue(tmp_path, sources={**held.sources, "letters": source("letters", "0", "1", sha256="cc")})
    # The lake still holds the old shard_locks row, so the fingerprint of documents alone would call it reusable.
    found = fingerprints(tmp_path, moved)
    assert found.reusable("documents", KEY) is not None
    assert stale_assets(step_of("source"), KEY, found, recorded) == SHARD_ASSETS


@pytest.mark.parametrize("lost", MADE_TOGETHER)
def test_the_three_tables_of_a_shard_are_made_together(tmp_path: Path, lost: str):
    recorded = build(tmp_path, step_of("source"), KEY)
    Lake(tmp_path).path(lost, KEY).unlink()
    assert stale_assets(step_of("source"), KEY, fingerprints(tmp_path), recorded) == list(MADE_TOGETHER)


def test_a_lost_lock_row_makes_the_whole_shard_stale(tmp_path: Path):
    recorded = build(tmp_path, step_of("source"), KEY)
    Lake(tmp_path).path("shard_locks", KEY).unlink()
    assert stale_assets(step_of("source"), KEY, fingerprints(tmp_path), recorded) == SHARD_ASSETS


def test_one_settings_row_is_made_without_the_others(tmp_path: Path):
    recorded = build(tmp_path, step_of("settings"), "v1")
    Lake(tmp_path).path("pooling_settings", "v1").unlink()
    assert stale_assets(step_of("settings"), "v1", fingerprints(tmp_path), recorded) == ["pooling_settings"]


def is_stale(home: Path, recorded: dict[str, dict[str, Recorded]]) -> bool:
    return stale_assets(step_of("chunks"), "v1", fingerprints(home), recorded) == ["chunks"]


@pytest.fixture
def chunks(tmp_path: Path) -> dict[str, dict[str, Recorded]]:
    """A whole table of chunks with a file beside it, on record."""
    (tmp_path / "side.bin").write_bytes(b"four")
    expected = fingerprints(tmp_path).expected("chunks", "v1")
    put(tmp_path, "chunks", "v1", ROWS, expected, side_files=[tmp_path / "side.bin"])
    recorded = {"chunks": {"v1": Recorded.of(Lake(tmp_path).footer("chunks", "v1"))}}
    assert not is_stale(tmp_path, recorded)
    return recorded


def test_a_cut_file_is_stale(tmp_path: Path, chunks: dict[str, dict[str, Recorded]]):
    path = Lake(tmp_path).path("chunks", "v1")
    path.write_bytes(path.read_bytes()[:-1])
    assert is_stale(tmp_path, chunks)


def test_a_cut_side_file_is_stale(tmp_path: Path, chunks: dict[str, dict[str, Recorded]]):
    (tmp_path / "side.bin").write_bytes(b"for")
    assert is_stale(tmp_path, chunks)


def test_a_lost_side_file_is_stale(tmp_path: Path, chunks: dict[str, dict[str, Recorded]]):
    (tmp_path / "side.bin").unlink()
    assert is_stale(tmp_path, chunks)


def test_what_dagster_does_not_know_is_stale(tmp_path: Path, chunks: dict[str, dict[str, Recorded]]):
    assert is_stale(tmp_path, {"chunks": {}})
    assert is_stale(tmp_path, {"chunks": {"v2": chunks["chunks"]["v1"]}})


@pytest.mark.parametrize("changed", [{"size_bytes": 1}, {"data_version": "other"}, {"fingerprint": "other"}])
def test_what_dagster_recorded_otherwise_is_stale(
    tmp_path: Path, chunks: dict[str, dict[str, Recorded]], changed: dict[str, object]
):
    assert is_stale(tmp_path, {"chunks": {"v1": chunks["chunks"]["v1"]._replace(**changed)}})


def test_a_changed_upstream_table_makes_downstream_stale(tmp_path: Path, chunks: dict[str, dict[str, Recorded]]):
    put(tmp_path, "corpus", "v1", OTHER_ROWS)
    assert is_stale(tmp_path, chunks)
