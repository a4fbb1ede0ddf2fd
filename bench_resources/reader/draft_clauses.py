"""A sentence as one clause: opening date, subject, finite verb, rest; and the questions made by turning it round.

Belongs here: where the subject ends, which verb is finite, how far the clause reads, and question word order.
Does not: what units are (draft_entities) or which facts are worth asking (facts).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_entities import NAMED, SPECIFIC, Kind, Unit
from bench_resources.reader.draft_sentences import LOWER_ZIPF, is_word, zipf

AUXILIARIES = frozenset({"was", "were", "is", "are", "has", "had", "will", "would"})
_ADVERBS = frozenset(
    (
        "first officially formally originally initially subsequently finally personally publicly jointly later "
        "then also recently unanimously immediately directly verbally orally specifically"
    ).split()
)
_TIMELESS = frozenset(
    {"later", "then", "also", "recently", "immediately", "subsequently", "finally"}
)  # meaningless away from the text before
_STOPPERS = frozenset(
    (
        "which who whom whose where and but or although though while when because since however whereas as "
        "whereby if unless after before until"
    ).split()
)
_SUBORDINATE = frozenset(
    ("that which who whom whose where when while because since if whether as after before until although").split()
)
_HUMAN = frozenset(
    (
        "man woman person people individual source informant agent officer subject boy girl wife husband official "
        "officials student students men women"
    ).split()
)
_BEFORE_NOUN = frozenset("the a an of in on at by for to and or no some any".split())
_OWNERS = frozenset("its his her their the a an".split())
_LEADING = frozenset("On In At During By For With From Under According Following After Pursuant Effective".split())
_OPEN_NOUNS = frozenset(
    (
        "request requests interest reference regard respect access response responsibility effort efforts need "
        "use attention contact support plans plan able available"
    ).split()
)
_UNENDING = frozenset(
    ("of the a an to by as than so such more most very no any and or that for with from in on at into upon").split()
)
_PHRASE_STARTS = frozenset(
    (
        "to for from with in on at by regarding concerning about during under after before through pertaining "
        "relating involving"
    ).split()
)
_SUBJECTS = NAMED | {Kind.THING}
_MAX_SUBJECT_UNITS = 11
_MAX_APPOSITION_UNITS = 14
_VERB_ZIPF = 3.2  # a verb as common as `ratify`


class Clause(NamedTuple):
    """One clause that can be turned round. `rest` follows the verb, up to the next clause."""

    opening: Unit | None  # a date that the sentence opens with
    subject: tuple[Unit, ...]
    auxiliary: str  # "" for a plain past tense
    verb: str  # base form, or what follows the auxiliary
    past: str  # the verb as written
    rest: tuple[Unit, ...]
    n_dates: int  # in the whole sentence


def clauses_of(row: Sequence[Unit], he: Unit | None = None) -> list[Clause]:
    """The clauses of a sentence that are plainly subject, verb, rest: the main one, and those after "that" or "which".

    `he` is whom a subject "He" or "She" means, when the sentence before leaves no doubt.
    """
    row = [he._replace(start=u.start, end=u.end) if he and u.text in {"He", "She"} else u for u in row]
    row = _without_asides(row[:-1] if row and row[-1].text == "." else row)
    n_dates = sum(u.kind in {Kind.DATE, Kind.MONTH} for u in row)
    opening, at = _opening(row)
    found = [_parse(row, at, opening, n_dates)]
    for i in range(2, len(row) - 4):
        if row[i].text in {"which", "who"} and row[i - 1].text == "," and row[i - 2].kind in NAMED:
            found.append(_relative(row, i, n_dates))
        elif i > at and row[i].kind in NAMED and _opens_clause(row, i):
            found.append(_inner(row, i, n_dates))
    return [clause for clause in found if clause is not None]


def _without_asides(row: Sequence[Unit]) -> list[Unit]:
    """The row without bracketed abbreviations, and without an apposition between a named subject and its verb."""
    kept = list(row)
    at = 0
    while at < len(kept):
        if kept[at].text == "(" and at + 2 < len(kept) and kept[at + 2].text == ")":
            del kept[at : at + 3]
            continue
        end = _apposition_end(kept, at)
        if end:
            del kept[at : end + 1]
        at += 1
    return kept


def _apposition_end(row: Sequence[Unit], at: int) -> int:
    """Where the apposition that opens with the comma at `at` closes, when a finite verb follows; else 0."""
    if row[at].text != "," or not at or row[at - 1].kind not in NAMED:
        return 0
    for end in range(at + 2, min(len(row) - 1, at + _MAX_APPOSITION_UNITS)):
        if row[end].kind is Kind.WORD and (row[end].text in _SUBORDINATE or row[end].text in AUXILIARIES):
            return 0
        if row[end].text == ",":
            following = row[end + 1]
            is_verb = following.kind is Kind.WORD and (following.text in AUXILIARIES or base_of(following.text))
            if is_verb:
                return end
            if row[end - 1].kind not in NAMED:
                return 0
    return 0


def _opens_clause(row: Sequence[Unit], at: int) -> bool:
    """Whether a clause may begin at a named thing: after a comma, "that", "and" or a conjunction that states a fact."""
    before = at - 2 if row[at - 1].text in {"the", "The"} else at - 1
    if before <= 0:
        return False
    if row[before].text == ",":
        return row[0].text in _LEADING and not any(u.text == "," for u in row[:before])
    if row[before].text in {"and", "but"}:
        return row[before - 1].text == ","
    return row[before].text in {"that", "while", "because", "since", "when", "after", ";", "where", "although"}


def _inner(row: Sequence[Unit], at: int, n_dates: int) -> Clause | None:
    """A clause inside a sentence whose subject is one named thing with its verb right after it."""
    start = at - 1 if row[at - 1].text == "the" else at
    verb = at + 1
    while verb < len(row) - 1 and row[verb].text in _ADVERBS:
        verb += 1
    joined = start > 1 and row[start - 1].text == "and" and row[start - 2].kind in NAMED
    if joined or any(u.text in {"if", "whether", "unless", "not", "no"} for u in row[:start]):
        return None
    if row[verb].text in AUXILIARIES:
        return _with_auxiliary(row, verb, tuple(row[start : at + 1]), None, n_dates)
    return _plain(row, verb, tuple(row[start : at + 1]), None, n_dates) if base_of(row[verb].text) else None


def _relative(row: Sequence[Unit], at: int, n_dates: int) -> Clause | None:
    """As in ", which was founded in 1960": the named thing before the comma is the subject."""
    head = at - 3 if at > 2 and row[at - 3].text in {"the", "The"} else at - 2
    subject = tuple(row[head : at - 1])
    if row[at + 1].text in AUXILIARIES:
        return _with_auxiliary(row, at + 1, subject, None, n_dates)
    return _plain(row, at + 1, subject, None, n_dates) if base_of(row[at + 1].text) else None


def _parse(row: Sequence[Unit], at: int, opening: Unit | None, n_dates: int) -> Clause | None:
    verb_at = _finite_verb(row, at)
    if verb_at is None:
        return None
    subject = list(row[at:verb_at])
    while len(subject) > 1 and subject[-1].text in _ADVERBS:
        subject.pop()
    if row[verb_at].text in AUXILIARIES:
        return _with_auxiliary(row, verb_at, tuple(subject), opening, n_dates)
    return _plain(row, verb_at, tuple(subject), opening, n_dates)


def _plain(
    row: Sequence[Unit], at: int, subject: tuple[Unit, ...], opening: Unit | None, n_dates: int
) -> Clause | None:
    rest = _cut(row[at + 1 :])
    first = next((i for i, u in enumerate(rest) if u.text in _SUBORDINATE or u.text in {",", "and"}), len(rest))
    if not rest or rest[0].text == "by" or any(u.text in AUXILIARIES for u in rest[:first]):
        return None
    return Clause(opening, subject, "", base_of(row[at].text), row[at].text, rest, n_dates)


def _with_auxiliary(
    row: Sequence[Unit], at: int, subject: tuple[Unit, ...], opening: Unit | None, n_dates: int
) -> Clause | None:
    after = at + 1
    while after < len(row) and (row[after].text in _ADVERBS - _TIMELESS or row[after].text == "been"):
        after += 1
    if after >= len(row) or not is_participle(row[after].text):
        return None
    verb = " ".join(u.text for u in row[at + 1 : after + 1])
    return Clause(opening, subject, row[at].text, verb, verb, _cut(row[after + 1 :]), n_dates)


def _opening(row: Sequence[Unit]) -> tuple[Unit | None, int]:
    """A leading phrase up to its comma, and the date in it: "On 3 May 1961," or "At a meeting on 3 May 1961,"."""
    if len(row) < 4:
        return None, 0
    if row[0].kind in {Kind.DATE, Kind.MONTH} and row[1].text == ",":
        return row[0], 2
    if row[0].text not in _LEADING:
        return None, 0
    dates = [i for i in range(1, min(14, len(row) - 2)) if is_whole_date(row, i)]
    comma = next(
        (i for i in range(1, min(14, len(row) - 2)) if row[i].text == "," and row[i - 1].text not in lexicon.WEEKDAYS),
        None,
    )
    is_timely = row[0].text in {"On", "In", "At", "During", "Effective"}
    if is_timely and dates and dates[0] < 4 and (comma is None or comma > dates[0] + 1):
        return row[dates[0]], dates[0] + 1
    if comma is None or any(u.text in _SUBORDINATE for u in row[:comma]):
        return None, 0
    return (row[dates[0]], comma + 1) if is_timely and dates and dates[0] < comma else (None, comma + 1)


def is_whole_date(row: Sequence[Unit], at: int) -> bool:
    """Whether a date stands there whole: a bare year or month may be what the scan left of a longer date."""
    if row[at].kind is Kind.DATE:
        return at == 0 or row[at - 1].text not in {"%", "to", "through", "-", "between"}
    return row[at].kind is Kind.MONTH and (
        at == 0
        or row[at - 1].text.lower()
        in {"in", "of", "during", "early", "late", "mid", "year", "summer", "spring", "fall", "autumn", "winter"}
    )


def _finite_verb(row: Sequence[Unit], start: int) -> int | None:
    """Where the first finite verb stands; None when something that no simple subject holds comes first."""
    for at in range(start, min(len(row), start + _MAX_SUBJECT_UNITS)):
        unit = row[at]
        if unit.kind is Kind.MARK or unit.text in _SUBORDINATE or unit.kind is Kind.UNKNOWN:
            return None
        if unit.kind is not Kind.WORD or at == start:
            continue
        if unit.text in AUXILIARIES or (base_of(unit.text) and row[at - 1].text.lower() not in _BEFORE_NOUN):
            return at
    return None


def _cut(rest: Sequence[Unit]) -> tuple[Unit, ...]:
    """The rest up to where another clause begins."""
    depth = 0
    for at, unit in enumerate(rest):
        depth += (unit.text == "(") - (unit.text == ")")
        if not depth and (unit.text in {";", ":", "–", "—"} or _begins_clause(rest, at)):
            return tuple(rest[:at])
    return tuple(rest)


def _begins_clause(rest: Sequence[Unit], at: int) -> bool:
    following = rest[at + 1] if at + 1 < len(rest) else None
    if following is None:
        return False
    if rest[at].text == ",":
        return (
            following.text in _STOPPERS
            or following.text in AUXILIARIES
            or following.text.endswith("ing")
            or is_participle(following.text)
        )
    if rest[at].text in {"and", "but"}:
        after = rest[at + 2].text if at + 2 < len(rest) and following.text in _ADVERBS else following.text
        if any(u.text in AUXILIARIES for u in rest[at + 1 : at + 6]):
            return True
        if following.text in _OWNERS and any(base_of(u.text) for u in rest[at + 2 : at + 6]):
            return True
        return bool(base_of(after)) or after in AUXILIARIES or following.text in {"that", "which", "who", "to"}
    return False


@cache
def base_of(past: str) -> str:
    """The base form of a plain past tense; "" for a word that is none."""
    known = lexicon.BASE_OF_PAST.get(past, "")
    if known or not past.endswith("ed") or past in lexicon.NOT_FINITE or len(past) < 5:
        return known
    stem = past[:-2]
    forms = [stem, past[:-1]]
    if stem[-1] == stem[-2]:
        forms.append(stem[:-1])
    if stem[-1] == "i":
        forms = [stem[:-1] + "y"]
    best = max(forms, key=zipf)
    return best if zipf(best) >= _VERB_ZIPF and zipf(past) >= LOWER_ZIPF else ""


def is_participle(word: str) -> bool:
    """Whether a word can follow `was` as a passive."""
    return word in lexicon.PARTICIPLES or bool(base_of(word))


def words_of(units: Sequence[Unit]) -> str:
    """Units as text, with the spacing of print."""
    text = ""
    open_quote = False
    for unit in units:
        name = unit.name
        glue = "" if not text or text[-1] in "(“-$/" or (open_quote and text[-1] == '"') else " "
        if name in {",", ".", ";", ":", ")", "”", "%", "?", "'", "’", "-", "/"} or (name == '"' and open_quote):
            glue = ""
        if name == '"':
            open_quote = not open_quote
        text += glue + name
    return text


def subject_text(clause: Clause) -> str:
    """The subject as it stands inside a question: its article in lower case."""
    text = words_of(clause.subject)
    first, _, others = text.partition(" ")
    return f"{first.lower()} {others}" if first in {"The", "A", "An"} and others else text


def ask(opening: str, clause: Clause, rest: Sequence[Unit]) -> str:
    """As in "When did X send Y?": the clause turned round behind an opening."""
    tail = words_of(trim(rest))
    if clause.auxiliary:
        words = [opening, clause.auxiliary, subject_text(clause), clause.verb, tail]
    else:
        words = [opening, "did", subject_text(clause), clause.verb, tail]
    return " ".join(w for w in words if w) + "?"


def trim(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """Without marks and joining words at either end."""
    row = list(units)
    while row and row[-1].text in {
        ",",
        "and",
        "or",
        "in",
        "on",
        "at",
        "the",
        "a",
        "of",
        "for",
        "to",
        "with",
        "(",
        "but",
        "by",
        "-",
    }:
        row.pop()
    while row and row[0].text in {",", "and"}:
        row.pop(0)
    return tuple(row)


def is_speakable(units: Sequence[Unit], possessives: frozenset[str] = frozenset()) -> bool:
    """Whether a question may hold these units: no unknown name, no pronoun, no debris, no stray mark."""
    for unit in units:
        if unit.kind is Kind.UNKNOWN or (unit.kind is Kind.MARK and unit.text not in {",", "(", ")", '"', "'", "’"}):
            return False
        lower = unit.text.lower().replace("’", "'")
        if unit.kind is Kind.WORD and (
            (lower in lexicon.PRONOUNS and lower not in possessives) or not _is_dictionary(lower)
        ):
            return False
    text = words_of(units)
    return text.count('"') % 2 == 0 and text.count("(") == text.count(")")


def _is_dictionary(word: str) -> bool:
    if len(word) == 1:
        return word == "a"
    if "-" in word and word.split("-", maxsplit=1)[0] in _UNENDING:  # "for-information": a stray hyphen of the scan
        return False
    return "." not in word and all(is_word(part) for part in word.split("-") if part)


def speakable_part(rest: Sequence[Unit], possessives: frozenset[str]) -> tuple[Unit, ...]:
    """The rest up to the phrase in which something unspeakable stands, without bracketed abbreviations."""
    kept: list[Unit] = []
    at = 0
    while at < len(rest):
        if rest[at].text == "(" and at + 2 < len(rest) and rest[at + 2].text == ")":
            at += 3
            continue
        kept.append(rest[at])
        at += 1
    if is_speakable(kept, possessives):
        return tuple(kept)
    for cut in range(len(kept) - 1, 0, -1):
        if kept[cut].text in _PHRASE_STARTS and is_speakable(kept[:cut], possessives):
            return tuple(kept[:cut]) if _may_end(kept, cut) else ()
    return ()


def _may_end(units: Sequence[Unit], cut: int) -> bool:
    """Whether a clause makes sense when it stops before `cut`: not before its infinitive, not after an open word."""
    is_infinitive = (
        units[cut].text == "to"
        and units[cut + 1 : cut + 2]
        and units[cut + 1].kind is Kind.WORD
        and units[cut + 1].text not in {"the", "a", "an"}
    )
    last, before = units[cut - 1], units[cut - 2] if cut > 1 else units[cut - 1]
    wants_more = last.kind is Kind.WORD and (
        last.text.endswith(("ed", "ing")) or last.text in _OPEN_NOUNS or last.text in _UNENDING
    )
    return not is_infinitive and not wants_more and before.text not in {"its", "his", "her"}


def possessives_of(clause: Clause) -> frozenset[str]:
    """The possessives that can only mean the subject: "its" after an organisation, "his" or "her" after a person."""
    kinds = {u.kind for u in clause.subject}
    if kinds & {Kind.PERSON} and len(clause.subject) == 1:
        return frozenset({"his", "her"})
    return frozenset({"its"}) if kinds & {Kind.ORGANISATION, Kind.ACRONYM} else frozenset()


def is_simple(units: Sequence[Unit]) -> bool:
    """Whether no second verb stands among the units, so that what follows belongs to the main verb."""
    for at, unit in enumerate(units):
        is_role = unit.text == "as" and at + 1 < len(units) and units[at + 1].kind is Kind.OFFICE
        if (unit.text in _SUBORDINATE and not is_role) or unit.text in AUXILIARIES or base_of(unit.text):
            return False
        if (
            unit.text == "to"
            and at + 1 < len(units)
            and units[at + 1].kind is Kind.WORD
            and units[at + 1].text not in {"the", "a", "an"}
        ):
            return False
        if (
            unit.kind is Kind.WORD
            and unit.text.endswith("ing")
            and not (at and units[at - 1].text in {"a", "an", "the", "its"})
            and zipf(unit.text[:-3]) + zipf(unit.text[:-3] + "e") > 3
            and unit.text not in {"meeting", "building", "hearing", "during", "briefing", "training"}
        ):
            return False
    return True


def is_subject_public(clause: Clause) -> bool:
    """Whether the clause is about a public person, office or organisation, named in it."""
    subject = clause.subject
    if not subject or not is_speakable(subject):
        return False
    if len(subject) == 1:
        return subject[0].kind in _SUBJECTS
    if any(u.kind in {Kind.NUMBER, Kind.MONEY, Kind.MARK, Kind.DATE, Kind.MONTH} for u in subject) or subject[
        0
    ].text not in {"The", "the", "A", "An", "a", "an"}:
        return False
    if len(subject) == 2 and subject[1].kind in _SUBJECTS:
        return True
    if not _is_noun_phrase(subject[1:]):
        return False
    is_one = any(u.kind in _SUBJECTS for u in subject)
    return is_one or (any(u.kind in SPECIFIC for u in subject) and not _HUMAN & {u.text for u in subject})


def _is_noun_phrase(units: Sequence[Unit]) -> bool:
    return not any(
        is_participle(u.text) or u.text in {"to", "not", "will", "may"} or u.text.endswith("ly") for u in units
    ) and units[-1].text not in {"of", "by", "in"}


def specifics(units: Sequence[Unit]) -> int:
    """How many named things, dates, places and sums the units hold."""
    return sum(u.kind in SPECIFIC for u in units)
