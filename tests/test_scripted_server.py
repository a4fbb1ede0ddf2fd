"""The scripted model server: each protocol, each fault, and what it counts, over plain HTTP."""

from __future__ import annotations

import ast
import base64
import http.client
import json
import signal
import struct
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx2
import pytest

from tests.scripted_server import (
    Answer,
    Asked,
    Fault,
    Protocol,
    RetryAfter,
    ScriptedServer,
    Step,
    Usage,
    always,
    by_marker,
    script,
)

ROOT = Path(__file__).resolve().parents[1]
OPENAI, ANTHROPIC = Protocol.OPENAI, Protocol.ANTHROPIC
BOTH = pytest.mark.parametrize("protocol", list(Protocol))
HOW = pytest.mark.parametrize("how", [{}, {"stream": True}], ids=["whole", "streamed"])
PATHS = {OPENAI: "/v1/chat/completions", ANTHROPIC: "/v1/messages"}
HEADERS = {
    OPENAI: {"Authorization": "Bearer sk-invented"},
    ANTHROPIC: {"x-api-key": "sk-invented", "anthropic-version": "2023-06-01"},
}
QUESTION = "What colour is the boat?"  # 24 characters: 6 tokens
FIXED = '{"answer": "scripted"}'  # what is answered without a script: 22 characters, 5 tokens, streamed as 16 and 6
FIRST_PIECE, SECOND_PIECE = '{"answer": "scri', 'pted"}'
STRICT = {
    "type": "object",
    "properties": {"answer": {"type": "string"}},
    "required": ["answer"],
    "additionalProperties": False,
}
LOOSE = {"type": "object", "properties": {"answer": {"type": "string"}}}


def body_of(protocol: Protocol, text: str = QUESTION, **more: object) -> dict[str, Any]:
    least: dict[str, Any] = {"model": "scripted-1", "messages": [{"role": "user", "content": text}]}
    return {**least, **({"max_tokens": 100} if protocol is ANTHROPIC else {}), **more}


@cache
def client() -> httpx2.Client:
    """One for all servers, since to make one takes longer than to ask; none of its connections is kept."""
    return httpx2.Client(trust_env=False, timeout=10, limits=httpx2.Limits(max_keepalive_connections=0))


def ask(server: ScriptedServer, protocol: Protocol, **more: Any) -> httpx2.Response:
    return client().post(server.url + PATHS[protocol], headers=HEADERS[protocol], json=body_of(protocol, **more))


def raw_call(server: ScriptedServer, **more: object) -> http.client.HTTPConnection:
    connection = http.client.HTTPConnection("127.0.0.1", urlsplit(server.url).port)
    connection.request("POST", PATHS[OPENAI], json.dumps(body_of(OPENAI, **more)), HEADERS[OPENAI])
    return connection


def answered(step: Step, protocol: Protocol, **more: Any) -> httpx2.Response:
    with ScriptedServer(always(step)) as server:
        return ask(server, protocol, **more)


def events(response: httpx2.Response) -> list[Any]:
    assert response.headers["content-type"] == "text/event-stream"
    data = [line.removeprefix("data: ") for line in response.text.splitlines() if line.startswith("data: ")]
    return [said if said == "[DONE]" else json.loads(said) for said in data]


def deltas(response: httpx2.Response, part: str) -> list[str]:
    chunks = [event for event in events(response) if event != "[DONE]" and event["choices"]]
    return [delta[part] for delta in (chunk["choices"][0]["delta"] for chunk in chunks) if delta.get(part)]


# ---- OpenAI


def test_a_chat_completion_has_the_fixed_json_and_counts_a_token_for_four_characters():
    said = answered(Answer(), OPENAI).json()
    assert said["object"] == "chat.completion"
    assert said["model"] == "scripted-1"
    assert [choice["index"] for choice in said["choices"]] == [0]
    assert said["choices"][0]["finish_reason"] == "stop"
    assert said["choices"][0]["message"] == {"role": "assistant", "content": FIXED, "refusal": None}
    assert said["usage"] == {"prompt_tokens": 6, "completion_tokens": 5, "total_tokens": 11}


