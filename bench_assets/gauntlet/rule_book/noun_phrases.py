"""Determiner and noun in a line of text, and whether what stands around the noun says which one is meant.

Belongs here: reading such phrases by word classes. Does not: the nouns (pointing_nouns.py), what is then at fault
(definite_nouns.py).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench_assets.gauntlet.rule_book.pointing_nouns import ALSO_VERBS, Kind, kind_of

MAX_MODIFIERS = 3  # "the same three elderly men"
TITLE = '""'  # how a text without its quoted titles shows where they stood

AUXILIARIES = frozenset(
    "was were is are did does do had has have will would could may might must should shall can been be being".split()
)
PASSIVES = frozenset("was were is are been being had has have".split())
# Behind a subject these want the bare verb: in "did the committee read on" nothing has been read.
BARE = frozenset("did does do would could may might must should shall will can".split())
BASES = frozenset("read set hurt shut cut put hit".split())  # participles that are bare verbs too
PREPOSITIONS = frozenset(
    "of from to on about by at in for with into over under after before during until upon against between among "
    "through within without near behind beside besides toward towards since as like than per concerning regarding "
    "off out up down along across around".split()
)
CONJUNCTIONS = frozenset("and or nor but when while if because although though so then unless whether".split())
RELATIVES = frozenset("who whom whose that which where named called titled entitled headed dated".split())
QUESTIONS = frozenset("what who whom whose which when where why how".split())
ARTICLES = frozenset("the a an his her its their this that these those my our your no any some each every".split())
ADVERBS = frozenset("also first later again ever not never next then now still already again too back away".split())
PARTICIPLES = frozenset(
    "sent written addressed signed prepared issued held known made given filed drafted published adopted led owned "
    "chaired set built elected appointed hired employed chosen sworn retained arrested killed injured hurt engaged "
    "found discovered seized left received recovered read kept handed brought carried delivered posted typed "
    "designated nominated assigned identified suspected accused convicted wounded shot taken seen caught "
    "stationed based employed assigned attached accredited invited attending representing describing announcing "
    "abbreviated approving acting responsible printed entered stolen drawn bought sold".split()
)
# Base and past forms of what people and papers do; what ends in -ed counts without being listed.
VERBS = frozenset(
    "said say met meet wrote write went go gave give made make took take saw see came come told tell left leave held "
    "hold sent send paid pay spoke speak knew know thought think put sold sell bought buy got get found find kept keep "
    "had have sign want ask agree decide describe discuss talk visit call work live approve order receive says states "
    "shows notes tells reads claims mentions concludes recommends refers lives works knows wants asks met let lend "
    "lent bring brought become became begin began run ran stand stood sit sat swear swore hear heard feel felt "
    "understand understood win won lose lost rise rose fall fell draw drew hurt shut cut hit read set spend "
    "spent steal stole throw threw wear wore build built choose chose hide hid ride rode drive drove fly flew "
    "serve resign join reach reply answer arrive travel move stay stop help try use show play bid own belong".split()
)
THING_LINKS = frozenset(
    "to on about by at in for with concerning regarding over into under against between when "
    "describing announcing approving".split()
)
PERSON_LINKS = frozenset("between against behind".split())
PLAN_LINKS = frozenset("between against behind concerning regarding to for with by about that in when".split())
VAGUE_LINKS = frozenset("between against behind concerning regarding".split())
PLACE_LINKS = frozenset("at in for".split())
BODY_LINKS = frozenset("in for under behind between against when".split())
NUMBERED = frozenset("marked numbered labelled labeled".split())
PAPER_LINKS = THING_LINKS - {"at", "under"}
LINKS = {
    Kind.PAPER: PAPER_LINKS,
    Kind.PERSON: PERSON_LINKS,
    Kind.POST: PLACE_LINKS,
    Kind.FIRM: BODY_LINKS,
    Kind.BODY: BODY_LINKS,
    Kind.VAGUE: VAGUE_LINKS,
    Kind.PLAN: PLAN_LINKS,
}
DOERS = frozenset({Kind.PERSON, Kind.POST, Kind.FIRM, Kind.BODY})
UNDATED = frozenset({Kind.PERSON, Kind.POST, Kind.VAGUE, Kind.PLAN, Kind.PLACE})  # no date behind them says which
ANY_LINKS = frozenset("of from among".split())
PARTICIPLE_LINKS = frozenset("by to on at in for from about after before as under with up of off out".split())
RANKS = frozenset("first second third last only next youngest oldest eldest".split())
MONTHS = frozenset(
    "January February March April May June July August September October November December spring summer autumn winter "
    "Monday Tuesday Wednesday Thursday Friday Saturday Sunday Christmas Easter".split()
)
DETERMINERS = frozenset("the this that these those said both such another our".split())

_TOKEN = re.compile(r"\"\"|['\u2019]s?(?!\w)|\w+(?:-\w+)*|[^\w\s]")
_YEAR = re.compile(r"1[5-9]\d\d|20\d\d")
_STOP = AUXILIARIES | PREPOSITIONS | CONJUNCTIONS | RELATIVES | QUESTIONS | ARTICLES


class Token(NamedTuple):
    """A word or mark where it stands in a text."""

    text: str
    start: int
    end: int

    @property
    def small(self) -> str:
        """The word in small letters."""
        return self.text.casefold()

    @property
    def is_mark(self) -> bool:
        """Whether it is no word."""
        return not self.text[0].isalnum() and self.text != TITLE

    @property
    def is_named(self) -> bool:
        """Whether it opens a name, a number or a title."""
        return self.text[0].isupper() or self.text[0].isdigit() or self.text in {TITLE, '"', "\u201c"}


class Phrase(NamedTuple):
    """A determiner and the noun behind it; `first` and `last` are their places among the tokens."""

    first: int
    last: int
    kind: Kind
    tokens: Sequence[Token]

    @property
    def determiner(self) -> str:
        """The word it opens with, in small letters."""
        return self.tokens[self.first].small

    @property
    def noun(self) -> str:
        """Its noun as written."""
        return self.tokens[self.last].small

    @property
    def modifiers(self) -> frozenset[str]:
        """What stands between the two."""
        return frozenset(token.small for token in self.tokens[self.first + 1 : self.last])

    @property
    def before(self) -> str:
        """The word before it, "" for none."""
        return self.tokens[self.first - 1].small if self.first else ""

    @property
    def behind(self) -> Sequence[Token]:
        """What follows it."""
        return self.tokens[self.last + 1 :]

    @property
    def words(self) -> str:
        """The phrase."""
        return " ".join(token.text for token in self.tokens[self.first : self.last + 1])

    @property
    def start(self) -> int:
        """Where it starts in the text."""
        return self.tokens[self.first].start


_CLAUSE = re.compile(
    r"\b(?:when|while|after|before|once|since|until|because|if|where|as|that|who|which|whose|"
    r"and (?:what|who|whom|when|where|how|on what|in what|did|was))\b"
    rf"|^(?:When|After|Before|Once|While|If|Because|Since|Until) (?!(?:{'|'.join(sorted(AUXILIARIES))})\b)"
)


def has_clause(before: str) -> bool:
    """Whether a clause stands before that is not the one that asks: "When Otto Lund resigned, who"."""
    return _CLAUSE.search(before) is not None


def tokens_of(text: str) -> list[Token]:
    """The words and marks of a text in order; a possessive's ending is one of its own."""
    return [Token(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]


def phrases(tokens: Sequence[Token]) -> Iterator[Phrase]:
    """The determiners of a text that a noun of a class stands behind, at most a few words of small letters between."""
    for first, token in enumerate(tokens):
        if token.small in DETERMINERS:
            last = _head(tokens, first)
            if last is not None:
                kind = kind_of(tokens[last].small)
                if kind is not None:
                    yield Phrase(first, last, kind, tokens)


def _head(tokens: Sequence[Token], first: int) -> int | None:
    is_asked = first > 0 and tokens[first - 1].small in AUXILIARIES
    opens = first + 1
    if tokens[first].small == "such" and opens < len(tokens) and tokens[opens].small in {"a", "an"}:
        opens += 1
    for at in range(opens, min(opens + 1 + MAX_MODIFIERS, len(tokens))):
        word = tokens[at]
        if not word.text[0].islower() or word.small in _STOP:
            return None
        kind = kind_of(word.small)
        if kind is None:
            continue
        follower = tokens[at + 1].small if at + 1 < len(tokens) else ""
        is_done = is_asked and kind in DOERS and follower in ALSO_VERBS
        if is_done or kind_of(follower) is None or not tokens[at + 1].text[0].islower():
            return at
    return None


def is_identified(phrase: Phrase) -> bool:
    """Whether what follows the noun says which one it is: a name, a complement, a relative clause."""
    behind = phrase.behind
    if not behind:
        return False
    if behind[0].text in {",", "("} and len(behind) > 1:
        is_day = behind[1].text[0].isdigit()
        return behind[1].is_named and not (is_day and (phrase.kind in UNDATED or is_cut(phrase)))
    if behind[0].small in PREPOSITIONS and _next(phrase) in {"which", "whom", "whose"} and phrase.before not in BARE:
        return True
    told = _is_told_by_link(phrase)
    return _is_told_by_name_or_deed(phrase) if told is None else told


def _next(phrase: Phrase) -> str:
    return phrase.behind[1].small if len(phrase.behind) > 1 else ""


def _is_told_by_link(phrase: Phrase) -> bool | None:
    """Whether a preposition behind the noun tells which it is; None where that is not settled by its kind."""
    word, then = phrase.behind[0].small, _next(phrase)
    is_day = then[:1].isdigit() or any(token.text in MONTHS for token in phrase.behind[1:2])
    if word == "on" and phrase.kind in {Kind.PAPER, Kind.PLACE} and is_day:
        return False  # "the letter on May 3"
    if word == "on" and phrase.kind in {Kind.FIRM, Kind.BODY} and then.isalpha() and phrase.behind[1].text.islower():
        return then not in _STOP  # "the committee on dock safety"
    if word in PLACE_LINKS and phrase.kind in DOERS and (phrase.kind, word) != (Kind.FIRM, "at"):
        near = [token for token in phrase.behind[1:4] if token.is_named and phrase.kind is not Kind.PERSON]
        return bool(near) and near[0].text not in MONTHS and not near[0].text.isdigit()
    return None


def _is_told_by_name_or_deed(phrase: Phrase) -> bool:
    word, then = phrase.behind[0].small, _next(phrase)
    links = ANY_LINKS | RELATIVES | LINKS.get(phrase.kind, THING_LINKS)
    if phrase.behind[0].is_named or word in links or (word == "in" and then == "charge"):
        return not (word in THING_LINKS and (then in QUESTIONS or not then))
    is_numbered = word in NUMBERED and len(phrase.behind) > 1 and phrase.behind[1].is_named
    return is_numbered or _is_told_by_deed(phrase) or (word == "to" and is_singled_out(phrase))


def _is_told_by_deed(phrase: Phrase) -> bool:
    """As in "the inspector sent by the Harbor Board"; in "was the inspector sent" it is what is asked."""
    word = phrase.behind[0].small
    is_asked = (word in BASES and phrase.before in BARE) or (phrase.before in PASSIVES and phrase.kind in DOERS)
    is_linked = _next(phrase) in PARTICIPLE_LINKS or word in {"representing", "describing", "acting"}
    return word in PARTICIPLES and not is_asked and is_linked


def is_cut(phrase: Phrase) -> bool:
    """As in "the event, 2001 on the subject": a year behind it does not name it."""
    behind = [token.text for token in phrase.behind[:2]]
    return behind[:1] == [","] and len(behind) > 1 and _YEAR.fullmatch(behind[1]) is not None


def is_singled_out(phrase: Phrase) -> bool:
    """As in "the first woman to sit on the Board"."""
    is_most = any(word.endswith("est") for word in phrase.modifiers)
    return bool(phrase.modifiers & RANKS or is_most) and bool(phrase.behind) and phrase.behind[0].small == "to"


def is_whole(phrase: Phrase) -> bool:
    """Whether the noun ends its phrase: the clause goes on behind it, and it is no part of a longer noun."""
    if not phrase.behind or phrase.behind[0].is_mark or phrase.before in AUXILIARIES:
        return True
    word = phrase.behind[0].small
    known = _STOP | ADVERBS | VERBS
    is_inflected = (len(word) > 4 and word.endswith("ed")) or (len(word) > 3 and word.endswith("s"))
    return word in known or is_inflected or phrase.behind[0].is_named
