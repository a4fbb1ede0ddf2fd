"""What each pooled document says about its task, read window by window wherever in the document the answer may stand.

Belongs here: choosing windows, asking, finding a quote's span again. Does not: what supports means (the prompt says
it). Seed 000 read only the first 2,500 characters of a document; this reads every window that could hold the answer.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets.gauntlet.verdicts import texts_of
from bench_assets.pooling.pools import ALIAS_INDEX
from bench_assets.schemas import POOL_LABELS
from bench_assets.settings.release import PoolingSection
from bench_resources.prompting import PoolLabel, PoolLabels, Support, template
from bench_resources.reader.passages import STOP_WORDS
from bench_resources.windows import Window, rank_windows
from scoring.fencing import unfence
from scoring.llm import Model, Prompt, Reply, ask

UNJUDGED = "unjudged"
MIN_SIGN_SHARE = (
    0.5  # of the answer's signs in a window, below which it is not read: OCR and other date forms cost some
)
MIN_WINDOW_SHARE = (
    0.4  # of the weight of question and answer: a supporting passage holds more, even when OCR cost it a third
)
BATCH = 2000  # pairs in flight: memory stays flat on any number of them
NO_ITEM = -1
MISFIT = "the reply does not hold one label for each window"


@dataclass
class _Pair:
    """One document on its way to a label.

    Attributes:
        task: as asked about: where an answer has several items, its `answer` is one of them.
        item: which, from 0; None where there are none.
        behind: copies of the document that wait for what it says.
    """

    task: Mapping[str, Any]
    item: int | None
    doc_id: str
    text: str
    windows: Iterator[Window]
    n_read: int = 0
    current: Window | None = None
    label: str = Support.IRRELEVANT.value
    reason: str = ""
    span: tuple[int, int] | None = None
    model: str = ""
    errors: list[str] = field(default_factory=list)
    behind: list[_Pair] = field(default_factory=list)

    @property
    def asked_about(self) -> tuple[str, int]:
        """What windows may be put to the model together for."""
        return self.task["task_id"], NO_ITEM if self.item is None else self.item


class Labelled(NamedTuple):
    """POOL_LABELS, and how many pairs, windows and calls it took; a shared label took none of its own."""

    table: pa.Table
    counts: dict[str, int]


def label_pools(
    pools: pa.Table,
    verified: pa.Table,
    corpus: pa.Table,
    near_duplicates: pa.Table,
    model: Model,
    settings: PoolingSection,
) -> Labelled:
    """POOL_LABELS by (task_id, doc_id), one row a pooled pair.

    Each document's windows are ranked for the question and its answer; the best one is always read, the others while
    they could hold the answer, until one supports. An answer of several items is labelled item by item, and a document
    that only the alias index put in the pool is read only where it could hold the item. Windows of one task are put to
    the model some at a time. A copy of a document that supports has its label where the very evidence stands in it too,
    else it is read itself. A pair on
    which the model failed, or quoted what is not there, and which no other window supports, is unjudged.
    """
    tasks = {task["task_id"]: task for task in verified.to_pylist()}
    named = sorted(zip(pools["task_id"].to_pylist(), pools["doc_id"].to_pylist(), strict=True))
    texts = texts_of(corpus, sorted({doc_id for _, doc_id in named}))
    clusters = dict(zip(near_duplicates["doc_id"].to_pylist(), near_duplicates["cluster_id"].to_pylist(), strict=True))
    version = template("pool_label").version
    found: list[dict[str, Any]] = []
    counts: Counter[str] = Counter(pairs=len(named), windows=0, calls=0, shared=0)
    listed = _listed_only(pools)
    for block in _blocks(named):
        pairs = [
            _pair(part, item, doc_id, texts[doc_id], settings, is_listed=(task_id, doc_id) in listed)
            for task_id, doc_id in block
            for item, part in _parts(tasks[task_id])
        ]
        pairs.sort(key=lambda pair: (pair.asked_about, pair.doc_id))
        _read(pairs, clusters, model, settings.windows_per_call, counts)
        pairs.sort(key=lambda pair: (pair.task["task_id"], pair.doc_id, pair.asked_about))
        found += [_row(pair, version) for pair in pairs]
        counts["windows"] += sum(pair.n_read for pair in pairs)
    return Labelled(pa.Table.from_pylist(found, schema=POOL_LABELS), dict(counts))


def _blocks(named: Sequence[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """The pairs of whole tasks, at least BATCH together: one call's windows are of one task."""
    block: list[tuple[str, str]] = []
    for _, of_task in groupby(named, key=itemgetter(0)):
        block += of_task
        if len(block) >= BATCH:
            yield block
            block = []
    if block:
        yield block


