"""The planted truth as records: one a meeting, a contract, an incident, a career, a letter, a payment, with its slots.

Belongs here: reading the truth tables, the names of a text, what documents state of a record. Does not: what a task
asks (question_reading.py), any verdict. Nothing here is shared with the stages that the audit measures.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
from ahocorasick_rs import AhoCorasick, MatchKind

from bench_assets.auditing.stated_values import read_cents, read_count, read_day, take_days
from bench_assets.drafting.quotes import flatten
from bench_resources.planted.truth import TABLES, read_truth


class Kind(StrEnum):
    """What a record is of."""

    CONTRACT = "contract"
    INCIDENT = "incident"
    PERSON = "person"
    COMPANY = "company"
    MEETING = "meeting"
    PAPER = "paper"  # a letter, memorandum, message, report or cover sheet: who wrote to whom, when, on what
    SESSION = "session"
    PAYMENT = "payment"
    TESTIMONY = "testimony"
    CALL = "call"


class ValueType(StrEnum):
    """How two values of a slot are compared."""

    NAME = "name"  # by whom it means
    DAY = "day"
    MONEY = "money"
    COUNT = "count"
    TEXT = "text"


TYPES = {
    "person": ValueType.NAME, "organisation": ValueType.NAME, "date": ValueType.DAY, "money": ValueType.MONEY,
    "number": ValueType.COUNT,
}  # fmt: skip
INCIDENT_RELATIONS = frozenset(
    "occurred_on damage investigated_by reported_by insurer witnesses inquest_at report_on".split()
)
_SHORT = frozenset({"titled", "polite"})
_MEETING_OF = re.compile(r"^(?P<who>.+)'s meeting on (?P<what>.+)$")
_TITLED = re.compile(r'^the \w+ "(?P<title>.+)"(?: of (?P<day>\d{4}-\d\d-\d\d))?$')
_SESSION_OF = re.compile(r"^the session of the (?P<body>.+) of (?P<day>\d{4}-\d\d-\d\d)$")
_PAYMENT_OF = re.compile(r"^the payment to (?P<payee>.+) for (?P<purpose>.+) of (?P<day>\d{4}-\d\d-\d\d)$")
_KEPT = re.compile(r"presided\. (?P<name>[^.]+(?:\.[^.]+)?) kept the record\.")
_PRESENT = re.compile(r"Present: (?P<names>.+?)\.(?= [A-Z0-9])")
_FIELD = re.compile(r"^(?:FROM|TO|CC|Cc|From|To|For|Caller):[ \t]*(?P<name>.+)$", re.MULTILINE)
_SHEET = re.compile(r"^TO:\s+(?P<to>.+)\nFROM:\s+(?P<by>.+)\n(?:PAGES.*\n)RE:\s+(?P<title>(?:.+\n)+)", re.MULTILINE)
_SLIP = re.compile(r"^For:\s+(?P<to>.+)\nCaller:\s+(?P<by>.+)\nDate:\s+(?P<day>.+)$", re.MULTILINE)
_SWORN = re.compile(r"^WITNESS:\s+(?P<name>.+)\nTaken on (?P<day>.+)$", re.MULTILINE)


class Value(NamedTuple):
    """What stands in a slot: as the truth writes it, and as it is compared."""

    text: str
    type: ValueType
    ids: frozenset[str] = frozenset()  # whom a name means


@dataclass
class Record:
    """One thing that happened or is so, and which documents say what of it.

    Attributes:
        slots: by role: what it is, who, when. Roles are the truth's relations, and `who`, `what`, `title` beside them.
        stated: by role, the documents that state it.
        legible: by role, those of them in which the noise left a statement of it whole.
        fact_ids: by role, the truth's fact.
    """

    key: str
    kind: Kind
    slots: dict[str, Value] = field(default_factory=dict)
    stated: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    legible: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    fact_ids: dict[str, str] = field(default_factory=dict)

    @property
    def people(self) -> frozenset[str]:
        """Everybody in it, people and organisations."""
        return frozenset().union(*(value.ids for value in self.slots.values()))

    @property
    def days(self) -> frozenset[str]:
        """Every day in it."""
        return frozenset(value.text for value in self.slots.values() if value.type is ValueType.DAY)

    def add(self, role: str, value: Value, doc_id: str, *, is_legible: bool, fact_id: str = "") -> None:
        """One statement of a slot."""
        self.slots.setdefault(role, value)
        self.stated[role].add(doc_id)
        if is_legible:
            self.legible[role].add(doc_id)
        if fact_id:
            self.fact_ids[role] = fact_id


class Mention(NamedTuple):
    """A name in a text, and everybody whom it may mean."""

    start: int
    end: int
    text: str
    ids: frozenset[str]


class Names:
    """Every form of every public name of the truth."""

    def __init__(self, entities: Iterable[Mapping[str, Any]], aliases: Iterable[Mapping[str, Any]]) -> None:
        self.rows = {row["entity_id"]: row for row in entities}
        meant: dict[str, set[str]] = defaultdict(set)
        for row in aliases:
            meant[row["alias"].casefold()].add(row["entity_id"])
        for row in self.rows.values():
            meant[row["canonical_name"].casefold()].add(row["entity_id"])
            if row["kind"] == "person":
                meant[row["canonical_name"].split()[-1].casefold()].add(row["entity_id"])
        self._meant = meant
        self._forms = sorted(meant)
        self._matcher = AhoCorasick(self._forms, matchkind=MatchKind.LeftmostLongest) if meant else None

    def ids(self, name: str) -> frozenset[str]:
        """Everybody whom a whole text names; nobody when it is no name."""
        folded = " ".join(name.split()).casefold().strip(" ,;")
        return frozenset(self._meant.get(folded) or self._meant.get(folded.rstrip(".")) or ())

    def find(self, text: str) -> list[Mention]:
        """The names in a text, left to right, the longest first; a name inside a longer word is none."""
        folded = text.casefold()
        if self._matcher is None or len(folded) != len(text):
            return []
        found = self._matcher.find_matches_as_indexes(folded)
        return [
            Mention(start, end, text[start:end], frozenset(self._meant[self._forms[at]]))
            for at, start, end in found
            if not (folded[start - 1 : start].isalnum() or folded[end : end + 1].isalnum())
        ]


@dataclass(frozen=True)
class Truth:
    """What is true of a planted corpus, as far as the documents of a release go.

    Attributes:
        records: by key, sorted.
        names: of everybody.
        appearances: the documents that name an entity, by entity_id.
        legible_appearances: those of them in which the noise left the name whole.
        surfaces: (entity_id, form in small letters) that is legible in some document; titles stand for nobody alone.
        joined: two people's entity_ids, sorted -> documents whose header or list of those present names both.
        said: (statement, doc_id) of everything that is legible.
        absent: questions that no document answers.
    """

    records: dict[str, Record]
    names: Names
    appearances: dict[str, set[str]]
    legible_appearances: dict[str, set[str]]
    surfaces: frozenset[tuple[str, str]]
    joined: dict[tuple[str, str], set[str]]
    said: tuple[tuple[str, str], ...]
    absent: tuple[Mapping[str, Any], ...]

    @cached_property
    def by_key(self) -> dict[str, list[Record]]:
        """Records by everybody, every value and every word in them."""
        found: dict[str, list[Record]] = defaultdict(list)
        for record in self.records.values():
            slots = record.slots.values()
            for key in {key for value in slots for key in (value.text, *value.ids, *words_of(value.text))}:
                found[key].append(record)
        return found

    def of_kind(self, *kinds: Kind) -> Iterator[Record]:
        """Records of some kinds, in order of their keys."""
        return (record for record in self.records.values() if record.kind in kinds)


def load_truth(folder: Path, corpus: pa.Table) -> Truth:
    """The truth of the planted corpus in a folder; see `read_records`."""
    return read_records({name: read_truth(folder, name) for name in TABLES}, corpus)


def read_records(tables: Mapping[str, pa.Table], corpus: pa.Table) -> Truth:
    """The truth tables as records; only what documents of `corpus` (columns doc_id, text) say counts."""
    rows = {name: tables[name].to_pylist() for name in ("facts", "entities", "aliases", "documents")}
    texts = dict(zip(corpus["doc_id"].to_pylist(), corpus["text"].to_pylist(), strict=True))
    names = Names(rows["entities"], rows["aliases"])
    kept = [row for row in tables["statements"].to_pylist() if row["doc_id"] in texts]
    facts = {row["fact_id"]: row for row in rows["facts"] if row["is_public"]}
    kinds = {row["doc_id"]: row["kind"] for row in rows["documents"]}
    records = _topic_records(facts, kept, names)
    records |= _paper_records(facts, kept, names)
    sessions = {
        doc_id: record for record in records.values() if record.kind is Kind.SESSION for doc_id in record.stated["who"]
    }
    for doc_id, text in sorted(texts.items()):
        if doc_id in sessions and (kept_by := _KEPT.search(flatten(text))):
            _add_name(sessions[doc_id], "kept_by", kept_by["name"], doc_id, names)
        for record in _laid_out(doc_id, kinds.get(doc_id, ""), text, names):
            records[record.key] = record
    named_in = [row for row in tables["appearances"].to_pylist() if row["doc_id"] in texts]
    legible = [row for row in named_in if row["is_legible"]]
    return Truth(
        records=dict(sorted(records.items())),
        names=names,
        appearances=_documents_by_entity(named_in),
        legible_appearances=_documents_by_entity(legible),
        surfaces=frozenset((r["entity_id"], r["surface"].casefold()) for r in legible if r["form"] not in _SHORT),
        joined=_joined(texts, names),
        said=tuple(sorted({(row["statement"], row["doc_id"]) for row in kept if row["is_legible"]})),
        absent=tuple(tables["absent_facts"].to_pylist()),
    )


def _documents_by_entity(appearances: Iterable[Mapping[str, Any]]) -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for row in appearances:
        found[row["entity_id"]].add(row["doc_id"])
    return found


def value_of(fact: Mapping[str, Any], names: Names) -> Value:
    """A fact's canonical answer as a value."""
    kind = TYPES.get(fact["answer_type"], ValueType.TEXT)
    return Value(fact["answer"], kind, names.ids(fact["answer"]) if kind is ValueType.NAME else frozenset())


