"""What was paid for is kept whole, once, by its key."""

from __future__ import annotations

import signal
import sqlite3
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench_resources.llm_cache import (
    Cache,
    DatabaseFailedError,
    SecretError,
    Stored,
    UnreachableDatabaseError,
    Unstorable,
    UnstorableError,
    find_secret,
    secrets_of,
    why_unstorable,
)
from bench_resources.llm_requests import Request
from scoring.errors import ExitCode
from tests.bench_resources.fresh_databases import run_together

SECRET = 'very"secret-ключ'
REPLY = Stored("yes", 12, 3, "stop", 0.001)


def request(number: int, text: str = "Who wrote to Orla Quist?") -> Request:
    return Request("acme/small-2026-01-01", [{"role": "user", "content": text}], sample_index=number)


def pairs(numbers: range) -> list[tuple[Request, Stored]]:
    return [(request(number), replace(REPLY, text=f"reply {number}")) for number in numbers]


@pytest.fixture
def cache(url: str) -> Iterator[Cache]:
    with Cache(url) as opened:
        yield opened


# --- storing and finding ------------------------------------------------------------------------------------------


def test_a_reply_is_found_by_the_key_of_its_request(cache: Cache):
    calls = ({"id": "c1", "function": {"name": "search", "arguments": '{"q":"é"}'}},)
    stored = Stored("", 1_500, 40, "tool_calls", 0.00125, tool_calls=calls)
    assert cache.put(request(0), stored) == stored
    assert cache.get_many([request(0).key, request(1).key]) == {request(0).key: stored}
    assert len(cache) == 1


def test_an_empty_cache_and_an_empty_question(cache: Cache):
    assert cache.get_many([]) == {}
    assert cache.get_many(["0" * 64]) == {}
    assert cache.put_many([]) == []
    assert len(cache) == 0
    assert list(cache.rows()) == []


def test_the_first_reply_to_a_request_stays_and_the_second_writer_is_told(cache: Cache):
    first, second = replace(REPLY, text="first"), replace(REPLY, text="second")
    assert cache.put(request(0), first) == first
    assert cache.put(request(0), second) == first
    assert cache.put_many([(request(1), second), (request(0), second), (request(1), first)]) == [second, first, second]
    assert cache.get_many([request(0).key])[request(0).key] == first


def test_more_keys_than_a_query_takes_variables_come_in_the_order_asked(cache: Cache):
    many = pairs(range(1_203))
    cache.put_many(many)
    keys = [asked.key for asked, _ in reversed(many)]
    found = cache.get_many([*keys, "absent", *keys])
    assert list(found) == keys
    assert [stored.text for stored in found.values()] == [f"reply {number}" for number in reversed(range(1_203))]


def test_text_of_every_alphabet_and_numbers_come_back_as_they_were(cache: Cache):
    stored = Stored('é \u2028 日本 \U0001f600 "\\\n', 2**40, 0, "end_turn", 0.1 + 0.2)
    cache.put(request(0), stored)
    assert cache.get_many([request(0).key]) == {request(0).key: stored}


def test_threads_may_share_a_cache(cache: Cache):
    threads = [
        threading.Thread(target=lambda start=start: [cache.put(*pair) for pair in pairs(range(start, start + 40))])
        for start in (0, 20, 40)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(cache) == 80


def test_a_reply_may_hold_a_request_with_a_nul_in_it(cache: Cache):
    cache.put(request(0, "a\0b"), REPLY)
    assert cache.get_many([request(0, "a\0b").key])


# --- what is not kept ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"finish_reason": "length"}, Unstorable.TRUNCATED),
        ({"finish_reason": "MAX_TOKENS"}, Unstorable.TRUNCATED),
        ({"finish_reason": "content_filter"}, Unstorable.REFUSED),
        ({"finish_reason": "refusal"}, Unstorable.REFUSED),
        ({"finish_reason": "error"}, Unstorable.FAILED),
        ({"finish_reason": ""}, Unstorable.FAILED),
        ({"finish_reason": None}, Unstorable.FAILED),
        ({"finish_reason": "pause_turn"}, Unstorable.FAILED),
        ({"text": ""}, Unstorable.EMPTY),
        ({"text": " \n"}, Unstorable.EMPTY),
        ({"finish_reason": "tool_calls"}, Unstorable.EMPTY),
        ({"text": "a\0b"}, Unstorable.UNREADABLE),
        ({"text": "\ud83d"}, Unstorable.UNREADABLE),
        ({"text": None}, Unstorable.UNREADABLE),
        ({"tool_calls": ({"a": float("nan")},)}, Unstorable.UNREADABLE),
        ({"input_tokens": -1}, Unstorable.UNREADABLE),
        ({"output_tokens": None}, Unstorable.UNREADABLE),
        ({"cost_usd": float("inf")}, Unstorable.UNREADABLE),
    ],
)
def test_a_reply_that_is_not_whole_is_not_kept(changes: dict, reason: Unstorable):
    cache = Cache("sqlite://")
    with pytest.raises(UnstorableError, match=f"{request(0).key[:12]}... is {reason}") as caught:
        cache.put(request(0), replace(REPLY, **changes))
    assert caught.value.reasons == {request(0).key: reason}
    assert len(cache) == 0


