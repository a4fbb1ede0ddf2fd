"""A Postgres of one's own on 127.0.0.1, in a folder that goes when it does.

Belongs here: finding, making, starting and stopping it. Does not: what is tested on it. As a program it runs a command
with DOCKETBENCH_TEST_POSTGRES set (`python -m tests.postgres_server python -m pytest -k postgres`), or prints the URL
and serves until it is stopped.
"""

from __future__ import annotations

import os
import pwd
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from scoring.errors import BadInputError, DocketbenchError, quote
from tests.serving import serve

VARIABLE = "DOCKETBENCH_TEST_POSTGRES"
PROGRAMS = ("initdb", "postgres")
DEBIAN = Path("/usr/lib/postgresql")  # a folder a version below it, on no PATH
UNPRIVILEGED = ("postgres", "nobody")  # whom to be instead of root, as which Postgres does not run
OWNER = "docketbench"
STARTS = 3  # a free port can be taken by somebody else before Postgres takes it
PATIENCE_SECONDS = 20.0
READY = "ready to accept connections"
SETTINGS = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",
    "lc_messages": "C",  # READY is looked for
    "fsync": "off",
    "max_connections": "50",
}


class NoPostgresError(BadInputError):
    """There is no Postgres to start."""

    def __init__(self, debian: Path) -> None:
        super().__init__(
            f"No PostgreSQL server was found on the PATH or under {debian}; expected {' and '.join(PROGRAMS)} in one "
            f"folder. Install one (Debian: apt-get install postgresql) or set {VARIABLE} to the URL of a database."
        )


class PostgresFailedError(DocketbenchError):
    """A program of Postgres ended before its time, or took too long."""

    def __init__(self, program: str, said: str) -> None:
        super().__init__(
            f"{program} did not get a server ready; its last words are {quote(said)}. "
            "Look at the free space and memory of this machine, and run it again."
        )


class Account(NamedTuple):
    """Whom to be. None for who one is already."""

    user: int | None
    group: int | None

    @property
    def options(self) -> dict[str, Any]:
        """Of Popen."""
        return {} if self.user is None else {"user": self.user, "group": self.group, "extra_groups": []}


def programs_folder(on_path: str | None, debian: Path = DEBIAN) -> Path:
    """Where initdb and postgres lie: beside the postgres on the PATH, else Debian's newest. Raises NoPostgresError."""
    below = sorted(debian.glob("*/bin"), key=version_of, reverse=True)
    for folder in [*([Path(on_path).resolve().parent] if on_path else []), *below]:
        if all(os.access(folder / program, os.X_OK) for program in PROGRAMS):
            return folder
    raise NoPostgresError(debian)


def version_of(folder: Path) -> tuple[int, ...]:
    return tuple(int(number) for number in re.findall(r"\d+", folder.parent.name))


def account() -> Account:
    if os.geteuid() != 0:
        return Account(None, None)
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = next(known[name] for name in UNPRIVILEGED if name in known)
    return Account(entry.pw_uid, entry.pw_gid)


@contextmanager
def postgres() -> Iterator[str]:
    """The SQLAlchemy URL of an empty database, which is gone when the block ends.

    Raises: NoPostgresError; PostgresFailedError: it would not start.
    """
    programs, who = programs_folder(shutil.which("postgres")), account()
    folder = Path(tempfile.mkdtemp(prefix="docketbench-postgres-"))
    try:
        password = secrets.token_hex(16)
        make_cluster(programs, folder, who, password)
        server = started(programs, folder, who)
        try:
            yield f"postgresql://{OWNER}:{password}@127.0.0.1:{server.port}/postgres"
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder)


def make_cluster(programs: Path, folder: Path, who: Account, password: str) -> None:
    given = folder / "password"
    given.write_text(password, encoding="ascii")
    if who.user is not None and who.group is not None:
        for path in (folder, given):
            os.chown(path, who.user, who.group)
    command: list[str | Path] = [programs / "initdb", "--pgdata", folder / "cluster"]
    login: list[str | Path] = ["--username", OWNER, "--pwfile", given, "--auth", "scram-sha-256"]
    options = ["--encoding", "UTF8", "--locale", "C", "--no-sync"]
    done = subprocess.run(
        [*command, *login, *options],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        **who.options,
    )
    given.unlink()
    if done.returncode:
        raise PostgresFailedError("initdb", done.stdout[-80:])


class Log(threading.Thread):
    """Reads what a server says for as long as it runs, since a full pipe would stop it.

    Attributes:
        last: its last line, up to the one that says that it is ready.
        is_told: set when it is ready, or has ended.
    """

    def __init__(self, lines: IO[str]) -> None:
        super().__init__(daemon=True)
        self.lines = lines
        self.last = ""
        self.is_told = threading.Event()

    def run(self) -> None:
        with self.lines:
            for line in self.lines:
                if READY not in self.last:
                    self.last = line
                if READY in line:
                    self.is_told.set()
        self.is_told.set()


class Server(NamedTuple):
    process: subprocess.Popen[str]
    port: int
    log: Log

    @property
    def is_ready(self) -> bool:
        return READY in self.log.last

    def stop(self) -> None:
        """At once, whoever is connected."""
        self.process.send_signal(signal.SIGINT)
        try:
            self.process.wait(PATIENCE_SECONDS)
        except subprocess.TimeoutExpired:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
        self.log.join()


def started(programs: Path, folder: Path, who: Account) -> Server:
    for _ in range(STARTS):
        server = start(programs, folder, who)
        if server.log.is_told.wait(PATIENCE_SECONDS) and server.is_ready:
            return server
        server.stop()
    raise PostgresFailedError("postgres", server.log.last)


def start(programs: Path, folder: Path, who: Account) -> Server:
    port = free_port()
    settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    process = subprocess.Popen(
        [programs / "postgres", "-D", folder / "cluster", "-p", str(port), *settings],
        cwd=folder,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # Ctrl-C is for the tests, whose last statements still need it
        **who.options,
    )
    assert process.stderr
    log = Log(process.stderr)
    log.start()
    return Server(process, port, log)


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind(("127.0.0.1", 0))
        return int(tried.getsockname()[1])


def main(command: Sequence[str]) -> int:
    """The exit status of the command, or of the wait."""
    return serve(postgres(), VARIABLE, command)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except DocketbenchError as error:
        sys.exit(str(error))
