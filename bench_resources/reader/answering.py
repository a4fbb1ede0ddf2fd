"""Answers a question from passages by extraction: the best sentence, then the best thing of the asked kind in it.

Belongs here: choosing and abstaining. Does not: drafting. It shares no pattern and no module with drafting (a test
asserts the imports), or the gauntlet would only agree with itself.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from bench_resources.prompting import Answer, AnswerType
from bench_resources.reader import answer_types as types
from bench_resources.reader.answer_types import (
    Candidate,
    DateValue,
    asked_type,
    header_role,
    same_date,
    speaks_of_document,
)
from bench_resources.reader.answering_lists import answer_list, may_state
from bench_resources.reader.entries import (
    TitlePlace,
    asks_of_paper,
    names_title,
    of_entry,
    speaks_of_title,
    title_asked,
    title_places,
)
from bench_resources.reader.matching import repeats_question, spells
from bench_resources.reader.offices import Office, office_asked, office_holders
from bench_resources.reader.passages import (
    DOCUMENT_WORDS,
    STOP_WORDS,
    WORD,
    Query,
    Sentence,
    begun,
    coverage,
    header_blocks,
    is_date_line,
    is_same_word,
    join_wraps,
    match_sentences,
    matter_coverage,
    name_coverage,
    parse_query,
    sentences,
    stem,
    stems_in_order,
    weight,
)
from bench_resources.reader.people import (
    PersonName,
    fold,
    names_another,
    parse_person,
    people_named,
    same_person,
)

DECLINED = "The documents do not state it."
MIN_COVERAGE = 0.5  # of the question's weight in the sentence, its neighbours counting half; below, abstain
MIN_NAME_COVERAGE = 0.7  # of the question's names and figures, in the sentence and its neighbours
MIN_EXACT_COVERAGE = 0.2  # below this no misread letter can help: a cheap way out before edit distances
MIN_MATTER = 0.5  # of what the question says of its names: a sentence about the same person is not yet an answer
N_UNITS_READ = 8  # sentences that candidates are taken from, best first
NEIGHBOUR_SHARE = 0.5
HEADER_SCORE = 0.9  # what a field's value scores beside its block's coverage; a well placed candidate has about as much
_DOCUMENT_STEMS = frozenset(stem(word) for word in DOCUMENT_WORDS)


@dataclass(frozen=True)
class Finding:
    """An extracted answer with where it stands and how well its sentence fits the question, about 0 to 2."""

    text: str
    doc_id: str
    sentence: str
    coverage: float
    score: float


@dataclass(frozen=True)
class _Unit:
    """A sentence or a header block with how much of the question it covers."""

    doc_id: str
    lines: tuple[Sentence, ...]
    matched: frozenset[str]  # stems of the text
    coverage: float
    is_header: bool

    @property
    def text(self) -> str:
        return " ".join(line.text for line in self.lines)


def answer(question: str, passages: Sequence[tuple[str, str]]) -> Answer:
    """The reply to the `answer` prompt. Passages are (doc_id, text); none is closed book, which always abstains."""
    listed = answer_list(question, passages, DECLINED)
    if listed is not None:
        return listed
    found = [finding for finding in find_answers(question, passages) if may_state(question, finding.sentence)]
    if not found:
        return Answer(answer=DECLINED, doc_ids=[], is_abstained=True)
    best = found[0]
    same = [finding.doc_id for finding in found if finding.text.casefold() == best.text.casefold()]
    return Answer(answer=best.text, doc_ids=list(dict.fromkeys(same)), is_abstained=False)


def find_answers(question: str, passages: Sequence[tuple[str, str]]) -> list[Finding]:
    """Extracted answers, best first, one per sentence read; [] when no passage fits the question."""
    query = parse_query(question)
    office = office_asked(question)
    fitting = [(doc_id, _without_question(question, text)) for doc_id, text in passages if _may_fit(query, text)]
    if office is not None:
        return _from_offices(office, fitting)
    units: list[_Unit] = []
    found: list[Finding] = []
    for doc_id, text in fitting:
        units += _units(query, question, doc_id, text)
        found += _from_whole(question, query, doc_id, text)
    units.sort(key=lambda unit: (-unit.coverage, unit.doc_id))
    found += [finding for unit in units[:N_UNITS_READ] if (finding := _extract(question, query, unit)) is not None]
    return sorted(found, key=lambda finding: (-finding.score, finding.doc_id, finding.text))


def _may_fit(query: Query, text: str) -> bool:
    """Whether a text could cover the question at all: a cheap way out before it is split into sentences."""
    hoped = begun(query, text) | _DOCUMENT_STEMS.intersection(query.stems)
    return coverage(query, hoped) >= MIN_COVERAGE and name_coverage(query, hoped) >= MIN_NAME_COVERAGE


def _without_question(question: str, text: str) -> str:
    """The text with a gap for every sentence that repeats the question: whoever asks or quotes it states nothing."""
    for sentence in sentences(text):
        if repeats_question(question, sentence):
            gap = "\n\n\n".ljust(sentence.end - sentence.start)  # a gap too where every line is followed by a blank one
            text = text[: sentence.start] + gap + text[sentence.end :]
    return text


# --- which sentences ------------------------------------------------------------------------------------------------


def _units(query: Query, question: str, doc_id: str, text: str) -> list[_Unit]:
    found = sentences(text)
    title = title_asked(question)
    is_date_asked = asked_type(question) is AnswerType.DATE
    headers = [u for u in _header_units(query, title, doc_id, text) if _is_dated_header(u)] if title else []
    if title and is_date_asked and asks_of_paper(question) and title_places(title, text):
        return headers
    units = [unit for i in range(len(found)) if (unit := _sentence_unit(query, title, doc_id, found, i)) is not None]
    if title and is_date_asked:
        return [*headers, *(unit for unit in units if speaks_of_title(title, unit.text))]
    if speaks_of_document(question):
        units += _header_units(query, title, doc_id, text)
    return units


def _header_units(query: Query, title: str, doc_id: str, text: str) -> list[_Unit]:
    """The header blocks that fit, and state the title where the question names one: another's date is no answer."""
    units = [u for block in header_blocks(sentences(text)) if (u := _header_unit(query, doc_id, block)) is not None]
    return [u for u in units if not title or names_title(title, text[u.lines[0].start : u.lines[-1].end + len(title)])]


