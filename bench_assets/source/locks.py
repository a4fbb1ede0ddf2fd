"""What a source is: which shards, how big, with which hashes. One TOML a source in <home>/sources.

Belongs here: making, writing and reading locks. Does not: reading documents, Dagster's partitions.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_assets.progress import Progress, untold
from bench_assets.settings.release import check_name
from bench_assets.source.finding import Found, check_shard_name, find_shards
from bench_assets.source.readers import Identity, Place, identity_of, open_shard
from bench_assets.source.rows import Columns, Kind, UnreadableShardError
from bench_resources.atomic import write_text
from bench_resources.remote import RemoteFolder, check_url, is_url
from scoring.errors import BadInputError, name_culprits

LOGGER = logging.getLogger(__name__)
FOLDER = "sources"
BLOCK_BYTES = 1 << 20
THREADS = 8  # that wait for a store
PORTABLE_STEPS_UP = 2  # a root at most this far from the home is written relative to it, so that a checkout can move


@dataclass(frozen=True)
class ShardLock:
    """One shard of a source, as it was when it was added.

    Attributes:
        source: the source's name.
        name: the file's path below the root, without its suffix; of text, that of the folder.
        root: the absolute folder that `path` is relative to, or the URL of one.
        path: the file, relative to `root`; of text, the folder.
        bytes: the size of the file, or of the text files together.
        sha256: of the whole file; of text, over its files; "" for parquet on a store, of which `etag` is the identity.
        read_sha256: of the only bytes a build reads, in parquet the footer and the columns; of parquet on a store, of
            the footer alone; "" when it is unreadable.
        rows: the number of rows, lines or files, or None when the shard is unreadable.
        id_column: the column of document ids.
        text_column: the column of document texts.
        date_column: the column of their dates, or None.
        meta_columns: further columns kept with the documents.
        kind: what the source's files are.
        first: of text, the name of the shard's first file.
        last: of text, the name of its last one.
        group_column: the column whose equal values mark copies of one record, or None.
        etag: what a store calls the content of a file that lies there; "" on this machine.
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
    date_column: str | None = None
    meta_columns: tuple[str, ...] = ()
    kind: Kind = Kind.PARQUET
    first: str = ""
    last: str = ""
    group_column: str | None = None
    etag: str = ""

    @property
    def key(self) -> str:
        """The shard's partition key, "<source>/<shard>"."""
        return f"{self.source}/{self.name}"

    @property
    def place(self) -> Place:
        """Where the shard lies and how it is read."""
        return Place(self.kind, root_of(self.root), self.path, self.first, self.last)

    @property
    def file(self) -> Path:
        """Where a shard of this machine lies. Raises ValueError for another."""
        return self.place.file

    @property
    def content(self) -> str:
        """What stands for the shard's content: another content has another one."""
        return self.etag or self.sha256

    @property
    def columns(self) -> Columns:
        """What a build reads of it."""
        return Columns(self.id_column, self.text_column, self.date_column, self.meta_columns, self.group_column)


@dataclass(frozen=True)
class SourceLock:
    """One source: its root, its columns, its shards sorted by name, all of one kind."""

    name: str
    root: str
    id_column: str
    text_column: str
    shards: tuple[ShardLock, ...]
    date_column: str | None = None
    meta_columns: tuple[str, ...] = ()
    kind: Kind = Kind.PARQUET
    group_column: str | None = None

    @property
    def unreadable(self) -> tuple[ShardLock, ...]:
        """Shards that were already unreadable when the source was added; a build quarantines them."""
        return tuple(shard for shard in self.shards if shard.rows is None)

    @property
    def columns(self) -> Columns:
        """What a build reads of every shard."""
        return Columns(self.id_column, self.text_column, self.date_column, self.meta_columns, self.group_column)


@dataclass(frozen=True)
class Changes:
    """How a lock differs from the one before it: names of shards, sorted, and whether other columns are read."""

    changed: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    has_other_columns: bool = False


