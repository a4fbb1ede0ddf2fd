"""What tokens cost: the release's own prices first, then the cost map that lies in the installed litellm.

Belongs here: prices by model, the arithmetic, an estimate of tokens for plans. Does not: budgets (ledger.py), calls.
litellm is not imported, which takes seconds: its map is a JSON file in its folder.
"""

from __future__ import annotations

import json
import math
import string
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from scoring.errors import StoppedError, quote

COST_MAP = "model_prices_and_context_window_backup.json"  # litellm 1.110.2: the copy that it falls back to offline
MILLION = 1_000_000


@dataclass(frozen=True)
class Price:
    """Dollars for a million tokens.

    Attributes:
        input_usd_per_million: of the prompt.
        output_usd_per_million: of the reply, its reasoning included.
        cached_input_usd_per_million: of prompt tokens that the provider had in its own cache; None: the full price.

    Raises: ValueError: a price that is negative or not finite.
    """

    input_usd_per_million: float
    output_usd_per_million: float
    cached_input_usd_per_million: float | None = None

    def __post_init__(self) -> None:
        """Checks the three numbers."""
        for name, value in vars(self).items():
            if value is not None and not (math.isfinite(value) and value >= 0):
                raise ValueError(f"{name} is {value}, expected dollars from 0")


class UnknownPriceError(StoppedError):
    """Nobody knows what a model costs, so no budget could hold."""

    def __init__(self, model: str) -> None:
        """`model` as the release pins it."""
        self.model = model
        super().__init__(
            f"The price of the model {quote(model)} is not known: neither the release nor litellm's cost map has it. "
            "Nothing was sent. Write its price in dollars for a million tokens in the release's TOML, and run the same "
            f"command again:\n[models.prices.{json.dumps(model)}]\n"
            "input_usd_per_million = 0.0\noutput_usd_per_million = 0.0\n"
            "(0.0 for a model of your own.)"
        )


def price_of(
    model: str, overrides: Mapping[str, Price], cost_map: Mapping[str, Mapping[str, Any]] | None = None
) -> Price | None:
    """What a model costs, None when nobody knows.

    Args:
        model: the pinned name, e.g. "openai/some-model-2026-01-01".
        overrides: the release's own prices, by exactly the name that it pins.
        cost_map: litellm's entries by name; None reads them from the installed package.

    The map is asked for the name as it is; then, when it has a prefix, for the rest of it, but only an entry of that
    provider counts: a reseller's price is its own. A name without a prefix is looked for under every provider, and
    counts when all of them ask the same. Prices for long contexts and service tiers are not read: the plain ones are.
    """
    if model in overrides:
        return overrides[model]
    entries = installed_cost_map() if cost_map is None else cost_map
    if model in entries:
        return _price(entries[model])
    provider, slash, rest = model.partition("/")
    if not slash:
        return _agreed_price(model, entries)
    entry = entries.get(rest, {})
    # "vertex_ai/..." is listed under "vertex_ai-language-models"; "azure_ai" is no part of "azure".
    is_theirs = f"{entry.get('litellm_provider')}-".startswith(f"{provider}-")
    return _price(entry) if is_theirs else None


def require_price(
    model: str, overrides: Mapping[str, Price], cost_map: Mapping[str, Mapping[str, Any]] | None = None
) -> Price:
    """`price_of`. Raises UnknownPriceError where that gives None."""
    price = price_of(model, overrides, cost_map)
    if price is None:
        raise UnknownPriceError(model)
    return price


def cost_of(price: Price, input_tokens: int, output_tokens: int, cached_input_tokens: int = 0) -> float:
    """Dollars for one call. `cached_input_tokens` are among `input_tokens`."""
    if not 0 <= cached_input_tokens <= input_tokens or output_tokens < 0:
        raise ValueError(f"{input_tokens} tokens in, {cached_input_tokens} of them cached, {output_tokens} out")
    cached = price.cached_input_usd_per_million
    dollars = (
        (input_tokens - cached_input_tokens) * price.input_usd_per_million
        + cached_input_tokens * (price.input_usd_per_million if cached is None else cached)
        + output_tokens * price.output_usd_per_million
    )
    return dollars / MILLION


