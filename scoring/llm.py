"""The one protocol through which a model is asked anything: prompts in, completions out, in order.

Belongs here: prompts as data, rendering, validation of structured output, the repair. Does not: any provider,
any cache, any wording (prompts are files beside the code that asks them).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol, TypeVar

from pydantic import BaseModel, ValidationError

from scoring.fencing import fence

Response = TypeVar("Response", bound=BaseModel)
REPAIR = (Path(__file__).parent / "prompts" / "repair.md").read_text(encoding="utf-8").strip()
PLACEHOLDER = re.compile(r"\{\{(\w+)\}\}")
MAX_REPAIRED_CHARS = 20_000  # of a broken reply that is shown again
MAX_REPLY_CHARS = 100_000  # of a reply's end, searched for JSON: the search is quadratic in unclosed braces


@dataclass(frozen=True)
class PromptTemplate:
    """One prompt file and the schema its reply must satisfy.

    Attributes:
        prompt_id: the name a model's answer is filed under, e.g. "pool_label".
        text: the file's text, with `{{name}}` where a variable goes.
        response: the pydantic model that a reply must validate against.
    """

    prompt_id: str
    text: str
    response: type[BaseModel]

    @cached_property
    def schema(self) -> dict[str, Any]:
        """The response's JSON schema."""
        return self.response.model_json_schema()

    @cached_property
    def version(self) -> str:
        """First 12 hex digits over the wordings and the response schema: a changed prompt is a new version."""
        schema = json.dumps(self.schema, sort_keys=True)
        return hashlib.sha256(f"{self.text}\0{REPAIR}\0{schema}".encode()).hexdigest()[:12]

    def fill(self, **variables: Any) -> Prompt:
        """The template with its variables, ready to be asked."""
        return Prompt(self, variables)


@dataclass(frozen=True)
class Prompt:
    """A template with its variables: plain JSON values, of which untrusted text is fenced on render.

    Attributes:
        template: the wording and the response schema.
        variables: what fills its places.
        broken_reply: "" at first; of a repair the reply that could not be read, which the model is shown.
    """

    template: PromptTemplate
    variables: Mapping[str, Any]
    broken_reply: str = ""

    @property
    def prompt_id(self) -> str:
        """The template's id."""
        return self.template.prompt_id

    def messages(self) -> list[dict[str, str]]:
        """Chat messages for a live model, every variable inside a fence that its own text cannot close.

        Raises: KeyError: the wording has a place for a variable that was not given.
        """
        # One pass: a variable whose own text holds "{{answer}}" must not be filled in its turn.
        text = PLACEHOLDER.sub(self._fill_placeholder, self.template.text)
        asked = [{"role": "user", "content": text}]
        if not self.broken_reply:
            return asked
        return [
            *asked,
            {"role": "assistant", "content": self.broken_reply},
            {"role": "user", "content": REPAIR},
        ]

    def _fill_placeholder(self, match: re.Match[str]) -> str:
        name = match[1]
        if name not in self.variables:
            raise KeyError(f"prompt {self.prompt_id} was filled without {name!r}")
        return fence(name, self.variables[name])


@dataclass(frozen=True)
class Completion:
    """A model's reply to one prompt. `error` says why there is none; then `text` is empty.

    `is_pending`: there is none because the prompt waits for a batch to be answered: an error that will pass.
    """

    text: str
    model: str
    cost_usd: float = 0.0
    error: str | None = None
    is_pending: bool = False


class Model(Protocol):
    """Anything that answers prompts: the embedded reader, a live provider, a replayed cache."""

    name: str

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """One completion a prompt, in order."""
        ...


@dataclass(frozen=True)
class Reply:
    """A validated answer, or the reason why there is none: exactly one of the two is set.

    `is_pending`: the reason is that a batch is to be answered first. Nothing should be asked because of it.
    """

    value: BaseModel | None
    model: str
    cost_usd: float
    error: str | None
    is_pending: bool = False

    def expect(self, kind: type[Response]) -> Response | None:
        """The value as `kind`, or None when the item failed. Raises TypeError for a wrong `kind`."""
        if self.value is not None and not isinstance(self.value, kind):
            raise TypeError(f"reply is {type(self.value).__name__}, expected {kind.__name__}")
        return self.value


def ask(model: Model, prompts: Sequence[Prompt]) -> list[Reply]:
    """Asks every prompt, validates each reply, asks once more for one that cannot be read, and fails the item closed.

    A call that gave no reply is not repeated here: whoever made it has tried as often as makes sense.

    Returns: one Reply a prompt, in order; an item whose reply never validated has `value` None and its reason.
    """
    if not prompts:
        return []
    completions = model.complete_all(prompts)
    replies = [parse(prompt, done) for prompt, done in zip(prompts, completions, strict=True)]
    broken = [i for i, done in enumerate(completions) if done.error is None and replies[i].value is None]
    if broken:
        again = [replace(prompts[i], broken_reply=completions[i].text[:MAX_REPAIRED_CHARS] or "-") for i in broken]
        for i, prompt, done in zip(broken, again, model.complete_all(again), strict=True):
            reply = parse(prompt, done)
            replies[i] = replace(reply, cost_usd=replies[i].cost_usd + reply.cost_usd)
    return replies


def parse(prompt: Prompt, completion: Completion) -> Reply:
    """The completion validated against its prompt's response schema.

    The last JSON object in the text that validates is the reply: models quote scales and answers before they decide.
    """
    model, cost_usd = completion.model, completion.cost_usd
    if completion.error is not None:
        return Reply(None, model, cost_usd, completion.error, is_pending=completion.is_pending)
    for candidate in reversed(json_objects(completion.text)):
        try:
            value = prompt.template.response.model_validate(candidate)
        except ValidationError:
            continue
        return Reply(value, model, cost_usd, None)
    return Reply(None, model, cost_usd, "the reply holds no JSON object of the asked schema")


def json_objects(text: str) -> list[dict[str, Any]]:
    """Every top-level JSON object in a text, in order; prose, fences and broken objects are passed over."""
    text = text[-MAX_REPLY_CHARS:]
    decoder = json.JSONDecoder()
    found: list[dict[str, Any]] = []
    at = text.find("{")
    while at != -1:
        try:
            value, end = decoder.raw_decode(text, at)
        except RecursionError:  # nested a thousand deep: no honest reply, and trying every brace takes minutes
            return []
        except ValueError:  # broken, or a number of 5,000 digits
            at = text.find("{", at + 1)
            continue
        found.append(value)
        at = text.find("{", end)
    return found


def load_template(folder: Path, prompt_id: str, response: type[BaseModel]) -> PromptTemplate:
    """The template whose wording is `<folder>/<prompt_id>.md`."""
    return PromptTemplate(prompt_id, (folder / f"{prompt_id}.md").read_text(encoding="utf-8"), response)
