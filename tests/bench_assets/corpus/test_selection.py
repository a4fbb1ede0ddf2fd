"""Which documents a release holds."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.corpus.selection import draftable_documents, select_corpus
from bench_assets.schemas import CORPUS, DOCUMENT_QUALITY, TARGET_ENTITIES
from bench_assets.settings.release import CorpusSection, QualityThresholds

TARGETS = pa.Table.from_pylist(
    [
        {
            "entity_id": "p",
            "canonical_name": "Harold Fenwick",
            "kind": "person",
            "aliases": ["Harold Fenwick"],
            "n_documents": 2,
            "reason": "",
        }
    ],
    schema=TARGET_ENTITIES,
)


RATES = {"clean": 0.0, "degraded": 0.08, "garbage": 0.3}  # which the default thresholds put there


def quality_of(classes):
    """DOCUMENT_QUALITY over (doc_id, quality_class)."""
    sound = {"garbage_ratio": 0.0, "dictionary_ratio": 1.0, "odd_word_ratio": 0.0, "n_words": 100, "length_chars": 600}
    rows = [{"doc_id": doc_id, "estimated_error_rate": RATES[name], **sound} for doc_id, name in classes]
    return pa.Table.from_pylist(rows, schema=DOCUMENT_QUALITY)


def tables(rows):
    """(documents, quality) of each shard over (doc_id, shard, text, quality_class)."""
    for shard in sorted({row[1] for row in rows}):
        held = [row for row in rows if row[1] == shard]
        documents = {"doc_id": [r[0] for r in held], "text": [r[2] for r in held], "shard": [shard] * len(held)}
        yield pa.table(documents), quality_of([(r[0], r[3]) for r in held])


def choose(rows, *, backbone=100, seed=0, targets=TARGETS):
    """The selection over (doc_id, shard, text, quality_class)."""
    documents, quality = zip(*tables(rows), strict=True)
    selection = select_corpus(documents, quality, targets, CorpusSection(backbone_documents=backbone), seed)
    assert selection.corpus.schema.equals(CORPUS)
    return selection


def select(rows, **settings):
    """CORPUS over (doc_id, shard, text, quality_class)."""
    return choose(rows, **settings).corpus.to_pylist()


def test_every_document_of_a_target_is_in_and_garbage_is_not():
    rows = select(
        [("c", "s/1", "HAROLD\nFENWICK", "degraded"), ("a", "s/1", "Harold Fenwick", "clean"), ("b", "s/1", "Harold Fenwick", "garbage"),
         ("d", "s/1", "other", "clean"), ("e", "s/1", "other", "garbage")], backbone=0,
    )  # fmt: skip
    assert [(row["doc_id"], row["role"], row["entity_ids"], row["quality_class"]) for row in rows] == [
        ("a", "target", ["p"], "clean"),
        ("c", "target", ["p"], "degraded"),
    ]


def test_the_backbone_is_seeded_repeatable_and_nested():
    rows = [(f"D-{n:03d}", "s/1", "words", "clean") for n in range(50)]
    ten = {row["doc_id"] for row in select(rows, backbone=10)}
    twenty = {row["doc_id"] for row in select(list(reversed(rows)), backbone=20)}
    other = {row["doc_id"] for row in select(rows, backbone=10, seed=1)}
    assert len(ten) == 10
    assert ten < twenty
    assert ten != other


def test_of_a_document_in_two_shards_the_first_shards_is_taken_with_its_class():
    selection = choose([("a", "s/2", "later", "clean"), ("a", "s/1", "first", "degraded"), ("b", "s/2", "", "garbage")])
    rows = selection.corpus.to_pylist()
    assert [(row["shard"], row["text"], row["quality_class"]) for row in rows] == [("s/1", "first", "degraded")]
    assert selection.notes == {
        "documents_read": 3, "repeated_doc_ids": 1, "clean": 0, "degraded": 1, "garbage": 1,
        "class_shares": {"clean": 0.0, "degraded": 0.5, "garbage": 0.5},
    }  # fmt: skip


def test_the_thresholds_are_those_of_the_release():
    rows = [("a", "s/1", "x", "degraded")]  # a rate of 0.08
    documents = pa.table({"doc_id": ["a"], "text": ["x"], "shard": ["s/1"]})
    lenient = CorpusSection(quality=QualityThresholds(clean_max_error_rate=0.08))
    strict = CorpusSection(quality=QualityThresholds(garbage_min_error_rate=0.08))
    quality = quality_of([(row[0], row[3]) for row in rows])
    assert select_corpus([documents], [quality], TARGETS, lenient, 0).corpus["quality_class"].to_pylist() == ["clean"]
    assert select_corpus([documents], [quality], TARGETS, strict, 0).corpus.num_rows == 0


@pytest.mark.parametrize(
    ("border", "is_draftable"), [(0.08, True), (0.079, False)]
)  # the document's rate is 0.08: degraded, whatever may be drafted from it
def test_facts_may_be_drafted_from_the_better_degraded_documents(border, is_draftable):
    settings = CorpusSection(quality=QualityThresholds(draft_max_error_rate=border))
    documents = pa.table({"doc_id": ["a"], "text": ["x"], "shard": ["s/1"]})
    row = select_corpus([documents], [quality_of([("a", "degraded")])], TARGETS, settings, 0).corpus.to_pylist()[0]
    assert (row["quality_class"], row["is_draftable"]) == ("degraded", is_draftable)


def test_a_clean_document_may_be_drafted_from_whatever_the_wider_border_says():
    strict = QualityThresholds(clean_max_error_rate=0.02, draft_max_error_rate=0.0)
    assert draftable_documents(quality_of([("a", "clean"), ("b", "garbage")]), strict) == {"a"}


def test_no_targets_and_no_documents():
    assert [row["role"] for row in select([("a", "s/1", "x", "clean")], targets=TARGET_ENTITIES.empty_table())] == [
        "backbone"
    ]
    assert select_corpus([], [], TARGETS, CorpusSection(), 0).corpus.num_rows == 0
    assert select([("a", "s/1", "x", "clean")], backbone=0) == []


def test_the_corpus_does_not_depend_on_how_documents_lie_in_shards():
    texts = [(f"D-{n:03d}", "Harold Fenwick" if n % 5 == 0 else "words", "clean") for n in range(40)]
    one = select([(doc_id, "s/1", text, name) for doc_id, text, name in texts], backbone=7)
    many = select([(doc_id, f"s/{int(doc_id[2:]) % 3}", text, name) for doc_id, text, name in texts[::-1]], backbone=7)
    assert len(one) == 15
    assert [row | {"shard": ""} for row in one] == [row | {"shard": ""} for row in many]


def test_a_document_without_a_quality_row_is_a_fault():
    documents = pa.table({"doc_id": ["a"], "text": ["x"], "shard": ["s/1"]})
    quality = quality_of([("b", "clean")])
    with pytest.raises(KeyError, match="a"):
        select_corpus([documents], [quality], TARGETS, CorpusSection(), 0)
