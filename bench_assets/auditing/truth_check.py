"""Whether a task is true of the planted corpus: by its truth alone.

Belongs here: the verdict on single_hop, and which check a type has. Does not: lists and timelines (list_check.py),
rejection types (rejection_check.py), any code of drafting or of the reader: what made a task must not judge it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from bench_assets.auditing.planted_records import Kind, Record, Truth, is_same
from bench_assets.auditing.question_cues import asks_for, wants
from bench_assets.auditing.question_reading import Asked, is_about, near, read_text
from bench_assets.drafting.quotes import flatten
from scoring.contract import TaskType

NOT_SAID = "the truth does not say"


class Checked(NamedTuple):
    """What the truth says of one task.

    Attributes:
        is_right: None where the truth does not say: such a task counts apart.
        fact_ids: the facts that the answer rests on, for gold recall; none where a paper's layout alone says it.
    """

    task_id: str
    type: str
    is_right: bool | None
    reason: str
    fact_ids: tuple[str, ...] = ()


class Ruling(NamedTuple):
    """A verdict and its reason."""

    is_right: bool | None
    reason: str
    fact_ids: tuple[str, ...] = ()


def check_tasks(tasks: Sequence[Mapping[str, Any]], truth: Truth, texts: Mapping[str, str]) -> list[Checked]:
    """One verdict a task, in order.

    Args:
        tasks: rows like TASK_DRAFTS, VERIFIED_TASKS or TASKS.
        truth: of the corpus that they were drafted from.
        texts: of its documents, by doc_id.
    """
    from bench_assets.auditing.list_check import check_list, check_timeline  # noqa: PLC0415 - they give a Ruling
    from bench_assets.auditing.rejection_check import check_absence, check_premise  # noqa: PLC0415 - so do they

    checks = {
        TaskType.SINGLE_HOP: lambda task: check_single_hop(task, truth, texts),
        TaskType.AGGREGATION: lambda task: check_list(task, truth),
        TaskType.DOSSIER: lambda task: check_list(task, truth),
        TaskType.TIMELINE: lambda task: check_timeline(task, truth),
        TaskType.UNANSWERABLE: lambda task: check_absence(task, truth),
        TaskType.FALSE_PREMISE: lambda task: check_premise(task, truth),
    }
    return [Checked(task["task_id"], task["type"], *checks[TaskType(task["type"])](task)) for task in tasks]


class Match(NamedTuple):
    """A record, and the role of it that a question asks for."""

    record: Record
    role: str


def check_single_hop(task: Mapping[str, Any], truth: Truth, texts: Mapping[str, str]) -> Ruling:
    """True when a document of the evidence states the answer of what is asked, and no document another one."""
    asked = read_text(task["question"], truth.names)
    sources = sources_of(task)
    meant = matches(task["question"], asked, truth)
    held = [match for match in meant if is_same(match.record.slots[match.role], task["answer"], truth.names)]
    stated = [match for match in held if match.record.stated[match.role] & sources]
    if not stated:
        return _unstated(task, meant, held, truth, texts)
    roles = {(match.record.kind, match.role) for match in stated}
    rivals = [m for m in meant if (m.record.kind, m.role) in roles and m.record.legible[m.role]]
    others = sorted({m.record.slots[m.role].text for m in rivals} - {m.record.slots[m.role].text for m in held})
    if others:
        return Ruling(False, f"another answer is as true: {others[0][:60]}")
    match = stated[0]
    return Ruling(True, f"{match.record.kind}.{match.role}", facts_of(match, asked, task["answer"]))


def matches(question: str, asked: Asked, truth: Truth) -> list[Match]:
    """Every slot of the truth that a question may ask for: of a record that it is about, in its words, of its type."""
    return [
        Match(record, role)
        for record in near(truth, asked)
        for role, value in record.slots.items()
        if asks_for(record.kind, role, asked.rest)
        and wants(question, value.type)
        and is_about(record, asked, without=role)
    ]


def sources_of(task: Mapping[str, Any]) -> set[str]:
    """The documents of a task's evidence."""
    return {part["doc_id"] for part in task["evidence"] or ()}


def facts_of(match: Match, asked: Asked, answer: str) -> tuple[str, ...]:
    """The facts that a document must state to support the answer: the one asked for, and those that the question names.

    Who somebody is and what was done have no fact of their own: they stand in every statement of their record.
    """
    record, found = match.record, {match.record.fact_ids.get(match.role, "")}
    for role, fact_id in record.fact_ids.items():
        value = record.slots[role]
        is_named = any(value.ids & mention.ids for mention in asked.mentions) or value.text in asked.days
        if is_named and not (record.kind is Kind.PERSON and role == "office") and answer != value.text:
            found.add(fact_id)
    return tuple(sorted(found - {""}))


def _unstated(
    task: Mapping[str, Any], meant: Sequence[Match], held: Sequence[Match], truth: Truth, texts: Mapping[str, str]
) -> Ruling:
    """Why no document of the evidence states the answer, or what the papers say themselves."""
    if by_office := _office_ruling(task, truth, texts):
        return by_office
    if held:
        return Ruling(False, "the evidence's documents do not state it")
    true = _first(match for match in meant if match.record.stated[match.role] & sources_of(task)) or _first(meant)
    if true is not None:
        return Ruling(False, f"the truth is {true.record.slots[true.role].text[:60]} ({true.record.kind}.{true.role})")
    return Ruling(None, NOT_SAID)


def _first(matches_: Iterable[Match]) -> Match | None:
    return next(iter(matches_), None)


def _office_ruling(task: Mapping[str, Any], truth: Truth, texts: Mapping[str, str]) -> Ruling | None:
    """The verdict on an office that only a header, an address or a signature gives; None for any other task.

    The truth keeps no statement of those: who holds an office is known, and a document of the evidence must hold it.
    """
    asked = read_text(task["question"], truth.names)
    answered = truth.names.find(task["answer"])
    people = sorted({one for mention in (*asked.mentions, *answered) for one in mention.ids})
    rows = [truth.names.rows[one] for one in people if truth.names.rows[one]["office"]]
    for row in rows:
        office = flatten(row["office"]).casefold()
        is_stated = any(office in flatten(texts.get(doc_id, "")).casefold() for doc_id in sources_of(task))
        if not asks_for(Kind.PERSON, "office", asked.rest) or not is_stated:
            continue
        if _is_office(task, row, office, is_person_asked=bool(answered)):
            return Ruling(True, "an office that the document gives")
    return None


def _is_office(task: Mapping[str, Any], row: Mapping[str, Any], office: str, *, is_person_asked: bool) -> bool:
    """Whether question and answer together say an office of its holder: "Chairman", asked about the Harbor Board."""
    question, answer = task["question"].casefold(), task["answer"].casefold()
    told = office.split()
    if not is_person_asked and not set(answer.split()) <= set(told):
        return False  # asked for another thing of the office, such as since when
    words = set(question.replace("?", " ").replace("'s", " ").split()) | set(answer.split())
    named = answer if is_person_asked else question
    surname = row["canonical_name"].split()[-1].casefold()
    return surname in named and all(word in words or word in ("of", "the", "to") for word in told)
