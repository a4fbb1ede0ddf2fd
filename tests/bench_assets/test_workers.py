"""The same answers from one process and from two, and none left behind by a dead build."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench_assets.progress import heard_by, say
from bench_assets.workers import Workers
from scoring.errors import DocketbenchError

ROOT = Path(__file__).resolve().parents[2]
CALLS = [(7, 2), (9, 4), (5, 5)]
QUOTIENTS = [(1, 0), (2, 1), (3, 1)]  # of the calls, sorted
# Two workers inherit this process's standard output; each says that it runs, then waits for ever.
ORPHANED = """
import os, signal
from bench_assets.workers import Workers
if __name__ == "__main__":
    with Workers(2) as workers:
        assert list(workers.run_all(os.write, [(1, b"x"), (1, b"x")])) == [1, 1]
        list(workers.run_all(signal.pause, [(), ()]))
"""


def test_one_worker_answers_in_order_and_in_this_process():
    with Workers(1) as workers:
        assert list(workers.run_all(divmod, CALLS)) == [(3, 1), (2, 1), (1, 0)]
        assert set(workers.run_all(os.getpid, [(), ()])) == {os.getpid()}


def test_two_workers_answer_every_call_in_other_processes_and_pass_on_what_is_raised():
    with Workers(2) as workers:
        assert sorted(workers.run_all(divmod, CALLS)) == QUOTIENTS
        assert os.getpid() not in set(workers.run_all(os.getpid, [(), ()]))
        with pytest.raises(ZeroDivisionError):
            list(workers.run_all(divmod, [(1, 1), (1, 0), (2, 1)]))
        assert sorted(workers.run_all(divmod, CALLS)) == QUOTIENTS  # an exception does not break the pool


def act(part: str, told: str) -> None:
    """Ends its worker as soon as another worker says that it will not end when asked to."""
    if part == "ends":
        Path(told).read_bytes()
        os._exit(1)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path(told).write_bytes(b"x")
    signal.pause()


def test_a_killed_worker_is_one_sentence_and_the_others_end_with_it(tmp_path: Path):
    os.mkfifo(tmp_path / "told")
    calls = [(part, str(tmp_path / "told")) for part in ("ends", "stays")]
    with (
        Workers(2) as workers,
        pytest.raises(DocketbenchError, match=r"A worker process was killed.*What was built is kept"),
    ):
        list(workers.run_all(act, calls))
    assert multiprocessing.active_children() == []


def test_one_worker_passes_on_what_is_raised():
    with Workers(1) as workers, pytest.raises(ZeroDivisionError):
        list(workers.run_all(divmod, [(1, 0)]))


def test_a_single_call_starts_no_process():
    with Workers(8) as workers:
        assert list(workers.run_all(os.getpid, [()])) == [os.getpid()]


def test_no_call_gives_no_result():
    with Workers(2) as workers:
        assert list(workers.run_all(divmod, [])) == []


@pytest.mark.parametrize(("asked", "size"), [(-1, 1), (0, 1), (3, 3)])
def test_there_is_at_least_one_worker(asked: int, size: int):
    assert Workers(asked).size == size


def test_the_workers_of_a_killed_build_end(tmp_path: Path):
    program = tmp_path / "orphaned.py"
    program.write_text(ORPHANED, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, str(program)], env=environment, stdout=subprocess.PIPE) as build:
        assert build.stdout.read(2) == b"xx"
        build.kill()
        # The pipe ends when the last process that could write to it is gone.
        assert build.communicate(timeout=20)[0] == b""


def test_the_progress_of_two_workers_is_heard_in_this_process():
    lines: list[str] = []
    with heard_by(lines.append), Workers(2) as workers:
        assert list(workers.run_all(say, [("facts v1|a: 1 of 2",), ("facts v1|b: 2 of 2",)])) == [None, None]
    assert sorted(lines) == ["facts v1|a: 1 of 2", "facts v1|b: 2 of 2"]


def test_the_progress_of_one_worker_is_heard_once():
    lines: list[str] = []
    with heard_by(lines.append), Workers(1) as workers:
        list(workers.run_all(say, [("one",), ("two",)]))
    assert lines == ["one", "two"]
