"""`source add` and `release new`: the two files that a person writes before the first build.

Belongs here: locking, showing what was locked, writing the release file. Does not: building.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench_assets.cli.homes import make_home
from bench_assets.cli.output import print_json, say, say_next, show, table_of
from bench_assets.progress import counted
from bench_assets.settings.new_release import new_release_text, write_release
from bench_assets.settings.release import check_name
from bench_assets.source.choice import Asked, choose_columns, columns_of
from bench_assets.source.finding import Found, find_shards
from bench_assets.source.locks import (
    FOLDER,
    Changes,
    ShardLock,
    SourceLock,
    compare_locks,
    lock_found,
    read_lock,
    write_lock,
)
from bench_assets.source.readers import open_shard
from bench_assets.source.rows import TEXT_COLUMNS, Columns, Kind, Rows, UnreadableShardError
from scoring.errors import BadInputError, excerpt, name_culprits

PREVIEW_ROWS = 5
PREVIEW_CHARS = 60  # enough to see whether this is the text column
NOUNS = {Kind.PARQUET: "parquet", Kind.JSONL: "JSONL", Kind.TEXT: "text files"}


@dataclass(frozen=True)
class Preview:
    """The first rows of a source's first readable shard, cut for the eye."""

    shard: str
    columns: Sequence[str]
    rows: Sequence[Mapping[str, str]]


def add(home: Path, name: str, path: str, asked: Asked, *, is_json: bool) -> None:
    """Locks a source and shows five rows, so that a wrong column is seen now and not after a build."""
    check_name(name, "source name")
    make_home(home)
    found = find_shards(path)
    say(_what_was_found(path, found))
    former = former_lock(home, name)
    columns = columns_for(found, asked, former)
    how = (
        "hashing every shard" if isinstance(found.root, Path) else f"at {found.root}, reading the footer of every shard"
    )
    say(f"Locking {path}: {how} ...")
    lock = lock_found(name, found, columns, counted(f"Locking {name}", say, noun="shards"))
    written = write_lock(home, lock)
    changes = compare_locks(former, lock) if former else Changes(new=tuple(shard.name for shard in lock.shards))
    preview = preview_of(lock)
    unreadable = [shard.name for shard in lock.unreadable]
    if unreadable:
        say(
            f"{len(unreadable):,} of {len(lock.shards):,} shards cannot be read: {name_culprits(unreadable)}. "
            "A build quarantines them by name; replace the files and add the source again.",
            style="yellow",
        )
    if is_json:
        print_json(_document(lock, written, changes, preview, found))
    else:
        _show_lock(lock, preview)
    if former:
        say(_what_changed(lock, changes))
    say(f"Locked {written}. A running UI sees it after 'Reload definitions'.")
    say_next(f"docketbench release new VERSION --source {lock.name}")


def former_lock(home: Path, name: str) -> SourceLock | None:
    """The lock that is about to be replaced; None when there is none, or a faulty one."""
    path = home / FOLDER / f"{name}.toml"
    if not path.is_file():
        return None
    try:
        return read_lock(home, path)
    except BadInputError as error:
        say(f"The former lock is replaced unread: {error}", style="yellow")
        return None


def columns_for(found: Found, asked: Asked, former: SourceLock | None) -> Columns:
    """The columns to read, and a word on each that nobody named. Raises BadInputError."""
    if found.kind is Kind.TEXT:
        if not asked.is_nothing:
            raise BadInputError(
                "Text files have no columns: a file's path is its id. Leave the --...-column options out."
            )
        return TEXT_COLUMNS
    if asked.is_nothing and former and former.kind is found.kind:
        say(f"Columns as in the former lock: {name_culprits([repr(name) for name in former.columns.names])}.")
        return former.columns
    columns = choose_columns(columns_of(found), asked)
    for option, given, taken in (("--id-column", asked.id, columns.id), ("--text-column", asked.text, columns.text)):
        if given is None:
            say(f"Guessed {option} {taken} by its name; name another if this is wrong.", style="yellow")
    return columns


def _what_was_found(path: str, found: Found) -> str:
    over = ", ".join(f"{n:,} {what}" for what, n in sorted(found.passed_over.items()))
    return f"Found {len(found.shards):,} shards of {NOUNS[found.kind]} in {path}" + (
        f"; not read: {over}." if over else "."
    )