def test_an_answer_may_bring_its_usage_and_its_snapshot():
    said = answered(Answer("blue", Usage(1000, 7), model="scripted-1-2026-01-01"), OPENAI).json()
    assert said["choices"][0]["message"]["content"] == "blue"
    assert said["model"] == "scripted-1-2026-01-01"
    assert said["usage"] == {"prompt_tokens": 1000, "completion_tokens": 7, "total_tokens": 1007}


def test_a_streamed_completion_comes_in_pieces_and_ends_with_done():
    said = answered(Answer(), OPENAI, stream=True)
    assert deltas(said, "content") == [FIRST_PIECE, SECOND_PIECE]
    found = events(said)
    assert found[0]["object"] == "chat.completion.chunk"
    assert found[0]["choices"][0]["delta"] == {"role": "assistant", "content": ""}
    assert found[-2]["choices"][0]["finish_reason"] == "stop"
    assert found[-1] == "[DONE]"
    assert len(found) == 5
    assert not any("usage" in event for event in found)


def test_a_stream_tells_its_usage_where_it_is_asked_to():
    found = events(answered(Answer(), OPENAI, stream=True, stream_options={"include_usage": True}))
    assert found[-2]["choices"] == []
    assert found[-2]["usage"]["total_tokens"] == 11


FUNCTION = {"type": "function", "function": {"name": "note", "parameters": STRICT}}


@pytest.mark.parametrize(
    ("choice", "stop"), [({"type": "function", "function": {"name": "note"}}, "stop"), ("required", "tool_calls")]
)
def test_a_forced_function_gets_the_answer_as_its_arguments(choice: object, stop: str):
    said = answered(Answer(), OPENAI, tools=[FUNCTION], tool_choice=choice).json()["choices"][0]
    assert said["message"]["content"] is None
    assert said["message"]["tool_calls"][0]["function"] == {"name": "note", "arguments": FIXED}
    assert said["finish_reason"] == stop


def test_a_free_choice_of_tools_is_the_scripts():
    assert "tool_calls" not in answered(Answer(), OPENAI, tools=[FUNCTION]).json()["choices"][0]["message"]
    said = answered(Answer(tool="note"), OPENAI, tools=[FUNCTION], stream=True)
    calls = [call for (call,) in deltas(said, "tool_calls")]
    assert calls[0]["function"] == {"name": "note", "arguments": ""}
    assert [call["function"]["arguments"] for call in calls[1:]] == [FIRST_PIECE, SECOND_PIECE]


def wanted(schema: object) -> dict[str, object]:
    return {"type": "json_schema", "json_schema": {"name": "note", "schema": schema, "strict": True}}


@pytest.mark.parametrize(
    ("more", "schema"),
    [
        ({}, None),
        ({"response_format": wanted(STRICT)}, STRICT),
        ({"tools": [FUNCTION], "tool_choice": "required"}, STRICT),
        ({"tools": [FUNCTION], "tool_choice": "auto"}, None),
    ],
)
def test_a_script_sees_the_schema_that_is_wanted(more: dict[str, Any], schema: object):
    with ScriptedServer() as server:
        assert ask(server, OPENAI, **more).status_code == 200
    assert server.calls[0].schema == schema


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"response_format": wanted(LOOSE)}, "'additionalProperties' is required"),
        ({"response_format": wanted({**STRICT, "required": []})}, "'required'"),
        ({"response_format": {"type": "json_object"}}, "must contain the word 'json'"),
        ({"response_format": {"type": "json_schema", "json_schema": {"schema": STRICT}}}, "json_schema.name"),
        ({"n": 2}, "n=1"),
        ({"messages": []}, "messages"),
        ({"model": ""}, "model"),
    ],
)
def test_a_request_that_openai_would_refuse_is_refused(more: dict[str, Any], words: str):
    refused = answered(Answer(), OPENAI, **more)
    assert refused.status_code == 400
    assert words in refused.json()["error"]["message"]


