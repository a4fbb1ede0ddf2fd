"""Memory of a command and of every process below it, as Linux tells it in /proc.

Belongs here: who belongs to a command, what each holds now, what each held at most. Does not: what is run.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

PROC = Path("/proc")
KIB = 1024
WORKER = b"spawn_main"  # in the command line of a process that multiprocessing spawned


class Held(NamedTuple):
    """Bytes of one process that are in memory: now, and at most so far. Pages that processes share count in each."""

    now: int
    peak: int


def children_of() -> dict[int, list[int]]:
    """The processes of this machine by their parent."""
    found: dict[int, list[int]] = defaultdict(list)
    for entry in PROC.glob("[0-9]*"):
        try:
            status = (entry / "stat").read_text(errors="replace")
        except OSError:
            continue  # it ended meanwhile
        # "pid (name) state parent ...": the name may hold blanks and brackets.
        found[int(status.rpartition(")")[2].split()[1])].append(int(entry.name))
    return found


def tree(root: int) -> list[int]:
    """A process and everything that it started, and that those started."""
    below = children_of()
    found = [root]
    for process in found:
        found.extend(below[process])
    return found


def held(process: int) -> Held | None:
    """What a process holds; None when it ended."""
    try:
        lines = (PROC / str(process) / "status").read_text().splitlines()
    except OSError:
        return None
    fields = dict(line.split(":", 1) for line in lines if line.startswith(("VmHWM:", "VmRSS:")))
    if len(fields) < 2:
        return None  # it is ending: its memory is gone already
    now, peak = (int(fields[name].split()[0]) * KIB for name in ("VmRSS", "VmHWM"))
    return Held(now, peak)


def is_worker(process: int) -> bool:
    """Whether a process is a worker of a pool."""
    try:
        return WORKER in (PROC / str(process) / "cmdline").read_bytes()
    except OSError:
        return False


@dataclass
class Memory:
    """Peaks of a command's processes, from samples.

    Attributes:
        root: the command.
        now: bytes of all processes together, at the last sample.
        peaks: bytes at most of each process, exact up to the last sample that found it.
        workers: which of them are workers.
        tree_peaks: bytes of all together at most, among the samples of each part of the run.
        worker_peaks: the same of the largest one.
    """

    root: int = 0
    now: int = 0
    peaks: dict[int, int] = field(default_factory=dict)
    workers: set[int] = field(default_factory=set)
    tree_peaks: dict[int, int] = field(default_factory=dict)
    worker_peaks: dict[int, int] = field(default_factory=dict)

    @property
    def tree_peak(self) -> int:
        """Bytes of all processes together at most, among the samples."""
        return max(self.tree_peaks.values(), default=0)

    def sample(self, root: int, part: int) -> None:
        """Looks once. `part` is the part of the run that it is in, from 0."""
        self.root = root
        total = largest = 0
        for process in tree(root):
            found = held(process)
            if found is None:
                continue
            if process not in self.peaks and is_worker(process):
                self.workers.add(process)
            self.peaks[process] = max(self.peaks.get(process, 0), found.peak)
            total += found.now
            largest = max(largest, found.now)
        self.now = total
        self.tree_peaks[part] = max(self.tree_peaks.get(part, 0), total)
        self.worker_peaks[part] = max(self.worker_peaks.get(part, 0), largest)
