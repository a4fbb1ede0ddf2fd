"""Papers that a register or a list enters by title: where a text states a title, and which date is that entry's own.

Belongs here: titles behind labels or in quotation marks, however wrapped or misread. Does not: memorandum headers
(passages), choosing an answer (answering), drafting.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from rapidfuzz import fuzz
from rapidfuzz.distance import OSA, Levenshtein

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import Candidate, DateValue, find_dates
from bench_resources.reader.passages import BREAKS_OFF, WORD

MIN_TITLE_LETTERS = 6  # a shorter title stands in too many places
_LETTER = re.compile(r"[^\W_]")
_NO_LETTER = re.compile(r"[\W_]+")
MAX_MARKS = 20  # blanks and marks beyond one a letter
MIN_TITLE_RATIO = 88  # of a title's letters in a header: it has one title, not a list of like ones
MAX_MISREAD_TOGETHER = 2
LETTERS_A_MISREADING = 12  # one misread letter in so many of a title
ENTRY_CHARS = 300  # before a title: as far as its date may stand
HEAD_CHARS = 160  # between the date of an entry and its title
_BEFORE_TITLE = re.compile(
    r"(?:\b[^\W\d_]{2,10}[ \t]?[:;]|\b(?:captioned|entitled|titled|headed|subject|subj|re)\b)"
    r"[\s\"'\u2018\u2019\u201c\u201d.,:;-]{0,4}(?:\([A-Z]{1,4}\)\s*)?|[\"\u201c\u201d]\s?",
    re.IGNORECASE,
)
_RUNS_ON = re.compile(  # a word on the same line, a small one on the next, more behind brackets; but no label
    r"[ \t]*(?:\r?\n\s*(?=[a-z])|(?:\r?\n)?[ \t]*\([^()\n]{1,40}\)[ \t]+)?(?![^\W\d_]{2,12}[ \t]?[:;])\w"
)
_OTHER_ENTRY = re.compile(
    r"\b[^\W\d_]{2,12}[ \t]?:|\b(?:captioned|entitled|titled|headed|dated|subject|subj)\b", re.IGNORECASE
)
_ENTRY_LEAD = re.compile(r"[^\w\n]{0,4}(?:\(?\d{1,3}[.),]\s*|date\s?[:;.]\s*)?", re.IGNORECASE)
_DATED = re.compile(r"\b(?:dated|date|of)\W{0,3}$", re.IGNORECASE)
_DATED_AFTER = re.compile(
    r"[\"'\u2019\u201d,;.\s]{0,5}\(?(?:(?:dated|date\s?:|of)\s{1,3}|date\s{0,3}[:;=]?\s{1,3})", re.IGNORECASE
)
_SUBJECT = re.compile(r"\bsubj(?:ect)?[ \t]?[:;]", re.IGNORECASE)
LIST_GAP_CHARS = 500  # between two titles of one list, at most
_PARTIES = frozenset("from to by and the of for on in re with".split())  # small words between a date and a title


_TITLE_ASKED = re.compile(
    r"\b(?:subject|titled|entitled|captioned|headed|memorandum|letter|message|cable|dispatch|report|telegram)\s"
    r"[\"\u201c](.{4,300})[\"\u201d]",
    re.IGNORECASE,
)


@lru_cache(maxsize=4_000)
def title_asked(question: str) -> str:
    """The title or subject in quotation marks by which a question names a document; "" when none."""
    asked = _TITLE_ASKED.search(question)
    return asked.group(1) if asked else ""


@dataclass(frozen=True)
class TitlePlace:
    """Where a text states a title: from its label or opening quotation mark, and the letters misread in it."""

    label: int
    start: int
    end: int
    n_misread: int


def _letters(text: str) -> str:
    """The letters and figures of a text in small: wraps, hyphens and marks play no part."""
    return _NO_LETTER.sub("", text).lower()


@lru_cache(maxsize=2_000)
def title_places(title: str, text: str) -> tuple[TitlePlace, ...]:
    """Where a text states a title behind a label or in quotation marks, the best read first; () for a title too short.

    A longer title that begins like it is another one, and so is one with another figure.
    """
    wanted = _letters(title)
    if len(wanted) < MIN_TITLE_LETTERS:
        return ()
    found = [place for label in _BEFORE_TITLE.finditer(text) if (place := _place(wanted, label, text))]
    return tuple(sorted(found, key=lambda place: (place.n_misread, place.start)))


def speaks_of_title(title: str, text: str) -> bool:
    """Whether running text holds a title, give or take what OCR does to it."""
    wanted, there = _letters(title), _letters(text)
    return len(wanted) <= len(there) and fuzz.partial_ratio(wanted, there, score_cutoff=MIN_TITLE_RATIO) > 0


def names_title(title: str, text: str) -> bool:
    """Whether a header's text names a title, however badly scanned; one that reads as asked and goes on is another."""
    if title_places(title, text):
        return True
    wanted, there = _letters(title), _letters(text)
    if wanted in there:
        return False
    near = fuzz.partial_ratio_alignment(wanted, there, score_cutoff=MIN_TITLE_RATIO)
    return near is not None and not _is_other_word(wanted, there[near.dest_start : near.dest_end])


