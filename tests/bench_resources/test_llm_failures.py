"""Why an item failed is kept beside the replies, the latest reason for each, without anything that may not be shown."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sa

from bench_resources.batch_requests import Pending
from bench_resources.ledger import Ledger
from bench_resources.llm_cache import Cache, UnreachableDatabaseError
from bench_resources.llm_failures import FailedItem, Failures, clean_reason, failed_item, note
from bench_resources.llm_requests import Request, canonical_json

SMALL, LARGE = "acme/small-2026-01-01", "acme/large-2026-01-01"
SECRET = 'vellum"9931-secret'


def request(number: int, model: str = SMALL, text: str = "Who wrote to Orla Quist?") -> Request:
    return Request(model, [{"role": "user", "content": text}], sample_index=number)


def item(number: int, reason: str = "the reply is empty", model: str = SMALL) -> FailedItem:
    return failed_item(request(number, model), reason, 0.25, is_lasting=True)


@pytest.fixture
def failures(url: str) -> Iterator[Failures]:
    with Failures(url) as opened:
        yield opened


# --- an item ------------------------------------------------------------------------------------------------------


def test_an_item_is_its_request_and_its_reason():
    assert item(3) == FailedItem(
        request(3).key, SMALL, canonical_json(request(3)).decode(), "the reply is empty", 0.25, is_lasting=True
    )


@pytest.mark.parametrize(
    ("reason", "kept"),
    [
        ("  two\nlines\tand \u2028 more ", "two lines and more"),
        ("half a \ud83d and a \0", "half a ? and a ?"),
        (f"key {SECRET}", "key [secret]"),
        (r"as JSON: vellum\"9931-secret", "as JSON: [secret]"),
        ("é" * 1_001, "é" * 1_000),
    ],
)
def test_a_reason_is_one_line_that_may_be_stored_and_shown(reason: str, kept: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    assert clean_reason(reason) == kept
    assert failed_item(request(0), reason, is_lasting=False).reason == kept
    assert clean_reason(kept) == kept


def test_a_request_with_a_secret_is_not_kept_and_its_failure_is(failures: Failures, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    leaky = request(0, text=f"use {SECRET}")
    failures.put_many([failed_item(leaky, "refused", is_lasting=True)])
    assert failures.get_many([leaky.key]) == {
        leaky.key: FailedItem(leaky.key, SMALL, None, "refused", 0.0, is_lasting=True)
    }


# --- the table ----------------------------------------------------------------------------------------------------


def test_an_empty_table_holds_nothing(failures: Failures):
    failures.put_many([])
    assert failures.add_many([]) == {}
    assert failures.get_many([]) == failures.get_many(["0" * 64]) == {}
    assert (list(failures.rows()), len(failures), failures.forget(["0" * 64])) == ([], 0, 0)


def test_the_latest_failure_of_a_key_stays(failures: Failures):
    failures.put_many([item(0), item(1), item(0, "the reply is truncated")])
    assert failures.get_many([item(1).key, item(0).key]) == {
        item(1).key: item(1),
        item(0).key: item(0, "the reply is truncated"),
    }
    last = replace(item(1, "refused"), cost_usd=0.0, is_lasting=False)
    failures.put_many([last])
    assert failures.get_many([last.key]) == {last.key: last}
    assert len(failures) == 2


def test_adding_changes_nothing_that_is_there(failures: Failures):
    failures.put_many([item(0)])
    assert failures.add_many([item(0, "refused"), item(1), item(1, "refused")]) == {item(0).key: item(0)}
    assert list(failures.rows()) == sorted([item(0), item(1)], key=lambda each: each.key)


def test_rows_come_by_key_beyond_a_block(failures: Failures):
    items = [item(number) for number in range(1_203)]
    failures.put_many(items)
    assert list(failures.rows()) == sorted(items, key=lambda each: each.key)
    keys = [each.key for each in items]
    assert list(failures.get_many(keys)) == keys


def test_failures_are_forgotten_by_key_and_by_model(failures: Failures):
    small = [item(number) for number in range(700)]
    large = [item(number, model=LARGE) for number in range(3)]
    failures.put_many([*small, *large])
    of_a_release = {each.key for each in [*small[:650], *large]}
    assert failures.forget(of_a_release, LARGE) == 3
    assert failures.forget(of_a_release) == 650
    assert {each.key for each in failures.rows()} == {each.key for each in small[650:]}


def test_a_failure_and_what_belongs_to_it_are_written_in_one_step(shared_url: str):
    with Failures(shared_url) as failures:

        def note_and_stop() -> None:
            with failures.database.write() as connection:
                note(failures.database, connection, [item(0)])
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            note_and_stop()
        assert len(failures) == 0


def test_failures_lie_beside_the_replies_and_outlive_their_process(shared_url: str):
    with Cache(shared_url), Ledger(shared_url), Pending(shared_url), Failures(shared_url) as failures:
        failures.put_many([item(0)])
    with Failures(shared_url) as failures:
        assert list(failures.rows()) == [item(0)]
        tables = sa.inspect(failures.database.engine).get_table_names()
    assert {"llm_calls", "llm_completions", "llm_failures", "llm_pending"} <= set(tables)


def test_a_database_that_cannot_be_opened_is_named_without_its_password():
    with pytest.raises(UnreachableDatabaseError, match=r"mysql://orla:\*\*\*@h/x cannot be opened: mysql is not supp"):
        Failures("mysql://orla:hush-hush@h/x")
