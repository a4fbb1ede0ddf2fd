"""How a build ends: which exit code, and what is said of failures, quarantines and yields."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer import Exit

from bench_assets.build import BuildSummary
from bench_assets.cli.building import (
    end_if_unfinished,
    failures_told,
    is_published,
    say_yields,
)
from bench_assets.cli.output import BuildProgress
from bench_assets.cli.reading import why_no_task
from bench_assets.progress import heard_by, say

NO_TASK = "The release has no task."
FAILED = {"scores v1|b": NO_TASK, "scores v1|a": NO_TASK, "board v1": "no scores"}
NO_DRAFT = (
    "no draft was made. Look at document_quality (are documents clean?), target_entities (who is asked about?), "
    "facts (what was rejected?) and the quotas in [drafting]."
)
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


def stage(name: str, n_in: int, n_passed: int, **rejected: int) -> dict[str, Any]:
    return {"stage": name, "n_in": n_in, "passed": n_passed, "rejected": rejected, "not_applicable": 0, "examples": []}


def of_type(wanted: int, *stages: dict[str, Any]) -> dict[str, Any]:
    return {"wanted": wanted, "stages": list(stages)}


def test_every_type_is_told_with_where_its_drafts_fell(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    say_yields(tmp_path, "v1")
    assert capsys.readouterr().err == ""
    (tmp_path / "exports" / "v1").mkdir(parents=True)
    single_hop = of_type(
        4, stage("drafted", 12, 12), stage("rules", 12, 9, deixis=3), stage("released", 9, 4, over_quota=5)
    )
    contents = {
        "yields": {
            "single_hop": single_hop,
            "timeline": of_type(0),
            "dossier": of_type(2, stage("found", 2, 0, not_found=2)),
        }
    }
    (tmp_path / "exports" / "v1" / "manifest.json").write_text(json.dumps(contents), encoding="utf-8")
    say_yields(tmp_path, "v1")
    assert capsys.readouterr().err == (
        "single_hop: 12 drafted, 3 fell at rules, 5 left out of the release, 4 of 4 released.\n"
        "timeline: none wanted.\n"
        "dossier: drafting found only 0 of 2 drafts, 0 of 2 released, 2 short.\n"
    )


@pytest.mark.parametrize(("failures", "quarantine"), [(FAILED, QUARANTINE), ({}, QUARANTINE), ({}, {})])
def test_what_closes_a_build_is_said_last_however_it_ended(
    failures: dict[str, str], quarantine: dict[str, str], capsys: pytest.CaptureFixture[str]
):
    with suppress(Exit):
        end_if_unfinished(summary(failures, quarantine), allow_quarantine=False, closing="It has no task.")
    assert capsys.readouterr().err.endswith("It has no task.\n")


@pytest.mark.parametrize(
    ("failures", "manifest", "is_new"),
    [({}, "ab", True), ({"scores v1|a": NO_TASK}, "ab", True), ({"leaderboard v1": NO_TASK}, "ab", True),
     ({"facts v1|single_hop": NO_TASK}, "ab", False), ({"source s/0": NO_TASK}, "ab", False),
     ({"release_manifest v1": NO_TASK}, "ab", False), ({}, None, False)],
)  # fmt: skip
def test_exports_are_of_this_build_unless_something_before_them_failed(
    failures: dict[str, str], manifest: str | None, *, is_new: bool
):
    assert is_published(replace(summary(failures, {}), manifest_sha256=manifest)) == is_new


@pytest.mark.parametrize(
    ("yields", "why"),
    [
        ({}, NO_DRAFT),
        ({"single_hop": of_type(3, stage("drafted", 3, 3)), "unanswerable": of_type(2, stage("drafted", 2, 2))},
         "none of its 5 drafts was verified. Look at the verdicts of each stage, which give a reason."),
        ({"single_hop": of_type(3, stage("drafted", 3, 3), stage("adjudication", 3, 2, unsound=1))},
         ("none of its 2 verified tasks was released. Look at pool_labels, gold_labels, and "
          "max_header_share and the retractions in [publishing].")),
    ],
)  # fmt: skip
def test_a_release_without_a_task_is_told_where_its_drafts_were_lost(yields: dict[str, Any], why: str, tmp_path: Path):
    told = f"Release v1 has no task, so nothing can be scored against it: {why}"
    (tmp_path / "exports" / "v1").mkdir(parents=True)
    for n_tasks, expected in ((0, told), (1, "")):
        contents = {"counts": {"tasks": n_tasks}, "yields": yields}
        (tmp_path / "exports" / "v1" / "manifest.json").write_text(json.dumps(contents), encoding="utf-8")
        assert why_no_task(tmp_path, "v1") == expected


def test_the_progress_of_a_stage_is_a_line_on_standard_error_as_it_was_said(capsys: pytest.CaptureFixture[str]):
    with BuildProgress() as progress, heard_by(progress.tell):
        say("facts v1|single_hop: 1,200 of 5,300 [documents]")
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "facts v1|single_hop: 1,200 of 5,300 [documents]\n")
