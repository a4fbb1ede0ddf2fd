"""Answers questions whose answer is a list: the dispatch of their forms, and every item that fits a list question.

Belongs here: which forms are answered as lists, reading the items of a list question. Does not: dossiers
(answering_dossier), timelines (answering_timeline), answers of one part (answering), drafting.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bench_resources.prompting import Answer, AnswerType
from bench_resources.reader.answer_types import BODY_WORDS, TITLE_WORDS, DateValue, find_dates, find_places, find_proper
from bench_resources.reader.answering_dossier import answer_dossier, is_real
from bench_resources.reader.answering_doubts import doubtful_subjects, may_be_of
from bench_resources.reader.answering_figures import figure_spans
from bench_resources.reader.answering_forms import ListAsked, list_asked
from bench_resources.reader.answering_items import is_same_item, is_same_subject
from bench_resources.reader.answering_meanings import MEETING, WRITING, meanings, same_meaning
from bench_resources.reader.answering_statements import PAST, Told, header_name, names_figure, stems_of, told_in
from bench_resources.reader.answering_timeline import answer_timeline
from bench_resources.reader.passages import STOP_WORDS, WORD, stem, weight
from bench_resources.reader.people import parse_person

MIN_FRAME = 0.7  # of the weight of what the question says beside its figure and verb
MAX_ITEM_WORDS = 14
MIN_SURNAME = 3  # letters: less is what a scanner left of a word


@dataclass(frozen=True)
class Item:
    """One item with the document that gives it, the date of its statement and the kind asked for."""

    text: str
    doc_id: str
    value: DateValue | None
    kind: AnswerType | None


def answer_list(question: str, passages: Sequence[tuple[str, str]], declined: str) -> Answer | None:
    """The answer to a question that wants several parts; None for any other, which is then answered with one thing."""
    if not passages:
        return None
    whole = answer_timeline(question, passages, declined) or answer_dossier(question, passages, declined)
    if whole is not None:
        return whole
    asked = list_asked(question)
    items = list_items(asked, passages) if asked is not None else []
    if asked is None or (not items and asked.is_open):
        return None
    if not items:
        return Answer(answer=declined, doc_ids=[], is_abstained=True)
    doc_ids = [item.doc_id for item in items]
    return Answer(
        answer="; ".join(item.text for item in items), doc_ids=list(dict.fromkeys(doc_ids)), is_abstained=False
    )


def may_state(question: str, sentence: str) -> bool:
    """Whether a sentence may give the one answer to a question: of one that wants a list by its verb and its figure."""
    asked = list_asked(question)
    if asked is None:
        return True
    is_done = not asked.verb or any(same_meaning(stem(asked.verb), key) for key in stems_of(sentence))
    return is_done and bool(figure_spans(asked.figure, sentence))


def list_items(asked: ListAsked, passages: Sequence[tuple[str, str]]) -> list[Item]:
    """Every item that the passages give, each once, in order of date and place."""
    found: list[Item] = []
    for doc_id, text in passages:
        for told in told_in(text):
            if fits(asked, told) or may_fit(asked, told, text):
                for item in items_of(asked, told):
                    _add(found, Item(item, doc_id, told.value, asked.kind), asked)
        for subject in _doubtful(asked, text):
            _add(found, Item(subject, doc_id, None, asked.kind), asked)
    dated = sorted((item for item in found if item.value is not None), key=lambda item: _key(item.value))
    return [*dated, *(item for item in found if item.value is None)]


def _doubtful(asked: ListAsked, text: str) -> Iterator[str]:
    if asked.papers:
        yield from doubtful_subjects(asked.figure, asked.period, text, told_in(text), is_of_record=asked.is_of_record)


def _key(value: DateValue | None) -> tuple[int, int, int]:
    return (value.year or 0, value.month or 0, value.days[0] if value.days else 0) if value else (0, 0, 0)


# --- which statements -----------------------------------------------------------------------------------------------


def fits(asked: ListAsked, told: Told) -> bool:
    """Whether a statement tells what a list question asks: its figure, verb and matter, no other time."""
    is_named = bool(asked.papers) or names_figure(asked.figure, told)  # a paper's subject is read with its matter
    if not is_named or not holds_matter(asked, told):
        return False
    if asked.period is not None:
        return told.value is not None and asked.period.holds(told.value)
    return True


def may_fit(asked: ListAsked, told: Told, text: str) -> bool:
    """Whether a paper whose date is not read may be of a question's period: a date near its header is."""
    if not asked.papers or asked.period is None or told.value is not None or not holds_matter(asked, told):
        return False
    return told.kind == "header" and may_be_of(asked.period, text, told.start, told.end)


