"""The asset graph on one page: every table, its grid of partitions, and what it is made from.

Belongs here: names, grids, arrows, logic numbers, and how partitions of one grid map to another. Wiring reads this
page, so that what is drawn here is what runs. Does not: Dagster, tables, stage code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from scoring.contract import TaskType


class Grid(StrEnum):
    """What an asset's partitions are."""

    SHARD = "shards"  # "<source>/<shard>"
    RELEASE = "releases"  # "<release>"
    RELEASE_BY_TYPE = "release_by_type"  # "<release>|<task type>"
    RELEASE_BY_SUBMISSION = "release_by_submission"  # "<release>|<submission>"
    RELEASE_BY_SYSTEM = "release_by_system"  # "<release>|<reference system>"


@dataclass(frozen=True)
class Node:
    """One asset.

    Attributes:
        asset: its name, which is the name of its schema in `schemas`, in lower case.
        stage: the folder and the group in the UI.
        grid: its partitions.
        upstream: the assets it is loaded from.
        logic: bumped when the code gives other rows for the same inputs.
        prompts: ids of the prompts it asks; a changed wording is a changed version.
        has_outside_input: its rows come from a file outside the lake, whose hash enters the fingerprint.
    """

    asset: str
    stage: str
    grid: Grid
    upstream: tuple[str, ...] = ()
    logic: int = 1
    prompts: tuple[str, ...] = ()
    has_outside_input: bool = False


TYPES = tuple(TaskType)
_RELEASE, _TYPE, _SHARD = Grid.RELEASE, Grid.RELEASE_BY_TYPE, Grid.SHARD
_SUBMISSION, _SYSTEM = Grid.RELEASE_BY_SUBMISSION, Grid.RELEASE_BY_SYSTEM
_STAGES = ("task_drafts", "rule_verdicts", "standalone_verdicts", "answerability_verdicts", "necessity_verdicts")

