"""Planted defects: sound drafts, each spoilt in one way, which the gates of the factory ought to refuse.

Belongs here: the kinds of defect, and how a sound draft becomes one. Does not: in what words (defect_wordings.py, and
held_out_wordings.py for the half that no gate's author sees), putting defects before gates, counting what is caught.
"""

from __future__ import annotations

import calendar
import datetime as dt
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from itertools import chain
from typing import Any, NamedTuple

import pyarrow as pa
from numpy.random import Generator

from bench_assets.auditing.defect_values import (
    Amount,
    Day,
    amount_fields,
    amounts,
    date_fields,
    days,
    means_same,
    name_fields,
    spelled,
    value_fields,
    value_kind,
    write_day,
)
from bench_assets.auditing.defect_wordings import (
    DETAIL,
    NAME,
    OPEN,
    FigureChange,
    ItemWay,
    ListChange,
    Order,
    Pair,
    Pick,
    QuoteChange,
    QuoteWay,
    Rewrite,
    Source,
    Target,
    ValueKind,
    Wording,
    Wordings,
    WrongAnswer,
    bare,
    decapitalise,
    filled,
    inner,
    put,
    rewrite,
    topic_of,
)
from bench_assets.auditing.held_out_wordings import HELD_OUT
from scoring.contract import LIST_TYPES, REJECTION_TYPES, TaskType

Draft = dict[str, Any]  # a row of TASK_DRAFTS, as pyarrow gives it
Span = Mapping[str, Any]  # a row of EVIDENCE


class DefectKind(StrEnum):
    """What is wrong with a planted draft."""

    DEIXIS = "deixis"
    SOURCE_LEAK = "source_leak"
    ANSWER_GIVEN_AWAY = "answer_given_away"
    UNTRACED_FIGURE = "untraced_figure"
    WRONG_DIRECTION = "wrong_direction"
    DUPLICATE_FACT = "duplicate_fact"
    REDACTED_ANSWER = "redacted_answer"
    BANNER_ANSWER = "banner_answer"
    BOILERPLATE_QUESTION = "boilerplate_question"
    INVENTED_QUOTE = "invented_quote"
    WRONG_ANSWER = "wrong_answer"
    UNNEEDED_SOURCE = "unneeded_source"
    SUPPORTED_PREMISE = "supported_premise"
    ANSWERED_ABSENCE = "answered_absence"
    INCOMPLETE_LIST = "incomplete_list"
    SINGLE_DOCUMENT = "single_document"
    WRONG_ITEM = "wrong_item"
    AMBIGUOUS_QUESTION = "ambiguous_question"


@dataclass(frozen=True)
class Defect:
    """A sound draft spoilt in one way.

    Attributes:
        origin_task_id: the sound draft that it was made from.
        draft: the spoilt row of TASK_DRAFTS.
        wording: which wording made it.
        also: rows that the table must hold too for the defect to be one: the fact's first draft.
    """

    kind: DefectKind
    origin_task_id: str
    draft: Draft
    wording: str
    is_held_out: bool
    also: tuple[Draft, ...] = ()


class Stated(NamedTuple):
    """A question that a document answers."""

    question: str
    answer: str
    entity_ids: tuple[str, ...]


class Meeting(NamedTuple):
    """A meeting that a document states."""

    one: str
    other: str
    about: str


@dataclass(frozen=True)
class Ground:
    """What defects are made from. `banners` are lines that many documents carry, the commonest first."""

    drafts: tuple[Draft, ...]
    texts: Mapping[str, str]
    banners: tuple[str, ...]
    facts: tuple[Mapping[str, Any], ...]
    rng: Generator

    def pick(self, choices: Sequence[Any]) -> Any:
        """One of them, drawn; there must be one."""
        return choices[int(self.rng.integers(len(choices)))]

    def shuffled(self, choices: Sequence[Any]) -> list[Any]:
        """All of them, in a drawn order."""
        return [choices[i] for i in self.rng.permutation(len(choices))]

    def text_of(self, draft: Draft) -> str:
        """The text of the first document of its evidence; empty when it has none."""
        return self.texts.get(draft["evidence"][0]["doc_id"], "") if draft["evidence"] else ""


class Maker(NamedTuple):
    """One wording, and what it makes of a draft: a defective row, or None where it does not fit."""

    wording: str
    make: Callable[[Draft], Draft | None]


