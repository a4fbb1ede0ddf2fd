"""Calling an OpenAI-compatible server directly: every fault, what is tried again, and what is said of the rest."""

from __future__ import annotations

import asyncio
import gc
import json
import logging
import subprocess
import sys
import threading
import traceback
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from bench_resources.chat_wire import Answer as Given
from bench_resources.chat_wire import SchemaMode
from bench_resources.llm_requests import Request
from bench_resources.providers import (
    BREAKAGE_MEANINGS,
    FAILURE_MEANINGS,
    NO_MONEY_CODES,
    REMEDIES,
    Breakage,
    BrokenProviderError,
    Endpoint,
    FailedCallError,
    Failure,
    Reply,
    RetryingProvider,
    _content,
    _Fault,
    answer_in,
    open_provider,
    without_secrets,
)
from scoring.errors import BadInputError
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
    a_request,
    cancelled_while_it_waits,
    directly,
    run,
)
from tests.scripted_server import (
    Answer,
    Asked,
    Fault,
    RetryAfter,
    ScriptedServer,
    Usage,
    always,
    script,
)

ROOT = Path(__file__).resolve().parents[2]
MODEL = "openai/scripted-1"


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)


# ---- a reply


def test_a_reply_comes_with_its_tokens_and_its_attempts():
    outcome = directly(always(Answer(usage=Usage(1_000, 7))))
    assert outcome.sent.answer == Given(FIXED, 1_000, 7, "stop")
    assert outcome.sent.n_attempts == 1
    assert outcome.sent.seconds > 0
    assert outcome.waits == []


def test_the_server_is_asked_for_the_model_by_its_own_name_and_with_the_key():
    asked = directly(always(Answer())).calls[0]
    assert asked.path == "/v1/chat/completions"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    messages = [{"role": "user", "content": QUESTION}]
    assert asked.body == {"model": "scripted-1", "messages": messages, "temperature": 0, "max_tokens": 100}


@pytest.mark.parametrize(
    ("mode", "form"),
    [
        (
            SchemaMode.JSON_SCHEMA,
            {"type": "json_schema", "json_schema": {"name": "reply", "strict": True, "schema": STRICT}},
        ),
        (SchemaMode.NONE, None),
    ],
)
def test_json_is_asked_for_as_the_endpoint_takes_it(mode: SchemaMode, form: object):
    outcome = directly(always(Answer()), schema=SCHEMA, schema_mode=mode)
    assert outcome.calls[0].body.get("response_format") == form
    assert outcome.sent.answer.text == FIXED


@pytest.mark.parametrize("model", ["scripted-1", "harbour-lab/scripted-1"])
def test_a_name_without_a_provider_is_one_of_the_servers_own(model: str):
    assert directly(always(Answer()), model).calls[0].body["model"] == model


def test_an_address_may_end_in_a_slash():
    with ScriptedServer() as server:
        result, _ = run(Endpoint(MODEL, f"{server.openai_url}/", KEY_VARIABLE), a_request(MODEL))
    assert not isinstance(result, Exception)


def test_a_request_for_another_model_is_a_mistake_of_the_caller():
    with pytest.raises(ValueError, match=r"^the request is for 'openai/other-1', expected 'openai/scripted-1'$"):
        run(Endpoint(MODEL, "http://127.0.0.1:9/v1"), a_request("openai/other-1"))


# ---- keys


