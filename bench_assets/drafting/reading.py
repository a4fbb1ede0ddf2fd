"""What all documents of a figure say: each read around every mention, its copies too, and put to a model whole.

Belongs here: gathering the passages of an entity-complete set, packing them into calls. Does not: what is asked of
them (absence, premises), which documents name a figure (the corpus's own rescan).
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets.drafting.facts import Target
from bench_resources import windows
from bench_resources.blocks import batched
from bench_resources.prompting import template
from scoring.llm import Model, Reply, ask

CONTEXT_CHARS = 1500  # read on either side of a mention; a text of four times as much is read whole
CALL_CHARS = 12_000  # of passages in one call, as long as a window that facts are asked of
OVERLAP_CHARS = 500  # of two pieces of a passage too long for one call: no sentence is cut in both
BATCH = 1024  # calls in flight: bounds memory, keeps a live model's workers busy
ROWS = 256


class Passage(NamedTuple):
    """Text of one document."""

    doc_id: str
    text: str


class Reading(NamedTuple):
    """Everything that a corpus holds on one target.

    Attributes:
        passages: by doc_id, one a document.
        listed: the documents that the corpus lists for it, sorted.
        copies: further documents of the corpus that are copies of those, sorted.
    """

    passages: tuple[Passage, ...]
    listed: tuple[str, ...]
    copies: tuple[str, ...]


class Asked(NamedTuple):
    """A question that is put to all its passages: the prompt's other variables, and the passages."""

    variables: Mapping[str, Any]
    passages: Sequence[Passage]


def complete_passages(
    corpus: pa.Table, near_duplicates: pa.Table, targets: Sequence[Target]
) -> Mapping[str, Reading | None]:
    """What the corpus holds on each target, by entity_id.

    Every document that the corpus lists for a target is read around every mention, and so is every copy of one. One in
    which no form of the name is found is read whole: the rescan knows misreadings that plain search does not.

    Returns: None for a target with a document that has no text, and for one without any document: it proves nothing.
    """
    copies = copies_in(corpus, near_duplicates)
    listed = _listed(corpus, {target.entity_id for target in targets})
    wanted: dict[str, list[Target]] = defaultdict(list)
    for target in targets:
        for doc_id in with_copies(listed[target.entity_id], copies):
            wanted[doc_id].append(target)
    found: dict[str, list[Passage]] = {target.entity_id: [] for target in targets}
    for doc_id, text in texts(corpus):
        for target in wanted.get(doc_id, ()):
            found[target.entity_id].append(Passage(doc_id, around_mentions(text, target) or text))
    return {entity_id: _reading(passages, listed[entity_id]) for entity_id, passages in found.items()}


def _reading(passages: Sequence[Passage], listed: frozenset[str]) -> Reading | None:
    if not passages or not all(passage.text.strip() for passage in passages):
        return None
    ordered = tuple(sorted(passages))
    return Reading(ordered, tuple(sorted(listed)), tuple(p.doc_id for p in ordered if p.doc_id not in listed))


def texts(corpus: pa.Table) -> Iterator[tuple[str, str]]:
    """(doc_id, text) of every document, "" for one without text, a few in memory at a time."""
    for batch in corpus.select(["doc_id", "text"]).to_batches(max_chunksize=ROWS):
        for doc_id, text in zip(batch["doc_id"].to_pylist(), batch["text"].to_pylist(), strict=True):
            yield doc_id, text or ""


def copies_in(corpus: pa.Table, near_duplicates: pa.Table) -> Mapping[str, frozenset[str]]:
    """For each document with copies in the corpus, those copies and itself."""
    held = frozenset(corpus["doc_id"].to_pylist())
    clusters: dict[str, set[str]] = defaultdict(set)
    for row in near_duplicates.select(["cluster_id", "doc_id"]).to_pylist():
        if row["doc_id"] in held:
            clusters[row["cluster_id"]].add(row["doc_id"])
    return {doc_id: frozenset(cluster) for cluster in clusters.values() for doc_id in cluster}


