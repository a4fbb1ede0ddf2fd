"""What a passage states that figures did, or that was done to or with them: the embedded reader's answer to `events`.

Belongs here: events of headers and of sentences, their quotes. Does not: wording a deed (draft_deeds), names
(draft_figures), reading headers (draft_headers). Nothing here is used to answer questions.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bench_resources.prompting import Event
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_cautions import is_hearsay, is_hedged, is_private
from bench_resources.reader.draft_deeds import Deed, deeds, session
from bench_resources.reader.draft_entities import Kind, Unit, Vocabulary, units
from bench_resources.reader.draft_figures import figure_vocabulary, is_person_name
from bench_resources.reader.draft_headers import Header, clean_title, headers_of, is_telling_title, office_of
from bench_resources.reader.draft_sentences import Sentence, join_lines, sentences

HEADER_SALIENCE = 2
MIN_NAME_LETTERS = 3
MAX_NAME_WORDS = 4


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
    known = figure_vocabulary(passage, figures, officials)
    found = [
        *_header_events(passage, known, figures, is_document_start=is_document_start),
        *_sentence_events(passage, known, frozenset(figures)),
    ]
    return list({(event.figure, event.event, event.date): event for event in reversed(found)}.values())[::-1]


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
    figure = _known_person(match["name"], known) if match else ""
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


_REPLY = re.compile(r"(?i)^(?:(?:re|fw|fwd)\s*:\s*)+")


def _header_events(
    passage: str, known: Vocabulary, figures: Sequence[str], *, is_document_start: bool
) -> Iterator[Event]:
    """As in "Jane Roe wrote to the Director of Mines about "Dues of the Old Port"" from a memorandum's header."""
    for header in headers_of(passage):
        title = _title(_REPLY.sub("", header.values.get("subject", "")), known)
        date = header.values.get("date", "")
        quote = passage[header.start : header.end]
        is_told = bool(title) and (bool(date) or (is_document_start and is_telling_title(title, known)))
        if not is_told or is_private(title) or is_hedged(title) or date not in join_lines(quote):
            continue
        sender, receiver = (_party(header.values.get(label, ""), known) for label in ("from", "to"))
        event = _wrote(header, sender, receiver, title)
        for figure in dict.fromkeys(party.removeprefix("the ") for party in (sender, receiver)):
            if figure in figures and event:
                yield Event(
                    figure=figure, event=event, date=date, quote=quote.strip(), salience=HEADER_SALIENCE, form="header"
                )


_WAY = re.compile(r"\b[A-Z][\w'’]+(?= (?:Street|Lane|Road|Row|Avenue|Square|Wharf|Quay|STREET|LANE|ROAD|ROW|AVENUE)\b)")


def _title(written: str, known: Vocabulary) -> str:
    """A subject line as an event quotes it: whole, or up to its dash where what follows is not clean; "" for debris."""
    for part in dict.fromkeys((written, re.split(r"\s[-–—](?:\s|$)", written, maxsplit=1)[0])):
        masked = _masked(part, known)
        title = clean_title(masked, known)
        if title and title == masked.strip(" .,;:-–—_*'\"“”"):
            return part.strip(" .,;:-–—_*'\"“”")
        if title and masked == part:
            return title
    return ""


def _masked(title: str, known: Vocabulary) -> str:
    """The title with a plain word for the names of streets and of people who may be named."""
    public = {word for form in known.people for word in form if len(word) > MIN_NAME_LETTERS}
    masked = _WAY.sub(lambda way: "HIGH" if way.group().isupper() else "High", title)
    return re.sub(
        r"\b[A-Z][\w'’]{3,}\b",
        lambda word: ("HIGH" if title.isupper() else "High") if word.group().lower() in public else word.group(),
        masked,
    )


def _wrote(header: Header, sender: str, receiver: str, title: str) -> str:
    """The event of a header; "" when it names neither side."""
    what = "memorandum" if header.values["kind"].startswith("memorandum") else "message"
    if sender and receiver:
        return f'{sender} wrote to {receiver} about "{title}"' if sender != receiver else ""
    if sender:
        return f'{sender} wrote a {what} about "{title}"'
    return f'{receiver} was sent a {what} about "{title}"' if receiver else ""


_TURNED = re.compile(r"(?P<last>[A-Z][\w'’-]+),\s*(?P<first>[A-Z][\w'’.-]*(?:\s+[A-Z][\w'’.-]*)?)\s*(?:,.*)?")


def _party(value: str, known: Vocabulary) -> str:
    """A sender or recipient as an event names it: a known person's canonical name, an office; "" for anybody else."""
    written = re.split(r"[<(\[;]|\s{3,}", value, maxsplit=1)[0].strip(" .:;-,")
    turned = _TURNED.fullmatch(written)
    forms = [f"{turned['first']} {turned['last']}"] if turned else []
    forms += [written, written.split(",", maxsplit=1)[0]]
    for form in forms:
        name = _known_person(form, known)
        if name:
            return name if is_person_name(name) else f"the {name}"
    return office_of(value, known)


def _known_person(written: str, known: Vocabulary) -> str:
    """The canonical name of a listed person whom a header writes first, in any of his forms; "" for anybody else."""
    bare = re.sub(r"(?i)^(?:mr|ms|dr|the honorable|honorable|hon)\.?\s+", "", " ".join(written.split()))
    words = re.sub(r"\.(?=[A-Za-z])", ". ", bare).lower().replace(".", "").split()
    plain = {tuple(word.strip(".") for word in form): name for form, name in known.people.items()}
    if tuple(words) in plain:
        return plain[tuple(words)]
    # His post may stand behind a full name without a comma; a firm that is named for him may not.
    heads = {head.lower() for head in lexicon.ORGANISATION_HEADS} | {"associates", "and", "jr", "sr"}
    for end in range(min(len(words) - 1, MAX_NAME_WORDS), 1, -1):
        if tuple(words[:end]) in plain and not heads & set(words[end : end + 2]):
            return plain[tuple(words[:end])]
    return ""
