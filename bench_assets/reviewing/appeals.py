"""Appeals: somebody shows a document that supports a released task and is not among its gold.

Belongs here: what an appeal must hold to be filed, its file in the home, what was decided of it. Does not: asking a
model (appeal_judging.py), pools: an accepted appeal is for the next pool version, the release stays as it is.
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bench_assets.drafting.quotes import find_quote
from bench_assets.reviewing.retracting import toml_string
from bench_assets.settings.release import check_name
from bench_resources.atomic import write_text
from scoring.contract import Task
from scoring.errors import BadInputError, MissingFileError, excerpt, name_culprits, quote

HASH_CHARS = 12  # of a doc_id's sha256, in the file's name: a doc_id may hold anything
MAX_REASON_CHARS = 2000


class Decision(StrEnum):
    """What a person says of an appeal."""

    ACCEPTED = "accepted"
    REJECTED = "rejected"


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Judged(_Part):
    """What the release's strong model said of the window around the quote.

    `items` are the parts of a list answer that the window supports, as the key has them; empty for other types.
    """

    label: str
    reason: str
    items: tuple[str, ...] = ()
    model: str
    prompt_version: str


class Decided(_Part):
    """A person's word, which stands whatever the model said."""

    decision: Decision
    reason: str = Field(min_length=1, max_length=MAX_REASON_CHARS)


class Appeal(_Part):
    """One file: that a document supports a task. `quote` is the document's text from `start` to `end`, exclusive."""

    release: str
    manifest_sha256: str
    task: str
    document: str
    quote: str
    start: int = Field(ge=0)
    end: int = Field(gt=0)
    judge: Judged | None = None
    person: Decided | None = None

    @property
    def state(self) -> str:
        """`open` until a person decided: a model's word alone changes no key."""
        return "open" if self.person is None else self.person.decision.value

    def text(self) -> str:
        """The stored form, in TOML; the same appeal is the same bytes."""
        lines = [
            f"release = {toml_string(self.release)}",
            f"manifest_sha256 = {toml_string(self.manifest_sha256)}",
            f"task = {toml_string(self.task)}",
            f"document = {toml_string(self.document)}",
            f"quote = {toml_string(self.quote)}",
            f"start = {self.start}",
            f"end = {self.end}",
        ]
        if self.judge is not None:
            lines += ["", "[judge]", *_judge_lines(self.judge)]
        if self.person is not None:
            lines += ["", "[person]", f"decision = {toml_string(self.person.decision.value)}"]
            lines += [f"reason = {toml_string(self.person.reason)}"]
        return "".join(f"{line}\n" for line in lines)


class Stored(NamedTuple):
    """An appeal and its file."""

    path: Path
    appeal: Appeal


class Accepted(NamedTuple):
    """A document that the next pool version takes as gold of a task, and why."""

    doc_id: str
    quote: str
    reason: str


def appeals_folder(home: Path, version: str) -> Path:
    """Where a release's appeals lie."""
    return home / "appeals" / check_name(version, "release")


def appeal_path(folder: Path, task_id: str, doc_id: str) -> Path:
    """`<task_id>--<hash of the doc_id>.toml`."""
    digest = hashlib.sha256(doc_id.encode("utf-8", "surrogateescape")).hexdigest()[:HASH_CHARS]
    return folder / f"{check_name(task_id, 'task')}--{digest}.toml"


def require_appealable(tasks: Mapping[str, Task], version: str, task_id: str, doc_id: str) -> Task:
    """The task that a document may be claimed for.

    Raises: BadInputError: no such task, one whose right answer is to decline, or a document that is its gold already.
    """
    task = tasks.get(task_id)
    if task is None:
        raise BadInputError(
            f"Release {version} has no task {quote(task_id)}, only {len(tasks):,} others. "
            f"See them with: docketbench tasks {version} --json"
        )
    if task.is_rejection:
        raise BadInputError(
            f"Task {task_id} is of type {task.type}, whose right answer is to decline: it has no gold to add to. "
            f"If a document answers it, mark it bad with: docketbench review {version}"
        )
    if doc_id in task.citable_docs:
        raise BadInputError(
            f"Document {quote(doc_id)} is gold of task {task_id} already, so that there is nothing to appeal. "
            f"See its gold with: docketbench tasks {version} --json"
        )
    return task


def locate(text: str, said: str, doc_id: str, *, max_chars: int) -> tuple[int, int]:
    """The span of a quote in a document, whatever its white space and quotation marks.

    Raises: BadInputError: the quote is not there, or its span is longer than the window that a judge reads.
    """
    span = find_quote(text, said)
    if span is None:
        raise BadInputError(
            f"The quote {quote(said)} does not stand in document {quote(doc_id)}, of {len(text):,} characters. "
            "Copy it from the document with its misread letters; only white space and quotation marks may differ."
        )
    if span[1] - span[0] > max_chars:
        raise BadInputError(
            f"The quote is {span[1] - span[0]:,} characters long, at most {max_chars:,} are read at once "
            "(window_chars in [pooling]). Quote the sentences that say the answer."
        )
    return span