def with_copies(doc_ids: frozenset[str], copies: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """The documents and all their copies."""
    return doc_ids.union(*(copies[doc_id] for doc_id in sorted(doc_ids) if doc_id in copies))


def _listed(corpus: pa.Table, entity_ids: set[str]) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = {entity_id: set() for entity_id in entity_ids}
    for batch in corpus.select(["doc_id", "entity_ids"]).to_batches(max_chunksize=ROWS):
        for row in batch.to_pylist():
            for entity_id in entity_ids.intersection(row["entity_ids"] or ()):
                found[entity_id].add(row["doc_id"])
    return {entity_id: frozenset(doc_ids) for entity_id, doc_ids in found.items()}


def ask_of_all(
    model: Model, prompt_id: str, asked: Sequence[Asked], max_chars: int = CALL_CHARS
) -> list[tuple[Reply, ...]]:
    """Puts each question to a model over all its passages, many questions together, so that a model works in parallel.

    Args:
        model: whom to ask.
        prompt_id: of a prompt with a variable `passages`, a list of {doc_id, text}.
        asked: the questions.
        max_chars: of passages in one call; a longer passage goes in pieces that overlap.

    Returns: the replies to each question, one a call, in order; none for a question without passages, which proves
    nothing.
    """
    found: list[list[Reply]] = [[] for _ in asked]
    calls = (
        (number, template(prompt_id).fill(**one.variables, passages=shown))
        for number, one in enumerate(asked)
        for shown in packed(one.passages, max_chars)
    )
    for batch in batched(calls, BATCH):
        replies = ask(model, [prompt for _, prompt in batch])
        for (number, _), reply in zip(batch, replies, strict=True):
            found[number].append(reply)
    return [tuple(replies) for replies in found]


def packed(passages: Sequence[Passage], max_chars: int) -> Iterator[list[dict[str, str]]]:
    """The passages in order, as few calls as hold at most `max_chars` characters of them each."""
    shown: list[dict[str, str]] = []
    room = max_chars
    for doc_id, text in passages:
        for start, end in windows.cut(text, max_chars, min(OVERLAP_CHARS, max_chars // 4)):
            if shown and end - start > room:
                yield shown
                shown, room = [], max_chars
            shown.append({"doc_id": doc_id, "text": text[start:end]})
            room -= end - start
    if shown:
        yield shown


@lru_cache(maxsize=256)
def _by_first_word(forms: tuple[str, ...]) -> dict[str, re.Pattern[str]]:
    """Patterns of the forms in small letters, by their first word: plain search for it finds where to look closely."""
    words: dict[str, list[str]] = {}
    for form in forms:
        first, *others = form.lower().split()
        words.setdefault(first, []).append(r"\s+".join(map(re.escape, [first, *others])))
    return {
        first: re.compile(rf"(?<!\w)(?:{'|'.join(sorted(either, key=len, reverse=True))})(?!\w)")
        for first, either in words.items()
    }


def mentions(text: str, target: Target) -> list[tuple[int, int]]:
    """Spans of every mention of a target, in order."""
    lower = text.lower()
    if len(lower) != len(text):  # a letter of two in small print: the offsets would not be the text's
        return [match.span() for match in target.pattern.finditer(text)]
    spans = []
    for first, pattern in _by_first_word(target.forms).items():
        at = lower.find(first)
        while at >= 0:
            match = pattern.match(lower, at)
            if match:
                spans.append(match.span())
            at = lower.find(first, match.end() if match else at + 1)
    return sorted(spans)


def around_mentions(text: str, target: Target, reach: int = CONTEXT_CHARS) -> str:
    """The text within reach of every mention of a target, joined; "" when it is not mentioned.

    Of a text that is not much longer than that all: a letter has its date at its head and its writer at its foot.
    """
    if len(text) <= 4 * reach and mentions(text, target):
        return text
    spans: list[list[int]] = []
    for first, last in mentions(text, target):
        start, end = max(0, first - reach), min(len(text), last + reach)
        if spans and start <= spans[-1][1]:
            spans[-1][1] = max(spans[-1][1], end)
        else:
            spans.append([start, end])
    return "\n".join(text[start:end] for start, end in spans)