def test_json_mode_is_answered_where_the_messages_speak_of_json():
    said = answered(Answer(), OPENAI, text="Answer in JSON.", response_format={"type": "json_object"})
    assert said.json()["choices"][0]["message"]["content"] == FIXED


def test_the_models_are_listed_and_that_is_no_call():
    with ScriptedServer(models=("one", "two")) as server:
        listed = client().get(f"{server.url}/v1/models").json()
    assert [model["id"] for model in listed["data"]] == ["one", "two"]
    assert server.n_calls == 0


def embedded(server: ScriptedServer, **more: object) -> dict[str, Any]:
    given = {"model": "scripted-e", **more}
    response = client().post(f"{server.url}/v1/embeddings", headers=HEADERS[OPENAI], json=given)
    assert response.status_code == 200
    return response.json()


def test_a_text_has_one_vector_of_length_one():
    with ScriptedServer() as server:
        both = embedded(server, input=["oars", "sails"])
        alone = embedded(server, input="sails", dimensions=16)
        long = embedded(server, input="sails", dimensions=100)
        packed = embedded(server, input="sails", encoding_format="base64")
    oars, sails = (item["embedding"] for item in both["data"])
    assert [item["index"] for item in both["data"]] == [0, 1]
    assert len(sails) == 16
    assert oars != sails
    assert alone["data"][0]["embedding"] == sails
    assert len(long["data"][0]["embedding"]) == 100
    assert sum(value * value for value in sails) == pytest.approx(1)
    assert struct.unpack("<16f", base64.b64decode(packed["data"][0]["embedding"])) == pytest.approx(sails, abs=1e-7)
    # "oars", a line's end and "sails" are 10 characters; "sails" 5.
    assert both["usage"] == {"prompt_tokens": 2, "total_tokens": 2}
    assert alone["usage"] == {"prompt_tokens": 1, "total_tokens": 1}


# ---- Anthropic


def test_a_message_has_one_text_block_and_counts_its_tokens():
    said = answered(Answer(), ANTHROPIC).json()
    assert (said["type"], said["role"], said["model"]) == ("message", "assistant", "scripted-1")
    assert said["content"] == [{"type": "text", "text": FIXED}]
    assert said["stop_reason"] == "end_turn"
    assert said["usage"] == {"input_tokens": 6, "output_tokens": 5}


TOOL = {"name": "note", "input_schema": STRICT}


@pytest.mark.parametrize("choice", [{"type": "tool", "name": "note"}, {"type": "any"}])
def test_a_forced_tool_gets_the_answer_as_its_input(choice: dict[str, str]):
    with ScriptedServer() as server:
        said = ask(server, ANTHROPIC, tools=[TOOL], tool_choice=choice).json()
    assert said["content"] == [{"type": "tool_use", "id": "toolu_0", "name": "note", "input": {"answer": "scripted"}}]
    assert said["stop_reason"] == "tool_use"
    assert server.calls[0].schema == STRICT


@pytest.mark.parametrize(
    "more",
    [
        {"output_config": {"format": {"type": "json_schema", "schema": STRICT}}},
        {"output_format": {"type": "json_schema", "schema": STRICT}},
    ],
)
def test_a_script_sees_the_schema_of_a_structured_output(more: dict[str, Any]):
    with ScriptedServer() as server:
        assert ask(server, ANTHROPIC, **more).json()["content"][0]["text"] == FIXED
    assert server.calls[0].schema == STRICT


def test_a_streamed_message_comes_in_named_events():
    said = answered(Answer(), ANTHROPIC, stream=True)
    found = events(said)
    assert [event["type"] for event in found] == [
        "message_start",
        "content_block_start",
        "ping",
        "content_block_delta",
        "content_block_delta",
        "content_block_stop",
        "message_delta",
        "message_stop",
    ]
    assert [event["delta"]["text"] for event in found[3:5]] == [FIRST_PIECE, SECOND_PIECE]
    assert found[0]["message"]["usage"]["input_tokens"] == 6
    assert found[0]["message"]["content"] == []
    assert found[-2] == {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn", "stop_sequence": None},
        "usage": {"output_tokens": 5},
    }
    assert said.text.startswith("event: message_start\ndata: {")


