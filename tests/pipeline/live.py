"""A release whose every role is a live model: the reader behind a server, in one of the ways to reach it.

`python -m tests.pipeline.live HOME VERSION` builds a release with mode = "batch" to its end in one process: a script
answers each request file that the build leaves.
"""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path

from bench_assets.cli.homes import enter_home
from bench_assets.cli.replies import BATCHES_FOLDER, import_batch, write_requests
from tests.reader_server import answer_batch

NAME = "openai/reader-2026-01-01"
KEY_VARIABLE = "LIVE_TEST_API_KEY"
KEY = "invented-key-of-the-live-test-4711"
MAX_ROUNDS = 40


def make_live(
    home: Path, version: str, *, url: str = "http://127.0.0.1:9", mode: str = "live", concurrency: int = 8
) -> None:
    """Turns a release of embedded roles into one of live roles."""
    path = home / "releases" / f"{version}.toml"
    text = path.read_text(encoding="utf-8").replace('mode = "live"', f'mode = "{mode}"')
    for role in ("cheap", "strong", "judge", "answerer"):
        text = text.replace(f'{role} = "embedded"', f'{role} = "{NAME}"')
    endpoint = f'api_base = "{url}/v1"\napi_key_env = "{KEY_VARIABLE}"\nconcurrency = {concurrency}\nmax_attempts = 2\n'
    price = "input_usd_per_million = 1.0\noutput_usd_per_million = 4.0\n"
    text = text.replace("[models.endpoints]", f'[models.endpoints."{NAME}"]\n{endpoint}#')
    text = text.replace("[models.prices]", f'[models.prices."{NAME}"]\n{price}#')
    path.write_text(text, encoding="utf-8")


def build_by_batch(home: Path, version: str) -> int:
    """Builds until nothing waits, answering every request file; gives the number of rounds."""
    from bench_assets.build import build_release  # noqa: PLC0415 - Dagster, whose home must be set before

    for n_rounds in range(1, MAX_ROUNDS):
        summary = build_release(home, version, report=lambda _: None)
        assert not summary.failures, summary.failures
        if not summary.stops:
            sys.stderr.write(f"{n_rounds} rounds, manifest {summary.manifest_sha256}\n")
            return n_rounds
        folder = home / "models" / BATCHES_FOLDER / f"round-{n_rounds}"
        results = []
        for file in write_requests(home, folder, version):
            requests = Path(str(file["path"]))
            lines = list(answer_batch(requests.read_bytes().splitlines(keepends=True)))
            random.Random(n_rounds).shuffle(lines)  # results come in any order
            results.append(requests.with_suffix(".results.txt"))
            results[-1].write_bytes(b"".join(lines))
        import_batch(home, results, is_json=False)
    raise AssertionError(f"not built after {MAX_ROUNDS} rounds")


if __name__ == "__main__":
    os.environ.setdefault(KEY_VARIABLE, KEY)
    enter_home(Path(sys.argv[1]))
    build_by_batch(Path(sys.argv[1]).resolve(), sys.argv[2])
