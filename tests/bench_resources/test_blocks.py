"""Items come in blocks of a size, and nothing is lost."""

from __future__ import annotations

from bench_resources.blocks import batched


def test_the_last_block_is_shorter():
    assert list(batched("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]


def test_full_blocks_and_no_items():
    assert list(batched("abcd", 2)) == [["a", "b"], ["c", "d"]]
    assert list(batched("", 2)) == []