def test_a_streamed_tool_gets_its_input_in_pieces():
    found = events(answered(Answer(tool="note"), ANTHROPIC, tools=[TOOL], stream=True))
    assert found[1]["content_block"]["input"] == {}
    assert [event["delta"]["partial_json"] for event in found[3:5]] == [FIRST_PIECE, SECOND_PIECE]
    assert found[-2]["delta"]["stop_reason"] == "tool_use"


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"max_tokens": None}, "max_tokens: Field required"),
        ({"messages": [{"role": "system", "content": "Be brief."}]}, "`system`"),
    ],
)
def test_a_request_that_anthropic_would_refuse_is_refused(more: dict[str, Any], words: str):
    refused = answered(Answer(), ANTHROPIC, **more)
    assert refused.status_code == 400
    assert words in refused.json()["error"]["message"]


def test_anthropic_wants_its_version_named():
    with ScriptedServer() as server:
        refused = client().post(f"{server.url}/v1/messages", headers={"x-api-key": "k"}, json=body_of(ANTHROPIC))
    assert "anthropic-version" in refused.json()["error"]["message"]


@BOTH
def test_a_call_without_a_key_is_refused_and_counted(protocol: Protocol):
    with ScriptedServer() as server:
        assert client().post(server.url + PATHS[protocol], json=body_of(protocol)).status_code == 401
    assert (server.n_calls, server.n_completed) == (1, 0)


# ---- faults with a status

REFUSALS = [
    (Fault.RATE_LIMIT, 429, "rate_limit_exceeded", 429, "rate_limit_error"),
    (Fault.INTERNAL, 500, None, 500, "api_error"),
    (Fault.UNAVAILABLE, 503, None, 503, "api_error"),
    (Fault.OVERLOADED, 529, "overloaded", 529, "overloaded_error"),
    (Fault.BAD_KEY, 401, "invalid_api_key", 401, "authentication_error"),
    (Fault.NO_MONEY, 429, "insufficient_quota", 400, "invalid_request_error"),
    (Fault.PAYMENT_REQUIRED, 402, "invalid_request_error", 402, "billing_error"),
    (Fault.WRONG_MODEL, 404, "model_not_found", 404, "not_found_error"),
    (Fault.TOO_LONG, 400, "context_length_exceeded", 400, "invalid_request_error"),
]


@HOW
@pytest.mark.parametrize(("fault", "status", "code", "_status", "_kind"), REFUSALS)
def test_openai_refuses_with_a_status_and_a_code(
    fault: Fault, status: int, code: str | None, _status: int, _kind: str, how: dict[str, bool]
):
    refused = answered(fault, OPENAI, **how)
    assert refused.status_code == status
    assert set(refused.json()["error"]) == {"message", "type", "param", "code"}
    assert refused.json()["error"]["code"] == code


@HOW
@pytest.mark.parametrize(("fault", "_status", "_code", "status", "kind"), REFUSALS)
def test_anthropic_refuses_with_a_status_and_a_type(
    fault: Fault, _status: int, _code: str | None, status: int, kind: str, how: dict[str, bool]
):
    refused = answered(fault, ANTHROPIC, **how)
    assert refused.status_code == status
    assert refused.json()["type"] == "error"
    assert refused.json()["error"]["type"] == kind


def test_what_cannot_be_told_by_status_is_told_by_words():
    assert "credit balance is too low" in answered(Fault.NO_MONEY, ANTHROPIC).json()["error"]["message"]
    assert "prompt is too long" in answered(Fault.TOO_LONG, ANTHROPIC).json()["error"]["message"]
    assert "`scripted-1` does not exist" in answered(Fault.WRONG_MODEL, OPENAI).json()["error"]["message"]


