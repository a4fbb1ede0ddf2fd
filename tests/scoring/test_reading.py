"""Files of the contract: every fault with its line, at most five of a kind and a count."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from scoring.contract import Item, Prediction, Task, TaskType
from scoring.errors import ExitCode, FaultKind, FaultyFileError, MissingFileError
from scoring.reading import read_predictions, read_tasks, read_verdicts, unknown_documents

Write = Callable[..., Path]


def line(task_id: str, **changes: object) -> str:
    return json.dumps({"task_id": task_id, "answer": "yes", "citations": [], "retrieved": []} | changes)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def to_file(*lines: str | bytes) -> Path:
        path = tmp_path / "lines.jsonl"
        path.write_bytes(b"".join((part.encode() if isinstance(part, str) else part) + b"\n" for part in lines))
        return path

    return to_file


def faults_of(path: Path, *task_ids: str) -> dict[FaultKind, list[tuple[int | None, str]]]:
    with pytest.raises(FaultyFileError) as caught:
        read_predictions(path, task_ids)
    assert caught.value.exit_code is ExitCode.BAD_INPUT
    return {kind: [(f.line, f.detail) for f in kept] for kind, kept in caught.value.faults.examples.items()}


def test_predictions_come_back_sorted_by_task(write: Write) -> None:
    assert [p.task_id for p in read_predictions(write(line("b"), "", line("a")), ["a", "b"])] == ["a", "b"]


def test_a_byte_order_mark_and_carriage_returns_do_no_harm(write: Write) -> None:
    path = write(b"\xef\xbb\xbf" + line("a").encode() + b"\r", line("b") + "\r")
    assert len(read_predictions(path, ["a", "b"])) == 2


def test_the_faults_of_one_file_are_told_together(write: Write) -> None:
    path = write(line("a"), line("a"), line("z"), '{"task_id": "b", ', line("c", cost_usd=float("nan")))
    assert faults_of(path, "a", "b", "c", "d") == {
        FaultKind.DUPLICATE_TASK: [(2, '"a" is already on line 1')],
        FaultKind.UNKNOWN_TASK: [(3, '"z"')],
        FaultKind.BAD_JSON: [(4, "Expecting property name enclosed in double quotes at character 17")],
        FaultKind.NOT_FINITE: [(5, "NaN is no JSON number; write null or leave the field out")],
        FaultKind.MISSING_TASK: [(None, '"b"'), (None, '"d"')],  # c has its line, faulty as it is
    }


def test_the_message_names_file_faults_and_lines(write: Write) -> None:
    path = write(line("a"), line("a"), "[]")
    with pytest.raises(FaultyFileError) as caught:
        read_predictions(path, ["a", "b"])
    assert str(caught.value).splitlines() == [
        f"{path} has 3 faults:",
        "  not one JSON object a line (1): line 3: a list, expected an object",
        '  task given more than once (1): line 2: "a" is already on line 1',
        '  task of the release without a line (1): "b"',
        "Nothing was scored. Mend the file and run the command again.",
    ]


def test_five_of_a_kind_are_shown_and_the_rest_counted(write: Write) -> None:
    path = write(*[line(f"z{i}") for i in range(8)])
    with pytest.raises(FaultyFileError, match="and 3 more") as caught:
        read_predictions(path, [])
    assert [f.line for f in caught.value.faults.examples[FaultKind.UNKNOWN_TASK]] == [1, 2, 3, 4, 5]
    assert caught.value.faults.as_json()[0]["count"] == 8


@pytest.mark.parametrize(
    ("raw", "kind", "detail"),
    [
        (b'{"task_id": "a", "answer": "\xff"}', FaultKind.NOT_UTF8, "byte 28 is 0xff"),
        (b'{"task_id": "a"\0}', FaultKind.NUL, "at byte 15; is the file UTF-16 or cut short?"),
        (b"[" * 200_000, FaultKind.BAD_JSON, "nested too deep"),
        (b'{"task_id": ' + b"9" * 5000 + b"}", FaultKind.BAD_JSON, "a number with too many digits"),
        (b'{"task_id": "a"} trailing', FaultKind.BAD_JSON, "Extra data at character 18"),
    ],
)
def test_a_hostile_line_is_one_fault(write: Write, raw: bytes, kind: FaultKind, detail: str) -> None:
    assert faults_of(write(raw), "a")[kind] == [(1, detail)]


@pytest.mark.parametrize("number", ["Infinity", "-Infinity", "NaN", "1e999"])
def test_numbers_that_are_none_are_refused_wherever_they_stand(write: Write, number: str) -> None:
    path = write(line("a")[:-1] + f', "extra": [{{"deep": {number}}}]}}')
    assert FaultKind.NOT_FINITE in faults_of(path, "a")


def test_a_line_of_a_thousand_nans_is_one_fault(write: Write) -> None:
    path = write(line("a")[:-1] + ', "extra": [' + ", ".join(["NaN"] * 1000) + "]}")
    assert len(faults_of(path, "a")[FaultKind.NOT_FINITE]) == 1


def test_a_key_given_twice_is_a_fault(write: Write) -> None:
    path = write(line("a")[:-1] + ', "answer": "no"}')
    assert faults_of(path, "a") == {FaultKind.DUPLICATE_KEY: [(1, '"answer"')]}


def test_a_line_that_is_too_long_is_passed_over_and_the_next_is_read(write: Write) -> None:
    path = write(line("a", answer="x" * 25_000_000), line("z"), "y" * 9_999_999)
    faults = faults_of(path, "b")
    assert faults[FaultKind.TOO_LONG][0][0] == 1
    assert "at most 10,000,000 are read" in faults[FaultKind.TOO_LONG][0][1]
    assert faults[FaultKind.UNKNOWN_TASK] == [(2, '"z"')]
    assert faults[FaultKind.BAD_JSON][0][0] == 3  # ten million bytes with the line break are not too long


def test_a_utf16_file_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "utf16.jsonl"
    path.write_bytes(line("a").encode("utf-16"))
    assert "is the file UTF-16" in faults_of(path, "a")[FaultKind.NUL][0][1]


def test_an_id_cannot_bring_control_characters_or_length_into_a_message(write: Write) -> None:
    ((_, detail),) = faults_of(write(line("\x1b[31m" + "é" * 500)))[FaultKind.UNKNOWN_TASK]
    assert detail.startswith('"\\u001b[31m\\u00e9')
    assert detail.isascii()
    assert "..." in detail


def test_an_empty_file_misses_every_task(write: Write) -> None:
    assert faults_of(write(), "a") == {FaultKind.MISSING_TASK: [(None, '"a"')]}


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(MissingFileError, match=r"The predictions file .*none\.jsonl cannot be read: No such file"):
        read_predictions(tmp_path / "none.jsonl", ["a"])
    with pytest.raises(MissingFileError, match="Is a directory"):
        read_tasks(tmp_path)


def test_a_key_is_read_and_an_empty_one_refused(write: Write) -> None:
    assert read_tasks(write('{"task_id": "a", "type": "single_hop", "canary": "x"}')) == [
        Task("a", TaskType.SINGLE_HOP)
    ]
    with pytest.raises(FaultyFileError, match="the file holds no task"):
        read_tasks(write())
    with pytest.raises(FaultyFileError, match='"a" is already on line 1'):
        read_tasks(write('{"task_id": "a", "type": "single_hop"}', '{"task_id": "a", "type": "timeline"}'))


def test_a_task_without_a_verdict_is_no_fault_but_an_unknown_or_second_one_is(write: Write) -> None:
    tasks = [Task("a", TaskType.SINGLE_HOP), Task("b", TaskType.SINGLE_HOP)]
    assert len(read_verdicts(write('{"task_id": "a", "is_refusal": false, "is_correct": true}'), tasks)) == 1
    with pytest.raises(FaultyFileError) as caught:
        read_verdicts(write(*['{"task_id": "a", "error": "down"}'] * 2, '{"task_id": "z", "is_refusal": true}'), tasks)
    assert list(caught.value.faults.counts) == [FaultKind.DUPLICATE_TASK, FaultKind.UNKNOWN_TASK]


def test_a_verdict_list_of_another_length_than_the_items_is_refused(write: Write) -> None:
    task = Task("a", TaskType.AGGREGATION, items=(Item("x"), Item("y")))
    path = write('{"task_id": "a", "is_refusal": false, "matched_items": [true], "extra_items": 0}')
    with pytest.raises(FaultyFileError, match="1 matched_items for 2 items, expected one each"):
        read_verdicts(path, [task])


def test_unknown_documents_are_listed_by_task_and_field(tmp_path: Path) -> None:
    ids = tmp_path / "doc_ids.txt"
    ids.write_text("D-1\r\nD-2\n", encoding="utf-8")
    predictions = [
        Prediction("a", "yes", citations=("D-1", "D-9", "D-9"), retrieved=("D-2", "D-9")),
        Prediction("b", "yes", citations=("D-2",)),
    ]
    found = [(u.task_id, u.field, u.doc_id) for u in unknown_documents(predictions, ids)]
    assert found == [("a", "citations", "D-9"), ("a", "retrieved", "D-9")]


def test_a_faulty_list_of_document_ids_is_refused(tmp_path: Path) -> None:
    ids = tmp_path / "doc_ids.txt"
    ids.write_bytes(b"D-1\n\xff\n")
    with pytest.raises(FaultyFileError, match="not UTF-8"):
        unknown_documents([], ids)
