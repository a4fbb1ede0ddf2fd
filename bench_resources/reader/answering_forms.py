"""The forms of questions whose answer has several parts, and of those parts: dossiers, timelines, lists, periods.

Belongs here: telling the forms apart, periods of time, dated items taken apart and written. Does not: reading
passages (answering_lists, answering_timeline), comparing answers (matching_items), drafting.
"""

from __future__ import annotations

import datetime as dt
import re
from dataclasses import dataclass
from functools import lru_cache

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import DateValue, asked_type, find_dates, find_proper, month_name, same_date
from bench_resources.reader.passages import WORD, stem

MIN_PERIOD_DAYS = 28  # a shorter time is an occasion, and what is asked of it one thing


@dataclass(frozen=True)
class Period:
    """Days from the first to the last, both included."""

    first: dt.date
    last: dt.date

    @property
    def n_days(self) -> int:
        """How many days it has."""
        return (self.last - self.first).days + 1

    def holds(self, value: DateValue) -> bool:
        """Whether a date lies inside, whole: of a month or year every day. A date without a year lies nowhere."""
        span = span_of(value)
        return span is not None and self.first <= span.first and span.last <= self.last

    def meets(self, value: DateValue) -> bool:
        """Whether a date may lie inside: a day of it does."""
        span = span_of(value)
        return span is not None and self.first <= span.last and span.first <= self.last


