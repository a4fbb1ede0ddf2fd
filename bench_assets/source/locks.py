"""What a source is: which shards, how big, with which hashes. One TOML a source in <home>/sources.

Belongs here: making, writing and reading locks. Does not: reading documents, Dagster's partitions.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_assets.settings.release import check_name
from bench_assets.source.shards import ShardFile, UnreadableShardError
from bench_resources.atomic import write_text
from scoring.errors import BadInputError, name_culprits

LOGGER = logging.getLogger(__name__)
FOLDER = "sources"
BLOCK_BYTES = 1 << 20
UNSAFE_IN_KEYS = ("|", ",", "...", "/", "\\", "[", "]")  # Dagster splits and slices partition keys at these
MAX_STEM_CHARS = 200
PORTABLE_STEPS_UP = 2  # a root at most this far from the home is written relative to it, so that a checkout can move


@dataclass(frozen=True)
class ShardLock:
    """One shard of a source, as it was when it was added.

    Attributes:
        source: the source's name.
        name: the file's name without its suffix.
        root: the absolute folder that `path` is relative to.
        path: the file, relative to `root`.
        bytes: the file's size.
        sha256: of the whole file.
        read_sha256: of the footer and the two columns, the only bytes a build reads; "" when the footer is unreadable.
        rows: the number of rows, or None when the footer is unreadable.
        id_column: the column of document ids.
        text_column: the column of document texts.
    """

    source: str
    name: str
    root: str
    path: str
    bytes: int
    sha256: str
    read_sha256: str
    rows: int | None
    id_column: str
    text_column: str

    @property
    def key(self) -> str:
        """The shard's partition key, "<source>/<shard>"."""
        return f"{self.source}/{self.name}"

    @property
    def file(self) -> Path:
        """Where the shard lies."""
        return Path(self.root) / self.path


@dataclass(frozen=True)
class SourceLock:
    """One source: its root, its two columns, its shards sorted by name."""

    name: str
    root: str
    id_column: str
    text_column: str
    shards: tuple[ShardLock, ...]

    @property
    def unreadable(self) -> tuple[ShardLock, ...]:
        """Shards that were already unreadable when the source was added; a build quarantines them."""
        return tuple(shard for shard in self.shards if shard.rows is None)


def lock_source(name: str, path: str | Path, id_column: str, text_column: str) -> SourceLock:
    """The lock of a parquet file, or of every *.parquet in a folder.

    A shard that cannot be read is locked all the same, with `rows` None and a warning: a build quarantines it.

    Raises: BadInputError: a name that cannot be a partition key, nothing at `path`, no shard with both columns.
    """
    check_name(name, "source name")
    files = find_shards(Path(path))
    root = files[0].parent.resolve()
    shards: list[ShardLock] = []
    columns: dict[str, list[str]] = {}
    for file in files:
        check_stem(file)
        columns[file.name], shard = lock_shard(name, root / file.name, id_column, text_column)
        shards.append(shard)
    wanted = {id_column, text_column}
    if not any(wanted <= set(found) for found in columns.values()):
        seen = sorted({column for found in columns.values() for column in found})
        raise BadInputError(
            f"No readable shard of {path} has the columns {id_column!r} and {text_column!r}. "
            f"Columns found: {name_culprits(seen) or 'none, no shard can be read'}. "
            "Name the right ones with --id-column and --text-column."
        )
    return SourceLock(name, str(root), id_column, text_column, tuple(shards))


def find_shards(path: Path) -> list[Path]:
    """The parquet file at `path`, or those in that folder, by name. Raises BadInputError when there is none."""
    if path.is_file():
        return [path]
    if not path.is_dir():
        raise BadInputError(f"{path} does not exist. Give a parquet file or a folder of *.parquet files.")
    files = sorted(file for file in path.glob("*.parquet") if file.is_file())
    if not files:
        raise BadInputError(f"{path} holds no *.parquet file. Give a parquet file or a folder of *.parquet files.")
    return files


def check_stem(file: Path) -> None:
    """Raises BadInputError for a shard whose name cannot be a partition key."""
    stem = file.stem
    has_unsafe = any(mark in stem for mark in UNSAFE_IN_KEYS) or not stem.isprintable()
    if not stem or len(stem) > MAX_STEM_CHARS or has_unsafe:
        raise BadInputError(
            f"Shard {file.name[:80]!r} cannot be a partition key: its name is over {MAX_STEM_CHARS} characters, or "
            f"holds one of {' '.join(UNSAFE_IN_KEYS)} or an unprintable character. Rename the file and add it again."
        )


def lock_shard(source: str, file: Path, id_column: str, text_column: str) -> tuple[list[str], ShardLock]:
    """The columns a shard has, and its lock."""
    columns: list[str] = []
    rows, read_sha256 = None, ""
    try:
        with ShardFile(file) as shard:
            columns, rows = shard.columns, shard.n_rows
            read_sha256 = shard.hash_columns((id_column, text_column))
    except UnreadableShardError as error:
        LOGGER.warning("Shard %s cannot be read: %s. It is locked; a build will quarantine it.", file.name, error)
    lock = ShardLock(
        source, file.stem, str(file.parent), file.name, file.stat().st_size, hash_file(file), read_sha256, rows,
        id_column, text_column,
    )  # fmt: skip
    return columns, lock