def plant_defects(
    drafts: Sequence[Draft],
    corpus: pa.Table,
    kind: DefectKind,
    *,
    n: int,
    rng: Generator,
    facts: pa.Table | None = None,
) -> list[Defect]:
    """At most `n` defects of a kind, half in the open wordings and half in the held-out ones.

    Every wording is used in turn, each on the next draft that it fits; no two defects are the same row.

    Args:
        drafts: sound rows of TASK_DRAFTS, of all types.
        corpus: columns doc_id and text.
        kind: what shall be wrong.
        n: how many; fewer come when the drafts do not give so many.
        rng: of every choice.
        facts: what documents state, with columns relation, question, answer; without it, what the drafts and the
            texts state is used.

    Returns: the open half, then the held-out half.
    """
    ordered = tuple(sorted(drafts, key=lambda draft: draft["task_id"]))
    texts = dict(zip(corpus["doc_id"].to_pylist(), corpus["text"].to_pylist(), strict=True))
    rows = tuple(facts.to_pylist()) if facts is not None else ()
    ground = Ground(ordered, texts, repeated_lines(list(texts.values())), rows, rng)
    made: set[str] = set()
    planted = _plant(ground, kind, OPEN, n - n // 2, made)
    return planted + _plant(ground, kind, HELD_OUT, n // 2, made)


def _plant(ground: Ground, kind: DefectKind, half: Wordings, n: int, made: set[str]) -> list[Defect]:
    if not ground.drafts:
        return []
    origins = ground.shuffled(ground.drafts)
    makers = ground.shuffled(_MAKERS[kind](ground, half))
    steps = [i * len(origins) // len(makers) for i in range(len(makers))]  # apart, so that no draft serves them all
    waiting = [(maker, iter(origins[at:] + origins[:at])) for maker, at in zip(makers, steps, strict=True)]
    planted: list[Defect] = []
    while waiting and len(planted) < n:
        maker, left = waiting.pop(0)
        defect = _next(kind, maker, left, made, is_held_out=half is HELD_OUT)
        if defect is not None:
            planted.append(defect)
            waiting.append((maker, left))
    return planted


def _next(
    kind: DefectKind, maker: Maker, origins: Iterator[Draft], made: set[str], *, is_held_out: bool
) -> Defect | None:
    for origin in origins:
        draft = maker.make(origin)
        if draft is not None and (key := _key(draft)) not in made:
            made.add(key)
            row = draft | {"task_id": f"{origin['task_id'].rpartition('-')[0] or 'defect'}-{key}"}
            also = (origin,) if kind is DefectKind.DUPLICATE_FACT else ()
            return Defect(kind, origin["task_id"], row, maker.wording, is_held_out, also)
    return None


def _key(draft: Draft) -> str:
    """The hash of the question and, since many defects leave the question alone, of what else the row says."""
    said = [draft["question"], draft["answer"], draft["items"], draft["evidence"], draft["type"]]
    return hashlib.sha256("|".join(map(repr, said)).encode()).hexdigest()[:12]


# --- texts ------------------------------------------------------------------------------------------------------------

LEAST_COPIES = 0.02  # share of the documents that a banner stands in; and three of them at least
_UNFINISHED = re.compile(r"[.,:;?!>-]$|^[QA]\. |^[>-]|^[a-z]")


def repeated_lines(texts: Sequence[str]) -> tuple[str, ...]:
    """Stamps, banners, footers and letterheads: short lines that many texts carry, the commonest first."""
    counts = Counter(chain.from_iterable({_flat(line) for line in text.split("\n")} for text in texts))
    least = max(3, int(LEAST_COPIES * len(texts)))
    return tuple(
        line
        for line, n in sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
        if n >= least and _is_banner(line)
    )


def _is_banner(line: str) -> bool:
    """Whether a repeated line is no part of a sentence, no signature and no single word of text."""
    n_letters = sum(letter.isalpha() for letter in line)
    is_shouted = line.isupper() or line.lower().startswith("page ")
    return n_letters >= 4 and len(line) <= 60 and is_shouted and not _UNFINISHED.search(line)


def _flat(text: str) -> str:
    return " ".join(text.split())


def _span(doc_id: str, start: int, quote: str) -> dict[str, Any]:
    digest = hashlib.sha256(quote.encode()).hexdigest()
    return {"doc_id": doc_id, "start": start, "end": start + len(quote), "quote": quote, "sha256": digest}


def _sentence(doc_id: str, text: str, start: int, end: int) -> dict[str, Any]:
    """The sentence round a place of a text, as evidence."""
    opening = max((found.end() for found in re.finditer(r"[.?!]\s+|\n\s*\n", text[:start])), default=0)
    closing = re.search(r"[.?!](?=\s|$)|(?=\n\s*\n)|$", text[end:])
    return _span(doc_id, opening, text[opening : end + (closing.end() if closing else 0)])


def _line_span(ground: Ground, line: str, preferred: str) -> dict[str, Any] | None:
    """Where the preferred document, else the first that does, carries a line."""
    pattern = re.compile(r"\s+".join(map(re.escape, line.split())))
    for doc_id in (preferred, *sorted(ground.texts)):
        found = pattern.search(ground.texts.get(doc_id, ""))
        if found is not None:
            return _span(doc_id, found.start(), found[0])
    return None


# --- rows -------------------------------------------------------------------------------------------------------------


def _asked(draft: Draft, question: str | None) -> Draft | None:
    """The draft under another question; None when there is none or it is the old one."""
    return draft | {"question": question} if question and question != draft["question"] else None


def _listed(draft: Draft, items: Sequence[Mapping[str, Any]], evidence: Sequence[Span]) -> Draft:
    """The draft with other items and evidence; the answer of an aggregation or dossier is its items."""
    answer = "; ".join(item["item"] for item in items)
    return draft | {"items": list(items), "evidence": list(evidence), "answer": answer}


def _evidence_of(draft: Draft, item: Mapping[str, Any]) -> list[Span]:
    """The evidence that is the item's and no other item's: of the item's documents, and most like it."""
    return [span for span in draft["evidence"] if span["doc_id"] in item["doc_ids"] and _owner(draft, span) is item]


def _owner(draft: Draft, span: Span) -> Mapping[str, Any] | None:
    words = set(re.findall(r"\w+", span["quote"].lower()))
    owners = [item for item in draft["items"] or () if span["doc_id"] in item["doc_ids"]]
    return max(owners, key=lambda item: len(words & set(re.findall(r"\w+", item["item"].lower()))), default=None)


def _picked(draft: Draft, pick: Pick) -> int:
    """The place of the item that is meant."""
    texts = [item["item"] for item in draft["items"]]
    last, places = len(texts) - 1, range(len(texts))
    return {
        Pick.FIRST: 0, Pick.SECOND: min(1, last), Pick.MIDDLE: len(texts) // 2, Pick.LAST: last,
        Pick.LAST_BUT_ONE: max(0, last - 1), Pick.LONGEST: max(places, key=lambda i: len(texts[i])),
        Pick.SHORTEST: min(places, key=lambda i: len(texts[i])),
        Pick.FIRST_BY_LETTER: min(places, key=lambda i: _undated(texts[i])),
        Pick.LAST_BY_LETTER: max(places, key=lambda i: _undated(texts[i])),
        Pick.LAST_DOCUMENT: max(places, key=lambda i: draft["items"][i]["doc_ids"][:1]),
    }[pick]  # fmt: skip


def _undated(item: str) -> str:
    """What an item says behind its date."""
    head, mark, tail = item.partition(": ")
    return tail if mark and days(head) else item


def _item_days(items: Sequence[Mapping[str, Any]]) -> list[tuple[int, int, int]]:
    return [found[0].at if (found := days(item["item"])) else (0, 0, 0) for item in items]


def _is_single(draft: Draft) -> bool:
    return bool(draft["type"] == TaskType.SINGLE_HOP and draft["evidence"])


def _recast(draft: Draft, change: ListChange) -> str:
    return put(Wording(Target.WHOLE, change.recast), draft["question"]) or draft["question"]


# --- questions that say too much or too little ------------------------------------------------------------------------


def _deixis(_ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(wording), partial(_pointing, wording)) for wording in half.deixis]


def _pointing(wording: Wording, draft: Draft) -> Draft | None:
    return _asked(draft, put(wording, draft["question"]))


def _source_leak(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(wording), partial(_leaking, ground, wording)) for wording in half.source_leak]


def _leaking(ground: Ground, wording: Wording, draft: Draft) -> Draft | None:
    doc_id = draft["evidence"][0]["doc_id"] if draft["evidence"] else ground.pick(sorted(ground.texts))
    drawn = [int(number) for number in ground.rng.integers((100, 10_000, 1, 2, 2), (199, 99_999, 90, 40, 12))]
    fields = {
        "doc_id": doc_id, "small_id": doc_id.lower(), "number": re.sub(r"\D", "", doc_id) or str(drawn[1]),
        "record": f"{drawn[0]}-{drawn[1]}-{10_000 + drawn[1] % 500}", "box": str(drawn[2]), "folder": str(drawn[3]),
        "page": str(drawn[4]),
    }  # fmt: skip
    return _asked(draft, put(wording, draft["question"], fields))


def _given_away(_ground: Ground, half: Wordings) -> list[Maker]:
    return [
        Maker(f"{kind}, {wording}, {form}", partial(_giving, kind, wording, form))
        for kind, wordings in half.given_away.items()
        for wording in wordings
        for form in half.given_forms[ValueKind.DATE if kind is ValueKind.CLAUSES else kind]
    ]


def _giving(kind: ValueKind, wording: Wording, form: str, draft: Draft) -> Draft | None:
    if draft["type"] in {*REJECTION_TYPES, TaskType.DOSSIER} or value_kind(draft) is not kind:
        return None
    if kind is ValueKind.CLAUSES:
        return _asked(draft, _clauses_dated(draft, wording, form))
    given = inner(form, _items_fields(draft) if kind is ValueKind.ITEMS else value_fields(kind, draft["answer"]))
    return _asked(draft, put(wording, draft["question"], {"given": given})) if given else None


def _items_fields(draft: Draft) -> dict[str, str]:
    items = [item["item"] for item in draft["items"]]
    ends = [name_fields(item).get("surname", item) if NAME.fullmatch(item) else item for item in items]
    return {"items": ", ".join(items), "surnames": " nor ".join(ends)}


def _clauses_dated(draft: Draft, wording: Wording, form: str) -> str:
    """The question of a timeline with the date of each clause in it."""
    question: str = draft["question"]
    for item in draft["items"]:
        clause, found = _undated(item["item"]), days(item["item"])
        given = inner(form, date_fields(found[0])) if found else None
        if given:
            question = question.replace(
                clause, wording.template.format(Q=clause, q=decapitalise(clause), given=given), 1
            )
    return question


def _duplicate(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(rule), partial(_duplicated, ground, rule)) for rule in half.rewrites]


