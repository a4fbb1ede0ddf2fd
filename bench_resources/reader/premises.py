"""False premises by the embedded reader: wordings, the search for what would support one, whether one may be asked.

Belongs here: three kinds of dealing, two names in one text, faults of a premise. Does not: whom to pair, which
documents are searched (drafting/premises, gauntlet/premises). The wordings share no pattern with the search.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from bench_resources.names import GIVEN_NAMES
from bench_resources.prompting import AnswerType, Judgement, Outcome, Premise, PremiseSupport
from bench_resources.reader.passages import Sentence, header_blocks, is_same_word, sentences
from bench_resources.reader.people import PersonName, fold, parse_person, people_named, same_given, same_person
from bench_resources.reader.review import standalone

MAX_PREMISES = 3

# --- wordings -------------------------------------------------------------------------------------------------------


class Wording(NamedTuple):
    """A question about a dealing, and what kind of thing it asks for."""

    question: str
    asked_type: AnswerType


_ELEMENTS = {
    "meeting": "the meeting of {name} with {other}",
    "telephone call": "the telephone call of {name} to {other}",
    "agreement": "the agreement between {name} and {other}",
}
_WORDINGS = {
    "meeting": (
        Wording("On what date did {name} meet with {other}?", AnswerType.DATE),
        Wording("In which city did the meeting between {name} and {other} take place?", AnswerType.PLACE),
        Wording("Who else was in the room when {name} met with {other}?", AnswerType.PERSON),
        Wording("What was the main subject of the meeting between {name} and {other}?", AnswerType.TITLE),
        Wording("How many hours did the meeting of {name} with {other} last?", AnswerType.NUMBER),
        Wording("Who arranged the meeting between {name} and {other}?", AnswerType.PERSON),
        Wording("In which building did {name} meet with {other}?", AnswerType.PLACE),
        Wording("Which organization was host when {name} and {other} met?", AnswerType.ORGANISATION),
        Wording("How many people came along with {name} to meet with {other}?", AnswerType.NUMBER),
    ),
    "telephone call": (
        Wording("On what date was {other} telephoned by {name}?", AnswerType.DATE),
        Wording("What question did {name} put to {other} when the two telephoned?", AnswerType.TITLE),
        Wording("For how many minutes did {name} and {other} speak when {name} telephoned?", AnswerType.NUMBER),
        Wording("From which city had {name} telephoned {other}?", AnswerType.PLACE),
        Wording("Who else was on the line when {name} telephoned {other}?", AnswerType.PERSON),
        Wording("Which secretary took notes when {name} telephoned {other}?", AnswerType.PERSON),
        Wording("In which month was {other} first telephoned by {name}?", AnswerType.DATE),
        Wording("Which department did {other} inform after {name} had telephoned?", AnswerType.ORGANISATION),
    ),
    "agreement": (
        Wording("On what date did {name} and {other} sign an agreement?", AnswerType.DATE),
        Wording("What sum of money was set in the agreement between {name} and {other}?", AnswerType.MONEY),
        Wording("Who was present as {name} and {other} signed an agreement?", AnswerType.PERSON),
        Wording("In which city was the agreement between {name} and {other} signed?", AnswerType.PLACE),
        Wording("For how many years was the agreement between {name} and {other} to run?", AnswerType.NUMBER),
        Wording("What was the main subject of the agreement between {name} and {other}?", AnswerType.TITLE),
        Wording("Which department was to carry out the agreement between {name} and {other}?", AnswerType.ORGANISATION),
        Wording("In what year did {name} come to an agreement with {other}?", AnswerType.DATE),
    ),
}


def false_premises(
    name: str, other: str, interaction: str, about_name: Sequence[str], about_other: Sequence[str]
) -> list[Premise]:
    """A few questions that presuppose a dealing of two figures, in an order that differs from pair to pair.

    Args:
        name: the figure.
        other: the figure it never dealt with.
        interaction: "meeting", "telephone call" or "agreement".
        about_name: passages on the figure.
        about_other: passages on the other.

    Returns: none without passages on both, which say that the two are known, or for another kind of dealing.
    """
    if not about_name or not about_other or interaction not in _WORDINGS:
        return []
    ordered = sorted(_WORDINGS[interaction], key=lambda wording: _rank(name, other, wording.question))
    return [
        Premise(
            question=wording.question.format(name=name, other=other),
            false_element=_ELEMENTS[interaction].format(name=name, other=other),
            asked_type=wording.asked_type,
        )
        for wording in ordered[:MAX_PREMISES]
    ]


def _rank(name: str, other: str, question: str) -> str:
    return hashlib.sha256(f"{name}\0{other}\0{question}".encode()).hexdigest()


# --- support --------------------------------------------------------------------------------------------------------

CLOSE_CHARS = 300  # between two names: whatever stands there, a dealing may be meant
SHORT_CHARS = 600  # of a passage: it is about both
LIST_CHARS = 1500  # between two names without a sentence's end: one header, list or table
_DEALING = re.compile(
    r"\b(?:me(?:e)?t(?:s|ing|ings)?|confer\w*|spoke\w*|speak\w*|talk\w*|convers\w*|discuss\w*|phone[ds]?|telephon\w*|"
    r"call(?:s|ed|ing)?|wrote|writ(?:e|es|ing|ten)|letters?|cable[ds]?|memorand\w*|sen[dt]\w*|reply|replied|answered|"
    r"told|asked|inform\w*|advis\w*|brief\w*|agree\w*|sign(?:s|ed|ing)?|contract\w*|deal\w*|arrang\w*|visit\w*|"
    r"receiv\w*|saw|seen|lunch\w*|din(?:e|ed|ner)|introduc\w*|accompan\w*|join\w*|present|attend\w*|appoint\w*|contact\w*|"
    r"approach\w*|negotiat\w*|interview\w*|invit\w*)\b",
    re.IGNORECASE,
)
_STOP = re.compile(r"[^\W\d_]{3,}[\"'\u201d\u2019)]?[.!?][\"'\u201d\u2019)]?(?:\s|\Z)")
_TOKEN = re.compile(r"[^\W\d_](?:[\w'\u2019]|-(?=\w))*")
_TAIL = re.compile(r"['\u2019]s?$")
_GIVEN_BEFORE = re.compile(r"([^\W\d_][\w'\u2019-]+)\s+(?:(?:[A-Z]\.?|[A-Z][a-z]+)\s+){0,2}\Z")
_GIVEN_AFTER = re.compile(r"\s*,\s*([^\W\d_][\w'\u2019-]+)")
MAX_LOST_CHARS = 2  # by misreading
MAX_MORE_CHARS = 6  # by misreading, a possessive, marks inside
REACH_CHARS = 40  # before or after a surname, in which the given names stand


class _Span(NamedTuple):
    start: int
    end: int


def premise_support(question: str, false_element: str, passages: Sequence[tuple[str, str]]) -> PremiseSupport:
    """The reply to `premise_support`: whether a passage names both people near each other, in whatever form.

    Supported by a word of dealing in the sentence of both or beside it, by one header or list with both, and in doubt
    by names that stand close or in one short passage. In doubt too when the premise's own two people cannot be read.
    """
    parties = parties_of(question, false_element)
    if len(parties) < 2:
        return PremiseSupport(is_supported=True, doc_ids=[], reason="in doubt: the premise does not name two people")
    found = {doc_id: reason for doc_id, text in passages if (reason := _support_in(text, parties[0], parties[1]))}
    reason = next(iter(found.values()), "no passage names both near each other")
    return PremiseSupport(is_supported=bool(found), doc_ids=list(found), reason=reason)


def parties_of(question: str, false_element: str) -> list[PersonName]:
    """The people whom a premise is about, as its false element names them, else as its question does."""
    for told in (false_element, question):
        distinct: list[PersonName] = []
        for person in people_named(told):
            if not any(same_person(person, other) for other in distinct):
                distinct.append(person)
        if len(distinct) > 1:
            return distinct
    pieces = re.split(r"\b(?:of|with|between|and|to|from|by)\b", false_element)
    parsed = [parse_person(piece.strip()) for piece in pieces if re.search(r"[A-Z]", piece)]
    return [person for person in parsed if person is not None and person.given]


def _support_in(text: str, one: PersonName, other: PersonName) -> str:
    """Why a passage may support a dealing of two people; "" when it does not."""
    words = [_surnames(person, text) for person in (one, other)]
    if not all(words):
        return ""
    ours, theirs = (_mentions(person, text, found) for person, found in zip((one, other), words, strict=True))
    if not ours or not theirs:
        return ""
    if len(text) <= SHORT_CHARS:
        return "in doubt: one short passage names both"
    pairs = [(min(a, b), max(a, b)) for a in ours for b in theirs]
    if any(second.start - first.end < CLOSE_CHARS for first, second in pairs):
        return "in doubt: both are named close together"
    if any(
        second.start - first.end < LIST_CHARS and not _STOP.search(text, first.end, second.start)
        for first, second in pairs
    ):
        return "one header or list names both"
    return _deal_in(text, pairs)


def _deal_in(text: str, pairs: Sequence[tuple[_Span, _Span]]) -> str:
    """A dealing in the sentence of both names or in neighbouring ones, or one header with both; "" for neither."""
    found = sentences(text)
    blocks = [_Span(block[0].start, block[-1].end) for block in header_blocks(found)]
    for first, second in pairs:
        if any(block.start <= first.start and second.end <= block.end for block in blocks):
            return "one header names both"
        i, j = _sentence_at(found, first), _sentence_at(found, second)
        if j - i <= 1 and any(_DEALING.search(sentence.text) for sentence in found[i : j + 1]):
            return "a dealing is told where both are named"
    return ""


def _sentence_at(found: Sequence[Sentence], span: _Span) -> int:
    return max((i for i, sentence in enumerate(found) if sentence.start <= span.start), default=0)


def _mentions(person: PersonName, text: str, words: frozenset[str]) -> list[_Span]:
    """Where a person may be named: by one of these words, unless another's given name stands beside it."""
    spans = (_Span(*match.span()) for match in _TOKEN.finditer(text) if match.group() in words)
    return [span for span in spans if not _is_anothers(person, text, span)]


