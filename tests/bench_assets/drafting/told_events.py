"""Rows of EVENTS about an invented clerk, and the targets they are about."""

from __future__ import annotations

from typing import Any

import pyarrow as pa

from bench_assets.drafting.facts import Target, read_targets
from bench_assets.drafting.happenings import Happening, happenings
from bench_assets.schemas import EVENTS, TARGET_ENTITIES

MARROW = "Ilse P. Marrow"


def target(entity_id: str = "e-marrow", name: str = MARROW, aliases: tuple[str, ...] = ("Mrs. Marrow",)) -> Target:
    row = {"entity_id": entity_id, "canonical_name": name, "kind": "person", "aliases": list(aliases)}
    return read_targets(pa.Table.from_pylist([row], schema=TARGET_ENTITIES))[0]


def event(doc_id: str, told: str, date: str | None = None, **changed: Any) -> dict[str, Any]:
    """A row; its quote is the event with its date."""
    row = {
        "event_id": f"{doc_id}-{told[:12]}",
        "entity_id": "e-marrow",
        "doc_id": doc_id,
        "start": 0,
        "end": len(told),
        "quote": f"{told} on {date}." if date else f"{told}.",
        "event": told,
        "date": date,
        "salience": 3,
        "form": "sentence",
        "is_draftable": True,
        "prompt_id": "events",
        "model": "m",
    }
    return row | changed


def table(*rows: dict[str, Any]) -> pa.Table:
    return pa.Table.from_pylist(list(rows), schema=EVENTS)


def told(*rows: dict[str, Any]) -> list[Happening]:
    """The happenings of the clerk."""
    return happenings(table(*rows), {"e-marrow": MARROW}).get("e-marrow", [])
