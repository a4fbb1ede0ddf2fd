"""What each pooled document says about its task, read window by window wherever in the document the answer may stand.

Belongs here: choosing windows, asking, finding a quote's span again. Does not: what supports means (the prompt says
it). Seed 000 read only the first 2,500 characters of a document; this reads every window that could hold the answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pyarrow as pa

from bench_assets.gauntlet.verdicts import texts_of
from bench_assets.schemas import POOL_LABELS
from bench_assets.settings.release import PoolingSection
from bench_resources.prompting import PoolLabel, Support, template
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
BATCH = 2000  # prompts in flight: memory stays flat on any number of pairs


@dataclass
class _Pair:
    """One document on its way to a label."""

    task: Mapping[str, Any]
    doc_id: str
    windows: Iterator[Window]
    n_read: int = 0
    current: Window | None = None
    label: str = Support.IRRELEVANT.value
    reason: str = ""
    span: tuple[int, int] | None = None
    model: str = ""
    errors: list[str] = field(default_factory=list)


def label_pools(
    pools: pa.Table, verified: pa.Table, corpus: pa.Table, model: Model, settings: PoolingSection
) -> pa.Table:
    """POOL_LABELS by (task_id, doc_id), one row a pooled pair.

    Each document's windows are ranked for the question and its answer; the best one is always read, the others while
    they could hold the answer, until one supports. A pair on which the model failed, or quoted what is not there, and
    which no other window supports, is unjudged.
    """
    tasks = {task["task_id"]: task for task in verified.to_pylist()}
    named = sorted(
        zip(pools["task_id"].to_pylist(), pools["doc_id"].to_pylist(), strict=True), key=lambda pair: (pair[1], pair[0])
    )
    texts = texts_of(corpus, (doc_id for _, doc_id in named))
    version = template("pool_label").version
    found: list[dict[str, Any]] = []
    for first in range(0, len(named), BATCH):
        pairs = [
            _Pair(tasks[task_id], doc_id, _windows(tasks[task_id], texts[doc_id], settings))
            for task_id, doc_id in named[first : first + BATCH]
        ]
        _read(pairs, model)
        found += [_row(pair, texts[pair.doc_id], version) for pair in pairs]
    return pa.Table.from_pylist(sorted(found, key=lambda row: (row["task_id"], row["doc_id"])), schema=POOL_LABELS)


def _windows(task: Mapping[str, Any], text: str, settings: PoolingSection) -> Iterator[Window]:
    """Windows worth reading, best first, at most `max_windows`."""
    query = f"{task['question']} {task['answer']}"
    ranked = rank_windows(text, query, size=settings.window_chars, overlap=settings.window_overlap_chars)
    yield ranked[0]
    n_read = 1
    for window in ranked[1:]:
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


def _read(pairs: Sequence[_Pair], model: Model) -> None:
    """Asks round by round: the next window of every pair that nothing supports yet."""
    asked = template("pool_label")
    waiting = list(pairs)
    while waiting:
        for pair in waiting:
            pair.current = next(pair.windows, None)
        waiting = [pair for pair in waiting if pair.current is not None]
        replies = ask(model, [_prompt(asked, pair) for pair in waiting])
        for pair, reply in zip(waiting, replies, strict=True):
            _take(pair, reply)
        # What a batch has not answered yet must not make other windows be read.
        answered = (pair for pair, reply in zip(waiting, replies, strict=True) if not reply.is_pending)
        waiting = [pair for pair in answered if pair.label != Support.SUPPORTS]


def _prompt(asked: Any, pair: _Pair) -> Prompt:
    assert pair.current is not None
    prompt: Prompt = asked.fill(question=pair.task["question"], answer=pair.task["answer"], window=pair.current.text)
    return prompt


def _take(pair: _Pair, reply: Reply) -> None:
    """What a window's reply makes of a pair: support ends it, partial outranks irrelevant, a failure is remembered."""
    assert pair.current is not None
    pair.n_read += 1
    pair.model = reply.model
    said = reply.expect(PoolLabel)
    if said is None:
        pair.errors.append(reply.error or "no reply")
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


def _row(pair: _Pair, text: str, version: str) -> dict[str, Any]:
    is_unjudged = bool(pair.errors) and pair.label != Support.SUPPORTS
    start, end = pair.span or (None, None)
    return {
        "task_id": pair.task["task_id"],
        "doc_id": pair.doc_id,
        "label": UNJUDGED if is_unjudged else pair.label,
        "start": start,
        "end": end,
        "quote": text[start:end] if pair.span else None,
        "reason": pair.errors[0] if is_unjudged else pair.reason,
        "prompt_version": version,
        "model": pair.model,
        "n_windows_read": pair.n_read,
    }
