"""A server for tests as a program: its command hears the address, its status is the command's, and a signal ends both."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.serving import serve

ROOT = Path(__file__).resolve().parents[1]
# A server that says when it goes down, and a command that says that it runs.
PROGRAM = """
import contextlib, sys
from tests.serving import serve
@contextlib.contextmanager
def server():
    yield "http://127.0.0.1:1/v1"
    print("down", flush=True)
sys.exit(serve(server(), "WHERE", sys.argv[1:]))
"""
WAITING = [sys.executable, "-c", "import os; print(os.environ['WHERE'], flush=True); input()"]


@contextmanager
def server(seen: list[str]) -> Iterator[str]:
    seen.append("up")
    yield "http://127.0.0.1:1/v1"
    seen.append("down")


def command(program: str) -> list[str]:
    return [sys.executable, "-c", program]


@pytest.mark.parametrize(
    ("program", "status"),
    [
        ("pass", 0),
        ("raise SystemExit(7)", 7),
        ("import os; raise SystemExit(os.environ['WHERE'] != 'http://127.0.0.1:1/v1')", 0),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", 128 + 9),
    ],
    ids=["done", "failed", "told the address", "killed"],
)
def test_the_status_is_that_of_the_command(program: str, status: int):
    seen: list[str] = []
    assert serve(server(seen), "WHERE", command(program)) == status
    assert seen == ["up", "down"]


def test_signals_mean_afterwards_what_they_meant_before():
    before = [signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)]
    serve(server([]), "WHERE", command("pass"))
    assert [signal.getsignal(name) for name in (signal.SIGINT, signal.SIGTERM)] == before


@pytest.mark.parametrize("name", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(("beside", "status"), [([], 0), (WAITING, 128 + 15)], ids=["alone", "with a command"])
def test_a_signal_ends_the_command_and_then_the_server(name: signal.Signals, beside: list[str], status: int):
    process = subprocess.Popen(
        [*command(PROGRAM), *beside], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout
    assert process.stdout.readline() == "http://127.0.0.1:1/v1\n"
    process.send_signal(name)
    assert process.communicate(timeout=10)[0] == "down\n"
    assert process.returncode == status
