"""What passages state, one statement at a time: a clause with the date of what it tells, a header, a calendar's entry.

Belongs here: taking sentences apart so that each date has its own deed, naming a figure in any form, how well a
statement gives a clause. Does not: choosing among statements (answering_lists, answering_timeline), drafting.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import TITLE_WORDS, Candidate, DateValue, find_dates, find_proper, of_its_time
from bench_resources.reader.answering_figures import NAME_TOKEN, figure_spans, plain_word
from bench_resources.reader.answering_headers import Header, headers_in
from bench_resources.reader.answering_items import is_alike, title_likeness, words_of
from bench_resources.reader.answering_letters import letters_in
from bench_resources.reader.answering_meanings import MEETING, WRITING, meanings, same_meaning
from bench_resources.reader.answering_registers import entries_in, is_in_field, papers_cited, with_subject
from bench_resources.reader.answering_slips import Deed, deeds_in
from bench_resources.reader.entries import speaks_of_title
from bench_resources.reader.passages import (
    STOP_WORDS,
    WORD,
    Sentence,
    is_same_word,
    join_wraps,
    sentences,
    stem,
    weight,
)
from bench_resources.reader.people import parse_person

PAST = re.compile(
    r"\b(?:[a-z]{2,}ed|was|were|had|has|have|did|met|saw|wrote|sent|took|gave|told|said|spoke|came|went|left|held|made"
    r"|paid|bought|sold|led|found|kept|became|began|chose|put|set|read|ran|won|lost|fell|flew|drove|heard|sat|stood"
    r"|sought|brought|thought|got|knew|built|drew|rose|swore|fled|hid|broke|fought|taught|caught|dealt|meant|spent"
    r"|struck|threw|wore)\b"
)


# --- statements -----------------------------------------------------------------------------------------------------

ROW = re.compile(r"^[ \t>]*(?:[01]?\d|2[0-4])[:.][0-5]\d(?:\s?[AaPp]\.?[Mm]\.?)?[ \t]+(?=\S)")


@dataclass(frozen=True, eq=False)
class Told:
    """One statement of a passage.

    Attributes:
        text: the clause, on one line.
        sentence: the whole sentence that it is part of, or the header or entry.
        start, end: characters of the passage.
        value: the date of what it tells; None when it states none of its own.
        kind: "sentence", "header", "form" (a slip, a heading of testimony) or "row" (a calendar's entry).
        sender, receiver: of a header, as it writes them; `sender` is whose calendar a row is of.
        subject: a header's.
        after: what follows a header on one line: its subject may be cut.
        is_memorandum: a header says that it heads one, or a misread word near it may.
    """

    text: str
    sentence: str
    start: int
    end: int
    value: DateValue | None
    kind: str = "sentence"
    sender: str = ""
    receiver: str = ""
    subject: str = ""
    after: str = ""
    is_memorandum: bool = False

    @property
    def stems(self) -> frozenset[str]:
        """The stems of the clause's own words."""
        return stems_of(self.text)


@lru_cache(maxsize=50_000)
def stems_of(text: str) -> frozenset[str]:
    """The stem of every word of a text that is no small word."""
    return frozenset(stem(w) for w in WORD.findall(text) if w.casefold() not in STOP_WORDS) - {""}


@lru_cache(maxsize=4_000)
def told_in(text: str) -> tuple[Told, ...]:
    """Every statement of a passage in order of place: clauses of sentences, headers, entries of calendars."""
    rows, first, last = _rows(text)
    found = sentences(text)
    deeds = deeds_in(text)
    headers = _headers(text, deeds)
    stated = [
        *rows,
        *(_of_header(text, header) for header in headers if header.sender or header.receiver or header.value),
    ]
    cited = [
        with_subject(text, paper, headers)
        for paper in papers_cited(text)
        if not any(is_in_field(text, paper.start, header) for header in headers)
    ]
    stated += [_of_header(text, paper) for paper in cited]
    stated += [Told(deed.text, deed.text, deed.start, deed.end, deed.value, "form") for deed in deeds]
    before: Sentence | None = None
    for i, sentence in enumerate(found):
        is_free = (
            not sentence.field
            and not first <= sentence.start < last
            and not _is_inside(sentence, headers, [*deeds, *cited])
        )
        if is_free:
            whole = _with_number(text, sentence, found[i + 1 : i + 2])
            parts = [one for part in _parted(text, whole) for one in _unquoted(text, part)]
            stated += [clause for part in parts for clause in _clauses(part, before)]
        before = _opening(sentence, before) if is_free else None
    timed = [replace(one, value=of_its_time(one.value, text)) if one.value else one for one in stated]
    return tuple(sorted(timed, key=lambda one: (one.start, one.end)))


_WRAPPED_NUMBER = re.compile(r"(\d{1,3})\.(?=\s|$)")
_SPEAKER = re.compile(r"^(?:[QA]|THE WITNESS)[.:]\s+(?=\S)")  # before what is said under oath


def _with_number(text: str, sentence: Sentence, after: Sequence[Sentence]) -> Sentence:
    """A sentence that breaks off before a line that opens with its last figure, "the fire at Slip / 8.", made whole."""
    number = _WRAPPED_NUMBER.match(after[0].text) if after else None
    if number is None or sentence.text[-1:] in ".!?:;" or text[sentence.end : after[0].start].strip(" ") != "\n":
        return sentence
    return replace(sentence, text=f"{sentence.text} {number.group()}", end=after[0].start + number.end())


# What ends a sentence though the next opens with no letter, or though blank lines part all lines of a short passage.
_PARTING = re.compile(
    r"(?<=[^\W_]{2})[.!?][\"'\u201d)]*(?:[ \t]*\n\s*\n\s*|(?:(?<=[a-z]{3}.)|(?<=\d{4}.))\s+(?=[{}<$%#|^~\\]))"
    r"|[ \t]*\n[ \t]*\n\s*(?=[{}<$%#|^~\\])"
)

_SHORT_PARTING = re.compile(rf"{_PARTING.pattern}|(?<=[^\W_])[ \t]*\n[ \t]*\n\s*(?=[A-Z\"\u201c])")
MAX_SHORT_BREAKS = 5  # line breaks of a passage too short to tell whether blank lines part all its lines


def _parted(text: str, sentence: Sentence) -> list[Sentence]:
    """The sentences that one holds: a paragraph's end, or debris behind a full stop, ends a sentence."""
    parting = _PARTING if text.count("\n") > MAX_SHORT_BREAKS else _SHORT_PARTING
    marks = list(parting.finditer(text, sentence.start, sentence.end))
    if not marks:
        return [sentence]
    cuts = [sentence.start, *(mark.end() for mark in marks), sentence.end]
    pieces = [(a, b) for a, b in pairwise(cuts) if text[a:b].strip()]
    return [replace(sentence, start=a, end=a + len(text[a:b].rstrip()), text=join_wraps(text[a:b])) for a, b in pieces]


_QUOTED_LINE = re.compile(r"\n[ \t]*>")
_QUOTED_END = re.compile(r"(?<=[^\W_]{3})[.!?][\"'\u201d]?\s+(?=[A-Z])")


def _unquoted(text: str, sentence: Sentence) -> list[Sentence]:
    """The sentences of quoted mail, which its marks at the line ends keep together."""
    if not _QUOTED_LINE.search(text, sentence.start, sentence.end):
        return [sentence]
    cuts = [0, *(match.end() for match in _QUOTED_END.finditer(sentence.text)), len(sentence.text)]
    return [replace(sentence, text=sentence.text[a:b].strip()) for a, b in pairwise(cuts)]


_DATELINE = re.compile(
    r"^[A-Z][A-Z .]+,[^\u2014-]{4,30}(?:--|\u2014|\s-\s)\s*"
)  # of a newspaper: of its print, not of the deed
# A deadline or the date of a paper that a sentence speaks of is no date of its deed.
_NOT_OF_DEED = re.compile(r"\b(?:by|until|before|later than|dated|date of)\s+(?:the\s+)?$", re.IGNORECASE)
_JOINT = re.compile(r";\s*|,?\s+(?:and|but|while|then|whereas|who|which)\s+|,\s+", re.IGNORECASE)
_LEADS_CHARS = 12  # before a date that opens its clause: "And on"


def _clauses(sentence: Sentence, before: Sentence | None) -> Iterator[Told]:
    """The clauses of a sentence, each with its own date; a sentence of one date is one clause."""
    line = _DATELINE.match(sentence.text)
    whole = _SPEAKER.sub("", sentence.text[line.end() if line else 0 :])
    dates = [c for c in find_dates(whole) if _is_whole_date(c, whole)]
    if not dates:
        value = _session_date(whole, before)
        is_session = before is not None and value is not None
        said = f"{whole.rstrip(' .')}, {before.text}" if before is not None and is_session else whole
        start = before.start if before is not None and is_session else sentence.start
        yield Told(said, said, start, sentence.end, value)
        return
    own = [date for date in dates if not _NOT_OF_DEED.search(whole[: date.start])] or dates
    for start, end, value in _cut(whole, own):
        yield Told(whole[start:end].strip(" ,;"), whole, sentence.start, sentence.end, value)


def _cut(whole: str, dates: Sequence[Candidate]) -> Iterator[_Cut]:
    """Where a sentence parts between two dates: before the joint that opens the second one's clause."""
    start = 0
    for date, after in pairwise(dates):
        joints = list(_JOINT.finditer(whole, date.end, after.start))
        if not joints:
            continue
        is_leading = date.start - start <= _LEADS_CHARS
        joint = joints[-1] if is_leading else joints[0]
        yield _value_in(start, joint.start(), dates)
        start = joint.end()
    yield _value_in(start, len(whole), dates)


_MONTH_LOST = re.compile(r"\d{1,2}(?:st|nd|rd|th)?,?\s?$")
_OF_DAY = re.compile(r"\s?(?:hours|hrs?\b)", re.IGNORECASE)  # "at 1745 hours" is no year
_DAY_LOST = re.compile(r"(?<![\w.])\d{1,2}(?:st|nd|rd|th)?[^\w\s,.;]{1,2}\s?$")


def _is_whole_date(date: Candidate, whole: str) -> bool:
    """Whether a date has its year and is no rest of one that was misread: "Mav 3, 1964", "11' November 1964"."""
    value = date.value
    if not isinstance(value, DateValue) or value.year is None:
        return False
    if value.month is None and _OF_DAY.match(whole, date.end):
        return False
    before = whole[: date.start]
    if value.month is None:
        return _MONTH_LOST.search(before) is None
    return bool(value.days) or _DAY_LOST.search(before) is None


_Cut = tuple[int, int, DateValue | None]


def _value_in(start: int, end: int, dates: Sequence[Candidate]) -> _Cut:
    held = [date.value for date in dates if start <= date.start < end]
    value = held[0] if held else None
    return start, end, value if isinstance(value, DateValue) else None


_SESSION = re.compile(r"\b(?:met|session|meeting|conference|hearing)\b", re.IGNORECASE)
_AT_SESSION = re.compile(
    r"\b(?:presided|chaired|attended|kept the (?:record|minutes)|took the (?:minutes|chair))\b", re.IGNORECASE
)
MAX_SESSION_WORDS = 14


def _opening(sentence: Sentence, before: Sentence | None) -> Sentence:
    """The sentence that dates the one after: of a session what opens it, for all who presided or kept the record."""
    return before if before is not None and _session_date(sentence.text, before) is not None else sentence


def _session_date(whole: str, before: Sentence | None) -> DateValue | None:
    """The date of a session for a sentence after the one that opens it, which says who presided."""
    if before is None or not _AT_SESSION.search(whole) or len(whole.split()) > MAX_SESSION_WORDS:
        return None
    dates = [c.value for c in find_dates(before.text) if isinstance(c.value, DateValue) and c.value.is_full]
    return dates[0] if len(dates) == 1 and _SESSION.search(before.text) else None


# --- headers --------------------------------------------------------------------------------------------------------

MAX_AFTER_CHARS = 160  # behind a header, in which a subject may go on


def _headers(text: str, deeds: Sequence[Deed]) -> list[Header]:
    """Labelled headers, those of forms apart, entries of registers, and the letters and reports that have none.

    An entry has its own date: what stands inside it is no header that a neighbour could date.
    """
    entries = [entry for entry in entries_in(text) if not any(_overlap(entry, deed) for deed in deeds)]
    taken: list[Header | Deed] = [*deeds, *entries]
    letters = letters_in(text)
    labelled = entries + [header for header in headers_in(text) if not any(_overlap(header, one) for one in taken)]
    labelled = [one for one in labelled if one.is_sided or not any(_overlaps_head(one, letter) for letter in letters)]
    return labelled + [letter for letter in letters if not any(_overlaps_head(one, letter) for one in labelled)]


def _overlaps_head(header: Header, letter: Header) -> bool:
    """Whether a header and the head of a letter share a stretch; a date and a subject alone are then the letter's."""
    return header.start < (letter.head_end or letter.end) and letter.start < header.end


def _overlap(one: Header, other: Header | Deed) -> bool:
    return one.start < other.end and other.start < one.end


def _is_in_head(at: int, header: Header) -> bool:
    return header.start <= at < (header.head_end or header.end)


def _is_inside(sentence: Sentence, headers: Sequence[Header], wholes: Sequence[Header | Deed]) -> bool:
    """Whether a sentence is of a header's head, or all of a form or a citation; one that only begins so is not."""
    return any(_is_in_head(sentence.start, header) for header in headers) or any(
        one.start <= sentence.start and sentence.end <= one.end + 1 for one in wholes
    )


def _of_header(text: str, header: Header) -> Told:
    """A header as a statement that one wrote to another on a subject."""
    sender, receiver = header_name(header.sender), header_name(header.receiver)
    said = (
        f"{sender or 'Somebody'} wrote"
        + (f" {header.paper}" if header.paper else "")
        + (f" to {receiver}" if receiver else "")
        + (" a memorandum for the record" if header.is_for_record and not receiver else "")
        + (f" about {header.subject}" if header.subject else "")
    )
    return Told(
        said,
        said,
        header.start,
        header.end,
        header.value,
        "header",
        header.sender,
        header.receiver,
        header.subject,
        _after_subject(text, header),
        header.is_for_record or _LIKE_MEMORANDUM.search(text, max(0, header.start - NEAR), header.end) is not None,
    )


_LIKE_MEMORANDUM = re.compile(r"\w*(?:emora|morand|orandum)\w*|\bmemo\b|\bmfr\b", re.IGNORECASE)
NEAR = 120  # characters above a header, in which it may say what it heads


def _after_subject(text: str, header: Header) -> str:
    """What follows a header's subject in its text, on one line; "" without a subject."""
    if not header.subject:
        return ""
    words = re.compile(r"\s+".join(map(re.escape, header.subject.split())))
    found = words.search(text, header.start, header.end)
    end = found.end() if found else header.end
    return join_wraps(text[end : end + MAX_AFTER_CHARS])


_HONORIFIC = re.compile(r"^\W{0,2}(?:Mr|Mrs|Ms|Miss|Dr|Hon)[.,]*\s+(?=[A-Z])", re.IGNORECASE)
_BESIDE_NAME = re.compile(r"\s+@.*$|\s*[?*|]+$")  # the branch behind a name in office mail, a stray mark


def header_name(value: str) -> str:
    """The name in a header's field, turned round where the surname stands first, without the office after it."""
    plain = _HONORIFIC.sub("", _BESIDE_NAME.sub("", value.strip()))
    parts = [part.strip() for part in plain.split(",")]
    head, *rest = parts
    if rest and len(head.split()) == 1 and rest[0] and not _is_office(rest[0]):
        head = f"{rest[0]} {head}"
    words = [word.capitalize() if _is_shouted(word) else word for word in head.split()]
    return " ".join(_inner_capitals(word) for word in words)


def _is_shouted(word: str) -> bool:
    """Whether a word in capitals is a name; "SA/DO/O" is an office, "HSTB" are letters of a body."""
    is_letters = len(word) <= MAX_LETTERS and not set(word[:3]) & set("AEIOUY")
    return word.isupper() and len(word) > 3 and "/" not in word and not is_letters


MAX_LETTERS = 5  # that stand for a body and cannot be spoken as a word


def _inner_capitals(word: str) -> str:
    return re.sub(r"-([a-z])", lambda match: "-" + match.group(1).upper(), word) if word[:1].isupper() else word


def _is_office(text: str) -> bool:
    return any(word.casefold().strip(".") in TITLE_WORDS for word in text.split()) or len(text.split()) > 3


# --- calendars ------------------------------------------------------------------------------------------------------

_OWNER = re.compile(
    r"\b(?:CALENDAR|SCHEDULE|APPOINTMENTS|DIARY|ENGAGEMENTS)\s+(?:OF|FOR)\s+([^\n,]{4,60})", re.IGNORECASE
)


def _rows(text: str) -> tuple[list[Told], int, int]:
    """The entries of a calendar, each with the date of the day above it, and where they begin and end."""
    owner = _OWNER.search(text)
    rows: list[Told] = []
    day: Candidate | None = None
    day_at = 0
    for line in re.finditer(r"[^\n]+", text):
        content = line.group()
        dated = _day_line(content)
        if dated is not None:
            day, day_at = dated, line.start()
        elif day is not None and ROW.match(content):
            first = min(owner.start(), day_at) if owner else day_at
            value = day.value if isinstance(day.value, DateValue) else None
            said = join_wraps(ROW.sub("", content))
            rows.append(
                Told(said, said, first, line.end(), value, "row", header_name(owner.group(1).strip()) if owner else "")
            )
        elif rows and rows[-1].end == line.start() - 1 and content[:1] in " \t" and content.strip():
            said = f"{rows[-1].text} {content.strip()}"
            rows[-1] = replace(rows[-1], text=said, sentence=said, end=line.end())
    return (rows, min(row.start for row in rows), rows[-1].end) if rows else ([], 0, 0)


def _day_line(content: str) -> Candidate | None:
    """The date of a line that is a weekday and a date, or a date alone."""
    dates = find_dates(content) if len(content) < 50 else []
    is_alone = len(dates) == 1 and len(content.strip()) - len(dates[0].text) <= 13  # "Wednesday, "
    value = dates[0].value if is_alone else None
    return dates[0] if isinstance(value, DateValue) and value.is_full and not ROW.match(content) else None


# --- figures --------------------------------------------------------------------------------------------------------


def names_figure(name: str, told: Told) -> bool:
    """Whether a statement names a figure: its sentence, a header's sender or receiver, the owner of a calendar."""
    if told.kind == "header":
        fields = (told.sender, told.receiver, header_name(told.sender), header_name(told.receiver), told.text)
        return any(figure_spans(name, part) for part in fields if part)
    return bool(figure_spans(name, told.sentence)) or (told.kind == "row" and bool(figure_spans(name, told.sender)))


# --- clauses --------------------------------------------------------------------------------------------------------

MIN_FIT = 0.65  # of a clause's weight beside its people: below, another deed of the same people
NO_VERB_SHARE = 0.6  # of its fit keeps a statement that does not say what was done


@dataclass(frozen=True)
class Clause:
    """A clause taken apart: whom it names, what it says was done, and its other words with their weights.

    A clause of writing has the subject that it quotes as `title`, and who wrote and who was written to; else "" each.
    `bodies` are names of offices and bodies outside of what it quotes.
    """

    people: tuple[str, ...]
    verb: str
    weights: tuple[tuple[str, float], ...]
    figures: frozenset[str]
    title: str = ""
    writer: str = ""
    reader: str = ""
    bodies: tuple[str, ...] = ()


@lru_cache(maxsize=20_000)
def parse_clause(clause: str) -> Clause:
    """The parts of a clause in the past tense, "Ann K. Reddick met Otto Lund at the Anchor Hotel"."""
    clause = without_gloss(clause)
    dates = find_dates(clause)
    people = [run for run in find_proper(clause) if _is_person(run)]
    weights: dict[str, float] = {}
    verb = ""
    for word in WORD.finditer(clause):
        key = stem(word.group())
        is_name = any(run.start <= word.start() < run.end for run in (*people, *dates))
        if is_name or not key or word.group().casefold() in STOP_WORDS:
            continue
        if not verb and PAST.fullmatch(word.group()):
            verb = key
        weights.setdefault(key, weight(word.group().casefold()) * (1.25 if word.group()[0].isupper() else 1.0))
    figures = frozenset(key for key in weights if any(char.isdigit() for char in key))
    title = _QUOTED.search(clause)
    writer, reader = _parties(clause[: title.start()]) if title else ("", "")
    return Clause(
        tuple(run.text for run in people),
        verb,
        tuple(weights.items()),
        figures,
        title.group(1) if title else "",
        writer,
        reader,
        tuple(run.text for run in find_proper(_QUOTED.sub("", clause)) if run.kind is AnswerType.ORGANISATION),
    )


_GLOSS = re.compile(r"(?<=[\"\u201d])\s*\([^()]*\)")


def without_gloss(clause: str) -> str:
    """A clause without what it says in brackets of initials in the subject that it quotes: no paper says that."""
    return _GLOSS.sub("", clause)


_QUOTED = re.compile(r"[\"\u201c]([^\"\u201c\u201d]{3,})[\"\u201d]?")
_PAPER = r"(?:memorandum|memo|letter|message|cable|dispatch|telegram|note|report|airtel|e-?mail|teletype)"
_ACTIVE = re.compile(
    r"^(?P<writer>.*?)\s+(?:wrote|sent|cabled|addressed)\b(?:\s+an?\s+(?:[\w-]+\s+){0,2}?"
    + _PAPER
    + r"(?:\s+for\s+the\s+record)?)?"
    r"(?:\s+to\s+(?P<reader>(?:the\s+)?[A-Z][^\"\u201c]*?))?\s*(?:\s(?:on|about|under|regarding|concerning|entitled|with)\b.*)?$"
)
_PASSIVE = re.compile(
    r"^(?P<reader>(?:[Tt]he\s+)?[A-Z].*?)\s+(?:was|were)\s+(?:sent|written|addressed)\b.*?(?:\bby\s+(?P<writer>[A-Z][^\"\u201c]*?))?"
    r"\s*(?:\s(?:on|about|under|regarding|concerning|entitled|with)\b.*)?$"
)
_PAPER_FIRST = re.compile(rf"^(?:an?|the)\s+(?:[\w-]+\s+){{0,2}}?{_PAPER}\b", re.IGNORECASE)


class _Parties(NamedTuple):
    """Who wrote and who was written to, "" where a clause does not say."""

    writer: str
    reader: str


@lru_cache(maxsize=20_000)
def _parties(before: str) -> _Parties:
    """The parties that a clause of writing names before the subject it quotes."""
    said = before.strip()
    if _PAPER_FIRST.match(said):
        to, by = (
            re.search(rf"\b{word}\s+((?:the\s+)?[A-Z][\w.'\u2019 -]+?)\s+(?:on|about|to|was|by)\b", said)
            for word in ("to", "(?:from|by)")
        )
        return _Parties(by.group(1) if by else "", to.group(1) if to else "")
    found = _PASSIVE.match(said) or _ACTIVE.match(said)
    if found is None:
        return _Parties("", "")
    return _Parties((found.group("writer") or "").strip(), (found.group("reader") or "").strip())


def _is_person(run: Candidate) -> bool:
    name = parse_person(run.text) if run.kind in (AnswerType.PERSON, AnswerType.PLACE) else None
    if name is None or run.text.split()[0].casefold() in _ARTICLES:
        return False
    has_initial = any(len(given) == 1 for given in name.given)
    is_titled = any(word.casefold() in TITLE_WORDS for word in run.text.split())
    return (run.kind is AnswerType.PERSON and (bool(name.given) or is_titled)) or has_initial


_ARTICLES = frozenset({"the", "a", "an"})


def fit(clause: Clause, told: Told) -> float:
    """How well a statement gives a clause, in [0, 1]; 0 when a person or a figure of the clause is missing.

    A header gives a clause of writing that quotes a subject by its parties and its subject alone; a sentence must say
    the subject as such, and not only its words.
    """
    if told.kind == "header" and clause.title:
        return _letter_fit(clause, told)
    if clause.title and not _speaks_of(clause.title, told.sentence):
        return 0.0
    if not all(_names(person, told) for person in clause.people) or _is_reversed(clause, told):
        return 0.0
    there = stems_of(told.sentence) | _in_letters(clause, told)
    if not clause.figures <= there:
        return 0.0
    total = sum(weight for _, weight in clause.weights)
    held = sum(weight for key, weight in clause.weights if _is_held(key, there, told))
    share = held / total if total else 1.0
    return share * (1.0 if not clause.verb or _is_held(clause.verb, told.stems, told) else NO_VERB_SHARE)


def _in_letters(clause: Clause, told: Told) -> frozenset[str]:
    """The stems of the bodies of a clause that a header names, by their letters perhaps: "HB ltr dtd 3 May 64"."""
    if told.kind != "header":
        return frozenset()
    return frozenset[str]().union(*(stems_of(body) for body in clause.bodies if names_figure(body, told)))


def _speaks_of(title: str, sentence: str) -> bool:
    """Whether a sentence has a title's words, all of them and together."""
    there = words_of(sentence)
    return all(any(is_alike(word, other) for other in there) for word in words_of(title)) and speaks_of_title(
        title, sentence
    )


def _letter_fit(clause: Clause, told: Told) -> float:
    """How like a header's subject is to the one that a clause quotes; 0 for other parties."""
    if not told.subject:
        return 0.0
    is_between = _is_party(clause.writer, told.sender) and _is_party(clause.reader, told.receiver)
    if not is_between:
        return 0.0
    return max(title_likeness(clause.title, said) for said in (told.subject, _completed(clause.title, told)))


def _completed(title: str, told: Told) -> str:
    """A header's subject with the words that follow it, to the length of a title: it may go on below."""
    said, n_words = told.subject, len(words_of(title))
    for word in told.after.split():
        if len(words_of(said)) >= n_words:
            break
        said = f"{said} {word}"
    return said


def _is_party(name: str, value: str) -> bool:
    """Whether a header's field names somebody, or nobody is asked for."""
    return not name or bool(figure_spans(name, value) or figure_spans(name, header_name(value)))


def _is_reversed(clause: Clause, told: Told) -> bool:
    """Whether a header was written by another than the first whom a clause of writing names."""
    is_written = told.kind == "header" and bool(meanings(clause.verb) & WRITING) and bool(clause.people)
    return is_written and bool(told.sender) and not figure_spans(clause.people[0], told.sender)


def _names(person: str, told: Told) -> bool:
    name = parse_person(person)
    if name is not None and not name.given:  # "President Lund"
        words = {plain_word(word) for word in NAME_TOKEN.findall(f"{told.sentence} {told.sender} {told.receiver}")}
        return any(is_same_word(word, name.surname) for word in words)
    return names_figure(person, told)


def _is_held(key: str, there: Iterable[str], told: Told) -> bool:
    if any(same_meaning(key, other) for other in there):
        return True
    return told.kind == "row" and bool(meanings(key) & MEETING)
