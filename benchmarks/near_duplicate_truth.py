"""How well near_duplicates finds copies: planted scans of one record, and real ones whose file names are withheld.

Belongs here: tables of precision and recall over pairs, by error rate, by evidence and by threshold; the memory of the
stage on a source and on one GROWTH times as large. Does not: moving a threshold. On the real corpus two file names may
be copies of one text filed under two numbers: what is counted there as imprecise is often right, so that precision is a
lower bound.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bench_assets.corpus import shingles
from bench_assets.corpus.candidate_pairs import originals, take_census
from bench_assets.corpus.comparisons import Compared, compare_all
from bench_assets.corpus.near_duplicates import NUMBERED_SIMILARITY, Evidence, find_links, notes_of, table_of
from bench_assets.settings.release import DuplicatesSection
from bench_resources.blocks import batched
from bench_resources.planted.papers import papers
from benchmarks.process_tree import held

REAL_CORPUS = Path(__file__).resolve().parents[2] / "shared" / "data" / "jfk"
REAL_COLUMNS = ["doc_id", "text_content", "file_name"]
N_DOCUMENTS = 4_000
N_SHARDS = 4
BANDS = (0.0, 0.05, 0.10, 0.30, 0.50)
THRESHOLDS = (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6)
LARGEST = 5
GROWTH = 4
SHARD_DOCUMENTS = 1_000  # of the sources whose memory is measured

Pair = tuple[str, str]
Shards = list[tuple[str, pa.Table]]


class Truth(NamedTuple):
    """Which record each document is of, and its error rate, 0.0 where none is known."""

    records: Mapping[str, str]
    rates: Mapping[str, float]

    def is_copy(self, pair: Pair) -> bool:
        """True for two documents of one record."""
        return self.records[pair[0]] == self.records[pair[1]]

    def worst(self, pair: Pair) -> float:
        """The error rate of the worse of two."""
        return max(self.rates.get(doc_id, 0.0) for doc_id in pair)


class Score(NamedTuple):
    """Over pairs: how many are true and found, and both ratios; None where there is nothing to divide by."""

    n_true: int
    n_found: int
    precision: float | None
    recall: float | None


class Found(NamedTuple):
    """What a run gave: every comparison by doc_ids, the table, its seconds, in how many parts shingles were counted."""

    compared: Sequence[tuple[Pair, Compared]]
    table: pa.Table
    seconds: float
    n_parts: int


def planted(n_documents: int, seed: int) -> tuple[Shards, Truth]:
    """Planted papers dealt over shards, without groups."""
    held = list(papers(seed, n_documents))
    rows = [(paper.doc_id, paper.text) for paper in held]
    truth = Truth(
        {paper.doc_id: paper.cluster_id for paper in held}, {paper.doc_id: paper.character_error_rate for paper in held}
    )
    return [(f"planted/{at}", as_documents(rows[at::N_SHARDS])) for at in range(N_SHARDS)], truth


def real(folder: Path) -> tuple[Shards, Truth]:
    """The shards of a folder; the file name is truth and no column of them."""
    shards, records = [], {}
    for path in sorted(folder.glob("*.parquet")):
        columns = [column.to_pylist() for column in pq.read_table(path, columns=REAL_COLUMNS).columns]
        rows = [(doc_id, text, name) for doc_id, text, name in zip(*columns, strict=True) if text and text.strip()]
        shards.append((f"real/{path.stem}", as_documents([row[:2] for row in rows])))
        records.update({doc_id: name for doc_id, _, name in rows})
    return shards, Truth(records, {})


def as_documents(rows: Sequence[tuple[str, str]]) -> pa.Table:
    """What the stage reads of a shard."""
    return pa.table({
        "doc_id": pa.array([row[0] for row in rows], pa.string()),
        "text": pa.array([row[1] for row in rows], pa.string()),
        "group": pa.nulls(len(rows), pa.string()),
    })  # fmt: skip


@dataclass(frozen=True)
class ParquetShards:
    """The shards of a folder, one in memory at a time."""

    folder: Path

    def __iter__(self) -> Iterator[tuple[str, pa.Table]]:
        """(name, table), by name."""
        for path in sorted(self.folder.glob("*.parquet")):
            yield path.stem, pq.read_table(path)


def write_planted(folder: Path, n_documents: int, seed: int) -> None:
    """Planted papers as shards of a new folder, without holding them."""
    folder.mkdir()
    rows = ((paper.doc_id, paper.text) for paper in papers(seed, n_documents))
    for at, batch in enumerate(batched(rows, SHARD_DOCUMENTS)):
        pq.write_table(as_documents(batch), folder / f"{at:05d}.parquet")


def run_stage(folder: Path, settings: DuplicatesSection) -> dict[str, object]:
    """The stage on the shards of a folder in this process, with what it held at most; 0 where there is no /proc."""
    shards, started = ParquetShards(folder), time.perf_counter()
    census = take_census(shards)
    table = table_of(census, find_links(census, compare_all(shards, census, settings), settings), settings)
    seconds = time.perf_counter() - started
    held_here = held(os.getpid())
    return {
        "n_documents": len(census.doc_ids),
        "n_parts": len(shingles.parts_of(int(census.lengths[originals(census, settings)].sum()))),
        "documents_per_second": round(len(census.doc_ids) / seconds),
        "rows": table.num_rows,
        "peak_bytes": held_here.peak if held_here else 0,
    }


def measure_growth(n_documents: int, seed: int, row_bytes: int) -> dict[str, object]:
    """The memory of the stage on so many planted papers and on GROWTH times as many, each in a process of its own.

    The ratio is of the whole peaks, ids and results included; the tables of counts have the size that `row_bytes` says.
    """
    runs = []
    with TemporaryDirectory() as home:
        for times in (1, GROWTH):
            folder = Path(home) / str(times)
            write_planted(folder, n_documents * times, seed)
            command = [sys.executable, "-m", "benchmarks.near_duplicate_truth"]
            command += ["--stage", str(folder), "--row-bytes", str(row_bytes)]
            done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
            runs.append(json.loads(done.stdout))
            print(runs[-1], file=sys.stderr, flush=True)
    return {"runs": runs, f"memory_ratio_{GROWTH}x": round(runs[1]["peak_bytes"] / runs[0]["peak_bytes"], 3)}


def find(shards: Shards, settings: DuplicatesSection) -> Found:
    """The stage, with what it compared."""
    started = time.perf_counter()
    census = take_census(shards)
    compared = list(compare_all(shards, census, settings))
    table = table_of(census, find_links(census, compared, settings), settings)
    seconds = time.perf_counter() - started
    named = [((census.doc_ids[one.first], census.doc_ids[one.second]), one) for one in compared]
    n_parts = len(shingles.parts_of(int(census.lengths[originals(census, settings)].sum())))
    return Found(named, table, seconds, n_parts)


def pairs_of(labels: Mapping[str, str]) -> set[Pair]:
    """Every two documents with the same label."""
    members: dict[str, list[str]] = defaultdict(list)
    for doc_id in sorted(labels):
        members[labels[doc_id]].append(doc_id)
    return {pair for doc_ids in members.values() for pair in combinations(doc_ids, 2)}


def score(found: Iterable[Pair], copies: Iterable[Pair]) -> Score:
    """Precision and recall of the pairs found."""
    found, copies = set(found), set(copies)
    hits = len(found & copies)
    precision, recall = hits / len(found) if found else None, hits / len(copies) if copies else None
    return Score(len(copies), len(found), precision, recall)


def by_rate(truth: Truth, table: pa.Table) -> dict[str, Score]:
    """Pairs in one cluster against copies, by the error rate of the worse of the two."""
    found = pairs_of(dict(zip(table["doc_id"].to_pylist(), table["cluster_id"].to_pylist(), strict=True)))
    copies = pairs_of(truth.records)
    scores = {}
    for low, high in pairwise(BANDS if truth.rates else ()):
        inside = [{pair for pair in pairs if low <= truth.worst(pair) < high} for pairs in (found, copies)]
        scores[f"{low:.0%} to under {high:.0%}"] = score(*inside)
    return scores | {"all": score(found, copies)}


def by_threshold(truth: Truth, compared: Sequence[tuple[Pair, Compared]]) -> dict[str, Score]:
    """Pairs found by one evidence alone and by two together, before clusters are made."""
    copies = pairs_of(truth.records)
    sound = [(pair, one) for pair, one in compared if not one.is_form]
    numbered = {pair for pair, one in sound if one.is_numbered}
    told = {pair for pair, one in sound if one.is_numbered and one.similarity >= NUMBERED_SIMILARITY}
    scores = {"number alone": score(numbered, copies), "number and some text": score(told, copies)}
    for threshold in THRESHOLDS:
        similar = {pair for pair, one in sound if one.similarity >= threshold}
        scores[f"minhash {threshold:.2f}"] = score(similar, copies)
        scores[f"minhash {threshold:.2f} or number"] = score(similar | told, copies)
    return scores


def lines_of(title: str, scores: Mapping[str, Score]) -> list[str]:
    """A table for people."""
    shown = [f"{title:<28}   copies    found  precision  recall"]
    for name, one in scores.items():
        ratios = [f"{ratio:9.3f}" if ratio is not None else "        -" for ratio in (one.precision, one.recall)]
        shown.append(f"{name:<28}  {one.n_true:7,}  {one.n_found:7,}  {ratios[0]}  {ratios[1][2:]}")
    return [*shown, ""]


def report(name: str, shards: Shards, truth: Truth, settings: DuplicatesSection) -> dict[str, object]:
    """Prints the tables of one corpus and gives its figures."""
    found = find(shards, settings)
    rates, thresholds = by_rate(truth, found.table), by_threshold(truth, found.compared)
    n_chars = sum(sum(map(len, table["text"].to_pylist())) for _, table in shards)
    notes = notes_of(found.table)
    sizes = Counter(found.table["cluster_id"].to_pylist())
    lines = [f"{name}: {len(truth.records):,} documents, {n_chars:,} characters, {found.seconds:.1f} s"]
    lines[0] += f", shingles in {found.n_parts} parts"
    lines += [", ".join(f"{what.replace('_', ' ')} {n:,}" for what, n in notes.items()), ""]
    lines += [*lines_of("clusters, by error rate", rates), *lines_of("pairs, before clusters", thresholds)]
    lines += ["largest clusters: documents, of so many records"]
    for cluster_id, size in sorted(sizes.items(), key=lambda item: (-item[1], item[0]))[:LARGEST]:
        members = found.table.filter(pc.equal(found.table["cluster_id"], cluster_id))["doc_id"].to_pylist()
        lines.append(f"  {cluster_id:<16} {size:3}  {len({truth.records[doc_id] for doc_id in members}):3}")
    print("\n".join([*lines, ""]), file=sys.stderr, flush=True)
    return {
        "n_documents": len(truth.records),
        "n_parts": found.n_parts,
        "documents_per_second": round(len(truth.records) / found.seconds),
        "characters_per_second": round(n_chars / found.seconds),
        "by_error_rate": {band: rounded(one) for band, one in rates.items()},
        "by_evidence": {evidence: rounded(one) for evidence, one in thresholds.items()},
        "largest_cluster": notes["largest_cluster"],
    }


def rounded(one: Score) -> dict[str, float | int | None]:
    """A score for JSON."""
    return {key: round(value, 4) if isinstance(value, float) else value for key, value in one._asdict().items()}


def measure_quality(options: argparse.Namespace, settings: DuplicatesSection) -> dict[str, object]:
    """The figures of the planted corpus, and of the real one where it is."""
    result: dict[str, object] = {"similarity": settings.similarity, "evidence": [str(one) for one in Evidence]}
    result |= {"planted": report("planted", *planted(options.documents, options.seed), settings)}
    if options.corpus.is_dir():
        result |= {"real": report(options.corpus.name, *real(options.corpus), settings)}
    return result


def main() -> None:
    """Prints the tables to stderr and one JSON line to stdout."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--documents", type=int, default=N_DOCUMENTS, help="planted ones")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--corpus", type=Path, default=REAL_CORPUS, help="a folder of real shards, if there is one")
    parser.add_argument("--similarity", type=float, default=DuplicatesSection().similarity)
    parser.add_argument(
        "--row-bytes",
        type=int,
        default=shingles.ROW_MAX,
        help="of each of the two rows of counts at most: fewer make more parts of the shingles, as a large source does",
    )
    parser.add_argument("--growth", action="store_true", help=f"memory on --documents and on {GROWTH} times as many")
    parser.add_argument("--stage", type=Path, help="run the stage on this folder's shards and tell its memory")
    options = parser.parse_args()
    settings = DuplicatesSection(similarity=options.similarity)
    shingles.ROW_MAX = options.row_bytes
    if options.stage:
        result = run_stage(options.stage, settings)
    elif options.growth:
        result = measure_growth(options.documents, options.seed, options.row_bytes)
    else:
        result = measure_quality(options, settings)
    print(json.dumps(result))


if __name__ == "__main__":
    main()
