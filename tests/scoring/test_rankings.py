"""A TREC run handed in as predictions: what is read, what is scored, what stays unmeasured."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from scoring.__main__ import main
from scoring.contract import Prediction, Task, TaskType, Verdict
from scoring.correctness import score_task
from scoring.errors import FaultyFileError, MissingFileError
from scoring.judge import judge_predictions
from scoring.llm import Completion, Prompt
from scoring.reading import read_predictions
from scoring.scorecard import ONLY_RANKINGS, score
from scoring.trec import doc_id_of, is_run, read_rankings, read_submitted, run_lines, trec_id

KEY = [
    Task("h1", TaskType.SINGLE_HOP, "When?", "1961", gold_docs=("D-1",)),
    Task("h2", TaskType.SINGLE_HOP, "Where?", "Juniper Bay", gold_docs=("D-2",)),
    Task("u1", TaskType.UNANSWERABLE, "Who?"),
]
TASK_IDS = [task.task_id for task in KEY]
RUN = "h1 Q0 D-9 1 2.5 mine\nh1 Q0 D-1 2 0.5 mine\nu1 Q0 D-9 1 1 mine\n"
RANKING = Prediction("h1", "", retrieved=("D-1",), is_ranking=True)


class NeverAsked:
    """A judge that must not be asked."""

    name = "never"

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        assert not prompts
        return []


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "run"
    path.write_text(text, encoding="utf-8")
    return path


def test_documents_stand_by_score_whatever_their_rank_and_line_say(tmp_path: Path) -> None:
    path = written(tmp_path, "h1 Q0 a 1 0.5 r\n\nh1 Q0 b 2 7 r\nh1 Q0 c 3 7 r\n")
    # trec_eval breaks the tie of b and c by descending id
    assert [one.retrieved for one in read_rankings(path, TASK_IDS)] == [("c", "b", "a"), (), ()]


def test_a_run_is_told_by_its_six_columns_and_a_json_line_is_none(tmp_path: Path) -> None:
    assert is_run(written(tmp_path, "\n" + RUN))
    assert not is_run(written(tmp_path, '{"task_id": "a b c d", "answer": "e"}\n'))
    assert not is_run(written(tmp_path, "h1 Q0 D-9 1 2.5\n"))
    assert not is_run(written(tmp_path, ""))
    with pytest.raises(MissingFileError, match=r"The predictions file .* cannot be read"):
        read_submitted(tmp_path / "absent", TASK_IDS)


def test_faults_of_a_run_are_listed_with_their_lines(tmp_path: Path) -> None:
    path = written(tmp_path, RUN + "h7 Q0 D-1 1 2 mine\nh1 Q0 D-1 3 0.2 mine\nh1 Q0 D-3\n")
    with pytest.raises(FaultyFileError) as caught:
        read_submitted(path, TASK_IDS)
    message = str(caught.value)
    assert 'task that is not in the release (1): line 4: "h7"' in message
    assert 'line 5: document "D-1" is given twice for its topic' in message
    assert "line 6: 3 columns, expected 6" in message


@pytest.mark.parametrize("doc_id", ["D-1", "box 7/é%1", "a%20b", "tab\tand\nbreak", "100%", "non\u00a0breaking"])
def test_a_doc_id_comes_back_from_its_field(doc_id: str) -> None:
    assert len(trec_id(doc_id).split()) == 1
    assert doc_id_of(trec_id(doc_id)) == doc_id


def test_a_percent_sign_that_nobody_encoded_stays_as_it_is() -> None:
    assert [doc_id_of(field) for field in ("100%", "%zz", "%FF")] == ["100%", "%zz", "%FF"]


def test_scores_of_a_written_run_fall_with_the_rank() -> None:
    assert list(run_lines("t", ["b", "a c"], "mine")) == ["t Q0 b 1 2 mine", "t Q0 a%20c 2 1 mine"]
    assert list(run_lines("t", [], "mine")) == []


def test_of_a_run_retrieval_alone_is_measured(tmp_path: Path) -> None:
    rankings = read_submitted(written(tmp_path, RUN), TASK_IDS)
    verdicts = judge_predictions(KEY, rankings, NeverAsked())
    found = score(KEY, rankings, verdicts).as_json()
    # gold of h1 at rank 2, of h2 never: recall 1 and 0, nDCG 1/log2(3) = 0.63093 and 0
    assert found["retrieval"] == {"recall@5": 0.5, "recall@20": 0.5, "ndcg@10": pytest.approx(0.315465, abs=1e-6)}
    assert found["is_ranking"] is True
    for name in ("overall_cited_correctness", "overall_uncited_correctness", "citation_precision", "citation_recall"):
        assert found[name] is None
    denominators = found["denominators"]["overall_cited_correctness"]
    assert (denominators["n_asked"], denominators["n_measured"], denominators["bracket"]) == (3, 0, [0.0, 1.0])
    assert (found["is_publishable"], found["unpublishable_because"]) == (False, [ONLY_RANKINGS])
    assert (found["judge_model"], found["judge_errors"]) == (None, 0)


def test_no_verdict_makes_a_ranking_right_or_wrong() -> None:
    for verdict in (None, Verdict("h1", is_correct=True), Verdict("h1", error="broken")):
        found = score_task(KEY[0], RANKING, verdict)
        assert (found.cited, found.uncited, found.citation_recall) == (None, None, None)


def test_an_empty_answer_that_is_no_ranking_still_earns_zero() -> None:
    assert score_task(KEY[0], Prediction("h1", "", retrieved=("D-1",)), None).cited == 0.0


def lines(path: Path, *rows: dict[str, object]) -> Path:
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def test_a_file_of_rankings_has_no_line_with_an_answer(tmp_path: Path) -> None:
    answered = {"task_id": "h2", "answer": "Juniper Bay", "citations": [], "retrieved": []}
    path = lines(tmp_path / "p.jsonl", RANKING.to_json(), answered)
    with pytest.raises(FaultyFileError, match="line 1: is_ranking is true, but other lines have answers"):
        read_predictions(path, ["h1", "h2"])
    path = lines(tmp_path / "p.jsonl", answered | {"is_ranking": True})
    with pytest.raises(FaultyFileError, match="is_ranking is true, expected no answer and no citation"):
        read_predictions(path, ["h2"])


def test_rankings_come_back_from_their_lines(tmp_path: Path) -> None:
    assert read_predictions(lines(tmp_path / "p.jsonl", RANKING.to_json()), ["h1"]) == [RANKING]
    assert "is_ranking" not in Prediction("h1", "1961").to_json()


def test_the_pure_command_takes_a_run_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tasks = lines(tmp_path / "tasks.jsonl", *(task.to_json() for task in KEY))
    verdicts = lines(tmp_path / "verdicts.jsonl")
    arguments = ["--tasks", str(tasks), "--predictions", str(written(tmp_path, RUN))]
    assert main(["score", *arguments, "--verdicts", str(verdicts), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["retrieval"]["recall@5"] == 0.5
    assert main(["validate", *arguments]) == 0
    assert "It is a run without answers: its retrieval is scored" in capsys.readouterr().out
