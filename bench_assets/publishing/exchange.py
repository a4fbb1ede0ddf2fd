"""A built release as others read it: what an export is made from, and the folder that it is written to.

Belongs here: opening the release, its judgments as the headline counts them, hashing lines as they are written, taking
the place of an earlier export. Does not: any format (trec_export.py, beir_export.py), making a release (exports.py).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from bench_assets.publishing.exports import DOC_IDS_FILE, MANIFEST_FILE, QRELS_FILE, TASKS_FILE, ExportedFile
from bench_resources.atomic import whole_file, write_folder
from scoring.contract import Task
from scoring.errors import BadInputError, name_culprits
from scoring.reading import read_tasks
from scoring.trec import read_qrels, trec_id

README_FILE = "README.md"
EXPORT_FILE = "export.json"  # by which a folder that we wrote is known
USED_FILES = (TASKS_FILE, QRELS_FILE, DOC_IDS_FILE)


class ExportFormat(StrEnum):
    """The forms in which other programs read a release."""

    TREC = "trec"
    BEIR = "beir"


@dataclass(frozen=True)
class BuiltRelease:
    """A release as it was built.

    Attributes:
        folder: its files, `exports/<version>` of a home.
        canary: its GUID.
        grade: the manifest's word on it.
        tasks: its key, by task_id.
    """

    version: str
    folder: Path
    manifest_sha256: str
    canary: str
    grade: str
    tasks: Sequence[Task]

    @property
    def n_rejections(self) -> int:
        """Tasks whose right answer is to decline; no document is relevant to them."""
        return sum(task.is_rejection for task in self.tasks)

    @property
    def n_shared_units(self) -> int:
        """Tasks of which several gold documents count as one, which no list of relevant documents can say."""
        return sum(any(len(unit) > 1 for unit in task.gold_units) for task in self.tasks)


class Judgment(NamedTuple):
    """One judged document, as a TREC field; `gain` is 1 where it is gold and 0 where it is not."""

    task_id: str
    doc: str
    gain: int


def open_built(folder: Path, version: str) -> BuiltRelease:
    """The release whose files lie in a folder that holds them all.

    Raises: BadInputError: a file is not the one that the manifest names. FaultyFileError: the key holds no task.
    """
    content = (folder / MANIFEST_FILE).read_bytes()
    try:
        manifest: dict[str, Any] = json.loads(content)
        hashes = {row["file"]: row["sha256"] for row in manifest["files"]}
        canary, grade = str(manifest["canary"]), str(manifest["grade"])
    except (ValueError, KeyError, TypeError) as error:
        raise BadInputError(
            f"{folder / MANIFEST_FILE} is no manifest of a release: {error!r}. "
            f"Build it again with: docketbench build {version}"
        ) from error
    changed = [name for name in USED_FILES if hashes.get(name) != _sha256(folder / name)]
    if changed:
        raise BadInputError(
            f"{name_culprits(changed)} in {folder} are not the files that {MANIFEST_FILE} names by hash, so that no "
            f"export can be made from them. Build the release again with: docketbench build {version}"
        )
    tasks = read_tasks(folder / TASKS_FILE)
    return BuiltRelease(version, folder, hashlib.sha256(content).hexdigest(), canary, grade, tasks)


def judgments(release: BuiltRelease) -> Iterator[Judgment]:
    """What was judged, as the headline metrics count it: gold 1, partial and irrelevant 0; sorted by task and document.

    What is pooled but unjudged is left out. Gold is the key's: an item's documents too, which qrels.trec may not name.
    """
    qrels = read_qrels(release.folder / QRELS_FILE)
    for task in release.tasks:
        gains = {doc: 0 for doc, grade in qrels.get(task.task_id, {}).items() if grade >= 0}
        gains |= dict.fromkeys(map(trec_id, task.citable_docs), 1)
        yield from (Judgment(task.task_id, doc, gains[doc]) for doc in sorted(gains))


def write_lines(folder: Path, name: str, lines: Iterable[str]) -> ExportedFile:
    """Writes lines one by one, so that memory does not grow with them; `name` may lie in a folder below."""
    digest, size, n_lines = hashlib.sha256(), 0, 0
    with whole_file(folder / name) as file:
        for line in lines:
            content = f"{line}\n".encode()
            file.write(content)
            digest.update(content)
            size += len(content)
            n_lines += 1
    return ExportedFile(name, digest.hexdigest(), size, n_lines)


def write_export(
    out: Path, release: BuiltRelease, kind: ExportFormat, fill: Callable[[Path], list[ExportedFile]]
) -> list[ExportedFile]:
    """Writes an export's folder, whole or not at all; gives its files by name.

    Args:
        out: where to. An earlier export gives way to the new one.
        release: what is exported.
        kind: as what.
        fill: writes the files into the folder that it is given.

    Raises: BadInputError: `out` is a file, or holds what no export wrote.
    """
    require_ours(out)
    written: list[ExportedFile] = []

    def fill_whole(folder: Path) -> None:
        written.extend(sorted(fill(folder), key=lambda file: file.file))
        written.append(_write_marker(folder, release, kind, written))

    write_folder(out, fill_whole)
    return sorted(written, key=lambda file: file.file)


def require_ours(out: Path) -> None:
    """Raises BadInputError unless a folder can be made at `out`, or holds nothing but what an export wrote."""
    if not out.exists() and not out.is_symlink():
        return
    if not out.is_dir():
        raise BadInputError(f"{out} is no folder, so that no export can be written there. Give another one with --out.")
    found = {path.relative_to(out).as_posix() for path in out.rglob("*") if not path.is_dir() or path.is_symlink()}
    strangers = sorted(found - _listed(out))
    if strangers:
        raise BadInputError(
            f"{out} holds {len(strangers):,} files that no export wrote, and which it would take the place of: "
            f"{name_culprits(strangers)}. Give an empty or a new folder with --out."
        )


def about(release: BuiltRelease, title: str) -> list[str]:
    """The opening of an export's README: which release this is, and the mark by which it is recognised."""
    return [
        f"# {release.version}: {title}",
        "",
        f"- release: {release.version} ({release.grade})",
        f"- sha256 of its manifest.json: {release.manifest_sha256}",
        f"- canary: {release.canary}. A model that can say it has read these files; leave them out of training data.",
        f"- tasks: {len(release.tasks):,}, of which {release.n_rejections:,} are to be declined and have no judgments",
        "",
    ]


