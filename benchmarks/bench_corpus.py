"""How fast and in what memory shards are scanned: ours against a plain loop and against the bare read, in one run.

Belongs here: timing and peak memory. Does not: whether the rows are right (the tests assert that both scans agree).
What is measured goes to stderr; the last line, on stdout, is one JSON object.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from typing import NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from bench_assets.source.documents import read_shard
from bench_assets.source.locks import ShardLock, lock_source
from bench_assets.source.mentions import find_mentions
from bench_assets.source.quality import measure_documents
from bench_resources.planted.corpus import write_corpus
from bench_resources.words import english_words
from benchmarks.plain_scan import scan_shard

REAL_CORPUS = Path(__file__).resolve().parents[2] / "shared" / "data" / "jfk"
ID_COLUMN, TEXT_COLUMN = "doc_id", "text_content"
GROWTH = 10
ROUNDS = 5
PLANTED_DOCUMENTS = 4_000
PLANTED_SHARDS = 8


class Size(NamedTuple):
    """What a scan of one shard gave."""

    n_documents: int
    n_chars: int
    n_mentions: int


class Timing(NamedTuple):
    """One scan of all shards: seconds on the wall, and the processor's seconds of the busiest worker.

    Where other processes take a core, the second is what the first would be without them.
    """

    wall: float
    busiest: float


def scan_ours(shard: ShardLock) -> Size:
    """Projection, quality and mentions, as the source stage does them."""
    documents = read_shard(shard).documents
    measure_documents(documents)
    mentions = find_mentions(documents)
    return Size(len(documents), sum(documents["length_chars"].to_pylist()), len(mentions))


def scan_plainly(shard: ShardLock) -> Size:
    """The same rows by the plain loop."""
    found = scan_shard(shard.file, shard.columns.id, shard.columns.text)
    return Size(len(found.documents), sum(found.documents["length_chars"].to_pylist()), len(found.entity_mentions))


def read_bare(shard: ShardLock) -> Size:
    """The projected read that any scan must do, and nothing more."""
    table = pq.read_table(shard.file, columns=[shard.columns.id, shard.columns.text], use_threads=False)
    return Size(len(table), 0, 0)


def warm_up(core: int | None) -> None:
    """Makes a worker one thread on one core, with its word list loaded: a build loads it once, not once a shard."""
    if core is not None and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {core})
    pa.set_cpu_count(1)
    english_words()
    text = "The clerk met Harold Fenwick of the Department of Fisheries."
    documents = pa.table({"doc_id": ["D-1"], "text": [text], "length_chars": pa.array([len(text)], pa.int32())})
    measure_documents(documents)
    find_mentions(documents)


@contextmanager
def workers(cores: Sequence[int | None]) -> Iterator[list[ProcessPoolExecutor]]:
    """One warm process a core."""
    context = multiprocessing.get_context("spawn")
    with ExitStack() as stack:
        pools = [
            stack.enter_context(ProcessPoolExecutor(1, context, initializer=warm_up, initargs=(core,)))
            for core in cores
        ]
        for pool in pools:
            pool.submit(os.getpid).result()
        yield pools


def clock(scan: Callable[[ShardLock], Size], shard: ShardLock) -> tuple[Size, float]:
    """What a scan gives, and the processor's seconds that it takes."""
    started = time.process_time()
    size = scan(shard)
    return size, time.process_time() - started


def time_scan(
    scan: Callable[[ShardLock], Size], shards: Sequence[ShardLock], pools: Sequence[ProcessPoolExecutor]
) -> tuple[Timing, Size]:
    """The time until every shard is scanned, each free worker taking the largest that is left."""
    waiting = deque(sorted(shards, key=lambda shard: (-text_bytes(shard), shard.name)))

    def serve(pool: ProcessPoolExecutor) -> list[tuple[Size, float]]:
        served: list[tuple[Size, float]] = []
        while True:
            try:
                shard = waiting.popleft()
            except IndexError:
                return served
            served.append(pool.submit(clock, scan, shard).result())

    with ThreadPoolExecutor(len(pools)) as servers:
        started = time.perf_counter()
        lanes = list(servers.map(serve, pools))
        wall = time.perf_counter() - started
    sizes = [size for lane in lanes for size, _ in lane]
    return Timing(wall, max(sum(seconds for _, seconds in lane) for lane in lanes)), Size(
        *map(sum, zip(*sizes, strict=True))
    )


def text_bytes(shard: ShardLock) -> int:
    """Bytes of a shard's texts, unpacked: what the work is proportional to. From the footer."""
    metadata = pq.read_metadata(shard.file)
    columns = (
        metadata.row_group(group).column(at)
        for group in range(metadata.num_row_groups)
        for at in range(metadata.num_columns)
    )
    return sum(column.total_uncompressed_size for column in columns if column.path_in_schema == shard.columns.text)


