"""How far a long stage is: a line every few seconds, for whoever runs the build and for the UI.

Belongs here: when a line is due, its words, who hears it. Does not: any stage, any screen, Dagster.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Progress = Callable[[int, int], None]  # documents done, documents in all
Tell = Callable[[str], None]
EVERY_SECONDS = 5.0  # a stage that is done sooner needs no line
_LOGGER = logging.getLogger("docketbench.progress")


def untold(done: int, total: int) -> None:
    """The progress of a stage that nobody watches."""


def documents_told(place: str, tell: Tell, clock: Callable[[], float] = time.monotonic) -> Progress:
    """Progress that becomes a line such as "facts v1|single_hop: 1,200 of 5,300 documents"; see `counted`."""
    return counted(place, tell, clock)


def counted(
    place: str, tell: Tell, clock: Callable[[], float] = time.monotonic, *, noun: str = "documents"
) -> Progress:
    """Progress that becomes a line every few seconds.

    Args:
        place: the asset and its partition.
        tell: called with a line five seconds after the one before, or after now, and not earlier.
        clock: seconds, from anywhere.
        noun: what is counted.
    """
    last = clock()

    def told(done: int, total: int) -> None:
        nonlocal last
        now = clock()
        if now - last >= EVERY_SECONDS:
            last = now
            tell(f"{place}: {done:,} of {total:,} {noun}")

    return told


def say(line: str) -> None:
    """Hands a line to everybody in this process who listens; to nobody, when nobody does."""
    _LOGGER.info("%s", line)


def listen(tell: Tell) -> logging.Handler:
    """Calls `tell` with every line that is said in this process from now on."""
    listener = _Listener(tell)
    _LOGGER.setLevel(logging.INFO)
    _LOGGER.addHandler(listener)
    return listener


@contextmanager
def heard_by(tell: Tell) -> Iterator[None]:
    """Listens for as long as the block runs."""
    listener = listen(tell)
    try:
        yield
    finally:
        _LOGGER.removeHandler(listener)


class _Listener(logging.Handler):
    def __init__(self, tell: Tell) -> None:
        super().__init__()
        self._tell = tell

    def emit(self, record: logging.LogRecord) -> None:
        self._tell(record.getMessage())
