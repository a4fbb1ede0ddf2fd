"""Whether an answer says the same as a reference, and whether it declines: the embedded reader as a judge.

Belongs here: comparing by value (dates, money, numbers), by name, by words; recognising refusals, and the question
itself where a text repeats it. Does not: prompts or response schemas (scoring), finding answers (answering).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from rapidfuzz.distance import LCSseq

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import (
    TITLE_WORDS,
    Candidate,
    DateValue,
    asked_type,
    find_dates,
    find_money,
    find_numbers,
    find_proper,
    same_date,
)
from bench_resources.reader.answering_forms import list_asked
from bench_resources.reader.answering_items import is_replaced
from bench_resources.reader.answering_lists import is_same
from bench_resources.reader.matching_items import are_dated, match_dated, match_timeline
from bench_resources.reader.passages import FRAME_WORDS, STOP_WORDS, WORD, Sentence, is_same_word, stem
from bench_resources.reader.people import fold, parse_person, same_person

WORD_F1_FLOOR = 0.75  # two short phrases that share three words in four are one answer; below, often another one
MAX_EXTRA_WORDS = 40  # an answer that holds the reference among more words than this is a dump, not an answer
_TOKEN = re.compile(r"[^\W_]+(?:[.,](?=\d)[^\W_]+)*")
_HEDGE = re.compile(r"\b(?:or|either|possibly|maybe|perhaps|alternatively)\b", re.IGNORECASE)


@dataclass(frozen=True)
class Match:
    """Whether two answers agree, and by what."""

    is_correct: bool
    reason: str


def equivalent(question: str, reference: str, answer: str) -> Match:
    """Whether `answer` gives `reference` as the answer to `question`.

    Values are compared as values, names by surname and compatible first names, anything else by its words, which may be
    misread by a letter or two; figures never may. An answer that offers several values is wrong unless the first is
    right and the others are neither alternatives to it nor of its making (the question's own values are set aside).
    """
    if not answer.strip():
        return Match(False, "the answer is empty")
    timeline = match_timeline(question, reference, answer)
    return Match(timeline.is_correct, timeline.reason) if timeline is not None else _match(question, reference, answer)


def _match(question: str, reference: str, answer: str) -> Match:
    """Whether an answer of one part is the reference, by the kind of thing that this is."""
    kind = reference_kind(question, reference)
    if kind is AnswerType.DATE:
        return _match_dates(question, reference, answer)
    if kind is AnswerType.MONEY:
        return _match_amounts(question, find_money(reference), find_money(answer) or find_numbers(answer), answer)
    if kind is AnswerType.NUMBER:
        return _match_amounts(question, find_numbers(reference), find_numbers(answer), answer)
    if kind is AnswerType.PERSON:
        named = _match_person(reference, answer)
        return named if named is not None else _match_words(question, reference, answer)
    return _match_words(question, reference, answer)


def reference_kind(question: str, reference: str) -> AnswerType | None:
    """What the reference is: what its own text says where it is a value, else what the question asks for."""
    asked = asked_type(question)
    for kind, find in (
        (AnswerType.DATE, find_dates),
        (AnswerType.MONEY, find_money),
        (AnswerType.NUMBER, find_numbers),
    ):
        found = find(reference)
        is_whole = bool(found) and _letters(_without(reference, found)) <= (12 if asked is kind else 0)
        is_year_count = kind is AnswerType.DATE and asked in (
            AnswerType.NUMBER,
            AnswerType.MONEY,
            AnswerType.IDENTIFIER,
        )
        if is_whole and not is_year_count and (asked is kind or asked is None or kind is not AnswerType.NUMBER):
            return kind
    return asked if asked not in (AnswerType.DATE, AnswerType.MONEY, AnswerType.NUMBER) else None


def _letters(text: str) -> int:
    return sum(1 for char in text if char.isalpha())


def _without(text: str, found: Sequence[Candidate]) -> str:
    for candidate in reversed(found):
        text = text[: candidate.start] + text[candidate.end :]
    return text


# --- dates and amounts ----------------------------------------------------------------------------------------------


def _match_dates(question: str, reference: str, answer: str) -> Match:
    wanted = [value for value in map(_date, find_dates(reference)) if value is not None]
    asked = [value for value in map(_date, find_dates(question)) if value is not None]
    found = [(c, value) for c in find_dates(answer) if (value := _date(c)) is not None]
    fresh = [(c, v) for c, v in found if not any(same_date(v, a) and same_date(a, v) for a in asked)] or found
    if not fresh:
        return Match(False, "the answer states no date")
    is_right = any(same_date(want, fresh[0][1]) for want in wanted[:1]) and not _is_denied(answer, fresh[0][0].start)
    others = [v for _, v in fresh[1:] if not any(same_date(want, v) for want in wanted)]
    if is_right and not (others and _is_hedged(answer, fresh[0][0].end, fresh[-1][0].start)):
        return Match(True, "the same date")
    return Match(False, "another date" if not is_right else "the answer offers several dates")


def _date(candidate: Candidate) -> DateValue | None:
    return candidate.value if isinstance(candidate.value, DateValue) else None


def _is_hedged(answer: str, start: int, end: int) -> bool:
    """Whether what stands between two values offers them as alternatives or as a list."""
    between = answer[start:end]
    return bool(_HEDGE.search(between)) or not re.search(r"[a-z]{3}", re.sub(r"\band\b", "", between))


_DENIED = re.compile(r"(?:\bnot|\bnever|n['\u2019]t)\s+(?:\w+\s+){0,2}$", re.IGNORECASE)


def _is_denied(answer: str, start: int) -> bool:
    """Whether the words before a value deny it: "not (on the) 3 May"."""
    return _DENIED.search(answer[max(0, start - 30) : start]) is not None


def _match_amounts(question: str, wanted: Sequence[Candidate], found: Sequence[Candidate], answer: str) -> Match:
    in_question = {_amount(c) for c in (*find_money(question), *find_numbers(question))}
    fresh = [c for c in found if _amount(c) not in in_question] or list(found)
    if not fresh or not wanted:
        return Match(False, "the answer states no such figure")
    want = wanted[0]
    is_same_unit = not want.unit or not fresh[0].unit or want.unit == fresh[0].unit
    is_right = _amount(fresh[0]) == _amount(want) and is_same_unit and not _is_denied(answer, fresh[0].start)
    others = [c for c in fresh[1:] if _amount(c) != _amount(want)]
    if is_right and not (others and _is_hedged(answer, fresh[0].end, fresh[-1].start)):
        return Match(True, "the same figure")
    return Match(False, "another figure" if not is_right else "the answer offers several figures")


def _amount(candidate: Candidate) -> Decimal:
    return candidate.value if isinstance(candidate.value, Decimal) else Decimal(-1)


# --- names ----------------------------------------------------------------------------------------------------------


def _match_person(reference: str, answer: str) -> Match | None:
    """The verdict where the reference is plainly a person's name; None where it is not (an office, a list)."""
    wanted = parse_person(_before_office(reference))
    if wanted is None or len(wanted.surname) < 2:
        return None
    given = parse_person(_before_office(answer))
    if given is not None:
        is_same = same_person(wanted, given)
        return Match(is_same, "the same name" if is_same else "another name")
    return None


def _before_office(name: str) -> str:
    """The name without the office that follows it: "A. B. Carr, Director" gives "A. B. Carr"."""
    head, comma, tail = name.partition(",")
    is_office = bool(comma) and any(fold(word) in TITLE_WORDS for word in tail.split())
    return head if is_office and len(head.split()) > 1 else name


# --- words ----------------------------------------------------------------------------------------------------------


def tokens(text: str) -> list[str]:
    """The telling words of a text, folded: stems, figures without separators, no articles or prepositions."""
    plain = unicodedata.normalize("NFKC", text)
    found = (match.group() for match in _TOKEN.finditer(re.sub(r"\b([A-Z])\.(?=[A-Z]\b)", r"\1", plain)))
    return [_token(word) for word in found if word.casefold() not in STOP_WORDS and _token(word)]


def _token(word: str) -> str:
    return word.replace(",", "") if any(char.isdigit() for char in word) else stem(word)


def overlap(reference: str, answer: str) -> tuple[float, float]:
    """(share of the reference's words found in the answer, share of the answer's found in the reference)."""
    left, right = tokens(reference), tokens(answer)
    if not left or not right:
        return 0.0, 0.0
    recalled = sum(1 for word in left if any(is_same_word(word, other) for other in right))
    precise = sum(1 for word in right if any(is_same_word(word, other) for other in left))
    return recalled / len(left), precise / len(right)


def _match_words(question: str, reference: str, answer: str) -> Match:
    if not _same_figures(question, reference, answer):
        return Match(False, "a figure of the reference is missing or another stands in its place")
    if _lacks_lone_word(reference, answer):
        return Match(False, "other words")
    asked = set(tokens(question))
    trimmed = " ".join(word for word in tokens(answer) if word not in asked) or answer
    recall, _ = overlap(reference, answer)
    _, precision = overlap(reference, trimmed)
    f1 = 2 * recall * precision / (recall + precision) if recall + precision else 0.0
    n_extra = len(tokens(trimmed)) - len(tokens(reference))
    if recall == 1.0 and n_extra <= min(MAX_EXTRA_WORDS, 8 + 2 * len(tokens(reference))):
        is_list = _HEDGE.search(answer) is not None and _HEDGE.search(reference) is None and precision < 0.5
        return Match(not is_list, "the answer offers several" if is_list else "the answer holds the reference")
    if f1 >= WORD_F1_FLOOR or _is_acronym(reference, answer) or _is_shorter_form(reference, answer, precision):
        return Match(True, "nearly the same words")
    return Match(False, "other words")


def _lacks_lone_word(reference: str, answer: str) -> bool:
    """Whether a reference of one word is not among the answer's words as written, whose stems may mislead."""
    if len(tokens(reference)) != 1:
        return False
    wanted = [fold(word) for word in _TOKEN.findall(reference) if word.casefold() not in STOP_WORDS]
    given = [fold(word) for word in _TOKEN.findall(answer)]
    return not any(is_same_word(word, other) for word in wanted for other in given) and not _is_acronym(
        reference, answer
    )


def _same_figures(question: str, reference: str, answer: str) -> bool:
    figures = [
        {word for word in tokens(text) if any(char.isdigit() for char in word)}
        for text in (reference, answer, question)
    ]
    return figures[0] - figures[2] <= figures[1]


def _is_shorter_form(reference: str, answer: str, precision: float) -> bool:
    """Whether the answer is the reference with less than half of it left out, and nothing else."""
    return precision == 1.0 and 2 * len(tokens(answer)) > len(tokens(reference)) and len(tokens(answer)) > 1


def _is_acronym(one: str, other: str) -> bool:
    return any(spells(short, long) for short, long in ((one, other), (other, one)))


def spells(short: str, long: str) -> bool:
    """Whether `short`, 2 to 10 capitals, are the initials of the words of `long`, small words passed over or not."""
    letters = re.sub(r"[.\s]", "", short)
    if not letters.isupper() or not 2 <= len(letters) <= 10:
        return False
    words = re.findall(r"[^\W\d_]+(?:['\u2019-][^\W\d_]+)*", long)
    reached = {0}
    for word in words:
        is_small = word.casefold() in STOP_WORDS
        further = {at + 1 for at in reached if at < len(letters) and word[0].upper() == letters[at]}
        reached = further | (reached if is_small else set())
    return len(letters) in reached


# --- refusals -------------------------------------------------------------------------------------------------------

_SOURCES = (
    r"(?:documents?|records?|passages?|corpus|sources?|contexts?|texts?|materials?|files?|excerpts?|"
    r"evidence|information|"
    r"data|collection|archives?|releases?)"
)
_STATE = (
    r"(?:state|mention|contain|specify|provide|say|indicate|disclose|reveal|include|give|show|answer|"
    r"address|identify|name|"
    r"discuss|support|tell|list|report)"
)
_REFUSALS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        (
            rf"\b{_SOURCES}\b[^.;]{{0,60}}?\b(?:do(?:es)?(?:n['\u2019]t| not)|did(?:n['\u2019]t| not)|"
            rf"never|fails? to|cannot|can['\u2019]t)\s+(?:\w+ly\s+)?{_STATE}"
        ),
        rf"\bnone of the\s+(?:\w+\s+){{0,3}}{_SOURCES}\b[^.;]{{0,40}}\b{_STATE}s?",
        (
            rf"\bno\s+(?:\w+\s+){{0,3}}{_SOURCES}\b(?:[^.;]{{0,60}}\b(?:{_STATE}s?|found|available|"
            rf"exists?)|\s+(?:about|on|regarding|for|as to|of)\b|\s*[.!]?$)"
        ),
        (
            r"(?:\b(?:it|this|that|which|date|day|year|answer|amount|sum|name|identity|number|place|"
            r"location|information|details?|title|position|figure|recipient|sender)\b)"
            r"[^.;]{0,60}?\b(?:is|are|was|were|be|been)(?:n['\u2019]t| not| "
            r"never)\s+(?:\w+ly\s+)?(?:stated|mentioned|found|specified|provided|given|"
            rf"disclosed|available|recorded|documented|known|answered|supported|contained|included|"
            rf"indicated)\b[^.;]{{0,30}}(?:\b(?:in|by|from)\b[^.;]{{0,30}}\b{_SOURCES}\b|[.!]?$)"
        ),
        (
            rf"^\W*not\s+(?:\w+ly\s+)?(?:stated|mentioned|found|specified|provided|given|disclosed|"
            rf"available|recorded|documented|known|in\s+the\s+(?:\w+\s+){{0,3}}{_SOURCES}|enough\s+information|answerable)\b"
        ),
        (
            r"\bI\s+(?:am\s+(?:unable|not able)\s+to|cannot|can['\u2019]t|could\s?n['\u2019]t|could not|"
            r"do(?:n['\u2019]t| not)|did(?:n['\u2019]t| not)|was\s+(?:unable|not able)\s+to)\s+"
            r"(?:\w+ly\s+)?(?:find|determine|answer|know|locate|say|tell|have|see|identify|verify|confirm|provide)"
        ),
        (
            r"^\W*(?:unable to (?:find|determine|answer|locate|identify)|unknown|unanswerable|n/?a|none "
            r"found|no answer|cannot answer|can['\u2019]t answer|"
            r"cannot be (?:determined|answered|found|established)|"
            r"insufficient (?:information|evidence|data|context))\b\W*"
        ),
        (
            r"\b(?:this|the|that)\s+(?:question|answer|date|amount|name|information)?\s*(?:cannot|"
            r"can['\u2019]t|could not)\s+be\s+(?:determined|answered|found|established|identified)\b"
        ),
        (
            rf"\b(?:insufficient|not enough)\s+(?:information|evidence|data|context|detail)\b|"
            rf"\b{_SOURCES}\s+(?:is|are)\s+silent\b"
        ),
        (
            r"\b(?:we|the system|the assistant)\s+(?:cannot|can['\u2019]t|could not|are unable to|is "
            r"unable to)\s+(?:find|determine|answer|locate)"
        ),
    )
)
_CONCESSION = re.compile(r"\b(?:but|however|nevertheless|though|although|that said|still|yet)\b", re.IGNORECASE)


