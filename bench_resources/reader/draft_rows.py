"""A sentence's units made ready for deeds: lead-ins dropped, streets and numbered things known, bodies named in full.

Belongs here: what the general reading of units leaves unknown or short. Does not: that reading (draft_entities),
parsing (draft_clauses).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_cautions import lead_length
from bench_resources.reader.draft_clauses import base_of, words_of
from bench_resources.reader.draft_entities import Kind, Unit, initials_match
from bench_resources.reader.draft_headers import is_composed
from bench_resources.reader.draft_sentences import is_word, zipf

MIN_LETTERS = 3  # of an acronym that stands for a listed body


def prepared(row: Sequence[Unit], figures: Collection[str]) -> list[Unit]:
    """The row without its lead-in, with every unit known that general English makes known."""
    return _in_full(_regular(_placed(_first(_without_lead(row)))), figures)


def _without_lead(row: Sequence[Unit]) -> list[Unit]:
    """The row without "The record shows that" before what it states."""
    length = lead_length(words_of([u._replace(name=u.text) for u in row]))
    written = 0
    for at in range(len(row)):
        written = len(words_of([u._replace(name=u.text) for u in row[:at]]))
        if length and written + 1 >= length:
            return list(row[at:])
    return list(row)


def _in_full(row: Sequence[Unit], figures: Collection[str]) -> list[Unit]:
    """The row with "the Harbor Board" under the one listed body's full name that ends so, or that it spells."""
    found = list(row)
    for at in range(1, len(row)):
        unit = row[at]
        if row[at - 1].text not in {"the", "The"} or unit.kind not in {Kind.ORGANISATION, Kind.ACRONYM}:
            continue
        bodies = [name for name in figures if _is_short_for(unit, name)] if unit.name not in figures else []
        if len(bodies) == 1:
            found[at] = unit._replace(name=bodies[0])
    return found


def _is_short_for(unit: Unit, body: str) -> bool:
    if unit.kind is Kind.ORGANISATION:
        return " " in unit.name and body.endswith(" " + unit.name)
    return len(unit.name) >= MIN_LETTERS and " " in body and initials_match(body.split(), unit.name)


def _first(row: Sequence[Unit]) -> list[Unit]:
    """The row with "was the first to report" as "first reported"."""
    found = list(row)
    for at in range(len(row) - 4):
        verb = row[at + 4]
        past = _past_of(verb.text) if [u.text for u in row[at : at + 4]] == ["was", "the", "first", "to"] else ""
        if past:
            return [*found[:at], row[at + 2], verb._replace(text=past, name=past), *found[at + 5 :]]
    return found


def _past_of(base: str) -> str:
    """The regular past tense of a verb; "" for an irregular one and for what is no verb."""
    forms = (f"{base}d", f"{base}ed", f"{base[:-1]}ied", f"{base}{base[-1:]}ed")
    return next((form for form in forms if base_of(form) == base), "")


# Strong verbs that the parser does not know, with a weak one that takes their place in the row and nowhere else.
_STAND_INS = {"saw": "glimpsed", "spoke": "chatted", "went": "proceeded", "drove": "toured"}
_STOOD_FOR = {weak: strong for strong, weak in _STAND_INS.items()}


def _regular(row: Sequence[Unit]) -> list[Unit]:
    return [u._replace(text=_STAND_INS[u.text]) if u.kind is Kind.WORD and u.text in _STAND_INS else u for u in row]


def as_written(verb: str) -> str:
    """The verb of a prepared row as the sentence has it."""
    *before, last = verb.split()
    return " ".join([*before, _STOOD_FOR.get(last, last)])


_WAYS = frozenset("Street Lane Road Row Avenue Boulevard Square Wharf Quay Alley Terrace Bridge Terminal".split())
_NUMBERED_ZIPF = 3.0


def _placed(row: Sequence[Unit]) -> list[Unit]:
    """The row with streets, numbered things ("Pier 14") and posts of dictionary words ("Harbor Commissioner") known."""
    found = list(row)
    for at, unit in enumerate(row):
        if unit.kind is Kind.WORD and unit.text.islower() and not is_word(unit.text) and is_composed(unit.text):
            found[at] = unit._replace(kind=Kind.PLAIN)
        if unit.kind not in {Kind.UNKNOWN, Kind.THING}:
            continue
        words = unit.text.split()
        is_numbered = at + 1 < len(row) and row[at + 1].kind is Kind.NUMBER and not row[at + 1].text.endswith("%")
        if at == 0 and len(words) == 1 and _is_common(words[0]):  # a capital that only opens the sentence
            found[at] = unit._replace(kind=Kind.WORD)
        elif words[-1] in _WAYS and 1 < len(words) <= _MAX_WAY:
            found[at] = unit._replace(kind=Kind.PLACE)
        elif is_numbered and len(words) == 1 and _is_common(words[0]):
            found[at] = unit._replace(kind=Kind.PLAIN)
        elif words[-1] in lexicon.OFFICE_HEADS and len(words) > 1 and all(map(_is_common, words[:-1])):
            found[at] = unit._replace(kind=Kind.OFFICE)
    return found


_MAX_WAY = 3  # words of "Old Quay Road"


def _is_common(word: str) -> bool:
    """Whether a capitalised word is one of general English and nobody's name."""
    return zipf(word.lower()) >= _NUMBERED_ZIPF and word not in lexicon.GIVEN_NAMES | lexicon.SURNAMES
