"""A call of a live client is read back into its prompt, and answered as the embedded reader answers the prompt itself."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import httpx2
import pytest

from bench_resources.chat_wire import answer_of_chat, answer_of_message, chat_body
from bench_resources.reader.model import EmbeddedReader
from scoring.llm import PLACEHOLDER, Prompt
from tests.filled_prompts import FILLED, filled, request_of
from tests.reader_server import (
    KINDS,
    BatchLineError,
    UnrecognisedCallError,
    answer_batch,
    first_user_text,
    main,
    prompt_of,
    respond,
    templates,
    without_entities,
)
from tests.scripted_server import Protocol, ScriptedServer

ROOT = Path(__file__).resolve().parents[1]
MODEL = "scripted-1"
KEY = {"Authorization": "Bearer sk-invented"}
BY_ROLE = pytest.mark.parametrize("role", sorted(FILLED))
# Each looks like something else: JSON, a place, a fence that closes and another that opens, the end of a prompt.
DISGUISES = [
    "",
    "3",
    "true",
    "null",
    "[]",
    '{"a": 1}',
    "{{answer}}",
    "</question>\n<answer>\nno\n</answer>",
    "\n é漢 \n",
]


def read_by(prompt: Prompt) -> str:
    return EmbeddedReader().complete_all([prompt])[0].text


def body_of(prompt: Prompt, *turns: dict[str, str]) -> dict[str, Any]:
    return chat_body(request_of(prompt, MODEL, turns, temperature=0))


@cache
def client() -> httpx2.Client:
    return httpx2.Client(trust_env=False, timeout=10, limits=httpx2.Limits(max_keepalive_connections=0))


def told(url: str, body: dict[str, Any]) -> dict[str, Any]:
    return client().post(f"{url}/v1/chat/completions", headers=KEY, json=body).raise_for_status().json()


# ---- from messages to a prompt


def test_each_place_of_each_prompt_has_a_kind_and_no_other_has():
    places = {prompt_id: set(PLACEHOLDER.findall(template.text)) for prompt_id, template in templates().items()}
    assert {prompt_id: set(kinds) for prompt_id, kinds in KINDS.items()} == places


def test_what_is_filled_in_here_is_every_prompt_whole():
    assert {role: set(given) for role, given in FILLED.items()} == {role: set(kinds) for role, kinds in KINDS.items()}


@BY_ROLE
def test_a_rendered_prompt_is_read_back_into_its_variables(role: str):
    found = prompt_of(first_user_text(filled(role).messages()))
    assert found.prompt_id == role
    assert found.variables == FILLED[role]


@pytest.mark.parametrize("text", DISGUISES)
@pytest.mark.parametrize("role", ["judge_answer", "judge_rejection", "standalone"])
def test_text_comes_back_as_text_whatever_it_looks_like(role: str, text: str):
    given = dict.fromkeys(KINDS[role], text)
    found = prompt_of(first_user_text(templates()[role].fill(**given).messages()))
    assert (found.prompt_id, found.variables) == (role, given)


@pytest.mark.parametrize("text", DISGUISES)
def test_lists_come_back_as_they_were_whatever_stands_in_them(text: str):
    given = {"question": text, "items": [text, text], "answer": text}
    assert prompt_of(first_user_text(filled("judge_items", **given).messages())).variables == given


def test_numbers_and_empty_lists_come_back_as_they_were():
    given = {"is_document_start": True, "names": [], "officials": []}
    assert prompt_of(first_user_text(filled("facts", **given).messages())).variables == {**FILLED["facts"], **given}


def test_a_text_in_parts_is_read_as_one():
    content = [{"type": "text", "text": filled("standalone").messages()[0]["content"]}]
    assert (
        first_user_text([{"role": "system", "content": "x"}, {"role": "user", "content": content}])
        == (filled("standalone").messages()[0]["content"])
    )
    assert first_user_text([]) == ""


def test_brackets_that_were_spelled_out_are_brackets_again():
    assert without_entities("a &lt;b&gt; &amp; c") == "a <b> &amp; c"


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text + "!",
        lambda text: "!" + text,
        lambda text: text.replace("</reference>", ""),
        lambda text: text.replace("Reply with", "Answer with"),
    ],
    ids=["longer", "preceded", "unclosed", "reworded"],
)
def test_a_message_that_no_prompt_was_rendered_to_is_refused(change: Any):
    text = change(filled("judge_answer").messages()[0]["content"])
    with pytest.raises(UnrecognisedCallError):
        prompt_of(text)


def test_the_refusal_names_the_prompts_that_there_are():
    with pytest.raises(UnrecognisedCallError) as refused:
        prompt_of("What colour is\nthe boat?")
    assert str(refused.value) == (
        'No prompt has the wording of the call that opens with "What colour is the boat?"; expected one of '
        "absent_questions, adjudicate, adjudicate_items, answer, events, facts, false_premises, judge_answer, "
        "judge_items, judge_rejection, list_questions, notability, pool_label, premise_quality, premise_support, "
        "standalone. Serve from the checkout whose prompts the client has."
    )


# ---- over the wire


@BY_ROLE
def test_a_call_gets_what_the_reader_says_of_the_prompt(role: str):
    prompt = filled(role)
    with ScriptedServer(respond) as server:
        answer = answer_of_chat(told(server.url, body_of(prompt)))
    assert answer.text == read_by(prompt)
    assert answer.finish_reason == "stop"
    assert answer.input_tokens == len(prompt.messages()[0]["content"]) // 4
    assert answer.output_tokens == len(answer.text) // 4


def test_the_reader_finds_something_in_these_prompts():
    found = {role: json.loads(read_by(filled(role))) for role in FILLED}
    assert found["answer"] == {"answer": "4 March 1961", "doc_ids": ["A-1"], "is_abstained": False}
    assert "4 March 1961" in [fact["answer"] for fact in found["facts"]["facts"]]
    assert found["pool_label"]["labels"][0]["label"] == "supports"
    assert found["judge_answer"]["is_correct"]
    assert found["judge_items"]["matched_items"] == [True, False]


def test_a_repair_is_answered_by_the_prompt_that_it_repairs():
    turns = ({"role": "assistant", "content": "It is sound."}, {"role": "user", "content": "Reply with JSON alone."})
    prompt = filled("standalone")
    with ScriptedServer(respond) as server:
        said = told(server.url, body_of(prompt, *turns))
    assert answer_of_chat(said).text == read_by(prompt)


def test_anthropics_protocol_gets_the_same_answer():
    body = {"model": MODEL, "max_tokens": 500, "messages": filled("judge_answer").messages()}
    headers = {"x-api-key": "sk-invented", "anthropic-version": "2023-06-01"}
    with ScriptedServer(respond) as server:
        said = client().post(f"{server.url}/v1/messages", headers=headers, json=body).raise_for_status().json()
    assert answer_of_message(said).text == read_by(filled("judge_answer"))


def test_an_embedding_is_answered_too():
    with ScriptedServer(respond) as server:
        body = {"model": MODEL, "input": ["pier"]}
        said = client().post(f"{server.url}/v1/embeddings", headers=KEY, json=body).raise_for_status().json()
    assert len(said["data"]) == 1


def test_calls_at_once_get_their_own_answers():
    prompts = [filled(role, question=f"Who sat on board {n}?") for role in ("answer", "pool_label") for n in range(12)]
    with ScriptedServer(respond) as server, ThreadPoolExecutor(8) as threads:
        said = list(threads.map(lambda prompt: told(server.url, body_of(prompt)), prompts))
    assert [answer_of_chat(one).text for one in said] == [read_by(prompt) for prompt in prompts]


def test_a_call_that_no_prompt_was_rendered_to_is_raised_where_the_server_is():
    body = {"model": MODEL, "messages": [{"role": "user", "content": "What colour is the boat?"}]}
    with pytest.raises(UnrecognisedCallError), ScriptedServer(respond) as server, pytest.raises(httpx2.TransportError):
        told(server.url, body)


def test_another_process_can_serve_the_reader():
    command = [sys.executable, "-m", "tests.scripted_server", "--script", "tests.reader_server:respond"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout
        said = told(process.stdout.readline().strip(), body_of(filled("judge_items")))
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=10)
    assert answer_of_chat(said).text == read_by(filled("judge_items"))
    assert process.returncode == 0


# ---- batch files


def openai_line(custom_id: str, prompt: Prompt, **more: Any) -> bytes:
    body = {**body_of(prompt), **more}
    line = {"custom_id": custom_id, "method": "POST", "url": "/v1/chat/completions", "body": body}
    return json.dumps(line).encode() + b"\n"


def anthropic_line(custom_id: str, prompt: Prompt, **more: Any) -> bytes:
    params = {"model": MODEL, "max_tokens": 500, "messages": prompt.messages(), **more}
    return json.dumps({"custom_id": custom_id, "params": params}).encode() + b"\n"


def results(*lines: bytes, protocol: Protocol = Protocol.OPENAI) -> list[dict[str, Any]]:
    return [json.loads(line) for line in answer_batch(lines, protocol)]


def test_no_requests_give_no_results():
    assert results() == []
    assert results(b"\n", protocol=Protocol.ANTHROPIC) == []


def test_a_batch_of_every_role_gets_what_the_reader_says():
    found = results(*(openai_line(f"key-{role}", filled(role)) for role in FILLED))
    assert [one["custom_id"] for one in found] == [f"key-{role}" for role in FILLED]
    assert [answer_of_chat(one["response"]["body"]).text for one in found] == [read_by(filled(r)) for r in FILLED]
    assert len({one["id"] for one in found}) == len(FILLED)


def test_a_result_of_openais_batch_is_a_chat_completion_in_its_envelope():
    (found,) = results(openai_line("key", filled("standalone")))
    body = found["response"].pop("body")
    assert found == {
        "id": "batch_req_1",
        "custom_id": "key",
        "response": {"status_code": 200, "request_id": "req_1"},
        "error": None,
    }
    assert body["object"] == "chat.completion"
    assert body["usage"]["prompt_tokens"] == len(filled("standalone").messages()[0]["content"]) // 4


def test_a_result_of_anthropics_batch_is_a_message_in_its_envelope():
    prompt = filled("pool_label")
    (found,) = results(anthropic_line("key", prompt), protocol=Protocol.ANTHROPIC)
    assert sorted(found) == ["custom_id", "result"]
    assert found["custom_id"] == "key"
    assert found["result"]["type"] == "succeeded"
    answer = answer_of_message(found["result"]["message"])
    assert (answer.text, answer.finish_reason) == (read_by(prompt), "end_turn")
    assert answer.output_tokens == len(answer.text) // 4


def test_the_form_of_results_does_not_hang_on_that_of_requests():
    prompt = filled("judge_answer")
    (message,) = results(openai_line("a", prompt), protocol=Protocol.ANTHROPIC)
    (chat,) = results(anthropic_line("b", prompt))
    assert answer_of_message(message["result"]["message"]).text == read_by(prompt)
    assert answer_of_chat(chat["response"]["body"]).text == read_by(prompt)


def test_a_request_that_the_service_would_refuse_has_the_refusal_as_its_result():
    prompt = filled("standalone")
    bad, good = results(openai_line("bad", prompt, n=2), openai_line("good", prompt))
    assert bad["response"]["status_code"] == 400
    assert bad["response"]["body"]["error"]["message"] == "this server gives n=1"
    assert good["response"]["status_code"] == 200
    (bad,) = results(anthropic_line("bad", prompt, max_tokens=None), protocol=Protocol.ANTHROPIC)
    assert bad["result"]["type"] == "errored"
    assert bad["result"]["error"]["error"] == {"type": "invalid_request_error", "message": "max_tokens: Field required"}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (b"{", "is no JSON"),
        (b"[]", "has no custom_id"),
        (b'{"custom_id": 3}', "has no custom_id"),
        (b'{"custom_id": "a", "url": "/v1/embeddings", "body": {}}', "asks for no completion"),
        (b'{"custom_id": "a", "params": []}', "asks for no completion"),
    ],
)
def test_a_line_that_is_no_request_is_named_by_its_number(line: bytes, found: str):
    with pytest.raises(BatchLineError) as refused:
        results(b"\n", line)
    assert str(refused.value) == (
        f"Line 2 of the batch {found}; expected an object with custom_id and either method, url and body (OpenAI) or "
        "params (Anthropic). Export the batch again."
    )


@pytest.mark.parametrize("option", [[], ["--anthropic"]], ids=["openai", "anthropic"])
def test_a_file_of_requests_becomes_a_file_of_results(option: list[str], tmp_path: Path):
    requests, answered = tmp_path / "requests.jsonl", tmp_path / "results.jsonl"
    lines = [openai_line("a", filled("standalone")), openai_line("b", filled("answer"))]
    requests.write_bytes(b"".join(lines))
    main([str(requests), str(answered), *option])
    protocol = Protocol.ANTHROPIC if option else Protocol.OPENAI
    assert answered.read_bytes() == b"".join(answer_batch(lines, protocol))
