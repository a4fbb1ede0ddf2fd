"""Pools, labels and gold on hand-made tasks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field

import pyarrow as pa
import pytest

from bench_assets.pooling.gold import collect_gold, count_gold, dropped, units
from bench_assets.pooling.labels import could_hold, find_quote, label_pools
from bench_assets.pooling.pools import build_pools
from bench_assets.schemas import CORPUS, GOLD_LABELS, NEAR_DUPLICATES, POOL_LABELS, POOLS, VERIFIED_TASKS
from bench_assets.settings.release import PoolingSection
from bench_resources.reader.model import EmbeddedReader
from bench_resources.retrieval import Hit
from scoring.llm import Completion, Prompt

SENTENCE = "The Tallow Board met at Juniper Bay on 3 May 1961 to set the price of salt."
QUESTION = "On what date did the Tallow Board meet at Juniper Bay?"
SETTINGS = PoolingSection(depth=3, window_chars=400, window_overlap_chars=100)


def task(task_id="t1", kind="single_hop", sources=("d1",)):
    evidence = [
        {"doc_id": doc_id, "start": 0, "end": len(SENTENCE), "quote": SENTENCE, "sha256": ""} for doc_id in sources
    ]
    return {
        "task_id": task_id, "type": kind, "question": QUESTION, "answer": "3 May 1961", "answer_type": "date", "items": [],
        "evidence": evidence, "entity_ids": [], "salience": 3, "form": "sentence", "certificate": None, "verdicts": [],
    }  # fmt: skip


def verified(*rows):
    return pa.Table.from_pylist(list(rows), schema=VERIFIED_TASKS)


def corpus(**texts):
    rows = [
        {"doc_id": doc_id, "shard": "s/1", "role": "target", "quality_class": "clean", "entity_ids": [], "text": text}
        for doc_id, text in texts.items()
    ]
    return pa.Table.from_pylist(rows, schema=CORPUS)


def pools(*pairs):
    rows = [{"task_id": task_id, "doc_id": doc_id, "contributors": []} for task_id, doc_id in pairs]
    return pa.Table.from_pylist(rows, schema=POOLS)


@dataclass
class Ranked:
    """A retriever that always finds the same documents."""

    doc_ids: list[str]

    def search(self, queries, k):
        return [
            [Hit(doc_id, 1.0 / i, f"{doc_id}#0000") for i, doc_id in enumerate(self.doc_ids, 1)][:k] for _ in queries
        ]


@dataclass
class Scripted:
    """A model that gives its replies in turn, then fails."""

    replies: list[dict | None]
    name: str = "scripted"
    asked: list[Prompt] = field(default_factory=list)

    def complete_all(self, prompts: Sequence[Prompt]) -> list[Completion]:
        self.asked += prompts
        return [self._complete(len(prompt.variables["windows"])) for prompt in prompts]

    def _complete(self, n_windows: int) -> Completion:
        replies = [self.replies.pop(0) if self.replies else None for _ in range(n_windows)]
        if None in replies:
            return Completion("", self.name, error="timed out")
        return Completion(json.dumps({"labels": replies}), self.name)


def labelled(pooled, tasks, texts, model, settings, copies=()):
    """POOL_LABELS; `copies` are (cluster_id, doc_id)."""
    rows = [{"cluster_id": cluster, "doc_id": doc_id} for cluster, doc_id in copies]
    duplicates = pa.Table.from_pylist(rows, schema=NEAR_DUPLICATES)
    return label_pools(pooled, tasks, texts, duplicates, model, settings).table


def supports(quote):
    return {"label": "supports", "quote": quote, "reason": "it says so"}


IRRELEVANT = {"label": "irrelevant", "quote": None, "reason": "no"}
PARTIAL = {"label": "partial", "quote": None, "reason": "half"}


def test_a_pool_is_the_union_with_every_contributor_and_rank():
    runs = {"hybrid": {"t1": ["d3", "d3", "d1", "unknown", "d5"]}}
    table = build_pools(
        verified(task()),
        {"bm25": Ranked(["d2", "d1", "gone", "d4"])},
        corpus(d1="", d2="", d3="", d4="", d5=""),
        SETTINGS,
        runs,
    )
    found = {row["doc_id"]: {c["retriever"]: c["rank"] for c in row["contributors"]} for row in table.to_pylist()}
    # depth 3: d4 is fourth of bm25; of hybrid's distinct documents d3, d1, unknown, d5 the fourth is out
    assert found == {"d1": {"source": 0, "bm25": 2, "hybrid": 2}, "d2": {"bm25": 1}, "d3": {"hybrid": 1}}
    assert table.schema == POOLS


def test_rejection_types_have_no_pool():
    table = build_pools(
        verified(task(kind="unanswerable", sources=())), {"bm25": Ranked(["d1"])}, corpus(d1=""), SETTINGS, {}
    )
    assert table.num_rows == 0


def test_a_supporting_place_is_found_wherever_it_stands():
    filler = "Nothing of note was said about the weather that week.\n" * 40
    texts = {
        "first": SENTENCE + "\n" + filler,
        "last": filler + SENTENCE,
        "middle": filler + SENTENCE + "\n" + filler,
        "none": filler,
    }
    table = labelled(
        pools(*(("t1", doc_id) for doc_id in texts)), verified(task()), corpus(**texts), EmbeddedReader(), SETTINGS
    )
    labels = {row["doc_id"]: row["label"] for row in table.to_pylist()}
    assert labels == {"first": "supports", "last": "supports", "middle": "supports", "none": "irrelevant"}
    assert table.schema == POOL_LABELS


def test_spans_are_of_the_untouched_text():
    text = "It  rained.\r\n\tThe Tallow  Board met\r\nat Juniper Bay on 3 May 1961 to set the price of salt. It snowed."
    row = labelled(pools(("t1", "d1")), verified(task()), corpus(d1=text), EmbeddedReader(), SETTINGS).to_pylist()[0]
    assert row["label"] == "supports"
    assert text[row["start"] : row["end"]] == row["quote"]
    assert row["quote"].startswith("The Tallow  Board")


def test_reading_goes_on_until_a_window_supports():
    text = (SENTENCE + " " + "It rained all day long. " * 20) * 3
    model = Scripted([IRRELEVANT, supports("met  at\nJuniper Bay")])
    row = labelled(pools(("t1", "d1")), verified(task()), corpus(d1=text), model, SETTINGS).to_pylist()[0]
    assert (row["label"], row["n_windows_read"]) == ("supports", 2)
    assert row["quote"] == "met at Juniper Bay"  # white space is the document's own


def test_windows_that_cannot_hold_the_answer_are_not_read():
    model = Scripted([IRRELEVANT])
    text = SENTENCE + "\n" + "It rained all day long.\n" * 200
    row = labelled(pools(("t1", "d1")), verified(task()), corpus(d1=text), model, SETTINGS).to_pylist()[0]
    assert (row["label"], row["n_windows_read"]) == ("irrelevant", 1)


def test_no_more_than_the_allowed_windows_are_read():
    text = (SENTENCE + " " + "It rained all day long. " * 20) * 30
    settings = SETTINGS.model_copy(update={"max_windows": 4})
    model = Scripted([IRRELEVANT] * 40)
    row = labelled(pools(("t1", "d1")), verified(task()), corpus(d1=text), model, settings).to_pylist()[0]
    assert row["n_windows_read"] == 4


@pytest.mark.parametrize(
    ("replies", "label", "reason"),
    [
        ([PARTIAL, IRRELEVANT], "partial", "half"),
        ([IRRELEVANT, PARTIAL], "partial", "half"),
        ([None, IRRELEVANT], "unjudged", "timed out"),
        ([supports("not in the text"), IRRELEVANT], "unjudged", "the quote is not in the window"),
        ([supports(""), IRRELEVANT], "unjudged", "the quote is not in the window"),
        ([None, supports("Juniper Bay")], "supports", "it says so"),
    ],
)
def test_a_pairs_label_is_the_best_of_its_windows_and_fails_closed(replies, label, reason):
    text = (SENTENCE + " " + "It rained all day long. " * 20) * 2
    settings = SETTINGS.model_copy(update={"max_windows": 2})
    row = labelled(
        pools(("t1", "d1")), verified(task()), corpus(d1=text), Scripted(list(replies)), settings
    ).to_pylist()[0]
    assert (row["label"], row["reason"]) == (label, reason)
    assert (row["quote"] is not None) is (label == "supports")


def test_windows_of_one_task_are_labelled_in_one_call():
    texts = {f"d{n}": f"{SENTENCE} It is paper {n}." for n in range(5)}
    pooled = pools(*((task_id, doc_id) for task_id in ("t1", "t2") for doc_id in texts))
    model = Scripted([PARTIAL] * 10)
    settings = SETTINGS.model_copy(update={"windows_per_call": 3})
    rows = labelled(pooled, verified(task("t1"), task("t2")), corpus(**texts), model, settings).to_pylist()
    # five documents of each task: three and two
    assert [len(prompt.variables["windows"]) for prompt in model.asked] == [3, 2, 3, 2]
    assert {row["label"] for row in rows} == {"partial"}


def test_a_reply_with_too_few_labels_is_asked_for_window_by_window():
    texts = {f"d{n}": f"{SENTENCE} It is paper {n}." for n in range(3)}

    class Short(Scripted):
        def _complete(self, n_windows: int) -> Completion:
            return super()._complete(n_windows if n_windows == 1 else n_windows - 1)

    model = Short([PARTIAL, PARTIAL, supports("Juniper Bay"), PARTIAL, IRRELEVANT])
    pooled = pools(*(("t1", doc_id) for doc_id in texts))
    rows = labelled(pooled, verified(task()), corpus(**texts), model, SETTINGS).to_pylist()
    assert [row["label"] for row in rows] == ["supports", "partial", "irrelevant"]
    assert [len(prompt.variables["windows"]) for prompt in model.asked] == [3, 1, 1, 1]


def test_a_copy_that_holds_the_evidence_has_its_label_without_a_call():
    texts = {
        "d1": f"{SENTENCE} It rained.",
        "d2": f"Copy.\n{SENTENCE}  It rained.",  # the evidence stands at another place
        "d3": f"{SENTENCE.replace('Juniper', 'Jvniper')} It rained.",  # misread: it is read itself
        "d4": SENTENCE,  # no copy
    }
    pooled = pools(*(("t1", doc_id) for doc_id in texts))
    copies = [("d1", "d1"), ("d1", "d2"), ("d1", "d3")]
    model = Scripted([supports("Juniper Bay"), supports("Juniper Bay"), IRRELEVANT])
    rows = labelled(pooled, verified(task()), corpus(**texts), model, SETTINGS, copies).to_pylist()
    assert [row["label"] for row in rows] == ["supports", "supports", "irrelevant", "supports"]
    assert [row["n_windows_read"] for row in rows] == [1, 0, 1, 1]
    assert rows[1]["reason"] == "as its copy d1: it says so"
    assert texts["d2"][rows[1]["start"] : rows[1]["end"]] == "Juniper Bay"


def test_a_copy_in_the_same_words_is_as_irrelevant_and_another_is_read():
    texts = {"d1": f"{SENTENCE} It rained.", "d2": f"{SENTENCE}\nIt  rained.", "d3": f"{SENTENCE} It snowed."}
    pooled = pools(*(("t1", doc_id) for doc_id in texts))
    model = Scripted([PARTIAL, supports("Juniper Bay")])
    copies = [("d1", doc_id) for doc_id in texts]
    rows = labelled(pooled, verified(task()), corpus(**texts), model, SETTINGS, copies).to_pylist()
    assert [row["label"] for row in rows] == ["partial", "partial", "supports"]


def test_what_waits_for_a_batch_makes_no_other_window_be_read():
    class Waiting(Scripted):
        def _complete(self, n_windows: int) -> Completion:
            return Completion("", self.name, error="it waits", is_pending=True)

    text = (SENTENCE + " " + "It rained all day long. " * 20) * 3
    model = Waiting([])
    row = labelled(pools(("t1", "d1")), verified(task()), corpus(d1=text), model, SETTINGS).to_pylist()[0]
    assert (row["label"], row["reason"]) == ("unjudged", "it waits")
    assert len(model.asked) == 1


@pytest.mark.parametrize(
    ("answer", "window", "expected"),
    [
        ("27 September 1963", "as of 9/27/63 it", True),
        ("27 September 1963", "in 1970 nothing", False),
        ("Marlow Freight Company", "the Mar1ow Freight Co.", True),
        ("Marlow Freight Company", "a mere train", False),
        ("7", "anything", True),  # no telling trace: could stand anywhere
    ],
)
def test_windows_are_passed_over_only_without_a_trace_of_the_answer(answer, window, expected):
    assert could_hold(answer, window) is expected


def test_a_quote_is_found_whatever_its_white_space():
    assert find_quote("a (b) c", "x a\n (b)\tc y") == (2, 10)
    assert find_quote("a b", "ab") is None
    assert find_quote("", "ab") is None


def label_row(doc_id, label="supports", quote=SENTENCE, task_id="t1"):
    is_support = label == "supports"
    return {
        "task_id": task_id, "doc_id": doc_id, "label": label, "start": 0 if is_support else None, "end": len(quote) if is_support else None,
        "quote": quote if is_support else None, "reason": "", "prompt_version": "v", "model": "m", "n_windows_read": 1,
    }  # fmt: skip


def labels(*rows):
    return pa.Table.from_pylist(list(rows), schema=POOL_LABELS)


def test_copies_share_a_unit_and_other_evidence_does_not():
    noisy = SENTENCE.replace("Tallow", "Ta1low").replace("price", "prlce")
    other = "Minutes of 3 May 1961: present at Juniper Bay were all members of the Tallow Board."
    table = collect_gold(
        labels(label_row("d1"), label_row("d2", quote=other), label_row("d3", quote=noisy), label_row("d4", "partial")),
        verified(task()),
    )
    assert [(row["doc_id"], row["unit"]) for row in table.to_pylist()] == [("d1", 0), ("d2", 1), ("d3", 0)]
    assert table.schema == GOLD_LABELS


def test_units_join_in_chains_and_number_from_zero():
    one = "the board met at the bay in may to set the price of salt and tallow"
    two = one.replace("price", "prlce").replace("board", "b0ard")
    three = two.replace("tallow", "ta1l0w").replace("salt", "sa1t")
    assert units([one, "something else altogether was written here", three, two]) == [0, 1, 0, 0]
    assert units([]) == []
    assert units(["", ""]) == [0, 1]  # nothing is no copy of nothing


@pytest.mark.parametrize("label", ["partial", "irrelevant", "unjudged"])
def test_a_task_whose_source_does_not_support_it_is_dropped(label):
    table = labels(label_row("d1", label), label_row("d2"))
    assert dropped(table, verified(task())) == [("t1", f"source_{label}", f"source d1 is {label}")]
    assert collect_gold(table, verified(task())).num_rows == 0


def test_a_task_whose_source_was_not_pooled_is_dropped():
    assert dropped(labels(), verified(task())) == [("t1", "source_not_pooled", "source d1 is not pooled")]
    assert dropped(labels(), verified(task(sources=()))) == [("t1", "no_source", "no source document")]


def test_rejection_types_are_neither_dropped_nor_given_gold():
    absent = verified(task(kind="unanswerable", sources=()))
    assert dropped(labels(), absent) == []
    assert collect_gold(labels(), absent).num_rows == 0


def test_labels_and_tasks_are_counted():
    table = labels(label_row("d1"), label_row("d2", "partial"), label_row("d1", "partial", task_id="t2"))
    assert count_gold(table, verified(task(), task("t2"))) == {
        "label: partial": 2,
        "label: supports": 1,
        "tasks dropped": 1,
        "tasks with gold": 1,
    }


def test_no_pairs_give_empty_tables():
    assert build_pools(verified(), {"bm25": Ranked([])}, corpus(), SETTINGS, {}).num_rows == 0
    assert labelled(pools(), verified(), corpus(), EmbeddedReader(), SETTINGS).num_rows == 0
    assert count_gold(labels(), verified()) == {"tasks dropped": 0, "tasks with gold": 0}


LIST = {
    "type": "aggregation",
    "question": "Which ships did the Tallow Board charter in 1961?",
    "answer": "the Sable Heron; the Quiet Plover",
    "entity_ids": ["tallow-board"],
    "items": [{"item": "the Sable Heron", "doc_ids": ["d1"]}, {"item": "the Quiet Plover", "doc_ids": ["d2"]}],
}


def list_task():
    return verified(task(sources=("d1", "d2")) | LIST)


def test_what_several_retrievers_find_has_each_of_them_as_contributor():
    found = {"bm25": Ranked(["d2", "d3"]), "dense": Ranked(["d3"]), "hybrid": Ranked(["d3", "d2"])}
    rows = build_pools(verified(task()), found, corpus(d1="", d2="", d3=""), SETTINGS, {}).to_pylist()
    assert {row["doc_id"]: [(by["retriever"], by["rank"]) for by in row["contributors"]] for row in rows} == {
        "d1": [("source", 0)],
        "d2": [("bm25", 1), ("hybrid", 2)],
        "d3": [("bm25", 2), ("dense", 1), ("hybrid", 1)],
    }


def test_the_pool_of_a_list_holds_every_document_that_names_its_figure():
    table = corpus(d1="a", d2="b", d3="c", d4="d")
    naming = pa.array([["tallow-board"], [], ["tallow-board"], ["other"]], pa.list_(pa.string()))
    table = table.set_column(table.schema.get_field_index("entity_ids"), "entity_ids", naming)
    rows = {
        row["doc_id"]: {(by["retriever"], by["rank"]) for by in row["contributors"]}
        for row in build_pools(list_task(), {"bm25": Ranked(["d4"])}, table, SETTINGS, {}).to_pylist()
    }
    assert rows == {
        "d1": {("source", 0), ("alias_index", 0)},
        "d2": {("source", 0)},
        "d3": {("alias_index", 0)},
        "d4": {("bm25", 1)},
    }


def test_a_list_is_labelled_item_by_item():
    heron, plover = supports("Sable Heron"), supports("Quiet Plover")
    texts = {"d1": "It chartered the Sable Heron.", "d2": "It chartered the Quiet Plover."}
    table = labelled(
        pools(("t1", "d1"), ("t1", "d2")),
        list_task(),
        corpus(**texts),
        Scripted([heron, IRRELEVANT, IRRELEVANT, plover]),  # both windows for the first item, then for the second
        SETTINGS,
    )
    told = [(row["doc_id"], row["item"], row["label"], row["quote"]) for row in table.to_pylist()]
    assert told == [
        ("d1", 0, "supports", "Sable Heron"),
        ("d1", 1, "irrelevant", None),
        ("d2", 0, "irrelevant", None),
        ("d2", 1, "supports", "Quiet Plover"),
    ]


def test_a_document_that_only_the_alias_index_gave_is_read_where_it_could_hold_the_item():
    listed = [{"task_id": "t1", "doc_id": "d3", "contributors": [{"retriever": "alias_index", "rank": 0}]}]
    model = Scripted([IRRELEVANT] * 4)
    text = "The Tallow Board sat all day. It rained."
    table = labelled(pa.Table.from_pylist(listed, schema=POOLS), list_task(), corpus(d3=text), model, SETTINGS)
    assert [(row["label"], row["n_windows_read"]) for row in table.to_pylist()] == [("irrelevant", 0)] * 2


def item_row(doc_id, item, label="supports", quote=SENTENCE):
    return label_row(doc_id, label, quote=quote) | {"item": item}


def test_a_list_is_dropped_when_a_source_does_not_support_its_own_item():
    whole = labels(item_row("d1", 0), item_row("d1", 1, "irrelevant"), item_row("d2", 0, "partial"), item_row("d2", 1))
    assert dropped(whole, list_task()) == []
    broken = labels(item_row("d1", 0), item_row("d2", 1, "partial"))
    assert dropped(broken, list_task()) == [("t1", "source_partial", "source d2 is partial for item 2")]


def test_a_list_of_which_one_document_supports_every_item_is_dropped():
    tasks = verified(task(sources=("d1", "d2")) | LIST)
    apart = [item_row("d1", 0), item_row("d1", 1, "partial"), item_row("d2", 1)]
    assert dropped(labels(*apart), tasks) == []
    (drop,) = dropped(labels(*apart, item_row("d9", 0), item_row("d9", 1)), tasks)
    assert (drop.category, drop.reason) == ("one_document_suffices", "document d9 supports all 2 items")


def test_copies_are_one_unit_of_a_list_only_when_they_give_the_same_items():
    third = [{"item": "the Loud Curlew", "doc_ids": ["d4"]}]
    rows = [item_row("d1", 0), item_row("d2", 0), item_row("d2", 1), item_row("d3", 0), item_row("d4", 2, quote="-")]
    table = collect_gold(
        labels(*rows), verified(task(sources=("d1", "d2", "d4")) | LIST | {"items": LIST["items"] + third})
    )
    # d1 and d3 are copies in the first item; d2, the same words, gives the second too.
    assert [(row["doc_id"], row["item"], row["unit"]) for row in table.to_pylist()] == [
        ("d1", 0, 0), ("d2", 0, 1), ("d2", 1, 1), ("d3", 0, 0), ("d4", 2, 2),
    ]  # fmt: skip
