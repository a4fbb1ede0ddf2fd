"""The command line in processes of its own, as a user runs it: one process serves one home."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_assets.settings.new_release import new_release_text
from bench_resources.planted.corpus import write_corpus
from scoring.contract import TaskType

DOCUMENTS = 120
QUOTAS = {  # what so few documents can fill, and what a test can wait for
    TaskType.SINGLE_HOP: 20,
    TaskType.AGGREGATION: 4,
    TaskType.TIMELINE: 5,
    TaskType.DOSSIER: 4,
    TaskType.UNANSWERABLE: 8,
    TaskType.FALSE_PREMISE: 8,
}
LIMIT_SECONDS = 600


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    def json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.out)
        return found


def environment(home: Path) -> dict[str, str]:
    names = {"DOCKETBENCH_HOME": str(home), "DAGSTER_HOME": str(home / "dagster")}
    return {**os.environ, **names, "PYTHONWARNINGS": "ignore"}


def docketbench(home: Path, *arguments: str) -> Ended:
    """Runs the command line in a process of its own, as a user does."""
    command = [sys.executable, "-m", "bench_assets.cli.main", *arguments, "--home", str(home)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=LIMIT_SECONDS, env=environment(home), check=False
    )
    return Ended(done.returncode, done.stdout, done.stderr)


def python(home: Path, code: str) -> str:
    """Runs Python in a process that serves the home, and gives what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=LIMIT_SECONDS,
        env=environment(home),
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def prepare(home: Path, *, n_documents: int = DOCUMENTS, version: str = "v1") -> Path:
    """A home with a small planted source and a release over it, nothing built."""
    write_corpus(home / "papers", n_documents=n_documents, seed=3, n_shards=2)
    added = docketbench(
        home, "source", "add", "papers", str(home / "papers"), "--id-column", "doc_id", "--text-column", "text_content"
    )
    assert added.code == 0, added.err
    release = home / "releases" / f"{version}.toml"
    release.parent.mkdir(exist_ok=True)
    text = new_release_text(version, "papers", backbone_documents=n_documents, quotas=QUOTAS)
    release.write_text(text, encoding="utf-8")
    return home
