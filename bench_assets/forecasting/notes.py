"""What must be known beside a plan's numbers, in sentences: where they come from, and what may make them differ.

Belongs here: words. Does not: numbers that are not in the forecast already.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from bench_assets.forecasting.built_in import N_DOCUMENTS
from bench_assets.settings.release import ModelMode
from scoring.errors import name_culprits

if TYPE_CHECKING:
    from bench_assets.forecasting.forecast import Forecast

BUILT_IN_ORIGIN = (
    f"the built-in ones, measured on the embedded corpus: {N_DOCUMENTS} short documents, answered by the embedded "
    "reader, whose replies are terse"
)


def notes(forecast: Forecast) -> list[str]:
    """The sentences, the origin of the numbers first."""
    return [
        *_origin(forecast),
        *_source(forecast),
        *_reuse(forecast),
        *_money(forecast),
    ]


def dollars(amount: float) -> str:
    """Cents, and four digits more where cents would hide the amount."""
    return f"${amount:,.2f}" if abs(amount) >= 1 or round(amount, 6) == 0 else f"${amount:,.6f}"


def _origin(forecast: Forecast) -> Iterator[str]:
    like = forecast.yields.release
    is_own = any(row.yields_of for row in forecast.rows)
    others = sorted({row.stage for row in forecast.rows if not row.yields_of and row.is_live})
    if not like:
        yield (
            f"No release of this home was built whole, so the yields are {BUILT_IN_ORIGIN}. Documents of another kind "
            "and a live model may need several times as much: build a small release first, and plan again."
        )
    elif not is_own:
        yield (
            f"How much there is of everything comes from release {like}, which asked no live model; calls and tokens "
            f"for each of it are {BUILT_IN_ORIGIN}."
        )
    else:
        n_calls = sum(asked.calls for asked in forecast.yields.asked.values())
        yield f"The yields are those of release {like}, which made {n_calls:,} different calls."
        if others:
            yield f"Release {like} has no calls of {name_culprits(others)}: the yields there are {BUILT_IN_ORIGIN}."
    if forecast.is_repeated:
        yield (
            f"The ledger holds {forecast.repeats:.1f} calls for each draft of {like}: it was built under other "
            "settings before, so that these numbers are too high. Name another release with --like."
        )


# A half and a third: an embedded corpus of 200 documents, planned from one of 120, was 43% off in calls (50% in tokens)
# from rows alone, 33% (36%) when counted, and 3% (4%) when rehearsed.
def _source(forecast: Forecast) -> Iterator[str]:
    if not forecast.is_source_counted:
        yield (
            f"The source of {forecast.release} is not in the lake, so that only its number of rows is known. "
            f"docketbench build {forecast.release} --only source reads it without a model; until then a plan may be "
            "half off, and more."
        )
    elif forecast.is_rehearsed:
        yield (
            "The source was counted, and the embedded reader drafted and verified tasks from it in memory: what it "
            "finds there and found in the earlier source says how the two differ."
        )
    else:
        yield (
            "The source was counted. How many tasks it gives is taken to grow with the documents of its people, which "
            "may be a third off where quotas are not filled."
        )
    yield (
        "Counted is what grows with units that are known already; everything else is an estimate, and less sure the "
        "further down it stands."
    )


def _reuse(forecast: Forecast) -> Iterator[str]:
    asking = dict.fromkeys(row.stage for row in forecast.rows)
    open_stages = {row.stage for row in forecast.rows if row.n_built < row.n_partitions}
    if built := [stage for stage in asking if stage not in open_stages]:
        names = ", ".join(built)
        yield f"Built already, and left out, are {len(built):,} of the {len(asking):,} stages that ask: {names}."
    kept = [f"{count:,} of {name}" for name, count in sorted(forecast.n_replies.items()) if count]
    held = f"it holds replies: {name_culprits(kept)}" if kept else "it holds no reply of these models"
    yield f"The numbers are those of a cold cache; {held}. A call that it answers costs nothing."


def _money(forecast: Forecast) -> Iterator[str]:
    models = forecast.models
    if any(not row.is_live for row in forecast.rows):
        yield "What the embedded reader answers costs nothing and is not in the total."
    if models.mode is ModelMode.BATCH:
        yield f"Dollars are those of batches: {models.batch_discount:.0%} is taken off every price."
    for name in forecast.unpriced:
        yield (
            f"The price of {name} is not known, so no total can be said. Write it in dollars for a million tokens in "
            f"the release's TOML: [models.prices.{json.dumps(name)}] with input_usd_per_million and "
            "output_usd_per_million."
        )
    if models.budget_usd is not None and forecast.left_usd is not None:
        left = forecast.left_usd
        spent = f" of which {dollars(forecast.spent_usd)} is spent" if forecast.spent_usd else ""
        fits = f"{dollars(left)} would be left" if left >= 0 else f"{dollars(-left)} is missing"
        yield f"The budget is {dollars(models.budget_usd)}{spent}: {fits}."
