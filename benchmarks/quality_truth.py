"""How well document_quality finds the classes of planted documents, whose character error rates are known.

Belongs here: the table of precision, recall and F1. Does not: moving a threshold.
Clean pages of the planted corpus are misread at rates spread evenly over 0 to 25%; what an engine really does to a page
is worse in kind (whole lines are lost, columns run together), so agreement here is necessary and not sufficient.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import pyarrow as pa

from bench_assets.schemas import DOCUMENTS
from bench_assets.source.quality import QualityClass, classify_documents
from bench_resources.planted.draws import draws_for
from bench_resources.planted.noise import scan
from bench_resources.planted.papers import papers

N_DOCUMENTS = 2_000
MAX_RATE = 0.25
# The truth's classes: where a reader passes over the errors, and where sentences are guessed.
CLEAN_UP_TO = 0.02
GARBAGE_FROM = 0.15
NOISE_KEY = 77  # apart from every other draw of the seed
BANDS = (0.0, 0.02, 0.05, 0.10, 0.15, 0.20, MAX_RATE)


class Planted(NamedTuple):
    """One document: its text, its error rate (edits over clean characters), its class."""

    doc_id: str
    text: str
    rate: float
    quality_class: str


class Score(NamedTuple):
    """Of one class, each in [0, 1]; 0.0 where it has no case."""

    precision: float
    recall: float
    f1: float


def plant(n_documents: int, seed: int) -> Iterator[Planted]:
    """Pages misread at rates spread evenly over [0, MAX_RATE]."""
    for serial, paper in enumerate(papers(seed, n_documents)):
        draws = draws_for(seed, NOISE_KEY, serial)
        scanned = scan(paper.clean, MAX_RATE * serial / max(1, n_documents - 1), draws)
        rate = scanned.n_edits / max(1, len(paper.clean))
        yield Planted(paper.doc_id, scanned.text, rate, class_of(rate))


def class_of(rate: float) -> str:
    """The class of an error rate."""
    if rate <= CLEAN_UP_TO:
        return str(QualityClass.CLEAN)
    return str(QualityClass.GARBAGE if rate >= GARBAGE_FROM else QualityClass.DEGRADED)


def score(pairs: Counter[tuple[str, str]], name: str) -> Score:
    """Of one class, from how often each (true, found) pair was met."""
    hits = pairs[name, name]
    n_found = sum(n for (_, found), n in pairs.items() if found == name)
    n_true = sum(n for (true, _), n in pairs.items() if true == name)
    precision, recall = hits / n_found if n_found else 0.0, hits / n_true if n_true else 0.0
    return Score(precision, recall, 2 * hits / (n_found + n_true) if hits else 0.0)


def classify(planted: Sequence[Planted]) -> list[str]:
    """The class that document_quality gives each document."""
    rows = [{"doc_id": one.doc_id, "text": one.text, "length_chars": len(one.text)} for one in planted]
    quality = classify_documents(pa.Table.from_pylist(rows, schema=DOCUMENTS))
    found = dict(zip(quality["doc_id"].to_pylist(), quality["quality_class"].to_pylist(), strict=True))
    return [found[one.doc_id] for one in planted]


def tables(planted: Sequence[Planted], found: Sequence[str]) -> tuple[str, dict[str, Score]]:
    """The tables to print, and the score by class."""
    pairs = Counter((one.quality_class, name) for one, name in zip(planted, found, strict=True))
    scores = {str(name): score(pairs, str(name)) for name in QualityClass}
    lines = ["class       precision  recall      F1    true   found as clean  degraded  garbage"]
    for name, scored in scores.items():
        counts = [pairs[name, str(other)] for other in QualityClass]
        lines.append(
            f"{name:<10}  {scored.precision:9.3f}  {scored.recall:6.3f}  {scored.f1:6.3f}  {sum(counts):6,}"
            f"   {counts[0]:14,}  {counts[1]:8,}  {counts[2]:7,}"
        )
    lines += ["", "error rate       documents   clean  degraded  garbage   (shares as found)"]
    for low, high in pairwise(BANDS):
        names = [name for one, name in zip(planted, found, strict=True) if low <= one.rate < high]
        shares = [names.count(str(name)) / max(1, len(names)) for name in QualityClass]
        lines.append(
            f"{low:5.0%} to under {high:4.0%}  {len(names):6,}  {shares[0]:6.2f}  {shares[1]:8.2f}  {shares[2]:7.2f}"
        )
    return "\n".join(lines), scores


def main() -> None:
    """Prints the tables to stderr and one JSON line to stdout."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--documents", type=int, default=N_DOCUMENTS)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    planted = list(plant(options.documents, options.seed))
    text, scores = tables(planted, classify(planted))
    print(text, file=sys.stderr)
    macro_f1 = sum(scored.f1 for scored in scores.values()) / len(scores)
    rounded = {
        name: {key: round(value, 4) for key, value in scored._asdict().items()} for name, scored in scores.items()
    }
    print(json.dumps({"n_documents": len(planted), "macro_f1": round(macro_f1, 4), "classes": rounded}))


if __name__ == "__main__":
    main()
