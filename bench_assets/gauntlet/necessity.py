"""Stage 3: is the source needed at all? Without it, and from documents drawn at random, the answer must not come.

Belongs here: the closed-book and the distractor question. Does not: multi-document necessity, which comes with the
list types.
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
    left out, so that adding a draft never changes another one's distractors.
    """
    alive = survivors(drafts, earlier)
    asked = [draft for draft in alive if not is_rejection(draft)]
    pool = sorted(corpus["doc_id"].to_pylist())
    drawn = [draw_distractors(draft, pool, settings.distractors, seed) for draft in asked]
    texts = texts_of(corpus, (doc_id for ids in drawn for doc_id in ids))
    closed = recover(asked, [[] for _ in asked], model)
    shown = [passages(draft["question"], ids, texts, n_windows=1) for draft, ids in zip(asked, drawn, strict=True)]
    distracted = recover(asked, shown, model)
    verdicts = [not_applicable(draft) for draft in alive if is_rejection(draft)]
    verdicts += [_verdict(draft["task_id"], *pair) for draft, *pair in zip(asked, closed, distracted, strict=True)]
    return verdict_table(Stage.NECESSITY, template("answer"), verdicts)


def draw_distractors(draft: Mapping[str, Any], pool: Sequence[str], count: int, seed: int) -> list[str]:
    """`count` documents of the sorted pool, none the draft's own, in an order that the task and the seed fix."""
    digest = hashlib.sha256(f"{seed}|distractors|{draft['task_id']}".encode()).digest()
    generator = np.random.default_rng(int.from_bytes(digest[:8], "big"))
    sources = set(source_ids(draft))
    drawn: list[int] = generator.permutation(len(pool))[: count + len(sources)].tolist()
    return [pool[i] for i in drawn if pool[i] not in sources][:count]


def _verdict(task_id: str, closed: Recovery, distracted: Recovery) -> Verdict:
    replies = (*closed.replies, *distracted.replies)
    if closed.is_failed or distracted.is_failed:
        return model_failure(task_id, replies)
    if closed.is_recovered:
        return Verdict(task_id, Ruling.FAIL, "closed_book", "the answer comes without any document", replies)
    if distracted.is_recovered:
        return Verdict(
            task_id, Ruling.FAIL, "distractors_suffice", "the answer comes from unrelated documents", replies
        )
    return Verdict(
        task_id, Ruling.PASS, "needed", "neither closed book nor unrelated documents give the answer", replies
    )
