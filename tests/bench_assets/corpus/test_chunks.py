"""Windows of tokens as spans of the untouched text."""

from __future__ import annotations

import random
import unicodedata
from itertools import pairwise

import pyarrow as pa
import pytest

from bench_assets.corpus.chunks import TOKEN, cut_chunks
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


# What texts are made of: words, marks that combine, letters beyond the first plane, line ends, NULs, blanks of all kinds.
PIECES = (
    "pier", "Zoë", "e\u0301", "\u0301", "\U0001f6a2", "\U00010348\U0001d518", "אבג", "漢字", "\x00", "\x00\x1f", "\ufeff",
    "a" * 199, "b" * 200, "c" * 201, "\u00df" * 950, "\r\n", "\r", "\n\n", "\t", "\u2028", "\u00a0", "\u3000", "\u200b", "\v",
    " ", "  ", ".", "-", "\u202e",
)  # fmt: skip
SIZES = ((1, 0), (2, 1), (16, 0), (16, 4), (16, 15), (512, 50))


def any_text(draws):
    n_pieces = draws.choice((0, 1, 2, 15, 16, 17, 40, 300))
    pieces = [draws.choice(PIECES) for _ in range(n_pieces)]
    pieces += [
        chr(draws.choice((draws.randrange(0xD800), draws.randrange(0xE000, 0x110000)))) for _ in range(n_pieces // 4)
    ]
    draws.shuffle(pieces)
    return draws.choice(("", " ")).join(pieces)


@pytest.mark.parametrize("seed", range(40))
def test_chunks_of_any_text_re_read_it_cover_it_and_overlap_as_configured(seed):
    draws = random.Random(seed)
    texts = {f"D#{n:04d}" if n % 2 else f"D{n}": any_text(draws) for n in range(12)}
    size, overlap = SIZES[seed % len(SIZES)]
    rows = cut(CorpusSection.model_construct(chunk_tokens=size, chunk_overlap_tokens=overlap), **texts)

    assert len({row["chunk_id"] for row in rows}) == len(rows)
    for doc_id, text in texts.items():
        chunks = [row for row in rows if row["doc_id"] == doc_id]
        tokens = [match.span() for match in TOKEN.finditer(text)]
        assert all(row["text"] == text[row["start"] : row["end"]] != "" for row in chunks)
        assert [row["ordinal"] for row in chunks] == list(range(len(chunks)))
        # Whatever no chunk holds is blank: before the first, after the last, and between two that do not overlap.
        edges = [(0, 0), *((row["start"], row["end"]) for row in chunks), (len(text), len(text))]
        assert not any(text[end:start].strip() for (_, end), (start, _) in pairwise(edges) if start > end)
        held = [[span for span in tokens if row["start"] <= span[0] and span[1] <= row["end"]] for row in chunks]
        assert all(1 <= len(within) <= size for within in held)
        assert all(len(within) == size for within in held[:-1])
        assert all(before[-overlap:] == after[:overlap] for before, after in pairwise(held) if overlap)
        assert all(before[-1] < after[-1] for before, after in pairwise(held))  # none repeats the one before


def test_spans_count_characters_and_not_bytes_or_normal_forms():
    text = "e\u0301\U0001f6a2 " * 20
    rows = cut(a=text)
    assert unicodedata.normalize("NFC", text) != text
    # Twenty tokens of three characters and a blank: 0-15 in the first window of 16, 12-19 in the second.
    assert [(row["start"], row["end"]) for row in rows] == [(0, 16 * 4 - 1), (12 * 4, 20 * 4 - 1)]
    assert "".join(row["text"] for row in rows).count("\U0001f6a2") == 24
