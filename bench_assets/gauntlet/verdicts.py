"""What the stages of the gauntlet share: who is still in, and how a verdict becomes a row.

Belongs here: rows, survivors, the windows a stage shows a model. Does not: any stage's own rule.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import pyarrow as pa

from bench_assets.schemas import VERDICTS
from bench_resources import windows
from scoring.contract import LIST_TYPES, REJECTION_TYPES
from scoring.llm import PromptTemplate, Reply

WINDOW_CHARS = 2500  # seed methodology, section 7: what a judge is shown of a document
WINDOW_OVERLAP_CHARS = 500
WINDOWS_A_DOCUMENT = 4  # best first; a question's words single out a stretch, OCR spreads it


class Stage(StrEnum):
    """The stages, in order."""

    RULES = "rules"
    STANDALONE = "standalone"
    ANSWERABILITY = "answerability"
    NECESSITY = "necessity"
    ADJUDICATION = "adjudication"


class Ruling(StrEnum):
    """What a stage says of a draft."""

    PASS = "pass"
    FAIL = "fail"
    NOT_APPLICABLE = "not_applicable"


MODEL_FAILURE = "model_failure"


@dataclass(frozen=True)
class Verdict:
    """One stage's word on one draft.

    Attributes:
        asked: the prompt it rests on, where that is not the stage's own.
    """

    task_id: str
    ruling: Ruling
    category: str
    reason: str
    replies: tuple[Reply, ...] = ()
    asked: PromptTemplate | None = None


def rows(drafts: pa.Table) -> list[dict[str, Any]]:
    """The drafts as records, by task_id."""
    return sorted(drafts.to_pylist(), key=lambda row: row["task_id"])


def survivors(drafts: pa.Table, earlier: Sequence[pa.Table]) -> list[dict[str, Any]]:
    """Drafts that every earlier stage passed or called not applicable, by task_id."""
    alive = [passed(table) for table in earlier]
    return [row for row in rows(drafts) if all(row["task_id"] in ids for ids in alive)]


def passed(verdicts: pa.Table) -> set[str]:
    """task_ids that a stage did not fail."""
    pairs = zip(verdicts["task_id"].to_pylist(), verdicts["outcome"].to_pylist(), strict=True)
    return {task_id for task_id, outcome in pairs if outcome != Ruling.FAIL}


def is_rejection(draft: Mapping[str, Any]) -> bool:
    """Whether the right answer to a draft is to decline: stages 2 and 3 do not apply."""
    return draft["type"] in REJECTION_TYPES


def is_list(draft: Mapping[str, Any]) -> bool:
    """Whether the answer of a draft is scored item by item."""
    return draft["type"] in LIST_TYPES


def has_parts(draft: Mapping[str, Any]) -> bool:
    """Whether the answer of a draft has several parts, each with its own documents: a list, or a timeline."""
    return bool(draft["items"])


def not_applicable(draft: Mapping[str, Any]) -> Verdict:
    """The verdict of a stage that has nothing to say of a rejection type."""
    return Verdict(draft["task_id"], Ruling.NOT_APPLICABLE, "rejection_type", f"does not apply to {draft['type']}")


def model_failure(task_id: str, replies: Sequence[Reply], asked: PromptTemplate | None = None) -> Verdict:
    """The verdict on a draft on which a model failed: never a pass."""
    errors = [reply.error for reply in replies if reply.error]
    return Verdict(task_id, Ruling.FAIL, MODEL_FAILURE, errors[0] if errors else "no reply", tuple(replies), asked)


def verdict_table(stage: Stage, asked: PromptTemplate | None, verdicts: Iterable[Verdict]) -> pa.Table:
    """VERDICTS, by task_id.

    A verdict no model was asked for keeps the prompt's id and version with an empty model; a stage without a prompt has
    empty ones.
    """
    found = [
        {
            "task_id": verdict.task_id,
            "stage": stage.value,
            "outcome": verdict.ruling.value,
            "category": verdict.category,
            "reason": verdict.reason,
            "prompt_id": prompt.prompt_id if prompt else "",
            "prompt_version": prompt.version if prompt else "",
            "model": next((reply.model for reply in verdict.replies), ""),
            "cost_usd": sum((reply.cost_usd for reply in verdict.replies), 0.0),
        }
        for verdict in verdicts
        for prompt in [verdict.asked or asked]
    ]
    return pa.Table.from_pylist(sorted(found, key=lambda row: row["task_id"]), schema=VERDICTS)


def texts_of(corpus: pa.Table, doc_ids: Iterable[str]) -> dict[str, str]:
    """The text of each document named; one that the corpus lacks is left out."""
    wanted = set(doc_ids)
    mask = pa.array([doc_id in wanted for doc_id in corpus["doc_id"].to_pylist()], type=pa.bool_())
    kept = corpus.select(["doc_id", "text"]).filter(mask)
    return dict(zip(kept["doc_id"].to_pylist(), kept["text"].to_pylist(), strict=True))


def passages(
    question: str, doc_ids: Sequence[str], texts: Mapping[str, str], n_windows: int = WINDOWS_A_DOCUMENT
) -> list[dict[str, str]]:
    """The best windows of each document for a question, document by document, as the `answer` prompt takes them."""
    return [
        {"doc_id": doc_id, "text": window.text}
        for doc_id in doc_ids
        for window in windows.rank_windows(texts[doc_id], question, size=WINDOW_CHARS, overlap=WINDOW_OVERLAP_CHARS)[
            :n_windows
        ]
    ]


def source_ids(draft: Mapping[str, Any]) -> list[str]:
    """The documents a draft was made from, in order, without repeats."""
    return list(dict.fromkeys(part["doc_id"] for part in draft["evidence"] or ()))
