"""Live calls are paid for once, within a budget, however the process ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
import sqlalchemy as sa

from bench_resources.cached_models import open_stores
from bench_resources.ledger import BudgetSpentError
from bench_resources.live_calls import UnansweredError
from bench_resources.llm_cache import DatabaseFailedError
from bench_resources.model_access import Access, Address, Caller, Mode
from bench_resources.models import open_model
from bench_resources.prices import Price, UnknownPriceError
from bench_resources.prompting import template
from bench_resources.providers import BrokenProviderError
from scoring.llm import Prompt, ask
from tests.scripted_server import Answer, Asked, Fault, Respond, ScriptedServer, Usage, always, by_marker, canonical

NAME = "openai/tern-2026-01-01"
SOUND = {"verdict": "pass", "category": "sound", "reason": "it names everything"}
DOLLAR_A_MILLION = Price(1.0, 1.0)
CENT = Usage(9_000, 1_000)  # 10,000 tokens at a dollar a million


def access(folder: Path, url: str, *, concurrency: int = 8, **changes) -> Access:
    fields = {
        "addresses": {NAME: Address(f"{url}/v1", "TERN_API_KEY", concurrency, max_attempts=1)},
        "prices": {NAME: DOLLAR_A_MILLION},
        "sampling": {"max_tokens": 100},
    }
    return Access("v1", Mode.LIVE, folder, f"sqlite:///{folder / 'replies.sqlite'}", **(fields | changes))


def prompts(n: int, first: int = 0) -> list[Prompt]:
    return [template("standalone").fill(question=f"Question {number}?") for number in range(first, first + n)]


def complete(given: Access, asked: list[Prompt]) -> list[str]:
    with open_model(NAME, given, Caller("standalone_verdicts", "cheap")) as model:
        return [done.error or done.text for done in model.complete_all(asked)]


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERN_API_KEY", "tern-key-12345")


def served(respond: Respond) -> ScriptedServer:
    return ScriptedServer(respond)


def test_a_reply_is_asked_for_once_and_kept(tmp_path: Path) -> None:
    with served(always(Answer(SOUND, usage=CENT))) as server:
        given = access(tmp_path, server.url)
        first = complete(given, [*prompts(5), *prompts(2)])  # two of them twice
        assert server.n_calls == 5
        assert complete(given, prompts(7)) == first[:5] + first[:2]
        assert server.n_calls == 7
    ledger = open_stores(given.cache_url).ledger
    assert ledger is not None
    totals = {total.group: total for total in ledger.totals("v1", by=["source"])}
    assert totals[("live",)].n_calls == 7
    assert totals[("live",)].cost_usd == pytest.approx(0.07)
    assert totals[("cache",)].n_calls == 5
    assert totals[("cache",)].cost_usd == 0


def test_timeouts_retries_addresses_and_prices_change_no_key(tmp_path: Path) -> None:
    with served(always(Answer(SOUND))) as server, served(always(Fault.INTERNAL)) as other:
        complete(access(tmp_path, server.url), prompts(2))
        address = Address(f"{other.url}/v1", "TERN_API_KEY", 1, timeout_seconds=1.0, max_attempts=3)
        changed = access(tmp_path, server.url, addresses={NAME: address}, prices={NAME: Price(9.0, 9.0)})
        assert [json.loads(text) for text in complete(changed, prompts(2))] == [SOUND, SOUND]
        assert other.n_calls == 0
        complete(access(tmp_path, server.url, sampling={"max_tokens": 101}), prompts(2))
        assert server.n_calls == 4


def test_what_is_kept_needs_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(always(Answer(SOUND))) as server:
        given = access(tmp_path, server.url)
        complete(given, prompts(2))
        monkeypatch.delenv("TERN_API_KEY")
        assert [json.loads(text) for text in complete(given, prompts(2))] == [SOUND, SOUND]
        with pytest.raises(BrokenProviderError, match="TERN_API_KEY"):
            complete(given, prompts(3))


def test_no_more_calls_are_in_flight_than_the_model_may_have(tmp_path: Path) -> None:
    with served(always(Answer(SOUND))) as server:
        complete(access(tmp_path, server.url, concurrency=3), prompts(30))
        assert server.n_calls == 30
        assert server.most_at_once <= 3


def test_a_budget_stops_within_one_call_of_it_and_goes_on_where_it_was(tmp_path: Path) -> None:
    # a cent a call: a hundred of a dollar; the first estimates are lower, as no call has told its output yet
    with served(always(Answer(SOUND, usage=CENT))) as server:
        given = access(tmp_path, server.url, budget_usd=1.0)
        with pytest.raises(BudgetSpentError) as stopped:
            complete(given, prompts(150))
        told = str(stopped.value)
        assert "of its budget of $1.00" in told
        assert "raise budget_usd in [models] of the release's TOML, and run the same build command again" in told
        ledger = open_stores(given.cache_url).ledger
        assert ledger is not None
        spent = ledger.totals("v1", by=())[0].cost_usd
        assert 0.99 <= spent <= 1.01
        n_before = server.n_calls
        assert n_before == round(spent * 100)
        assert len(complete(access(tmp_path, server.url, budget_usd=2.0), prompts(150))) == 150
        assert server.n_calls == 150  # not one twice
    assert Counter(canonical(asked.body) for asked in server.calls).most_common(1)[0][1] == 1


def test_an_unknown_price_stops_before_the_first_call(tmp_path: Path) -> None:
    with served(always(Answer(SOUND))) as server:
        with pytest.raises(UnknownPriceError, match="Nothing was sent"):
            complete(access(tmp_path, server.url, prices={}), prompts(3))
        assert server.n_calls == 0
        complete(access(tmp_path, server.url, prices={}, is_price_required=False), prompts(3))
        assert server.n_calls == 3


@pytest.mark.parametrize(
    ("fault", "error"),
    [
        (Fault.REFUSAL, "the reply is refused or withheld"),
        (Fault.LENGTH, "the reply is truncated"),
        (Fault.EMPTY, "the reply is empty"),
        (Fault.REASONING_ONLY, "the reply is empty"),
        (Fault.TOO_LONG, "the prompt is too long for the model"),
        (Fault.INTERNAL, "the provider had an error"),
        (Fault.NOT_JSON, "what came is no completion"),
    ],
)
def test_an_item_fails_with_its_reason_and_the_others_go_on(tmp_path: Path, fault: Fault, error: str) -> None:
    with served(by_marker({"Question 1?": fault}, Answer(SOUND))) as server:
        given = access(tmp_path, server.url)
        done = complete(given, prompts(3))
        assert [json.loads(done[0]), json.loads(done[2])] == [SOUND, SOUND]
        assert done[1].startswith(error)
        n_before = server.n_calls
        complete(given, prompts(3))
        assert server.n_calls == n_before + 1  # only the failed one again: it was never stored


def test_what_a_failed_reply_cost_is_in_the_ledger(tmp_path: Path) -> None:
    with served(always(Fault.LENGTH)) as server:
        given = access(tmp_path, server.url)
        complete(given, prompts(1))
    ledger = open_stores(given.cache_url).ledger
    assert ledger is not None
    (total,) = ledger.totals("v1", by=["outcome"])
    assert total.group == ("failed:the reply is truncated",)
    assert total.cost_usd > 0


@pytest.mark.parametrize("fault", [Fault.BAD_KEY, Fault.NO_MONEY, Fault.PAYMENT_REQUIRED, Fault.WRONG_MODEL])
def test_a_broken_provider_ends_the_run_early_and_what_was_paid_is_kept(tmp_path: Path, fault: Fault) -> None:
    def respond(asked: Asked) -> Answer | Fault:
        return Answer(SOUND) if asked.serial < 4 else fault

    with served(respond) as server:
        given = access(tmp_path, server.url, concurrency=2)
        with pytest.raises(BrokenProviderError, match="tern-2026-01-01"):
            complete(given, prompts(100))
        assert server.n_calls <= 6  # four answered, at most two refused
        stored = open_stores(given.cache_url).cache
        assert len(stored) == 4


def test_a_provider_that_is_down_ends_the_run_after_ten_calls_in_a_row(tmp_path: Path) -> None:
    with served(always(Fault.UNAVAILABLE)) as server:
        with pytest.raises(UnansweredError) as ended:
            complete(access(tmp_path, server.url, concurrency=1), prompts(100))
        assert server.n_calls == 10
    assert str(ended.value).startswith(
        f"The model {NAME!r} gave no reply to 10 calls in a row, each with its retries: "
    )


@pytest.mark.parametrize("budget_usd", [None, 5.0])
def test_a_database_that_fails_ends_the_run_and_leaves_nobody_waiting(tmp_path: Path, budget_usd: float | None) -> None:
    with served(always(Answer(SOUND))) as server:
        given = access(tmp_path, server.url, budget_usd=budget_usd)
        with open_stores(given.cache_url).cache.database.write() as connection:
            connection.execute(sa.text("DROP TABLE llm_calls"))
        with pytest.raises(DatabaseFailedError, match="no such table: llm_calls"):
            complete(given, prompts(20))
        assert server.n_calls <= 8  # what was in flight; with a budget none was sent
        assert (server.n_calls == 0) is (budget_usd is not None)


def test_a_reply_that_cannot_be_read_is_repaired_by_another_request(tmp_path: Path) -> None:
    def respond(asked: Asked) -> Answer:
        return Answer(SOUND) if len(asked.body["messages"]) == 3 else Answer("I would say that it passes.")

    with served(respond) as server:
        given = access(tmp_path, server.url)
        for _ in range(2):  # the second time both replies come from the cache
            with open_model(NAME, given, Caller("standalone_verdicts", "cheap")) as model:
                (reply,) = ask(model, prompts(1))
            assert reply.value is not None
            assert server.n_calls == 2
        first, again = (asked.body["messages"] for asked in server.calls)
        assert again[:1] == first
        assert again[1] == {"role": "assistant", "content": "I would say that it passes."}
        assert "cannot be used" in again[2]["content"]


def test_a_reply_that_repeats_a_secret_is_not_kept(tmp_path: Path) -> None:
    with served(by_marker({"Question 1?": Answer({"reason": "tern-key-12345"})}, Answer(SOUND))) as server:
        given = access(tmp_path, server.url)
        done = complete(given, prompts(3))
    assert done[1].startswith("Not stored: the text holds the value of TERN_API_KEY")
    assert b"tern-key-12345" not in b"".join(path.read_bytes() for path in tmp_path.glob("replies.sqlite*"))
    assert len(open_stores(given.cache_url).cache) == 2


ASKER = """
import sys
from pathlib import Path
from tests.bench_resources.test_live_calls import access, complete, prompts
complete(access(Path(sys.argv[1]), sys.argv[2], concurrency=int(sys.argv[3])), prompts(int(sys.argv[4])))
"""


@pytest.mark.parametrize("concurrency", [1, 6])
def test_after_a_kill_no_stored_call_is_made_again(tmp_path: Path, concurrency: int) -> None:
    running: list[subprocess.Popen[bytes]] = []
    killed: list[str] = []
    known: list[int] = []
    stop_at = {7, 19, 31}

    def respond(asked: Asked) -> Answer | Fault:
        if asked.serial in stop_at:
            running[-1].kill()
            running[-1].wait()
            killed.append(asked.text)
            known.append(len(open_stores(given.cache_url).cache))
            return Fault.RESET
        return Answer(SOUND)

    with served(respond) as server:
        given = access(tmp_path, server.url)
        command = [sys.executable, "-c", ASKER, str(tmp_path), server.url, str(concurrency), "40"]
        for _ in range(4):
            running.append(subprocess.Popen(command, env=dict(os.environ)))
            running[-1].wait()
        assert running[-1].returncode == 0
        server.wait_until_idle()
        n_asked = Counter(asked.text for asked in server.calls)
    assert len(n_asked) == 40
    assert len(killed) == 3
    repeated = {text for text, n in n_asked.items() if n > 1}
    if concurrency == 1:
        assert repeated == set(killed)  # and each only as often as it was killed
        assert server.n_calls == 43
    # at most what was in flight at a kill is asked again
    assert server.n_calls - 40 <= 3 * concurrency
    assert known == sorted(known)
    assert len(open_stores(given.cache_url).cache) == 40


def test_two_processes_share_the_calls_in_flight(tmp_path: Path) -> None:
    with served(always(Answer(SOUND))) as server:
        command = [sys.executable, "-c", ASKER, str(tmp_path), server.url, "3", "60"]
        both = [subprocess.Popen(command, env=dict(os.environ)) for _ in range(2)]
        assert [one.wait() for one in both] == [0, 0]
        assert server.most_at_once <= 3
    assert len(open_stores(f"sqlite:///{tmp_path / 'replies.sqlite'}").cache) == 60
