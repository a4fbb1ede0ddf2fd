"""What is in the cache goes out and comes in byte for byte, and a damaged line is named."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from bench_resources.llm_cache import Cache, Stored
from bench_resources.llm_export import FaultyExportError, LineFault, export_cache, load_export, open_export, verify
from bench_resources.llm_requests import Request
from scoring.errors import ExitCode, MissingFileError

SECRET = 'very"secret-ключ'
REPLY = Stored("yes", 12, 3, "stop", 0.001)


def request(number: int) -> Request:
    return Request(
        "acme/small-2026-01-01", [{"role": "user", "content": "Who wrote to Orla Quist?"}], sample_index=number
    )


def pairs(numbers: range) -> list[tuple[Request, Stored]]:
    return [(request(number), replace(REPLY, text=f"reply {number}")) for number in numbers]


@pytest.fixture
def cache(url: str) -> Iterator[Cache]:
    with Cache(url) as opened:
        yield opened


def test_an_empty_cache_is_an_empty_file(cache: Cache):
    assert export_cache(cache) == b""


def test_an_export_is_one_sorted_line_a_reply_with_every_column(cache: Cache):
    cache.put_many(pairs(range(5)))
    lines = [json.loads(line) for line in export_cache(cache).splitlines()]
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


def test_an_export_repeats_whatever_the_order_of_writing_and_through_a_load(cache: Cache, tmp_path: Path):
    many = pairs(range(700))
    cache.put_many(many)
    content = export_cache(cache, tmp_path / "out" / "cache.jsonl")
    assert (tmp_path / "out" / "cache.jsonl").read_bytes() == content
    other = Cache("sqlite://")
    for pair in reversed(many):
        other.put(*pair)
    assert export_cache(other) == content
    with open_export(tmp_path / "out" / "cache.jsonl") as replay:
        assert export_cache(replay) == content
        assert replay.get_many([request(3).key])[request(3).key].text == "reply 3"


def test_a_packed_export_has_no_time_and_no_name_and_loads_alike(tmp_path: Path):
    cache = Cache("sqlite://")
    cache.put_many(pairs(range(3)))
    packed = export_cache(cache, tmp_path / "a.jsonl.gz")
    assert packed == export_cache(cache, tmp_path / "b.jsonl.gz") == (tmp_path / "b.jsonl.gz").read_bytes()
    assert packed[:10] == b"\x1f\x8b\x08\x00" + b"\x00" * 4 + b"\x02\xff"  # no flags, no time, best packing
    assert gzip.decompress(packed) == export_cache(cache)
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
    line = [json.loads(raw)["key"] for raw in export_cache(source).splitlines()].index(request(1).key) + 1
    assert (report.n_new, report.n_known, report.conflicts.count, report.faults) == (2, 1, 1, [])
    assert report.conflicts.examples == [(line, f"{request(1).key[:12]}... is stored with another reply")]
    assert cache.get_many([request(1).key])[request(1).key].text == "another"
    again = load_export(cache, tmp_path / "in.jsonl")
    assert (again.n_new, again.n_known, again.conflicts.count) == (0, 3, 1)


def sound_lines(n: int) -> list[bytes]:
    cache = Cache("sqlite://")
    cache.put_many(pairs(range(n)))
    return export_cache(cache).splitlines(keepends=True)


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