def _duplicated(ground: Ground, rule: Rewrite, draft: Draft) -> Draft | None:
    if draft["type"] in REJECTION_TYPES:
        return None
    again = _asked(draft, rewrite(rule, draft["question"]))
    is_timeline = again is not None and draft["type"] == TaskType.TIMELINE
    return _relettered(again) if again and is_timeline and ground.rng.random() < 0.5 else again


def _relettered(draft: Draft) -> Draft:
    """A timeline with its clauses put in another order, and its letters with them."""
    clauses = re.findall(r"\(([a-e])\) (.+?)(?=; \([a-e]\)|[?.]?$)", draft["question"])
    letters = [letter for letter, _ in clauses]
    turned = dict(zip(letters, reversed(letters), strict=True))
    asked = "; ".join(f"({letter}) {text}" for letter, (_, text) in zip(letters, reversed(clauses), strict=True))
    head, tail = draft["question"].partition("(a) ")[0], draft["question"][-1]
    answer = re.sub(r"\(([a-e])\)", lambda found: f"({turned.get(found[1], found[1])})", draft["answer"])
    return draft | {"question": f"{head}{asked}{tail if tail in '?.' else ''}", "answer": answer}


def _boilerplate(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(pair), partial(_about_form, ground, pair)) for pair in half.boilerplate]


