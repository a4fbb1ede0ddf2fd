"""The stages in memory, on a few planted documents."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.catalogue import read_catalogue
from bench_assets.fingerprints import Fingerprints
from bench_assets.forecasting.forecast import forecast
from bench_assets.forecasting.rehearsal import Tally, rehearse
from bench_assets.forecasting.units import ASKS, TYPES, Step, Unit, of_type
from bench_assets.graph import Partitions
from bench_assets.settings.new_release import new_release_text, write_release
from bench_assets.source.documents import read_shard
from bench_assets.source.locks import lock_source, write_lock
from bench_assets.source.mentions import find_mentions
from bench_assets.source.quality import measure_documents
from bench_resources.lake import Lake
from bench_resources.planted.corpus import write_corpus
from bench_resources.prompting import template
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
    quotas = {"single_hop": 3, "aggregation": 2, "timeline": 2, "dossier": 1, "unanswerable": 2, "false_premise": 1}
    found = rehearse(lake, [SHARD], settings(drafting=quotas), frozenset()).units
    assert (found["single_hop_drafts"], found["unanswerable_drafts"], found["false_premise_drafts"]) == (3, 2, 1)
    assert all(found[f"{kind}_drafts"] <= quota for kind, quota in quotas.items())
    assert found["draftable_facts"] > 3
    steps = (Step.DRAFTS, Step.SOUND, Step.ALONE, Step.RECOVERED, Step.NEEDED, Step.VERIFIED)
    for kind in TYPES:
        counts = [found[of_type(step, kind)] for step in steps]
        assert sorted(counts, reverse=True) == counts
    assert not list(lake.home.glob("indexes"))


def test_what_the_reader_is_asked_is_what_a_build_asks(lake: Lake):
    quotas = dict.fromkeys(TYPES, 0) | {"single_hop": 3, "unanswerable": 2}
    found = rehearse(lake, [SHARD], settings(drafting=quotas), frozenset())
    stages = {ask.stage for ask in ASKS} - {"pool_labels", "reference_predictions", "answer_verdicts"}
    assert {prompted.stage for prompted in found.put} == stages
    assert set(found.put) <= {ask.prompted for ask in ASKS}
    calls = {prompted.prompt_id: put.calls for prompted, put in found.put.items() if prompted.stage != "task_drafts"}
    assert calls["notability"] == min(found.units[Unit.PEOPLE], 40 * 15)
    assert calls["standalone"] == 5
    assert "false_premises" not in {prompted.prompt_id for prompted in found.put}


def test_a_request_is_counted_once():
    tally = Tally()
    asked = template("standalone").fill(question="When did Orla Quist resign?")
    assert len(tally.model("standalone_verdicts").complete_all([asked, asked])) == 2
    ((prompted, put),) = tally.put.items()
    assert (prompted, put.calls) == (("standalone_verdicts", "standalone"), 1)
    assert put.chars == len(asked.messages()[0]["content"])


def test_a_source_without_public_people_gives_no_task(lake: Lake):
    found = rehearse(lake, [SHARD], settings(corpus={"min_target_documents": 500}), frozenset()).units
    assert {found[unit] for unit in (Unit.PEOPLE, Unit.TARGETS, "unanswerable_drafts", "verified_absences")} == {0}


def test_a_small_source_is_rehearsed_before_its_plan(lake: Lake):
    found = forecast(lake.home, "v1", environment={})
    assert found.is_rehearsed
    assert found.notes[1] == (
        "The source was counted, and the embedded reader drafted and verified tasks from it in memory: what it finds "
        "there and found in the earlier source says how the two differ."
    )
    made = found.projection
    # The built-in yields are the reader's own, so that a plan by them is what the reader finds.
    reader = made.rehearsed.new.units
    assert made.units["verified_drafts"] == pytest.approx(reader["verified_drafts"])
    asked = {row.stage: row.calls for row in found.rows if row.prompt_id in ("events", "adjudicate_items")}
    put = {
        prompted.stage: n.calls
        for prompted, n in made.rehearsed.new.put.items()
        if prompted.prompt_id in ("events", "adjudicate_items")
    }
    assert asked == put
    assert made.units[Unit.WINDOWS] == reader[Unit.WINDOWS]
    assert {Unit.PEOPLE, Unit.CORPUS, Unit.WINDOWS} < made.counted
    without = forecast(lake.home, "v1", is_rehearsed=False, environment={})
    assert not without.is_rehearsed
    assert without.projection.units[Unit.WINDOWS] == reader[Unit.WINDOWS]
