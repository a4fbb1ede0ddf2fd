"""Registers of papers and references to papers: who wrote to whom, about what, with the date of the entry.

Belongs here: entries that open with a date, papers cited with both parties and a date. Does not: labelled headers
(answering_headers), letters (answering_letters), what an entry states (answering_statements).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from typing import NamedTuple

from rapidfuzz.distance import OSA

from bench_resources.reader.answer_types import TITLE_WORDS, DateValue, find_dates
from bench_resources.reader.answering_figures import Span
from bench_resources.reader.answering_headers import Header, Line, plain_value, written_lines
from bench_resources.reader.answering_items import without_reply
from bench_resources.reader.passages import BREAKS_OFF, STOP_WORDS, join_wraps

MAX_ENTRY_LINES = 12  # of an entry that are read: references, parties, a subject of a few lines
MAX_REFERENCES = 3  # lines of numbers between an entry's date and what it enters
MAX_SUBJECT_LINES = 4
MAX_PARTY_WORDS = 7
MAX_REFERENCE_WORD = 2  # letters of a small word, or of a stray mark, in a line of numbers
MONTHS = "january february march april may june july august september october november december".split()
_GAP = "\u00b6"  # stands for the blank line between two lines of an entry

_OPENS = re.compile(
    r"^[^\w\n]{0,4}(?:\(?\d{1,3}[.)]\s+)?"
    r"(?P<date>\d{1,2}\s+[A-Za-z]{3,9}\.?,?\s+(?:\d{4}|['\u2019]?\d{2}(?!\d))|[A-Za-z]{3,9}\.?\s+\d{1,2},\s*\d{4}|\d{1,2}[/-]\d{1,2}[/-]\d{2,4})"
    r"(?P<rest>(?:[.:]?\s|\s*[\u2013\u2014-]+\s).*|\W{0,2})$"
)
_DAY_MONTH = re.compile(r"(?P<day>\d{1,2})\s+(?P<month>[A-Za-z]{3,9})\.?,?\s+(?P<year>\d{4})")
_KINDS = r"memorandum|memo|letter|[li]tr|note|report|cable|telegram|dispatch|message|airtel|teletype|airgram"
_NAME = r"(?:\b[A-Z]\.|\b(?:Mr|Mrs|Ms|Dr|Jr|Sr|Gen|Col|Capt|Lt|Hon)\.|[^.;:\[\](){}\u00b6])+?"
_STOP = (
    r"\s*(?=[.;:\[({\u00b6]|$|\s(?:subject|subj|re|regarding|concerning|about|dated|enclosing|transmitting"
    r"|forwarding|with|on\s+the\s+subject)\b)"
)
_BETWEEN = re.compile(
    rf"\W*(?P<paper>{_KINDS})s?,?\s+(?:"
    rf"from\s+(?P<from>{_NAME})\s+to\s+(?P<to>{_NAME}){_STOP}|to\s+(?P<to2>{_NAME})\s+from\s+(?P<from2>{_NAME}){_STOP})",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"[\s.,;\u00b6]*(?:\b(?:subject|subj|re)\s*[:;.]|\b(?:re|regarding|concerning|about|on\s+the\s+subject(?:\s+of)?)\s)"
    r"\s*\u00b6?\s*(?P<subject>.+?)"
    r"\s*(?=\u00b6|$|\n\s*[\[({]|\n\W{0,2}[^\W\d_]{2,12}\s?:|\.\s*\n|\.\s*$|\.\s*\u00b6)",
    re.IGNORECASE | re.DOTALL,
)


def entries_in(text: str) -> list[Header]:
    """The papers that the entries of a text's registers enter, in order of place.

    An entry opens with a date on a line of its own or before a reference, and says who wrote to whom, or has a
    subject. A date that cannot be read is None: no neighbour's stands for it.
    """
    lines = written_lines(text)
    opened = [i for i in range(len(lines)) if _opening(lines, i) is not None]
    bounds = pairwise((*opened, len(lines)))
    return [found for i, end in bounds if (found := _entry(lines, i, end)) is not None]


def papers_cited(text: str) -> list[Header]:
    """The papers that a text cites by kind, both parties and date: "Letter to A. Lund, dated 3 May 1964, from ...".

    One party is enough in office shorthand, "Ltr fr Lund dtd 3 May 64", and of a body that is named by its letters,
    "HB letter dated 3 May 64". A draft, or what is said not to exist, is no paper.
    """
    plain = _FILE_NUMBER.sub(lambda number: " " * len(number.group()), text)
    found = (_paper_cited(plain, cited) for cited in _CITED.finditer(plain))
    return [paper for paper in found if paper is not None]


# --- entries --------------------------------------------------------------------------------------------------------


def _opening(lines: Sequence[Line], i: int) -> re.Match[str] | None:
    """The date that opens an entry on line `i`, alone, before a reference or before a paper; None for another line."""
    found = _OPENS.match(lines[i].text)
    if found is None or (i and not lines[i].is_after_gap and BREAKS_OFF.search(lines[i - 1].text)):
        return None
    rest = found["rest"].lstrip(" .:\u2013\u2014-")
    return found if _is_reference(rest) or re.match(rf"(?:{_KINDS})\b", rest, re.IGNORECASE) else None


def _is_reference(text: str) -> bool:
    """Whether a stretch is numbers and marks of a file, as behind the date of an entry; nothing at all is one too."""
    bare = re.sub(r"[\[({].*$", "", text)
    words = re.findall(r"[^\W_]+", bare)
    return all(any(map(str.isdigit, word)) or word.isupper() or len(word) <= MAX_REFERENCE_WORD for word in words)


def _entry(lines: Sequence[Line], i: int, end: int) -> Header | None:
    """The paper that the entry opened on line `i` enters; None where it says neither parties nor a subject."""
    opened = _opening(lines, i)
    if opened is None:
        return None
    rest = opened["rest"].lstrip(" .:\u2013\u2014-")
    first = i if not _is_reference(rest) else _first_told(lines, i + 1, end)
    if first is None:
        return None
    last = min(end, first + MAX_ENTRY_LINES)
    said = _joined(lines, first, last, rest if first == i else lines[first].text)
    parties = _BETWEEN.match(said)
    about = _ABOUT.match(said, parties.end() if parties else 0)
    if parties is None and (about is None or not _SUBJECT_LABEL.match(said) or _has_parties(lines[i:last])):
        return None
    sender, receiver = _parties(parties) if parties else ("", "")
    if parties and not (sender and receiver):
        return None
    subject = _subject(about) if about else ""
    length = about.start("subject") + len(subject) if about else parties.end() if parties else 0
    n_more = said.count("\n", 0, length)
    subject = without_reply(plain_value(subject))
    is_sure = i == 0 or _opening(lines, i - 1) is None  # of a column of dates nobody knows which is whose
    value = _value(opened["date"]) if is_sure else None
    return Header(sender, receiver, subject, value, False, lines[i].start, lines[first + n_more].end)


def _has_parties(lines: Sequence[Line]) -> bool:
    """Whether a line names a sender or a receiver behind a label: then a date and a subject above head a memorandum."""
    return any(line.label in ("from", "to", "record") for line in lines)


_SUBJECT_LABEL = re.compile(r"\W{0,3}(?:subject|subj|re)\s*[:;.]", re.IGNORECASE)


def _subject(about: re.Match[str]) -> str:
    """An entry's subject over its lines; where no sign ends it in a few, up to its first that does not break off."""
    lines = about["subject"].split("\n")
    if len(lines) <= MAX_SUBJECT_LINES:
        return about["subject"]
    last = next((k for k, line in enumerate(lines[:MAX_SUBJECT_LINES]) if not BREAKS_OFF.search(line)), 0)
    return "\n".join(lines[: last + 1])


