"""The first assets of the graph, materialised through Dagster over a home of two shards, one of them cut.

Partitions are read at import, from the one home that a process serves, and the home of the test process is empty. So
one other process runs the assets in an ephemeral instance and tells what it saw; tests/pipeline builds the whole graph.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bench_assets.settings.new_release import new_release_text, write_release
from bench_assets.settings.release import CorpusSection
from bench_assets.settings.tables import read_settings
from bench_assets.source.locks import lock_source, write_lock
from bench_resources.lake import Lake

ROOT = Path(__file__).resolve().parents[2]
DOCUMENTS = {
    "doc_id": ["d1", "d2", "d3"],
    "body": [
        "MEMORANDUM FOR: Director Ona Quill\nThe Tallow Board met at Juniper Bay.",
        "Ona Quill wrote again.",
        None,
    ],
}
PROGRAM = """
import json, warnings
import dagster as dg
from bench_assets.definitions import ASSETS, CHECKS, RESOURCES
from bench_assets.graph import GRAPH

SETTINGS = [node.asset for node in GRAPH if node.stage == "settings"]
SHARD_TABLES = ["shard_locks", "documents", "document_quality", "entity_mentions"]
RUNS = [
    (SETTINGS, "v1"), (SHARD_TABLES, "letters/0"), (SHARD_TABLES, "letters/1"),
    (["source_snapshot"], "v1"), (["source_snapshot"], "v1"), (["near_duplicates"], "v1"),
]
seen = []
with dg.DagsterInstance.ephemeral() as instance:
    for assets, key in RUNS:
        result = dg.materialize(
            [*ASSETS, *CHECKS], selection=assets, partition_key=key, instance=instance, resources=RESOURCES,
            run_config={"loggers": {"console": {"config": {"log_level": "CRITICAL"}}}},
        )
        made = [event.materialization for event in result.all_events if event.is_step_materialization]
        seen.append({
            "key": key,
            "made": {one.asset_key.path[-1]: one.tags["dagster/data_version"] for one in made},
            "fingerprints": {one.asset_key.path[-1]: one.metadata["fingerprint"].value for one in made},
            "checks": {c.check_name: [c.passed, c.severity.value, c.description] for c in result.get_asset_check_evaluations()},
        })
print(json.dumps(seen))
"""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    papers = home / "papers"
    papers.mkdir()
    for name in ("0", "1"):
        pq.write_table(pa.table(DOCUMENTS), papers / f"{name}.parquet")
    (papers / "1.parquet").write_bytes((papers / "1.parquet").read_bytes()[:-9])
    write_lock(home, lock_source("letters", papers, "doc_id", "body"))
    write_release(home, "v1", new_release_text("v1", "letters", seed=5, max_targets=2))
    (home / "releases" / "broken.toml").write_text("[release", encoding="utf-8")
    (home / "protected").mkdir()
    (home / "protected" / "minors.txt").write_text("Bram Sedge\n", encoding="utf-8")
    return home


@pytest.fixture(scope="module")
def seen(home: Path) -> list[dict[str, Any]]:
    environment = {**os.environ, "DOCKETBENCH_HOME": str(home), "DAGSTER_HOME": ""}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return json.loads(done.stdout)


def test_settings_are_one_row_a_section(home: Path, seen: list[dict[str, Any]]):
    stage = read_settings(Lake(home).read("corpus_settings", "v1"))
    assert (stage.source, stage.seed, stage.protected_names) == ("letters", 5, frozenset({"Bram Sedge"}))
    assert stage.section(CorpusSection).max_targets == 2
    assert len(seen[0]["made"]) == 8


def test_a_file_that_cannot_be_read_is_a_warning_beside_the_settings(home: Path, seen: list[dict[str, Any]]):
    [passed, severity, description] = seen[0]["checks"]["every_source_and_release_file_is_readable"]
    assert (passed, severity) == (False, "WARN")
    assert description.startswith(f"broken.toml: {home / 'releases' / 'broken.toml'} is not TOML")


def test_three_tables_of_a_shard_come_from_one_step_in_the_versions_of_their_files(
    home: Path, seen: list[dict[str, Any]]
):
    assert list(seen[1]["made"]) == ["shard_locks", "documents", "document_quality", "entity_mentions"]
    for asset, version in seen[1]["made"].items():
        footer = Lake(home).footer(asset, "letters/0")
        assert (footer.data_version, footer.fingerprint) == (version, seen[1]["fingerprints"][asset])


def test_documents_are_untouched_and_a_row_without_text_is_counted(home: Path, seen: list[dict[str, Any]]):
    assert seen[1]["checks"]["shard_is_readable"] == [True, "WARN", None]
    assert Lake(home).read("documents", "letters/0").select(["doc_id", "text"]).to_pydict() == {
        "doc_id": ["d1", "d2"],
        "text": DOCUMENTS["body"][:2],
    }


def test_copies_are_found_over_the_shards_that_were_read(home: Path, seen: list[dict[str, Any]]):
    assert list(seen[5]["made"]) == ["near_duplicates"]
    assert Lake(home).read("near_duplicates", "v1").num_rows == 0
    assert Lake(home).footer("near_duplicates", "v1").notes["clusters"] == 0


def test_a_cut_shard_is_quarantined_with_its_reason_and_stops_nothing(home: Path, seen: list[dict[str, Any]]):
    [passed, severity, reason] = seen[2]["checks"]["shard_is_readable"]
    assert (passed, severity) == (False, "WARN")
    snapshot = (
        Lake(home).read("source_snapshot", "v1").select(["shard", "n_documents", "quarantine_reason", "n_skipped"])
    )
    assert snapshot.to_pylist() == [
        {"shard": "letters/0", "n_documents": 2, "quarantine_reason": None, "n_skipped": 1},
        {"shard": "letters/1", "n_documents": 0, "quarantine_reason": reason, "n_skipped": 0},
    ]


def test_an_asset_made_again_from_the_same_is_the_same_version(seen: list[dict[str, Any]]):
    assert (seen[3]["made"], seen[3]["fingerprints"]) == (seen[4]["made"], seen[4]["fingerprints"])
