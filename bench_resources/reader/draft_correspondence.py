"""Papers that a text refers to by side, day and subject, as "Memorandum from A. Roe to B. Poe. Subject: Dues".

Belongs here: what may be asked of such a reference, where a person whom questions may be about wrote or was written to.
Does not: finding references (draft_registers), headings of papers and titles in running text (draft_headers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader.draft_entities import Vocabulary
from bench_resources.reader.draft_headers import clean_title, is_telling_title
from bench_resources.reader.draft_papers import Paper
from bench_resources.reader.draft_registers import referred_papers
from bench_resources.reader.draft_sentences import join_lines
from bench_resources.reader.draft_writings import known_person

SALIENCE = 3  # of a day; a receiver, who is often the same, has one less
_WRITTEN = re.compile(r"(?i)\b(?:memo|memorandum|letter|cable|telegram|dispatch|airtel|note)\b")
_QUOTED = frozenset('"”')
_GOES_ON = re.compile(r"[ \t]*\n?[ \t]*[A-Za-z]\w*(?!\w*:)")


class Letter(NamedTuple):
    """A paper of which one side or both are known people.

    Attributes:
        kind: "memorandum", "letter" and the like.
        sender: canonical name; "" for anybody else. The receiver likewise.
        title: its subject as a question quotes it; "" where none stands there or it cannot be quoted.
        date: as written.
        quote: the reference, as the passage has it.
    """

    kind: str
    sender: str
    receiver: str
    title: str
    date: str
    quote: str


def correspondence_facts(passage: str, known: Vocabulary) -> Iterator[Fact]:
    """When a known person wrote or was written to on a subject, and to whom another known person wrote.

    One subject on two days gives two answers to one question, by which the drafting stage knows that it has none.
    """
    if _WRITTEN.search(passage) is None:
        return
    letters = [letter for paper in referred_papers(passage) if (letter := _letter(paper, passage, known)) is not None]
    for one in letters:
        if one.title and known.subjects & {one.sender, one.receiver}:
            yield from _facts_of(one)


def _letter(paper: Paper, passage: str, known: Vocabulary) -> Letter | None:
    """The reference as a letter from or to a known person; None for any other."""
    sender, receiver = (known_person(side[0], known) if side else "" for side in (paper.sender, paper.receiver))
    quote = passage[paper.start : paper.end].strip()
    if sender == receiver or paper.date not in join_lines(quote):
        return None
    title = clean_title(paper.subject, known) if paper.subject else ""
    # A stop may be a speck of the scan, and a subject may go on over the page.
    is_closed = quote[-1] in _QUOTED or (quote[-1] == "." and not _GOES_ON.match(passage, paper.end))
    is_whole = is_closed and title == paper.subject.strip(" .,;:") and is_telling_title(title, known)
    return Letter(paper.kind, sender, receiver, title if is_whole else "", paper.date, quote)


def _facts_of(one: Letter) -> Iterator[Fact]:
    subject = f'{one.kind} on "{one.title}"'
    topic = f'on the subject "{one.title}"'
    flat = join_lines(one.quote).casefold()
    for question, answer, kind in _asked(one, topic):
        if answer.casefold() in flat and one.date.casefold() not in one.title.casefold():
            yield Fact(
                subject=subject,
                question=question,
                answer=answer,
                answer_type=kind,
                quote=one.quote,
                salience=SALIENCE - (kind is AnswerType.PERSON),
                form="sentence",
            )


def _asked(one: Letter, topic: str) -> Iterator[tuple[str, str, AnswerType]]:
    sides = [f"{link} {name}" for link, name in (("from", one.sender), ("to", one.receiver)) if name]
    yield f"What is the date of the {one.kind} {' '.join(sides)} {topic}?", one.date, AnswerType.DATE
    if one.sender and one.receiver:
        question = f"To whom did {one.sender} write the {one.kind} of {one.date} {topic}?"
        yield question, one.receiver, AnswerType.PERSON
