"""Letters and reports without labels: who wrote to whom by salutation, address and signature, when, and about what.

Belongs here: papers whose layout alone says who wrote them. Does not: labelled headers (answering_headers), slips and
sworn testimony (answering_sworn), running text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rapidfuzz.distance import OSA

from bench_resources.names import GIVEN_NAMES
from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import BODY_WORDS, TITLE_WORDS, DateValue, find_dates, find_proper
from bench_resources.reader.answering_headers import Header, Line, is_lone_date, only_date, plain_value, written_lines
from bench_resources.reader.answering_items import without_reply
from bench_resources.reader.passages import STOP_WORDS, is_same_word
from bench_resources.reader.people import PersonName, fold, parse_person

MAX_HEAD_LINES = 16  # from a letter's date to its salutation: an address of a few lines, two subjects, marks
MAX_BODY_CHARS = 9_000  # three pages between salutation and closing: further off it is another letter's
MAX_SIGNED_LINES = 5  # below a closing: a mark of the hand, the name, an office
MAX_QUOTE_CHARS = 1_500  # of a letter that is quoted whole; a longer one by its head
MAX_SHORT_LINE = 60  # characters of a line of an address, of a salutation
MAX_PROSE_WORDS = 8  # of a line that ends like a sentence and may still be an address
MAX_REPORT_LINES = 3  # between the name of who submitted a report and its date
MAX_TITLE_LINES = 5  # above it, in which the report's title begins
MIN_SURNAME = 3  # letters
MAX_NAME_WORDS = 5


def letters_in(text: str) -> list[Header]:
    """The letters and reports of a text in order, each with its date and its sender or receiver; no other is given."""
    lines = written_lines(text)
    letters = [letter for i in range(len(lines)) if (letter := _letter(lines, i)) is not None]
    reports = [report for i in range(len(lines)) if (report := _report(lines, i)) is not None]
    return sorted((*letters, *reports), key=lambda one: (one.start, one.end))


# --- salutations ----------------------------------------------------------------------------------------------------

_DEAR = re.compile(
    r"^\W{0,4}(?:My[ \t]+)?(?P<dear>[A-Z0][A-Za-z]{3})[ \t]+(?P<whom>\S.*?)[ \t]*(?P<end>[:;,.\u2014-]?)\W{0,2}$"
)
_TO = re.compile(
    r"^\W{0,3}To[ \t]+(?P<whom>(?:the[ \t]+)?[A-Z][\w.'\u2019-]*(?:[ \t]+[\w.'\u2019-]+){1,6})[ \t]*:\W{0,2}$"
)
_ANYBODY = re.compile(
    r"^\W{0,3}(?:(?:My[ \t]+)?Dear[ \t]+)?(?:Sirs?|Madam|Sir or Madam|Gentlemen)\b[ \t]*[:;,.\u2014-]{1,2}\W{0,2}$"
)
_NOBODY = frozenset(map(fold, "sir sirs madam gentlemen colleague colleagues friend friends all".split()))


def _greeted(line: Line) -> str | None:
    """Whom a salutation greets, "" for anybody; None for a line that is no salutation."""
    text = line.text
    if len(text.strip()) > MAX_SHORT_LINE:
        return None
    if _ANYBODY.match(text):
        return ""
    dear = _DEAR.match(text)
    if dear is not None and OSA.distance(dear["dear"].casefold(), "dear") <= 1:
        is_name = dear["whom"][0].isupper() and (dear["end"] or len(dear["whom"].split()) <= 2)
        return dear["whom"] if is_name and len(dear["whom"].split()) <= 6 else None
    to = _TO.match(text)
    return to["whom"] if to is not None and _is_titled(to["whom"]) else None


def _is_titled(name: str) -> bool:
    words = [word.casefold().strip(".") for word in name.split()]
    return any(word in TITLE_WORDS or word in _HONORIFICS for word in words) or _is_full_name(name)


_HONORIFICS = frozenset("mr mrs ms miss dr messrs".split())


# --- letters --------------------------------------------------------------------------------------------------------


def _letter(lines: Sequence[Line], i: int) -> Header | None:
    """The letter whose salutation is line `i`; None where its date, or both its parties, are not sure."""
    whom = _greeted(lines[i])
    if whom is None:
        return None
    first = _head_start(lines, i)
    dated = [(k, value) for k in range(first, i) if (value := _dating(lines[k])) is not None]
    if len({value for _, value in dated}) != 1:
        return None
    at, value = dated[-1]
    receiver = _receiver(whom, [line.text for line in lines[at + 1 : i]])
    signed = _signature(lines, i)
    sender = lines[signed].text if signed is not None else _letterhead(lines, first, at)
    if not sender and not receiver:
        return None
    head = Header(
        _signed_name(sender), receiver, _subject(lines, at + 1, i + 3), value, False, lines[at].start, lines[i].end
    )
    return _whole(head, lines[signed].end) if signed is not None else head


def _whole(head: Header, end: int) -> Header:
    """A letter's head with its signature where both are near enough to be quoted together."""
    return replace(head, end=end, head_end=head.end) if end - head.start <= MAX_QUOTE_CHARS else head


