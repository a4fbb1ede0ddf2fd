"""`review`: a page for a person to mark a sample on, and what the marks say once they come back.

Belongs here: which of the two is asked, files in and out, the table. Does not: the sample, the page, the counting
(bench_assets/reviewing).
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench_assets.cli.homes import exported, make_home, release_file
from bench_assets.cli.output import print_json, say, say_next, show, table_of
from bench_assets.cli.reading import read_lines
from bench_assets.reviewing.sampling import draw_sample
from bench_assets.settings.release import parse_release
from bench_resources.atomic import write_bytes, write_text
from scoring.errors import BadInputError, name_culprits

if TYPE_CHECKING:
    from bench_assets.reviewing.marks import Release
    from bench_assets.reviewing.summary import ReviewedType, ReviewSummary

COLUMNS = ["type", "marked", "ok", "bad", "of them withdrawn", "unsure", "error rate", "95% interval"]
OVERALL = "all types"
NOT_MEASURED = "-"


@dataclass(frozen=True)
class Asked:
    """What the command line of `review` says: share, seed and page to write a page, the rest to read marks."""

    share: float
    seed: int
    page: Path | None
    files: Sequence[Path]
    is_read: bool
    is_retract: bool


@dataclass(frozen=True)
class Withdrawal:
    """The bad tasks by what becomes of them: task_ids to withdraw, or that were withdrawn now, and earlier."""

    file: Path
    new: tuple[str, ...]
    earlier: tuple[str, ...]
    is_written: bool

    def as_json(self) -> dict[str, Any]:
        """As `review --read --json` has it."""
        return {
            "file": str(self.file),
            "is_written": self.is_written,
            "new": list(self.new),
            "earlier": list(self.earlier),
        }


def review(home: Path, version: str, asked: Asked, *, is_json: bool) -> None:
    """Writes the page of a seeded sample, or reads saved marks back.

    Raises: BadInputError: files or --retract without --read, --out with it, or anything below that cannot be used.
    """
    release = open_release(home, version)
    if asked.is_read:
        if asked.page is not None:
            raise BadInputError("--out is where a page is written, and --read writes none. Leave one of them out.")
        read_marks(home, release, asked, is_json=is_json)
        return
    if asked.files or asked.is_retract:
        named = f"the files {name_culprits([str(path) for path in asked.files])}" if asked.files else "--retract"
        raise BadInputError(
            f"Marks come back with --read, and {named} came without it. "
            f"Run: docketbench review {version} --read FILE..."
        )
    write_page(home, release, asked, is_json=is_json)


def open_release(home: Path, version: str) -> Release:
    """The release as it was built. Raises BadInputError when it was not, or was damaged since."""
    from bench_assets.reviewing.marks import Release  # noqa: PLC0415

    tasks = read_lines(exported(home, version, "tasks.jsonl"))
    manifest = exported(home, version, "manifest.json").read_bytes()
    return Release(version, hashlib.sha256(manifest).hexdigest(), tasks)


def write_page(home: Path, release: Release, asked: Asked, *, is_json: bool) -> None:
    """Writes the page and says where it is and what is on it. Raises BadInputError for a share outside (0, 1]."""
    from bench_assets.reviewing.page import Sample, review_page, wanted_documents  # noqa: PLC0415

    sample = Sample(draw_sample(release.tasks, share=asked.share, seed=asked.seed), asked.seed, asked.share)
    wanted = wanted_documents(sample.tasks)
    texts = read_texts(home, release.version, wanted)
    path = asked.page or home / "review_pages" / f"review-{release.version}-{asked.seed}.html"
    if asked.page is None:
        make_home(home)
    content = review_page(release, sample, texts)
    write_bytes(path, content)
    drawn, held = (Counter(task["type"] for task in of) for of in (sample.tasks, release.tasks))
    if is_json:
        print_json(
            {
                "release": release.version,
                "manifest_sha256": release.manifest_sha256,
                "seed": asked.seed,
                "share": asked.share,
                "types": {kind: {"n_tasks": held[kind], "n_sampled": drawn[kind]} for kind in sorted(held)},
                "documents_missing": sorted(wanted - texts.keys()),
                "page": str(path),
                "bytes": len(content),
            }
        )
    told = ", ".join(f"{drawn[kind]} of {held[kind]} {kind}" for kind in sorted(held)) or "no task"
    say(f"Wrote {path} ({len(content):,} bytes): {told}. Open it in a browser; it needs no network.")
    if missing := sorted(wanted - texts.keys()):
        say(
            f"Warning: {len(missing):,} documents are not in this home, so their quotes stand alone: "
            f"{name_culprits(missing)}. Build the release here to see the text around them.",
            style="yellow",
        )
    say_next(f"docketbench review {release.version} --read review-{release.version}-{asked.seed}.json")


def read_texts(home: Path, version: str, doc_ids: frozenset[str]) -> dict[str, str]:
    """The texts of these documents in the release's corpus; those that this home does not have are left out."""
    import pyarrow as pa  # noqa: PLC0415 - reading marks needs none
    import pyarrow.compute as pc  # noqa: PLC0415

    from bench_resources.lake import Lake  # noqa: PLC0415

    lake = Lake(home)
    if not doc_ids or not lake.path("corpus", version).is_file():
        return {}
    corpus = lake.read("corpus", version, ["doc_id", "text"])
    kept = corpus.filter(pc.is_in(corpus["doc_id"], value_set=pa.array(sorted(doc_ids), corpus["doc_id"].type)))
    return {row["doc_id"]: row["text"] for row in kept.to_pylist() if row["text"] is not None}


