"""Calls that go out: many at once, each paid for once, within a budget.

Belongs here: the order in which money is set aside, a call is sent, its reply stored and its cost written down; how
many run at once; when to give up on a provider. Does not: HTTP and retries (providers.py), what the cache holds.

The order loses nothing: reserve, send, store, settle. What is stored is the reply, or the reason why the item failed,
which a replay needs as much; it is on the disk before the next call of its place begins, so that a killed process has
at most `concurrency` calls whose replies nobody kept. Replies that come in together are stored in one transaction: a
commit takes as long as ten calls are apart.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from typing import Any, TypeVar

from bench_resources.cached_models import NOTHING, Asked, Outcome, Stores, call_of, now_utc, outcome_of
from bench_resources.chat_wire import Answer
from bench_resources.ledger import STORED, Budget, Call, Reservation, Source, failed
from bench_resources.llm_cache import SecretError, Stored, why_unstorable
from bench_resources.llm_failures import FailedItem, failed_item
from bench_resources.llm_requests import Request
from bench_resources.model_access import Access, Caller
from bench_resources.prices import Price, UnknownPriceError, cost_of, estimate_tokens, price_of
from bench_resources.providers import (
    FAILURE_MEANINGS,
    TRANSIENT,
    Endpoint,
    FailedCallError,
    Provider,
    Sent,
    open_provider,
)
from bench_resources.slots import Slots
from scoring.errors import DocketbenchError

EXPECTED_OUTPUT_TOKENS = 300  # of a reply, for a reservation; corrected by what the prompt's calls have cost
MAX_UNANSWERED = 10  # calls in a row, each with its retries: the provider is down, and every item would fail
POLL_SECONDS = 0.1  # while calls of other processes hold what is left of a budget
Given = TypeVar("Given")
Made = TypeVar("Made")


class UnansweredError(DocketbenchError):
    """A provider failed on so many calls in a row that it is down."""

    def __init__(self, model: str, n_calls: int, reason: str) -> None:
        """`reason` is the last call's."""
        super().__init__(
            f"The model {model!r} gave no reply to {n_calls} calls in a row, each with its retries: {reason}. "
            "What was answered is kept. Check the provider, or api_base of the model in [models.endpoints], and run "
            "the same command again."
        )


@dataclass(frozen=True)
class Ended:
    """A call that is over: its row, and its reply or the failure of its item; neither where the whole run stops."""

    call: Call
    reply: tuple[Request, Stored] | None = None
    failure: FailedItem | None = None

    @property
    def outcome(self) -> Outcome:
        """What the item takes from it."""
        if self.failure is not None:
            return outcome_of(self.failure)
        stored = self.reply[1] if self.reply else None
        return Outcome(stored, cost_usd=stored.cost_usd if stored else 0.0)


@dataclass(frozen=True)
class Done:
    """A call that waits for being written down, and its reservation."""

    ended: Ended
    reservation: Reservation | None
    written: asyncio.Future[Ended]


@dataclass
class Wish:
    """Money that a call needs before it is sent."""

    cost_usd: float
    granted: asyncio.Future[Reservation]