# In building order: an asset stands below everything it is made from.
GRAPH: tuple[Node, ...] = (
    Node("corpus_settings", "settings", _RELEASE, has_outside_input=True),
    Node("retrieval_settings", "settings", _RELEASE, has_outside_input=True),
    Node("duplicates_settings", "settings", _RELEASE, has_outside_input=True),
    Node("drafting_settings", "settings", _RELEASE, has_outside_input=True),
    Node("gauntlet_settings", "settings", _RELEASE, has_outside_input=True),
    Node("pooling_settings", "settings", _RELEASE, has_outside_input=True),
    Node("publishing_settings", "settings", _RELEASE, has_outside_input=True),
    Node("evaluation_settings", "settings", _RELEASE, has_outside_input=True),
    Node("shard_locks", "source", _SHARD, has_outside_input=True),
    Node("documents", "source", _SHARD, ("shard_locks",), logic=3),
    Node("document_quality", "source", _SHARD, ("documents",), logic=2),
    Node("entity_mentions", "source", _SHARD, ("documents",), logic=3),
    Node("source_snapshot", "corpus", _RELEASE, ("documents", "document_quality", "entity_mentions")),
    Node("near_duplicates", "corpus", _RELEASE, ("duplicates_settings", "source_snapshot"), logic=2),
    Node("alias_index", "corpus", _RELEASE, ("source_snapshot",), logic=3),
    Node(
        "target_entities",
        "corpus",
        _RELEASE,
        ("corpus_settings", "source_snapshot", "alias_index"),
        logic=4,
        prompts=("notability",),
    ),
    Node("corpus", "corpus", _RELEASE, ("corpus_settings", "source_snapshot", "target_entities"), logic=5),
    Node(
        "completeness_certificates",
        "corpus",
        _RELEASE,
        ("corpus_settings", "source_snapshot", "target_entities", "corpus"),
        logic=3,
    ),
    Node("chunks", "corpus", _RELEASE, ("corpus_settings", "corpus")),
    Node("bm25_index", "corpus", _RELEASE, ("chunks",)),
    Node("dense_index", "corpus", _RELEASE, ("retrieval_settings", "chunks")),
    Node("facts", "drafting", _TYPE, ("drafting_settings", "corpus", "target_entities"), logic=5, prompts=("facts",)),
    Node(
        "events", "drafting", _RELEASE, ("drafting_settings", "corpus", "target_entities"), logic=3, prompts=("events",)
    ),
    Node(
        "task_drafts",
        "drafting",
        _TYPE,
        (
            *("drafting_settings", "near_duplicates", "alias_index", "corpus", "completeness_certificates"),
            *("target_entities", "facts", "events"),
        ),
        logic=6,
        prompts=("absent_questions", "list_questions", "false_premises", "answer", "judge_items", "premise_support"),
    ),
    Node("rule_verdicts", "gauntlet", _TYPE, ("corpus", *_STAGES[:1]), logic=4),
    Node(
        "standalone_verdicts", "gauntlet", _TYPE, ("gauntlet_settings", *_STAGES[:2]), logic=2, prompts=("standalone",)
    ),
    Node(
        "answerability_verdicts",
        "gauntlet",
        _TYPE,
        ("gauntlet_settings", "corpus", *_STAGES[:3]),
        logic=2,
        prompts=("answer", "judge_answer", "judge_items"),
    ),
    Node(
        "necessity_verdicts",
        "gauntlet",
        _TYPE,
        ("gauntlet_settings", "corpus", *_STAGES[:4]),
        logic=2,
        prompts=("answer", "judge_answer", "judge_items"),
    ),
    Node(
        "adjudication_verdicts",
        "gauntlet",
        _TYPE,
        ("gauntlet_settings", "corpus", "bm25_index", *_STAGES),
        logic=2,
        prompts=("adjudicate", "adjudicate_items", "answer", "premise_support", "premise_quality"),
    ),
    Node("verified_tasks", "gauntlet", _TYPE, (*_STAGES, "adjudication_verdicts"), logic=2),
    Node(
        "pools",
        "pooling",
        _TYPE,
        ("retrieval_settings", "pooling_settings", "corpus", "bm25_index", "dense_index", "verified_tasks"),
        logic=3,
    ),
    Node(
        "pool_labels",
        "pooling",
        _TYPE,
        ("pooling_settings", "corpus", "near_duplicates", "verified_tasks", "pools"),
        logic=3,
        prompts=("pool_label",),
    ),
    Node("gold_labels", "pooling", _TYPE, ("verified_tasks", "pool_labels"), logic=2),
    Node(
        "tasks",
        "publishing",
        _RELEASE,
        ("drafting_settings", "publishing_settings", "verified_tasks", "pool_labels", "gold_labels"),
        logic=3,
    ),
    Node("questions", "publishing", _RELEASE, ("tasks",)),
    Node("qrels", "publishing", _RELEASE, ("tasks", "pool_labels")),
    Node(
        "yield_funnel",
        "publishing",
        _RELEASE,
        (
            *("drafting_settings", "publishing_settings", *_STAGES, "adjudication_verdicts"),
            *("pool_labels", "gold_labels", "tasks"),
        ),
    ),
    Node(
        "release_manifest",
        "publishing",
        _RELEASE,
        (
            *(f"{section}_settings" for section in ("corpus", "drafting", "gauntlet", "pooling", "publishing")),
            *("source_snapshot", "corpus", "completeness_certificates", *_STAGES, "adjudication_verdicts"),
            *("pool_labels", "tasks", "questions", "qrels", "yield_funnel"),
        ),
        logic=2,
        has_outside_input=True,
    ),
    Node("dataset_card", "publishing", _RELEASE, ("tasks", "release_manifest"), has_outside_input=True),
    Node(
        "reference_predictions",
        "reference",
        _SYSTEM,
        ("retrieval_settings", "evaluation_settings", "corpus", "bm25_index", "dense_index", "questions"),
        logic=2,
        prompts=("answer",),
    ),
    Node("predictions", "evaluation", _SUBMISSION, has_outside_input=True),
    Node(
        "answer_verdicts",
        "evaluation",
        _SUBMISSION,
        ("evaluation_settings", "tasks", "predictions"),
        # All three: a verdict carries one version over every judge prompt, whichever it was asked.
        prompts=("judge_answer", "judge_items", "judge_rejection"),
    ),
    Node(
        "scores",
        "evaluation",
        _SUBMISSION,
        ("evaluation_settings", "tasks", "qrels", "predictions", "answer_verdicts"),
    ),
    Node("leaderboard", "reporting", _RELEASE, ("release_manifest", "scores")),
)
NODES: Mapping[str, Node] = {node.asset: node for node in GRAPH}
STAGES: tuple[str, ...] = tuple(dict.fromkeys(node.stage for node in GRAPH))


@dataclass(frozen=True)
class Partitions:
    """The partition keys there are, by grid, and how keys of two grids belong together."""

    shards_by_release: Mapping[str, Sequence[str]]
    systems: Sequence[str]
    submissions: Sequence[str]

    @cached_property
    def releases(self) -> list[str]:
        """Release versions, sorted."""
        return sorted(self.shards_by_release)

    def keys(self, grid: Grid, release: str) -> list[str]:
        """Keys of a grid that belong to one release, in order."""
        match grid:
            case Grid.SHARD:
                return list(self.shards_by_release[release])
            case Grid.RELEASE:
                return [release]
            case Grid.RELEASE_BY_TYPE:
                return [f"{release}|{task_type}" for task_type in TYPES]
            case Grid.RELEASE_BY_SYSTEM:
                return [f"{release}|{system}" for system in self.systems]
            case Grid.RELEASE_BY_SUBMISSION:
                return [f"{release}|{name}" for name in self.submissions]

    def upstream_keys(self, downstream: Grid, key: str, upstream: Grid) -> list[str]:
        """Keys of the upstream grid that partition `key` of the downstream grid is made from, in order."""
        return [key] if downstream == upstream else self.keys(upstream, key.partition("|")[0])
