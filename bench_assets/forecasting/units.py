"""What a release's model calls are counted by, and which stage asks how often for each of it.

Belongs here: the units, the table of asks. Does not: measuring units (sizes.py), guessing them (projection.py), prices.
A stage that comes to ask a prompt gets a line in ASKS; a test holds the table and the graph together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from bench_assets.drafting.reading import CALL_CHARS
from bench_assets.gauntlet.premises import MAX_NEAREST
from bench_assets.gauntlet.verdicts import WINDOW_CHARS, WINDOWS_A_DOCUMENT
from bench_assets.reference.systems import READ, RETRIEVING
from bench_assets.settings.release import ReleaseSettings
from bench_resources.prompting import RESPONSES
from bench_resources.prompting import template as factory_template
from scoring.contract import LIST_TYPES, REJECTION_TYPES, TaskType
from scoring.judge import template as judge_template


class Unit(StrEnum):
    """What is counted in a release whatever its task types, in the order in which one thing follows from another."""

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
    EVENT_WINDOWS = "windows_of_targets"  # of documents that name a target, draftable or not
    QUESTIONS = "answerable_questions"  # released
    REJECTIONS = "unanswerable_questions"  # released


class Step(StrEnum):
    """What is counted of each task type, in the order in which one thing follows from another."""

    SUPPLY = "supply"  # drafts, if there were no quota
    DRAFTS = "drafts"
    SOUND = "sound_drafts"  # that the rules passed
    ALONE = "standalone_drafts"  # that passed the next stage of the gauntlet too
    RECOVERED = "recovered_drafts"  # the next
    NEEDED = "needed_drafts"  # the next
    VERIFIED = "verified_drafts"  # all
    PAIRS = "pooled_pairs"  # of a task, or one of its items, and a document of which something is read
    RELEASED = "released"


class Prompted(NamedTuple):
    """A prompt of a stage."""

    stage: str
    prompt_id: str


Units = Mapping[str, float]  # by Unit, or by `of_type`
EVERY_SUBMISSION = "*"
SINGLE_HOP, UNANSWERABLE = TaskType.SINGLE_HOP.value, TaskType.UNANSWERABLE.value
TYPES = tuple(kind.value for kind in TaskType)
REJECTED = tuple(kind for kind in TYPES if kind in REJECTION_TYPES)
ANSWERABLE = tuple(kind for kind in TYPES if kind not in REJECTION_TYPES)
LISTS = tuple(kind for kind in TYPES if kind in LIST_TYPES)
WITH_PARTS = (*LISTS, TaskType.TIMELINE.value)
ONE_ANSWER = (SINGLE_HOP, TaskType.TIMELINE.value)  # judged as one
NAME_CHARS = 20  # of a target in a prompt's list, quotes and comma included
STATEMENT_CHARS = 100  # of one that is stated of a target, its date included
SHOWN_DOCUMENT_CHARS = WINDOW_CHARS * WINDOWS_A_DOCUMENT  # the most that a reader is shown of one source document
_WORDS = {  # that the plan's document had before there were other types
    (Step.SUPPLY, SINGLE_HOP): "draftable_facts",
    (Step.SUPPLY, UNANSWERABLE): "absent_questions",
    (Step.ALONE, SINGLE_HOP): "standalone_drafts",
    (Step.RECOVERED, SINGLE_HOP): "recovered_drafts",
    (Step.NEEDED, SINGLE_HOP): "needed_drafts",
    (Step.VERIFIED, SINGLE_HOP): "verified_drafts",
    (Step.PAIRS, SINGLE_HOP): "pooled_pairs",
    (Step.ALONE, UNANSWERABLE): "standalone_absences",
    (Step.VERIFIED, UNANSWERABLE): "verified_absences",
}


def of_type(step: Step, kind: str) -> str:
    """The unit of a task type, as in "timeline_drafts"."""
    return _WORDS.get((step, kind), f"{kind}_{step}")


_TOTALS = (Unit.QUESTIONS, Unit.REJECTIONS)
# In the order in which one follows from another.
UNITS: tuple[str, ...] = (
    *(unit.value for unit in Unit if unit not in _TOTALS),
    *(of_type(step, kind) for step in Step for kind in TYPES),
    *(unit.value for unit in _TOTALS),
)


class Scene(NamedTuple):
    """What the length of a prompt depends on: the release's units and settings, and how its calls are divided."""

    units: Units
    settings: ReleaseSettings
    parts: Mapping[str, float]

    def each(self, unit: str, of: str) -> float:
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
        per_unit: about how many calls one unit needs. Only how this differs between two releases matters.
        shown_chars: about how many characters a prompt shows besides its wording. Only how this differs between two
            releases matters: their prompts are taken to differ in the same proportion.
    """

    stage: str
    role: str
    prompt_id: str
    units: Mapping[str, tuple[str, ...]]
    known: Mapping[str, frozenset[str]] = field(default_factory=dict)
    per_call: Callable[[ReleaseSettings], int] = lambda _: 1
    per_unit: Callable[[Scene], float] = lambda _: 1.0
    shown_chars: Callable[[Scene], float] = lambda _: 0.0

    @property
    def prompted(self) -> Prompted:
        """What is asked."""
        return Prompted(self.stage, self.prompt_id)

    def parts(self, models: Mapping[str, str], submissions: Sequence[str]) -> dict[str, tuple[str, ...]]:
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


def _window_chars(scene: Scene) -> float:
    return scene.each(Unit.WINDOW_CHARS, Unit.WINDOWS)


def _target_chars(scene: Scene) -> float:
    """Of everything that a target has."""
    return scene.each(Unit.MENTIONS, Unit.TARGETS) * scene.excerpt


def _reading_calls(scene: Scene) -> float:
    """Calls that read everything that a target has."""
    return max(1.0, _target_chars(scene) / CALL_CHARS)


def _premise_calls(scene: Scene) -> float:
    """Calls that read the passages which may support a premise."""
    return max(1.0, (scene.settings.gauntlet.rivals + MAX_NEAREST) * scene.excerpt / CALL_CHARS)


def _reading_chars(scene: Scene) -> float:
    return min(float(CALL_CHARS), _target_chars(scene))


def _statement_chars(scene: Scene) -> float:
    return scene.each(Unit.MENTIONS, Unit.TARGETS) * STATEMENT_CHARS


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
    return sum(map(scene.share, RETRIEVING)) * READ * scene.excerpt


def _each(step: Step, kinds: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """By partition, the unit of each of these task types."""
    return {kind: (of_type(step, kind),) for kind in kinds}


def _released(kinds: Sequence[str]) -> dict[str, tuple[str, ...]]:
    return {EVERY_SUBMISSION: tuple(of_type(Step.RELEASED, kind) for kind in kinds)}


_READ = (Unit.QUESTIONS, Unit.REJECTIONS)
_ABSENT, _UNTRUE = (UNANSWERABLE,), (TaskType.FALSE_PREMISE.value,)

# In building order.
ASKS: tuple[Ask, ...] = (
    Ask("target_entities", "cheap", "notability", {"": (Unit.CANDIDATES,)}),
    Ask("facts", "cheap", "facts", {SINGLE_HOP: (Unit.WINDOWS,)}, shown_chars=_facts_chars),
    Ask("events", "cheap", "events", {"": (Unit.EVENT_WINDOWS,)}, shown_chars=_window_chars),
    Ask("task_drafts", "cheap", "absent_questions", {UNANSWERABLE: (Unit.TARGETS,)}, shown_chars=_target_chars),
    Ask(
        "task_drafts",
        "cheap",
        "list_questions",
        {TaskType.AGGREGATION.value: (Unit.TARGETS,)},
        shown_chars=_statement_chars,
    ),
    Ask("task_drafts", "cheap", "false_premises", _each(Step.DRAFTS, _UNTRUE)),
    Ask(
        "task_drafts",
        "cheap",
        "answer",
        _each(Step.DRAFTS, (*LISTS, *_ABSENT)),
        per_unit=_reading_calls,
        shown_chars=_reading_chars,
    ),
    Ask("task_drafts", "cheap", "judge_items", _each(Step.DRAFTS, LISTS), per_unit=_reading_calls),
    Ask(
        "task_drafts",
        "cheap",
        "premise_support",
        _each(Step.DRAFTS, _UNTRUE),
        per_unit=_reading_calls,
        shown_chars=_reading_chars,
    ),
    Ask("standalone_verdicts", "cheap", "standalone", _each(Step.SOUND, TYPES)),
    Ask("answerability_verdicts", "cheap", "answer", _each(Step.ALONE, ANSWERABLE), shown_chars=_source_chars),
    Ask("answerability_verdicts", "cheap", "judge_answer", _each(Step.ALONE, ONE_ANSWER)),
    Ask("answerability_verdicts", "cheap", "judge_items", _each(Step.ALONE, LISTS)),
    Ask("necessity_verdicts", "cheap", "answer", _each(Step.RECOVERED, ANSWERABLE), shown_chars=_distractor_chars),
    Ask("necessity_verdicts", "cheap", "judge_answer", _each(Step.RECOVERED, ONE_ANSWER)),
    Ask("necessity_verdicts", "cheap", "judge_items", _each(Step.RECOVERED, LISTS)),
    Ask(
        "adjudication_verdicts",
        "strong",
        "adjudicate",
        _each(Step.NEEDED, (SINGLE_HOP, *_ABSENT)),
        shown_chars=_adjudicated_chars,
    ),
    Ask(
        "adjudication_verdicts",
        "strong",
        "adjudicate_items",
        _each(Step.NEEDED, WITH_PARTS),
        shown_chars=_rival_chars,
    ),
    Ask("adjudication_verdicts", "strong", "answer", _each(Step.NEEDED, _ABSENT), shown_chars=_rival_chars),
    Ask(
        "adjudication_verdicts",
        "strong",
        "premise_support",
        _each(Step.NEEDED, _UNTRUE),
        per_unit=_premise_calls,
        shown_chars=_reading_chars,
    ),
    Ask("adjudication_verdicts", "strong", "premise_quality", _each(Step.NEEDED, _UNTRUE)),
    Ask(
        "pool_labels",
        "cheap",
        "pool_label",
        _each(Step.PAIRS, ANSWERABLE),
        per_call=lambda settings: settings.pooling.windows_per_call,
        shown_chars=_label_chars,
    ),
    Ask(
        "reference_predictions",
        "answerer",
        "answer",
        dict.fromkeys((*RETRIEVING, "closed_book"), _READ),
        # Necessity asks every answerable question without a document too.
        known={"closed_book": frozenset({Unit.QUESTIONS})},
        shown_chars=_read_chars,
    ),
    Ask("answer_verdicts", "judge", "judge_answer", _released(ONE_ANSWER)),
    Ask("answer_verdicts", "judge", "judge_items", _released(LISTS)),
    Ask("answer_verdicts", "judge", "judge_rejection", _released(REJECTED)),
)
