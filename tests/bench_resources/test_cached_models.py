"""A model behind its cache: what is known is not asked, and a replay gives what the run gave, failures included."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bench_resources.batch_requests import Pending
from bench_resources.batch_results import import_results
from bench_resources.cached_models import (
    Asked,
    BatchBehind,
    BatchPendingError,
    CachedModel,
    Outcome,
    ReplayMissError,
    Stores,
    ask_of,
    open_cached,
    open_pending,
    open_replay,
    open_stores,
)
from bench_resources.chat_wire import Answer
from bench_resources.ledger import Budget, Ledger
from bench_resources.live_calls import LiveCalls, UnansweredError
from bench_resources.llm_cache import Cache, DatabaseFailedError, Stored
from bench_resources.llm_export import export_cache
from bench_resources.llm_failures import failed_item
from bench_resources.llm_requests import Request
from bench_resources.model_access import Access, Address, Caller, Mode
from bench_resources.prices import Price
from bench_resources.prompting import template
from bench_resources.providers import FailedCallError, Failure, Sent
from bench_resources.slots import Slots
from scoring.errors import ExitCode
from scoring.llm import Completion, Prompt

NAME = "acme/tern-2026-01-01"
CALLER = Caller("standalone_verdicts", "cheap")
DOLLAR_A_MILLION = Price(1.0, 1.0)
SECRET = "vellum-9931-secret"
SAYING_WHEN = 'it answers 429, saying "Try again in 7.3 s."'


def prompt(question: str) -> Prompt:
    return template("standalone").fill(question=question)


def prompts(*questions: str) -> list[Prompt]:
    return [prompt(question) for question in questions]


def asked(question: str) -> Asked:
    return ask_of(NAME, prompt(question), {"max_tokens": 100})


def key(question: str) -> str:
    return asked(question).key


def question_in(request: Request, known: Mapping[str, Any]) -> str:
    return next(question for question in known if question in request.messages[0]["content"])


def access(folder: Path, mode: Mode = Mode.LIVE, **changes: Any) -> Access:
    return Access("v1", mode, folder, f"sqlite:///{folder / 'replies.sqlite'}", {"max_tokens": 100}, **changes)


@pytest.fixture(autouse=True)
def stores(tmp_path: Path) -> Iterator[Stores]:
    """Those of every test's own folder, which this process keeps open otherwise."""
    opened = open_stores(access(tmp_path).cache_url)
    yield opened
    for opener in (open_stores, open_replay, open_pending):
        opener.cache_clear()  # as in another process
    for store in opened:
        store.close()


@dataclass
class Script:
    """A provider that says to each question what it was told: a reply, cut where there are dots, or a failure."""

    said: Mapping[str, str | Failure]
    sent: list[str] = field(default_factory=list)

    async def send(self, request: Request) -> Sent:
        question = question_in(request, self.said)
        self.sent.append(question)
        said = self.said[question]
        if isinstance(said, Failure):
            detail = SAYING_WHEN if said is Failure.RATE_LIMITED else 'it answers 400, saying "No."'
            raise FailedCallError(NAME, said, detail, seconds=1.25, n_attempts=len(self.sent))
        # 900 tokens in and 100 out at a dollar a million: $0.001
        return Sent(Answer(said, 900, 100, "length" if said.endswith("...") else "stop"), 0.5, 1)

    async def close(self) -> None:
        """Nothing is open."""


def live(folder: Path, stores: Stores, script: Script, *, budget: Budget | None = None) -> CachedModel:
    given = access(folder, addresses={NAME: Address(concurrency=4)})
    slots = Slots(folder / "slots", 4)
    behind = LiveCalls(NAME, given, CALLER, stores, lambda: script, slots, DOLLAR_A_MILLION, budget)
    return CachedModel(NAME, given, CALLER, stores, behind)


def complete(model: CachedModel, *questions: str) -> list[Completion]:
    try:
        return model.complete_all(prompts(*questions))
    finally:
        model.close()


def replayed(given: Access, *questions: str) -> list[Completion]:
    return complete(open_cached(NAME, given, CALLER), *questions)


def calls(stores: Stores, *columns: str) -> list[tuple[str, ...]]:
    assert stores.ledger is not None
    return [total.group for total in stores.ledger.totals(by=columns) for _ in range(total.n_calls)]


# --- what is known ------------------------------------------------------------------------------------------------


class Recording:
    """Behind a model: remembers what it was asked, and stores nothing."""

    def __init__(self) -> None:
        self.asked: list[list[str]] = []

    def fetch(self, asked: Sequence[Asked]) -> dict[str, Outcome]:
        self.asked.append([one.key for one in asked])
        return {one.key: Outcome(Stored("yes", 9, 1, "stop", 0.5), cost_usd=0.5) for one in asked}

    def close(self) -> None:
        """Nothing is open."""


