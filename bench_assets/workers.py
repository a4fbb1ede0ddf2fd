"""Worker processes: the same function over many partitions, results as they come.

Spawned, never forked: Arrow and index threads do not survive a fork. A worker ends when its parent does.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Self, TypeVar

from scoring.errors import DocketbenchError

Result = TypeVar("Result")
PARENT_POLL_SECONDS = 0.5


class Workers:
    """A pool that starts when there is more than one call to make, and not before."""

    def __init__(self, size: int) -> None:
        self.size = max(1, size)
        self._pool: ProcessPoolExecutor | None = None

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
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(
                self.size, mp_context=context, initializer=end_with_parent, initargs=(os.getpid(),)
            )
        futures = [self._pool.submit(function, *call) for call in calls]
        # Python 3.11 watches over a worker only from the next submission on.
        self._pool.submit(os.getpid)
        try:
            yield from (done.result() for done in as_completed(futures))
        except BrokenProcessPool as error:
            # The pool asks the others to terminate and waits for them; a Dagster run takes that for an interrupt.
            for worker in multiprocessing.active_children():
                worker.kill()
            raise DocketbenchError(
                "A worker process was killed, perhaps because memory ran out. What was built is kept: "
                "run the command again, with fewer --workers if it happens again."
            ) from error


def end_with_parent(parent: int) -> None:
    """Ends this process when its parent is gone: a build that was killed must not go on in its workers."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_POLL_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
