"""What a clause or a noun phrase states besides who did what when: amounts, votes, new names, seats, numbers of parts.

Belongs here: one wording a pattern of general English. Does not: parsing (draft_clauses) or choosing facts (facts).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bench_resources.prompting import AnswerType
from bench_resources.reader import draft_clauses as clauses
from bench_resources.reader.draft_clauses import Clause
from bench_resources.reader.draft_entities import NAMED, SPECIFIC, Kind, Unit

Draft = tuple[str, str, AnswerType, int]  # question, answer, its type, salience
Statement = tuple[str, Draft]  # subject, draft

_BUYING = frozenset("bought purchased acquired sold leased rented built repaired settled insured auctioned".split())
_CHANGING = frozenset("raised reduced increased cut lowered exceeded overpaid underpaid decreased amended".split())
_RENAMING = frozenset("renamed redesignated retitled rechristened".split())
_MAX_NOUN = 4  # units of "a trading limit" before "of $25 million"
_HAVING = {
    ("consists", "of"): ("", "make up"),
    ("consisted", "of"): ("", "made up"),
    ("comprises",): ("", "make up"),
    ("comprised",): ("", "made up"),
    ("has",): ("does", "have"),
    ("had",): ("did", "have"),
    ("holds",): ("does", "hold"),
    ("employs",): ("does", "employ"),
    ("operates",): ("does", "operate"),
    ("maintains",): ("does", "maintain"),
    ("owns",): ("does", "own"),
}
_WHOLE = NAMED | {Kind.THING}
ONCE = frozenset(
    "established abolished founded created dissolved renamed redesignated launched incorporated disbanded terminated "
    "completed ratified enacted inaugurated reorganized reorganised repealed closed sunk sank published activated "
    "deactivated commissioned decommissioned chartered constituted organized organised demolished opened dedicated "
    "merged nationalized liquidated declassified".split()
)


def clause_statements(clause: Clause) -> Iterator[Draft]:
    """Amounts, votes and new names of one clause whose subject is public."""
    for make in (_amount, _vote, _new_name):
        yield from make(clause)


LAWS = frozenset({"Executive Order", "Public Law", "Senate Resolution", "House Resolution", "Joint Resolution"})


_LAW_HEADS = frozenset(
    "Act Treaty Order Charter Convention Directive Resolution Statute Ordinance Decree Proclamation".split()
)


def law_head(unit: Unit) -> str:
    """As in "directive" for "Mines Safety Directive No. 8": what kind of law a name says it is; "" for none."""
    return next((w.lower() for w in reversed(unit.text.split()) if w in _LAW_HEADS), "")


def is_law_name(unit: Unit) -> bool:
    """Whether a name is a law's: an act, a treaty, or a directive with its number."""
    return unit.kind is Kind.THING and bool(law_head(unit))


def law_name(written: str) -> str:
    """As in "executive order" and "Senate resolution": what a numbered law is, inside a question."""
    return written.lower().replace("senate", "Senate").replace("house", "House")


def opening_law(row: Sequence[Unit], clause: Clause) -> Iterator[Draft]:
    """As in "Under which public law was X created?" from "Pursuant to Public Law 86, X was created"."""
    how = row[0].text if row else ""
    at = {"By": 1, "Under": 1, "Pursuant": 2}.get(how, 0)
    if not at or at + 2 >= len(row) or row[at].text not in LAWS or row[at + 1].kind is not Kind.NUMBER:
        return
    rest = with_opening(clause, clause.rest)
    if row[at + 2].text == "," and clauses.is_speakable(clauses.trim(rest)) and (rest or clause.auxiliary):
        opening = f"{'By' if how == 'By' else 'Under'} which {law_name(row[at].text)}"
        yield _ask(opening, clause, rest), f"{row[at].text} {row[at + 1].text}", AnswerType.IDENTIFIER, 3


def _ask(opening: str, clause: Clause, rest: Sequence[Unit]) -> str:
    return clauses.ask(opening, clause, rest)


def _amount(clause: Clause) -> Iterator[Draft]:
    """As in "For how much money did X acquire Y?", "At what cost was X built?", "What was the amount of ...?"."""
    at = next((i for i, u in enumerate(clause.rest) if u.kind is Kind.MONEY), 0)
    if not at or sum(u.kind is Kind.MONEY for u in clause.rest) > 1:
        return
    before, after = clause.rest[:at], clause.rest[at + 1 :]
    if not clauses.is_speakable(after) or not clauses.is_speakable(before, clauses.possessives_of(clause)):
        return
    answer = clause.rest[at].text
    for question in _amount_questions(clause, before, after):
        yield question, answer, AnswerType.MONEY, 4


