"""One build a home: a lock that the operating system drops with the process, so that a killed build blocks nobody."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from scoring.errors import BadInputError


@contextmanager
def hold_home(home: Path) -> Iterator[None]:
    """Holds the home for this process. Raises BadInputError while another process holds it."""
    folder = home / "lake"
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise BadInputError(
                f"Another build is running in {home}. Wait for it, or give this one a home of its own with --home."
            ) from error
        yield
