"""Yields for a home in which no release was built: measured once, on the embedded corpus.

Belongs here: numbers. Does not: a word about them that the numbers of another corpus would not bear out.
They are those of a release of 400 planted documents (seed 0, as `docketbench demo` plants them), built cold and whole
with default settings and a backbone of 400, every role answered over HTTP by the embedded reader; tokens are what its
server counted, four characters each. The documents are short, and the reader writes tersely: a live model's replies
are longer.
"""

from __future__ import annotations

from bench_assets.forecasting.units import Prompted
from bench_assets.forecasting.yields import Asked, Yields
from bench_assets.reference.systems import SYSTEMS
from bench_assets.settings.release import CorpusSection, ReleaseSection, ReleaseSettings

N_DOCUMENTS = 400
UNITS: dict[str, float] = {  # supplies: with a quota of a million
    "documents": 400,
    "usable_documents": 367,
    "names": 111,
    "name_documents": 1163,
    "people": 38,
    "candidates": 38,
    "targets": 21,
    "target_documents": 1074,
    "documents_of_targets": 355,
    "corpus_documents": 367,
    "corpus_chars": 509402,
    "excerpt_chars": 505199,
    "windows": 322,
    "window_chars": 438686,
    "windows_of_targets": 355,
    "draftable_facts": 98,
    "aggregation_supply": 2,
    "timeline_supply": 53,
    "dossier_supply": 20,
    "absent_questions": 126,
    "false_premise_supply": 121,
    "single_hop_drafts": 98,
    "aggregation_drafts": 2,
    "timeline_drafts": 53,
    "dossier_drafts": 20,
    "unanswerable_drafts": 60,
    "false_premise_drafts": 60,
    "single_hop_sound_drafts": 96,
    "aggregation_sound_drafts": 2,
    "timeline_sound_drafts": 53,
    "dossier_sound_drafts": 20,
    "unanswerable_sound_drafts": 60,
    "false_premise_sound_drafts": 59,
    "standalone_drafts": 96,
    "aggregation_standalone_drafts": 2,
    "timeline_standalone_drafts": 53,
    "dossier_standalone_drafts": 20,
    "standalone_absences": 60,
    "false_premise_standalone_drafts": 59,
    "recovered_drafts": 93,
    "aggregation_recovered_drafts": 2,
    "timeline_recovered_drafts": 33,
    "dossier_recovered_drafts": 14,
    "unanswerable_recovered_drafts": 60,
    "false_premise_recovered_drafts": 59,
    "needed_drafts": 93,
    "aggregation_needed_drafts": 2,
    "timeline_needed_drafts": 33,
    "dossier_needed_drafts": 14,
    "unanswerable_needed_drafts": 60,
    "false_premise_needed_drafts": 59,
    "verified_drafts": 90,
    "aggregation_verified_drafts": 2,
    "timeline_verified_drafts": 23,
    "dossier_verified_drafts": 10,
    "verified_absences": 60,
    "false_premise_verified_drafts": 59,
    "pooled_pairs": 1779,
    "aggregation_pooled_pairs": 175,
    "timeline_pooled_pairs": 1582,
    "dossier_pooled_pairs": 726,
    "unanswerable_pooled_pairs": 0,
    "false_premise_pooled_pairs": 0,
    "single_hop_released": 85,
    "aggregation_released": 1,
    "timeline_released": 12,
    "dossier_released": 4,
    "unanswerable_released": 40,
    "false_premise_released": 40,
    "answerable_questions": 102,
    "unanswerable_questions": 80,
}
ASKED = {
    Prompted("target_entities", "notability"): Asked(38, 42925, 813),
    Prompted("facts", "facts"): Asked(319, 276260, 24753),
    Prompted("events", "events"): Asked(343, 265819, 35970),
    Prompted("task_drafts", "absent_questions"): Asked(21, 393825, 4654),
    Prompted("task_drafts", "list_questions"): Asked(19, 13334, 566),
    Prompted("task_drafts", "false_premises"): Asked(60, 69796, 9598),
    Prompted("task_drafts", "answer"): Asked(944, 2833980, 23652),
    Prompted("task_drafts", "judge_items"): Asked(165, 61239, 3507),
    Prompted("task_drafts", "premise_support"): Asked(460, 1362734, 9660),
    Prompted("standalone_verdicts", "standalone"): Asked(290, 53136, 4640),
    Prompted("answerability_verdicts", "answer"): Asked(171, 185361, 5569),
    Prompted("answerability_verdicts", "judge_answer"): Asked(134, 41903, 2158),
    Prompted("answerability_verdicts", "judge_items"): Asked(18, 7337, 363),
    Prompted("necessity_verdicts", "answer"): Asked(452, 430603, 9926),
    Prompted("necessity_verdicts", "judge_items"): Asked(7, 2598, 147),
    Prompted("adjudication_verdicts", "adjudicate"): Asked(153, 658017, 2472),
    Prompted("adjudication_verdicts", "adjudicate_items"): Asked(49, 230734, 913),
    Prompted("adjudication_verdicts", "answer"): Asked(60, 239133, 1140),
    Prompted("adjudication_verdicts", "premise_support"): Asked(175, 481589, 3675),
    Prompted("adjudication_verdicts", "premise_quality"): Asked(59, 13210, 944),
    Prompted("pool_labels", "pool_label"): Asked(1033, 1996493, 115275),
    Prompted("reference_predictions", "answer"): Asked(262, 390007, 5293),
    Prompted("answer_verdicts", "judge_answer"): Asked(300, 89328, 4989),
    Prompted("answer_verdicts", "judge_items"): Asked(15, 4894, 315),
    Prompted("answer_verdicts", "judge_rejection"): Asked(240, 66548, 4560),
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
