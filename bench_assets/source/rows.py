"""What every reader of shards gives: rows as strings, and the one clause that says why a shard gives none.

Belongs here: the columns that are read, a batch of rows, what the readers have in common. Does not: any file format
(shards.py, jsonl.py, textfiles.py), what a document is (documents.py).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

from scoring.errors import MAX_CULPRITS

MAX_ID_CHARS = 512  # ids are cited, joined and printed; longer ones are text in the wrong column
MAX_TEXT_BYTES = 2**31 - 1  # Arrow's string offsets are 32 bits; more in one shard is a bomb or must be split


class UnreadableShardError(Exception):
    """A shard that cannot be read. The message is its quarantine reason: one clause, without the file's name."""


class Kind(StrEnum):
    """What the files of a source are. A source is of one kind."""

    PARQUET = "parquet"
    JSONL = "jsonl"
    TEXT = "text"


class Suits(StrEnum):
    """What a column can be used for, by its type."""

    TEXT = "text"  # an id or a text
    BYTES = "bytes"  # the same when it is UTF-8; never guessed, since media are bytes too
    INTEGER = "integer"  # an id
    OTHER = "other"


@dataclass(frozen=True)
class Columns:
    """The columns that a build reads of a source; nothing else of a file is looked at.

    Attributes:
        id: the column of document ids.
        text: the column of document texts.
        date: the column of their dates, or None.
        meta: further columns that are kept with the documents, in the order given.
        group: the column whose equal values mark copies of one record, or None.
    """

    id: str
    text: str
    date: str | None = None
    meta: tuple[str, ...] = ()
    group: str | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """All of them, once each: id, text, date, group, meta."""
        optional = [name for name in (self.date, self.group) if name]
        return tuple(dict.fromkeys((self.id, self.text, *optional, *self.meta)))


TEXT_COLUMNS = Columns("path", "text")  # a text file has no columns: its path is the id


@dataclass(frozen=True)
class Rows:
    """A batch of rows, one entry a row in each list.

    Attributes:
        places: where each row stands, for messages: a row from 0, a line from 1, a file's name.
        ids: document ids as found, or None.
        texts: texts untouched, or None.
        dates: dates as found, or None.
        metas: JSON objects with sorted keys, or None without meta columns.
        groups: values of the group column as found, or None.
    """

    places: Sequence[int | str] = field(default_factory=list)
    ids: Sequence[str | None] = field(default_factory=list)
    texts: Sequence[str | None] = field(default_factory=list)
    dates: Sequence[str | None] = field(default_factory=list)
    metas: Sequence[str | None] = field(default_factory=list)
    groups: Sequence[str | None] = field(default_factory=list)


class Faults:
    """What is wrong with the places of a shard: by kind a count and the first five. Memory does not grow with them."""

    def __init__(self, noun: str) -> None:
        """`noun` is what a place is: row, line, file."""
        self.noun = noun
        self.counts: Counter[str] = Counter()
        self.examples: dict[str, list[str]] = {}

    def note(self, why: str, place: object) -> None:
        """Counts a fault. `why` reads on after "2 lines"."""
        self.counts[why] += 1
        if self.counts[why] <= MAX_CULPRITS:
            self.examples.setdefault(why, []).append(str(place))

    @property
    def total(self) -> int:
        """All of them."""
        return self.counts.total()

    def check(self) -> None:
        """Raises UnreadableShardError with all kinds in one clause, in the order met, when there are any."""
        told = [f"{count(n, self.noun)} {why} ({self.places(why)})" for why, n in self.counts.items()]
        if told:
            raise UnreadableShardError("it has " + "; ".join(told))

    def places(self, why: str) -> str:
        """Where a kind was met: "3, 7", after five "and N more"."""
        more = self.counts[why] - len(self.examples[why])
        return ", ".join(self.examples[why]) + (f", and {more:,} more" if more else "")


class ShardReader(Protocol):
    """One open shard of any kind. Every method raises UnreadableShardError with a quarantine reason."""

    noun: str  # what a place is: row, line, file

    def __enter__(self) -> Self: ...
    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    @property
    def bytes_read(self) -> int:
        """Bytes taken from disk so far."""

    @property
    def columns(self) -> Mapping[str, Suits]:
        """Columns by name; of JSONL those of the first lines."""

    def count_rows(self) -> int:
        """Rows that the shard claims to hold."""

    def digest(self, columns: Columns) -> str:
        """SHA-256 of what a build reads, of these columns."""

    def batches(self, columns: Columns) -> Iterator[Rows]:
        """The rows, a bounded batch at a time; each byte is read once."""

    def digest_read(self) -> str:
        """What `digest` gives, from the bytes that `batches` read; call it when they are exhausted."""


class HoldsNothing:
    """The context of a reader that keeps no file open between two of its methods."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Nothing is to be closed."""


def meta_json(names: Sequence[str], values: Sequence[str | None]) -> str | None:
    """The kept columns of one row as a JSON object with sorted keys; None without any."""
    if not names:
        return None
    return json.dumps(dict(zip(names, values, strict=True)), sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def is_usable_id(doc_id: str | None) -> bool:
    """True for a non-empty, printable id without blanks round it."""
    if not doc_id:
        return False
    return len(doc_id) <= MAX_ID_CHARS and doc_id == doc_id.strip() and doc_id.isprintable()


def count(n: int, noun: str) -> str:
    """Return "1 row", "3 rows"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