def test_a_server_of_ones_own_gets_no_key_that_it_was_not_given(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_API_KEY", "sk-invented-of-openai")
    outcome = directly(always(Answer()), api_key_env=None)
    assert "authorization" not in outcome.calls[0].headers
    assert str(outcome.broken) == (
        "The provider of 'openai/scripted-1' refuses the key: it answers 401, saying \"Incorrect API key provided.\". "
        "Set api_key_env of this endpoint to the name of a variable that holds a valid key and run again."
    )


@pytest.mark.parametrize("value", [None, "", "  "])
def test_a_variable_without_a_key_is_told_before_anything_is_sent(value: str | None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv(KEY_VARIABLE)
    if value is not None:
        monkeypatch.setenv(KEY_VARIABLE, value)
    with pytest.raises(BrokenProviderError) as caught:
        open_provider(Endpoint(MODEL, "http://127.0.0.1:9/v1", KEY_VARIABLE))
    assert str(caught.value) == (
        "There is no key for 'openai/scripted-1': BOATHOUSE_API_KEY is not set. "
        "Set BOATHOUSE_API_KEY to a valid key of this provider and run again."
    )


def test_a_key_that_no_header_can_hold_is_not_shown(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(KEY_VARIABLE, "sk-bürste\nzwei")
    with pytest.raises(BrokenProviderError, match="BOATHOUSE_API_KEY holds characters no key has") as caught:
        open_provider(Endpoint(MODEL, "http://127.0.0.1:9/v1", KEY_VARIABLE))
    assert "rste" not in str(caught.value)


def test_a_proxy_of_the_environment_is_not_used(monkeypatch: pytest.MonkeyPatch):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    assert directly(always(Answer())).sent.answer.text == FIXED


# ---- faults


def test_each_fault_of_the_server_has_its_place():
    assert {*PASSING, *STAYING, *BREAKING, *REPLIES} == set(Fault)


@pytest.mark.parametrize(("fault", "kind"), PASSING.items())
def test_what_may_pass_is_tried_again_and_then_given_up(fault: Fault, kind: Failure):
    limit = 0.1 if fault is Fault.TIMEOUT else 5
    outcome = directly(always(fault), timeout_seconds=limit)
    assert outcome.failed.kind is kind
    assert outcome.failed.n_attempts == len(outcome.calls) == 3
    assert len(outcome.waits) == 2
    assert 0 <= outcome.waits[0] <= 1
    assert 0 <= outcome.waits[1] <= 2


@pytest.mark.parametrize("fault", [fault for fault in PASSING if fault is not Fault.TIMEOUT])
def test_what_has_passed_leaves_a_reply_and_its_count(fault: Fault):
    outcome = directly(script(fault, Answer()))
    assert outcome.sent.answer.text == FIXED
    assert outcome.sent.n_attempts == 2


@pytest.mark.parametrize(("fault", "kind"), STAYING.items())
def test_what_is_wrong_with_one_prompt_is_not_tried_again(fault: Fault, kind: Failure):
    outcome = directly(always(fault))
    assert (outcome.failed.kind, outcome.failed.n_attempts, len(outcome.calls)) == (kind, 1, 1)


@pytest.mark.parametrize(("fault", "kind"), BREAKING.items())
def test_what_will_refuse_every_call_is_not_tried_again(fault: Fault, kind: Breakage):
    outcome = directly(always(fault))
    assert (outcome.broken.kind, len(outcome.calls)) == (kind, 1)


@pytest.mark.parametrize(("fault", "text", "finish"), [(fault, *reply) for fault, reply in REPLIES.items()])
def test_a_reply_that_was_paid_for_is_given_back_as_it_is(fault: Fault, text: str, finish: str):
    outcome = directly(always(fault))
    assert (outcome.sent.answer.text, outcome.sent.answer.finish_reason) == (text, finish)
    assert outcome.sent.n_attempts == 1


def test_what_breaks_after_a_rate_limit_ends_the_retries():
    outcome = directly(script(Fault.RATE_LIMIT, Fault.NO_MONEY))
    assert (outcome.broken.kind, len(outcome.calls)) == (Breakage.NO_MONEY, 2)


def test_a_server_says_when_to_come_back():
    long_ago = datetime(2026, 1, 1, tzinfo=UTC)
    steps = [RetryAfter(7), RetryAfter(86_400, Fault.OVERLOADED), RetryAfter(long_ago, Fault.UNAVAILABLE)]
    outcome = directly(script(*steps, Answer()), max_attempts=4)
    assert 7 <= outcome.waits[0] <= 8  # and up to a second of jitter
    assert outcome.waits[1] == 300
    assert 0 <= outcome.waits[2] <= 4


def test_nobody_at_the_address_is_unreachable():
    with ScriptedServer() as server:
        gone = server.openai_url
    result, waits = run(Endpoint(MODEL, gone, max_attempts=2), a_request(MODEL))
    assert isinstance(result, FailedCallError)
    assert (result.kind, result.n_attempts, len(waits)) == (Failure.UNREACHABLE, 2, 1)


def test_another_path_is_a_wrong_address():
    with ScriptedServer() as server:
        result, _ = run(Endpoint(MODEL, f"{server.url}/v2", KEY_VARIABLE), a_request(MODEL))
    assert isinstance(result, BrokenProviderError)
    assert result.kind is Breakage.WRONG_ADDRESS


def test_a_call_that_is_cancelled_ends_as_cancelled():
    async def once() -> bool:
        with ScriptedServer(always(Fault.TIMEOUT)) as server:
            provider = open_provider(Endpoint(MODEL, server.openai_url, KEY_VARIABLE))
            is_cancelled = await cancelled_while_it_waits(provider, server, a_request(MODEL))
            await provider.close()
            return is_cancelled and server.n_calls == 1

    assert asyncio.run(once())


def test_a_wait_that_is_cancelled_ends_as_cancelled():
    async def once() -> bool:
        is_waiting = asyncio.Event()

        async def pause(_: float) -> None:
            is_waiting.set()
            await asyncio.Event().wait()

        with ScriptedServer(always(Fault.RATE_LIMIT)) as server:
            provider = open_provider(Endpoint(MODEL, server.openai_url, KEY_VARIABLE), pause)
            call = asyncio.create_task(provider.send(a_request(MODEL)))
            await is_waiting.wait()
            call.cancel()
            await asyncio.wait([call])
            await provider.close()
        return call.cancelled()

    assert asyncio.run(once())


def test_as_many_calls_are_under_way_as_the_caller_makes():
    n_calls = 120  # httpx alone would hold back all over 100
    together = threading.Barrier(n_calls, timeout=20)

    def respond(_: Asked) -> Answer:
        together.wait()
        return Answer()

    async def all_at_once(server: ScriptedServer) -> list[object]:
        provider = open_provider(Endpoint(MODEL, server.openai_url, KEY_VARIABLE, max_attempts=1))
        requests = [a_request(MODEL, sample_index=i) for i in range(n_calls)]
        try:
            return list(await asyncio.gather(*map(provider.send, requests)))
        finally:
            await provider.close()

    with ScriptedServer(respond) as server:
        assert len(asyncio.run(all_at_once(server))) == n_calls
        assert server.most_at_once == n_calls


def test_connections_are_closed_after_whatever_came_over_them():
    for fault in Fault:  # an unclosed one warns when it is collected, and a warning is an error
        directly(always(fault), max_attempts=1, timeout_seconds=0.1)
    gc.collect()


# ---- what a status and its words mean


def body(message: str = "", code: str | None = None, kind: str | None = None) -> bytes:
    return json.dumps({"error": {"message": message, "code": code, "type": kind}}).encode()


def fault_in(status: int, content: bytes) -> _Fault:
    with pytest.raises(_Fault) as caught:
        answer_in(Reply(status, content, "7"))
    assert caught.value.header == "7"
    return caught.value


@pytest.mark.parametrize(
    ("status", "content", "kind"),
    [
        (408, b"", Failure.TIMED_OUT),
        (409, body("conflict"), Failure.SERVER_ERROR),
        (599, b"", Failure.SERVER_ERROR),
        (413, b"", Failure.TOO_LONG),
        (400, body("temperature must be at most 2"), Failure.BAD_REQUEST),
        (418, body("short and stout"), Failure.BAD_REQUEST),
        (400, body("the request exceeds the available context size", kind="exceed_context_size_error"), Failure.TOO_LONG),
        (422, b'{"detail": [{"msg": "Field required", "loc": ["body"]}]}', Failure.BAD_REQUEST),
        (400, body("refused by our content management policy"), Failure.REFUSED),
        (403, body("Your input was flagged"), Failure.REFUSED),
        (403, body("Country not supported"), Breakage.BAD_KEY),
        (400, b'[{"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}]', Breakage.BAD_KEY),
        (400, body("harbour/boat is not a valid model ID"), Breakage.WRONG_MODEL),
        (400, b'{"object": "error", "message": "The model `boat` does not exist.", "code": 40401}', Breakage.WRONG_MODEL),
        (404, b'{"error": "model \'boat\' not found, try pulling it first"}', Breakage.WRONG_MODEL),
        (404, b'{"detail": "Not Found"}', Breakage.WRONG_ADDRESS),
        (404, b"<html>", Breakage.WRONG_ADDRESS),
        (405, b"", Breakage.WRONG_ADDRESS),
        (302, b"", Breakage.WRONG_ADDRESS),
        (400, body("Your credit balance is too low"), Breakage.NO_MONEY),
        *((429, body("You exceeded your current quota", code), Breakage.NO_MONEY) for code in sorted(NO_MONEY_CODES)),
        (429, body("You exceeded your current quota", "RESOURCE_EXHAUSTED"), Failure.RATE_LIMITED),
        (200, b'{"error": {"code": 402, "message": "Insufficient credits"}}', Breakage.NO_MONEY),
        (200, b'{"error": {"code": 429, "message": "slow down"}}', Failure.RATE_LIMITED),
        (200, b'{"error": "upstream is away"}', Failure.SERVER_ERROR),
        (200, b"", Failure.NO_COMPLETION),
        (204, b"", Failure.NO_COMPLETION),
        (200, b"[" * 100_000, Failure.NO_COMPLETION),
        (200, b"\xff\xfe", Failure.NO_COMPLETION),
        (200, b"null", Failure.NO_COMPLETION),
        (200, b'{"choices": []}', Failure.NO_COMPLETION),
        (200, b'{"choices": [{"message": null}]}', Failure.NO_COMPLETION),
    ],
)  # fmt: skip
def test_a_status_and_what_is_said_with_it_have_one_meaning(status: int, content: bytes, kind: Failure | Breakage):
    assert fault_in(status, content).kind is kind


def test_what_a_message_repeats_of_a_prompt_is_not_looked_at():
    repeated = "Could not parse the body: " + "x" * 400 + " the model boat does not exist"
    assert fault_in(400, body(repeated)).kind is Failure.BAD_REQUEST


def test_a_body_without_end_is_not_read_to_it():
    async def flood() -> AsyncIterator[bytes]:
        piece = bytes(1 << 20)
        while True:
            yield piece

    with pytest.raises(_Fault) as caught:
        asyncio.run(_content(httpx.Response(200, content=flood())))
    assert (caught.value.kind, caught.value.found) == (Failure.NO_COMPLETION, "the body is over 64 MiB long")


# ---- messages


def test_a_failed_call_says_what_was_wrong_and_what_becomes_of_it():
    error = FailedCallError("openai/scripted-1", Failure.RATE_LIMITED, "it answers 429", 12.34, 6)
    assert str(error) == (
        "No reply of 'openai/scripted-1' after 6 attempts in 12.3 s: the provider's rate limit was reached: it answers 429. "
        "Treat the item as failed; it is asked again in the next run."
    )
    assert (error.kind, error.detail, error.seconds, error.n_attempts) == (
        Failure.RATE_LIMITED,
        "it answers 429",
        12.34,
        6,
    )


@pytest.mark.parametrize(
    ("fault", "opening"),
    [
        (Fault.INTERNAL, "No reply of 'openai/scripted-1' after 1 attempt in "),
        (Fault.NOT_JSON, "No reply of 'openai/scripted-1' after 1 attempt in "),
        (Fault.TIMEOUT, "No reply of 'openai/scripted-1' after 1 attempt in "),
    ],
)
def test_a_failed_call_names_the_model(fault: Fault, opening: str):
    assert str(directly(always(fault), max_attempts=1, timeout_seconds=0.1).failed).startswith(opening)


@pytest.mark.parametrize(
    ("fault", "detail"),
    [
        (Fault.INTERNAL, 'it answers 500, saying "The server had an error while processing your request."'),
        (Fault.BAD_GATEWAY, "it answers 502"),
        (Fault.NOT_JSON, "the body is no JSON"),
        (Fault.TIMEOUT, "nothing whole within 0.1 s"),
    ],
)
def test_the_detail_is_the_providers_word_or_ours(fault: Fault, detail: str):
    assert directly(always(fault), max_attempts=1, timeout_seconds=0.1).failed.detail == detail


def broken(kind: Breakage, endpoint: Endpoint) -> str:
    return str(BrokenProviderError(endpoint, kind, "it answers 400"))


@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (
            Breakage.NO_KEY,
            (
                "There is no key for 'anthropic/boat-1': it answers 400. "
                "Set ANTHROPIC_API_KEY to a valid key of this provider and run again."
            ),
        ),
        (
            Breakage.BAD_KEY,
            (
                "The provider of 'anthropic/boat-1' refuses the key: it answers 400. "
                "Set ANTHROPIC_API_KEY to a valid key of this provider and run again."
            ),
        ),
        (
            Breakage.NO_MONEY,
            (
                "The account that pays for 'anthropic/boat-1' has no money left: it answers 400. "
                "Top up the account, or use the key of another one, and run again; what was done is kept."
            ),
        ),
        (
            Breakage.WRONG_MODEL,
            (
                "The provider does not know the model 'anthropic/boat-1': it answers 400. "
                "Write the name of a model of this provider in [models] of the release."
            ),
        ),
        (
            Breakage.UNKNOWN_PROVIDER,
            (
                "The provider of 'anthropic/boat-1' cannot be called from here: it answers 400. "
                "Write the model as provider/name, e.g. openai/gpt-4o-mini-2024-07-18, install the package that the provider "
                "needs, or give the api_base of an OpenAI-compatible server."
            ),
        ),
        (
            Breakage.WRONG_ADDRESS,
            (
                "No chat completions are answered at the address of 'anthropic/boat-1': it answers 400. "
                "Write as api_base the server's address up to /chat/completions, which mostly ends in /v1."
            ),
        ),
        (
            Breakage.UNSUPPORTED_SETTING,
            (
                "The model 'anthropic/boat-1' cannot be asked with these settings: it answers 400. "
                'Leave the setting out, name another model, or set schema_mode to "json_object" or "none" if it is '
                "response_format."
            ),
        ),
    ],
)
def test_a_broken_provider_says_what_to_do(kind: Breakage, message: str):
    assert broken(kind, Endpoint("anthropic/boat-1")) == message


def test_a_provider_with_variables_of_its_own_names_none():
    assert "Set the provider's own environment variables and run" in broken(Breakage.NO_KEY, Endpoint("bedrock/boat-1"))


def test_each_kind_has_its_words():
    assert set(FAILURE_MEANINGS) == set(Failure)
    assert set(BREAKAGE_MEANINGS) == set(REMEDIES) == set(Breakage)


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1:8000/v1",
        "ftp://127.0.0.1/v1",
        "http:///v1",
        "http://127.0.0.1:99999/v1",
        "http://ada:sk-invented@127.0.0.1/v1",
        "http://127.0.0.1/v1?key=sk-invented",
        "http://127.0.0.1/v1 ",
    ],
)
def test_an_address_is_one_and_holds_no_password(address: str):
    with pytest.raises(BadInputError) as caught:
        Endpoint(MODEL, address)
    assert str(caught.value) == (
        "The api_base of 'openai/scripted-1' is not of the form http://host:port/path, without a user, a password, "
        "a query or blanks. Write the server's address alone, and name the variable of its key in api_key_env."
    )


