"""Stores on the network: what they list, that a range is a range, what is tried again, and what is never told."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator

import fsspec
import pytest

from bench_resources.remote import PIECE_BYTES, RemoteError, RemoteFolder, RemoteRanges, check_url, is_url
from bench_resources.stores import HUB_PINS
from scoring.errors import BadInputError
from tests.loopback import BucketHandler, HubHandler, Shelf, commit_of, served

AT_ONCE = (0.0, 0.0)  # pauses: two further attempts, without waiting
SMALL, LARGE = b"read me", bytes(range(256)) * 4
PAPERS = {"README.md": SMALL, "data/1963/a.bin": LARGE, "data/1963/b.bin": LARGE[1:], "data/1964/a.bin": LARGE[2:]}


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    with served(HubHandler) as shelf:
        shelf.files = dict(PAPERS)
        monkeypatch.setenv("HF_ENDPOINT", shelf.url)
        monkeypatch.setenv("HF_TOKEN", "hf_invented")
        yield shelf


@pytest.fixture
def bucket(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    with served(BucketHandler) as shelf:
        shelf.files = {f"papers/{path}": content for path, content in PAPERS.items()}
        monkeypatch.setenv("AWS_ENDPOINT_URL", shelf.url)
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "key")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "SECRET")
        monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        yield shelf


def at(url: str) -> RemoteFolder:
    return RemoteFolder(url, AT_ONCE)


def pinned(url: str) -> RemoteFolder:
    return at(url).pinned()


def test_a_data_set_is_pinned_to_the_commit_that_its_revision_is_now(hub: Shelf):
    commit = commit_of(hub)
    for given in (
        "hf://datasets/attic/papers",
        "hf://datasets/attic/papers@main",
        f"hf://datasets/attic/papers@{commit}",
    ):
        assert str(pinned(given)) == f"hf://datasets/attic/papers@{commit}"
    assert str(pinned("hf://datasets/attic/papers/data/1963")) == f"hf://datasets/attic/papers@{commit}/data/1963"


def test_a_data_set_lists_every_page_of_its_tree_with_sizes_and_etags(hub: Shelf):
    folder = pinned("hf://datasets/attic/papers")
    listed = {file.path: (file.size_bytes, file.etag) for file in folder.files()}
    assert list(listed) == list(PAPERS)  # four files, of which the double gives three a page
    assert listed["data/1963/a.bin"] == (1024, hashlib.sha256(LARGE).hexdigest())
    assert listed["README.md"] == (7, hashlib.sha1(b"blob 7\0read me").hexdigest())
    assert [folder.look(file.path) for file in folder.files()] == folder.files()
    assert [file.path for file in pinned("hf://datasets/attic/papers/data/1963").files()] == ["a.bin", "b.bin"]
    assert [file.path for file in pinned("hf://datasets/attic/papers/data/1963/b.bin").files()] == [""]


def test_a_bucket_lists_every_page_below_its_prefix(bucket: Shelf):
    folder = pinned("s3://attic/papers")
    assert str(folder) == "s3://attic/papers"
    assert [(file.path, file.size_bytes) for file in folder.files()] == [
        (path, len(text)) for path, text in PAPERS.items()
    ]
    assert folder.look("README.md").etag == hashlib.md5(SMALL).hexdigest()
    assert [file.path for file in at("s3://attic/papers/data/1963/a.bin").files()] == [""]


def test_credentials_come_from_the_environment(hub: Shelf, bucket: Shelf):
    pinned("hf://datasets/attic/papers").look("README.md")
    assert hub.authorization == "Bearer hf_invented"
    at("s3://attic/papers").look("README.md")
    assert str(bucket.authorization).startswith("AWS4-HMAC-SHA256 Credential=key/")


@pytest.mark.parametrize("url", ["hf://datasets/attic/papers/data/1963", "s3://attic/papers/data/1963"])
def test_a_range_is_fetched_and_nothing_round_it(hub: Shelf, bucket: Shelf, url: str):
    shelf, path = (hub, "data/1963/a.bin") if url.startswith("hf") else (bucket, "papers/data/1963/a.bin")
    ranges = pinned(url).open("a.bin")
    assert ranges.size == 1024
    assert ranges.read_at(10, 5) == LARGE[10:15]
    assert ranges.read_at(1020, 50) == LARGE[1020:]
    assert ranges.read_at(1024, 5) == b""
    assert shelf.sent == [(path, 10, 5), (path, 1020, 4)]


def test_what_fsspec_opens_is_a_store_too():
    files = fsspec.filesystem("memory")
    files.pipe("/box/one/a.bin", LARGE)
    folder = at("memory://box")
    assert [(file.path, file.size_bytes) for file in folder.files()] == [("one/a.bin", 1024)]
    assert folder.open("one/a.bin").read_at(3, 4) == LARGE[3:7]
    before = folder.look("one/a.bin")
    assert folder.look("one/a.bin") == before
    files.pipe("/box/one/a.bin", LARGE[::-1])
    assert folder.look("one/a.bin").etag != before.etag
    assert [file.path for file in at("memory://box/one/a.bin").files()] == [""]
    files.rm("/box", recursive=True)
    with pytest.raises(RemoteError, match="it is not there"):
        folder.files()


@pytest.mark.parametrize("url", ["hf://datasets/attic/papers", "s3://attic/papers"])
def test_a_torn_answer_is_asked_for_again(hub: Shelf, bucket: Shelf, url: str):
    shelf = hub if url.startswith("hf") else bucket
    ranges = pinned(url).open("data/1963/a.bin")
    shelf.torn = {path for path in shelf.files if path.endswith("1963/a.bin")}
    assert ranges.read_at(0, 1024) == LARGE
    assert shelf.torn == set()
    assert len(shelf.sent) == 1


def test_what_may_pass_is_tried_three_times_and_then_said(hub: Shelf):
    ranges = pinned("hf://datasets/attic/papers").open("README.md")
    hub.faults["README.md"] = [503, 500]
    assert ranges.read_at(0, 7) == SMALL
    hub.faults["README.md"] = [503, 503, 503, 200]
    with pytest.raises(RemoteError) as refused:
        ranges.read_at(0, 7)
    assert refused.value.strerror == "the store answers HTTP 503, in 3 attempts"
    assert hub.faults["README.md"] == [200]


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (403, "it is not given (HTTP 403): it does not exist, or needs a token in HF_TOKEN"),
        (404, "it is not there (HTTP 404)"),
        (410, "the store answers HTTP 410"),
    ],
)
def test_what_will_not_pass_is_said_at_once(hub: Shelf, status: int, said: str):
    ranges = pinned("hf://datasets/attic/papers").open("README.md")
    hub.faults["README.md"] = [status, 503]
    with pytest.raises(RemoteError) as refused:
        ranges.read_at(0, 7)
    assert refused.value.strerror == said  # and not the answer's own words, which hold a signed address
    assert hub.faults["README.md"] == [503]


def test_a_bucket_that_is_closed_or_empty_is_said_at_once(bucket: Shelf):
    folder = at("s3://attic/papers")
    bucket.faults["papers/README.md"] = [403, 503]
    with pytest.raises(RemoteError, match="access is denied: the store takes AWS_ACCESS_KEY_ID"):
        folder.open("README.md")
    assert bucket.faults["papers/README.md"] == [503]
    for ask in (at("s3://attic/nothing").files, lambda: folder.look("none.bin")):
        with pytest.raises(RemoteError, match="it is not there"):
            ask()


def test_a_server_that_knows_no_ranges_is_refused_before_it_sends_a_file_whole(hub: Shelf):
    ranges = pinned("hf://datasets/attic/papers").open("data/1963/a.bin")
    hub.gives_ranges = False
    assert ranges.read_at(0, 1024) == LARGE
    with pytest.raises(RemoteError, match="the server sends files whole, and not the ranges asked for"):
        ranges.read_at(10, 5)


def test_an_unknown_data_set_or_revision_is_one_clause(hub: Shelf):
    for url, said in (("hf://datasets/attic/other", "HTTP 401"), ("hf://datasets/attic/papers@v9", "HTTP 404")):
        with pytest.raises(RemoteError, match=said):
            pinned(url)
    with pytest.raises(
        BadInputError, match=r"'hf://attic/papers' names no data set: expected hf://datasets/OWNER/REPO"
    ):
        pinned("hf://attic/papers")


def test_a_long_range_is_fetched_in_pieces():
    asked = []

    def read(start: int, length: int) -> bytes:
        asked.append((start, length))
        return b"x" * length

    size = PIECE_BYTES + 10
    assert len(RemoteRanges(size, read).read_at(4, size)) == size - 4
    assert asked == [(4, PIECE_BYTES), (4 + PIECE_BYTES, 6)]


def test_only_what_names_a_place_on_a_store_is_a_url():
    assert is_url("s3://attic/papers")
    assert is_url("HF://datasets/attic/papers")
    assert not is_url("./papers")
    assert not is_url("/papers/a://b")
    assert check_url("S3://attic/Papers/") == "s3://attic/Papers"


@pytest.mark.parametrize(
    "url", ["s3://key:hush@attic/p", "hf://me:hush@datasets/a/b", "s3://attic/p?hush=1", "s3://attic/p#hush"]
)
def test_a_url_with_a_secret_in_it_is_refused_without_being_repeated(url: str):
    with pytest.raises(BadInputError, match="credentials are read from the environment") as refused:
        check_url(url)
    assert "hush" not in str(refused.value)


@pytest.mark.parametrize(
    "url", ["ftp://host/p", "zip://a::s3://attic/p", "simplecache::hf://datasets/a/b", "ssh://host/p"]
)
def test_a_store_that_nobody_knows_is_refused_with_those_that_are(url: str):
    with pytest.raises(BadInputError, match="that begins with one of abfs://, gs://, hf://, memory://, s3://"):
        check_url(url)


@pytest.mark.parametrize(
    ("module", "url", "said"),
    [
        ("huggingface_hub", "hf://datasets/attic/missing", f"pip install {HUB_PINS}"),
        ("gcsfs", "gs://attic/missing", "pip install gcsfs"),
    ],
)
def test_a_package_that_is_not_installed_is_named_with_the_command(
    monkeypatch: pytest.MonkeyPatch, module: str, url: str, said: str
):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(BadInputError, match=f"needs a package that is not installed. Run: {said}"):
        at(url).files()


def test_the_command_that_is_named_installs_what_the_extra_does():
    from pathlib import Path  # noqa: PLC0415

    text = (Path(__file__).resolve().parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'remote = ["{HUB_PINS}"]' in text
