"""The page on which a person marks the sample: one file that works from a disk, without network.

Belongs here: what the page is given of each task, and its bytes. Does not: its looks and keys (page.html), the sample.
Everything from documents and models reaches the page as JSON and the screen as text nodes; the page's policy lets no
other script or style run than its own, whose hashes it names.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bench_assets.reviewing.marks import MAX_REASON_CHARS, Release, task_hash
from bench_assets.reviewing.passages import absence_passages, doc_ids_of, figures_of, quoted
from scoring.contract import REJECTION_TYPES

TEMPLATE = Path(__file__).with_name("page.html")
MAX_LISTED = 200  # entries of one list of a certificate; its file holds them all
Line = Mapping[str, Any]
# In a script element only "<" could end it; the others are of no use to anybody, so they go too.
_UNSAFE = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


class Sample(NamedTuple):
    """The tasks on a page, in their order, and what drew them."""

    tasks: Sequence[Line]
    seed: int
    share: float


def wanted_documents(tasks: Iterable[Line]) -> frozenset[str]:
    """The documents that a page shows passages of: those of evidence, and those that an absence was read in."""
    wanted: set[str] = set()
    for task in tasks:
        wanted.update(piece["doc_id"] for piece in task["evidence"] or ())
        if task["type"] in REJECTION_TYPES:
            wanted.update(doc_ids_of(_provenance(task).get("certificate")))
    return frozenset(wanted)


def review_page(release: Release, sample: Sample, texts: Mapping[str, str]) -> bytes:
    """The whole page; equal arguments give equal bytes.

    Args:
        release: whose version and manifest the marks will name.
        sample: the tasks to mark.
        texts: document texts by doc_id; a document that is not there is shown by its quote alone.
    """
    given = {
        "release": release.version,
        "manifest_sha256": release.manifest_sha256,
        "seed": sample.seed,
        "share": sample.share,
        "max_reason_chars": MAX_REASON_CHARS,
        "tasks": [shown_task(task, texts) for task in sample.tasks],
    }
    parts = {"TITLE": html.escape(f"Review of {release.version}"), "POLICY": policy(), "DATA": embedded_json(given)}
    page = re.sub(r"@@(TITLE|POLICY|DATA)@@", lambda place: parts[place[1]], _template())
    return page.encode("utf-8")


def shown_task(task: Line, texts: Mapping[str, str]) -> dict[str, Any]:
    """What the page is given of one task of the key."""
    provenance = _provenance(task)
    certificate = provenance.get("certificate")
    absent = []
    if task["type"] in REJECTION_TYPES and certificate is not None:
        read = {doc_id: texts[doc_id] for doc_id in doc_ids_of(certificate) if doc_id in texts}
        absent = absence_passages(task["question"], figures_of(certificate), read)
    return {
        "task_id": task["task_id"],
        "type": task["type"],
        "task_sha256": task_hash(task),
        "question": task["question"],
        "answer": task["answer"] or "",
        "items": [{"item": item["item"], "doc_ids": list(item["doc_ids"] or ())} for item in task.get("items") or ()],
        "is_rejection": task["type"] in REJECTION_TYPES,
        "false_element": task.get("false_element"),
        "evidence": [quoted(piece, texts.get(piece["doc_id"])).as_json() for piece in task["evidence"] or ()],
        "certificate": shortened(certificate),
        "passages": [passage.as_json() for passage in absent],
        "verdicts": provenance.get("verdicts") or {},
    }


def shortened(value: object) -> object:
    """A JSON value whose lists hold at most MAX_LISTED entries and then say how many more there are."""
    if isinstance(value, Mapping):
        return {str(key): shortened(part) for key, part in value.items()}
    if isinstance(value, list):
        more = [f"and {len(value) - MAX_LISTED:,} more"] if len(value) > MAX_LISTED else []
        return [shortened(part) for part in value[:MAX_LISTED]] + more
    return value


def embedded_json(value: object) -> str:
    """JSON for the inside of a script element: no text in it can end the element, or open another."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False).translate(_UNSAFE)


def policy() -> str:
    """The page's Content-Security-Policy: nothing is loaded, and nothing runs but the page's own script and style."""
    script, style = (_source_hash(tag) for tag in ("script", "style"))
    return f"default-src 'none'; script-src {script}; style-src {style}; base-uri 'none'; form-action 'none'"


def _source_hash(tag: str) -> str:
    """'sha256-...' of what stands between the template's <tag> and </tag>."""
    content = _template().partition(f"<{tag}>")[2].partition(f"</{tag}>")[0]
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


@cache
def _template() -> str:
    return TEMPLATE.read_text(encoding="utf-8")


def _provenance(task: Line) -> Mapping[str, Any]:
    held = task.get("provenance") or {}
    parsed: Mapping[str, Any] = json.loads(held) if isinstance(held, str) else held  # a table keeps it as text
    return parsed
