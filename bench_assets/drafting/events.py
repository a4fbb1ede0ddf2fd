"""Events of the targets with verbatim quotes, asked of a model window by window: what lists and timelines are made of.

Belongs here: windows that name a target, and the checks that no model is trusted with. Does not: which events are one
(happenings.py), tasks (dossiers.py, timelines.py, aggregations.py).
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import pyarrow as pa

from bench_assets.corpus.private_people import PrivateNames, marked_people
from bench_assets.drafting.agreement import Agreement, Corroborator
from bench_assets.drafting.event_dates import iso_of
from bench_assets.drafting.facts import (
    BATCH,
    Permitted,
    PublicNames,
    Target,
    Years,
    corpus_officials,
    fault_of,
    is_dated_plausibly,
    public_people,
    read_targets,
    windows,
    year_span,
    years_written,
)
from bench_assets.drafting.quotes import find_quote, flatten
from bench_assets.drafting.strangers import Told, names_stranger
from bench_assets.progress import Progress, untold
from bench_assets.schemas import EVENTS
from bench_assets.settings.release import DraftingSection
from bench_resources.blocks import batched
from bench_resources.prompting import AnswerType, Event, Events, Fact, template
from scoring.llm import Model, Prompt, ask

PROMPT_ID = "events"
_NO_CLAUSE = re.compile(r"[;?]|\([a-z]\)")  # what parts the events that a question lists
NO_ANSWER = "\0"  # of an event as a fact: stands in no question
MIN_WORDS = 4  # of an event: "A. Roe resigned office" says who and what


class EventFinding(NamedTuple):
    """The table EVENTS, and how many events were rejected for each reason (plus `asked` windows and failed ones)."""

    table: pa.Table
    counts: dict[str, int]


@dataclass(frozen=True)
class _Window:
    doc_id: str
    text: str  # of the whole document
    is_draftable: bool
    figures: dict[str, Target]  # by the name that the model is given
    prompt: Prompt


@dataclass(frozen=True)
class _Found:
    """An event in its document, with the span of its quote and its date where it has one."""

    window: _Window
    start: int
    end: int
    event: Event
    date: str | None
    model: str

    @property
    def target(self) -> Target:
        return self.window.figures[self.event.figure]

    @property
    def as_fact(self) -> Fact:
        """The event as a fact, for the checks that both go through: its date is what it is asked for."""
        return _stand_in(self.event, self.event.date if self.date else NO_ANSWER)


def find_events(
    corpus: pa.Table,
    targets: pa.Table,
    model: Model,
    settings: DraftingSection,
    progress: Progress = untold,
    protected: frozenset[str] = frozenset(),
) -> EventFinding:
    """Events of the targets in every document that names them, by document, place and target.

    Every document is read, clean or not: an event of one that is not draftable makes no task, but shows that a list
    would not be whole. One whose quote or date does not stand in the document, that a copy dates otherwise, or that
    names somebody who is neither a target nor in public office, is rejected. Empty input gives an empty table.
    """
    people = read_targets(targets)
    private = PrivateNames(protected | marked_people([corpus]))
    officials = frozenset(name for name in corpus_officials(corpus) if not private.is_one(name))
    names = PublicNames(frozenset(target.canonical_name for target in people), officials)
    years = Years(year_span(text or "" for text in corpus["text"].to_pylist()), years_written(corpus))
    counts: Counter[str] = Counter()
    asked = _windows(corpus, people, names, settings.window_chars, progress)
    found = list(_checked(_asked(asked, model, counts), private, years, counts))
    told = [
        Told(one.event.event, quote=one.event.quote, text=one.window.text, subject=one.event.figure) for one in found
    ]
    strange = names_stranger(told, public_people(people, officials))
    counts["person_not_public"] = sum(strange)
    public = [one for one, is_strange in zip(found, strange, strict=True) if not is_strange]
    kept = list(_corroborated(public, corpus, counts))
    counts["kept"] = len(kept)
    rows = [_row(one) for one in sorted(kept, key=_order)]
    return EventFinding(pa.Table.from_pylist(rows, schema=EVENTS), dict(sorted(counts.items())))


def _windows(
    corpus: pa.Table, people: Sequence[Target], names: PublicNames, size: int, progress: Progress
) -> Iterator[_Window]:
    """The windows of every document of a target in which one of its targets is named, in document order."""
    by_id = {target.entity_id: target for target in people}
    table = corpus.select(["doc_id", "is_draftable", "entity_ids", "text"]).sort_by("doc_id")
    n_read = 0
    for batch in table.to_batches(max_chunksize=BATCH):
        for row in batch.to_pylist():
            own = [by_id[entity_id] for entity_id in sorted(row["entity_ids"] or ()) if entity_id in by_id]
            for ordinal, passage in enumerate(windows(row["text"] or "", size) if own else ()):
                figures = {target.canonical_name: target for target in own if target.pattern.search(passage)}
                if figures:
                    prompt = template(PROMPT_ID).fill(
                        passage=passage,
                        is_document_start=ordinal == 0,
                        figures=sorted(figures),
                        officials=names.beside(passage),
                    )
                    yield _Window(row["doc_id"], row["text"], bool(row["is_draftable"]), figures, prompt)
            n_read += 1
            progress(n_read, table.num_rows)


def _asked(asked: Iterable[_Window], model: Model, counts: Counter[str]) -> Iterator[tuple[_Window, Event, str]]:
    for block in batched(asked, BATCH):
        replies = ask(model, [window.prompt for window in block])
        counts["asked"] += len(block)
        for window, reply in zip(block, replies, strict=True):
            said = reply.expect(Events)
            counts["model_failure"] += said is None
            for event in said.events if said is not None else ():
                yield window, event, reply.model


def _checked(
    asked: Iterator[tuple[_Window, Event, str]], private: PrivateNames, years: Years, counts: Counter[str]
) -> Iterator[_Found]:
    for window, event, model in asked:
        reason, found = _check(window, event, model, private, years)
        counts[reason or "found"] += 1
        if found is not None:
            yield found


def _check(window: _Window, event: Event, model: str, private: PrivateNames, years: Years) -> tuple[str, _Found | None]:
    """Why an event is rejected, or ("", the event with its span and date)."""
    span = find_quote(window.text, event.quote)
    if span is None:
        return "invented_quote", None
    quote = window.text[slice(*span)]
    date = iso_of(event.date, window.text) if event.date.strip() else None
    told = event.model_copy(update={"event": flatten(event.event).rstrip("."), "quote": quote})
    found = _Found(window, *span, told, date, model)
    reason = _fault(window, told, date, private)
    if not reason and date and not is_dated_plausibly(found.as_fact, window.text, years):
        reason = "implausible_date"
    return (reason, None) if reason else ("", found)


def _fault(window: _Window, event: Event, date: str | None, private: PrivateNames) -> str:
    target = window.figures.get(event.figure)
    if target is None or not target.pattern.search(event.event):
        return "another_figure"
    if event.date.strip() and flatten(event.date).casefold() not in flatten(event.quote).casefold():
        return "invented_date"
    if event.date.strip() and date is None:
        return "unreadable_date"
    if len(event.event.split()) < MIN_WORDS or _NO_CLAUSE.search(event.event):
        return "no_event"
    return fault_of(_stand_in(event, NO_ANSWER), window.doc_id, Permitted([target], private))


def _stand_in(event: Event, answer: str) -> Fact:
    clause = event.event[:1].upper() + event.event[1:]
    return Fact(
        subject=event.figure,
        question=f"{clause}?",
        answer=answer,
        answer_type=AnswerType.DATE,
        quote=f"{event.quote} {NO_ANSWER}",
        salience=event.salience,
        form=event.form,
    )


def _corroborated(found: Sequence[_Found], corpus: pa.Table, counts: Counter[str]) -> Iterator[_Found]:
    """Without the events that a copy of their sentence dates otherwise; those that a copy repeats gain a point."""
    corroborator = Corroborator(corpus, [one.event.quote for one in found])
    for one in found:
        fact = one.as_fact.model_copy(update={"quote": one.event.quote})
        agreement = corroborator.compare(one.window.doc_id, fact) if one.date else Agreement.ALONE
        if agreement is Agreement.CONFLICTS:
            counts["conflicting_copy"] += 1
        elif agreement is Agreement.AGREES:
            salience = min(5, one.event.salience + 1)
            yield replace(one, event=one.event.model_copy(update={"salience": salience}))
        else:
            yield one


def _order(one: _Found) -> tuple[str, int, int, str, str]:
    return one.window.doc_id, one.start, one.end, one.target.entity_id, one.event.event


def _row(one: _Found) -> dict[str, Any]:
    entity_id = one.target.entity_id
    identity = f"{one.window.doc_id}|{one.start}|{entity_id}|{one.event.event}|{one.date}"
    return {
        "event_id": hashlib.sha256(identity.encode()).hexdigest()[:16],
        "entity_id": entity_id,
        "doc_id": one.window.doc_id,
        "start": one.start,
        "end": one.end,
        "quote": one.event.quote,
        "event": one.event.event,
        "date": one.date,
        "salience": one.event.salience,
        "form": one.event.form,
        "is_draftable": one.window.is_draftable,
        "prompt_id": PROMPT_ID,
        "model": one.model,
    }
