"""Which files a path offers as shards: of one kind, each under a name of its own.

Belongs here: looking through folders, naming shards. Does not: opening a file (readers.py), locks (locks.py).
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path, PurePosixPath

from bench_assets.source.readers import Place
from bench_assets.source.rows import MAX_ID_CHARS, Kind, is_usable_id
from bench_assets.source.shards import MAGIC
from bench_assets.source.textfiles import doc_id_of
from bench_resources.remote import RemoteError, RemoteFolder, check_url, is_url
from scoring.errors import BadInputError, name_culprits

SUFFIXES: Mapping[str, Kind] = {
    ".parquet": Kind.PARQUET,
    ".jsonl": Kind.JSONL,
    ".jsonl.gz": Kind.JSONL,
    ".txt": Kind.TEXT,
}
LOCAL = "file://"
WANTED = "a .parquet, .jsonl, .jsonl.gz or .txt file, or a folder of files of one of these kinds"
FOLDER_MARK = "~"  # stands in a shard's name where its path has a slash, which Dagster and the lake keep for themselves
UNSAFE_IN_KEYS = ("|", ",", "...", "/", "\\", "[", "]")  # Dagster splits and slices partition keys at these
MAX_NAME_BYTES = 200  # a name is a file in the lake, where a file's name has 255 bytes at most
MAX_FILES_IN_SHARD = 2000  # as many documents as a shard of a large release has; each shard lists its whole folder
ROOT_NAME = "files"  # the shard of the text files that lie in no subfolder


@dataclass(frozen=True)
class Found:
    """The shards of a path.

    Attributes:
        root: the absolute folder that the shards' paths are relative to, or the one on a store.
        kind: of all of them.
        shards: place by name, by name.
        passed_over: how many files are not read, by what they are.
    """

    root: Path | RemoteFolder
    kind: Kind
    shards: Mapping[str, Place]
    passed_over: Mapping[str, int] = field(default_factory=dict)


def find_shards(given: str | Path) -> Found:
    """The shard at a path or URL, or those in that folder.

    Shards of parquet and JSONL that lie in the folder itself are the source; only when there is none are they looked
    for in the folders below it. Text files are taken from every level. Hidden files and folders are not looked at.

    Raises: BadInputError: nothing to read, files of several kinds, a name that cannot be a partition key or an id.
    """
    if is_url(str(given)) and not str(given).startswith(LOCAL):
        return find_remote(check_url(str(given)))
    return find_local(Path(str(given).removeprefix(LOCAL)))


def find_local(path: Path) -> Found:
    """The shards at a path of this machine. Raises BadInputError."""
    if path.is_file():
        kind = kind_of(path.name) or sniffed(path)
        if kind is None:
            raise BadInputError(f"{path} is no source: its name does not say what it is. Give {WANTED}.")
        return Found(path.parent.resolve(), kind, shards_of(path.parent.resolve(), [path.name], kind))
    if not path.is_dir():
        raise BadInputError(f"{path} does not exist. Give {WANTED}.")
    root = path.resolve()
    return found_of(root, list(walk(root)), str(path))


def find_remote(url: str) -> Found:
    """The shards at a URL, at the version that they have now where the store has versions. Raises BadInputError."""
    try:
        folder = RemoteFolder(url).pinned()
        paths = [file.path for file in folder.files()]
    except RemoteError as error:
        raise BadInputError(f"{url} cannot be listed: {error.strerror}.") from error
    if paths == [""]:  # the URL is a file
        root, _, name = folder.url.rpartition("/")
        folder, paths = RemoteFolder(root), [name]
    hidden = [path for path in paths if any(part.startswith(".") for part in path.split("/"))]
    found = found_of(folder, sorted(set(paths) - set(hidden)), url)
    if found.kind is Kind.TEXT:
        raise BadInputError(
            f"{url} holds text files, which are read from folders of this machine only: each would be a request. "
            "Copy the folder, or write its documents into JSONL or parquet files."
        )
    return found


def found_of(root: Path | RemoteFolder, files: Sequence[str], path: str) -> Found:
    """The shards among the files of a folder; `path` is what it is called in messages. Raises BadInputError."""
    read, passed_over = choose(files)
    kinds = Counter(kind for kind in map(kind_of, read) if kind is not None)
    if not kinds:
        raise BadInputError(f"{path} holds no file to read. Give {WANTED}.")
    if len(kinds) > 1:
        raise BadInputError(
            f"{path} holds files of several kinds: {told(kinds)}. A source is of one kind: "
            "move the others away, or give the folder of one of them."
        )
    (kind,) = kinds
    return Found(root, kind, shards_of(root, [name for name in read if kind_of(name) is kind], kind), passed_over)


def kind_of(name: str) -> Kind | None:
    """What a file is by the end of its name, in any case; None for a hidden or another file."""
    if PurePosixPath(name).name.startswith("."):
        return None
    return next((kind for suffix, kind in SUFFIXES.items() if name.lower().endswith(suffix)), None)


def sniffed(path: Path) -> Kind | None:
    """PARQUET for a file that begins like one, whatever it is called."""
    with path.open("rb") as opened:
        return Kind.PARQUET if opened.read(len(MAGIC)) == MAGIC else None


def walk(root: Path) -> Iterator[str]:
    """Every file below a folder, relative to it, sorted; links to folders and hidden folders are not followed."""
    for folder, inner, names in os.walk(root):
        inner[:] = sorted(name for name in inner if not name.startswith("."))
        prefix = Path(folder).relative_to(root)
        yield from sorted((prefix / name).as_posix() for name in names if Path(folder, name).is_file())


def choose(files: Sequence[str]) -> tuple[list[str], dict[str, int]]:
    """The files to read, and how many are passed over by what they are."""
    known = [name for name in files if kind_of(name) is not None]
    direct = [name for name in known if "/" not in name]
    has_shards = any(kind_of(name) is not Kind.TEXT for name in direct)
    read = direct if has_shards else known
    passed_over = Counter("other files" for name in files if kind_of(name) is None)
    passed_over.update("files in subfolders" for _ in range(len(known) - len(read)))
    return read, dict(passed_over)


def told(kinds: Mapping[Kind, int]) -> str:
    """Return "2 parquet, 1 text"."""
    return ", ".join(f"{kinds[kind]:,} {kind}" for kind in Kind if kind in kinds)


def shards_of(root: Path | RemoteFolder, files: Sequence[str], kind: Kind) -> dict[str, Place]:
    """Place by shard name, by name. Names that two shards would share get a hash of their path."""
    if kind is Kind.TEXT and isinstance(root, Path):
        found = list(text_shards(root, files))
    else:
        found = list(file_shards(root, files, kind))
    times = Counter(name for name, _ in found)
    named = {
        name if times[name] == 1 else f"{name}-{hashlib.sha256(_identity(place)).hexdigest()[:8]}": place
        for name, place in found
    }
    for name, place in named.items():
        check_shard_name(name, place.path)
    return dict(sorted(named.items()))


def _identity(place: Place) -> bytes:
    return f"{place.path}\0{place.first}".encode("utf-8", "surrogateescape")


def file_shards(root: Path | RemoteFolder, files: Sequence[str], kind: Kind) -> Iterator[tuple[str, Place]]:
    """Each file is a shard, called by its path without its suffix."""
    for file in files:
        suffixes = [end for end in SUFFIXES if file.lower().endswith(end)] or [PurePosixPath(file).suffix]
        yield file[: len(file) - len(suffixes[0])].replace("/", FOLDER_MARK), Place(kind, root, file)


def text_shards(root: Path, files: Sequence[str]) -> Iterator[tuple[str, Place]]:
    """The text files of one folder are a shard; of over two thousand, each two thousand by name."""
    unusable = [name for name in files if not is_usable_id(doc_id_of(root, root / name))]
    if unusable:
        raise BadInputError(
            f"{len(unusable):,} files have paths that cannot be ids: "
            f"{name_culprits([ascii(name[:80]) for name in unusable])}. "
            f"Rename them: no blanks round the path, no unprintable characters, at most {MAX_ID_CHARS} characters."
        )
    if len(files) == 1 and "/" not in files[0]:
        yield files[0][: -len(".txt")], Place(Kind.TEXT, root, ".", files[0], files[0])
        return
    by_folder = sorted((PurePosixPath(file).parent.as_posix(), PurePosixPath(file).name) for file in files)
    for folder, group in groupby(by_folder, key=lambda pair: pair[0]):
        names = [name for _, name in group]
        label = ROOT_NAME if folder == "." else folder.replace("/", FOLDER_MARK)
        parts = range(0, len(names), MAX_FILES_IN_SHARD)
        for number, start in enumerate(parts, 1):
            part = names[start : start + MAX_FILES_IN_SHARD]
            name = label if len(parts) == 1 else f"{label}-{number:05d}"
            yield name, Place(Kind.TEXT, root, folder, part[0], part[-1])


def check_shard_name(name: str, path: str) -> None:
    """Raises BadInputError for a shard whose name cannot be a partition key."""
    has_unsafe = any(mark in name for mark in UNSAFE_IN_KEYS) or not name.isprintable()
    if has_unsafe or not name or len(name.encode()) > MAX_NAME_BYTES:
        raise BadInputError(
            f"Shard {path[:80]!r} cannot be a partition key: its name is over {MAX_NAME_BYTES} bytes, or "
            f"holds one of {' '.join(UNSAFE_IN_KEYS)} or an unprintable character. Rename the file and add it again."
        )
