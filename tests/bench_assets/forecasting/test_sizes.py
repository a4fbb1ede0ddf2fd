"""Units counted in small tables."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from bench_assets.forecasting.sizes import (
    count_names,
    former_shards,
    former_source_sizes,
    measure_texts,
    names_in,
    sizes_of,
    source_sizes,
)
from bench_assets.forecasting.units import TYPES, Unit
from bench_assets.schemas import DOCUMENT_QUALITY, SOURCE_SNAPSHOT
from bench_assets.settings.release import CorpusSection
from bench_resources.lake import Lake
from tests.bench_assets.forecasting.made_yields import settings
from tests.small_home import put


def mentions(*pairs: tuple[str, str], kind: str = "person") -> pa.Table:
    return pa.table({"doc_id": [d for d, _ in pairs], "name": [n for _, n in pairs], "kind": [kind] * len(pairs)})


def quality(*doc_ids: str, error_rate: float = 0.0) -> pa.Table:
    row = {"estimated_error_rate": error_rate, "garbage_ratio": 0.0, "dictionary_ratio": 1.0, "odd_word_ratio": 0.0}
    rows = [{"doc_id": doc_id, **row, "n_words": 100, "length_chars": 500} for doc_id in doc_ids]
    return pa.Table.from_pylist(rows, schema=DOCUMENT_QUALITY)


def shard(home: Path, key: str, texts: dict[str, str], error_rate: float = 0.0) -> None:
    put(home, "documents", key, pa.table({"doc_id": list(texts), "text": list(texts.values())}))
    put(home, "document_quality", key, quality(*texts, error_rate=error_rate))
    put(home, "entity_mentions", key, mentions(*((doc_id, "Ada Quill") for doc_id in texts)))


def test_a_name_counts_once_a_document_and_bodies_do_not():
    assert names_in(mentions(("a", "Ada Quill"), ("a", "Ada Quill"), ("b", "Ada Quill"))) == {"Ada Quill": 2}
    assert names_in(mentions(("a", "Pilot Board"), kind="organisation")) == {}


def test_names_are_added_up_over_shards_and_the_most_mentioned_are_judged():
    shards = [names_in(mentions(("a", "Ada Quill"), ("a", "Bo Reed"))), names_in(mentions(("b", "Ada Quill")))]
    assert count_names(shards, CorpusSection(min_target_documents=2)) == {Unit.NAMES: 1, Unit.NAME_DOCUMENTS: 2}
    assert count_names(shards, CorpusSection(min_target_documents=1)) == {Unit.NAMES: 2, Unit.NAME_DOCUMENTS: 3}
    many = [names_in(mentions(*((f"d{i}", f"Name {i}") for i in range(40)), ("d1", "Name 0")))]
    # One target allows 15 candidates: the one in two documents, and 14 of the others.
    judged = CorpusSection(min_target_documents=1, max_targets=1)
    assert count_names(many, judged) == {Unit.NAMES: 40, Unit.NAME_DOCUMENTS: 16}


def test_texts_are_measured_and_only_draftable_ones_cut_into_windows():
    documents = pa.table({"text": ["x" * 3_000, "y" * 700, None], "is_draftable": [True, False, True]})
    assert measure_texts(documents, 1_000) == {
        Unit.CORPUS: 3, Unit.CHARS: 3_700, Unit.EXCERPT_CHARS: 3_200, Unit.WINDOWS: 3, Unit.WINDOW_CHARS: 3_000,
    }  # fmt: skip


def test_a_source_has_no_garbage_and_each_document_once(tmp_path: Path):
    shard(tmp_path, "letters/0", {"a": "x" * 1_500, "b": "y" * 500})
    shard(tmp_path, "letters/1", {"b": "again", "c": "z" * 100}, error_rate=0.03)
    shard(tmp_path, "letters/2", {"d": "#" * 900}, error_rate=0.5)
    found = source_sizes(
        Lake(tmp_path), ["letters/0", "letters/1", "letters/2"], settings(drafting={"window_chars": 1_000})
    )
    assert found == {
        Unit.DOCUMENTS: 5, Unit.USABLE: 3, Unit.CHARS: 2_100, Unit.EXCERPT_CHARS: 2_100,
        Unit.WINDOWS: 4, Unit.WINDOW_CHARS: 2_100, Unit.NAMES: 1, Unit.NAME_DOCUMENTS: 5,
    }  # fmt: skip


def test_a_source_without_shards_has_nothing(tmp_path: Path):
    assert source_sizes(Lake(tmp_path), [], settings())[Unit.USABLE] == 0


def test_a_former_source_is_counted_as_far_as_the_lake_has_it(tmp_path: Path):
    row = dict.fromkeys(SOURCE_SNAPSHOT.names) | {"shard": "letters/0", "n_documents": 9, "n_skipped": 0}
    put(tmp_path, "source_snapshot", "old", pa.Table.from_pylist([row], schema=SOURCE_SNAPSHOT))
    put(tmp_path, "corpus", "old", notes={"clean": 5, "degraded": 2, "garbage": 2})
    counted = {Unit.DOCUMENTS: 9, Unit.USABLE: 7}
    assert former_source_sizes(Lake(tmp_path), "old", settings()) == counted
    assert former_shards(Lake(tmp_path), "old") == []
    shard(tmp_path, "letters/0", {"a": "", "b": "", "c": ""})
    found = former_source_sizes(Lake(tmp_path), "old", settings())
    assert found == counted | {Unit.NAMES: 1, Unit.NAME_DOCUMENTS: 3}
    assert former_shards(Lake(tmp_path), "old") == ["letters/0"]


def test_units_are_read_from_the_tables_that_are_held(tmp_path: Path):
    tables = {
        ("alias_index", "v1"): pa.table(
            {"entity_id": ["p", "p", "q", "o"], "kind": ["person"] * 3 + ["organisation"], "n_documents": [2, 1, 2, 9]}
        ),
        ("target_entities", "v1"): pa.table({"n_documents": [7, 4]}),
        ("standalone_verdicts", "v1|single_hop"): verdicts("pass", "pass", "fail"),
        ("standalone_verdicts", "v1|unanswerable"): verdicts("pass"),
        ("answerability_verdicts", "v1|single_hop"): verdicts("pass", "fail"),
        ("task_drafts", "v1|unanswerable"): pa.table({"task_id": ["u"] * 4}),
        ("task_drafts", "v1|single_hop"): pa.table({"task_id": ["s"] * 3}),
        ("pool_labels", "v1|timeline"): pa.table({"n_windows_read": [1, 0, 4]}),
        ("tasks", "v1"): pa.table({"type": ["single_hop", "single_hop", "false_premise", "dossier"]}),
    }
    for (asset, key), table in tables.items():
        put(tmp_path, asset, key, table)
    found = sizes_of(Lake(tmp_path), "v1", settings(), lambda asset, key: (asset, key) in tables)
    assert found == {
        Unit.PEOPLE: 1,  # three documents, one more than the other
        Unit.TARGETS: 2, Unit.MENTIONS: 11,
        "standalone_drafts": 2, "standalone_absences": 1, "recovered_drafts": 1,
        "single_hop_drafts": 3,  # its supply is counted in the facts
        "unanswerable_drafts": 4, "absent_questions": 4,
        "timeline_pooled_pairs": 2,  # of one nothing is read
        **dict.fromkeys((f"{kind}_released" for kind in TYPES), 0),
        "single_hop_released": 2, "false_premise_released": 1, "dossier_released": 1,
        Unit.QUESTIONS: 3, Unit.REJECTIONS: 1,
    }  # fmt: skip


def verdicts(*outcomes: str) -> pa.Table:
    return pa.table({"task_id": [f"t{i}" for i in range(len(outcomes))], "outcome": list(outcomes)})
