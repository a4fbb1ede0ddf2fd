"""Which model answers to a name: today the embedded reader; live providers are added here and nowhere else."""

from __future__ import annotations

from collections.abc import Sequence

from scoring.errors import BadInputError
from scoring.llm import Completion, Model, Prompt

EMBEDDED = "embedded"


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


def open_model(name: str) -> CountedModel:
    """The model that a release pins as `name`. Raises BadInputError for one that this version cannot call."""
    require_model(name)
    from bench_resources.reader.model import embedded_reader  # noqa: PLC0415 - the reader's word lists load on first use

    return CountedModel(embedded_reader())
