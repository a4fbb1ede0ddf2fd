"""Aggregation tasks: questions for short lists, asked of a model that is given all that is stated of a target.

Belongs here: asking, and the checks that no model is trusted with. Does not: whether a list is whole (whole_lists.py).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from bench_assets.corpus.private_people import PrivateNames
from bench_assets.drafting.facts import Permitted, Target, fault_of
from bench_assets.drafting.happenings import Happening
from bench_assets.drafting.list_drafts import (
    MIN_ITEMS,
    Draft,
    Part,
    list_fault,
    part_draft,
)
from bench_assets.drafting.quotes import flatten
from bench_assets.settings.release import DraftingSection
from bench_resources.prompting import AnswerType, Fact, ListQuestion, ListQuestions, template
from scoring.contract import TaskType
from scoring.llm import Model, ask

PROMPT_ID = "list_questions"
_WORD = re.compile(r"[^\W_]+")
# A mark that a scan put for a letter, "B!ard"; that of a number, "Case#:", is none.
_MISREAD = re.compile(r"[^\W_](?:[!+*{}|^~=\\]|#(?!:))|[!#+*{}|^~=\\][^\W_]")
MAX_STATEMENTS = 400  # shown of one target; one with more is too pervasive for a list that a reader could check


def aggregations(
    targets: Sequence[Target],
    told: Mapping[str, Sequence[Happening]],
    model: Model,
    settings: DraftingSection,
    seed: int,
    private: PrivateNames,
    counts: Counter[str],
) -> list[list[Draft]]:
    """Aggregation drafts of each target that has any, in the order of the targets.

    All that is told is shown, that of degraded documents too: a list that lacks it is not whole. `counts` says why
    questions were left out: an item that only degraded documents tell, that its statement's quote does not hold or
    holds misread alone, a list that three citations cannot earn, whatever a fact could not be asked for.
    """
    held = {target.entity_id: list(told.get(target.entity_id, ())) for target in targets}
    asked = [target for target in targets if MIN_ITEMS <= len(held[target.entity_id]) <= MAX_STATEMENTS]
    counts["too_many_statements"] += sum(len(own) > MAX_STATEMENTS for own in held.values())
    prompts = [
        template(PROMPT_ID).fill(
            name=target.canonical_name,
            kind=target.kind,
            statements=[one.told() for one in held[target.entity_id]],
        )
        for target in asked
    ]
    offered = []
    for target, reply in zip(asked, ask(model, prompts), strict=True):
        said = reply.expect(ListQuestions)
        counts["model_failure"] += said is None
        questions = said.questions if said is not None else []
        permitted = Permitted([target], private)
        drafts = list(_drafts(questions, target, held[target.entity_id], settings, seed, permitted, counts))
        offered += [drafts] if drafts else []
    return offered


def _drafts(
    questions: Sequence[ListQuestion],
    target: Target,
    statements: Sequence[Happening],
    settings: DraftingSection,
    seed: int,
    permitted: Permitted,
    counts: Counter[str],
) -> Iterator[Draft]:
    for question in questions:
        asked = flatten(question.question)
        parts = _parts(question, statements)
        reason = _fault(asked, parts, settings, permitted) if parts else "unknown_statement"
        counts[reason] += bool(reason)
        if not reason:
            answer = "; ".join(part.item for part in parts)
            yield part_draft(TaskType.AGGREGATION, seed, asked, answer, parts, target)


def _parts(question: ListQuestion, statements: Sequence[Happening]) -> list[Part]:
    """The items with their happenings, by date; none when an item names no statement or one that is not there."""
    parts = []
    for item in question.items:
        numbers = sorted(set(item.statements))
        if not numbers or not all(1 <= number <= len(statements) for number in numbers):
            return []
        parts.append((numbers[0], Part(flatten(item.item), tuple(statements[number - 1] for number in numbers))))
    return [part for _, part in sorted(parts, key=lambda pair: (pair[0], pair[1].item))]


def _fault(question: str, parts: Sequence[Part], settings: DraftingSection, permitted: Permitted) -> str:
    """Why a list question makes no task, as a snake_case reason; "" when it does."""
    items = [part.item for part in parts]
    checks = {
        "told_by_a_degraded_document": not all(part.doc_ids for part in parts),
        "item_twice": len({_plain(item) for item in items}) < len(items),
        "item_not_in_quote": not all(_is_quoted(part) for part in parts),
        "misread_quote": not all(_is_well_read(part) for part in parts),
        "another_figure": not permitted.targets[0].pattern.search(question),
    }
    faults = (fault_of(_stand_in(question, item, permitted), "\0", permitted) for item in items)
    own = next((reason for reason, is_faulty in checks.items() if is_faulty), "")
    return own or list_fault(parts, settings) or next((fault for fault in faults if fault), "")


def _is_quoted(part: Part) -> bool:
    """Whether a quote holds every word of the item, or its initial, and one of each document at least its last word.

    In whatever order, and without middle initials: "ROE, Ann" is Ann B. Roe, and where one document has the name,
    "Mr. Roe" will do for another.
    """
    quotes: dict[str, list[list[str]]] = defaultdict(list)
    for row in (row for one in part.happenings for row in one.sources):
        quotes[row["doc_id"]].append(_WORD.findall(flatten(row["quote"]).casefold()))
    words = _WORD.findall(part.item.casefold())
    if not words or not all(any(words[-1] in quote for quote in own) for own in quotes.values()):
        return False
    told = [word for word in words if len(word) > 1 or word.isdigit()]
    return any(all(word in quote or word[0] in quote for word in told) for own in quotes.values() for quote in own)


def _is_well_read(part: Part) -> bool:
    """Whether one of its quotes holds no sign of a misreading: whom or what the list is about stands in it."""
    return any(not _MISREAD.search(row["quote"]) for one in part.happenings for row in one.sources)


def _stand_in(question: str, item: str, permitted: Permitted) -> Fact:
    return Fact(
        subject=permitted.targets[0].canonical_name,
        question=question,
        answer=item,
        answer_type=AnswerType.TITLE,
        quote=item,
        salience=1,
        form="sentence",
    )


def _plain(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
