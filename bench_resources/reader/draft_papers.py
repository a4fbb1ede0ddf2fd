"""The headings of memoranda, letters, mails and record sheets: which paper, from whom, to whom, on what, of which day.

Belongs here: label lines, their values wherever the scan put them, the one date that is the paper's. Does not: judging
titles (draft_headers), naming people and wording events (draft_events).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bench_resources.reader.draft_dates import YEAR, YEAR_BEHIND_DAY, is_calendar_date, read_date
from bench_resources.reader.draft_entities import initials_match
from bench_resources.reader.draft_lexicon import MONTHS
from bench_resources.reader.draft_sentences import join_lines

MAX_CHARS = 700  # from the first line needed to the last
MAX_SHEET_CHARS = 1_000  # of a sheet, to the day at the head of its paper
MAX_GAP_LINES = 6  # between two labels of one heading
DATE_LINES = 5  # above a heading, in which its date may stand
HEAD_LINES = 12  # of a page, in which the paper's own day stands
HEADING_LINES = 3  # above its first label, in which a heading may say "MEMORANDUM"
MAX_SPECKS = 8  # characters beside a date on its line
MAX_MORE_LINES = 3  # of a subject, behind its first
FULL_LINE = 28  # characters of a line that may go on with the next; a shorter one is whole
PARAGRAPH_LINE = 45
DOUBLE_SPACED = 0.8  # of the lines about a heading have a blank line above them
STYLE_LINES = 12
MIN_VALUE = 3

_MONTH = r"(?:" + "|".join(rf"{name[:3]}(?:{name[3:]}|t)?" for name in MONTHS) + r")\.?"
_DAY = r"(?:3[01]|[12]\d|0?[1-9])"
WRITTEN_DATE = (
    rf"(?i:(?<![\w/])(?:{_DAY}(?:st|nd|rd|th)?[ \t]+{_MONTH},?[ \t]+{YEAR}|{_MONTH}[ \t]+{_DAY}(?:st|nd|rd|th)?"
    rf",?[ \t]+{YEAR_BEHIND_DAY}|(?:1[0-2]|0?[1-9])/{_DAY}/(?:19|20)?\d\d)(?![\w/]))"
)
_DATE = re.compile(WRITTEN_DATE)
# Of a day that its month does not have the month still stands: of February, for which no scan takes another.
_BEHIND_DAY = re.compile(r"(?i)\d{1,2}[ \t]+(?P<month>feb(?:ruary)?\.?[ \t]+(?:19|20)\d\d)")

_DIRT = r"[^\w(\n]{0,6}(?:[A-Za-z][ .:_-]{1,3}[^\w(\n]{0,3})?"
_COLON = r"[ \t.,_'-]{0,4}[:;=][ \t.:;,'_—–-]{0,6}"
_PAPERS = r"(?:MEMORANDUM|MEMO|NOTE)"
_LABELS = {
    "memo": rf"{_PAPERS}\s+(?:FOR|TO)(?={_COLON}|\s*$|\s+THE\s+[A-Z])",
    "from": r"FROM",
    "to": r"TO",
    "subject": r"SUBJECT(?!S)|SUBJ|SUB(?:I|J|1|L|IZ|J\.)\w?[CE]\w?[TI]\b|RE",
    "title": r"TITLE",
    "date": r"DATE|SENT",
    "sheet": r"ORIGINATOR|AGENCY[ ]+ORIGINATOR|PAGES|SUBJECTS|RECORD[ _]+NUMBER|DOCUMENT[ _]+TYPE",
    "other": r"VIA|THROUGH|THRU|ATTENTION|ATTN|CC|BCC|REFERENCES?|REFS?|INFO|IMPORTANCE|PRIORITY|ATTACHMENTS?|FILE|"
    r"OFFICE|ENCL(?:OSURE)?S?",
}
_LABEL = re.compile(
    rf"{_DIRT}(?:"
    + "|".join(f"(?P<{name}>{pattern})" for name, pattern in _LABELS.items())
    + rf")(?:(?P<colon>{_COLON})(?P<value>.*)|(?P<the>\s+THE\s+.+)|[ \t]*)$",
    re.IGNORECASE,
)
_RECORD = re.compile(
    rf"{_DIRT}(?P<kind>{_PAPERS})\W{{1,3}}(?:FOR|TO)\W{{1,4}}(?:THE\W{{1,3}})?(?:RECORD|FILES?)(?P<rest>\W.*|)$",
    re.IGNORECASE,
)
_MEMORANDUM = re.compile(
    r"\W*(?:(?:(?:OFFICE|INTER-?OFFICE)\s+)?MEMORANDUM|(?:WORKING|BRIEFING|POSITION|DISCUSSION)\s+PAPER|STAFF\s+STUDY)\W*",
    re.IGNORECASE,
)
# What may be a date that the scan misread: then the date further up is another's.
_LIKE_DATE = re.compile(
    rf"(?i)\b(?:19|20)\d[\dIl](?!\w)|(?<![\w/])\d{{1,2}}[ \t]+[a-z]{{3,9}}[ \t]+[\dIl]{{2,4}}\b|\b{_MONTH}[ \t]+\d"
)
_ANOTHERS_DATE = re.compile(r"(?i)\b(?:case|declass\w*|released?|released under|review\w*|printed|copy)\b")
_FILE_NUMBER = re.compile(r"(?<![\w/-])(?:[A-Z]{2,4}[ #:]{1,2})?\d{2,}(?:-\d{2,})+(?:/[\w-]+)?(?![\w/])")
_KIND = re.compile(
    r"(?i)\W{0,2}(?:memo(?:randum|randa|s)?|letters?|cables?|dispatch|reports?|telegram|airtel|note|form)\b"
)
TO_RECORD = re.compile(r"(?i)(?:memo(?:randum)? (?:for|to) )?(?:the )?(?:records?|files?)")
_MISREAD = re.compile(r"(?i)\b\w*(?:emora|moran|orand)\w*\b")  # "STEMORANDUM"
_PAGE = re.compile(r"\W{0,3}-{3,}\W*$|## ")
_BODY = re.compile(r"\W{0,3}(?:[1Il][.,)]|[Aa][.)]|\((?:U|S|C|TS)\)|\(U|Dear\b|-{3,}|## )")
_LETTERS = re.compile(r"\(([A-Z]{2,8})\)")
_OPENS = re.compile(
    r"(?:The|This|These|That|In|On|At|It|I|We|You|He|She|Your|Our|My|As|Attached|Enclosed|Reference is|Forwarded|"
    r"Per|Pursuant|For your|During|Subject)\b"
)
_GOES_ON = re.compile(r"(?i)(?:\b(?:of|for|the|and|to|in|on|with|by|a|an|re|from|at|or|as|its|his)|[,(/&:-])\W*$")
_ROUTING = re.compile(r"(?i)\brouting\b|\boptional\b")
_NO_DAY = re.compile(r"0?1/0?1/")  # what a form holds where only the year is known
_TO_RECORD_FIRST = re.compile(r"(?i)^memo(?:randum)? for the record\s*[:;-]+\s*")  # of a sheet's title
_REPLY = re.compile(r"(?i)^(?:(?:re|fw|fwd)\s*[:;]\s*)+")
_STAMP = re.compile(r"(?i)\breleased under\b|\brecords collection\b|\bcase ?#|\bact of 1\d{3}\b|\b\d\d usc\b")
_SPECKS = " \t.,;:-–—_*'\"“”‘’`|\\~•·^<>"
_EDGES = _SPECKS.translate({ord(mark): None for mark in "-–—,"})  # of a line that may go on


class Paper(NamedTuple):
    """One heading: the lines of each side, the subject, the day, and the span of the passage that shows them.

    Attributes:
        kind: "memorandum for the record", "memorandum", "note", "message" (mail), "document" (of a sheet), "paper".
        sender: the lines behind "From": a name, perhaps its office below; empty without one.
        receiver: likewise.
        subject: whole, on one line; "" where it is missing, torn or stamped over.
        date: as written; "" where it is missing or uncertain.
        is_headed: whether it is the paper's own heading or a sheet about it, not a reference in a text.
        is_sheet: whether it is a record sheet, which often repeats the heading of the paper below it.
        is_cut: whether more of the subject may stand on the lines behind, and which, the spacing does not show.
    """

    kind: str
    sender: tuple[str, ...]
    receiver: tuple[str, ...]
    subject: str
    date: str
    start: int
    end: int
    is_headed: bool = True
    is_sheet: bool = False
    is_cut: bool = False


class _Line(NamedTuple):
    start: int
    end: int
    text: str
    is_apart: bool  # a blank line stands above it


class _Label(NamedTuple):
    at: int  # of its line
    name: str
    value: str  # on its line
    kind: str  # of a memorandum or note


class _Value(NamedTuple):
    lines: tuple[str, ...]
    last: int  # line
    is_cut: bool = False  # more may follow


def papers_of(passage: str) -> Iterator[Paper]:
    """Every heading of a passage that has a subject, or a sender and a recipient.

    A record sheet's fields count as one. Nothing for a routing slip, or where labels stand apart from their values.
    """
    lines = _lines(passage)
    labels = [label for at, line in enumerate(lines) if (label := _label(at, line.text)) is not None]
    runs = list(_runs(labels, lines))
    is_register = sum(_is_bare(run) and not _is_slip(run, lines) for run in runs) > 1
    for run in runs:
        paper = _paper(run, lines) if not (is_register and _is_bare(run)) else None
        if paper is not None and paper.end - paper.start <= (MAX_SHEET_CHARS if paper.is_sheet else MAX_CHARS):
            yield paper


def _lines(passage: str) -> list[_Line]:
    found, is_apart, at = [], False, 0
    for written in passage.split("\n"):
        text = written.lstrip("> \t").rstrip()  # quoted mail stands behind its marks
        if text:
            start = at + len(written) - len(written.lstrip("> \t"))
            found.append(_Line(start, start + len(text), text, is_apart))
        is_apart = not text
        at += len(written) + 1
    return found


def _label(at: int, text: str) -> _Label | None:
    record = _RECORD.match(text)
    if record is not None:
        is_bare = not re.search(r"\w{3}", record["rest"]) or bool(_alone(record["rest"]))
        return _Label(at, "record", "", _kind(record["kind"])) if is_bare else None
    match = _LABEL.match(text)
    if match is None:
        return None
    name = next(key for key in _LABELS if match.group(key))
    written = match.group(name)
    is_bare = match["colon"] is None and name != "memo"
    if is_bare and (not written.isupper() or name == "other" or written in {"RE", "SENT"}):
        return None
    if match["the"] is not None and (name != "memo" or not match["the"].isupper()):
        return None
    value = match["value"] or match["the"] or ""
    value = value.strip(_SPECKS) if name not in {"subject", "title"} else _bare(value)
    return _Label(at, name, value, _kind(written) if name == "memo" else "")


def _bare(written: str) -> str:
    """A line of a subject without specks; with the mark that ends "the Agencies'" where the next word is its own."""
    bare = written.strip(_EDGES)
    mark = written.strip()[len(bare) :][:1]
    return bare + mark if bare.endswith("s") and mark in {"'", "’"} else bare


def _kind(written: str) -> str:
    return "note" if written.upper().startswith("NOTE") else "memorandum"


def _runs(labels: Sequence[_Label], lines: Sequence[_Line]) -> Iterator[list[_Label]]:
    """Labels that stand together, none of them twice, with no paragraph and no page between them."""
    run: list[_Label] = []
    for label in labels:
        is_new = not run or label.at - run[-1].at > MAX_GAP_LINES or label.name in _opened(run, label)
        if run and (is_new or any(_BODY.match(line.text) for line in lines[run[-1].at + 1 : label.at])):
            yield run
            run = []
        run.append(label)
    if run:
        yield run


def _opened(run: Sequence[_Label], label: _Label) -> set[str]:
    """The names that would open another heading."""
    names = [one.name for one in run]
    opened = set(names) - {"other", "sheet"}
    is_sheet = "title" in opened or "sheet" in names
    if is_sheet and label.name in {"subject", "memo", "record"}:
        return {label.name}
    if is_sheet and "date" in opened and not ("title" in names and names.index("title") < names.index("date")):
        opened -= {"date"}  # the day on which the sheet was printed
    return opened | ({"memo", "record"} if opened - {"date"} else set())


def _paper(run: Sequence[_Label], lines: Sequence[_Line]) -> Paper | None:
    named = {label.name: at for at, label in enumerate(run)}
    is_sheet = "title" in named
    if is_sheet and named.get("date", named["title"]) < named["title"]:
        return None
    head = "title" if is_sheet else "subject"
    if head not in named or (_is_bare(run) and not _is_opened(run[0], lines)) or _is_slip(run, lines):
        return None
    values = {name: _value(run, at, lines) for name, at in named.items() if name not in {"sheet", "other", "record"}}
    if is_sheet:
        values |= _below_stack(run, lines)
    if any(value is None for name, value in values.items() if name != head):
        return None
    found = {name: value for name, value in values.items() if value is not None}
    subject = _whole(found[head].lines) if head in found else ""
    if not subject and not {"from", "to"} <= set(found) and not {"from", "memo"} <= set(found):
        return None
    return _dated(run, lines, found, subject, is_sheet=is_sheet)


def _is_bare(run: Sequence[_Label]) -> bool:
    """Whether labels give a subject and no side, as those of a working paper or of a register's entry."""
    names = {label.name for label in run}
    return "subject" in names and not {"from", "to", "memo", "record", "title"} & names