def _sentence_unit(query: Query, title: str, doc_id: str, found: Sequence[Sentence], i: int) -> _Unit | None:
    own_stems = found[i].words
    if coverage(query, own_stems | {key for key, _ in query.dates}) < MIN_EXACT_COVERAGE:
        return None
    own = match_sentences(query, found[i : i + 1])
    around = set(own)
    for near in (*found[max(0, i - 1) : i], *found[i + 1 : i + 2]):
        around |= near.words.intersection(query.stems)
    covered = _blend(coverage(query, own), coverage(query, around))
    # A sentence that states the title asked about is on the matter, whatever it calls the work or its appearing.
    is_titled = bool(title) and speaks_of_title(title, found[i].text)
    matter = 1.0 if is_titled else _blend(matter_coverage(query, own), matter_coverage(query, around))
    if covered < MIN_COVERAGE or matter < MIN_MATTER or not _has_names(query, around):
        return None
    return _Unit(doc_id, (found[i],), frozenset(own.values()), covered, is_header=False)


def _blend(own: float, around: float) -> float:
    """A sentence's own share, and half of what its neighbours add."""
    return own + NEIGHBOUR_SHARE * (around - own)


def _has_names(query: Query, matched: set[str]) -> bool:
    return name_coverage(query, matched) >= MIN_NAME_COVERAGE