def _parts(task: Mapping[str, Any]) -> list[tuple[int | None, Mapping[str, Any]]]:
    """The task as its documents are asked about it: once for each item, numbered, where its answer has several."""
    return [(at, {**task, "answer": item["item"]}) for at, item in enumerate(task["items"] or ())] or [(None, task)]


def _listed_only(pools: pa.Table) -> set[tuple[str, str]]:
    """Pairs that nothing but the alias index put in a pool."""
    return {
        (row["task_id"], row["doc_id"])
        for row in pools.to_pylist()
        if {by["retriever"] for by in row["contributors"]} == {ALIAS_INDEX}
    }


def _pair(
    task: Mapping[str, Any], item: int | None, doc_id: str, text: str, settings: PoolingSection, *, is_listed: bool
) -> _Pair:
    return _Pair(task, item, doc_id, text, _windows(task, text, settings, is_listed=is_listed))


def _windows(task: Mapping[str, Any], text: str, settings: PoolingSection, *, is_listed: bool) -> Iterator[Window]:
    """Windows worth reading, best first, at most `max_windows`; the best one whatever it holds, unless `is_listed`."""
    query = f"{task['question']} {task['answer']}"
    ranked = rank_windows(text, query, size=settings.window_chars, overlap=settings.window_overlap_chars)
    n_read = 0
    if not is_listed:
        yield ranked[0]
        n_read = 1
    for window in ranked[n_read:]:
        if n_read == settings.max_windows:
            return
        if window.share >= MIN_WINDOW_SHARE and could_hold(task["answer"], window.text):
            n_read += 1
            yield window


def could_hold(answer: str, window: str) -> bool:
    """Whether a window holds enough traces of an answer to be read; generous, since it only saves calls.

    A trace of a word is its first three letters at the start of a word, of a figure its last two digits at the end of
    one (1963 and '63 are one year). An answer without a telling trace could stand anywhere.
    """
    signs = _signs(answer)
    return not signs or sum(sign.search(window) is not None for sign in signs) / len(signs) >= MIN_SIGN_SHARE


@lru_cache(maxsize=1024)
def _signs(answer: str) -> tuple[re.Pattern[str], ...]:
    words = dict.fromkeys(word[:3] for word in re.findall(r"[^\W\d_]{3,}", answer.casefold()) if word not in STOP_WORDS)
    figures = dict.fromkeys(figure[-2:] for figure in re.findall(r"\d{2,}", answer))
    patterns = [rf"\b{word}" for word in words] + [rf"{figure}\b" for figure in figures]
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)


def _read(
    pairs: Sequence[_Pair], clusters: Mapping[str, str], model: Model, n_windows: int, counts: Counter[str]
) -> None:
    """Asks round by round: the next window of every pair that nothing supports yet; then of copies that differ."""
    waiting = _heads(pairs, clusters)
    while waiting:
        for pair in waiting:
            pair.current = next(pair.windows, None)
        asked = [pair for pair in waiting if pair.current is not None]
        answered = _ask_round(asked, model, n_windows, counts)
        settled = [pair for pair in waiting if pair.current is None or pair.label == Support.SUPPORTS]
        waiting = [pair for pair in answered if pair.label != Support.SUPPORTS]
        waiting += [head for pair in settled for head in _share(pair, counts)]


def _heads(pairs: Sequence[_Pair], clusters: Mapping[str, str]) -> list[_Pair]:
    """The pairs that are read first: of copies in one task's pool the first by doc_id, with the others behind it."""
    heads: dict[tuple[tuple[str, int], str], _Pair] = {}
    for pair in pairs:
        group = pair.asked_about, clusters.get(pair.doc_id, pair.doc_id)
        head = heads.setdefault(group, pair)
        if head is not pair:
            head.behind.append(pair)
    return list(heads.values())


def _share(head: _Pair, counts: Counter[str]) -> list[_Pair]:
    """Gives a settled pair's label to the copies that hold its evidence; the first that does not is read next."""
    rest = [pair for pair in head.behind if not _is_shared(head, pair)]
    counts["shared"] += len(head.behind) - len(rest)
    head.behind = []
    if rest:
        rest[0].behind = rest[1:]
    return rest[:1]