def _surnames(person: PersonName, text: str) -> frozenset[str]:
    """The words of a text that may be a person's surname, also misread."""
    short, long = len(person.surname) - MAX_LOST_CHARS, len(person.surname) + MAX_MORE_CHARS
    return frozenset(w for w in _words(text) if short <= len(w) <= long and _is_surname(w, person.surname))


@lru_cache(maxsize=128)
def _words(text: str) -> frozenset[str]:
    """The distinct words of a text: one figure's passages are read for many premises."""
    return frozenset(_TOKEN.findall(text))


@lru_cache(maxsize=100_000)
def _is_surname(word: str, surname: str) -> bool:
    plain = fold(_TAIL.sub("", word))
    return plain == surname or (word[:1].isupper() and is_same_word(plain, surname))


def _is_anothers(person: PersonName, text: str, span: _Span) -> bool:
    before = _GIVEN_BEFORE.search(text[max(0, span.start - REACH_CHARS) : span.start])
    after = _GIVEN_AFTER.match(text[span.end : span.end + REACH_CHARS])
    given = [fold(match[1]) for match in (before, after) if match is not None]
    known = [word for word in given if word in GIVEN_NAMES]
    return bool(known) and not any(same_given(word, own) for word in known for own in person.given)


# --- quality --------------------------------------------------------------------------------------------------------

