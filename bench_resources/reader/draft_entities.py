"""A clean sentence as a row of units: dates, sums, numbers, persons, offices, organisations, places, words.

Belongs here: what each capitalised run is, and whether a question may name it. Does not: grammar of the clause
(draft_clauses).
A capitalised run that is nothing known is UNKNOWN, and a question never holds one: it may be a private person or
debris.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_sentences import is_cleanly_read, zipf
from bench_resources.reader.draft_things import VESSELS, is_name, is_place_here, is_thing


class Kind(StrEnum):
    """What a unit is."""

    DATE = "date"
    MONTH = "month"  # month and year, or a year alone
    MONEY = "money"
    NUMBER = "number"
    PERSON = "person"
    OFFICE = "office"
    ORGANISATION = "organisation"
    ACRONYM = "acronym"
    PLACE = "place"
    THING = "thing"  # an act, treaty, report, programme, building or ship
    PLAIN = "plain"  # capitalised, but general English
    UNKNOWN = "unknown"
    WORD = "word"
    MARK = "mark"


NAMED = frozenset({Kind.PERSON, Kind.OFFICE, Kind.ORGANISATION, Kind.ACRONYM})
SPECIFIC = NAMED | {Kind.THING, Kind.DATE, Kind.MONTH, Kind.PLACE, Kind.MONEY}


class Unit(NamedTuple):
    """One unit of a sentence. `text` is as written; `name` is how a question writes it."""

    kind: Kind
    start: int
    end: int
    text: str
    name: str


class Token(NamedTuple):
    """One word, date, sum or mark."""

    kind: Kind
    start: int
    end: int
    text: str


class Vocabulary(NamedTuple):
    """What a passage allows to be named: public people by lower-case words, and acronyms it spells out.

    `subjects` are those of the people, and the bodies, whom a question may also be about.
    """

    people: dict[tuple[str, ...], str]
    acronyms: frozenset[str]
    organisations: frozenset[tuple[str, ...]] = frozenset()  # listed bodies, as lower-case words
    familiar: frozenset[str] = frozenset()  # lower-case words of listed bodies: as good as dictionary words
    bodies: tuple[tuple[str, str], ...] = ()  # "Committee" and the one committee that the passage names in full
    seen: frozenset[str] = frozenset()  # capitalised words that stand more than once: a misreading does not repeat
    is_clean: bool = False  # hardly a word of the passage is misread
    subjects: frozenset[str] = frozenset()
    repeated: frozenset[str] = frozenset()  # letters in capitals that stand more than once, spelt out or not


_TITLES = tuple(
    (title, title.split(), tuple(title.lower().split())) for title in lexicon.OFFICE_BEFORE_NAME
)  # as written, as words, as lower-case words
_TITLE_STARTS = frozenset(parts[0] for _, _, parts in _TITLES)
_YEAR = r"(?:1[789]\d\d|20[0-4]\d)"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
_TOKEN = re.compile(
    rf"(?P<date>\b{_DAY}(?:st|nd|rd|th)?\s+(?:of\s+)?{lexicon.MONTH},?\s+{_YEAR}\b|\b{lexicon.MONTH}\s+{_DAY}(?:st|"
    rf"nd|rd|th)?,?\s+{_YEAR}\b|"
    rf"\b(?:1[0-2]|0?[1-9])/{_DAY}/(?:{_YEAR}|\d\d)\b)|"
    rf"(?P<month>\b{lexicon.MONTH},?\s+(?:of\s+)?{_YEAR}\b|\b{_YEAR}\b(?![-/–]))|"
    r"(?P<money>(?:US\s?)?[$£]\s?\d(?:[\d,]*\d)?(?:\.\d+)?(?:\s+(?:million|billion|thousand))?)|"
    r"(?P<number>\b\d(?:[\d,]*\d)?(?:\.\d+)?%?(?![\w/]))|"
    r"(?P<word>(?:Mr|Mrs|Dr|Gen|Col|Sen|Messrs|Amb)\.|U\.\s?S\.|D\.\s?C\.|(?:[A-Z]\.){2,}|[A-Z]\.|"
    r"[^\W\d_][\w/&]*(?:[-'’][^\W\d_]+)*(?:['’](?=\s))?\.?(?<!\.)|[^\W\d_][\w]*)|"
    r"(?P<mark>\S)"
)
_RANKS = frozenset({"Mr.", "Messrs.", "Colonel", "Col.", "Major", "Captain", "Dr.", "Professor", "Lieutenant"})
_COURTESY_ZIPF = 2.0
_GENERAL_ZIPF = 3.5
_HONORIFICS = frozenset({"mr.", "mrs.", "dr.", "mr", "dr", "general", "director"})
_CONNECTORS = frozenset({"of", "for", "on", "and", "&", "to", "de", "in"})
NAME_ZIPF = 1.5
RARE_NAME_ZIPF = 1.0  # of a name in a cleanly read passage: "Penhallow" is 1.3, a misread name 0
ORGANISATION_ZIPF = 2.3
_PLACE_ZIPF = 2.0
_REPEATS = 3  # an unspelt acronym must stand this often; debris does not repeat
_RARE_SURNAME = 3.6  # a rarer surname alone is taken for its one listed owner
_ACRONYM_ZIPF, _WORD_ZIPF = 1.8, 5.2  # rarer is debris, commoner is a shouted word
_CONSONANT, _ONSET = "[BCDFGHJKLMNPQRSTVWXZ]", "(?:[BCDFGKPT][LR]|[CSTGP]H|S[CKLMNPTW]|[BCDFGHJKLMNPQRSTVWXYZ])"
# Syllables of English and Spanish names: COX, CRUZ, FORD, LEE, DIAZ; letters spelt out do not make such syllables.
_SAYABLE = re.compile(
    rf"{_ONSET}(?:[AEIOUY]|EE|OO|EA|IA|UE|AI|OU|UI){_CONSONANT}{{1,2}}[AEIOSYT]?|{_ONSET}(?:EE|OY|AY|OO|UE)|"
    rf"[AEIOU]{_CONSONANT}[AEIOY]{_CONSONANT}?"
)
_SYLLABLES = re.compile(rf"(?:{_ONSET}?[AEIOUY]{{1,2}}{_CONSONANT}{{0,2}})+")
_NUMBER_WORDS = frozenset(
    "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen "
    "nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred".split()
)
_BODY = re.compile(
    r"(?:[A-Z][a-z]+ ){1,4}(?P<head>Committee|Commission|Agency|Bureau|Department|Board|Division|Embassy|"
    r"Consulate|Council|Subcommittee)\b"
    r"(?: (?:on|of|for) (?:the )?[A-Z][a-z]{3,}(?: [A-Z][a-z]{3,})*)?"
)
_BODY_ZIPF = 2.3
# "Select Committee", "Regional Office": every government has several, so the name alone says not which.
_MANY_HEADS = frozenset({"Committee", "Subcommittee", "Commission", "Board", "Council", "Office", "Division", "Branch"})
_MANY_WORDS = frozenset(
    "Select Special Joint Standing Executive Regional Field District Branch Local Main Permanent".split()
)
_HEADING = re.compile(
    r"\bOF THE ((?:[A-Z]{3,} ){1,5}(?:COMMITTEE|COMMISSION|BOARD|COUNCIL|AUTHORITY))[ \t]*$", re.MULTILINE
)
_BRACKETED = re.compile(r"\(([A-Z][A-Z/&]{1,7})\)")
_NAME_BEFORE = re.compile(
    r"(?:[A-Z][\w'’&.-]*|of|for|the|and|on|to|in|&)(?:\s+(?:[A-Z][\w'’&.-]*|of|for|the|and|on|to|in|&))*\s*$"
)
_NAME_REACH = 110  # characters before a bracketed acronym in which its full name stands
_OPENERS = frozenset(
    "pursuant effective "
    "the a an on in at by during after before since until from to for with under according as when while if it he she "
    "they we i there this that these those although because further moreover therefore thus upon prior later finally "
    "now such another only once instead again throughout within among neither either even due additionally "
    "accordingly nevertheless subsequently shortly several approximately so well through besides beyond despite "
    "unlike indeed similarly likewise consequently furthermore meanwhile members officers employees officials "
    "representatives agents copies whereas "
    "its his her their our no some all many most both each one two three following and but or not however also "
    "when".split()
)


def tokens(text: str) -> list[Token]:
    """The words, dates, sums, numbers and marks of a line, in order."""
    found = []
    for match in _TOKEN.finditer(text):
        kind = Kind(match.lastgroup or "mark")
        if kind is Kind.WORD and match.group().lower() in _NUMBER_WORDS:
            kind = Kind.NUMBER
        found.append(Token(kind, match.start(), match.end(), match.group()))
    return found


def initials_match(words: Sequence[str], acronym: str) -> bool:
    """Whether the capitalised words' initials spell the acronym, in order, all of them."""
    initials = "".join(w[0] for w in words if w[0].isupper())
    return initials == acronym.replace("/", "").replace("&", "")


