"""Every call is a row, sums are exact, and a budget holds over threads, processes and kills."""

from __future__ import annotations

import math
import random
import signal
import threading
from collections.abc import Iterator
from dataclasses import replace

import pytest
import sqlalchemy as sa

from bench_resources.ledger import (
    RESERVATIONS,
    Budget,
    BudgetSpentError,
    Call,
    Ledger,
    Reservation,
    Source,
    Total,
    failed,
)
from bench_resources.llm_cache import Cache
from scoring.errors import ExitCode
from tests.bench_resources.fresh_databases import run_together

CALL = Call(
    at_utc="2026-01-31T12:00:00+00:00",
    release="v1",
    stage="pooling",
    role="cheap",
    model="acme/small-2026-01-01",
    prompt_id="pool_label",
    prompt_version="0123456789ab",
    key="0" * 64,
    source=Source.LIVE,
    input_tokens=100,
    output_tokens=10,
    cost_usd=0.25,
    seconds=1.5,
)


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    with Ledger(url) as opened:
        yield opened


# --- rows and totals ----------------------------------------------------------------------------------------------


def test_an_empty_ledger_has_no_totals(ledger: Ledger):
    assert ledger.totals() == []
    assert ledger.totals(by=()) == []
    ledger.add([])
    assert ledger.totals() == []


def test_totals_by_stage_and_model_are_sorted_and_count_what_failed(ledger: Ledger):
    ledger.add(
        [
            replace(CALL, stage="pooling", outcome=failed("the reply is truncated")),
            replace(CALL, stage="drafting", model="acme/large-2026-01-01", cost_usd=2.0, seconds=0.5),
            replace(CALL, stage="pooling", source=Source.CACHE, cost_usd=0.0, seconds=0.0),
            replace(CALL, stage="pooling", source=Source.BATCH, cost_usd=0.125),
            replace(CALL, stage="drafting", release="v2"),
        ]
    )
    small, large = "acme/small-2026-01-01", "acme/large-2026-01-01"
    assert ledger.totals() == [
        Total(("drafting", large), 1, 1, 0, 100, 10, 2.0, 0.5),
        Total(("drafting", small), 1, 1, 0, 100, 10, 0.25, 1.5),
        # 0.25 for the failed one + 0 + 0.125; 1.5 + 0 + 1.5 seconds.
        Total(("pooling", small), 3, 1, 1, 300, 30, 0.375, 3.0),
    ]
    assert ledger.totals("v2") == [Total(("drafting", small), 1, 1, 0, 100, 10, 0.25, 1.5)]
    assert ledger.totals("v1", by=()) == [Total((), 4, 2, 1, 400, 40, 2.375, 3.5)]
    assert [total.group for total in ledger.totals(by=("source", "outcome"))] == [
        ("batch", "stored"),
        ("cache", "stored"),
        ("live", "failed:the reply is truncated"),
        ("live", "stored"),
    ]
    assert ledger.totals("v3") == []


def test_the_keys_of_a_release_are_all_that_it_asked(ledger: Ledger):
    assert ledger.keys("v1") == set()
    ledger.add(
        [
            CALL,
            replace(CALL, key="1" * 64, outcome=failed("the reply is empty")),
            replace(CALL, key="2" * 64, source=Source.CACHE, cost_usd=0.0),
            replace(CALL, key="3" * 64, release="v2"),
            CALL,
        ]
    )
    assert ledger.keys("v1") == {"0" * 64, "1" * 64, "2" * 64}


def test_sums_of_cents_are_exact_in_every_order(ledger: Ledger):
    # As floats 0.1 + 0.2 + 0.3 is 0.6000000000000001.
    ledger.add([replace(CALL, cost_usd=cost) for cost in (0.1, 0.2, 0.3)])
    (total,) = ledger.totals()
    assert total.cost_usd == 0.6


def test_there_is_no_total_by_a_column_that_groups_nothing(ledger: Ledger):
    with pytest.raises(ValueError, match=r"no groups: \['key; DROP TABLE'\]"):
        ledger.totals(by=("key; DROP TABLE",))


