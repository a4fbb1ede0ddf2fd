"""The embedded reader: a deterministic model that needs no network and no weights.

Belongs here: dispatch of prompts by role. Does not: any reading (the modules beside this one do it, each in one role).
Releases it touches are marked `not leaderboard grade`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel

from bench_resources import prompting
from scoring.errors import DocketbenchError
from scoring.llm import Completion, Prompt

NAME = "embedded"


class UnknownPromptError(DocketbenchError):
    """A prompt role that the embedded reader has no way to answer."""

    def __init__(self, prompt_id: str) -> None:
        known = ", ".join(sorted(_ROLES))
        super().__init__(
            f"The embedded reader cannot answer the prompt {prompt_id!r}; it knows {known}. "
            "Name a live model for this role in the release TOML, or teach the reader the role."
        )


class EmbeddedReader:
    """A scoring.llm.Model that answers every role by rule.

    Attributes:
        name: "embedded".
        n_calls: prompts answered so far.
    """

    name: str = NAME

    def __init__(self) -> None:
        self.n_calls = 0

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """One completion a prompt, in order. Raises UnknownPromptError for a role it does not know."""
        self.n_calls += len(prompts)
        return [Completion(_answer(prompt).model_dump_json(), self.name) for prompt in prompts]


@cache
def embedded_reader() -> EmbeddedReader:
    """The process's one reader, which the entry point `docketbench.judges` names."""
    return EmbeddedReader()


def _answer(prompt: Prompt) -> BaseModel:
    role = _ROLES.get(prompt.prompt_id)
    if role is None:
        raise UnknownPromptError(prompt.prompt_id)
    return prompt.template.response.model_validate(role(prompt.variables))


def _facts(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.facts import find_facts  # noqa: PLC0415 - drafting and answering load apart

    found = find_facts(
        given["passage"],
        is_document_start=given["is_document_start"],
        names=given["names"],
        officials=given["officials"],
    )
    return {"facts": [fact.model_dump() for fact in found]}


def _absent_questions(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.absence import absent_questions  # noqa: PLC0415 - drafting and answering load apart

    found = absent_questions(given["name"], given["kind"], given["passages"])
    return {"questions": [question.model_dump() for question in found]}


def _events(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.draft_events import find_events  # noqa: PLC0415 - drafting and answering load apart

    found = find_events(
        given["passage"],
        is_document_start=given["is_document_start"],
        figures=given["figures"],
        officials=given["officials"],
    )
    return {"events": [event.model_dump() for event in found]}


def _list_questions(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.draft_lists import list_questions  # noqa: PLC0415 - drafting and answering load apart

    found = list_questions(given["name"], given["kind"], given["statements"])
    return {"questions": [question.model_dump() for question in found]}


def _false_premises(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.premises import false_premises  # noqa: PLC0415 - used by one stage only

    found = false_premises(
        given["name"], given["other"], given["interaction"], given["about_name"], given["about_other"]
    )
    return {"premises": [premise.model_dump() for premise in found]}


def _premise_support(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.premises import premise_support  # noqa: PLC0415 - used by two stages only

    passages = [_passage(passage) for passage in given["passages"]]
    return premise_support(given["question"], given["false_element"], passages).model_dump()


def _premise_quality(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.premises import premise_quality  # noqa: PLC0415 - used by one stage only

    return premise_quality(given["question"], given["false_element"]).model_dump()


def _adjudicate_items(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.review_items import Part, adjudicate_items  # noqa: PLC0415 - used by one stage only

    parts = [Part(str(item["item"]), tuple(map(str, item["quotes"]))) for item in given["items"]]
    return adjudicate_items(given["question"], parts, [_passage(rival) for rival in given["rivals"]]).model_dump()


def _notability(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.notability import judge_notability  # noqa: PLC0415 - used by one stage only

    return judge_notability(given["name"], given["contexts"], given["n_documents"]).model_dump()


def _standalone(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.review import standalone  # noqa: PLC0415 - used by one stage only

    return standalone(given["question"]).model_dump()


def _adjudicate(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.review import Draft, adjudicate  # noqa: PLC0415 - used by one stage only

    draft = Draft(given["question"], given["answer"], given["quote"], given["passage"])
    rivals = [_passage(rival) for rival in given["rivals"]]
    return adjudicate(draft, rivals).model_dump()


def _read_answer(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.answering import answer  # noqa: PLC0415 - drafting and answering load apart

    return answer(given["question"], [_passage(passage) for passage in given["passages"]]).model_dump()


def _passage(given: Mapping[str, Any]) -> tuple[str, str]:
    """(doc_id, text) of a passage variable."""
    return str(given["doc_id"]), str(given["text"])


def _pool_label(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.support import pool_label  # noqa: PLC0415 - used by one stage only

    labels = [pool_label(given["question"], given["answer"], window) for window in given["windows"]]
    return {"labels": [label.model_dump() for label in labels]}


def _judge_answer(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.matching import equivalent, is_refusal  # noqa: PLC0415 - used by judges only

    question, answer = given["question"], given["answer"]
    if is_refusal(question, answer):
        return {"is_refusal": True, "is_correct": False, "reason": "the answer declines"}
    match = equivalent(question, given["reference"], answer)
    return {"is_refusal": False, "is_correct": match.is_correct, "reason": match.reason}


def _judge_rejection(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.matching import is_refusal, rejects_premise  # noqa: PLC0415 - used by judges only

    names_premise = rejects_premise(given["false_element"], given["answer"])
    is_declined = names_premise or is_refusal(given["question"], given["answer"])
    reason = "the answer declines" if is_declined else "the answer commits to something"
    return {"is_refusal": is_declined, "names_premise": names_premise, "reason": reason}


def _judge_items(given: Mapping[str, Any]) -> dict[str, Any]:
    from bench_resources.reader.matching import is_refusal, match_items  # noqa: PLC0415 - used by judges only

    question, items, answer = given["question"], given["items"], given["answer"]
    if is_refusal(question, answer):
        return {"matched_items": [False] * len(items), "extra_items": 0, "reason": "the answer declines"}
    found = match_items(question, items, answer)
    return {"matched_items": list(found.matched), "extra_items": found.n_extra, "reason": "compared item by item"}


_ROLES: dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]] = {
    "facts": _facts,
    "absent_questions": _absent_questions,
    "events": _events,
    "list_questions": _list_questions,
    "false_premises": _false_premises,
    "premise_support": _premise_support,
    "premise_quality": _premise_quality,
    "adjudicate_items": _adjudicate_items,
    "notability": _notability,
    "standalone": _standalone,
    "adjudicate": _adjudicate,
    "answer": _read_answer,
    "pool_label": _pool_label,
    "judge_answer": _judge_answer,
    "judge_rejection": _judge_rejection,
    "judge_items": _judge_items,
}
assert set(prompting.RESPONSES) <= set(_ROLES)
