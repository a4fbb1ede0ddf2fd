"""A build from shards to a board: what is reused, what resumes, what stops, and what Dagster shows of it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

from bench_assets.graph import GRAPH, Grid
from bench_resources.lake import Lake
from tests.pipeline.commands import docketbench, environment, prepare, python
from tests.shared_data import shared_data

Built = tuple[Path, dict[str, Any]]
N_SHARDS, N_TYPES, N_SYSTEMS = 2, 6, 6
PARTITIONS = {
    Grid.SHARD: N_SHARDS,
    Grid.RELEASE: 1,
    Grid.RELEASE_BY_TYPE: N_TYPES,
    Grid.RELEASE_BY_SYSTEM: N_SYSTEMS,
    Grid.RELEASE_BY_SUBMISSION: N_SYSTEMS,
}
N_PARTITIONS = sum(PARTITIONS[node.grid] for node in GRAPH)
STATUSES = """
import json, os
import dagster as dg
from dagster._core.definitions.data_version import CachingStaleStatusResolver
from dagster._core.loader import LoadingContext
from bench_assets.planning import plan_steps, stale_assets
from bench_assets.definitions import defs
from bench_assets.fingerprints import Fingerprints
from bench_assets.graph import GRAPH
from bench_assets.history import recorded_materialisations
from bench_assets.partitions import CATALOGUE, HOME, current_partitions
from bench_resources.lake import Lake

class Context(LoadingContext):
    def __init__(self, instance): self._instance, self._loaders = instance, {}
    @property
    def instance(self): return self._instance
    @property
    def loaders(self): return self._loaders

with dg.DagsterInstance.get() as instance:
    resolver = CachingStaleStatusResolver(instance, defs.resolve_asset_graph(), Context(instance))
    partitions = current_partitions(CATALOGUE, instance)
    fingerprints = Fingerprints(CATALOGUE, partitions, Lake(HOME))
    shown, planned, recorded = {}, {}, {}
    for step in plan_steps():
        for key in partitions.keys(step.grid, "v1"):
            made = {asset: recorded_materialisations(instance, asset, [key]) for asset in step.assets}
            for asset in step.assets:
                shown[f"{asset} {key}"] = resolver.get_status(dg.AssetKey(asset), key).value
                footer = Lake(HOME).footer(asset, key)
                recorded[f"{asset} {key}"] = made[asset][key].data_version == footer.data_version if key in made[asset] else False
                planned[f"{asset} {key}"] = "STALE" if asset in stale_assets(step, key, fingerprints, made) else "FRESH"
print(json.dumps({"shown": shown, "planned": planned, "recorded": recorded}))
"""

IN_REVERSE = """
import json
from bench_assets import build
from bench_assets.partitions import HOME