def read_marks(home: Path, release: Release, asked: Asked, *, is_json: bool) -> None:
    """Stores the marks of saved files, says what all stored marks add up to, and withdraws the bad tasks when asked.

    Raises: BadInputError: a file cannot be used, or there is nothing to read; then nothing was stored.
    """
    from bench_assets.reviewing.marks import read_reviews, store_reviews, stored_reviews  # noqa: PLC0415
    from bench_assets.reviewing.summary import retracted_tasks, summarise  # noqa: PLC0415

    version = release.version
    saved = read_reviews(asked.files, release)
    stored = store_reviews(home, [review for _, review in saved])
    reviews = stored_reviews(home, version)
    if not reviews.latest:
        raise BadInputError(
            f"No marks of {version} are stored, and no file was given. Run: docketbench review {version} --read FILE..."
        )
    found = summarise(reviews, release.tasks, retracted_tasks(home, version))
    withdrawal = withdraw(home, version, found, is_written=asked.is_retract)
    if is_json:
        document = {"release": version, "manifest_sha256": release.manifest_sha256}
        print_json(
            document
            | {"stored": [str(path) for path in stored], **found.as_json(), "retractions": withdrawal.as_json()}
        )
    else:
        show_summary(version, found)
    for path in stored:
        say(f"Stored {path}.")
    for line in agreement_told(found):
        say(line)
    say_withdrawal(version, withdrawal)


def withdraw(home: Path, version: str, found: ReviewSummary, *, is_written: bool) -> Withdrawal:
    """What becomes of the bad tasks; written into the release's TOML when `is_written`.

    Raises: BadInputError: the home has no such release file, or lines cannot be added to it.
    """
    from bench_assets.reviewing.retracting import retract  # noqa: PLC0415

    path = home / "releases" / f"{version}.toml"
    if is_written:
        path = release_file(home, version)
    text = path.read_bytes().decode("utf-8") if path.is_file() else None  # bytes: line ends stay as they are
    held = parse_release(text, path).publishing.retractions if text is not None else {}
    reasons = {task.task_id: task.reason for task in found.bad if task.task_id not in held}
    if is_written and reasons and text is not None:
        write_text(path, retract(text, path, reasons))
    earlier = tuple(task.task_id for task in found.bad if task.task_id in held)
    return Withdrawal(path, tuple(reasons), earlier, is_written=is_written and bool(reasons))


def show_summary(version: str, found: ReviewSummary) -> None:
    """One row a type and one of all, on standard output."""
    rows = [[kind, *_cells(of)] for kind, of in [*found.types.items(), (OVERALL, found.overall)]]
    show(table_of(f"{version}: marks of {', '.join(found.reviewers) or 'nobody'}", COLUMNS, rows))


def agreement_told(found: ReviewSummary) -> list[str]:
    """How far each two reviewers agree, in a sentence; nothing where they share no task."""
    told = []
    for pair in found.agreement:
        if pair.n_both:
            kappa = f"Cohen's kappa {pair.kappa:.2f}" if pair.kappa is not None else "no kappa: too few, or no variety"
            told.append(f"{' and '.join(pair.reviewers)} agree on {pair.n_same} of {pair.n_both} tasks ({kappa}).")
    return told


def say_withdrawal(version: str, withdrawal: Withdrawal) -> None:
    """What was or would be retracted, and what to run next."""
    n_new, file = len(withdrawal.new), withdrawal.file
    if withdrawal.earlier:
        say(f"{len(withdrawal.earlier):,} bad tasks are retracted already: {name_culprits(withdrawal.earlier)}.")
    if withdrawal.is_written:
        say(f"Retracted {n_new:,} tasks in {file}: {name_culprits(withdrawal.new)}.", style="green")
        say_next(f"docketbench build {version}")
    elif n_new:
        say(
            f"{n_new:,} bad tasks would be retracted with --retract: {name_culprits(withdrawal.new)}. Each becomes a "
            f"line under [publishing.retractions] of {file}; nothing was changed.",
            style="yellow",
        )
        say_next(f"docketbench review {version} --read --retract")
    else:
        say("No further task is marked bad: nothing to retract.", style="green")
        say_next(
            f"docketbench review {version}   # the page, for somebody else"
            if not withdrawal.earlier
            else f"docketbench build {version}"
        )


def _cells(of: ReviewedType) -> list[str]:
    rate = NOT_MEASURED if of.error_rate is None else f"{of.error_rate:.1%}"
    interval = NOT_MEASURED if of.low is None or of.high is None else f"{of.low:.1%} to {of.high:.1%}"
    return [*(f"{n:,}" for n in (of.n_marked, of.n_ok, of.n_bad, of.n_withdrawn, of.n_unsure)), rate, interval]