def is_refusal(question: str, answer: str) -> bool:
    """Whether an answer declines because the answer is not there. An empty answer is not a refusal.

    "The board declined the offer" is an answer: only sources, the speaker's own knowledge or a bare "not stated"
    decline. A refusal followed by "but" and a value of the asked kind answers after all, and so does one that stands
    beside a clause which gives such a value and nothing else; a value that the question holds is none.
    """
    text = " ".join(answer.split())
    found = [match for pattern in _REFUSALS if (match := pattern.search(text)) is not None]
    if not found or any(_commits(question, clause) for clause in _clauses(text)):
        return False
    rest = text[max(match.end() for match in found) :]
    turn = _CONCESSION.search(rest)
    return turn is None or not _answers_anyway(question, rest[turn.end() :])


def _answers_anyway(question: str, rest: str) -> bool:
    kind = asked_type(question)
    find = (
        {AnswerType.DATE: find_dates, AnswerType.MONEY: find_money, AnswerType.NUMBER: find_numbers}.get(kind)
        if kind
        else None
    )
    if find is None:
        asked = set(tokens(question))
        return any(word[0].isupper() for word in _TOKEN.findall(rest)[1:]) and not set(tokens(rest)) <= asked
    asked_values = [c.value for c in find(question)]
    return any(c.value not in asked_values for c in find(rest))


