"""Marks that scanning or quoting put where a blank was: they part no name.

Belongs here: which marks of a text are read as a blank or a hyphen. Does not: marks inside a word (mentions.py), names.
A mark is replaced by one character, so that every place in the text stays what it was.
"""

from __future__ import annotations

import re

import numpy as np
import numpy.typing as npt

from bench_assets.source.characters import CODE_POINTS, Layout
from bench_resources.misreadings import LETTERS

CAPITAL = "[A-ZÀ-ÖØ-Þ]"
STRAY = re.compile(
    rf"(?:(?<=[a-zß-öø-ÿ][a-zß-öø-ÿ])|(?<=[.,]))['`](?={CAPITAL})"  # "Harold'J. Fenwick", but "O'Brien", "d'Angelo"
    r"|(?<=[A-Z][A-Z])['`](?=[A-Z][A-Z.])|(?<=[ \t\n][A-CE-KP-Z])['`](?=[A-Z][a-z])"  # "HAROLD'J.", "J'Fenwick"
    r"|(?<=[a-z][a-z])[*^{}\\<=+#%!`](?=[A-Z][a-z])|(?<=[a-z][a-z])[*^{}\\<=+#%!`~_](?=[A-Z]\.)"  # "Harold=Fenwick"
    r"|(?<=[ \t,.][A-Z]\.)[;:!](?=[ \t\n])|(?<=[ \t,.][A-Z][;:!])\.(?=[ \t\n])"  # "J.; Fenwick", "J;. Fenwick"
    r"|(?<=[a-z][a-z] )(?<!April )(?<!May )(?<!June )(?<!August )(?:(?P<A>4)|(?P<B>8)|(?P<S>5)|(?P<O>0))"
    r"(?=\.[ \t\r\n]+[A-Z][a-z][a-z])"  # "Harold 8. Fenwick"
    r"|(?P<point>(?<=[ \t,.][A-Z])[;:!](?=\.[ \t\n]))"
    rf"|(?<=[.,])\.(?={CAPITAL})"  # "Harold J..Fenwick"
    rf"|(?<![^ \t\r\n.,])[~^*{{}}\\<=#%@!`_'](?={CAPITAL})"  # "Harold J. =Fenwick"
    rf"|(?<=[{LETTERS}.,])[~^*{{}}\\=+#%@`_](?=[ \t\r\n])"  # "Harold@ Fenwick"
    r"|(?<=,)[;:](?=[ \t])"  # "FENWICK,: HAROLD"
    rf"|(?P<hyphen>(?<=[a-z])[_~](?={CAPITAL})|(?<=[A-Z][A-Z])[_~](?=[A-Z][A-Z]))"  # "Fenwick_Lowe"
)
STANDS_FOR = {None: " ", "hyphen": "-", "point": ".", "A": "A", "B": "B", "S": "S", "O": "O"}
MARKS = "'`.~^*{}\\<=+#%@!_;:"
QUOTED = re.compile(r"^[ \t]*>[> \t]*", re.MULTILINE)  # of a mail that is answered
BLANKS = " \t\r\n"


def table_of(characters: str) -> npt.NDArray[np.bool_]:
    """For all code points whether they are among the characters."""
    table = np.zeros(CODE_POINTS, np.bool_)
    table[[ord(character) for character in characters]] = True
    return table


IS_MARK, IS_BLANK = table_of(MARKS), table_of(BLANKS)
IS_DIGIT = table_of("0458")
IS_STOP = table_of(".,;:!")
IS_CAPITAL = table_of("".join(filter(re.compile(CAPITAL).match, map(chr, range(0x100)))))


def read_past(layout: Layout) -> Layout:
    """The layout with its stray marks read as blanks or hyphens."""
    codes = layout.codes
    at = np.flatnonzero(IS_MARK[codes])
    before, after = codes[at - 1], codes[at + 1]
    is_point = codes[at] == ord(".")
    may_be = (IS_CAPITAL[after] | IS_BLANK[after] | IS_STOP[after]) & (~is_point | IS_STOP[before])
    digits = np.flatnonzero(IS_DIGIT[codes])
    digits = digits[(codes[digits - 1] == ord(" ")) & (codes[digits + 1] == ord("."))]
    read = {}
    for place in [*at[may_be].tolist(), *digits.tolist()]:
        match = STRAY.match(layout.text, place)
        if match is not None:
            read[place] = ord(STANDS_FOR[match.lastgroup])
    if ">" in layout.text:
        for match in QUOTED.finditer(layout.text):
            read.update((place, ord(" ")) for place in range(*match.span()) if layout.text[place] == ">")
    if not read:
        return layout
    changed = codes.copy()
    changed[list(read)] = list(read.values())
    return layout._replace(text=changed.tobytes().decode("utf-32-le"), codes=changed)