def _is_opened(label: _Label, lines: Sequence[_Line]) -> bool:
    """Whether a subject opens a paper: one day stands alone above it, with stamps or "WORKING PAPER" between."""
    return label.name == "subject" and len(_above(_heading(label.at, lines), lines)) == 1


def _below_stack(run: Sequence[_Label], lines: Sequence[_Line]) -> dict[str, _Value]:
    """The title and the day of a sheet whose labels stand in a column, from the column of values below it.

    Nothing where there is no date or more than one.
    """
    at = next((at for at, label in reversed([*enumerate(run)]) if label.name == "date"), None)
    if at is None or run[at].value:
        return {}
    first = last = at
    while first and _is_stacked(run[first - 1], run[first]):
        first -= 1
    while last + 1 < len(run) and run[last + 1].at == run[last].at + 1:
        last += 1
    top, end = run[last].at + 1, run[last + 1].at if last + 1 < len(run) else len(lines)
    end = min(end, top + MAX_MORE_LINES + last - first + 1)
    dates = [number for number in range(top, end) if _alone(lines[number].text)]
    if len(dates) != 1 or last == first:
        return {}
    column = [label.name for label in run[first : last + 1]]
    title = _stacked_title(column, range(top, dates[0]), lines)
    if title is None:
        return {}
    found = {"date": _Value((_alone(lines[dates[0]].text),), dates[0])}
    if title:
        found["title"] = _Value(tuple(lines[number].text for number in title), title[-1])
    return found


