"""The contract: a task of the key, a prediction, a verdict - as records, and as JSON objects.

Belongs here: the records, their fields, and what makes one faulty. Does not: files and lines (reading.py),
what a record earns (correctness.py), or anything a model says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from scoring.errors import FaultError, FaultKind, name_culprits, quote, raise_faults

MAX_TOKENS_REPORTED = 10**12  # for one task; above it a count is a slip, and sums stay exact
MAX_COST_USD = 10.0**9
T = TypeVar("T")


class TaskType(StrEnum):
    """The six types of the seed methodology. What a type needs is on Task."""

    SINGLE_HOP = "single_hop"
    AGGREGATION = "aggregation"
    TIMELINE = "timeline"
    DOSSIER = "dossier"
    UNANSWERABLE = "unanswerable"
    FALSE_PREMISE = "false_premise"


LIST_TYPES = frozenset({TaskType.AGGREGATION, TaskType.DOSSIER})
REJECTION_TYPES = frozenset({TaskType.UNANSWERABLE, TaskType.FALSE_PREMISE})


@dataclass(frozen=True)
class Item:
    """One item of a list answer and the documents that support it. No documents: the task's gold supports it."""

    item: str
    doc_ids: tuple[str, ...] = ()


@dataclass(frozen=True)
class Task:
    """One line of the key, as far as scoring reads it; other fields of the line are not kept.

    Attributes:
        gold_docs: documents that support the answer; empty for the rejection types.
        gold_units: near-duplicates that hold the same evidence, one tuple a unit; a document in none is its own unit.
        entity_ids: the entities asked about, anchor first.
    """

    task_id: str
    type: TaskType
    question: str = ""
    answer: str = ""
    items: tuple[Item, ...] = ()
    gold_docs: tuple[str, ...] = ()
    gold_units: tuple[tuple[str, ...], ...] = ()
    entity_ids: tuple[str, ...] = ()
    false_element: str | None = None
    pattern: str | None = None

    @property
    def is_rejection(self) -> bool:
        """Whether the right answer is to decline."""
        return self.type in REJECTION_TYPES

    @property
    def is_list(self) -> bool:
        """Whether the answer is scored item by item."""
        return self.type in LIST_TYPES

    @property
    def citable_docs(self) -> frozenset[str]:
        """The pooled gold and every item's supporting documents; empty for a rejection task."""
        if self.is_rejection:
            return frozenset()
        return frozenset(self.gold_docs).union(*(item.doc_ids for item in self.items))

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Task:
        """The task in a JSON object or table row; fields it does not know are passed over. Raises FaultError."""
        task = cls(
            task_id=_identifier(record, "task_id"),
            type=_task_type(record),
            question=_optional(record, "question", _text) or "",
            answer=_optional(record, "answer", _text) or "",
            items=_optional(record, "items", _items) or (),
            gold_docs=_optional(record, "gold_docs", _texts) or (),
            gold_units=_optional(record, "gold_units", _units) or (),
            entity_ids=_optional(record, "entity_ids", _texts) or (),
            false_element=_optional(record, "false_element", _text),
            pattern=_optional(record, "pattern", _text),
        )
        if task.is_list and not task.items:
            raise FaultError(
                FaultKind.WRONG_TYPE,
                f"task {quote(task.task_id)} of type {task.type} has no items, expected one or more",
            )
        return task

    def to_json(self) -> dict[str, Any]:
        """The fields of the key that scoring knows, as plain JSON values."""
        return {
            "task_id": self.task_id,
            "type": self.type.value,
            "question": self.question,
            "answer": self.answer,
            "items": [{"item": item.item, "doc_ids": list(item.doc_ids)} for item in self.items],
            "gold_docs": list(self.gold_docs),
            "gold_units": [list(unit) for unit in self.gold_units],
            "entity_ids": list(self.entity_ids),
            "false_element": self.false_element,
            "pattern": self.pattern,
        }


