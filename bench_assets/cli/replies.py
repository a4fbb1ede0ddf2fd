"""`batch export|import`, `export --format cache` and `cache import|verify`: replies and requests as files.

Belongs here: which files, what is said of them. Does not: their lines (bench_resources/batch_*.py, llm_export.py).
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from bench_assets.cli.homes import make_home, release_file
from bench_assets.cli.output import end_with, print_json, say, say_next
from bench_assets.settings.access import CACHE_FILE, CACHE_VARIABLE, MODELS_FOLDER, cache_url, price_in
from bench_assets.settings.release import ModelMode, ReleaseSettings, parse_release
from bench_resources.chat_wire import SchemaMode
from scoring.errors import BadInputError, StoppedError

BATCHES_FOLDER = "batches"


def export_batch(
    home: Path, folder: Path | None, *, release: str | None, is_failed: bool = False, is_json: bool
) -> None:
    """Writes what waits as request files, and says what to do with them.

    Args:
        home: whose requests.
        folder: where to; below the home when None.
        release: of this release alone; of all when None.
        is_failed: what a model refused for good is asked again too.
        is_json: one document in place of the words.
    """
    require_asked(home)
    if release is not None:
        release_file(home, release)
    if is_failed:
        say(f"{ask_again(home, release):,} failed requests wait again.")
    written = write_requests(home, folder or home / MODELS_FOLDER / BATCHES_FOLDER, release)
    if is_json:
        print_json({"files": written})
    if not written:
        say("No request waits: nothing was written.")
        return
    for file in written:
        say(f"{file['n_requests']:,} requests to {file['model']}: {file['path']}")
    say_next("docketbench batch import RESULTS   # the files that come back, of OpenAI's form or Anthropic's")


def write_requests(home: Path, folder: Path, release: str | None) -> list[dict[str, str | int]]:
    """Request files of what waits and is not answered; [] when nothing does."""
    from bench_resources.batch_requests import Pending, write_request_files  # noqa: PLC0415 - SQLAlchemy
    from bench_resources.llm_cache import Cache  # noqa: PLC0415

    url = cache_url(home, os.environ)
    with Pending(url) as pending, Cache(url) as cache:
        waiting = list(pending.all(release))
        answered = cache.get_many(one.key for one in waiting)
        pending.drop(answered)
        modes = schema_modes(home, {one.release for one in waiting})
        asked = [one for one in waiting if one.key not in answered]
        used = sorted({modes.get(one.model, SchemaMode.JSON_SCHEMA) for one in asked})
        written = []
        for mode in used:
            requests = (one.request for one in asked if modes.get(one.model, SchemaMode.JSON_SCHEMA) is mode)
            written += write_request_files(folder / mode if len(used) > 1 else folder, requests, mode)
    return [
        {"path": str(file.path), "model": file.model, "n_requests": file.n_requests, "sha256": file.sha256}
        for file in written
    ]


def ask_again(home: Path, release: str | None) -> int:
    """Lets failed requests wait again; gives how many. A partition that took them as failed must be made anew."""
    from bench_resources.batch_requests import Pending  # noqa: PLC0415 - SQLAlchemy

    with Pending(cache_url(home, os.environ)) as pending:
        return pending.ask_again(release)


def schema_modes(home: Path, releases: set[str]) -> dict[str, SchemaMode]:
    """How each model is told which JSON is wanted, as the releases say that ask it."""
    modes: dict[str, SchemaMode] = {}
    for release in sorted(releases):
        if (home / "releases" / f"{release}.toml").is_file():
            endpoints = settings_of(home, release).models.endpoints
            modes |= {name: SchemaMode(endpoint.schema_mode) for name, endpoint in endpoints.items()}
    return modes


def import_batch(home: Path, files: Sequence[Path], *, is_json: bool) -> None:
    """Takes result files into the cache. Ends with 3 when requests still wait, or lines could not be used."""
    require_asked(home)
    from bench_resources.batch_requests import Pending  # noqa: PLC0415 - SQLAlchemy
    from bench_resources.batch_results import BATCH_DISCOUNT, import_results  # noqa: PLC0415
    from bench_resources.ledger import Ledger  # noqa: PLC0415
    from bench_resources.llm_cache import Cache  # noqa: PLC0415
    from bench_resources.prices import Price, price_of  # noqa: PLC0415

    url = cache_url(home, os.environ)
    with Pending(url) as pending, Cache(url) as cache, Ledger(url) as ledger:
        overrides: dict[str, Price] = {}
        discounts: set[float] = set()
        for release in sorted({one.release for one in pending.all()}):
            models = settings_of(home, release).models
            overrides |= {name: price_in(section) for name, section in models.prices.items()}
            discounts.add(models.batch_discount)
        prices = {name: price for name in pending.models() if (price := price_of(name, overrides)) is not None}
        report = import_results(files, cache, pending, ledger, prices, discount=min(discounts, default=BATCH_DISCOUNT))
    if is_json:
        findings = {str(kind): remarks.count for kind, remarks in report.findings.items()}
        counts = {
            name: getattr(report, name)
            for name in ("n_lines", "n_stored", "n_failed", "n_given_up", "n_passing", "n_still_pending")
        }
        print_json({**counts, "cost_usd": report.cost_usd, "findings": findings})
    if report.n_still_pending or not (report.is_sound or report.n_given_up):
        end_with(StoppedError("\n".join(report.lines())))
    for line in report.lines():
        say(line)


def export_cache(home: Path, version: str, out: Path | None, *, is_json: bool) -> None:
    """Writes the replies that a release was built from: its released cache."""
    release_file(home, version)
    from bench_resources.ledger import Ledger  # noqa: PLC0415 - SQLAlchemy
    from bench_resources.llm_cache import Cache  # noqa: PLC0415
    from bench_resources.llm_export import export_cache as export  # noqa: PLC0415
    from bench_resources.llm_failures import Failures  # noqa: PLC0415

    path = out or home / "exports" / version / "cache.jsonl.gz"
    url = cache_url(home, os.environ)
    with Cache(url) as cache, Ledger(url) as ledger, Failures(url) as failures:
        keys = ledger.keys(version)
        if not keys:
            raise BadInputError(
                f"Release {version} asked no live model, so that there is no reply to export. "
                "Its models are in [models] of its TOML."
            )
        exported = export(cache, path, keys, failures)
    if is_json:
        print_json({"release": version, "path": str(path), **exported._asdict()})
    say(f"{exported.n_replies:,} replies and {exported.n_failures:,} failures that {version} was built from: {path}")
    say_next(f"docketbench cache verify {path}", f"docketbench build {version} --replay {path}")


def import_cache(home: Path, path: Path, *, is_json: bool) -> None:
    """Stores the sound lines of an exported cache; ends with 3 when a line was left out."""
    make_home(home)
    from bench_resources.llm_cache import Cache  # noqa: PLC0415 - SQLAlchemy
    from bench_resources.llm_export import load_export  # noqa: PLC0415
    from bench_resources.llm_failures import Failures  # noqa: PLC0415

    url = cache_url(home, os.environ)
    with Cache(url) as cache, Failures(url) as failures:
        report = load_export(cache, path, failures)
    faults = [str(group) for group in report.faults]
    if report.conflicts.count:
        faults.append(f"{report.conflicts.count:,} keys are stored with another reply or failure, which stays")
    if is_json:
        print_json({"n_new": report.n_new, "n_known": report.n_known, "faults": faults})
    say(f"{report.n_new:,} replies stored, {report.n_known:,} were there before.")
    if faults:
        end_with(StoppedError("Left out:\n  " + "\n  ".join(faults)))


def verify_cache(path: Path, *, is_json: bool) -> None:
    """Says whether an exported cache can be relied on; ends with 2 when it cannot."""
    from bench_resources.llm_export import FaultyExportError, verify  # noqa: PLC0415 - SQLAlchemy

    faults = verify(path)
    if is_json:
        print_json({"path": str(path), "is_sound": not faults, "faults": [str(group) for group in faults]})
    if faults:
        end_with(FaultyExportError(str(path), faults))
    say(f"{path} is sound: every key is the hash of its request, every reply is whole, every failure has its reason.")


def require_asked(home: Path) -> None:
    """Raises BadInputError for a home from which no live model was asked so far."""
    if CACHE_VARIABLE not in os.environ and not (home / MODELS_FOLDER).is_dir():
        raise BadInputError(
            f"No live model was asked from the home {home}, so that no request waits there. "
            'Build a release whose [models] has mode = "batch", or give its home with --home.'
        )


def settings_of(home: Path, version: str) -> ReleaseSettings:
    """A release's TOML. Raises BadInputError when there is none, or a faulty one."""
    path = release_file(home, version)
    return parse_release(path.read_text(encoding="utf-8"), path)


