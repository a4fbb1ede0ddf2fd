"""Requests go out as files that an endpoint takes, and come back into the cache once each, whatever else the files hold."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
import signal
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bench_resources.batch_requests import (
    MAX_FILE_BYTES,
    MAX_FILE_REQUESTS,
    PENDING,
    DamagedRequestError,
    LeftoverFilesError,
    Limits,
    Pending,
    PendingRequest,
    TooLargeRequestError,
    file_stem,
    request_line,
    write_request_files,
)
from bench_resources.batch_results import (
    Finding,
    ImportReport,
    Results,
    Said,
    import_results,
    read_result,
    read_results,
)
from bench_resources.chat_wire import Answer, SchemaMode
from bench_resources.ledger import Ledger, Source, Total
from bench_resources.llm_cache import Cache, SecretError, Stored
from bench_resources.llm_export import LineError, LineFault
from bench_resources.llm_failures import Failures, failed_item
from bench_resources.llm_requests import Request
from bench_resources.prices import Price
from bench_resources.providers import Failure
from scoring.errors import ExitCode, MissingFileError
from tests.bench_resources.fresh_databases import run_together

SMALL, LARGE = "acme/small-2026-01-01", "acme/large-2026-01-01"
PRICES = {SMALL: Price(2.0, 8.0, 0.5), LARGE: Price(20.0, 80.0)}
USAGE = {"prompt_tokens": 1_000, "completion_tokens": 100, "prompt_tokens_details": {"cached_tokens": 400}}
# (600 * $2 + 400 * $0.50 + 100 * $8) / 1,000,000 = $0.0022, of which a batch costs half.
COST = 0.0011
SECRET = "vellum-9931-secret"
NOON = 1_769_860_800.0  # 2026-01-31T12:00:00+00:00


def request(number: int, model: str = SMALL, text: str = "Who wrote to Orla Quist?") -> Request:
    return Request(model, [{"role": "user", "content": text}], sampling={"max_tokens": 50}, sample_index=number)


def waiting(number: int, model: str = SMALL, release: str = "v1") -> PendingRequest:
    return PendingRequest(
        request(number, model), release, "pooling", "cheap", "pool_label", "0123456789ab", "2026-01-31T11:00:00+00:00"
    )


def by_key(*rows: PendingRequest) -> dict[str, PendingRequest]:
    return {row.key: row for row in rows}


# --- what waits ---------------------------------------------------------------------------------------------------


@pytest.fixture
def pending(url: str) -> Iterator[Pending]:
    with Pending(url) as opened:
        yield opened


def test_a_request_waits_once_however_often_it_is_added(pending: Pending):
    first = waiting(0)
    pending.add_many([first, replace(first, stage="drafting")])
    pending.add_many([replace(first, release="v2"), waiting(1)])
    assert pending.find([waiting(1).key, first.key]) == by_key(waiting(1), first)
    assert pending.count() == 2


def test_nothing_waits_in_an_empty_table(pending: Pending):
    pending.add_many([])
    pending.drop(["0" * 64])
    assert (list(pending.all()), pending.count(), pending.models(), pending.find(["0" * 64])) == ([], 0, [], {})


def test_what_waits_comes_by_model_and_key_beyond_a_block(pending: Pending):
    rows = [waiting(n, LARGE if n % 3 else SMALL, "v2" if n % 2 else "v1") for n in range(1_203)]
    pending.add_many(rows)
    assert list(pending.all()) == sorted(rows, key=lambda row: (row.model, row.key))
    assert {row.release for row in pending.all("v2")} == {"v2"}
    assert (pending.count(), pending.count("v2"), pending.count("v3")) == (1_203, 601, 0)
    assert pending.models() == [LARGE, SMALL]


def test_what_was_dropped_waits_no_longer(pending: Pending):
    rows = [waiting(number) for number in range(700)]
    pending.add_many(rows)
    pending.drop(row.key for row in rows[:-1])
    assert list(pending.all()) == rows[-1:]


def test_a_schema_keeps_the_order_of_its_properties(pending: Pending):
    # In the canonical spelling "verdict" would come after "why"; a strict decoder writes them in this order.
    schema = {"type": "object", "properties": {"why": {"type": "string"}, "verdict": {"type": "string"}}}
    asked = replace(
        waiting(0), request=Request(SMALL, [{"role": "user", "content": "a\0b \u2028 \U0001f600"}], schema=schema)
    )
    pending.add_many([asked])
    (found,) = pending.all()
    assert (found, found.key) == (asked, asked.key)
    assert request_line(found.request) == request_line(asked.request)
    assert b'"required":["why","verdict"]' in request_line(found.request)


def test_a_request_with_a_secret_does_not_wait(pending: Pending, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    with pytest.raises(SecretError, match="the value of ACME_API_KEY") as caught:
        pending.add_many([waiting(0), replace(waiting(1), request=request(1, text=f"use {SECRET}"))])
    assert SECRET not in str(caught.value)
    assert pending.count() == 0


def test_what_failed_for_good_waits_no_longer_until_it_is_asked_again(shared_url: str):
    rows = [waiting(0), waiting(1), waiting(2, release="v2"), waiting(3)]
    with Pending(shared_url) as pending, Failures(shared_url) as failures:
        pending.add_many(rows)
        failures.put_many(failed_item(row.request, "refused", is_lasting=row is not rows[3]) for row in rows[1:])
        failures.put_many([failed_item(request(9), "asked live alone", is_lasting=True)])
        assert {row.key for row in pending.all()} == {rows[0].key, rows[3].key}
        assert (pending.count(), pending.count("v2"), pending.models()) == (2, 0, [SMALL])
        assert pending.find([rows[1].key]) == by_key(rows[1])  # a reply that comes late finds it
        pending.add_many(rows)
        assert pending.count() == 2
        assert (pending.ask_again("v2"), pending.count("v2"), pending.count()) == (1, 1, 3)
        assert (pending.ask_again(), pending.ask_again(), pending.count()) == (1, 0, 4)
        assert {item.key for item in failures.rows()} == {rows[3].key, request(9).key}


@pytest.mark.parametrize("damage", ["{", "{}", '{"model":"acme/small-2026-01-01","messages":[]}'])
def test_a_row_that_was_changed_is_named(pending: Pending, damage: str):
    pending.add_many([waiting(0)])
    with pending.database.write() as connection:
        connection.execute(sa.update(PENDING).values(request=damage))
    with pytest.raises(DamagedRequestError, match=rf'filed under "{waiting(0).key[:12]}"\.\.\. .*Delete that row'):
        list(pending.all())


# --- files that go out --------------------------------------------------------------------------------------------


def test_a_line_is_what_an_openai_batch_takes():
    schema = {"type": "object", "properties": {"verdict": {"type": "string", "title": "Verdict"}}}
    asked = Request("openai/small-2026", [{"role": "user", "content": "Café?"}], sampling={"seed": 7}, schema=schema)
    raw = request_line(asked)
    strict = {
        "type": "object",
        "properties": {"verdict": {"type": "string"}},
        "additionalProperties": False,
        "required": ["verdict"],
    }
    assert json.loads(raw) == {
        "custom_id": asked.key,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {
            "model": "small-2026",
            "messages": [{"role": "user", "content": "Café?"}],
            "seed": 7,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "reply", "strict": True, "schema": strict},
            },
        },
    }
    assert raw.endswith(b"}\n")
    assert raw.isascii()
    assert json.loads(request_line(asked, SchemaMode.JSON_OBJECT))["body"]["response_format"] == {"type": "json_object"}


def in_order(*requests: Request) -> list[Request]:
    return sorted(requests, key=lambda each: (each.model, each.key))


def test_a_file_asks_one_model_in_the_order_of_keys(tmp_path: Path):
    asked = in_order(*(request(n, LARGE if n % 2 else SMALL) for n in range(5)))
    files = write_request_files(tmp_path / "out", [*asked, asked[-1]])
    assert [(file.path.name, file.model, file.n_requests) for file in files] == [
        ("acme__large-2026-01-01-001.jsonl", LARGE, 2),
        ("acme__small-2026-01-01-001.jsonl", SMALL, 3),
    ]
    for file in files:
        content = file.path.read_bytes()
        assert content == b"".join(request_line(each) for each in asked if each.model == file.model)
        assert (file.n_bytes, file.sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [file.path.name for file in files]
    assert write_request_files(tmp_path / "out", asked) == files


def test_a_full_file_is_followed_by_another(tmp_path: Path):
    asked = in_order(*map(request, range(5)))
    size = len(request_line(asked[0]))  # sample_index is not sent: all lines are equally long
    by_number = write_request_files(tmp_path / "a", asked, limits=Limits(n_requests=2))
    assert [file.n_requests for file in by_number] == [2, 2, 1]
    assert [file.path.name[-9:] for file in by_number] == ["001.jsonl", "002.jsonl", "003.jsonl"]
    by_size = write_request_files(tmp_path / "b", asked, limits=Limits(n_bytes=3 * size))
    assert [(file.n_requests, file.n_bytes) for file in by_size] == [(3, 3 * size), (2, 2 * size)]
    lines = [line for file in by_number for line in file.path.read_bytes().splitlines()]
    assert [json.loads(line)["custom_id"] for line in lines] == [each.key for each in asked]


def test_the_limits_are_those_of_openai_or_below():
    assert Limits() == (MAX_FILE_REQUESTS, MAX_FILE_BYTES) == (50_000, 190_000_000)


def test_no_requests_are_no_files(tmp_path: Path):
    assert write_request_files(tmp_path / "out", []) == []
    assert list((tmp_path / "out").iterdir()) == []


def test_a_request_beyond_a_file_leaves_what_was_there(tmp_path: Path):
    first = write_request_files(tmp_path, [request(0)])
    content = first[0].path.read_bytes()
    long = request(1, text="x" * 500)
    with pytest.raises(
        TooLargeRequestError, match=rf"{long.key[:12]}\.\.\. takes 7\d\d bytes, and a batch file holds 400"
    ) as caught:
        write_request_files(tmp_path, in_order(request(2), request(3), long), limits=Limits(n_bytes=400))
    assert caught.value.exit_code is ExitCode.BAD_INPUT
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [content]


def test_files_of_an_earlier_export_are_not_left_beside_new_ones(tmp_path: Path):
    write_request_files(tmp_path, in_order(request(0), request(1)), limits=Limits(n_requests=1))
    (tmp_path / "batch_7_output.jsonl").write_bytes(b"")
    with pytest.raises(
        LeftoverFilesError, match=r"earlier export: acme__small-2026-01-01-002\.jsonl\. Nothing was written"
    ):
        write_request_files(tmp_path, [request(2)])
    assert request(2).key.encode() not in (tmp_path / "acme__small-2026-01-01-001.jsonl").read_bytes()


def test_requests_out_of_order_are_refused(tmp_path: Path):
    with pytest.raises(ValueError, match="not sorted by model and key"):
        write_request_files(tmp_path, in_order(request(0), request(1))[::-1])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("model", "stem"),
    [
        ("openai/small-4o-2026-01-01", "openai__small-4o-2026-01-01"),
        ("vertex_ai/small", "vertex_ai__small"),
        ("a/b", "a__b"),
        ("a__b", "a__b-"),
        ("a_/b", "a__b-"),
        ("A/b", "A_b-"),
        ("../../x", "x-"),
        (".hidden", "hidden-"),
        ("日本", "model-"),
        ("m" * 300, "m" * 100 + "-"),
    ],
)
def test_two_models_have_two_file_names(model: str, stem: str):
    digest = hashlib.sha256(model.encode()).hexdigest()[:8]
    assert file_stem(model) == (stem + digest if stem.endswith("-") else stem)


# --- a line that comes back ---------------------------------------------------------------------------------------


def completion(text: str = "Vida Marsh", finish: str = "stop", model: str = "small-2026-01-01") -> dict[str, Any]:
    message = {"role": "assistant", "content": text}
    return {"id": "c1", "model": model, "choices": [{"message": message, "finish_reason": finish}], "usage": USAGE}


def message(text: str = "Vida Marsh", stop: str = "end_turn") -> dict[str, Any]:
    usage = {"input_tokens": 600, "cache_read_input_tokens": 400, "output_tokens": 100}
    content = [{"type": "text", "text": text}]
    return {"type": "message", "model": "small-2026-01-01", "content": content, "stop_reason": stop, "usage": usage}


def openai(key: str, body: Mapping[str, Any], status: int = 200) -> dict[str, Any]:
    return {
        "id": "b1",
        "custom_id": key,
        "response": {"status_code": status, "request_id": "r1", "body": body},
        "error": None,
    }


def anthropic(key: str, said: Mapping[str, Any]) -> dict[str, Any]:
    return {"custom_id": key, "result": {"type": "succeeded", "message": said}}


def line(record: Any) -> bytes:
    return json.dumps(record).encode() + b"\n"


ANSWER = Answer("Vida Marsh", 1_000, 100, "stop", cached_input_tokens=400)
BAD_REQUEST = {
    "error": {"message": "Too many tokens.", "type": "invalid_request_error", "code": "context_length_exceeded"}
}
TOO_MANY_TOKENS = "context_length_exceeded: Too many tokens."
EXPIRED = {"code": "batch_expired", "message": "Not executed in time."}
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


@pytest.mark.parametrize(
    ("record", "said"),
    [
        (openai("k", completion()), Said(ANSWER, model="small-2026-01-01")),
        (openai("k", completion()) | {"response": {"body": completion()}}, Said(ANSWER, model="small-2026-01-01")),
        (openai("k", message()), Said(replace(ANSWER, finish_reason="end_turn"), model="small-2026-01-01")),
        (anthropic("k", message()), Said(replace(ANSWER, finish_reason="end_turn"), model="small-2026-01-01")),
        ({"custom_id": "k", "body": completion()}, Said(ANSWER, model="small-2026-01-01")),
        ({"custom_id": "k", "body": completion(model=None)}, Said(ANSWER)),
        ({"custom_id": "k", "body": BAD_REQUEST}, Said(None, TOO_MANY_TOKENS, lasting=Failure.TOO_LONG)),
        (openai("k", BAD_REQUEST, 400), Said(None, f"400: {TOO_MANY_TOKENS}", lasting=Failure.TOO_LONG)),
        (openai("k", completion(), 500), Said(None, "500: no reason given")),
        (openai("k", None, 503) | {"error": EXPIRED}, Said(None, "503: batch_expired: Not executed in time.")),
        (openai("k", None) | {"error": EXPIRED}, Said(None, "batch_expired: Not executed in time.")),
        ({"custom_id": "k", "response": None, "error": EXPIRED}, Said(None, "batch_expired: Not executed in time.")),
        ({"custom_id": "k", "error": "out of money"}, Said(None, "out of money")),
        ({"custom_id": "k", "error": [[1]]}, Said(None, "no reason given")),
        (
            {"custom_id": "k", "result": {"type": "errored", "error": OVERLOADED}},
            Said(None, "overloaded_error: Overloaded"),
        ),
        ({"custom_id": "k", "result": {"type": "errored"}}, Said(None, "no reason given")),
        ({"custom_id": "k", "result": {"type": "canceled"}}, Said(None, "canceled")),
        ({"custom_id": "k", "result": {"type": "expired"}}, Said(None, "expired")),
    ],
)
def test_every_form_of_a_line_is_read(record: dict[str, Any], said: Said):
    assert read_result(line(record)) == ("k", said)


@pytest.mark.parametrize(
    ("raw", "kind", "detail"),
    [
        (b"{", LineFault.BAD_JSON, "Expecting property name"),
        (b"[" * 100_000, LineFault.BAD_JSON, "recursion"),
        (b"[]", LineFault.BAD_JSON, "a list, expected an object"),
        (b'{"a": NaN}', LineFault.BAD_JSON, "NaN is no JSON number"),
        (b'{"custom_id": "k\xff"}', LineFault.NOT_TEXT, "is 0xff"),
        (b'{"custom_id": "k\0"}', LineFault.NOT_TEXT, "NUL at byte 16"),
        (line({"body": completion()}), LineFault.WRONG_FIELDS, "no custom_id"),
        (line({"custom_id": 3, "body": completion()}), LineFault.WRONG_FIELDS, "no custom_id"),
        (line({"custom_id": "k"}), LineFault.WRONG_FIELDS, "none of result, response, error and body"),
        (line(openai("k", {})), LineFault.WRONG_FIELDS, "no completion: it has no choices"),
        (line(openai("k", None)), LineFault.WRONG_FIELDS, "no completion: the body is a NoneType"),
        (line(anthropic("k", {"choices": []})), LineFault.WRONG_FIELDS, "no completion: it has no choices"),
        (line({"custom_id": "k", "result": {"type": "x"}}), LineFault.WRONG_FIELDS, "none of succeeded, errored"),
    ],
)
def test_a_line_of_no_known_form_says_why(raw: bytes, kind: LineFault, detail: str):
    with pytest.raises(LineError) as caught:
        read_result(raw)
    assert caught.value.kind is kind
    assert detail in caught.value.detail
    assert len(caught.value.detail) <= 80


def error(code: Any = None, message: str = "It was not to be.", kind: str | None = None) -> dict[str, Any]:
    return {"error": {"code": code, "type": kind, "message": message}}


def errored(kind: str, message: str = "It was not to be.") -> dict[str, Any]:
    inner = {"type": "error", "error": {"type": kind, "message": message}}
    return {"custom_id": "k", "result": {"type": "errored", "error": inner}}


@pytest.mark.parametrize(
    ("record", "lasting"),
    [
        (openai("k", error("context_length_exceeded"), 400), Failure.TOO_LONG),
        (openai("k", error(message="maximum context length is 8192 tokens"), 400), Failure.TOO_LONG),
        (openai("k", error(), 413), Failure.TOO_LONG),
        (errored("request_too_large"), Failure.TOO_LONG),
        (openai("k", error("content_policy_violation"), 400), Failure.REFUSED),
        (openai("k", error("content_filter"), 403), Failure.REFUSED),
        (openai("k", None) | {"error": error("content_filter")["error"]}, Failure.REFUSED),
        (openai("k", error(kind="invalid_request_error"), 400), Failure.BAD_REQUEST),
        (openai("k", error(), 422), Failure.BAD_REQUEST),
        (openai("k", error(400)), Failure.BAD_REQUEST),  # a status within, as gateways give it
        (errored("invalid_request_error"), Failure.BAD_REQUEST),
        # The account, the model's name or the server: mended elsewhere, or by waiting.
        (openai("k", error(), 401), None),
        (openai("k", error(), 403), None),
        (openai("k", error("model_not_found"), 404), None),
        (openai("k", error(), 408), None),
        (openai("k", error("rate_limit_exceeded", "too many tokens per minute"), 429), None),
        (openai("k", error("context_length_exceeded"), 500), None),
        (openai("k", error(529)), None),
        (openai("k", error("insufficient_quota"), 400), None),
        (openai("k", error("rate_limit_exceeded", "too many tokens per minute"), 400), None),
        (openai("k", error(message="The model is overloaded."), 400), None),
        (openai("k", error(message="Incorrect API key provided"), 400), None),
        (openai("k", error(message="The model `x` does not exist"), 400), None),
        (errored("invalid_request_error", "Your credit balance is too low."), None),
        (errored("rate_limit_error", "prompt is too long for this minute"), None),
        (errored("overloaded_error"), None),
        (errored("api_error"), None),
        (errored("authentication_error"), None),
        (errored("of_a_kind_that_nobody_knows"), None),
        ({"custom_id": "k", "result": {"type": "expired"}}, None),
        ({"custom_id": "k", "result": {"type": "canceled"}}, None),
        ({"custom_id": "k", "error": {"code": "batch_cancelled"}}, None),
        ({"custom_id": "k", "error": "invalid"}, None),
    ],
)
def test_what_would_come_again_is_told_from_what_may_pass(record: dict[str, Any], lasting: Failure | None):
    _, said = read_result(line(record))
    assert (said.answer, said.lasting) == (None, lasting)


# --- many lines ---------------------------------------------------------------------------------------------------


def read(path: Path, *records: Any, rows: int = 3, **options: Any) -> Results:
    path.write_bytes(b"".join(each if isinstance(each, bytes) else line(each) for each in records))
    return read_results([path], by_key(*map(waiting, range(rows))), **{"prices": PRICES} | options)


def remarks(found: Results | ImportReport) -> dict[Finding, list[str]]:
    return {kind: noted.examples for kind, noted in found.findings.items()}


KEYS = [request(number).key for number in range(3)]
SHORT = [f"{key[:12]}..." for key in KEYS]
STORED = Stored("Vida Marsh", 1_000, 100, "stop", COST)


def test_a_whole_reply_costs_half_of_its_price(tmp_path: Path):
    found = read(tmp_path / "r.jsonl", openai(KEYS[0], completion()), b"\n", anthropic(KEYS[1], message()))
    assert found.n_lines == 2
    assert found.replies == [
        (request(0), replace(STORED, cost_usd=pytest.approx(COST, abs=1e-12))),
        (request(1), replace(STORED, finish_reason="end_turn", cost_usd=pytest.approx(COST, abs=1e-12))),
    ]
    assert found.findings == {}
    full = read(tmp_path / "r.jsonl", openai(KEYS[0], completion()), discount=0.0)
    assert full.replies[0][1].cost_usd == pytest.approx(0.0022, abs=1e-12)


@pytest.mark.parametrize("discount", [-0.1, 1.1, float("nan")])
def test_a_discount_is_a_share(discount: float, tmp_path: Path):
    with pytest.raises(ValueError, match="expected the share of the price that is taken off, from 0 to 1"):
        read(tmp_path / "r.jsonl", discount=discount)


def test_a_model_without_a_price_and_one_of_another_name_are_remarked_on_and_kept(tmp_path: Path):
    found = read(tmp_path / "r.jsonl", openai(KEYS[0], completion(model="small-2026-02-02")), prices={})
    assert [stored.cost_usd for _, stored in found.replies] == [0.0]
    assert remarks(found) == {
        Finding.OTHER_MODEL: [f'r.jsonl line 1: "small-2026-02-02" for "{SMALL}"'],
        Finding.UNPRICED: [f'r.jsonl line 1: "{SMALL}"'],
    }


def test_counts_of_tokens_that_cannot_be_are_none(tmp_path: Path):
    usage = {"prompt_tokens": 10**400, "completion_tokens": 100, "prompt_tokens_details": {"cached_tokens": 9}}
    found = read(tmp_path / "r.jsonl", openai(KEYS[0], completion() | {"usage": usage}))
    # 100 * $8 / 1,000,000 / 2
    assert [stored for _, stored in found.replies] == [Stored("Vida Marsh", 0, 100, "stop", 0.0004)]


def test_an_id_that_nobody_waits_for_is_shown_safely(tmp_path: Path):
    found = read(tmp_path / "r.jsonl", openai("\x1b[2J\ud83d", completion()), openai("0" * 64, completion()))
    assert found.replies == []
    assert remarks(found) == {Finding.UNKNOWN: ['r.jsonl line 1: "\\u001b[2J\\ud83d"', f'r.jsonl line 2: "{"0" * 64}"']}


def test_an_answered_id_is_told_from_one_that_comes_again_and_from_a_conflict(tmp_path: Path):
    found = read(
        tmp_path / "r.jsonl",
        openai(KEYS[0], completion()),
        openai(KEYS[1], completion("first", finish="length")),
        openai(KEYS[1], completion("second")),
        anthropic(KEYS[1], message("second")),
        openai(KEYS[1], completion("third")),
        openai(KEYS[1], BAD_REQUEST, 400),
        known={KEYS[0]},
    )
    assert [(asked.key, stored.text) for asked, stored in found.replies] == [(KEYS[1], "second")]
    assert remarks(found) == {
        Finding.ANSWERED: [f"r.jsonl line 1: {SHORT[0]}"],
        Finding.AGAIN: [f"r.jsonl line 4: {SHORT[1]}", f"r.jsonl line 6: {SHORT[1]}"],
        Finding.CONFLICT: [f"r.jsonl line 5: {SHORT[1]}"],
        Finding.NOT_WHOLE: ["r.jsonl line 2: the reply is truncated"],
    }


def test_an_error_is_told_in_the_words_of_the_provider_cut_and_without_secrets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    words = {"error": {"message": f"key {SECRET}\n\x1b[2J " + "x" * 100}}
    found = read(tmp_path / "r.jsonl", openai(KEYS[0], words, 401), openai(KEYS[1], BAD_REQUEST, 400))
    # 80 characters: "401: key [secret] \x1b[2J " is 23, then 54 of x and three dots.
    assert remarks(found) == {
        Finding.FAILED: [
            f'r.jsonl line 1: "401: key [secret] \\u001b[2J {"x" * 54}..."',
            'r.jsonl line 2: "400: context_length_exceeded: Too many tokens."',
        ]
    }


@pytest.mark.parametrize(
    ("record", "reason"),
    [
        (openai(KEYS[0], completion(finish="length")), "truncated"),
        (openai(KEYS[0], completion(finish="content_filter")), "refused or withheld"),
        (anthropic(KEYS[0], message(stop="refusal")), "refused or withheld"),
        (anthropic(KEYS[0], message(stop="pause_turn")), "not finished in a known way"),
        (openai(KEYS[0], completion(" ")), "empty"),
        (openai(KEYS[0], completion("\ud83d")), "not storable as text or numbers"),
    ],
)
def test_a_reply_that_is_not_whole_is_left_out(record: dict[str, Any], reason: str, tmp_path: Path):
    found = read(tmp_path / "r.jsonl", record)
    assert found.replies == []
    assert remarks(found) == {Finding.NOT_WHOLE: [f"r.jsonl line 1: the reply is {reason}"]}


def test_a_reply_with_a_secret_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    found = read(tmp_path / "r.jsonl", openai(KEYS[0], completion(f"it is {SECRET}")))
    assert found.replies == []
    assert remarks(found) == {Finding.SECRET: ["r.jsonl line 1: the text holds the value of ACME_API_KEY"]}


def test_five_lines_of_a_kind_are_shown_and_the_rest_counted(tmp_path: Path):
    found = read(tmp_path / "r.jsonl", *[b"{\n"] * 1_007, openai(KEYS[0], completion()))
    broken = found.findings[Finding.BROKEN]
    assert (found.n_lines, broken.count, len(broken.examples), len(found.replies)) == (1_008, 1_007, 5, 1)
    assert broken.examples[4].startswith("r.jsonl line 5: not one JSON object a line: Expecting property name")
    assert str(broken).endswith("; and 1,002 more")


def test_a_last_line_that_is_half_written_is_named(tmp_path: Path):
    whole = line(openai(KEYS[1], completion("é")))
    for end in (whole[:-20], '{"custom_id": "é'.encode()[:-1]):
        found = read(tmp_path / "r.jsonl", openai(KEYS[0], completion()), end)
        assert len(found.replies) == 1
        (said,) = remarks(found)[Finding.BROKEN]
        assert said.endswith("the file ends within this line; fetch it again")
        assert said.startswith("r.jsonl line 2: ")
    assert len(read(tmp_path / "r.jsonl", whole.rstrip()).replies) == 1  # whole, without its line end


def test_a_line_beyond_all_measure_is_passed_over(tmp_path: Path):
    found = read(tmp_path / "r.jsonl", b" " * (64 << 20) + b"x\n", openai(KEYS[0], completion()))
    assert len(found.replies) == 1
    assert remarks(found) == {Finding.BROKEN: ["r.jsonl line 1: line too long: over 64 MB"]}


def test_packed_files_are_read_and_a_cut_one_as_far_as_it_goes(tmp_path: Path):
    packed = [gzip.compress(line(openai(key, completion()))) for key in KEYS]
    assert len(read(tmp_path / "a", *packed).replies) == 3
    found = read(tmp_path / "b.jsonl.gz", packed[0], packed[1][:12])
    assert len(found.replies) == 1
    (said,) = remarks(found)[Finding.BROKEN]
    assert said.startswith("b.jsonl.gz line 2: packed data damaged or cut off: ")


def test_a_missing_file_is_named(tmp_path: Path):
    with pytest.raises(MissingFileError, match=r"The batch results file .*absent\.jsonl cannot be read"):
        read_results([tmp_path / "absent.jsonl"], {}, {})


# --- import -------------------------------------------------------------------------------------------------------


class Stores:
    """The stores of one database."""

    def __init__(self, url: str) -> None:
        self.cache, self.pending, self.ledger = Cache(url), Pending(url), Ledger(url)
        self.failures = Failures(url)

    def take(self, *paths: Path, **options: Any) -> ImportReport:
        return import_results(paths, self.cache, self.pending, self.ledger, PRICES, **{"now": lambda: NOON} | options)

    def close(self) -> None:
        for store in (self.cache, self.pending, self.ledger, self.failures):
            store.close()


@pytest.fixture
def stores(shared_url: str) -> Iterator[Stores]:
    opened = Stores(shared_url)
    yield opened
    opened.close()


def write(path: Path, *records: Any) -> Path:
    path.write_bytes(b"".join(line(each) for each in records))
    return path


def test_what_is_exported_and_answered_fills_the_cache_with_exactly_its_keys(stores: Stores, tmp_path: Path):
    rng = random.Random(20260131)
    rows = [waiting(n, rng.choice([SMALL, LARGE])) for n in range(1_300)]
    stores.pending.add_many(rows)
    files = write_request_files(
        tmp_path / "out", (row.request for row in stores.pending.all()), limits=Limits(n_requests=400)
    )
    paths = []
    for number, file in enumerate(files):
        records = []
        for raw in file.path.read_bytes().splitlines():
            asked = json.loads(raw)
            said = f"to {asked['custom_id'][:6]}"
            forms = [openai(asked["custom_id"], completion(said)), anthropic(asked["custom_id"], message(said))]
            records.append(rng.choice(forms))
        rng.shuffle(records)
        content = b"".join(map(line, records))
        path = tmp_path / f"results-{number}"
        path.write_bytes(gzip.compress(content) if number % 2 else content)
        paths.append(path)
    report = stores.take(*paths)
    assert (report.n_lines, report.n_stored, report.n_failed, report.n_still_pending) == (1_300, 1_300, 0, 0)
    found = stores.cache.get_many(row.key for row in rows)
    assert {key: stored.text for key, stored in found.items()} == {row.key: f"to {row.key[:6]}" for row in rows}
    assert len(stores.cache) == 1_300
    (total,) = stores.ledger.totals(by=("source",))
    assert (total.group, total.n_calls, total.n_failed) == ((Source.BATCH.value,), 1_300, 0)
    assert total.cost_usd == pytest.approx(sum(stored.cost_usd for stored in found.values()))
    assert total.cost_usd == pytest.approx(report.cost_usd)


def test_a_report_says_what_was_done_what_was_found_and_what_is_next(stores: Stores, tmp_path: Path):
    stores.pending.add_many(map(waiting, range(4)))
    expired = {"custom_id": KEYS[2], "response": None, "error": EXPIRED}
    path = write(tmp_path / "r.jsonl", openai(KEYS[0], completion()), openai(KEYS[1], BAD_REQUEST, 400), 7, expired)
    report = stores.take(path)
    late = 'r.jsonl line 4: "batch_expired: Not executed in time."'
    remedy = "To have such requests asked again, run docketbench batch export --failed before."
    assert report.lines() == [
        "4 lines read, 1 reply stored, 2 calls failed, $0.0011 in all.",
        f'  an error in place of a reply (2): r.jsonl line 2: "400: {TOO_MANY_TOKENS}"; {late}',
        "  a line that cannot be read (1): r.jsonl line 3: not one JSON object a line: a int, expected an object",
        "1 request failed for a reason that may pass, and waits on.",
        f"1 request failed for good, and waits no longer: the next build goes on without a reply. {remedy}",
        "2 requests without a reply: import the files that are still out, or export anew what waits.",
    ]
    assert (report.count(Finding.BROKEN), report.count(Finding.UNKNOWN), report.is_sound) == (1, 0, False)
    assert (report.n_given_up, report.n_passing, report.n_still_pending) == (1, 1, 2)
    batch = ("v1", "pooling", "cheap", SMALL, "pool_label", "0123456789ab")
    groups = ("release", "stage", "role", "model", "prompt_id", "prompt_version", "outcome")
    assert stores.ledger.totals(by=groups) == [
        Total((*batch, f"failed:400: {TOO_MANY_TOKENS}"), 1, 0, 1, 0, 0, 0.0, 0.0),
        Total((*batch, "failed:batch_expired: Not executed in time."), 1, 0, 1, 0, 0, 0.0, 0.0),
        Total((*batch, "stored"), 1, 0, 0, 1_000, 100, COST, 0.0),
    ]


def test_a_failure_that_lasts_is_noted_and_one_that_may_pass_is_not(stores: Stores, tmp_path: Path):
    stores.pending.add_many(map(waiting, range(3)))
    passing = openai(KEYS[2], OVERLOADED, 529)
    stores.take(
        write(tmp_path / "r", openai(KEYS[0], BAD_REQUEST, 400), openai(KEYS[1], completion(finish="length")), passing)
    )
    assert stores.failures.get_many(KEYS) == {
        KEYS[0]: failed_item(
            request(0), f"the prompt is too long for the model: 400: {TOO_MANY_TOKENS}", is_lasting=True
        ),
        KEYS[1]: failed_item(request(1), "the reply is truncated", COST, is_lasting=True),
    }
    assert [row.key for row in stores.pending.all()] == [KEYS[2]]


def test_a_failure_that_may_pass_takes_nothing_from_one_that_lasts(stores: Stores, tmp_path: Path):
    stores.pending.add_many([waiting(0)])
    passing = openai(KEYS[0], OVERLOADED, 529)
    first = stores.take(write(tmp_path / "1", openai(KEYS[0], BAD_REQUEST, 400), passing))
    again = stores.take(write(tmp_path / "2", passing | {"id": "b2"}))
    assert [(each.n_given_up, each.n_passing, each.n_still_pending) for each in (first, again)] == [
        (1, 0, 0),
        (0, 0, 0),
    ]


def test_a_request_that_fails_and_is_answered_in_one_import_did_not_fail(stores: Stores, tmp_path: Path):
    stores.pending.add_many([waiting(0), waiting(1)])
    failures = [openai(key, BAD_REQUEST, 400) for key in KEYS[:2]]
    unknown = [openai("0" * 64, completion())] * 498  # a block holds 500 lines
    replies = [openai(key, completion()) for key in KEYS[:2]]
    report = stores.take(
        write(tmp_path / "r", failures[0], replies[0], *unknown[1:], failures[1], *unknown, replies[1])
    )
    assert (report.n_stored, report.n_failed, report.n_given_up, report.n_still_pending) == (2, 2, 0, 0)
    assert set(stores.cache.get_many(KEYS)) == set(KEYS[:2])


def test_the_words_of_a_provider_that_no_database_holds_are_noted_without_them(stores: Stores, tmp_path: Path):
    stores.pending.add_many([waiting(0)])
    words = error("content_filter", "Half a \ud83d and a \0.")
    stores.take(write(tmp_path / "r", openai(KEYS[0], words, 400)))
    (item,) = stores.failures.rows()
    assert item.reason == ("the provider's content policy refuses the prompt: 400: content_filter: Half a ? and a ?.")


def test_a_second_import_changes_nothing_and_says_so(stores: Stores, tmp_path: Path):
    stores.pending.add_many(map(waiting, range(3)))
    cut, expired = openai(KEYS[1], completion(finish="length")), {"custom_id": KEYS[2], "error": EXPIRED}
    path = write(tmp_path / "r.jsonl", openai(KEYS[0], completion()), cut, expired)
    assert stores.take(path).n_failed == 2

    def everything() -> list[Any]:
        return [stores.ledger.totals(by=()), *(list(rows) for rows in (stores.cache.rows(), stores.failures.rows()))]

    before = everything()
    again = stores.take(path, path)
    assert everything() == before
    assert again.lines()[0] == "6 lines read. Nothing has changed: there is nothing new in them."
    assert again.lines()[-1].startswith("1 request without a reply")
    assert (again.count(Finding.ANSWERED), again.count(Finding.AGAIN)) == (1, 1)
    assert (again.count(Finding.NOT_WHOLE), again.count(Finding.FAILED)) == (2, 2)
    assert (again.cost_usd, again.n_given_up, again.n_passing) == (0, 0, 0)


def test_a_request_that_is_asked_again_may_fail_in_the_same_words(stores: Stores, tmp_path: Path):
    stores.pending.add_many([waiting(0)])
    refusal = anthropic(KEYS[0], message(stop="refusal"))  # its line has no id: byte for byte the one of before
    first = stores.take(write(tmp_path / "1", refusal))
    assert (stores.pending.ask_again(), stores.pending.count()) == (1, 1)
    again = stores.take(write(tmp_path / "2", refusal))
    assert [(each.n_given_up, each.n_still_pending) for each in (first, again)] == [(1, 0), (1, 0)]
    assert "Nothing has changed" not in again.lines()[0]


def test_a_request_that_fails_twice_is_paid_twice_and_answered_in_the_end(stores: Stores, tmp_path: Path):
    stores.pending.add_many([waiting(0)])
    cut = openai(KEYS[0], completion(finish="length"))
    first, second = write(tmp_path / "1", cut), write(tmp_path / "2", cut | {"id": "b2"})
    assert [stores.take(first).n_failed, stores.take(second).n_failed, stores.pending.count()] == [1, 1, 0]
    last = stores.take(write(tmp_path / "3", openai(KEYS[0], completion())))
    assert last.is_sound
    assert last.lines() == [
        "1 line read, 1 reply stored, 0 calls failed, $0.0011 in all.",
        "No request waits any more: run the build again, which goes on from here.",
    ]
    (total,) = stores.ledger.totals(by=())
    assert (total.n_calls, total.n_failed, total.cost_usd) == (3, 2, pytest.approx(3 * COST))
    assert stores.cache.get_many(KEYS[:1])[KEYS[0]].text == "Vida Marsh"
    # The errors of what is answered by now do no harm.
    assert set(stores.take(first, second).findings) == {Finding.ANSWERED, Finding.AGAIN}


def test_a_reply_that_came_by_another_way_stays_and_the_batch_is_paid_all_the_same(stores: Stores, tmp_path: Path):
    rows = list(map(waiting, range(3)))
    stores.pending.add_many(rows)
    live = replace(STORED, text="live")
    stores.cache.put_many((row.request, live) for row in rows)
    report = stores.take(
        write(
            tmp_path / "r.jsonl",
            openai(KEYS[0], completion("batch")),
            openai(KEYS[1], completion("live")),
            openai(KEYS[2], completion(finish="length")),
        )
    )
    assert (report.n_stored, report.n_failed, report.n_still_pending) == (2, 1, 0)
    assert remarks(report) == {
        Finding.ANSWERED: [f"r.jsonl line 2: {SHORT[1]}", f"r.jsonl line 3: {SHORT[2]}"],
        Finding.CONFLICT: [f"r.jsonl line 1: {SHORT[0]}"],
    }
    assert list(stores.cache.get_many(KEYS).values()) == [live, live, live]
    assert stores.ledger.totals(by=())[0].cost_usd == pytest.approx(3 * COST)


def test_a_secret_in_a_reply_is_stored_nowhere(stores: Stores, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    stores.pending.add_many([waiting(0), waiting(1)])
    path = write(tmp_path / "r.jsonl", openai(KEYS[0], completion(SECRET)), openai(KEYS[1], completion()))
    report = stores.take(path)
    assert (report.n_stored, report.n_failed, report.count(Finding.SECRET), len(stores.cache)) == (1, 1, 1, 1)
    outcomes = [total.group[0] for total in stores.ledger.totals(by=("outcome",))]
    assert outcomes == ["failed:the text holds the value of ACME_API_KEY", "stored"]
    (item,) = stores.failures.rows()
    assert (item.key, item.reason) == (KEYS[0], "the text holds the value of ACME_API_KEY")


def test_nothing_is_stored_when_one_of_the_files_is_missing(stores: Stores, tmp_path: Path):
    stores.pending.add_many([waiting(0)])
    path = write(tmp_path / "r.jsonl", openai(KEYS[0], completion()))
    with pytest.raises(MissingFileError, match=r"absent\.jsonl cannot be read"):
        stores.take(path, tmp_path / "absent.jsonl")
    assert (len(stores.cache), stores.pending.count()) == (0, 1)


def test_requests_and_ledger_in_two_databases_are_refused(tmp_path: Path):
    for urls in ((f"sqlite:///{tmp_path}/a", f"sqlite:///{tmp_path}/b"), ("sqlite://", "sqlite://")):
        with Pending(urls[0]) as pending, Ledger(urls[1]) as ledger, Cache(urls[0]) as cache:  # noqa: SIM117
            with pytest.raises(ValueError, match="lie in two databases; open both by the URL of one"):
                import_results([], cache, pending, ledger, {})


# --- kills, and several at once -----------------------------------------------------------------------------------

IMPORTER = """
    import os, signal, sys
    from pathlib import Path
    from bench_resources.batch_requests import Pending
    from bench_resources.batch_results import import_results
    from bench_resources.ledger import Ledger
    from bench_resources.llm_cache import Cache
    from bench_resources.prices import Price

    n_blocks = 0
    def now():
        global n_blocks
        n_blocks += 1
        if n_blocks == int(sys.argv[3]):
            os.kill(os.getpid(), signal.SIGKILL)
        return 1_769_860_800.0

    url, path = sys.argv[1:3]
    cache, pending, ledger = Cache(url), Pending(url), Ledger(url)
    print("ready", flush=True)
    sys.stdin.readline()
    import_results([Path(path)], cache, pending, ledger, {"acme/small-2026-01-01": Price(2.0, 8.0, 0.5)}, now=now)
