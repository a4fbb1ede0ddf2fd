"""Files and folders that appear whole or not at all.

Belongs here: write to a temporary name beside the target, flush to disk, rename. Does not: any format.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


def write_bytes(path: Path, content: bytes) -> Path:
    """Writes `content` to `path`, making its folder; a reader sees the old file or the new one, never a part."""
    with whole_file(path) as file:
        file.write(content)
    return path


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of `path` at the end of the block, or is gone when that fails."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(descriptor, "wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).chmod(0o644)  # mkstemp makes 0600, which a second user of a shared home could not read
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def write_text(path: Path, text: str) -> Path:
    """`write_bytes` of the text as UTF-8, its line ends as they are."""
    return write_bytes(path, text.encode("utf-8"))


def write_folder(folder: Path, fill: Callable[[Path], None]) -> Path:
    """Calls `fill` on an empty temporary folder, then puts that folder in the place of `folder`.

    A folder cannot be replaced in one step: between two renames there is an instant without one, never half of one.
    """
    folder.parent.mkdir(parents=True, exist_ok=True)
    temporary = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    try:
        fill(temporary)
        temporary.chmod(0o755)
        if folder.exists():
            old = Path(tempfile.mkdtemp(prefix=f".{folder.name}.old.", dir=folder.parent))
            folder.rename(old / "replaced")
            temporary.rename(folder)
            shutil.rmtree(old)
        else:
            temporary.rename(folder)
    except BaseException:
        shutil.rmtree(temporary, ignore_errors=True)
        raise
    sync_folder(folder.parent)
    return folder


def sync_folder(folder: Path) -> None:
    """Makes the renames in a folder survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
