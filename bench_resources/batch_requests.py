"""Requests that wait for a batch: a table beside the cache, and the files that a provider's batch endpoint takes.

Belongs here: keeping and finding what waits, writing it as OpenAI's batch input. Does not: the body of a request
(chat_wire.py), reading what came back (batch_results.py), uploading: the files are carried by whoever has the account.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import sqlalchemy as sa

from bench_resources.atomic import sync_folder
from bench_resources.blocks import batched
from bench_resources.chat_wire import SchemaMode, chat_body
from bench_resources.llm_cache import BLOCK_ROWS, METADATA, SecretError, Store, find_secret, secrets_of
from bench_resources.llm_failures import FAILURES
from bench_resources.llm_requests import REQUEST_FIELDS, Request
from scoring.errors import BadInputError, DocketbenchError, name_culprits, quote

MAX_FILE_REQUESTS = 50_000  # OpenAI's published limit of a batch input file
MAX_FILE_BYTES = 190_000_000  # OpenAI's limit is 200 MB, and a little room for whoever counts them otherwise
MAX_NAME_CHARS = 100  # of a model in a file name; file systems take 255 bytes
CHAT_URL = "/v1/chat/completions"
OUR_NAME = re.compile(r"-\d{3,}\.jsonl\Z")

TEXT = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")  # sorted alike in every database
PENDING = sa.Table(
    "llm_pending",
    METADATA,
    sa.Column("key", sa.String(64).with_variant(sa.String(64, collation="C"), "postgresql"), primary_key=True),
    sa.Column("request", sa.Text, nullable=False),
    sa.Column("release", sa.Text, nullable=False),
    sa.Column("stage", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("model", TEXT, nullable=False),
    sa.Column("prompt_id", sa.Text, nullable=False),
    sa.Column("prompt_version", sa.Text, nullable=False),
    sa.Column("asked_utc", sa.Text, nullable=False),
    sa.Index("llm_pending_model_key", "model", "key"),
)
# Failed lines of which the ledger has a row: their requests stay, so nothing else would tell a line that is imported
# twice from a request that failed twice.
FAILED_LINES = sa.Table(
    "llm_batch_failures",
    METADATA,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("key", sa.String(64), nullable=False),
)
# A request that failed for good stays in the table and waits no more: a reply that comes late finds it there, and it
# waits again when its failure is forgotten.
WAITS = ~sa.exists().where(FAILURES.c.key == PENDING.c.key, FAILURES.c.is_lasting)


# --- what waits -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class PendingRequest:
    """A request that a stage left for a batch.

    Attributes:
        request: what is asked.
        release: the release that it is asked for.
        stage: the stage that asks.
        role: of the model, e.g. "judge".
        prompt_id: of the template.
        prompt_version: of the template.
        asked_utc: when, as ISO 8601 text in UTC.
    """

    request: Request
    release: str
    stage: str
    role: str
    prompt_id: str
    prompt_version: str
    asked_utc: str

    @cached_property
    def key(self) -> str:
        """That of the request."""
        return self.request.key

    @property
    def model(self) -> str:
        """That of the request."""
        return self.request.model


class DamagedRequestError(DocketbenchError):
    """A row of the table is no longer the request that was filed under its key."""

    def __init__(self, key: str) -> None:
        """`key` as it stands in the table."""
        super().__init__(
            f"The request filed under {quote(key[:12])}... in the table {PENDING.name} does not have that key: "
            "it was changed after it was stored. Delete that row, and run the build again, which asks anew."
        )


class Pending(Store):
    """The requests that were left for a batch, by key. Adding one again changes nothing.

    They wait until they have a reply, or a failure that lasts.
    """

    tables = (PENDING, FAILED_LINES, FAILURES)

    def add_many(self, requests: Iterable[PendingRequest]) -> None:
        """Adds requests, a block on the disk at a time; of two with one key the first stays.

        Raises: SecretError: one holds a secret; nothing of its block is added.
        """
        secrets = secrets_of(os.environ)
        for block in batched(requests, BLOCK_ROWS):
            rows = {each.key: _row(each) for each in block[::-1]}
            if leaks := [leak for row in rows.values() if (leak := find_secret("\n".join(row.values()), secrets))]:
                raise SecretError(leaks)
            statement = self.database.insert(PENDING).on_conflict_do_nothing(index_elements=["key"])
            with self.database.write() as connection:
                connection.execute(statement, [rows[key] for key in sorted(rows)])

    def all(self, release: str | None = None) -> Iterator[PendingRequest]:
        """What waits, sorted by model and key, read a block at a time; what is added meanwhile may be there or not.

        Args:
            release: of this release alone; None: of all.

        Raises: DamagedRequestError.
        """
        place = sa.tuple_(PENDING.c.model, PENDING.c.key)
        statement = _of_release(sa.select(PENDING).where(WAITS), release)
        statement = statement.order_by(PENDING.c.model, PENDING.c.key).limit(BLOCK_ROWS)
        last = ("", "")
        while True:
            with self.database.read() as connection:
                rows = connection.execute(statement.where(place > sa.tuple_(*map(sa.literal, last)))).mappings().all()
            if not rows:
                return
            yield from map(_pending, rows)
            last = (rows[-1]["model"], rows[-1]["key"])

    def find(self, keys: Iterable[str]) -> dict[str, PendingRequest]:
        """Those of the keys that have no reply yet, failed or not, in the order of `keys`.

        Raises: DamagedRequestError.
        """
        wanted = list(dict.fromkeys(keys))
        found: dict[str, PendingRequest] = {}
        with self.database.read() as connection:
            for block in batched(wanted, BLOCK_ROWS):
                rows = connection.execute(sa.select(PENDING).where(PENDING.c.key.in_(block))).mappings()
                found.update((row["key"], _pending(row)) for row in rows)
        return {key: found[key] for key in wanted if key in found}

    def models(self) -> list[str]:
        """The models that requests were left for, failed ones included, sorted."""
        with self.database.read() as connection:
            return sorted(connection.execute(sa.select(PENDING.c.model).distinct()).scalars())

    def drop(self, keys: Iterable[str]) -> None:
        """Takes requests out; a key that does not wait is no fault."""
        for block in batched(sorted(keys), BLOCK_ROWS):
            with self.database.write() as connection:
                connection.execute(sa.delete(PENDING).where(PENDING.c.key.in_(block)))

    def count(self, release: str | None = None) -> int:
        """How many wait, of a release or of all."""
        statement = _of_release(sa.select(sa.func.count()).select_from(PENDING).where(WAITS), release)
        with self.database.read() as connection:
            return int(connection.execute(statement).scalar_one())

    def ask_again(self, release: str | None = None) -> int:
        """Lets requests wait again that failed for good; until they are answered, a replay misses them.

        Args:
            release: of this release alone; None: of all.

        Returns: how many.
        """
        keys = _of_release(sa.select(PENDING.c.key), release)
        statement = sa.delete(FAILURES).where(FAILURES.c.is_lasting, FAILURES.c.key.in_(keys))
        with self.database.write() as connection:
            return connection.execute(statement).rowcount


def _of_release(statement: sa.Select[Any], release: str | None) -> sa.Select[Any]:
    return statement if release is None else statement.where(PENDING.c.release == release)


def _row(pending: PendingRequest) -> dict[str, str]:
    return {
        "key": pending.key,
        # Not the canonical spelling, which sorts the properties of a schema: a strict decoder writes them in the order
        # of the schema, and a verdict written before its reasons is another verdict. The key is the same.
        "request": _json({name: getattr(pending.request, name) for name in REQUEST_FIELDS}),
        "release": pending.release,
        "stage": pending.stage,
        "role": pending.role,
        "model": pending.model,
        "prompt_id": pending.prompt_id,
        "prompt_version": pending.prompt_version,
        "asked_utc": pending.asked_utc,
    }


def _pending(row: sa.RowMapping) -> PendingRequest:
    try:
        request = Request(**json.loads(row["request"]))
    except (ValueError, TypeError) as error:
        raise DamagedRequestError(row["key"]) from error
    named = ("release", "stage", "role", "prompt_id", "prompt_version", "asked_utc")
    pending = PendingRequest(request, **{name: row[name] for name in named})
    if (pending.key, pending.model) != (row["key"], row["model"]):
        raise DamagedRequestError(row["key"])
    return pending


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# --- files ------------------------------------------------------------------------------------------------------------


class Limits(NamedTuple):
    """What one file may hold."""

    n_requests: int = MAX_FILE_REQUESTS
    n_bytes: int = MAX_FILE_BYTES


@dataclass(frozen=True)
class RequestFile:
    """A file that was written.

    Attributes:
        path: where it lies.
        model: the pinned name of the one model that it asks.
        n_requests: its lines.
        n_bytes: its size.
        sha256: of its bytes, in hex.
    """

    path: Path
    model: str
    n_requests: int
    n_bytes: int
    sha256: str


class TooLargeRequestError(BadInputError):
    """One request alone is larger than a batch file may be."""

    def __init__(self, key: str, n_bytes: int, limit_bytes: int) -> None:
        """Sizes in bytes, that of the request with its line end."""
        super().__init__(
            f"The request {key[:12]}... takes {n_bytes:,} bytes, and a batch file holds {limit_bytes:,}. "
            "Nothing was written. Shorten the documents that its prompt shows."
        )


class LeftoverFilesError(BadInputError):
    """The folder has request files of an earlier export, which would be uploaded and paid for with the new ones."""

    def __init__(self, folder: Path, names: Sequence[str]) -> None:
        """`names` of the files that this export would not have replaced."""
        super().__init__(
            f"The folder {folder} holds request files of an earlier export: {name_culprits(names)}. "
            "Nothing was written. Remove them, or export to another folder."
        )


def request_line(request: Request, mode: SchemaMode = SchemaMode.JSON_SCHEMA) -> bytes:
    """A request as a line of OpenAI's batch input, its line end included.

    Pure ASCII: a tool that takes U+2028 for a line end would cut the line there.
    """
    record = {"custom_id": request.key, "method": "POST", "url": CHAT_URL, "body": chat_body(request, mode)}
    return json.dumps(record, separators=(",", ":")).encode("ascii") + b"\n"


def write_request_files(
    folder: Path,
    requests: Iterable[Request],
    mode: SchemaMode = SchemaMode.JSON_SCHEMA,
    limits: Limits = Limits(),  # noqa: B008 - a constant
) -> list[RequestFile]:
    """Writes requests as OpenAI's batch input, one model a file; no file for no requests.

    Requests are read one at a time, and files named alike before are replaced. When this fails, no file was touched.

    Args:
        folder: made when it is missing.
        requests: sorted by model and key, as `Pending.all` gives them; one that comes twice is written once.
        mode: how the endpoint is told which JSON is wanted.
        limits: of one file.

    Returns: the files in the order of models, then of keys.
    Raises: TooLargeRequestError, LeftoverFilesError; ValueError: requests out of order.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".batch-", dir=folder) as temporary:
        files = []
        for name, placed in groupby(_placed(requests, mode, limits), key=lambda each: each.name):
            files.append(_write(Path(temporary) / name, placed))
        names = [file.path.name for file in files]
        if leftovers := sorted({path.name for path in folder.iterdir() if OUR_NAME.search(path.name)} - set(names)):
            raise LeftoverFilesError(folder, leftovers)
        for name in names:
            (Path(temporary) / name).replace(folder / name)
    sync_folder(folder)
    return [
        RequestFile(folder / file.path.name, file.model, file.n_requests, file.n_bytes, file.sha256) for file in files
    ]