def expansions(text: str) -> dict[str, str]:
    """Acronyms that a text spells out as "Full Name (FN)", with the full name: only where the initials agree."""
    found: dict[str, str] = {}
    for match in _BRACKETED.finditer(text):
        before = _NAME_BEFORE.search(text[max(0, match.start() - _NAME_REACH) : match.start()])
        words = before.group().split() if before else []
        for at in range(len(words)):
            if words[at][0].isupper() and initials_match(words[at:], match.group(1)):
                found.setdefault(match.group(1), " ".join(words[at:]))
                break
    return found


def vocabulary(passage: str, names: Sequence[str], officials: Sequence[str] = ()) -> Vocabulary:
    """The public people and acronyms that questions about this passage may name.

    Questions may be about `names`, and may only name `officials`. A surname alone counts where the passage also gives
    the full name and no second listed person shares it.
    """
    people: dict[tuple[str, ...], str] = {}
    flat = " ".join(passage.split()).lower()
    surnames: dict[str, list[str]] = {}
    bodies = [name for name in names if is_body(name)]
    for name in sorted({*names, *officials}.difference(bodies)):
        words = tuple(name.lower().split())
        if len(words) < 2:
            continue
        surnames.setdefault(words[-1], []).append(name)
        for form in {words, (words[0], words[-1]), tuple(w for w in words if len(w.strip(".")) > 1)}:
            if len(form) > 1:
                people[form] = name
    for surname, owners in surnames.items():
        is_rare = zipf(surname) < _RARE_SURNAME
        if len(owners) == 1 and len(surname) > 3 and (is_rare or owners[0].lower() in flat):
            people[(surname,)] = owners[0]
    shown = _shown(passage)
    return shown._replace(
        people=people,
        organisations=frozenset(tuple(name.lower().split()) for name in bodies),
        familiar=frozenset(word for name in bodies for word in name.lower().split()),
        subjects=frozenset(names),
    )


