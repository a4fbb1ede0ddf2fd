"""Whether a window of a document states the answer to a question: the label of a pool.

Belongs here: finding the one passage that holds the answer and speaks of the question's matter. Does not: choosing
windows, deciding what a label means for a task (pooling).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import NamedTuple

from bench_resources.prompting import AnswerType, PoolLabel, Support
from bench_resources.reader.answer_types import (
    TITLE_WORDS,
    DateValue,
    asked_type,
    find_dates,
    find_money,
    find_numbers,
    header_role,
    same_date,
    speaks_of_document,
)
from bench_resources.reader.entries import of_entry, title_asked, title_places
from bench_resources.reader.matching import reference_kind, repeats_question, tokens
from bench_resources.reader.passages import (
    DOCUMENT_WORDS,
    Query,
    Sentence,
    begun,
    coverage,
    header_blocks,
    is_same_word,
    join_wraps,
    match_sentences,
    name_coverage,
    parse_query,
    sentences,
    stem,
)
from bench_resources.reader.people import names_another, parse_person, people_named, same_given
from bench_resources.reader.support_items import label_item, label_undated

MIN_SUPPORT = 0.6  # of the question's weight in the passage; most of it, since OCR and other wording cost some
LONG_PASSAGE_CHARS = 400
MIN_LONG_SUPPORT = 0.7
MIN_NAMES = 0.7  # of the weight of its names and figures
MIN_OWN_SHARE = 0.3  # of the question's weight in the very sentence that holds the answer
MIN_EXACT = 0.3  # below this no misread letter can help: a cheap way out before edit distances
MAX_PASSAGE_SENTENCES = 3
_DOCUMENT_STEMS = frozenset(stem(word) for word in DOCUMENT_WORDS)
_IRRELEVANT = PoolLabel(
    label=Support.IRRELEVANT, quote=None, reason="no passage of the window speaks of the question's matter"
)


def pool_label(question: str, answer: str, window: str) -> PoolLabel:
    """The reply to `pool_label`: supports with a verbatim quote, partial, or irrelevant.

    A passage is up to three neighbouring sentences, or a header block. It supports when it holds the answer by value
    and, the answer's own words set aside, most of the question's weight with its names. The answer's string about
    something else is irrelevant, the matter without the answer partial. An item of an answer of several parts goes by
    its date and figure (support_items).
    """
    item = label_item(question, answer, window)
    if item is not None:
        return item
    label = _label(question, answer, window)
    listed = label_undated(question, answer, window) if label.label is not Support.SUPPORTS else None
    return listed if listed is not None and listed.label is Support.SUPPORTS else label


def _label(question: str, answer: str, window: str) -> PoolLabel:
    query = parse_query(question)
    granted = _granted(query)
    hoped = begun(query, window) | granted
    if coverage(query, hoped) < MIN_SUPPORT or name_coverage(query, hoped, granted) < MIN_NAMES:
        return _IRRELEVANT
    entry = _entry(question, answer, window)
    if entry:
        return PoolLabel(label=Support.SUPPORTS, quote=entry, reason="an entry dates the paper that the question names")
    reading = _Reading(question, sentences(window), may_be_header=speaks_of_document(question))
    is_matter = False
    for passage in reading.passages():
        if reading.fit(passage) >= reading.floor(passage):
            is_matter = True
            if _states(question, answer, reading, passage):
                quote = window[reading.found[passage.first].start : reading.found[passage.last].end]
                return PoolLabel(
                    label=Support.SUPPORTS, quote=quote, reason="one passage states the answer to the question"
                )
    if is_matter:
        return PoolLabel(label=Support.PARTIAL, quote=None, reason="a passage speaks of the matter without the answer")
    return _IRRELEVANT


def _entry(question: str, answer: str, window: str) -> str:
    """The entry of a register or the form that gives the answer beside the title asked for; "" when none does."""
    title = title_asked(question)
    for place in title_places(title, window) if title else ():
        stated = of_entry(question, window, place)
        if stated is not None and holds_answer(question, answer, stated.text):
            return window[min(place.label, stated.start) : max(place.end, stated.end)]
    return ""


def _states(question: str, answer: str, reading: _Reading, passage: _Passage) -> bool:
    """Whether a passage on the question's matter states the answer to it.

    The sentence that holds the answer must itself speak of the matter, and a header hold it in the field asked for: the
    answer's string stands in many lists beside the matter.
    """
    held = reading.found[passage.first : passage.last + 1]
    text = " ".join(sentence.text for sentence in held)
    if not holds_answer(question, answer, text) or names_another(people_named(question), text):
        return False
    numbers = range(passage.first, passage.last + 1)
    stating = (
        [i for i in numbers if holds_answer(question, answer, reading.found[i].text)]
        if len(held) > 1
        else [passage.first]
    )
    if passage.is_header:
        role = header_role(question, asked_type(question))
        return not role or any(reading.found[i].field in (role, "") for i in stating)
    return not stating or any(reading.own_share(i) >= MIN_OWN_SHARE for i in stating)


class _Passage(NamedTuple):
    """Sentences by number, both ends included."""

    first: int
    last: int
    is_header: bool


class _Reading:
    """A window's sentences with what of the question each holds, matched once and only where it may matter.

    A sentence that repeats the question holds nothing of it: it asks.
    """

    def __init__(self, question: str, found: Sequence[Sentence], *, may_be_header: bool) -> None:
        self.query = query = parse_query(question)
        self.found = found
        self.may_be_header = may_be_header
        self._weights = dict(zip(query.stems, query.weights, strict=True))
        self._dated = sum(self._weights[key] for key, _ in query.dates)
        self._exact = [sum(self._weights[key] for key in s.words.intersection(query.stems)) for s in found]
        asking = [i for i, sentence in enumerate(found) if repeats_question(question, sentence)]
        self._matched: dict[int, frozenset[str]] = dict.fromkeys(asking, frozenset())

    def passages(self) -> Iterator[_Passage]:
        """Single sentences first, then header blocks, then two and three neighbours: the shortest passage is the quote.

        Sentences of which too little of the question can be hoped for are passed over.
        """
        floor = MIN_EXACT * self.query.total - self._dated
        yield from (_Passage(i, i, is_header=False) for i, told in enumerate(self._exact) if told >= floor)
        at = {sentence.start: i for i, sentence in enumerate(self.found)} if self.may_be_header else {}
        yield from (_Passage(at[b[0].start], at[b[-1].start], is_header=True) for b in header_blocks(self.found) if at)
        upto = [0.0, *accumulate(self._exact)]
        for n in range(2, MAX_PASSAGE_SENTENCES + 1):
            for i in range(len(self.found) - n + 1):
                if upto[i + n] - upto[i] >= floor:
                    yield _Passage(i, i + n - 1, is_header=False)

    def fit(self, passage: _Passage) -> float:
        """The share of the question's weight in a passage; 0 when its names are not there."""
        granted = _granted(self.query) if passage.is_header else frozenset()
        matched = granted.union(*(self._match(i) for i in range(passage.first, passage.last + 1)))
        if name_coverage(self.query, matched, granted) < MIN_NAMES:
            return 0.0
        return coverage(self.query, matched)

    def floor(self, passage: _Passage) -> float:
        """How much of the question a passage must hold: more of a long one, which holds many words by chance."""
        length = self.found[passage.last].end - self.found[passage.first].start
        return MIN_SUPPORT if passage.is_header or length <= LONG_PASSAGE_CHARS else MIN_LONG_SUPPORT

    def own_share(self, i: int) -> float:
        """The share of the question's weight in one sentence."""
        return coverage(self.query, self._match(i))

    def _match(self, i: int) -> frozenset[str]:
        if i not in self._matched:
            self._matched[i] = frozenset(match_sentences(self.query, self.found[i : i + 1]))
        return self._matched[i]


