"""Markdown for people: tables, and untrusted text that stays text.

Belongs here: escaping, cells, tables. Does not: what is shown (results.py, publishing/funnel.py, publishing/card.py).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

# As entities, because a mark after a backslash of the document's own would not be escaped by one of ours; and an
# image or a link in a preview would call out of the maintainer's browser.
MARKS = str.maketrans({mark: f"&#{ord(mark)};" for mark in "&<>|`[]!\\"})
# In running text and on a public page, where emphasis, headings, formulas and bare addresses are read as well.
ALL_MARKS = MARKS | str.maketrans({mark: f"&#{ord(mark)};" for mark in "*_~#$:@"})


def cell(text: str, max_chars: int) -> str:
    """Untrusted text as one harmless line of a table, cut before it is escaped."""
    return cut(text, max_chars).translate(MARKS)


def prose(text: str, max_chars: int) -> str:
    """Untrusted text as one harmless line of a public page."""
    return cut(text, max_chars).translate(ALL_MARKS)


def cut(text: str, max_chars: int) -> str:
    """The text on one line, at most so long, its last three characters then being dots."""
    line = " ".join(text.split())
    return line if len(line) <= max_chars else line[: max_chars - 3] + "..."


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table of cells that are harmless already."""
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