def installed_cost_map() -> Mapping[str, Mapping[str, Any]]:
    """The entries of the installed litellm by model name; {} without litellm, or when it keeps its map elsewhere."""
    spec = find_spec("litellm")
    folders = (spec.submodule_search_locations if spec else None) or []
    paths = [Path(folder) / COST_MAP for folder in folders]
    return next((_read_cost_map(path) for path in paths if path.is_file()), {})


@cache
def _read_cost_map(path: Path) -> Mapping[str, Mapping[str, Any]]:
    found: dict[str, Mapping[str, Any]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def _agreed_price(model: str, entries: Mapping[str, Mapping[str, Any]]) -> Price | None:
    prices = {_price(entry) for name, entry in entries.items() if name.endswith(f"/{model}")}
    return prices.pop() if len(prices) == 1 else None


def _price(entry: Mapping[str, Any]) -> Price | None:
    """An entry's price. The map writes 0 for what is free and for what it does not know, so 0 and 0 say nothing."""
    paid, given = (_per_million(entry.get(f"{side}_cost_per_token")) for side in ("input", "output"))
    if paid is None or given is None or paid == given == 0:
        return None
    return Price(paid, given, _per_million(entry.get("cache_read_input_token_cost")))


def _per_million(dollars: Any) -> float | None:
    """Dollars for a million tokens, None when it is no price. Rounded, because 1.5e-07 * 1e6 is not 0.15."""
    if isinstance(dollars, bool) or not isinstance(dollars, int | float) or not 0 <= dollars < math.inf:
        return None
    return round(dollars * MILLION, 9)


# --- an estimate of tokens ------------------------------------------------------------------------------------------

ASCII_LOWER, ASCII_UPPER = string.ascii_lowercase.encode(), string.ascii_uppercase.encode()
ASCII_DIGITS, ASCII_SPACE = string.digits.encode(), string.whitespace.encode()
BEYOND_ASCII = bytes(range(128, 256))
# Hundredths of a token for a word, a capital, a digit, a mark and a byte beyond ASCII: least squares on scanned pages,
# prose, JSON and code under four tokenizers (o200k, cl100k, Claude 2's, DeepSeek's), rounded.
WORD, CAPITAL, DIGIT, MARK, BEYOND = 125, 20, 55, 75, 40
CHARS_PER_TOKEN = 4  # the common rule, and a floor: a long text without blanks is no single word


def estimate_tokens(text: str) -> int:
    """About how many tokens a text is, for plans and reservations; at least a quarter of its characters, 0 for none.

    Whole sets of texts against those four tokenizers: scanned typescript -7% to +5%, English prose +2% to +17%, JSON
    +10% to +23%, code -6% to +3%, Spanish -12% to +20%, other alphabets and Chinese 1.3 to 4 times too high. Nine of
    ten scanned pages lie within -13% and +16% of cl100k. A quarter of the characters alone is 20% to 30% too low on
    scans: misread words and numbers fall into many tokens.
    """
    raw = text.encode("utf-8", "replace")
    capitals, digits, beyond = (_count(raw, kind) for kind in (ASCII_UPPER, ASCII_DIGITS, BEYOND_ASCII))
    marks = len(raw) - capitals - digits - beyond - _count(raw, ASCII_LOWER) - _count(raw, ASCII_SPACE)
    hundredths = WORD * len(text.split()) + CAPITAL * capitals + DIGIT * digits + MARK * marks + BEYOND * beyond
    return max(-(-hundredths // 100), -(-len(text) // CHARS_PER_TOKEN))


def _count(raw: bytes, kind: bytes) -> int:
    return len(raw) - len(raw.translate(None, kind))
