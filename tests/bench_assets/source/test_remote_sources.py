"""A source on a store is locked and read as the same files in a folder are, and its media columns are never fetched.

The double holds what a large release on the Hub looks like: shards in nested folders, each with a column of random bytes
that is most of it, standing between the columns that are read. All text is invented.
"""

from __future__ import annotations

import gzip
import io
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import fsspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from typer.testing import CliRunner

from bench_assets.cli.main import app
from bench_assets.source.documents import CHANGED, read_shard
from bench_assets.source.finding import find_shards
from bench_assets.source.locks import SourceLock, compare_locks, lock_found, read_locks, write_lock
from bench_assets.source.rows import Columns
from scoring.errors import BadInputError
from tests.loopback import BucketHandler, HubHandler, Shelf, commit_of, served

COLUMNS = Columns("doc_id", "text_content", None, ("file_name", "file_type", "online_url"))
PATHS = ("data/box-1/part-000.parquet", "data/box-1/part-001.parquet", "data/box-2/part-000.parquet")
MEDIA_BYTES = 100_000  # of each row
ROWS = 12
RUNNER = CliRunner()


def shard(name: str, *, word: str = "ledger") -> bytes:
    """A shard in three row groups, its media column in the middle."""
    draws = random.Random(name)
    ids = [f"{name}-{n}" for n in range(ROWS)]
    table = pa.table({
        "doc_id": ids,
        "file_name": [f"{doc_id}.pdf" for doc_id in ids],
        "content": [draws.randbytes(MEDIA_BYTES) for _ in ids],
        "file_type": ["pdf"] * ROWS,
        "online_url": [None if n % 2 else f"https://records.example/{ids[n]}" for n in range(ROWS)],
        "thumbnail": [draws.randbytes(1000) for _ in ids],
        "text_content": [None if n == 3 else f"Page {n} of the {word}. {draws.randbytes(300).hex()}" for n in range(ROWS)],
    })  # fmt: skip
    sink = io.BytesIO()
    pq.write_table(table, sink, row_group_size=4)
    return sink.getvalue()


@cache
def shards() -> dict[str, bytes]:
    return {path: shard(path.replace("/", "-")) for path in PATHS}


def release() -> dict[str, bytes]:
    return {**shards(), "README.md": b"# Papers of nobody", ".gitattributes": b"*.parquet filter=lfs"}


@dataclass(frozen=True)
class Store:
    """A double, the URL of its folder and where that folder's files are on its shelf."""

    shelf: Shelf
    url: str
    prefix: str = ""

    def put(self, path: str, content: bytes) -> None:
        self.shelf.files[f"{self.prefix}{path}"] = content


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    with served(HubHandler) as shelf:
        monkeypatch.setenv("HF_ENDPOINT", shelf.url)
        shelf.files = release()
        yield Store(shelf, "hf://datasets/attic/papers")


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    with served(BucketHandler) as shelf:
        monkeypatch.setenv("AWS_ENDPOINT_URL", shelf.url)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "SECRET")
        shelf.files = {f"papers/{path}": content for path, content in release().items()}
        yield Store(shelf, "s3://attic/papers", "papers/")


@pytest.fixture(params=["hub", "bucket"])
def store(request: pytest.FixtureRequest) -> Store:
    return request.getfixturevalue(request.param)


def lock(url: str, columns: Columns = COLUMNS) -> SourceLock:
    return lock_found("papers", find_shards(url), columns)


def local_copy(folder: Path, files: dict[str, bytes]) -> Path:
    for path, content in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    return folder


def footer_bytes(content: bytes) -> int:
    return int.from_bytes(content[-8:-4], "little") + 8


def column_bytes(content: bytes, columns: Columns = COLUMNS) -> int:
    metadata = pq.read_metadata(io.BytesIO(content))
    chunks = [
        metadata.row_group(g).column(c) for g in range(metadata.num_row_groups) for c in range(metadata.num_columns)
    ]
    return sum(chunk.total_compressed_size for chunk in chunks if chunk.path_in_schema in columns.names)


def test_the_documents_are_those_of_the_same_files_in_a_folder(store: Store, tmp_path: Path):
    here = lock(str(local_copy(tmp_path / "copy", release())))
    there = lock(store.url)
    assert [one.name for one in there.shards] == ["data~box-1~part-000", "data~box-1~part-001", "data~box-2~part-000"]
    assert [(one.name, one.path, one.bytes, one.rows) for one in there.shards] == [
        (one.name, one.path, one.bytes, one.rows) for one in here.shards
    ]
    for local, remote in zip(here.shards, there.shards, strict=True):
        expected, found = read_shard(local), read_shard(remote)
        assert found.documents.equals(expected.documents)
        assert (found.counts, found.quarantine_reason) == (expected.counts, None)
        assert found.documents.num_rows == ROWS - 1


