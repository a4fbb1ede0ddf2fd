"""The yardstick and the real scan give the same rows, so that their times can be compared."""

from __future__ import annotations

import random

import pyarrow as pa
import pytest

from bench_assets.schemas import DOCUMENTS
from bench_assets.source import characters
from bench_assets.source.documents import read_shard
from bench_assets.source.locks import lock_source
from bench_assets.source.mentions import find_mentions
from bench_assets.source.quality import measure_documents
from bench_resources.planted.corpus import write_corpus
from benchmarks.plain_scan import Tables, scan, scan_shard
from tests.shared_data import shared_data

# What the rules look at, and what they must not trip over: names, titles, bodies, accents, other alphabets, debris.
WORDS = """
Harold HAROLD Fenwick FENWICK Martha Allen Ysolde Xyz J. H. Q. A. U. S. JR DC Mr. Mr MRS Senator Deputy Director Vice
President vice La de la y Von der de_ Agency AGENCY Department DEPARTMENT of OF on for the THE and AND & Coastal COASTAL
Survey Committee Board National House Select Court issuing OFFICE (CSA) (DC) New York March Tuesday O'Brien O’BRIEN
Smith-Jones McAllen MacDuff Wcrk 0hi0 thE reqqqst rxzt hmmm fi1e Hаrbor Ёлка é naïve e\u0301 ß × À-Ý don't it's they’re
con- -sider ABC#1 #Harold @Lund Lund_ Lund2 O'2 dé . , ; : ... --- * • – __ === ~^| ½ 1st B52 12 1963 a I l IV 中文
consider the budget for harbor office in spring of following year was not isn't OFF1CE 0FFICE RELEA5E Fenw1ck 12Ab 5o aB FORM80
lmogen lMOGEN lamp Har_old H@rold Har;old FEN#WICK Fen*wick Fenwick_Lowe FENWICK~LOWE Fenwick-4sh 2oltan 4dam 7th PRESIDENT
President. > >> HaroldFenwick HaroldJ. }enwick ~arold %arold {the \\enwick Harold:8. 4. June MrFenwick FitzGerald JavaScript officeHarold \n> FROM. From. TO:
""".split()
GAPS = [" "] * 12 + [
    "\n", "\r\n", "\r", "  ", "\t", ", ", ",", "; ", "` ", ". ", ".", "", "-\n", "- \n", "-\r\n ", "\n\n", "; ", ": ", " (", ") ",
    "'s ", "’s ", ",\n", " and ", " AND ", " & ", "-", "'", " of ", " of the ", " on ", "\u00a0", "\u2028", "\x1f",
    "'", "..", ",.", " +", "@ ", " '", "\n> ", "\n>> ", "_", "~", "* ", " *", ".+", ",; ", ":", ";", "  ", ".  ", "\n",
]  # fmt: skip


def documents_of(rows):
    held = [{"doc_id": doc_id, "text": text, "length_chars": len(text)} for doc_id, text in rows]
    return pa.Table.from_pylist(held, schema=DOCUMENTS)


def assert_same(plain: Tables, documents: pa.Table) -> None:
    assert plain.documents.equals(documents)
    assert plain.document_quality.to_pylist() == measure_documents(documents).to_pylist()
    assert plain.entity_mentions.to_pylist() == find_mentions(documents).to_pylist()


def pieced_together(seed, n_documents):
    draws = random.Random(seed)
    texts = (
        "".join(draws.choice(WORDS) + draws.choice(GAPS) for _ in range(draws.choice((1, 2, 3, 10, 40, 200))))
        for _ in range(n_documents)
    )
    return [(f"D-{at:05d}", text) for at, text in enumerate(texts) if text.strip()]


@pytest.mark.parametrize("seed", range(8))
def test_both_scans_give_the_same_rows_on_texts_pieced_together(seed):
    rows = pieced_together(seed, 60)
    assert_same(scan(rows), documents_of(rows))


def test_nothing_goes_on_from_one_document_into_the_next(monkeypatch):
    # A name, an acronym, a broken word, a rule and an apostrophe's tail, each cut by the end of a document.
    ends = [
        "told Harold",
        "the Coastal Survey Agency",
        "to con-",
        "FENWICK,",
        "Mr.",
        "it'",
        "the Department",
        "",
        "---",
    ]
    starts = ["Fenwick left", "(CSA) left", "sider it", "HAROLD left", "Fenwick", "s own", " of Fisheries", "x", "---"]
    rows = [
        (f"D-{at:02d}", text)
        for at, text in enumerate(part for pair in zip(ends, starts, strict=True) for part in pair)
    ]
    assert_same(scan(rows), documents_of(rows))
    together = measure_documents(documents_of(rows)), find_mentions(documents_of(rows))
    monkeypatch.setattr(characters, "BATCH_CHARS", 1)  # a batch each
    assert measure_documents(documents_of(rows)).equals(together[0])
    assert find_mentions(documents_of(rows)).to_pylist() == together[1].to_pylist()


def test_both_scans_give_the_same_rows_on_a_planted_shard(tmp_path):
    write_corpus(tmp_path / "planted", n_documents=60, n_shards=1)
    (shard,) = lock_source("planted", tmp_path / "planted", "doc_id", "text_content").shards
    assert_same(scan_shard(shard.file, shard.id_column, shard.text_column), read_shard(shard).documents)


def test_both_scans_give_the_same_rows_on_a_real_shard():
    folder = shared_data("jfk")
    # It also holds a column that no scan may read.
    (shard,) = lock_source("jfk", folder / "jfk-00009-of-00016.parquet", "doc_id", "text_content").shards
    assert_same(scan_shard(shard.file, shard.id_column, shard.text_column), read_shard(shard).documents)
