"""One build a home, and nobody blocked by the dead."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench_assets.exclusive import hold_home
from scoring.errors import BadInputError

HOLDER = """
import sys
from pathlib import Path
from bench_assets.exclusive import hold_home
with hold_home(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the home until its standard input is closed."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_second_build_is_refused_and_told_what_to_do(tmp_path: Path, holder: subprocess.Popen[str]):
    with pytest.raises(BadInputError) as refused, hold_home(tmp_path):
        pass
    assert str(refused.value) == (
        f"Another build is running in {tmp_path}. Wait for it, or give this one a home of its own with --home."
    )


def test_another_home_is_free(tmp_path: Path, holder: subprocess.Popen[str]):
    with hold_home(tmp_path / "other"):
        assert holder.poll() is None


def test_the_home_of_a_killed_build_is_free(tmp_path: Path, holder: subprocess.Popen[str]):
    holder.kill()
    holder.wait()
    with hold_home(tmp_path):
        pass


def test_a_home_is_free_after_a_build_that_failed(tmp_path: Path):
    with pytest.raises(ZeroDivisionError), hold_home(tmp_path):
        raise ZeroDivisionError
    with hold_home(tmp_path):
        pass
