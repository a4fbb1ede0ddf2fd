"""Which files of a path are shards, and under which names."""

from __future__ import annotations

import pytest

from bench_assets.source.finding import find_shards, kind_of
from bench_assets.source.rows import Kind
from scoring.errors import BadInputError


def touch(root, *names):
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(b"x")


def test_shards_in_nested_folders_are_called_by_their_paths(tmp_path):
    touch(tmp_path, "2019/a.parquet", "2019/deep/a.PARQUET", "2020/a.parquet")
    found = find_shards(tmp_path)
    assert {name: place.path for name, place in found.shards.items()} == {
        "2019~a": "2019/a.parquet", "2019~deep~a": "2019/deep/a.PARQUET", "2020~a": "2020/a.parquet",
    }  # fmt: skip
    assert (found.kind, found.root, found.passed_over) == (Kind.PARQUET, tmp_path, {})


def test_shards_in_the_folder_itself_hide_those_below_and_the_hidden_ones_are_counted(tmp_path):
    touch(tmp_path, "a.parquet", "truth/facts.parquet", "truth/more.txt", "README.md", ".cache/b.parquet")
    found = find_shards(tmp_path)
    assert list(found.shards) == ["a"]
    assert found.passed_over == {"files in subfolders": 2, "other files": 1}


def test_names_that_two_shards_would_share_stay_apart(tmp_path):
    touch(tmp_path, "a.jsonl", "a.jsonl.gz", "b.jsonl")
    first, second, third = find_shards(tmp_path).shards
    assert (first[:2], second[:2], third) == ("a-", "a-", "b")
    assert first != second
    touch(tmp_path / "nested", "a~b.parquet/x.parquet", "a/b.parquet/x.parquet")
    assert len(find_shards(tmp_path / "nested").shards) == 2


def test_files_of_several_kinds_are_one_error_that_counts_them(tmp_path):
    touch(tmp_path, "a.parquet", "b.parquet", "c.jsonl", "notes.txt")
    with pytest.raises(
        BadInputError, match=r"files of several kinds: 2 parquet, 1 jsonl, 1 text\. A source is of one kind"
    ):
        find_shards(tmp_path)
    touch(tmp_path / "text", "a.txt", "below/b.parquet")
    with pytest.raises(BadInputError, match="1 parquet, 1 text"):
        find_shards(tmp_path / "text")


def test_a_file_says_by_its_name_or_its_beginning_what_it_is(tmp_path):
    assert [kind_of(name) for name in ("a.JSONL", "b.jsonl.gz", "c.txt", "d.json", ".e.parquet", "f.txt.gz")] == [
        Kind.JSONL, Kind.JSONL, Kind.TEXT, None, None, None,
    ]  # fmt: skip
    (tmp_path / "shard.pq").write_bytes(b"PAR1...")
    assert list(find_shards(tmp_path / "shard.pq").shards) == ["shard"]
    touch(tmp_path, "data.json")
    with pytest.raises(
        BadInputError, match=r"data\.json is no source: its name does not say what it is\. Give a \.parquet"
    ):
        find_shards(tmp_path / "data.json")


def test_a_link_to_a_file_is_a_shard_and_one_to_nothing_is_not(tmp_path):
    touch(tmp_path, "store/blob")
    (tmp_path / "view").mkdir()
    (tmp_path / "view" / "a.parquet").symlink_to(tmp_path / "store" / "blob")
    (tmp_path / "view" / "b.parquet").symlink_to(tmp_path / "store" / "gone")
    (tmp_path / "view" / "loop").symlink_to(tmp_path / "view")
    assert list(find_shards(tmp_path / "view").shards) == ["a"]


@pytest.mark.parametrize("name", ["a|b", "a\udcffb", "a\tb", "a...b"])
def test_a_folder_whose_name_cannot_be_in_a_partition_key_is_refused(tmp_path, name):
    touch(tmp_path, f"{name}/s.jsonl")
    with pytest.raises(BadInputError, match=r"cannot be a partition key: .*Rename the file"):
        find_shards(tmp_path)


def test_a_path_too_long_for_the_lake_is_refused(tmp_path):
    touch(tmp_path, "x/" + "é" * 100 + ".parquet")
    with pytest.raises(BadInputError, match="its name is over 200 bytes"):
        find_shards(tmp_path)


def test_the_files_of_the_folder_itself_and_a_subfolder_called_files_stay_apart(tmp_path):
    touch(tmp_path, "a.txt", "files/b.txt")
    names = list(find_shards(tmp_path).shards)
    assert len(names) == 2
    assert all(name.startswith("files-") for name in names)
