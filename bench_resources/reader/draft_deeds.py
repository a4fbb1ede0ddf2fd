"""A clause of a sentence as a deed: who did what, in the past tense and without its date.

Belongs here: wording a deed from a parsed clause, its date, whose deed it is, whether it stands alone. Does not:
parsing (draft_clauses), lists of words (draft_deed_words, draft_cautions), headers (draft_events).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from bench_resources.reader import draft_cautions as cautions
from bench_resources.reader import draft_clauses as clauses
from bench_resources.reader import draft_deed_words as listed
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_clauses import Clause
from bench_resources.reader.draft_dates import is_calendar_date
from bench_resources.reader.draft_entities import NAMED, SPECIFIC, Kind, Unit
from bench_resources.reader.draft_rows import as_written, prepared

MAX_EVENT_WORDS = 30
MIN_WORDS, MANY_WORDS = 3, 6  # of what follows the verb: beside something named, and alone
_DATES = frozenset({Kind.DATE, Kind.MONTH})
_WHO = frozenset({Kind.PERSON, Kind.ORGANISATION, Kind.ACRONYM})


class Deed(NamedTuple):
    """One event as its sentence tells it. `date` is "" when the sentence does not date it."""

    figures: tuple[str, ...]
    event: str
    date: str
    salience: int


class _Told(NamedTuple):
    """A clause in the order of a plain statement: doer, what stands between, verb, the rest."""

    subject: tuple[Unit, ...]
    verb: str
    rest: tuple[Unit, ...]


def deeds(row: Sequence[Unit], figures: Collection[str], he: Unit | None = None) -> Iterator[Deed]:
    """The deeds that a sentence tells of any of the figures, each once."""
    text = clauses.words_of([u for u in row if u.kind not in {Kind.ORGANISATION, Kind.THING}])
    if cautions.is_delicate(text) or _QUESTION.match(text):
        return
    row = prepared(row, figures)
    found: dict[str, Deed] = {}
    for clause in clauses.clauses_of(row, he):
        deed = None if _is_doubtful(row, clause) else _deed(_with_first(row, clause), figures)
        if deed is not None and (deed.date or deed.event not in found):
            found[deed.event] = deed
    yield from found.values()


def _with_first(row: Sequence[Unit], clause: Clause) -> Clause:
    """The clause with the "first" of "first reported", which the parser takes for any adverb."""
    end = clause.rest[0].start if clause.rest else clause.subject[-1].end
    between = [u.text for u in row if clause.subject[-1].end <= u.start < end]
    is_first = between[:1] == ["first"] and between[1:] == [clause.past] and not clause.auxiliary
    return clause._replace(past=f"first {clause.past}") if is_first else clause


_QUESTION = re.compile(r"(?:Did|Was|Were|Had|Has|Does|Do|Is|Are)\b")


def _is_doubtful(row: Sequence[Unit], clause: Clause) -> bool:
    """Whether the clause is hedged, or only what somebody says."""
    end = clause.rest[-1].end if clause.rest else clause.subject[-1].end
    start = clause.subject[0].start
    words = " ".join(u.text for u in row if u.start < end and (u.kind in {Kind.WORD, Kind.MARK} or u.start == 0))
    before = clauses.words_of([u for u in row if u.end <= start and u is not clause.opening])
    behind = clauses.words_of([u for u in row if u.start >= end])
    return cautions.is_hedged(words) or cautions.is_hearsay(before, behind)


def _deed(clause: Clause, figures: Collection[str]) -> Deed | None:
    told = _told(clause)
    if told is None or _is_no_deed(clause, told):
        return None
    dated = _without_date(clause, told)
    if dated is None:
        return None
    told, date = dated
    told = told._replace(rest=_tidy(told.rest))
    if not (_is_telling(told, figures, is_dated=bool(date)) and _is_named_well(told)):
        return None
    event = _sentence(told)
    concerned = _concerned(told, figures)
    if (
        not concerned
        or len(event.split()) > MAX_EVENT_WORDS
        or cautions.is_vague(event.replace(" as the ", " as "))
        or _repeats_name(event, told)
    ):
        return None
    return Deed(concerned, event, date, 4 if any(u.kind is Kind.PERSON for u in told.rest) else 3)


def _tidy(rest: Sequence[Unit]) -> tuple[Unit, ...]:
    """Without marks and joining words at its ends, and without what a cut left of "in connection with"."""
    kept = clauses.trim(rest)
    while len(kept) > 1 and kept[-1].text in listed.DANGLING and kept[-2].text in {"in", "on", "with", "as", "a"}:
        kept = clauses.trim(kept[:-2])
    return kept


def _told(clause: Clause) -> _Told | None:
    """The clause as a plain statement in the past tense: a passive with a named doer is turned round."""
    whole = _whole_part(clause)
    if whole is None:
        return None
    rest = clauses.speakable_part(whole, clauses.possessives_of(clause))
    if whole and not rest:
        return None
    if not clause.auxiliary:
        return _Told(clause.subject, clause.past, rest)
    words = clause.verb.split()
    is_passive = clause.auxiliary in {"was", "were"} or (clause.auxiliary in {"has", "had"} and words[0] == "been")
    if not is_passive:
        is_past = clause.auxiliary in {"has", "had", "have"} and clauses.base_of(words[-1])
        return _Told(clause.subject, clause.verb, rest) if is_past else None
    verb = " ".join(w for w in words if w != "been")
    return _turned(clause, verb, rest) or _Told(clause.subject, f"{_was(clause)} {verb}", rest)


def _whole_part(clause: Clause) -> tuple[Unit, ...] | None:
    """The rest up to where another clause hangs on it; None when without that one the deed is not told."""
    is_vote = clause.past == "voted" and bool(clause.rest) and clause.rest[0].text == "to"
    end = _plain_end(clause.rest, opening=2 if is_vote else 0)
    if end == len(clause.rest):
        return clause.rest
    kept = clause.rest[:end]
    is_relative = end > 1 and clause.rest[end].text in _RELATIVE and kept[-1].kind in {Kind.WORD, Kind.MARK, Kind.DATE}
    is_told = clause.past.split()[-1] in listed.WHOLE or (is_relative and any(u.kind in _WHO for u in kept))
    return kept if is_told else None


_RELATIVE = frozenset({"which", "who", "whom", "where", "that", "when", "after", "before", "while"})


def _was(clause: Clause) -> str:
    return clause.auxiliary if clause.auxiliary in {"was", "were"} else "was"


def _turned(clause: Clause, verb: str, rest: tuple[Unit, ...]) -> _Told | None:
    """As in "X signed the papers" from "the papers were signed by X"."""
    *adverbs, participle = verb.split()
    past = listed.ACTIVE.get(participle, participle if clauses.base_of(participle) else "")
    if not past or len(rest) < 2 or rest[0].text != "by":
        return None
    at = 2 if rest[1].text in {"the", "The"} and len(rest) > 2 else 1
    if rest[at].kind not in _WHO:
        return None
    after = rest[at + 1 :]
    if (after and after[0].text in {"and", ","}) or [u.kind for u in clause.subject] == [Kind.PLACE]:
        return None
    return _Told(rest[1 : at + 1], " ".join([*adverbs, past]), (*_lowered(clause.subject), *after))


def _lowered(subject: Sequence[Unit]) -> tuple[Unit, ...]:
    """The subject as it stands inside a sentence: a capital that only opened the sentence is gone."""
    first = subject[0]
    if first.kind is Kind.WORD or first.text in {"The", "A", "An"}:
        small = first.text[:1].lower() + first.text[1:]
        return (first._replace(text=small, name=small), *subject[1:])
    return tuple(subject)


def session(row: Sequence[Unit]) -> tuple[str, str] | None:
    """As in ("executive session of the Harbor Board", its date) of a sentence that says when a body met; else None."""
    for clause in clauses.clauses_of(row):
        told = _Told(clause.subject, clause.past, clause.rest)
        body = [u for u in clause.subject if u.text not in {"The", "the"}]
        if clause.auxiliary or clause.past not in _CONVENING or len(body) != 1 or body[0].kind is not Kind.ORGANISATION:
            continue
        dated = _without_date(clause, told)
        if dated is None or not dated[1]:
            continue
        words = [u.text for u in dated[0].rest]
        kind = " ".join(words[1:]) if words[:1] == ["in"] and words[-1] == "session" else "meeting"
        return f"{kind} of the {body[0].name}", dated[1]
    return None


_CONVENING = frozenset({"met", "convened", "assembled", "sat"})


def _is_no_deed(clause: Clause, told: _Told) -> bool:
    verb = told.verb.split()[-1]
    has_object = bool(told.rest) and told.rest[0].text not in listed.ROLES | {"in", "on", "at", "that", "as", "for"}
    is_passive = told.verb.startswith(("was ", "were "))
    if verb in listed.NO_DEEDS:
        kept = listed.DEEDS_IN_PASSIVE if is_passive else listed.DEEDS_WITH_OBJECT
        return not (verb in kept and (has_object or is_passive))
    if verb in listed.WANTS_MORE and not is_passive:
        return not any(u.text in listed.MATTERS for u in told.rest[1:])
    return clause.past in clauses.AUXILIARIES


def _without_date(clause: Clause, told: _Told) -> tuple[_Told, str] | None:
    """The statement without the phrase of its date, and that date; None when a date is there that is not the deed's."""
    if any(u.kind in _DATES for u in told.subject):
        return None
    dates = [i for i, u in enumerate(told.rest) if u.kind in _DATES]
    if clause.opening is not None:
        return None if dates or not _is_real(clause.opening) else (told, clause.opening.text)
    if not dates:
        # What was cut off may have held the date of the deed, or another's: an undated event is still true.
        return told, ""
    at, rest = dates[0], told.rest
    start = _phrase_start(rest, at)
    if len(dates) > 1 or start < 0 or not _is_real(rest[at]) or not _belongs(told.verb, rest[:start]):
        return None
    after = rest[at + 1 :]
    if after and (after[0].text in {"-", "to", "through", "or", "/"} or after[0].kind is Kind.NUMBER):
        return None
    after = after[1:] if after and after[0].text == "," else after
    return told._replace(rest=(*clauses.trim(rest[:start]), *after)), rest[at].text