def test_locking_fetches_footers_alone_and_reading_the_named_columns_alone(store: Store):
    locked = lock(store.url)
    footers = sum(footer_bytes(content) for path, content in release().items() if path in PATHS)
    assert sum(length for _, _, length in store.shelf.sent) == footers
    for one, path in zip(locked.shards, PATHS, strict=True):
        store.shelf.sent.clear()
        content = store.shelf.files[f"{store.prefix}{path}"]
        reading = read_shard(one)
        assert reading.bytes_read == sum(length for _, _, length in store.shelf.sent)
        assert reading.bytes_read == column_bytes(content) + footer_bytes(content)
        assert reading.bytes_read < len(content) / 20


def test_columns_that_touch_are_one_request_a_row_group(hub: Store):
    locked = lock(hub.url)
    hub.shelf.sent.clear()
    read_shard(locked.shards[0])
    # Twice for the footer; then in each of three row groups doc_id + file_name, file_type + online_url, text_content.
    assert len(hub.shelf.sent) == 2 + 3 * 3


def test_the_lock_holds_the_commit_and_the_etags_and_reads_back_equal(hub: Store, tmp_path: Path):
    locked = lock(hub.url)
    text = write_lock(tmp_path, locked).read_text(encoding="utf-8")
    assert f'root = "hf://datasets/attic/papers@{commit_of(hub.shelf)}"' in text
    assert text.count("etag = ") == len(PATHS)
    assert 'sha256 = ""' in text  # of the whole file, which nobody fetched
    assert read_locks(tmp_path) == [locked]


def test_a_later_commit_changes_nothing_that_was_locked_until_it_is_added_again(hub: Store):
    before = lock(hub.url)
    former = commit_of(hub.shelf)
    hub.put(PATHS[1], shard("other", word="calendar"))
    hub.put("data/box-3/part-000.parquet", shard("new"))
    del hub.shelf.files[PATHS[2]]
    after = lock(hub.url)
    assert after.root != before.root
    assert before.root.endswith(former)
    changes = compare_locks(before, after)
    assert changes.changed == ("data~box-1~part-001",)
    assert changes.new == ("data~box-3~part-000",)
    assert changes.gone == ("data~box-2~part-000",)