@lru_cache(maxsize=2)
def _shown(passage: str) -> Vocabulary:
    """What a passage allows by itself, whoever is listed: read once, though people are added to it."""
    letters = Counter(re.findall(r"\b[A-Z]{3,5}\b", passage))
    return Vocabulary(
        {},
        frozenset(expansions(passage)),
        bodies=tuple(sorted(_bodies(passage).items())),
        seen=frozenset(word for word, n in Counter(re.findall(r"\b[A-Z][a-z]{3,}\b", passage)).items() if n > 1),
        is_clean=is_cleanly_read(passage),
        repeated=frozenset(w for w, n in letters.items() if n >= _REPEATS and zipf(w.lower()) < _WORD_ZIPF),
    )


def is_body(name: str) -> bool:
    """Whether a listed name is an organisation's: one of its words heads such names."""
    return any(word in lexicon.ORGANISATION_HEADS for word in name.split())


def _bodies(passage: str) -> dict[str, str]:
    """As in "Committee" to "House Select Committee on Ports", where the passage names just one committee in full."""
    found: dict[str, set[str]] = {}
    for match in _HEADING.finditer(passage):
        name = match.group(1).title()
        found.setdefault(name.rsplit(" ", 1)[-1], set()).add(name)
    for match in _BODY.finditer(passage):
        name = " ".join(match.group().split()).removeprefix("The ")
        if len(name.split()) > 1 and all(zipf(w.lower()) >= _BODY_ZIPF for w in name.split()):
            found.setdefault(match.group("head"), set()).add(name)
    return {
        head: max(names, key=len) for head, names in found.items() if all(name in max(names, key=len) for name in names)
    }