def compare_locks(former: SourceLock, lock: SourceLock) -> Changes:
    """What changed from the former lock to the new one; a shard changed when its content did."""
    before = {shard.name: shard.content for shard in former.shards}
    after = {shard.name: shard.content for shard in lock.shards}
    return Changes(
        tuple(sorted(name for name in before.keys() & after.keys() if before[name] != after[name])),
        tuple(sorted(after.keys() - before.keys())),
        tuple(sorted(before.keys() - after.keys())),
        has_other_columns=former.columns != lock.columns,
    )


def root_of(root: str) -> Path | RemoteFolder:
    """The root of a source, on this machine or on a store."""
    return RemoteFolder(root) if is_url(root) else Path(root)


def lock_source(name: str, path: str | Path, id_column: str, text_column: str) -> SourceLock:
    """The lock of what `find_shards` finds at `path`, with an id and a text column alone.

    Raises: BadInputError: as `find_shards` and `lock_found`.
    """
    return lock_found(name, find_shards(path), Columns(id_column, text_column))


def lock_found(name: str, found: Found, columns: Columns, progress: Progress = untold) -> SourceLock:
    """The lock of some shards.

    A shard that cannot be read is locked all the same, with `rows` None and a warning: a build quarantines it. Shards
    on a store are locked several at a time, since most of that is waiting; `progress` is told how many are done.

    Raises: BadInputError: a name that cannot be a partition key, no shard with all the columns.
    """
    check_name(name, "source name")
    shards: list[ShardLock] = []
    seen: list[Mapping[str, object]] = []
    for done, (shard_columns, shard) in enumerate(lock_each(name, found, columns), 1):
        seen.append(shard_columns)
        shards.append(shard)
        progress(done, len(found.shards))
    if found.kind is not Kind.TEXT:
        check_columns(columns, seen, found.root)
    return SourceLock(
        name, str(found.root), columns.id, columns.text, tuple(shards), columns.date, columns.meta, found.kind,
        columns.group,
    )  # fmt: skip


def lock_each(name: str, found: Found, columns: Columns) -> Iterator[tuple[Mapping[str, object], ShardLock]]:
    """What `lock_shard` gives of every shard, in order."""

    def lock_one(item: tuple[str, Place]) -> tuple[Mapping[str, object], ShardLock]:
        return lock_shard(name, item[0], item[1], columns)

    if not isinstance(found.root, RemoteFolder):
        yield from map(lock_one, found.shards.items())
        return
    pool = ThreadPoolExecutor(THREADS)
    try:
        yield from pool.map(lock_one, found.shards.items())
    finally:
        pool.shutdown(cancel_futures=True)  # whoever interrupts does not wait for six hundred shards


def check_columns(columns: Columns, seen: Sequence[Mapping[str, object]], root: Path | RemoteFolder) -> None:
    """Raises BadInputError unless some shard has all the columns; one that lacks some is quarantined by the build."""
    if any(set(columns.names) <= set(found) for found in seen):
        return
    known = sorted({column for found in seen for column in found})
    raise BadInputError(
        f"No readable shard of {root} has the columns {' and '.join(map(repr, columns.names))}. "
        f"Columns found: {name_culprits(known) or 'none, no shard can be read'}. "
        "Name the right ones with --id-column, --text-column, --date-column, --group-column and --meta-column."
    )


def lock_shard(source: str, name: str, place: Place, columns: Columns) -> tuple[Mapping[str, object], ShardLock]:
    """The columns a shard has, and its lock."""
    seen: Mapping[str, object] = {}
    rows, read_sha256, identity = None, "", Identity(0)
    try:
        identity = identity_of(place)
        with open_shard(place) as shard:
            seen, rows = shard.columns, shard.count_rows()
            read_sha256 = shard.digest(columns)
    except UnreadableShardError as error:
        rows = None
        LOGGER.warning("Shard %s cannot be read: %s. It is locked; a build will quarantine it.", place.path, error)
    lock = ShardLock(
        source, name, str(place.root), place.path, identity.size_bytes,
        whole_sha256(place, read_sha256), read_sha256, rows,
        columns.id, columns.text, columns.date, columns.meta, place.kind, place.first, place.last,
        columns.group, identity.etag,
    )  # fmt: skip
    return seen, lock


