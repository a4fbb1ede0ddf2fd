"""Where a quote stands in an untouched text, whatever happened to its white space and quotation marks.

Belongs here: normalising for comparison and mapping back to the text's own characters. Does not: fuzzy matching; a
quote is verbatim or invented.
"""

from __future__ import annotations

import re

from scoring.fencing import is_unseen, unfence

_MARKS = {
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "‘": "'",
    "’": "'",
    "‚": "'",
    "`": "'",
    "–": "-",
    "—": "-",
    "\u00ad": "",
}
_TABLE = str.maketrans(_MARKS)


def flatten(text: str) -> str:
    """The text on one line: white space collapsed, a word broken by a hyphen at a line's end made whole."""
    return " ".join(re.sub(r"(?<=[a-z])-[ \t]*\n\s*(?=[a-z])", "", text).split())


def find_quote(text: str, quote: str) -> tuple[int, int] | None:
    """Span of a quote in a text, compared without white space and with plain quotation marks; None when absent.

    The span is of the untouched text: text[start:end] is what the document says, line breaks included. What a fence
    spelt out or left out is read back.
    """
    if not quote.strip():
        return None
    exact = text.find(quote)
    if exact >= 0:
        return exact, exact + len(quote)
    flat, offsets = _compact(text)
    for said in dict.fromkeys((quote, unfence(quote))):
        wanted, _ = _compact(said)
        at = flat.find(wanted) if wanted else -1
        if at >= 0:
            return offsets[at], offsets[at + len(wanted) - 1] + 1
    return None


def _compact(text: str) -> tuple[str, list[int]]:
    """The text's characters without white space and what nobody sees, and where each stood."""
    seen = ((char, at) for at, char in enumerate(text) if not (char.isspace() or (char > "~" and is_unseen(char))))
    letters = [(mark, at) for char, at in seen for mark in char.translate(_TABLE)]
    return "".join(mark for mark, _ in letters), [at for _, at in letters]
