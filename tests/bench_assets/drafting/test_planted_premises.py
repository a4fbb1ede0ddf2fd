"""False premises over the embedded corpus, whose truth knows who met whom and who is named where."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bench_assets.corpus.aliases import build_alias_index
from bench_assets.corpus.completeness import certify_completeness
from bench_assets.corpus.selection import select_corpus
from bench_assets.corpus.targets import select_targets
from bench_assets.drafting.certified import Certified
from bench_assets.drafting.premises import draft_false_premises
from bench_assets.schemas import DOCUMENTS, NEAR_DUPLICATES, SOURCE_SNAPSHOT
from bench_assets.settings.release import CorpusSection, DraftingSection
from bench_assets.source.mentions import find_mentions
from bench_assets.source.quality import measure_documents
from bench_resources.planted.corpus import write_corpus
from bench_resources.planted.truth import read_truth
from bench_resources.reader.model import EmbeddedReader

SNAPSHOT = pa.Table.from_pylist([{"shard": "s", "n_documents": 0, "n_skipped": 0}], schema=SOURCE_SNAPSHOT)


def of_shard(table: pa.Table) -> pa.Table:
    return table.append_column("shard", pa.array(["s"] * table.num_rows))


def certified(folder: Path) -> Certified:
    shard = pq.read_table(folder / "part-00000.parquet", columns=["doc_id", "text_content"])
    rows = [{"doc_id": row["doc_id"], "text": row["text_content"]} for row in shard.to_pylist()]
    rows = [row | {"length_chars": len(row["text"])} for row in rows]
    found = pa.Table.from_pylist(rows, schema=DOCUMENTS)
    documents, mentions, quality = (of_shard(t) for t in (found, find_mentions(found), measure_documents(found)))
    settings = CorpusSection()
    aliases = build_alias_index([mentions])
    targets = select_targets(aliases, [mentions], [documents], EmbeddedReader(), settings)
    corpus = select_corpus([documents], [quality], targets, settings, 0).corpus
    complete = certify_completeness(targets, corpus, SNAPSHOT, [(documents, quality)], settings.quality)
    return Certified(corpus, targets, complete, NEAR_DUPLICATES.empty_table(), aliases)


def key(name: str) -> tuple[str, str]:
    """First and last name: the corpus leaves out middle initials."""
    first, *_, last = name.split()
    return first, last


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("premises") / "planted"
    write_corpus(where, n_documents=300, seed=3, n_shards=1)
    return where


def test_no_document_of_the_corpus_names_both_figures_of_a_premise_and_they_never_met(folder):
    given = certified(folder)
    drafted = draft_false_premises(given, EmbeddedReader(), DraftingSection(false_premise=16), 0)
    names = {row["entity_id"]: key(row["canonical_name"]) for row in given.targets.to_pylist()}
    people = {row["entity_id"]: key(row["canonical_name"]) for row in read_truth(folder, "entities").to_pylist()}
    held = set(given.corpus["doc_id"].to_pylist())
    named = defaultdict(set)
    for row in read_truth(folder, "appearances").to_pylist():
        named[people[row["entity_id"]]] |= {row["doc_id"]} & held
    met = {
        frozenset({key(row["subject"].split("'s meeting")[0]), key(row["answer"])})
        for row in read_truth(folder, "facts").to_pylist()
        if row["relation"] == "met_with"
    }
    pairs = [[names[entity_id] for entity_id in row["entity_ids"]] for row in drafted.table.to_pylist()]

    assert len(pairs) >= 10
    assert len(met) > 10
    assert [pair for pair in pairs if frozenset(pair) in met or named[pair[0]] & named[pair[1]]] == []