def holds_matter(asked: ListAsked, told: Told) -> bool:
    """Whether a statement says that what is asked about was done, by a verb of its meaning, and really."""
    if asked.papers:
        return bool(_subjects_naming(asked, told))
    if told.kind == "header":
        is_written = bool(meanings(stem(asked.verb)) & WRITING) or stem(asked.verb) in _RECEIVED
        return is_written and _frame_share(asked, told) >= MIN_FRAME
    is_met = told.kind == "row" and bool(meanings(stem(asked.verb)) & MEETING)
    if told.kind == "row":
        return is_met
    if asked.verb and not _spoken(asked, told.text):
        return False
    return _frame_share(asked, told) >= MIN_FRAME and is_real(told.text)


MAX_TORN = 10  # words of a subject behind the place where its line was torn
_ON_SUBJECT = re.compile(
    r"\b(?:(?<!same )subj(?:ect)?\s*[:;,]|(?:entitled|captioned|titled|on\s+the\s+subject)\b\s*[:;,]?)\s*[\"\u201c]?\s*"
    r"(?P<subject>[^\"\u201c\u201d;]{3,160}?)(?=[\"\u201d;]|\.(?:\s|$)|$)",
    re.IGNORECASE,
)


def _subjects_naming(asked: ListAsked, told: Told) -> list[str]:
    """The subjects, naming the figure, of the papers that a statement heads or speaks of."""
    if told.kind == "header":
        is_of_kind = not asked.is_of_record or (told.is_memorandum and not told.receiver)
        subjects = [told.subject, _torn(told)] if is_of_kind else []
    elif told.kind == "sentence":
        subjects = [about["subject"] for about in _ON_SUBJECT.finditer(told.text)]
    else:
        subjects = []
    naming = [subject for subject in subjects if figure_spans(asked.figure, subject)]
    return naming[:1] if told.kind == "header" else naming


def _torn(told: Told) -> str:
    """A header's subject with what goes on in small letters where its line was torn; "" for a whole one."""
    after = told.after.lstrip(" .,;:-_|")
    return f"{told.subject} {' '.join(after.split()[:MAX_TORN])}" if after[:1].islower() else ""


def _frame_share(asked: ListAsked, told: Told) -> float:
    there = stems_of(told.sentence)
    weights = {key: weight(key) for key in asked.frame if key not in _ANY_FRAME}
    total = sum(weights.values())
    if not total:
        return 1.0
    return sum(w for key, w in weights.items() if any(same_meaning(key, other) for other in there)) / total


_RECEIVED = frozenset(map(stem, "receive hear get".split()))
_ANY_FRAME = frozenset(
    map(stem, "people person documents records state stated letter letters memorandum memoranda message".split())
)

# --- which things in them -------------------------------------------------------------------------------------------


def items_of(asked: ListAsked, told: Told) -> list[str]:
    """The items that one statement gives, as it writes them."""
    if asked.papers:
        return [subject for text in _subjects_naming(asked, told) if _is_thing(subject := " ".join(text.split()))]
    if told.kind == "header":
        texts = _from_header(asked, told)
    elif asked.kind is None and not asked.is_undergone and not asked.is_doer and _is_done_by_other(asked, told.text):
        texts = []
    elif asked.kind is None:
        texts = _things(asked, told)
    else:
        texts = _named(asked, told)
    plain = [" ".join(text.split()).strip(" .,;:") for text in texts]
    return [text for text in plain if _is_thing(text) and not _is_asked(asked, text)]


