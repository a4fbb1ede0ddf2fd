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

AUXILIARIES = frozenset({"was", "were", "is", "are", "has", "have", "had", "will", "would"})
_ADVERBS = frozenset(
    (
        "first officially formally originally initially subsequently finally personally publicly jointly later "
        "then also recently unanimously immediately directly verbally orally specifically actually voluntarily "
        "successfully eventually ultimately promptly secretly openly"
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
_LEADING = frozenset(
    "On In At During By For With From Under According Following After Pursuant Effective Through Throughout "
    "Beginning Prior".split()
)
# A word or two before a sentence's comma that join it to the text before and change nothing in it.
_PREFACES = (
    ("In", "addition"),
    ("For", "example"),
    ("For", "instance"),
    ("In", "fact"),
    ("As", "a", "result"),
    ("However",),
    ("Moreover",),
    ("Furthermore",),
    ("Similarly",),
    ("Finally",),
    ("Also",),
    ("Additionally",),
    ("Indeed",),
    ("Thus",),
    ("Therefore",),
    ("Accordingly",),
    ("Subsequently",),
    ("Later",),
    ("Consequently",),
    ("Likewise",),
    ("Nevertheless",),
)
_ASIDES = (("for", "example"), ("for", "instance"), ("however",), ("moreover",), ("in", "fact"), ("in", "turn"))
_TOLD = frozenset("noted stated mentioned indicated described discussed reported shown explained".split())
_MAX_PREFACE_UNITS = 7  # of "As noted in an earlier chapter,"
_MAX_LEAD_UNITS = 14  # of a phrase between an opening date and the subject
_LEADS = frozenset("at in on by during with under through after following for as".split())
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
    more: tuple[Unit, ...] = ()  # "and", a second verb of the subject in its base form, and what follows it


def clauses_of(row: Sequence[Unit], he: Unit | None = None) -> list[Clause]:
    """The clauses of a sentence that are plainly subject, verb, rest: the main one, and those after "that" or "which".

    `he` is whom a subject "He" or "She" means, when the sentence before leaves no doubt.
    """
    row = [he._replace(start=u.start, end=u.end) if he and u.text in {"He", "She"} else u for u in row]
    row = _without_preface(_without_asides(row[:-1] if row and row[-1].text == "." else row))
    n_dates = sum(u.kind in {Kind.DATE, Kind.MONTH} for u in row)
    opening, at = _opening(row)
    found = [_parse(row, at, opening, n_dates)]
    for i in range(2, len(row) - 3):
        if row[i].text in {"which", "who"} and row[i - 1].text == "," and row[i - 2].kind in NAMED:
            found.append(_relative(row, i, n_dates))
        elif row[i].text == "which" and row[i + 1].text in {"was", "has"} and _gathering(row, i):
            clause = _with_auxiliary(row, i + 1, tuple(row[_gathering(row, i) : i]), None, n_dates)
            found.append(_to_main_verb(clause) if clause else None)
        elif row[i].text == "which" and row[i + 1].text in {"was", "has"} and _is_antecedent(row, i - 1):
            found.append(_relative(row, i, n_dates))
        elif i > at and row[i].kind in NAMED and _opens_clause(row, i):
            found.append(_inner(row, i, n_dates))
        elif row[i].text == "that" and row[i + 1].text in {"on", "in", "during"}:
            found.append(_dated_inner(row, i + 2))
        elif row[i].text == "that" and row[i + 1].text in {"a", "an", "the"} and row[i + 2].kind not in NAMED:
            found.append(_described_inner(row, i + 1, n_dates))
    return [clause for clause in found if clause is not None]


def _without_preface(row: list[Unit]) -> list[Unit]:
    """The row without "In addition," or "As noted above," before its first clause."""
    words = [u.text for u in row[: _MAX_PREFACE_UNITS + 1]]
    for preface in _PREFACES:
        if tuple(words[: len(preface)]) == preface and words[len(preface) : len(preface) + 1] == [","]:
            return _capitalised(row[len(preface) + 1 :])
    if words[:1] == ["As"] and words[1:2] and words[1] in _TOLD and "," in words:
        end = words.index(",")
        if all(u.kind is Kind.WORD for u in row[:end]):
            return _capitalised(row[end + 1 :])
    return row


def _capitalised(row: list[Unit]) -> list[Unit]:
    """The row with a capital on its first word, which opens the sentence now."""
    if not row or row[0].kind is not Kind.WORD:
        return row
    first = row[0].text[:1].upper() + row[0].text[1:]
    return [row[0]._replace(text=first, name=first), *row[1:]]


def _aside_end(row: Sequence[Unit], at: int) -> int:
    """Where ", for example," closes when it opens at `at`; else 0."""
    for aside in _ASIDES if row[at].text == "," else ():
        end = at + 1 + len(aside)
        if end < len(row) and tuple(u.text for u in row[at + 1 : end]) == aside and row[end].text == ",":
            return end
    return 0


def _without_asides(row: Sequence[Unit]) -> list[Unit]:
    """The row without bracketed abbreviations, and without an apposition between a named subject and its verb."""
    kept = list(row)
    at = 0
    while at < len(kept):
        aside = _aside_end(kept, at)
        if aside:
            # After an opening phrase the clause still wants its comma.
            del kept[at : aside if kept[0].text in _LEADING else aside + 1]
            continue
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
            if row[end - 1].kind not in NAMED | {Kind.PLACE, Kind.THING}:
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
        return row[before - 1].text == "," or _ends_deed(row[before - 1])
    return row[before].text in {"that", "while", "because", "since", "when", "after", ";", "where", "although"}


def _ends_deed(unit: Unit) -> bool:
    """Whether a common noun stands before "and", so that the name behind it is no second part of a list of names."""
    return unit.kind is Kind.WORD and unit.text.isalpha() and unit.text not in _UNENDING and len(unit.text) > _MIN_NOUN


_MIN_NOUN = 3
_PLURAL = frozenset({"were", "are", "have"})  # "the clerk and Jane Roe were heard": the verb is of both


def _inner(row: Sequence[Unit], at: int, n_dates: int) -> Clause | None:
    """A clause inside a sentence whose subject is one named thing with its verb right after it."""
    start = at - 1 if row[at - 1].text == "the" else at
    verb = at + 1
    while verb < len(row) - 1 and row[verb].text in _ADVERBS:
        verb += 1
    is_behind_and = start > 1 and row[start - 1].text == "and"
    joined = is_behind_and and (row[start - 2].kind in NAMED or row[verb].text in _PLURAL)
    if joined or any(u.text in {"if", "whether", "unless", "not", "no"} for u in row[:start]):
        return None
    if row[verb].text in AUXILIARIES:
        return _with_auxiliary(row, verb, tuple(row[start : at + 1]), None, n_dates)
    return _plain(row, verb, tuple(row[start : at + 1]), None, n_dates) if base_of(row[verb].text) else None


def _described_inner(row: Sequence[Unit], at: int, n_dates: int) -> Clause | None:
    """As in "that a meeting of the Harbor Board was held": a clause whose subject is more than a name."""
    if any(u.text in {"if", "whether", "unless", "not", "no"} for u in row[:at]):
        return None
    clause = _parse(row, at, None, n_dates)
    return clause if clause and any(u.kind in NAMED for u in clause.subject) else None


def _is_antecedent(row: Sequence[Unit], at: int) -> bool:
    """Whether "which" without a comma means the body before it, and not what is the body's: "the report of X which"."""
    before = row[at - 2].text if row[at - 1].text in {"the", "The"} else row[at - 1].text
    return row[at].kind in _OWNING and before not in {"of", "by", "from", "and", "for", "to", "at", "in", "with"}


_MIN_BEFORE_WHICH = 5  # units of "a meeting of the League"


def _gathering(row: Sequence[Unit], which: int) -> int:
    """Where "a meeting of the Harbor Board which" opens; 0 when no gathering of a named body stands before."""
    if which < _MIN_BEFORE_WHICH:
        return 0
    body = which - 1
    head = body - 2 if row[body - 1].text == "the" else body - 1
    is_held = row[head].text == "of" and row[body].kind in _OWNING and row[head - 1].text in _GATHERINGS
    start = head - 2 if is_held and row[head - 2].text in {"a", "the", "an"} else head - 1
    return start if is_held else 0


def _dated_inner(row: Sequence[Unit], at: int) -> Clause | None:
    """As in "that on 3 May 1961, X held Y": a clause inside a sentence that opens with its own date."""
    if any(u.text in {"if", "whether", "unless", "not", "no"} for u in row[:at]) or not is_whole_date(row, at):
        return None
    start = at + 2 if row[at + 1].text == "," else at + 1
    clause = _parse(row, start, row[at], 1)
    return clause if clause and any(u.kind in NAMED for u in clause.subject) else None


def _relative(row: Sequence[Unit], at: int, n_dates: int) -> Clause | None:
    """As in ", which was founded in 1960": the named thing before it is the subject."""
    end = at - 1 if row[at - 1].text == "," else at
    head = end - 2 if end > 1 and row[end - 2].text in {"the", "The"} else end - 1
    subject = tuple(row[head:end])
    if row[at + 1].text in AUXILIARIES:
        clause = _with_auxiliary(row, at + 1, subject, None, n_dates)
    else:
        clause = _plain(row, at + 1, subject, None, n_dates) if base_of(row[at + 1].text) else None
    return _to_main_verb(clause) if clause and end == at else clause


def _to_main_verb(clause: Clause) -> Clause:
    """A relative clause that no comma closes, up to the verb of the clause around it."""
    at = next((i for i, u in enumerate(clause.rest) if i and (base_of(u.text) or u.text in AUXILIARIES)), None)
    return clause._replace(rest=clause.rest[:at], more=())


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
    more = _second_deed(row[at + 1 + len(rest) :])
    base = base_of(row[at].text) or row[at].text
    return Clause(opening, subject, "", base, row[at].text, rest, n_dates, more)


def _second_deed(row: Sequence[Unit]) -> tuple[Unit, ...]:
    """As in "and create Y" from "and created Y": what the same subject did besides, up to the next clause."""
    if len(row) < 3 or row[0].text != "and" or not base_of(row[1].text):
        return ()
    base = base_of(row[1].text)
    return (row[0], row[1]._replace(text=base, name=base), *_cut(row[2:]))


_OWNED = frozenset("a an the primary sole full exclusive overall".split())  # what "had" as a full verb leads to


def _with_auxiliary(
    row: Sequence[Unit], at: int, subject: tuple[Unit, ...], opening: Unit | None, n_dates: int
) -> Clause | None:
    after = at + 1
    while after < len(row) and (row[after].text in _ADVERBS - _TIMELESS or row[after].text == "been"):
        after += 1
    if after >= len(row) or not is_participle(row[after].text):
        owns = after < len(row) and (row[after].text in _OWNED or row[after].kind is Kind.NUMBER)
        if row[at].text == "had" and after == at + 1 and owns:
            return Clause(opening, subject, "", "have", "had", _cut(row[after:]), n_dates)
        return None
    verb = " ".join(u.text for u in row[at + 1 : after + 1])
    return Clause(opening, subject, row[at].text, verb, verb, _cut(row[after + 1 :]), n_dates)


def _opening(row: Sequence[Unit]) -> tuple[Unit | None, int]:
    """A leading phrase up to its comma, and the date in it: "On 3 May 1961," or "At a meeting on 3 May 1961,"."""
    if len(row) < 4:
        return None, 0
    if row[0].kind in {Kind.DATE, Kind.MONTH} and row[1].text == ",":
        return row[0], 2
    if row[0].text in _LEADING:
        return _opening_phrase(row)
    if _is_participial(row[0]):
        return None, _after_participial(row)
    is_participle_first = row[0].text.lower() in lexicon.PARTICIPLES and row[1].text in {"in", "on", "by"}
    return None, (4 if is_participle_first and row[3].text == "," else 0)


def _is_participial(unit: Unit) -> bool:
    """As in "Responding" and "Having": a verb's form that tells what its clause's subject does besides."""
    word = unit.text.lower()
    stem = word.removesuffix("ing")
    return word.endswith("ing") and word not in _NO_PARTICIPLES and max(zipf(stem), zipf(stem + "e")) >= _VERB_ZIPF


_NO_PARTICIPLES = frozenset("during according following pending regarding concerning excluding including".split())


def _after_participial(row: Sequence[Unit]) -> int:
    """Where the subject begins behind "Responding to an inquiry,": a name with its verb; 0 where none does."""
    for at in range(2, min(len(row) - 3, _MAX_PARTICIPIAL_UNITS)):
        start = at + 2 if row[at + 1].text == "the" else at + 1
        if row[at].text == "," and start + 1 < len(row) and row[start].kind in NAMED:
            is_verb = row[start + 1].text in AUXILIARIES or bool(base_of(row[start + 1].text))
            return at + 1 if is_verb else 0
    return 0


_MAX_PARTICIPIAL_UNITS = 24


def _opening_phrase(row: Sequence[Unit]) -> tuple[Unit | None, int]:
    span = range(1, min(14, len(row) - 2))
    dates = [i for i in span if is_whole_date(row, i) and not _is_one_of_dates(row, i)]
    comma = next((i for i in span if row[i].text == "," and row[i - 1].text not in lexicon.WEEKDAYS), None)
    is_timely = row[0].text in {"On", "In", "At", "During", "Effective"} and bool(dates)
    if is_timely and dates[0] < 4:
        after = dates[0] + 1
        if comma == after:
            return row[dates[0]], _after_lead(row, after + 1)
        if comma is None or comma > after:
            return row[dates[0]], after
    if comma is None or any(u.text in _SUBORDINATE for u in row[:comma]):
        return None, 0
    return (row[dates[0]], comma + 1) if is_timely and dates[0] < comma else (None, comma + 1)


def _is_one_of_dates(row: Sequence[Unit], at: int) -> bool:
    """As in "in 1911 or 1912" and "on 3 May 1911 and 6 June 1911": no one date is meant."""
    return row[at + 1].text in {"or", "and"} and row[at + 2].kind in {Kind.DATE, Kind.MONTH}


def _after_lead(row: Sequence[Unit], at: int) -> int:
    """Where the subject begins behind a date and its comma: after "at the request of X,", else at once."""
    if row[at].text not in _LEADS:
        return at
    comma = next((i for i in range(at + 1, min(at + _MAX_LEAD_UNITS, len(row) - 2)) if row[i].text == ","), 0)
    is_phrase = comma and not any(u.text in _SUBORDINATE - {"after"} | AUXILIARIES for u in row[at + 1 : comma])
    return comma + 1 if is_phrase else at


def is_whole_date(row: Sequence[Unit], at: int) -> bool:
    """Whether a date stands there whole: a bare year or month may be what the scan left of a longer date."""
    if row[at].kind is Kind.DATE:
        return at == 0 or row[at - 1].text not in {"%", "to", "through", "-", "between"}
    return row[at].kind is Kind.MONTH and (
        at == 0
        or row[at - 1].text.lower()
        in {"in", "of", "during", "early", "late", "mid", "year", "summer", "spring", "fall", "autumn", "winter"}
    )


_PHRASAL = {("set", "up"), ("set", "forth"), ("put", "forward"), ("put", "into"), ("cut", "off")}


def _is_phrasal(row: Sequence[Unit], at: int) -> bool:
    """Whether a verb whose past is its base stands there, which the word behind it shows to be one: "set up"."""
    return at + 1 < len(row) and (row[at].text, row[at + 1].text) in _PHRASAL


def _finite_verb(row: Sequence[Unit], start: int) -> int | None:
    """Where the first finite verb stands; None when something that no simple subject holds comes first."""
    for at in range(start, min(len(row), start + _MAX_SUBJECT_UNITS)):
        unit = row[at]
        if unit.kind is Kind.MARK or unit.text in _SUBORDINATE or unit.kind is Kind.UNKNOWN:
            return None
        if unit.kind is not Kind.WORD or at == start:
            continue
        is_verb = base_of(unit.text) or (_is_phrasal(row, at) and row[at - 1].kind in NAMED)
        if unit.text in AUXILIARIES or (is_verb and row[at - 1].text.lower() not in _BEFORE_NOUN):
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
    if at + 1 >= len(rest):
        return False
    if rest[at].text == ",":
        return _begins_after_comma(rest, at + 1)
    return rest[at].text in {"and", "but"} and _begins_after_and(rest, at + 1)


def _begins_after_comma(rest: Sequence[Unit], at: int) -> bool:
    text = rest[at].text
    return (
        _is_name_with_verb(rest, at + 1 if text in {"the", "The"} else at)
        or text in _STOPPERS
        or text in AUXILIARIES
        or text.endswith("ing")
        or is_participle(text)
    )


def _is_name_with_verb(rest: Sequence[Unit], at: int) -> bool:
    if at + 1 >= len(rest) or rest[at].kind not in NAMED | {Kind.PLAIN, Kind.UNKNOWN}:
        return False
    return bool(base_of(rest[at + 1].text)) or rest[at + 1].text in AUXILIARIES


def _begins_after_and(rest: Sequence[Unit], at: int) -> bool:
    following, later = rest[at], rest[at + 1] if at + 1 < len(rest) else rest[at]
    after = later.text if following.text in _ADVERBS else following.text
    is_dated = following.text in {"on", "in"} and later.kind in {Kind.DATE, Kind.MONTH}
    return (
        any(u.text in AUXILIARIES for u in rest[at : at + 5])
        or (following.text in _OWNERS and any(base_of(u.text) for u in rest[at + 1 : at + 5]))
        or (following.kind in NAMED and bool(base_of(later.text)))
        or is_dated
        or bool(base_of(after))
        or after in AUXILIARIES
        or following.text in {"that", "which", "who", "to"}
    )


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


_NAMES_A_PLACE = frozenset({Kind.ORGANISATION, Kind.PLACE, Kind.THING})  # its address may follow


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
        is_end = kept[cut].text in _PHRASE_STARTS or (kept[cut].text == "," and kept[cut - 1].kind in _NAMES_A_PLACE)
        if is_end and is_speakable(kept[:cut], possessives):
            is_open = kept[cut].text == "with" and all(u.kind in NAMED or u.text == "the" for u in kept[:cut])
            return tuple(kept[:cut]) if _may_end(kept, cut) and not is_open else ()
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
    if not kinds & {Kind.ORGANISATION, Kind.ACRONYM}:
        return frozenset()
    at = next((i for i, u in enumerate(clause.rest) if u.text == "their"), 0)
    before = clause.rest[:at]
    is_own = at and before[-1].text == "of" and not any(u.kind in SPECIFIC or u.text in _HUMAN for u in before)
    return frozenset({"its", "their"}) if is_own else frozenset({"its"})


_GATHERINGS = frozenset("meeting conference session convention hearing rally ceremony".split())


def is_simple(units: Sequence[Unit]) -> bool:
    """Whether no second verb stands among the units, so that what follows belongs to the main verb."""
    for at, unit in enumerate(units):
        if unit.text == "held" and at and units[at - 1].text in _GATHERINGS:
            continue
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
    if len(subject) == 2 and subject[0].text in {"The", "the"} and is_general_name(subject[1]):
        return True
    is_plain = not any(u.kind in {Kind.NUMBER, Kind.MONEY, Kind.MARK, Kind.DATE, Kind.MONTH} for u in subject)
    return is_plain and (_are_joint(subject) or _is_described(subject))


def _is_described(subject: Sequence[Unit]) -> bool:
    """As in "the report of the Harbor Board", "a meeting of the League" and "Harbor Board support"."""
    if subject[0].text not in {"The", "the", "A", "An", "a", "an"}:
        return subject[0].kind in _OWNING and subject[-1].text not in _HUMAN and _is_noun_phrase(subject[1:])
    if len(subject) == 2 and subject[1].kind in _SUBJECTS:
        return True
    is_one = any(u.kind in _SUBJECTS for u in subject)
    is_told = is_one or (any(u.kind in SPECIFIC for u in subject) and not _HUMAN & {u.text for u in subject})
    return is_told and _is_noun_phrase(subject[1:])


def is_general_name(unit: Unit) -> bool:
    """As in "National Gazette": capitalised words of general English that name one thing and no post."""
    words = unit.text.split()
    return (
        unit.kind is Kind.PLAIN
        and len(words) > 1
        and words[-1] not in _NO_NAMES | lexicon.ORGANISATION_HEADS
        and not words[-1].endswith("s")
        and sum(w[0].isupper() for w in words) > 1
        and words[-1] not in lexicon.NATIONALITIES
    )


_NO_NAMES = frozenset(
    "Agent Officer File Report Record Subject Order Building House Street Day Section Title Staff Area Desk".split()
)
_OWNING = frozenset({Kind.ORGANISATION, Kind.ACRONYM})


def _are_joint(subject: Sequence[Unit]) -> bool:
    """As in "the Harbor Board and the Ports Authority": two named bodies or people, joined."""
    bare = [u for u in subject if u.text not in {"The", "the"}]
    return len(bare) == 3 and bare[1].text == "and" and bare[0].kind in _SUBJECTS and bare[2].kind in _SUBJECTS


def _is_noun_phrase(units: Sequence[Unit]) -> bool:
    for at, unit in enumerate(units):
        leads_to_name = unit.text == "to" and [u for u in units[at + 1 : at + 3] if u.kind in NAMED]
        if is_participle(unit.text) or unit.text in {"not", "will", "may"} or unit.text.endswith("ly"):
            return False
        if unit.text == "to" and not leads_to_name:
            return False
    return units[-1].text not in {"of", "by", "in", "to", "for"}


def specifics(units: Sequence[Unit]) -> int:
    """How many named things, dates, places and sums the units hold."""
    return sum(u.kind in SPECIFIC for u in units)
