"""`source add` and `release new`: the two files that a person writes before the first build.

Belongs here: locking, showing what was locked, writing the release file. Does not: building.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench_assets.cli.homes import make_home
from bench_assets.cli.output import print_json, say, say_next, show, table_of
from bench_assets.settings.new_release import new_release_text, write_release
from bench_assets.settings.release import check_name
from bench_assets.source.locks import SourceLock, lock_source, write_lock
from scoring.errors import BadInputError, excerpt, name_culprits

PREVIEW_ROWS = 5
PREVIEW_CHARS = 60  # enough to see whether this is the text column


@dataclass(frozen=True)
class Preview:
    """The first rows of a source's first readable shard, cut for the eye."""

    shard: str
    columns: Sequence[str]
    rows: Sequence[tuple[str, str]]


def add(home: Path, name: str, path: Path, *, id_column: str, text_column: str, is_json: bool) -> None:
    """Locks a source and shows five rows, so that a wrong column is seen now and not after a build."""
    make_home(home)
    say(f"Locking {path}: hashing every shard ...")
    lock = lock_source(name, path, id_column, text_column)
    written = write_lock(home, lock)
    preview = preview_of(lock)
    unreadable = [shard.name for shard in lock.unreadable]
    if unreadable:
        say(
            f"{len(unreadable):,} of {len(lock.shards):,} shards cannot be read: {name_culprits(unreadable)}. "
            "A build quarantines them by name; replace the files and add the source again.",
            style="yellow",
        )
    if is_json:
        print_json(
            {
                "source": lock.name,
                "lock": str(written),
                "shards": len(lock.shards),
                "rows": sum(shard.rows or 0 for shard in lock.shards),
                "unreadable": unreadable,
                "columns": list(preview.columns),
                "preview": [{"doc_id": doc_id, "text": text} for doc_id, text in preview.rows],
            }
        )
    else:
        _show_lock(lock, preview)
    say(f"Locked {written}. A running UI sees it after 'Reload definitions'.")
    say_next(f"docketbench release new VERSION --source {lock.name}")


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
            f"Add it with: docketbench source add {source} PATH --id-column C --text-column C"
        )


def preview_of(lock: SourceLock) -> Preview:
    """Five rows of the first shard that can be read and has both columns; no rows when none has."""
    import pyarrow as pa  # noqa: PLC0415 - 0.3 s that `release new` need not wait for
    import pyarrow.parquet as pq  # noqa: PLC0415

    for shard in lock.shards:
        if shard.rows is None:
            continue
        try:
            with pq.ParquetFile(shard.file) as file:
                columns = file.schema_arrow.names
                if {lock.id_column, lock.text_column} <= set(columns):
                    batch = next(file.iter_batches(PREVIEW_ROWS, columns=[lock.id_column, lock.text_column]), None)
                    return Preview(shard.name, columns, _rows(batch, lock))
        except (pa.ArrowInvalid, OSError):
            say(f"Shard {shard.name} cannot be shown; a build says why.", style="yellow")
    return Preview("", (), ())


def _rows(batch: object, lock: SourceLock) -> list[tuple[str, str]]:
    records = batch.to_pylist() if batch is not None else []  # type: ignore[attr-defined]  # pyarrow has no types
    return [
        (excerpt(str(row[lock.id_column])), excerpt(str(row[lock.text_column] or "")[:PREVIEW_CHARS]))
        for row in records
    ]


def _show_lock(lock: SourceLock, preview: Preview) -> None:
    """The lock in a sentence, the columns with the two chosen ones marked, and the preview."""
    rows = sum(shard.rows or 0 for shard in lock.shards)
    say(f"{len(lock.shards):,} shards, {rows:,} rows, {sum(shard.bytes for shard in lock.shards):,} bytes.")
    marks = {lock.id_column: " (doc_id)", lock.text_column: " (text)"}
    say(f"Columns: {', '.join(f'{column}{marks.get(column, str())}' for column in preview.columns)}")
    show(table_of(f"First rows of {preview.shard}", ["doc_id", "text"], preview.rows))