def test_the_same_request_twice_is_one_call_and_costs_each_prompt_the_same(tmp_path: Path, stores: Stores):
    behind = Recording()
    model = CachedModel(NAME, access(tmp_path), CALLER, stores, behind)
    done = model.complete_all(prompts("Who?", "When?", "Who?"))
    assert behind.asked == [[key("Who?"), key("When?")]]
    assert done == [Completion("yes", NAME, 0.5)] * 3
    assert model.complete_all([]) == []
    assert len(behind.asked) == 1


def test_a_stored_reply_is_a_row_that_cost_nothing_and_a_completion_that_costs_what_it_did(
    tmp_path: Path, stores: Stores
):
    stores.cache.put(asked("Who?").request, Stored("Vida Marsh", 9, 1, "stop", 0.5))
    behind = Recording()
    model = CachedModel(NAME, access(tmp_path), CALLER, stores, behind)
    assert model.complete_all(prompts("Who?", "Who?")) == [Completion("Vida Marsh", NAME, 0.5)] * 2
    assert behind.asked == []
    assert stores.ledger is not None
    (total,) = stores.ledger.totals(by=("release", "stage", "role", "source", "outcome"))
    assert total.group == ("v1", "standalone_verdicts", "cheap", "cache", "stored")
    assert (total.n_calls, total.input_tokens, total.output_tokens, total.cost_usd) == (1, 9, 1, 0.0)


def test_an_export_is_replayed_without_a_ledger(tmp_path: Path, stores: Stores):
    stores.cache.put(asked("Who?").request, Stored("Vida Marsh", 9, 1, "stop", 0.5))
    export_cache(stores.cache, tmp_path / "cache.jsonl.gz")
    given = access(tmp_path, Mode.REPLAY, replay_path=tmp_path / "cache.jsonl.gz")
    assert replayed(given, "Who?") == [Completion("Vida Marsh", NAME, 0.5)]
    assert open_replay(tmp_path / "cache.jsonl.gz").ledger is None
    assert calls(stores, "source") == []


def test_a_miss_names_model_role_prompt_key_and_stage(tmp_path: Path):
    first = asked("Who?")
    with pytest.raises(ReplayMissError) as missed:
        replayed(access(tmp_path, Mode.REPLAY), "Who?")
    assert str(missed.value) == (
        f"A replay never calls out, and its cache has no reply of '{NAME}' (role cheap) to "
        f"standalone.{first.prompt_version}, key {first.key[:12]}..., asked by standalone_verdicts. "
        "Replay with the cache that was released with this version and this code, or build without --replay."
    )
    assert missed.value.exit_code is ExitCode.STOPPED
    with pytest.raises(ReplayMissError, match=rf"key {first.key[:12]}\.\.\. and 1 more, asked by"):
        replayed(access(tmp_path, Mode.REPLAY), "Who?", "When?", "Who?")


# --- failures of live calls ---------------------------------------------------------------------------------------

SAID = {
    "Sound?": "yes",
    "Cut?": "The committee...",
    "Empty?": " ",
    "Refused?": Failure.REFUSED,
    "Too long?": Failure.TOO_LONG,
    "Rate?": Failure.RATE_LIMITED,
    "Down?": Failure.SERVER_ERROR,
}
REFUSED = 'the provider\'s content policy refuses the prompt: it answers 400, saying "No."'
TOO_LONG = 'the prompt is too long for the model: it answers 400, saying "No."'
DONE = [
    Completion("yes", NAME, 0.001),
    Completion("", NAME, 0.001, "the reply is truncated"),
    Completion("", NAME, 0.001, "the reply is empty"),
    Completion("", NAME, 0.0, REFUSED),
    Completion("", NAME, 0.0, TOO_LONG),
    Completion("", NAME, 0.0, "the provider's rate limit was reached"),
    Completion("", NAME, 0.0, "the provider had an error"),
]


def test_a_replay_gives_the_completions_of_the_run_failures_included(tmp_path: Path, stores: Stores):
    assert complete(live(tmp_path, stores, Script(SAID)), *SAID) == DONE
    assert replayed(access(tmp_path, Mode.REPLAY), *SAID) == DONE
    assert stores.ledger is not None
    keys = stores.ledger.keys("v1")
    assert export_cache(stores.cache, tmp_path / "cache.jsonl", keys, stores.failures) == (1, 6)
    exported = access(tmp_path / "elsewhere", Mode.REPLAY, replay_path=tmp_path / "cache.jsonl")
    assert replayed(exported, *SAID) == DONE
    with pytest.raises(ReplayMissError):
        replayed(exported, *SAID, "Never asked?")


