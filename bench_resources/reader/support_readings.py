"""A statement as an item of an answer tells it: words spelt out, a date with its noun, a subject as far as quoted.

Belongs here: what a statement says in another form than the item's clause. Does not: taking passages apart
(answering_statements), what a label means (support_items).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from bench_resources.prompting import AnswerType
from bench_resources.reader.answer_types import find_dates, find_proper
from bench_resources.reader.answering_figures import figure_spans
from bench_resources.reader.answering_items import is_alike, words_of
from bench_resources.reader.answering_meanings import WRITING, meanings
from bench_resources.reader.answering_statements import Clause, Told, fit, told_in

_SPELT = {
    "ltr": "letter",
    "ltrs": "letters",
    "memo": "memorandum",
    "memos": "memoranda",
    "msg": "message",
    "msgs": "messages",
    "mtg": "meeting",
    "rpt": "report",
    "dtd": "dated",
}
_SHORT = re.compile(rf"\b(?:{'|'.join(_SPELT)})\b", re.IGNORECASE)
_QUOTED = re.compile(r"[\"\u201c][^\"\u201c\u201d]*[\"\u201d]?")
_WRITTEN = re.compile(
    r"\b(?:wrote|writes?|writing|written|cabled|mailed|signed|letters?|memorand(?:um|a)|messages?|cables?|notes?|reports?"
    r"|telegrams?|dispatch(?:es)?|airtels?|teletypes?)\b",
    re.IGNORECASE,
)


# --- words spelt out ------------------------------------------------------------------------------------------------


@lru_cache(maxsize=20_000)
def bodies_of(clause: str) -> tuple[str, ...]:
    """The bodies that a clause names outside the subject that it quotes."""
    return tuple(run.text for run in find_proper(_QUOTED.sub('""', clause)) if run.kind is AnswerType.ORGANISATION)


def spelt_out(text: str, bodies: Sequence[str]) -> str:
    """A text with office abbreviations written out, and the letters of bodies too: "HWB ltr", "Harbor Wards Board"."""
    said = _SHORT.sub(lambda short: _SPELT[short.group().casefold()], text)
    for body in bodies:
        for start, end in reversed(figure_spans(body, said)):
            if said[start:end].isupper() and " " not in said[start:end]:
                said = said[:start] + body + said[end:]
    return said


def in_full(told: Told, clause: Clause, bodies: Sequence[str]) -> Told:
    """A sentence spelt out; as it is where it would then seem to tell of a paper without naming any."""
    if told.kind != "sentence":
        return told
    sentence = spelt_out(told.sentence, bodies)
    if sentence == told.sentence or (meanings(clause.verb) & WRITING and not _WRITTEN.search(sentence)):
        return told
    return replace(told, text=spelt_out(told.text, bodies), sentence=sentence)


# --- dates before a noun --------------------------------------------------------------------------------------------

_BEFORE_NOUN = re.compile(r"(?:\b(?:an?|the|this|that|his|her|its|their|our|your|my)|['\u2019]s?)\s+$", re.IGNORECASE)


def with_noun(before: Told, after: Told) -> Told | None:
    """A clause with the date that stands before its noun, where the comma of the date parted them; None for others.

    As in "an answer to the March 3, 1964, / letter of Ann Reddick": the date is the letter's.
    """
    dates = find_dates(before.text)
    if before.sentence != after.sentence or before.start != after.start or not dates or not after.text[:1].islower():
        return None
    date = dates[-1]
    is_last = date.end == len(before.text) and date.text[:1].isalpha() and date.value == before.value
    if not is_last or not _BEFORE_NOUN.search(before.text[: date.start]):
        return None
    return replace(after, value=before.value, text=f"{before.text}, {after.text}")


# --- heads below a line of another paper ----------------------------------------------------------------------------

_GAP = re.compile(r"[ \t]*\n[ \t]*\n\s*")


def heads_below(window: str, told: Told) -> Iterator[Told]:
    """The dated heads that an undated one without a sender holds behind a blank line, where it is read from there.

    What stands above may close the paper before: "Recipient: Tallow Board." / "3 March 1964 HB-12" / "Subject: Dues".
    """
    if told.kind != "header" or told.value is not None or told.sender:
        return
    for gap in _GAP.finditer(window, told.start, told.end):
        for one in told_in(window[gap.end() : told.end]):
            if one.kind == "header" and one.value is not None and one.subject == told.subject:
                yield replace(one, start=one.start + gap.end(), end=one.end + gap.end(), after=told.after)


# --- subjects that are cut ------------------------------------------------------------------------------------------

_DOTS = r"(?:\.{3,}|\u2026)"
_OPEN_START = re.compile(rf"^\W*?{_DOTS}\s*")
_OPEN_END = re.compile(rf"\s*{_DOTS}\W*$")


def fit_of(clause: Clause, told: Told) -> float:
    """How well a statement gives a clause; a subject quoted in part, with dots, as far as it is quoted."""
    is_begun, is_ended = _OPEN_START.match(clause.title) is None, _OPEN_END.search(clause.title) is None
    if (is_begun and is_ended) or told.kind != "header":
        return fit(clause, told)
    said = _OPEN_END.sub("", _OPEN_START.sub("", clause.title))
    quoted = replace(clause, title=said)
    stretches = _stretches(told.subject, said, is_begun=is_begun, is_ended=is_ended)
    return max((fit(quoted, replace(told, subject=one)) for one in stretches), default=0.0)


def _stretches(subject: str, said: str, *, is_begun: bool, is_ended: bool) -> list[str]:
    """The stretches of a subject that may be the part said: from its start, to its end, or anywhere within.

    One of no more words than the part is one itself. Each begins or ends, where the other end is cut, with the words of
    the part, which has less than a whole to be told apart by.
    """
    words, part = subject.split(), words_of(said)
    n_words = len(part)
    if not n_words or not words_of(subject):
        return []
    if len(words_of(subject)) <= n_words:
        found = [subject]
    elif is_begun or is_ended:
        found = [_first(words, n_words) if is_begun else _last(words, n_words)]
    else:
        found = [_first(words[i:], n_words) for i in range(len(words))]
    ends = ((one, words_of(one)) for one in found)
    return [
        one
        for one, there in ends
        if there and (is_ended or is_alike(part[0], there[0])) and (is_begun or is_alike(part[-1], there[-1]))
    ]


def _first(words: Sequence[str], n_words: int) -> str:
    """The fewest opening words in which so many words and figures stand."""
    return next(
        (" ".join(words[:i]) for i in range(1, len(words) + 1) if len(words_of(" ".join(words[:i]))) >= n_words),
        " ".join(words),
    )


def _last(words: Sequence[str], n_words: int) -> str:
    ends = range(len(words) - 1, -1, -1)
    return next((" ".join(words[i:]) for i in ends if len(words_of(" ".join(words[i:]))) >= n_words), " ".join(words))