def _first_told(lines: Sequence[Line], start: int, end: int) -> int | None:
    """The line on which an entry begins to tell, behind its references; None where a header or prose comes first."""
    for k in range(start, min(end, start + MAX_REFERENCES + 1)):
        text = lines[k].text
        if _SUBJECT_LABEL.match(text) or re.match(rf"\W{{0,3}}(?:{_KINDS})s?,?\s+(?:from|to)\s", text, re.IGNORECASE):
            return k
        if lines[k].label or not _is_reference(text):
            return None
    return None


def _joined(lines: Sequence[Line], first: int, last: int, opening: str) -> str:
    """Lines as one stretch: a line end stays, after a blank line it is marked."""
    return opening + "".join(
        f"{_GAP if line.is_after_gap else ''}\n{line.text.strip()}" for line in lines[first + 1 : last]
    )


def _parties(found: re.Match[str]) -> tuple[str, str]:
    """Who wrote and who was written to; "" for what is no name."""
    return _party(found["from"] or found["from2"]), _party(found["to"] or found["to2"])


_STRAY = re.compile(r"(?<=\s)[^\w\s&]+\s+(?=of\s)")  # a speck of the scan before a line's "of"


def _party(value: str) -> str:
    plain = _STRAY.sub("", plain_value(value))
    is_name = plain[:1].isupper() or plain.startswith("the ")
    return plain if is_name and len(plain.split()) <= MAX_PARTY_WORDS else ""


