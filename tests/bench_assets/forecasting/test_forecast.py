"""The plan of a release from its home: whose yields, what is counted, and what is said beside the numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_assets.catalogue import read_catalogue
from bench_assets.fingerprints import Fingerprints
from bench_assets.forecasting.forecast import Forecast, NoYieldsError, choose_like, forecast
from bench_assets.forecasting.units import Unit
from bench_assets.graph import Partitions
from bench_assets.reference.systems import SYSTEMS
from bench_assets.schemas import schema_of
from bench_resources.lake import Lake
from scoring.errors import BadInputError
from tests.bench_assets.forecasting.made_home import CALLS, NAME, make_home, publish_old, write_calls
from tests.small_home import put

PRICE = f'"{NAME}" = {{ input_usd_per_million = 1.0, output_usd_per_million = 10.0 }}'
BUILT_IN = (
    "the built-in ones, measured on the embedded corpus: 400 short documents, answered by the embedded reader, whose "
    "replies are terse"
)


def plan(home: Path, **options: object) -> Forecast:
    return forecast(home, "new", environment={}, **options)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    make_home(tmp_path, prices=PRICE)
    write_calls(tmp_path)
    return tmp_path


def test_a_source_of_the_same_size_asks_what_the_earlier_one_asked(home: Path):
    found = plan(home)
    assert found.yields.release == "old"
    asked = {(row.stage, row.prompt_id): row for row in found.rows if (row.stage, row.prompt_id) in CALLS}
    assert {prompted: row.calls for prompted, row in asked.items()} == {name: n for name, (n, _, _) in CALLS.items()}
    assert {row.yields_of for row in asked.values()} == {"old"}
    facts = asked["facts", "facts"]
    assert (facts.input_tokens, facts.output_tokens) == (4_800, 480)
    assert facts.cost_usd == pytest.approx(0.0096)  # a dollar and ten dollars for a million


def test_the_document_holds_rows_totals_units_and_notes(home: Path):
    found = plan(home)
    document = found.as_json()
    assert (document["release"], document["like"], document["mode"]) == ("new", "old", "live")
    assert [row["stage"] for row in document["stages"]][:2] == ["target_entities", "facts"]
    assert document["total"]["calls"] == sum(row["calls"] for row in document["stages"])
    assert document["total"]["cost_usd"] == pytest.approx(sum(row["cost_usd"] for row in document["stages"]))
    assert document["units"]["documents"] == {"count": 8.0, "is_counted": True}
    assert document["units"]["windows"] == {"count": 8.0, "is_counted": False}
    assert (document["is_source_counted"], document["is_rehearsed"]) == (False, False)
    assert document["cached_replies"] == {NAME: 0}
    assert (document["unpriced_models"], document["budget_usd"], document["left_usd"]) == ([], None, None)
    assert document["like_calls_per_draft"] == 1.0
    assert document["notes"] == found.notes


def test_where_the_numbers_come_from_is_said(home: Path):
    others = "adjudication_verdicts, answer_verdicts, answerability_verdicts, events, necessity_verdicts"
    assert plan(home).notes == [
        "The yields are those of release old, which made 35 different calls.",
        f"Release old has no calls of {others}, and 2 more: the yields there are {BUILT_IN}.",
        (
            "The source of new is not in the lake, so that only its number of rows is known. docketbench build new --only "
            "source reads it without a model; until then a plan may be half off, and more."
        ),
        (
            "Counted is what grows with units that are known already; everything else is an estimate, and less sure the "
            "further down it stands."
        ),
        (
            "The numbers are those of a cold cache; it holds no reply of these models. A call that it answers costs "
            "nothing."
        ),
    ]


def test_without_an_earlier_release_the_yields_are_built_in(home: Path):
    (home / "lake/release_manifest/old.parquet").unlink()
    found = plan(home)
    assert (found.as_json()["like"], found.as_json()["like_calls_per_draft"]) == (None, None)
    # 8 of 400 documents, of which 322 windows were cut and 319 of them asked.
    assert next(row for row in found.rows if row.stage == "facts").calls == round(319 * 8 / 400)
    assert found.notes[0] == (
        f"No release of this home was built whole, so the yields are {BUILT_IN}. Documents of another kind and a live "
        "model may need several times as much: build a small release first, and plan again."
    )


def test_a_release_that_asked_no_live_model_says_how_much_there_is(home: Path):
    (home / "models/replies.sqlite").unlink()
    found = plan(home)
    assert found.yields.release == "old"
    assert {row.yields_of for row in found.rows} == {""}
    assert found.projection.units["single_hop_drafts"] == 3
    assert found.notes[0] == (
        f"How much there is of everything comes from release old, which asked no live model; calls and tokens for "
        f"each of it are {BUILT_IN}."
    )


def test_a_release_that_was_built_under_several_settings_is_said_to_give_too_much(home: Path):
    write_calls(home, extra="again")
    found = plan(home)
    assert found.repeats == 2.0
    assert found.notes[2] == (
        "The ledger holds 2.0 calls for each draft of old: it was built under other settings before, so that these "
        "numbers are too high. Name another release with --like."
    )


def test_a_release_that_lacks_a_table_gives_no_yields(home: Path):
    (home / "lake/pool_labels/old/single_hop.parquet").unlink()
    with pytest.raises(NoYieldsError) as refused:
        plan(home, like="old")
    assert str(refused.value) == (
        "Release 'old' gives no yields: the lake lacks 1 of its tables (pool_labels old|single_hop). Build it whole with "
        "docketbench build old, name another release with --like, or leave --like out."
    )
    assert plan(home).yields.release == ""
    with pytest.raises(BadInputError, match=r"release '\.\./old' cannot be used"):
        plan(home, like="../old")
    with pytest.raises(NoYieldsError, match="the lake lacks 55 of its tables"):
        plan(home, like="never")


def test_the_release_that_called_last_is_taken_unless_this_one_was_built_before(home: Path):
    lake = Lake(home)
    assert choose_like(lake, ["gone", "old"], ["old"], "new") == "old"
    assert choose_like(lake, [], ["old"], "new") == "old"
    assert choose_like(lake, [], [], "new") is None
    assert choose_like(lake, ["gone"], ["gone"], "new") is None
    publish_old(home)  # as it was
    assert choose_like(lake, ["gone", "old"], ["gone", "old"], "old") == "old"


# --- money and what is there already ----------------------------------------------------------------------------------


def test_a_budget_is_compared_with_what_is_spent_and_planned(tmp_path: Path):
    make_home(tmp_path, prices=PRICE, settings="budget_usd = 1.0")
    write_calls(tmp_path)
    write_calls(tmp_path, "new")  # 35 calls of a cent, of an earlier try
    found = plan(tmp_path, like="old")
    cost = found.total.cost_usd
    assert found.spent_usd == pytest.approx(0.35)
    assert found.left_usd == pytest.approx(0.65 - cost)
    assert found.notes[-1].startswith("The budget is $1.00 of which $0.350000 is spent: $0.")
    assert found.notes[-1].endswith(" would be left.")


def test_a_budget_that_is_too_small_is_said_to_be(tmp_path: Path):
    make_home(tmp_path, prices=PRICE, settings="budget_usd = 0.0")
    write_calls(tmp_path)
    found = plan(tmp_path)
    assert found.left_usd == -found.total.cost_usd
    assert found.notes[-1] == f"The budget is $0.00: ${found.total.cost_usd:.6f} is missing."


def test_an_unknown_price_is_said_with_what_to_write(tmp_path: Path):
    make_home(tmp_path, settings="budget_usd = 1.0")
    write_calls(tmp_path)
    found = plan(tmp_path)
    assert (found.total.cost_usd, found.left_usd, found.unpriced) == (None, None, [NAME])
    assert found.notes[-1] == (
        f"The price of {NAME} is not known, so no total can be said. Write it in dollars for a million tokens in the "
        f'release\'s TOML: [models.prices."{NAME}"] with input_usd_per_million and output_usd_per_million.'
    )


def test_batches_and_the_embedded_reader_are_named(tmp_path: Path):
    make_home(tmp_path, model="embedded")
    assert plan(tmp_path).total == (0, 0, 0, 0.0)
    assert plan(tmp_path).notes[-1] == "What the embedded reader answers costs nothing and is not in the total."
    path = tmp_path / "releases/new.toml"
    path.write_text(path.read_text().replace('mode = "live"', 'mode = "batch"'))
    assert plan(tmp_path).notes[-1] == "Dollars are those of batches: 50% is taken off every price."


def test_a_model_that_cannot_be_had_is_refused_as_a_build_would(tmp_path: Path):
    make_home(tmp_path, model="nobody")
    with pytest.raises(BadInputError, match="The release names the model 'nobody'"):
        plan(tmp_path)


def test_what_is_built_is_counted_and_left_out(home: Path):
    catalogue, lake = read_catalogue(home), Lake(home)
    shards = catalogue.shards_of("new")
    fingerprints = Fingerprints(catalogue, Partitions({"new": shards}, SYSTEMS, []), lake)
    assets = ("corpus_settings", "source_snapshot", "alias_index", "target_entities")
    tables = {name: lake.read(name, "old") for name in assets}
    for shard in shards:
        for asset in ("shard_locks", "documents", "document_quality", "entity_mentions"):
            table, notes = schema_of(asset).empty_table(), {"quarantine_reason": None}
            put(home, asset, shard, table, fingerprints.expected(asset, shard), notes=notes)
    for asset in assets:
        put(home, asset, "new", tables[asset], fingerprints.expected(asset, "new"))
    found = plan(home)
    assert found.is_source_counted
    assert not found.is_rehearsed  # there is nothing in it to rehearse on
    assert found.projection.counted >= {Unit.PEOPLE, Unit.TARGETS, Unit.MENTIONS}
    assert next(row for row in found.rows if row.stage == "target_entities").calls == 0
    assert (
        "The source was counted. How many tasks it gives is taken to grow with the documents of its people, which may be "
        "a third off where quotas are not filled."
    ) in found.notes
    assert "Built already, and left out, are 1 of the 11 stages that ask: target_entities." in found.notes