def whole_sha256(place: Place, read_sha256: str) -> str:
    """SHA-256 of the whole shard: what was read when that was all of it; "" where it would have to be fetched."""
    if place.kind is Kind.TEXT or (place.kind is Kind.JSONL and read_sha256):
        return read_sha256
    return "" if isinstance(place.root, RemoteFolder) else hash_file(place.file)


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
    # Said only where it is not the default: a lock of parquet with two columns reads as it always did.
    lines += [f"date_column = {quote(lock.date_column)}"] if lock.date_column else []
    lines += [f"group_column = {quote(lock.group_column)}"] if lock.group_column else []
    lines += [f"meta_columns = [{', '.join(map(quote, lock.meta_columns))}]"] if lock.meta_columns else []
    lines += [f"kind = {quote(lock.kind)}"] if lock.kind is not Kind.PARQUET else []
    for shard in lock.shards:
        lines += ["", "[[shards]]", f"name = {quote(shard.name)}", f"path = {quote(shard.path)}"]
        lines += [f"first = {quote(shard.first)}", f"last = {quote(shard.last)}"] if lock.kind is Kind.TEXT else []
        lines += [f"bytes = {shard.bytes}"]
        lines += [f"etag = {quote(shard.etag)}"] if shard.etag else []
        lines += [f"sha256 = {quote(shard.sha256)}", f"read_sha256 = {quote(shard.read_sha256)}"]
        lines += [] if shard.rows is None else [f"rows = {shard.rows}"]
    return "\n".join(lines) + "\n"


def portable_root(home: Path, root: str) -> str:
    """`root` relative to the home when it lies near it, so that a committed lock works in another checkout."""
    if is_url(root):
        return root
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
    root = typed(raw, "root", str)
    root = check_url(root) if is_url(root) else str((home.resolve() / root).resolve())
    columns, kind = parse_columns(raw), Kind(typed(raw, "kind", str) if "kind" in raw else Kind.PARQUET)
    shards = [parse_shard(entry, name, root, columns, kind) for entry in typed(raw, "shards", list)]
    if not shards:
        raise ValueError("it holds no shard")
    for shard in shards:
        check_shard_name(shard.name, shard.path)
    if repeated := sorted(repeats([shard.name for shard in shards])):
        raise ValueError(f"shards named twice: {name_culprits(repeated)}")
    ordered = tuple(sorted(shards, key=lambda shard: shard.name))
    return SourceLock(name, root, columns.id, columns.text, ordered, columns.date, columns.meta, kind, columns.group)


def parse_columns(raw: dict[str, Any]) -> Columns:
    """The columns of a lock. Raises KeyError or TypeError."""
    meta = typed(raw, "meta_columns", list) if "meta_columns" in raw else []
    if not all(isinstance(column, str) for column in meta):
        raise TypeError("meta_columns holds something that is not str")
    date = typed(raw, "date_column", str) if "date_column" in raw else None
    group = typed(raw, "group_column", str) if "group_column" in raw else None
    return Columns(typed(raw, "id_column", str), typed(raw, "text_column", str), date, tuple(meta), group)


def parse_shard(entry: dict[str, Any], source: str, root: str, columns: Columns, kind: Kind) -> ShardLock:
    """One shard of a lock. Raises KeyError, TypeError or ValueError."""
    first, last = (typed(entry, key, str) if kind is Kind.TEXT else "" for key in ("first", "last"))
    return ShardLock(
        source, typed(entry, "name", str), root, inside(typed(entry, "path", str)), typed(entry, "bytes", int),
        typed(entry, "sha256", str), typed(entry, "read_sha256", str),
        typed(entry, "rows", int) if "rows" in entry else None,
        columns.id, columns.text, columns.date, columns.meta, kind, first, last, columns.group,
        typed(entry, "etag", str) if "etag" in entry else "",
    )  # fmt: skip


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
