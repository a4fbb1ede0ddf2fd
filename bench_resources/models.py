"""Which model answers to a name, and whether it calls out: today the embedded reader; live providers are added here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from scoring.errors import BadInputError, name_culprits
from scoring.llm import Completion, Model, Prompt

EMBEDDED = "embedded"
IN_PROCESS = frozenset({EMBEDDED})  # every other name is taken to call out


class CountedModel:
    """A model that counts the prompts put to it."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.name = model.name
        self.n_calls = 0

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        """The model's completions, in order."""
        self.n_calls += len(prompts)
        return self._model.complete_all(prompts)


def require_model(name: str) -> None:
    """Raises BadInputError for a model that this version cannot call."""
    if name != EMBEDDED:
        raise BadInputError(
            f"The release names the model {name!r}; this version can call {EMBEDDED!r} only. "
            f"Write {EMBEDDED!r} for that role in the [models] section."
        )


def calls_out(name: str) -> bool:
    """Whether a model of that name sends prompts out of this process; so does one that nobody knows."""
    return name not in IN_PROCESS


def require_replayable(version: str, models: Mapping[str, str]) -> None:
    """Raises BadInputError when a role of a release, given as name by role, has a model that calls out."""
    live = [f"{role} = {name!r}" for role, name in sorted(models.items()) if calls_out(name)]
    if live:
        raise BadInputError(
            f"A replay never calls out, but [models] of release {version} has {name_culprits(live)}. "
            f"Write {EMBEDDED!r} there, which runs in this process, or build without --replay."
        )


def open_model(name: str) -> CountedModel:
    """The model that a release pins as `name`. Raises BadInputError for one that this version cannot call."""
    require_model(name)
    from bench_resources.reader.model import embedded_reader  # noqa: PLC0415 - the reader's word lists load on first use

    return CountedModel(embedded_reader())