_IN_BRACKETS = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_CLAUSE_END = re.compile(  # a full stop, but no abbreviation's; a semicolon; the last dash of a sentence; a concession
    r"(?<!\b[A-Z])(?<!\b(?:Mr|Ms|Dr|St|No|Lt))(?<!\b(?:Sept|Capt|Prof))"
    r"(?<!\b(?:Mrs|Col|Gen|Sen|Rep|Gov|Maj|Hon|Rev|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sep|Oct|Nov|Dec))"
    r"[.!?]+[\"'\u2019\u201d]*\s+|;\s*"
    r"|\s*(?:\s-+\s|[\u2013\u2014])\s*(?=[^\u2013\u2014.;-]*(?:[.;]|$))"
    r"|,?\s+(?i:but|however|though|although|yet|while)\b,?\s*"
)
# What may stand beside a value without saying anything else: "as of", "not" and "before" do.
_BARE = FRAME_WORDS | frozenset(
    "it this that there he she they i we you its his her their my our the a an of on in at by to was is are were be "
    "been has have had did must would will answer reply result probably likely perhaps maybe possibly presumably "
    "apparently certainly surely definitely roughly approximately around circa think believe guess say said best total "
    "cost paid so yes mr mrs ms miss dr final".split()
)


def _clauses(text: str) -> list[str]:
    return [clause for clause in _CLAUSE_END.split(_IN_BRACKETS.sub(" ", text)) if clause.strip()]


