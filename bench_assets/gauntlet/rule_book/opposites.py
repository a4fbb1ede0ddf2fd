"""English words that mean the opposite of each other, and whether a text says one where its source says the other.

Belongs here: the pairs, and what must agree before two texts speak of one act. Does not: figures and dates
(comparisons.py), which part of a draft stands against which quote (directions.py).
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from bench_assets.gauntlet.rule_book.change_words import CHANGES_DOWN, CHANGES_UP
from bench_assets.gauntlet.rule_book.figures import amounts

MIN_SHARED = 0.5  # of the words of a question that its sentence of a quote must have too
STEM = 5  # letters by which two words are one

# A side each; verbs stand in their bare form, "_" joins a verb and its particle.
_OPPOSITES = (
    ("begin start commence inaugurate open introduce launch found establish set_up take_up",
     "end finish cease call_off close shut terminate abolish discontinue stop dissolve wind_up give_up"),
    ("impose introduce levy institute enact", "lift repeal abolish rescind remove"),
    ("hire employ engage recruit take_on", "fire dismiss discharge sack lay_off let_go"),
    ("appoint elect promote elevate advance", "remove dismiss demote reduce oust depose"),
    ("join enter arrive come reach land return admit board get_on become",
     "leave depart exit quit sail discharge retire resign get_off disembark cease_to withdraw strike_from"),
    ("win gain earn profit surplus prevail", "lose forfeit loss deficit defeat give_up cost"),
    ("accept approve adopt carry pass grant ratify enact admit", "reject refuse deny defeat decline turn_down veto"),
    ("add insert put_on append", "remove delete withdraw take_off subtract deduct strike_out pay_off"),
    ("deposit pay_in", "withdraw draw_out"),
    ("build erect construct raise", "demolish raze tear_down pull_down dismantle"),
    ("issue grant award", "revoke rescind cancel withdraw annul"),
    ("lock fasten", "unlock unfasten"),
    ("load", "unload"),
    ("cover", "uncover"),
    ("connect", "disconnect"),
    ("appear", "disappear vanish"),
    ("include", "exclude omit"),
    ("import", "export"),
    ("improve strengthen recover heal", "worsen weaken deteriorate slide relapse"),
    ("minimum least lowest at_least no_less_than no_fewer_than no_earlier",
     "maximum most highest at_most no_more_than no_later"),
    ("rebate discount reduction saving save", "surcharge supplement premium markup additional extra"),
    ("inflow influx", "outflow"),
    ("surplus excess", "shortfall deficit shortage"),
    ("in_favor in_favour vote_for", "against"),
    ("lead ahead_of", "trail behind"),
    ("above over exceed outstrip more_than", "below under fall_short short_of less_than"),
    ("before precede", "after follow"),
    ("early earlier ahead", "late later behind"),
    ("release free acquit liberate", "arrest detain imprison capture take_in convict"),
    ("bear birth", "die death"),
    ("marry", "divorce"),
    ("ban forbid prohibit", "allow permit authorise authorize"),
    ("support favor favour back", "oppose resist"),
    ("praise commend", "criticise criticize blame condemn"),
    ("confirm affirm", "deny contradict"),
    ("north", "south"),
    ("east", "west"),
    ("inside", "outside"),
    ("turn_on switch_on", "turn_off switch_off"),
    ("mobilise mobilize", "demobilise demobilize"),
    ("attach", "detach"),
    ("find", "lose mislay"),
    ("lengthen extend prolong", "shorten curtail cut"),
    ("thicken deepen tighten", "thin loosen slacken"),
    ("credit", "debit"),
    ("fill", "empty drain"),
    ("lift rise clear", "come_down descend"),
    ("accelerate quicken", "slow delay"),
    ("succeed", "fail"),
    ("legal lawful valid", "illegal unlawful invalid void"),
    ("guilty", "innocent"),
    ("majority", "minority"),
    ("until till", "since from_on from_onward"),
    ("upper", "lower"),
    ("too_low", "too_high"),
    ("senior elder", "junior younger"),
)  # fmt: skip
# Two sides of one act: "Lund bought of Holm" and "Holm sold to Lund" agree, "Lund sold" does not.
_CONVERSES = (
    ("buy purchase acquire", "sell dispose"),
    ("lend", "borrow"),
    ("pay give send", "receive get"),
    ("succeed follow replace", "precede"),
    ("rent_out let_out lease_out", "rent hire"),
    ("teach", "learn"),
    ("pay_out", "take_in"),
    (
        "dearer costlier heavier older warmer deeper faster taller",
        "cheaper lighter younger colder shallower slower shorter",
    ),
    ("employ", "work"),
    ("defeat beat", "lose"),
)
_IRREGULAR = {
    "begin": "began begun", "shut": "", "set": "", "cut": "", "let": "", "put": "", "quit": "", "come": "came",
    "leave": "left", "win": "won", "lose": "lost", "buy": "bought", "sell": "sold", "lend": "lent", "pay": "paid",
    "take": "took taken", "give": "gave given", "build": "built", "tear": "tore torn", "get": "got gotten",
    "lay": "laid", "fall": "fell fallen", "rise": "rose risen", "withdraw": "withdrew withdrawn",
    "become": "became", "forbid": "forbade forbidden", "send": "sent", "find": "found", "bear": "born bore",
    "die": "dying", "lead": "led", "draw": "drew drawn", "slide": "slid", "strike": "struck stricken",
    "beat": "beaten", "teach": "taught", "mislay": "mislaid", "wind": "wound",
}  # fmt: skip
_WENT = "(?:went|go|goes|came|come|comes|gone)"
_BY = r"(?= (?:by |\d|\$))"
_ASKED = "(?<=how much )"
_UP_BY = (
    rf"add(?:ed|s|ing)? (?:only |another )?\$?\d|put \$?[\d,]+ on|{_WENT} up|more(?= (?:[a-z]+ )?than)|"
    rf"(?:up|heavier|longer|higher|larger|dearer|in excess|over){_BY}|"
    rf"{_ASKED}(?:heavier|longer|higher|larger|dearer|deeper|wider|warmer|bigger|taller|older|faster|more)"
)
_DOWN_BY = (
    rf"(?:pay|pays|paid|take|takes|took|taken|knock|knocks|knocked) (?:\w+ )?off|{_WENT} down|"
    rf"(?:fewer|less)(?= (?:[a-z]+ )?than)|(?:down|lighter|shorter|lower|smaller|cheaper|under){_BY}|"
    rf"{_ASKED}(?:lighter|shorter|lower|smaller|cheaper|shallower|narrower|colder|younger|slower|less)"
)
_DOUBLED = re.compile(r"(?:[^aeiou][aeiou][bdgklmnprt])$")
_NOT = re.compile(r"\b(?:not|never|no|without|n't|\w+n't|neither|nor|unless|almost|nearly|failed to|refused to)\b",
                  re.IGNORECASE)  # fmt: skip
_CLAUSE_END = re.compile(
    r",(?! ?\d)|[;:]|\b(?:and|but|that|which|who|whom|whose|when|while|where|because|although|though|if)\b"
)
_WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_SLIGHT = frozenset(
    "what which who whom whose when where why how many much did does do was were is are had has have been be the a an "
    "of in on at to by for from with and or as that this it its his her their he she they there than into date day "
    "year amount sum number name month week hour cents dollars percent percentage votes margin long far would "
    "could".split()
)
_PASSIVE = re.compile(r"\b(?:was|were|been|is|are|be|being)(?: \w+)? $")
_SUBJECT = re.compile(
    r"\b(?:did|does|had|has|would|could|will) (?:the )?"
    r"(?P<name>[a-z]+|[A-Z][\w.'\u2019&-]*(?: (?:[A-Z][\w.'\u2019&-]*|of|&))*)"
)
_ASKS_SUBJECT = re.compile(r"(?:Who|Which [a-z]+(?: [a-z]+)?) (?!did\b|does\b|was\b|were\b|had\b|is\b|are\b)[a-z]+")


class Pair(NamedTuple):
    """Two patterns of opposite words, a claim's and its source's.

    `is_converse` when they may tell one act from its two pair.
    """

    mine: re.Pattern[str]
    its: re.Pattern[str]
    is_converse: bool


class Claim(NamedTuple):
    """A question, or an item, and what is given as its answer."""

    text: str
    answer: str


def forms(verb: str) -> list[str]:
    """A word with the endings that it takes as a verb or a noun: "cut", "cuts", "cutting"."""
    stem = verb.removesuffix("e")
    stem = f"{verb}{verb[-1]}" if _DOUBLED.search(verb) and len(verb) < 6 else stem
    ends = [f"{verb[:-1]}ies", f"{verb[:-1]}ied"] if re.search(r"[^aeiou]y$", verb) else [f"{verb}s", f"{verb}es"]
    regular = [] if verb in _IRREGULAR else [f"{stem}ed", f"{verb}ed"]
    nouns = [f"{stem}ing", f"{verb}ing", f"{stem}al", f"{stem}ation", f"{verb}ment", f"{stem}ion"]
    return [verb, *ends, *regular, *nouns, *_IRREGULAR.get(verb, "").split()]


def _pattern(side: str) -> str:
    return "|".join(_spelled(word) for word in side.split())


def _spelled(word: str) -> str:
    verb, _, particle = word.partition("_")
    spelled = "|".join(sorted(set(forms(verb)), key=lambda form: (-len(form), form)))
    gap = rf"(?: \w+){{0,3}}? {particle.replace('_', ' ')}" if particle else ""
    return rf"(?:{spelled}){gap}"


@lru_cache(maxsize=1)
def _pairs() -> tuple[Pair, ...]:
    """Every pair, either side as the claim's."""
    told = [(one, other, False) for one, other in _OPPOSITES] + [(one, other, True) for one, other in _CONVERSES]
    found = [(f"{CHANGES_UP}|{_UP_BY}", f"{CHANGES_DOWN}|{_DOWN_BY}", False)]
    found += [(_pattern(one), _pattern(other), is_converse) for one, other, is_converse in told]
    sides = [(_compiled(one), _compiled(other), is_converse) for one, other, is_converse in found]
    turned = [Pair(other, one, is_converse) for one, other, is_converse in sides]
    return (*(Pair(*side) for side in sides), *turned)


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