def units(text: str, known: Vocabulary) -> list[Unit]:
    """The sentence as units, in order; capitalised words joined to what they name."""
    row = tokens(text)
    found: list[Unit] = []
    at = 0
    while at < len(row):
        token = row[at]
        if token.kind is not Kind.WORD or not token.text[0].isupper() or (at == 0 and token.text.lower() in _OPENERS):
            found.append(Unit(token.kind, token.start, token.end, token.text, token.text))
            at += 1
            continue
        end = _run_end(row, at)
        made, used = _name_run(text, row[at:end], known)
        found.extend(_by_context(unit, found, known) for unit in made)
        at += used
    return _with_numbers(_with_years(found))


def _with_numbers(row: list[Unit]) -> list[Unit]:
    """The row with "Mines Directive No", "." and "8" as one thing: the number is part of the name."""
    at = 0
    while at + 2 < len(row):
        head, dot, number = row[at : at + 3]
        if (
            head.text.endswith(" No")
            and dot.text == "."
            and number.kind is Kind.NUMBER
            and head.kind is not Kind.UNKNOWN
        ):
            written = f"{head.text}. {number.text.rstrip(',')}"
            row[at : at + 3] = [Unit(Kind.THING, head.start, number.end, written, written)]
        at += 1
    return row


def _with_years(row: Sequence[Unit]) -> list[Unit]:
    """The row with "the Harbors Act" and "of 1938" as one thing: the year is part of the name and dates nothing."""
    joined: list[Unit] = []
    for unit in row:
        if (
            unit.kind is Kind.MONTH
            and unit.text.isdigit()
            and len(joined) > 1
            and joined[-1].text == "of"
            and joined[-2].kind is Kind.THING
        ):
            head = joined[-2]
            del joined[-2:]
            named = f"{head.text} of {unit.text}"
            joined.append(Unit(Kind.THING, head.start, unit.end, named, named))
        else:
            joined.append(unit)
    return joined


def _by_context(unit: Unit, before: Sequence[Unit], known: Vocabulary) -> Unit:
    """An unknown name as a ship after "the cutter", as a place after "in" or "at"."""
    if unit.kind not in {Kind.UNKNOWN, Kind.PLAIN} or not before or re.search(r"['’]s?$", unit.text):
        return unit
    words = unit.text.split()
    if before[-1].text in VESSELS and len(words) < 4 and all(is_name(w, is_clean=known.is_clean) for w in words):
        return unit._replace(kind=Kind.THING)
    if unit.text in lexicon.ORGANISATION_HEADS and _is_one_of_many(before):
        return unit._replace(kind=Kind.PLAIN)
    is_place = unit.kind is Kind.UNKNOWN and is_place_here(words, before[-1].text, is_clean=known.is_clean)
    return unit._replace(kind=Kind.PLACE) if is_place else unit


def _is_one_of_many(before: Sequence[Unit]) -> bool:
    """As in "a large Station": what an article or its adjective leads to is one of its kind and no name."""
    return before[-1].text in {"a", "an"} or (
        len(before) > 1 and before[-1].kind is Kind.WORD and before[-2].text in {"a", "an"}
    )


def _run_end(row: Sequence[Token], at: int) -> int:
    """End of the capitalised run that starts at `at`: capitals, and connectors that lead to a capital."""
    end = at + 1
    while end < len(row):
        token = row[end]
        if (
            (token.kind is Kind.WORD and token.text[0].isupper())
            or (token.kind is Kind.WORD and token.text in _CONNECTORS and _leads_on(row, end))
            or (token.text == "the" and row[end - 1].text in {"of", "to", "on", "for"} and _is_capital(row, end + 1))
            or (token.text == "," and _is_office_comma(row, end))
        ):
            end += 1
        else:
            break
    return end


def _is_capital(row: Sequence[Token], at: int) -> bool:
    return at < len(row) and row[at].kind is Kind.WORD and row[at].text[0].isupper()


