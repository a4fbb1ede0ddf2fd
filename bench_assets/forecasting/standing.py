"""Which partitions of a release a build would reuse, with everything that they are made from.

Belongs here: reuse as the lake tells it. Does not: what Dagster recorded (planning.py); what it never recorded is made
again, so that a plan may say less than a build will do only where the instance was lost.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bench_assets.fingerprints import Fingerprints
from bench_assets.graph import NODES
from scoring.errors import BadInputError


@dataclass
class Standing:
    """What stands in a home, asked partition by partition."""

    fingerprints: Fingerprints
    _known: dict[tuple[str, str], bool] = field(default_factory=dict)

    def holds(self, asset: str, key: str) -> bool:
        """Whether a partition and all that it is made from need not be built."""
        if (asset, key) not in self._known:
            self._known[asset, key] = self._is_made_from_standing(asset, key) and self._is_current(asset, key)
        return self._known[asset, key]

    def _is_made_from_standing(self, asset: str, key: str) -> bool:
        node, partitions = NODES[asset], self.fingerprints.partitions
        return all(
            self.holds(name, upstream)
            for name in node.upstream
            for upstream in partitions.upstream_keys(node.grid, key, NODES[name].grid)
        )

    def _is_current(self, asset: str, key: str) -> bool:
        footer = self.fingerprints.lake.footer(asset, key)
        if footer is None:
            return False
        try:
            if footer.notes.get("quarantine_reason"):
                # Read again by every build; what was built without it stands all the same.
                return footer.fingerprint == self.fingerprints.expected(asset, key)
            return self.fingerprints.reusable(asset, key) is not None
        except BadInputError:
            return False  # a submission whose folder was taken away since
