"""What a document is good for, decided from the numbers of document_quality and the thresholds of a release.

Belongs here: the classes. Does not: measuring documents (source/quality.py), choosing them.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

import pyarrow as pa
import pyarrow.compute as pc

from bench_assets.settings.release import QualityThresholds


class QualityClass(StrEnum):
    """Tasks come from clean documents, degraded ones distract, garbage is left out."""

    CLEAN = "clean"
    DEGRADED = "degraded"
    GARBAGE = "garbage"


def classify(quality: pa.Table, thresholds: QualityThresholds) -> pa.ChunkedArray:
    """The class of each document, as strings in the order of the rows.

    A document is clean when every number allows it, and garbage when one number asks for it.

    Args:
        quality: DOCUMENT_QUALITY.
        thresholds: of the release.
    """
    rate, odd, signs = quality["estimated_error_rate"], quality["odd_word_ratio"], quality["garbage_ratio"]
    n_words = quality["n_words"]
    is_garbage = any_of(
        pc.greater_equal(rate, thresholds.garbage_min_error_rate),
        pc.greater(odd, thresholds.garbage_min_odd_word_ratio),
        pc.greater(signs, thresholds.garbage_min_garbage_ratio),
        pc.less_equal(n_words, thresholds.garbage_max_words),
    )
    is_flawed = any_of(
        pc.greater(rate, thresholds.clean_max_error_rate),
        pc.greater(odd, thresholds.clean_max_odd_word_ratio),
        pc.greater(signs, thresholds.clean_max_garbage_ratio),
        pc.less(n_words, thresholds.clean_min_words),
    )
    return pc.if_else(
        is_garbage,
        str(QualityClass.GARBAGE),
        pc.if_else(is_flawed, str(QualityClass.DEGRADED), str(QualityClass.CLEAN)),
    )


def any_of(first: pa.ChunkedArray, *others: pa.ChunkedArray) -> pa.ChunkedArray:
    """True where one of them is."""
    for other in others:
        first = pc.or_(first, other)
    return first


def class_shares(counts: Mapping[str, int]) -> dict[str, float]:
    """The share of each class, to four digits, from how many documents have it; nothing of no documents."""
    n_documents = sum(counts.get(name, 0) for name in QualityClass)
    return {str(name): round(counts.get(name, 0) / n_documents, 4) for name in QualityClass} if n_documents else {}