def _leads_on(row: Sequence[Token], at: int) -> bool:
    if row[at].text in {"in", "to"}:
        return False
    if _is_capital(row, at + 1):
        return True
    return row[at].text != "and" and at + 1 < len(row) and row[at + 1].text == "the" and _is_capital(row, at + 2)


def _is_office_comma(row: Sequence[Token], comma: int) -> bool:
    """As in "Chief, Western Division": a comma inside an office's name."""
    if row[comma - 1].text not in lexicon.OFFICE_HEADS or not _is_capital(row, comma + 1):
        return False
    end = comma + 1
    while _is_capital(row, end):
        end += 1
    return any(t.text in lexicon.ORGANISATION_HEADS for t in row[comma + 1 : end])


def is_acronym(word: str, known: Vocabulary) -> bool:
    """Whether an all-capital word is an acronym rather than a shouted name: spelt out nearby, or not sayable."""
    if word in known.acronyms or re.fullmatch(r"(?:[A-Z]\. ?){2,}", word):
        return True
    if not re.fullmatch(r"[A-Z]{2,5}", word) or word.title() in lexicon.GIVEN_NAMES or re.fullmatch(r"[IVXL]+", word):
        return False
    if len(word) == 2:
        return word in {"US", "UN", "UK"}
    is_sayable = _SAYABLE.fullmatch(word) or (len(word) > 3 and _SYLLABLES.fullmatch(word))
    return not is_sayable and (
        _ACRONYM_ZIPF <= zipf(word.lower()) <= _WORD_ZIPF or (len(word) < 5 and word in known.repeated)
    )


def _name_run(text: str, run: Sequence[Token], known: Vocabulary) -> tuple[list[Unit], int]:
    """Units of a capitalised run, and how many of its tokens they use (all, unless only its head could be named)."""
    for splitter in _joints(run):
        left, right = run[:splitter], run[splitter + 1 :]
        a, b = _classify(text, left, known), _classify(text, right, known)
        if a.kind is not Kind.UNKNOWN and b.kind is not Kind.UNKNOWN:
            joint = run[splitter]
            return [a, Unit(Kind.WORD, joint.start, joint.end, joint.text, joint.text), b], len(run)
    whole = _classify(text, run, known)
    if whole.kind is Kind.UNKNOWN and len(run) > 2 and run[1].text == "of" and is_acronym(run[0].text, known):
        head, place = _classify(text, run[:1], known), _classify(text, run[2:], known)
        if place.kind is Kind.PLACE:  # "the NPA of Lisbon"
            return [head, Unit(Kind.WORD, run[1].start, run[1].end, "of", "of"), place], len(run)
    return [whole], len(run)


def _is_courteous(words: Sequence[str]) -> bool:
    """As in "Mr. Roe", "Colonel Roe": a surname that only stands beside what is asked."""
    return (
        len(words) == 2
        and words[0] in _RANKS
        and re.fullmatch(r"(?:Mc|O['’])?[A-Z][a-z]{2,}", words[1]) is not None
        and zipf(words[1].lower()) >= _COURTESY_ZIPF
    )


def _is_general(text: str, run: Sequence[Token], words: Sequence[str]) -> bool:
    """Capitalised words of general English that name no person: "Bay of Pigs", "the Mafia"."""
    capitals = [w for w in words if w[0].isupper()]
    if any(
        w.isupper()
        or w in lexicon.GIVEN_NAMES
        or w in lexicon.SURNAMES
        or w in lexicon.OFFICE_HEADS
        or w in lexicon.ORGANISATION_HEADS
        for w in capitals
    ):
        return False
    is_marked = len(capitals) > 1 or text[: run[0].start].endswith(("the ", "The "))
    return is_marked and all(zipf(w.lower()) >= _GENERAL_ZIPF and w.isalpha() for w in capitals)


def _joints(run: Sequence[Token]) -> list[int]:
    """Where a run may be two names: at "and", and at "of", "for", "on", "to" after a full name."""
    return [i for i, t in enumerate(run) if t.text in {"and", "&"} and 0 < i < len(run) - 1]