def _header_unit(query: Query, doc_id: str, block: tuple[Sentence, ...]) -> _Unit | None:
    own = match_sentences(query, block)
    granted = {key for key in query.stems if key in _DOCUMENT_STEMS}
    covered = coverage(query, granted | set(own))
    told = coverage(query, set(own) - granted)
    is_about = matter_coverage(query, granted | set(own)) >= MIN_MATTER and _has_names(query, set(own) | granted)
    if covered < MIN_COVERAGE or told < MIN_EXACT_COVERAGE or not is_about:
        return None
    return _Unit(doc_id, block, frozenset(own.values()), covered, is_header=True)


# --- which thing in the sentence ------------------------------------------------------------------------------------

IN_ENTRY_SCORE = 0.95  # beside coverage: a little more than a header's, which a register is read as too


def _is_dated_header(unit: _Unit) -> bool:
    """Whether a block is one document's header, with a date of its own; a register's entries look much like it."""
    fields = {line.field for line in unit.lines}
    is_dated = "date" in fields or is_date_line(unit.lines[0])
    titled = [line for line in unit.lines if line.field == "subject" and WORD.search(line.text, line.value_at)]
    is_labelled = any(line.field == "date" and line.value_at for line in unit.lines)
    return is_dated and len(titled) == 1 and (is_labelled or not fields.isdisjoint(("to", "from")))


def _from_whole(question: str, query: Query, doc_id: str, text: str) -> list[Finding]:
    """What is read from a passage as a whole: the head of a register's entry, an abbreviation's brackets."""
    if _EXPANSION_QUESTION.search(question):
        return _bracketed(question, doc_id, text)
    title = title_asked(question)
    if not title:
        return []
    held = [(place, c) for place in title_places(title, text) if (c := of_entry(question, text, place)) is not None]
    return [_entry_finding(query, doc_id, text, place, c) for place, c in held]


def _from_offices(office: Office, passages: Sequence[tuple[str, str]]) -> list[Finding]:
    """Who held an office, the plainest statement first; [] where the plainest name several people."""
    held = [(holder, doc_id, text) for doc_id, text in passages for holder in office_holders(office, text)]
    best = max((holder.plainness for holder, _, _ in held), default=0.0)
    plain = [name for holder, _, _ in held if holder.plainness == best and (name := parse_person(holder.name))]
    if any(not same_person(plain[0], other) for other in plain[1:]):
        return []
    found = [
        Finding(h.name, doc_id, join_wraps(text[max(0, h.start - 120) : h.end + 120]), h.plainness, 1.0 + h.plainness)
        for h, doc_id, text in held
    ]
    return sorted(found, key=lambda finding: (-finding.score, -len(finding.text), finding.doc_id, finding.text))


def _entry_finding(query: Query, doc_id: str, text: str, place: TitlePlace, date: Candidate) -> Finding:
    """The date of an entry; the better its title is read, and the more of the question stands there, the more sure."""
    first, last = min(place.label, date.start), max(place.end, date.end)
    entry = join_wraps(text[first:last])
    granted = _DOCUMENT_STEMS.intersection(query.stems)
    told = coverage(query, {stem(word) for word in WORD.findall(entry)} | granted)
    return Finding(date.text, doc_id, entry, 1.0, 1.0 + IN_ENTRY_SCORE + 0.1 * told - 0.02 * place.n_misread)


_ARTICLE = re.compile(r"^(?:the|a|an)\s+(?=\w)", re.IGNORECASE)