@pytest.mark.parametrize("more", [{"timeout_seconds": 0}, {"timeout_seconds": float("nan")}, {"max_attempts": 0}])
def test_an_endpoint_has_time_and_an_attempt(more: dict[str, Any]):
    with pytest.raises(ValueError, match=r"^(timeout_seconds|max_attempts) is .*, expected "):
        Endpoint(MODEL, **more)


# ---- secrets


class Echo:
    """A server that repeats the key, as OpenAI does in part."""

    async def ask(self, request: Request) -> Given:
        return answer_in(Reply(401, body(f"Incorrect API key provided: {KEY}."), None))

    async def close(self) -> None:
        pass


def test_a_key_that_the_provider_repeats_is_blotted_out():
    async def pause(_: float) -> None:
        pass

    provider = RetryingProvider(Endpoint(MODEL), Echo(), [KEY], pause)
    with pytest.raises(BrokenProviderError) as caught:
        asyncio.run(provider.send(a_request(MODEL)))
    assert caught.value.detail == 'it answers 401, saying "Incorrect API key provided: [secret]."'
    assert KEY not in "".join(traceback.format_exception(caught.value))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("key sk-proj-ab***************89z is wrong", "key [secret] is wrong"),
        ("key 4711****0815 is wrong", "key [secret] is wrong"),
        ('wave "wave\\"house" end', 'wave "[secret]" end'),
        ("2 * 3 ** 4", "2 * 3 ** 4"),
        ("risk-averse", "risk-averse"),
        ("", ""),
    ],
)
def test_parts_of_keys_are_blotted_out_too(text: str, shown: str):
    assert without_secrets(text, ['wave"house']) == shown