def _granted(query: Query) -> frozenset[str]:
    """What a header block holds of a question by being one."""
    return frozenset(key for key in query.stems if key in _DOCUMENT_STEMS)


def holds_answer(question: str, answer: str, text: str) -> bool:
    """Whether a text holds an answer: a date, amount or figure by value, a person by surname, else its words."""
    kind = reference_kind(question, answer)
    if kind is AnswerType.DATE:
        wanted = [c.value for c in find_dates(answer) if isinstance(c.value, DateValue)]
        return any(isinstance(c.value, DateValue) and same_date(wanted[0], c.value) for c in find_dates(text))
    if kind in (AnswerType.MONEY, AnswerType.NUMBER):
        find = find_money if kind is AnswerType.MONEY else find_numbers
        amounts = find(answer)
        return any(c.value == amounts[0].value and (not c.unit or c.unit == amounts[0].unit) for c in find(text))
    if kind is AnswerType.PERSON and (name := parse_person(answer)) is not None:
        return _holds_person(name.given, name.surname, text)
    return _holds_words(answer, text)


def _holds_person(given: Sequence[str], surname: str, text: str) -> bool:
    """The surname with a given name or its initial within three words of it, or right after a title."""
    words = [word.casefold().strip(".,;:'\u2019\"()") for word in join_wraps(text).replace(".", ". ").split()]
    for i, word in enumerate(words):
        near = words[max(0, i - 3) : i] + words[i + 1 : i + 3]
        is_titled = i > 0 and words[i - 1] in TITLE_WORDS
        is_named = is_titled or not given or any(other and same_given(given[0], other) for other in near)
        if is_named and is_same_word(word, surname):
            return True
    return False


def _holds_words(answer: str, text: str) -> bool:
    """Nine in ten of the answer's telling words, figures all, within a stretch not much longer than the answer."""
    wanted = tokens(answer)
    there = tokens(text)
    if not wanted:
        return join_wraps(answer).casefold() in join_wraps(text).casefold()
    alike = {word: frozenset(i for i, want in enumerate(wanted) if is_same_word(want, word)) for word in set(there)}
    size = len(wanted) + 2
    stretches = range(max(1, len(there) - len(wanted) + 1))
    return _has_all(wanted, frozenset().union(*alike.values())) and any(
        _has_all(wanted, frozenset().union(*(alike[word] for word in there[i : i + size]))) for i in stretches
    )


def _has_all(wanted: Sequence[str], held: frozenset[int]) -> bool:
    """Whether all but a tenth of the wanted words are held by number, and every figure."""
    missing = [word for i, word in enumerate(wanted) if i not in held]
    return len(missing) <= len(wanted) // 10 and not any(char.isdigit() for word in missing for char in word)
