"""Which reader reads a shard: one for each kind, behind the interface in rows.py.

Belongs here: where a shard lies, opening it. Does not: the formats (shards.py, jsonl.py, textfiles.py).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench_assets.source.jsonl import JsonlShard
from bench_assets.source.rows import Kind, ShardReader, UnreadableShardError
from bench_assets.source.shards import ShardFile
from bench_assets.source.textfiles import TextShard, files_between
from bench_resources.ranges import LocalRanges, Opener
from bench_resources.remote import RemoteFolder


@dataclass(frozen=True)
class Place:
    """Where a shard lies.

    Attributes:
        kind: how it is read.
        root: the folder of its source, on this machine or on a store.
        path: a file relative to `root`; of text, the folder of its files.
        first: of text, the name of the first file.
        last: of text, the name of the last file; what lies between them by name belongs to the shard.
    """

    kind: Kind
    root: Path | RemoteFolder
    path: str
    first: str = ""
    last: str = ""

    @property
    def folder(self) -> Path:
        """The root of a place on this machine. Raises ValueError for another, which no path leads to."""
        if isinstance(self.root, RemoteFolder):
            raise ValueError(f"{self.path} lies at {self.root}")  # noqa: TRY004 - the value is wrong, not its type
        return self.root

    @property
    def file(self) -> Path:
        """The file; of text, the folder. Raises ValueError as `folder`."""
        return self.folder / self.path

    @property
    def opener(self) -> Opener:
        """Opens the file, wherever it lies."""
        if isinstance(self.root, RemoteFolder):
            return partial(self.root.open, self.path)
        return partial(LocalRanges, self.file)


def open_shard(place: Place) -> ShardReader:
    """The open shard. Raises UnreadableShardError."""
    if place.kind is Kind.PARQUET:
        return ShardFile(place.opener, hashes_columns=isinstance(place.root, Path))
    if place.kind is Kind.JSONL:
        return JsonlShard(place.opener)
    return TextShard(place.folder, files_between(place.file, place.first, place.last))


@dataclass(frozen=True)
class Identity:
    """What can be said of a shard without reading it: its size and, on a store, the store's etag of its content."""

    size_bytes: int
    etag: str = ""


def identity_of(place: Place) -> Identity:
    """Size and etag of a shard as it is now. Raises UnreadableShardError when it is not there."""
    try:
        if isinstance(place.root, RemoteFolder):
            found = place.root.look(place.path)
            return Identity(found.size_bytes, found.etag)
        if place.kind is Kind.TEXT:
            return Identity(sum(file.stat().st_size for file in files_between(place.file, place.first, place.last)))
        return Identity(place.file.stat().st_size)
    except OSError as error:
        raise UnreadableShardError(f"it cannot be opened: {error.strerror}") from error
