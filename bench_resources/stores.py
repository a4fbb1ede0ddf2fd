"""What each kind of store speaks: the Hub of data sets, S3 by Arrow's own client, and what else fsspec opens.

Belongs here: listing, identity, one ranged read, the words for a fault. Does not: trying again (remote.py). Their
libraries are imported when a store is opened. None of these reads more of a file than was asked for.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol
from urllib.parse import unquote

from scoring.errors import BadInputError

HUB_PINS = "huggingface_hub==2.4.0"  # as in pyproject.toml
COMMIT = re.compile(r"[0-9a-f]{40}")
HUB_URL = re.compile(
    r"hf://datasets/(?P<repo>[^/@]+/[^/@]+)(?:@(?P<revision>refs/(?:convert|pr)/[^/]+|[^/]+))?(?:/(?P<folder>.+))?"
)
TIMEOUT_SECONDS = 30.0
DENIED = frozenset({401, 403})
MAY_PASS = frozenset({408, 429, 500, 502, 503, 504})
ENTITY_TAGS = ("ETag", "etag", "md5Hash", "content_md5")  # as stores behind fsspec call it
Read = Callable[[int, int], bytes]  # start and length to bytes


@dataclass(frozen=True)
class RemoteFile:
    """What a store says of a file.

    Attributes:
        path: below the folder.
        size_bytes: of the whole file.
        etag: the store's name for this content: another content has another one.
    """

    path: str
    size_bytes: int
    etag: str


@dataclass(frozen=True)
class Fault:
    """Why a store did not give something: one clause, and whether another attempt may help."""

    clause: str
    may_pass: bool


class Store(Protocol):
    """One folder of a store. Its methods raise one of `errors`."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What its methods raise."""

    def pinned_url(self) -> str:
        """The URL, with the version that its files have now where the store has versions."""

    def files(self) -> list[RemoteFile]:
        """Every file below the folder; when the URL is a file, that one with the path ""."""

    def look(self, path: str) -> RemoteFile:
        """One of them, as it is now."""

    def reader(self, path: str) -> Read:
        """Reads ranges of one of them."""

    def fault_of(self, error: Exception) -> Fault:
        """What an error of this store means."""


