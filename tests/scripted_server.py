"""A model server on 127.0.0.1 whose answers and faults are given by a function: OpenAI's protocol and Anthropic's.

Belongs here: what goes over the wire, and the count of it. Does not: what a client makes of it. Needs the standard
library alone, so that benchmarks and other processes can run it:
`python -m tests.scripted_server --script module:function --calls-file PATH` prints its URL first.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import importlib
import json
import math
import signal
import socket
import struct
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.utils import format_datetime
from enum import StrEnum, auto
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self, TextIO
from urllib.parse import urlsplit

Json = dict[str, Any]
CREATED = 1_767_225_600  # 2026-01-01T00:00:00Z: an answer shows no clock
CHARACTERS_A_TOKEN = 4  # of usage that no script gives
CHARACTERS_A_PIECE = 16  # of a streamed text
DIMENSIONS = 16  # of an embedding that asks for no number
PATIENCE_SECONDS = 10.0  # after which a wait for a call, or for the end of an answer, is given up


class Protocol(StrEnum):
    OPENAI = auto()
    ANTHROPIC = auto()


SPOKEN_AT = {
    "/v1/chat/completions": Protocol.OPENAI,
    "/v1/embeddings": Protocol.OPENAI,
    "/v1/messages": Protocol.ANTHROPIC,
}


class Fault(StrEnum):
    """What goes wrong instead of an answer. RetryAfter adds that header to one with a status.

    With a status (OpenAI / Anthropic, where they differ): RATE_LIMIT 429, INTERNAL 500, BAD_GATEWAY 502 (a gateway's
    HTML page), UNAVAILABLE 503, OVERLOADED 529, BAD_KEY 401, NO_MONEY 429 insufficient_quota / 400 credit balance,
    PAYMENT_REQUIRED 402, WRONG_MODEL 404, TOO_LONG 400.
    With status 200 and no JSON, or not all of it: NOT_JSON an HTML page; CUT half of the body under the whole's
    Content-Length, or half of the events, and the connection closes; SHORT the same half with an orderly end;
    LATE_ERROR half of the events and an error, or an error as the body.
    Without any answer: TIMEOUT until the server closes, RESET of the connection.
    A whole completion that holds nothing to use: EMPTY ("" / no blocks), NULL content, REASONING_ONLY, REFUSAL
    (message.refusal / stop_reason), LENGTH (half of the JSON), CONTENT_FILTER (finish_reason / 400).
    """

    RATE_LIMIT = auto()
    INTERNAL = auto()
    BAD_GATEWAY = auto()
    UNAVAILABLE = auto()
    OVERLOADED = auto()
    BAD_KEY = auto()
    NO_MONEY = auto()
    PAYMENT_REQUIRED = auto()
    WRONG_MODEL = auto()
    TOO_LONG = auto()
    NOT_JSON = auto()
    CUT = auto()
    SHORT = auto()
    LATE_ERROR = auto()
    TIMEOUT = auto()
    RESET = auto()
    EMPTY = auto()
    NULL = auto()
    REASONING_ONLY = auto()
    REFUSAL = auto()
    LENGTH = auto()
    CONTENT_FILTER = auto()


WITH_STATUS = frozenset(
    {
        Fault.RATE_LIMIT,
        Fault.INTERNAL,
        Fault.BAD_GATEWAY,
        Fault.UNAVAILABLE,
        Fault.OVERLOADED,
        Fault.BAD_KEY,
        Fault.NO_MONEY,
        Fault.PAYMENT_REQUIRED,
        Fault.WRONG_MODEL,
        Fault.TOO_LONG,
    }
)
SILENT = frozenset({Fault.TIMEOUT, Fault.RESET})


class Usage(NamedTuple):
    prompt_tokens: int
    completion_tokens: int


@dataclass(frozen=True)
class RetryAfter:
    """A fault that says when to come back: in so many seconds, or at an instant (sent as an HTTP date)."""

    when: float | datetime
    fault: Fault = Fault.RATE_LIMIT

    def __post_init__(self) -> None:
        if self.fault not in WITH_STATUS:
            raise ValueError(f"{self.fault!r} has no status of its own that a Retry-After would go with.")

    @property
    def header(self) -> str:
        return format_datetime(self.when, usegmt=True) if isinstance(self.when, datetime) else f"{self.when:g}"


@dataclass(frozen=True)
class Answer:
    """A completion. For embeddings the vectors are by hash, and only usage, model and latency are taken from here.

    Attributes:
        content: text as it is, anything else as JSON; the arguments of a tool where one is called.
        usage: counted from the user's text and the content where it is not given.
        tool: the tool to call; where a tool is forced, that one is called anyway.
        model: the snapshot that it says it is, else the one that was asked for.
        latency_seconds: a wait before it, else the server's. Tests leave it at 0.
    """

    content: object = field(default_factory=lambda: {"answer": "scripted"})
    usage: Usage | None = None
    tool: str | None = None
    model: str | None = None
    latency_seconds: float | None = None

    @property
    def text(self) -> str:
        return self.content if isinstance(self.content, str) else json.dumps(self.content, ensure_ascii=False)


@dataclass(frozen=True)
class Asked:
    """A call as it arrived.

    Attributes:
        headers: by lower-cased name.
        text: of all the user's messages, or the inputs of an embedding, one a line.
        schema: of the JSON that is wanted, by response_format, output_config or a forced tool.
        forced_tool: the tool that must be called.
        asked_before: how many earlier calls had the same body, as canonical JSON.
        serial: its place in the server's calls, from 0.
    """

    protocol: Protocol
    path: str
    headers: Mapping[str, str]
    body: Json
    text: str
    schema: Json | None
    forced_tool: str | None
    asked_before: int
    serial: int

    @property
    def is_streamed(self) -> bool:
        return bool(self.body.get("stream"))

    @property
    def is_embedding(self) -> bool:
        return self.path.endswith("/embeddings")


Step = Answer | Fault | RetryAfter
Respond = Callable[[Asked], Step]


def always(step: Step) -> Respond:
    return lambda _: step


def script(*steps: Step) -> Respond:
    """The steps in the order in which calls arrive; the last one repeats."""
    if not steps:
        raise ValueError("A script has at least one step.")
    left, lock = list(steps), threading.Lock()

    def respond(_: Asked) -> Step:
        with lock:
            return left.pop(0) if len(left) > 1 else left[0]

    return respond


def by_marker(steps: Mapping[str, Step], otherwise: Step | None = None) -> Respond:
    """The step of the first marker that the user's text holds; without one `otherwise`, by default an Answer()."""
    default = Answer() if otherwise is None else otherwise
    return lambda asked: next((step for marker, step in steps.items() if marker in asked.text), default)


