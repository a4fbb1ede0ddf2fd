"""Fresh databases, of each kind that there is, for the cache and the ledger."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bench_resources.fresh_databases import KINDS, SHARED_KINDS, fresh_database


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    with fresh_database(request.param, tmp_path) as opened:
        yield opened


@pytest.fixture(params=SHARED_KINDS)
def shared_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that several processes can open."""
    with fresh_database(request.param, tmp_path) as opened:
        yield opened
