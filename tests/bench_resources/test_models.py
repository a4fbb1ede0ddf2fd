"""Which model answers to a name, and how often it was asked."""

from __future__ import annotations

import pytest

from bench_resources.models import CountedModel, calls_out, open_model, require_model, require_replayable
from bench_resources.prompting import template
from scoring.errors import BadInputError
from scoring.llm import Completion


class Echo:
    """A model that replies with the question it was asked."""

    name = "echo"

    def complete_all(self, prompts):
        return [Completion(prompt.variables["question"], self.name) for prompt in prompts]


def test_replies_come_in_order_and_every_prompt_is_counted():
    model = CountedModel(Echo())
    prompts = [template("standalone").fill(question=question) for question in ("Who?", "When?")]
    assert [done.text for done in model.complete_all(prompts)] == ["Who?", "When?"]
    assert [done.text for done in model.complete_all(prompts[:1])] == ["Who?"]
    assert model.complete_all([]) == []
    assert (model.n_calls, model.name) == (3, "echo")


def test_the_embedded_reader_opens_with_nothing_asked():
    model = open_model("embedded")
    assert (model.name, model.n_calls) == ("embedded", 0)
    assert open_model("embedded") is not model
    require_model("embedded")


@pytest.mark.parametrize("name", ["gpt-x-2026-01-01", "", "Embedded"])
def test_a_model_that_cannot_be_called_is_refused(name: str):
    for refuse in (open_model, require_model):
        with pytest.raises(BadInputError) as refused:
            refuse(name)
        assert str(refused.value) == (
            f"The release names the model {name!r}; this version can call 'embedded' only. "
            "Write 'embedded' for that role in the [models] section."
        )


@pytest.mark.parametrize(
    ("name", "is_out"), [("embedded", False), ("tern-2 2026-01-01", True), ("Embedded", True), ("", True)]
)
def test_only_the_reader_is_known_to_stay_in_this_process(name: str, *, is_out: bool):
    assert calls_out(name) == is_out


def test_a_replay_names_every_role_whose_model_calls_out():
    require_replayable("v1", {"cheap": "embedded", "judge": "embedded"})
    require_replayable("v1", {})
    with pytest.raises(BadInputError) as refused:
        require_replayable("v1", {"judge": "tern-2", "cheap": "embedded", "answerer": "gull-1"})
    assert str(refused.value) == (
        "A replay never calls out, but [models] of release v1 has answerer = 'gull-1', judge = 'tern-2'. "
        "Write 'embedded' there, which runs in this process, or build without --replay."
    )