def _stacked_title(column: Sequence[str], above: range, lines: Sequence[_Line]) -> range | None:
    """Which of the lines above the date of a column of values are the title; none where the title has no label there.

    All of them where a title's label opens the column. Below labels of the sides the one line there is, or what opens
    with a kind of paper; None where that is not certain.
    """
    if set(column) <= {"title", "date", "sheet"}:
        return above if column[0] == "title" else range(0)
    kinds = [number for number in above if _KIND.match(lines[number].text)]
    if "title" not in column or not (kinds or len(above) == 1):
        return None
    return range(kinds[0], above.stop) if kinds else above


def _is_stacked(label: _Label, following: _Label) -> bool:
    """Whether a label has no value and another one right below it."""
    return not label.value and following.at == label.at + 1


def _dated(
    run: Sequence[_Label], lines: Sequence[_Line], found: dict[str, _Value], subject: str, *, is_sheet: bool
) -> Paper | None:
    sides = [label for label in run if label.name in {"from", "to", "memo", "record", "subject", "title"}]
    if is_sheet:
        sides = [label for label in sides if label.name != "subject"]
    first, last = sides[0].at, max(value.last for value in found.values())
    last = max(last, *(label.at for label in sides))
    heading = _heading(first, lines)
    date, at = _date_of(found, lines, (heading, last), is_sheet=is_sheet)
    if is_sheet and date:
        denied, below = _day_below(date, lines, max(last, at) + 1)
        date, at = (denied, below) if denied else (date, at)
    receiver = found.get("memo") or found.get("to")
    kind = "document" if is_sheet else _kind_of(run, lines, is_headed=heading < first)
    if is_sheet and receiver and receiver.lines and TO_RECORD.fullmatch(receiver.lines[0]):
        kind = "memorandum for the record"
    ends = [heading if not is_sheet else first, last, *([at] if date else [])]
    return Paper(
        kind,
        found["from"].lines if "from" in found else (),
        receiver.lines if receiver else (),
        subject,
        date,
        lines[min(ends)].start,
        lines[max(ends)].end,
        is_sheet=is_sheet,
        is_cut=found["title" if is_sheet else "subject"].is_cut if subject else False,
    )


