"""How a build ends: which exit code, and what is said of failures, quarantines and yields."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer import Exit

from bench_assets.build import BuildSummary
from bench_assets.cli.building import end_if_unfinished, failures_told, say_yields, yield_told

NO_TASK = "The release has no task."
FAILED = {"scores v1|b": NO_TASK, "scores v1|a": NO_TASK, "board v1": "no scores"}
QUARANTINE = {"papers/cut": "it is empty (0 bytes)"}


def summary(failures: dict[str, str], quarantine: dict[str, str]) -> BuildSummary:
    counts = {"built": 1, "reused": 0, "quarantined": len(quarantine), "failed": len(failures)}
    return BuildSummary("v1", None, **counts, model_calls=0, seconds=1.0, quarantine=quarantine, failures=failures)


def ending(failures: dict[str, str], quarantine: dict[str, str], *, allow: bool = False) -> int:
    try:
        end_if_unfinished(summary(failures, quarantine), allow_quarantine=allow)
    except Exit as ended:
        return ended.exit_code
    return 0


@pytest.mark.parametrize(
    ("failures", "quarantine", "allow", "code"),
    [({}, {}, False, 0), ({}, QUARANTINE, True, 0), ({}, QUARANTINE, False, 3), (FAILED, {}, False, 1),
     (FAILED, QUARANTINE, True, 1)],
)  # fmt: skip
def test_a_build_ends_by_the_worst_of_what_happened(
    failures: dict[str, str], quarantine: dict[str, str], *, allow: bool, code: int
):
    assert ending(failures, quarantine, allow=allow) == code


def test_a_build_that_failed_still_names_what_is_quarantined(capsys: pytest.CaptureFixture[str]):
    ending(FAILED, QUARANTINE)
    told = capsys.readouterr().err
    assert "1 shards are quarantined: papers/cut (it is empty (0 bytes))" in told
    assert told.count(NO_TASK) == 1


def test_a_reason_is_told_once_with_all_that_failed_for_it():
    assert failures_told(FAILED) == ["board v1: no scores", "scores v1|a, scores v1|b: The release has no task"]


def test_a_yield_tells_where_drafts_were_lost():
    of = {
        "adjudication": {"fail": 2, "pass": 7},
        "drafted": {"tasks": 12},
        "released": {"tasks": 7},
        "standalone": {"fail": 3, "not_applicable": 4, "pass": 9},
    }
    assert yield_told("single_hop", of) == (
        "single_hop: 12 drafted, 2 failed adjudication, 3 failed standalone, 7 released."
    )


def test_a_type_without_tasks_is_said_and_where_to_look(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    say_yields(tmp_path, "v1")
    assert capsys.readouterr().err == ""
    (tmp_path / "exports" / "v1").mkdir(parents=True)
    contents = {"yields": {"unanswerable": {"drafted": {"tasks": 4}, "released": {"tasks": 4}}}}
    (tmp_path / "exports" / "v1" / "manifest.json").write_text(json.dumps(contents), encoding="utf-8")
    say_yields(tmp_path, "v1")
    assert capsys.readouterr().err == (
        "single_hop: 0 drafted, 0 released. The corpus gave no task of this type: see document_quality and facts.\n"
        "unanswerable: 4 drafted, 4 released.\n"
    )