def _is_thing(text: str) -> bool:
    return sum(map(str.isalpha, text)) > 1 and text.split(maxsplit=1)[0].casefold() not in _JOINTS


_JOINTS = frozenset({"and", "but", "or", "nor"})  # what follows the verb after all is another verb


def _is_asked(asked: ListAsked, text: str) -> bool:
    """Whether an item is the figure asked about, or says nothing that the question does not."""
    said = stems_of(asked.said)
    return bool(figure_spans(asked.figure, text)) or stems_of(text) <= said


def _from_header(asked: ListAsked, told: Told) -> list[str]:
    """The other party of a header, or its subject, by what is asked for."""
    is_sender = bool(figure_spans(asked.figure, told.sender))
    is_receiver = bool(figure_spans(asked.figure, told.receiver))
    if asked.kind is None:
        is_theirs = is_receiver if asked.is_figure_undergoer else is_sender
        return [told.subject] if is_theirs and asked.lead in ("about", "on", "to") and told.subject else []
    if asked.lead == "from" or asked.is_doer:
        return [header_name(told.sender)] if is_receiver and told.sender else []
    return [header_name(told.receiver)] if is_sender and told.receiver and asked.lead in ("to", "") else []


_BETWEEN = r"\s|,|\band\b|\bboth\b|\bthe\b|\bMr\.?|\bMrs\.?|\bMs\.?|\bDr\.?|\bas well as\b"


def _named(asked: ListAsked, told: Told) -> list[str]:
    """The people, bodies or places that stand where the question's word would stand in the statement."""
    text = told.text
    finder = find_places if asked.kind is AnswerType.PLACE else find_proper
    found = [part for run in finder(text) for part in _apart(text, run.start, run.end, run.kind)]
    runs = [(a, b) for a, b, kind in found if _is_of_kind(asked.kind, text[a:b], kind)]
    if told.kind == "row":
        return [text[a:b] for a, b in runs[:1]] if figure_spans(asked.figure, told.sender) else [told.sender]
    runs += [run for run in _after_honorifics(text) if not any(a < run[1] and run[0] < b for a, b in runs)]
    figures: list[Chars] = [(_title_start(text, a), b) for a, b in figure_spans(asked.figure, text)]
    others = [run for run in runs if not any(a < run[1] and run[0] < b for a, b in figures)]
    return [text[a:b] for a, b in dict.fromkeys(_slots(asked, text, figures, others))]


