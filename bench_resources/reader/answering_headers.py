"""Headers of memoranda, mail and record sheets as they come off a scanner: who wrote to whom, about what, and when.

Belongs here: labels and values on one line or two, subjects over several lines, dates above a heading. Does not: what
a header states (answering_statements), running text.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from rapidfuzz.distance import OSA

from bench_resources.reader.answer_types import DateValue, find_dates
from bench_resources.reader.answering_items import without_reply
from bench_resources.reader.passages import header_field, join_wraps

MAX_BETWEEN = 6  # lines of a header between two labels: further addressees, an office, a stray mark
MAX_BETWEEN_CHARS = 220
MAX_ABOVE = 3  # lines between a date and the heading below it
MAX_STAMPED_ABOVE = 6  # where all that stands between is stamps
MAX_STAMP_CHARS = 32
MIN_SHEET_LABELS = 2  # that only record sheets have: "ORIGINATOR", "PAGES"
MAX_SHEET_LINES = 10  # of a record sheet that may stand between the label of a date and the date
MAX_DATE_REST = 12  # characters beside the date on a line that is a date: "Date: ", a stray mark
MAX_SUBJECT_LINES = 3
FULL_LINE = 36  # characters of a line that may go on with the next without saying so
FEBRUARY = 2
UNKNOWN_YEAR = 1900  # registers write 01/01/1900 for a date that nobody knows
BLANK_SHARE = 0.4  # of the lines of a page that an engine wrote with a blank line after each


@dataclass(frozen=True)
class Header:
    """What a header gives, each "" where it does not; `value` is its date, None when it has none or several.

    Attributes:
        sender, receiver, subject: as written, on one line.
        value: the date.
        is_for_record: it heads a memorandum for the record.
        paper: what it heads, where it says so: "a report".
        start, end: characters of the text, end exclusive.
        head_end: where running text goes on inside it, of a letter to its signature; 0 where none does.
    """

    sender: str
    receiver: str
    subject: str
    value: DateValue | None
    is_for_record: bool
    start: int
    end: int
    paper: str = ""
    head_end: int = 0

    @property
    def is_sided(self) -> bool:
        """Whether it says who wrote or was written to, or that it is for the record."""
        return bool(self.sender or self.receiver or self.is_for_record)


@dataclass(frozen=True)
class Line:
    """A written line with the header field it opens, "" for none; `value_at` is where its value begins.

    `is_bare`: no colon parts the label from a value; "SEPARATED / FROM ATTACHMENT" looks like that too.
    """

    text: str
    start: int
    end: int
    label: str
    value_at: int
    is_after_gap: bool
    is_bare: bool = False

    @property
    def value(self) -> str:
        """What stands behind the label; the whole line where it has none."""
        return self.text[self.value_at :]


@dataclass
class _Block:
    """Lines of one header by number, while they are gathered."""

    at: list[int] = field(default_factory=list)

    def labels(self, lines: Sequence[Line]) -> set[str]:
        return {lines[i].label for i in self.at}


def headers_in(text: str) -> list[Header]:
    """The headers of a text in order.

    One must have two of sender, receiver, subject and "for the record", or a subject and one date above it, or be a
    record sheet with a title.
    """
    lines = written_lines(text)
    return [head for block in _blocks(lines) if (head := _header(lines, block)) is not None]


# --- lines and blocks -----------------------------------------------------------------------------------------------

_WRITTEN = re.compile(r"[^\r\n\f]*\S[^\r\n\f]*")
_MEMORANDUM = re.compile(
    r"\W{0,6}([^\W\d_]{8,12})[ \t]+(?:(?:FOR|TO|For|to|for)[ \t]*[:;.][ \t]*"
    r"|(FOR|For|for)[ \t]+(?:(?:THE|the|The)[ \t]+)?(?:RECORD|Record|record|FILES?)\b[ \t]*)"
)
_ALONE = re.compile(r"\W{0,4}(FROM|From|TO|SUBJECT|Subject|SUBJ|TITLE|DATE|Date)[ \t]*[_.,-]?[ \t]*$")
_IN_COLUMN = re.compile(r"\W*(?:FROM|TO|DATE|PAGES)\W*\d{0,3}\W*")
_KIND = re.compile(
    r"\W{0,2}(?:memo(?:randum|randa|s)?|letters?|cables?|dispatch|reports?|telegram|airtel|note|form)\b", re.IGNORECASE
)
_SPACED = re.compile(r"\W{0,4}(FROM|TO|SUBJECT|TITLE|DATE|SUBJECTS)[ \t_]*[:;=][ \t_]*[:\u2014-]?[ \t]*")
_ATTENTION = re.compile(r"\W{0,8}(?:ATTENTION|ATTN)\b", re.IGNORECASE)
_NAMES = {"from": "from", "to": "to", "subject": "subject", "subj": "subject", "title": "title", "date": "date"}
_OF_SHEET = re.compile(
    r"\W{0,4}(?:ORIGINATOR|PAGES|SUBJECTS|DOCUMENT[ _]TYPE|CLASSIFICATION|RESTRICTIONS|CURRENT STATUS|DATE OF|AGENCY"
    r"|RECORDS?[ _]|OPENING|COMMENTS?)\b[^:;]{0,16}[:;]?"
)


@lru_cache(maxsize=64)
def written_lines(text: str) -> tuple[Line, ...]:
    """The lines of a text that have a letter or a figure, in order."""
    found: list[Line] = []
    is_doubled = _is_doubled(text)
    end = 0
    for match in _WRITTEN.finditer(text):
        content = match.group()
        n_breaks, end = text.count("\n", end, match.start()), match.end()
        if not any(map(str.isalnum, content)):
            continue  # a colon on a line of its own, a stray mark
        label, value_at = _label(content)
        is_after_gap = n_breaks > (2 if is_doubled else 1)
        is_bare = bool(label) and value_at < len(content) and re.search(r"[:;=]", content[: value_at + 1]) is None
        found.append(Line(content, match.start(), match.end(), label, value_at, is_after_gap, is_bare))
    return tuple(found)


def _is_doubled(text: str) -> bool:
    lines = text.split("\n")
    return sum(not line.strip() for line in lines) > BLANK_SHARE * len(lines)


def _label(content: str) -> tuple[str, int]:
    """The field that a line opens and where its value begins; "record" for "MEMORANDUM FOR THE RECORD"."""
    heading = _MEMORANDUM.match(content)
    if heading is not None and OSA.distance(heading.group(1).casefold(), "memorandum", score_cutoff=2) <= 2:
        return ("record" if heading.group(2) else "to"), heading.end()
    for pattern in (_SPACED, _ALONE):
        match = pattern.match(content)
        if match is not None and match.group(1) != "SUBJECTS":
            return _NAMES[match.group(1).casefold()], match.end()
    if _OF_SHEET.match(content):
        return "sheet", 0
    name = header_field(content)
    colon = re.search(r"[:;]", content)
    if name and colon is None and not re.match(r"\W{0,8}[A-Z]{4}", content):
        return "", 0  # "From the beginning ..."
    if _ATTENTION.match(content):
        return "attention", _value_at(content, name)
    return name, _value_at(content, name)


def _value_at(content: str, name: str) -> int:
    if not name:
        return 0
    opened = re.match(
        r"\W{0,20}[A-Za-z]{2,12}(?:[ \t]+(?:FOR|TO|For|To|for|to))?[ \t]*(?:[:;]|\.[ \t]*:|[ \t])[ \t]*", content
    )
    return opened.end() if opened else 0


def _blocks(lines: Sequence[Line]) -> Iterator[_Block]:
    block = _Block()
    for i, line in enumerate(lines):
        if not line.label:
            continue
        if block.at and not _goes_on(lines, block, i):
            yield block
            block = _Block()
        block.at.append(i)
    if block.at:
        yield block


def _goes_on(lines: Sequence[Line], block: _Block, i: int) -> bool:
    """Whether a labelled line belongs to the header before it: near, and no second sender after a subject."""
    last = block.at[-1]
    between = lines[last + 1 : i]
    if len(between) > MAX_BETWEEN or sum(len(line.text) for line in between) > MAX_BETWEEN_CHARS:
        return False
    held, label = block.labels(lines), lines[i].label
    if _MEMORANDUM.match(lines[i].text) and held & {"from", "to", "record"}:
        return False  # a heading opens the next header, of a routing slip's sender or none
    is_ended = bool({"subject", "title"} & held) and "sheet" not in held
    return not (label in ("from", "to") and label in held) and not (
        is_ended and label in ("from", "to", "date") and label in held
    )


# --- what a block gives ---------------------------------------------------------------------------------------------

_MAIL_ADDRESS = re.compile(r"\s*[<\[(][^<>\s]*@[^<>\s]*[>\])]?|\s*\S+@\S+")
_FORM_WORDS = re.compile(
    r"\b(?:name,?\s*address|officer designation|room no|phone no|extension|optional|signature|building|restricted)\b",
    re.IGNORECASE,
)
_MARK = re.compile(r"\(\s*(?:[USC]|TS)(?:\s?/+\s?[A-Z]{2,6})*\s*\)")  # a classification: (U), (S/NF)
_NUMBERED = re.compile(r"\s*\(?\d{1,2}[.)]\s")
_NO_MORE = re.compile(r"\(?\d{1,2}[.)]\s|a\.?k\.?a\b|alias\b", re.IGNORECASE)  # a paragraph, another name
_CONNECTS = re.compile(r"(?:\b(?:of|the|for|and|to|on|in|at|from|by|with|a|an)|[,&-])\s*$", re.IGNORECASE)
# Letters for the name before it, also after a blank line, the opening bracket perhaps misread: "(NHB) Request".
_IN_BRACKETS = re.compile(r"\(?[A-Z][A-Z&.]{1,7}\)(?:\s+[A-Za-z]{3}|\W*$)")
_TO_FILE = re.compile(r"(?:memo(?:randum)?\s+for\s+)?(?:the\s+)?(?:files?|records?)\W*$", re.IGNORECASE)


def _header(lines: Sequence[Line], block: _Block) -> Header | None:
    held = block.labels(lines)
    told = {name: _first(lines, block, name) for name in ("from", "to")}
    told["to"] = told["to"] or _first(lines, block, "attention")
    subject = _subject(lines, block)
    is_for_record = "record" in held
    first, last = _extent(lines, block)
    n_told = sum((bool(told["from"]), bool(told["to"]), bool(subject), is_for_record))
    is_paper = held == {"subject"} and _is_dated_above(lines, first)
    if n_told < 2 and not (subject and (is_paper or {"title", "sheet"} <= held)):
        return None
    dated_at, value = _date(lines, block, first, last)
    return Header(
        told["from"],
        "" if _TO_FILE.match(told["to"]) else told["to"],
        subject,
        value,
        is_for_record or bool(_TO_FILE.match(told["to"])),
        lines[min(first, dated_at)].start,
        lines[max(last, dated_at)].end,
    )


def _is_dated_above(lines: Sequence[Line], first: int) -> bool:
    """Whether one date stands alone above a heading, with stamps between: of a working paper that has no parties."""
    return len({value for _, value in _lone_dates(lines, range(_top(lines, first), first))}) == 1


def _extent(lines: Sequence[Line], block: _Block) -> tuple[int, int]:
    last = block.at[-1]
    if lines[last].label in ("subject", "title"):
        last = max(last, _subject_end(lines, last))
    elif not plain_value(lines[last].value) and last + 1 < len(lines) and not lines[last + 1].label:
        last += 1
    return block.at[0], last


def _first(lines: Sequence[Line], block: _Block, name: str) -> str:
    """The first value of a field that says something, beside its label or alone on the line after it."""
    for i in sorted(block.at, key=lambda k: lines[k].is_bare):
        if lines[i].label == name:
            value = _party(_value(lines, i))
            if value:
                return value
    return ""


def _value(lines: Sequence[Line], i: int) -> str:
    own = plain_value(lines[i].value)
    return own if own or not _has_value_below(lines, i) else plain_value(lines[i + 1].text)


def _has_value_below(lines: Sequence[Line], i: int) -> bool:
    """Whether the line after an empty label is its value: in a column of labels nobody knows which value is whose."""
    is_column = (
        i > 0 and bool(lines[i - 1].label) and not plain_value(lines[i - 1].value) and lines[i - 1].label != "record"
    )
    return i + 1 < len(lines) and not lines[i + 1].label and not is_column


def plain_value(text: str) -> str:
    """A field's value on one line, without the marks around it."""
    return join_wraps(text).strip(" .,;:-_|*~=\u2014\u2018\u2019'\"")


