from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.evaluation.judging import judge_answers
from bench_assets.evaluation.scores import read_scores, score_submission, score_tables
from bench_assets.schemas import ANSWER_VERDICTS, PREDICTIONS, QRELS, TASKS
from bench_assets.settings.release import EvaluationSection
from scoring.errors import BadInputError
from scoring.llm import Completion, Prompt

SETTINGS = EvaluationSection(bootstrap_draws=100)


def tasks() -> pa.Table:
    base = {"question": "Who?", "answer": "Ada Quill", "items": [], "gold_units": [], "evidence": [], "entity_ids": []}
    return pa.Table.from_pylist(
        [
            base | {"task_id": "s1", "type": "single_hop", "gold_docs": ["d1"], "gold_units": [["d1"]]},
            base | {"task_id": "s2", "type": "single_hop", "gold_docs": ["d2"], "gold_units": [["d2"]]},
            base | {"task_id": "u1", "type": "unanswerable", "gold_docs": [], "answer": ""},
        ],
        schema=TASKS,
    )


def predictions(**citations: list[str]) -> pa.Table:
    rows = [
        {"task_id": name, "answer": "Ada", "citations": citations.get(name, []), "retrieved": citations.get(name, [])}
        for name in ("s1", "s2", "u1")
    ]
    return pa.Table.from_pylist(rows, schema=PREDICTIONS)


def verdicts(*rows: dict) -> pa.Table:
    base = {"is_refusal": False, "is_correct": False, "matched_items": [], "extra_items": 0, "reason": "", "model": "m"}
    return pa.Table.from_pylist([base | row for row in rows], schema=ANSWER_VERDICTS)


class Judge:
    """Calls every answer right, and every rejection task refused; says nothing about s2 when broken."""

    name = "judge"

    def __init__(self, *, is_broken_on_s2: bool = False) -> None:
        self.is_broken_on_s2, self.n = is_broken_on_s2, 0

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        return [self._complete(prompt) for prompt in prompts]

    def _complete(self, prompt: Prompt) -> Completion:
        if prompt.prompt_id == "judge_rejection":
            return Completion('{"is_refusal": true, "names_premise": false, "reason": "r"}', self.name)
        self.n += 1
        if self.is_broken_on_s2 and self.n != 1:
            return Completion("", self.name, error="down")
        return Completion('{"is_refusal": false, "is_correct": true, "reason": "r"}', self.name)


def test_a_cited_match_counts_and_an_uncited_one_does_not() -> None:
    # s1 right and cited: 1; s2 right, wrong citation: 0; u1 refused: 1. single_hop 1/2, unanswerable 1, macro 3/4.
    judged = judge_answers(predictions(s1=["d1"], s2=["d9"]), tasks(), Judge())
    table, contents = score_submission(
        tasks(), predictions(s1=["d1"], s2=["d9"]), judged, QRELS.empty_table(), SETTINGS
    )
    assert contents["overall_cited_correctness"] == pytest.approx(0.75)
    assert contents["overall_uncited_correctness"] == pytest.approx(1.0)
    assert contents["per_type"] == {"single_hop": 0.5, "unanswerable": 1.0}
    row = next(row for row in table.to_pylist() if row["metric"] == "per_type.single_hop")
    assert (row["value"], row["n_asked"], row["n_measured"], row["n_unmeasured"]) == (0.5, 2, 2, 0)


def test_a_failed_judgement_is_a_row_with_its_error_and_an_unmeasured_task() -> None:
    judged = judge_answers(predictions(s1=["d1"], s2=["d2"]), tasks(), Judge(is_broken_on_s2=True))
    assert [bool(row["error"]) for row in judged.to_pylist()] == [False, True, False]
    table, contents = score_submission(
        tasks(), predictions(s1=["d1"], s2=["d2"]), judged, QRELS.empty_table(), SETTINGS
    )
    row = next(row for row in table.to_pylist() if row["metric"] == "per_type.single_hop")
    assert (row["value"], row["n_unmeasured"], row["bracket_low"], row["bracket_high"]) == (1.0, 1, 0.5, 1.0)
    assert contents["judge_errors"] == 1
    assert not contents["is_publishable"]


def test_predictions_that_do_not_fit_the_tasks_are_bad_input() -> None:
    odd = predictions().slice(0, 2)
    with pytest.raises(BadInputError, match=r"release's 3 tasks: 1 missing \(u1\), 0 unknown \(none\). Answer every"):
        judge_answers(odd, tasks(), Judge())


def test_a_release_without_tasks_cannot_be_scored() -> None:
    with pytest.raises(BadInputError, match="has no task, so nothing can be scored"):
        score_submission(TASKS.empty_table(), PREDICTIONS.empty_table(), verdicts(), QRELS.empty_table(), SETTINGS)


def test_scores_are_written_beside_the_release_and_move_the_tables_version(tmp_path: Path) -> None:
    judged = verdicts(
        {"task_id": "s1", "is_correct": True},
        {"task_id": "s2", "is_correct": True},
        {"task_id": "u1", "is_refusal": True},
    )
    given = (tasks(), predictions(s1=["d1"]), judged, QRELS.empty_table())
    made = score_tables(tmp_path, "v1|mine", *given, SETTINGS)
    path = tmp_path / "exports" / "v1" / "scores" / "mine.json"
    assert list(made.side_files) == [path]
    assert json.loads(path.read_text(encoding="utf-8")) == read_scores(tmp_path, "v1", "mine")
    again = score_tables(tmp_path, "v1|mine", *given, EvaluationSection(bootstrap_draws=100, bootstrap_seed=9))
    assert again.table.equals(made.table)
    assert again.notes != made.notes


def test_missing_and_damaged_scores_are_bad_input(tmp_path: Path) -> None:
    with pytest.raises(
        BadInputError, match=r"has no scores. Score it with: docketbench score v1 PREDICTIONS --name mine"
    ):
        read_scores(tmp_path, "v1", "mine")
    path = tmp_path / "exports" / "v1" / "scores" / "mine.json"
    path.parent.mkdir(parents=True)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(BadInputError, match="was damaged after it was written"):
        read_scores(tmp_path, "v1", "mine")