_TELLS = re.compile(
    r"\b(?:allegedly|alleged|supposed(?:ly)?|fictitious|fictional|never|purported(?:ly)?|hypothetical(?:ly)?|imaginary|"
    r"false(?:ly)?|rumou?red|claimed|if any)\b",
    re.IGNORECASE,
)
_DISCREDIT = re.compile(
    r"\b(?:crim\w+|fraud\w*|brib\w+|murder\w*|kill\w*|assassinat\w*|plot\w*|conspir\w*|corrupt\w*|launder\w*|guilty|"
    r"blackmail\w*|threaten\w*|smuggl\w*|traffick\w*|steal\w*|stole|theft|treason|traitor\w*|arrest\w*|affair|"
    r"mistress|illegal\w*|scandal\w*)\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\s+\d"
    r"|\b\d{1,2}\s+(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
    r"|\b\d{1,2}[/-]\d{1,2}[/-]\d{2,4}\b"
)


def premise_quality(question: str, false_element: str) -> Judgement:
    """The reply to `premise_quality`: the first fault of a question with a false premise, or sound."""
    alone = standalone(question)
    if alone.verdict is Outcome.FAIL:
        return alone
    told = f"{question} {false_element}"
    faults = (
        ("gives_itself_away", "the wording shows that the premise is false", _TELLS.search(told) is not None),
        ("discrediting", "a premise may not accuse anybody", _DISCREDIT.search(told) is not None),
        ("perturbed_detail", "a premise that states a day changes a detail only", _DAY.search(told) is not None),
        ("vague_premise", "the premise does not name two people", not _names_two(question, false_element)),
    )
    for category, reason, is_faulty in faults:
        if is_faulty:
            return Judgement(verdict=Outcome.FAIL, category=category, reason=reason)
    return Judgement(verdict=Outcome.PASS, category="sound", reason="no fault was found")


def _names_two(question: str, false_element: str) -> bool:
    """Whether both the question and the false element name the two people."""
    parties = parties_of(question, false_element)
    words = [[fold(_TAIL.sub("", word)) for word in _TOKEN.findall(told)] for told in (question, false_element)]
    return len(parties) > 1 and all(person.surname in said for person in parties[:2] for said in words)