def _party(value: str) -> str:
    said = _MAIL_ADDRESS.sub("", value).strip(" .,;:-_|*~")
    is_instruction = _FORM_WORDS.search(said) is not None or said.startswith("(")
    is_date = any(len(said) - len(date.text) <= 3 for date in find_dates(said))
    is_named = sum(map(str.isalpha, said)) > 1 and any(map(str.isupper, said))
    return said if is_named and not is_instruction and not is_date else ""


def _subject(lines: Sequence[Line], block: _Block) -> str:
    """The subject, or a record sheet's title, over all its lines, without the marks of its classification."""
    for i in block.at:
        if lines[i].label not in ("subject", "title"):
            continue
        first = i if _has_own_subject(lines[i]) else i + 1
        column = _title_below_column(lines, i) if first > i else range(0)
        if first > i and not column and not _is_subject_below(lines, i):
            continue
        shown = [lines[k].text for k in column] or [
            _unmarked(lines[k].value if k == i else lines[k].text) for k in range(first, _subject_end(lines, i) + 1)
        ]
        said = plain_value(_MARK.sub(" ", join_wraps("\n".join(shown))))
        if sum(map(str.isalpha, said)) > 2 and not _FORM_WORDS.search(said) and _letters_beside(said) > 2:
            return without_reply(said)
    return ""