def opposite_said(claim: Claim, sentence: str, quotes: str) -> str:
    """The word of a claim whose opposite a sentence of its source says of the same, "" for none.

    Args:
        claim: a question with its answer; an item with an answer of "".
        sentence: of a quote, the one that gives the answer.
        quotes: all that the claim rests on.
    """
    for clause in _CLAUSE_END.split(sentence):
        if _is_answering(clause, claim.answer) and _is_of_same(claim, clause):
            for pair in _pairs():
                said = _sole(pair.mine, pair.its, claim.text)
                if said and _is_opposite(claim, clause, pair) and not _plain(pair.mine, quotes):
                    return said[0]
    return ""


def _is_opposite(claim: Claim, clause: str, pair: Pair) -> bool:
    """Whether a clause says the other side of a pair than a claim, of one doer where that may matter."""
    shown = _sole(pair.its, pair.mine, clause)
    if shown is None:
        return False
    return not (pair.is_converse or _ASKS_SUBJECT.match(claim.text)) or _is_one_doer(claim, clause, shown)


def _is_answering(clause: str, answer: str) -> bool:
    """Whether a clause holds a figure, a date or a name of an answer; of no answer every one does."""
    told = re.findall(r"[A-Z]\w+|\d+", answer)
    counted = {amount.value for amount in amounts(answer)}
    return (
        not told
        or any(word in clause for word in told)
        or any(amount.value in counted for amount in amounts(clause))
        or answer.casefold().strip(" .") in clause.casefold()
    )


