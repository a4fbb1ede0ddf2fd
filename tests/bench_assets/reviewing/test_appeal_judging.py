from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from bench_assets.reviewing.appeal_judging import Opinion, judge_appeals, window_around
from bench_assets.reviewing.appeals import Appeal
from scoring.contract import Item, Task, TaskType
from scoring.errors import BadInputError
from scoring.llm import Completion, Prompt

TEXT = "Before. " * 20 + "Ada Quill signed the lease." + " After." * 20
QUOTE = "Ada Quill signed the lease."
TASKS = {
    "sh-1": Task("sh-1", TaskType.SINGLE_HOP, "Who signed the lease?", "Ada Quill"),
    "ag-1": Task("ag-1", TaskType.AGGREGATION, "Who signed?", items=(Item("Bram Tarn"), Item("Ada Quill"))),
}


class Labels:
    """A model that gives each answer it is asked about its label, or fails."""

    name = "m-1"

    def __init__(self, **by_answer: dict[str, object] | str) -> None:
        self.by_answer = by_answer
        self.asked: list[Prompt] = []

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked += prompts
        return [self.complete(prompt) for prompt in prompts]

    def complete(self, prompt: Prompt) -> Completion:
        said = self.by_answer[prompt.variables["answer"].split()[0]]
        if isinstance(said, str):
            return Completion("", self.name, error=said, is_pending=said == "waits")
        return Completion(json.dumps({"labels": [said]}), self.name)


def label(name: str, quote: str | None = None) -> dict[str, object]:
    return {"label": name, "quote": quote, "reason": f"It is\n{name}."}


def appeal(task: str, **changed: object) -> Appeal:
    start = TEXT.index(QUOTE)
    held = {"release": "v1", "manifest_sha256": "0" * 64, "task": task, "document": "d2", "quote": QUOTE}
    return Appeal(**(held | {"start": start, "end": start + len(QUOTE)} | changed))


def opinions(model: Labels, *tasks: str) -> list[Opinion]:
    return judge_appeals([appeal(task) for task in tasks], TASKS, {"d2": TEXT}, model, window_chars=100)


def test_a_window_has_its_span_in_the_middle_as_far_as_the_text_goes() -> None:
    assert window_around("0123456789", 4, 6, 6) == "234567"  # two characters on either side
    assert window_around("0123456789", 0, 2, 6) == "012345"
    assert window_around("0123456789", 8, 10, 6) == "456789"
    assert window_around("0123456789", 2, 9, 4) == "2345678"  # never less than the span
    assert window_around("0123", 1, 2, 9) == "0123"


def test_the_model_is_asked_by_the_pools_prompt_about_the_window_around_the_quote() -> None:
    model = Labels(Ada=label("supports", QUOTE))
    [found] = opinions(model, "sh-1")
    assert found.judged is not None
    assert (found.judged.label, found.judged.reason, found.judged.model) == ("supports", "It is supports.", "m-1")
    [prompt] = model.asked
    assert prompt.prompt_id == "pool_label"
    [window] = prompt.variables["windows"]
    assert QUOTE in window
    assert len(window) == 100


def test_a_list_answer_is_asked_about_item_by_item_and_the_best_label_counts() -> None:
    [found] = opinions(Labels(Ada=label("supports", QUOTE), Bram=label("irrelevant")), "ag-1")
    assert found.judged is not None
    assert (found.judged.label, found.judged.items) == ("supports", ("Ada Quill",))
    [found] = opinions(Labels(Ada=label("partial"), Bram=label("irrelevant")), "ag-1")
    assert found.judged is not None
    assert (found.judged.label, found.judged.items) == ("partial", ())


def test_a_failure_is_no_opinion_unless_another_item_is_supported() -> None:
    assert opinions(Labels(Ada="broken"), "sh-1") == [Opinion(None, "broken")]
    assert opinions(Labels(Ada=label("partial"), Bram="broken"), "ag-1") == [Opinion(None, "broken")]
    [found] = opinions(Labels(Ada=label("supports", QUOTE), Bram="broken"), "ag-1")
    assert found.judged is not None


def test_what_waits_for_a_batch_is_no_opinion_yet() -> None:
    [found] = opinions(Labels(Ada=label("supports", QUOTE), Bram="waits"), "ag-1")
    assert found == Opinion(None, "waits", is_pending=True)


@pytest.mark.parametrize("quote", ["Bram Tarn signed.", None])
def test_support_without_a_quote_of_the_window_is_a_failure(quote: str | None) -> None:
    assert opinions(Labels(Ada=label("supports", quote)), "sh-1") == [Opinion(None, "the quote is not in the window")]


def test_a_document_that_lost_its_quote_is_bad_input() -> None:
    with pytest.raises(BadInputError, match=r'Document "d2" no longer holds the quote of the appeal on task sh-1'):
        judge_appeals([appeal("sh-1")], TASKS, {"d2": "Other text."}, Labels(), window_chars=100)
