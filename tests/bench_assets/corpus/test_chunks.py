"""Windows of tokens as spans of the untouched text."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.corpus.chunks import cut_chunks
from bench_assets.schemas import CHUNKS
from bench_assets.settings.release import CorpusSection
from scoring.errors import BadInputError

SMALL = CorpusSection(chunk_tokens=16, chunk_overlap_tokens=4)


def cut(settings=SMALL, **texts):
    return cut_chunks(pa.table({"doc_id": list(texts), "text": list(texts.values())}), settings).to_pylist()


def test_windows_overlap_and_cover_every_token_once_more_only_where_they_overlap():
    text = " ".join(str(n) for n in range(40))
    rows = cut(a=text)
    # 40 tokens, window 16, step 12: 0-15, 12-27, 24-39; a fourth at 36 would only repeat.
    assert [row["text"].split()[0] for row in rows] == ["0", "12", "24"]
    assert [row["text"].split()[-1] for row in rows] == ["15", "27", "39"]
    assert [row["chunk_id"] for row in rows] == ["a#0000", "a#0001", "a#0002"]


def test_a_chunk_is_a_slice_of_the_text_with_its_blanks():
    text = "  one\r\n\x00 two\u2003three \n"
    (row,) = cut(a=text)
    assert row["text"] == text[row["start"] : row["end"]] == text.strip(" \n")


def test_a_short_text_is_one_chunk_and_a_blank_one_none():
    assert [row["doc_id"] for row in cut(b="one", a=" \n ", c="two")] == ["b", "c"]
    assert (
        cut_chunks(pa.table({"doc_id": pa.array([], pa.string()), "text": pa.array([], pa.string())}), SMALL).schema
        == CHUNKS
    )


def test_an_endless_token_is_cut():
    rows = cut(a="x" * 10_000)
    assert max(len(row["text"]) for row in rows) <= 16 * 200
    assert rows[-1]["end"] == 10_000


def test_an_overlap_as_large_as_the_window_is_refused():
    with pytest.raises(
        BadInputError, match=r"chunk_overlap_tokens is 16, expected less than corpus.chunk_tokens \(16\)"
    ):
        cut(CorpusSection(chunk_tokens=16, chunk_overlap_tokens=16), a="x")
