"""The error family: everything a user can be told about bad input.

Each error takes its culprits as data and builds its own message: what was found, what was expected, what to do.
Programming faults stay ordinary exceptions and do not belong here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

MAX_CULPRITS = 5  # a message names this many and counts the rest
MAX_EXCERPT_CHARS = 80  # of document text, in any message


class ExitCode(IntEnum):
    """What a command's exit status means."""

    DONE = 0
    FAILED = 1
    BAD_INPUT = 2
    STOPPED = 3  # on purpose, with its work kept


class DocketbenchError(Exception):
    """Base of every error a user is meant to read. `exit_code` is what the CLI ends with."""

    exit_code: ExitCode = ExitCode.FAILED


class BadInputError(DocketbenchError):
    """Something a user wrote or named cannot be used as it is."""

    exit_code = ExitCode.BAD_INPUT


class StoppedError(DocketbenchError):
    """A gate, a budget or a quarantine stopped the work on purpose; what was done is kept."""

    exit_code = ExitCode.STOPPED


def name_culprits(culprits: Sequence[object]) -> str:
    """Comma-separated culprits, at most five, then "and N more". Empty input gives ""."""
    named = ", ".join(str(culprit) for culprit in culprits[:MAX_CULPRITS])
    hidden = len(culprits) - MAX_CULPRITS
    return f"{named}, and {hidden:,} more" if hidden > 0 else named


def excerpt(text: str) -> str:
    """The text on one line, cut to 80 characters, for use in messages and logs."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_EXCERPT_CHARS else line[: MAX_EXCERPT_CHARS - 3] + "..."


def quote(text: str) -> str:
    """Untrusted text as a short ASCII JSON string: no line breaks, no terminal escapes, at most 80 characters of it."""
    return json.dumps(excerpt(text))


class FaultKind(StrEnum):
    """What can be wrong with a line of a submitted file."""

    BAD_JSON = "bad_json"
    NOT_FINITE = "not_finite"
    DUPLICATE_KEY = "duplicate_key"
    TOO_LONG = "too_long"
    NUL = "nul"
    NOT_UTF8 = "not_utf8"
    WRONG_TYPE = "wrong_type"
    MISSING_FIELD = "missing_field"
    UNKNOWN_TASK = "unknown_task"
    DUPLICATE_TASK = "duplicate_task"
    MISSING_TASK = "missing_task"


FAULT_MEANINGS = {
    FaultKind.BAD_JSON: "not one JSON object a line",
    FaultKind.NOT_FINITE: "NaN or an infinite number",
    FaultKind.DUPLICATE_KEY: "a key given twice in one object",
    FaultKind.TOO_LONG: "line too long",
    FaultKind.NUL: "NUL character",
    FaultKind.NOT_UTF8: "not UTF-8",
    FaultKind.WRONG_TYPE: "value of the wrong type",
    FaultKind.MISSING_FIELD: "required field missing",
    FaultKind.UNKNOWN_TASK: "task that is not in the release",
    FaultKind.DUPLICATE_TASK: "task given more than once",
    FaultKind.MISSING_TASK: "task of the release without a line",
}


@dataclass(frozen=True)
class Fault:
    """One fault. `line` counts from 1; None when the fault is the absence of a line."""

    kind: FaultKind
    line: int | None
    detail: str


class FaultError(BadInputError):
    """One record is faulty. Raised while a record is read, where the line is not known yet."""

    def __init__(self, kind: FaultKind, detail: str, others: Sequence[FaultError] = ()) -> None:
        """`detail` says what was found and what was expected; `others` are further faults of the same record."""
        super().__init__(f"{FAULT_MEANINGS[kind]}: {detail}")
        self.kind = kind
        self.detail = detail
        self.others = tuple(others)


def raise_faults(faults: Sequence[FaultError]) -> None:
    """Raises the first of some faults of one record, which carries the others; nothing when there are none."""
    if faults:
        raise FaultError(faults[0].kind, faults[0].detail, faults[1:]) from faults[0]


@dataclass
class FaultLog:
    """Every fault of one file: the first five of a kind, and how many there were. Memory does not grow with faults."""

    counts: dict[FaultKind, int] = field(default_factory=dict)
    examples: dict[FaultKind, list[Fault]] = field(default_factory=dict)

    def add(self, kind: FaultKind, line: int | None, detail: str) -> None:
        """Counts a fault, and keeps it while it is among the first five of its kind."""
        self.counts[kind] = self.counts.get(kind, 0) + 1
        kept = self.examples.setdefault(kind, [])
        if len(kept) < MAX_CULPRITS:
            kept.append(Fault(kind, line, detail))

    def add_all(self, error: FaultError, line: int | None) -> None:
        """Counts every fault of one record."""
        for fault in (error, *error.others):
            self.add(fault.kind, line, fault.detail)

    @property
    def total(self) -> int:
        """All faults, shown or not."""
        return sum(self.counts.values())

    def as_json(self) -> list[dict[str, Any]]:
        """One entry a kind, in the order of FaultKind: {kind, meaning, count, examples: [{line, detail}]}."""
        return [
            {
                "kind": kind.value,
                "meaning": FAULT_MEANINGS[kind],
                "count": self.counts[kind],
                "examples": [{"line": fault.line, "detail": fault.detail} for fault in self.examples[kind]],
            }
            for kind in FaultKind
            if kind in self.counts
        ]


class FaultyFileError(BadInputError):
    """A submitted file was read to its end and is faulty. `faults` holds what was found."""

    def __init__(self, path: str, faults: FaultLog) -> None:
        """The message lists at most five faults of a kind, each with its line, and a count."""
        self.path = path
        self.faults = faults
        shown = "\n".join(_describe(kind, faults) for kind in FaultKind if kind in faults.counts)
        noun = "fault" if faults.total == 1 else "faults"
        super().__init__(
            f"{path} has {faults.total:,} {noun}:\n{shown}\n"
            "Nothing was scored. Mend the file and run the command again."
        )


def _describe(kind: FaultKind, faults: FaultLog) -> str:
    shown = "; ".join(
        fault.detail if fault.line is None else f"line {fault.line}: {fault.detail}" for fault in faults.examples[kind]
    )
    hidden = faults.counts[kind] - len(faults.examples[kind])
    more = f"; and {hidden:,} more" if hidden else ""
    return f"  {FAULT_MEANINGS[kind]} ({faults.counts[kind]:,}): {shown}{more}"


class MissingFileError(BadInputError):
    """A file that a command was given cannot be opened."""

    def __init__(self, path: str, what: str, reason: str) -> None:
        """`what` is the role of the file ("predictions"), `reason` the system's word for the trouble."""
        super().__init__(f"The {what} file {path} cannot be read: {reason}. Give the path of an existing file.")


