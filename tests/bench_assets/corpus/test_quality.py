"""Clean, degraded, garbage: decided from stored numbers by a release's thresholds."""

from __future__ import annotations

import pyarrow as pa
import pytest

from bench_assets.corpus.quality import class_shares, classify
from bench_assets.schemas import DOCUMENT_QUALITY
from bench_assets.settings.release import QualityThresholds

SOUND = {
    "estimated_error_rate": 0.0,
    "garbage_ratio": 0.0,
    "dictionary_ratio": 1.0,
    "odd_word_ratio": 0.0,
    "n_words": 100,
    "length_chars": 600,
}


def class_of(thresholds=QualityThresholds(), **numbers):  # noqa: B008 - frozen
    table = pa.Table.from_pylist([{"doc_id": "a", **SOUND, **numbers}], schema=DOCUMENT_QUALITY)
    (found,) = classify(table, thresholds).to_pylist()
    return found


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ({}, "clean"),
        ({"estimated_error_rate": 0.02}, "clean"),  # at most 2%
        ({"estimated_error_rate": 0.0201}, "degraded"),
        ({"estimated_error_rate": 0.1499}, "degraded"),
        ({"estimated_error_rate": 0.15}, "garbage"),  # at least 15%
        ({"odd_word_ratio": 0.08}, "clean"),
        ({"odd_word_ratio": 0.0801}, "degraded"),
        ({"odd_word_ratio": 0.4001}, "garbage"),
        ({"garbage_ratio": 0.06}, "clean"),
        ({"garbage_ratio": 0.0601}, "degraded"),
        ({"garbage_ratio": 0.3001}, "garbage"),
        ({"n_words": 30}, "clean"),
        ({"n_words": 29}, "degraded"),  # holds no task
        ({"n_words": 6}, "degraded"),
        ({"n_words": 5}, "garbage"),  # says nothing
    ],
)
def test_the_borders(numbers, expected):
    assert class_of(**numbers) == expected


def test_one_number_makes_garbage_whatever_the_others_say():
    assert class_of(estimated_error_rate=0.2, n_words=10, garbage_ratio=0.1) == "garbage"


def test_another_release_may_draw_the_borders_elsewhere():
    thresholds = QualityThresholds(clean_max_error_rate=0.05, garbage_min_error_rate=0.1, clean_min_words=50)
    assert class_of(thresholds, estimated_error_rate=0.05) == "clean"
    assert class_of(thresholds, estimated_error_rate=0.1) == "garbage"
    assert class_of(thresholds, n_words=49) == "degraded"


def test_no_documents_have_no_class_and_no_shares():
    classes = classify(DOCUMENT_QUALITY.empty_table(), QualityThresholds())
    assert classes.to_pylist() == []
    assert class_shares({}) == {}


def test_shares_name_every_class():
    # Two of three, one of three, none.
    assert class_shares({"clean": 2, "garbage": 1, "repeated_doc_ids": 7}) == {
        "clean": 0.6667,
        "degraded": 0.0,
        "garbage": 0.3333,
    }