def _extract(question: str, query: Query, unit: _Unit) -> Finding | None:
    kind = asked_type(question)
    if unit.is_header:
        return _from_header(question, query, unit, header_role(question, kind))
    line = unit.lines[0]
    if line.field and line.field != header_role(question, kind):
        return None  # another field of a header, whose own field is read with its block
    if names_another(people_named(question), line.text) or _is_of_nobody(question, line):
        return None
    scored = [
        (_score(question, query, unit, candidate), candidate) for candidate in _candidates(question, kind, line.text)
    ]
    scored = [(score, candidate) for score, candidate in scored if score > 0]
    if not scored:
        return None
    score, best = max(scored, key=lambda pair: (pair[0], -pair[1].start))
    said = _ARTICLE.sub("", join_wraps(best.text).strip(" ,;:"))
    return Finding(said, unit.doc_id, line.text, unit.coverage, unit.coverage + score)


_PRONOUN = re.compile(
    r"\b(?:he|she|him|her|his|hers|they|them|their|i|me|my|you|who|whose|subject)\b|^(?:it|this|these)\b", re.IGNORECASE
)


def _is_of_nobody(question: str, line: Sentence) -> bool:
    """Whether a sentence speaks of nobody whom the question names: they stand in the sentence beside it."""
    people = people_named(question)
    if not people or _PRONOUN.search(line.text):
        return False
    there = {fold(re.sub(r"['\u2019]s$", "", word)) for word in re.findall(r"[\w'\u2019-]+", line.text)}
    return not any(is_same_word(person.surname, word) for person in people for word in there)


_MAIL_ADDRESS = re.compile(r"\s*[<\[(][^<>\s]*@[^<>\s]*[>\])]?")


def _from_header(question: str, query: Query, unit: _Unit, role: str) -> Finding | None:
    values = [line.text[line.value_at :] for line in unit.lines if line.field == role]
    if role == "date":
        dates = [c for line in unit.lines for c in types.find_dates(line.text) if line.field in ("date", "")]
        values = [date.text for date in dates if not _is_in_question(question, query, date)]
    values = [
        _MAIL_ADDRESS.sub("", value).strip(" .,;:-_|*~") for value in values if not value.lstrip().startswith("(")
    ]  # a form's instruction
    told = [value for value in values if sum(char.isalnum() for char in value) > 2]
    if not told:
        return None
    return Finding(told[0], unit.doc_id, unit.text, unit.coverage, unit.coverage + HEADER_SCORE)


_FINDERS: dict[AnswerType, Callable[[str], list[Candidate]]] = {
    AnswerType.DATE: types.find_dates,
    AnswerType.MONEY: types.find_money,
    AnswerType.NUMBER: types.find_numbers,
    AnswerType.PLACE: types.find_places,
}


def _candidates(question: str, kind: AnswerType | None, text: str) -> list[Candidate]:
    """Everything in a sentence that could be an answer of the kind."""
    if kind in _FINDERS:
        return _FINDERS[kind](text)
    if _EXPANSION_QUESTION.search(question):
        return _expansions(question, text)
    found = list(types.find_proper(text))
    if kind is AnswerType.IDENTIFIER:
        found = _undated([*types.find_identifiers(text), *types.find_numbers(text)], text)
        found = _of_the_kind(question, found)
    if kind is AnswerType.TITLE:
        found = _positions(question, text) or found
    if kind in (None, AnswerType.TITLE, AnswerType.IDENTIFIER):
        found += _quoted(text)
    return found if kind else [*found, *_remainders(question, text)]


_LAW_ASKED = re.compile(
    r"\bwhich (?:[\w-]+ ){0,2}(act|law|bill|order|resolution|directive|treaty|convention|charter|ordinance|statute)\b",
    re.IGNORECASE,
)


def _of_the_kind(question: str, found: list[Candidate]) -> list[Candidate]:
    """The candidates that call themselves what is asked for, "Act" for "which act"; all for another question."""
    asked = _LAW_ASKED.search(question)
    if asked is None:
        return found
    return [c for c in found if asked.group(1).casefold() in c.text.casefold().split()]


def _undated(found: Sequence[Candidate], text: str) -> list[Candidate]:
    """The candidates that are no part of a date."""
    dates = [date for date in types.find_dates(text) if isinstance(date.value, DateValue) and date.value.month]
    return [c for c in found if not any(date.start < c.end and c.start < date.end for date in dates)]


