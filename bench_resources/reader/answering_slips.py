"""Telephone slips and headings of sworn testimony: who telephoned whom and who testified, each with its date.

Belongs here: forms whose heading and lines say a deed without a sentence. Does not: headers of what was written
(answering_headers, answering_letters), running text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from bench_resources.reader.answer_types import TITLE_WORDS, DateValue, find_dates
from bench_resources.reader.answering_headers import Line, is_lone_date, only_date, plain_value, written_lines
from bench_resources.reader.people import fold, parse_person

MAX_SLIP_LINES = 14  # of a slip, from its heading to its message
MAX_HEADING_LINES = 6  # between what says that a paper is of testimony, the witness and the date
MAX_OATH_LINES = 14  # from the heading of testimony to the oath
MAX_VALUE_WORDS = 8  # of a field that is a name, with an office perhaps
MAX_HEADING_CHARS = 48  # of a slip's heading, perhaps spaced out
MIN_HEADING = 10  # letters of the shortest of them, less a misread one
MIN_SURNAME = 3


@dataclass(frozen=True)
class Deed:
    """What a form says was done, as a clause in the past tense, with its date and its place in the text."""

    text: str
    value: DateValue
    start: int
    end: int


def deeds_in(text: str) -> list[Deed]:
    """The calls and the testimony that the forms of a text tell, in order; one without a sure date is none."""
    lines = written_lines(text)
    slips = [slip for i in range(len(lines)) if (slip := _slip(lines, i)) is not None]
    return sorted((*slips, *_testimonies(lines)), key=lambda deed: (deed.start, deed.end))


# --- telephone slips ------------------------------------------------------------------------------------------------

_SLIP_HEADINGS = (
    "whileyouwereout whileyouwereaway telephonemessage phonemessage telephonecall telephonecalls telephoneslip "
    "telephonemessageslip recordoftelephonecall recordoftelephonecalls recordoftelephonemessage recordofphonecall "
    "telephonememo telephonememorandum messageslip importantmessage urgentmessage telephonecallslip memorandumofcall "
    "memorandumoftelephonecall"
).split()
_FIELD = re.compile(r"^\W{0,6}(?P<label>[A-Za-z][A-Za-z ./]{0,15}?)\W{0,2}[ \t]*[:;]\W{0,3}(?P<value>.*)$")
_BARE_FIELD = re.compile(r"^\W{0,3}(?P<label>To|TO|For|FOR|From|FROM|Caller|CALLER|Date|DATE)[ \t]{2,}(?P<value>\S.*)$")
_CALLERS = ("caller", "from", "callfrom", "callerfrom", "calledby", "callby", "caller", "whocalled", "nameofcaller")
_CALLED = ("for", "to", "callfor", "messagefor", "callto", "personcalled")
_DATED = ("date", "dated", "on", "day", "dateandtime", "datetime")
_MESSAGES = ("message", "messages", "remarks", "subject", "re", "concerning")
_TICKED = r"[\[(][ \t]*[xX\u2713\u2714*][ \t]*[\])][ \t]*"
_CAME = re.compile(_TICKED + r"(?:came to see you|called to see you|came in|visited)", re.IGNORECASE)
_PHONED = re.compile(_TICKED + r"(?:telephoned|phoned|returned your call|please call)", re.IGNORECASE)


def _slip(lines: Sequence[Line], i: int) -> Deed | None:
    """The call that the slip whose heading is line `i` is of; None without both parties and one date."""
    if not _is_heading(lines[i].text):
        return None
    held = _fields(lines[i + 1 : i + 1 + MAX_SLIP_LINES])
    caller, called = _party(held.caller), _party(held.called)
    if not caller or not called or len(held.values) != 1:
        return None
    verb = "came to see" if _CAME.search(held.said) and not _PHONED.search(held.said) else "telephoned"
    (value,) = held.values
    return Deed(f"{caller} {verb} {called}", value, lines[i].start, held.end)


def _is_heading(text: str) -> bool:
    plain = fold(text) if len(text.strip()) <= MAX_HEADING_CHARS else ""
    return len(plain) >= MIN_HEADING and any(
        abs(len(plain) - len(form)) <= 2 and OSA.distance(plain, form) <= len(form) // 6 for form in _SLIP_HEADINGS
    )


@dataclass(frozen=True)
class _Fields:
    """What the lines of a slip hold: fields as written, every date, all that stands before the message."""

    caller: str
    called: str
    values: frozenset[DateValue]
    said: str
    end: int


def _fields(lines: Sequence[Line]) -> _Fields:
    """The fields of a slip to its message; of a field given twice the first."""
    parties = {"caller": "", "called": ""}
    values: set[DateValue] = set()
    said, end = [], 0
    for line in lines:
        name, value = _field(line.text)
        if name == "message":
            break
        if name in parties:
            parties[name] = parties[name] or value
        date = only_date(line.text) if name == "date" or is_lone_date(line.text) else None
        values |= {date} if date is not None and date.is_full else set()
        said.append(line.text)
        if name or date is not None:
            end = line.end
    return _Fields(parties["caller"], parties["called"], frozenset(values), "\n".join(said), end)


def _field(text: str) -> tuple[str, str]:
    """The field that a line of a slip is, "" for another line, and its value."""
    opened = _FIELD.match(text) or _BARE_FIELD.match(text)
    label = fold(opened["label"]) if opened else ""
    for name, forms in (("caller", _CALLERS), ("called", _CALLED), ("date", _DATED), ("message", _MESSAGES)):
        if opened and any(label == form or (len(form) > 3 and OSA.distance(label, form) <= 1) for form in forms):
            return name, opened["value"]
    return "", ""


def _party(value: str) -> str:
    """The name in a field of a slip, without what follows it; "" for what is no person's name."""
    plain = plain_value(re.split(r"\s{3,}|\t", value.strip())[0])
    head = plain.split(",")[0].strip()
    words = head.split()
    if not words or len(words) > MAX_VALUE_WORDS or any(map(str.isdigit, head)) or not words[0][0].isupper():
        return ""
    person = parse_person(head)
    if person is None or len(person.surname) < MIN_SURNAME or person.surname in TITLE_WORDS:
        return ""
    is_named = bool(person.given) or any(fold(word) in _TITLES for word in words)
    return head if is_named else ""


