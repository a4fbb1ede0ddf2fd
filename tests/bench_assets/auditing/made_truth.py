"""A planted truth small enough to know by heart: two meetings, a contract, an incident, letters, three people."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from bench_assets.auditing.planted_records import Truth, read_records
from bench_resources.planted.truth import TABLES

PEOPLE = {"per-1": "Orla M. Fenwick", "per-2": "Basil T. Crane", "per-3": "Ines R. Holloway", "per-4": "Tobin Ashgrove"}
OFFICES = {"per-1": "Warden of the Eastmere Docks", "per-2": "President of Kelp Company"}
TEXTS = {
    "D1": "On March 3, 1996, Orla Fenwick met Basil Crane at the Elm Hall to discuss the repair of Pier 9.",
    "D2": "Orla M. Fenwick met Ines R. Holloway on May 7, 1996 about the fire at Shed 4.",
    "D3": "The papers for the repair of Pier 9 were signed by Orla M. Fenwick. The price was set at $4,500.",
    "D4": "The fire at Shed 4 occurred on 2 May 1996.",
    "D5": "From: Orla Fenwick\nSent: Monday, June 3, 1996\nTo: Basil Crane\nSubject: Repair of Pier 9 - notes\n\nHello.\n\n"
    "Orla M. Fenwick\nWarden of the Eastmere Docks\n",
    "D6": "Tobin Ashgrove and Basil Crane were both away.",
}
# (fact_id, subject, relation, question, answer, type) and the documents that state it, each with what it says.
FACTS = (
    ("m1.met_on", "Orla M. Fenwick's meeting on the repair of Pier 9", "met_on", "1996-03-03", "date", "D1"),
    ("m1.met_at", "Orla M. Fenwick's meeting on the repair of Pier 9", "met_at", "the Elm Hall", "place", "D1"),
    ("m1.met_with", "Orla M. Fenwick's meeting on the repair of Pier 9", "met_with", "Basil T. Crane", "person", "D1"),
    ("m2.met_on", "Orla M. Fenwick's meeting on the fire at Shed 4", "met_on", "1996-05-07", "date", "D2"),
    ("m2.met_with", "Orla M. Fenwick's meeting on the fire at Shed 4", "met_with", "Ines R. Holloway", "person", "D2"),
    ("t1.signed_by", "the repair of Pier 9", "signed_by", "Orla M. Fenwick", "person", "D3"),
    ("t1.price", "the repair of Pier 9", "price", "$4,500", "money", "D3"),
    ("t2.occurred_on", "the fire at Shed 4", "occurred_on", "1996-05-02", "date", "D4"),
    ("h1.m.written_by", 'the message "Repair of Pier 9 - notes" of 1996-06-03', "written_by", "Orla M. Fenwick", "person",
     "D5"),
    ("h1.m.addressed_to", 'the message "Repair of Pier 9 - notes" of 1996-06-03', "addressed_to", "Basil T. Crane",
     "person", "D5"),
)  # fmt: skip


def tables(**changed: list[dict[str, Any]]) -> dict[str, pa.Table]:
    """The truth tables; rows of a table can be put in place of its own."""
    facts = [
        dict(zip(TABLES["facts"].names, (fid, subject, relation, f"{relation}?", answer, kind, True), strict=True))
        for fid, subject, relation, answer, kind, _ in FACTS
    ]
    said = {"h1.m.written_by": "From: Orla Fenwick", "h1.m.addressed_to": "To: Basil Crane"}
    statements = [
        {"fact_id": fid, "doc_id": doc_id, "statement": said.get(fid, TEXTS[doc_id].partition("\n")[0]),
         "written_answer": answer, "form": "sentence", "is_standalone": True, "is_legible": True}
        for fid, _, _, answer, _, doc_id in FACTS
    ]  # fmt: skip
    entities = [
        {"entity_id": eid, "canonical_name": name, "kind": "person", "office": OFFICES.get(eid, ""), "is_public": True,
         "privacy_reason": ""}
        for eid, name in PEOPLE.items()
    ]  # fmt: skip
    forms = {eid: {name, f"{name.split()[0]} {name.split()[-1]}"} for eid, name in PEOPLE.items()}
    aliases = [{"entity_id": e, "alias": form, "form": "full"} for e, found in forms.items() for form in sorted(found)]
    appearances = [
        {"entity_id": e, "doc_id": doc_id, "surface": form, "form": "full", "is_legible": True}
        for e, found in forms.items()
        for form in sorted(found)
        for doc_id, text in TEXTS.items()
        if form in text
    ]
    documents = [
        {"doc_id": doc_id, "kind": "memo", "cluster_id": doc_id, "is_rescan": False, "quality": "clean",
         "character_error_rate": 0.0, "length_chars": len(text)}
        for doc_id, text in TEXTS.items()
    ]  # fmt: skip
    rows = {"facts": facts, "statements": statements, "absent_facts": [], "entities": entities, "aliases": aliases,
            "appearances": appearances, "documents": documents} | changed  # fmt: skip
    return {name: pa.Table.from_pylist(rows[name], schema=schema) for name, schema in TABLES.items()}


def made_truth(**changed: list[dict[str, Any]]) -> Truth:
    """The truth of it all."""
    return read_records(tables(**changed), pa.table({"doc_id": list(TEXTS), "text": list(TEXTS.values())}))


def task(kind: str, question: str, answer: str = "", doc_ids: str = "", items: tuple[str, ...] = ()) -> dict[str, Any]:
    """A task row with evidence of the documents named, one word each."""
    return {
        "task_id": f"{kind}-1",
        "type": kind,
        "question": question,
        "answer": answer,
        "items": [{"item": item, "doc_ids": []} for item in items],
        "evidence": [
            {"doc_id": doc_id, "start": 0, "end": 1, "quote": "x", "sha256": ""} for doc_id in doc_ids.split()
        ],
        "entity_ids": [],
        "false_element": None,
    }
