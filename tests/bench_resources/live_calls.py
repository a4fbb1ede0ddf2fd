"""Requests to the scripted server through a provider, and what comes of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bench_resources.llm_requests import Request
from bench_resources.providers import (
    Breakage,
    BrokenProviderError,
    Endpoint,
    FailedCallError,
    Failure,
    Provider,
    Sent,
    open_provider,
)
from tests.scripted_server import Asked, Fault, Respond, ScriptedServer

KEY_VARIABLE = "BOATHOUSE_API_KEY"
KEY = "sk-invented-4711-boathouse"
QUESTION = "What colour is the boat?"  # 24 characters: 6 tokens of the scripted server
FIXED = '{"answer": "scripted"}'  # its answer without a script: 22 characters, 5 tokens
SCHEMA = {
    "type": "object",
    "title": "Reply",
    "properties": {"answer": {"type": "string", "description": "one word"}},
}
STRICT = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "additionalProperties": False,
    "required": ["answer"],
}

# What each fault is in OpenAI's protocol: sent again, not sent again, the end of the run, or a reply.
PASSING = {
    Fault.RATE_LIMIT: Failure.RATE_LIMITED,
    Fault.INTERNAL: Failure.SERVER_ERROR,
    Fault.BAD_GATEWAY: Failure.SERVER_ERROR,
    Fault.UNAVAILABLE: Failure.SERVER_ERROR,
    Fault.OVERLOADED: Failure.SERVER_ERROR,
    Fault.NOT_JSON: Failure.NO_COMPLETION,
    Fault.CUT: Failure.UNREACHABLE,
    Fault.SHORT: Failure.NO_COMPLETION,
    Fault.LATE_ERROR: Failure.SERVER_ERROR,
    Fault.TIMEOUT: Failure.TIMED_OUT,
    Fault.RESET: Failure.UNREACHABLE,
}
STAYING = {Fault.TOO_LONG: Failure.TOO_LONG}
BREAKING = {
    Fault.BAD_KEY: Breakage.BAD_KEY,
    Fault.NO_MONEY: Breakage.NO_MONEY,
    Fault.PAYMENT_REQUIRED: Breakage.NO_MONEY,
    Fault.WRONG_MODEL: Breakage.WRONG_MODEL,
}
REPLIES = {
    Fault.EMPTY: ("", "stop"),
    Fault.NULL: ("", "stop"),
    Fault.REASONING_ONLY: ("", "stop"),
    Fault.REFUSAL: ("", "refusal"),
    Fault.LENGTH: ('{"answer": ', "length"),
    Fault.CONTENT_FILTER: ("", "content_filter"),
}


@dataclass(frozen=True)
class Outcome:
    """Of one request: what `send` gave or raised, how long it would have waited, and what the server saw."""

    result: Sent | FailedCallError | BrokenProviderError
    waits: Sequence[float]
    calls: Sequence[Asked]

    @property
    def sent(self) -> Sent:
        assert isinstance(self.result, Sent), self.result
        return self.result

    @property
    def failed(self) -> FailedCallError:
        assert isinstance(self.result, FailedCallError), self.result
        return self.result

    @property
    def broken(self) -> BrokenProviderError:
        assert isinstance(self.result, BrokenProviderError), self.result
        return self.result


def a_request(model: str, **more: Any) -> Request:
    given = {"messages": [{"role": "user", "content": QUESTION}], "sampling": {"temperature": 0, "max_tokens": 100}}
    return Request(model=model, **(given | more))


def run(endpoint: Endpoint, request: Request) -> tuple[Sent | FailedCallError | BrokenProviderError, list[float]]:
    waits: list[float] = []

    async def pause(seconds: float) -> None:
        waits.append(seconds)

    async def once() -> Sent | FailedCallError | BrokenProviderError:
        provider = open_provider(endpoint, pause)
        try:
            return await provider.send(request)
        except (FailedCallError, BrokenProviderError) as error:
            return error
        finally:
            await provider.close()

    return asyncio.run(once()), waits


def send_to(server: ScriptedServer, endpoint: Endpoint, **request: Any) -> Outcome:
    result, waits = run(endpoint, a_request(endpoint.model, **request))
    return Outcome(result, waits, server.calls)


def directly(respond: Respond, model: str = "openai/scripted-1", schema: Any = None, **more: Any) -> Outcome:
    """One request to an OpenAI-compatible server, which has three attempts."""
    with ScriptedServer(respond) as server:
        settings = {"api_base": server.openai_url, "api_key_env": KEY_VARIABLE, "max_attempts": 3, "timeout_seconds": 5}
        return send_to(server, Endpoint(model, **(settings | more)), schema=schema)


async def cancelled_while_it_waits(provider: Provider, server: ScriptedServer, request: Request) -> bool:
    """Whether a call that the server holds back ends as cancelled when it is."""
    call = asyncio.create_task(provider.send(request))
    await asyncio.to_thread(server.wait_for_calls, 1)
    call.cancel()
    await asyncio.wait([call])
    return call.cancelled()
