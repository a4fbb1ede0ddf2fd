"""Reuse: what a partition is made from, as one hash, and whether the lake still holds it.

Belongs here: fingerprints and the comparison with footers. Does not: Dagster; whoever asks compares what it recorded.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bench_assets.auditing.kept_audits import audit_told
from bench_assets.catalogue import Catalogue
from bench_assets.evaluation.submissions import folder_hash, folder_of
from bench_assets.graph import GRAPH, NODES, Grid, Node, Partitions
from bench_assets.reviewing.summary import reviews_hash
from bench_assets.schemas import schema_of
from bench_assets.settings.tables import settings_row
from bench_resources import reader
from bench_resources.lake import Footer, Lake
from bench_resources.prompting import RESPONSES, template
from scoring.errors import BadInputError
from scoring.judge import template as judge_template

MANIFEST = "release_manifest"  # carries the last audit of the same code and models: audits/<key>.json
CARD = "dataset_card"  # shows what people said of the release: reviews/<release>/*.json
SETTINGS_STAGE = "settings"
READER_FOLDER = Path(reader.__file__).parent


class Recorded(NamedTuple):
    """What identifies a built partition: by its footer in the lake, and as Dagster recorded it."""

    fingerprint: str
    data_version: str
    size_bytes: int

    @classmethod
    def of(cls, footer: Footer) -> Recorded:
        """The identity of a file in the lake."""
        return cls(footer.fingerprint, footer.data_version, footer.size_bytes)


@dataclass
class Fingerprints:
    """Fingerprints of one home's partitions, as the lake stands.

    Attributes:
        catalogue: sources and releases.
        partitions: keys and how they belong together.
        lake: where upstream data versions are read from.
    """

    catalogue: Catalogue
    partitions: Partitions
    lake: Lake
    _code_versions: dict[str, str] = field(default_factory=dict)

    def expected(self, asset: str, key: str, versions: Mapping[str, str] | None = None) -> str:
        """The fingerprint that partition `key` of `asset` has when built now, 32 hex digits.

        Args:
            asset: a name in GRAPH.
            key: one of its partition keys.
            versions: data versions of upstream assets of the same key that are made in the same step.
        """
        node = NODES[asset]
        facts = {
            "asset": asset,
            "key": key,
            "code": self.code_version(node),
            "schema": str(schema_of(asset)),
            "upstream": self._upstream_versions(node, key, versions or {}),
            "outside": self._outside_version(node, key) if node.has_outside_input else "",
        }
        return _digest(facts)

    def code_version(self, node: Node) -> str:
        """The node's logic number and the versions of its prompts, e.g. "1+answer.994f48ea320b"."""
        if node.asset not in self._code_versions:
            self._code_versions[node.asset] = code_version(node)
        return self._code_versions[node.asset]

    def reusable(self, asset: str, key: str) -> Footer | None:
        """The footer of a partition that needs no rebuild as far as the lake can tell, else None."""
        footer = self.lake.footer(asset, key)
        if footer is None or not self.lake.is_whole(footer):
            return None
        if footer.notes.get("quarantine_reason"):
            return None  # what could not be read is tried again: the file may be back, and its lock is the same
        return footer if footer.fingerprint == self.expected(asset, key) else None

    def _upstream_versions(self, node: Node, key: str, versions: Mapping[str, str]) -> dict[str, dict[str, str]]:
        found: dict[str, dict[str, str]] = {}
        for name in node.upstream:
            keys = self.partitions.upstream_keys(node.grid, key, NODES[name].grid)
            made = {up: versions.get(name) or self._data_version(name, up) for up in keys}
            # Grids have empty cells: a submission to another release must not make this one's board stale.
            found[name] = {up: version for up, version in made.items() if version}
        return found

    def _data_version(self, asset: str, key: str) -> str:
        footer = self.lake.footer(asset, key)
        return footer.data_version if footer else ""

    def _outside_version(self, node: Node, key: str) -> str:
        release, _, rest = key.partition("|")
        if node.asset == CARD:
            return reviews_hash(self.catalogue.home, release)
        if node.asset == MANIFEST:
            models = self.catalogue.settings_of(release).models.roles()
            return _digest(audit_told(self.catalogue.home, audit_key(models)))
        if node.stage == SETTINGS_STAGE:
            return _digest(settings_row(self.catalogue, node.asset, release))
        if node.grid == Grid.RELEASE_BY_SUBMISSION:
            return folder_hash(folder_of(self.catalogue.home, release, rest))
        return _digest(shard_row(self.catalogue, key))


def code_version(node: Node) -> str:
    """The node's logic number, the versions of its prompts, and the embedded reader's when it asks anything.

    A live model is pinned by its name; the reader is pinned by its code, so that a changed rule is a changed version.
    """
    versions = [f"{name}.{prompt_version(name)}" for name in node.prompts]
    return "+".join([str(node.logic), *versions, *([f"reader.{reader_version()}"] if versions else [])])


def audit_key(models: Mapping[str, str]) -> str:
    """What a factory is, as 32 hex digits: the code and prompts of every node, and its models by role."""
    return _digest({"code": {node.asset: code_version(node) for node in GRAPH}, "models": dict(models)})


@cache
def reader_version() -> str:
    """First 12 hex digits over the embedded reader's source files."""
    digest = hashlib.sha256()
    for path in sorted(READER_FOLDER.glob("*.py")):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:12]


def prompt_version(prompt_id: str) -> str:
    """Version of a factory prompt or a judge prompt."""
    return (template(prompt_id) if prompt_id in RESPONSES else judge_template(prompt_id)).version


def shard_row(catalogue: Catalogue, key: str) -> dict[str, str | int | list[str] | None]:
    """The row of `shard_locks` for one shard. Raises BadInputError when no lock holds the shard."""
    if key not in catalogue.shards:
        raise BadInputError(f"Shard {key!r} is in no lock of {catalogue.home / 'sources'}. Run: docketbench source add")
    shard = catalogue.shards[key]
    return {
        "shard": key,
        "path": shard.path,
        "bytes": shard.bytes,
        "sha256": shard.sha256 or None,
        "etag": shard.etag or None,
        "id_column": shard.id_column,
        "text_column": shard.text_column,
        "date_column": shard.date_column,
        "group_column": shard.group_column,
        "meta_columns": list(shard.meta_columns),
        "kind": str(shard.kind),
    }


def _digest(value: object) -> str:
    canonical = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:32]