def canonical(body: object) -> str:
    return json.dumps(body, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


# ---- what was asked


def text_of(content: object) -> str:
    """Of a message's content or an embedding's input: a text, a list of texts, or a list of blocks."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [part.get("text", "") if isinstance(part, dict) else str(part) for part in content]
    return "\n".join(part for part in parts if part)


def user_text(body: Json) -> str:
    if "input" in body:
        return text_of(body["input"])
    return "\n".join(text_of(said.get("content")) for said in body.get("messages", ()) if said.get("role") == "user")


def tools_of(body: Json) -> dict[str, Json]:
    """Schemas by name, in either protocol's form."""
    tools = [tool.get("function", tool) for tool in body.get("tools") or ()]
    return {tool["name"]: tool.get("input_schema") or tool.get("parameters") or {} for tool in tools}


def forced_tool(body: Json) -> str | None:
    choice = body.get("tool_choice")
    if isinstance(choice, dict) and choice.get("type") in {"tool", "function"}:
        return str(choice.get("function", choice)["name"])
    must = choice == "required" or (isinstance(choice, dict) and choice.get("type") == "any")
    return next(iter(tools_of(body)), None) if must else None


def schema_of(body: Json) -> Json | None:
    wanted = body.get("response_format") or {}
    form = body.get("output_format") or (body.get("output_config") or {}).get("format") or {}
    schema: Json | None = (wanted.get("json_schema") or {}).get("schema") or form.get("schema")
    tool = forced_tool(body)
    return tools_of(body).get(tool) if schema is None and tool else schema


def nodes(schema: object) -> Iterator[Json]:
    if isinstance(schema, dict):
        yield schema
    parts = schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ()
    for part in parts:
        yield from nodes(part)


def is_loose(schema: Json) -> bool:
    """Whether an object in it may lack a property or have others: OpenAI's strict mode and Anthropic refuse that."""
    return any(
        node.get("additionalProperties") is not False or set(node.get("required", ())) != set(node["properties"])
        for node in nodes(schema)
        if node.get("type") == "object" and isinstance(node.get("properties"), dict)
    )


def complaint(asked: Asked) -> str | None:
    """What either service would refuse the request for with a 400, or None."""
    body = asked.body
    if not body.get("model"):
        return "you must provide a model parameter"
    if asked.is_embedding:
        return None if body.get("input") else "'input' must not be empty"
    if not body.get("messages"):
        return "messages: at least one message is required"
    return complaint_anthropic(asked) if asked.protocol is Protocol.ANTHROPIC else complaint_openai(asked)


def complaint_anthropic(asked: Asked) -> str | None:
    if "anthropic-version" not in asked.headers:
        return "anthropic-version: header is required"
    if not isinstance(asked.body.get("max_tokens"), int):
        return "max_tokens: Field required"
    if any(said.get("role") not in {"user", "assistant"} for said in asked.body["messages"]):
        return "messages: roles are user and assistant; use the top-level `system` parameter"
    return None


def complaint_openai(asked: Asked) -> str | None:
    body = asked.body
    form = body.get("response_format") or {}
    if body.get("n") not in {None, 1}:
        return "this server gives n=1"
    everything = canonical(body["messages"]).lower()
    if form.get("type") == "json_object" and "json" not in everything:
        return "'messages' must contain the word 'json' in some form, to use 'response_format' of type 'json_object'."
    wanted = form.get("json_schema") or {}
    if form.get("type") == "json_schema" and not wanted.get("name"):
        return "Missing required parameter: 'response_format.json_schema.name'."
    if wanted.get("strict") and is_loose(wanted.get("schema") or {}):
        return (
            f"Invalid schema for response_format '{wanted['name']}': 'additionalProperties' is required to be "
            "supplied and to be false, and 'required' to hold every key in properties."
        )
    return None


def has_key(asked: Asked) -> bool:
    bearer = asked.headers.get("authorization", "").removeprefix("Bearer ").strip()
    return bool(bearer or (asked.protocol is Protocol.ANTHROPIC and asked.headers.get("x-api-key")))


# ---- what is sent


@dataclass(frozen=True)
class Reply:
    """Bytes for the wire. Pieces go out one by one; after a cut reply the connection closes."""

    status: int
    pieces: tuple[bytes, ...]
    headers: Mapping[str, str]
    is_cut: bool = False
    is_completion: bool = False
    latency_seconds: float | None = None


class Refused(NamedTuple):
    status: int
    kind: str
    code: str | None
    message: str


# The words of the two services, as far as clients read them. {model} is the one that was asked for.
REFUSED: dict[Fault, dict[Protocol, Refused]] = {
    Fault.RATE_LIMIT: {
        Protocol.OPENAI: Refused(429, "requests", "rate_limit_exceeded", "Rate limit reached for {model} on requests."),
        Protocol.ANTHROPIC: Refused(
            429, "rate_limit_error", None, "This request would exceed your organization's rate limit."
        ),
    },
    Fault.INTERNAL: {
        Protocol.OPENAI: Refused(500, "server_error", None, "The server had an error while processing your request."),
        Protocol.ANTHROPIC: Refused(500, "api_error", None, "Internal server error"),
    },
    Fault.UNAVAILABLE: {
        Protocol.OPENAI: Refused(
            503, "service_unavailable", None, "The engine is currently overloaded, please try again later."
        ),
        Protocol.ANTHROPIC: Refused(503, "api_error", None, "Service unavailable"),
    },
    Fault.OVERLOADED: {
        Protocol.OPENAI: Refused(529, "server_error", "overloaded", "Overloaded"),
        Protocol.ANTHROPIC: Refused(529, "overloaded_error", None, "Overloaded"),
    },
    Fault.BAD_KEY: {
        Protocol.OPENAI: Refused(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided."),
        Protocol.ANTHROPIC: Refused(401, "authentication_error", None, "invalid x-api-key"),
    },
    Fault.NO_MONEY: {
        Protocol.OPENAI: Refused(
            429,
            "insufficient_quota",
            "insufficient_quota",
            "You exceeded your current quota, please check your plan and billing details.",
        ),
        Protocol.ANTHROPIC: Refused(
            400,
            "invalid_request_error",
            None,
            "Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing.",
        ),
    },
    Fault.PAYMENT_REQUIRED: {
        Protocol.OPENAI: Refused(402, "unknown_error", "invalid_request_error", "Insufficient Balance"),
        Protocol.ANTHROPIC: Refused(402, "billing_error", None, "There is an issue with your billing information."),
    },
    Fault.WRONG_MODEL: {
        Protocol.OPENAI: Refused(
            404,
            "invalid_request_error",
            "model_not_found",
            "The model `{model}` does not exist or you do not have access to it.",
        ),
        Protocol.ANTHROPIC: Refused(404, "not_found_error", None, "model: {model}"),
    },
    Fault.TOO_LONG: {
        Protocol.OPENAI: Refused(
            400,
            "invalid_request_error",
            "context_length_exceeded",
            "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens. "
            "Please reduce the length of the messages.",
        ),
        Protocol.ANTHROPIC: Refused(
            400, "invalid_request_error", None, "prompt is too long: 210000 tokens > 200000 maximum"
        ),
    },
    Fault.CONTENT_FILTER: {
        Protocol.ANTHROPIC: Refused(
            400, "invalid_request_error", None, "Output blocked by content filtering policy"
        )
    },
}  # fmt: skip
PAGES = {Fault.BAD_GATEWAY: 502, Fault.NOT_JSON: 200}
HALVED = frozenset({Fault.CUT, Fault.SHORT, Fault.LATE_ERROR})
STOPS = {
    Protocol.OPENAI: {Fault.LENGTH: "length", Fault.CONTENT_FILTER: "content_filter"},
    Protocol.ANTHROPIC: {Fault.LENGTH: "max_tokens", Fault.REFUSAL: "refusal"},
}
REASONING = "First I look at what was asked."
REFUSAL = "I can't help with that."


def error_body(protocol: Protocol, refused: Refused, model: object = "") -> Json:
    message = refused.message.replace("{model}", str(model))
    if protocol is Protocol.ANTHROPIC:
        return {"type": "error", "error": {"type": refused.kind, "message": message}, "request_id": "req_scripted"}
    return {"error": {"message": message, "type": refused.kind, "param": None, "code": refused.code}}


def json_reply(status: int, body: Json) -> Reply:
    return typed_reply(status, "application/json", json.dumps(body, ensure_ascii=False).encode())


def typed_reply(status: int, content_type: str, body: bytes) -> Reply:
    return Reply(status, (body,), {"Content-Type": content_type, "Content-Length": str(len(body))})


def event_reply(events: Sequence[bytes]) -> Reply:
    pieces = [b"%x\r\n%s\r\n" % (len(event), event) for event in events]
    pieces[-1] += b"0\r\n\r\n"  # with the last event: a client need not read on after it
    return Reply(200, tuple(pieces), {"Content-Type": "text/event-stream", "Transfer-Encoding": "chunked"})


def bad_request(protocol: Protocol, message: str) -> Reply:
    return json_reply(400, error_body(protocol, Refused(400, "invalid_request_error", None, message)))


def reply_to(asked: Asked, step: Step) -> Reply:
    """Everything that is sent in answer to a call. The silent faults are not for here."""
    if isinstance(step, RetryAfter):
        reply = reply_to(asked, step.fault)
        return replace(reply, headers={**reply.headers, "Retry-After": step.header})
    if isinstance(step, Answer):
        return replace(completion(asked, step, None), is_completion=True, latency_seconds=step.latency_seconds)
    if step in PAGES:
        page = "<!DOCTYPE html><html><head><title>Gateway</title></head><body><h1>Gateway</h1></body></html>"
        return typed_reply(PAGES[step], "text/html; charset=utf-8", page.encode())
    refused = REFUSED.get(step, {}).get(asked.protocol)
    if refused:
        return json_reply(refused.status, error_body(asked.protocol, refused, asked.body.get("model")))
    return halved(asked, step) if step in HALVED else completion(asked, Answer(), step)


def halved(asked: Asked, fault: Fault) -> Reply:
    late = error_body(asked.protocol, REFUSED[Fault.OVERLOADED][asked.protocol])
    if asked.is_streamed:
        events = events_of(asked, Answer(), None)
        events = events[: len(events) // 2]
        if fault is Fault.CUT:
            whole = event_reply([*events, b"never sent"])
            return replace(whole, pieces=whole.pieces[:-1], is_cut=True)
        name = "error" if asked.protocol is Protocol.ANTHROPIC else None
        return event_reply([*events, event(late, name)] if fault is Fault.LATE_ERROR else events)
    if fault is Fault.LATE_ERROR:
        return json_reply(200, late)
    whole = completion(asked, Answer(), None)
    half = whole.pieces[0][: len(whole.pieces[0]) // 2]
    if fault is Fault.CUT:
        return replace(whole, pieces=(half,), is_cut=True)
    return typed_reply(200, "application/json", half)


def completion(asked: Asked, answer: Answer, fault: Fault | None) -> Reply:
    """A whole one: of the answer, or with nothing to use for the reason that the fault gives."""
    if asked.is_embedding:
        return json_reply(200, embeddings_body(asked, answer, fault))
    if asked.is_streamed:
        return event_reply(events_of(asked, answer, fault))
    body_of = anthropic_body if asked.protocol is Protocol.ANTHROPIC else openai_body
    return json_reply(200, body_of(asked, answer, fault))


def events_of(asked: Asked, answer: Answer, fault: Fault | None) -> list[bytes]:
    if asked.protocol is Protocol.ANTHROPIC:
        body, said = anthropic_body(asked, answer, fault), said_text(answer, fault)
        return [event(data, data["type"]) for data in anthropic_events(body, said or "")]
    chunks = openai_chunks(openai_body(asked, answer, fault), asked)
    return [*(event(chunk) for chunk in chunks), b"data: [DONE]\n\n"]


def event(data: Json, name: str | None = None) -> bytes:
    opening = f"event: {name}\n" if name else ""
    return f"{opening}data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()


def said_text(answer: Answer, fault: Fault | None) -> str | None:
    """What stands where the content is expected, or the arguments of the tool."""
    if fault is None:
        return answer.text
    if fault is Fault.LENGTH:
        return answer.text[: len(answer.text) // 2]
    return None if fault in {Fault.NULL, Fault.REFUSAL} else ""


def usage_of(asked: Asked, answer: Answer, said: str | None) -> Usage:
    given = Usage(len(asked.text) // CHARACTERS_A_TOKEN, len(said or "") // CHARACTERS_A_TOKEN)
    return answer.usage or given


def pieces_of(text: str) -> list[str]:
    return [text[start : start + CHARACTERS_A_PIECE] for start in range(0, len(text), CHARACTERS_A_PIECE)]


# ---- OpenAI


def openai_body(asked: Asked, answer: Answer, fault: Fault | None) -> Json:
    said = said_text(answer, fault)
    tool = (asked.forced_tool or answer.tool) if fault in {None, Fault.LENGTH} else None
    message: Json = {"role": "assistant", "content": None if tool else said, "refusal": None}
    if tool:
        call = {"name": tool, "arguments": said}
        message["tool_calls"] = [{"id": f"call_{asked.serial}", "type": "function", "function": call}]
    if fault is Fault.REFUSAL:
        message["refusal"] = REFUSAL
    if fault is Fault.REASONING_ONLY:
        message["reasoning_content"] = REASONING
    # A tool that was named in the request ends with "stop": so says OpenAI's reference of finish_reason.
    is_named = isinstance(asked.body.get("tool_choice"), dict)
    stop = STOPS[Protocol.OPENAI].get(fault) if fault else ("tool_calls" if tool and not is_named else "stop")
    usage = usage_of(asked, answer, said)
    return {
        "id": f"chatcmpl-{asked.serial}",
        "object": "chat.completion",
        "created": CREATED,
        "model": answer.model or asked.body["model"],
        "system_fingerprint": "fp_scripted",
        "choices": [{"index": 0, "message": message, "logprobs": None, "finish_reason": stop or "stop"}],
        "usage": {
            "prompt_tokens": usage.prompt_tokens,
            "completion_tokens": usage.completion_tokens,
            "total_tokens": sum(usage),
        },
    }


def openai_chunks(body: Json, asked: Asked) -> Iterator[Json]:
    """The same completion in pieces; usage comes in a chunk of its own, and only where it is asked for."""
    choice, usage = body["choices"][0], body.pop("usage")
    shared = {**body, "object": "chat.completion.chunk"}

    def chunk(delta: Json, stop: str | None = None) -> Json:
        return {**shared, "choices": [{"index": 0, "delta": delta, "logprobs": None, "finish_reason": stop}]}

    yield chunk({"role": "assistant", "content": None if choice["message"].get("tool_calls") else ""})
    yield from map(chunk, openai_deltas(choice["message"]))
    yield chunk({}, choice["finish_reason"])
    if (asked.body.get("stream_options") or {}).get("include_usage"):
        yield {**shared, "choices": [], "usage": usage}


def openai_deltas(message: Json) -> Iterator[Json]:
    for part in ("reasoning_content", "content", "refusal"):
        yield from ({part: piece} for piece in pieces_of(message.get(part) or ""))
    for call in message.get("tool_calls", ()):
        yield {"tool_calls": [{**call, "index": 0, "function": {**call["function"], "arguments": ""}}]}
        for piece in pieces_of(call["function"]["arguments"]):
            yield {"tool_calls": [{"index": 0, "function": {"arguments": piece}}]}


def vector_of(text: str, dimensions: int) -> list[float]:
    """Of length 1, the same for the same text: a coordinate is a byte of SHA-256 of the text and a number."""
    digests = (hashlib.sha256(f"{block}:{text}".encode()).digest() for block in range(-(-dimensions // 32)))
    raw = [byte - 127.5 for byte in b"".join(digests)[:dimensions]]
    length = math.sqrt(sum(value * value for value in raw))
    return [value / length for value in raw]


def embeddings_body(asked: Asked, answer: Answer, fault: Fault | None) -> Json:
    if fault not in {None, Fault.EMPTY}:
        raise ValueError(f"An embedding cannot be answered with {fault!r}: use EMPTY or a fault with a status.")
    given = asked.body["input"]
    is_one = isinstance(given, str) or isinstance(given[0], int)  # a text, or one text's tokens
    texts = [] if fault else [given] if is_one else given
    vectors = [vector_of(text_of(text), asked.body.get("dimensions") or DIMENSIONS) for text in texts]
    is_packed = asked.body.get("encoding_format") == "base64"  # what OpenAI's own client asks for
    shown = [base64.b64encode(struct.pack(f"<{len(v)}f", *v)).decode() if is_packed else v for v in vectors]
    tokens = usage_of(asked, answer, None).prompt_tokens
    return {
        "object": "list",
        "data": [{"object": "embedding", "index": index, "embedding": v} for index, v in enumerate(shown)],
        "model": answer.model or asked.body["model"],
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


def models_body(models: Sequence[str]) -> Json:
    listed = [{"id": name, "object": "model", "created": CREATED, "owned_by": "scripted"} for name in models]
    return {"object": "list", "data": listed}


# ---- Anthropic


def anthropic_body(asked: Asked, answer: Answer, fault: Fault | None) -> Json:
    said = said_text(answer, fault)
    tool = (asked.forced_tool or answer.tool) if fault in {None, Fault.LENGTH} else None
    blocks: list[Json] | None = [{"type": "text", "text": said}] if said else []
    if tool:
        blocks = [{"type": "tool_use", "id": f"toolu_{asked.serial}", "name": tool, "input": input_of(said or "")}]
    if fault is Fault.REASONING_ONLY:
        blocks = [{"type": "thinking", "thinking": REASONING, "signature": "c2NyaXB0ZWQ="}]
    if fault is Fault.NULL:
        blocks = None
    stop = STOPS[Protocol.ANTHROPIC].get(fault) if fault else ("tool_use" if tool else "end_turn")
    usage = usage_of(asked, answer, said)
    return {
        "id": f"msg_{asked.serial}",
        "type": "message",
        "role": "assistant",
        "model": answer.model or asked.body["model"],
        "content": blocks,
        "stop_reason": stop or "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": usage.prompt_tokens, "output_tokens": usage.completion_tokens},
    }


def input_of(arguments: str) -> object:
    """A tool's input is JSON already, so arguments that are cut off leave an empty one."""
    with suppress(ValueError):
        return json.loads(arguments)
    return {}


def anthropic_events(body: Json, said: str) -> Iterator[Json]:
    """The same message in pieces; of a tool's input they are the text itself, even one that is cut off."""
    opening = {**body, "content": [], "stop_reason": None, "usage": {**body["usage"], "output_tokens": 1}}
    yield {"type": "message_start", "message": opening}
    for index, block in enumerate(body["content"] or ()):
        start, deltas = anthropic_deltas(block, said)
        yield {"type": "content_block_start", "index": index, "content_block": start}
        yield {"type": "ping"}
        yield from ({"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas)
        yield {"type": "content_block_stop", "index": index}
    ended = {"stop_reason": body["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ended, "usage": {"output_tokens": body["usage"]["output_tokens"]}}
    yield {"type": "message_stop"}


def anthropic_deltas(block: Json, said: str) -> tuple[Json, list[Json]]:
    """A block as it starts, and what is added to it."""
    if block["type"] == "tool_use":
        return {**block, "input": {}}, [{"type": "input_json_delta", "partial_json": part} for part in pieces_of(said)]
    if block["type"] == "thinking":
        thought = [{"type": "thinking_delta", "thinking": piece} for piece in pieces_of(block["thinking"])]
        signed = {"type": "signature_delta", "signature": block["signature"]}
        return {**block, "thinking": "", "signature": ""}, [*thought, signed]
    return {**block, "text": ""}, [{"type": "text_delta", "text": piece} for piece in pieces_of(block["text"])]


# ---- the server


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # headers and body in one packet
    disable_nagle_algorithm = True  # else the second event of a stream waits 40 ms for a word on the first

    def __init__(self, house: ScriptedServer, *args: Any) -> None:
        self.house = house
        super().__init__(*args)

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        if urlsplit(self.path).path == "/v1/models":
            self.send(json_reply(200, models_body(self.house.models)))
        else:
            self.send(json_reply(404, {"error": {"message": f"Unknown request URL: GET {self.path}"}}))

    def do_POST(self) -> None:
        length, path = int(self.headers.get("Content-Length", "0")), urlsplit(self.path).path
        raw = self.rfile.read(length)
        if len(raw) < length:  # the client died while it spoke: that was no call
            self.close_connection = True
            return
        protocol, body = SPOKEN_AT.get(path), input_of(raw.decode("utf-8", "replace"))
        if protocol is None:
            self.send(json_reply(404, {"error": {"message": f"Unknown request URL: POST {path}"}}))
        elif not body or not isinstance(body, dict):
            self.send(bad_request(Protocol(protocol), "We could not parse the JSON body of your request."))
        else:
            self.answer(self.house.arrival(protocol, path, dict(self.headers), body))

    def answer(self, asked: Asked) -> None:
        try:
            reply = self.house.decide(asked)
            if isinstance(reply, Fault):
                self.vanish(reply)
            elif self.house.closing.wait(self.house.latency_of(reply)) or self.is_gone():
                self.close_connection = True
            else:
                self.send(reply, asked)
        finally:
            self.house.leave(asked)

    def vanish(self, fault: Fault) -> None:
        self.close_connection = True
        if fault is Fault.TIMEOUT:
            self.rfile.read(1)  # returns when the client gives up, or the server ends its connections
        else:
            # To linger for 0 seconds makes the closing of a socket a reset.
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))

    def is_gone(self) -> bool:
        """Whether the client has hung up: the system would still take what is sent to it."""
        with suppress(BlockingIOError):
            peeked: bytes = self.connection.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
            return not peeked
        return False

    def send(self, reply: Reply, asked: Asked | None = None) -> None:
        self.send_response(reply.status)
        for name, value in reply.headers.items():
            self.send_header(name, value)
        if asked:
            self.send_header("request-id" if asked.protocol is Protocol.ANTHROPIC else "x-request-id", "req_scripted")
        self.end_headers()
        self.close_connection = self.close_connection or reply.is_cut
        for piece in reply.pieces[:-1]:
            self.wfile.write(piece)
            self.wfile.flush()
        if asked:  # before the last byte: who has it must find it counted, and its place free
            self.house.leave(asked, is_completed=reply.is_completion)
        try:
            self.wfile.write(b"".join(reply.pieces[-1:]))
            self.wfile.flush()
        except OSError:
            if asked:
                self.house.take_back(asked)
            raise


class Listener(ThreadingHTTPServer):
    """Knows its open connections, so that closing it ends them all."""

    request_queue_size = 256  # 64 connections at once and then some; socketserver's own is 5
    daemon_threads = True

    def __init__(self, house: ScriptedServer, port: int) -> None:
        self.house = house
        self.connections: set[socket.socket] = set()
        self.ended = threading.Condition()
        super().__init__(("127.0.0.1", port), partial(Handler, house))

    def process_request(self, request: Any, client_address: Any) -> None:
        with self.ended:
            self.connections.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        is_reset = any(request.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 8))
        if is_reset:
            self.close_request(request)  # without the orderly end that would go out before it
        else:
            super().shutdown_request(request)
        with self.ended:
            self.connections.discard(request)
            self.ended.notify_all()

    def handle_error(self, request: Any, client_address: Any) -> None:
        error = sys.exception()
        if error is not None and not isinstance(error, OSError):  # an OSError is a client that has gone
            self.house.broken.append(error)

    def end_connections(self) -> None:
        with self.ended:
            for connection in self.connections:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RDWR)
            self.ended.wait_for(lambda: not self.connections, PATIENCE_SECONDS)


class ScriptedServer:
    """A model server as long as its block runs. What `respond` raises is raised again when the block ends.

    Attributes:
        url: for Anthropic's protocol; `openai_url` ends in /v1, as clients of OpenAI's want it.
        respond: may be replaced at any time.
        broken: what was raised in the server, and would not have been by a real one.
    """

    def __init__(
        self,
        respond: Respond | None = None,
        *,
        port: int = 0,
        models: Sequence[str] = ("scripted-1",),
        latency_seconds: float = 0.0,
        calls_file: Path | None = None,
    ) -> None:
        self.respond: Respond = respond or always(Answer())
        self.models = models
        self.latency_seconds = latency_seconds
        self.closing = threading.Event()
        self.broken: list[BaseException] = []
        self._calls: list[Asked] = []
        self._bodies: Counter[str] = Counter()
        self._in_flight: set[int] = set()
        self._completed: set[int] = set()
        self._most_at_once = 0
        self._changed = threading.Condition()
        self._calls_file: TextIO | None = calls_file.open("a", encoding="utf-8") if calls_file else None
        self._listener = Listener(self, port)
        self._thread = threading.Thread(target=self._listener.serve_forever, args=(0.01,), daemon=True)
        self.url = f"http://127.0.0.1:{self._listener.server_port}"
        self.openai_url = f"{self.url}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if self.broken and error is None:
            raise self.broken[0]
        if self.broken and error is not None:
            error.add_note(f"The scripted server raised {self.broken[0]!r}")

    def close(self) -> None:
        """Ends every connection, those that wait for an answer too."""
        self.closing.set()
        self._listener.shutdown()
        self._thread.join()
        self._listener.end_connections()
        self._listener.server_close()
        if self._calls_file:
            self._calls_file.close()

    @property
    def calls(self) -> list[Asked]:
        """In order of arrival, those without a key or with a bad request too; GET is no call."""
        with self._changed:
            return list(self._calls)

    @property
    def n_calls(self) -> int:
        return len(self.calls)

    @property
    def n_completed(self) -> int:
        """Calls whose Answer was wholly handed to the operating system; faults do not count, whatever they send."""
        with self._changed:
            return len(self._completed)

    @property
    def most_at_once(self) -> int:
        with self._changed:
            return self._most_at_once

    def wait_for_calls(self, n: int) -> None:
        """Until so many have arrived: for tests, instead of a sleep."""
        with self._changed:
            if not self._changed.wait_for(lambda: len(self._calls) >= n, PATIENCE_SECONDS):
                raise TimeoutError(f"{len(self._calls)} of {n} calls arrived in {PATIENCE_SECONDS:g} seconds.")

    def wait_until_idle(self) -> None:
        """Until each call that has arrived is answered or its client known to be gone: after a client was killed."""
        with self._changed:
            if not self._changed.wait_for(lambda: not self._in_flight, PATIENCE_SECONDS):
                raise TimeoutError(f"{len(self._in_flight)} calls are unanswered after {PATIENCE_SECONDS:g} seconds.")

    def arrival(self, protocol: Protocol, path: str, headers: Mapping[str, str], body: Json) -> Asked:
        key = canonical(body)
        named = {name.lower(): value for name, value in headers.items()}
        text, schema, tool = user_text(body), schema_of(body), forced_tool(body)
        with self._changed:
            serial, before = len(self._calls), self._bodies[key]
            asked = Asked(protocol, path, named, body, text, schema, tool, before, serial)
            self._calls.append(asked)
            self._bodies[key] += 1
            self._in_flight.add(serial)
            self._most_at_once = max(self._most_at_once, len(self._in_flight))
            if self._calls_file:
                self._calls_file.write(json.dumps(line_of(asked), ensure_ascii=False) + "\n")
                self._calls_file.flush()
            self._changed.notify_all()
        return asked

    def decide(self, asked: Asked) -> Reply | Fault:
        """What is sent, or the silent fault."""
        if not has_key(asked):
            return reply_to(asked, Fault.BAD_KEY)
        wrong = complaint(asked)
        if wrong:
            return bad_request(asked.protocol, wrong)
        step = self.respond(asked)
        return step if isinstance(step, Fault) and step in SILENT else reply_to(asked, step)

    def latency_of(self, reply: Reply) -> float:
        return self.latency_seconds if reply.latency_seconds is None else reply.latency_seconds

    def leave(self, asked: Asked, *, is_completed: bool = False) -> None:
        with self._changed:
            self._in_flight.discard(asked.serial)
            if is_completed:
                self._completed.add(asked.serial)
            self._changed.notify_all()

    def take_back(self, asked: Asked) -> None:
        with self._changed:
            self._completed.discard(asked.serial)


def line_of(asked: Asked) -> Json:
    """A line of the calls file: enough to see what was asked twice; no header, so no key."""
    return {
        "serial": asked.serial,
        "protocol": asked.protocol,
        "path": asked.path,
        "model": asked.body.get("model"),
        "body_sha256": hashlib.sha256(canonical(asked.body).encode()).hexdigest(),
        "asked_before": asked.asked_before,
        "text_opening": asked.text[:80],
    }


def loaded(name: str) -> Respond:
    module, _, attribute = name.partition(":")
    respond: Respond = getattr(importlib.import_module(module), attribute)
    return respond


def main(arguments: Sequence[str] | None = None) -> None:
    """Serves until SIGINT or SIGTERM."""
    parser = argparse.ArgumentParser(prog="python -m tests.scripted_server", description=__doc__)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--script", type=loaded, metavar="MODULE:FUNCTION", help="from a call to what is done")
    parser.add_argument("--calls-file", type=Path, metavar="PATH", help="a JSON line is appended for each call")
    parser.add_argument("--latency-seconds", type=float, default=0.0, help="before each answer")
    given = parser.parse_args(arguments)
    told = threading.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, lambda *_: told.set())
    with ScriptedServer(
        given.script, port=given.port, latency_seconds=given.latency_seconds, calls_file=given.calls_file
    ) as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        told.wait()


if __name__ == "__main__":
    # A script imports this module by its name: its Answer must be the one that is looked for here.
    importlib.import_module("tests.scripted_server").main()
