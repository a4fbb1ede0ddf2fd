"""The home folder of a command: where it lies, and what must hold before Dagster is imported.

Belongs here: DOCKETBENCH_HOME, DAGSTER_HOME, names of the files that commands read. Does not: reading them.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryFile

from bench_assets.settings.release import check_name
from scoring.errors import BadInputError

HOME_VARIABLE = "DOCKETBENCH_HOME"
DEFAULT_HOME = Path("data")
DISK_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
# Telemetry would call out; the "new user" dialog covers the first page of the UI.
INSTANCE_SETTINGS = "telemetry:\n  enabled: false\nnux:\n  enabled: false\n"


def resolve_home(home: Path | None) -> Path:
    """The absolute home: the option, else DOCKETBENCH_HOME, else ./data. It need not exist yet.

    Raises: BadInputError: no file can be looked for there: too long a name, a loop of links, a closed folder above it.
    """
    named = home or Path(os.environ.get(HOME_VARIABLE) or DEFAULT_HOME)
    try:
        resolved = named.expanduser().resolve()
        with suppress(FileNotFoundError, NotADirectoryError):
            (resolved / "releases").stat()
    except (OSError, RuntimeError) as error:  # RuntimeError: ~nobody, and before Python 3.13 a loop of links
        why = error.strerror if isinstance(error, OSError) else str(error).rstrip(".")
        raise BadInputError(f"The home {named} cannot be used: {why}. Give another folder with --home.") from error
    return resolved


def make_home(home: Path) -> None:
    """Makes the folder when it is not there. Raises BadInputError when it cannot be made or written to."""
    with _written_to(home):
        home.mkdir(parents=True, exist_ok=True)
        with TemporaryFile(dir=home):
            pass


def enter_home(home: Path) -> None:
    """Points Docketbench and Dagster at the home. Call it before the first import of the wiring, once a process.

    Raises: BadInputError: the home cannot be made or written to.
    """
    make_home(home)
    folder = home / "dagster"
    settings = folder / "dagster.yaml"
    with _written_to(home):
        folder.mkdir(exist_ok=True)
        if not settings.exists():
            settings.write_text(INSTANCE_SETTINGS, encoding="utf-8")
    os.environ[HOME_VARIABLE] = str(home)
    os.environ["DAGSTER_HOME"] = str(folder)


@contextmanager
def _written_to(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in DISK_FULL:
            raise  # the home is as good as any: room is missing
        raise BadInputError(
            f"The home {home} cannot be made or written to: {error.strerror}. "
            "Give another folder with --home, or grant access to this one."
        ) from error


def release_file(home: Path, version: str) -> Path:
    """`releases/<version>.toml`. Raises BadInputError for an unusable name, or when there is no such release."""
    path = home / "releases" / f"{check_name(version, 'release')}.toml"
    if not path.is_file():
        known = sorted(file.stem for file in path.parent.glob("*.toml"))
        raise BadInputError(
            f"There is no release {version!r} in {path.parent}: found {', '.join(known) or 'none'}. "
            f"Make it with: docketbench release new {version} --source NAME"
        )
    return path


def exported(home: Path, version: str, name: str) -> Path:
    """A file of a built release. Raises BadInputError when the release was not built so far."""
    path = home / "exports" / check_name(version, "release") / name
    if not path.is_file():
        raise BadInputError(
            f"Release {version!r} has no {name} yet: {path} does not exist. Build it with: docketbench build {version}"
        )
    return path
