"""Texts as hashes: what is squeezed out, which shingles there are, how holders are counted, what signatures estimate."""

from __future__ import annotations

import numpy as np
import pytest

from bench_assets.corpus.shingles import (
    MANY,
    ROW_MAX,
    ROW_MIN,
    SLOTS,
    WHOLE,
    HolderCounts,
    Part,
    distinct,
    parts_of,
    placed_in_part,
    placed_shingles,
    shingle_hashes,
    sign,
    squeeze,
)


@pytest.mark.parametrize(
    ("text", "squeezed"),
    [
        ("", b""),
        (" \n--- ***", b""),
        ("The Tallow-Board,\nNo. 7!", b"thetallowboardno7"),
        ("caf\u00e9 \u201cNo\u201d \u2022", b"cafno"),  # a letter that engines read in many ways, and marks
        ("\u0421\u043b\u043e\u0432\u043e 1", "\u0441\u043b\u043e\u0432\u043e1".encode()),  # no Latin text: all of it
        ("\ud800abc", b"abc"),  # half a character
    ],
)
def test_layout_and_marks_are_squeezed_out(text, squeezed):
    assert squeeze(text) == squeezed


def test_a_text_of_n_letters_has_n_minus_7_shingles_each_once():
    assert len(shingle_hashes(b"abcdefg")) == 0
    assert len(shingle_hashes(b"abcdefgh")) == 1
    assert len(shingle_hashes(b"abcdefghij")) == 3
    assert len(shingle_hashes(b"a" * 30)) == 23
    assert len(distinct(shingle_hashes(b"a" * 30))) == 1
    assert set(shingle_hashes(b"abcdefgh").tolist()) < set(shingle_hashes(b"xabcdefghx").tolist())


def test_a_shingle_stands_where_it_stands_first():
    once, twice = shingle_hashes(b"abcdefgh")[0], b"abcdefgh" + b"x" + b"abcdefgh"
    hashes, places = placed_shingles(twice)
    assert hashes.tolist() == sorted(set(shingle_hashes(twice).tolist()))
    assert dict(zip(hashes.tolist(), places.tolist(), strict=True))[int(once)] == 0  # and not 9
    assert [len(found) for found in placed_shingles(b"abcdefg")] == [0, 0]


def test_parts_hold_every_shingle_once_and_depend_on_the_shingle_alone():
    text = squeeze(" ".join(f"entry {n} of the register" for n in range(900)))
    every = shingle_hashes(text)
    found = [placed_in_part(text, Part(at, 5)) for at in range(5)]
    for at, (hashes, places) in enumerate(found):
        assert all(at * 2**64 <= 5 * value < (at + 1) * 2**64 for value in hashes.tolist())
        assert (every[places] == hashes).all()
        assert 0.15 < len(set(hashes.tolist())) / len(set(every.tolist())) < 0.25
    assert sorted(np.concatenate([places for _, places in found]).tolist()) == list(range(len(every)))
    assert (placed_in_part(text, WHOLE)[0] == every).all()


def test_holders_are_counted_up_to_many():
    counts = HolderCounts(1000)
    shared, alone = shingle_hashes(b"abcdefgh"), shingle_hashes(b"hgfedcba")
    for _ in range(MANY + 5):
        counts.add(shared)
    counts.add(alone)
    assert counts.of(shared).tolist() == [MANY]
    assert counts.of(alone).tolist() == [1]
    assert counts.of(shingle_hashes(b"nobody has this"))[0] == 0


def test_a_shingle_that_a_document_repeats_counts_once():
    counts = HolderCounts(1000)
    counts.add(shingle_hashes(b"abcdefgh" * 5))
    assert counts.of(shingle_hashes(b"abcdefgh")).tolist() == [1]
    counts.clear()
    assert counts.of(shingle_hashes(b"abcdefgh")).tolist() == [0]


def test_large_corpora_are_counted_in_parts_so_that_the_counts_stay_in_memory(monkeypatch):
    monkeypatch.setattr("bench_assets.corpus.shingles.ROW_MAX", ROW_MIN)
    assert parts_of(ROW_MIN // 4) == [WHOLE]
    assert parts_of(ROW_MIN // 2) == [Part(0, 2), Part(1, 2)]  # four places a character: twice the table
    assert len(parts_of(ROW_MIN * 10 + 1)) == 41  # a little more than 40 tables' worth
    assert parts_of(0) == [WHOLE]
    assert ROW_MAX == 1 << 30


def test_signatures_agree_in_the_share_that_two_texts_have_in_common():
    register = np.arange(1, 3001, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    texts = [register[:2000], register[1999::-1], register[1000:3000], register[2000:], register[:0]]
    one, same, half, other, nothing = sign(np.concatenate(texts), np.array([len(text) for text in texts]))
    assert (one == same).all()
    assert (one == half).mean() == pytest.approx(1 / 3, abs=0.2)  # 1000 of 3000; three standard deviations of 64 slots
    assert (one == other).sum() <= 2
    assert (nothing == 2**32 - 1).all()
    assert sign(register[:0], np.array([], np.int64)).shape == (0, SLOTS)


def test_the_signature_of_two_texts_together_is_the_lesser_in_each_slot():
    register = np.arange(1, 501, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    (one, other), (both,) = sign(register, np.array([20, 480])), sign(register, np.array([500]))
    assert (np.minimum(one, other) == both).all()
