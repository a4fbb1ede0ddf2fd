"""How well error rates are estimated and classes found on planted documents, whose character error rates are known.

Belongs here: the tables of precision, recall, F1 and of the estimate's error. Does not: moving a threshold.
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
from statistics import median
from typing import NamedTuple

import pyarrow as pa

from bench_assets.corpus.quality import QualityClass, classify
from bench_assets.schemas import DOCUMENTS
from bench_assets.settings.release import QualityThresholds
from bench_assets.source.quality import measure_documents
from bench_resources.planted.draws import draws_for
from bench_resources.planted.noise import scan
from bench_resources.planted.papers import class_of, papers

N_DOCUMENTS = 20_000
MAX_RATE = 0.25
MIN_WORDS = 30  # shorter pages hold no task whatever their class; the second table leaves them out
NOISE_KEY = 77  # apart from every other draw of the seed
BANDS = (0.0, 0.02, 0.05, 0.10, 0.15, 0.20, MAX_RATE)


class Planted(NamedTuple):
    """One document: its text, its error rate (edits over clean characters), its class, the words of the clean text."""

    doc_id: str
    text: str
    rate: float
    quality_class: str
    n_words: int


class Found(NamedTuple):
    """What the factory says of one document."""

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
        yield Planted(paper.doc_id, scanned.text, rate, class_of(rate), len(paper.clean.split()))


def score(pairs: Counter[tuple[str, str]], name: str) -> Score:
    """Of one class, from how often each (true, found) pair was met."""
    hits = pairs[name, name]
    n_found = sum(n for (_, found), n in pairs.items() if found == name)
    n_true = sum(n for (true, _), n in pairs.items() if true == name)
    precision, recall = hits / n_found if n_found else 0.0, hits / n_true if n_true else 0.0
    return Score(precision, recall, 2 * hits / (n_found + n_true) if hits else 0.0)


def judge(planted: Sequence[Planted]) -> list[Found]:
    """What document_quality and the default thresholds make of each document."""
    rows = [{"doc_id": one.doc_id, "text": one.text, "length_chars": len(one.text)} for one in planted]
    quality = measure_documents(pa.Table.from_pylist(rows, schema=DOCUMENTS))
    classes = classify(quality, QualityThresholds())
    columns = (column.to_pylist() for column in (quality["doc_id"], quality["estimated_error_rate"], classes))
    found = {doc_id: Found(rate, name) for doc_id, rate, name in zip(*columns, strict=True)}
    return [found[one.doc_id] for one in planted]


def class_table(planted: Sequence[Planted], found: Sequence[Found]) -> tuple[str, dict[str, Score]]:
    """One row a class, in Markdown, and the score by class."""
    pairs = Counter((one.quality_class, said.quality_class) for one, said in zip(planted, found, strict=True))
    scores = {str(name): score(pairs, str(name)) for name in QualityClass}
    lines = ["| class | precision | recall | F1 | documents | found clean | degraded | garbage |", "|---|" + "--:|" * 7]
    for name, scored in scores.items():
        counts = [pairs[name, str(other)] for other in QualityClass]
        measured = " | ".join(f"{value:.3f}" for value in scored)
        lines.append(f"| {name} | {measured} | " + " | ".join(f"{n:,}" for n in (sum(counts), *counts)) + " |")
    return "\n".join(lines), scores


def rate_table(planted: Sequence[Planted], found: Sequence[Found]) -> str:
    """One row a band of true error rates, in Markdown: how far off the estimate is, and the classes found."""
    lines = [
        "| error rate | documents | estimate is off by | of it, either way | clean | degraded | garbage |",
        "|---|" + "--:|" * 6,
    ]
    for low, high in pairwise(BANDS):
        within = [(one, said) for one, said in zip(planted, found, strict=True) if low <= one.rate < high]
        offsets = [said.rate - one.rate for one, said in within] or [0.0]
        names = [said.quality_class for _, said in within]
        shares = " | ".join(f"{names.count(str(name)) / max(1, len(names)):.2f}" for name in QualityClass)
        spread = median(abs(offset) for offset in offsets)
        lines.append(
            f"| {low:.0%} to {high:.0%} | {len(within):,} | {median(offsets):+.4f} | {spread:.4f} | {shares} |"
        )
    return "\n".join(lines)


def macro_f1(scores: dict[str, Score]) -> float:
    """The mean of the classes' F1."""
    return sum(scored.f1 for scored in scores.values()) / len(scores)


def main() -> None:
    """Prints the tables to stderr and one JSON line to stdout."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--documents", type=int, default=N_DOCUMENTS)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    planted = list(plant(options.documents, options.seed))
    found = judge(planted)
    table, scores = class_table(planted, found)
    longer = [at for at, one in enumerate(planted) if one.n_words >= MIN_WORDS]
    longer_table, longer_scores = class_table([planted[at] for at in longer], [found[at] for at in longer])
    print(table, rate_table(planted, found), f"{MIN_WORDS} words or more:", longer_table, sep="\n\n", file=sys.stderr)
    rounded = {
        name: {key: round(value, 4) for key, value in scored._asdict().items()} for name, scored in scores.items()
    }
    print(
        json.dumps(
            {
                "n_documents": len(planted),
                "seed": options.seed,
                "macro_f1": round(macro_f1(scores), 4),
                f"macro_f1_from_{MIN_WORDS}_words": round(macro_f1(longer_scores), 4),
                "classes": rounded,
            }
        )
    )


if __name__ == "__main__":
    main()
