"""The ratios that the benchmark prints, and what it counts as a shard's text."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.parquet as pq

from bench_assets.source.locks import lock_source
from benchmarks.bench_corpus import Size, Timing, read_bare, scan_ours, scan_plainly, summarise, text_bytes


def test_ratios_are_of_each_round_and_their_median_is_reported():
    # Rounds: 8/2 = 4, 9/1 = 9, 10/2 = 5; median 5. On two cores 8/1, 9/1, 10/1; over the bare read 20, 10, 20.
    wall = {"plain": [8, 9, 10], "ours_1core": [2, 1, 2], "ours_2core": [1, 1, 1], "bare": [0.1, 0.1, 0.1]}
    found = summarise({name: [Timing(seconds, 0.5) for seconds in rounds] for name, rounds in wall.items()})
    assert found["scan_ratio_1core"] == 5.0
    assert found["scan_ratio_2core"] == 9.0
    assert found["over_bare_read"] == 20.0
    assert found["spread"]["scan_ratio_1core"] == [4.0, 9.0]
    assert found["by_processor"]["scan_ratio_1core"] == 1.0
    assert found["seconds"]["ours_1core"] == 2


def test_the_scans_count_alike_and_the_other_columns_are_no_text(tmp_path):
    texts = ["told Harold Fenwick", None, "x" * 5_000]
    rows = {"doc_id": ["a", "b", "c"], "text_content": texts, "content": [b"y" * 9_000] * 3}
    pq.write_table(pa.table(rows), tmp_path / "part-0.parquet", compression="none", use_dictionary=False)
    (shard,) = lock_source("s", tmp_path, "doc_id", "text_content").shards
    assert scan_ours(shard) == scan_plainly(shard) == Size(2, 5_019, 1)
    assert read_bare(shard).n_documents == 3
    assert 5_019 <= text_bytes(shard) < 6_000
