"""Memorandum and mail headers, and references to titled documents, as facts.

Belongs here: finding label lines and their values, judging whether a title can be quoted. Does not: running text
(facts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_dates import YEAR, YEAR_BEHIND_DAY, is_calendar_date
from bench_resources.reader.draft_entities import NAMED, Kind, Vocabulary, is_acronym, units
from bench_resources.reader.draft_sentences import is_word, join_lines, zipf

MAX_HEADER_CHARS = 600  # from the first label to the last value
MAX_GAP_CHARS = 220  # between two labels of one header
MAX_VALUE_CHARS = 160
MAX_VALUE_LINES = 3
DATE_REACH, DATE_LINES = 160, 4  # characters and lines above a header in which its date may stand
MAX_SPECKS = 6  # characters beside a date on its line
MIN_LETTERS, SHORT_ZIPF = 3, 4.0  # three small letters are a common word or debris ("bse")
MIN_REGISTERED = 5  # words of a title that a register gives: shorter ones head many documents
MIN_SHOUTED = 4  # letters; a shorter word in capitals is hardly a surname
ORIGIN_ZIPF = 2.0  # of the letters of a body that a form names
OFFICE_ZIPF = 2.9  # of a word in an office's name that is in no list

_LABELS = {
    "to": r"MEMORANDUM\s+(?:FOR|TO)(?:\s+THE)?|TO",
    "record": r"MEMORANDUM\s+FOR\s+(?:THE\s+)?RECORD",
    "from": r"FROM",
    "subject": r"SUBJECT|SUBJ|RE",
    "date": r"DATE|SENT",
    "other": r"VIA|THROUGH|THRU|ATTENTION|ATTN|CC|BCC|REFERENCES?|REFS?|INFO|IMPORTANCE|PRIORITY|ATTACHMENTS?|FILE|"
    r"ENCL(?:OSURE)?S?",
}
_LABEL = re.compile(
    r"^[ \t\W]{0,4}(?:"
    + "|".join(f"(?P<{name}>{pattern})" for name, pattern in _LABELS.items())
    + r")(?:[ \t]*[:;]|(?<=RECORD)(?=[ \t]*\n))[ \t.]*(?P<value>[^\n]*)",
    re.IGNORECASE | re.MULTILINE,
)
_MONTH = (
    r"(?:JAN(?:UARY)?|FEB(?:RUARY)?|MAR(?:CH)?|APR(?:IL)?|MAY|JUNE?|JULY?|AUG(?:UST)?|"
    r"SEPT?(?:EMBER)?|OCT(?:OBER)?|NOV(?:EMBER)?|DEC(?:EMBER)?)\.?"
)
_DATE = re.compile(
    rf"(?i:(?<![\w/])(?:(?:3[01]|[12]\d|0?[1-9])[ \t]+{_MONTH},?[ \t]+{YEAR}|{_MONTH}[ \t]+(?:3[01]|[12]\d|"
    rf"0?[1-9]),?[ \t]+{YEAR_BEHIND_DAY}|"
    r"(?:1[0-2]|0?[1-9])/(?:3[01]|[12]\d|0?[1-9])/(?:19|20)?\d\d)(?![\w/]))"
)
_BODY = re.compile(r"^\W{0,3}(?:1[.,]|I\.|\(U\)|Dear\b|-{3,}|## )")
_OFFICE = re.compile(
    r"(?:(?:the|acting|deputy|assistant|associate|executive|special)\s+)*(?:director|chief|legal attache|"
    r"attorney general|general counsel|legislative counsel|inspector general|"
    r"secretary|chairman|commissioner|administrator|comptroller|ambassador|commander|commandant|president|"
    r"superintendent)\b(?:(?:,| of| for| to)(?: the)? .+)?",
    re.IGNORECASE,
)
_KIND = (
    r"\b(?P<kind>[Mm]emorandum|[Mm]emo|[Ll]etter|[Cc]able|[Dd]ispatch|[Rr]eport|[Ll]etterhead [Mm]emorandum|"
    r"[Aa]irtel|[Tt]elegram)(?:\s+\([A-Z]{2,4}\))?(?P<party>\s+(?:for|to|from)\s+[^.;:\"“]{3,90}?)?,?\s+"
)
_HOW = r"(?P<how>[Ss]ubject|SUBJECT|[Ss]ubj\.?|[Ee]ntitled|[Cc]aptioned|[Tt]itled)\s*[:;,-]?\s*"
_REFERENCES = (
    # The date before the title, dated or not by that word, the sender between them or not.
    re.compile(
        rf"{_KIND}(?:dated\s+|dtd\.?\s+|of\s+)?(?P<date>{_DATE.pattern})(?:,?\s+(?:from|to)\s+[A-Z][^.;:\"“\n]{{2,50}}?)?"
        rf"[,;.:]?\s+(?:and\s+)?{_HOW}(?P<open>[\"“])?(?P<title>[A-Z][^\"“”.;]{{8,150}})(?P<close>[\"”.;]|\n\s*\n)"
    ),
    # The title before the date.
    re.compile(
        rf"{_KIND}{_HOW}(?P<open>[\"“])?(?P<title>[A-Z][^\"“”.;]{{8,150}}?),?(?P<close>[\"”]?),?\s+"
        rf"(?:which\s+(?:is|was)\s+)?(?:dated|dtd\.?)\s+(?P<date>{_DATE.pattern})"
    ),
)


# "Interview with Shirley Roe": whom such a title names is likely private, and a name need be in no list of names.
_PRIVATE_TITLE = re.compile(
    r"(?i:\b(?:conversation|interview|meeting|contact|discussion|talk|call|visit|debriefing|letter|statement|"
    r"testimony|request|travel|claims?) (?:with|of|by|from|to|for)) (?:Mrs?\.? |Dr\.? |"
    r"Ms\.? )?[A-Z][a-z]+ (?:[A-Z]\.? )?[A-Z][a-z]+\W*$"
    r"|\bMrs?\.|\bMiss\b|\b[Aa][Kk][Aa]\b|\b[Ee]t [Aa]l\b|\b[A-Z][A-Za-z]+, [A-Z][a-z]+(?: [A-Z]\.?)?$"
)
_SHORT_WORDS = frozenset("of to in on by at as or an is it no if us un uk up we be do v. vs re go so".split())


@dataclass
class Header:
    """The values of one header by label, and the span of passage that holds them."""

    start: int
    end: int
    values: dict[str, str] = field(default_factory=dict)


def header_facts(passage: str, known: Vocabulary, *, is_document_start: bool) -> Iterator[Fact]:
    """Facts of every memorandum or mail header in a passage whose subject line reads as a title.

    None of a title that stands over two papers of one passage: a paper and the reply to it.
    """
    headers = [(header, clean_title(header.values.get("subject", ""), known)) for header in _headers(passage)]
    for header, title in headers:
        dates = {other.values.get("date", "") for other, same in headers if same == title}
        if title and len(dates) == 1 and (is_document_start or "date" in header.values):
            yield from _facts_of(header, title, passage, known)


def office_of(value: str, known: Vocabulary) -> str:
    """A sender or recipient as a sentence names it, when the value is an office or a body; "" for anything else."""
    office = _office(value, known)
    return Party(office, AnswerType.TITLE).named if office else ""


# A form's fields: the value stands on the label's line or below it, its colon with either.
_FORM_LABEL = r"[ \t\W]{0,4}(?:DATE|PAGES|SUBJECTS?|FROM|TO|DOCUMENT|CLASSIFICATION|ORIGINATOR|AUTHOR|AGENCY)\b"
_FIELD = r"\s{0,4}[:;=]?\s{0,4}[^\w\n]{0,3}"
_COVER = re.compile(
    rf"^[ \t\W]{{0,4}}TITLE\s{{0,4}}[:;]\s{{0,4}}(?P<title>(?!{_FORM_LABEL})[^\n]{{8,140}}"
    rf"(?:\n\s*(?!{_FORM_LABEL})[^\n]{{3,100}}){{0,2}}?)\s*\n[ \t\W]{{0,4}}DATE{_FIELD}(?P<date>{_DATE.pattern})",
    re.IGNORECASE | re.MULTILINE,
)
_ORIGIN = re.compile(
    rf"^[ \t\W]{{0,4}}(?:AGENCY )?ORIGINATOR{_FIELD}(?!{_FORM_LABEL})(?P<origin>[A-Z]{{2,6}})[ \t]*$", re.MULTILINE
)
_TYPE = re.compile(
    rf"^[ \t\W]{{0,4}}DOCUMENT TYPES?{_FIELD}(?P<type>MEMORANDUM|LETTER|REPORT|CABLE|DISPATCH)\b", re.MULTILINE
)
FORM_CHARS = 400  # either side of a title, to the form's other fields
_NO_DAY = re.compile(r"0?1/0?1/")  # what a form holds where only the year is known
_KIND_FIRST = re.compile(
    r"(?P<kind>memorandum|memo|letter|cable|dispatch|report|telegram)[ \t]*[:;-]\s*", re.IGNORECASE
)


def cover_facts(passage: str, known: Vocabulary) -> Iterator[Fact]:
    """From a cover sheet that gives a paper's title and date in fields of its own: when it is dated.

    A field that the form leaves empty, or a title that the scan misread, gives nothing.
    """
    for match in _COVER.finditer(passage):
        written = join_lines(match["title"])
        first = _KIND_FIRST.match(written)
        title = clean_title(written[first.end() :] if first else written, known)
        if not title or not is_telling_title(title, known):
            continue
        above, below = passage[max(0, match.start() - FORM_CHARS) : match.start()], passage[match.end() :][:FORM_CHARS]
        origin, kind_below = _ORIGIN.search(above), _TYPE.search(below)
        kind = first["kind"] if first else kind_below["type"] if kind_below else "document"
        kind = {"memo": "memorandum"}.get(kind.lower(), kind.lower())
        is_body = origin is not None and (
            zipf(origin["origin"].lower()) >= ORIGIN_ZIPF or _is_letters(origin[1], known)
        )
        by = f"{origin[1]} " if origin is not None and is_body else ""
        named = f'{by}{kind} titled "{title}"'
        quote = passage[match.start() - (len(above) - origin.start() if by and origin else 0) : match.end()].strip()
        if is_calendar_date(match["date"]) and not _NO_DAY.match(match["date"]) and not _DATE.search(title):
            yield _fact(named, f"What is the date of the {named}?", match["date"], AnswerType.DATE, quote)


class Party(NamedTuple):
    """A sender or recipient as the header writes it: an office, an organisation, or a listed person."""

    text: str
    kind: AnswerType

    @property
    def named(self) -> str:
        """The party as it stands in a sentence: an office takes its article."""
        is_bare = self.kind is AnswerType.PERSON or re.match(r"(?i:the )|[A-Z]{2,}", self.text)
        return self.text if is_bare or "," in self.text.split(" ", maxsplit=1)[0] else f"the {self.text}"


def _party(value: str, known: Vocabulary) -> Party | None:
    office = _office(value, known)
    if office:
        return Party(office, AnswerType.TITLE)
    written = re.split(r"[,<(\[;]", value, maxsplit=1)[0].strip(" .:-")
    words = tuple(re.sub(r"(?i)^(?:mrs?|ms|dr)\.? ", "", written).lower().split())
    return Party(written, AnswerType.PERSON) if len(words) > 1 and words in known.people else None


_NAME_ALONE = re.compile(r"(?:Mrs?\.? |Ms\.? |Dr\.? )?(?:[A-Z][\w'’-]*\.? ){1,3}[A-Z][\w'’-]+(?:, (?:Jr|Sr)\.?)?")


def _office_below(value: str, lines: str, known: Vocabulary) -> Party | None:
    """The office of a sender or recipient whom the header names first: on the line below, as "Chief, Pilots Staff".

    None where the first line is no name: then the line below goes on with it, or names somebody else.
    """
    offices = lexicon.OFFICE_HEADS | lexicon.OFFICE_MODIFIERS | lexicon.ORGANISATION_HEADS
    if not _NAME_ALONE.fullmatch(value) or offices & set(value.split()):
        return None
    below = next((line.strip() for line in lines.split("\n") if line.strip()), "")
    office = _office(re.sub(r"/[A-Z]{2,5}$", "", below), known)
    return Party(office, AnswerType.TITLE) if office else None


def _facts_of(header: Header, title: str, passage: str, known: Vocabulary) -> Iterator[Fact]:
    quote = passage[header.start : header.end]
    to, sender = (_party(header.values.get(label, ""), known) for label in ("to", "from"))
    to_shown, sender_shown = (
        party or _office_below(header.values.get(label, ""), header.values.get(f"{label} below", ""), known)
        for party, label in ((to, "to"), (sender, "from"))
    )
    date, what = header.values.get("date", ""), header.values["kind"]
    is_telling = is_telling_title(title, known)
    addressed = f" to {to_shown.named}" if to_shown else ""
    origin = f" from {sender_shown.named}" if sender_shown else ""
    dated = f" of {date}" if date else ""
    topic = f'on the subject "{title}"'
    subject = f'{what} on "{title}"'
    is_told = bool(date) and " ".join(date.split()[:2]).rstrip(",").casefold() in title.casefold()  # "Luncheon, 6 May"
    if date and not is_told and (to_shown or sender_shown or (is_telling and what != "message")):
        question = f"What is the date of the {what}{origin}{addressed} {topic}?"
        yield _fact(subject, question, date, AnswerType.DATE, quote)
    if to and (date or is_telling):
        yield _fact(subject, f"To whom is the {what}{dated}{origin} {topic} addressed?", to.text, to.kind, quote)
    if sender and (date or is_telling):
        yield _fact(subject, f"Who sent the {what}{dated}{addressed} {topic}?", sender.text, sender.kind, quote)


def _fact(subject: str, question: str, answer: str, kind: AnswerType, quote: str) -> Fact:
    return Fact(
        subject=subject, question=question, answer=answer, answer_type=kind, quote=quote, salience=2, form="header"
    )


def _headers(passage: str) -> Iterator[Header]:
    """Runs of label lines that hold a subject and a sender or recipient."""
    labels = list(_LABEL.finditer(passage))
    at = 0
    while at < len(labels):
        end = at
        seen = {_name(labels[at])}
        while (
            end + 1 < len(labels)
            and labels[end + 1].start() - labels[end].end() < MAX_GAP_CHARS
            and _name(labels[end + 1]) not in seen
        ):
            end += 1
            seen.add(_name(labels[end]) if _name(labels[end]) != "other" else "")
        header = _read(passage, labels[at : end + 1])
        if header is not None:
            yield header
        at = end + 1


def _name(label: re.Match[str]) -> str:
    return next(key for key in _LABELS if label.group(key))


def _read(passage: str, labels: list[re.Match[str]]) -> Header | None:
    header = Header(labels[0].start(), labels[0].end())
    header.values["kind"] = "message"
    for i, label in enumerate(labels):
        name = _name(label)
        limit = labels[i + 1].start() if i + 1 < len(labels) else len(passage)
        value, end = _value(passage, label, limit)
        if name == "record":
            header.values.update(record="record", kind="memorandum for the record")
        if name in {"other", "record"} or not value or name in header.values:
            continue
        if name == "to" and label.group("to").upper().startswith("MEMO"):
            header.values["kind"] = "memorandum"
        header.values[name] = value
        header.values[f"{name} below"] = passage[end:limit]
        header.end = max(header.end, end)
    if (
        "subject" not in header.values
        or not {"to", "from", "record"} & set(header.values)
        or header.end - header.start > MAX_HEADER_CHARS
    ):
        return None
    _find_date(passage, header)
    return header


def _value(passage: str, label: re.Match[str], limit: int) -> tuple[str, int]:
    """The label's value over its wrapped lines, and where it ends."""
    start, end = label.start("value"), label.end("value")
    first = passage[start:end].strip()
    if not first or len(first) < 3:
        return "", end
    taken = 1
    for line in re.finditer(r"[^\n]*\n?", passage[end + 1 : min(limit, end + 1 + MAX_VALUE_CHARS)]):
        words = line.group().strip()
        if not words or taken >= MAX_VALUE_LINES or _BODY.match(words) or not _wraps(passage[start:end], words):
            break
        end = end + 1 + len(line.group().rstrip("\n"))
        taken += 1
    return join_lines(passage[start:end]), end