def _about_form(ground: Ground, pair: Pair, draft: Draft) -> Draft | None:
    topic = topic_of(draft["question"])
    line = _own_line(ground, draft)
    if topic is None or line is None or not _is_single(draft):
        return None
    fields = {"topic": topic, "line": _flat(line["quote"])}
    question, answer = pair.question.format(**fields), pair.answer.format(**fields)
    return draft | {"question": question, "answer": answer, "evidence": [line]}


def _own_line(ground: Ground, draft: Draft) -> dict[str, Any] | None:
    """A repeated line that the draft's document carries, else the commonest where it stands."""
    lines = {_flat(line) for line in ground.text_of(draft).split("\n")}
    own = [line for line in ground.banners if line in lines] or list(ground.banners[:1])
    doc_id = draft["evidence"][0]["doc_id"] if draft["evidence"] else ""
    return _line_span(ground, ground.pick(own), doc_id) if own else None


def _unneeded(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(pair), partial(_known_anyway, ground, pair)) for pair in half.unneeded]


def _known_anyway(ground: Ground, pair: Pair, draft: Draft) -> Draft | None:
    if not _is_single(draft):
        return None
    fields = _known_fields(ground, draft)
    question, answer = filled(pair.question, fields), filled(pair.answer, fields)
    return draft | {"question": question, "answer": answer} if question and answer else None


def _known_fields(_ground: Ground, draft: Draft) -> dict[str, str]:
    """Parts of the values that the draft speaks of: its answer first, else its question and quote."""
    said = " | ".join([draft["answer"], draft["question"], *(_flat(span["quote"]) for span in draft["evidence"])])
    money = [amount for amount in amounts(said) if amount.mark]
    people = [found[0] for found in NAME.finditer(said) if re.search(r" [A-Z]\. ", found[0])]
    topic = topic_of(draft["question"])
    fields: dict[str, str] = {"topic": topic} if topic else {}
    whole_days = [day for day in days(said) if day.day]
    fields |= date_fields(whole_days[0]) if whole_days else {}
    fields |= amount_fields(money[0]) if money else {}
    return fields | (name_fields(people[0]) if people else {})


def _ambiguous(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(wording), partial(_blurred, ground, wording)) for wording in half.ambiguous]


def _blurred(ground: Ground, wording: Wording, draft: Draft) -> Draft | None:
    question = put(wording, draft["question"]) if _is_single(draft) else None
    if question is None or _tells_apart(question):
        return None
    return _asked(draft, question) if _has_rivals(ground, wording, question, draft) else None


def _tells_apart(question: str) -> bool:
    """Whether a question still names a matter, a second name or a day."""
    return bool(DETAIL.search(bare(question)) or days(question) or NAME.search(bare(question)))


def _has_rivals(ground: Ground, wording: Wording, question: str, draft: Draft) -> bool:
    """Whether another draft comes down to the same question with another answer, or two texts speak in its words."""
    for other in ground.drafts:
        is_same = _is_single(other) and put(wording, other["question"]) == question
        if is_same and not means_same(draft["answer"], other["answer"]):
            return True
    words = {word[:6] for word in re.findall(r"[a-z]{5,}", question)} - {
        word[:6] for word in re.findall(r"[a-z]{5,}", wording.template)
    }
    words -= {"which", "where", "whose"}
    return bool(words) and sum(all(word in text.lower() for word in words) for text in ground.texts.values()) >= 2


# --- answers that are not the evidence's ------------------------------------------------------------------------------


def _untraced(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(change), partial(_misfigured, ground, change)) for change in half.figures]


def _misfigured(ground: Ground, change: FigureChange, draft: Draft) -> Draft | None:
    """The answer, or one item of it, with its figure changed to one that no document of the evidence has."""
    if draft["type"] in REJECTION_TYPES or not draft["evidence"]:
        return None
    pieces = [item["item"] for item in draft["items"] or ()] or [draft["answer"]]
    for i in ground.shuffled(range(len(pieces))):
        old, new = _changed_figure(pieces[i], change)
        if new and not _is_stated(ground, draft, new):
            return _with_figure(draft, i, old, new)
    return None


def _changed_figure(text: str, change: FigureChange) -> tuple[str, str]:
    """The first figure of a text, and what becomes of it; empty when there is none or nothing comes of it."""
    if dates := days(text):
        new = _shifted(dates[0], change)
        start, end, written = dates[0].start, dates[0].end, write_day(new) if new and new.at != dates[0].at else ""
    elif figures := amounts(text):
        start, end, written = figures[0].start, figures[0].end, _miscounted(figures[0], change)
    else:
        return "", ""
    return text[start:end], change.text.format(figure=written) if written else ""


def _shifted(day: Day, change: FigureChange) -> Day | None:
    """A date moved as far as it is known."""
    if not day.month:
        return day._replace(year=day.year + (change.years or change.months or 1))
    months = day.year * 12 + day.month - 1 + change.months + 12 * change.years
    year, month = months // 12, months % 12 + 1
    if not 1500 <= year <= 2099:
        return None
    if not day.day:
        return day._replace(year=year, month=month)
    moved = dt.date(year, month, min(day.day, calendar.monthrange(year, month)[1])) + dt.timedelta(days=change.days)
    return day._replace(year=moved.year, month=moved.month, day=moved.day)


