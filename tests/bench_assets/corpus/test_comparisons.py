"""How similar two documents are, worked out by hand."""

from __future__ import annotations

import numpy as np
import pytest

from bench_assets.corpus.comparisons import Candidate, Compared, candidate_of, compare, is_doubtful, shared
from bench_assets.settings.release import DuplicatesSection

MOST = 10
TEXT = b"abcdefghijklmnopqrstuvwxyz"  # 19 shingles, one window


class Held(dict[int, Candidate]):
    """Candidates by place."""

    def of(self, place: int) -> Candidate:
        return self[place]


def candidate(letters: bytes, held: int, numbers: tuple[bytes, ...] = ()) -> Candidate:
    """A document of whose shingles each is held by so many."""
    return candidate_of(letters, numbers, np.full(len(letters) - 7, held, np.uint8), MOST)


def compared(one: Candidate, other: Candidate) -> Compared:
    return compare((0, 1), Held({0: one, 1: other}), is_numbered=False)


def test_what_few_hold_weighs_by_how_few_they_are():
    assert candidate(TEXT, 2).weight == 19
    assert candidate(TEXT, 3).weight == 9.5
    assert candidate(TEXT, 10).weight == pytest.approx(19 / 9)
    assert [candidate(TEXT, held).weight for held in (0, 1, 11, 255)] == [0, 0, 0, 0]


def test_a_similarity_is_two_thirds_what_is_rare_and_one_third_what_is_shared():
    found = compared(candidate(TEXT, 2), candidate(TEXT + b"0123456789", 2))
    # 19 of 29 shingles are shared, and all weigh the same.
    assert (found.similarity, found.rare) == (pytest.approx(19 / 29), pytest.approx(19 / 29))
    # The counter-example: the same letters, which every office's form has.
    found = compared(candidate(TEXT, 200), candidate(TEXT + b"0123456789", 200))
    assert (found.similarity, found.rare) == (pytest.approx(19 / 29 / 3), 0)


def test_rare_text_in_one_place_of_a_long_document_does_not_count():
    rng = np.random.default_rng(0)
    long = bytes(rng.integers(97, 123, 1_000, np.uint8))  # five windows
    assert compared(candidate(TEXT, 2), candidate(TEXT + long, 2)).rare == 0
    assert compared(candidate(long[:450], 2), candidate(long[:500], 2)).rare > 0.5


def test_the_same_words_with_other_numbers_are_a_form():
    one, other = candidate(TEXT, 2, (b"20417",)), candidate(TEXT, 2, (b"20418",))
    assert compared(one, other).is_form
    assert not compared(one, one).is_form
    assert not compared(one, candidate(TEXT, 2)).is_form  # no number says nothing


def test_numbers_count_by_their_digits():
    one, other = candidate(TEXT, 2, (b"1961", b"7")), candidate(TEXT, 2, (b"1961", b"8", b"20417"))
    assert compared(one, other).numbers == pytest.approx(4 / 5)  # of the five of the first


def test_shared_keys_are_told_on_both_sides():
    one, other = np.array([1, 4, 9], np.uint64), np.array([4, 9, 10, 12], np.uint64)
    assert [flags.tolist() for flags in shared(one, other)] == [[False, True, True], [True, True, False, False]]
    assert [flags.tolist() for flags in shared(one, other[:0])] == [[False] * 3, []]
    assert [flags.tolist() for flags in shared(one[:0], other)] == [[], [False] * 4]


@pytest.mark.parametrize(
    ("similarity", "rare", "numbers", "doubtful"),
    [(0.39, 0.05, 0.5, True), (0.40, 0.05, 0.5, False), (0.39, 0.04, 0.5, False), (0.39, 0.05, 0.4, False)],
)
def test_characters_are_aligned_where_the_threshold_is_missed(similarity, rare, numbers, doubtful):
    one = Compared(0, 1, similarity, rare, numbers, is_form=False, is_numbered=False)
    assert is_doubtful(one, DuplicatesSection()) == doubtful