def _positions(question: str, text: str) -> list[Candidate]:
    """Positions in a sentence, the names that the question holds cut from either end."""
    asked = set(parse_query(question).stems)
    found = []
    for title in types.find_titles(text):
        words = list(WORD.finditer(text, title.start, title.end))
        while words and _is_trailing(words[-1].group(), asked):
            words.pop()
        words = _trim_stops(words)
        if words:
            start, end = words[0].start(), words[-1].end()
            found.append(Candidate(text[start:end], start, end, AnswerType.TITLE))
    return found


def _is_trailing(word: str, asked: set[str]) -> bool:
    """Whether a word at a position's end is the question's rather than the answer's: "on Civil Rights"."""
    plain = word.casefold()
    return plain in STOP_WORDS or (stem(word) in asked and plain not in types.TITLE_WORDS)


def _quoted(text: str) -> list[Candidate]:
    found = re.finditer(r"[\"“]([^\"“”]{3,80})[\"”]", text)
    return [Candidate(m.group(1), m.start(1), m.end(1), AnswerType.TITLE) for m in found]


_EXPANSION_QUESTION = re.compile(r"\b(?:stands? for|abbreviat\w+|acronym|initials)\b", re.IGNORECASE)


def _expansions(question: str, text: str) -> list[Candidate]:
    """For "what does ABC stand for": runs of words beside ABC whose initials are its letters."""
    found = []
    for short in re.findall(r"\b[A-Z]{2,10}\b", question):
        for at in re.finditer(rf"\b{short}\b", text):
            found += [c for c in _runs_beside(text, at) if spells(short, c.text) and not _opens_small(c.text)]
    return found


def _bracketed(question: str, doc_id: str, text: str) -> list[Finding]:
    """Expansions that stand beside their abbreviation in brackets, also where the sentence is cut between them."""
    joined = join_wraps(text)
    return [
        Finding(c.text, doc_id, joined[max(0, c.start - 80) : c.end + 80], 1.0, 1.0 + IN_BRACKETS_SCORE)
        for c in _expansions(question, joined)
        if _IN_BRACKETS.match(joined, c.end) or _AFTER_BRACKET.search(joined, 0, c.start)
    ]


IN_BRACKETS_SCORE = 1.0
_IN_BRACKETS = re.compile(r"\s*[(\[]\s*[\"\u201c]?(?:[A-Z]\.?){2,10}[\"\u201d]?\s*[)\]]")
_AFTER_BRACKET = re.compile(r"[A-Z]{2,10}\s*[(\[]\s*[\"\u201c]?$")


def _opens_small(run: str) -> bool:
    first = WORD.search(run)
    return first is None or first.group().casefold() in STOP_WORDS


EXPANSION_CHARS = 200  # either side of an abbreviation
_EXPANDED = re.compile(r"(?<![^\W\d_])[^\W\d_][\w'\u2019&.-]*")


def _runs_beside(text: str, at: re.Match[str]) -> list[Candidate]:
    near = text[: at.end() + EXPANSION_CHARS]
    words = [(m.start(), m.end()) for m in _EXPANDED.finditer(near, max(0, at.start() - EXPANSION_CHARS))]
    before = [w for w in words if w[1] <= at.start()][-12:]
    after = [w for w in words if w[0] >= at.end()][:12]
    spans = [(start, before[-1][1]) for start, _ in before] + [(after[0][0], end) for _, end in after]
    shown = [(a, b) for a, b in spans if text[a].isupper() and not re.search(r"[^\w\s&'\u2019.-]|\.\s[a-z]", text[a:b])]
    return [Candidate(text[a:b], a, b, AnswerType.ORGANISATION) for a, b in shown]