in_order = build.Build._keys
build.Build._keys = lambda *settled: in_order(*settled)[::-1]
print(json.dumps(build.build_release(HOME, "v1", report=lambda event: None).as_json()))
"""


def statuses(home: Path) -> dict[str, dict[str, Any]]:
    return json.loads(python(home, STATUSES))


def hashes(home: Path, version: str = "v1") -> dict[str, str]:
    manifest = json.loads((home / "exports" / version / "manifest.json").read_text(encoding="utf-8"))
    return {file["file"]: file["sha256"] for file in manifest["files"]}


def test_a_build_makes_every_partition_of_every_asset(built: Built):
    _, summary = built
    assert summary["partitions"] == {"built": N_PARTITIONS, "reused": 0, "quarantined": 0, "failed": 0}
    assert summary["model_calls"] > 0


def test_a_second_build_makes_nothing_asks_no_model_and_imports_nothing_heavy(built: Built):
    home, first = built
    second = docketbench(home, "build", "v1", "--json").json()
    assert second["partitions"] == {"built": 0, "reused": N_PARTITIONS, "quarantined": 0, "failed": 0}
    assert (second["model_calls"], second["manifest_sha256"]) == (0, first["manifest_sha256"])
    loaded = python(
        home,
        "import sys; from bench_assets.build import build_release; from bench_assets.partitions import HOME\n"
        "build_release(HOME, 'v1', report=lambda event: None)\n"
        "print([m for m in ('litellm', 'lancedb', 'torch', 'polars', 'wordfreq') if m in sys.modules])",
    )
    assert loaded.strip() == "[]"


def test_dagster_holds_every_partition_in_our_version_and_calls_it_fresh(built: Built):
    home, _ = built
    found = statuses(home)
    assert len(found["shown"]) == N_PARTITIONS
    assert all(found["recorded"].values()), [name for name, same in found["recorded"].items() if not same]
    assert set(found["shown"].values()) == {"FRESH"}, {n: s for n, s in found["shown"].items() if s != "FRESH"}
    assert set(found["planned"].values()) == {"FRESH"}


def test_the_board_of_the_release_stands_and_the_floor_is_said(built: Built):
    home, _ = built
    board = docketbench(home, "board", "v1", "--json").json()
    rows = {row["system"]: row for row in board["rows"]}
    assert set(rows) == {"bm25", "dense", "hybrid", "closed_book", "type_reader", "random_citer"}
    assert rows["type_reader"]["per_type"]["unanswerable"] == 1.0  # it refuses by the type field
    assert rows["type_reader"]["per_type"]["single_hop"] == 0.0
    assert rows["type_reader"]["per_type"]["false_premise"] == 1.0
    n_types = len(rows["type_reader"]["per_type"])
    assert n_types >= 4  # lists are few among so few documents
    assert rows["type_reader"]["always_refuse_macro"] == pytest.approx(2 / n_types)
    assert rows["bm25"]["per_type"]["single_hop"] > rows["random_citer"]["per_type"]["single_hop"]


def test_a_submission_is_scored_by_the_same_assets(built: Built, tmp_path: Path):
    home, _ = built
    copied = tmp_path / "home"
    shutil.copytree(home, copied)
    predictions = copied / "submissions" / "v1" / "bm25" / "predictions.jsonl"
    ended = docketbench(copied, "score", "v1", str(predictions), "--name", "mine", "--json")
    assert ended.code == 0, ended.err[-3000:]
    scores = ended.json()
    rows = {row["system"]: row for row in docketbench(copied, "board", "v1", "--json").json()["rows"]}
    assert scores["overall_cited_correctness"] == rows["bm25"]["overall_cited_correctness"]
    assert rows["mine"]["n_tasks"] == rows["bm25"]["n_tasks"]


def test_a_submission_to_other_questions_is_named_and_leaves_the_board(built: Built, tmp_path: Path):
    home = tmp_path / "home"
    shutil.copytree(built[0], home)
    predictions = home / "submissions" / "v1" / "bm25" / "predictions.jsonl"
    assert docketbench(home, "score", "v1", str(predictions), "--name", "mine").code == 0
    release = home / "releases" / "v1.toml"
    text = release.read_text(encoding="utf-8").replace("single_hop = 20", "single_hop = 3")
    release.write_text(text, encoding="utf-8")
    ended = docketbench(home, "build", "v1", "--json")
    assert ended.code == 1
    assert list(ended.json()["failures"]) == ["answer_verdicts v1|mine"]
    board = docketbench(home, "board", "v1", "--json").json()
    assert {row["system"] for row in board["rows"]} == {
        "bm25",
        "dense",
        "hybrid",
        "closed_book",
        "type_reader",
        "random_citer",
    }
    assert {row["n_per_type"]["single_hop"] for row in board["rows"]} == {3}


def test_a_changed_pooling_setting_makes_pooling_stale_and_what_follows_and_nothing_before(
    built: Built, tmp_path: Path
):
    home = tmp_path / "home"
    shutil.copytree(built[0], home)
    release = home / "releases" / "v1.toml"
    release.write_text(release.read_text(encoding="utf-8").replace("depth = 20", "depth = 5"), encoding="utf-8")
    settings = docketbench(home, "build", "v1", "--only", "settings", "--json").json()
    assert settings["partitions"]["built"] == 1  # pooling_settings
    found = statuses(home)
    stale = {name.partition(" ")[0] for name, status in found["shown"].items() if status != "FRESH"}
    planned = {name.partition(" ")[0] for name, status in found["planned"].items() if status != "FRESH"}
    direct = {"pools", "pool_labels", "release_manifest"}  # made from pooling_settings
    assert planned == direct | {"gold_labels"}  # in one run with those
    assert direct <= stale  # Dagster marks what stands below them too, before it knows whether their rows change
    assert not stale & {"documents", "corpus", "facts", "task_drafts", "verified_tasks", "bm25_index", "predictions"}


def test_a_lost_or_damaged_file_is_made_again_and_gives_the_same_release(built: Built, tmp_path: Path):
    home = tmp_path / "home"
    shutil.copytree(built[0], home)
    Lake(home).path("chunks", "v1").unlink()
    (home / "exports" / "v1" / "qrels.trec").unlink()
    scores = home / "exports" / "v1" / "scores" / "bm25.json"
    sound = scores.read_bytes()
    scores.write_bytes(bytes([sound[0] ^ 1]) + sound[1:])
    again = docketbench(home, "build", "v1", "--json").json()
    assert again["partitions"]["built"] == 3  # chunks, release_manifest and the scores with a flipped bit
    assert scores.read_bytes() == sound
    assert again["manifest_sha256"] == built[1]["manifest_sha256"]


def test_a_killed_build_resumed_in_reverse_order_repeats_nothing_and_gives_the_same_release(
    built: Built, tmp_path: Path
):
    home = prepare(tmp_path / "home")
    process = subprocess.Popen(
        [sys.executable, "-m", "bench_assets.cli.main", "build", "v1", "--workers", "2", "--home", str(home)],
        stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, env=environment(home), start_new_session=True,
    )  # fmt: skip
    done: list[str] = []
    assert process.stderr is not None
    for line in process.stderr:
        done.append(line)
        if " built task_drafts" in line:
            os.kill(process.pid, signal.SIGKILL)
            break
    process.wait()
    process.stderr.close()
    in_a_run = {"settings": 8, "source": 4}  # assets
    finished = sum(in_a_run.get(line.split()[2], 1) for line in done if "] built " in line)
    summary = json.loads(python(home, IN_REVERSE))
    assert summary["partitions"]["failed"] == 0, summary
    assert summary["partitions"]["reused"] >= finished
    assert summary["partitions"]["built"] + summary["partitions"]["reused"] == N_PARTITIONS
    assert summary["manifest_sha256"] == built[1]["manifest_sha256"]
    assert hashes(home) == hashes(built[0])


def test_a_corrupt_shard_is_quarantined_by_name_and_the_others_are_built(tmp_path: Path):
    home = tmp_path / "home"
    folder = tmp_path / "shards"
    folder.mkdir()
    base = shared_data("parquet_variants", "base.parquet")
    shutil.copy(base, folder / "good.parquet")
    shutil.copy(base.with_name("truncated.parquet"), folder / "truncated.parquet")
    added = docketbench(
        home, "source", "add", "mixed", str(folder), "--id-column", "doc_id", "--text-column", "text_content"
    )
    assert added.code == 0
    assert "truncated" in added.err
    assert docketbench(home, "release", "new", "v1", "--source", "mixed").code == 0
    ended = docketbench(home, "build", "v1", "--only", "source", "--json")
    assert ended.code == 3, ended.err[-2000:]
    assert list(ended.json()["quarantine"]) == ["mixed/truncated"]
    assert ended.json()["quarantine"]["mixed/truncated"]
    assert pq.read_metadata(Lake(home).path("documents", "mixed/good")).num_rows > 0
    assert docketbench(home, "build", "v1", "--only", "source", "--allow-quarantine").code == 0
    (folder / "good.parquet").rename(folder / "moved")
    shutil.rmtree(home / "lake" / "documents" / "mixed")
    assert list(docketbench(home, "build", "v1", "--only", "source", "--json").json()["quarantine"]) == [
        "mixed/good",
        "mixed/truncated",
    ]
    (folder / "moved").rename(folder / "good.parquet")  # its lock still holds
    assert list(docketbench(home, "build", "v1", "--only", "source", "--json").json()["quarantine"]) == [
        "mixed/truncated"
    ]


def test_a_changed_shard_is_named_as_changed_and_only_it_is_built_again(tmp_path: Path):
    home, folder = tmp_path / "home", tmp_path / "letters"
    folder.mkdir()
    for name in "abc":
        row = {"id": name, "body": f"Letter {name} of the harbour office.", "sent": "May 1963"}
        (folder / f"{name}.jsonl").write_text(f"{json.dumps(row)}\n", encoding="utf-8")
    assert docketbench(home, "source", "add", "letters", str(folder), "--date-column", "sent").code == 0
    assert docketbench(home, "release", "new", "v1", "--source", "letters").code == 0
    build = ("build", "v1", "--only", "source", "--json")
    per_shard = 4  # shard_locks and the three tables
    assert docketbench(home, *build).json()["partitions"]["built"] == 3 * per_shard
    changed = {"id": "b", "body": "Letter B of the harbour office.", "sent": "May 1963"}
    (folder / "b.jsonl").write_text(f"{json.dumps(changed)}\n", encoding="utf-8")
    Lake(home).path("documents", "letters/b").unlink()  # so that it is read again under its old lock
    quarantined = docketbench(home, *build)
    assert quarantined.code == 3
    assert quarantined.json()["quarantine"] == {
        "letters/b": "its content changed since it was locked; run `docketbench source add` again"
    }
    added = docketbench(home, "source", "add", "letters", str(folder), "--json")
    assert added.json()["changed"] == ["b"]
    again = docketbench(home, *build)
    assert again.code == 0, again.err[-2000:]
    assert again.json()["partitions"] == {"built": per_shard, "reused": 2 * per_shard, "quarantined": 0, "failed": 0}
    assert Lake(home).read("documents", "letters/b").to_pylist() == [
        {"doc_id": "b", "text": changed["body"], "length_chars": 31, "date": "May 1963", "meta": None, "group": None}
    ]


@pytest.mark.parametrize(
    ("select", "partition"),
    [
        ("documents,document_quality,entity_mentions", "papers/part-00000"),
        ("chunks", "v1"),
        ("task_drafts", "v1|single_hop"),
        ("standalone_verdicts", "v1|single_hop"),
        ("pools", "v1|single_hop"),
        ("scores", "v1|bm25"),
    ],
)
def test_the_stock_command_line_materialises_a_partition_that_the_build_then_reuses(
    built: Built, select: str, partition: str
):
    home, first = built
    done = subprocess.run(
        [sys.executable, "-m", "dagster", "asset", "materialize", "-m", "bench_assets.definitions", "--select", select, "--partition", partition],
        capture_output=True, text=True, timeout=300, env=environment(home), check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    again = docketbench(home, "build", "v1", "--json").json()
    assert again["partitions"]["built"] == 0
    assert again["manifest_sha256"] == first["manifest_sha256"]


def test_a_faulty_release_file_is_named_and_the_others_stay_usable(built: Built, tmp_path: Path):
    home = tmp_path / "home"
    shutil.copytree(built[0], home)
    (home / "releases" / "v2.toml").write_text("[release]\nsource = 'papers'\nsede = 1\n", encoding="utf-8")
    faulty = docketbench(home, "build", "v2")
    assert faulty.code == 2
    assert "v2.toml" in faulty.err
    assert "sede" in faulty.err
    judged = (
        (home / "releases" / "v1.toml").read_text(encoding="utf-8").replace('judge = "embedded"', 'judge = "oracle-1"')
    )
    (home / "releases" / "v3.toml").write_text(judged, encoding="utf-8")
    unavailable = docketbench(home, "build", "v3", "--only", "source")  # said before anything is built
    assert (unavailable.code, "'oracle-1'" in unavailable.err) == (2, True)
    replay = docketbench(home, "build", "v3", "--replay", "--json")
    assert (replay.code, "'oracle-1'" in replay.json()["error"]) == (2, True)
    pooled = judged.replace('"oracle-1"', '"embedded"').replace(
        "[pooling.contributed_runs]", "[pooling.contributed_runs]\nmine = 'ab' #"
    )
    (home / "releases" / "v4.toml").write_text(pooled, encoding="utf-8")
    unpooled = docketbench(home, "build", "v4", "--only", "settings")
    assert (unpooled.code, "contributed_runs of v4 names 'mine', but" in unpooled.err) == (2, True)
    assert not Lake(home).path("corpus_settings", "v4").exists()
    assert docketbench(home, "build", "v1", "--replay", "--json").json()["partitions"]["built"] == 0
