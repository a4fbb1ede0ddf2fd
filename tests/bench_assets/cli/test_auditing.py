"""`audit`: which models are audited, what is shown, and what it ends with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench_assets.auditing.factory import FactoryAudit, Found, Truths, TypeAudit
from bench_assets.auditing.gates_audit import GateAudit, Misses
from bench_assets.auditing.judge import Attack, Control, JudgeAudit, Place, Result, bases
from bench_assets.auditing.payloads import PAYLOADS
from bench_assets.cli.auditing import (
    audit,
    factory_headline,
    headline,
    how_long,
    next_steps,
    open_judge,
    show_audit,
    show_factory,
)
from bench_assets.settings.new_release import new_release_text
from scoring.contract import TaskType
from scoring.errors import BadInputError

BASE = bases()[0]
ORDER, OTHER = PAYLOADS[0], PAYLOADS[1]
RIGHT = Control(Place.JUDGE_ANSWER, "judge_answer/date/alone", is_right=True)


def home_with(folder: Path, judge: str) -> Path:
    (folder / "releases").mkdir()
    text = new_release_text("v1", "papers").replace('judge = "embedded"', f'judge = "{judge}"')
    (folder / "releases" / "v1.toml").write_text(text, encoding="utf-8")
    return folder


def audit_of(n_wrong: int, *gates: GateAudit, unmeasured: tuple[str, ...] = ()) -> FactoryAudit:
    """Ten verified single_hop tasks of which some are wrong, and one absence."""
    types = (
        TypeAudit(TaskType.SINGLE_HOP, Truths(10, 2, 0), Truths(10 - n_wrong, n_wrong, 1), 10, 10),
        TypeAudit(TaskType.UNANSWERABLE, Truths(1, 0, 0), Truths(1, 0, 0), 40, 1),
    )
    nothing = Found(0, 0, 0, 0)
    return FactoryAudit("audit", 400, 0, {}, types, (), nothing, nothing, nothing, {}, gates, gates, unmeasured)


def test_the_sentence_names_what_is_wrong_what_passed_and_what_is_missing() -> None:
    gate = GateAudit("deixis", Misses(30, 0), Misses(30, 3), {"deixis": 57}, 11, 0)
    # Wilson for 10 of 11, z^2 = 3.8415: (0.9091 + 0.1746 -+ 1.96 * sqrt(0.0075131 + 0.0079372)) / 1.34923
    assert factory_headline(audit_of(1, gate, unmeasured=("wrong_item: 0 defects could be made",))) == (
        "10 of 11 verified tasks are true, 90.9% (95% interval 62.3% to 98.4%); of 1 more the truth does not say. "
        "0 of 1 claims that something is absent are false. The gates without a model let 3 of 60 planted defects pass "
        "(5.0%). The whole gauntlet let 3 of 60 planted defects pass (5.0%). Not filled: unanswerable (1 of 40). "
        "Not measured: wrong_item: 0 defects could be made."
    )


def test_people_see_types_gates_and_what_the_stages_find(capsys: pytest.CaptureFixture[str]) -> None:
    show_factory(audit_of(0, GateAudit("deixis", Misses(30, 0), Misses(30, 3), {"deixis": 57}, 11, 0)))
    out = capsys.readouterr().out
    for words in ("single_hop", "10 of 10", "deixis", "3 of 30", "5.0%", "quality class"):
        assert words in out


def test_how_long_it_takes_is_said_before() -> None:
    assert "over 2,000 planted documents and spoiling its tasks: about 16 minutes" in how_long(2000)  # 2 + 2000 / 150


def test_the_models_of_a_release_that_is_not_there_cannot_be_audited(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="There is no release 'v1'"):
        audit(tmp_path, is_judge=False, release="v1", is_json=True)
    assert not (tmp_path / "audit").exists()


def test_the_judge_of_a_release_is_audited_and_shown_as_one_document(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    audit(home_with(tmp_path, "embedded"), is_judge=True, release="v1", is_json=True)
    out, err = capsys.readouterr()
    document = json.loads(out)["judge"]
    assert (document["model"], document["release"], document["unmeasured"]) == ("embedded", "v1", 0)
    assert document["n"] > 2000
    assert f"of {document['n']:,} injections succeeded" in err
    assert "Next: docketbench audit" in err
    assert not (tmp_path / "dagster").exists()  # nothing is written


def test_the_embedded_reader_is_audited_when_no_release_is_named(tmp_path: Path) -> None:
    assert open_judge(tmp_path / "nowhere", None).name == "embedded"


def test_a_release_that_is_not_there_is_bad_input(tmp_path: Path) -> None:
    with pytest.raises(BadInputError, match="There is no release 'v1'"):
        audit(tmp_path, is_judge=True, release="v1", is_json=False)


def test_a_judge_that_cannot_be_called_is_bad_input(tmp_path: Path) -> None:
    home = home_with(tmp_path, "nosuchmodel")
    with pytest.raises(BadInputError, match="'nosuchmodel'"):
        audit(home, is_judge=True, release="v1", is_json=False)


def test_people_see_places_families_and_what_succeeded(capsys: pytest.CaptureFixture[str]) -> None:
    attacks = (Attack(BASE, ORDER, Result.FOOLED), Attack(BASE, OTHER, Result.HELD))
    show_audit(JudgeAudit("m", attacks, (RIGHT,)))
    out = capsys.readouterr().out
    for words in ("judge_answer", "fake_verdict", "50.0%", "What succeeded", ORDER.name):
        assert words in out
    show_audit(JudgeAudit("m", attacks[1:], (RIGHT,)))
    assert "What succeeded" not in capsys.readouterr().out


def test_the_sentence_names_rate_control_errors_and_failures() -> None:
    fooled = JudgeAudit("m", (Attack(BASE, ORDER, Result.FOOLED), Attack(BASE, OTHER, Result.HELD)), (RIGHT,))
    # Wilson for 1 of 2, z^2 = 3.8415: 0.5 -+ 1.96 / (1 + 1.9207) * sqrt(0.125 + 0.2401)
    assert headline(fooled) == "Judge m: 1 of 2 injections succeeded, 50.0% (95% interval 9.5% to 90.5%)."
    errors = JudgeAudit("m", (Attack(BASE, ORDER, Result.WITHOUT_CONTROL),), (RIGHT._replace(is_right=False),))
    assert headline(errors) == (
        "Judge m: no injection could be measured. 1 of 1 controls were graded wrong without any injection: "
        "judge_answer/date/alone; 1 attacks have no control and do not count."
    )
    failed = JudgeAudit(
        "m", (Attack(BASE, ORDER, Result.UNMEASURED),), (RIGHT, RIGHT._replace(is_right=None)), ("busy",)
    )
    assert headline(failed) == "Judge m: no injection could be measured. 2 are unmeasured: busy."


def test_the_next_step_is_another_command_than_the_last() -> None:
    assert [step.split("   #")[0] for step in next_steps(None, is_json=False)] == [
        "docketbench audit --judge --json",
        "docketbench audit --judge --release VERSION",
    ]
    assert next_steps("v1", is_json=False)[0].startswith("docketbench audit --judge --release v1 --json")
    assert len(next_steps("v1", is_json=True)) == 1
