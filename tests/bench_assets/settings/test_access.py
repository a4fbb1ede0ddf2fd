"""What a release's [models] and this machine's environment make of an access to models."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_assets.catalogue import Catalogue
from bench_assets.graph import GRAPH
from bench_assets.settings.access import ROLES_ASKED, access_of, cache_url, require_callable
from bench_assets.settings.release import ModelsSection, parse_release
from bench_assets.settings.tables import settings_row
from bench_resources.chat_wire import SchemaMode
from bench_resources.model_access import Mode
from bench_resources.prices import UnknownPriceError
from scoring.errors import BadInputError, MissingFileError

HOME = Path("/homes/one")
HEAD = '[release]\nsource = "letters"\n[models]\ncheap = "openai/tern-1"\n'
LIVE = """
budget_usd = 2.5
[models.sampling]
max_tokens = 50
[models.endpoints."openai/tern-1"]
api_base = "http://127.0.0.1:8000/v1"
api_key_env = "TERN_KEY"
concurrency = 4
schema_mode = "json_object"
[models.prices."openai/tern-1"]
input_usd_per_million = 1.5
output_usd_per_million = 2.0
"""


def models(more: str = LIVE) -> ModelsSection:
    return parse_release(HEAD + more, Path("v1.toml")).models


def test_the_section_becomes_an_access() -> None:
    access = access_of(HOME, "v1", models(), {})
    address = access.address("openai/tern-1")
    assert (access.mode, access.budget_usd, access.sampling) == (Mode.LIVE, 2.5, {"max_tokens": 50})
    assert (address.api_base, address.api_key_env, address.concurrency) == ("http://127.0.0.1:8000/v1", "TERN_KEY", 4)
    assert address.schema_mode is SchemaMode.JSON_OBJECT
    assert access.prices["openai/tern-1"].input_usd_per_million == 1.5
    assert access.address("openai/gull-1").concurrency == 32
    assert access.cache_url == "sqlite:////homes/one/models/replies.sqlite"


def test_the_environment_names_another_cache_and_a_replay() -> None:
    url = "postgresql+psycopg2://user:hush-hush@host/name"
    access = access_of(HOME, "v1", models('mode = "batch"\n'), {"DOCKETBENCH_CACHE": url})
    assert (access.mode, access.cache_url) == (Mode.BATCH, url)
    assert "hush-hush" not in repr(access)
    own = access_of(HOME, "v1", models(), {"DOCKETBENCH_REPLAY": "own"})
    assert (own.mode, own.replay_path) == (Mode.REPLAY, None)
    released = access_of(HOME, "v1", models(), {"DOCKETBENCH_REPLAY": "/out/cache.jsonl"})
    assert (released.mode, released.replay_path) == (Mode.REPLAY, Path("/out/cache.jsonl"))
    assert cache_url(HOME, {"DOCKETBENCH_CACHE": ""}) == "sqlite:////homes/one/models/replies.sqlite"


def test_what_cannot_be_called_is_said_before_the_build(tmp_path: Path) -> None:
    require_callable(models(), access_of(HOME, "v1", models(), {}))
    nobody = models('judge = "oracle"\n')
    with pytest.raises(BadInputError, match="'oracle'"):
        require_callable(nobody, access_of(HOME, "v1", nobody, {}))
    unpriced = models("")
    with pytest.raises(UnknownPriceError, match=r"\[models.prices.\"openai/tern-1\"\]"):
        require_callable(unpriced, access_of(HOME, "v1", unpriced, {}))
    require_callable(unpriced, access_of(HOME, "v1", unpriced, {}), ["judge"])  # the unpriced one is not asked
    for allowed in (models("allow_unknown_prices = true\n"), models('mode = "batch"\n')):
        require_callable(allowed, access_of(HOME, "v1", allowed, {}))
    gone = access_of(HOME, "v1", unpriced, {"DOCKETBENCH_REPLAY": str(tmp_path / "gone.jsonl")})
    with pytest.raises(MissingFileError, match=r"gone.jsonl cannot be read"):
        require_callable(unpriced, gone)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ('mode = "hourly"\n', "models.mode"),
        ("budget_usd = -1.0\n", "models.budget_usd"),
        ('[models.endpoints."openai/tern-2"]\nconcurrency = 4\n', "endpoints has openai/tern-2, but the roles have"),
        ('[models.prices."tern"]\ninput_usd_per_million = 1.0\noutput_usd_per_million = 1.0\n', "prices has tern"),
        ('[models.endpoints."openai/tern-1"]\napi_base = "ftp://host"\n', "should be http(s)://HOST/PATH"),
        ('[models.endpoints."openai/tern-1"]\napi_base = "http://user:word@host"\n', "without a user or a password"),
        ('[models.endpoints."openai/tern-1"]\napi_key_env = "sk-invented-4711"\n', "never a key itself"),
        ('[models.endpoints."openai/tern-1"]\nconcurrency = 0\n', "concurrency"),
    ],
)
def test_a_faulty_section_is_named(more: str, told: str) -> None:
    with pytest.raises(BadInputError) as refused:
        models(more)
    assert told in str(refused.value)
    assert "sk-invented-4711" not in str(refused.value)


def test_how_models_are_called_changes_no_stage(tmp_path: Path) -> None:
    def row(more: str) -> dict[str, object]:
        release = parse_release(HEAD + more, tmp_path / "v1.toml")
        catalogue = Catalogue(home=tmp_path, sources={}, releases={"v1": release}, faults={})
        return settings_row(catalogue, "drafting_settings", "v1")

    plain = row("[models.sampling]\nmax_tokens = 50\n")
    assert row(LIVE) == plain
    assert row("[models.sampling]\nmax_tokens = 60\n") != plain


def test_every_stage_that_asks_says_whom() -> None:
    # a stage without a line here would meet an unknown price an hour into a build
    assert {node.stage for node in GRAPH if node.prompts} == set(ROLES_ASKED)
