"""A server for tests as a program: it runs a command that is told the address, or prints the address and waits.

Belongs here: signals, the environment, the exit status. Does not: any server.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

INTERRUPTED = 128  # and the signal's number: how a shell tells that a signal ended a command


def serve(server: AbstractContextManager[str], variable: str, command: Sequence[str]) -> int:
    """The exit status: the command's own, or 0 when the wait for SIGINT or SIGTERM is over.

    Args:
        server: gives the address while it is up.
        variable: of the command's environment, that holds the address.
        command: to be run beside it; without one the address is printed.
    """
    with end_awaited() as told, server as url:
        if command:
            return run(command, {**os.environ, variable: url}, told)
        sys.stdout.write(f"{url}\n")
        sys.stdout.flush()
        told.wait()
        return 0


@contextmanager
def end_awaited() -> Iterator[threading.Event]:
    """Set by SIGINT and SIGTERM, of which the latter would leave the server behind."""
    told = threading.Event()
    usual = {name: signal.signal(name, lambda *_: told.set()) for name in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield told
    finally:
        for name, handler in usual.items():
            signal.signal(name, handler)


def run(command: Sequence[str], environment: dict[str, str], told: threading.Event) -> int:
    """The command's exit status. It is told to end when this process is."""
    process = subprocess.Popen(command, env=environment)

    def tell() -> None:
        process.wait()
        told.set()

    threading.Thread(target=tell, daemon=True).start()
    told.wait()
    process.terminate()  # does nothing to one that has ended
    status = process.wait()
    return status if status >= 0 else INTERRUPTED - status