def _wraps(value: str, words: str) -> bool:
    """Whether the next line goes on with a title: text of the same kind, not a date and not a paragraph."""
    return (
        not _DATE.search(words)
        and len(words) < 70
        and words[0].isalpha()
        and words[-1] not in ".:"
        and len(value.strip()) > 20
    )


def _find_date(passage: str, header: Header) -> None:
    given = _DATE.search(header.values.get("date", ""))
    if given and is_calendar_date(given.group()):
        header.values["date"] = given.group()
        return
    header.values.pop("date", None)
    inside = {d for line in passage[header.start : header.end].split("\n") if (d := _date_alone(line))}
    if len(inside) == 1:
        header.values["date"] = inside.pop()
        return
    if inside or re.match(r"\W*(?:SUBJ|RE\b)", passage[header.start :], re.IGNORECASE):
        return
    reach = max(0, header.start - DATE_REACH)
    lines = [m for m in re.finditer(r"[^\n]+", passage[reach : header.start]) if m.group().strip()]
    for line in reversed(lines[-DATE_LINES:]):
        date = _date_alone(line.group())
        if date and ("/" not in date or line is lines[-1]):  # figures further up are likelier a stamp
            header.values["date"] = date
            header.start = reach + line.start()
            return


def _date_alone(line: str) -> str:
    """The date that a line is, whatever specks of the scan stand round it; "" for any other line."""
    found = _DATE.search(line)
    if found is None or not is_calendar_date(found.group()):
        return ""
    rest = line[: found.start()] + line[found.end() :]
    return found.group() if not re.search(r"\w{2}", rest) and len(rest.strip()) <= MAX_SPECKS else ""


