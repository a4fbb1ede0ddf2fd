"""Saved marks: the file that the page writes, checked against its release, and kept as data of the home.

Belongs here: the form of a review, its faults, storing and reading it back. Does not: what marks add up to
(summary.py), the page that makes them (page.py).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from bench_assets.reviewing.sampling import draw_sample
from bench_assets.settings.release import check_name
from bench_resources.atomic import write_text
from scoring.errors import BadInputError, MissingFileError, name_culprits, quote

MAX_REASON_CHARS = 2000
MAX_FILE_BYTES = 50_000_000  # a hundred thousand marks
MAX_SEED = 2**53 - 1  # what a browser can write as it read it
MANIFEST_CHARS = 12  # of the hash, in the name of a review of an earlier build
_ASIDE = re.compile(rf"\.[0-9a-f]{{{MANIFEST_CHARS}}}\.json$")  # any other name ends with "-", a seed and ".json"
Line = Mapping[str, Any]


class MarkValue(StrEnum):
    """What a reviewer says of a task."""

    OK = "ok"
    BAD = "bad"
    UNSURE = "unsure"


class Mark(BaseModel):
    """One reviewer's word on one task.

    `task_sha256` is `task_hash` of the task that was read; `type` is filled in when the review is stored, so that a
    withdrawn task is still counted under its own.
    """

    model_config = ConfigDict(frozen=True)

    task_id: str
    mark: MarkValue
    reason: str = Field("", max_length=MAX_REASON_CHARS)
    task_sha256: str | None = None
    type: str | None = None


class Review(BaseModel):
    """One saved file: the marks of one reviewer on one sample of one build of a release."""

    model_config = ConfigDict(frozen=True)

    release: str
    manifest_sha256: str = Field(pattern=r"^[0-9a-f]{64}$")
    seed: int = Field(ge=0, le=MAX_SEED)
    share: float = Field(gt=0, le=1)
    reviewer: str
    marks: tuple[Mark, ...]

    @field_validator("reviewer")
    @classmethod
    def _reviewer_names_a_file(cls, value: str) -> str:
        try:
            return check_name(value, "reviewer")
        except BadInputError as error:
            raise ValueError(str(error)) from error

    def text(self) -> str:
        """The stored form: sorted by task, so that the same marks are the same bytes."""
        marks = sorted(self.marks, key=lambda mark: mark.task_id)
        held = self.model_copy(update={"marks": tuple(marks)}).model_dump(mode="json")
        return json.dumps(held, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


@dataclass(frozen=True)
class Release:
    """A built release, as far as a review is checked against it. `tasks` are the lines of its key."""

    version: str
    manifest_sha256: str
    tasks: Sequence[Line]


class Saved(NamedTuple):
    """A review and the file that it was read from."""

    path: Path
    review: Review


class StoredReviews(NamedTuple):
    """A home's reviews of a release.

    `latest` has one a reviewer and seed; `earlier` are those of earlier builds, which these took the place of.
    """

    latest: tuple[Review, ...] = ()
    earlier: tuple[Review, ...] = ()


def task_hash(task: Line) -> str:
    """The SHA-256 of a task's question and answer: a mark holds for as long as these stay."""
    return hashlib.sha256(json.dumps([task["question"], task["answer"] or ""]).encode()).hexdigest()


def read_reviews(paths: Iterable[Path], release: Release) -> list[Saved]:
    """The reviews in saved files, each mark with its task's type and hash.

    Raises: BadInputError: a file is of another release or another build of it, or is faulty; the faults of all files
        in one message. MissingFileError.
    """
    saved = [Saved(path, _parse(path)) for path in paths]
    for path, review in saved:
        _require_release(path, review, release)
    faults = [f"{path.name}: {fault}" for path, review in saved for fault in _faults(review, release)]
    if faults:
        raise BadInputError(
            f"The marks have {len(faults):,} faults, so none were stored: {name_culprits(faults)}. "
            "Mend them on the page, save, and read the file again."
        )
    return [Saved(path, _completed(review, release.tasks)) for path, review in saved]


def store_reviews(home: Path, reviews: Sequence[Review]) -> list[Path]:
    """Keeps each review as reviews/<release>/<reviewer>-<seed>.json; one of an earlier build is put aside, not lost.

    Raises: BadInputError: two reviews would be one file, or a stored one of the same build has marks that the new one
        lacks; then nothing was written.
    """
    paths = [reviews_folder(home, of.release) / f"{of.reviewer}-{of.seed}.json" for of in reviews]
    twice = sorted(path.name for path, n in Counter(paths).items() if n > 1)
    if twice:
        raise BadInputError(
            f"Several of the files are by one reviewer on one sample: {name_culprits(twice)}. Give the latest alone."
        )
    held = [_parse(path) if path.exists() else None for path in paths]
    for path, before, review in zip(paths, held, reviews, strict=True):
        if before is not None:
            _require_no_loss(path, before, review)
    for path, before, review in zip(paths, held, reviews, strict=True):
        if before is not None and before.manifest_sha256 != review.manifest_sha256:
            aside = f"{path.stem}.{before.manifest_sha256[:MANIFEST_CHARS]}.json"
            write_text(path.with_name(aside), before.text())  # before it is replaced: twice is harmless, never is not
        write_text(path, review.text())
    return paths