def file_appeal(folder: Path, appeal: Appeal) -> Stored:
    """Stores an appeal; the same one again changes nothing.

    Raises: BadInputError: there is another one on the same task and document, with another quote.
    """
    path = appeal_path(folder, appeal.task, appeal.document)
    if path.is_file():
        held = read_appeal(path)
        if (held.start, held.end) == (appeal.start, appeal.end):
            return Stored(path, held)
        raise BadInputError(
            f"{path} holds an appeal on this task and document already ({held.state}), with the quote "
            f"{quote(held.quote)}. Decide that one, or remove the file to file another."
        )
    write_text(path, appeal.text())
    return Stored(path, appeal)


def read_appeal(path: Path) -> Appeal:
    """The appeal in a file. Raises BadInputError for a faulty one, MissingFileError."""
    try:
        return Appeal.model_validate(tomllib.loads(path.read_bytes().decode("utf-8")))
    except OSError as error:
        raise MissingFileError(str(path), "appeal", error.strerror or repr(error)) from error
    except ValidationError as error:
        faults = [": ".join(filter(None, [".".join(map(str, f["loc"])), f["msg"]])) for f in error.errors()]
        raise BadInputError(
            f"{path} is no appeal, it has {len(faults):,} faults: {name_culprits(faults)}. Mend or remove the file."
        ) from error
    except ValueError as error:  # no TOML, or not UTF-8
        raise BadInputError(f"{path} is no appeal: {excerpt(str(error))}. Mend or remove the file.") from error


def read_appeals(folder: Path) -> list[Stored]:
    """Every appeal in a folder, by task and document; none where there is no folder. Raises as `read_appeal`."""
    found = [Stored(path, read_appeal(path)) for path in folder.glob("*.toml")]
    return sorted(found, key=lambda stored: (stored.appeal.task, stored.appeal.document))


def find_appeal(folder: Path, version: str, task_id: str, doc_id: str) -> Stored:
    """The stored appeal on a task and document. Raises BadInputError when there is none."""
    path = appeal_path(folder, task_id, doc_id)
    if not path.is_file():
        raise BadInputError(
            f"There is no appeal on task {quote(task_id)} and document {quote(doc_id)} of {version}: {path} does not "
            f"exist. File it with --quote; docketbench appeal {version} --list shows all."
        )
    return Stored(path, read_appeal(path))


def decide(stored: Stored, decision: Decision, reason: str) -> Stored:
    """Records a person's decision; a later one takes the place of an earlier.

    Raises: BadInputError: the reason is empty, too long, or no text.
    """
    said = " ".join(reason.split())
    if not said or len(said) > MAX_REASON_CHARS or not _is_text(said):
        raise BadInputError(
            f"The reason has {len(said):,} characters, expected text of 1 to {MAX_REASON_CHARS:,}. Say in a sentence "
            f"why the appeal is {decision.value}, with --reason."
        )
    return _store(stored, stored.appeal.model_copy(update={"person": Decided(decision=decision, reason=said)}))


def record_judged(stored: Stored, judged: Judged) -> Stored:
    """Records what the model said."""
    return _store(stored, stored.appeal.model_copy(update={"judge": judged}))


def accepted_appeals(folder: Path) -> dict[str, list[Accepted]]:
    """What people accepted, by task_id, each task's documents by doc_id; {} where nothing was.

    For the pool of a next release: a model's word alone accepts nothing, whatever it was.
    Raises: BadInputError: a file of the folder is faulty.
    """
    accepted: dict[str, list[Accepted]] = {}
    for _, appeal in read_appeals(folder):
        if appeal.person is not None and appeal.person.decision is Decision.ACCEPTED:
            found = Accepted(appeal.document, appeal.quote, appeal.person.reason)
            accepted.setdefault(appeal.task, []).append(found)
    return accepted


def _store(stored: Stored, appeal: Appeal) -> Stored:
    write_text(stored.path, appeal.text())
    return Stored(stored.path, appeal)


def _judge_lines(judge: Judged) -> list[str]:
    return [
        f"label = {toml_string(judge.label)}",
        f"reason = {toml_string(judge.reason)}",
        f"items = [{', '.join(map(toml_string, judge.items))}]",
        f"model = {toml_string(judge.model)}",
        f"prompt_version = {toml_string(judge.prompt_version)}",
    ]


def _is_text(said: str) -> bool:
    """Whether UTF-8 can hold it: an argument that was not has lone surrogates."""
    return not any("\ud800" <= char <= "\udfff" for char in said)