def _commits(question: str, clause: str) -> bool:
    """Whether a clause is a value of the asked kind that the question does not hold, beside words that say nothing."""
    values = _fresh_values(question, clause)
    asked = {stem(word) for word in WORD.findall(question) if word.casefold() not in STOP_WORDS}
    beside = WORD.findall(_without(clause, values))
    return bool(values) and all(word.casefold() in _BARE or stem(word) in asked for word in beside)


def _fresh_values(question: str, clause: str) -> list[Candidate]:
    kind = asked_type(question)
    if kind is AnswerType.DATE:
        return _unasked(find_dates(question), find_dates(clause))
    if kind is AnswerType.NUMBER:
        return _unasked(find_numbers(question), find_numbers(clause))
    if kind is AnswerType.MONEY:
        lone = [c for c in find_numbers(clause) if len(c.text) > 1]  # one figure alone numbers a list
        return _unasked([*find_money(question), *find_numbers(question)], find_money(clause) or lone)
    known = {*tokens(question), *map(stem, _BARE)}
    # Any sentence opens with a capital, so a lone first word is no name: "Unfortunately", "Abstain".
    named = [c for c in find_proper(clause) if c.start > 0 or " " in c.text]
    named = [c for c in named if kind is not AnswerType.PERSON or c.kind is not AnswerType.ORGANISATION]
    return [c for c in named if not known.issuperset(tokens(c.text))]


