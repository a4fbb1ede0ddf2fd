"""Whether what a rejection task claims is absent really is.

Belongs here: unanswerable and false_premise against the planted records. Does not: types that have an answer.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

from bench_assets.auditing.planted_records import Kind, Mention, Record, Truth, ValueType
from bench_assets.auditing.question_reading import read_text
from bench_assets.auditing.truth_check import Match, Ruling, matches

_SMALL_WORDS = frozenset(
    "what which when where whom who how many much the did does was were and for with about into from that this its "
    "their his her has have had been being are any one date day year place amount name people person "
    "would could can tell you please know until then any".split()
)
_DEALINGS = (Kind.MEETING, Kind.PAPER, Kind.CALL)


def check_absence(task: Mapping[str, Any], truth: Truth) -> Ruling:
    """True when no document states what is asked.

    A fact answers when the question is about its record, in the words for it, wants a value of its type, and shares
    half of its own words with what the truth itself would ask.
    """
    asked = read_text(task["question"], truth.names)
    answered = [
        match
        for match in matches(task["question"], asked, truth)
        if match.record.stated[match.role] and _shares(asked.rest, match)
    ]
    if answered:
        value = answered[0].record.slots[answered[0].role]
        return Ruling(False, f"documents answer it: {value.text[:60]} ({answered[0].record.kind}.{answered[0].role})")
    listed = {" ".join(row["question"].casefold().split()) for row in truth.absent}
    is_listed = " ".join(task["question"].casefold().split()) in listed
    return Ruling(True, "the truth lists it as absent" if is_listed else "no fact of the truth answers it")


def _shares(rest: str, match: Match) -> bool:
    own = _own_words(rest)
    known = _own_words(match.role.replace("_", " ") + " " + " ".join(v.text for v in match.record.slots.values()))
    known |= _own_words(ROLE_WORDS.get(match.role, ""))
    shared = sum(any(_is_kin(word, other) for other in known) for word in own)
    # A title holds words of everything: half of them prove little.
    return 2 * shared > len(own) if match.record.kind is Kind.PAPER else bool(own) and 2 * shared >= len(own)


# How a fact of each role is asked for, beside the name of the role.
ROLE_WORDS = {
    "awarded_to": "company contractor tenant buyer award", "price": "contract price rent purchase set",
    "approved_on": "harbor board approve vote", "signed_by": "sign papers", "bids": "bids received",
    "bond": "bond posted", "hearing_on": "public hearing held", "hearing_at": "public hearing held",
    "completion_on": "complete finish", "inspected_by": "inspect", "occurred_on": "occur happen",
    "damage": "damage loss estimated cause", "investigated_by": "lead investigation inquiry",
    "insurer": "insurer insure claims paid", "reported_by": "first report word came",
    "witnesses": "witnesses interviewed",
    "inquest_at": "inquest sit held", "report_on": "final report delivered", "office": "office hold position post",
    "appointed_on": "appoint sworn office since serve", "office_at": "keep office address",
    "former_post": "before taking office capacity work job position",
    "predecessor": "succeed office", "incorporated_on": "incorporate found", "employees": "employ people",
    "vessels": "vessels operate", "headquarters": "headquarters", "president": "president", "who": "meet hold office",
    "met_on": "meet discuss", "met_at": "meet discuss", "met_with": "meet discuss", "payment": "payment paid",
    "written_by": "write send wrote sent message memorandum letter report subject",
    "addressed_to": "address sent write message memorandum letter subject",
    "written_on": "write sent message memorandum letter subject", "presided_by": "preside session",
    "held_on": "session", "testified_on": "testify deposition",
}  # fmt: skip


def _own_words(text: str) -> set[str]:
    return {word for word in re.findall(r"[a-z]{3,}", text.casefold()) if word not in _SMALL_WORDS}


def _is_kin(one: str, other: str) -> bool:
    """Whether two words have one stem, near enough: the same first five letters, or all of a shorter one."""
    length = min(len(one), len(other), 5)
    return one[:length] == other[:length] and abs(len(one) - len(other)) <= 6


def check_premise(task: Mapping[str, Any], truth: Truth) -> Ruling:
    """True when no document brings the two together, false when one states a dealing, None when one only names both."""
    said = f"{task['false_element'] or ''} {task['question']}"
    pairs = [(a, b) for a, b in combinations(_people(truth.names.find(said), truth), 2) if not a & b]
    if not pairs:
        return Ruling(None, "the question does not name two figures of the truth")
    rulings = [_judge_pair(one, other, truth) for one, other in pairs]
    worst = [ruling for ruling in rulings if ruling.is_right is False] or [r for r in rulings if r.is_right is None]
    return (worst or rulings)[0]


def _people(mentions: Iterable[Mention], truth: Truth) -> list[frozenset[str]]:
    rows = truth.names.rows
    return sorted({m.ids for m in mentions if all(rows[one]["kind"] == "person" for one in m.ids)}, key=sorted)


def _judge_pair(one: frozenset[str], other: frozenset[str], truth: Truth) -> Ruling:
    for record in truth.of_kind(*_DEALINGS):
        if _deals(record, one, other):
            return Ruling(False, f"{record.kind} {record.key}"[:80])
    for a, b in ((a, b) for a in one for b in other):
        if found := truth.joined.get((min(a, b), max(a, b))):
            return Ruling(False, f"a header or a list of those present names both: {min(found)}")
    together = _named_together(one, other, truth)
    if not together:
        return Ruling(True, "no document names both")
    if stated := _stated_together(one, other, together, truth):
        return Ruling(False, f"one statement names both: {stated[:60]}")
    return Ruling(None, f"named together: {min(together)}")


def _deals(record: Record, one: frozenset[str], other: frozenset[str]) -> bool:
    named = [value.ids for value in record.slots.values() if value.type is ValueType.NAME]
    return any(ids & one for ids in named) and any(ids & other for ids in named)


def _named_together(one: frozenset[str], other: frozenset[str], truth: Truth) -> set[str]:
    docs = [set().union(*(truth.legible_appearances.get(entity, set()) for entity in ids)) for ids in (one, other)]
    return docs[0] & docs[1]


def _stated_together(one: frozenset[str], other: frozenset[str], doc_ids: set[str], truth: Truth) -> str:
    """A statement that names both. One that says who came after whom in an office is no dealing."""
    statements: Sequence[str] = [said for said, doc_id in truth.said if doc_id in doc_ids]
    for said in statements:
        named = [mention.ids for mention in truth.names.find(said)]
        is_both = any(ids & one for ids in named) and any(ids & other for ids in named)
        if is_both and not re.search(r"succeeded|took over the desk", said):
            return said
    return ""