def _remainders(question: str, text: str) -> list[Candidate]:
    """Runs of words that the question does not hold, for a question whose wording names no kind."""
    asked = set(parse_query(question).stems)
    runs: list[list[re.Match[str]]] = [[]]
    for word in WORD.finditer(text):
        if stem(word.group()) in asked:
            runs.append([])
        else:
            runs[-1].append(word)
    trimmed = [run for run in map(_trim_stops, runs) if 0 < len(run) <= 12]
    return [Candidate(text[r[0].start() : r[-1].end()], r[0].start(), r[-1].end(), AnswerType.TITLE) for r in trimmed]


def _trim_stops(run: list[re.Match[str]]) -> list[re.Match[str]]:
    while run and run[0].group().casefold() in STOP_WORDS:
        run = run[1:]
    while run and run[-1].group().casefold() in STOP_WORDS:
        run = run[:-1]
    return run


_CUES = {
    AnswerType.DATE: re.compile(r"\b(?:on|in|since|dated|of|until|by)\s+(?:or about\s+|the\s+)?$", re.IGNORECASE),
    AnswerType.PLACE: re.compile(r"\b(?:in|at|to|from|near|into)\s+(?:the\s+)?$", re.IGNORECASE),
    AnswerType.PERSON: re.compile(r"\b(?:by|to|from|with|named)\s+(?:the\s+)?$", re.IGNORECASE),
    AnswerType.ORGANISATION: re.compile(r"\b(?:by|of|for|at|with|to)\s+(?:the\s+)?$", re.IGNORECASE),
    AnswerType.TITLE: re.compile(r"(?:,|\b(?:as|is|was|became|the))\s+(?:the\s+)?$", re.IGNORECASE),
}  # fmt: skip
_KIN = {
    AnswerType.PERSON: {AnswerType.TITLE: 0.5, AnswerType.ORGANISATION: 0.25, AnswerType.PLACE: 0.4},
    AnswerType.ORGANISATION: {AnswerType.TITLE: 0.5, AnswerType.PERSON: 0.4, AnswerType.PLACE: 0.6},
    AnswerType.PLACE: {AnswerType.PERSON: 0.3, AnswerType.ORGANISATION: 0.5},
    AnswerType.TITLE: {AnswerType.PERSON: 0.2, AnswerType.ORGANISATION: 0.3},
}


def _score(question: str, query: Query, unit: _Unit, candidate: Candidate) -> float:
    """How well a candidate fits, about 0 to 1.2; 0 for one that the question holds or of another kind."""
    kind = asked_type(question)
    if _is_in_question(question, query, candidate) or _is_unfit(question, kind, candidate):
        return 0.0
    text = unit.lines[0].text
    order = _order_bonus(question, text, candidate)
    cue = _cue_bonus(kind, text[max(0, candidate.start - 20) : candidate.start])
    led = _led_bonus(question, text, candidate)
    fit = _fit(kind, candidate, is_cued=cue > 0 or order > 0)
    fit = 1.0 if led > 0 and fit > 0 and candidate.kind is AnswerType.PLACE else fit  # "to Carr" has a place's look
    if fit < _UNLIKE:
        return 0.0
    bonus = cue + order + led + _beside_bonus(question, text, candidate) + _clause_bonus(question, text, candidate)
    bonus += _noun_bonus(question, text[candidate.end : candidate.end + 40])
    bonus += 0.1 if isinstance(candidate.value, DateValue) and candidate.value.is_full else 0.0
    return 0.4 * fit + 0.6 * _nearness(query, unit, candidate) + bonus


_AGENT = re.compile(r"\bby\s+(?:the\s+)?(?:Mr\.?\s+|Mrs\.?\s+)?$", re.IGNORECASE)
_UNLIKE = 0.2  # a fit below this is another kind of thing
_UNCUED = 0.4  # of its fit has a thing of a kindred kind, where no word before it says that it is what is asked for


