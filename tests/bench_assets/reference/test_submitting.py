"""Reference systems hand in what anybody would."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

from bench_assets.evaluation.submissions import folder_of, names_of, read_submission
from bench_assets.reference.submitting import submit_reference
from bench_assets.schemas import PREDICTIONS, QUESTIONS
from bench_resources.lake import Made
from bench_resources.models import CountedModel
from bench_resources.prompting import template
from scoring.errors import BadInputError
from scoring.llm import Completion


class Named:
    """A model with a name; nobody asks it here."""

    name = "named"

    def complete_all(self, prompts):
        return [Completion("", self.name) for _ in prompts]


QUESTION = pa.Table.from_pylist([{"task_id": "t1", "type": "single_hop", "question": "Who?"}], schema=QUESTIONS)
PREDICTION = pa.Table.from_pylist(
    [{"task_id": "t1", "answer": "Ona Quill", "citations": ["d1"], "retrieved": ["d1", "d2"]}], schema=PREDICTIONS
)


def submit(
    home: Path,
    questions: pa.Table = QUESTION,
    system: str = "bm25",
    predictions: pa.Table = PREDICTION,
    n_asked: int = 1,
):
    model = CountedModel(Named())
    model.complete_all([template("answer").fill(question="Who?", passages=[])] * n_asked)
    return submit_reference(home, "v1", system, predictions, questions, model)


def metadata_of(made: Made) -> dict[str, object]:
    return json.loads(made.side_files[1].read_text(encoding="utf-8"))


def test_the_submission_reads_back_as_what_was_predicted(tmp_path: Path):
    made = submit(tmp_path)
    assert names_of(tmp_path, "v1") == ["bm25"]
    assert read_submission(folder_of(tmp_path, "v1", "bm25"), ["t1"]).equals(PREDICTION)
    assert made.table.equals(PREDICTION)
    assert made.model_calls == 1


def test_its_files_are_side_files_so_that_losing_one_is_noticed(tmp_path: Path):
    made = submit(tmp_path)
    assert [path.name for path in made.side_files] == ["predictions.jsonl", "metadata.json"]
    assert all(path.is_file() for path in made.side_files)


def test_the_metadata_says_which_system_on_which_questions_with_which_prompt(tmp_path: Path):
    metadata = metadata_of(submit(tmp_path))
    assert metadata.pop("dataset_sha256") != ""
    assert metadata == {
        "system": "bm25",
        "is_reference": True,
        "release": "v1",
        "model": "named",
        "prompt_template": f"answer.{template('answer').version}",
        "shots": 0,
        "factors": {"embedder": None, "generator": "named", "k": 5},
    }


def test_the_metadata_names_the_embedder_of_a_system_that_searched_vectors(tmp_path: Path):
    model = CountedModel(Named())
    made = submit_reference(tmp_path, "v1", "dense", PREDICTION, QUESTION, model, "static/made-1")
    assert metadata_of(made)["factors"]["embedder"] == "static/made-1"


def test_a_closed_book_reads_no_document(tmp_path: Path):
    nothing = PREDICTION.set_column(
        3, PREDICTION.schema.field("retrieved"), pa.array([[]], PREDICTION.schema.field("retrieved").type)
    )
    metadata = metadata_of(submit(tmp_path, system="closed_book", predictions=nothing))
    assert (metadata["model"], metadata["factors"]) == ("named", {"embedder": None, "generator": "named", "k": 0})


def test_a_control_that_asks_no_model_names_none(tmp_path: Path):
    metadata = metadata_of(submit(tmp_path, system="random_citer", n_asked=0))
    assert (metadata["model"], metadata["prompt_template"]) == (None, None)
    assert metadata["factors"] == {"embedder": None, "generator": None, "k": 0}


def test_other_questions_are_another_dataset(tmp_path: Path):
    other = QUESTION.set_column(2, "question", pa.array(["Whom?"]))
    hashes = [metadata_of(submit(tmp_path, asked))["dataset_sha256"] for asked in (QUESTION, QUESTION, other)]
    assert hashes[0] == hashes[1] != hashes[2]


def test_the_same_answers_give_the_same_bytes(tmp_path: Path):
    first, second = ([path.read_bytes() for path in submit(tmp_path).side_files] for _ in range(2))
    assert first == second


def test_a_system_cannot_leave_its_folder(tmp_path: Path):
    with pytest.raises(BadInputError, match="cannot be used"):
        submit(tmp_path, system="../bm25")
