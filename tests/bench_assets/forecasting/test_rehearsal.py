"""The stages in memory, on a few planted documents."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.catalogue import read_catalogue
from bench_assets.fingerprints import Fingerprints
from bench_assets.forecasting.forecast import forecast
from bench_assets.forecasting.rehearsal import rehearse
from bench_assets.forecasting.units import Unit
from bench_assets.graph import Partitions
from bench_assets.settings.new_release import new_release_text, write_release
from bench_assets.source.documents import read_shard
from bench_assets.source.locks import lock_source, write_lock
from bench_assets.source.mentions import find_mentions
from bench_assets.source.quality import measure_documents
from bench_resources.lake import Lake
from bench_resources.planted.corpus import write_corpus
from tests.bench_assets.forecasting.made_yields import settings
from tests.small_home import put

SHARD = "planted/part-00000"


@pytest.fixture(scope="module")
def lake(tmp_path_factory: pytest.TempPathFactory) -> Lake:
    """The lake of a home with a small planted source, read as a build reads it, and a release of it."""
    home = tmp_path_factory.mktemp("home")
    write_corpus(home / "papers", n_documents=60, seed=4, n_shards=1)
    write_lock(home, lock_source("planted", home / "papers", "doc_id", "text_content"))
    write_release(home, "v1", new_release_text("v1", "planted", backbone_documents=60))
    catalogue = read_catalogue(home)
    documents = read_shard(catalogue.shards[SHARD]).documents
    tables = {
        "shard_locks": pa.table({"shard": [SHARD]}),
        "documents": documents,
        "document_quality": measure_documents(documents),
        "entity_mentions": find_mentions(documents),
    }
    fingerprints = Fingerprints(catalogue, Partitions({"v1": [SHARD]}, (), ()), Lake(home))
    for asset, table in tables.items():
        put(home, asset, SHARD, table, fingerprints.expected(asset, SHARD), notes={"quarantine_reason": None})
    return Lake(home)


def test_each_unit_follows_from_the_one_before_within_the_quotas(lake: Lake):
    found = rehearse(lake, [SHARD], settings(drafting={"single_hop": 3, "unanswerable": 2}), frozenset())
    assert (found[Unit.DRAFTS], found[Unit.ABSENCES]) == (3, 2)
    assert found[Unit.SUPPLY] > 3
    assert found[Unit.ABSENCE_SUPPLY] > 2
    steps = (Unit.DRAFTS, Unit.ALONE, Unit.RECOVERED, Unit.NEEDED, Unit.VERIFIED)
    assert sorted((found[unit] for unit in steps), reverse=True) == [found[unit] for unit in steps]
    assert not list(lake.home.glob("indexes"))


def test_a_source_without_public_people_gives_no_task(lake: Lake):
    found = rehearse(lake, [SHARD], settings(corpus={"min_target_documents": 500}), frozenset())
    assert {found[unit] for unit in (Unit.PEOPLE, Unit.TARGETS, Unit.ABSENCES, Unit.VERIFIED_ABSENCES)} == {0}


def test_a_small_source_is_rehearsed_before_its_plan(lake: Lake):
    found = forecast(lake.home, "v1", environment={})
    assert found.is_rehearsed
    assert found.notes[1] == (
        "The source was counted, and the embedded reader drafted and verified tasks from it in memory: what it finds "
        "there and found in the earlier source says how the two differ."
    )
    made = found.projection
    # The built-in yields are the reader's own, so that a plan by them is what the reader finds.
    reader = made.rehearsed.new
    assert made.units[Unit.VERIFIED] == pytest.approx(reader[Unit.VERIFIED])
    assert made.units[Unit.WINDOWS] == reader[Unit.WINDOWS]
    assert {Unit.PEOPLE, Unit.CORPUS, Unit.WINDOWS} < made.counted
    without = forecast(lake.home, "v1", is_rehearsed=False, environment={})
    assert not without.is_rehearsed
    assert without.projection.units[Unit.WINDOWS] == reader[Unit.WINDOWS]
