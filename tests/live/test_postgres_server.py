"""A Postgres of one's own is really one, keeps replies, lets nobody in without its password, and leaves nothing behind."""

from __future__ import annotations

import pytest
import sqlalchemy as sa

from bench_resources.llm_cache import Cache, Stored
from bench_resources.llm_requests import Request
from tests.postgres_server import postgres

pytestmark = pytest.mark.postgres


def test_the_url_is_that_of_a_postgres_database(postgres_url: str):
    engine = sa.create_engine(postgres_url)
    with engine.connect() as connection:
        assert str(connection.execute(sa.text("select version()")).scalar_one()).startswith("PostgreSQL")
    engine.dispose()


def test_two_servers_share_nothing_and_each_ends_with_its_block():
    request = Request("acme/small-2026-01-01", [{"role": "user", "content": "Who wrote to Orla Quist?"}])
    stored = Stored("Tamsin Vole", 12, 3, "stop", 0.001)
    with postgres() as first, postgres() as second:
        with Cache(first) as cache:
            cache.put(request, stored)
        with Cache(first) as cache:
            assert cache.get_many([request.key]) == {request.key: stored}
        with Cache(second) as cache:
            assert len(cache) == 0
    engine = sa.create_engine(first)
    with pytest.raises(sa.exc.OperationalError, match="Connection refused"):
        engine.connect()


def test_nobody_comes_in_without_the_password():
    with postgres() as url:
        engine = sa.create_engine(sa.make_url(url).set(password="guessed"))
        with pytest.raises(sa.exc.OperationalError, match="password authentication failed"):
            engine.connect()


def test_a_connection_that_is_open_does_not_keep_the_server():
    with postgres() as url:
        engine = sa.create_engine(url)
        connection = engine.connect()
        connection.execute(sa.text("select 1"))
    with pytest.raises(sa.exc.OperationalError):
        connection.execute(sa.text("select 1"))
    connection.invalidate()
    connection.close()
    engine.dispose()
