"""A million documents through the source stage of a real build: time, rate, and memory from beginning to end.

Belongs here: planting the corpus, running `docketbench build --only source` over a tenth of it and over all of it, and
watching both. Does not: whether the rows are right (the tests), ratios to other scans (bench_corpus.py).
What is measured goes to stderr; the last line, on stdout, is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from bench_resources.lake import Lake
from benchmarks.process_tree import PROC, Memory
from benchmarks.scan_corpus import Plan, Written, write_shard

DOCUMENTS = 1_000_000
GROWTH = 10  # the first run scans so many times less
TENTHS = 10
# Parquet and lake of one document of 4.5 KB, measured at 20,000: 0.9 KB each and 0.2 KB of tables beside; doubled.
DISK_BYTES = 4_000
SAMPLE_SECONDS = 0.2
SAY_SECONDS = 15.0
RELEASE, SOURCE = "scan", "planted"
TABLES = ("documents", "document_quality", "entity_mentions")


class Scan(NamedTuple):
    """One run of the source stage."""

    n_shards: int
    n_documents: int
    n_skipped: int
    n_mentions: int
    seconds: float
    memory: Memory


class Clock:
    """Progress with the time that is left, said now and then."""

    def __init__(self, what: str, total: int) -> None:
        self._what, self._total = what, total
        self._started = self._said = time.monotonic()

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.monotonic() - self._started

    def tell(self, done: int, more: str = "") -> None:
        """Says how far it is, when it is time to."""
        if time.monotonic() - self._said < SAY_SECONDS:
            return
        self._said = time.monotonic()
        left = f"{self.seconds * (self._total - done) / done:,.0f} s left" if done else "time left unknown"
        say(f"{self._what}: {done:,} of {self._total:,} shards, {self.seconds:,.0f} s, {left}{more}")


def say(line: str) -> None:
    """Progress, to stderr."""
    print(line, file=sys.stderr, flush=True)


def plant(plan: Plan, workers: int) -> tuple[Written, float]:
    """Writes every shard, in processes; what they hold together, and the seconds it took."""
    plan.folder.mkdir(parents=True)
    clock = Clock("planting", plan.n_shards)
    written: list[Written] = []
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        for future in as_completed(pool.submit(write_shard, plan, shard) for shard in range(plan.n_shards)):
            written.append(future.result())
            clock.tell(len(written))
    return Written(*map(sum, zip(*written, strict=True))), clock.seconds


def make_home(home: Path, plan: Plan, n_shards: int) -> None:
    """A home with the first shards as its source, and a release over them."""
    folder = home / "corpus"
    folder.mkdir(parents=True)
    for shard in range(n_shards):
        os.link(plan.path(shard), folder / plan.path(shard).name)
    columns = ("--id-column", "doc_id", "--text-column", "text_content")
    for command in (("source", "add", SOURCE, str(folder), *columns), ("release", "new", RELEASE, "--source", SOURCE)):
        subprocess.run(command_line(home, *command), check=True, capture_output=True, env=environment(home))


def command_line(home: Path, *arguments: str) -> list[str]:
    """Our command as a process of its own."""
    return [sys.executable, "-m", "bench_assets.cli.main", *arguments, "--json", "--home", str(home)]


def environment(home: Path) -> dict[str, str]:
    """A process serves the home that it was started for."""
    return {**os.environ, "DOCKETBENCH_HOME": str(home), "DAGSTER_HOME": str(home / "dagster")}


def scan(home: Path, plan: Plan, n_shards: int, workers: int) -> Scan:
    """Runs the source stage to its end and watches it.

    Raises: RuntimeError: the build failed, with what it said last; or the lake does not hold every document.
    """
    make_home(home, plan, n_shards)
    command = command_line(home, "build", RELEASE, "--only", "source", "--workers", str(workers))
    clock = Clock(f"scanning {n_shards:,} shards", n_shards)
    with (home / "build.log").open("w+", encoding="utf-8") as log:
        running = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=log, env=environment(home), start_new_session=True
        )
        memory = watch(running, home, clock, n_shards)
        log.seek(0)
        if running.returncode:
            raise RuntimeError(f"The build ended with {running.returncode}: {log.read()[-2_000:]}")
    return counted(home, plan, n_shards, clock.seconds, memory)


def watch(running: subprocess.Popen[bytes], home: Path, clock: Clock, n_shards: int) -> Memory:
    """Samples memory until the command has ended; it ends with us."""
    memory = Memory()
    try:
        while running.poll() is None:
            done = n_published(home)
            memory.sample(running.pid, min(TENTHS - 1, done * TENTHS // n_shards))
            clock.tell(done, f", {memory.now / 1e6:,.0f} MB held")
            time.sleep(SAMPLE_SECONDS)
    finally:
        if running.poll() is None:
            os.killpg(
                running.pid, signal.SIGKILL
            )  # it leads a session of its own; its lake goes with the scratch folder
            running.wait()
    return memory


def n_published(home: Path) -> int:
    """Shards whose last table is in the lake."""
    return sum(1 for _ in (home / "lake" / TABLES[-1] / SOURCE).glob("*.parquet"))


def counted(home: Path, plan: Plan, n_shards: int, seconds: float, memory: Memory) -> Scan:
    """What the lake holds. Raises RuntimeError when it is not every document of the shards."""
    lake = Lake(home)
    n_documents = n_skipped = n_mentions = 0
    for shard in range(n_shards):
        documents, quality, mentions = (lake.footer(table, f"{SOURCE}/{plan.path(shard).stem}") for table in TABLES)
        if documents is None or quality is None or mentions is None or documents.n_rows != quality.n_rows:
            raise RuntimeError(f"Shard {plan.path(shard).stem} lacks a table or the rows of one; look with --keep.")
        n_documents += documents.n_rows
        n_skipped += documents.notes["skipped_no_text"]
        n_mentions += mentions.n_rows
    expected = sum(len(plan.serials(shard)) for shard in range(n_shards))
    if n_documents + n_skipped != expected:
        raise RuntimeError(
            f"The lake accounts for {n_documents + n_skipped:,} documents, expected {expected:,}; look with --keep."
        )
    return Scan(n_shards, n_documents, n_skipped, n_mentions, seconds, memory)


def summary(found: Scan, chars: int) -> dict[str, Any]:
    """One run in numbers."""
    memory = found.memory
    workers = sorted((memory.peaks[process] for process in memory.workers), reverse=True)
    return {
        "documents": found.n_documents,
        "skipped_no_text": found.n_skipped,
        "mentions": found.n_mentions,
        "seconds": round(found.seconds, 1),
        "documents_per_second": round(found.n_documents / found.seconds, 1),
        "text_mb_per_second": round(chars / 1e6 / found.seconds, 2),
        "peak_bytes_by_worker": workers,
        "peak_bytes_command": memory.peaks[memory.root],
        "peak_bytes_tree": memory.tree_peak,
        "peak_bytes_tree_by_tenth": [memory.tree_peaks.get(part, 0) for part in range(TENTHS)],
        "peak_bytes_worker_by_tenth": [memory.worker_peaks.get(part, 0) for part in range(TENTHS)],
    }


def tell(name: str, numbers: dict[str, Any]) -> None:
    """One run in words."""
    say(
        f"{name}: {numbers['documents']:,} documents in {numbers['seconds']:,} s, that is "
        f"{numbers['documents_per_second']:,} a second, {numbers['text_mb_per_second']} MB of text a second; "
        f"{numbers['mentions']:,} mentions"
    )
    workers = ", ".join(f"{peak / 1e6:,.0f}" for peak in numbers["peak_bytes_by_worker"]) or "none"
    say(
        f"{name}: peak MB of the workers {workers}; of the command itself {numbers['peak_bytes_command'] / 1e6:,.0f}; "
        f"of all together {numbers['peak_bytes_tree'] / 1e6:,.0f}"
    )
    for what in ("tree", "worker"):
        tenths = " ".join(f"{peak / 1e6:,.0f}" if peak else "-" for peak in numbers[f"peak_bytes_{what}_by_tenth"])
        say(f"{name}: peak MB by tenth of the run, {'all together' if what == 'tree' else 'largest process'}: {tenths}")


def measure(folder: Path, options: argparse.Namespace) -> dict[str, Any]:
    """Plants, scans a tenth, scans all."""
    plan = Plan(folder / "corpus", options.documents)
    written, planting = plant(plan, options.workers)
    say(
        f"planted {written.n_documents:,} documents, {written.n_chars / 1e9:.2f} GB of text, in {planting:,.0f} s: "
        f"{written.n_documents / planting:,.0f} documents a second"
    )
    result: dict[str, Any] = {
        "documents": written.n_documents, "text_chars": written.n_chars, "shards": plan.n_shards,
        "workers": options.workers, "planting_seconds": round(planting, 1),
    }  # fmt: skip
    few = min(plan.n_shards, max(options.workers, plan.n_shards // GROWTH))  # one shard alone starts no worker
    chars = written.n_chars / written.n_documents
    for name, n_shards in (("1x", few), (f"{GROWTH}x", plan.n_shards)):
        found = scan(folder / name, plan, n_shards, options.workers)
        result[name] = summary(found, round(chars * found.n_documents))
        tell(name, result[name])
    grown = result[f"{GROWTH}x"]
    for what in ("tree", "worker"):
        ratio = max(grown[f"peak_bytes_{what}_by_tenth"]) / max(result["1x"][f"peak_bytes_{what}_by_tenth"])
        result[f"memory_ratio_{what}"] = round(ratio, 3)
    say(
        f"peak memory at {GROWTH}x over 1x: {result['memory_ratio_tree']} all together, "
        f"{result['memory_ratio_worker']} of the largest process"
    )
    return result


def require_room(folder: Path, n_documents: int) -> None:
    """Ends the program with one sentence when the disk cannot take it."""
    free, needed = shutil.disk_usage(folder).free, n_documents * DISK_BYTES
    if free < needed:
        sys.exit(
            f"{folder} has {free / 1e9:.1f} GB free, {needed / 1e9:.1f} GB are needed for {n_documents:,} documents: "
            "make room, name another folder with --dir, or measure fewer with --documents."
        )


@contextmanager
def scratch(parent: Path, *, is_kept: bool) -> Iterator[Path]:
    """A fresh folder below `parent`, removed at the end unless kept."""
    folder = Path(tempfile.mkdtemp(prefix="bench-million-", dir=parent))
    try:
        yield folder
    finally:
        if is_kept:
            say(f"kept {folder}")
        else:
            shutil.rmtree(folder)


def use_cores(n: int) -> None:
    """Keeps this process and all that it starts to so many cores, where the system can."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, set(sorted(os.sched_getaffinity(0))[:n]))


def positive(text: str) -> int:
    """A number from 1 on. Raises argparse.ArgumentTypeError."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no number from 1 on")
    return int(text)


def read_arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--documents", type=positive, default=DOCUMENTS, metavar="N", help="how many; 4.5 KB each")
    parser.add_argument("--workers", type=positive, default=2, help="processes, on as many cores")
    parser.add_argument(
        "--dir", type=Path, default=Path(tempfile.gettempdir()), help="where the scratch folder is made"
    )
    parser.add_argument("--keep", action="store_true", help="leave the corpus and the lakes there")
    return parser.parse_args()


def main() -> None:
    """Measures and prints."""
    options = read_arguments()
    if not PROC.is_dir():
        sys.exit("Memory of other processes is read from /proc, which this system lacks: run this on Linux.")
    options.dir.mkdir(parents=True, exist_ok=True)
    require_room(options.dir, options.documents)
    use_cores(options.workers)
    with scratch(options.dir, is_kept=options.keep) as folder:
        print(json.dumps(measure(folder, options)))


if __name__ == "__main__":
    main()