def _miscounted(amount: Amount, change: FigureChange) -> str:
    """An amount with its digits edited or scaled, in its own way of writing; empty when it comes out the same."""
    value = _edited_digits(amount.value, change)
    value = round(value * change.times) if value == amount.value else value
    if value in {amount.value, 0}:
        return ""
    return spelled(value) if amount.is_word else f"{amount.mark}{value:,}{amount.cents}"


def _edited_digits(value: int, change: FigureChange) -> int:
    digits = list(str(value))
    if change.digit is not None and -len(digits) <= change.digit < len(digits):
        was = digits[change.digit]
        digits[change.digit] = str(int(was) + 1) if was != "9" else "7"
    if change.swapped is not None and len(digits) >= 2:
        i = change.swapped % len(digits)
        digits[i], digits[i + 1] = digits[i + 1], digits[i]
    return int("".join(digits))


def _is_stated(ground: Ground, draft: Draft, figure: str) -> bool:
    """Whether a document of the evidence, or its quote, has the figure."""
    said = [text for span in draft["evidence"] for text in (ground.texts.get(span["doc_id"], ""), span["quote"])]
    dates = {day.at for day in days(figure)}
    counts = set() if dates else {amount.value for amount in amounts(figure)}
    return any(
        dates & {day.at for day in days(text)} or counts & {amount.value for amount in amounts(text)} for text in said
    )


def _with_figure(draft: Draft, i: int, old: str, new: str) -> Draft | None:
    """The draft with a figure of its i-th piece changed; None when its dates are no longer in order."""
    if not draft["items"]:
        return draft | {"answer": draft["answer"].replace(old, new, 1)}
    items = [dict(item) for item in draft["items"]]
    items[i]["item"] = items[i]["item"].replace(old, new, 1)
    if draft["type"] != TaskType.AGGREGATION and sorted(_item_days(items)) != _item_days(items):
        return None
    parts = draft["answer"].split("; ")
    if len(parts) != len(items):
        return None
    parts[i] = parts[i].replace(old, new, 1)
    return draft | {"items": items, "answer": "; ".join(parts)}


def _wrong_direction(ground: Ground, half: Wordings) -> list[Maker]:
    directions = half.directions
    compared = [
        Maker(f"{name}: {pair}", partial(_misdirected, ground, pair, name))
        for name in ("rises", "falls", "sooner", "later")
        for pair in getattr(directions, name)
    ]
    return compared + [Maker(order, partial(_disordered, order)) for order in directions.orders for _ in range(4)]


FALSE_WITH_MORE = frozenset({"rises", "later"})  # "rose from 9 to 4", "3 May, which is later than 8 May"


def _misdirected(ground: Ground, pair: Pair, name: str, draft: Draft) -> Draft | None:
    """The draft compared with another figure, of its own document where that has one, the wrong way round."""
    kind = ValueKind.DATE if name in {"sooner", "later"} else ValueKind.MONEY
    if not _is_single(draft) or value_kind(draft) is not kind:
        return None
    own, others = (
        [rival for rival in rivals if _is_beyond(rival.value, draft["answer"], wants_more=name in FALSE_WITH_MORE)]
        for rivals in (_own_rivals(ground, draft), _other_rivals(ground, draft))
    )
    others = own or others
    if not others:
        return None
    other = ground.pick(others)
    asked = bare(draft["question"])
    fields = {"Q": asked, "q": decapitalise(asked), "value": draft["answer"], "other": other.value}
    evidence = [*draft["evidence"], dict(other.span)]
    return draft | {
        "question": filled(pair.question, fields), "answer": filled(pair.answer, fields), "evidence": evidence,
    }  # fmt: skip


def _is_beyond(other: str, value: str, *, wants_more: bool) -> bool:
    return _size(other) > _size(value) if wants_more else _size(other) < _size(value)


def _size(figure: str) -> tuple[int, ...]:
    """What the first date or amount of a value is compared by."""
    return days(figure)[0].at if days(figure) else (amounts(figure)[0].value,)


def _disordered(order: Order, draft: Draft) -> Draft | None:
    parts = draft["answer"].split("; ")
    items = draft["items"] or []
    if draft["type"] != TaskType.TIMELINE or not 2 <= len(items) == len(parts):
        return None
    places = _ordered(order, len(items))
    turned = [items[i] for i in places]
    if sorted(_item_days(turned)) == _item_days(turned):
        return None
    return draft | {"items": turned, "answer": "; ".join(parts[i] for i in places)}


def _ordered(order: Order, n: int) -> list[int]:
    places = list(range(n))
    return {
        Order.REVERSED: places[::-1], Order.FIRST_TWO: [1, 0, *places[2:]], Order.LAST_FIRST: [n - 1, *places[:-1]],
        Order.LAST_TWO: [*places[:-2], n - 1, n - 2], Order.FIRST_LAST: [*places[1:], 0],
        Order.ENDS: [n - 1, *places[1:-1], 0],
    }[order]  # fmt: skip


def _redacted(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(mark, partial(_struck_out, ground, mark)) for mark in half.redactions]


def _struck_out(ground: Ground, mark: str, draft: Draft) -> Draft | None:
    if draft["type"] == TaskType.SINGLE_HOP:
        return draft | {"answer": mark}
    if draft["type"] != TaskType.AGGREGATION or not draft["items"]:
        return None
    items = [dict(item) for item in draft["items"]]
    ground.pick(items)["item"] = mark
    return _listed(draft, items, draft["evidence"])


def _banner(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(template, partial(_bannered, ground, template)) for template in half.banner_answers]


