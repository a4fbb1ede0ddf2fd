"""Texts as hashes: what is squeezed out, which shingles there are, how holders are counted, what signatures estimate."""

from __future__ import annotations

import numpy as np
import pytest

from bench_assets.corpus.shingles import MANY, ROW_MAX, ROW_MIN, SLOTS, HolderCounts, shingle_hashes, sign, squeeze


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
    assert len(shingle_hashes(b"a" * 30)) == 1
    assert set(shingle_hashes(b"abcdefgh").tolist()) < set(shingle_hashes(b"xabcdefghx").tolist())


def test_a_sample_of_shingles_depends_on_the_shingle_alone():
    text = squeeze(" ".join(f"entry {n} of the register" for n in range(900)))
    every, sampled = shingle_hashes(text), shingle_hashes(text, 4)
    assert set(sampled.tolist()) == {value for value in every.tolist() if value < 2**62}  # a quarter of 2**64
    assert 0.2 < len(sampled) / len(every) < 0.3


def test_holders_are_counted_up_to_many():
    counts = HolderCounts(1000)
    shared, alone = shingle_hashes(b"abcdefgh"), shingle_hashes(b"hgfedcba")
    for _ in range(MANY + 5):
        counts.add(shared)
    counts.add(alone)
    assert counts.of(shared).tolist() == [MANY]
    assert counts.of(alone).tolist() == [1]
    assert counts.of(shingle_hashes(b"nobody has this"))[0] == 0


def test_large_corpora_are_sampled_so_that_the_counts_stay_in_memory(monkeypatch):
    monkeypatch.setattr("bench_assets.corpus.shingles.ROW_MAX", ROW_MIN)
    assert HolderCounts(ROW_MIN // 2).step == 1
    assert HolderCounts(ROW_MIN).step == 2  # two places a character: twice the table
    assert HolderCounts(ROW_MIN * 10).step == 32  # 20 tables' worth
    assert ROW_MAX == 1 << 30


def test_signatures_agree_in_the_share_that_two_texts_have_in_common():
    register = np.arange(1, 3001, dtype=np.uint64) * np.uint64(0x9E3779B97F4A7C15)
    one, same, half, other = sign([register[:2000], register[1999::-1], register[1000:3000], register[2000:]])
    assert (one == same).all()
    assert (one == half).mean() == pytest.approx(1 / 3, abs=0.2)  # 1000 of 3000; three standard deviations of 64 slots
    assert (one == other).sum() <= 2
    assert sign([]).shape == (0, SLOTS)