_TITLES = TITLE_WORDS | frozenset("mr mrs ms miss dr".split())


# --- testimony ------------------------------------------------------------------------------------------------------

_WITNESS = re.compile(r"^\W{0,4}(?P<label>[A-Za-z]{6,8})[ \t]*[:;\u2014-][ \t]*(?P<name>\S.*)$")
_TESTIMONY_OF = re.compile(
    r"^\W{0,4}(?:(?:the|transcript|oral|sworn|videotaped|continued|further|of|excerpts?|from)[ \t]+){0,6}"
    r"(?:deposition|testimony|examination|affidavit)[ \t]+of[ \t]*[:]?[ \t]*(?P<name>.*)$",
    re.IGNORECASE,
)
_CUE = re.compile(r"\b(?:transcript|deposition|testimony|examination|sworn|hearing|deponent|affirmed)\b", re.IGNORECASE)
_OATH = re.compile(
    r",?\s*(?:a\s+witness,?\s+)?(?:having\s+been|being|was|after\s+being|after\s+having\s+been)\s+(?:first\s+|duly\s+){0,2}\s*(?:sworn|affirmed)\b"
)
_TAKEN = re.compile(
    r"^\W{0,4}(?:taken|given|held|heard|dated?|sworn|on|session of|hearing of|day|proceedings of)\b", re.IGNORECASE
)
_CITED = re.compile(
    r"\b(?:testimony|deposition|affidavit)\s+of\s+(?P<name>[A-Z][^,;()\d]{4,40}?),\s+(?=[A-Z0-9])", re.IGNORECASE
)


def _testimonies(lines: Sequence[Line]) -> Iterator[Deed]:
    """Every testimony that a heading or a reference gives with its witness and its date, each witness once a place."""
    last = -1
    for i in range(len(lines)):
        found = _headed(lines, i) if i > last else None
        if found is not None:
            last = i + MAX_HEADING_LINES
            yield found
        else:
            yield from _cited(lines[i])


def _headed(lines: Sequence[Line], i: int) -> Deed | None:
    """The testimony whose heading, or whose oath, names the witness on line `i`."""
    name, at = _witness(lines, i)
    if not name:
        return None
    near = [*range(max(0, i - MAX_HEADING_LINES), i), *range(i, min(len(lines), at + 1 + MAX_HEADING_LINES))]
    dated = [(k, value) for k in near if (value := _taken(lines[k], is_named=k in (i, at))) is not None]
    if len({value for _, value in dated}) != 1:
        return None
    numbers = [k for k, _ in dated]
    return Deed(f"{name} testified", dated[0][1], lines[min(i, *numbers)].start, lines[max(at, *numbers)].end)


def _witness(lines: Sequence[Line], i: int) -> tuple[str, int]:
    """The witness whom a heading names on line `i` or below it, and on which line; "" for another line."""
    text = lines[i].text
    of = _TESTIMONY_OF.match(text)
    if of is not None:
        is_below = not plain_value(of["name"]) and i + 1 < len(lines)
        return (_party(lines[i + 1].text), i + 1) if is_below else (_party(_undated(of["name"])), i)
    labelled = _WITNESS.match(text)
    if labelled is not None and any(OSA.distance(fold(labelled["label"]), w) <= 1 for w in ("witness", "deponent")):
        around = lines[max(0, i - MAX_HEADING_LINES) : i + MAX_OATH_LINES]
        return (_party(labelled["name"]), i) if any(_CUE.search(line.text) for line in around) else ("", i)
    oath = _OATH.search(text)
    name = _party(_undated(text[: oath.start()].strip(" ,"))) if oath else ""
    person = parse_person(name) if name else None
    return (name, i) if person is not None and person.given else ("", i)


def _undated(text: str) -> str:
    """A field's value without a date behind it."""
    dates = find_dates(text)
    return text[: dates[0].start].strip(" ,;:-(") if dates else text


def _taken(line: Line, *, is_named: bool) -> DateValue | None:
    """The full date on which a line of a heading says that testimony was taken, or that stands on it alone."""
    value = only_date(line.text)
    is_dating = is_named or _TAKEN.match(line.text) is not None or is_lone_date(line.text)
    return value if value is not None and value.is_full and is_dating else None


def _cited(line: Line) -> Iterator[Deed]:
    """The testimony to which a line refers by witness and date: "testimony of Ann K. Reddick, March 3, 1964"."""
    for match in _CITED.finditer(line.text):
        dates = [date for date in find_dates(line.text[match.end() :]) if date.start == 0]
        value = dates[0].value if dates else None
        if isinstance(value, DateValue) and value.is_full and _party(match["name"]):
            end = line.start + match.end() + dates[0].end
            yield Deed(f"{_party(match['name'])} testified", value, line.start + match.start(), end)
