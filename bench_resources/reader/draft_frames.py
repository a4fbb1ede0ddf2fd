"""An event clause as a relation of its figure: the fixed words, the one thing that varies, and the question for it.

Belongs here: clauses of meeting, writing and doing, taken apart for list questions. Does not: dates and whether a list
is whole (draft_lists).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_clauses import base_of

_WORD = r"[A-Z][\w.'’&-]*"
_PERSON = rf"{_WORD}(?: (?:& )?{_WORD}){{0,5}}"
_PARTY = rf"(?:the {_WORD}(?: (?:(?:of|for|on) (?:the )?)?{_WORD})*|{_PERSON})"
_PARTIES = rf"(?P<items>{_PARTY}(?:, {_PARTY})*(?:,? and {_PARTY})?)"
# After whom a deed concerns comes the end, or where, when and what about.
_END = r"(?=$|,| (?:at|in|on|to|about|over|for|from|by|with|regarding|concerning|during|near|aboard|as)\b)"
_MET = (
    r"(?:met with|met|saw|talked with|talked to|spoke with|spoke to|conferred with|lunched with|dined with|"
    r"had lunch with|had dinner with)"
)
_MET_TOGETHER = r"(?:met|talked|conferred|spoke|lunched|dined|discussed)\b"
_PHONED = r"(?:telephoned|phoned|spoke by telephone with|talked by telephone with)"
_PAPER = (
    r"(?:memorandum(?: for the record)?|memo|letter|cable|message|telegram|note(?: for the record)?|airtel|dispatch|"
    r"paper|document|report)"
)
_WROTE = rf"(?:wrote to|wrote an? {_PAPER} to|wrote|cabled|sent an? {_PAPER} to)"
# What follows a thing and is no part of it.
_TAIL = re.compile(
    r"(?:,| (?:on behalf of|without|in connection with|to discuss|for \$|at a (?:price|cost)|by|during|before|after|"
    r"according to|together with|along with|as)\b).*$"
)
_CARRIERS = frozenset("investigation inquiry report hearing study review search negotiation campaign survey".split())
_NO_LISTS = frozenset("preside swear become serve appoint begin continue receive have make take give get".split())
_CONTACTS = frozenset("interview visit question contact debrief see brief approach".split())
_PREPOSITIONS = "to|before|at|in|for|with|from|on|into"
_TITLES = frozenset(
    word.lower() for word in lexicon.OFFICE_HEADS | lexicon.OFFICE_MODIFIERS | {"Senator", "Judge", "Congressman", "Mr"}
)


class Frame(NamedTuple):
    """A relation by its question, which ends where a period may follow."""

    words: str

    @property
    def is_of_titles(self) -> bool:
        """Whether the items are subjects of papers, which may name the figure."""
        return self.words.startswith("On what subjects")

    @property
    def is_of_dated(self) -> bool:
        """Whether it asks only for what bears a date, so that a statement without one adds nothing to a period."""
        return self.words.endswith(_DATED)

    def question(self, when: str) -> str:
        """The question, of a period when one is given."""
        return f"{self.words} {when}?" if when else f"{self.words}?"


Taken = tuple[Frame, str]  # and the item


def frames_of(clause: str, name: str, *, is_person: bool) -> Iterator[Taken]:
    """The relations in which a clause puts the figure, each with its item; none for a clause of no known shape.

    The item is "" where the clause shows that there is one and does not name it.
    """
    article = "the " if not is_person and re.search(rf"\bthe {re.escape(name)}\b", clause) else ""
    figure = _Figure(article + name, rf"(?:the )?{re.escape(name)}")
    met = list(_contacts(clause, figure))
    found = met or list(_doings(clause, figure))
    yield from ((frame, item) for frame, item in dict.fromkeys(found) if name not in item or frame.is_of_titles)


class _Figure(NamedTuple):
    """How a question writes the figure, and a pattern of how statements do."""

    named: str
    pattern: str


def _contacts(clause: str, figure: _Figure) -> Iterator[Taken]:
    """Whom the figure met, telephoned and wrote to, who wrote to it, and on what."""
    who, named = figure.pattern, figure.named
    ways = (
        (rf"{who} {_MET} {_PARTIES}{_END}", f"With whom did {named} meet or talk"),
        (rf"{_PARTIES} {_MET} {who}{_END}", f"With whom did {named} meet or talk"),
        (rf"{who} and {_PARTIES} {_MET_TOGETHER}", f"With whom did {named} meet or talk"),
        (rf"{_PARTIES} and {who} {_MET_TOGETHER}", f"With whom did {named} meet or talk"),
        (rf"{who} {_PHONED} {_PARTIES}{_END}", f"Whom did {named} telephone"),
        (rf"{_PARTIES} {_PHONED} {who}{_END}", f"Who telephoned {named}"),
        (rf"{who} {_WROTE} {_PARTIES}{_END}", f"To whom did {named} write"),
        (rf"{_PARTIES} {_WROTE} {who}{_END}", f"Who wrote to {named}"),
    )
    for pattern, words in ways:
        match = re.match(pattern, clause)
        if match:
            yield from ((Frame(words), item) for item in _parties(match["items"]))
    yield from _subjects(clause, figure)


_ABOUT = (
    r"(?: (?:about|on the subject|titled) \"(?P<item>[^\"]+)\"(?: \([^()]+\))?|"
    r"(?: (?:about|regarding|concerning|on|in) [^\"]+)?)"
)


def _subjects(clause: str, figure: _Figure) -> Iterator[Taken]:
    """On what the figure wrote or was written to; and that it wrote to somebody, where the clause does not say whom."""
    who, named = figure.pattern, figure.named
    by = re.match(
        rf"{who} (?:wrote|sent)\b(?: an? {_PAPER})?(?P<to>(?: to .+?| [A-Z].+?)?)(?: an? {_PAPER})?{_ABOUT}$", clause
    )
    to = re.match(
        rf"(?:(?P<by>.+?) wrote (?:an? {_PAPER} )?(?:to )?{who}|{who} was sent an? {_PAPER}){_ABOUT}$", clause
    )
    if by:
        yield Frame(f"On what subjects did {named} write"), by["item"] or ""
        if not by["to"] and "for the record" not in clause.partition('"')[0]:
            yield Frame(f"To whom did {named} write"), ""
    if to:
        yield Frame(f"On what subjects was {named} written to"), to["item"] or ""
        if not to["by"]:
            yield Frame(f"Who wrote to {named}"), ""
    yield from _named_in_subjects(clause, figure)


_TITLED = re.compile(
    r"\b(?:(?P<kind>[a-z]+(?: for the record)?) )?(?:(?:to|by) [^\"]+? )?(?:on the subject|titled) "
    r"\"(?P<item>[^\"]+)\"(?: \((?P<gloss>[^()]+)\))?(?: was written)?$"
)


def _named_in_subjects(clause: str, figure: _Figure) -> Iterator[Taken]:
    """The subject of a paper that names the figure: of papers of any kind, and of memoranda for the record alone."""
    paper = _TITLED.search(clause)
    bare = figure.named.removeprefix("the ")
    if paper is None or not (
        paper["gloss"] == bare or re.search(rf"(?i)(?<!\w){re.escape(bare)}(?!\w)", paper["item"])
    ):
        return
    article = "the " if set(bare.split()) & _BODIES_WITH_ARTICLE else ""
    kinds = ["papers", *(["memoranda for the record"] if "for the record" in (paper["kind"] or "") else [])]
    for kind in kinds:
        yield Frame(f"On what subjects that name {article}{bare} were {kind} written {_DATED}"), paper["item"]


_DATED = "that are dated"  # a paper without a date is then none of a period


_BODIES_WITH_ARTICLE = frozenset(
    "Committee Commission Bureau Department Board Agency Council Service Office Ministry Police Senate House Court "
    "University Congress Authority Administration Embassy".split()
)


def _parties(written: str) -> list[str]:
    return [part for part in re.split(r", and |, | and ", written) if part]


def _doings(clause: str, figure: _Figure) -> Iterator[Taken]:
    """What the figure did to what, what was done to it and by whom: the first shape that the clause has."""
    for shape in _SHAPES:
        found = shape(clause, figure)
        if found is not None:
            yield found
            return


def _thing(written: str) -> str:
    """A thing without what is told beside it; "" for what is none."""
    item = _TAIL.sub("", written).strip(" .")
    return item if item and not re.search(r'[":;]', item) else ""


def _active(clause: str, figure: _Figure) -> Taken | None:
    """As in "What did X inspect", "For what did X sign the papers", "Which investigations did X lead"."""
    match = re.match(
        rf"{figure.pattern} (?P<first>first )?(?P<verb>[a-z]+)(?: to (?P<base>[a-z]+))? (?P<rest>.+)$", clause
    )
    if match is None:
        return None
    base = base_of(match["verb"])
    if match["base"]:
        base = match["base"] if match["verb"] == "voted" else ""
    if not base or base in _NO_LISTS:
        return None
    if match["first"]:
        item = _thing(match["rest"]) if re.match(_COMMON, match["rest"]) else ""
        return (Frame(f"What was {figure.named} the first to {base}"), item) if item else None
    return _carried(base, match["rest"], figure) or _object(base, match["rest"], figure)


_COMMON = r"(?:the|an?) [a-z]"


def _carried(base: str, rest: str, figure: _Figure) -> Taken | None:
    """As in "the papers for the dredging": a fixed object, and behind its preposition what varies."""
    match = re.match(
        r"(?P<article>the|an?|\d+|two|three|several) (?P<noun>[a-z]+(?: [a-z]+)?)(?: of [$£][\d,.]+(?: million)?)? "
        r"(?P<how>for|into|about) (?P<item>(?:the |an? )?[\w].+)$",
        rest,
    )
    if match is None or " of" in match["noun"]:
        return None
    item, noun = _thing(match["item"]), match["noun"]
    if noun in _CARRIERS and match["how"] == "into":
        return Frame(f"Which {_plural(noun)} did {figure.named} {base}"), f"{match['article']} {noun} into {item}"
    article = match["article"] + " " if match["article"] in {"the", "a", "an"} else ""
    return Frame(f"{match['how'].title()} what did {figure.named} {base} {article}{noun}"), item


def _plural(noun: str) -> str:
    return noun[:-1] + "ies" if noun.endswith("y") else noun + ("es" if noun.endswith(("s", "ch")) else "s")


def _object(base: str, rest: str, figure: _Figure) -> Taken | None:
    """A person, a body or a thing right behind the verb, or behind a preposition that belongs to it."""
    if re.match(_COMMON, rest):
        item = _thing(rest)
        return (Frame(f"What did {figure.named} {base}"), item) if item else None
    party = re.match(rf"(?P<how>(?:{_PREPOSITIONS}) )?(?P<item>{_PARTY}){_END}", rest)
    if party is None:
        return None
    item, how = party["item"], (party["how"] or "").strip()
    asked = "whom" if _is_person(item) else "which organisations" if _is_body(item) else ""
    if not asked:
        return None
    opening = f"{how} {asked}".strip()
    return Frame(f"{opening[0].upper()}{opening[1:]} did {figure.named} {base}"), item


def _is_body(item: str) -> bool:
    return bool(set(item.split()) & lexicon.ORGANISATION_HEADS) or item.removeprefix("the ").isupper()


def _is_person(item: str) -> bool:
    words = item.split()
    is_placed = words[0] in lexicon.PLACES | {"New", "the"}
    return 2 <= len(words) <= _MAX_NAME and not is_placed and not _is_body(item)


_MAX_NAME = 4  # words of a person's name with a title


def _passive(clause: str, figure: _Figure) -> Taken | None:
    """As in "In what was X named as the contractor", "By whom was X interviewed"."""
    named = re.match(
        rf"{figure.pattern} was (?P<verb>[a-z]+) (?P<role>as (?:the |an? )?[a-z]+(?: [a-z]+)?) (?P<how>in|for|of) "
        r"(?P<item>.+)$",
        clause,
    )
    if named and base_of(named["verb"]):
        words = f"{named['how'].title()} what was {figure.named} {named['verb']} {named['role']}"
        return Frame(words), _thing(named["item"])
    by = re.match(rf"{figure.pattern} was (?P<verb>[a-z]+) by (?P<item>{_PARTY}){_END}", clause)
    if by and base_of(by["verb"]):
        return Frame(f"By whom was {figure.named} {by['verb']}"), by["item"]
    return None


def _given(clause: str, figure: _Figure) -> Taken | None:
    """As in "What was awarded to X": the thing stands first and the figure behind "to"."""
    match = re.match(rf"(?P<item>{_COMMON}.+?) (?:was|were) (?P<verb>[a-z]+) to {figure.pattern}{_END}", clause)
    if match is None or not base_of(match["verb"]):
        return None
    return Frame(f"What was {match['verb']} to {figure.named}"), match["item"]


def _done_to(clause: str, figure: _Figure) -> Taken | None:
    """As in "Who interviewed X": somebody else does it."""
    match = re.match(rf"(?P<item>{_PARTY}) (?P<verb>[a-z]+) {figure.pattern}{_END}", clause)
    if match is None or base_of(match["verb"]) not in _CONTACTS:
        return None
    return Frame(f"Who {match['verb']} {figure.named}"), match["item"]


_SHAPES: tuple[Callable[[str, _Figure], Taken | None], ...] = (_active, _passive, _given, _done_to)


def is_title(word: str) -> bool:
    """Whether a word before a surname is a title and no given name."""
    return word.strip(".").lower() in _TITLES