def _has_own_subject(line: Line) -> bool:
    """Whether a subject begins on its label's line; a letter or two are a scanner's."""
    return sum(map(str.isalpha, line.value)) > 2


def _is_subject_below(lines: Sequence[Line], i: int) -> bool:
    """Whether the line after a label may be its subject: a sheet's title goes right before the next label, undated."""
    if lines[i].label != "title":
        return _has_value_below(lines, i)
    if i + 1 >= len(lines) or lines[i + 1].label:
        return False
    is_closed = any(line.label for line in lines[i + 2 : i + 4])
    return is_closed and not find_dates(lines[i + 1].text)


def _title_below_column(lines: Sequence[Line], i: int) -> range:
    """The lines of a sheet's title whose label stands in a column above all values; none where it is not certain.

    The one line between the column and a date, or from a line that opens with a kind of paper to that date.
    """
    top = i + 1
    while top < len(lines) and lines[top].label and _IN_COLUMN.fullmatch(lines[top].text):
        top += 1
    column = lines[i + 1 : top]
    if lines[i].label != "title" or "date" not in {line.label for line in column}:
        return range(0)
    end = next((k for k in range(top, min(len(lines), top + MAX_SHEET_LINES)) if _is_dated_alone(lines[k])), top)
    if any(line.label and not _KIND.match(line.text) for line in lines[top:end]):
        return range(0)
    kinds = [k for k in range(top, end) if _KIND.match(lines[k].text)]
    return range(kinds[0], end) if kinds else range(top, end) if end - top == 1 else range(0)


