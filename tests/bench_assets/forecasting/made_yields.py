"""Yields in round numbers, for sums by hand."""

from __future__ import annotations

from bench_assets.forecasting.projection import Former
from bench_assets.forecasting.units import TYPES, UNITS, Prompted, Unit
from bench_assets.forecasting.yields import Asked, Yields
from bench_assets.settings.release import ReleaseSettings

SYSTEMS = ("bm25", "closed_book")
MODELS = dict.fromkeys(("cheap", "strong", "judge", "answerer"), "acme/small-2026-01-01")
COUNTS: dict[str, float] = dict.fromkeys(UNITS, 0.0) | {  # no list, no timeline, no false premise
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
    Unit.EVENT_WINDOWS: 30,
    "draftable_facts": 40,
    "single_hop_drafts": 40,
    "single_hop_sound_drafts": 40,
    "standalone_drafts": 40,
    "recovered_drafts": 32,
    "needed_drafts": 32,
    "verified_drafts": 16,
    "pooled_pairs": 320,
    "single_hop_released": 16,
    "absent_questions": 20,
    "unanswerable_drafts": 20,
    "unanswerable_sound_drafts": 20,
    "standalone_absences": 20,
    "unanswerable_recovered_drafts": 20,
    "unanswerable_needed_drafts": 20,
    "verified_absences": 10,
    "unanswerable_released": 10,
    Unit.QUESTIONS: 16,
    Unit.REJECTIONS: 10,
}


def settings(**sections: dict[str, object]) -> ReleaseSettings:
    """With as many drafts as are wanted."""
    drafting = {"oversampling": dict.fromkeys(TYPES, 1.0)} | sections.pop("drafting", {})
    return ReleaseSettings.model_validate({"release": {"source": "letters"}, "drafting": drafting, **sections})


def former(given: ReleaseSettings | None = None, **counts: float) -> Former:
    return Former(COUNTS | counts, given or settings())


def yields(asked: dict[tuple[str, str], tuple[int, int, int]], release: str = "old") -> Yields:
    """Those of COUNTS, with the calls of the prompts given as (stage, prompt_id): (calls, input, output)."""
    held = {Prompted(*prompted): Asked(*numbers) for prompted, numbers in asked.items()}
    stages = frozenset(prompted.stage for prompted in held)
    return Yields(release, settings(), MODELS, SYSTEMS, COUNTS, held, stages)