_HONOURED = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Dr)\.?\s+([A-Z][\w'\u2019-]{2,})")


def _after_honorifics(text: str) -> list[Chars]:
    """Bare surnames behind "Mr.": people all the same."""
    return [match.span(1) for match in _HONOURED.finditer(text)]


_TITLE_AHEAD = re.compile(r"(?:[A-Z][\w'\u2019-]*\.?\s+){1,4}$")


def _title_start(text: str, start: int) -> int:
    """Where a name begins with the titles before it: "Harbor Master Reddick"; a domain word stands before its title."""
    ahead = _TITLE_AHEAD.search(text, max(0, start - 60), start)
    words = list(re.finditer(r"\S+", ahead.group())) if ahead else []
    titled = [i for i, word in enumerate(words) if word.group().casefold().strip(".") in TITLE_WORDS]
    if ahead is None or not titled or titled[-1] != len(words) - 1:
        return start
    return ahead.start() + words[titled[0]].start()


def _apart(text: str, start: int, end: int, kind: AnswerType) -> list[tuple[int, int, AnswerType]]:
    """A run of capitalised words, two bodies joined by "and" taken apart where the first is a body by itself."""
    joint = re.search(r"\s+and\s+(?:the\s+)?", text[start:end])
    ahead = text[start : start + joint.start()].split() if joint else []
    if joint is None or len(ahead) < 2 or ahead[-1].casefold().strip(".,") not in BODY_WORDS:
        return [(start, end, kind)]
    return [(start, start + joint.start(), kind), *_apart(text, start + joint.end(), end, kind)]


def _is_of_kind(wanted: AnswerType | None, name: str, kind: AnswerType) -> bool:
    words = [word.casefold().strip(".,") for word in name.split()]
    is_body = any(word in BODY_WORDS for word in words)
    if wanted is AnswerType.ORGANISATION:
        return kind is AnswerType.ORGANISATION or is_body or len(words) > 1
    if wanted is AnswerType.PERSON:
        return (is_body and len(words) > 1) or _is_person(name, words)
    return True


def _is_person(name: str, words: Sequence[str]) -> bool:
    """Whether a name is a person's: a given name or an initial before a surname, or a title; no lone word."""
    person = parse_person(name)
    if person is None or person.surname in TITLE_WORDS | STOP_WORDS or len(person.surname) < MIN_SURNAME:
        return False
    return bool(person.given) or (len(words) > 1 and any(word in TITLE_WORDS for word in words))


def _slots(asked: ListAsked, text: str, figures: Sequence[Chars], others: Sequence[Chars]) -> list[Chars]:
    """The names that stand in the place asked for: behind a small word, around or beside the verb."""
    if asked.lead and not (_is_meeting(asked) and asked.lead == "with"):
        leads = [m.end() for m in re.finditer(rf"\b{asked.lead}\b", text, re.IGNORECASE)]
        return [name for end in leads for name in _behind(text, end, others, figures)]
    chosen: list[Chars] = []
    for verb in _verbs(asked, text):
        behind, ahead = _behind(text, verb.end(), others, figures), _ahead(text, verb.start(), others, figures)
        if _is_meeting(asked):
            chosen += _met(text, verb, others, figures)
        elif asked.is_doer:
            chosen += ahead or _behind_by(text, verb.end(), others, figures)
        else:
            chosen += behind or (ahead if asked.is_undergone or _BY.match(text, verb.end()) else [])
    return chosen


def _met(text: str, verb: re.Match[str], others: Sequence[Chars], figures: Sequence[Chars]) -> list[Chars]:
    """Whom a figure met: the verb's object and other subjects, or the subjects where the figure is the object."""
    ahead, behind = _ahead(text, verb.start(), others, figures), _behind(text, verb.end(), others, figures)
    if set(_behind(text, verb.end(), figures, others)):
        return ahead
    return [*ahead, *behind] if _ahead(text, verb.start(), figures, others) else []


def _is_done_by_other(asked: ListAsked, text: str) -> bool:
    """Whether somebody else is the subject of the question's verb, and the figure stands elsewhere in the clause."""
    figures: list[Chars] = [(a, b) for a, b in figure_spans(asked.figure, text)]
    for verb in _verbs(asked, text):
        named = [(run.start, run.end) for run in find_proper(text) if len(run.text.split()) > 1]
        others = [run for run in named if not any(a < run[1] and run[0] < b for a, b in figures)]
        is_by = any(re.search(r"\bby\b[^.;]{0,40}$", text[verb.end() : a]) for a, _ in figures if a > verb.end())
        is_ahead = any(b <= verb.start() for _, b in figures)
        if is_by or is_ahead or not _ahead(text, verb.start(), others, figures):
            return False
    return bool(figures)


def _verbs(asked: ListAsked, text: str) -> list[re.Match[str]]:
    """Where a statement says by a verb of the question's meaning what was done; "to discuss" says what it was for."""
    spoken = _spoken(asked, text)
    return [verb for verb in spoken if not text[: verb.start()].endswith(" to ")] or spoken


def _spoken(asked: ListAsked, text: str) -> list[re.Match[str]]:
    if not asked.verb:
        return []
    found = [word for word in WORD.finditer(text) if same_meaning(stem(asked.verb), stem(word.group()))]
    return [word for word in found if _may_be_verb(text, word)]


def _may_be_verb(text: str, word: re.Match[str]) -> bool:
    """Whether a word is no part of a name or an office: "Inspector General" says of nobody that they inspected."""
    if word.group()[0].islower() or word.start() == 0:
        return True
    return word.group().isupper() and text.isupper()


Chars = tuple[int, int]
_BY = re.compile(r"\s+(?:\w+\s+){0,3}?by\b")


def _is_meeting(asked: ListAsked) -> bool:
    return bool(meanings(stem(asked.verb)) & MEETING)


def _behind_by(text: str, start: int, others: Sequence[Chars], figures: Sequence[Chars]) -> list[Chars]:
    by = re.compile(r"[^.;]{0,80}?\bby\b").match(text, start)
    return _behind(text, by.end(), others, figures) if by else []


def _behind(text: str, start: int, others: Sequence[Chars], figures: Sequence[Chars]) -> list[Chars]:
    """The names that follow a place with nothing but other names and small words between."""
    names = (*others, *figures)
    return [name for name in others if start <= name[0] and _is_linked(text, start, name[0], names, _AFTER)]


def _ahead(text: str, end: int, others: Sequence[Chars], figures: Sequence[Chars]) -> list[Chars]:
    """The names before a verb with nothing but other names and small words between: its subjects."""
    names = (*others, *figures)
    return [name for name in others if name[1] <= end and _is_linked(text, name[1], end, names, _BEFORE)]


_AFTER = r"\b(?:with|to|by|also)\b"
_BEFORE = r"\b(?:was|were|had|has|have|been|first|also|both|later|then)\b"


def _is_linked(text: str, start: int, end: int, names: Sequence[Chars], more: str) -> bool:
    between = list(text[start:end])
    for a, b in names:
        if start <= a and b <= end:
            between[a - start : b - start] = " " * (b - a)
    return re.fullmatch(rf"(?:{_BETWEEN}|{more})*", "".join(between), re.IGNORECASE) is not None


# --- things ---------------------------------------------------------------------------------------------------------

_STOPS = re.compile(
    r"\b(?:on|in|at|by|with|to|from|for|about|during|before|after|without|under|until|through|as|when|where|while|who"
    rf"|which|that|was|were|is|are|has|have|had|and\s+{PAST.pattern}|but|however|no later)\b"
    r"|[,;:()\"\u201c\u201d]|\.(?=\s|$)",
    re.IGNORECASE,
)
_CALENDAR = (
    "January|February|March|April|May|June|July|August|September|October|November|December|"
    "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
)
_AT_PLACE = re.compile(rf"\s?(?:at|in|on|near)\s+(?:the\s+)?(?=[A-Z])(?!(?:{_CALENDAR})\b)")
_HAPPENINGS = frozenset(
    "fire flood flooding theft collision walkout strike spill collapse accident explosion robbery riot meeting hearing "
    "session conference landing crash shooting leak storm burglary break-in protest election trial sinking bombing "
    "demonstration".split()
)
_NOUN_LEAD = re.compile(r"\s*(?:the|a|an|his|her|its|their|both)?\s*", re.IGNORECASE)
_LEADS_ALIKE = (frozenset({"for", "in", "of"}), frozenset({"about", "on", "concerning", "regarding"}))


def _things(asked: ListAsked, told: Told) -> list[str]:
    """The noun phrases that stand where the question's word would stand in the statement."""
    text = told.text
    if asked.lead:
        found = [phrase for end in _lead_ends(asked, text) if (phrase := noun_phrase(text, end))]
        return found[:1] if found else _before_passive(asked, text)
    verbs = [*_verbs(asked, text), *_spoken(asked, text)]  # "voted to approve the lease": behind the second, then
    passive = _before_passive(asked, text)
    if passive:
        return passive
    return [phrase for verb in verbs if (phrase := noun_phrase(text, verb.end()))][:1]


def _lead_ends(asked: ListAsked, text: str) -> list[int]:
    """The ends of the small words that an item may follow, those right behind a word of the question first."""
    words = [stem(asked.verb), *asked.frame]
    alike = next((leads for leads in _LEADS_ALIKE if asked.lead in leads), {asked.lead})
    by_frame, plain = [], []
    for match in re.finditer(rf"\b(?:{'|'.join(sorted(alike))})\b", text, re.IGNORECASE):
        before = re.search(r"([\w'\u2019-]+)\s+$", text[: match.start()])
        is_behind = before is not None and any(same_meaning(key, stem(before.group(1))) for key in words if key)
        is_asked = match.group().casefold() == asked.lead
        if is_behind:
            by_frame.append((not is_asked, match.end()))
        elif is_asked and match.start() > 0:
            plain.append(match.end())
    return [end for _, end in sorted(by_frame)] or plain


def noun_phrase(text: str, start: int) -> str:
    """The noun phrase that opens at a place of a text, to the first word that ends it; "" for none.

    "at" and a name go on with what has a place, a fire or a meeting: "the fire at Shed 12".
    """
    lead = _NOUN_LEAD.match(text, start)
    at = lead.end() if lead else start
    stop = _STOPS.search(text, at)
    end = stop.start() if stop else len(text)
    words = WORD.findall(text[at:end])
    if not words:
        return ""
    place = (
        _AT_PLACE.match(text, end - 1 if text[end - 1 : end] == " " else end)
        if words[-1].casefold() in _HAPPENINGS
        else None
    )
    if place is not None:
        further = _STOPS.search(text, place.end())
        end = further.start() if further else len(text)
    phrase = text[start:end].strip(" .,")
    return phrase if len(phrase.split()) <= MAX_ITEM_WORDS and not find_dates(phrase) else ""


def _before_passive(asked: ListAsked, text: str) -> list[str]:
    """What stands before "was inspected by FIGURE": the whole phrase that opens the clause."""
    for spoken in re.finditer(
        r"\b(?:was|were|had been|has been|have been|is|are)\s+(?:\w+ly\s+|first\s+)?(\w+)\b", text
    ):
        if not same_meaning(stem(asked.verb), stem(spoken.group(1))):
            continue
        by = re.match(r"[^.;]{0,60}?\bby\b", text[spoken.end() :])
        is_by_figure = by is not None and any(
            0 <= a - (spoken.end() + by.end()) <= 40 for a, _ in figure_spans(asked.figure, text)
        )
        if not is_by_figure and not asked.is_undergone:
            continue
        phrase = _opening_phrase(text[: spoken.start()])
        return [phrase] if phrase else []
    return []


_LEAD_IN = re.compile(r"^.*(?:\bthat\b|[:,])\s+", re.DOTALL)


def _opening_phrase(before: str) -> str:
    """The noun phrase at the end of what stands before a verb, without what leads into the clause."""
    plain = _LEAD_IN.sub("", before.strip())
    plain = re.sub(r"^(?:[Oo]n|[Ii]n)\s+.*?,\s+", "", plain).strip(" ,")
    is_short = 0 < len(plain.split()) <= MAX_ITEM_WORDS
    return plain if is_short and not find_dates(plain) else ""


# --- each once ------------------------------------------------------------------------------------------------------


def is_same(asked: ListAsked, one: str, other: str) -> bool:
    """Whether two items of a list are one: of subjects that name its figure by what they say beside that name."""
    return is_same_subject(asked.figure, one, other) if asked.papers else is_same_item(one, other, asked.kind)


def _add(found: list[Item], item: Item, asked: ListAsked) -> None:
    """Adds an item, or keeps the fuller name of one that is there already."""
    for i, other in enumerate(found):
        if is_same(asked, other.text, item.text) or _is_of_one_paper(asked, other, item):
            found[i] = max(
                (other, item), key=lambda one: (_fullness(one), -found.index(other) if one is other else -len(found))
            )
            return
    found.append(item)


def _is_of_one_paper(asked: ListAsked, one: Item, other: Item) -> bool:
    """Whether a document gives a subject twice for one day, once cut short: its sheet's title and its heading."""
    if not asked.papers or one.value is None or (one.doc_id, one.value) != (other.doc_id, other.value):
        return False
    return any(is_same(asked, f"{a.text} ...", b.text) for a, b in ((one, other), (other, one)))


def _fullness(item: Item) -> int:
    """How many given names a person is named with; a title stands for none. Of other things the fewest words."""
    person = parse_person(item.text)
    return (
        2 * len(person.given) + (item.text.split()[0].casefold() not in TITLE_WORDS)
        if person
        else -len(item.text.split())
    )