def _what_changed(lock: SourceLock, changes: Changes) -> str:
    """Names every shard that a build will make anew, and the ones that it will miss."""
    named = [
        f"{len(names):,} {what} ({name_culprits(names)})"
        for what, names in (("changed", changes.changed), ("new", changes.new), ("gone", changes.gone))
        if names
    ]
    same = len(lock.shards) - len(changes.changed) - len(changes.new)
    columns = " Other columns are read: every shard is built anew." if changes.has_other_columns else ""
    return f"Since the former lock: {', '.join([*named, f'{same:,} as before'])}.{columns}"


def _document(lock: SourceLock, written: Path, changes: Changes, preview: Preview, found: Found) -> dict[str, object]:
    return {
        "source": lock.name,
        "lock": str(written),
        "kind": str(lock.kind),
        "shards": len(lock.shards),
        "rows": sum(shard.rows or 0 for shard in lock.shards),
        "bytes": sum(shard.bytes for shard in lock.shards),
        "unreadable": [shard.name for shard in lock.unreadable],
        "changed": list(changes.changed),
        "new": list(changes.new),
        "gone": list(changes.gone),
        "passed_over": dict(found.passed_over),
        "id_column": lock.id_column,
        "text_column": lock.text_column,
        "date_column": lock.date_column,
        "group_column": lock.group_column,
        "meta_columns": list(lock.meta_columns),
        "columns": list(preview.columns),
        "preview": list(preview.rows),
    }


def new_release(home: Path, version: str, *, source: str, seed: int, is_json: bool) -> None:
    """Writes a release file for a source that was added."""
    require_source(home, source)
    make_home(home)
    path = write_release(home, version, new_release_text(version, source, seed=seed))
    say(f"Wrote {path}: every setting at its default, with a word on each. Edit it before the first build.")
    if is_json:
        print_json({"release": version, "source": source, "path": str(path)})
    say_next(f"docketbench build {version}")


def require_source(home: Path, source: str) -> None:
    """Raises BadInputError when no such source was added."""
    folder = home / "sources"
    if not (folder / f"{check_name(source, 'source')}.toml").is_file():
        known = sorted(path.stem for path in folder.glob("*.toml"))
        raise BadInputError(
            f"There is no source {source!r} in {folder}: found {name_culprits(known) or 'none'}. "
            f"Add it with: docketbench source add {source} PATH"
        )


def preview_of(lock: SourceLock) -> Preview:
    """Five rows of the first shard that gives any; no rows when none does."""
    seen = Preview("", (), ())
    for shard in lock.shards:
        if seen.rows:
            break
        if shard.rows is None:
            continue
        try:
            seen = _preview(lock, shard)
        except UnreadableShardError as error:
            say(f"Shard {shard.name} will be quarantined: {error}.", style="yellow")
    return seen


def _preview(lock: SourceLock, shard: ShardLock) -> Preview:
    with open_shard(shard.place) as opened:
        columns = list(opened.columns) or list(lock.columns.names)
        first = next((rows for rows in opened.batches(lock.columns) if rows.ids), Rows())
        return Preview(shard.name, columns, _cut(first, lock.columns))


def _cut(rows: Rows, columns: Columns) -> list[Mapping[str, str]]:
    shown = {"doc_id": rows.ids, "text": rows.texts}
    shown |= {"date": rows.dates} if columns.date else {}
    shown |= {"group": rows.groups} if columns.group else {}
    shown |= {"meta": rows.metas} if columns.meta else {}
    return [
        {name: excerpt((values[row] or "")[:PREVIEW_CHARS]) for name, values in shown.items()}
        for row in range(min(PREVIEW_ROWS, len(rows.ids)))
    ]


def _show_lock(lock: SourceLock, preview: Preview) -> None:
    """The lock in a sentence, the columns with the chosen ones marked, and the preview."""
    rows = sum(shard.rows or 0 for shard in lock.shards)
    say(f"{len(lock.shards):,} shards, {rows:,} rows, {sum(shard.bytes for shard in lock.shards):,} bytes.")
    marks = dict.fromkeys(lock.meta_columns, " (meta)") | {lock.date_column: " (date)"}
    marks |= {lock.group_column: " (group)"}
    marks |= {lock.id_column: " (doc_id)", lock.text_column: " (text)"}
    say(f"Columns: {', '.join(f'{column}{marks.get(column, str())}' for column in preview.columns)}")
    headings = list(preview.rows[0]) if preview.rows else ["doc_id", "text"]
    show(table_of(f"First rows of {preview.shard}", headings, [list(row.values()) for row in preview.rows]))
