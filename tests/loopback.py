"""Stores on 127.0.0.1 for tests: a Hub of data sets and a bucket, each over files in memory, which count what they send.

Only what clients ask for is there: trees, HEAD and ranged GET of the Hub; ListObjectsV2, HEAD and ranged GET of S3.
"""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape


@dataclass
class Shelf:
    """Files by path, and what was asked of them.

    Attributes:
        files: content by path.
        sent: (path, start, length) of each piece of a file that was sent.
        faults: statuses by path: the next requests for it are answered so, one each; 0 is as usual.
        torn: paths whose next answer ends in its middle.
        after: a path, how many pieces of it are sent as it is, and its content from then on.
        authorization: the last such header.
        gives_ranges: False for a server that sends files whole.
    """

    files: dict[str, bytes] = field(default_factory=dict)
    sent: list[tuple[str, int, int]] = field(default_factory=list)
    faults: dict[str, list[int]] = field(default_factory=dict)
    torn: set[str] = field(default_factory=set)
    after: tuple[str, int, bytes] | None = None
    authorization: str | None = None
    gives_ranges: bool = True
    url: str = ""

    def sent_of(self, path: str) -> int:
        return sum(length for name, _, length in self.sent if name == path)


class Handler(BaseHTTPRequestHandler):
    """What both stores have in common: one file, whole or a range of it."""

    protocol_version = "HTTP/1.1"
    wbufsize = -1  # an answer goes out at once: in two packets, the second waits 40 ms for a word on the first

    def __init__(self, shelf: Shelf, *args: object) -> None:
        self.shelf = shelf
        super().__init__(*args)

    def log_message(self, *_: object) -> None:
        pass

    def answer(self, status: int, body: bytes = b"", headers: Mapping[str, str] | None = None) -> None:
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        if "Content-Length" not in (headers or {}):
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def send_file(self, path: str, headers: Mapping[str, str]) -> None:
        self.shelf.authorization = self.headers.get("Authorization")
        faults = self.shelf.faults.get(path)
        status = faults.pop(0) if faults else 0
        if status:
            self.answer(status, b"?sig=SECRET")
        elif path not in self.shelf.files:
            self.answer(404, b"", {"X-Error-Code": "EntryNotFound"})
        elif self.command == "HEAD":
            self.answer(200, b"", {**headers, "Content-Length": str(len(self.shelf.files[path]))})
        else:
            self.send_range(path, headers)

    def send_range(self, path: str, headers: Mapping[str, str]) -> None:
        content = self.shelf.files[path]
        asked = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        if asked is None or not self.shelf.gives_ranges:
            self.shelf.sent.append((path, 0, len(content)))
            self.answer(200, content, headers)
            return
        start, end = int(asked[1]), min(int(asked[2]) + 1, len(content))
        part = content[start:end]
        told = {**headers, "Content-Range": f"bytes {start}-{end - 1}/{len(content)}", "Content-Length": str(len(part))}
        if path in self.shelf.torn:
            self.shelf.torn.remove(path)
            self.answer(206, part[: len(part) // 2], told)
            self.close_connection = True
            return
        self.shelf.sent.append((path, start, len(part)))
        if (
            self.shelf.after
            and sum(name == self.shelf.after[0] for name, _, _ in self.shelf.sent) >= self.shelf.after[1]
        ):
            self.shelf.files[self.shelf.after[0]] = self.shelf.after[2]
        self.answer(206, part, told)


class HubHandler(Handler):
    """The Hub's API for data sets. A file over 64 bytes is a large one, whose etag is its SHA-256."""

    LARGE: ClassVar[int] = 64
    PAGE: ClassVar[int] = 3  # of a tree, so that a second page is asked for

    def do_GET(self) -> None:
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        if found := re.fullmatch(r"/datasets/([^/]+/[^/]+)/resolve/([^/]+)/(.+)", path):
            name = unquote(found[3])
            tag = etag_of(self.shelf.files.get(name, b""))
            # Without the Hub's answer to the same question there is no difference to S3.
            linked = {"X-Linked-Etag": f'"{tag}"', "X-Linked-Size": str(len(self.shelf.files.get(name, b"")))}
            self.send_file(name, {"ETag": '"of-the-cdn"', "X-Repo-Commit": commit_of(self.shelf), **linked})
        elif found := re.fullmatch(r"/api/datasets/([^/]+/[^/]+)(?:/revision/([^/]+))?", path):
            self.send_info(found[1], found[2])
        elif found := re.fullmatch(r"/api/datasets/([^/]+/[^/]+)/tree/([^/]+)(?:/(.+))?", path):
            self.send_tree(unquote(found[3] or ""), int(query.get("cursor", ["0"])[0]))
        else:
            self.answer(404)

    do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

    def do_POST(self) -> None:
        asked = parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode())
        found = [entry_of(path, self.shelf.files[path]) for path in asked["paths"] if path in self.shelf.files]
        self.answer(200, json.dumps(found).encode(), {"Content-Type": "application/json"})

    def send_info(self, repo: str, revision: str | None) -> None:
        if repo != "attic/papers":
            self.answer(401, b"", {"X-Error-Code": "RepoNotFound"})
        elif revision not in {None, "main", commit_of(self.shelf)}:
            self.answer(404, b"", {"X-Error-Code": "RevisionNotFound"})
        else:
            self.answer(200, json.dumps({"id": repo, "sha": commit_of(self.shelf)}).encode())

    def send_tree(self, folder: str, cursor: int) -> None:
        below = sorted(path for path in self.shelf.files if path.startswith(f"{folder}/") or not folder)
        if not below:
            self.answer(404, b"", {"X-Error-Code": "EntryNotFound"})
            return
        page = [entry_of(path, self.shelf.files[path]) for path in below[cursor : cursor + self.PAGE]]
        more = f"{self.shelf.url}{urlsplit(self.path).path}?recursive=True&cursor={cursor + self.PAGE}"
        headers = {"Link": f'<{more}>; rel="next"'} if below[cursor + self.PAGE :] else {}
        self.answer(200, json.dumps(page).encode(), headers)


def etag_of(content: bytes) -> str:
    if len(content) > HubHandler.LARGE:
        return hashlib.sha256(content).hexdigest()
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


def entry_of(path: str, content: bytes) -> dict[str, object]:
    entry: dict[str, object] = {"type": "file", "path": path, "size": len(content), "oid": etag_of(content)}
    if len(content) > HubHandler.LARGE:
        entry |= {"oid": "0" * 40, "lfs": {"oid": etag_of(content), "size": len(content), "pointerSize": 1}}
    return entry


def commit_of(shelf: Shelf) -> str:
    """Another content is another commit."""
    listed = "".join(f"{path} {etag_of(content)}\n" for path, content in sorted(shelf.files.items()))
    return hashlib.sha1(listed.encode()).hexdigest()


class BucketHandler(Handler):
    """The bucket `attic`, by its path."""

    def do_GET(self) -> None:
        parts, query = urlsplit(self.path), parse_qs(urlsplit(self.path).query)
        if "list-type" in query:
            self.send_listing(query.get("prefix", [""])[0], query.get("continuation-token", [""])[0])
            return
        key = unquote(parts.path).removeprefix("/attic/")
        tag = hashlib.md5(self.shelf.files.get(key, b"")).hexdigest()
        self.send_file(key, {"ETag": f'"{tag}"', "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT"})

    do_HEAD = do_GET  # noqa: N815 - the name that http.server calls

    def send_listing(self, prefix: str, after: str) -> None:
        keys = sorted(key for key in self.shelf.files if key.startswith(prefix) and key > after)
        shown = "".join(
            f"<Contents><Key>{escape(key)}</Key><Size>{len(self.shelf.files[key])}</Size>"
            "<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
            for key in keys[:2]
        )
        more = f"<NextContinuationToken>{escape(keys[1])}</NextContinuationToken>" if keys[2:] else ""
        body = (
            '<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>attic</Name>'
            f"<KeyCount>{len(keys[:2])}</KeyCount><IsTruncated>{'true' if keys[2:] else 'false'}</IsTruncated>"
            f"{more}{shown}</ListBucketResult>"
        )
        self.answer(200, body.encode(), {"Content-Type": "application/xml"})


@contextmanager
def served(handler: type[Handler]) -> Iterator[Shelf]:
    """A store that is up as long as the block runs."""
    shelf = Shelf()
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, shelf))
    shelf.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield shelf
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
