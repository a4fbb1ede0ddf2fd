"""Worker processes: the same function over many partitions, results as they come.

Spawned, never forked: Arrow and index threads do not survive a fork. A worker ends when its parent does.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing.queues import SimpleQueue
from typing import Any, Self, TypeVar

from bench_assets.progress import listen, say
from scoring.errors import DocketbenchError

Result = TypeVar("Result")
SPAWN = multiprocessing.get_context("spawn")
PARENT_POLL_SECONDS = 0.5
LINE_POLL_SECONDS = 0.5


class Workers:
    """A pool that starts when there is more than one call to make, and not before."""

    def __init__(self, size: int) -> None:
        self.size = max(1, size)
        self._pool: ProcessPoolExecutor | None = None
        self._lines: SimpleQueue[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def run_all(self, function: Callable[..., Result], calls: Sequence[tuple[Any, ...]]) -> Iterator[Result]:
        """Results of all calls, as they finish; in this process when there is one worker or one call.

        Raises: DocketbenchError: a worker was killed, which the operating system does when memory runs out.
        """
        if self.size == 1 or len(calls) < 2:
            yield from (function(*call) for call in calls)
            return
        if self._pool is None:
            self._lines = SPAWN.SimpleQueue()
            self._pool = ProcessPoolExecutor(
                self.size, mp_context=SPAWN, initializer=begin, initargs=(os.getpid(), self._lines)
            )
        futures = [self._pool.submit(function, *call) for call in calls]
        # Python 3.11 watches over a worker only from the next submission on.
        self._pool.submit(os.getpid)
        try:
            yield from self._results(set(futures))
        except BrokenProcessPool as error:
            # The pool asks the others to terminate and waits for them; a Dagster run takes that for an interrupt.
            for worker in multiprocessing.active_children():
                worker.kill()
            raise DocketbenchError(
                "A worker process was killed, perhaps because memory ran out. What was built is kept: "
                "run the command again, with fewer --workers if it happens again."
            ) from error

    def _results(self, pending: set[Future[Result]]) -> Iterator[Result]:
        while pending:
            # as_completed would keep back what is said until the next call is done.
            done, pending = wait(pending, LINE_POLL_SECONDS, FIRST_COMPLETED)
            while self._lines and not self._lines.empty():
                say(self._lines.get())
            yield from (future.result() for future in done)


def begin(parent: int, lines: SimpleQueue[str]) -> None:
    """What a worker does first: it ends with its parent, and hands it the lines of its progress.

    A line is shorter than what a pipe takes at once, so that a killed worker leaves no half of one.
    """
    end_with_parent(parent)
    listen(lines.put)


def end_with_parent(parent: int) -> None:
    """Ends this process when its parent is gone: a build that was killed must not go on in its workers."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_POLL_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