def _amount_questions(clause: Clause, before: tuple[Unit, ...], after: tuple[Unit, ...]) -> Iterator[str]:
    words = [u.text for u in before]
    verb = clause.past.split()[-1]
    if words[-4:] == ["at", "a", "cost", "of"]:
        yield _ask("At what cost", clause, (*before[:-4], *after))
    elif words[-1] == "for" and verb in _BUYING and _has_named(before) and clauses.is_simple(before):
        yield _ask("For how much money", clause, (*before[:-1], *after))
    elif words[-1] == "by" and verb in _CHANGING and clauses.is_simple(before):
        yield _ask("By how much", clause, (*before[:-1], *after))
    elif words[-1] == "of" and 2 <= len(words) <= _MAX_NOUN + 1:
        noun = clauses.words_of(before[1:-1] if words[0] in {"a", "an"} else before[:-1])
        tail = clauses.words_of(clauses.trim(after))
        if _is_noun(before[:-1]) and (_has_named(after) or any(u.kind in SPECIFIC for u in after)):
            verb_words = " ".join(w for w in (clause.auxiliary, clause.past) if w)
            yield f"What was the amount of the {noun} that {clauses.subject_text(clause)} {verb_words} {tail}?"
    elif all(u.kind in _WHOLE or u.text in {"the", "and"} for u in before) and not clause.auxiliary and after:
        yield _ask("How much money", clause, (*before, *after))


def _is_noun(units: Sequence[Unit]) -> bool:
    return all(u.kind is Kind.WORD for u in units) and not any(
        u.text in {"to", "for", "in", "on", "at", "by", "with", "from", "of", "the", "and"} for u in units
    )


def _has_named(units: Sequence[Unit]) -> bool:
    return any(u.kind in _WHOLE for u in units)


def _vote(clause: Clause) -> Iterator[Draft]:
    """As in "By what vote did the Senate confirm X?" from "by a vote of 71 to 12" or "by 214 votes to 187"."""
    rest = clause.rest
    for at, unit in enumerate(rest):
        words = [u.text for u in rest[at : at + 4]]
        start = at + 4 if words == ["by", "a", "vote", "of"] else at + 1 if unit.text == "by" else len(rest)
        end = start
        while (
            end < len(rest) and end < start + 4 and (rest[end].kind is Kind.NUMBER or rest[end].text in {"to", "votes"})
        ):
            end += 1
        answer = clauses.words_of(rest[start:end])
        if sum(u.kind is Kind.NUMBER for u in rest[start:end]) != 2 or "to" not in answer.split():
            continue
        others = (*rest[:at], *rest[end:])
        if clauses.is_speakable(others) and _has_named(others):
            yield _ask("By what vote", clause, with_opening(clause, others)), answer, AnswerType.NUMBER, 4


def with_opening(clause: Clause, rest: Sequence[Unit]) -> tuple[Unit, ...]:
    """The rest with the date that the sentence opened with put at its end."""
    if clause.opening is None:
        return tuple(rest)
    word = "on" if clause.opening.kind is Kind.DATE else "in"
    return (*clauses.trim(rest), Unit(Kind.WORD, 0, 0, word, word), clause.opening)


def _new_name(clause: Clause) -> Iterator[Draft]:
    """As in "What was the Office of Prices renamed in 1946?"."""
    at = 0
    while at < len(clause.rest) and clause.rest[at].text in {"as", "the"}:
        at += 1
    is_renamed = clause.past.split()[-1] in _RENAMING and clause.auxiliary
    if not (is_renamed or clause.past == "became") or at >= len(clause.rest) or clause.rest[at].kind not in _WHOLE:
        return
    rest = clause.rest[at + 1 :]
    if clauses.is_speakable(rest) and (rest or is_renamed):
        yield _ask("What", clause, rest), clause.rest[at].text, AnswerType.ORGANISATION, 4


def row_statements(row: Sequence[Unit]) -> Iterator[Statement]:
    """Facts of a whole sentence or an apposition that has no past verb to turn round."""
    yield from _parts(row)
    yield from _budget(row)
    yield from _founded(row)
    yield from _superior(row)


def _opening_name(row: Sequence[Unit]) -> tuple[str, int]:
    """The named body or thing that a sentence opens with, as a question writes it, and where it ends; else ("", 0)."""
    at = 1 if row and row[0].text == "The" else 0
    if at >= len(row) or row[at].kind not in {Kind.ORGANISATION, Kind.THING}:
        return "", 0
    return f"the {row[at].name}" if at else row[at].name, at + 1


