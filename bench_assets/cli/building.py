"""`build` and `demo`: a release from its shards to its board.

Belongs here: calling the build, showing its progress, its summary and its exit code. Does not: any stage.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bench_assets.cli import reading
from bench_assets.cli.homes import enter_home, make_home, release_file
from bench_assets.cli.output import BuildProgress, end_with, print_json, say, say_next
from bench_assets.cli.replies import spent_told, write_waiting
from bench_assets.graph import GRAPH
from bench_assets.progress import heard_by
from bench_assets.publishing.yields import read_yields, yield_told
from bench_assets.settings.access import REPLAY_VARIABLE
from bench_assets.settings.release import check_name
from scoring.errors import DocketbenchError, StoppedError, name_culprits

if TYPE_CHECKING:
    from bench_assets.build import BuildSummary

DEMO = "demo"
DEMO_SOURCE = "planted"
DEMO_DOCUMENTS = 400
DEMO_SHARDS = 4
DEMO_BACKBONE = 400  # all that the targets leave: the demo's corpus is the whole source


def build(
    home: Path, version: str, *, workers: int, only: str | None, allow_quarantine: bool, replay: str, is_json: bool
) -> None:
    """Builds a release and says what was done.

    Ends with 3 when a shard was quarantined and that is not allowed, with 1 when a partition failed; what was built is
    kept either way.
    """
    release_file(home, version)
    summary = run_build(home, version, workers=workers, only=only, replay=replay)
    report(summary, is_json=is_json)
    if told := spent_told(home, version):
        say(told)
    closing = "\n".join(write_waiting(home, version)) if summary.stops else ""
    if only is None and is_published(summary):
        say_yields(home, version)
        closing = reading.why_no_task(home, version)
    end_if_unfinished(summary, allow_quarantine=allow_quarantine, closing=closing)
    if only is not None:
        say_next(f"docketbench build {version}")
        return
    say_next(
        f"docketbench tasks {version} --sample 5",
        f"docketbench tasks {version} --funnel   # what became of the drafts, stage by stage",
        f"docketbench board {version}",
        "docketbench ui",
    )


def demo(home: Path, *, workers: int, replay: str, is_json: bool) -> None:
    """Plants the corpus, locks it, writes the release and builds it; what stands unchanged is reused."""
    make_home(home)
    plant(home)
    summary = run_build(home, DEMO, workers=workers, only=None, replay=replay)
    report(summary, is_json=is_json)
    closing = reading.why_no_task(home, DEMO) if is_published(summary) else ""
    if summary.stops:
        closing = "\n".join(write_waiting(home, DEMO))
    end_if_unfinished(summary, allow_quarantine=False, closing=closing)
    if not is_json:
        reading.show_board(reading.read_board(home, DEMO))
    say(f"Questions, key, judgments and manifest: {home / 'exports' / DEMO}")
    say_next(
        "docketbench ui                              # every table, its lineage and its preview",
        f"docketbench tasks {DEMO} --sample 5           # tasks with their answers and quotes",
        f"docketbench score {DEMO} PREDICTIONS --name MY-SYSTEM",
        "docketbench source add NAME PATH              # a corpus of your own",
    )


def plant(home: Path) -> None:
    """The demo's corpus, its lock and its release file, each made only when it is not there as it should be."""
    from bench_assets.settings.new_release import new_release_text, write_release  # noqa: PLC0415
    from bench_assets.source.locks import lock_source, write_lock  # noqa: PLC0415
    from bench_resources.planted.corpus import write_corpus  # noqa: PLC0415

    folder = home / "demo_corpus"
    write_corpus(folder, n_documents=DEMO_DOCUMENTS, seed=0, n_shards=DEMO_SHARDS)
    if not is_locked(home, DEMO_SOURCE, folder):
        say(f"Locking the embedded corpus of {DEMO_DOCUMENTS} documents ...")
        write_lock(home, lock_source(DEMO_SOURCE, folder, "doc_id", "text_content"))
    if not (home / "releases" / f"{DEMO}.toml").exists():
        write_release(home, DEMO, new_release_text(DEMO, DEMO_SOURCE, backbone_documents=DEMO_BACKBONE))


