"""Yields in round numbers, for sums by hand."""

from __future__ import annotations

from bench_assets.forecasting.projection import Former
from bench_assets.forecasting.units import Unit
from bench_assets.forecasting.yields import Asked, Prompted, Yields
from bench_assets.settings.release import ReleaseSettings

SYSTEMS = ("bm25", "closed_book")
MODELS = dict.fromkeys(("cheap", "strong", "judge", "answerer"), "acme/small-2026-01-01")
COUNTS = {
    Unit.DOCUMENTS: 100,
    Unit.USABLE: 80,
    Unit.NAMES: 40,
    Unit.NAME_DOCUMENTS: 400,
    Unit.PEOPLE: 20,
    Unit.CANDIDATES: 20,
    Unit.TARGETS: 10,
    Unit.MENTIONS: 200,
    Unit.NAMED: 60,
    Unit.CORPUS: 80,
    Unit.CHARS: 80_000,
    Unit.EXCERPT_CHARS: 80_000,
    Unit.WINDOWS: 50,
    Unit.WINDOW_CHARS: 50_000,
    Unit.SUPPLY: 40,
    Unit.DRAFTS: 40,
    Unit.ABSENCE_SUPPLY: 20,
    Unit.ABSENCES: 20,
    Unit.ALONE: 40,
    Unit.RECOVERED: 32,
    Unit.NEEDED: 32,
    Unit.VERIFIED: 16,
    Unit.ALONE_ABSENCES: 20,
    Unit.VERIFIED_ABSENCES: 10,
    Unit.PAIRS: 320,
    Unit.QUESTIONS: 16,
    Unit.REJECTIONS: 10,
}


def settings(**sections: dict[str, object]) -> ReleaseSettings:
    return ReleaseSettings.model_validate({"release": {"source": "letters"}, **sections})


def former(given: ReleaseSettings | None = None, **counts: float) -> Former:
    return Former(COUNTS | {Unit[name]: n for name, n in counts.items()}, given or settings())


def yields(asked: dict[tuple[str, str], tuple[int, int, int]], release: str = "old") -> Yields:
    """Those of COUNTS, with the calls of the prompts given as (stage, prompt_id): (calls, input, output)."""
    held = {Prompted(*prompted): Asked(*numbers) for prompted, numbers in asked.items()}
    stages = frozenset(prompted.stage for prompted in held)
    return Yields(release, settings(), MODELS, SYSTEMS, COUNTS, held, stages)