@BOTH
@pytest.mark.parametrize(
    ("when", "header"),
    [(2, "2"), (0.5, "0.5"), (datetime(2026, 1, 1, tzinfo=UTC), "Thu, 01 Jan 2026 00:00:00 GMT")],
)
def test_a_rate_limit_says_when_to_come_back(protocol: Protocol, when: float | datetime, header: str):
    refused = answered(RetryAfter(when), protocol)
    assert (refused.status_code, refused.headers["retry-after"]) == (429, header)
    assert "retry-after" not in answered(Fault.RATE_LIMIT, protocol).headers
    assert answered(RetryAfter(when, Fault.OVERLOADED), protocol).status_code == 529


def test_a_fault_without_a_status_cannot_say_when_to_come_back():
    with pytest.raises(ValueError, match="has no status of its own"):
        RetryAfter(2, Fault.EMPTY)


@BOTH
@pytest.mark.parametrize(("fault", "status"), [(Fault.BAD_GATEWAY, 502), (Fault.NOT_JSON, 200)])
def test_a_gateway_speaks_html(protocol: Protocol, fault: Fault, status: int):
    page = answered(fault, protocol)
    assert page.status_code == status
    assert page.headers["content-type"].startswith("text/html")
    assert page.text.startswith("<!DOCTYPE html>")


# ---- faults of the connection


@BOTH
@HOW
def test_a_cut_answer_ends_with_its_connection(protocol: Protocol, how: dict[str, bool]):
    with (
        ScriptedServer(always(Fault.CUT)) as server,
        pytest.raises(httpx2.RemoteProtocolError, match="peer closed connection"),
    ):
        ask(server, protocol, **how)
    assert (server.n_calls, server.n_completed) == (1, 0)


def test_a_cut_stream_has_sent_the_first_half_of_its_events():
    with ScriptedServer(always(Fault.CUT)) as server:
        connection = raw_call(server, stream=True)
        with pytest.raises(http.client.IncompleteRead) as cut:
            connection.getresponse().read()
        connection.close()
    got = cut.value.partial
    # Two of five: the role and the first piece.
    assert got.count(b"data: ") == 2
    assert b'{\\"answer\\": \\"scri' in got
    assert b"[DONE]" not in got