def named(name: str, names: Names) -> Value:
    """A name as a value."""
    return Value(name, ValueType.NAME, names.ids(name))


def is_same(value: Value, written: str, names: Names) -> bool:
    """Whether a written text gives the value: dates, amounts and counts by value, names by whom they mean."""
    if value.type is ValueType.DAY:
        return read_day(written) == value.text
    if value.type is ValueType.MONEY:
        return read_cents(written) == read_cents(value.text)
    if value.type is ValueType.COUNT:
        return read_count(written) == read_count(value.text)
    if value.type is ValueType.NAME and value.ids:
        return bool(value.ids & names.ids(bare(written)))
    return fold(written) == fold(value.text)


def bare(text: str) -> str:
    """A text without the article that it opens with and the stop that it ends with."""
    return re.sub(r"^(?:the|an|a)\s+", "", " ".join(text.split()).rstrip(" .;,"), flags=re.IGNORECASE)


def fold(text: str) -> str:
    """A text for comparison: small letters and digits, its article left out."""
    return " ".join(re.findall(r"[^\W_]+", bare(text).casefold().replace("'s", "s").replace("’s", "s")))


@lru_cache(maxsize=100_000)
def words_of(text: str) -> frozenset[str]:
    """The words of a text in small letters, with and without the signs inside them."""
    return frozenset(word.strip(".,'$").casefold() for word in re.split(r"[\s/]+", text)) | frozenset(
        fold(text).split()
    )


