"""Fresh databases and processes for the tests of what lies in one.

DOCKETBENCH_TEST_POSTGRES may hold the URL of a Postgres database; then the same tests run there too, each in a schema of
its own. They are not skipped without one: a skip fails CI, which has none.
"""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from uuid import uuid4

import sqlalchemy as sa

ROOT = Path(__file__).resolve().parents[2]
POSTGRES = os.environ.get("DOCKETBENCH_TEST_POSTGRES")
SHARED_KINDS = ["file", *(["postgres"] if POSTGRES else [])]  # several processes can open these
KINDS = ["memory", *SHARED_KINDS]


@contextmanager
def fresh_database(kind: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database."""
    if kind != "postgres":
        yield "sqlite://" if kind == "memory" else f"sqlite:///{folder}/caches/llm.sqlite"
        return
    assert POSTGRES
    schema = f"docketbench_{uuid4().hex}"
    engine = sa.create_engine(POSTGRES)
    with engine.begin() as connection:
        connection.execute(sa.schema.CreateSchema(schema))
    own = sa.make_url(POSTGRES).update_query_dict({"options": f"-csearch_path={schema}"})
    try:
        yield own.render_as_string(hide_password=False)
    finally:
        with engine.begin() as connection:
            connection.execute(sa.schema.DropSchema(schema, cascade=True))
        engine.dispose()


def run_together(program: str, arguments: Sequence[Sequence[str]]) -> list[tuple[int, str]]:
    """One process an entry; their exit codes and errors.

    A program prints a line when it is ready and then reads one, which all get at once. One that ends before is as well.
    """
    running = [
        subprocess.Popen(
            [sys.executable, "-c", textwrap.dedent(program), *each],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for each in arguments
    ]
    for process in running:
        assert process.stdout
        process.stdout.readline()
    for process in running:
        assert process.stdin
        with suppress(BrokenPipeError):
            process.stdin.write("go\n")
            process.stdin.flush()
    errors = [process.communicate(timeout=120)[1] for process in running]
    return [(process.returncode, error) for process, error in zip(running, errors, strict=True)]
