"""Yields for a home in which no release was built: measured once, on the embedded corpus.

Belongs here: numbers. Does not: a word about them that the numbers of another corpus would not bear out.
They are those of a release of 400 planted documents (seed 0, as `docketbench demo` plants them), built cold and whole
with default settings and a backbone of 400, every role answered over HTTP by the embedded reader; tokens are what its
server counted, four characters each. The documents are short, and the reader writes tersely: a live model's replies
are longer.
"""

from __future__ import annotations

from bench_assets.forecasting.units import Unit
from bench_assets.forecasting.yields import Asked, Prompted, Yields
from bench_assets.reference.systems import SYSTEMS
from bench_assets.settings.release import CorpusSection, ReleaseSection, ReleaseSettings

N_DOCUMENTS = 400
UNITS: dict[Unit, float] = {
    Unit.DOCUMENTS: 400,
    Unit.USABLE: 367,
    Unit.NAMES: 111,
    Unit.NAME_DOCUMENTS: 1163,
    Unit.PEOPLE: 38,
    Unit.CANDIDATES: 38,
    Unit.TARGETS: 21,
    Unit.MENTIONS: 1074,
    Unit.NAMED: 355,
    Unit.CORPUS: 367,
    Unit.CHARS: 509402,
    Unit.EXCERPT_CHARS: 505199,
    Unit.WINDOWS: 322,
    Unit.WINDOW_CHARS: 438686,
    Unit.SUPPLY: 98,
    Unit.DRAFTS: 98,
    Unit.ABSENCE_SUPPLY: 108,  # a quota of a million
    Unit.ABSENCES: 40,
    Unit.ALONE: 98,
    Unit.RECOVERED: 95,
    Unit.NEEDED: 95,
    Unit.VERIFIED: 92,
    Unit.ALONE_ABSENCES: 40,
    Unit.VERIFIED_ABSENCES: 40,
    Unit.PAIRS: 1841,
    Unit.QUESTIONS: 88,
    Unit.REJECTIONS: 40,
}
ASKED = {
    Prompted("target_entities", "notability"): Asked(38, 42925, 813),
    Prompted("facts", "facts"): Asked(319, 276260, 24753),
    Prompted("task_drafts", "absent_questions"): Asked(21, 393453, 4654),
    Prompted("standalone_verdicts", "standalone"): Asked(138, 23476, 2208),
    Prompted("answerability_verdicts", "answer"): Asked(98, 53333, 1893),
    Prompted("answerability_verdicts", "judge_answer"): Asked(98, 28168, 1499),
    Prompted("necessity_verdicts", "answer"): Asked(190, 203776, 3610),
    Prompted("adjudication_verdicts", "adjudicate"): Asked(135, 583482, 2184),
    Prompted("adjudication_verdicts", "answer"): Asked(40, 155657, 760),
    Prompted("pool_labels", "pool_label"): Asked(438, 791184, 53290),
    Prompted("reference_predictions", "answer"): Asked(168, 268980, 3343),
    Prompted("answer_verdicts", "judge_answer"): Asked(273, 78772, 4524),
    Prompted("answer_verdicts", "judge_rejection"): Asked(120, 32044, 2280),
}
BUILT_IN = Yields(
    release="",
    settings=ReleaseSettings(
        release=ReleaseSection(source="planted"), corpus=CorpusSection(backbone_documents=N_DOCUMENTS)
    ),
    models=dict.fromkeys(("cheap", "strong", "judge", "answerer"), "one model"),
    submissions=tuple(sorted(SYSTEMS)),
    units=UNITS,
    asked=ASKED,
    stages=frozenset(prompted.stage for prompted in ASKED),
)