class HubStore:
    """A data set on the Hub: hf://datasets/OWNER/REPO[@REVISION][/FOLDER]. A token is read from HF_TOKEN."""

    def __init__(self, url: str) -> None:
        """Raises BadInputError: no such URL, or no library."""
        found = HUB_URL.fullmatch(url)
        if found is None:
            raise BadInputError(
                f"{url[:80]!r} names no data set: expected hf://datasets/OWNER/REPO, "
                "with @REVISION and then /FOLDER behind it if need be."
            )
        try:
            import httpx2  # noqa: PLC0415 - comes with the library below
            import huggingface_hub  # noqa: PLC0415 - an extra
        except ImportError as error:
            raise BadInputError(
                f"hf:// needs a package that is not installed. Run: pip install {HUB_PINS} (it is the extra [remote])"
            ) from error
        self._hub = huggingface_hub
        self._endpoint = os.environ.get("HF_ENDPOINT") or None
        self._api = huggingface_hub.HfApi(endpoint=self._endpoint)
        self._repo = found["repo"]
        self._revision = unquote(found["revision"] or "main")
        self._folder = found["folder"] or ""
        self.errors = (OSError, httpx2.HTTPError)

    def pinned_url(self) -> str:
        """The URL at the commit that its revision is now."""
        commit = self._revision
        if not COMMIT.fullmatch(commit):
            commit = self._api.dataset_info(self._repo, revision=commit, timeout=TIMEOUT_SECONDS).sha
        return f"hf://datasets/{self._repo}@{commit}" + (f"/{self._folder}" if self._folder else "")

    def files(self) -> list[RemoteFile]:
        """Files of the commit below the folder."""
        asked = {"repo_type": "dataset", "revision": self._revision}
        try:
            tree = list(self._api.list_repo_tree(self._repo, self._folder or None, recursive=True, **asked))
        except self._hub.errors.EntryNotFoundError:
            tree = self._api.get_paths_info(self._repo, [self._folder], **asked)
        files = [entry for entry in tree if isinstance(entry, self._hub.RepoFile)]
        if not files:
            raise FileNotFoundError
        start = f"{self._folder}/" if self._folder else ""
        return [
            RemoteFile(
                "" if file.path == self._folder else file.path.removeprefix(start),
                file.size,
                file.lfs.sha256 if file.lfs else file.blob_id,
            )
            for file in files
        ]

    def look(self, path: str) -> RemoteFile:
        """Size and etag, which is the SHA-256 of a large file and the git hash of a small one: what `files` gives."""
        found = self._hub.get_hf_file_metadata(self._url(path), timeout=TIMEOUT_SECONDS, endpoint=self._endpoint)
        return RemoteFile(path, found.size, found.etag)

    def reader(self, path: str) -> Read:
        """Ranges by the plain download address, which leads to wherever the Hub keeps large files."""
        url = self._url(path)

        def read(start: int, length: int) -> bytes:
            from huggingface_hub.utils import (  # noqa: PLC0415 - an extra
                build_hf_headers,
                hf_raise_for_status,
                http_stream_backoff,
            )

            headers = {**build_hf_headers(), "range": f"bytes={start}-{start + length - 1}"}
            # Of the library's own attempts only those that wait for a rate limit to pass, as the Hub asks for.
            asked = {"retry_on_status_codes": 429, "retry_on_exceptions": (), "timeout": TIMEOUT_SECONDS}
            with http_stream_backoff("GET", url, headers=headers, **asked) as answer:
                hf_raise_for_status(answer)
                # A server that knows no ranges would send the whole file, media and all.
                return answer.read() if answer.status_code == 206 else _whole_file(answer, start, length)

        return read

    def fault_of(self, error: Exception) -> Fault:
        """By the status of the answer, if there was one."""
        status = getattr(getattr(error, "response", None), "status_code", None)
        if status is None:
            return _plain_fault(error)
        if status in DENIED:
            return Fault(
                f"it is not given (HTTP {status}): it does not exist, or needs a token in HF_TOKEN", may_pass=False
            )
        if status == 404:
            return Fault("it is not there (HTTP 404)", may_pass=False)
        return Fault(f"the store answers HTTP {status}", may_pass=status in MAY_PASS)

    def _url(self, path: str) -> str:
        whole_path = "/".join(filter(None, [self._folder, path]))
        named = {"repo_type": "dataset", "revision": self._revision, "endpoint": self._endpoint}
        return str(self._hub.hf_hub_url(self._repo, whole_path, **named))


def _whole_file(answer: Any, start: int, length: int) -> bytes:
    """A range of an answer that holds the file whole: only when the whole was asked for. Raises _NoRangesError."""
    if start == 0 and answer.headers.get("content-length") == str(length):
        return bytes(answer.read())
    raise _NoRangesError


class _NoRangesError(OSError):
    """A server that does not give ranges of a file."""


class S3Store:
    """A prefix of a bucket: s3://BUCKET[/PREFIX], by Arrow's own client. Credentials are in AWS_* or a profile."""

    errors: ClassVar[tuple[type[Exception], ...]] = (OSError,)

    def __init__(self, url: str) -> None:
        """Opens no connection."""
        self._url = url
        self._base = url.removeprefix("s3://")
        self._opened: Any = None

    def pinned_url(self) -> str:
        """The URL as it is: a prefix has no versions; each file's etag is locked."""
        return self._url

    def files(self) -> list[RemoteFile]:
        """Objects below the prefix. A listing by Arrow has no etags: they are left empty."""
        from pyarrow import fs  # noqa: PLC0415 - loads a client of 20 MB

        found = self._client.get_file_info(fs.FileSelector(self._base, recursive=True, allow_not_found=True))
        files = [entry for entry in found if entry.type == fs.FileType.File]
        if not files:
            return [RemoteFile("", self.look("").size_bytes, "")]
        return [RemoteFile(entry.path.removeprefix(f"{self._base}/"), entry.size, "") for entry in files]

    def look(self, path: str) -> RemoteFile:
        """Size and ETag of an object."""
        with self._open(path) as opened:
            return RemoteFile(path, opened.size(), opened.metadata()["ETag"].decode().strip('"'))

    def reader(self, path: str) -> Read:
        """Ranges of an object."""
        opened = self._open(path)
        return lambda start, length: bytes(opened.read_at(length, start))

    def fault_of(self, error: Exception) -> Fault:
        """By the name that the client gives an error."""
        found = re.search(r"AWS Error (\w+)", str(error))
        status = re.search(r"HTTP (?:status|response code)[ :]+(\d{3})", str(error), re.IGNORECASE)
        code = int(status[1]) if status else None
        name = found[1] if found else ""
        if isinstance(error, PermissionError) or name == "ACCESS_DENIED" or code in DENIED:
            return Fault(
                "access is denied: the store takes AWS_ACCESS_KEY_ID and its like, or a profile", may_pass=False
            )
        if isinstance(error, FileNotFoundError) or not name:
            return _plain_fault(error)
        is_lasting = name.startswith(("NO_SUCH", "INVALID", "RESOURCE_NOT_FOUND", "SIGNATURE", "UNRECOGNIZED_CLIENT"))
        return Fault(f"the store answers {name}", may_pass=not is_lasting)

    @property
    def _client(self) -> Any:
        from pyarrow import fs  # noqa: PLC0415 - as above

        if self._opened is None:
            # Arrow reads credentials from the environment, but not these.
            endpoint = os.environ.get("AWS_ENDPOINT_URL_S3") or os.environ.get("AWS_ENDPOINT_URL")
            region = os.environ.get("AWS_REGION") or os.environ.get("AWS_DEFAULT_REGION")
            if region is None and endpoint is None:
                region = fs.resolve_s3_region(self._base.partition("/")[0])
            options: Mapping[str, str | None] = {"endpoint_override": endpoint, "region": region}
            self._opened = fs.S3FileSystem(**{key: value for key, value in options.items() if value})
        return self._opened

    def _open(self, path: str) -> Any:
        return self._client.open_input_file("/".join(filter(None, [self._base, path])))