def _office(value: str, known: Vocabulary) -> str:
    """The value when it is the name of an office or organisation and nothing else; "" otherwise."""
    value = re.sub(r"\s*\([^)]*\)\s*$", "", value).strip(" .,;:-•*")
    if not 4 <= len(value) <= 80 or any(c.isdigit() for c in value) or re.search(r"[^A-Za-z ,.&/'’-]", value):
        return ""
    words = [w.strip(".,") for w in value.split()]
    if not all(fits_office(w, known) for w in words):
        return ""
    named = _OFFICE.fullmatch(value) or (len(words) > 1 and words[-1].title() in lexicon.ORGANISATION_HEADS)
    is_whole = len(words) > 1 and not re.search(r"(?i)\b(?:of|for|the|and|to)$", value)
    return value if named and is_whole else ""


def fits_office(word: str, known: Vocabulary) -> bool:
    """Whether a word may stand in the name of an office or a body."""
    title = word.title()
    if word.lower() in {"of", "for", "the", "and", "to", "in", "on", "&"}:
        return True
    if title in lexicon.GIVEN_NAMES - lexicon.PLACES or title in lexicon.SURNAMES:
        return False
    return bool(
        title in lexicon.OFFICE_HEADS
        or title in lexicon.OFFICE_MODIFIERS
        or title in lexicon.ORGANISATION_HEADS
        or title in lexicon.PLAIN_CAPITALS
        or title in lexicon.PLACES
        or title in lexicon.NATIONALITIES
        or is_acronym(word, known)
        or re.fullmatch(r"[A-Z]{2,4}|New|York|NEW|YORK", word)
        or zipf(word.lower()) >= OFFICE_ZIPF
    )