def test_every_failed_item_is_noted_with_what_it_cost_and_whether_it_lasts(tmp_path: Path, stores: Stores):
    complete(live(tmp_path, stores, Script(SAID)), *SAID)
    noted = {
        question: (item.reason, item.cost_usd, item.is_lasting)
        for question in SAID
        for item in stores.failures.get_many([key(question)]).values()
    }
    assert noted == {
        "Cut?": ("the reply is truncated", 0.001, True),
        "Empty?": ("the reply is empty", 0.001, True),
        "Refused?": (REFUSED, 0.0, True),
        "Too long?": (TOO_LONG, 0.0, True),
        # Without the provider's words, which say how long to wait; the ledger has them.
        "Rate?": ("the provider's rate limit was reached", 0.0, False),
        "Down?": ("the provider had an error", 0.0, False),
    }
    outcomes = {outcome for (outcome,) in calls(stores, "outcome")}
    assert f"failed:the provider's rate limit was reached: {SAYING_WHEN}"[:60] in {each[:60] for each in outcomes}


def test_a_live_run_asks_failed_items_again_and_a_reply_wins_from_then_on(tmp_path: Path, stores: Stores):
    complete(live(tmp_path, stores, Script(SAID)), *SAID)
    script = Script(dict.fromkeys(SAID, "at last"))
    done = complete(live(tmp_path, stores, script), *SAID)
    assert set(script.sent) == set(SAID) - {"Sound?"}
    assert [each.text for each in done] == ["yes", *["at last"] * 6]
    assert replayed(access(tmp_path, Mode.REPLAY), *SAID) == done
    assert export_cache(stores.cache, tmp_path / "cache.jsonl", failures=stores.failures) == (7, 0)


def test_the_latest_failure_is_the_one_that_is_replayed(tmp_path: Path, stores: Stores):
    complete(live(tmp_path, stores, Script({"Cut?": "Well..."})), "Cut?")
    done = complete(live(tmp_path, stores, Script({"Cut?": Failure.SERVER_ERROR})), "Cut?")
    assert (
        replayed(access(tmp_path, Mode.REPLAY), "Cut?")
        == done
        == [Completion("", NAME, 0.0, "the provider had an error")]
    )


def test_a_replayed_failure_is_a_row_so_that_its_key_is_one_of_the_release(tmp_path: Path, stores: Stores):
    stores.failures.put_many([failed_item(asked("Cut?").request, "the reply is truncated", 0.001, is_lasting=False)])
    replayed(access(tmp_path, Mode.REPLAY), "Cut?")
    assert stores.ledger is not None
    (total,) = stores.ledger.totals(by=("source", "outcome"))
    assert (total.group, total.cost_usd) == (("cache", "failed:the reply is truncated"), 0.0)
    assert stores.ledger.keys("v1") == {key("Cut?")}