def test_the_words_of_a_provider_are_cut_to_eighty_characters():
    shown = fault_in(400, body("boat " * 100))
    provider = RetryingProvider(Endpoint(MODEL), Echo(), [], asyncio.sleep)
    with pytest.raises(FailedCallError) as caught:
        provider._raise_what_stays(shown, 0.0, 1)
    assert caught.value.detail == 'it answers 400, saying "' + "boat " * 15 + 'bo..."'


@pytest.mark.parametrize("fault", [*BREAKING, *STAYING, *PASSING])
def test_neither_key_nor_prompt_stands_in_an_error_or_in_the_log(
    fault: Fault, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(logging.getLogger("httpcore"), "level", logging.DEBUG)
    with caplog.at_level(logging.DEBUG):
        result = directly(always(fault), max_attempts=1, timeout_seconds=0.1).result
    assert isinstance(result, FailedCallError | BrokenProviderError)
    assert result.__cause__ is result.__context__ is None  # what it was raised from is the library's, and says more
    told = "".join(traceback.format_exception(result)) + caplog.text
    assert KEY not in told
    assert QUESTION not in told


# ---- what importing it does


def test_importing_the_module_imports_no_client():
    program = (
        "import sys\nimport bench_resources.providers\n"
        "sys.exit(', '.join({'litellm', 'httpx', 'openai', 'aiohttp'} & set(sys.modules)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
