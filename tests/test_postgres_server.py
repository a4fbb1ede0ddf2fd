"""Which Postgres is started, and what is said when there is none or it will not start. Needs none (see live/)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.postgres_server import (
    STARTS,
    Account,
    NoPostgresError,
    PostgresFailedError,
    make_cluster,
    programs_folder,
    started,
    version_of,
)

MYSELF = Account(None, None)


def programs(folder: Path, initdb: str = "exit 0", postgres: str = "exit 0") -> Path:
    """A folder with both, as shell scripts."""
    folder.mkdir(parents=True)
    for name, script in (("initdb", initdb), ("postgres", postgres)):
        (folder / name).write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
        (folder / name).chmod(0o755)
    return folder


def test_the_newest_version_is_started(tmp_path: Path):
    for version in ("9.6", "15", "17"):
        programs(tmp_path / version / "bin")
    assert programs_folder(None, tmp_path) == tmp_path / "17" / "bin"
    assert version_of(tmp_path / "9.6" / "bin") == (9, 6)


def test_a_version_without_initdb_is_passed_over(tmp_path: Path):
    (programs(tmp_path / "17" / "bin") / "initdb").unlink()
    programs(tmp_path / "15" / "bin")
    assert programs_folder(None, tmp_path) == tmp_path / "15" / "bin"


def test_the_one_on_the_path_goes_before_and_is_followed_to_where_it_lies(tmp_path: Path):
    programs(tmp_path / "debian" / "17" / "bin")
    own = programs(tmp_path / "own")
    link = tmp_path / "postgres"
    link.symlink_to(own / "postgres")
    assert programs_folder(str(link), tmp_path / "debian") == own


def test_without_any_it_is_said_what_to_install(tmp_path: Path):
    with pytest.raises(NoPostgresError) as refused:
        programs_folder(None, tmp_path)
    assert str(refused.value) == (
        f"No PostgreSQL server was found on the PATH or under {tmp_path}; expected initdb and postgres in one folder. "
        "Install one (Debian: apt-get install postgresql) or set DOCKETBENCH_TEST_POSTGRES to the URL of a database."
    )


def test_a_cluster_that_is_not_made_says_why_and_leaves_no_password(tmp_path: Path):
    made = programs(tmp_path / "bin", initdb="echo no space left; exit 1")
    folder = tmp_path / "folder"
    folder.mkdir()
    with pytest.raises(PostgresFailedError) as refused:
        make_cluster(made, folder, MYSELF, "invented")
    assert str(refused.value) == (
        'initdb did not get a server ready; its last words are "no space left". '
        "Look at the free space and memory of this machine, and run it again."
    )
    assert list(folder.iterdir()) == []


def test_the_password_reaches_initdb_by_a_file_and_not_by_the_list_of_processes(tmp_path: Path):
    made = programs(tmp_path / "bin", initdb='echo "$*" > arguments; cp password seen')
    folder = tmp_path / "folder"
    folder.mkdir()
    make_cluster(made, folder, MYSELF, "invented")
    assert (folder / "seen").read_text(encoding="utf-8") == "invented"
    assert "invented" not in (folder / "arguments").read_text(encoding="utf-8")


def test_a_server_that_ends_at_once_is_started_again_and_then_given_up(tmp_path: Path):
    made = programs(tmp_path / "bin", postgres="echo start >> starts; echo address in use >&2; exit 1")
    with pytest.raises(PostgresFailedError, match=r"^postgres did not .* \"address in use\"\. "):
        started(made, tmp_path, MYSELF)
    assert (tmp_path / "starts").read_text(encoding="utf-8") == "start\n" * STARTS


def test_a_server_that_is_ready_is_stopped_by_an_interrupt_whatever_it_says_meanwhile(tmp_path: Path):
    # More than a pipe holds (64 KiB): unread, it would never come to the wait.
    talk = "echo ready to accept connections >&2; head -c 100000 /dev/zero | tr '\\0' '\\n' >&2; read line < pipe"
    made = programs(tmp_path / "bin", postgres=f"trap 'exit 3' INT; mkfifo pipe; {talk}")
    server = started(made, tmp_path, MYSELF)
    assert server.is_ready
    server.stop()
    assert server.process.returncode == 3
    assert not server.log.is_alive()
