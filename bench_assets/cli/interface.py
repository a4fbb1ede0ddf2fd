"""`ui`: the Dagster webserver and daemon of one home, on this machine only.

Belongs here: starting and stopping them. Does not: what they show (bench_assets/definitions.py).
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path

from bench_assets.cli.homes import enter_home
from bench_assets.cli.output import print_json, say, say_next
from scoring.errors import BadInputError, DocketbenchError, ExitCode

ADDRESS = "127.0.0.1"  # the UI has no login
STOP_SECONDS = 10


def serve(home: Path, *, port: int, is_json: bool) -> None:
    """Runs the UI until it is interrupted.

    Raises: BadInputError: the port is taken. DocketbenchError: the UI ended by itself with a failure.
    """
    require_free(port)
    enter_home(home)
    # A session of its own: started in ours, `dagster dev` ignores SIGTERM (Dagster 1.13.27).
    process = subprocess.Popen(command(port), start_new_session=True, stdout=sys.stderr, env=os.environ.copy())  # noqa: S603 - our own arguments
    if is_json:
        print_json({"url": f"http://{ADDRESS}:{port}", "home": str(home), "pid": process.pid})
    say(f"The UI of {home} opens at http://{ADDRESS}:{port} in some seconds. Ctrl-C stops it.")
    say_next("open Lineage for the graph, or an asset's partitions for its tables")
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that both signals end in the same clean stop
    try:
        status = process.wait()
    except KeyboardInterrupt:
        stop(process)
        return
    if status != ExitCode.DONE:
        raise DocketbenchError(f"The UI ended with status {status}; its last lines above say why.")


def command(port: int) -> list[str]:
    """`dagster dev` of this environment over the code location."""
    module = ["-m", "dagster", "dev", "-m", "bench_assets.definitions"]
    return [sys.executable, *module, "--host", ADDRESS, "--port", str(port)]


def require_free(port: int) -> None:
    """Raises BadInputError when something listens on the port already."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError as error:
            raise BadInputError(
                f"Port {port} on {ADDRESS} cannot be used: {error.strerror}. Choose another with --port."
            ) from error


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ends the UI's whole session: asked first, killed after ten seconds."""
    os.killpg(process.pid, signal.SIGTERM)
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
