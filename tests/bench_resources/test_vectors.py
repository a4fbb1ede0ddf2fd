"""Vectors that are kept: computed once, whatever stops a run, and never unsound ones."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from bench_resources.vectors import BATCH_TEXTS, UnsoundVectorsError, VectorStore, embed_all, text_key
from tests.bench_resources.made_embedders import MadeEmbedder, drawn

ROOT = Path(__file__).resolve().parents[2]


def vectors_of(texts, embedder, url, told=lambda done, total: None):
    with VectorStore(url) as store:
        return np.vstack([np.empty((0, embedder.dimensions)), *embed_all(texts, len(texts), embedder, store, told)])


def texts_of(count):
    return [f"berth {number}" for number in range(count)]


def test_vectors_come_in_the_order_of_their_texts_whether_kept_or_not(tmp_path):
    texts = texts_of(2 * BATCH_TEXTS + 3)
    expected = drawn().embed(texts)
    url = f"sqlite:///{tmp_path}/vectors.sqlite"
    assert np.array_equal(vectors_of(texts, drawn(), url), expected)
    assert np.array_equal(vectors_of(texts[::-1], drawn(), url), expected[::-1])


def test_a_second_run_computes_nothing(shared_url):
    texts = texts_of(BATCH_TEXTS + 1)
    first, second = drawn(), drawn()
    assert np.array_equal(vectors_of(texts, first, shared_url), vectors_of(texts, second, shared_url))
    assert (len(first.asked), second.asked) == (len(texts), [])


def test_a_text_that_stands_twice_is_computed_once(url):
    embedder = drawn()
    found = vectors_of(["pier", "quay", "pier", ""], embedder, url)
    assert embedder.asked == ["pier", "quay", ""]
    assert np.array_equal(found[0], found[2])
    assert not found[3].any()


def test_another_embedder_shares_no_vector(shared_url):
    one, other = MadeEmbedder(lambda _: [1, 0], 2, "one/1"), MadeEmbedder(lambda _: [0, 1], 2, "one/2")
    assert vectors_of(["pier"], one, shared_url).tolist() == [[1, 0]]
    assert vectors_of(["pier"], other, shared_url).tolist() == [[0, 1]]


def test_what_was_computed_before_a_kill_is_kept(tmp_path):
    # Killed while the third batch is embedded: two are on the disk, and only the rest is computed after it.
    url = f"sqlite:///{tmp_path}/vectors.sqlite"
    program = f"""if True:
        import os, signal
        from bench_resources.vectors import VectorStore, embed_all
        from tests.bench_resources.made_embedders import drawn
        from tests.bench_resources.test_vectors import texts_of
        class Killed:
            name, dimensions, calls, made = "made/1", 64, 0, drawn()
            def embed(self, texts):
                self.calls += 1
                if self.calls == 3:
                    os.kill(os.getpid(), signal.SIGKILL)
                return self.made.embed(texts)
        with VectorStore({url!r}) as store:
            list(embed_all(texts_of({3 * BATCH_TEXTS}), 0, Killed(), store))
    """
    killed = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert killed.returncode == -9, killed.stderr
    embedder = drawn()
    texts = texts_of(3 * BATCH_TEXTS)
    found = vectors_of(texts, embedder, url)
    assert embedder.asked == texts[2 * BATCH_TEXTS :]
    assert np.array_equal(found, drawn().embed(texts))


def test_progress_is_told_after_each_batch_of_texts():
    told = []
    vectors_of(texts_of(BATCH_TEXTS + 2), drawn(), "sqlite://", lambda *each: told.append(each))
    assert told == [(256, 258), (258, 258)]


def test_no_texts_give_no_vectors_and_ask_nobody():
    embedder = drawn()
    assert len(vectors_of([], embedder, "sqlite://")) == 0
    assert embedder.asked == []


def test_of_two_writers_of_one_vector_the_first_is_kept_by_both(shared_url):
    with VectorStore(shared_url) as store:
        assert store.put("made/1", {b"k" * 32: b"first"}) == {b"k" * 32: b"first"}
        assert store.put("made/1", {b"k" * 32: b"second"}) == {b"k" * 32: b"first"}


class UnsoundEmbedder:
    name, dimensions = "unsound/1", 2

    def __init__(self, rows):
        self._rows = rows

    def embed(self, texts):
        return np.array(self._rows, dtype=np.float32)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([[2, 0]], "gave a vector of length 2, expected length 1, or 0 for no text. Nothing of it was kept"),
        ([[float("nan"), 0]], "gave a vector of length nan, expected"),
        ([[1, 0], [0, 1]], r"gave an array of \(2, 2\), expected one of \(1, 2\)"),
    ],
)
def test_an_unsound_vector_is_an_error_and_is_not_kept(tmp_path, rows, message):
    url = f"sqlite:///{tmp_path}/vectors.sqlite"
    with pytest.raises(UnsoundVectorsError, match=message):
        vectors_of(["pier"], UnsoundEmbedder(rows), url)
    with VectorStore(url) as store:
        assert store.find("unsound/1", [text_key("pier")]) == {}


def test_the_key_of_a_text_is_its_sha256():
    # sha256sum of the three letters
    assert text_key("abc").hex() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
