"""Letters in letter form: the day and the address above a salutation, the subject, the name below the closing.

Belongs here: finding a letter's parts by where they stand. Does not: headings with labels (draft_papers), references to
letters (draft_registers), naming people and wording events (draft_writings).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_dates import is_calendar_date
from bench_resources.reader.draft_papers import WRITTEN_DATE, Paper
from bench_resources.reader.draft_sentences import join_lines

HEAD_LINES = 14  # above a salutation, in which the day, the address and the subject stand
MAX_ADDRESS = 6  # lines
MAX_ABOVE = 2  # lines of the writer's office, between the day and the name
MIN_LETTERS = 3  # of a line that is no speck of the scan
SIGNATURE_LINES = 8  # below a closing
MAX_QUOTE = 2_500  # characters of a letter that is quoted whole, from its day to its signature

_SALUTATION = re.compile(r"\W{0,3}(?:My )?Dear (?P<whom>[A-Z][^\n:;]{1,40}?)\s?[:,;]\W{0,3}$")
_SUBJECT = re.compile(r"(?i)\W{0,3}(?:re|subject|subj)\s?[.:;]\s?(?P<title>\S.*)$")
_CLOSING = re.compile(
    r"(?i)\W{0,3}(?:(?:very|most)? ?(?:sincerely|truly|faithfully|respectfully|cordially)(?: yours)?|"
    r"yours(?: very| most)? ?(?:sincerely|truly|faithfully|respectfully|cordially)?|"
    r"(?:with )?(?:kind|kindest|best|warm|warmest)? ?(?:personal )?regards|respectfully submitted)\W{0,4}$"
)
_ANOTHERS = re.compile(r"\W{0,3}(?:FROM|From|MEMORANDUM|Dear|---)\b|\W{0,3}-{5,}|## ")
_DATE_LINE = re.compile(rf"(?:[A-Z][\w. ]{{2,40}}[,\s]\s*)?(?P<date>{WRITTEN_DATE})[.,]?")
_COURTESY = re.compile(
    r"(?i)^(?:(?:the )?hon(?:orable|\.)|mr\.?|mrs\.?|ms\.?|miss|dr\.?|messrs\.?)\s+(?:(?:mr|dr)\.?\s+)?"
)
_MISREAD_COURTESY = re.compile(r"^\W{0,2}[a-z]r\.?\s+(?=[A-Z])")  # "ir. Patrick Roe"
_NOBODY = frozenset("sir sirs madam madams gentlemen ladies colleague colleagues friend friends member members".split())
_FULL_NAME = re.compile(r"(?:[A-Z](?:\.|[\w'’-]+)\s+){1,3}[A-Z][\w'’-]+(?:,? (?:Jr|Sr)\.?)?")
_SPECKS = " \t.,;:-–—_*'\"“”‘’`|\\~•·^<>"


class _Line(NamedTuple):
    start: int
    end: int
    text: str


class _Head(NamedTuple):
    date: str
    first: int  # the line of the day
    receiver: tuple[str, ...]
    subject: str
    last: int  # the line of the subject, or of the salutation where there is none


def letters_of(passage: str) -> Iterator[Paper]:
    """Every letter of a passage whose head gives its day once and names whom it greets, with or without a signature."""
    lines = list(_lines(passage))
    for at, line in enumerate(lines):
        salutation = _SALUTATION.match(line.text)
        head = _head(lines, at, salutation["whom"]) if salutation else None
        if head is None:
            continue
        signed = _signature(lines, at)
        sender, end = (signed[0], lines[signed[1]].end) if signed else ((), lines[head.last].end)
        start = lines[head.first].start
        if end - start > MAX_QUOTE:
            sender, end = (), lines[head.last].end
        yield Paper("letter", sender, head.receiver, head.subject, head.date, start, end, is_headed=False)


def _lines(passage: str) -> Iterator[_Line]:
    """The lines that are not blank."""
    at = 0
    for written in passage.split("\n"):
        if written.strip():
            start = at + len(written) - len(written.lstrip())
            yield _Line(start, at + len(written.rstrip()), written.strip())
        at += len(written) + 1


def _head(lines: Sequence[_Line], at: int, whom: str) -> _Head | None:
    """What stands above the salutation on line `at`; None without one day, or an address that names who is greeted."""
    first = max(0, at - HEAD_LINES)
    first = next((n + 1 for n in range(at - 1, first - 1, -1) if _ANOTHERS.match(lines[n].text)), first)
    dates = {n: found["date"] for n in range(first, at) if (found := _DATE_LINE.fullmatch(lines[n].text))}
    if len(dates) != 1 or not is_calendar_date(next(iter(dates.values()))):
        return None
    day, date = next(iter(dates.items()))
    titles = [n for n in range(day + 1, at) if _SUBJECT.match(lines[n].text)]
    subject = join_lines("\n".join(line.text for line in lines[titles[0] : at])) if titles else ""
    bare = _address([line.text for line in lines[day + 1 : titles[0] if titles else at]], whom)
    if not bare or len(titles) > 1:
        return None
    title = _SUBJECT.sub(r"\g<title>", subject)
    return _Head(date, day, tuple(bare), title, at - 1 if titles else at)


def _address(written: Sequence[str], whom: str) -> list[str]:
    """The lines of an address from the name on, without courtesies; none where it does not name who is greeted.

    A greeting by surname needs the same one in the name; one by a first name ("Dear Bob") a courtesy before the name.
    """
    written = [_MISREAD_COURTESY.sub("Mr. ", line) for line in written]
    held = [line for line in written if len(re.sub(r"\W", "", line)) >= MIN_LETTERS]
    greeted = whom.strip(_SPECKS).split()
    for at, line in enumerate(held[: MAX_ABOVE + 1]):
        courtesy = _COURTESY.match(line)
        name = _COURTESY.sub("", line).split(",", maxsplit=1)[0].strip(_SPECKS)
        if not _FULL_NAME.fullmatch(name) or (at and courtesy is None):
            continue
        is_greeted = greeted[-1].casefold() in name.casefold().split()
        is_by_first_name = courtesy is not None and len(greeted) == 1 and greeted[0].casefold() not in _NOBODY
        if len(held) - at <= MAX_ADDRESS and (is_greeted or is_by_first_name):
            return [name, *(below.strip(_SPECKS) for below in held[at + 1 :])]
    return []


def _signature(lines: Sequence[_Line], salutation: int) -> tuple[tuple[str, ...], int] | None:
    """Who signed below the closing, with his office, and that line's number; None without a closing and a full name."""
    closing = 0
    for at in range(salutation + 1, len(lines)):
        if _ANOTHERS.match(lines[at].text):
            return None
        if _CLOSING.match(lines[at].text):
            closing = at
            break
    below = range(closing + 1, min(closing + 1 + SIGNATURE_LINES, len(lines))) if closing else range(0)
    for at in below:
        name = lines[at].text.strip(_SPECKS)
        if _FULL_NAME.fullmatch(name) and not set(name.split()) & (lexicon.OFFICE_HEADS | lexicon.OFFICE_MODIFIERS):
            return (name, *(line.text for line in lines[at + 1 : at + 2])), at
    return None
