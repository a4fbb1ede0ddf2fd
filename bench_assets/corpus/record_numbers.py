"""The number that an archive prints on a page: what two scans of one record share when little else can be read.

Belongs here: the shapes of such numbers and where on a page they stand. Does not: what follows from a shared one.
"""

from __future__ import annotations

import re

HEAD_CHARS, TAIL_CHARS = 400, 200  # stamps stand at the top or the bottom; further in, a number cites another record
MIN_DIGITS = 10  # in groups: fewer are dates, and numbers that many things have
GROUPED = re.compile(r"(?<![\w-])\d{2,6}(?:-\d{2,6}){1,4}(?![\w-])")
# A producing party's page number: letters and at least six digits in one piece, as in ABC00012345 or ABC_DEF_012345.
STAMPED = re.compile(r"(?<![A-Za-z0-9])[A-Z][A-Z_]{1,24}[-_]?\d{6,12}(?![\w-])")
PHONE = re.compile(r"(?:1-)?\d{3}-\d{3}-\d{4}")


def record_numbers(text: str) -> list[str]:
    """The record numbers at the top and the bottom of a text, once each, sorted; telephone numbers are none."""
    ends = (text[:HEAD_CHARS], text[max(HEAD_CHARS, len(text) - TAIL_CHARS) :])
    found = {match[0] for end in ends for match in GROUPED.finditer(end) if is_long(match[0])}
    found |= {re.sub(r"[-_]", "", match[0]) for end in ends for match in STAMPED.finditer(end)}
    return sorted(found)


def is_long(number: str) -> bool:
    """True for digits enough to be one record's."""
    return sum(map(str.isdigit, number)) >= MIN_DIGITS and not PHONE.fullmatch(number)
