"""Facts that a noun phrase states by itself: who holds which office, and when a document that it describes is dated.

Belongs here: apposition, titles before names, "letter dated 3 May 1961 from A to B". Does not: clauses with a verb
(facts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bench_resources.prompting import AnswerType
from bench_resources.reader import draft_lexicon as lexicon
from bench_resources.reader.draft_clauses import is_simple, is_speakable, trim, words_of
from bench_resources.reader.draft_entities import NAMED, Kind, Unit
from bench_resources.reader.draft_sentences import zipf

Draft = tuple[str, tuple[str, str, AnswerType, int]]  # subject, (question, answer, its type, salience)

_PUBLIC_HEADS = frozenset(
    "Committee Commission Subcommittee Department Bureau Agency Embassy Consulate Senate Congress Council Ministry "
    "Directorate Administration "
    "Authority Treasury Board Division Branch Group Office Service Bureau Staff Court Army Navy Mission".split()
)
_ROLE_HEADS = frozenset(
    (
        "secretary attache consul ambassador counselor minister director chief chairman commissioner counsel "
        "administrator"
    ).split()
)
_ROLE_WORDS = frozenset(
    (
        "first second third deputy assistant acting vice commercial cultural military naval air press general "
        "executive chief legal staff permanent prime foreign"
    ).split()
)
WHOLE_TITLES = (
    "Attorney General",
    "Senator",
    "Congressman",
    "Congresswoman",
    "Governor",
    "Mayor",
    "Ambassador",
    "Secretary of State",
    "Secretary of Defense",
    "Prime Minister",
    "Vice President",
    "Postmaster General",
    "Surgeon General",
    "Chief Justice",
    "Solicitor General",
)
_DOCUMENTS = frozenset(
    (
        "memorandum letter telegram cable dispatch directive report affidavit teletype airtel communication statement"
    ).split()
)
_DATES = frozenset({Kind.DATE, Kind.MONTH})
_TOPIC_OPENERS = frozenset(
    (
        "regarding concerning requesting enclosing transmitting about forwarding authorizing describing "
        "summarizing reporting advising"
    ).split()
)


def offices(row: Sequence[Unit]) -> Iterator[Draft]:
    """As in "Jane Doe, Director of the Port Authority" and "the Director of the Port Authority, Jane Doe"."""
    for at in range(len(row)):
        if row[at + 1 : at + 2] and row[at + 1].text == ",":
            yield from _after_name(row, at)
            yield from _before_name(row, at)


def _after_name(row: Sequence[Unit], at: int) -> Iterator[Draft]:
    name = person_name(row[at])
    start = at + 3 if row[at + 2 : at + 3] and row[at + 2].text in {"the", "a", "then", "former"} else at + 2
    if not name or start >= len(row):
        return
    if row[start].kind is Kind.OFFICE:
        title, body = office_parts(row[start].text)
        if title:
            yield name, (f"What position did {name} hold in the {body}?", title, AnswerType.TITLE, 3)
        return
    end = start
    while end < len(row) and row[end].kind is Kind.WORD and row[end].text in (_ROLE_WORDS | _ROLE_HEADS):
        end += 1
    if (
        end == start
        or row[end - 1].text not in _ROLE_HEADS
        or end + 1 >= len(row)
        or row[end].text not in {"of", "at", "for", "in"}
    ):
        return
    body_at = end + 2 if row[end + 1].text == "the" else end + 1
    if body_at < len(row) and row[body_at].kind is Kind.ORGANISATION and _PUBLIC_HEADS & set(row[body_at].text.split()):
        role = words_of(row[start:end])
        yield name, (f"What position did {name} hold at the {row[body_at].name}?", role, AnswerType.TITLE, 3)


def _before_name(row: Sequence[Unit], at: int) -> Iterator[Draft]:
    """As in "the Director of Security, Jane Doe, ...": the name closes with a comma or the sentence."""
    if (
        row[at].kind is not Kind.OFFICE
        or at + 3 >= len(row)
        or row[at + 3].text not in {",", "."}
        or (at and row[at - 1].text == ",")
    ):
        return
    name = person_name(row[at + 2])
    title, body = office_parts(row[at].text)
    if name and title:
        yield name, (f"What position did {name} hold in the {body}?", title, AnswerType.TITLE, 3)


_SURNAME = re.compile(r"(?:Mc|Mac|O['’]|De|D['’])?[A-Z][a-z]+(?:-[A-Z][a-z]+)?|[A-Z]{4,}")
_SURNAME_ZIPF = 1.8


def person_name(unit: Unit, text: str = "") -> str:
    """The unit as a person's full name in print's capitals; "" when it is not plainly one.

    A surname that is in no word list counts when `text` holds it twice: a misreading does not repeat.
    """
    if unit.kind is Kind.PERSON and len(unit.name.split()) > 1:
        return unit.name if not unit.name.startswith(lexicon.OFFICE_BEFORE_NAME) else ""
    words = [w for w in unit.text.split() if w not in {"Mr.", "Dr.", "Mrs."}]
    if unit.kind is not Kind.UNKNOWN or not 2 <= len(words) <= 3:
        return ""
    first, middle, last = words[0], words[1:-1], words[-1]
    is_initialled = len(middle) == 1 and re.fullmatch(r"[A-Z]\.", first) and middle[0] in lexicon.GIVEN_NAMES
    is_given = first.title() in lexicon.GIVEN_NAMES and all(
        re.fullmatch(r"[A-Z]\.|[A-Z][A-Za-z]{2,}", w) for w in middle
    )
    if (
        not (is_initialled or is_given)
        or not _SURNAME.fullmatch(last)
        or last.title() in lexicon.ORGANISATION_HEADS | lexicon.OFFICE_HEADS
    ):
        return ""
    is_known = zipf(last.lower()) >= _SURNAME_ZIPF or len(re.findall(rf"\b{re.escape(last)}\b", text)) > 1
    return " ".join(w.title() if w.isupper() and len(w) > 2 else w for w in words) if is_known else ""


def office_parts(office: str) -> tuple[str, str]:
    """The title and the public body of "Chief Counsel of the Ports Committee"; ("", "") when there is no such body."""
    match = re.fullmatch(r"((?:[A-Z][a-z]+ )*?[A-Z][a-z]+)(?:,| of| for| to)(?: the)? (.+)", office)
    if (
        match is None
        or not _PUBLIC_HEADS & set(match.group(2).split())
        or "," in match.group(2)
        or len(match.group(2).split()) < 2
    ):
        return "", ""
    return match.group(1), match.group(2)


def dated_documents(row: Sequence[Unit]) -> Iterator[Draft]:
    """As in "a letter dated 3 May 1961 from A to B regarding C": when the letter is dated."""
    for at, unit in enumerate(row):
        if unit.kind is not Kind.WORD or unit.text not in _DOCUMENTS or sum(u.kind in _DATES for u in row) != 1:
            continue
        span = list(row[at + 1 : at + 26])
        date = next((u for u in span if u.kind in _DATES), None)
        if date is None:
            before = row[at - 1] if at else unit
            date, span = (before, span) if before.kind in _DATES and len(before.text) > 4 else (None, span)
            if date is None:
                continue
        else:
            spot = span.index(date)
            if not spot or span[spot - 1].text not in {"dated", "of"}:
                continue
            head = spot - 2 if spot > 1 and span[spot - 2].text == "," else spot - 1
            span = span[:head] + span[spot + 1 :]
        described = _description(span)
        yield from _correspondence(unit.text, date, span)
        if described:
            yield (
                f"{unit.text} {described}",
                (f"What is the date of the {unit.text} {described}?", date.text, AnswerType.DATE, 3),
            )


_LETTERS = frozenset("memorandum letter telegram cable dispatch teletype airtel".split())


def _correspondence(what: str, date: Unit, span: Sequence[Unit]) -> Iterator[Draft]:
    """As in "Who sent the letter dated 3 May 1961 to the Director of Ports?" where both parties are named."""
    parties: dict[str, Unit] = {}
    for at, unit in enumerate(span[:8]):
        to = span[at + 2 : at + 3] if span[at + 1 : at + 2] and span[at + 1].text == "the" else span[at + 1 : at + 2]
        if unit.text in {"from", "to"} and to and to[0].kind in NAMED and unit.text not in parties:
            parties[unit.text] = to[0]
    if what not in _LETTERS or len(parties) != 2 or date.kind is not Kind.DATE:
        return
    sender, recipient = parties["from"], parties["to"]
    kinds = {Kind.PERSON: AnswerType.PERSON, Kind.OFFICE: AnswerType.TITLE}
    for opening, asked, other in (("Who sent", sender, recipient), ("To whom was", recipient, sender)):
        link = "to" if asked is sender else "from"
        article = "the " if other.kind is not Kind.PERSON else ""
        question = f"{opening} the {what} dated {date.name} {link} {article}{other.name}" + (
            "?" if asked is sender else " sent?"
        )
        is_said = asked.name not in other.name and is_speakable([other]) and asked.name == asked.text
        if is_said and not re.search(r"['’]s?$", other.name):
            yield other.name, (question, asked.text, kinds.get(asked.kind, AnswerType.ORGANISATION), 3)


def _description(span: Sequence[Unit]) -> str:
    """As in "from A to B regarding C": parties and topic as far as they can be said; "" when they tell too little."""
    kept: list[Unit] = []
    n_parties, has_topic = 0, False
    at = 0
    while at < len(span):
        if span[at].text == ",":
            at += 1
            continue
        if span[at].text in {"from", "to"} and not has_topic:
            end = at + 3 if span[at + 1 : at + 2] and span[at + 1].text == "the" else at + 2
            if end > len(span) or span[end - 1].kind not in NAMED:
                break
            kept.extend(span[at:end])
            n_parties += 1
            at = end
        elif (
            span[at].text in _TOPIC_OPENERS or (span[at].kind is Kind.WORD and span[at].text.endswith("ing"))
        ) and kept:
            topic = _topic(span[at:])
            has_topic = bool(topic)
            kept.extend(topic)
            break
        else:
            break
    enough = n_parties >= 2 or (n_parties == 1 and has_topic)
    return words_of(kept) if enough and is_speakable(kept) else ""


def _topic(span: Sequence[Unit]) -> list[Unit]:
    end = next(
        (
            i
            for i, u in enumerate(span)
            if i and (u.kind is Kind.MARK or u.text in {"which", "that", "and", "who", "was", "were", "is"})
        ),
        len(span),
    )
    topic = list(trim(span[:end]))
    if not is_speakable(topic):
        for cut in range(len(topic) - 1, 2, -1):
            if topic[cut].text in {"to", "for", "from", "with", "in", "on", "at", "by"} and is_speakable(topic[:cut]):
                topic = topic[:cut]
                break
    return topic if is_speakable(topic) and len(words_of(topic).split()) >= 4 and is_simple(topic[1:]) else []


_EVENTS = frozenset(
    "arrival departure visit meeting interview defection trip testimony appointment retirement resignation election "
    "speech conference hearing invasion "
    "return appearance inauguration assassination conversation briefing discussion transfer release flight "
    "request".split()
)


def dated_events(row: Sequence[Unit]) -> Iterator[Draft]:
    """As in "Jane Doe's visit to Lisbon on 3 May 1961": when an act that a noun names took place."""
    if sum(u.kind is Kind.DATE for u in row) != 1:
        return
    yield from _named_events(row)
    for at in range(1, len(row) - 2):
        if row[at].text not in _EVENTS or row[at - 1].kind not in NAMED or not re.search(r"['’]s?$", row[at - 1].name):
            continue
        on = next(
            (
                i
                for i in range(at + 1, min(len(row) - 1, at + 9))
                if row[i].text == "on" and row[i + 1].kind is Kind.DATE
            ),
            None,
        )
        if on is None or not is_simple(row[at + 1 : on]) or not is_speakable(row[at + 1 : on]):
            continue
        described = words_of(row[at - 1 : on])
        yield row[at - 1].name, (f"What was the date of {described}?", row[on + 1].text, AnswerType.DATE, 4)


# Of a person these happen once, or once a place; a body meets every week, so its meeting needs the other party.
_ONE_OFF = frozenset(
    "inauguration appointment resignation election retirement nomination arrival departure signing "
    "establishment creation abolition ratification launching opening dedication defection testimony".split()
)
_JOINT = frozenset("meeting conference conversation discussion agreement talks luncheon".split())


def _named_events(row: Sequence[Unit]) -> Iterator[Draft]:
    """As in "the inauguration of President Roe in Lisbon on 3 May 1961", and the same with its date before it."""
    for at in range(1, len(row) - 2):
        link = row[at + 1].text
        if not ((row[at].text in _ONE_OFF and link == "of") or (row[at].text in _JOINT and link == "between")):
            continue
        on = next((i for i in range(at + 2, min(len(row) - 1, at + 12)) if row[i].text == "on"), len(row))
        if on + 1 < len(row) and row[on + 1].kind is Kind.DATE:
            span, date = row[at:on], row[on + 1]
        elif row[at - 1].kind is Kind.DATE:
            ends = _EVENT_ENDS if link == "of" else _EVENT_ENDS - {"and"}
            end = next((i for i in range(at + 2, min(len(row), at + 10)) if row[i].text in ends), 0)
            span, date = row[at:end], row[at - 1]
        else:
            continue
        n_named = sum(u.kind in NAMED or u.kind is Kind.THING for u in span)
        is_whole = n_named > (row[at].text in _JOINT) and is_speakable(span) and is_simple(span[1:])
        if is_whole and not any(u.text == "," for u in span):
            described = words_of(trim(span))
            yield described, (f"What was the date of the {described}?", date.text, AnswerType.DATE, 4)


_EVENT_ENDS = frozenset({",", ".", "and", "was", "were", "is", "that", "which", ";", "had", "has"})