def _cue_bonus(kind: AnswerType | None, before: str) -> float:
    """Extra for the word before that goes with the kind asked for: "on" a date, "at" a place, "by" a doer."""
    cue = _CUES.get(kind) if kind else None
    bonus = 0.1 if cue is not None and cue.search(before) else 0.0
    is_doer = kind in (AnswerType.PERSON, AnswerType.ORGANISATION) and _AGENT.search(before) is not None
    return bonus + (0.2 if is_doer else 0.0)


def _fit(kind: AnswerType | None, candidate: Candidate, *, is_cued: bool) -> float:
    """How well a candidate's kind suits the kind asked for; a lone everyday word with a capital is no person."""
    if kind is None:
        return 1.0
    if candidate.kind is not kind:
        return _KIN.get(kind, {}).get(candidate.kind, 0.0) * (1.0 if is_cued else _UNCUED)
    if kind is not AnswerType.PERSON:
        return 1.0
    words = [word for word in WORD.findall(candidate.text) if len(word) > 2]
    if not words or (len(words) == 1 and weight(words[0].casefold()) < 1.0):
        return 0.0
    return 0.8 if len(words) == 1 else 1.0


def _is_in_question(question: str, query: Query, candidate: Candidate) -> bool:
    if isinstance(candidate.value, DateValue):
        value = candidate.value
        return any(isinstance(c.value, DateValue) and same_date(value, c.value) for c in types.find_dates(question))
    keys = [stem(word) for word in WORD.findall(candidate.text) if word.casefold() not in STOP_WORDS]
    keys = [key for key in keys if key]
    if not keys or all(key in query.stems for key in keys):
        return True
    is_person = candidate.kind is AnswerType.PERSON and len(keys) > 1
    return is_person and any(is_same_word(keys[-1], name) for name in query.names)


_DAY_ASKED = re.compile(r"\b(?:date|day)\b", re.IGNORECASE)


def _is_unfit(question: str, kind: AnswerType | None, candidate: Candidate) -> bool:
    """Whether a candidate can be no answer whatever stands about it: a year for a day, a named person for a place."""
    if isinstance(candidate.value, DateValue):
        return candidate.value.month is None and _DAY_ASKED.search(question) is not None
    if kind is not AnswerType.PLACE:
        return False
    words = {fold(word) for word in candidate.text.split()}
    return any(person.surname in words for person in people_named(question))


_DOER = re.compile(r"^(?:who|(?:which|what) (?:\w+ ){1,2}?)\s*(?:(?:was|were|is|has|had|will)\s+)*(\w+)", re.IGNORECASE)


def _order_bonus(question: str, text: str, candidate: Candidate) -> float:
    """Extra for what stands before the verb where the question asks who did it, less for an aside in brackets."""
    aside = -0.15 if text[max(0, candidate.start - 1) : candidate.start] == "(" else 0.0
    doer = _DOER.match(question)
    if doer is None or asked_type(question) not in (AnswerType.PERSON, AnswerType.ORGANISATION):
        return aside
    verb = next((m for m in WORD.finditer(text) if stem(m.group()) == stem(doer.group(1))), None)
    return aside + (0.2 if verb is not None and candidate.end <= verb.start() <= candidate.end + 60 else 0.0)


_LED = re.compile(r"^(to|from|with|for|at|into|against)\s+(?:whom|which|what)\b", re.IGNORECASE)


def _led_bonus(question: str, text: str, candidate: Candidate) -> float:
    """Extra for what stands behind the small word that the question opens with: "To whom", "From which agency"."""
    led = _LED.match(question)
    ahead = text[max(0, candidate.start - 20) : candidate.start]
    is_led = led is not None and re.search(rf"\b{led.group(1)}\s+(?:the\s+|Mrs?\.?\s+)?$", ahead, re.IGNORECASE)
    return 0.25 if is_led else 0.0


_DONE = re.compile(r"\b(?:did|does|do)\s+(.+)|\b(?:was|were|is|are|been|be)\s+(.+)", re.IGNORECASE)


