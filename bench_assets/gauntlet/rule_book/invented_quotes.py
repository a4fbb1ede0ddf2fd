"""Quotes that their documents do not hold: whatever rests on one is made up.

Belongs here: reading every piece of evidence back at its span. Does not: looking for a quote elsewhere; drafting did.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pyarrow as pa

from bench_assets.gauntlet.verdicts import source_ids, texts_of


def find_invented_quotes(drafts: Sequence[Mapping[str, Any]], corpus: pa.Table) -> dict[str, str]:
    """What is wrong with the evidence of each draft that has a piece which does not read back, by task_id.

    A document that the corpus lacks is another fault, and the second stage's.
    """
    texts = texts_of(corpus, (doc_id for draft in drafts for doc_id in source_ids(draft)))
    found: dict[str, str] = {}
    for draft in drafts:
        for piece in draft["evidence"] or ():
            text = texts.get(piece["doc_id"])
            if text is not None and (not piece["quote"] or text[piece["start"] : piece["end"]] != piece["quote"]):
                where = f"{piece['doc_id']} [{piece['start']}:{piece['end']}]"
                found.setdefault(draft["task_id"], f"the quote does not stand at {where}")
    return found
