"""What scanning makes of letters: marks inside words, look-alikes, and how far apart two readings of a word are.

Belongs here: general knowledge of optical character recognition. Does not: which word is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

LETTERS = "A-Za-zÀ-ÖØ-öø-ÿ"
# Digits and marks that stand where a letter was; any other mark inside a word is dirt.
AS_LETTER = {
    "0": "o", "1": "l", "2": "z", "3": "e", "4": "a", "5": "s", "6": "b", "7": "t", "8": "b", "9": "g", "|": "l",
    "!": "l", "$": "s",
}  # fmt: skip
AS_CAPITAL = {**{mark: letter.upper() for mark, letter in AS_LETTER.items()}, "1": "I", "|": "I", "!": "I", "3": "E"}
NOT_LETTER = re.compile(rf"[^{LETTERS}'\u2019-]")
# Letters that engines take for one another, in small letters whatever the case: shapes of both cases are in it. They
# were chosen by shape: how often each pair comes in real scans was looked at later, and only for one (dl).
_ALIKE = (
    "ad ae ao ar au bd be bh br ce cd cg co cr dl do dq eb ef eo fp fr ft go gq hb hk hm hn hr ij il it jl kr kx ky lf "
    "li lt mh mn mw nh nr nu nv oq ou pn pq pr rk rn rt sb st sz tf tl ty uo uv un vw vy wm wn xk xy xz yg yu yv"
)
LOOK_ALIKES: frozenset[str] = frozenset(pair for both in _ALIKE.split() for pair in (both, both[::-1]))
# Two letters for one, or one for two.
PAIRS = (
    ("rn", "m"), ("cl", "d"), ("ri", "n"), ("li", "h"), ("vv", "w"), ("nn", "m"), ("ii", "u"), ("fl", "r"), ("ll", "u"),
)  # fmt: skip
LOST_CAPITAL = re.compile("l[^aeioulyA-Z]|l[A-Z]{3}")  # a small l for I: "lmogen", "lMOGEN"
SMALL_L = re.compile(
    "(?<=[a-z]{3})I|(?<=[A-Za-z][a-z])(?<!Mc)(?<!Mac)I(?=[a-z])"
)  # a capital I for l, but in "MacInnes"
HIDDEN_CAPITAL = re.compile(rf"[^{LETTERS}0-9|!][a-z]{{4}}")  # a mark for it: "}enwick"
MIN_CHARS = 5  # one letter of a shorter word makes another word
MIN_CUT_CHARS = 6
ALIKE_COST = 0.5  # of taking a letter for one like it; any other error costs 1
FAR = 99.0
COST_PER_CHAR = 0.13  # of a name: 1 for "Jim Masters", 2 for sixteen letters
MAX_ZIPF_MISREAD = 2.0  # a name that is as common a word as this is no misreading ...
MIN_SURE_CHARS = 18  # ... but for one look-alike in a name as long as this: "Coastal Fort Authority"


@cache
def mend(word: str) -> str:
    """The word with the letters that its digits and marks stand for; "Har0ld" as "Harold", "FENW1CK" as "FENWICK"."""
    n_small = sum(letter.islower() for letter in word)
    is_upper = n_small * 2 < sum(letter.isupper() for letter in word[1:]) + 1 and n_small < 2
    table = AS_CAPITAL if is_upper else AS_LETTER
    if HIDDEN_CAPITAL.match(word):
        word = word[1].upper() + word[2:]  # what it was is lost
    first = "I" if LOST_CAPITAL.match(word) else AS_CAPITAL.get(word[:1], word[:1])

    def letter_for(match: re.Match[str]) -> str:
        is_first = word[match.start()] == "-"  # of the second half of a double name
        return (AS_CAPITAL if is_first else table).get(match[0], "")

    rest = NOT_LETTER.sub(letter_for, word[1:])
    if is_upper:
        return first + rest.replace("l", "I")
    return SMALL_L.sub("l", first + rest)


def misreadings_of(word: str) -> Iterator[str]:
    """Every form that one error gives a word of small letters: a look-alike, a lost letter, one letter for two."""
    if len(word) < MIN_CHARS:
        return
    for at, letter in enumerate(word):
        for other in _alike_by_letter().get(letter, ""):
            yield word[:at] + other + word[at + 1 :]
        if len(word) >= MIN_CUT_CHARS:
            yield word[:at] + word[at + 1 :]
    for two, one in PAIRS:
        for a, b in ((two, one), (one, two)):
            at = word.find(a)
            while at >= 0:
                yield word[:at] + b + word[at + len(a) :]
                at = word.find(a, at + 1)


@cache
def _alike_by_letter() -> dict[str, str]:
    found: dict[str, str] = {}
    for pair in sorted(LOOK_ALIKES):
        found[pair[0]] = found.get(pair[0], "") + pair[1]
    return found


def distance(word: str, other: str, limit: float) -> float:
    """The least cost of errors that turn one text into the other; FAR above the limit.

    A look-alike costs ALIKE_COST, as one letter for two does; any other letter changed, lost or added costs 1.
    """
    if word == other:
        return 0.0
    if abs(len(word) - len(other)) > limit:
        return FAR
    rows = [[float(j) for j in range(len(other) + 1)]]
    for i, letter in enumerate(word, 1):
        row = [float(i)]
        for j, letter_of_other in enumerate(other, 1):
            cost = min(rows[-1][j], row[-1]) + 1
            changed = 0.0 if letter == letter_of_other else _cost(letter, letter_of_other)
            cost = min(cost, rows[-1][j - 1] + changed)
            if (word[i - 2 : i], letter_of_other) in _PAIRED and i > 1:
                cost = min(cost, rows[-2][j - 1] + ALIKE_COST)
            if (other[j - 2 : j], letter) in _PAIRED and j > 1:
                cost = min(cost, rows[-1][j - 2] + ALIKE_COST)
            row.append(cost)
        if min(row) > limit and min(rows[-1]) > limit:
            return FAR
        rows.append(row)
    return rows[-1][-1] if rows[-1][-1] <= limit else FAR


_PAIRED = frozenset(PAIRS)


def _cost(letter: str, other: str) -> float:
    return ALIKE_COST if letter + other in LOOK_ALIKES else 1.0
