"""`plan` as it is shown."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench_assets.cli.planning import plan
from scoring.errors import BadInputError
from tests.bench_assets.forecasting.made_home import NAME, make_home, write_calls

PRICE = f'"{NAME}" = {{ input_usd_per_million = 1.0, output_usd_per_million = 10.0 }}'


def test_a_plan_is_a_table_its_notes_and_what_to_do_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    write_calls(make_home(tmp_path, prices=PRICE))
    plan(tmp_path, "new", like=None, is_json=False)
    shown = capsys.readouterr()
    lines = {tuple(cell.strip() for cell in line.strip("│").split("│")) for line in shown.out.splitlines()}
    assert ("facts", "cheap", NAME, "facts", "8", "estimated", "4,800", "480", "$0.009600") in lines
    assert any(line[0] == "total" and line[-1].startswith("$") for line in lines)
    assert "The yields are those of release old" in shown.err
    assert "Next: docketbench build new --only source" in shown.err


def test_a_plan_as_json_is_one_document(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    write_calls(make_home(tmp_path, prices=PRICE))
    before = sorted(path for path in tmp_path.rglob("*") if "replies" not in path.name)
    plan(tmp_path, "new", like="old", is_json=True)
    document = json.loads(capsys.readouterr().out)
    assert (document["release"], document["like"]) == ("new", "old")
    assert sorted(document["total"]) == ["calls", "cost_usd", "input_tokens", "output_tokens"]
    assert sorted(path for path in tmp_path.rglob("*") if "replies" not in path.name) == before  # nothing was written


def test_what_costs_nothing_and_what_nobody_knows_the_price_of_are_told_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    write_calls(make_home(tmp_path))
    path = tmp_path / "releases/new.toml"
    path.write_text(path.read_text().replace(f'judge = "{NAME}"', 'judge = "embedded"'))
    plan(tmp_path, "new", like="old", is_json=False)
    ends = [line.strip("│ ").split("│")[-1].strip() for line in capsys.readouterr().out.splitlines() if "│" in line]
    assert {"-", "price unknown"} == set(ends) - {"$0.00"}
    assert ends[-1] == "price unknown"


def test_a_release_that_is_not_there_is_refused(tmp_path: Path):
    with pytest.raises(BadInputError, match="There is no release 'v9'"):
        plan(make_home(tmp_path), "v9", like=None, is_json=False)
