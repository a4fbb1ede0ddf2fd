"""A home with a release `old` that was built and called, and a release `new` of another source of the same size."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa

from bench_assets.catalogue import read_catalogue
from bench_assets.forecasting.sizes import PASSING
from bench_assets.forecasting.units import TYPES
from bench_assets.forecasting.yields import SECTIONS
from bench_assets.reference.systems import SYSTEMS
from bench_assets.schemas import CORPUS, FACTS, SETTINGS, SOURCE_SNAPSHOT
from bench_assets.settings.new_release import new_release_text
from bench_assets.settings.tables import settings_row
from bench_assets.source.locks import write_lock
from bench_resources.ledger import Call, Ledger, Source
from tests.small_home import put, source

NAME = "acme/small-2026-01-01"
SHARDS = ("letters/0", "letters/1")
N_DOCUMENTS = 8  # of either source, 4 a shard
# Calls of the old release by stage and prompt: how many, input and output tokens of each.
CALLS = {
    ("target_entities", "notability"): (2, 500, 20),
    ("facts", "facts"): (8, 600, 60),
    ("standalone_verdicts", "standalone"): (5, 100, 10),
    ("pool_labels", "pool_label"): (20, 400, 30),
}


def make_home(home: Path, *, prices: str = "", settings: str = "", model: str = NAME) -> Path:
    """Writes locks, releases and the tables and calls of `old`; `new` is built nowhere."""
    write_lock(home, source("letters", "0", "1"))
    write_lock(home, source("ledgers", "0", "1", sha256="cc"))
    (home / "releases").mkdir()
    for version, of in (("old", "letters"), ("new", "ledgers")):
        text = new_release_text(version, of, backbone_documents=100)
        for role in ("cheap", "strong", "judge", "answerer"):
            text = text.replace(f'{role} = "embedded"', f'{role} = "{model}"')
        text = text.replace("[models.prices]", f"[models.prices]\n{prices}").replace(
            "[models]", f"[models]\n{settings}"
        )
        (home / "releases" / f"{version}.toml").write_text(text, encoding="utf-8")
    publish_old(home)
    return home


def publish_old(home: Path) -> None:
    catalogue = read_catalogue(home)
    for section in SECTIONS:
        row = settings_row(catalogue, f"{section}_settings", "old")
        put(home, f"{section}_settings", "old", pa.Table.from_pylist([row], schema=SETTINGS))
    rows = [{"shard": shard, "n_documents": 4, "n_skipped": 0} for shard in SHARDS]
    put(home, "source_snapshot", "old", pa.Table.from_pylist(rows, schema=SOURCE_SNAPSHOT))
    for shard in SHARDS:
        put(home, "documents", shard)
        put(home, "document_quality", shard)
        named = pa.table({"doc_id": list("abcd"), "name": ["Ada Quill"] * 4, "kind": ["person"] * 4})
        put(home, "entity_mentions", shard, named)
    for (asset, part), table in old_tables().items():
        notes = {"clean": N_DOCUMENTS, "degraded": 0} if asset == "corpus" else {}
        put(home, asset, f"old|{part}" if part else "old", table, notes=notes)


def old_tables() -> dict[tuple[str, str], pa.Table]:
    """Two people, one target, eight documents; three single-hop drafts and two unanswerable ones, all verified."""
    document = dict.fromkeys(CORPUS.names) | {"role": "target", "is_draftable": True, "text": "x" * 1_000}
    people = pa.table({"entity_id": ["p", "q"], "kind": ["person"] * 2, "n_documents": [8, 4]})
    return {
        ("alias_index", ""): people,
        ("target_entities", ""): pa.table({"n_documents": [8]}),
        ("corpus", ""): pa.Table.from_pylist([document] * N_DOCUMENTS, schema=CORPUS),
        ("facts", "single_hop"): pa.Table.from_pylist([fact(i) for i in range(3)], schema=FACTS),
        **{(asset, kind): tasks(DRAFTED.get(kind, 0)) for asset in (*BY_TYPE, *PASSING) for kind in TYPES},
        **{("pool_labels", kind): labels(24 if kind == "single_hop" else 0) for kind in TYPES},
        ("tasks", ""): pa.table({"type": ["single_hop"] * 3 + ["unanswerable"] * 2}),
        ("release_manifest", ""): tasks(1),
        **{("answer_verdicts", system): tasks(5) for system in SYSTEMS},
    }


DRAFTED = {"single_hop": 3, "unanswerable": 2}
BY_TYPE = ("task_drafts", "verified_tasks")


def labels(n: int) -> pa.Table:
    return pa.table({"n_windows_read": pa.array([1] * n, pa.int64())})


def tasks(n: int) -> pa.Table:
    return pa.table({"task_id": [f"t{i}" for i in range(n)], "outcome": ["pass"] * n})


def fact(number: int) -> dict[str, object]:
    """Unlike the other ones, so that all are drafted."""
    subject = ("the harbour dredging", "a lighthouse lamp", "salt")[number]
    return dict.fromkeys(FACTS.names) | {
        "fact_id": f"f{number}", "doc_id": f"d{number}", "start": 0, "end": 9, "quote": f"{subject} cost {number}7",
        "subject": subject, "question": f"What did {subject} {'pay take cost'.split()[number]}?",
        "answer": f"{number}7", "answer_type": "number", "salience": 3, "form": "sentence", "entity_ids": [],
    }  # fmt: skip


def write_calls(home: Path, release: str = "old", *, version: str = "1", extra: str = "") -> None:
    """The rows of CALLS, all live."""
    with Ledger(f"sqlite:///{home}/models/replies.sqlite") as ledger:
        ledger.add(
            Call(
                "2026-01-31T12:00:00+00:00", release, stage, "cheap", NAME, prompt_id, version,
                f"{release}{stage}{number}{extra}"[:64], Source.LIVE, tokens_in, tokens_out, 0.01, 1.0,
            )
            for (stage, prompt_id), (n_calls, tokens_in, tokens_out) in CALLS.items()
            for number in range(n_calls)
        )  # fmt: skip
