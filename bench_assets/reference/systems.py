"""The reference systems: what a board is read against, made through the same files as any submission.

Belongs here: one function a system, questions in, predictions out. Does not: scoring them, reading the key.
A reference system sees QUESTIONS and the corpus, never gold.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from bench_assets.corpus.indexes import RetrieverName
from bench_assets.schemas import PREDICTIONS
from bench_resources.prompting import Answer, template
from bench_resources.retrieval import Retriever
from bench_resources.windows import rank_windows
from scoring.contract import REJECTION_TYPES
from scoring.errors import BadInputError, DocketbenchError, excerpt, name_culprits
from scoring.llm import Model, Prompt, ask

RETRIEVING = tuple(name.value for name in RetrieverName)  # the system reads what the retriever of that name finds
SYSTEMS = (*RETRIEVING, "closed_book", "type_reader", "random_citer")
RETRIEVED = 20  # seed methodology: documents whose rank counts
READ = 5  # documents the answerer is shown
WINDOW_CHARS = 2500  # seed methodology, section 7: what a judge is shown of a document
OVERLAP_CHARS = 500
CITED = 3  # seed methodology: the citation gate
MAX_FAILED_SHARE = 0.05  # METRICS 6: above this a row could not be published anyway
REFUSAL = "The documents do not state this."
_SENTENCE = re.compile(r"[^.!?\n]{20,200}[.!?\n]")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Bench:
    """What a reference system may look at."""

    questions: list[Row]
    corpus: pa.Table
    index: Retriever
    model: Model
    seed: int


def retriever_of(system: str) -> RetrieverName:
    """The retriever that a system asks; BM25, which opens fastest, for one that asks none."""
    return RetrieverName(system) if system in RETRIEVING else RetrieverName.BM25


def predict(system: str, questions: pa.Table, corpus: pa.Table, index: Retriever, model: Model, seed: int) -> pa.Table:
    """PREDICTIONS of one reference system, in the order of the questions.

    Args:
        system: one of SYSTEMS.
        questions: QUESTIONS.
        corpus: CORPUS; the texts that are read.
        index: ranks the corpus; of a system that retrieves its own.
        model: answers the "answer" prompt; the two controls never ask it.
        seed: of random_citer.

    Raises: BadInputError: no such system. DocketbenchError: the model failed on more than 5% of the questions.
    """
    if system not in _PREDICTORS:
        raise BadInputError(f"There is no reference system {system!r}. The systems are {', '.join(SYSTEMS)}.")
    rows = _PREDICTORS[system](Bench(questions.to_pylist(), corpus, index, model, seed))
    return pa.Table.from_pylist(rows, schema=PREDICTIONS)


def _read(bench: Bench) -> list[dict[str, Any]]:
    """Reads the best window of each of the top 5 documents, cites what the answer was read from."""
    hits = bench.index.search([row["question"] for row in bench.questions], RETRIEVED)
    ranked = [[hit.doc_id for hit in found] for found in hits]
    texts = _texts(bench.corpus, {doc_id for found in ranked for doc_id in found[:READ]})
    prompts = [
        _answer_prompt(row["question"], [(doc_id, texts[doc_id]) for doc_id in found[:READ]])
        for row, found in zip(bench.questions, ranked, strict=True)
    ]
    answers = _ask(bench, prompts)
    return [
        _prediction(row, answer, cost, retrieved=found)
        for row, (answer, cost), found in zip(bench.questions, answers, ranked, strict=True)
    ]


def _closed_book(bench: Bench) -> list[dict[str, Any]]:
    """Answers from what the model knows, or abstains."""
    answers = _ask(bench, [_answer_prompt(row["question"], []) for row in bench.questions])
    return [
        _prediction(row, answer, cost, retrieved=[])
        for row, (answer, cost) in zip(bench.questions, answers, strict=True)
    ]


def _type_reader(bench: Bench) -> list[dict[str, Any]]:
    """Refuses whenever the type field says that it should, and knows nothing else: the floor of a board."""
    return [
        _row(row["task_id"], REFUSAL if row["type"] in REJECTION_TYPES else "unknown", citations=[], retrieved=[])
        for row in bench.questions
    ]


def _random_citer(bench: Bench) -> list[dict[str, Any]]:
    """Retrieves, cites and quotes documents drawn at random: deliberately bad."""
    doc_ids = sorted(bench.corpus.column("doc_id").to_pylist())
    drawn = [_draw(bench.seed, row["task_id"], doc_ids) for row in bench.questions]
    texts = _texts(bench.corpus, {found[0] for found in drawn if found})
    return [
        _row(
            row["task_id"],
            _random_sentence(texts[found[0]], _generator(bench.seed, row["task_id"] + "|sentence"))
            if found
            else "unknown",
            citations=found[:CITED],
            retrieved=found,
        )
        for row, found in zip(bench.questions, drawn, strict=True)
    ]


_PREDICTORS: Mapping[str, Callable[[Bench], list[dict[str, Any]]]] = {
    **dict.fromkeys(RETRIEVING, _read),
    "closed_book": _closed_book,
    "type_reader": _type_reader,
    "random_citer": _random_citer,
}


def _answer_prompt(question: str, documents: Sequence[tuple[str, str]]) -> Prompt:
    passages = [
        {"doc_id": doc_id, "text": rank_windows(text, question, size=WINDOW_CHARS, overlap=OVERLAP_CHARS)[0].text}
        for doc_id, text in documents
    ]
    return template("answer").fill(question=question, passages=passages)


def _ask(bench: Bench, prompts: Sequence[Prompt]) -> list[tuple[Answer | None, float]]:
    """Answer and cost of each prompt; an answer is None where the model failed, which few may be."""
    replies = ask(bench.model, prompts)
    failed = [
        f"{row['task_id']} ({excerpt(reply.error)})"
        for row, reply in zip(bench.questions, replies, strict=True)
        if reply.error is not None
    ]
    if len(failed) > MAX_FAILED_SHARE * len(prompts):
        raise DocketbenchError(
            f"The answering model {bench.model.name!r} failed on {len(failed):,} of {len(prompts):,} questions: "
            f"{name_culprits(failed)}. Check the model of the role 'answerer' and build again."
        )
    return [(reply.expect(Answer), reply.cost_usd) for reply in replies]


def _prediction(row: Row, answer: Answer | None, cost_usd: float, *, retrieved: list[str]) -> dict[str, Any]:
    """A prediction from an answer; a failed one is an empty answer, which the contract scores 0."""
    if answer is None:
        return _row(row["task_id"], "", citations=[], retrieved=retrieved, cost_usd=cost_usd)
    shown = set(retrieved[:READ])
    citations = [doc_id for doc_id in dict.fromkeys(answer.doc_ids) if doc_id in shown]  # never an id it was not shown
    return _row(row["task_id"], answer.answer, citations=citations, retrieved=retrieved, cost_usd=cost_usd)


def _row(
    task_id: str, answer: str, *, citations: list[str], retrieved: list[str], cost_usd: float = 0.0
) -> dict[str, Any]:
    return {
        "task_id": task_id,
        "answer": answer.replace("\0", " "),  # OCR text may hold NULs; the contract refuses them
        "citations": citations,
        "retrieved": retrieved,
        "input_tokens": None,  # the protocol of models does not report tokens
        "output_tokens": None,
        "cost_usd": cost_usd,
    }


def _texts(corpus: pa.Table, wanted: set[str]) -> dict[str, str]:
    """The texts of the documents wanted, without turning the whole corpus into Python strings."""
    from pyarrow import compute  # noqa: PLC0415 - loads the kernels, which only this needs

    chosen = corpus.select(["doc_id", "text"]).filter(
        compute.is_in(corpus.column("doc_id"), value_set=pa.array(sorted(wanted), pa.string()))
    )
    return dict(zip(chosen.column("doc_id").to_pylist(), chosen.column("text").to_pylist(), strict=True))


def _generator(seed: int, key: str) -> np.random.Generator:
    digest = hashlib.sha256(f"{seed}|{key}".encode()).digest()
    return np.random.default_rng(int.from_bytes(digest[:8], "big"))


def _draw(seed: int, task_id: str, doc_ids: Sequence[str]) -> list[str]:
    count = min(RETRIEVED, len(doc_ids))
    chosen = _generator(seed, task_id).choice(len(doc_ids), size=count, replace=False)
    return [doc_ids[at] for at in chosen]


def _random_sentence(text: str, generator: np.random.Generator) -> str:
    """A sentence of the text; its opening when none is found."""
    found = _SENTENCE.findall(text)
    return " ".join((found[generator.integers(len(found))] if found else text[:200]).split())
