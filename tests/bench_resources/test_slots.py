"""Slots bound what is in flight over all processes, and a dead process gives its own back."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from bench_resources.slots import Slots

HOLDER = """
import sys, time
from pathlib import Path
from bench_resources.slots import Slots
slots = Slots(Path(sys.argv[1]), 3)
print([slots.try_take() is not None for _ in range(2)], flush=True)
sys.stdin.read()
"""


def test_no_more_are_given_than_there_are(tmp_path: Path) -> None:
    one, other = Slots(tmp_path / "slots", 2), Slots(tmp_path / "slots", 2)  # as two processes: two open files
    first, second = one.try_take(), other.try_take()
    assert {first, second} == {0, 1}
    assert one.try_take() is None
    assert other.try_take() is None
    one.give_back(first)
    assert other.try_take() == first
    one.close()
    other.close()
    again = Slots(tmp_path / "slots", 2)
    assert again.try_take() is not None
    again.close()


def test_a_killed_process_gives_its_slots_back(tmp_path: Path) -> None:
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdout.readline() == "[True, True]\n"
    slots = Slots(tmp_path, 3)
    held = [slots.try_take(), slots.try_take()]
    assert sum(number is not None for number in held) == 1
    os.kill(holder.pid, signal.SIGKILL)
    holder.communicate()
    assert slots.try_take() is not None
    assert slots.try_take() is not None
    slots.close()


def test_waiters_take_turns(tmp_path: Path) -> None:
    async def run() -> int:
        slots = Slots(tmp_path, 2)
        held = most = 0

        async def call() -> None:
            nonlocal held, most
            async with slots.hold():
                held += 1
                most = max(most, held)
                await asyncio.sleep(0)
                held -= 1

        await asyncio.gather(*(call() for _ in range(20)))
        slots.close()
        return most

    assert asyncio.run(run()) == 2


def test_no_slot_at_all_is_a_fault(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="0 slots, expected at least 1"):
        Slots(tmp_path, 0)