def _parts(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "How many members does the Tin Council have?"."""
    subject, first = _opening_name(row)
    for start in range(first, min(len(row) - 3, first + 9)) if subject else ():
        found = next((way for way in _HAVING if tuple(u.text for u in row[start : start + len(way)]) == way), None)
        if found is None or (start > first and row[start - 1].text not in {"and", ","}):
            continue
        at = start + len(found)
        end = at + 1
        while end < len(row) and end < at + 4 and row[end].kind is Kind.WORD and not row[end].text.endswith("s"):
            end += 1
        noun = row[at + 1 : end + 1]
        if (
            row[at].kind is not Kind.NUMBER
            or not noun
            or not noun[-1].text.endswith("s")
            or not clauses.is_speakable(noun)
        ):
            continue
        while end + 2 < len(row) and row[end + 1].text == "of" and clauses.is_speakable(row[end + 2 : end + 3]):
            end += 3 if row[end + 2].kind in SPECIFIC or row[end + 2].text.endswith("s") else 4
        named = clauses.words_of(clauses.trim(row[at + 1 : end + 1]))
        does, verb = _HAVING[found]
        if clauses.is_speakable(row[at + 1 : end + 1]):
            told = f"{does} {subject} {verb}" if does else f"{verb} {subject}"
            yield subject, (f"How many {named} {told}?", row[at].text, AnswerType.NUMBER, 3)
        return


_SUMS = frozenset(
    "budget appropriation expenditure payroll revenue cost deficit surplus endowment turnover income".split()
)


def _budget(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "What was the budget of the Northern Survey in 1974?"."""
    verb = next((i for i, u in enumerate(row[:12]) if u.text in {"was", "totaled", "totalled"}), 0)
    subject = row[:verb]
    if verb < 4 or verb + 1 >= len(row) or row[0].text != "The" or row[verb + 1].kind is not Kind.MONEY:
        return
    words = [u.text for u in subject]
    if "of" not in words or words[words.index("of") - 1] not in _SUMS or not clauses.is_speakable(subject):
        return
    rest = clauses.trim([u for u in row[verb + 2 :] if u.text != "."])
    is_dated = any(u.kind in {Kind.DATE, Kind.MONTH} for u in (*subject, *rest))
    if _has_named(subject) and is_dated and clauses.is_speakable(rest) and clauses.is_simple(rest):
        noun = clauses.words_of(subject[1:])
        tail = clauses.words_of(rest)
        yield noun, (f"What was the {noun} {tail}".rstrip() + "?", row[verb + 1].text, AnswerType.MONEY, 4)


def _founded(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "In what year was the Office of Records established?" from "the Office, established in 1882,"."""
    yield from _founded_first(row)
    for at in range(1, len(row) - 3):
        name, verb = row[at - 1], row[at + 1]
        if row[at].text != "," or name.kind not in {Kind.ORGANISATION, Kind.THING} or name.name != name.text:
            continue
        end = at + 2
        if row[end].text == "by" and end + 3 < len(row):
            end += 3 if row[end + 1].text == "the" else 2
        agent = row[at + 2 : end]
        preposition, date = row[end : end + 2] if end + 1 < len(row) else (name, name)
        is_agreed = verb.text in ONCE or (agent and agent[-1].kind in NAMED and verb.text in _ENDORSED)
        if is_agreed and preposition.text in {"in", "on"} and date.kind in {Kind.DATE, Kind.MONTH}:
            opening = "On what date" if date.kind is Kind.DATE else "In what year"
            if date.kind is Kind.MONTH and not date.text.isdigit():
                opening = "In what month and year"
            article = "the " if at > 1 and row[at - 2].text in {"the", "The"} else ""
            by = f" {clauses.words_of(agent)}" if agent else ""
            yield name.name, (f"{opening} was {article}{name.name} {verb.text}{by}?", date.text, AnswerType.DATE, 3)


def _founded_first(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "In what year was the Harbor League founded?" from "Founded in 1961, the Harbor League ..."."""
    verb = row[0].text.lower() if row else ""
    if len(row) < 7 or verb not in ONCE | {"started", "formed"} or row[1].text not in {"in", "on"}:
        return
    date, at = row[2], 5 if row[4].text == "the" else 4
    name = row[at]
    if date.kind not in {Kind.DATE, Kind.MONTH} or row[3].text != "," or name.kind is not Kind.ORGANISATION:
        return
    following = row[at + 1].text
    is_verb = clauses.base_of(following) or following in clauses.AUXILIARIES or re.fullmatch(r"[a-z]{3,}s", following)
    if name.name == name.text and is_verb:
        opening = "On what date" if date.kind is Kind.DATE else "In what year"
        if date.kind is Kind.MONTH and not date.text.isdigit():
            opening = "In what month and year"
        article = "the " if at > 4 else ""
        yield name.name, (f"{opening} was {article}{name.name} {verb}?", date.text, AnswerType.DATE, 3)


_ENDORSED = frozenset("approved adopted issued signed written prepared authorized ratified released submitted".split())


def _superior(row: Sequence[Unit]) -> Iterator[Statement]:
    """As in "To whom does the Arms Control Bureau report?"."""
    for at in range(1, len(row) - 3):
        if row[at].text != "reports" or row[at + 1].text != "to" or row[at - 1].kind is not Kind.ORGANISATION:
            continue
        to = row[at + 3] if row[at + 2].text == "the" else row[at + 2]
        if (to.kind is Kind.OFFICE and " of " in f" {to.text} ") or (to.kind is Kind.OFFICE and " for " in to.text):
            article = "the " if at > 1 and row[at - 2].text in {"the", "The"} else ""
            name = row[at - 1].name
            yield name, (f"To whom does {article}{name} report?", to.text, AnswerType.TITLE, 3)
