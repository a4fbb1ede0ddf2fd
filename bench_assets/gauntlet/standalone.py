"""Stage 1: can the question be understood by somebody who has never seen the document?

Belongs here: asking, and the leaks that need no model (the draft's own document ids). Does not: what the question
means.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from bench_assets.gauntlet.verdicts import Ruling, Stage, Verdict, model_failure, source_ids, survivors, verdict_table
from bench_resources.prompting import Judgement, Outcome, template
from scoring.llm import Model, Reply, ask


def judge_standalone(drafts: pa.Table, earlier: Sequence[pa.Table], model: Model) -> pa.Table:
    """VERDICTS of stage 1, one row a draft that the rules passed. A model that fails rejects it: model_failure."""
    asked = template("standalone")
    records = survivors(drafts, earlier)
    replies = ask(model, [asked.fill(question=draft["question"]) for draft in records])
    verdicts = [_verdict(draft, reply) for draft, reply in zip(records, replies, strict=True)]
    return verdict_table(Stage.STANDALONE, asked, verdicts)


def _verdict(draft: Mapping[str, Any], reply: Reply) -> Verdict:
    leaked = next((doc_id for doc_id in source_ids(draft) if doc_id.casefold() in draft["question"].casefold()), None)
    if leaked is not None:
        return Verdict(
            draft["task_id"], Ruling.FAIL, "source_leak", f"the question names its document {leaked}", (reply,)
        )
    said = reply.expect(Judgement)
    if said is None:
        return model_failure(draft["task_id"], [reply])
    ruling = Ruling.PASS if said.verdict is Outcome.PASS else Ruling.FAIL
    return Verdict(draft["task_id"], ruling, said.category, said.reason, (reply,))
