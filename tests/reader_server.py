"""The embedded reader behind the protocols of live models: a call is read back into its prompt, and the reader answers it.

Belongs here: the way back from messages to a prompt, and batch files. Does not: the wire (tests/scripted_server.py), any
reading. `python -m tests.scripted_server --script tests.reader_server:respond` serves it;
`python -m tests.reader_server REQUESTS.jsonl RESULTS.jsonl [--anthropic]` answers a batch file.
"""

from __future__ import annotations

import argparse
import importlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import StrEnum, auto
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from bench_resources import prompting
from bench_resources.reader.model import embedded_reader
from scoring import judge
from scoring.errors import DocketbenchError, quote
from scoring.llm import PLACEHOLDER, Prompt, PromptTemplate
from tests.scripted_server import (
    Answer,
    Asked,
    Json,
    Protocol,
    Refused,
    anthropic_body,
    complaint,
    error_body,
    forced_tool,
    openai_body,
    schema_of,
    text_of,
    user_text,
)


class Kind(StrEnum):
    """What a variable is: text stands in its fence as it is, anything else as JSON, and neither says which it is."""

    TEXT = auto()
    JSON = auto()


# As the docstrings of the response schemas name them.
KINDS: dict[str, dict[str, Kind]] = {
    "facts": {"names": Kind.JSON, "officials": Kind.JSON, "is_document_start": Kind.JSON, "passage": Kind.TEXT},
    "absent_questions": {"name": Kind.TEXT, "kind": Kind.TEXT, "passages": Kind.JSON},
    "events": {"figures": Kind.JSON, "officials": Kind.JSON, "is_document_start": Kind.JSON, "passage": Kind.TEXT},
    "list_questions": {"name": Kind.TEXT, "kind": Kind.TEXT, "statements": Kind.JSON},
    "false_premises": {
        "name": Kind.TEXT,
        "other": Kind.TEXT,
        "interaction": Kind.TEXT,
        "about_name": Kind.JSON,
        "about_other": Kind.JSON,
    },
    "premise_support": {"question": Kind.TEXT, "false_element": Kind.TEXT, "passages": Kind.JSON},
    "premise_quality": {"question": Kind.TEXT, "false_element": Kind.TEXT},
    "adjudicate_items": {"question": Kind.TEXT, "items": Kind.JSON, "rivals": Kind.JSON},
    "standalone": {"question": Kind.TEXT},
    "adjudicate": {
        "question": Kind.TEXT,
        "answer": Kind.TEXT,
        "quote": Kind.TEXT,
        "passage": Kind.TEXT,
        "rivals": Kind.JSON,
    },
    "answer": {"question": Kind.TEXT, "passages": Kind.JSON},
    "pool_label": {"question": Kind.TEXT, "answer": Kind.TEXT, "windows": Kind.JSON},
    "notability": {"name": Kind.TEXT, "n_documents": Kind.JSON, "contexts": Kind.JSON},
    "judge_answer": {"question": Kind.TEXT, "reference": Kind.TEXT, "answer": Kind.TEXT},
    "judge_rejection": {"question": Kind.TEXT, "false_element": Kind.TEXT, "answer": Kind.TEXT},
    "judge_items": {"question": Kind.TEXT, "items": Kind.JSON, "answer": Kind.TEXT},
}
CHAT, MESSAGES = "/v1/chat/completions", "/v1/messages"
BATCHED = {CHAT: Protocol.OPENAI, MESSAGES: Protocol.ANTHROPIC}
ANTHROPIC_VERSION = {"anthropic-version": "2023-06-01"}  # a batch is one call, whose header is not in its lines


class UnrecognisedCallError(DocketbenchError):
    """A call whose message no prompt of the factory or the judge was rendered to."""

    def __init__(self, text: str) -> None:
        super().__init__(
            f"No prompt has the wording of the call that opens with {quote(text)}; expected one of "
            f"{', '.join(sorted(KINDS))}. Serve from the checkout whose prompts the client has."
        )


class BatchLineError(DocketbenchError):
    """A line of a batch file that is no request."""

    def __init__(self, number: int, found: str) -> None:
        super().__init__(
            f"Line {number} of the batch {found}; expected an object with custom_id and either method, url and body "
            "(OpenAI) or params (Anthropic). Export the batch again."
        )


class Wording(NamedTuple):
    """A template, the names of its places in order, and the fixed text before, between and behind them."""

    template: PromptTemplate
    names: tuple[str, ...]
    fixed: tuple[str, ...]


def templates() -> dict[str, PromptTemplate]:
    """Every prompt there is, by its id."""
    factory = {prompt_id: prompting.template(prompt_id) for prompt_id in prompting.RESPONSES}
    return factory | {prompt_id: judge.template(prompt_id) for prompt_id in judge.RESPONSES}


@cache
def wordings() -> tuple[Wording, ...]:
    return tuple(wording_of(template) for template in templates().values())


def wording_of(template: PromptTemplate) -> Wording:
    """By filling it with marks and cutting at them, so that the form of fences is known to one module alone."""
    names = tuple(PLACEHOLDER.findall(template.text))
    marks = {name: f"MARK{place}MARK" for place, name in enumerate(names)}
    rest = first_user_text(template.fill(**marks).messages())
    fixed = []
    for mark in marks.values():
        before, _, rest = rest.partition(mark)
        fixed.append(before)
    return Wording(template, names, (*fixed, rest))