@BOTH
def test_a_short_answer_ends_in_its_middle_as_if_it_was_whole(protocol: Protocol):
    whole, short = answered(Answer(), protocol), answered(Fault.SHORT, protocol)
    assert short.status_code == 200
    assert short.content == whole.content[: len(whole.content) // 2]


@pytest.mark.parametrize(("protocol", "whole", "half"), [(OPENAI, 5, 2), (ANTHROPIC, 8, 4)])
def test_a_short_stream_has_half_of_its_events_and_no_end(protocol: Protocol, whole: int, half: int):
    assert len(events(answered(Answer(), protocol, stream=True))) == whole
    assert len(events(answered(Fault.SHORT, protocol, stream=True))) == half


@BOTH
def test_a_late_error_comes_with_status_200(protocol: Protocol):
    body, stream = answered(Fault.LATE_ERROR, protocol), answered(Fault.LATE_ERROR, protocol, stream=True)
    assert (body.status_code, stream.status_code) == (200, 200)
    assert body.json()["error"]["message"] == "Overloaded"
    assert events(stream)[-1]["error"]["message"] == "Overloaded"
    assert ("event: error\n" in stream.text) == (protocol is ANTHROPIC)


@BOTH
def test_a_reset_is_no_orderly_end(protocol: Protocol):
    with ScriptedServer(always(Fault.RESET)) as server, pytest.raises(httpx2.ReadError):
        ask(server, protocol)
    assert (server.n_calls, server.n_completed) == (1, 0)


@BOTH
def test_a_call_that_times_out_is_not_answered_before_the_server_closes(protocol: Protocol):
    with ThreadPoolExecutor(1) as pool:
        with ScriptedServer(always(Fault.TIMEOUT)) as server:
            waiting = pool.submit(ask, server, protocol)
            server.wait_for_calls(1)
        with pytest.raises(httpx2.RemoteProtocolError, match="without sending a response"):
            waiting.result()
    assert server.n_completed == 0


def test_who_gives_up_on_a_call_is_no_longer_at_it():
    with ScriptedServer(script(Fault.TIMEOUT, Answer())) as server:
        impatient = raw_call(server)
        server.wait_for_calls(1)
        impatient.close()
        server.wait_until_idle()
        ask(server, OPENAI)
    assert (server.n_calls, server.n_completed, server.most_at_once) == (2, 1, 1)


# ---- whole completions with nothing in them


@pytest.mark.parametrize(
    ("fault", "message", "stop"),
    [
        (Fault.EMPTY, {"content": "", "refusal": None}, "stop"),
        (Fault.NULL, {"content": None, "refusal": None}, "stop"),
        (
            Fault.REASONING_ONLY,
            {"content": "", "refusal": None, "reasoning_content": "First I look at what was asked."},
            "stop",
        ),
        (Fault.REFUSAL, {"content": None, "refusal": "I can't help with that."}, "stop"),
        (Fault.LENGTH, {"content": '{"answer": ', "refusal": None}, "length"),  # 11 of 22 characters
        (Fault.CONTENT_FILTER, {"content": "", "refusal": None}, "content_filter"),
    ],
)
def test_an_openai_completion_may_hold_nothing_to_use(fault: Fault, message: dict[str, Any], stop: str):
    choice = answered(fault, OPENAI).json()["choices"][0]
    assert choice["message"] == {"role": "assistant", **message}
    assert choice["finish_reason"] == stop
    streamed = answered(fault, OPENAI, stream=True)
    for part, text in message.items():
        assert "".join(deltas(streamed, part)) == (text or "")
    assert events(streamed)[-2]["choices"][0]["finish_reason"] == stop


@pytest.mark.parametrize(
    ("fault", "content", "stop"),
    [
        (Fault.EMPTY, [], "end_turn"),
        (Fault.NULL, None, "end_turn"),
        (
            Fault.REASONING_ONLY,
            [{"type": "thinking", "thinking": "First I look at what was asked.", "signature": "c2NyaXB0ZWQ="}],
            "end_turn",
        ),
        (Fault.REFUSAL, [], "refusal"),
        (Fault.LENGTH, [{"type": "text", "text": '{"answer": '}], "max_tokens"),
    ],
)
def test_an_anthropic_message_may_hold_nothing_to_use(fault: Fault, content: object, stop: str):
    said = answered(fault, ANTHROPIC).json()
    assert said["content"] == content
    assert said["stop_reason"] == stop
    streamed = events(answered(fault, ANTHROPIC, stream=True))
    assert streamed[-2]["delta"]["stop_reason"] == stop
    assert sum(event["type"] == "content_block_start" for event in streamed) == len(said["content"] or ())


def test_anthropic_filters_content_with_a_400():
    assert answered(Fault.CONTENT_FILTER, ANTHROPIC).status_code == 400


def test_the_arguments_of_a_tool_are_cut_off_too():
    forced = {"type": "function", "function": {"name": "note"}}
    said = answered(Fault.LENGTH, OPENAI, tools=[FUNCTION], tool_choice=forced).json()["choices"][0]
    assert said["message"]["tool_calls"][0]["function"]["arguments"] == '{"answer": '
    assert said["finish_reason"] == "length"
    more = {"tools": [TOOL], "tool_choice": {"type": "any"}}
    assert answered(Fault.LENGTH, ANTHROPIC, **more).json()["content"][0]["input"] == {}
    streamed = events(answered(Fault.LENGTH, ANTHROPIC, stream=True, **more))
    assert streamed[3]["delta"]["partial_json"] == '{"answer": '


def test_an_embedding_fails_by_status_or_comes_empty():
    with ScriptedServer(script(Fault.EMPTY, Fault.OVERLOADED)) as server:
        assert embedded(server, input="oars")["data"] == []
        given = {"model": "scripted-e", "input": "oars"}
        assert client().post(f"{server.url}/v1/embeddings", headers=HEADERS[OPENAI], json=given).status_code == 529


# ---- what a script sees, and what is counted


def test_a_script_sees_the_call_as_it_arrived():
    messages = [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "What colour"},
        {"role": "assistant", "content": "Of what?"},
        {"role": "user", "content": [{"type": "text", "text": "is the"}, {"type": "text", "text": "boat?"}]},
    ]
    with ScriptedServer() as server:
        ask(server, OPENAI, messages=messages)
    asked = server.calls[0]
    assert (asked.protocol, asked.path) == (OPENAI, "/v1/chat/completions")
    assert asked.headers["authorization"] == "Bearer sk-invented"
    assert asked.text == "What colour\nis the\nboat?"
    assert asked.body["messages"] == messages


