"""The gates that need no model: the first stage of the gauntlet, since it costs nothing.

Belongs here: the order of the gates, and their verdicts. Does not: any gate (rule_book, one a module).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pyarrow as pa

from bench_assets.gauntlet.rule_book.banners import find_banner
from bench_assets.gauntlet.rule_book.boilerplate_questions import find_boilerplate_question
from bench_assets.gauntlet.rule_book.context import Context, Gate, read_context
from bench_assets.gauntlet.rule_book.deixis import find_deixis
from bench_assets.gauntlet.rule_book.directions import find_wrong_direction
from bench_assets.gauntlet.rule_book.drafts import Draft, read_draft
from bench_assets.gauntlet.rule_book.duplicates import Asked
from bench_assets.gauntlet.rule_book.giveaways import find_giveaway
from bench_assets.gauntlet.rule_book.invented_quotes import find_invented_quotes
from bench_assets.gauntlet.rule_book.redactions import find_redaction
from bench_assets.gauntlet.rule_book.source_leaks import find_source_leak
from bench_assets.gauntlet.rule_book.untraced_figures import find_untraced_figure
from bench_assets.gauntlet.verdicts import Ruling, Stage, rows
from bench_assets.schemas import VERDICTS

# In this order: a redaction is also garbled, a stamp's question also leaks, so the narrower word comes first.
GATES = (
    Gate("redacted_answer", find_redaction),
    Gate("banner_answer", find_banner),
    Gate("boilerplate_question", find_boilerplate_question),
    Gate("source_leak", find_source_leak),
    Gate("deixis", find_deixis),
    Gate("answer_given_away", find_giveaway),
    Gate("wrong_direction", find_wrong_direction),
    Gate("untraced_figure", find_untraced_figure),
)
INVENTED = "invented_quote"
DUPLICATE = "duplicate_fact"
SOUND = "sound"


def judge_by_rules(drafts: pa.Table, corpus: pa.Table) -> pa.Table:
    """VERDICTS of the gates, one row a draft by task_id: pass, or fail with the first gate that objects.

    Args:
        drafts: TASK_DRAFTS of any types; of drafts that ask the same fact the first sound one by task_id passes.
        corpus: CORPUS that they were drafted from.
    """
    records = rows(drafts)
    read = [read_draft(row) for row in records]
    context = read_context(read, corpus) if read else Context()
    misquoted = find_invented_quotes(records, corpus)
    asked = Asked()
    verdicts = [_verdict(draft, context, asked, misquoted.get(draft.task_id, "")) for draft in read]
    return pa.Table.from_pylist(verdicts, schema=VERDICTS)


def objections(draft: Draft, context: Context, gates: Sequence[Gate] = GATES) -> dict[str, str]:
    """What each gate that objects to a draft says of it, by the gate's name."""
    found = {gate.name: gate.find(draft, context) for gate in gates}
    return {name: reason for name, reason in found.items() if reason}


def _verdict(draft: Draft, context: Context, asked: Asked, misquoted: str) -> Mapping[str, object]:
    found = {INVENTED: misquoted} if misquoted else _objection(draft, context, asked)
    name, reason = next(iter(found.items()), (SOUND, "no gate objects"))
    return {
        "task_id": draft.task_id,
        "stage": Stage.RULES.value,
        "outcome": (Ruling.PASS if name == SOUND else Ruling.FAIL).value,
        "category": name,
        "reason": reason,
        "prompt_id": "",
        "prompt_version": "",
        "model": "",
        "cost_usd": 0.0,
    }


def _objection(draft: Draft, context: Context, asked: Asked) -> dict[str, str]:
    """The first objection to a draft, {} for none; a draft without any is remembered, so that none repeats it."""
    for gate in GATES:
        if reason := gate.find(draft, context):
            return {gate.name: reason}
    if reason := asked.repeats(draft):
        return {DUPLICATE: reason}
    asked.add(draft)
    return {}
