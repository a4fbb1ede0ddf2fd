"""What a release's TOML may say: one frozen model a section, with the defaults a first release should have.

Belongs here: names, defaults, ranges and where the numbers come from. Does not: reading partitions, building anything.
"""

from __future__ import annotations

import math
import re
import tomllib
from enum import StrEnum
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from scoring.contract import TaskType
from scoring.errors import BadInputError, name_culprits

EMBEDDED = "embedded"  # the reader that needs no network
STATIC = "static"  # the embedder that needs none
SAMPLING: dict[str, float | int | str | bool] = {"temperature": 0, "max_tokens": 4096}
ASKED_ROLES = ("cheap", "strong", "judge", "answerer")
VERSION_PATTERN = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


class Section(BaseModel):
    """Base of the sections: an unknown key is a fault, so that a misspelt setting is never silently a default.

    Strict, because `true` is no number and "40" neither.
    """

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class ReleaseSection(Section):
    """[release]: which source, and the seed that every random choice starts from."""

    source: str
    seed: int = Field(0, ge=-(2**63), le=2**63 - 1)  # what a column of a table holds


class SourceSection(Section):
    """[source]: where `docketbench source add` finds the source, for a home without its lock. No stage reads it."""

    location: str  # a path or a URL
    id_column: str
    text_column: str
    date_column: str | None = None
    meta_columns: list[str] = Field(default_factory=list)
    group_column: str | None = None  # whose equal values mark copies of one record

    def arguments(self) -> list[str]:
        """What follows `docketbench source add NAME`."""
        named = [("--id-column", self.id_column), ("--text-column", self.text_column)]
        named += [("--date-column", self.date_column)] if self.date_column else []
        named += [("--meta-column", column) for column in self.meta_columns]
        named += [("--group-column", self.group_column)] if self.group_column else []
        return [self.location, *(word for pair in named for word in pair)]


class ModelMode(StrEnum):
    """How live models are called: one call at a time over the network, or by batch files that are carried to them."""

    LIVE = "live"
    BATCH = "batch"


class EndpointSection(Section):
    """[models.endpoints."NAME"]: how the model of that name is reached. A reply does not depend on it."""

    api_base: str | None = None  # of an OpenAI-compatible server, e.g. "http://127.0.0.1:8000/v1"; None: its provider's
    api_key_env: str | None = None  # the environment variable that holds its key; None: its provider's own
    concurrency: int = Field(32, ge=1, le=1024)  # calls in flight at once, over all workers of a machine
    timeout_seconds: float = Field(120.0, gt=0, le=3600)
    max_attempts: int = Field(6, ge=1, le=20)  # of a call that failed for a passing reason
    schema_mode: Literal["json_schema", "json_object", "none"] = "json_schema"  # how it is told which JSON is wanted

    @field_validator("api_base")
    @classmethod
    def _is_address(cls, value: str | None) -> str | None:
        if value is None:
            return None
        found = urlsplit(value)
        if found.scheme not in ("http", "https") or not found.hostname or found.username or found.password:
            raise ValueError("should be http(s)://HOST/PATH, without a user or a password")
        return value

    @field_validator("api_key_env")
    @classmethod
    def _is_variable(cls, value: str | None) -> str | None:
        # A key that was pasted here would be committed with the release.
        if value is not None and not re.fullmatch(r"[A-Z_][A-Z0-9_]*", value):
            raise ValueError("should be the name of an environment variable, such as MY_API_KEY, never a key itself")
        return value


class PriceSection(Section):
    """[models.prices."NAME"]: dollars for a million tokens, where litellm's map does not have them or is wrong."""

    input_usd_per_million: float = Field(ge=0)
    output_usd_per_million: float = Field(ge=0)
    cached_input_usd_per_million: float | None = Field(None, ge=0)


class ModelsSection(Section):
    """[models]: one model a role. A live model is pinned to a dated snapshot, e.g. "openai/gpt-4o-mini-2024-07-18".

    The roles and the sampling are part of what a release is. How models are reached, what they cost and what may be
    spent is not: changing it rebuilds nothing.
    """

    cheap: str = EMBEDDED
    strong: str = EMBEDDED
    judge: str = EMBEDDED
    answerer: str = EMBEDDED
    embedder: str = STATIC
    mode: ModelMode = Field(ModelMode.LIVE, strict=False)
    budget_usd: float | None = Field(None, ge=0)  # of this release's live calls, over all its builds; None: no limit
    allow_unknown_prices: bool = False  # else a model of unknown price stops a build before its first call
    batch_discount: float = Field(0.5, ge=0, le=1)  # of the price, where a batch answers; half at the large providers
    # Handed to every live model as it is.
    sampling: dict[str, float | int | str | bool] = Field(default_factory=lambda: dict(SAMPLING))
    endpoints: dict[str, EndpointSection] = Field(default_factory=dict)
    prices: dict[str, PriceSection] = Field(default_factory=dict)

    def roles(self) -> dict[str, str]:
        """The model of every role that is asked prompts."""
        return {role: getattr(self, role) for role in ASKED_ROLES}

    @model_validator(mode="after")
    def _settings_are_of_models(self) -> Self:
        """A misspelt name would silently leave the model without its address, or its price."""
        names = {*self.roles().values(), self.embedder}
        for table in ("endpoints", "prices"):
            if unknown := sorted(set(getattr(self, table)) - names):
                raise ValueError(
                    f"{table} has {name_culprits(unknown)}, but the roles have {name_culprits(sorted(names))}"
                )
        return self