def _kind(key: str, relations: set[str]) -> Kind:
    if key[0] == "t":
        return Kind.INCIDENT if relations & INCIDENT_RELATIONS else Kind.CONTRACT
    return {"p": Kind.PERSON, "c": Kind.COMPANY, "m": Kind.MEETING, "l": Kind.PAYMENT}[key[0]]


def _topic_records(
    facts: Mapping[str, Mapping[str, Any]], statements: Sequence[Mapping[str, Any]], names: Names
) -> dict[str, Record]:
    """Records of matters, meetings, careers, companies and payments: all but what a paper's own header says."""
    relations: dict[str, set[str]] = defaultdict(set)
    for fact in facts.values():
        relations[_key(fact)].add(fact["relation"])
    records: dict[str, Record] = {}
    for row in statements:
        found = facts.get(row["fact_id"])
        if found is None or row["fact_id"].startswith("h"):
            continue
        fact, key = found, _key(found)
        record = records.setdefault(key, Record(key, _kind(key, relations[key])))
        given: dict[str, Any] = {"doc_id": row["doc_id"], "is_legible": row["is_legible"]}
        record.add(fact["relation"], value_of(fact, names), fact_id=fact["fact_id"], **given)
        for role, value in _subject_slots(record.kind, fact["subject"], names).items():
            record.add(role, value, **given)
        if fact["relation"] == "approved_on" and "Harbor Board" in row["statement"]:
            record.add("approved_by", Value("Harbor Board", ValueType.NAME), **given)
    return records