def _value(date: str) -> DateValue | None:
    """The date of an entry, a letter of its month perhaps misread."""
    read = [found.value for found in find_dates(date) if isinstance(found.value, DateValue)]
    if len(read) == 1 and read[0].is_full:
        return read[0]
    parts = _DAY_MONTH.fullmatch(date)
    near = [n for n, name in enumerate(MONTHS, 1) if parts and OSA.distance(parts["month"].casefold(), name) <= 1]
    return DateValue(int(parts["year"]), near[0], (int(parts["day"]),)) if parts and len(near) == 1 else None


# --- references -----------------------------------------------------------------------------------------------------

_CITED = re.compile(rf"\b(?P<kind>{_KINDS})\b\.?,?\s+(?=(?:to|from|fr|for|dated|d[tl]d|of)\b)", re.IGNORECASE)
_DAY = r"\d{1,2}[/\s-]{1,2}(?:\d{1,2}/|[A-Z][a-z]{2}|[A-Z]{3})"
# Short for "dated", a letter of it perhaps misread, before a day: "dtd 14 Feb 78", "atd 3/4/64".
_DTD = rf"(?:d[a-z]d|at[ad])\b\.?(?=\s+{_DAY})"
_JOINT = re.compile(
    rf"(?:^|,?\s+)(?P<lead>(?:to|from|fr|for)\b\.?|dated|{_DTD}|of(?=\s+(?:\d|[A-Z][a-z]+\s+\d)))\s+"
    rf"|(?:,|\s+[\u2013\u2014-])\s+(?={_DAY})",
    re.IGNORECASE,
)
_SIDES = {"to": "to", "for": "to", "from": "from", "fr": "from"}
_SHORT = re.compile(rf"(?:[li]tr|fr\b|{_DTD})", re.IGNORECASE)  # office shorthand: it stands in lists, not in prose
_FILE_NUMBER = re.compile(r"\([A-Z]{2,6}[ #:-]{1,2}[\w/.-]{0,20}\d[\w/.-]{0,12}\)")  # "(HB 61-0070/9)"
_BODY_BEFORE = re.compile(r"(?<![\w/-])(?P<body>[A-Z]{3,8})\s+$")
_BY_LETTERS_CHARS = 12  # before a paper: the letters of the body that wrote it
_CITED_END = re.compile(
    rf"[;:\[({{]|(?:(?<=[^\W_]{{3}})|(?<=\d))\.(?:\s|$)(?!\s*(?:fr|from|dtd|dated)\b)|\s+(?:subject|subj|re|regarding|concerning|{_KINDS})\b",
    re.IGNORECASE,
)
_BESIDE_PART = re.compile(  # a post, an office, a place; possessive, since a word in capitals parts in many ways
    r"(?:[\s,.]|[A-Z][\w.'\u2019&/-]*+|\d++|(?:of|the|for|addressed)\b)*+"
)
MAX_CITED_CHARS = 200
DOUBT_CHARS = 30
_UNWRITTEN = re.compile(
    r"\b(?:no|never|draft|drafted|unsent|undated|proposed|planned|alleged|purported|supposed|forged)\s+(?:[a-z]+\s+)?$",
    re.IGNORECASE,
)