def _is_dated_alone(line: Line) -> bool:
    """Whether a line without a label is a date."""
    return not line.label and only_date(line.text) is not None and is_lone_date(line.text)


def _letters_beside(said: str) -> int:
    return sum(map(str.isalpha, _beside(said)))


def _unmarked(line: str) -> str:
    """A line without the colon and the stray mark that a column of labels left before it."""
    return re.sub(r"^\s*(?:[A-Za-z]\s+)?[:;|]\s*", "", line)


def _subject_end(lines: Sequence[Line], i: int) -> int:
    """The number of the last line of a subject whose label stands on line `i`."""
    end = i if _has_own_subject(lines[i]) else min(i + 1, len(lines) - 1)
    while end + 1 < len(lines) and end - i < MAX_SUBJECT_LINES and _continues(lines, end):
        end += 1
    return end


def _continues(lines: Sequence[Line], i: int) -> bool:
    """Whether a line of a subject goes on with the next: it breaks off, or the next is plainly no beginning."""
    this, after = lines[i], lines[i + 1]
    own, further = (this.value if this.label else this.text).strip(), _unmarked(after.text).strip()
    is_ended = (
        bool(_NO_MORE.match(further) or _MARK.match(further)) or own[-1:] in ".?" or bool(_MARK.search(own[-12:]))
    )
    if after.label or is_ended:
        return False
    if _IN_BRACKETS.match(further):
        return True
    if after.is_after_gap:
        return False
    if _CONNECTS.search(own) or further[:1].islower() or (own.isupper() and further.isupper()):
        return True
    is_last = (
        i + 2 >= len(lines)
        or lines[i + 2].is_after_gap
        or bool(lines[i + 2].label or _NUMBERED.match(lines[i + 2].text))
    )
    return len(own) >= FULL_LINE and len(further) <= len(this.text.strip()) and is_last


