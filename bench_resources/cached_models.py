"""A model whose replies are kept: a prompt is answered from the cache, else by what lies behind it.

Belongs here: requests from prompts, the cache before everything else, the modes replay and batch, in which of them a
noted failure counts. Does not: live calls (live_calls.py). Import it where a live model is opened: SQLAlchemy takes a
moment to load.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

from bench_resources.batch_requests import Pending, PendingRequest
from bench_resources.ledger import STORED, Call, Ledger, Source, failed
from bench_resources.llm_cache import Cache, Stored
from bench_resources.llm_export import open_export
from bench_resources.llm_failures import FailedItem, Failures
from bench_resources.llm_requests import Request
from bench_resources.model_access import Access, Caller, Mode
from scoring.errors import StoppedError
from scoring.llm import Completion, Prompt

PENDING = "the prompt waits for a batch to be answered"
NOTHING = Stored("", 0, 0, "", 0.0)  # what the ledger says of a call without a reply


@dataclass(frozen=True)
class Asked:
    """A prompt as a request, with what the ledger says of it."""

    request: Request
    key: str
    prompt_id: str
    prompt_version: str


class Outcome(NamedTuple):
    """What became of a request: a reply, or the reason why there is none.

    `cost_usd` is what the reply cost when it was made, or what the failure cost.
    """

    stored: Stored | None
    error: str | None = None
    cost_usd: float = 0.0
    is_pending: bool = False


class Behind(Protocol):
    """What answers requests of which nothing is known that counts."""

    def fetch(self, asked: Sequence[Asked]) -> dict[str, Outcome]:
        """The outcome of every request, by key. The keys are distinct."""
        ...

    def close(self) -> None:
        """Closes connections; raises what the stage should end with, if anything."""
        ...


class ReplayMissError(StoppedError):
    """A replay needs a reply that its cache does not hold."""

    def __init__(self, model: str, caller: Caller, missing: Sequence[Asked]) -> None:
        """`missing` are the requests, at least one."""
        self.missing = list(missing)
        first = self.missing[0]
        others = f" and {len(self.missing) - 1:,} more" if len(self.missing) > 1 else ""
        super().__init__(
            f"A replay never calls out, and its cache has no reply of {model!r} (role {caller.role}) to "
            f"{first.prompt_id}.{first.prompt_version}, key {first.key[:12]}...{others}, asked by {caller.stage}. "
            "Replay with the cache that was released with this version and this code, or build without --replay."
        )


class BatchPendingError(StoppedError):
    """A stage has asked everything that it can ask before a batch is answered."""

    def __init__(self, model: str, caller: Caller, n_requests: int) -> None:
        """`n_requests` of this stage wait."""
        self.n_requests = n_requests
        super().__init__(
            f"{caller.stage} waits for {n_requests:,} replies of {model!r}: write the requests with "
            "docketbench batch export FOLDER, have them answered, read the answers with "
            "docketbench batch import RESULTS, and run the same build command again"
        )


class CachedModel:
    """A live model by its pinned name, as a stage sees it."""

    def __init__(self, name: str, access: Access, caller: Caller, stores: Stores, behind: Behind) -> None:
        self.name = name
        self._access = access
        self._caller = caller
        self._stores = stores
        self._behind = behind

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """One completion a prompt, in order. The same request twice is one call, and costs each prompt the same."""
        asked = [ask_of(self.name, prompt, self._access.sampling) for prompt in prompts]
        distinct = {one.key: one for one in asked}
        outcomes = self._known(distinct)
        missing = [one for key, one in distinct.items() if key not in outcomes]
        if missing:
            outcomes |= self._behind.fetch(missing)
        return [self._completion(outcomes[one.key]) for one in asked]

    def close(self) -> None:
        """Ends the model's calls; raises BatchPendingError when a batch is to be answered first."""
        self._behind.close()

    def _completion(self, outcome: Outcome) -> Completion:
        text = outcome.stored.text if outcome.stored else ""
        return Completion(text, self.name, outcome.cost_usd, outcome.error, is_pending=outcome.is_pending)

    def _known(self, asked: Mapping[str, Asked]) -> dict[str, Outcome]:
        """The outcomes that need no call, by key: stored replies, and failures where they count."""
        found = self._stores.cache.get_many(asked)
        failures = self._failures([key for key in asked if key not in found])
        hits = [self._row(asked[key], stored) for key, stored in found.items()]
        hits += [self._row(asked[key], NOTHING, failed(item.reason)) for key, item in failures.items()]
        if hits and self._stores.ledger is not None:
            self._stores.ledger.add(hits)
        replies = {key: Outcome(stored, cost_usd=stored.cost_usd) for key, stored in found.items()}
        return replies | {key: outcome_of(item) for key, item in failures.items()}

    def _failures(self, keys: Sequence[str]) -> dict[str, FailedItem]:
        mode = self._access.mode
        if mode is Mode.LIVE or not keys:
            return {}
        noted = self._stores.failures.get_many(keys)
        return {key: item for key, item in noted.items() if mode is Mode.REPLAY or item.is_lasting}

    def _row(self, one: Asked, stored: Stored, outcome: str = STORED) -> Call:
        return call_of(
            one, self._access.release, self._caller, now_utc(), source=Source.CACHE, stored=stored, outcome=outcome
        )