def _is_real(unit: Unit) -> bool:
    return unit.kind is Kind.MONTH or is_calendar_date(unit.text)


def _phrase_start(rest: Sequence[Unit], at: int) -> int:
    """Where "on Friday, 3 May 1961" or "early in 1962" starts; -1 where the date is not the phrase of a deed."""
    start = at
    if start > 1 and rest[start - 1].text == "," and rest[start - 2].text in lexicon.WEEKDAYS:
        start -= 2
    elif start and rest[start - 1].text in lexicon.WEEKDAYS:
        start -= 1
    if start and rest[start - 1].text in listed.HEDGED_DATES:
        start -= 1
    if not start:
        return -1 if rest[at].kind is Kind.MONTH else 0
    before = rest[start - 1].text
    if before in {"on", "in", "during"}:
        start -= 1
        return start - 1 if start and rest[start - 1].text in listed.HEDGED_DATES else start
    is_bare = rest[at].kind is Kind.DATE and before not in listed.PERIOD_WORDS and rest[start - 1].kind in NAMED
    return start if is_bare and at == len(rest) - 1 else -1


def _belongs(verb: str, before: Sequence[Unit]) -> bool:
    """Whether a date tells when the deed was done, and not when the thing it was about happened."""
    words = {u.text for u in before}
    if _plain_end(before) < len(before):
        return False
    return verb.rsplit(maxsplit=1)[-1] in listed.TAKES_PART or not words & listed.HAPPENING