def test_a_shard_that_changed_in_a_bucket_is_quarantined_as_changed(bucket: Store):
    first, second, third = lock(bucket.url).shards
    content = bytearray(bucket.shelf.files[f"papers/{PATHS[0]}"])
    content[len(content) // 2] ^= 1  # as long as before, and in the media column
    bucket.put(PATHS[0], bytes(content))
    bucket.put(PATHS[1], b"PAR1")
    del bucket.shelf.files[f"papers/{PATHS[2]}"]
    assert read_shard(first).quarantine_reason == CHANGED
    assert str(read_shard(second).quarantine_reason).startswith("it changed: it has 4 bytes, 1,2")
    assert read_shard(third).quarantine_reason == "it cannot be opened: it is not there"


def test_a_shard_replaced_while_it_is_read_is_not_half_read(bucket: Store):
    (one, *_) = lock(bucket.url).shards
    bucket.shelf.after = (f"papers/{PATHS[0]}", 4, shard("data-box-1-part-000.parquet", word="LEDGER"))
    reading = read_shard(one)
    assert (reading.quarantine_reason, reading.documents.num_rows) == (CHANGED, 0)


def test_a_fetch_that_fails_for_good_quarantines_the_shard_by_its_reason(hub: Store):
    first, second, _ = lock(hub.url).shards
    hub.shelf.faults[PATHS[0]] = [403]
    reading = read_shard(first)
    assert reading.quarantine_reason == (
        "it cannot be opened: it is not given (HTTP 403): it does not exist, or needs a token in HF_TOKEN"
    )
    # Its etag, its size, its tail, its footer, the three pieces of the first row group; then the second row group.
    hub.shelf.faults[PATHS[0]] = [0] * 7 + [403]
    reading = read_shard(first)
    assert reading.quarantine_reason == (
        "row group 1 cannot be read: it is not given (HTTP 403): it does not exist, or needs a token in HF_TOKEN"
    )
    assert (reading.documents.num_rows, reading.counts["documents"]) == (0, 0)
    assert read_shard(second).quarantine_reason is None


def test_a_shard_that_cannot_be_read_when_it_is_locked_is_locked_by_name(hub: Store, caplog: pytest.LogCaptureFixture):
    hub.put(PATHS[0], b"no parquet at all, and long enough to be kept as a large file by the Hub")
    hub.shelf.faults[PATHS[1]] = [404] * 9
    locked = lock(hub.url)
    assert [one.path for one in locked.unreadable] == list(PATHS[:2])
    assert (
        "Shard data/box-1/part-001.parquet cannot be read: it cannot be opened: it is not there (HTTP 404)"
        in caplog.text
    )
    hub.shelf.faults.clear()
    reasons = [read_shard(one).quarantine_reason for one in locked.shards]
    assert str(reasons[0]).startswith("it is not a parquet file")
    assert str(reasons[1]).startswith("it changed: it has 1,2")
    assert reasons[2] is None


@pytest.mark.parametrize("name", ["letters.jsonl", "letters.jsonl.gz"])
def test_jsonl_on_a_store_is_read_whole_and_once_to_be_locked(bucket: Store, tmp_path: Path, name: str):
    rows = [{"doc_id": f"L-{n}", "text_content": f"Letter {n} to Wilma", "box": n} for n in range(300)]
    content = "".join(f"{json.dumps(row)}\n" for row in rows).encode()
    content = gzip.compress(content, mtime=0) if name.endswith("gz") else content
    bucket.shelf.files = {f"papers/{name}": content}
    columns = Columns("doc_id", "text_content", None, ("box",))
    there = lock(bucket.url, columns)
    assert bucket.shelf.sent_of(f"papers/{name}") == 2 * len(content)  # its fields, then its lines
    here = lock(str(local_copy(tmp_path, {name: content})), columns)
    assert (there.shards[0].sha256, there.shards[0].rows) == (here.shards[0].sha256, 300)
    assert read_shard(there.shards[0]).documents.equals(read_shard(here.shards[0]).documents)


def test_what_fsspec_opens_is_a_source_too():
    files = fsspec.filesystem("memory")
    for path in PATHS[:2]:
        files.pipe(f"/attic/{path}", release()[path])
    locked = lock("memory://attic")
    assert [read_shard(one).documents.num_rows for one in locked.shards] == [ROWS - 1, ROWS - 1]
    assert find_shards(f"memory://attic/{PATHS[0]}").root.url == "memory://attic/data/box-1"
    files.rm("/attic", recursive=True)
    assert read_shard(locked.shards[0]).quarantine_reason == "it cannot be opened: it is not there"


def test_a_file_url_is_the_path_that_it_names(tmp_path: Path):
    folder = local_copy(tmp_path, {"a.parquet": shard("a")})
    assert lock(f"file://{folder}") == lock(str(folder))


def test_text_files_on_a_store_are_refused(hub: Store):
    hub.shelf.files = {"memo.txt": b"Dear Wilma"}
    with pytest.raises(BadInputError, match="holds text files, which are read from folders of this machine only"):
        find_shards(hub.url)


def test_a_folder_without_files_to_read_or_that_is_not_there_is_refused(hub: Store):
    with pytest.raises(BadInputError, match=r"hf://datasets/attic/papers/none cannot be listed: it is not there\."):
        find_shards(f"{hub.url}/none")
    with pytest.raises(
        BadInputError, match=r"hf://datasets/attic/other cannot be listed: it is not given \(HTTP 401\)"
    ):
        find_shards("hf://datasets/attic/other")
    hub.shelf.files = {"README.md": b"nothing"}
    with pytest.raises(BadInputError, match=r"hf://datasets/attic/papers holds no file to read\. Give a"):
        find_shards(hub.url)


@pytest.mark.parametrize("root", ["s3://key:hush@attic/p", "zip://a::s3://attic/p", "s3://attic/p?x=hush"])
def test_a_lock_whose_root_is_no_source_is_refused(tmp_path: Path, root: str):
    text = f'name = "papers"\nroot = "{root}"\nid_column = "i"\ntext_column = "t"\nshards = []\n'
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "papers.toml").write_text(text, encoding="utf-8")
    with pytest.raises(BadInputError, match=r"papers\.toml is not a source lock: ") as refused:
        read_locks(tmp_path)
    assert "hush" not in str(refused.value)


def test_source_add_shows_locks_and_compares_a_data_set(hub: Store, tmp_path: Path):
    command = ["source", "add", "papers", hub.url, "--meta-column", "file_name", "--home", str(tmp_path)]
    ended = RUNNER.invoke(app, command)
    assert ended.exit_code == 0, ended.stderr
    assert "Found 3 shards of parquet in hf://datasets/attic/papers; not read: 1 other files." in ended.stderr
    assert f"at hf://datasets/attic/papers@{commit_of(hub.shelf)}, reading the footer of every shard" in ended.stderr
    assert "Guessed --text-column text_content" in ended.stderr
    assert "content, file_type" in ended.stderr
    hub.put(PATHS[1], shard("other"))
    again = RUNNER.invoke(app, ["source", "add", "papers", hub.url, "--json", "--home", str(tmp_path)])
    assert json.loads(again.stdout)["changed"] == ["data~box-1~part-001"]
    assert "Since the former lock: 1 changed (data~box-1~part-001), 2 as before." in again.stderr