class QualityThresholds(Section):
    """[corpus.quality]: which documents are clean, which may be drafted from, and which are garbage (left out).

    The error rates are of characters, as document_quality estimates them.
    """

    clean_max_error_rate: float = Field(0.02, ge=0, lt=1)  # up to here a reader passes over the errors
    garbage_min_error_rate: float = Field(0.15, gt=0, le=1)  # every other word is broken: sentences are guessed
    # Facts are drafted from these documents too: real scans fail in patches, and a fact's own passage is judged again.
    draft_max_error_rate: float = Field(0.04, ge=0, lt=1)
    # For pages that fail in another way than by misread words; set on general grounds, far from what typed pages have.
    clean_max_odd_word_ratio: float = Field(0.08, ge=0, le=1)
    garbage_min_odd_word_ratio: float = Field(0.40, ge=0, le=1)
    clean_max_garbage_ratio: float = Field(0.06, ge=0, le=1)
    garbage_min_garbage_ratio: float = Field(0.30, ge=0, le=1)
    clean_min_words: int = Field(30, ge=0)  # fewer hold no sentence worth a task
    garbage_max_words: int = Field(5, ge=0)  # so few say nothing

    @model_validator(mode="after")
    def _clean_ends_before_garbage_begins(self) -> Self:
        """Otherwise no document could be degraded, or a clean one would be called garbage."""
        for clean, garbage in (
            ("clean_max_error_rate", "garbage_min_error_rate"),
            ("draft_max_error_rate", "garbage_min_error_rate"),
            ("clean_max_odd_word_ratio", "garbage_min_odd_word_ratio"),
            ("clean_max_garbage_ratio", "garbage_min_garbage_ratio"),
            ("garbage_max_words", "clean_min_words"),
        ):
            if getattr(self, clean) >= getattr(self, garbage):
                raise ValueError(f"{clean} should be less than {garbage}")
        return self

    def for_drafting(self) -> Self:
        """The same with the wider border of what facts are drafted from."""
        return self.model_copy(
            update={"clean_max_error_rate": max(self.clean_max_error_rate, self.draft_max_error_rate)}
        )


class CorpusSection(Section):
    """[corpus]: targets, backbone, chunks."""

    max_targets: int = Field(40, ge=1)  # seed methodology, section 3
    min_target_documents: int = Field(3, ge=1)  # below this an entity bounds nothing
    document_ceiling: int = Field(2000, ge=1)  # above this an entity is too pervasive to bound
    backbone_documents: int = Field(30_000, ge=0)  # seed methodology, section 3
    chunk_tokens: int = Field(512, ge=16)  # seed methodology
    chunk_overlap_tokens: int = Field(50, ge=0)  # seed methodology
    quality: QualityThresholds = QualityThresholds()


class RetrievalSection(Section):
    """[retrieval]: how rankings are fused. The embedder is in [models]."""

    fusion_depth: int = Field(100, ge=1)  # documents of each ranking: far more than a pool or a reader takes


class DuplicatesSection(Section):
    """[duplicates]: what counts as a copy. Apart from [corpus], so that moving a threshold builds nothing else anew."""

    similarity: float = Field(0.4, gt=0, le=1)  # make bench-duplicates: between copies and papers of one matter
    max_copies: int = Field(10, ge=2, le=200)  # text that more documents hold is a form's or a banner's
    min_chars: int = Field(200, ge=8)  # letters and digits: shorter texts are copies only when they are the same


class OversamplingSection(Section):
    """[drafting.oversampling]: how many drafts are made for each task wanted, since the gauntlet rejects some."""

    single_hop: float = Field(4.0, ge=1, le=100)
    aggregation: float = Field(2.0, ge=1, le=100)
    timeline: float = Field(2.0, ge=1, le=100)
    dossier: float = Field(2.0, ge=1, le=100)
    unanswerable: float = Field(1.5, ge=1, le=100)
    false_premise: float = Field(1.5, ge=1, le=100)