def _unasked(asked: Sequence[Candidate], found: Sequence[Candidate]) -> list[Candidate]:
    held = [c.value for c in asked]
    return [c for c in found if c.value not in held]


_DENIAL = re.compile(
    r"\b(?:no (?:record|evidence|mention|sign|indication|such)|did(?:n['\u2019]t| not)|"
    r"was(?:n['\u2019]t| not)|were(?:n['\u2019]t| not)|never|does(?:n['\u2019]t| not)|not "
    r"(?:supported|mentioned|recorded|documented)|no (?:meeting|call|deal|agreement|contract|document))\b",
    re.IGNORECASE,
)


def rejects_premise(false_element: str, answer: str) -> bool:
    """Whether an answer denies the false element by name: half its telling words, in a sentence that denies.

    False for an empty element, of which no question is asked yet.
    """
    wanted = set(tokens(false_element))
    for sentence in re.split(r"(?<=[.!?;])\s+", answer):
        if wanted and _DENIAL.search(sentence) and 2 * len(wanted & set(tokens(sentence))) >= len(wanted):
            return True
    return False


@dataclass(frozen=True)
class ItemMatch:
    """Which reference items an answer names, and how many items of its own it adds."""

    matched: tuple[bool, ...]
    n_extra: int


_ITEM_BREAK = re.compile(r"\s*(?:\n+|;|•|(?<!\d),(?!\s?\d{3}\b)(?=\s)|\band\b(?=\s+[A-Z0-9$]))\s*")