def test_the_same_body_in_another_order_is_the_same_body():
    first = {"model": "m", "messages": [{"role": "user", "content": "é"}]}
    second = {"messages": [{"content": "\u00e9", "role": "user"}], "model": "m"}
    other = {**first, "temperature": 0}
    with ScriptedServer() as server:
        for body in (first, other, second, first):
            client().post(server.url + PATHS[OPENAI], headers=HEADERS[OPENAI], content=json.dumps(body))
    assert [asked.asked_before for asked in server.calls] == [0, 0, 1, 2]
    assert [asked.serial for asked in server.calls] == [0, 1, 2, 3]


def test_a_script_goes_step_by_step_and_repeats_its_last():
    with ScriptedServer(script(RetryAfter(1), Fault.INTERNAL, Answer("blue"))) as server:
        statuses = [ask(server, OPENAI).status_code for _ in range(4)]
    assert statuses == [429, 500, 200, 200]
    assert (server.n_calls, server.n_completed, server.most_at_once) == (4, 2, 1)
    with pytest.raises(ValueError, match="at least one step"):
        script()


def test_a_marker_in_the_users_text_chooses_the_step():
    respond = by_marker({"boat": Answer("blue"), "harbour": Fault.REFUSAL}, otherwise=Fault.WRONG_MODEL)
    with ScriptedServer(respond) as server:
        assert ask(server, OPENAI).json()["choices"][0]["message"]["content"] == "blue"
        assert ask(server, ANTHROPIC, text="Which harbour?").json()["stop_reason"] == "refusal"
        assert ask(server, OPENAI, text="Which sail?").status_code == 404
        server.respond = by_marker({})
        assert ask(server, OPENAI, text="Which sail?").json()["choices"][0]["message"]["content"] == FIXED


def test_sixty_four_calls_are_answered_at_once():
    everyone = threading.Barrier(64)

    def together(_: Asked) -> Answer:
        everyone.wait(10)  # returns when all 64 are in the server
        return Answer("blue")

    with ScriptedServer(together) as server, ThreadPoolExecutor(64) as pool:
        connections = list(pool.map(lambda _: raw_call(server), range(64)))
        statuses = [connection.getresponse().status for connection in connections]
        for connection in connections:
            connection.close()
    assert statuses == [200] * 64
    assert (server.n_calls, server.n_completed, server.most_at_once) == (64, 64, 64)


def test_a_connection_is_kept_for_the_next_call():
    with ScriptedServer() as server:
        connection = raw_call(server)
        for _ in range(3):
            connection.getresponse().read()
            kept = connection.sock
            connection.request("POST", PATHS[OPENAI], json.dumps(body_of(OPENAI)), HEADERS[OPENAI])
            assert connection.sock is kept
        connection.getresponse().read()
        connection.close()
    assert server.n_completed == 4


def test_an_answer_waits_as_long_as_it_says():
    with ScriptedServer(always(Answer(latency_seconds=3600)), latency_seconds=0) as server:
        connection = raw_call(server)
        server.wait_for_calls(1)
    with pytest.raises(http.client.RemoteDisconnected):  # the server closed while it waited
        connection.getresponse()
    connection.close()
    assert server.n_completed == 0


