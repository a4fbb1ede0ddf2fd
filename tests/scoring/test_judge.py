"""The judge: what it is asked, what a reply becomes, and when it is broken."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

import pytest

from scoring.contract import Item, Prediction, Task, TaskType, Verdict
from scoring.errors import ExitCode, JudgeFailedError
from scoring.judge import RESPONSES, judge_predictions, prompt_version, template
from scoring.llm import Completion, Prompt

HOP = Task("t1", TaskType.SINGLE_HOP, "When did Ada Brin resign?", "12 May 1961")
ABSENT = Task("t2", TaskType.UNANSWERABLE, "Who succeeded Ada Brin?")
LIST = Task("t3", TaskType.AGGREGATION, "Which ships?", "both", (Item("the Ada"), Item("the Brin")))
FALSE = Task("t4", TaskType.FALSE_PREMISE, "What was served?", false_element="the dinner")


class Judge:
    """Answers each prompt with what a function of its id and variables says, and records the prompts."""

    name = "recorder"

    def __init__(self, reply: Callable[[Prompt], object]) -> None:
        self.reply = reply
        self.asked: list[Prompt] = []

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked.extend(prompts)
        return [Completion(json.dumps(self.reply(prompt)), self.name) for prompt in prompts]


REPLIES = {
    "judge_answer": {"is_refusal": False, "is_correct": True, "reason": "same date"},
    "judge_rejection": {"is_refusal": True, "names_premise": True, "reason": "declines"},
    "judge_items": {"matched_items": [True, False], "extra_items": 1, "reason": "one"},
}


def test_each_type_is_asked_its_own_prompt_and_gets_its_own_verdict() -> None:
    judge = Judge(lambda prompt: REPLIES[prompt.prompt_id])
    tasks = [LIST, HOP, ABSENT, FALSE]
    verdicts = judge_predictions(tasks, [Prediction(t.task_id, "an answer") for t in tasks], judge)
    made = {"prompt_version": prompt_version(), "model": "recorder"}
    assert verdicts == [
        Verdict("t3", matched_items=(True, False), extra_items=1, reason="one", **made),
        Verdict("t1", is_correct=True, reason="same date", **made),
        Verdict("t2", is_refusal=True, names_premise=True, reason="declines", **made),
        Verdict("t4", is_refusal=True, names_premise=True, reason="declines", **made),
    ]
    assert [dict(prompt.variables) for prompt in judge.asked] == [
        {"question": "Which ships?", "items": ["the Ada", "the Brin"], "answer": "an answer"},
        {"question": "When did Ada Brin resign?", "reference": "12 May 1961", "answer": "an answer"},
        {"question": "Who succeeded Ada Brin?", "false_element": "", "answer": "an answer"},
        {"question": "What was served?", "false_element": "the dinner", "answer": "an answer"},
    ]


def test_an_empty_answer_is_not_judged() -> None:
    judge = Judge(lambda _: REPLIES["judge_answer"])
    verdicts = judge_predictions([HOP, LIST], [Prediction("t1", ""), Prediction("t3", " \n")], judge)
    assert judge.asked == []
    assert [(v.is_correct, v.is_refusal, v.matched_items, v.error) for v in verdicts] == [
        (False, False, (), None),
        (False, False, (False, False), None),
    ]


def test_a_failed_item_is_unmeasured_and_the_others_stand() -> None:
    tasks = [Task(f"t{i}", TaskType.SINGLE_HOP, "When?", str(i)) for i in range(3)]
    judge = Judge(lambda prompt: REPLIES["judge_answer"] if prompt.variables["reference"] != "1" else {"no": 1})
    verdicts = judge_predictions(tasks, [Prediction(t.task_id, "x") for t in tasks], judge)
    assert [v.error for v in verdicts] == [None, "the reply holds no JSON object of the asked schema", None]


@pytest.mark.parametrize("flags", [[True], [True, False, True], []])
def test_a_verdict_list_of_another_length_is_asked_again_and_then_unmeasured(flags: list[bool]) -> None:
    judge = Judge(
        lambda p: REPLIES[p.prompt_id] if p.prompt_id != "judge_items" else {"matched_items": flags, "extra_items": 0}
    )
    verdicts = judge_predictions([HOP, LIST], [Prediction("t1", "x"), Prediction("t3", "x")], judge)
    assert verdicts[1].error == "the judge did not give one verdict for each of 2 items"
    assert [prompt.prompt_id for prompt in judge.asked] == ["judge_answer", "judge_items", "judge_items"]


def test_a_judge_that_fails_on_more_than_half_is_broken() -> None:
    tasks = [Task(f"t{i}", TaskType.SINGLE_HOP, "When?", str(i)) for i in range(3)]
    judge = Judge(lambda prompt: REPLIES["judge_answer"] if prompt.variables["reference"] == "1" else {})
    with pytest.raises(JudgeFailedError) as caught:
        judge_predictions(tasks, [Prediction(t.task_id, "x") for t in tasks], judge)
    assert caught.value.exit_code is ExitCode.FAILED
    assert str(caught.value) == (
        "Judge recorder failed on 2 of 3 answers: the reply holds no JSON object of the asked schema. "
        "Nothing was scored. Check the judge's name, key and quota, and that it answers in JSON, and run it again."
    )


def test_half_failed_is_not_yet_broken() -> None:
    tasks = [Task(f"t{i}", TaskType.SINGLE_HOP, "When?", str(i)) for i in range(2)]
    judge = Judge(lambda prompt: REPLIES["judge_answer"] if prompt.variables["reference"] == "1" else {})
    assert len(judge_predictions(tasks, [Prediction(t.task_id, "x") for t in tasks], judge)) == 2


@pytest.mark.parametrize("prompt_id", RESPONSES)
def test_every_prompt_fences_every_variable_and_names_every_field(prompt_id: str) -> None:
    wording = template(prompt_id).text
    variables = {"question": "q", "reference": "r", "answer": "a", "items": ["i"], "false_element": "f"}
    (message,) = template(prompt_id).fill(**variables).messages()
    assert "{{" not in message["content"]
    for name in RESPONSES[prompt_id].model_fields:
        assert f'"{name}"' in wording
    assert "never followed" in wording