def _clause_bonus(question: str, text: str, candidate: Candidate) -> float:
    """Extra for what follows the question's verb in its own clause: "joined" what, "opened ... on" which date.

    Less for what stands between commas that shut the verb out: "the file, closed on 9 June, was opened on 3 May".
    """
    verb = _verb(question)
    spoken = [m for m in WORD.finditer(text) if stem(m.group()) == verb] if verb else []
    if not spoken:
        return 0.0
    aside = _ASIDE.search(text[: candidate.start]) if text[candidate.end : candidate.end + 1] == "," else None
    if aside is not None:
        return 0.0 if any(aside.start() <= m.start() < candidate.end for m in spoken) else -0.15
    ends = [m.end() for m in spoken if m.end() <= candidate.start]
    between = text[ends[-1] : candidate.start] if ends else ","
    is_near = len(between) <= MAX_CLAUSE_CHARS and "," not in between and ";" not in between
    return 0.15 if is_near else 0.0


_ASIDE = re.compile(r",(?=\s[a-z])[^,;]{1,40}$")
MAX_CLAUSE_CHARS = 80


@lru_cache(maxsize=4_000)
def _verb(question: str) -> str:
    """The stem of what a question says was done: the first small word of weight after "did" or "was"; "" for none."""
    done = _DONE.search(question)
    rest = (done.group(1) or done.group(2)) if done else ""
    words = [word for word in WORD.findall(rest) if word.casefold() not in STOP_WORDS and stem(word)]
    return next((stem(word) for word in words if word[0].islower()), "")


def _beside_bonus(question: str, text: str, candidate: Candidate) -> float:
    """Extra for a position right beside the name of the person asked about."""
    if candidate.kind is not AnswerType.TITLE:
        return 0.0
    near = f"{text[max(0, candidate.start - 20) : candidate.start]} | {text[candidate.end : candidate.end + 30]}"
    is_beside = any(_has_surname(person, near, text) for person in people_named(question))
    return 0.2 if is_beside else 0.0


def _has_surname(person: PersonName, near: str, text: str) -> bool:
    """Whether a surname is among the words near; one like it only where it stands nowhere in the text as asked."""
    words = {fold(word) for word in WORD.findall(near)}
    if person.surname in {fold(word) for word in WORD.findall(text)}:
        return person.surname in words
    return stem(person.surname) in {stem(word) for word in words}


_COUNTED = re.compile(r"\bhow many\s+((?:[\w'\u2019-]+\s?){1,3})", re.IGNORECASE)


def _noun_bonus(question: str, after: str) -> float:
    """Extra for a figure that stands before the noun that the question counts."""
    counted = _COUNTED.search(question)
    if counted is None:
        return 0.0
    nouns = {stem(word) for word in WORD.findall(counted.group(1)) if word.casefold() not in STOP_WORDS}
    return 0.4 if any(stem(word) in nouns for word in WORD.findall(after)[:4]) else 0.0


def _nearness(query: Query, unit: _Unit, candidate: Candidate) -> float:
    """How near the question's matched words stand to the candidate, in [0, 1]."""
    stems = stems_in_order(unit.lines[0])
    starts = [at for _, at in stems]
    first, last = bisect_left(starts, candidate.start), bisect_left(starts, candidate.end) - 1
    weights = dict(zip(query.stems, query.weights, strict=True))
    nearest: dict[str, int] = {}
    for i, (key, _) in enumerate(stems):
        if key in unit.matched and not first <= i <= last:
            gap = first - i if i < first else i - last
            nearest[key] = min(gap, nearest.get(key, gap))
    total = sum(weights.get(key, 0.5) for key in unit.matched)
    near = sum(weights.get(key, 0.5) / (1 + (gap - 1) / 5) for key, gap in nearest.items())
    return near / total if total else 0.0