def _place(wanted: str, label: re.Match[str], text: str) -> TitlePlace | None:
    stretch = text[label.end() : label.end() + 2 * len(wanted) + MAX_MARKS]
    stated = _letters(stretch)[: len(wanted)]
    allowed = len(wanted) // LETTERS_A_MISREADING
    n_misread = OSA.distance(wanted, stated, score_cutoff=allowed)
    if n_misread > allowed or re.findall(r"\d", wanted) != re.findall(r"\d", stated):
        return None
    if n_misread > MAX_MISREAD_TOGETHER and _is_other_word(wanted, stated):
        return None
    at = [match.start() for match in _LETTER.finditer(stretch)]
    start, end = label.end() + at[0], label.end() + at[len(stated) - 1] + 1
    return None if _RUNS_ON.match(text, end) else TitlePlace(label.start(), start, end, n_misread)


def _is_other_word(wanted: str, stated: str) -> bool:
    """Whether the letters that differ stand together: then a word differs, and nothing was misread."""
    changes = Levenshtein.opcodes(wanted, stated)
    return any(
        c.tag != "equal" and max(c.src_end - c.src_start, c.dest_end - c.dest_start) > MAX_MISREAD_TOGETHER
        for c in changes
    )


def entry_date(text: str, place: TitlePlace) -> Candidate | None:
    """The date of the entry of a register that a title stands in: "dated" after it, else at the entry's head.

    An entry's date opens its line, on the title's or up to two before; or stands in the title's own sentence. None
    where it is missing or misread: the date next to it is another entry's.
    """
    after = _DATED_AFTER.match(text, place.end)
    if after is not None:
        dated = [date for date in _full_dates(text[after.end() : after.end() + 30]) if date.start == 0]
        return _moved(dated[0], after.end()) if dated else None
    date = _date_before(text, place.label)
    if date is None:
        return None
    between = text[date.end : place.label]
    is_bare = "\n" in between and not any(char.isalnum() for char in between)
    return None if is_bare and _is_dated_below(text, place.label) else date


# The date of a paper, and not of what befell it or of the issue that it stands in.
_OF_A_PAPER = re.compile(r"\b(?:date|month|year)s? of\b(?! the (?:issue|edition|number)\b)", re.IGNORECASE)
_COUNTED = re.compile(r"^how many (\w{3,20}) (?:does|do|did|has|had)\b", re.IGNORECASE)


def asks_of_paper(question: str) -> bool:
    """Whether a question asks for the date of a paper itself."""
    return _OF_A_PAPER.search(question) is not None


def of_entry(question: str, text: str, place: TitlePlace) -> Candidate | None:
    """What the entry or form that a title stands in says of what is asked: its date, a field's figure, or None."""
    counted = _COUNTED.match(question)
    if counted is not None:
        return numbered_field(counted.group(1), text, place)
    return entry_date(text, place) if asks_of_paper(question) else None


_NUMBERED = r"\s{0,3}[:;=]?[^\w\n]{0,3}\s{0,3}[:;=]?\s{0,3}(\d{1,6})\b"
FIELD_REACH = 120  # characters between a title and another field of its form


def numbered_field(noun: str, text: str, place: TitlePlace) -> Candidate | None:
    """The figure of a field that stands below a title in one form, as "PAGES : 13"; None where there is none."""
    found = re.compile(rf"^\W{{0,4}}{re.escape(noun)}{_NUMBERED}", re.IGNORECASE | re.MULTILINE).search(
        text, place.end, place.end + FIELD_REACH
    )
    return Candidate(found.group(1), found.start(1), found.end(1), AnswerType.NUMBER) if found else None


def _date_before(text: str, label: int) -> Candidate | None:
    begin = max(0, label - ENTRY_CHARS)
    date = next(reversed(_full_dates(text[begin:label])), None)
    return _moved(date, begin) if date is not None and _heads_entry(text[begin:label], date) else None


def _moved(date: Candidate, by: int) -> Candidate:
    return replace(date, start=date.start + by, end=date.end + by)


def _is_dated_below(text: str, label: int) -> bool:
    """Whether the list that a title stands in gives every date below its title: its first title has none above."""
    first = label
    for above in reversed([match.start() for match in _SUBJECT.finditer(text, 0, label)]):
        if first - above > LIST_GAP_CHARS:
            break
        first = above
    return first < label and _date_before(text, first) is None


def _full_dates(text: str) -> list[Candidate]:
    return [date for date in find_dates(text) if isinstance(date.value, DateValue) and date.value.is_full]


def _heads_entry(before: str, date: Candidate) -> bool:
    """Whether a date belongs to the title that follows `before`."""
    between = before[date.end :]
    n_lines = len(re.findall(r"\n\s*(?=\S)", between.rstrip()))
    if len(between) > HEAD_CHARS or n_lines > 1 or _OTHER_ENTRY.search(between):
        return False
    return _opens_line(before, date.start) or _in_sentence(before[: date.start], between)


def _opens_line(before: str, at: int) -> bool:
    line = before.rfind("\n", 0, at) + 1
    last = before[:line].rstrip().rpartition("\n")[2]
    goes_on = BREAKS_OFF.search(last) is not None and not last.isupper()  # a marking in capitals is no sentence
    return not goes_on and _ENTRY_LEAD.fullmatch(before, line, at) is not None


def _in_sentence(ahead: str, between: str) -> bool:
    """Whether a date and a title stand in one phrase: "dated 3 May 1961 from Carr to Lund, captioned"."""
    if re.fullmatch(r"[\s,;:-]{0,6}", between):
        return True
    small = {word for word in WORD.findall(between) if word[0].islower()}
    return (
        _DATED.search(ahead) is not None
        and small <= _PARTIES
        and not re.search(r"\w{2}[.!?][\"\u201d)]*\s|^[.!?]", between)
    )