def _plain_end(rest: Sequence[Unit], opening: int = 0) -> int:
    """Up to where the rest is one clause: before "that", a second verb, a gerund, an infinitive that is no purpose."""
    for at, unit in enumerate(rest):
        if unit.kind is not Kind.WORD or at < opening:
            continue
        following = rest[at + 1] if at + 1 < len(rest) else None
        if unit.text == "as" and following is not None and _is_role(rest[at + 1 :]):
            continue
        if (
            unit.text in listed.SUBORDINATE
            or unit.text in clauses.AUXILIARIES
            or _is_second_verb(rest, at)
            or (unit.text == "to" and _is_infinitive(following))
        ):
            return at
    return len(rest)


def _is_role(rest: Sequence[Unit]) -> bool:
    """As in "as Harbor Commissioner", "as the contractor"."""
    return any(u.kind is Kind.OFFICE or {w.lower() for w in u.text.split()} & listed.ROLE_HEADS for u in rest[:5])


def _is_second_verb(rest: Sequence[Unit], at: int) -> bool:
    text, before = rest[at].text, rest[at - 1].text if at else ""
    is_owned = before in {"the", "a", "an", "of", "its", "his", "her"}
    if text.endswith("ing") and len(text) > 5:
        follows = rest[at + 1].text if at + 1 < len(rest) else ""
        is_owned = is_owned or (at > 0 and rest[at - 1].kind in {Kind.PLACE, Kind.PLAIN, Kind.NUMBER})
        return not (is_owned or text in listed.GERUND_PREPOSITIONS | listed.GERUND_NOUNS or follows == "of")
    return bool(clauses.base_of(text)) and not is_owned


def _is_infinitive(following: Unit | None) -> bool:
    if following is None or following.kind is not Kind.WORD:
        return False
    is_noun = following.text in {"the", "a", "an", "his", "her", "its"} or following.text.endswith(("s", "tion", "ing"))
    return not is_noun and following.text not in listed.PURPOSES