def _is_shared(head: _Pair, pair: _Pair) -> bool:
    """Whether a copy has the label of the one before: it holds the quote that supports, or the very same words."""
    if head.label == Support.SUPPORTS and head.span is not None:
        pair.span = find_quote(head.text[slice(*head.span)], pair.text)
        if pair.span is None:
            return False
    elif head.text.split() != pair.text.split():
        return False
    pair.label, pair.model, pair.errors = head.label, head.model, list(head.errors)
    pair.reason = f"as its copy {head.doc_id}: {head.reason}"
    return True


def _ask_round(asked: Sequence[_Pair], model: Model, n_windows: int, counts: Counter[str]) -> list[_Pair]:
    """Puts the current window of each pair to the model; gives the pairs that were answered, or failed.

    What a batch has not answered yet is left out: it must not make other windows be read.
    """
    groups = [
        of_task[at : at + n_windows]
        for _, found in groupby(asked, key=lambda pair: pair.asked_about)
        for of_task in [list(found)]
        for at in range(0, len(of_task), n_windows)
    ]
    replies = _ask_groups(groups, model, counts)
    misfits = [
        group for group, reply in zip(groups, replies, strict=True) if len(group) > 1 and _is_misfit(group, reply)
    ]
    alone = [[pair] for group in misfits for pair in group]
    again = zip(alone, _ask_groups(alone, model, counts), strict=True)
    firsts = ((group, reply) for group, reply in zip(groups, replies, strict=True) if group not in misfits)
    answered = []
    for group, reply in (*firsts, *again):
        labels = _labels_of(group, reply)
        for at, pair in enumerate(group):
            _take(pair, labels[at] if labels else None, reply)
        answered += [] if reply.is_pending else group
    return sorted(answered, key=lambda pair: (pair.asked_about, pair.doc_id))


def _ask_groups(groups: Sequence[Sequence[_Pair]], model: Model, counts: Counter[str]) -> list[Reply]:
    counts["calls"] += len(groups)
    return ask(model, [_prompt(group) for group in groups])


def _prompt(group: Sequence[_Pair]) -> Prompt:
    task = group[0].task
    windows = [pair.current.text for pair in group if pair.current is not None]
    return template("pool_label").fill(question=task["question"], answer=task["answer"], windows=windows)


def _is_misfit(group: Sequence[_Pair], reply: Reply) -> bool:
    """Whether a reply can be used for none of several windows, so that each is asked about by itself."""
    return len(group) > 1 and not reply.is_pending and _labels_of(group, reply) is None


def _labels_of(group: Sequence[_Pair], reply: Reply) -> list[PoolLabel] | None:
    said = reply.expect(PoolLabels)
    return said.labels if said is not None and len(said.labels) == len(group) else None


def _take(pair: _Pair, said: PoolLabel | None, reply: Reply) -> None:
    """What a window's label makes of a pair: support ends it, partial outranks irrelevant, a failure is remembered."""
    assert pair.current is not None
    pair.n_read += 1
    pair.model = reply.model
    if said is None:
        pair.errors.append(reply.error or MISFIT)
        return
    if said.label is Support.SUPPORTS:
        span = find_quote(said.quote or "", pair.current.text)
        if span is None:
            pair.errors.append("the quote is not in the window")
            return
        pair.span = (pair.current.start + span[0], pair.current.start + span[1])
    if pair.label == Support.IRRELEVANT or said.label is Support.SUPPORTS:
        pair.label, pair.reason = said.label.value, said.reason


def find_quote(quote: str, window: str) -> tuple[int, int] | None:
    """Where a quote stands in a window, whatever the white space between its words; None when it does not."""
    for said in dict.fromkeys((quote, unfence(quote))):  # the window was shown inside a fence
        words = said.split()
        match = re.search(r"\s+".join(map(re.escape, words)), window) if words else None
        if match:
            return match.span()
    return None


def _row(pair: _Pair, version: str) -> dict[str, Any]:
    is_unjudged = bool(pair.errors) and pair.label != Support.SUPPORTS
    start, end = pair.span or (None, None)
    return {
        "task_id": pair.task["task_id"],
        "doc_id": pair.doc_id,
        "item": pair.item,
        "label": UNJUDGED if is_unjudged else pair.label,
        "start": start,
        "end": end,
        "quote": pair.text[start:end] if pair.span else None,
        "reason": pair.errors[0] if is_unjudged else pair.reason,
        "prompt_version": version,
        "model": pair.model,
        "n_windows_read": pair.n_read,
    }
