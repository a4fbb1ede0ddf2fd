"""Facts become single-hop tasks: each question and each fact once, quotas kept, evidence attached.

Belongs here: deduplication, caps, seeded choice, task ids. Does not: whether a fact is true (facts) or a task sound
(the gauntlet).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pyarrow as pa
from rapidfuzz import fuzz

from bench_assets.drafting.agreement import plain
from bench_assets.schemas import TASK_DRAFTS
from bench_assets.settings.release import DraftingSection
from scoring.contract import TaskType

PREFIXES = {
    TaskType.SINGLE_HOP: "sh",
    TaskType.AGGREGATION: "ag",
    TaskType.TIMELINE: "tl",
    TaskType.DOSSIER: "do",
    TaskType.UNANSWERABLE: "un",
    TaskType.FALSE_PREMISE: "fp",
}
SAME_FACT_RATIO = 80.0  # of 100: quotes this alike with one answer are one fact, scanned or released twice
ROUNDING = 1e-9  # a third of three is one, whatever binary fractions say
MAX_PER_QUOTE = 2  # questions from one sentence, each with another answer: more give each other's answers away
MAX_SHAPE_SHARE = 0.25  # of drafts that may share one wording once names, dates and titles are taken out
MIN_KEPT = 3  # of a capped kind, however few drafts there are
# Kinds that lists and letterheads state by the dozen, with their share of what is drafted: most tasks ask for events.
_KIND_SHARES = (
    ("abbreviation", re.compile(r"\bstand(?:s)? for\?$"), 0.35),
    ("document date", re.compile(r"^What (?:is the date|is the year|are the month and year) of the "), 0.40),
    ("receiver", re.compile(r"^To whom did .+ write the "), 0.05),  # of one office's letters it is the same again
    ("position", re.compile(r"\b(?:position|post)\b.*\b(?:hold|held)\b|^Who was [A-Z][\w ]* of the "), 0.30),
)


def task_id(task_type: TaskType, seed: int, question: str) -> str:
    """As in "sh-0123456789ab": the same seed, type and question give the same id."""
    return f"{PREFIXES[task_type]}-{hashlib.sha256(f'{seed}|{task_type.value}|{question}'.encode()).hexdigest()[:12]}"


def draft_single_hop(facts: pa.Table, settings: DraftingSection, seed: int) -> pa.Table:
    """Single-hop drafts from facts, at most as many as are wanted, sorted by task_id.

    The more salient fact wins; equals are ordered by a seeded hash. Header facts are at most their share of what is
    drafted, no document gives more than its cap, and no wording more than its share. Empty input gives an empty table.
    """
    # Kinds that no share holds down come first: lists and letterheads fill what room a document leaves.
    rows = sorted(
        facts.to_pylist(), key=lambda row: (bool(_kind(row)), -row["salience"], _seeded(seed, row["fact_id"]))
    )
    rows = _distinct(rows)
    sentences = _capped(
        [row for row in rows if row["form"] != "header"], settings.max_per_document, len(rows), Counter()
    )
    used = Counter(row["doc_id"] for row in sentences)
    headers = _capped([row for row in rows if row["form"] == "header"], settings.max_per_document, len(rows), used)
    chosen = _balanced([*sentences, *headers], settings)
    drafts = sorted((_draft(row, seed) for row in chosen), key=lambda draft: draft["task_id"])
    return pa.Table.from_pylist(drafts, schema=TASK_DRAFTS)


def _kind(row: dict[str, Any]) -> str:
    """Which capped kind a fact is of; "" for one that no share but a header's holds down."""
    return next((name for name, pattern, _ in _KIND_SHARES if pattern.search(row["question"])), "")


def _balanced(rows: Sequence[dict[str, Any]], settings: DraftingSection) -> list[dict[str, Any]]:
    """The first rows of each kind, such that no capped kind, nor headers, are more than their share of all kept.

    Shares are of what is kept, so a cut of one kind lowers what the others may have: cut until nothing changes.
    """
    shares = {name: share for name, _, share in _KIND_SHARES}
    kept = list(rows)
    while True:
        n_rows = min(len(kept), settings.n_drafts(TaskType.SINGLE_HOP))
        allowed = {name: max(MIN_KEPT, int(n_rows * share + ROUNDING)) for name, share in shares.items()}
        allowed["header"] = int(n_rows * settings.max_header_share + ROUNDING)
        fewer = _within(kept, allowed)
        if len(fewer) == len(kept):
            return sorted(kept, key=lambda row: bool(_kind(row)))[: settings.n_drafts(TaskType.SINGLE_HOP)]
        kept = fewer


