"""Questions about a public subject that its documents do not answer: the embedded reader's `absent_questions`.

Belongs here: which attributes are asked of whom, and that no word near the subject tells of one. Does not: the
attributes (absent_attributes), which documents are read (drafting/absence), proof that none answers (the gauntlet).
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence

from bench_resources.prompting import AbsentQuestion
from bench_resources.reader.absent_attributes import (
    UNUSUAL_OF_ORGANISATIONS,
    UNUSUAL_OF_PERSONS,
    USUAL_OF_ORGANISATIONS,
    USUAL_OF_PERSONS,
    Attribute,
)

MAX_QUESTIONS = 6


def absent_questions(name: str, kind: str, passages: Sequence[str]) -> list[AbsentQuestion]:
    """Neutral questions about a subject whose key words stand in none of the passages.

    Args:
        name: the subject's canonical name.
        kind: "person" or "organisation".
        passages: all text about the subject; a key word anywhere in it drops the question.
    Returns: at most six, those that papers often state before others, each half in an order that differs from subject
        to subject. Empty without passages: nothing was proved.
    """
    if not passages or not name.strip():
        return []
    told = re.sub(r"-\s*\n\s*", "", "\n\n".join(passages)).lower()
    found: list[AbsentQuestion] = []
    for attribute in _in_order(name, kind):
        if len(found) < MAX_QUESTIONS and not _is_spoken_of(attribute.stems.split(), told):
            subject = re.sub(r"^the\s+", "", name, flags=re.IGNORECASE)
            question = attribute.question.format(name=subject)
            found.append(AbsentQuestion(question=question, subject=name, asked_type=attribute.asked_type))
    return found


def _in_order(name: str, kind: str) -> list[Attribute]:
    usual, unusual = (
        (USUAL_OF_PERSONS, UNUSUAL_OF_PERSONS)
        if kind == "person"
        else (USUAL_OF_ORGANISATIONS, UNUSUAL_OF_ORGANISATIONS)
    )
    return [each for tier in (usual, unusual) for each in sorted(tier, key=lambda a: _rank(name, a.question))]


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
