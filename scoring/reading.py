"""Files of the contract, read line by line: the key, predictions, verdicts, document ids.

Belongs here: lines, encodings, duplicates, what is missing. Does not: what a record holds (contract.py).
A file is read to its end before anything is said of it, so that a submitter sees every fault at once.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, Generic, TypeVar

from scoring.contract import Prediction, Task, Verdict
from scoring.errors import FaultError, FaultKind, FaultLog, FaultyFileError, MissingFileError, quote, raise_faults

MAX_LINE_BYTES = 10_000_000  # an answer with its contexts is a few hundred kilobytes; more is a slip or an attack
Record = TypeVar("Record", bound=Task | Prediction | Verdict)


@dataclass(frozen=True)
class UnknownDocument:
    """A document id that a prediction names and the corpus does not hold. It counts as wrong; it is no fault."""

    task_id: str
    field: str
    doc_id: str


def read_tasks(path: Path) -> list[Task]:
    """The tasks of a key (tasks.jsonl), sorted by task_id. Raises FaultyFileError, MissingFileError."""
    reader = _Reader(Task.from_json, None)
    reader.read(path, "key")
    if not reader.first_lines and not reader.faults.total:
        reader.faults.add(FaultKind.MISSING_TASK, None, "the file holds no task")
    return reader.finish(path)


def read_predictions(path: Path, task_ids: Iterable[str] | None) -> list[Prediction]:
    """The predictions of a submission, exactly one a released task, sorted by task_id.

    Args:
        path: predictions.jsonl. Blank lines are passed over, a byte order mark is allowed.
        task_ids: every task of the release; None checks lines and duplicates alone.

    Either every line is a ranking or none is: a system could else leave unmeasured what it would get wrong.

    Raises:
        FaultyFileError: with every fault and its line, at most five of a kind and a count.
        MissingFileError: the file cannot be opened.
    """
    expected = None if task_ids is None else frozenset(task_ids)
    reader: _Reader[Prediction] = _Reader(Prediction.from_json, expected)
    reader.read(path, "predictions")
    for task_id in sorted((expected or frozenset()) - reader.first_lines.keys()):
        reader.faults.add(FaultKind.MISSING_TASK, None, quote(task_id))
    rankings = [task_id for task_id, prediction in reader.records.items() if prediction.is_ranking]
    if len(rankings) < len(reader.records):
        for task_id in rankings:
            detail = "is_ranking is true, but other lines have answers; expected it on every line or on none"
            reader.faults.add(FaultKind.WRONG_TYPE, reader.first_lines[task_id], detail)
    return reader.finish(path)


def read_verdicts(path: Path, tasks: Sequence[Task]) -> list[Verdict]:
    """The verdicts of a judge, sorted by task_id; a task without one is unmeasured and no fault.

    Raises:
        FaultyFileError: as for predictions, and when matched_items is longer or shorter than the task's items.
        MissingFileError: the file cannot be opened.
    """
    n_items = {task.task_id: len(task.items) if task.is_list else 0 for task in tasks}

    def from_json(record: dict[str, Any]) -> Verdict:
        verdict = Verdict.from_json(record)
        expected, found = n_items[verdict.task_id], len(verdict.matched_items)
        if verdict.error is None and expected not in (0, found):
            raise FaultError(FaultKind.WRONG_TYPE, f"{found} matched_items for {expected} items, expected one each")
        return verdict

    reader: _Reader[Verdict] = _Reader(from_json, frozenset(n_items))
    reader.read(path, "verdicts")
    return reader.finish(path)


def unknown_documents(predictions: Sequence[Prediction], doc_ids: Path) -> list[UnknownDocument]:
    """Every cited or retrieved id that is not a line of `doc_ids` (UTF-8, one id a line), by task.

    The file is streamed: memory grows with the predictions, not with the corpus. Raises FaultyFileError.
    """
    wanted = {doc_id for prediction in predictions for doc_id in (*prediction.citations, *prediction.retrieved)}
    faults = FaultLog()
    for _, text in text_lines(doc_ids, "document id", faults):
        wanted.discard(text.rstrip("\r\n"))
    if faults.total:
        raise FaultyFileError(str(doc_ids), faults)
    return [
        UnknownDocument(prediction.task_id, name, doc_id)
        for prediction in predictions
        for name, ids in (("citations", prediction.citations), ("retrieved", prediction.retrieved))
        for doc_id in dict.fromkeys(ids)
        if doc_id in wanted
    ]


class _Reader(Generic[Record]):
    """Sound records by task_id, the line on which each task was first named, and every fault."""

    def __init__(self, from_json: Callable[[dict[str, Any]], Record], expected: frozenset[str] | None) -> None:
        """`expected` None allows every task_id."""
        self.from_json = from_json
        self.expected = expected
        self.records: dict[str, Record] = {}
        self.first_lines: dict[str, int] = {}
        self.faults = FaultLog()

    def read(self, path: Path, what: str) -> None:
        """Reads every line; of a duplicate the first is kept."""
        for number, text in text_lines(path, what, self.faults):
            if not text.strip():
                continue
            try:
                line = _parse(text.rstrip())
                self._claim(line.record, number)
                raise_faults(line.faults)
                sound = self.from_json(line.record)
            except FaultError as fault:
                self.faults.add_all(fault, number)
            else:
                self.records[sound.task_id] = sound

    def _claim(self, record: dict[str, Any], number: int) -> None:
        """Notes the line that speaks for a task, so that a line with another fault is not reported missing as well."""
        task_id = record.get("task_id")
        if not isinstance(task_id, str):
            return
        if self.expected is not None and task_id not in self.expected:
            raise FaultError(FaultKind.UNKNOWN_TASK, quote(task_id))
        if task_id in self.first_lines:
            raise FaultError(
                FaultKind.DUPLICATE_TASK, f"{quote(task_id)} is already on line {self.first_lines[task_id]}"
            )
        self.first_lines[task_id] = number

    def finish(self, path: Path) -> list[Record]:
        """The records sorted by task_id. Raises FaultyFileError when anything was wrong."""
        if self.faults.total:
            raise FaultyFileError(str(path), self.faults)
        return [self.records[task_id] for task_id in sorted(self.records)]


# --- lines --------------------------------------------------------------------------------------------------------


def text_lines(path: Path, what: str, faults: FaultLog) -> Iterator[tuple[int, str]]:
    """Lines that are text, with their numbers from 1; never more than MAX_LINE_BYTES of one in memory.

    Args:
        path: any file.
        what: its role, for the message when it cannot be opened.
        faults: takes the lines that are too long, hold a NUL or are not UTF-8; those are passed over.
    """
    try:
        with path.open("rb") as file:
            for number, raw in _bounded_lines(file, faults):
                text = _decode(raw, number, faults)
                if text is not None:
                    yield number, text
    except OSError as error:
        raise MissingFileError(str(path), what, error.strerror or "unreadable") from error


def _bounded_lines(file: BinaryIO, faults: FaultLog) -> Iterator[tuple[int, bytes]]:
    number = 0
    while raw := file.readline(MAX_LINE_BYTES + 1):
        number += 1
        if len(raw) <= MAX_LINE_BYTES:
            yield number, raw
            continue
        length = len(raw)
        while raw and not raw.endswith(b"\n"):
            raw = file.readline(MAX_LINE_BYTES)
            length += len(raw)
        faults.add(FaultKind.TOO_LONG, number, f"{length:,} bytes, at most {MAX_LINE_BYTES:,} are read")


def _decode(raw: bytes, number: int, faults: FaultLog) -> str | None:
    if b"\0" in raw:
        faults.add(FaultKind.NUL, number, f"at byte {raw.index(0)}; is the file UTF-16 or cut short?")
        return None
    try:
        return raw.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        faults.add(FaultKind.NOT_UTF8, number, f"byte {error.start} is {raw[error.start]:#04x}")
        return None


@dataclass
class _Line:
    """The JSON object on a line, and what JSON itself lets pass: NaN, infinities, a key given twice."""

    record: dict[str, Any] = field(default_factory=dict)
    faults: list[FaultError] = field(default_factory=list)

    def note_constant(self, constant: str) -> None:
        """NaN, Infinity or -Infinity: no JSON, but Python reads it. Its value becomes null."""
        self._note(FaultKind.NOT_FINITE, f"{constant} is no JSON number; write null or leave the field out")

    def finite_float(self, digits: str) -> float | None:
        """The number, None when it is too large for one."""
        value = float(digits)
        if math.isinf(value):
            self._note(FaultKind.NOT_FINITE, f"{quote(digits)} is too large")
            return None
        return value

    def note_object(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        """The object, the last of a repeated key winning, as everywhere else; the repetition is a fault."""
        found = dict(pairs)
        if len(found) < len(pairs):
            ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
            self._note(FaultKind.DUPLICATE_KEY, quote(twice))
        return found

    def _note(self, kind: FaultKind, detail: str) -> None:
        """One fault of a kind is enough of a line; a line of a million NaN must not fill the memory."""
        if all(fault.kind is not kind for fault in self.faults):
            self.faults.append(FaultError(kind, detail))


def _parse(text: str) -> _Line:
    """The JSON object on a line. Raises FaultError: not JSON, or not an object."""
    line = _Line()
    try:
        value = json.loads(
            text,
            object_pairs_hook=line.note_object,
            parse_constant=line.note_constant,
            parse_float=line.finite_float,
        )
    except json.JSONDecodeError as error:
        raise FaultError(FaultKind.BAD_JSON, f"{error.msg} at character {error.colno}") from error
    except RecursionError as error:
        raise FaultError(FaultKind.BAD_JSON, "nested too deep") from error
    except ValueError as error:  # a whole number of more than 4,300 digits
        raise FaultError(FaultKind.BAD_JSON, "a number with too many digits") from error
    if not isinstance(value, dict):
        raise FaultError(FaultKind.BAD_JSON, f"a {type(value).__name__}, expected an object")
    line.record = value
    return line
