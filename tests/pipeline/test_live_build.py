"""A release built by live models: through a server, by batch files, from a cache, and across kills: one manifest."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from bench_resources.lake import FOOTER_KEY
from tests.pipeline.commands import docketbench, environment, prepare
from tests.pipeline.live import KEY, KEY_VARIABLE, NAME, make_live
from tests.reader_server import respond
from tests.scripted_server import Answer, Asked, Fault, ScriptedServer, canonical

DOCUMENTS = 80
KILLED_AT = (20, 150, 320)  # calls: while facts are read, in the gauntlet, while pools are labelled


@pytest.fixture(scope="module", autouse=True)
def key() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(KEY_VARIABLE, KEY)
        yield


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with everything built that no model is asked for."""
    home = prepare(tmp_path_factory.mktemp("prepared"), n_documents=DOCUMENTS)
    make_live(home, "v1")
    assert docketbench(home, "build", "v1", "--only", "source").code == 0
    return home


@pytest.fixture(scope="module")
def live(prepared: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], list[Asked]]:
    """A home built through a server, the summary of that build, and the calls of the server."""
    home = copied(prepared, tmp_path_factory.mktemp("live") / "home")
    with ScriptedServer(respond) as server:
        reach(home, server.url)
        ended = docketbench(home, "build", "v1", "--json")
        assert ended.code == 0, ended.err[-3000:]
        (home / "log.txt").write_text(ended.out + ended.err, encoding="utf-8")
        return home, ended.json(), server.calls


def copied(home: Path, to: Path) -> Path:
    shutil.copytree(home, to)
    return to


def reach(home: Path, url: str, *, concurrency: int = 8) -> None:
    path = home / "releases" / "v1.toml"
    text = path.read_text(encoding="utf-8").replace("http://127.0.0.1:9", url)
    path.write_text(text.replace("concurrency = 8", f"concurrency = {concurrency}"), encoding="utf-8")


def manifest(home: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((home / "exports" / "v1" / "manifest.json").read_text(encoding="utf-8"))
    return found


def test_every_task_comes_from_the_live_model_and_no_request_goes_out_twice(live) -> None:
    home, summary, calls = live
    assert manifest(home)["models"] == [NAME]
    assert manifest(home)["sampling"] == {"max_tokens": 4096, "temperature": 0}
    assert manifest(home)["counts"]["tasks"] > 20
    assert Counter(canonical(asked.body) for asked in calls).most_common(1)[0][1] == 1
    assert len(calls) <= summary["model_calls"]


def test_no_secret_is_in_anything_that_the_run_wrote(live) -> None:
    home, _, calls = live
    assert calls[0].headers["authorization"] == f"Bearer {KEY}"  # it was used
    written = [path for path in home.rglob("*") if path.is_file()]
    assert home / "models" / "replies.sqlite" in written
    assert [path for path in written if KEY.encode() in path.read_bytes()] == []


def test_a_build_in_replay_of_the_exported_cache_gives_the_same_manifest(live, prepared: Path, tmp_path: Path) -> None:
    home, summary, _ = live
    cache = tmp_path / "cache.jsonl.gz"
    exported = docketbench(home, "export", "v1", "--format", "cache", "--out", str(cache))
    assert exported.code == 0, exported.err
    assert docketbench(home, "cache", "verify", str(cache)).code == 0
    other = copied(prepared, tmp_path / "other")  # its api_base answers nobody
    without = docketbench(other, "build", "v1", "--replay", "--json")
    assert without.code == 3
    assert "A replay never calls out, and its cache has no reply" in without.err
    replayed = docketbench(other, "build", "v1", "--replay", str(cache), "--json")
    assert replayed.code == 0, replayed.err[-3000:]
    assert replayed.json()["manifest_sha256"] == summary["manifest_sha256"]


def test_a_build_by_batch_files_gives_the_same_manifest(live, prepared: Path, tmp_path: Path) -> None:
    _, summary, _ = live
    home = copied(prepared, tmp_path / "home")
    path = home / "releases" / "v1.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('mode = "live"', 'mode = "batch"'), encoding="utf-8")
    stopped = docketbench(home, "build", "v1", "--json")
    assert stopped.code == 3
    assert "target_entities waits for" in stopped.err
    assert "docketbench batch import RESULTS" in stopped.err
    command = [sys.executable, "-m", "tests.pipeline.live", str(home), "v1"]
    done = subprocess.run(command, capture_output=True, text=True, env=environment(home), timeout=900, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stderr.strip().endswith(f"manifest {summary['manifest_sha256']}")


def test_after_three_kills_no_completed_call_is_repeated_and_the_tables_are_the_same(
    live, prepared: Path, tmp_path: Path
) -> None:
    undisturbed, summary, _ = live
    home = copied(prepared, tmp_path / "home")
    running: list[subprocess.Popen[bytes]] = []
    killed: list[str] = []

    def kill_or_respond(asked: Asked) -> Answer | Fault:
        if asked.serial in KILLED_AT:
            running[-1].kill()
            running[-1].wait()
            killed.append(canonical(asked.body))
            return Fault.RESET  # nobody is there to hear it
        return respond(asked)

    with ScriptedServer(kill_or_respond) as server:
        reach(home, server.url, concurrency=1)  # what one call after the other completed is stored before the next
        command = [sys.executable, "-m", "bench_assets.cli.main", "build", "v1", "--home", str(home)]
        for _ in range(len(KILLED_AT) + 1):
            with (tmp_path / "log.txt").open("ab") as log:
                running.append(
                    subprocess.Popen(command, stdout=log, stderr=log, env=environment(home) | {KEY_VARIABLE: KEY})
                )
            running[-1].wait()
        assert running[-1].returncode == 0, (tmp_path / "log.txt").read_text(encoding="utf-8")[-3000:]
        asked = Counter(canonical(one.body) for one in server.calls)
    assert len(killed) == len(KILLED_AT)
    assert {body for body, n in asked.items() if n > 1} == set(killed)  # they were cut off; all others were completed
    assert manifest(home) == manifest(undisturbed)
    assert tables(home) == tables(undisturbed)
    assert summary["manifest_sha256"] is not None


def tables(home: Path) -> dict[str, str]:
    """The data version of every table, by its path in the lake."""
    files = sorted((home / "lake").rglob("*.parquet"))
    return {
        str(path.relative_to(home)): json.loads(pq.read_metadata(path).metadata[FOOTER_KEY])["data_version"]
        for path in files
    }