def test_a_ledger_lies_beside_the_cache_and_outlives_its_process(shared_url: str):
    with Cache(shared_url), Ledger(shared_url) as ledger:
        ledger.add([CALL])
    with Ledger(shared_url) as ledger:
        assert [total.n_calls for total in ledger.totals()] == [1]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"at_utc": "2026-01-31T12:00:00"}, r"expected ISO 8601 with \+00:00"),
        ({"at_utc": "2026-01-31T12:00:00+02:00"}, r"expected ISO 8601 with \+00:00"),
        ({"at_utc": "noon"}, "Invalid isoformat"),
        ({"cost_usd": -0.1}, "cost_usd is -0.1"),
        ({"cost_usd": math.nan}, "cost_usd is nan"),
        ({"seconds": math.inf}, "seconds is inf"),
        ({"input_tokens": -1}, "input_tokens is -1"),
        ({"source": Source.CACHE}, "for a reply from the cache, expected 0"),
        ({"outcome": "fine"}, "outcome is 'fine'"),
    ],
)
def test_a_row_that_a_total_would_get_wrong_is_refused(changes: dict, message: str):
    with pytest.raises(ValueError, match=message):
        replace(CALL, **changes)


def test_a_reason_is_short_and_without_secrets(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", "hush-hush-hush")
    assert failed("bad key\nhush-hush-hush given") == "failed:bad key [secret] given"
    assert failed("x" * 200) == "failed:" + "x" * 77 + "..."


def test_no_row_with_a_secret_is_added(ledger: Ledger, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", "hush-hush-hush")
    with pytest.raises(ValueError, match="model of a call holds the value of ACME_API_KEY") as caught:
        ledger.add([CALL, replace(CALL, model="acme/hush-hush-hush")])
    assert "hush" not in str(caught.value)
    assert ledger.totals() == []


# --- the budget ---------------------------------------------------------------------------------------------------


class Clock:
    def __init__(self) -> None:
        self.seconds = 1_000.0

    def __call__(self) -> float:
        return self.seconds


def test_a_call_is_let_through_while_its_estimate_fits(ledger: Ledger):
    budget = Budget(ledger, "v1", 1.0)
    for _ in range(3):
        budget.settle(budget.reserve(0.3), [replace(CALL, cost_usd=0.3)])
    with pytest.raises(BudgetSpentError):
        budget.reserve(0.3)  # 0.9 + 0.3
    budget.settle(budget.reserve(0.1), [replace(CALL, cost_usd=0.1)])  # 0.9 + 0.1 is 1.0, though not in floats
    assert budget.spent_usd() == 1.0
    with pytest.raises(BudgetSpentError):
        budget.reserve(0.000_001)
    budget.settle(budget.reserve(0.0), [])


def test_the_message_says_what_was_spent_what_is_kept_and_how_to_go_on(ledger: Ledger):
    budget = Budget(ledger, "v1", 10.0)
    budget.settle(budget.reserve(9.99), [replace(CALL, cost_usd=9.99)])
    with pytest.raises(BudgetSpentError) as caught:
        budget.reserve(0.012_345)
    assert str(caught.value) == (
        "Release v1 has spent $9.99 of its budget of $10.00, and the next call may cost $0.012345. "
        "Everything done so far is kept, and no reply is paid for twice. "
        "To go on, raise budget_usd in [models] of the release's TOML, and run the same build command again."
    )
    assert caught.value.exit_code is ExitCode.STOPPED


def test_only_live_calls_of_the_release_count_and_failed_ones_do(ledger: Ledger):
    ledger.add(
        [
            replace(CALL, cost_usd=0.5, outcome=failed("the reply is truncated")),
            replace(CALL, cost_usd=50.0, source=Source.BATCH),
            replace(CALL, cost_usd=50.0, release="v2"),
        ]
    )
    budget = Budget(ledger, "v1", 1.0)
    assert budget.spent_usd() == 0.5
    assert budget.try_reserve(0.5) is not None
    ledger.add([replace(CALL, cost_usd=0.25)])  # by somebody else, after the first look
    assert budget.spent_usd() == 0.75


def test_money_in_flight_is_held_and_comes_back_when_a_call_was_cheaper(ledger: Ledger):
    budget, other = Budget(ledger, "v1", 1.0), Budget(ledger, "v1", 1.0)
    held = budget.try_reserve(0.8)
    assert held is not None
    assert other.try_reserve(0.3) is None  # wait: what is left may still hold it
    assert Budget(ledger, "v2", 1.0).try_reserve(0.3) is not None
    with pytest.raises(BudgetSpentError):
        other.try_reserve(1.1)  # nothing that comes back could hold it
    budget.settle(held, [replace(CALL, cost_usd=0.6)])
    assert other.try_reserve(0.3) is not None


def test_a_call_that_was_never_sent_gives_its_money_back(ledger: Ledger):
    budget = Budget(ledger, "v1", 1.0)
    budget.settle(budget.reserve(1.0), [])
    assert budget.spent_usd() == 0.0
    assert budget.try_reserve(1.0) is not None


def test_a_reservation_ends_with_its_lease_and_can_be_settled_all_the_same(ledger: Ledger):
    clock = Clock()
    budget = Budget(ledger, "v1", 1.0, lease_seconds=60, now=clock)
    slow = budget.reserve(1.0)
    clock.seconds += 59
    assert budget.try_reserve(1.0) is None
    clock.seconds += 1
    assert budget.try_reserve(1.0) is not None
    budget.settle(slow, [replace(CALL, cost_usd=0.75)])
    assert budget.spent_usd() == 0.75


def test_another_machines_reservation_holds_until_its_lease_ends(ledger: Ledger):
    clock = Clock()
    budget = Budget(ledger, "v1", 1.0, lease_seconds=60, now=clock)
    budget.reserve(1.0)
    with ledger.database.write() as connection:
        connection.execute(sa.update(RESERVATIONS).values(host="another", pid=2**22 + 1))  # above Linux's highest
    assert budget.try_reserve(1.0) is None
    clock.seconds += 60
    assert budget.try_reserve(1.0) is not None


@pytest.mark.parametrize("amount", [-0.1, math.nan, math.inf])
def test_dollars_are_numbers_from_zero(ledger: Ledger, amount: float):
    with pytest.raises(ValueError, match="expected dollars from 0"):
        Budget(ledger, "v1", amount)
    with pytest.raises(ValueError, match="expected dollars from 0"):
        Budget(ledger, "v1", 1.0).reserve(amount)


def test_a_limit_of_nothing_lets_only_free_calls_through(ledger: Ledger):
    budget = Budget(ledger, "v1", 0.0)
    assert isinstance(budget.reserve(0.0), Reservation)
    with pytest.raises(BudgetSpentError):
        budget.reserve(0.01)


def spend(budget: Budget, seed: int) -> None:
    """Calls that may cost $0.10 and cost less, until the budget is spent."""
    rng = random.Random(seed)
    while True:
        try:
            reservation = budget.reserve(0.10)
        except BudgetSpentError:
            return
        budget.settle(reservation, [replace(CALL, cost_usd=rng.randrange(1, 11) / 100)])


def test_many_threads_stop_within_one_call_of_the_limit(ledger: Ledger):
    budget = Budget(ledger, "v1", 2.0)
    threads = [threading.Thread(target=spend, args=(budget, seed)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    # None stopped while a call of $0.10 would still have fitted, and none went beyond.
    assert 1.90 < budget.spent_usd() <= 2.0


SPENDER = """
    import random, sys
    from bench_resources.ledger import Budget, BudgetSpentError, Call, Ledger, Source
    budget = Budget(Ledger(sys.argv[1]), "v1", 3.0)
    rng = random.Random(int(sys.argv[2]))
    print("ready", flush=True)
    sys.stdin.readline()
    while True:
        try:
            reservation = budget.reserve(0.10)
        except BudgetSpentError:
            break
        cost = rng.randrange(1, 11) / 100
        call = Call("2026-01-31T12:00:00+00:00", "v1", "s", "r", "m", "p", "v", "k", Source.LIVE, 1, 1, cost, 0.0)
        budget.settle(reservation, [call])
"""
KILLED = """
    import os, signal, sys
    from bench_resources.ledger import Budget, Ledger
    Budget(Ledger(sys.argv[1]), "v1", 1.0).reserve(1.0)
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_many_processes_stop_within_one_call_of_the_limit(shared_url: str):
    assert run_together(SPENDER, [[shared_url, "1"], [shared_url, "2"], [shared_url, "3"]]) == [(0, "")] * 3
    with Ledger(shared_url) as ledger:
        assert 2.90 < Budget(ledger, "v1", 3.0).spent_usd() <= 3.0


def test_a_killed_workers_reservation_is_given_back_at_once(shared_url: str):
    assert run_together(KILLED, [[shared_url]]) == [(-signal.SIGKILL, "")]
    with Ledger(shared_url) as ledger:
        with ledger.database.read() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(RESERVATIONS)).scalar_one() == 1
        budget = Budget(ledger, "v1", 1.0)
        assert budget.try_reserve(1.0) is not None
        assert budget.try_reserve(1.0) is None  # this process lives