def _classify(text: str, run: Sequence[Token], known: Vocabulary) -> Unit:
    words = [t.text for t in run]
    written = text[run[0].start : run[-1].end]
    possessive = re.search(r"['’]s?$", written)
    bare = [*words[:-1], re.sub(r"['’]s?$", "", words[-1])]
    kind, name = _kind_of(bare, known)
    is_short_name = kind is Kind.UNKNOWN or text[: run[0].start].endswith(("the ", "The "))
    if kind in {Kind.UNKNOWN, Kind.PLAIN} and len(bare) == 1 and is_short_name and bare[0] in dict(known.bodies):
        kind, name = Kind.ORGANISATION, dict(known.bodies)[bare[0]]
    elif kind is Kind.UNKNOWN and (_is_general(text, run, bare) or _is_courteous(bare)):
        kind, name = Kind.PLAIN, " ".join(bare)
    if name and possessive:
        name += possessive.group()
    return Unit(kind, run[0].start, run[-1].end, written, name or written)


def _kind_of(words: list[str], known: Vocabulary) -> tuple[Kind, str]:
    person = _listed_person(words, known) or _titled_person(words, known)
    if person:
        return Kind.PERSON, person
    checks = (
        (Kind.PLACE, _is_place(words)),
        (Kind.ACRONYM, len(words) == 1 and is_acronym(words[0], known)),
        (Kind.OFFICE, _is_office(words, known)),
        (Kind.ORGANISATION, " ".join(words) in lexicon.SOLE_BODIES or _is_organisation(words, known)),
        (Kind.THING, is_thing(words, is_clean=known.is_clean)),
        (Kind.PLAIN, all(_is_plain(w, known) or w in _CONNECTORS or w == "the" for w in words)),
    )
    kind = next((kind for kind, is_kind in checks if is_kind), Kind.UNKNOWN)
    return kind, "" if kind is Kind.UNKNOWN else " ".join(words).replace(" ,", ",")


def _listed_person(words: list[str], known: Vocabulary) -> str:
    lower = tuple(w.lower() for w in words)
    if lower[0] in _HONORIFICS and len(lower) > 1:
        lower = lower[1:]
    if len(lower) > 2 and re.fullmatch(r"[a-z]\.", lower[0]) and lower[1:] in known.people:
        return known.people[lower[1:]]  # "G. Robert Roe" of "Robert Roe"
    for _, _, parts in _TITLES if lower[0] in _TITLE_STARTS else ():
        if lower[: len(parts)] == parts and lower[len(parts) :] in known.people:
            return known.people[lower[len(parts) :]]
    return known.people.get(lower, "")


def _titled_person(words: list[str], known: Vocabulary) -> str:
    """As in "Senator Jane Doe": an office's title, then one to three words of a name; "" for anything else."""
    start = 1 if len(words) > 2 and is_acronym(words[0], known) else 0
    for title, parts, _ in _TITLES if words[start].lower() in _TITLE_STARTS else ():
        if words[start : start + len(parts)] != parts:
            continue
        name = words[start + len(parts) :]
        least = 2 if title in lexicon.RANKS_BEFORE_NAME else 1
        if least <= len(name) <= 3 and all(_is_name_word(w, known) for w in name):
            return " ".join([*words[: start + len(parts)], *(_calm(w) for w in name)])
    return ""


def _calm(word: str) -> str:
    return word.title() if word.isupper() and len(word) > 2 else word


def _is_name_word(word: str, known: Vocabulary) -> bool:
    if re.fullmatch(r"[A-Z]\.", word):
        return True
    title = _calm(word)
    taken = (
        title in lexicon.PLAIN_CAPITALS
        or title in lexicon.ORGANISATION_HEADS
        or title in lexicon.OFFICE_HEADS
        or title in lexicon.NATIONALITIES
        or title in lexicon.MONTHS
        or title in lexicon.WEEKDAYS
        or title in lexicon.PLACES
        or title in lexicon.OFFICE_MODIFIERS
    )
    least = RARE_NAME_ZIPF if known.is_clean else NAME_ZIPF
    is_known = zipf(word.lower()) >= least or word in known.seen
    return not taken and len(word) > 2 and word[0].isupper() and is_known