def _head_start(lines: Sequence[Line], i: int) -> int:
    """The first line that may be a letter's head: no prose, no other letter's closing, above a salutation."""
    first = i
    while first > 0 and i - first < MAX_HEAD_LINES:
        above = lines[first - 1]
        if _is_prose(above.text) or _is_closing(above.text) or _greeted(above) is not None:
            break
        first -= 1
    return first


def _is_prose(text: str) -> bool:
    plain = text.strip()
    is_sentence = plain[-1:] in ".?!" and len(plain.split()) > MAX_PROSE_WORDS
    return len(plain) > MAX_SHORT_LINE and (
        is_sentence or sum(word[:1].islower() for word in plain.split()) >= MAX_PROSE_WORDS
    )


_NOT_OF_LETTER = re.compile(
    r"\b(?:rec(?:eive|')?d|received|filed?|recorded|approved|declassif\w*|released?|reviewed|reproduced|print\w*"
    r"|your letter|ref\w*|expires?|copy|exempt\w*|re|subj\w*|sub\s?ject)\b",
    re.IGNORECASE,
)


def _dating(line: Line) -> DateValue | None:
    """The full date that a line of a letter's head is, alone or behind a place: "Porthaven, March 3, 1964"."""
    if line.label not in ("", "date") or len(line.text.strip()) > MAX_SHORT_LINE or _NOT_OF_LETTER.search(line.text):
        return None
    value = only_date(line.text)
    if value is None or not value.is_full:
        return None
    if is_lone_date(line.text):
        return value
    (date,) = find_dates(line.text)
    before = line.text[: date.start].strip(" ,")
    is_last = not any(map(str.isalnum, line.text[date.end :]))
    words = [word for word in re.findall(r"[^\W\d_]+", before) if word not in STOP_WORDS]
    return value if is_last and all(word[0].isupper() for word in words) else None


# --- receivers ------------------------------------------------------------------------------------------------------


def _receiver(whom: str, address: Sequence[str]) -> str:
    """Whom a letter is to: the line of its address that bears the greeted name, else the greeted title and surname.

    Where an office or a first name is greeted, the only person of the address.
    """
    named = [(text, name) for text in address if (name := _addressee(text)) is not None]
    last = fold(whom.rsplit(maxsplit=1)[-1]) if whom else ""
    greeted = parse_person(whom) if last and last not in _NOBODY | TITLE_WORDS else None
    is_first_name = greeted is not None and not _is_titled(whom)
    for text, name in named:
        if greeted is not None and is_same_word(name.surname, greeted.surname):
            return _signed_name(text)
    if greeted is None or is_first_name:
        return _signed_name(named[0][0]) if len(named) == 1 else ""
    return whom if len(greeted.surname) >= MIN_SURNAME else ""


_HONOURED = re.compile(r"^\W{0,3}(?:The\s+)?(?:Mr|Mrs|Ms|Miss|Dr|Hon|Honou?rable)\b\.?\s+", re.IGNORECASE)


def _addressee(text: str) -> PersonName | None:
    """The person whom a line of an address names with a given name, by a title before it or by its shape."""
    name = _HONOURED.sub("", _signed_name(text), count=1)
    person = parse_person(name) if len(name.split()) <= MAX_NAME_WORDS else None
    is_named = person is not None and bool(person.given) and len(person.surname) >= MIN_SURNAME
    return person if is_named and (_HONOURED.match(text) or (_is_full_name(name) and _is_known(name))) else None


