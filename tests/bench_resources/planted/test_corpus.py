"""The corpus on disk: same parameters, same bytes; finished folders stay; other people's folders are safe."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bench_resources.planted import truth
from bench_resources.planted.corpus import write_corpus
from scoring.errors import BadInputError


def digests(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def documents(folder: Path) -> dict[str, str]:
    tables = [pq.read_table(path) for path in sorted(folder.glob("part-*.parquet"))]
    table = pa.concat_tables(tables)
    return dict(zip(table["doc_id"].to_pylist(), table["text_content"].to_pylist(), strict=True))


def test_the_same_seed_gives_the_same_bytes(tmp_path):
    for name in ("one", "two"):
        write_corpus(tmp_path / name, n_documents=60, seed=5)
    assert digests(tmp_path / "one") == digests(tmp_path / "two")


def test_another_seed_gives_other_documents(tmp_path):
    write_corpus(tmp_path / "one", n_documents=20, seed=1)
    write_corpus(tmp_path / "two", n_documents=20, seed=2)
    assert documents(tmp_path / "one") != documents(tmp_path / "two")


@pytest.mark.parametrize("n_shards", [1, 7, 40])
def test_the_documents_do_not_depend_on_the_number_of_shards(tmp_path, n_shards):
    write_corpus(tmp_path / "four", n_documents=90, seed=3)
    write_corpus(tmp_path / "other", n_documents=90, seed=3, n_shards=n_shards)
    assert documents(tmp_path / "other") == documents(tmp_path / "four")
    assert len(list((tmp_path / "other").glob("part-*.parquet"))) == n_shards
    for name in truth.TABLES:
        assert truth.read_truth(tmp_path / "other", name).equals(truth.read_truth(tmp_path / "four", name))


def test_more_shards_than_documents_leave_empty_shards_that_read(tmp_path):
    write_corpus(tmp_path / "corpus", n_documents=2, n_shards=5)
    assert [pq.read_metadata(path).num_rows for path in sorted((tmp_path / "corpus").glob("part-*"))] == [1, 1, 0, 0, 0]


def test_a_larger_corpus_begins_with_the_smaller_one(tmp_path):
    write_corpus(tmp_path / "small", n_documents=30)
    write_corpus(tmp_path / "large", n_documents=70)
    small = documents(tmp_path / "small")
    assert {doc_id: documents(tmp_path / "large")[doc_id] for doc_id in small} == small


def test_a_finished_folder_of_the_same_parameters_is_left_alone(tmp_path):
    folder = tmp_path / "corpus"
    write_corpus(folder, n_documents=10)
    before = (folder / "part-00000.parquet").stat()
    write_corpus(folder, n_documents=10)
    after = (folder / "part-00000.parquet").stat()
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)


def test_a_folder_of_other_parameters_is_written_anew_with_nothing_left_over(tmp_path):
    folder = tmp_path / "corpus"
    write_corpus(folder, n_documents=10, n_shards=6)
    write_corpus(folder, n_documents=10, n_shards=2)
    assert [path.name for path in sorted(folder.glob("part-*"))] == ["part-00000.parquet", "part-00001.parquet"]
    assert [path.name for path in tmp_path.iterdir()] == ["corpus"]


def test_a_folder_with_other_files_is_refused_and_kept(tmp_path):
    (tmp_path / "letters.txt").write_text("mine")
    with pytest.raises(BadInputError, match="no planted corpus"):
        write_corpus(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letters.txt"]


def test_an_interrupted_writing_is_started_again(tmp_path):
    (tmp_path / ".corpus.writing").mkdir()
    (tmp_path / ".corpus.writing" / "part-00000.parquet").write_bytes(b"half")
    write_corpus(tmp_path / "corpus", n_documents=5)
    assert len(documents(tmp_path / "corpus")) == 5
    assert not (tmp_path / ".corpus.writing").exists()


@pytest.mark.parametrize("wrong", [{"n_documents": 0}, {"n_shards": 0}, {"content_bytes": -1}, {"seed": -1}])
def test_impossible_numbers_are_refused(tmp_path, wrong):
    with pytest.raises(BadInputError, match="cannot be written"):
        write_corpus(tmp_path / "corpus", **wrong)


def test_the_content_column_is_there_when_asked_for(tmp_path):
    write_corpus(tmp_path / "bare", n_documents=8)
    write_corpus(tmp_path / "media", n_documents=8, content_bytes=1000)
    assert "content" not in pq.read_schema(tmp_path / "bare" / "part-00000.parquet").names
    content = pq.read_table(tmp_path / "media" / "part-00000.parquet")["content"]
    assert content.type == pa.binary()
    assert {len(value) for value in content.to_pylist()} == {1000}
    assert documents(tmp_path / "media") == documents(tmp_path / "bare")


def test_the_columns_are_those_of_a_real_release(tmp_path):
    write_corpus(tmp_path / "corpus", n_documents=4)
    assert pq.read_schema(tmp_path / "corpus" / "part-00000.parquet").names == [
        "doc_id", "file_name", "file_type", "online_url", "text_content",
    ]  # fmt: skip
