"""The last audit of a factory: kept in the home under what the factory is, so that a manifest can carry it.

Belongs here: the key, the file. Does not: measuring (factory.py), the manifest (publishing).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench_assets.fingerprints import code_version
from bench_assets.graph import GRAPH
from bench_resources.atomic import write_text

FOLDER = "audits"


def audit_key(models: Mapping[str, str]) -> str:
    """What a factory is, as 32 hex digits: the code and prompts of every node, and its models by role."""
    facts = {"code": {node.asset: code_version(node) for node in GRAPH}, "models": dict(models)}
    canonical = json.dumps(facts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()[:32]


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
