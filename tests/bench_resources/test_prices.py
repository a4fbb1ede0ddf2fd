"""Prices: the release first, then litellm's map, and never a guess."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from bench_resources.prices import (
    COST_MAP,
    Price,
    UnknownPriceError,
    cost_of,
    estimate_tokens,
    installed_cost_map,
    price_of,
    require_price,
)
from scoring.errors import ExitCode

ROOT = Path(__file__).resolve().parents[2]


def entry(paid: float | None, given: float | None, provider: str = "acme", **more: float) -> dict:
    return {"input_cost_per_token": paid, "output_cost_per_token": given, "litellm_provider": provider, **more}


COSTS = {
    "small-2026-01-01": entry(1.5e-07, 6e-07, cache_read_input_token_cost=7.5e-08),
    "acme/large-2026-01-01": entry(2e-06, 8e-06),
    "resale/large-2026-01-01": entry(3e-06, 9e-06, "resale"),
    "acme/alike": entry(1e-06, 1e-06),
    "resale/alike": entry(1e-06, 1e-06, "resale"),
    "acme/nothing-known": entry(0.0, 0.0),
    "acme/half-known": entry(1e-06, None),
    "acme/broken": entry(-1e-06, float("nan")),
    "embed": entry(2e-08, 0.0),
    "chat": entry(1e-06, 2e-06, "acme-language-models"),
}


def test_the_release_goes_before_the_map():
    own = Price(1.0, 2.0)
    assert price_of("small-2026-01-01", {"small-2026-01-01": own}, COSTS) == own
    assert price_of("acme/small-2026-01-01", {"acme/small-2026-01-01": own}, COSTS) == own


def test_a_price_a_token_becomes_one_a_million():
    assert price_of("small-2026-01-01", {}, COSTS) == Price(0.15, 0.6, 0.075)
    assert price_of("acme/large-2026-01-01", {}, COSTS) == Price(2.0, 8.0)
    assert price_of("embed", {}, COSTS) == Price(0.02, 0.0)


def test_a_prefix_is_dropped_for_an_entry_of_that_provider_alone():
    assert price_of("acme/small-2026-01-01", {}, COSTS) == Price(0.15, 0.6, 0.075)
    assert price_of("acme/chat", {}, COSTS) == Price(1.0, 2.0)
    assert price_of("acm/chat", {}, COSTS) is None
    assert price_of("resale/small-2026-01-01", {}, COSTS) is None


def test_a_name_without_prefix_has_a_price_when_all_who_offer_it_ask_the_same():
    assert price_of("alike", {}, COSTS) == Price(1.0, 1.0)
    assert price_of("large-2026-01-01", {}, COSTS) is None


@pytest.mark.parametrize(
    "model", ["nobody/knows", "nobody-knows", "acme/nothing-known", "acme/half-known", "acme/broken"]
)
def test_what_the_map_does_not_say_is_unknown(model: str):
    assert price_of(model, {}, COSTS) is None


def test_an_unknown_price_says_what_to_write():
    with pytest.raises(UnknownPriceError) as caught:
        require_price('acme/o"k', {}, COSTS)
    assert caught.value.exit_code is ExitCode.STOPPED
    assert '[models.prices."acme/o\\"k"]\ninput_usd_per_million = ' in str(caught.value)
    assert "Nothing was sent." in str(caught.value)
    assert require_price("embed", {}, COSTS) == Price(0.02, 0.0)


def test_a_price_of_nothing_is_a_price_when_the_release_says_so():
    assert require_price("mine", {"mine": Price(0.0, 0.0)}, COSTS) == Price(0.0, 0.0)


@pytest.mark.parametrize("numbers", [(-1.0, 1.0), (1.0, float("nan")), (float("inf"), 1.0), (1.0, 1.0, -0.1)])
def test_a_price_is_dollars_from_zero(numbers: tuple[float, ...]):
    with pytest.raises(ValueError, match="expected dollars from 0"):
        Price(*numbers)


def test_the_cost_of_a_call():
    # 1,000 x $2 + 500 x $8 a million = $0.002 + $0.004.
    assert cost_of(Price(2.0, 8.0), 1_000, 500) == 0.006
    # Of 1,000 tokens 400 at $0.5: (600 x 2 + 400 x 0.5 + 500 x 8) / 1,000,000 = 5,400 / 1,000,000.
    assert cost_of(Price(2.0, 8.0, 0.5), 1_000, 500, cached_input_tokens=400) == 0.0054
    assert cost_of(Price(2.0, 8.0), 1_000, 500, cached_input_tokens=400) == 0.006
    assert cost_of(Price(2.0, 8.0), 0, 0) == 0.0


@pytest.mark.parametrize("tokens", [(-1, 0, 0), (0, -1, 0), (5, 0, 6), (5, 0, -1)])
def test_tokens_are_counted_from_zero(tokens: tuple[int, int, int]):
    with pytest.raises(ValueError, match="tokens in"):
        cost_of(Price(1.0, 1.0), *tokens)


@pytest.fixture
def litellm_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package of that name which cannot be imported, first on the path."""
    folder = tmp_path / "litellm"
    folder.mkdir()
    (folder / "__init__.py").write_text("raise RuntimeError('imported')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def test_the_installed_map_is_read_without_importing_litellm(litellm_folder: Path):
    (litellm_folder / COST_MAP).write_text(json.dumps(COSTS), encoding="utf-8")
    assert price_of("embed", {}) == Price(0.02, 0.0)
    assert "litellm" not in sys.modules


def test_without_the_map_every_price_is_unknown(litellm_folder: Path):
    assert installed_cost_map() == {}
    assert price_of("embed", {}) is None


def test_prices_need_neither_litellm_nor_a_database():
    program = (
        "import sys, bench_resources.prices, bench_resources.llm_requests\n"
        "sys.exit(', '.join({'litellm', 'sqlalchemy', 'dagster', 'numpy'} & set(sys.modules)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", 0),
        ("a", 2),  # 1.25 for the word, rounded up
        # 4 words x 1.25 + 1 capital x 0.20 + 1 mark x 0.75 = 5.95; 19 characters / 4 = 4.75.
        ("The dog barked now.", 6),
        # 1 word x 1.25 + 8 digits x 0.55 + 2 marks x 0.75 = 7.15.
        ("2026-01-31", 8),
        # A thousand letters without a blank: the quarter of the characters.
        ("x" * 1_000, 250),
        # 1 word x 1.25 + 8 bytes beyond ASCII x 0.40 = 4.45.
        ("éééé", 5),
        ("\ud800", 2),  # half a pair is replaced by "?": 1.25 + 0.75
    ],
)
def test_tokens_are_estimated_from_words_capitals_digits_and_marks(text: str, expected: int):
    assert estimate_tokens(text) == expected
