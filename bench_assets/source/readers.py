"""Which reader reads a shard: one for each kind, behind the interface in rows.py.

Belongs here: where a shard lies, opening it. Does not: the formats (shards.py, jsonl.py, textfiles.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from bench_assets.source.jsonl import JsonlShard
from bench_assets.source.rows import Kind, ShardReader, UnreadableShardError
from bench_assets.source.shards import ShardFile
from bench_assets.source.textfiles import TextShard, files_between


@dataclass(frozen=True)
class Place:
    """Where a shard lies.

    Attributes:
        kind: how it is read.
        root: the folder of its source.
        path: a file relative to `root`; of text, the folder of its files.
        first: of text, the name of the first file.
        last: of text, the name of the last file; what lies between them by name belongs to the shard.
    """

    kind: Kind
    root: Path
    path: str
    first: str = ""
    last: str = ""

    @property
    def file(self) -> Path:
        """The file; of text, the folder."""
        return self.root / self.path


def open_shard(place: Place) -> ShardReader:
    """The open shard. Raises UnreadableShardError."""
    if place.kind is Kind.PARQUET:
        return ShardFile(place.file)
    if place.kind is Kind.JSONL:
        return JsonlShard(place.file)
    return TextShard(place.root, files_between(place.file, place.first, place.last))


def size_of(place: Place) -> int:
    """Bytes of a shard. Raises UnreadableShardError when it is not there."""
    try:
        if place.kind is Kind.TEXT:
            return sum(file.stat().st_size for file in files_between(place.file, place.first, place.last))
        return place.file.stat().st_size
    except OSError as error:
        raise UnreadableShardError(f"it cannot be opened: {error.strerror}") from error
