"""Stage 3: is the source needed at all? Without it, and from documents drawn at random, the answer must not come.

Belongs here: the closed-book and the distractor question, and, where an answer has several parts, each source alone.
Does not: whether the sources together suffice (answerability.py).
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from bench_assets.gauntlet.answerability import Recovery, recover
from bench_assets.gauntlet.verdicts import (
    Ruling,
    Stage,
    Verdict,
    has_parts,
    is_rejection,
    model_failure,
    not_applicable,
    passages,
    source_ids,
    survivors,
    texts_of,
    verdict_table,
)
from bench_assets.settings.release import GauntletSection
from bench_resources.prompting import template
from scoring.llm import Model


def judge_necessity(
    drafts: pa.Table, earlier: Sequence[pa.Table], corpus: pa.Table, model: Model, settings: GauntletSection, seed: int
) -> pa.Table:
    """VERDICTS of stage 3, one row a draft that passed the earlier stages.

    Distractors are `settings.distractors` documents drawn for each task from its own seeded generator, the sources
    left out, so that adding a draft never changes another one's distractors. A draft whose answer has several parts is
    also asked of each of its sources alone: none may suffice.
    """
    alive = survivors(drafts, earlier)
    asked = [draft for draft in alive if not is_rejection(draft)]
    pool = sorted(corpus["doc_id"].to_pylist())
    drawn = [draw_distractors(draft, pool, settings.distractors, seed) for draft in asked]
    texts = texts_of(corpus, (doc_id for ids in drawn for doc_id in ids))
    closed = recover(asked, [[] for _ in asked], model, settings)
    shown = [passages(draft["question"], ids, texts, n_windows=1) for draft, ids in zip(asked, drawn, strict=True)]
    distracted = recover(asked, shown, model, settings)
    alone = _of_each_source(asked, corpus, model, settings)
    verdicts = [not_applicable(draft) for draft in alive if is_rejection(draft)]
    verdicts += [
        _verdict(draft["task_id"], without, unrelated, alone.get(draft["task_id"], {}))
        for draft, without, unrelated in zip(asked, closed, distracted, strict=True)
    ]
    return verdict_table(Stage.NECESSITY, template("answer"), verdicts)


def _of_each_source(
    asked: Sequence[Mapping[str, Any]], corpus: pa.Table, model: Model, settings: GauntletSection
) -> dict[str, dict[str, Recovery]]:
    """What each source alone gives, by task and document, of the drafts whose answer has several parts."""
    pairs = [(draft, doc_id) for draft in asked if has_parts(draft) for doc_id in source_ids(draft)]
    texts = texts_of(corpus, (doc_id for _, doc_id in pairs))
    shown = [passages(draft["question"], [doc_id], texts) for draft, doc_id in pairs]
    found: dict[str, dict[str, Recovery]] = {}
    for (draft, doc_id), recovery in zip(pairs, recover([d for d, _ in pairs], shown, model, settings), strict=True):
        found.setdefault(draft["task_id"], {})[doc_id] = recovery
    return found


def draw_distractors(draft: Mapping[str, Any], pool: Sequence[str], count: int, seed: int) -> list[str]:
    """`count` documents of the sorted pool, none the draft's own, in an order that the task and the seed fix."""
    digest = hashlib.sha256(f"{seed}|distractors|{draft['task_id']}".encode()).digest()
    generator = np.random.default_rng(int.from_bytes(digest[:8], "big"))
    sources = set(source_ids(draft))
    drawn: list[int] = generator.permutation(len(pool))[: count + len(sources)].tolist()
    return [pool[i] for i in drawn if pool[i] not in sources][:count]


def _verdict(task_id: str, closed: Recovery, distracted: Recovery, alone: Mapping[str, Recovery]) -> Verdict:
    replies = tuple(reply for tried in (closed, distracted, *alone.values()) for reply in tried.replies)
    if any(tried.is_failed for tried in (closed, distracted, *alone.values())):
        return model_failure(task_id, replies)
    if closed.is_recovered:
        return Verdict(task_id, Ruling.FAIL, "closed_book", "the answer comes without any document", replies)
    if distracted.is_recovered:
        return Verdict(
            task_id, Ruling.FAIL, "distractors_suffice", "the answer comes from unrelated documents", replies
        )
    sufficient = sorted(doc_id for doc_id, tried in alone.items() if tried.is_recovered)
    if sufficient:
        told = f"the document {sufficient[0]} alone gives the answer"
        return Verdict(task_id, Ruling.FAIL, "one_document_suffices", told, replies)
    return Verdict(
        task_id, Ruling.PASS, "needed", "neither closed book nor unrelated documents give the answer", replies
    )