def test_a_client_that_is_killed_is_counted_and_disturbs_no_other():
    held = threading.Event()

    def hold(_: Asked) -> Answer:
        held.wait(10)
        return Answer()

    with ScriptedServer(hold) as server:
        program = (
            "import sys, urllib.request as r\n"
            "opener = r.build_opener(r.ProxyHandler({}))\n"
            "opener.open(r.Request(sys.argv[1], sys.argv[2].encode(), {'Authorization': 'Bearer k'}))\n"
        )
        url, body = server.url + PATHS[OPENAI], json.dumps(body_of(OPENAI))
        client = subprocess.Popen([sys.executable, "-c", program, url, body])
        server.wait_for_calls(1)
        client.kill()
        client.wait()
        held.set()
        server.wait_until_idle()
        assert (server.n_calls, server.n_completed) == (1, 0)
        assert ask(server, OPENAI).status_code == 200
    assert (server.n_calls, server.n_completed) == (2, 1)
    assert [asked.asked_before for asked in server.calls] == [0, 1]


@pytest.mark.parametrize(
    ("path", "content", "status"),
    [
        ("/v1/completions", b"{}", 404),
        ("/v1/chat/completions", b"{not json", 400),
        ("/v1/messages", b"[1]", 400),
    ],
)
def test_what_is_no_call_is_refused_and_not_counted(path: str, content: bytes, status: int):
    with ScriptedServer() as server:
        assert client().post(server.url + path, content=content).status_code == status
        assert client().get(server.url + path).status_code == 404
    assert server.n_calls == 0


def test_a_fault_of_the_script_itself_is_raised_in_the_test():
    def respond(asked: Asked) -> Answer:
        raise KeyError(asked.text)

    with pytest.raises(KeyError, match="boat"), ScriptedServer(respond) as server:  # noqa: SIM117 - in that order
        with pytest.raises(httpx2.RemoteProtocolError):
            ask(server, OPENAI)


def test_an_error_of_the_test_is_kept_and_told_what_the_script_raised():
    with pytest.raises(httpx2.RemoteProtocolError) as caught, ScriptedServer(always(Fault.NULL)) as server:
        embedded(server, input="oars")
    assert "An embedding cannot be answered with" in caught.value.__notes__[0]


def test_a_wait_for_calls_that_do_not_come_ends(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.scripted_server.PATIENCE_SECONDS", 0)
    with ScriptedServer() as server, pytest.raises(TimeoutError, match="0 of 1 calls arrived"):
        server.wait_for_calls(1)


# ---- as a program


def answer_in_blue(asked: Asked) -> Answer:
    return Answer("blue" if "colour" in asked.text else "unknown")


def test_another_process_serves_a_script_and_writes_down_each_call(tmp_path: Path):
    calls = tmp_path / "calls.jsonl"
    name = f"{Path(__file__).parent.name}.{Path(__file__).stem}:answer_in_blue"
    command = [sys.executable, "-m", "tests.scripted_server", "--port", "0", "--script", name, "--calls-file", calls]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as program:
        url = program.stdout.readline().strip()
        for protocol in (OPENAI, ANTHROPIC, OPENAI):
            said = client().post(url + PATHS[protocol], headers=HEADERS[protocol], json=body_of(protocol))
            assert "blue" in said.text
        written = [json.loads(line) for line in calls.read_text(encoding="utf-8").splitlines()]
        program.send_signal(signal.SIGTERM)
        assert program.wait(10) == 0
    assert [line["path"] for line in written] == [PATHS[OPENAI], PATHS[ANTHROPIC], PATHS[OPENAI]]
    assert [line["asked_before"] for line in written] == [0, 0, 1]
    assert written[0]["body_sha256"] == written[2]["body_sha256"] != written[1]["body_sha256"]
    assert written[0]["text_opening"] == QUESTION
    assert "sk-invented" not in calls.read_text(encoding="utf-8")


def test_the_server_needs_the_standard_library_alone():
    tree = ast.parse((ROOT / "tests" / "scripted_server.py").read_text(encoding="utf-8"))
    found = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    found |= {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in found} <= sys.stdlib_module_names
