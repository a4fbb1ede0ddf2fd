"""What the factory asks of models: one template and one response schema a prompt role.

The wording of a role is `prompts/<role>.md`; judge prompts live in `scoring`, because scoring runs alone.
Every model, the embedded reader included, answers in these schemas. Stages call `template("facts").fill(...)`.
"""

from __future__ import annotations

from enum import StrEnum
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from scoring.llm import PromptTemplate, load_template

FOLDER = Path(__file__).parent / "prompts"


class Reply(BaseModel):
    """Base of every response: unknown fields are a fault, so that a prompt and its schema cannot drift apart."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Outcome(StrEnum):
    """What a verification stage says of a draft."""

    PASS = "pass"
    FAIL = "fail"


class Support(StrEnum):
    """What a document says about a question and its answer."""

    SUPPORTS = "supports"
    PARTIAL = "partial"
    IRRELEVANT = "irrelevant"


class AnswerType(StrEnum):
    """The kind of thing an answer is, as its question asks for it."""

    DATE = "date"
    MONEY = "money"
    NUMBER = "number"
    PERSON = "person"
    ORGANISATION = "organisation"
    PLACE = "place"
    TITLE = "title"
    IDENTIFIER = "identifier"


class Fact(Reply):
    """One fact that a passage states.

    Attributes:
        subject: whom or what the fact is about, as a reader would name it.
        question: asks for `answer`, understandable without the passage.
        quote: verbatim from the passage, holding the answer and what identifies its subject.
        salience: 1 (administrative) to 5 (newsworthy).
        form: "header" for a memo or mail header, "sentence" for running text.
    """

    subject: str
    question: str
    answer: str
    answer_type: AnswerType
    quote: str
    salience: int = Field(ge=1, le=5)
    form: str


class Facts(Reply):
    """Reply to `facts`.

    Variables: passage (str), is_document_start (bool), names (list[str], whom to ask about), officials (list[str],
    people in public office, who may be named or be an answer).
    """

    facts: list[Fact]


class AbsentQuestion(Reply):
    """One question whose answer the documents read do not state."""

    question: str
    subject: str
    asked_type: AnswerType


class AbsentQuestions(Reply):
    """Reply to `absent_questions`. Variables: name (str), kind (str), passages (list[str]: the subject's own text)."""

    questions: list[AbsentQuestion]


class Event(Reply):
    """Something that a passage states a figure did, or was done to or with it.

    Attributes:
        figure: one of the figures asked for, as the prompt writes it.
        event: a clause in the past tense that names the figure and everybody else in full and leaves out the date.
        date: the day, month or year of the event as the passage writes it; "" when the passage gives none.
        quote: verbatim from the passage, holding the event, what identifies the figure, and the date.
        salience: 1 (administrative) to 5 (newsworthy).
        form: "header" for a memo or mail header, "sentence" for running text.
    """

    figure: str
    event: str
    date: str
    quote: str
    salience: int = Field(ge=1, le=5)
    form: str


class Events(Reply):
    """Reply to `events`.

    Variables: passage (str), is_document_start (bool), figures (list[str], whose events are wanted), officials
    (list[str], people in public office, who may be named beside them). An event of two figures is given for each.
    """

    events: list[Event]


class ListItem(Reply):
    """One item of a list answer, and the numbers (from 1) of the statements that give it."""

    item: str
    statements: list[int]


class ListQuestion(Reply):
    """A question whose answer is a list, with every item that the statements give."""

    question: str
    items: list[ListItem]


class ListQuestions(Reply):
    """Reply to `list_questions`.

    Variables: name (str), kind (str), statements (list[str]: everything that the release states of the figure, each
    opening with its date and a colon where it has one).
    """

    questions: list[ListQuestion]


class Premise(Reply):
    """A question that presupposes something that never happened, and what that is, as a noun phrase."""

    question: str
    false_element: str
    asked_type: AnswerType


class Premises(Reply):
    """Reply to `false_premises`.

    Variables: name (str, the figure), other (str, the figure it never dealt with), interaction (str: meeting,
    telephone call or agreement), about_name, about_other (list[str]: passages on each, for the time and the matters).
    """

    premises: list[Premise]


class PremiseSupport(Reply):
    """Reply to `premise_support`: whether passages support a premise, wholly or in part.

    Variables: question, false_element (str), passages (list of {doc_id, text}). `doc_ids` are those that do.
    """

    is_supported: bool
    doc_ids: list[str]
    reason: str


class Judgement(Reply):
    """Reply to the prompts that pass or fail a draft; `category` is a short snake_case reason, "sound" on a pass.

    `standalone` (variables: question); `adjudicate` (question, answer, quote, passage, rivals; for a rejection type
    `answer` and `quote` are ""); `adjudicate_items` (question, items, rivals); `premise_quality` (question,
    false_element). `rivals` is a list of {doc_id, text}: passages of other documents that might answer the question
    differently; `items` a list of {item, quotes}: each part of the answer with what states it.
    """

    verdict: Outcome
    category: str
    reason: str


class Answer(Reply):
    """Reply to `answer`. Variables: question (str), passages (list of {doc_id, text}; empty means closed book).

    `doc_ids` are the passages the answer was read from, best first. When `is_abstained`, `answer` says so in words
    and `doc_ids` is empty.
    """

    answer: str
    doc_ids: list[str]
    is_abstained: bool


class PoolLabel(Reply):
    """What one window says. `quote` is verbatim from it, and present exactly when `label` is `supports`."""

    label: Support
    quote: str | None
    reason: str


class PoolLabels(Reply):
    """Reply to `pool_label`: one label a window, in order. Variables: question, answer (str), windows (list[str])."""

    labels: list[PoolLabel]


class Notability(Reply):
    """Reply to `notability`. Variables: name (str), contexts (list[str]), n_documents (int)."""

    is_notable: bool
    reason: str


RESPONSES: dict[str, type[Reply]] = {
    "facts": Facts,
    "absent_questions": AbsentQuestions,
    "events": Events,
    "list_questions": ListQuestions,
    "false_premises": Premises,
    "standalone": Judgement,
    "adjudicate": Judgement,
    "adjudicate_items": Judgement,
    "premise_support": PremiseSupport,
    "premise_quality": Judgement,
    "answer": Answer,
    "pool_label": PoolLabels,
    "notability": Notability,
}


@cache
def template(prompt_id: str) -> PromptTemplate:
    """The template of a role. Raises KeyError for a role that is not in RESPONSES."""
    return load_template(FOLDER, prompt_id, RESPONSES[prompt_id])
