"""Words that stand for something said before or left unsaid: "the former", "did so", "such a fund", "someone".

Belongs here: such words, and what around them gives what they stand for. Does not: pronouns of a person or a thing
(deixis.py), nouns with "the" (definite_nouns.py).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bench_assets.gauntlet.rule_book.definite_nouns import SPOKEN_OF
from bench_assets.gauntlet.rule_book.noun_phrases import (
    ARTICLES,
    AUXILIARIES,
    CONJUNCTIONS,
    MONTHS,
    PREPOSITIONS,
    QUESTIONS,
    RANKS,
    RELATIVES,
    VERBS,
    Token,
    tokens_of,
)
from bench_assets.gauntlet.rule_book.pointing_nouns import Kind, is_plural, kind_of

SOMEBODY = frozenset("someone somebody so-and-so".split())
# At the end of a clause these say that something was spoken of before.
ADDED = frozenset("instead otherwise likewise similarly accordingly therein thereof therefore next".split())
IN_TURN = frozenset("response reply return answer turn exchange consequence reaction addition contrast".split())
LINKED = frozenset("to of for with on".split())
FEW = frozenset("two three four five six seven eight nine ten several few last latter former".split())
PICKED = frozenset("which one two three each all some none many most any neither both either who how half".split())
HAPPENING = frozenset("happen happened happens occur occurred come came follow followed go went do did".split())
DOING = frozenset("do did does done doing".split())
OPTIONS = frozenset("alternative alternatives option options choice version versions one ones".split())
BESIDES = frozenset("than besides beside except excepting apart aside with alongside".split())
# With a name behind them they tell of an act that several have part in: "who else was there when Otto Lund spoke".
JOINING = frozenset("when while as with and to between".split())
# What one may have beside the name by which one is asked about.
OWN_NAMES = frozenset("name names alias aliases title titles spelling spellings pseudonym pseudonyms".split())
GOES_ON = AUXILIARIES | VERBS | QUESTIONS

Found = Callable[[Sequence[Token], int], bool]


def find_stand_in(text: str) -> str:
    """The first word of a text that stands for something that the text does not give, "" for none.

    Args:
        text: one line, quoted titles shown as a pair of marks.
    """
    tokens = tokens_of(text)
    for at in range(len(tokens)):
        for is_found in _CHECKS:
            if is_found(tokens, at):
                return " ".join(token.text for token in tokens[at : at + 2])
    return ""


def _word(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].small if 0 <= at < len(tokens) else ""


def _ends(tokens: Sequence[Token], at: int) -> bool:
    """Whether a clause ends before a place: a mark or nothing stands there."""
    return at >= len(tokens) or (tokens[at].is_mark and tokens[at].text not in {"(", "'s"})


def _has_name(tokens: Sequence[Token]) -> bool:
    """Whether a name or a figure stands behind the opening word."""
    return any(token.is_named for token in tokens[1:])


def _ranked(tokens: Sequence[Token], at: int) -> bool:
    """As in "The former" or "the latter" without a noun behind it."""
    if _word(tokens, at) not in {"former", "latter"} or _word(tokens, at - 1) != "the":
        return False
    behind = _word(tokens, at + 1)
    return _ends(tokens, at + 1) or behind in GOES_ON | PREPOSITIONS | CONJUNCTIONS | FEW or behind in {"'s", "\u2019s"}


def _one(tokens: Sequence[Token], at: int) -> bool:
    """As in "The one", "the second one", "the other ones"; not "the one who"."""
    behind = tokens[at + 1 : at + 3]
    is_dated = len(behind) > 1 and behind[0].small == "of" and (behind[1].text in MONTHS or behind[1].text[0].isdigit())
    is_told = _word(tokens, at + 1) in RELATIVES | {"of"} and not is_dated
    if _word(tokens, at) not in {"one", "ones"} or is_told:
        return False
    near = {_word(tokens, at - 1), _word(tokens, at - 2)}
    is_noun = (
        _word(tokens, at - 1) in RANKS | {"other"}
        or _ends(tokens, at + 1)
        or _word(tokens, at + 1) in GOES_ON | PREPOSITIONS
    )
    return bool(near & {"the", "this", "that"}) and is_noun


def _so(tokens: Sequence[Token], at: int) -> bool:
    """As in "Did so" before anything is named that was done."""
    is_done = _word(tokens, at) == "so" and _word(tokens, at - 1) in DOING
    return is_done and not _has_name(tokens[:at]) and (_ends(tokens, at + 1) or _word(tokens, at + 1) in PREPOSITIONS)


def _such(tokens: Sequence[Token], at: int) -> bool:
    """As in "Such" without the "as" or the "that" it would be measured by."""
    behind = [token.small for token in tokens[at + 1 : at + 7]]
    return _word(tokens, at) == "such" and not {"as", "that"} & set(behind) and not (behind and behind[0] == "is")


def _somebody(tokens: Sequence[Token], at: int) -> bool:
    """Somebody or a place that is not named."""
    word = _word(tokens, at)
    if word == "certain" and _word(tokens, at - 1) == "a":
        return True
    return word in SOMEBODY and _word(tokens, at + 1) not in RELATIVES | {"else"}


def _added(tokens: Sequence[Token], at: int) -> bool:
    """As in "Instead", "next" and the like at the end of a clause; "in response" without what it answers."""
    word = _word(tokens, at)
    if word in IN_TURN and _word(tokens, at - 1) == "in":
        return _word(tokens, at + 1) not in LINKED
    is_time = word == "next" and _word(tokens, at - 1) in ARTICLES | PREPOSITIONS
    is_end = (
        _ends(tokens, at + 1)
        or (word == "next" and _word(tokens, at - 1) in HAPPENING)
        or (word == "next" and _word(tokens, at + 1) in {"on", "in", "at"})
    )
    return word in ADDED and is_end and not is_time


def _season(tokens: Sequence[Token], at: int) -> bool:
    """As in "Last December", "next Monday" without a year."""
    is_near = _word(tokens, at) in {"last", "next"} and at + 1 < len(tokens) and tokens[at + 1].text in MONTHS
    is_told = _word(tokens, at - 1) in ARTICLES or _word(tokens, at + 2) == "of"
    return is_near and not is_told and not any(token.text.isdigit() and len(token.text) == 4 for token in tokens)


def _present(tokens: Sequence[Token], at: int) -> bool:
    """As in "The present Commissioner", "the current address": as of a day that is not told."""
    if _word(tokens, at) not in {"present", "current"} or _word(tokens, at - 1) not in ARTICLES - {"a", "an"}:
        return False
    if not tokens[at].text[0].islower():
        return False
    return not _ends(tokens, at + 1) and _word(tokens, at + 1) not in PREPOSITIONS | AUXILIARIES | RELATIVES | {"given"}


def _both(tokens: Sequence[Token], at: int) -> bool:
    """As in "Both" without the "and" that names the two."""
    is_both = _word(tokens, at) == "both" and not any(token.small == "and" for token in tokens[at:])
    return is_both and (_ends(tokens, at + 1) or _word(tokens, at + 1) in GOES_ON | PREPOSITIONS - {"of"})


def _of_group(tokens: Sequence[Token], at: int) -> bool:
    """As in "Which of the men", "one of the three firms": of people or things that nothing behind them tells apart."""
    if _word(tokens, at) != "of" or _word(tokens, at + 1) not in {"the", "these", "those"}:
        return False
    if at and _word(tokens, at - 1) not in PICKED:
        return False
    last = at + 2 + (_word(tokens, at + 2) in FEW)
    noun = _word(tokens, last)
    if last > at + 2 and (_ends(tokens, last) or noun in GOES_ON | PREPOSITIONS):
        return not {"or", "and"} & {token.small for token in tokens}
    if kind_of(noun) in {None, Kind.VAGUE} or not is_plural(noun):
        return False
    return _ends(tokens, last + 1) or _word(tokens, last + 1) in AUXILIARIES | VERBS


def _another(tokens: Sequence[Token], at: int) -> bool:
    """Another paper or person than one that is not named."""
    is_other = _word(tokens, at) == "another" and _word(tokens, at + 2) != "than"
    return is_other and kind_of(_word(tokens, at + 1)) in {Kind.PAPER, Kind.PERSON}


def _those(tokens: Sequence[Token], at: int) -> bool:
    """As in "Those listed", "the ones named": by what has been said elsewhere."""
    if _word(tokens, at) not in {"those", "ones"} or _word(tokens, at + 1) not in SPOKEN_OF:
        return False
    return _ends(tokens, at + 2) or _word(tokens, at + 2) in GOES_ON


def _else(tokens: Sequence[Token], at: int) -> bool:
    """As in "Who else", "which other matters": besides what is not told."""
    behind = {token.small for token in tokens[at + 1 :]}
    is_else = _word(tokens, at) == "else" and any(_word(tokens, at - back) in QUESTIONS for back in (1, 2))
    is_joint = bool(behind & JOINING) and _has_name(tokens[at:])
    if is_else and is_joint and _word(tokens, at - 1) in {"who", "whom"}:
        return False
    is_other = _word(tokens, at) == "other" and _word(tokens, at - 1) in QUESTIONS | {"many", "any", "some", "no"}
    if not is_else and not (is_other and _word(tokens, at + 1) not in OWN_NAMES):
        return False
    return not BESIDES & behind


def _option(tokens: Sequence[Token], at: int) -> bool:
    """As in "Which alternative" of none that are told."""
    is_asked = _word(tokens, at) in OPTIONS and _word(tokens, at - 1) in {"which", "what"}
    return is_asked and not {"of", "between", "or", "among", "from"} & {token.small for token in tokens[at + 1 :]}


_CHECKS: tuple[Found, ...] = (
    _ranked, _one, _so, _such, _somebody, _added, _season, _present, _both, _of_group, _another,
    _those, _else, _option,
)  # fmt: skip
