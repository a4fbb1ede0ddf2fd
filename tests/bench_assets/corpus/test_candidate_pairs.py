"""Which pairs are looked at, and what waits in files until then."""

from __future__ import annotations

from io import BytesIO

import numpy as np

from bench_assets.corpus.candidate_pairs import (
    BLOCK_ROWS,
    MIN_RARE,
    MIN_SLOTS,
    NO_VALUE,
    Holders,
    Letters,
    PairFiles,
    SignatureFile,
    Signed,
    buckets,
    likely_pairs,
    pairs_in_slot,
    unpacked,
)
from bench_assets.corpus.shingles import SLOTS, Part, shingle_hashes


def letters_of(*texts: str) -> Letters:
    """Letters of texts without blanks, the last place first."""
    letters = Letters(np.array([len(text) for text in texts]), BytesIO())
    letters.keep(reversed(list(enumerate(texts))))
    return letters


def test_letters_and_numbers_are_read_again_by_place():
    letters = Letters(np.array([11, 3]), BytesIO())
    letters.keep([(1, "Tin"), (0, "No. 7, of 1961-62.")])
    assert letters.of(0) == (b"no7of196162", [b"7", b"1961-62"])
    assert letters.of(1) == (b"tin", [])


def test_no_shingle_reaches_over_the_end_of_a_document():
    texts = ["abcdefghij", "abcdefgh", "abcdefgh7"]
    letters = letters_of(*texts)
    found = {place: hashes.tolist() for block in letters.hashes() for place, hashes in block}
    assert list(found) == [2, 1, 0]  # as they were kept
    assert found == {place: shingle_hashes(text.encode()).tolist() for place, text in enumerate(texts)}
    halves = [dict(pair for block in letters.hashes(Part(at, 2)) for pair in block) for at in (0, 1)]
    assert {place: sorted([*halves[0][place], *halves[1][place]]) for place in found} == {
        place: sorted(hashes) for place, hashes in found.items()
    }


def test_counts_of_holders_are_added_part_by_part():
    holders = Holders(np.array([3, 0]), BytesIO())  # the second document comes first and has three letters
    holders.add(0, np.array([5], np.uint8))
    holders.add(1, np.array([1, 2], np.uint8))
    holders.add(0, np.array([6, 7], np.uint8))
    assert holders.of(0).tolist() == [5, 6, 7]
    assert holders.of(1).tolist() == [1, 2]


def test_a_signature_that_comes_in_two_parts_is_the_signature_of_both():
    rows = np.arange(3 * SLOTS, dtype=np.uint32).reshape(3, SLOTS)
    one, two = SignatureFile(BytesIO()), SignatureFile(BytesIO())
    one.merge(0, [Signed(4, 2, rows[0]), Signed(9, 1, rows[1])])
    two.merge(0, [Signed(4, 1, rows[2]), Signed(9, 0, rows[1])])
    two.merge(0, [Signed(4, 1, rows[0]), Signed(9, 1, rows[2])])  # the lesser values: rows 0 and 1
    assert [(places.tolist(), values.tolist()) for places, values in one.slots(1)] == [
        ([4, 9], [slot, SLOTS + slot]) for slot in range(SLOTS)
    ]
    for (_, expected), (places, values) in zip(one.slots(2), two.slots(2), strict=True):
        assert (places.tolist(), values.tolist()) == ([4], expected.tolist())  # the other has one rare shingle


def test_documents_with_one_value_are_pairs_and_those_without_a_value_are_none():
    values = np.array([7, NO_VALUE, 3, 7, NO_VALUE, 7], np.uint32)
    pairs = pairs_in_slot(np.array([5, 0, 1, 2, 3, 4]), values)
    assert sorted(unpacked(pairs)) == [(2, 4), (2, 5), (4, 5)]


def test_pairs_are_divided_by_their_first_place(monkeypatch):
    monkeypatch.setattr("bench_assets.corpus.candidate_pairs.BLOCK_DOCUMENTS", 2)
    files = PairFiles(5, BytesIO)
    files.add(np.array([4 << 32 | 5, 0 << 32 | 9, 1 << 32 | 2]))
    files.add(np.array([1 << 32 | 2]))
    assert [list(unpacked(block)) for block in files.blocks()] == [[(0, 9), (1, 2), (1, 2)], [], [(4, 5)]]
    assert [block.tolist() for block in PairFiles(0, BytesIO).blocks()] == [[]]


def test_signatures_that_agree_in_few_slots_are_no_pair_unless_something_else_says_so():
    rows = np.arange(4 * SLOTS, dtype=np.uint32).reshape(4, SLOTS)
    rows[1, :MIN_SLOTS] = rows[0, :MIN_SLOTS]
    rows[2, : MIN_SLOTS - 1] = rows[3, : MIN_SLOTS - 1]
    signed = SignatureFile(BytesIO())
    signed.merge(0, [Signed(place, MIN_RARE, rows[place]) for place in range(4)])
    nothing, more = np.array([], np.int64), np.array([2 << 32 | 3])
    assert [list(unpacked(block)) for block in likely_pairs(signed, nothing, 4, BytesIO)] == [[(0, 1)]]
    assert [list(unpacked(block)) for block in likely_pairs(signed, more, 4, BytesIO)] == [[(0, 1), (2, 3)]]


def test_many_pairs_are_unpacked_in_order():
    pairs = [(n, n + 1) for n in range(2 * BLOCK_ROWS + 1)]
    assert list(unpacked(np.array([first << 32 | second for first, second in pairs]))) == pairs


def test_buckets_are_places_of_one_key():
    assert list(buckets(np.array([4, 0, 9, 4, 0, 4, 9], np.uint64))) == [[0, 3, 5], [2, 6]]  # 0 is no key
    assert list(buckets(np.array([], np.uint64))) == []