def clean_title(value: str, known: Vocabulary) -> str:
    """A subject line or title that a question can quote; "" when a word of it is debris, a private name or a number."""
    title = _MARKINGS.sub(" ", value).strip(" .,;:-–—_*'\"“”")
    if (
        not 14 <= len(title) <= 140
        or re.search(r"[^\w\s,.'’&/()\"“”:;–—-]|\d{4,}(?<!19\d\d)(?<!20\d\d)|_|\.\.|--", title)
        or '"' in title
        or re.search(r"[A-Za-z]{4,}\. ", title)  # a stop inside: a speck of the scan, or two titles
    ):
        return ""
    if re.search(r"\s-\w|\w-\s|['’]s$|\d[a-zA-Z]|[a-zA-Z]\d|[A-Z]{4,}[/-]\d|[”“]", title) or _PRIVATE_TITLE.search(
        title
    ):
        return ""
    words = re.findall(r"[^\s,.()“”:;/–—-]+", title)
    if (
        len(words) < 3
        or re.search(
            r"(?i)\b(?:of|for|the|and|to|in|on|with|by|a|an|re|from|at|aka|his|her|its|(?!received|requested|"
            r"required)[a-z]+ed|(?!arising|pending|outstanding|meeting|"
            r"briefing|hearing|training|testing|processing|gambling|planning|monitoring|reporting|targeting|"
            r"wiretapping)[a-z]+ing)$|[,;:/-]$",
            title,
        )
        or not title[0].isalnum()
    ):
        return ""
    if title.count("(") != title.count(")") or sum(w[0].isalpha() for w in words) < 3:
        return ""
    shouted = [w for w in words if len(w) > 2 and w.isupper()]
    if re.search(r"\bNos?\. ?[\w-]*$", title) or (
        len(shouted) > len(words) / 2 and any(len(w) > 2 and w.isalpha() and not w.isupper() for w in words)
    ):
        return ""
    is_mixed = len(shouted) <= len(words) / 2
    shouts = is_mixed and any(len(w) >= MIN_SHOUTED and not _is_letters(w, known) for w in shouted)
    return title if not shouts and not _CUT_SHORT.search(title) and _names_only_public(title, words, known) else ""