@lru_cache(maxsize=20_000)
def span_of(value: DateValue) -> Period | None:
    """The days that a date stands for; None without a year, or for a day that no month has."""
    if value.year is None:
        return None
    if value.month is None:
        return Period(dt.date(value.year, 1, 1), dt.date(value.year, 12, 31))
    try:
        if value.days:
            return Period(
                dt.date(value.year, value.month, value.days[0]), dt.date(value.year, value.month, value.days[-1])
            )
    except ValueError:
        return None
    after = dt.date(value.year + value.month // 12, value.month % 12 + 1, 1)
    return Period(dt.date(value.year, value.month, 1), after - dt.timedelta(days=1))


def write_date(value: DateValue) -> str:
    """A date as items have it: "March 3, 1964", "March 1964" or "1964"; a range of days from its first to its last."""
    if value.month is None:
        return str(value.year)
    month = month_name(value.month).capitalize()
    days = f" {'-'.join(map(str, value.days))}," if value.days else ""
    return f"{month}{days} {value.year}"


def agree(one: DateValue, other: DateValue) -> bool:
    """Whether two dates are one, one of them perhaps less exact."""
    return same_date(one, other) or same_date(other, one)


# --- periods --------------------------------------------------------------------------------------------------------

_POINT = (
    r"(?:[A-Z][a-z]{2,8}\.?\s\d{1,2},?\s\d{4}|\d{1,2}\s[A-Z][a-z]{2,8}\.?,?\s\d{4}|[A-Z][a-z]{2,8}\.?,?\s\d{4}|\d{4})"
)
_OPEN_POINT = (
    r"(?:[A-Z][a-z]{2,8}\.?\s\d{1,2}|\d{1,2}\s[A-Z][a-z]{2,8}\.?|[A-Z][a-z]{2,8}\.?)"  # its year follows later
)
_PERIOD = re.compile(
    rf"(?:,\s*)?\b(?:(?:[Ii]n|[Dd]uring|[Ff]or|[Oo]ver)\s+the\s+(?:period|time|years?|months?)\s+(?:from|between|of)\s+"
    rf"|[Bb]etween\s+|[Ff]rom\s+)(?P<a>{_POINT}|{_OPEN_POINT})\s+(?:and|to|through|until)\s+(?P<b>{_POINT})"
    rf"|(?:,\s*)?\b(?:[Ii]n|[Dd]uring|[Tt]hroughout)\s+(?:the\s+(?:year|month)\s+(?:of\s+)?)?(?P<c>{_POINT})(?!\s*[\w'\u2019])"
)


@dataclass(frozen=True)
class FoundPeriod:
    """A period with the characters that state it."""

    period: Period
    start: int
    end: int


@lru_cache(maxsize=4_000)
def find_period(text: str) -> FoundPeriod | None:
    """The last stretch of time that a text states: "between March and May 1964", "in 1964"; None when none."""
    found = [read for match in _PERIOD.finditer(text) if (read := _read_period(match)) is not None]
    return found[-1] if found else None


def _read_period(match: re.Match[str]) -> FoundPeriod | None:
    if match.group("c"):
        only = _point(match.group("c"))
        return FoundPeriod(only, match.start(), match.end()) if only is not None else None
    last = _point(match.group("b"))
    year = re.search(r"\d{4}$", match.group("b"))
    opening = match.group("a")
    first = _point(opening) or (_point(f"{opening} {year.group()}") if year else None)
    if first is None or last is None or first.first > last.last:
        return None
    return FoundPeriod(Period(first.first, last.last), match.start(), match.end())


def _point(text: str) -> Period | None:
    dates = find_dates(text)
    is_whole = len(dates) == 1 and dates[0].start == 0 and len(text) - len(dates[0].text) <= 1
    return span_of(dates[0].value) if is_whole and isinstance(dates[0].value, DateValue) else None


# --- dossiers -------------------------------------------------------------------------------------------------------

_DOSSIER = re.compile(
    r"^what\s+do(?:es)?\s+the\s+(?:documents|records|papers|files|release)\s+(?:record|state|say|show|report)\s+"
    r"(?:of|about|on)\s+(?P<name>.+?)\s+(?P<period>(?:in|during|between|from|for)\s.+?),?\s+event\s+by\s+event\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Dossier:
    """What a dossier question asks for: the events of a figure in a period."""

    name: str
    period: Period


@lru_cache(maxsize=4_000)
def dossier_asked(question: str) -> Dossier | None:
    """The figure and the period of a dossier question; None for any other question."""
    asked = _DOSSIER.match(" ".join(question.split()))
    if asked is None:
        return None
    found = find_period(asked.group("period"))
    return Dossier(asked.group("name"), found.period) if found is not None else None


# --- timelines ------------------------------------------------------------------------------------------------------

_TIMELINE = re.compile(r"^in\s+(?:what|which)\s+order\b.*?\(a\)", re.IGNORECASE | re.DOTALL)
_LETTERED = re.compile(r"\(([a-h])\)\s*")


@lru_cache(maxsize=4_000)
def timeline_asked(question: str) -> tuple[str, ...]:
    """The clauses of a timeline question, (a) first; () for any other question."""
    text = " ".join(question.split())
    if _TIMELINE.match(text) is None:
        return ()
    marks = list(_LETTERED.finditer(text))
    if [mark.group(1) for mark in marks] != list("abcdefgh"[: len(marks)]) or len(marks) < 2:
        return ()
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return tuple(text[mark.end() : end].strip(" ;,?.") for mark, end in zip(marks, ends, strict=True))


# --- dated items ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DatedItem:
    """An item "March 3, 1964: CLAUSE" taken apart."""

    value: DateValue
    clause: str


@lru_cache(maxsize=20_000)
def dated_item(text: str) -> DatedItem | None:
    """The date and the clause of a dated item; None for text that does not open with a date and a colon."""
    head, colon, clause = text.strip().partition(": ")
    dates = find_dates(head) if colon and len(head) <= 40 else []
    if len(dates) != 1 or dates[0].start > 0 or len(head) - len(dates[0].text) > 1:
        return None
    value = dates[0].value
    return DatedItem(value, " ".join(clause.split())) if isinstance(value, DateValue) and clause.strip() else None


# --- lists ----------------------------------------------------------------------------------------------------------

_PLACES_OF = "to|with|for|from|by|about|at|in|on|of|into|against|through|before|between|over|under|as"
_WH = re.compile(
    rf"^(?:(?P<lead>{_PLACES_OF})\s+)?(?P<wh>whom|who|what|which)\b\s*(?P<noun>(?:[\w'\u2019-]+\s+){{0,3}}?)"
    r"(?P<aux>did|was|were|had|has|have)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_DOERS = re.compile(
    r"^(?P<wh>which|what)\s+(?P<noun>(?:(?!(?:do|does|is|are|can|could|would|will)\b)[\w'\u2019-]+\s+){1,3}?)"
    r"(?P<rest>[a-z]+(?:ed|t|e|d|w|n|k)\s.+)$",
    re.IGNORECASE,
)
_NAMED = re.compile(
    rf"^(?:list|name|give|state)\s+(?:all\s+)?(?:of\s+)?(?:the\s+)?(?P<noun>(?:[\w'\u2019-]+\s+){{1,3}}?)"
    rf"(?:(?P<lead>{_PLACES_OF})\s+)?(?:who|whom|that|which)\s+(?P<rest>.+)$",
    re.IGNORECASE,
)
_PERSONS = re.compile(
    r"\b(?:people|persons|men|women|individuals|officials|officers|witnesses|lawyers|agents|senators|directors)\b",
    re.IGNORECASE,
)
_PLURAL_NOUN = re.compile(r"(?:[^\W\d_]{2,}(?:[^s\W\d_]s)|people|men|women|works)$", re.IGNORECASE)
_BODIES = re.compile(
    r"\b(?:companies|firms|organi[sz]ations|agencies|bodies|banks|boards|committees|corporations|departments|offices|"
    r"contractors|insurers|bureaus|unions|newspapers|institutions|airlines|groups|commissions)\b",
    re.IGNORECASE,
)
_AREAS = re.compile(r"\b(?:places|cities|countries|towns|states|buildings|hotels|ports|locations)\b", re.IGNORECASE)
_SINGLE_VALUES = frozenset(
    {AnswerType.DATE, AnswerType.MONEY, AnswerType.NUMBER, AnswerType.TITLE, AnswerType.IDENTIFIER}
)
_QUOTED = re.compile(r"[\"\u201c]")


@dataclass(frozen=True)
class ListAsked:
    """What a question wants a list of.

    Attributes:
        figure: the name, with its place in `said`, that a statement must have; "" when there is none.
        kind: person, organisation, place; None for a thing.
        lead: the small word that stands before the item in a statement ("to", "for"); "" for none.
        said: the question's words about the figure: "Ann K. Reddick sign the papers".
        verb: the word of `said` that says what was done.
        frame: the stems of the other words that a statement must hold.
        period: in which it was; None when the question states none.
        is_doer: the items did it, and were not done to.
        is_undergone: the items underwent it: "Which works were awarded to".
        is_plural: the question says itself that there are several.
        is_figure_undergoer: the figure underwent it: "On what subjects was Ann Reddick written to".
        noun: what the question calls the items, "subjects"; "" for none.
        papers: what the papers are, on whose subjects that name the figure it asks: "memoranda for the record".
    """

    figure: str
    kind: AnswerType | None
    lead: str
    said: str
    verb: str
    frame: frozenset[str]
    period: Period | None
    is_doer: bool
    is_undergone: bool
    is_plural: bool
    is_figure_undergoer: bool = False
    noun: str = ""
    papers: str = ""

    @property
    def is_of_record(self) -> bool:
        """Whether it asks for the subjects of memoranda for the record alone."""
        return "record" in self.papers

    @property
    def is_open(self) -> bool:
        """Whether it may as well ask for one thing: its small word alone speaks for a list."""
        return not self.is_plural and self.period is None and bool(self.lead)


@dataclass(frozen=True)
class _Wording:
    """A question without its period, taken apart."""

    lead: str
    noun: str
    rest: str
    is_who: bool = False
    is_doer: bool = False
    is_undergone: bool = False
    is_bidden: bool = False
    is_passive: bool = False


@lru_cache(maxsize=4_000)
def list_asked(question: str) -> ListAsked | None:
    """What a question wants a list of; None for a question that asks for one thing.

    A list is asked for by a plural ("Which people", "List the works"), by a period of a month or more beside "whom",
    "what" or "which", or, perhaps, by a small word before them ("For what did ... sign"): there what is read decides.
    """
    text = " ".join(question.split())
    if dossier_asked(text) or timeline_asked(text) or _QUOTED.search(text):
        return None
    found = find_period(text)
    bare = (text[: found.start] + text[found.end :] if found else text).strip(" ,?.")
    naming = _NAMING.match(bare)
    if naming is not None:
        return _naming_asked(naming, found.period if found else None)
    wording = _wording(bare)
    if wording is None:
        return None
    is_plural = wording.is_bidden or _PLURAL_NOUN.search(wording.noun.strip()) is not None
    period = found.period if found and found.period.n_days >= MIN_PERIOD_DAYS else None
    if not _may_list(text, wording, has_period=period is not None, is_plural=is_plural):
        return None
    return _asked(wording, period, is_plural=is_plural)


_NAMING = re.compile(
    r"^(?:on|about)\s+(?:what|which)\s+(?:subjects|matters|topics)\s+(?:that\s+|which\s+)?(?:nam|mention)(?:e|ing)?\s+"
    r"(?:the\s+)?(?P<figure>\S.*?)\s+(?:were|are)\s+(?:the\s+)?(?P<papers>[a-z]+(?:\s+for\s+the\s+record)?)\s+"
    r"(?:written|prepared|sent)(?:,?\s+(?:that|which)\s+(?:are|were)\s+dated|,?\s+dated)?$",
    re.IGNORECASE,
)


def _naming_asked(naming: re.Match[str], period: Period | None) -> ListAsked:
    """A question for the subjects, naming a figure, of papers: by their dates where it states a period."""
    return ListAsked(
        naming["figure"],
        None,
        "on",
        naming["figure"],
        "write",
        frozenset(),
        period,
        is_doer=False,
        is_undergone=False,
        is_plural=True,
        noun="subjects",
        papers=naming["papers"].casefold(),
    )


def _wording(bare: str) -> _Wording | None:
    bare = bare[:1].upper() + bare[1:]
    bidden = _NAMED.match(bare)
    if bidden is not None:
        rest = bidden.group("rest")
        lead = (bidden.group("lead") or "").casefold()
        undergone = _UNDERGONE.match(rest)
        is_doer = rest[:1].islower() and undergone is None
        rest = rest[undergone.end() :] if undergone else rest
        return _Wording(
            lead, bidden.group("noun"), rest, is_doer=is_doer, is_undergone=undergone is not None, is_bidden=True
        )
    asked = _WH.match(bare)
    if asked is not None:
        is_who = asked.group("wh").casefold() in ("who", "whom")
        rest, lead = asked.group("rest"), (asked.group("lead") or "").casefold()
        is_undergone = asked.group("aux").casefold() in ("was", "were") and rest[:1].islower() and not lead
        is_doer = asked.group("aux").casefold() in ("had", "has", "have") and rest[:1].islower()
        is_passive = asked.group("aux").casefold() in ("was", "were") and _PASSIVE.match(rest) is not None
        return _Wording(lead, asked.group("noun"), rest, is_who, is_doer, is_undergone, is_passive=is_passive)
    who = re.match(r"who\s+(?=[a-z])(?P<rest>.+)$", bare, re.IGNORECASE)
    if who is not None:
        return _Wording("", "", who.group("rest"), is_who=True, is_doer=True)
    doers = _DOERS.match(bare)
    return _Wording("", doers.group("noun"), doers.group("rest"), is_doer=True) if doers is not None else None


_UNDERGONE = re.compile(r"(?:was|were|had been|have been)\s+(?=[a-z])")


def _may_list(text: str, wording: _Wording, *, has_period: bool, is_plural: bool) -> bool:
    if is_plural:
        return True
    if asked_type(text) in _SINGLE_VALUES or wording.noun.strip():
        return False  # "Which company", "In which city": one
    if wording.is_doer:  # "Who chaired the board in 1958?" asks for one
        return _DEALT.match(wording.rest) is not None and (
            has_period or _BARE_DEALING.fullmatch(wording.rest) is not None
        )
    if wording.is_undergone:
        return _BARE_UNDERGONE.fullmatch(wording.rest) is not None
    is_bare = _BARE_DEED.fullmatch(wording.rest) is not None and not wording.is_who and not _BECAME.search(wording.rest)
    return bool(wording.lead) or has_period or is_bare


_CAPITALS = r"(?:[A-Z][\w.'\u2019-]*|&|of|the|for|and)"
_BECAME = re.compile(r"\s(?:become|mean|cost|earn|weigh|replace|succeed)$")  # one thing, whatever the period
_BARE_DEED = re.compile(rf"(?:{_CAPITALS}\s+)+?(?:the\s+first\s+to\s+)?[a-z]+")  # "Ann Reddick inspect"
_BARE_UNDERGONE = re.compile(rf"[a-z]+\s+(?:to|by)\s+(?:{_CAPITALS}\s*)+")  # "awarded to Tallow Freight Company"
_DEALT = re.compile(
    r"(?:met|saw|wrote|talked|spoke|conferred|telephoned|phoned|called|visited|interviewed|questioned|contacted|debriefed"
    r"|briefed|approached)\b"
)
_BARE_DEALING = re.compile(rf"[a-z]+\s+(?:(?:to|with)\s+)?(?:{_CAPITALS}\s*)+")  # "interviewed Ann Reddick"
_PASSIVE = re.compile(rf"(?:{_CAPITALS}\s+)+?(?!the\b|of\b|for\b|and\b)[a-z]+\b")  # "Ann Reddick written to"


def _asked(wording: _Wording, period: Period | None, *, is_plural: bool) -> ListAsked | None:
    rest = wording.rest.strip(" ,?.")
    runs = [run for run in find_proper(rest) if any(char.isupper() for char in run.text)]
    figure = runs[0] if runs else None
    is_turned = wording.is_doer or wording.is_undergone or wording.is_bidden
    if figure is None or not (is_turned or rest[: figure.start].casefold() in ("", "the ")):
        return None
    after = rest[figure.end :] if rest[: figure.start].casefold() in ("", "the ") else rest
    words = [word.group() for word in WORD.finditer(after) if word.group()[0].islower()]
    verb = next((word for word in words if word not in _NO_VERBS and not word.endswith("ly")), "")
    tail = re.search(rf"\b({_PLACES_OF})$", rest)
    lead = wording.lead or (tail.group(1) if tail else "")
    others = rest[: figure.start] + " " + rest[figure.end :]
    frame = frozenset(
        stem(word) for word in WORD.findall(others) if word.casefold() not in _NO_VERBS and word != verb and stem(word)
    )
    return ListAsked(
        figure.text,
        _kind(wording),
        lead,
        rest,
        verb,
        frame,
        period,
        wording.is_doer,
        wording.is_undergone,
        is_plural,
        wording.is_passive,
        wording.noun.strip().casefold(),
    )


_NO_VERBS = frozenset(
    "a an the and or of to with for from by about at in on into against through over under as did was were be been had "
    "has have his her its their that which who whom he she it they up out off first also then again later ever twice "
    "once".split()
)


def _kind(wording: _Wording) -> AnswerType | None:
    noun = wording.noun
    if wording.is_who or _PERSONS.search(noun):
        return AnswerType.PERSON
    if _BODIES.search(noun):
        return AnswerType.ORGANISATION
    return AnswerType.PLACE if _AREAS.search(noun) else None
