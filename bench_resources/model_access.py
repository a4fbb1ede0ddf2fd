"""How the live models of a release may be called, and on whose behalf: what a stage hands over when it opens a model.

Belongs here: plain values. Does not: reading a release's TOML (bench_assets), calling anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from bench_resources.chat_wire import SchemaMode
from bench_resources.prices import Price

DEFAULT_CONCURRENCY = 32
Told = Callable[[int, int], None]  # calls done, calls in all


def untold(done: int, total: int) -> None:
    """The progress of calls that nobody watches."""


class Mode(StrEnum):
    """Where a reply may come from that is not in the cache."""

    LIVE = "live"
    BATCH = "batch"
    REPLAY = "replay"


@dataclass(frozen=True)
class Address:
    """How one model is reached.

    Attributes:
        api_base: of an OpenAI-compatible server; None for the provider's own address.
        api_key_env: the name of the environment variable with its key; None for the provider's own.
        concurrency: calls in flight at once, over all processes of this machine.
        timeout_seconds: of one attempt.
        max_attempts: of a call that failed for a passing reason.
        schema_mode: how it is told which JSON is wanted.
    """

    api_base: str | None = None
    api_key_env: str | None = None
    concurrency: int = DEFAULT_CONCURRENCY
    timeout_seconds: float = 120.0
    max_attempts: int = 6
    schema_mode: SchemaMode = SchemaMode.JSON_SCHEMA


@dataclass(frozen=True)
class Access:
    """What a release says about calling its models.

    Attributes:
        release: whose budget is spent.
        mode: what happens to a prompt that the cache does not answer.
        folder: below the home, for slots and batch files.
        cache_url: the database of replies, calls and reservations. May hold a password: never print it.
        sampling: handed to every live model; part of the key.
        addresses: by model; a model without one is reached at its provider's.
        prices: the release's own, by model.
        budget_usd: of the release's live calls; None for no limit.
        is_price_required: whether a model of unknown price stops before the first call.
        replay_path: an exported cache that a replay reads; None for the cache of `cache_url`.
    """

    release: str
    mode: Mode
    folder: Path
    cache_url: str = field(repr=False)
    sampling: Mapping[str, float | int | str | bool] = field(default_factory=dict)
    addresses: Mapping[str, Address] = field(default_factory=dict)
    prices: Mapping[str, Price] = field(default_factory=dict)
    budget_usd: float | None = None
    is_price_required: bool = True
    replay_path: Path | None = None

    def address(self, model: str) -> Address:
        """How a model is reached."""
        return self.addresses.get(model, Address())


@dataclass(frozen=True)
class Caller:
    """Who asks: which stage, in which role, and who is told how far its calls are."""

    stage: str
    role: str
    told: Told = untold
