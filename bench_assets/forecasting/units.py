"""What a release's model calls are counted by, and which stage asks how often for each of it.

Belongs here: the units, the table of asks. Does not: measuring units (sizes.py), guessing them (projection.py), prices.
A stage that comes to ask a prompt gets a line in ASKS; a test holds the table and the graph together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from bench_assets.gauntlet.verdicts import WINDOW_CHARS, WINDOWS_A_DOCUMENT
from bench_assets.reference.systems import READ
from bench_assets.settings.release import ReleaseSettings
from bench_resources.prompting import RESPONSES
from bench_resources.prompting import template as factory_template
from scoring.contract import TaskType
from scoring.judge import template as judge_template


class Unit(StrEnum):
    """What is counted in a release, in the order in which one thing follows from another."""

    DOCUMENTS = "documents"  # of the source, with text
    USABLE = "usable_documents"  # of these, neither garbage nor a second one of the same id
    NAMES = "names"  # of people, as written, in as many documents as a target must have
    NAME_DOCUMENTS = "name_documents"  # documents of each of these names, the most mentioned alone, added up
    PEOPLE = "people"  # after names were joined, in as many documents
    CANDIDATES = "candidates"  # of these, how many are judged
    TARGETS = "targets"
    MENTIONS = "target_documents"  # documents of each target, added up
    NAMED = "documents_of_targets"  # documents that name at least one
    CORPUS = "corpus_documents"
    CHARS = "corpus_chars"
    EXCERPT_CHARS = "excerpt_chars"  # of each document of the corpus no more than a judge is shown at once
    WINDOWS = "windows"  # that facts are looked for in
    WINDOW_CHARS = "window_chars"
    SUPPLY = "draftable_facts"  # single-hop drafts, if there were no quota
    DRAFTS = "single_hop_drafts"
    ABSENCE_SUPPLY = "absent_questions"  # unanswerable drafts, if there were no quota
    ABSENCES = "unanswerable_drafts"
    ALONE = "standalone_drafts"  # single-hop drafts that passed the first stage of the gauntlet
    RECOVERED = "recovered_drafts"  # the second
    NEEDED = "needed_drafts"  # the third
    VERIFIED = "verified_drafts"  # all four
    ALONE_ABSENCES = "standalone_absences"  # unanswerable drafts that passed the first
    VERIFIED_ABSENCES = "verified_absences"  # all of theirs
    PAIRS = "pooled_pairs"  # of task and document
    QUESTIONS = "answerable_questions"  # released
    REJECTIONS = "unanswerable_questions"  # released


Units = Mapping[Unit, float]
EVERY_SUBMISSION = "*"
SINGLE_HOP, UNANSWERABLE = TaskType.SINGLE_HOP.value, TaskType.UNANSWERABLE.value
NAME_CHARS = 20  # of a target in a prompt's list, quotes and comma included
SHOWN_DOCUMENT_CHARS = WINDOW_CHARS * WINDOWS_A_DOCUMENT  # the most that a reader is shown of one source document


class Scene(NamedTuple):
    """What the length of a prompt depends on: the release's units and settings, and how its calls are divided."""

    units: Units
    settings: ReleaseSettings
    parts: Mapping[str, float]

    def each(self, unit: Unit, of: Unit) -> float:
        """The mean of a unit for one of another; 0 without any."""
        return self.units[unit] / self.units[of] if self.units[of] else 0.0

    @property
    def excerpt(self) -> float:
        """Characters that a prompt shows of one document of the corpus."""
        return self.each(Unit.EXCERPT_CHARS, Unit.CORPUS)

    def share(self, part: str) -> float:
        """The share of a partition in the calls."""
        whole = sum(self.parts.values())
        return self.parts.get(part, 0.0) / whole if whole else 0.0


@dataclass(frozen=True)
class Ask:
    """One prompt that one stage asks.

    Attributes:
        stage: the asset.
        role: whose model is asked.
        prompt_id: of the template.
        units: by the rest of the partition key ("" for the release's own partition, EVERY_SUBMISSION for each of them),
            the units with which the calls of that partition grow.
        known: of these, by partition, units whose prompts the cheap model was asked by an earlier stage: no call, when
            this role's model is the same.
        per_call: units that one call answers at most.
        shown_chars: about how many characters a prompt shows besides its wording. Only how this differs between two
            releases matters: their prompts are taken to differ in the same proportion.
    """

    stage: str
    role: str
    prompt_id: str
    units: Mapping[str, tuple[Unit, ...]]
    known: Mapping[str, frozenset[Unit]] = field(default_factory=dict)
    per_call: Callable[[ReleaseSettings], int] = lambda _: 1
    shown_chars: Callable[[Scene], float] = lambda _: 0.0

    def parts(self, models: Mapping[str, str], submissions: Sequence[str]) -> dict[str, tuple[Unit, ...]]:
        """The units that count, by the rest of the partition key.

        Args:
            models: by role.
            submissions: to be judged.
        """
        known = self.known if models[self.role] == models["cheap"] else {}
        counted = {
            part: tuple(unit for unit in units if unit not in known.get(part, ())) for part, units in self.units.items()
        }
        if EVERY_SUBMISSION in counted:
            return dict.fromkeys(submissions, counted[EVERY_SUBMISSION])
        return counted

    def prompt_chars(self, scene: Scene) -> float:
        """About how many characters a prompt of a release has, its wording included."""
        found = factory_template if self.prompt_id in RESPONSES else judge_template
        return len(found(self.prompt_id).text) + self.shown_chars(scene)


