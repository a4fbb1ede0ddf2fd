"""Files that are read in pieces, wherever they lie: how big they are, and the bytes of a range.

Belongs here: the interface, files of this machine. Does not: stores on the network (remote.py), any format.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol


class Ranges(Protocol):
    """One open file. Its methods raise OSError, whose `strerror` is one clause."""

    @property
    def size(self) -> int:
        """Bytes of the whole file."""

    @property
    def block_bytes(self) -> int:
        """How much to take at once when the file is read from its beginning to its end."""

    def read_at(self, start: int, length: int) -> bytes:
        """`length` bytes from `start`, fewer only where the file ends."""

    def close(self) -> None:
        """Lets go of the file; again is harmless."""


Opener = Callable[[], Ranges]


class LocalRanges:
    """A file of this machine."""

    block_bytes = 1 << 20

    def __init__(self, path: Path) -> None:
        """Raises OSError when it cannot be opened."""
        self._descriptor: int | None = os.open(path, os.O_RDONLY)
        self.size = os.fstat(self._descriptor).st_size

    def read_at(self, start: int, length: int) -> bytes:
        """`length` bytes from `start`, fewer only where the file ends."""
        parts = []
        while self._descriptor is not None and length > 0 and (part := os.pread(self._descriptor, length, start)):
            parts.append(part)
            start, length = start + len(part), length - len(part)
        return b"".join(parts)

    def close(self) -> None:
        """Closes the descriptor; again is harmless."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
