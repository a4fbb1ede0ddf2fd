"""A draft as the gates read it: its parts, each with the quotes that should show it, and the clauses of a timeline.

Belongs here: taking a row of TASK_DRAFTS apart, and its texts as gates compare them. Does not: any gate.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from bench_assets.drafting.quotes import flatten
from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import asked_type
from scoring.contract import REJECTION_TYPES

_QUOTED = re.compile(r"[\"“«][^\"“”«»]*[\"”»]")
_CLAUSE = re.compile(r"\(([a-e])\)\s*(.+?)(?=[;,]?\s*(?:and\s+)?\([a-e]\)\s|\s*[?;.]?\s*$)", re.DOTALL)
_ITEM = re.compile(r"^(?P<date>(?:[A-Z][a-z]+ (?:\d{1,2}, )?)?\d{4}): (?P<clause>.+)$", re.DOTALL)
_WORD = re.compile(r"[^\W_]+(?:[.,](?=\d)[^\W_]+)*")


@dataclass(frozen=True)
class Evidence:
    """A span of a document; `quote` is what stands there on one line, `raw` as it stands."""

    doc_id: str
    start: int
    end: int
    quote: str
    raw: str = ""


@dataclass(frozen=True)
class Part:
    """An answer or one item of it, and the quotes that should show it."""

    text: str
    quotes: tuple[str, ...]

    @property
    def date(self) -> str:
        """The date that an item opens with, "" when with none."""
        opening = _ITEM.match(self.text)
        return opening["date"] if opening else ""

    @property
    def clause(self) -> str:
        """The text behind the date that it opens with."""
        opening = _ITEM.match(self.text)
        return opening["clause"] if opening else self.text


@dataclass(frozen=True)
class Draft:
    """A drafted task, every text on one line; "" and () where there is no answer, no items or no evidence."""

    task_id: str
    type: str
    question: str
    answer: str = ""
    items: tuple[Part, ...] = ()
    evidence: tuple[Evidence, ...] = ()

    @property
    def is_rejection(self) -> bool:
        """Whether the right answer is to decline."""
        return self.type in REJECTION_TYPES

    @cached_property
    def outside_titles(self) -> str:
        """The question without the words of quoted titles, which may say anything."""
        return without_titles(self.question)

    @cached_property
    def clauses(self) -> dict[str, str]:
        """The clauses of a timeline's question by their letters; {} for any other type."""
        if self.type != "timeline":
            return {}
        return {letter: clause.strip(" ;,?") for letter, clause in _CLAUSE.findall(self.question)}

    @cached_property
    def whole(self) -> Part:
        """The answer with every quote."""
        return Part(self.answer, tuple(part.quote for part in self.evidence))

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """The answer, unless there is none, then every item."""
        return (*((self.whole,) if self.answer else ()), *self.items)

    @cached_property
    def asked(self) -> AnswerType | None:
        """The kind of answer that the question asks for."""
        return asked_type(self.outside_titles)


def read_draft(row: Mapping[str, Any]) -> Draft:
    """The draft of a row of TASK_DRAFTS. An item is shown by the quotes of its own documents."""
    evidence = tuple(
        Evidence(part["doc_id"], part["start"], part["end"], flatten(part["quote"] or ""), part["quote"] or "")
        for part in row.get("evidence") or ()
    )
    items = tuple(
        Part(
            flatten(item["item"] or ""),
            tuple(part.quote for part in evidence if part.doc_id in (item["doc_ids"] or ())),
        )
        for item in row.get("items") or ()
    )
    return Draft(
        row["task_id"], row["type"], flatten(row["question"] or ""), flatten(row["answer"] or ""), items, evidence
    )


def without_titles(text: str) -> str:
    """The text with the words between quotation marks left out."""
    return _QUOTED.sub('""', text)


def titles(text: str) -> list[str]:
    """What stands between quotation marks."""
    return [match[0][1:-1] for match in _QUOTED.finditer(text)]


def words(text: str) -> list[str]:
    """The words and figures of a text in small letters; no marks, no possessive s."""
    return [word.casefold() for word in _WORD.findall(re.sub(r"['\u2019]s?\b", "", text))]


def shortened(text: str, limit: int = 60) -> str:
    """At most `limit` characters of a text, for a reason."""
    return text if len(text) <= limit else text[: limit - 3].rstrip() + "..."