# --- dates ----------------------------------------------------------------------------------------------------------


def _date(lines: Sequence[Line], block: _Block, first: int, last: int) -> tuple[int, DateValue | None]:
    """The header's date with the number of its line: labelled, else on a line of its own inside, above or below.

    None, at the first line, where none is found or two of the same standing disagree.
    """
    inside = range(first, last + 1)
    above = range(_top(lines, first), first)
    below = range(last + 1, min(len(lines), last + 1 + MAX_ABOVE))
    labelled = [found for i in _dating(lines, block) for found in _labelled(lines, i)]
    own = [i for i in inside if i not in _subject_lines(lines, block)]
    elsewhere = () if _is_sheet(lines, block) else (own, reversed(above), below)  # a sheet dates its print, too
    for found in (labelled, *(_lone_dates(lines, numbers) for numbers in elsewhere)):
        values = {value for _, value in found}
        if len(values) == 1:
            return found[0]
        if values:
            return first, None
    return first, None


def _top(lines: Sequence[Line], first: int) -> int:
    """The first line above a heading that may date it; stamps between a date and the heading count for nothing."""
    top = max(0, first - MAX_ABOVE)
    while top > 0 and first - top < MAX_STAMPED_ABOVE and all(map(_is_stamp, lines[top:first])):
        top -= 1
    return top


def _is_stamp(line: Line) -> bool:
    """Whether a line may be a stamp's: short, no label, no end of a sentence."""
    text = line.text.strip()
    return len(text) <= MAX_STAMP_CHARS and not line.label and text[-1:] not in ".!?" and not _dates(text)


def _dating(lines: Sequence[Line], block: _Block) -> list[int]:
    """The lines whose label dates what the header heads: of a record sheet those below its parties."""
    dating = [i for i in block.at if lines[i].label in ("date", "record")]
    parties = [i for i in block.at if lines[i].label in ("from", "to")]
    return [i for i in dating if i > parties[0]] if parties and _is_sheet(lines, block) else dating


def _is_sheet(lines: Sequence[Line], block: _Block) -> bool:
    return sum(lines[i].label == "sheet" for i in block.at) >= MIN_SHEET_LABELS


def _subject_lines(lines: Sequence[Line], block: _Block) -> set[int]:
    labels = [i for i in block.at if lines[i].label in ("subject", "title")]
    return {k for i in labels for k in range(i, _subject_end(lines, i) + 1)}


_Dated = tuple[int, DateValue]


def _labelled(lines: Sequence[Line], i: int) -> list[_Dated]:
    """The date beside a label, alone on the line after it, or first of the values below a sheet's column of labels."""
    own = _dates(lines[i].value)
    if own or plain_value(lines[i].value) or lines[i].label == "record":
        return [(i, value) for value in own]
    for k in range(i + 1, min(len(lines), i + 1 + MAX_SHEET_LINES)):
        found = _lone_dates(lines, range(k, k + 1))
        if found or lines[k].label in ("from", "to", "date"):
            return found
    return []