def test_a_reply_with_a_secret_fails_alike_in_run_and_replay(
    tmp_path: Path, stores: Stores, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    said = {"Leak?": f"it is {SECRET}", "Sound?": "yes"}
    done = complete(live(tmp_path, stores, Script(said)), *said)
    assert done[0] == Completion(
        "",
        NAME,
        0.001,
        "Not stored: the text holds the value of ACME_API_KEY. Keep credentials out of prompts.",
    )
    assert replayed(access(tmp_path, Mode.REPLAY), *said) == done
    assert ("failed:Not stored: the text holds the value of ACME_API_KEY. Keep credentials out of...",) in calls(
        stores, "outcome"
    )


@dataclass
class LedgerLost(Script):
    """A provider during whose call the table of the ledger is lost."""

    url: str = ""

    async def send(self, request: Request) -> Sent:
        with Ledger(self.url) as ledger, ledger.database.write() as connection:
            connection.execute(sa.text("DROP TABLE llm_calls"))
        return await super().send(request)


@pytest.mark.parametrize("is_within_budget", [False, True])
def test_a_failure_is_noted_before_the_ledger_has_its_row(tmp_path: Path, stores: Stores, *, is_within_budget: bool):
    """What a kill between the two steps leaves: here the second one fails, as the ledger's table is gone."""
    assert stores.ledger is not None
    budget = Budget(stores.ledger, "v1", 1.0) if is_within_budget else None
    model = live(tmp_path, stores, LedgerLost({"Cut?": "Well..."}, url=access(tmp_path).cache_url), budget=budget)
    with pytest.raises(DatabaseFailedError, match="no such table: llm_calls"):
        complete(model, "Cut?")
    assert [item.reason for item in stores.failures.rows()] == ["the reply is truncated"]


def test_what_failed_before_a_provider_was_given_up_is_noted(tmp_path: Path, stores: Stores):
    questions = [f"Down {number:02d}?" for number in range(12)]
    script = Script(dict.fromkeys(questions, Failure.SERVER_ERROR))
    with pytest.raises(UnansweredError):
        complete(live(tmp_path, stores, script), *questions)
    assert stores.ledger is not None
    assert {item.key for item in stores.failures.rows()} == stores.ledger.keys("v1")
    assert len(stores.failures) >= 10


# --- batches ------------------------------------------------------------------------------------------------------


def test_a_stage_that_waits_for_a_batch_goes_on_and_ends_when_it_is_closed(tmp_path: Path, stores: Stores):
    stores.cache.put(asked("Sound?").request, Stored("yes", 9, 1, "stop", 0.5))
    model = open_cached(NAME, access(tmp_path, Mode.BATCH), CALLER)
    waits = Completion("", NAME, 0.0, "the prompt waits for a batch to be answered", is_pending=True)
    assert model.complete_all(prompts("Who?", "Sound?", "Who?")) == [waits, Completion("yes", NAME, 0.5), waits]
    assert model.complete_all(prompts("When?")) == [waits]
    with pytest.raises(BatchPendingError) as waiting:
        model.close()
    assert str(waiting.value) == (
        f"standalone_verdicts waits for 2 replies of '{NAME}': write the requests with "
        "docketbench batch export FOLDER, have them answered, read the answers with "
        "docketbench batch import RESULTS, and run the same build command again"
    )
    assert (waiting.value.n_requests, waiting.value.exit_code) == (2, ExitCode.STOPPED)
    with Pending(access(tmp_path).cache_url) as pending:
        assert {row.key for row in pending.all("v1")} == {key("Who?"), key("When?")}


def test_a_stage_that_waits_for_nothing_ends_well(tmp_path: Path):
    with Pending(access(tmp_path).cache_url) as pending:
        BatchBehind(NAME, "v1", CALLER, pending).close()


def result(question: str, **response: Any) -> dict[str, Any]:
    return {"custom_id": key(question), **response}


def imported(folder: Path, *records: Mapping[str, Any]) -> None:
    path = folder / "results.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records), encoding="utf-8")
    url = access(folder).cache_url
    with Pending(url) as pending, Ledger(url) as ledger, Cache(url) as cache:
        import_results([path], cache, pending, ledger, {NAME: DOLLAR_A_MILLION})


def test_a_request_that_a_batch_refuses_fails_and_the_build_goes_on(tmp_path: Path, stores: Stores):
    given = access(tmp_path, Mode.BATCH)
    with pytest.raises(BatchPendingError):
        replayed(given, "Refused?", "Cut?", "Late?")
    refusal = {"status_code": 400, "body": {"error": {"code": "content_filter", "message": "No."}}}
    choice = {"message": {"content": "Well"}, "finish_reason": "length"}
    cut = {"choices": [choice], "usage": {"prompt_tokens": 900, "completion_tokens": 100}}
    imported(
        tmp_path,
        result("Refused?", response=refusal),
        result("Cut?", body=cut),
        result("Late?", error={"code": "batch_expired", "message": "Too late."}),
    )
    model = open_cached(NAME, given, CALLER)
    done = model.complete_all(prompts("Refused?", "Cut?", "Late?"))
    refused = "the provider's content policy refuses the prompt: 400: content_filter: No."
    assert done[:2] == [
        Completion("", NAME, 0.0, refused),
        Completion("", NAME, 0.0005, "the reply is truncated"),  # half of a dollar a million
    ]
    assert done[2].is_pending
    with pytest.raises(BatchPendingError, match="waits for 1 replies"):
        model.close()
    imported(tmp_path, result("Late?", body=cut | {"choices": [choice | {"finish_reason": "stop"}]}))
    finished = replayed(given, "Refused?", "Cut?", "Late?")
    assert finished == [*done[:2], Completion("Well", NAME, 0.0005)]
    assert replayed(access(tmp_path, Mode.REPLAY), "Refused?", "Cut?", "Late?") == finished


def test_a_failure_that_may_pass_is_asked_by_a_batch_and_one_that_lasts_is_not(tmp_path: Path, stores: Stores):
    complete(live(tmp_path, stores, Script(SAID)), *SAID)
    model = open_cached(NAME, access(tmp_path, Mode.BATCH), CALLER)
    done = model.complete_all(prompts(*SAID))
    assert [question for question, each in zip(SAID, done, strict=True) if each.is_pending] == ["Rate?", "Down?"]
    assert done[:5] == DONE[:5]


def test_what_is_forgotten_waits_again(tmp_path: Path, stores: Stores):
    stores.failures.put_many([failed_item(asked("Cut?").request, "the reply is truncated", is_lasting=True)])
    given = access(tmp_path, Mode.BATCH)
    assert [each.error for each in replayed(given, "Cut?")] == ["the reply is truncated"]
    assert stores.ledger is not None
    assert stores.failures.forget(stores.ledger.keys("v1"), NAME) == 1
    with pytest.raises(BatchPendingError):
        replayed(given, "Cut?")