def _kind_of(run: Sequence[_Label], lines: Sequence[_Line], *, is_headed: bool) -> str:
    """What the paper is by its heading; "message" for mail, "paper" where nothing says more."""
    kinds = {label.name: label.kind for label in run if label.kind}
    if kinds:
        return next(iter(kinds.values())) + (" for the record" if "record" in kinds else "")
    near = " ".join(line.text for line in lines[max(0, run[0].at - HEADING_LINES) : run[-1].at])
    if _MISREAD.search(near):
        return "memorandum"
    if is_headed:
        return "paper"
    is_mail = {"from", "to", "date"} <= {label.name for label in run} or "@" in near
    return "message" if is_mail else "paper"


def _is_slip(run: Sequence[_Label], lines: Sequence[_Line]) -> bool:
    """Whether the labels are those of a routing slip, which are filled in by many hands."""
    first, last = run[0].at, run[-1].at
    return any(_ROUTING.search(line.text) for line in lines[max(0, first - HEADING_LINES) : last + 1])


def _heading(first: int, lines: Sequence[_Line]) -> int:
    """The line that says "MEMORANDUM" or "WORKING PAPER" above the first label, which else is the heading's first."""
    above = range(first - 1, max(-1, first - 1 - HEADING_LINES), -1)
    return next((at for at in above if _MEMORANDUM.fullmatch(lines[at].text)), first)