# --- senders --------------------------------------------------------------------------------------------------------

_CLOSINGS = (
    "sincerely sincerelyyours yourssincerely verysincerelyyours mostsincerely verytrulyyours yourstruly trulyyours "
    "yoursverytruly yoursfaithfully faithfullyyours faithfully respectfully respectfullyyours yoursrespectfully "
    "respectfullysubmitted cordially cordiallyyours mostcordially yourscordially bestregards kindregards warmregards "
    "withbestregards withkindregards withkindestregards withwarmregards bestwishes withbestwishes withallgoodwishes "
    "regards yours asever asalways everyours gratefully obediently"
).split()
_SIGNED = re.compile(r"^\W{0,4}(?:/s/|s/|\(?(?:signed|sgd\.?)\)?[ \t:]|\[signature\])\s*", re.IGNORECASE)
_BELOW_SIGNATURE = re.compile(
    r"^\W{0,3}(?:cc|bcc|copy|copies|encl?|enclosures?|attachments?|distribution|via|p\.?\s?s)\b", re.IGNORECASE
)


def _is_closing(text: str) -> bool:
    """Whether a line closes a letter, a letter of it perhaps misread."""
    plain = fold(text)
    if not 5 <= len(plain) <= 24 or len(text.strip()) > 36:
        return False
    return any(abs(len(plain) - len(form)) <= 2 and OSA.distance(plain, form) <= len(form) // 6 for form in _CLOSINGS)


def _signature(lines: Sequence[Line], i: int) -> int | None:
    """The number of the line that names who signed the letter whose salutation is line `i`; None where none does."""
    for k in range(i + 1, len(lines)):
        if lines[k].start - lines[i].end > MAX_BODY_CHARS or _greeted(lines[k]) is not None:
            return None
        if _is_closing(lines[k].text):
            below = range(k + 1, min(len(lines), k + 1 + MAX_SIGNED_LINES))
            return next(_signing(lines, below), None)
        if (
            lines[k].label in ("from", "to", "record")
            and not lines[k].is_bare
            and plain_value(lines[k].value)[:1].isupper()
        ):
            return None  # another paper's header
    return None


def _signing(lines: Sequence[Line], below: range) -> Iterator[int]:
    """The lines below a closing that are a full name, to where copies and enclosures begin."""
    for k in below:
        if _BELOW_SIGNATURE.match(lines[k].text) or lines[k].label:
            return
        name = _signed_name(lines[k].text)
        if len(lines[k].text.strip()) <= MAX_SHORT_LINE and _is_full_name(name) and _is_known(name):
            yield k


def _is_known(name: str) -> bool:
    """Whether a name has an initial or a given name that people bear: else a scanner may have made it of a hand."""
    person = parse_person(name)
    return person is not None and any(len(word) == 1 or word in GIVEN_NAMES for word in person.given[:1])


def _signed_name(text: str) -> str:
    """The name that a line of an address or below a closing opens with, without its office."""
    plain = re.sub(r"^[^\w(]+", "", _SIGNED.sub("", text.strip())).strip(" \"'.,;:_*|~")
    return re.split(r"\s{3,}|,(?!\s*(?:Jr|Sr|I{2,3}|M\.?D|Esq)\b)|\t", plain)[0].strip()


def _is_full_name(name: str) -> bool:
    """Whether a line is a person's name with a given name or an initial, and nothing else."""
    words = [word.strip(".,'\u2019") for word in name.split()]
    plain = [word.casefold() for word in words]
    if (
        not 2 <= len(words) <= MAX_NAME_WORDS
        or any(len(word) > 1 and word in _NO_NAME_WORDS for word in plain)
        or any(map(str.isdigit, name))
    ):
        return False
    person = parse_person(name)
    if person is None or not person.given or len(person.surname) < MIN_SURNAME or person.surname in TITLE_WORDS:
        return False
    runs = [run for run in find_proper(name) if run.start <= 1 and run.end >= len(name) - 1]
    return bool(runs) and runs[0].kind is AnswerType.PERSON


_NO_NAME_WORDS = (
    BODY_WORDS
    | STOP_WORDS
    | frozenset(
        "street avenue road lane building suite room box square boulevard drive city state county north south east "
        "west dear sincerely yours truly redacted deleted enclosure attachment confidential secret".split()
    )
)


def _letterhead(lines: Sequence[Line], first: int, at: int) -> str:
    """The name that opens what stands above a letter's date, over an address: of who writes from home."""
    for k in range(first, at - 1):
        is_over_address = re.match(r"\W{0,3}(?:\d+|[PR]\.?\s?[O0F]\.?)\s+\S", lines[k + 1].text) is not None
        if is_over_address and _is_full_name(_signed_name(lines[k].text)):
            return lines[k].text
    return ""


# --- subjects -------------------------------------------------------------------------------------------------------

_RE = re.compile(r"^\W{0,3}(?:In\s+)?(?:R[eco]|RE|Subject|SUBJECT|Subj|SUBJ|Regarding)\s*[:;.]\s*(?P<value>\S.*)$")
MAX_SUBJECT_LINES = 3


def _subject(lines: Sequence[Line], first: int, end: int) -> str:
    """The subject on a line "Re:" between a letter's address and its body, to the blank line after it."""
    for k in range(first, min(end, len(lines))):
        opened = _RE.match(lines[k].text)
        if opened is None:
            continue
        shown = [opened["value"]]
        for line in lines[k + 1 : k + MAX_SUBJECT_LINES]:
            if line.is_after_gap or line.label or _greeted(line) is not None:
                break
            shown.append(line.text)
        return without_reply(plain_value("\n".join(shown)))
    return ""


# --- reports --------------------------------------------------------------------------------------------------------

_BY = re.compile(
    r"^\W{0,3}(?:(?:Respectfully|RESPECTFULLY)[ \t]+)?(?P<done>[^\W\d_][^\s:]{6,9})[ \t]+(?P<by>\S{2})"
    r"[ \t]*[:.]?[ \t]*(?P<who>.*)$"
)
_DONE = ("submitted", "prepared", "compiled", "reported")
_REPORT = re.compile(
    r"^\W{0,4}(?:(?:[A-Z][\w-]*\s+){0,3})?REPORT\b(?:\s+(?:ON|OF|CONCERNING|REGARDING|UPON)\b)?\s*[:\u2014-]?\s*",
    re.IGNORECASE,
)


def _report(lines: Sequence[Line], i: int) -> Header | None:
    """The report that line `i` says was submitted by somebody, with its date and its title; None without the date."""
    name = _submitter(lines, i)
    if not name:
        return None
    top = _title_start(lines, i)
    near = [*range(top, i), *range(i + 1, min(len(lines), i + 1 + MAX_REPORT_LINES))]
    dated = [(k, value) for k in near if (value := _dating(lines[k])) is not None]
    if top == i or len({value for _, value in dated}) != 1:
        return None
    at, value = dated[0]
    said = [_REPORT.sub("", lines[k].text, count=1) if k == top else lines[k].text for k in range(top, i) if k != at]
    subject = " - ".join(plain for line in said if (plain := plain_value(line)))
    start, end = lines[top].start, lines[max(i, at)].end
    return Header(name, "", subject, value, False, start, end, "a report")


def _submitter(lines: Sequence[Line], i: int) -> str:
    done = _BY.match(lines[i].text)
    if done is None or OSA.distance(done["by"].casefold(), "by") > 1 or len(lines[i].text.strip()) > 2 * MAX_SHORT_LINE:
        return ""
    if not any(OSA.distance(done["done"].casefold(), form) <= 1 for form in _DONE):
        return ""
    below = lines[i + 1].text if i + 1 < len(lines) and not done["who"].strip() else ""
    name = _signed_name(done["who"] or below)
    return name if _is_full_name(name) else ""


def _title_start(lines: Sequence[Line], i: int) -> int:
    """The first line of a report's title above the line that names who submitted it; that line itself for none."""
    for k in range(i - 1, max(-1, i - 1 - MAX_TITLE_LINES), -1):
        if _REPORT.match(lines[k].text) and len(lines[k].text.strip()) <= 2 * MAX_SHORT_LINE:
            return k
    return i