# What is filed with a title and is no part of it: a classification, an enclosure's number.
_MARKINGS = re.compile(
    r"\s*\((?:U|S|C|TS|UNCLASSIFIED|SECRET|CONFIDENTIAL|AIUO|U/AIUO|"
    r"(?:Incl|Encl|Enclosure|Att|Attachment|Atch|Tab)s?\.? ?\w{0,3})\)\s*",
    re.IGNORECASE,
)
_CUT_SHORT = re.compile(r"(?:ical|onal|ative|Central|Special|General|Federal|House|Senate|Select|United)$")


def _is_letters(word: str, known: Vocabulary) -> bool:
    """Whether capitals in a title of small letters spell a body's letters; else they shout a surname or a code name."""
    return is_acronym(word, known) or re.fullmatch(r"(?=[A-Z]*[BCDFGHJKLMNPQRSTVWXZ]{3})[A-Z]{4,5}", word) is not None


_DERIVED = (
    ("ization", "ize"),
    ("ization", "ized"),
    ("isation", "ise"),
    ("ification", "ified"),
    ("ation", "ate"),
    ("ations", "ate"),
)


MIN_PART = 3  # letters of a word in a compound
_AGAIN_ZIPF = 3.0  # of the word that "re" stands before
_OF_DEEDS = ("ing", "ed", "ment", "tion")  # how it ends: "reguest" is no guest again
_PART_ZIPF = (4.3, 5.8)  # of the words of a compound: commoner ones are joined to others by scans alone
_COMPOUND_ZIPF = 1.2  # of a compound itself