def _bannered(ground: Ground, template: str, draft: Draft) -> Draft | None:
    line = _own_line(ground, draft) if _is_single(draft) else None
    if line is None:
        return None
    said, other = _flat(line["quote"]), ground.pick(ground.banners)
    answer = template.format(
        line=said, title=said.title(), small=said.lower(), spaced=" ".join(said.replace(" ", "  ")), other=other,
        other_title=other.title(), other_small=other.lower(),
    )  # fmt: skip
    return draft | {"answer": answer, "evidence": [line]}


def _wrong_answers(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(wrong), partial(_wronged, ground, wrong)) for wrong in half.wrong_answers]


class Rival(NamedTuple):
    """A value of the answer's kind, and where a document has it."""

    value: str
    span: Span


def _wronged(ground: Ground, wrong: WrongAnswer, draft: Draft) -> Draft | None:
    if not _is_single(draft):
        return None
    is_same = wrong.source is Source.SAME
    rivals = [
        rival
        for rival in (*_own_rivals(ground, draft), *_other_rivals(ground, draft))
        if (rival.span["doc_id"] == draft["evidence"][0]["doc_id"]) is is_same
        and not means_same(rival.value, draft["answer"])
        and rival.value not in draft["evidence"][0]["quote"]
        and not means_same(rival.value, draft["question"])
    ]
    if not rivals:
        return None
    rival = ground.pick(rivals)
    evidence = [dict(rival.span)] if wrong.has_other_quote else draft["evidence"]
    return draft | {"answer": wrong.template.format(value=rival.value), "evidence": evidence}


def _own_rivals(ground: Ground, draft: Draft) -> list[Rival]:
    """Dates or sums of the draft's own document, and answers of others that stand in it."""
    text, doc_id, kind = ground.text_of(draft), draft["evidence"][0]["doc_id"], value_kind(draft)
    places: list[tuple[int, int]] = []
    if kind is ValueKind.DATE:
        places = [(day.start, day.end) for day in days(text) if day.day]
    elif kind is ValueKind.MONEY:
        places = [(amount.start, amount.end) for amount in amounts(text) if amount.mark]
    else:
        answers = {other["answer"] for other in ground.drafts if _is_alike(other, draft)}
        found = [(text.find(answer), len(answer)) for answer in sorted(answers)]
        places = [(start, start + length) for start, length in found if start >= 0]
    return [Rival(_flat(text[start:end]), _sentence(doc_id, text, start, end)) for start, end in places]


def _other_rivals(ground: Ground, draft: Draft) -> list[Rival]:
    """Answers of the same kind of other drafts, with their evidence."""
    return [Rival(other["answer"], other["evidence"][0]) for other in ground.drafts if _is_alike(other, draft)]


def _is_alike(other: Draft, draft: Draft) -> bool:
    is_same_type = other["answer_type"] == draft["answer_type"]
    return other is not draft and _is_single(other) and is_same_type and value_kind(other) is value_kind(draft)


def _invented(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(change), partial(_misquoted, ground, change)) for change in half.quotes]


def _misquoted(ground: Ground, change: QuoteChange, draft: Draft) -> Draft | None:
    if not draft["evidence"]:
        return None
    i = int(ground.rng.integers(len(draft["evidence"])))
    span = draft["evidence"][i]
    quote = _false_quote(ground, change, draft, span)
    text = _flat(ground.texts.get(span["doc_id"], "")).lower()
    if not quote or _flat(quote).lower() in text:
        return None
    evidence = list(draft["evidence"])
    evidence[i] = _span(span["doc_id"], span["start"], quote)
    return draft | {"evidence": evidence}


def _false_quote(ground: Ground, change: QuoteChange, draft: Draft, span: Span) -> str | None:
    if change.way is QuoteWay.EDITED:
        return re.sub(change.pattern, change.text, span["quote"], count=1)
    if change.way is QuoteWay.FOREIGN:
        others = [other for row in ground.drafts for other in row["evidence"] if other["doc_id"] != span["doc_id"]]
        quote: str = ground.pick(others)["quote"] if others else ""
        return change.text + decapitalise(quote) if change.text and quote else quote
    topic, owner = topic_of(draft["question"]) or "the matter", _owner(draft, span)
    answer = _undated(owner["item"]) if owner else draft["answer"]
    return filled(change.text, {"answer": answer, "topic": topic, "Topic": topic[:1].upper() + topic[1:]})


# --- absences and premises that documents contradict ------------------------------------------------------------------


def _answered(ground: Ground, half: Wordings) -> list[Maker]:
    stated = ground.shuffled(_stated(ground))
    rules = [None, *half.rewrites] if half is OPEN else list(half.rewrites)
    return [
        Maker(str(rule or "as the fact is asked for"), partial(_known_after_all, ground, stated, rule))
        for rule in rules
    ]


def _stated(ground: Ground) -> list[Stated]:
    """Questions that documents answer: of the facts, as far as a text has the answer and the matter; else of drafts.

    An absence is about an entity, so facts of entities that the drafts know come alone where there are any.
    """
    singles = [draft for draft in ground.drafts if _is_single(draft)]
    if not ground.facts:
        return [Stated(draft["question"], draft["answer"], tuple(draft["entity_ids"])) for draft in singles]
    known = _entities_by_name(ground) | {draft["question"]: tuple(draft["entity_ids"]) for draft in singles}
    read = [(_flat(text).lower(), {day.at for day in days(text)}) for text in ground.texts.values()]
    stated = [
        Stated(fact["question"], fact["answer"], _entities_in(known, fact["question"]))
        for fact in ground.facts
        if _is_told(read, fact)
    ]
    return [fact for fact in stated if fact.entity_ids] or stated


