"""A thousand calls to a server that takes 200 ms for each, by two worker processes that share 32 calls in flight.

Belongs here: the time of it against the ideal, in one run with httpx alone. Does not: what the replies are worth.
The last line, on stdout, is one JSON object. `calls_ratio` is the median of the times, each divided by calls / in
flight * latency; what it takes to start Python and to import is not in it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from bench_resources.chat_wire import chat_body
from bench_resources.llm_requests import Request
from bench_resources.model_access import Access, Address, Caller, Mode
from bench_resources.models import open_model
from bench_resources.prompting import template
from scoring.llm import Prompt

N_CALLS = 1_000
IN_FLIGHT = 32
N_WORKERS = 2
LATENCY_SECONDS = 0.2
N_RUNS = 5
NAME, KEY_VARIABLE = "openai/tern-2026-01-01", "BENCH_CALLS_API_KEY"
SCRIPT = "benchmarks.bench_calls:respond"


def respond(_: Any) -> Any:
    """What the server answers to every call."""
    from tests.scripted_server import Answer  # noqa: PLC0415 - in the server's process alone

    return Answer({"verdict": "pass", "category": "sound", "reason": "it names everything"})


def prompts(first: int, n: int) -> list[Prompt]:
    """`n` prompts that nobody asked before."""
    return [template("standalone").fill(question=f"Who signed paper {first + at}?") for at in range(n)]


@contextmanager
def served(latency_seconds: float) -> Iterator[str]:
    """The address of a scripted server in a process of its own."""
    command = [sys.executable, "-m", "tests.scripted_server", "--script", SCRIPT]
    command += ["--latency-seconds", str(latency_seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield f"{server.stdout.readline().strip()}/v1"
        server.terminate()


def work(folder: str, url: str, first: int, n: int, barrier: Any, times: Any) -> None:
    """One worker: as a build's worker asks, from the moment at which all are ready."""
    address = Address(url, KEY_VARIABLE, IN_FLIGHT)
    access = Access(
        release="v1",
        mode=Mode.LIVE,
        folder=Path(folder),
        cache_url=f"sqlite:///{folder}/replies.sqlite",
        sampling={"max_tokens": 100},
        addresses={NAME: address},
        is_price_required=False,
    )
    asked = prompts(first, n)
    with open_model(NAME, access, Caller("standalone_verdicts", "cheap")) as model:
        barrier.wait()
        began = time.time()
        completions = model.complete_all(asked)
        times.put((began, time.time(), sum(done.error is None for done in completions)))


def time_workers(url: str, n_calls: int) -> float:
    """Seconds from the first worker's first call to the last reply that is stored."""
    context = get_context("spawn")
    barrier, times = context.Barrier(N_WORKERS), context.SimpleQueue()
    share = n_calls // N_WORKERS
    with tempfile.TemporaryDirectory() as folder:
        workers = [
            context.Process(target=work, args=(folder, url, at * share, share, barrier, times))
            for at in range(N_WORKERS)
        ]
        for worker in workers:
            worker.start()
        found = [times.get() for _ in workers]
        for worker in workers:
            worker.join()
    assert sum(n_sound for *_, n_sound in found) == share * N_WORKERS
    return float(max(ended for _, ended, _ in found) - min(began for began, *_ in found))


def time_plain(url: str, n_calls: int) -> float:
    """Seconds for the same bodies by httpx in one process, nothing stored."""
    import httpx  # noqa: PLC0415

    bodies = [chat_body(Request(NAME, prompt.messages())) for prompt in prompts(0, n_calls)]
    headers = {"authorization": f"Bearer {os.environ[KEY_VARIABLE]}"}

    async def run() -> float:
        limits = httpx.Limits(max_connections=IN_FLIGHT, max_keepalive_connections=IN_FLIGHT)
        turn = asyncio.Semaphore(IN_FLIGHT)
        async with httpx.AsyncClient(limits=limits, headers=headers, trust_env=False, timeout=60) as client:

            async def call(body: dict[str, Any]) -> None:
                async with turn:
                    (await client.post(f"{url}/chat/completions", json=body)).raise_for_status()

            began = time.monotonic()
            await asyncio.gather(*(call(body) for body in bodies))
            return time.monotonic() - began

    return asyncio.run(run())


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=N_RUNS)
    parser.add_argument("--calls", type=int, default=N_CALLS)
    given = parser.parse_args()
    os.environ[KEY_VARIABLE] = "invented-key-of-the-benchmark"
    ideal = given.calls / IN_FLIGHT * LATENCY_SECONDS
    ours, plain = [], []
    with served(LATENCY_SECONDS) as url:
        for at in range(given.runs):
            plain.append(time_plain(url, given.calls) / ideal)
            ours.append(time_workers(url, given.calls) / ideal)
            print(f"run {at + 1}: {ours[-1]:.2f} times the ideal, httpx alone {plain[-1]:.2f}", file=sys.stderr)
    result = {
        "calls_ratio": round(statistics.median(ours), 3),
        "calls_ratio_range": [round(min(ours), 3), round(max(ours), 3)],
        "plain_httpx_ratio": round(statistics.median(plain), 3),
        "ideal_seconds": ideal,
        "n_calls": given.calls,
        "n_workers": N_WORKERS,
        "in_flight": IN_FLIGHT,
    }
    print(json.dumps(result))


if __name__ == "__main__":
    main()