def is_composed(word: str) -> bool:
    """Whether a lower-case word that is too rare for a dictionary is made of English ones: "reroofing", "seawall"."""
    again = word.removeprefix("re").removeprefix("-")
    if again != word and again.endswith(_OF_DEEDS) and len(again) > MIN_PART and zipf(again) >= _AGAIN_ZIPF:
        return True
    parts = ((word[:at], word[at:]) for at in range(MIN_PART, len(word) - MIN_PART + 1))
    low, high = _PART_ZIPF
    return zipf(word) >= _COMPOUND_ZIPF and any(all(low <= zipf(part) <= high for part in pair) for pair in parts)


_FAMILY = ("ize", "ized", "izes", "izing", "ization", "izations", "ify", "ified", "ifying", "ification", "ifications")
_FAMILY_ZIPF = 2.2  # of two forms of a verb that is rare in every one: no two misreadings are of one verb
_N_FORMS = 2


def _is_title_word(word: str) -> bool:
    """Whether a lower-case word is English, or made of an English one: "sanitization", "reroofing"."""
    return (
        is_word(word)
        or is_composed(word)
        or any(word.endswith(ending) and is_word(word.removesuffix(ending) + base) for ending, base in _DERIVED)
        or _is_of_verb(word)
    )


def _is_of_verb(word: str) -> bool:
    """Whether a word is a regular form of a rare verb of which two forms are known: "sanitization" of "sanitize"."""
    stems = [word.removesuffix(ending) for ending in _FAMILY if word.endswith(ending)]
    forms = ([stem + ending for ending in _FAMILY] for stem in stems if stem)
    return any(sum(zipf(form) >= _FAMILY_ZIPF for form in own) >= _N_FORMS for own in forms)