def match_items(question: str, items: Sequence[str], answer: str) -> ItemMatch:
    """Items of the reference found in a listing answer, one item of the answer for one of the reference.

    Dates and names hold commas, so an answer is tried line by line first and cut at commas and "and" only where it is
    one line. Dated items ("March 3, 1964: ...") go by their dates first. Returns: no match and no extra for an empty
    answer.
    """
    if are_dated(items):
        pairing = match_dated(question, items, answer)
        return ItemMatch(pairing.matched, pairing.n_extra)
    lines = [line for line in re.split(r"\n+|;", answer) if line.strip(" -*•\t")]
    is_one = len(lines) == 1 and any(_is_subject(question, item, answer) for item in items)
    parts = lines if len(lines) > 1 or is_one else [part for part in _ITEM_BREAK.split(answer) if part.strip()]
    parts = [re.sub(r"^\s*(?:[-*•]|\d{1,2}[.)])\s*", "", part) for part in parts]
    free = list(range(len(parts)))
    matched = []
    for item in items:
        hit = next((i for i in free if _is_item(question, item, parts[i])), None)
        matched.append(hit is not None)
        if hit is not None:
            free.remove(hit)
    return ItemMatch(tuple(matched), len(free))


def _is_subject(question: str, item: str, answer: str) -> bool:
    """Whether an answer is one item of a list of papers' subjects, which hold commas and "and"."""
    asked = list_asked(question)
    return asked is not None and bool(asked.papers) and is_same(asked, item, answer)


def _is_item(question: str, item: str, part: str) -> bool:
    """Whether a part of an answer is an item: of one list two things that differ in a telling word are two."""
    asked = list_asked(question)
    if asked is not None and (asked.papers or is_same(asked, item, part)):
        return is_same(asked, item, part)
    is_equal = equivalent(question, item, part).is_correct
    return is_equal and (asked is None or asked.kind is not None or not is_replaced(item, part))


# --- the question itself ---------------------------------------------------------------------------------------------

MIN_REPEATED = 0.8  # of a question's words in their order: the rest is misread or left out
REPEAT_SLACK = 2  # words that a repeated question may have got between its own
_ASKING = frozenset("who whom whose what which when where why how did does do was were is are has had have".split())
_ALSO_A_CLAUSE = frozenset({"who", "whose", "which"})  # "Ann Reddick, who chaired the board in 1958, resigned"
_OPENED = re.compile(r"(?:^|[\"\u201c\u201d'\u2018:])\s*$")


@dataclass(frozen=True)
class _Asked:
    """A question's words in order, those that make it a question, and all of them stemmed."""

    words: tuple[str, ...]
    asking: frozenset[str]
    stems: frozenset[str]


@lru_cache(maxsize=4_000)
def _asked(question: str) -> _Asked:
    words = tuple(word.casefold() for word in WORD.findall(question))
    return _Asked(words, _ASKING.intersection(words), frozenset(map(stem, words)))


def repeats_question(question: str, sentence: Sentence) -> bool:
    """Whether a sentence holds the question itself, nearly whole and in its own order: it tells nothing, then.

    The words that ask must all be there. A statement never holds them in that order, or else as a clause that opens
    with "who" or "which", which counts only where it has a question mark or opens the sentence or a quotation. False
    for an empty question.
    """
    asked = _asked(question)
    needed = MIN_REPEATED * len(asked.words)
    if not asked.words or len(asked.stems & sentence.words) < MIN_REPEATED * len(asked.stems):
        return False
    found = list(WORD.finditer(sentence.text))
    words = [match.group().casefold() for match in found]
    size = len(asked.words) + REPEAT_SLACK
    for first in (i for i, word in enumerate(words) if word in asked.words[:2]):
        window = words[first : first + size]
        is_whole = asked.asking.issubset(window) and LCSseq.similarity(asked.words, window) >= needed
        if is_whole and _is_asked(asked, sentence.text, found[first : first + size]):
            return True
    return False


def _is_asked(asked: _Asked, text: str, window: Sequence[re.Match[str]]) -> bool:
    """Whether words in a question's order are that question and no clause of a statement."""
    if asked.words[0] not in _ALSO_A_CLAUSE:
        return True
    start, end = window[0].start(), window[-1].end()
    return "?" in text[start : end + 1] or _OPENED.search(text[:start]) is not None
