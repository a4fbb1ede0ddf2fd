"""Questions about a public subject that its documents do not answer: the embedded reader's `absent_questions`.

Belongs here: neutral attributes that a release might state, and the words that would betray that it does. Does not:
which documents
are read (drafting/absence), or proof that no other document answers (the gauntlet).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from bench_resources.prompting import AbsentQuestion, AnswerType

MAX_QUESTIONS = 6


class Attribute(NamedTuple):
    """A neutral attribute: the question about it, and word beginnings of which none may occur near the subject."""

    question: str
    asked_type: AnswerType
    stems: str


_PERSON = (
    Attribute(
        "Which university awarded an honorary degree to {name}?", AnswerType.ORGANISATION, "honorary degree doctorate"
    ),
    Attribute("Who administered the oath of office to {name}?", AnswerType.PERSON, "oath sworn swear inaugurat"),
    Attribute("In what year did {name} publish a volume of memoirs?", AnswerType.DATE, "memoir autobiograph"),
    Attribute("On what date did {name} deliver a commencement address?", AnswerType.DATE, "commencement graduat"),
    Attribute("In which city was the portrait of {name} unveiled?", AnswerType.PLACE, "portrait unveil"),
    Attribute(
        "What was the amount of the annual travel allowance granted to {name}?",
        AnswerType.MONEY,
        "allowance per-diem diem",
    ),
    Attribute(
        "Which museum received the collected papers of {name} as a gift?",
        AnswerType.ORGANISATION,
        "museum library archive",
    ),
    Attribute("Who was chosen to write the official biography of {name}?", AnswerType.PERSON, "biograph"),
    Attribute(
        "How many guests attended the farewell dinner given for {name}?", AnswerType.NUMBER, "farewell dinner banquet"
    ),
    Attribute(
        "Which foundation gave {name} its medal for public service?",
        AnswerType.ORGANISATION,
        "medal foundation decorat",
    ),
    Attribute("In what year was {name} elected to the board of an orchestra?", AnswerType.DATE, "orchestra symphony"),
    Attribute("Which architect designed the office building named after {name}?", AnswerType.PERSON, "architect"),
    Attribute("On what date did {name} open an exhibition of historical maps?", AnswerType.DATE, "exhibit map"),
    Attribute(
        "Which broadcasting company carried the farewell speech of {name}?",
        AnswerType.ORGANISATION,
        "farewell broadcast",
    ),
    Attribute("In which city did {name} dedicate a public library?", AnswerType.PLACE, "library dedicat"),
)
_ORGANISATION = (
    Attribute("Which architect designed the headquarters building of the {name}?", AnswerType.PERSON, "architect"),
    Attribute("How much did the {name} pay for the lease of its annex?", AnswerType.MONEY, "lease rent annex"),
    Attribute("On what date did the {name} adopt its official seal?", AnswerType.DATE, "seal emblem"),
    Attribute("Which museum received the photograph collection of the {name}?", AnswerType.ORGANISATION, "museum"),
    Attribute(
        "How many interns did the {name} take on for its first summer program?", AnswerType.NUMBER, "intern summer"
    ),
    Attribute("In what year did the {name} publish its first staff handbook?", AnswerType.DATE, "handbook manual"),
    Attribute("Who was the chief librarian of the {name}?", AnswerType.PERSON, "librar"),
    Attribute("What sum did the {name} budget for the repair of its roof?", AnswerType.MONEY, "roof repair"),
    Attribute("In which city did the {name} hold its anniversary dinner?", AnswerType.PLACE, "anniversary dinner"),
    Attribute("Which firm audited the pension fund of the {name}?", AnswerType.ORGANISATION, "audit pension"),
    Attribute("On what date did the {name} open its staff cafeteria?", AnswerType.DATE, "cafeteria canteen"),
    Attribute("How many volumes did the reading room of the {name} hold?", AnswerType.NUMBER, "reading-room volume"),
    Attribute("Which printing firm produced the first annual report of the {name}?", AnswerType.ORGANISATION, "print"),
    Attribute(
        "Which university hosted the anniversary lecture of the {name}?", AnswerType.ORGANISATION, "anniversary lecture"
    ),
)


def absent_questions(name: str, kind: str, passages: Sequence[str]) -> list[AbsentQuestion]:
    """Neutral questions about a subject whose key words stand in none of the passages.

    Args:
        name: the subject's canonical name.
        kind: "person" or "organisation".
        passages: all text about the subject; a key word anywhere in it drops the question.
    Returns: at most six, in an order that differs from subject to subject. Empty without passages: nothing was proved.
    """
    if not passages or not name.strip():
        return []
    attributes = _PERSON if kind == "person" else _ORGANISATION
    told = re.sub(r"-\s*\n\s*", "", "\n\n".join(passages)).lower()
    found: list[AbsentQuestion] = []
    for attribute in sorted(attributes, key=lambda a: _rank(name, a.question)):
        if len(found) < MAX_QUESTIONS and not _is_spoken_of(attribute.stems.split(), told):
            subject = re.sub(r"^the\s+", "", name, flags=re.IGNORECASE)
            question = attribute.question.format(name=subject)
            found.append(AbsentQuestion(question=question, subject=name, asked_type=attribute.asked_type))
    return found


def _rank(name: str, question: str) -> str:
    return hashlib.sha256(f"{name}\0{question}".encode()).hexdigest()


def _is_spoken_of(stems: Iterable[str], told: str) -> bool:
    """Whether a word that starts with one of the stems stands in a lower-case text."""
    return any(_stands(stem.lower(), told) for stem in stems)


def _stands(stem: str, told: str) -> bool:
    # Plain search: a pattern that looks for a word's start costs fifty times as much, and most stems stand nowhere.
    if "-" in stem and all(part in told for part in stem.split("-")):
        return re.search(r"\b" + r"[\s-]+".join(map(re.escape, stem.split("-"))), told) is not None
    at = told.find(stem)
    while at > 0 and (told[at - 1].isalnum() or told[at - 1] == "_"):
        at = told.find(stem, at + 1)
    return at >= 0
