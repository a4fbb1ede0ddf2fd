"""The corpus of the million, the memory of a process tree, and what is refused before anything is written."""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow.parquet as pq
import pytest

from bench_assets.source.documents import read_shard
from bench_assets.source.locks import lock_source
from benchmarks import bench_million
from benchmarks.bench_million import positive, require_room, summary
from benchmarks.process_tree import PROC, Memory, held, is_worker, tree
from benchmarks.scan_corpus import DOCUMENTS_PER_SHARD, LENGTHS, Plan, Written, cut, draw_lengths, write_shard
from tests.shared_data import shared_data

needs_proc = pytest.mark.skipif(not PROC.is_dir(), reason="needs /proc")


def test_lengths_are_spread_as_the_real_ones():
    drawn = np.array(draw_lengths(np.random.default_rng(3), 200_000))
    for share, length in LENGTHS[1:-1]:
        assert np.quantile(drawn, share) == pytest.approx(length, rel=0.1)
    assert drawn.min() >= 5
    assert drawn.max() <= 350_392
    assert drawn.mean() == pytest.approx(4_512, rel=0.05)  # 4,390 really: between two rows the logarithm is even


def test_the_table_of_lengths_is_that_of_the_real_corpus():
    lock = lock_source("jfk", shared_data("jfk"), "doc_id", "text_content")
    found = np.concatenate([read_shard(shard).documents["length_chars"].to_numpy() for shard in lock.shards])
    assert len(found) == 5_812
    assert [int(np.quantile(found, share)) for share, _ in LENGTHS] == [length for _, length in LENGTHS]


def test_a_cut_begins_with_a_line_and_goes_round():
    text = "ab\ncd\nef"
    assert cut(text, 0, 2) == "cd"
    assert cut(text, 3, 4) == "efab"
    assert cut(text, 7, 3) == "ab\n"  # no line begins later: from the first
    assert cut("abc", 1, 7) == "abcabca"


def test_a_shard_is_the_same_again_and_others_are_not(tmp_path: Path):
    plan = Plan(tmp_path, DOCUMENTS_PER_SHARD + 7)
    assert plan.n_shards == 2
    assert [len(plan.serials(shard)) for shard in (0, 1)] == [DOCUMENTS_PER_SHARD, 7]
    written = write_shard(plan, 1)
    rows = pq.read_table(plan.path(1)).to_pylist()
    first = plan.path(1).read_bytes()
    write_shard(plan, 1)
    assert plan.path(1).read_bytes() == first
    assert written == Written(7, sum(len(row["text_content"]) for row in rows))
    assert all(re.fullmatch(r"HP-\d{8}", row["doc_id"]) for row in rows)
    other = Plan(tmp_path / "other", DOCUMENTS_PER_SHARD + 7, seed=1)
    other.folder.mkdir()
    write_shard(other, 1)
    assert other.path(1).read_bytes() != first


@needs_proc
def test_a_tree_holds_what_a_command_started_and_its_memory():
    code = "import sys; held = bytearray(64 << 20); print(1, flush=True); sys.stdin.read()"
    with subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        memory = Memory()
        memory.sample(os.getpid(), 3)
        assert child.pid in tree(os.getpid())
        assert memory.peaks[child.pid] >= 64 << 20
        assert memory.tree_peaks[3] == memory.tree_peak == memory.now > memory.worker_peaks[3]
        assert memory.workers == set()
        assert not is_worker(child.pid)
        child.communicate()
    assert held(child.pid) is None
    assert not is_worker(child.pid)


def test_a_run_in_numbers():
    memory = Memory(
        root=1, peaks={1: 10, 2: 40, 3: 30}, workers={2, 3}, tree_peaks={0: 60, 9: 70}, worker_peaks={0: 35, 9: 40}
    )
    found = summary(bench_million.Scan(4, 1_000, 2, 5_000, 20.0, memory), 4_000_000)
    assert (found["documents_per_second"], found["text_mb_per_second"]) == (50.0, 0.2)
    assert found["peak_bytes_by_worker"] == [40, 30]
    assert (found["peak_bytes_command"], found["peak_bytes_tree"]) == (10, 70)
    assert found["peak_bytes_tree_by_tenth"] == [60, 0, 0, 0, 0, 0, 0, 0, 0, 70]


def test_a_full_disk_is_said_in_one_sentence(tmp_path: Path):
    n_documents = 10**15
    with pytest.raises(SystemExit, match=r"GB free, 4000000000\.0 GB are needed .* --dir, or measure fewer with"):
        require_room(tmp_path, n_documents)
    require_room(tmp_path, 1)


@pytest.mark.parametrize("text", ["0", "-1", "x", "", "1.5"])
def test_no_documents_are_refused(text):
    with pytest.raises(argparse.ArgumentTypeError, match="is no number from 1 on"):
        positive(text)
    assert positive("7") == 7