def _is_telling(told: _Told, figures: Collection[str], *, is_dated: bool) -> bool:
    """Whether the deed is told from others of its kind: by what is named in it, by many words, or by its day."""
    rest, verb = told.rest, told.verb.split()[-1]
    n_words = len(clauses.words_of(rest).split())
    if not rest:
        return is_dated and verb in listed.ENDS
    doers = {u.name for u in told.subject}
    named = [u for u in (*told.subject, *rest) if u.kind in SPECIFIC and (u.name not in figures or u in rest)]
    named = [u for u in named if (u.name not in doers or u.name not in figures) and u.kind is not Kind.MONEY]
    is_capital = any(u.kind is Kind.PLAIN or u.kind is Kind.NUMBER for u in rest)
    if is_dated:
        return bool(named) or is_capital or n_words > MIN_WORDS
    return (n_words >= MIN_WORDS and (bool(named) or is_capital)) or n_words > MANY_WORDS


def _is_named_well(told: _Told) -> bool:
    """Whether everybody in it may be named, and nothing is "the agreement"."""
    row = (*told.subject, *told.rest)
    if not clauses.is_speakable(told.subject) or not clauses.is_speakable(
        told.rest, frozenset({"his", "her", "its", "their"})
    ):
        return False
    if any(u.text in _UNPLACED for u in row) or (told.rest and told.rest[0].text == "first"):
        return False  # "on 27 September": of which year? "went first to the Embassy": before what?
    if any(_is_nobody(u) for u in row) or cautions.has_bare_definite(told.subject):
        return False
    return not cautions.has_bare_definite(told.rest)


_UNPLACED = frozenset(lexicon.MONTHS) | lexicon.WEEKDAYS | {"(", ")"}
_COURTESY = re.compile(r"(?:Mr|Mrs|Ms|Dr|Messrs|Miss)\b")
# A general's or a director's surname alone is one of many.
_FAMOUS_BY_SURNAME = (
    "President", "Vice President", "Senator", "Ambassador", "Attorney General", "Prime Minister", "Premier",
    "Chief Justice", "Congressman", "Governor", "Mayor", "Secretary of State", "Secretary of Defense",
)  # fmt: skip
_LONELY_BODIES = lexicon.ORGANISATION_HEADS - {"Senate", "Congress", "Parliament", "Cabinet"}


def _is_nobody(unit: Unit) -> bool:
    """A unit that a stranger cannot place: a surname behind a courtesy, "the Board", letters of a number."""
    if unit.kind is Kind.PERSON:
        title = next((t for t in lexicon.OFFICE_BEFORE_NAME if unit.name.startswith(t + " ")), "")
        is_short = bool(title) and len(unit.name.removeprefix(title).split()) == 1
        return is_short and title not in _FAMOUS_BY_SURNAME
    if (
        unit.kind in {Kind.PLAIN, Kind.ORGANISATION, Kind.ACRONYM}
        and re.sub(r"['’]s?$", "", unit.text) in _LONELY_BODIES
    ):
        return unit.name == unit.text
    if unit.kind is Kind.PLAIN:
        return _COURTESY.match(unit.text) is not None or unit.text in _LONELY_BODIES | lexicon.OFFICE_HEADS
    return unit.kind is Kind.UNKNOWN


def _concerned(told: _Told, figures: Collection[str]) -> tuple[str, ...]:
    """The figures that do the deed, or to or with whom it is done; not those it only mentions."""
    found: dict[str, None] = {}
    bare = [u for u in told.subject if u.text not in {"The", "the", "and", ","}]
    if bare and all(u.kind in _WHO or u.name in figures for u in bare):
        found.update(dict.fromkeys(u.name for u in bare))
    elif not clauses.is_speakable(told.subject) or _HUMANS & {u.text.lower() for u in told.subject}:
        return ()
    for at, unit in enumerate(told.rest):
        before = told.rest[at - 1].text if at else ""
        before = (told.rest[at - 2].text if at > 1 else "") if before == "the" else before
        is_object = at == 0 or (at == 1 and told.rest[0].text == "the")
        is_joined = before in {"and", ","} and at > 1 and told.rest[at - 2].name in found
        if unit.name in figures and (is_object or before in listed.ROLES or is_joined):
            found[unit.name] = None
    return tuple(name for name in found if name in figures)


_HUMANS = frozenset(
    "man woman person people individual individuals source sources informant informants agent agents officer officers "
    "subject somebody someone nobody he she they it i we you who friend friends".split()
)


def _repeats_name(event: str, told: _Told) -> bool:
    """Whether a name of several words stands twice: a short form was spelt out where it already had been."""
    return any(
        u.kind in NAMED and " " in u.name and event.count(re.sub(r"['’]s?$", "", u.name)) > 1
        for u in (*told.subject, *told.rest)
    )


def _sentence(told: _Told) -> str:
    subject = clauses.words_of(_lowered(told.subject))
    return " ".join(part for part in (subject, as_written(told.verb), clauses.words_of(told.rest)) if part)