# "Carr Commission": a body that is named after somebody.
_NAMED_AFTER = frozenset({"Commission", "Committee", "Panel", "Subcommittee"})


def _names_only_public(title: str, words: list[str], known: Vocabulary) -> bool:
    allowed = {
        word.strip(".")
        for unit in units("x " + (title.title() if title.isupper() else title), known)
        if unit.kind is Kind.PERSON or (unit.kind is Kind.ORGANISATION and not title.isupper())
        for word in re.sub(r"['’]s?\b", "", unit.text.lower()).split()
        if unit.kind is Kind.PERSON or is_word(word)
    }
    for word, following in zip(words, [*words[1:], ""], strict=True):
        bare = re.sub(r"['’]s?$", "", word)
        if bare.lower() in allowed or not bare or following.title() in _NAMED_AFTER:
            continue
        if bare[0].isdigit():
            if not re.fullmatch(r"\d{1,4}(?:st|nd|rd|th)?", bare):
                return False
            continue
        if (
            bare.title() in (lexicon.GIVEN_NAMES - lexicon.PLACES)
            or bare.title() in lexicon.SURNAMES
            or (len(bare) == 1 and bare not in "aA")
        ):
            return False
        is_rare = len(bare) == MIN_LETTERS and bare.islower() and zipf(bare) < SHORT_ZIPF
        if is_rare or (len(bare) == 2 and bare.lower() not in _SHORT_WORDS):
            return False
        if not (_is_title_word(bare.lower()) or _is_letters(bare, known) or bare in lexicon.PLACES):
            return False
    return True


def is_telling_title(title: str, known: Vocabulary) -> bool:
    """Whether a title alone picks out a document: four words or more, and not bare names."""
    row = [u for u in units("x " + title, known) if u.text != "x" and u.kind is not Kind.MARK]
    return len(title.split()) > 3 and not all(u.kind in {*NAMED, Kind.PLACE} for u in row)


_REGISTERED = re.compile(
    rf"(?<![\w/])(?P<date>(?:3[01]|[12]\d|0?[1-9])[ \t]+(?i:{_MONTH}),?[ \t]+{YEAR}|"
    rf"(?i:{_MONTH})[ \t]+(?:3[01]|[12]\d|0?[1-9]),[ \t]+{YEAR_BEHIND_DAY})(?P<mark>[^\n.;:\"“”]{{0,40}}?)[,;]?\s+"
    r"(?:[Ss]ubject|SUBJECT|[Ss]ubj):[ \t]*(?P<title>[A-Z][^\"“”.;:]{12,150})(?:[.;]|\n[ \t]*\n)"
)


