from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa
import pytest

from bench_assets.reference.systems import REFUSAL, SYSTEMS, predict, retriever_of
from bench_assets.schemas import CORPUS, QUESTIONS
from bench_resources.prompting import Answer
from bench_resources.retrieval import Hit
from scoring.errors import BadInputError, DocketbenchError
from scoring.llm import Completion, Prompt

QUESTIONS_TABLE = pa.Table.from_pylist(
    [
        {"task_id": "sh-1", "type": "single_hop", "question": "Where did Ada Quill meet the board?"},
        {"task_id": "un-1", "type": "unanswerable", "question": "What did Ada Quill pay?"},
    ],
    schema=QUESTIONS,
)
CORPUS_TABLE = pa.Table.from_pylist(
    [
        {"doc_id": f"d{n:02}", "text": f"Ada Quill met the board in room {n}. Nothing else was said there."}
        for n in range(30)
    ],
    schema=CORPUS,
)


class Ranker:
    """Gives every query the documents d29, d28, ..."""

    def search(self, queries: Sequence[str], k: int) -> list[list[Hit]]:
        return [[Hit(f"d{29 - n:02}", 30.0 - n, f"d{29 - n:02}#0000") for n in range(k)] for _ in queries]


class Recorder:
    """Answers with a fixed reply and keeps the prompts."""

    name = "recorder"

    def __init__(self, answer: Answer | None) -> None:
        self.answer, self.prompts = answer, []

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.prompts += prompts
        if self.answer is None:
            return [Completion("", self.name, error="no quota") for _ in prompts]
        return [Completion(self.answer.model_dump_json(), self.name, cost_usd=0.25) for _ in prompts]


def run(system: str, *, answer: Answer | None = None, seed: int = 0) -> tuple[list[dict], Recorder]:
    model = Recorder(answer)
    return predict(system, QUESTIONS_TABLE, CORPUS_TABLE, Ranker(), model, seed).to_pylist(), model


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_system_answers_every_question_once_and_repeats(system: str) -> None:
    answer = Answer(answer="room 29", doc_ids=["d29"], is_abstained=False)
    rows, _ = run(system, answer=answer)
    assert [row["task_id"] for row in rows] == ["sh-1", "un-1"]
    assert run(system, answer=answer)[0] == rows


@pytest.mark.parametrize("system", ["bm25", "dense", "hybrid"])
def test_a_system_with_a_retriever_reads_five_documents_and_retrieves_twenty(system: str) -> None:
    rows, model = run(system, answer=Answer(answer="room 29", doc_ids=["d29"], is_abstained=False))
    assert [passage["doc_id"] for passage in model.prompts[0].variables["passages"]] == [
        "d29",
        "d28",
        "d27",
        "d26",
        "d25",
    ]
    assert rows[0]["retrieved"] == [f"d{29 - n:02}" for n in range(20)]
    assert (rows[0]["answer"], rows[0]["citations"], rows[0]["cost_usd"]) == ("room 29", ["d29"], 0.25)


def test_a_system_asks_the_retriever_of_its_name() -> None:
    asked = {system: retriever_of(system) for system in SYSTEMS}
    assert {system for system, name in asked.items() if name == system} == {"bm25", "dense", "hybrid"}
    assert {asked[system] for system in ("closed_book", "type_reader", "random_citer")} == {"bm25"}


def test_bm25_never_cites_what_it_was_not_shown() -> None:
    rows, _ = run("bm25", answer=Answer(answer="x", doc_ids=["d01", "d28", "d28", "made-up"], is_abstained=False))
    assert rows[0]["citations"] == ["d28"]


def test_closed_book_gets_no_passage_and_cites_nothing() -> None:
    rows, model = run("closed_book", answer=Answer(answer="room 29", doc_ids=["d29"], is_abstained=False))
    assert model.prompts[0].variables["passages"] == []
    assert rows[0]["citations"] == rows[0]["retrieved"] == []


def test_type_reader_refuses_by_type_and_asks_no_model() -> None:
    rows, model = run("type_reader")
    assert [row["answer"] for row in rows] == ["unknown", REFUSAL]
    assert model.prompts == []


def test_random_citer_moves_with_its_seed_and_quotes_what_it_cites() -> None:
    rows, model = run("random_citer", seed=1)
    assert len(set(rows[0]["retrieved"])) == 20
    assert rows[0]["citations"] == rows[0]["retrieved"][:3]
    texts = dict(zip(CORPUS_TABLE["doc_id"].to_pylist(), CORPUS_TABLE["text"].to_pylist(), strict=True))
    assert rows[0]["answer"] in texts[rows[0]["citations"][0]]
    assert run("random_citer", seed=2)[0][0]["retrieved"] != rows[0]["retrieved"]
    assert model.prompts == []


def test_random_citer_on_an_empty_corpus_cites_nothing() -> None:
    rows = predict("random_citer", QUESTIONS_TABLE, CORPUS.empty_table(), Ranker(), Recorder(None), 0).to_pylist()
    assert rows[0]["citations"] == []


def test_an_answer_never_holds_a_nul() -> None:
    rows, _ = run("closed_book", answer=Answer(answer="a\0b", doc_ids=[], is_abstained=False))
    assert rows[0]["answer"] == "a b"


def test_a_broken_model_stops_the_system() -> None:
    with pytest.raises(DocketbenchError, match=r"'recorder' failed on 2 of 2 questions: sh-1 \(no quota\).*'answerer'"):
        run("bm25")


def test_an_unknown_system_is_bad_input() -> None:
    with pytest.raises(BadInputError, match=r"no reference system 'oracle'. The systems are bm25"):
        run("oracle")


def test_no_question_gives_no_prediction() -> None:
    assert predict("bm25", QUESTIONS.empty_table(), CORPUS_TABLE, Ranker(), Recorder(None), 0).num_rows == 0
