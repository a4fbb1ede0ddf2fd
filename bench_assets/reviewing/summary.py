"""What the marks add up to: errors by type with their intervals, and how far reviewers agree.

Belongs here: combining marks, rates, kappa. Does not: files of marks (marks.py), the terminal (cli/reviewing.py).
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bench_assets.reviewing.marks import (
    Mark,
    MarkValue,
    Review,
    StoredReviews,
    reviews_folder,
    stored_reviews,
    task_hash,
)
from bench_assets.settings.release import parse_release
from scoring.intervals import wilson

if TYPE_CHECKING:
    import pyarrow as pa

MIN_FOR_KAPPA = 10  # of fewer tasks the figure says nothing
Line = Mapping[str, Any]


@dataclass(frozen=True)
class ReviewedType:
    """The marks of one type, or of all.

    Attributes:
        n_bad: withdrawn tasks are among them: to take them out of the count would make every release look faultless.
        n_withdrawn: of the bad ones, those that are retracted already.
        error_rate: bad / (ok + bad), with its Wilson interval of 95%; None when neither was said of any task.
    """

    n_marked: int
    n_ok: int
    n_bad: int
    n_unsure: int
    n_withdrawn: int
    error_rate: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Agreement:
    """Two reviewers on the tasks that both marked; kappa is None below MIN_FOR_KAPPA, and where it is undefined."""

    reviewers: tuple[str, str]
    n_both: int
    n_same: int
    kappa: float | None


class BadTask(NamedTuple):
    """A task that somebody marked BAD, and why: every distinct reason, by reviewer."""

    task_id: str
    type: str
    reason: str


@dataclass(frozen=True)
class ReviewSummary:
    """Every mark that still holds. `reviewers` is how many tasks each of them marked."""

    types: Mapping[str, ReviewedType]
    overall: ReviewedType
    reviewers: Mapping[str, int]
    agreement: tuple[Agreement, ...]
    bad: tuple[BadTask, ...]

    def as_json(self) -> dict[str, Any]:
        """As the card and `docketbench review --json` have it."""
        return {
            "types": {kind: asdict(of) for kind, of in self.types.items()},
            "overall": asdict(self.overall),
            "reviewers": dict(self.reviewers),
            "agreement": [asdict(pair) | {"reviewers": list(pair.reviewers)} for pair in self.agreement],
            "bad": [task._asdict() for task in self.bad],
        }


def review_summary(home: Path, version: str, tasks: Iterable[Line]) -> dict[str, Any]:
    """What people said of a release's tasks, from every stored review of it.

    Args:
        home: its reviews/<version> holds the marks, its releases/<version>.toml the retractions, if there is one.
        version: the release.
        tasks: lines of its key as it is now.

    Returns: {types: {type: {n_marked, n_ok, n_bad, n_unsure, n_withdrawn, error_rate, low, high}}, overall: the same,
        reviewers: {name: tasks marked}, agreement: [{reviewers, n_both, n_same, kappa}], bad: [{task_id, type,
        reason}]}. Empty `reviewers` means that nobody looked.
    Raises: BadInputError: a stored review, or the release's file, is damaged.
    """
    return summarise(stored_reviews(home, version), tasks, retracted_tasks(home, version)).as_json()


def reviewed_types(home: Path, version: str, tasks: pa.Table) -> Mapping[str, ReviewedType]:
    """What people said of the TASKS of a release, by type. Raises BadInputError for a damaged review."""
    return summarise(stored_reviews(home, version), tasks.to_pylist(), retracted_tasks(home, version)).types


def reviews_hash(home: Path, version: str) -> str:
    """SHA-256 over every stored review of a release, by file name; of no file when nobody reviewed it."""
    found = hashlib.sha256()
    for path in sorted(reviews_folder(home, version).glob("*.json")):
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()


def retracted_tasks(home: Path, version: str) -> frozenset[str]:
    """The task_ids that a release's file withdraws; none when the home does not have that file."""
    path = home / "releases" / f"{version}.toml"
    if not path.is_file():
        return frozenset()
    return frozenset(parse_release(path.read_text(encoding="utf-8"), path).publishing.retractions)