def _paper_cited(text: str, cited: re.Match[str]) -> Header | None:
    """The paper that a citation names; None without its date and its parties, as far as both are needed."""
    before = text[max(0, cited.start() - DOUBT_CHARS) : cited.start()]
    if _UNWRITTEN.search(before):
        return None
    stretch = text[cited.end() : cited.end() + MAX_CITED_CHARS]
    stop = _CITED_END.search(stretch)
    said = stretch[: stop.start()] if stop else stretch
    parts = _cited_parts(said)
    body = _BODY_BEFORE.search(before[-_BY_LETTERS_CHARS:]) if not cited["kind"].isupper() else None
    named = {side: _party(said[part.span.start : part.span.end]) for side, part in parts.items() if side != "dated"}
    if body and not named.get("from"):
        named["from"] = body["body"]
    is_for_record = _TO_FILE.fullmatch(named.get("to", "")) is not None
    if is_for_record:
        del named["to"]
    leads = [cited["kind"], *(part.lead for part in parts.values())]
    is_enough = len(named) == len(_PARTIES) or bool(body) or (bool(named) and any(map(_SHORT.match, leads)))
    day = parts.get("dated")
    value = _value(join_wraps(said[day.span.start : day.span.end])) if day else None
    if value is None or not is_enough or not all(named.values()):
        return None
    end = cited.end() + max(part.span.end for part in parts.values())
    paper = "" if is_for_record else _PAPER.get(cited["kind"].casefold(), f"a {cited['kind'].casefold()}")
    head = Header(named.get("from", ""), named.get("to", ""), "", value, is_for_record, cited.start(), end, paper)
    if same := _SAME_SUBJECT.match(text, end):
        return replace(head, end=same.end())
    about = _ABOUT.match(text[end : end + MAX_CITED_CHARS])
    subject = _subject(about) if about else ""
    last = end + (about.start("subject") + len(subject) if about else 0)
    return replace(head, subject=without_reply(plain_value(subject)), end=last)


_PAPER = {"ltr": "a letter", "itr": "a letter", "memo": "a memorandum", "airtel": "an airtel", "airgram": "an airgram"}
_PARTIES = ("from", "to")
_SAME_SUBJECT = re.compile(r"[\s.,;(\u00b6]{1,4}same\s+sub(?:j|\.|ject)\w*\.?", re.IGNORECASE)
_REFERENCE = re.compile(r"^\W{0,4}r\w{0,2}[ef]\w{1,10}[ \t]*[.:;]?[ \t]*[:;]", re.IGNORECASE | re.MULTILINE)
_TOPIC = re.compile(r"^\W{0,4}(?:subject|subj|title)\b", re.IGNORECASE | re.MULTILINE)
MAX_REFERENCE_CHARS = 1_200  # from a header to the last of the papers that it refers to