def _key(fact: Mapping[str, Any]) -> str:
    """A fact's topic. A payment has one fact and is its own."""
    key: str = fact["fact_id"]
    return key if key.startswith("l") else key.rpartition(".")[0]


def _subject_slots(kind: Kind, subject: str, names: Names) -> dict[str, Value]:
    """What a subject itself says: whose meeting on what, which payment to whom."""
    if kind is Kind.MEETING and (meeting := _MEETING_OF.match(subject)):
        return {"who": named(meeting["who"], names), "what": Value(meeting["what"], ValueType.TEXT)}
    if kind is Kind.PAYMENT and (payment := _PAYMENT_OF.match(subject)):
        return {
            "who": named(payment["payee"], names),
            "what": Value(payment["purpose"], ValueType.TEXT),
            "paid_on": Value(payment["day"], ValueType.DAY),
        }
    if kind in (Kind.PERSON, Kind.COMPANY):
        return {"who": named(subject, names)}
    return {"what": Value(subject, ValueType.TEXT)}


def _paper_records(
    facts: Mapping[str, Mapping[str, Any]], statements: Sequence[Mapping[str, Any]], names: Names
) -> dict[str, Record]:
    """Records of what papers' own headers say.

    A thread may hold several messages of one title and day. The statements of a document stand in its order, each line
    once: a line that a message shares with the one before is taken over from there.
    """
    records: dict[str, Record] = {}
    latest: dict[tuple[str, str], _Open] = {}
    for row in statements:
        fact = facts.get(row["fact_id"])
        if fact is None or not row["fact_id"].startswith("h"):
            continue
        place = (row["doc_id"], _key(fact))
        opened = latest.get(place)
        if opened is None or opened.is_closed_to(fact):
            record = Record(f"{place[1]}|{row['doc_id']}|{len(records):06d}", Kind.PAPER)
            records[record.key] = record
            _open_paper(record, fact["subject"], row, names)
            carried = {} if opened is None else {r: v for r, v in opened.record.slots.items() if r in _HEADER_NAMES}
            for role, value in carried.items():
                record.add(role, value, row["doc_id"], is_legible=row["is_legible"])
            opened = latest[place] = _Open(record, set())
        opened.own.add(fact["relation"])
        opened.record.slots.pop(fact["relation"], None)
        value, is_legible = _header_value(fact, row["written_answer"], names), row["is_legible"]
        opened.record.add(fact["relation"], value, row["doc_id"], is_legible=is_legible, fact_id=fact["fact_id"])
    return records


_HEADER_NAMES = ("written_by", "addressed_to")