def _facts_chars(scene: Scene) -> float:
    return scene.each(Unit.WINDOW_CHARS, Unit.WINDOWS) + NAME_CHARS * scene.units[Unit.TARGETS]


def _absent_chars(scene: Scene) -> float:
    return scene.each(Unit.MENTIONS, Unit.TARGETS) * scene.excerpt


def _source_chars(scene: Scene) -> float:
    return min(SHOWN_DOCUMENT_CHARS, scene.each(Unit.CHARS, Unit.CORPUS))


def _distractor_chars(scene: Scene) -> float:
    return scene.settings.gauntlet.distractors * scene.excerpt / 2  # the other half of the prompts shows nothing


def _rival_chars(scene: Scene) -> float:
    return scene.settings.gauntlet.rivals * scene.excerpt


def _adjudicated_chars(scene: Scene) -> float:
    return _rival_chars(scene) + scene.share(SINGLE_HOP) * scene.excerpt


def _label_chars(scene: Scene) -> float:
    pooling = scene.settings.pooling
    return pooling.windows_per_call * scene.excerpt * pooling.window_chars / WINDOW_CHARS


def _read_chars(scene: Scene) -> float:
    return scene.share("bm25") * READ * scene.excerpt


_RELEASED = (Unit.QUESTIONS, Unit.REJECTIONS)

# In building order.
ASKS: tuple[Ask, ...] = (
    Ask("target_entities", "cheap", "notability", {"": (Unit.CANDIDATES,)}),
    Ask("facts", "cheap", "facts", {SINGLE_HOP: (Unit.WINDOWS,)}, shown_chars=_facts_chars),
    Ask("task_drafts", "cheap", "absent_questions", {UNANSWERABLE: (Unit.TARGETS,)}, shown_chars=_absent_chars),
    Ask(
        "standalone_verdicts",
        "cheap",
        "standalone",
        {SINGLE_HOP: (Unit.DRAFTS,), UNANSWERABLE: (Unit.ABSENCES,)},
    ),
    Ask("answerability_verdicts", "cheap", "answer", {SINGLE_HOP: (Unit.ALONE,)}, shown_chars=_source_chars),
    Ask("answerability_verdicts", "cheap", "judge_answer", {SINGLE_HOP: (Unit.ALONE,)}),
    Ask("necessity_verdicts", "cheap", "answer", {SINGLE_HOP: (Unit.RECOVERED,)}, shown_chars=_distractor_chars),
    Ask("necessity_verdicts", "cheap", "judge_answer", {SINGLE_HOP: (Unit.RECOVERED,)}),
    Ask(
        "adjudication_verdicts",
        "strong",
        "adjudicate",
        {SINGLE_HOP: (Unit.NEEDED,), UNANSWERABLE: (Unit.ALONE_ABSENCES,)},
        shown_chars=_adjudicated_chars,
    ),
    Ask(
        "adjudication_verdicts",
        "strong",
        "answer",
        {UNANSWERABLE: (Unit.ALONE_ABSENCES,)},
        shown_chars=_rival_chars,
    ),
    Ask(
        "pool_labels",
        "cheap",
        "pool_label",
        {SINGLE_HOP: (Unit.PAIRS,)},
        per_call=lambda settings: settings.pooling.windows_per_call,
        shown_chars=_label_chars,
    ),
    Ask(
        "reference_predictions",
        "answerer",
        "answer",
        {"bm25": _RELEASED, "closed_book": _RELEASED},
        # Necessity asks every answerable question without a document too.
        known={"closed_book": frozenset({Unit.QUESTIONS})},
        shown_chars=_read_chars,
    ),
    Ask("answer_verdicts", "judge", "judge_answer", {EVERY_SUBMISSION: (Unit.QUESTIONS,)}),
    Ask("answer_verdicts", "judge", "judge_rejection", {EVERY_SUBMISSION: (Unit.REJECTIONS,)}),
)
