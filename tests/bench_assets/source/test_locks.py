"""Locks: what a source is, written and read back, and every message a bad one gives."""

from __future__ import annotations

import hashlib

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bench_assets.source.finding import find_shards
from bench_assets.source.locks import compare_locks, lock_found, lock_source, read_locks, write_lock
from bench_assets.source.rows import Columns
from scoring.errors import BadInputError


@pytest.fixture
def source(tmp_path):
    folder = tmp_path / "release" / "files"
    folder.mkdir(parents=True)
    for name, ids in (("b", ["3"]), ("a", ["1", "2"])):
        pq.write_table(pa.table({"id": ids, "body": [f"text {i}" for i in ids]}), folder / f"{name}.parquet")
    return folder


def test_a_lock_holds_every_shard_by_name_with_size_hash_and_rows(source):
    lock = lock_source("papers", source, "id", "body")
    assert [(shard.key, shard.rows) for shard in lock.shards] == [("papers/a", 2), ("papers/b", 1)]
    content = (source / "a.parquet").read_bytes()
    assert (lock.shards[0].bytes, lock.shards[0].sha256) == (len(content), hashlib.sha256(content).hexdigest())
    assert lock.shards[0].file == source / "a.parquet"


def test_a_single_file_is_a_source(source):
    assert [shard.name for shard in lock_source("papers", source / "b.parquet", "id", "body").shards] == ["b"]


def test_a_written_lock_reads_back_equal_and_twice_the_same(source, tmp_path):
    home = tmp_path / "home"
    lock = lock_source("papers", source, "id", "body")
    first = write_lock(home, lock).read_bytes()
    assert write_lock(home, lock).read_bytes() == first
    assert read_locks(home) == [lock]
    assert b'root = "../release/files"' in first  # near the home: a checkout can move


def test_column_names_that_toml_must_escape_survive(tmp_path):
    odd = 'te"xt\\\x7f\t'
    pq.write_table(pa.table({"id": ["1"], odd: ["x"]}), tmp_path / "a.parquet")
    lock = lock_source("papers", tmp_path, "id", odd)
    write_lock(tmp_path / "home", lock)
    assert read_locks(tmp_path / "home") == [lock]


def test_a_corrupt_shard_beside_good_ones_is_locked_without_rows(source, caplog):
    (source / "c.parquet").write_bytes(b"PAR1 not really")
    lock = lock_source("papers", source, "id", "body")
    assert [shard.name for shard in lock.unreadable] == ["c"]
    assert "Shard c.parquet cannot be read" in caplog.text


def test_a_home_without_sources_has_no_locks(tmp_path):
    assert read_locks(tmp_path) == []


def test_missing_columns_are_named_with_those_found(source):
    with pytest.raises(
        BadInputError, match=r"has the columns 'id' and 'text'\. Columns found: body, id\. .*--text-column"
    ):
        lock_source("papers", source, "id", "text")


def test_columns_that_differ_in_case_are_other_columns(source):
    with pytest.raises(BadInputError, match="No readable shard"):
        lock_source("papers", source, "ID", "body")


def test_nothing_to_read_is_said_plainly(tmp_path):
    with pytest.raises(BadInputError, match="does not exist"):
        find_shards(tmp_path / "absent")
    with pytest.raises(BadInputError, match=r"holds no file to read\. Give a \.parquet"):
        find_shards(tmp_path)
    (tmp_path / "c.parquet").write_bytes(b"")
    with pytest.raises(BadInputError, match="none, no shard can be read"):
        lock_source("papers", tmp_path, "id", "body")


@pytest.mark.parametrize("stem", ["a|b", "a,b", "a...b", "a[1]"])
def test_a_shard_that_cannot_be_a_partition_key_must_be_renamed(source, stem):
    (source / "a.parquet").rename(source / f"{stem}.parquet")
    with pytest.raises(BadInputError, match=r"cannot be a partition key.*Rename the file"):
        lock_source("papers", source, "id", "body")


def test_a_name_that_leaves_the_folder_is_refused(source):
    with pytest.raises(BadInputError, match="source name"):
        lock_source("../papers", source, "id", "body")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("name = ", "Invalid value"),
        ('name = "papers"', "no 'root'"),
        ('name = "other"', "the file is called 'papers'"),
        ('name = "papers"\nroot = 3', "root is int, expected str"),
        (
            'name = "papers"\nroot = "x"\nid_column = "i"\ntext_column = "t"\nshards = [{name = "a", path = "../../etc/x"}]',
            "leaves the source's root",
        ),
        (
            'name = "papers"\nroot = "x"\nid_column = "i"\ntext_column = "t"\nshards = [{name = "a", path = "a\\u0000b"}]',
            "leaves the source's root",
        ),
        ('name = "papers"\nroot = "x"\nid_column = "i"\ntext_column = "t"\nshards = []', "it holds no shard"),
        (
            'name = "papers"\nroot = "x"\nid_column = "i"\ntext_column = "t"\nkind = "pdf"\nshards = []',
            "'pdf' is not a valid Kind",
        ),
        (
            'name = "papers"\nroot = "x"\nid_column = "i"\ntext_column = "t"\nmeta_columns = [3]\nshards = []',
            "meta_columns holds something that is not str",
        ),
    ],
)
def test_a_faulty_lock_names_its_file_and_the_fault(tmp_path, text, reason):
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "papers.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInputError, match=r"papers\.toml is not a source lock") as error:
        read_locks(tmp_path)
    assert reason in str(error.value)


def test_a_shard_named_twice_is_a_fault(source, tmp_path):
    path = write_lock(tmp_path / "home", lock_source("papers", source, "id", "body"))
    text = path.read_text(encoding="utf-8")
    path.write_text(text + text[text.index("\n[[shards]]") :], encoding="utf-8")
    with pytest.raises(BadInputError, match="shards named twice: a, b"):
        read_locks(tmp_path / "home")


def test_a_lock_with_a_date_and_other_columns_reads_back_equal(source, tmp_path):
    pq.write_table(pa.table({"id": ["9"], "body": ["x"], "day": ["1963"], 'b"x': [1]}), source / "c.parquet")
    lock = lock_found("papers", find_shards(source), Columns("id", "body", "day", ('b"x', "day"), 'b"x'))
    text = write_lock(tmp_path / "home", lock).read_text(encoding="utf-8")
    assert 'date_column = "day"\ngroup_column = "b\\"x"\nmeta_columns = ["b\\"x", "day"]\n' in text
    assert read_locks(tmp_path / "home") == [lock]
    assert {shard.columns for shard in lock.shards} == {lock.columns}


def test_a_lock_of_parquet_with_two_columns_reads_as_it_always_did(source, tmp_path):
    text = write_lock(tmp_path / "home", lock_source("papers", source / "b.parquet", "id", "body")).read_text("utf-8")
    keys = [line.partition(" = ")[0] for line in text.splitlines() if " = " in line]
    assert keys == ["name", "root", "id_column", "text_column", *"name path bytes sha256 read_sha256 rows".split()]


def test_a_shard_that_was_unreadable_and_is_replaced_is_a_change(source):
    (source / "c.parquet").write_bytes(b"PAR1 not really")
    former = lock_source("papers", source, "id", "body")
    (source / "c.parquet").write_bytes(b"PAR1 neither so")
    assert compare_locks(former, lock_source("papers", source, "id", "body")).changed == ("c",)