def _within(rows: Sequence[dict[str, Any]], allowed: dict[str, int]) -> list[dict[str, Any]]:
    """The first rows that keep every kind, and the form of headers, within what is allowed."""
    n_taken: Counter[str] = Counter()
    kept = []
    for row in rows:
        kinds = [kind for kind in (_kind(row), row["form"]) if kind in allowed]
        if all(n_taken[kind] < allowed[kind] for kind in kinds):
            n_taken.update(kinds)
            kept.append(row)
    return kept


def _seeded(seed: int, identity: str) -> str:
    return hashlib.sha256(f"{seed}|{identity}".encode()).hexdigest()


def _distinct(rows: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Each question once, and each fact once: the same answer in nearly the same words is the same fact."""
    kept: list[dict[str, Any]] = []
    questions: dict[str, dict[str, Any]] = {}
    quotes: dict[str, list[tuple[str, str]]] = {}
    for row in rows:
        question, answer, quote = plain(row["question"]), plain(row["answer"]), plain(row["quote"])
        told = quotes.setdefault(answer, [])
        if question in questions and plain(questions[question]["answer"]) == answer:
            questions[question]["copies"].append(row)
        if question in questions or any(fuzz.ratio(quote, other) >= SAME_FACT_RATIO for other, _ in told):
            continue
        if any(fuzz.ratio(question, other) >= SAME_FACT_RATIO for _, other in told):
            continue
        told.append((quote, question))
        questions[question] = row | {"copies": []}
        kept.append(questions[question])
    return kept


def shape(question: str) -> str:
    """The question's wording without names, dates, figures and titles: what two questions of one pattern share."""
    bare = re.sub(r"[\"“][^\"”]*[\"”]", "", question)
    return " ".join(
        word for word in bare.split()[:1] + bare.split()[1:] if word[:1].islower() or word == bare.split()[0]
    )


def _capped(rows: Sequence[dict[str, Any]], per_document: int, quota: int, used: Counter[str]) -> list[dict[str, Any]]:
    """The first rows that keep the caps: per document (counting what `used` holds), per wording, in all."""
    n_documents, n_shapes, n_quotes = Counter(used), Counter[str](), Counter[str]()
    per_shape = max(3, int(MAX_SHAPE_SHARE * min(quota, len(rows))))
    n_wanting = Counter(one["doc_id"] for row in rows for one in (row, *row["copies"]))
    kept: list[dict[str, Any]] = []
    for first in rows:
        # A register that was released twice gives its cap twice, and what two documents state is taken from the one
        # that has less to say besides: else it takes the place of what the other alone states.
        row = min(
            (one for one in (first, *first["copies"]) if n_documents[one["doc_id"]] < per_document),
            key=lambda one: n_wanting[one["doc_id"]],
            default=first,
        )
        form = shape(row["question"])
        has_share = row["form"] == "header" or bool(_kind(row))  # one wording a kind, held down by a share of its own
        if n_quotes[row["quote"]] >= MAX_PER_QUOTE:
            continue
        if (
            len(kept) >= quota
            or n_documents[row["doc_id"]] >= per_document
            or (not has_share and n_shapes[form] >= per_shape)
        ):
            continue
        n_documents[row["doc_id"]] += 1
        n_shapes[form] += 1
        n_quotes[row["quote"]] += 1
        kept.append(row)
    return kept


def _draft(row: dict[str, Any], seed: int) -> dict[str, Any]:
    evidence = {
        "doc_id": row["doc_id"],
        "start": row["start"],
        "end": row["end"],
        "quote": row["quote"],
        "sha256": hashlib.sha256(row["quote"].encode()).hexdigest(),
    }
    return {
        "task_id": task_id(TaskType.SINGLE_HOP, seed, row["question"]),
        "type": TaskType.SINGLE_HOP.value,
        "question": row["question"],
        "answer": row["answer"],
        "answer_type": row["answer_type"],
        "items": [],
        "evidence": [evidence],
        "entity_ids": row["entity_ids"],
        "salience": row["salience"],
        "form": row["form"],
        "certificate": None,
        "false_element": None,
        "attainable_f1": None,
    }
