"""Scanning errors at a known rate: what an OCR engine makes of a clean page.

Belongs here: edits of characters, counted. Does not: deciding which document is scanned how badly.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from bench_resources.planted.draws import Draws

# What engines take a character for. Each entry differs from its key by one substitution, so that edits can be counted.
CONFUSIONS = {
    "a": "oeu", "b": "h6", "c": "eo", "d": "cl", "e": "co", "f": "tr", "g": "q9", "h": "bn", "i": "l1j", "j": "i;",
    "k": "hx", "l": "1I|",
    "m": "nw", "n": "ru", "o": "0ce", "p": "qn", "q": "gp", "r": "tn", "s": "5z", "t": "lf", "u": "vn", "v": "uy",
    "w": "vm", "x": "zk",
    "y": "vg", "z": "2s", "A": "4R", "B": "8R", "C": "GO", "D": "O0", "E": "FB", "F": "PE", "G": "C6", "H": "NB",
    "I": "l1", "J": "I]",
    "K": "RX", "L": "I1", "M": "NH", "N": "MH", "O": "0Q", "P": "FR", "Q": "O0", "R": "KP", "S": "5B", "T": "I7",
    "U": "VO", "V": "UY",
    "W": "VN", "X": "KY", "Y": "VT", "Z": "27", "0": "O8", "1": "lI", "2": "Z7", "3": "8B", "4": "A9", "5": "S6",
    "6": "b8", "7": "1T",
    "8": "B3", "9": "g4", ".": ",:", ",": ".;", ":": ";.", "-": "_~", "$": "S8", " ": ".'", "'": "`,", '"': "'^",
}  # fmt: skip
DEBRIS = "~^*|\\{}<_=+#%@`;:!"
# Shares of the edits; the rest is debris in the character's place.
DELETED, INSERTED, CONFUSED = 0.1, 0.1, 0.9
BLOCK_CHARS = 60  # errors come in patches: about a line


class Scan(NamedTuple):
    """A page as scanned: its text and how many single-character edits were made."""

    text: str
    n_edits: int


def scan(text: str, rate: float, draws: Draws) -> Scan:
    """The text with about rate x length single-character edits, never two at one place, in patches of a line.

    Four in five are substitutions, the rest deletions and insertions. A rate of 0 gives the text itself.
    """
    if rate <= 0 or not text:
        return Scan(text, 0)
    n_blocks = len(text) // BLOCK_CHARS + 1
    patches = draws.rng.choice((0.3, 1.0, 1.7), n_blocks)  # mean 1
    chances = np.repeat(patches * rate, BLOCK_CHARS)[: len(text)]
    spots = np.flatnonzero(draws.rng.random(len(text)) < chances).tolist()
    lucks = draws.rng.random((len(spots), 2)).tolist()
    out = list(text)
    n_edits = 0
    for spot, (what, which) in zip(spots, lucks, strict=True):
        if text[spot] != "\n":
            out[spot] = misread(text[spot], what, which)
            n_edits += 1
    return Scan("".join(out), n_edits)


def misread(character: str, what: float, which: float) -> str:
    """What one edit makes of a character: nothing, itself and debris, or another, as two numbers in [0, 1) decide."""
    if what < DELETED:
        return ""
    if what < DELETED + INSERTED:
        return character + DEBRIS[int(which * len(DEBRIS))]
    others = CONFUSIONS.get(character, DEBRIS) if what < CONFUSED else DEBRIS
    return others[int(which * len(others))]
