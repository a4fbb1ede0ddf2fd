"""`tasks` and `board`: what a built release holds, for people and as JSON.

Belongs here: reading exports and showing them. Does not: building them, the order of a board (reporting/board.py).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench_assets.cli.homes import exported
from bench_assets.cli.output import print_json, say, say_next, show, table_of
from bench_assets.publishing.yields import Yields, category_rows, read_yields, table_rows
from scoring.errors import BadInputError

TASKS_SHOWN = 20  # without --sample, on a screen; --json gives all
MANIFEST = "manifest.json"
Line = Mapping[str, Any]


def tasks(home: Path, version: str, *, sample: int | None, seed: int, task_type: str | None, is_json: bool) -> None:
    """The key's tasks, or a seeded sample of them, by type and task_id; of one type when one is named.

    Raises: BadInputError: the release has no task of that type.
    """
    key = read_lines(exported(home, version, "tasks.jsonl"))
    held = of_type(key, task_type, version)
    chosen = held if sample is None else draw(held, sample, seed)
    why_empty = "" if key else why_no_task(home, version)
    if is_json:
        print_json({"release": version, "tasks": chosen})
    else:
        shown = chosen if sample is not None else chosen[:TASKS_SHOWN]
        show(
            table_of(f"{version}: {len(shown):,} of {len(held):,} tasks", ["task", "answer", "evidence"], _cells(shown))
        )
        if len(shown) < len(chosen):
            say(f"{len(chosen) - len(shown):,} more: --sample N draws some, --json gives all.")
    if why_empty:
        say_empty(why_empty)
        return
    say_next(f"docketbench validate {version} PREDICTIONS", f"docketbench board {version}")


def funnel(home: Path, version: str, *, task_type: str | None, is_json: bool) -> None:
    """How many tasks of each type, or of one, each stage let through, and why a type is short.

    Raises: BadInputError: there is no such type.
    """
    yields = read_yields(read_object(exported(home, version, MANIFEST)))
    kinds = [kind for kind in yields if task_type in (None, kind)]
    if task_type is not None and not kinds:
        raise BadInputError(f"There is no type {task_type!r}; the types are {', '.join(yields) or 'none'}.")
    if is_json:
        print_json({"release": version, "yields": {kind: yields[kind].as_json() for kind in kinds}})
    else:
        show(table_of(f"{version}: went on (fell)", ["stage", *kinds], table_rows(yields, kinds)))
        show(table_of("Why they fell", ["stage", "category", *kinds], category_rows(yields, kinds)))
    for kind in kinds:
        if why := yields[kind].why:
            say(f"{kind}: {why}.")
    say_next(f"docketbench tasks {version} --funnel --json   # with examples", "docketbench ui")


def of_type(lines: list[Line], task_type: str | None, version: str) -> list[Line]:
    """The tasks of a type; all when none is named. Raises BadInputError when there is none of that type."""
    kinds = sorted({line["type"] for line in lines})
    if task_type is not None and task_type not in kinds:
        raise BadInputError(
            f"Release {version} has no {task_type!r} task; it has {', '.join(kinds) or 'no task at all'}."
        )
    return [line for line in lines if task_type in (None, line["type"])]


def draw(lines: Sequence[Line], count: int, seed: int) -> list[Line]:
    """`count` tasks by seeded hash order, given back by type and task_id; all when there are fewer."""
    order = sorted(lines, key=lambda line: hashlib.sha256(f"{seed}|{line['task_id']}".encode()).hexdigest())
    return sorted(order[:count], key=lambda line: (line["type"], line["task_id"]))


def read_lines(path: Path) -> list[Line]:
    """The objects of one of our own JSONL files. Raises BadInputError when it was damaged since it was built."""
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    except ValueError as error:
        raise BadInputError(f"{path} was damaged after it was built: {error}. Build the release again.") from error


def say_empty(why: str) -> None:
    """Why there is nothing to show, beside the empty result."""
    say(why, style="yellow")
    say_next("docketbench ui   # the tables of every stage, with their counts and reasons")


def why_no_task(home: Path, version: str) -> str:
    """Why a built release has no task, in a sentence; "" when it has one."""
    manifest = read_object(exported(home, version, MANIFEST))
    return "" if manifest["counts"]["tasks"] else no_task_told(version, read_yields(manifest))


def no_task_told(version: str, yields: Yields) -> str:
    """Where a release without a task lost its drafts, from the manifest's yields, and the tables that show why."""
    drafted = sum(of.n_drafted for of in yields.values())
    verified = sum(of.n_verified for of in yields.values())
    if not drafted:
        why = (
            "no draft was made. Look at document_quality (are documents clean?), target_entities (who is asked "
            "about?), facts (what was rejected?) and the quotas in [drafting]"
        )
    elif not verified:
        why = f"none of its {drafted:,} drafts was verified. Look at the verdicts of each stage, which give a reason"
    else:
        why = (
            f"none of its {verified:,} verified tasks was released. Look at pool_labels, gold_labels, and "
            "max_header_share and the retractions in [publishing]"
        )
    return f"Release {version} has no task, so nothing can be scored against it: {why}."


def board(home: Path, version: str, *, is_json: bool) -> None:
    """The leaderboard of a release."""
    held = read_board(home, version)
    why_empty = "" if held["rows"] else why_no_row(home, version)
    if is_json:
        print_json(held)
    else:
        show_board(held)
    if why_empty:
        say_empty(why_empty)
        return
    say_next(f"docketbench score {version} PREDICTIONS --name MY-SYSTEM", "docketbench ui")


def why_no_row(home: Path, version: str) -> str:
    """Why a board has no row: its release has no task, or nobody's predictions could be scored."""
    return why_no_task(home, version) or (
        f"The board of {version} has no row: no submission was scored so far. docketbench build {version} scores the "
        "reference systems, or says why it cannot."
    )


def read_board(home: Path, version: str) -> dict[str, Any]:
    """leaderboard.json of a built release. Raises BadInputError when it is not there or damaged."""
    return read_object(exported(home, version, "leaderboard.json"))


def read_object(path: Path) -> dict[str, Any]:
    """The object in one of our own JSON files. Raises BadInputError when it was damaged since it was built."""
    try:
        held: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    except ValueError as error:
        raise BadInputError(f"{path} was damaged after it was built: {error}. Build the release again.") from error
    return held


def show_board(held: Mapping[str, Any]) -> None:
    """The board on standard output, what to know about it on standard error."""
    from bench_assets.reporting.board import notes, render  # noqa: PLC0415 - pyarrow comes with it

    show(render(held))
    for note in notes(held):
        say(note)


def _cells(lines: Sequence[Line]) -> list[list[str]]:
    return [
        [
            f"{line['task_id']} ({line['type']})\n{line['question']}",
            line["answer"] or "(to be declined)",
            "\n".join(f"{piece['doc_id']}: {' '.join(piece['quote'].split())}" for piece in line["evidence"]),
        ]
        for line in lines
    ]
