from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import yaml

from bench_assets.publishing import exports
from bench_assets.publishing.card import Absences, count_absences, write_card
from bench_assets.publishing.exports import ExportedFile, ReleaseFacts, ReleaseSource
from bench_assets.publishing.funnel import count_funnel, read_funnel
from bench_assets.reviewing.marks import Mark, MarkValue
from bench_assets.reviewing.summary import ReviewedType, count_marks
from bench_assets.schemas import TASKS
from scoring.errors import BadInputError
from tests.bench_assets.publishing.funnel_tables import DRAFTING, RETRACTIONS, SMALL

YIELDS = read_funnel(count_funnel(SMALL, DRAFTING, RETRACTIONS, 0), DRAFTING)
COMPLETENESS = {
    "targets": 3,
    "documents_scanned": 1200,
    "target_documents_in_corpus": 90,
    "target_documents_missing": 0,
    "target_documents_left_out_as_garbage": 4,
    "not_read": {"quarantined_shards": ["papers/<b>7"], "rows_without_text_or_skipped": 5, "garbage_documents": 6},
}
FILES = [
    ExportedFile(name, "0" * 64, 10, n_lines)
    for name, n_lines in (("questions.jsonl", 3), ("tasks.jsonl", 3), ("qrels.jsonl", 0))
]


def task(kind: str, n_read: int | None) -> dict[str, Any]:
    certificate = None if n_read is None else {"documents_read": [f"d{n}" for n in range(n_read)]}
    return {"task_id": f"{kind}-{n_read}", "type": kind, "provenance": json.dumps({"certificate": certificate})}


KEY = pa.Table.from_pylist(
    [task("single_hop", None), task("unanswerable", 7), task("unanswerable", 2)], schema=TASKS
)  # fmt: skip


def publish(
    folder: Path, *, model: str = "embedded", n_tasks: int = 3, audit: Mapping[str, Any] | None = None
) -> pa.Table:
    source = ReleaseSource("v1.0", "papers", 5, {"cheap": model, "judge": model}, {}, {})
    counts = {"documents_in_source": 1200, "documents_in_corpus": 400, "pool_labels": 9, "tasks": n_tasks}
    facts = ReleaseFacts([model], {"judge_answer": "994f48ea320b"}, YIELDS, {}, counts, COMPLETENESS, audit)
    written = exports.write_manifest(folder, exports.manifest(source, FILES, facts))
    return exports.manifest_table([*FILES, written])


def marked(n_ok: int, n_bad: int, n_unsure: int) -> ReviewedType:
    said = [MarkValue.OK] * n_ok + [MarkValue.BAD] * n_bad + [MarkValue.UNSURE] * n_unsure
    marks = [Mark(task_id=f"t{at}", mark=value) for at, value in enumerate(said)]
    return count_marks(marks, {mark.task_id for mark in marks})


def card(home: Path, reviews: Mapping[str, ReviewedType] | None = None, **changes: Any) -> str:
    files = publish(home / "exports" / "v1.0", **changes)
    write_card(home, "v1.0", files, KEY, reviews or {})
    return (home / "exports" / "v1.0" / "README.md").read_text(encoding="utf-8")


def front_matter(text: str) -> dict[str, Any]:
    opening, matter, _ = text.split("---\n", 2)
    assert opening == ""
    return yaml.safe_load(matter)


def test_the_front_matter_is_what_the_hub_reads_and_an_empty_file_is_no_configuration(tmp_path: Path) -> None:
    assert front_matter(card(tmp_path)) == {
        "license": "other",
        "pretty_name": "papers v1.0",
        "task_categories": ["question-answering", "text-retrieval"],
        "tags": ["rag", "benchmark"],
        "size_categories": ["n<1K"],
        "configs": [
            {"config_name": "questions", "data_files": [{"split": "test", "path": "questions.jsonl"}]},
            {"config_name": "tasks", "data_files": [{"split": "test", "path": "tasks.jsonl"}]},
        ],
    }


@pytest.mark.parametrize(
    ("n_tasks", "size"), [(0, "n<1K"), (999, "n<1K"), (1000, "1K<n<10K"), (99_999, "10K<n<100K"), (10**6, "1M<n<10M")]
)
def test_the_size_is_the_number_of_tasks(tmp_path: Path, n_tasks: int, size: str) -> None:
    assert front_matter(card(tmp_path, n_tasks=n_tasks))["size_categories"] == [size]


