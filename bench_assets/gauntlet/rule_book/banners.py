"""Answers and items that are a banner, a stamp, a form's label or a line that the corpus repeats.

Belongs here: markings that any archive uses, and the corpus's own repeated lines. Does not: questions that ask for them
(boilerplate_questions.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from rapidfuzz import fuzz

from bench_assets.gauntlet.rule_book.boilerplate import Boilerplate, fold
from bench_assets.gauntlet.rule_book.context import Context
from bench_assets.gauntlet.rule_book.drafts import Draft, Part, shortened
from bench_assets.gauntlet.rule_book.figures import amounts
from bench_assets.gauntlet.rule_book.subjects import given_subjects, is_labelled
from bench_resources.names import GIVEN_NAMES
from bench_resources.reader.answer_types import find_dates
from bench_resources.reader.people import parse_person

MIN_SHARE = 0.5  # of an answer's letters that are a marking's
NEAR_RATIO = 87.0  # of 100, for a marking of SPACED_LETTERS or more that was misread
SPACED_LETTERS = 8
MIN_LINE_LETTERS = 3
MIN_NUMBERED = 5  # letters of a marking that may have a number beside it: "20 to 30" is none

# Whole answers, as `fold` writes them without blanks: markings, labels, forms.
MARKINGS = frozenset(
    re.sub(r"\s", "", marking)
    for marking in (
        "end|finis|page break|top secret|secret|confidential|unclassified|classified|restricted|"
        "for official use only|official use only|"
        "limited official use|sensitive|sensitive but unclassified|eyes only|noforn|no foreign dissem|"
        "background use only|"
        "internal use only|for internal use only|not for publication|not for release|do not disclose|do not circulate|"
        "do not copy|do not duplicate|do not reproduce|do not distribute|privileged|privileged and confidential|"
        "privileged confidential|"
        "attorney client privilege|attorney client privileged|attorney work product|work product|filed under seal|"
        "under seal|"
        "subject to protective order|protected material|strictly confidential|private and confidential|"
        "personal and confidential|"
        "personal|private|without prejudice|released in full|released in part|released with deletions|"
        "release in full|release in part|released|"
        "denied in full|redacted for public release|approved for release|cleared for release|declassified|"
        "sanitized copy|sanitized|"
        "declassified in part|draft|final draft|draft copy|working draft|copy|file copy|original|duplicate|"
        "carbon copy|office copy|"
        "certified copy|true copy|best copy available|best available copy|poor copy|for immediate release|"
        "press release|news release|"
        "embargoed|received|filed|approved|entered|recorded|paid|void|cancelled|canceled|copied|indexed|searched|"
        "serialized|scanned|"
        "urgent|routine|priority|immediate|for review|please comment|please reply|please recycle|"
        "for your information|fyi|"
        "for information|for action|action|info|memorandum|interoffice memorandum|inter office memorandum|"
        "office memorandum|"
        "memorandum for the file|memorandum for the record|memorandum for file|memorandum for record|memo|letter|"
        "minutes|"
        "facsimile transmittal sheet|fax transmittal|fax cover sheet|fax|facsimile|cover sheet|transmittal sheet|"
        "transmittal slip|"
        "routing slip|routing and record sheet|routing sheet|while you were out|telephone message|phone message|"
        "classified message|"
        "transcript of deposition|transcript|deposition|affidavit|agenda|ledger|calendar|index|table of contents|"
        "contents|exhibit|appendix|"
        "attachment|attachments|enclosure|enclosures|cc file|cc|bcc|initialed|distribution|distribution list|to|from|"
        "subject|date|re|"
        "attention|attn|via|through|reference|ref|page|pages|message|note|notes|remarks|comments|signature|signed|"
        "title|name|"
        "original message|forwarded message|begin forwarded message|end of message|end of document|end of page|"
        "end of text|"
        "continued|continued on next page|continued overleaf|over|page intentionally left blank|blank page|"
        "intentionally left blank|"
        "this page intentionally left blank|none|see reverse|see attached|telephoned|will call again|please call|"
        "returned your call|"
        "sincerely|sincerely yours|yours truly|very truly yours|respectfully|respectfully submitted|yours faithfully|"
        "best regards|"
        "document type|record number|record series|agency file number|file number|classification|current status|"
        "date of last review|originator|restrictions|opening criteria|all rights reserved|confidentiality notice|"
        "privacy notice"
    ).split("|")
)
_LONG_MARKINGS = sorted(marking for marking in MARKINGS if len(marking) >= SPACED_LETTERS)
# Wherever in an answer they stand, nothing but a banner says so.
_PHRASE = re.compile(
    r"\breleased? (?:in (?:part|full)|with deletions|under the)\b|\bfor immediate release\b|"
    r"\bapproved for (?:public )?release\b|"
    r"\bdeclassif(?:ied|y|ication)\b|\bdowngraded\b|\bpage \d+ of \d+\b|^\W*(?:page|pg\.?|p\.) ?\d+\W*$|"
    r"^\W*\d+ of \d+ ?(?:pages)?\W*$|\bpages? \(including cover\)|"
    r"\bfor official use only\b|\b(?:top|nato) secret\b|\bno foreign dissem\w*|\bunauthori[sz]ed (?:use|disclosure|"
    r"reproduction)\b|"
    r"\breproduced (?:from|at) the (?:holdings|national archives|archives?|records?)\b|\breproduction (?:prohibited|"
    r"by other|in whole)\b|"
    r"\bdo not (?:reproduce|duplicate|circulate|destroy|remove)\b|\b(?:this|the) (?:page|document|message|"
    r"e-?mail) (?:is |and any |contains? |may |was |has been )"
    r"(?:intentionally|attachments?|confidential|intended|information|privileged|declassified|reviewed|released)|"
    r"\bconfidentiality notice\b|\bintentionally left blank\b|\bproduced (?:to|by|pursuant)\b.*\b(?:subpoena|order)\b|"
    r"\bpursuant to (?:the )?(?:protective order|freedom of information)\b|\b(?:attorney[- ]client|"
    r"work[- ]product) privileged?\b|\bfiled under seal\b|"
    r"\ball rights reserved\b|\b(?:best|poor) (?:available )?copy\b|\bmunicipal archive[s]? copy\b|"
    r"\breturn to (?:file|archives?|registry)\b|\bclassified by\b|\breview(?:ed)? for (?:release|declassification)\b|"
    r"\bnot (?:for|to be) (?:circulation|circulated|distribution|distributed|publication|published|release[d]?|"
    r"attribution|copied|quoted|reproduced)\b|"
    r"^\W*(?:received|filed|recorded|entered|released|approved|indexed|searched|declassified|copied|"
    r"scanned)\b[\W\d]+(?:[a-z]{3,9}\b[\W\d]*)?$|"
    r"\brecords? collection act\b|\[[ xX]\]|^\W*(?:-{3,}|={3,})|\b(?:original|forwarded) message\b\W*$|"
    r"\bwhile you were out\b|\btransmittal (?:sheet|slip)\b|\brouting (?:slip|and record sheet)\b|"
    r"^\W*(?:to|from|subject|date|re|cc|attn|ref|via)\s*[:;]\s*$|\bintended only for\b|\bplease notify the sender\b",
    re.IGNORECASE,
)
_FIELD = re.compile(
    r"^[\W_]*(?:from|to|cc|bcc|date|sent|subject|subj|re|attention|attn|via|through|for|caller|witness|title|"
    r"originator)\b",
    re.IGNORECASE,
)


_NAME_LINE = re.compile(r"^\W*[A-Z][\w.'\u2019-]*(?: [A-Z][\w.'\u2019-]*){1,3}\W*$")
# What may stand round a line that an answer repeats: that it is one, and where it stands.
FRAME = frozenset(
    "0 a an the it that this is was were are be answer reads read reading says said say states words word wording line "
    "text phrase legend stamp stamped stamps mark marked marking marks heading headed header footer title titled label "
    "labelled labeled banner caption printed print typed written writing handwritten appears appear shown shows "
    "seen see "
    "stands there here at on in of across along top bottom foot head left right corner margin page capitals "
    "letters caps "
    "bold red ink only just but nothing else simply namely as follows no number and or with by per according to form "
    "document documents paper record records file sheet memo letter notice notation says states carries bears".split()
)


def find_banner(draft: Draft, context: Context) -> str:
    """Which part of an answer is a banner or boilerplate, in a sentence; "" for none and for a rejection type."""
    if draft.is_rejection:
        return ""
    raw = {part.quote: part.raw or part.quote for part in draft.evidence}
    for part in draft.parts:
        quotes = [raw[quote] for quote in part.quotes]
        found = _marked(part.clause, (*quotes, *part.quotes)) or _repeated(part, quotes, context.boilerplate)
        if found:
            said = shortened(part.text)
            return f"{said!r} is a banner, a stamp or a line that many documents share: {shortened(found)!r}"
    line = _evidence_line(draft, context.boilerplate)
    return (
        f"the evidence is but a banner, a stamp or a line that many documents share: {shortened(line)!r}"
        if line
        else ""
    )


def _evidence_line(draft: Draft, boilerplate: Boilerplate) -> str:
    """The first quote, when every line of every quote is a marking or a line that many documents share."""
    lines = [line for part in draft.evidence for line in _lines(part.raw or part.quote, boilerplate)]
    if not lines or any(_is_own(line) for line in lines):
        return ""
    return lines[0] if all(_is_stamped(line, boilerplate) for line in lines) else ""


def _is_own(line: str) -> bool:
    """Whether a line is a document's own though others may have the same: a field, a date, a person's name."""
    return _FIELD.match(line) is not None or (
        _is_value(line) and (_is_date_alone(line) or _NAME_LINE.match(line) is not None)
    )


def _is_date_alone(line: str) -> bool:
    found = find_dates(line)
    dated = " ".join(one.text for one in found)
    return bool(found) and all(
        word.strip(".,") in dated or word.endswith("day,") for word in line.split() if word.strip(".,").isalpha()
    )


def _lines(raw: str, boilerplate: Boilerplate) -> list[str]:
    """The lines of a quote that have letters; the whole as one line when it is one that was wrapped."""
    whole = " ".join(raw.split())
    if whole and boilerplate.like(whole):
        return [whole]
    return [line.strip() for line in raw.splitlines() if sum(char.isalpha() for char in line) >= MIN_LINE_LETTERS]


def _is_stamped(line: str, boilerplate: Boilerplate) -> bool:
    squeezed = fold(line).replace(" ", "").strip("0")
    return bool(boilerplate.like(line)) or squeezed in MARKINGS or bool(_misread_marking(squeezed))


def _marking(text: str) -> str:
    """The general marking that a text is or is mostly made of."""
    phrase = _PHRASE.search(text)
    if phrase:
        return phrase[0].strip()
    squeezed = fold(text).replace(" ", "")
    numberless = squeezed.strip("0")
    if squeezed in MARKINGS or (numberless in MARKINGS and len(numberless) >= MIN_NUMBERED):
        return squeezed
    pieces = [fold(piece).replace(" ", "") for piece in re.split(r"\s[-\u2013\u2014/|]+\s|[;:/|\n]", text)]
    marked = next((piece for piece in pieces if piece in MARKINGS and len(piece) >= MIN_SHARE * len(squeezed)), "")
    return marked or _misread_marking(squeezed)


def _marked(text: str, quotes: Sequence[str]) -> str:
    """The marking in a text beside the subjects of papers that it gives, and such a subject that is but a marking.

    A marking is no fault where it is the lesser part of a subject, by its label in a quote: "Declassification Review
    of Harbor Papers".
    """
    plain = text
    for subject in given_subjects(text):
        marking = _marking(subject)
        if marking and not _is_lesser(marking, subject, quotes):
            return marking
        if marking:
            plain = plain.replace(subject, "")
    return _marking(plain) if plain.strip(" ;") else ""


def _is_lesser(marking: str, subject: str, quotes: Sequence[str]) -> bool:
    return len(marking) < MIN_SHARE * len(subject) and is_labelled(subject, quotes)


def _misread_marking(squeezed: str) -> str:
    if len(squeezed) < SPACED_LETTERS:
        return ""
    return next(
        (
            one
            for one in _LONG_MARKINGS
            if abs(len(one) - len(squeezed)) <= 2 and fuzz.ratio(one, squeezed) >= NEAR_RATIO
        ),
        "",
    )


def _repeated(part: Part, quotes: list[str], boilerplate: Boilerplate) -> str:
    """The corpus's line that a text is, unless one of its quotes says it in a line of its own words."""
    text = part.clause
    if all(_is_value(item) for item in text.split("; ")):
        return ""
    line = boilerplate.covering(text) or _framed(text, boilerplate)
    return line if line and not any(_is_said(text, quote, boilerplate) for quote in quotes) else ""


def _framed(text: str, boilerplate: Boilerplate) -> str:
    """The text, when it is made of such lines and of words that only say that they stand there."""
    left = boilerplate.without(text)
    if len(left) == len(fold(text).split()) or any(word not in FRAME for word in left):
        return ""
    return text


def _is_value(text: str) -> bool:
    """A date, an amount or a person's name: lines that repeat them are the documents' own."""
    if find_dates(text) or amounts(text):
        return len([word for word in text.split() if word.isalpha()]) <= 3
    if any(word[:1].islower() for word in text.split()):
        return False
    person = parse_person(text)
    return person is not None and any(len(given) == 1 or given in GIVEN_NAMES for given in person.given)


def _is_said(text: str, quote: str, boilerplate: Boilerplate) -> bool:
    """Whether a quote holds a text in a line that is no boilerplate, in a field's value, or over a line's end."""
    wanted = f" {fold(text)} "
    holding = [line for line in quote.splitlines() if wanted in f" {fold(line)} "]
    if not holding:
        return wanted in f" {fold(' '.join(quote.split()))} "
    return any(_FIELD.match(line) or not boilerplate.covering(line) for line in holding)