def _value(run: Sequence[_Label], number: int, lines: Sequence[_Line]) -> _Value | None:
    """A label's lines and where they end; no lines for an empty one, None where the value may be another label's."""
    label = run[number]
    limit = run[number + 1].at if number + 1 < len(run) else len(lines)
    if label.name in {"subject", "title"}:
        return _subject(label, limit, lines, is_last=number + 1 == len(run))
    below: list[int] = []
    for at in range(label.at + 1, min(limit, label.at + 1 + MAX_MORE_LINES)):
        if _BODY.match(lines[at].text) or (number + 1 == len(run) and (label.value or below) and lines[at].is_apart):
            break
        below.append(at)
    written = [label.value] if len(label.value) >= MIN_VALUE else []
    if not written and number and _is_empty(run, number - 1) and below:
        return None  # a column of labels, and their values further down
    written += [text for at in below if len(text := lines[at].text.strip(_SPECKS)) >= MIN_VALUE]
    return _Value(tuple(written), label.at + (0 if label.value else min(1, len(below))))


def _is_empty(run: Sequence[_Label], number: int) -> bool:
    label = run[number]
    return label.name != "record" and not label.value and run[number + 1].at == label.at + 1


def _subject(label: _Label, limit: int, lines: Sequence[_Line], *, is_last: bool) -> _Value | None:
    """The subject over its lines, as far as the next label, a paragraph or a blank line; None where it may go on."""
    at = label.at + 1
    written = [label.value] if label.value else []
    if not written:
        if at >= min(limit, len(lines)) or _BODY.match(lines[at].text):
            return None
        written, at = [lines[at].text.strip(_EDGES).lstrip(_SPECKS)], at + 1
    is_double = _is_double_spaced(label.at, lines)
    while at < min(limit, label.at + 1 + MAX_MORE_LINES + 1):
        line = lines[at]
        if _ends(line, written[-1], is_double=is_double, is_last=is_last):
            return _Value(tuple(written), at - 1)
        if not _may_go_on(written[-1], line.text) or len(written) > MAX_MORE_LINES:
            is_sure = is_double and len(label.value) >= FULL_LINE and not _GOES_ON.search(label.value)
            return _Value((label.value,), label.at, is_cut=True) if is_sure else None
        written.append(line.text)
        at += 1
    return _Value(tuple(written), at - 1) if at >= limit else None


def _ends(line: _Line, before: str, *, is_double: bool, is_last: bool) -> bool:
    """Whether a subject has ended before a line that is no label."""
    if _is_of_letters(line.text, before):
        return False
    if _BODY.match(line.text) or _DATE.fullmatch(line.text.strip(_SPECKS)):
        return True
    if line.is_apart and not is_double:
        return not _GOES_ON.search(before)
    is_paragraph = is_last and len(line.text) >= PARAGRAPH_LINE and _OPENS.match(line.text) is not None
    return is_double and line.is_apart and is_paragraph


def _may_go_on(before: str, line: str) -> bool:
    is_open = len(before) >= FULL_LINE or _GOES_ON.search(before) is not None
    return is_open or line[:1].islower() or _is_of_letters(line, before)


