"""Reading everything that a corpus holds on a target, and putting a question to all of it."""

from __future__ import annotations

from collections.abc import Sequence

import pyarrow as pa

from bench_assets.drafting.facts import read_targets
from bench_assets.drafting.reading import (
    CONTEXT_CHARS,
    Asked,
    Passage,
    around_mentions,
    ask_of_all,
    complete_passages,
    packed,
)
from bench_assets.schemas import CORPUS, NEAR_DUPLICATES, TARGET_ENTITIES
from bench_resources.prompting import Answer
from scoring.llm import Completion, Prompt

TARGETS = read_targets(
    pa.Table.from_pylist(
        [
            {"entity_id": "quenby", "canonical_name": "Adela Quenby", "kind": "person", "aliases": ["QUENBY, Adela"]},
            {"entity_id": "sedge", "canonical_name": "Bram Sedge", "kind": "person", "aliases": []},
        ],
        schema=TARGET_ENTITIES,
    )
)


def corpus(**documents: tuple[str | None, Sequence[str]]) -> pa.Table:
    rows = [{"doc_id": key, "text": text, "entity_ids": list(ids)} for key, (text, ids) in documents.items()]
    return pa.Table.from_pylist(rows, schema=CORPUS)


def copies(*clusters: Sequence[str]) -> pa.Table:
    rows = [{"cluster_id": cluster[0], "doc_id": doc_id} for cluster in clusters for doc_id in cluster]
    return pa.Table.from_pylist(rows, schema=NEAR_DUPLICATES)


def test_every_listed_document_and_every_copy_in_the_corpus_is_read():
    table = corpus(
        d3=("Adela\nQuenby met Bram Sedge.", ["quenby", "sedge"]),
        d1=("From: QUENBY, ADELA", ["quenby"]),
        d2=("From: QVEN8Y", []),
        d4=("Adela Quenby is not listed here.", []),
    )
    read = complete_passages(table, copies(["d1", "d2", "gone"]), TARGETS)

    assert read["quenby"] is not None
    assert [passage.doc_id for passage in read["quenby"].passages] == ["d1", "d2", "d3"]
    assert (read["quenby"].listed, read["quenby"].copies) == (("d1", "d3"), ("d2",))
    assert read["quenby"].passages[1].text == "From: QVEN8Y"  # no form is found: it is read whole
    assert read["sedge"] is not None
    assert read["sedge"].listed == ("d3",)


def test_a_target_with_an_unreadable_document_or_copy_or_with_none_proves_nothing():
    blank = corpus(d1=("Adela Quenby met.", ["quenby"]), d2=(" ", ["quenby"]), d3=("Bram Sedge.", ["sedge"]))
    assert complete_passages(blank, copies(), TARGETS)["quenby"] is None
    lost = corpus(d1=("Adela Quenby met.", ["quenby"]), d2=(None, []))
    found = complete_passages(lost, copies(["d1", "d2"]), TARGETS)
    assert found == {"quenby": None, "sedge": None}
    assert complete_passages(CORPUS.empty_table(), copies(), TARGETS) == {"quenby": None, "sedge": None}


def test_mentions_far_apart_are_read_with_what_stands_round_each():
    text = "a" * 5000 + " Adela Quenby " + "b" * 5000 + " QUENBY,  Adela " + "c" * 10
    shown = around_mentions(text, TARGETS[0]).split("\n")

    # A blank on either side of the first name, two before and one after the second.
    assert shown[0] == "a" * (CONTEXT_CHARS - 1) + " Adela Quenby " + "b" * (CONTEXT_CHARS - 1)
    assert shown[1] == "b" * (CONTEXT_CHARS - 1) + " QUENBY,  Adela " + "c" * 10
    assert around_mentions("Adelaide Quenby met.", TARGETS[0]) == ""


def test_passages_are_packed_into_few_calls_and_a_long_one_goes_in_pieces_that_overlap():
    told = [Passage("d1", "x" * 40), Passage("d2", "y" * 50), Passage("d3", "z" * 150)]
    calls = list(packed(told, 100))

    assert [[shown["doc_id"] for shown in call] for call in calls] == [["d1", "d2"], ["d3"], ["d3"]]
    # 100 characters, then 75 on from 25 before their end.
    assert [len(shown["text"]) for call in calls[1:] for shown in call] == [100, 75]
    assert list(packed([], 100)) == []


class Counting:
    """A model that abstains, fails on a word, and remembers how many prompts came at once."""

    name = "counting"

    def __init__(self) -> None:
        self.sizes: list[int] = []

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.sizes.append(len(prompts))
        reply = Answer(answer="-", doc_ids=[], is_abstained=True).model_dump_json()
        return [
            Completion("", self.name, error="timeout")
            if any("fail" in passage["text"] for passage in prompt.variables["passages"])
            else Completion(reply, self.name)
            for prompt in prompts
        ]


def test_many_questions_are_put_to_all_their_passages_in_one_batch():
    model = Counting()
    long = [Passage("d1", "x" * 90), Passage("d2", "y" * 90)]
    asked = [
        Asked({"question": "Q?"}, long),
        Asked({"question": "R?"}, [Passage("d3", "fail")]),
        Asked({"question": "S?"}, []),
    ]
    replies = ask_of_all(model, "answer", asked, max_chars=100)

    assert model.sizes == [3]
    assert [len(of_one) for of_one in replies] == [2, 1, 0]
    assert [reply.value is None for of_one in replies for reply in of_one] == [False, False, True]
