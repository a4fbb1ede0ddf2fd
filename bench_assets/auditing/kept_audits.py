"""The last audit of a factory: kept in the home under what the factory is, so that a manifest can carry it.

Belongs here: the file, and what a manifest says of it. Does not: measuring (factory.py), the key (fingerprints.py).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench_resources.atomic import write_text

FOLDER = "audits"
TOLD = (  # of an audit, in a manifest; the file has every measure and its interval
    "documents",
    "seed",
    "verified_true_share",
    "false_absences",
    "planted_defects_passed_share",
    "gold_recall",
)


def audit_path(home: Path, key: str) -> Path:
    """`audits/<key>.json` of the home."""
    return home / FOLDER / f"{key}.json"


def keep_audit(home: Path, key: str, document: Mapping[str, Any]) -> Path:
    """Writes an audit, in place of an earlier one of the same factory."""
    path = audit_path(home, key)
    path.parent.mkdir(parents=True, exist_ok=True)
    return write_text(path, json.dumps(document, indent=1, sort_keys=True, ensure_ascii=False) + "\n")


def last_audit(home: Path, key: str) -> dict[str, Any] | None:
    """The audit of the factory of that key; None when there is none, or its file cannot be read."""
    try:
        found = json.loads(audit_path(home, key).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return found if isinstance(found, dict) else None


def audit_told(home: Path, key: str) -> dict[str, Any] | None:
    """What a manifest says of the last audit of the same code and models; None when there is none."""
    found = last_audit(home, key)
    return {name: found.get(name) for name in TOLD} if found is not None else None
