"""The graph page: names, grids and which keys belong together."""

from __future__ import annotations

from bench_assets.graph import GRAPH, NODES, STAGES, TYPES, Grid
from bench_assets.planning import MADE_TOGETHER
from bench_assets.settings.tables import ROLES
from bench_resources.prompting import RESPONSES as FACTORY_PROMPTS
from scoring.judge import RESPONSES as JUDGE_PROMPTS
from tests.small_home import partitions


def test_an_asset_is_named_once():
    assert len(NODES) == len(GRAPH)


def test_upstream_is_named_once_an_asset():
    assert all(len(set(node.upstream)) == len(node.upstream) for node in GRAPH)


def test_what_has_no_upstream_has_a_file_outside_the_lake():
    assert all(node.has_outside_input for node in GRAPH if not node.upstream)
    # An audit and a person's review are files of the home; both are told with a release that is made from tables.
    both = [node.asset for node in GRAPH if node.upstream and node.has_outside_input]
    assert both == ["release_manifest", "dataset_card"]


def test_every_section_that_a_stage_may_know_is_an_asset():
    assert {f"{section}_settings" for section in ROLES} == {n.asset for n in GRAPH if n.stage == "settings"}


def test_the_predictions_have_no_upstream_so_that_the_graph_has_no_circle():
    assert NODES["predictions"].upstream == ()


def test_verdicts_are_stale_with_any_prompt_that_their_version_is_made_of():
    assert set(NODES["answer_verdicts"].prompts) == set(JUDGE_PROMPTS)


def test_every_prompt_of_an_asset_can_be_asked():
    assert {name for node in GRAPH for name in node.prompts} <= {*FACTORY_PROMPTS, *JUDGE_PROMPTS}


def test_every_prompt_of_the_factory_moves_some_asset():
    assert set(FACTORY_PROMPTS) <= {name for node in GRAPH for name in node.prompts}


def test_stages_follow_each_other():
    assert STAGES == (
        "settings", "source", "corpus", "drafting", "gauntlet", "pooling", "publishing", "reference", "evaluation",
        "reporting",
    )  # fmt: skip


def test_tables_made_together_share_a_grid():
    assert {NODES[asset].grid for asset in MADE_TOGETHER} == {Grid.SHARD}


def test_the_keys_of_a_release_on_every_grid():
    held = partitions("mine", "theirs")
    assert held.keys(Grid.SHARD, "v1") == ["letters/0", "letters/1"]
    assert held.keys(Grid.RELEASE, "v1") == ["v1"]
    assert held.keys(Grid.RELEASE_BY_TYPE, "v1") == [f"v1|{kind}" for kind in TYPES]
    assert held.keys(Grid.RELEASE_BY_SYSTEM, "v1") == ["v1|bm25"]
    assert held.keys(Grid.RELEASE_BY_SUBMISSION, "v1") == ["v1|mine", "v1|theirs"]


def test_a_release_without_submissions_has_no_keys_of_them():
    assert partitions().keys(Grid.RELEASE_BY_SUBMISSION, "v2") == []
