"""The last audit of a factory."""

from __future__ import annotations

from pathlib import Path

from bench_assets.auditing.kept_audits import audit_path, audit_told, keep_audit, last_audit
from bench_assets.fingerprints import audit_key


def test_an_audit_is_found_again_under_the_same_code_and_models(tmp_path: Path) -> None:
    key = audit_key({"cheap": "embedded", "strong": "embedded"})
    assert last_audit(tmp_path, key) is None
    keep_audit(tmp_path, key, {"verified_true_share": 0.99})
    assert last_audit(tmp_path, audit_key({"strong": "embedded", "cheap": "embedded"})) == {"verified_true_share": 0.99}
    assert last_audit(tmp_path, audit_key({"cheap": "embedded", "strong": "other"})) is None


def test_a_file_that_is_no_audit_is_none(tmp_path: Path) -> None:
    for content in ("{", "[]"):
        audit_path(tmp_path, "k").parent.mkdir(exist_ok=True)
        audit_path(tmp_path, "k").write_text(content, encoding="utf-8")
        assert last_audit(tmp_path, "k") is None


def test_a_manifest_is_told_a_few_figures_of_it(tmp_path: Path) -> None:
    assert audit_told(tmp_path, "k") is None
    keep_audit(tmp_path, "k", {"documents": 400, "verified_true_share": 0.99, "gates": [1, 2]})
    assert audit_told(tmp_path, "k") == {
        "documents": 400, "seed": None, "verified_true_share": 0.99, "false_absences": None,
        "planted_defects_passed_share": None, "gold_recall": None,
    }  # fmt: skip