class JudgeFailedError(DocketbenchError):
    """The judge failed on more than half of what it was asked: it is broken, and no score would mean anything."""

    def __init__(self, model: str, n_failed: int, n_asked: int, reasons: Sequence[str]) -> None:
        """`reasons` are the failures' own words, most frequent first."""
        super().__init__(
            f"Judge {model} failed on {n_failed:,} of {n_asked:,} answers: {name_culprits(list(reasons))}. "
            "Nothing was scored. Check the judge's name, key and quota, and that it answers in JSON, and run it again."
        )


class UnknownJudgeError(BadInputError):
    """`--judge` names nothing that is installed."""

    def __init__(self, name: str, known: Sequence[str]) -> None:
        """`known` are the names that installed packages register."""
        have = name_culprits(sorted(known)) or "none"
        super().__init__(
            f"No judge is called {quote(name)}; installed judges: {have}. Name one of these, install the package that "
            "registers it under docketbench.judges, or give --verdicts."
        )


class UnloadableJudgeError(BadInputError):
    """`--judge` names a judge whose code does not load here."""

    def __init__(self, name: str, target: str, reason: str) -> None:
        """`target` is the entry point's value, `reason` Python's word for the trouble."""
        super().__init__(
            f"Judge {quote(name)} does not load from {target}: {excerpt(reason)}. "
            "Install what it needs, name another judge, or give --verdicts."
        )
