"""One shard of text files: each file is a document, its path without the suffix its id.

Belongs here: the files of a shard, their bytes as text. Does not: which files make a shard (finding.py).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from bench_assets.source.rows import Columns, Faults, HoldsNothing, Rows, Suits, UnreadableShardError

SUFFIX = ".txt"
MAX_FILE_BYTES = 64 << 20  # a document beyond it is an archive in the wrong place
BATCH_FILES = 100


def is_text_file(name: str) -> bool:
    """True for a name that ends in .txt, in any case, and is not hidden."""
    return name.lower().endswith(SUFFIX) and not name.startswith(".")


def doc_id_of(root: Path, file: Path) -> str:
    """The file's path below the source's root, without its suffix."""
    return file.relative_to(root).as_posix()[: -len(SUFFIX)]


def files_between(folder: Path, first: str, last: str) -> list[Path]:
    """The text files of a folder from the name `first` to `last`, both included, by name.

    Raises: UnreadableShardError: the folder cannot be listed.
    """
    try:
        listed = os.listdir(folder)  # noqa: PTH208 - a Path for each name is slow where there are a million
        names = sorted(name for name in listed if first <= name <= last and is_text_file(name))
        return [folder / name for name in names if (folder / name).is_file()]
    except OSError as error:
        raise UnreadableShardError(f"it cannot be opened: {error.strerror}") from error


class TextShard(HoldsNothing):
    """Some text files, a ShardReader."""

    noun = "file"

    def __init__(self, root: Path, files: Sequence[Path]) -> None:
        """`files` lie below `root`."""
        self._root = root
        self._files = files
        self._read = hashlib.sha256()
        self.bytes_read = 0

    @property
    def columns(self) -> Mapping[str, Suits]:
        """None: a text file has no columns."""
        return {}

    def count_rows(self) -> int:
        """One a file."""
        return len(self._files)

    def digest(self, columns: Columns) -> str:  # noqa: ARG002 - a text file is read whole
        """SHA-256 over each file's path, size and content, by path."""
        digest = hashlib.sha256()
        for file in self._files:
            self._take(file, digest)
        return digest.hexdigest()

    def batches(self, columns: Columns) -> Iterator[Rows]:  # noqa: ARG002 - as above
        """The files, a hundred at a time."""
        self._read = hashlib.sha256()
        faults = Faults(self.noun)
        for start in range(0, len(self._files), BATCH_FILES):
            batch = self._files[start : start + BATCH_FILES]
            names = [doc_id_of(self._root, file) for file in batch]
            texts = [decode(self._take(file, self._read), repr(file.name[:80]), faults) for file in batch]
            nothing = [None] * len(batch)
            yield Rows([repr(file.name[:80]) for file in batch], names, texts, nothing, nothing, nothing)
        faults.check()

    def digest_read(self) -> str:
        """What `digest` gives, once `batches` is exhausted."""
        return self._read.hexdigest()

    def _take(self, file: Path, digest: hashlib._Hash) -> bytes:
        try:
            with file.open("rb") as opened:
                content = opened.read(MAX_FILE_BYTES + 1)
        except OSError as error:
            raise UnreadableShardError(f"file {file.name[:80]!r} cannot be opened: {error.strerror}") from error
        self.bytes_read += len(content)
        name = doc_id_of(self._root, file).encode("utf-8", "surrogateescape")
        digest.update(b"%d %d\0" % (len(name), len(content)) + name + content)
        return content


def decode(content: bytes, name: str, faults: Faults) -> str | None:
    """The text, without a byte order mark; None when it is none, which is noted in `faults`."""
    if len(content) > MAX_FILE_BYTES:
        faults.note(f"over {MAX_FILE_BYTES >> 20} MB", name)
        return None
    if b"\0" in content:
        faults.note("with NUL bytes, perhaps UTF-16", name)
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        faults.note("with bad UTF-8", name)
        return None
