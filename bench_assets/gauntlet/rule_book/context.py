"""What gates know besides the draft before them: the corpus's boilerplate, its ids, and the drafts before it.

Belongs here: putting that together once a table. Does not: any gate.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import pyarrow as pa

from bench_assets.gauntlet.rule_book.boilerplate import Boilerplate, find_boilerplate
from bench_assets.gauntlet.rule_book.drafts import Draft

BATCH = 512
MIN_ID_CHARS = 5
MIN_ID_DIGITS = 3  # of an id with letters; "Pier14" is a place
MIN_NUMBER_DIGITS = 6  # of an id without letters: fewer are a year or an amount
_TOKEN = re.compile(r"(?<![$£€\w,.])[^\W_](?:[\w./:-]*\w)?(?!,\d)")
_KEPT: dict[bytes, Boilerplate] = {}  # of one corpus, the last
_EXTENSION = re.compile(r"\.[A-Za-z]{2,5}$")


@dataclass(frozen=True)
class Context:
    """Attributes.

    boilerplate: of the corpus.
    leaked_ids: what questions of the table hold and the corpus has as an id, as `squeezed` writes it.
    """

    boilerplate: Boilerplate = field(default_factory=Boilerplate)
    leaked_ids: frozenset[str] = frozenset()


class Gate(NamedTuple):
    """A kind of defect, and the function that says what was found of it, "" when nothing."""

    name: str
    find: Callable[[Draft, Context], str]


def read_context(drafts: Sequence[Draft], corpus: pa.Table) -> Context:
    """The context of a table's drafts. Memory does not grow with the corpus, but for a row of counts."""
    asked = {token for draft in drafts for token in id_like(draft.question)}
    return Context(_boilerplate_of(corpus), frozenset(_ids_among(asked, corpus)))


def _boilerplate_of(corpus: pa.Table) -> Boilerplate:
    """The boilerplate of a corpus, kept until another comes: the tables of all task types are judged over one."""
    mark = _fingerprint(corpus)
    if mark not in _KEPT:
        found = find_boilerplate(corpus)
        _KEPT.clear()
        _KEPT[mark] = found
    return _KEPT[mark]


def _fingerprint(corpus: pa.Table) -> bytes:
    """The hash of every text with its document's id: two tables of the same rows are one corpus."""
    digest = hashlib.blake2b(digest_size=16)
    for batch in corpus.select(["doc_id", "text"]).to_batches(max_chunksize=BATCH):
        digest.update(batch.serialize())
    return digest.digest()


def id_like(text: str) -> list[str]:
    """Words of a text that could be an id, squeezed."""
    tokens = (squeezed(token) for token in _TOKEN.findall(text))
    return [token for token in tokens if _is_id_like(token)]


def squeezed(written: str) -> str:
    """An id in small letters without its file's extension and marks."""
    return re.sub(r"[\W_]", "", _EXTENSION.sub("", written)).casefold()


def _is_id_like(token: str) -> bool:
    n_digits = sum(char.isdigit() for char in token)
    needed = MIN_NUMBER_DIGITS if n_digits == len(token) else MIN_ID_DIGITS
    return len(token) >= MIN_ID_CHARS and n_digits >= needed


def _ids_among(asked: set[str], corpus: pa.Table) -> Iterable[str]:
    """Those of the words that are a document's id, or the number in one."""
    for batch in corpus.select(["doc_id"]).to_batches(max_chunksize=BATCH):
        for doc_id in batch.column(0).to_pylist():
            whole = squeezed(doc_id)
            numbers = [run for run in re.findall(r"\d+", doc_id) if len(run) >= MIN_NUMBER_DIGITS]
            yield from (form for form in (whole, *numbers) if form in asked)