class FsspecStore:
    """A folder that fsspec opens, by whichever package knows its scheme."""

    errors: ClassVar[tuple[type[Exception], ...]] = (OSError,)

    def __init__(self, url: str) -> None:
        """Raises BadInputError: no library."""
        import fsspec  # noqa: PLC0415 - only where a URL needs it

        self._url = url
        scheme = url.partition("://")[0]
        try:
            self._files, self._base = fsspec.core.url_to_fs(url)
        except ImportError as error:
            raise BadInputError(
                f"{scheme}:// needs a package that is not installed. Run: pip install {PACKAGES[scheme]}"
            ) from error

    def pinned_url(self) -> str:
        """The URL as it is; each file's etag is locked."""
        return self._url

    def files(self) -> list[RemoteFile]:
        """Files below the folder."""
        self._files.invalidate_cache()
        found = self._files.find(self._base, detail=True)
        if not found:
            raise FileNotFoundError
        return [self._file(name, details) for name, details in found.items()]

    def look(self, path: str) -> RemoteFile:
        """Size and etag, or what fsspec makes of the other details where there is none."""
        self._files.invalidate_cache()
        name = self._name(path)
        return self._file(name, self._files.info(name))

    def reader(self, path: str) -> Read:
        """Ranges of a file."""
        name = self._name(path)
        return lambda start, length: bytes(self._files.cat_file(name, start=start, end=start + length))

    def fault_of(self, error: Exception) -> Fault:
        """By its class: what is in the message differs from store to store, and may be a signed address."""
        return _plain_fault(error)

    def _name(self, path: str) -> str:
        return "/".join(filter(None, [self._base, path]))

    def _file(self, name: str, details: Mapping[str, Any]) -> RemoteFile:
        tags = [str(details[key]).strip('"') for key in ENTITY_TAGS if details.get(key)]
        path = "" if name == self._base else name.removeprefix(f"{self._base.rstrip('/')}/")
        return RemoteFile(path, int(details["size"]), tags[0] if tags else self._files.ukey(name))


def _plain_fault(error: Exception) -> Fault:
    if isinstance(error, FileNotFoundError):
        return Fault("it is not there", may_pass=False)
    if isinstance(error, PermissionError):
        return Fault("access is denied: the store takes credentials from the environment", may_pass=False)
    if isinstance(error, _NoRangesError):
        return Fault("the server sends files whole, and not the ranges asked for", may_pass=False)
    return Fault(f"the store does not answer as it should ({type(error).__name__})", may_pass=True)


PACKAGES: Mapping[str, str] = {"gs": "gcsfs", "abfs": "adlfs", "memory": "fsspec"}
CLASSES: Mapping[str, Callable[[str], Store]] = {
    "hf": HubStore,
    "s3": S3Store,
    **dict.fromkeys(PACKAGES, FsspecStore),
}
