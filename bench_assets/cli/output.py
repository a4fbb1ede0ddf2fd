"""What commands say: JSON on standard output, words and progress on standard error.

Belongs here: consoles, the build's progress, errors as one message. Does not: any command.
"""

from __future__ import annotations

import errno
import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NoReturn, Self

from rich.console import Console, RenderableType
from rich.markup import escape
from rich.table import Table
from typer import Context, Exit, TyperException
from typer.core import TyperGroup

from scoring.errors import DocketbenchError

if TYPE_CHECKING:
    from bench_assets.build import BuildEvent


CACHE_ENDINGS = (".jsonl", ".jsonl.gz")  # of an exported cache


class ReportingGroup(TyperGroup):
    """A group of commands that ends with an error's own message and exit code, never with its traceback."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:  # type: ignore[override]  # as below
        """Lets `--replay` stand alone or before a cache's file, which no option of Typer can."""
        parsed: list[str] = super().parse_args(ctx, with_replay_cache(args))
        return parsed

    def invoke(self, ctx: Context) -> Any:  # type: ignore[override]  # Typer's own Context is the public name
        """Runs the command; an error becomes its message on standard error, and {"error"} under --json."""
        is_json = "--json" in (*ctx._protected_args, *ctx.args)  # noqa: SLF001 - click parses the rest of the line later
        try:
            return super().invoke(ctx)
        except TyperException as usage:
            if is_json:
                print_json({"error": usage.format_message(), "exit_code": usage.exit_code})
            raise  # Typer says it on standard error, with the command's usage
        except (DocketbenchError, OSError) as raised:
            error = readable(raised)
            if is_json:
                print_json({"error": str(error), "exit_code": int(error.exit_code)})
            end_with(error)


def with_replay_cache(args: Sequence[str]) -> list[str]:
    """The arguments with `--replay CACHE.jsonl` spelt `--replay --replay-cache CACHE.jsonl`."""
    spelt: list[str] = []
    for at, word in enumerate(args):
        is_cache = at > 0 and args[at - 1] == "--replay" and word.endswith(CACHE_ENDINGS)
        spelt += ["--replay-cache", word] if is_cache else [word]
    return spelt


def readable(raised: DocketbenchError | OSError) -> DocketbenchError:
    """An error to read: trouble of the disk is theirs to mend, any other OSError is ours and keeps a traceback."""
    if isinstance(raised, DocketbenchError):
        return raised
    if raised.errno not in DISK_TROUBLES:
        raise raised
    return DocketbenchError(
        f"{raised.filename or 'The home folder'} cannot be used: {raised.strerror}. "
        "Free space or grant access, or give another folder with --home; what was built is kept."
    )


def visible(text: object) -> str:
    """Text for a terminal: documents and file names are untrusted, so escape sequences lose their escape character."""
    shown = "".join(char if char.isprintable() or char == "\n" else "\N{REPLACEMENT CHARACTER}" for char in str(text))
    return escape(shown)


def people() -> Console:
    """The console for people: standard error, as it is now (tests and pipes replace it)."""
    return Console(file=sys.stderr, highlight=False, soft_wrap=True)


def say(text: str, *, style: str = "") -> None:
    """One message to people, its text shown as it is: brackets in it are no markup."""
    people().print(visible(text), style=style)


def end_with(error: DocketbenchError) -> NoReturn:
    """Ends the command with the error's message and exit code; for commands whose JSON document is out already."""
    say(str(error), style="red")
    raise Exit(int(error.exit_code)) from error


def say_next(*commands: str) -> None:
    """What to run next, one command a line."""
    for at, command in enumerate(commands):
        people().print(f"[bold]{'Next:' if at == 0 else '     '}[/bold] {visible(command)}")


def print_json(document: Mapping[str, Any]) -> None:
    """The one JSON document of a command, on standard output. Raises ValueError for NaN."""
    sys.stdout.write(json.dumps(document, ensure_ascii=False, indent=1, allow_nan=False) + "\n")
    sys.stdout.flush()


def show(renderable: RenderableType) -> None:
    """A result for people, on standard output, because without --json it is what the command was asked for."""
    console = Console(file=sys.stdout, highlight=False)
    if not console.is_terminal:
        console.width = 160  # a pipe has no width; 80 would cut the board
    console.print(renderable)


def table_of(title: str, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> Table:
    """A plain table whose cells are shown as they are."""
    table = Table(title=visible(title), title_justify="left")
    for column in columns:
        table.add_column(column, overflow="fold")
    for row in rows:
        table.add_row(*(visible(cell) for cell in row))
    return table


DISK_TROUBLES = frozenset({errno.EACCES, errno.EPERM, errno.ENOSPC, errno.EROFS, errno.EDQUOT, errno.ENOTDIR})
QUIET_STATES = frozenset({"building", "reused"})  # shown by the bar alone


class BuildProgress:
    """Shows a build's events: a bar in a terminal, and a line for each partition that was not reused."""

    def __init__(self) -> None:
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415 - only builds draw bars

        self._console = people()
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._bar = Progress(*columns, console=self._console, transient=True, disable=not self._console.is_terminal)
        self._task = self._bar.add_task("starting", total=None)

    def __enter__(self) -> Self:
        """Starts drawing."""
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stops drawing and gives the terminal back."""
        self._bar.stop()

    def tell(self, line: str) -> None:
        """Shows how far a long stage is."""
        self._bar.console.print(visible(line))

    def report(self, event: BuildEvent) -> None:
        """Takes one event of the build."""
        self._bar.update(
            self._task, description=visible(f"{event.asset} {event.partition}"), completed=event.done, total=event.total
        )
        if event.state not in QUIET_STATES:
            place = f"[{event.done}/{event.total}] {event.state} {event.asset} {event.partition}"
            told = f"{place}: {event.reason}" if event.reason else f"{place} {event.seconds:.1f} s"
            self._bar.console.print(visible(told), style="red" if event.reason else "")