def _is_of_letters(line: str, before: str) -> bool:
    """Whether a line opens with the letters, in brackets, of the name that the line before it ends with."""
    letters = _LETTERS.match(line)
    words = before.split()
    return letters is not None and any(initials_match(words[at:], letters[1]) for at in range(len(words)))


def _is_double_spaced(at: int, lines: Sequence[_Line]) -> bool:
    near = lines[max(1, at - STYLE_LINES) : at + STYLE_LINES]
    return bool(near) and sum(line.is_apart for line in near) / len(near) >= DOUBLE_SPACED


def _whole(written: Sequence[str]) -> str:
    """The lines as one subject; "" where a stamp stands in it, or its end is missing."""
    subject = join_lines("\n".join(written)).strip(_SPECKS)
    matter = _REPLY.sub("", _TO_RECORD_FIRST.sub("", subject))
    is_torn = _GOES_ON.search(subject) or _LABEL.match(matter) or _STAMP.search(subject)
    return "" if is_torn else subject


def _date_of(
    found: dict[str, _Value], lines: Sequence[_Line], span: tuple[int, int], *, is_sheet: bool
) -> tuple[str, int]:
    """The day of the paper and its line: what its label says, else the one date that stands alone in or above it."""
    first, last = span
    alone = {lines[at].text: at for at in range(first, last + 1) if _alone(lines[at].text)}
    if "date" in found:
        given = _DATE.search(found["date"].lines[0]) if found["date"].lines else None
        if given is None or not is_calendar_date(given.group()) or _NO_DAY.match(given.group()):
            return "", -1
        return given.group(), found["date"].last
    if is_sheet:
        return "", -1
    inside = {_alone(text): at for text, at in alone.items()}
    above = _above(first, lines)
    if len({*inside, *above}) != 1:
        return "", -1
    return next(iter((inside or above).items()))


def _day_below(date: str, lines: Sequence[_Line], after: int) -> tuple[str, int]:
    """The day that the paper which a sheet lies on has at its head, and its line, where that denies the sheet's.

    It is the only one at the top of the page after the sheet, and another of the same year; else "".
    """
    page = next((at for at in range(after, len(lines)) if lines[at].text.startswith("## ")), None)
    head = range(page + 1, min(len(lines), page + 1 + HEAD_LINES)) if page is not None else range(0)
    days = {parsed: at for at in reversed(head) if (parsed := read_date(_alone(lines[at].text)))}
    own = read_date(date)
    if own is None or len(days) != 1 or own in days or {day.year for day in days} != {own.year}:
        return "", -1
    at = next(iter(days.values()))
    return _alone(lines[at].text), at


def _above(first: int, lines: Sequence[_Line]) -> dict[str, int]:
    """The dates that stand alone above a heading, up to a line that may be a misread one, and on its page."""
    found: dict[str, int] = {}
    for at in range(first - 1, max(-1, first - 1 - DATE_LINES), -1):
        text = lines[at].text
        if _PAGE.match(text):
            break
        date = _alone(text)
        if date and ("/" not in date or at == first - 1):  # figures further up are likelier a stamp
            found[date] = at
        elif parted := _parted(lines, at):
            found[parted] = at - 1
        elif _LIKE_DATE.search(text) and not found and not _ANOTHERS_DATE.search(text):
            return {}
    return found


_LONE_YEAR = re.compile(r"\W{0,3}((?:19|20)\d\d)\W{0,3}")


def _parted(lines: Sequence[_Line], at: int) -> str:
    """The date whose year stands on a line of its own, below its day and month; "" for any other line."""
    year = _LONE_YEAR.fullmatch(lines[at].text)
    date = f"{lines[at - 1].text} {year[1]}" if year and at else ""
    return date if date and _alone(date) == date else ""


def _alone(text: str) -> str:
    """The date that a line is, whatever specks and file numbers stand beside it; "" for any other line.

    Of a day that February does not have the month alone.
    """
    record = _RECORD.match(text)
    plain = record["rest"] if record else _FILE_NUMBER.sub(" ", text)
    found = _DATE.search(plain)
    if found is None or found.group() not in text:
        return ""
    date = found.group()
    if not is_calendar_date(date):
        month = _BEHIND_DAY.fullmatch(date)
        date = month["month"] if month else ""
    rest = plain[: found.start()] + " " + plain[found.end() :]
    is_bare = not re.search(r"\w{3}|\d|\w{2}.*\w{2}", rest) and len(rest.strip()) <= MAX_SPECKS
    return date if is_bare else ""
