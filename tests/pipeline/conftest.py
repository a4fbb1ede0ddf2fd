"""A built release to look at."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.pipeline.commands import docketbench, prepare


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any]]:
    """A home whose release v1 was built once, and the summary of that build. Tests leave it built."""
    home = prepare(tmp_path_factory.mktemp("built"))
    ended = docketbench(home, "build", "v1", "--json")
    assert ended.code == 0, ended.err[-3000:]
    return home, ended.json()
