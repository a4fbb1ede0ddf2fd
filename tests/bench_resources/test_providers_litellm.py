"""Calling through litellm: OpenAI's protocol and Anthropic's, each fault, and what litellm must not do beside it.

In a file of its own, since importing litellm takes seconds.
"""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
import threading
import traceback
import warnings
from typing import Any

import pytest

from bench_resources.chat_wire import Answer as Given
from bench_resources.chat_wire import SchemaMode
from bench_resources.llm_requests import Request
from bench_resources.providers import (
    NOT_OPENAI_PROVIDERS,
    Breakage,
    BrokenProviderError,
    Endpoint,
    FailedCallError,
    Failure,
    _litellm,
    fault_of_exception,
    open_provider,
)
from tests.bench_resources.live_calls import (
    BREAKING,
    FIXED,
    KEY,
    KEY_VARIABLE,
    PASSING,
    QUESTION,
    REPLIES,
    SCHEMA,
    STAYING,
    STRICT,
    Outcome,
    a_request,
    cancelled_while_it_waits,
    run,
    send_to,
)
from tests.scripted_server import (
    Answer,
    Asked,
    Fault,
    Protocol,
    Respond,
    RetryAfter,
    ScriptedServer,
    Usage,
    always,
    script,
)

OPENAI, ANTHROPIC = Protocol.OPENAI, Protocol.ANTHROPIC
BOTH = pytest.mark.parametrize("protocol", list(Protocol))
MODELS = {OPENAI: "openai/gpt-4o-mini-2024-07-18", ANTHROPIC: "anthropic/claude-sonnet-4-5-20250929"}
BY_A_TOOL = "anthropic/claude-3-haiku-20240307"  # of which litellm asks JSON by a forced tool
OPENAI_KEY = "sk-invented-of-the-other-zq47"
CASES = [(protocol, fault) for protocol in Protocol for fault in Fault]
# What is not in Anthropic's protocol as in OpenAI's, or not in litellm's rendering of it.
ANTHROPICS: dict[Fault, Any] = {
    Fault.REFUSAL: ("", "content_filter"),
    Fault.NULL: Failure.NO_COMPLETION,
    Fault.CONTENT_FILTER: Failure.REFUSED,
}

looked_at: list[tuple[str, object]] = []


def note_the_net(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        looked_at.append((event, arguments[1]))
    elif event == "socket.getaddrinfo":
        looked_at.append((event, arguments[0]))


sys.addaudithook(note_the_net)  # before litellm is imported, which looks around while it is


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    monkeypatch.setenv("OPENAI_API_KEY", OPENAI_KEY)
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch):
    """Sends one request in either protocol. OpenAI's server is reached as the real one is, by its own variable."""

    def served(respond: Respond, protocol: Protocol, model: str | None = None, **more: Any) -> Outcome:
        settings = {"max_attempts": 2, "timeout_seconds": 5}
        of_endpoint = {name: more.pop(name) for name in list(more) if name in Endpoint.__dataclass_fields__}
        with ScriptedServer(respond) as server:
            if protocol is OPENAI:
                monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
            else:
                settings |= {"api_base": server.url, "api_key_env": KEY_VARIABLE}
            return send_to(server, Endpoint(model or MODELS[protocol], **(settings | of_endpoint)), **more)

    return served


def expected(protocol: Protocol, fault: Fault) -> Any:
    everything: dict[Fault, Any] = {**PASSING, **STAYING, **BREAKING, **REPLIES}
    return {**everything, **(ANTHROPICS if protocol is ANTHROPIC else {})}[fault]


@BOTH
def test_a_reply_comes_with_its_tokens(serve, protocol: Protocol):
    outcome = serve(always(Answer(usage=Usage(1_000, 7))), protocol)
    assert outcome.sent.answer == Given(FIXED, 1_000, 7, "stop")
    assert (outcome.sent.n_attempts, outcome.waits) == (1, [])


