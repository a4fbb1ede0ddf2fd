"""`export`: a release in the forms that others read.

Belongs here: which format, where from, what is said. Does not: the files (bench_assets/publishing), the cache of
replies (replies.py).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from bench_assets.cli import replies
from bench_assets.cli.homes import exported
from bench_assets.cli.output import print_json, say, say_next
from bench_assets.cli.reading import MANIFEST, why_no_task
from scoring.errors import BadInputError

if TYPE_CHECKING:
    from bench_assets.publishing.beir_export import Document
    from bench_assets.publishing.exchange import BuiltRelease, ExportFormat
    from bench_assets.publishing.exports import ExportedFile
    from bench_assets.publishing.trec_export import Rankings

CACHE = "cache"
NOTHING_RETRIEVED = "it retrieved nothing"
OTHER_BUILD = "it was submitted to another build of the release"


def export(home: Path, version: str, kind: str, out: Path | None, *, is_json: bool) -> None:
    """Writes one format of a release.

    Raises: BadInputError: there is no such format, the release was not built or has no task, `out` holds what no export
        wrote, or the home no longer has the corpus that was released.
    """
    from bench_assets.publishing.exchange import ExportFormat  # noqa: PLC0415 - pyarrow comes with it

    if kind == CACHE:
        replies.export_cache(home, version, out, is_json=is_json)
        return
    if kind not in list(ExportFormat):
        raise BadInputError(f"There is no format {kind!r} yet; the formats are: {', '.join([CACHE, *ExportFormat])}.")
    export_folder(home, version, ExportFormat(kind), out, is_json=is_json)


def export_folder(home: Path, version: str, kind: ExportFormat, out: Path | None, *, is_json: bool) -> None:
    """Writes a folder of files and says what is in it."""
    from bench_assets.publishing.exchange import write_export  # noqa: PLC0415

    release = open_release(home, version)
    folder = (out or release.folder / kind.value).expanduser().resolve()
    files = write_export(folder, release, kind, lambda empty: _fill(empty, home, release, kind))
    if is_json:
        print_json(
            {
                "release": version,
                "format": kind.value,
                "out": str(folder),
                "files": [{"file": of.file, "sha256": of.sha256, "n_lines": of.n_lines} for of in files],
            }
        )
    say(f"{len(files):,} files of {version} as {kind.value}: {folder}", style="green")
    say_next(f"read {folder / 'README.md'}, which says how to load them")


def open_release(home: Path, version: str) -> BuiltRelease:
    """A release that was built and has tasks. Raises BadInputError with the next step for any other."""
    from bench_assets.publishing.exchange import USED_FILES, open_built  # noqa: PLC0415

    manifest = exported(home, version, MANIFEST)
    for name in USED_FILES:
        exported(home, version, name)
    if manifest.with_name(USED_FILES[0]).stat().st_size == 0 and (why := why_no_task(home, version)):
        raise BadInputError(why)
    return open_built(manifest.parent, version)


def _fill(folder: Path, home: Path, release: BuiltRelease, kind: ExportFormat) -> list[ExportedFile]:
    from bench_assets.publishing.beir_export import write_beir  # noqa: PLC0415
    from bench_assets.publishing.exchange import ExportFormat  # noqa: PLC0415
    from bench_assets.publishing.trec_export import write_trec  # noqa: PLC0415

    if kind is ExportFormat.BEIR:
        return write_beir(folder, release, corpus_of(home, release.version))
    runs, left_out = runs_of(home, release)
    for system, reason in left_out.items():
        say(f"No run of {system}: {reason}.", style="yellow")
    return write_trec(folder, release, runs, left_out)


def corpus_of(home: Path, version: str) -> Iterator[Document]:
    """The documents of a release's corpus, by doc_id. Raises BadInputError when this home does not have it."""
    from bench_assets.publishing.beir_export import Document  # noqa: PLC0415
    from bench_resources.lake import Lake  # noqa: PLC0415

    lake = Lake(home)
    if not lake.path("corpus", version).is_file():
        raise BadInputError(
            f"The corpus of {version} is not in this home: {lake.path('corpus', version)} does not exist. "
            f"Build it here with: docketbench build {version}"
        )
    return (Document(**row) for row in lake.rows("corpus", version, Document._fields))


def runs_of(home: Path, release: BuiltRelease) -> tuple[dict[str, Rankings], dict[str, str]]:
    """The rankings of every system that was submitted or scored, and why the others have none."""
    runs: dict[str, Rankings] = {}
    left_out: dict[str, str] = {}
    asked = {task.task_id for task in release.tasks}
    for system in systems_of(home, release.version):
        rankings = rankings_of(home, release.version, system)
        if rankings.keys() != asked:
            left_out[system] = OTHER_BUILD
        elif not any(rankings.values()):
            left_out[system] = NOTHING_RETRIEVED
        else:
            runs[system] = rankings
    return runs, left_out


def systems_of(home: Path, version: str) -> list[str]:
    """Every system whose predictions lie in the home: as a submission, or in the lake since it was scored."""
    from bench_assets.evaluation.submissions import names_of  # noqa: PLC0415
    from bench_resources.lake import Lake  # noqa: PLC0415

    scored = [path.stem for path in Lake(home).path("predictions", f"{version}|_").parent.glob("*.parquet")]
    return sorted({*names_of(home, version), *scored})


def rankings_of(home: Path, version: str, system: str) -> Rankings:
    """What a system retrieved, by task: of its submission's folder, else of the lake's table."""
    from bench_assets.evaluation.submissions import PREDICTIONS_FILE, folder_of, read_submission  # noqa: PLC0415
    from bench_resources.lake import Lake  # noqa: PLC0415

    folder = folder_of(home, version, system)
    if (folder / PREDICTIONS_FILE).is_file():
        table = read_submission(folder)
    else:
        table = Lake(home).read("predictions", f"{version}|{system}", ["task_id", "retrieved"])
    return dict(zip(table["task_id"].to_pylist(), table["retrieved"].to_pylist(), strict=True))