"""


def answered(stores: Stores, path: Path, n_requests: int) -> Path:
    """A file with a reply to each of so many requests that wait, and one error."""
    rows = list(map(waiting, range(n_requests)))
    stores.pending.add_many([*rows, waiting(n_requests)])
    failure = openai(waiting(n_requests).key, BAD_REQUEST, 400)
    return write(path, failure, *(openai(row.key, completion()) for row in rows))


def totals(stores: Stores) -> tuple[int, int, int, int]:
    (total,) = stores.ledger.totals(by=())
    return total.n_calls, total.n_failed, len(stores.cache), stores.pending.count()


def test_a_kill_between_two_blocks_loses_nothing_and_pays_nothing_twice(
    stores: Stores, shared_url: str, tmp_path: Path
):
    path = answered(stores, tmp_path / "r.jsonl", 1_099)  # 1,100 lines: blocks of 500, 500 and 100
    assert run_together(IMPORTER, [[shared_url, str(path), "2"]]) == [(-signal.SIGKILL, "")]
    # The second block was stored when the kill came, and is in no ledger yet; 499 replies and the error are.
    assert totals(stores) == (500, 1, 999, 600)
    report = stores.take(path)
    assert (report.n_stored, report.n_failed, report.n_still_pending) == (600, 0, 0)
    assert totals(stores) == (1_100, 1, 1_099, 0)


def test_two_who_import_one_file_at_once_lose_nothing_and_write_every_row_once(
    stores: Stores, shared_url: str, tmp_path: Path
):
    path = answered(stores, tmp_path / "r.jsonl", 1_099)
    assert run_together(IMPORTER, [[shared_url, str(path), "0"]] * 2) == [(0, ""), (0, "")]
    assert totals(stores) == (1_100, 1, 1_099, 0)
