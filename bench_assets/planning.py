"""What a build has to make: the runs of the graph, and which of their assets are not as they should be.

Belongs here: steps and staleness, from fingerprints, footers and what Dagster recorded. Does not: running anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bench_assets.fingerprints import Fingerprints, Recorded
from bench_assets.graph import GRAPH, STAGES, Grid, Node
from scoring.errors import BadInputError

# One step in Dagster: all three are made, or none.
MADE_TOGETHER = ("documents", "document_quality", "entity_mentions")
# Whose assets one run makes: all small, or all of one kind of task. A run by itself costs more than most of them.
STAGES_IN_ONE_RUN = ("settings", "source", "gauntlet", "pooling")


@dataclass(frozen=True)
class Step:
    """Assets of one grid that one run makes, in graph order."""

    name: str
    nodes: tuple[Node, ...]

    @property
    def assets(self) -> list[str]:
        """Their names."""
        return [node.asset for node in self.nodes]

    @property
    def grid(self) -> Grid:
        """The grid they share."""
        return self.nodes[0].grid


def plan_steps(only: str | None = None) -> list[Step]:
    """The runs that make the graph, in order: one for each of STAGES_IN_ONE_RUN, one for every other asset.

    Raises: BadInputError: `only` is no stage.
    """
    if only is not None and only not in STAGES:
        raise BadInputError(f"There is no stage {only!r}; the stages are {', '.join(STAGES)}.")
    names = {node.asset: node.stage if node.stage in STAGES_IN_ONE_RUN else node.asset for node in GRAPH}
    steps = [
        Step(name, tuple(node for node in GRAPH if names[node.asset] == name)) for name in dict.fromkeys(names.values())
    ]
    return [step for step in steps if only in (None, step.nodes[0].stage)]


def stale_assets(
    step: Step, key: str, fingerprints: Fingerprints, recorded: Mapping[str, Mapping[str, Recorded]]
) -> list[str]:
    """The step's assets that must be made for a partition, in graph order; [] when all can be reused.

    An asset is reused when its file reads and is whole, its fingerprint is the expected one, Dagster's instance
    recorded that very file, and nothing that it is made from is made in the same run.
    """
    stale: list[str] = []
    for node in step.nodes:
        footer = fingerprints.reusable(node.asset, key)
        is_known = footer is not None and recorded[node.asset].get(key) == Recorded.of(footer)
        if not is_known or set(node.upstream) & set(stale):
            stale.append(node.asset)
    return _whole(step.assets, stale)


def _whole(assets: Sequence[str], stale: Sequence[str]) -> list[str]:
    wanted = {*stale, *(MADE_TOGETHER if set(stale) & set(MADE_TOGETHER) else ())}
    return [asset for asset in assets if asset in wanted]