def measure_speed(shards: Sequence[ShardLock], rounds: int) -> dict[str, object]:
    """Medians over rounds; in each round the scans run one after another, so that noise meets all of them."""
    cores: list[int | None] = [None, None]
    if hasattr(os, "sched_getaffinity"):
        available = sorted(os.sched_getaffinity(0))
        cores = [available[0], available[1 % len(available)]]
    timings: dict[str, list[Timing]] = {"plain": [], "ours_1core": [], "ours_2core": [], "bare": []}
    scanned = Size(0, 0, 0)
    with workers(cores) as pools:
        for at in range(rounds):
            for name, scan, used in (
                ("bare", read_bare, pools[:1]), ("plain", scan_plainly, pools[:1]),
                ("ours_1core", scan_ours, pools[:1]), ("ours_2core", scan_ours, pools),
            ):  # fmt: skip
                taken, scanned = time_scan(scan, shards, used)
                timings[name].append(taken)
                say(
                    f"round {at + 1} of {rounds}: {name:<10} {taken.wall:8.3f} s, busiest worker {taken.busiest:8.3f} s"
                )
    return summarise(timings) | {"n_documents": scanned.n_documents, "n_chars": scanned.n_chars}


RATIOS = (
    ("scan_ratio_1core", "plain", "ours_1core"),
    ("scan_ratio_2core", "plain", "ours_2core"),
    ("over_bare_read", "ours_1core", "bare"),
)


def summarise(timings: dict[str, list[Timing]]) -> dict[str, object]:
    """Medians and extremes of the rounds' ratios by the wall, and medians by the busiest worker's processor."""
    wall = {
        ratio: [a.wall / b.wall for a, b in zip(timings[over], timings[under], strict=True)]
        for ratio, over, under in RATIOS
    }
    undisturbed = {
        ratio: [a.busiest / b.busiest for a, b in zip(timings[over], timings[under], strict=True)]
        for ratio, over, under in RATIOS
    }
    return {
        **{name: round(median(values), 2) for name, values in wall.items()},
        "spread": {name: [round(min(values), 2), round(max(values), 2)] for name, values in wall.items()},
        "by_processor": {name: round(median(values), 2) for name, values in undisturbed.items()},
        "seconds": {name: round(median(taken.wall for taken in values), 3) for name, values in timings.items()},
    }


def measure_memory(folder: Path, n_shards: int, times: int) -> int:
    """Peak bytes of a fresh process that scans the shards `times` times over."""
    command = [sys.executable, "-m", "benchmarks.bench_corpus", "--corpus", str(folder), "--shards", str(n_shards)]
    run = subprocess.run([*command, "--peak-of", str(times)], check=True, capture_output=True, text=True)
    return int(run.stdout)


def print_peak(shards: Sequence[ShardLock], times: int) -> None:
    """Scans in this process and prints its peak."""
    warm_up(None)
    for _ in range(times):
        for shard in shards:
            scan_ours(shard)
    unit = 1 if sys.platform == "darwin" else 1024
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit)


def say(line: str) -> None:
    """Progress, to stderr."""
    print(line, file=sys.stderr, flush=True)


def read_arguments() -> argparse.Namespace:
    """The options."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, help="a folder of shards; default: the real data, else a planted corpus")
    parser.add_argument("--planted", type=int, metavar="N", help="measure on N planted documents")
    parser.add_argument("--shards", type=int, default=0, help="only the first so many; 0: all")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="medians are over so many")
    parser.add_argument("--memory-shards", type=int, default=4, help="shards of the memory runs; 0: no memory runs")
    parser.add_argument("--quick", action="store_true", help="400 planted documents, one round")
    parser.add_argument("--peak-of", type=int, help=argparse.SUPPRESS)
    return parser.parse_args()


def main() -> None:
    """Measures and prints."""
    options = read_arguments()
    os.environ["POLARS_MAX_THREADS"] = "1"  # before anything imports polars: processes are the way to two cores
    with tempfile.TemporaryDirectory() as scratch:
        if options.quick:
            options.planted, options.rounds = options.planted or 400, 1
        folder = options.corpus or (REAL_CORPUS if REAL_CORPUS.is_dir() and not options.planted else None)
        if folder is None:
            folder = Path(scratch) / "planted"
            write_corpus(folder, n_documents=options.planted or PLANTED_DOCUMENTS, n_shards=PLANTED_SHARDS)
        shards = lock_source("measured", folder, ID_COLUMN, TEXT_COLUMN).shards[: options.shards or None]
        if options.peak_of:
            print_peak(shards, options.peak_of)
            return
        result = {"corpus": folder.name, "n_shards": len(shards), **measure_speed(shards, options.rounds)}
        if options.memory_shards:
            n_shards = min(options.memory_shards, len(shards))
            peaks = [measure_memory(folder, n_shards, times) for times in (1, GROWTH)]
            say(f"peak memory: {peaks[0] / 1e6:,.0f} MB at 1x, {peaks[1] / 1e6:,.0f} MB at {GROWTH}x")
            result |= {"memory_ratio_10x": round(peaks[1] / peaks[0], 3), "peak_bytes": peaks}
        print(json.dumps(result))


if __name__ == "__main__":
    main()
