"""Whether a question points at one thing: what a strict reader asks before the answer is even looked at.

Belongs here: rules about a finished fact, whatever pattern found it. Does not: finding facts.
"""

from __future__ import annotations

import re

from bench_resources.prompting import AnswerType, Fact
from bench_resources.words import zipf

# A post without its body: every body has a General Counsel, and a career has several offices.
_POST_ALONE = re.compile(r"^What (?:position|public office or title) did .+ hold\?$")
_POST_IN_BODY = re.compile(r"^What position did .+ hold in (?:the )?(?P<body>.+)\?$")
# A paper of unknown kind is often a cutting inside a file that bears its title too.
_UNKNOWN_PAPER = re.compile(r'^What is the date of the document titled "')
_CORRESPONDENCE = re.compile(r"\b(?:letter|cable|telegram|message|dispatch|airtel|note)\b")
_MATTER = re.compile(r'"|\b(?:concerning|regarding|about|recommending|requesting|on the subject|titled|entitled)\b')
_NAMES_ONE = re.compile(r"\b(?:letter|cable|telegram|message|dispatch|airtel|note) (?:of|dated|to|from|which|sent)\b")
_ACRONYM = re.compile(r"^[A-Z][A-Z&/.]{1,7}$")
KNOWN_ACRONYM_ZIPF = 4.0  # anybody can spell out an acronym this common
SHORT_BODY_WORDS = 2  # "Services Staff": of which body?
COMMON_ZIPF = 4.2  # a word this common says nothing about whose unit it is


def is_definite(fact: Fact) -> bool:
    """Whether the question names enough for one answer, and the answer names its bearer in full."""
    return not (
        _POST_ALONE.match(fact.question)
        or _UNKNOWN_PAPER.match(fact.question)
        or _is_loose_correspondence(fact.question)
        or _is_bare_surname(fact)
        or _is_vague_body(fact.question)
    )


def _is_loose_correspondence(question: str) -> bool:
    """A letter known by its day or its writer alone: a busy office sends several."""
    named = _NAMES_ONE.search(question) and _CORRESPONDENCE.search(question)
    return bool(named) and not _MATTER.search(question)


def _is_bare_surname(fact: Fact) -> bool:
    """One word for a person: which of its bearers?"""
    return fact.answer_type is AnswerType.PERSON and len(fact.answer.split()) == 1


def _is_vague_body(question: str) -> bool:
    """A body that only insiders can place: an unexplained acronym in its name, or two everyday words."""
    match = _POST_IN_BODY.match(question)
    if match is None:
        return False
    words = match["body"].split()
    unexplained = [word for word in words if _ACRONYM.match(word) and zipf(word.lower()) < KNOWN_ACRONYM_ZIPF]
    is_everyday = len(words) <= SHORT_BODY_WORDS and all(
        zipf(word.lower()) >= COMMON_ZIPF and not _ACRONYM.match(word) for word in words
    )
    return bool(unexplained) or is_everyday
