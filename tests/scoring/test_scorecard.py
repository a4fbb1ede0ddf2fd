"""Whole scorecards, worked by hand."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from scoring.contract import Item, Prediction, Task, TaskType, Usage, Verdict
from scoring.scorecard import Scorecard, score

HOP, ABSENT = TaskType.SINGLE_HOP, TaskType.UNANSWERABLE
# Four single_hop tasks of four documents, two unanswerable ones of two entities.
KEY = [
    *[Task(f"h{i}", HOP, "When?", "1961", gold_docs=(f"D-{i}",)) for i in range(1, 5)],
    *[Task(f"u{i}", ABSENT, "Who?", entity_ids=(f"e{i}",)) for i in range(1, 3)],
]
PREDICTIONS = [
    Prediction("h1", "1961", ("D-1",), ("D-1", "D-7"), Usage(90, 10), 0.5),  # right and cited
    Prediction("h2", "1961", ("D-9", "D-8"), ("D-9", "D-2")),  # right, gold retrieved at 2, not cited
    Prediction("h3", "1975", ("D-3", "D-9"), ("D-3",)),  # wrong, cited
    Prediction("h4", ""),  # empty
    Prediction("u1", "The documents do not say."),
    Prediction("u2", "Carla Dunmore."),
]
VERDICTS = [
    Verdict("h1", is_correct=True, model="m", prompt_version="p"),
    Verdict("h2", is_correct=True, model="m", prompt_version="p"),
    Verdict("h3", model="m", prompt_version="p"),
    Verdict("u1", is_refusal=True, model="m", prompt_version="p"),
    Verdict("u2", model="m", prompt_version="p"),
]


def card(verdicts: Sequence[Verdict] = VERDICTS, **options: object) -> dict[str, object]:
    return score(KEY, PREDICTIONS, verdicts, **options).as_json()  # type: ignore[arg-type]


def test_a_scorecard_worked_by_hand() -> None:
    found = card()
    # single_hop cited 1 of 4, uncited 2 of 4; unanswerable 1 of 2
    assert found["per_type"] == {"single_hop": 0.25, "unanswerable": 0.5}
    assert found["per_type_uncited"] == {"single_hop": 0.5, "unanswerable": 0.5}
    assert found["overall_cited_correctness"] == 0.375  # (1/4 + 1/2) / 2
    assert found["overall_cited_correctness_micro"] == pytest.approx(2 / 6)
    assert found["overall_uncited_correctness"] == 0.5
    assert found["overall_uncited_correctness_micro"] == 0.5
    assert found["retrieval_types_macro"] == 0.25
    assert found["always_refuse_macro"] == 0.5
    assert found["citation_precision"] == pytest.approx((1 + 0 + 1 / 2 + 0) / 4)
    assert found["citation_recall"] == pytest.approx((1 + 0 + 1 + 0) / 4)
    # gold at rank 1, 2, 1, never: nDCG 1, 1/log2(3), 1, 0
    assert found["retrieval"] == {"recall@5": 0.75, "recall@20": 0.75, "ndcg@10": pytest.approx(2.63093 / 4, abs=1e-6)}
    assert found["n_tasks"] == 6
    assert found["n_per_type"] == {"single_hop": 4, "unanswerable": 2}
    assert (found["tokens_total"], found["tokens_per_task"]) == (100, pytest.approx(100 / 6))
    assert (found["cost_usd_total"], found["cost_usd_per_task"]) == (0.5, pytest.approx(0.5 / 6))
    assert (found["premise_id_rate"], found["premise_refused_n"]) == (None, 0)
    assert (found["judge_model"], found["judge_prompt_version"], found["judge_errors"]) == ("m", "p", 0)
    assert (found["is_publishable"], found["unpublishable_because"]) == (True, [])


def test_the_names_of_the_seed_are_all_there() -> None:
    names = {
        "overall_cited_correctness", "overall_cited_correctness_ci95", "overall_cited_correctness_micro", "per_type",
        "overall_uncited_correctness", "overall_uncited_correctness_ci95", "overall_uncited_correctness_micro",
        "per_type_uncited", "citation_precision", "citation_recall", "retrieval", "premise_id_rate", "premise_refused_n",
        "tokens_total", "tokens_per_task", "cost_usd_total", "cost_usd_per_task", "n_tasks", "judge_model",
        "judge_prompt_version", "judge_errors", "denominators", "brackets", "scoring_version",
    }  # fmt: skip
    assert names <= card().keys()


def test_intervals_hold_their_values_and_keep_width_where_nothing_was_right() -> None:
    wrong = [Verdict(v.task_id, is_refusal=v.is_refusal) for v in VERDICTS]
    found = card(wrong)
    low, high = found["per_type_ci95"]["single_hop"]  # type: ignore[index]
    assert (low, high) == (0.0, pytest.approx(0.4899, abs=1e-4))  # Wilson of 0/4: z^2 / (4 + z^2)
    low, high = found["overall_cited_correctness_ci95_mover"]  # type: ignore[misc]
    assert low < 0.25 < high
    low, high = found["overall_cited_correctness_ci95"]  # type: ignore[misc]
    assert (low, high) == (0.0, 0.5)  # only u1 and u2 vary: 0, 1/2 or 1, halved by the macro


def test_the_same_seed_gives_the_same_bytes_in_any_order() -> None:
    one = json.dumps(card(seed=5))
    other = score(KEY[::-1], PREDICTIONS[::-1], VERDICTS[::-1], seed=5)
    assert json.dumps(other.as_json()) == one
    many = [Task(f"h{i:03}", HOP, gold_docs=(f"D-{i}",)) for i in range(100)]
    answers = [Prediction(t.task_id, "1961", t.gold_docs) for t in many]
    said = [Verdict(t.task_id, is_correct=i % 3 == 0) for i, t in enumerate(many)]
    assert score(many, answers, said, seed=5).as_json() == score(many, answers, said, seed=5).as_json()
    assert score(many, answers, said, seed=5).intervals != score(many, answers, said, seed=6).intervals


@pytest.mark.parametrize("broken", [[], [Verdict("h3", error="timed out", model="m", prompt_version="p")]])
def test_a_task_without_a_verdict_is_unmeasured_and_never_zero(broken: list[Verdict]) -> None:
    found = card([v for v in VERDICTS if v.task_id != "h3"] + broken)
    # single_hop measured: h1 1, h2 0, h4 0; h3 unmeasured
    assert found["per_type"] == {"single_hop": pytest.approx(1 / 3), "unanswerable": 0.5}
    assert found["denominators"]["per_type.single_hop"] == {  # type: ignore[index]
        "n_asked": 4,
        "n_measured": 3,
        "n_unmeasured": 1,
        "bracket": [0.25, 0.5],
    }
    assert found["brackets"]["overall_cited_correctness"] == [0.375, 0.5]  # type: ignore[index]
    assert found["judge_errors"] == len(broken)
    assert found["citation_precision"] == 0.375  # needs no judge
    assert found["is_publishable"] is False
    assert found["unpublishable_because"] == [
        "single_hop: 1 of 4 tasks are unmeasured, 5% may be",
        "the macro's bracket is 0.125 wide, at most 0.01 is allowed",
    ]


def test_a_type_with_nothing_measured_leaves_the_macro_null() -> None:
    found = card([v for v in VERDICTS if v.task_id.startswith("h")])
    assert found["per_type"] == {"single_hop": 0.25, "unanswerable": None}
    assert found["overall_cited_correctness"] is None
    assert found["overall_cited_correctness_ci95"] is None
    assert found["overall_cited_correctness_ci95_mover"] is None
    assert found["per_type_ci95"]["unanswerable"] is None  # type: ignore[index]
    assert found["brackets"]["overall_cited_correctness"] == [0.125, 0.625]  # type: ignore[index]
    assert found["is_publishable"] is False


def test_few_unmeasured_of_many_may_be_published() -> None:
    tasks = [Task(f"h{i:03}", HOP, gold_docs=(f"D-{i}",)) for i in range(200)]
    answers = [Prediction(t.task_id, "1961", t.gold_docs) for t in tasks]

    def publishable(n_unmeasured: int) -> bool:
        verdicts = [Verdict(t.task_id, is_correct=True) for t in tasks[n_unmeasured:]]
        return not score(tasks, answers, verdicts, draws=100).unpublishable

    assert publishable(2)  # bracket [0.99, 1], as wide as allowed
    assert not publishable(3)


def test_mixed_judges_make_another_scoring_version_and_no_board_row() -> None:
    mixed = [*VERDICTS[:-1], Verdict("u2", model="other", prompt_version="p")]
    found = card(mixed)
    assert found["judge_model"] == "m, other"
    assert found["unpublishable_because"] == ["verdicts of several judges are mixed: m, other; prompts p"]
    assert found["scoring_version"] != card()["scoring_version"]


def test_the_scoring_version_moves_with_the_judge_prompt() -> None:
    moved = [Verdict(v.task_id, v.is_refusal, v.is_correct, model="m", prompt_version="q") for v in VERDICTS]
    assert card(moved)["scoring_version"] != card()["scoring_version"]
    assert str(card()["scoring_version"]).startswith("1-")


def test_a_system_that_declines_everything_earns_the_floor() -> None:
    answers = [Prediction(t.task_id, "I cannot tell.") for t in KEY]
    found = score(KEY, answers, [Verdict(t.task_id, is_refusal=True) for t in KEY]).as_json()
    assert found["overall_cited_correctness"] == found["always_refuse_macro"] == 0.5
    assert found["saturated_types"] == ["unanswerable"]
    assert found["retrieval_types_macro"] == 0.0


def test_list_types_and_false_premises_stand_beside_the_others() -> None:
    tasks = [
        Task("a1", TaskType.AGGREGATION, items=(Item("x", ("D-1",)), Item("y", ("D-2",))), gold_docs=("D-1", "D-2")),
        Task("f1", TaskType.FALSE_PREMISE, false_element="the dinner"),
        Task("f2", TaskType.FALSE_PREMISE, false_element="the loan"),
    ]
    answers = [
        Prediction("a1", "x and y", ("D-1",)),
        Prediction("f1", "No dinner."),
        Prediction("f2", "Not in the documents."),
    ]
    verdicts = [
        Verdict("a1", matched_items=(True, True)),
        Verdict("f1", is_refusal=True, names_premise=True),
        Verdict("f2", is_refusal=True, names_premise=False),
    ]
    found = score(tasks, answers, verdicts).as_json()
    # a1: supported 1 of matched 2 of items 2: F1 = 2*1/(2+2)
    assert found["per_type"] == {"aggregation": 0.5, "false_premise": 1.0}
    assert found["per_type_uncited"] == {"aggregation": 1.0, "false_premise": 1.0}
    assert (found["premise_id_rate"], found["premise_refused_n"]) == (0.5, 2)
    assert found["item_citation_precision"] == 0.5
    assert found["citation_recall"] == 0.5


def test_judgments_add_diagnostics_and_move_no_headline() -> None:
    with_qrels = card(qrels={"h1": {"D-1": 2, "D-7": 0}, "h2": {"D-9": -1, "D-2": 2}})
    plain = card()
    assert with_qrels["retrieval"] == plain["retrieval"]
    # h1: both judged; h2: D-9 unjudged; h3: gold only; h4: nothing retrieved, so not asked
    assert with_qrels["retrieval_diagnostics"]["judged@10"] == pytest.approx((1 + 0.5 + 1) / 3)  # type: ignore[index]
    assert "judged@10" not in plain["retrieval_diagnostics"]  # type: ignore[operator]


def test_a_release_of_rejection_tasks_only_has_no_retrieval_to_score() -> None:
    found = score(KEY[4:], PREDICTIONS[4:], VERDICTS[3:]).as_json()
    assert found["retrieval"] == {"recall@5": None, "recall@20": None, "ndcg@10": None}
    assert (found["retrieval_types_macro"], found["retrieval_types_macro_ci95"]) == (None, None)
    assert found["citation_precision"] is None


def test_answerable_tasks_without_gold_are_counted_and_not_asked() -> None:
    tasks = [Task("h1", HOP), Task("h2", HOP, gold_docs=("D-1",))]
    answers = [Prediction("h1", "x"), Prediction("h2", "x", ("D-1",), ("D-1",))]
    found = score(tasks, answers, [Verdict("h1"), Verdict("h2", is_correct=True)]).as_json()
    assert found["n_tasks_without_gold"] == 1
    assert found["citation_recall"] == 1.0
    assert found["denominators"]["retrieval.recall@5"]["n_asked"] == 1


@pytest.mark.parametrize(
    ("tasks", "answers", "said"),
    [
        ([], [], []),
        (KEY, PREDICTIONS[1:], VERDICTS),
        (KEY[1:], PREDICTIONS, VERDICTS),
        (KEY, [*PREDICTIONS, PREDICTIONS[0]], VERDICTS),
        (KEY, PREDICTIONS, [*VERDICTS, VERDICTS[0]]),
        (KEY, PREDICTIONS, [Verdict("z")]),
    ],
)
def test_records_that_do_not_fit_together_are_refused(
    tasks: list[Task], answers: list[Prediction], said: list[Verdict]
) -> None:
    with pytest.raises(ValueError, match=r"a scorecard needs tasks|two of"):
        score(tasks, answers, said)


def test_a_scorecard_is_json_without_nan() -> None:
    found: Scorecard = score(KEY, PREDICTIONS, [])
    text = json.dumps(found.as_json(), allow_nan=False)
    assert json.loads(text)["overall_cited_correctness"] is None
