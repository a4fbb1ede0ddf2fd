"""A real model takes each prompt and its schema over plain HTTP, and what it ends is JSON of that schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from bench_resources.chat_wire import Answer, answer_of_chat, chat_body
from scoring.llm import Completion, Prompt, parse
from tests.filled_prompts import FILLED, PASSAGE, filled, request_of
from tests.local_model_server import MAX_CONTEXT, MODEL

pytestmark = pytest.mark.local_model
# At temperature 0 it does not end these: it says the same again and again, or counts on past the items.
ENDLESS = {"answer", "facts", "judge_items"}
MAX_TOKENS = 200
PATIENCE_SECONDS = 120  # 13 tokens a second were seen on two busy cores


@pytest.fixture(scope="module")
def client(local_model_url: str) -> Iterator[httpx2.Client]:
    with httpx2.Client(base_url=local_model_url, trust_env=False, timeout=PATIENCE_SECONDS) as opened:
        yield opened


def sent(client: httpx2.Client, prompt: Prompt, **sampling: Any) -> httpx2.Response:
    body = chat_body(request_of(prompt, f"openai/{MODEL}", temperature=0, **sampling))
    return client.post("/chat/completions", json=body)


def told(client: httpx2.Client, prompt: Prompt, max_tokens: int = MAX_TOKENS) -> Answer:
    return answer_of_chat(sent(client, prompt, max_tokens=max_tokens).raise_for_status().json())


@pytest.mark.parametrize("role", sorted(set(FILLED) - ENDLESS))
def test_a_reply_that_ends_is_of_the_schema_that_was_asked_for(client: httpx2.Client, role: str):
    answer = told(client, filled(role))
    reply = parse(filled(role), Completion(answer.text, MODEL))
    assert answer.finish_reason == "stop"
    assert reply.error is None
    assert isinstance(reply.value, filled(role).template.response)


@pytest.mark.parametrize("role", sorted(ENDLESS))
def test_a_reply_that_is_cut_says_so_and_is_counted(client: httpx2.Client, role: str):
    answer = told(client, filled(role), max_tokens=20)
    assert answer.finish_reason == "length"
    assert answer.output_tokens == 20
    assert answer.text.startswith("{")
    assert parse(filled(role), Completion(answer.text, MODEL)).value is None


def test_a_prompt_beyond_the_context_is_refused_with_a_400(client: httpx2.Client):
    said = sent(client, filled("standalone", question=PASSAGE * (MAX_CONTEXT // 20)), max_tokens=20)
    assert said.status_code == 400
    assert said.json()["error"]["type"] == "exceed_context_size_error"


def test_the_model_says_its_name_and_not_where_its_weights_lie(client: httpx2.Client):
    listed = client.get("/models").raise_for_status()
    assert [model["id"] for model in listed.json()["data"]] == [MODEL]
    assert "/" not in MODEL
