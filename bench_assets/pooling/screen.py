"""How much of a question and its answer each document of the corpus holds, by plain signs, for every pair at once.

Belongs here: signs, their weights, the score of a (task, document) pair. Does not: judging, drawing a sample.
A score only orders pairs, so that few are judged; what the order misses is measured (completeness.py), never assumed 0.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from bench_assets.gauntlet.verdicts import source_ids
from bench_assets.settings.release import PoolingSection
from bench_resources.reader.passages import STOP_WORDS
from bench_resources.windows import cut

SIGN_LETTERS = 5  # of a word: its ending changes with grammar, and one misread letter in it does no harm
_WORD = re.compile(r"[^\W\d_]{3,}")
_FIGURE = re.compile(r"\d{2,}")

Scores = npt.NDArray[np.float64]


def signs(text: str) -> set[str]:
    """The signs of a text: how its words begin, its figures, and the last two digits of each (1963 and '63 share one).

    Stop words, words of two letters and single digits are none.
    """
    words = (word for word in _WORD.findall(text.casefold()) if word not in STOP_WORDS)
    found = {word[:SIGN_LETTERS] for word in words}
    for figure in _FIGURE.findall(text):
        found |= {f"#{figure}", f"#{figure[-2:]}"}
    return found


def answers_of(task: Mapping[str, Any]) -> list[str]:
    """What a supporting document may say: the answer, or any of its items where it has several."""
    return [item["item"] for item in task["items"] or ()] or [task["answer"]]


@dataclass(frozen=True)
class Screen:
    """Which windows of the corpus hold which signs.

    Attributes:
        doc_ids: of the corpus, in order.
        doc_numbers: where each stands in that order.
        first_windows: the number of each document's first window.
        holders: the numbers of the windows that hold a sign, by sign; only signs that some task asks for.
        n_windows: of all documents.
    """

    doc_ids: Sequence[str]
    doc_numbers: Mapping[str, int]
    first_windows: npt.NDArray[np.int64]
    holders: Mapping[str, npt.NDArray[np.int64]]
    n_windows: int

    def scores(self, task: Mapping[str, Any]) -> Scores:
        """The score of each document for a task, in [0, 1]: the root of what it holds, and what of a source that is.

        What a document holds is its best window's share of the question times that of the answer. A share is of the
        weight of the signs that the corpus holds at all, and a sign weighs the more the fewer windows hold it. A text
        of which the corpus holds no sign could stand anywhere: its share is 1. Of several items the best counts. Where
        neither question nor answer tells anything every score is 0.

        Questions differ in how many of their words any document repeats. So what a document holds is divided by what
        the least of the task's sources holds, known to support, and is 1 from there on.
        """
        held = self._held(task)
        sources = [held[self.doc_numbers[one]] for one in source_ids(task) if one in self.doc_numbers]
        least = min((one for one in sources if one > 0), default=0.0)
        scores: Scores = np.sqrt(held) * (np.minimum(held / least, 1.0) if least else 1.0)
        return scores

    def _held(self, task: Mapping[str, Any]) -> Scores:
        asked = self._weights(task["question"])
        told = [self._weights(answer) for answer in answers_of(task)]
        if not self.doc_ids or not any((asked, *told)):
            return np.zeros(len(self.doc_ids))
        answered = np.max([self._shares(weights) for weights in told], axis=0)
        best: Scores = np.maximum.reduceat(self._shares(asked) * answered, self.first_windows)
        return best

    def _weights(self, text: str) -> dict[str, float]:
        return {
            sign: log((self.n_windows + 1) / (len(self.holders[sign]) + 0.5))
            for sign in sorted(signs(text))
            if sign in self.holders
        }

    def _shares(self, weights: Mapping[str, float]) -> Scores:
        if not weights:
            return np.ones(self.n_windows)
        shares = np.zeros(self.n_windows)
        for sign, weight in weights.items():
            shares[self.holders[sign]] += weight
        shares /= sum(weights.values())
        return shares


def read_screen(corpus: pa.Table, tasks: Iterable[Mapping[str, Any]], settings: PoolingSection) -> Screen:
    """The screen of a corpus for some tasks, in one pass over the texts, windows cut as labels are read."""
    wanted = {sign for task in tasks for text in (task["question"], *answers_of(task)) for sign in signs(text)}
    ordered = corpus.select(["doc_id", "text"]).sort_by("doc_id")
    holders: dict[str, list[int]] = defaultdict(list)
    first_windows = []
    n_windows = 0
    for text in ordered["text"].to_pylist():
        first_windows.append(n_windows)
        for start, end in cut(text, settings.window_chars, settings.window_overlap_chars):
            for sign in signs(text[start:end]) & wanted:
                holders[sign].append(n_windows)
            n_windows += 1
    arrays = {sign: np.array(numbers, np.int64) for sign, numbers in holders.items()}
    doc_ids = ordered["doc_id"].to_pylist()
    doc_numbers = {doc_id: number for number, doc_id in enumerate(doc_ids)}
    return Screen(doc_ids, doc_numbers, np.array(first_windows, np.int64), arrays, n_windows)
