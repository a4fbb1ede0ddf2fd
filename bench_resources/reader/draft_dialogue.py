"""Facts in the set forms of depositions and minutes: question and answer, and motions with their movers.

Belongs here: which exchanges stand alone. Does not: running text (facts) or headers (draft_headers).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bench_resources.prompting import AnswerType, Fact
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_clauses import is_speakable, trim, words_of
from bench_resources.reader.draft_entities import NAMED, SPECIFIC, Kind, Unit, Vocabulary, units
from bench_resources.reader.draft_sentences import join_lines

_EXCHANGE = re.compile(
    r"^[ \t]*Q(?:UESTION)?[.:]?[ \t]+(?P<question>[A-Z][^?]{20,220}\?)\s*\n"
    r"\s*A(?:NSWER)?[.:]?[ \t]+(?P<answer>[^\n]{3,90}?)\.?[ \t]*(?=\n|$)",
    re.MULTILINE,
)
_WORDED = re.compile(r"(?:On |In )?(?P<asked>Who|When|Where|what date|what year|what city|How much|How many)\b")
_TYPES = {
    "Who": AnswerType.PERSON,
    "When": AnswerType.DATE,
    "what date": AnswerType.DATE,
    "what year": AnswerType.DATE,
    "Where": AnswerType.PLACE,
    "what city": AnswerType.PLACE,
    "How much": AnswerType.MONEY,
    "How many": AnswerType.NUMBER,
}
_KINDS = {
    AnswerType.DATE: frozenset({Kind.DATE, Kind.MONTH}),
    AnswerType.PLACE: frozenset({Kind.PLACE}),
    AnswerType.MONEY: frozenset({Kind.MONEY}),
    AnswerType.NUMBER: frozenset({Kind.NUMBER}),
}
_LEAD = re.compile(r"^(?:(?:It was|That was|On|In|At|About|By) )+", re.IGNORECASE)
_PERSON = re.compile(r"[A-Z][a-z]+ (?:[A-Z]\. )?(?:Mc|Mac|O['’])?[A-Z][a-z]+")


def exchange_facts(passage: str, known: Vocabulary) -> Iterator[Fact]:
    """From "Q. Who was the chairman of the Zoning Board in 1977? A. Leland Q. Brandt." the question as it was put."""
    for match in _EXCHANGE.finditer(passage):
        question = join_lines(match.group("question"))
        worded = _WORDED.match(question)
        if worded is None or not _stands_alone(question, known):
            continue
        kind = _TYPES[worded.group("asked")]
        answer = _answer(_LEAD.sub("", join_lines(match.group("answer"))), kind, known)
        if answer:
            yield Fact(
                subject=question,
                question=question,
                answer=answer,
                answer_type=kind,
                quote=match.group().strip(),
                salience=4,
                form="sentence",
            )


def _stands_alone(question: str, known: Vocabulary) -> bool:
    first, _, others = question.rstrip("?").partition(" ")
    row = units(f"{first.lower()} {others}", known)
    return (
        any(u.kind in NAMED | {Kind.THING} for u in row)
        and sum(u.kind in SPECIFIC for u in row) + len(row) // 8 > 1
        and is_speakable([u for u in row if u.text not in {"who", "when", "where", "what", "how"}])
    )


def _answer(written: str, kind: AnswerType, known: Vocabulary) -> str:
    """The answer when it is one whole person, date, place, sum or number; "" otherwise."""
    row = units(f"x {written}", known)[1:]
    if kind is AnswerType.PERSON:
        name = re.sub(r"^(?:Mr|Mrs|Ms|Dr)\. ", "", written)
        is_titled = len(row) == 1 and row[0].kind is Kind.PERSON and len(row[0].name.split()) > 1
        is_full = _PERSON.fullmatch(name) is not None and name.split()[0] in lexicon.GIVEN_NAMES
        return name if is_titled or is_full else ""
    return row[0].text if len(row) == 1 and row[0].kind in _KINDS[kind] else ""


_MOTION = re.compile(
    r"\b(?:On|Upon) (?:a )?motion (?:of|by|made by) (?P<mover>[^,;]{5,60}?),?\s+(?:and\s+)?"
    r"(?:duly\s+)?seconded by (?P<second>[^,;]{5,60}),\s+(?P<act>[^.;]{15,220}[a-z\d])\.(?=\s|$)"
)
_MOTION_VERBS = frozenset(
    "approved adopted authorized accepted ratified rejected appointed elected granted passed".split()
)


def motion_facts(passage: str, known: Vocabulary) -> Iterator[Fact]:
    """From "On motion of A, seconded by B, the Council approved C." who moved it and who seconded it."""
    for match in _MOTION.finditer(passage):
        mover, second = (_member(join_lines(match.group(who)), known) for who in ("mover", "second"))
        act = _act(join_lines(match.group("act")), known)
        if not act:
            continue
        for opening, answer in (("On whose motion did", mover), ("Who seconded the motion on which", second)):
            if answer:
                body, past, base, rest = act
                question = (
                    f"{opening} {body} {base} {rest}?" if "whose" in opening else f"{opening} {body} {past} {rest}?"
                )
                yield Fact(
                    subject=body,
                    question=question,
                    answer=answer,
                    answer_type=AnswerType.PERSON,
                    quote=match.group(),
                    salience=4,
                    form="sentence",
                )


def _member(written: str, known: Vocabulary) -> str:
    row = units(f"x {written}", known)[1:]
    return written if len(row) == 1 and row[0].kind is Kind.PERSON else ""


def _act(written: str, known: Vocabulary) -> tuple[str, str, str, str] | None:
    """Body, verb in both forms and the rest of what was done; None when it does not stand alone."""
    row: list[Unit] = units(written[:1].upper() + written[1:], known)
    at = 1 if row and row[0].text == "The" else 0
    if len(row) < at + 3 or row[at].kind is not Kind.ORGANISATION or row[at + 1].text not in _MOTION_VERBS:
        return None
    rest = trim(row[at + 2 :])
    if not is_speakable(rest) or not any(u.kind in SPECIFIC for u in rest):
        return None
    past = row[at + 1].text
    return f"the {row[at].name}", past, lexicon.BASE_OF_PAST.get(past, ""), words_of(rest)
