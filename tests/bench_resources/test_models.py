"""Which model answers to a name, and how often it was asked."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench_resources.cached_models import BatchPendingError
from bench_resources.model_access import Access, Caller, Mode
from bench_resources.models import CountedModel, calls_out, live_models, open_model, require_model
from bench_resources.prompting import template
from scoring.errors import BadInputError
from scoring.llm import Completion

CALLER = Caller("facts", "cheap")


def access(folder: Path) -> Access:
    return Access("v1", Mode.LIVE, folder, f"sqlite:///{folder / 'replies.sqlite'}")


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


def test_the_embedded_reader_opens_with_nothing_asked(tmp_path: Path):
    model = open_model("embedded", access(tmp_path), CALLER)
    assert (model.name, model.n_calls) == ("embedded", 0)
    assert open_model("embedded", access(tmp_path), CALLER) is not model
    require_model("embedded")
    assert list(tmp_path.iterdir()) == []  # no cache, no slots


@pytest.mark.parametrize("name", ["gpt-x-2026-01-01", "", "Embedded", "openai/", "/gull-1"])
def test_a_name_without_a_provider_or_an_address_is_refused(name: str, tmp_path: Path):
    for refuse in (require_model, lambda name: open_model(name, access(tmp_path), CALLER)):
        with pytest.raises(BadInputError) as refused:
            refuse(name)
        assert str(refused.value) == (
            f"The release names the model {name!r}, expected 'embedded', PROVIDER/NAME such as "
            f"'openai/gpt-4o-mini-2024-07-18', or a name with an api_base in [models.endpoints.\"{name}\"]. "
            "Write one of these for that role in the [models] section."
        )


def test_a_name_with_a_provider_or_an_address_will_do():
    require_model("openai/gull-1-2026-01-01")
    require_model("gull-1", has_address=True)


@pytest.mark.parametrize(
    ("name", "is_out"), [("embedded", False), ("tern-2 2026-01-01", True), ("Embedded", True), ("", True)]
)
def test_only_the_reader_is_known_to_stay_in_this_process(name: str, *, is_out: bool):
    assert calls_out(name) == is_out


def test_the_live_models_of_a_release_are_named_once():
    assert live_models({"cheap": "tern/2", "strong": "gull/1", "judge": "tern/2", "answerer": "embedded"}) == [
        "gull/1",
        "tern/2",
    ]


def test_leaving_the_block_closes_the_model_and_raises_what_it_ends_with():
    class Waiting(Echo):
        def close(self):
            raise BatchPendingError("tern/2", CALLER, 3)

    with pytest.raises(BatchPendingError), CountedModel(Waiting()):
        raise RuntimeError("the stage made something of the absent replies")  # what follows from the wait
    with CountedModel(Echo()) as model:  # nothing to close
        assert model.n_calls == 0
