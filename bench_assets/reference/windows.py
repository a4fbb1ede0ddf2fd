"""The window of a document that most likely answers a question: what a retriever's reader is shown.

Belongs here: choosing a window by the question's words. Does not: ranking documents, reading an answer.
"""

from __future__ import annotations

import re

WINDOW_CHARS = 2500  # seed methodology, section 7: what a judge is shown of a document
OVERLAP_CHARS = 500
_WORD = re.compile(r"\w+")


def best_window(text: str, question: str, *, size: int = WINDOW_CHARS, overlap: int = OVERLAP_CHARS) -> str:
    """The window of `size` characters that holds the most distinct words of the question, the first on a tie.

    Words count by their length, a cheap stand-in for how much they say. Returns: the whole text when it fits.
    """
    if len(text) <= size:
        return text
    asked = {word.lower() for word in _WORD.findall(question)}
    starts = range(0, max(1, len(text) - overlap), size - overlap)
    windows = [text[start : start + size] for start in starts]
    return max(windows, key=lambda window: _weight(window, asked))


def _weight(window: str, asked: set[str]) -> int:
    return sum(len(word) for word in asked & {word.lower() for word in _WORD.findall(window)})
