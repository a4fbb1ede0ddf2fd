"""Drafts that ask what an earlier draft of the table asks: the same question in other words, or the same fact.

Belongs here: when two drafts are one. Does not: which facts drafting keeps (drafting/drafts.py).
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

from rapidfuzz import fuzz

from bench_assets.drafting.agreement import plain
from bench_assets.drafting.drafts import SAME_FACT_RATIO
from bench_assets.gauntlet.rule_book.drafts import Draft, Evidence, words
from bench_assets.gauntlet.rule_book.figures import amounts, dates, ordinals
from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import TITLE_WORDS, find_dates
from bench_resources.reader.matching import reference_kind
from bench_resources.reader.passages import STOP_WORDS, stem
from bench_resources.reader.people import parse_person, same_person

SAME_WORDING = 88.0  # of 100, by sorted words: of two questions of one kind with the same names and figures
SAME_STEMS = 0.6  # of the telling words of the shorter question: reworded, where the answers agree or neither has any
SAME_SPAN = 0.5  # of the shorter span
_NAMED = re.compile(
    r"(?<=\S\s)[\"“(]?([A-Z][\w'\u2019&.-]*)|^(?!(?:Who|Whom|Whose|What|Which|When|Where|Why|How|In|On|At|By|To|From|"
    r"For|Of|With|During|As|Under|Before|After|Since|Until|About)\b)([A-Z][\w'\u2019&.-]*)"
)
_FRAME = frozenset(
    "who whom whose what which when where why how date day month year time person people name many much long "
    "did does do was were is are had has have been be exact calendar take place occur happen".split()
)


# A request's first word, and what stands before a name.
_NO_NAMES = (
    frozenset(
        "name give state identify say tell list put please kindly specify provide find describe explain indicate "
        "mention "
        "report recall determine date count write supply cite note show let pray answer question whom question: could "
        "would can do is are was were tell-me enter fill complete point pick choose select work look mr mrs ms miss dr "
        "messrs the an that this it there it's what's who's i if given on to".split()
    )
    | TITLE_WORDS
)


class Wording(NamedTuple):
    """What a question asks, taken apart.

    Attributes:
        folded: all words, sorted out of no order.
        names: capitalised words, initials left out.
        figures: dates, amounts and ordinals by value.
        stems: its other telling words.
        asked: the kind of answer, "" when the wording does not say.
    """

    folded: str
    names: frozenset[str]
    figures: frozenset[object]
    stems: frozenset[str]
    asked: str


class Fact(NamedTuple):
    """A draft as duplicates are told by."""

    draft: Draft
    wording: Wording
    answer: str


class Asked:
    """The drafts so far. Only those of one answer, or without any of the same names, are compared."""

    def __init__(self) -> None:
        self._questions: dict[str, str] = {}
        self._by_answer: dict[str, list[Fact]] = defaultdict(list)

    def repeats(self, draft: Draft) -> str:
        """Which earlier draft asks the same, in a sentence; "" when none does."""
        fact = _fact(draft)
        same = self._questions.get(fact.wording.folded)
        if same:
            return f"the question is that of {same} but for its marks"
        for other in self._rivals(fact):
            why = _is_same(fact, other)
            if why:
                return f"{other.draft.task_id} {why}"
        return ""

    def add(self, draft: Draft) -> None:
        """Remembers a draft."""
        fact = _fact(draft)
        self._questions.setdefault(fact.wording.folded, draft.task_id)
        for key in _keys(fact):
            self._by_answer[key].append(fact)

    def _rivals(self, fact: Fact) -> list[Fact]:
        """Earlier drafts of the same answer, in the order in which they came, each once."""
        found = {other.draft.task_id: other for key in _keys(fact) for other in self._by_answer.get(key, ())}
        return [found[task_id] for task_id in sorted(found)]


def _fact(draft: Draft) -> Fact:
    return Fact(draft, _wording(draft), _answer_key(draft))


def _wording(draft: Draft) -> Wording:
    question = draft.question
    found = {(first or second).strip('."“').casefold() for first, second in _NAMED.findall(question)}
    found = {part for name in found for part in re.sub(r"['\u2019]s?$", "", name).split("-")}
    names = frozenset(name for name in found if len(name.strip(".")) > 1 and name.strip(".") not in _NO_NAMES)
    figures = frozenset([*dates(question), *(a.value for a in amounts(question)), *ordinals(question)])
    telling = [word for word in words(question) if word not in names and not any(char.isdigit() for char in word)]
    stems = frozenset(stem(word) for word in telling if word not in STOP_WORDS | _FRAME and len(word) > 1)
    kind = draft.asked
    return Wording(" ".join(words(question)), names, figures, stems, kind.value if kind else "")


def _answer_key(draft: Draft) -> str:
    """An answer by value: equal for two ways of writing it; for a draft without one, what it is about."""
    if draft.is_rejection or not draft.answer:
        return f"{draft.type}: {' '.join(sorted(_wording(draft).names))}"
    if draft.items:
        return "; ".join(sorted(_value_key(draft.question, part.text) for part in draft.items))
    return _value_key(draft.question, draft.answer)


def _keys(fact: Fact) -> set[str]:
    """What an answer is found by: its value, and its words, since the kind of value depends on how it is asked for."""
    if fact.draft.is_rejection or not fact.draft.answer:
        return {fact.answer}
    return {fact.answer, " ".join(words(fact.draft.answer))}


def _value_key(question: str, text: str) -> str:
    kind = reference_kind(question, text)
    if kind is AnswerType.DATE and len(find_dates(text)) == 1:
        (date,) = dates(text)[:1] or (None,)
        return f"date {date}"
    if kind in {AnswerType.MONEY, AnswerType.NUMBER} and len(found := amounts(text)) == 1:
        return f"amount {found[0].value.normalize()}"
    person = parse_person(text) if kind is AnswerType.PERSON else None
    if person is not None:
        return f"person {person.surname}"
    return " ".join(word for word in words(text) if word not in STOP_WORDS)


def _is_same(one: Fact, other: Fact) -> str:
    """Why two drafts of one answer ask the same; "" when they do not."""
    is_other_list = one.draft.type != other.draft.type and (one.draft.items or other.draft.items)
    if is_other_list or not _has_same_bearer(one, other):
        return ""
    has_answer = bool(one.draft.answer)
    if _is_reworded(one.wording, other.wording, has_answer=has_answer):
        return "asks the same in other words"
    if not has_answer or not _may_agree(one.wording, other.wording):
        return ""
    return "rests on the same statement and has the same answer" if _shares_evidence(one.draft, other.draft) else ""


def _has_same_bearer(one: Fact, other: Fact) -> bool:
    """Whether two people of one surname may be one; True for any other answer."""
    if not one.answer.startswith("person "):
        return True
    first, second = parse_person(one.draft.answer), parse_person(other.draft.answer)
    return first is None or second is None or same_person(first, second)


def _is_reworded(one: Wording, other: Wording, *, has_answer: bool) -> bool:
    is_of_kind = one.asked == other.asked or (has_answer and not (one.asked and other.asked))
    if not is_of_kind or not _is_compatible(one, other):
        return False
    if (
        one.names == other.names
        and fuzz.token_sort_ratio(one.folded, other.folded) >= SAME_WORDING
        and one.stems == other.stems
    ):
        return True
    fewer = min(len(one.stems), len(other.stems))
    shared = len(one.stems & other.stems) / fewer if fewer else float(one.stems == other.stems)
    is_whole = one.stems <= other.stems or other.stems <= one.stems
    return shared >= SAME_STEMS or (has_answer and is_whole and bool(one.stems & other.stems))


def _is_compatible(one: Wording, other: Wording) -> bool:
    """Whether neither question names what the other does not, or one only says more than the other."""
    names = one.names <= other.names or other.names <= one.names
    return names and (one.figures <= other.figures or other.figures <= one.figures)


def _may_agree(one: Wording, other: Wording) -> bool:
    """Whether neither has a figure that the other contradicts, and they do not name different people and places."""
    is_apart = bool(one.names - other.names) and bool(other.names - one.names) and not one.names & other.names
    figures = one.figures <= other.figures or other.figures <= one.figures
    return figures and not is_apart


def _shares_evidence(one: Draft, other: Draft) -> bool:
    return any(_is_one_statement(a, b) for a in one.evidence for b in other.evidence)


def _is_one_statement(one: Evidence, other: Evidence) -> bool:
    if one.doc_id == other.doc_id:
        shared = min(one.end, other.end) - max(one.start, other.start)
        shorter = min(one.end - one.start, other.end - other.start)
        if shorter > 0 and shared >= SAME_SPAN * shorter:
            return True
    return fuzz.ratio(plain(one.quote), plain(other.quote), score_cutoff=SAME_FACT_RATIO) > 0