def test_a_type_has_its_error_rate_with_wilsons_interval_or_is_not_reviewed(tmp_path: Path) -> None:
    text = card(tmp_path, {"single_hop": marked(9, 1, 2)})
    # Wilson of 1 in 10: centre (0.1 + 3.8415/20) / 1.38415 = 0.2110, half width 0.1932: 1.8% to 40.4%.
    assert "| `single_hop` | 2 | 4 | 10, 2 unsure | 10.0% (1.8% to 40.4%) |" in text
    assert "| `unanswerable` | 1 | 2 | 0 | not reviewed |" in text
    assert "No person has reviewed" not in text


def test_marks_that_decide_nothing_are_no_review(tmp_path: Path) -> None:
    assert "| 0, 3 unsure | not reviewed |" in card(tmp_path / "a", {"single_hop": marked(0, 0, 3)})
    assert "- No person has reviewed a sample of its tasks." in card(tmp_path / "b", {"single_hop": marked(0, 0, 0)})


def test_the_card_says_what_fell_where_and_what_is_short(tmp_path: Path) -> None:
    text = card(tmp_path)
    assert (
        "| stage | `single_hop` | `unanswerable` |\n| --- | --- | --- |\n| wanted | 4 | 2 |\n| found | 6 (-2) | 2 |"
        in text
    )
    assert "- `single_hop`: 2 short of 4: drafting found only 6 of 8 drafts; 1 fell at rules;" in text
    assert "- Fewer tasks than wanted: `single_hop`, `unanswerable`." in text
    assert "timeline" not in text  # nobody wanted one


def test_the_card_says_what_was_read_for_an_absence_and_what_nobody_could_read(tmp_path: Path) -> None:
    text = card(tmp_path)
    assert "- `unanswerable`: 2 tasks carry a certificate of absence" in text
    assert "2 to 7 of them." in text
    assert "- Not covered: 6 unreadable documents, 5 rows without text" in text
    assert "quarantined shards: papers/&#60;b&#62;7." in text


def test_certificates_are_counted_by_rejection_type() -> None:
    assert count_absences(KEY) == {"unanswerable": Absences(2, 2, 7)}
    assert count_absences(KEY.slice(0, 1)) == {}


@pytest.mark.parametrize(
    ("model", "grade"), [("embedded", "not leaderboard grade"), ("openai/x-1", "leaderboard grade")]
)
def test_the_card_says_its_grade_its_audit_and_its_canary(tmp_path: Path, model: str, grade: str) -> None:
    text = card(tmp_path, model=model)
    assert f"Grade: **{grade}**." in text
    assert ("read its numbers as a demonstration" in text) == (model == "embedded")
    assert "Audit: not audited." in text
    assert f"Canary GUID `{exports.canary('v1.0', 5)}`" in text
    assert f"| `cheap` | `{model}` |" in text
    assert "| `judge_answer` | `994f48ea320b` |" in text


def test_the_card_shows_the_manifests_hash_and_is_hashed_itself(tmp_path: Path) -> None:
    files = publish(tmp_path / "exports" / "v1.0")
    made = write_card(tmp_path, "v1.0", files, KEY, {})
    content = (tmp_path / "exports" / "v1.0" / "README.md").read_bytes()
    [row] = made.table.to_pylist()
    assert row == {
        "file": "README.md", "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content),
        "n_lines": len(content.decode().splitlines()),
    }  # fmt: skip
    manifest = (tmp_path / "exports" / "v1.0" / "manifest.json").read_bytes()
    assert content.decode().count(hashlib.sha256(manifest).hexdigest()) == 2  # among the files and in the citation
    assert [path.name for path in made.side_files] == ["README.md"]


def test_two_cards_of_a_release_are_the_same_and_name_no_path(tmp_path: Path) -> None:
    first, second = card(tmp_path / "a"), card(tmp_path / "b")
    assert first == second
    assert str(tmp_path) not in first


def test_a_manifest_that_is_not_the_one_that_was_built_is_refused(tmp_path: Path) -> None:
    files = publish(tmp_path / "exports" / "v1.0")
    (tmp_path / "exports" / "v1.0" / "manifest.json").write_text("{}", encoding="utf-8")
    with pytest.raises(
        BadInputError, match=r"manifest\.json is not the manifest that was built\. Build the release again"
    ):
        write_card(tmp_path, "v1.0", files, KEY, {})


def test_the_card_tells_the_audit_of_the_same_code_and_models(tmp_path: Path) -> None:
    audit = {
        "documents": 2000, "seed": 0, "verified_true_share": 0.985, "false_absences": 0,
        "planted_defects_passed_share": 0.0204, "gold_recall": None,
    }  # fmt: skip
    assert (
        "Audit: the same code and models, over 2,000 planted documents: 98.5% of verified tasks true, 0 false absences, "
        "2.0% of planted defects passed, unmeasured of the gold found."
    ) in card(tmp_path, audit=audit)