def is_in_field(text: str, at: int, header: Header) -> bool:
    """Whether a place is in a header's own fields: a paper that its subject names is its own matter.

    One behind "Reference:" is not, though the header may go on to there.
    """
    if not header.start <= at < (header.head_end or header.end):
        return False
    before = text[header.start : at]
    referred = max((found.start() for found in _REFERENCE.finditer(before)), default=-1)
    return referred < max((found.start() for found in _TOPIC.finditer(before)), default=0)


def _is_on_same_subject(text: str, paper: Header) -> bool:
    """Whether a cited paper is said to have the subject of the one that cites it: "..., Same Subject"."""
    return re.search(r"same\s+sub\w*\.?\Z", text[paper.start : paper.end], re.IGNORECASE) is not None


def with_subject(text: str, paper: Header, headers: Sequence[Header]) -> Header:
    """A cited paper on the "Same Subject" with the subject of the header that stands above it; any other as it is."""
    if not _is_on_same_subject(text, paper):
        return paper
    above = [one for one in headers if one.subject and one.start < paper.start <= one.end + MAX_REFERENCE_CHARS]
    return replace(paper, subject=max(above, key=lambda one: one.end).subject) if above else paper


_TO_FILE = re.compile(r"(?:the\s+)?(?:records?|files?)\b", re.IGNORECASE)


class _Part(NamedTuple):
    """A part of a citation: where it stands behind the word that leads it."""

    lead: str
    span: Span


def _cited_parts(said: str) -> dict[str, _Part]:
    """The names behind "from" and "to" and the date of a citation; of one that is given twice the first.

    Parts stand together, but for posts and offices: behind other words a "to" is no more of the citation, as in "his
    assistant to the Board".
    """
    found: dict[str, _Part] = {}
    marks = list(_JOINT.finditer(said))
    ends = [*(mark.start() for mark in marks), len(said)]
    last = 0
    for mark, end in zip(marks, ends[1:], strict=True):
        lead = (mark["lead"] or "").strip(".").casefold()
        side = _SIDES.get(lead, "dated")
        length = (_date_length if side == "dated" else _name_length)(said[mark.end() : end])
        if not length or not _BESIDE_PART.fullmatch(said, last, mark.start()):
            break
        last = mark.end() + length
        found.setdefault(side, _Part(said[mark.start("lead") : last] if lead else "", Span(mark.end(), last)))
    return found


def _date_length(said: str) -> int:
    """The characters of the date that a stretch opens with; 0 where it opens with none or one whose year is broken."""
    dates = find_dates(said)
    is_whole = bool(dates) and dates[0].start == 0 and not re.match(r"[.,]?\d", said[dates[0].end :])
    return dates[0].end if is_whole else 0


_NAMED = re.compile(
    r"(?:the\s+)?(?:(?:Mr|Mrs|Ms|Miss|Dr|Gen|Col|Capt|Hon)\.?\s+)?(?:[A-Z][\w.'\u2019/-]*+[ \t]*+\n?+[ \t]*+)++"
    r"(?:,\s*[A-Z]{2,6}\b)?"
)


# Behind an office, over a line end: "Chief Counsel/Director / of HB".
_OF_BODY = re.compile(
    r"\W{1,4}of\s+(?:the\s+)?[A-Z][\w.&'\u2019-]+(?:[ \t]+(?:(?:of|and)[ \t]+)?[A-Z][\w.&'\u2019-]+)*"
)


def _name_length(said: str) -> int:
    """The characters of the name that a stretch opens with; 0 where it opens with none or one that is cut."""
    if filed := _TO_FILE.match(said):
        return filed.end()
    named = _NAMED.match(said)
    words = named.group().split() if named else []
    is_name = bool(words) and len(words[-1].strip(".")) > 1 and words[0].casefold() not in STOP_WORDS - {"the"}
    if named is None or not is_name:
        return 0
    length = len(named.group().rstrip())
    is_office = words[-1].rpartition("/")[2].casefold() in TITLE_WORDS
    body = _OF_BODY.match(said, length) if is_office else None
    return body.end() if body else length