class _Open(NamedTuple):
    """The record of a paper whose lines are being read, and the roles that lines of its own gave."""

    record: Record
    own: set[str]

    def is_closed_to(self, fact: Mapping[str, Any]) -> bool:
        """Whether a line is the next message's: its role is there, or the receiver, who comes after the sender."""
        is_next = fact["subject"].startswith("the message") and fact["relation"] == "written_by"
        return fact["relation"] in self.own or (is_next and "addressed_to" in self.own)


def _header_value(fact: Mapping[str, Any], written: str, names: Names) -> Value:
    """What a header says. Of two messages of one title and day the truth keeps one answer: the written one counts."""
    meant = names.ids(written) if fact["relation"] in _HEADER_NAMES else frozenset()
    return Value(_one_name(meant, names, written), ValueType.NAME, meant) if meant else value_of(fact, names)


def _open_paper(record: Record, subject: str, row: Mapping[str, Any], names: Names) -> None:
    given: dict[str, Any] = {"doc_id": row["doc_id"], "is_legible": row["is_legible"]}
    if titled := _TITLED.match(subject):
        record.add("title", Value(titled["title"], ValueType.TEXT), **given)
        if titled["day"]:
            record.add("written_on", Value(titled["day"], ValueType.DAY), **given)
    elif session := _SESSION_OF.match(subject):
        record.kind = Kind.SESSION
        record.add("who", named(session["body"], names), **given)
        record.add("held_on", Value(session["day"], ValueType.DAY), **given)


def _one_name(ids: frozenset[str], names: Names, written: str) -> str:
    return str(names.rows[min(ids)]["canonical_name"]) if len(ids) == 1 else written


def _laid_out(doc_id: str, kind: str, text: str, names: Names) -> Iterator[Record]:
    """What the truth has no row for and a paper's layout says for certain: whose fax, who called, who testified."""
    if kind == "cover_sheet" and (sheet := _SHEET.search(text)):
        record = Record(f"sheet|{doc_id}", Kind.PAPER)
        record.add("title", Value(flatten(sheet["title"]), ValueType.TEXT), doc_id, is_legible=True)
        _add_name(record, "written_by", sheet["by"], doc_id, names)
        _add_name(record, "addressed_to", sheet["to"], doc_id, names)
        yield record
    if kind == "telephone_slip" and (slip := _SLIP.search(text)):
        record = Record(f"slip|{doc_id}", Kind.CALL)
        _add_name(record, "called_by", slip["by"], doc_id, names)
        _add_name(record, "called", slip["to"], doc_id, names)
        _add_day(record, "called_on", slip["day"], doc_id)
        yield record
    if kind == "deposition" and (sworn := _SWORN.search(text)):
        record = Record(f"sworn|{doc_id}", Kind.TESTIMONY)
        _add_name(record, "who", sworn["name"], doc_id, names)
        _add_day(record, "testified_on", sworn["day"], doc_id)
        yield record


def _add_name(record: Record, role: str, name: str, doc_id: str, names: Names) -> None:
    if names.ids(name):
        record.add(role, named(name, names), doc_id, is_legible=True)


def _add_day(record: Record, role: str, text: str, doc_id: str) -> None:
    if days := take_days(text).days:
        record.add(role, Value(days[0], ValueType.DAY), doc_id, is_legible=True)


def _joined(texts: Mapping[str, str], names: Names) -> dict[tuple[str, str], set[str]]:
    """Whom one header, or one list of those present, names together."""
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for doc_id, text in texts.items():
        unmarked = re.sub(r"^[> ]+", "", text, flags=re.MULTILINE)
        for block in re.split(r"\n(?=From:)|\n\n", unmarked):
            _pair(found, doc_id, [m.ids for line in _FIELD.finditer(block) for m in names.find(line["name"])])
        if present := _PRESENT.search(flatten(text)):
            _pair(found, doc_id, [mention.ids for mention in names.find(present["names"])])
    return found


def _pair(found: dict[tuple[str, str], set[str]], doc_id: str, groups: Sequence[frozenset[str]]) -> None:
    everybody = sorted(frozenset().union(*groups))
    for one in everybody:
        for other in everybody:
            if one < other and not any({one, other} <= group for group in groups):
                found[one, other].add(doc_id)
