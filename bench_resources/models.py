"""Which model answers to a name: the embedded reader in this process, or a live one behind the cache of replies.

Belongs here: names, opening a model for a stage, counting its prompts. Does not: the cache and calls (cached_models.py,
live_calls.py), which load when a live model is opened.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Protocol, Self

from bench_resources.model_access import Access, Caller
from scoring.errors import BadInputError
from scoring.llm import Completion, Model, Prompt

EMBEDDED = "embedded"
IN_PROCESS = frozenset({EMBEDDED})  # every other name is taken to call out


class OpenModel(Model, Protocol):
    """A model that is open."""

    def close(self) -> None:
        """Closes it; raises what whoever asked it should end with, if anything."""
        ...


class CountedModel:
    """A model that a stage asks, and that counts the prompts put to it. Leaving its block closes it.

    A stage that could not go on without a batch's replies ends with the sentence that says so, whatever it made of
    their absence before.
    """

    def __init__(self, model: Model | OpenModel) -> None:
        self._model = model
        self.name = model.name
        self.n_calls = 0

    def __enter__(self) -> Self:
        """The model."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Closes it."""
        close = getattr(self._model, "close", None)
        if close is not None:
            close()

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """The model's completions, in order."""
        self.n_calls += len(prompts)
        return self._model.complete_all(prompts)


def require_model(name: str, *, has_address: bool = False) -> None:
    """Raises BadInputError for a name that says neither who provides the model nor where it is.

    `has_address`: the release gives its api_base.
    """
    provider, _, rest = name.partition("/")
    if name in IN_PROCESS or has_address or (provider and rest):
        return
    raise BadInputError(
        f"The release names the model {name!r}, expected {EMBEDDED!r}, PROVIDER/NAME such as "
        f"'openai/gpt-4o-mini-2024-07-18', or a name with an api_base in [models.endpoints.\"{name}\"]. "
        "Write one of these for that role in the [models] section."
    )


def calls_out(name: str) -> bool:
    """Whether a model of that name sends prompts out of this process; so does one that nobody knows."""
    return name not in IN_PROCESS


def live_models(models: Mapping[str, str]) -> list[str]:
    """Of a release's models by role those that call out, sorted."""
    return sorted({name for name in models.values() if calls_out(name)})


def open_model(name: str, access: Access, caller: Caller) -> CountedModel:
    """The model that a release pins as `name`, for a stage.

    Raises: BadInputError: no such model.
    """
    if not calls_out(name):
        from bench_resources.reader.model import embedded_reader  # noqa: PLC0415 - its word lists load on first use

        return CountedModel(embedded_reader())
    require_model(name, has_address=access.address(name).api_base is not None)
    from bench_resources.cached_models import open_cached  # noqa: PLC0415 - SQLAlchemy

    return CountedModel(open_cached(name, access, caller))