def _is_plain(word: str, known: Vocabulary) -> bool:
    bare = word.rstrip(".")
    bare = bare[:-1] if bare.endswith("s") and bare[:-1] in lexicon.NATIONALITIES else bare
    return (
        bare.lower() in known.familiar
        or bare in lexicon.PLAIN_CAPITALS
        or bare in lexicon.PLACES
        or bare in lexicon.NATIONALITIES
        or bare in lexicon.WEEKDAYS
        or bare in lexicon.MONTHS
        or is_acronym(word, known)
        or ("-" in bare and all(_is_plain(part, known) or zipf(part) > 3 for part in bare.split("-") if part))
    )


def _is_place(words: list[str]) -> bool:
    joined = " ".join(words).replace(". ", ".")
    if joined in lexicon.PLACE_PAIRS or joined in {"U.S.", "USSR", "USA", "UK", "D.C."}:
        return True
    if words[-1] in lexicon.PLACE_HEADS and 2 <= len(words) <= 4:
        return all(w[0].isupper() and zipf(w.lower()) >= _PLACE_ZIPF for w in words)
    return len(words) == 1 and words[0] in lexicon.PLACES


_GENERALS = frozenset({"Attorney General", "Inspector General", "Solicitor General", "Postmaster General"})


def _is_office(words: list[str], known: Vocabulary) -> bool:
    """As in "Director of Security", "Chief, Western Division", "Attorney General": a head with what it heads."""
    heads = [i for i, w in enumerate(words) if w in lexicon.OFFICE_HEADS]
    if not heads or len(words) < 2:
        return False
    before, after = words[: heads[0]], words[heads[0] + 1 :]
    if not all(_is_plain(w, known) or w in lexicon.OFFICE_MODIFIERS or w in lexicon.ORGANISATION_HEADS for w in before):
        return False
    if not all(_fits_name(w, known) for w in after):
        return False
    if " ".join([words[heads[0]], *after[:1]]) in _GENERALS:
        return len(after) == 1 or (after[1] in {"of", "for"} and len(after) > 2)
    if after and after[0] in {"of", "for", "to", ","}:
        return len(after) > 1
    return " ".join(words) == "General Counsel" or (
        bool(before) and not after and any(is_acronym(w, known) or w in lexicon.NATIONALITIES for w in before)
    )


def _fits_name(word: str, known: Vocabulary) -> bool:
    if word in _CONNECTORS or word in {"the", ","}:
        return True
    return word.title() not in lexicon.GIVEN_NAMES and (
        _is_plain(word, known)
        or word in lexicon.ORGANISATION_HEADS
        or word in lexicon.OFFICE_MODIFIERS
        or word in lexicon.OFFICE_HEADS
        or (zipf(word.lower()) >= 3.3 and not word.isupper())
    )


def _is_organisation(words: list[str], known: Vocabulary) -> bool:
    """A head such as Committee with at least one more word that says which; every word in a dictionary."""
    if tuple(w.lower() for w in words) in known.organisations:
        return True
    if not any(w in lexicon.ORGANISATION_HEADS for w in words):
        return False
    others = [
        w for w in words if w not in lexicon.ORGANISATION_HEADS and w not in _CONNECTORS and w not in {"the", ","}
    ]
    if not others and len([w for w in words if w[0].isupper()]) < 2:
        return False
    if (any(w in lexicon.OFFICE_HEADS for w in words) and not _is_office_of(words)) or "," in words:
        return False
    if words[-1] in _MANY_HEADS and all(w in _MANY_WORDS for w in words[:-1]):
        return False
    return all(_fits_organisation(w, known) for w in words) and len(words) <= 10


def _is_office_of(words: Sequence[str]) -> bool:
    """As in "Office of the Inspector General": named for whoever heads it."""
    last = words[3:] if list(words[:3]) == ["Office", "of", "the"] else words[2:]
    return words[0] == "Office" and 1 < len(last) < 4 and bool({last[-1], last[0]} & lexicon.OFFICE_HEADS)


def _fits_organisation(word: str, known: Vocabulary) -> bool:
    if word in _CONNECTORS or word in {"the", ","} or _is_plain(word, known) or word in lexicon.ORGANISATION_HEADS:
        return True
    if word.isupper():
        return False
    if known.is_clean and is_name(word, is_clean=True):
        return True
    return zipf(word.lower()) >= ORGANISATION_ZIPF or word.lower() in known.familiar or word in known.seen
