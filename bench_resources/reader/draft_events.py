"""What a passage states that figures did, or that was done to or with them: the embedded reader's answer to `events`.

Belongs here: events of sentences, their quotes. Does not: wording a deed (draft_deeds), names (draft_figures), events
of headings (draft_writings). Nothing here is used to answer questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bench_resources.prompting import Event
from bench_resources.reader.draft_cautions import is_hearsay
from bench_resources.reader.draft_deeds import Deed, deeds, session
from bench_resources.reader.draft_entities import Kind, Unit, Vocabulary, units
from bench_resources.reader.draft_figures import figure_vocabulary, is_form_of, is_person_name
from bench_resources.reader.draft_sentences import Sentence, join_lines, sentences
from bench_resources.reader.draft_writings import known_person, listed_events, written_events


def find_events(
    passage: str, *, is_document_start: bool, figures: Sequence[str], officials: Sequence[str] = ()
) -> list[Event]:
    """Events of a passage, headers first, each once a figure.

    Args:
        passage: text that starts at a line or sentence boundary.
        is_document_start: whether the passage opens the document; further down a header must carry its date.
        figures: canonical names of the people, offices and bodies whose events are wanted.
        officials: people in public office, who may be named beside them.
    Returns: empty for text that tells of no figure. Every quote is a substring of the passage and holds the date.
    """
    if not figures:
        return []
    known = figure_vocabulary(passage, figures, _others(officials, figures))
    found = [
        *written_events(passage, known, figures, is_start=is_document_start),
        *listed_events(passage, known, figures),
        *_sentence_events(passage, known, frozenset(figures)),
    ]
    return list({(event.figure, event.event, event.date): event for event in reversed(found)}.values())[::-1]


def _others(officials: Sequence[str], figures: Sequence[str]) -> list[str]:
    """The officials who are no figure under another form of his name: else "A. B. Roe" of "A. Roe" would be two men."""
    people = [figure for figure in figures if is_person_name(figure)]
    return [name for name in officials if not any(is_form_of(name, figure) for figure in people)]


def _sentence_events(passage: str, known: Vocabulary, figures: frozenset[str]) -> Iterator[Event]:
    familiar = known.familiar | {word for name in known.people for word in name}
    before: Sentence | None = None
    for sentence in sentences(passage, familiar):
        row = units(sentence.text, known)
        he = _person_before(passage, sentence, before, known) if any(u.text in {"He", "She"} for u in row[:6]) else None
        start = before.start if he and before else sentence.start
        for deed in deeds(row, figures, he):
            yield from _events_of(deed, passage[start : sentence.end])
        yield from _chaired(passage, sentence, row, known, figures)
        before = sentence


def _events_of(deed: Deed, quote: str) -> Iterator[Event]:
    if deed.date not in join_lines(quote):
        return
    for figure in deed.figures:
        yield Event(
            figure=figure, event=deed.event, date=deed.date, quote=quote, salience=deed.salience, form="sentence"
        )


_PRESIDED = re.compile(
    r"\s+(?P<name>[A-Z][\w.'’-]*(?:\s+[A-Z][\w.'’-]*){0,4})\s+presided(?: over the (?:meeting|session))?\."
)


def _chaired(
    passage: str, sentence: Sentence, row: Sequence[Unit], known: Vocabulary, figures: frozenset[str]
) -> Iterator[Event]:
    """As in "The Harbor Board met in special session on May 3, 1961. Jane Roe presided.": who was in the chair."""
    match = _PRESIDED.match(passage, sentence.end)
    figure = known_person(match["name"], known) if match else ""
    held = session(row) if figure in figures else None
    if match and held is not None:
        event = f"{figure} presided over the {held[0]}"
        quote = passage[sentence.start : match.end()]
        yield from _events_of(Deed((figure,), event, held[1], 3), quote)


def _person_before(passage: str, sentence: Sentence, before: Sentence | None, known: Vocabulary) -> Unit | None:
    """Whom "He" means: the one person that the sentence right before names, as its subject.

    Nobody after a sentence that reports what was said: it may still be said.
    """
    if before is None or is_hearsay(before.text, "") or passage[before.end : sentence.start].strip(' \n"”)'):
        return None
    row = units(before.text, known)
    people = [u for u in row if u.kind is Kind.PERSON]
    is_alone = len({u.name for u in people}) == 1 and not any(u.kind is Kind.UNKNOWN for u in row)
    return people[0] if is_alone and people[0] in row[:5] and not re.search(r"['’]s?$", people[0].name) else None