def hash_file(file: Path) -> str:
    """SHA-256 of a file, read in blocks."""
    digest = hashlib.sha256()
    with file.open("rb") as opened:
        while block := opened.read(BLOCK_BYTES):
            digest.update(block)
    return digest.hexdigest()


def write_lock(home: Path, lock: SourceLock) -> Path:
    """Writes <home>/sources/<name>.toml, whole or not at all, and returns its path."""
    return write_text(home / FOLDER / f"{lock.name}.toml", render_lock(home, lock))


def render_lock(home: Path, lock: SourceLock) -> str:
    """The lock as TOML: the same lock always gives the same text."""
    lines = [
        "# Written by `docketbench source add`; run it again when the files change.",
        f"name = {quote(lock.name)}",
        f"root = {quote(portable_root(home, lock.root))}",
        f"id_column = {quote(lock.id_column)}",
        f"text_column = {quote(lock.text_column)}",
    ]
    for shard in lock.shards:
        lines += ["", "[[shards]]", f"name = {quote(shard.name)}", f"path = {quote(shard.path)}"]
        lines += [f"bytes = {shard.bytes}"]
        lines += [f"sha256 = {quote(shard.sha256)}", f"read_sha256 = {quote(shard.read_sha256)}"]
        lines += [] if shard.rows is None else [f"rows = {shard.rows}"]
    return "\n".join(lines) + "\n"


def portable_root(home: Path, root: str) -> str:
    """`root` relative to the home when it lies near it, so that a committed lock works in another checkout."""
    relative = Path(os.path.relpath(root, home.resolve())).as_posix()
    return relative if relative.split("/").count("..") <= PORTABLE_STEPS_UP else root


def quote(text: str) -> str:
    """A TOML basic string. JSON's escapes are TOML's, save that JSON leaves DEL as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def read_locks(home: Path) -> list[SourceLock]:
    """Every lock of a home, by name; [] without the folder.

    Raises: BadInputError: a file that is not a lock, naming the file and what is wrong.
    """
    return [read_lock(home, file) for file in sorted((home / FOLDER).glob("*.toml"))]


def read_lock(home: Path, file: Path) -> SourceLock:
    """The lock in one file. Raises BadInputError naming the file."""
    try:
        return parse_lock(home, file.stem, tomllib.loads(file.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, ValueError, BadInputError) as error:
        reason = f"no {error}" if isinstance(error, KeyError) else str(error)
        raise BadInputError(
            f"{file} is not a source lock: {reason}. Mend it, or run `docketbench source add` for {file.stem} again."
        ) from error


def parse_lock(home: Path, stem: str, raw: dict[str, Any]) -> SourceLock:
    """The lock in parsed TOML. Raises KeyError, TypeError or ValueError for a faulty one."""
    name = check_name(typed(raw, "name", str), "source name")
    if name != stem:
        raise ValueError(f"it says name = {name!r}, the file is called {stem!r}")
    root = str((home.resolve() / typed(raw, "root", str)).resolve())
    id_column, text_column = typed(raw, "id_column", str), typed(raw, "text_column", str)
    shards = [
        ShardLock(
            name, typed(entry, "name", str), root, inside(typed(entry, "path", str)), typed(entry, "bytes", int),
            typed(entry, "sha256", str), typed(entry, "read_sha256", str),
            typed(entry, "rows", int) if "rows" in entry else None, id_column, text_column,
        )
        for entry in typed(raw, "shards", list)
    ]  # fmt: skip
    if not shards:
        raise ValueError("it holds no shard")
    for shard in shards:
        check_stem(Path(f"{shard.name}.parquet"))
    if repeated := sorted(repeats([shard.name for shard in shards])):
        raise ValueError(f"shards named twice: {name_culprits(repeated)}")
    return SourceLock(name, root, id_column, text_column, tuple(sorted(shards, key=lambda shard: shard.name)))


def inside(path: str) -> str:
    """`path` itself when it stays in the source's root. Raises ValueError otherwise: locks travel in pull requests."""
    if Path(path).is_absolute() or ".." in Path(path).parts or "\0" in path:
        raise ValueError(f"path {path[:80]!r} leaves the source's root")
    return path


def typed(table: dict[str, Any], key: str, kind: type) -> Any:
    """The value of a key, of the right type. Raises KeyError or TypeError."""
    value = table[key]
    if not isinstance(value, kind) or isinstance(value, bool):
        raise TypeError(f"{key} is {type(value).__name__}, expected {kind.__name__}")
    return value


def repeats(names: Sequence[str]) -> Iterator[str]:
    """Names that occur more than once, once each."""
    return (name for name in set(names) if names.count(name) > 1)