def is_locked(home: Path, source: str, folder: Path) -> bool:
    """Whether the source's lock already names the folder's very shards, in their sizes."""
    from bench_assets.source.locks import read_lock  # noqa: PLC0415
    from bench_resources.remote import is_url  # noqa: PLC0415

    path = home / "sources" / f"{source}.toml"
    if not path.is_file():
        return False
    lock = read_lock(home, path)
    if is_url(lock.root):
        return False
    shards = {file.resolve(): file.stat().st_size for file in folder.glob("*.parquet")}
    return {shard.file.resolve(): shard.bytes for shard in lock.shards} == shards


def run_build(home: Path, version: str, *, workers: int, only: str | None, replay: str) -> BuildSummary:
    """The build in this process, its progress on standard error.

    `replay` is a path of an exported cache, OWN_CACHE, or "" for a build that may call out.
    """
    check_name(version, "release")
    enter_home(home)
    os.environ[REPLAY_VARIABLE] = replay  # for the worker processes too
    from bench_assets.build import build_release  # noqa: PLC0415 - Dagster, whose home must be set before

    with BuildProgress() as progress, heard_by(progress.tell):
        return build_release(home, version, workers=workers, only=only, report=progress.report)


def report(summary: BuildSummary, *, is_json: bool) -> None:
    """What was built and what was not, in one sentence; as JSON when asked."""
    document: dict[str, Any] = summary.as_json()
    if is_json:
        print_json(document)
    say(
        f"Release {summary.release}: {summary.built:,} partitions built, {summary.reused:,} reused, "
        f"{summary.quarantined:,} quarantined, {summary.failed:,} failed; {summary.model_calls:,} model calls; "
        f"{summary.seconds:.1f} s. Manifest {summary.manifest_sha256 or 'not built'}."
    )


def end_if_unfinished(summary: BuildSummary, *, allow_quarantine: bool, closing: str = "") -> None:
    """Ends with 1 when a partition failed, with 3 when a shard is quarantined and may not be.

    `closing` is said last, however the build ended.
    """
    last = f"\n{closing}" if closing else ""
    quarantined = [f"{shard} ({reason})" for shard, reason in sorted(summary.quarantine.items())]
    told = f"{len(quarantined):,} shards are quarantined: {name_culprits(quarantined)}. "
    if summary.failures:
        end_with(
            DocketbenchError(
                f"{summary.failed:,} partitions of {summary.release} failed: "
                f"{name_culprits(failures_told(summary.failures))}. {told if quarantined else ''}"
                f"What was built is kept: mend the cause and run docketbench build {summary.release} again.{last}"
            )
        )
    if summary.stops:
        reasons = "\n".join(f"{reason}." for reason in failures_told(summary.stops))
        end_with(
            StoppedError(f"{reasons}{f' {told}' if quarantined else ''}\nWhat was built and answered is kept.{last}")
        )
    if quarantined and not allow_quarantine:
        end_with(
            StoppedError(
                f"{told}What was built is kept. "
                f"Replace the files and add the source again, or build with --allow-quarantine.{last}"
            )
        )
    if closing:
        say(closing, style="yellow")


def is_published(summary: BuildSummary) -> bool:
    """Whether the exports are those of this build: nothing failed that the manifest is made from."""
    assets = [node.asset for node in GRAPH]
    after = assets[assets.index("release_manifest") + 1 :]
    return summary.manifest_sha256 is not None and {step.partition(" ")[0] for step in summary.failures} <= set(after)


def failures_told(failures: Mapping[str, str]) -> list[str]:
    """What failed and why, one entry a reason: what fails for four systems fails once."""
    steps: dict[str, list[str]] = {}
    for step, reason in sorted(failures.items()):
        steps.setdefault(reason.rstrip("."), []).append(step)
    return [f"{name_culprits(of)}: {reason}" for reason, of in steps.items()]


def say_yields(home: Path, version: str) -> None:
    """How many tasks of each type a published release has, and at which stage its drafts were lost."""
    path = home / "exports" / version / reading.MANIFEST
    if path.is_file():
        for kind, of in read_yields(reading.read_object(path)).items():
            say(yield_told(kind, of), style="yellow" if of.n_short else "")