def summarise(reviews: StoredReviews, tasks: Iterable[Line], retracted: Collection[str]) -> ReviewSummary:
    """Counts the marks that still hold.

    A mark holds while its task has the question and answer that were read; a BAD one also when its task is retracted.
    A task is bad when anybody says so, else ok when anybody does, else unsure.

    Args:
        reviews: of any build. Of one reviewer's marks on a task the latest file's hold, of several the strictest.
        tasks: lines of the key as it is now; types without marks are counted as 0.
        retracted: task_ids that the release's file withdraws.
    """
    held_tasks = list(tasks)
    marks = _held_marks(reviews, held_tasks, retracted)
    types = {task["type"] for task in held_tasks} | {mark.type or "" for of in marks.values() for mark in of.values()}
    by_task: dict[str, dict[str, Mark]] = defaultdict(dict)
    for reviewer, of in sorted(marks.items()):
        for task_id, mark in of.items():
            by_task[task_id][reviewer] = mark
    settled = {task_id: _settled(list(of.values())) for task_id, of in sorted(by_task.items())}
    present = {task["task_id"] for task in held_tasks}
    bad = [_bad_task(task_id, by_task[task_id]) for task_id, mark in settled.items() if mark.mark is MarkValue.BAD]
    return ReviewSummary(
        types={kind: count_marks([m for m in settled.values() if m.type == kind], present) for kind in sorted(types)},
        overall=count_marks(settled.values(), present),
        reviewers={reviewer: len(of) for reviewer, of in sorted(marks.items())},
        agreement=tuple(agree(pair, marks[pair[0]], marks[pair[1]]) for pair in combinations(sorted(marks), 2)),
        bad=tuple(bad),
    )


def count_marks(marks: Iterable[Mark], present: Collection[str]) -> ReviewedType:
    """One mark a task, counted. `present` are the task_ids that are still released."""
    said = list(marks)
    n_ok, n_bad, n_unsure = (sum(mark.mark is value for mark in said) for value in MarkValue)
    interval = wilson(n_bad, n_ok + n_bad)
    return ReviewedType(
        n_marked=len(said),
        n_ok=n_ok,
        n_bad=n_bad,
        n_unsure=n_unsure,
        n_withdrawn=sum(mark.task_id not in present for mark in said),
        error_rate=n_bad / (n_ok + n_bad) if interval else None,
        low=interval.low if interval else None,
        high=interval.high if interval else None,
    )


def agree(pair: tuple[str, str], one: Mapping[str, Mark], other: Mapping[str, Mark]) -> Agreement:
    """How far two reviewers agree on the tasks that both marked."""
    both = sorted(one.keys() & other.keys())
    said = [(one[task_id].mark, other[task_id].mark) for task_id in both]
    return Agreement(pair, len(both), sum(a is b for a, b in said), cohens_kappa(said))


def cohens_kappa(pairs: Sequence[tuple[MarkValue, MarkValue]]) -> float | None:
    """Agreement beyond chance over ok, bad and unsure, unweighted, in [-1, 1].

    Returns: None for fewer than MIN_FOR_KAPPA pairs, and when both always said the same one thing: 0 / 0.
    Source: Cohen 1960.
    """
    n = len(pairs)
    if n < MIN_FOR_KAPPA:
        return None
    observed = sum(a is b for a, b in pairs)
    by_chance = sum(sum(a is v for a, _ in pairs) * sum(b is v for _, b in pairs) for v in MarkValue)
    return None if by_chance == n * n else (observed * n - by_chance) / (n * n - by_chance)


_STRICTNESS = {MarkValue.BAD: 0, MarkValue.OK: 1, MarkValue.UNSURE: 2}


def _settled(marks: Sequence[Mark]) -> Mark:
    return min(marks, key=lambda mark: _STRICTNESS[mark.mark])


def _held_marks(
    reviews: StoredReviews, tasks: Sequence[Line], retracted: Collection[str]
) -> dict[str, dict[str, Mark]]:
    """Reviewer -> task_id -> mark, of the marks that still hold."""
    hashes = {task["task_id"]: task_hash(task) for task in tasks}
    held: dict[str, dict[str, Mark]] = defaultdict(dict)
    for group in (reviews.earlier, reviews.latest):
        for reviewer, marks in _marks_of(group).items():
            held[reviewer] |= {
                task_id: _settled(standing)
                for task_id, said in marks.items()
                if (standing := [mark for mark in said if _holds(mark, hashes, retracted)])
            }
    return {reviewer: of for reviewer, of in held.items() if of}


def _marks_of(reviews: Iterable[Review]) -> dict[str, dict[str, list[Mark]]]:
    said: dict[str, dict[str, list[Mark]]] = defaultdict(lambda: defaultdict(list))
    for review in reviews:
        for mark in review.marks:
            said[review.reviewer][mark.task_id].append(mark)
    return said


def _holds(mark: Mark, hashes: Mapping[str, str], retracted: Collection[str]) -> bool:
    if mark.task_id in hashes:
        return mark.task_sha256 == hashes[mark.task_id]
    return mark.mark is MarkValue.BAD and mark.task_id in retracted


def _bad_task(task_id: str, marks: Mapping[str, Mark]) -> BadTask:
    said = [mark for _, mark in sorted(marks.items()) if mark.mark is MarkValue.BAD]
    reasons = dict.fromkeys(" ".join(mark.reason.split()) for mark in said)
    return BadTask(task_id, said[0].type or "", " / ".join(reasons))