def how_gold_counts(release: BuiltRelease) -> list[str]:
    """Where a reader's numbers are not docketbench's, and why."""
    told = [
        "Gold is 1; documents judged partial or irrelevant are 0. docketbench counts the first 20 distinct documents",
        "of a ranking, and averages over every task with gold: one for which nothing was ranked counts 0.",
    ]
    if release.n_shared_units:
        told += [
            f"Of {release.n_shared_units:,} tasks several gold documents are copies of one evidence, which count once;",
            "where each is a relevant document of its own, these tasks have another recall and nDCG.",
        ]
    return told


def _write_marker(
    folder: Path, release: BuiltRelease, kind: ExportFormat, files: Sequence[ExportedFile]
) -> ExportedFile:
    contents: Mapping[str, Any] = {
        "release": release.version,
        "format": kind.value,
        "manifest_sha256": release.manifest_sha256,
        "canary": release.canary,
        "files": [asdict(file) for file in files],
    }
    text = json.dumps(contents, sort_keys=True, ensure_ascii=False, indent=1)
    return write_lines(folder, EXPORT_FILE, text.split("\n"))


def _listed(out: Path) -> set[str]:
    """The files that an export's own list names, itself among them; none where there is no such list."""
    try:
        contents = json.loads((out / EXPORT_FILE).read_bytes())
        return {EXPORT_FILE, *(str(row["file"]) for row in contents["files"])}
    except (OSError, ValueError, KeyError, TypeError):
        return set()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
