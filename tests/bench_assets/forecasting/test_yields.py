"""What an earlier release asked, from the rows of its ledger."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.forecasting.calls import open_book
from bench_assets.forecasting.units import Prompted
from bench_assets.forecasting.yields import SECTIONS, CallRow, first_asked, settings_as_built, shared_models
from bench_resources.lake import Lake
from bench_resources.ledger import Call, Ledger, Source
from bench_resources.llm_cache import Cache, Stored
from bench_resources.llm_requests import Request
from scoring.errors import BadInputError
from tests.bench_assets.forecasting.made_yields import MODELS
from tests.small_home import put

DRAFTING, READING = Prompted("necessity_verdicts", "answer"), Prompted("reference_predictions", "answer")


def row(key: str, prompted: Prompted = DRAFTING, tokens: tuple[int, int] = (100, 10), **more: str) -> CallRow:
    given = {"role": "cheap", "prompt_version": "1"} | more
    return CallRow(prompted.stage, given["role"], prompted.prompt_id, given["prompt_version"], key, *tokens)


def test_no_call_is_no_yield():
    assert first_asked([], MODELS) == {}


def test_a_request_counts_once_for_the_stage_that_asked_it_first():
    rows = [row("a"), row("b"), row("a", READING, role="answerer"), row("c", READING, role="answerer"), row("b")]
    assert first_asked(rows, MODELS) == {DRAFTING: (2, 200, 20), READING: (1, 100, 10)}


def test_roles_that_will_have_models_of_their_own_ask_the_same_request_each():
    rows = [row("a"), row("a", READING, role="answerer")]
    apart = MODELS | {"answerer": "acme/large"}
    assert first_asked(rows, apart) == {DRAFTING: (1, 100, 10), READING: (1, 100, 10)}


def test_a_call_that_failed_first_has_the_tokens_of_its_reply():
    assert first_asked([row("a", tokens=(0, 0)), row("a")], MODELS) == {DRAFTING: (1, 100, 10)}


def test_calls_of_an_earlier_wording_do_not_count():
    rows = [row("a", prompt_version="1"), row("b", prompt_version="2"), row("c", prompt_version="2")]
    assert first_asked(rows, MODELS)[DRAFTING].calls == 2


def test_roles_share_requests_only_where_they_did_and_will():
    apart = MODELS | {"judge": "acme/large"}
    assert shared_models(MODELS, apart)["judge"] != shared_models(MODELS, apart)["cheap"]
    assert shared_models(apart, MODELS)["judge"] != shared_models(apart, MODELS)["cheap"]
    assert len(set(shared_models(MODELS, MODELS).values())) == 1


def test_settings_of_another_version_give_no_yields(tmp_path: Path):
    table = pa.table(
        {
            "section": ["any"], "source": ["letters"], "seed": [1], "settings": ['{"colour": "red"}'],
            "models": ["{}"], "sampling": ["{}"], "protected_names": [[]],
        }
    )  # fmt: skip
    for section in SECTIONS:
        put(tmp_path, f"{section}_settings", "old", table)
    with pytest.raises(BadInputError) as refused:
        settings_as_built(Lake(tmp_path), "old")
    assert str(refused.value) == (
        "Release 'old' was built under 1 settings that this version does not know, so it gives no yields. Build it "
        "again with docketbench build old, or name another release with --like."
    )


# --- the ledger -------------------------------------------------------------------------------------------------------


def call(release: str, key: str, source: Source = Source.LIVE) -> Call:
    cost = 0.0 if source is Source.CACHE else 0.25
    return Call(
        "2026-01-31T12:00:00+00:00", release, "facts", "cheap", "acme/small-2026-01-01", "facts", "1", key, source,
        100, 10, cost, 1.0,
    )  # fmt: skip


def test_a_plan_makes_no_database(tmp_path: Path):
    with open_book(f"sqlite:///{tmp_path}/models/replies.sqlite") as book:
        assert book is None
    assert list(tmp_path.iterdir()) == []


def test_a_book_tells_who_called_last_what_was_spent_and_what_is_kept(tmp_path: Path):
    url = f"sqlite:///{tmp_path}/replies.sqlite"
    with Ledger(url) as ledger:
        ledger.add([call("v1", "a"), call("v2", "b"), call("v1", "a", Source.CACHE), call("v1", "c", Source.BATCH)])
    with open_book(url) as book:
        assert book.n_replies("acme/small-2026-01-01") == 0  # no reply was ever stored
    Cache(url).put(Request("acme/small-2026-01-01", [{"role": "user"}]), Stored("{}", 1, 1, "stop", 0.0))
    with open_book(url) as book:
        assert book.releases() == ["v1", "v2"]
        assert [(found.stage, found.key) for found in book.rows("v1")] == [("facts", key) for key in "aac"]
        assert book.spent_usd("v1") == 0.25  # a batch is paid for where it was run
        assert book.spent_usd("v9") == 0.0
        assert book.n_replies("acme/small-2026-01-01") == 1
        assert book.n_replies("acme/large") == 0