class _Placed(NamedTuple):
    name: str
    model: str
    line: bytes


def _placed(requests: Iterable[Request], mode: SchemaMode, limits: Limits) -> Iterator[_Placed]:
    """Every line with the name of its file."""
    last = ("", "")
    number = n_requests = n_bytes = 0
    for request in requests:
        place = (request.model, request.key)
        if place == last:
            continue
        if place < last:
            raise ValueError("the requests are not sorted by model and key; give them as Pending.all does")
        line = request_line(request, mode)
        if len(line) > limits.n_bytes:
            raise TooLargeRequestError(request.key, len(line), limits.n_bytes)
        if request.model != last[0]:
            number, n_requests, n_bytes = 1, 0, 0
        elif n_requests == limits.n_requests or n_bytes + len(line) > limits.n_bytes:
            number, n_requests, n_bytes = number + 1, 0, 0
        n_requests, n_bytes, last = n_requests + 1, n_bytes + len(line), place
        yield _Placed(f"{file_stem(request.model)}-{number:03d}.jsonl", request.model, line)


def _write(path: Path, placed: Iterable[_Placed]) -> RequestFile:
    digest = hashlib.sha256()
    n_requests = n_bytes = 0
    model = ""
    with path.open("wb") as file:
        for _, model, line in placed:  # noqa: B007 - one model a file
            file.write(line)
            digest.update(line)
            n_requests, n_bytes = n_requests + 1, n_bytes + len(line)
        file.flush()
        os.fsync(file.fileno())
    return RequestFile(path, model, n_requests, n_bytes, digest.hexdigest())


def file_stem(model: str) -> str:
    """A model's name as the beginning of a file's name; two models have two, also where case does not count.

    "openai/small-2026" gives "openai__small-2026". What could be taken for another name so gets a part of its hash.
    """
    segment = r"[a-z0-9][a-z0-9.-]*(_[a-z0-9.-]+)*"
    if re.fullmatch(f"{segment}(/{segment})*", model) and len(model) <= MAX_NAME_CHARS:
        return model.replace("/", "__")
    readable = re.sub(r"[^A-Za-z0-9._-]+", "_", model).strip("._-")[:MAX_NAME_CHARS] or "model"
    return f"{readable}-{hashlib.sha256(model.encode()).hexdigest()[:8]}"
