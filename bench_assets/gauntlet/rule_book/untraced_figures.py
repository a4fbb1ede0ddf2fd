"""Figures of an answer or an item that no quote of its documents states.

Belongs here: which quotes must show which figures. Does not: comparing values (figures.py).
"""

from __future__ import annotations

from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.drafts import Draft, shortened
from bench_assets.gauntlet.rule_book.figures import untraced


def find_untraced_figure(draft: Draft, _: Context) -> str:
    """The first figure that is not traced, in a sentence; "" when all are, and for a rejection type."""
    if draft.is_rejection:
        return ""
    for part in draft.parts:
        figure = untraced(part.text, part.quotes)
        if figure:
            return f"no quote states {figure!r} of {shortened(part.text)!r}"
    return ""
