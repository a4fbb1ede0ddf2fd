"""Chat completions as they go over the wire: a request as OpenAI's body, and a reply of OpenAI's or Anthropic's form.

Belongs here: plain JSON in both directions, which the live calls and the batch files share. Does not: sending, retries,
prices, storing. Source: the providers' published API references.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bench_resources.llm_requests import Request

OPENAI_PREFIX = "openai/"
SCHEMA_NAME = "reply"
REFUSAL = "refusal"  # the finish reason of a reply whose message is a refusal, whatever the provider calls it
# What strict decoders refuse or ignore: replies are validated against the whole schema afterwards.
UNENFORCED = frozenset({"title", "default", "minimum", "maximum", "description", "examples"})


class SchemaMode(StrEnum):
    """How an endpoint is told which JSON is wanted."""

    JSON_SCHEMA = "json_schema"
    JSON_OBJECT = "json_object"
    NONE = "none"


@dataclass(frozen=True)
class Answer:
    """A reply as the provider gave it.

    Attributes:
        text: "" where there is none.
        tool_calls: plain JSON objects, as the provider gave them.
        input_tokens: of the prompt, cached ones included.
        output_tokens: of the reply, its reasoning included.
        cached_input_tokens: of the input those that the provider had in its own cache.
        finish_reason: in the provider's word; "refusal" for a message that is one.
    """

    text: str
    input_tokens: int
    output_tokens: int
    finish_reason: str
    cached_input_tokens: int = 0
    tool_calls: tuple[Mapping[str, Any], ...] = ()


class WireError(ValueError):
    """A reply is JSON, and no completion."""


def wire_name(model: str) -> str:
    """A pinned name as an OpenAI-compatible server knows it: without "openai/", which says only what it speaks."""
    return model.removeprefix(OPENAI_PREFIX)


def chat_body(request: Request, mode: SchemaMode = SchemaMode.JSON_SCHEMA) -> dict[str, Any]:
    """The body of POST /v1/chat/completions."""
    body: dict[str, Any] = {"model": wire_name(request.model), "messages": list(request.messages), **request.sampling}
    if request.tools:
        body["tools"] = list(request.tools)
    if form := response_format(request.schema, mode):
        body["response_format"] = form
    return body


def response_format(schema: Mapping[str, Any] | None, mode: SchemaMode) -> dict[str, Any] | None:
    """OpenAI's `response_format` for a schema; None where nothing is asked for."""
    if schema is None or mode is SchemaMode.NONE:
        return None
    if mode is SchemaMode.JSON_OBJECT:
        return {"type": "json_object"}
    return {
        "type": "json_schema",
        "json_schema": {"name": SCHEMA_NAME, "strict": True, "schema": strict_schema(schema)},
    }


def strict_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """A JSON schema as strict decoders take it: every object closed, every property required, no bounds."""
    strict: dict[str, Any] = _strict(schema, is_name=False)
    return strict


def _strict(node: Any, *, is_name: bool) -> Any:
    """`is_name`: the keys of this object are names of properties or definitions, not words of the schema."""
    if isinstance(node, list):
        return [_strict(item, is_name=False) for item in node]
    if not isinstance(node, Mapping):
        return node
    kept = {
        key: _strict(value, is_name=not is_name and key in ("properties", "$defs"))
        for key, value in node.items()
        if is_name or key not in UNENFORCED
    }
    if not is_name and isinstance(kept.get("properties"), dict):
        kept |= {"additionalProperties": False, "required": list(kept["properties"])}
    return kept


def answer_of_chat(body: Any) -> Answer:
    """The answer in OpenAI's body. Raises WireError for what is no completion, an error object among them."""
    choice = _first(_object(body, "the body").get("choices"))
    message = _object(choice.get("message"), "the message")
    usage = _object_at(body, "usage")
    details = _object_at(usage, "prompt_tokens_details")
    finish = str(choice.get("finish_reason") or "")
    return Answer(
        text=_text(message.get("content")),
        input_tokens=_count(usage.get("prompt_tokens")),
        output_tokens=_count(usage.get("completion_tokens")),
        finish_reason=REFUSAL if message.get("refusal") else finish,
        cached_input_tokens=_count(details.get("cached_tokens")),
        tool_calls=_objects(message.get("tool_calls") or ()),
    )


def answer_of_message(body: Any) -> Answer:
    """The answer in Anthropic's message. Raises WireError as `answer_of_chat`."""
    message = _object(body, "the message")
    if message.get("type") != "message":
        raise WireError(f"its type is {str(message.get('type'))[:40]!r}, expected 'message'")
    blocks = _objects(message.get("content") or ())
    usage = _object_at(message, "usage")
    cached = _count(usage.get("cache_read_input_tokens"))
    return Answer(
        text="".join(_text(block.get("text")) for block in blocks if block.get("type") == "text"),
        input_tokens=_count(usage.get("input_tokens")) + cached + _count(usage.get("cache_creation_input_tokens")),
        output_tokens=_count(usage.get("output_tokens")),
        finish_reason=str(message.get("stop_reason") or ""),
        cached_input_tokens=cached,
        tool_calls=tuple(block for block in blocks if block.get("type") == "tool_use"),
    )


def _object(value: Any, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WireError(f"{what} is a {type(value).__name__}, expected an object")
    return value


def _object_at(body: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The object of that name; {} where there is none, or something else: servers leave out what they do not count."""
    value = body.get(name)
    return value if isinstance(value, dict) else {}


def _objects(values: Any) -> tuple[dict[str, Any], ...]:
    if not isinstance(values, Iterable) or isinstance(values, str | Mapping):
        raise WireError(f"expected a list of objects, found a {type(values).__name__}")
    return tuple(_object(value, "an entry") for value in values)


def _first(choices: Any) -> dict[str, Any]:
    if not isinstance(choices, Sequence) or isinstance(choices, str) or not choices:
        raise WireError("it has no choices")
    return _object(choices[0], "the choice")


def _text(content: Any) -> str:
    """Of a message's content: a text, or a list of parts of which some have text."""
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "".join(part["text"] for part in parts if isinstance(part, dict) and isinstance(part.get("text"), str))


def _count(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else 0
