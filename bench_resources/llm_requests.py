"""What is put to a live model, as data, and the key under which its reply is filed.

Belongs here: the fields that a reply depends on, their canonical form, the hash of it. Does not: timeouts, retries,
addresses, credentials, prices (a reply does not depend on them), and any store.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, NoReturn


@dataclass(frozen=True, eq=False)
class Request:
    """Everything that a reply depends on. Two requests are equal when their canonical JSON is.

    Attributes:
        model: the pinned snapshot's name, provider prefix included.
        messages: turns in order, tool messages included, each a plain JSON object.
        tools: tool definitions, in the order that the model sees them.
        sampling: temperature, max_tokens, top_p, seed and the like.
        schema: the JSON schema that the reply is held to, None for free text.
        sample_index: 0 for the first reply asked for, 1 for a second one of the same request.

    What is given is copied, so that a caller who changes it afterwards changes no key.
    Raises: TypeError, ValueError: a value that is no plain JSON, NaN or an infinity, text that is not Unicode.
    """

    model: str
    messages: Sequence[Mapping[str, Any]]
    tools: Sequence[Mapping[str, Any]] = ()
    sampling: Mapping[str, Any] = field(default_factory=dict)
    schema: Mapping[str, Any] | None = None
    sample_index: int = 0

    def __post_init__(self) -> None:
        """Checks the fields and takes copies of them."""
        if not isinstance(self.model, str) or not self.model.isprintable() or not self.model:
            raise ValueError(f"model is {self.model!r}, expected the name of a model")
        if not isinstance(self.sample_index, int) or isinstance(self.sample_index, bool) or self.sample_index < 0:
            raise ValueError(f"sample_index is {self.sample_index!r}, expected a whole number from 0")
        object.__setattr__(self, "messages", _objects("messages", self.messages))
        object.__setattr__(self, "tools", _objects("tools", self.tools))
        object.__setattr__(self, "sampling", _object("sampling", self.sampling))
        object.__setattr__(self, "schema", None if self.schema is None else _object("schema", self.schema))
        canonical_json(self)  # text that cannot be encoded is refused here, not when the reply has been paid for

    @cached_property
    def key(self) -> str:
        """sha256 of the canonical JSON, in hex."""
        return hashlib.sha256(canonical_json(self)).hexdigest()

    def __eq__(self, other: object) -> bool:
        """Whether the other is a request of the same canonical JSON."""
        return isinstance(other, Request) and canonical_json(self) == canonical_json(other)

    def __hash__(self) -> int:
        """Follows the canonical JSON."""
        return hash(canonical_json(self))


REQUEST_FIELDS = tuple(part.name for part in fields(Request))


def canonical_json(request: Request) -> bytes:
    """A request's one spelling: all six fields, keys sorted, no blanks, UTF-8.

    A float that is whole is written as an integer, so that temperature 0 and 0.0 are one key: to a model they are one
    setting, and which of the two a TOML or a JSON parser gives is chance. true and 1 stay two things, and so do None
    and {} as a schema. Text is taken as it is: composed and decomposed accents are different input to a model.
    """
    return _spelled({name: getattr(request, name) for name in REQUEST_FIELDS})  # its fields are plain already


def canonical(value: Any) -> bytes:
    """Any plain JSON value in the same spelling. Raises TypeError, ValueError as Request does."""
    try:
        plain = _plain(value)
    except RecursionError as error:
        raise ValueError("JSON nested too deep") from error
    return _spelled(plain)


def _spelled(plain: Any) -> bytes:
    try:
        text = json.dumps(plain, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    except RecursionError as error:
        raise ValueError("JSON nested too deep") from error
    return text.encode("utf-8")


def request_from_json(text: str) -> Request:
    """The request of a canonical JSON text.

    Raises: ValueError, TypeError: not a request, or one in another spelling, whose hash would be another key.
    """
    try:
        found = json.loads(text, parse_constant=_refuse_constant)
    except RecursionError as error:
        raise ValueError("JSON nested too deep") from error
    if not isinstance(found, dict) or sorted(found) != sorted(REQUEST_FIELDS):
        raise ValueError(f"expected an object of {', '.join(REQUEST_FIELDS)}")
    request = Request(**found)
    if canonical_json(request) != text.encode("utf-8"):
        raise ValueError("the request is not in its canonical spelling")
    return request


def _refuse_constant(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")


def _objects(name: str, values: Any) -> tuple[dict[str, Any], ...]:
    if isinstance(values, str | Mapping) or not isinstance(values, Sequence):
        raise TypeError(f"{name} is a {type(values).__name__}, expected a sequence of JSON objects")
    return tuple(_object(f"{name}[{i}]", value) for i, value in enumerate(values))


def _object(name: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{name} is a {type(value).__name__}, expected a JSON object")
    try:
        plain: dict[str, Any] = _plain(value)
    except RecursionError as error:
        raise ValueError(f"{name} is nested too deep") from error
    return plain


def _plain(value: Any) -> Any:
    """A copy made of dict, list, str, int, float, bool and None alone, whole floats as integers."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float):
        return _number(value)
    if isinstance(value, Mapping):
        return {_name(key): _plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    raise TypeError(f"a {type(value).__name__} is no JSON value")


def _number(value: float) -> int | float:
    if not math.isfinite(value):
        raise ValueError(f"{value} is no JSON number")
    return int(value) if value.is_integer() else value


def _name(key: Any) -> str:
    if not isinstance(key, str):
        raise TypeError(f"the key {key!r} is a {type(key).__name__}; 1 and '1' would be one key")
    return key