class Clerk:
    """Stores replies and failures, writes the ledger and sets money aside, for all that comes in together at once.

    The databases are used by one thread of its own, so that the calls in flight never wait for a disk.
    """

    def __init__(self, stores: Stores, budget: Budget | None) -> None:
        assert stores.ledger is not None
        self._cache = stores.cache
        self._ledger = stores.ledger
        self._failures = stores.failures
        self._budget = budget
        self._done: list[Done] = []
        self._wishes: deque[Wish] = deque()
        self._thread = ThreadPoolExecutor(1, "docketbench-clerk")
        self._news = asyncio.Event()

    async def reserve(self, cost_usd: float) -> Reservation | None:
        """Money for one call; waits for it. None without a budget. Raises BudgetSpentError."""
        if self._budget is None:
            return None
        wish = Wish(cost_usd, asyncio.get_running_loop().create_future())
        self._wishes.append(wish)
        self._news.set()
        return await wish.granted

    async def settle(self, ended: Ended, reservation: Reservation | None) -> Ended:
        """Writes a call down, on the disk when this returns.

        Returns: the call with the reply that the cache holds: another writer may be first. A reply that holds a secret
        has become a failure.
        """
        done = Done(ended, reservation, asyncio.get_running_loop().create_future())
        self._done.append(done)
        self._news.set()
        return await done.written

    async def work(self) -> None:
        """Works until it is cancelled."""
        while True:
            with suppress(TimeoutError):
                # Money may come free in another process, which tells nobody.
                await asyncio.wait_for(self._news.wait(), POLL_SECONDS if self._wishes else None)
            self._news.clear()
            done, self._done = self._done, []
            if done:
                await self._keep(done)
            if self._wishes:
                await self._grant()

    async def _keep(self, done: list[Done]) -> None:
        written = await self._at_work([one.written for one in done], self._store, done)
        if written is not None:
            for one, ended in zip(done, written, strict=True):
                one.written.set_result(ended)

    async def _at_work(
        self, waiting: Iterable[asyncio.Future[Any]], work: Callable[[Given], Made], given: Given
    ) -> Made | None:
        """What the thread makes; None where it fails, and then every call that waits for it has the error."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, given)
        except Exception as error:  # noqa: BLE001 - whatever it is: a call that nobody told would wait for ever
            for one in waiting:
                one.set_exception(error)
            return None

    def _store(self, done: Sequence[Done]) -> list[Ended]:
        written = self._put([one.ended for one in done])
        # Before the ledger, as replies are: a build that its rows call finished can be replayed.
        self._failures.put_many(ended.failure for ended in written if ended.failure is not None)
        held = [one.reservation for one in done if one.reservation is not None]
        calls = [ended.call for ended in written]
        if self._budget is not None:
            self._budget.settle_many(held, calls)
        else:
            self._ledger.add(calls)
        return written

    def _put(self, calls: Sequence[Ended]) -> list[Ended]:
        """The calls with the replies that the cache holds now."""
        try:
            stored = iter(self._cache.put_many(ended.reply for ended in calls if ended.reply is not None))
        except SecretError as error:
            # One of them: found by storing each by itself.
            is_found = len(calls) == 1
            return [_withheld(calls[0], error)] if is_found else [kept for one in calls for kept in self._put([one])]
        return [
            ended if ended.reply is None else replace(ended, reply=(ended.reply[0], next(stored))) for ended in calls
        ]

    async def _grant(self) -> None:
        assert self._budget is not None
        wishes = list(self._wishes)
        costs = [wish.cost_usd for wish in wishes]
        granted = await self._at_work([wish.granted for wish in wishes], self._budget.reserve_many, costs)
        for reservation in granted or ():
            self._wishes.popleft().granted.set_result(reservation)
        while self._wishes and self._wishes[0].granted.done():  # the error was theirs
            self._wishes.popleft()

    def close(self) -> None:
        """Ends the thread, after what it is at."""
        self._thread.shutdown()


def _withheld(ended: Ended, error: SecretError) -> Ended:
    """A call whose reply may not be stored."""
    assert ended.reply is not None
    request, stored = ended.reply
    failure = failed_item(request, str(error), stored.cost_usd, is_lasting=True)
    return Ended(replace(ended.call, outcome=failed(failure.reason)), failure=failure)


@dataclass
class Tally:
    """What the calls of one prompt cost so far, beside what was expected of them."""

    cost_usd: float = 0.0
    expected_usd: float = 0.0

    def ratio(self) -> float:
        """By how much expectations were wrong; 1 while nothing is known."""
        return self.cost_usd / self.expected_usd if self.expected_usd and self.cost_usd else 1.0


@dataclass
class LiveCalls:
    """One model's live calls on behalf of one stage. Nothing is opened before the first of them.

    A build of which every reply is kept needs no key, and does not wait for litellm.
    """

    name: str
    access: Access
    caller: Caller
    stores: Stores
    connect: Callable[[], Provider]
    slots: Slots
    price: Price | None
    budget: Budget | None
    _provider: Provider | None = None
    _runner: asyncio.Runner = field(default_factory=asyncio.Runner)
    _tallies: dict[str, Tally] = field(default_factory=dict)
    _n_unanswered: int = 0
    _stop: BaseException | None = None

    def fetch(self, asked: Sequence[Asked]) -> dict[str, Outcome]:
        """Sends every request.

        Raises: UnknownPriceError before the first call; BudgetSpentError, BrokenProviderError, UnansweredError after
            the calls in flight were stored.
        """
        if self.price is None and self.access.is_price_required:
            raise UnknownPriceError(self.name)
        self._provider = self._provider or self.connect()
        return self._runner.run(self._send_all(asked))

    def close(self) -> None:
        """Closes the connections."""
        if self._provider is not None:
            with suppress(RuntimeError):  # the loop was ended by an interrupt
                self._runner.run(self._provider.close())
        self._runner.close()
        self.slots.close()

    async def _send_all(self, asked: Sequence[Asked]) -> dict[str, Outcome]:
        clerk = Clerk(self.stores, self.budget)
        clerking = asyncio.create_task(clerk.work())
        waiting = deque(asked)
        outcomes: dict[str, Outcome] = {}
        n_places = min(len(asked), self.access.address(self.name).concurrency)
        places = [asyncio.create_task(self._work_off(waiting, outcomes, clerk, len(asked))) for _ in range(n_places)]
        try:
            await asyncio.gather(*places)
        finally:
            for task in (*places, clerking):
                task.cancel()
            await asyncio.gather(*places, clerking, return_exceptions=True)
            clerk.close()
        if self._stop is not None:
            raise self._stop
        return outcomes

    async def _work_off(self, waiting: deque[Asked], outcomes: dict[str, Outcome], clerk: Clerk, total: int) -> None:
        """One place: a call after the other, until none waits or something stops them all."""
        while waiting and self._stop is None:
            one = waiting.popleft()
            try:
                outcomes[one.key] = await self._send(one, clerk)
            except DocketbenchError as error:
                self._stop = self._stop or error
                return
            self.caller.told(len(outcomes), total)

    async def _send(self, one: Asked, clerk: Clerk) -> Outcome:
        assert self._provider is not None
        reservation = await clerk.reserve(self._estimate(one))
        began = time.monotonic()
        try:
            async with self.slots.hold():
                if self._stop is not None:
                    raise self._stop
                began = time.monotonic()
                sent = await self._provider.send(one.request)
        except FailedCallError as error:
            reason = f"{FAILURE_MEANINGS[error.kind]}: {error.detail}"
            call = self._call(one, NOTHING, 0.0, error.seconds, failed(reason))
            ended = await clerk.settle(Ended(call, failure=_failure_of(one.request, error, reason)), reservation)
            self._count_failure(error, reason)
            return ended.outcome
        except DocketbenchError as error:
            call = self._call(one, NOTHING, 0.0, time.monotonic() - began, failed(str(error)))
            await clerk.settle(Ended(call), reservation)
            raise
        self._n_unanswered = 0
        return await self._keep(one, sent, clerk, reservation)

    async def _keep(self, one: Asked, sent: Sent, clerk: Clerk, reservation: Reservation | None) -> Outcome:
        stored = self._stored(sent.answer)
        tally = self._tallies.setdefault(one.prompt_id, Tally())
        tally.cost_usd += stored.cost_usd
        tally.expected_usd += self._expected(one)
        if fault := why_unstorable(stored):
            failure = failed_item(one.request, f"the reply is {fault}", stored.cost_usd, is_lasting=True)
            call = self._call(one, stored, stored.cost_usd, sent.seconds, failed(failure.reason))
            ended = Ended(call, failure=failure)
        else:
            call = self._call(one, stored, stored.cost_usd, sent.seconds, STORED)
            ended = Ended(call, reply=(one.request, stored))
        return (await clerk.settle(ended, reservation)).outcome

    def _stored(self, answer: Answer) -> Stored:
        cost = 0.0
        if self.price is not None:
            cached = min(answer.cached_input_tokens, answer.input_tokens)
            cost = cost_of(self.price, answer.input_tokens, answer.output_tokens, cached)
        return Stored(
            answer.text,
            answer.input_tokens,
            answer.output_tokens,
            answer.finish_reason,
            cost,
            tool_calls=answer.tool_calls,
        )

    def _call(self, one: Asked, stored: Stored, cost_usd: float, seconds: float, outcome: str) -> Call:
        return call_of(
            one,
            self.access.release,
            self.caller,
            now_utc(),
            source=Source.LIVE,
            stored=stored,
            cost_usd=cost_usd,
            seconds=seconds,
            outcome=outcome,
        )

    def _estimate(self, one: Asked) -> float:
        """What a call may cost, as far as the calls of its prompt have told."""
        if self.budget is None:
            return 0.0
        return self._expected(one) * self._tallies.get(one.prompt_id, Tally()).ratio()

    def _expected(self, one: Asked) -> float:
        if self.price is None:
            return 0.0
        return cost_of(self.price, tokens_of(one.request), EXPECTED_OUTPUT_TOKENS)

    def _count_failure(self, error: FailedCallError, reason: str) -> None:
        self._n_unanswered = self._n_unanswered + 1 if error.kind in TRANSIENT else 0
        if self._n_unanswered >= MAX_UNANSWERED:
            raise UnansweredError(self.name, self._n_unanswered, reason)


def _failure_of(request: Request, error: FailedCallError, reason: str) -> FailedItem:
    """What is kept of a failed call. One that may pass is told by its kind alone: its words say how long to wait."""
    is_passing = error.kind in TRANSIENT
    kept = FAILURE_MEANINGS[error.kind] if is_passing else reason
    return failed_item(request, kept, is_lasting=not is_passing)


def tokens_of(request: Request) -> int:
    """About how many tokens a request's input is."""
    return estimate_tokens("\n".join(str(message.get("content") or "") for message in request.messages))


def open_live(name: str, access: Access, caller: Caller, stores: Stores) -> LiveCalls:
    """The live calls of a model."""
    assert stores.ledger is not None
    address = access.address(name)
    endpoint = Endpoint(
        name,
        api_base=address.api_base,
        api_key_env=address.api_key_env,
        timeout_seconds=address.timeout_seconds,
        max_attempts=address.max_attempts,
        schema_mode=address.schema_mode,
    )
    budget = None if access.budget_usd is None else Budget(stores.ledger, access.release, access.budget_usd)
    slots = Slots(access.folder / "slots" / sha256(name.encode()).hexdigest()[:16], address.concurrency)
    price = price_of(name, access.prices)
    return LiveCalls(name, access, caller, stores, partial(open_provider, endpoint), slots, price, budget)