def _sole(mine: re.Pattern[str], its: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Where a text says one side of a pair and not the other, undenied."""
    found = _plain(mine, text)
    return found if found and not _plain(its, text) and not _NOT.search(text) else None


def _plain(side: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The first word of a side that is part of no name."""
    return next((match for match in side.finditer(text) if match[0][0].islower() or not match.start()), None)


def _is_of_same(claim: Claim, sentence: str) -> bool:
    """Whether a sentence has most of the words of a claim, the compared ones and the answer's apart."""
    there = {word[:STEM] for word in _content(sentence)}
    wanted = [word[:STEM] for word in _content(claim.text) if word not in set(_content(claim.answer))]
    names = [word.casefold()[:STEM] for word in _WORD.findall(claim.text)[1:] if word[0].isupper()]
    shared = sum(word in there for word in wanted)
    return (
        bool(wanted)
        and all(word in there for word in names)
        and shared >= 1
        and shared >= MIN_SHARED * (len(wanted) - 1)
    )


def _content(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text) if word.casefold() not in _SLIGHT]


def _is_one_doer(claim: Claim, sentence: str, shown: re.Match[str]) -> bool:
    """Whether who does the one act in the claim does the other in the sentence, neither in the passive."""
    subject = _SUBJECT.search(claim.text)
    name = subject["name"] if subject else claim.answer if _ASKS_SUBJECT.match(claim.text) else ""
    if not name or _PASSIVE.search(sentence[: shown.start()]):
        return False
    last = name.split()[-1]
    return last in sentence[: shown.start()] and last not in sentence[shown.end() :]