def _lone_dates(lines: Sequence[Line], numbers: Iterable[int]) -> list[_Dated]:
    """The dates of lines that are a date and little else, the year perhaps on the next line."""
    shown = [(i, _with_year(lines, i)) for i in numbers if lines[i].label in ("", "date")]
    found = [(i, only_date(text)) for i, text in shown if is_lone_date(text)]
    return [(i, value) for i, value in found if value is not None]


_LONE_YEAR = re.compile(r"\W{0,3}(?:19|20)\d\d\W{0,3}")
_LONE_DAY = re.compile(r"\W{0,3}(?:[A-Za-z]{3,9}\.?\s+\d{1,2}|\d{1,2}\s+[A-Za-z]{3,9}\.?)\W{0,3}")


def _with_year(lines: Sequence[Line], i: int) -> str:
    """A line, with the next where a day and a month stand above their year."""
    is_parted = i + 1 < len(lines) and _LONE_DAY.fullmatch(lines[i].text) and _LONE_YEAR.fullmatch(lines[i + 1].text)
    return f"{lines[i].text} {lines[i + 1].text}" if is_parted else lines[i].text


def is_lone_date(text: str) -> bool:
    """Whether a line that has a date has little else."""
    rest = _beside(text)
    return len(text) < 50 and len(rest) <= MAX_DATE_REST and sum(map(str.isdigit, rest)) <= 2


def only_date(text: str) -> DateValue | None:
    """The one date with a year and a month that a line has; None for none or several."""
    dates = _dates(text)
    return dates[0] if len(dates) == 1 else None


def _beside(text: str) -> str:
    for date in reversed(find_dates(text)):
        text = text[: date.start] + text[date.end :]
    return text.strip()


def _dates(text: str) -> list[DateValue]:
    """The dates of a line that have a year and a month, as its weekday has them: a lone year is misread."""
    weekday = _weekday(text)
    read = _known_dates(text)
    if weekday is None:
        return read
    agreeing = [value for value in read if not value.is_full or _day_of(value) == weekday]
    mended = _known_dates(_mended(text)) if not read else []
    return agreeing or [value for value in mended if value.is_full and _day_of(value) == weekday]


def _known_dates(text: str) -> list[DateValue]:
    values = [_of_calendar(date.value) for date in find_dates(text) if isinstance(date.value, DateValue)]
    return [value for value in values if value.month is not None and (value.year or 0) > UNKNOWN_YEAR]


def _of_calendar(value: DateValue) -> DateValue:
    """A date, of a day that its February does not have the month alone: no scan takes another month for that one."""
    is_none = value.month == FEBRUARY and value.is_full and _day_of(value) is None
    return replace(value, days=()) if is_none else value


_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_WEEKDAY = re.compile(r"\b[A-Z][a-z]{4,8}\b(?=,)")
_FIGURES = re.compile(r"(?<=\s)['\u2018\u2019`]?[\dIlO|]*\d[\dIlO|]*(?=[\s,.]|$)")
_STRAY = re.compile(r"[{}\[\]|\\^~`*_+=<>%$#;'\u2018\u2019]+")
_FIGURE_FOR = str.maketrans("IlO|", "1101")


def _weekday(text: str) -> int | None:
    """The weekday before a comma, 0 for Monday; a letter of it may be misread."""
    for word in _WEEKDAY.findall(text):
        near = [i for i, name in enumerate(_WEEKDAYS) if OSA.distance(word.casefold(), name) <= 1]
        if len(near) == 1:
            return near[0]
    return None


def _day_of(value: DateValue) -> int | None:
    try:
        return dt.date(value.year or 1, value.month or 1, value.days[0]).weekday()
    except ValueError:
        return None


def _mended(text: str) -> str:
    """A line without the marks that a scanner sets among its words, letters in its figures read as figures.

    Only a weekday that agrees makes a date of it.
    """
    plain = _STRAY.sub("", text)
    words = [_month_of(word) for word in _FIGURES.sub(lambda m: m.group().translate(_FIGURE_FOR), plain).split()]
    return " ".join(words)


def _month_of(word: str) -> str:
    near = [month for month in _MONTHS if len(word) > 3 and OSA.distance(word.casefold(), month) <= 1]
    return near[0].capitalize() if len(near) == 1 else word


_MONTHS = "january february march april may june july august september october november december".split()
