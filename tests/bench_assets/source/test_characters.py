"""Runs, counts and distinct strings over texts laid out behind one another."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from bench_assets.schemas import DOCUMENTS
from bench_assets.source import characters
from bench_assets.source.characters import (
    Spans,
    batches,
    counts_within,
    distinct,
    lay_out,
    places_within,
    runs_of,
)


def spans(*pairs):
    return Spans(np.array([start for start, _ in pairs], np.int64), np.array([end for _, end in pairs], np.int64))


def pairs_of(found):
    return list(zip(found.starts.tolist(), found.ends.tolist(), strict=True))


def test_every_text_keeps_its_place_and_has_neighbours():
    layout = lay_out(["aé", "", "中"])
    # Two line ends before, between and after: "\n\n" "aé" "\n\n" "" "\n\n" "中" "\n\n" "\n\n".
    assert pairs_of(layout.documents) == [(2, 4), (6, 6), (8, 9)]
    assert layout.text == "\n\naé\n\n\n\n中\n\n\n\n"
    assert layout.codes.tolist() == [ord(character) for character in layout.text]


def test_no_text_is_laid_out_as_well():
    assert pairs_of(lay_out([]).documents) == []


def test_runs_of_true():
    assert pairs_of(runs_of(np.array([0, 1, 1, 0, 1, 0], bool))) == [(1, 3), (4, 5)]
    assert pairs_of(runs_of(np.zeros(4, bool))) == []


@pytest.mark.parametrize("padding", [0, 1000])  # few spans among many places are counted another way
def test_counts_within_spans(padding):
    mask = np.array([1, 0, 1, 1, 0, 1] + [0] * padding, bool)
    assert counts_within(mask, spans((0, 3), (3, 3), (2, 6))).tolist() == [2, 0, 3]


def test_places_within_spans():
    assert places_within(spans((1, 3), (5, 5), (7, 8))).tolist() == [1, 2, 7]


def test_distinct_strings_of_one_to_four_bytes_a_character():
    text = "ab é中 ab 😀 é中"
    codes = np.array([ord(character) for character in text], np.uint32)
    mask = codes != ord(" ")
    where = spans((0, 2), (3, 5), (6, 8), (9, 10), (11, 13))
    strings, which = distinct(codes, mask, where)
    assert [strings[at].as_py() for at in which.tolist()] == ["ab", "é中", "ab", "😀", "é中"]
    assert len(strings) == 3


def test_batches_hold_the_rows_in_order_and_a_long_document_alone(monkeypatch):
    monkeypatch.setattr(characters, "BATCH_CHARS", 10)
    lengths = [4, 6, 1, 30, 2]
    rows = [{"doc_id": c, "text": "x" * n, "length_chars": n} for c, n in zip("abcde", lengths, strict=True)]
    found = [batch["doc_id"].to_pylist() for batch in batches(pa.Table.from_pylist(rows, schema=DOCUMENTS))]
    # a + b fill ten; c and the thirty of d do not fit together; e follows.
    assert found == [["a", "b"], ["c"], ["d"], ["e"]]
    assert list(batches(DOCUMENTS.empty_table())) == []
