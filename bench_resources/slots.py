"""How many calls of one model may be in flight at once, over all processes of a machine.

Belongs here: slots as locked files, which a killed process gives back by dying. Does not: calls, other machines (there
each machine has its own slots).
"""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

POLL_SECONDS = 0.005  # short beside any model's answer; one waiter of a process looks at a time


class Slots:
    """`n_slots` calls at once. Every process that opens the same folder shares them, whoever comes first."""

    def __init__(self, folder: Path, n_slots: int) -> None:
        """Makes the folder. Raises ValueError for no slot at all."""
        if n_slots < 1:
            raise ValueError(f"{n_slots} slots, expected at least 1")
        folder.mkdir(parents=True, exist_ok=True)
        self._paths = [folder / f"{number}.lock" for number in range(n_slots)]
        self._files: list[int | None] = [None] * n_slots
        self._held = [False] * n_slots
        self._first = os.getpid() % n_slots  # two processes do not try the same slot first
        self._turn: asyncio.Lock | None = None

    @asynccontextmanager
    async def hold(self) -> AsyncIterator[None]:
        """Holds one slot; waits for it."""
        self._turn = self._turn or asyncio.Lock()
        async with self._turn:
            while (number := self.try_take()) is None:  # noqa: ASYNC110 - another process gives slots back
                await asyncio.sleep(POLL_SECONDS)
        try:
            yield
        finally:
            self.give_back(number)

    def try_take(self) -> int | None:
        """A free slot's number, None when all are taken. `give_back` it."""
        n_slots = len(self._paths)
        for step in range(n_slots):
            number = (self._first + step) % n_slots
            if not self._held[number] and self._lock(number):
                self._held[number] = True
                return number
        return None

    def give_back(self, number: int) -> None:
        """Frees a slot that `try_take` gave."""
        file = self._files[number]
        assert file is not None
        fcntl.flock(file, fcntl.LOCK_UN)
        self._held[number] = False

    def close(self) -> None:
        """Closes the files; what is held is free again."""
        for number, file in enumerate(self._files):
            if file is not None:
                os.close(file)
                self._files[number] = None
                self._held[number] = False

    def _lock(self, number: int) -> bool:
        file = self._files[number]
        if file is None:
            file = self._files[number] = os.open(self._paths[number], os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