def _is_told(read: Sequence[tuple[str, AbstractSet[tuple[int, int, int]]]], fact: Mapping[str, Any]) -> bool:
    """Whether a text in small letters, with its dates, has what the fact is about and its answer."""
    topic, wanted = topic_of(fact["question"]), {day.at for day in days(fact["answer"])}
    if topic is None:
        return False
    matter, answer = topic.removeprefix("the ").lower(), fact["answer"].lower()
    return any(matter in text and (bool(wanted & dates) if wanted else answer in text) for text, dates in read)


def _entities_by_name(ground: Ground) -> dict[str, tuple[str, ...]]:
    """The entity that a draft is about, by the first name in its question."""
    known: dict[str, tuple[str, ...]] = {}
    for draft in ground.drafts:
        found = NAME.search(bare(draft["question"]))
        if found is not None and draft["entity_ids"]:
            known.setdefault(found[0], tuple(draft["entity_ids"][:1]))
    return known


def _entities_in(known: Mapping[str, tuple[str, ...]], question: str) -> tuple[str, ...]:
    return next((entity_ids for name, entity_ids in sorted(known.items()) if name in question), ())


def _known_after_all(ground: Ground, stated: Sequence[Stated], rule: Rewrite | None, draft: Draft) -> Draft | None:
    if draft["type"] != TaskType.UNANSWERABLE:
        return None
    start = int(ground.rng.integers(len(stated))) if stated else 0
    for fact in (*stated[start:], *stated[:start]):
        question = rewrite(rule, fact.question) if rule is not None else fact.question
        if question:
            entity_ids = list(fact.entity_ids or draft["entity_ids"])
            return draft | {"question": question, "entity_ids": entity_ids}
    return None


_MET_FACT = re.compile(r"^Whom did (.+?) meet (?:about|on|over|concerning|regarding) (.+?)\?$")
_MET_TEXT = re.compile(
    rf"(?P<one>{NAME.pattern}) (?:met with|met|saw|spoke with|conferred with|lunched with) (?P<other>{NAME.pattern})"
    r"[^.;]{0,60}? (?:about|to discuss|in connection with|regarding|concerning) (?P<about>(?:the|an?) [^.,;]{4,60})"
)


def _supported(ground: Ground, half: Wordings) -> list[Maker]:
    meetings = ground.shuffled(_meetings(ground))
    known = _entities_by_name(ground)
    return [Maker(template, partial(_dealt, ground, meetings, known, template)) for template in half.premises]


def _meetings(ground: Ground) -> list[Meeting]:
    """Meetings that the facts and the texts state; those of facts only when a text has both names and the matter."""
    flat = [_flat(text) for _, text in sorted(ground.texts.items())]
    facts = [
        Meeting(found[1], fact["answer"], found[2])
        for fact in ground.facts
        if fact["relation"] == "met_with" and (found := _MET_FACT.match(fact["question"]))
    ]
    ends = [(meeting, (meeting.one.split()[-1], meeting.other.split()[-1], meeting.about)) for meeting in facts]
    held = [meeting for meeting, parts in ends if any(all(part in text for part in parts) for text in flat)]
    read = [
        Meeting(found["one"], found["other"], found["about"]) for text in flat for found in _MET_TEXT.finditer(text)
    ]
    return list(dict.fromkeys(held + read))


def _dealt(
    ground: Ground, meetings: Sequence[Meeting], known: Mapping[str, tuple[str, ...]], template: str, draft: Draft
) -> Draft | None:
    """A false premise about a meeting that was held, of the draft's own figure where there is one."""
    if draft["type"] != TaskType.FALSE_PREMISE or not meetings:
        return None
    own = [meeting for meeting in meetings if meeting.one in draft["question"] or meeting.other in draft["question"]]
    meeting = ground.pick(own or meetings)
    fields = {"a": meeting.one, "b": meeting.other, "what": meeting.about}
    element = f"{meeting.one} met {meeting.other} about {meeting.about}"
    answer = draft["answer"].replace(draft["false_element"], element) if draft["false_element"] else draft["answer"]
    entity_ids = known.get(meeting.one) or known.get(meeting.other) or draft["entity_ids"]
    return draft | {"question": filled(template, fields), "answer": answer, "false_element": element,
                    "entity_ids": list(entity_ids)}  # fmt: skip


# --- lists ------------------------------------------------------------------------------------------------------------


def _incomplete(_ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(change), partial(_without_item, change)) for change in half.incomplete]


def _without_item(change: ListChange, draft: Draft) -> Draft | None:
    if draft["type"] not in LIST_TYPES or len(draft["items"]) < 3:
        return None
    left_out = draft["items"][_picked(draft, change.pick)]
    gone = _evidence_of(draft, left_out)
    evidence = [span for span in draft["evidence"] if span not in gone]
    items = [item for item in draft["items"] if item is not left_out]
    return _listed(draft, items, evidence) | {"question": _recast(draft, change)}


def _single_document(_ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(change), partial(_of_one_document, change)) for change in half.single_documents]