def test_openai_is_sent_what_was_asked_and_nothing_else(serve):
    asked = serve(always(Answer()), OPENAI, schema=SCHEMA).calls[0]
    form = {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": STRICT}}
    assert asked.headers["authorization"] == f"Bearer {OPENAI_KEY}"
    assert asked.body == {
        "model": "gpt-4o-mini-2024-07-18",
        "messages": [{"role": "user", "content": QUESTION}],
        "temperature": 0,
        "max_tokens": 100,
        "response_format": form,
    }


@pytest.mark.parametrize("model", [MODELS[ANTHROPIC], BY_A_TOOL])
def test_anthropic_is_held_to_the_schema(serve, model: str):
    outcome = serve(always(Answer()), ANTHROPIC, model, schema=SCHEMA)
    assert outcome.calls[0].schema == STRICT
    assert outcome.calls[0].headers["x-api-key"] == KEY
    assert outcome.sent.answer.text == FIXED


def test_no_schema_is_sent_where_the_endpoint_takes_none(serve):
    assert serve(always(Answer()), ANTHROPIC, schema=SCHEMA, schema_mode=SchemaMode.NONE).calls[0].schema is None


def test_a_tool_is_offered_and_its_call_comes_back(serve):
    tool = {"type": "function", "function": {"name": "note", "parameters": STRICT}}
    outcome = serve(always(Answer({"answer": "blue"}, tool="note")), ANTHROPIC, tools=[tool])
    assert outcome.sent.answer.finish_reason == "tool_calls"
    assert outcome.sent.answer.tool_calls[0]["function"] == {"name": "note", "arguments": '{"answer": "blue"}'}


@pytest.mark.parametrize(("protocol", "fault"), CASES)
def test_each_fault_is_what_it_is_without_litellm(serve, protocol: Protocol, fault: Fault):
    outcome = serve(always(fault), protocol, timeout_seconds=0.2 if fault is Fault.TIMEOUT else 5)
    kind = expected(protocol, fault)
    if isinstance(kind, tuple):
        assert (outcome.sent.answer.text, outcome.sent.answer.finish_reason) == kind
        assert outcome.sent.n_attempts == len(outcome.calls) == 1
    elif isinstance(kind, Breakage):
        assert (outcome.broken.kind, len(outcome.calls)) == (kind, 1)
    else:
        n_attempts = 2 if kind in PASSING.values() else 1
        assert (outcome.failed.kind, outcome.failed.n_attempts, len(outcome.calls)) == (kind, n_attempts, n_attempts)


@BOTH
def test_a_server_says_when_to_come_back(serve, protocol: Protocol):
    steps = [RetryAfter(7), RetryAfter(9, Fault.OVERLOADED), RetryAfter(11, Fault.INTERNAL), Answer()]
    outcome = serve(script(*steps), protocol, max_attempts=4)
    assert outcome.sent.n_attempts == 4
    assert 7 <= outcome.waits[0] <= 7 + 1
    assert 9 <= outcome.waits[1] <= 9 + 2
    assert 11 <= outcome.waits[2] <= 11 + 4


def test_json_that_a_forced_tool_cut_off_is_known_as_cut(serve):
    answer = serve(always(Fault.LENGTH), ANTHROPIC, BY_A_TOOL, schema=SCHEMA).sent.answer
    assert (answer.text, answer.finish_reason, answer.output_tokens) == ("{}", "length", 2)


def test_an_empty_object_is_whole_where_the_schema_allows_it(serve):
    answer = serve(always(Answer({})), ANTHROPIC, schema={"type": "object"}).sent.answer
    assert (answer.text, answer.finish_reason) == ("{}", "stop")


@BOTH
def test_nobody_at_the_address_is_unreachable(protocol: Protocol, monkeypatch: pytest.MonkeyPatch):
    with ScriptedServer() as server:
        gone = server.url
    monkeypatch.setenv("OPENAI_BASE_URL", f"{gone}/v1")
    own = {"api_base": gone} if protocol is ANTHROPIC else {}
    result, waits = run(Endpoint(MODELS[protocol], max_attempts=2, **own), a_request(MODELS[protocol]))
    assert isinstance(result, FailedCallError)
    assert (result.kind, len(waits)) == (Failure.UNREACHABLE, 1)


def test_the_words_of_litellm_come_without_its_names(serve):
    assert serve(always(Fault.RESET), OPENAI).failed.detail == 'litellm gives up, saying "Connection error."'


# ---- what will refuse every call


def test_a_missing_key_names_the_providers_variable(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    result, waits = run(Endpoint(MODELS[OPENAI]), a_request(MODELS[OPENAI]))
    assert isinstance(result, BrokenProviderError)
    assert (result.kind, waits) == (Breakage.NO_KEY, [])
    assert str(result).startswith("There is no key for 'openai/gpt-4o-mini-2024-07-18': litellm gives up, saying ")
    assert str(result).endswith("Set OPENAI_API_KEY to a valid key of this provider and run again.")


@pytest.mark.parametrize("model", [MODELS[ANTHROPIC], "gemini/boat-1"])
def test_a_missing_key_is_known_in_each_providers_words(model: str, monkeypatch: pytest.MonkeyPatch):
    for name in ("GEMINI_API_KEY", "GOOGLE_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    result, _ = run(Endpoint(model), a_request(model))
    assert isinstance(result, BrokenProviderError)
    assert result.kind in {Breakage.NO_KEY, Breakage.BAD_KEY}


def test_a_server_of_ones_own_gets_no_key_that_it_was_not_given(serve, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-invented-of-anthropic")
    monkeypatch.setenv("ANTHROPIC_AUTH_TOKEN", "sk-invented-of-anthropic")
    headers = serve(always(Answer()), ANTHROPIC, api_key_env=None).calls[0].headers
    assert "sk-invented" not in str(headers)


@pytest.mark.parametrize("model", ["harbour/boat-1", "boat-1"])
def test_a_model_of_no_provider_is_not_tried_twice(model: str):
    result, waits = run(Endpoint(model), a_request(model))
    assert isinstance(result, BrokenProviderError)
    assert (result.kind, waits) == (Breakage.UNKNOWN_PROVIDER, [])


def test_a_setting_that_the_provider_lacks_is_not_left_out_in_silence(serve):
    outcome = serve(always(Answer()), ANTHROPIC, sampling={"seed": 3, "max_tokens": 10})
    assert (outcome.broken.kind, len(outcome.calls)) == (Breakage.UNSUPPORTED_SETTING, 0)
    assert "['seed']" in outcome.broken.detail


@pytest.mark.parametrize(
    ("raised", "kind"),
    [
        (lambda litellm: litellm.APIError(529, "Overloaded", "harbour", "boat-1"), Failure.SERVER_ERROR),
        (lambda litellm: litellm.APIError("overloaded", "Overloaded", "harbour", "boat-1"), Failure.SERVER_ERROR),
        (lambda litellm: litellm.RateLimitError("slow down", "harbour", "boat-1"), Failure.RATE_LIMITED),
        (lambda litellm: litellm.BadRequestError("too hot", "boat-1", "harbour"), Failure.BAD_REQUEST),
        (lambda litellm: litellm.AuthenticationError("no", "harbour", "boat-1"), Breakage.BAD_KEY),
        (lambda litellm: litellm.Timeout("late", "boat-1", "harbour"), Failure.TIMED_OUT),
        (lambda litellm: litellm.APIConnectionError("Unable to locate credentials", "harbour", "boat-1"), Breakage.NO_KEY),
        (lambda litellm: litellm.APIConnectionError("No module named 'harbour'", "harbour", "boat-1"), Breakage.UNKNOWN_PROVIDER),
    ],
)  # fmt: skip
def test_an_exception_without_a_response_is_taken_at_its_word(raised: Any, kind: Failure | Breakage):
    assert fault_of_exception(raised(_litellm())).kind is kind


# ---- what litellm does beside the call


def test_a_request_is_not_written_into(serve):
    content = [{"type": "text", "text": QUESTION, "cache_control": {"type": "ephemeral"}}]
    request = {"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": content}]}
    model = MODELS[ANTHROPIC]
    with ScriptedServer() as server:
        asked = a_request(model, **request)
        run(Endpoint(model, server.url, KEY_VARIABLE), asked)
    assert asked == Request(model, request["messages"], sampling={"temperature": 0, "max_tokens": 100})


@BOTH
@pytest.mark.parametrize("fault", [Fault.BAD_KEY, Fault.NOT_JSON, Fault.TIMEOUT, Fault.RESET])
def test_neither_key_nor_prompt_stands_in_an_error_or_in_the_log(
    serve, protocol: Protocol, fault: Fault, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
):
    with caplog.at_level(logging.DEBUG):
        result = serve(script(Fault.RATE_LIMIT, fault), protocol, timeout_seconds=0.2).result
    assert isinstance(result, FailedCallError | BrokenProviderError)
    assert result.__cause__ is result.__context__ is None
    out, err = capfd.readouterr()
    told = "".join(traceback.format_exception(result)) + caplog.text + out + err
    assert KEY[-4:] not in told
    assert OPENAI_KEY[-4:] not in told
    assert QUESTION not in told


@BOTH
def test_a_call_that_is_cancelled_ends_as_cancelled(protocol: Protocol, monkeypatch: pytest.MonkeyPatch):
    async def once() -> bool:
        with ScriptedServer(always(Fault.TIMEOUT)) as server:
            monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
            own = {"api_base": server.url, "api_key_env": KEY_VARIABLE} if protocol is ANTHROPIC else {}
            provider = open_provider(Endpoint(MODELS[protocol], **own))
            is_cancelled = await cancelled_while_it_waits(provider, server, a_request(MODELS[protocol]))
            await provider.close()
            return is_cancelled and server.n_calls == 1

    assert asyncio.run(once())


@BOTH
def test_closing_one_provider_leaves_the_others_and_the_next_alone(protocol: Protocol, monkeypatch: pytest.MonkeyPatch):
    model = MODELS[protocol]

    async def in_turn(server: ScriptedServer) -> list[str]:
        monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
        own = {"api_base": server.url, "api_key_env": KEY_VARIABLE} if protocol is ANTHROPIC else {}
        endpoint = Endpoint(model, max_attempts=1, **own)
        first, second = open_provider(endpoint), open_provider(endpoint)
        said = [await first.send(a_request(model))]
        await first.close()
        await first.close()
        said.append(await second.send(a_request(model)))
        await second.close()
        third = open_provider(endpoint)
        said.append(await third.send(a_request(model)))
        await third.close()
        return [sent.answer.text for sent in said]

    with ScriptedServer() as server:
        assert asyncio.run(in_turn(server)) == [FIXED] * 3


def test_closing_one_provider_disturbs_no_call_of_another(monkeypatch: pytest.MonkeyPatch):
    model, may_answer = MODELS[OPENAI], threading.Event()

    def respond(_: Asked) -> Answer:
        may_answer.wait(10)
        return Answer()

    async def while_it_waits(server: ScriptedServer) -> str:
        monkeypatch.setenv("OPENAI_BASE_URL", server.openai_url)
        first, second = (open_provider(Endpoint(model, max_attempts=1)) for _ in range(2))
        call = asyncio.create_task(second.send(a_request(model)))
        await asyncio.to_thread(server.wait_for_calls, 1)
        await first.close()
        may_answer.set()
        sent = await call
        await second.close()
        return sent.answer.text

    with ScriptedServer(respond) as server:
        assert asyncio.run(while_it_waits(server)) == FIXED


def test_calls_run_side_by_side():
    model = MODELS[ANTHROPIC]

    async def all_at_once(server: ScriptedServer) -> int:
        provider = open_provider(Endpoint(model, server.url, KEY_VARIABLE))
        sent = await asyncio.gather(*(provider.send(a_request(model, sample_index=i)) for i in range(16)))
        await provider.close()
        return len({one.answer.text for one in sent})

    with ScriptedServer() as server:
        assert asyncio.run(all_at_once(server)) == 1
        assert server.n_calls == 16


def test_connections_are_closed_after_whatever_came_over_them(serve):
    # An unclosed one warns when it is collected, and a warning is an error.
    for protocol in Protocol:
        for fault in (Fault.CUT, Fault.TIMEOUT, Fault.INTERNAL):
            serve(script(Fault.RATE_LIMIT, fault), protocol, timeout_seconds=0.1)
    gc.collect()


def test_the_providers_that_are_told_apart_are_litellms():
    assert {str(getattr(name, "value", name)) for name in _litellm().provider_list} >= NOT_OPENAI_PROVIDERS


def test_a_first_call_warns_of_nothing():
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        asyncio.run(open_provider(Endpoint(MODELS[OPENAI])).close())
        warnings.warn("Item 'a' on TypedDict class 'B' is using the `ReadOnly` qualifier.", UserWarning, stacklevel=1)
    assert caught == []


def test_nothing_is_looked_up_but_the_server_of_the_test(serve):
    for protocol in Protocol:
        serve(always(Answer()), protocol, schema=SCHEMA)
    assert {where[0] if isinstance(where, tuple) else where for _, where in looked_at} == {"127.0.0.1"}
