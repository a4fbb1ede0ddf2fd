"""Batch files and exported caches on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bench_assets.cli.main import app
from bench_assets.cli.replies import spent_told, write_waiting
from bench_assets.settings.access import cache_url
from bench_assets.settings.new_release import new_release_text
from bench_resources.batch_requests import Pending, PendingRequest
from bench_resources.ledger import Ledger
from bench_resources.llm_cache import Cache
from bench_resources.llm_requests import Request

RUNNER = CliRunner()
NAME = "openai/tern-2026-01-01"
SOUND = '{"verdict": "pass", "category": "sound", "reason": "it names everything"}'


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with two requests that wait for release v1, which has mode = "batch"."""
    (tmp_path / "releases").mkdir()
    text = new_release_text("v1", "papers").replace('cheap = "embedded"', f'cheap = "{NAME}"')
    text = text.replace('mode = "live"', 'mode = "batch"')
    price = f'[models.prices."{NAME}"]\ninput_usd_per_million = 10.0\noutput_usd_per_million = 10.0\n#'
    (tmp_path / "releases" / "v1.toml").write_text(text.replace("[models.prices]", price), encoding="utf-8")
    with Pending(cache_url(tmp_path, {})) as pending:
        pending.add_many(waiting(number) for number in range(2))
    return tmp_path


def waiting(number: int) -> PendingRequest:
    request = Request(NAME, [{"role": "user", "content": f"Question {number}?"}])
    return PendingRequest(request, "v1", "standalone_verdicts", "cheap", "standalone", "v", "2026-01-31T11:00:00+00:00")


def run(home: Path, *arguments: str) -> tuple[int, str, str]:
    ended = RUNNER.invoke(app, [*arguments, "--home", str(home)])
    return ended.exit_code, ended.stdout, ended.stderr


def answered(number: int, *, status: int = 200) -> str:
    choice = {"message": {"role": "assistant", "content": SOUND}, "finish_reason": "stop"}
    body = {"model": NAME, "choices": [choice], "usage": {"prompt_tokens": 900_000, "completion_tokens": 100_000}}
    said = body if status == 200 else {"error": {"message": "refused by policy", "code": "content_policy_violation"}}
    return json.dumps(
        {"custom_id": waiting(number).key, "response": {"status_code": status, "body": said}, "error": None}
    )


def test_requests_go_out_and_replies_come_in(home: Path) -> None:
    code, out, _ = run(home, "batch", "export", str(home / "out"), "--json")
    assert code == 0
    (file,) = json.loads(out)["files"]
    lines = [json.loads(line) for line in Path(file["path"]).read_text(encoding="utf-8").splitlines()]
    assert [line["custom_id"] for line in lines] == sorted(waiting(number).key for number in range(2))
    assert lines[0]["body"]["model"] == "tern-2026-01-01"

    results = home / "results.jsonl"
    results.write_text(f"{answered(0)}\n", encoding="utf-8")
    code, out, err = run(home, "batch", "import", str(results), "--json")
    assert code == 3  # one still waits
    assert "1 request without a reply" in err
    # a million tokens at ten dollars, half price
    found = json.loads(out)
    assert (found["n_stored"], found["n_still_pending"], found["cost_usd"]) == (1, 1, 5.0)
    results.write_text(f"{answered(1)}\n", encoding="utf-8")
    code, _, err = run(home, "batch", "import", str(results))
    assert code == 0
    assert "No request waits any more: run the build again" in err
    code, out, _ = run(home, "batch", "export", "--json")
    assert (code, json.loads(out)) == (0, {"files": []})


def test_what_was_refused_for_good_is_asked_again_when_that_is_wanted(home: Path) -> None:
    results = home / "results.jsonl"
    results.write_text(f"{answered(0)}\n{answered(1, status=400)}\n", encoding="utf-8")
    code, out, err = run(home, "batch", "import", str(results), "--json")
    found = json.loads(out)
    assert (code, found["n_stored"], found["n_given_up"], found["n_still_pending"]) == (0, 1, 1, 0), err
    code, out, err = run(home, "batch", "export", str(home / "again"), "--failed", "--json")
    (file,) = json.loads(out)["files"]
    assert (code, file["n_requests"]) == (0, 1)
    assert "1 failed requests wait again" in err


def test_a_home_without_any_call_has_nothing_to_export(tmp_path: Path) -> None:
    code, out, _ = run(tmp_path, "batch", "export", "--json")
    assert code == 2
    assert "no request waits there" in json.loads(out)["error"]
    assert list(tmp_path.iterdir()) == []


def test_a_build_that_stopped_writes_its_requests(home: Path) -> None:
    (line,) = write_waiting(home, "v1")
    assert line.startswith(f"2 requests to {NAME}: {home / 'models' / 'batches' / 'v1'}")
    text = (home / "releases" / "v1.toml").read_text(encoding="utf-8").replace('mode = "batch"', 'mode = "live"')
    (home / "releases" / "v1.toml").write_text(text, encoding="utf-8")
    assert write_waiting(home, "v1") == []


def test_a_cache_goes_out_and_into_another_home(home: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    code, _, err = run(home, "export", "v1", "--format", "cache")
    assert (code, "asked no live model" in err) == (2, True)
    results = home / "results.jsonl"
    results.write_text(f"{answered(0)}\n{answered(1)}\n", encoding="utf-8")
    assert run(home, "batch", "import", str(results))[0] == 0
    with Ledger(cache_url(home, {})) as ledger:
        assert len(ledger.keys("v1")) == 2
    # two million tokens at ten dollars, half price
    assert spent_told(home, "v1") == "Of v1 so far: 2 by batch ($10.0000, 0 failed), 0 answered from the cache."
    assert spent_told(home, "v2") == ""
    code, out, _ = run(home, "export", "v1", "--format", "cache", "--json")
    exported = json.loads(out)
    assert (code, exported["n_replies"]) == (0, 2)
    assert exported["path"] == str(home / "exports" / "v1" / "cache.jsonl.gz")
    assert run(home, "cache", "verify", exported["path"])[0] == 0
    other = tmp_path_factory.mktemp("other")
    code, out, _ = run(other, "cache", "import", exported["path"], "--json")
    assert (code, json.loads(out)["n_new"]) == (0, 2)
    with Cache(cache_url(other, {})) as cache:
        assert len(cache) == 2


def test_a_damaged_cache_is_told(tmp_path: Path) -> None:
    faulty = tmp_path / "cache.jsonl"
    faulty.write_text('{"key": "ab"}\n', encoding="utf-8")
    code, out, err = run(tmp_path, "cache", "verify", str(faulty), "--json")
    assert code == 2
    assert json.loads(out)["is_sound"] is False
    assert "is faulty" in err
    code, _, err = run(tmp_path / "home", "cache", "import", str(faulty))
    assert code == 3
    assert "Left out:" in err


def test_an_unknown_format_is_bad_input(home: Path) -> None:
    code, _, err = run(home, "export", "v1", "--format", "stone")
    assert (code, "There is no format 'stone' yet" in err) == (2, True)
