"""Embedders: unit vectors that depend on their own text alone, and clear words where one cannot be had."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from bench_resources.embedders import SentenceEmbedder, StaticEmbedder, embedder_of, unit
from scoring.errors import BadInputError

ROOT = Path(__file__).resolve().parents[2]
TEXTS = [
    "The harbour board paid account 4471-0098 on Tuesday.",
    "x" * 20_000,
    "Gulls over the pier.",
    "F0RM1D A3LE 0CR ~~ debris \x00 \ufffd",
    "Ærø, 日本, 🚢",
    "The harbour board met.",
]


@pytest.fixture(scope="module")
def static():
    return embedder_of("static")


def test_the_static_embedder_names_its_version_and_comes_without_network(static):
    assert static.name == "static/wordllama-0.4.0.post1/l2_supercat_256"
    assert static.dimensions == 256
    vectors = static.embed(TEXTS)
    assert (vectors.shape, vectors.dtype) == ((6, 256), np.float32)
    assert np.abs(np.linalg.norm(vectors.astype(np.float64), axis=1) - 1).max() < 1e-6


def test_a_text_has_the_same_bytes_in_whatever_batch_it_stands(static):
    together = static.embed(TEXTS)
    alone = np.vstack([static.embed([text]) for text in TEXTS])
    backwards = static.embed(TEXTS[::-1])[::-1]
    many = static.embed(TEXTS * 100)[-len(TEXTS) :]  # more than are tokenised at once
    assert together.tobytes() == alone.tobytes() == backwards.tobytes() == many.tobytes()


def test_the_sums_behind_a_static_vector_are_exact(static):
    # Each weight is a whole multiple of 2^-24 below 16: 28 bits, which leaves float64 25 more for the tokens added.
    weights = static._weights
    assert np.array_equal(weights * 2**24, np.rint(weights * 2**24))
    assert np.abs(weights).max() < 16


def test_texts_of_like_meaning_are_nearer_than_others(static):
    first, gulls, board = static.embed([TEXTS[0], TEXTS[2], TEXTS[5]])
    assert first @ board > first @ gulls


@pytest.mark.parametrize("text", ["", "   ", "\n\t\f", "\u00a0\u2003"])
def test_a_text_of_blanks_has_a_zero_vector(static, text):
    assert not static.embed([text, "pier"])[0].any()


def test_no_texts_have_no_vectors(static):
    assert static.embed([]).shape == (0, 256)


def test_half_a_surrogate_pair_breaks_nothing(static):
    assert static.embed(["pier \ud83d"])[0].any()


def test_a_static_vector_is_the_sum_of_its_tokens_at_unit_length():
    # "a b b" is (3, 0) + 2 (0, 2) = (3, 4), of length 5.
    words = {"a": 0, "b": 1}
    tokenizer = SimpleNamespace(
        encode_batch_fast=lambda texts, add_special_tokens: [
            SimpleNamespace(ids=[words[word] for word in text.split()]) for text in texts
        ]
    )
    made = StaticEmbedder("made/1", np.array([[3, 0], [0, 2]], dtype=np.float16), tokenizer)
    assert made.embed(["a b b", ""]).tolist() == [[np.float32(0.6), np.float32(0.8)], [0, 0]]


def test_unit_leaves_zero_alone():
    assert unit(np.zeros(3)).tolist() == [0, 0, 0]


class WordModel:
    """What SentenceEmbedder uses of a SentenceTransformer: a word is a token, its vector says how often b is in it."""

    def __init__(self, max_seq_length):
        self.max_seq_length = max_seq_length
        self.batches = []

    def get_embedding_dimension(self):
        return 2

    def tokenizer(self, text, **_):
        spans, start = [], 0
        for word in text.split(" "):
            spans.append((start, start + len(word)))
            start += len(word) + 1
        return {"offset_mapping": spans}

    def encode(self, texts, **_):
        self.batches.append(list(texts))
        return np.array([[1.0, 0.0] if "b" not in text else [0.0, 1.0] for text in texts], dtype=np.float32)


def test_a_network_is_asked_one_text_at_a_time():
    model = WordModel(None)
    SentenceEmbedder("made/1", model).embed(["a", "", "a b"])
    assert model.batches == [["a"], ["a b"]]


def test_a_text_longer_than_a_network_reads_is_the_mean_of_its_pieces():
    # 11 tokens, of which 8 are kept free, leave 3 a piece: "a a a" and "b". 3 (1, 0) + 1 (0, 1), of length sqrt(10).
    model = WordModel(11)
    vector = SentenceEmbedder("made/1", model).embed(["a a a b"])[0]
    assert model.batches == [["a a a"], ["b"]]
    assert vector == pytest.approx([3 / 10**0.5, 1 / 10**0.5], abs=1e-6)


@pytest.mark.parametrize("name", ["", "statics", "sentence-transformers/", "litellm:some-model"])
def test_an_unknown_embedder_is_refused_with_those_there_are(name):
    with pytest.raises(BadInputError, match=r"There is no embedder .* expected 'static', or 'sentence-transformers/'"):
        embedder_of(name)


def test_an_embedder_whose_extra_is_missing_says_what_to_install():
    program = (
        "import sys\n"
        "sys.modules['sentence_transformers'] = sys.modules['torch'] = None\n"  # what importing finds without the extra
        "from bench_resources.embedders import embedder_of\n"
        "embedder_of('sentence-transformers/a-model')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr.strip().splitlines()[-1] == (
        'scoring.errors.BadInputError: The embedder "sentence-transformers/a-model" needs a package that is not '
        "installed: expected the extra [dense]. Run: pip install sentence-transformers==6.2.0 torch==2.13.0, or set "
        "models.embedder to 'static'."
    )


def test_the_pins_that_are_named_are_those_of_the_extra():
    import tomllib  # noqa: PLC0415

    from bench_resources.embedders import DENSE_PINS  # noqa: PLC0415

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert DENSE_PINS.split() == project["optional-dependencies"]["dense"]


def test_importing_the_retrievers_loads_no_library_of_theirs():
    program = (
        "import sys\n"
        "import bench_resources.embedders, bench_resources.vectors, bench_resources.dense, bench_resources.hybrid\n"
        "sys.exit(', '.join({'lancedb', 'tokenizers', 'safetensors', 'wordllama', 'torch', 'tantivy'} & set(sys.modules)) or 0)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