def spent_told(home: Path, version: str) -> str:
    """What the release's calls have cost over all its builds, in a sentence; "" when it made none."""
    url = cache_url(home, os.environ)
    if CACHE_VARIABLE not in os.environ and not (home / MODELS_FOLDER / CACHE_FILE).is_file():
        return ""
    from bench_resources.ledger import Ledger, Source  # noqa: PLC0415 - SQLAlchemy

    with Ledger(url) as ledger:
        totals = {total.group[0]: total for total in ledger.totals(version, by=("source",))}
    told = [
        f"{totals[source].n_calls:,} {words} (${totals[source].cost_usd:,.4f}, {totals[source].n_failed:,} failed)"
        for source, words in ((Source.LIVE, "live calls"), (Source.BATCH, "by batch"))
        if source in totals
    ]
    n_hits = totals[Source.CACHE].n_calls if Source.CACHE in totals else 0
    return f"Of {version} so far: {', '.join([*told, f'{n_hits:,} answered from the cache'])}." if totals else ""


def write_waiting(home: Path, version: str) -> list[str]:
    """After a build that stopped for a batch: its request files, and what to do next; [] in another mode."""
    if settings_of(home, version).models.mode is not ModelMode.BATCH:
        return []
    folder = home / MODELS_FOLDER / BATCHES_FOLDER / version
    for old in folder.glob("*.jsonl"):  # of the step before: answered, or written anew
        old.unlink()
    files = write_requests(home, folder, version)
    return [f"{file['n_requests']:,} requests to {file['model']}: {file['path']}" for file in files]