class DraftingSection(Section):
    """[drafting]: how many tasks of each type are wanted (the release's mix), how many are drafted for that, floors."""

    single_hop: int = Field(120, ge=0)
    aggregation: int = Field(40, ge=0)
    timeline: int = Field(40, ge=0)
    dossier: int = Field(20, ge=0)
    unanswerable: int = Field(40, ge=0)
    false_premise: int = Field(40, ge=0)
    oversampling: OversamplingSection = OversamplingSection()
    salience_floor: int = Field(2, ge=1, le=5)
    max_per_document: int = Field(3, ge=1)
    max_header_share: float = Field(0.4, ge=0, le=1)  # of drafts; [publishing] says how many are released
    window_chars: int = Field(12_000, ge=500)
    max_items: int = Field(8, ge=3, le=50)  # of a list answer
    min_attainable_f1: float = Field(0.8, ge=0, le=1)  # what three citations can earn on a list at best
    max_figure_share: float = Field(0.2, gt=0, le=1)  # of the tasks of a rejection type that name one figure

    def quota(self, task_type: TaskType) -> int:
        """How many tasks of a type the release should hold, and holds at most."""
        wanted: int = getattr(self, task_type.value)
        return wanted

    def n_drafts(self, task_type: TaskType) -> int:
        """How many drafts are made for them."""
        factor: float = getattr(self.oversampling, task_type.value)
        return math.ceil(self.quota(task_type) * factor)


class GauntletSection(Section):
    """[gauntlet]: how hard the stages look."""

    token_overlap_floor: float = Field(0.5, ge=0, le=1)
    item_recovery_floor: float = Field(0.8, ge=0, le=1)  # of a list's items that a reader of its sources must find
    distractors: int = Field(5, ge=1)
    rivals: int = Field(10, ge=0)  # passages of other documents that might answer differently


class PoolingSection(Section):
    """[pooling]: depth, windows, and the submissions whose runs are pooled (name = sha256 of predictions.jsonl)."""

    depth: int = Field(20, ge=1)  # seed methodology, section 7
    window_chars: int = Field(2500, ge=200)
    window_overlap_chars: int = Field(500, ge=0)
    max_windows: int = Field(40, ge=1)
    windows_per_call: int = Field(5, ge=1, le=50)  # of one task, each of another document
    contributed_runs: dict[str, str] = Field(default_factory=dict)


class PublishingSection(Section):
    """[publishing]: what of the verified tasks is released, and the retractions (task_id = reason)."""

    max_header_share: float = Field(1 / 3, ge=0, lt=1)  # of a type's released tasks
    retractions: dict[str, str] = Field(default_factory=dict)


class EvaluationSection(Section):
    """[evaluation]: statistics of the board."""

    bootstrap_draws: int = Field(1000, ge=100, le=1_000_000)  # seed methodology, section 8
    bootstrap_seed: int = Field(0, ge=0)  # numpy takes no other


class ReleaseSettings(Section):
    """One data/releases/<version>.toml, checked."""

    release: ReleaseSection
    source: SourceSection | None = None
    models: ModelsSection = ModelsSection()
    corpus: CorpusSection = CorpusSection()
    retrieval: RetrievalSection = RetrievalSection()
    duplicates: DuplicatesSection = DuplicatesSection()
    drafting: DraftingSection = DraftingSection()
    gauntlet: GauntletSection = GauntletSection()
    pooling: PoolingSection = PoolingSection()
    publishing: PublishingSection = PublishingSection()
    evaluation: EvaluationSection = EvaluationSection()

    @model_validator(mode="after")
    def _windows_go_forward(self) -> Self:
        """Found here rather than by the stage that cuts, which comes an hour into a build."""
        if self.corpus.chunk_overlap_tokens >= self.corpus.chunk_tokens:
            raise ValueError("corpus.chunk_overlap_tokens should be less than corpus.chunk_tokens")
        if self.pooling.window_overlap_chars * 2 >= self.pooling.window_chars:
            raise ValueError("pooling.window_overlap_chars should be less than half of pooling.window_chars")
        return self


def parse_release(text: str, path: Path) -> ReleaseSettings:
    """The settings in a release TOML's text. Raises BadInputError naming the file and every faulty key."""
    try:
        return ReleaseSettings.model_validate(tomllib.loads(text))
    except ValidationError as error:
        faults = [
            ": ".join(filter(None, [".".join(map(str, f["loc"])), f["msg"].removeprefix("Value error, ")]))
            for f in error.errors()
        ]
        raise BadInputError(
            f"{path} has {len(faults)} faulty settings: {name_culprits(faults)}. Mend them and run the command again."
        ) from error
    except (ValueError, RecursionError) as error:  # TOMLDecodeError; also 5,000 digits, and brackets a thousand deep
        raise BadInputError(f"{path} is not TOML: {error}. Mend that line and run the command again.") from error


def check_name(name: str, what: str) -> str:
    """`name` itself when it can be a partition key and a folder name. Raises BadInputError otherwise."""
    if not VERSION_PATTERN.fullmatch(name) or "..." in name or name.endswith("."):
        raise BadInputError(
            f"{what} {name[:80]!r} cannot be used: a name is 1 to 64 letters, digits, '.', '_' or '-', starts with a "
            "letter or digit, and holds no '...', '|', ',' or '/'. Choose another name."
        )
    return name