def _of_one_document(change: ListChange, draft: Draft) -> Draft | None:
    """A task of several documents that rests on one: the document of an item is said to support all of them."""
    if (
        draft["type"] in {*REJECTION_TYPES, TaskType.SINGLE_HOP}
        or len({span["doc_id"] for span in draft["evidence"]}) < 2
    ):
        return None
    doc_id = draft["items"][_picked(draft, change.pick)]["doc_ids"][0]
    evidence = [span for span in draft["evidence"] if span["doc_id"] == doc_id]
    items = [dict(item) | {"doc_ids": [doc_id]} for item in draft["items"]]
    return draft | {"question": _recast(draft, change), "items": items, "evidence": evidence} if evidence else None


def _wrong_items(ground: Ground, half: Wordings) -> list[Maker]:
    return [Maker(str(change), partial(_with_wrong_item, ground, change)) for change in half.wrong_items]


class Donated(NamedTuple):
    """An item of another list, with its evidence and the name of its figure."""

    item: Mapping[str, Any]
    evidence: list[Span]
    figure: str


def _with_wrong_item(ground: Ground, change: ListChange, draft: Draft) -> Draft | None:
    if draft["type"] not in LIST_TYPES or len(draft["items"]) < 2:
        return None
    if change.way is ItemWay.OUTSIDE:
        narrowed = _narrowed(draft)
        return narrowed and narrowed | {"question": _recast(narrowed, change)}
    figure = _figure_of(draft)
    donors = [given for given in _donated(ground, draft) if not _belongs(ground, given.item["item"], draft, figure)]
    if not donors:
        return None
    given = ground.pick(donors)
    is_renamed = change.way in {ItemWay.RENAMED, ItemWay.RENAMED_IN_PLACE} and given.figure and figure
    text = given.item["item"].replace(given.figure, figure) if is_renamed else given.item["item"]
    at = _picked(draft, change.pick)
    is_swapped = change.way in {ItemWay.IN_PLACE, ItemWay.RENAMED_IN_PLACE}
    gone = _evidence_of(draft, draft["items"][at]) if is_swapped else []
    items = [*draft["items"][:at], {**given.item, "item": text}, *draft["items"][at + is_swapped :]]
    ordered = sorted(items, key=lambda item: _item_days([item])) if draft["type"] == TaskType.DOSSIER else items
    evidence = [span for span in draft["evidence"] if span not in gone] + given.evidence
    return _listed(draft, ordered, evidence) | {"question": _recast(draft, change)}


def _narrowed(draft: Draft) -> Draft | None:
    """A dossier asked of a period that ends with the last item but one; None where that leaves no item outside."""
    period, dates = days(draft["question"]), _item_days(draft["items"])
    if draft["type"] != TaskType.DOSSIER or len(period) < 2 or len(dates) < 2 or not all(dates[-2]):
        return None
    year, month, day = dates[-2]
    end = period[-1]._replace(year=year, month=month, day=day if period[-1].day else 0)
    if not period[-1].month or end.at[:2] >= dates[-1][:2] or end.at[:2] < period[0].at[:2]:
        return None
    question = draft["question"]
    return draft | {"question": question[: end.start] + write_day(end) + question[end.end :]}


def _figure_of(draft: Draft) -> str:
    """The first name of the question, empty when there is none."""
    found = NAME.search(bare(draft["question"]))
    return found[0] if found else ""


def _donated(ground: Ground, draft: Draft) -> list[Donated]:
    """Items of lists of the same type about another figure or in another period."""
    return [
        Donated(item, _evidence_of(other, item), _figure_of(other))
        for other in ground.drafts
        if other["type"] == draft["type"] and other["question"] != draft["question"]
        for item in other["items"]
    ]


def _belongs(ground: Ground, item: str, draft: Draft, figure: str) -> bool:
    """Whether the item might be right after all: it is there, or some text speaks of it and of the figure."""
    if any(item == own["item"] for own in draft["items"]):
        return True
    if not figure:
        return False
    surname = figure.rsplit(maxsplit=1)[-1]
    if draft["type"] == TaskType.DOSSIER:
        return surname in item and _is_within(days(item), days(draft["question"]))
    return any(item in text and surname in text for text in ground.texts.values())


def _is_within(dated: Sequence[Day], period: Sequence[Day]) -> bool:
    """Whether a date lies in a period, as far as both are known; what is not known may lie there."""
    if not dated or not period:
        return True
    first, last = min(day.at for day in period), max((day.year, day.month or 12, day.day or 31) for day in period)
    return first <= dated[0].at <= last


_MAKERS: dict[DefectKind, Callable[[Ground, Wordings], list[Maker]]] = {
    DefectKind.DEIXIS: _deixis,
    DefectKind.SOURCE_LEAK: _source_leak,
    DefectKind.ANSWER_GIVEN_AWAY: _given_away,
    DefectKind.UNTRACED_FIGURE: _untraced,
    DefectKind.WRONG_DIRECTION: _wrong_direction,
    DefectKind.DUPLICATE_FACT: _duplicate,
    DefectKind.REDACTED_ANSWER: _redacted,
    DefectKind.BANNER_ANSWER: _banner,
    DefectKind.BOILERPLATE_QUESTION: _boilerplate,
    DefectKind.INVENTED_QUOTE: _invented,
    DefectKind.WRONG_ANSWER: _wrong_answers,
    DefectKind.UNNEEDED_SOURCE: _unneeded,
    DefectKind.SUPPORTED_PREMISE: _supported,
    DefectKind.ANSWERED_ABSENCE: _answered,
    DefectKind.INCOMPLETE_LIST: _incomplete,
    DefectKind.SINGLE_DOCUMENT: _single_document,
    DefectKind.WRONG_ITEM: _wrong_items,
    DefectKind.AMBIGUOUS_QUESTION: _ambiguous,
}