def first_user_text(messages: Iterable[Mapping[str, Any]]) -> str:
    """A repair's further turns, the bad reply and the complaint about it, are left aside. "" where no user speaks."""
    return next((text_of(said.get("content")) for said in messages if said.get("role") == "user"), "")


def shown_values(wording: Wording, text: str) -> list[str] | None:
    """What stands in each place of a rendered prompt, still as it is shown; None where the wording is another."""
    first, *others = wording.fixed
    if not text.startswith(first):
        return None
    start, values = len(first), []
    for following in others:
        end = text.find(following, start)  # the first is the right one: no value can hold the end of its own fence
        if end < 0:
            return None
        values.append(text[start:end])
        start = end + len(following)
    return values if start == len(text) else None


def prompt_of(text: str) -> Prompt:
    """The prompt that was rendered to this text. Raises UnrecognisedCallError."""
    for wording in wordings():
        values = shown_values(wording, text)
        if values is not None:
            kinds = KINDS[wording.template.prompt_id]
            named = zip(wording.names, values, strict=True)
            return Prompt(wording.template, {name: value_of(kinds[name], shown) for name, shown in named})
    raise UnrecognisedCallError(text)


def value_of(kind: Kind, shown: str) -> Any:
    text = unfence()(shown)
    return json.loads(text) if kind is Kind.JSON else text


@cache
def unfence() -> Callable[[str], str]:
    """Scoring's own inverse of its fences where it has one."""
    if find_spec("scoring.fencing") is None:
        return without_entities
    inverse: Callable[[str], str] = importlib.import_module("scoring.fencing").unfence
    return inverse


def without_entities(shown: str) -> str:
    """A document's own "&lt;" is shown as it is, and so becomes "<" too: a live model sees no difference either."""
    return shown.replace("&lt;", "<").replace("&gt;", ">")


def respond(asked: Asked) -> Answer:
    """The reader's answer to a call of a client. An embedding gets the server's vectors by hash."""
    if asked.is_embedding:
        return Answer()
    prompt = prompt_of(first_user_text(asked.body["messages"]))
    return Answer(embedded_reader().complete_all([prompt])[0].text)


# ---- batch files


class Entry(NamedTuple):
    """A line of a batch file: the name that its result is found by, and what is asked."""

    custom_id: str
    asked: Asked


def answer_batch(lines: Iterable[bytes], protocol: Protocol = Protocol.OPENAI) -> Iterator[bytes]:
    """A line of results for each line of requests, in their order, which is more than either service promises.

    A request that its service would refuse gets the refusal as its result; blank lines get nothing.

    Args:
        lines: of OpenAI's form or of Anthropic's.
        protocol: the form of the results, whatever that of the requests.

    Raises: BatchLineError; UnrecognisedCallError.
    """
    result_of = anthropic_result if protocol is Protocol.ANTHROPIC else openai_result
    for number, line in enumerate(lines, 1):
        if line.strip():
            yield json.dumps(result_of(entry_of(line, number)), ensure_ascii=False).encode() + b"\n"


def entry_of(line: bytes, number: int) -> Entry:
    try:
        given = json.loads(line)
    except ValueError as error:
        raise BatchLineError(number, "is no JSON") from error
    if not isinstance(given, dict) or not isinstance(given.get("custom_id"), str):
        raise BatchLineError(number, "has no custom_id")
    path = MESSAGES if "params" in given else given.get("url")
    body = given.get("params", given.get("body"))
    if path not in BATCHED or not isinstance(body, dict):
        raise BatchLineError(number, "asks for no completion")
    return Entry(given["custom_id"], asked_in(path, body, number))


def asked_in(path: str, body: Json, number: int) -> Asked:
    return Asked(
        protocol=BATCHED[path],
        path=path,
        headers=ANTHROPIC_VERSION,
        body=body,
        text=user_text(body),
        schema=schema_of(body),
        forced_tool=forced_tool(body),
        asked_before=0,
        serial=number,
    )


def refusal_of(asked: Asked, protocol: Protocol) -> Json | None:
    message = complaint(asked)
    return error_body(protocol, Refused(400, "invalid_request_error", None, message)) if message else None


def openai_result(entry: Entry) -> Json:
    custom_id, asked = entry
    refused = refusal_of(asked, Protocol.OPENAI)
    response = {
        "status_code": 400 if refused else 200,
        "request_id": f"req_{asked.serial}",
        "body": refused or openai_body(asked, respond(asked), None),
    }
    return {"id": f"batch_req_{asked.serial}", "custom_id": custom_id, "response": response, "error": None}


def anthropic_result(entry: Entry) -> Json:
    custom_id, asked = entry
    refused = refusal_of(asked, Protocol.ANTHROPIC)
    if refused:
        return {"custom_id": custom_id, "result": {"type": "errored", "error": refused}}
    message = anthropic_body(asked, respond(asked), None)
    return {"custom_id": custom_id, "result": {"type": "succeeded", "message": message}}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.reader_server", description=__doc__)
    parser.add_argument("requests", type=Path, help="a batch file of OpenAI's form or of Anthropic's")
    parser.add_argument("results", type=Path, help="where the results are written")
    parser.add_argument("--anthropic", action="store_true", help="results of Anthropic's form")
    given = parser.parse_args(arguments)
    protocol = Protocol.ANTHROPIC if given.anthropic else Protocol.OPENAI
    with given.requests.open("rb") as lines, given.results.open("wb") as results:
        results.writelines(answer_batch(lines, protocol))


if __name__ == "__main__":
    main()