@pytest.mark.parametrize("word", ["stop", "end_turn", "stop_sequence"])
def test_a_reply_that_ended_by_itself_is_kept(word: str):
    assert why_unstorable(replace(REPLY, finish_reason=word)) is None
    assert why_unstorable(replace(REPLY, text="", finish_reason=word, tool_calls=({"id": "c"},))) is None


def test_the_sound_replies_beside_a_cut_one_are_kept(cache: Cache):
    cut = replace(REPLY, finish_reason="length")
    with pytest.raises(UnstorableError) as caught:
        cache.put_many([(request(0), REPLY), (request(1), cut), (request(2), REPLY)])
    assert list(caught.value.reasons) == [request(1).key]
    assert list(cache.get_many(request(number).key for number in range(3))) == [request(0).key, request(2).key]


@pytest.mark.parametrize("name", ["ACME_API_KEY", "HUB_TOKEN", "APP_SECRET", "PGPASSWORD", "acme_api_key"])
def test_a_request_with_a_secret_is_refused_without_repeating_it(name: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(name, f"{SECRET}\n")
    cache = Cache("sqlite://")
    with pytest.raises(SecretError, match=f"holds the value of {name}\\.") as caught:
        cache.put_many([(request(0, f"my key is {SECRET}."), REPLY), (request(1), REPLY)])
    assert SECRET not in str(caught.value)
    assert list(cache.get_many([request(0).key, request(1).key])) == [request(1).key]


def test_a_reply_with_a_secret_is_refused_in_text_and_in_tool_calls(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    cache = Cache("sqlite://")
    for changes in ({"text": SECRET}, {"tool_calls": ({"arguments": SECRET},)}):
        with pytest.raises(SecretError):
            cache.put(request(0), replace(REPLY, **changes))
    assert len(cache) == 0


def test_short_values_and_other_variables_are_no_secrets():
    environment = {
        "A_API_KEY": "1234567",
        "B_API_KEY": "",
        "HOME": "/home/someone",
        "TOKENS": "12345678",
        "C_TOKEN": "12345678",
    }
    assert secrets_of(environment) == {"12345678": "C_TOKEN"}
    assert find_secret("x12345678x", secrets_of(environment)) == "C_TOKEN"
    assert find_secret("1234567", secrets_of(environment)) is None


# --- durability and several processes -----------------------------------------------------------------------------

KILLED = """
    import os, signal, sys
    from bench_resources.llm_cache import Cache, Stored
    from bench_resources.llm_requests import Request
    cache = Cache(sys.argv[1])
    cache.put(Request("m", [{"content": "killed"}]), Stored("kept", 1, 1, "stop", 0.5))
    os.kill(os.getpid(), signal.SIGKILL)
"""
WRITER = """
    import sys
    from bench_resources.llm_cache import Cache, Stored
    from bench_resources.llm_requests import Request
    cache = Cache(sys.argv[1])
    print("ready", flush=True)
    sys.stdin.readline()
    for number in range(int(sys.argv[2]), int(sys.argv[2]) + 500):
        cache.put(Request("m", [{"n": number}]), Stored(f"{number} of {sys.argv[2]}", 1, 1, "stop", 0.5))
"""
OPENER = """
    import sys
    from bench_resources.ledger import Ledger
    from bench_resources.llm_cache import Cache
    print("ready", flush=True)
    sys.stdin.readline()
    for url in sys.argv[1:]:
        assert len(Cache(url)) == 0
        Ledger(url).totals()
"""


def test_a_reply_survives_a_kill_right_after_it_was_stored(shared_url: str):
    assert run_together(KILLED, [[shared_url]]) == [(-signal.SIGKILL, "")]
    with Cache(shared_url) as cache:
        key = Request("m", [{"content": "killed"}]).key
        assert cache.get_many([key])[key].text == "kept"


def test_two_processes_that_write_at_once_lose_nothing(shared_url: str):
    # 0..499 and 400..899: 900 different requests, of which 100 are written by both.
    assert run_together(WRITER, [[shared_url, "0"], [shared_url, "400"]]) == [(0, ""), (0, "")]
    with Cache(shared_url) as cache:
        found = cache.get_many(Request("m", [{"n": number}]).key for number in range(900))
        assert len(cache) == len(found) == 900
    for number, stored in enumerate(found.values()):
        writers = [first for first in (0, 400) if first <= number < first + 500]
        assert stored.text in [f"{number} of {first}" for first in writers]


def test_many_processes_may_open_a_fresh_database_at_once(shared_url: str):
    rounds = [shared_url] if "postgres" in shared_url else [f"{shared_url}-{number}" for number in range(5)]
    assert run_together(OPENER, [rounds] * 6) == [(0, "")] * 6


def test_opening_waits_for_whoever_keeps_the_file_from_changing_to_a_write_ahead_log(tmp_path: Path):
    path = tmp_path / "llm.sqlite"
    writer = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writer.executescript("CREATE TABLE other (a); BEGIN IMMEDIATE")
    finish = threading.Timer(0.3, writer.rollback)  # SQLite itself fails at once here, whatever its time-out
    finish.start()
    with Cache(f"sqlite:///{path}") as cache:
        assert len(cache) == 0
    finish.join()
    writer.close()


def test_every_commit_is_synced_and_readers_do_not_wait(tmp_path: Path):
    with Cache(f"sqlite:///{tmp_path}/llm.sqlite") as cache, cache.database.read() as connection:
        pragmas = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
        assert pragmas == ["wal", 2]  # 2 is FULL
        assert connection.exec_driver_sql("PRAGMA busy_timeout").scalar() == 60_000
        cache.put(request(0), REPLY)  # while a reader is open


# --- opening ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "message"),
    [
        (
            "mysql://user:hush-hush@host/name",
            r"mysql://user:\*\*\*@host/name cannot be opened: mysql is not supported\.",
        ),
        ("postgresql://user:hush-hush@host:port/name", "its address is no URL"),
        ("llm.sqlite", "its address is no URL"),
        ("postgresql+psycopg2://user:hush-hush@127.0.0.1:1/name", "Connection refused"),
    ],
)
def test_a_database_that_cannot_be_opened_is_named_without_its_password(url: str, message: str):
    with pytest.raises(UnreachableDatabaseError, match=message) as caught:
        Cache(url)
    assert "hush-hush" not in str(caught.value)
    assert "Give sqlite:///PATH" in str(caught.value)
    assert caught.value.exit_code is ExitCode.BAD_INPUT


def test_a_file_that_is_no_database_is_named(tmp_path: Path):
    path = tmp_path / "notes.txt"
    path.write_text("not a database, but long enough to be looked at as one" * 40, encoding="utf-8")
    with pytest.raises(UnreachableDatabaseError, match="file is not a database"):
        Cache(f"sqlite:///{path}")
    with pytest.raises(UnreachableDatabaseError, match=r"notes\.txt"):
        Cache(f"sqlite:///{path}/below/llm.sqlite")


def test_a_database_that_fails_later_says_so_without_the_rows(tmp_path: Path):
    path = tmp_path / "llm.sqlite"
    with Cache(f"sqlite:///{path}") as cache:
        with sqlite3.connect(path) as other:
            other.execute("DROP TABLE llm_completions")
        other.close()
        with pytest.raises(DatabaseFailedError, match="no such table: llm_completions") as caught:
            cache.put(request(0, "Orla Quist's letter"), REPLY)
    assert "Quist" not in f"{caught.value} {caught.value.__cause__}"
    assert "What was stored before is kept." in str(caught.value)