_OPENS_PHRASE = re.compile(r"(?:^|[\n,;:.()]|\bdated|\bof)\W{0,4}$", re.IGNORECASE)
_REGISTER_LABELS = ("ubject:", "SUBJECT:", "ubj:")
_TITLE_LABELS = ("ubject ", "aptioned", "ntitled", "itled ")
_CUT_TITLE = re.compile(r"\bNos?$|\([a-z]\)$| \d$|\bentitled\b|\w-[A-Z]")


def listed_facts(passage: str, known: Vocabulary) -> Iterator[Fact]:
    """Dates of papers that a text lists: those whose kind it names, then the others by their subject alone."""
    named = list(_reference_facts(passage, known))
    titles = {fact.subject.partition(' "')[2] for fact in named}
    yield from named
    yield from (fact for fact in _registered_facts(passage, known) if fact.subject.partition(' "')[2] not in titles)


_PARAGRAPH = re.compile(r"\n[ \t]*\n\s*\d{1,2}\s*$")  # the number of the text below a title
# "Addendum to the letter dated 2 April": unquoted, the date may be the other paper's.
_PAPER = re.compile(r"(?i)\b(?:letter|memo|memorandum|cable|report|dispatch|telegram|airtel|message|note)s?\b")


def _registered_facts(passage: str, known: Vocabulary) -> Iterator[Fact]:
    """As in "3 May 1961 HC-117 Subject: Dues of the Old Port." from a register of documents: when one is dated."""
    if not any(label in passage for label in _REGISTER_LABELS):  # the pattern costs more than the rest of the page
        return
    for match in _REGISTERED.finditer(passage):
        if not _OPENS_PHRASE.search(passage[max(0, match.start() - 40) : match.start()]):
            continue  # "Meeting at the Port 7 April 1964, Subject:": the date of the meeting
        title = clean_title(join_lines(match.group("title")), known)
        date = join_lines(match.group("date"))
        is_told = is_telling_title(title, known) and len(title.split()) >= MIN_REGISTERED
        if is_told and is_calendar_date(date) and not _CUT_TITLE.search(title):
            yield Fact(
                subject=f'document "{title}"',
                question=f'What is the date of the document on the subject "{title}"?',
                answer=date,
                answer_type=AnswerType.DATE,
                quote=passage[match.start() : match.end()].rstrip(),
                salience=2,
                form="sentence",
            )


def _reference_facts(passage: str, known: Vocabulary) -> Iterator[Fact]:
    """As in "What is the date of the memorandum on X?" from a reference that names, dates and titles a document."""
    if not any(label in passage for label in (*_REGISTER_LABELS, *_TITLE_LABELS)):
        return
    for match in (match for pattern in _REFERENCES for match in pattern.finditer(passage)):
        date = _DATE.fullmatch(join_lines(match.group("date")).strip())
        title = clean_title(join_lines(_PARAGRAPH.sub("", match.group("title"))), known)
        party = re.sub(
            r"^for (?:the )?record\b.*", "for the record", join_lines(match.group("party") or ""), flags=re.IGNORECASE
        )
        if (
            date is None
            or not is_calendar_date(date.group())
            or not title
            or (not match.group("open") and match.start("title") < match.start("date") and _PAPER.search(title))
            or bool(match.group("open")) != (match.group("close") in {'"', "”"})
        ):
            continue
        kind = {"memo": "memorandum"}.get(match.group("kind").lower(), match.group("kind").lower())
        to = _office(re.sub(r"^(?:for|to|from)\s+(?:the\s+)?", "", party), known)
        if party != "for the record" and not to:
            party = ""
        how = {"captioned": "titled"}.get(match.group("how").lower(), match.group("how").lower())
        how = "on the subject" if how.startswith("subj") else how
        if not (party or is_telling_title(title, known)):
            continue
        question = " ".join(f'What is the date of the {kind} {party} {how} "{title}"?'.split())
        quote = passage[match.start() : match.end()].rstrip()
        yield Fact(
            subject=f'{kind} "{title}"',
            question=question,
            answer=date.group(),
            answer_type=AnswerType.DATE,
            quote=quote,
            salience=3,
            form="sentence",
        )
