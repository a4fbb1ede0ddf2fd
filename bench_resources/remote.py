"""Folders of files on a store in the network, by URL: what lies there, its identity, and ranges of its bytes.

Belongs here: which URLs are taken, trying again, faults in one clause. Does not: what each store speaks (stores.py),
any file format. Credentials come from the environment, as each store's library reads them; none is kept or told.
"""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TypeVar
from urllib.parse import urlsplit

from bench_resources.stores import CLASSES, RemoteFile, Store
from scoring.errors import BadInputError

URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")
PAUSES = (1.0, 4.0, 15.0)  # seconds before the second, third and fourth attempt
PIECE_BYTES = 32 << 20  # of one request: what fails is asked for again
ENDPOINT_VARIABLES = ("HF_ENDPOINT", "AWS_ENDPOINT_URL_S3", "AWS_ENDPOINT_URL")
MAX_STORES = 64  # as many as a process has open; a source has one
Got = TypeVar("Got")


class RemoteError(OSError):
    """A store did not give what was asked for. `strerror` is one clause, without URLs: those may be signed."""

    def __init__(self, clause: str) -> None:
        super().__init__(errno.EIO, clause)


def is_url(text: str) -> bool:
    """True for a URL, which says where it lies; a path of this machine does not."""
    return URL.match(text) is not None


def check_url(url: str) -> str:
    """`url` itself, without a slash at its end, when it can be a source.

    Raises: BadInputError: a store that is not known, a part that may hold a secret. The URL itself is not repeated.
    """
    scheme = url.partition("://")[0].lower()
    if "::" in url or scheme not in CLASSES:
        raise BadInputError(
            f"A source cannot lie at {scheme[:20]}://: give a path of this machine, or a URL that begins with one of "
            f"{', '.join(f'{known}://' for known in sorted(CLASSES))}."
        )
    has_password = ":" in urlsplit(url).netloc.rpartition("@")[0]
    if has_password or "?" in url or "#" in url:
        raise BadInputError(
            f"The {scheme}:// URL holds a password, a query or a fragment, which would be written into the lock. Leave "
            "it out: credentials are read from the environment (HF_TOKEN, AWS_ACCESS_KEY_ID and what else the store's "
            "library knows)."
        )
    return f"{scheme}{url[len(scheme) :].rstrip('/')}"


@dataclass(frozen=True)
class RemoteFolder:
    """A folder of a store.

    Attributes:
        url: where it lies, checked by `check_url`.
        pauses: seconds before each further attempt.
    """

    url: str
    pauses: tuple[float, ...] = field(default=PAUSES, compare=False)

    def __str__(self) -> str:
        return self.url

    def pinned(self) -> RemoteFolder:
        """This folder as it stands now, where the store has versions of it. Raises RemoteError."""
        return RemoteFolder(self._patiently(self._store.pinned_url), self.pauses)

    def files(self) -> list[RemoteFile]:
        """Every file below the folder, by path; of a URL that is a file, that one with the path "".

        Raises: RemoteError: also when there is none.
        """
        return sorted(self._patiently(self._store.files), key=lambda file: file.path)

    def look(self, path: str) -> RemoteFile:
        """What the store says now of one file below the folder. Raises RemoteError."""
        return self._patiently(lambda: self._store.look(path))

    def open(self, path: str) -> RemoteRanges:
        """One file below the folder. Raises RemoteError."""
        size = self.look(path).size_bytes
        read = self._patiently(lambda: self._store.reader(path))
        return RemoteRanges(size, lambda start, length: self._patiently(lambda: whole(read(start, length), length)))

    @property
    def _store(self) -> Store:
        return store_at(self.url, tuple(os.environ.get(name) for name in ENDPOINT_VARIABLES))

    def _patiently(self, ask: Callable[[], Got]) -> Got:
        """What `ask` gives, asked again after a pause where another attempt may help."""
        for pause in (*self.pauses, None):
            try:
                return ask()
            except self._store.errors as error:
                fault = self._store.fault_of(error)
                if pause is None or not fault.may_pass:
                    attempts = f", in {len(self.pauses) + 1} attempts" if fault.may_pass else ""
                    raise RemoteError(f"{fault.clause}{attempts}") from error
            time.sleep(pause)
        raise AssertionError


class RemoteRanges:
    """An open file of a store, as Ranges."""

    block_bytes = 8 << 20  # each is a request

    def __init__(self, size: int, read: Callable[[int, int], bytes]) -> None:
        """`read` gives a range whole or raises RemoteError."""
        self.size = size
        self._read = read

    def read_at(self, start: int, length: int) -> bytes:
        """`length` bytes from `start`, fewer only where the file ends. Raises RemoteError."""
        end = min(start + length, self.size)
        pieces = range(start, end, PIECE_BYTES)
        return b"".join(self._read(piece, min(PIECE_BYTES, end - piece)) for piece in pieces)

    def close(self) -> None:
        """Nothing is kept open."""


def whole(content: bytes, length: int) -> bytes:
    """`content` itself. Raises ConnectionError when its length is wrong: a torn answer is asked for again."""
    if len(content) != length:
        raise ConnectionError(f"{len(content):,} of {length:,} bytes came")
    return content


@lru_cache(maxsize=MAX_STORES)
def store_at(url: str, endpoints: tuple[str | None, ...]) -> Store:  # noqa: ARG001 - another endpoint is another store
    """The store of a URL, opened once a process. Raises BadInputError when its library is not installed."""
    return CLASSES[url.partition("://")[0]](url)