@dataclass(frozen=True)
class Usage:
    """Tokens and requests of one task, as the system reports them."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_input_tokens: int = 0
    requests: int = 0


@dataclass(frozen=True)
class Prediction:
    """One answer of a system. `retrieved` is best first; nothing in it is checked against a corpus.

    `is_ranking`: nothing was asked of it but `retrieved`, as of a line of a TREC run. It has no answer and no citation,
    and these are unmeasured, where an empty answer would be wrong.
    """

    task_id: str
    answer: str
    citations: tuple[str, ...] = ()
    retrieved: tuple[str, ...] = ()
    usage: Usage | None = None
    cost_usd: float | None = None
    contexts: tuple[str, ...] | None = None
    trace_id: str | None = None
    is_ranking: bool = False

    @property
    def is_empty(self) -> bool:
        """Whether there is no answer at all: it earns 0 and no judge is asked."""
        return not self.answer.strip()

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Prediction:
        """The prediction in a JSON object; unknown fields are passed over. Raises FaultError with every fault of it."""
        faults: list[FaultError] = []

        def take(name: str, read: Callable[[Mapping[str, Any], str], Any], *, is_required: bool = True) -> Any:
            try:
                return read(record, name) if is_required else _optional(record, name, read)
            except FaultError as fault:
                faults.append(fault)
                return None

        prediction = cls(
            task_id=take("task_id", _identifier),
            answer=take("answer", _text),
            citations=take("citations", _texts),
            retrieved=take("retrieved", _texts),
            usage=take("usage", _usage, is_required=False),
            cost_usd=take("cost_usd", _cost, is_required=False),
            contexts=take("contexts", _texts, is_required=False),
            trace_id=take("trace_id", _text, is_required=False),
            is_ranking=take("is_ranking", _flag, is_required=False) or False,
        )
        if prediction.is_ranking and (prediction.answer or prediction.citations):
            faults.append(FaultError(FaultKind.WRONG_TYPE, "is_ranking is true, expected no answer and no citation"))
        raise_faults(faults)
        return prediction

    def to_json(self) -> dict[str, Any]:
        """A line of predictions.jsonl; optional fields only where they are set."""
        usage = None if self.usage is None else dict(vars(self.usage))
        optional = {
            "usage": usage,
            "cost_usd": self.cost_usd,
            "contexts": None if self.contexts is None else list(self.contexts),
            "trace_id": self.trace_id,
            "is_ranking": self.is_ranking or None,
        }
        return {
            "task_id": self.task_id,
            "answer": self.answer,
            "citations": list(self.citations),
            "retrieved": list(self.retrieved),
        } | {name: value for name, value in optional.items() if value is not None}


@dataclass(frozen=True)
class Verdict:
    """What a judge says of one answer. With `error` set the task is unmeasured and the rest means nothing.

    Attributes:
        is_correct: equivalent to the reference; counts only when `is_refusal` is false.
        matched_items: one flag a reference item, in the key's order; empty for types without items.
        extra_items: items of the answer that match no reference item.
        names_premise: whether a refusal names the fabricated element; None when not asked.
    """

    task_id: str
    is_refusal: bool = False
    is_correct: bool = False
    matched_items: tuple[bool, ...] = ()
    extra_items: int = 0
    names_premise: bool | None = None
    is_entailed: bool | None = None
    is_grounded: bool | None = None
    claims: int | None = None
    supported_claims: int | None = None
    reason: str = ""
    prompt_version: str | None = None
    model: str | None = None
    error: str | None = None

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> Verdict:
        """The verdict in a JSON object or table row. Raises FaultError for the first fault."""
        task_id = _identifier(record, "task_id")
        error = _optional(record, "error", _text)
        model = _optional(record, "model", _text)
        prompt_version = _optional(record, "prompt_version", _text)
        if error is not None:
            return cls(task_id, prompt_version=prompt_version, model=model, error=error)
        return cls(
            task_id,
            is_refusal=_flag(record, "is_refusal"),
            is_correct=_optional(record, "is_correct", _flag) or False,
            matched_items=_optional(record, "matched_items", _flags) or (),
            extra_items=_optional(record, "extra_items", _count) or 0,
            names_premise=_optional(record, "names_premise", _flag),
            is_entailed=_optional(record, "is_entailed", _flag),
            is_grounded=_optional(record, "is_grounded", _flag),
            claims=_optional(record, "claims", _count),
            supported_claims=_optional(record, "supported_claims", _count),
            reason=_optional(record, "reason", _text) or "",
            prompt_version=prompt_version,
            model=model,
        )

    def to_json(self) -> dict[str, Any]:
        """A line of verdicts.jsonl: {task_id, error} when it failed, else every field that is set."""
        if self.error is not None:
            kept: dict[str, Any] = {"task_id": self.task_id, "error": self.error}
        else:
            kept = dict(vars(self)) | {"matched_items": list(self.matched_items)}
        kept |= {"prompt_version": self.prompt_version, "model": self.model}
        return {name: value for name, value in kept.items() if value is not None}


# --- fields -------------------------------------------------------------------------------------------------------


def _wrong(name: str, value: Any, expected: str) -> FaultError:
    found = "null" if value is None else quote(value) if isinstance(value, str) else type(value).__name__
    return FaultError(FaultKind.WRONG_TYPE, f"{name} is {found}, expected {expected}")


def _get(record: Mapping[str, Any], name: str) -> Any:
    if name not in record:
        raise FaultError(FaultKind.MISSING_FIELD, f"{name} is not there")
    return record[name]


def _optional(record: Mapping[str, Any], name: str, read: Callable[[Mapping[str, Any], str], T]) -> T | None:
    """Absent and null are the same for an optional field."""
    return None if record.get(name) is None else read(record, name)


def _clean(name: str, value: Any) -> str:
    """Text that every later store can hold: C libraries end at a NUL, and UTF-8 has no lone surrogate."""
    if not isinstance(value, str):
        raise _wrong(name, value, "text")
    if "\0" in value:
        raise FaultError(FaultKind.NUL, f"{name} holds a NUL character")
    if not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError as error:
            raise FaultError(FaultKind.NOT_UTF8, f"{name} holds half of a surrogate pair") from error
    return value


def _text(record: Mapping[str, Any], name: str) -> str:
    return _clean(name, _get(record, name))


def _identifier(record: Mapping[str, Any], name: str) -> str:
    value = _text(record, name)
    if not value:
        raise _wrong(name, value, "a non-empty id")
    return value


def _list(name: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise _wrong(name, value, "a list")
    return value


def _texts(record: Mapping[str, Any], name: str) -> tuple[str, ...]:
    return tuple(_clean(f"{name}[{i}]", value) for i, value in enumerate(_list(name, _get(record, name))))


def _flag(record: Mapping[str, Any], name: str) -> bool:
    value = _get(record, name)
    if not isinstance(value, bool):
        raise _wrong(name, value, "true or false")
    return value


def _flags(record: Mapping[str, Any], name: str) -> tuple[bool, ...]:
    values = _list(name, record[name])
    for i, value in enumerate(values):
        if not isinstance(value, bool):
            raise _wrong(f"{name}[{i}]", value, "true or false")
    return tuple(values)


def _count(record: Mapping[str, Any], name: str) -> int:
    value = record[name]
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= MAX_TOKENS_REPORTED:
        raise _wrong(name, value, f"a whole number from 0 to {MAX_TOKENS_REPORTED:,}")
    return value


def _cost(record: Mapping[str, Any], name: str) -> float:
    value = record[name]
    # The comparison also refuses NaN, which a table row can hold.
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_COST_USD:
        raise _wrong(name, value, f"a number from 0 to {MAX_COST_USD:,.0f}")
    return float(value)


def _usage(record: Mapping[str, Any], name: str) -> Usage:
    value = record[name]
    if not isinstance(value, Mapping):
        raise _wrong(name, value, "an object")
    inner = {f"{name}.{field}": value.get(field) for field in Usage.__dataclass_fields__}  # for the message's sake
    return Usage(*(_optional(inner, path, _count) or 0 for path in inner))


def _task_type(record: Mapping[str, Any]) -> TaskType:
    value = _text(record, "type")
    try:
        return TaskType(value)
    except ValueError as error:
        raise _wrong("type", value, f"one of {', '.join(TaskType)}") from error


def _items(record: Mapping[str, Any], name: str) -> tuple[Item, ...]:
    items: list[Item] = []
    for i, value in enumerate(_list(name, record[name])):
        if not isinstance(value, Mapping):
            raise _wrong(f"{name}[{i}]", value, "an object {item, doc_ids}")
        items.append(Item(_identifier(value, "item"), _optional(value, "doc_ids", _texts) or ()))
    return tuple(items)


def _units(record: Mapping[str, Any], name: str) -> tuple[tuple[str, ...], ...]:
    units = tuple(_texts({f"{name}[{i}]": unit}, f"{name}[{i}]") for i, unit in enumerate(_list(name, record[name])))
    times = Counter(doc_id for unit in units for doc_id in set(unit))
    shared = sorted(doc_id for doc_id, n in times.items() if n > 1)
    if shared:
        raise FaultError(FaultKind.WRONG_TYPE, f"{name} puts {name_culprits([quote(d) for d in shared])} in two units")
    return units