class Stores(NamedTuple):
    """The opened databases of one address. A replay from an exported file keeps no ledger."""

    cache: Cache
    ledger: Ledger | None
    failures: Failures


@cache
def open_stores(url: str) -> Stores:
    """The stores of an address, opened once a process."""
    return Stores(Cache(url), Ledger(url), Failures(url))


@cache
def open_replay(path: Path) -> Stores:
    """An exported cache with its failures, read once a process."""
    cache, failures = open_export(path)
    return Stores(cache, None, failures)


def ask_of(model: str, prompt: Prompt, sampling: Mapping[str, float | int | str | bool]) -> Asked:
    """A prompt as the request that is sent and filed."""
    template = prompt.template
    request = Request(model, prompt.messages(), sampling=sampling, schema=template.schema)
    return Asked(request, request.key, template.prompt_id, template.version)


def outcome_of(item: FailedItem) -> Outcome:
    """A failed item's outcome: the same when it fails and when it is replayed."""
    return Outcome(None, item.reason, item.cost_usd)


def call_of(  # noqa: PLR0913 - a row has as many sides
    asked: Asked,
    release: str,
    caller: Caller,
    at_utc: str,
    *,
    source: Source,
    stored: Stored,
    cost_usd: float = 0.0,
    seconds: float = 0.0,
    outcome: str = STORED,
) -> Call:
    """The ledger's row of a call."""
    return Call(
        at_utc=at_utc,
        release=release,
        stage=caller.stage,
        role=caller.role,
        model=asked.request.model,
        prompt_id=asked.prompt_id,
        prompt_version=asked.prompt_version,
        key=asked.key,
        source=source,
        input_tokens=stored.input_tokens,
        output_tokens=stored.output_tokens,
        cost_usd=cost_usd,
        seconds=seconds,
        outcome=outcome,
    )


def now_utc() -> str:
    """The time as the ledger writes it; it enters no table."""
    return datetime.now(UTC).isoformat(timespec="seconds")


class NothingBehind:
    """What a replay has behind its cache."""

    def __init__(self, name: str, caller: Caller) -> None:
        self._name = name
        self._caller = caller

    def fetch(self, asked: Sequence[Asked]) -> dict[str, Outcome]:
        """Raises ReplayMissError."""
        raise ReplayMissError(self._name, self._caller, asked)

    def close(self) -> None:
        """Nothing is open."""


class BatchBehind:
    """Leaves requests for a batch. The stage goes on as far as it can without them, and then ends in `close`."""

    def __init__(self, name: str, release: str, caller: Caller, pending: Pending) -> None:
        self._name = name
        self._release = release
        self._caller = caller
        self._pending = pending
        self._keys: set[str] = set()

    def fetch(self, asked: Sequence[Asked]) -> dict[str, Outcome]:
        """Every outcome is pending."""
        at_utc = now_utc()
        self._pending.add_many(self._waiting(asked, at_utc))
        self._keys.update(one.key for one in asked)
        return {one.key: Outcome(None, PENDING, is_pending=True) for one in asked}

    def close(self) -> None:
        """Raises BatchPendingError when anything waits."""
        if self._keys:
            raise BatchPendingError(self._name, self._caller, len(self._keys))

    def _waiting(self, asked: Iterable[Asked], at_utc: str) -> Iterable[PendingRequest]:
        caller = self._caller
        return (
            PendingRequest(
                one.request, self._release, caller.stage, caller.role, one.prompt_id, one.prompt_version, at_utc
            )
            for one in asked
        )


@cache
def open_pending(url: str) -> Pending:
    """The requests that wait, opened once a process."""
    return Pending(url)


def open_cached(name: str, access: Access, caller: Caller) -> CachedModel:
    """A model by its pinned name, in the access's mode."""
    stores = open_replay(access.replay_path) if access.replay_path else open_stores(access.cache_url)
    behind: Behind
    if access.mode is Mode.REPLAY:
        behind = NothingBehind(name, caller)
    elif access.mode is Mode.BATCH:
        behind = BatchBehind(name, access.release, caller, open_pending(access.cache_url))
    else:
        from bench_resources.live_calls import open_live  # noqa: PLC0415 - httpx, only where a call may go out

        behind = open_live(name, access, caller, stores)
    return CachedModel(name, access, caller, stores, behind)
