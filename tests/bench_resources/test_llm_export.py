"""Replies and failures go out and come in byte for byte, and a damaged line is named."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench_resources.llm_cache import Cache, Stored
from bench_resources.llm_export import (
    FaultyExportError,
    LineFault,
    _failure_row,
    _line,
    export_cache,
    load_export,
    open_export,
    verify,
)
from bench_resources.llm_failures import FailedItem, Failures, failed_item
from bench_resources.llm_requests import Request, canonical_json
from scoring.errors import ExitCode, MissingFileError

SECRET = 'very"secret-ключ'
REPLY = Stored("yes", 12, 3, "stop", 0.001)


def request(number: int) -> Request:
    return Request(
        "acme/small-2026-01-01", [{"role": "user", "content": "Who wrote to Orla Quist?"}], sample_index=number
    )


def pairs(numbers: range) -> list[tuple[Request, Stored]]:
    return [(request(number), replace(REPLY, text=f"reply {number}")) for number in numbers]


def failure(number: int, reason: str = "the reply is truncated", cost_usd: float = 0.002) -> FailedItem:
    return failed_item(request(number), reason, cost_usd, is_lasting=True)


def exported(cache: Cache, folder: Path, **options: object) -> bytes:
    """The bytes of an export. Its folder holds nothing else, not even for a moment after."""
    path = folder / "exported" / "cache.jsonl"
    export_cache(cache, path, **options)
    assert list(path.parent.iterdir()) == [path]
    return path.read_bytes()


@pytest.fixture
def cache(url: str) -> Iterator[Cache]:
    with Cache(url) as opened:
        yield opened


@pytest.fixture
def failures(url: str) -> Iterator[Failures]:
    with Failures(url) as opened:
        yield opened


def test_an_empty_cache_is_an_empty_file(cache: Cache, failures: Failures, tmp_path: Path):
    assert export_cache(cache, tmp_path / "c", failures=failures) == (0, 0)
    assert (tmp_path / "c").read_bytes() == b""


def test_an_export_is_one_sorted_line_a_reply_with_every_column(cache: Cache, tmp_path: Path):
    cache.put_many(pairs(range(5)))
    lines = [json.loads(line) for line in exported(cache, tmp_path).splitlines()]
    assert [line["key"] for line in lines] == sorted(request(number).key for number in range(5))
    assert all(line["key"] == hashlib.sha256(line["request"].encode()).hexdigest() for line in lines)
    assert lines[0] == {
        "key": lines[0]["key"],
        "model": "acme/small-2026-01-01",
        "request": lines[0]["request"],
        "text": f"reply {json.loads(lines[0]['request'])['sample_index']}",
        "tool_calls": None,
        "input_tokens": 12,
        "output_tokens": 3,
        "finish_reason": "stop",
        "cost_usd": 0.001,
    }


def test_a_failure_is_a_line_among_the_replies_from_which_its_key_can_be_checked(
    cache: Cache, failures: Failures, tmp_path: Path
):
    cache.put_many(pairs(range(3)))
    failures.put_many(map(failure, range(3, 6)))
    lines = [json.loads(raw) for raw in exported(cache, tmp_path, failures=failures).splitlines()]
    assert [line["key"] for line in lines] == sorted(request(number).key for number in range(6))
    (line,) = [line for line in lines if line["key"] == request(4).key]
    assert line == {
        "cost_usd": 0.002,
        "failed": "the reply is truncated",
        "key": request(4).key,
        "model": "acme/small-2026-01-01",
        "request": canonical_json(request(4)).decode(),
    }
    assert verify(tmp_path / "exported" / "cache.jsonl") == []


def test_a_key_with_a_reply_exports_no_failure(cache: Cache, failures: Failures, tmp_path: Path):
    cache.put_many(pairs(range(2)))
    alone = exported(cache, tmp_path)
    failures.put_many(map(failure, range(2)))
    assert exported(cache, tmp_path, failures=failures) == alone


def test_a_failure_whose_prompt_holds_a_secret_is_not_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    with Failures("sqlite://") as failures, Cache("sqlite://") as cache:
        leaky = Request("acme/small-2026-01-01", [{"role": "user", "content": SECRET}])
        failures.put_many([failed_item(leaky, "refused", is_lasting=True), failure(1)])
        assert export_cache(cache, tmp_path / "c", failures=failures) == (0, 1)


def test_an_export_holds_the_keys_that_it_is_asked_for(cache: Cache, failures: Failures, tmp_path: Path):
    cache.put_many(pairs(range(600)))
    failures.put_many(map(failure, range(600, 1_200)))
    keys = {request(number).key for number in (3, 599, 600, 1_199, 5_000)}
    assert export_cache(cache, tmp_path / "c", keys, failures) == (2, 2)
    lines = [json.loads(raw)["key"] for raw in (tmp_path / "c").read_bytes().splitlines()]
    assert lines == sorted(keys - {request(5_000).key})
    assert export_cache(cache, tmp_path / "c", frozenset(), failures) == (0, 0)


def test_an_export_that_fails_leaves_the_file_that_was_there(cache: Cache, tmp_path: Path):
    cache.put_many(pairs(range(600)))
    path = tmp_path / "c"
    path.write_bytes(b"before")

    class Stopping(set):
        def __contains__(self, key: object) -> bool:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        export_cache(cache, path, Stopping())
    assert [each.read_bytes() for each in tmp_path.iterdir() if each.is_file()] == [b"before"]


def test_an_export_repeats_whatever_the_order_of_writing_and_through_a_load(
    cache: Cache, failures: Failures, tmp_path: Path
):
    many, failed = pairs(range(700)), list(map(failure, range(700, 1_300)))
    cache.put_many(many)
    failures.put_many(failed)
    content = exported(cache, tmp_path, failures=failures)
    other, others = Cache("sqlite://"), Failures("sqlite://")
    for pair in reversed(many):
        other.put(*pair)
    others.put_many(reversed(failed))
    assert exported(other, tmp_path, failures=others) == content
    replay = open_export(tmp_path / "exported" / "cache.jsonl")
    assert exported(replay.cache, tmp_path, failures=replay.failures) == content
    assert replay.cache.get_many([request(3).key])[request(3).key].text == "reply 3"
    # Whether it lasts is not exported: a run that goes on from here asks again.
    assert replay.failures.get_many([failed[0].key]) == {failed[0].key: replace(failed[0], is_lasting=False)}
    replay.close()


def test_a_packed_export_has_no_time_and_no_name_and_loads_alike(tmp_path: Path):
    cache = Cache("sqlite://")
    cache.put_many(pairs(range(3)))
    for name in ("a.jsonl.gz", "b.jsonl.gz"):
        assert export_cache(cache, tmp_path / name) == (3, 0)
    packed = (tmp_path / "a.jsonl.gz").read_bytes()
    assert packed == (tmp_path / "b.jsonl.gz").read_bytes()
    assert packed[:10] == b"\x1f\x8b\x08\x00" + b"\x00" * 4 + b"\x02\xff"  # no flags, no time, best packing
    assert gzip.decompress(packed) == exported(cache, tmp_path)
    (tmp_path / "renamed").write_bytes(packed)
    report = load_export(Cache("sqlite://"), tmp_path / "renamed")
    assert (report.n_new, report.n_known, report.conflicts.count, report.faults) == (3, 0, 0, [])


def test_a_load_keeps_what_is_there_and_reports_what_differs(cache: Cache, tmp_path: Path):
    source = Cache("sqlite://")
    source.put_many(pairs(range(4)))
    export_cache(source, tmp_path / "in.jsonl")
    cache.put(*pairs(range(1))[0])
    cache.put(request(1), replace(REPLY, text="another"))
    report = load_export(cache, tmp_path / "in.jsonl")
    keys = [json.loads(raw)["key"] for raw in (tmp_path / "in.jsonl").read_bytes().splitlines()]
    line = keys.index(request(1).key) + 1
    assert (report.n_new, report.n_known, report.conflicts.count, report.faults) == (2, 1, 1, [])
    assert report.conflicts.examples == [(line, f"{request(1).key[:12]}... is stored with another reply")]
    assert cache.get_many([request(1).key])[request(1).key].text == "another"
    again = load_export(cache, tmp_path / "in.jsonl")
    assert (again.n_new, again.n_known, again.conflicts.count) == (0, 3, 1)


def test_a_load_keeps_the_failures_that_are_there_and_every_reply(cache: Cache, failures: Failures, tmp_path: Path):
    with Cache("sqlite://") as source, Failures("sqlite://") as failed:
        source.put_many(pairs(range(1)))
        failed.put_many(map(failure, range(1, 5)))
        export_cache(source, tmp_path / "in.jsonl", failures=failed)
    cache.put(*pairs(range(1, 2))[0])
    failures.put_many([failure(0), failure(2), failure(3, "the reply is empty")])
    report = load_export(cache, tmp_path / "in.jsonl", failures)
    assert (report.n_new, report.n_known, report.n_failures, report.conflicts.count) == (1, 1, 1, 2)
    assert {note.detail for note in report.conflicts.examples} == {
        f"{request(1).key[:12]}... failed, and is stored with a reply",
        f"{request(3).key[:12]}... is noted with another failure",
    }
    assert {item.key: item.reason for item in failures.rows() if item.key != request(0).key} == {
        request(2).key: "the reply is truncated",
        request(3).key: "the reply is empty",
        request(4).key: "the reply is truncated",
    }
    assert set(cache.get_many([request(0).key, request(1).key])) == {request(0).key, request(1).key}
    again = load_export(cache, tmp_path / "in.jsonl", failures)
    assert (again.n_new, again.n_known, again.n_failures, again.conflicts.count) == (0, 3, 0, 2)
    assert load_export(cache, tmp_path / "in.jsonl").conflicts.count == 0  # without a place for failures


def sound_lines(n: int) -> list[bytes]:
    cache = Cache("sqlite://")
    cache.put_many(pairs(range(n)))
    return [_line(row) for row in cache.rows()]


def failed_line(number: int = 0, **changes: object) -> bytes:
    return _line(_failure_row(failure(number)) | changes)


def altered(raw: bytes, change: Callable[[dict], object]) -> bytes:
    record = json.loads(raw)
    change(record)
    return json.dumps(record).encode() + b"\n"


@pytest.mark.parametrize(
    ("change", "kind", "detail"),
    [
        (lambda r: r.update(text="another", key="0" * 64), LineFault.WRONG_KEY, '"0000'),
        (lambda r: r.update(request=r["request"].replace("Orla", "Ola")), LineFault.WRONG_KEY, " for "),
        (lambda r: r.update(request=r["request"] + " "), LineFault.WRONG_REQUEST, "canonical spelling"),
        (lambda r: r.update(request="{}"), LineFault.WRONG_REQUEST, "expected an object of"),
        (lambda r: r.pop("text"), LineFault.WRONG_FIELDS, '"text"'),
        (lambda r: r.update(note="x"), LineFault.WRONG_FIELDS, '"note"'),
        (lambda r: r.update(input_tokens=True), LineFault.WRONG_FIELDS, '"input_tokens"'),
        (lambda r: r.update(input_tokens=1.5), LineFault.WRONG_FIELDS, '"input_tokens"'),
        (lambda r: r.update(model="acme/other"), LineFault.WRONG_FIELDS, "model is not that of the request"),
        (lambda r: r.update(tool_calls="[1, 2]"), LineFault.UNSTORABLE, "not storable"),
        (lambda r: r.update(tool_calls='[{"a": 1}]'), LineFault.WRONG_FIELDS, "canonical spelling"),
        (lambda r: r.update(tool_calls="{"), LineFault.WRONG_FIELDS, "no JSON list"),
        (lambda r: r.update(tool_calls="3"), LineFault.WRONG_FIELDS, "no JSON list"),
        (lambda r: r.update(finish_reason="length"), LineFault.UNSTORABLE, "it is truncated"),
        (lambda r: r.update(text=""), LineFault.UNSTORABLE, "it is empty"),
        (lambda r: r.update(text="a\0"), LineFault.UNSTORABLE, "not storable"),
        (lambda r: r.update(cost_usd=float("nan")), LineFault.BAD_JSON, "NaN is no JSON number"),
        (lambda r: r.update(cost_usd=-1), LineFault.UNSTORABLE, "not storable"),
        (lambda r: r.update(cost_usd=10**400), LineFault.WRONG_FIELDS, '"cost_usd"'),
        (lambda r: r.update(input_tokens=10**30), LineFault.UNSTORABLE, "not storable"),
        (lambda r: r.update(text=f"my {SECRET}"), LineFault.SECRET, "that of ACME_API_KEY"),
    ],
)
def test_a_faulty_line_is_named_and_the_others_are_kept(
    change: Callable[[dict], object], kind: LineFault, detail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    lines = sound_lines(3)
    lines[1] = altered(lines[1], change)
    path = tmp_path / "cache.jsonl"
    path.write_bytes(b"".join(lines))
    cache = Cache("sqlite://")
    report = load_export(cache, path)
    assert (report.n_new, len(cache)) == (2, 2)
    (group,) = report.faults
    ((line, said),) = group.notes.examples
    assert (group.kind, group.notes.count, line) == (kind, 1, 2)
    assert detail in said
    assert SECRET not in said
    assert verify(path) == report.faults


@pytest.mark.parametrize(
    ("changes", "kind", "detail"),
    [
        ({"key": "0" * 64}, LineFault.WRONG_KEY, '"0000'),
        ({"model": "acme/other"}, LineFault.WRONG_FIELDS, "model is not that of the request"),
        ({"request": "{}"}, LineFault.WRONG_REQUEST, "expected an object of"),
        ({"request": None}, LineFault.WRONG_FIELDS, '"request"'),
        ({"request": canonical_json(request(0)).decode() + " "}, LineFault.WRONG_REQUEST, "canonical spelling"),
        ({"text": ""}, LineFault.WRONG_FIELDS, '"text"'),
        ({"failed": 3}, LineFault.WRONG_FIELDS, '"failed"'),
        ({"failed": ""}, LineFault.WRONG_REASON, "expected one line of 1 to 1,000 characters"),
        ({"failed": "two\nlines"}, LineFault.WRONG_REASON, "expected one line"),
        ({"failed": "a\0"}, LineFault.WRONG_REASON, "expected one line"),
        ({"failed": "x" * 1_001}, LineFault.WRONG_REASON, "expected one line"),
        ({"failed": f"use {SECRET}"}, LineFault.SECRET, "that of ACME_API_KEY"),
        ({"cost_usd": -1}, LineFault.WRONG_FIELDS, '"cost_usd" is -1, expected dollars from 0'),
        ({"cost_usd": True}, LineFault.WRONG_FIELDS, '"cost_usd"'),
        ({"cost_usd": 10**400}, LineFault.WRONG_FIELDS, '"cost_usd"'),
        ({"cost_usd": float("inf")}, LineFault.BAD_JSON, "Infinity is no JSON number"),
    ],
)
def test_a_faulty_failure_is_named_and_the_others_are_kept(
    changes: dict[str, object], kind: LineFault, detail: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("ACME_API_KEY", SECRET)
    path = tmp_path / "cache.jsonl"
    path.write_bytes(b"".join([*sound_lines(1), failed_line(7, **changes), failed_line(8)]))
    with Failures("sqlite://") as failures:
        report = load_export(Cache("sqlite://"), path, failures)
        assert (report.n_new, report.n_failures, len(failures)) == (1, 1, 1)
    (group,) = report.faults
    ((line, said),) = group.notes.examples
    assert (group.kind, line) == (kind, 2)
    assert detail in said
    assert SECRET not in said
    assert verify(path) == report.faults


@pytest.mark.parametrize(
    ("raw", "kind"),
    [
        (b"{\n", LineFault.BAD_JSON),
        (b"[]\n", LineFault.BAD_JSON),
        (b"[" * 100_000 + b"\n", LineFault.BAD_JSON),
        (b'{"key": "\xff"}\n', LineFault.NOT_TEXT),
        (b'{"key": "\0"}\n', LineFault.NOT_TEXT),
        (b" " * (64 << 20) + b"x\n", LineFault.TOO_LONG),
    ],
)
def test_a_line_that_is_no_json_object_is_named(raw: bytes, kind: LineFault, tmp_path: Path):
    path = tmp_path / "cache.jsonl"
    path.write_bytes(b"\n" + raw + sound_lines(1)[0])
    report = load_export(Cache("sqlite://"), path)
    assert report.n_new == 1
    assert [(group.kind, group.notes.examples[0].line) for group in report.faults] == [(kind, 2)]


def test_five_lines_of_a_kind_are_named_and_the_rest_counted(tmp_path: Path):
    path = tmp_path / "cache.jsonl"
    path.write_bytes(b"{\n" * 1_007 + sound_lines(1)[0] + b"[]\n")
    (group,) = verify(path)
    assert (group.kind, group.notes.count) == (LineFault.BAD_JSON, 1_008)
    assert [note.line for note in group.notes.examples] == [1, 2, 3, 4, 5]
    assert str(group).startswith("not one JSON object a line (1,008): line 1: ")
    assert str(group).endswith("; and 1,003 more")


def test_a_packed_file_that_is_cut_keeps_its_whole_lines(tmp_path: Path):
    lines = sound_lines(3)
    packed = gzip.compress(lines[0]) + gzip.compress(lines[1])[:12]
    path = tmp_path / "cache.jsonl.gz"
    path.write_bytes(packed)
    report = load_export(Cache("sqlite://"), path)
    assert report.n_new == 1
    assert [group.kind for group in report.faults] == [LineFault.CUT_OFF]
    path.write_bytes(gzip.compress(lines[0])[:12])  # the header and no data
    assert [group.kind for group in verify(path)] == [LineFault.CUT_OFF]


def test_a_packed_file_with_a_damaged_end_is_named(tmp_path: Path):
    packed = bytearray(gzip.compress(b"".join(sound_lines(3))))
    packed[-8] ^= 1  # of the checksum
    path = tmp_path / "cache.jsonl.gz"
    path.write_bytes(packed)
    assert [group.kind for group in verify(path)] == [LineFault.CUT_OFF]


def test_two_replies_to_one_request_in_a_file_are_a_contradiction(tmp_path: Path):
    lines = sound_lines(2)
    path = tmp_path / "cache.jsonl"
    path.write_bytes(b"".join([*lines, lines[0], altered(lines[0], lambda r: r.update(text="another"))]))
    report = load_export(Cache("sqlite://"), path)
    assert (report.n_new, report.n_known, report.conflicts.count, report.conflicts.examples[0].line) == (2, 1, 1, 4)
    (group,) = verify(path)
    assert (group.kind, group.notes.count, group.notes.examples[0].line) == (LineFault.CONTRADICTION, 1, 4)


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([0, 1], "failed, and is stored with a reply"),
        ([1, 0], "failed on a line before, and has a reply"),
        ([1, 2], "is noted with another failure"),
    ],
)
def test_a_failure_beside_another_line_of_its_key_is_a_contradiction(lines: list[int], said: str, tmp_path: Path):
    own = [sound_lines(1)[0], failed_line(), failed_line(failed="the reply is empty")]
    first, second = (own[line] for line in lines)
    between = [failed_line(number) for number in range(1, 601)]  # so that the two stand in two blocks
    path = tmp_path / "cache.jsonl"
    path.write_bytes(b"".join([first, *between, second]))
    with pytest.raises(FaultyExportError) as caught:
        open_export(path)
    (found,) = caught.value.faults
    assert (found.kind, found.notes.examples) == (LineFault.CONTRADICTION, [(602, f"{request(0).key[:12]}... {said}")])
    (group,) = verify(path)
    told = f"{request(0).key[:12]}... is told otherwise on a line before"
    assert (group.kind, group.notes.examples) == (LineFault.CONTRADICTION, [(602, told)])
    path.write_bytes(first + second)
    with pytest.raises(FaultyExportError, match="or a failure beside another line"):
        open_export(path)


def test_the_same_failure_twice_is_no_contradiction(tmp_path: Path):
    path = tmp_path / "cache.jsonl"
    path.write_bytes(failed_line() * 2)
    assert verify(path) == []
    replay = open_export(path)
    assert len(replay.failures) == 1
    replay.close()


def test_a_faulty_export_is_not_replayed(tmp_path: Path):
    path = tmp_path / "cache.jsonl"
    lines = sound_lines(2)
    path.write_bytes(lines[0] + altered(lines[0], lambda r: r.update(text="another")) + b"{\n")
    with pytest.raises(FaultyExportError) as caught:
        open_export(path)
    assert [group.kind for group in caught.value.faults] == [LineFault.BAD_JSON, LineFault.CONTRADICTION]
    assert "Nothing was read from it. Fetch the file again" in str(caught.value)
    assert caught.value.exit_code is ExitCode.BAD_INPUT


def test_a_missing_export_is_named(tmp_path: Path):
    for reads in (verify, open_export, lambda path: load_export(Cache("sqlite://"), path)):
        with pytest.raises(MissingFileError, match=r"The model cache file .*absent\.jsonl cannot be read"):
            reads(tmp_path / "absent.jsonl")