def stored_reviews(home: Path, version: str) -> StoredReviews:
    """Every stored review of a release, by file name. Raises BadInputError for a damaged one."""
    paths = sorted(reviews_folder(home, version).glob("*.json"))
    is_aside = [bool(_ASIDE.search(path.name)) for path in paths]
    reviews = [_parse(path) for path in paths]
    return StoredReviews(
        latest=tuple(review for review, aside in zip(reviews, is_aside, strict=True) if not aside),
        earlier=tuple(review for review, aside in zip(reviews, is_aside, strict=True) if aside),
    )


def reviews_folder(home: Path, version: str) -> Path:
    """Where a release's reviews lie."""
    return home / "reviews" / check_name(version, "release")


def _parse(path: Path) -> Review:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise BadInputError(f"{path} is larger than {MAX_FILE_BYTES:,} bytes: it is no file of marks.")
        return Review.model_validate_json(path.read_bytes())
    except OSError as error:
        raise MissingFileError(str(path), "marks", error.strerror or repr(error)) from error
    except ValidationError as error:
        faults = [": ".join(filter(None, [".".join(map(str, f["loc"])), f["msg"]])) for f in error.errors()]
        raise BadInputError(
            f"{path} is no file of marks, it has {len(faults):,} faults: {name_culprits(faults)}. "
            "Give a file that the page of docketbench review saved."
        ) from error


def _require_release(path: Path, review: Review, release: Release) -> None:
    """Marks of other tasks than those of today's release would be counted as marks of these."""
    if review.release != release.version:
        raise BadInputError(
            f"{path} holds marks of release {quote(review.release)}, not of {release.version!r}. "
            f"Read it with: docketbench review RELEASE --read {path.name}"
        )
    if review.manifest_sha256 != release.manifest_sha256:
        raise BadInputError(
            f"{path} holds marks of another build of {release.version!r}: manifest {review.manifest_sha256[:12]}, "
            f"but the release has {release.manifest_sha256[:12]}. It was built again after the page was written: "
            f"run docketbench review {release.version} --seed {review.seed}, load the file on that page, and save it."
        )


def _faults(review: Review, release: Release) -> Iterator[str]:
    """What is wrong with the marks themselves, in their order."""
    by_id = {task["task_id"]: task for task in release.tasks}
    sample = {task["task_id"] for task in draw_sample(release.tasks, share=review.share, seed=review.seed)}
    times = Counter(mark.task_id for mark in review.marks)
    yield from (f"task {quote(task_id)} is marked {n} times" for task_id, n in times.items() if n > 1)
    for mark in review.marks:
        name = quote(mark.task_id)
        if mark.task_id not in by_id:
            yield f"task {name} is not in the release"
        elif mark.task_id not in sample:
            # A task that somebody picked says nothing of the rate at which the others are wrong.
            yield f"task {name} is not in the sample of seed {review.seed} and share {review.share}"
        elif mark.task_sha256 not in (None, task_hash(by_id[mark.task_id])):
            yield f"task {name} was marked with another question or answer"
        if mark.mark is MarkValue.BAD and not mark.reason.strip():
            yield f"task {name} is BAD without a reason"


def _completed(review: Review, tasks: Sequence[Line]) -> Review:
    by_id = {task["task_id"]: task for task in tasks}
    marks = [
        mark.model_copy(
            update={"type": by_id[mark.task_id]["type"], "task_sha256": task_hash(by_id[mark.task_id])},
        )
        for mark in review.marks
    ]
    return review.model_copy(update={"marks": tuple(marks)})


def _require_no_loss(path: Path, held: Review, review: Review) -> None:
    """A file of an earlier hour, read again by mistake, would undo what was marked since."""
    if held.reviewer != review.reviewer:  # on a disk that does not tell Ada from ada
        raise BadInputError(f"{path} holds the marks of {held.reviewer}, not of {review.reviewer}. Take another name.")
    lost = sorted({mark.task_id for mark in held.marks} - {mark.task_id for mark in review.marks})
    if lost and held.manifest_sha256 == review.manifest_sha256:
        raise BadInputError(
            f"{path} already holds {len(lost):,} marks of {review.reviewer} that the new file lacks: "
            f"{name_culprits(lost)}. Read the latest file; to take a mark back, mark the task unsure."
        )
