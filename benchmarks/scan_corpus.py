"""A planted corpus of any size whose documents are as long as real ones: what bench_million.py scans.

Belongs here: drawing lengths, joining planted papers to them, parquet shards. Does not: the truth about what is planted
(bench_resources/planted writes it for shorter papers), any scan.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bench_resources.planted.corpus import SHARD
from bench_resources.planted.papers import doc_id, papers

# (share of documents, characters at most): length_chars of the 5,812 documents of the JFK releases in shared/data/jfk,
# as `read_shard` keeps them; their mean is 4,390.
LENGTHS = (
    (0.0, 5), (0.01, 73), (0.05, 289), (0.10, 469), (0.20, 757), (0.30, 1_041), (0.40, 1_449), (0.50, 1_902),
    (0.60, 2_412), (0.70, 3_262), (0.80, 4_795), (0.85, 6_206), (0.90, 8_604), (0.95, 14_882), (0.97, 20_537),
    (0.98, 25_822), (0.99, 38_386), (0.995, 66_123), (0.999, 207_430), (1.0, 350_392),
)  # fmt: skip
DOCUMENTS_PER_SHARD = 2_500  # as the release of 1.4 million documents in 634 shards, whose shards hold 2,208
PAPERS_PER_SHARD = 2_000  # fresh for each shard, with a cast of its own; a shard's texts are about four times as long
ROW_GROUP_ROWS = 2_000


class Written(NamedTuple):
    """What one shard holds."""

    n_documents: int
    n_chars: int


@dataclass(frozen=True)
class Plan:
    """Which documents there are, and in which files.

    Attributes:
        folder: where the shards go.
        n_documents: in all.
        seed: of everything.
    """

    folder: Path
    n_documents: int
    seed: int = 0

    @property
    def n_shards(self) -> int:
        """Files."""
        return -(-self.n_documents // DOCUMENTS_PER_SHARD)

    def path(self, shard: int) -> Path:
        """The file of a shard, from 0."""
        return self.folder / f"part-{shard:05d}.parquet"

    def serials(self, shard: int) -> range:
        """The numbers of a shard's documents, from which their ids are made."""
        first = shard * DOCUMENTS_PER_SHARD
        return range(first, min(first + DOCUMENTS_PER_SHARD, self.n_documents))


def draw_lengths(generator: np.random.Generator, n: int) -> list[int]:
    """Characters of `n` documents, spread as LENGTHS: between two of its rows the logarithm is drawn evenly."""
    shares, lengths = zip(*LENGTHS, strict=True)
    return [round(length) for length in np.exp(np.interp(generator.random(n), shares, np.log(lengths)))]


def pages_by_quality(seed: int, n: int) -> Mapping[str, tuple[int, str]]:
    """Planted papers, noise included, by how well they were scanned: how many, and all of them behind one another."""
    found: dict[str, list[str]] = defaultdict(list)
    for paper in papers(seed, n):
        found[paper.quality].append(paper.text)
    return {quality: (len(texts), "\n".join(texts)) for quality, texts in sorted(found.items())}


def cut(text: str, start: int, length: int) -> str:
    """`length` characters from the first line that begins at `start` or later, the text read in a circle."""
    line = text.find("\n", start) + 1  # 0, the first line of all, when none follows
    found = text[line : line + length]
    while len(found) < length:
        found += text[: length - len(found)]
    return found


def draw_texts(generator: np.random.Generator, pages: Mapping[str, tuple[int, str]], n: int) -> Iterator[str]:
    """`n` documents: each of one quality, in the shares of the papers, of a drawn length, from a drawn line on."""
    shares = np.array([count for count, _ in pages.values()], float)
    texts = [text for _, text in pages.values()]
    drawn = generator.choice(len(texts), n, p=shares / shares.sum())
    for length, at, place in zip(draw_lengths(generator, n), drawn, generator.random(n), strict=True):
        yield cut(texts[at], int(place * len(texts[at])), length)


def write_shard(plan: Plan, shard: int) -> Written:
    """One parquet file with the columns of the planted corpus; its rows depend on the seed and its number alone."""
    generator = np.random.default_rng([plan.seed, shard])
    serials = plan.serials(shard)
    # Another seed for each shard: `papers` of one seed can only be had from the first on.
    pages = pages_by_quality(plan.seed * 1_000_000 + shard, min(PAPERS_PER_SHARD, 4 * len(serials)))
    texts = list(draw_texts(generator, pages, len(serials)))
    columns = {
        "doc_id": [doc_id(serial) for serial in serials],
        "file_name": [f"{doc_id(serial)}.pdf" for serial in serials],
        "file_type": ["pdf"] * len(serials),
        "online_url": [None] * len(serials),
        "text_content": texts,
    }
    table = pa.table(columns, schema=SHARD)
    pq.write_table(table, plan.path(shard), compression="zstd", row_group_size=ROW_GROUP_ROWS)
    return Written(len(serials), sum(map(len, texts)))
