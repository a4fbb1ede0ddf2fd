"""The lake: one parquet file a table and partition, written whole, with its fingerprint in the footer.

Belongs here: paths, staging, publishing by rename, footers, reading. Does not: what a table means, and Dagster.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

FOOTER_KEY = b"docketbench"
ROW_GROUP_ROWS = 65_536  # fixed, because row groups are part of the bytes and so of the data version
BUFFER_BYTES = 1_000_000  # of each column of a table that is read row by row
ROWS_AT_ONCE = 1000  # of documents: some megabytes of text
STAGING = ".staging"


@dataclass(frozen=True)
class Footer:
    """What a lake file says of itself.

    Attributes:
        fingerprint: hash of everything the table was made from; decides reuse.
        data_version: hash of the rows, the schema and the notes; decides what is stale downstream.
        notes: counts and reasons that belong to the table but are no rows of it.
        side_files: sha256 of each file written beside the lake, by path relative to the home.
        size_bytes: of the parquet file itself.
    """

    fingerprint: str
    data_version: str
    notes: Mapping[str, Any]
    side_files: Mapping[str, str]
    n_rows: int
    size_bytes: int


@dataclass(frozen=True)
class Made:
    """What a stage made.

    Attributes:
        table: its rows, in the asset's schema.
        notes: counts and reasons that are no rows.
        side_files: files it wrote below the home.
        model_calls: how many prompts were put to a model.
    """

    table: pa.Table
    notes: Mapping[str, Any] = field(default_factory=dict)
    side_files: Sequence[Path] = ()
    model_calls: int = 0


@dataclass(frozen=True)
class Staged:
    """A finished file that is not yet in its place, and where that is."""

    staged_path: Path
    path: Path
    footer: Footer


@dataclass
class _HashingFile:
    """A file that hashes what is written through it, so that a table is read once."""

    raw: IO[bytes]
    digest: Any = field(default_factory=hashlib.sha256)

    def write(self, data: Any) -> int:
        """Writes and hashes a buffer; returns its length in bytes."""
        self.digest.update(data)
        return self.raw.write(data)

    def flush(self) -> None:
        """Hands what was written to the operating system."""
        self.raw.flush()

    def close(self) -> None:
        """Left to the owner of the file."""

    @property
    def closed(self) -> bool:
        """Whether the file below is closed."""
        return self.raw.closed


@dataclass(frozen=True)
class Lake:
    """The tables below one home folder."""

    home: Path

    def path(self, asset: str, partition: str) -> Path:
        """Where a partition's table lies: `lake/<asset>/<partition>.parquet`, `|` and `/` becoming folders."""
        return self.home / "lake" / asset / f"{partition.replace('|', '/')}.parquet"

    def stage(
        self,
        asset: str,
        partition: str,
        table: pa.Table,
        fingerprint: str,
        *,
        notes: Mapping[str, Any] | None = None,
        side_files: Sequence[Path] = (),
    ) -> Staged:
        """Writes the table to a temporary file beside its place.

        Args:
            asset: the asset's name.
            partition: its partition key.
            table: the rows.
            fingerprint: hash of what they were made from.
            notes: JSON values, part of the data version.
            side_files: files already written below the home; their hashes go into the footer.
        Returns: the staged file with its footer; nothing can be read from the lake yet.
        """
        path = self.path(asset, partition)
        folder = self.home / "lake" / STAGING
        folder.mkdir(parents=True, exist_ok=True)
        staged_path = folder / f"{asset}-{uuid4().hex}.parquet"
        facts = {"fingerprint": fingerprint, "notes": dict(notes or {}), "side_files": self._hashes(side_files)}
        with staged_path.open("wb") as raw:
            sink = _HashingFile(raw)
            # Without dictionary and statistics choices of its own, pyarrow writes the same pages for the same rows.
            writer = pq.ParquetWriter(pa.PythonFile(sink, mode="w"), table.schema, compression="zstd")
            writer.write_table(table.combine_chunks(), row_group_size=ROW_GROUP_ROWS)
            sink.digest.update(str(table.schema).encode() + _canonical(facts["notes"]))
            facts["data_version"] = sink.digest.hexdigest()[:32]
            writer.add_key_value_metadata({FOOTER_KEY: _canonical(facts)})
            writer.close()
            raw.flush()
            os.fsync(raw.fileno())
        footer = _footer(facts, table.num_rows, staged_path.stat().st_size)
        return Staged(staged_path, path, footer)

    def publish(self, staged: Staged) -> None:
        """Moves a staged file into its place, replacing what was there."""
        staged.path.parent.mkdir(parents=True, exist_ok=True)
        staged.staged_path.replace(staged.path)

    def footer(self, asset: str, partition: str) -> Footer | None:
        """The footer of a published table; None when there is none, or it cannot be read."""
        path = self.path(asset, partition)
        try:
            size = path.stat().st_size
            metadata = pq.read_metadata(path)
        except (OSError, pa.ArrowInvalid):
            return None  # lost or cut: the same as never built
        written = (metadata.metadata or {}).get(FOOTER_KEY)
        return _footer(json.loads(written), metadata.num_rows, size) if written else None

    def is_whole(self, footer: Footer) -> bool:
        """Whether every file written beside the table is still there, byte for byte."""
        paths = {self.home / relative: digest for relative, digest in footer.side_files.items()}
        try:
            return all(path.is_file() and _sha256(path) == digest for path, digest in paths.items())
        except OSError:
            return False  # what cannot be read is made again, or the stage says why not

    def read(self, asset: str, partition: str, columns: Sequence[str] | None = None) -> pa.Table:
        """A published table, whole. Raises FileNotFoundError when it was never built."""
        with pq.ParquetFile(self.path(asset, partition), memory_map=True) as file:
            table = file.read(columns=list(columns) if columns else None)
        return table.replace_schema_metadata(None)

    def rows(self, asset: str, partition: str, columns: Sequence[str]) -> Iterator[dict[str, Any]]:
        """The rows of a published table, a thousand in memory at a time.

        Raises: FileNotFoundError: it was never built.
        """
        # Neither mapped nor buffered beforehand: both keep the compressed file in memory.
        with pq.ParquetFile(self.path(asset, partition), buffer_size=BUFFER_BYTES, pre_buffer=False) as file:
            for batch in file.iter_batches(ROWS_AT_ONCE, columns=list(columns)):
                yield from batch.to_pylist()

    def sweep(self) -> None:
        """Removes what killed runs left in the staging folder. Call only while nothing builds."""
        for path in (self.home / "lake" / STAGING).glob("*.parquet"):
            path.unlink(missing_ok=True)

    def _hashes(self, side_files: Sequence[Path]) -> dict[str, str]:
        return {path.relative_to(self.home).as_posix(): _sha256(path) for path in sorted(side_files)}


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _canonical(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode()


def _footer(facts: Mapping[str, Any], n_rows: int, size_bytes: int) -> Footer:
    return Footer(facts["fingerprint"], facts["data_version"], facts["notes"], facts["side_files"], n_rows, size_bytes)
